"""Artillery Requests, error, Correction, and what an Observer may order (DAE:2.3 to DAE:2.4)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Action, Chance, Choice
from defilade.rules.sk.full import smoke
from defilade.rules.sk.full.artillery.batteries import eye_of, hex_of, hindrance_from
from defilade.rules.sk.full.artillery.blast_height import sees_blast, sees_height
from defilade.rules.sk.full.artillery.orders import sees_enemy_at
from defilade.rules.sk.full.artillery.requests import ELSEWHERE, Request, staged
from defilade.tactics.artillery import FFE1, FFE2, FFEC, HE, SR, blast_area, erred, hexes_from
from skf.guns import BRITISH, GERMAN, OBSERVER, battery, draw, guns, hidden_from, lay
from skf.situation import Situation

FAR = {**BRITISH, "hex": "A20"}
"""A Briton whom nobody at the market sees."""


def tower(units: list[dict[str, Any]] | None = None, **more: Any) -> Situation:
    """The Observer of the book's examples looks from the Steeple of NN8."""
    return guns(units=units or [GERMAN, BRITISH], observer="NN8@1", **more)


def asking(units: list[dict[str, Any]] | None = None, **more: Any) -> Situation:
    """At the moment at which an AR is to be placed, with Access just gained."""
    return draw(tower(units, **more).do("call oba1"), "black").do("aim")


def ordering(
    counter: str, hex: str, units: list[dict[str, Any]] | None = None, mission: str = "", **more: Any
) -> Situation:
    """At the orders for a counter that came into play earlier."""
    return lay(tower(units, **more), counter, hex, mission).do("call oba1")


def where(s: Situation) -> str:
    return s.g.place_name(hex_of(s.g, battery(s)))


# -- on the grid ---------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.31", "DAE:2.5-d")
def test_the_grid_of_the_books_examples() -> None:
    game_map = tower().g.map
    kk16, ll16 = game_map.resolve("KK16"), game_map.resolve("LL16")
    around = blast_area(game_map, game_map.centres[kk16], 1)
    assert around == {f"elst{hex}" for hex in ("KK16", "KK15", "KK17", "JJ15", "JJ16", "LL15", "LL16")}
    assert hexes_from(game_map, game_map.centres["elstJJ11"], ll16) == 6
    assert erred(game_map.centres[ll16], 1, 2) == game_map.centres["elstNN15"]


# -- requests ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.3-a", "DAE:2.321")
def test_a_request_goes_into_any_hex_in_sight_and_brings_a_spotting_round() -> None:
    s = asking()
    assert s.offers("request - MM15") and "DAE:2.3-a" in str(s.pending)
    s.do("request - MM15").roll(2)
    assert battery(s).counter == SR and where(s) == "MM15"
    assert not s.options("leave-it") and not s.options("call"), "that is all for this phase"


@pytest.mark.rule("DAE:2.3-a")
def test_no_request_out_of_sight() -> None:
    units = [{**OBSERVER, "hex": "MM9"}, GERMAN, BRITISH]
    s = draw(guns(units=units).do("call oba1").roll(3, 3), "black").do("aim")
    unseen = next(hex for hex in s.g.map.names if not s.offers(f"request - {hex}"))
    assert s.refusal(f"request - {unseen}").rule == "DAE:2.3-a"


@pytest.mark.rule("DAE:2.3-a")
def test_where_los_is_not_shown_a_request_out_of_sight_is_void_and_cancels_a_ffe() -> None:
    units = [{**OBSERVER, "hex": "MM9"}, GERMAN, BRITISH]
    seen = draw(guns(units=units).do("call oba1").roll(3, 3), "black").do("aim")
    unseen = next(hex for hex in seen.g.map.names if not seen.offers(f"request - {hex}"))
    s = draw(guns(units=units, options={"los": "strict"}).do("call oba1").roll(3, 3), "black").do("aim")
    s.do(f"request - {unseen}")
    assert not battery(s).counter and battery(s).access
    corrected = guns(units=units, options={"los": "strict"})
    near = next(
        (hex, other)
        for hex in corrected.g.map.names
        if seen.offers(f"request - {hex}")
        for other in corrected.g.map.adjacent[hex]
        if not seen.offers(f"request - {other}") and corrected.g.map.distance(other, "elstLL11") <= 1
    )
    lay(corrected, FFE2, near[0], HE).do("call oba1").roll(3, 3).do("correct", f"request - {near[1]}")
    assert battery(corrected).counter != FFE2 and not battery(corrected).access


