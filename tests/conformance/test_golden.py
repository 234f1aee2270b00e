"""Games that were written down once replay for ever; what the rules of now make of each is written down as well."""

from __future__ import annotations

import msgspec
import pytest

from defilade.kernel import read_log, verify
from defilade.kernel.log import number_of
from defilade.systems import find_system
from golden.judge import expected, judged, logs

LOGS = logs()


def test_every_golden_game_has_its_verdict():
    assert list(LOGS) == sorted(expected())
    kept = {(name.split("/")[0], read_log(path).system) for name, path in LOGS.items()}
    both = {(form, system) for form in ("v1", "v2") for system in ("sk1", "upfront")}
    assert both <= kept, "old logs of both games are kept for good"


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_game_is_what_is_expected_of_it(name):
    log, wanted, found = read_log(LOGS[name]), expected()[name], judged(LOGS[name])
    assert log.format == int(name[1])
    assert log.result, "a golden game is a whole game"
    assert found == msgspec.structs.replace(wanted, why=""), "if a correction means it: tests/golden/judge.py"
    if found.verdict == "same":
        assert log.seed, "its dice can be checked"
        assert verify(log, find_system) == len(log.entries)
    else:
        assert wanted.why, "say which correction changed it"
        now = find_system(log.system).version
        assert number_of(now) > number_of(log.version), "a correction that changes games is a new version"
