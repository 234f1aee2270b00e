"""Final Fire in the DFPh (SK1:3.4)."""

from __future__ import annotations

import pytest

from defilade.tactics import sequence
from sk.places import board, line
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def defend(distance: int, *firers: dict[str, object], **target: object) -> tuple[Situation, str]:
    here, there = line(distance)
    units = [{"id": "g", "type": "ger-467", "hex": here, **firer} for firer in firers]
    s = Situation(
        "y",
        "DFPh",
        "russian",
        [*units, {"id": "r", "type": "rus-447", "hex": there, **target}],
        sides=("russian", "german"),
    )
    return s, there


@pytest.mark.rule("SK1:3.4-a", "SK1:3.4-a2", "SK1:2.0-a")
def test_the_defender_fires_with_unmarked_units() -> None:
    s, there = defend(3, {})
    assert s.side() == "german"
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    assert s.breakdown().total == 4
    assert any(event.kind == "phase" for event in s.events)


@pytest.mark.rule("SK1:3.4-a2")
def test_final_fire_marks_the_firers() -> None:
    _here, there = line(3)
    s, there = defend(3, {"sw": [{"id": "mg", "type": "ger-mmg"}]})
    s.do(f"target - {there}", "add g", "add g+mg", "declare").roll(2, 6)
    assert s.unit("g").fire == "final"
    assert s.weapon("mg").fire == ""  # it kept its ROF


@pytest.mark.rule("SK1:3.4-a", "SK1:3.4-b")
def test_first_fire_units_fire_at_adjacent_hexes_only() -> None:
    s, there = defend(2, {"fire": "first", "sw": [{"id": "mg", "type": "ger-mmg"}]})
    s.do(f"target - {there}")
    assert s.options("add") == ["add g+mg"]  # the MG kept its ROF in the MPh
    assert s.refusal("add g").rule == "SK1:3.4-b"


@pytest.mark.rule("SK1:3.4-b", "SK1:3.2-k", "SK1:QRDC-fp")
def test_first_fire_units_fire_halved_and_doubled_and_are_flipped() -> None:
    s, there = defend(1, {"fire": "first", "sw": [{"id": "mg", "type": "ger-mmg", "fire": "first"}]})
    s.do(f"target - {there}", "add g", "add g+mg", "declare").roll(1, 6)
    assert s.breakdown().total == 9
    assert s.breakdown().value("SK1:3.4-b") == 0.5 and s.breakdown().value("SK1:3.2-k") == 2
    assert s.unit("g").fire == s.weapon("mg").fire == "final"


@pytest.mark.rule("SK1:3.4-b", "SK1:4.1-d", "SK1:3.2-w")
def test_a_gun_without_rof_does_not_follow_its_squad_on_its_own() -> None:
    mg = {"id": "mg", "type": "ger-mmg", "fire": "first"}
    s, there = defend(1, {"fire": "first", "weapons_used": ("mg",), "sw": [mg]})
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    assert not s.offers(f"target - {there}")
    s, there = defend(1, {"fire": "first", "weapons_used": ("mg",), "sw": [{**mg, "fire": ""}]})
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    s.do(f"target - {there}")
    assert s.options("add") == ["add g+mg"], "it kept its ROF in the MPh"


@pytest.mark.rule("SK1:3.4-b", "SK1:4.2-a")
def test_a_flamethrower_marked_first_fire_has_had_its_shot() -> None:
    ft = {"id": "ft", "type": "ger-ft", "fire": "first"}
    s, there = defend(1, {"fire": "first", "weapons_used": ("ft",), "sw": [ft]})
    s.do(f"target - {there}")
    assert s.options("add") == ["add g"]
    assert s.refusal("add g+ft").rule == "SK1:3.4-b"


@pytest.mark.rule("SK1:3.4-c")
def test_final_fire_units_do_not_fire() -> None:
    s, there = defend(1, {"fire": "final"}, {"id": "g2"})
    s.do(f"target - {there}")
    assert s.refusal("add g").rule == "SK1:3.4-c"


@pytest.mark.rule("SK1:3.4-d", "SK1:3.4-d2")
def test_final_fire_hits_everybody_without_ffnam_or_ffmo() -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "DFPh",
        "russian",
        [
            {"id": "g", "type": "ger-467", "hex": here},
            {"id": "r1", "type": "rus-447", "hex": there, "moved": True},
            {"id": "r2", "type": "rus-447", "hex": there},
        ],
    )
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    assert s.event("attack").who == ("r1", "r2")
    assert s.breakdown().drm == 0