@pytest.mark.rule("DAE:2.3-b")
@pytest.mark.parametrize(("roll", "accurate"), [(1, True), (2, True), (3, False)])
def test_accuracy(roll: int, accurate: bool) -> None:
    s = asking().do("request - MM15").roll(roll)
    assert (battery(s).counter == SR) == accurate
    assert isinstance(s.pending, Chance) == (not accurate)


@pytest.mark.rule("DAE:2.3-b")
def test_a_hindrance_counts_in_full_and_too_much_of_it_makes_accuracy_impossible() -> None:
    s = asking()
    s.state.smoke["elstMM14"] = 1
    s.do("request - MM15").roll(2)
    assert not battery(s).counter, "2 and 1"
    assert [line.value for line in s.breakdown().lines] == [1]
    s = asking()
    smoke.place(s.g, "elstMM14", "german", wp=True)  # +2
    s.do("request - MM15")
    assert isinstance(s.pending, Chance) and s.pending.dice == 2, "no Accuracy dr, on to the error"


@pytest.mark.rule("DAE:2.3-b", "DAE:2.5-e")
def test_a_blast_area_on_the_line_hinders_the_accuracy_dr_by_one() -> None:
    units = [{**OBSERVER, "hex": "MM9"}, GERMAN, FAR]
    s = draw(guns(units=units).do("call oba1").roll(3, 3), "black").do("aim")
    other = {"counter": FFE2, "at": s.g.map.centres["elstMM12"], "mission": HE}
    s.g.state.batteries["other"] = type(battery(s))("other", "british", 80, **other)  # type: ignore[arg-type]
    s.do("request - MM16").roll(2)
    assert not battery(s).counter and isinstance(s.pending, Chance)
    assert [line.value for line in s.breakdown().lines] == [1]


@pytest.mark.rule("DAE:2.31")
@pytest.mark.parametrize(
    ("dice", "hex"), [((1, 3), "MM12"), ((4, 2), "MM17"), ((2, 2), "OO14"), ((5, 1), "LL15")]
)
def test_direction_and_extent(dice: tuple[int, int], hex: str) -> None:
    s = asking().do("request - MM15").roll(6, *dice)
    assert where(s) == hex


@pytest.mark.rule("DAE:2.32-b")
def test_a_round_beyond_the_edge_is_out_of_sight() -> None:
    s = asking()
    north = (hex for hex in s.g.map.names if s.g.map.neighbours[hex][0] is None)
    edge = f"request - {next(hex for hex in north if s.offers(f'request - {hex}'))}"
    s.do(edge).roll(6, 1, 6)
    assert battery(s).counter == SR and where(s) == "off map"
    eye = eye_of(s.g, battery(s))
    assert eye is not None and not sees_blast(s.g, battery(s), eye)


@pytest.mark.rule("DAE:2.32-b")
def test_an_ffe_beyond_the_edge_has_the_hexes_on_the_map() -> None:
    s = lay(tower(), FFE2, "MM1", HE)
    s.g.update_battery(battery(s), at=erred(s.g.map.centres["elstMM1"], 0, 1))
    assert blast_area(s.g.map, battery(s).at or (0, 0), 1) == {"elstMM1"} | {
        hex for hex in ("elstLL0", "elstNN0") if hex in s.g.map.index
    }
    eye = eye_of(s.g, battery(s))
    assert eye is not None and sees_blast(s.g, battery(s), eye)


