"""Machine guns and those who direct them: together from the set-up and the entry on."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.ai.starter_kit.plans.movement_plans import is_waited_for
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.standing import Standing
from defilade.ai.tactician.levels import Level
from defilade.ai.tactician.player import TacticianPlayer
from defilade.kernel import Chance, Choice, Position, Sampled, make_view
from defilade.rules.sk.situation import Situation, build_situation
from defilade.rules.sk.state import MPH, PFPH, RPH, SkPlay
from defilade.systems import MINDS, find_system

SYSTEM = find_system("sk1")
GLANCE = TacticianPlayer(Level("at a glance", ("balanced",)), MINDS)


def play_of(position: Position[Any]) -> SkPlay:
    play = position.system.play(position.state)
    assert isinstance(play, SkPlay)
    return play


def opened(scenario: str) -> SkPlay:
    """A game after set-up and the first Movement Phase."""
    position, _ = SYSTEM.begin(scenario)
    dice, rng = Sampled(random.Random(1)), random.Random(1)
    while position.state.turn == 0 or (position.state.turn == 1 and position.state.phase in (RPH, PFPH, MPH)):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, 0))
            continue
        assert isinstance(moment, Choice)
        position.advance(GLANCE.choose(make_view(SYSTEM, position, moment.side, 0), SYSTEM, rng))
    return play_of(position)


@pytest.mark.parametrize("scenario", ["S4", "S6"])
def test_machine_guns_have_leaders_when_the_game_opens(scenario: str):
    g = opened(scenario)
    guns = [one for one in g.state.weapons.values() if g.weapon_type(one).is_mg and g.unit(one.owner).hex]
    owners = [g.unit(one.owner) for one in guns]
    led = [unit for unit in owners if any(other.is_leader for other in g.side_in(unit.hex, unit.side))]
    assert len(owners) >= 6
    assert len(led) >= 0.8 * len(owners)


FRONT: dict[str, Any] = {
    "board": "z",
    "phase": "MPh",
    "attacker": "german",
    "units": [
        {"id": "g1", "type": "ger-467", "hex": "J5", "sw": [{"id": "mg", "type": "ger-hmg"}]},
        {"id": "g2", "type": "ger-467", "hex": "J7"},
        {"id": "g8", "type": "ger-8-1", "hex": "J6"},
        {"id": "g9", "type": "ger-9-2", "hex": "J6"},
        {"id": "r1", "type": "rus-447", "hex": "J3"},
    ],
}


def front() -> Picture:
    return Picture(play_of(build_situation(msgspec.convert(FRONT, Situation))[0]), "german")


def test_a_leader_counts_for_more_the_more_he_directs():
    picture = front()
    g = picture.g
    gun, rifles = [g.unit("g1")], [g.unit("g2")]
    good, better = (Standing(picture, g.unit(uid)) for uid in ("g8", "g9"))
    assert good.directing("zJ5", gun) > good.directing("zJ5", rifles) > 0
    assert better.directing("zJ5", gun) > good.directing("zJ5", gun)
    assert good.directing("zJ5", []) == 0
    assert good.company("zJ5") > good.company("zJ7")


def test_who_is_led_already_needs_no_second_leader_for_his_fire():
    picture = front()
    moved = picture.g.unit("g9")
    one = Standing(picture, picture.g.unit("g8")).company("zJ5")
    picture.g.state.units["g9"] = msgspec.structs.replace(moved, hex="zJ5")
    picture.g.state.stacks["zJ5"] = (*picture.g.state.stacks["zJ5"], "g9")  # type: ignore[index]
    again = Picture(picture.g, "german")
    assert Standing(again, again.g.unit("g8")).company("zJ5") < one - 0.25


def test_a_leader_waits_for_a_machine_gun_that_comes_on():
    """As many leaders as machine guns beside him, and nobody waits."""
    position, _ = SYSTEM.begin("S6")
    while position.state.phase != MPH or not isinstance(position.pending, Choice):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(Sampled(random.Random(1)).draw(moment, 0))
        else:
            view = make_view(SYSTEM, position, moment.side, 0)  # type: ignore[union-attr]
            position.advance(GLANCE.choose(view, SYSTEM, random.Random(1)))
    g = play_of(position)
    picture = Picture(g, "russian")
    outside = [u for u in g.state.units.values() if u.side == "russian" and not u.hex]
    leaders = [u for u in outside if u.is_leader]
    guns = [u for u in outside if picture.carried(u)]
    plain = next(u for u in outside if not u.is_leader and not picture.carried(u))
    assert len(guns) >= len(leaders) > 0
    assert is_waited_for(picture, plain, leaders[0])
    strongest = max(guns, key=picture.carried)
    assert not is_waited_for(picture, strongest, leaders[0])
    for gun in guns:
        g.state.units[gun.id] = msgspec.structs.replace(gun, group="elsewhere")
    assert not is_waited_for(picture, plain, leaders[0])
