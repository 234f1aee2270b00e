"""The scenario DaE1, Ambush at De Hoop (DAE:DaE1)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.ai.one_step import better_of
from defilade.ai.player import choice_of
from defilade.kernel import Action, Chance, Choice, Outcome, Position, Session, make_view
from defilade.kernel.chance import Committed
from defilade.rules.sk import victory
from defilade.rules.sk.full.elst.ambush import hides_somebody
from defilade.rules.sk.full.vehicles.driving import Driving, mp_left
from defilade.rules.sk.state import HiddenUnit, State
from skf.situation import full_kit, movement_phase_of
from skf.tanks import Tanks

ENGINE = full_kit()
CARD = ENGINE.scenario("DaE1")
TIGER = {"id": "t", "type": "ger-tiger", "hex": "D11", "vca": 1, "tca": 1}


def ambush(
    phase: str = "PFPh",
    attacker: str = "german",
    tank: dict[str, Any] | None = None,
    at: str = "F11",
    kind: str = "bri-457",
    turn: int = 2,
) -> Tanks:
    """A Tiger in D11, and a hidden unit with a PIAT in F11."""
    unit = {"id": "b", "type": kind, "hex": "H16", "sw": [{"id": "piat", "type": "bri-piat"}]}
    shown = {"id": "s", "type": "bri-457", "hex": "H6"}
    broken = {"id": "x", "type": "bri-457", "hex": "H7", "broken": True, "dm": True}
    s = Tanks(
        "RPh",
        attacker,
        [{**TIGER, **(tank or {})}],
        [unit, shown, broken],
        board="",
        scenario="DaE1",
        turn=turn,
    )
    g = s.g
    g.place(g.unit("b"), "")
    s.state.lurking = {"british": (HiddenUnit("b", g.map.resolve(at)),)}
    return s.until(phase) if phase != "RPh" else s  # type: ignore[return-value]


# -- victory -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:DaE1-a")
@pytest.mark.parametrize(
    ("changes", "winner"),
    [
        ({}, "german"),
        ({"immobilized": True}, "british"),
        ({"bogged": True}, "british"),
        ({"disabled": ["ma"]}, "british"),
        ({"recalled": True}, "british"),
        ({"stunned": True}, "german"),
        ({"wreck": True}, "british"),
    ],
)
def test_one_mobile_tiger_with_its_gun_wins(changes: dict[str, Any], winner: str) -> None:
    unit = {"id": "s", "type": "bri-457", "hex": "H6"}
    s = Tanks("CCPh", "british", [{**TIGER, **changes}], [unit], board="", scenario="DaE1", turn=3)
    result = victory.check_end(s.g)
    assert result.winner == winner and "DAE:DaE1-a" in result.rules


@pytest.mark.rule("DAE:DaE1-a")
def test_a_malfunctioned_gun_does_not_count() -> None:
    unit = {"id": "s", "type": "bri-457", "hex": "H6"}
    s = Tanks("CCPh", "british", [TIGER], [unit], board="", scenario="DaE1", turn=3)
    g = s.g
    gun = next(weapon for weapon in g.state.weapons.values() if weapon.owner == "t")
    g.update_weapon(gun, malfunctioned=True)
    assert victory.check_end(g).winner == "british"


# -- the card ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:DaE1-b", "DAE:DaE1-h")
def test_length_order_and_the_hexes_in_play() -> None:
    game_map = ENGINE.table_of("DaE1", "").map
    assert (CARD.turns, CARD.sets_up_first, CARD.moves_first) == (3, "british", "german")
    numbers = {game_map.grid_name(hex)[2] for hex in game_map.names}
    letters = {game_map.grid_name(hex)[1] for hex in game_map.names}
    assert numbers == set(range(6, 17)) and letters == set("BCDEFGH")
    assert not ambush().state.batteries, "there is no artillery"


@pytest.mark.rule("DAE:DaE1-c")
def test_the_british_keep_off_the_road_in() -> None:
    game_map = ENGINE.table_of("DaE1", "").map
    british = CARD.groups[0]
    assert british.units == {"bri-457": 3, "bri-8-1": 1} and british.weapons == {"bri-lmg": 3, "bri-piat": 1}
    area = CARD.set_up_area(0, game_map)
    away = {game_map.distance(hex, game_map.resolve("B12")) for hex in area}
    assert (
        british.elr == 3
        and min(away) == 2
        and len(area) == len(game_map.names) - 1 - len(game_map.adjacent[game_map.resolve("B12")])
    )


@pytest.mark.rule("DAE:DaE1-d", "DAE:DaE1-h")
def test_three_tigers_come_in_by_the_road_with_four_mp_left() -> None:
    position = movement_phase_of("DaE1", "german")
    tigers = [tank for tank in position.state.vehicles.values() if tank.type == "ger-tiger"]
    assert len(tigers) == 3
    position.advance(Action("drive", (tigers[0].id,)))
    g, move = ENGINE.play(position.state), position.state.stack[-1]
    assert isinstance(move, Driving) and mp_left(g, move) == 4
    moment = position.pending
    assert isinstance(moment, Choice)
    entries = [option for option in moment.options if option.verb == "enter"]
    assert {option.at for option in entries} == {"elstB12"}
    position.advance(entries[0])
    after = next(frame for frame in position.state.stack if isinstance(frame, Driving))
    assert mp_left(ENGINE.play(position.state), after) == 3.5, "CE along the road that goes on out of play"


@pytest.mark.rule("DAE:DaE1-i")
def test_balance() -> None:
    german, british = CARD.balanced("german"), CARD.balanced("british")
    assert british.groups[0].weapons["bri-piat"] == 2
    assert german.groups[1].enters is not None and german.groups[1].enters.spent == 6


# -- in ambush -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:DaE1-e")
def test_the_british_are_hidden_one_by_one_and_nobody_else_can_tell_where() -> None:
    views = []
    for place in (0, 20):
        position: Position[State] = Position(ENGINE, ENGINE.start("DaE1", {}))
        for _ in range(40):
            moment = position.pending
            if not isinstance(moment, Choice) or moment.side != "british":
                break
            position.advance(moment.options[place % len(moment.options)])
        assert not list(ENGINE.play(position.state).on_map("british"))
        assert len(position.state.lurking["british"]) == 4
        views.append(msgspec.json.encode(ENGINE.redact(position.state, "german").lurking))
    assert set(views) == {b"{}"}


@pytest.mark.rule("DAE:DaE1-e")
def test_a_guess_puts_them_somewhere() -> None:
    position = movement_phase_of("DaE1", "german")
    seen = ENGINE.redact(position.state, "german")
    guessed = ENGINE.determinize(seen, "german", random.Random(3))
    hexes = {one.hex for one in guessed.lurking["british"]}
    assert len(guessed.lurking["british"]) == 4
    assert hexes <= set(CARD.set_up_area(0, ENGINE.table_of("DaE1", "").map))


@pytest.mark.rule("DAE:DaE1-e")
def test_they_show_themselves_and_fire_at_a_tank_on_the_move() -> None:
    s = ambush("MPh").do("drive t", "start").roll(3, 3)
    assert s.side() == "british" and s.offers("show-yourself b") and not s.offers("gun b+piat")
    s.do("show-yourself b")
    assert s.unit("b").hex == "elstF11" and not s.state.lurking and s.said("shows itself")
    assert s.offers("gun b+piat") == (s.g.map.distance("elstF11", "elstD11") <= 3)


@pytest.mark.rule("DAE:DaE1-e")
@pytest.mark.parametrize("phase", ["PFPh", "MPh", "APh"])
def test_they_may_show_themselves_in_their_own_turn(phase: str) -> None:
    s = ambush(phase, attacker="british")
    assert s.side() == "british" and s.offers("show-yourself b")
    s.do("show-yourself b")
    assert s.unit("b").hex == "elstF11"
    if phase == "MPh":
        assert s.offers("move b")


@pytest.mark.rule("DAE:DaE1-e")
def test_they_are_asked_whether_or_not_they_could_do_anything() -> None:
    far = ambush("MPh", at="H16").do("drive t", "start").roll(3, 3)
    assert far.side() == "british" and hides_somebody(far.g, "british")


@pytest.mark.rule("DAE:DaE1-e")
def test_a_tank_that_drives_upon_them_finds_them() -> None:
    open_road = {"hex": "D12", "ce": True}
    ahead = ambush("MPh", tank=open_road).do("drive t", "start").roll(3, 3).do("pass")
    hex = ahead.action(ahead.options("enter")[0]).at
    s = ambush("MPh", at=hex, tank=open_road).do("drive t", "start").roll(3, 3).do("pass")
    s.do(ahead.options("enter")[0])
    assert s.unit("b").hex == hex and not s.state.lurking and "DAE:DaE1-e" in s.cited()


@pytest.mark.rule("DAE:DaE1-f")
@pytest.mark.parametrize(("dice", "found"), [((1, 2), True), ((5, 5), False)])
def test_mg_fire_at_an_empty_hex_is_area_fire(dice: tuple[int, int], found: bool) -> None:
    s = ambush("PFPh").do("suspect t")
    assert s.offers("at - F11") and s.offers("at - F12"), "he does not know where they are"
    s.do("at - F11")
    guns = next(option for option in s.options("mg"))
    s.do(guns).roll(*dice)
    assert bool(s.unit("b").hex) == found and bool(s.state.lurking) != found


@pytest.mark.rule("DAE:DaE1-f")
def test_area_fire_is_half_the_fp_and_a_result_affects_them() -> None:
    s = ambush("PFPh").do("suspect t", "at - F11")
    guns = next(option for option in s.options("mg"))
    s.do(guns).roll(1, 1)
    event = s.event("attack")
    assert event.breakdown is not None and event.breakdown.column * 2 <= event.breakdown.total
    assert event.who == ("b",) and "DAE:DaE1-f" in s.cited()
    moment = s.pending
    assert s.gone("b") or s.unit("b").broken or not isinstance(moment, Choice), "it is struck by that result"


@pytest.mark.rule("DAE:DaE1-f")
def test_where_nobody_is_nothing_happens() -> None:
    s = ambush("PFPh").do("suspect t", "at - F12")
    s.do(next(option for option in s.options("mg"))).roll(1, 1)
    assert s.state.lurking and not s.unit("b").hex


@pytest.mark.rule("DAE:DaE1-f")
@pytest.mark.parametrize(
    ("at", "effect", "found"), [("F11", (1, 2), True), ("F11", (6, 6), False), ("F12", (1, 2), False)]
)
def test_a_shell_into_the_hex_finds_them_if_it_has_a_result(
    at: str, effect: tuple[int, int], found: bool
) -> None:
    """The DR for its effect is rolled whether or not anybody is there."""
    s = ambush("PFPh")
    gun = next(weapon.id for weapon in s.state.weapons.values() if weapon.owner == "t")
    s.do(f"gun t+{gun}", "elsewhere", f"at - {at}")
    s.do(next(option for option in s.options("shoot") if "att-HE" in option))
    while isinstance(s.pending, Choice):
        s.do(s.options()[-1])
    s.events += s.position.advance(Outcome((1, 2)))
    assert isinstance(s.pending, Chance) and "if anybody is there" in s.pending.asks
    s.events += s.position.advance(Outcome(effect))
    assert bool(s.unit("b").hex if not s.gone("b") else "gone") == found
    assert s.said("the hit tells on it") == found and bool(s.state.lurking) != found


# -- heads out -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:DaE1-g")
def test_the_tigers_come_in_with_their_heads_out_and_may_not_button_up() -> None:
    position = movement_phase_of("DaE1", "german")
    tiger = next(iter(position.state.vehicles.values()))
    assert all(tank.ce for tank in position.state.vehicles.values())
    position.advance(Action("drive", (tiger.id,)))
    moment = position.pending
    assert isinstance(moment, Choice) and "button-up" not in {option.verb for option in moment.options}


@pytest.mark.rule("DAE:DaE1-g")
@pytest.mark.parametrize(("phase", "turn", "may"), [("MPh", 1, False), ("MPh", 2, True)])
def test_from_the_first_advance_phase_on_they_may(phase: str, turn: int, may: bool) -> None:
    s = ambush(phase, turn=turn, tank={"ce": True}).do("drive t")
    assert s.offers("button-up") == may


@pytest.mark.rule("DAE:DaE1-g")
def test_in_the_first_advance_phase_itself() -> None:
    s = ambush("APh", turn=1, tank={"ce": True})
    assert s.offers("button-up t")


def laid_out(places: tuple[int, ...]) -> Session[State]:
    """A game in which the British have hidden in these places of their lists, as they are asked."""
    session = Session(ENGINE, "DaE1", {}, Committed("5e" * 32))
    left = list(places)
    for _ in range(60):
        moment = session.pending
        if not isinstance(moment, Choice) or session.position.state.turn:
            break
        hiding = moment.options[0].verb == "hide"
        session.take(moment.options[left.pop(0) if hiding else 0])
    return session


@pytest.mark.rule("DAE:DaE1-e")
def test_play_goes_on_alike_for_the_germans_wherever_the_british_are() -> None:
    one, other = laid_out((40, 41, 42, 43)), laid_out((55, 56, 50, 47))
    rng = random.Random(5)
    steps = 0
    while steps < 120 and one.position.state.lurking and other.position.state.lurking:
        shown = [msgspec.json.encode(session.view("german")) for session in (one, other)]
        assert shown[0] == shown[1], f"after {steps} steps"
        moment, theirs = one.pending, other.pending
        if isinstance(moment, Chance):
            one.roll()
            other.roll()
        elif isinstance(moment, Choice) and isinstance(theirs, Choice):
            assert theirs.side == moment.side
            apart = ("show-yourself", "gun", "suspect")
            common = [o for o in moment.options if o in theirs.options and o.verb not in apart]
            step = rng.choice(common)
            one.take(step)
            other.take(step)
        else:
            break
        steps += 1
    assert steps > 25


@pytest.mark.rule("DAE:DaE1-e")
def test_a_hidden_leader_may_come_out_to_rally_the_broken() -> None:
    s = ambush("AFPh", attacker="german", at="H7", kind="bri-8-1")
    for _ in range(40):
        if s.state.phase == "RPh" and s.state.attacker == "british":
            break
        if isinstance(s.pending, Chance):
            s.roll(*(3, 4)[: s.pending.dice])
        else:
            s.decline()
    assert s.side() == "british" and s.offers("show-yourself b")
    s.do("show-yourself b")
    assert s.unit("b").hex == "elstH7"
    while not any("x" in option.split() for option in s.options()):
        s.do("done")
    assert s.state.phase == "RPh", "the broken squad may be rallied, now with a leader beside it"


@pytest.mark.parametrize("steps", [["suspect t"], ["suspect t", "at - F11"]])
def test_computer_players_go_through_with_such_fire(steps: list[str]) -> None:
    """Who takes it back would begin it again, and so on for ever."""
    s = ambush("PFPh").do(*steps)
    view = make_view(s.position.system, s.position, "german", 0)
    options = choice_of(view).options

    def nothing_begun(position: Position[Any], side: str) -> float:
        return float(type(position.state.stack[-1]).__name__ == "PrepFirePhase")

    assert Action("back") in options
    found = better_of(view, s.position.system, s.pending, nothing_begun, options, None, random.Random(1))
    assert found != Action("back")
