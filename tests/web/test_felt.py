"""The felt of a card table: both sides in view, the hand on nobody, and rows that stay where they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import Player

APART = """() => {
  const root = document.querySelector('df-app').shadowRoot.querySelector('df-table')
    .shadowRoot.querySelector('df-card-table').shadowRoot;
  const hand = root.querySelector('.hand').getBoundingClientRect();
  const felt = root.querySelector('.felt').getBoundingClientRect();
  return felt.bottom <= hand.top + 1;
}"""


def begun(me: Player, scenario: str = "UF-A") -> Player:
    me.choose(scenario, "german").begin().wait().play_on(10)
    return me.wait()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (820, 1180), (390, 844)])
def test_the_hand_covers_no_men(seat: Seat, width: int, height: int) -> None:
    me = begun(seat(width, height))
    expect(me.page.locator("df-card-table .hand")).to_be_visible()
    assert me.page.evaluate(APART)


@pytest.mark.parametrize("scenario", ["UF-A", "UF-F"])
def test_both_sides_are_in_view_at_a_desk(seat: Seat, scenario: str) -> None:
    """Also where a side has a vehicle beside groups of four men."""
    me = begun(seat(1366, 768), scenario)
    felt = me.page.locator("df-card-table .felt")
    assert felt.evaluate("felt => felt.scrollHeight <= felt.clientHeight + 1")
    assert felt.evaluate("felt => felt.scrollWidth <= felt.clientWidth")


def test_against_the_computer_one_is_asked_only_what_can_be_answered(me: Player) -> None:
    """Interrupts without a card for them, and questions with one answer, are not put."""
    begun(me)
    for _ in range(12):
        if me.over:
            break
        assert len(me.options) > 1
        me.play_on(1)
        me.wait()
