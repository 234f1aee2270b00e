"""A force that is bought card by card (UF:43.2)."""

from __future__ import annotations

import pytest

from defilade.rules.upfront.designs.dyo_builder import (
    cards_of,
    may_wait,
    why_not_add,
    with_card,
    without_cards,
    wrong_now,
)
from defilade.rules.upfront.designs.dyo_force import Purchase, Terms, refusals
from defilade.rules.upfront.designs.dyo_tables import dyo_tables
from defilade.rules.upfront.game.library import library

BOX, TABLES = library(), dyo_tables()
LEADERS = {man.role: key for key, man in BOX.men.items() if man.nation == "german" and man.role}
TANK = next(key for key, one in BOX.machines.items() if one.nation == "german" and one.kind == "afv")


def why(force: Purchase, key: str, **terms: object) -> str:
    found = why_not_add(BOX, TABLES, force, Terms(**terms), key)  # type: ignore[arg-type]
    return found.rule if found is not None else ""


def test_what_is_missing_may_wait():
    force = Purchase("german", ("beck",))
    assert not wrong_now(BOX, TABLES, force, Terms())
    assert refusals(BOX, TABLES, force, Terms()) and all(map(may_wait, refusals(BOX, TABLES, force, Terms())))
    everybody = Purchase("german", tuple(key for key in cards_of(BOX, "german") if key in BOX.men))
    crowd = Purchase("german", everybody.men + tuple(f"x{n}" for n in range(20)))
    assert wrong_now(BOX, TABLES, crowd, Terms())


@pytest.mark.rule("UF:43.2-f")
def test_there_is_one_leader_of_each_kind():
    force = Purchase("german", (LEADERS["SL"],))
    assert why(force, LEADERS["ASL"]) == ""
    other = next(
        key
        for key, man in BOX.men.items()
        if man.nation == "german" and man.role == "SL" and key != LEADERS["SL"]
    )
    assert why(force, other) == "UF:43.2-f" and why(force, other, leaders=False) == ""
    assert why(with_card(BOX, force, LEADERS["ASL"]), other) == "UF:43.2-f"


@pytest.mark.rule("UF:43.2-b")
def test_points_run_out():
    price = BOX.men["beck"].points
    assert why(Purchase("german"), "beck", limit=price) == ""
    assert why(Purchase("german"), "beck", limit=price - 1) == "UF:43.2-b"


@pytest.mark.rule("UF:43.2-e")
def test_guns_and_vehicles_can_be_left_out():
    assert why(Purchase("german"), TANK, machines=()) == "UF:43.2-e"
    assert with_card(BOX, Purchase("german"), TANK).machines == (TANK,)


def test_what_goes_takes_all_with_it():
    force = Purchase(
        "german",
        ("beck", "wolff", "streich"),
        (TANK,),
        {"beck": "panzerfaust"},
        reinforcements={1: ("beck", "wolff"), 2: (TANK,)},
    )
    left = without_cards(force, ["beck", TANK])
    assert left == Purchase("german", ("wolff", "streich"), reinforcements={1: ("wolff",)})


def test_leaders_come_first_and_machines_last():
    cards = cards_of(BOX, "russian")
    kinds = [2 if key in BOX.machines else 0 if BOX.men[key].role else 1 for key in cards]
    assert kinds == sorted(kinds) and set(kinds) == {0, 1, 2}
