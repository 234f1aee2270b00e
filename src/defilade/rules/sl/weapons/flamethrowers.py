"""Flamethrowers (SL:8.10): alone, at two hexes at most, with 20 FP whatever the terrain.

They are fired with an action of their own. Their user may fire what else he has at the same hex afterwards.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part, all_of, bar
from defilade.rules.sl import terrain
from defilade.rules.sl.fire import (
    MARKS,
    Attack,
    before_attack,
    carry_out,
    dice_fallen,
    in_the_hex,
    planned_otherwise,
    table_read,
    targets_met,
    weapon_marked,
)
from defilade.rules.sl.fire_phases import (
    acted_otherwise,
    other_acts,
    passed_through,
    path_unseen,
    put_back,
    suspected_hexes,
)
from defilade.rules.sl.firers import (
    BROKEN,
    HAS_FIRED,
    IN_MELEE,
    NO_LOS,
    ONLY_LOOKS,
    OUT_OF_RANGE,
    fire_bar,
    is_strict,
)
from defilade.rules.sl.marches.portage import is_slowed
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import AFPH, DFPH, SCOUT, SlPlay
from defilade.rules.sl.tables import KIA, Hit
from defilade.rules.sl.weapons.captured import captured_refusal
from defilade.rules.sl.weapons.machine_guns import (
    BY_HAND,
    DIRECTED_ALREADY,
    MALFUNCTIONED,
    SLOWED,
    USED,
    has_acted,
)
from defilade.rules.sl.weapons.possession import POSSESSION
from defilade.rules.sl.weapons.usage import chart_refusal
from defilade.tactics.attack_plan import (
    CARRIED,
    Aim,
    Firing,
    Plan,
    firepower,
    fitting_factors,
    plan_of_targets,
    shot_factors,
    target_lines,
    target_lines_of,
)
from defilade.tactics.declaring_fire import DeclareFire, announce
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import PREP, Unit, Weapon

PART = Part()

FLAMETHROWER, FLAME = "FT", "flame"

FELT_FACTORS = frozenset(
    {"SL:2.3.4", "SL:2.8.6-b", "SL:14.18.11", "SL:8.6.5-b", "SL:8.10-q3", "SL:14.3.20.8-a"}
)
"""SL:8.10.1-a, SL:8.10.1-b, SL:8.10-q4: Area Fire, from marsh, and by who is not trained for it; nothing else."""
FELT_MODIFIERS = frozenset({"SL:5.3.5.1", "SL:15.5.1.3"})
"""SL:8.10.2; SL:15.5.14.3: that of a bunker for flames that do not come through its arc."""

FLAMES_FIRST = Refusal("the flamethrower is fired before the unit's own firepower", "SL:8.10.5")
COMMITTED = Refusal("it fires only at the hex of its flamethrower or charge", "SL:8.10.5")

EACH_COUNTS = Option(
    "flame_hexes",
    "Flamethrowers endanger their hex",
    "Each flamethrower in a hex makes fire at everybody in it more dangerous, even that of another flamethrower.",
    ("SL:8.10.7-22C",),
    "convention",
)
PART.adds(OPTIONS, EACH_COUNTS)


def is_flamethrower(g: SlPlay, weapon: Weapon) -> bool:
    return g.weapon_type(weapon).kind == FLAMETHROWER


def by_flames(g: SlPlay, shots: Sequence[Shot]) -> bool:
    """SL:8.10.3: never with anybody else."""
    return len(shots) == 1 and bool(shots[0].weapon) and is_flamethrower(g, g.state.weapons[shots[0].weapon])


# -- who fires it, and at what -----------------------------------------------------------------------------


def user_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why a unit may not use a flamethrower, whatever at."""
    if unit.broken:
        return BROKEN
    if unit.melee:
        return IN_MELEE
    if unit.kind == SCOUT:
        return ONLY_LOOKS
    if weapon.owner != unit.id:
        return BY_HAND
    if weapon.malfunctioned:
        return MALFUNCTIONED
    if weapon.fire:
        return USED
    if has_acted(g, unit) or unit.captive:
        return HAS_FIRED
    if unit.directed:
        return DIRECTED_ALREADY
    if is_slowed(g, unit):
        return SLOWED
    found = captured_refusal(g, unit, weapon) or chart_refusal(g, unit, weapon)
    if found is not None:
        return found
    return FLAMES_FIRST if unit.no_fp or unit.fire else None


