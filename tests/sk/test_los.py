"""Line of sight as the rules ask for it (SK1:3.2, SK1:2.0)."""

from __future__ import annotations

import pytest

from defilade.rules.sk import los
from sk.places import board, line, lines
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def watch(firer: str, target: str, **more: object) -> Situation:
    return Situation(
        "y",
        "PFPh",
        "german",
        [{"id": "g", "type": "ger-468", "hex": firer}, {"id": "r", "type": "rus-447", "hex": target}],
        **more,
    )


@pytest.mark.rule("SK1:3.2-e", "SK1:3.2-d", "SK1:2.0-k")
def test_the_line_of_sight_example() -> None:
    s = watch("I2", "F3")
    assert los.hindrance(s.g, "yI2", "yF3") == 0
    assert los.hindrance(s.g, "yI2", "yJ5") == 1
    assert los.hindrance(s.g, "yI2", "yK4") == los.BLOCKED
    assert [line.rule for line in los.los_lines(s.g, "yI2", "yJ5")] == ["SK1:1.1.2-k"]


@pytest.mark.rule("SK1:3.2-f", "SK1:2.0-k")
def test_terrain_in_the_two_hexes_neither_blocks_nor_hinders() -> None:
    from_woods, building = line(2, target="stone_building", firer="woods")
    s = watch(from_woods, building)
    assert los.sees(s.g, from_woods, building)
    a, b = line(2, target="orchard", firer="grain")
    assert los.hindrance(s.g, a, b) == 0


@pytest.mark.rule("SK1:3.2-d2")
def test_nobody_sees_units_off_the_map() -> None:
    a, b = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": a},
            {"id": "r", "type": "rus-447", "hex": b},
            {"id": "off", "type": "rus-447", "due": 2, "edges": ["north"]},
        ],
    )
    assert [unit.id for unit in los.known_enemies(s.g, s.unit("g"))] == ["r"]
    assert los.known_enemies(s.g, s.unit("off")) == []
    assert los.hindrance(s.g, "", b) == los.BLOCKED


@pytest.mark.rule("SK1:3.2-g")
def test_units_in_between_neither_block_nor_suffer() -> None:
    area = board()
    a, between, b = next(
        (a, crossing.hex, b)
        for a, b in lines(2)
        for crossing in area.between(a, b)
        if crossing.how == "centre" and area.terrain[crossing.hex] == "open"
    )
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": a},
            {"id": "friend", "type": "ger-467", "hex": between, "broken": True},
            {"id": "r", "type": "rus-447", "hex": b},
        ],
    )
    s.do(f"target - {b}", "add g", "declare").roll(1, 2)
    assert s.event("attack").who == ("r",)
    assert not s.unit("friend").dm


@pytest.mark.rule("SK1:2.0-n", "SK1:3.2.1-z")
def test_known_enemies_are_those_in_los() -> None:
    area = board()
    a, b = line(3, hindrance=-1)
    c = next(hex for hex in area.adjacent[a])
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": a},
            {"id": "hidden", "type": "rus-447", "hex": b},
            {"id": "near", "type": "rus-447", "hex": c},
        ],
    )
    assert [unit.id for unit in los.known_enemies(s.g, s.unit("g"))] == ["near"]
    assert los.adjacent_known_enemy(s.g, s.unit("g"))
    assert not los.adjacent_known_enemy(s.g, s.unit("hidden"))


@pytest.mark.rule("SK1:3.3-v", "SK1:3.2.1-b", "SK1:2.0-l")
def test_smoke_hinders_in_both_end_hexes_too() -> None:
    a, b = line(3)
    s = watch(a, b, smoke={a: 2})
    assert los.hindrance(s.g, a, b) == 2
    s = watch(a, b, smoke={a: 2, b: 2})
    assert los.hindrance(s.g, a, b) == 4
    assert [line.value for line in los.los_lines(s.g, a, b)] == [2, 2]


@pytest.mark.rule("SK1:3.2-j")
def test_six_hindrance_block() -> None:
    area = board()
    a, b = line(3)
    inside = next(crossing.hex for crossing in area.between(a, b) if crossing.how != "vertex")
    s = watch(a, b, smoke={a: 2, b: 2, inside: 2})
    assert los.hindrance(s.g, a, b) == los.BLOCKED
    assert not s.offers(f"target - {b}")
    s = watch(a, b, smoke={a: 2, b: 2})
    assert s.offers(f"target - {b}")


@pytest.mark.rule("SK1:3.2-j", "SK1:2.0-k")
def test_snow_counts_towards_the_six() -> None:
    a, b = line(6)
    snow = [
        {
            "type": "snow",
            "rule": "SK1:S4-ssr1",
            "starts_at": 10,
            "stops_at": 3,
            "from_range": 6,
            "hindrance": 1,
        }
    ]
    s = watch(a, b, snow=True, special=snow)
    assert los.hindrance(s.g, a, b) == 1
    assert los.los_lines(s.g, a, b)[-1].label == "falling snow"
    near, far = line(5)
    assert los.hindrance(s.g, near, far) == 0


@pytest.mark.rule("SK1:3.3-v")
def test_smoke_is_found_wherever_it_touches_the_line() -> None:
    area = board()
    a = area.names[len(area.names) // 2]
    s = watch(a, area.adjacent[a][0], smoke=dict.fromkeys(area.adjacent[a][1:3], 2))
    for b in area.names:
        if b != a:
            found = area.los(a, b, s.state.smoke)
            assert los.hindrance(s.g, a, b) == (found.hindrance if found.clear else los.BLOCKED)
