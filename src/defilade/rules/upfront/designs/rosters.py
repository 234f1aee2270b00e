"""Rosters of a campaign (UF:42.1 to UF:42.5): who is there, what he has become, and who fills a scenario's force.

A roster is plain data that is kept between games.  `muster` turns a scenario's force into one of men who are there;
what a scenario does to them is in `aftermath`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Refusal
from defilade.rules.upfront.game.campaign_tables import CampaignTables
from defilade.rules.upfront.game.library import ASL, COMMISSAR, SL, Library, ManCard
from defilade.rules.upfront.game.scenario import Force

replace = msgspec.structs.replace

RIFLES = ("rifle", "carbine")
LEADER_ARMS = ("machine-pistol", "rifle", "carbine", "assault-rifle")
SL_RANKS = ("SSG", "SGT", "CPL", "JRSGT", "COM")
ASL_RANKS = ("CPL", "JRSGT", "PFC", "COM")
FULL_KIA = 8


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A man's line on the roster."""

    morale: int
    panic: int
    kia: int
    rank: str
    elan: int = 0
    survival: int = 0
    promotion: int = 0
    """Slashes in the two columns."""
    lost: bool = False
    """The KIA column is checked."""
    replaced: int = 0
    """How often he has come back, as a replacement or by transfer."""
    back_in: int = 0
    """The number of the scenario in which a wounded man can take part again."""


class Personal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player himself (UF:42.9-a)."""

    name: str
    weapon: str


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side's men and its Campaign Victory Points."""

    nation: str
    men: dict[str, Entry]
    points: int = 0
    personal: Personal | None = None


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an owner decides before a scenario; all else is done for him in the order of the roster."""

    substitutes: dict[str, str] = {}
    """Listed man -> who takes his place."""
    leader: str = ""
    assistant: str = ""
    """Who is SL or ASL if the listed one is not there."""
    transfer_assistant: bool = False
    """Pay for an ASL rather than do without one (UF:42.5-c)."""
    swap_with: str = ""
    """With whom an ASL with a LMG who must lead changes weapons (UF:42.2-c)."""


class Muster(msgspec.Struct, frozen=True):
    """A force made up of men who are there."""

    roster: Roster
    force: Force
    cards: dict[str, ManCard]
    """Personality cards of men who are no longer as printed."""
    notes: tuple[tuple[str, str], ...]
    """What was done, and the rule."""


class RosterError(Exception):
    """A force that cannot be made up so."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.reason} ({refusal.rule})")


TABLE_MARK = "."
"""Between the key of a man and the number of his table, where he has another card there (UF:42.3)."""
PERSONAL = "personal"
PERSONAL_POINTS = 15
"""What the player is worth to a computer player: as much as the least of his men."""


def personal_id(nation: str) -> str:
    return f"{PERSONAL}-{nation}"


def new_roster(box: Library, tables: CampaignTables, nation: str, personal: Personal | None = None) -> Roster:
    """All men of a nation as printed (UF:42.1-a), and the player as a Private if he likes (UF:42.9-a)."""
    men = {key: printed(card) for key, card in box.roster(nation).items()}
    if personal is not None:
        men[personal_id(nation)] = _start_of_personal(tables, nation, FULL_KIA)
    return Roster(nation, men, personal=personal)


def printed(card: ManCard) -> Entry:
    return Entry(card.morale, card.panic, card.kia, card.rank)


def _start_of_personal(tables: CampaignTables, nation: str, kia: int) -> Entry:
    values = tables.personal[nation]
    return Entry(values.morale, values.panic, kia, tables.replacement.rank)


def man_card(box: Library, roster: Roster, key: str) -> ManCard:
    """A man's printed card; the player's own is a blank one (UF:42.9-a)."""
    if key in box.men:
        return box.men[key]
    personal = roster.personal
    assert personal is not None and key == personal_id(roster.nation), f"{key} is not on the roster"
    entry = roster.men[key]
    return ManCard(
        personal.name,
        roster.nation,
        0,
        entry.rank,
        personal.weapon,
        entry.morale,
        entry.panic,
        entry.kia,
        PERSONAL_POINTS,
    )


def is_leader(box: Library, roster: Roster, key: str) -> bool:
    """A T stands in his column of replacements: he comes back by transfer only (UF:42.4-e)."""
    return bool(man_card(box, roster, key).role)


