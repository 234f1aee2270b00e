"""Flamethrowers at buildings of several storeys (SL:14.3.20.8): the flames reach the storeys next to the one that they
are fired at, with the same throw and at half strength, whether these are seen or not."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.fire import Attack, carry_out, dice_fallen, in_the_hex
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons import ways_of_fire
from defilade.rules.sl.weapons.flamethrowers import by_flames, flame_bar, reached_from
from defilade.rules.sl.weapons.ways_of_fire import fires
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

SPLASH = "splash"
"""The way in which a flamethrower reaches another storey."""
TOP = 3
TOO_HIGH = Refusal("from the ground flames do not reach the third level", "SL:14.3.20.8-c")


@PART.answers(flame_bar)
def not_so_high(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    return TOO_HIGH if g.map.storey_of(hex) >= TOP and not g.map.storey_of(unit.hex) else None


def storeys_beside(g: SlPlay, origin: str, place: str) -> list[str]:
    """SL:14.3.20.8-a: those above and below. SL:14.3.20.8-b: who fires up or down his stairs spares his own."""
    levels = g.map.places_in(g.map.ground_hex(place))
    at = levels.index(place)
    return [level for level in (*levels[max(at - 1, 0) : at], *levels[at + 1 : at + 2]) if level != origin]


@PART.answers(reached_from)
def at_the_storey_that_is_seen(g: SlPlay, hex: Hex) -> Iterable[str]:
    """SL:2.5-q5: it is the building that it fires at, whoever is on that storey."""
    return storeys_beside(g, "", hex)


@PART.answers(dice_fallen)
def from_storey_to_storey(g: SlPlay, attack: Attack) -> None:
    """SL:14.3.20.8-d: also those whom it does not see."""
    if not by_flames(g, attack.shots) or fires(attack.shots[0], SPLASH):
        return
    shot = attack.shots[0]
    for place in storeys_beside(g, g.unit(shot.unit).hex, attack.target):
        targets = in_the_hex(g, place)
        if targets:
            splash = (ways_of_fire.firing(shot, SPLASH),)
            more = Attack(attack.phase, attack.side, place, targets, splash, dice=attack.dice)
            g.push(more)
            carry_out(g, more)


@PART.modifies(shot_factors, "SL:14.3.20.8-a", step=5)
def as_area_fire(g: SlPlay, firing: Firing) -> list[Line]:
    if not fires(firing.shot, SPLASH):
        return []
    return [Line("another storey", g.tables.concealment.area_fire.factor, "SL:14.3.20.8-a", "x")]
