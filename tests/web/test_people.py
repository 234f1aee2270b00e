"""Strangers meet: accounts, challenges, the bar of players, talk of those who watch, notifications."""

from __future__ import annotations

import secrets

from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import GAME, Player, pick


def signed_in(me: Player, name: str) -> str:
    """Open an account under a name that nobody has yet; gives it."""
    whole = f"{name} {''.join(secrets.choice('bcdfghkmpt') for _ in range(6))}"
    me.lobby().page.get_by_role("button", name="Preferences").click()
    form = me.page.locator("df-preferences df-account")
    form.get_by_label("Name").fill(whole)
    form.get_by_label("Password").fill("a good password")
    form.get_by_role("button", name="Open an account").click()
    expect(form).to_contain_text(f"Signed in as {whole}")
    me.page.keyboard.press("Escape")
    return whole


def challenge(host: Player, scenario: str = "S1", side: str = "american") -> str:
    """Put a challenge up; gives the id of the game."""
    host.lobby()
    expect(host.page.locator("df-challenges h2")).to_be_visible()
    host.page.goto(f"/#/scenario/{scenario}")
    pick(host.page, "side", side)
    pick(host.page, "opponent", "anybody")
    host.page.get_by_role("button", name="Put the challenge up").click()
    host.seated()
    return str(host.ask("t.game.id"))


def test_a_stranger_takes_a_challenge(seat: Seat) -> None:
    host, guest = seat(), seat(820, 1180)
    anna, bert = signed_in(host, "Anna"), signed_in(guest, "Bert")
    game = challenge(host)
    bar = host.page.locator("df-player-bar")
    expect(bar.locator("[data-seat=german]")).to_contain_text("Free seat")
    expect(bar.locator("df-invite input")).to_be_visible()
    guest.lobby()
    row = guest.page.locator(f'[data-challenge="{game}"]')
    expect(row).to_contain_text(anna)
    expect(row).to_contain_text("You play German")
    expect(row).to_contain_text("Rated")
    row.get_by_role("link", name="Look at").click()
    terms = guest.page.locator("df-join")
    for words in (anna, "Retaking Vierville", "German", "5 turns", "A day for each decision"):
        expect(terms).to_contain_text(words)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.seated()
    for me, there in ((host, "german"), (guest, "american")):
        expect(me.page.locator(f"df-player-bar [data-seat={there}] .dot.here")).to_be_visible()
    expect(bar.locator("[data-seat=german]")).to_contain_text(bert)
    expect(bar.locator("df-invite")).to_have_count(0)
    guest.page.close()
    expect(bar.locator("[data-seat=german] .dot")).not_to_have_class("dot here")


def test_who_has_no_account_gets_one_on_the_way(seat: Seat) -> None:
    host, guest = seat(), seat()
    signed_in(host, "Carla")
    game = challenge(host)
    guest.page.goto(f"/#/challenge/{game}")
    expect(guest.page.locator("df-join")).to_contain_text("Sign in to take it.")
    form = guest.page.locator("df-join df-account")
    form.get_by_label("Name").fill(f"Dora {''.join(secrets.choice('bcdfghkmpt') for _ in range(6))}")
    form.get_by_label("Password").fill("a good password")
    form.get_by_role("button", name="Open an account").click()
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.seated()
    assert guest.ask("t.holds") == ["german"]


def test_a_challenge_is_withdrawn(seat: Seat) -> None:
    host = seat()
    signed_in(host, "Emil")
    game = challenge(host)
    row = host.lobby().page.locator(f'[data-challenge="{game}"]')
    row.get_by_role("button", name="Withdraw").click()
    expect(row).to_have_count(0)


