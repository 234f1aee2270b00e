"""Rally, promotions, close combat, control and set-up where the full kit words them otherwise."""

from __future__ import annotations

import msgspec
import pytest

from defilade.hexgrid import Placed
from defilade.kernel import Chance, Choice, Position
from defilade.rules.sk import ambush, field_promotion
from defilade.rules.sk.card import Entry, MapPart
from defilade.rules.sk.scenario import in_season
from defilade.rules.sk.terrain import playing_area
from defilade.tactics.areas import Area
from defilade.tactics.control import gain_control
from skf.situation import Situation, full_kit

FAR = {"id": "far", "type": "rus-447", "hex": "GG10"}


# -- field promotions --------------------------------------------------------------------------------------


def broken_squads(*types: str) -> Situation:
    units = [
        {"id": f"u{n}", "type": type, "hex": f"F{3 + n}", "broken": True} for n, type in enumerate(types)
    ]
    return Situation("z", "RPh", "german", [*units, FAR])


@pytest.mark.rule("SKF:5.3")
def test_the_first_self_rally_of_the_phase_may_make_a_leader() -> None:
    s = broken_squads("ger-467", "ger-228-crew").do("self-rally u0").roll(1, 1)
    assert isinstance(s.pending, Chance) and "Leader Creation" in s.pending.asks
    s = broken_squads("ger-467", "ger-228-crew").do("self-rally u1").roll(3, 4)
    s.do("self-rally u0").roll(1, 1)
    assert not isinstance(s.pending, Chance), "it was the second"


@pytest.mark.rule("SKF:5.3", "DAE:QRDC-ldrcreate")
def test_drm_of_a_self_rally() -> None:
    s = broken_squads("ger-467").do("self-rally u0").roll(1, 1).roll(3)
    drm = {line.label: line.value for line in s.event("field_promotion").breakdown.lines}  # type: ignore[union-attr]
    assert drm == {"German nationality": -1, "broken": 1}
    assert "8-0" in s.event("field_promotion").text


@pytest.mark.rule("DAE:QRDC-ldrcreate", "SKF:5.3")
@pytest.mark.parametrize(("attackers", "drm"), [(("rus-447",), 0), (("rus-237",), -1)])
def test_drm_for_poor_odds_in_close_combat(attackers: tuple[str, ...], drm: int) -> None:
    units = [{"id": "g", "type": "ger-467", "hex": "F3"}]
    units += [{"id": f"r{n}", "type": type, "hex": "F3"} for n, type in enumerate(attackers)]
    s = Situation("z", "CCPh", "russian", units)
    for _ in range(20):
        if isinstance(s.pending, Chance):
            break
        s.do(s.options()[0])
    s.roll(1, 1)
    assert isinstance(s.pending, Chance) and "Leader Creation" in s.pending.asks
    added_up = s.roll(3).event("field_promotion").breakdown
    assert added_up is not None
    values = [line.value for line in added_up.lines if "below 1:1" in line.label]
    assert sum(values) == drm


@pytest.mark.rule("DAE:QRDC-ldrcreate")
@pytest.mark.parametrize(
    ("final", "leader"), [(1, "8-1"), (2, "8-0"), (3, "8-0"), (4, "7-0"), (5, "7-0"), (6, "6+1"), (7, None)]
)
def test_the_leader_creation_table(final: int, leader: str | None) -> None:
    assert full_kit().library.tables.leader_creation.leader(final) == leader


@pytest.mark.rule("DAE:QRDC-ldrcreate")
@pytest.mark.parametrize(("type", "drm"), [("bri-458", -2), ("bri-436", 0), ("rus-447", 1), ("ger-467", -1)])
def test_drm_by_nation_and_morale(type: str, drm: int) -> None:
    side = {"bri": "british", "rus": "russian", "ger": "german"}[type[:3]]
    other = {"id": "o", "type": "usa-666", "hex": "GG10"}
    units = [{"id": "u", "type": type, "hex": "F3"}, other]
    s = Situation("z", "MPh", side, units, sides=[side, "american"])
    unit = s.unit("u")
    assert field_promotion.breakdown(s.g, unit, s.g.counter(unit).morale).drm == drm


# -- close combat ------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.8-g")
def test_leaders_say_with_whom_they_fight_and_nobody_else_is_restacked() -> None:
    units = [
        {"id": "g1", "type": "ger-467", "hex": "F3"},
        {"id": "g2", "type": "ger-467", "hex": "F3"},
        {"id": "l", "type": "ger-8-1", "hex": "F3"},
        {"id": "r", "type": "rus-447", "hex": "F3"},
    ]
    s = Situation("z", "CCPh", "german", units)
    assert {option.split()[0] for option in s.options()} == {"stack", "alone"}
    assert all(option.split()[1].startswith("l") for option in s.options())


