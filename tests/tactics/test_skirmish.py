"""The toy made of `tactics` alone plays wherever games are played: by itself, in the lab, at the table, against the
computer. Nothing of the program knows of it but its record."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.walk import random_step
from defilade.kernel import Over
from defilade.kernel.composition import Hook, Only
from defilade.lab import sim
from defilade.server import lobby
from defilade.server.computer import Question
from defilade.server.computer import think as think_in_process
from defilade.systems import SYSTEMS
from registered import registered
from server.conftest import quick
from server.harness import Player, running
from tactics.skirmish import RECORD, Skirmish

HERE = Path(__file__).parent


@pytest.fixture
def known() -> Iterator[None]:
    with registered(*SYSTEMS.values(), RECORD):
        lobby.lobby.cache_clear()
        yield
    lobby.lobby.cache_clear()


def think(question: Question) -> str:
    """The computer's process knows of the toy, too."""
    SYSTEMS[RECORD.id] = RECORD
    return think_in_process(question)


def test_it_is_short_and_made_of_the_common_floor_alone() -> None:
    text = (HERE / "skirmish.py").read_text()
    assert len([line for line in text.splitlines() if line.strip()]) < 400  # however it is spaced
    assert "defilade.rules" not in text and "SkPlay" not in text
    hooks: list[Hook[object, ..., object]] = [
        hook for hook in Skirmish().rules.answers if isinstance(hook, Only)
    ]
    assert len(hooks) > 10


@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_and_every_state_can_be_written_down(seed: int) -> None:
    system, rng = Skirmish(), random.Random(seed)
    position, events = system.begin("K1")
    kinds = {event.kind for event in events}
    while not isinstance(position.pending, Over):
        if rng.random() < 0.05:
            read = system.decode(system.encode(position.state))
            assert system.encode(read) == system.encode(position.state)
        kinds |= {event.kind for event in position.advance(random_step(position, rng))}
    assert {"phase", "enter", "declare", "attack", "set_up"} <= kinds


@pytest.mark.parametrize("levels", [("random", "greedy"), ("greedy", "normal")])
def test_the_lab_has_computer_players_play_it(known: None, levels: tuple[str, str]) -> None:
    report, games = sim.simulate("K1", list(levels), 2, seed=3)
    assert report.games == 2 == len(games) and report.errors == 0
    assert list(report.wins) == ["red", "blue"]


def test_it_is_played_at_the_table_against_the_computer(known: None, tmp_path: Path) -> None:
    with running(quick(str(tmp_path / "games.sqlite3")), think=think) as server:
        made = server.new_game("K1", seats={"red": "mine", "blue": "greedy"})
        with Player(server, made["game"]["id"], made["seats"][0]["token"]) as red:
            answers = 0
            while red.now["result"] is None and answers < 400:
                if red.prompt["yours"]:
                    red.act(red.prompt["options"][-1]["action"])
                    answers += 1
                else:
                    red.next()
            assert red.now["result"] is not None
