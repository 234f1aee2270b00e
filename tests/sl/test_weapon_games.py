"""Whole random games of Squad Leader with flamethrowers, charges, mines, bottles and AFVs to use them on."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from conformance.walk import MOST_DECISIONS, random_step
from defilade.hexgrid import Placed
from defilade.kernel import Action, Choice, Over
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area
from defilade.tactics.victory_conditions import ControlBuildings

MINE = ("flame", "burn", "place-charge", "explode", "throw-charge", "throw-charge-at", "place-mine")
BOTTLES = ("throw-molotov", "burn-building", "leave-fire")


@cache
def arsenal() -> SlSystem:
    def group(side: str, rows: str, units: dict[str, int], weapons: dict[str, int], tank: str) -> Group:
        return Group(
            id=side,
            name="Assault troops",
            side=side,
            provenance="original",
            units=units,
            weapons=weapons,
            vehicles={tank: 1},
            engineers=True,
            setup=Area(rows=rows),
            concealment=1,
        )

    card = Scenario(
        id="arsenal",
        title="Everything that burns",
        date="1944-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top", rows={"z": "H-O"}),
        turns=5,
        sides=("russian", "german"),
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=(
            group(
                "russian",
                "K-N",
                {"rus-628": 3, "rus-447": 2, "rus-8-1": 1},
                {"rus-atm": 2, "rus-mol": 3, "ger-dc": 1, "ger-ft": 1, "rus-lmg": 1},
                "rus-t34-76b",
            ),
            group(
                "german",
                "H-J",
                {"ger-838": 4, "ger-237": 1, "ger-9-2": 1},
                {"ger-ft": 2, "ger-dc": 3, "ger-atm": 2, "fin-klo": 1, "rus-mol": 2},
                "ger-pzkw-ivh",
            ),
        ),
        victory=ControlBuildings(winner="german", rule="SL:S2-VC-a", buildings=("M4", "M7"), at_least=1),
    )
    return SlSystem({card.id: card})


def play(seed: int) -> Counter[str]:
    """A game by somebody who likes these weapons: what was used, and how often."""
    rng, used = random.Random(f"arsenal/{seed}"), Counter[str]()
    system = arsenal()
    position, _ = system.begin("arsenal")
    for number in range(MOST_DECISIONS):
        pending = position.pending
        if isinstance(pending, Over):
            assert pending.winner
            return used
        step = random_step(position, rng)
        if isinstance(pending, Choice):
            special = [option for option in pending.options if option.verb in (*MINE, *BOTTLES)]
            if special and rng.random() < 0.4:
                verb = rng.choice(sorted({option.verb for option in special}))
                step = rng.choice([option for option in special if option.verb == verb])
            assert isinstance(step, Action)
            used[step.verb] += step.verb in (*MINE, *BOTTLES)
            if number % 25 == 0:
                assert all(system.describe(position.state, action).label for action in pending.options)
        if number % 40 == 0:
            written = system.encode(position.state)
            assert system.encode(system.decode(written)) == written
            weapons = position.state.weapons.values()
            assert all(
                weapon.hex == position.state.units[weapon.owner].hex for weapon in weapons if weapon.owner
            )
        position.advance(step)
    raise AssertionError("the game does not end")


def test_random_games_with_all_special_weapons_end() -> None:
    used = sum((play(seed) for seed in (2, 8, 11)), Counter[str]())
    assert {"flame", "place-charge", "burn-building", "leave-fire"} <= set(+used)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200))
def test_many_random_games_with_all_special_weapons_end(seed: int) -> None:
    play(1000 + seed)
