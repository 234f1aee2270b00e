"""What the table says, where it says it, and for how long."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from web.conftest import Seat
from web.desk import Player
from web.test_everyone import SIZES
from web.test_playing import fire_lesson


def apart(one: Locator, other: Locator) -> bool:
    """Whether neither covers anything of the other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a and b
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_on_the_hexes_that_can_be_chosen(seat: Seat, size: str) -> None:
    """Those who are still to come, a refusal and dice are beside the map."""
    me = seat(*SIZES[size])
    board = me.page.locator("df-board")
    me.choose("S1", "american").begin().wait()
    tray = me.page.locator("df-reserve section").first
    expect(tray).to_be_visible()
    assert apart(tray, board)
    fire_lesson(me).click("yK5", 30)
    notice = me.page.locator(".notice.why")
    expect(notice).to_be_visible()
    assert apart(notice, board)
    me.do_all("target - yO4", "add a1", "declare", "direct a2")
    dice = me.page.locator("df-dice .tray")
    expect(dice).to_be_visible()
    assert apart(dice, board)


def test_notices_and_dice_go_away_by_themselves(me: Player) -> None:
    me.page.clock.install()
    fire_lesson(me).click("yK5", 45)
    notice = me.page.locator(".notice.why")
    expect(notice).to_contain_text("K5")
    notice.hover()
    me.page.clock.run_for(30_000)
    expect(notice).to_be_visible()  # somebody reads it
    me.page.mouse.move(300, 300)
    me.page.clock.run_for(30_000)
    expect(notice).to_be_hidden()
    me.do_all("target - yO4", "add a1", "declare", "direct a2")
    dice = me.page.locator("df-dice .tray")
    expect(dice).to_be_visible()
    me.page.clock.run_for(30_000)
    expect(dice).to_be_hidden()


def test_a_reason_names_its_place_once(me: Player) -> None:
    me.choose("S1", "american").begin().wait()
    me.page.locator("df-reserve button.able").first.click()
    me.wait().click("yN5", 30)
    notice = me.page.locator(".notice.why")
    expect(notice).to_contain_text("N5 is outside")
    assert notice.inner_text().count("N5") == 1


def test_a_move_is_one_line_in_the_log(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L1]").click()
    me.seated().do("move a1").wait()
    expect(me.prompt.locator('[data-action="enter - yL4"]')).to_contain_text("Enter L4 (Open Ground)")
    me.do_all("enter - yL4", "enter - yM4", "stop")
    lines = me.page.locator("df-log .line .text", has_text="enters")
    expect(lines).to_have_text(["7-4-7 enters L4 for 1 MF, M4 for 2 MF."])


def test_one_rule_is_one_rule(me: Player) -> None:
    me.page.goto("/#/rules")
    me.page.get_by_label("Look for").fill("SK1:3.3.1-x2")
    expect(me.page.locator("df-rules li")).to_have_count(1)
    expect(me.page.locator("df-rules [aria-live]")).to_have_text("1 rule found")


def test_those_still_to_come_are_large_enough_to_be_told_apart(me: Player) -> None:
    me.choose("S1", "american").begin().wait()
    box = me.page.locator("df-reserve svg.icon").first.bounding_box()
    assert box and box["width"] >= 36 and box["height"] >= 36


@pytest.mark.parametrize("height", [768, 900])
def test_odds_are_in_view_and_nothing_covers_them(seat: Seat, height: int) -> None:
    """Also where the coach says much and several could fire."""
    me = seat(1366, height)
    fire_lesson(me).open("target - yO4")
    odds = me.prompt.locator(".odds").first
    expect(odds).to_be_in_viewport(ratio=1)
    free = """bar => [0.02, 0.5, 0.98].every((part) => {
      const { x, y, width, height } = bar.getBoundingClientRect();
      return bar.contains(bar.getRootNode().elementFromPoint(x + part * width, y + height / 2));
    })"""
    assert odds.evaluate(free)
    expect(me.prompt.locator(".fate")).to_be_in_viewport(ratio=1)
    expect(me.prompt.locator("[data-take]")).to_be_in_viewport(ratio=1)


FREE = """(hexes) => {
  const page = document.querySelector('df-app').shadowRoot.querySelector('df-table');
  const map = page.shadowRoot.querySelector('df-minimap');
  return hexes.filter((hex) => {
    const spot = page.board.onPage(hex);
    return page.shadowRoot.elementFromPoint(spot.x, spot.y) === map;
  });
}"""
"""Hexes that the small map keeps from being clicked."""


def test_the_small_map_gives_way_to_hexes_that_can_be_chosen(me: Player) -> None:
    me.choose("S1", "german", "here").uncovered().begin().wait()
    minimap = me.page.locator("df-minimap")
    expect(minimap).to_be_visible()
    expect(minimap).not_to_have_attribute("yields", "")
    me.page.locator("df-reserve button.able").first.click()
    me.wait()
    places = me.ask("[...page.surface.hexes.keys()]")
    for _ in range(3):
        me.page.get_by_role("button", name="Closer").click()
    box = minimap.bounding_box()
    assert box
    x, y = me.hex(places[len(places) // 2])
    mouse = me.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
    mouse.up()
    expect(minimap).to_have_attribute("yields", "")
    assert me.page.evaluate(FREE, places) == []
