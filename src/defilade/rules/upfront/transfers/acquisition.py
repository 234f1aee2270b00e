"""Weapons left behind and taken up (UF:18)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import ChangePlaces
from defilade.rules.upfront.game.losses import on_removed
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import CAPTURED, KIA, ROUT, Group, Laid, Loose, Man, Unit
from defilade.rules.upfront.infantry.crews import (
    assistant_in,
    assistant_of,
    end_crew_without_weapon,
    is_gunner,
    release,
    stand_together,
)
from defilade.rules.upfront.infantry.laying_down import is_foreign, leave_weapon, own_weapon, weapon_name
from defilade.rules.upfront.infantry.movement import on_moving_card, on_terrain_played
from defilade.rules.upfront.infantry.terrain import terrain_of
from defilade.rules.upfront.infantry.weapon_capture import carry_bar, free_hands, on_armed
from defilade.rules.upfront.transfers.infiltration import TOO_HEAVY

PART = Part()

WATER = ("marsh", "stream")


# -- weapons that are left behind --------------------------------------------------------------------------------


@PART.answers(on_removed)
def weapon_left_behind(g: UfPlay, unit: Unit, fate: str) -> None:
    """UF:18.1-a, with all that he carries (UF:21.1-a). A man who routs takes his along, unless a crew serves it
    (UF:18.1-d); that of a prisoner is gone in the same way (UF:32.12-a)."""
    if not isinstance(unit, Man):
        return
    if fate == KIA or (fate in (ROUT, CAPTURED) and is_gunner(g, unit)):
        lay_down(g, unit, Loose(unit.weapon, broken=unit.broken))
    if fate == KIA:
        lay_down_the_rest(g, unit)
    end_crew_without_weapon(g, unit)


def lay_down_the_rest(g: UfPlay, man: Man, *rules: str) -> None:
    """What a man carries besides his weapon (UF:21.1-a). An infiltrator's is lost: the enemy has no use for it."""
    load = Loose(man.kept, broken=man.kept_broken), Loose(man.secondary, broken=man.secondary_broken)
    for loose in load:
        if not man.infiltrates:
            lay_down(g, man, loose, *rules)
        elif loose.weapon:
            _lost(g, man, loose, *rules, "UF:18.1-c")


def _lost(g: UfPlay, man: Man, loose: Loose, *rules: str) -> None:
    text = f"The {weapon_name(g, loose.weapon)} of {g.name(man)} is lost."
    place = man.infiltrates or man.group
    g.say("weapon_gone", text, *rules, side=man.side, who=(man.id,), at=place)


def lay_down(g: UfPlay, man: Man, loose: Loose, *rules: str) -> None:
    """An infiltrator's weapon stays where he was (UF:18.1-c); in Marsh or Stream it is lost (UF:18.1-b)."""
    place = g.state.groups.get(man.infiltrates or man.group)
    if place is None or not loose.weapon:
        return
    if terrain_of(place) in WATER:
        _lost(g, man, loose, *rules, "UF:18.1-b")
        return
    if loose.weapon == man.weapon and (helper := assistant_in(g, place, man)) is not None:
        loose = replace(loose, assistant=helper.id)
    if loose.weapon in g.library.weapons:
        loose = replace(loose, captured=is_foreign(g, loose.weapon, place.side))
    g.update_group(place, loose=(*place.loose, loose))
    rule = "UF:18.1-c" if man.infiltrates else "UF:18.1-a"
    text = f"The {weapon_name(g, loose.weapon)} of {g.name(man)} stays with {g.group_name(place)}."
    g.say("weapon_left", text, *rules, rule, side=man.side, who=(man.id,), at=place.id)


def lose_loose_weapons(g: UfPlay, group: Group) -> None:
    """UF:18.4; crew duty at such a weapon ends with it (UF:11.13)."""
    group = g.group(group.id)
    if not group.loose:
        return
    claims = {loose.assistant for loose in group.loose} - {""}
    g.update_group(group, loose=())
    text = f"The weapons that lay with {g.group_name(group)} are lost."
    g.say("weapon_gone", text, "UF:18.4", side=group.side, at=group.id)
    for man in g.men(group):
        if man.id in claims and man.crews:
            release(g, man, "UF:11.13")


@PART.answers(on_moving_card)
def lost_on_the_move(g: UfPlay, group: Group, card: str) -> None:
    """UF:18.4: a Movement card on the group; what single men discard does not count."""
    lose_loose_weapons(g, group)


