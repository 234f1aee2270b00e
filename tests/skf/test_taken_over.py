"""Rules that the full kit has taken over as they were, seen at work under it.

Where the tests of the first kit name them together with rules that have changed, they run under that kit only.
"""

from __future__ import annotations

import pytest

from defilade.kernel import Chance
from defilade.rules.sk import advance, firers, interdiction, terrain
from defilade.rules.sk.attack_plan import preview
from defilade.rules.sk.moving import mf_allowance
from defilade.rules.sk.state import PHASES
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import mover_of
from sk.places import line
from skf.situation import Plain, Situation

FAR = {"id": "far", "type": "rus-447", "hex": "GG10"}


def on_board(
    *units: Plain, phase: str = "MPh", attacker: str = "german", board: str = "z", month: int = 6
) -> Situation:
    return Situation(board, phase, attacker, [*units, FAR], month=month)


def unit(id: str, type: str, hex: str, **states: object) -> Plain:
    return {"id": id, "type": type, "hex": hex, **states}


def labels(s: Situation) -> dict[str, float]:
    added_up = s.event("attack").breakdown
    assert added_up is not None
    return {line.label: line.value for line in added_up.lines}


# -- the map -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.1-a", "SKF:1.1-c")
def test_every_hex_has_a_name_of_its_own_half_hexes_too() -> None:
    game_map = on_board().g.map
    assert game_map.resolve("K5") == "zK5" and len(set(game_map.names)) == len(game_map.names)
    halves = [hex for hex in game_map.names if hex in ("zA1", "zB0", "zGG10")]
    assert halves and all(game_map.adjacent[hex] and hex in game_map.terrain for hex in halves)


@pytest.mark.rule("SKF:1.1-b")
def test_lines_run_from_dot_to_dot() -> None:
    game_map = on_board().g.map
    assert game_map.los("zI5", "zK5") == game_map.los("zI5", "zK5")
    assert [crossing.hex for crossing in game_map.between("zI5", "zI7")] == ["zI6"], (
        "straight through the dot"
    )


@pytest.mark.rule("SKF:1.1.1-a")
def test_one_kind_of_terrain_governs_a_hex() -> None:
    s = on_board()
    assert all(terrain.kind_of(s.g, hex).mf > 0 for hex in s.g.map.names)
    assert set(s.g.map.terrain) == set(s.g.map.names)


COSTS = [
    ("stone_building", 2, 3),
    ("wooden_building", 2, 2),
    ("woods", 2, 1),
    ("orchard", 1, 0),
    ("open", 1, 0),
]


@pytest.mark.rule("SKF:1.1.1-f", "SKF:1.1.1-j", "SKF:1.1.1-o", "SKF:1.1.1-s", "SKF:1.1.1-c")
@pytest.mark.parametrize(("kind", "mf", "tem"), COSTS)
def test_what_terrain_costs_and_how_it_covers(kind: str, mf: float, tem: int) -> None:
    s = on_board(unit("u", "ger-467", "F3"), board="y" if kind == "wooden_building" else "z")
    hexes = [hex for hex in s.g.map.names if s.g.map.terrain[hex] == kind]
    assert hexes
    for hex in hexes:
        assert terrain.entry_cost(s.g, s.unit("u"), "", hex) == mf
        assert terrain.tem(s.g, hex).value == tem


@pytest.mark.rule("SKF:1.1.1-c", "SKF:1.1.1-k", "SKF:2.0-ae", "SKF:2.0-af", "SKF:3.3.3-f")
def test_who_moves_in_the_open_or_on_a_road_draws_ffmo_and_ffnam() -> None:
    s = on_board(unit("g", "ger-467", "K5"), unit("r", "rus-447", "I6"), attacker="russian")
    assert s.g.map.terrain["zI5"] == "open" and s.g.map.roads.get("zI5")
    s.do("move r", "enter - I5", "fire", "add g", "declare").roll(6, 5)
    assert labels(s)["FFMO: moves in Open Ground"] == -1
    assert labels(s)["FFNAM: moves without Assault Movement"] == -1


