"""Guns as targets: size, Direct Hits, gunshields, emplacement (SKF:6.3, SKF:6.6, SKF:6.7)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.tactics.arcs import in_arc
from sk.places import board, line
from skf.gunnery import crew, duel, fire, lines
from skf.situation import Situation

K_ON_12, K_ON_2 = (1, 2), (1, 1)


def at_gun(
    gun: str = "rus-45l-at",
    toward: bool = True,
    terrain: str = "open",
    ours: str = "ger-75l-at",
    **states: Any,
) -> Situation:
    """A German gun fires at a Russian one that looks at it, or away."""
    here, there = line(3, target=terrain)
    facing = next(f for f in range(6) if in_arc(board(), there, f, here) == toward)
    weapon = {"id": "theirs", "type": gun, "facing": facing, **states}
    return duel(3, ours, target="rus-228-crew", terrain=terrain, target_states={"sw": [weapon]})


@pytest.mark.rule("SKF:6.7-a", "DAE:QRDC-case22")
def test_size_of_guns() -> None:
    assert lines(fire(at_gun("rus-45l-at"), "itt-HE", 6, 5)) == {"DAE:QRDC-case22": 1}
    assert lines(fire(at_gun("rus-122-art"), "itt-HE", 6, 5)) == {}
    large = {"id": "theirs", "type": "ger-88l-aa", "facing": 0}
    s = duel(3, "rus-76l-art", target="ger-228-crew", target_states={"sw": [large]})
    assert lines(fire(s, "itt-HE", 6, 5)) == {"DAE:QRDC-case22": -1}


@pytest.mark.rule("SKF:6.7-b", "DAE:QRDC-gundest")
def test_a_kia_destroys_gun_and_crew() -> None:
    s = fire(at_gun(), "itt-HE", 3, 3).roll(1, 1)
    assert "theirs" not in s.state.weapons
    assert s.gone("t")


@pytest.mark.rule("SKF:6.7-b", "DAE:QRDC-gundest", "SKF:3.2.3-f")
def test_a_k_malfunctions_the_gun_and_reduces_the_crew() -> None:
    """DR 3 on the 12 column is a K."""
    s = fire(at_gun(), "itt-HE", 3, 3).roll(*K_ON_12)
    assert s.weapon("theirs").malfunctioned
    assert s.gone("t")


@pytest.mark.rule("DAE:QRDC-gun_ap")
def test_a_k_of_ap_eliminates_the_gun() -> None:
    """AP of a 75 is on the 2 column."""
    s = fire(at_gun(), "itt-AP", 3, 3).roll(*K_ON_2)
    assert s.event("ordnance_effect").text.count("K/") == 1
    assert "theirs" not in s.state.weapons
    assert "DAE:QRDC-gun_ap" in s.cited()


@pytest.mark.rule("SKF:6.7-c", "SKF:6.6-a", "SKF:6.6-b")
def test_a_near_miss_meets_the_gunshield() -> None:
    """DR 7 on the 12 column is a 1MC; with +2 a NMC... the shield counts through the covered arc only."""
    shielded = fire(at_gun(), "itt-HE", 3, 3).roll(3, 4)
    assert lines(shielded, "ordnance_effect") == {"SKF:6.6-a": 2}
    behind = fire(at_gun(toward=False), "itt-HE", 3, 3).roll(3, 4)
    assert lines(behind, "ordnance_effect") == {}
    artillery = fire(at_gun("rus-76l-art"), "itt-HE", 3, 3).roll(3, 4)
    assert lines(artillery, "ordnance_effect") == {}


@pytest.mark.rule("SKF:6.6-a")
def test_mortars_meet_half_a_gunshield() -> None:
    s = fire(at_gun(ours="ger-81s-mtr"), "att-HE", 2, 3).roll(3, 4)
    assert lines(s, "ordnance_effect") == {"SKF:6.6-a": 1}


@pytest.mark.rule("SKF:6.6-b")
def test_the_shield_counts_on_the_ift_after_tem_on_the_to_hit_dr() -> None:
    s = fire(at_gun(terrain="wooden_building"), "itt-HE", 2, 3).roll(3, 4)
    assert lines(s)["DAE:QRDC-case17"] == 2
    assert lines(s, "ordnance_effect") == {"SKF:6.6-a": 2}
    area = fire(at_gun(terrain="wooden_building"), "att-HE", 2, 3).roll(5, 4)
    assert lines(area, "ordnance_effect") == {"SKF:3.2.4-d": 2}  # never both on one roll


@pytest.mark.rule("SKF:6.6-a", "SKF:6.6-b")
def test_small_arms_meet_the_shield_instead_of_lesser_cover() -> None:
    def volley(terrain: str, **states: Any) -> dict[str, float]:
        here, there = line(2, target=terrain)
        facing = next(f for f in range(6) if in_arc(board(), there, f, here))
        gun = {"id": "theirs", "type": "rus-45l-at", "facing": facing, **states}
        s = Situation(
            "y",
            "PFPh",
            "german",
            [
                {"id": "g", "type": "ger-467", "hex": here},
                {"id": "t", "type": "rus-228-crew", "hex": there, "sw": [gun]},
            ],
        )
        s.do(f"target - {there}", "add g", "declare").roll(6, 5)
        return {one.rule: one.value for one in s.breakdown().lines if one.sign == "+"}

    assert volley("open") == {"SKF:6.6-a": 2}
    assert volley("open", emplaced=True) == {"SKF:6.3-a": 2}
    woods = volley("woods")
    assert woods["SKF:6.6-a"] == 1 and sum(woods.values()) == 2
    assert "SKF:6.6-a" not in volley("stone_building")


@pytest.mark.rule("SKF:6.3-a", "SKF:6.3-b")
def test_an_emplaced_gun_has_two_or_the_terrain() -> None:
    assert lines(fire(at_gun(emplaced=True), "itt-HE", 6, 5)) == {"SKF:6.3-a": 2, "DAE:QRDC-case22": 1}
    assert sum(lines(fire(at_gun(emplaced=True, terrain="woods"), "itt-HE", 6, 5)).values()) == 3
    stone = lines(fire(at_gun(emplaced=True, terrain="stone_building"), "itt-HE", 6, 5))
    assert stone == {"DAE:QRDC-case17": 3, "DAE:QRDC-case22": 1}


@pytest.mark.rule("SKF:6.3-b", "SKF:1.1.1-t")
def test_air_bursts_add_to_emplacement() -> None:
    s = fire(at_gun(emplaced=True, terrain="woods", ours="ger-81s-mtr"), "att-HE", 2, 3).roll(6, 6)
    assert lines(s, "ordnance_effect") == {"SKF:6.3-a": 2, "SKF:1.1.1-t": -1}


@pytest.mark.rule("SKF:6.3-c")
def test_others_than_a_crew_are_not_emplaced() -> None:
    weapon = {"id": "theirs", "type": "rus-45l-at", "facing": 0, "emplaced": True}
    s = duel(3, target="rus-447", target_states={"sw": [weapon]})
    assert lines(fire(s, "itt-HE", 6, 5)) == {"DAE:QRDC-case22": 1}


@pytest.mark.rule("SKF:6.1-d", "DAE:QRDC-gundest")
def test_a_critical_hit_destroys_gun_and_crew() -> None:
    s = fire(at_gun(), "itt-HE", 1, 1).roll(6, 6)
    assert "theirs" not in s.state.weapons
    assert s.gone("t")


@pytest.mark.rule("SKF:6.7-b")
def test_a_gun_that_nobody_mans() -> None:
    here, there = line(3)
    loose = {"id": "theirs", "type": "rus-45l-at", "facing": 0, "hex": there, "side": "russian"}

    def shelled(*dice: int) -> Situation:
        s = Situation(
            "y",
            "PFPh",
            "german",
            [
                crew(here, at=there),
                {"id": "far", "type": "rus-447", "hex": line(6)[1]},
            ],
            loose=[loose],
        )
        return fire(s, "itt-HE", 2, 3, at=there).roll(*dice)

    assert "theirs" not in shelled(1, 1).state.weapons
    assert shelled(*K_ON_12).weapon("theirs").malfunctioned
    assert not shelled(4, 4).weapon("theirs").malfunctioned
