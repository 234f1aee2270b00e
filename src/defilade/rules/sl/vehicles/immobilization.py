"""Infantry against an AFV in Defensive Fire: stopping it with what is at hand (SL:7.2.1, SL:7.2.5)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, bar
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.fire import DEFENSIVE, Attack, attack_done, carry_out, in_the_hex
from defilade.rules.sl.state import DFPH, SCOUT, SNIPER, SlPlay
from defilade.rules.sl.vehicle_pieces import HALFTRACK, Vehicle
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack
from defilade.rules.sl.vehicles.crews import BailOutCheck
from defilade.rules.sl.vehicles.exposed import exposed_of
from defilade.rules.sl.vehicles.nerve import FAILED, Paamc, braced, may_check
from defilade.rules.sl.vehicles.yard import (
    behind_its_obstacle,
    immobilize,
    is_afv,
    kind_of,
    passengers_of,
    vehicles_in,
)
from defilade.rules.sl.visibility import dim
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit

PART = Part()

NO_LEADER = Action("no-leader")

STOPS_AT = 2
"""SL:7.2.5.3"""
MOST_TEM = 2
"""SL:7.2.5.3-h: better cover counts as this much."""
IN_REACH, HINDERED, HALF_TRACKED, LOOKING_OUT, FEW, GUNNERS = -2, -2, -1, 1, 1, 2
ESCORT = {SQUAD: 2, HALF_SQUAD: 1, CREW: 1}

NOT_AFV = Refusal("only an AFV can be stopped so", "SL:7.2.5.1-a")
BROKEN = Refusal("a broken unit attacks nobody", "SL:3.21.1")
IN_MELEE = Refusal("units in melee can do nothing but fight there", "SL:6.3.2")
PINNED = Refusal("who is pinned goes for no AFV", "SL:3.24.2-b")
HAS_FIRED = Refusal("it has used its firepower", "SL:7.2.5.1-a")
OVER_A_CLIFF = Refusal("nobody gets at an AFV over a cliff", "SL:14.8.5")
NOT_ADJACENT = Refusal("the AFV must be adjacent, at most one level away", "SL:7.2.5-q3")
NOT_SCOUTS = Refusal("scouts and snipers keep away from AFVs", "SL:7.2.5.5")
BEHIND_OBSTACLE = Refusal("the obstacle that it drives around is in the way", "SL:7.2.5.1-b")
OPEN = Refusal("from open ground nobody tries it", "SL:7.2.5.1-a")
NERVE = Refusal("it has lost its nerve, or goes for another AFV", "SL:7.2.5-q1")


@all_of
def other_cover(g: SlPlay, unit: Unit, vehicle: Vehicle) -> Iterable[int]:
    """What TEM has a unit against a vehicle besides that of terrain and hexsides?"""
    return ()


@bar
def bare_hands_bar(g: SlPlay, unit: Unit, vehicle: Vehicle) -> Refusal | None:
    """Why may a unit not go for an AFV with its bare hands?"""


class Attempt(Frame):
    """A unit that has kept its nerve tries to stop an AFV."""

    unit: str
    vehicle: str
    leader: str = ""
    led: bool = False
    """Whether he is led has been settled."""


# -- who may try -------------------------------------------------------------------------------------------


def tem_against(g: SlPlay, unit: Unit, vehicle: Vehicle) -> int:
    """SL:7.2.5.1-c: the terrain in its hex, and a wall or hedge between it and the AFV; height does not count. Who is
    overrun in open ground has none (SL:7.1.15-a), who stands beside it elsewhere has (SL:7.1.15-b)."""
    side = g.map.hexside_kind(unit.hex, vehicle.hex) or "" if unit.hex != vehicle.hex else ""
    entry = g.tables.fire_drm.hexside.get(side)
    hexside = entry.drm if entry is not None else 0
    return g.terrain_of(unit.hex).tem + hexside + sum(other_cover(g, unit, vehicle))


def hard_to_see(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    """SL:7.2.5.1-d: night, fog and smoke about either of them."""
    return bool(dim(g, unit.hex) or dim(g, vehicle.hex))


@bar
def attempt_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why does a unit not go for an AFV with what it has at hand?"""


