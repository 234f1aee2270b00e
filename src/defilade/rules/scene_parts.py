"""What all kinds of scenes are made of."""

from __future__ import annotations

from typing import Literal

import msgspec

PhaseState = Literal["past", "now", "future"]


class Shown(msgspec.Struct, frozen=True):
    """A part of a scene."""


class StateMark(Shown, frozen=True):
    """A state that something is in, as a marker on it: `broken`, `pin`, `smoke`, `wounded` and so on."""

    id: str
    text: str
    rule: str = ""


class AreaView(Shown, frozen=True):
    """Hexes that mean something for a side: what is fought for, where forces come on, or where they leave to win."""

    kind: Literal["objective", "entry", "exit"]
    hexes: tuple[str, ...]
    side: str
    text: str


class PhaseView(Shown, frozen=True):
    id: str
    name: str
    state: PhaseState


class VictoryView(Shown, frozen=True):
    """The victory condition in words, and how things stand."""

    text: str
    progress: tuple[str, ...]