def is_there(roster: Roster, key: str, number: int) -> bool:
    """Neither lost (UF:42.41-a) nor recovering from a wound (UF:42.4-d). AFVs and IGs are on no roster (UF:42.4-c)."""
    entry = roster.men[key]
    return not entry.lost and entry.back_in <= number


def weapon_kind(box: Library, roster: Roster, key: str) -> str:
    return box.weapons[man_card(box, roster, key).weapon].kind


def like_armed(one: str, other: str) -> bool:
    """UF:42.2-a: carbines and rifles of all kinds are alike."""
    return one == other or (one in RIFLES and other in RIFLES)


def rank_order(tables: CampaignTables, nation: str, rank: str) -> int:
    """How high a rank is; a Commissar is above or below nobody (UF:42.46-c)."""
    ranks = list(tables.ranks[nation])
    return ranks.index(rank) if rank in ranks else -1


# -- changes to a roster -----------------------------------------------------------------------------------------


def change(roster: Roster, key: str, **changes: object) -> Roster:
    return replace(roster, men={**roster.men, key: replace(roster.men[key], **changes)})


def pay(roster: Roster, points: int) -> Roster:
    return replace(roster, points=roster.points + points)


def as_replacement(box: Library, tables: CampaignTables, roster: Roster, key: str) -> Roster:
    """UF:42.41-b: he comes back as a Private with printed values and a lower KIA number, for a point."""
    wanted = tables.replacement
    fire = weapon_kind(box, roster, key) == "flamethrower"
    kia = wanted.kia_flamethrower if fire else wanted.kia
    before = roster.men[key].replaced
    if key == personal_id(roster.nation):  # UF:42.9-b
        fresh = _start_of_personal(tables, roster.nation, kia)
    else:
        fresh = replace(printed(box.men[key]), kia=kia, rank=wanted.rank)
    fresh = replace(fresh, replaced=before + 1)
    return pay(replace(roster, men={**roster.men, key: fresh}), tables.points.replacement)


def by_transfer(box: Library, tables: CampaignTables, roster: Roster, key: str) -> Roster:
    """UF:42.5-a: a leader comes back as he was printed, without loss, for seven points."""
    fresh = replace(printed(box.men[key]), replaced=roster.men[key].replaced + 1)
    return pay(replace(roster, men={**roster.men, key: fresh}), tables.points.transfer)


# -- who can lead ------------------------------------------------------------------------------------------------


def sl_refusal(box: Library, roster: Roster, key: str) -> Refusal | None:
    """Why a man cannot be made SL (UF:42.2-a). An ASL with a LMG can, once he has another weapon (UF:42.2-c)."""
    entry, name = roster.men[key], man_card(box, roster, key).name
    if entry.rank not in SL_RANKS:
        return Refusal(f"{name} has not the rank of a SL", "UF:42.2-a")
    if entry.kia != FULL_KIA:
        return Refusal(f"{name} is too green to lead", "UF:42.2-a")
    kind = weapon_kind(box, roster, key)
    if kind not in LEADER_ARMS and not (kind == "lmg" and man_card(box, roster, key).role == ASL):
        return Refusal(f"{name} cannot lead with a {kind}", "UF:42.2-a")
    return None


def asl_refusal(
    box: Library, tables: CampaignTables, roster: Roster, key: str, leader: str
) -> Refusal | None:
    """Why a man cannot be made ASL under a SL (UF:42.2-b)."""
    entry, name = roster.men[key], man_card(box, roster, key).name
    if entry.rank not in ASL_RANKS:
        return Refusal(f"{name} has not the rank of an ASL", "UF:42.2-b")
    if entry.kia != FULL_KIA:
        return Refusal(f"{name} is too green to lead", "UF:42.2-b")
    if leader and outranks(tables, roster, key, leader):
        return Refusal(f"{name} outranks the SL", "UF:42.2-b")
    return None


def outranks(tables: CampaignTables, roster: Roster, one: str, other: str) -> bool:
    """An ASL must not have a higher rank than his SL (UF:42.2-b); nobody outranks a Commissar, nor he anybody
    (UF:42.46-c)."""
    ranks = [roster.men[key].rank for key in (one, other)]
    mine, his = (rank_order(tables, roster.nation, rank) for rank in ranks)
    return "COM" not in ranks and mine > his


