"""The Refit Phase of the Elst campaign at the table: orders option by option, each side's in secret."""

from __future__ import annotations

from typing import Any

import pytest

from server.harness import Player, Server
from server.test_campaigns import Campaigner, give_up

SEATS = {"german": "mine", "british": "open"}


class Commander(Campaigner):
    """Somebody who gives orders."""

    def asked(self, side: str) -> dict[str, Any]:
        return next(one for one in self.now["orders"] if one["side"] == side)

    def say(self, side: str, what: str, pick: str = "", mark: str | None = None) -> Any:
        body = {
            "side": side,
            "what": what,
            "pick": pick,
            "mark": mark or next((one["mark"] for one in self.now["orders"] if one["side"] == side), "?"),
        }
        answer = self.server.client.post(f"/api/campaigns/{self.id}/orders", json=body, headers=self.headers)
        if answer.status_code == 200:
            self.now = answer.json()
        return answer

    def until(self, step: str) -> None:
        """Leave everything to the staff up to a step."""
        while self.now["stage"] == "orders" and self.now["orders"] and self.now["orders"][0]["step"] != step:
            assert self.say(self.now["orders"][0]["side"], "staff").status_code == 200


def begin(server: Server, seats: dict[str, str]) -> dict[str, Any]:
    wishes = [
        {"side": side, "who": who}
        if who in ("mine", "open")
        else {"side": side, "who": "computer", "level": who}
        for side, who in seats.items()
    ]
    asked = {"opponent": "british", "seats": wishes, "title": "The Island"}
    answer = server.client.post("/api/campaigns?system=elst", json=asked)
    assert answer.status_code == 201, answer.text
    return answer.json()


def at_refit(server: Server, seats: dict[str, str], side: str = "german") -> Commander:
    me = Commander(server, begin(server, seats))
    assert me.muster()["stage"] == "playing"
    give_up(server, me, side)
    me.look()
    return me


def test_the_offer_tells_which_rules_have_campaigns(sqlite_server: Server) -> None:
    offer = sqlite_server.client.get("/api/campaigns/offer?system=elst").json()
    assert [one["id"] for one in offer["systems"]] == ["upfront", "elst"]
    assert offer["system"] == "elst"
    assert offer["fixed"] and "Elst" in offer["about"]


def test_the_table_of_a_campaign_game_has_its_map_and_charts(sqlite_server: Server) -> None:
    me = Commander(sqlite_server, begin(sqlite_server, {"german": "mine", "british": "mine"}))
    me.muster()
    with Player(sqlite_server, me.table, me.tokens["german"]) as player:
        name = player.table["game"]["map"]
    found = sqlite_server.client.get(f"/api/maps/{name}")
    assert found.status_code == 200 and len(found.json()["hexes"]) > 900
    assert sqlite_server.client.get(f"/api/charts/{name}").status_code == 200
    assert sqlite_server.client.get("/api/maps/map.elst.nowhere.9.all.all").status_code == 404
    assert sqlite_server.client.get("/api/maps/map.elst.elst.13.all.all").status_code == 404
    assert sqlite_server.client.get("/api/maps/map.moon.elst.9.all.all").status_code == 404


@pytest.mark.rule("DAE:4.515-a", "DAE:4.517")
def test_a_person_gives_his_orders_and_the_computer_has_a_staff(server: Server) -> None:
    me = at_refit(server, {"german": "mine", "british": "random"})
    assert me.now["stage"] == "orders" and me.now["waits_for"] == ["german"]
    me.until("purchase")
    asked = me.asked("german")
    chosen = next(one for one in asked["options"] if one["label"] == "Pz V Pltn")
    assert chosen["price"] == 4 and chosen["rule"] == "DAE:4.515-b"
    assert me.say("german", "pick", chosen["pick"]).status_code == 200
    if not me.asked("german")["ready"]:
        assert me.say("german", "hand_in").status_code == 400
        me.say("german", "pick", "@entry")
    assert me.asked("german")["given"] == ["Pz V Pltn, the Entry Area: 4 CPP"]
    # a second look, as from another screen, finds the draft
    assert me.look()["orders"][0]["given"] == ["Pz V Pltn, the Entry Area: 4 CPP"]
    assert me.say("german", "pick", "nonsense").status_code == 400
    assert me.say("german", "pick", chosen["pick"], mark="0.0.purchase.0").status_code == 400
    assert me.say("british", "staff", mark="x").status_code == 403
    assert me.say("german", "hand_in").status_code == 200
    record = next(one for one in me.now["sheets"]["tables"] if one["title"] == "RG Purchase Record")
    assert record["side"] == "german" and record["rows"][0][1] == "V2"
    assert {one["side"] for one in me.now["sheets"]["tables"]} == {"german"}
    me.until("nothing")
    assert me.now["stage"] == "muster" and me.now["number"] == 2
    assert me.muster()["stage"] == "playing"


