"""Counters on a map as a situation describes them, for cases, lessons and exercises. Nothing is in progress yet.

A unit or weapon is written with the fields of its struct, the state with those of its own; so what a section adds to
either can be said here without further ado.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from defilade.hexgrid import Placed, UnknownHex
from defilade.rules.sl import stacking
from defilade.rules.sl.card import MapPart, Scenario
from defilade.rules.sl.library import Library
from defilade.rules.sl.state import PHASES, SlPlay, State, Table
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import OFF_MAP, Unit, Weapon

CARD = "situation"
SET_BY_PLAY = frozenset(
    {"scenario", "options", "sides", "units", "weapons", "stacks", "stack", "phase", "attacker"}
)
"""What of a state other entries of a situation say."""


class SituationError(Exception):
    """A situation that cannot stand on a map: says which entry is wrong and why."""


class Situation(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A position in words. `board` is one board's id, or `scenario` names a card whose map and rules are used."""

    units: list[dict[str, Any]]
    phase: str
    attacker: Side
    board: str = ""
    boards: list[Placed] = msgspec.field(default_factory=list)
    rows: dict[str, str] = msgspec.field(default_factory=dict)
    scenario: str = ""
    sides: tuple[str, ...] = ()
    month: int = 7
    year: int = 1943
    turn: int = 1
    turns: int = 6
    options: dict[str, str] = msgspec.field(default_factory=dict)
    victory: dict[str, Any] | None = None
    card: dict[str, Any] = msgspec.field(default_factory=dict)
    """What else a scenario card would say, as `night: true`."""
    vehicles: list[dict[str, Any]] = msgspec.field(default_factory=list)
    """Vehicles, and the wrecks of such; `passengers` are units that are listed among `units`."""
    loose: list[dict[str, Any]] = msgspec.field(default_factory=list)
    control: dict[str, str] = msgspec.field(default_factory=dict)
    fired: list[tuple[str, str]] = msgspec.field(default_factory=list)
    state: dict[str, Any] = msgspec.field(default_factory=dict)
    """Fields of the state by their names."""


def set_out(spec: Situation, table: Table) -> SlPlay:
    sides = tuple(table.scenario.sides)
    if spec.phase not in PHASES:
        raise SituationError(f"phase: {spec.phase!r} is none of {', '.join(PHASES)}")
    if spec.attacker not in sides:
        raise SituationError(f"attacker: {spec.attacker!r} is none of {', '.join(sides)}")
    state = State(table.scenario.id, dict(spec.options), sides, turn=spec.turn, attacker=spec.attacker)
    g = SlPlay(state, table)
    for number, entry in enumerate(spec.units):
        _add_unit(g, entry, f"units[{number}]")
    for number, entry in enumerate(spec.vehicles):
        _add_vehicle(g, entry, f"vehicles[{number}]")
    for number, entry in enumerate(spec.loose):
        _add_weapon(g, entry, None, f"loose[{number}]")
    for hex, side in spec.control.items():
        _set_control(g, place_in(g, hex, "control"), side)
    _set_fields(g, spec.state)
    for hex in g.state.stacks:
        for side in g.state.sides:
            refusal = stacking.refusal(g, side, hex, ())
            if refusal is not None:
                raise SituationError(f"{g.place_name(hex)}: {refusal.reason} [{refusal.rule}]")
    return g


def card_of(spec: Situation, kit: Library) -> Scenario:
    """The card that a situation on boards of its own is played by."""
    boards = tuple(spec.boards) or ((Placed(spec.board),) if spec.board else ())
    if not boards:
        raise SituationError("a situation needs a board or a scenario")
    sides = spec.sides or _sides_of(spec, kit)
    if len(sides) != 2:
        raise SituationError(f"sides: there are two, not {', '.join(sides) or 'none'}")
    plain = {
        "id": CARD,
        "title": "A situation",
        "date": f"{spec.year}-{spec.month:02}-01",
        "place": "",
        "map": msgspec.to_builtins(MapPart(boards=boards, north="top", rows=spec.rows)),
        "turns": spec.turns,
        "sides": sides,
        "sets_up_first": sides[0],
        "moves_first": spec.attacker,
        "provenance": "original",
        "groups": [],
        "victory": spec.victory,
        **spec.card,
    }
    return msgspec.convert(plain, Scenario)


def _sides_of(spec: Situation, kit: Library) -> tuple[str, ...]:
    """Whose counters there are; the attacker's enemy where there are his alone."""
    counters = kit.counters
    found = [
        entry.get("side") or counters[entry["type"]].nationality
        for entry in spec.units
        if entry.get("type") in counters
    ]
    sides = tuple(dict.fromkeys([*found, spec.attacker]))
    others = [name for name in ("german", "russian") if name not in sides]
    return sides if len(sides) > 1 else (*sides, others[0])