# -- mustering ---------------------------------------------------------------------------------------------------


class _Filling:
    """A force on its way to being filled."""

    def __init__(
        self,
        box: Library,
        tables: CampaignTables,
        roster: Roster,
        force: Force,
        number: int,
        choices: Choices,
    ) -> None:
        self.box, self.tables, self.roster, self.force = box, tables, roster, force
        self.number, self.choices = number, choices
        self.place: dict[str, str] = {}
        """Listed man -> who stands in for him."""
        self.roles: dict[str, str] = {}
        self.weapons: dict[str, str] = {}
        self.notes: list[tuple[str, str]] = []

    def name(self, key: str) -> str:
        return man_card(self.box, self.roster, key).name

    def note(self, text: str, rule: str) -> None:
        self.notes.append((text, rule))

    def there(self, key: str) -> bool:
        return is_there(self.roster, key, self.number)

    def free(self) -> list[str]:
        """Men who are there, not yet used and not listed themselves, the best first."""
        taken = {*self.place.values(), *self.force.men}
        found = [
            k for k in self.roster.men if k not in taken and self.there(k) and not k.startswith(PERSONAL)
        ]
        entries = self.roster.men
        return sorted(found, key=lambda key: (-entries[key].morale, -entries[key].panic))


def muster(
    box: Library,
    tables: CampaignTables,
    roster: Roster,
    force: Force,
    number: int,
    rng: random.Random,
    choices: Choices | None = None,
) -> Muster:
    """The force of a scenario, filled from the roster (UF:42.1-b)."""
    filling = _Filling(box, tables, roster, force, number, choices or Choices())
    listed = {role: _listed(box, force, role) for role in (SL, ASL, COMMISSAR)}
    for key in (man for men in listed.values() for man in men):
        if filling.there(key):
            filling.place[key], filling.roles[key] = key, box.men[key].role
    for key in listed[SL]:
        if key not in filling.place:
            _find_leader(filling, key, rng)
    for key in (*listed[ASL], *listed[COMMISSAR]):
        if key not in filling.place:
            _find_assistant(filling, key, rng)
    plain = [key for key in force.men if not box.men[key].role and key not in filling.place]
    for key in filling.choices.substitutes:
        if key not in plain or (filling.there(key) and key not in filling.place.values()):
            raise RosterError(Refusal(f"nobody is needed in the place of {key}", "UF:42.1-b"))
    used = set(filling.place.values())
    for key in plain:
        if key not in used and filling.there(key):
            filling.place[key] = key
    for key in plain:
        if key not in filling.place:
            _find_substitute(filling, key)
    return _made_up(filling)


class Opening(msgspec.Struct, frozen=True):
    """A place of a force whose man is not there, and who could take it, the usual one first."""

    man: str
    role: str
    candidates: tuple[str, ...]


def openings(
    box: Library, tables: CampaignTables, roster: Roster, force: Force, number: int
) -> list[Opening]:
    """What an owner can decide before a scenario (UF:42.1-b, UF:42.2-a, UF:42.2-b)."""
    filling = _Filling(box, tables, roster, force, number, Choices())
    for key in force.men:
        if filling.there(key):
            filling.place[key] = key
            if box.men[key].role:
                filling.roles[key] = box.men[key].role
    able = {SL: _able, ASL: _assistants, COMMISSAR: _assistants}
    found = []
    for key in force.men:
        if key not in filling.place:
            role = box.men[key].role
            candidates = able[role](filling) if role else _stand_ins(filling, key)
            found.append(Opening(key, role, tuple(candidates)))
    return found


def _listed(box: Library, force: Force, role: str) -> list[str]:
    return [man for man in force.men if box.men[man].role == role]


