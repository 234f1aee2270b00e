"""Carrying, dropping and recovering SW in the MPh (SK1:4.0)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sk import portage
from defilade.rules.sk.spending import left_of
from defilade.tactics.moving import move_in_progress
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

FAR = {"id": "g", "type": "ger-467", "hex": "GG10"}


def squad(
    id: str = "r", hex: str = "F3", *weapons: str, type: str = "rus-447", **states: Any
) -> dict[str, Any]:
    sw = [{"id": weapon, "type": weapon.rstrip("0123456789")} for weapon in weapons]
    return {"id": id, "type": type, "hex": hex, "sw": sw, **states}


def russians(*units: dict[str, Any], **more: Any) -> Situation:
    return Situation("z", "MPh", "russian", [*units, FAR], **more)


def mf_left(s: Situation, unit_id: str) -> float:
    frame = move_in_progress(s.g)
    assert frame is not None
    return next(left.off_road for left in left_of(s.g, frame) if left.unit.id == unit_id)


def lying(type: str = "rus-lmg", hex: str = "G3", **states: Any) -> dict[str, Any]:
    return {"id": "sw", "type": type, "hex": hex, **states}


# -- capacity ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:4.0-a")
def test_any_number_of_sw_is_carried_and_moves_with_its_carrier() -> None:
    s = russians(squad("r", "F3", "rus-lmg1", "rus-lmg2", "rus-ft", "rus-dc"))
    assert portage.load(s.g, s.unit("r")) == 4
    s.do("move r", "enter - G3")
    assert {weapon.hex for weapon in s.state.weapons.values()} == {"zG3"}


@pytest.mark.rule("SK1:4.0-a", "SK1:4.0-b")
def test_a_squad_may_take_up_one_more_sw_than_it_can_use() -> None:
    s = russians(squad("r", "G3", "rus-lmg1", "rus-lmg2"), loose=[lying()])
    s.do("move r", "recover r+sw").roll(1)
    assert [weapon.id for weapon in s.g.weapons_of(s.unit("r"))][-1] == "sw"
    assert len(s.g.weapons_of(s.unit("r"))) == 3


@pytest.mark.rule("SK1:4.0-j", "SK1:4.0-l")
@pytest.mark.parametrize(
    ("weapons", "mf"), [(("rus-lmg",), 4), (("rus-lmg1", "rus-lmg2", "rus-lmg3"), 4), (("rus-mmg",), 2)]
)
def test_each_pp_beyond_three_costs_a_squad_one_mf(weapons: tuple[str, ...], mf: int) -> None:
    s = russians(squad("r", "H3", *weapons)).do("move r")
    assert mf_left(s, "r") == mf


@pytest.mark.rule("SK1:4.0-j", "SK1:4.0-k", "SK1:4.0-l")
def test_a_leader_carries_one_pp_free_and_two_at_most() -> None:
    s = russians(
        squad("l1", "F3", "rus-lmg1", type="rus-9-1"),
        squad("l2", "F4", "rus-lmg2", "rus-ft", type="rus-9-1"),
        squad("l3", "E3", "rus-mmg", type="rus-9-1"),
    )
    s.do("move l1")
    assert mf_left(s, "l1") == 6
    s.do("stop", "move l2")
    assert mf_left(s, "l2") == 5
    s.do("stop", "move l3")
    assert s.options("enter") == []
    assert s.refusal("enter - E4").rule == "SK1:4.0-k"
    s.do("drop rus-mmg", "enter - E4")


@pytest.mark.rule("SK1:3.2.1-g2")
def test_a_wounded_leader_carries_nothing_free() -> None:
    s = russians(squad("l", "F3", "rus-lmg", type="rus-9-1", wounded=True)).do("move l")
    assert mf_left(s, "l") == 2


@pytest.mark.rule("SK1:3.3-q", "SK1:4.0-l")
def test_double_time_with_a_full_load_gains_one_mf() -> None:
    s = russians(squad("r", "I4", "rus-mmg")).do("move r")
    assert mf_left(s, "r") == 2
    s.do("double-time r")
    assert mf_left(s, "r") == 4 + 2 - (5 - 2) == 3
    s.do("enter - J3", "enter - K3", "stop")


@pytest.mark.rule("SK1:4.0-m")
def test_a_leader_lends_his_capacity() -> None:
    s = russians(squad("r", "F5", "rus-mmg"), squad("l", "F5", type="rus-9-2"))
    s.do("move r", "join l")
    assert mf_left(s, "r") == 6 - (5 - 4) == 5
    s.do("enter - G6", "enter - H5", "enter - I6", "enter - J5")
    assert mf_left(s, "r") == 0


@pytest.mark.rule("SK1:4.0-m")
def test_he_lends_it_to_one_squad_only() -> None:
    s = russians(
        squad("r1", "F5", "rus-mmg1"), squad("r2", "F5", "rus-mmg2"), squad("l", "F5", type="rus-9-2")
    )
    s.do("move r1", "join r2", "join l")
    assert sorted((mf_left(s, "r1"), mf_left(s, "r2"))) == [4, 5]


@pytest.mark.rule("SK1:4.0-m", "SK1:3.2.1-g2")
def test_a_wounded_leader_has_none_to_lend() -> None:
    s = russians(squad("r", "F5", "rus-mmg"), squad("l", "F5", type="rus-9-2", wounded=True))
    s.do("move r", "join l")
    assert mf_left(s, "r") == 6 - 2


@pytest.mark.rule("SK1:4.0-m")
def test_a_leader_who_carries_something_lends_nothing() -> None:
    s = russians(squad("r", "F5", "rus-mmg"), squad("l", "F5", "rus-lmg", type="rus-9-2"))
    s.do("move r", "join l")
    assert mf_left(s, "r") == 6 - 2
    assert mf_left(s, "l") == 6


# -- dropping ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:4.0-c", "SK1:4.0-b")
def test_dropping_is_free() -> None:
    s = russians(squad("r", "F3", "rus-lmg"))
    s.do("move r", "enter - G3", "drop rus-lmg")
    assert mf_left(s, "r") == 3
    s.do("enter - H2")
    assert s.weapon("rus-lmg").hex == "zG3" and not s.weapon("rus-lmg").owner


@pytest.mark.rule("SK1:4.0-c")
def test_only_what_the_movers_carry_is_dropped() -> None:
    s = russians(squad("r", "F3", "rus-lmg"), squad("r2", "F3", "rus-mmg")).do("move r")
    assert s.refusal("drop rus-mmg").rule == "SK1:4.0-c"
    s = russians({**squad("r", "", "rus-lmg"), "due": 1, "edges": ("south",)}).do("move r")
    assert s.refusal("drop rus-lmg").rule == "SK1:4.0-c", "there is no hex to leave it in"


@pytest.mark.rule("SK1:4.0-d")
def test_what_is_dropped_before_moving_was_never_carried() -> None:
    s = russians(squad("r", "I4", "rus-mmg"), squad("r2", "I4"))
    s.do("move r", "drop rus-mmg")
    assert mf_left(s, "r") == 4
    s.do("enter - J4", "stop")
    assert s.weapon("rus-mmg").carrier == ""
    s.do("move r2", "recover r2+rus-mmg").roll(2)
    s.do("enter - J4", "stop")
    assert s.weapon("rus-mmg").hex == "zJ4" and s.weapon("rus-mmg").moved


@pytest.mark.rule("SK1:4.0-d")
def test_a_load_dropped_on_the_way_has_cost_its_mf() -> None:
    s = russians(squad("r", "I4", "rus-mmg"))
    s.do("move r", "enter - J4", "drop rus-mmg")
    assert mf_left(s, "r") == 1


@pytest.mark.rule("SK1:4.0-b2")
def test_a_sw_is_carried_by_one_unit_in_a_mph() -> None:
    s = russians(squad("r", "F3", "rus-lmg"), squad("r2", "G3"))
    s.do("move r", "enter - G3", "drop rus-lmg", "stop")
    assert s.weapon("rus-lmg").carrier == "r"
    s.do("move r2", "recover r2+rus-lmg").roll(2)
    assert s.weapon("rus-lmg").owner == "r2"
    assert s.options("enter") == []
    assert s.refusal("enter - H2").rule == "SK1:4.0-b2"
    s.do("drop rus-lmg")
    assert s.offers("enter - H2")


# -- recovery ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-y", "SK1:4.0-h", "SK1:4.0-b")
@pytest.mark.parametrize(
    ("roll", "cx", "got"), [(5, False, True), (6, False, False), (4, True, True), (5, True, False)]
)
def test_recovery_on_the_move(roll: int, cx: bool, got: bool) -> None:
    s = russians(squad("r", "F3"), loose=[lying()])
    s.do("move r")
    if cx:
        s.do("double-time r")
    s.do("enter - G3")
    before = mf_left(s, "r")
    s.do("recover r+sw").roll(roll)
    assert mf_left(s, "r") == before - 1, "paid whether or not it succeeds"
    assert s.weapon("sw").owner == ("r" if got else "")
    assert s.weapon("sw").recovered is got


@pytest.mark.rule("SK1:3.3-y")
def test_recovery_needs_the_sw_in_its_own_hex() -> None:
    s = russians(squad("r", "F3"), loose=[lying()]).do("move r")
    assert s.refusal("recover r+sw").rule == "SK1:3.3-y"


@pytest.mark.rule("SK1:4.0-b")
def test_recovery_needs_the_mf_to_bear_the_load() -> None:
    s = russians(squad("r", "F3", "rus-lmg"), loose=[lying("rus-mmg", "H2")])
    s.do("move r", "enter - G3", "enter - H2")
    # 2 MF left; 1 for the attempt and 3 for PP beyond its capacity are too many
    assert s.refusal("recover r+sw").rule == "SK1:3.3-i"


@pytest.mark.rule("SK1:4.0-k")
def test_a_leader_does_not_take_up_what_he_cannot_carry() -> None:
    s = russians(squad("l", "G3", type="rus-9-1"), loose=[lying("rus-mmg")]).do("move l")
    assert s.refusal("recover l+sw").rule == "SK1:4.0-k"
