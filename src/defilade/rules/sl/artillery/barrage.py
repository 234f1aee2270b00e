"""Fire for effect (SL:9.2): it falls on a hex and the six around it, in its side's PFPh or DFPh, before direct fire.

A throw for every hex tells for all that is in it. In the DFPh those who moved through the Blast Area are struck in each
of its hexes on their way, from the first on, as long as they go on.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, told
from defilade.rules.sl import terrain
from defilade.rules.sl.artillery.batteries import change, firepower, name_of, radius
from defilade.rules.sl.artillery.spotting import round_fired
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.fire import Attack, carry_out, planned_otherwise, seen_otherwise
from defilade.rules.sl.fire_phases import put_back
from defilade.rules.sl.mines.clearing import remove as remove_mines
from defilade.rules.sl.options import before
from defilade.rules.sl.state import DFPH, FFE, MINES, PFPH, WIRE, Module, SlPlay
from defilade.rules.sl.tables import KIA
from defilade.rules.sl.vehicle_pieces import ARMOURED_CAR, SP_GUN, Vehicle
from defilade.rules.sl.vehicles.yard import kind_of, vehicles_in, wreck
from defilade.rules.sl.weapons.flamethrowers import weapons_lost
from defilade.rules.sl.works.wire import remove as remove_wire
from defilade.rules.sl.works.works import works_in
from defilade.tactics.artillery import blast_area
from defilade.tactics.attack_plan import (
    COVER,
    FIRERS,
    Aim,
    Plan,
    attack_lines,
    plan_of_targets,
    target_lines,
    target_lines_of,
)
from defilade.tactics.fire_groups import Shot
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

AGAIN, SHAKEN, HEADS_DOWN = 1, 1, 1
ENTRENCHED = "SL:15.3.10"


class ForEffect(Frame):
    """The fire of one battery. `dice` are the throws so far, by hex; `movers` who is still to be struck on his way:
    units that went together, and the hexes of their way that are left."""

    module: str
    side: Side
    hexes: tuple[str, ...]
    dice: tuple[tuple[str, tuple[int, int]], ...] = ()
    movers: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    struck: tuple[str, ...] = ()


@told
def effect_thrown(g: SlPlay, module: Module, dice: tuple[int, int]) -> None:
    """Dice have been thrown for the effect of fire on a hex."""


def sides_turn(g: SlPlay, phase: str) -> Side:
    """SL:9.2.1.1, SL:9.2.1.2"""
    return g.attacker if phase == PFPH else g.defender if phase == DFPH else ""


@PART.answers(phase_opens)
def falls_now(g: SlPlay, phase: str) -> list[Frame]:
    """SL:9.2.10-a, SL:1.3.1-p2.2, SL:1.3.1-p4.1: before all other fire of the phase. A spotting round harms nobody
    (SL:9.1.11)."""
    side = sides_turn(g, phase)
    found: list[Frame] = []
    for module in g.state.modules.values():
        if module.side == side and module.counter == FFE:
            area = blast_area(g.map, g.map.centres[g.map.ground_hex(module.at)], radius(module))
            hexes = tuple([hex for hex in g.map.names if hex in area])
            found.append(ForEffect(module.id, side, hexes, movers=who_moved_through(g, hexes, phase)))
    return found


def who_moved_through(
    g: SlPlay, hexes: Sequence[str], phase: str
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """SL:9.2.3-a: those of the ATTACKER who moved in this MPh, and their way through the Blast Area."""
    if phase != DFPH:
        return ()
    found: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for uid, track in g.state.tracks.items():
        unit = g.state.units.get(uid)
        way = tuple([hex for hex in track.hexes if g.map.ground_hex(hex) in hexes])
        if unit is not None and unit.hex and not unit.broken and not track.grounded and way:
            found.setdefault((track.move, way), []).append(uid)
    return tuple([(tuple(who), way) for (_, way), who in found.items()])


@PART.decisions(ForEffect)
def ask_barrage(g: SlPlay, frame: ForEffect) -> Chance | None:
    if len(frame.dice) == len(frame.hexes):
        return None
    module, hex = g.state.modules[frame.module], frame.hexes[len(frame.dice)]
    asks = f"{name_of(g, module)} strikes {g.place_name(hex)}."
    return Chance(asks, dice=2, side=frame.side, rules=("SL:9.2.2-b",))


@ask_barrage
def take_barrage(g: SlPlay, frame: ForEffect, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Outcome):
        hex = frame.hexes[len(frame.dice)]
        throw = (answer.dice[0], answer.dice[1])
        if not frame.dice:
            round_fired(g, g.state.modules[frame.module])
        frame.dice = (*frame.dice, (hex, throw))
        effect_thrown(g, g.state.modules[frame.module], throw)
        moving = {uid for who, _ in frame.movers for uid in who}
        strike_hex(g, frame, hex, throw, moving)
    elif frame.movers:
        next_on_their_way(g, frame)
    else:
        g.pop()
        module = g.state.modules[frame.module]
        change(g, module, missions=module.missions + 1)  # SL:9.3.4-b
        remember(g, frame.struck)


def next_on_their_way(g: SlPlay, frame: ForEffect) -> None:
    """SL:9.2.3-b: who is neither broken nor on the ground goes on, into the next throw."""
    (who, way), *others = frame.movers
    units, tracks = g.state.units, g.state.tracks
    left = tuple(
        [
            uid
            for uid in who
            if uid in units and not units[uid].broken and uid in tracks and not tracks[uid].grounded
        ]
    )
    rest = ((left, way[1:]),) if left and way[1:] else ()
    frame.movers = (*rest, *others)
    if left:
        hex = way[0]
        if any(units[uid].hex != hex for uid in left):
            put_back(g, left, hex)
        attack(g, frame, hex, dict(frame.dice)[g.map.ground_hex(hex)], left)


def strike_hex(g: SlPlay, frame: ForEffect, hex: Hex, dice: tuple[int, int], moving: Container[str]) -> None:
    """SL:9.2.2-b: everything in the hex, whoever's it is, on every storey."""
    module = g.state.modules[frame.module]
    for vehicle in vehicles_in(g, hex):
        strike_vehicle(g, frame, vehicle, dice)
    column = column_for(g.fire_table.columns, firepower(g, module))
    if g.tables.infantry_fire_table.result(column, sum(dice)).kind == KIA:
        churn_up(g, frame, hex)
    for place in reversed(g.map.places_in(hex)):
        attack(
            g, frame, place, dice, tuple([uid for uid in g.state.stacks.get(place, ()) if uid not in moving])
        )


