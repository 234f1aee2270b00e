"""Several workers on one PostgreSQL: each sees at once what the others have done."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from server import toy_table
from server.conftest import quick
from server.harness import Player, Server, play_out, running
from server.postgres import Cluster


@pytest.fixture(scope="module")
def workers(cluster: Cluster) -> Iterator[tuple[Server, Server]]:
    database = cluster.new_database()
    with (
        running(quick(database), think=toy_table.think) as one,
        running(quick(database), think=toy_table.think) as other,
    ):
        yield one, other


def test_players_at_two_workers_play_with_each_other(workers: tuple[Server, Server]):
    one, other = workers
    made, tokens = one.two_players()
    game = made["game"]["id"]
    with Player(one, game, tokens["red"]) as red, Player(other, game, tokens["blue"]) as blue:
        red.say({"type": "chat", "text": "Are you there?"})
        assert blue.wait("chat")["line"]["text"] == "Are you there?"
        while not all(seat["connected"] for seat in red.wait("seats")["seats"]):
            pass
        play_out({"red": red, "blue": blue})
        assert red.now["result"] == blue.now["result"]


def test_an_undo_and_an_offer_reach_the_other_worker(workers: tuple[Server, Server]):
    one, other = workers
    made, tokens = one.two_players()
    game = made["game"]["id"]
    with Player(one, game, tokens["red"]) as red, Player(other, game, tokens["blue"]) as blue:
        hider, guesser = (red, blue) if red.prompt["yours"] else (blue, red)
        guesser.catch_up(hider.act("hide - - 2")["step"])
        guesser.act("name - - 1")
        hider.catch_up(guesser.step)
        hider.ask({"type": "draw", "step": hider.step})
        assert guesser.wait("offers")["offers"][0]["kind"] == "draw"
        guesser.ask({"type": "undo", "step": guesser.step})
        hider.catch_up(guesser.step)
        assert hider.now["moment"] == guesser.now["moment"] and hider.now["offers"] == []
        guesser.act("name - - 3")
        hider.catch_up(guesser.step)


def test_who_joins_at_one_worker_is_known_at_the_other(workers: tuple[Server, Server]):
    one, other = workers
    made = one.new_game()
    game = made["game"]["id"]
    with Player(other, game, made["seats"][0]["token"]) as red:
        one.join(made)
        while any(seat["kind"] == "open" for seat in red.wait("seats")["seats"]):
            pass


def test_of_two_answers_at_two_workers_one_counts(workers: tuple[Server, Server]):
    """The same seat, twice, at both workers at the same time: nothing is done twice."""
    one, other = workers
    for _ in range(10):
        made, tokens = one.two_players()
        game = made["game"]["id"]
        with Player(one, game, tokens["red"]) as red, Player(other, game, tokens["blue"]) as blue:
            asked, there = (red, other) if red.prompt["yours"] else (blue, one)
            with Player(there, game, asked.token) as twin:
                with ThreadPoolExecutor(2) as both:
                    outcomes = both.map(lambda player: player.act("hide - - 2")["type"], (asked, twin))
                assert sorted(outcomes) == ["accepted", "refused"]
                for player in (red, blue, twin):
                    player.catch_up(max(asked.step, twin.step))
                assert red.now["moment"] == blue.now["moment"] == twin.now["moment"]


def test_the_computer_is_driven_once(workers: tuple[Server, Server]):
    one, other = workers
    made = one.new_game(seats={"red": "mine", "blue": "random"})
    game, token = made["game"]["id"], made["seats"][0]["token"]
    with Player(one, game, token) as here, Player(other, game, token) as there:
        while here.now["result"] is None:
            if here.prompt["yours"]:
                here.act(here.prompt["options"][-1]["action"])
            else:
                here.next()
        there.catch_up(here.step)
        assert there.now["result"] == here.now["result"] and there.now["moment"] == here.now["moment"]


def test_what_was_missed_while_the_channel_was_down_is_caught_up(
    workers: tuple[Server, Server], cluster: Cluster
):
    one, other = workers
    made, tokens = one.two_players()
    game = made["game"]["id"]
    with Player(one, game, tokens["red"]) as red, Player(other, game, tokens["blue"]) as blue:
        cluster.end_listeners()
        hider, guesser = (red, blue) if red.prompt["yours"] else (blue, red)
        step = hider.act("hide - - 2")["step"]
        guesser.catch_up(step)
        assert guesser.prompt["yours"]
