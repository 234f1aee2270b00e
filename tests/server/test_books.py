"""Rulebooks by contents, reference cards, and counters explained."""

from __future__ import annotations

import pytest

from defilade.rules.reference import PREFIXES, ledger
from server.harness import Player, Server


@pytest.mark.parametrize("book", PREFIXES)
def test_the_contents_of_a_book_hold_every_rule_once(sqlite_server: Server, book: str) -> None:
    found = sqlite_server.client.get(f"/api/rulebooks/{book}").json()
    ids = [
        rule["id"]
        for chapter in found["chapters"]
        for section in chapter["sections"]
        for rule in section["rules"]
    ]
    assert sorted(ids) == sorted(ledger(book))
    assert {one["id"] for one in found["books"]} == set(PREFIXES) and all(
        one["name"] for one in found["books"]
    )


def test_there_is_no_such_book(sqlite_server: Server) -> None:
    assert sqlite_server.client.get("/api/rulebooks/chess").status_code == 404
    assert sqlite_server.client.get("/api/charts/chess").status_code == 404


@pytest.mark.parametrize("scenario", ["S1", "L2"])
def test_the_reference_card_has_whole_rows(sqlite_server: Server, scenario: str) -> None:
    charts = {one["id"]: one for one in sqlite_server.client.get(f"/api/charts/{scenario}").json()["charts"]}
    assert set(charts) >= {"fire", "drm", "factors", "ground"}
    for chart in charts.values():
        assert chart["rows"] and all(len(row["cells"]) == len(chart["columns"]) for row in chart["rows"])
    fire = charts["fire"]
    assert fire["columns"][:3] == ["1", "2", "4"] and fire["rows"][0]["cells"][0] == "1KIA"
    terrain = {row["label"]: row["cells"] for row in charts["ground"]["rows"]}
    assert terrain["stone building"][:2] == ["2", "+3"]


def test_a_counter_is_explained_with_its_rules(sqlite_server: Server) -> None:
    made = sqlite_server.new_game("L2", seats={"american": "mine", "german": "mine"})
    with Player(sqlite_server, made["game"]["id"], made["seats"][0]["token"]) as me:
        squad = me.ask({"type": "inspect", "piece": "a1"})["inspection"]
        assert [one["figure"] for one in squad["meanings"]][:2] == ["7", "3"]
        assert squad["title"].startswith("American 7-4-7")
        leader = me.ask({"type": "inspect", "piece": "a2"})["inspection"]
        assert "-1" in [one["figure"] for one in leader["meanings"]]
        assert all(one["rule"] for one in squad["meanings"] + leader["meanings"])
        assert me.ask({"type": "inspect", "piece": "nobody"})["code"] == "unavailable"
