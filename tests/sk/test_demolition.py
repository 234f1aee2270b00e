"""Demolition charges in the AFPh (SK1:4.3)."""

from __future__ import annotations

import pytest

from defilade.rules.sk import machine_guns
from sk.places import line
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def charged(terrain: str = "stone_building", targets: int = 1, **charge: object) -> tuple[Situation, str]:
    here, there = line(1, target=terrain)
    s = Situation(
        "y",
        "AFPh",
        "german",
        [
            {"id": "g", "type": "ger-548", "hex": here, "weapons_used": ("dc",)},
            *({"id": f"r{n}", "type": "rus-447", "hex": there} for n in range(targets)),
        ],
        sides=("german", "russian"),
        loose=[{"id": "dc", "type": "ger-dc", "hex": here, "placed_at": there, "placed_x": 12, **charge}],
    )
    return s, there


@pytest.mark.rule("SK1:4.3-a", "SK1:4.3-a2", "SK1:4.3-a4", "SK1:4.3-a3")
def test_thirty_factors_with_tem_and_nothing_else() -> None:
    s, there = charged()
    s.do(f"set-off dc {there}").roll(4, 3)
    assert (s.breakdown().total, s.breakdown().column, s.breakdown().drm) == (30, 30, 3)
    assert s.breakdown().value("SK1:1.1.2-d") == 3
    assert "2MC" in s.event("attack").text
    s.roll(1, 1)
    assert "dc" not in s.state.weapons


@pytest.mark.rule("SK1:3.2-s")
def test_a_charge_does_not_cower() -> None:
    s, there = charged()
    s.do(f"set-off dc {there}").roll(4, 4)
    assert s.breakdown().column == 30


@pytest.mark.rule("SK1:4.3-g")
def test_a_cx_placer() -> None:
    s, there = charged(placed_drm=1)
    s.do(f"set-off dc {there}").roll(4, 3)
    assert s.breakdown().value("SK1:4.3-g") == 1


@pytest.mark.rule("SK1:4.3-h")
def test_it_may_not_work() -> None:
    s, there = charged(placed_x=10)
    s.do(f"set-off dc {there}").roll(6, 4)
    assert not any(event.kind == "attack" for event in s.events)
    assert "dc" not in s.state.weapons
    s, there = charged(placed_x=10)
    s.do(f"set-off dc {there}").roll(5, 4)
    assert any(event.kind == "attack" for event in s.events)


@pytest.mark.rule("SK1:4.3-b")
def test_the_squad_may_still_fire() -> None:
    s, there = charged()
    s.do(f"set-off dc {there}").roll(6, 5).roll(1, 1)
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    assert s.breakdown().total == 6  # 5 x 2 / 2 + 1 for Assault Fire


@pytest.mark.rule("SK1:4.3-a", "SK1:3.8-w")
def test_it_does_not_tell_friend_from_foe() -> None:
    here, there = line(1, target="stone_building")
    s = Situation(
        "y",
        "AFPh",
        "german",
        [
            {"id": "g", "type": "ger-548", "hex": here, "weapons_used": ("dc",)},
            {"id": "friend", "type": "ger-467", "hex": there, "melee": True},
            {"id": "r", "type": "rus-447", "hex": there, "melee": True},
        ],
        loose=[{"id": "dc", "type": "ger-dc", "hex": here, "placed_at": there, "placed_x": 12}],
    )
    s.do(f"set-off dc {there}").roll(4, 3)  # 10 on the 30 column: 2MC
    assert s.event("attack").who == ("friend", "r")
    s.roll(5, 5, 5, 5)
    assert s.unit("friend").broken and s.unit("r").broken


@pytest.mark.rule("SK1:4.3-a")
def test_charges_go_off_before_the_phase_ends() -> None:
    s, _there = charged()
    assert s.refusal("done").rule == "SK1:4.3-a"


@pytest.mark.rule("SK1:4.3-h")
def test_in_an_empty_hex_it_is_spent() -> None:
    s, there = charged(targets=0)
    s.do(f"set-off dc {there}")
    assert "dc" not in s.state.weapons


@pytest.mark.rule("SK1:4.3-h2", "SK1:4.3-h", "SK1:4.0-q", "SK1:4.0-p2")
@pytest.mark.parametrize(
    ("user", "charge", "number"),
    [
        ("ger-548", "ger-dc", 12),
        ("ger-467", "ger-dc", 10),
        ("ger-436", "ger-dc", 9),
        ("ger-9-1", "rus-dc", 10),
    ],
)
def test_the_x_number_by_user(user: str, charge: str, number: int) -> None:
    here, there = line(1)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": user, "hex": here, "sw": [{"id": "dc", "type": charge}]},
            {"id": "g2", "type": "ger-467", "hex": here},
            {"id": "r", "type": "rus-447", "hex": there},
        ],
    )
    assert machine_guns.breakdown_number(s.g, s.unit("g"), s.weapon("dc")) == number
    s.do(f"target - {there}")
    assert s.refusal("add g+dc").rule == "SK1:4.3-a"  # it is placed, not fired
