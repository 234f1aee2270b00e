"""The commands: what they print, and the exit codes that they promise."""

from __future__ import annotations

import json
import sys

import pytest

from defilade.console.output import progress_bar

CASE = """\
case: T-1
title: A line of sight
situation:
  board: z
  phase: PFPh
  attacker: german
  units:
    - {id: g1, type: ger-467, hex: K5}
    - {id: r1, type: rus-447, hex: K3}
expect:
  los: [{between: [K5, K3], clear: true}]
rules: [SK1:3.2-e]
"""


def test_help_and_version(run):
    assert "scenarios" in run("--help").out
    assert run("--version").out.startswith("defilade ")
    assert run("sim", "--help").code == 0


def test_without_a_scenario_and_without_a_terminal_there_is_a_clear_message(run, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    ran = run("play", "--text")
    assert ran.code == 2
    assert ran.out == ""
    assert "needs somebody at a terminal" in ran.err
    assert ran.err.count("\n") == 1


def test_exercises_are_those_of_the_system_that_is_named(run):
    told = json.loads(run("lab", "exercises", "--system", "upfront", "--levels", "random", "--json").out)
    assert [one["level"] for one in told] == ["random"] and told[0]["total"] >= 40
    assert all(name.startswith("UF-") for name in told[0]["failed"])
    ran = run("lab", "exercises", "--system", "chess")
    assert ran.code == 2 and "there is no rule system 'chess'" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["sim"],
        ["sim", "S1", "--games", "none"],
        ["board", "render", "y"],
    ],
)
def test_wrong_usage_is_exit_code_2(run, arguments):
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "S99"], "there is no scenario 'S99'"),
        (["play"], "name a scenario"),
        (["play", "S1", "--as", "martian"], "has no side 'martian'"),
        (["play", "S1", "--against", "genius"], "there is no level 'genius'"),
        (["play", "S1", "--option", "los"], "give a name and a value"),
        (["play", "S1", "--option", "los=blind"], "los"),
        (["play", "--load", "nowhere.log"], "nowhere.log: cannot be read"),
        (["scenarios", "--system", "chess"], "there is no rule system 'chess'"),
        (["rules", "show", "SK1:9.9-z"], "there is no rule 'SK1:9.9-z'"),
        (["rules", "coverage", "--system", "chess"], "chess"),
        (["case", "nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["sim", "S1", "--sides", "random"], "name as many levels"),
        (["sim", "S1", "--sides", "random,genius"], "genius"),
        (["sim", "S1", "--engine", "steam"], "there is no engine 'steam'"),
        (["los", "nowhere", "K5", "K3"], "there is no board or scenario 'nowhere'"),
        (["los", "z", "K5", "K99"], "K99"),
        (["log", "show", "nowhere.log"], "nowhere.log: cannot be read"),
        (["log", "verify", "nowhere.log"], "nowhere.log: cannot be read"),
        (["board", "check", "nowhere"], "nowhere"),
        (["board", "render", "nowhere", "-o", "x.svg"], "nowhere"),
        (["board", "render", "y", "-o", "x.png"], "ends in .svg"),
    ],
)
def test_errors_are_one_message_and_nothing_is_written(run, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert told in ran.err
    assert ran.err.startswith("defilade: ") and ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_scenarios(run):
    text = run("scenarios").out
    assert "S1  Retaking Vierville" in text
    cards = run("scenarios", "--json").document
    assert [card["id"] for card in cards][:6] == ["S1", "S2", "S3", "S4", "S5", "S6"]
    assert all(card["system"] == "sk1" for card in run("scenarios", "--system", "sk1", "--json").document)


def test_rules(run):
    assert "Point Blank Fire" in run("rules", "show", "SK1:3.2-k").out
    assert run("rules", "show", "SK1:3.2-k", "--json").document["id"] == "SK1:3.2-k"
    found = run("rules", "search", "residual", "--system", "sk1", "--json").document
    assert any(rule["id"] == "SK1:3.3.1-x" for rule in found)
    assert run("rules", "search", "residual", "--system", "sk1").out.endswith(f"{len(found)} rules\n")


def test_coverage(run):
    counts = run("rules", "coverage", "--json").document
    assert set(counts["sk1"]) == {"total", "done", "code_only", "test_only", "open"}
    assert list(run("rules", "coverage", "--system", "sk1", "--json").document) == ["sk1"]
    assert "sk1" in run("rules", "coverage").out


def test_cases_that_hold(run, tmp_path):
    (tmp_path / "case.yaml").write_text(CASE)
    ran = run("case", str(tmp_path))
    assert (ran.code, ran.out) == (0, "1 of 1 cases hold\n")
    assert run("case", str(tmp_path / "case.yaml"), "--json").document == {"passed": 1, "failed": []}


def test_cases_that_differ(run, tmp_path):
    file = tmp_path / "case.yaml"
    file.write_text(CASE.replace("clear: true", "clear: false"))
    ran = run("case", str(file))
    assert ran.code == 1
    assert "expected blocked, found clear" in ran.out
    ran = run("case", str(file), "--json")
    assert ran.code == 1
    assert ran.document["failed"][0]["case"] == "T-1"


def test_unreadable_cases_print_nothing_but_the_message(run, tmp_path):
    (tmp_path / "good.yaml").write_text(CASE)
    (tmp_path / "wrong.yaml").write_text(CASE.replace("title", "titel"))
    ran = run("case", str(tmp_path), "--json")
    assert (ran.code, ran.out) == (2, "")
    assert "wrong.yaml" in ran.err and "titel" in ran.err


def test_a_situation_that_cannot_stand_is_found_before_anything_is_printed(run, tmp_path):
    (tmp_path / "a.yaml").write_text(CASE)
    (tmp_path / "b.yaml").write_text(CASE.replace("ger-467", "ger-999"))
    ran = run("case", str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert "ger-999" in ran.err


def test_simulation_of_other_sides_than_the_card_names(run):
    three = run("sim", "UF-J", "--games", "1", "--json").document
    assert set(three["wins"]) == {"german", "american", "russian"} and not three["errors"]
    other = run("sim", "UF-A", "--games", "1", "--option", "opponent=russian", "--json").document
    assert set(other["wins"]) == {"german", "russian"} and not other["errors"]


def test_simulation(run):
    ran = run("sim", "S1", "--games", "2", "--sides", "random,random", "--seed", "4", "--json")
    assert ran.code == 0
    report = ran.document
    assert set(report) == {"games", "wins", "draws", "errors", "decisions_median", "seconds", "ci95"}
    assert report["games"] == 2 and report["errors"] == 0
    assert list(report["wins"]) == ["american", "german"] == list(report["ci95"])
    again = run("sim", "S1", "--games", "2", "--seed", "4", "--jobs", "2", "--json").document
    assert again["wins"] == report["wins"] and again["decisions_median"] == report["decisions_median"]
    text = run("sim", "s1", "--games", "1").out
    assert "95% interval" in text


def test_line_of_sight(run):
    document = run("los", "y", "I2", "J5", "--json").document
    assert document["clear"] is True and document["hindrance"] == 1 and document["range"] == 4
    assert {"hex", "how", "terrain", "effect", "drm", "rule"} == set(document["crosses"][0])
    assert "SK1:1.1.2-k" in document["rules"]
    assert run("los", "y", "I2", "J5").out.startswith("I2 to J5, range 4: clear, hindrance +1\n")
    blocked = run("los", "y", "I2", "K4")
    assert "blocked by the wooden building in J3" in blocked.out
    assert run("los", "S3", "yK5", "zV9").code == 0
    # A board that the first system does not know all of is read by one that does.
    assert "SKF:1.1.1-ar" in run("los", "w", "E9", "I6").out
    assert "DAE:1.1-l" in run("los", "elst", "NN8@1", "JJ10").out


def test_board(run, tmp_path):
    picture = tmp_path / "y.svg"
    assert run("board", "render", "y", "-o", str(picture)).code == 0
    assert picture.read_text().startswith("<svg")
    ran = run("board", "check", "y")
    assert ran.code == 0 and "every fact holds" in ran.out


def test_a_picture_that_cannot_be_written(run, tmp_path):
    ran = run("board", "render", "y", "-o", str(tmp_path / "no" / "y.svg"))
    assert ran.code == 2 and "cannot be written" in ran.err


def test_a_storey_that_is_not_there_is_refused(run):
    ran = run("los", "y", "I2@1", "J5")
    assert ran.code == 2 and "0 storeys above the ground floor" in ran.err
    ran = run("los", "y", "I2@up", "J5")
    assert ran.code == 2 and "like yK5@1" in ran.err


def test_bars_are_quiet_in_a_pipe(capsys):
    with progress_bar("games", 3) as advance:
        advance(3)
    assert capsys.readouterr() == ("", "")


def test_the_bench_reports_its_table(run, monkeypatch):
    from defilade.lab import bench

    monkeypatch.setattr(bench, "SECONDS", 0.2)
    monkeypatch.setattr(bench, "SECONDS_WITH_VEHICLES", 0.2)
    ran = run("bench", "--json")
    assert ran.code == 0
    document = json.loads(ran.out)
    assert set(document) == {"within_budget", "figures"}
    assert set(document["figures"]) == {
        "decision",
        "decision_vehicles",
        "clone",
        "random_games",
        "los_query",
        "los_table",
        "los_query_hills",
        "los_table_hills",
        "big_map_start",
        "big_map_row",
        "big_map_memory",
    }
    for figure in document["figures"].values():
        assert {"value", "budget", "unit", "reference", "ratio"} <= set(figure)
        assert figure["value"] > 0
