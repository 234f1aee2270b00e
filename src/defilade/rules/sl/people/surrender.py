"""Surrender (SL:3.28): who gives up, and when. Those who do are prisoners (SL:3.28.9-a).

Conscripts and the like are always liable to it, also Germans who face Russians (SL:3.28.2 before SL:3.28.3). Of several
enemies to whom a unit could surrender a squad, half-squad or crew takes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.close_combat import TAKE_ALIVE, alive
from defilade.rules.sl.morale import MoraleCheck
from defilade.rules.sl.nations import is_elite, is_inexperienced, nation, nationality, owner
from defilade.rules.sl.people.integrity import levels_lost
from defilade.rules.sl.people.prisoners import Seizure, captured, killed_in_captivity, may_guard
from defilade.rules.sl.rout import spared
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import RTPH, SlPlay
from defilade.rules.sl.vehicles.yard import is_afv, manned_in, of_side
from defilade.rules.sl.weapons.launchers import is_gun
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens
from defilade.tactics.units import HALF_SQUAD, HERO, Unit

PART = Part()

SURRENDER = "surrender"
LEVELS, LEVELS_OF_THE_BEST = 2, 3
"""SL:3.28.2, SL:3.28.3: lost morale levels that make units liable to surrender."""
RATIO, RATIO_AGAINST_MG = 4, 5
CAPTURE_DRM = -1

NO_MATCH = Refusal(
    "it takes four times its firepower, five times where it has a MG or a gun", "SL:3.28.5.3-b"
)
NOT_LIABLE = Refusal("it is not liable to surrender now", "SL:3.28.5.3-a")

PART.adds(SPOKEN, Spoken("challenge", lambda g, action: f"Call on {g.names(action.who)} to surrender"))


# -- who is liable to it (SL:3.28.2 to SL:3.28.4) ----------------------------------------------------------


def faces(g: SlPlay, unit: Unit) -> set[str]:
    """The nations of a unit's enemies."""
    enemy = g.enemy_of(owner(unit))
    return {
        g.counters[counter].nationality
        for group in g.scenario.groups
        if group.side == enemy
        for counter in group.units
    } | {nationality(g, other) for other in g.on_map(enemy)}


def is_immune(g: SlPlay, unit: Unit) -> bool:
    """SL:3.28.3"""
    mine = nation(g, unit)
    return (
        mine.surrender_immune or is_elite(g, unit) or bool(faces(g, unit) & set(mine.surrender_immune_from))
    )


def liable(g: SlPlay, unit: Unit) -> bool:
    """SL:3.28.2; infantry only, not crews in their vehicles (SL:3.28.4), and nobody whose side has seen what becomes of
    prisoners (SL:3.28.9-b). Hidden units are not on the map (SL:3.28.7-b)."""
    side = owner(unit)
    if unit.captive or unit.berserk or not unit.hex or unit.kind == HERO or side in g.state.no_quarter:
        return False
    if unit.is_mmc and is_inexperienced(g, unit):
        return True
    lost = levels_lost(g, side)
    if is_immune(g, unit):
        return lost >= LEVELS_OF_THE_BEST
    return side in g.scenario.surrenders or lost >= LEVELS


# -- in the Rout Phase (SL:3.28.5.1) -----------------------------------------------------------------------


def takers(g: SlPlay, unit: Unit) -> list[Unit]:
    """Unbroken enemies adjacent or in the hex; also a single man may take in who surrenders (SL:3.28.9-a)."""
    enemy = g.enemy_of(unit.side)
    hexes = [unit.hex, *(hex for hex in g.map.adjacent[unit.hex] if terrain.sees(g, unit.hex, hex))]
    found = [
        other
        for hex in hexes
        for other in g.side_in(hex, enemy)
        if may_guard(other, unit, surrendered=True) or other.berserk
    ]
    return sorted(found, key=lambda other: not other.is_mmc)


def stands_by(g: SlPlay, unit: Unit) -> bool:
    """Whether an unbroken friend or a manned AFV shares its hex."""
    if any(is_afv(g, vehicle) for vehicle in manned_in(g, unit.hex, unit.side)):
        return True
    return any(not other.broken for other in g.side_in(unit.hex, unit.side) if other.id != unit.id)


@PART.answers(phase_opens)
def give_up(g: SlPlay, phase: str) -> list[Frame]:
    """SL:3.28.5.1-a"""
    if phase != RTPH:
        return []
    found: list[Frame] = []
    for unit in g.on_map():
        if unit.broken and not unit.melee and liable(g, unit) and not stands_by(g, unit):
            beside = takers(g, unit)
            if beside:
                found.append(Seizure(unit.id, beside[0].id, ("SL:3.28.5.1-a", "SL:3.28.9-a")))
    return found