def _stand_ins(filling: _Filling, key: str) -> list[str]:
    """UF:42.1-b: men with the same weapon; UF:42.1-d: a rifleman for a MP man, and the other way round, only if there
    is no other. The owner may then have the listed man himself back as a replacement."""
    box, roster = filling.box, filling.roster
    kind = weapon_kind(box, roster, key)
    others = [one for one in filling.free() if not is_leader(box, roster, one)]
    same = [one for one in others if like_armed(kind, weapon_kind(box, roster, one))]
    swap = {"machine-pistol": RIFLES, "rifle": ("machine-pistol",), "carbine": ("machine-pistol",)}.get(
        kind, ()
    )
    if same:
        return same
    found = [one for one in others if weapon_kind(box, roster, one) in swap]
    return [*found, key] if found and key not in filling.place.values() else found


def _find_substitute(filling: _Filling, key: str) -> None:
    """UF:42.1-b; UF:42.1-c: if nobody can stand in the listed man is revived."""
    box, roster = filling.box, filling.roster
    same = _stand_ins(filling, key)
    wish = filling.choices.substitutes.get(key)
    if wish is not None and wish not in same:
        raise RosterError(Refusal(f"{wish} cannot take the place of {filling.name(key)}", "UF:42.1-b"))
    if same and wish != key:
        filling.place[key] = wish or same[0]
        filling.note(f"{filling.name(filling.place[key])} for {filling.name(key)}", "UF:42.1-b")
        return
    back = _revived(filling, key)
    if not back:
        filling.note(f"nobody takes the place of {filling.name(key)}", "UF:42.1-c")
        return
    filling.roster = as_replacement(box, filling.tables, roster, back)
    filling.place[key] = back
    filling.note(f"{filling.name(back)} comes as a replacement", "UF:42.1-c")


def _revived(filling: _Filling, key: str) -> str:
    """Who comes back in the place of a listed man: he himself, or if he is there and leads the squad, another man with
    his weapon who was lost."""
    if key not in filling.place.values():
        return key
    box, roster = filling.box, filling.roster
    kind, taken = weapon_kind(box, roster, key), {*filling.place.values(), *filling.force.men}
    dead = [one for one, entry in roster.men.items() if entry.lost and one not in taken and one in box.men]
    alike = (one for one in dead if like_armed(kind, weapon_kind(box, roster, one)))
    return next((one for one in alike if not is_leader(box, roster, one)), "")


def _candidates(filling: _Filling, wish: str, fit: Sequence[str], refusal: Refusal | None) -> list[str]:
    """Those who could lead: the owner's choice alone if he has made one."""
    if not wish:
        return list(fit)
    if wish.startswith(PERSONAL):
        raise RosterError(Refusal("the player comes as an extra man, in nobody's place", "UF:42.9-a"))
    if refusal is not None:
        raise RosterError(refusal)
    free = wish in filling.roster.men and filling.there(wish) and wish not in filling.roles
    if wish not in fit and not free:
        raise RosterError(Refusal(f"{wish} is not there to lead", "UF:42.2-a"))
    return [wish]


def _find_leader(filling: _Filling, key: str, rng: random.Random) -> None:
    """UF:42.2-a, UF:42.5-a"""
    box, roster, wish = filling.box, filling.roster, filling.choices.leader
    known = wish in roster.men
    refused = _not_leader(filling, wish) if known else Refusal(f"there is no {wish!r}", "UF:42.2-a")
    found = _candidates(filling, wish, _able(filling), refused if wish else None)
    if not found:
        _transfer(filling, key, SL, rng)
        return
    man = found[0]
    if filling.roles.get(man) == ASL:  # he moves up, his own place is open
        filling.place = {listed: one for listed, one in filling.place.items() if one != man}
    filling.place[key], filling.roles[man] = man, _role(filling, man, SL)
    filling.note(f"{filling.name(man)} leads instead of {filling.name(key)}", "UF:42.2-a")
    if weapon_kind(box, roster, man) == "lmg":
        _swap_weapons(filling, man)


def _role(filling: _Filling, man: str, wanted: str) -> str:
    """A Commissar who leads as SL or ASL stays a Commissar (UF:15.5)."""
    return COMMISSAR if man_card(filling.box, filling.roster, man).role == COMMISSAR else wanted


def _not_leader(filling: _Filling, man: str) -> Refusal | None:
    """Why a man cannot be SL of this squad: by himself, or because its ASL is above him (UF:42.2-b)."""
    above = (
        one
        for one, role in filling.roles.items()
        if role == ASL and one != man and outranks(filling.tables, filling.roster, one, man)
    )
    refusal = sl_refusal(filling.box, filling.roster, man)
    for one in above:
        refusal = refusal or Refusal(
            f"{filling.name(one)}, the ASL, outranks {filling.name(man)}", "UF:42.2-b"
        )
    return refusal


