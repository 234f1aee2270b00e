"""Smoke of several kinds (SKF:1.2.5)."""

from __future__ import annotations

import pytest

from defilade.rules.sk import los
from defilade.rules.sk.full import smoke
from defilade.rules.sk.spending import left_of
from defilade.tactics import sequence
from defilade.tactics.moving import move_in_progress
from skf.situation import Situation

FAR = {"id": "r", "type": "rus-447", "hex": "GG10"}


def table(phase: str, attacker: str = "german") -> Situation:
    units = [{"id": "g", "type": "ger-468", "hex": "I5"}, {"id": "r", "type": "rus-447", "hex": "K5"}]
    return Situation("z", phase, attacker, units)


@pytest.mark.rule("SKF:1.2.5-c", "SKF:1.2.5-e")
@pytest.mark.parametrize(
    ("phase", "wp", "strength"),
    [("PFPh", False, 3), ("PFPh", True, 2), ("DFPh", False, 2), ("DFPh", True, 1), ("MPh", False, 2)],
)
def test_how_thick_smoke_is_by_the_phase_of_its_placing(phase: str, wp: bool, strength: int) -> None:
    s = table(phase)
    smoke.place(s.g, "zJ5", "german", wp=wp)
    assert s.state.smoke == {"zJ5": strength}


@pytest.mark.rule("SKF:1.2.5-e")
def test_no_more_than_three_in_a_hex() -> None:
    s = table("PFPh")
    smoke.place(s.g, "zJ5", "german", wp=True)
    smoke.place(s.g, "zJ5", "german", wp=True)
    assert s.state.smoke == {"zJ5": 3}


@pytest.mark.rule("SKF:1.2.5-e", "SKF:3.2.1-d")
def test_smoke_hinders_through_into_and_out_of_its_hex() -> None:
    s = table("PFPh")
    for hex in ("zI5", "zK5"):
        s.state.clouds = ()
        smoke.place(s.g, hex, "german")
        assert los.hindrance(s.g, "zI5", "zK5") == 3
    # two hexes of full smoke block the line
    smoke.place(s.g, "zI5", "german")
    assert not los.sees(s.g, "zI5", "zK5")


@pytest.mark.rule("SKF:1.2.5-f", "SKF:3.2.3-b")
@pytest.mark.parametrize(("hex", "drm"), [("zI5", 4), ("zK5", 3)])
def test_fire_out_of_smoke_has_one_more(hex: str, drm: int) -> None:
    s = table("PFPh")
    smoke.place(s.g, hex, "german")
    s.do("target - K5", "add g", "declare").roll(1, 2)
    lines = [line for line in s.breakdown().lines if "smoke" in line.label]
    assert sum(line.value for line in lines) == drm
    assert {line.rule for line in lines} <= {"SKF:1.2.5-e", "SKF:1.2.5-f"}


@pytest.mark.rule("SKF:1.2.5-d")
def test_smoke_ages_in_the_next_pfph_of_who_placed_it() -> None:
    s = table("PFPh")
    smoke.place(s.g, "zJ5", "german")
    smoke.place(s.g, "zJ6", "german", wp=True)
    smoke.place(s.g, "zJ7", "russian")
    for attacker, left in (
        ("german", {"zJ5": 2, "zJ6": 1, "zJ7": 3}),
        ("russian", {"zJ5": 2, "zJ6": 1, "zJ7": 2}),
        ("german", {"zJ7": 2}),
        ("russian", {}),
    ):
        s.state.attacker = attacker
        sequence.end_phase(s.g, "PFPh")
        sequence.end_phase(s.g, "RPh")
        assert s.state.smoke == left, attacker


@pytest.mark.rule("SKF:1.2.5-d")
def test_smoke_stays_through_the_rally_phase_and_the_mph() -> None:
    s = table("PFPh")
    smoke.place(s.g, "zJ5", "german")
    s.until("DFPh")
    assert s.state.smoke == {"zJ5": 3}
    s.until("APh")
    assert s.state.smoke == {"zJ5": 3}