def _add_unit(g: SlPlay, entry: Mapping[str, Any], place: str) -> None:
    plain = dict(entry)
    weapons = plain.pop("sw", [])
    counter = g.counters.get(plain.get("type", ""))
    if counter is None:
        raise SituationError(f"{place}: unknown counter {plain.get('type', '')!r}")
    unit_id = plain.setdefault("id", "") or g.new_id(counter.nationality[0])
    if g.in_use(unit_id):
        raise SituationError(f"{place}: the id {unit_id!r} is used twice")
    plain["id"] = unit_id
    plain.setdefault("side", counter.nationality)
    if plain["side"] not in g.state.sides:
        raise SituationError(
            f"{place}: {plain['side']!r} is not a side here; there are {', '.join(g.state.sides)}"
        )
    plain.setdefault("kind", counter.kind)
    if plain.get("hex"):
        plain["hex"] = place_in(g, plain["hex"], place)
    unit = g.add_unit(_struct(plain, Unit, place))
    for number, weapon in enumerate(weapons):
        _add_weapon(g, weapon, unit, f"{place}.sw[{number}]")


def _add_vehicle(g: SlPlay, entry: Mapping[str, Any], place: str) -> None:
    """Hull and turret point one way unless `tca` says otherwise. One that is called unseen has no hex of its own."""
    plain = dict(entry)
    kind = g.garage.types.get(plain.get("type", ""))
    if kind is None:
        raise SituationError(f"{place}: unknown vehicle {plain.get('type', '')!r}")
    plain["id"] = plain.get("id") or g.new_id("v")
    if g.in_use(plain["id"]):
        raise SituationError(f"{place}: the id {plain['id']!r} is used twice")
    plain.setdefault("side", kind.nationality)
    if plain["side"] not in g.state.sides:
        raise SituationError(f"{place}: {plain['side']!r} is not a side here")
    if plain.get("hex") != OFF_MAP:
        plain["hex"] = place_in(g, plain.get("hex", ""), place)
    plain.setdefault("tca", plain.get("vca", 0))
    vehicle = _struct(plain, Vehicle, place)
    for uid in vehicle.passengers:
        if uid not in g.state.units:
            raise SituationError(f"{place}: there is no unit {uid!r} to ride in it")
        g.place(g.unit(uid), OFF_MAP)
    g.state.vehicles[vehicle.id] = vehicle


def _add_weapon(g: SlPlay, entry: Mapping[str, Any], owner: Unit | None, place: str) -> None:
    plain = dict(entry)
    kind = g.weapon_types.get(plain.get("type", ""))
    if kind is None:
        raise SituationError(f"{place}: unknown support weapon {plain.get('type', '')!r}")
    plain["id"] = plain.get("id") or g.new_id("w")
    if g.in_use(plain["id"]):
        raise SituationError(f"{place}: the id {plain['id']!r} is used twice")
    plain.setdefault("side", owner.side if owner is not None else kind.nationality)
    if owner is not None:
        plain["owner"], plain["hex"] = owner.id, owner.hex
    else:
        plain["hex"] = place_in(g, plain.get("hex", ""), place)
    weapon = _struct(plain, Weapon, place)
    g.state.weapons[weapon.id] = weapon


def _struct(plain: dict[str, Any], kind: Any, place: str) -> Any:
    unknown = sorted(set(plain) - set(kind.__struct_fields__))
    if unknown:
        raise SituationError(f"{place}: there is no such state: {', '.join(unknown)}")
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise SituationError(f"{place}: {error}") from None


def _set_fields(g: SlPlay, fields: Mapping[str, Any]) -> None:
    """Fields of the state, as they are written in a save."""
    plain = msgspec.to_builtins(g.state)
    for name, value in fields.items():
        if name not in State.__struct_fields__ or name in SET_BY_PLAY:
            raise SituationError(f"state: there is no field {name!r} to be set")
        plain[name] = value
    try:
        read = msgspec.convert(plain, State)
    except msgspec.ValidationError as error:
        raise SituationError(f"state: {error}") from None
    for name in fields:
        setattr(g.state, name, getattr(read, name))


def place_in(g: SlPlay, text: str, place: str) -> str:
    if text in g.map.index:
        return text
    try:
        return g.map.resolve(text)
    except UnknownHex as error:
        raise SituationError(f"{place}: {error}") from error


def _set_control(g: SlPlay, hex: Hex, side: Side) -> None:
    g.state.hex_control[hex] = side
    if hex in g.map.building_of:
        g.state.building_control[g.map.building_of[hex]] = side
