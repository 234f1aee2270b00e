"""Wire (UF:13.3 to UF:13.6), and Open Ground slipped beneath artificial terrain (UF:13.5)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import bar, told
from defilade.rules.upfront.game.attack import (
    FIRE,
    FIRER,
    TERRAIN_STEP,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.cards import WIRE as WIRE_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import movement_bar, terrain_bar
from defilade.rules.upfront.game.state import (
    MOVEMENT,
    OPEN,
    RALLY,
    SMOKE,
    TERRAIN,
    WIRE,
    Group,
    Laid,
    Machine,
    Unit,
)
from defilade.rules.upfront.infantry.discards import discard_clash
from defilade.rules.upfront.infantry.movement import (
    enter_beneath,
    on_moving_card,
    on_terrain_played,
    own_terrain_refusal,
)
from defilade.rules.upfront.infantry.terrain import is_moving, lasting_cover, terrain_of, unforded

PART = Part()


@bar
def artificial_bar(g: UfPlay, group: Group, /) -> Refusal | None:
    """Why may no Wire be put on the group?"""


@told
def on_wire_on_vehicle(g: UfPlay, vehicle: Machine, /) -> None:
    """Wire has been put on a vehicle."""


@told
def on_wired(g: UfPlay, group: Group, /) -> None:
    """Wire has been put on a group."""


NO_WIRE = ("marsh", "pillbox", "stream")
"""Terrain on which no Wire can be put, or only once the group is on its way out (UF:13.3-b, UF:13.4)."""


def wires_on(group: Group) -> int:
    return sum(laid.kind == WIRE for laid in group.laid)


def on_wire(group: Group) -> bool:
    return any(laid.kind == WIRE for laid in group.laid)


# -- what it does ------------------------------------------------------------------------------------------------


@PART.modifies(attack_lines, "UF:13.32-a", step=FIRER)
def firing_from_wire(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:13.32-a, UF:13.6-a. Ordnance loses To Hit frequency instead (UF:13.32-c)."""
    if attack.kind == FIRE and attack.firer:
        count = wires_on(g.group(attack.firer))
        if count:
            yield Line("firing from Wire", -count, "UF:13.32-a")


def wire_to_hit(g: UfPlay, group: Group) -> Line | None:
    """UF:13.32-c: what Wire takes from the To Hit frequency of ordnance on it."""
    count = wires_on(group)
    return Line("on Wire", -count, "UF:13.32-c") if count else None


