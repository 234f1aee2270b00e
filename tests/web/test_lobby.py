"""The lobby: what can be played, and how a game begins."""

from __future__ import annotations

from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import Player


def test_scenarios_are_laid_out(me: Player) -> None:
    page = me.lobby().page
    kits = page.locator("[data-scenario^=S]:not([data-scenario^=SL])")
    expect(kits).to_have_count(8)  # six of the first kit, two of the full one
    first = page.locator("[data-scenario=S1]")
    expect(first).to_contain_text("Retaking Vierville")
    expect(first).to_contain_text("5 turns")
    expect(first).to_contain_text("11½")
    first.locator("img").evaluate("image => image.decode()")  # waits for the picture; fails if there is none
    assert first.locator("img").evaluate("image => image.naturalWidth > 0")


def test_a_card_tells_all_that_one_must_know(me: Player) -> None:
    page = me.lobby().page
    page.locator("[data-scenario=S3]").click()
    dialog = page.locator("df-scenario dialog")
    expect(dialog).to_contain_text("Simple Equation")
    expect(dialog).to_contain_text("25 building hexes")
    expect(dialog.locator("figure").first).to_be_visible()
    dialog.locator(".rule").first.click()
    expect(page.locator("df-rule dialog")).to_contain_text("in our own words")


def test_a_game_against_the_computer_begins_and_is_kept(me: Player) -> None:
    me.choose("S1", "american").begin().wait()
    expect(me.prompt).to_contain_text("Which unit do you set up next?")
    me.lobby()
    listed = me.page.locator(".game")
    expect(listed).to_contain_text("Retaking Vierville")
    expect(listed).to_contain_text("Your decision")
    listed.locator("a").click()
    me.seated()
    expect(me.prompt).to_contain_text("Which unit do you set up next?")


def test_the_rules_can_be_searched(me: Player) -> None:
    me.page.goto("/#/rules")
    me.page.get_by_label("Look for").fill("residual")
    expect(me.page.locator("df-rules li").first).to_contain_text("esidual")


def test_preferences_are_kept(seat: Seat) -> None:
    me = seat().lobby()
    page = me.page
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Theme").select_option("light")
    page.get_by_label("Colours of counters").select_option("safe")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("html")).to_have_attribute("data-colours", "safe")


def test_an_address_that_leads_nowhere_says_so(me: Player) -> None:
    me.page.goto("/#/somewhere/else")
    expect(me.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    me.page.goto("/#/game/not-a-game-of-mine")
    expect(me.page.get_by_role("alert")).to_contain_text("no seat")


def test_an_account_finds_its_games_in_another_browser(seat: Seat) -> None:
    here, there = seat(), seat()
    for me, button in ((here, "Open an account"), (there, "Sign in")):
        form = me.lobby().page.locator("df-account")
        me.page.get_by_role("button", name="Preferences").click()
        form.get_by_label("Name").fill("Carla")
        form.get_by_label("Password").fill("correct horse battery")
        form.get_by_role("button", name=button).click()
        expect(form).to_contain_text("Signed in as Carla")
        if me is here:
            me.choose("S1", "american").begin()
    there.page.keyboard.press("Escape")
    there.page.locator(".game a").click()
    there.seated().wait()
    assert there.ask("t.holds") == ["american"]
