"""Field promotions (SL:3.6): leaders who come forward in the Rally Phase and in close combat.

There is no other way (SL:3.6.1); the unit that brings forth a leader loses nothing (SL:3.6.2), and he may not be
declined (SL:3.6.4).
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.close_combat import after_throw
from defilade.rules.sl.morale import formed, unit_joins
from defilade.rules.sl.nations import nation, nationality
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.names import Side
from defilade.tactics.units import LEADER, Unit

PART = Part()

CREATES, PERISHES = 3, 12
LOW_MORALE, HIGH_MORALE = 6, 8
RANKS = ((1, "8-1"), (3, "8-0"), (5, "7-0"), (6, "6+1"))
"""SL:3.6.3-t: the highest modified roll for each leader; with more there is none."""

NOT_BROKEN = Refusal("only a broken squad, half-squad or crew may bring forth a leader", "SL:3.6.1.1-a")
NOT_THESE = Refusal("Finns have no field promotions", "SL:3.6.6")
NO_ENEMY = Refusal("no unbroken enemy is adjacent", "SL:3.6.1.1-a")
ONCE = Refusal("a unit tries once in a RPh", "SL:3.6.1.1-a")


class LeaderCreationStep(ActingPhase):
    """The first step of the RPh. `tried` have."""

    tried: tuple[str, ...] = ()


PART.adds(RALLY_STEPS, RallyStep(1, "leader creation", LeaderCreationStep))  # SL:1.3.1-p1.1


class CreationAttempt(Frame):
    """A broken unit tries (SL:3.6.1.1-a)."""

    unit: str


class LeaderCreation(Frame):
    """SL:3.6.3: a die for what kind of leader comes forward. `odds` are steps of close combat above 1-1."""

    unit: str
    odds: int = 0


# -- in the Rally Phase ------------------------------------------------------------------------------------


def unbroken_enemy_adjacent(g: SlPlay, unit: Unit) -> bool:
    enemy = g.enemy_of(unit.side)
    return any(
        not other.broken
        for near in g.map.adjacent[unit.hex]
        if terrain.sees(g, unit.hex, near)
        for other in g.side_in(near, enemy)
    )


def attempt_refusal(g: SlPlay, unit: Unit, tried: tuple[str, ...]) -> Refusal | None:
    if not unit.broken or not unit.is_mmc or unit.captive or unit.melee:
        return NOT_BROKEN
    if not nation(g, unit).promoted:
        return NOT_THESE
    if unit.id in tried:
        return ONCE
    return None if unbroken_enemy_adjacent(g, unit) else NO_ENEMY


def step_below(g: SlPlay) -> LeaderCreationStep:
    return next(frame for frame in reversed(g.state.stack) if isinstance(frame, LeaderCreationStep))


def attempt_options(g: SlPlay, side: Side) -> list[Action]:
    tried = step_below(g).tried
    return [
        Action("promote", (unit.id,)) for unit in g.on_map(side) if attempt_refusal(g, unit, tried) is None
    ]


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "promote" and action.who else None
    return attempt_refusal(g, unit, step_below(g).tried) if unit is not None else None


def attempt(g: SlPlay, side: Side, action: Action) -> None:
    step = step_below(g)
    step.tried = (*step.tried, action.who[0])
    g.push(CreationAttempt(action.who[0]))


acting_phase(
    PART,
    LeaderCreationStep,
    "Which broken unit tries to bring forth a leader?",
    ("SL:3.6.1.1-a", "SL:1.3.1-p1.1"),
    attempt_options,
    attempt,
    sides=both_sides,
    why_not=why_not,
)


@PART.decisions(CreationAttempt)
def ask_attempt(g: SlPlay, frame: CreationAttempt) -> Chance:
    unit = g.unit(frame.unit)
    asks = f"{g.name(unit)} looks for a leader: 2 or 3; a 12 is its end."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:3.6.1.1-a",), about=(unit.id,))


@ask_attempt
def take_attempt(g: SlPlay, frame: CreationAttempt, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.unit(frame.unit)
    thrown = sum(answer.dice)
    found = "a leader comes forward." if thrown <= CREATES else "nobody comes forward."
    g.say(
        "promotion",
        f"{g.name(unit)} rolls {thrown}: {found}",
        "SL:3.6.1.1-a",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )
    if thrown == PERISHES:
        morale.eliminate(g, unit, "is eliminated", "SL:3.6.1.1-b")
    elif thrown <= CREATES:
        g.push(LeaderCreation(unit.id))


# -- in close combat ---------------------------------------------------------------------------------------


@PART.answers(after_throw)
def promoted_in_combat(g: SlPlay, attack: CloseCombatAttack) -> list[Frame]:
    """SL:3.6.1.2: an original 2 of an attack in which squads, half-squads or crews take part; the first that was named
    is the one that counts."""
    if sum(attack.dice) != 2:
        return []
    units = [g.unit(uid) for uid in attack.attackers if uid in g.state.units]
    base = next((unit for unit in units if unit.is_mmc and nation(g, unit).promoted), None)
    if base is None:
        return []
    return [
        LeaderCreation(base.id, g.tables.close_combat.steps_above_even(attack.attack_fp, attack.defence_fp))
    ]


# -- who it is ---------------------------------------------------------------------------------------------


def creation_lines(g: SlPlay, unit: Unit, odds: int) -> list[Line]:
    """SL:3.6.3: by nation, odds in close combat, present morale and state."""
    mine = nation(g, unit)
    level = morale.morale_level(g, unit)
    lines = [Line("nation", mine.promotion, mine.promotion_rule)] if mine.promotion else []
    if odds:
        lines.append(Line("odds", odds, "SL:3.6.3-e" if odds > 0 else "SL:3.6.3-b"))
    if level >= HIGH_MORALE:
        lines.append(Line(f"morale {level}", -1, "SL:3.6.3-c"))
    elif level <= LOW_MORALE:
        lines.append(Line(f"morale {level}", 1, "SL:3.6.3-d"))
    if unit.broken:
        lines.append(Line("broken", 1, "SL:3.6.3-f"))
    return lines


def rank_for(roll: int) -> str:
    """
    >>> rank_for(-2), rank_for(3), rank_for(4), rank_for(6), rank_for(7)
    ('8-1', '8-0', '7-0', '6+1', '')
    """
    return next((rank for most, rank in RANKS if roll <= most), "")


@PART.decisions(LeaderCreation)
def ask_creation(g: SlPlay, frame: LeaderCreation) -> Chance | None:
    unit = g.state.units.get(frame.unit)
    if unit is None:
        return None
    asks = f"What leader does the {g.name(unit)} bring forth?"
    return Chance(asks, dice=1, side=unit.side, rules=("SL:3.6.3-t",), about=(unit.id,))


@ask_creation
def take_creation(g: SlPlay, frame: LeaderCreation, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit = g.unit(frame.unit)
    lines = creation_lines(g, unit, frame.odds)
    drm = int(sum(line.value for line in lines))
    rank = rank_for(answer.dice[0] + drm)
    g.say(
        "leader_creation",
        f"{g.name(unit)} rolls {answer.dice[0]}{drm:+d}: " + (f"an {rank}." if rank else "nobody."),
        "SL:3.6.3-t",
        *(line.rule for line in lines),
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )
    if rank:
        create_leader(g, unit, rank)


def create_leader(g: SlPlay, base: Unit, rank: str) -> Unit:
    """SL:3.6.1.1-a, SL:3.6.1.1-c: unbroken in the hex of the unit, and of use from now on."""
    mine = nationality(g, base)
    kind = next(
        counter.id
        for counter in g.counters.values()
        if counter.is_leader and counter.nationality == mine and counter.name == rank
    )
    leader = g.add_unit(
        Unit(
            g.new_id(base.side[0]),
            base.side,
            kind,
            LEADER,
            hex=base.hex,
            group=base.group,
            melee=base.melee,
            moved=base.moved,
        )
    )
    unit_joins(g, leader)
    formed(g, leader, base)
    return leader
