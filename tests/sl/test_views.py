"""What lies under "?" counters, who is hidden and how a group sets up stays secret through whole games (SL:2.3.2)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.walk import MOST_DECISIONS, random_step
from defilade.kernel import SPECTATOR, Chance, Choice, Event, Over, Position, Sampled, determinized, make_view
from defilade.rules.sl.counter_views import GUN_SHAPES
from defilade.rules.sl.library import library
from sl.secrets import secret_system

NIGHTS = [False, True]
SHY = ("uncover", "show")
"""What a random player would do far too often: then there would be nothing left to hide."""


def seen(position: Position[Any], side: str) -> bytes:
    return msgspec.json.encode(make_view(position.system, position, side, 0))


def shyly(position: Position[Any], rng: random.Random) -> Any:
    """A random step of somebody who stays concealed as a rule."""
    moment = position.pending
    if isinstance(moment, Choice) and rng.random() < 0.9:
        quiet = [option for option in moment.options if option.verb not in SHY]
        if quiet:
            return quiet[int(rng.random() * len(quiet))]
    return random_step(position, rng)


def heard(events: list[Event], side: str) -> list[Event]:
    return [event for event in events if event.visible_to(side)]


def follow(position: Position[Any], twin: Position[Any], side: str, rng: random.Random) -> int:
    """The same steps in both worlds, whoever chooses, as long as both admit them and nothing shows; how many."""
    one, other = position.clone(), twin
    for number in range(25):
        moment, same = one.pending, other.pending
        assert type(moment) is type(same)
        if isinstance(moment, Over):
            return number
        if isinstance(moment, Choice):
            assert isinstance(same, Choice) and moment.side == same.side
            if moment.side == side:
                assert moment.options == same.options and moment.asks == same.asks
            shared = [
                option for option in moment.options if option in same.options and option.verb not in SHY
            ]
            if not shared:
                return number
            step: Any = shared[int(rng.random() * len(shared))]
        else:
            assert isinstance(moment, Chance) and moment == same
            step = Sampled(rng).draw(moment, 1)
        first, second = heard(one.advance(step), side), heard(other.advance(step), side)
        if any(event.kind == "reveal" for event in (*first, *second)):
            return number
        assert first == second, step
        assert seen(one, side) == seen(other, side), step
    return 25


@pytest.mark.rule("SL:2.3.2", "SL:2.5.1", "SL:2.5.2")
@pytest.mark.parametrize("night", NIGHTS)
@pytest.mark.parametrize("seed", range(3))
def test_worlds_that_look_alike_stay_alike(night: bool, seed: int) -> None:
    system = secret_system(night=night)
    rng = random.Random(f"{night}/{seed}/views")
    position, _ = system.begin("hide-and-seek")
    count = followed = 0
    while not isinstance(position.pending, Over):
        if isinstance(position.pending, Choice):
            count += 1
            if count % 9 == 0:
                for side in (*system.sides(position.state), SPECTATOR):
                    twin = determinized(system, make_view(system, position, side, 0), rng)
                    assert seen(position, side) == seen(twin, side)
                    if side != SPECTATOR:
                        followed += follow(position, twin, side, rng)
        position.advance(shyly(position, rng))
    assert followed > 100, "the worlds were followed for a while"


@pytest.mark.parametrize("night", NIGHTS)
@pytest.mark.parametrize("seed", range(3))
def test_games_with_all_that_end_and_can_be_written_down(night: bool, seed: int) -> None:
    """Concealment, hidden units, scouts, snipers and star shells, played by somebody who does not know how."""
    system = secret_system(night=night)
    rng = random.Random(f"{night}/{seed}/all")
    position, _ = system.begin("hide-and-seek", {"snipers": "on"})
    for number in range(MOST_DECISIONS):
        if isinstance(position.pending, Over):
            break
        if number % 50 == 0:
            written = system.encode(position.state)
            assert system.encode(system.decode(written)) == written
            where = {uid: hex for hex, stack in position.state.stacks.items() for uid in stack}
            assert {uid: unit.hex for uid, unit in position.state.units.items() if unit.hex} == where
            under = [uid for covered in position.state.covered.values() for uid in covered.units]
            assert not set(under) & set(where) and not set(position.state.hidden) & set(where)
            if isinstance(position.pending, Choice):
                assert all(system.describe(position.state, one).label for one in position.pending.options)
        position.advance(shyly(position, rng))
    assert isinstance(position.pending, Over)
    assert not position.state.covered and not position.state.hidden


def test_every_support_weapon_has_a_picture_of_its_own() -> None:
    board = Path(__file__).parents[2] / "web" / "src" / "board"
    drawn = "".join(
        (board / name).read_text(encoding="utf-8") for name in ("counter-art.ts", "silhouettes.ts")
    )
    backs = library().anti_tank.weapons.types
    guns = {name for name, back in backs.items() if back.barrel is not None}
    kinds = {kind.kind for name, kind in library().weapons.items() if name not in guns}
    shapes = {GUN_SHAPES.get(library().weapons[name].kind, "at-gun") for name in guns}
    assert [shape for shape in sorted(shapes) if f'id="hull-{shape}"' not in drawn] == []
    assert {"FT", "DC", "ATM", "KLO", "MOL"} <= kinds
    assert [kind for kind in sorted(kinds) if f'id="weapon-{kind}"' not in drawn] == []