@PART.answers(spared)
def gives_up_who_cannot_rout(g: SlPlay, unit: Unit) -> Frame | None:
    """SL:3.28.5.1-b"""
    if not liable(g, unit):
        return None
    beside = takers(g, unit)
    return Seizure(unit.id, beside[0].id, ("SL:3.28.5.1-b", "SL:3.28.9-a")) if beside else None


# -- in close combat (SL:3.28.5.2) -------------------------------------------------------------------------


@PART.answers(alive)
def hands_up(g: SlPlay, side: Side, targets: tuple[str, ...]) -> list[Line]:
    """SL:3.28.5.2-a: -1 where all who are attacked are liable; SL:3.28.5.2-b: nobody is beside an unbroken leader who
    stays and is not liable himself."""
    units = [g.state.units.get(uid) for uid in targets]
    if not units or any(unit is None or not liable(g, unit) for unit in units):
        return []
    first = units[0]
    assert first is not None
    led = any(
        other.is_leader and not other.broken and other.id not in g.state.withdrawing and not liable(g, other)
        for other in g.side_in(first.hex, first.side)
    )
    return [] if led else [Line(TAKE_ALIVE, CAPTURE_DRM, "SL:3.28.5.2-a")]


# -- at the end of the Rally Phase (SL:3.28.5.3) -----------------------------------------------------------


class Challenges(ActingPhase):
    """Each side may call on isolated enemies to surrender, one after the other. `used` are units that have done so."""

    used: tuple[str, ...] = ()
    challenged: tuple[str, ...] = ()


PART.adds(RALLY_STEPS, RallyStep(12, "surrender", Challenges))  # SL:1.3.1-p1.12


def left_alone(g: SlPlay, unit: Unit) -> bool:
    """SL:3.28.5.3-a: no unbroken leader and no AFV of its side in sight nearer than its morale."""
    morale_now = morale.morale_level(g, unit)
    comfort = [
        other.hex
        for other in g.on_map(unit.side)
        if other.is_leader and not other.broken and other.id != unit.id and not other.captive
    ]
    comfort += [vehicle.hex for vehicle in of_side(g, unit.side) if is_afv(g, vehicle)]
    return not any(
        g.map.distance(unit.hex, hex) < morale_now and terrain.sees(g, unit.hex, hex) for hex in comfort
    )


def challengers(g: SlPlay, unit: Unit) -> Iterator[tuple[float, Unit]]:
    """SL:3.28.5.3-a, SL:3.28.7: enemies in sight within normal range, with their own firepower, doubled at point blank;
    no check is asked of Green troops for that. No support weapon counts (SL:3.28.6)."""
    for other in g.on_map(g.enemy_of(unit.side)):
        if other.broken or other.captive or other.melee or not g.counter(other).fp:
            continue
        distance = g.map.distance(other.hex, unit.hex)
        if 0 < distance <= g.counter(other).range and terrain.sees(g, other.hex, unit.hex):
            doubled = distance == 1 and abs(g.map.level(other.hex) - g.map.level(unit.hex)) <= 1
            yield g.counter(other).fp * (2.0 if doubled else 1.0), other


def needed_fp(g: SlPlay, unit: Unit) -> float:
    """SL:3.28.5.3-b; a single man without firepower counts 1 (SL:3.28.6)."""
    armed = any(
        not weapon.malfunctioned
        and weapon.id not in g.state.hidden_weapons  # SL:2.6.1-a
        and (g.weapon_type(weapon).is_mg or is_gun(g, weapon))
        for weapon in g.weapons_of(unit)
    )
    return (g.counter(unit).fp or 1) * float(RATIO_AGAINST_MG if armed else RATIO)


def force_against(g: SlPlay, unit: Unit, used: tuple[str, ...]) -> tuple[str, ...]:
    """The fewest units that outweigh it; none where they cannot. Each serves once (SL:3.28.5.3-b)."""
    found: list[str] = []
    total, needed = 0.0, needed_fp(g, unit)
    for fp, other in sorted(challengers(g, unit), key=lambda entry: -entry[0]):
        if other.id in used:
            continue
        found.append(other.id)
        total += fp
        if total >= needed:
            return tuple(found)
    return ()


def step_below(g: SlPlay) -> Challenges:
    return next(frame for frame in reversed(g.state.stack) if isinstance(frame, Challenges))


def challenge_refusal(g: SlPlay, unit: Unit, step: Challenges) -> Refusal | None:
    if (
        unit.broken
        or unit.melee
        or unit.id in step.challenged
        or not liable(g, unit)
        or not left_alone(g, unit)
    ):
        return NOT_LIABLE
    return None if force_against(g, unit, step.used) else NO_MATCH


def challenge_options(g: SlPlay, side: Side) -> list[Action]:
    step = step_below(g)
    return [
        Action("challenge", (unit.id,))
        for unit in g.on_map(g.enemy_of(side))
        if challenge_refusal(g, unit, step) is None
    ]


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "challenge" and action.who else None
    return challenge_refusal(g, unit, step_below(g)) if unit is not None and unit.side != side else None


