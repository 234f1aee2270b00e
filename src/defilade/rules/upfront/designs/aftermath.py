"""What a scenario does to the men of a roster (UF:42.4 to UF:42.46) and to the campaign's points (UF:42.8)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from defilade.kernel import Line
from defilade.rules.upfront.designs.rosters import (
    PERSONAL,
    TABLE_MARK,
    Entry,
    Roster,
    as_replacement,
    change,
    pay,
    personal_id,
    rank_order,
    weapon_kind,
)
from defilade.rules.upfront.game.campaign_tables import CampaignTables
from defilade.rules.upfront.game.library import Library
from defilade.rules.upfront.game.state import (
    CAPTURED,
    FIRST_LINE_FACT,
    KIA,
    KILLED_EARLIER,
    ROUT,
    WITHDRAWN,
    Machine,
    Man,
    State,
    Unit,
)

replace = msgspec.structs.replace

MORALE, PANIC = "morale", "panic"
LOST = (KIA, CAPTURED, KILLED_EARLIER)


class Decisions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an owner decides after a scenario; without a word from him the lower loss and the better gain is taken."""

    lower: dict[str, str] = {}
    """Man who has routed -> the value he loses, morale or panic."""
    improve: dict[str, str] = {}
    """Man -> the value that his Elan buys; `keep` to save it."""
    start_over: bool = False
    """A wounded player comes back at once as a green replacement (UF:42.9-b)."""


class Settled(msgspec.Struct, frozen=True):
    """A roster after a scenario, and how the campaign's points came about."""

    roster: Roster
    points: tuple[Line, ...]
    notes: tuple[tuple[str, str], ...]


def settle(
    box: Library,
    tables: CampaignTables,
    roster: Roster,
    state: State,
    side: str,
    number: int,
    *,
    won: bool,
    decisions: Decisions | None = None,
    paid_at_tables: bool = False,
) -> Settled:
    """Bring a roster up to date after its scenario with this number. In a team game the points for ending unpinned have
    been paid table by table (UF:42.44-d)."""
    wishes = decisions or Decisions()
    notes: list[tuple[str, str]] = []
    for unit, fate in took_part(box, state, side):
        key = roster_key(unit)
        if key not in roster.men:
            continue
        if fate in LOST:
            roster = _killed(roster, key)
            notes.append((key, "UF:42.41-a"))
            continue
        earned = _earned(tables, unit, fate, won=won, paid=paid_at_tables)
        roster = change(
            roster, key, elan=roster.men[key].elan + earned, survival=roster.men[key].survival + 1
        )
        if fate == ROUT:
            roster = _routed(roster, key, wishes, notes)
        if unit.wounded and not roster.men[key].lost:
            roster = _wounded(box, tables, roster, key, number, wishes)
        if not roster.men[key].lost:
            roster = _improve(box, tables, roster, key, wishes, notes)
    lines = tuple(campaign_points(box, tables, state, side, won=won))
    more = sum(1 for key, rule in notes if rule == "UF:42.42-a" and roster.men[key].lost)
    if more:
        lines = (*lines, Line("men who lost all heart", more * tables.points.killed, "UF:42.42-a"))
    return Settled(pay(roster, int(sum(line.value for line in lines))), lines, tuple(notes))


def took_part(box: Library, state: State, side: str) -> Iterator[tuple[Man, str]]:
    """Every man of a side with how he left play; empty for those who are still there."""
    for unit, fate in fates(state):
        if isinstance(unit, Man) and belongs(box, state, unit, side):
            yield unit, fate


def fates(state: State) -> Iterator[tuple[Unit, str]]:
    """Everybody with how he left play. Whoever fell in the first line has fallen, though the second line, as strong as
    the first, has somebody like him (UF:K.2-b)."""
    before = state.facts.get(FIRST_LINE_FACT, "").split()
    for unit in state.units.values():
        yield unit, KILLED_EARLIER if unit.id in before else ""
    for unit in state.waiting.values():  # a game can be given up while the second line forms up
        if unit.id in before:
            yield unit, KILLED_EARLIER
    for fallen in state.fallen.values():
        yield fallen.unit, KILLED_EARLIER if fallen.unit.id in before else fallen.fate


