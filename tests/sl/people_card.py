"""A scenario in which all kinds of people meet, with all options that concern them."""

from __future__ import annotations

from functools import cache

from defilade.hexgrid import Placed
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area
from defilade.tactics.victory_conditions import ControlBuildings

OPTIONS = {"prisoners": "on", "integrity": "on", "command": "on"}


def card(name: str, russians: dict[str, int], germans: dict[str, int], **options: str) -> Scenario:
    def group(side: str, units: dict[str, int], rows: str) -> Group:
        return Group(
            id=side,
            name=side,
            side=side,
            provenance="original",
            units=units,
            setup=Area(rows=rows),
            concealment=2,
        )

    return Scenario(
        id=name,
        title="Everybody",
        date="1944-11-05",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top", rows={"z": "H-P"}),
        turns=5,
        sides=("russian", "german"),
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=(group("russian", russians, "L-P"), group("german", germans, "H-L")),
        victory=ControlBuildings(
            winner="german", rule="SL:S2-VC-a", buildings=("K8", "L4", "M4", "M7", "N3"), at_least=3
        ),
        options={**OPTIONS, **options},
        surrenders=("russian",),
        elr={"german": 1, "russian": 1},
    )


@cache
def fighters() -> SlSystem:
    """Two games: SS, Finns and Volksgrenadiers against Russians and partisans; Germans and their allies against
    Americans, Britons, Gurkhas and Frenchmen."""
    east = card(
        "east",
        {
            "rus-447": 3,
            "rus-628": 2,
            "rus-336": 3,
            "par-337": 1,
            "rus-149-hero": 1,
            "rus-9-1": 1,
            "par-8-0": 1,
        },
        {"ss-658": 2, "fin-648": 2, "ger-436": 2, "ger-467": 2, "ss-9-1": 1, "fin-9-0": 1, "ger-8-0": 1},
    )
    west = card(
        "west",
        {"usa-666": 3, "usa-747": 2, "gur-458": 2, "bri-436": 2, "fre-457": 1, "usa-8-1": 1, "bri-8-0": 1},
        {
            "ger-467": 4,
            "ger-838": 1,
            "axm-347": 2,
            "ita-346": 1,
            "ger-247-crew": 1,
            "ger-9-2": 1,
            "axm-7-0": 1,
        },
    )
    return SlSystem({"east": east, "west": west})
