"""A campaign in the browser: begun, played game after game with the same men, and looked up again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Seat
from web.desk import WAIT, Player, pick
from web.test_everyone import SIZES, findings


def books(me: Player) -> Page:
    me.page.goto("/#/campaigns")
    expect(me.page.get_by_role("button", name="Begin the campaign")).to_be_visible(timeout=WAIT * 1000)
    return me.page


def begin(me: Player, games: int = 2, opponent: str = "computer") -> Page:
    """A campaign of the first games of the sample series."""
    page = books(me)
    page.get_by_label("Title").fill("To the Rhine")
    pick(page, "opponent", opponent)
    if opponent == "computer":
        page.locator("select[name=level]").select_option("random")
    while page.locator(".series li").count() > games:
        page.locator(".series li").last.get_by_role("button", name="Without").click()
    page.get_by_role("button", name="Begin the campaign").click()
    return page


def to_the_table(me: Player, number: int) -> Player:
    me.page.get_by_role("button", name=f"Begin game {number}").click()
    me.page.get_by_role("link", name="Go to the table").click()
    return me.seated().wait()


def write_down(page: Page) -> None:
    """What a game has brought, where that has not been done by itself."""
    expect(page.locator("df-campaign .task")).to_be_visible()
    button = page.get_by_role("button", name="Write it down")
    if button.count():
        button.click()


@pytest.mark.rule("UF:41.8")
def test_two_tables_with_different_scenarios(me: Player) -> None:
    page = books(me)
    page.locator("select[name=beside]").select_option("russian")
    for _ in range(page.locator(".series li").count() - 1):
        page.locator(".series li").last.get_by_role("button", name="Without").click()
    beside = page.get_by_label("Beside game 1")
    expect(beside).to_have_value("UF-A")
    expect(beside.locator("option[value=UF-I]")).to_be_attached()  # Partisans are met at that table only
    expect(page.get_by_label("Add a scenario").locator("option[value=UF-I]")).not_to_be_attached()
    beside.select_option("UF-B")
    page.locator("select[name=beside]").select_option("american")
    expect(beside).to_have_value("UF-B")
    page.locator("select[name=level]").select_option("random")
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.locator("df-campaign .task")).to_contain_text("Meeting of Patrols and City Fight")
    to_the_table(me, 1)


def test_two_games_with_the_same_men(me: Player) -> None:
    page = begin(me)
    now = page.locator("df-campaign .task")
    expect(now).to_contain_text("Meeting of Patrols")
    expect(page.locator("df-roster tr[data-man=diettinger]")).to_contain_text("Unterfeldwebel")
    to_the_table(me, 1)
    expect(page.locator("df-table-head")).to_contain_text("game 1 of To the Rhine")
    me.do("standard").wait().resign()
    page.get_by_role("link", name="On with the campaign").click()
    write_down(page)
    expect(page.locator("df-campaign .games li").first).to_contain_text("American won")
    expect(page.locator("df-campaign .score").last).to_contain_text("12")
    expect(page.locator("df-campaign .notes")).to_contain_text("Scenario won: +12 points.")
    expect(now).to_contain_text("City Fight")
    # Whoever came into play has lived through it, and carries a slash into the next game.
    expect(page.locator("df-roster tr[data-man=diettinger] td").nth(3)).to_have_text("1")
    page.reload()
    expect(now).to_contain_text("City Fight")
    to_the_table(me, 2)
    me.resign()
    page.get_by_role("link", name="On with the campaign").click()
    write_down(page)
    expect(now).to_contain_text("American has won it")
    books(me)
    expect(page.locator(".kept")).to_contain_text("Over")


def test_a_friend_keeps_the_other_side(seat: Seat) -> None:
    me, friend = seat(), seat()
    page = begin(me, opponent="link")
    link = page.get_by_label("Invitation for American").input_value()
    friend.page.goto(link[link.index("/#") :])
    friend.page.locator("df-join input").fill("Flo")
    friend.page.get_by_role("button", name="Take the seat").click()
    friend.page.get_by_role("button", name="Begin game 1").click()
    expect(friend.page.locator("df-campaign .task")).to_contain_text("Waiting for")
    page.get_by_role("button", name="Begin game 1").click()
    page.get_by_role("link", name="Go to the table").click()
    me.seated()
    friend.page.get_by_role("link", name="Go to the table").click()  # found by itself
    friend.seated()
    assert friend.ask("t.holds") == ["american"] and me.ask("t.holds") == ["german"]


@pytest.mark.parametrize("size", SIZES)
def test_campaigns_are_for_everyone(seat: Seat, size: str) -> None:
    width, height = SIZES[size]
    me = seat(width, height)
    page = books(me)
    page.get_by_text("Be one of your own men").click()
    assert not findings(me)
    begin(me)
    expect(page.locator("df-roster")).to_be_visible()
    assert not findings(me)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
