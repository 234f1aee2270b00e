"""The analysis of a game that is over: worked out bit by bit, for everybody at the table, and never before the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from defilade.server.analyses import AT_ONCE, MOST_OF_ONE
from defilade.server.computer import Question
from defilade.server.computer import think as really_think
from defilade.server.game import Game, NotTaken
from defilade.systems import find_system
from defilade.systems.going_over import Doubt
from server import thinkers
from server.conftest import quick
from server.harness import Player, Server, running
from server.test_reckoning import finished

LONGEST = 240
"""Seconds; it takes a few."""
SEATS = {"german": "mine", "american": "greedy"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(quick(str(tmp_path_factory.mktemp("store") / "games.sqlite3"))) as found:
        yield found


def cannot_judge(question: Any) -> str:
    """Looks games over, and cannot judge any decision."""
    return thinkers.fails(question) if isinstance(question, Doubt) else really_think(question)


def cannot_look(question: Any) -> str:
    return really_think(question) if isinstance(question, Question) else thinkers.fails(question)


def play(me: Player, decisions: int) -> None:
    """Take the first thing on offer, so often, or until the game is over; and wait for the next question."""
    for _ in range(decisions):
        if not waits(me):
            return
        me.act(me.prompt["options"][0]["action"])
    waits(me)


def waits(me: Player) -> bool:
    """Whether I am asked again, before the game is over."""
    while me.now["result"] is None and not me.prompt["yours"]:
        me.next()
    return me.now["result"] is None


def finish(server: Server, me: Player) -> None:
    if me.now["result"] is None:
        me.ask({"type": "resign", "step": me.step})
        me.wait("update")


def analysed(me: Player) -> dict[str, Any]:
    """The analysis, when it is done."""
    shares = []
    for _ in range(10 * LONGEST):
        told = me.ask({"type": "analysis"})
        assert told["type"] == "analysis", told
        shares.append(told["share"])
        if told["found"]:
            assert shares == sorted(shares) and shares[-1] == 1.0
            return told["found"]
        time.sleep(0.1)
    raise AssertionError("it is never done")


def test_nothing_of_it_while_the_game_runs(table: Server) -> None:
    made = table.new_game("UF-A", seats=SEATS)
    with Player(table, made["game"]["id"], made["seats"][0]["token"]) as me:
        play(me, 3)
        for asked in (
            {"type": "analysis"},
            {"type": "again", "moment": 1},
            {"type": "try", "moment": 1, "action": "done"},
        ):
            refused = me.ask(asked)
            assert refused["type"] == "refused" and refused["code"] == "forbidden", refused
            assert "when it is over" in refused["reason"]


@pytest.mark.parametrize(("scenario", "decisions"), [("UF-A", 40), ("S1", 40)], ids=["cards", "board"])
def test_a_game_is_gone_over(table: Server, scenario: str, decisions: int) -> None:
    made = table.new_game(scenario, seats=SEATS)
    game = made["game"]["id"]
    with (
        Player(table, game, made["seats"][0]["token"]) as me,
        Player(table, game, made["watch"]) as watcher,
    ):
        play(me, decisions)
        finish(table, me)
        found = analysed(me)
        sides = table.service.rooms.get(game).game.sides
        assert found["side"] == sides[0] and [one["side"] for one in found["sums"]] == list(sides)
        moments = [one["moment"] for one in found["graph"]]
        assert moments == sorted(set(moments)) and len(moments) > 5
        assert all(0 <= one["chance"] <= 1 and one["turn"] for one in found["graph"])
        mine, theirs = (one["luck"] for one in found["sums"])
        assert mine == pytest.approx(-theirs, abs=1e-6)
        end = found["end"]
        assert found["without_luck"] == pytest.approx(end - mine, abs=1e-3)
        assert found["judged"] > 0 and found["rates"]
        assert sum(one["faults"] for one in found["rates"]) == len(found["faults"])
        for fault in found["faults"]:
            assert fault["kind"] in ("blunder", "mistake", "inaccuracy") and fault["lost"] >= 0.05
            assert fault["done"] != fault["better"] and fault["reasons"]
        for side, told in zip(sides, found["sums"], strict=True):
            lost = sum(one["lost"] for one in found["faults"] if one["side"] == side)
            assert told["lost"] == pytest.approx(lost, abs=1e-3)
        assert analysed(watcher) == found


def test_a_decision_is_tried_again(table: Server) -> None:
    made = table.new_game("UF-A", seats=SEATS)
    game = made["game"]["id"]
    with Player(table, game, made["seats"][0]["token"]) as me:
        play(me, 20)
        finish(table, me)
        line = table.service.rooms.get(game).game.line
        moments = [at for at, mark in enumerate(line) if mark.is_action and mark.side == "german"]
        again = me.ask({"type": "again", "moment": moments[-1]})
        assert again["type"] == "again" and again["side"] == "german" and again["asks"]
        assert len(again["options"]) > 1 and all(one["label"] for one in again["options"])
        for option in again["options"][-2:]:
            tried = me.ask({"type": "try", "moment": moments[-1], "action": option["action"]})
            assert tried["type"] == "try" and tried["label"] == option["label"], tried
            assert tried["lost"] >= 0 and bool(tried["kind"]) == (tried["lost"] >= 0.05)
        refused = me.ask({"type": "try", "moment": moments[-1], "action": "win - - now"})
        assert refused["code"] == "illegal"
        throw = next(at for at, mark in enumerate(line) if not mark.is_action)
        assert me.ask({"type": "again", "moment": throw})["code"] == "unavailable"
        assert me.ask({"type": "again", "moment": len(line)})["code"] == "unavailable"


def test_a_game_of_three_sides_is_not_gone_over(table: Server) -> None:
    game = SimpleNamespace(
        id="three", system=find_system("upfront"), sides=("german", "american", "russian"), result="won"
    )
    with pytest.raises(NotTaken, match="nobody has learned the chance of winning such games of Up Front"):
        table.service.analyses.ask(cast(Game, game), "1")


def test_what_could_not_be_judged_is_left_out(tmp_path: Any) -> None:
    with running(quick(str(tmp_path / "a.sqlite3")), think=cannot_judge) as server:
        made = server.new_game("UF-A", seats=SEATS)
        with Player(server, made["game"]["id"], made["seats"][0]["token"]) as me:
            play(me, 30)
            finish(server, me)
            found = analysed(me)
            assert found["graph"] and not found["judged"] and not found["faults"]


def test_an_analysis_that_failed_is_begun_again(tmp_path: Any) -> None:
    with running(quick(str(tmp_path / "a.sqlite3")), think=cannot_look) as server:
        made = server.new_game("UF-A", seats=SEATS)
        game = made["game"]["id"]
        with Player(server, game, made["seats"][0]["token"]) as me:
            play(me, 12)
            finish(server, me)
            assert me.ask({"type": "analysis"})["found"] is None
            works = server.service.analyses._works
            first = works[game]
            for _ in range(10 * LONGEST):
                if first.failed:
                    break
                time.sleep(0.1)
            assert first.failed
            assert me.ask({"type": "analysis"})["found"] is None
            assert works[game] is not first


def test_one_who_wants_many_analyses_waits_for_them(tmp_path: Any) -> None:
    """Taken in from a file and asked for, one after the other: what is worked on at once has an end, and so has what
    waits."""
    with running(quick(str(tmp_path / "a.sqlite3")), think=thinkers.lingers) as server:
        codes = []
        for _ in range(MOST_OF_ONE + 2):
            game, token = finished(server, "v1/s1.log")
            with Player(server, game, token) as me:
                codes.append(me.ask({"type": "analysis"}).get("code", ""))
        assert codes == [""] * MOST_OF_ONE + ["too_fast"] * 2
        analyses = server.service.analyses
        assert len(analyses._works) == MOST_OF_ONE
        assert len(analyses._turns) == MOST_OF_ONE - AT_ONCE
