"""The account of a game that is over: how it stood, where it turned, how the dice fell."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from defilade.server.reckoning import LEAST
from server.harness import Player, Server

GOLDEN = Path(__file__).parents[1] / "golden"


def finished(server: Server, log: str) -> tuple[str, str]:
    """A game that was played elsewhere; gives it and a token."""
    text = (GOLDEN / log).read_text()
    header = json.loads(text.splitlines()[0])
    sides = {"S1": ("american", "german"), "UF-C": ("german", "american")}[header["scenario"]]
    seats = [{"side": side, "who": "mine"} for side in sides]
    made = server.client.post("/api/games/import", json={"log": text, "seats": seats})
    assert made.status_code == 201, made.text
    return made.json()["game"]["id"], made.json()["seats"][0]["token"]


def account(server: Server, game: str, token: str):
    return server.client.get(f"/api/games/{game}/account", headers={"authorization": f"Bearer {token}"})


def test_a_game_of_the_starter_kit_has_graph_turning_points_and_luck(sqlite_server: Server) -> None:
    found = account(sqlite_server, *finished(sqlite_server, "v1/s1.log")).json()
    assert found["side"] == "american" and found["unit"] == "squads"
    assert [point["turn"] for point in found["graph"] if point["turn"]] == [f"Turn {n}" for n in range(1, 6)]
    moments = [point["moment"] for point in found["graph"]]
    assert moments == sorted(moments) and moments[-1] <= found["moments"]
    assert len(found["graph"]) <= 250
    turning = found["turning"]
    assert 3 <= len(turning) <= 5 and all(one["text"] and one["change"] for one in turning)
    assert not any(one["text"].endswith("Phase.") for one in turning)
    luck = {one["side"]: one for one in found["luck"]}
    assert set(luck) == {"american", "german"}
    for one in luck.values():
        assert (one["mean"] < 7) == (one["better_than"] > 0.5)  # low dice are lucky


def test_a_card_game_has_a_graph_but_no_luck_of_dice(sqlite_server: Server) -> None:
    found = account(sqlite_server, *finished(sqlite_server, "v2/uf-c.log")).json()
    assert found["graph"] and found["luck"] == []


def test_while_a_game_runs_there_is_no_account_of_it(sqlite_server: Server) -> None:
    made = sqlite_server.new_game("L1", seats={"american": "mine", "german": "mine"})
    token = made["seats"][0]["token"]
    refused = account(sqlite_server, made["game"]["id"], token)
    assert refused.status_code == 400 and "over" in refused.json()["reason"]
    with Player(sqlite_server, made["game"]["id"], token) as me:
        assert me.ask({"type": "resign", "step": me.step})["type"] == "accepted"
    assert account(sqlite_server, made["game"]["id"], token).status_code == 200


def test_a_stranger_gets_no_account(sqlite_server: Server) -> None:
    game, _ = finished(sqlite_server, "v1/s1.log")
    assert account(sqlite_server, game, "nobody-nobody-nobody").status_code == 403


@pytest.mark.parametrize("log", ["v1/s1.log"])
def test_the_account_is_made_up_once(sqlite_server: Server, log: str) -> None:
    game, token = finished(sqlite_server, log)
    first, second = account(sqlite_server, game, token).json(), account(sqlite_server, game, token).json()
    assert first == second


def test_what_hardly_changed_anything_is_no_turning_point(sqlite_server: Server) -> None:
    """A game that somebody gave up in its first turn."""
    header, *entries = (GOLDEN / "v1/s1.log").read_text().splitlines()
    head = {**json.loads(header), "result": "", "seed": "", "commitment": ""}
    log = "\n".join([json.dumps(head), *entries[:90]]) + "\n"
    seats = [{"side": side, "who": "mine"} for side in ("american", "german")]
    made = sqlite_server.client.post("/api/games/import", json={"log": log, "seats": seats}).json()
    game, token = made["game"]["id"], made["seats"][0]["token"]
    with Player(sqlite_server, game, token) as me:
        assert me.ask({"type": "resign", "step": me.step})["type"] == "accepted"
    found = account(sqlite_server, game, token).json()
    changes = [abs(one["value"] - two["value"]) for one, two in pairwise(found["graph"])]
    assert any(0 < change < LEAST for change in changes)
    assert all(abs(one["change"]) >= LEAST for one in found["turning"])
