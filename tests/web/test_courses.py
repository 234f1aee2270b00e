"""Shots and marches as one decision: how many clicks they take, and what is in view meanwhile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Seat
from web.desk import GAME, Player
from web.test_playing import fire_lesson

FREE = """one => [0.02, 0.5, 0.98].every((part) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(one.getRootNode().elementFromPoint(x + part * width, y + height / 2));
})"""

GOLDEN = Path(__file__).parents[1] / "golden"
MARCH = ("v1/s1.log", 185)
"""A game, and a moment of it at which a leader can go five hexes unseen: a5 from N6 to P10."""

COUNTED = "addEventListener('pointerdown', () => (window.clicks = (window.clicks ?? 0) + 1), true)"


def lesson(me: Player, name: str) -> Player:
    me.page.goto("/#/learn")
    me.page.locator(f"[data-lesson={name}]").click()
    return me.seated().wait()


def counted(page: Page) -> None:
    page.evaluate(f"() => {{ window.clicks = 0; {COUNTED} }}")


def clicks(page: Page) -> int:
    return int(page.evaluate("window.clicks"))


def test_prep_fire_by_a_stack_with_its_leader_is_two_clicks(me: Player) -> None:
    fire_lesson(me)
    counted(me.page)
    me.click("yO4", 45).opened("target - yO4").take()
    assert clicks(me.page) == 2
    expect(me.page.locator("df-log")).to_contain_text("American fire at O4: 7-4-7, directed by 8-1.")


def test_defensive_first_fire_is_one_click(me: Player) -> None:
    lesson(me, "L3").opened("fire")
    counted(me.page)
    me.take()
    assert clicks(me.page) == 1
    expect(me.page.locator("df-log")).to_contain_text("American fire at O4")


def stored(me: Player, folder: Path, name: str, entries: int) -> Player:
    """A game that was played up to so many steps, with all sides at this screen."""
    header, *steps = (GOLDEN / name).read_text().splitlines()
    head = {**json.loads(header), "result": "", "seed": "", "commitment": ""}
    file = folder / name.replace("/", "-")
    file.write_text("\n".join([json.dumps(head), *steps[:entries]]) + "\n")
    me.lobby().page.get_by_role("button", name="Open a game from a file").click()
    me.page.locator("df-import input[type=file]").set_input_files(file)
    for side in me.page.locator("df-import select").all():
        side.select_option("mine")
    me.page.locator("df-import").get_by_role("button", name="Open", exact=True).click()
    return me.seated().wait()


def test_a_march_of_five_hexes_that_nobody_fires_at_is_two_clicks(me: Player, tmp_path: Path) -> None:
    stored(me, tmp_path, *MARCH)
    page = me.page
    start = me.hex("yN6")
    page.mouse.move(*start)
    counted(page)
    me.click("yN6").opened("move a5").click("yP10")
    page.wait_for_function(f"() => {GAME}.hexOf('a5') === 'yP10'")
    assert clicks(page) == 2
    expect(page.locator("df-log .line .text").last).to_contain_text("N7 for 1 MF, O8")


@pytest.mark.parametrize("height", [768, 900])
def test_figures_odds_and_fates_are_in_view_together(seat: Seat, height: int) -> None:
    me = seat(1366, height)
    lesson(me, "L3").opened("fire")
    for part in (".odds", ".fate", "[data-take]"):
        one = me.prompt.locator(part).first
        expect(one).to_be_in_viewport(ratio=1)
        assert one.evaluate(FREE)
    expect(me.prompt.locator(".fate")).to_contain_text("stopped here")


def test_who_fires_is_changed_on_the_map_and_in_the_list(me: Player) -> None:
    fire_lesson(me).open("target - yO4")
    leader = me.prompt.locator('[data-taker="direct a2"]')
    expect(leader).to_have_attribute("aria-pressed", "true")
    odds = me.prompt.locator(".odds")
    before = odds.get_attribute("aria-label") or ""
    leader.click()
    expect(leader).to_have_attribute("aria-pressed", "false")
    expect(odds).not_to_have_attribute("aria-label", before)
    me.click("yM4").page.locator('df-board .open [data-counter="a2"]').click()
    expect(leader).to_have_attribute("aria-pressed", "true")
    expect(odds).to_have_attribute("aria-label", before)


def test_a_course_is_left_without_a_trace(me: Player) -> None:
    fire_lesson(me).open("target - yO4")
    me.page.keyboard.press("Escape")
    expect(me.prompt.locator("[data-take]")).to_have_count(0)
    assert me.ask("t.moment") == 0


def test_a_counter_is_dragged_to_where_it_goes(me: Player, tmp_path: Path) -> None:
    stored(me, tmp_path, *MARCH)
    mouse, start, end = me.page.mouse, me.hex("yN6"), me.hex("yN8")
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=5)
    expect(me.page.locator("df-board .trail.plan")).to_have_count(1)
    mouse.up()
    me.page.wait_for_function(f"() => {GAME}.hexOf('a5') === 'yN8'")


def test_a_waypoint_bends_the_way(me: Player, tmp_path: Path) -> None:
    stored(me, tmp_path, *MARCH).click("yN6").opened("move a5")
    x, y = me.hex("yM7")
    me.page.keyboard.down("Shift")
    me.page.mouse.click(x, y)
    me.page.keyboard.up("Shift")
    me.page.wait_for_function(f"() => {GAME}.coursing.via.length === 1")
    me.click("yN8")
    me.page.wait_for_function(f"() => {GAME}.hexOf('a5') === 'yN8'")
    expect(me.page.locator("df-log .line .text").last).to_contain_text("M7")


def test_a_box_takes_those_along_who_may_move_together(me: Player, tmp_path: Path) -> None:
    """Of two stacks in the box one moves as a stack; that the others cannot come along is said."""
    stored(me, tmp_path, *MARCH)
    (a, b), (c, d) = me.hex("yM3"), me.hex("yN7")
    me.page.keyboard.down("Shift")
    me.page.mouse.move(min(a, c) - 60, min(b, d) - 60)
    me.page.mouse.down()
    me.page.mouse.move(max(a, c) + 60, max(b, d) + 20, steps=5)
    expect(me.page.locator("df-board .frame")).to_be_visible()
    me.page.mouse.up()
    me.page.keyboard.up("Shift")
    expect(me.prompt.locator(".taker.on")).not_to_have_count(0)
    expect(me.page.locator(".notice")).to_contain_text("Not together with the others")


def test_who_can_come_along_is_offered_once(me: Player, tmp_path: Path) -> None:
    """While a move is under way, the question itself and the way that can be gone would both name him."""
    stored(me, tmp_path, *MARCH).open("move a9").take().wait()
    along = [option for option in me.options if option.startswith("join")]
    assert along
    for option in along:
        expect(me.prompt.locator(f'[data-action="{option}"], [data-taker="{option}"]')).to_have_count(1)


def test_another_unit_is_moved_by_clicking_it_and_where_it_goes(me: Player, tmp_path: Path) -> None:
    stored(me, tmp_path, *MARCH).click("yN6").opened("move a5").click("yN8")
    me.page.wait_for_function(f"() => {GAME}.hexOf('a5') === 'yN8'")
    other = me.wait().ask("page.coursing.openings.find((one) => one.action).action")
    me.page.evaluate(f"(action) => {GAME}.coursing.open(action)", other)
    me.opened(other)
    expect(me.prompt).to_contain_text("8-1 ends its move here")


def test_a_game_that_moves_before_it_is_fired_at_has_shots_and_marches_too(me: Player) -> None:
    """Squad Leader: two clicks for a shot with its odds, two for a march."""
    lesson(me, "Q1").do("rally g1")
    page = me.page
    counted(page)
    me.click("zK3").opened("target - zK3")
    expect(me.prompt.locator(".odds")).to_be_visible()
    me.take()
    assert clicks(page) == 2
    expect(page.locator("df-log")).to_contain_text("German fire at K3")
    if "move g4" not in me.wait().options:
        me.do("done")
    page.mouse.move(*me.hex("zI5"))
    page.evaluate("window.clicks = 0")
    me.click("zI5").opened("move g4").click("zI7")
    page.wait_for_function(f"() => {GAME}.hexOf('g4') === 'zI7'")
    assert clicks(page) == 2


def test_what_lies_above_a_hex_is_pointed_at_by_the_hex(me: Player) -> None:
    """Squad Leader: the storeys of a building are told apart where its hex has been clicked."""
    me.choose("SL-1", "german").begin().wait()
    me.page.locator("df-reserve button.able").first.click()
    me.wait().click("1H5")
    menu = me.page.locator("df-choice-menu")
    expect(menu.locator("[data-action]")).to_have_count(2)
    menu.get_by_text("level 1").click()
    expect(me.page.locator("df-log")).to_contain_text("sets up in H5 level 1")
