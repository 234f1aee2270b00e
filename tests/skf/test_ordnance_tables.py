"""The To Hit chart of the module's card, cell by cell, and what the tables of ordnance refuse."""

from __future__ import annotations

import pytest

from defilade.rules.content_files import ContentError, ContentFile, ContentFiles
from defilade.rules.sk.full.library import ORDNANCE, FullLibrary, full_library
from defilade.rules.sk.full.ordnance_tables import ATT, ITT, VTT, load_ordnance
from defilade.tactics.ordnance import MTR, Ordnance

# Nation, gun, FP on the ITT, on the ATT and of a CH; then the three blocks of the chart. A dash is no number.
CARD = """
german  75*   12/6/24  10(5) 9(4) 8(3) 7(3) 5(2) 4(2)                        | 7 7 | 10 9 7 6
german  75L   12/6/24  10(5) 9(4) 8(3) 7/6(3/2) 7/6(3/2) 6/5(2/2)            | 7 9 | 10 9/8 9/8 8/7
german  75LL  12/6/24  10(5) 9(4) 8(3) 7(3) 7(3) 6(2)                        | 7 9 | 10 9 9 8
german  88L   16/8/30  10(5) 9(4) 8(3) 7(3) 7(3) 6(2)                        | 7 9 | 10 9 9 8
german  88LL  16/8/30  10(5) 9(4) 8(3) 7/6(3/2) 7/6(3/2) 6/5(2/2)            | 7 9 | 10 9/8 9/8 8/7
british 57L   6/2/12   10(5) 9(4) 8(3) 7/6(3/2) 6/5(2/2) 5/4(2/1)            | 7 8 | 10 9/8 8/7 7/6
british 75    12/6/24  10(5) 9(4) 8(3) 7(3) 6(2) 5(2)                        | 7 8 | 10 9 8 7
british 76LL  12/6/24  10(5) 9(4) 8(3) 7(3) 7(3) 6(2)                        | 7 9 | 10 9 9 8
"""
RANGES = {
    ITT: ((1, 1), (2, 2), (3, 6), (7, 12), (13, 18), (19, 24)),
    ATT: ((1, 12), (13, 24)),
    VTT: ((1, 6), (7, 12), (13, 18), (19, 24)),
}
ROWS = [line.split(maxsplit=3) for line in CARD.strip().splitlines()]


@pytest.fixture(scope="module")
def kit() -> FullLibrary:
    return full_library()


def barrel(text: str) -> Ordnance:
    digits = "".join(letter for letter in text if letter.isdigit())
    return Ordnance("AT", caliber=int(digits), length=text[len(digits) :])


def both(text: str) -> tuple[int, int]:
    black, _, red = text.partition("/")
    return int(black), int(red or black)


