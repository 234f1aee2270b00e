"""Nothing of an unseen unit shows: whatever its fields say, the other side and spectators are given the same bytes
(SL:2.3.2, SL:2.5.1, SL:3.3.2-a)."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest

from conformance.walk import MOST_DECISIONS, random_step
from defilade.kernel import SPECTATOR, Choice, Over, Position, make_view
from defilade.rules.sl.eyes.unseen_rally import UnseenRallyRoll
from defilade.rules.sl.state import Covered, State
from defilade.rules.sl.system import SlSystem
from defilade.tactics.units import Unit, Weapon
from sl.motor_pool import scene, vehicle
from sl.secrets import secret_card
from sl.table import pair, unit

FIELD, OTHER = pair(3)

KNOWN_OF_UNITS = {"id", "side", "type", "kind", "group", "letter", "broken"}
"""The order of battle, and that a unit is broken: it was seen to break, and all hear it rally."""
KNOWN_OF_WEAPONS = {"id", "side", "type", "group", "letter"}
SECRETS_OF_VEHICLES = {"leader", "leader_used"}
"""Of an armour leader who has not shown himself."""
SHY = ("uncover", "show", "forfeit")
TABLES_OF_ALL = {
    "units",
    "weapons",
    "unseen",
    "scout_tried",
    "deployed",
    "skiers",
    "on_skis",
    "cavalry",
    "freed",
    "knowledge",
    "sniped",
    "bailed_out",
}
"""Where ids of unseen units may stand: who there is, what was seen of them before they went out of sight, and that a
sniper has fired, which all hear."""


@cache
def systems() -> dict[str, SlSystem]:
    plain = SlSystem()
    card = secret_card()
    groups = tuple(
        msgspec.structs.replace(
            group, weapons={weapon: 2}, hidden_weapons=(weapon,) if weapon == "ger-mmg" else ()
        )
        for group, weapon in zip(card.groups, ("rus-lmg", "ger-mmg"), strict=True)
    )
    armed = msgspec.structs.replace(card, groups=groups)
    found = dict.fromkeys(plain.scenarios(), plain)
    found["by-day"] = SlSystem({card.id: armed})
    found["by-night"] = SlSystem({card.id: msgspec.structs.replace(armed, night=True)})
    return found


def other(value: Any, kind: str) -> Any:
    """Another value for a field."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    assert isinstance(value, tuple), f"what else could {kind} be?"
    return (*value, "x")


def changed(piece: Any, names: set[str]) -> Any:
    return msgspec.structs.replace(piece, **{name: other(getattr(piece, name), name) for name in names})


def secrets_of(state: State, side: str) -> list[tuple[dict[str, Any], str, set[str]]]:
    """Pieces of which a side sees less than there is: in which table, which, and what of it."""
    found: list[tuple[dict[str, Any], str, set[str]]] = []
    unseen = {uid for uid in state.unseen if state.units[uid].side != side}
    for uid in unseen:
        found.append((state.units, uid, set(Unit.__struct_fields__) - KNOWN_OF_UNITS))
    for wid, weapon in state.weapons.items():
        if weapon.owner in unseen or (wid in state.hidden_weapons and weapon.side != side):
            found.append((state.weapons, wid, set(Weapon.__struct_fields__) - KNOWN_OF_WEAPONS))
    for vid, ride in state.vehicles.items():
        if ride.leader and ride.side != side and not ride.leader_shown:
            found.append((state.vehicles, vid, SECRETS_OF_VEHICLES))
    return found


def seen(position: Position[State], state: State, side: str) -> bytes:
    twin = position.clone()
    twin.state = state
    return msgspec.json.encode(make_view(position.system, twin, side, 0))


def another_world(position: Position[State], side: str, only: str = "") -> tuple[State, set[str]]:
    """The same position with other values in all that a side may not see, or in fields of one name only."""
    state = position.system.clone(position.state)
    touched: set[str] = set()
    held = {wid: weapon.owner for wid, weapon in state.weapons.items()}
    for table, key, names in secrets_of(position.state, side):
        mine = {name for name in names if not only or name == only}
        if table is position.state.weapons:
            mine -= {"owner"}  # whose it is says whether it is seen at all; other hands are another test
        target = getattr(
            state, next(n for n in ("units", "weapons", "vehicles") if getattr(position.state, n) is table)
        )
        target[key] = changed(target[key], mine)
        touched |= mine
    assert held == {wid: weapon.owner for wid, weapon in state.weapons.items()}
    if not only or only == "owner":
        hand_round(state, side)
    if not only:
        for counter, under in state.covered.items():
            if state.units[counter].side != side:
                state.covered[counter] = Covered(under.units, under.dummies + 3)
                touched.add("dummies")
    return state, touched


