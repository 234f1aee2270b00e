"""Leaving the map in a campaign scenario: by one's Entry Area, on the move, advancing, driving or running."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sk.full.campaign.book import ENTRY
from defilade.rules.sk.full.campaign.campaign import _take_back, new_campaign
from defilade.rules.sk.full.campaign.tables import BRITISH
from defilade.rules.sk.full.campaign.work import Work, campaign_map
from skf.campaign.books import no_dice
from skf.situation import Situation

RULE = {
    "type": "campaign_scenario",
    "rule": "DAE:4.3-b",
    "side": "german",
    "end_numbers": {},
    "self_rallies": 2,
    "leaving": "british",
    "exits": ["TT10"],
    "values": {"squad": 2, "half_squad": 1, "crew": 2, "leader": {-2: 3, -1: 2, 0: 1, 1: 1}},
    "home": {"british": ["A12", "A13", "A14"], "german": ["TT6", "TT7"]},
}


def campaign(phase: str, attacker: str, units: list[dict[str, Any]], **more: Any) -> Situation:
    return Situation(
        "elst", phase, attacker, units, sides=["german", "british"], month=9, special=[RULE], **more
    )


def british(id: str, type: str, hex: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "type": type, "hex": hex, **more}


FAR_OFF = {"id": "far", "type": "ger-447", "hex": "RR20"}


@pytest.mark.rule("DAE:4.3-n")
def test_by_its_own_entry_area_a_unit_leaves_and_stays_in_the_ob() -> None:
    s = campaign(
        "MPh", BRITISH, [british("b1", "bri-457", "A13", sw=[{"id": "lmg", "type": "bri-lmg"}]), FAR_OFF]
    )
    s.do("move b1")
    assert s.offers("withdraw")
    s.do("withdraw")
    unit = s.unit("b1")
    assert (unit.hex, unit.due, s.state.weapons["lmg"].owner) == ("", 0, "b1")
    assert not [one for one in s.options() if "b1" in one]  # not again in this scenario
    work = Work(new_campaign(), no_dice())
    _take_back(work, BRITISH, s.state, set())
    forces = work.forces(BRITISH)
    assert [(unit.type, forces.where[one]) for one, unit in forces.units.items()] == [("bri-457", ENTRY)]
    assert [(w.type, forces.where[one]) for one, w in forces.weapons.items()] == [("bri-lmg", ENTRY)]
    assert work.side(BRITISH).pool == {}


@pytest.mark.rule("DAE:4.3-n")
def test_elsewhere_nobody_leaves() -> None:
    s = campaign("MPh", BRITISH, [british("b1", "bri-457", "A15"), british("b2", "bri-457", "TT7"), FAR_OFF])
    for one in ("b1", "b2"):
        s.do(f"move {one}")
        assert not s.offers("withdraw")
        assert not s.offers("exit")
        s.do("stop")


@pytest.mark.rule("DAE:4.3-n", "DAE:4.3-p")
def test_leaving_in_the_advance_phase() -> None:
    units = [british("b1", "bri-457", "A13"), british("b2", "bri-457", "TT10"), FAR_OFF]
    s = campaign("APh", BRITISH, units)
    assert s.offers("withdraw b1")
    assert not s.offers("withdraw b2")
    s.do("withdraw b1", "exit b2")
    assert s.unit("b1").hex == ""
    assert "b2" not in s.state.units
    assert s.state.exited == {BRITISH: 2}


@pytest.mark.rule("DAE:4.3-n")
def test_a_vehicle_drives_off() -> None:
    board = campaign_map()
    west = next(n for n in range(6) if board.neighbours[board.resolve("A12")][n] is None)
    tank = {"id": "t1", "type": "bri-sherman3", "hex": "A12", "vca": west, "tca": west}
    s = campaign("MPh", BRITISH, [british("b1", "bri-457", "C13"), FAR_OFF], vehicles=[tank])
    s.do("drive t1", "start")
    s.do("withdraw")
    assert (s.state.vehicles["t1"].hex, s.state.vehicles["t1"].due) == ("", 0)


def routed(*dice: int, **more: Any) -> Situation:
    units = [
        british(
            "b1",
            more.pop("type", "bri-457"),
            "A13",
            broken=True,
            dm=True,
            sw=[{"id": "lmg", "type": "bri-lmg"}],
        ),
        {"id": "g1", "type": "ger-447", "hex": "B13"},
        *more.pop("units", []),
    ]
    s = campaign("RtPh", BRITISH, units)
    s.do("rout b1", "rout-off")
    return s.roll(*dice)


@pytest.mark.rule("DAE:4.3-o")
@pytest.mark.parametrize(("dice", "type"), [((3, 4), "bri-457"), ((4, 4), "bri-247")])
def test_a_broken_unit_takes_a_check_as_it_leaves(dice: tuple[int, int], type: str) -> None:
    s = routed(*dice)
    assert (s.unit("b1").hex, s.unit("b1").type) == ("", type)
    assert s.state.weapons["lmg"].owner == "b1"


@pytest.mark.rule("DAE:4.3-o")
def test_a_leader_helps() -> None:
    s = routed(4, 4, units=[british("l1", "bri-9-1", "A13")])
    assert (s.unit("b1").hex, s.unit("b1").type) == ("", "bri-457")
    assert s.unit("l1").hex != ""  # he stays, unless he goes along


@pytest.mark.rule("DAE:4.3-o")
def test_who_is_lost_loses_what_he_carries() -> None:
    s = routed(4, 4, type="bri-247")
    assert "b1" not in s.state.units
    assert "lmg" not in s.state.weapons


@pytest.mark.rule("DAE:4.41-b")
@pytest.mark.parametrize(
    ("type", "points"),
    [
        ("bri-457", 2),
        ("bri-228-crew", 2),
        ("bri-247", 1),
        ("bri-10-2", 3),
        ("bri-9-2", 3),
        ("bri-8-1", 2),
        ("bri-8-0", 1),
        ("bri-6+1", 1),
    ],
)
def test_what_leaving_for_victory_is_worth(type: str, points: int) -> None:
    s = campaign("APh", BRITISH, [british("b1", type, "TT10"), FAR_OFF])
    s.do("exit b1")
    assert s.state.exited == {BRITISH: points}
