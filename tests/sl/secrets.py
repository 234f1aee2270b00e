"""Scenarios with much to hide, and positions of them, for the tests of what is seen and what is not."""

from __future__ import annotations

from functools import cache
from typing import Any

from defilade.hexgrid import Placed
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area


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
                    units={"rus-447": 3, "rus-628": 2, "rus-8-1": 1, "rus-7-0": 1},
                    concealment=7,
                    hidden=2,
                ),
                Group(
                    id="seekers",
                    name="Patrol",
                    side="german",
                    provenance="original",
                    setup=Area(rows="F-H"),
                    units={"ger-467": 6, "ger-838": 1, "ger-9-1": 1, "ger-8-1": 1},
                ),
            ),
            **more,
        }
    )


@cache
def secret_system(**more: Any) -> SlSystem:
    card = secret_card(**more)
    return SlSystem({card.id: card})