@pytest.mark.rule("SK1:3.4-e", "SK1:3.4-f")
def test_a_leader_directs_again_those_he_has_directed_before() -> None:
    here, there = line(1)
    units = [
        {"id": "g1", "type": "ger-467", "hex": here, "fire": "first"},
        {"id": "g2", "type": "ger-467", "hex": here},
        {"id": "lead", "type": "ger-9-1", "hex": here, "fire": "first", "directed": ("g1",)},
        {"id": "r", "type": "rus-447", "hex": there},
    ]
    s = Situation("y", "DFPh", "russian", units)
    s.do(f"target - {there}", "add g1", "add g2")
    assert s.refusal("direct lead").rule == "SK1:3.4-e"
    s.do("cancel", f"target - {there}", "add g1", "declare", "direct lead").roll(6, 5)
    assert s.breakdown().value("SK1:3.2-x") == -1


def directed_in_the_mph(*again: str, guns: tuple[str, ...] = ()) -> tuple[Situation, str]:
    """A 9-1 has directed the First Fire of g1 and g2 (and of guns that kept their ROF), and then perhaps some again."""
    here, there = line(1)
    sw = [{"id": gun, "type": "ger-mmg"} for gun in guns]
    lead = {"id": "lead", "type": "ger-9-1", "hex": here, "fire": "first", "directed": ("g1", "g2", *guns)}
    if again:
        lead |= {"directed_again": again, "directed_again_in": "MPh"}
    units = [
        {"id": "g1", "type": "ger-467", "hex": here, "fire": "first", "weapons_used": guns, "sw": sw},
        {"id": "g2", "type": "ger-467", "hex": here, "fire": "first"},
        lead,
        {"id": "r", "type": "rus-447", "hex": there},
    ]
    return Situation("y", "DFPh", "russian", units), there


@pytest.mark.rule("SK1:3.4-e")
def test_a_leader_directs_firers_of_his_first_fire_once_more_only() -> None:
    s, there = directed_in_the_mph("g1")
    s.do(f"target - {there}", "add g2")
    assert s.refusal("direct lead").rule == "SK1:3.4-e"
    s.do("declare").roll(6, 5)
    assert s.breakdown().value("SK1:3.2-x") is None
    s, there = directed_in_the_mph()
    s.do(f"target - {there}", "add g2", "declare", "direct lead").roll(6, 5)
    assert s.unit("lead").directed_again == ("g2",) and s.unit("lead").directed_again_in == "DFPh"


@pytest.mark.rule("SK1:3.4-e", "SK1:1.2.1-c")
def test_shots_by_rate_of_fire_are_directed_as_long_as_they_last() -> None:
    s, there = directed_in_the_mph(guns=("mg",))
    s.do(f"target - {there}", "add g1+mg", "declare", "direct lead").roll(1, 6, 2, 2)
    s.do(f"target - {there}", "add g1+mg", "declare", "direct lead").roll(1, 6, 2, 2)
    directed = s.event("attack").breakdown
    assert directed is not None and directed.value("SK1:3.2-x") == -1
    s, there = directed_in_the_mph("mg", guns=("mg",))
    s.do(f"target - {there}", "add g1+mg")
    assert s.refusal("direct lead").rule == "SK1:3.4-e", "in another phase it is Final Fire like any other"


@pytest.mark.rule("SK1:3.4-e")
def test_a_new_player_turn_gives_the_leader_his_direction_back() -> None:
    s, _ = directed_in_the_mph("g1")
    sequence.begin_player_turn(s.g, 2, "german")
    assert not s.unit("lead").directed_again and not s.unit("lead").directed_again_in


@pytest.mark.rule("SK1:3.4-g")
def test_markers_come_off_at_the_end() -> None:
    s, there = defend(3, {"id": "g1", "fire": "first"}, {"id": "g2"})
    s.do(f"target - {there}", "add g2", "declare").roll(6, 5)
    sequence.end_phase(s.g, "DFPh")
    assert not any(unit.fire for unit in s.state.units.values())


@pytest.mark.rule("SK1:3.2-p2")
def test_a_cowering_defender_is_marked_final_fire() -> None:
    here, there = line(3)
    other = next(hex for hex in board().adjacent[there] if board().hindrance(here, hex) == 0)
    s = Situation(
        "y",
        "DFPh",
        "russian",
        [
            {"id": "g", "type": "ger-467", "hex": here, "sw": [{"id": "mg", "type": "ger-mmg"}]},
            {"id": "g2", "type": "ger-467", "hex": here},
            {"id": "r", "type": "rus-447", "hex": there},
            {"id": "r2", "type": "rus-447", "hex": other},
        ],
    )
    s.do(f"target - {there}", "add g", "declare").roll(5, 5)
    assert s.unit("g").fire == s.weapon("mg").fire == "final"
    s.do(f"target - {other}")
    assert s.options("add") == ["add g2"]
