"""A scenario card as data: map, forces, order, length, victory, special rules and balance (SK1:1.3-a)."""

from __future__ import annotations

from typing import TypeVar, assert_never

import msgspec

from defilade.hexgrid import GameMap, MapSpec, Placed
from defilade.rules import entries
from defilade.rules.compass import COMPASS, Compass, MapSide, side_of
from defilade.rules.content_files import ContentError
from defilade.rules.counter_sheets import Provenance
from defilade.rules.measured import EVEN
from defilade.rules.sk.card_rules import (
    AddCounter,
    AddVehicle,
    AddWeapon,
    BalanceChange,
    DropSpecialRule,
    EntrySpent,
    FewerTurns,
    RemoveCounter,
    RemoveVictoryBuilding,
    RemoveWeapon,
    ReplaceCounter,
    SpecialRule,
    VictoryAtLeast,
    VictoryWithin,
)
from defilade.tactics.areas import Area, hexes_in
from defilade.tactics.names import Side
from defilade.tactics.victory_conditions import ExitAtOnce, ExitNearAtOnce, FirepowerOn, VictoryCondition

R = TypeVar("R", bound=SpecialRule)


class ScenarioError(ContentError):
    """A scenario card is wrong, or is asked for something it does not have."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a card."""


class Entry(entries.Entry, frozen=True):
    """When and over which edges a group comes on, and how."""

    spent: float = 0.0
    """MP that its vehicles have spent before they come on."""


class Retained(_Part, frozen=True):
    """How forces of a campaign come out of its last scenario, where that matters in the next (DAE:4.2-j)."""

    wounded: bool = False
    """Leaders."""
    at: str = ""
    """The hex in which an immobile vehicle stays, and its facing."""
    facing: int = -1
    immobilized: bool = False
    stunned: bool = False
    recalled: bool = False
    low_ammo: bool = False
    disabled: tuple[str, ...] = ()
    spent_ammo: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    """Malfunctioned MG of a vehicle."""
    broken_ma: bool = False


class Worn(_Part, frozen=True):
    """A weapon that comes malfunctioned, or short of ammunition."""

    weapon: str
    malfunctioned: bool = False
    spent_ammo: tuple[str, ...] = ()


class Group(_Part, frozen=True):
    """Forces that set up or enter together."""

    id: str
    name: str
    side: Side
    elr: int
    provenance: Provenance
    units: dict[str, int]
    weapons: dict[str, int] = {}
    vehicles: dict[str, int] = {}
    setup: Area | None = None
    one_mmc_per_hex: bool = False
    enters: Entry | None = None
    reason: str = ""
    retained: Retained | None = None
    captured: dict[str, int] = {}
    """Weapons of the enemy that it has."""
    worn: tuple[Worn, ...] = ()
    """Those of its weapons that are not as good as new."""


class MapPart(_Part, frozen=True):
    """The boards, their hexrows and numbers of hexes in play, and which side of the playing area is north."""

    boards: tuple[Placed, ...]
    north: MapSide
    rows: dict[str, str] = {}
    numbers: dict[str, str] = {}