def churn_up(g: SlPlay, frame: ForEffect, hex: Hex) -> None:
    """SL:15.7.13.4, SL:15.1.9; SL:8.10-q7: what makes men in the hex more vulnerable is nothing to mines."""
    for work in works_in(g, hex, MINES):
        remove_mines(g, work, "the barrage has set them off", "SL:15.7.13.4")
    if g.state.modules[frame.module].caliber >= g.tables.artillery.clears_wire_from:
        for work in works_in(g, hex, WIRE):
            remove_wire(g, work, "is torn by the barrage", "SL:15.1.9")
    if not g.units_in(hex):
        weapons_lost(g, hex, "SL:9.2.5-b")


def attack(g: SlPlay, frame: ForEffect, hex: Hex, dice: tuple[int, int], units: tuple[str, ...]) -> None:
    strike = Attack(g.state.phase, frame.side, hex, units, (), dice=dice, barrage=frame.module)
    g.push(strike)
    carry_out(g, strike)
    frame.struck = tuple(dict.fromkeys((*frame.struck, *units)))


# -- what it adds up to ----------------------------------------------------------------------------------------


@PART.answers(planned_otherwise)
def plan_of_barrage(g: SlPlay, attack: Attack, title: str, targets: Sequence[str]) -> Plan | None:
    """SL:9.2.2-b, SL:9.2.2-c; SL:9.2.4: movers in the open are easier to hit, as always. SL:9.14.1-a: who is concealed
    or hidden is struck like all others; SL:2.5-q4: before GI at half strength."""
    if not attack.barrage:
        return None
    module = g.state.modules[attack.barrage]
    lines = [Line(f"{module.caliber} mm", firepower(g, module), "SL:9.2.2-b", "fp")]
    units = g.state.units
    unseen = targets and all(
        uid in units and (is_concealed(units[uid]) or uid in g.state.hidden) for uid in targets
    )
    if unseen and before(g, "gi"):
        lines.append(Line("area fire", 0.5, "SL:2.5-q4", "x"))
    fp = 1.0
    for line in lines:
        fp *= line.value
    aim = Aim((), attack.phase, True)
    found = []
    for uid, own in target_lines_of(g, targets, aim):
        more = (*wall_lines(g, attack), *again_lines(g, uid))
        found.append((uid, (*[from_above(g, attack, line) for line in own], *more)))
    return plan_of_targets(g, f"{name_of(g, module)} at {g.place_name(attack.target)}", lines, fp, found)


def from_above(g: SlPlay, attack: Attack, line: Line) -> Line:
    """SL:9.2.11: shells burst in trees; SL:15.3.10, SL:9.2.6-h: an entrenchment protects better from them."""
    if line.rule == ENTRENCHED:
        return Line(line.label, g.tables.works.tem_from_above, ENTRENCHED)
    return terrain.in_the_treetops(g, attack.target, line, "SL:9.2.11")