@pytest.mark.rule("SKF:2.0-ae", "SKF:3.3.3-f")
def test_a_hindrance_cancels_ffmo() -> None:
    s = on_board(unit("g", "ger-467", "K5"), unit("r", "rus-447", "I6"), attacker="russian")
    s.state.smoke = {"zJ5": 2}
    s.do("move r", "enter - I5")
    s.state.smoke = {"zK5": 2}
    s.do("fire", "add g", "declare").roll(6, 5)
    assert "FFMO: moves in Open Ground" not in labels(s)
    assert labels(s)["FFNAM: moves without Assault Movement"] == -1


@pytest.mark.rule("SKF:2.0-af", "SKF:3.3.3-f")
def test_assault_movement_avoids_ffnam() -> None:
    s = on_board(unit("g", "ger-467", "K5"), unit("r", "rus-447", "I6"), attacker="russian")
    s.do("move r", "assault", "enter - I5", "fire", "add g", "declare").roll(6, 5)
    assert "FFNAM: moves without Assault Movement" not in labels(s)


@pytest.mark.rule("SKF:1.1.1-ab", "SKF:1.1.1-am")
@pytest.mark.parametrize(
    ("kind", "month", "in_the_open"), [("orchard", 6, False), ("grain", 7, False), ("grain", 12, True)]
)
def test_orchard_and_grain_are_not_open_ground(kind: str, month: int, in_the_open: bool) -> None:
    s = on_board(unit("u", "ger-467", "F3"), board="w", month=month)
    board = on_board(board="w", month=7).g.map
    hex = next(hex for hex in board.names if board.terrain[hex] == kind and not board.roads.get(hex))
    assert terrain.is_open_ground_for(s.g, hex, "wQ6") is in_the_open
    assert terrain.tem(s.g, hex).value == 0
    s.g.place(s.unit("far"), next(near for near in board.adjacent[hex]))
    assert (interdiction.interdictor(s.g, "german", hex) is not None) is in_the_open


# -- woods-roads -------------------------------------------------------------------------------------------


def woods_road(s: Situation) -> tuple[str, str]:
    """A woods-road hex and a hex from which its road leads in."""
    for hex in s.g.map.names:
        if s.g.map.terrain[hex] == "woods":
            for near in s.g.map.adjacent[hex]:
                if s.g.map.road_between(near, hex) and s.g.map.terrain[near] == "open":
                    return hex, near
    raise LookupError("no woods-road")


@pytest.mark.rule("SKF:1.1.1-x", "SKF:1.1.1-v")
def test_a_woods_road_at_the_rate_of_the_road_or_of_the_woods() -> None:
    s = on_board(unit("u", "ger-467", "F3"), board="y")
    hex, near = woods_road(s)
    assert terrain.rates(s.g, near, hex) == ("road", "terrain")
    assert terrain.entry_cost(s.g, s.unit("u"), near, hex, "road") == 1
    assert terrain.entry_cost(s.g, s.unit("u"), near, hex, "terrain") == 2


@pytest.mark.rule("SKF:1.1.1-u", "SKF:1.1.1-v")
@pytest.mark.parametrize(("how", "tem"), [("road", 0), ("", 1)])
def test_a_mover_on_the_road_has_no_cover_of_the_woods(how: str, tem: int) -> None:
    hex, near = woods_road(on_board(board="y"))
    s = Situation("y", "MPh", "russian", [unit("r", "rus-447", near[1:])])
    game_map = s.g.map
    looking = [
        other
        for other in game_map.names
        if other not in (hex, near)
        and game_map.hindrance(other, hex) == 0
        and game_map.distance(other, hex) <= 6
    ]
    along = [other for other in looking if terrain.road_shows(s.g, other, hex)]
    assert along
    s = Situation("y", "MPh", "russian", [unit("r", "rus-447", near[1:]), unit("g", "ger-467", along[0][1:])])
    s.do("move r", f"enter - {hex} {how}".strip(), "fire", "add g", "declare").roll(6, 5)
    found = labels(s)
    cover = found.get("woods", 0) + found.get("on the road, not in the woods", 0)
    assert cover == tem
    assert ("FFMO: moves in Open Ground" in found) is (how == "road")


