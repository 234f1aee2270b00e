"""How vehicles move (UF:28.5): where they cannot go, and Bog (UF:28.52, UF:28.53)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import movement_bar, no_entry
from defilade.rules.upfront.game.state import SIDEWAYS, Group, Laid, Machine, Unit
from defilade.rules.upfront.infantry.movement import must_reject, on_terrain_entered
from defilade.rules.upfront.infantry.terrain import has_vehicle, movement_cards, terrain_of
from defilade.rules.upfront.infantry.wire import on_wire_on_vehicle
from defilade.rules.upfront.vehicles.afv import AFV, card_of, is_helpless, is_stuck, side_up, vehicle_of
from defilade.rules.upfront.vehicles.afv_damage import halt

PART = Part()

NO_GO = {"marsh": "UF:28.5-a", "pillbox": "UF:23.3-b"}
BOGGY = {"gully": "UF:8.23", "woods": "UF:8.71", "stream": "UF:28.52"}
"""Terrain that a vehicle can bog down in, and the rule (UF:28.52)."""


# -- where it cannot go ------------------------------------------------------------------------------------------


@PART.answers(must_reject)
def no_vehicle_there(g: UfPlay, group: Group, terrain: str) -> Refusal | None:
    """UF:28.5-a, UF:8.43: neither before play nor in it. An enemy may put Marsh in its way all the same, to make it
    go around (UF:28.5-b)."""
    if terrain in NO_GO and has_vehicle(g, group):
        return Refusal(f"a vehicle cannot enter {terrain.capitalize()}", NO_GO[terrain])
    return None


@PART.answers(no_entry)
def vehicle_never_in(g: UfPlay, group: Group, unit: Unit, terrain: str) -> bool:
    """UF:8.43"""
    return isinstance(unit, Machine) and unit.kind == AFV and terrain in NO_GO


@PART.answers(movement_bar)
def vehicle_stays(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:28.44-a, UF:28.45-a, UF:28.53-c; a Buttoned Up vehicle drives on (UF:28.43-c)."""
    vehicle = vehicle_of(g, group)
    if vehicle is None:
        return None
    if vehicle.immobilized:
        return Refusal(f"{g.name(vehicle)} is immobilized", "UF:28.44-a")
    if vehicle.bogged:
        return Refusal(f"{g.name(vehicle)} is bogged down", "UF:28.53-c")
    if is_helpless(g, vehicle):
        rule = "UF:28.45-a" if vehicle.stun else "UF:28.42-a"
        return Refusal(f"{g.name(vehicle)} cannot move now", rule)
    if mode != SIDEWAYS and terrain_of(group) == "woods" and not movement_cards(group):
        return Refusal("a vehicle leaves Woods by a sideways Movement card", "UF:28.51")  # UF:8.73
    return None


# -- bog ---------------------------------------------------------------------------------------------------------


class BogCheck(Frame):
    """A vehicle bogs down on a red number in the column of its Bog rating (UF:28.53-a)."""

    vehicle: str
    column: int
    rule: str


def check_bog(g: UfPlay, vehicle: Machine, column: int, rule: str) -> None:
    """What is stuck already cannot get stuck."""
    if not is_stuck(vehicle):
        g.push(BogCheck(vehicle.id, column, rule))


def _bog_columns(g: UfPlay, vehicle: Machine) -> tuple[int, ...]:
    """Those of the side that is up (UF:28.43-c); a pinned card without any keeps those of its front."""
    return side_up(g, vehicle).bog or card_of(g, vehicle).front.bog


def terrain_column(g: UfPlay, vehicle: Machine) -> int:
    """UF:28.53-a"""
    return _bog_columns(g, vehicle)[0]


def wire_column(g: UfPlay, vehicle: Machine) -> int:
    """UF:28.53-b"""
    return _bog_columns(g, vehicle)[1]


