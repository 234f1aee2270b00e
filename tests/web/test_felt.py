"""The felt of a card table: both sides in view, the hand on nobody, and rows that stay where they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import Player
from web.test_courses import FREE

APART = """() => {
  const root = document.querySelector('df-app').shadowRoot.querySelector('df-table')
    .shadowRoot.querySelector('df-card-table').shadowRoot;
  const hand = root.querySelector('.hand').getBoundingClientRect();
  const felt = root.querySelector('.felt').getBoundingClientRect();
  return felt.bottom <= hand.top + 1;
}"""

FULL = """() => {
  const felt = document.querySelector('df-app').shadowRoot.querySelector('df-table')
    .shadowRoot.querySelector('df-card-table');
  const scene = structuredClone(felt.scene);
  const laid = (kind, name, mode) =>
    ({ card: "", kind, name, value: mode ? "" : "-1", mode, by: "", face_down: false, pending: false, words: name });
  for (const group of scene.groups) {
    const [man] = group.members.filter((one) => one.kind === "man");
    if (man) group.members = [1, 2, 3, 4].map((n) => ({ ...man, id: `${man.id}-${n}`, position: n }));
    group.laid = [laid("terrain", "Buildings", ""), laid("movement", "Movement", "advance")];
    group.moving = group.acted = true;
    group.marks = group.loose = [];
  }
  felt.scene = scene;
  return felt.updateComplete.then(() => new Promise(requestAnimationFrame));
}"""
"""Groups as full as they come, whatever the cards of this game were."""

WHOLE = """face => {
  const { left, right, top, bottom } = face.getBoundingClientRect();
  return [...face.querySelectorAll('.figures > span, .row, .row i')].every((one) => {
    const box = one.getBoundingClientRect();
    return box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1
      && one.scrollWidth <= Math.ceil(box.width) + 1;
  });
}"""
"""Nothing that is printed on a card is cut off, or runs into what is beside it."""


def begun(me: Player, scenario: str = "UF-A") -> Player:
    me.choose(scenario, "german").begin().wait().play_on(10)
    return me.wait()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (820, 1180), (390, 844)])
def test_the_hand_covers_no_men(seat: Seat, width: int, height: int) -> None:
    me = begun(seat(width, height))
    expect(me.page.locator("df-card-table .hand")).to_be_visible()
    assert me.page.evaluate(APART)


@pytest.mark.parametrize("scenario", ["UF-A", "UF-F", "UF-G", "UF-H", "UF-J"])
def test_nothing_scrolls_away_at_a_desk_or_on_a_tablet(seat: Seat, scenario: str) -> None:
    """Both sides in groups of four men, each with terrain and a Movement card, also where one has a vehicle."""
    me = begun(seat(1366, 768), scenario)
    for width, height in ((1366, 768), (820, 1180)):
        me.page.set_viewport_size({"width": width, "height": height})
        me.page.evaluate(FULL)
        felt = me.page.locator("df-card-table .felt")
        assert felt.evaluate("felt => felt.scrollHeight - felt.clientHeight") <= 1
        assert felt.evaluate("felt => felt.scrollWidth <= felt.clientWidth")
        assert me.page.evaluate(APART)


def test_the_tables_of_a_vehicle_can_be_read(seat: Seat) -> None:
    me = begun(seat(1366, 768), "UF-F")
    for width, height in ((1366, 768), (820, 1180)):
        me.page.set_viewport_size({"width": width, "height": height})
        me.page.evaluate(FULL)
        card = me.page.locator("df-card-table .machine .face").first
        assert card.evaluate(WHOLE)
        box, man = (
            card.bounding_box(),
            me.page.locator("df-card-table .unit:not(.machine)").first.bounding_box(),
        )
        assert box is not None and man is not None
        assert box["width"] > 2 * man["width"] and box["height"] > 1.1 * man["height"]
        expect(card.locator(".ranges-row")).to_contain_text("0 1 2 3 4 5".replace(" ", ""))
        for row in card.locator(".row").all():
            assert row.evaluate("row => parseFloat(getComputedStyle(row).fontSize)") >= 10


def test_against_the_computer_one_is_asked_only_what_can_be_answered(me: Player) -> None:
    """Interrupts without a card for them, and questions with one answer, are not put."""
    begun(me)
    for _ in range(12):
        if me.over:
            break
        assert len(me.options) > 1
        me.play_on(1)
        me.wait()


SHOTS = """() => {
  const felt = document.querySelector('df-app').shadowRoot.querySelector('df-table')
    .shadowRoot.querySelector('df-card-table');
  const scene = structuredClone(felt.scene);
  scene.shots = scene.shots.map((shot) => ({ ...shot, reason: "", firepower: 12, modifier: -2, halved: true }));
  felt.scene = scene;
  return felt.updateComplete.then(() => new Promise(requestAnimationFrame));
}"""
"""Every shot with as much to say as there can be."""

INSIDE = """header => [...header.children].every((one) =>
  !one.getClientRects().length || one.getBoundingClientRect().right <= header.getBoundingClientRect().right + 1)"""


@pytest.mark.parametrize("width", [1366, 820])
def test_what_a_shot_comes_to_stays_in_its_group(seat: Seat, width: int) -> None:
    """Four groups beside each other, the enemy's on the march: no figure runs into the next group."""
    me = begun(seat(width, 768 if width > 900 else 1180), "UF-E")
    me.page.evaluate(FULL)
    me.page.evaluate(SHOTS)
    me.page.locator("df-card-table .near .group").first.hover()
    expect(me.page.locator("df-card-table .far .shot")).not_to_have_count(0)
    for header in me.page.locator("df-card-table .group > header").all():
        assert header.evaluate(INSIDE)


