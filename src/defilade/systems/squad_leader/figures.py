"""Questions about figures that cases of Squad Leader may ask, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defilade.rules.sl import morale, movement, rally
from defilade.rules.sl.people.surrender import needed_fp
from defilade.rules.sl.state import SlPlay
from defilade.systems.tables import UnknownPlace


def figure(g: SlPlay, question: str) -> Any:
    """`counter ger-467 fp`, `hex 2BB5 row`, `level J4`, `morale g1`, `rally g1`, `allowance g1 led`, `odds 12:4`,
    `challenge g1` (the firepower that calls on it to surrender), `panzerfaust 3 194311` (die, year and month)."""
    name, *words = question.split()
    answer = ANSWERS.get(name)
    if answer is None:
        raise UnknownPlace(
            "figures", f"there is no such question: {question!r}; ask for {', '.join(ANSWERS)}"
        )
    return answer(g, *words)


def _counter(g: SlPlay, counter: str, field: str) -> Any:
    return getattr(g.counters[counter], field)


def _hex(g: SlPlay, name: str, part: str) -> str | int:
    board, row, number = g.map.grid_name(g.map.resolve(name))
    parts: dict[str, str | int] = {"board": board, "row": row, "number": number}
    return parts[part]


def _allowance(g: SlPlay, unit: str, led: str = "") -> int:
    return movement.allowance(g, g.unit(unit), led=bool(led))


def _odds(g: SlPlay, ratio: str) -> str:
    attack, defence = ratio.split(":")
    return g.tables.close_combat.kill(float(attack), float(defence))[0]


ANSWERS: dict[str, Callable[..., Any]] = {
    "counter": _counter,
    "hex": _hex,
    "level": lambda g, hex: g.map.level(g.map.resolve(hex)),
    "morale": lambda g, unit: morale.morale_level(g, g.unit(unit)),
    "rally": lambda g, unit: rally.rally_level(g, g.unit(unit)),
    "allowance": _allowance,
    "odds": _odds,
    "challenge": lambda g, unit: needed_fp(g, g.unit(unit)),
    "panzerfaust": lambda g, die, month: g.anti_tank.panzerfaust(int(die), int(month)),
}
