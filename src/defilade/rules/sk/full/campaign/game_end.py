"""How a campaign scenario ends (DAE:4.3-b), and how many MMC rally by themselves in it (DAE:4.3-g)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.card_rules import CampaignScenario
from defilade.rules.sk.rally import free_self_rallies
from defilade.rules.sk.sequence import agreement_bar
from defilade.rules.sk.state import RPH, SkPlay
from defilade.rules.sk.victory import exit_points, may_leave_besides
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import before_judging, final_result, finish, game_turn_ended
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit

PART = Part()

NOT_NOW = Refusal("a campaign scenario ends by agreement only as a Player Turn does", "DAE:4.3-c")


class ScenarioEndRoll(Frame):
    """DAE:4.3-b: the Scenario End dr at the end of a game turn."""

    turn: int


@PART.answers(game_turn_ended)
def may_end(g: SkPlay, turn: int) -> Iterable[Frame]:
    rules = g.scenario.rules_of(CampaignScenario)
    return [ScenarioEndRoll(turn)] if any(rule.end_numbers.get(turn) for rule in rules) else []


@PART.answers(agreement_bar)
def between_player_turns(g: SkPlay) -> Refusal | None:
    """DAE:4.3-c: at the end of any Player Turn, which is before anything of the next: in its RPh."""
    if not g.scenario.rules_of(CampaignScenario):
        return None
    state = g.state
    first = state.turn == 1 and state.attacker == g.scenario.moves_first
    return None if state.phase == RPH and not first else NOT_NOW


@PART.answers(free_self_rallies)
def more_self_rallies(g: SkPlay, count: int) -> int:
    """DAE:4.3-g"""
    return max([count, *(rule.self_rallies for rule in g.scenario.rules_of(CampaignScenario))])


@PART.answers(may_leave_besides)
def leaves_for_victory(g: SkPlay, side: Side, hex: Hex) -> bool:
    """DAE:4.41-a, DAE:4.3-p"""
    rules = g.scenario.rules_of(CampaignScenario)
    return any(rule.leaving == side and hex in [g.map.resolve(one) for one in rule.exits] for rule in rules)


@PART.answers(exit_points)
def campaign_points(g: SkPlay, points: int, unit: Unit) -> int:
    """DAE:4.41-b"""
    for rule in g.scenario.rules_of(CampaignScenario):
        if rule.leaving == unit.side and rule.values is not None:
            sizes = {SQUAD: rule.values.squad, HALF_SQUAD: rule.values.half_squad, CREW: rule.values.crew}
            return sizes[unit.kind] if unit.kind in sizes else rule.values.leader[g.counter(unit).leadership]
    return points


@PART.decisions(ScenarioEndRoll)
def ask_end_roll(g: SkPlay, frame: ScenarioEndRoll) -> Chance:
    rule = g.scenario.rules_of(CampaignScenario)[0]
    asks = f"Scenario End after turn {frame.turn}: on {rule.end_numbers[frame.turn]} or less it is over."
    return Chance(asks, dice=1, side=rule.side, rules=("DAE:4.3-b",))


@ask_end_roll
def take_end_roll(g: SkPlay, frame: ScenarioEndRoll, answer: Action | Outcome | None) -> None:
    g.pop()
    assert isinstance(answer, Outcome)
    rule = g.scenario.rules_of(CampaignScenario)[0]
    over = answer.dice[0] <= rule.end_numbers[frame.turn]
    says = "the scenario is over" if over else "it goes on"
    g.say(
        "scenario_end",
        f"Scenario End dr {answer.dice[0]}: {says}.",
        "DAE:4.3-b",
        side=rule.side,
        dice=answer.dice,
    )
    if over:
        before_judging(g)
        finish(g, final_result(g))
