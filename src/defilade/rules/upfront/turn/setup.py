"""Prepare to play (UF:3): forming groups, dealing hands, initial terrain."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Choice, Frame, Refusal
from defilade.kernel.composition import all_of, bar, first_of, told
from defilade.kernel.encoding import always
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import deal, draw, in_order
from defilade.rules.upfront.game.groups import MOST_IN_GROUP
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import on_standard_groups, set_up_after_groups
from defilade.rules.upfront.game.scenario import Force
from defilade.rules.upfront.game.seats import Seat
from defilade.rules.upfront.game.state import TERRAIN, Group, Laid, Machine, Man, Side, Tray, Unit
from defilade.rules.upfront.infantry.movement import must_reject, on_terrain_entered
from defilade.rules.upfront.infantry.terrain import no_opposites
from defilade.rules.upfront.turn.sequence import Game, hand_limit

PART = Part()


@all_of
def given_terrain(g: UfPlay, side: str, /) -> Iterable[tuple[str, Use]]:
    """Which cards besides the hand has a side for the initial terrain?"""
    return ()


@bar
def grouping_bar(g: UfPlay, side: str, unit: Unit, letter: str, /) -> Refusal | None:
    """Why may this card not begin in that group?"""


@told
def on_given_terrain_laid(g: UfPlay, side: str, card: str, /) -> None:
    """A card besides the hand has been laid as initial terrain: it is taken from where it was."""


@first_of
def set_up_after_deal(g: UfPlay, side: str, /) -> Frame | None:
    """What is asked of a side between the deal and the initial terrain?"""


@first_of
def set_up_before_terrain(g: UfPlay, side: str, /) -> Frame | None:
    """What is asked of a side before the initial terrain?"""


@bar
def terrain_at_start_bar(g: UfPlay, group: Group, terrain: str, by: str, /) -> Refusal | None:
    """Why may this terrain not be laid as initial terrain (UF:3.6-f)?"""


MOST_GROUPS = 4
FEWEST_IN_GROUP = 2


# -- before anything is chosen -----------------------------------------------------------------------------------


def begin(g: UfPlay, seats: list[Seat]) -> None:
    """Sides, Personality cards and a draw pile for each table (UF:3.5-b); then the frames of the set-up (UF:3.1-a)."""
    state = g.state
    for seat in seats:
        force = g.scenario_at(seat.table).force(seat.nation, seat.role)
        troops = force.troops or f"{seat.nation}-line"
        state.players[seat.side] = Side(
            seat.side, seat.nation, troops, seat.team, seat.table, seat.role, snipers=force.snipers
        )
        state.hands[seat.side] = ()
        if force.artillery:
            state.facts[f"artillery {seat.side}"] = str(force.artillery)
        for unit in force_units(g, seat.side, force):
            state.waiting[unit.id] = unit
            if unit.card in force.arrivals:
                state.facts[f"arrival {unit.id}"] = str(force.arrivals[unit.card])
    for table in sorted({seat.table for seat in seats}):
        state.trays[table] = Tray(in_order(g, set(g.deck)), outlawed=dict(g.scenario_at(table).outlawed))
    order = state.sides
    stages: list[Frame] = [FormGroups(side) for side in order]
    state.stack.append(Game())
    terrain = [InitialTerrain(next(s for s in order if g.side(s).table == table)) for table in state.trays]
    g.push_in_order(*stages, Preparing(), *(DealHand(side) for side in order), Dealt(), *terrain)


def force_units(g: UfPlay, side: str, force: Force) -> list[Unit]:
    """The Personality cards of a force, not yet in any group. A second game in the same team game has the same men
    again (UF:41.2): its table is part of their id."""
    table = g.side(side).table if side in g.state.players else "1"
    mark = "" if table == "1" else f"-{table}"
    units: list[Unit] = []
    for card in force.men:
        units.append(replace(man_of(g, side, card, force.secondary.get(card, "")), id=f"{card}{mark}"))
    for card in force.machines:
        units.append(Machine(f"{card}{mark}", card, side, "", g.library.machines[card].kind))
    return units


def man_of(g: UfPlay, side: str, card: str, secondary: str = "") -> Man:
    printed = g.library.men[card]
    return Man(
        id=card,
        card=card,
        side=side,
        group="",
        morale=printed.morale,
        panic=printed.panic,
        kia=printed.kia,
        rank=printed.rank,
        role=printed.role,
        weapon=printed.weapon,
        secondary=secondary,
    )


# -- groups ------------------------------------------------------------------------------------------------------


class FormGroups(Frame):
    """A side lays out its Personality cards in 2 to 4 groups of 2 to 10 cards (UF:3.2-a), the first player first,
    his opponent after him so that like letters face each other (UF:3.2-c)."""

    side: str
    stage: str = always("groups")


def unplaced(g: UfPlay, side: str) -> list[Unit]:
    force = _force(g, side)
    return [u for u in g.state.waiting.values() if u.side == side and u.card not in force.reinforcements]


def _force(g: UfPlay, side: str) -> Force:
    player = g.side(side)
    return g.scenario_of(side).force(player.nation, player.role)


class _Layout:
    """How far the groups of a side are, for asking of many cards where they fit."""

    def __init__(self, g: UfPlay, side: str, left: list[Unit]) -> None:
        groups = g.groups_of(side)
        members = {group.letter: g.members(group) for group in groups}
        vehicles = {letter for letter, units in members.items() if any(map(_is_vehicle, units))}
        self.begun = frozenset(members)
        self.closed = vehicles | {letter for letter, units in members.items() if len(units) >= MOST_IN_GROUP}
        self.vehicles = len(vehicles)
        self.sizes = {letter: len(units) for letter, units in members.items() if letter not in vehicles}
        self.with_gun = {
            letter for letter, units in members.items() if any(isinstance(unit, Machine) for unit in units)
        }
        self.waiting_vehicles = sum(map(_is_vehicle, left))
        self.waiting_men = len(left) - self.waiting_vehicles

    def takes(self, unit: Unit, letter: str) -> bool:
        """Whether a card can go into a group so that all others can still be placed by the rules."""
        if _is_vehicle(unit):  # UF:28.11
            return letter not in self.begun and self._enough(unit, None)
        return letter not in self.closed and self._enough(unit, letter)

    def _enough(self, unit: Unit, letter: str | None) -> bool:
        """Enough men are left for every group to reach its smallest size, and letters for every vehicle."""
        sizes, with_gun = self.sizes, self.with_gun
        vehicles, waiting_vehicles, men = self.vehicles, self.waiting_vehicles, self.waiting_men
        if letter is None:
            vehicles += 1
            waiting_vehicles -= 1
        else:
            sizes = {**sizes, letter: sizes.get(letter, 0) + 1}
            men -= 1
            if isinstance(unit, Machine):
                with_gun = {*with_gun, letter}  # UF:34.2-a: a gun may be alone
        groups = len(sizes) + vehicles + waiting_vehicles
        short = sum([max(0, FEWEST_IN_GROUP - n) for letter, n in sizes.items() if letter not in with_gun])
        if not sizes and men:
            short += FEWEST_IN_GROUP
            groups += 1
        if groups < 2 and men + sum(sizes.values()) >= 2 * FEWEST_IN_GROUP:
            short += FEWEST_IN_GROUP * (2 - groups)
        space = sum([MOST_IN_GROUP - n for n in sizes.values()]) + MOST_IN_GROUP * (MOST_GROUPS - groups)
        return groups <= MOST_GROUPS and short <= men <= space


def _is_vehicle(unit: Unit) -> bool:
    return isinstance(unit, Machine) and unit.kind == "afv"


def usual_groups_possible(g: UfPlay, side: str) -> bool:
    """The force has a layout, and everybody in it is there."""
    here = {unit.card for unit in unplaced(g, side)}
    groups = _force(g, side).groups
    return bool(groups) and all(card in here for group in groups for card in group)


@PART.decisions(FormGroups)
def ask_form_groups(g: UfPlay, frame: FormGroups) -> Choice | None:
    left = unplaced(g, frame.side)
    if not left or frame.stage != "groups":
        return None
    taken = len(g.groups_of(frame.side))
    letters = "ABCD"[: min(MOST_GROUPS, taken + 1)]  # UF:3.2-d: no gaps
    if no_opposites(g):
        letters = "ABCD"  # UF:J.1-a
    layout = _Layout(g, frame.side, left)
    options = [
        Action("place", (unit.id,), letter)
        for unit in left
        for letter in letters
        if layout.takes(unit, letter) and grouping_bar(g, frame.side, unit, letter) is None
    ]
    if not taken and usual_groups_possible(g, frame.side):
        options.insert(0, Action("standard"))
    if not options:  # whoever is left fits nowhere
        options.append(Action("regroup"))
    asks = "Form groups: place a card in a group, from position 1 on."
    return Choice(frame.side, asks, tuple(options), ("UF:3.2-a", "UF:3.3-a"))


@ask_form_groups
def take_form_groups(g: UfPlay, frame: FormGroups, answer: Answer) -> None:
    if answer is None:
        _groups_are_formed(g, frame)
        return
    assert isinstance(answer, Action)
    if answer.verb == "standard":
        waiting = {unit.card: unit for unit in unplaced(g, frame.side)}
        for letter, cards in zip("ABCD", _force(g, frame.side).groups, strict=False):
            for card in cards:
                place(g, waiting[card], letter)
        on_standard_groups(g, frame.side)
    elif answer.verb == "regroup":
        take_back(g, frame.side)
    else:
        place(g, g.state.waiting[answer.who[0]], answer.at)


def place(g: UfPlay, unit: Unit, letter: str) -> None:
    """Put a card at the right end of the group with this letter, at range chit 0 (UF:3.4)."""
    del g.state.waiting[unit.id]
    group = next((grp for grp in g.groups_of(unit.side) if grp.letter == letter), None)
    if group is None:
        group = g.new_group(unit.side, letter)
    g.join_group(unit, group)


def take_back(g: UfPlay, side: str) -> None:
    """The side starts anew with its groups."""
    for group in g.groups_of(side):
        for unit in g.members(group):
            del g.state.units[unit.id]
            g.state.waiting[unit.id] = replace(unit, group="")
        del g.state.groups[group.id]


def _groups_are_formed(g: UfPlay, frame: FormGroups) -> None:
    if frame.stage == "groups":
        frame.stage = "after"
        extra = [f(g, frame.side) for f in set_up_after_groups.answers(g)]
        g.push_in_order(*(one for one in extra if one is not None))
        return
    g.pop()
    groups = g.groups_of(frame.side)
    g.update_side(frame.side, cards=sum(len(group.members) for group in groups))
    told = "; ".join(f"Group {group.letter}: {g.names(group.members)}" for group in groups)
    g.say("groups", f"{g.side_name(frame.side)}: {told}.", "UF:3.2-a", "UF:3.2-b", side=frame.side)


class Preparing(Frame):
    """What scenarios and fortifications do between the groups and the deal."""


@PART.automatic(Preparing)
def run_preparing(g: UfPlay, frame: Preparing) -> None:
    g.pop()
    g.state.phase = "terrain"
    extra = [f(g, side) for side in g.state.sides for f in set_up_before_terrain.answers(g)]
    g.push_in_order(*(one for one in extra if one is not None))


# -- hands -------------------------------------------------------------------------------------------------------


class DealHand(Frame):
    """A full hand is dealt face down (UF:3.5-a); after the initial terrain it is filled up again (UF:3.6-e)."""

    side: str


@PART.decisions(DealHand)
def ask_deal_hand(g: UfPlay, frame: DealHand) -> Chance | None:
    if len(g.hand(frame.side)) >= hand_limit(g, frame.side):
        return None
    return draw(g, frame.side, f"{g.side_name(frame.side)} is dealt a card", "UF:3.5-a")


@ask_deal_hand
def take_deal_hand(g: UfPlay, frame: DealHand, answer: Answer) -> None:
    if answer is None:
        g.pop()
    else:
        deal(g, frame.side, answer)


class Dealt(Frame):
    """What scenarios do between the deal and the initial terrain."""


@PART.automatic(Dealt)
def run_dealt(g: UfPlay, frame: Dealt) -> None:
    g.pop()
    extra = [f(g, side) for side in g.state.sides for f in set_up_after_deal.answers(g)]
    g.push_in_order(*(one for one in extra if one is not None))


# -- initial terrain ---------------------------------------------------------------------------------------------


class InitialTerrain(Frame):
    """The players place Terrain cards in turn, until both in a row do not want to go on (UF:3.6-a)."""

    side: str
    passes: int = 0


def at_table_of(g: UfPlay, side: str) -> list[str]:
    """The sides at a side's table, in order of play."""
    table = g.side(side).table
    return [other for other in g.state.sides if g.side(other).table == table]


