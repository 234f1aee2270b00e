"""The Rout Phase (SK1:3.6). Where it can it stands on the worked example: enemies in zO6, zM6 and zL7."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.sk.rout import Routing
from sk.places import board
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

COVER = ("woods", "stone_building", "wooden_building")


def unit(uid: str, counter: str, hex: str, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def broken(uid: str, hex: str, counter: str = "rus-447", **states: Any) -> dict[str, Any]:
    return unit(uid, counter, hex, broken=True, **states)


def germans(*hexes: str, **states: Any) -> list[dict[str, Any]]:
    return [unit(f"g{n}", "ger-467", hex, **states) for n, hex in enumerate(hexes, 1)]


def rout_phase(*units: dict[str, Any], attacker: str = "russian", **more: Any) -> Situation:
    return Situation("z", "RtPh", attacker, list(units), **more)


def example(*units: dict[str, Any]) -> Situation:
    return rout_phase(*germans("O6", "M6", "L7"), *units)


def steps(s: Situation, verb: str = "rout-to") -> set[str]:
    """The hexes that the routing unit may enter now, without the board's letter."""
    return {text.split()[2].removeprefix("z") for text in s.options(verb)}


# -- who must, who may -------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.6-a")
@pytest.mark.parametrize("enemy_broken", [False, True])
def test_next_to_an_unbroken_enemy_a_broken_unit_must_rout(enemy_broken: bool) -> None:
    s = rout_phase(broken("r1", "J3", dm=True), *germans("K4", broken=enemy_broken))
    assert s.offers("done") is enemy_broken


@pytest.mark.rule("SK1:3.6-a")
def test_a_unit_in_melee_neither_must_nor_may() -> None:
    s = rout_phase(
        broken("r1", "J3", dm=True, melee=True),
        unit("g9", "ger-467", "J3", melee=True),
        broken("r2", "P9", dm=True),
    )
    assert s.options() == ["rout r2", "done"]
    assert s.refusal("rout r1").rule == "SK1:3.8-u"


@pytest.mark.rule("SK1:3.6-b")
@pytest.mark.parametrize(
    ("states", "obliged"),
    [({}, True), ({"pinned": True}, False), ({"cx": True}, False), ({"broken": True}, False)],
)
def test_in_the_open_before_an_enemy_who_could_interdict_it_must_rout(
    states: dict[str, Any], obliged: bool
) -> None:
    s = rout_phase(*germans("O6", **states), broken("r1", "N7", dm=True))
    assert s.offers("done") is not obliged


@pytest.mark.rule("SK1:3.6-b")
@pytest.mark.parametrize(("counter", "obliged"), [("rus-527", False), ("rus-447", True)])
def test_only_normal_range_counts(counter: str, obliged: bool) -> None:
    s = rout_phase(
        broken("g1", "N8", "ger-467", dm=True), unit("r1", counter, "O6"), attacker="german"
    )  # range 3
    assert s.offers("done") is not obliged


@pytest.mark.rule("SK1:3.6-c")
def test_units_in_either_situation_go_under_dm_at_the_start() -> None:
    s = example(broken("r1", "N7"), broken("r2", "N6"), broken("r3", "N9"))
    assert s.unit("r1").dm and s.unit("r2").dm and not s.unit("r3").dm
    assert "SK1:3.6-c" in s.cited()


@pytest.mark.rule("SK1:3.6-d", "SK1:3.6-g")
def test_a_dm_unit_without_a_duty_may_stay() -> None:
    s = example(broken("r1", "M9", dm=True))
    assert s.options() == ["rout r1", "done"]
    s.do("done")
    assert not s.gone("r1")


@pytest.mark.rule("SK1:3.6-g")
def test_without_dm_no_rout() -> None:
    s = example(broken("r1", "M9"), broken("r2", "N9", dm=True), unit("r3", "rus-447", "O10"))
    assert s.options() == ["rout r2", "done"]
    assert s.refusal("rout r1").rule == "SK1:3.6-g"
    assert s.refusal("rout r3").rule == "SK1:3.6-g"


