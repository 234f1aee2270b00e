"""Games that were written down once replay for ever; what the rules of now make of each is written down as well."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from defilade import strict_yaml
from defilade.kernel import read_log, verify
from defilade.kernel.log import number_of
from defilade.kernel.replays import replayed
from defilade.rules.catalog import find_system

GOLDEN = Path(__file__).parents[1] / "golden"
LOGS = sorted(GOLDEN.glob("v*/*.log"))


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a golden log: from which step it differs, or at which it stops and by which rule."""

    verdict: str
    step: int = 0
    rule: str = ""
    why: str = ""


EXPECTED = strict_yaml.parse(
    "verdicts.yaml", (GOLDEN / "verdicts.yaml").read_text(encoding="utf-8"), dict[str, Expected]
)


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_every_golden_game_has_its_verdict():
    assert [name_of(path) for path in LOGS] == sorted(EXPECTED)
    systems = {(path.parent.name, read_log(path).system) for path in LOGS}
    assert {("v1", "sk1"), ("v1", "upfront")} <= systems


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_golden_game_is_what_is_expected_of_it(path):
    log, expected = read_log(path), EXPECTED[name_of(path)]
    assert log.format == int(path.parent.name.removeprefix("v"))
    assert log.result, "a golden game is a whole game"
    assert log.seed, "its dice can be checked"
    found = replayed(log, find_system)
    first = found.differences[0].step if found.differences else 0
    step, rule = (found.stop.step, found.stop.rule) if found.stop else (first, "")
    assert (found.verdict, step, rule) == (expected.verdict, expected.step, expected.rule), found
    if found.verdict == "same":
        assert verify(log, find_system) == len(log.entries)
    else:
        assert expected.why, "say which correction changed it"
        now = find_system(log.system).version
        assert number_of(now) > number_of(log.version), "a correction that changes games is a new version"
