"""What a shot at a vehicle comes to before its dice equals what all dice come to when they are thrown."""

from __future__ import annotations

from itertools import product

import pytest

from defilade.kernel import Chance, Outcome, Position
from defilade.rules.sk.full.ordnance.aiming import Aiming, shot_action, shots_now
from defilade.rules.sk.full.vehicles.kill_odds import MISSED, fates_of_vehicle
from defilade.rules.sk.full.vehicles.to_kill import DESTROYED, IMMOBILIZED, KillRoll
from defilade.rules.sk.state import State
from skf.tanks import Tanks
from skf.test_guns_at_vehicles import SIDES, TANK, ambush

DICE = tuple(product(range(1, 7), repeat=2))


def thrown(position: Position[State]) -> dict[str, float]:
    """Every To Hit DR and every To Kill DR, one after the other: how often the tank is missed, wrecked and stopped."""
    found = {MISSED: 0.0, DESTROYED: 0.0, IMMOBILIZED: 0.0}
    for dice in DICE:
        ahead = position.clone()
        ahead.advance(Outcome(dice))
        if not isinstance(ahead.state.stack[-1], KillRoll):
            found[MISSED] += 1 / 36
            continue
        for kill in DICE:
            end = ahead.clone()
            assert isinstance(end.pending, Chance)
            end.advance(Outcome(kill))
            tank = end.state.vehicles["e"]
            found[DESTROYED] += tank.wreck / 36**2
            found[IMMOBILIZED] += tank.immobilized / 36**2
    return found


def check(s: Tanks, how: str) -> None:
    frame = s.state.stack[-1]
    assert isinstance(frame, Aiming)
    shot = next(
        shot for shot in shots_now(s.g, frame) if shot.aimed_at == "e" and shot_action(shot).how == how
    )
    odds = fates_of_vehicle(s.g, shot)
    assert sum(odds.values()) == pytest.approx(1.0)
    s.do(f"shoot e {shot.target} {how}")
    for name, chance in thrown(s.position).items():
        assert odds.get(name, 0.0) == pytest.approx(chance), name


@pytest.mark.parametrize("gun", ["ger-75l-at", "ger-37l-at"])
@pytest.mark.parametrize("vca", [0, 2, 5])
@pytest.mark.rule("SKF:7.9-b", "SKF:3.2.4-ag", "SKF:3.2.4-ah")
def test_a_gun_at_every_side_of_a_tank(gun: str, vca: int) -> None:
    s = ambush(gun)
    s.state.vehicles["e"] = type(s.tank("e"))("e", "russian", "rus-t3485", "zY6", vca=vca, tca=(vca + 1) % 6)
    s.do("gun c+gun", "at - Y6")
    check(s, "vtt-AP")


@pytest.mark.rule("DAE:QRDC-case16")
def test_a_tank_that_fires_in_motion_counts_the_lower_die_twice() -> None:
    mine = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2, "motion": True}
    s = Tanks("DFPh", "russian", [mine, TANK], sides=SIDES)
    s.do(s.options("gun")[0])
    s.do("at - Y6")
    frame = s.state.stack[-1]
    assert isinstance(frame, Aiming)
    how = next(shot_action(shot).how for shot in shots_now(s.g, frame) if shot.aimed_at and shot.ammo == "AP")
    check(s, how)
