"""The computer is shared: who has many games waits for himself, and people come before computers."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from defilade.kernel import Action
from defilade.server.advice import asker_of
from defilade.server.computer import Asker, Computer, Question
from defilade.server.metrics import Metrics
from defilade.server.settings import Settings
from defilade.server.turns import Turns
from server import toy_table
from server.conftest import quick
from server.harness import Player, Server, in_a_loop, running
from server.test_campaigns import Campaigner
from server.test_campaigns import begin as begin_campaign

SLOW = 0.05
PASS = (Action("pass"),)


def slowly(question: Question) -> str:
    time.sleep(SLOW)
    return "pass"


def question(n: int) -> Question:
    return Question("toy", "random", "red", n, b"", b"", n)


def test_people_take_turns_and_so_do_their_games():
    async def order() -> list[str]:
        turns: Turns[int] = Turns([1])
        held = await turns.take("", "")
        served: list[str] = []

        async def want(person: str, game: str) -> None:
            thing = await turns.take(person, game)
            served.append(f"{person}/{game}")
            turns.give(thing)

        wanting = [("mallory", "1"), ("mallory", "1"), ("mallory", "2"), ("mallory", "3"), ("ann", "9")]
        tasks = [asyncio.create_task(want(*one)) for one in wanting]
        await asyncio.sleep(0)
        gone = asyncio.create_task(want("carol", "7"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        turns.give(held)
        await asyncio.gather(*tasks)
        assert len(turns) == 0
        return served

    assert in_a_loop(order()) == ["mallory/1", "ann/9", "mallory/2", "mallory/3", "mallory/1"]


def answered_before(asker: Asker, crowd: list[Asker]) -> int:
    """How many of a crowd that wants the computer too, and came first, are answered before somebody is."""

    async def count() -> int:
        computer = Computer(Settings(computer_workers=1), Metrics(), slowly)
        answered: list[int] = []

        async def ask(n: int, one: Asker) -> None:
            await computer.choose(question(n), PASS, one)
            answered.append(n)

        try:
            for people in (True, False):
                await computer.choose(question(0), PASS, Asker("warm", "up", people))
            waiting = [asyncio.create_task(ask(n, one)) for n, one in enumerate(crowd)]
            await asyncio.sleep(0)
            await ask(999, asker)
            before = answered.index(999)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            return before
        finally:
            computer.close()

    return in_a_loop(count())


THOUGHT_ABOUT = 2
"""What somebody may have to wait for: the decision that is being thought about, and one whose turn it is."""


def test_one_with_230_games_keeps_nobody_waiting():
    crowd = [Asker("mallory", f"game {n}") for n in range(230)]
    assert answered_before(Asker("ann", "hers"), crowd) <= THOUGHT_ABOUT


def test_230_games_between_computers_keep_nobody_waiting():
    crowd = [Asker(f"somebody {n}", f"game {n}", people=False) for n in range(230)]
    # They have a process of their own, so how far it gets in the meantime is the machine's affair.
    assert answered_before(Asker("ann", "hers"), crowd) < 20


def test_230_names_of_one_address_keep_nobody_waiting():
    crowd = [Asker(f"name {n}", f"game {n}", address="his") for n in range(230)]
    assert answered_before(Asker("ann", "hers", address="hers"), crowd) <= THOUGHT_ABOUT


def test_people_of_one_address_take_turns():
    crowd = [Asker("mallory", f"game {n}", address="theirs") for n in range(230)]
    assert answered_before(Asker("ann", "hers", address="theirs"), crowd) <= THOUGHT_ABOUT


def test_a_crowd_of_people_takes_turns():
    """What the others are measured by: 20 who came first and have one game each go first."""
    crowd = [Asker(f"somebody {n}", f"game {n}") for n in range(20)]
    assert answered_before(Asker("ann", "hers"), crowd) == 20


def test_an_address_has_so_many_games_against_the_computer(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), opponents_per_person=2)
    with running(settings, think=toy_table.think) as server:
        wish = {
            "scenario": "T1",
            "seats": [
                {"side": "red", "who": "mine"},
                {"side": "blue", "who": "computer", "level": "random"},
            ],
        }
        found = [server.client.post("/api/games", json=wish) for _ in range(3)]
        assert [one.status_code for one in found] == [201, 201, 400]
        assert found[-1].json()["code"] == "quota"
        people = {"scenario": "T1", "seats": [{"side": "red", "who": "mine"}]}
        assert server.client.post("/api/games", json=people).status_code == 201
        signed = server.client.post("/api/accounts", json={"name": "Dora", "password": "long enough"}).json()
        headers = {"authorization": f"Bearer {signed['token']}"}
        assert server.client.post("/api/games", json=wish, headers=headers).status_code == 201


def sign_up(server: Server, name: str) -> dict[str, str]:
    answer = server.client.post("/api/accounts", json={"name": name, "password": "long enough"})
    assert answer.status_code == 201, answer.text
    return {"authorization": f"Bearer {answer.json()['token']}"}


AGAINST_THE_COMPUTER = {
    "scenario": "T1",
    "seats": [{"side": "red", "who": "mine"}, {"side": "blue", "who": "computer", "level": "random"}],
}


def test_many_accounts_at_one_address_have_so_many_together(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), opponents_per_person=2, opponents_per_address=3)
    with running(settings, think=toy_table.think) as server:
        found = [
            server.client.post("/api/games", json=AGAINST_THE_COMPUTER, headers=sign_up(server, name))
            for name in ("Anna", "Bertha", "Clara", "Dora")
        ]
        assert [one.status_code for one in found] == [201, 201, 201, 400]
        assert found[-1].json()["code"] == "quota"


BETWEEN_COMPUTERS = {
    "scenario": "T1",
    "seats": [{"side": side, "who": "computer", "level": "random"} for side in ("red", "blue")],
}
CHALLENGE = {
    "scenario": "T1",
    "seats": [{"side": "red", "who": "mine"}, {"side": "blue", "who": "open"}],
    "table": {"challenge": True},
}


@pytest.mark.parametrize("wish", [AGAINST_THE_COMPUTER, BETWEEN_COMPUTERS, CHALLENGE])
def test_who_asks_for_many_at_once_gets_no_more_than_who_asks_for_one_after_the_other(
    tmp_path: Path, wish: dict[str, Any]
):
    """All were let through that asked before the first of them was counted."""
    settings = quick(
        str(tmp_path / "games.sqlite3"),
        opponents_per_person=2,
        computer_games_per_account=2,
        challenges_per_account=2,
    )
    with running(settings, think=toy_table.think) as server, ThreadPoolExecutor(12) as crowd:
        headers = sign_up(server, "Mallory")
        found = list(
            crowd.map(lambda _: server.client.post("/api/games", json=wish, headers=headers), range(12))
        )
    assert sorted(one.status_code for one in found) == [201] * 2 + [400] * 10
    assert {one.json()["code"] for one in found if one.status_code == 400} == {"quota"}


def test_a_game_that_is_played_once_more_counts_too(tmp_path: Path):
    """Ended, others opened in its place, and then asked for again: there are as many as before."""
    settings = quick(str(tmp_path / "games.sqlite3"), opponents_per_person=1)
    with running(settings, think=toy_table.think) as server:
        first = server.client.post("/api/games", json=AGAINST_THE_COMPUTER).json()
        with Player(server, first["game"]["id"], first["seats"][0]["token"]) as player:
            assert player.ask({"type": "resign", "step": player.step})["type"] == "accepted"
            second = server.client.post("/api/games", json=AGAINST_THE_COMPUTER)
            assert second.status_code == 201
            refused = player.ask({"type": "rematch"})
            assert refused["type"] == "refused" and "enough" in refused["reason"]
            other = second.json()
            with Player(server, other["game"]["id"], other["seats"][0]["token"]) as elsewhere:
                assert elsewhere.ask({"type": "resign", "step": elsewhere.step})["type"] == "accepted"
            assert player.ask({"type": "rematch"})["type"] == "accepted"
            again = player.wait("rematch")["game"]
        assert server.client.post("/api/games", json=AGAINST_THE_COMPUTER).json()["code"] == "quota"
        rooms = server.service.rooms
        askers = [asker_of(server.do(rooms.enter(game)).game) for game in (first["game"]["id"], again)]
        assert askers[0].path[:2] == askers[1].path[:2], "and it waits in the same queue"


def test_games_of_campaigns_count_for_who_has_begun_them(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), opponents_per_person=2, computer_deadline=1.0)
    seats = {"german": "mine", "american": "random"}
    with running(settings, think=toy_table.think) as server:
        campaigns = [Campaigner(server, begin_campaign(server, seats)) for _ in range(3)]
        for one in campaigns[:2]:
            assert one.muster()["stage"] == "playing"
        answer = campaigns[2].post("muster", {"german": {}})
        assert answer.status_code == 400 and answer.json()["code"] == "quota"
        wish = {"opponent": "american", "seats": [{"side": "german", "who": "mine"}]}
        wish["seats"].append({"side": "american", "who": "computer", "level": "random"})
        assert server.client.post("/api/campaigns", json=wish).json()["code"] == "quota"
        assert server.client.post("/api/games", json=AGAINST_THE_COMPUTER).json()["code"] == "quota"
        rooms = server.service.rooms
        askers = [asker_of(server.do(rooms.enter(one.table)).game) for one in campaigns[:2]]
        assert askers[0].person and askers[0].path[:2] == askers[1].path[:2], "they wait in one queue"


def test_an_address_opens_so_many_accounts_a_day(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), accounts_per_day=2.0)
    with running(settings, think=toy_table.think) as server:
        for name in ("Anna", "Bertha"):
            sign_up(server, name)
        third = {"name": "Clara", "password": "long enough"}
        assert server.client.post("/api/accounts", json=third).status_code == 429
        assert server.client.post("/api/sessions", json={**third, "name": "Anna"}).status_code == 201
