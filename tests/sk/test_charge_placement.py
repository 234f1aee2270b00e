"""Placing a demolition charge (SK1:4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sk.spending import left_of
from defilade.tactics.moving import move_in_progress
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def placer(type: str = "ger-468", enemy: dict[str, Any] | None = None, **states: Any) -> Situation:
    """A unit with a DC in the open of J4; the enemy sits in the stone building J3."""
    units = [
        {"id": "u", "type": type, "hex": "J4", "sw": [{"id": "dc", "type": "ger-dc"}], **states},
        enemy or {"id": "r", "type": "rus-447", "hex": "J3", "broken": True},
    ]
    return Situation("z", "MPh", "german", units).do("move u")


@pytest.mark.rule("SK1:4.3-c")
def test_placing_costs_what_entering_would() -> None:
    s = placer()
    s.do("place u+dc J3")
    frame = move_in_progress(s.g)
    assert frame is not None
    assert left_of(s.g, frame)[0].off_road == 2
    assert s.unit("u").hex == "zJ4"


@pytest.mark.rule("SK1:4.3-c")
def test_a_charge_goes_into_an_adjacent_hex_with_an_enemy() -> None:
    s = placer()
    assert s.options("place") == ["place u+dc zJ3"]
    assert s.refusal("place u+dc J2").rule == "SK1:4.3-c"
    assert s.refusal("place u+dc K4").rule == "SK1:4.3-c"


@pytest.mark.rule("SK1:4.3-c")
def test_without_the_mf_it_cannot_be_placed() -> None:
    units = [
        {"id": "u", "type": "ger-468", "hex": "I4", "sw": [{"id": "dc", "type": "ger-dc"}]},
        {"id": "r", "type": "rus-447", "hex": "J3", "broken": True},
    ]
    s = Situation("z", "MPh", "german", units).do("move u", "enter - I5", "enter - J4", "smoke u J4").roll(3)
    assert s.refusal("place u+dc J3").rule == "SK1:3.3-i"


@pytest.mark.rule("SK1:4.3-f", "SK1:4.3-d")
def test_a_placer_who_comes_through_has_placed_it() -> None:
    s = placer(enemy={"id": "r", "type": "rus-447", "hex": "J3"})
    s.do("place u+dc J3")
    assert s.side() == "russian", "placing draws first fire"
    s.do("fire", "add r", "declare").roll(5, 6, 2, 3)
    lines = s.event("attack").breakdown
    assert lines is not None
    assert lines.value("SK1:3.3.1-i") == -1 and lines.value("SK1:3.3.1-j") == -1, "he moves in his own hex"
    assert "zJ4" in s.state.residual
    s.decline()
    dc = s.weapon("dc")
    assert (dc.placed_at, dc.owner, dc.placed_drm, dc.placed_x) == ("zJ3", "", 0, 12)
    assert s.unit("u").weapons_used == ("dc",) and not s.unit("u").no_fp


@pytest.mark.rule("SK1:4.3-e")
def test_a_placer_who_breaks_has_not() -> None:
    s = placer(enemy={"id": "r", "type": "rus-447", "hex": "J3"})
    s.do("place u+dc J3", "fire", "add r", "declare").roll(4, 3)
    s.roll(6, 5)
    assert s.unit("u").broken
    while s.state.phase == "MPh" and s.side() == "russian":
        s.do("pass")
    assert s.weapon("dc").placed_at == "" and s.weapon("dc").owner == "u"


@pytest.mark.rule("SK1:4.3-e")
def test_a_placer_who_is_pinned_has_not() -> None:
    s = placer(enemy={"id": "r", "type": "rus-447", "hex": "J3"})
    s.do("place u+dc J3", "fire", "add r", "declare").roll(4, 3)
    s.roll(3, 3)
    assert s.unit("u").pinned
    while s.state.phase == "MPh" and s.side() == "russian":
        s.do("pass")
    assert s.weapon("dc").placed_at == ""


@pytest.mark.rule("SK1:4.3-e")
def test_who_prep_fired_does_not_place() -> None:
    units = [
        {"id": "u", "type": "ger-468", "hex": "J4", "fire": "prep", "sw": [{"id": "dc", "type": "ger-dc"}]},
        {"id": "u2", "type": "ger-468", "hex": "A1"},
        {"id": "r", "type": "rus-447", "hex": "J3", "broken": True},
    ]
    s = Situation("z", "MPh", "german", units)
    assert s.refusal("move u").rule == "SK1:3.3-a"


@pytest.mark.rule("SK1:4.3-g")
def test_a_cx_placer_burdens_the_attack() -> None:
    s = placer().do("double-time u", "place u+dc J3")
    assert s.weapon("dc").placed_drm == 1


@pytest.mark.rule("SK1:4.3-h2", "SK1:4.0-q")
@pytest.mark.parametrize(
    ("type", "x"), [("ger-468", 12), ("ger-467", 10), ("ger-447", 10), ("ger-436", 9), ("ger-9-1", 12)]
)
def test_the_x_number_by_the_placer(type: str, x: int) -> None:
    s = placer(type).do("place u+dc J3")
    assert s.weapon("dc").placed_x == x


@pytest.mark.rule("SK1:4.0-s")
def test_a_half_squad_gives_up_its_fp() -> None:
    s = placer("ger-248").do("place u+dc J3")
    assert s.unit("u").no_fp