def test_a_rated_game_ends_in_the_profiles(seat: Seat) -> None:
    host, guest = seat(), seat()
    anna, bert = signed_in(host, "Frida"), signed_in(guest, "Gustav")
    game = challenge(host, "UF-A", "german")
    guest.page.goto(f"/#/challenge/{game}")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.seated()
    for _ in range(40):  # until both have decided something
        for me in (host, guest):
            me.page.wait_for_function(f"() => {{ const t = {GAME}.table; return !t.busy && !t.showing; }}")
            if me.options:
                me.do(me.options[0])
        if host.ask("t.scene.turn"):
            break
    guest.wait() if guest.options else host.wait()
    guest.page.wait_for_function(f"() => !{GAME}.table.showing")
    guest.resign()
    host.page.wait_for_function(f"() => {GAME}.table.result !== null")
    host.page.goto("/#/people")
    expect(host.page.locator("df-people")).to_contain_text(anna)
    host.page.locator("df-people").get_by_role("link", name=bert).first.click()
    profile = host.page.locator("df-people")
    expect(profile.locator("h1")).to_contain_text(bert)
    expect(profile).to_contain_text("Lost")
    expect(profile).to_contain_text("?")  # one game is no proof


def test_the_link_for_a_friend_is_there_at_once(seat: Seat) -> None:
    host, guest = seat(1366, 768), seat()
    host.choose("S1", "american", "link").begin()
    link = host.page.locator("df-player-bar df-invite input")
    expect(link).to_be_in_viewport()
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.page.locator("df-player-bar").get_by_role("button", name="Copy").click()
    expect(host.page.locator("df-player-bar").get_by_role("button", name="Copied")).to_be_visible()
    address = host.page.evaluate("navigator.clipboard.readText()")
    assert address == link.input_value() and "/#/join/" in address
    guest.page.goto(address)
    expect(guest.page.locator("df-join")).to_contain_text("Length")
    expect(guest.page.locator("df-join")).to_contain_text("Retaking Vierville")


def test_those_who_watch_talk_and_players_do_not_hear_them(seat: Seat) -> None:
    host, fan, other = seat(), seat(), seat()
    host.choose("S1", "american", "here").begin()
    host.page.get_by_role("button", name="Menu").click()
    link = host.page.locator("df-game-menu .link", has_text="To watch").locator("input").input_value()
    host.page.keyboard.press("Escape")
    for me, name in ((fan, "Hanna"), (other, "Ida")):
        me.lobby().page.get_by_role("button", name="Preferences").click()
        me.page.get_by_label("Your name at the table").fill(name)
        me.page.get_by_label("Your name at the table").press("Tab")
        me.page.keyboard.press("Escape")
        me.page.goto(link)
        me.seated().page.get_by_role("tab", name="Chat").click()
    fan.page.get_by_label("Say something").fill("Watch the left!")
    fan.page.get_by_role("button", name="Send").click()
    expect(other.page.locator("df-chat")).to_contain_text("Watch the left!")
    expect(other.page.locator("df-chat")).to_contain_text("Hanna")
    host.page.get_by_role("tab", name="Chat").click()
    expect(host.page.locator("df-chat")).to_contain_text("Nobody has said anything.")


NOTED = """
window.noted = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(words, more) { window.noted.push([words, more.tag]); }
  close() {}
};
Object.defineProperty(document, "hidden", {get: () => window.looksAway === true});
"""


def test_who_looks_elsewhere_is_told_that_it_is_his_turn(seat: Seat) -> None:
    host, guest = seat(), seat()
    host.page.add_init_script(NOTED)
    host.lobby().page.get_by_role("button", name="Preferences").click()
    host.page.get_by_label("Tell me by a notification").check()
    host.page.keyboard.press("Escape")
    host.choose("S1", "american", "link").begin()
    guest.page.goto(host.page.locator("df-player-bar df-invite input").input_value())
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.seated()
    host.set_up()
    guest.wait()
    assert host.page.evaluate("window.noted") == []
    host.page.evaluate("window.looksAway = true")
    for _ in range(60):
        if host.ask("page.prompt?.yours"):
            break
        if guest.options:
            guest.do(guest.options[-1])
    host.page.wait_for_function("() => window.noted.length > 0")
    assert host.page.evaluate("window.noted[0]") == ["Your turn in Retaking Vierville", host.ask("t.game.id")]
    assert host.page.title().startswith("●")
