"""The Refit Phase of the Elst campaign in the browser: a date's orders by clicks, and the record sheets."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import Seat
from web.desk import Player, pick
from web.test_campaign import books, to_the_table
from web.test_everyone import findings

SIZES = [(1366, 768), (820, 1180)]


def begin(me: Player) -> Page:
    """The campaign of Elst, with the Germans against the computer, after a first scenario that was given up."""
    page = books(me)
    pick(page, "system", "elst")
    expect(page.locator("df-campaigns .intro")).to_contain_text("Elst")
    expect(page.locator(".series")).to_have_count(0)
    page.get_by_label("Title").fill("The Island")
    page.locator("select[name=level]").select_option("random")
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.locator("df-record-sheets")).to_contain_text("23 Afternoon")
    to_the_table(me, 1)
    expect(page.locator("df-board")).to_be_visible()
    me.resign()
    page.get_by_role("link", name="On with the campaign").click()
    return page


def finish(page: Page, button: str) -> None:
    """Press a button that ends a step, and wait for the next one."""
    title = page.locator("df-orders p.dim").first
    before = title.inner_text()
    page.locator("df-orders").get_by_role("button", name=button).click()
    expect(title).not_to_have_text(before)


def until(page: Page, title: str) -> None:
    """Leave the steps before to the staff."""
    for _ in range(9):
        expect(page.locator("df-orders")).to_be_visible()
        if title in page.locator("df-orders p.dim").first.inner_text():
            return
        finish(page, "Let the staff do it")
    raise AssertionError(f"{title} never came")


def buy(orders: Locator, group: Locator) -> None:
    """Into the Entry Area, which is asked for where there is a choice."""
    group.click()
    place = orders.locator("button[data-pick='@entry']")
    expect(place.or_(orders.locator(".given li")).first).to_be_visible()
    if place.count():
        expect(orders.get_by_role("button", name="Hand in")).to_be_disabled()
        place.click()
    expect(orders.locator(".given li")).to_have_count(1)


@pytest.mark.rule("DAE:4.515-a", "DAE:4.511-a", "DAE:4.517")
@pytest.mark.parametrize("size", SIZES, ids=["desk", "tablet"])
def test_the_refit_of_a_date_by_clicks(seat: Seat, size: tuple[int, int]) -> None:
    me = seat(*size)
    page = begin(me)
    orders = page.locator("df-orders")
    until(page, "Shift")
    way = orders.locator("button[data-pick*='>entry']").first
    if way.count():  # who stands where is the computer's and the dice's affair
        way.click()
        orders.locator("button[data-pick^='+']").first.click()
        orders.locator("button[data-pick='!']").click()
        expect(orders.locator(".given li")).to_have_count(1)
        orders.get_by_role("button", name="Start again").click()
        expect(orders.locator(".given li")).to_have_count(0)
    finish(page, "Hand in")
    expect(page.locator("df-campaign .stands")).to_contain_text("have exited 0 of")
    expect(page.locator("df-campaign .score strong")).to_have_count(0)
    until(page, "Reinforcement Groups")
    tigers = orders.locator("button.option", has_text="Pz VI Pltn")
    expect(tigers).to_contain_text("3 CPP")
    buy(orders, tigers)
    expect(orders.locator(".given")).to_contain_text("Pz VI Pltn")
    page.reload()  # a draft is kept
    expect(orders.locator(".given")).to_contain_text("Pz VI Pltn")
    assert not findings(me)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    orders.get_by_role("button", name="Take back").click()
    expect(orders.locator(".given li")).to_have_count(0)
    orders.get_by_role("button", name="Start again").click()
    buy(orders, tigers)
    finish(page, "Hand in")
    until(page, "Initiative")
    expect(page.locator("df-record-sheets")).to_contain_text("RG Purchase Record")
    expect(page.locator("df-record-sheets table").last).to_contain_text("Pz VI Pltn")
    assert page.locator("df-front-map path.area.german").count() > 0
    assert page.locator("df-front-map g.mark").count() > 20
    orders.get_by_role("button", name="Idle").click()
    orders.get_by_role("button", name="Hand in").click()
    expect(
        page.get_by_role("button", name="Begin game 2")
    ).to_be_visible()  # the staff of the British attacks
    expect(page.locator("df-record-sheets")).to_contain_text("British Assault")
