"""Interdiction (SK1:3.6): what strikes a routing unit that steps into the open under enemy eyes."""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome, Procedures
from defilade.rules.sk import los, morale, terrain
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import LEADER, Unit

PROCEDURES = Procedures()


class Interdicted(Frame):
    """A routing unit has stepped into an interdicted hex (SK1:3.6-v); its NMC is due.

    `leader` is the unbroken leader who routs along with it.
    """

    unit: str
    leader: str = ""


def can_interdict(g: SkPlay, enemy: Unit) -> bool:
    """Neither broken nor pinned, in melee (SK1:3.6-u) or CX (SK1:3.6-u2); having fired does not matter
    (SK1:3.6-w2)."""
    return not (enemy.broken or enemy.pinned or enemy.melee or enemy.cx)


def interdiction_range(g: SkPlay, enemy: Unit) -> int:
    """The longest normal range at which a unit can bring at least 1 FP to bear; 0 if it has none.

    A leader alone with a MG cannot (SK1:3.6-u3); two together can fire it (SK1:4.1-b2).
    """
    guns = [
        g.weapon_type(weapon).range
        for weapon in g.weapons_of(enemy)
        if not weapon.malfunctioned and g.weapon_type(weapon).is_mg
    ]
    if enemy.kind != LEADER:
        return max((g.counter(enemy).range, *guns))
    others = [unit for unit in g.side_in(enemy.hex, enemy.side) if unit.id != enemy.id and unit.kind == LEADER]
    return max(guns, default=0) if any(can_interdict(g, unit) for unit in others) else 0


def interdictor(g: SkPlay, unit: Unit, hex: str, *, road_rate: bool = False) -> Unit | None:
    """An enemy that would interdict the unit in `hex` (SK1:3.6-t): LOS without hindrance, normal range, and Open
    Ground for him (SK1:3.6-z); one is enough however many there are (SK1:3.6-y)."""
    enemy_side = g.enemy_of(unit.side)
    for enemy in g.on_map(enemy_side):
        if not can_interdict(g, enemy):
            continue
        if not terrain.is_open_ground_for(g, hex, enemy.hex, road_rate=road_rate):
            continue  # SK1:1.1.2-l2, SK1:1.1.2-m3
        if g.map.distance(enemy.hex, hex) > interdiction_range(g, enemy):
            continue
        if los.hindrance(g, enemy.hex, hex) == 0:  # SK1:3.3.1-k: a hindrance cancels FFMO and so this
            return enemy
    return None


@PROCEDURES.decisions(Interdicted)
def ask_interdicted(g: SkPlay, frame: Interdicted) -> Chance:
    unit = g.unit(frame.unit)
    return Chance(
        f"Interdiction NMC of {g.name(unit)} in {g.place_name(unit.hex)}, morale {morale.morale_level(g, unit)}.",
        dice=2,
        side=unit.side,
        rules=("SK1:3.6-v",),
        about=(unit.id,),
    )


@ask_interdicted
def take_interdicted(g: SkPlay, frame: Interdicted, answer: Action | Outcome | None) -> None:
    """The router alone is checked (SK1:3.6-w). Failing costs casualty reduction (SK1:3.6-v2), a 12 its life, and
    the leader who came along dies with a failure (SK1:3.6-s3)."""
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.unit(frame.unit)
    helpers = _helpers(g, frame)
    line = morale.leader_help(g, unit, helpers, forced=True)
    original = sum(answer.dice)
    failed = original == 12 or original + (int(line.value) if line else 0) > morale.morale_level(g, unit)
    if failed and frame.leader in g.state.units:
        leader = g.unit(frame.leader)
        morale.eliminate(g, leader, f"is lost with the {g.name(unit)} he led back", "SK1:3.6-s3")
    g.push(
        morale.MoraleCheck(
            unit.id, why="interdiction", source=morale.INTERDICTION, helpers=helpers, dice=answer.dice
        )
    )


def _helpers(g: SkPlay, frame: Interdicted) -> tuple[str, ...]:
    """SK1:3.6-s2: the leader who routs along may help; one with +1 would not."""
    leader = g.state.units.get(frame.leader)
    if leader is None or morale.leadership(g, leader) > 0:
        return ()
    return (leader.id,)