def _able(filling: _Filling) -> list[str]:
    """Who could be SL: spare men first, the highest in rank before all; then the listed ASL, then other listed men."""
    roster, tables = filling.roster, filling.tables
    spare = filling.free()
    listed = [
        key for key in filling.force.men if filling.there(key) and filling.roles.get(key) in (None, ASL)
    ]
    order = sorted(spare, key=lambda one: -rank_order(tables, roster.nation, roster.men[one].rank))
    order += sorted(listed, key=lambda one: filling.roles.get(one) != ASL)
    return [one for one in order if _not_leader(filling, one) is None and _can_be_armed(filling, one)]


def _can_be_armed(filling: _Filling, man: str) -> bool:
    """He has a weapon fit for a SL, or can have one (UF:42.2-c)."""
    return weapon_kind(filling.box, filling.roster, man) != "lmg" or bool(_swap_partners(filling, man))


def _swap_partners(filling: _Filling, man: str) -> list[str]:
    """Listed men with a weapon fit for a SL."""
    box, roster = filling.box, filling.roster
    return [
        one
        for one in filling.force.men
        if one != man
        and filling.there(one)
        and weapon_kind(box, roster, one) in LEADER_ARMS
        and not box.men[one].role
    ]


def _swap_weapons(filling: _Filling, man: str) -> None:
    """UF:42.2-c"""
    box, roster = filling.box, filling.roster
    fit = _swap_partners(filling, man)
    wish = filling.choices.swap_with
    if wish and wish not in fit:
        raise RosterError(Refusal(f"{wish} has no weapon to swap", "UF:42.2-c"))
    if not fit:
        raise RosterError(Refusal(f"nobody can take over the LMG of {filling.name(man)}", "UF:42.2-c"))
    other = wish or fit[0]
    mine, his = (man_card(box, roster, one).weapon for one in (man, other))
    filling.weapons |= {man: his, other: mine}
    filling.note(f"{filling.name(man)} and {filling.name(other)} change weapons", "UF:42.2-c")


def _leader(filling: _Filling) -> str:
    found = {role: man for man, role in filling.roles.items()}
    return found.get(SL, "") or found.get(COMMISSAR, "")


def _assistants(filling: _Filling) -> list[str]:
    """Who could be ASL (UF:42.2-b): spare men first, then listed ones, whose own places are open then."""
    box, roster, tables, leader = filling.box, filling.roster, filling.tables, _leader(filling)
    listed = [key for key in filling.force.men if filling.there(key)]
    return [
        one
        for one in (*filling.free(), *listed)
        if one not in filling.roles and asl_refusal(box, tables, roster, one, leader) is None
    ]


def _find_assistant(filling: _Filling, key: str, rng: random.Random) -> None:
    """UF:42.2-b, UF:42.5-c: one may also do without."""
    box, roster, tables = filling.box, filling.roster, filling.tables
    wish = filling.choices.assistant
    refused = asl_refusal(box, tables, roster, wish, _leader(filling)) if wish in roster.men else None
    found = _candidates(filling, wish, _assistants(filling), refused)
    if found:
        filling.place[key], filling.roles[found[0]] = found[0], _role(filling, found[0], ASL)
        filling.note(f"{filling.name(found[0])} is ASL instead of {filling.name(key)}", "UF:42.2-b")
    elif filling.choices.transfer_assistant:
        _transfer(filling, key, ASL, rng)
    else:
        filling.note(f"nobody takes the place of {filling.name(key)}", "UF:42.5-c")


def _transfer(filling: _Filling, key: str, role: str, rng: random.Random) -> None:
    """UF:42.5-a: one of the leaders who were lost, by chance; a Russian Commissar is among the SLs (UF:42.5-b) and in
    the same way among the ASLs (UF:42.5-c)."""
    box, roster = filling.box, filling.roster
    pool = [
        one
        for one in roster.men
        if one in box.men and box.men[one].role in (role, COMMISSAR) and roster.men[one].lost
    ]
    if not pool:
        filling.note(f"nobody takes the place of {filling.name(key)}", "UF:42.5-a")
        return
    man = rng.choice(pool)
    filling.roster = by_transfer(box, filling.tables, roster, man)
    filling.place[key] = man
    filling.roles[man] = box.men[man].role
    rule = "UF:42.5-c" if role == ASL else "UF:42.5-a"
    filling.note(f"{filling.name(man)} is transferred to the squad", rule)