@PART.modifies(attack_lines, "UF:13.31", step=TERRAIN_STEP)
def caught_on_wire(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:13.31, UF:13.6-a: +1 for each card, besides the terrain"""
    count = wires_on(g.group(attack.target))
    if count:
        yield Line("Wire", count, "UF:13.31")


@PART.answers(lasting_cover)
def wire_spoils_cover(g: UfPlay, group: Group) -> int:
    """UF:13.31, UF:16.42-b"""
    return wires_on(group)


@PART.answers(movement_bar)
def wire_holds(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:13.34: a Movement card on Wire removes it and does nothing else (UF:13.33-b)."""
    if on_wire(group):
        return Refusal("the Wire must be removed first", "UF:13.34")
    return None


@PART.answers(terrain_bar)
def no_terrain_on_wire(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:13.34"""
    if on_wire(group):
        return Refusal("no Terrain card may be laid on top of Wire", "UF:13.34")
    return None


# -- putting it on the enemy -------------------------------------------------------------------------------------


def wire_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """UF:13.3-b, UF:13.4"""
    terrain = terrain_of(group)
    if terrain == "marsh":
        return Refusal("Wire may not be put on Marsh until two Movement cards cover it", "UF:13.4")
    if group.offered is not None and group.offered.terrain in NO_WIRE:
        return Refusal("the group may go into terrain on which no Wire can lie", "UF:13.4")
    if terrain == "pillbox":
        return Refusal("Wire may not be put on a Pillbox", "UF:13.3-b")
    if unforded(g, group):
        return Refusal("Wire may be put on a Stream only once the group has forded", "UF:13.3-b")
    if group.forming:
        return Refusal("the group is only being formed", "UF:17.92")
    return artificial_bar(g, group)


def wire_options(g: UfPlay, side: str) -> Iterator[Action]:
    """UF:13.3-a: on an enemy group, moving or not, in place of a discard."""
    cards = g.holds(side, WIRE_CARD)
    if not cards:
        return
    groups = [group for group in g.enemy_groups(side) if wire_refusal(g, group) is None]
    for card, _ in cards:
        for group in groups:
            yield Action("wire", (card,), group.id)


def put_wire(g: UfPlay, side: str, action: Action) -> None:
    """It cannot be rejected (UF:13.1-b). A vehicle checks for Bog and the card goes (UF:13.35). Men of the group who
    have infiltrated another one may still fight there (UF:13.36-c)."""
    (card,) = action.who
    group = g.group(action.at)
    text = f"{g.side_name(side)} puts Wire on {g.group_name(group)}."
    g.say("wire", text, "UF:13.3-a", "UF:13.1-b", side=side, who=(card,), at=group.id)
    vehicles = [unit for unit in g.members(group) if isinstance(unit, Machine) and unit.kind == "afv"]
    if vehicles:
        g.discard(card, side)
        for vehicle in vehicles:
            on_wire_on_vehicle(g, vehicle)
    else:
        g.lay(group, Laid(card, WIRE, by=side))
    on_wired(g, g.group(group.id))


@PART.answers(discard_clash)
def wire_and_terrain(g: UfPlay, side: str, action: Action, plans: list[Action]) -> bool:
    """Wire may be put on top of a Terrain card of the same turn, which is not laid on Wire (UF:13.34), if that is
    terrain that Wire can lie on (UF:13.3-b, UF:13.4)."""
    if action.verb == "put-terrain":
        return any(plan.verb == "wire" and plan.at == action.at for plan in plans)
    if action.verb != "wire":
        return False
    below = [plan.who[0] for plan in plans if plan.verb == "put-terrain" and plan.at == action.at]
    uses = [g.usable(side, card, TERRAIN_CARD) for card in below]
    return any(use is not None and use.terrain in NO_WIRE for use in uses)


PART.discard(
    "wire",
    wire_options,
    put_wire,
    lambda g, a: f"Put Wire on {g.group_name(a.at)}",
)


# -- removing it -------------------------------------------------------------------------------------------------


def clear_refusal(g: UfPlay, group: Group) -> Refusal | None:
    if not on_wire(group):
        return Refusal("there is no Wire on the group", "UF:13.33-a")
    if g.has_pinned(group):
        return Refusal("a group with pinned men cannot remove Wire", "UF:13.34")
    return None


def clear_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if on_wire(group) and clear_refusal(g, group) is None:
        for card, _ in g.holds(group.side, MOVEMENT_CARD):
            yield Action("clear-wire", (group.id, card))


def why_not_clear(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    return clear_refusal(g, group)


def clear_wire(g: UfPlay, group: Group, action: Action) -> None:
    """UF:13.33-a: one Wire card goes, the Movement card with it and to no other effect (UF:13.33-b). The second Wire
    takes another turn (UF:13.6-b)."""
    card = action.who[1]
    g.spend(group)
    g.spend_card(group.side, card)
    laid = list(group.laid)
    place = max(number for number, one in enumerate(laid) if one.kind == WIRE)
    g.put_away(laid.pop(place), group.side)
    group = g.update_group(group.id, laid=tuple(laid))
    text = f"{g.group_name(group)} removes the Wire."
    g.say("wire_gone", text, "UF:13.33-a", "UF:13.33-b", side=group.side, who=(card,), at=group.id)
    on_moving_card(g, group, card)


PART.action(
    "clear-wire",
    clear_options,
    clear_wire,
    lambda g, a: f"{g.group_name(a.who[0])} removes Wire ({g.card_name(a.who[1])})",
    why_not_clear,
)


# -- Open Ground beneath it --------------------------------------------------------------------------------------


def covering(group: Group) -> tuple[Laid, ...]:
    """Wire and Smoke above the last Movement card of a moving group. Rally cards among them are credit of the crew
    (UF:28.42-c) and cover nothing."""
    found: list[Laid] = []
    for laid in reversed(group.laid):
        if laid.kind in (WIRE, SMOKE):
            found.append(laid)
        elif laid.kind != RALLY:
            return tuple(reversed(found)) if laid.kind == MOVEMENT else ()
    return ()


def uncovered(group: Group) -> Group:
    """The group as it would be without the Wire and Smoke above its last Movement card."""
    above = covering(group)
    return replace(group, laid=tuple(laid for laid in group.laid if laid not in above))


def slip_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:13.5"""
    if is_moving(group) and covering(group) and own_terrain_refusal(g, uncovered(group), OPEN) is None:
        for card in g.hand(group.side):
            yield Action("slip-open", (group.id, card))


def slip_open_ground(g: UfPlay, group: Group, action: Action) -> None:
    """The group stops moving; Wire and Smoke stay (UF:13.5)."""
    card = action.who[1]
    g.spend(group)
    g.take_from_hand(group.side, card)
    above = covering(group)
    beneath = g.update_group(group.id, laid=uncovered(group).laid)
    laid = Laid(card, TERRAIN, OPEN, by=group.side)
    on_terrain_played(g, beneath, laid, group.side)
    enter_beneath(g, g.group(group.id), laid, above)
    text = f"{g.group_name(group.id)} stops; what lies on it stays."
    g.say("slipped", text, "UF:13.5", side=group.side, at=group.id)


PART.action(
    "slip-open",
    slip_options,
    slip_open_ground,
    lambda g, a: f"{g.group_name(a.who[0])}: Open Ground beneath Wire or Smoke ({g.card_name(a.who[1])})",
)
