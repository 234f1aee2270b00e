"""The search by itself, over a game of one throw: it weighs, keeps to its budget, and is the same every time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.ai.tactician.budget import Budget
from defilade.ai.tactician.luck import SameLuck
from defilade.ai.tactician.search import (
    Horizon,
    Tried,
    as_far_as_affordable,
    edge,
    is_settled,
    play_out,
    ranked,
    still_running,
    weigh,
)
from defilade.ai.tactician.tactics import Proposal
from defilade.kernel import Action, Chance, Choice, Outcome, Over, Sampled

SAFE, BOLD, MAD = Action("safe"), Action("bold"), Action("mad")
PAYS = {SAFE: lambda die: 1.0, BOLD: lambda die: float(die), MAD: lambda die: 12.0 if die == 6 else -6.0}


class OneThrow:
    """Name a stake, throw a die, be paid. Turns go on being counted afterwards."""

    def __init__(self) -> None:
        self.stake: Action | None = None
        self.paid: float | None = None
        self.turn = 0

    @property
    def pending(self) -> Any:
        if self.stake is None:
            return Choice("red", "Which stake?", (SAFE, BOLD, MAD))
        if self.paid is None:
            return Chance("a die", dice=1)
        return (
            Choice("blue", "Another turn?", (Action("on"), Action("off"))) if self.turn < 5 else Over("", "")
        )

    def clone(self) -> OneThrow:
        twin = OneThrow()
        twin.__dict__.update(self.__dict__)
        return twin

    def advance(self, step: Any) -> None:
        if self.stake is None:
            self.stake = step
        elif isinstance(step, Outcome):
            self.paid = PAYS[self.stake](step.dice[0])
        else:
            self.turn += 1


class OneThrowTactics:
    """Just what the search asks for."""

    doubt = 0.5
    margin = 0.0

    def __init__(self) -> None:
        self.replies = 0

    def luck(self, seed: int) -> Sampled:
        return Sampled(random.Random(seed))

    def line(self) -> OneThrowTactics:
        return self

    def reply(self, position: Any, choice: Choice, plan: str = "") -> Action:
        self.replies += 1
        return choice.options[0]

    def evaluate(self, position: Any, side: str) -> float:
        return position.paid or 0.0

    def epoch(self, position: Any, side: str) -> Any:
        return position.turn

    def work(self, position: Any) -> int:
        return 1


def weighed(proposals, seed=1, work=100_000, rounds=60, epochs=1) -> tuple[list[Tried], Budget]:
    budget = Budget(work)
    return weighed_by(budget, proposals, seed, rounds, epochs), budget


def weighed_by(budget: Budget, proposals, seed=1, rounds=60, epochs=1) -> list[Tried]:
    return weigh(
        proposals,
        lambda rng: OneThrow(),
        OneThrowTactics(),
        "red",
        random.Random(seed),
        budget,
        Horizon(epochs),
        rounds,
    )


EVERY = [Proposal(SAFE, "a"), Proposal(BOLD, "b"), Proposal(MAD, "c")]


def test_the_best_on_average_wins():
    tried, _ = weighed(EVERY)
    assert tried[0].proposal.action == BOLD
    assert tried[0].mean == pytest.approx(3.5, abs=0.8)


def test_every_proposal_meets_the_same_luck():
    tried, _ = weighed([Proposal(BOLD, "a"), Proposal(BOLD, "b")], rounds=10)
    assert tried[0].values == tried[1].values


def test_the_same_seed_gives_the_same_verdict():
    one, first = weighed(EVERY, seed=4, rounds=7)
    two, second = weighed(EVERY, seed=4, rounds=7)
    assert one == two
    assert first.taken == second.taken


def test_a_round_that_is_not_finished_does_not_count():
    """The clock stops in the fourth line, the first being a trial: of the first round the last line is missing."""
    now = [0.0]

    class Until(Budget):
        def spend(self, work: int = 1) -> None:
            super().spend(work)
            now[0] = 9.0 if self.taken >= 11 else 0.0

    budget = Until(100_000, seconds=5.0, clock=lambda: now[0])
    tried = weighed_by(budget, EVERY)
    assert budget.used_up
    assert {t.rounds for t in tried} == {0}


def test_what_cannot_be_afforded_a_few_times_is_not_begun():
    """A line takes 3 steps, three rounds of three lines 27; the trial is a part of the price."""
    tried, budget = weighed(EVERY, work=20)
    assert {t.rounds for t in tried} == {0}
    assert budget.taken <= 20 / 3
    tried, _ = weighed(EVERY, work=40)
    assert max(t.rounds for t in tried) >= 3


def test_a_long_look_is_made_a_short_one_where_that_can_be_afforded():
    """A line takes 3 steps to the next turn, and 4 to the one after."""
    world: Any = OneThrow()
    wide = [
        as_far_as_affordable(world, EVERY, OneThrowTactics(), "red", 1, Budget(work), Horizon(2))
        for work in (60, 32, 12)
    ]
    assert wide == [Horizon(2), Horizon(1), None]


def test_without_any_time_the_plans_own_judgement_decides():
    proposals = [Proposal(SAFE, "a", 0.5), Proposal(BOLD, "c", 0.0)]
    tried, _ = weighed(proposals, work=0)
    assert tried[0].proposal.action == SAFE


def test_what_was_seen_outweighs_a_small_preference():
    tried, _ = weighed([Proposal(SAFE, "a", 0.3), Proposal(BOLD, "b", 0.0)])
    assert tried[0].proposal.action == BOLD


def test_a_strong_preference_stands_against_a_few_rounds():
    tried, _ = weighed([Proposal(SAFE, "a", 9.0), Proposal(BOLD, "b", 0.0)], rounds=2)
    assert tried[0].proposal.action == SAFE


def test_what_is_hardly_better_does_not_overrule_the_plans():
    first = Tried(EVERY[0], [1.0] * 4, [0.0] * 4)
    better = Tried(EVERY[1], [2.0, 2.1, 1.9, 2.0], [1.0, 1.1, 0.9, 1.0])
    worse = Tried(EVERY[2], [0.0, 0.1, -0.1, 0.0], [-1.0, -0.9, -1.1, -1.0])
    assert ranked([first, better, worse], doubt=0.5, margin=0.5) == [better, first, worse]
    assert ranked([first, better, worse], doubt=0.5, margin=1.5) == [first, better, worse]


def test_what_falls_behind_is_dropped():
    first = Tried(EVERY[1], [3.0, 3.1, 2.9, 3.0], [0.0] * 4)
    bad = Tried(EVERY[2], [-3.0, -3.2, -2.9, -3.0], [-6.0, -6.3, -5.8, -6.0])
    close = Tried(EVERY[0], [3.2, 2.8, 3.1, 2.7], [0.2, -0.3, 0.2, -0.3])
    assert still_running([first, bad, close], doubt=0.5) == [first, close]


def test_rounds_that_differ_wildly_count_for_little():
    steady = Tried(EVERY[0], [0.0] * 4, [1.0, 1.1, 0.9, 1.0])
    wild = Tried(EVERY[0], [0.0] * 4, [9.0, -7.0, 8.0, -6.0])
    first = Proposal(BOLD, "b", 0.0)
    assert edge(steady, first, 0.3)[0] > 0.8
    assert 0 < edge(wild, first, 0.3)[0] < 0.1


def test_the_horizon_counts_turns():
    for epochs in (1, 3):
        tactics = OneThrowTactics()
        play_out(OneThrow(), EVERY[0], tactics, "red", 1, Budget(1000), Horizon(epochs))  # type: ignore[arg-type]
        assert tactics.replies == epochs


def test_a_proposal_that_was_not_tried_is_judged_by_its_plan():
    assert edge(Tried(Proposal(SAFE, "a", -0.2)), Proposal(BOLD, "b", 0.0), 0.3) == (-0.2, 0.3)


def test_a_budget_of_time_ends_by_the_clock():
    now = [0.0]
    budget = Budget(1_000_000, seconds=1.0, clock=lambda: now[0])
    assert not budget.used_up
    now[0] = 1.0
    assert budget.used_up


def test_what_is_clear_is_not_played_out_any_further():
    first = Tried(EVERY[0], [1.0] * 8, [0.0] * 8)
    better = Tried(EVERY[1], [4.0, 4.1] * 4, [3.0, 3.1] * 4)
    close = Tried(EVERY[2], [4.0, 4.08] * 4, [3.0, 3.08] * 4)
    behind = Tried(EVERY[2], [1.0, 1.1] * 4, [0.0, 0.1] * 4)
    assert is_settled([first, better], doubt=0.5)
    assert is_settled([first, better, behind], doubt=0.5)
    assert not is_settled([first, better, close], doubt=0.5)  # which of the two?
    assert not is_settled([first, behind], doubt=0.5)
    few = [Tried(one.proposal, one.values[:4], one.edges[:4]) for one in (first, better)]
    assert not is_settled(few, doubt=0.5)


# -- the same luck -----------------------------------------------------------------------------------------------

PILE = tuple("abcdefghijklmnopqrst")


def test_luck_does_not_depend_on_what_happened_besides():
    plain, other = SameLuck(3), SameLuck(3)
    first = [plain.draw(Chance("for Fox", pool=PILE), 0) for _ in range(3)]
    for name in ("Burke", "Smith"):
        other.draw(Chance(f"for {name}", pool=PILE), 0)
    assert [other.draw(Chance("for Fox", pool=PILE), 0) for _ in range(3)] == first


def test_a_card_that_is_gone_is_not_drawn_again_and_the_others_stay_where_they_were():
    for seed in range(200):
        luck, twin = SameLuck(seed), SameLuck(seed)
        asked = Chance("for Fox", pool=PILE)
        luck.draw(Chance("for Burke", pool=PILE), 0)
        drawn = twin.draw(asked, 0).drawn
        less = tuple(card for card in PILE if card != "c")
        again = luck.draw(Chance("for Fox", pool=less), 0).drawn
        assert again == ("d" if drawn == "c" else drawn)


def test_every_card_is_about_as_likely_and_questions_are_independent():
    pairs = [
        (luck.draw(Chance("one", pool=PILE), 0).drawn, luck.draw(Chance("two", pool=PILE), 0).drawn)
        for luck in map(SameLuck, range(4000))
    ]
    ones = [one for one, _ in pairs]
    assert all(130 < ones.count(card) < 270 for card in PILE)
    assert 120 < sum(one == two for one, two in pairs) < 290


def test_a_pile_that_was_made_anew_is_drawn_from_whole():
    luck = SameLuck(1)
    luck.draw(Chance("one", pool=("a", "b")), 0)
    drawn = {luck.draw(Chance("one", pool=PILE), 0).drawn for _ in range(200)}
    assert drawn == set(PILE)


def test_dice_come_from_the_same_luck():
    dice = Chance("2d6", dice=2)
    assert SameLuck(5).draw(dice, 1) == SameLuck(5).draw(dice, 1)
    thrown = {die for seed in range(60) for die in SameLuck(seed).draw(dice, 1).dice}
    assert thrown == {1, 2, 3, 4, 5, 6}