# -- blast height --------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.32-a")
def test_only_an_obstacle_beside_the_observer_hides_the_blast() -> None:
    s = guns()  # MM9, on the road beside the church
    eye = eye_of(s.g, battery(s))
    assert eye is not None
    game_map, place = s.g.map, "elstMM9"
    behind = [hex for hex in game_map.names if game_map.hindrance(place, hex) < 0]
    unseen = [hex for hex in behind if not sees_height(s.g, eye, hex)]
    assert behind and unseen and len(unseen) < len(behind), "most obstacles do not hide it"
    for hex in unseen:
        crossed = [one for obstacle in game_map.risen(place, hex) for one in obstacle.hexes]
        steeple = any(c.hex == "elstNN8" for c in game_map.between(place, hex))
        assert steeple or any(other in game_map.adjacent[place] for other in crossed)


@pytest.mark.rule("DAE:2.32-a")
def test_a_steeple_on_the_way_hides_the_blast_wherever_it_stands() -> None:
    s = guns(units=[{**OBSERVER, "hex": "NN13"}, GERMAN, BRITISH])
    eye = eye_of(s.g, battery(s))
    assert eye is not None
    assert not sees_height(s.g, eye, "elstNN3")
    assert "elstNN8" in [c.hex for c in s.g.map.between("elstNN13", "elstNN3")]


@pytest.mark.rule("DAE:2.32-a")
def test_from_the_steeple_every_blast_is_seen() -> None:
    s = tower()
    eye = eye_of(s.g, battery(s))
    assert eye is not None and all(sees_height(s.g, eye, hex) for hex in s.g.map.names)


# -- orders --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.33-a", "DAE:2.33-b", "DAE:2.33-d")
def test_with_the_blast_in_sight_but_no_enemy_there() -> None:
    s = ordering(SR, "JJ11", [GERMAN, FAR])
    assert {option.split()[0] for option in s.options()} == {"leave-it", "correct", "cancel-fire"}
    assert s.refusal("convert - - HE").rule == "DAE:2.33-d"
    assert s.options("correct") == ["correct"], "no Known Enemy Unit to be Corrected upon"
    s.do("leave-it")
    assert battery(s).counter == SR and where(s) == "JJ11"


@pytest.mark.rule("DAE:2.33-d", "DAE:2.5-a", "DAE:2.7-a")
def test_with_an_enemy_in_sight_there_a_spotting_round_is_converted_in_place() -> None:
    s = ordering(SR, "LL16", [GERMAN, {**BRITISH, "hex": "MM17"}])
    assert s.offers("convert - - HE") and not s.offers("convert - - smoke")
    s.do("convert - - HE")
    assert battery(s).counter == FFE1 and battery(s).mission == HE and where(s) == "LL16"


@pytest.mark.rule("DAE:2.33-h", "DAE:2.7-a")
def test_smoke_needs_no_enemy_and_only_batteries_that_have_it() -> None:
    s = ordering(SR, "JJ11", [GERMAN, FAR], smoke=True)
    assert s.offers("convert - - smoke") and not s.offers("convert - - HE") and s.offers("correct - - smoke")
    assert ordering(SR, "JJ11", [GERMAN, FAR]).refusal("convert - - smoke").rule == "DAE:2.7-a"


@pytest.mark.rule("DAE:2.33-b", "DAE:2.4-a")
def test_predesignated_conversion_goes_next_to_a_known_enemy() -> None:
    s = ordering(SR, "MM15", [GERMAN, {**BRITISH, "hex": "LL16"}]).do("correct - - HE")
    assert all(s.g.map.distance(option.split()[2], "elstLL16") <= 1 for option in s.options("request"))
    assert s.refusal("request - MM13").rule == "DAE:2.4-a"


@pytest.mark.rule("DAE:2.33-b", "DAE:2.4-c", "DAE:2.5-b")
def test_the_books_example_of_a_round_corrected_and_converted() -> None:
    units = [GERMAN, {**BRITISH, "hex": "LL16"}, {**BRITISH, "id": "b2", "hex": "KK16"}]
    s = ordering(SR, "MM15", units).do("correct - - HE", "request - LL16")
    s.roll(5, 6, 4)  # not accurate; direction 6, and at most one hex
    assert where(s) == "KK16"
    assert isinstance(s.pending, Chance) and "20 FP" in s.pending.asks


@pytest.mark.rule("DAE:2.4-c")
def test_the_books_example_of_a_long_correction() -> None:
    s = ordering(SR, "JJ11", [GERMAN, FAR]).do("correct", "request - LL16").roll(5, 2, 6)
    assert where(s) == "NN15" and battery(s).counter == SR


