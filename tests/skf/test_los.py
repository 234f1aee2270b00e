"""Line of sight as the full Starter Kit reads it: a patch of ground for every rule, then the worked examples.

Columns of the patch run straight up and down, so that a line from C2 to C7 passes the dots of C3 to C6.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.hexgrid import GameMap, Hindering, Location, MapSpec, Placed, Verdict, build_map, map_of_board
from defilade.hexgrid.board import BoardSpec, make_board
from defilade.rules.sk.full.los_profile import full_los_profile, los_profile_in


@pytest.fixture(autouse=True)
def no_kept_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFILADE_CACHE", "")


def patch(*, orchards: bool = True, grain: bool = True, **parts: Any) -> GameMap:
    """A board of 9 hexrows and 8 rows with just the terrain that a test is about."""
    data = {
        "id": "p",
        "title": "Patch",
        "provenance": "original",
        "size": {"columns": 9, "rows": 8},
        "terrain": {},
        "buildings": [],
        "roads": [],
    }
    board = make_board(msgspec.convert({**data, **parts}, BoardSpec), "p.yaml")
    return map_of_board(board, full_los_profile(grain_in_season=grain, orchards_in_season=orchards))


def house(hex: str, **more: Any) -> dict[str, Any]:
    shapes = [{"at": hex, "rect": [0, 0, 120, 100]}]
    return {"kind": "stone_building", "hexes": [hex], "shapes": shapes, **more}


def see(area: GameMap, a: str, b: str, **lying: Hindering) -> Verdict:
    """The verdict, the same from both ends."""
    there = {area.resolve(hex): (one,) for hex, one in lying.items()}
    here, yonder = (Location(area.resolve(end.hex), end.storey) for end in map(Location.parse, (a, b)))
    verdict, back = area.sight(here, yonder, there), area.sight(yonder, here, there)
    assert (verdict.clear, verdict.hindrance, verdict.range) == (back.clear, back.hindrance, back.range)
    return verdict


def drm(area: GameMap, a: str, b: str, **lying: Hindering) -> int | None:
    """The hindrance, or None if the line is blocked; where nothing lies about, as the fast rows have it too."""
    verdict = see(area, a, b, **lying)
    if not lying and "@" not in a + b:
        fast = area.hindrance(area.resolve(a), area.resolve(b))
        assert fast == (verdict.hindrance if verdict.clear else -1)
    return verdict.hindrance if verdict.clear else None


def seen(area: GameMap, a: str) -> str:
    """Which numbers of hexrow C below a hex are seen from it."""
    first = int(Location.parse(a).hex[1:]) + 1
    return " ".join(str(n) for n in range(first, 9) if see(area, a, f"C{n}").clear)


# On one level.


@pytest.mark.rule("SKF:1.1.1-e", "SKF:1.1.1-n", "SKF:3.2.1-b")
@pytest.mark.parametrize("kind", ["woods", "house"])
def test_woods_and_buildings_block_lines_that_cross_them(kind: str) -> None:
    area = patch(buildings=[house("C4")]) if kind == "house" else patch(terrain={"woods": "C4"})
    assert seen(area, "C2") == "3 4"
    assert {"SKF:1.1.1-e", "SKF:1.1.1-n"} & set(see(area, "C2", "C6").rules)
    # Art on one side of the line only: it runs along the hexside of C4.
    assert see(area, "B3", "D3").clear


@pytest.mark.rule("SKF:3.2.1-b", "SKF:1.1.1-b")
def test_what_stands_beside_the_line_does_not_block_it() -> None:
    area = patch(buildings=[house("C4")])
    assert see(area, "B3", "D3").clear and drm(area, "D1", "D7") == 0


@pytest.mark.rule("SKF:1.1.1-w")
def test_the_road_through_woods_is_clear() -> None:
    area = patch(terrain={"woods": "C3 C4 C5"}, roads=[{"kind": "dirt", "path": "C2 C3 C4 C5 C6"}])
    assert drm(area, "C2", "C6") == 0
    assert drm(area, "B3", "D4") is None


@pytest.mark.rule("SKF:1.1.1-z", "SKF:2.0-k", "SKF:3.2.1-c")
def test_each_orchard_hex_between_hinders() -> None:
    area = patch(terrain={"orchard": "C3 C4 C6"})
    assert (drm(area, "C2", "C5"), drm(area, "C2", "C6"), drm(area, "C3", "C7")) == (2, 2, 2)


@pytest.mark.rule("SKF:1.1.1-ae", "SKF:2.0-o")
def test_an_orchard_fills_its_hex_with_its_hexsides() -> None:
    area = patch(terrain={"orchard": "C4", "grain": "E4", "brush": "G4"})
    assert drm(area, "B3", "D3") == 1  # along the hexside of C4 and C3
    assert drm(area, "D3", "F3") == 0  # the grain of E4 keeps off its hexside
    assert drm(area, "F3", "H3") == 0


@pytest.mark.rule("SKF:1.1.1-aj", "SKF:1.1.1-an")
def test_grain_and_brush_hinder_where_they_are_drawn() -> None:
    area = patch(terrain={"grain": "C3", "brush": "C5"})
    assert (drm(area, "C2", "C4"), drm(area, "C2", "C5"), drm(area, "C2", "C6")) == (1, 1, 2)
    assert {"SKF:1.1.1-aj", "SKF:1.1.1-an"} <= set(see(area, "C2", "C6").rules)


@pytest.mark.rule("SKF:1.1.1-ak", "SKF:1.1.1-ac")
@pytest.mark.parametrize(
    "month, grain, orchard",
    [
        (3, False, False),
        (4, False, True),
        (5, False, True),
        (6, True, True),
        (9, True, True),
        (10, False, True),
        (11, False, False),
    ],
)
def test_seasons(month: int, grain: bool, orchard: bool) -> None:
    profile = los_profile_in(month)
    assert ("grain" in profile.hindrances) == grain
    assert (profile.relief.between_levels["orchard"][0] == "obstacle") == orchard


@pytest.mark.rule("SKF:3.2.1-h")
def test_six_hindrances_block() -> None:
    area = patch(terrain={"orchard": "C2 C3 C4 C5 C6 C7"})
    assert drm(area, "C1", "C7") == 5
    blocked = see(area, "C1", "C8")
    assert (blocked.clear, blocked.what, "SKF:3.2.1-h" in blocked.rules) == (False, "hindrance", True)


@pytest.mark.rule("SKF:3.2.1-d", "SKF:1.2.5-e")
def test_end_hexes_do_not_block_but_smoke_in_them_hinders() -> None:
    area = patch(terrain={"woods": "C2", "orchard": "C5"})
    assert drm(area, "C2", "C5") == 0
    smoke = Hindering("smoke", 2, "SKF:1.2.5-e", fills_hex=True, same_level=False)
    assert drm(area, "C2", "C5", C5=smoke) == 2
    assert drm(area, "C2", "C5", C3=smoke) == 2
    assert area.los("pC2", "pC5", {"pC5": 2}).hindrance == 2


@pytest.mark.rule("SKF:7.4.1", "SKF:2.0-k")
def test_a_wreck_hinders_lines_through_its_hex_on_its_level() -> None:
    wreck = Hindering("wreck", 1, "SKF:7.4.1")
    area = patch(hills={1: "E2"})
    assert (drm(area, "C2", "C6", C4=wreck), drm(area, "C2", "C4", C4=wreck)) == (1, 0)
    assert drm(area, "E2", "E6", E4=wreck) == 0


# Roads through orchards.


@pytest.mark.rule("SKF:1.1.1-ag", "SKF:1.1.1-ai")
def test_an_orchard_road_is_clear_as_long_as_the_line_stays_on_it() -> None:
    trees, road = {"orchard": "C3 C4 C5"}, [{"kind": "dirt", "path": "C2 C3 C4 C5 C6"}]
    area = patch(terrain=trees, roads=road)
    assert drm(area, "C2", "C6") == 0
    assert drm(area, "B3", "D4") == 1
    # Whatever the elevations: down from a hill along the road, and past it.
    hilly = patch(terrain=trees, roads=road, hills={1: "C2 B2"})
    assert drm(hilly, "C2", "C6") == 0
    assert drm(hilly, "B2", "D5") is None


# Hills.


@pytest.mark.rule("SKF:1.1.1-aq", "SKF:1.1.1-ar", "SKF:3.2.1-b")
def test_a_hill_blocks_those_below() -> None:
    area = patch(hills={1: "C4"})
    assert drm(area, "C2", "C6") is None
    assert "SKF:1.1.1-ar" in see(area, "C2", "C6").rules
    # Up to it one sees, and from it down.
    assert (drm(area, "C2", "C4"), drm(area, "C4", "C7")) == (0, 0)


@pytest.mark.rule("SKF:1.1.1-au", "SKF:1.1.1-ar")
def test_from_hill_to_hill_the_ground_between_does_nothing() -> None:
    parts: dict[str, Any] = {"terrain": {"woods": "C4", "orchard": "C5"}, "buildings": [house("C3")]}
    area = patch(hills={1: "C2 C6"}, **parts)
    assert drm(area, "C2", "C6") == 0
    on_hill = patch(hills={1: "C2 C3 C4 C5 C6"}, **parts)
    assert drm(on_hill, "C2", "C6") is None
    assert drm(patch(hills={1: "C2 C5 C6"}, terrain={"orchard": "C5"}), "C2", "C6") == 1


@pytest.mark.rule("SKF:1.1.1-at")
def test_an_obstacle_on_a_hill_is_a_level_higher() -> None:
    low, high = (
        patch(terrain={"woods": "C4"}, hills={1: "C2 C6"}),
        patch(terrain={"woods": "C4"}, hills={1: "C2 C4 C6"}),
    )
    assert drm(low, "C2", "C6") == 0
    assert drm(high, "C2", "C6") is None
    # Level 2 looks at level 2 over woods on level 0, not over those on level 2.
    assert drm(patch(terrain={"woods": "C4"}, hills={2: "C2 C6", 1: "C4"}), "C2", "C6") == 0
    assert drm(patch(terrain={"woods": "C4"}, hills={2: "C2 C4 C6"}), "C2", "C6") is None


@pytest.mark.rule("SKF:3.2.1-i", "SKF:1.1.1-aw")
def test_down_a_hill_the_line_crosses_the_crest_of_its_own_hex_and_no_other() -> None:
    edge = patch(hills={1: "C2 C3"})
    assert seen(edge, "C3") == "4 5 6 7 8"
    assert seen(edge, "C2") == "3"  # from behind the edge one does not see down
    steps = patch(hills={2: "C2", 1: "C3"})
    assert seen(steps, "C2") == "3"  # two crest lines
    assert seen(steps, "C3") == "4 5 6 7 8"
    valley = patch(hills={2: "C2", 1: "C6"})
    assert not see(valley, "C2", "C6").clear  # down one hill and up another
    assert "SKF:3.2.1-i" in see(valley, "C2", "C6").rules


@pytest.mark.rule("SKF:3.2.1-j", "SKF:1.1.1-e", "SKF:1.1.1-n")
def test_who_is_higher_sees_into_an_obstacle_but_not_past_it() -> None:
    for parts in ({"terrain": {"woods": "C4"}}, {"buildings": [house("C4")]}):
        assert seen(patch(hills={1: "C2"}, **parts), "C2") == "3 4"


@pytest.mark.rule("SKF:1.1.1-ac", "SKF:1.1.1-ad")
def test_orchards_between_elevations_by_season() -> None:
    parts: dict[str, Any] = {"terrain": {"orchard": "C4 C5"}, "hills": {1: "C2"}}
    green, bare = patch(**parts), patch(orchards=False, **parts)
    assert [drm(green, "C2", f"C{n}") for n in (4, 5, 6)] == [0, None, None]
    assert [drm(bare, "C2", f"C{n}") for n in (4, 5, 6)] == [0, 1, 2]
    assert "SKF:1.1.1-ac" in see(green, "C2", "C6").rules
    assert "SKF:1.1.1-ad" in see(bare, "C2", "C6").rules


@pytest.mark.rule("SKF:1.1.1-av", "SKF:1.1.1-au")
def test_grain_and_brush_on_the_ground_do_not_hinder_lines_to_a_hill() -> None:
    area = patch(terrain={"grain": "C3", "brush": "C4"}, hills={1: "C2 C7"})
    assert (drm(area, "C2", "C6"), drm(area, "C2", "C7")) == (0, 0)
    assert drm(patch(terrain={"grain": "C3", "brush": "C4"}), "C2", "C6") == 2
    assert drm(patch(terrain={"brush": "C4"}, hills={1: "C2 C4 C7"}), "C2", "C7") == 1


# The steeple.


@pytest.mark.rule("DAE:1.1-l", "DAE:1.1-d")
def test_a_steeple_sees_all_but_the_hex_behind_an_obstacle() -> None:
    church = house("C2", steeple="C2")
    assert seen(patch(buildings=[church, house("C4")]), "C2@1") == "3 4 6 7 8"
    assert seen(patch(buildings=[church], terrain={"orchard": "C4"}), "C2@1") == "3 4 6 7 8"
    assert seen(patch(buildings=[church], terrain={"grain": "C4", "brush": "C5"}), "C2@1") == "3 4 5 6 7 8"
    assert seen(patch(buildings=[church, house("C4")]), "C2") == "3 4"
    hidden = see(patch(buildings=[church, house("C4")]), "C2@1", "C5")
    assert "DAE:1.1-l" in hidden.rules
    # Within its own hex too, and through smoke with its hindrance.
    area = patch(buildings=[church])
    assert see(area, "C2@1", "C2").clear
    smoke = Hindering("smoke", 3, "SKF:1.2.5-e", fills_hex=True, same_level=False)
    assert drm(area, "C2@1", "C6", C4=smoke) == 3
    assert drm(area, "C2@1", "C6", C6=smoke) == 3


@pytest.mark.rule("DAE:1.3-a")
def test_polder_does_nothing_to_lines() -> None:
    assert drm(patch(also={"polder": "C3 C4"}), "C2", "C6") == 0
    assert drm(patch(also={"polder": "C3 C4"}, terrain={"orchard": "C3"}), "C2", "C6") == 1


# Worked examples.


def board(name: str, *, orchards: bool = True) -> GameMap:
    return build_map(MapSpec([Placed(name)]), full_los_profile(orchards_in_season=orchards))


@pytest.fixture(scope="module")
def hills() -> GameMap:
    return board("w")


@pytest.mark.rule("SKF:1.1.1-ac", "SKF:1.1.1-ad", "SKF:3.2.1-d")
def test_the_orchard_under_the_hill() -> None:
    """In season it hides both squads on the ground from the hill; out of season it hinders; who is in it is seen."""
    green, bare = board("w"), board("w", orchards=False)
    assert green.level("wU4") == 1
    assert [drm(green, "wU4", hex) for hex in ("wX2", "wY2", "wW3")] == [None, None, 0]
    assert [drm(bare, "wU4", hex) for hex in ("wX2", "wY2", "wW3")] == [1, 1, 0]


@pytest.mark.rule("SKF:1.1.1-av", "SKF:3.2.1-i", "SKF:1.1.1-ar")
def test_the_squad_on_the_spur_is_seen_and_the_one_behind_it_is_not(hills: GameMap) -> None:
    assert drm(hills, "wE9", "wI7") == 0
    blocked = see(hills, "wE9", "wI6")
    assert (blocked.clear, blocked.blocked_by) == (False, "wG7")
    assert drm(hills, "wI6", "wI7") == 0


@pytest.mark.rule("SKF:1.1.1-aj", "SKF:3.2.1-c")
def test_the_bazooka_behind_the_grain_and_the_gun_in_the_village(hills: GameMap) -> None:
    assert (drm(hills, "wDD9", "wDD7"), drm(hills, "wDD9", "wEE8"), drm(hills, "wR6", "wS8")) == (1, 0, 0)


@pytest.mark.rule("SKF:3.2.1-a", "SKF:3.2.1-b", "SKF:3.2.1-c")
def test_the_line_of_sight_example() -> None:
    area = board("y")
    assert [drm(area, "yI2", hex) for hex in ("yF3", "yJ5", "yK4")] == [0, 1, None]


@pytest.mark.rule("SKF:1.1.1-ac", "SKF:1.1.1-ad", "SKF:1.1.1-ae", "SKF:1.1.1-ai", "SKF:1.1.1-au")
def test_the_tank_on_the_hill_above_the_avenue() -> None:
    """In season the orchards hide the other tank until it is on a hill itself; out of season they hinder."""
    path = ("vC6", "vC5", "vD4", "vE5", "vF4", "vG5")
    green, bare = board("v"), board("v", orchards=False)
    assert [drm(green, "vE3", hex) for hex in path] == [None, None, None, None, None, 0]
    assert [drm(bare, "vE3", hex) for hex in path] == [2, 1, 1, 1, 1, 0]


@pytest.mark.rule("SKF:1.1.1-aj", "SKF:1.1.1-w", "SKF:3.2.1-c")
def test_the_guns_on_the_flat_board() -> None:
    area = board("x")
    assert [drm(area, "xM3", hex) for hex in ("xJ5", "xO4")] == [1, 1]
    lines = (("xE8", "xC7"), ("xE8", "xB7"), ("xE9", "xC7"), ("xE9", "xB7"))
    assert [drm(area, a, b) for a, b in lines] == [0, 0, 0, 0]


@pytest.mark.rule("DAE:1.1-l")
def test_the_observer_in_the_steeple() -> None:
    """He sees both squads in the south of the town, and not the one right behind the house."""
    area = board("elst")
    assert [drm(area, "elstNN8@1", f"elst{hex}") for hex in ("KK16", "LL16", "JJ10")] == [0, 0, None]
    assert see(area, "elstNN8@1", "elstJJ10").blocked_by == "elstKK10"
    assert drm(area, "elstNN8", "elstKK16") is None
