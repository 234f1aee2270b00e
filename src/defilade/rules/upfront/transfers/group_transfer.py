"""Lateral Group Transfer (UF:17.7): a group takes another letter, or two exchange theirs.

The group's `bound_for` is the letter it is on its way to, from the announcement until a Terrain card completes the
transfer.  A group of a swap that is there first waits for the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Refusal
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import PLACES, joint_refusal, place
from defilade.rules.upfront.game.losses import on_group_gone
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import movement_bar, on_halted, on_relettered, on_turn_ends
from defilade.rules.upfront.game.state import SIDEWAYS, Group, Laid, Man
from defilade.rules.upfront.infantry.discards import on_rejected
from defilade.rules.upfront.infantry.movement import (
    Fording,
    ford_or_move,
    movement_refusal,
    on_ford_failed,
    on_terrain_entered,
)
from defilade.rules.upfront.infantry.terrain import is_moving, terrain_of
from defilade.rules.upfront.transfers.encirclement import is_encircled
from defilade.rules.upfront.turn.sequence import on_turn_starts

PART = Part()


# -- who may go where --------------------------------------------------------------------------------------------


def holder(g: UfPlay, side: str, letter: str) -> Group | None:
    """The group of a side that bears a letter."""
    return next((group for group in g.groups_of(side) if group.letter == letter), None)


def adjacent_letters(g: UfPlay, group: Group) -> list[str]:
    """Positions next to a group, A to D; those of reinforcements only where the enemy has a group (UF:17.7-g)."""
    there = {enemy.letter for enemy in g.enemy_groups(group.side) if enemy.table == group.table}
    places = [letter for letter in PLACES if letter in "ABCD" or letter in there]
    return [letter for letter in places if abs(place(letter) - place(group.letter)) == 1]


def transfer_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """Why a group may not change its letter at all."""
    if group.bound_for:
        return Refusal("it is on its way already", "UF:17.7-qa")
    if any(other.forming == group.id for other in g.groups_of(group.side)):
        return Refusal("a new group is being formed out of it", "UF:17.8-c")
    for unit in g.state.units.values():
        if unit.transfers_to and group.id in (unit.group, unit.transfers_to):
            return Refusal("men are on their way from or to the group", "UF:17.8-c")
    return held_by_enemy(g, group)


def held_by_enemy(g: UfPlay, group: Group) -> Refusal | None:
    """Why the enemy keeps a group where it is, as it sets out and as it would arrive (UF:17.611, UF:20.56-a)."""
    if is_encircled(g, group):
        return Refusal("the group is encircled", "UF:17.611")
    for unit in g.state.units.values():
        if isinstance(unit, Man) and unit.infiltrates and group.id in (unit.group, unit.infiltrates):
            return Refusal("a group that infiltrates or is infiltrated stays where it is", "UF:17.7-h")
    return None


def vacant(g: UfPlay, side: str, letter: str) -> bool:
    """UF:17.7-b: no group was there at the start of the turn, nor is another one on its way to it."""
    if letter in g.side(side).vacated or holder(g, side, letter) is not None:
        return False
    return all(group.bound_for != letter for group in g.groups_of(side))


def letter_refusal(g: UfPlay, group: Group, letter: str) -> Refusal | None:
    if letter not in adjacent_letters(g, group):
        return Refusal("a group moves to the next letter, A to D", "UF:17.7-g")
    if not vacant(g, group.side, letter):
        return Refusal("that position is not vacant", "UF:17.7-b")
    return transfer_refusal(g, group)


# -- announcing --------------------------------------------------------------------------------------------------


def shift_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:17.7-a: with a Movement card sideways, any kind of it."""
    cards = g.holds(group.side, MOVEMENT_CARD)
    if not cards:
        return
    letters = [letter for letter in adjacent_letters(g, group) if vacant(g, group.side, letter)]
    if not letters or transfer_refusal(g, group) is not None:
        return
    for card, use in cards:
        if movement_refusal(g, group, card, use, SIDEWAYS) is None:
            for letter in letters:
                yield Action("shift", (group.id, card), letter)