@pytest.mark.rule("DAE:2.33-c")
@pytest.mark.parametrize(("hex", "drm"), [("MM15", 0), ("MM9", 1), ("MM3", 2)])
def test_far_correction_with_conversion_is_less_accurate(hex: str, drm: int) -> None:
    s = ordering(SR, hex, [GERMAN, {**BRITISH, "hex": "MM16"}]).do("correct - - HE", "request - MM16")
    if drm < 2:
        s.roll(2 - drm)
        assert where(s) == "MM16"
        assert sum(line.value for line in s.event("accuracy").breakdown.lines) == drm  # type: ignore[union-attr]
    else:
        assert isinstance(s.pending, Chance) and s.pending.dice == 2, "accuracy is impossible"


@pytest.mark.rule("DAE:2.4-a")
def test_how_far_counters_are_corrected() -> None:
    s = ordering(SR, "MM5", [GERMAN, FAR]).do("correct")
    assert s.offers("request - MM23") and not s.offers("request - MM24")
    assert s.refusal("request - MM24").rule == "DAE:2.4-a" and s.refusal("request - MM5").rule == "DAE:2.4-a"
    s = ordering(FFE2, "MM12", [GERMAN, {**BRITISH, "hex": "MM15"}], HE).do("correct")
    assert s.offers("request - MM15") and not s.offers("request - MM16") and not s.offers("request - MM13")
    s.do("request - MM15").roll(1)
    assert battery(s).counter in (FFE2, FFEC) and where(s) == "MM15"


@pytest.mark.rule("DAE:2.4-c", "DAE:2.4-b")
def test_an_ffe_2_is_corrected_with_limited_error() -> None:
    s = (
        ordering(FFE2, "MM12", [GERMAN, {**BRITISH, "hex": "MM15"}], HE)
        .do("correct", "request - MM15")
        .roll(6, 4, 6)
    )
    assert where(s) == "MM16"


@pytest.mark.rule("DAE:2.33-e")
def test_an_ffe_2_behind_smoke_may_stay() -> None:
    s = tower([GERMAN, FAR])
    lay(s, FFE2, "MM15", HE)
    for hex in blast_area(s.g.map, s.g.map.centres["elstMM15"], 1):
        s.state.smoke[hex] = 6
    s.do("call oba1")
    assert s.offers("leave-it") and s.offers("cancel-fire")
    eye = eye_of(s.g, battery(s))
    assert eye is not None and not sees_blast(s.g, battery(s), eye)


@pytest.mark.rule("DAE:2.33-f", "DAE:2.4-b")
def test_what_the_observer_does_not_see_he_must_correct_blindly_or_cancel() -> None:
    s = guns(units=[OBSERVER, GERMAN, FAR])
    lay(s, SR, hidden_from(s, "MM9")).do("call oba1").roll(3, 3)
    assert {option.split()[0] for option in s.options()} <= {"correct", "cancel-fire"}
    assert s.refusal("leave-it").rule == "DAE:2.33-f"
    assert s.offers("correct")
    s.do("correct")
    s.do(f"request - {next(hex for hex in s.g.map.names if s.offers(f'request - {hex}'))}")
    assert isinstance(s.pending, Chance) and s.pending.dice == 2, "no Accuracy dr"
    assert "at most" not in s.pending.asks


@pytest.mark.rule("DAE:2.33-g", "DAE:2.35")
def test_a_cancelled_spotting_round_leaves_access_and_a_new_request_may_follow() -> None:
    s = ordering(SR, "JJ11", [GERMAN, FAR]).do("cancel-fire")
    assert not battery(s).counter and battery(s).access
    s.do("aim", "request - MM15").roll(1)
    assert where(s) == "MM15"


@pytest.mark.rule("DAE:2.33-g", "DAE:2.35", "DAE:2.2-b")
def test_a_cancelled_ffe_costs_access() -> None:
    s = ordering(FFE2, "MM15", [GERMAN, FAR], HE).do("cancel-fire")
    assert not battery(s).counter and not battery(s).access
    assert not s.options("aim")