CUT = """(felt) => [...felt.querySelectorAll('.title, .unit .name, .strip span, .where span')]
  .filter((one) => one.getClientRects().length && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .map((one) => `${one.textContent} ${one.scrollWidth} ${one.clientWidth}`)"""

EVERY_NAME = """(names) => {
  const felt = document.querySelector('df-app').shadowRoot.querySelector('df-table')
    .shadowRoot.querySelector('df-card-table');
  const scene = structuredClone(felt.scene);
  const card = scene.hand[0] ?? scene.piles.flatMap((pile) => pile.top)[0];
  scene.hand = names.map((name, i) => ({ ...card, id: `all-${i}`, uses: [{ ...card.uses[0], name }] }));
  for (const pile of scene.piles) {
    pile.top = scene.hand.map((one) => ({ ...one, id: `pile-${one.id}` }));
    pile.shown = pile.top.map((one) => one.id);
  }
  felt.scene = scene;
  return felt.updateComplete.then(() => new Promise(requestAnimationFrame));
}"""
"""Every kind of card, in the hand and shown."""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (820, 1180), (390, 844)])
def test_no_name_is_cut_off(seat: Seat, width: int, height: int) -> None:
    """Long names of cards, men and terrain, four men to a group."""
    me = begun(seat(width, height), "UF-E")
    me.page.evaluate(FULL)
    me.page.evaluate(EVERY_NAME, ["Flank Movement", "Ford Movement", "Movement", "Concealed", "Minefield"])
    felt = me.page.locator("df-card-table .whole")
    expect(felt.locator(".hand .title", has_text="Ford Movement")).to_have_count(1)
    assert felt.evaluate(CUT) == []


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (820, 1180)])
def test_the_odds_of_every_man_are_in_view_with_the_button(seat: Seat, width: int, height: int) -> None:
    """However long the figures are that they come from."""
    me = seat(width, height)
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=U2]").click()
    me.seated().wait().do("fire g1+c5 a1").wait()
    men = me.prompt.locator(".men-odds li")
    expect(men).not_to_have_count(0)
    for man in men.all():
        expect(man).to_be_in_viewport(ratio=1)
        assert man.evaluate(FREE)
    expect(me.prompt.locator(".answers .primary")).to_be_in_viewport(ratio=1)
