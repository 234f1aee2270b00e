"""What all kinds of scenes are made of."""

from __future__ import annotations

from typing import Literal

import msgspec

from defilade.tactics.names import Hex, Side

MarkTone = Literal["", "bad", "pin", "tired", "wound", "fire", "moving", "calm", "good"]
"""How a marker is coloured."""
PhaseState = Literal["past", "now", "future"]


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A part of a scene. It holds nothing that could lead back to it, so the collector need not look for rings."""


class StateMark(Shown, frozen=True):
    """A state that something is in, as a marker on it: `broken`, `pin`, `smoke`, `wounded` and so on."""

    id: str
    text: str
    rule: str = ""
    tag: str = ""
    """What players write on the marker; empty for what is seen on the counter itself and needs none."""
    tone: MarkTone = ""


class Print(Shown, frozen=True):
    """A figure that is printed on a counter: where, and whether in a box."""

    place: Literal["top", "top-right", "left", "right", "bottom", "bottom-right"]
    text: str
    boxed: bool = False
    means: str = ""
    rule: str = ""


class ArcView(Shown, frozen=True):
    """What a piece covers, shown on request: a sector around a bearing, both in degrees clockwise from the top of the
    map, out to so many hexes."""

    bearing: int
    width: int
    reach: int
    tone: Literal["gun", "hull"]
    text: str


class LinkView(Shown, frozen=True):
    """A line from a piece to a hex that it has to do with, shown on request."""

    hex: Hex
    text: str


class Handle(Shown, frozen=True):
    """An option that is a direction: a grip beside a piece, on the side that a bearing (degrees clockwise from the top
    of the map) points to. Grips of the outer ring turn the whole piece, those of the inner one a part of it."""

    action: str
    piece: str
    hex: Hex
    bearing: int
    ring: Literal["inner", "outer"]
    text: str
    badge: str = ""
    """What it costs."""


class OptionLook(Shown, frozen=True):
    """How options of a kind are shown: what their list is called, the key that takes the only one of them, how a hex
    shows them, and whether they are seldom wanted or often done one after the other."""

    heading: str
    tone: Literal["", "primary", "quiet", "danger"] = ""
    key: str = ""
    hex: Literal["", "go", "target", "special", "reach"] = ""
    rare: bool = False
    all: str = ""
    """What is said on the button that does all of them."""
    figures: bool = False
    """An attack that is being put together: what it comes to is shown unasked."""
    idle: int = 0
    """An answer that leaves things as they are; of several the lowest one is given for who does not answer. 0: none."""
    aside: bool = False
    """It is offered in the middle of somebody else's doing only."""
    ends: bool = False
    """It ends what is being done."""
    pile: str = ""
    """The pile of cards on which it is taken: a thing to point at like others."""


class AreaView(Shown, frozen=True):
    """Hexes that mean something for a side: what is fought for, where forces come on, where they leave to win, or what
    shells fall on (`blast`) or will when they are called for (`aim`)."""

    kind: Literal["objective", "entry", "exit", "blast", "aim"]
    hexes: tuple[str, ...]
    side: Side
    text: str


class PhaseView(Shown, frozen=True):
    id: str
    name: str
    state: PhaseState


class VictoryView(Shown, frozen=True):
    """The victory condition in words, and how things stand."""

    text: str
    progress: tuple[str, ...]


class SupportView(Shown, frozen=True):
    """Something off the map that a side can call for, and how that stands."""

    side: Side
    name: str
    states: tuple[StateMark, ...]
