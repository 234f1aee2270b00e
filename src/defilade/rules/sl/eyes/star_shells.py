"""Star shells: a leader lights the night for a player turn (SL:2.8.22 to SL:2.8.24)."""

from __future__ import annotations

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import gives_cover, is_concealed, uncover_hex
from defilade.rules.sl.eyes.losing import watched
from defilade.rules.sl.eyes.night import is_lit, light_sources
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import CCPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import change, of_side
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.names import Side
from defilade.tactics.sequence import phase_ends, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

SHELL = "star-shell"

NO_TARGET = Refusal("he needs enemies in his sight and within the Night Visibility Range", "SL:2.8.22-a")
NOT_HE = Refusal("only an armour leader with a modifier fires one, with his head out", "SL:2.8.23")
TOO_FAR = Refusal("a star shell comes down within five hexes of the leader", "SL:2.8.22-a")


class StarShells(ActingPhase):
    """The end of the RPh: leaders of both sides may fire star shells."""


PART.adds(RALLY_STEPS, RallyStep(9, "star shells", StarShells))


def leader_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:2.8.22-a: one each; it costs him nothing else."""
    if not unit.is_leader or unit.broken or not unit.hex or unit.id in g.state.shell_fired:
        return NO_TARGET
    return None if enemy_near(g, unit.side, unit.hex) else NO_TARGET


def tank_refusal(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """SL:2.8.23: armour leaders with a modifier whose heads are out; a plain CE counter is none."""
    leads = bool(vehicle.leader) and g.counters[vehicle.leader].leadership != 0
    if not leads or not vehicle.ce or not vehicle.able or vehicle.id in g.state.shell_fired:
        return NOT_HE
    return None if enemy_near(g, vehicle.side, vehicle.hex) else NO_TARGET


def enemy_near(g: SlPlay, side: Side, place: str) -> bool:
    """SL:2.8.22-a: in the line of sight and within the NVR, whether he has moved or not: shells are for those who lie
    still in the dark."""
    enemy = g.enemy_of(side)
    return any(
        g.map.distance(place, hex) <= g.state.nvr and terrain.sees(g, place, hex)
        for hex in dict.fromkeys(other.hex for other in g.on_map(enemy))
    )


def shell_options(g: SlPlay, side: Side) -> list[Action]:
    if not g.scenario.night:
        return []
    reach = g.tables.night.star_shell_reach
    able = [(unit.id, unit.hex) for unit in g.on_map(side) if leader_refusal(g, unit) is None]
    able += [(tank.id, tank.hex) for tank in of_side(g, side) if tank_refusal(g, tank) is None]
    return [
        Action(SHELL, (uid,), hex)
        for uid, place in able
        for hex in g.map.names
        if g.map.distance(place, hex) <= reach
    ]


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    if action.verb != SHELL or not action.who:
        return None
    tank = g.state.vehicles.get(action.who[0])
    if tank is not None:
        return (tank_refusal(g, tank) or TOO_FAR) if tank.side == side else None
    unit = g.state.units.get(action.who[0])
    return (leader_refusal(g, unit) or TOO_FAR) if unit is not None else None


def fire_shell(g: SlPlay, side: Side, action: Action) -> None:
    uid = action.who[0]
    tank = g.state.vehicles.get(uid)
    if tank is not None:
        tank = change(g, tank, leader_shown=True)
    name = g.piece_name(uid) if tank is not None else g.name(uid)
    g.state.shell_fired = (*g.state.shell_fired, uid)
    g.state.star_shells = (*g.state.star_shells, action.at)
    g.say(
        "star_shell",
        f"{name} lights up {g.place_name(action.at)} with a star shell.",
        "SL:2.8.22-a" if tank is None else "SL:2.8.23",
        "SL:2.8.24",
        side=side,
        who=(uid,),
        at=action.at,
    )
    for enemy in g.state.sides:
        for hex in dict.fromkeys(unit.hex for unit in g.on_map(enemy) if is_concealed(unit)):
            if is_lit(g, hex) and not gives_cover(g, hex) and watched(g, hex, enemy):
                uncover_hex(g, hex, enemy, "lit up in the open", "SL:2.3.9-q3")


acting_phase(
    PART,
    StarShells,
    "Which leader fires a star shell, and where to?",
    ("SL:2.8.22-a",),
    shell_options,
    fire_shell,
    sides=both_sides,
    why_not=why_not,
)


@PART.answers(light_sources)
def shells_in_the_sky(g: SlPlay) -> list[tuple[str, int]]:
    """SL:2.8.24: as by day within three hexes."""
    return [(hex, g.tables.night.star_shell_light) for hex in g.state.star_shells]


@PART.answers(light_sources)
def burning_wrecks(g: SlPlay) -> list[tuple[str, int]]:
    """SL:2.8.25: within two hexes."""
    return [
        (tank.hex, g.tables.night.fire_light)
        for tank in g.state.vehicles.values()
        if tank.hex and tank.wreck and tank.burning
    ]


@PART.answers(phase_ends)
def burnt_out(g: SlPlay, phase: str) -> None:
    """SL:2.8.22-b, SL:1.3.1-p8.4"""
    if phase == CCPH:
        g.state.star_shells = ()


@PART.answers(player_turn_begins)
def new_shells(g: SlPlay) -> None:
    g.state.shell_fired = ()
