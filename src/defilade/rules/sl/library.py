"""Squad Leader's counters and tables in one place: loaded once, checked on load.

>>> kit = library()
>>> squad = kit.counters["ger-467"]
>>> squad.name, squad.morale, squad.half_squad
('4-6-7', 7, 'ger-237')
>>> str(kit.tables.infantry_fire_table.result(3, 4))
'2'
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from defilade.rules.content_files import ContentFiles
from defilade.rules.counter_sheets import Nationality, load_counters
from defilade.rules.sl.anti_tank import AntiTank, anti_tank
from defilade.rules.sl.garage import Garage, garage
from defilade.rules.sl.peoples import Peoples, load_peoples
from defilade.rules.sl.tables import Tables, load_tables
from defilade.tactics.counters import Counter, WeaponType

CONCEALMENT_COUNTER = "?"


class Library(msgspec.Struct, frozen=True):
    nationalities: dict[str, Nationality]
    counters: dict[str, Counter]
    weapons: dict[str, WeaponType]
    tables: Tables
    garage: Garage
    peoples: Peoples
    worth: dict[str, int]
    """Point values of the counters (SL:17)."""
    anti_tank: AntiTank


def concealment_counter(tables: Tables) -> Counter:
    """SL:2.3.2: a "?" must be taken for a squad; SL:2.3.9.3-b: where nobody is under it, it checks as one."""
    table = tables.concealment
    return Counter(
        id=CONCEALMENT_COUNTER,
        name=CONCEALMENT_COUNTER,
        nationality="",
        kind="concealed",
        morale=table.dummy_morale,
        broken_morale=table.dummy_morale,
        boxed=False,
        range=table.presumed_range,
    )


def scout_id(nation: Nationality) -> str:
    return f"{nation.prefix}-scout"


def scouts(nations: dict[str, Nationality], tables: Tables) -> dict[str, Counter]:
    """SL:3.7.1, SL:3.7.6-a: a scout counter for every nation that uses them (SL:3.7.2). It has no point value, so its
    loss counts for nothing (SL:3.7.6-b)."""
    table = tables.scouts
    found = [
        Counter(
            id=scout_id(nation),
            name="Scout",
            nationality=key,
            kind="scout",
            morale=table.morale,
            broken_morale=table.morale,
            boxed=False,
        )
        for key, nation in nations.items()
        if key not in table.without
    ]
    return {counter.id: counter for counter in found}


def sniper_id(nation: Nationality, drm: int) -> str:
    return f"{nation.prefix}-sniper{drm}"


def snipers(nations: dict[str, Nationality], tables: Tables) -> dict[str, Counter]:
    """SL:5.7.3: sniper counters with every Sniper DRM, which is in their ids and names."""
    table = tables.snipers
    found = [
        Counter(
            id=sniper_id(nation, drm),
            name=f"Sniper -{drm}",
            nationality=key,
            kind="sniper",
            morale=table.morale,
            broken_morale=table.morale,
            boxed=False,
            fp=1,
            range=table.range,
        )
        for key, nation in nations.items()
        for drm in range(1, -table.base + 1)
    ]
    return {counter.id: counter for counter in found}


@cache
def library(overlay: Path | None = None) -> Library:
    """The library, read once a folder. Without a folder: ours, or that of DEFILADE_CONTENT."""
    content = ContentFiles(overlay)
    counters = load_counters([content.read("sl/counters.yaml")])
    tables = load_tables(content.read("sl/tables.yaml"))
    men = counters.personnel
    peoples = load_peoples(content.read("sl/nations.yaml"), men)
    worth = {counter.id: peoples.points.of(counter, men) for counter in men.values()}
    nations = counters.nationalities
    single = scouts(nations, tables) | snipers(nations, tables)
    personnel = men | single | {CONCEALMENT_COUNTER: concealment_counter(tables)}
    return Library(
        counters.nationalities,
        personnel,
        counters.weapons,
        tables,
        garage(overlay),
        peoples,
        worth,
        anti_tank(overlay),
    )
