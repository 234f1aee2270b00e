"""Squad Leader as the opponent's search sees it: the quick answer proposes, and what else there is is played out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from defilade.ai.one_step import declined, spread
from defilade.ai.squad_leader.decisions import familiar, play_of, reply, strange
from defilade.ai.squad_leader.picture import Picture, worth
from defilade.ai.tactician.luck import SameLuck
from defilade.ai.tactician.tactics import Proposal
from defilade.kernel import Action, Chance, ChanceSource, Choice, Over, Position
from defilade.rules.sl.advance import AdvancePhase
from defilade.rules.sl.fire_phases import AdvancingFirePhase, DefensiveFirePhase, PrepFirePhase
from defilade.rules.sl.movement import MovementPhase
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.victory import judged
from defilade.tactics.names import Side

SEARCHED = (PrepFirePhase, DefensiveFirePhase, AdvancingFirePhase, MovementPhase, AdvancePhase)
"""Decisions that set a course; the rest follows from them."""
MOST = 4
"""Proposals that are weighed at most."""
LESS_TRUSTED = 0.1
"""By how much less another option than the quick answer is believed, in squads."""
BROKEN, PINNED = 0.45, 0.9
"""What is left of a unit that is broken, or pinned."""
WINNING, NEAR_THE_END = 0.5, 3.0
"""What it is worth to be winning, at the start and at the end."""
GROUND = 0.03
"""What a MF nearer to a goal is worth to a squad that must get there."""
WON = 50.0
STEP = 130
FALLS = 450
WORK = {
    "AdvancePhase": 300,
    "AdvancingFirePhase": 1400,
    "DeclareFire": 110,
    "DefensiveFirePhase": 400,
    "Moving": 380,
    "MovementPhase": 450,
    "PrepFirePhase": 400,
    "RoutPhase": 1500,
}
"""The work of a step, of a throw with what follows from it, and of an answer by the question."""


class SquadLeaderTactics:
    """The quick answer, and a few others beside it, weighed by playing them out."""

    doubt: float = 0.3
    margin: float = 0.1
    currency: str = "squads"

    def proposals(self, position: Position[Any], choice: Choice, plans: Sequence[str]) -> list[Proposal]:
        best = reply(play_of(position), choice) or declined(choice.options)
        found = {best: Proposal(best, plans[0])}
        if len(plans) > 1:
            others = [option for option in familiar(choice.options) if option != best]
            idle = declined(choice.options)
            if idle != best:
                found[idle] = Proposal(idle, plans[0], -LESS_TRUSTED)
            for option in spread(others, MOST - len(found)) if len(found) < MOST else ():
                found.setdefault(option, Proposal(option, plans[0], -LESS_TRUSTED))
        return list(found.values())[:MOST]

    def strange(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        return strange(choice)

    def strange_at_a_glance(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        return strange(choice)

    def alike(self, position: Position[Any], choice: Choice) -> Sequence[Action]:
        return ()

    def searches(self, position: Position[Any], choice: Choice) -> bool:
        return isinstance(position.state.stack[-1], SEARCHED)

    def is_critical(self, position: Position[Any], choice: Choice) -> bool:
        """Whom to fire at before he comes, and whom to attack hand to hand."""
        return isinstance(position.state.stack[-1], (PrepFirePhase, AdvancePhase))

    def luck(self, seed: int) -> ChanceSource:
        return SameLuck(seed)

    def line(self) -> Line:
        return Line()

    def evaluate(self, position: Position[Any], side: Side) -> float:
        if isinstance(position.pending, Over):
            winner = position.pending.winner
            return WON if winner == side else -WON if winner else 0.0
        g = play_of(position)
        enemy = g.enemy_of(side)
        return strength(g, side) - strength(g, enemy) + prospects(g, side)

    def epoch(self, position: Position[Any], side: Side) -> Any:
        return position.state.turn, position.state.attacker

    def work(self, position: Position[Any]) -> int:
        moment = position.pending
        if isinstance(moment, Chance):
            return FALLS
        if not isinstance(moment, Choice) or len(moment.options) == 1:
            return STEP
        return STEP + WORK.get(type(position.state.stack[-1]).__name__, STEP)

    def phase(self, position: Position[Any]) -> str:
        state = position.state
        return f"{state.turn} {state.attacker} {state.phase}"

    def reasons(self, position: Position[Any], choice: Choice, action: Action) -> list[str]:
        g = play_of(position)
        described = position.system.describe(position.state, action)
        found = [described.label + "."]
        if described.odds:
            likely = sorted(described.odds.items(), key=lambda one: -one[1])[:3]
            found.append("The odds: " + ", ".join(f"{name} {chance:.0%}" for name, chance in likely) + ".")
        if action.at and action.at in g.map.index and action.verb in ("enter", "advance", "place", "rout"):
            p = Picture(g, choice.side)
            found.append(
                f"{g.place_name(action.at)} is {p.way(action.at):g} MF from a goal; fire there would take "
                f"{p.danger(action.at, moving=action.verb == 'enter'):.0%} of a squad."
            )
        return found

    def means(self, plan: str) -> str:
        return "" if plan not in MEANINGS else MEANINGS[plan]


MEANINGS = {"balanced": "Toward what decides the game, by what each step promises"}


class Line:
    """Both sides of a line that is played ahead."""

    def reply(self, position: Position[Any], choice: Choice, plan: str = "") -> Action:
        return reply(play_of(position), choice) or declined(choice.options)


def strength(g: SlPlay, side: Side) -> float:
    """What a side has on the map and to come, in squads."""
    total = 0.0
    for unit in g.state.units.values():
        if unit.side == side:
            total += worth(g, unit) * (BROKEN if unit.broken else PINNED if unit.pinned else 1.0)
    return total


def prospects(g: SlPlay, side: Side) -> float:
    """How near a side is to winning: who would win now, the more the later it is, and how far there is to go."""
    condition = g.scenario.victory
    if condition is None:
        return 0.0
    late = min(1.0, g.state.turn / max(1, g.scenario.turns))
    winner = judged(g, condition).winner
    value = (WINNING + NEAR_THE_END * late * late) * (1 if winner == side else -1 if winner else 0)
    for who, sign in ((side, 1), (g.enemy_of(side), -1)):
        p = Picture(g, who)
        if p.attacks:
            near = [p.way(unit.hex) for unit in g.on_map(who) if unit.is_mmc and unit.good_order]
            value -= sign * GROUND * sum(min(way, 20.0) for way in near)
    return value