# -- counters ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.2.2-c")
def test_what_is_printed_on_a_squad() -> None:
    counter = on_board().g.counters["ger-468"]
    assert (counter.fp, counter.range, counter.morale, counter.smoke) == (4, 6, 8, 2)


@pytest.mark.rule("SKF:1.2.4-a")
def test_a_weapon_fires_and_moves_in_hands_only() -> None:
    gun = [{"id": "mg", "type": "ger-lmg"}]
    s = on_board(
        unit("u", "ger-467", "I5", sw=gun),
        unit("v", "ger-467", "I5"),
        unit("r", "rus-447", "K5"),
        phase="PFPh",
    )
    assert firers.weapon_refusal(s.g, s.unit("u"), s.weapon("mg")) is None
    assert firers.weapon_refusal(s.g, s.unit("v"), s.weapon("mg")) is firers.NOT_POSSESSED
    s.g.drop(s.weapon("mg"))
    s.g.place(s.unit("u"), "zI6")
    assert s.weapon("mg").hex == "zI5", "nobody carries it"


@pytest.mark.rule("SKF:2.0-n", "SKF:2.0-c", "SKF:3.0")
def test_sides_and_phases() -> None:
    s = on_board(unit("u", "ger-467", "F3"), unit("l", "ger-8-1", "F3"))
    assert (s.g.attacker, s.g.defender) == ("german", "russian")
    assert PHASES == ("RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")
    assert {one.id for one in s.g.on_map("german")} == {"u", "l"}, "squads and leaders alike are Infantry"


def told_phases(s: Situation) -> list[str]:
    """The phases in which somebody was asked something, as they came."""
    seen = [s.state.phase]
    for _ in range(300):
        if s.state.over is not None or s.state.turn > 1:
            return seen
        s.roll(*([3] * s.pending.dice)) if isinstance(s.pending, Chance) else s.decline()
        if s.state.phase != seen[-1]:
            seen.append(s.state.phase)
    raise AssertionError("the turn does not end")


@pytest.mark.rule("SKF:3.0", "SKF:3.9", "SKF:2.0-c")
def test_phases_come_in_their_order_and_the_marker_moves_on_after_both_sides() -> None:
    units = [unit("u", "ger-467", "I5", broken=True), unit("l", "ger-8-1", "I5"), unit("v", "ger-467", "K6")]
    s = Situation("z", "RPh", "german", [*units, unit("r", "rus-447", "K5")], turn=1)
    seen = told_phases(s)
    first = seen[: seen.index("MPh", seen.index("MPh") + 1)] if seen.count("MPh") > 1 else seen
    places = [PHASES.index(phase) for phase in first]
    starts = [n for n in range(1, len(places)) if places[n] < places[n - 1]]
    assert len(starts) <= 1, "they only begin anew with the other side's player turn"
    attackers = [event.side for event in s.events if event.kind == "player_turn"]
    assert attackers[:2] == ["russian", "german"] and s.state.turn == 2


# -- firepower ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.2.2-c", "SKF:3.2.2-d")
def test_fp_is_halved_and_doubled_as_often_as_there_is_cause_and_fractions_are_kept() -> None:
    here, there = line(1)
    s = Situation(
        "y",
        "AFPh",
        "german",
        [unit("a", "ger-247", here, pinned=True), unit("b", "ger-247", here), unit("r", "rus-447", there)],
    )
    added_up = preview(
        s.g, "AFPh", (Shot("a", "", "advancing"), Shot("b", "", "advancing")), s.unit("r").hex, ("r",)
    )
    assert added_up.total == 2 * 2 / 2 / 2 + 2 * 2 / 2
    far = line(5)
    s = Situation("y", "AFPh", "german", [unit("a", "ger-247", far[0]), unit("r", "rus-447", far[1])])
    assert preview(s.g, "AFPh", (Shot("a", "", "advancing"),), s.unit("r").hex, ("r",)).total == 0.5


