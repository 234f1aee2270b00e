"""Two people who buy their forces in secret, each in a browser of his own: from the link to the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from defilade.rules.upfront.game.library import library
from web.conftest import Seat
from web.desk import Player, pick
from web.test_design import box, buy
from web.test_everyone import SIZES, findings

GERMANS = ("diettinger", "hessel", "beck", "wolff", "streich", "griess")
AMERICANS = ("burnett", "moores", "fox", "mcelroy", "smith", "burke")
MINE, THEIRS = (sum(library().men[man].points for man in force) for force in (GERMANS, AMERICANS))


def make_room(me: Player, version: str = "replay") -> Page:
    """A room for a friend; what is bought before it is made is handed in with it."""
    page = box(me)
    if version == "bid":
        pick(page, "version", "bid")
        page.get_by_role("button", name="Draw the situation").click()
        expect(page.locator("[data-part=defence]")).to_contain_text("points")
    pick(page, "who", "open")
    expect(page.get_by_label("Each buys his own force, in secret")).to_be_checked()
    page.locator("df-design").get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Make the room").click()
    expect(page.locator("df-room h1")).to_be_visible()
    return page


def enter(friend: Player, host: Page) -> Page:
    link = host.get_by_label("Invitation for your friend").input_value()
    page = friend.page
    page.goto(link[link.index("/#") :])
    page.locator("df-join").get_by_label("Your name").fill("Bert")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator("df-room h1")).to_be_visible()
    return page


def listen(page: Page) -> list[str]:
    """All that the server answers about rooms and games."""
    heard: list[str] = []

    def note(answer: Any) -> None:
        if "/designs/rooms" in answer.url:
            heard.append(answer.text())

    page.on("response", note)
    return heard


@pytest.mark.rule("UF:43.2-b")
def test_two_friends_buy_in_secret_and_play(seat: Seat) -> None:
    me, friend = seat(), seat()
    page = make_room(me)
    state = page.locator("df-room [role=status]")
    expect(state).to_have_text("Your friend is not here yet.")
    buy(page, *GERMANS)
    page.get_by_role("button", name="Hand it in").click()
    expect(page.locator("df-room [data-part=german]")).to_contain_text(f"handed in: {MINE} points")
    heard, own = listen(friend.page), listen(page)
    other = enter(friend, page)
    expect(state).to_contain_text("Your friend is still buying.")
    expect(other.locator("df-room [role=status]")).to_contain_text("Your friend has handed in.")
    expect(other.locator("df-room [data-part=german]")).to_contain_text("Anna")
    hand = other.get_by_role("button", name="Hand it in")
    expect(hand).to_be_disabled()
    buy(other, *AMERICANS[:2])
    expect(hand).to_be_disabled()
    buy(other, *AMERICANS[2:])
    page.reload()  # nothing is lost
    expect(page.locator("df-force .sum")).to_contain_text("6 cards")
    expect(page.get_by_role("button", name="Handed in")).to_be_disabled()
    assert any(f":{MINE}," in told and "griess" in told for told in own)  # so it would be found
    assert len(heard) > 1
    assert not [told for told in heard if re.search(rf":{MINE}[,}}]|{'|'.join(GERMANS)}", told)]
    expect(hand).to_be_enabled()
    hand.click()
    for one in (page, other):  # the first finds it by itself
        expect(one.locator("df-room")).to_contain_text(f"Points spent: German {MINE}, American {THEIRS}.")
        one.get_by_role("link", name="Go to the table").click()
    me.seated()
    friend.seated()
    assert me.ask("t.holds") == ["german"] and friend.ask("t.holds") == ["american"]
    mine = me.ask(
        "t.scene.waiting.filter((w) => w.side === 'german').flatMap((w) => w.units.map((u) => u.id))"
    )
    assert set(mine) == set(GERMANS)
    box(me)
    expect(page.locator(".kept")).to_contain_text("The game is on")
    page.get_by_role("button", name="off the list").click()
    expect(page.locator(".kept")).to_have_count(0)


@pytest.mark.rule("UF:43.36-a")
def test_two_friends_bid(seat: Seat) -> None:
    me, friend = seat(), seat()
    page = make_room(me, "bid")
    expect(page.locator("df-room details")).to_contain_text("The defence that both know")
    link = page.get_by_label("Invitation for your friend").input_value()
    page.goto(link[link.index("/#") :])  # one's own link is for somebody else
    expect(page.get_by_role("button", name="Take the seat")).to_be_disabled()
    page.get_by_role("link", name="Go on with it").click()
    other = enter(friend, page)
    faces = page.locator("df-room .faces li").count()
    assert faces and faces == other.locator("df-room .faces li").count()
    other.get_by_role("button", name="Leave it to chance").click()
    expect(other.locator("df-room [data-part=rival]")).to_contain_text("handed in")
    expect(other.get_by_role("button", name="Handed in")).to_be_disabled()
    page.get_by_role("button", name="By chance", exact=True).click()
    page.get_by_role("button", name="Hand it in").click()
    for player in (me, friend):
        expect(player.page.locator("df-room")).to_contain_text("Your attack costs")
        player.page.get_by_role("link", name="Go to the table").click()
        player.seated()
    sides = [*me.ask("t.holds"), *friend.ask("t.holds")]
    assert len(set(sides)) == 2


def test_both_can_still_be_bought_by_one(me: Player) -> None:
    """Who does not want secrets begins the game at once, as before."""
    page = box(me)
    pick(page, "who", "open")
    expect(page.locator("[data-part=american]")).to_have_count(0)
    page.get_by_label("Each buys his own force, in secret").uncheck()
    expect(page.locator("[data-part=american]")).to_be_visible()
    page.get_by_role("button", name="Begin the game").click()
    me.seated()
    assert me.ask("t.holds") == ["german"]


@pytest.mark.parametrize("size", SIZES)
def test_rooms_are_for_everyone(seat: Seat, size: str) -> None:
    width, height = SIZES[size]
    me = seat(width, height)
    page = make_room(me, "bid")
    expect(page.locator("df-force .cards").first).to_be_visible()
    assert not findings(me)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box(me)
    expect(page.locator(".kept")).to_contain_text("Buy your force")
    assert not findings(me)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
