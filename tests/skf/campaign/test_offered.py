"""The campaign as the table offers it."""

from __future__ import annotations

import random

import pytest
from msgspec import Raw

from defilade.kernel import Chance, Choice, Committed
from defilade.kernel.chance import Sampled
from defilade.rules.sk.full.campaign.book import OVER, PLAY, read_book
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN
from defilade.systems import campaigns_of, first_with_campaigns, presenter_of
from defilade.systems.campaigns import CampaignPlan, Campaigns, NotPossible, OrderVerb
from skf.situation import full_kit


def refitted(rules: Campaigns, book: Raw, rng: random.Random) -> Raw:
    """A Refit Phase in which the Germans pick at random and the British leave all to their staff."""
    while read_book(bytes(book)).step not in (PLAY, OVER):
        due = rules.orders_due(book)
        assert due
        for side in due:
            if side == BRITISH:
                book = rules.ordered(book, side, "staff", "")
                continue
            while (asked := rules.asked(book, side)) is not None:
                assert asked.title
                more = asked.options and not (asked.ready and rng.random() < 0.3)
                what: OrderVerb = "pick" if more else "hand_in"
                book = rules.ordered(book, side, what, rng.choice(asked.options).pick if more else "")
        done = rules.carried_out(book)
        assert done is not None
        secret = [note for note in done.notes if "CPP" in note.text]
        assert not secret or read_book(bytes(done.book)).step == OVER
        book = done.book
        assert rules.carried_out(book) is None
    return book


def test_a_whole_campaign_is_played_from_date_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that end soon after their set-up, with Refit Phases between them."""
    monkeypatch.setattr(Committed, "fresh", classmethod(lambda cls: cls("17" * 32)))
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
        assert not ready.notes
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
        book = refitted(rules, done.book, rng)
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


def test_the_sheets_show_ones_own_secrets_and_what_all_have_seen() -> None:
    rules = campaigns_of("elst")
    book = rules.new(CampaignPlan("Ours", BRITISH))
    own, both = rules.sheets(book, (BRITISH,)), rules.sheets(book, (GERMAN, BRITISH))
    assert own is not None
    assert both is not None
    figures = {one.side: one.figures for one in own.forces}
    assert figures[GERMAN] == ()
    assert figures[BRITISH] == ("0 CPP",)
    assert {one.side: len(one.figures) for one in both.forces} == {GERMAN: 1, BRITISH: 1}
    assert own.date == "23 Afternoon"
    assert [one.id for one in own.dates][-1] == "25 Mid-Day"
    assert any("NN8" in note.text for note in own.situation)
    assert {one.mark for one in own.marks} == {"B", "R"}
    lines = next(one.lines for one in own.forces if one.side == BRITISH)
    assert any("20 × 4-5-7" in line.units for line in lines)
    system = full_kit()
    presenter = presenter_of(system)
    info = presenter.map_info(own.map, "x")
    assert info is not None
    assert {one.hex for one in own.marks} <= {hex.id for hex in info.hexes}
    ready = rules.muster(book, {})
    scenario = rules.standing(ready.book).scenario
    assert presenter.map_id(scenario, ready.options) == own.map