@pytest.mark.rule("SK1:3.6-d")
@pytest.mark.parametrize("west", ["M6", "M5"])
def test_the_unit_in_n5_has_nowhere_to_go_and_is_eliminated(west: str) -> None:
    s = rout_phase(*germans("O6", west, "L7", "N3"), broken("r1", "N5"), broken("r2", "M9", dm=True))
    assert s.options() == ["rout r2", "done"]
    assert s.refusal("rout r1").rule == "SK1:3.6-d"
    s.do("done")
    assert s.gone("r1") and s.said("failure to rout")


@pytest.mark.rule("SK1:3.6-d")
def test_one_who_can_rout_may_not_choose_to_die() -> None:
    s = example(broken("r1", "N7"))
    assert s.refusal("done").rule == "SK1:3.6-d"


@pytest.mark.rule("SK1:3.2.1-r")
def test_those_with_a_leader_who_fails_to_rout_feel_his_loss() -> None:
    s = rout_phase(
        *germans("O6", "M6", "L7", "N3"), broken("l1", "N5", "rus-9-1"), unit("r1", "rus-447", "N5")
    )
    assert s.gone("l1")
    assert isinstance(s.pending, Chance) and s.pending.about == ("r1",)


@pytest.mark.rule("SK1:3.6-a", "SK1:3.6-d", "SK1:3.2.1-r")
def test_those_who_break_at_the_loss_of_that_leader_must_rout_too() -> None:
    beside = [*germans("O6", "M6", "L7", "N3"), broken("l1", "N5", "rus-9-1"), unit("r1", "rus-447", "N5")]
    s = rout_phase(*beside).roll(6, 5)
    assert s.gone("r1"), "nobody gets out of N5"
    assert s.event("eliminated").who == ("r1",) and "SK1:3.6-d" in s.event("eliminated").rules


@pytest.mark.rule("SK1:3.6-e")
def test_units_rout_one_at_a_time_the_attackers_first() -> None:
    s = rout_phase(
        broken("r1", "M9", dm=True),
        broken("r2", "N9", dm=True),
        broken("g1", "P1", "ger-467", dm=True),
        attacker="german",
    )
    assert s.side() == "german" and s.options() == ["rout g1", "done"]
    assert s.refusal("rout r1").rule == "SK1:3.6-e"
    s.do("done")
    assert s.side() == "russian"
    s.do("rout r1").do(s.options("rout-to")[0])
    while s.options("end-rout") or s.options("rout-to"):
        s.do("end-rout" if s.offers("end-rout") else s.options("rout-to")[0])
    assert s.options() == ["rout r2", "done"]
    assert s.refusal("rout r1").rule == "SK1:3.6-e"


@pytest.mark.rule("SK1:3.6-f")
@pytest.mark.parametrize(("counter", "wounded"), [("rus-426", False), ("rus-226", False), ("rus-8-0", True)])
def test_everybody_has_six_mf(counter: str, wounded: bool) -> None:
    s = rout_phase(broken("r1", "M9", counter, dm=True, wounded=wounded), *germans("L7"))
    s.do("rout r1", "rout-to - N9", "rout-to - O10")
    assert "2 MF left" in s.pending.asks if s.options() else s.unit("r1").hex == "zO10"


# -- the way -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.6-j", "SK1:3.6-n", "SK1:3.6-q")
def test_the_unit_in_m9_of_the_worked_example() -> None:
    s = example(broken("r1", "M9", dm=True))
    s.do("rout r1")
    assert steps(s) == {"N9", "M10", "L9"}
    s.do("rout-to - N9")
    assert steps(s) == {"O10", "N10"} and s.offers("end-rout")


@pytest.mark.rule("SK1:3.6-q")
@pytest.mark.parametrize("goal", ["N10", "L10"])
def test_it_may_ignore_n9_which_is_no_farther_from_o6(goal: str) -> None:
    s = example(broken("r1", "M9", dm=True))
    s.do("rout r1", "rout-to - M10", f"rout-to - {goal}")
    assert s.unit("r1").hex == f"z{goal}"


@pytest.mark.rule("SK1:3.6-j", "SK1:3.6-q")
def test_without_the_enemy_in_o6_it_may_not_ignore_n9() -> None:
    s = rout_phase(*germans("L7"), broken("r1", "M9", dm=True))
    s.do("rout r1", "rout-to - M10")
    assert steps(s) == {"N9"} and not s.offers("end-rout")
    assert s.refusal("rout-to - L10").rule == s.refusal("end-rout").rule == "SK1:3.6-j"


