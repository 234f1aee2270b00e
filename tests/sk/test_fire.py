"""What an attack adds up to (SK1:3.2, SK1:QRDC-drm, SK1:QRDC-fp), and the exact odds of the preview."""

from __future__ import annotations

from itertools import product

import pytest

from defilade.rules.sk import attack_plan, ift
from defilade.rules.sk.tables import FireResult
from defilade.tactics import fire_table
from defilade.tactics.fire_groups import Shot
from sk.places import line, volley
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

SHOT = Shot("g", "", "prep")


def facing(
    distance: int = 3, terrain: str = "open", firer: str = "ger-467", **more: object
) -> tuple[Situation, str]:
    here, there = line(distance, target=terrain)
    units = [{"id": "g", "type": firer, "hex": here}, {"id": "r", "type": "rus-447", "hex": there}]
    return Situation("y", "PFPh", "german", units, **more), there


@pytest.mark.rule("SK1:3.2.1-a")
@pytest.mark.parametrize(
    ("fp", "column"), [(9, 8), (1, 1), (3.5, 2), (36, 36), (50, 36), (0.5, 0), (19.5, 16)]
)
def test_columns(fp: float, column: int) -> None:
    s, _ = facing()
    assert ift.column_fp(s.g, ift.column(s.g, fp)) == column


@pytest.mark.rule("SK1:QRDC-drm", "SK1:3.2.1-b")
@pytest.mark.parametrize(
    ("terrain", "drm"),
    [("open", 0), ("orchard", 0), ("grain", 0), ("woods", 1), ("wooden_building", 2), ("stone_building", 3)],
)
def test_terrain_of_the_target(terrain: str, drm: int) -> None:
    s, there = facing(terrain=terrain)
    sum_up = attack_plan.preview(s.g, "PFPh", [SHOT], there, ("r",))
    assert sum_up.drm == drm


@pytest.mark.rule("SK1:3.2.1-b", "SK1:2.0-k", "SK1:2.0-e")
def test_hindrance_adds_to_the_dr() -> None:
    here, there = line(3, hindrance=2)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [{"id": "g", "type": "ger-467", "hex": here}, {"id": "r", "type": "rus-447", "hex": there}],
    )
    s.do(f"target - {there}", "add g", "declare").roll(3, 2)
    assert s.breakdown().drm == 2
    assert "DR 5, final 7" in s.event("attack").text


@pytest.mark.rule("SK1:3.3-p", "SK1:QRDC-drm")
def test_cx_firers_add_one_and_no_more() -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": here, "cx": True},
            {"id": "g2", "type": "ger-467", "hex": here, "cx": True},
            {"id": "r", "type": "rus-447", "hex": there, "cx": True},
        ],
    )
    s.do(f"target - {there}", "add g", "add g2", "declare").roll(6, 5)
    assert (s.breakdown().drm, s.breakdown().value("SK1:3.3-p")) == (1, 1)


@pytest.mark.rule("SK1:2.0-m", "SK1:3.2-c")
def test_leaders_are_infantry_and_are_hit_too() -> None:
    s = volley([{"id": "r", "type": "rus-447"}, {"id": "l", "type": "rus-9-1"}], 6, 5)
    assert set(s.event("attack").who) == {"r", "l"}


@pytest.mark.rule("SK1:1.2.2-a", "SK1:1.2.2-b", "SK1:1.2.2-c", "SK1:5.2-a")
def test_what_is_printed_on_the_counters() -> None:
    s, _ = facing()
    squad = s.g.counters["ger-467"]
    assert (squad.kind, squad.fp, squad.range, squad.morale, squad.cls) == ("squad", 4, 6, 7, "1")
    assert s.g.counters[squad.half_squad].kind == "half_squad"
    nations = {s.g.counters[uid].nationality for uid in ("ger-467", "rus-447", "usa-666")}
    assert nations == {"german", "russian", "american"}


@pytest.mark.rule("SK1:1.2-a")
def test_counters_are_personnel_or_support_weapons_and_markers_are_their_states() -> None:
    s, _ = facing()
    kinds = {counter.kind for counter in s.g.counters.values()}
    assert kinds == {"squad", "half_squad", "leader"}  # MMC and SMC
    assert {weapon.kind for weapon in s.g.weapon_types.values()} == {"LMG", "MMG", "HMG", "FT", "DC"}
    unit = s.unit("g")
    assert not (unit.pinned or unit.dm or unit.cx or unit.wounded or unit.melee or unit.fire)


# -- odds ----------------------------------------------------------------------------------------------------


def test_the_preview_is_what_is_logged() -> None:
    s, there = facing(terrain="woods")
    before = attack_plan.preview(s.g, "PFPh", [SHOT], there, ("r",))
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    after = s.breakdown()
    assert (before.lines, before.total, before.column) == (after.lines, after.total, after.column)


