"""After a game: what was it thinking?"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from web.conftest import Seat
from web.desk import GAME, Player

PAST = f"{GAME}.past"


def panel(me: Player) -> Locator:
    return me.page.locator("df-thought")


def look_back(me: Player) -> Locator:
    """To the moment before: a replay is open then."""
    me.page.keyboard.press("[")
    expect(me.page.locator("df-replay")).to_be_visible()
    return panel(me)


def earlier(me: Player) -> None:
    """To the computer's decision before this one."""
    last = me.ask("page.past.decision.moment")
    panel(me).get_by_role("button", name="Earlier decision of the computer").click()
    me.page.wait_for_function(f"() => {PAST}.decision.moment < {last}")
    assert me.ask("page.past.decision.computer")
    expect(panel(me).locator(".done")).to_be_visible()


@pytest.mark.parametrize(("scenario", "decisions"), [("UF-A", 24), ("S2", 50)])
def test_every_decision_can_be_asked_about_when_the_game_is_over(
    me: Player, scenario: str, decisions: int
) -> None:
    me.choose(scenario, "german").begin().wait().play_on(decisions)
    me.wait()
    expect(look_back(me)).to_have_count(0)  # not while it is being played
    me.page.keyboard.press("]")
    me.resign()

    me.page.get_by_role("button", name="What was it thinking?").click()
    theirs = panel(me)
    head = theirs.get_by_role("button", name="What was it thinking?")
    expect(head).to_have_attribute("aria-expanded", "true")
    earlier(me)
    while not theirs.get_by_text("The plan:").count():  # there was nothing to decide
        earlier(me)
    expect(theirs.locator("li").first).to_be_visible()

    side = me.ask("page.past.decision.side")
    assert me.ask("page.past.side") == "german"
    theirs.get_by_role("button", name="saw it").click()
    me.page.wait_for_function(f"() => {PAST}.side === '{side}'")


def test_ones_own_decisions_are_compared_with_the_computers(me: Player) -> None:
    me.choose("UF-A", "german").begin().wait().play_on(10)
    me.wait().resign()
    look_back(me)
    me.page.keyboard.press("t")
    own = panel(me)
    for _ in range(200):
        moment = me.ask("page.past.moment")
        expect(own.locator(".done")).to_be_visible()
        if not me.ask("page.past.decision.computer") and not own.get_by_text("nothing else to do").count():
            break
        me.page.keyboard.press("[")
        me.page.wait_for_function(f"() => {PAST}.moment < {moment}")
    expect(own.get_by_role("button", name="What would the computer have done?")).to_be_visible()
    expect(own.locator(".done")).to_contain_text("German:")
    # It was played on as the computer would: only its clock can tell the two apart.
    expect(own).to_contain_text("The computer would")


def test_it_is_read_with_keys_alone_and_on_a_phone(seat: Seat) -> None:
    me = seat(390, 844)
    me.choose("UF-A", "german").begin().wait().play_on(8)
    me.wait().resign()
    look_back(me)
    panel(me).locator(".head").focus()
    me.page.keyboard.press("Enter")
    expect(panel(me).locator(".done")).to_be_visible()
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bar = me.page.locator("df-replay").bounding_box()
    assert bar and bar["x"] >= 0 and bar["x"] + bar["width"] <= 390
    me.page.keyboard.press("Enter")
    expect(panel(me).locator(".done")).to_have_count(0)
