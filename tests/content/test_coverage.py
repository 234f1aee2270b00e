"""The count of rules done looks at code, data, tests and cases, and at nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import defilade
from defilade.lab.coverage import (
    Citation,
    CoverageError,
    SystemCoverage,
    cited_by_code,
    coverage,
    editions_with,
    unknown_citations,
)
from defilade.rules.reference import PREFIXES, ledger


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    files = {
        "src/defilade/rules/sk/fire.py": '"""SK1:3.2-k."""\nRULES = ("SK1:3.2-l",)  # SK1:3.2-m\n',
        "src/defilade/content/sk/tables.yaml": "tem_rule: SK1:1.1.2-d\n",
        "src/defilade/content/ledgers/sk1.csv": "SK1:3.2-n\n",
        "src/defilade/cli.py": '"""SK1:3.2-o"""\n',
        "tests/test_fire.py": (
            'import pytest\n@pytest.mark.rule("SK1:3.2-k", "SK1:3.2-p")\ndef test_it(): \'SK1:3.2-q\'\n'
        ),
        "tests/cases/sk1.yaml": "- id: a\n  rules: [SK1:3.2-l]\n  expect: SK1:3.2-r\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_counts(checkout: Path) -> None:
    sk1 = coverage(checkout, "sk1")["sk1"]
    assert (sk1.total, sk1.done, sk1.code_only, sk1.test_only) == (420, 2, 2, 1)
    assert len(sk1.open) == 415
    assert {"SK1:3.2-n", "SK1:3.2-o", "SK1:3.2-q", "SK1:3.2-r"} <= set(sk1.open)
    assert list(sk1.open) == [one for one in ledger("sk1") if one in set(sk1.open)]


def test_all_systems_by_default(checkout: Path) -> None:
    assert list(coverage(checkout)) == list(PREFIXES)


def test_slips_are_found(checkout: Path) -> None:
    (checkout / "tests/test_fire.py").write_text(
        "import pytest\npytestmark = pytest.mark.rule('SK1:9.9-z')\n", encoding="utf-8"
    )
    assert unknown_citations(checkout) == [Citation("SK1:9.9-z", "tests/test_fire.py")]


def test_needs_a_checkout(tmp_path: Path) -> None:
    with pytest.raises(CoverageError, match="no checkout"):
        coverage(tmp_path)


def test_unreadable_test_is_named(checkout: Path) -> None:
    (checkout / "tests/test_fire.py").write_text("def (:\n", encoding="utf-8")
    with pytest.raises(CoverageError, match=r"tests/test_fire.py, line 1"):
        coverage(checkout)


def test_this_project_cites_only_rules_that_exist() -> None:
    assert unknown_citations() == []


EDITIONS = {"sk1": ("sk1",), "elst": ("elst",)}
"""As if the full Starter Kit were played."""


def shared(
    checkout: Path, tests: str, code: str = "SK1:1.1-b SK1:1.1-c SK1:1.1-d SK1:1.1.2-b"
) -> SystemCoverage:
    (checkout / "src/defilade/rules/sk/fire.py").write_text(f'"""{code}"""\n', encoding="utf-8")
    (checkout / "src/defilade/content/sk/tables.yaml").write_text("", encoding="utf-8")
    (checkout / "tests/test_fire.py").write_text(f"import pytest\n{tests}", encoding="utf-8")
    return coverage(checkout, "elst", EDITIONS)["elst"]


def counts(found: SystemCoverage) -> tuple[int, int, int]:
    return found.done, found.code_only, found.test_only


MARK = '@pytest.mark.rule("SK1:1.1-b")\n'


@pytest.mark.parametrize(
    "tests",
    [
        MARK + "def test_it(edition): ...\n",
        MARK + '@pytest.mark.usefixtures("edition")\ndef test_it(): ...\n',
        'pytestmark = pytest.mark.usefixtures("edition")\n' + MARK + "def test_it(): ...\n",
        'pytestmark = [pytest.mark.usefixtures("edition")]\n' + MARK + "def test_it(): ...\n",
    ],
)
def test_shared_rules_count_when_a_test_runs_under_the_edition(checkout: Path, tests: str) -> None:
    found = shared(checkout, tests)
    assert counts(found) == (
        1,
        2,
        0,
    )  # SKF:1.1-a, and what SK1:1.1-c and -d are there; SK1:1.1.2-b has changed
    assert "SKF:1.1-a" not in found.open and "SKF:1.1.1-d" in found.open


def test_shared_rules_do_not_count_when_the_test_runs_elsewhere(checkout: Path) -> None:
    assert counts(shared(checkout, MARK + "def test_it(): ...\n")) == (0, 3, 0)


def test_a_test_that_also_names_a_rule_the_edition_lacks_does_not_run_under_it(checkout: Path) -> None:
    changed = '@pytest.mark.rule("SK1:1.1-b", "SK1:1.1.2-b")\ndef test_it(edition): ...\n'
    assert counts(shared(checkout, changed)) == (0, 3, 0)


def test_an_edition_may_cite_its_own_book(checkout: Path) -> None:
    tests = '@pytest.mark.rule("SKF:1.1.1-d")\ndef test_it(): ...\n'
    assert counts(shared(checkout, tests, "SKF:1.1.1-d")) == (1, 0, 0)


def test_a_case_counts_for_every_system_that_it_names(checkout: Path) -> None:
    case = checkout / "tests/cases/sk1.yaml"
    case.write_text("system: [sk1, elst]\nrules: [SK1:1.1-b]\n", encoding="utf-8")
    assert counts(shared(checkout, "")) == (1, 2, 0)
    case.write_text("system: sk1\nrules: [SK1:1.1-b]\n", encoding="utf-8")
    assert counts(shared(checkout, "")) == (0, 3, 0)


def test_what_is_not_played_has_nothing_done_by_way_of_others(checkout: Path) -> None:
    shared(checkout, MARK + "def test_it(edition): ...\n")
    assert counts(coverage(checkout, "elst", {"sk1": ("sk1",)})["elst"]) == (0, 0, 0)


def test_which_editions_have_a_rule() -> None:
    assert editions_with(["SK1:1.1-b"], EDITIONS) == ("sk1", "elst")
    assert editions_with(["SK1:1.1.2-b"], EDITIONS) == ("sk1",)
    assert editions_with(["SK1:1.0-a"], EDITIONS) == ("sk1",)
    assert editions_with(["SKF:1.1-a"], EDITIONS) == ("elst",)
    assert editions_with(["SK1:1.1-b", "SKF:1.1.1-g"], EDITIONS) == ("elst",)
    assert editions_with(["UF:2.1"], EDITIONS) == ()


def test_ids_that_are_only_examples_do_not_count() -> None:
    files = {one.file for one in cited_by_code(Path(defilade.__file__).parents[2])}
    assert "rules/sk/fire.py" in files
    assert not files & {"rules/reference.py", "rules/same_as.py", "rules/citations.py"}
