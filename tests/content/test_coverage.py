"""The count of rules done looks at code, data, tests and cases, and at nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from defilade.lab.coverage import Citation, CoverageError, coverage, unknown_citations
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