class Scenario(_Part, frozen=True):
    """A scenario card. `sides` are in the card's order; each is named as its nationality."""

    id: str
    title: str
    date: str
    place: str
    map: MapPart
    turns: int
    sides: tuple[str, str]
    sets_up_first: str
    moves_first: str
    provenance: Provenance
    groups: tuple[Group, ...]
    victory: VictoryCondition | None
    balance: dict[str, tuple[BalanceChange, ...]] = {}
    even: tuple[BalanceChange, ...] = ()
    """Not the card's but ours: changes with which equal players have about an even chance on our boards."""
    half_turn_at_end: bool = False
    special_rules: tuple[SpecialRule, ...] = ()
    rules: tuple[str, ...] = ()
    situation: str = ""
    notes: tuple[str, ...] = ()
    grain_in_season: bool = False
    set_up_sequence: tuple[str, ...] = ()
    """The groups in the order in which they set up, where that is not one side after the other."""
    whole_boards: bool = False
    """Half hexes in which a board joins another do not count where that board is named (SKF:1.3)."""

    @property
    def month(self) -> int:
        return int(self.date[5:7])

    @property
    def map_spec(self) -> MapSpec:
        return MapSpec(list(self.map.boards), self.map.rows, self.grain_in_season, self.map.numbers)

    @property
    def set_up_order(self) -> tuple[str, ...]:
        """The sides, the one that sets up first before the other."""
        return tuple(sorted(self.sides, key=lambda side: side != self.sets_up_first))

    def rules_of(self, kind: type[R]) -> list[R]:
        """The special rules of one kind."""
        return [rule for rule in self.special_rules if isinstance(rule, kind)]

    @property
    def victory_text(self) -> str:
        return self.victory.text if self.victory else "No victory condition"

    def group_number(self, group: str) -> int:
        """The place in `groups` of the group with this id."""
        for number, one in enumerate(self.groups):
            if one.id == group:
                return number
        raise ScenarioError(self.id, "groups", f"there is no group {group!r}")

    def set_up_area(self, number: int, game_map: GameMap) -> tuple[str, ...]:
        """The hexes in which a group sets up; none for a group that enters later."""
        area = self.groups[number].setup
        if area is None:
            return ()
        hexes = hexes_in(area, game_map)
        return self.wholly_on(area.board, hexes, game_map) if area.board else hexes

    def wholly_on(self, board: str, hexes: tuple[str, ...], game_map: GameMap) -> tuple[str, ...]:
        """Those of the hexes of a board that count as its own."""
        if not self.whole_boards:
            return hexes
        return tuple([hex for hex in hexes if not game_map.also_called(hex)])

    def map_side(self, edge: str) -> MapSide:
        """The side of the playing area that a compass edge is, as north lies on this card."""
        return side_of(self.map.north, _compass(self.id, edge))

    def entry_hexes(self, number: int, edges: tuple[str, ...], game_map: GameMap) -> tuple[str, ...]:
        """The hexes over which units of a group may enter by these edges; without edges, by its own."""
        entry: entries.Entry | None = self.groups[number].enters if self.groups else None
        by = tuple([_compass(self.id, edge) for edge in edges])
        entry = entry or entries.Entry(edges=by)
        return entry.hexes(self.map.north, game_map, by)

    def exit_hexes(self, game_map: GameMap) -> tuple[str, ...]:
        """The hexes from which units may leave the map for victory points; none where none are given."""
        if isinstance(self.victory, ExitNearAtOnce):
            return tuple(hex for name in self.victory.near for hex in self.exits_near(name, game_map))
        if not isinstance(self.victory, ExitAtOnce):
            return ()
        edge = game_map.edge(self.map_side(self.victory.edge))
        first, last = (edge.index(game_map.resolve(name)) for name in self.victory.span)
        return edge[min(first, last) : max(first, last) + 1]

    def exits_near(self, name: str, game_map: GameMap) -> tuple[str, ...]:
        """The hexes of the edge over which units leave the map near a hex that the card names."""
        assert isinstance(self.victory, ExitNearAtOnce)
        middle, within = game_map.resolve(name), self.victory.within
        edge = game_map.edge(self.map_side(self.victory.edge))
        return tuple([hex for hex in edge if game_map.distance(middle, hex) <= within])

    def balanced(self, side: Side) -> Scenario:
        """The card with the provisions that help a side, or with ours for even chances."""
        changes = self.even if side == EVEN else self.balance.get(side)
        if changes is None:
            raise ScenarioError(self.id, "balance", f"no provision for {side!r}")
        card = self
        for change in changes:
            card = _changed(card, change)
        return card

    @property
    def balances(self) -> tuple[str, ...]:
        """What the table option `balance` may be: a side, or even chances where we have something for that."""
        return (*self.sides, EVEN) if self.even else tuple(self.sides)


