"""Close combat with vehicles, PAATC and Reaction Fire (SKF:3.8-l to -ae, SKF:3.7-d, SKF:3.3.4)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Breakdown
from skf.tanks import Tanks

SIDES = ("german", "russian")
HEX = "Y3"
IDLE = {"id": "idle", "type": "ger-pzivh", "hex": "A2"}
PANTHER = {"id": "t", "type": "ger-panther", "hex": HEX, "vca": 2}


def squads(*ids: str, **more: Any) -> list[dict[str, Any]]:
    return [{"id": uid, "type": "rus-447", "hex": HEX, **more} for uid in ids]


LEADER = {"id": "lead", "type": "rus-8-1", "hex": HEX}


def fight(
    tank: dict[str, Any] | None = None,
    units: list[dict[str, Any]] | None = None,
    attacker: str = "russian",
    **more: Any,
) -> Tanks:
    return Tanks("CCPh", attacker, [{**PANTHER, **(tank or {})}], units or squads("r1"), sides=SIDES, **more)


def added_up(s: Tanks, kind: str = "close_combat") -> Breakdown:
    return next(event.breakdown for event in reversed(s.events) if event.kind == kind and event.breakdown)


@pytest.mark.rule("SKF:3.8-n", "DAE:QRDC-ccv", "DAE:QRDC-ccmod", "SKF:3.8-h", "SKF:3.3.2-r")
def test_the_example_of_the_panther() -> None:
    s = fight({"ce": True, "motion": True}, [*squads("r1", "r2"), LEADER])
    s.do("assault-tank r1+lead - t").roll(3, 3)
    found = added_up(s)
    assert (found.total, found.drm) == (6, 0), "CCV 5 and 1; leader -1, CE -1, Motion +2"
    assert s.tank().immobilized and not s.tank().motion


@pytest.mark.rule("SKF:3.8-t", "SKF:3.8-s", "DAE:QRDC-cct")
def test_the_panther_strikes_back_with_its_guns() -> None:
    s = fight({"ce": True, "immobilized": True}, [*squads("r1", "r2"), LEADER])
    s.do("assault-tank r1+lead - t").roll(6, 5)
    assert s.side() == "german"
    assert not [text for text in s.options("tank-strike") if "bmg" in text], "a BMG does not fight in CC"
    s.do("tank-strike t+r2 - cmg").roll(2, 3)
    assert added_up(s).total == 5
    assert s.unit("r2").type == "rus-237", "1:1 needs a 5: casualty reduction"
    s.do("assault-tank r2 - t")
    s.roll(6, 6)
    assert "r2" not in s.state.units, "an original 12 costs the attacker"
    s.do("tank-strike t+r1+lead - aamg")
    found = s.roll(5, 5)
    assert added_up(found).total == 2


@pytest.mark.rule("SKF:3.8-l", "SKF:3.8-m", "SKF:3.8-ad")
def test_attacks_go_in_turn_and_the_side_without_vehicles_begins() -> None:
    s = fight(units=squads("r1", "r2"), attacker="german")
    assert s.side() == "russian"
    s.do("assault-tank r1 - t").roll(4, 4)
    assert s.side() == "german"
    s.do("tank-strike t+r2 - cmg").roll(1, 1)
    assert "r2" not in s.state.units
    assert not s.options("assault-tank"), "who is gone attacks no more"


@pytest.mark.rule("SKF:3.8-ad")
def test_no_close_combat_between_vehicles() -> None:
    both = [PANTHER, {"id": "e", "type": "rus-t3485", "hex": HEX}]
    s = Tanks("CCPh", "russian", both, sides=SIDES)
    assert not any(event.kind == "close_combat" for event in s.events)
    assert not s.options("tank-strike")


@pytest.mark.rule("SKF:3.8-n")
def test_below_the_ccv_the_vehicle_is_destroyed_and_above_nothing_happens() -> None:
    assert fight().do("assault-tank r1 - t").roll(2, 2).tank().wreck
    alive = fight().do("assault-tank r1 - t").roll(3, 3)
    assert not alive.tank().wreck and not alive.tank().immobilized


@pytest.mark.rule("SKF:3.8-o", "DAE:QRDC-ccv")
def test_a_pinned_squad_has_less() -> None:
    s = fight(units=squads("r1", pinned=True)).do("assault-tank r1 - t").roll(2, 2)
    assert added_up(s).total == 4
    assert s.tank().immobilized


@pytest.mark.rule("SKF:3.8-p")
def test_at_most_a_unit_and_an_smc_combine() -> None:
    s = fight(units=[*squads("r1", "r2"), LEADER])
    assert s.offers("assault-tank r1+lead - t")
    assert not [text for text in s.options("assault-tank") if "r1+r2" in text]


@pytest.mark.rule("SKF:3.8-q")
def test_an_original_two_always_has_a_chance() -> None:
    def try_it(face: int) -> Tanks:
        s = fight({"motion": True}, [{**LEADER, "pinned": True}])
        s.do("assault-tank lead - t").roll(1, 1)
        return s.roll(face)

    assert try_it(2).tank().wreck
    assert try_it(3).tank().immobilized
    last = try_it(4).tank()
    assert not last.wreck and not last.immobilized


@pytest.mark.rule("SKF:3.8-r")
def test_an_original_twelve_is_harmless_against_a_stunned_vehicle() -> None:
    s = fight({"stun": "stun"}).do("assault-tank r1 - t").roll(6, 6)
    assert s.state.units["r1"].type == "rus-447"
    hurt = fight().do("assault-tank r1 - t").roll(6, 6)
    assert hurt.state.units["r1"].type == "rus-237"


@pytest.mark.rule("SKF:3.8-u", "DAE:QRDC-ccmod")
def test_a_bmg_spares_the_vehicle_the_drm() -> None:
    gunless = {"broken": ["cmg", "aamg"]}
    with_bmg = fight(gunless).do("assault-tank r1 - t").roll(3, 4)
    assert added_up(with_bmg).drm == 0
    without = fight({"broken": ["bmg", "cmg", "aamg"]}).do("assault-tank r1 - t").roll(3, 4)
    assert added_up(without).drm == -1


@pytest.mark.rule("SKF:3.8-t")
def test_no_attack_while_shocked_or_stunned_and_half_in_motion() -> None:
    for state in ({"shock": "shock"}, {"stun": "stun"}):
        s = fight(state).do("assault-tank r1 - t").roll(6, 5)
        assert not s.options("tank-strike")
    moving = fight({"motion": True}).do("assault-tank r1 - t").roll(6, 5)
    moving.do("tank-strike t+r1 - cmg").roll(6, 5)
    assert added_up(moving).total == 2.5


@pytest.mark.rule("SKF:3.8-v", "SKF:3.8-w", "DAE:VN-Tiger-a")
def test_close_defence_weapons() -> None:
    early = fight(units=squads("r1", "r2"), month=6).do("assault-tank r1 - t").roll(6, 5)
    assert not early.options("close-defence"), "not before July 1944"
    s = fight(units=squads("r1", "r2"), month=8)
    s.do("assault-tank r1 - t").roll(6, 5)
    s.do("close-defence t").roll(4, 4)
    assert any("no effect" in event.text for event in s.events if event.kind == "close_defence"), (
        "8 is above 7"
    )
    hit = (
        fight(units=squads("r1", "r2"), month=8)
        .do("assault-tank r1 - t")
        .roll(6, 5)
        .do("close-defence t")
        .roll(1, 2)
    )
    found = added_up(hit, "close_defence")
    assert (found.total, found.drm) == (16, 0)
    tiger = (
        fight({"type": "ger-tiger"}, month=6)
        .do("assault-tank r1 - t")
        .roll(6, 5)
        .do("close-defence t")
        .roll(3, 3)
    )
    assert added_up(tiger, "close_defence").total == 12


@pytest.mark.rule("SKF:3.8-ab", "SKF:3.8-aa")
def test_a_vehicle_holds_infantry_in_melee_but_is_not_held() -> None:
    s = fight(units=squads("r1"))
    s.do("assault-tank r1 - t").roll(6, 5)
    s.do("pass") if s.options("tank-strike") else None
    assert s.unit("r1").melee
    moving = fight({"motion": True}).do("assault-tank r1 - t").roll(6, 5)
    moving.do("pass") if moving.options("tank-strike") else None
    assert not moving.unit("r1").melee


@pytest.mark.rule("SKF:3.8-aa")
def test_a_vehicle_leaves_a_melee_and_frees_who_it_held() -> None:
    s = Tanks(
        "MPh", "german", [{**PANTHER, "type": "ger-pzivh"}, IDLE], squads("r1", melee=True), sides=SIDES
    )
    s.do("drive t", "start")
    assert not s.unit("r1").melee
    s.do("pass", "enter - Y4")
    assert not s.unit("r1").melee


@pytest.mark.rule("DAE:QRDC-ambush")
def test_ambush_drm_of_vehicles() -> None:
    tank = {**PANTHER, "hex": "E4"}
    units = [{"id": "r1", "type": "rus-447", "hex": "E4", "advanced": True}]
    s = Tanks("CCPh", "russian", [tank], units, sides=SIDES)
    s.roll(3, 3)
    found = [event.breakdown for event in s.events if event.kind == "ambush" and event.breakdown]
    assert [breakdown.drm for breakdown in found] == [0, 3]
    assert s.side() == "russian"


# -- PAATC ---------------------------------------------------------------------------------------------------------


def advancing(*units: dict[str, Any]) -> Tanks:
    return Tanks("APh", "russian", [PANTHER], list(units), sides=SIDES)


@pytest.mark.rule("SKF:3.7-d", "SKF:3.7-e", "SKF:3.7-g")
def test_paatc_before_advancing_on_an_afv() -> None:
    near = {"id": "r1", "type": "rus-447", "hex": "Y4"}
    lead = {"id": "lead", "type": "rus-8-1", "hex": "Y4"}
    s = advancing(near, lead).do("advance r1 Y3").roll(4, 4)
    assert s.unit("r1").hex.endswith("Y3"), "the leader's -1 makes an 8 do"
    failed = advancing(near).do("advance r1 Y3").roll(4, 4)
    assert failed.unit("r1").hex.endswith("Y4")
    assert any(event.kind == "pinned" for event in failed.events)
    leader = advancing(near, lead).do("advance lead Y3")
    assert leader.unit("lead").hex.endswith("Y3"), "leaders need none"


@pytest.mark.rule("SKF:3.7-f")
def test_conscripts_fear_tanks() -> None:
    green = {"id": "r1", "type": "rus-426", "hex": "Y4"}
    s = advancing(green).do("advance r1 Y3").roll(3, 3)
    assert added_up(s, "paatc").value("SKF:3.7-f") == 1
    assert any(event.kind == "pinned" for event in s.events), "6 + 1 is more than its morale of 6"


@pytest.mark.rule("SKF:3.7-h")
def test_crews_change_in_the_aph() -> None:
    s = Tanks("APh", "german", [PANTHER], sides=SIDES)
    s.do("open-up t")
    assert s.tank().ce


# -- Reaction Fire ---------------------------------------------------------------------------------------------------


def run_over(**unit: Any) -> Tanks:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y2", "vca": 2}
    s = Tanks("MPh", "german", [tank, IDLE], squads("r1", **unit), sides=SIDES)
    s.do("drive t", "start")
    if s.side() == "russian":
        s.do("pass")
    return s.do("enter - Y3")


@pytest.mark.rule("SKF:3.3.4-a", "SKF:3.3.4-b", "SKF:3.3.2-b")
def test_infantry_reacts_to_a_vehicle_in_its_hex() -> None:
    s = run_over()
    assert s.side() == "russian" and s.offers("react r1 Y3")
    s.do("react r1 Y3").roll(3, 4)
    s.roll(3, 3)
    assert added_up(s).total == 5
    assert added_up(s).drm == 2, "Non-Stopped"
    assert s.unit("r1").fire == "first"
    shy = run_over().do("react r1 Y3").roll(4, 4)
    assert shy.unit("r1").pinned
    assert not shy.options("react")


@pytest.mark.rule("SKF:3.3.4-c")
def test_who_has_fired_has_one_less_once() -> None:
    s = run_over(fire="first").do("react r1 Y3").roll(3, 4, 3, 3)
    assert added_up(s).total == 4
    assert s.unit("r1").fire == "final"


@pytest.mark.rule("SKF:3.3.4-a")
def test_as_final_protective_fire_the_dr_is_a_nmc() -> None:
    s = run_over(fire="final").do("react r1 Y3").roll(3, 4, 4, 4)
    assert s.unit("r1").broken
