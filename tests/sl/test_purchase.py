"""Forces bought with points (SL:17), and what may not be bought."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from defilade.hexgrid import Placed
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.library import library
from defilade.rules.sl.purchase import Bill, bill_of, design_refusals, points_of
from defilade.rules.sl.weapons.anti_tank_mines import mine_refusal
from defilade.systems.squad_leader.points_commands import app
from defilade.tactics.areas import Area
from sl.motor_pool import scene, vehicle
from sl.table import unit
from sl.test_machine_guns import gun


def group(side: str = "german", **more: Any) -> Group:
    more.setdefault("units", {})
    more.setdefault("weapons", {})
    return Group(id="g", name="A force", side=side, provenance="original", setup=Area(rows="A-C"), **more)


def card(*groups: Group, year: int = 1943, month: int = 7, **more: Any) -> Scenario:
    return Scenario(
        id="own",
        title="One's own",
        date=f"{year}-{month:02}-01",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top"),
        turns=5,
        sides=("german", "russian"),
        sets_up_first="german",
        moves_first="russian",
        provenance="original",
        groups=groups,
        **more,
    )


def bill(one: Group, **more: Any) -> Bill:
    return bill_of(card(one, **more), library(), one)


def price(
    side: str = "german", year: int = 1943, month: int = 7, agreed: dict[str, int] | None = None, **more: Any
) -> float:
    found = bill(group(side, **more), year=year, month=month, agreed_points=agreed or {})
    assert not found.refused, found.refused
    return found.price.total


def refused(side: str = "german", year: int = 1943, month: int = 7, **more: Any) -> list[str]:
    return [one.rule for one in bill(group(side, **more), year=year, month=month).refused]


@pytest.mark.rule("SL:17.1", "SL:17.2-a")
def test_germans() -> None:
    assert price(units={"ger-467": 2, "ger-838": 1, "ger-9-2": 1}, smoke=1) == 42 + 54 + 80 + 50
    assert price(units={"ss-658": 1, "ss-9-1": 1}) == 45 + 75 and price(units={"ger-247-crew": 1}) == 17
    assert price(weapons={"ger-hmg": 1, "ger-mmg": 1, "ger-lmg": 2, "ger-dc": 1, "ger-ft": 1}) == 230
    assert price(weapons={"ger-pf-42b": 1, "ger-pf-43a": 1, "ger-pf-43b": 1, "ger-pf-44a": 1}) == 50
    assert price(weapons={"ger-psk": 1, "ger-radio": 1, "ger-atm": 1, "ger-atr": 1}) == 260
    assert [price(units={f"ger-sniper{n}": 1}) for n in (1, 2, 3, 4)] == [18, 28, 38, 48]
    assert price(units={"ss-sniper2": 1}) == 33
    assert price(armour_leaders={"ger-9-1": 1}) == 60


@pytest.mark.rule("SL:17.2-b")
def test_rumanians() -> None:
    assert (
        price(units={"axm-347": 1, "axm-7-0": 1, "axm-8-1": 1, "axm-sniper1": 1, "axm-sniper2": 1})
        == 9 + 15 + 45 + 36
    )
    assert refused(units={"axm-sniper3": 1}) == ["SL:17.2"]


@pytest.mark.rule("SL:17.2-d", "SL:17.2-e")
def test_russians_and_partisans() -> None:
    assert (
        price("russian", units={"rus-447": 1, "rus-628": 1, "rus-9-1": 1, "rus-sniper4": 1})
        == 14 + 27 + 100 + 56
    )
    assert (
        price("russian", units={"par-9-1": 1}) == 105
        and price("russian", armour_leaders={"rus-8-0": 1}) == 65
    )
    assert (
        price("russian", weapons={"rus-hmg": 1, "rus-mmg": 1, "rus-lmg": 1, "rus-atm": 1, "rus-atr": 1})
        == 111
    )
    assert price("russian", units={"rus-447": 1}, weapons={"ger-dc": 1, "ger-ft": 1}) == 14 + 75 + 125
    radios = [price("russian", year=year, weapons={"rus-radio": 1}) for year in (1941, 1942, 1943, 1945)]
    assert radios == [300, 250, 200, 200]


@pytest.mark.rule("SL:17.2-g", "SL:17.2-h", "SL:17.2-i", "SL:17.2-j", "SL:17.2-k")
def test_the_others() -> None:
    assert (
        price(units={"usa-747": 1, "usa-10-2": 1}, weapons={"ger-ft": 1, "usa-baz-44a": 1, "usa-radio": 1})
        == 449
    )
    assert price(armour_leaders={"usa-8-1": 1}) == 65
    assert (
        price(units={"bri-458": 1, "bri-6+1": 1}, weapons={"bri-piat": 1, "ger-ft": 1, "bri-atr": 1}) == 194
    )
    assert price(units={"fre-357": 1, "fre-8-0": 1, "fre-sniper1": 1}, armour_leaders={"fre-7-0": 1}) == 122
    assert (
        price(units={"fin-648": 1, "fin-9-0": 1, "fin-sniper2": 1}, weapons={"fin-atr": 1, "fin-klo": 2})
        == 158
    )
    assert (
        price(units={"alm-447": 1, "alm-9-2": 1}, weapons={"ger-dc": 1}, armour_leaders={"alm-8-0": 1}) == 242
    )


@pytest.mark.rule("SL:17.2-n", "SL:17.2-o", "SL:17.2-p")
def test_works_and_what_men_can_do() -> None:
    assert price(works={"wire": 3, "entrenchment": 2, "mines": 8, "doorway-mine": 2}) == 30 + 30 + 40 + 20
    assert price(units={"ger-467": 2}, engineers=True) == 42 + 20
    assert price(units={"ger-467": 2}, smoke=3) == 42 + 50
    assert price(units={"ger-838": 2}, smoke=3) == 108 and price(units={"ger-838": 2}) == 58
    assert price(units={"ger-467": 2, "ger-8-0": 1}, skis=True) == 72 + 10
    assert price(units={"fin-838": 1}, skis=True) == 47
    assert price(units={"ger-467": 1}, concealment=3) == 21 + 12
    assert price(units={"ger-467": 2, "ger-8-0": 1}, mounted="horse") == 72 + 15
    assert price(units={"ger-467": 2, "ger-8-0": 1}, mounted="cycle") == 72 + 72 + 12
    assert price(units={"ger-467": 1, "ger-8-0": 1}, mounted="sidecar") == 51 + 33 + 11
    assert price(units={"ger-467": 1, "ger-8-0": 1}, mounted="bicycle") == 51 + 6 + 2
    assert price("russian", weapons={"rus-mol": 3}) == 15


@pytest.mark.rule("SL:3.10.3-b")
def test_american_engineers_are_in_the_price_of_their_weapons() -> None:
    assert price(units={"usa-667": 1}, weapons={"ger-ft": 1}, engineers=True) == 36 + 90
    assert refused(units={"usa-667": 2}, weapons={"ger-ft": 1}, engineers=True) == ["SL:3.10.3-b"]


@pytest.mark.rule("SL:3.11.3-b")
def test_green_units_are_never_bought() -> None:
    assert refused(units={"usa-556": 1}) == refused(units={"usa-536": 1}) == ["SL:3.11.3-b"]
    assert price(units={"usa-666": 2}) == 54
    assert price(units={"usa-666": 2}, agreed={"usa-666": 24}) == 48  # for their experience


@pytest.mark.rule("SL:3.16.3-b")
def test_british_sappers_buy_their_smoke() -> None:
    with_it = bill(group(units={"bri-638": 2}, smoke=2))
    assert with_it.price.total == 56 + 50 and with_it.price.value("SL:3.16.3-b") == 50
    assert price(units={"bri-638": 2}) == 56


@pytest.mark.rule("SL:8.12.1")
def test_paste_against_magnetic_mines() -> None:
    tank = {"ger-pzkw-ivh": 3}
    assert price(year=1944, vehicles=tank, pasted=("ger-pzkw-ivh",), agreed={"ger-pzkw-ivh": 80}) == 252
    assert price(year=1944, vehicles=tank, agreed={"ger-pzkw-ivh": 80}) == 240
    early = card(
        group(vehicles=tank, pasted=("ger-pzkw-ivh",)), year=1944, month=6, agreed_points={"ger-pzkw-ivh": 80}
    )
    assert [one.rule for one in design_refusals(early, library())] == ["SL:8.12.1"]
    trucks = card(
        group(vehicles={"ger-light-truck": 1}, pasted=("ger-light-truck",)),
        year=1944,
        agreed_points={"ger-light-truck": 9},
    )
    assert [one.rule for one in design_refusals(trucks, library())] == ["SL:8.12.1"]


@pytest.mark.rule("SL:8.12.1")
def test_no_magnetic_mine_sticks_to_it() -> None:
    mine = gun("w", "rus-atm", "r", "zA2", "russian")
    cars = [vehicle("v", "ger-pzkw-ivh", "zA2")]
    g = scene("MPh", [unit("r", "rus-447", "zA2")], cars, weapons={"w": mine}, year=1944).g
    man, tank = g.unit("r"), g.state.vehicles["v"]
    assert mine_refusal(g, man, mine, tank) is None
    pasted = group(vehicles={"ger-pzkw-ivh": 1}, pasted=("ger-pzkw-ivh",))
    g.scenario = msgspec.structs.replace(g.scenario, groups=(pasted,))
    found = mine_refusal(g, man, mine, tank)
    assert found is not None and found.rule == "SL:8.12.1"


@pytest.mark.rule("SL:17.2")
def test_without_a_price_the_players_agree_on_one() -> None:
    assert refused(vehicles={"ger-pzkw-ivh": 1}) == refused(weapons={"ger-at-75": 1}) == ["SL:17.2"]
    assert price(weapons={"ger-at-75": 2}, agreed={"ger-at-75": 70}) == 140


@pytest.mark.rule("SL:17.1")
def test_a_side_spends_no_more_than_it_may() -> None:
    own = card(group(units={"ger-467": 10}), group("russian", units={"rus-447": 10}))
    assert points_of(own, library(), "german") == 210 and points_of(own, library(), "russian") == 140
    assert not design_refusals(own, library(), {"german": 210})
    assert [one.rule for one in design_refusals(own, library(), {"german": 209})] == ["SL:17.1"]


CARD = """
id: mine
title: A patrol
date: "1943-07-01"
place: Somewhere
map: {boards: [{board: z}], north: top}
turns: 4
sides: [german, russian]
sets_up_first: german
moves_first: russian
provenance: original
groups:
  - {id: a, name: Squads, side: german, setup: {rows: A-C}, units: {ger-467: 3}, weapons: {}, provenance: original}
  - {id: b, name: Riflemen, side: russian, setup: {rows: G-H}, units: {rus-447: 4}, weapons: {}, provenance: original}
victory: {type: control_buildings, winner: russian, rule: SL:S2-VC-a, buildings: [D3], at_least: 1}
"""


@pytest.mark.rule("SL:17.1")
def test_the_command_prices_a_card(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(CARD, encoding="utf-8")
    run = CliRunner().invoke
    shown = run(app, ["card", str(file)])
    assert shown.exit_code == 0 and "3 4-6-7" in shown.output and "63" in shown.output
    dear = run(app, ["card", str(file), "--most", "german=60", "--json"])
    assert dear.exit_code == 1 and '"german": 63' in dear.output and "SL:17.1" in dear.output
    assert "100" in run(app, ["prices", "german"]).output
    assert run(app, ["prices", "martian"]).exit_code != 0