@pytest.mark.rule("SKF:3.5-b")
@pytest.mark.parametrize(
    ("type", "distance", "fp"),
    [("ger-548", 3, 4), ("ger-467", 3, 2), ("ger-548", 5, 1.25), ("ger-238", 3, 1)],
)
def test_assault_fire(type: str, distance: int, fp: float) -> None:
    here, there = line(distance)
    s = Situation("y", "AFPh", "german", [unit("a", type, here), unit("r", "rus-447", there)])
    assert preview(s.g, "AFPh", (Shot("a", "", "advancing"),), s.unit("r").hex, ("r",)).total == fp


@pytest.mark.rule("SKF:4.1-a", "SKF:4.1-c")
@pytest.mark.parametrize(("distance", "smc", "fp"), [(3, 0, 5), (3, 1, 2.5), (3, 2, 5)])
def test_machine_guns_in_the_hands_of_leaders(distance: int, smc: int, fp: float) -> None:
    here, there = line(distance)
    gun = [{"id": "mg", "type": "ger-mmg"}]
    first = unit("a", "ger-8-1" if smc else "ger-467", here, sw=gun)
    units = [first, unit("r", "rus-447", there)]
    if smc == 2:
        units.append(unit("b", "ger-8-0", here))
    s = Situation("y", "PFPh", "german", units)
    shot = Shot("a", "mg", "prep", "b" if smc == 2 else "")
    assert preview(s.g, "PFPh", (shot,), s.unit("r").hex, ("r",)).total == fp


@pytest.mark.rule("SKF:4.1-c")
def test_beyond_sixteen_hexes_a_gun_needs_a_leader_and_is_halved_again() -> None:
    game_map = on_board(board="y").g.map
    here, there = next(
        (a, b)
        for a in game_map.names
        for b in game_map.names
        if game_map.distance(a, b) == 17 and game_map.hindrance(a, b) >= 0
    )
    gun = [{"id": "mg", "type": "ger-hmg"}]
    units = [unit("a", "ger-467", here[1:], sw=gun), unit("r", "rus-447", there[1:])]
    s = Situation("y", "PFPh", "german", units)
    assert firers.range_refusal(s.g, s.unit("a"), s.weapon("mg"), there, 17) is not None
    led = Situation("y", "PFPh", "german", [*units, unit("l", "ger-8-0", here[1:])])
    assert firers.range_refusal(led.g, led.unit("a"), led.weapon("mg"), there, 17) is None
    whole = led.g.weapon_type(led.weapon("mg")).fp
    assert preview(led.g, "PFPh", (Shot("a", "mg", "prep"),), there, ("r",), ("l",)).total == whole / 4


# -- flamethrowers -----------------------------------------------------------------------------------------


def flames(distance: int, *dice: int, target: str = "open", type: str = "ger-468") -> Situation:
    here, there = line(distance, target=target)
    ft = [{"id": "ft", "type": "ger-ft"}]
    s = Situation("y", "PFPh", "german", [unit("g", type, here, sw=ft), unit("r", "rus-447", there)])
    return s.do(f"target - {there}", "add g+ft", "declare").roll(*dice)


@pytest.mark.rule("SKF:4.2-a", "SKF:4.2-c")
@pytest.mark.parametrize(("distance", "fp"), [(1, 24), (2, 12)])
def test_fp_of_a_flamethrower_and_no_tem(distance: int, fp: float) -> None:
    added_up = flames(distance, 6, 3, target="stone_building").event("attack").breakdown
    assert added_up is not None and added_up.total == fp
    assert not any("building" in line.label for line in added_up.lines)


