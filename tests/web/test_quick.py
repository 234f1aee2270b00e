"""People are quicker than a line: what is clicked and typed at once is neither lost nor done twice.

The pages are slowed down here, so that the second click always comes before the answer to the first.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.desk import GAME, Player, pick
from web.test_design import box
from web.test_playing import fire_lesson
from web.test_secret_room import GERMANS, MINE, make_room

LATE = 400

SLOW_LINE = """(late) => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (!/"type":"(act|undo|orders)"/.test(text)) return send.call(this, text);
    setTimeout(() => send.call(this, text), late);
  };
}"""
"""Answers at the table take their time to the server."""

SLOW_ROADS = """([late, path]) => {
  const { fetch } = window;
  window.fetch = async (address, ...more) => {
    const found = await fetch(address, ...more);
    if (String(address).includes(path)) await new Promise((resolve) => setTimeout(resolve, late));
    return found;
  };
}"""
"""So do the server's answers to other questions."""


def slow(page: Page, path: str = "") -> None:
    if path:
        page.evaluate(SLOW_ROADS, [LATE, path])
    else:
        page.evaluate(SLOW_LINE, LATE)


def test_three_quick_steps_in_the_replay_are_three(me: Player) -> None:
    fire_lesson(me).do_all("target - yO4", "add a1", "declare", "direct a2").wait()
    last = me.ask("t.moment")
    me.page.locator("df-log .text", has_text="American fire at O4").click()
    bar = me.page.locator("df-replay")
    bar.get_by_label("To the beginning").click()
    expect(bar).to_contain_text(f"0 of {last}")
    slow(me.page, "/moments/")
    step = bar.get_by_label("One step on")
    for _ in range(3):
        step.click()
    expect(bar).to_contain_text(f"3 of {last}")
    me.page.wait_for_function(f"() => {GAME}.past?.moment === 3")
    bar.get_by_label("One step back").click()
    bar.get_by_role("button", name="Back to now").click()
    me.page.wait_for_timeout(2 * LATE)
    expect(bar).to_be_hidden()
    assert me.ask("page.past") is None, "an answer that comes late does not bring the past back"


def test_a_card_bought_and_handed_in_at_once_is_handed_in(me: Player) -> None:
    page = make_room(me)
    for card in GERMANS[:-1]:
        page.locator(f"df-force [data-card={card}]").click()
    hand = page.get_by_role("button", name="Hand it in")
    expect(page.locator("df-force .sum")).to_contain_text("5 cards")
    expect(hand).to_be_enabled()
    slow(page, "/designs/assess")
    page.locator(f"df-force [data-card={GERMANS[-1]}]").click()
    hand.click()
    expect(page.locator("df-room [data-part=german]")).to_contain_text(f"handed in: {MINE} points")


def test_points_typed_and_begun_at_once_count(me: Player) -> None:
    page = box(me)
    pick(page, "version", "balance")
    slow(page, "/designs/assess")
    with page.expect_request(re.compile(r"/api/designs$")) as begun:
        page.get_by_label("Points that were bid").fill("37")
        page.get_by_role("button", name="Begin the game").click()
    assert begun.value.post_data_json["design"]["points"] == 37


def test_a_page_that_nobody_touches_asks_nothing(me: Player) -> None:
    asked: list[str] = []
    page = box(me)
    page.locator("df-force [data-card=beck]").click()
    expect(page.locator("df-force .sum")).to_contain_text("1 card")
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1500)
    assert not asked


def test_a_double_click_answers_once(me: Player) -> None:
    before = fire_lesson(me).ask("t.moment")
    me.open("target - yO4")
    # What lies under the pointer now is another button.
    me.prompt.locator("[data-take]").evaluate(
        "button => button.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }))"
    )
    assert me.wait().ask("t.moment") == before and me.ask("t.notice") is None
    expect(me.prompt).to_contain_text("Fire at O4")
    me.take()


def test_two_clicks_on_the_map_while_the_first_is_under_way(me: Player) -> None:
    """A double click enters a hex once; a click on the next hex is meant for the next step."""
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L1]").click()
    me.seated().do("move a1")
    spots = [me.hex("yM4"), me.hex("yL4")]
    slow(me.page)
    me.page.mouse.dblclick(*spots[1])
    me.page.mouse.click(*spots[0])
    expect(me.page.locator("df-log")).to_contain_text("M4")
    me.wait()
    assert me.ask("t.notice") is None
    assert [text for text in me.log.splitlines() if "enters L4" in text] != []


def test_keys_wait_for_the_question_that_they_answer(me: Player) -> None:
    fire_lesson(me)
    slow(me.page)
    for key in ("n", "Enter", "f"):
        me.page.keyboard.press(key)
    expect(me.page.get_by_role("button", name="Next lesson")).to_be_visible()


def test_two_steps_are_taken_back_at_once(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L1]").click()
    me.seated().do_all("move a1", "enter - yL4")
    slow(me.page)
    me.page.keyboard.press("u")
    me.page.keyboard.press("u")
    expect(me.prompt).to_contain_text("Which unit moves next?")
    assert me.ask("t.notice") is None


def test_two_orders_given_at_once_both_hold(me: Player) -> None:
    me.choose("S1", "american").begin().wait()
    slow(me.page)
    me.page.get_by_role("button", name="Menu").click()
    menu = me.page.locator("df-game-menu")
    menu.get_by_label("Defensive First Fire").select_option("adjacent")
    menu.get_by_label("Take the only option by itself").check()
    both = "!t.busy && t.orders.first_fire === 'adjacent' && t.orders.single_options"
    me.page.wait_for_function(f"() => {{ const t = {GAME}.table; return {both}; }}")
    me.page.reload()
    orders = me.seated().wait().ask("t.orders")
    assert orders["first_fire"] == "adjacent" and orders["single_options"]


def test_sound_is_on_and_its_switch_in_view(me: Player) -> None:
    fire_lesson(me)
    switch = me.page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    me.page.reload()
    me.seated()
    expect(switch).to_have_attribute("aria-pressed", "false")
