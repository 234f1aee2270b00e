"""Several answers in one message: taken whole or not at all, or as far as nothing comes between."""

from __future__ import annotations

import random
from typing import Any

import pytest

from server.harness import Player, Server

BOTH = {"american": "mine", "german": "mine"}


def seated(server: Server, scenario: str, **more: Any) -> Player:
    made = server.new_game(scenario, seats=BOTH, **more)
    first, *others = [grant["token"] for grant in made["seats"]]
    return Player(server, made["game"]["id"], first, tuple(others))


def act(me: Player, action: str, *then: str, whole: bool = True) -> dict[str, Any]:
    answer = me.ask({"type": "act", "step": me.step, "action": action, "then": then, "whole": whole})
    if answer["type"] == "accepted":
        me.catch_up(answer["step"])
    return answer


def kinds(me: Player) -> list[str]:
    return [event["kind"] for event in me.events]


def test_a_shot_is_one_message(sqlite_server: Server) -> None:
    with seated(sqlite_server, "L2") as me:
        shot = me.ask({"type": "course", "step": me.step, "action": "target - yO4"})["course"]
        assert shot["steps"] == ["target - yO4", "add a1", "declare", "direct a2"]
        assert act(me, *shot["steps"])["type"] == "accepted"
        assert "attack" in kinds(me)


@pytest.mark.parametrize("then", [("add a1", "add nobody"), ("add a1", "declare", "direct a2", "done")])
def test_nothing_is_taken_where_one_step_is_not_legal(sqlite_server: Server, then: tuple[str, ...]) -> None:
    """Neither where it is none of the options, nor where dice would have to fall first."""
    with seated(sqlite_server, "L2") as me:
        before = me.step
        refused = act(me, "target - yO4", *then)
        assert refused["type"] == "refused" and refused["code"] == "illegal" and refused["reason"]
        assert me.step == before and not kinds(me).count("declare")


def test_a_march_ends_where_the_other_side_is_asked(sqlite_server: Server) -> None:
    with seated(sqlite_server, "L3") as me:
        way = me.ask({"type": "course", "step": me.step, "action": "move g1"})["course"]
        far = max(way["ways"], key=lambda one: len(one["through"]))
        assert len(far["through"]) > 1 and far["seen"]
        assert act(me, *way["steps"], *far["steps"], whole=False)["type"] == "accepted"
        assert me.prompt["side"] == "american" and kinds(me).count("enter") == 1


def test_a_march_that_nobody_sees_is_gone_to_its_end(sqlite_server: Server) -> None:
    with seated(sqlite_server, "L1") as me:
        assert act(me, "move a1", "enter - yL4", "enter - yM4", whole=False)["type"] == "accepted"
        assert kinds(me).count("enter") == 2


def test_only_the_one_who_is_asked_is_told_of_courses(sqlite_server: Server) -> None:
    made, tokens = sqlite_server.two_players("L2", seats={"american": "mine", "german": "open"})
    with Player(sqlite_server, made["game"]["id"], tokens["german"]) as german:
        assert german.prompt["openings"] == []
        refused = german.ask({"type": "course", "step": german.step, "action": "target - yO4"})
        assert refused["type"] == "refused" and refused["code"] == "foreign"


def test_what_answered_itself_is_taken_back_with_what_led_to_it(sqlite_server: Server) -> None:
    """Nobody is asked what he cannot choose, nor after an undo."""
    rng = random.Random(5)
    undone = 0
    with seated(sqlite_server, "S1", table={"undo": "fair", "curtain": False}) as me:
        for _ in range(260):
            if me.now["result"] is not None:
                break
            options = me.prompt["options"]
            assert len(options) > 1
            action = rng.choice(options)["action"]
            assert act(me, action)["type"] == "accepted"
            if me.prompt and me.prompt["undoable"] and rng.random() < 0.3:
                answer = me.ask({"type": "undo", "step": me.step, "steps": 1})
                if answer["type"] == "refused":
                    assert answer["reason"] == "there was nothing to choose"
                    continue
                undone += 1
                me.catch_up(answer["step"])
                assert len(me.prompt["options"]) > 1
    assert undone > 10