@pytest.mark.rule("SK1:3.6-k")
@pytest.mark.parametrize("enemy_broken", [False, True])
def test_not_toward_an_enemy_in_whose_los_it_is_broken_or_not(enemy_broken: bool) -> None:
    s = rout_phase(*germans("O6", "M6", "L7", broken=enemy_broken), broken("r1", "M9", dm=True))
    s.do("rout r1")
    for hex in ("L8", "M8"):
        assert s.refusal(f"rout-to - {hex}").rule == "SK1:3.6-k"


@pytest.mark.rule("SK1:3.6-j", "SK1:3.6-i", "SK1:3.6-q")
def test_the_unit_in_n7_of_the_worked_example() -> None:
    s = example(broken("r1", "N7"))
    assert s.options() == ["rout r1"]
    s.do("rout r1")
    assert steps(s) == steps(s, "low-crawl") == {"O8", "N8"}
    s.do("rout-to - N8").roll(2, 2)
    assert {"N9", "M9"} <= steps(s) and "O8" not in steps(s) and not s.offers("end-rout")


@pytest.mark.rule("SK1:3.6-l")
def test_the_unit_in_n6_goes_to_n7_and_on_to_o8() -> None:
    s = example(broken("r1", "N6"))
    s.do("rout r1")
    assert steps(s) == steps(s, "low-crawl") == {"N7"}
    assert s.refusal("rout-to - M7").rule == "SK1:3.6-l"
    assert s.refusal("rout-to - O7").rule == "SK1:3.6-l"
    s.do("rout-to - N7").roll(2, 2)
    s.do("rout-to - O8")
    assert s.unit("r1").hex == "zO8"


@pytest.mark.rule("SK1:3.6-a", "SK1:3.6-m", "SK1:3.6-n", "SK1:3.6-i")
def test_with_the_enemy_in_m5_it_may_go_by_m7_but_not_stay_there() -> None:
    s = rout_phase(*germans("O6", "M5", "L7"), broken("r1", "N6"))
    s.do("rout r1")
    assert steps(s) == {"N7", "M7"}  # toward L7, which does not see it
    assert steps(s, "low-crawl") == {"N7"}
    assert s.refusal("low-crawl - M7").rule == "SK1:3.6-i"
    s.do("rout-to - M7")
    assert s.options() == ["rout-to - zN7"]
    s.do("rout-to - N7").roll(2, 2)
    assert s.options() == ["rout-to - zO8"]
    s.do("rout-to - O8")
    assert s.state.phase != "RtPh" and s.unit("r1").hex == "zO8"


@pytest.mark.rule("SK1:3.6-l")
def test_from_the_enemys_own_hex_it_may_go_to_any_hex_beside_him() -> None:
    s = rout_phase(broken("r1", "N8", dm=True), broken("g1", "N8", "ger-467"))
    s.do("rout r1")
    assert {"N9", "M9", "O8"} <= steps(s)


def turning_back() -> Iterator[tuple[str, str, str, str]]:
    """Enemy, start, a step out of his LOS, and a step that would lead nearer to him again."""
    area = board("z")
    for enemy in area.names:
        for start in area.names:
            if not 2 <= area.distance(enemy, start) <= 4 or area.hindrance(enemy, start) < 0:
                continue
            for first in area.adjacent[start]:
                away = area.distance(enemy, first)
                if away < area.distance(enemy, start) or area.hindrance(enemy, first) >= 0:
                    continue
                for back in area.adjacent[first]:
                    if area.distance(enemy, back) < away and back != start:
                        yield enemy, start, first, back


@pytest.mark.rule("SK1:3.6-k2")
def test_out_of_his_los_it_may_still_not_turn_back() -> None:
    for enemy, start, first, back in turning_back():
        s = rout_phase(*germans(enemy), broken("r1", start, dm=True)).do("rout r1")
        if s.offers(f"rout-to - {first}"):
            s.do(f"rout-to - {first}")
            if s.options("rout-to"):
                assert not s.offers(f"rout-to - {back}")
                assert s.refusal(f"rout-to - {back}").rule == "SK1:3.6-k2"
                return
    raise AssertionError("no such place on the board")


