"""Undo, offers, resigning, orders, clocks, rematch: what players agree on besides the game."""

from __future__ import annotations

import time
from typing import Any

import pytest

from server.harness import Player, Server


@pytest.fixture
def table(server: Server):
    """A game of two people, connected."""
    opened: list[Player] = []

    def sit(**more: Any) -> tuple[dict[str, Any], Player, Player]:
        """The game, the one who is asked, the other one."""
        made, tokens = server.two_players(**more)
        for side in ("red", "blue"):
            opened.append(Player(server, made["game"]["id"], tokens[side]))
        red, blue = opened[-2:]
        return made, *((red, blue) if red.prompt["yours"] else (blue, red))

    yield sit
    for player in opened:
        player.close()


def both_at(step: int, *players: Player) -> None:
    for player in players:
        player.catch_up(step)


# -- undo --------------------------------------------------------------------------------------------------


def test_own_choices_are_taken_back_freely_until_something_came_out(table):
    _, hider, guesser = table()
    both_at(hider.act("hide - - 2")["step"], guesser)
    guesser.act("name - - 1")
    guesser.act("name - - 3")
    assert guesser.prompt["undoable"] == 2
    before = guesser.step
    answer = guesser.ask({"type": "undo", "step": before, "steps": 1})
    assert answer["type"] == "accepted" and answer["step"] > before, "steps never come back"
    assert guesser.table["moment"] == guesser.now["moment"], "after an undo the whole table is sent"
    assert {option["how"] for option in guesser.prompt["options"]} >= {"2", "3"}
    assert guesser.prompt["undoable"] == 1
    assert hider.wait("table")["moment"] == guesser.now["moment"]


def test_an_answer_to_a_step_before_an_undo_is_stale(table):
    _, hider, guesser = table()
    both_at(hider.act("hide - - 2")["step"], guesser)
    old = guesser.step
    guesser.act("name - - 1")
    guesser.ask({"type": "undo", "step": guesser.step})
    assert guesser.act("name - - 3", step=old)["code"] == "stale"
    assert guesser.act("name - - 3")["type"] == "accepted"


def test_beyond_that_the_opponent_must_agree(table):
    _, hider, guesser = table()
    both_at(hider.act("hide - - 2")["step"], guesser)
    hider.ask({"type": "undo", "step": hider.step})
    assert [offer["kind"] for offer in hider.wait("offers")["offers"]] == ["undo"]
    offers = guesser.wait("offers")["offers"]
    asker = hider.now["side"]
    assert offers == [{"kind": "undo", "by": asker, "steps": 1, "agreed": [asker], "n": offers[0]["n"]}]
    assert hider.answer("undo", True)["code"] == "foreign"
    guesser.answer("undo", True)
    both_at(guesser.step, hider)
    assert hider.prompt["yours"] and hider.prompt["asks"] == "Hide a number"


def test_an_offer_lapses_when_the_game_goes_on_or_is_declined(table):
    _, hider, guesser = table()
    both_at(hider.act("hide - - 2")["step"], guesser)
    hider.ask({"type": "undo", "step": hider.step})
    guesser.wait("offers")
    guesser.answer("undo", False)
    hider.ask({"type": "draw", "step": hider.step})
    while not (offers := guesser.wait("offers")["offers"]):
        pass
    assert offers[0]["kind"] == "draw"
    guesser.act("name - - 1")
    late = guesser.answer("draw", True)
    assert late["code"] == "stale" and guesser.now["result"] is None


def test_an_offer_does_not_make_an_answer_stale(table):
    _, hider, guesser = table()
    both_at(hider.act("hide - - 2")["step"], guesser)
    hider.ask({"type": "draw", "step": hider.step})
    assert guesser.act("name - - 1")["type"] == "accepted"


@pytest.mark.parametrize(("policy", "undoable"), [("free", 1), ("none", 0)])
def test_tables_have_their_own_rules_for_undo(table, policy: str, undoable: int):
    _, hider, guesser = table(table={"undo": policy})
    both_at(hider.act("hide - - 2")["step"], guesser)
    assert hider.prompt["undoable"] == undoable
    answer = hider.ask({"type": "undo", "step": hider.step})
    assert answer["type"] == ("accepted" if undoable else "refused")
    assert hider.prompt["yours"] is bool(undoable)


def test_who_plays_both_sides_needs_nobody_to_agree(server: Server):
    made = server.new_game(seats={"red": "mine", "blue": "mine"})
    mine = [grant["token"] for grant in made["seats"]]
    with Player(server, made["game"]["id"], mine[0], (mine[1],)) as both:
        both.hand_over()
        both.act("hide - - 2")
        both.hand_over()
        both.act("name - - 1")
        before = both.now
        both.act("say")
        assert both.prompt["undoable"] == 0
        assert both.ask({"type": "undo", "step": both.step})["type"] == "accepted"
        assert (both.now["moment"], both.now["scene"]) == (before["moment"], before["scene"])


