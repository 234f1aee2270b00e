"""Committed counts of legal options at known positions, as chess engines count moves."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import yaml

from defilade.kernel import Chance, Choice, Over
from defilade.rules.sk.situation import Situation, build_situation
from defilade.systems import find_system

COUNTS = yaml.safe_load((Path(__file__).parent / "counts.yaml").read_text())


def one_step(position):
    """The options of a position, and what the next moments offer after each of them in all."""
    options = position.pending.options
    return [len(options), sum(_ways(position.apply(option)[0].pending) for option in options)]


def _ways(moment):
    if isinstance(moment, Choice):
        return len(moment.options)
    if isinstance(moment, Chance):
        return len(moment.pool) or moment.faces**moment.dice
    assert isinstance(moment, Over)
    return 0


@pytest.mark.parametrize("scenario", list(find_system("sk1").scenarios()))
def test_the_first_choice_of_a_scenario(scenario):
    position, _ = find_system("sk1").begin(scenario)
    assert one_step(position) == COUNTS["starts"][scenario]


@pytest.mark.parametrize("known", COUNTS["positions"], ids=lambda known: known["name"])
def test_known_positions(known):
    position, _ = build_situation(msgspec.convert(known["situation"], Situation))
    assert one_step(position) == known["counts"]