def attempt_refusal(g: SlPlay, unit: Unit, vehicle: Vehicle) -> Refusal | None:
    """SL:7.2.5.1-a; SL:7.2.5-q3: from one level above, not from two."""
    if not is_afv(g, vehicle) or not vehicle.manned:
        return NOT_AFV
    if unit.kind in (SCOUT, SNIPER):
        return NOT_SCOUTS
    found = attempt_bar(g, unit)
    if found is not None:
        return found
    if unit.broken:
        return BROKEN
    if unit.melee:
        return IN_MELEE
    if unit.pinned:
        return PINNED
    if unit.fire or unit.directed:
        return HAS_FIRED
    near = vehicle.hex in g.map.adjacent.get(unit.hex, ()) and terrain.sees(g, unit.hex, vehicle.hex)
    if near and vehicle.bypass and behind_its_obstacle(g, unit.hex, vehicle):
        return BEHIND_OBSTACLE
    beneath = unit.hex == vehicle.hex and (vehicle.hex == vehicle.overran or vehicle.bypass)  # SL:7.2.5.7
    if not (near or beneath) or abs(g.map.level(unit.hex) - g.map.level(vehicle.hex)) > 1:
        return NOT_ADJACENT
    if near and g.map.hexside_kind(unit.hex, vehicle.hex) == terrain.CLIFF:
        return OVER_A_CLIFF
    if tem_against(g, unit, vehicle) <= 0 and not hard_to_see(g, unit, vehicle):
        return OPEN
    barred = bare_hands_bar(g, unit, vehicle)
    if barred is not None:
        return barred
    return None if may_check(g, unit, vehicle.id) else NERVE


def able_to_try(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Unit]:
    near = (*g.map.adjacent.get(vehicle.hex, ()), vehicle.hex)
    return [
        unit for hex in near for unit in g.side_in(hex, side) if attempt_refusal(g, unit, vehicle) is None
    ]


