"""The engine as a line protocol."""

from __future__ import annotations

import json

import pytest

from defilade.cli.engine import serve

SEED = "17" * 32


def talk(*requests):
    """Send requests; give the answers."""
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    return [json.loads(answer) for answer in serve(lines)]


NEW = {"do": "new", "scenario": "S1", "seed": SEED}


def test_hello_and_scenarios():
    hello, scenarios = talk({"do": "hello", "id": 7}, {"do": "scenarios"})
    assert hello["id"] == 7 and hello["ok"] and hello["protocol"] == 1
    assert scenarios["scenarios"][0]["id"] == "S1"


def test_a_new_game_stands_at_its_first_choice():
    (answer,) = talk(NEW)
    assert answer["ok"] and answer["sides"] == ["american", "german"] and answer["step"] == 0
    assert answer["pending"]["kind"] == "choice" and answer["pending"]["options"]


def test_actions_are_taken_and_refused():
    (start,) = talk(NEW)
    option = start["pending"]["options"][0]
    _, taken, refused, pending = talk(
        NEW, {"do": "apply", "action": option}, {"do": "apply", "action": "fly"}, {"do": "pending"}
    )
    assert taken["ok"] and taken["step"] == 1
    assert not refused["ok"] and "fly" in refused["error"] and refused["rule"].startswith("SK1:")
    assert pending["digest"] == taken["digest"]


@pytest.mark.parametrize(
    "request_",
    [
        "nonsense",
        "[]",
        {"do": "dance"},
        {"do": "new", "scenario": "S99"},
        {"do": "new", "scenario": "S1", "seed": "xyz"},
        {"do": "new", "scenario": "S1", "options": {"los": "blind"}},
        {"do": "new", "scenario": "S1", "extra": 1},
        {"do": "apply", "action": "a b c d e"},
        {"do": "view", "side": "martian"},
        {"do": "undo", "side": "american"},
        {"do": "outcome", "dice": [1, 1]},
        {"do": "advise", "level": "genius"},
        {"do": "load"},
        {"do": "load", "log": {"system": "sk1"}},
    ],
)
def test_what_is_wrong_is_answered_and_the_game_goes_on(request_):
    _, answer, after = talk(NEW, request_, {"do": "hello"})
    assert answer["ok"] is False and answer["error"]
    assert after["ok"]


def test_without_a_game_there_is_nothing_to_ask():
    for do in ("pending", "view", "state", "log", "roll", "apply", "undo", "describe", "why", "advise"):
        (answer,) = talk({"do": do, "action": "done"})
        assert not answer["ok"] and "there is no game yet" in answer["error"]


def test_views_state_description_and_reasons():
    (start,) = talk(NEW)
    option = start["pending"]["options"][0]
    _, view, other, state, described, why, may = talk(
        NEW,
        {"do": "view", "side": "american"},
        {"do": "view", "side": "german"},
        {"do": "state"},
        {"do": "describe", "action": option},
        {"do": "why", "action": "place nobody yM5"},
        {"do": "why", "action": option},
    )
    assert view["pending"]["options"] and not other["pending"]["options"]
    assert state["state"]["scenario"] == "S1"
    assert described["described"]["label"]
    assert why["allowed"] is False and why["reason"]
    assert may["allowed"] is True


def play_out(level="random"):
    """A whole game through the protocol, driven by its own advice."""
    answers = []

    def requests():
        yield json.dumps(NEW)
        while answers[-1]["pending"]["kind"] != "over":
            if answers[-1]["pending"]["kind"] == "chance":
                yield '{"do": "roll"}'
            else:
                yield json.dumps({"do": "advise", "level": level})
                yield json.dumps({"do": "apply", "action": answers[-1]["action"]})
        yield '{"do": "log"}'
        yield '{"do": "quit"}'
        yield '{"do": "hello"}'

    for answer in serve(requests()):
        answers.append(json.loads(answer))
    return answers


def test_a_whole_game_through_the_protocol_and_its_log_loads_again():
    answers = play_out("greedy")
    over, log, end = answers[-3], answers[-2], answers[-1]
    assert over["pending"]["winner"] in ("american", "german")
    assert log["log"]["seed"] == SEED
    assert end == {"ok": True}, "nothing is answered after quit"
    (loaded,) = talk({"do": "load", "log": log["log"]})
    assert loaded["digest"] == over["digest"]
    changed = {**log["log"], "start": "0"}
    assert not talk({"do": "load", "log": changed})[0]["ok"]


def test_undo_and_own_outcomes():
    (start,) = talk(NEW)
    option = start["pending"]["options"][0]
    _, _, undone = talk(NEW, {"do": "apply", "action": option}, {"do": "undo", "side": "american"})
    assert undone["digest"] == start["digest"] and undone["step"] == 0


def test_an_own_outcome_ends_the_commitment():
    answers = []

    def requests():
        yield json.dumps({**NEW, "scenario": "S4"})
        while answers[-1]["pending"]["kind"] != "chance":
            yield '{"do": "advise"}'
            yield json.dumps({"do": "apply", "action": answers[-1]["action"]})
        yield json.dumps({"do": "outcome", "dice": [6, 5]})
        yield '{"do": "log"}'

    for answer in serve(requests()):
        answers.append(json.loads(answer))
    assert answers[-2]["ok"]
    assert answers[-1]["log"]["commitment"] == ""
