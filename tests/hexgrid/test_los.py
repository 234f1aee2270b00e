"""Line of sight: obstacles on both sides, own hexes, hexsides and corners, hindrances, smoke."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

import pytest

from defilade.hexgrid import GameMap, Verdict
from defilade.hexgrid.coords import corners, on_alternate_grain, on_hex_grain
from defilade.hexgrid.geometry import Polygon

Maker = Callable[..., GameMap]


def look(area: GameMap, a: str, b: str, **smoke: int) -> Verdict:
    there = {area.resolve(hex): drm for hex, drm in smoke.items()}
    verdict = area.los(area.resolve(a), area.resolve(b), there)
    back = area.los(area.resolve(b), area.resolve(a), there)
    assert (verdict.clear, verdict.hindrance, verdict.range) == (back.clear, back.hindrance, back.range)
    assert {crossing.hex for crossing in verdict.crosses} == {crossing.hex for crossing in back.crosses}
    return verdict


def house(hex: str, *shape: int, turn: int = 0) -> dict[str, object]:
    return {
        "kind": "stone_building",
        "hexes": [hex],
        "shapes": [{"at": hex, "rect": list(shape), "turn": turn}],
    }


def effects(verdict: Verdict) -> dict[str, tuple[str, str, int]]:
    return {c.hex: (c.how, c.effect, c.drm) for c in verdict.crosses}


# Obstacles.


@pytest.mark.rule("SK1:3.2-e", "SK1:1.1-d", "SK1:1.1.2-c2")
def test_a_building_across_the_line_blocks_it(map_with: Maker) -> None:
    verdict = look(map_with(buildings=[house("C4", 0, 0, 120, 100)]), "C2", "C6")
    assert not verdict.clear
    assert (verdict.blocked_by, verdict.what, verdict.at) == ("pC4", "stone_building", (600, 671))
    assert verdict.range == 4
    assert verdict.rules == ("SK1:3.2-e", "SK1:1.1.2-c2")
    assert effects(verdict)["pC4"] == ("centre", "obstacle", 0)


@pytest.mark.rule("SK1:3.2-e")
def test_a_building_beside_the_line_does_not_block(map_with: Maker) -> None:
    assert look(map_with(buildings=[house("C4", 80, 0, 100, 100)]), "C2", "C6").clear


@pytest.mark.rule("SK1:3.2-e")
def test_touching_an_outline_from_one_side_does_not_block(map_with: Maker) -> None:
    assert look(map_with(buildings=[house("C4", 50, 0, 100, 100)]), "C2", "C6").clear
    corner = {"kind": "stone_building", "hexes": ["C4"], "outlines": [[[600, 700], [660, 660], [660, 740]]]}
    assert look(map_with(buildings=[corner]), "C2", "C6").clear


@pytest.mark.rule("SK1:3.2-e")
def test_a_line_exactly_between_two_walls_has_the_obstacle_on_both_sides(map_with: Maker) -> None:
    def pair(left: list[list[int]], right: list[list[int]]) -> GameMap:
        building = {"kind": "stone_building", "hexes": ["C4"], "outlines": [left, right]}
        return map_with(buildings=[building])

    left = [[540, 660], [600, 660], [600, 700], [540, 700]]
    blocked = look(pair(left, [[600, 680], [660, 680], [660, 740], [600, 740]]), "C2", "C6")
    assert (blocked.blocked_by, blocked.at) == ("pC4", (600, 680))
    # Walls that pass each other, or only meet in a point, leave the line free.
    assert look(pair(left, [[600, 710], [660, 710], [660, 740], [600, 740]]), "C2", "C6").clear
    assert look(pair(left, [[600, 700], [660, 700], [660, 740], [600, 740]]), "C2", "C6").clear


@pytest.mark.rule("SK1:3.2-f")
def test_art_in_the_end_hexes_does_not_block(map_with: Maker) -> None:
    area = map_with(buildings=[house("C2", 0, 60, 200, 80)], terrain={"woods": "C6"})
    verdict = look(area, "C2", "C6")
    assert verdict.clear
    assert "SK1:3.2-f" in verdict.rules
    assert not look(area, "C1", "C6").clear


@pytest.mark.rule("SK1:3.2-f")
def test_a_building_of_several_hexes_blocks_beyond_the_end_hex(map_with: Maker) -> None:
    hall = {"kind": "stone_building", "hexes": "C3 C4", "shapes": [{"link": ["C3", "C4"], "width": 100}]}
    area = map_with(buildings=[hall])
    assert look(area, "C3", "C4").clear
    assert look(area, "C3", "C2").clear
    verdict = look(area, "C3", "C6")
    assert (verdict.clear, verdict.blocked_by) == (False, "pC4")


@pytest.mark.rule("SK1:1.1.2-g2")
def test_woods_block(map_with: Maker) -> None:
    verdict = look(map_with(terrain={"woods": "C4"}), "C2", "C6")
    assert (verdict.clear, verdict.what) == (False, "woods")
    assert "SK1:1.1.2-g2" in verdict.rules


@pytest.mark.rule("SK1:1.1.2-g2")
def test_adjacent_hexes_see_each_other(proving_ground: GameMap) -> None:
    for a in proving_ground.names:
        for b in proving_ground.adjacent[a]:
            assert proving_ground.los(a, b).clear
            assert proving_ground.hindrance(a, b) == 0
        assert proving_ground.los(a, a).crosses == ()
        assert proving_ground.los(a, a).clear
        assert proving_ground.hindrance(a, a) == 0


@pytest.mark.rule("SK1:1.1.2-j")
def test_the_road_through_woods_is_a_gap_in_them(map_with: Maker) -> None:
    terrain, road = {"woods": "C3 C4 C5"}, {"kind": "dirt", "path": "C2 C3 C4 C5 C6"}
    assert not look(map_with(terrain=terrain), "C2", "C6").clear
    through = map_with(terrain=terrain, roads=[road])
    assert look(through, "C2", "C6").clear
    assert not look(through, "B2", "D5").clear


@pytest.mark.rule("SK1:1.1.2-j")
def test_a_bent_road_is_no_gap_for_a_straight_line(map_with: Maker) -> None:
    bent = map_with(terrain={"woods": "C4"}, roads=[{"kind": "dirt", "path": "C3 C4 D4"}])
    assert not look(bent, "C2", "C6").clear


@pytest.mark.rule("SK1:1.1.2-h")
def test_a_line_down_the_road_does_not_touch_the_woods(map_with: Maker) -> None:
    area = map_with(terrain={"woods": "C4"}, roads=[{"kind": "dirt", "path": "C2 C3 C4 C5 C6"}])
    assert not area.touches_art("pC2", "pC4", "pC4", "woods")
    assert area.touches_art("pB3", "pC4", "pC4", "woods")
    assert not area.touches_art("pC2", "pC4", "pC4", "grain")
    assert not area.touches_art("pC2", "pC4", "pC3", "woods")


# Hexsides and corners.


@pytest.mark.rule("SK1:3.2-e")
def test_along_a_hexside_between_two_woods_hexes_there_is_no_line(map_with: Maker) -> None:
    """B3 to D3 runs along the hexside of C3 and C4."""
    verdict = look(map_with(terrain={"woods": "C3 C4"}), "B3", "D3")
    assert not verdict.clear
    assert effects(verdict) == {"pC3": ("hexside", "obstacle", 0), "pC4": ("hexside", "obstacle", 0)}
    assert look(map_with(terrain={"woods": "C3"}), "B3", "D3").clear
    assert look(map_with(terrain={"woods": "C4"}), "B3", "D3").clear


@pytest.mark.parametrize(
    "a, b, between", [("B3", "D3", "C3 C4"), ("B3", "C2", "B2 C3"), ("C4", "D5", "C5 D4")]
)
def test_the_three_ways_along_hexsides(map_with: Maker, a: str, b: str, between: str) -> None:
    verdict = look(map_with(), a, b)
    assert {crossing.hex.removeprefix("p"): crossing.how for crossing in verdict.crosses} == dict.fromkeys(
        between.split(), "hexside"
    )
    assert verdict.range == 2
    assert not look(map_with(terrain={"woods": between}), a, b).clear


def test_a_road_between_two_woods_hexes_opens_only_its_own_strip(map_with: Maker) -> None:
    """A road from C3 to C4 crosses the hexside along which B3-D3 runs; the woods right and left of it still
    block.
    """
    area = map_with(terrain={"woods": "C3 C4"}, roads=[{"kind": "dirt", "path": "C3 C4"}])
    assert not look(area, "B3", "D3").clear


def test_touching_a_corner_of_a_hex_is_noted_but_does_nothing(map_with: Maker) -> None:
    area = map_with(terrain={"orchard": "C1 C2 C3 C4 C5 C6 C7 C8"})
    touched = [
        (a, b, crossing)
        for a in area.names
        for b in area.names
        for crossing in area.los(a, b).crosses
        if crossing.how == "vertex"
    ]
    assert touched
    assert all(crossing.effect == "none" for _, _, crossing in touched)


def test_lines_through_corners_count_the_hexes_they_enter(map_with: Maker) -> None:
    """The line down C2-C6 stays in C; that from A2 to B4 (a bend of hexes) clips corners."""
    area = map_with()
    for a in area.names:
        for b in area.names:
            hows = [crossing.how for crossing in area.between(a, b)]
            if on_hex_grain(area.centres[a], area.centres[b]):
                assert set(hows) <= {"centre"}
            elif on_alternate_grain(area.centres[a], area.centres[b]):
                assert set(hows) <= {"centre", "hexside"}
            assert len(hows) >= area.distance(a, b) - 1


# Hindrances.


@pytest.mark.rule("SK1:1.1.2-k", "SK1:2.0-k")
def test_each_orchard_between_hinders(map_with: Maker) -> None:
    area = map_with(terrain={"orchard": "C3 C4 C6 C7"})
    verdict = look(area, "C2", "C6")
    assert (verdict.clear, verdict.hindrance) == (True, 2)
    assert effects(verdict) == {
        "pC3": ("centre", "hindrance", 1),
        "pC4": ("centre", "hindrance", 1),
        "pC5": ("centre", "none", 0),
    }
    # Not in the end hexes.
    assert look(area, "C6", "C7").hindrance == 0


@pytest.mark.rule("SK1:2.0-l")
def test_an_orchard_counts_along_its_hexside(map_with: Maker) -> None:
    verdict = look(map_with(terrain={"orchard": "C3"}), "B3", "D3")
    assert verdict.hindrance == 1
    assert "SK1:2.0-l" in verdict.rules


@pytest.mark.rule("SK1:2.0-l")
def test_two_orchards_beside_one_hexside_count_once(map_with: Maker) -> None:
    assert look(map_with(terrain={"orchard": "C3 C4"}), "B3", "D3").hindrance == 1
    assert look(map_with(terrain={"orchard": "C3 C4 E3"}), "B3", "F3").hindrance == 2


@pytest.mark.rule("SK1:1.1.2-m", "SK1:2.0-l")
def test_grain_counts_where_it_is_drawn(map_with: Maker) -> None:
    assert look(map_with(terrain={"grain": "C4"}), "C2", "C6").hindrance == 1
    # Along the hexside of one field the line has grain on one side at most; between two fields it crosses
    # them.
    assert look(map_with(terrain={"grain": "C3"}), "B3", "D3").hindrance == 0
    assert look(map_with(terrain={"grain": "C3 C4"}), "B3", "D3").hindrance == 1
    corner = {"hex": "C4", "outlines": [[[620, 620], [700, 620], [700, 700]]]}
    assert look(map_with(terrain={"grain": "C4"}, outlines=[corner]), "C2", "C6").hindrance == 0


@pytest.mark.rule("SK1:3.2-j")
def test_hindrances_of_six_block(map_with: Maker) -> None:
    five = look(map_with(terrain={"orchard": "C2 C3 C4 C5 C6"}), "C1", "C8")
    assert (five.clear, five.hindrance) == (True, 5)
    six = look(map_with(terrain={"orchard": "C2 C3 C4 C5 C6 C7"}), "C1", "C8")
    assert (six.clear, six.hindrance, six.what, six.at) == (False, 6, "hindrance", None)
    assert six.blocked_by == "pC7"
    assert "SK1:3.2-j" in six.rules
    assert "SK1:3.2-j" not in five.rules


# Smoke.


@pytest.mark.rule("SK1:3.3-v", "SK1:2.0-l")
def test_smoke_counts_out_of_into_and_through(map_with: Maker) -> None:
    area = map_with()
    assert look(area, "C2", "C6", C4=2).hindrance == 2
    assert look(area, "C2", "C6", C2=2).hindrance == 2
    assert look(area, "C2", "C6", C2=2, C6=2).hindrance == 4
    assert look(area, "C2", "C3", C2=2, C3=2).hindrance == 4
    assert look(area, "C2", "C2", C2=2).hindrance == 2
    assert look(area, "C2", "C6", E4=2).hindrance == 0
    assert "SK1:3.3-v" in look(area, "C2", "C6", C4=2).rules


@pytest.mark.rule("SK1:3.3-v", "SK1:2.0-l")
def test_smoke_counts_along_a_hexside_once(map_with: Maker) -> None:
    area = map_with()
    assert look(area, "B3", "D3", C3=2).hindrance == 2
    assert look(area, "B3", "D3", C3=2, C4=2).hindrance == 2
    assert "SK1:2.0-l" in look(area, "B3", "D3", C3=2).rules


@pytest.mark.rule("SK1:3.2-j", "SK1:3.3-v")
def test_smoke_and_terrain_add_up_and_can_block(map_with: Maker) -> None:
    area = map_with(terrain={"orchard": "C4 C5"})
    verdict = look(area, "C2", "C7", C4=2)
    assert verdict.hindrance == 4
    assert [(c.hex, c.terrain, c.drm) for c in verdict.crosses if c.effect == "hindrance"] == [
        ("pC4", "orchard", 1),
        ("pC4", "smoke", 2),
        ("pC5", "orchard", 1),
    ]
    thick = look(area, "C2", "C7", C2=2, C4=2)
    assert (thick.clear, thick.hindrance, thick.blocked_by) == (False, 6, "pC5")


@pytest.mark.rule("SK1:3.3-v")
def test_smoke_does_not_open_a_blocked_line(map_with: Maker) -> None:
    assert not look(map_with(terrain={"woods": "C4"}), "C2", "C6", C3=2).clear


# Against another way of working it out.


def beside(
    line: tuple[tuple[int, int], tuple[int, int]], part: Fraction, side: int
) -> tuple[Fraction, Fraction]:
    """A point a hair beside the line."""
    (ax, ay), (bx, by) = line
    hair = Fraction(side, 10**12)
    return ax + (bx - ax) * part - (by - ay) * hair, ay + (by - ay) * part + (bx - ax) * hair


def inside(polygon: Polygon, point: tuple[Fraction, Fraction]) -> bool:
    """Even-odd rule; the points asked about never lie on an outline."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * Fraction(x2 - x1, y2 - y1):
            odd = not odd
    return odd


