"""The charge of cavalry (SL:4.12.26 to SL:4.12.36): it rides through enemies in the open and attacks them as it comes.

Who charges says so before he sets out, and must come to an attack as long as he can; where he could strike is in
`gallop`.  Riders go through enemies without a charge, too, but stop nowhere among them (SL:4.12.18).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import fire, morale, movement, stacking, terrain
from defilade.rules.sl.fire import Attack, piece_struck
from defilade.rules.sl.firers import fire_bar
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.mounts.gallop import RUN_UP, goals, in_reach, may_leave_to, run_on, straight, victims
from defilade.rules.sl.mounts.riding import change, dismounting_bar
from defilade.rules.sl.movement import Left, what_is_left
from defilade.rules.sl.people.berserk import spared
from defilade.rules.sl.people.charge import charges_otherwise
from defilade.rules.sl.saddles import mount_of, rides
from defilade.rules.sl.state import AFPH, HORSE, MPH, Run, SlPlay
from defilade.tactics.attack_plan import Aim, Plan, plan_of_lines, resolve
from defilade.tactics.checks import Check, check_rounds
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.moving import MOVE_VERBS, Mover, MoveVerb, Moving, move_in_progress
from defilade.tactics.names import Hex
from defilade.tactics.sequence import phase_opens, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

CHARGE = "charge"
"""Also the `phase` of an aim from the saddle at those who are ridden down."""

NOT_MOUNTED = Refusal("only who rides a horse charges, and somebody who can fight with him", "SL:4.12.27")
TIRED = Refusal("the horses are winded", "SL:4.12.29")
HAS_MOUNTED = Refusal("who has mounted in this turn does not charge", "SL:4.12.29")
LADEN = Refusal("who carries support weapons does not charge", "SL:4.12.29")
BEGUN = Refusal("a charge is declared before anybody sets out", "SL:4.12.27")
NO_TARGET = Refusal("a charge must come to an attack, and there is none in reach", "SL:4.12-q11")
MUST_ATTACK = Refusal("they could not come to an attack any more", "SL:4.12-q11")
CHARGES = Refusal("who charges stays in the saddle", "SL:4.12.29")
TOGETHER = Refusal("who charges together sets out together", "SL:4.12.27")
AMONG_ENEMIES = Refusal("riders do not end their move among enemies", "SL:4.12.18")
NO_WAY_THROUGH = Refusal("they could not ride on from there", "SL:4.12.18")
BY_ANOTHER_SIDE = Refusal(
    "after a charge they ride on, not where they came from, nor through woods or a gully", "SL:4.12.32"
)
HAS_CHARGED = Refusal("who has charged does not fire in the AFPh", "SL:4.12.36-b")


class ChargeAttack(Frame):
    """A unit in the saddle attacks everybody in a hex that it has come into (SL:4.12.35)."""

    unit: str
    hex: Hex
    dice: tuple[int, ...] = ()


def charging(g: SlPlay, unit: Unit) -> bool:
    return g.state.run is not None and unit.id in g.state.run.units


def all_ride(g: SlPlay, units: Sequence[Unit]) -> bool:
    return bool(g.state.mounts) and all(rides(g, unit, HORSE) for unit in units)


# -- declaring it ------------------------------------------------------------------------------------------


def charge_refusal(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    if frame.begun or g.state.run is not None:
        return BEGUN
    units = [member.unit for member in members]
    if not all_ride(g, units) or not any(unit.is_mmc for unit in units):
        return NOT_MOUNTED
    for unit in units:
        found = rider_refusal(g, unit)
        if found is not None:
            return found
    left = min(member.mf for member in members) + g.tables.cavalry.mf_charging
    unit = next(unit for unit in units if unit.is_mmc)
    return None if in_reach(g, unit, Run(()), unit.hex, (), left) else NO_TARGET


def rider_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.12.29; berserk riders charge with winded horses, too (SL:4.12.26)."""
    mount = mount_of(g, unit)
    if mount is not None and mount.winded and not unit.berserk:
        return TIRED
    if unit.id in g.state.mounted_at:
        return HAS_MOUNTED
    return LADEN if g.weapons_of(unit) else None


def charge_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not g.state.mounts or charge_refusal(g, frame, members) is not None:
        return []
    return [Action(CHARGE, frame.members)]


def declare_charge(g: SlPlay, frame: Moving, action: Action) -> None:
    begin_charge(g, frame.members)


def begin_charge(g: SlPlay, who: tuple[str, ...], aims: tuple[str, ...] = ()) -> None:
    g.state.run = Run(who, goals=aims)
    g.say(
        "charge",
        f"{g.doing(who, 'charges', 'charge')}!",
        "SL:4.12.27",
        "SL:4.12.30",
        side=g.attacker,
        who=who,
        at=g.unit(who[0]).hex,
    )


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        CHARGE,
        32,
        charge_options,
        declare_charge,
        lambda g, frame, members, action: charge_refusal(g, frame, members),
    ),
)


