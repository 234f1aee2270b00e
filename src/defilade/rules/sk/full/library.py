"""The counters and tables of the full Starter Kit: those of the first box, with what the later boxes add and change."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from defilade.rules.content_files import ContentError, ContentFiles
from defilade.rules.sk.full.ordnance_tables import OrdnanceTables, load_ordnance
from defilade.rules.sk.full.vehicle_charts import (
    ToKillTables,
    VehicleCharts,
    check_guns,
    load_to_kill,
    load_vehicles,
)
from defilade.rules.sk.library import FIRST_KIT_FOLDERS, Library, load_library
from defilade.rules.sk.state import SkPlay
from defilade.tactics.counters import WeaponType
from defilade.tactics.ordnance import Ordnance
from defilade.tactics.vehicles import VehicleType

FOLDERS = (*FIRST_KIT_FOLDERS, "skf")
ORDNANCE = "skf/ordnance.yaml"
MAIN_ARMAMENT = "MA"
"""The kind of weapon that a vehicle's main armament is."""


class FullLibrary(Library, frozen=True, kw_only=True):
    """What the full kit has beyond the first. Its guns are among the weapons."""

    ordnance: OrdnanceTables
    charts: VehicleCharts
    to_kill: ToKillTables


@cache
def full_library(overlay: Path | None = None) -> FullLibrary:
    """The library, read once a folder. Without a folder: ours, or that of DEFILADE_CONTENT."""
    content = ContentFiles(overlay)
    base = load_library(content, FOLDERS)
    charts, vehicles = load_vehicles(content)
    to_kill = load_to_kill(content)
    check_guns("skf/vehicles.yaml", vehicles, to_kill)
    nations = {key: nation.prefix for key, nation in base.nationalities.items()}
    ordnance, guns = load_ordnance(content.read(ORDNANCE), nations)
    for twice in base.weapons.keys() & guns.keys():
        raise ContentError(ORDNANCE, twice, "the counter is given twice")
    fields = {name: getattr(base, name) for name in base.__struct_fields__}
    armaments = {one.armament: armament_type(one) for one in vehicles.values()}
    more = {"vehicles": vehicles, "weapons": {**base.weapons, **guns, **armaments}}
    return FullLibrary(**{**fields, **more}, charts=charts, to_kill=to_kill, ordnance=ordnance)


def armament_type(vehicle: VehicleType) -> WeaponType:
    """A vehicle's main armament as a weapon, so that whatever fires guns can fire it: with its own To Hit numbers
    (DAE:VN-Sherman-a) and the ammunition of the date (DAE:VN-Sherman-b)."""
    ma = vehicle.ma
    return WeaponType(
        id=vehicle.armament,
        name=f"{ma.caliber}{ma.length} MA",
        nationality=vehicle.nationality,
        kind=MAIN_ARMAMENT,
        fp=0,
        range=0,
        pp=0,
        rof=ma.rof,
        breakdown=ma.breakdown,
        repair=1,
        ordnance=Ordnance(
            MAIN_ARMAMENT,
            ma.caliber,
            ma.length,
            full_turn=vehicle.turreted,
            ife=ma.ife,
            no_ap=ma.no_ap,
            ammo=ma.ammo,
            red_until=ma.red_until,
        ),
        provenance=vehicle.provenance,
    )


def kit_of(g: SkPlay) -> FullLibrary:
    """The library of a game of the full kit."""
    assert isinstance(g.library, FullLibrary), "these parts are composed with the full kit's library"
    return g.library
