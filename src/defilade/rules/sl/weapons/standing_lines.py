"""The line of fire of a machine gun while movement and Defensive Fire go on together (SL:5.6.9.6, SL:5.6.9.7).

The first hex that a gun fires into settles its line for that phase. Whoever comes upon the line later may be fired at
as well: behind that hex as far as the gun goes through, and before it as long as it has not fired into as many hexes
as it has FP.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl.eyes.fire_as_they_move import AS_THEY_MOVE, trained_on
from defilade.rules.sl.fire import Attack, attack_done
from defilade.rules.sl.state import DFPH, MPH, SlPlay
from defilade.rules.sl.weapons.fire_through import bound_to_its_line, lanes
from defilade.rules.sl.weapons.ways_of_fire import SPRAYING, aimed_at, fires
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex
from defilade.tactics.sequence import player_turn_begins

PART = Part()


@PART.answers(player_turn_begins)
def no_lines(g: SlPlay) -> None:
    g.state.gun_lines = {}


@PART.answers(attack_done)
def settle_the_line(g: SlPlay, attack: Attack) -> None:
    if g.state.phase != MPH or attack.phase != DFPH or not AS_THEY_MOVE.on(g):
        return
    for shot in attack.shots:
        weapon = g.state.weapons.get(shot.weapon)
        if (
            weapon is None
            or not g.weapon_type(weapon).is_machine_gun
            or fires(shot, SPRAYING)
            or aimed_at(shot)
        ):
            continue
        before = g.state.gun_lines.get(weapon.id, ())
        if attack.target not in before:
            g.state.gun_lines = {**g.state.gun_lines, weapon.id: (*before, attack.target)}


def hexes_along(g: SlPlay, weapon_id: str, hex: Hex) -> int | None:
    """By how many hexes a place lies on a gun's line behind the hex into which it fired first; 0 before that hex, and
    None off the line."""
    line, weapon = g.state.gun_lines.get(weapon_id, ()), g.state.weapons.get(weapon_id)
    bearer = g.state.units.get(weapon.owner) if weapon is not None else None
    if not line or weapon is None or bearer is None or not bearer.hex:
        return None
    kind, first = g.weapon_type(weapon), line[0]
    if hex in {crossed.hex for crossed in g.map.between(bearer.hex, first)}:
        return 0
    for lane in lanes(g, bearer.hex, first, kind.fp - 1, kind.range):
        for place, number in lane:
            if place == hex and g.map.distance(bearer.hex, place) <= kind.range:
                return number
    return None


@PART.answers(trained_on)
def whoever_comes_upon_it(g: SlPlay, hex: Hex) -> Iterable[str]:
    """SL:5.6.9.6; SL:5.6.9.7: and at nothing off that line. Nearer than the first hex it fires only as long as it has
    hexes left to go through."""
    found = []
    for weapon_id, line in g.state.gun_lines.items():
        along = hexes_along(g, weapon_id, hex) if hex not in line else None
        if along is not None and (along or len(line) < g.weapon_type(g.state.weapons[weapon_id]).fp):
            found.append(weapon_id)
    return found


def other_hex_of_its_line(g: SlPlay, weapon_id: str, hex: Hex) -> int | None:
    line = g.state.gun_lines.get(weapon_id, ())
    return hexes_along(g, weapon_id, hex) if line and hex != line[0] else None


@PART.answers(bound_to_its_line)
def goes_no_further(g: SlPlay, shot: Shot, target: str) -> bool:
    return other_hex_of_its_line(g, shot.weapon, target) is not None


@PART.modifies(shot_factors, "SL:5.6.9.6", step=4)
def less_a_factor_a_hex(g: SlPlay, firing: Firing) -> list[Line]:
    """Behind its first hex it has a FP less for each hex (SL:8.9.2.3)."""
    if firing.weapon is None:
        return []
    along = other_hex_of_its_line(g, firing.weapon.id, firing.target)
    if not along:
        return []
    fp = g.weapon_type(firing.weapon).fp
    return [Line("along its line", (fp - along) / fp, "SL:5.6.9.6", "x")]
