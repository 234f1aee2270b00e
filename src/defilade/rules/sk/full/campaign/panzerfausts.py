"""Panzerfausts in a campaign scenario (DAE:4.3-h): for squads that set up on the map, and for those that come."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.card_rules import CampaignScenario
from defilade.rules.sk.full.ordnance.panzerfausts import shots_at_hand
from defilade.rules.sk.full.ordnance.shots import month, tables
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Side
from defilade.tactics.units import OFF_MAP, SQUAD

PART = Part()


@PART.answers(shots_at_hand)
def as_they_come(g: SkPlay, shots: int, side: Side) -> int:
    """One and a half a squad, rounded down; both lots by themselves."""
    if not g.scenario.rules_of(CampaignScenario):
        return shots
    on_map = entered = 0
    for number, group in enumerate(g.scenario.groups):
        if group.side != side:
            continue
        squads = sum(count for counter, count in group.units.items() if g.counters[counter].kind == SQUAD)
        if group.enters is None:
            on_map += squads
        else:
            entered += squads - sum(
                unit.group == number and unit.kind == SQUAD and unit.hex == OFF_MAP and unit.due > 0
                for unit in g.state.units.values()
            )
    chart = tables(g).panzerfaust
    return chart.shots(on_map, month(g)) + chart.shots(entered, month(g))