def challenge(g: SlPlay, side: Side, action: Action) -> None:
    """SL:3.28.5.3-c: a NMC, of a half-squad a 1MC; who fails breaks, without DM. It costs the other side nothing."""
    step = step_below(g)
    unit = g.unit(action.who[0])
    force = force_against(g, unit, step.used)
    step.used = (*step.used, *force)
    step.challenged = (*step.challenged, unit.id)
    g.say(
        "challenge",
        f"{g.names(force)} call on the {g.name(unit)} to surrender.",
        "SL:3.28.5.3-a",
        "SL:3.28.5.3-b",
        side=side,
        who=(unit.id, *force),
        at=unit.hex,
    )
    drm = 1 if unit.kind == HALF_SQUAD else 0
    g.push(MoraleCheck(unit.id, drm, "called on to surrender", SURRENDER, g.state.phase))


acting_phase(
    PART,
    Challenges,
    "Which unit do you call on to surrender?",
    ("SL:3.28.5.3-a", "SL:1.3.1-p1.12"),
    challenge_options,
    challenge,
    sides=both_sides,
    why_not=why_not,
)


# -- a captured leader (SL:3.28.8) -------------------------------------------------------------------------


class Shock(Frame):
    """A leader has been captured in sight of these units; each throws a die."""

    units: tuple[str, ...]
    limit: int
    best: bool = False
    doomed: str = ""
    """An already broken unit that has broken again."""


@PART.answers(captured)
def who_saw_it(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """SL:3.28.8-a, SL:3.28.8-b"""
    if not unit.is_leader:
        return
    side = unit.captive
    units = tuple(
        [
            other.id
            for other in g.on_map(side)
            if not other.captive and liable(g, other) and terrain.sees(g, other.hex, hex)
        ]
    )
    if units:
        g.push(Shock(units, -g.counters[unit.type].leadership, is_best(g, unit, side)))


def is_best(g: SlPlay, leader: Unit, side: Side) -> bool:
    """Whether no unbroken leader whom his side has left is better in both figures (SL:3.28.8-b)."""
    mine = g.counters[leader.type]
    return all(
        (g.counters[other.type].morale, -g.counters[other.type].leadership) <= (mine.morale, -mine.leadership)
        for other in g.on_map(side)
        if other.is_leader and not other.broken and not other.captive
    )


LEAVE, ELIMINATE = Action("leave-broken"), Action("eliminate")


@PART.decisions(Shock)
def ask_shock(g: SlPlay, frame: Shock) -> Chance | Choice | None:
    if frame.doomed in g.state.units:
        unit = g.unit(frame.doomed)
        asks = f"The broken {g.name(unit)} breaks again: do you eliminate it?"
        return Choice(g.enemy_of(unit.side), asks, (LEAVE, ELIMINATE), ("SL:3.28.8-c",), (unit.id,), unit.hex)
    if not frame.units or frame.units[0] not in g.state.units:
        return None
    unit = g.unit(frame.units[0])
    asks = f"Does the {g.name(unit)} lose heart over its captured leader?"
    return Chance(asks, dice=1, side=unit.side, rules=("SL:3.28.8-a",), about=(unit.id,))


@ask_shock
def take_shock(g: SlPlay, frame: Shock, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        unit = g.unit(frame.doomed)
        frame.doomed = ""
        if answer == ELIMINATE:
            morale.eliminate(g, unit, "breaks again and is eliminated", "SL:3.28.8-c")
        return
    if not frame.units:
        g.pop()
        return
    uid, frame.units = frame.units[0], frame.units[1:]
    if not isinstance(answer, Outcome):
        return
    unit = g.unit(uid)
    thrown = answer.dice[0] - (1 if frame.best else 0)
    breaks = thrown <= frame.limit
    g.say(
        "shock",
        f"{g.name(unit)} rolls {answer.dice[0]}: {'it loses heart' if breaks else 'it keeps its nerve'}.",
        "SL:3.28.8-a",
        *(("SL:3.28.8-b",) if frame.best else ()),
        side=unit.side,
        who=(uid,),
        at=unit.hex,
        dice=answer.dice,
    )
    if breaks and unit.broken:
        frame.doomed = uid
    elif breaks:
        morale.break_unit(g, unit)


# -- what becomes of them (SL:3.28.9) ----------------------------------------------------------------------


@PART.answers(killed_in_captivity)
def nobody_else_surrenders(g: SlPlay, unit: Unit, captors: str) -> None:
    """SL:3.28.9-b: where another of his side sees it."""
    side = unit.captive
    seen = any(not other.captive and terrain.sees(g, other.hex, unit.hex) for other in g.on_map(side))
    if seen and side not in g.state.no_quarter:
        g.state.no_quarter = (*g.state.no_quarter, side)
        g.say("no_quarter", f"{side.capitalize()} will not surrender any more.", "SL:3.28.9-b", side=side)