@pytest.mark.rule("SKF:4.2-g")
@pytest.mark.parametrize(
    ("type", "dice", "gone"),
    [("ger-468", (5, 4), False), ("ger-468", (6, 4), True), ("ger-467", (5, 3), True)],
)
def test_the_x_number_of_a_flamethrower(type: str, dice: tuple[int, int], gone: bool) -> None:
    s = flames(1, *dice, type=type)
    while isinstance(s.pending, Chance):
        s.roll(*([1] * s.pending.dice))
    assert ("ft" not in s.state.weapons) is gone


@pytest.mark.rule("SKF:4.2-e")
def test_a_flamethrower_attacks_alone() -> None:
    here, there = line(1)
    ft = [{"id": "ft", "type": "ger-ft"}]
    s = Situation("y", "PFPh", "german", [unit("g", "ger-468", here, sw=ft), unit("r", "rus-447", there)])
    s.do(f"target - {there}", "add g+ft")
    assert not s.offers("add g")
    s.do("declare").roll(6, 3)
    while isinstance(s.pending, Chance):
        s.roll(*([1] * s.pending.dice))
    assert s.do(f"target - {there}").offers("add g"), "its own FP is another attack"


@pytest.mark.rule("SKF:4.2-f")
def test_the_bearer_is_in_danger() -> None:
    here, there = line(3)
    ft = [{"id": "f1", "type": "rus-ft"}, {"id": "f2", "type": "rus-ft"}]
    s = Situation("y", "PFPh", "german", [unit("g", "ger-468", here), unit("r", "rus-447", there, sw=ft)])
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    assert -2 in labels(s).values()


# -- checks and pins ---------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.2.3-i")
@pytest.mark.parametrize(("dice", "broken"), [((3, 3), False), ((4, 4), True)])
def test_a_normal_morale_check(dice: tuple[int, int], broken: bool) -> None:
    here, there = line(3)
    s = Situation("y", "PFPh", "german", [unit("g", "ger-467", here), unit("r", "rus-447", there)])
    s.do(f"target - {there}", "add g", "declare").roll(2, 4, *dice)
    assert s.unit("r").broken is broken


@pytest.mark.rule("SKF:3.2.3-w")
def test_what_a_pin_does() -> None:
    gun = [{"id": "mg", "type": "ger-mmg"}]
    s = on_board(
        unit("u", "ger-467", "I5", pinned=True, sw=gun),
        unit("l", "ger-9-1", "I5", pinned=True),
        unit("r", "rus-447", "K5"),
        phase="MPh",
    )
    assert not s.offers("move u")
    assert advance.unit_refusal(s.g, s.unit("u")) is advance.PINNED
    added_up = preview(s.g, "PFPh", (Shot("u", "", "prep"), Shot("u", "mg", "prep")), "zK5", ("r",))
    assert added_up.total == (4 + 5) / 2
    assert firers.machine_guns.rate_of_fire(s.g, s.unit("u"), s.weapon("mg")) == 0
    assert firers.directing_refusal(s.g, "PFPh", s.unit("l"), "zI5", (Shot("u", "", "prep"),)) is not None


# -- first fire --------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.3.3-d", "SKF:3.3.3-b")
def test_fire_comes_before_the_mover_spends_more_or_another_moves() -> None:
    s = on_board(
        unit("g", "ger-467", "K5"), unit("r", "rus-447", "I6"), unit("q", "rus-447", "I6"), attacker="russian"
    )
    s.do("move r", "enter - I5")
    assert s.side() == "german" and s.offers("fire") and s.offers("pass")
    assert not s.options("enter"), "the mover waits"
    s.do("pass")
    assert s.side() == "russian"
    s.do("stop", "move q")
    window = [event for event in s.events if event.kind == "end_move"]
    assert window and mover_of(s.g, "r") is None, "he can no longer be hit by first fire"


@pytest.mark.rule("SKF:3.3.3-b")
def test_each_expenditure_gives_another_chance() -> None:
    s = on_board(unit("g", "ger-467", "K5"), unit("r", "rus-8-1", "I6"), attacker="russian")
    s.do("move r", "enter - I5", "pass")
    for option in s.options("enter"):
        if s.g.map.hindrance("zK5", option.split()[2]) >= 0:
            s.do(option)
            break
    assert s.side() == "german" and s.offers("fire")