def initial_terrain_options(g: UfPlay, side: str) -> list[Action]:
    """One card on any own or enemy group without one (UF:3.6-b); Cower cards, Smoke and Wire are out (UF:3.6-f)."""
    found = []
    sides = at_table_of(g, side)
    given = [pair for function in given_terrain.answers(g) for pair in function(g, side)]
    for card, use in (*g.holds(side, TERRAIN_CARD), *given):
        for group in g.state.groups.values():
            if group.side not in sides or group.laid:
                continue
            if must_reject(g, group, use.terrain) is not None:
                continue
            if terrain_at_start_bar(g, group, use.terrain, side) is None:
                found.append(Action("place-terrain", (card,), group.id))
    return found


@PART.decisions(InitialTerrain)
def ask_initial_terrain(g: UfPlay, frame: InitialTerrain) -> Choice | None:
    if frame.passes >= len(at_table_of(g, frame.side)):
        return None
    options = initial_terrain_options(g, frame.side)
    return Choice(frame.side, "Place a Terrain card on a group.", (*options, Action("done")), ("UF:3.6-a",))


@ask_initial_terrain
def take_initial_terrain(g: UfPlay, frame: InitialTerrain, answer: Answer) -> None:
    if answer is None:
        g.pop()
        g.say("ready", "Groups without a Terrain card start in Open Ground.", "UF:3.6-d", "UF:3.6-e")
        g.push_in_order(*(DealHand(side) for side in at_table_of(g, frame.side)))
        return
    assert isinstance(answer, Action)
    sides = at_table_of(g, frame.side)
    if answer.verb == "done":
        frame.passes += 1
    else:
        frame.passes = 0
        lay_initial_terrain(g, frame.side, answer.who[0], g.group(answer.at))
    frame.side = sides[(sides.index(frame.side) + 1) % len(sides)]


def lay_initial_terrain(g: UfPlay, side: str, card: str, group: Group) -> None:
    """It lies there for good: terrain cannot be rejected before play (UF:3.6-c)."""
    use = g.usable(side, card, TERRAIN_CARD)
    assert use is not None
    if card in g.hand(side):
        g.take_from_hand(side, card)
    else:
        on_given_terrain_laid(g, side, card)
    laid = Laid(card, TERRAIN, use.terrain, use.value, by=side)
    group = g.lay(group, laid)
    g.say(
        "initial_terrain",
        f"{g.group_name(group)} starts in {g.card_name(card)}.",
        "UF:3.6-a",
        "UF:3.6-c",
        side=side,
        who=(card,),
        at=group.id,
    )
    on_terrain_entered(g, group, laid)


PART.wording("place", lambda g, a: f"{g.name(a.who[0])} in Group {a.at}")
PART.wording("standard", lambda g, a: "The usual groups")
PART.wording("regroup", lambda g, a: "Begin again: not everybody finds a place")
PART.wording("place-terrain", lambda g, a: f"{g.card_name(a.who[0])} on {g.group_name(a.at)}")

__all__ = ["begin", "force_units", "man_of", "place", "replace"]