def breaks(line: tuple[tuple[int, int], tuple[int, int]], polygons: list[Polygon]) -> Iterator[Fraction]:
    """Where along the line something may change: where it meets the sides of any outline."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    for polygon in polygons:
        side = [dx * (y - ay) - dy * (x - ax) for x, y in polygon]
        for i, (x, y) in enumerate(polygon):
            if side[i] == 0:
                yield Fraction(x - ax, dx) if dx else Fraction(y - ay, dy)
            elif side[i] * side[i - 1] < 0:
                px, py = polygon[i - 1]
                share = Fraction(side[i - 1], side[i - 1] - side[i])
                yield (px + share * (x - px) - ax) / dx if dx else (py + share * (y - py) - ay) / dy


def seen_by_probing(area: GameMap, a: str, b: str) -> bool:
    """Walk the line in stretches on which nothing changes, and look left and right of each."""
    line = (area.centres[a], area.centres[b])
    outlines = [
        art.polygon
        for hex, arts in area.ground.art.items()
        for art in arts
        if hex not in (a, b) and art.kind in area.profile.obstacles
    ]
    ends = [corners(area.centres[a]), corners(area.centres[b])]
    places = sorted({Fraction(0), Fraction(1), *(p for p in breaks(line, outlines + ends) if 0 < p < 1)})
    for first, last in pairwise(places):
        middle = (first + last) / 2
        left, right = beside(line, middle, 1), beside(line, middle, -1)
        if any(inside(end, left) for end in ends):
            continue
        if any(inside(p, left) for p in outlines) and any(inside(p, right) for p in outlines):
            return False
    return True


def pairs_to_probe(area: GameMap) -> list[tuple[str, str]]:
    """All lines along hexsides and the hex grain from some hexes, and a fixed choice of others."""
    delicate = [
        (a, b)
        for a in area.names[::4]
        for b in area.names
        if on_alternate_grain(area.centres[a], area.centres[b])
        or on_hex_grain(area.centres[a], area.centres[b])
    ]
    chance = random.Random(7)
    return delicate + [(a, b) for a, b in (chance.sample(area.names, 2) for _ in range(250))]


@pytest.mark.rule("SK1:3.2-e", "SK1:3.2-f")
def test_the_verdict_agrees_with_probing_the_line(proving_ground: GameMap) -> None:
    for a, b in pairs_to_probe(proving_ground):
        verdict = proving_ground.los(a, b)
        assert (verdict.what in (None, "hindrance")) == seen_by_probing(proving_ground, a, b), (a, b)


def test_every_line_is_the_same_from_both_ends(proving_ground: GameMap) -> None:
    for a in proving_ground.names:
        for b in proving_ground.names:
            there, back = proving_ground.los(a, b), proving_ground.los(b, a)
            assert (there.clear, there.hindrance, there.range) == (back.clear, back.hindrance, back.range)
            assert {(c.hex, c.how, c.effect, c.drm) for c in there.crosses} == {
                (c.hex, c.how, c.effect, c.drm) for c in back.crosses
            }


def test_the_named_point_lies_in_the_obstacle(proving_ground: GameMap) -> None:
    for a in proving_ground.names:
        for b in proving_ground.names:
            verdict = proving_ground.los(a, b)
            if verdict.at is not None and verdict.blocked_by is not None:
                at = proving_ground.centres[verdict.blocked_by]
                assert abs(verdict.at[0] - at[0]) <= 201
                assert abs(verdict.at[1] - at[1]) <= 101
