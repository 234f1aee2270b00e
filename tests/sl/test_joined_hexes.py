"""What hexes on the seam of two boards are called (SL:1.2.4)."""

from __future__ import annotations

from functools import cache

import pytest

from defilade.hexgrid import GameMap, LosProfile, MapSpec, Placed, build_map
from defilade.rules.sl.joined_hexes import labels_of_joined
from defilade.rules.sl.state import Table
from defilade.rules.sl.system import SlSystem
from sl.table import system

UPPER, BELOW = Placed("2"), Placed("3", join="below 2")


@cache
def area(*boards: Placed) -> GameMap:
    profile: LosProfile = system("2").table_of("sketch").map.profile
    return build_map(MapSpec(list(boards)), profile)


@pytest.mark.rule("SL:1.2.4-b")
def test_a_joined_hex_goes_by_the_half_with_its_name_or_by_the_north_eastern_board() -> None:
    assert labels_of_joined(area(UPPER, BELOW), "top")["2B10"] == "2B10"
    assert labels_of_joined(area(UPPER, BELOW), "bottom")["2B10"] == "2B10"  # there alone it is printed
    tops = area(Placed("2", rotated=True), BELOW)  # both upper edges meet: no half shows a name
    assert labels_of_joined(tops, "top")["2FF0"] == "2FF0"
    assert labels_of_joined(tops, "bottom")["2FF0"] == "3B0"
    lower = area(UPPER, Placed("3", join="below 2", rotated=True))  # both lower edges meet: both halves do
    assert labels_of_joined(lower, "top")["2B10"] == "2B10"
    assert labels_of_joined(lower, "bottom")["2B10"] == "3FF10"
    beside = area(UPPER, Placed("3", join="right of 2"))
    assert labels_of_joined(beside, "top")["2GG5"] == "3A5"
    assert labels_of_joined(beside, "bottom")["2GG5"] == "2GG5"


@pytest.mark.rule("SL:1.2.4-b")
def test_players_are_told_that_name() -> None:
    own: SlSystem = system("2")
    table = own.table_of("sketch")
    beside = Table.of(area(UPPER, Placed("3", join="right of 2")), table.library, table.scenario, table.rules)
    assert beside.labels["2GG5"] == "3A5" and beside.labels["2FF5"] == "2FF5"
    assert table.labels["2GG5"] == "GG5"