@PART.answers(on_terrain_played)
def lost_with_the_place(g: UfPlay, group: Group, laid: Laid, by: str) -> None:
    """UF:18.4: even if the terrain is rejected"""
    lose_loose_weapons(g, group)


# -- taking one up -----------------------------------------------------------------------------------------------


def claimant(g: UfPlay, group: Group, loose: Loose) -> Man | None:
    """The assistant of a crew-served weapon, who alone may take it (UF:18.22)."""
    man = g.state.units.get(loose.assistant)
    if isinstance(man, Man) and man.group == group.id and man.crews and not man.pinned:
        return man
    return None


def acquire_refusal(g: UfPlay, group: Group, man: Man, loose: Loose) -> Refusal | None:
    """UF:18.2-a: an unpinned infantryman of the group; an infiltrator is still one of them (UF:20.5)."""
    if man.group != group.id or man.pinned or man.transfers_to or man.berserk:
        return Refusal(f"{g.name(man)} cannot take up a weapon now", "UF:18.2-a")
    first = claimant(g, group, loose)
    if first is not None and first.id != man.id:
        return Refusal(f"{g.name(first)} has the first claim on it", "UF:18.22")
    weapon = g.library.weapons.get(loose.weapon)
    if man.infiltrates and weapon is not None and weapon.kind in TOO_HEAVY:
        return Refusal(f"an infiltrator has no use for the {weapon.name}", "UF:20.23-b")
    bare = (
        man if weapon is None else replace(man, secondary="")
    )  # UF:21.1-c: for it he leaves what he carries
    return carry_bar(g, bare, loose.weapon)


def acquire_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """Only weapons that lie there: that of a pinned man is safe as long as he is in play (UF:18.3), and men do not
    exchange theirs as they like (UF:18.21-b)."""
    for number, loose in enumerate(group.loose):
        if loose not in group.loose[:number]:
            for man in g.men(group):
                if acquire_refusal(g, group, man, loose) is None:
                    yield Action("acquire", (group.id, man.id), how=str(number + 1))