@PART.answers(on_terrain_entered)
def soft_ground(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:28.52: as the card is played, before play too; terrain that is rejected is not entered."""
    vehicle = vehicle_of(g, group)
    if vehicle is not None and laid.terrain in BOGGY:
        check_bog(g, vehicle, terrain_column(g, vehicle), BOGGY[laid.terrain])


@PART.answers(on_wire_on_vehicle)
def caught_in_wire(g: UfPlay, vehicle: Machine) -> None:
    """UF:13.35, UF:28.53-b"""
    check_bog(g, vehicle, wire_column(g, vehicle), "UF:28.53-b")


@PART.decisions(BogCheck)
def ask_bog_check(g: UfPlay, frame: BogCheck) -> Chance | None:
    vehicle = g.state.units.get(frame.vehicle)
    if not isinstance(vehicle, Machine) or is_stuck(vehicle):  # another check has stopped it
        return None
    asks = f"{g.name(vehicle)} bogs down on a red number in column {frame.column}"
    return draw(g, vehicle.side, asks, "UF:28.53-a", about=(vehicle.id,))


@ask_bog_check
def take_bog_check(g: UfPlay, frame: BogCheck, answer: Answer) -> None:
    g.pop()
    if answer is None:
        return
    vehicle = g.machine(frame.vehicle)
    card = turned(g, vehicle.side, answer)
    if not card.is_red(frame.column):
        text = f"{g.name(vehicle)} gets through."
        g.say("no_bog", text, frame.rule, side=vehicle.side, who=(vehicle.id, card.id), at=vehicle.group)
        return
    g.update(vehicle, bogged=True)
    text = f"{g.name(vehicle)} bogs down."
    rules = ("UF:28.53-a", frame.rule)
    g.say("bogged", text, *rules, side=vehicle.side, who=(vehicle.id, card.id), at=vehicle.group)
    halt(g, g.group_of(vehicle))


# -- getting free ------------------------------------------------------------------------------------------------


class Freeing(Frame):
    """A bogged vehicle gets free on a black number (UF:28.53-d)."""

    vehicle: str


def free_refusal(g: UfPlay, group: Group) -> Refusal | None:
    vehicle = vehicle_of(g, group)
    if vehicle is None or not vehicle.bogged:
        return Refusal("nothing is bogged down there", "UF:28.53-d")
    if is_helpless(g, vehicle):
        return Refusal(f"{g.name(vehicle)} cannot move now", "UF:28.42-a")
    if vehicle.immobilized:
        return Refusal(f"{g.name(vehicle)} is immobilized", "UF:28.44-a")
    return None


def free_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if has_vehicle(g, group) and free_refusal(g, group) is None:
        for card, _ in g.holds(group.side, MOVEMENT_CARD):
            yield Action("get-free", (group.id, card))


def why_not_free(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    return free_refusal(g, group)


def get_free(g: UfPlay, group: Group, action: Action) -> None:
    """UF:28.53-d: the Movement card goes to the discard pile; whoever tries is no moving target."""
    vehicle = vehicle_of(g, group)
    assert vehicle is not None
    g.spend(group)
    g.spend_card(group.side, action.who[1])
    g.push(Freeing(vehicle.id))


@PART.decisions(Freeing)
def ask_freeing(g: UfPlay, frame: Freeing) -> Chance:
    vehicle = g.machine(frame.vehicle)
    asks = f"{g.name(vehicle)} gets free on a black number"
    return draw(g, vehicle.side, asks, "UF:28.53-d", about=(vehicle.id,))


@ask_freeing
def take_freeing(g: UfPlay, frame: Freeing, answer: Answer) -> None:
    g.pop()
    vehicle = g.machine(frame.vehicle)
    card = turned(g, vehicle.side, answer)
    if not card.red:
        g.update(vehicle, bogged=False)
    text = f"{g.name(vehicle)} {'is still stuck' if card.red else 'is free again'}."
    g.say("freed", text, "UF:28.53-d", side=vehicle.side, who=(vehicle.id, card.id), at=vehicle.group)


PART.action(
    "get-free",
    free_options,
    get_free,
    lambda g, a: f"{g.group_name(a.who[0])} tries to get free ({g.card_name(a.who[1])})",
    why_not_free,
)