# -- continuation --------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.34-a", "DAE:2.34-b", "DAE:2.34-c")
def test_an_ffe_c_can_go_on_after_a_black_chit() -> None:
    s = lay(tower([GERMAN, {**BRITISH, "hex": "MM15"}]), FFEC, "MM15", HE, access=False).do("call oba1")
    draw(s, "black")
    assert {str(option) for option in s.options()} == {"convert - - HE", "spotting-round", "remove-it"}
    s.do("convert - - HE")
    assert battery(s).counter in (FFE1, FFE2) and battery(s).missions == 1


@pytest.mark.rule("DAE:2.34-c")
def test_an_ffe_c_becomes_a_spotting_round_that_is_corrected_normally() -> None:
    s = lay(tower([GERMAN, FAR]), FFEC, "MM15", HE, access=False).do("call oba1")
    draw(s, "black")
    assert not s.offers("convert - - HE"), "no enemy there"
    s.do("spotting-round")
    assert battery(s).counter == SR
    s.do("correct", "request - MM17").roll(1)
    assert where(s) == "MM17"


@pytest.mark.rule("DAE:2.34-c")
def test_an_ffe_c_that_he_does_not_see_is_removed_and_he_may_request_anew() -> None:
    s = guns(units=[OBSERVER, GERMAN, FAR])
    far = next(
        hex
        for hex in s.g.map.names
        if (eye := eye_of(s.g, battery(s))) is not None
        and not any(sees_height(s.g, eye, near) for near in blast_area(s.g.map, s.g.map.centres[hex], 1))
    )
    lay(s, FFEC, far, HE, access=False).do("call oba1").roll(3, 3)
    draw(s, "black")
    assert s.options() == ["remove-it"]
    s.do("remove-it")
    assert not battery(s).counter and s.offers("aim")


# -- rockets -------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.9-a", "DAE:2.9-b", "DAE:2.9-c")
def test_rockets_err_always_and_fire_at_once_on_all_within_two_hexes() -> None:
    units = [GERMAN, {**BRITISH, "hex": "MM15"}]
    s = asking(units, rockets=True, caliber=150).do("request - MM15")
    assert isinstance(s.pending, Chance) and s.pending.dice == 2
    s.roll(1, 2)
    assert battery(s).counter == FFE1 and where(s) == "MM13"
    assert isinstance(s.pending, Chance) and "MM15" in s.pending.asks, "two hexes away, and struck"


@pytest.mark.rule("DAE:2.9-a", "DAE:2.9-d")
def test_a_rocket_ffe_2_stays_or_is_cancelled_and_there_is_no_second_mission() -> None:
    s = lay(tower([GERMAN, FAR], rockets=True), FFE2, "MM15", HE, missions=1).do("call oba1")
    assert {str(option) for option in s.options()} == {"leave-it", "cancel-fire"}
    assert s.refusal("correct").rule == "DAE:2.9-a"
    s.do("leave-it")
    assert battery(s).counter == FFEC
    again = lay(tower([GERMAN, FAR], rockets=True), FFEC, "MM15", HE, missions=1, access=False).do(
        "call oba1"
    )
    assert not battery(again).counter and not isinstance(again.pending, Chance)


@pytest.mark.rule("DAE:2.9-d")
def test_a_rocket_ffe_2_out_of_sight_is_cancelled() -> None:
    s = guns(units=[OBSERVER, GERMAN, FAR], rockets=True)
    eye = eye_of(s.g, battery(s))
    assert eye is not None
    far = next(
        hex
        for hex in s.g.map.names
        if not any(sees_height(s.g, eye, near) for near in blast_area(s.g.map, s.g.map.centres[hex], 2))
    )
    lay(s, FFE2, far, HE, missions=1).do("call oba1").roll(6, 5)
    assert not battery(s).counter


# -- step by step --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:2.3-a")
def test_a_long_list_of_hexes_is_asked_for_step_by_step() -> None:
    s = asking()
    moment = s.pending
    assert isinstance(moment, Choice)
    near = {option.at for option in moment.options if option.verb == "request"}
    assert "elstLL11" in near and len(moment.options) <= 8, "the enemy whom he sees, and the hexes beside it"
    s.position.advance(Action("elsewhere"))
    rows = s.options("hexrow")
    assert rows == s.options() and len(rows) <= 46
    s.position.advance(Action("hexrow", how="MM"))
    assert s.options() == s.options("request") and 5 < len(s.options()) <= 30
    s.do("request - MM15").roll(1)
    assert where(s) == "MM15"