@pytest.mark.rule("DAE:4.514-a", "DAE:4.515-a", "DAE:4.516-a")
def test_what_the_other_side_drafts_and_buys_changes_no_byte_of_ones_view(sqlite_server: Server) -> None:
    made = begin(sqlite_server, SEATS)
    one = Commander(sqlite_server, made)
    invite = made["invites"][0]["token"]
    joined = sqlite_server.client.post(f"/api/campaigns/{one.id}/join", json={"invite": invite, "name": "G"})
    other = Commander(sqlite_server, joined.json())
    one.look()
    one.muster()
    other.look()
    other.muster()
    give_up(sqlite_server, other, "british")
    while True:
        one.look()
        if one.now["orders"] and one.now["orders"][0]["step"] == "purchase":
            break
        assert one.say("german", "staff").status_code == 200
        other.look()
        assert other.say("british", "staff").status_code == 200

    def seen() -> bytes:
        answer = sqlite_server.client.get(f"/api/campaigns/{other.id}", headers=other.headers)
        return bytes(answer.content)

    before = seen()
    options = one.asked("german")["options"]
    assert (
        one.say("german", "pick", next(o["pick"] for o in options if o["label"] == "Btln. Mtr")).status_code
        == 200
    )
    if not one.asked("german")["ready"]:
        one.say("german", "pick", "@entry")
    assert seen() == before
    one.say("german", "again")
    assert seen() == before
    other.look()
    mark = other.asked("british")["mark"]
    assert one.say("german", "hand_in").status_code == 200
    after = other.look()
    assert after["waits_for"] == ["british"]  # that he has handed in is all that is seen
    assert other.asked("british")["mark"] == mark
    assert other.say("british", "hand_in").status_code == 200
    assert not [table for table in other.now["sheets"]["tables"] if table["side"] == "german"]


def test_bounds_of_what_may_be_sent(sqlite_server: Server) -> None:
    me = at_refit(sqlite_server, {"german": "mine", "british": "random"})
    mark = me.now["orders"][0]["mark"]
    for wrong in (
        {"side": "german", "what": "burn", "mark": mark},
        {"side": "german", "what": "pick", "mark": mark, "pick": "x" * 81},
        {"side": "german", "what": "staff"},
        {"side": "german", "what": "staff", "mark": mark, "more": 1},
    ):
        answer = sqlite_server.client.post(f"/api/campaigns/{me.id}/orders", json=wrong, headers=me.headers)
        assert answer.status_code == 400, answer.text
    nobody = sqlite_server.client.post(
        f"/api/campaigns/{me.id}/orders", json={"side": "german", "what": "staff", "mark": mark}
    )
    assert nobody.status_code == 403


@pytest.mark.rule("DAE:4.3-c")
def test_players_agree_on_an_end_only_between_player_turns(sqlite_server: Server) -> None:
    me = Commander(sqlite_server, begin(sqlite_server, {"german": "mine", "british": "mine"}))
    me.muster()
    tokens = list(me.tokens.values())
    with Player(sqlite_server, me.table, tokens[0], tuple(tokens[1:])) as player:
        refused = player.ask({"type": "draw", "step": player.step})
        assert refused["type"] == "refused", refused
        assert refused["rule"] == "DAE:4.3-c"


@pytest.mark.rule("DAE:4.42-a", "DAE:4.2-b")
def test_the_british_say_who_enters_and_may_concede(sqlite_server: Server) -> None:
    me = Commander(sqlite_server, begin(sqlite_server, {"german": "random", "british": "mine"}))
    first = me.asked("british")["options"][0]
    assert me.say("british", "pick", first["pick"]).status_code == 200
    assert len(me.asked("british")["given"]) == 1
    assert me.say("british", "hand_in").status_code == 400
    assert me.muster()["stage"] == "playing" and me.now["orders"] == []
    give_up(sqlite_server, me, "british")
    assert me.look()["stage"] == "orders"
    assert me.say("british", "concede").status_code == 200
    assert me.now["stage"] == "over" and me.now["leader"] == "german"
