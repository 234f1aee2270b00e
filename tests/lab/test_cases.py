"""Case files: read strictly, run, and every difference told."""

from __future__ import annotations

from pathlib import Path

import pytest

from defilade.lab.cases import CaseError, find_case_files, read_cases, run_case

GOOD = """\
case: T-1
title: A squad fires at point blank
situation:
  board: z
  phase: PFPh
  attacker: german
  units:
    - {id: g1, type: ger-467, hex: K5}
    - {id: r1, type: rus-447, hex: K4}
dice: [[1, 6]]
steps:
  - do: target - K4
  - do: add g1
  - do: declare
expect:
  breakdown: {column: 8, drm: 0}
  units: {g1: {fire: prep}}
rules: [SK1:3.2-k]
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(text)
    return path


def findings(tmp_path: Path, text: str) -> list[str]:
    return [line for entry in read_cases(write(tmp_path, text)) for line in run_case(entry).differences]


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def test_a_case_that_holds(tmp_path):
    assert findings(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("column: 8", "column: 12", "expect.breakdown.column: expected 12, found 8"),
        ("drm: 0", "drm: 3", "expect.breakdown.drm: expected 3, found 0"),
        ("fire: prep", "fire: final", "expect.units.g1.fire: expected 'final', found 'prep'"),
        ("{g1: {fire: prep}}", "{g1: gone}", "expect.units.g1: expected to be gone, but it is there"),
        ("{g1: {fire: prep}}", "{g7: {fire: prep}}", "expect.units.g7: is not there"),
        ("do: target - K4", "do: target - A1", "steps[0]: 'target - A1' is refused"),
        ("[[1, 6]]", "[[1, 6], [2, 2], [3, 3], [3, 3]]", "throws given were not asked for"),
        ("do: declare", "refuse: declare", "steps[2]: 'declare' should be refused but is allowed"),
        ("  units: {", "  said: [nothing of the kind]\n  units: {", "nobody said 'nothing of the kind'"),
        ("  units: {", "  cites: [SK1:9.9-z]\n  units: {", "SK1:9.9-z was not cited"),
        ("  units: {", "  phase: MPh\n  units: {", "expect.phase: expected MPh, found PFPh"),
        ("  units: {", "  winner: german\n  units: {", "the game is not over"),
        ("  units: {", "  residual: {K4: 2}\n  units: {", "expect.residual.K4: expected 2, found 0"),
        ("  units: {", "  offers: [fly]\n  units: {", "'fly' is not offered"),
        ("  units: {", "  los: [{between: [K5, K4], clear: false}]\n  units: {", "expected blocked"),
    ],
)
def test_a_difference_is_told_with_its_place(tmp_path, old, new, told):
    found = findings(tmp_path, changed(old, new))
    assert any(told in line for line in found), found


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("title:", "titel:", "titel"),
        ("phase: PFPh", "phasse: PFPh", "phasse"),
        ("phase: PFPh", "phase: XPh", "'XPh' is none of"),
        ("ger-467", "ger-999", "situation: units[0]: unknown counter 'ger-999'"),
        ("hex: K5", "hex: K99", "units[0]"),
        ("board: z", "board: nowhere", "nowhere"),
        ("board: z", "scenario: S99", "S99"),
        ("attacker: german", "attacker: martian", "a game has two sides"),
        ("id: r1", "id: g1", "the id 'g1' is used twice"),
        ("[[1, 6]]", "[[1, 7]]", "dice[0]: [1, 7] are not the faces of dice"),
        ("[[1, 6]]", "[[1]]", "cannot fall for"),
        ("do: target - K4", "do: target - K99", "steps[0]"),
        ("do: target - K4", "do: a b c d e", "1 to 4 words"),
        ("do: target - K4", "note: nothing", "note"),
        ("do: target - K4", "rule: SK1:3.2-k", "belong to 'refuse'"),
        ("rules: [SK1:3.2-k]", "rules: []", "names the rules"),
        ("rules: [SK1:3.2-k]\n", "", "rules"),
        ("rules: [SK1:3.2-k]\n", "rules: [SK1:3.2-k]", "cut short"),
        ("dice: [[1, 6]]", "dice: [[1, 6]]\ndice: [[1, 6]]", "'dice' is given twice"),
        ("dice: [[1, 6]]", "dice: [[1, 6", "not valid YAML"),
        ("{fire: prep}", "{fier: prep}", "there is no field 'fier'"),
        ("title: A", "system: chess\ntitle: A", "chess"),
    ],
)
def test_a_wrong_file_is_refused_with_file_and_place(tmp_path, old, new, told):
    with pytest.raises(CaseError) as error:
        findings(tmp_path, changed(old, new))
    assert str(tmp_path / "case.yaml") in str(error.value)
    assert told in str(error.value)


def test_a_stack_over_the_limit_is_refused(tmp_path):
    crowd = "".join(f"    - {{id: g{n}, type: ger-467, hex: K5}}\n" for n in range(2, 5))
    with pytest.raises(CaseError, match=r"SK1:3.3-l"):
        findings(tmp_path, changed("    - {id: r1", crowd + "    - {id: r1"))


def test_every_cut_of_a_file_is_noticed(tmp_path):
    """A truncated download must never pass for a shorter case."""
    for end in range(1, len(GOOD)):
        with pytest.raises(CaseError):
            read_cases(write(tmp_path, GOOD[:end]))


def test_a_refusal_must_give_the_expected_reason_and_rule(tmp_path):
    tried = "  - {refuse: target - A1, rule: SK1:3.2-b}\n"
    good = changed("  - do: target - K4\n", f"{tried}  - do: target - K4\n")
    found = findings(tmp_path, good)
    assert len(found) == 1 and "expected a refusal by SK1:3.2-b" in found[0]


def test_several_cases_in_a_file(tmp_path):
    text = GOOD + "---\n" + GOOD.replace("T-1", "T-2")
    entries = read_cases(write(tmp_path, text))
    assert [entry.case.case for entry in entries] == ["T-1", "T-2"]
    with pytest.raises(CaseError, match="used twice"):
        read_cases(write(tmp_path, GOOD + "---\n" + GOOD))


def test_folders_are_searched(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.yaml").write_text(GOOD)
    (tmp_path / "a.yaml").write_text(GOOD)
    assert [path.name for path in find_case_files([tmp_path])] == ["a.yaml", "b.yaml"]
    with pytest.raises(CaseError, match=r"no [.]yaml file"):
        (tmp_path / "empty").mkdir()
        find_case_files([tmp_path / "empty"])
    with pytest.raises(CaseError, match="cannot be read"):
        read_cases(tmp_path / "missing.yaml")


def test_the_example_in_the_manual_holds(tmp_path):
    manual = (Path(__file__).parents[2] / "docs" / "cases.md").read_text()
    assert findings(tmp_path, manual.split("```yaml\n")[1].split("```")[0]) == []


CASES = Path(__file__).parents[1] / "cases"


@pytest.mark.parametrize("path", sorted(CASES.rglob("*.yaml")), ids=lambda path: path.stem)
def test_the_cases_of_the_project_hold(path):
    for entry in read_cases(path):
        assert run_case(entry).differences == []
