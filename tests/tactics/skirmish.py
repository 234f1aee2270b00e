"""A toy: a fire fight on one board, made of the parts of `tactics` alone, with dice, tables and a sequence of its own.

A player turn is Move, Fire and Steady. An attack is a roll of a twenty-sided die on a table with three columns; nerve
is checked with three four-sided dice.  It stands for every system to come: it must play wherever games are played.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from defilade.hexgrid import GameMap, LosProfile, MapSpec, Placed, shared_map
from defilade.kernel import Action, Chance, Described, Frame, Line, Outcome, Over, Refusal, System
from defilade.kernel.composition import Part, Rules
from defilade.systems import Card, SystemRecord
from defilade.tactics import attack_plan, checks, control, declaring_fire, moving, sequence, set_up
from defilade.tactics.acting import ActingPhase, acting_phase
from defilade.tactics.attack_plan import Aim, Firing, Plan, names_of, plan_shots, resolve
from defilade.tactics.checks import Check, CheckKind, Thrown, check_procedure, check_rounds
from defilade.tactics.counters import Counter
from defilade.tactics.declaring_fire import DeclarationRules, DeclareFire, announce
from defilade.tactics.fire_groups import Shot, hang_together, hexes_of
from defilade.tactics.moving import Mover, MoveRules, MoveVerb, Moving, note_spent, place_of, the_record
from defilade.tactics.play import BoardPlay, hex_labels
from defilade.tactics.sequence import Marker, Order, Phase
from defilade.tactics.sequence import Sequence as Turns
from defilade.tactics.set_up import PlaceGroup
from defilade.tactics.units import Unit, Weapon

MOVE, FIRE, STEADY = "Move", "Fire", "Steady"
STOP = Action("stop")
SIDES = ("red", "blue")


class FireTable(NamedTuple):
    """Harm by firepower and a roll of twenty: nothing, a check with a number, or death."""

    columns: tuple[int, ...] = (2, 5, 9)

    def result(self, column: int | None, final_dr: int) -> int:
        return 0 if column is None else max(0, (final_dr - 8 + 2 * column) // 4)


class Battle(msgspec.Struct, frozen=True):
    title: str = "A fire fight"
    turns: int = 4
    moves_first: str = "blue"
    half_turn_at_end: bool = False
    victory: None = None


def _counter(name: str, fp: int, reach: int, nerve: int) -> Counter:
    return Counter(name, name, "toy", "squad", nerve, nerve - 2, True, fp, reach)


COUNTERS = {"rifles": _counter("rifles", 3, 6, 8), "guards": _counter("guards", 4, 4, 9)}
FORCES = {"red": {"rifles": 4, "guards": 1}, "blue": {"rifles": 3, "guards": 3}}
ROWS = {"red": "KLM", "blue": "HI"}
COSTS = {"open": 1.0}


class State(msgspec.Struct, omit_defaults=True):
    scenario: str
    options: dict[str, str]
    sides: tuple[str, ...]
    turn: int = 0
    attacker: str = ""
    phase: str = ""
    units: dict[str, Unit] = msgspec.field(default_factory=dict)
    weapons: dict[str, Weapon] = msgspec.field(default_factory=dict)
    stacks: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    hex_control: dict[str, str] = msgspec.field(default_factory=dict)
    building_control: dict[str, str] = msgspec.field(default_factory=dict)
    serial: int = 0
    stack: list[Frame] = msgspec.field(default_factory=list)
    over: Over | None = None


class Fight(BoardPlay[State]):
    """The toy in the hands of its procedures."""

    def __init__(self, state: State, game_map: GameMap, rules: Rules) -> None:
        super().__init__(state, game_map, rules, Battle(), hex_labels(game_map), COUNTERS, {}, FireTable())


PART = Part(sequence.PART, set_up.PART, declaring_fire.PART, checks.PART, moving.PART, control.PART)

# -- the sequence ------------------------------------------------------------------------------------------


class MovePhase(ActingPhase): ...


class FirePhase(ActingPhase): ...


class SteadyPhase(ActingPhase): ...


PART.adds(
    sequence.PHASE_ENTRIES,
    Phase(MOVE, "Movement", MovePhase),
    Phase(FIRE, "Fire", FirePhase),
    Phase(STEADY, "Steadying", SteadyPhase),
)
PART.adds(
    sequence.MARKERS,
    Marker("fire", sequence.NEXT_PLAYER_TURN, blank=""),
    Marker("acted", sequence.NEXT_PHASE),
)


PART.answers(sequence.order_of_play)(lambda g: Order((MOVE, FIRE, STEADY), ("TOY:turn",), ("TOY:turn",)))


@PART.answers(sequence.final_result)
def who_holds_more(g: Fight) -> Over:
    held = {side: list(g.state.hex_control.values()).count(side) for side in SIDES}
    winner = "" if held["red"] == held["blue"] else max(held, key=lambda side: held[side])
    return Over(winner, f"Red holds {held['red']} hexes, Blue {held['blue']}.", ("TOY:end",))


PART.answers(control.takes_control)(lambda g, unit: not unit.broken)
# -- setting up --------------------------------------------------------------------------------------------


PART.answers(control.control_rule, set_up.set_up_rule)(lambda g: "TOY:places")


@PART.answers(set_up.set_up_hexes)
def back_rows(g: Fight, group: int, unit: Unit) -> list[str]:
    return [
        hex for hex in g.map.names if g.map.grid_name(hex)[1] in ROWS[unit.side] and hex not in g.state.stacks
    ]


# -- moving ------------------------------------------------------------------------------------------------


PART.answers(moving.left_to_spend)(
    lambda g, frame: [3 - the_record(frame, uid).spent for uid in frame.members]
)


@PART.answers(moving.move_rules)
def rules_of_moving(g: Fight) -> MoveRules:
    no = Refusal("the move has begun", "TOY:move")
    return MoveRules(("TOY:move",), ("TOY:move",), no, no, no)


def entries(g: Fight, frame: Moving, left: Sequence[float]) -> list[Action]:
    near = g.map.adjacent[place_of(g, frame)]
    free = [
        hex for hex in near if hex not in g.state.stacks and COSTS.get(g.map.terrain[hex], 2.0) <= left[0]
    ]
    return [Action("enter", (), hex) for hex in free]


def enter(g: Fight, frame: Moving, action: Action) -> None:
    for uid in frame.members:
        note_spent(frame, uid, COSTS.get(g.map.terrain[action.at], 2.0), action.at)
        g.place(g.unit(uid), action.at)
    g.say("enter", f"{g.names(frame.members)} to {g.place_name(action.at)}.", "TOY:move", at=action.at)
    control.seize(g, action.at)


def stop(g: Fight, frame: Moving, action: Action) -> None:
    frame.members = ()


PART.adds(
    moving.MOVE_VERBS,
    MoveVerb(
        "enter", 1, entries, enter, lambda g, frame, left, action: Refusal("too far or taken", "TOY:move")
    ),
    MoveVerb("stop", 2, lambda g, frame, left: [STOP], stop, lambda g, frame, left, action: None),
)


def set_out(g: Fight, side: str, action: Action) -> None:
    unit = g.update(g.unit(action.who[0]), acted=True)
    g.push(Moving((unit.id,), movers=(Mover(unit.id),)))


def who_moves(g: Fight, side: str) -> list[Action]:
    return [Action("move", (unit.id,)) for unit in g.on_map(side) if not unit.acted and not unit.broken]


acting_phase(PART, MovePhase, "Who moves?", ("TOY:move",), who_moves, set_out)


# -- firing ------------------------------------------------------------------------------------------------


class Attack(Frame):
    side: str
    target: str
    targets: tuple[str, ...]
    shots: tuple[Shot, ...]
    rolled: bool = False


def can_fire(g: Fight, unit: Unit, target: str) -> bool:
    reach = g.counter(unit).range
    if unit.broken or unit.fire or g.map.distance(unit.hex, target) > reach:
        return False
    return g.map.hindrance(unit.hex, target) >= 0


def targets(g: Fight, side: str) -> list[Action]:
    enemy, mine = g.enemy_of(side), list(g.on_map(side))
    hexes = [
        hex
        for hex in g.state.stacks
        if g.has_side(hex, enemy) and any(can_fire(g, unit, hex) for unit in mine)
    ]
    return [Action("target", (), hex) for hex in hexes]


def take_aim(g: Fight, side: str, action: Action) -> None:
    g.push(DeclareFire(FIRE, side, action.at, g.state.stacks[action.at]))


acting_phase(PART, FirePhase, "At whom?", ("TOY:fire",), targets, take_aim)


PART.answers(declaring_fire.declaration_rules)(lambda g: DeclarationRules(("TOY:fire",), ("TOY:fire",)))


@PART.answers(declaring_fire.additions)
def who_joins(g: Fight, frame: DeclareFire) -> list[tuple[Action, tuple[Shot, ...]]]:
    taken = {shot.unit for shot in frame.shots}
    free = [unit for unit in g.on_map(frame.side) if unit.id not in taken and can_fire(g, unit, frame.target)]
    near = [unit for unit in free if hang_together(g.map, {*hexes_of(g, frame.shots), unit.hex})]
    return [(Action("add", (unit.id,)), (Shot(unit.id),)) for unit in near]


PART.answers(declaring_fire.leaders_for)(lambda g, phase, shots: ())


@PART.answers(declaring_fire.fire_declared)
def launch(g: Fight, frame: DeclareFire) -> None:
    announce(g, frame, "TOY:fire")
    for shot in frame.shots:
        g.update(g.unit(shot.unit), fire="fired")
    g.push(Attack(frame.side, frame.target, frame.targets, frame.shots))


@PART.answers(attack_plan.printed_fp)
def firepower(g: Fight, shot: Shot, unit: Unit, weapon: Weapon | None) -> Line:
    return Line(g.name(unit), g.counter(unit).fp, "TOY:fire", "fp")


@PART.modifies(attack_plan.shot_factors, "TOY:near")
def close_by(g: Fight, firing: Firing) -> list[Line]:
    return [Line("close by", 1.5, "TOY:near", "x")] if firing.distance == 1 else []


@PART.modifies(attack_plan.target_lines, "TOY:cover")
def cover(g: Fight, unit: Unit, aim: Aim) -> list[Line]:
    return [Line("cover", -3, "TOY:cover")] if g.map.terrain[unit.hex] != "open" else []


PART.answers(attack_plan.cowering_shift)(lambda g, shots, leaders: 0)
PART.answers(attack_plan.attack_rules)(lambda g: ("TOY:fire",))


def plan_of(g: Fight, frame: Attack) -> Plan:
    title = f"{names_of(g, frame.shots)} at {g.place_name(frame.target)}"
    return plan_shots(g, title, frame.shots, frame.target, frame.targets, (), FIRE, covered=True)


@PART.decisions(Attack)
def ask_attack(g: Fight, frame: Attack) -> Chance | None:
    if frame.rolled:
        return None
    return Chance("A roll of twenty.", dice=1, faces=20, side=frame.side, rules=("TOY:fire",))


@ask_attack
def take_attack(g: Fight, frame: Attack, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        g.pop()
        return
    frame.rolled = True
    plan = plan_of(g, frame)
    due = []
    for group, harm in resolve(g, plan, answer.dice).results:
        text = f"{plan.title}: {harm}"
        g.say("attack", text, "TOY:fire", who=group.units, dice=answer.dice, breakdown=plan.breakdown(group))
        due += [("nerve", Check(uid, harm)) for uid in group.units if harm]
    g.push_in_order(*check_rounds(g, due, ()))


# -- nerve -------------------------------------------------------------------------------------------------


class Nerve(Frame):
    unit: str
    drm: int = 0


class Recover(Frame):
    unit: str


PART.answers(checks.check_order)(lambda g, unit: (0,))
PART.answers(checks.check_of)(lambda g, unit, check, frame: Nerve(unit.id, check.drm))


def shaken(g: Fight, frame: Nerve, unit: Unit, found: Thrown) -> None:
    g.pop()
    if not found.passed and unit.broken:
        g.say("eliminated", f"{g.name(unit)} runs.", "TOY:nerve", side=unit.side)
        g.remove(unit)
    elif not found.passed:
        g.update(unit, broken=True)


def recovered(g: Fight, frame: Recover, unit: Unit, found: Thrown) -> None:
    g.pop()
    g.update(unit, acted=True, broken=not found.passed)


def nerve_level(g: Fight, frame: Frame, unit: Unit) -> int:
    counter = g.counter(unit)
    return counter.broken_morale if unit.broken else counter.morale


def kind(event: str, taken: Any) -> CheckKind:
    return CheckKind(
        event=event,
        title="Nerve",
        asks=lambda g, frame, unit: f"{g.name(unit)}: three dice of four sides.",
        level=nerve_level,
        lines=lambda g, frame, unit: (Line("harm", getattr(frame, "drm", 0), "TOY:nerve"),),
        taken=taken,
        rules=("TOY:nerve",),
        against="nerve",
        dice=3,
        faces=4,
    )


check_procedure(PART, Nerve, kind("nerve", shaken))
check_procedure(PART, Recover, kind("recover", recovered))


def shaken_units(g: Fight, side: str) -> list[Action]:
    return [Action("steady", (unit.id,)) for unit in g.on_map(side) if unit.broken and not unit.acted]


def steady(g: Fight, side: str, action: Action) -> None:
    g.push(Recover(action.who[0]))


acting_phase(PART, SteadyPhase, "Whom do you steady?", ("TOY:nerve",), shaken_units, steady)


# -- the system --------------------------------------------------------------------------------------------


class Skirmish(System[State]):
    id = "skirmish"
    version = "1"

    def __init__(self) -> None:
        self.rules = Rules([PART])
        self.procedures = self.rules.procedures
        trees = dict.fromkeys(("woods", "wooden_building", "stone_building"), "TOY:los")
        profile = LosProfile(trees, {}, "TOY:los", 99, "", "TOY:los", "")
        self.map = shared_map(MapSpec([Placed("z")], {"z": "F-P"}), profile)

    def scenarios(self) -> tuple[str, ...]:
        return ("K1",)

    def start(self, scenario: str, options: Mapping[str, str]) -> State:
        state = State(scenario, dict(options), SIDES)
        g = self.play(state)
        for number, side in enumerate(SIDES):
            for name, count in FORCES[side].items():
                for letter in "ABCD"[:count]:
                    g.add_unit(Unit(g.new_id(side[0]), side, name, "squad", group=number, letter=letter))
        g.push_in_order(PlaceGroup(0), PlaceGroup(1), Turns())
        return state

    def sides(self, state: State) -> tuple[str, ...]:
        return state.sides

    def play(self, state: State) -> Fight:
        return Fight(state, self.map, self.rules)

    def state_type(self) -> type[State]:
        return State

    def clone(self, state: State) -> State:
        twin = copy.copy(state)
        for table in ("units", "weapons", "stacks", "hex_control", "building_control"):
            setattr(twin, table, dict(getattr(state, table)))
        twin.stack = [copy.copy(frame) for frame in state.stack]
        return twin

    def result(self, state: State) -> Over:
        assert state.over is not None
        return state.over

    def redact(self, state: State, side: str) -> State:
        return self.clone(state)

    def determinize(self, view: State, side: str, rng: random.Random) -> State:
        return self.clone(view)

    def describe(self, state: State, action: Action) -> Described:
        return Described(str(action))


def card(system: System[Any], scenario: str, options: Mapping[str, str]) -> Card:
    return Card(
        scenario,
        system.id,
        "A fire fight",
        "1944",
        "Nowhere",
        SIDES,
        4,
        ("z",),
        "Hold more hexes",
        "original",
    )


RECORD = SystemRecord("skirmish", "The fire fight", Skirmish, card)