def roster_key(unit: Unit) -> str:
    """A man's key on the roster. In team play the cards of further tables are marked with their number."""
    return unit.card.partition(TABLE_MARK)[0]


def belongs(box: Library, state: State, unit: Unit, side: str) -> bool:
    """Whose roster a card is on. In team play men who have gone over to the partner's game, and fight under him, stay
    on the roster of the player who has sent them (UF:41.57-a, UF:42.44-d)."""
    if len(state.trays) == 1:
        return unit.side == side
    last = unit.id.rpartition("-")[2]
    home = last if last in state.trays else "1"
    player, key = state.players[side], roster_key(unit)
    if isinstance(unit, Machine):
        nation = box.machines[key].nation
    else:
        nation = box.men[key].nation if key in box.men else key.removeprefix(f"{PERSONAL}-")
    return (home, nation) == (player.table, player.nation)


def has_won(state: State, side: str) -> bool:
    """Whether a side has won its scenario; in team play that of its table (UF:41.8)."""
    if len(state.trays) > 1:
        return state.facts.get(f"won {state.players[side].table}") == side
    return state.over is not None and state.over.winner == side


def _earned(tables: CampaignTables, man: Man, fate: str, *, won: bool, paid: bool) -> int:
    """UF:42.43; who gets away counts as unpinned, whatever the pursuers did to him before (UF:42.6-c)."""
    elan = tables.elan
    steady = fate == WITHDRAWN or not man.pinned
    unpinned = elan.unpinned_at_end if steady and not paid else 0
    return man.elan + unpinned + (elan.wounded if man.wounded else 0) + (elan.win if won else 0)


def _killed(roster: Roster, key: str) -> Roster:
    """UF:42.4-a, UF:42.41-a: he is checked off; all else that stands in his line is erased (UF:42.41-c)."""
    before = roster.men[key]
    bare = Entry(before.morale, before.panic, before.kia, before.rank, lost=True, replaced=before.replaced)
    return replace(roster, men={**roster.men, key: bare})


def _routed(roster: Roster, key: str, wishes: Decisions, notes: list[tuple[str, str]]) -> Roster:
    """UF:42.42-a, UF:42.42-b: one less of Morale or Panic, and no Elan; at 0 and 0 he is as good as dead."""
    notes.append((key, "UF:42.42-a"))
    entry = roster.men[key]
    value = wishes.lower.get(key) or (PANIC if may_lower(entry, PANIC) else MORALE)
    if not may_lower(entry, value):
        value = MORALE if value == PANIC else PANIC
    if may_lower(entry, value):
        roster = change(roster, key, **{value: getattr(entry, value) - 1})
    roster = change(roster, key, elan=0)
    entry = roster.men[key]
    return _killed(roster, key) if entry.morale == entry.panic == 0 else roster


def may_lower(entry: Entry, value: str) -> bool:
    """Not below 0, and Panic never below Morale (UF:42.42-a)."""
    if value == MORALE:
        return entry.morale > 0
    return entry.panic > entry.morale


def may_raise(tables: CampaignTables, entry: Entry, value: str) -> bool:
    """UF:42.44-b: neither above 7, and Panic never below Morale."""
    if value == MORALE:
        return entry.morale < min(tables.elan.most, entry.panic)
    return entry.panic < tables.elan.most


def _wounded(
    box: Library, tables: CampaignTables, roster: Roster, key: str, number: int, wishes: Decisions
) -> Roster:
    """UF:42.4-d: he misses the next three scenarios; the player himself may start over at once (UF:42.9-b)."""
    if key.startswith(PERSONAL) and wishes.start_over:
        return as_replacement(box, tables, roster, key)
    return change(roster, key, back_in=number + tables.rest + 1)