def _compass(card: str, edge: str) -> Compass:
    for known in COMPASS:
        if edge == known:
            return known
    raise ScenarioError(card, "edges", f"{edge!r} is none of {', '.join(COMPASS)}")


def _changed(card: Scenario, change: BalanceChange) -> Scenario:
    match change:
        case AddCounter():
            return _with_units(card, change.group, {change.counter: change.count})
        case RemoveCounter():
            return _with_units(card, change.group, {change.counter: -change.count})
        case ReplaceCounter():
            return _with_units(card, change.group, {change.old: -change.count, change.new: change.count})
        case AddWeapon():
            return _with_weapons(card, change.group, {change.weapon: change.count})
        case RemoveWeapon():
            return _with_weapons(card, change.group, {change.weapon: -change.count})
        case AddVehicle():
            number = card.group_number(change.group)
            old = card.groups[number]
            vehicles = _added(card, old.vehicles, {change.vehicle: change.count})
            return _with_group(card, number, msgspec.structs.replace(old, vehicles=vehicles))
        case FewerTurns():
            return msgspec.structs.replace(card, turns=card.turns - change.turns)
        case RemoveVictoryBuilding():
            return _without_victory_building(card, change.building)
        case VictoryAtLeast():
            if card.victory is None or not hasattr(card.victory, "at_least"):
                raise ScenarioError(card.id, "balance", "this victory condition needs no number")
            victory = msgspec.structs.replace(card.victory, at_least=change.at_least)
            return msgspec.structs.replace(card, victory=victory)
        case VictoryWithin():
            if not isinstance(card.victory, FirepowerOn):
                raise ScenarioError(card.id, "balance", "this victory condition needs no distance")
            return msgspec.structs.replace(
                card, victory=msgspec.structs.replace(card.victory, within=change.within)
            )
        case EntrySpent():
            number = card.group_number(change.group)
            entering = card.groups[number]
            if entering.enters is None:
                raise ScenarioError(card.id, "balance", f"{change.group} does not enter")
            enters = msgspec.structs.replace(entering.enters, spent=change.spent)
            return _with_group(card, number, msgspec.structs.replace(entering, enters=enters))
        case DropSpecialRule():
            left = tuple(rule for rule in card.special_rules if rule.rule != change.dropped)
            if len(left) == len(card.special_rules):
                raise ScenarioError(card.id, "balance", f"there is no special rule {change.dropped}")
            return msgspec.structs.replace(card, special_rules=left)
    assert_never(change)


def _with_units(card: Scenario, group: str, changes: dict[str, int]) -> Scenario:
    number = card.group_number(group)
    old = card.groups[number]
    return _with_group(card, number, msgspec.structs.replace(old, units=_added(card, old.units, changes)))


def _with_weapons(card: Scenario, group: str, changes: dict[str, int]) -> Scenario:
    number = card.group_number(group)
    old = card.groups[number]
    return _with_group(card, number, msgspec.structs.replace(old, weapons=_added(card, old.weapons, changes)))


def _with_group(card: Scenario, number: int, group: Group) -> Scenario:
    groups = (*card.groups[:number], group, *card.groups[number + 1 :])
    return msgspec.structs.replace(card, groups=groups)


def _added(card: Scenario, counts: dict[str, int], changes: dict[str, int]) -> dict[str, int]:
    result = dict(counts)
    for counter, change in changes.items():
        result[counter] = result.get(counter, 0) + change
        if result[counter] < 0:
            raise ScenarioError(card.id, "balance", f"there are not so many {counter} to take away")
    return {counter: count for counter, count in result.items() if count}


def _without_victory_building(card: Scenario, building: str) -> Scenario:
    listed: tuple[str, ...] = getattr(card.victory, "buildings", ())
    if card.victory is None or building not in listed:
        raise ScenarioError(card.id, "balance", f"{building} is no victory building")
    left = tuple(name for name in listed if name != building)
    return msgspec.structs.replace(card, victory=msgspec.structs.replace(card.victory, buildings=left))
