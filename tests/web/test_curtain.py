"""Two people at one screen: what one side has set up in secret is covered while the other one plays."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import Player


def hand_over(me: Player, side: str) -> None:
    me.page.get_by_role("button", name=f"I am {side}").click()
    me.wait()


def test_the_screen_is_handed_over(seat: Seat) -> None:
    me = seat()
    heard: list[str] = []
    me.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    me.choose("S3", "american", "here").begin()
    cover = me.page.locator("df-curtain dialog")
    expect(cover).to_be_visible()
    expect(cover).to_contain_text("German")
    me.page.keyboard.press("Escape")
    expect(cover).to_be_visible()
    hand_over(me, "German")
    expect(cover).to_be_hidden()
    for _ in range(2):
        me.set_up(until="fortify")
        me.do(me.options[0])
    while not me.ask("t.curtain"):
        me.do(me.options[0])
    assert "fortified" in json.dumps(me.ask("t.scene.markers")), "the German still sees the own side"
    expect(me.prompt).to_contain_text("Hand the screen over to American")
    me.page.get_by_role("button", name="Hand over").click()
    expect(cover).to_be_visible()
    before = len(heard)
    hand_over(me, "American")
    assert me.options and "fortif" not in json.dumps(me.ask("[t.scene, t.events]")).lower()
    me.page.get_by_role("button", name="Replay").click()
    expect(me.page.locator("df-replay")).to_be_visible()
    assert "fortif" not in json.dumps(me.ask("page.past")).lower(), "nor looking back"
    assert "fortif" not in "".join(heard[before:]).lower()
    me.page.reload()
    expect(cover).to_be_visible()
    expect(cover).to_contain_text("American")


def test_who_plays_alone_need_not_cover_anything(seat: Seat) -> None:
    me = seat().choose("S3", "american", "here").uncovered().begin().wait()
    assert me.options and not me.ask("t.curtain")