@pytest.mark.rule("SK1:3.6-n")
def test_from_cover_it_goes_on_into_cover_only() -> None:
    s = example(broken("r1", "M9", dm=True))
    s.do("rout r1", "rout-to - N9")
    assert s.refusal("rout-to - M10").rule == "SK1:3.6-n"
    s.do("end-rout")
    assert s.unit("r1").hex == "zN9"


@pytest.mark.rule("SK1:3.6-n")
def test_a_way_does_not_lead_through_cover_into_the_open() -> None:
    # Every way from P9 to farther cover that leads over open ground stays out of cover on the way.
    s = rout_phase(broken("r1", "P9", dm=True))
    s.do("rout r1")
    area = board("z")
    for _ in range(6):
        here = s.unit("r1").hex
        ways = ["z" + hex for hex in steps(s)]
        if here != "zP9" and area.terrain[here] in COVER:
            assert all(area.terrain[hex] in COVER for hex in ways)
        if not ways:
            break
        s.do(f"rout-to - {ways[-1]}")


@pytest.mark.rule("SK1:3.6-o")
def test_a_unit_may_always_leave_the_building_in_which_it_begins() -> None:
    s = rout_phase(broken("r1", "O8", dm=True))
    s.do("rout r1")
    assert {"N8", "O9"} <= steps(s)


@pytest.mark.rule("SK1:3.6-p")
def test_full_cover_is_ignored() -> None:
    full = [unit(f"f{n}", "rus-447", "N9") for n in range(3)]
    s = rout_phase(*germans("L7"), broken("r1", "M9", dm=True), *full)
    s.do("rout r1")
    assert s.refusal("rout-to - N9").rule == "SK1:3.3-l"
    s.do("rout-to - M10", "rout-to - L10")
    assert s.unit("r1").hex == "zL10"


@pytest.mark.rule("SK1:3.6-p")
def test_where_three_squads_are_a_leader_still_finds_room() -> None:
    full = [unit(f"f{n}", "rus-447", "N9") for n in range(3)]
    s = rout_phase(*germans("L7"), broken("r1", "M9", "rus-8-0", dm=True), *full)
    s.do("rout r1", "rout-to - N9")
    assert s.unit("r1").hex == "zN9"


def shelterless() -> Iterator[tuple[str, str]]:
    """Enemies and open hexes two hexes from them with no cover near."""
    area = board("z")
    for start in area.names:
        near = [hex for hex in area.names if area.distance(start, hex) <= 2]
        if any(area.terrain[hex] in COVER for hex in near) or area.terrain[start] != "open":
            continue
        for enemy in near:
            if area.distance(start, enemy) == 2 and area.hindrance(start, enemy) == 0:
                yield enemy, start


@pytest.mark.rule("SK1:3.6-r")
def test_where_no_cover_can_be_reached_it_may_go_anywhere_the_rules_allow() -> None:
    for enemy, start in shelterless():
        s = rout_phase(*germans(enemy), broken("r1", start)).do("rout r1")
        ways = s.options("rout-to")
        s.do(ways[0])
        if isinstance(s.pending, Chance):
            s.roll(1, 1)
        if s.offers("end-rout") and s.g.map.terrain[s.unit("r1").hex] not in COVER:
            s.do("end-rout")
            assert not s.gone("r1")
            return
    raise AssertionError("no such place on the board")


# -- Low Crawl, drops, leaders -----------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.6-h", "SK1:3.6-i")
def test_low_crawl_is_one_hex_with_all_mf_and_without_interdiction() -> None:
    s = example(broken("r1", "N6"), broken("r2", "M9", dm=True))
    s.do("rout r1", "low-crawl - N7")
    assert s.unit("r1").hex == "zN7" and s.options() == ["rout r2", "done"]
    s.do("done")
    assert not s.gone("r1")  # it is in the open, but it has left where it was


@pytest.mark.rule("SK1:3.6-h")
def test_a_unit_on_its_way_no_longer_crawls() -> None:
    s = example(broken("r1", "N7"))
    s.do("rout r1", "rout-to - N8").roll(1, 2)
    assert s.refusal("low-crawl - N9").rule == "SK1:3.6-h"


