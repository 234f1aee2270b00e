"""The tutorial: every lesson is gone through on the page, to the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from defilade.rules.lesson_files import WrittenLesson
from defilade.rules.sk.lessons import load_lessons
from defilade.rules.upfront.scenarios.lessons import load_lessons as load_card_lessons
from web.desk import Player

LESSONS = load_lessons("learn")
EVERY: dict[str, WrittenLesson] = {**LESSONS, **load_lessons("skf/learn"), **load_card_lessons()}


def start(me: Player, lesson: WrittenLesson) -> None:
    me.page.goto("/#/learn")
    me.page.locator(f"[data-lesson={lesson.id}]").click()
    me.seated()


@pytest.mark.parametrize("lesson", EVERY.values(), ids=EVERY)
def test_a_lesson_is_completed(me: Player, lesson: WrittenLesson) -> None:
    start(me, lesson)
    coach = me.page.locator("df-coach")
    expect(coach).to_contain_text(lesson.title)
    me.do_all(*lesson.way)
    ends = lesson.steps[-1].say.strip()
    expect(coach.locator(".say")).to_have_text(ends)
    me.page.goto("/#/learn")
    row = me.page.locator("li", has=me.page.locator(f"[data-lesson={lesson.id}]"))
    expect(row).to_contain_text("done")


def test_a_lesson_can_be_left_and_taken_up_again(me: Player) -> None:
    lesson = LESSONS["L1"]
    start(me, lesson)
    me.do_all("move a1", "enter - yL4")
    told = me.page.locator("df-coach .say")
    expect(told).to_contain_text("Now into the stone building M4")
    me.page.goto("/#/learn")
    me.page.get_by_role("link", name="Go on").click()
    me.seated()
    expect(told).to_contain_text("Now into the stone building M4")


def test_a_lesson_can_be_begun_again(me: Player) -> None:
    start(me, LESSONS["L1"])
    me.do_all("move a1", "enter - yL4")
    me.page.locator("df-coach").get_by_role("button", name="Start again").click()
    expect(me.page.locator("df-coach .say")).to_contain_text("Click the squad in K5")
    me.wait()
    assert "move a1" in me.options


def test_lessons_are_played_on_the_map(me: Player) -> None:
    """The first one with the mouse, as it says."""
    start(me, LESSONS["L1"])
    me.wait().click("yK5").opened("move a1").click("yL4")
    expect(me.page.locator("df-coach .say")).to_contain_text("Now into the stone building")
    me.wait().click("yM4")
    me.wait().page.keyboard.press("s")
    expect(me.page.get_by_role("button", name="Next lesson")).to_be_visible()