# -- close combat ------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.8-h")
@pytest.mark.parametrize("along", [True, False])
def test_a_leader_directs_those_he_fights_with(along: bool) -> None:
    units = [unit("g", "ger-467", "F3"), unit("l", "ger-9-1", "F3"), unit("r", "rus-447", "F3")]
    s = Situation("z", "CCPh", "german", units)
    s.do("stack l+g" if along else "alone l")
    for _ in range(20):
        if isinstance(s.pending, Chance):
            break
        s.do(next((option for option in s.options() if "g" in option.split()[1:2]), s.options()[0]))
    s.roll(5, 6)
    lines = [line for event in s.events if event.breakdown for line in event.breakdown.lines]
    assert any("leadership" in line.label for line in lines) is along


# -- MF ----------------------------------------------------------------------------------------------------

MF_BY_PP = {
    # PP: alone, alone CX, with a leader, CX with a leader, CX with a CX leader
    2: (4, 6, 6, 6, 8),
    3: (4, 5, 6, 6, 7),
    4: (3, 4, 6, 6, 6),
    5: (2, 3, 5, 6, 5),
    6: (1, 2, 4, 5, 4),
    7: (0, 1, 3, 4, 3),
}


@pytest.mark.rule("DAE:QRDC-mf")
@pytest.mark.parametrize("pp", MF_BY_PP)
def test_mf_by_what_is_carried(pp: int) -> None:
    s = on_board(unit("u", "ger-467", "F3"), unit("l", "ger-8-1", "F3"))
    g = s.g
    lmg = next(name for name, kind in g.weapon_types.items() if kind.pp == 1 and kind.nationality == "german")
    for n in range(pp):
        g.state.weapons[f"w{n}"] = firers.Weapon(f"w{n}", "german", lmg, owner="u", hex="zF3")
    fresh, tired = s.unit("u"), g.update(s.unit("u"), cx=True)
    g.update(fresh, cx=False)
    leader, own = s.unit("l"), 6

    def with_leader(squad: object, lent: int, double: bool, most: int) -> float:
        return min(most, mf_allowance(g, squad, leader=leader, double_time=double, lent=lent))  # type: ignore[arg-type]

    g.update(tired, cx=False)
    alone = mf_allowance(g, fresh)
    led = with_leader(fresh, 1, False, own)
    g.update(tired, cx=True)
    alone_cx = mf_allowance(g, tired, double_time=True)
    led_cx = with_leader(tired, 1, True, own)
    both_cx = with_leader(tired, 0, True, own + 2)
    assert (max(alone, 0), alone_cx, led, led_cx, both_cx) == MF_BY_PP[pp]


@pytest.mark.rule("DAE:QRDC-mf")
@pytest.mark.parametrize(
    ("type", "mf"),
    [("ger-467", (4, 6, 6, 8)), ("usa-536", (3, 6, 5, 8)), ("rus-426", (3, 5, 5, 7))],
)
def test_mf_by_class(type: str, mf: tuple[int, ...]) -> None:
    side = {"ger": "german", "usa": "american", "rus": "russian"}[type[:3]]
    lead = f"{type[:3]}-8-0"
    other = {"id": "o", "type": "ger-467" if side != "german" else "rus-447", "hex": "GG10"}
    s = Situation("z", "MPh", side, [unit("u", type, "F3"), unit("l", lead, "F4"), other])
    squad, leader = s.unit("u"), s.unit("l")
    found = (
        mf_allowance(s.g, squad),
        mf_allowance(s.g, squad, leader=leader),
        mf_allowance(s.g, squad, double_time=True),
        mf_allowance(s.g, squad, leader=leader, double_time=True),
    )
    assert found == mf
    assert mf_allowance(s.g, s.g.update(leader, wounded=True)) == 3
