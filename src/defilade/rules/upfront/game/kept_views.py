"""Views of groups, and figures between them, that are worked out once and shown as long as nothing near them changes.

A group's view follows from the group, its men, whatever else names it, the machines on the table, and what holds for
the whole game. Most decisions change one group or two, and all who look at a table are told the same figures: so most
of what a scene needs has been worked out before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeVar

import msgspec

from defilade.rules.upfront.game.state import Machine, State

T = TypeVar("T")

MOST_KEPT = 8_000
"""Views of one kind; when there are more all are forgotten."""

Key = tuple[bytes, ...]
_ENCODER = msgspec.json.Encoder(order="deterministic")


class Surroundings:
    """What the views of each group of a state follow from, in short."""

    def __init__(self, state: State) -> None:
        entities = {**state.groups, **state.units}
        every = {name: _ENCODER.encode(entity) for name, entity in entities.items()}
        machines = [name for name, unit in state.units.items() if isinstance(unit, Machine)]
        beside = [
            group.id for group in state.groups.values() if machines and _has_any(every[group.id], machines)
        ]
        names = [(group.id, group.letter, group.side) for group in state.groups.values()]
        everywhere = (state.scenario, state.options, state.facts, names, bool(state.turn))
        shared = b"\n".join([_ENCODER.encode(everywhere), *(every[name] for name in (*machines, *beside))])
        texts = list(every.values())
        self._of: dict[str, bytes] = {
            name: _short(b"\n".join([shared, *(text for text in texts if b'"%s"' % name.encode() in text)]))
            for name in state.groups
        }

    def of(self, *groups: str) -> Key:
        return tuple([self._of[group] for group in groups])


def _has_any(text: bytes, names: list[str]) -> bool:
    return any(b'"%s"' % name.encode() in text for name in names)


def _short(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=16).digest()


class Kept:
    """Views by what they follow from."""

    def __init__(self) -> None:
        self._views: dict[Key, object] = {}

    def get(self, key: Key, make: Callable[[], T]) -> T:
        found = self._views.get(key)
        if found is None:
            if len(self._views) >= MOST_KEPT:
                self._views.clear()
            found = self._views[key] = make()
        kept: T = found  # type: ignore[assignment]
        return kept
