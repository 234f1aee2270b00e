"""Views of groups, and figures between them, that are worked out once and shown as long as nothing near them changes.

A group's view follows from the group, its men, whatever else names it, the machines on the table, and what holds for
the whole game; that of a card beside the table from itself and what it names. Most decisions change one group or two,
and all who look at a table are told the same figures: so most of what a scene needs has been worked out before.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import msgspec

from defilade.rules.upfront.game.state import Group, Machine, State, Unit

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST_KEPT = 8_000
"""Things of one kind; when there are more, those that nobody has asked for longest are forgotten."""

Key = tuple[bytes, ...]
_ENCODER = msgspec.json.Encoder()
_TEXT = re.compile(rb'"((?:[^"\\]|\\.)*)"')


class Kept(Generic[K, T]):
    """What follows from a key, as long as it is asked for now and then."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._found: dict[K, T] = {}

    def get(self, key: K, make: Callable[[], T]) -> T:
        found = self._found.pop(key, None)
        if found is None:
            if len(self._found) >= self._most:
                del self._found[next(iter(self._found))]
            found = make()
        self._found[key] = found  # the latest comes last
        return found


class _Mark:
    """A group or a card in short, and everything that it names."""

    __slots__ = ("names", "short")

    def __init__(self, entity: Group | Unit) -> None:
        text = _ENCODER.encode(entity)
        self.short = _short(text)
        self.names = frozenset([name.decode() for name in _TEXT.findall(text)])


_MARKS: Kept[Group | Unit, _Mark] = Kept(20_000)


def _mark(entity: Group | Unit) -> _Mark:
    return _MARKS.get(entity, lambda: _Mark(entity))


class Surroundings:
    """What the views of each group of a state follow from, in short."""

    def __init__(self, state: State) -> None:
        groups, units = state.groups, state.units
        every: dict[str, Group | Unit] = {**groups, **units}
        self._marks = {name: _mark(one) for name, one in every.items()}
        self._waiting = state.waiting
        machines = [name for name, unit in units.items() if isinstance(unit, Machine)]
        beside = (
            [name for name in groups if not self._marks[name].names.isdisjoint(machines)] if machines else []
        )
        names = [(group.id, group.letter, group.side) for group in groups.values()]
        everywhere = (state.scenario, state.options, state.facts, names, bool(state.turn))
        shared = [_ENCODER.encode(everywhere), *(self._marks[name].short for name in (*machines, *beside))]
        self._shared = _short(b"\n".join(shared))
        self._game = _short(_ENCODER.encode((state.scenario, state.options, state.facts, bool(state.turn))))
        self._of = {
            name: _short(
                b"".join([self._shared, *(one.short for one in self._marks.values() if name in one.names)])
            )
            for name in groups
        }

    def of(self, *groups: str) -> Key:
        return tuple([self._of[group] for group in groups])

    def of_waiting(self, unit: Unit) -> Key:
        """The same for a card that is in no group yet."""
        mark = _mark(unit)
        named = [self._marks[name].short for name in sorted(mark.names) if name in self._marks]
        named += [_mark(self._waiting[name]).short for name in sorted(mark.names) if name in self._waiting]
        return (self._game, mark.short, *named)


def short(state: State) -> bytes:
    """A state in short."""
    return _short(_ENCODER.encode(state))


def _short(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=16).digest()
