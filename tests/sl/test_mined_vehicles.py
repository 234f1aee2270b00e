"""Vehicles in minefields (SL:15.7.11)."""

from __future__ import annotations

import pytest

from defilade.rules.sl.vehicles.yard import change
from defilade.tactics.units import Unit
from sl.earthworks import built, mined
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import ask_again
from sl.table import Table, unit
from sl.test_overruns import EAST, car, done

FLAIL = "bri-crab"
START, MINED, NEXT, FAR = rows("y", "open", "open", "open", "open")


def driving(
    kind: str = "ger-pzkw-ivh", factors: int = 6, *men: str, at: str = START, **more: object
) -> Table:
    units = [unit("r", "rus-447", "A1"), *(unit(uid, "ger-467", at) for uid in men)]
    riders = more.pop("riders", ())
    field = built(mined(MINED, factors))
    return scene(
        "MPh",
        units,
        [vehicle("v", kind, at, EAST, passengers=riders, side="german", **more)],
        board="y",
        works=field,
    )


def into(kind: str = "ger-pzkw-ivh", factors: int = 6, **more: object) -> Table:
    return done(driving(kind, factors, **more).do("drive v")).do(f"drive-to - {MINED}")


@pytest.mark.rule("SL:15.7.11.1", "SL:15.7.11.3")
def test_a_tank_is_struck_as_it_drives_in_and_on_and_only_a_kia_stops_it() -> None:
    table = into()
    assert table.asked().startswith("Minefield of 6 factors")
    table.roll((2, 2))
    assert not car(table).immobilized and table.breakdown("mines").column == 6
    done(table).do(f"drive-to - {NEXT}")
    assert table.asked().startswith("Minefield") and car(table).hex == MINED
    table.roll((1, 2))
    assert car(table).immobilized and car(table).hex == MINED and not car(table).wreck
    through = done(into().roll((6, 6))).do(f"drive-to - {NEXT}").roll((6, 6))
    assert car(through).hex == NEXT
    struck = into().roll((1, 2))
    assert car(struck).immobilized


@pytest.mark.rule("SL:15.7.11.1", "SL:15.7.11.2", "SL:15.7.11.4")
@pytest.mark.parametrize(
    ("kind", "drm"), [("ger-spw-251-1", -1), ("ger-heavy-truck", -3), ("ger-pzkw-ivh", 0)]
)
def test_lighter_vehicles_are_struck_harder(kind: str, drm: int) -> None:
    table = into(kind).roll((6, 6))
    found = table.breakdown("mines")
    assert sum(line.value for line in found.lines if line.sign == "+") == drm


@pytest.mark.rule("SL:15.7.11.2", "SL:15.7.11.4")
def test_a_truck_is_lost_with_all_who_are_in_it_and_they_are_safe_as_long_as_it_is() -> None:
    truck = driving("ger-heavy-truck", 6, "s", riders=("s",))
    done(truck.do("drive v")).do(f"drive-to - {MINED}")
    safe = truck.roll((6, 6))
    assert safe.alive("s") and not car(safe).wreck
    other = driving("ger-heavy-truck", 6, "s", riders=("s",))
    done(other.do("drive v")).do(f"drive-to - {MINED}").roll((3, 3))
    assert car(other).wreck and not other.alive("s")


@pytest.mark.rule("SL:15.7-d", "SL:15.7.11.4")
def test_who_gets_out_where_his_vehicle_has_set_mines_off_is_not_struck_again() -> None:
    table = driving("ger-spw-251-1", 6, "s", riders=("s",))
    done(done(table.do("drive v")).do(f"drive-to - {MINED}").roll((6, 6))).do("unload s " + MINED)
    assert not table.asked() and table.unit("s").hex == MINED
    stood = driving("ger-spw-251-1", 6, "s", at=MINED, riders=("s",))
    done(stood.do("drive v")).do("unload s " + MINED)
    assert stood.asked().startswith("Minefield")


# -- flail tanks -------------------------------------------------------------------------------------------------


def clearing(factors: int = 8, *men: str, at: str = START) -> Table:
    """A flail tank has driven into the minefield, and its APh has come."""
    table = driving(FLAIL, factors, *men, at=at)
    done(table.do("drive v"))
    done(table.do(f"drive-to - {MINED}"))
    return table


def to_the_aph(table: Table) -> Table:
    while table.g.state.phase != "APh":
        assert not table.asked()
        table.do("stop" if "stop" in table.options() else "done")
    return table


@pytest.mark.rule("SL:15.7.15.1-a", "SL:15.7.15.1-b", "SL:1.3.1-p7.7")
def test_a_flail_tank_clears_its_hex_when_the_aph_ends() -> None:
    table = clearing(8, "s")
    assert not table.asked() and not any(event.kind == "mines" for event in table.events), (
        "it is immune at work"
    )
    to_the_aph(table).do(f"flail v {MINED}")
    assert table.asked().endswith("not on a 12.")
    assert len(table.position.state.works) == 1
    table.roll((6, 5))
    assert table.g.state.phase == "APh" and len(table.position.state.works) == 1, (
        "they come off in the last step"
    )
    while table.g.state.phase == "APh":
        table.do("done")
    assert not table.position.state.works and table.said("SL:1.3.1-p7.7")
    further = clearing().do(f"drive-to - {NEXT}")
    assert further.asked().startswith("Minefield"), "it has not stayed"


@pytest.mark.rule("SL:15.7.15.3")
@pytest.mark.parametrize(("factors", "left"), [(8, [1]), (6, [])])
def test_a_twelve_stops_it_and_clears_a_part(factors: int, left: list[int]) -> None:
    table = to_the_aph(clearing(factors)).do(f"flail v {MINED}").roll((6, 6))
    assert car(table).immobilized and table.asked() == "How much has Sherman Crab cleared?"
    table.roll((3, 4))
    while table.g.state.phase == "APh":
        table.do("done")
    assert [work.factors for work in table.position.state.works.values()] == left


@pytest.mark.rule("SL:15.7.15.1-b")
def test_not_with_infantry_nor_after_fire() -> None:
    with_men = to_the_aph(clearing())
    with_men.g.add_unit(Unit("x", "german", "ger-467", "squad", hex=MINED))
    ask_again(with_men)
    assert not with_men.options("flail")
    fired = to_the_aph(clearing())
    change(fired.g, car(fired), fire="advancing")
    ask_again(fired)
    assert not fired.options("flail")
    assert to_the_aph(clearing()).options("flail")
