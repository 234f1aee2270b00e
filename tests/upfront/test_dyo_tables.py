"""The tables of Design Your Own (UF:43)."""

from __future__ import annotations

import pytest

from defilade.rules.content_files import ContentError, ContentFiles
from defilade.rules.upfront.designs.dyo_tables import (
    decks_of,
    dyo_tables,
    is_available,
    load_dyo_tables,
    position_of,
    quality_of,
    troops_named,
    victory_of,
    year_of,
)
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.victory_conditions import BreakThem, HalfUpon, Pillbox, Points, Reach

TABLES = dyo_tables()
DECK = library().deck
YEARS = ["1945a", "1944b", "1944a", "1943b", "1943a", "1942b", "1942a", "1941b", "1941a"]


def showing(column: int, number: int) -> ActionCard:
    return next(card for card in DECK.values() if card.position(column) == number)


@pytest.mark.rule("UF:43.2-t", "UF:43.32")
@pytest.mark.parametrize(("opponent", "column"), [("american", 6), ("russian", 9)])
def test_the_year(opponent, column):
    for number in range(1, column + 1):
        assert year_of(TABLES, showing(column, number), opponent) == YEARS[number - 1]


@pytest.mark.rule("UF:43.31")
@pytest.mark.parametrize(
    ("number", "attacker", "defender"),
    [
        (1, "russian", "german"),
        (2, "german", "russian"),
        (3, "american", "german"),
        (4, "german", "american"),
    ],
)
def test_who_attacks_whom(number, attacker, defender):
    found = position_of(TABLES, showing(4, number))
    assert (found.attacker, found.defender) == (attacker, defender)


@pytest.mark.rule("UF:43.33")
@pytest.mark.parametrize(
    ("number", "condition", "cower", "outlawed"),
    [
        pytest.param(
            1,
            Points(buildings_only=True, attacker_needs=2),
            {"pillbox", "marsh", "stream"},
            {"woods": 4},
            marks=pytest.mark.rule("UF:43.33-a"),
        ),
        pytest.param(
            2, Points(attacker_needs=2), {"pillbox"}, {"buildings": 4}, marks=pytest.mark.rule("UF:43.33-b")
        ),
        pytest.param(3, Points(), {"pillbox"}, {"buildings": 4}, marks=pytest.mark.rule("UF:43.33-c")),
        pytest.param(
            4, Points(buildings_only=True), {"pillbox"}, {"woods": 4}, marks=pytest.mark.rule("UF:43.33-d")
        ),
        pytest.param(
            5, Pillbox(), set(), {"stream": 1, "buildings": 4}, marks=pytest.mark.rule("UF:43.33-e")
        ),
        pytest.param(
            6,
            Reach(4, 4, otherwise="defender"),
            {"pillbox"},
            {"buildings": 4},
            marks=pytest.mark.rule("UF:43.33-f"),
        ),
        pytest.param(7, HalfUpon(), {"pillbox"}, {"buildings": 3}, marks=pytest.mark.rule("UF:43.33-g")),
        pytest.param(8, BreakThem(), {"pillbox"}, {"buildings": 5}, marks=pytest.mark.rule("UF:43.33-h")),
    ],
)
def test_what_it_is_about(number, condition, cower, outlawed):
    package = victory_of(TABLES, showing(8, number))
    assert package.rule == f"UF:43.33-{'abcdefgh'[number - 1]}"
    assert package.condition == condition
    assert set(package.cower) == cower and package.outlawed == outlawed
    assert ("pillbox:defender" in package.special) == (number == 5)


@pytest.mark.rule("UF:43.34")
def test_the_time_limit():
    for card in DECK.values():
        assert decks_of(TABLES, card) == (4 if card.red and card.number else 3)


@pytest.mark.rule("UF:43.5-t")
@pytest.mark.parametrize(
    ("nation", "year", "second", "line"),
    [
        ("german", "1945a", range(1, 6), range(6, 10)),
        ("german", "1944b", range(1, 5), range(5, 9)),
        ("german", "1944a", range(1, 4), range(4, 9)),
        ("german", "1943b", range(1, 3), range(3, 8)),
        ("german", "1943a", range(1, 2), range(2, 8)),
        ("german", "1942b", (), range(1, 8)),
        ("german", "1941b", (), range(1, 9)),
        ("german", "1941a", (), range(1, 10)),
        ("russian", "1945a", (), range(1, 6)),
        ("russian", "1944b", (), range(1, 7)),
        ("russian", "1944a", range(1, 2), range(2, 8)),
        ("russian", "1943a", range(1, 4), range(4, 8)),
        ("russian", "1942b", range(1, 4), range(4, 9)),
        ("russian", "1942a", range(1, 5), range(5, 10)),
        ("russian", "1941b", range(1, 5), range(5, 11)),
        ("russian", "1941a", range(1, 4), range(4, 11)),
        ("american", "1945a", range(1, 2), range(2, 8)),
        ("american", "1944b", range(1, 3), range(3, 9)),
        ("american", "1944a", range(1, 4), range(4, 9)),
        ("american", "1943b", range(1, 5), range(5, 10)),
        ("american", "1943a", range(1, 6), range(6, 10)),
        ("american", "1942b", range(1, 7), range(7, 11)),
    ],
)
def test_the_type_of_troops(nation, year, second, line):
    for number in range(1, 11):
        quality = "second" if number in second else "line" if number in line else "elite"
        assert quality_of(TABLES, showing(10, number), nation, year) == quality
        assert library().troops[troops_named(library(), nation, quality)].quality == quality


@pytest.mark.rule("UF:43.5-t")
def test_no_americans_before_they_came():
    with pytest.raises(ValueError, match="1942a"):
        quality_of(TABLES, showing(10, 1), "american", "1942a")


@pytest.mark.rule("UF:43.2-d")
@pytest.mark.parametrize(
    ("when", "year", "there"),
    [
        ("", "1941a", True),
        ("1942b", "1942b", True),
        ("1942b", "1942a", False),
        ("-1943a", "1943a", True),
        ("-1943a", "1943b", False),
        ("1942a-1943b", "1943a", True),
        ("1942a-1943b", "1944a", False),
    ],
)
def test_dates_on_cards(when, year, there):
    assert is_available(when, year) == there


def test_a_broken_file_says_where(tmp_path):
    path = tmp_path / "upfront" / "dyo.yaml"
    path.parent.mkdir()
    text = ContentFiles().read("upfront/dyo.yaml").text
    path.write_text(text.replace("victory_column: 8", "victory_column: 7"))
    with pytest.raises(ContentError, match=r"dyo\.yaml: victory: 7 rows are wanted"):
        load_dyo_tables(ContentFiles(tmp_path))
    path.write_text(text.replace("sniper: 35", "snipers: 35"))
    with pytest.raises(ContentError, match="snipers"):
        load_dyo_tables(ContentFiles(tmp_path))