@PART.answers(movement.moving_bar)
def nobody_joins_later(g: SlPlay, unit: Unit) -> Refusal | None:
    return TOGETHER if g.state.run is not None and move_in_progress(g) is not None else None


@PART.answers(movement.mf_allowed)
def at_a_gallop(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:4.12.30: twelve become eighteen, the six of winded horses twelve (SL:4.12.26)."""
    return mf + g.tables.cavalry.mf_charging if charging(g, unit) and rides(g, unit, HORSE) else mf


@PART.answers(dismounting_bar)
def stays_in_the_saddle(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.12.29: in that turn, not in that move only."""
    return CHARGES if charging(g, unit) or unit.id in g.state.charged else None


# -- the way -----------------------------------------------------------------------------------------------


@PART.answers(movement.may_be_run_into)
def rides_through(g: SlPlay, enemy: Unit, movers: Sequence[Unit]) -> bool:
    """SL:4.12.18"""
    return all_ride(g, movers)


@PART.answers(movement.step_bar)
def where_riders_go(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    if not g.state.mounts or unit.id != frame.members[0] or not rides(g, unit, HORSE):
        return None
    left = min(member.mf for member in what_is_left(g, frame)) - terrain.cost_for(g, unit, unit.hex, hex)
    run = g.state.run
    if run is not None and run.came_from and run.at == unit.hex:
        if hex == run.came_from or not may_leave_to(g, hex):
            return BY_ANOTHER_SIDE
    if g.has_side(hex, g.defender) and not rides_on(g, unit, hex, left, frozenset({hex})):
        return NO_WAY_THROUGH
    if run is None or run.struck or bypass.status(g, unit) is not None:
        return None  # who goes by the side of a hex comes out where he can
    if stacking.refusal(g, unit.side, hex, [g.unit(uid) for uid in frame.members]) is not None:
        return movement.TOO_FULL
    way = run_on(g, run, unit.hex, hex)
    if strikes(g, run, unit, hex, way) or in_reach(g, unit, run, hex, way, left):
        return None
    still = in_reach(g, unit, run, unit.hex, run.way if run.at == unit.hex else (), left_now(g, frame))
    return MUST_ATTACK if still else None


def left_now(g: SlPlay, frame: Moving) -> float:
    return float(min(member.mf for member in what_is_left(g, frame)))


def strikes(g: SlPlay, run: Run, unit: Unit, hex: Hex, way: tuple[int, ...]) -> bool:
    """SL:4.12.31: whether riders who come into a hex this way attack it."""
    return straight(way) and hex in goals(g, unit, run).targets and len(way) == RUN_UP


def rides_on(g: SlPlay, unit: Unit, hex: Hex, left: float, past: frozenset[str]) -> bool:
    """Whether riders can go on from a hex to one without enemies."""
    for near in g.map.adjacent[hex]:
        if near in past or terrain.entry_bar(g, unit, hex, near) is not None:
            continue
        rest = left - terrain.cost_for(g, unit, hex, near)
        if rest < 0:
            continue
        if not g.has_side(near, g.defender) or rides_on(g, unit, near, rest, past | {near}):
            return True
    return False


@PART.answers(movement.stop_bar)
def goes_on(g: SlPlay, frame: Moving, unit: Unit) -> Refusal | None:
    """As long as there is a way; who is hemmed in stays where he is."""
    if not g.state.mounts or not rides(g, unit, HORSE):
        return None
    run, members = g.state.run, what_is_left(g, frame)
    if g.has_side(unit.hex, g.defender) and movement.entry_options(g, frame, members):
        return AMONG_ENEMIES
    if run is None or run.struck or unit.id != frame.members[0]:
        return None
    way = run.way if run.at == unit.hex else ()
    held = in_reach(g, unit, run, unit.hex, way, left_now(g, frame))
    return MUST_ATTACK if held and movement.entry_options(g, frame, members) else None


@PART.answers(movement.entered)
def comes_into(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    run = g.state.run
    if run is None:
        return
    unit = g.unit(frame.members[0])
    way = run_on(g, run, origin, hex)
    attacks = strikes(g, run, unit, hex, way)
    g.state.run = msgspec.structs.replace(run, at=hex, way=way, came_from=origin if attacks else "")
    if not attacks:
        return
    men = [uid for uid in frame.members if g.unit(uid).is_mmc]
    g.state.charged = tuple(dict.fromkeys((*g.state.charged, *frame.members)))
    g.push_in_order(*(ChargeAttack(uid, hex) for uid in men))  # SL:4.12-q15


@PART.answers(movement.moved)
def winded(g: SlPlay, frame: Moving) -> None:
    """SL:4.12.36"""
    run, g.state.run = g.state.run, None
    if run is None:
        return
    for uid in run.units:
        unit = g.state.units.get(uid)
        mount = mount_of(g, unit) if unit is not None else None
        if mount is not None and not mount.winded:
            change(g, mount, mount.riders, mount.hex, winded=True)
    g.say("winded", "The horses are winded.", "SL:4.12.36", side=g.attacker)


@PART.answers(fire_bar)
def no_advancing_fire(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    return HAS_CHARGED if g.state.phase == AFPH and unit.id in g.state.charged else None


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.run, g.state.charged = None, ()


# -- the attack --------------------------------------------------------------------------------------------


def fresh_victims(g: SlPlay, frame: ChargeAttack) -> tuple[str, ...]:
    """SL:4.12.32: nobody twice by the same riders in a MPh."""
    run = g.state.run
    struck = run.struck if run is not None else ()
    here = victims(g, g.attacker, frame.hex)
    return tuple([piece for piece in here if f"{frame.unit} {piece}" not in struck])


def plan_of(g: SlPlay, frame: ChargeAttack, targets: Iterable[str]) -> Plan:
    """SL:4.12.35: twice the FP of the men, who do not fire as from the saddle, and -2; both halved in wheat
    (SL:4.12-q16). SL:4.12-q14: a leader who rides with them helps."""
    unit, table = g.unit(frame.unit), g.tables.cavalry
    fp = float(g.counter(unit).fp)
    lines = [
        Line(g.name(unit), fp, "SL:4.12.35", "fp"),
        Line(f"{g.name(unit)}: charges", table.charge_factor, "SL:4.12.35", "x"),
    ]
    fp *= table.charge_factor
    drm = table.charge_drm
    if g.map.terrain[frame.hex] == terrain.WHEAT and g.scenario.wheat_stands:
        lines.append(Line("in wheat", 0.5, "SL:4.12-q16", "x"))
        fp, drm = fp / 2, drm // 2
    common = [Line("charge", drm, "SL:4.12.35"), *led_by(g, unit)]
    # SL:4.12-q13: an aim of its own, so that trucks are not run over as by an AFV.
    title = f"{g.name(unit)} rides down {g.place_name(frame.hex)}"
    return plan_of_lines(g, title, lines, fp, tuple(targets), Aim((), CHARGE, covered=True), common)


def led_by(g: SlPlay, unit: Unit) -> list[Line]:
    leaders = [
        one
        for one in g.side_in(unit.hex, unit.side)
        if one.is_leader and not one.broken and rides(g, one, HORSE) and charging(g, one)
    ]
    if not leaders:
        return []
    best = min(leaders, key=lambda leader: morale.leadership(g, leader, (unit,)))
    value = morale.leadership(g, best, (unit,))
    return [Line(f"leadership of the {g.name(best)}", value, "SL:4.12-q14")]


def still_charges(g: SlPlay, frame: ChargeAttack) -> bool:
    unit = g.state.units.get(frame.unit)
    return unit is not None and not unit.broken and unit.hex == frame.hex and rides(g, unit, HORSE)


@PART.decisions(ChargeAttack)
def ask_charge_attack(g: SlPlay, frame: ChargeAttack) -> Chance | None:
    targets = fresh_victims(g, frame)
    if frame.dice or not targets or not still_charges(g, frame):
        return None
    asks = f"{g.name(frame.unit)} rides down {g.place_name(frame.hex)}."
    return Chance(asks, dice=2, side=g.attacker, rules=("SL:4.12.35",), about=targets)


@ask_charge_attack
def take_charge_attack(g: SlPlay, frame: ChargeAttack, answer: Action | Outcome | None) -> None:
    """SL:4.12.34-b: before anybody fires at them there. The frame stays until all checks are taken."""
    if not isinstance(answer, Outcome):
        g.pop()
        return
    targets = fresh_victims(g, frame)
    plan = plan_of(g, frame, targets)
    frame.dice = answer.dice
    run = g.state.run
    if run is not None:
        marks = tuple([f"{frame.unit} {piece}" for piece in targets])
        g.state.run = msgspec.structs.replace(run, struck=(*run.struck, *marks))
    strike_all(g, frame, plan, targets)


def strike_all(g: SlPlay, frame: ChargeAttack, plan: Plan, targets: tuple[str, ...]) -> None:
    g.state.broke = ()
    checks: list[tuple[str, Check]] = []
    besides: list[Frame] = []
    attack = Attack(CHARGE, g.attacker, frame.hex, targets, (), dice=frame.dice)
    for group, found in resolve(g, plan, frame.dice).results:
        say_result(g, frame, plan, group.units, plan.breakdown(group), str(found))
        for piece in group.units:
            if piece in g.state.units:
                checks += fire.strike(g, g.unit(piece), found, plan.column is not None)
            elif g.in_use(piece.partition("/")[0]):
                besides += piece_struck(g, attack, piece, found)
    with_leader_losses(g, *check_rounds(g, checks, ()))
    g.push_in_order(*besides)


def say_result(
    g: SlPlay, frame: ChargeAttack, plan: Plan, units: tuple[str, ...], breakdown: Breakdown, result: str
) -> None:
    thrown = sum(frame.dice)
    g.say(
        "attack",
        f"{plan.title} ({g.names(units)}): {plan.fp:g} FP, roll {thrown}, modified "
        f"{thrown + breakdown.drm}: {result}.",
        "SL:4.12.35",
        "SL:4.12.34-b",
        side=g.attacker,
        who=(frame.unit, *units),
        at=frame.hex,
        dice=frame.dice,
        breakdown=breakdown,
    )


# -- berserk riders ----------------------------------------------------------------------------------------


@PART.answers(charges_otherwise)
def on_berserk_horses(g: SlPlay, unit: Unit) -> bool:
    return rides(g, unit, HORSE)


class BerserkRiders(Frame):
    """Berserk riders charge before everybody else moves; `done` are those who have, or stay."""

    done: tuple[str, ...] = ()


@PART.answers(phase_opens)
def who_cannot_be_held(g: SlPlay, phase: str) -> list[Frame]:
    if phase != MPH or not g.state.mounts:
        return []
    mad = any(unit.berserk and rides(g, unit, HORSE) for unit in g.on_map(g.attacker))
    return [BerserkRiders()] if mad else []


def nearest_in_the_open(g: SlPlay, unit: Unit) -> tuple[str, ...]:
    """SL:4.12.26: the nearest in sight, in hexes; SL:4.12-q10: of those who can be charged at all."""
    seen = [hex for hex in goals(g, unit, Run(())).targets if terrain.sees(g, unit.hex, hex)]
    nearest = min((g.map.distance(unit.hex, hex) for hex in seen), default=0)
    return tuple([hex for hex in seen if g.map.distance(unit.hex, hex) == nearest])


@PART.automatic(BerserkRiders)
def run_berserk_riders(g: SlPlay, frame: BerserkRiders) -> None:
    """SL:4.12.26: their owner chooses the way, not whether; SL:4.12-q10: without a target that they can come at they
    stay. They take what they carry to be a burden, and throw it away (SL:4.12.29)."""
    waiting = [
        unit
        for unit in g.on_map(g.attacker)
        if unit.berserk and unit.is_mmc and not unit.melee and not unit.acted and rides(g, unit, HORSE)
        if unit.id not in frame.done
    ]
    if not waiting:
        g.pop()
        return
    unit = waiting[0]
    frame.done = (*frame.done, unit.id)
    mount = mount_of(g, unit)
    with_him = [g.state.units[uid] for uid in mount.riders if uid in g.state.units] if mount else [unit]
    party = tuple([one.id for one in with_him if one.berserk and not one.acted])
    aims = nearest_in_the_open(g, unit)
    move = Moving(party, movers=tuple([Mover(uid) for uid in party]))
    mf = left_now(g, move) + g.tables.cavalry.mf_charging
    if not aims or not in_reach(g, unit, Run(party, goals=aims), unit.hex, (), mf):
        return
    for one in with_him:
        for weapon in g.weapons_of(one):
            g.update_weapon(weapon, owner="")
    for uid in party:
        g.update(g.unit(uid), acted=True)
    g.push(move)
    begin_charge(g, party, aims)


@PART.answers(spared)
def loses_only_his_horse(g: SlPlay, unit: Unit) -> bool:
    """SL:4.12.26: what a berserk rider fails costs him his mount; on foot he is as berserk as others."""
    mount = mount_of(g, unit)
    if mount is None or mount.kind != HORSE:
        return False
    change(g, mount, [uid for uid in mount.riders if uid != unit.id], mount.hex)
    if not g.state.mounts[mount.id].riders:
        del g.state.mounts[mount.id]
    g.say(
        "horses_gone",
        f"{g.name(unit)} loses its horses and goes on on foot.",
        "SL:4.12.26",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )
    return True


@PART.answers(morale.unit_lost)
def ridden_down(g: SlPlay, unit: Unit) -> None:
    """SL:3.25.8-a: berserk riders come to their senses as others do."""
    for frame in g.state.stack:
        if isinstance(frame, ChargeAttack) and unit.side == g.defender:
            rider = g.state.units.get(frame.unit)
            if rider is not None and rider.berserk and rider.id not in g.state.avengers:
                g.state.avengers = (*g.state.avengers, rider.id)
