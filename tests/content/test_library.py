"""The counters and tables of the Starter Kit are complete, and mistakes in them are named."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from defilade.rules.content_files import OVERLAY_VARIABLE, ContentError, ContentFiles
from defilade.rules.sk.library import library, load_library
from defilade.rules.sk.tables import fire_result

KIT = library()
SHIPPED = ContentFiles().shipped

COUNTERS_FILE = "sk/counters.yaml"
TABLES_FILE = "sk/tables.yaml"


def overlaid(tmp_path: Path, relative: str, old: str, new: str) -> ContentFiles:
    """Our file with one passage changed, laid over our own."""
    text = (SHIPPED / relative).read_text(encoding="utf-8")
    assert old in text
    target = tmp_path / relative
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    return ContentFiles(tmp_path)


@pytest.mark.rule("SK1:QRDC-nat", "SK1:1.2.2-b", "SK1:1.2.2-c")
@pytest.mark.parametrize(
    ("squad", "cls", "half", "lower"),
    [
        ("ger-468", "E", "ger-248", "ger-467"),
        ("ger-548", "E", "ger-238", "ger-447"),
        ("ger-467", "1", "ger-247", "ger-447"),
        ("ger-447", "2", "ger-237", "ger-436"),
        ("ger-436", "C", "ger-236", ""),
        ("rus-458", "E", "rus-248", "rus-447"),
        ("rus-447", "1", "rus-237", "rus-426"),
        ("rus-527", "1", "rus-227", "rus-426"),
        ("rus-426", "C", "rus-226", ""),
        ("usa-747", "E", "usa-337", ""),
        ("usa-667", "E", "usa-347", "usa-666"),
        ("usa-666", "1", "usa-346", "usa-546"),
        ("usa-546", "2", "usa-236", "usa-536"),
        ("usa-536", "G", "usa-226", ""),
    ],
)
def test_nationality_chart(squad: str, cls: str, half: str, lower: str) -> None:
    counter = KIT.counters[squad]
    assert (counter.cls, counter.half_squad, counter.replacement) == (cls, half, lower)
    assert KIT.counters[half].cls == cls
    # A half-squad steps down as its squad does, and breaks one lower.
    assert KIT.counters[half].replacement == (KIT.counters[lower].half_squad if lower else "")
    assert KIT.counters[half].broken_morale == counter.broken_morale - 1


@pytest.mark.rule("SK1:1.2.1-a")
def test_leader_ladder_runs_from_the_best_to_the_worst() -> None:
    step, seen = "rus-10-2", []
    while step:
        leader = KIT.counters[step]
        assert leader.boxed and leader.broken_morale == leader.morale and leader.cls == "E"
        seen.append(leader.name)
        step = leader.replacement
    assert seen == ["10-2", "9-2", "9-1", "8-1", "8-0", "7-0", "6+1"]


@pytest.mark.rule("SK1:1.2.2-d", "SK1:1.2.2-e")
def test_printed_marks_of_squads() -> None:
    assault = {c.id for c in KIT.counters.values() if c.assault_fire}
    assert assault == {"ger-548", "rus-527", "usa-747", "usa-667", "usa-666", "usa-546", "usa-536"}
    smoke = {c.id: c.smoke for c in KIT.counters.values() if c.smoke}
    assert smoke == {
        "ger-468": 2,
        "ger-548": 2,
        "ger-467": 1,
        "usa-747": 3,
        "usa-667": 3,
        "usa-666": 3,
        "usa-546": 2,
        "usa-536": 2,
    }
    assert {c.id for c in KIT.counters.values() if c.underlined_morale} == {"usa-747", "usa-337"}


@pytest.mark.rule("SK1:1.2.4-b", "SK1:2.0-c", "SK1:4.1-g2")
def test_support_weapons() -> None:
    mmg = KIT.weapons["rus-mmg"]
    assert (mmg.fp, mmg.range, mmg.rof, mmg.breakdown, mmg.removed, mmg.pp) == (4, 10, 2, 11, False, 5)
    assert KIT.weapons["ger-hmg"].breakdown == 12
    assert KIT.weapons["usa-ft"].removed and KIT.weapons["usa-ft"].breakdown == 10
    assert KIT.weapons["ger-dc"].name == "DC" and KIT.weapons["ger-mmg"].name == "MMG 5-12"


@pytest.mark.rule("SK1:QRDC-ift", "SK1:3.2.1-a")
@pytest.mark.parametrize(
    ("fp", "final", "result"),
    [
        (19, 10, "NMC"),
        (Fraction(7, 2), 4, "1MC"),
        (9, 6, "1MC"),
        (36, 15, "PTC"),
        (40, -3, "7KIA"),
        (1, 6, "-"),
    ],
)
def test_fire_table_cells(fp: Fraction, final: int, result: str) -> None:
    table = KIT.tables.infantry_fire_table
    column = table.column(fp)
    assert column is not None
    assert str(table.result(column, final)) == result


@pytest.mark.rule("SK1:3.2.1-a")
def test_under_one_firepower_has_no_column() -> None:
    assert KIT.tables.infantry_fire_table.column(Fraction(1, 2)) is None


def test_fire_result_texts_are_strict() -> None:
    with pytest.raises(ValueError, match="8KIA"):
        fire_result("8KIA")


@pytest.mark.rule("SK1:QRDC-cct", "SK1:3.8-h")
@pytest.mark.parametrize(
    ("attack", "defence", "odds", "kill"),
    [
        (6, 4, (3, 2), 6),
        (9, 5, (3, 2), 6),
        (5, 4, (1, 1), 5),
        (4, 6, (1, 2), 4),
        (1, 9, (0, 1), 0),
        (1, 8, (1, 8), 1),
        (10, 1, (10, 1), 12),
        (21, 2, (11, 1), 13),
        (3, 0, (11, 1), 13),
        (Fraction(5, 2), 5, (1, 2), 4),
    ],
)
def test_close_combat_odds(attack: int, defence: int, odds: tuple[int, int], kill: int) -> None:
    column = KIT.tables.close_combat.odds(attack, defence)
    assert (column.odds, column.kill) == (odds, kill)


@pytest.mark.rule("SK1:QRDC-leader", "SK1:5.3-b")
def test_leader_creation() -> None:
    table = KIT.tables.leader_creation
    # A Russian squad of morale 7: a roll of 1 with the Russian +1 makes an 8-0.
    final = 1 + table.nationality_drm["russian"] + table.drm_for_morale(7)
    assert KIT.created_leader("russian", final) == "rus-8-0"
    assert KIT.created_leader("german", -1) == "ger-8-1"
    assert KIT.created_leader("american", 7) is None
    assert [table.drm_for_morale(m) for m in (5, 6, 7, 8, 9)] == [1, 1, 0, -1, -1]


@pytest.mark.rule("SK1:QRDC-terrain")
def test_terrain_chart() -> None:
    kinds = KIT.tables.terrain.kinds
    assert {k: (t.mf, t.tem) for k, t in kinds.items()} == {
        "open": (1, 0),
        "orchard": (1, 0),
        "grain": (1.5, 0),
        "woods": (2, 1),
        "wooden_building": (2, 2),
        "stone_building": (2, 3),
    }
    assert {k for k, t in kinds.items() if t.obstacle} == {"woods", "wooden_building", "stone_building"}
    assert {k for k, t in kinds.items() if t.rally_bonus} == {"woods", "wooden_building", "stone_building"}
    assert {k for k, t in kinds.items() if t.open_ground} == {"open"}


@pytest.mark.rule("SK1:1.1.2-n")
def test_grain_season() -> None:
    season = KIT.tables.terrain.grain_season
    assert [m for m in range(1, 13) if season.includes(m)] == [6, 7, 8, 9]


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "problem"),
    [
        (
            COUNTERS_FILE,
            "half_squad: ger-248,",
            "half_squad: ger-249,",
            "ger-468.half_squad",
            "no counter 'ger-249'",
        ),
        (
            COUNTERS_FILE,
            "half_squad: ger-248,",
            "half_squad: rus-248,",
            "ger-468.half_squad",
            "not a german half",
        ),
        (COUNTERS_FILE, "elr_replacement: ger-467", "elr_replacement: ger-468", "ger-468", "in a ring"),
        (
            COUNTERS_FILE,
            "id: ger-468, nationality: german, fp: 4",
            "id: ger-468, nationality: german, fp: 5",
            "ger-468",
            "should be ger-568",
        ),
        (COUNTERS_FILE, "smoke: 2,", "smok: 2,", "squads[0]", "unknown field `smok`"),
        (COUNTERS_FILE, "breakdown: {b: 12}", "breakdown: {b: 12, x: 3}", "ger-lmg", "either b or x"),
        (COUNTERS_FILE, "class: E, s", "class: Z, s", "squads[0].class", "Invalid enum value"),
        (
            TABLES_FILE,
            "K/1,  1KIA",
            "PTC,  1KIA",
            "infantry_fire_table.rows[2]",
            "a higher DR does more harm",
        ),
        (TABLES_FILE, "[1KIA, 2KIA", "[7KIA, 2KIA", "infantry_fire_table.rows[0]", "less firepower"),
        (
            TABLES_FILE,
            "[1KIA, 2KIA, 2KIA,",
            "[1KIA, 2KIA,",
            "infantry_fire_table.rows[0]",
            "needs 11 results",
        ),
        (TABLES_FILE, "kill: 6", "kill: 5", "close_combat.columns", "must grow"),
        (TABLES_FILE, "russian: 1}", "finnish: 1}", "leader_creation.nationality_drm", "no drm for russian"),
        (TABLES_FILE, "ambush:", "wound:", "line 96, column 1", "'wound' is given twice"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, file: str, old: str, new: str, place: str, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        load_library(overlaid(tmp_path, file, old, new))
    assert caught.value.place.startswith(place)
    assert problem in caught.value.problem
    assert str(tmp_path) in caught.value.file


def test_truncated_file_is_refused(tmp_path: Path) -> None:
    text = (SHIPPED / COUNTERS_FILE).read_text(encoding="utf-8")
    (tmp_path / "sk").mkdir()
    for part in (0, 0.3, 0.6, 0.9):
        (tmp_path / COUNTERS_FILE).write_text(text[: int(len(text) * part)], encoding="utf-8")
        with pytest.raises(ContentError):
            load_library(ContentFiles(tmp_path))


def test_owner_overrides_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    overlaid(
        tmp_path,
        COUNTERS_FILE,
        "broken_morale: 8, class: E, smoke: 2",
        "broken_morale: 9, class: E, smoke: 4",
    )
    monkeypatch.setenv(OVERLAY_VARIABLE, str(tmp_path))
    changed = load_library(ContentFiles())
    assert (changed.counters["ger-468"].broken_morale, changed.counters["ger-468"].smoke) == (9, 4)
    assert changed.tables == KIT.tables


def test_overlay_must_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="is not a folder"):
        ContentFiles(tmp_path / "nowhere")


def test_own_boards_are_found(tmp_path: Path) -> None:
    assert ContentFiles(tmp_path).own_boards is None
    (tmp_path / "boards").mkdir()
    assert ContentFiles(tmp_path).own_boards == tmp_path / "boards"
