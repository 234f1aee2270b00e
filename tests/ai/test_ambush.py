"""An ambush of tanks, from both sides: who hides where and comes out when, and how tanks come on and out of polders."""

from __future__ import annotations

import pytest

from defilade.ai.starter_kit.plans import policy, tank_plans
from defilade.ai.starter_kit.plans.tactics import StarterKitTactics
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.kernel import Action, Choice, Outcome
from defilade.rules.sk.full.vehicles.driving import Driving
from skf.situation import Situation, full_kit
from skf.tanks import Tanks

SIDES = ("german", "british")
SQUADS = ("b1", "b2", "b3")


def decided(s: Situation) -> Action:
    moment = s.pending
    assert isinstance(moment, Choice)
    return policy.decide(s.g, moment)


def play_on(s: Situation, most: int, *dice: int) -> list[Action]:
    """By the plans of both sides, with these dice at every throw, to the end of the phase."""
    done: list[Action] = []
    phase = s.state.phase
    for _ in range(most):
        moment = s.pending
        if s.state.phase != phase:
            break
        if isinstance(moment, Choice):
            done.append(decided(s))
            s.do(done[-1])
        else:
            s.events += s.position.advance(Outcome(dice[: moment.dice]))  # type: ignore[union-attr]
    return done


def set_up() -> Situation:
    """DaE1, up to the first question of the Germans."""
    s = Situation.__new__(Situation)
    s.position, s.events = full_kit().begin("DaE1", {})[0], []
    while not (isinstance(s.pending, Choice) and s.pending.side == "german"):
        s.do(decided(s))
    return s


def test_they_hide_apart_near_the_way_in_and_the_leader_with_some_of_them() -> None:
    s = set_up()
    places = {one.unit: one.hex for one in s.state.lurking["british"]}
    hexes = [places[one] for one in SQUADS]
    assert len(set(hexes)) == 3
    assert all(s.g.map.distance(hex, s.g.map.resolve("B12")) <= 4 for hex in hexes)
    assert places["b4"] in hexes


def test_tanks_make_room_for_those_who_come_on_behind_them() -> None:
    s = set_up()
    done = play_on(s, 60, 6, 6)
    entered = [action for action in done if action.verb == "enter" and action.at == "elstB12"]
    assert len(entered) == 3
    assert len([one for one in s.state.vehicles.values() if one.hex and not one.wreck]) == 3


def test_who_has_a_piat_comes_out_for_a_good_shot() -> None:
    s = set_up()
    done = play_on(s, 60, 6, 6)
    assert "show-yourself" in [action.verb for action in done]
    shown = next(action.who[0] for action in done if action.verb == "show-yourself")
    assert any(weapon.type == "bri-piat" for weapon in s.g.weapons_of(s.unit(shown)))


def test_a_tank_climbs_out_of_a_polder_to_get_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes 4 MP and a check before it enters the next hex; with nothing else in mind all MP go into that."""
    tank = {"id": "t", "type": "ger-tiger", "hex": "M5", "vca": 3, "tca": 3, "ce": True}
    units = [{"id": "b", "type": "bri-457", "hex": "TT20"}]
    s = Tanks("MPh", "german", [tank], units, board="elst", sides=SIDES).do("drive t")
    picture = Picture(s.g, "german")
    costs = {near: cost for _, near, cost in tank_plans.ways_on(picture, s.tank(), s.tank().hex)}
    assert costs
    assert set(costs.values()) == {5.0}
    onward = next(iter(costs))
    one, two = (
        tank_plans.Drive(99.0, (("enter", onward),)),
        tank_plans.Drive(99.0, (("enter", onward), ("enter", ""))),
    )
    s.do("start").roll(3, 3)
    while s.side() == "british":
        s.do("pass")
    for drive, how in ((one, "all"), (two, "")):
        monkeypatch.setattr(tank_plans, "best_drive", lambda *args, drive=drive: drive)
        assert (decided(s).verb, decided(s).how) == ("leave-polder", how)


def test_a_turret_is_turned_once_and_not_for_ever() -> None:
    s = Tanks(
        "MPh", "german", [{"id": "t", "type": "ger-tiger", "hex": "K12", "immobilized": True}], board="elst"
    )
    s.do("drive t", "turret - - 2")
    top = s.state.stack[-1]
    assert isinstance(top, Driving) and top.tca_to == 2
    moment = s.pending
    assert isinstance(moment, Choice)
    assert "turret" in {option.verb for option in moment.options}
    assert "turret" not in {option.verb for option in policy.strange_to_plans(s.g, moment)}
    at_a_glance = StarterKitTactics().strange_at_a_glance(s.position, moment)
    assert "turret" not in {option.verb for option in at_a_glance}
