"""Two people, two browsers: invitations, secrets, talk, offers, watching, and lines that break."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import GAME, Player, Table


def invitation(host: Player) -> str:
    """The link that the host sends."""
    host.page.get_by_role("button", name="Menu").click()
    link = host.page.locator("df-game-menu .link", has_text="Invitation").locator("input").input_value()
    host.page.keyboard.press("Escape")
    return link


def pair(seat: Seat, scenario: str = "S1", side: str = "american") -> tuple[Player, Player]:
    host, guest = seat(), seat()
    host.choose(scenario, side, "link")
    host.page.locator("df-scenario").get_by_label("Your name").fill("Anna")
    host.begin()
    guest.page.goto(invitation(host))
    guest.page.locator("df-join").get_by_label("Your name").fill("Bert")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.seated()
    return host, guest


def test_two_people_play_over_the_network(seat: Seat) -> None:
    host, guest = pair(seat)
    expect(guest.prompt).to_contain_text("Waiting for Anna")
    host.set_up()
    guest.wait()
    expect(guest.prompt).to_contain_text("Which unit moves next?")
    expect(host.prompt).to_contain_text("Waiting for Bert")


def test_what_a_side_sets_up_in_secret_stays_secret(seat: Seat) -> None:
    """S3: the German fortifies buildings. Not a byte of it reaches the American's browser."""
    host, guest = seat(), seat()
    heard: list[str] = []
    guest.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame)))
    )
    host.choose("S3", "german", "link").begin()
    guest.page.goto(invitation(host))
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.seated()
    secrets: list[str] = []
    for _ in range(2):
        host.set_up(until="fortify")
        secrets.append(host.options[0])
        host.do(secrets[-1])
    assert len(set(secrets)) == 2
    shown = json.dumps(host.ask("t.scene.markers"))
    assert "fortified" in shown
    guest.page.wait_for_timeout(500)
    assert heard
    everything = "".join(heard)
    assert "fortif" not in everything.lower()
    assert "fortified" not in json.dumps(guest.ask("t.scene.markers"))


def test_people_talk(seat: Seat) -> None:
    host, guest = pair(seat)
    host.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_label("Say something").fill("Good luck!")
    host.page.get_by_role("button", name="Send").click()
    expect(guest.page.get_by_role("tab", name="Chat")).to_contain_text("1")
    guest.page.get_by_role("tab", name="Chat").click()
    expect(guest.page.locator("df-chat")).to_contain_text("AnnaGood luck!")


def test_a_draw_is_offered_and_agreed_to(seat: Seat) -> None:
    host, guest = pair(seat)
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Offer a draw").click()
    expect(guest.page.locator(".notice")).to_contain_text("call it a draw")
    guest.page.get_by_role("button", name="Agree").click()
    expect(host.prompt).to_contain_text("A draw")
    expect(guest.prompt).to_contain_text("A draw")


def test_people_may_watch_and_no_more(seat: Seat) -> None:
    host, _ = pair(seat)
    host.page.get_by_role("button", name="Menu").click()
    link = host.page.locator("df-game-menu .link", has_text="To watch").locator("input").input_value()
    watcher = seat()
    watcher.page.goto(link)
    watcher.seated()
    expect(watcher.page.locator("aside")).to_contain_text("You watch this game")
    expect(watcher.page).not_to_have_url(link)
    assert watcher.options == []
    host.page.keyboard.press("Escape")
    host.do(host.wait().options[0])
    watcher.page.wait_for_function(f"() => {GAME}.table.moment >= 1")


def test_a_server_that_dies_in_the_middle_of_a_move_loses_nothing(seat: Seat, table: Table) -> None:
    me = seat()
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L1]").click()
    me.seated().do_all("move a1", "enter - yL4")
    table.kill()
    expect(me.page.locator("df-table-head .line")).to_contain_text("lost")
    table.start()
    expect(me.page.locator("df-table-head .line")).to_be_hidden(timeout=20_000)
    expect(me.page.locator("df-coach .say")).to_contain_text("Now into the stone building M4")
    me.do_all("enter - yM4", "stop")
    expect(me.page.get_by_role("button", name="Next lesson")).to_be_visible()


def test_another_sees_nothing_of_a_game_without_its_token(seat: Seat) -> None:
    host, _ = pair(seat)
    stranger = seat()
    stranger.page.goto(host.page.url)
    expect(stranger.page.get_by_role("alert")).to_contain_text("no seat")


def test_a_used_invitation_is_refused(seat: Seat) -> None:
    host = seat()
    host.choose("S1", "american", "link").begin()
    link = invitation(host)
    first, second = seat(), seat()
    first.page.goto(link)
    first.page.get_by_role("button", name="Take the seat").click()
    first.seated()
    second.page.goto(link)
    expect(second.page.get_by_role("alert")).to_contain_text("invitation")
    expect(second.page.get_by_role("button", name="Take the seat")).to_be_disabled()
