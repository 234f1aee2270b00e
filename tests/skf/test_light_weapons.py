"""Light anti-tank weapons, backblast and light mortars (SKF:4.4, SKF:4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from sk.places import line
from skf.gunnery import fire, lines
from skf.situation import Situation


def team(
    weapon: str = "usa-baz44",
    distance: int = 2,
    terrain: str = "stone_building",
    firer: str = "open",
    who: str = "",
    target: str = "",
    phase: str = "PFPh",
    more: list[dict[str, Any]] | None = None,
    hindrance: int = 0,
    month: int = 6,
    **states: Any,
) -> Situation:
    """A squad `c` with a weapon `gun`, and a target `t`."""
    nation = weapon.split("-")[0]
    squad = who or {"usa": "usa-666", "ger": "ger-467", "bri": "bri-457", "rus": "rus-447"}[nation]
    enemy = target or ("rus-447" if nation == "ger" else "ger-467")
    here, there = line(distance, target=terrain, firer=firer, hindrance=hindrance)
    side = {"usa": "american", "ger": "german", "bri": "british", "rus": "russian"}[nation]
    extra = [
        {**unit, "hex": {"here": here, "there": there}.get(unit["hex"], unit["hex"])} for unit in more or []
    ]
    return Situation(
        "y",
        phase,
        side,
        [
            {"id": "c", "type": squad, "hex": here, "sw": [{"id": "gun", "type": weapon}], **states},
            {"id": "t", "type": enemy, "hex": there},
            *extra,
        ],
        month=month,
    )


@pytest.mark.rule("SKF:4.4-a", "SKF:4.4-b", "SKF:4.4.1-d", "SKF:6.1-a")
def test_the_bazooka_example() -> None:
    """Range 2, TH 8, +3 TEM and +1 Hindrance: a 4 hits, on the 8 column; a 2 is a CH on the 16 with -3."""
    s = team("usa-baz43", hindrance=1)
    fire(s, "own-HEAT", 2, 2)
    assert lines(s) == {"DAE:QRDC-case17": 3, "DAE:QRDC-case18": 1}
    assert "a hit" in s.event("to_hit").text
    s.roll(6, 6)
    found = s.event("ordnance_effect").breakdown
    assert found is not None and (found.column, found.drm) == (8, 0)
    assert "a miss" in fire(team("usa-baz43", hindrance=1), "own-HEAT", 2, 3).event("to_hit").text
    critical = (
        fire(team("usa-baz43", hindrance=1), "own-HEAT", 1, 1).roll(6, 6).event("ordnance_effect").breakdown
    )
    assert critical is not None and (critical.column, critical.drm) == (16, -3)


@pytest.mark.rule("SKF:4.4-b")
def test_not_at_infantry_in_the_open() -> None:
    s = team(terrain="open")
    assert not s.options("gun")
    gun = {"id": "theirs", "type": "ger-75l-at", "facing": 0}
    at_gun = team(terrain="open", target="ger-228-crew")
    here, there = at_gun.unit("c").hex, at_gun.unit("t").hex
    s = Situation(
        "y",
        "PFPh",
        "american",
        [
            {"id": "c", "type": "usa-666", "hex": here, "sw": [{"id": "gun", "type": "usa-baz44"}]},
            {"id": "t", "type": "ger-228-crew", "hex": there, "sw": [gun]},
        ],
    )
    fire(s, "own-HEAT", 6, 3)
    assert lines(s) == {"DAE:QRDC-case22": 1}


@pytest.mark.rule("SKF:4.4.1-a", "SKF:4.4.1-e", "SKF:4.4.5-a")
def test_weapons_have_their_dates() -> None:
    """Situations are of 1944: there are BAZ 44 and no BAZ 45."""
    assert team("usa-baz44").options("gun")
    assert not team("usa-baz45").options("gun")
    weapons = team().g.weapon_types
    since = {kind: weapons[kind].ordnance.since for kind in ("usa-baz43", "ger-psk", "bri-piat")}
    assert since == {"usa-baz43": 194211, "ger-psk": 194309, "bri-piat": 194304}


@pytest.mark.rule("SKF:4.4.1-b")
def test_two_smc_fire_a_bazooka_one_does_not() -> None:
    alone = team(who="usa-8-0", more=[{"id": "m", "type": "usa-666", "hex": "here"}])
    assert alone.refusal("gun c+gun").rule == "SKF:4.4.1-b"
    two = team(who="usa-8-0", more=[{"id": "b", "type": "usa-7-0", "hex": "here"}])
    two.do("gun c+gun", f"at - {two.unit('t').hex}", f"shoot - {two.unit('t').hex} own-HEAT")
    assert "alone" not in two.options()
    two.do("with b").roll(2, 2)
    assert two.event("to_hit")
    assert "gun" in two.unit("b").weapons_used


@pytest.mark.rule("SKF:4.4.1-b", "DAE:QRDC-case06")
def test_a_leader_directs_a_bazooka_and_no_gun() -> None:
    s = team(more=[{"id": "lead", "type": "usa-9-1", "hex": "here"}])
    fire(s, "own-HEAT")
    s.do("direct lead").roll(2, 3)
    assert lines(s)["DAE:QRDC-case06"] == -1
    assert s.unit("lead").fire == "prep"


@pytest.mark.rule("SKF:4.4.1-c")
def test_a_bazooka_is_lost_on_its_number() -> None:
    """X11; for anybody but the Inexperienced there is no lowering."""
    assert "gun" not in fire(team(), "own-HEAT", 5, 6).state.weapons
    assert "gun" in fire(team(), "own-HEAT", 5, 5).state.weapons


@pytest.mark.rule("SKF:4.4.1-e")
def test_the_panzerschreck_attacks_on_the_12_column() -> None:
    found = fire(team("ger-psk"), "own-HEAT", 2, 3).roll(6, 6).event("ordnance_effect").breakdown
    assert found is not None and found.column == 12


@pytest.mark.rule("DAE:QRDC-case12", "SKF:3.5-a")
def test_latw_in_the_afph() -> None:
    s = team(phase="AFPh")
    assert lines(fire(s, "own-HEAT", 5, 4)) == {"DAE:QRDC-case12": 2, "DAE:QRDC-case17": 3}


@pytest.mark.rule("SKF:4.4.3-a", "DAE:QRDC-case12")
def test_avoiding_the_backblast() -> None:
    s = fire(team(firer="wooden_building"), "own-HEAT")
    assert set(s.options()) == {"careful", "backblast"}
    s.do("careful").roll(5, 4)
    assert lines(s) == {"DAE:QRDC-case12": 2, "DAE:QRDC-case17": 3}
    pinned = fire(team(firer="wooden_building", pinned=True), "own-HEAT")
    assert set(pinned.options()) == {"backblast"}


@pytest.mark.rule("SKF:4.4.3-b")
def test_the_backblast_strikes_all_in_the_hex() -> None:
    """The coloured die on the 1 column without TEM: a 1 is a K, a 6 nothing."""
    s = fire(team(firer="wooden_building", more=[{"id": "b", "type": "usa-666", "hex": "here"}]), "own-HEAT")
    s.do("backblast").roll(6, 4)
    event = s.event("backblast")
    assert set(event.who) == {"c", "b"}
    assert event.breakdown is not None and event.breakdown.column == 1 and event.breakdown.drm == 0
    assert "no effect" in event.text
    harsh = fire(team(firer="wooden_building"), "own-HEAT").do("backblast").roll(1, 5)
    assert "no effect" not in harsh.event("backblast").text


@pytest.mark.rule("SKF:4.4.5-a", "SKF:4.4.5-c", "SKF:4.4.5-d")
def test_the_piat() -> None:
    """A lone SMC fires it; 8 FP; B10, repaired on 1-2."""
    s = team("bri-piat", who="bri-8-1")
    fire(s, "own-HEAT", 2, 2).roll(6, 6)
    assert "DAE:QRDC-case06" not in lines(s)
    found = s.event("ordnance_effect").breakdown
    assert found is not None and found.column == 8
    broken = fire(team("bri-piat"), "own-HEAT", 5, 5)
    assert broken.weapon("gun").malfunctioned
    assert not fire(team("bri-piat"), "own-HEAT", 4, 5).weapon("gun").malfunctioned
    kind = s.g.weapon_types["bri-piat"]
    assert (kind.breakdown, kind.removed, kind.repair) == (10, False, 2)


@pytest.mark.rule("SKF:4.4.4-a", "SKF:4.4.4-b")
def test_an_atr_is_a_one_fp_weapon_against_infantry() -> None:
    """On the IFT with its squad; no To Hit attempt at Infantry; 12 hexes and no further."""
    s = team("ger-atr", terrain="open", distance=3)
    assert not s.options("gun")
    s.do(f"target - {s.unit('t').hex}", "add c+gun", "add c", "declare").roll(6, 5)
    assert {line.label: line.value for line in s.breakdown().lines if line.sign == "fp"} == {
        "4-6-7": 4,
        "4-6-7 with ATR": 1,
    }
    far = team("ger-atr", terrain="open", distance=13, who="ger-8-0")
    assert not far.options("target")


@pytest.mark.rule("SKF:4.5-a", "SKF:4.5-b")
def test_light_mortars() -> None:
    """Any MMC without penalty and with a leader; a lone SMC has no ROF."""
    s = team(
        "ger-50s-mtr", terrain="open", distance=4, more=[{"id": "lead", "type": "ger-9-1", "hex": "here"}]
    )
    fire(s, "att-HE")
    s.do("direct lead").roll(3, 5)
    assert lines(s) == {"DAE:QRDC-case06": -1}
    assert s.weapon("gun").fire == ""
    lone = team("ger-50s-mtr", terrain="open", distance=4, who="ger-8-0")
    fire(lone, "att-HE", 1, 6)
    assert lone.weapon("gun").fire == "prep"


@pytest.mark.rule("SKF:4.4.5-b")
def test_a_piat_does_not_fire_at_an_adjacent_unit_one_level_lower() -> None:
    """On the hills of board w; two hexes away the slope does not matter."""
    area = Situation(
        "w", "PFPh", "british", [{"id": "b", "type": "bri-457", "hex": "A1"}], sides=("british", "german")
    )
    game_map = area.g.map

    def levels(up: int) -> tuple[str, str]:
        return next(
            (a, b)
            for a in game_map.names
            for b in game_map.adjacent[a]
            if (game_map.level(a) - game_map.level(b) == up and up)
            or (not up and game_map.level(a) == game_map.level(b))
        )

    def offered(up: int) -> list[str]:
        high, low = levels(up)
        gun = {"id": "at", "type": "ger-75l-at", "facing": 0}
        s = Situation(
            "w",
            "PFPh",
            "british",
            [
                {"id": "c", "type": "bri-457", "hex": high, "sw": [{"id": "gun", "type": "bri-piat"}]},
                {"id": "t", "type": "ger-228-crew", "hex": low, "sw": [gun]},
            ],
        )
        return s.options("gun")

    assert offered(0)
    assert not offered(1)
