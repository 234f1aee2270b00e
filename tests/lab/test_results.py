"""Runs that go on where they stopped, and the same games on every engine."""

from __future__ import annotations

import os

import msgspec
import pytest

from defilade.lab import results as results_module
from defilade.lab import sim
from defilade.lab.games import Run
from defilade.lab.pace import Times, thinking
from defilade.lab.results import Results, ResultsError

LEVELS = ["random", "random"]


def strip(games):
    return [msgspec.structs.replace(game, times=None) for game in games]


def test_a_second_run_plays_only_what_is_missing(tmp_path, monkeypatch):
    file = tmp_path / "new folder" / "s2.jsonl"
    _, first = sim.simulate("S2", LEVELS, 2, seed=5, results=file)
    played = []
    whole = sim.play_numbered
    monkeypatch.setattr(
        sim, "play_numbered", lambda batch, number: played.append(number) or whole(batch, number)
    )
    report, again = sim.simulate("S2", LEVELS, 4, seed=5, results=file)
    assert played == [3, 4]
    assert again[:2] == first
    assert report.games == 4
    assert len(file.read_text().splitlines()) == 5
    monkeypatch.undo()
    assert again == sim.simulate("S2", LEVELS, 4, seed=5)[1]


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    file = tmp_path / "s2.jsonl"
    _, first = sim.simulate("S2", LEVELS, 2, seed=5, results=file)
    text = file.read_bytes()
    file.write_bytes(text[:-20])
    told = []
    _, again = sim.simulate("S2", LEVELS, 2, seed=5, results=file, progress=told.append)
    assert again == first
    assert told == [1, 1]
    assert file.read_bytes() == text


def test_games_that_broke_off_are_tried_again(tmp_path, monkeypatch):
    file = tmp_path / "s2.jsonl"
    monkeypatch.setattr("defilade.lab.match.MAX_DECISIONS", 5)
    report, _ = sim.simulate("S2", LEVELS, 1, results=file)
    assert report.errors == 1
    monkeypatch.undo()
    report, _ = sim.simulate("S2", LEVELS, 1, results=file)
    assert report.errors == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 6}, "holds another run: S2 random,random seed 5; wanted is S2 random,random seed 6"),
        ({"levels": ["random", "greedy"]}, "holds another run"),
        ({"scenario": "S1"}, "holds another run"),
        ({"options": {"balance": "german"}}, "balance=german"),
    ],
)
def test_another_run_is_not_mixed_in(tmp_path, change, told):
    file = tmp_path / "s2.jsonl"
    sim.simulate("S2", LEVELS, 1, seed=5, results=file)
    before = file.read_bytes()
    with pytest.raises(ResultsError, match=told):
        sim.simulate(**{"scenario": "S2", "levels": LEVELS, "games": 2, "seed": 5, "results": file, **change})
    assert file.read_bytes() == before


def test_games_of_another_state_of_the_program_are_not_mixed_in(tmp_path, monkeypatch):
    file = tmp_path / "s2.jsonl"
    sim.simulate("S2", LEVELS, 1, results=file)
    monkeypatch.setattr(sim, "fingerprint", lambda: "0123456789ab")
    with pytest.raises(ResultsError, match="another state of the program"):
        sim.simulate("S2", LEVELS, 2, results=file)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello\n", "line 1 is not that of a file of results"),
        (
            '{"results": 9, "run": {"scenario": "S2", "levels": []}, "program": "", "version": ""}\n',
            "format 9",
        ),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path, text, told):
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(ResultsError, match=told):
        Results(file, Run("S2", ("random", "random")), "p", "v")
    assert file.read_text() == text


def test_a_spoilt_line_is_named(tmp_path):
    file = tmp_path / "s2.jsonl"
    with Results(file, Run("S2", ("random", "random")), "p", "v"):
        pass
    with file.open("a") as more:
        more.write("spoilt\n")
    with pytest.raises(ResultsError, match="line 2"):
        Results(file, Run("S2", ("random", "random")), "p", "v")
    assert results_module.FORMAT == 1


