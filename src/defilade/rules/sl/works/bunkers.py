"""Bunkers (SL:15.5): who is in one is hard to hit, above all from where it does not look, and looks nowhere else.

One gets in and out as with an entrenchment (SL:15.5.4). Who comes into a hex with enemies in its bunker does so in the
APh, and fights them there.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Frame, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.presentation import StateMark
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.card import BUNKERS
from defilade.rules.sl.eyes.gaining import gains_nothing
from defilade.rules.sl.firers import fire_bar
from defilade.rules.sl.rout import need_not_rout
from defilade.rules.sl.shown import marks_of
from defilade.rules.sl.state import APH, SlPlay, Work
from defilade.rules.sl.vehicles.afv_fear import cannot_leave
from defilade.rules.sl.vehicles.exposed import OVERRUN
from defilade.rules.sl.weapons.anti_tank_fire import after_shot
from defilade.rules.sl.weapons.backblast import BACKBLAST, INDOORS
from defilade.rules.sl.weapons.launchers import kind_of_launcher
from defilade.rules.sl.works.entrenchments import entrenched, inside_bar, outside_bar
from defilade.rules.sl.works.placing import fits_in, site_bar
from defilade.rules.sl.works.wire import wired
from defilade.rules.sl.works.works import bunker_in, in_bunker
from defilade.tactics.arcs import in_arc
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit, Weapon

PART = Part()

NO_GROUND = {
    "woods": Refusal("bunkers are not built in woods", "SL:15.5.1"),
    "marsh": Refusal("nobody fortifies marsh", "SL:14.18.10"),
    "pond": Refusal("nobody fortifies water", "SL:15.5.1"),
}
IN_BUILDINGS = Refusal("bunkers are not built in buildings", "SL:15.5.1")
IN_A_STREAM = Refusal("bunkers are not built in streams", "SL:14.22.1-b")
ENTRENCHED = Refusal("there is an entrenchment in that hex", "SL:15.3.1")
FULL = Refusal("the bunker takes no more", "SL:15.5.1.1")
BEHIND_IT = Refusal("out of a bunker one fires through its covered arc", "SL:15.5.5")
WIRE_ON_TOP = Refusal("there is wire on top of the bunker", "SL:7.3.7-b")
WIRE_IN_FRONT = Refusal("wire keeps one from advancing into the bunker", "SL:15.1-a")


@PART.answers(site_bar)
def no_place_for_bunkers(g: SlPlay, kind: str, hex: Hex) -> Refusal | None:
    """SL:15.5.1"""
    if kind not in BUNKERS:
        return None
    if g.terrain_of(hex).structure or g.map.ground_hex(hex) != hex:
        return IN_BUILDINGS
    if g.map.relief.depressions.get(hex) == "stream":
        return IN_A_STREAM
    if any(entrenched(g, hex, side) for side in g.state.sides):
        return ENTRENCHED
    return NO_GROUND.get(g.map.terrain[hex])


def figures(work: Work) -> tuple[int, int, int]:
    """SL:15.5.1.1, SL:15.5.1.2, SL:15.5.1.3: how many it takes, and its modifiers through its arc and elsewhere."""
    size, ahead, elsewhere = work.kind.removeprefix("bunker-").split("+")
    return int(size), int(ahead), int(elsewhere)


# -- in and out ----------------------------------------------------------------------------------------------


@PART.answers(inside_bar)
def room_inside(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:15.5.1.1; SL:15.1-a: not from beside a bunker that wire surrounds."""
    work = bunker_in(g, hex)
    if work is None:
        return None
    if g.state.phase == APH and unit.hex != hex and wired(g, hex):
        return WIRE_IN_FRONT
    return None if fits_in(g, work, unit) else FULL


@PART.answers(outside_bar)
def wire_above(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:7.3.7-b: wire is gone onto in the APh only (SL:15.1.3)."""
    return WIRE_ON_TOP if shut_in(g, unit) and g.state.phase != APH else None


@PART.answers(terrain.entry_bar, terrain.passing_bar)
def through_the_wire(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:7.3.7-b: who is in a bunker topped by wire does not get out of its hex."""
    return WIRE_ON_TOP if origin == unit.hex and shut_in(g, unit) else None


def shut_in(g: SlPlay, unit: Unit) -> bool:
    return bool(g.state.works) and in_bunker(g, unit) and wired(g, unit.hex)


# -- fire ----------------------------------------------------------------------------------------------------


def looks_at(g: SlPlay, work: Work, hex: Hex) -> bool:
    """SL:15.5-b: the arc of an AFV."""
    return in_arc(g.map, work.hex, work.facing, hex)


@PART.answers(fire_bar)
def out_of_its_slits(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:15.5.5"""
    work = bunker_in(g, unit.hex)
    if work is None or not in_bunker(g, unit):
        return None
    return None if target != unit.hex and looks_at(g, work, target) else BEHIND_IT


@PART.modifies(target_lines, "SL:15.5.1.2", "SL:15.5.1.3", step=COVER)
def behind_concrete(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:15.5.8: those inside alone (SL:15.5.2); SL:15.5-a: as soon as one of the group fires from elsewhere;
    SL:15.5.14.1, SL:15.5.14.5: shells from above and tracks always. A charge goes by the hex from which it was placed
    (SL:15.5.14.4), and flames feel the second alone (SL:15.5.14.3)."""
    work = bunker_in(g, unit.hex)
    if work is None or not in_bunker(g, unit):
        return []
    _, ahead, elsewhere = figures(work)
    through = bool(aim.hexes) and all(hex != work.hex and looks_at(g, work, hex) for hex in aim.hexes)
    if through and aim.phase != OVERRUN:
        return [Line("bunker", ahead, "SL:15.5.1.2")]
    return [Line("bunker, not through its arc", elsewhere, "SL:15.5.1.3")]


@PART.answers(after_shot)
def blast_inside(
    g: SlPlay, unit: Unit, weapon: Weapon, others: tuple[str, ...], target: str
) -> Iterable[Frame]:
    """SL:8.16.3: of rockets fired in it, for all who are in it."""
    if not kind_of_launcher(g, weapon).backblast or not in_bunker(g, unit):
        return []
    men = [one.id for one in g.units_in(unit.hex) if in_bunker(g, one)]
    return [morale.MoraleCheck(uid, INDOORS, BACKBLAST, source=BACKBLAST) for uid in men]


# -- what else it does to those in it ------------------------------------------------------------------------


@PART.answers(need_not_rout)
def stays_in_it(g: SlPlay, unit: Unit) -> bool:
    """SL:15.5.7: also beside enemies; SL:7.3.7-b."""
    return in_bunker(g, unit)


@PART.answers(cannot_leave)
def fires_first(g: SlPlay, unit: Unit) -> bool:
    """SL:7.3.7-b: it will break for its fear of the AFV anyway."""
    return shut_in(g, unit)


@PART.answers(gains_nothing)
def seen_to_be_there(g: SlPlay, unit: Unit) -> bool:
    """SL:2.3.8-q2: in place of what the main rule hints at."""
    return in_bunker(g, unit)


@PART.answers(marks_of)
def shown_in_bunker(g: SlPlay, unit: Unit) -> list[StateMark]:
    if not in_bunker(g, unit):
        return []
    return [StateMark("entrenched", "in the bunker", "SL:15.5.2", "BUNKER", "calm")]
