"""Crews of AFVs, in them and on foot (SL:3.22, SL:3.18.3), and what Prep Fire that pins does to them (SL:3.24)."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from defilade.hexgrid import Placed
from defilade.kernel import Outcome
from defilade.rules.sl.card import MapPart, Scenario
from defilade.rules.sl.garage import Garage
from defilade.rules.sl.library import library
from defilade.rules.sl.state import SlPlay, State
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.crews import abandon
from defilade.rules.sl.vehicles.driving import hatch_options
from defilade.rules.sl.vehicles.exposed import CrewCheck
from defilade.rules.sl.vehicles.immobilization import attempt_refusal
from defilade.rules.sl.vehicles.parking import parking_refusal
from defilade.rules.sl.vehicles.yard import crew_morale
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import ask_again
from sl.table import Table, unit

FIELD, BEYOND = rows("z", "open", "open")
NATIONS = ("american", "british", "french", "minor", "german")


@cache
def world() -> SlSystem:
    """The same tank for every nation: nobody but Germans and Russians has any on his lists so far."""
    kit = library()
    types = dict(kit.garage.types)
    for nation in NATIONS:
        types[f"tank-{nation}"] = msgspec.structs.replace(
            types["ger-pzkw-iiie"], id=f"tank-{nation}", nationality=nation
        )
    kit = msgspec.structs.replace(kit, garage=Garage(types, kit.garage.crews))
    card = Scenario(
        id="yard",
        title="",
        date="1943-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top"),
        turns=5,
        sides=("russian", "german"),
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=(),
    )
    return SlSystem({"yard": card}, kit)


@pytest.mark.rule("SL:3.22.2-b", "SL:3.22.3", "SL:3.22.4", "SL:3.18.3")
@pytest.mark.parametrize(
    ("nation", "elite", "inside", "name", "morale"),
    [
        ("american", False, 7, "", 6),
        ("american", True, 8, "", 6),
        ("british", True, 8, "2-3-7", 7),
        ("french", False, 7, "2-3-7", 7),
        ("minor", False, 6, "2-2-7", 7),
    ],
)
def test_crews_on_foot_are_what_their_counters_say(
    nation: str, elite: bool, inside: int, name: str, morale: int
) -> None:
    g = SlPlay(State("yard", {}, ("russian", "german"), turn=1), world().table_of("yard"))
    tank = Vehicle("v", "german", f"tank-{nation}", hex=FIELD, elite=elite)
    g.state.vehicles["v"] = tank
    assert crew_morale(g, tank) == inside
    crew = abandon(g, tank, "SL:11.35.1-a")
    assert crew is not None and g.counter(crew).morale == morale
    assert not name or g.counter(crew).name.startswith(name)


def checking(phase: str, dice: tuple[int, int], *, counter: str = "ger-pzkw-iiie", morale: int = 8) -> Table:
    """The crew of a tank takes a MC; a leader of the infantry stands beside it."""
    tank = vehicle("v", counter, FIELD, 1, ce=True)
    table = scene(
        phase, [unit("l", "ger-10-2", FIELD), unit("r", "rus-447", BEYOND)], [tank], attacker="russian"
    )
    assert crew_morale(table.g, tank) == morale
    table.position.state.phase = phase
    table.g.push(CrewCheck("v"))
    ask_again(table)
    table.events += table.position.advance(Outcome(dice))
    return table


@pytest.mark.rule("SL:3.20-q3", "SL:3.8.11-d")
def test_no_leader_of_the_infantry_helps_a_crew_and_no_hero_comes_of_it() -> None:
    assert checking("DFPh", (4, 5)).position.state.vehicles["v"].stun  # a 9, which -2 would save
    lucky = checking("DFPh", (1, 1))
    assert not lucky.position.state.vehicles["v"].stun
    assert "try-hero" not in lucky.options() and not any(
        one.kind == "hero" for one in lucky.g.state.units.values()
    )


@pytest.mark.rule("SL:3.24.3-a")
def test_a_crew_that_prep_fire_pins_shuts_the_hatches_for_the_player_turn() -> None:
    pinned = checking("PFPh", (4, 4)).position.state.vehicles["v"]
    assert not pinned.ce and pinned.pinned
    table = checking("PFPh", (4, 4))
    assert hatch_options(table.g, table.position.state.vehicles["v"]) == []
    for phase, dice in (("PFPh", (3, 4)), ("DFPh", (4, 4))):
        assert checking(phase, dice).position.state.vehicles["v"].ce
    open_topped = checking("PFPh", (4, 4), counter="ger-nashorn").position.state.vehicles["v"]
    assert open_topped.ce and open_topped.pinned  # SL:3.24.3-b


@pytest.mark.rule("SL:3.24.2-b")
def test_the_pinned_do_not_try_to_stop_an_afv() -> None:
    woods, road = rows("z", "woods", "open")
    tank = vehicle("v", "ger-pzkw-iiie", road, 1)
    table = scene("DFPh", [unit("r", "rus-447", woods)], [tank])
    man = table.unit("r")
    assert attempt_refusal(table.g, man, tank) is None
    found = attempt_refusal(table.g, msgspec.structs.replace(man, pinned=True), tank)
    assert found is not None and found.rule == "SL:3.24.2-b"


@pytest.mark.rule("SL:2.5-q3")
def test_afvs_set_up_in_woods_without_a_roll() -> None:
    woods, _ = rows("z", "woods", "open")
    table = scene("RPh", [unit("r", "rus-447", FIELD)], [])
    assert parking_refusal(table.g, vehicle("v", "ger-pzkw-iiie", "", 1), woods) is None
    found = parking_refusal(table.g, vehicle("v", "ger-light-truck", "", 1), woods)
    assert found is not None and found.rule == "SL:30.4"
