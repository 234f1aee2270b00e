"""Flamethrowers (SK1:4.2)."""

from __future__ import annotations

import pytest

from defilade.rules.sk import machine_guns
from sk.places import board, line, volley
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

FT = {"id": "ft", "type": "ger-ft"}


def flame(
    firer: dict[str, object],
    distance: int = 1,
    terrain: str = "stone_building",
    phase: str = "PFPh",
    **more: object,
) -> tuple[Situation, str]:
    here, there = line(distance, target=terrain)
    attacker = "russian" if phase == "DFPh" else "german"
    units = [
        {"id": "g", "type": "ger-468", "hex": here, "sw": [FT], **firer},
        {"id": "lead", "type": "ger-9-2", "hex": here},
        {"id": "r", "type": "rus-447", "hex": there},
    ]
    return Situation("y", phase, attacker, units, **more), there


def burn(s: Situation, there: str, *dice: int) -> Situation:
    return s.do(f"target - {there}", "add g+ft", "declare").roll(*dice)


@pytest.mark.rule("SK1:4.2-a", "SK1:4.2-b", "SK1:4.2-c", "SK1:4.2-c3")
def test_full_strength_next_door_without_tem_leadership_or_point_blank() -> None:
    s, there = flame({})
    burn(s, there, 5, 4)
    assert (s.breakdown().total, s.breakdown().column, s.breakdown().drm) == (24, 24, 0)
    assert s.breakdown().value("SK1:3.2-k") is None


@pytest.mark.rule("SK1:4.2-a2")
def test_long_range() -> None:
    s, there = flame({}, distance=2)
    burn(s, there, 5, 4)
    assert (s.breakdown().total, s.breakdown().value("SK1:4.2-a2")) == (12, 0.5)


@pytest.mark.rule("SK1:4.2-b3")
def test_not_halved_in_the_advancing_fire_phase() -> None:
    s, there = flame({}, phase="AFPh")
    burn(s, there, 5, 4)
    assert s.breakdown().total == 24


@pytest.mark.rule("SK1:4.2-b2")
def test_it_cowers() -> None:
    s, there = flame({})
    burn(s, there, 4, 4)
    assert s.breakdown().column == 20


@pytest.mark.rule("SK1:4.2-c2", "SK1:3.3-p")
def test_hindrance_and_cx_count() -> None:
    _here, there = line(1, target="stone_building")
    s, there = flame({"cx": True}, smoke={there: 2})
    burn(s, there, 5, 4)
    assert s.breakdown().drm == 3
    assert s.breakdown().value("SK1:3.3-p") == 1 and s.breakdown().value("SK1:3.3-v") == 2


@pytest.mark.rule("SK1:4.2-d")
def test_a_pinned_unit_cannot_fire_it() -> None:
    s, there = flame({"pinned": True})
    s.do(f"target - {there}")
    assert s.refusal("add g+ft").rule == "SK1:4.2-d"


@pytest.mark.rule("SK1:4.2-d2")
def test_no_unit_uses_two() -> None:
    here, there = line(1)
    c = next(hex for hex in board().adjacent[here] if hex != there)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-468", "hex": here, "sw": [FT, {"id": "ft2", "type": "ger-ft"}]},
            {"id": "r", "type": "rus-447", "hex": there},
            {"id": "r2", "type": "rus-447", "hex": c},
        ],
    )
    s.do(f"target - {there}", "add g+ft", "declare").roll(5, 4).roll(1, 1)
    s.do(f"target - {c}")
    assert s.refusal("add g+ft2").rule == "SK1:4.2-d2"


@pytest.mark.rule("SK1:4.2-d3", "SK1:4.2-e", "SK1:3.2-w")
def test_it_attacks_alone_and_the_squad_fires_separately() -> None:
    s, there = flame({}, terrain="open")
    s.do(f"target - {there}", "add g")
    assert s.refusal("add g+ft").rule == "SK1:4.2-e"
    s.do("cancel", f"target - {there}", "add g+ft")
    assert s.refusal("add g").rule == "SK1:4.2-e"
    s.do("declare").roll(6, 5).roll(2, 2)
    s.do(f"target - {there}", "add g", "declare", "no-leader").roll(6, 5)
    assert s.breakdown().total == 8


@pytest.mark.rule("SK1:4.2-e", "SK1:3.2-w")
def test_it_may_also_follow_the_squads_own_fire() -> None:
    s, there = flame({}, terrain="open")
    s.do(f"target - {there}", "add g", "declare", "no-leader").roll(6, 5)
    s.do(f"target - {there}")
    assert s.offers("add g+ft")


@pytest.mark.rule("SK1:4.2-c3")
def test_nobody_directs_it() -> None:
    s, there = flame({})
    s.do(f"target - {there}", "add g+ft")
    assert s.refusal("direct lead").rule == "SK1:4.2-c3"


@pytest.mark.rule("SK1:4.2-f", "SK1:QRDC-drm")
def test_carrying_one_is_a_risk() -> None:
    carrier = {
        "id": "r",
        "type": "rus-447",
        "sw": [{"id": "a", "type": "rus-ft"}, {"id": "b", "type": "rus-ft"}],
    }
    s = volley([carrier, {"id": "r2", "type": "rus-447"}], 6, 5)
    attacks = [event for event in s.events if event.kind == "attack"]
    drm = {event.who: event.breakdown.drm for event in attacks if event.breakdown}
    assert drm == {("r",): -2, ("r2",): 0}
    assert "NMC" in attacks[0].text and "no effect" in attacks[1].text


@pytest.mark.rule("SK1:4.2-g", "SK1:2.0-c")
def test_exhaustion() -> None:
    s, there = flame({})
    burn(s, there, 6, 4)
    assert "no effect" not in s.event("attack").text  # the attack stands
    s.roll(1, 1)
    assert "ft" not in s.state.weapons
    s, there = flame({})
    burn(s, there, 5, 4)
    s.roll(1, 1)
    assert "ft" in s.state.weapons


@pytest.mark.rule("SK1:4.2-g2", "SK1:1.2.2-b")
def test_non_elite_users_exhaust_it_sooner() -> None:
    s, _ = flame({"type": "ger-467"})
    assert machine_guns.breakdown_number(s.g, s.unit("g"), s.weapon("ft")) == 8
    s, _ = flame({"type": "ger-436"})  # Conscripts besides
    assert machine_guns.breakdown_number(s.g, s.unit("g"), s.weapon("ft")) == 7
    s, _ = flame({"type": "ger-8-0"})  # leaders are elite
    assert machine_guns.breakdown_number(s.g, s.unit("g"), s.weapon("ft")) == 10