@pytest.mark.rule("SKF:3.8-y")
def test_fire_at_a_melee_strikes_both_sides() -> None:
    units = [
        {"id": "g1", "type": "ger-467", "hex": "I5"},
        {"id": "g2", "type": "ger-467", "hex": "H5", "melee": True},
        {"id": "r", "type": "rus-447", "hex": "H5", "melee": True},
    ]
    s = Situation("z", "PFPh", "german", units).do("target - H5", "add g1", "declare").roll(3, 3)
    assert {uid for event in s.events if event.kind == "attack" for uid in event.who} == {"g2", "r"}


@pytest.mark.rule("DAE:QRDC-precedence")
def test_the_rule_holds_where_the_chart_says_less() -> None:
    """The chart has ambush in buildings, the rule in woods too."""
    units = [
        {"id": "g", "type": "ger-467", "hex": "B1", "advanced": True},
        {"id": "r", "type": "rus-447", "hex": "B1"},
    ]
    s = Situation("z", "CCPh", "german", units)
    assert s.g.map.terrain["zB1"] == "woods" and ambush.ambush_possible(s.g, "zB1")
    assert isinstance(s.pending, Chance) and s.pending.dice == 1


# -- control -----------------------------------------------------------------------------------------------


def house_of_several_hexes(s: Situation) -> tuple[str, ...]:
    return next(hexes for hexes in s.g.map.buildings.values() if len(hexes) > 1)


@pytest.mark.rule("SKF:2.0-g")
@pytest.mark.parametrize(
    ("type", "states", "enemy", "gained"),
    [
        ("ger-467", {}, False, True),
        ("ger-228-crew", {}, False, True),
        ("ger-8-1", {}, False, False),
        ("ger-467", {"broken": True}, False, False),
        ("ger-467", {}, True, False),
    ],
)
def test_one_mmc_controls_a_building_without_enemies(
    type: str, states: dict[str, bool], enemy: bool, gained: bool
) -> None:
    s = Situation("z", "MPh", "german", [{"id": "u", "type": type, "hex": "F3", **states}, FAR])
    here, there = house_of_several_hexes(s)[:2]
    if enemy:
        s.g.place(s.unit("far"), there)
    s.g.place(s.unit("u"), here)
    gain_control(s.g)
    building = s.g.map.building_of[here]
    assert (s.state.building_control.get(building) == "german") is gained


# -- boards that join --------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.3")
def test_half_hexes_that_join_another_board_do_not_count() -> None:
    system = full_kit()
    card = system.scenario("S7")
    group = msgspec.structs.replace(card.groups[0], setup=Area(board="y"), enters=None)
    boards = (Placed("y"), Placed("z", join="above y"))
    joined = msgspec.structs.replace(card, map=MapPart(boards=boards, north="top"), groups=(group,))
    game_map = playing_area(joined.map_spec, system.edition.los(joined, system.library))
    whole = in_season(joined, system.library)
    assert whole.whole_boards
    found = set(whole.set_up_area(0, game_map))
    halves = {hex for hex in game_map.names if game_map.also_called(hex)}
    assert halves and not found & halves
    older = msgspec.structs.replace(whole, whole_boards=False)
    assert set(older.set_up_area(0, game_map)) & halves


# -- set-up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:4.0-n")
def test_no_weapon_sets_up_unpossessed() -> None:
    system = full_kit()
    state = system.start("S7", {})
    position = Position(system, state)
    for _ in range(400):
        moment = position.pending
        if state.turn or not isinstance(moment, Choice):
            break
        if moment.asks.startswith("Who has the"):
            assert {option.verb for option in moment.options} == {"equip"}, "nobody may decline"
        position.advance(moment.options[0])
        state = position.state
    on_map = [weapon for weapon in position.state.weapons.values() if weapon.hex]
    assert on_map and all(weapon.owner for weapon in on_map)


@pytest.mark.rule("SKF:3.3-d")
def test_entry_over_a_part_of_an_edge() -> None:
    system = full_kit()
    card = system.scenario("S7")
    within = Entry(edges=("north", "east"), turn=1, within=Area(rows="Y-GG", numbered_to=4))
    group = msgspec.structs.replace(card.groups[0], setup=None, enters=within)
    card = msgspec.structs.replace(card, map=MapPart(boards=(Placed("y"),), north="top"), groups=(group,))
    game_map = playing_area(card.map_spec, system.edition.los(card, system.library))
    hexes = card.entry_hexes(0, (), game_map)
    assert "yY1" in hexes and "yGG4" in hexes
    assert "yX0" not in hexes and "yX1" not in hexes and "yGG5" not in hexes
