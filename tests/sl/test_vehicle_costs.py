"""What the terrain costs vehicles (SL:30.4) and motorcycles (SL:14.21.4), hex by hex, on a board with all of it."""

from __future__ import annotations

import pytest

from defilade.rules.sl.mounts.motorcycles import ground_mp
from defilade.rules.sl.smoke import lay
from defilade.rules.sl.vehicles.driving import BACKWARD, FORWARD, NEVER, entry_cost
from sl.motor_pool import scene, vehicle
from sl.wilds import wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

TANK, TRUCK, HALFTRACK = "rus-t34-76a", "ger-heavy-truck", "ger-spw-251-1"


def price(kind: str, origin: str, hex: str, **more: bool) -> float:
    g = scene("MPh", [], [vehicle("v", kind, f"q{origin}", **more)], board="q").g
    return entry_cost(g, g.state.vehicles["v"], f"q{origin}", f"q{hex}", FORWARD)


@pytest.mark.rule("SL:30.4")
@pytest.mark.parametrize(
    ("origin", "hex", "tank", "truck", "halftrack"),
    [
        ("A1", "A2", 1, 6, 1),  # open ground
        ("S6", "S5", 6, 0.5, NEVER),  # woods, and a road that only who looks out, or has no hatches, uses
        ("R4", "S5", 6, NEVER, NEVER),  # woods
        ("X4", "W4", 4, NEVER, NEVER),  # a wooden building
        ("X8", "W8", NEVER, NEVER, NEVER),  # one of stone
        ("U3", "U4", 1, NEVER, NEVER),  # over a wall
        ("U6", "U7", 1, NEVER, NEVER),  # over a hedge
        ("O8", "P8", 5, 10, 5),  # uphill
        ("P8", "O8", 1, 6, 1),  # downhill
        ("X4", "X3", 1, 10, 1),  # shellholes
        ("Q8", "R8", NEVER, NEVER, NEVER),  # over a cliff
        ("I3", "J3", 1, 6, 1),  # into a gully
        ("J3", "I3", 5, 10, 5),  # out of it
    ],
)
def test_the_chart_of_what_hexes_cost(
    origin: str, hex: str, tank: float, truck: float, halftrack: float
) -> None:
    prices = [price(kind, origin, hex) for kind in (TANK, TRUCK, HALFTRACK)]
    assert prices == [tank, truck, halftrack]


@pytest.mark.rule("SL:30.4", "SL:11.9.1-b", "SL:11.19.3-b", "SL:11.25.2-b", "SL:11.26.7")
def test_roads_wrecks_and_smoke() -> None:
    assert price(TANK, "Q5", "Q6", ce=True) == 0.5 and price(TANK, "Q5", "Q6") == 1
    others = {
        "a wreck": (vehicle("w", TANK, "qQ6", wreck=True), 2),
        "an enemy AFV": (vehicle("w", "ger-pzkw-ivh", "qQ6"), 4),
        "a friend": (vehicle("w", TANK, "qQ6"), 2),
    }
    for what, (other, more) in others.items():
        g = scene("MPh", [], [vehicle("v", TANK, "qQ5", ce=True), other], board="q").g
        assert entry_cost(g, g.state.vehicles["v"], "qQ5", "qQ6", FORWARD) == 1 + more, what
    g = scene("MPh", [], [vehicle("v", TANK, "qA1")], board="q").g
    lay(g, "qA2", "german")
    assert entry_cost(g, g.state.vehicles["v"], "qA1", "qA2", FORWARD) == 2


@pytest.mark.rule("SL:11.27.1-a", "SL:11.27.1-b")
def test_backward_everything_costs_several_times_as_much() -> None:
    g = scene("MPh", [], [vehicle("v", TANK, "qA2"), vehicle("c", "ger-psw-222", "qA2")], board="q").g
    tank, car = g.state.vehicles["v"], g.state.vehicles["c"]
    assert entry_cost(g, tank, "qA2", "qA1", BACKWARD) == 4
    assert entry_cost(g, car, "qA2", "qA1", BACKWARD) == 2 * 3
    assert entry_cost(g, tank, "qO8", "qP8", BACKWARD) == 4 * 5  # also what the slope adds


@pytest.mark.rule("SL:14.21.4")
def test_what_a_gully_costs_motorcycles() -> None:
    g = wild("MPh").g
    field = ground_mp(g, "qA1", "qA2")
    assert ground_mp(g, "qI3", "qJ3") == field + 5 and ground_mp(g, "qJ3", "qI3") == field + 9
    assert ground_mp(g, "qJ3", "qJ4") == field  # along it
