"""Scenarios with much to hide, and positions of them, for the tests of what is seen and what is not."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from defilade.hexgrid import Placed
from defilade.kernel import Position, make_view
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.eyes.concealment import cover
from defilade.rules.sl.eyes.hidden import hide
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area
from defilade.tactics.units import OFF_MAP
from sl.table import Table


def secret_card(**more: Any) -> Scenario:
    return Scenario(
        **{
            "id": "hide-and-seek",
            "title": "Hide and Seek",
            "date": "1943-07-01",
            "place": "",
            "map": MapPart(boards=(Placed("z"),), rows={"z": "F-R"}, north="top"),
            "turns": 5,
            "sides": ("russian", "german"),
            "sets_up_first": "russian",
            "moves_first": "german",
            "provenance": "original",
            "groups": (
                Group(
                    id="hiders",
                    name="Ambush",
                    side="russian",
                    provenance="original",
                    setup=Area(rows="K-R"),
                    units={"rus-447": 3, "rus-628": 2, "rus-8-1": 1, "rus-7-0": 1, "rus-sniper3": 1},
                    concealment=7,
                    hidden=2,
                    works={"entrenchment": 2, "wire": 3},
                ),
                Group(
                    id="seekers",
                    name="Patrol",
                    side="german",
                    provenance="original",
                    setup=Area(rows="F-H"),
                    units={"ger-467": 8, "ger-838": 1, "ger-9-1": 1, "ger-8-1": 1},
                ),
            ),
            **more,
        }
    )


@cache
def secret_system(**more: Any) -> SlSystem:
    card = secret_card(**more)
    return SlSystem({card.id: card})


def under_cover(table: Table, *units: str, dummies: int = 0, hex: str = "", side: str = "russian") -> str:
    """Put a "?" on units of a situation, or on so many more "?"; its id."""
    g = table.g
    at = table.g.map.resolve(hex) if hex else g.unit(units[0]).hex
    counter = cover(g, g.unit(units[0]).side if units else side, at, units, dummies)
    ask_again(table)
    return counter.id


def hidden_away(table: Table, *units: str) -> None:
    """Units of a situation are hidden where they stand."""
    g = table.g
    for uid in units:
        hex = g.unit(uid).hex
        g.place(g.unit(uid), OFF_MAP)
        hide(g, uid, hex)
    ask_again(table)


def ask_again(table: Table) -> None:
    """The question as it is now that the situation has been changed by hand."""
    state = table.position.state
    table.position = Position(table.system, state, table.system.settle(table.system.play(state)))


def seen_by(table: Table, side: str) -> bytes:
    return msgspec.json.encode(make_view(table.system, table.position, side, 0))