def why_not_acquire(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    if not action.how.isdigit() or not 1 <= int(action.how) <= len(group.loose):
        return Refusal("there is no such weapon with the group", "UF:18.3")
    man = g.state.units.get(action.who[1]) if len(action.who) > 1 else None
    if not isinstance(man, Man):
        return None
    return acquire_refusal(g, group, man, group.loose[int(action.how) - 1])


def acquire(g: UfPlay, group: Group, action: Action) -> None:
    """The group's sole action. The assistant needs no luck (UF:18.22-b)."""
    g.spend(group)
    man, number = g.man(action.who[1]), int(action.how) - 1
    if claimant(g, group, group.loose[number]) is not None:
        take_up(g, man, number, "UF:18.22-b")
    else:
        g.push(Acquiring(man.id, number))


class Acquiring(Frame):
    """A man tries to take up a weapon that lies with his group: a black number is needed (UF:18.2-a)."""

    man: str
    number: int


@PART.decisions(Acquiring)
def ask_acquiring(g: UfPlay, frame: Acquiring) -> Chance:
    man = g.man(frame.man)
    weapon = weapon_name(g, g.group_of(man).loose[frame.number].weapon)
    asks = f"{g.name(man)} takes up the {weapon} on a black number"
    return draw(g, man.side, asks, "UF:18.2-a", about=(man.id,))


@ask_acquiring
def take_acquiring(g: UfPlay, frame: Acquiring, answer: Answer) -> None:
    g.pop()
    man = g.man(frame.man)
    if turned(g, man.side, answer).red:
        text = f"{g.name(man)} does not get hold of it."
        g.say("not_acquired", text, "UF:18.2-b", side=man.side, who=(man.id,), at=man.group)
    else:
        take_up(g, man, frame.number, "UF:18.2-b")


def take_up(g: UfPlay, man: Man, number: int, rule: str) -> None:
    """The weapon replaces his own, which stays there in its place (UF:18.2-b, UF:18.21-a), a captured one too; beside a
    captured weapon he keeps his printed one (UF:20.74-b). A secondary weapon that does not go with it he abandons
    (UF:21.1-c)."""
    loose = g.group_of(man).loose[number]
    if loose.weapon not in g.library.weapons:  # UF:21.1-a
        _off_the_ground(g, man, number)
        g.update(man, secondary=loose.weapon, secondary_broken=loose.broken)
        text = f"{g.name(man)} has the {weapon_name(g, loose.weapon)} now."
        g.say("acquired", text, rule, side=man.side, who=(man.id,), at=man.group)
        g.push(ChangePlaces(man.id))  # UF:3.3-d
        return
    man = free_hands(g, man, loose.weapon)
    if man.captured:
        man = leave_weapon(g, man, g.group_of(man), "UF:18.21-a")
    if man.crews:
        release(g, man, "UF:18.22-b")
        man = g.man(man.id)
    kept, malfunctions = _keeps(g, man, loose)
    if kept:
        man = g.update(man, weapon="", kept="", kept_broken=False, broken=False, captured=False)
    while man.weapon:
        man = leave_weapon(g, man, g.group_of(man), "UF:18.21-a")
    _off_the_ground(g, man, number)  # only now: until then its assistant is no crew of what he lays down
    g.update(
        man,
        weapon=loose.weapon,
        broken=loose.broken,
        captured=loose.captured,
        kept=kept,
        kept_broken=malfunctions,
    )
    text = f"{g.name(man)} has the {g.library.weapons[loose.weapon].name} now."
    g.say("acquired", text, rule, side=man.side, who=(man.id,), at=man.group)
    _crew_goes_on(g, g.man(man.id), loose)
    g.push(ChangePlaces(man.id))  # UF:3.3-d
    on_armed(g, g.man(man.id))


def _off_the_ground(g: UfPlay, man: Man, number: int) -> None:
    lying = g.group_of(man).loose
    g.update_group(man.group, loose=(*lying[:number], *lying[number + 1 :]))


def _keeps(g: UfPlay, man: Man, loose: Loose) -> tuple[str, bool]:
    """His printed weapon, where he takes up a captured one and has nobody to crew his own (UF:20.74-b), and whether
    it has malfunctioned."""
    if not loose.captured or man.secondary or assistant_of(g, man) is not None:
        return "", False
    return own_weapon(g, man)


def _crew_goes_on(g: UfPlay, gunner: Man, loose: Loose) -> None:
    """A pinned assistant stays crew of the weapon that another man has taken up (UF:11.13), unless that is an
    infiltrator, who has no crew (UF:20.61)."""
    helper = g.state.units.get(loose.assistant)
    if isinstance(helper, Man) and helper.group == gunner.group and helper.crews and helper.id != gunner.id:
        if gunner.infiltrates:
            release(g, helper, "UF:20.61")
            return
        g.update(helper, crews=gunner.id)
        stand_together(g, g.group_of(gunner), helper.id, gunner.id)


PART.action(
    "acquire",
    acquire_options,
    acquire,
    lambda g, a: f"{g.name(a.who[1])} takes up the {_loose_name(g, a)}",
    why_not_acquire,
)


def _loose_name(g: UfPlay, action: Action) -> str:
    loose = g.group(action.who[0]).loose[int(action.how) - 1]
    return weapon_name(g, loose.weapon)


# -- secondary weapons -------------------------------------------------------------------------------------------


def hand_over_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:18.21-c: by an unpinned or a wounded man, to an unpinned one who has none; not between the groups."""
    men = [man for man in g.men(group) if not man.transfers_to]
    for giver in men:
        if giver.secondary and (giver.wounded or not giver.pinned):
            for man in men:
                if man.id != giver.id and not man.pinned and _can_carry(g, man, giver.secondary):
                    yield Action("hand-over", (group.id, giver.id, man.id))


def _can_carry(g: UfPlay, man: Man, weapon: str) -> bool:
    """UF:21.1-b, UF:21.1-c"""
    return carry_bar(g, man, weapon) is None


def hand_over(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    giver, man = g.man(action.who[1]), g.man(action.who[2])
    g.update(man, secondary=giver.secondary, secondary_broken=giver.secondary_broken)
    g.update(giver, secondary="", secondary_broken=False)
    text = f"{g.name(giver)} hands his {giver.secondary.replace('-', ' ')} to {g.name(man)}."
    g.say("handed_over", text, "UF:18.21-c", side=group.side, who=(giver.id, man.id), at=group.id)


PART.action(
    "hand-over",
    hand_over_options,
    hand_over,
    lambda g, a: f"{g.name(a.who[1])} hands his secondary weapon to {g.name(a.who[2])}",
)
