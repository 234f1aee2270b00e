"""The Movement Phase (SK1:3.3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sk import movement
from defilade.rules.sk.moving import mf_allowance
from defilade.rules.sk.spending import left_of
from defilade.tactics.moving import move_in_progress, the_record
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

FAR = {"id": "g", "type": "ger-467", "hex": "GG10"}
"""A German who sees nothing of what happens here."""


def russians(*units: dict[str, Any], board: str = "z", enemy: dict[str, Any] = FAR, **more: Any) -> Situation:
    return Situation(board, "MPh", "russian", [*units, enemy], **more)


def unit(id: str, type: str, hex: str, *weapons: str, **states: Any) -> dict[str, Any]:
    sw = [{"id": f"{id}-{weapon}", "type": weapon} for weapon in weapons]
    return {"id": id, "type": type, "hex": hex, "sw": sw, **states}


def mf_left(s: Situation, unit_id: str) -> float:
    """MF that a unit of the moving stack may still spend, off the road."""
    frame = move_in_progress(s.g)
    assert frame is not None
    return next(left.off_road for left in left_of(s.g, frame) if left.unit.id == unit_id)


# -- who may move --------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-a")
@pytest.mark.parametrize(
    "state", [{"broken": True}, {"fire": "prep"}, {"weapons_used": ("w",)}, {"pinned": True}]
)
def test_who_may_not_move(state: dict[str, Any]) -> None:
    s = russians(unit("r1", "rus-447", "F3", **state), unit("r2", "rus-447", "F4"))
    assert s.options() == ["move r2", "done"]
    assert s.refusal("move r1").rule in ("SK1:3.3-a", "SK1:3.2.1-u")


@pytest.mark.rule("SK1:3.3-a")
def test_units_in_melee_may_not_move() -> None:
    s = russians(
        unit("r1", "rus-447", "F3", melee=True),
        unit("r2", "rus-447", "F4"),
        enemy={**FAR, "hex": "F3", "melee": True},
    )
    assert s.options() == ["move r2", "done"]
    assert s.refusal("move r1").rule == "SK1:3.3-a"


@pytest.mark.rule("SK1:3.3-a", "SK1:3.2-z")
def test_a_leader_who_directed_prep_fire_stays() -> None:
    s = russians(unit("r1", "rus-447", "F3"), unit("l", "rus-9-1", "F3", directed=("x",)))
    assert s.options("move") == ["move r1"]


@pytest.mark.rule("SK1:3.3-a")
def test_only_the_attacker_moves() -> None:
    s = russians(unit("r1", "rus-447", "F3"))
    assert s.refusal("move g").rule == "SK1:3.3-a"


@pytest.mark.rule("SK1:3.3-k", "SK1:3.3-j")
def test_a_unit_moves_once() -> None:
    s = russians(unit("r1", "rus-447", "F3"), unit("r2", "rus-447", "F4"))
    s.do("move r1", "enter - G3", "stop")
    assert s.said("ends its MPh in G3")
    assert s.options() == ["move r2", "done"]
    assert s.refusal("move r1").rule == "SK1:3.3-k"


@pytest.mark.rule("SK1:3.3-j")
def test_no_unit_moves_before_the_mover_has_stopped() -> None:
    s = russians(unit("r1", "rus-447", "F3"), unit("r2", "rus-447", "F4"))
    s.do("move r1", "enter - G3")
    assert s.refusal("move r2").rule == "SK1:3.3-m"
    # going back is walking back: it costs MF like any other step
    s.do("enter - F3")
    assert mf_left(s, "r1") == 2


# -- allowances ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-z", "SK1:3.3-e", "SK1:3.3-g", "SK1:3.3-o")
@pytest.mark.parametrize(
    ("type", "base", "led", "double", "both"),
    [
        ("usa-747", 4, 6, 6, 8),
        ("ger-447", 4, 6, 6, 8),
        ("ger-436", 3, 5, 5, 7),
        ("usa-9-1", 6, 6, 8, 8),
        ("rus-237", 4, 6, 6, 8),
    ],
)
def test_the_mf_table(type: str, base: int, led: int, double: int, both: int) -> None:
    side = {"usa": "american", "ger": "german", "rus": "russian"}[type[:3]]
    enemy = "german" if side != "german" else "russian"
    s = Situation(
        "z",
        "MPh",
        side,
        [unit("u", type, "F3"), unit("l", f"{type[:3]}-8-0", "F3")],
        sides=(side, enemy),
    )
    me, leader = s.unit("u"), s.unit("l")
    assert mf_allowance(s.g, me) == base
    assert mf_allowance(s.g, me, leader=leader) == led
    assert mf_allowance(s.g, me, double_time=True) == double
    assert mf_allowance(s.g, me, leader=leader, double_time=True) == both


@pytest.mark.rule("SK1:3.3-e")
def test_green_troops_move_like_others_only_with_a_leader() -> None:
    s = Situation(
        "z",
        "MPh",
        "american",
        [unit("u", "usa-536", "F3"), unit("l", "usa-8-0", "F3")],
        sides=("american", "german"),
    )
    assert mf_allowance(s.g, s.unit("u")) == 3
    assert mf_allowance(s.g, s.unit("u"), leader=s.unit("l")) == 6


@pytest.mark.rule("SK1:3.2.1-g")
def test_a_wounded_leader_has_3_mf_and_cannot_double_time() -> None:
    s = russians(unit("l", "rus-9-1", "F3", wounded=True))
    s.do("move l")
    assert mf_left(s, "l") == 3
    assert s.refusal("double-time l").rule == "SK1:3.2.1-g"


@pytest.mark.rule("SK1:3.2.1-g")
def test_a_leader_wounded_at_the_double_has_3_mf_like_any_other() -> None:
    s = russians(unit("l", "rus-9-1", "F3")).do("move l", "double-time l", "enter - G3")
    assert mf_left(s, "l") == 7
    s.g.update(s.unit("l"), wounded=True)
    assert mf_left(s, "l") == 2


@pytest.mark.rule("SK1:3.3-b", "SK1:3.3-i")
def test_each_hex_costs_its_terrain_until_the_mf_are_gone() -> None:
    s = russians(unit("r", "rus-447", "H3"))
    s.do("move r", "enter - I3")
    assert s.said("enters I3 for 2 MF")
    assert mf_left(s, "r") == 2
    s.do("enter - J2")
    assert mf_left(s, "r") == 0
    assert s.options() == ["stop"]
    refusal = s.refusal("enter - J3")
    assert refusal.rule == "SK1:3.3-i" and "needs 2" in refusal.reason


@pytest.mark.rule("SK1:3.3-b")
def test_steps_go_to_adjacent_hexes() -> None:
    s = russians(unit("r", "rus-447", "H3"))
    s.do("move r")
    assert s.refusal("enter - K3").rule == "SK1:3.3-b"


@pytest.mark.rule("SK1:3.3-h")
def test_mf_are_each_units_own() -> None:
    # the leader has 6 MF, but a squad that has come as far as it can cannot use his
    s = russians(unit("r", "rus-447", "F4"), unit("l", "rus-9-1", "F4"))
    s.do("move l", "enter - G4", "stop", "move r", "enter - G4")
    assert mf_left(s, "r") == 2


@pytest.mark.rule("SK1:3.3-c")
def test_no_entry_of_a_hex_with_enemies() -> None:
    s = russians(unit("r", "rus-447", "H3"), enemy={**FAR, "hex": "I3", "broken": True})
    s.do("move r")
    assert s.refusal("enter - I3").rule == "SK1:3.3-c"


@pytest.mark.rule("SK1:3.3-c2")
def test_friends_cost_nothing_extra_and_are_no_obstacle() -> None:
    s = russians(unit("r", "rus-447", "F3"), unit("friend", "rus-447", "G3"))
    s.do("move r", "enter - G3")
    assert s.said("enters G3 for 1 MF")
    s.do("enter - H2", "enter - G3", "stop")
    assert s.unit("r").hex == s.unit("friend").hex == "zG3"


# -- the leader bonus ----------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-g")
def test_a_squad_moving_with_a_leader_has_two_mf_more() -> None:
    s = russians(unit("r", "rus-447", "F4"), unit("l", "rus-9-1", "F4"))
    s.do("move r", "join l", "enter - G4", "enter - H4", "enter - I4")
    assert (mf_left(s, "r"), mf_left(s, "l")) == (0, 0)
    s.do("stop")
    assert s.unit("r").hex == s.unit("l").hex == "zI4"


@pytest.mark.rule("SK1:3.3-g")
def test_who_used_the_bonus_ends_with_his_leader() -> None:
    s = russians(unit("r", "rus-447", "F4"), unit("l", "rus-9-1", "F4"))
    s.do("move r", "join l", "enter - G4", "enter - H4")
    assert s.options("leave") == ["leave r", "leave l"]
    s.do("enter - I5")  # the fifth MF: more than a squad has alone
    assert s.options("leave") == []
    assert s.refusal("leave l").rule == "SK1:3.3-g"
    assert s.refusal("leave r").rule == "SK1:3.3-g"


@pytest.mark.rule("SK1:3.3-g")
def test_no_bonus_for_a_leader_met_on_the_way() -> None:
    s = russians(unit("r", "rus-447", "F4"), unit("l", "rus-9-1", "G4"))
    s.do("move r", "enter - G4")
    assert mf_left(s, "r") == 2
    assert s.refusal("join l").rule == "SK1:3.3-m"


@pytest.mark.rule("SK1:3.3-g")
def test_the_bonus_is_gone_when_the_leader_stays_behind() -> None:
    s = russians(unit("r", "rus-447", "F4"), unit("l", "rus-9-1", "F4"))
    s.do("move r", "join l", "enter - G4", "leave l")
    assert mf_left(s, "r") == 2


@pytest.mark.rule("SK1:3.3-g")
def test_no_bonus_with_a_leader_who_went_away_and_came_back() -> None:
    s = russians(unit("r", "rus-447", "F3"), unit("l", "rus-9-1", "F3"), unit("a", "rus-447", "F3"))
    s.do("move r", "join l", "join a", "enter - G3", "leave r", "enter - H2", "enter - G3")
    s.do("leave l", "stop", "move r", "join l")
    assert mf_left(s, "r") == 3


# -- stacks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-m")
def test_a_stack_splits_and_all_of_it_ends_before_others_move() -> None:
    s = russians(unit("r1", "rus-447", "F3"), unit("r2", "rus-447", "F3"), unit("other", "rus-447", "A1"))
    s.do("move r1", "join r2", "enter - G3", "leave r2", "enter - H2", "stop")
    assert s.options() == ["move r2", "stop"]
    assert s.refusal("move other").rule == "SK1:3.3-m"
    s.do("move r2", "enter - H3", "stop")
    assert s.options() == ["move other", "done"]
    assert (s.unit("r1").hex, s.unit("r2").hex) == ("zH2", "zH3")


@pytest.mark.rule("SK1:3.3-m")
def test_only_units_of_the_same_hex_join_and_only_before_mf_are_spent() -> None:
    s = russians(unit("r1", "rus-447", "F3"), unit("r2", "rus-447", "F3"), unit("r3", "rus-447", "F4"))
    s.do("move r1")
    assert s.options("join") == ["join r2"]
    assert s.refusal("join r3").rule == "SK1:3.3-m"
    s.do("enter - G3")
    assert s.refusal("join r2").rule == "SK1:3.3-m"


@pytest.mark.rule("SK1:3.3-i", "SK1:3.3-m")
def test_a_member_that_cannot_pay_holds_up_the_stack() -> None:
    s = russians(unit("r1", "rus-447", "F3"), unit("r2", "rus-426", "F3"))
    s.do("move r1", "join r2", "enter - G3", "enter - H2")
    refusal = s.refusal("enter - I3")
    assert refusal.rule == "SK1:3.3-i" and "4-2-6" in refusal.reason
    s.do("leave r2", "enter - I3")
    assert s.unit("r1").hex == "zI3"


# -- Assault Movement and Double Time ------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-n")
def test_assault_movement_is_one_hex_with_mf_to_spare() -> None:
    s = russians(unit("r", "rus-447", "I5"))
    s.do("move r", "assault", "enter - J5")
    assert s.refusal("enter - J6").rule == "SK1:3.3-n"
    assert s.options() == ["stop"]


@pytest.mark.rule("SK1:3.3-n", "SK1:4.0-l")
def test_assault_movement_may_not_take_all_mf() -> None:
    s = russians(unit("r", "rus-447", "I4", "rus-mmg"))
    s.do("move r", "assault")
    assert s.refusal("enter - J3").rule == "SK1:3.3-n"
    assert s.offers("enter - J4")


@pytest.mark.rule("SK1:3.3-n")
def test_assault_movement_is_declared_before_moving() -> None:
    s = russians(unit("r", "rus-447", "I5"))
    s.do("move r", "enter - I6")
    assert s.refusal("assault").rule == "SK1:3.3-n"


@pytest.mark.rule("SK1:3.3-n")
def test_who_spends_mf_in_assault_movement_must_make_the_move() -> None:
    s = Situation(
        "z", "MPh", "german", [unit("u", "ger-468", "I5"), {"id": "r", "type": "rus-447", "hex": "GG10"}]
    )
    s.do("move u", "assault", "smoke u I5").roll(5)
    assert s.refusal("stop").rule == "SK1:3.3-n"
    s.do("enter - I6", "stop")


@pytest.mark.rule("SK1:3.3-o")
def test_double_time_gives_two_mf_and_a_cx_marker() -> None:
    s = russians(unit("r", "rus-527", "F3"))
    s.do("move r", "double-time r", "enter - G3", "enter - H2", "enter - I3", "enter - J3", "stop")
    assert s.unit("r").hex == "zJ3"
    assert s.unit("r").cx


@pytest.mark.rule("SK1:3.3-o", "SK1:3.3-g")
def test_double_time_with_a_leader_makes_eight() -> None:
    s = russians(unit("r", "rus-447", "E3"), unit("l", "rus-8-1", "E3"))
    s.do("move r", "join l", "double-time r+l")
    assert (mf_left(s, "r"), mf_left(s, "l")) == (8, 8)
    s.do("enter - E4", "enter - E5", "enter - F5", "enter - G5")
    assert (mf_left(s, "r"), mf_left(s, "l")) == (0, 0)
    assert s.unit("r").cx and s.unit("l").cx


@pytest.mark.rule("SK1:3.3-o")
def test_double_time_is_declared_at_the_start() -> None:
    s = russians(unit("r", "rus-447", "F3"))
    s.do("move r", "enter - G3")
    assert s.refusal("double-time r").rule == "SK1:3.3-o"


@pytest.mark.rule("SK1:3.3-n", "SK1:3.3-o")
def test_assault_movement_and_double_time_exclude_each_other() -> None:
    s = russians(unit("r", "rus-447", "I4", "rus-mmg")).do("move r", "double-time r")
    assert s.refusal("assault").rule == "SK1:3.3-n"
    assert s.options("assault") == []
    s = russians(unit("r", "rus-447", "I4", "rus-mmg")).do("move r", "assault")
    assert s.refusal("double-time r").rule == "SK1:3.3-n"
    assert s.options("double-time") == []


@pytest.mark.rule("SK1:3.3-r")
def test_a_cx_marker_comes_off_but_forbids_double_time() -> None:
    s = russians(unit("r", "rus-447", "F3", cx=True), enemy={**FAR, "cx": True})
    assert not s.unit("r").cx
    assert s.unit("g").cx, "the DEFENDER keeps his until his own MPh"
    s.do("move r")
    assert s.options("double-time") == []
    assert s.refusal("double-time r").rule == "SK1:3.3-r"


# -- roads ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-j")
def test_a_stop_in_other_words_is_no_matter_of_assault_movement() -> None:
    s = russians(unit("r", "rus-447", "F6")).do("move r", "enter - G6")
    assert s.refusal("stop r").rule != "SK1:3.3-n"


@pytest.mark.rule("SK1:1.1.2-f")
def test_the_road_bonus() -> None:
    s = russians(unit("r", "rus-447", "F6"))
    s.do("move r", "enter - G6", "enter - H5", "enter - I5", "enter - I6")
    assert s.offers("enter - I7"), "all along the road: a fifth MF"
    assert not s.offers("enter - J6"), "not off it"
    s.do("enter - I7")
    assert s.options() == ["stop"]


@pytest.mark.rule("SK1:1.1.2-f")
def test_the_road_bonus_can_be_spent_in_place() -> None:
    enemy = {"id": "r", "type": "rus-447", "hex": "GG10"}
    s = Situation("z", "MPh", "german", [unit("u", "ger-468", "F6"), enemy])
    s.do("move u", "enter - G6", "enter - H5", "enter - I5", "enter - I6")
    assert s.options("smoke") == ["smoke u zI6"]


@pytest.mark.rule("SK1:1.1.2-f")
def test_one_hexside_without_a_road_forfeits_the_bonus() -> None:
    s = russians(unit("r", "rus-447", "G7"))
    s.do("move r", "enter - G6", "enter - H5", "enter - I5", "enter - I6")
    assert s.refusal("enter - I7").rule == "SK1:3.3-i"


@pytest.mark.rule("SK1:1.1.2-f", "SK1:1.1.2-i")
def test_the_road_bonus_is_for_the_road_rate_all_the_way() -> None:
    # The road of board y runs F3 - G3 (woods) - H2 - I2 - J1 - K2.
    s = Situation("y", "MPh", "russian", [unit("r", "rus-447", "F3"), unit("g", "ger-467", "GG10")])
    s.do("move r", "enter - G3 road", "enter - H2", "enter - I2", "enter - J1")
    assert s.offers("enter - K2")
    s = Situation("y", "MPh", "russian", [unit("r", "rus-447", "F3"), unit("g", "ger-467", "GG10")])
    s.do("move r", "enter - G3", "enter - H2", "enter - I2")
    assert s.refusal("enter - J1").rule == "SK1:3.3-i"


@pytest.mark.rule("SK1:1.1.2-f")
def test_the_house_at_the_end_of_the_road_is_not_entered_with_the_bonus() -> None:
    # The road runs I7 - H7 - G8 - F8 - E9; E9 is a stone building.
    s = Situation("y", "MPh", "russian", [unit("r", "rus-447", "I7"), unit("g", "ger-467", "GG10")])
    s.do("move r", "enter - H7", "enter - G8", "enter - F8")
    assert s.refusal("enter - E9").rule == "SK1:3.3-i"


# -- the edge of the map -------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-d")
def test_the_map_is_not_left_by_choice() -> None:
    s = russians(unit("r", "rus-447", "A1"))
    s.do("move r")
    assert not s.offers("exit")
    assert s.refusal("exit").rule == "SK1:3.3-d"


@pytest.mark.rule("SK1:3.3-d", "SK1:S4-vp")
def test_it_is_left_where_the_card_gives_points() -> None:
    s = Situation(
        "",
        "MPh",
        "german",
        [
            unit("u", "ger-447", "K1", "ger-lmg"),
            unit("l", "ger-8-1", "K1"),
            unit("far", "ger-447", "C1"),
            {"id": "a", "type": "usa-747", "hex": "A10"},
        ],
        scenario="S4",
    )
    s.do("move u", "join l", "exit")
    assert s.gone("u") and s.gone("l") and "u-ger-lmg" not in s.state.weapons
    assert s.state.exited == {"german": 4}
    s.do("move far")
    assert s.refusal("exit").rule == "SK1:3.3-d"


@pytest.mark.rule("SK1:3.3-d2")
def test_whoever_is_forced_off_the_map_is_eliminated() -> None:
    s = russians(unit("r", "rus-447", "A1", broken=True))
    movement.forced_off_map(s.g, s.unit("r"))
    assert s.gone("r")


def test_reinforcements_enter_over_their_edge_as_a_stack() -> None:
    s = russians(
        unit("r", "rus-447", "", due=1, edges=("west",)),
        unit("l", "rus-9-1", "", due=1, edges=("west",)),
        unit("later", "rus-447", "", due=2, edges=("west",)),
        unit("east", "rus-447", "", due=1, edges=("east",)),
    )
    assert s.options("move") == ["move r", "move l", "move east"]
    s.do("move r")
    assert s.options("join") == ["join l"]
    edge = s.options("enter")
    s.do("join l", edge[0])
    assert s.unit("r").hex == s.unit("l").hex != ""
    assert mf_left(s, "r") == 5


def test_a_record_is_kept_of_mf_spent_in_each_hex() -> None:
    s = russians(unit("r", "rus-447", "F3"))
    s.do("move r", "enter - G3", "enter - F3", "enter - G3")
    frame = move_in_progress(s.g)
    assert frame is not None
    assert the_record(frame, "r").mf_spent_in("zG3") == 2


@pytest.mark.rule("SK1:3.2.1-z")
def test_broken_enemies_beside_a_mover_go_under_dm() -> None:
    s = russians(unit("r", "rus-447", "I5"), enemy={**FAR, "hex": "K5", "broken": True})
    s.do("move r", "enter - J4")
    assert s.unit("g").dm
