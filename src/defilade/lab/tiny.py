"""Tiny scenarios: so little is left of them that they can be solved, as a measure of what levels make of them.

One is a situation as in a case and the side whose chance to win is asked for. They are in `tiny/` of the content, a
file a system, named after it. What is solved, and how, is told in `docs/lab.md`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from defilade import strict_yaml
from defilade.kernel import Action, Choice, Over, Position
from defilade.lab.exercises import declined
from defilade.lab.solving import Ended, Reply, Solver, asked, goes_on
from defilade.rules.content_files import ContentFiles
from defilade.strict_yaml import BadFile
from defilade.systems import FIRST, exercises_of, find_player
from defilade.systems.tables import UnknownPlace

FOLDER = "tiny"
BEST, DECLINES = "best", "declines"


class TinyError(BadFile):
    """A tiny scenario that cannot be read or set up; says which and where."""


class Tiny(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tiny scenario as written in its file."""

    tiny: str
    title: str
    idea: str
    """What is to be weighed, as one would tell it to a player."""
    side: str
    """Whose chance to win is asked for, and whom the levels play."""
    situation: dict[str, Any]
    enemy: str = BEST
    """What the others do: what is best for them, or, where that is too much to look at, no more than they must
    (`declines`)."""
    until: str = ""
    """When it is over, in the words of the system's exercises, where something other than to win is asked for."""
    end: list[dict[str, Any]] = []
    """How things must stand then, as in an exercise: all of it."""
    prevents: list[dict[str, Any]] = []
    """How they must not stand then: nothing of it."""
    system: str = FIRST


class Played(msgspec.Struct, frozen=True):
    """What a level makes of a tiny scenario."""

    level: str
    value: float
    """Its chance to win, exactly."""
    states: int


class Solved(msgspec.Struct, frozen=True):
    """A tiny scenario that has been solved."""

    tiny: str
    title: str
    value: float
    """The chance to win of who does what is best: no level has more who does not see the dice."""
    states: int
    levels: tuple[Played, ...]


def tiny_systems(content: ContentFiles | None = None) -> tuple[str, ...]:
    """The systems that have some."""
    names = (content or ContentFiles()).names(FOLDER, ".yaml")
    return tuple(sorted(name.rsplit("/", 1)[-1].removesuffix(".yaml") for name in names))


def load_tiny(system: str = FIRST, content: ContentFiles | None = None) -> list[Tiny]:
    """Every tiny scenario of a system."""
    if system not in tiny_systems(content):
        raise TinyError(FOLDER, system, "there are none of this system")
    file = (content or ContentFiles()).read(f"{FOLDER}/{system}.yaml")
    found: list[Tiny] = []
    for number, plain in enumerate(strict_yaml.documents(file.name, file.text, TinyError), 1):
        one = strict_yaml.convert(file.name, plain, Tiny, TinyError, f"scenario {number}")
        if one.enemy not in (BEST, DECLINES):
            raise TinyError(file.name, one.tiny, f"enemy: {one.enemy!r} is neither {BEST} nor {DECLINES}")
        if one.tiny in [other.tiny for other in found]:
            raise TinyError(file.name, one.tiny, "two of them have this name")
        found.append(msgspec.structs.replace(one, system=system))
    return found


def position_of(tiny: Tiny) -> Position[Any]:
    """The position in which it begins."""
    try:
        position, _ = exercises_of(tiny.system).case.build(tiny.situation)
    except UnknownPlace as error:
        raise TinyError(FOLDER, f"{tiny.tiny}: {error.place}", error.problem) from None
    return position


def replies_of_enemy(tiny: Tiny, position: Position[Any]) -> dict[str, Reply]:
    """What the others do where they do not what is best for them."""
    if tiny.enemy == BEST:
        return {}
    verbs = exercises_of(tiny.system).declining

    def reply(position: Position[Any], choice: Choice) -> Action:
        return declined(choice, verbs)

    return {side: reply for side in position.system.sides(position.state) if side != tiny.side}


def end_of(tiny: Tiny, position: Position[Any]) -> Ended:
    """When a tiny scenario is over before the game is, and what the side has then."""
    if not (tiny.end or tiny.prevents):
        return goes_on
    table = exercises_of(tiny.system)
    is_over = table.ending(position, tiny.until)
    wanted, unwanted = (
        [
            strict_yaml.convert(FOLDER, entry, table.wanted, TinyError, f"{tiny.tiny}: {part}")
            for entry in entries
        ]
        for part, entries in (("end", tiny.end), ("prevents", tiny.prevents))
    )

    def ended(now: Position[Any]) -> float | None:
        if not (isinstance(now.pending, Over) or is_over(now)):
            return None
        reached = not any(table.problems(now, tiny.side, entry) for entry in wanted)
        prevented = all(table.problems(now, tiny.side, entry) for entry in unwanted)
        return float(reached and prevented)

    return ended


def solver_of(tiny: Tiny, position: Position[Any]) -> Solver:
    """Who finds out what is best from anywhere in it."""
    return Solver(tiny.side, replies_of_enemy(tiny, position), ended=end_of(tiny, position))


def played_by(tiny: Tiny, level: str, seed: int = 1) -> Played:
    """What a level makes of it, without a clock."""
    position = position_of(tiny)
    own = {tiny.side: asked(find_player(level, timed=False), tiny.side, seed)}
    solver = Solver(tiny.side, {**replies_of_enemy(tiny, position), **own}, ended=end_of(tiny, position))
    return Played(level, solver.value(position), solver.states)


def solved(tiny: Tiny, levels: tuple[str, ...] = (), seed: int = 1) -> Solved:
    """Solve one, and let levels play it."""
    position = position_of(tiny)
    solver = solver_of(tiny, position)
    value = solver.value(position)
    played = tuple([played_by(tiny, level, seed) for level in levels])
    return Solved(tiny.tiny, tiny.title, value, solver.states, played)