def _improve(
    box: Library,
    tables: CampaignTables,
    roster: Roster,
    key: str,
    wishes: Decisions,
    notes: list[tuple[str, str]],
) -> Roster:
    """Elan, survival and promotion, in this order."""
    for step in (_spend_elan, _recover, _promote):
        after = step(box, tables, roster, key, wishes)
        if after is not roster:
            notes.append((key, STEPS[step.__name__]))
            roster = after
    return roster


STEPS = {"_spend_elan": "UF:42.44-a", "_recover": "UF:42.45-a", "_promote": "UF:42.46-a"}


def _spend_elan(box: Library, tables: CampaignTables, roster: Roster, key: str, wishes: Decisions) -> Roster:
    """UF:42.44-a: five points for one step, once a scenario; each is worth a slash (UF:42.44-c)."""
    entry, cost = roster.men[key], tables.elan.step
    value = wishes.improve.get(key) or (MORALE if may_raise(tables, entry, MORALE) else PANIC)
    if entry.elan < cost or value not in (MORALE, PANIC) or not may_raise(tables, entry, value):
        return roster
    better = {value: getattr(entry, value) + 1}
    return change(roster, key, elan=entry.elan - cost, promotion=entry.promotion + 1, **better)


def _recover(box: Library, tables: CampaignTables, roster: Roster, key: str, wishes: Decisions) -> Roster:
    """UF:42.45-a: a replacement who has lived through five scenarios is as hard to kill as the others, and no harder
    (UF:42.45-b)."""
    entry, table = roster.men[key], tables.survival
    most = table.kia_flamethrower if weapon_kind(box, roster, key) == "flamethrower" else table.kia
    if entry.kia >= most or entry.survival < table.to_recover:
        return roster
    return change(roster, key, kia=entry.kia + 1, survival=0)


def _promote(box: Library, tables: CampaignTables, roster: Roster, key: str, wishes: Decisions) -> Roster:
    """UF:42.46-a: ten slashes, then a rank and a clean line; a Commissar is not promoted (UF:42.46-c)."""
    entry = roster.men[key]
    ranks = list(tables.ranks[roster.nation])
    place = rank_order(tables, roster.nation, entry.rank)
    if entry.survival + entry.promotion < tables.promotion or place < 0 or place + 1 >= len(ranks):
        return roster
    return change(roster, key, survival=0, promotion=0, rank=ranks[place + 1])


# -- points ------------------------------------------------------------------------------------------------------


def campaign_points(
    box: Library, tables: CampaignTables, state: State, side: str, *, won: bool
) -> Iterator[Line]:
    """UF:42.8: for a scenario as such; replacements and transfers are paid for as they come."""
    table = tables.points
    if won:
        yield Line("scenario won", table.won, "UF:42.8")
    own = [(unit, fate) for unit, fate in fates(state) if belongs(box, state, unit, side)]
    for unit, fate in own:
        if isinstance(unit, Machine) and fate in (*LOST, ROUT):
            card = box.machines[unit.card]
            base = table.gun if unit.kind == "ig" else table.vehicle
            yield Line(f"{card.name} lost", base - card.boxed, "UF:42.8")
    killed = sum(isinstance(unit, Man) and fate in LOST for unit, fate in own)
    if killed:
        yield Line("men killed", killed * table.killed, "UF:42.8")
    crew = sum(
        unit.crew_killed
        for unit, fate in own
        if isinstance(unit, Machine) and fate in ("", *LOST, ROUT, WITHDRAWN)
    )
    if crew:
        yield Line("crewmen killed", crew * table.killed, "UF:42.8")


def revive_personal(box: Library, tables: CampaignTables, roster: Roster) -> Roster:
    """UF:42.9-b: killed, the player must come back, for a point, as a green replacement."""
    key = personal_id(roster.nation)
    if roster.personal is None or not roster.men[key].lost:
        return roster
    return as_replacement(box, tables, roster, key)
