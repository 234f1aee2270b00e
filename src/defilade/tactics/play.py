"""A hex game in the hands of its procedures: pieces, stacks and sides, and the verbs that change them.

What a system's state must have is `BoardState`; which struct it is, the system says.  All changes of units and weapons
go through `update`, `place`, `remove` and their kin, so that the stacks and the possession of weapons always agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from defilade.hexgrid import GameMap
from defilade.kernel import Frame, Over, Play
from defilade.kernel.composition import Rules
from defilade.tactics.counters import Counter, WeaponType
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.units import OFF_MAP, Unit, Weapon

AnyBoard: TypeAlias = Any
"""The game of whichever system asks. Hooks of shared sections are declared with it, so that each system can answer them
with a play of its own type."""


class BoardState(Protocol):
    """What shared sections need of a state. Tables map ids to frozen structs; frames hold what is in progress."""

    scenario: str
    options: dict[str, str]
    sides: tuple[str, ...]
    turn: int
    attacker: Side
    """The side whose player turn it is."""
    phase: str
    units: dict[str, Unit]
    """Units in play or still to come; eliminated and exited ones are gone."""
    weapons: dict[str, Weapon]
    stacks: dict[str, tuple[str, ...]]
    """Hex -> ids of the units in it, lowest first. Only hexes with units have an entry."""
    hex_control: dict[str, str]
    building_control: dict[str, str]
    """Building -> the side that controls it."""
    serial: int
    stack: list[Frame]
    over: Over | None


class BattleCard(Protocol):
    """What shared sections need of a scenario."""

    @property
    def title(self) -> str: ...

    @property
    def turns(self) -> int: ...

    @property
    def moves_first(self) -> str: ...

    @property
    def victory(self) -> object: ...

    @property
    def half_turn_at_end(self) -> bool:
        """Whether the last game turn has only the player turn of the side that moves first."""


class FireTable(Protocol):
    """A table of columns by firepower and rows by the final roll."""

    @property
    def columns(self) -> tuple[int, ...]: ...

    def result(self, column: int | None, final_dr: int) -> Any:
        """The cell of a column (by its place; None is below the lowest) for a final roll of any size."""


S = TypeVar("S", bound=BoardState)


def hex_labels(game_map: GameMap) -> dict[str, str]:
    """Hexes as players say them: without the board's letter where only one board is in play."""
    boards = {game_map.grid_name(hex)[0] for hex in game_map.names}
    labels = {}
    for hex in game_map.names:
        board, row, number = game_map.grid_name(hex)
        labels[hex] = f"{row}{number}" if len(boards) == 1 else f"{board}{row}{number}"
    return labels


