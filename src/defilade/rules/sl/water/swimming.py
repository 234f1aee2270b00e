"""Swimming (SL:4.14): who gets into the water from where he began to move, and out of it if he does not drown.

Banks are green hexsides but for cliffs: one gets in and out over all of them. Only a heavy current carries men away,
where the scenario says which way it flows.
"""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, told
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.presentation import StateMark
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import advance, close_combat, morale, movement, stacking, terrain
from defilade.rules.sl.eyes.concealment import is_concealed, uncover
from defilade.rules.sl.fire import caught_in_the_open, moves_here
from defilade.rules.sl.firers import fire_bar, weapon_bar
from defilade.rules.sl.ground.low_ground import POND, STREAM, is_water, swims
from defilade.rules.sl.marches.portage import pp
from defilade.rules.sl.morale import unit_gone
from defilade.rules.sl.mounts.cavalry import burden
from defilade.rules.sl.mounts.skis import SNOW
from defilade.rules.sl.movement import moved_otherwise, other_moves
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.saddles import mount_of, rides
from defilade.rules.sl.shown import marks_of
from defilade.rules.sl.state import APH, DFPH, HORSE, SlPlay, Track
from defilade.rules.sl.weapons.anti_tank_fire import lines_to_hit
from defilade.rules.sl.weapons.launchers import kind_of_launcher, launching_bar
from defilade.tactics.arcs import FACING_NAMES, front_hexes
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.moving import Moving, note_spent
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens, player_turn_begins
from defilade.tactics.units import Unit, Weapon

PART = Part()

RAFTS = Option(
    "rafts",
    "Rafting material",
    "Who swims has something to put his arms on, and loses neither them nor a light load.",
    ("SL:4.14.12-b", "SL:4.14.13"),
    by_card=True,
)
COLD = Option(
    "cold-water",
    "Cold water",
    "Whoever stays in the water longer than the turn in which he got in drowns the more easily.",
    ("SL:4.14.11",),
    by_card=True,
)
HEAVY = Option(
    "heavy-current",
    "Heavy current",
    "Swimmers drown by an 11 as well as by a 12, and drift downstream in the enemy's Advance Phase.",
    ("SL:4.14.11", "SL:4.14.8"),
    by_card=True,
)
PART.adds(OPTIONS, RAFTS, COLD, HEAVY)
PART.adds(SPOKEN, Spoken("drift", lambda g, action: f"Into {g.place_name(action.at)}"))
PART.adds(OPTION_LOOKS, VerbLook("drift", OptionLook("Drifts to", hex="go")))

WITH_ARMS = 4
"""SL:4.14.12-b: by how much less he must throw to keep his arms."""
DROWNS_AT, DROWNS_IN_CURRENT = 12, 11
OWN_CHOICE = 3
IMMERSED = 1
RAFT_PP, RAFT_PP_OF_ONE, HORSE_PP = 2, 1, 3

WINTER = Refusal("nobody swims in winter or in snow", "SL:4.14.2")
UNFIT = Refusal("the broken and the wounded do not swim", "SL:4.14.3")
NO_WATER = Refusal("there is no water beside it", "SL:4.14.5")
TRIED = Refusal("it has not dared to in this player turn", "SL:4.14.5")
LADEN = Refusal("horses swim with three PP at most", "SL:4.14.15")
IN_THE_APH = Refusal("swimmers go from water to water in the APh only", "SL:4.14.7-a")
BY_MPH = Refusal("swimmers get out of the water in the MPh only", "SL:4.14.7-b")
WHOLE_MOVE = Refusal("to get out of the water takes a whole move", "SL:4.14.7-a")
SWIMS = Refusal("swimmers attack nobody", "SL:4.14.13-b")
NOT_AT_SWIMMERS = Refusal("such weapons are not fired at swimmers", "SL:4.14.10-c")


def in_water(g: SlPlay, unit: Unit) -> bool:
    return unit.id in g.state.swimmers


# -- into the water ----------------------------------------------------------------------------------------