@pytest.mark.rule("SK1:3.6-h", "SK1:3.6-j")
def test_a_crawl_goes_straight_toward_the_cover_that_binds_it() -> None:
    s = rout_phase(*germans("L7"), broken("r1", "M9", dm=True))
    s.do("rout r1")
    assert "M10" in steps(s) and steps(s, "low-crawl") == {"N9"}
    assert s.refusal("low-crawl - M10").rule == "SK1:3.6-j"


@pytest.mark.rule("SK1:4.0-e", "SK1:4.0-f")
def test_weapons_beyond_the_ipc_stay_behind() -> None:
    weapons = [{"id": "hmg", "type": "rus-hmg"}, {"id": "lmg", "type": "rus-lmg"}]
    s = example(broken("r1", "M9", dm=True, sw=weapons))
    s.do("rout r1")
    assert s.options() == ["drop hmg", "drop lmg"]
    assert s.refusal("rout-to - N9").rule == "SK1:4.0-e"
    s.do("drop hmg", "rout-to - N9")
    assert s.weapon("hmg").owner == "" and s.weapon("hmg").hex == "zM9"
    assert s.weapon("lmg").owner == "r1" and s.weapon("lmg").hex == "zN9"


@pytest.mark.rule("SK1:3.6-s")
def test_an_unbroken_leader_may_rout_along_and_stays_unbroken() -> None:
    s = example(
        broken("r1", "M9", dm=True), unit("l1", "rus-8-1", "M9"), unit("l2", "rus-8-0", "M9", pinned=True)
    )
    assert s.options() == ["rout r1", "rout r1+l1", "done"]
    assert s.refusal("rout r1+l2").rule == "SK1:3.6-s"
    s.do("rout r1+l1", "rout-to - N9", "end-rout")
    assert s.unit("l1").hex == s.unit("r1").hex == "zN9" and not s.unit("l1").broken


@pytest.mark.rule("SK1:3.6-s")
def test_a_leader_routs_with_one_unit_only() -> None:
    s = example(broken("r1", "M9", dm=True), broken("r2", "N9", dm=True), unit("l1", "rus-8-1", "M9"))
    s.do("rout r1+l1", "rout-to - N9", "end-rout")
    assert s.options() == ["rout r2", "done"]


@pytest.mark.rule("SK1:3.2.1-z")
def test_a_rout_next_to_a_broken_enemy_puts_him_under_dm() -> None:
    s = rout_phase(*germans("O6", "M5"), broken("g9", "L7", "ger-467"), broken("r1", "N6"))
    assert not s.unit("g9").dm
    s.do("rout r1", "rout-to - M7")
    assert s.unit("g9").dm


def test_a_unit_that_has_routed_may_rout_again_in_the_next_phase() -> None:
    s = example(broken("r1", "M9", dm=True))
    s.do("rout r1", "rout-to - N9", "end-rout")
    assert not s.unit("r1").routed


@pytest.mark.rule("SK1:3.6-d", "SK1:3.6-j")
def test_a_rout_once_begun_can_always_be_completed() -> None:
    """In random positions: whatever steps are taken, the unit ends where it may, in cover if cover bound it."""
    rng = random.Random(36)
    area = board("z")
    bound = 0
    for _ in range(150):
        start = rng.choice(area.names)
        near = [hex for hex in area.names if 0 < area.distance(start, hex) <= 6]
        enemies = [
            unit(f"g{n}", "ger-467", hex, broken=rng.random() < 0.25)
            for n, hex in enumerate(rng.sample(near, rng.randint(1, 6)))
        ]
        s = rout_phase(*enemies, broken("r1", start, dm=True))
        if not s.options("rout"):
            continue
        s.do("rout r1")
        routing = s.state.stack[-1]
        assert isinstance(routing, Routing)
        while routing in s.state.stack:
            if isinstance(s.pending, Chance):
                s.roll(1, 1)
            else:
                s.do(rng.choice([text for text in s.options() if not text.startswith("low-crawl")]))
        assert not s.gone("r1") and s.unit("r1").hex != start
        if not routing.free:
            bound += 1
            assert area.terrain[s.unit("r1").hex] in COVER
    assert bound > 50
