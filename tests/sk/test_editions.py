"""A rule that two books share: one piece of code, one test, and each game cites its own book."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from defilade.cli.engine import EngineTable
from defilade.cli.log import show
from defilade.kernel import Action, Committed, IllegalAction, Session, write_log
from defilade.lab import coverage
from defilade.lab.cases import read_cases, run_case
from defilade.rules.same_as import DROPPED, compared, counterparts
from defilade.systems import find_system

pytest_plugins = ["pytester"]


def ask(table: EngineTable, **request: object) -> dict[str, object]:
    return table.answer(msgspec.json.encode(request).decode())


def cited(answer: object) -> set[str]:
    """Every rule id in an answer, whatever its place."""
    found = msgspec.json.encode(answer).decode()
    return {
        word
        for word in found.replace('"', " ").replace(",", " ").split()
        if word.startswith(("SK1:", "SKF:"))
    }


def test_a_game_of_the_edition_cites_its_own_book() -> None:
    table = EngineTable()
    answer = ask(table, do="new", scenario="S7", seed="ab" * 32)
    seen = cited(answer)
    rng = random.Random(1)
    for _ in range(120):
        options = answer["pending"].get("options")
        answer = ask(table, do="apply", action=rng.choice(options)) if options else ask(table, do="roll")
        seen |= cited(answer)
    assert any(rule.startswith("SKF:") for rule in seen)
    dropped = {one.id for one in compared("elst").values() if one.relation == DROPPED}
    assert {rule for rule in seen if rule.startswith("SK1:")} <= dropped
    assert ask(table, do="log")["log"]["system"] == "elst"


def test_a_refusal_cites_it_too() -> None:
    table = EngineTable()
    ask(table, do="new", scenario="S7", seed="ab" * 32)
    with pytest.raises(IllegalAction) as caught:
        table._game.take(Action("rally"))
    by_code = caught.value.refusal.rule
    assert by_code.startswith("SK1:")
    own = counterparts(("elst",))[by_code][0]
    assert ask(table, do="apply", action="rally")["rule"] == own
    assert ask(table, do="why", action="rally")["rule"] == own


def test_a_log_is_written_as_the_code_cites_and_read_as_the_game_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session(find_system("elst"), "S7", {}, Committed("ab" * 32))
    rng = random.Random(1)
    for _ in range(80):
        session.run_chance()
        session.take(rng.choice(session.pending.options))
    written = {rule for taken in session.taken for event in taken.events for rule in event.rules}
    assert any(rule.startswith("SK1:") for rule in written)
    file = tmp_path / "game.log"
    write_log(session.log, file)
    show(file)
    told = capsys.readouterr().out
    assert "[SKF:" in told and "[SK1:3" not in told


CASE = """
case: adjacent
title: Fire at a neighbour
system: [sk1, elst]
rules: [{rule}]
situation:
  board: y
  phase: PFPh
  attacker: german
  units:
    - {{id: g1, type: ger-467, hex: K5}}
    - {{id: r1, type: rus-447, hex: K4}}
steps:
  - do: target - K4
  - do: add g1
  - do: declare
    dice: [[3, 4]]
expect:
  breakdown:
    lines: {{{line}: 2}}
  cites: [{line}]
"""


@pytest.mark.parametrize("line", ["SK1:3.2-k", "SKF:3.2.2-a"])
def test_a_case_may_name_either_book_and_is_played_under_each(tmp_path: Path, line: str) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(CASE.format(rule="SK1:3.2-k", line=line), encoding="utf-8")
    (entry,) = read_cases(file)
    found = run_case(entry).differences
    if line.startswith("SK1:"):
        assert found == []
    else:
        assert found and all(one.startswith("sk1: ") for one in found), (
            "the first kit does not know the other book"
        )


INNER = """
import editions, pytest

def pytest_generate_tests(metafunc):
    editions.run_under_each(metafunc)

@pytest.fixture
def edition(request):
    yield from editions.under(request.param, request)
"""


@pytest.fixture
def both_kits(monkeypatch: pytest.MonkeyPatch) -> None:
    played = {"sk1": ("sk1",), "elst": ("elst",), "upfront": ("upfront",)}
    monkeypatch.setattr(coverage, "played", lambda: played)


def run_inside(pytester: pytest.Pytester, test: str) -> pytest.RunResult:
    pytester.makeconftest(INNER)
    pytester.makepyfile(f"import pytest\nfrom editions import edition_now\n{test}")
    pytester.makeini("[pytest]\nmarkers = rule(*ids): rules\n")
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", "-v")


def test_a_shared_test_runs_under_each_edition_that_has_the_rule(
    pytester: pytest.Pytester, both_kits: None
) -> None:
    result = run_inside(
        pytester,
        """
@pytest.mark.rule("SK1:1.1-b")
def test_same(edition):
    assert edition_now().play() in ("sk1", "elst")

@pytest.mark.rule("SK1:1.1.2-b")
def test_changed(edition):
    edition.play()
""",
    )
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*test_same?sk1?*", "*test_same?elst?*", "*test_changed?sk1?*"])


def test_a_test_that_plays_nothing_has_not_run(pytester: pytest.Pytester, both_kits: None) -> None:
    result = run_inside(pytester, '\n@pytest.mark.rule("SK1:1.1-b")\ndef test_idle(edition): ...\n')
    result.assert_outcomes(passed=2, errors=2)
    result.stdout.fnmatch_lines(["*nothing was set up under elst*"])


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("\ndef test_it(edition): ...\n", "uses `edition` and names no rule"),
        ('\n@pytest.mark.rule("SK1:1.1-b", "UF:2.1")\ndef test_it(edition): ...\n', "no system has all of"),
    ],
)
def test_a_shared_test_names_rules_that_a_system_has(
    pytester: pytest.Pytester, both_kits: None, test: str, told: str
) -> None:
    result = run_inside(pytester, test)
    assert result.ret != 0 and told in f"{result.stdout}{result.stderr}"
