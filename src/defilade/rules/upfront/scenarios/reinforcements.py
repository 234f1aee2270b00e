"""Reinforcements (UF:35): cards that come into play as one group once enough decks are played out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defilade.kernel import Action, Refusal
from defilade.rules.upfront.game.cards import CONCEALED, Use
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import action_bar, action_limit
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import no_entry, terrain_bar
from defilade.rules.upfront.game.state import TERRAIN, Group, Laid, Machine, Unit
from defilade.rules.upfront.infantry.discards import discards_allowed
from defilade.rules.upfront.infantry.movement import on_terrain_entered
from defilade.rules.upfront.ordnance.infantry_guns import guns
from defilade.rules.upfront.transfers.flanking import Outflanking, open_flanks
from defilade.rules.upfront.turn.sequence import on_turn_starts

PART = Part()

LETTER = "E"


def waiting_units(g: UfPlay, side: str) -> list[Unit]:
    return [unit for unit in g.state.waiting.values() if unit.side == side]


def decks_to_wait(g: UfPlay, unit: Unit) -> int:
    """How often the draw pile must have been emptied, by the scenario or by what the side has bought (UF:35.1-a,
    UF:43.4)."""
    return int(g.state.facts.get(f"arrival {unit.id}", g.scenario_of(unit.side).reinforce_after))


def arriving(g: UfPlay, side: str) -> list[Unit]:
    """Those of the reinforcements whose time has come and who come next: a vehicle is a group by itself (UF:28.11) and
    follows the men."""
    number = g.tray(side).number
    due = [unit for unit in waiting_units(g, side) if number > decks_to_wait(g, unit)]
    return [unit for unit in due if not _is_vehicle(unit)] or due[:1]


def _is_vehicle(unit: Unit) -> bool:
    return isinstance(unit, Machine) and unit.kind == "afv"


def entry_letters(g: UfPlay, side: str) -> list[str]:
    """Group E (UF:35.1-b), unless there is one."""
    return [] if any(group.letter == LETTER for group in g.groups_of(side)) else [LETTER]


def may_enter(g: UfPlay, side: str) -> bool:
    return bool(arriving(g, side)) and bool(entry_letters(g, side))


# -- at the start of the turn ------------------------------------------------------------------------------------


@PART.answers(on_turn_starts)
def note_highest_chit(g: UfPlay, side: str) -> None:
    """UF:35.3-b: the highest range chit at the start of the turn; UF:35.4-c holds for one turn only."""
    if g.side(side).sealed:
        g.update_side(side, sealed=False)
    if waiting_units(g, side) or len(g.state.trays) > 1:
        highest = max((group.range for group in g.groups_of(side)), default=0)
        g.state.facts[f"highest {side}"] = str(highest)


def entry_chits(g: UfPlay, side: str, use: Use, units: Iterable[Unit]) -> list[int]:
    """Range chit 0 (UF:35.3-a), or with a Flank card any chit up to the highest (UF:35.3-b); a vehicle always comes up
    at 0 (UF:43.42)."""
    if not use.flank or any(map(_is_vehicle, units)):
        return [0]
    highest = int(g.state.facts.get(f"highest {side}", "0"))
    return [0, *range(1, highest + 1)]


# -- entering in the open ----------------------------------------------------------------------------------------


def enter_options(g: UfPlay, side: str) -> Iterator[Action]:
    """UF:35.2: at any time in the turn, with a Movement card; it is an action of the group that they make."""
    if not g.state.waiting or not may_enter(g, side):
        return
    if action_limit(g, side, 1, 1) is not None:
        return
    units = arriving(g, side)
    for letter in entry_letters(g, side):
        for card, use in g.holds(side, MOVEMENT_CARD):
            for chit in entry_chits(g, side, use, units):
                yield Action("enter", (card,), letter, str(chit))


def enter(g: UfPlay, side: str, action: Action) -> None:
    group = form(g, side, action.at, int(action.how))
    g.spend(group)
    come_up_in_the_open(g, g.group(group.id), side, action.who[0])


def come_up_in_the_open(g: UfPlay, group: Group, side: str, card: str) -> None:
    """A group comes up in Open Ground (UF:35.4-a). The Movement card is discarded (UF:35.2); a Flank card may bring
    Flanking Fire all the same (UF:35.3-b)."""
    use = g.usable(side, card, MOVEMENT_CARD)
    assert use is not None
    g.spend_card(side, card)
    if use.flank and any(open_flanks(g, group)):
        g.push(Outflanking(group.id, entered=True))


def form(g: UfPlay, side: str, letter: str, chit: int) -> Group:
    """All of them together in one group (UF:35.2); they count for the force from now on (UF:16.5-b)."""
    group = g.new_group(side, letter, chit)
    units = arriving(g, side)
    for unit in units:
        del g.state.waiting[unit.id]
        g.join_group(unit, group.id)
    g.update_side(side, cards=g.side(side).cards + len(units))
    text = f"{g.group_name(group)} comes up at range chit {chit}: {g.names(units)}."
    g.say("reinforcements", text, "UF:35.2", "UF:35.1-b", side=side, at=group.id)
    for gun in guns(g, g.group(group.id)):  # UF:34.5-a: it has come a long way
        g.update(gun, moved=True)
    return g.group(group.id)


# -- entering in terrain -----------------------------------------------------------------------------------------


def enter_cover_options(g: UfPlay, side: str) -> Iterator[Action]:
    """UF:35.4-b, UF:35.4-c: with a Movement, a Concealed and a Terrain card together, and nothing else in the turn."""
    player = g.side(side)
    if not g.state.waiting or player.actions or player.sealed or not may_enter(g, side):
        return
    units = arriving(g, side)
    for letter in entry_letters(g, side):
        for move, veil, place, use in cover_hands(g, side, Group("", side, letter), units):
            for chit in entry_chits(g, side, use, units):
                yield Action("enter-cover", (move, veil, place), letter, str(chit))


def cover_hands(
    g: UfPlay, side: str, group: Group, units: Iterable[Unit]
) -> Iterator[tuple[str, str, str, Use]]:
    """The Movement, Concealed and Terrain cards of a hand with which these units can come up under cover, and the
    function of the Movement card."""
    hidden = [card for card, _ in g.holds(side, CONCEALED)]
    moves = g.holds(side, MOVEMENT_CARD)
    if not hidden or not moves:
        return
    newcomers = Group("", side, group.letter)
    units = list(units)
    places = [
        card
        for card, use in g.holds(side, TERRAIN_CARD)
        if terrain_bar(g, newcomers, use.terrain, side) is None
        and not any(bar(g, group, unit, use.terrain) for bar in no_entry.answers(g) for unit in units)
    ]
    for move, use in moves:
        for veil in hidden:
            for place in places:
                if len({move, veil, place}) == 3:
                    yield move, veil, place, use


def enter_cover(g: UfPlay, side: str, action: Action) -> None:
    group = form(g, side, action.at, int(action.how))
    g.spend(group)
    lay_cover(g, group, side, action.who)


def lay_cover(g: UfPlay, group: Group, side: str, cards: tuple[str, ...]) -> None:
    """A group comes up in terrain; the side does nothing else in this turn (UF:35.4-c)."""
    move, veil, place = cards
    use = g.usable(side, place, TERRAIN_CARD)
    assert use is not None
    g.spend_card(side, move)
    g.spend_card(side, veil)
    g.take_from_hand(side, place)
    g.update_side(side, sealed=True)
    laid = Laid(place, TERRAIN, use.terrain, use.value, by=side)
    group = g.lay(group.id, laid)
    text = f"{g.group_name(group)} comes up under cover."
    g.say("reinforcements", text, "UF:35.4-b", "UF:35.4-c", side=side, who=cards, at=group.id)
    on_terrain_entered(g, group, laid)


@PART.answers(action_limit)
def nothing_else(g: UfPlay, side: str, more: int, groups: int = 0) -> Refusal | None:
    if g.side(side).sealed:
        return Refusal("reinforcements came up under cover: nothing else is done in this turn", "UF:35.4-c")
    return None


@PART.answers(action_bar)
def no_group_does(g: UfPlay, group: Group) -> Refusal | None:
    return nothing_else(g, group.side, 1)


@PART.answers(discards_allowed)
def no_discards_besides(g: UfPlay, side: str, limit: int) -> int:
    """UF:35.4-c"""
    return 0 if g.side(side).sealed else limit


PART.free_action(
    "enter",
    enter_options,
    enter,
    lambda g, a: f"Reinforcements as Group {a.at} at range chit {a.how} ({g.card_name(a.who[0])})",
)
PART.free_action(
    "enter-cover",
    enter_cover_options,
    enter_cover,
    lambda g, a: f"Reinforcements as Group {a.at} at range chit {a.how} in {g.card_name(a.who[2])}",
)
