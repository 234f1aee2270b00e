"""Beside the board: the scenario card, living tables, a counter seen closely, and the rulebook by contents."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from defilade.rules.reference import PREFIXES
from web.desk import Player
from web.test_courses import lesson
from web.test_playing import fire_lesson


def book(me: Player) -> None:
    me.page.get_by_role("tab", name="Book").click()
    expect(me.page.locator("df-book [data-chart=fire]")).to_be_visible()


def test_the_column_of_the_attack_is_lit(me: Player) -> None:
    fire_lesson(me)
    book(me)
    expect(me.page.locator("df-book th.lit")).to_have_count(0)
    me.open("target - yO4")
    expect(me.page.locator("df-book [data-chart=fire] th.lit")).to_have_text("6")
    expect(me.page.locator("df-book [data-chart=fire] td.lit")).to_have_count(16)


def test_the_ground_that_is_pointed_at_is_lit(me: Player) -> None:
    fire_lesson(me)
    book(me)
    me.point("yM4", 45)
    expect(me.page.locator("df-book [data-chart=ground] tr.lit th")).to_have_text("stone building")


def test_the_scenario_card_lies_at_the_table_with_its_special_rules(me: Player) -> None:
    me.choose("S3", "american").begin().wait()
    me.page.get_by_role("tab", name="Book").click()
    card = me.page.locator("df-book .scenario")
    card.locator("summary").click()
    expect(card).to_contain_text("Victory")
    expect(card.locator("li").first).to_be_visible()


def test_a_counter_says_what_is_on_it(me: Player) -> None:
    lesson(me, "L2").point("yO4").page.keyboard.press("i")
    seen = me.page.locator("df-inspector section")
    expect(seen).to_contain_text("German 4-6-7")
    expect(seen).to_contain_text("Normal range")
    seen.locator(".rule").first.click()
    expect(me.page.locator("df-rule dialog")).to_contain_text("in our own words")
    me.page.keyboard.press("Escape")
    seen.get_by_role("button", name="Close").click()
    expect(seen).to_be_hidden()


@pytest.mark.parametrize("system", PREFIXES)
def test_every_book_has_its_contents(me: Player, system: str) -> None:
    me.page.goto("/#/rules")
    expect(me.page.locator("df-rules .chapter").first).to_be_visible()
    me.page.locator("df-rules select").select_option(system)
    rule = me.page.locator(f"df-rules [data-rule^='{PREFIXES[system][0]}:']").first
    expect(rule).to_be_attached()
    me.page.locator("df-rules .chapter summary").first.click()
    rule.click()
    expect(me.page.locator("df-rule dialog")).to_be_visible()
