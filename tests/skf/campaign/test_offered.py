"""The campaign as the table offers it."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Chance, Choice
from defilade.kernel.chance import Sampled
from defilade.rules.sk.full.campaign.book import OVER, PLAY, read_book
from defilade.rules.sk.full.campaign.tables import BRITISH
from defilade.systems import campaigns_of, first_with_campaigns
from defilade.systems.campaigns import CampaignPlan, NotPossible
from skf.situation import full_kit


def test_a_whole_campaign_is_played_from_date_to_date() -> None:
    """Games that end soon after their set-up; the Refit Phases between them by the staffs."""
    rules = campaigns_of("elst")
    book = rules.new(CampaignPlan("Ours", BRITISH))
    rng = random.Random(5)
    for number in range(1, 8):
        standing = rules.standing(book)
        assert standing.number == number
        if standing.is_over:
            break
        assert standing.scenario == ""
        ready = rules.muster(book, {})
        assert any("Not played as in the rules" in note.text for note in ready.notes)
        scenario = rules.standing(ready.book).scenario
        system = full_kit()
        position, _ = system.begin(scenario, ready.options)
        for step in range(250):
            moment = position.pending
            if isinstance(moment, Choice):
                position.advance(rng.choice(moment.options))
            elif isinstance(moment, Chance):
                position.advance(Sampled(rng).draw(moment, step))
        state = rules.ended(position.state, position.state.over)
        done = rules.enter(ready.book, state, {})
        assert read_book(bytes(done.book)).step in (PLAY, OVER)
        assert not any("CPP" in note.text for note in done.notes) or read_book(bytes(done.book)).step == OVER
        book = done.book
    assert rules.standing(book).is_over
    assert rules.standing(book).seed
    assert rules.standing(book).leader
    states = [game.state for game in rules.games(book, ())]
    assert set(states) == {"played"}
    assert len(rules.rosters(book)) == 2


def test_what_is_not_offered_is_refused() -> None:
    rules = campaigns_of("elst")
    with pytest.raises(NotPossible):
        rules.new(CampaignPlan("Ours", "russian"))
    with pytest.raises(NotPossible):
        rules.new(CampaignPlan("Ours", BRITISH, scenarios=("S1",)))
    assert first_with_campaigns() == "upfront"
