"""The To Kill tables and the vehicle counters, cell by cell (DAE:QRDC-tkap, -tkhe, -tkheat, SKF:7.1)."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from defilade.rules.content_files import ContentError
from defilade.rules.sk.full.library import FullLibrary, full_library
from defilade.rules.sk.full.vehicles.area_results import area_result
from defilade.rules.sk.full.vehicles.to_kill import outcome
from skf.tanks import Tanks

N = None
RANGES = (0, 2, 3, 7, 13, 19)
"""A range in each column."""

PRINTED_AP = {
    "57L": (16, 16, 15, 15, 15, 14),
    "75*": (11, 10, 10, 10, 10, 9),
    "75L": (18, 17, 17, 17, 17, 16),
    "75LL": (24, 23, 23, 23, 23, 22),
    "76L": (18, 17, 17, 17, 17, 16),
    "76LL": (24, 23, 23, 23, 23, 22),
    "88L": (21, 20, 20, 20, 20, 19),
    "88LL": (28, 27, 27, 27, 27, 26),
}
PRINTED_APCR = {
    "75L": (23, 22, 21, 20, 19, 17),
    "76L": (25, 24, 23, 22, 21, 19),
    "88L": (26, 25, 24, 23, 22, 20),
}
PRINTED_APDS = {"57L": (19, 18, 18, 18, 18, 18), "76LL": (26, 25, 25, 25, 25, 25)}

# The other guns' rows: a basic number and what the range adds to it, by caliber.
AP_CHANGE = {25: (2, 1, 1, 0, 0, -1), 57: (1, 1, 0, 0, 0, -1), 999: (1, 0, 0, 0, 0, -1)}
APCR_CHANGE = {57: (3, 2, 1, 0, -2, -4), 999: (3, 2, 1, 0, -1, -3)}
BASIC_AP = {
    ("12.7", 12): 5,
    ("20L", 20): 6,
    ("37L", 37): 9,
    ("37LL", 37): 11,
    ("40L", 40): 10,
    ("45L", 45): 10,
    ("50", 50): 11,
    ("50L", 50): 13,
    ("57LL", 57): 15,
    ("75", 75): 14,
    ("76*", 76): 9,
    ("76", 76): 12,
    ("76L-russian", 76): 13,
    ("76LL-russian", 76): 16,
    ("77L", 77): 19,
    ("85L", 85): 17,
    ("90L", 90): 21,
    ("105", 105): 14,
    ("122L", 122): 25,
    ("100L", 100): 27,
    ("152", 152): 21,
}
BASIC_APCR = {
    ("37L", 37): 10,
    ("45L", 45): 12,
    ("50", 50): 14,
    ("50L", 50): 17,
    ("57LL", 57): 18,
    ("76L-russian", 76): 14,
    ("76LL-russian", 76): 18,
    ("85L", 85): 19,
    ("90L", 90): 27,
}


@pytest.fixture
def kit() -> FullLibrary:
    found = full_library()
    assert isinstance(found, FullLibrary)
    return found


def row(kit: FullLibrary, ammo: str, gun: str, caliber: int = 0) -> tuple[int | None, ...]:
    return tuple(kit.to_kill.number(ammo, gun, caliber, distance) for distance in RANGES)


def change(table: dict[int, tuple[int, ...]], caliber: int) -> tuple[int, ...]:
    return next(line for most, line in table.items() if caliber <= most)


@pytest.mark.rule("DAE:QRDC-tkap", "SKF:7.9-a")
def test_every_printed_cell_of_the_ap_table(kit: FullLibrary) -> None:
    for gun, numbers in PRINTED_AP.items():
        assert row(kit, "AP", gun) == numbers, gun
        assert row(kit, "APCR", gun) == PRINTED_APCR.get(gun, (N,) * 6), gun
        assert row(kit, "APDS", gun) == PRINTED_APDS.get(gun, (N,) * 6), gun
    assert row(kit, "MG", "") == (6, 5, 5, 4, 4, N)


@pytest.mark.rule("DAE:QRDC-tkap")
def test_the_other_guns_follow_from_their_basic_number_and_the_range(kit: FullLibrary) -> None:
    for (gun, caliber), basic in BASIC_AP.items():
        assert row(kit, "AP", gun) == tuple(basic + add for add in change(AP_CHANGE, caliber)), gun
    for (gun, caliber), basic in BASIC_APCR.items():
        assert row(kit, "APCR", gun) == tuple(basic + add for add in change(APCR_CHANGE, caliber)), gun
    known = {*PRINTED_AP, *(gun for gun, _ in BASIC_AP), "MG"}
    assert known == {found.gun for found in kit.to_kill.armor_piercing}


@pytest.mark.rule("DAE:QRDC-tkhe")
def test_every_cell_of_the_he_and_flame_table(kit: FullLibrary) -> None:
    expected = {
        20: 3,
        29: 3,
        30: 4,
        40: 5,
        50: 6,
        69: 6,
        70: 7,
        75: 7,
        80: 8,
        88: 8,
        100: 10,
        120: 12,
        150: 16,
    }
    assert {caliber: kit.to_kill.number("HE", "", caliber, 5) for caliber in expected} == expected
    assert kit.to_kill.number("HE", "", 15, 1) is None
    assert kit.to_kill.number("flame", "", 0, 1) == 8
    assert kit.to_kill.number("charge", "", 0, 1) == 16


@pytest.mark.rule("DAE:QRDC-tkheat")
def test_every_cell_of_the_heat_table(kit: FullLibrary) -> None:
    by_name = {"PIAT": 15, "PSK": 26, "PF": 31, "BAZ43": 13, "BAZ44": 16, "BAZ45": 16}
    assert {name: kit.to_kill.number("HEAT", name, 0, 1) for name in by_name} == by_name
    calibers = {37: 26, 57: 11, 65: 11, 70: 12, 75: 13, 76: 13, 95: 16, 100: 14, 105: 15, 122: 17, 150: 21}
    assert {cal: kit.to_kill.number("HEAT", f"{cal}*", cal, 9) for cal in calibers} == calibers
    assert len(kit.to_kill.heat) == len(by_name) + len(calibers)


@pytest.mark.rule("SKF:7.1-a", "SKF:7.1-b")
def test_armor_of_hull_and_turret(kit: FullLibrary) -> None:
    three = kit.vehicles["ger-pziiin"]
    assert [
        three.armor(place, facing) for place in ("hull", "turret") for facing in ("front", "side", "rear")
    ] == [
        6,
        3,
        3,
        6,
        4,
        4,
    ]
    panther = kit.vehicles["ger-panther"]
    assert panther.armor("hull", "front") == 18
    assert panther.armor("turret", "front") == 14
    kv = kit.vehicles["rus-kv1"]
    assert (kv.armor("hull", "side"), kv.armor("turret", "rear")) == (8, 11)
    for vehicle in kit.vehicles.values():
        assert set(vehicle.armor_factors) <= {0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26}


@pytest.mark.rule("SKF:7.1-b")
def test_a_turret_two_steps_off_is_refused(tmp_path: Path) -> None:
    ours = Path(str(__import__("defilade").__path__[0])) / "content" / "skf" / "vehicles.yaml"
    (tmp_path / "skf").mkdir()
    text = ours.read_text(encoding="utf-8").replace("turret_side: 11", "turret_side: 14")
    (tmp_path / "skf" / "vehicles.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match="more than one step"):
        full_library(tmp_path)


@pytest.mark.rule("SKF:1.2.7", "DAE:VN-Sherman-c", "DAE:VN-Tiger-b")
def test_what_is_printed_on_some_counters(kit: FullLibrary) -> None:
    assert kit.vehicles["ger-psw222"].movement == "armored_car"
    assert kit.vehicles["ger-panther"].movement == "tracked"
    assert kit.vehicles["bri-firefly5"].bmg == 0
    assert kit.vehicles["bri-sherman5"].bmg == 2
    tiger = kit.vehicles["ger-tiger"]
    assert tiger.crew_morale == 9
    assert [entry.number for entry in tiger.ma.ammo["APCR"]] == [6, 5, 4]


# The AFV Destruction Table: what a DR below the number, on it, one and two above it does to hull and turret.
DIRECT = {
    "hull": ("destroyed", "immobilized", "possible shock", "no effect"),
    "turret": ("destroyed", "shocked", "possible shock", "no effect"),
}
BLAST = {
    "hull": ("destroyed", "immobilized", "immobilized", "no effect"),
    "turret": ("destroyed", "shocked", "shocked", "no effect"),
}
BULLETS = {
    "hull": ("destroyed", "stunned", "no effect", "no effect"),
    "turret": ("destroyed", "stunned", "no effect", "no effect"),
}
FLAMES = {
    "hull": ("destroyed", "no effect", "possible shock", "no effect"),
    "turret": ("destroyed", "shocked", "possible shock", "no effect"),
}
DESTRUCTION = {
    "AP": DIRECT,
    "APCR": DIRECT,
    "APDS": DIRECT,
    "HEAT": DIRECT,
    "HE": BLAST,
    "charge": BLAST,
    "MG": BULLETS,
    "flame": FLAMES,
}


@pytest.mark.rule("DAE:QRDC-afvdest", "SKF:7.10-b", "SKF:7.10-c", "SKF:7.10-g", "SKF:7.10-h")
@pytest.mark.parametrize("ammo", DESTRUCTION)
@pytest.mark.parametrize("final", [3, 7, 10])
def test_every_cell_of_the_destruction_table(ammo: str, final: int) -> None:
    for place, expected in DESTRUCTION[ammo].items():
        found = tuple(outcome(ammo, place, original, final) for original in range(final - 1, final + 3))
        assert found == expected, place


@pytest.mark.rule("DAE:QRDC-afvdest", "SKF:7.11-a", "SKF:7.11-b")
@pytest.mark.parametrize(("vehicle", "drm"), [("rus-kv1", 1), ("rus-t3485", 0), ("rus-ba6", -1)])
def test_the_column_of_the_area_target_type(vehicle: str, drm: int) -> None:
    """Half of 75 mm is the 6 column: KIA up to 2, K on 3; K and one above it Immobilize or Shock."""
    s = Tanks("PFPh", "german", [{"id": "e", "type": vehicle, "hex": "Y6"}], sides=("german", "russian"))
    for coloured, white in product(range(1, 7), repeat=2):
        final = coloured + white + drm
        struck = "shocked" if coloured < white else "immobilized"
        expected = "destroyed" if final <= 2 else struck if final <= 4 else "no effect"
        assert area_result(s.g, s.tank("e"), 6, (coloured, white)) == expected, (coloured, white)


@pytest.mark.rule("DAE:QRDC-afvdest", "SKF:3.8-n")
@pytest.mark.parametrize(
    ("dice", "wreck", "stopped"), [((1, 3), True, False), ((2, 3), False, True), ((3, 3), False, False)]
)
def test_the_column_of_close_combat(dice: tuple[int, int], wreck: bool, stopped: bool) -> None:
    """CCV 5: below it destroys, on it Immobilizes, above it does nothing."""
    squad = {"id": "g", "type": "ger-467", "hex": "Y6"}
    tank = {"id": "e", "type": "rus-t3485", "hex": "Y6"}
    s = Tanks("CCPh", "german", [tank], [squad], sides=("german", "russian"))
    s.do("assault-tank g - e").roll(*dice)
    assert (s.tank("e").wreck, s.tank("e").immobilized) == (wreck, stopped)


@pytest.mark.rule("DAE:QRDC-tkap")
def test_where_a_column_ends(kit: FullLibrary) -> None:
    found = [kit.to_kill.number("APCR", "75L", 75, distance) for distance in (1, 2, 6, 12, 18, 24, 25)]
    assert found == [23, 22, 21, 20, 19, 17, 17]
