"""The special rules of the cards: smoke, fortified buildings, snow, arrivals, reserve, camouflage, morale."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import Action, Chance, Choice, Frame, Outcome, Position, make_view
from defilade.rules.sk import first_fire, fortified_buildings, los, morale, setup, smoke
from defilade.rules.sk.card_dice import ReinforcementStep
from defilade.rules.sk.state import State
from defilade.rules.sk.system import SkSystem
from defilade.rules.sk.tactical_reserve import HoldReserve
from defilade.tactics.units import Unit
from sk.situation import Situation

SYSTEM = SkSystem()


def unit(uid: str, counter: str, hex: str, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def on_card(scenario: str, phase: str, attacker: str, *units: dict[str, Any], **more: Any) -> Situation:
    return Situation("", phase, attacker, list(units), scenario=scenario, **more)


def run(s: Situation, frame: Frame) -> Situation:
    """Let a procedure run in a situation, before what is pending there."""
    g = s.g
    g.push(frame)
    s.position = Position(s.position.system, s.state, s.position.system.settle(g))
    s.events += g.events
    return s


def group_units(s: Situation, group: int) -> list[Unit]:
    return [one for one in s.state.units.values() if one.group == group and one.hex == ""]


# -- smoke ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S2-ssr1")
def test_s2_the_assault_squads_place_smoke_on_four() -> None:
    s = on_card(
        "S2",
        "PFPh",
        "german",
        unit("g1", "ger-548", "B1"),
        unit("g2", "ger-467", "B1"),
        unit("r1", "rus-447", "B9"),
    )
    assert smoke.exponent(s.g, s.unit("g1")) == 4
    assert smoke.exponent(s.g, s.unit("g2")) == 1
    assert smoke.exponent(s.g, s.unit("r1")) == 0


@pytest.mark.rule("SK1:S4-ssr2")
def test_s4_the_engineers_place_smoke_on_five() -> None:
    s = on_card(
        "S4",
        "PFPh",
        "german",
        unit("a1", "usa-747", "M5"),
        unit("a2", "usa-666", "M5"),
        unit("g1", "ger-447", "B9"),
    )
    assert smoke.exponent(s.g, s.unit("a1")) == 5
    assert smoke.exponent(s.g, s.unit("a2")) == 3


@pytest.mark.rule("SK1:S2-ssr1")
@pytest.mark.parametrize(("dr", "smoke"), [(4, True), (5, False)])
def test_s2_a_smoke_attempt(dr: int, smoke: bool) -> None:
    s = on_card("S2", "MPh", "german", unit("g1", "ger-548", "E6"), unit("r1", "rus-447", "B9"))
    s.do("move g1", "smoke g1 E6")
    s.roll(dr)
    assert ("zE6" in s.state.smoke) is smoke


# -- fortified buildings ------------------------------------------------------------------------------------


def set_up(position: Position[State], stop: type[Frame]) -> Position[State]:
    """Set up with whatever is offered first, until a frame of this kind asks."""
    while not isinstance(position.state.stack[-1], stop):
        moment = position.pending
        assert isinstance(moment, Choice)
        position.advance(moment.options[0])
    return position


def fortifying() -> Position[State]:
    position, _ = SYSTEM.begin("S3")
    return set_up(position, fortified_buildings.Fortify)


@pytest.mark.rule("SK1:S3-ssr1")
def test_s3_the_german_names_two_buildings_of_his_set_up_area() -> None:
    position = fortifying()
    choice = position.pending
    assert isinstance(choice, Choice) and choice.side == "german"
    g = SYSTEM.play(position.state)
    area = set(g.scenario.set_up_area(0, g.map))
    offered = [option.at for option in choice.options if option.verb == "fortify"]
    assert len(offered) > 10
    for building in offered:
        assert area.issuperset(g.map.buildings[building])
    position.advance(Action("fortify", (), offered[0]))
    second = position.pending
    assert isinstance(second, Choice) and Action("fortify", (), offered[0]) not in second.options
    position.advance(Action("fortify", (), offered[1]))
    assert position.state.fortified == {"german": (offered[0], offered[1])}
    assert not isinstance(position.state.stack[-1], fortified_buildings.Fortify)


@pytest.mark.rule("SK1:S3-ssr1")
def test_s3_nobody_else_can_tell_what_has_been_fortified() -> None:
    views = []
    for picks in ((0, 1), (2, 3), (-1, -1), (-1, 0)):
        position = fortifying()
        seen: list[Any] = []
        for pick in picks:
            choice = position.pending
            assert isinstance(choice, Choice)
            seen += [
                event for event in position.advance(choice.options[pick]) if event.visible_to("american")
            ]
        for side in ("american", "spectator"):
            view = make_view(SYSTEM, position, side, 0)
            seen.append(SYSTEM.encode(view.state))
            seen.append(view.pending)
        views.append(seen)
    assert all(view == views[0] for view in views)


@pytest.mark.rule("SK1:S3-ssr1")
def test_s3_a_guess_fills_in_as_many_buildings_as_are_hidden() -> None:
    position = fortifying()
    for _ in range(2):
        choice = position.pending
        assert isinstance(choice, Choice)
        position.advance(choice.options[0])
    view = SYSTEM.redact(position.state, "american")
    assert not view.fortified
    guess = SYSTEM.determinize(view, "american", random.Random(3))
    assert len(guess.fortified["german"]) == 2
    view.revealed = (guess.fortified["german"][0],)
    again = SYSTEM.determinize(view, "american", random.Random(3))
    assert len(again.fortified["german"]) == 1 and again.fortified["german"][0] not in view.revealed
    own = SYSTEM.determinize(SYSTEM.redact(position.state, "german"), "german", random.Random(3))
    assert own.fortified == position.state.fortified


def assault(**more: Any) -> Situation:
    """An American squad, 6 FP doubled point blank, at a German in a fortified wooden building."""
    return on_card(
        "S3",
        "PFPh",
        "american",
        unit("a1", "usa-666", "zV3"),
        unit("g1", "ger-447", "zV4"),
        fortified={"german": ("zV4",)},
        **more,
    )


@pytest.mark.rule("SK1:S3-ssr1", "SK1:1.1.2-d")
def test_s3_revealed_when_it_changes_the_result_of_an_attack() -> None:
    s = assault()
    s.do("target - zV4", "add a1", "declare")
    while isinstance(s.pending, Choice):
        s.decline()
    s.roll(3, 4)  # 12 FP: 9 is a NMC, 10 a PTC
    assert s.state.revealed == ("zV4",) and s.state.fortified == {"german": ()}
    assert s.said("is fortified")
    line = next(e.breakdown for e in s.events if e.breakdown is not None and e.breakdown.value("SK1:S3-ssr1"))
    assert line.drm == 3


@pytest.mark.rule("SK1:S3-ssr1")
def test_s3_not_revealed_when_it_makes_no_difference() -> None:
    s = assault()
    s.do("target - zV4", "add a1", "declare")
    while isinstance(s.pending, Choice):
        s.decline()
    s.roll(6, 5)
    assert not s.state.revealed
    assert not any(e.breakdown is not None and e.breakdown.value("SK1:S3-ssr1") for e in s.events)


@pytest.mark.rule("SK1:S3-ssr1")
def test_s3_a_revealed_building_adds_one_to_its_tem() -> None:
    s = assault()
    g = s.g
    assert fortified_buildings.extra_tem(g, "zV4") is None
    assert (
        fortified_buildings.hidden_tem(g, "zV4") is not None
        and fortified_buildings.hidden_tem(g, "zX3") is None
    )
    fortified_buildings.reveal(g, "zV4")
    line = fortified_buildings.extra_tem(g, "zV4")
    assert line is not None and (line.value, line.rule) == (1, "SK1:S3-ssr1")
    assert (
        fortified_buildings.hidden_tem(g, "zV4") is None and fortified_buildings.extra_tem(g, "zX3") is None
    )


@pytest.mark.rule("SK1:S3-ssr1")
def test_s3_revealed_when_an_american_enters() -> None:
    s = on_card(
        "S3",
        "MPh",
        "american",
        unit("a1", "usa-666", "zV3"),
        unit("g1", "ger-447", "zFF8"),
        fortified={"german": ("zV4",)},
    )
    s.do("move a1", "enter - zV4")
    assert s.state.revealed == ("zV4",)


@pytest.mark.rule("SK1:S3-ssr1")
def test_s3_not_revealed_when_a_german_enters() -> None:
    s = assault()
    fortified_buildings.enter_hex(s.g, "zV4", "german")
    assert not s.state.revealed


# -- snow -------------------------------------------------------------------------------------------------


def winter(**more: Any) -> Situation:
    return on_card(
        "S4", "PFPh", "german", unit("g1", "ger-447", "B9"), unit("a1", "usa-666", "M5"), turn=2, **more
    )


@pytest.mark.rule("SK1:S4-ssr1")
@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        (False, (5, 5), True),
        (False, (5, 4), False),
        (True, (1, 2), False),
        (True, (2, 2), True),
        (True, (6, 6), True),
        (False, (1, 1), False),
    ],
)
def test_s4_the_weather_dr(before: bool, dice: tuple[int, int], after: bool) -> None:
    s = run(winter(snow=before), ReinforcementStep())
    assert isinstance(s.pending, Chance) and s.pending.side == "german"
    s.roll(*dice)
    assert s.state.snow is after


@pytest.mark.rule("SK1:S4-ssr1")
@pytest.mark.parametrize("attacker", ["german", "american"])
def test_s4_every_rally_phase_begins_with_it(attacker: str) -> None:
    s = on_card("S4", "RPh", attacker, unit("g1", "ger-447", "B9"), unit("a1", "usa-666", "M5"), turn=3)
    assert (
        isinstance(s.pending, Chance) and s.pending.rules == ("SK1:S4-ssr1",) and s.pending.side == attacker
    )


@pytest.mark.rule("SK1:S4-ssr1")
def test_s4_snow_hinders_from_six_hexes_on() -> None:
    s = winter(snow=True)
    assert los.weather_lines(s.g, 5) == []
    (line,) = los.weather_lines(s.g, 6)
    assert (line.value, line.rule) == (1, "SK1:S4-ssr1")
    s.state.snow = False
    assert los.weather_lines(s.g, 9) == []


@pytest.mark.rule("SK1:S4-ssr1")
def test_s4_the_hindrance_is_part_of_every_line_of_sight_at_range() -> None:
    s = winter()
    board = s.g.map
    a, b = next(
        (a, b)
        for a in board.names
        for b in board.names
        if board.distance(a, b) == 6 and board.hindrance(a, b) == 0
    )
    assert los.hindrance(s.g, a, b) == 0
    s.state.snow = True
    assert los.hindrance(s.g, a, b) == 1
    assert [line.rule for line in los.los_lines(s.g, a, b)] == ["SK1:S4-ssr1"]


@pytest.mark.rule("SK1:S4-ssr1", "SK1:3.3.1-k")
@pytest.mark.parametrize(("snow", "ffmo"), [(False, -1), (True, None)])
def test_s4_snow_cancels_ffmo(snow: bool, ffmo: int | None) -> None:
    """A German steps into the open six hexes from an American squad."""
    s = winter()
    g = s.g
    board = g.map
    start, step, firer = next(
        (start, step, firer)
        for step in board.names
        if board.terrain[step] == "open"
        for start in board.adjacent[step]
        if board.terrain[start] == "open"
        for firer in board.names
        if board.distance(step, firer) == 6
        and board.hindrance(step, firer) == 0
        and board.distance(start, firer) > 6
    )
    s = on_card(
        "S4", "MPh", "german", unit("g1", "ger-447", start), unit("a1", "usa-666", firer), turn=2, snow=snow
    )
    s.do("move g1", f"enter - {step}", "fire")
    s.do("add a1", "declare")
    while isinstance(s.pending, Choice):
        s.decline()
    s.roll(3, 4)
    shot = next(e.breakdown for e in s.events if e.kind == "attack" and e.breakdown is not None)
    assert shot.value("SK1:3.3.1-j") == ffmo
    assert shot.value("SK1:S4-ssr1") == (1 if snow else None)


# -- half-squads and the storm group ------------------------------------------------------------------------


def colleville(turn: int, attacker: str = "american") -> Situation:
    return on_card(
        "S5", "PFPh", attacker, unit("g1", "ger-467", "M4"), unit("a1", "usa-666", "FF5"), turn=turn
    )


@pytest.mark.rule("SK1:S5-ssr1", "SK1:3.1a")
@pytest.mark.parametrize(
    ("turn", "dr", "come"),
    [(1, 1, 4), (1, 3, 4), (1, 4, 3), (1, 6, 3), (2, 1, 5), (2, 3, 5), (2, 4, 4), (2, 6, 4)],
)
def test_s5_half_squads_come_by_a_die(turn: int, dr: int, come: int) -> None:
    s = run(colleville(turn), ReinforcementStep())
    assert isinstance(s.pending, Chance) and s.pending.side == "american"
    s.roll(dr)
    new = [one for one in s.state.units.values() if one.type == "usa-346"]
    assert len(new) == come
    assert all(one.due == turn and one.edges == ("north",) and one.hex == "" for one in new)
    assert len({one.letter for one in new}) == come
    assert setup.may_enter(s.g, new[0])


@pytest.mark.rule("SK1:S5-ssr1")
@pytest.mark.parametrize(("turn", "attacker"), [(3, "american"), (1, "german"), (2, "german")])
def test_s5_no_die_in_later_turns_or_for_the_german(turn: int, attacker: str) -> None:
    s = run(colleville(turn, attacker), ReinforcementStep())
    assert not isinstance(s.pending, Chance)


@pytest.mark.rule("SK1:S5-ssr1")
def test_s5_the_die_falls_at_the_start_of_the_rally_phase() -> None:
    s = on_card("S5", "RPh", "american", unit("g1", "ger-467", "M4"), unit("a1", "usa-666", "FF5"), turn=2)
    assert isinstance(s.pending, Chance) and s.pending.rules == ("SK1:S5-ssr1",)


@pytest.mark.rule("SK1:S5-ssr1", "SK1:3.1a")
def test_s5_who_comes_by_the_die_stands_ready_with_those_who_are_due() -> None:
    s = on_card("S5", "RPh", "american", unit("g1", "ger-467", "M4"), unit("a1", "usa-666", "FF5"), turn=2)
    s.roll(1)
    ready = [event for event in s.events if "may enter over" in event.text]
    new = {one.id for one in s.state.units.values() if one.type == "usa-346"}
    assert len(ready) == 1 and len(new) == 5 and new <= set(ready[0].who), "the dice of the card come first"


def rats(turn: int, attacker: str = "russian") -> Situation:
    s = on_card("S2", "PFPh", attacker, unit("g1", "ger-467", "B1"), unit("r1", "rus-447", "B9"), turn=turn)
    setup.make_group(s.g, 1, s.g.scenario.groups[1])
    return s


@pytest.mark.rule("SK1:3.1a")
@pytest.mark.parametrize(("turn", "dr", "comes"), [(2, 1, True), (2, 2, False), (4, 3, True), (4, 4, False)])
def test_s2_the_storm_group_comes_when_the_dr_is_below_the_turn(turn: int, dr: int, comes: bool) -> None:
    s = rats(turn)
    group = group_units(s, 1)
    assert len(group) == 4 and not any(setup.may_enter(s.g, one) for one in group)
    run(s, ReinforcementStep())
    s.roll(dr)
    for one in group_units(s, 1):
        assert one.due == (turn if comes else 0)
        assert bool(setup.may_enter(s.g, one)) is comes


@pytest.mark.rule("SK1:3.1a")
def test_s2_once_called_up_no_more_dice() -> None:
    s = run(rats(3), ReinforcementStep())
    s.roll(1)
    run(s, ReinforcementStep())
    assert not isinstance(s.pending, Chance)


@pytest.mark.rule("SK1:3.1a")
@pytest.mark.parametrize(("turn", "attacker"), [(1, "russian"), (3, "german")])
def test_s2_no_dice_on_turn_one_or_for_the_german(turn: int, attacker: str) -> None:
    s = run(rats(turn, attacker), ReinforcementStep())
    assert not isinstance(s.pending, Chance)


# -- the Siberians ------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S6-ssr3")
def test_s6_german_mmc_have_better_broken_morale() -> None:
    s = on_card(
        "S6",
        "PFPh",
        "russian",
        unit("g1", "ger-468", "E6", broken=True),
        unit("g2", "ger-468", "E6"),
        unit("g3", "ger-8-0", "E6", broken=True),
        unit("r1", "rus-458", "E1", broken=True),
        unit("r2", "rus-458", "E1"),
    )
    level = {uid: morale.morale_level(s.g, s.unit(uid)) for uid in ("g1", "g2", "g3", "r1")}
    assert level == {"g1": 9, "g2": 8, "g3": 8, "r1": 8}


@pytest.mark.rule("SK1:S6-bal")
def test_s6_with_russian_balance_they_have_not() -> None:
    s = on_card(
        "S6",
        "PFPh",
        "russian",
        unit("g1", "ger-468", "E6", broken=True),
        unit("r1", "rus-458", "E1"),
        options={"balance": "russian"},
    )
    assert morale.morale_level(s.g, s.unit("g1")) == 8


@pytest.mark.rule("SK1:S6-ssr1")
@pytest.mark.parametrize(("assault_move", "ffmo"), [(True, None), (False, -1)])
def test_s6_russian_assault_movement_draws_no_ffmo(assault_move: bool, ffmo: int | None) -> None:
    s = on_card("S6", "MPh", "russian", unit("r1", "rus-458", "E6"), unit("g1", "ger-468", "E8"), turn=2)
    assert first_fire.spared_ffmo(s.g, s.unit("r1")) and not first_fire.spared_ffmo(s.g, s.unit("g1"))
    board = s.g.map
    step = next(
        hex
        for hex in board.adjacent["zE6"]
        if board.terrain[hex] == "open" and board.hindrance(hex, "zE8") == 0
    )
    s.do("move r1")
    if assault_move:
        s.do("assault")
    s.do(f"enter - {step}", "fire", "add g1", "declare")
    while isinstance(s.pending, Choice):
        s.decline()
    s.roll(3, 4)
    shot = next(e.breakdown for e in s.events if e.kind == "attack" and e.breakdown is not None)
    assert shot.value("SK1:3.3.1-j") == ffmo


def holding_back() -> Position[State]:
    position, _ = SYSTEM.begin("S6")
    return set_up(position, HoldReserve)


@pytest.mark.rule("SK1:S6-ssr2")
def test_s6_the_reserve_has_its_limits() -> None:
    position = holding_back()
    first = position.pending
    assert isinstance(first, Choice) and first.side == "russian" and Action("done") in first.options
    held = []
    for _ in range(9):
        choice = position.pending
        assert isinstance(choice, Choice)
        hold = next((option for option in choice.options if option.verb == "hold"), None)
        if hold is None:
            break
        held.append(hold)
        position.advance(hold)
    units = [hold.who[0] for hold in held if len(hold.who) == 1]
    weapons = [hold for hold in held if len(hold.who) == 2]
    kinds = [position.state.units[uid].is_leader for uid in units]
    assert (kinds.count(False), kinds.count(True), len(weapons)) == (5, 1, 2)
    for uid in units:
        one = position.state.units[uid]
        assert one.due == 3 and set(one.edges) == {"north", "east"}
    assert sum(1 for one in position.state.units.values() if one.side == "russian" and one.due == 1) == 11
    with pytest.raises(Exception, match="reserve takes up to"):
        position.advance(Action("hold", (next(u.id for u in position.state.units.values() if u.due == 1),)))


@pytest.mark.rule("SK1:S6-ssr2", "SK1:3.1a")
def test_s6_the_reserve_comes_on_turn_three_from_north_or_east_with_its_weapons() -> None:
    position = holding_back()
    choice = position.pending
    assert isinstance(choice, Choice)
    position.advance(choice.options[0])
    held = choice.options[0].who[0]
    more = position.pending
    assert isinstance(more, Choice)
    with_weapon = next(option for option in more.options if option.verb == "hold" and len(option.who) == 2)
    position.advance(with_weapon)
    position.advance(Action("done"))
    g = SYSTEM.play(position.state)
    state = position.state
    state.attacker = "russian"
    other = next(one for one in state.units.values() if one.side == "russian" and one.due == 1)
    for turn, north, reserve in ((1, True, False), (2, True, False), (3, True, True)):
        state.turn = turn
        assert bool(setup.may_enter(g, other)) is north
        assert bool(setup.may_enter(g, state.units[held])) is reserve
    assert len(setup.may_enter(g, state.units[held])) > len(setup.may_enter(g, other))
    assert state.weapons[with_weapon.who[1]].owner == held


@pytest.mark.rule("SK1:S6-ssr2")
def test_s6_weapons_not_held_go_to_those_who_enter_first() -> None:
    position = holding_back()
    choice = position.pending
    assert isinstance(choice, Choice)
    held = choice.options[0].who[0]
    position.advance(choice.options[0])
    position.advance(Action("done"))
    while not (isinstance(position.pending, Choice) and position.pending.options[0].verb == "equip"):
        moment = position.pending
        step = Outcome((3, 4)[: moment.dice]) if isinstance(moment, Chance) else moment.options[-1]  # type: ignore[union-attr]
        position.advance(step)
    assert all(option.who[0] != held for option in position.pending.options)