@bar
def flame_bar(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """Is there something besides range and sight that keeps flames from a place?"""


def flame_refusal(g: SlPlay, unit: Unit, weapon: Weapon, hex: Hex) -> Refusal | None:
    """SL:8.10.1-a: why it may not be fired at a hex: there is no long range."""
    found = user_refusal(g, unit, weapon)
    if found is not None:
        return found
    if unit.hex == hex:
        return IN_MELEE
    if g.map.distance(unit.hex, hex) > g.weapon_type(weapon).range:
        return OUT_OF_RANGE
    found = fire_bar(g, unit, hex) or flame_bar(g, unit, hex)
    if found is not None:
        return found
    return None if is_strict(g) or terrain.sees(g, unit.hex, hex) else NO_LOS


def users(g: SlPlay, side: Side) -> list[tuple[Unit, Weapon]]:
    """The units of a side that can use their flamethrowers now."""
    return [
        (unit, weapon)
        for weapon in g.state.weapons.values()
        if weapon.owner
        and is_flamethrower(g, weapon)
        and (unit := g.unit(weapon.owner)).side == side
        and unit.hex
        and user_refusal(g, unit, weapon) is None
    ]


@all_of
def reached_from(g: SlPlay, hex: Hex) -> Iterable[str]:
    """From which other places do flames reach those in a hex?"""
    return ()


@PART.answers(other_acts)
def flame_options(g: SlPlay, side: Side) -> list[Action]:
    """At enemies, at those who came by (SL:5.6.1-b), and where somebody may hide."""
    ready = users(g, side)
    if not ready:
        return []
    enemy = g.enemy_of(side)
    hexes = [hex for hex in g.state.stacks if g.has_side(hex, enemy)]
    hexes += [hex for hex in suspected_hexes(g, side) if hex not in hexes]
    hexes = list(dict.fromkeys([*hexes, *(place for hex in hexes for place in reached_from(g, hex))]))
    ways = list(passed_through(g)) if g.state.phase == DFPH else []
    found = []
    for unit, weapon in ready:
        within = [hex for hex in hexes if flame_refusal(g, unit, weapon, hex) is None]
        found += [Action(FLAME, (unit.id, weapon.id), hex) for hex in within]
        found += [
            Action(FLAME, (unit.id, weapon.id, *who), hex)
            for who, hex in ways
            if flame_refusal(g, unit, weapon, hex) is None and not path_unseen(g, unit, who, hex)
        ]
    return found


@PART.answers(acted_otherwise)
def fire_it(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != FLAME:
        return
    uid, wid, *movers = action.who
    if movers:
        put_back(g, tuple(movers), action.at)
    targets = in_the_hex(g, action.at)
    shot = Shot(uid, wid)
    announce(g, DeclareFire(g.state.phase, side, action.at, targets, (shot,)), "SL:8.10.3")
    use(g, shot, action.at, g.state.phase)
    if not terrain.sees(g, g.unit(uid).hex, action.at):
        g.say("no_los", "There is no line of sight; it has fired anyway.", "SL:2.1.2-b", side=side)
        return
    met = targets_met(g, targets, (g.unit(uid).hex,))
    attack = Attack(g.state.phase, side, action.at, met, (shot,))
    g.push_in_order(*before_attack(g, attack), attack)


def use(g: SlPlay, shot: Shot, hex: Hex, phase: str) -> None:
    """SL:8.10.5: what else the unit fires in this phase it fires at the same hex."""
    weapon_marked(g, shot, MARKS.get(phase, PREP))
    g.state.committed[shot.unit] = hex
    g.state.fired = (*g.state.fired, (g.unit(shot.unit).hex, ""))  # for all to see by night (SL:2.8.6-a)


@PART.answers(fire_bar)
def committed_to_a_hex(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    return COMMITTED if g.state.committed.get(unit.id, target) != target else None


@PART.answers(phase_ends)
def fire_as_you_like(g: SlPlay, phase: str) -> None:
    if g.state.committed:
        g.state.committed = {}


# -- what it adds up to ------------------------------------------------------------------------------------


@PART.answers(fitting_factors)
def factors_of_flames(g: SlPlay, lines: list[Line], firing: Firing) -> list[Line]:
    """SL:8.10.1-a, SL:8.10.8: 20 FP beside the target and after a move."""
    if firing.weapon is None or not is_flamethrower(g, firing.weapon):
        return lines
    return [line for line in lines if line.rule in FELT_FACTORS]


@PART.modifies(shot_factors, "SL:8.10-q3", step=5)
def found_on_the_way(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:8.10-q3: who only picked it up where his move ended has not got ready for it. With more on his back he could
    not fire it at all (SL:4.2.5)."""
    weapon = firing.weapon
    if weapon is None or not is_flamethrower(g, weapon) or g.state.phase != AFPH:
        return []
    found = firing.unit.moved and weapon.carrier != firing.unit.id
    return [Line("just picked up", 0.5, "SL:8.10-q3", "x")] if found else []


@PART.answers(planned_otherwise)
def plan_of_flames(g: SlPlay, attack: Attack, title: str, targets: Sequence[str]) -> Plan | None:
    """SL:8.10.2: no modifiers, also through smoke (SL:8.10-q6), but for who stands higher (SL:5.3.5.1)."""
    if not by_flames(g, attack.shots):
        return None
    lines, fp = firepower(g, attack.shots, attack.target, targets)
    aim = Aim((g.unit(attack.shots[0].unit).hex,), attack.phase, True)
    felt = FELT_MODIFIERS | {"SL:8.10.7-22C"}
    found = [
        (uid, tuple([line for line in own if line.rule in felt]))
        for uid, own in target_lines_of(g, targets, aim)
    ]
    return plan_of_targets(g, title, lines, fp, found)


@PART.modifies(target_lines, "SL:8.10.7", "SL:8.10.7-22C", step=CARRIED)
def may_explode(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:8.10.7: for who has one, and where possession is not played for all in his hex; SL:8.10-q8: for each. It is
    nothing of vehicles' (SL:8.10-q9), nor of close combat (SL:8.10-q5)."""
    if EACH_COUNTS.on(g):
        count = sum(
            weapon.hex == unit.hex and is_flamethrower(g, weapon) for weapon in g.state.weapons.values()
        )
        return [Line("flamethrowers in the hex", -count, "SL:8.10.7-22C")] if count else []
    held = [weapon for weapon in g.state.weapons.values() if weapon.owner and is_flamethrower(g, weapon)]
    if POSSESSION.on(g):
        count = sum(weapon.owner == unit.id for weapon in held)
    else:
        count = sum(weapon.hex == unit.hex for weapon in held)
    return [Line("flamethrower", -count, "SL:8.10.7")] if count else []


# -- what it does ------------------------------------------------------------------------------------------


def weapons_lost(g: SlPlay, hex: Hex, *rules: str, but: Container[str] = ()) -> None:
    """All support weapons of a hex are destroyed, but for some."""
    for weapon in [
        weapon
        for weapon in g.state.weapons.values()
        if weapon.hex == hex and not weapon.placed_at and weapon.id not in but
    ]:
        text = f"The {g.weapon_name(weapon)} is destroyed."
        g.say("weapon_lost", text, *rules, side=weapon.side, who=(weapon.id,), at=hex)
        g.remove_weapon(weapon)


@PART.answers(table_read)
def flames_destroy_weapons(g: SlPlay, attack: Attack, found: Sequence[Hit]) -> None:
    """SL:8.10.9"""
    if by_flames(g, attack.shots) and any(hit.kind == KIA for hit in found):
        weapons_lost(g, attack.target, "SL:8.10.9")


def beyond(g: SlPlay, origin: str, hex: Hex) -> str:
    """The hex behind an adjacent one, straight on, that flames go through to; none where something stops them
    (SL:8.10-q2)."""
    if g.map.distance(origin, hex) != 1 or g.terrain_of(hex).obstacle or g.map.storey_of(origin):
        return ""
    direction = g.map.neighbours[origin].index(hex) if hex in g.map.neighbours[origin] else -1
    found = g.map.neighbours[hex][direction] if direction >= 0 else None
    return found if found is not None and terrain.sees(g, origin, found) else ""


@PART.answers(dice_fallen)
def into_the_hex_beyond(g: SlPlay, attack: Attack) -> None:
    """SL:8.10-q1: friends and enemies, with the same throw."""
    if not by_flames(g, attack.shots):
        return
    hex = beyond(g, g.unit(attack.shots[0].unit).hex, attack.target)
    targets = in_the_hex(g, hex) if hex else ()
    if targets:
        more = Attack(attack.phase, attack.side, hex, targets, attack.shots, dice=attack.dice)
        g.push(more)
        carry_out(g, more)
