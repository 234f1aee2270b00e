"""AFV that must enter with their crews exposed (DAE:DaE1-g)."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.card import Group
from defilade.rules.sk.card_rules import EnterCrewExposed
from defilade.rules.sk.full.vehicles.crew_exposed import crew_bar
from defilade.rules.sk.setup import group_made
from defilade.rules.sk.state import APH, PHASES, SkPlay
from defilade.tactics.names import Side
from defilade.tactics.vehicles import Vehicle

PART = Part()

STAYS_OUT = Refusal("its crew stays CE until the APh of its first player turn", "DAE:DaE1-g")


def has_rule(g: SkPlay, side: Side) -> bool:
    return any(rule.side == side for rule in g.scenario.rules_of(EnterCrewExposed))


@PART.answers(group_made)
def enter_exposed(g: SkPlay, number: int, group: Group) -> None:
    if has_rule(g, group.side):
        for vehicle in list(g.state.vehicles.values()):
            if vehicle.group == number:
                g.update_vehicle(vehicle, ce=True)


@PART.answers(crew_bar)
def stays_out(g: SkPlay, vehicle: Vehicle) -> Refusal | None:
    """Until then no crew buttons up by its own will."""
    if not has_rule(g, vehicle.side) or g.state.turn > 1 or not vehicle.ce:
        return None
    over = g.attacker != vehicle.side or PHASES.index(g.state.phase) >= PHASES.index(APH)
    return None if over else STAYS_OUT
