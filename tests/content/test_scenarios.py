"""The scenario cards hold what the real ones say, fit their maps, and mistakes in a card are named."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from defilade.hexgrid import GameMap, LosProfile, build_map
from defilade.rules.content_files import ContentFile, ContentFiles
from defilade.rules.reference import ledger
from defilade.rules.sk.card_rules import (
    BrokenMoraleBonus,
    ConditionalReinforcements,
    FortifiedBuildings,
    HalfSquadArrivals,
    SmokeExponentBonus,
    Snow,
    TacticalReserve,
    WinterCamouflage,
)
from defilade.rules.sk.library import library
from defilade.rules.sk.scenario import (
    Scenario,
    ScenarioError,
    check_on_map,
    load_scenarios,
    read_scenario,
    sketch,
)
from defilade.tactics.victory_conditions import (
    ControlBuildingHexesAtOnce,
    ControlBuildings,
    ExitAtOnce,
    NoGoodOrderInBuildings,
    NoGoodOrderMmcNear,
)

CARDS = load_scenarios()
KIT = library()
#: Who sees whom does not matter here; no terrain is read for line of sight.
BLIND = LosProfile({}, {}, "", 6, "", "", "")


@cache
def map_of(card: str) -> GameMap:
    return build_map(CARDS[card].map_spec, BLIND)


def text_of(card: str) -> str:
    return ContentFiles().read(f"sk/scenarios/{card}.yaml").text


def counted(card: Scenario, side: str) -> dict[str, int]:
    """All counters of a side by name, support weapons by kind."""
    totals: dict[str, int] = {}
    for group in card.groups:
        if group.side == side:
            for unit, count in group.units.items():
                name = KIT.counters[unit].name
                totals[name] = totals.get(name, 0) + count
            for weapon, count in group.weapons.items():
                name = KIT.weapons[weapon].kind
                totals[name] = totals.get(name, 0) + count
    return totals


@pytest.mark.rule("SK1:1.3-a", "SK1:S2-first", "SK1:S3-first", "SK1:S6-first")
@pytest.mark.parametrize(
    ("card", "first", "moves", "turns", "half", "grain"),
    [
        ("S1", "american", "german", 5, False, True),
        ("S2", "russian", "german", 6, False, True),
        ("S3", "german", "american", 7, True, False),
        ("S4", "american", "german", 6, True, False),
        ("S5", "german", "american", 5, False, True),
        ("S6", "german", "russian", 6, True, False),
    ],
)
def test_order_and_length(card: str, first: str, moves: str, turns: int, half: bool, grain: bool) -> None:
    found = CARDS[card]
    assert (found.sets_up_first, found.moves_first, found.turns) == (first, moves, turns)
    assert (found.half_turn_at_end, found.grain_in_season) == (half, grain)
    assert found.set_up_order[0] == first and set(found.set_up_order) == set(found.sides)


@pytest.mark.parametrize(
    ("card", "side", "forces"),
    [
        ("S1", "american", {"7-4-7": 10, "3-3-7": 3, "8-1": 2, "8-0": 1, "9-2": 1}),
        ("S1", "german", {"4-6-7": 3, "4-4-7": 3, "5-4-8": 5, "8-1": 1, "7-0": 1, "9-1": 2}),
        (
            "S2",
            "russian",
            {"4-4-7": 5, "4-2-6": 5, "5-2-7": 3, "8-1": 1, "8-0": 1, "7-0": 1, "9-2": 1, "MMG": 1, "LMG": 3},
        ),
        (
            "S2",
            "german",
            {"5-4-8": 4, "4-6-7": 7, "9-2": 1, "9-1": 1, "8-1": 1, "8-0": 1}
            | {"MMG": 1, "LMG": 3, "FT": 1, "DC": 2},
        ),
        ("S3", "german", {"4-4-7": 7, "4-3-6": 5, "8-1": 1, "8-0": 1, "7-0": 2, "HMG": 1, "LMG": 3}),
        ("S3", "american", {"6-6-6": 14, "9-2": 1, "9-1": 1, "8-0": 2, "MMG": 2, "FT": 1}),
        (
            "S4",
            "american",
            {"7-4-7": 2, "6-6-7": 1, "6-6-6": 2, "5-4-6": 3, "10-2": 1, "8-1": 1, "8-0": 1}
            | {"HMG": 1, "MMG": 2, "FT": 2},
        ),
        ("S4", "german", {"4-4-7": 14, "2-3-7": 2, "9-1": 1, "8-1": 2, "7-0": 2, "MMG": 2, "LMG": 3}),
        ("S5", "german", {"4-6-7": 10, "8-1": 1, "6+1": 1, "8-0": 1, "HMG": 1, "LMG": 1, "MMG": 1}),
        ("S5", "american", {"6-6-6": 9, "3-4-6": 1, "9-1": 1, "9-2": 1, "8-0": 1, "8-1": 1, "MMG": 3}),
        ("S6", "german", {"4-6-8": 9, "9-2": 1, "8-1": 1, "8-0": 1, "MMG": 1, "LMG": 3}),
        ("S6", "russian", {"4-5-8": 14, "9-1": 1, "8-1": 1, "8-0": 1, "MMG": 1, "LMG": 2, "DC": 1}),
    ],
)
def test_orders_of_battle(card: str, side: str, forces: dict[str, int]) -> None:
    assert counted(CARDS[card], side) == forces


@pytest.mark.parametrize("card", sorted(CARDS))
def test_card_fits_its_map(card: str) -> None:
    check_on_map(CARDS[card], map_of(card), KIT)
    for side in CARDS[card].balances:
        check_on_map(CARDS[card].balanced(side), map_of(card), KIT)


@pytest.mark.parametrize("card", sorted(CARDS))
def test_card_cites_rules_that_exist(card: str) -> None:
    found = CARDS[card]
    cited = {*found.rules, *(rule.rule for rule in found.special_rules)}
    cited |= {change.rule for changes in (*found.balance.values(), found.even) for change in changes}
    assert found.victory is not None
    cited.add(found.victory.rule)
    assert cited <= set(ledger("sk1"))
    assert set(found.balance) == set(found.sides)


@pytest.mark.parametrize("card", sorted(CARDS))
def test_what_is_ours_is_an_option_and_never_the_card(card: str) -> None:
    found = CARDS[card]
    assert ("even" in found.balances) == bool(found.even)
    if found.even:
        changed = found.balanced("even")
        assert (changed.groups, changed.victory) != (found.groups, found.victory)
        assert changed.balance == found.balance


@pytest.mark.rule("SK1:S1-area")
def test_s1_plays_on_hexrows_a_to_v() -> None:
    assert {map_of("S1").grid_name(hex)[1] for hex in map_of("S1").names} == set("ABCDEFGHIJKLMNOPQRSTUV")


@pytest.mark.rule("SK1:S3-first")
def test_s3_joins_the_row_1_edges() -> None:
    game_map = map_of("S3")
    rows = {"y": set(), "z": set()}  # type: dict[str, set[str]]
    for hex in game_map.names:
        board, letters, _ = game_map.grid_name(hex)
        rows[board].add(letters)
    assert rows["y"] >= set("ACEGIKMO") and max(rows["y"]) == "P"
    assert "Q" not in rows["z"] and {"R", "GG"} <= rows["z"]
    assert game_map.resolve("yB0") == game_map.resolve("zFF0")
    assert game_map.distance("yA1", "zGG1") == 1


@pytest.mark.rule("SK1:S1-ger", "SK1:S1-us")
def test_s1_entries() -> None:
    entries = {g.id: (g.enters.turn, g.enters.edges) for g in CARDS["S1"].groups if g.enters}
    assert entries["german-west"] == (1, ("west",))
    assert entries["german-east"] == (1, ("east",))
    assert entries["german-turn-2"] == (2, ("east",)) and entries["german-turn-3"] == (3, ("east",))
    assert entries["american-turn-2"] == (2, ("north",)) and entries["american-turn-3"] == (3, ("north",))
    by_side = {"german-west": "yA", "german-east": "yV"}
    for group, row in by_side.items():
        hexes = CARDS["S1"].entry_hexes(CARDS["S1"].group_number(group), (), map_of("S1"))
        assert {hex[:2] for hex in hexes} == {row}


@pytest.mark.parametrize(
    ("card", "edge", "inside", "outside"),
    [
        ("S1", "north", "yK1", "yK10"),
        ("S2", "south", "zE10", "zE1"),
        ("S4", "west", "yI1", "yI10"),
        ("S4", "east", "yI10", "yI1"),
        ("S5", "south", "yK1", "yK10"),
        ("S5", "north", "yK10", "yK1"),
        ("S6", "north", "zK10", "zK1"),
        ("S6", "east", "zA5", "zGG5"),
    ],
)
def test_compass(card: str, edge: str, inside: str, outside: str) -> None:
    hexes = map_of(card).edge(CARDS[card].map_side(edge))
    assert inside in hexes and outside not in hexes


@pytest.mark.rule("SK1:S4-setup")
def test_set_up_areas() -> None:
    s4, s5 = CARDS["S4"], CARDS["S5"]
    area = s4.set_up_area(0, map_of("S4"))
    assert "yI4" in area and "yI3" not in area
    west_of_t = s5.set_up_area(s5.group_number("american-draw"), map_of("S5"))
    assert "yT5" in west_of_t and "yGG5" in west_of_t and "yS5" not in west_of_t
    s3 = CARDS["S3"].set_up_area(0, map_of("S3"))
    assert "yC2" in s3 and "zT9" in s3 and "yC3" not in s3


def test_victory_conditions_as_data() -> None:
    s1, s2, s3, s4, s5, s6 = (CARDS[f"S{n}"].victory for n in range(1, 7))
    assert isinstance(s1, NoGoodOrderInBuildings) and s1.winner == "american"
    assert s1.buildings == ("N5", "N6", "M4", "L3")
    assert isinstance(s2, ControlBuildings) and (s2.buildings, s2.at_least) == (("F8", "L6", "O6"), 3)
    assert isinstance(s3, ControlBuildingHexesAtOnce) and (s3.board, s3.at_least) == ("z", 25)
    assert isinstance(s4, ExitAtOnce) and (s4.span, s4.at_least) == (("I1", "Y1"), 10)
    assert (s4.values.squad, s4.values.half_squad) == (2, 1)
    assert s4.values.leader == {-2: 3, -1: 2, 0: 1, 1: 1}
    assert isinstance(s5, NoGoodOrderMmcNear) and (s5.centre, s5.within) == ("M5", 3)
    assert isinstance(s6, ControlBuildings) and (s6.buildings, s6.at_least) == (("R2", "L6", "D3"), 2)


def test_exit_span_lies_between_its_ends() -> None:
    hexes = CARDS["S4"].exit_hexes(map_of("S4"))
    assert (hexes[0], hexes[-1], len(hexes)) == ("yI1", "yY1", 17)
    assert CARDS["S1"].exit_hexes(map_of("S1")) == ()


def test_special_rules_as_data() -> None:
    kinds = {card.id: [type(rule) for rule in card.special_rules] for card in CARDS.values()}
    assert kinds == {
        "S1": [],
        "S2": [SmokeExponentBonus, ConditionalReinforcements],
        "S3": [FortifiedBuildings],
        "S4": [Snow, SmokeExponentBonus],
        "S5": [HalfSquadArrivals],
        "S6": [WinterCamouflage, TacticalReserve, BrokenMoraleBonus],
    }


@pytest.mark.rule("SK1:S5-ssr1")
def test_s5_half_squads_by_die() -> None:
    rule = CARDS["S5"].special_rules[0]
    assert isinstance(rule, HalfSquadArrivals)
    assert [rule.arriving("american-turn-1", roll) for roll in range(1, 7)] == [4, 4, 4, 3, 3, 3]
    assert [rule.arriving("american-turn-2", roll) for roll in range(1, 7)] == [5, 5, 5, 4, 4, 4]
    assert rule.arriving("american-draw", 1) == 0


@pytest.mark.rule("SK1:S1-bal")
def test_s1_balance() -> None:
    american, german = CARDS["S1"].balanced("american"), CARDS["S1"].balanced("german")
    assert isinstance(american.victory, NoGoodOrderInBuildings)
    assert american.victory.buildings == ("N5", "N6", "M4")
    assert german.groups[-1].units == {"ger-548": 3, "ger-9-1": 1}


@pytest.mark.rule("SK1:S2-bal", "SK1:S3-bal", "SK1:S5-bal")
def test_balance_of_forces() -> None:
    assert counted(CARDS["S2"].balanced("russian"), "russian")["4-5-8"] == 2
    assert counted(CARDS["S2"].balanced("russian"), "russian")["4-2-6"] == 3
    assert "9-2" not in counted(CARDS["S2"].balanced("german"), "russian")
    assert counted(CARDS["S3"].balanced("german"), "german")["MMG"] == 1
    assert counted(CARDS["S3"].balanced("american"), "german")["4-4-7"] == 6
    assert "6+1" not in counted(CARDS["S5"].balanced("german"), "german")
    assert counted(CARDS["S5"].balanced("american"), "german")["4-6-7"] == 9


@pytest.mark.rule("SK1:S4-bal", "SK1:S6-bal")
def test_balance_of_numbers_and_rules() -> None:
    s4 = CARDS["S4"].balanced("american").victory
    assert isinstance(s4, ExitAtOnce) and s4.at_least == 12
    assert counted(CARDS["S4"].balanced("german"), "american")["FT"] == 1
    assert [r.rule for r in CARDS["S6"].balanced("russian").special_rules] == ["SK1:S6-ssr1", "SK1:S6-ssr2"]
    assert counted(CARDS["S6"].balanced("german"), "german")["9-1"] == 1


def test_balance_for_nobody() -> None:
    with pytest.raises(ScenarioError, match="no provision for 'russian'"):
        CARDS["S1"].balanced("russian")


@pytest.mark.parametrize(
    ("card", "old", "new", "place", "problem"),
    [
        ("S1", "turns: 5", "turn: 5", "", "unknown field `turn`"),
        ("S1", "turns: 5", "turns: five", "turns", "Expected `int`"),
        ("S1", 'date: "1944-06-07"', 'date: "June 1944"', "date", "should look like"),
        ("S1", "moves_first: german", "moves_first: finnish", "moves_first", "is none of american, german"),
        ("S1", "sides: [american, german]", "sides: [american, martian]", "sides", "unknown nationality"),
        ("S1", "ger-447: 3", "ger-449: 3", "groups[5].units.ger-449", "no such counter"),
        ("S1", "ger-447: 3", "rus-447: 3", "groups[5].units.rus-447", "is not german"),
        ("S1", "ger-447: 3", "ger-447: 0", "groups[5].units.ger-447", "at least 1"),
        ("S1", "id: german-west", "id: german-east", "groups[4].id", "used twice"),
        ("S1", "{turn: 3, edges: [east]}", "{turn: 9, edges: [east]}", "groups[7].enters", "has 5 turns"),
        ("S1", "{turn: 3, edges: [east]}", "{edges: [east]}", "groups[7].enters.turn", "needs a turn"),
        ("S1", "edges: [west]", "edges: [left]", "groups[5].enters.edges[0]", "Invalid enum value"),
        ("S1", "rows: {y: A-V}", "rows: {y: V-A}", "map.rows.y", "two hexrows in order"),
        ("S1", "rows: {y: A-V}", "rows: {z: A-V}", "map.rows.z", "not on this map"),
        ("S1", "rows: {y: A-V}", "numbers: {z: 1-5}", "map.numbers.z", "not on this map"),
        ("S1", "building: L3", "building: L4", "balance.american", "no victory building"),
        ("S1", "winner: american", "winner: german", "victory.enemy", "himself"),
        ("S1", "type: no_good_order_in_buildings", "type: hold", "victory.type", "Invalid value 'hold'"),
        ("S2", "counter: ger-548", "counter: ger-549", "special_rules[0].counter", "no counter"),
        (
            "S2",
            "old: rus-426, new: rus-458, count: 2",
            "old: rus-426, new: rus-458, count: 6",
            "balance",
            "so many",
        ),
        ("S2", "elr: 3", "elr: 7", "groups[0].elr", "0 to 5"),
        ("S2", "setup: {numbered_from: 4}", "setup: {}", "groups[0].setup", "says nothing"),
        ("S3", "{board: y, numbered_to: 2}", "{board: x}", "groups[0].setup.any[1].board", "not on this map"),
        ("S5", "up_to: 6", "up_to: 5", "special_rules[0].chart", "must reach 6"),
        (
            "S6",
            "group: russian-attack\n    mmc",
            "group: nobody\n    mmc",
            "special_rules[1]",
            "no group 'nobody'",
        ),
        ("S6", "dropped: SK1:S6-ssr3", "dropped: SK1:S6-ssr9", "balance.russian", "no special rule"),
    ],
)
def test_mistakes_are_named(card: str, old: str, new: str, place: str, problem: str) -> None:
    text = text_of(card)
    assert old in text
    with pytest.raises(ScenarioError) as caught:
        read_scenario(ContentFile("mine.yaml", text.replace(old, new, 1)), KIT)
    assert caught.value.file == "mine.yaml"
    assert caught.value.place.startswith(place)
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("card", "old", "new", "place", "problem"),
    [
        ("S1", "hexes: [N3, N4, M5, L5]", "hexes: [N3, N4, M5, W5]", "groups[0].setup.hexes", "W5"),
        ("S1", "hexes: [N3, N4, M5, L5]", "hexes: [N3, N4, M5, L55]", "groups[0].setup.hexes", "L55"),
        (
            "S1",
            "hexes: [N3, N4, M5, L5]",
            "hexes: [N3, N4, M5]",
            "groups[0].setup",
            "do not fit into 3 hexes",
        ),
        ("S2", "setup: {numbered_to: 2}", "setup: {hexes: [A1, A2]}", "groups[2].setup", "do not fit into 2"),
        ("S1", "buildings: [N5,", "buildings: [M5,", "victory.buildings", "no building in M5"),
        ("S3", "at_least: 25", "at_least: 250", "victory.at_least", "building hexes"),
        ("S4", "span: [I1, Y1]", "span: [I1, Y2]", "victory.span", "not on the west edge"),
        ("S5", "terrain: stone_building", "terrain: lava", "victory.terrain", "no lava near"),
    ],
)
def test_cards_that_do_not_fit_their_map(card: str, old: str, new: str, place: str, problem: str) -> None:
    text = text_of(card)
    assert old in text
    with pytest.raises(ScenarioError) as caught:
        check_on_map(
            read_scenario(ContentFile("mine.yaml", text.replace(old, new, 1)), KIT), map_of(card), KIT
        )
    assert (caught.value.file, caught.value.place) == (card, place)
    assert problem in caught.value.problem


def test_cut_off_cards_are_refused() -> None:
    text = text_of("S6")
    line_ends = [place + 1 for place, letter in enumerate(text[:-1]) if letter == "\n"]
    for end in [*range(0, len(text) - 1, 97), *line_ends]:
        with pytest.raises(ScenarioError):
            read_scenario(ContentFile("S6.yaml", text[:end]), KIT)


def test_owner_adds_a_card(tmp_path: Path) -> None:
    folder = tmp_path / "sk" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "Mine.yaml").write_text(text_of("S1").replace("id: S1", "id: Mine"), encoding="utf-8")
    assert set(load_scenarios(tmp_path)) == {*CARDS, "Mine"}
    (folder / "Mine.yaml").write_text(text_of("S1"), encoding="utf-8")
    with pytest.raises(ScenarioError, match="calls itself 'S1'"):
        load_scenarios(tmp_path)


def test_sketch_is_a_card_without_forces() -> None:
    snow = {
        "type": "snow",
        "starts_at": 10,
        "stops_at": 3,
        "from_range": 6,
        "hindrance": 1,
        "rule": "SK1:S4-ssr1",
    }
    card = sketch("y", ["german", "russian"], month=12, turns=3, moves_first="german", special=[snow])
    assert (card.grain_in_season, card.groups, card.victory) == (False, (), None)
    assert isinstance(card.special_rules[0], Snow)
    with pytest.raises(ScenarioError, match="Invalid value 'rain'"):
        sketch("y", ["german", "russian"], 6, 3, "german", special=[{"type": "rain"}])
