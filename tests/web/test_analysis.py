"""The analysis of a game that is over: its graph, a fault opened, and another try at it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, expect

from web.conftest import Seat
from web.desk import GAME, START, Player
from web.test_ending import finished

MOMENT = 79
FAULT = {
    "moment": MOMENT,
    "side": "american",
    "turn": "Turn 1",
    "kind": "blunder",
    "lost": 0.163,
    "asks": "Where to?",
    "done": "Enter M4",
    "better": "Stop",
    "better_action": "stop",
    "chance": 0.64,
    "done_chance": 0.45,
    "reasons": ["It stays out of sight."],
    "done_reasons": ["4-6-7 C at K3: 8 FP: 45% broken or worse."],
    "rules": ["SK1:3.3-a"],
    "rounds": 12,
}
FOUND = {
    "side": "american",
    "graph": [
        {"moment": 57, "chance": 0.7, "turn": "Turn 1"},
        {"moment": 79, "chance": 0.75, "turn": "Turn 1"},
        {"moment": 110, "chance": 0.55, "turn": "Turn 2"},
        {"moment": 865, "chance": 1.0, "turn": "Turn 5"},
    ],
    "sums": [
        {
            "side": "american",
            "luck": 0.121,
            "lost": 0.163,
            "counts": {"blunder": 1, "mistake": 0, "inaccuracy": 0},
        },
        {
            "side": "german",
            "luck": -0.121,
            "lost": 0.0,
            "counts": {"blunder": 0, "mistake": 0, "inaccuracy": 0},
        },
    ],
    "luckiest": [
        {"moment": 110, "side": "german", "turn": "Turn 2", "gave": 0.08, "text": "4-4-7 A breaks."}
    ],
    "faults": [FAULT],
    "rates": [{"side": "american", "turn": "Turn 1", "decisions": 30, "lost": 0.163, "faults": 1}],
    "end": 1.0,
    "without_luck": 0.879,
    "judged": 40,
}
"""As the server tells it."""


def analysis_of(me: Player) -> Locator:
    return me.page.locator("df-ending df-analysis")


def told(me: Player) -> Locator:
    """A game whose analysis is there at the second asking."""
    finished(me)
    me.page.evaluate(
        f"""(found) => {{
          let asked = 0;
          {GAME}.table.analysis = async () => ({{ share: asked ? 1 : 0.4, found: asked++ ? found : null }});
        }}""",
        json.loads(json.dumps(FOUND)),
    )
    analysis = analysis_of(me)
    analysis.get_by_role("button", name="Analyse the game").click()
    expect(analysis.locator("figure.chances .plot > svg")).to_be_visible()
    return analysis


def test_a_game_is_gone_over_at_the_table(me: Player) -> None:
    """From the button to the graph, with the server's own analysis."""
    me.choose("UF-A", "german").begin().wait().play_on(8)
    me.wait().resign()
    analysis = analysis_of(me)
    analysis.get_by_role("button", name="Analyse the game").click()
    # The computer plays for it as long as it takes: longer where the machine has more to do.
    expect(analysis.locator("figure.chances .plot > svg, p").first).to_be_visible(timeout=START * 1000)
    expect(analysis.get_by_text("In points: a whole game is 100.")).to_be_visible()
    expect(analysis.locator("tbody").first.locator("tr")).to_have_count(2)


def test_graph_faults_and_luck_are_told(me: Player) -> None:
    analysis = told(me)
    expect(analysis).to_contain_text("American won; with even luck it would have stood at 88%.")
    expect(analysis).to_contain_text("+12.1")
    expect(analysis).to_contain_text("1 blunder")
    expect(analysis.locator("circle.fault")).to_have_count(1)
    analysis.locator("circle.fault").click()
    detail = analysis.locator(".detail")
    expect(detail).to_contain_text("Better: Stop")
    expect(detail).to_contain_text("it left 64% to win, what was done 45%")
    expect(detail).to_contain_text("45% broken or worse")
    expect(detail).to_contain_text("SK1:3.3-a")
    detail.get_by_role("button", name="Show it on the map").click()
    me.page.wait_for_function(f"(moment) => {GAME}.past?.moment === moment", arg=MOMENT)
    me.page.get_by_role("button", name="Back to now").click()
    expect(analysis.locator("circle.fault")).to_be_visible()


def test_one_learns_from_ones_mistakes(me: Player) -> None:
    analysis = told(me)
    analysis.get_by_role("button", name="Learn from your mistakes (1)").click()
    practice = me.page.locator("df-practice")
    me.page.wait_for_function(f"(moment) => {GAME}.past?.moment === moment", arg=MOMENT)
    assert me.ask("page.past.side") == "american"
    expect(practice).to_contain_text("What would have been better?")
    # What the server offers is what could be done then; it is played out there.
    options = practice.locator(".options button:enabled")
    expect(options.first).to_be_visible()
    label = options.last.inner_text()
    options.last.click()
    expect(practice.get_by_role("status")).to_contain_text(label)
    if practice.locator("[data-solution]").count():
        practice.locator("[data-solution]").click()
    expect(practice.get_by_text("Better:")).to_be_visible()
    practice.locator("[data-finish]").click()
    expect(practice).to_have_count(0)
    expect(analysis).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_nothing_of_it_is_cut_off(seat: Seat, width: int, height: int) -> None:
    me = seat(width, height)
    analysis = told(me)
    analysis.locator(".faults .moment").click()
    wide = me.page.locator("df-ending section").evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    assert wide
    analysis.get_by_role("button", name="Try it again").click()
    expect(me.page.locator("df-practice .options button").first).to_be_visible()
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
