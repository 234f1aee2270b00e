"""Games of one's own design at the table (UF:43): what can be had, what it costs, and the game that comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import verify
from defilade.rules.upfront.game.library import library
from defilade.server.imports import checked_log
from defilade.systems import find_system
from server.harness import Player, Server

REPLAY = {"version": "replay", "scenario": "UF-B", "opponent": "russian", "year": "1943b"}
BALANCE = {"version": "balance", "scenario": "UF-A", "opponent": "russian", "side": "german", "points": 60}
BID = {
    "version": "bid",
    "attacker": "russian",
    "defender": "german",
    "year": "1944a",
    "victory": 2,
    "decks": 3,
}
DESIGNS = [REPLAY, BALANCE, BID]


def post(server: Server, path: str, body: dict[str, Any], status: int = 200) -> Any:
    answer = server.client.post(f"/api/designs{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def assess(server: Server, design: dict[str, Any], part: str, **force: Any) -> Any:
    nation = {"attack": "russian", "defence": "german"}.get(part, part)
    wish = {"nation": nation, **force}
    return post(server, "/assess", {"design": design, "part": part, "force": wish})


def test_what_there_is(sqlite_server: Server) -> None:
    offer = sqlite_server.client.get("/api/designs/offer").json()
    scenarios = {one["id"]: one for one in offer["scenarios"]}
    assert "UF-J" not in scenarios and scenarios["UF-B"]["limits"] == {"each": 314}
    nations = {one["id"]: one for one in offer["nations"]}
    box = library()
    men = [one for one in nations["german"]["cards"] if one["kind"] in ("leader", "man")]
    assert len(men) == sum(man.nation == "german" for man in box.men.values())
    assert men[0]["kind"] == "leader" and men[0]["card"]["name"]
    assert nations["german"]["troops"][0]["id"] == "" and len(offer["victories"]) == 8
    assert offer["years"] == sorted(offer["years"]) and offer["sniper"] == 35


def test_a_force_is_bought_card_by_card(sqlite_server: Server) -> None:
    empty = assess(sqlite_server, REPLAY, "german")
    assert empty["points"] == 0 and empty["limit"] == 314 and not empty["wrong"]
    assert {one["rule"] for one in empty["missing"]} == {"UF:43.2-f", "UF:3.2-a"}
    box = library()
    leaders = {man.role: key for key, man in box.men.items() if man.nation == "german" and man.role}
    men = [leaders["SL"], leaders["ASL"], "beck", "wolff"]
    some = assess(sqlite_server, REPLAY, "german", men=men)
    assert some["points"] == sum(box.men[key].points for key in men)
    assert not some["wrong"] and not some["missing"]
    others = [key for key, man in box.men.items() if man.nation == "german" and man.role and key not in men]
    assert all(some["barred"][key]["rule"] == "UF:43.2-f" for key in others)
    assert "beck" not in some["barred"]
    late = [
        key
        for key, man in box.men.items()
        if man.nation == "german" and man.available.startswith(("1944", "1945"))
    ]
    assert all(some["barred"][key]["rule"] == "UF:43.2-d" for key in late)
    armed = assess(sqlite_server, REPLAY, "german", men=men, secondary={"beck": "panzerfaust"}, snipers=2)
    assert armed["points"] == some["points"] + 25 + 15  # the first Sniper comes with the scenario
    dear = assess(sqlite_server, REPLAY, "german", men=men, snipers=2, radio=7, secondary={"beck": "radio"})
    assert dear["points"] > some["points"]
    later = assess(sqlite_server, REPLAY, "german", men=men, reinforcements={"2": ["wolff"]})
    assert later["points"] < some["points"] and {one["rule"] for one in later["missing"]} == {"UF:3.2-a"}


def test_nothing_is_had_beyond_the_points(sqlite_server: Server) -> None:
    box = library()
    men = [key for key, man in box.men.items() if man.nation == "german" and not man.role]
    found = assess(sqlite_server, REPLAY, "german", men=men[:14])
    over = {one["rule"] for one in found["wrong"]}
    assert (found["points"] > 314) == ("UF:43.2-b" in over)
    near = post(sqlite_server, "/chance", {"design": REPLAY, "part": "german"})
    full = assess(sqlite_server, REPLAY, "german", **{k: v for k, v in near.items() if k != "nation"})
    assert full["points"] <= 314 and not full["wrong"] and not full["missing"]
    too_dear = [
        key
        for key, man in box.men.items()
        if man.nation == "german" and man.points > 314 - full["points"] and key not in near["men"]
    ]
    assert too_dear and all(key in full["barred"] for key in too_dear)


@pytest.mark.parametrize("design", DESIGNS, ids=["replay", "balance", "bid"])
def test_a_game_against_the_computer_begins(sqlite_server: Server, design: dict[str, Any]) -> None:
    """Forces that nobody has bought are put together by chance."""
    made = post(sqlite_server, "", {"design": design, "side": "german", "level": "random"}, 201)
    created = made["created"]
    (mine,) = created["seats"]
    kinds = {seat["side"]: seat["kind"] for seat in created["game"]["seats"]}
    assert set(kinds) == {"german", "russian"} and sorted(kinds.values()) == ["computer", "human"]
    assert kinds[mine["side"]] == "human" and made["told"]
    if design is not BID:
        assert mine["side"] == "german"
    with Player(sqlite_server, created["game"]["id"], mine["token"]) as player:
        assert player.table["scene"]["kind"] == "cards"


@pytest.mark.rule("UF:43.2-e")
@pytest.mark.parametrize(
    ("scenario", "side", "troops"), [("UF-I", "russian", "partisans"), ("UF-K", "german", "ss")]
)
def test_chance_keeps_to_the_troops_of_the_scenario(
    sqlite_server: Server, scenario: str, side: str, troops: str
) -> None:
    design = {**REPLAY, "scenario": scenario, "attacker": "german", "year": "1944a"}
    force = post(sqlite_server, "/chance", {"design": design, "part": side})
    assert force["troops"] == troops
    asked = {"design": design, "part": side, "force": {**force, "troops": ""}}
    assert "UF:43.2-e" in {one["rule"] for one in post(sqlite_server, "/assess", asked)["wrong"]}
    post(sqlite_server, "", {"design": design, "who": "mine"}, 201)


def test_a_game_is_played_with_the_forces_that_were_bought(server: Server) -> None:
    forces = {
        part: post(server, "/chance", {"design": REPLAY, "part": part}) for part in ("german", "russian")
    }
    asked = {
        "design": REPLAY,
        "forces": forces,
        "side": "russian",
        "who": "mine",
        "table": {"curtain": False},
    }
    created = post(server, "", asked, 201)["created"]
    assert created["game"]["scenario"] == "UF-B-R" and "1943b" in created["game"]["title"]
    tokens = {one["side"]: one["token"] for one in created["seats"]}
    assert set(tokens) == {"german", "russian"}
    with Player(server, created["game"]["id"], tokens["german"], (tokens["russian"],)) as player:
        listed = {one["id"] for wave in player.now["scene"]["waiting"] for one in wave["units"]}
        assert listed >= {*forces["german"]["men"], *forces["russian"]["men"]}
        assert player.ask({"type": "resign", "step": player.step})["type"] == "accepted"
    log = checked_log(server.log_of(created["game"]["id"], tokens["german"]).text)
    assert verify(log, find_system) == len(log.entries)


def test_the_cheaper_attack_is_made(sqlite_server: Server) -> None:
    chance = {"design": BID, "part": "attack"}
    dear = post(sqlite_server, "/chance", chance)
    for mine, side in (("cheap", "russian"), ("dear", "german")):
        box = library()
        leaders = {m.role: k for k, m in box.men.items() if m.nation == "russian" and m.role in ("SL", "ASL")}
        plain = [k for k, m in box.men.items() if m.nation == "russian" and not m.role and not m.available]
        cheap = {"nation": "russian", "men": [*leaders.values(), *plain[:3]]}
        forces = {"attack": cheap, "rival": dear} if mine == "cheap" else {"attack": dear, "rival": cheap}
        made = post(sqlite_server, "", {"design": BID, "forces": forces, "who": "open"}, 201)
        assert [one["side"] for one in made["created"]["seats"]] == [side]
        assert [one["side"] for one in made["created"]["invites"]] == [
            "german" if side == "russian" else "russian"
        ]


def test_additions_join_the_force_of_the_scenario(sqlite_server: Server) -> None:
    found = assess(sqlite_server, BALANCE, "german")
    assert not found["missing"] and found["limit"] == 60
    assert found["barred"]["beck"]["rule"] == "UF:43.1"  # he is there already
    free = next(
        key for key, man in library().men.items() if man.nation == "german" and key not in found["barred"]
    )
    asked = {"design": BALANCE, "forces": {"german": {"nation": "german", "men": [free]}}, "who": "mine"}
    made = post(sqlite_server, "", asked, 201)
    tokens = [one["token"] for one in made["created"]["seats"]]
    with Player(sqlite_server, made["created"]["game"]["id"], tokens[0], (tokens[1],)) as player:
        cards = {one["id"] for wave in player.now["scene"]["waiting"] for one in wave["units"]}
        assert {free, "beck"} <= cards
        assert player.now["prompt"]["side"] == "russian"  # who has bought nothing begins (UF:4.1-b)


def test_men_of_the_scenario_get_secondary_weapons(sqlite_server: Server) -> None:
    found = assess(sqlite_server, BALANCE, "german", secondary={"beck": "atmm"})
    assert found["points"] == 7 and not found["wrong"] and not found["missing"]
    assert "beck" in found["bearers"] and "schussel" not in found["bearers"]  # he has a machine gun
    assert not assess(sqlite_server, REPLAY, "german")["bearers"]
    asked = {
        "design": BALANCE,
        "part": "german",
        "force": {"nation": "german", "secondary": {"volke": "atmm"}},
    }
    assert "not in the force" in str(post(sqlite_server, "/assess", asked, 400))


def test_guns_are_left_out_without_vehicles(sqlite_server: Server) -> None:
    barred = assess(sqlite_server, {**REPLAY, "guns": False}, "german")["barred"]
    assert barred["pak36"]["rule"] == "UF:43.2-e" and "sdkfz251" not in barred
    neither = assess(sqlite_server, {**REPLAY, "machines": False}, "german")["barred"]
    assert {neither[key]["rule"] for key in ("pak36", "sdkfz251")} == {"UF:43.2-e"}


def test_draws(sqlite_server: Server) -> None:
    years = {post(sqlite_server, "/draw", {"opponent": "american"})["year"] for _ in range(30)}
    assert years <= {"1942b", "1943a", "1943b", "1944a", "1944b", "1945a"} and len(years) > 1
    drawn = post(sqlite_server, "/draw", {})
    assert drawn["attacker"] != drawn["defender"] and 1 <= drawn["victory"] <= 8 and drawn["decks"] in (3, 4)
    post(sqlite_server, "/draw", {"opponent": "moon"}, 400)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (
            "/assess",
            {"design": {**REPLAY, "scenario": "UF-J"}, "part": "german", "force": {"nation": "german"}},
        ),
        (
            "/assess",
            {"design": {**REPLAY, "opponent": "german"}, "part": "german", "force": {"nation": "german"}},
        ),
        ("/assess", {"design": REPLAY, "part": "american", "force": {"nation": "american"}}),
        ("/assess", {"design": REPLAY, "part": "german", "force": {"nation": "russian"}}),
        ("/assess", {"design": REPLAY, "part": "german", "force": {"nation": "german", "men": ["nobody"]}}),
        ("/assess", {"design": {**REPLAY, "year": "2001"}, "part": "german", "force": {"nation": "german"}}),
        ("/assess", {"design": {**BID, "attacker": "moon"}, "part": "attack", "force": {"nation": "moon"}}),
        ("/chance", {"design": BID, "part": "moon"}),
        ("/chance", {"design": REPLAY, "part": "german", "troops": "guards"}),
        ("", {"design": REPLAY, "forces": {"german": {"nation": "german", "men": ["beck"]}}}),
        ("", {"design": REPLAY, "forces": {"american": {"nation": "american"}}}),
        ("", {"design": REPLAY, "side": "american"}),
        ("", {"design": {**BALANCE, "side": "american"}}),
        (
            "",
            {
                "design": {**BALANCE, "points": 5},
                "forces": {"german": {"nation": "german", "men": ["griess"]}},
            },
        ),
        ("", {"design": {**REPLAY, "attacker": "german"}}),
        *(
            (
                "/assess",
                {"design": REPLAY, "part": "german", "force": {"nation": "german", "men": ["beck"], **odd}},
            )
            for odd in (
                {"troops": "moon"},
                {"reinforcements": {"7": ["beck"]}},
                {"secondary": {"beck": "radio"}, "radio": 9},
                {"men": ["beck", "beck"]},
            )
        ),
    ],
)
def test_what_does_not_fit_is_refused(sqlite_server: Server, path: str, body: dict[str, Any]) -> None:
    answer = post(sqlite_server, path, body, 400)
    assert answer["reason"]
