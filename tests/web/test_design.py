"""Games of one's own design in the browser, and team games: from the choice to the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Seat
from web.desk import WAIT, Player, pick
from web.test_everyone import SIZES, findings


def box(me: Player) -> Page:
    me.page.goto("/#/design")
    expect(me.page.locator("df-force [data-card=beck]")).to_be_visible(timeout=WAIT * 1000)
    return me.page


def buy(page: Page, *cards: str) -> None:
    for card in cards:
        button = page.locator(f"df-force [data-card={card}]")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")


def test_a_force_is_bought_and_played_with(me: Player) -> None:
    page = box(me)
    begin = page.get_by_role("button", name="Begin the game")
    expect(begin).to_be_enabled()  # all by chance
    buy(page, "diettinger", "beck")
    expect(begin).to_be_disabled()
    top = page.locator("df-force .top")
    expect(top).to_contain_text("one SL and one ASL are needed")
    page.locator("df-force [data-card=stahler]").click(force=True)  # a second SL
    expect(top).to_contain_text("the force has its leaders")
    buy(page, "hessel", "wolff", "streich", "griess")
    expect(top).to_contain_text("of 241 points · 6 cards")
    expect(begin).to_be_enabled()
    page.get_by_text("Secondary weapons and reinforcements").click()
    row = page.locator("df-force .men li", has_text="Beck")
    row.get_by_label("carries").select_option("panzerfaust")
    points = page.locator("df-force .sum strong")
    before = int(points.inner_text())
    row.get_by_label("comes").select_option("2")
    expect(points).not_to_have_text(str(before))
    page.locator("select[name=level]").select_option("random")
    begin.click()
    me.seated().wait()
    assert me.ask("t.holds") == ["german"]
    mine = me.ask(
        "t.scene.waiting.filter((w) => w.side === 'german').flatMap((w) => w.units.map((u) => u.id))"
    )
    assert set(mine) == {"diettinger", "hessel", "beck", "wolff", "streich", "griess"}


def test_the_cheaper_attack_is_made(me: Player) -> None:
    page = box(me)
    pick(page, "version", "bid")
    page.get_by_role("button", name="Draw the situation").click()
    expect(page.locator("[data-part=defence]")).to_contain_text("points")
    page.locator("[data-part=attack]").click()
    page.get_by_role("button", name="By chance", exact=True).click()
    expect(page.locator("[data-part=attack]")).to_contain_text("points")
    page.locator("select[name=level]").select_option("random")
    page.get_by_role("button", name="Begin the game").click()
    me.seated()
    expect(page.locator("df-table-head")).to_contain_text("A designed engagement")


def test_more_for_one_side(me: Player) -> None:
    page = box(me)
    pick(page, "version", "balance")
    expect(page.locator("df-force .sum")).to_contain_text("of 50 points")
    barred = page.locator("df-force [data-card=beck]")
    expect(barred).to_have_attribute("title", "the scenario has this card already")
    buy(page, "hauptmann")
    pick(page, "who", "mine")
    page.get_by_role("button", name="Begin the game").click()
    me.seated()
    expect(page.locator("df-table-head")).to_contain_text("with 50 points")


def test_a_team_game_of_two_scenarios(seat: Seat) -> None:
    """Two tables, two scenarios, four seats: one's own, a friend's, and two for the computer."""
    me, friend = seat(), seat()
    page = me.page
    me.choose("UF-A", "german")
    page.locator("df-scenario details summary").first.click()
    expect(page.locator("select[name=option-scenario-2]")).to_have_count(0)
    page.locator("select[name=option-tables]").select_option("2")
    page.locator("select[name=option-scenario-2]").select_option("UF-C")
    page.locator("select[name=option-opponent-2]").select_option("russian")
    page.locator("select[name=seat-german-2]").select_option("link")
    page.locator("select[name=level]").select_option("random")
    page.get_by_role("button", name="Begin").click()
    me.seated().wait()
    seats = {one["side"]: one["kind"] for one in me.ask("t.seats")}
    assert seats == {"german": "human", "german-2": "open", "american": "computer", "russian-2": "computer"}
    (key,) = page.evaluate("JSON.parse(localStorage.getItem('defilade.keyring'))")
    (invite,) = key["invites"]
    friend.page.goto(f"/#/join/{key['id']}/{invite['token']}")
    friend.page.get_by_role("button", name="Take the seat").click()
    friend.seated()
    assert friend.ask("t.holds") == ["german-2"]
    texts = [player.ask("t.scene.victory.text") for player in (me, friend)]
    assert "range chit 4" in texts[0] and "Pillbox" in texts[1]
    me.do("standard")
    friend.wait().do("standard")
    me.wait()
    assert me.ask("t.scene.groups.filter((g) => g.side === 'german-2').length") >= 2


@pytest.mark.parametrize("size", SIZES)
def test_designing_is_for_everyone(seat: Seat, size: str) -> None:
    width, height = SIZES[size]
    me = seat(width, height)
    page = box(me)
    buy(page, "diettinger", "beck")
    page.get_by_text("Secondary weapons and reinforcements").click()
    assert not findings(me)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
