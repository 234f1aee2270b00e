"""What rockets do behind them: men in a closed place are shaken by their own shot (SL:8.16.3, SL:8.16.4).

A PIAT is no rocket, and has nothing of it (SL:8.20.8).
"""

from __future__ import annotations

from defilade.kernel import Frame
from defilade.kernel.composition import Part
from defilade.rules.sl.fire import outside_the_terrain
from defilade.rules.sl.morale import MoraleCheck
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.exposed import CrewCheck
from defilade.rules.sl.vehicles.yard import passengers_of, ride_of
from defilade.rules.sl.weapons.anti_tank_fire import after_shot
from defilade.rules.sl.weapons.launchers import kind_of_launcher
from defilade.tactics.attack_plan import Aim
from defilade.tactics.units import Unit, Weapon

PART = Part()

BACKBLAST = "backblast"
INDOORS = 1
"""SL:8.16.3: what it adds to the check."""


def indoors(g: SlPlay, unit: Unit) -> bool:
    """Inside a building, not beside it on the way past."""
    aim = Aim((), g.state.phase, True)
    return unit.hex in g.map.building_of and not outside_the_terrain(g, unit, aim)


@PART.answers(after_shot)
def blast(g: SlPlay, unit: Unit, weapon: Weapon, others: tuple[str, ...], target: str) -> list[Frame]:
    """SL:8.16.3: in a building of who fires it only, and the single men with him. It makes nobody desperate: that is
    what enemy fire does."""
    if not kind_of_launcher(g, weapon).backblast:
        return []
    ride = ride_of(g, unit.id)
    if ride is not None:
        inside = [passenger.id for passenger in passengers_of(g, ride) if not passenger.broken]
        checks: list[Frame] = [MoraleCheck(uid, 0, BACKBLAST, source=BACKBLAST) for uid in inside]
        return [*checks, CrewCheck(ride.id, own=True)] if ride.manned else checks
    if not indoors(g, unit):
        return []
    return [MoraleCheck(uid, INDOORS, BACKBLAST, source=BACKBLAST) for uid in (*others, unit.id)]