@pytest.mark.rule("DAE:QRDC-th", "SKF:3.2.4-j", "SKF:6.1-b")
@pytest.mark.parametrize(("nation", "gun", "fp", "cells"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_every_cell_of_the_card(kit: FullLibrary, nation: str, gun: str, fp: str, cells: str) -> None:
    blocks = dict(zip((ITT, ATT, VTT), (block.split() for block in cells.split("|")), strict=True))
    for target_type, ranges in RANGES.items():
        for text, (near, far) in zip(blocks[target_type], ranges, strict=True):
            hit, _, critical = text.rstrip(")").partition("(")
            for distance in {near, far}:
                for red in (False, True):
                    found = kit.ordnance.to_hit.number(barrel(gun), nation, target_type, distance, red=red)
                    assert found is not None
                    assert found.to_hit == both(hit)[red]
                    assert found.critical == (both(critical)[red] if critical else 0)


@pytest.mark.rule("DAE:QRDC-th", "SKF:3.2.4-ab", "DAE:QRDC-ift")
@pytest.mark.parametrize(("nation", "gun", "fp", "cells"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_fp_columns_of_the_card(kit: FullLibrary, nation: str, gun: str, fp: str, cells: str) -> None:
    """Direct fire on the caliber's column, the ATT on that of half its FP, a CH on that of the double."""
    itt, att, critical = (int(number) for number in fp.split("/"))
    table = kit.tables.infantry_fire_table
    full = kit.ordnance.fp_of(barrel(gun).caliber)
    place = {of: table.column(of) for of in (full, full / 2, full * 2)}
    assert [table.columns[place[of] or 0] for of in (full, full / 2, full * 2)] == [itt, att, critical]


@pytest.mark.rule("DAE:QRDC-ift")
def test_calibers_over_the_columns(kit: FullLibrary) -> None:
    heads = [20, 30, 37, 50, 60, 70, 80, 100, 120, 150, 200]
    assert [kit.ordnance.fp_of(caliber) for caliber in heads] == list(kit.tables.infantry_fire_table.columns)
    assert [kit.ordnance.fp_of(caliber - 1) for caliber in heads] == [
        0,
        *kit.tables.infantry_fire_table.columns[:-1],
    ]


@pytest.mark.rule("DAE:QRDC-mgth")
def test_machine_guns_at_vehicles(kit: FullLibrary) -> None:
    found = [
        kit.ordnance.to_hit.machine_gun_number(distance, red=red)
        for red in (False, True)
        for distance in (6, 12, 18, 19)
    ]
    assert [number and number.to_hit for number in found] == [10, 9, 6, None, 10, 8, 5, None]
    assert not any(number.critical for number in found if number)


def test_printed_rows_come_out_of_the_derived_ones(kit: FullLibrary) -> None:
    """What the card prints is what the arithmetic gives, but for one CH# and for red numbers that it leaves out."""
    chart = kit.ordnance.to_hit
    for nation, gun, _, _ in ROWS:
        for target_type, ranges in RANGES.items():
            for _, far in ranges:
                printed = chart.number(barrel(gun), nation, target_type, far, red=False)
                derived = chart.number(barrel(gun), "nobody", target_type, far, red=False)
                assert printed is not None and derived is not None
                assert printed.to_hit == derived.to_hit
                if (gun, target_type, far) != ("75*", ITT, 24):
                    assert printed.critical == derived.critical


@pytest.mark.rule("DAE:QRDC-th", "SKF:6.9-b")
def test_the_51mm_mortar_of_the_card(kit: FullLibrary) -> None:
    """Area fire only, from 2 to 11 hexes, on the 2 column; a Critical Hit on the 12."""
    kind = kit.weapons["bri-51-mtr"]
    assert kind.ordnance is not None
    assert (kind.ordnance.min_range, kind.ordnance.max_range) == (2, 11)
    for distance in range(2, 12):
        found = kit.ordnance.to_hit.number(kind.ordnance, "british", ATT, distance, red=True)
        assert found is not None and found.to_hit == 7
    full = kit.ordnance.fp_of(51)
    table = kit.tables.infantry_fire_table
    assert [table.columns[table.column(fp) or 0] for fp in (full / 2, full * 2)] == [2, 12]


# The chart for any gun: far ends of the ranges, black and red numbers, and what barrel and caliber change of them.
FAR = (6, 12, 18, 24, 30, 36)
VEHICLE = ((10, 9, 8, 7, 6, 6), (10, 8, 7, 6, 5, 4))
INFANTRY = ((8, 7, 6, 5, 4, 3), (8, 6, 5, 4, 3, 2))
AREA = (7, 7, 8, 8, 7, 7)
LENGTHS = {"*": (0, 0, -1, -1, -1, -1), "": (0,) * 6, "L": (0, 0, 1, 1, 1, 1), "LL": (0, 0, 1, 1, 2, 2)}
CALIBERS = {88: (0,) * 6, 57: (0, 0, -1, -1, -2, -2), 40: (0, 0, -2, -2, -3, -3)}
CLOSE = {0: 2, 1: 2, 2: 1}
"""What nearness adds on the ITT."""


@pytest.mark.rule("DAE:QRDC-th", "SKF:3.2.4-i", "SKF:3.2.4-j")
@pytest.mark.parametrize("red", [False, True])
@pytest.mark.parametrize("caliber", CALIBERS)
@pytest.mark.parametrize("length", LENGTHS)
def test_every_cell_for_any_gun(kit: FullLibrary, length: str, caliber: int, red: bool) -> None:
    chart, gun = kit.ordnance.to_hit, Ordnance("AT", caliber=caliber, length=length)
    for distance in range(37):
        column = next(n for n, far in enumerate(FAR) if distance <= far)
        change = LENGTHS[length][column] + CALIBERS[caliber][column]
        wanted = {
            VTT: VEHICLE[red][column],
            ITT: INFANTRY[red][column] + CLOSE.get(distance, 0),
            ATT: AREA[column],
        }
        for target_type, number in wanted.items():
            if target_type == ATT and not distance:
                continue  # nobody fires so into his own hex
            found = chart.number(gun, "nobody", target_type, distance, red=red)
            assert found is not None
            assert found.to_hit == number + change, (target_type, distance)
    assert chart.number(gun, "nobody", VTT, 37, red=red) is None


@pytest.mark.rule("SKF:4.4-a", "SKF:4.4.2-h", "SKF:4.4.1-d", "SKF:4.4.1-e", "SKF:4.4.2-k", "SKF:4.4.5-c")
@pytest.mark.parametrize(
    ("weapon", "fp", "to_kill", "numbers"),
    [
        ("usa-baz43", 8, 13, (11, 9, 8, 7, 4)),
        ("usa-baz44", 8, 16, (11, 9, 8, 7, 4)),
        ("usa-baz45", 8, 16, (11, 10, 9, 8, 6, 4)),
        ("ger-psk", 12, 26, (11, 9, 8, 7, 4)),
        ("bri-piat", 8, 15, (11, 9, 7, 5)),
        ("ger-pf", 16, 31, (10, 8, 6, 4)),
    ],
)
def test_every_number_of_light_anti_tank_weapons(
    kit: FullLibrary, weapon: str, fp: int, to_kill: int, numbers: tuple[int, ...]
) -> None:
    kind = kit.weapons[weapon]
    assert kind.ordnance is not None
    assert (kind.fp, kind.ordnance.to_kill, kind.ordnance.to_hit) == (fp, to_kill, numbers)
    assert kind.range == len(numbers) - 1


@pytest.mark.rule("DAE:QRDC-thdrm", "DAE:QRDC-case08", "DAE:QRDC-case10", "DAE:QRDC-case01")
def test_the_numbered_modifiers_of_the_card(kit: FullLibrary) -> None:
    """Those with a number of their own; what vehicles bring is tested with them."""
    cases = kit.ordnance.cases
    assert (cases.advancing_fire.drm, cases.advancing_fire.in_building) == (2, 3)
    assert (cases.pinned.drm, cases.non_qualified.drm, cases.captured.drm, cases.cx.drm) == (2, 2, 2, 1)
    assert (cases.smoke.drm, cases.smoke.below) == (-2, 13)
    assert (cases.turned.full, cases.turned.slow, cases.turned.fixed) == ((1, 1, 1), (2, 1, 1), (3, 1, 1))
    assert cases.turned.in_building == 2
    assert (cases.intensive_fire.drm, cases.own_hex.drm, cases.own_hex.in_building) == (2, 2, 4)
    assert (cases.composite_far.drm, cases.composite_far.from_, cases.latw.drm) == (1, 13, 2)
    assert kit.ordnance.acquisition.steps == (-1, -2)
    assert (cases.hazardous.drm, cases.size.small, cases.size.large, cases.empty_hex.drm) == (-2, 1, -1, 2)
    numbered = [
        cases.advancing_fire,
        cases.pinned,
        cases.non_qualified,
        cases.captured,
        cases.cx,
        cases.leadership,
    ]
    numbered += [cases.intensive_fire, cases.own_hex, cases.latw, cases.tem, cases.hindrance, cases.movement]
    numbered += [cases.acquired, cases.hazardous, cases.empty_hex]
    assert [int(case.rule[-2:]) for case in numbered] == [1, 2, 3, 4, 5, 6, 9, 10, 12, 17, 18, 19, 20, 21, 23]
    others = (cases.smoke, cases.turned, cases.composite_far, cases.size)
    assert [int(case.rule[-2:]) for case in others] == [7, 8, 11, 22]


@pytest.mark.rule("SKF:3.2.4-j")
def test_nations_that_use_red_numbers(kit: FullLibrary) -> None:
    chart = kit.ordnance.to_hit
    assert all(chart.uses_red(nation, 194505) for nation in ("russian", "italian", "polish", "slovak"))
    assert chart.uses_red("american", 194312)
    assert not chart.uses_red("american", 194401)
    assert not chart.uses_red("german", 193909)


@pytest.mark.rule("SKF:1.2.6-a", "SKF:6.9-b", "SKF:4.5-a")
def test_types_of_guns(kit: FullLibrary) -> None:
    """A mortar of 60 mm or less is a SW, every other a Gun; only mortars have a least range."""
    ordnance = [kind for kind in kit.weapons.values() if kind.ordnance is not None]
    assert {kind.ordnance.type for kind in ordnance if kind.ordnance and kind.ordnance.gun} == {
        "MTR",
        "AT",
        "INF",
        "ART",
        "AA",
    }
    for kind in ordnance:
        assert kind.ordnance is not None
        if kind.ordnance.type == MTR:
            assert kind.ordnance.gun == (kind.ordnance.caliber > 60)
            assert 0 < kind.ordnance.min_range < kind.ordnance.max_range


@pytest.mark.rule("DAE:VN-6pdr")
def test_the_six_pounder(kit: FullLibrary) -> None:
    gun = kit.weapons["bri-57l-at"].ordnance
    assert gun is not None and gun.no_he
    months = (194301, 194302, 194312, 194401, 194505)
    assert [[row.number for row in gun.ammo["HE"] if row.holds(month)] for month in months] == [
        [],
        [7],
        [7],
        [8],
        [8],
    ]
    assert [bool([row for row in gun.ammo["APDS"] if row.holds(month)]) for month in (194405, 194406)] == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"7/6(3/2)"', '"6/7(3/2)"', "cannot be"),
        ('att: ["7", "9"]', 'att: ["7", "nine"]', "no cell"),
        ("caliber: 30, fp: 2", "caliber: 30, fp: 1", "must rise"),
        ("min_range: 2, max_range: 60, ", "", "a least and a greatest range"),
        ("type: AA, caliber: 20", "type: XX, caliber: 20", "none of"),
        ("x: 10, pp: 1, since: 194309", "x: 10, b: 10, pp: 1, since: 194309", "either b"),
        ("ammo: {smoke: [{number: 7}]}", "ammo: {soup: [{number: 7}]}", "none of"),
        ("id: rus-atr, nationality: russian", "id: rus-atr, nationality: martian", "unknown nationality"),
    ],
)
def test_a_wrong_file_is_refused(old: str, new: str, why: str) -> None:
    file = ContentFiles().read(ORDNANCE)
    assert old in file.text
    nations = {"german": "ger", "russian": "rus", "american": "usa", "british": "bri"}
    with pytest.raises(ContentError, match=why):
        load_ordnance(ContentFile(file.name, file.text.replace(old, new, 1)), nations)