@pytest.mark.rule("SK1:3.2-p", "SK1:QRDC-ift")
def test_odds_equal_all_36_throws() -> None:
    s, there = facing(terrain="woods", distance=1)
    added_up = attack_plan.plan_attack(s.g, "PFPh", [SHOT], there, ("r",))
    assert added_up.cowering == 1
    counted: dict[str, int] = {}
    for a, b in product(range(1, 7), repeat=2):
        twin = Situation.__new__(Situation)
        twin.position, twin.events = s.position.clone(), []
        twin.do(f"target - {there}", "add g", "declare").roll(a, b)
        text = twin.event("attack").text.rsplit(": ", 1)[1].rstrip(".")
        name = {"no effect": "-"}.get(
            text, "KIA" if "KIA" in text else "K" if text.startswith("K/") else text
        )
        counted[name] = counted.get(name, 0) + 1
    odds = attack_plan.odds(s.g, added_up)
    assert {name: round(chance * 36) for name, chance in odds.items()} == counted
    assert sum(odds.values()) == pytest.approx(1)


def test_fates_add_up_to_one() -> None:
    s = volley(
        [
            {"id": "r", "type": "rus-447"},
            {"id": "l", "type": "rus-9-1"},
            {"id": "b", "type": "rus-447", "broken": True},
        ]
    )
    there = s.unit("r").hex
    shots = [Shot(f"g{n}", "", "prep") for n in (1, 2, 3)]
    added_up = attack_plan.plan_attack(s.g, "PFPh", shots, there, ("r", "l", "b"), ("lead",))
    for fates in attack_plan.target_odds(s.g, added_up).values():
        assert sum(fates.values()) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in fates.values())


@pytest.mark.rule("SK1:3.2.1-j", "SK1:3.2.1-t", "SK1:3.2.1-l")
def test_the_fate_of_a_lone_squad_under_a_nmc() -> None:
    s = volley([{"id": "r", "type": "rus-447"}])
    fate = ift.fates(s.g, s.unit("r"), {FireResult("MC"): 1.0}, 1)
    assert {name: round(chance * 36) for name, chance in fate.items()} == {
        "eliminated": 0,
        "reduced and broken": 1,
        "reduced": 0,
        "broken": 14,
        "pinned": 6,
        "unharmed": 15,
    }


@pytest.mark.rule("SK1:3.2.1-d2", "SK1:3.2.1-l")
def test_the_half_squad_that_a_k_leaves_checks_as_well() -> None:
    s = volley([{"id": "r", "type": "rus-447"}])
    fate = ift.fates(s.g, s.unit("r"), {FireResult("K", 1): 1.0}, 1)
    # The 2-3-7 takes a 1MC: a 12 kills it, 7 to 11 break it, 6 or less leave it be.
    assert {name: round(chance * 36) for name, chance in fate.items()} == {
        "eliminated": 1,
        "reduced and broken": 20,
        "reduced": 15,
        "broken": 0,
        "pinned": 0,
        "unharmed": 0,
    }
    broken = volley([{"id": "r", "type": "rus-447", "broken": True}])
    fate = ift.fates(broken.g, broken.unit("r"), {FireResult("K", 1): 1.0}, 1)
    assert (round(fate["eliminated"] * 36), round(fate["reduced"] * 36)) == (26, 10), "a 6 after it"


def test_random_selection_odds_equal_all_throws() -> None:
    for units, count in ((2, 1), (3, 1), (3, 2), (4, 2)):
        picked = sum(
            sorted(dice, reverse=True)[count - 1] <= dice[0] for dice in product(range(1, 7), repeat=units)
        )
        assert fire_table.picked_chance(units, count) == pytest.approx(picked / 6**units)


# -- secrets -------------------------------------------------------------------------------------------------


def fortified(*dice: int) -> Situation:
    here, there = line(3, target="stone_building")
    rule = {"type": "fortified_buildings", "rule": "SK1:S3-ssr1", "side": "russian", "count": 2, "tem": 1}
    s = Situation(
        "y",
        "PFPh",
        "german",
        [{"id": "g", "type": "ger-468", "hex": here}, {"id": "r", "type": "rus-447", "hex": there}],
        special=[rule],
        fortified={"russian": (there,)},
    )
    assert attack_plan.preview(s.g, "PFPh", [SHOT], there, ("r",)).drm == 3  # the firer does not know
    return s.do(f"target - {there}", "add g", "declare").roll(*dice)


@pytest.mark.rule("SK1:S3-ssr1")
def test_a_secretly_fortified_building_comes_out_when_it_changes_the_result() -> None:
    s = fortified(1, 3)  # 4 + 3 = 7 is a PTC on the 4 column, 8 is nothing
    assert s.state.revealed and not s.state.fortified["russian"]
    assert s.breakdown().drm == 4 and "no effect" in s.event("attack").text


@pytest.mark.rule("SK1:S3-ssr1")
def test_the_secret_stands_where_it_makes_no_difference() -> None:
    s = fortified(6, 5)
    assert not s.state.revealed and s.state.fortified["russian"]
    assert s.breakdown().drm == 3