def test_balance_provisions_can_be_played(tmp_path):
    _, plain = sim.simulate("S2", LEVELS, 1)
    _, helped = sim.simulate("S2", LEVELS, 1, options={"balance": "german"})
    assert plain[0].digest != helped[0].digest


def test_times_are_taken_where_asked_for_and_change_nothing():
    plain, games = sim.simulate("S2", LEVELS, 2)
    timed, watched = sim.simulate("S2", LEVELS, 2, timed=True)
    assert strip(watched) == games
    assert isinstance(timed, sim.TimedReport) and not isinstance(plain, sim.TimedReport)
    took = timed.thinking["random"]
    assert 0 < took.p50 <= took.p95 <= took.longest < 1
    assert 0 < took.decisions < sum(game.decisions for game in games)
    assert timed.games_per_minute > 0


def test_quantiles_of_added_times():
    quick, slow = Times(), Times()
    for _ in range(90):
        quick.add(0.001)
    for _ in range(10):
        slow.add(2.0)
    found = thinking([{"a": quick}, {"a": slow}])["a"]
    assert found.decisions == 100
    assert found.p50 == pytest.approx(0.001, rel=0.13)
    assert found.p95 == pytest.approx(2.0, rel=0.13)
    assert found.longest == 2.0


def test_processes_give_the_same_games():
    _, here = sim.simulate("S2", LEVELS, 4, seed=9, watched=True)
    _, spread = sim.simulate("S2", LEVELS, 4, seed=9, jobs=2, watched=True)
    assert here == spread


def test_without_ray_the_engine_says_what_is_missing(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(sim.SimulationError, match=r"pip install 'defilade\[ray\]'"):
        sim.simulate("S2", LEVELS, 1, engine="ray")


def report_pid(batch):
    """A batch that takes long enough for the other worker to get one too."""
    import time

    time.sleep(0.5)
    return os.getpid()


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")
def test_a_ray_cluster_of_two_workers_gives_the_same_games(monkeypatch):
    """A real cluster on this machine: a head without a CPU, and two nodes with one each."""
    pytest.importorskip("ray", reason="the extra 'ray' is not installed: make extras")
    from ray.cluster_utils import Cluster

    from defilade.lab.engines import run_batches

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        for _ in range(2):
            cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        monkeypatch.setenv("RAY_ADDRESS", cluster.address)
        workers = set(run_batches(report_pid, list(range(8)), engine="ray"))
        assert len(workers) >= 2 and os.getpid() not in workers
        here, games = sim.simulate("S1", ["greedy", "random"], 12, seed=4, watched=True)
        there, spread = sim.simulate("S1", ["greedy", "random"], 12, seed=4, engine="ray", watched=True)
        assert spread == games
        assert (there.wins, there.draws, there.ci95) == (here.wins, here.draws, here.ci95)
    finally:
        cluster.shutdown()


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")
def test_ray_is_started_on_this_machine_where_no_cluster_is_named(monkeypatch):
    ray = pytest.importorskip("ray", reason="the extra 'ray' is not installed: make extras")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    _, games = sim.simulate("S2", LEVELS, 6, seed=4)
    _, spread = sim.simulate("S2", LEVELS, 6, seed=4, jobs=2, engine="ray")
    assert spread == games
    assert not ray.is_initialized()


def test_the_command_keeps_its_games_and_tells_the_pace(tmp_path, capsys):
    from defilade.cli import main

    file = tmp_path / "s2.jsonl"
    asked = ["sim", "S2", "--games", "1", "--option", "balance=german", "--results", str(file)]
    assert main([*asked, "--pace"]) == 0
    out = capsys.readouterr().out
    assert "games a minute" in out and "random: " in out and "95% within" in out
    assert main(asked) == 0
    assert main(["sim", "S2", "--games", "1", "--results", str(file)]) == 2
    assert "holds another run" in capsys.readouterr().err