def refusal(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:4.14.5, SL:4.14.16: as its move, from where it stands when the MPh begins."""
    if terrain.is_winter(g.scenario) or SNOW.on(g):
        return WINTER
    shown = is_concealed(unit) and not g.scenario.night  # SL:4.14.14
    if in_water(g, unit) or shown or hex not in g.map.adjacent[unit.hex] or not is_water(g, hex):
        return NO_WATER
    if unit.id in g.state.swim_tried:
        return TRIED
    party = party_of(g, unit)
    if rides(g, unit, HORSE) and burden(g, unit) > HORSE_PP:
        return LADEN
    for one in party:  # who shares the horses goes along, or nobody does
        if one.broken or one.wounded:
            return UNFIT
        found = movement.move_refusal(g, one)
        if found is not None:
            return found
    return stacking.refusal(g, unit.side, hex, party)  # SL:4.14.7-c


@PART.answers(other_moves)
def into_it(g: SlPlay, side: Side) -> list[Action]:
    wet = any(kind == POND for kind in g.map.terrain.values()) or STREAM in g.map.relief.depressions.values()
    if not wet:
        return []
    return [
        Action("swim", (unit.id,), hex)
        for unit in g.on_map(side)
        if unit.hex not in g.map.below
        for hex in g.map.adjacent[unit.hex]
        if is_water(g, hex) and refusal(g, unit, hex) is None
    ]


@PART.answers(moved_otherwise)
def try_to_swim(g: SlPlay, side: Side, action: Action) -> None:
    """SL:4.14.15: who rides needs no check before, and loses no arms."""
    if action.verb != "swim":
        return
    unit = g.unit(action.who[0])
    if rides(g, unit, HORSE):
        go_in(g, unit, action.at, armed=True)
    else:
        g.push(SwimCheck(unit.id, action.at))


def go_in(g: SlPlay, unit: Unit, hex: Hex, *, armed: bool) -> None:
    """SL:4.14.6: over a cliff everybody jumps."""
    party, levels = party_of(g, unit), g.map.level(unit.hex) - g.map.level(hex)
    cliff = g.map.hexside_kind(unit.hex, hex) == terrain.CLIFF
    get_in(g, unit, hex, armed=armed)
    if cliff:
        g.push_in_order(*(Jump(one.id, max(0, levels)) for one in party))


class SwimCheck(Frame):
    """Whether a unit dares to swim (SL:4.14.5)."""

    unit: str
    hex: Hex


class Jump(Frame):
    """From a cliff (SL:4.14.6)."""

    unit: str
    levels: int


def dared(g: SlPlay, frame: SwimCheck, unit: Unit, found: Thrown) -> None:
    """Who does not may do something else; who does keeps his arms if he would have passed a 4MC (SL:4.14.12-b)."""
    g.pop()
    if not found.passed:
        g.state.swim_tried = (*g.state.swim_tried, unit.id)
        return
    go_in(g, unit, frame.hex, armed=RAFTS.on(g) or found.failed_by <= -WITH_ARMS)


check_procedure(
    PART,
    SwimCheck,
    CheckKind(
        event="swim_check",
        title="MC before swimming",
        asks=lambda g, frame, unit: f"Does the {g.name(unit)} dare to swim?",
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lambda g, frame, unit: morale.leader_lines(g, unit, "SL:4.14.5"),
        taken=dared,
        rules=("SL:4.14.5",),
        verdicts=("it does.", "it stays ashore."),
        always_fails=12,
    ),
)


def jumped(g: SlPlay, frame: Jump, unit: Unit, found: Thrown) -> None:
    g.pop()
    if not found.passed:
        drown(g, unit, "does not survive the jump", "SL:4.14.6")


check_procedure(
    PART,
    Jump,
    CheckKind(
        event="swim_check",
        title="MC of the jump",
        asks=lambda g, frame, unit: f"The {g.name(unit)} jumps from the cliff.",
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lambda g, frame, unit: (Line("levels", frame.levels, "SL:4.14.6"),) if frame.levels else (),
        taken=jumped,
        rules=("SL:4.14.6",),
        always_fails=12,
    ),
)


def get_in(g: SlPlay, unit: Unit, hex: Hex, *, armed: bool) -> None:
    """SL:4.14.5: with all MF. SL:4.14.12-a: without arms; what it cannot take along stays on the bank (SL:4.14.13).
    Riders swim with their horses, and keep all (SL:4.14.15)."""
    bank, mount = unit.hex, mount_of(g, unit)
    party = party_of(g, unit)
    for one in party:
        leave_ashore(g, one, bank, room=room_for(g, one, armed=armed))
        lost = one.is_mmc and not armed
        g.place(one, hex, moved=True, acted=True, unarmed=one.unarmed or lost)
        g.state.swimmers = {**g.state.swimmers, one.id: g.state.turn}
        g.state.tracks[one.id] = Track(g.state.moves, (hex,))
    if mount is not None:
        g.state.mounts[mount.id] = msgspec.structs.replace(mount, hex=hex, moved=True)
    g.state.moves += 1
    lost = not armed and unit.is_mmc
    g.say(
        "swims",
        f"{g.names(party)} in the water in {g.place_name(hex)}" + (", without arms." if lost else "."),
        "SL:4.14.5",
        *(("SL:4.14.12-a",) if lost else ()),
        side=unit.side,
        who=tuple([one.id for one in party]),
        at=hex,
    )
    got_in(g, g.unit(unit.id), bank, hex)


@told
def got_in(g: SlPlay, unit: Unit, bank: str, hex: Hex) -> None:
    """A unit has got into the water from a bank."""


@told
def got_out(g: SlPlay, unit: Unit, water: str) -> None:
    """A unit has got out of a hex of water."""


def room_for(g: SlPlay, unit: Unit, *, armed: bool) -> float:
    """The PP that a swimmer takes along (SL:4.14.13)."""
    if mount_of(g, unit) is not None:
        return HORSE_PP
    if not armed:
        return 0
    return RAFT_PP if unit.is_mmc else RAFT_PP_OF_ONE


def leave_ashore(g: SlPlay, unit: Unit, bank: str, room: float) -> None:
    for weapon in g.weapons_of(unit):
        weight = pp(g, weapon, unit)
        if weight <= room:
            room -= weight
        else:
            g.update_weapon(weapon, owner="", hex=bank)


# -- in the water, and out of it ---------------------------------------------------------------------------


@PART.answers(swims)
def may_swim_there(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """SL:4.14.7-a: when, is said below."""
    return in_water(g, unit)


@PART.answers(terrain.entry_bar)
def out_of_the_water(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:4.14.7-b: in the APh into marsh only, which is no land."""
    if not in_water(g, unit):
        return None
    if is_water(g, hex):
        return None if g.state.phase == APH else IN_THE_APH
    return BY_MPH if g.state.phase == APH and g.map.terrain[hex] != "marsh" else None


@PART.answers(movement.step_bar)
def by_a_whole_move(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    return WHOLE_MOVE if in_water(g, unit) and frame.begun else None


@PART.answers(movement.entered)
def ashore(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    wet = [member for member in movement.what_is_left(g, frame) if in_water(g, member.unit)]
    for member in wet:
        note_spent(frame, member.unit.id, max(0.0, member.mf), hex)
        g.state.out_of_water = (*g.state.out_of_water, member.unit.id)
        get_out(g, member.unit)
        got_out(g, member.unit, origin)


@PART.answers(advance.advanced_into)
def through_the_marsh(g: SlPlay, unit: Unit, origin: str) -> None:
    if in_water(g, unit) and not is_water(g, unit.hex):
        get_out(g, unit)
    elif in_water(g, unit):
        g.state.immersed = tuple(dict.fromkeys((*g.state.immersed, unit.id)))


def get_out(g: SlPlay, unit: Unit) -> None:
    g.state.swimmers = {uid: turn for uid, turn in g.state.swimmers.items() if uid != unit.id}
    g.state.immersed = tuple([uid for uid in g.state.immersed if uid != unit.id])


def drown(g: SlPlay, unit: Unit, why: str, rule: str) -> None:
    """SL:4.14.13: with all that it has."""
    if is_concealed(unit):
        below = uncover(g, unit, why, rule)
        for uid in below:
            drown(g, g.unit(uid), why, rule)
        return
    for weapon in g.weapons_of(unit):
        g.remove_weapon(weapon)
    get_out(g, unit)
    morale.eliminate(g, unit, why, rule)


class Drowning(Frame):
    """SL:4.14.11: two dice for a unit that spends an APh of its side in the water."""

    unit: str


@PART.answers(phase_opens)
def who_may_drown(g: SlPlay, phase: str) -> list[Frame]:
    if phase != APH:
        return []
    return [Drowning(uid) for uid in g.state.swimmers if g.unit(uid).side == g.attacker]


@PART.decisions(Drowning)
def ask_drowning(g: SlPlay, frame: Drowning) -> Chance | None:
    if frame.unit not in g.state.swimmers:
        return None
    unit = g.unit(frame.unit)
    asks = f"Does the {g.name(unit)} keep above water?"
    return Chance(asks, dice=2, side=unit.side, rules=("SL:4.14.11",), about=(unit.id,))


@ask_drowning
def take_drowning(g: SlPlay, frame: Drowning, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit = g.unit(frame.unit)
    turns = g.state.turn - g.state.swimmers[unit.id] if COLD.on(g) else 0
    drowns = sum(answer.dice) + turns >= (DROWNS_IN_CURRENT if HEAVY.on(g) else DROWNS_AT)
    g.say(
        "drowning",
        f"{g.name(unit)} rolls {sum(answer.dice)}"
        + (f", +{turns} in cold water" if turns else "")
        + (": it drowns." if drowns else ": it swims on."),
        "SL:4.14.11",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )
    if drowns:
        drown(g, unit, "drowns", "SL:4.14.11")


# -- the current (SL:4.14.8) -------------------------------------------------------------------------------


class Drift(Frame):
    """A heavy current carries a swimmer on; a die says who chooses where to, if there is a choice."""

    unit: str
    chooser: str = ""


@PART.answers(phase_opens)
def who_drifts(g: SlPlay, phase: str) -> list[Frame]:
    """SL:4.14.8: in the APh of the other side."""
    if phase != APH or not HEAVY.on(g):
        return []
    swimming = [g.unit(uid) for uid in g.state.swimmers if g.unit(uid).side != g.attacker]
    return [Drift(unit.id) for unit in swimming if party_of(g, unit)[0] == unit]


def party_of(g: SlPlay, unit: Unit) -> list[Unit]:
    """Who swims with the same horses."""
    mount = mount_of(g, unit)
    riders = mount.riders if mount is not None else (unit.id,)
    return [g.unit(uid) for uid in riders if uid in g.state.units]


def downstream(g: SlPlay, hex: Hex) -> list[str]:
    """The water that the current flows into from a hex."""
    if g.scenario.current not in FACING_NAMES:
        return []
    facing = FACING_NAMES.index(g.scenario.current)
    return [near for near in front_hexes(g.map, hex, facing) if is_water(g, near)]


@PART.decisions(Drift)
def ask_drift(g: SlPlay, frame: Drift) -> Chance | Choice | None:
    if frame.unit not in g.state.swimmers:
        return None
    unit = g.unit(frame.unit)
    ways = downstream(g, unit.hex)
    if len(ways) < 2:
        return None
    asks = f"Where does the current carry the {g.name(unit)}?"
    if not frame.chooser:
        return Chance(asks, dice=1, side=unit.side, rules=("SL:4.14.8",), about=(unit.id,))
    options = tuple([Action("drift", (unit.id,), hex) for hex in ways])
    return Choice(frame.chooser, asks, options, ("SL:4.14.8",), (unit.id,), unit.hex)


@ask_drift
def take_drift(g: SlPlay, frame: Drift, answer: Action | Outcome | None) -> None:
    unit = g.state.units.get(frame.unit)
    if isinstance(answer, Outcome) and unit is not None:
        own = sum(answer.dice) <= OWN_CHOICE
        frame.chooser = unit.side if own else g.enemy_of(unit.side)
        return
    g.pop()
    if unit is None or frame.unit not in g.state.swimmers:
        return
    ways = [answer.at] if isinstance(answer, Action) else downstream(g, unit.hex)
    if not ways:
        return
    mount = mount_of(g, unit)
    for one in party_of(g, unit):
        g.place(one, ways[0])
    if mount is not None:
        g.state.mounts[mount.id] = msgspec.structs.replace(mount, hex=ways[0])
    g.say(
        "drifts",
        f"{g.name(unit)} drifts into {g.place_name(ways[0])}.",
        "SL:4.14.8",
        side=unit.side,
        who=(unit.id,),
        at=ways[0],
    )


@PART.answers(unit_gone)
def forget_the_dead(g: SlPlay, hex: Hex) -> None:
    g.state.swimmers = {uid: turn for uid, turn in g.state.swimmers.items() if uid in g.state.units}


@PART.answers(morale.check_taken)
def broken_in_the_water(g: SlPlay, frame: morale.MoraleCheck, unit: Unit, found: Thrown) -> None:
    """SL:4.14.10-b"""
    here = g.state.units.get(unit.id)
    if here is not None and here.broken and in_water(g, here):
        drown(g, here, "breaks, and drowns", "SL:4.14.10-b")


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.swim_tried = g.state.out_of_water = ()


# -- fire ----------------------------------------------------------------------------------------------------


@PART.answers(caught_in_the_open)
def in_sight_on_the_bank(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:4.14.9: who gets in or out; on land what stands there protects them all the same."""
    getting_in = in_water(g, unit) and unit.id not in g.state.immersed
    return getting_in or unit.id in g.state.out_of_water


@PART.answers(morale.never_grounded)
def nothing_to_lie_on(g: SlPlay, unit: Unit) -> bool:
    """SL:5.6.10.1-a: only who is on foot goes to ground."""
    return in_water(g, unit)


@PART.modifies(target_lines, "SL:4.14.10-a", step=COVER)
def only_heads(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:4.14.10-a: small targets that come and go, with rafts or without."""
    if not aim.hexes or unit.id not in g.state.immersed:
        return []
    if aim.phase == DFPH and moves_here(g, unit, unit.hex) is not None:
        return []
    return [Line("swims", IMMERSED, "SL:4.14.10-a")]


@PART.answers(fire_bar)
def no_fire(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    return SWIMS if in_water(g, unit) else None


@PART.answers(weapon_bar)
def no_weapons(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return SWIMS if in_water(g, unit) else None


@PART.answers(launching_bar)
def not_at_swimmers(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:4.14.10-c: shaped charges; guns and mortars are."""
    enemies = g.side_in(target, g.enemy_of(unit.side))
    if not g.state.swimmers or not any(in_water(g, enemy) for enemy in enemies):
        return None
    if not kind_of_launcher(g, weapon).shaped:
        return None
    return NOT_AT_SWIMMERS if all(in_water(g, enemy) for enemy in enemies) else None


@PART.answers(lines_to_hit)
def in_the_blast(g: SlPlay, lines: list[Line], unit: Unit, weapon: Weapon, target: str) -> list[Line]:
    """SL:4.14.10-a: high explosive heeds it not."""
    return [line for line in lines if line.rule != "SL:4.14.10-a"]


@PART.answers(close_combat.stays_out)
def no_close_combat(g: SlPlay, unit: Unit) -> bool:
    return in_water(g, unit)


@PART.answers(marks_of)
def swimming(g: SlPlay, unit: Unit) -> list[StateMark]:
    return [StateMark("swims", "swims", "SL:4.14.7-a", "SWIMS", "calm")] if in_water(g, unit) else []