class BoardPlay(Play[S]):
    """A game on a map: the state, what never changes in it, and the verbs that change counters."""

    __slots__ = ("counters", "fire_table", "labels", "map", "rules", "scenario", "weapon_types")

    def __init__(
        self,
        state: S,
        map: GameMap,
        rules: Rules,
        scenario: BattleCard,
        labels: dict[str, str],
        counters: dict[str, Counter],
        weapon_types: dict[str, WeaponType],
        fire_table: FireTable,
    ) -> None:
        super().__init__(state)
        self.map = map
        self.rules = rules
        self.scenario = scenario
        self.labels = labels
        self.counters = counters
        self.weapon_types = weapon_types
        self.fire_table = fire_table

    # -- sides ---------------------------------------------------------------------------------------------

    @property
    def attacker(self) -> str:
        return self.state.attacker

    @property
    def defender(self) -> str:
        return self.enemy_of(self.state.attacker)

    def enemy_of(self, side: Side) -> str:
        first, second = self.state.sides
        return second if side == first else first

    def in_order(self) -> tuple[str, str]:
        """ATTACKER first, then DEFENDER."""
        return self.attacker, self.defender

    # -- looking -------------------------------------------------------------------------------------------

    def unit(self, unit_id: UnitId) -> Unit:
        return self.state.units[unit_id]

    def counter(self, unit: Unit) -> Counter:
        return self.counters[unit.type]

    def weapon_type(self, weapon: Weapon) -> WeaponType:
        return self.weapon_types[weapon.type]

    def units_in(self, hex: Hex) -> list[Unit]:
        """All units in a hex, lowest in the stack first."""
        units = self.state.units
        return [units[uid] for uid in self.state.stacks.get(hex, ())]

    def side_in(self, hex: Hex, side: Side) -> list[Unit]:
        units = self.state.units
        return [u for uid in self.state.stacks.get(hex, ()) if (u := units[uid]).side == side]

    def has_side(self, hex: Hex, side: Side) -> bool:
        stack = self.state.stacks.get(hex)
        if stack is None:
            return False
        units = self.state.units
        for uid in stack:  # asked some twenty times a decision: a generator would cost twice as much
            if units[uid].side == side:
                return True
        return False

    def on_map(self, side: Side = "") -> Iterator[Unit]:
        """Units on the map, of one side or of all."""
        for unit in self.state.units.values():
            if unit.hex and (not side or unit.side == side):
                yield unit

    def weapons_of(self, unit: Unit) -> list[Weapon]:
        uid = unit.id
        return [w for w in self.state.weapons.values() if w.owner == uid]

    def loose_weapons(self, hex: Hex) -> list[Weapon]:
        """SW that lie unpossessed in a hex (placed demolition charges are not lying about)."""
        return [w for w in self.state.weapons.values() if w.hex == hex and not w.owner and not w.placed_at]

    # -- names ---------------------------------------------------------------------------------------------

    def name(self, unit: Unit | str) -> str:
        """As a player would call it in the log: `4-6-7 C`."""
        if isinstance(unit, str):
            found = self.state.units.get(unit)
            if found is None:
                return self.piece_name(unit)
            unit = found
        counter = self.counters[unit.type]
        return f"{counter.name} {unit.letter}" if unit.letter else counter.name

    def piece_name(self, piece_id: str) -> str:
        """A piece that is no unit of infantry, where a system has others."""
        raise KeyError(piece_id)

    def names(self, units: Iterable[Unit | str]) -> str:
        return ", ".join(self.name(unit) for unit in units)

    def doing(self, units: Sequence[Unit | str], one: str, several: str) -> str:
        """Names with the verb that fits their number: `4-6-7 A enters`, `4-6-7 A, 8-1 enter`."""
        return f"{self.names(units)} {one if len(units) == 1 else several}"

    def weapon_name(self, weapon: Weapon | str) -> str:
        if isinstance(weapon, str):
            weapon = self.state.weapons[weapon]
        kind = self.weapon_types[weapon.type]
        return f"{kind.kind} {weapon.letter}" if weapon.letter else kind.kind

    def place_name(self, hex: Hex) -> str:
        """A hex as players say it: without the board's letter where there is only one board."""
        return self.labels.get(hex, "off map")

    # -- changing ------------------------------------------------------------------------------------------

    def update(self, unit: Unit, **changes: Any) -> Unit:
        """Change a unit in place in its stack. Not for moving it: see `place`."""
        unit = msgspec.structs.replace(unit, **changes)
        self.state.units[unit.id] = unit
        return unit

    def update_weapon(self, weapon: Weapon, **changes: Any) -> Weapon:
        weapon = msgspec.structs.replace(weapon, **changes)
        self.state.weapons[weapon.id] = weapon
        return weapon

    def place(self, unit: Unit, hex: Hex, **changes: Any) -> Unit:
        """Put a unit on top of the stack in `hex` (or off the map), its SW with it."""
        self._leave_stack(unit)
        unit = self.update(unit, hex=hex, **changes)
        if hex != OFF_MAP:
            stacks = self.state.stacks
            stacks[hex] = (*stacks.get(hex, ()), unit.id)
        for weapon in self.weapons_of(unit):
            self.carried(weapon, hex)
        return unit

    def carried(self, weapon: Weapon, hex: Hex) -> None:
        """The owner of a weapon has gone to `hex`."""
        self.update_weapon(weapon, hex=hex)

    def add_unit(self, unit: Unit) -> Unit:
        """Bring a new unit into the game (set-up, field promotion)."""
        self.state.units[unit.id] = unit
        if unit.hex != OFF_MAP:
            stacks = self.state.stacks
            stacks[unit.hex] = (*stacks.get(unit.hex, ()), unit.id)
        return unit

    def remove(self, unit: Unit) -> None:
        """Take a unit out of the game. Its weapons stay where it was, unpossessed."""
        self._leave_stack(unit)
        del self.state.units[unit.id]
        for weapon in list(self.state.weapons.values()):
            if weapon.owner == unit.id:
                self.update_weapon(weapon, owner="")

    def remove_weapon(self, weapon: Weapon) -> None:
        del self.state.weapons[weapon.id]

    def give(self, weapon: Weapon, unit: Unit) -> Weapon:
        """Put a SW into a unit's hands."""
        return self.update_weapon(weapon, owner=unit.id, hex=unit.hex)

    def drop(self, weapon: Weapon) -> Weapon:
        """Leave a SW lying where its owner stands."""
        return self.update_weapon(weapon, owner="")

    def in_use(self, piece_id: str) -> bool:
        """Whether a piece of this id is in the game."""
        return piece_id in self.state.units or piece_id in self.state.weapons

    def new_id(self, prefix: str) -> str:
        state = self.state
        while True:
            state.serial += 1
            fresh = f"{prefix}{state.serial}"
            if not self.in_use(fresh):
                return fresh

    def _leave_stack(self, unit: Unit) -> None:
        if unit.hex == OFF_MAP:
            return
        stacks = self.state.stacks
        left = tuple([uid for uid in stacks[unit.hex] if uid != unit.id])
        if left:
            stacks[unit.hex] = left
        else:
            del stacks[unit.hex]