def test_after_an_undo_the_game_is_read_back_from_the_store_as_it_is(server: Server, table):
    made, hider, guesser = table(table={"undo": "free"})
    for choice in ("hide - - 2", "name - - 1", "name - - 3", "name - - 1", "name - - 2", "say"):
        player = hider if hider.prompt["yours"] else guesser
        both_at(player.act(choice)["step"], hider, guesser)
    guesser.ask({"type": "undo", "step": guesser.step, "steps": 3})
    scene, prompt, moment = guesser.now["scene"], guesser.prompt, guesser.now["moment"]
    server.service.rooms._rooms.clear()
    token = guesser.token
    with Player(server, made["game"]["id"], token) as again:
        assert (again.now["scene"], again.prompt, again.now["moment"]) == (scene, prompt, moment)
        assert again.events == guesser.events


# -- the end -------------------------------------------------------------------------------------------------


def test_resigning_ends_the_game_and_shows_the_seed(table):
    _, hider, guesser = table()
    loser = hider.now["side"]
    assert hider.ask({"type": "resign", "step": hider.step})["type"] == "accepted"
    both_at(hider.step, guesser)
    result = guesser.now["result"]
    assert result["how"] == "resigned" and result["winner"] not in ("", loser)
    assert guesser.now["seed"] and guesser.prompt is None
    assert hider.act("hide - - 2")["code"] == "over"


def test_a_draw_needs_both(table):
    _, hider, guesser = table()
    hider.ask({"type": "draw", "step": hider.step})
    guesser.wait("offers")
    guesser.answer("draw", True)
    assert guesser.now["result"] == {"winner": "", "why": "A draw was agreed.", "how": "agreed", "rules": []}


def test_a_finished_game_is_not_taken_back(table):
    _, hider, guesser = table(table={"undo": "free"})
    both_at(hider.act("hide - - 2")["step"], guesser)
    hider.ask({"type": "resign", "step": hider.step})
    assert hider.ask({"type": "undo", "step": hider.step})["code"] == "over"


def test_a_rematch_swaps_the_sides_and_keeps_the_tokens(server: Server, table):
    made, hider, guesser = table()
    assert hider.ask({"type": "rematch"})["code"] == "illegal", "not before the game is over"
    hider.ask({"type": "resign", "step": hider.step})
    both_at(hider.step, guesser)
    hider.ask({"type": "rematch"})
    assert guesser.wait("offers")["offers"][0]["kind"] == "rematch"
    guesser.ask({"type": "rematch"})
    again = {player: player.wait("rematch") for player in (hider, guesser)}
    assert again[hider]["game"] == again[guesser]["game"] != made["game"]["id"]
    assert again[hider]["sides"] == [guesser.now["side"]]
    with Player(server, again[hider]["game"], hider.token) as player:
        assert player.table["holds"] == [guesser.now["side"]]
    with Player(server, made["game"]["id"], hider.token) as player:
        assert player.table["rematch"] == again[hider]["game"]


# -- clocks ----------------------------------------------------------------------------------------------------


def test_who_runs_out_of_time_loses(table):
    _, hider, guesser = table(table={"clock": {"kind": "game", "seconds": 1}})
    assert [clock["runs"] for clock in hider.table["clocks"]].count(True) == 1
    hider.wait("update", timeout=5)
    assert hider.now["result"]["how"] == "time" and hider.now["result"]["winner"] == guesser.now["side"]


def test_a_move_clock_begins_anew_with_each_decision(table):
    _, hider, guesser = table(table={"clock": {"kind": "move", "seconds": 60}})
    time.sleep(0.3)
    before = {clock["side"]: clock["left"] for clock in hider.table["clocks"]}
    both_at(hider.act("hide - - 2")["step"], guesser)
    left = {clock["side"]: clock for clock in guesser.now["clocks"]}
    assert left[hider.now["side"]]["left"] == 60.0 and not left[hider.now["side"]]["runs"]
    assert left[guesser.now["side"]]["runs"] and before


def test_the_clock_waits_until_everybody_is_there(server: Server):
    made = server.new_game(table={"clock": {"kind": "game", "seconds": 1}})
    with Player(server, made["game"]["id"], made["seats"][0]["token"]) as red:
        time.sleep(1.3)
        assert all(clock["left"] == 1.0 for clock in red.table["clocks"])
        server.join(made)
        while red.now["result"] is None:
            red.next(timeout=5)
        assert red.now["result"]["how"] == "time"


# -- standing orders -------------------------------------------------------------------------------------------


def test_orders_answer_where_there_is_nothing_to_choose(server: Server, table):
    made, hider, _ = table()
    orders = {"first_fire": "always", "min_fp": 4, "single_options": True, "interrupts": "always"}
    hider.ask({"type": "orders", "orders": orders})
    with Player(server, made["game"]["id"], hider.token) as again:
        assert again.table["orders"] == orders
        assert again.prompt["yours"], "three numbers to hide: that is still asked"


def test_bad_orders_are_refused(table):
    _, hider, _ = table()
    hider.say({"type": "orders", "orders": {"first_fire": "sometimes"}})
    assert hider.wait("refused")["code"] == "malformed"