def _made_up(filling: _Filling) -> Muster:
    """The force with everybody in his place, and the cards of those who are not as printed (UF:42.3)."""
    force, roster, place = filling.force, filling.roster, filling.place
    men = tuple(place[key] for key in force.men if key in place)
    secondary = {place[key]: weapon for key, weapon in force.secondary.items() if key in place}
    mine = personal_id(roster.nation)
    if roster.personal is not None and is_there(roster, mine, filling.number):
        men = (*men, mine)
    cards = {}
    for key in men:
        base = man_card(filling.box, roster, key)
        card = current_card(base, roster.men[key], filling.roles.get(key, ""), filling.weapons.get(key, ""))
        if key not in filling.box.men or card != base:
            cards[key] = card
    kept = [key for key in force.reinforcements if key in place or key in force.machines]
    fresh = replace(
        force,
        men=men,
        secondary=secondary,
        reinforcements=tuple(place.get(key, key) for key in kept),
        arrivals={place.get(key, key): decks for key, decks in force.arrivals.items() if key in kept},
        groups=_layout(filling, men),
        crews=_crews(filling),
    )
    return Muster(roster, fresh, cards, tuple(filling.notes))


def _crews(filling: _Filling) -> dict[str, str]:
    """Gunners and their assistants where both places are filled and the weapon is there: who stands in for a leader
    may be armed differently (UF:42.1-b)."""
    place, box = filling.place, filling.box
    if filling.weapons:
        return {}
    return {
        place[gunner]: place[assistant]
        for gunner, assistant in filling.force.crews.items()
        if gunner in place
        and assistant in place
        and box.weapons[man_card(box, filling.roster, place[gunner]).weapon].crew_served
    }


def marked(box: Library, filled: Muster, table: str) -> Muster:
    """The same men with cards of their own for a further table, where the first may have the same men otherwise
    (UF:42.3). The number of the table stands behind their names."""
    force, roster = filled.force, filled.roster
    name = {man: f"{man}{TABLE_MARK}{table}" for man in force.men}

    def renamed(keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(name.get(key, key) for key in keys)

    cards = {name[man]: filled.cards.get(man) or man_card(box, roster, man) for man in force.men}
    fresh = replace(
        force,
        men=renamed(force.men),
        secondary={name[man]: weapon for man, weapon in force.secondary.items()},
        reinforcements=renamed(force.reinforcements),
        arrivals={name.get(key, key): decks for key, decks in force.arrivals.items()},
        groups=tuple(renamed(group) for group in force.groups),
        crews={name[gunner]: name[assistant] for gunner, assistant in force.crews.items()},
    )
    return replace(filled, force=fresh, cards=cards)


def _layout(filling: _Filling, men: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The scenario's groups with the same places for those who stand in; none where somebody is missing, or where a
    Commissar has come, who belongs in the largest group (UF:15.51)."""
    force, place = filling.force, filling.place
    if not force.groups or any(key not in place for key in force.men):
        return ()
    if any(one != key and filling.roles.get(one) == COMMISSAR for key, one in place.items()):
        return ()
    groups = [tuple(place.get(key, key) for key in group) for group in force.groups]
    extra = [key for key in men if key.startswith(PERSONAL)]
    smallest = min(
        (n for n, group in enumerate(force.groups) if any(key in force.men for key in group)),
        key=lambda n: len(groups[n]),
    )
    groups[smallest] = (*groups[smallest], *extra)
    return tuple(groups)


def current_card(card: ManCard, entry: Entry, role: str, weapon: str = "") -> ManCard:
    """A man's card with the values of the roster. He starts every scenario with the weapon on his card, in working
    order (UF:42.4-b)."""
    return replace(
        card,
        rank=entry.rank,
        morale=entry.morale,
        panic=entry.panic,
        kia=entry.kia,
        role=role,
        weapon=weapon or card.weapon,
    )
