"""Up Front at the card table: cards are picked and dragged, odds are shown, hands stay secret, keys do it all."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import GAME, Player
from web.test_everyone import SIZES, findings
from web.test_two_players import invitation


def lesson(me: Player, number: int) -> Player:
    me.page.goto("/#/learn")
    me.page.locator(f"[data-lesson=U{number}]").click()
    return me.seated().wait()


def begin(me: Player, scenario: str = "UF-A", side: str = "german") -> Player:
    me.choose(scenario, side)
    me.page.locator("select[name=level]").select_option("random")
    return me.begin().wait()


def menu(me: Player, action: str) -> None:
    me.page.locator(f'df-choice-menu [data-action="{action}"]').click()


def coach(me: Player) -> str:
    return me.page.locator("df-coach .say").inner_text()


def test_a_scenario_is_chosen_with_its_opponent(me: Player) -> None:
    me.lobby()
    card = me.page.locator("[data-scenario=UF-A]")
    expect(card).to_contain_text("2 decks")
    me.page.wait_for_function(
        "() => [...document.querySelector('df-app').shadowRoot.querySelector('df-lobby').shadowRoot"
        ".querySelectorAll('[data-scenario=UF-A] img')].every((img) => { img.loading = 'eager';"
        " return img.complete && img.naturalWidth > 0; })"
    )
    me.choose("UF-A", "german")
    me.page.locator("summary", has_text="Table options").click()
    me.page.locator("select[name=option-opponent]").select_option("russian")
    expect(me.page.locator("df-scenario")).to_contain_text("Rostov")
    me.begin().wait()
    assert me.ask("t.scene.sides.map((side) => side.id)") == ["german", "russian"]


def test_several_turns_are_played_against_the_computer(me: Player) -> None:
    begin(me)
    expect(me.page.locator("df-card-table")).to_contain_text("To be grouped")
    me.do("standard")
    for _ in range(60):
        if me.over or me.ask("t.scene.turn") >= 6:
            break
        me.play_on(1)
        me.wait()
    assert me.over or me.ask("t.scene.turn") >= 6
    assert "Turn 3: German" in me.log and "Turn 4: American" in me.log
    expect(me.page.locator("df-card-table .group")).not_to_have_count(0)
    expect(me.page.locator("df-table-head")).to_contain_text("deck 1 of 2")


def test_groups_are_formed_by_dragging(me: Player) -> None:
    begin(me)
    me.drag("schussel", "A").wait()
    assert me.ask("t.scene.groups.map((g) => g.members.map((m) => m.id))") == [["schussel"]]
    me.drag("schultz", "g1").wait()
    assert me.ask("t.scene.groups[0].members.length") == 2


def test_a_card_is_dragged_onto_a_group(me: Player) -> None:
    """The first lesson with the mouse, as it says."""
    lesson(me, 1).drag("c14", "g2")
    menu(me, "move g2+c14 - advance")
    expect(me.page.locator("df-card-table article[data-thing=g2]")).to_contain_text("moving")
    me.wait().page.keyboard.press("d")
    me.wait().page.keyboard.press("d")
    me.wait().thing("pile:draw").click()
    me.wait().drag("c4", "g2").wait()
    expect(me.page.locator("df-card-table article[data-thing=g2]")).to_contain_text("Woods")
    expect(me.page.get_by_role("button", name="Next lesson")).to_be_visible()


def test_a_card_and_a_group_are_clicked(me: Player) -> None:
    lesson(me, 2)
    me.thing("c5").click()
    me.thing("g1").click()
    expect(me.page.locator("df-card-table article[data-thing=a1] .shot")).to_contain_text(
        re.compile(r"R3 · FP \d")
    )
    me.thing("a1").click()
    expect(me.prompt).to_contain_text("more Fire cards?")
    assert me.ask("t.scene.hand.filter((card) => card.picked).map((card) => card.id)") == ["c5"]


def test_a_man_stands_for_his_group(me: Player) -> None:
    """Groups are covered with men: who drops a card on one of them, or clicks him, means the group."""
    lesson(me, 2).drag("c5", "frattali")
    expect(me.prompt).to_contain_text("fires at American Group A")
    me.wait().page.keyboard.press("c")
    expect(me.prompt).to_contain_text("Act with a group")
    me.wait()
    me.thing("c5").click()
    me.thing("schussel").click()
    me.thing("frattali").click()
    expect(me.prompt).to_contain_text("fires at American Group A")


def test_fire_is_previewed_man_by_man(me: Player) -> None:
    lesson(me, 2).do("fire g1+c5 a1")
    figures = me.prompt.locator(".breakdown")
    expect(figures).to_contain_text("Strength")
    men = me.prompt.locator(".men-odds li")
    expect(men).to_have_count(3)
    expect(men.first).to_contain_text("PFC Fox")
    before = men.first.inner_text()
    me.wait().thing("c7").click()
    expect(men.first).not_to_have_text(before)
    me.wait().page.keyboard.press("f")
    expect(me.prompt).to_contain_text("Resolve the attack")


def test_what_cannot_be_done_is_explained(me: Player) -> None:
    """Fire 4 needs 8 firepower, which only Group A has, and only at the nearer group."""
    lesson(me, 2)
    me.drag("c44", "a2")
    notice = me.page.locator(".notice.why")
    expect(notice).to_contain_text("firepower")
    expect(notice.locator(".rule")).to_have_text("UF:6.1-b")


def test_a_question_in_the_midst_is_short_and_clear(me: Player) -> None:
    lesson(me, 3)
    asked = me.page.locator("df-interrupt")
    expect(asked).to_contain_text("conceal the group?")
    asked.get_by_role("button", name="Play Concealed -2").click()
    expect(asked).to_contain_text("Play a Hero card for Pvt Schultz?")


def test_a_question_answers_itself_when_the_player_likes_that(seat: Seat) -> None:
    me = seat()
    me.page.add_init_script(
        "localStorage.setItem('defilade.preferences', JSON.stringify({pace: 'instant', answer: '15'}))"
    )
    me.page.clock.install()
    lesson(me, 3)
    expect(me.page.locator("df-interrupt [role=timer]")).to_be_visible()
    me.page.clock.run_for(16_000)
    expect(me.page.locator("df-interrupt")).to_contain_text("Hero")


def test_everything_can_be_done_with_keys(me: Player) -> None:
    """The fire lesson without a mouse: N goes to what can be done, Enter picks it, F fires."""
    lesson(me, 2)
    page = me.page
    focused = f"{GAME}.shadowRoot.querySelector('df-card-table').shadowRoot.activeElement?.dataset.thing"
    for wanted in ("c5", "g1", "a1"):
        for _ in range(40):
            page.keyboard.press("n")
            if page.evaluate(focused) == wanted:
                break
        assert page.evaluate(focused) == wanted
        page.keyboard.press("Enter")
    expect(me.prompt).to_contain_text("more Fire cards?")
    me.wait().page.keyboard.press("f")
    expect(me.prompt).to_contain_text("Resolve the attack")
    me.wait().page.keyboard.press("f")
    expect(me.page.locator("df-log")).to_contain_text("PFC Fox")


def test_a_right_click_shows_all_that_can_be_done(me: Player) -> None:
    lesson(me, 2)
    me.thing("g1").click(button="right")
    expect(me.page.locator("df-choice-menu")).to_contain_text("change positions")
    me.page.keyboard.press("Escape")
    me.thing("c5").click()
    assert me.ask("page.offered.options.length") < len(me.options)
    me.page.keyboard.press("1")
    expect(me.prompt).to_contain_text("more Fire cards?")


def test_arrow_keys_walk_over_the_table(me: Player) -> None:
    lesson(me, 2)
    focused = f"{GAME}.shadowRoot.querySelector('df-card-table').shadowRoot.activeElement?.dataset.thing"
    me.thing("c5").focus()
    me.page.keyboard.press("ArrowRight")
    assert me.page.evaluate(focused) == "c7"
    me.page.keyboard.press("ArrowUp")
    assert me.page.evaluate(focused) in ("schussel", "schultz", "wollak", "diettinger", "bernhoff", "beck")
    expect(me.page.get_by_role("button", name=re.compile(r"Schussel, LMG, Morale \d"))).to_be_visible()


def test_a_hand_stays_secret(seat: Seat) -> None:
    """Not one card of a hand reaches the other browser: only how many there are."""
    host, guest = seat(), seat()
    heard: list[str] = []
    guest.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame)))
    )
    host.choose("UF-A", "german", "link").begin()
    guest.page.goto(invitation(host))
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.seated()
    host.do("standard")
    guest.do("standard")
    host.wait()
    hand = set(host.ask("t.scene.hand.map((card) => card.id)"))
    assert len(hand) == 5
    assert guest.ask("t.scene.sides.find((side) => side.id === 'german').hand") == 5
    shown = set(guest.ask("t.scene.hand.map((card) => card.id)"))
    assert not hand & shown
    everything = "".join(heard)
    for card in hand:
        assert json.dumps(card) not in everything
    expect(guest.page.locator("df-card-table .far .backs i")).to_have_count(5)


def test_the_log_leads_back(me: Player) -> None:
    lesson(me, 2).do_all("fire g1+c5 a1", "declare", "resolve").wait()
    me.page.locator("df-log .text", has_text="attacks American Group A").click()
    bar = me.page.locator("df-replay")
    expect(bar).to_be_visible()
    bar.get_by_role("button", name="Back to now").click()
    expect(bar).to_be_hidden()


def test_forces_and_seen_cards_are_beside_the_table(me: Player) -> None:
    lesson(me, 2)
    me.page.get_by_role("tab", name="Forces").click()
    expect(me.page.locator("df-card-forces")).to_contain_text("German line")
    me.page.get_by_role("tab", name="Cards").click()
    expect(me.page.locator("df-seen-cards")).to_contain_text("of 4")


def test_three_players_and_the_night(me: Player) -> None:
    begin(me, "UF-J")
    me.do("standard").wait()
    expect(me.page.locator("df-card-table .far")).to_have_count(2)
    expect(me.page.locator("df-card-table .felt.night")).to_be_visible()
    expect(me.page.locator("df-card-table")).to_contain_text("Night")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_nothing_serious_is_found_on_the_card_table(seat: Seat, size: str, theme: str) -> None:
    me = seat(*SIZES[size])
    me.page.add_init_script(
        f"localStorage.setItem('defilade.preferences', JSON.stringify({{pace: 'instant', theme: '{theme}'}}))"
    )
    lesson(me, 3)
    # What has been scrolled out of sight seems to lie on what is over it.
    me.page.locator("df-card-table").evaluate("(table) => table.scrollTo(0, 0)")
    assert findings(me) == []