def wall_lines(g: SlPlay, attack: Attack) -> list[Line]:
    """SL:9.2.2-c: a wall or hedge between the hex and any other of the Blast Area, once."""
    ground = g.map.ground_hex(attack.target)
    if ground != attack.target:
        return []
    module = g.state.modules[attack.barrage]
    area = blast_area(g.map, g.map.centres[g.map.ground_hex(module.at)], radius(module))
    table = g.tables.fire_drm.hexside
    kinds = [g.map.hexside_kind(ground, near) or "" for near in g.map.adjacent[ground] if near in area]
    found = [(table[kind].drm, kind) for kind in kinds if kind in table]
    return [Line(max(found)[1], max(found)[0], "SL:9.2.2-c")] if found else []


def again_lines(g: SlPlay, uid: str) -> list[Line]:
    """SL:9.2.8: who was under such fire in the game turn before knows how to take cover."""
    if g.state.shelled.get(uid) == g.state.turn - 1:
        return [Line("under fire for effect again", AGAIN, "SL:9.2.8")]
    return []


@PART.answers(seen_otherwise)
def it_is_seen_to_fall(g: SlPlay, attack: Attack) -> bool:
    return bool(attack.barrage)


# -- vehicles (SL:9.2.6, SL:9.2.7) -----------------------------------------------------------------------------


def vehicle_lines(g: SlPlay, vehicle: Vehicle) -> tuple[Line, ...]:
    """SL:9.2.6-a, SL:9.2.6-g; SL:9.2.7: and the lowest of its armour modifiers, where none is negative and it is no
    open-topped AFV."""
    kind, table = kind_of(g, vehicle), g.tables.artillery.vehicles
    if not kind.armoured:
        return (Line("no armour", table["unarmoured"], "SL:9.2.6-a"),)
    if kind.open_topped:
        return (Line("open-topped", table["open_topped"], "SL:9.2.6-a"),)
    name = "sp_gun" if kind.kind == SP_GUN else "tank"
    label = "armoured car" if kind.kind == ARMOURED_CAR else name.replace("_", " ")
    lines = [Line(label, table[name], "SL:9.2.6-g" if kind.kind == ARMOURED_CAR else "SL:9.2.6-a")]
    armour = min(kind.front or 0, kind.side or 0)
    if armour > 0:
        lines.append(Line("armour", armour, "SL:9.2.7"))
    return tuple(lines)


def strike_vehicle(g: SlPlay, frame: ForEffect, vehicle: Vehicle, dice: tuple[int, int]) -> None:
    """SL:9.2.6-a: a KIA alone; SL:9.2.6-b: moving in the open does not matter."""
    if vehicle.wreck:
        return
    module = g.state.modules[frame.module]
    lines = vehicle_lines(g, vehicle)
    final = sum(dice) + int(sum(line.value for line in lines))
    column = column_for(g.fire_table.columns, firepower(g, module))
    deadly = g.tables.infantry_fire_table.result(column, final).kind == KIA
    g.say(
        "artillery",
        f"{name_of(g, module)} at {g.piece_name(vehicle.id)}: roll {sum(dice)}, final {final}: "
        f"{'KIA' if deadly else 'no effect'}.",
        "SL:9.2.6-a",
        side=frame.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=dice,
        breakdown=Breakdown("Barrage", lines, total=final, rules=("SL:9.2.6-a",)),
    )
    if deadly:
        wreck(g, vehicle, "is destroyed by artillery", "SL:9.2.6-a")


# -- what it leaves behind (SL:9.2.9, SL:9.2.10) -----------------------------------------------------------------


@PART.modifies(attack_lines, "SL:9.2.9", step=FIRERS)
def shaken(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:9.2.9, SL:9.2.9-b: in any fire phase of that player turn; SL:9.9.2-d: once, however long it lasts."""
    hit = any(shot.unit in g.state.heads_down for shot in shots)
    return [Line("under artillery fire", SHAKEN, "SL:9.2.9")] if hit else []


@PART.modifies(target_lines, "SL:9.2.10-b", step=COVER)
def heads_down(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:9.2.10-b: against other fire of the same phase."""
    if aim.hexes and g.state.heads_down.get(unit.id) == aim.phase:
        return [Line("down from the artillery", HEADS_DOWN, "SL:9.2.10-b")]
    return []


@PART.answers(player_turn_begins)
def heads_up(g: SlPlay) -> None:
    g.state.heads_down = {}


def remember(g: SlPlay, units: Iterable[str]) -> None:
    for uid in units:
        if uid in g.state.units:
            g.state.shelled[uid] = g.state.turn
            g.state.heads_down[uid] = g.state.phase