def options(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    return [
        Action("immobilize", (unit.id, vehicle.id), vehicle.hex) for unit in able_to_try(g, side, vehicle)
    ]


def begin(g: SlPlay, side: Side, action: Action) -> None:
    """SL:7.2.2: every unit by itself; who keeps his nerve must attack (SL:7.2.5.2-a)."""
    unit, vehicle_id = g.unit(action.who[0]), action.who[1]
    frames: list[Frame] = [] if braced(g, unit, vehicle_id) else [Paamc(unit.id, vehicle_id)]
    g.push_in_order(*frames, Attempt(unit.id, vehicle_id))


def brace_options(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    """Who checks first, without attacking as yet: leaders, for the sake of others (SL:7.2.5.2-c), and those who are to
    fire at exposed passengers with others (SL:7.1.8-c)."""
    return [
        Action("brace", (unit.id, vehicle.id), vehicle.hex)
        for unit in able_to_try(g, side, vehicle)
        if not braced(g, unit, vehicle.id)
        and (exposed_of(g, vehicle) if unit.is_mmc else any(o.is_mmc for o in g.side_in(unit.hex, side)))
    ]


PART.adds(
    VEHICLE_ATTACKS,
    VehicleAttack("immobilize", options, begin),
    VehicleAttack("brace", brace_options, lambda g, side, action: g.push(Paamc(*action.who))),
)


# -- the attempt -------------------------------------------------------------------------------------------


def leaders_of(g: SlPlay, unit: Unit, vehicle_id: str) -> list[Unit]:
    """SL:7.2.3: a leader who has kept his own nerve directs one attempt, or makes his own."""
    return [
        leader
        for leader in g.side_in(unit.hex, unit.side)
        if leader.is_leader
        and leader.id != unit.id
        and not leader.broken
        and not leader.directed
        and not leader.fire
        and g.state.paamc.get(leader.id) == vehicle_id
    ]


def escorts(g: SlPlay, vehicle: Vehicle) -> list[Unit]:
    """SL:7.2.5.3-g: unbroken friends on foot beside it, and those who sit on top of it."""
    on_top = [] if kind_of(g, vehicle).kind == HALFTRACK else passengers_of(g, vehicle)
    beside = g.side_in(vehicle.hex, vehicle.side)
    return [unit for unit in (*beside, *on_top) if unit.is_mmc and not unit.broken]


def attempt_lines(g: SlPlay, unit: Unit, vehicle: Vehicle, leader: str) -> list[Line]:
    """The DF AFV Immobilization Chart (SL:7.2.5.3)."""
    lines = []
    if unit.is_leader:
        lines.append(Line("his own leadership", morale.leadership(g, unit), "SL:7.2.3"))
    if leader:
        lines.append(
            Line(f"leadership of the {g.name(leader)}", morale.leadership(g, g.unit(leader)), "SL:7.2.3")
        )
    if vehicle.bypass and vehicle.hex == unit.hex:
        lines.append(Line("beside the attackers", IN_REACH, "SL:7.2.5.3-a"))
    if hard_to_see(g, unit, vehicle):
        lines.append(Line("vision is hindered", HINDERED, "SL:7.2.5.3-b"))
    if not kind_of(g, vehicle).fully_tracked:
        lines.append(Line("not fully tracked", HALF_TRACKED, "SL:7.2.5.3-c"))
    if vehicle.ce:
        lines.append(Line("the crew looks out", LOOKING_OUT, "SL:7.2.5.3-d"))
    if unit.kind == HALF_SQUAD:
        lines.append(Line("a half-squad", FEW, "SL:7.2.5.3-e"))
    if unit.kind == CREW:
        lines.append(Line("a crew", GUNNERS, "SL:7.2.5.3-f"))
    lines += [Line(f"{g.name(o)} with it", ESCORT[o.kind], "SL:7.2.5.3-g") for o in escorts(g, vehicle)]
    tem = min(MOST_TEM, tem_against(g, unit, vehicle))
    if unit.is_mmc and tem > 0:
        lines.append(Line("terrain of the attackers", -tem, "SL:7.2.5.3-h"))
    return lines


@PART.decisions(Attempt)
def ask_attempt(g: SlPlay, frame: Attempt) -> Choice | Chance | None:
    unit, vehicle = g.state.units.get(frame.unit), g.state.vehicles[frame.vehicle]
    if unit is None or not vehicle.manned or not braced(g, unit, vehicle.id):
        return None
    leaders = leaders_of(g, unit, vehicle.id) if unit.is_mmc and not frame.led else []
    if leaders:
        directs = tuple([Action("direct", (leader.id,)) for leader in leaders])
        asks = f"Who directs the attack of the {g.name(unit)}?"
        return Choice(unit.side, asks, (*directs, NO_LEADER), ("SL:7.2.3",), (unit.id,), vehicle.hex)
    asks = f"{g.name(unit)} tries to stop {g.piece_name(vehicle.id)}."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:7.2.5.3",), about=(unit.id, vehicle.id))


@ask_attempt
def take_attempt(g: SlPlay, frame: Attempt, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        frame.led = True
        frame.leader = answer.who[0] if answer.who else ""
        return
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit, vehicle = g.unit(frame.unit), g.state.vehicles[frame.vehicle]
    unit = g.update(unit, fire=DEFENSIVE)  # SL:7.2.5.7, SL:7.2.5-q4
    g.state.paamc[unit.id] = FAILED  # SL:7.2.5-q1: one attempt a player turn
    if frame.leader:
        g.update(g.unit(frame.leader), directed=(unit.id,), fire=DEFENSIVE)
    lines = tuple(attempt_lines(g, unit, vehicle, frame.leader))  # who is with it as the dice fall
    same_roll(g, unit, vehicle, frame.leader, answer.dice)
    read_attempt(g, unit, vehicle, lines, answer.dice)


def read_attempt(
    g: SlPlay, unit: Unit, vehicle: Vehicle, lines: tuple[Line, ...], dice: tuple[int, ...]
) -> None:
    """SL:7.2.5.3; doubles do not matter (SL:7.2.5.4)."""
    final = sum(dice) + int(sum(line.value for line in lines))
    done = final <= STOPS_AT
    g.say(
        "immobilization",
        f"{g.name(unit)} attacks {g.piece_name(vehicle.id)}: roll {sum(dice)}, final {final}: "
        + ("it stops." if done else "it is not stopped."),
        "SL:7.2.5.3",
        side=unit.side,
        who=(unit.id, vehicle.id),
        at=vehicle.hex,
        dice=dice,
        breakdown=Breakdown("Immobilization", lines, total=final, rules=("SL:7.2.5.3",)),
    )
    if done and vehicle.immobilized:
        g.push(BailOutCheck(vehicle.id))
    elif done:  # SL:7.2.5-q5: nobody leaves it for that, the first time
        immobilize(g, vehicle, f"stopped by {g.name(unit)}", "SL:7.2.5.3")


def same_roll(g: SlPlay, unit: Unit, vehicle: Vehicle, leader: str, dice: tuple[int, ...]) -> None:
    """SL:7.2.5.6, SL:7.1.8-b: the same dice are fire at who looks out of it, and at infantry beneath it."""
    targets = in_the_hex(g, vehicle.hex)
    if unit.is_leader or not targets:
        return
    attack = Attack(
        DFPH, unit.side, vehicle.hex, targets, (Shot(unit.id),), (leader,) if leader else (), dice
    )
    g.push(attack)
    carry_out(g, attack)


@PART.answers(attack_done)
def fire_group_stops_it(g: SlPlay, attack: Attack) -> None:
    """SL:7.1.8-c: those who fired together at exposed passengers have one attempt between them, with that roll."""
    if attack.phase != DFPH or not attack.dice:
        return
    for vehicle in vehicles_in(g, attack.target):
        mine = [
            unit
            for shot in attack.shots
            if (unit := g.state.units.get(shot.unit)) is not None
            and g.state.paamc.get(unit.id) == vehicle.id
            and any(piece.startswith(vehicle.id) for piece in attack.targets)
        ]
        if mine and vehicle.manned:
            g.state.paamc.update({unit.id: FAILED for unit in mine})
            lines = tuple(attempt_lines(g, mine[0], vehicle, ""))
            read_attempt(g, mine[0], vehicle, lines, attack.dice)
