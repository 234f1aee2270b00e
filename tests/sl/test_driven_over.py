"""Vehicles among those whom nobody sees (SL:2.5.6, SL:2.8.11, SL:2.3.9.4), and light from AFVs (SL:2.8.23)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.state import BICYCLE, HORSE, Mount
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import hidden_away, under_cover
from sl.table import Table, pair, unit

FIELD, WOODS = rows("z", "open", "woods")
FLAT = rows("z", "open", "open", "open")
FAR = unit("x", "rus-447", pair(8)[1], broken=True)


def tank(hex: str, **more: Any) -> Any:
    return vehicle("v", "ger-pzkw-iiie", hex, 1, **more)


@pytest.mark.rule("SL:2.5.6", "SL:2.5.6-42C")
def test_an_afv_overruns_the_hidden_that_it_drives_over_and_goes_on() -> None:
    table = scene("MPh", [unit("r", "rus-447", FLAT[1])], [tank(FLAT[0])])
    hidden_away(table, "r")
    table.do("drive v", f"drive-to - {FLAT[1]}")
    assert table.said("SL:2.5.6") and table.unit("r").hex == FLAT[1]
    table.roll((5, 6))
    assert any("overruns" in event.text and event.dice == (5, 6) for event in table.events)
    v = table.position.state.vehicles["v"]
    assert v.overran == v.hex == FLAT[1]
    if not table.options("turn"):
        table.do("done")
    assert table.options("turn"), "it may go on"


@pytest.mark.rule("SL:2.5.6")
def test_who_has_overrun_somebody_only_brings_the_next_to_light() -> None:
    table = scene("MPh", [unit("r", "rus-447", FLAT[1])], [tank(FLAT[0], overran="elsewhere")])
    hidden_away(table, "r")
    table.do("drive v", f"drive-to - {FLAT[1]}")
    assert table.unit("r").hex == FLAT[1] and table.asked() == ""
    assert table.position.state.vehicles["v"].hex == FLAT[1]


@pytest.mark.rule("SL:2.5.5-a")
def test_a_truck_stays_before_them() -> None:
    truck = vehicle("v", "ger-light-truck", FLAT[0], 1)
    table = scene("MPh", [unit("r", "rus-447", FLAT[1]), unit("g", "ger-467", FLAT[0])], [truck])
    hidden_away(table, "r")
    table.do("drive v", f"drive-to - {FLAT[1]}")
    assert table.position.state.vehicles["v"].hex == FLAT[0] and table.unit("r").hex == FLAT[1]
    assert "drive v" not in table.options()


# -- by night ----------------------------------------------------------------------------------------------


def at_night(**state: Any) -> Table:
    return scene("MPh", [unit("r", "rus-447", FLAT[1])], [tank(FLAT[0])], night=True, nvr=6, **state).do(
        "drive v"
    )


@pytest.mark.rule("SL:2.8.11-a", "SL:2.8.11-b")
def test_by_night_an_afv_drives_through_whom_it_does_not_see() -> None:
    dark = at_night()
    assert not dark.options("overrun") and f"drive-to - {FLAT[1]}" in dark.options()
    dark.do(f"drive-to - {FLAT[1]}")
    assert dark.position.state.vehicles["v"].hex == FLAT[1] and not dark.position.state.vehicles["v"].overran
    assert dark.unit("r").hex == FLAT[1]
    acted = scene(
        "MPh", [unit("r", "rus-447", FLAT[1], fire="defensive")], [tank(FLAT[0])], night=True, nvr=6
    ).do("drive v")
    assert acted.options("overrun")


@pytest.mark.rule("SL:2.8.11-a")
def test_by_night_it_overruns_the_lit_and_at_half_who_only_shows_by_flashes() -> None:
    day = scene("MPh", [unit("r", "rus-447", FLAT[1])], [tank(FLAT[0])]).do("drive v")
    full = overrun(day)
    lit = overrun(at_night(star_shells=(FLAT[1],)))
    flashing = overrun(at_night(flashes=((FLAT[1], 3),)))
    assert lit == full and flashing == full / 2
    hiding = scene(
        "MPh", [unit("r", "rus-447", FLAT[1])], [tank(FLAT[0])], night=True, nvr=6, star_shells=(FLAT[1],)
    )
    under_cover(hiding, "r")
    assert overrun(hiding.do("drive v")) == full / 2


def overrun(table: Table) -> float:
    table.do(table.options("overrun")[0])
    while not table.asked():
        table.do("done")
    table.roll((6, 6))
    return next(
        e.breakdown.total for e in reversed(table.events) if e.breakdown is not None and e.dice == (6, 6)
    )


# -- searches ----------------------------------------------------------------------------------------------


def search(*units: dict[str, Any], ce: bool = False, dice: tuple[int, int] = (4, 4), **state: Any) -> Table:
    """A tank ends its move beside Russians in the woods, with these others."""
    table = scene("MPh", [unit("r", "rus-447", WOODS), FAR, *units], [tank(FIELD, ce=ce)], **state)
    under_cover(table, "r")
    table.do("drive v", "stop", "search v").roll(dice)
    return table


@pytest.mark.rule("SL:2.3.9.4")
def test_vehicles_find_less_than_men_on_foot() -> None:
    # Morale 7: an 8 finds them, and two less or one less do not.
    assert not search().unit("r").hex and not search(ce=True).unit("r").hex
    assert not search(dice=(4, 5)).unit("r").hex and search(dice=(4, 5), ce=True).unit("r").hex
    assert search(unit("g", "ger-467", FIELD)).unit("r").hex == WOODS


@pytest.mark.rule("SL:2.3.9-q5", "SL:2.3.9.4")
@pytest.mark.parametrize(("kind", "found"), [(HORSE, True), (BICYCLE, False)])
def test_cyclists_count_as_vehicles_and_cavalry_does_not(kind: str, found: bool) -> None:
    mounts = {"m": Mount("m", "german", kind, FIELD, ("g",))}
    units = [unit("g", "ger-467", FIELD), unit("r", "rus-447", WOODS), FAR]
    table = Table("MPh", units, mounts=mounts, cavalry=("g",) if kind == HORSE else ())
    under_cover(table, "r")
    table.do("search g").roll((4, 4))
    assert bool(table.unit("r").hex) is found


# -- light -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:2.8.23")
def test_an_armour_leader_with_a_modifier_lights_the_night_with_his_head_out() -> None:
    def shells(**more: Any) -> list[str]:
        table = scene(
            "RPh",
            [unit("r", "rus-447", FLAT[2], moved=True), unit("g", "ger-467", FLAT[0])],
            [tank(FLAT[0], **more)],
            night=True,
            flashes=((FLAT[2], 2),),
        )
        table.roll((4, 4))
        return table.options("star-shell") if table.position.state.phase == "RPh" else []

    assert shells(ce=True, leader="ger-9-1")
    for more in ({"ce": True, "leader": "ger-8-0"}, {"leader": "ger-9-1"}, {"ce": True}):
        assert not shells(**more)
    table = scene(
        "RPh",
        [unit("r", "rus-447", FLAT[2])],
        [tank(FLAT[0], ce=True, leader="ger-9-1")],
        night=True,
        flashes=((FLAT[2], 2),),
    )
    table.roll((4, 4)).do(f"star-shell v {FLAT[2]}")
    assert table.position.state.star_shells == (FLAT[2],) and table.said("SL:2.8.23")
    assert table.position.state.vehicles["v"].leader_shown