def why_not_shift(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    refusal = letter_refusal(g, group, action.at)
    use = g.usable(group.side, action.who[1], MOVEMENT_CARD) if len(action.who) > 1 else None
    if refusal is None and use is not None:
        refusal = movement_refusal(g, group, action.who[1], use, SIDEWAYS)
    return refusal


def shift(g: UfPlay, group: Group, action: Action) -> None:
    announce(g, group, action.who[1], action.at)
    arrive_in_marsh(g, group.id)


def announce(g: UfPlay, group: Group, card: str, letter: str) -> None:
    """The Movement card is laid sideways; the letter comes with a Terrain card (UF:17.7-c). The same card may have to
    find a ford (UF:8.532)."""
    use = g.usable(group.side, card, MOVEMENT_CARD)
    assert use is not None
    g.spend(group)
    g.take_from_hand(group.side, card)
    fresh = g.update_group(group.id, bound_for=letter)
    text = f"{g.group_name(fresh)} is on its way to become Group {letter}."
    g.say("transfer", text, "UF:17.7-a", side=fresh.side, at=fresh.id)
    ford_or_move(g, fresh, card, use, SIDEWAYS)


def arrive_in_marsh(g: UfPlay, key: str) -> None:
    """UF:17.7-f: in Marsh the letter comes with the first Movement card; leaving it still takes two."""
    if g.group(key).bound_for and terrain_of(g.group(key)) == "marsh":
        arrive(g, g.group(key))


def swap_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:17.7-d: two adjacent groups, each with a card, at the same time; offered to the left one."""
    cards = g.holds(group.side, MOVEMENT_CARD)
    if len(cards) < 2:
        return
    others = [o for letter in adjacent_letters(g, group) if (o := holder(g, group.side, letter)) is not None]
    for other in others:
        if place(other.letter) < place(group.letter) or swap_refusal(g, group, other) is not None:
            continue
        for first, use in cards:
            for second, other_use in cards:
                if (
                    first != second
                    and _movable(g, group, first, use)
                    and _movable(g, other, second, other_use)
                ):
                    yield Action("swap", (group.id, first, other.id, second))


def _movable(g: UfPlay, group: Group, card: str, use: Use) -> bool:
    return movement_refusal(g, group, card, use, SIDEWAYS) is None


def swap_refusal(g: UfPlay, group: Group, other: Group) -> Refusal | None:
    if joint_refusal(g, other) is not None:
        return Refusal(f"{g.group_name(other)} cannot move now", "UF:17.7-d")
    if group.letter not in adjacent_letters(g, other):
        return Refusal("letters are changed within A to D", "UF:17.7-g")
    return transfer_refusal(g, group) or transfer_refusal(g, other)


def swap(g: UfPlay, group: Group, action: Action) -> None:
    _, first, other, second = action.who
    announce(g, group, first, g.group(other).letter)
    announce(g, g.group(other), second, group.letter)
    for key in (group.id, other):
        arrive_in_marsh(g, key)


PART.action(
    "shift",
    shift_options,
    shift,
    lambda g, a: f"{g.group_name(a.who[0])} sets out to become Group {a.at} ({g.card_name(a.who[1])})",
    why_not_shift,
)
PART.action(
    "swap",
    swap_options,
    swap,
    lambda g, a: (
        f"{g.group_name(a.who[0])} ({g.card_name(a.who[1])}) and {g.group_name(a.who[2])}"
        f" ({g.card_name(a.who[3])}) exchange places"
    ),
)


@PART.answers(movement_bar)
def no_detour(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:17.7-qa: neither forward nor back before the transfer is complete, nor while it waits for the other group of a
    swap."""
    if group.bound_for and mode != SIDEWAYS:
        return Refusal(f"{g.group_name(group)} is on its way to another position", "UF:17.7-qa")
    return None


# -- arriving ----------------------------------------------------------------------------------------------------


@PART.answers(on_terrain_entered)
def transfer_completed(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:17.7-c"""
    if group.bound_for:
        arrive(g, group)


def arrive(g: UfPlay, group: Group) -> None:
    """The group takes its new letter, at once if nobody is there, or together with the one it swaps with. It does not
    if the enemy holds either of them (UF:17.611, UF:17.7-h)."""
    there = holder(g, group.side, group.bound_for)
    held = held_by_enemy(g, group) or (held_by_enemy(g, there) if there is not None else None)
    if held is not None:
        give_up_transfer(g, group, held.rule)
    elif there is None:
        reletter(g, {group.id: group.bound_for})
    elif there.bound_for != group.letter:
        cancel(g, group, "UF:17.7-e")
    elif _is_on_its_way(g, there):
        text = f"{g.group_name(group)} waits for {g.group_name(there)}."
        g.say("transfer", text, "UF:17.7-e", side=group.side, at=group.id)
    else:
        reletter(g, {group.id: there.letter, there.id: group.letter})


def _is_on_its_way(g: UfPlay, group: Group) -> bool:
    """A group that swaps places has still to get its Terrain card, or first to find a ford."""
    if any(isinstance(frame, Fording) and frame.group == group.id for frame in g.state.stack):
        return True
    return is_moving(group) and terrain_of(group) != "marsh"


@PART.answers(on_turn_ends)
def both_in_one_turn(g: UfPlay, side: str) -> None:
    """UF:17.7-e: groups that exchange places get their Terrain cards in the same turn. What the enemy put on one of
    them was accepted at the start of this turn, in which the other had to follow."""
    for group in g.groups_of(side):
        if group.bound_for and not is_moving(group):
            there = holder(g, side, group.bound_for)
            if there is not None and _is_on_its_way(g, there):
                give_up_transfer(g, group)


def reletter(g: UfPlay, letters: dict[str, str]) -> None:
    """Groups take new letters, all at once."""
    before = {key: g.group(key) for key in letters}
    for key, letter in letters.items():
        group = before[key]
        laid = tuple(replace(one, to="") if one.to else one for one in group.laid)
        g.update_group(group, letter=letter, bound_for="", laid=laid)
        text = f"{g.nation(group.side).name} Group {group.letter} is now Group {letter}."
        g.say("relettered", text, "UF:17.7-c", side=group.side, at=key)
    side = next(iter(before.values())).side
    left = {group.letter for group in before.values()} - set(letters.values())
    g.update_side(side, vacated=g.side(side).vacated + "".join(sorted(left)))
    for key, group in before.items():
        on_relettered(g, g.group(key), group.letter)


def cancel(g: UfPlay, group: Group, rule: str) -> None:
    """The group keeps its letter after all."""
    laid = tuple(replace(one, to="") if one.to else one for one in group.laid)
    g.update_group(group, bound_for="", laid=laid)
    g.say("transfer", f"{g.group_name(group)} keeps its place.", rule, side=group.side, at=group.id)


@PART.answers(on_rejected)
def transfer_failed(g: UfPlay, group: Group, card: Laid) -> None:
    """UF:17.7-e: who goes around the terrain changes no letter, nor does the group that waits for its place."""
    give_up_transfer(g, g.group(group.id))


@PART.answers(on_ford_failed, on_halted)
def does_not_arrive(g: UfPlay, group: Group) -> None:
    give_up_transfer(g, group)


def give_up_transfer(g: UfPlay, group: Group, rule: str = "UF:17.7-e") -> None:
    """The group will not get there, as a vehicle that is stopped on its way (UF:28.441-a)."""
    if not group.bound_for:
        return
    partner = holder(g, group.side, group.bound_for)
    cancel(g, group, rule)
    if partner is not None and partner.bound_for == group.letter:
        cancel(g, partner, "UF:17.7-e")


@PART.answers(on_group_gone)
def place_is_free(g: UfPlay, gone: Group) -> None:
    """UF:17.7-e: a group that only waits for the place of one that is gone can take it."""
    g.update_side(gone.side, vacated=g.side(gone.side).vacated + gone.letter)
    for group in g.groups_of(gone.side):
        if group.bound_for == gone.letter and not is_moving(group):
            arrive(g, group)


@PART.answers(on_turn_starts)
def letters_are_free(g: UfPlay, side: str) -> None:
    """UF:17.7-b: what counts is the start of the turn."""
    if g.side(side).vacated:
        g.update_side(side, vacated="")
