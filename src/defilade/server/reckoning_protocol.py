"""What goes over the wire about a game that is over: its account."""

from __future__ import annotations

from defilade.server.protocol import Sent


class GraphPoint(Sent, frozen=True):
    """How a game stood at a moment; `turn` where one begins."""

    moment: int
    value: float
    turn: str


class TurningPoint(Sent, frozen=True):
    """Something that changed how a game stood."""

    moment: int
    turn: str
    text: str
    change: float


class Luck(Sent, frozen=True):
    """How two dice fell for a side: so many throws, their mean beside the expected one, and the share of games in which
    they would have fallen worse."""

    side: str
    throws: int
    mean: float
    expected: float
    better_than: float


class Reckoning(Sent, frozen=True):
    """The account of a game that is over. The graph is above 0 where `side` was better off, in `unit`."""

    moments: int
    side: str
    unit: str
    graph: tuple[GraphPoint, ...]
    turning: tuple[TurningPoint, ...]
    luck: tuple[Luck, ...]


RECKONING_TYPES = (Reckoning,)
