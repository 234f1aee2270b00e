"""The victory conditions of the six cards (SK1:S1-vc to SK1:S6-vc)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Over
from defilade.rules.sk import victory
from defilade.rules.sk.victory import building_hexes_of_board
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

LAST = {
    "S1": ("american", 5),
    "S2": ("russian", 6),
    "S4": ("german", 6),
    "S5": ("german", 5),
    "S6": ("russian", 6),
}
"""Whose player turn is the last, and of which turn."""


def unit(uid: str, counter: str, hex: str, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def last_phase(scenario: str, *units: dict[str, Any], **more: Any) -> Situation:
    """The last CCPh of a card, in which nobody fights: the game runs to its end."""
    attacker, turn = LAST[scenario]
    return Situation("", "CCPh", attacker, list(units), scenario=scenario, turn=turn, **more)


def winner(s: Situation) -> str:
    assert isinstance(s.pending, Over), s.pending
    assert s.pending.why
    return s.pending.winner


# -- S1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S1-vc", "SK1:3.9-b")
@pytest.mark.parametrize("hex", ["N5", "N6", "M4", "L3"])
def test_s1_a_good_order_german_in_any_of_the_buildings_holds_out(hex: str) -> None:
    s = last_phase("S1", unit("g1", "ger-467", hex), unit("a1", "usa-747", "A2"))
    assert winner(s) == "german"
    assert "SK1:S1-vc" in s.pending.rules


@pytest.mark.rule("SK1:S1-vc", "SK1:2.0-h")
def test_s1_a_leader_is_a_unit_too() -> None:
    assert winner(last_phase("S1", unit("g1", "ger-7-0", "N5"), unit("a1", "usa-747", "A2"))) == "german"


@pytest.mark.rule("SK1:S1-vc", "SK1:2.0-h")
@pytest.mark.parametrize(
    "german",
    [
        unit("g1", "ger-467", "N5", broken=True),
        unit("g1", "ger-467", "N4"),
        unit("g1", "ger-467", "K7"),  # a building, but none of the four
    ],
)
def test_s1_nobody_in_good_order_in_them_is_an_american_win(german: dict[str, Any]) -> None:
    assert winner(last_phase("S1", german, unit("a1", "usa-747", "A2"))) == "american"


@pytest.mark.rule("SK1:S1-vc", "SK1:2.0-h", "SK1:3.8-t")
def test_s1_a_german_locked_in_melee_does_not_hold_out() -> None:
    s = last_phase("S1", unit("g1", "ger-467", "N5", melee=True), unit("a1", "usa-747", "N5", melee=True))
    s.do("done", "done")
    assert winner(s) == "american"


@pytest.mark.rule("SK1:S1-bal")
def test_s1_with_american_balance_l3_does_not_count() -> None:
    units = [unit("g1", "ger-467", "L3"), unit("a1", "usa-747", "A2")]
    assert winner(last_phase("S1", *units)) == "german"
    assert winner(last_phase("S1", *units, options={"balance": "american"})) == "american"


# -- S2 and S6 ------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S2-vc", "SK1:2.0-d")
@pytest.mark.parametrize(
    ("held", "wins"),
    [(["F8", "L6", "O6"], "german"), (["F8", "L6"], "russian"), ([], "russian")],
)
def test_s2_all_three_buildings(held: list[str], wins: str) -> None:
    s = last_phase(
        "S2",
        unit("g1", "ger-467", "E6"),
        unit("r1", "rus-447", "A2"),
        control=dict.fromkeys(held, "german"),
    )
    assert winner(s) == wins


@pytest.mark.rule("SK1:S2-vc")
def test_s2_a_building_taken_back_at_the_last_moment_is_lost() -> None:
    s = last_phase(
        "S2",
        unit("g1", "ger-467", "E6"),
        unit("r1", "rus-447", "G8"),  # another hex of the building F8
        control=dict.fromkeys(("F8", "L6", "O6"), "german"),
    )
    assert winner(s) == "russian"


@pytest.mark.rule("SK1:S6-vc", "SK1:3.9-c")
@pytest.mark.parametrize(
    ("held", "wins"),
    [(["R2", "D3"], "russian"), (["R2", "L6", "D3"], "russian"), (["L6"], "german"), ([], "german")],
)
def test_s6_two_of_three_buildings_after_the_half_turn(held: list[str], wins: str) -> None:
    s = last_phase(
        "S6",
        unit("g1", "ger-468", "E6"),
        unit("r1", "rus-458", "A2"),
        control=dict.fromkeys(held, "russian"),
    )
    assert winner(s) == wins


# -- S3 ---------------------------------------------------------------------------------------------------


def simple_equation(count: int, board: str = "z") -> Situation:
    s = Situation(
        "",
        "RtPh",
        "american",
        [unit("a1", "usa-666", "yB9"), unit("g1", "ger-447", "zU3")],
        scenario="S3",
        turn=2,
    )
    for hex in building_hexes_of_board(s.g.map, board)[:count]:
        s.state.hex_control[hex] = "american"
    return s.until("CCPh") if count < 25 or board != "z" else s


@pytest.mark.rule("SK1:S3-vc")
def test_s3_twenty_five_building_hexes_of_board_z_win_at_once() -> None:
    s = simple_equation(25)
    assert victory.check_immediate(s.g) is not None
    while not isinstance(s.pending, Over):
        s.decline()
    assert winner(s) == "american" and s.state.turn == 2 and s.state.phase in ("RtPh", "APh", "CCPh")


@pytest.mark.rule("SK1:S3-vc")
@pytest.mark.parametrize(("count", "board"), [(24, "z"), (99, "y")])
def test_s3_fewer_or_elsewhere_do_not(count: int, board: str) -> None:
    s = simple_equation(count, board)
    assert victory.check_immediate(s.g) is None
    assert victory.check_end(s.g).winner == "german"


def before_the_last_house(phase: str) -> tuple[Situation, str]:
    """24 building hexes of board z are held; an American squad stands in the street beside one more, another
    squad elsewhere."""
    s = Situation("", phase, "american", [unit("g1", "ger-447", "yB9")], scenario="S3", turn=2)
    area = s.g.map
    houses = building_hexes_of_board(area, "z")
    house, street = next(
        (hex, near) for hex in houses for near in area.adjacent[hex] if area.terrain[near] == "open"
    )
    units = [unit("g1", "ger-447", "yB9"), unit("a1", "usa-666", street), unit("a2", "usa-666", "yO9")]
    s = Situation("", phase, "american", units, scenario="S3", turn=2)
    for hex in [other for other in houses if other != house][:24]:
        s.state.hex_control[hex] = "american"
    return s, house


@pytest.mark.rule("SK1:S3-vc", "SK1:2.0-d")
def test_s3_the_game_ends_in_the_middle_of_a_move() -> None:
    s, house = before_the_last_house("MPh")
    s.do("move a1", f"enter - {house}")
    assert winner(s) == "american" and s.state.phase == "MPh"


@pytest.mark.rule("SK1:S3-vc", "SK1:2.0-d")
def test_s3_the_game_ends_with_an_advance() -> None:
    s, house = before_the_last_house("APh")
    s.do(f"advance a1 {house}")
    assert winner(s) == "american" and s.state.phase == "APh"


@pytest.mark.rule("SK1:S3-vc", "SK1:2.0-d", "SK1:3.8-c")
def test_s3_the_game_ends_with_the_first_close_combat() -> None:
    _, house = before_the_last_house("CCPh")
    units = [
        unit("a1", "usa-666", house, melee=True),
        unit("g1", "ger-447", house, melee=True, broken=True),
        unit("a2", "usa-666", "yO9", melee=True),
        unit("g2", "ger-447", "yO9", melee=True),
    ]
    s = Situation("", "CCPh", "american", units, scenario="S3", turn=2)
    others = [hex for hex in building_hexes_of_board(s.g.map, "z") if hex != house]
    for hex in others[:24]:
        s.state.hex_control[hex] = "american"
    s.do(f"fight - {house}", "attack g1", "with a1", "declare").roll(1, 2)
    assert winner(s) == "american" and s.unit("g2").melee


@pytest.mark.rule("SK1:S3-vc", "SK1:2.0-d", "SK1:3.1f-b5")
def test_s3_the_game_ends_with_a_rally() -> None:
    _, house = before_the_last_house("RPh")
    units = [
        unit("a1", "usa-666", house, broken=True),
        unit("a2", "usa-666", "yO9", broken=True),
        unit("g1", "ger-8-0", "yB9", broken=True),
    ]
    s = Situation("", "RPh", "american", units, scenario="S3", turn=2)
    others = [hex for hex in building_hexes_of_board(s.g.map, "z") if hex != house]
    for hex in others[:24]:
        s.state.hex_control[hex] = "american"
    s.do("self-rally a1").roll(2, 2)
    assert winner(s) == "american" and s.state.phase == "RPh"
    assert not any(event.kind == "rally" and event.who == ("g1",) for event in s.events)


# -- S4 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S4-vp")
@pytest.mark.parametrize(
    ("counter", "points"),
    [
        ("ger-447", 2),
        ("ger-237", 1),
        ("ger-9-1", 2),
        ("ger-8-1", 2),
        ("ger-8-0", 1),
        ("ger-7-0", 1),
        ("ger-6+1", 1),
        ("ger-9-2", 3),
    ],
)
def test_s4_what_each_unit_is_worth(counter: str, points: int) -> None:
    s = Situation(
        "", "PFPh", "german", [unit("g1", counter, "M1"), unit("a1", "usa-666", "M7")], scenario="S4"
    )
    assert victory.exit_value(s.g, s.unit("g1")) == points
    assert victory.exit_value(s.g, s.unit("a1")) == 0


@pytest.mark.rule("SK1:S4-vp")
def test_s4_a_wounded_leader_is_worth_what_is_printed() -> None:
    s = Situation(
        "",
        "PFPh",
        "german",
        [unit("g1", "ger-8-1", "M1", wounded=True), unit("a1", "usa-666", "M7")],
        scenario="S4",
    )
    assert victory.exit_value(s.g, s.unit("g1")) == 2


@pytest.mark.rule("SK1:S4-vc")
@pytest.mark.parametrize(
    ("points", "balance", "over"),
    [(9, "", False), (10, "", True), (11, "american", False), (12, "american", True)],
)
def test_s4_ten_points_off_the_edge_win_at_once(points: int, balance: str, over: bool) -> None:
    s = Situation(
        "",
        "PFPh",
        "german",
        [unit("g1", "ger-447", "M1"), unit("a1", "usa-666", "M7")],
        scenario="S4",
        options={"balance": balance} if balance else {},
    )
    s.state.exited["german"] = points
    found = victory.check_immediate(s.g)
    assert (found is not None and found.winner == "german") is over


@pytest.mark.rule("SK1:S4-vc")
def test_s4_otherwise_the_americans_win_at_the_end() -> None:
    s = last_phase("S4", unit("g1", "ger-447", "M3"), unit("a1", "usa-666", "B7"))
    assert winner(s) == "american"


@pytest.mark.rule("SK1:S4-vc", "SK1:S4-vp")
def test_s4_units_leave_over_the_named_span_of_the_edge() -> None:
    s = Situation(
        "",
        "MPh",
        "german",
        [unit("g1", "ger-447", "M1"), unit("g2", "ger-447", "C1"), unit("a1", "usa-666", "M10")],
        scenario="S4",
        turn=2,
    )
    assert {s.g.map.grid_name(hex)[1] for hex in s.g.scenario.exit_hexes(s.g.map)} >= {"I", "M", "Y"}
    s.do("move g1")
    assert s.offers("exit")
    s.do("exit")
    while not s.gone("g1"):
        s.decline()
    assert s.state.exited == {"german": 2}
    s.do("move g2")
    assert not s.offers("exit")


# -- S5 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S5-vc", "SK1:2.0-h")
@pytest.mark.parametrize(
    ("german", "wins"),
    [
        (unit("g1", "ger-467", "N5"), "german"),
        (unit("g1", "ger-247", "L3"), "german"),
        (unit("g1", "ger-9-1", "N5"), "american"),  # no MMC
        (unit("g1", "ger-467", "N5", broken=True), "american"),
        (unit("g1", "ger-467", "N6"), "american"),  # wooden
        (unit("g1", "ger-467", "B4"), "american"),  # stone, but far away
        (unit("g1", "ger-467", "Q9"), "american"),  # stone, five hexes away
    ],
)
def test_s5_an_mmc_in_a_stone_building_near_m5(german: dict[str, Any], wins: str) -> None:
    assert winner(last_phase("S5", german, unit("a1", "usa-666", "A2"))) == wins


# -- in words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_progress_says_who_wins_by_what_and_how_it_stands(scenario: str) -> None:
    sides = {"S1": ("german", "american"), "S2": ("german", "russian"), "S3": ("german", "american")}
    german, other = sides.get(scenario, ("german", "american" if scenario != "S6" else "russian"))
    counter = "usa-666" if other == "american" else "rus-447"
    hexes = ("zU3", "yB9") if scenario == "S3" else ("E6", "A2")
    s = Situation(
        "",
        "PFPh",
        german,
        [unit("g1", "ger-467", hexes[0]), unit("o1", counter, hexes[1])],
        scenario=scenario,
    )
    said = victory.progress(s.g)
    assert len(said) == 2 and "wins by this" in said[0] and said[1].startswith("Now: ")


def test_a_situation_without_a_condition_ends_in_a_draw() -> None:
    s = Situation(
        "z", "CCPh", "german", [unit("g1", "ger-467", "E6"), unit("r1", "rus-447", "A2")], turns=1, turn=1
    )
    while not isinstance(s.pending, Over):
        s.decline()
    assert winner(s) == "" and victory.progress(s.g)
