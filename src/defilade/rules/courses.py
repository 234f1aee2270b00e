"""A course: several answers that a table offers as one, so that a shot or a march is one decision to a player.

A system says which options open a course, who takes part in it, what it would come to and which legal actions it is
made of.  The table draws it, lets the player change who takes part, and sends the actions in one message.  Nothing
is known here of fire or of moves: a course has takers, prospects and ways.
"""

from __future__ import annotations

from typing import Literal

from defilade.kernel import Breakdown
from defilade.rules.scene_parts import Shown
from defilade.tactics.names import Hex

Tone = Literal[1, 2, 3, 4]
"""How bad a result is for whom it concerns: 1 is worst, 4 is nothing."""


class Likely(Shown, frozen=True):
    """A result with its chance: as the tables call it, and in words."""

    name: str
    words: str
    chance: float
    tone: Tone
    counts: bool = False
    """It is one of those that a sum is told of."""


class Fate(Shown, frozen=True):
    """What becomes of one piece. `sum_words` is what several of its ends have in common, as "stopped here"."""

    piece: str
    name: str
    ends: tuple[Likely, ...]
    sum_words: str = ""


class Prospect(Shown, frozen=True):
    """What a course would come to for some of those whom it concerns: the figures, the odds, and what they mean for
    each piece."""

    label: str
    breakdown: Breakdown
    odds: tuple[Likely, ...]
    fates: tuple[Fate, ...] = ()
    step: bool = False
    """It is only a step on the way to what the first one comes to, not for somebody else."""


class Taker(Shown, frozen=True):
    """Something that can be part of a course or not: `action` is what is sent for it, `pieces` are the counters that
    stand for it; a manner of doing things has none. One that cannot be now says why."""

    action: str
    label: str
    pieces: tuple[str, ...]
    on: bool
    why: str = ""
    rule: str = ""


class Role(Shown, frozen=True):
    """Takers of a kind."""

    heading: str
    takers: tuple[Taker, ...]


class Sighted(Shown, frozen=True):
    """A hex on a way, and the places from which it can be seen and reached by fire."""

    hex: Hex
    by: tuple[str, ...]


class Way(Shown, frozen=True):
    """A place that a course can lead to: over which hexes, by which further actions, what it costs and leaves, and
    where one is seen on the way."""

    hex: Hex
    cost: float
    left: float
    through: tuple[str, ...]
    steps: tuple[str, ...]
    seen: tuple[Sighted, ...] = ()
    covers: tuple[str, ...] = ()
    """Hexes that would be concerned beside the place itself."""
    place: str = ""
    """What it is called, where the hex alone does not say it."""

    @property
    def threats(self) -> tuple[str, ...]:
        """From where one can be fired at in the hex itself."""
        return next((one.by for one in self.seen if one.hex == self.hex), ())


class Opening(Shown, frozen=True):
    """Something that opens a course: an option, or (with no action) the question itself. `pieces` and `hex` are what
    one points at for it; one that is `standing` is shown unasked."""

    action: str
    pieces: tuple[str, ...] = ()
    hex: Hex = ""
    standing: bool = False


class Course(Shown, frozen=True):
    """A course as it stands. `steps` are the actions that it is made of, in their order; none where it cannot be
    done as it stands, and `note` says why. With `ways` it needs a place to go to, and is interrupted where something
    comes of it; without, it is taken whole or not at all."""

    action: str
    """The option that opens it; empty where the question itself does."""
    label: str
    steps: tuple[str, ...]
    do: str = ""
    """What the button says that takes it."""
    key: str = ""
    roles: tuple[Role, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    """Lines to be drawn from hex to hex."""
    sum: str = ""
    """What it adds up to, in a few words."""
    prospects: tuple[Prospect, ...] = ()
    ways: tuple[Way, ...] = ()
    start: str = ""
    """Where the ways begin; empty off the map."""
    unit: str = ""
    """What costs are counted in; empty where a place costs nothing."""
    note: str = ""
    rule: str = ""
