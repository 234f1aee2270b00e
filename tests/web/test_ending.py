"""The end of a game: who won and why, losses, luck, and where it turned."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import GAME, Player
from web.test_courses import GOLDEN


def finished(me: Player, log: str = "v1/s1.log") -> Player:
    me.lobby().page.get_by_role("button", name="Open a game from a file").click()
    me.page.locator("df-import input[type=file]").set_input_files(GOLDEN / log)
    me.page.locator("df-import").get_by_role("button", name="Open", exact=True).click()
    me.seated().wait()
    expect(me.page.locator("df-ending .plot > svg")).to_be_visible()
    return me


def test_the_end_tells_of_losses_luck_and_turning_points(me: Player) -> None:
    finished(me)
    ending = me.page.locator("df-ending")
    expect(ending).to_contain_text("American won")
    expect(ending.locator(".losses tbody tr")).to_have_count(2)
    expect(ending.locator(".luck li")).to_have_count(2)
    expect(ending.locator(".turning li")).not_to_have_count(0)
    assert ending.locator(".plot > svg > circle").count() == ending.locator(".turning li").count()
    first = ending.locator(".turning button").first
    moment = int(first.get_attribute("data-moment") or 0)
    first.click()
    me.page.wait_for_function(f"(moment) => {GAME}.past?.moment === moment", arg=moment)
    expect(ending).to_be_hidden()
    me.page.get_by_role("button", name="Back to now").click()
    expect(ending).to_be_visible()


def test_the_replay_plays_by_itself(me: Player) -> None:
    finished(me).page.locator("[data-replay]").click()
    me.page.wait_for_function(f"() => {GAME}.past?.moment >= 2")


def test_the_account_is_put_away_and_taken_up_again(me: Player) -> None:
    finished(me).page.get_by_role("button", name="Look at the map").click()
    ending = me.page.locator("df-ending")
    expect(ending).to_be_hidden()
    me.page.get_by_role("button", name="Account").click()
    expect(ending).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (820, 1180), (390, 844)])
def test_nothing_of_the_account_is_cut_off(seat: Seat, width: int, height: int) -> None:
    me = finished(seat(width, height))
    expect(me.page.locator("[data-replay]")).to_be_in_viewport()  # however long the account is
    wide = me.page.locator("df-ending section").evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    assert wide
    me.page.locator("[data-replay]").scroll_into_view_if_needed()
    expect(me.page.locator("[data-replay]")).to_be_in_viewport()


BESIDE = """(plot) => [...plot.querySelectorAll('text:not(.number)')]
  .map((one) => one.getBoundingClientRect()).sort((a, b) => a.left - b.left)
  .every((one, i, all) => !i || all[i - 1].right <= one.left)"""

APART = """(plot) => {
  const spots = [...plot.querySelectorAll('circle')].map((one) => one.getBoundingClientRect());
  const { left, right } = plot.getBoundingClientRect();
  return spots.every((one, i) => one.left >= left && one.right <= right && (!i ||
    Math.hypot(one.x - spots[i - 1].x, one.y - spots[i - 1].y) >= one.width - 1));
}"""


@pytest.mark.parametrize("log", ["v1/s1.log", "v2/uf-c.log"])
def test_names_and_numbers_on_the_graph_can_be_read(me: Player, log: str) -> None:
    """Turns of a card game are short and many."""
    plot = finished(me, log).page.locator("df-ending .plot > svg")
    assert plot.locator("text:not(.number)").count() >= 5
    assert plot.evaluate(BESIDE) and plot.evaluate(APART)