@pytest.mark.rule("SK1:3.3-x", "SKF:1.2.5-e")
def test_grenades_are_gone_after_the_mph_and_the_rest_stays() -> None:
    units = [{"id": "u", "type": "ger-468", "hex": "F3"}, FAR]
    s = Situation("z", "MPh", "german", units)
    smoke.place(s.g, "zF3", "german", wp=True)
    s.do("move u", "smoke u F3").roll(1)
    assert s.state.smoke == {"zF3": 3}, "1 and 2"
    s.do("smoke u G3") if s.offers("smoke u G3") else s.do("stop")
    assert s.state.phase != "MPh" and s.state.smoke == {"zF3": 1}


@pytest.mark.rule("SKF:1.2.5-g")
def test_entering_smoke_costs_one_more_in_the_mph_and_leaving_it_nothing() -> None:
    s = Situation("z", "MPh", "german", [{"id": "u", "type": "ger-468", "hex": "F3"}, FAR])
    smoke.place(s.g, "zF3", "german")
    smoke.place(s.g, "zG3", "german")
    s.do("move u", "enter - G3")
    frame = move_in_progress(s.g)
    assert frame is not None and left_of(s.g, frame)[0].off_road == 2


@pytest.mark.rule("SKF:1.2.5-g")
def test_entering_smoke_costs_one_more_in_the_rtph() -> None:
    units = [
        {"id": "u", "type": "ger-468", "hex": "I5", "broken": True, "dm": True},
        {"id": "r", "type": "rus-447", "hex": "K5"},
    ]
    plain = Situation("z", "RtPh", "german", units).do("rout u")
    step = next(option for option in plain.options("rout-to") if option.count(" ") == 2)
    hex = step.split()[2]
    plain.do(step)
    smoky = Situation("z", "RtPh", "german", units)
    smoky.state.clouds = ()
    smoke.place(smoky.g, hex, "russian")
    smoky.do("rout u", step)
    costs = [
        frame.spent for s in (plain, smoky) for frame in s.state.stack if type(frame).__name__ == "Routing"
    ]
    if len(costs) == 2:
        assert costs[1] == costs[0] + 1
    else:
        pytest.fail(f"the rout is over: {plain.pending} {smoky.pending}")


# -- white phosphorus --------------------------------------------------------------------------------------

WP = [{"type": "phosphorus_grenades", "side": "german", "rule": "SKF:3.3.1-p"}]


@pytest.mark.rule("SKF:3.3.1-p")
def test_phosphorus_grenades_burn_both_sides() -> None:
    units = [
        {"id": "u", "type": "ger-468", "hex": "F3"},
        {"id": "f", "type": "ger-467", "hex": "F3"},
        {"id": "r", "type": "rus-447", "hex": "G3"},
    ]
    s = Situation("z", "MPh", "german", units, special=WP).do("move u", "smoke u G3").roll(1, 6, 5)
    assert s.unit("r").broken and not s.unit("u").broken
    s = Situation("z", "MPh", "german", units, special=WP).do("move u", "smoke u F3").roll(1, 6, 5, 6, 5)
    assert s.unit("u").broken and s.unit("f").broken and not s.unit("r").broken


@pytest.mark.rule("SKF:3.3.1-p")
def test_plain_grenades_burn_nobody_and_tem_helps() -> None:
    units = [{"id": "u", "type": "ger-468", "hex": "F3"}, {"id": "f", "type": "ger-467", "hex": "J5"}, FAR]
    plain = Situation("z", "MPh", "german", units).do("move u", "smoke u F3").roll(1)
    assert plain.offers("enter - G3")
    s = Situation("z", "MPh", "german", units)
    smoke.burn(s.g, "zJ5", s.g.units_in("zJ5"))
    frame = s.state.stack[-1]
    lines = getattr(frame, "lines", ())
    assert [line.value for line in lines] == [-3], "a stone building"