def hand_round(state: State, side: str) -> None:
    """Weapons of the unseen in the hands of others of them."""
    hands = [uid for uid in state.unseen if state.units[uid].side != side]
    for wid, weapon in state.weapons.items():
        if weapon.owner in hands:
            fresh = hands[(hands.index(weapon.owner) + 1) % len(hands)]
            state.weapons[wid] = msgspec.structs.replace(weapon, owner=fresh)


def mentions(position: Position[State], side: str) -> set[str]:
    """The tables of a side's view in which an unseen enemy unit stands; but who rallies out of sight says his name."""
    state = make_view(position.system, position, side, 0).state
    hidden = {uid for uid in position.state.unseen if position.state.units[uid].side != side}
    if isinstance(position.state.stack[-1], UnseenRallyRoll):
        hidden.discard(position.state.stack[-1].unit)
    written = {
        name: msgspec.json.encode(getattr(state, name)).decode()
        for name in State.__struct_fields__
        if name not in TABLES_OF_ALL
    }
    return {name for name, text in written.items() if any(f'"{uid}"' in text for uid in hidden)}


def culprits(position: Position[State], side: str) -> list[str]:
    """Which fields leak."""
    before = seen(position, position.state, side)
    names = {name for _, _, fields in secrets_of(position.state, side) for name in fields}
    return sorted(
        name for name in names if seen(position, another_world(position, side, name)[0], side) != before
    )


def shyly(position: Position[State], rng: random.Random) -> Any:
    """A random step of somebody who conceals whom he can, and stays concealed as a rule."""
    moment = position.pending
    if isinstance(moment, Choice) and rng.random() < 0.9:
        hiding = [one for one in moment.options if one.verb in ("conceal-all", "conceal", "hide", "cover")]
        quiet = hiding or [one for one in moment.options if one.verb not in SHY]
        if quiet:
            return quiet[int(rng.random() * len(quiet))]
    return random_step(position, rng)


@pytest.mark.rule("SL:2.3.2", "SL:2.5.1", "SL:2.6.1-a", "SL:3.3.2-a")
@pytest.mark.parametrize(
    "name", ["by-day", "by-night", "SL-2", "SL-A", "SL-B", "SL-C", "SL-D", "SL-E", "SL-F", "SL-G", "SL-H"]
)
def test_nothing_of_the_unseen_shows(name: str) -> None:
    system = systems()[name]
    rng = random.Random(f"{name}/masks")
    position, _ = system.begin(system.scenarios()[0] if name.startswith("by-") else name)
    touched: set[str] = set()
    for number in range(MOST_DECISIONS):
        if isinstance(position.pending, Over) or (name == "SL-2" and number > 400):
            break
        if number % 17 == 0:
            for side in (*system.sides(position.state), SPECTATOR):
                world, names = another_world(position, side)
                touched |= names
                if seen(position, world, side) != seen(position, position.state, side):
                    raise AssertionError(f"{side} sees {culprits(position, side)}")
                assert not mentions(position, side), number
        position.advance(shyly(position, rng))
    assert set(Unit.__struct_fields__) - KNOWN_OF_UNITS <= touched, "units were out of sight"
    if name.startswith("by-"):
        assert set(Weapon.__struct_fields__) - KNOWN_OF_WEAPONS - {"owner"} <= touched


def test_the_leaders_of_afvs_stay_unknown_until_they_show() -> None:
    """SL:3.3.2-a, whatever their fields say."""
    tank = vehicle("v", "ger-pzkw-iiie", FIELD, 1, ce=True, leader="ger-9-1", leader_used="1 german PFPh")
    table = scene("MPh", [unit("r", "rus-447", OTHER)], [tank])
    for side in ("russian", SPECTATOR):
        world, touched = another_world(table.position, side)
        assert touched == SECRETS_OF_VEHICLES
        assert seen(table.position, world, side) == seen(table.position, table.position.state, side)
    assert not secrets_of(table.position.state, "german")
