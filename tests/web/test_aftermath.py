"""What the others did stays to be seen, and what the map is about is marked on it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import GAME, Player
from web.test_courses import MARCH, lesson, stored

COVERED = ("v1/s1.log", 172)
"""A game, and a moment of it at which a pinned unit lies under others."""


def test_a_move_of_the_others_stays_as_a_trail_until_ones_own_turn(me: Player) -> None:
    lesson(me, "L3")
    trail = me.page.locator("df-board .trail.past")
    expect(trail).to_have_count(1)
    assert me.ask("t.aftermath.ways") == [{"side": "german", "who": "g1", "hexes": ["yP3", "yO4"]}]
    me.do("pass").wait()
    assert me.ask("t.aftermath.ways[0].hexes") == ["yP3", "yO4", "yN3"]


def test_the_space_bar_steps_through_what_happened(me: Player) -> None:
    lesson(me, "L3")
    moments = me.ask("t.aftermath.moments")
    assert moments
    me.page.keyboard.press("Space")
    me.page.wait_for_function(f"(moment) => {GAME}.past?.moment === moment", arg=moments[0])
    expect(me.page.locator("df-replay")).to_be_visible()
    for _ in moments:
        me.page.keyboard.press("Space")
    expect(me.page.locator("df-replay")).to_be_hidden()


def test_objectives_and_entries_are_marked(seat: Seat, tmp_path: Path) -> None:
    me = seat(1366, 768)
    stored(me, tmp_path, *MARCH)
    assert me.page.locator("df-board .area.objective").count() >= 3
    assert me.page.locator("df-board .area.entry").count() >= 3


def test_a_stack_tells_of_the_worst_below_its_top(seat: Seat, tmp_path: Path) -> None:
    me = stored(seat(1366, 768), tmp_path, *COVERED)
    worst = me.ask("t.scene.stacks.filter((one) => one.worst).map((one) => one.worst.tag || one.worst.text)")
    assert worst
    tags = me.page.locator("df-board .counters .tag", has_text=re.compile(f"^\\s*{re.escape(worst[0])}\\s*$"))
    expect(tags.first).to_be_attached()


def test_effects_are_short_and_left_out_where_motion_is_not_liked(seat: Seat) -> None:
    """Browsers of the tests do not like motion: nothing flashes, though what would is known."""
    me = seat()
    lesson(me, "L3").opened("fire").take()
    assert me.ask("t.flashes.length") > 0
    expect(me.page.locator("df-board .flashes")).to_be_hidden()


def test_a_stack_opens_where_one_points_at_it(seat: Seat, tmp_path: Path) -> None:
    me = stored(seat(1366, 768), tmp_path, *COVERED)
    hex = me.ask("t.scene.stacks.find((one) => one.counters.length > 1).hex")
    opened = me.page.locator("df-board .open [data-counter]")
    expect(opened).to_have_count(0)
    me.point(hex)
    several = me.ask("t.scene.stacks.find((one) => one.hex === more[0]).counters.length", hex)
    expect(opened).to_have_count(several)
