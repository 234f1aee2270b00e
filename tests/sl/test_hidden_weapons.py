"""Hidden support weapons: the men are seen, what they carry is not (SL:2.6.1)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from conformance.walk import random_step
from defilade.hexgrid import Placed
from defilade.kernel import SPECTATOR, Over, Position, determinized, make_view
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.rout import reach_of
from defilade.rules.sl.state import State
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.weapons.handing_out import HandOut
from defilade.tactics.areas import Area
from defilade.tactics.units import Weapon
from sl.table import Table, pair, unit

HERE, THERE = pair(5)


def table(phase: str, *more: dict[str, Any], attacker: str = "german", **state: Any) -> Table:
    """A squad with a hidden MMG and another beside it, and a Russian who sees them."""
    units = [unit("a", "ger-467", HERE), unit("b", "ger-467", HERE), unit("r", "rus-447", THERE), *more]
    guns = {"w": Weapon("w", "german", "ger-mmg", owner="a", hex=HERE)}
    return Table(phase, units, attacker, weapons=guns, hidden_weapons=("w",), **state)


def known_owner(found: Table, side: str) -> str:
    return str(make_view(found.system, found.position, side, 0).state.weapons["w"].owner)


@pytest.mark.rule("SL:2.6.1-a")
def test_the_enemy_does_not_see_who_has_it_until_it_fires() -> None:
    found = table("PFPh")
    assert known_owner(found, "german") == "a"
    assert known_owner(found, "russian") == known_owner(found, SPECTATOR) == ""
    assert reach_of(found.g, found.unit("a")) == 6  # nobody can know that it reaches further
    found.do(f"target - {THERE}", "add a", "add a+w", "declare")
    assert known_owner(found, "russian") == "a" and not found.position.state.hidden_weapons
    assert reach_of(found.g, found.unit("a")) == 12


@pytest.mark.rule("SL:2.6.1-b")
def test_it_shows_when_its_owner_breaks_is_lost_or_moves_in_sight() -> None:
    broken = table("DFPh", attacker="german")
    broken.do(f"target - {HERE}", "add r", "declare").roll((1, 2))
    while broken.asked():
        broken.roll((6, 5))
    assert broken.unit("a").broken and known_owner(broken, "russian") == "a"
    killed = table("DFPh")
    killed.g.remove(killed.unit("a"))
    assert not killed.position.state.hidden_weapons
    moved = table("MPh").do("move a")
    moved.do(moved.options("enter")[0])
    assert known_owner(moved, "russian") == "a"
    blind = next(
        hex
        for hex in moved.g.map.names
        if hex not in moved.g.map.below
        and not any(
            place == THERE or moved.g.map.hindrance(THERE, place) >= 0
            for place in (hex, moved.g.map.adjacent[hex][0])
        )
    )
    units = [unit("a", "ger-467", blind), unit("r", "rus-447", THERE)]
    guns = {"w": Weapon("w", "german", "ger-mmg", owner="a", hex=blind)}
    unseen = Table("MPh", units, weapons=guns, hidden_weapons=("w",)).do("move a")
    step = next(one for one in unseen.options("enter") if one.split()[2] == unseen.g.map.adjacent[blind][0])
    assert known_owner(unseen.do(step), "russian") == ""


@pytest.mark.rule("SL:2.6.1-c", "SL:2.6.1-d")
def test_left_behind_or_handed_on_it_is_hidden_no_more() -> None:
    left = table("MPh").do("move a", "drop-weapon a+w")
    assert not left.position.state.hidden_weapons and left.said("SL:2.6.1-a")
    given = table("MPh")
    given.g.give(given.position.state.weapons["w"], given.unit("b"))
    assert not given.position.state.hidden_weapons
    gone = table("MPh")
    gone.g.remove_weapon(gone.position.state.weapons["w"])
    assert not gone.position.state.hidden_weapons


def card() -> Scenario:
    def group(side: str, units: dict[str, int], rows: str, **more: Any) -> Group:
        return Group(
            id=side, name=side, side=side, provenance="original", units=units, setup=Area(rows=rows), **more
        )

    return Scenario(
        id="masked",
        title="Masked",
        date="1943-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), rows={"z": "H-P"}, north="top"),
        turns=4,
        sides=("russian", "german"),
        sets_up_first="german",
        moves_first="russian",
        provenance="original",
        groups=(
            group("russian", {"rus-447": 6, "rus-8-1": 1}, "L-P"),
            group(
                "german",
                {"ger-467": 5, "ger-8-1": 1},
                "H-K",
                weapons={"ger-mmg": 2, "ger-hmg": 1, "ger-lmg": 1},
                hidden_weapons=("ger-mmg", "ger-hmg"),
                concealment=2,
            ),
        ),
    )


@pytest.mark.rule("SL:2.6.1-a")
@pytest.mark.parametrize("seed", range(3))
def test_worlds_with_weapons_in_other_hands_look_alike(seed: int) -> None:
    system = SlSystem({"masked": card()})
    rng = random.Random(f"{seed}/masked")
    position, _ = system.begin("masked")
    different = 0
    for number in range(4000):
        if isinstance(position.pending, Over):
            break
        setting_up = any(isinstance(frame, HandOut) for frame in position.state.stack)
        if number % 23 == 0 and position.state.hidden_weapons and not setting_up:
            twin = determinized(system, make_view(system, position, "russian", 0), rng)
            different += owners(twin.state) != owners(position.state)
            for side in ("russian", SPECTATOR):
                assert seen(position, side) == seen(twin, side)
        position.advance(random_step(position, rng))
    assert different, "the twins were not the same world"
    assert isinstance(position.pending, Over) and not position.state.hidden_weapons


def owners(state: State) -> list[str]:
    return [state.weapons[wid].owner for wid in state.hidden_weapons]


def seen(position: Position[State], side: str) -> bytes:
    return msgspec.json.encode(make_view(position.system, position, side, 0))