@pytest.mark.rule("DAE:2.4-a")
def test_where_all_hexes_are_near_enemies_nothing_else_is_offered() -> None:
    """A FFE:2 is Corrected next to enemies only: beside so many of them there is no hexrow to choose."""
    s = tower()
    hexes = ["elstLL10", *s.g.map.adjacent["elstLL10"]]
    listed = staged(s.g, Request("oba1"), hexes, ["elstLL10"])
    assert [action.at for action in listed] == hexes
    more = staged(s.g, Request("oba1"), [*hexes, "elstA20"], ["elstLL10"])
    assert more[-1] == ELSEWHERE


@pytest.mark.rule("DAE:2.33-d")
@pytest.mark.parametrize(("hex", "seen"), [("NN8@1", True), ("A20", False)])
def test_an_enemy_in_the_steeple_next_to_a_spotting_round_is_one(hex: str, seen: bool) -> None:
    s = guns(units=[{**OBSERVER, "hex": "MM13"}, {**BRITISH, "hex": hex}])
    lay(s, SR, "NN9")
    eye = eye_of(s.g, battery(s))
    assert eye is not None and sees_enemy_at(s.g, battery(s), eye) == seen


@pytest.mark.rule("DAE:2.3-b", "DAE:2.8", "SKF:7.4.1")
@pytest.mark.parametrize(("wrecks", "more"), [([], 0), (["QQ17"], 1), (["QQ18"], 0)])
def test_a_wreck_hinders_an_observer_off_the_map_as_well(wrecks: list[str], more: int) -> None:
    """From OO21 the line to QQ16 crosses QQ17 and not QQ18."""
    units = [{"type": "ger-447", "hex": "MM12"}, {"type": "bri-457", "hex": "CC17"}]
    tanks = [
        {"id": f"t{n}", "type": "bri-sherman5", "hex": hex, "wreck": True} for n, hex in enumerate(wrecks)
    ]
    s = Situation("", "PFPh", "british", units, scenario="DaE4", turn=2, vehicles=tanks)
    eye = eye_of(s.g, battery(s))
    assert eye is not None and hindrance_from(s.g, eye, "elstQQ16") == more


@pytest.mark.rule("DAE:2.3-b", "DAE:2.8")
@pytest.mark.parametrize(
    ("thick", "more"), [({"QQ17": 2}, 2), ({"QQ17": 2, "RR17": 2}, 2), ({"QQ17": 2, "QQ18": 1}, 3)]
)
def test_smoke_beside_the_line_of_an_observer_off_the_map_counts_once(
    thick: dict[str, int], more: int
) -> None:
    """From OO21 the line to RR16 runs through QQ18 and along the hexside between QQ17 and RR17."""
    units = [{"type": "ger-447", "hex": "MM12"}, {"type": "bri-457", "hex": "CC17"}]
    s = Situation("", "PFPh", "british", units, scenario="DaE4", turn=2)
    s.state.smoke = {f"elst{hex}": drm for hex, drm in thick.items()}
    eye = eye_of(s.g, battery(s))
    assert eye is not None and hindrance_from(s.g, eye, "elstRR16") == more


@pytest.mark.rule("DAE:2.33-e")
@pytest.mark.parametrize(("thick", "seen"), [({"MM10": 3, "NN9": 3}, True), ({"MM10": 3, "NN10": 3}, False)])
def test_smoke_beside_the_line_hides_a_blast_once_only(thick: dict[str, int], seen: bool) -> None:
    """From MM9 the line to OO12 runs along the hexside between MM10 and NN9 and through NN10."""
    s = guns()
    s.state.smoke = {f"elst{hex}": drm for hex, drm in thick.items()}
    eye = eye_of(s.g, battery(s))
    assert eye is not None and sees_height(s.g, eye, "elstOO12") == seen
