"""Charts as SVG text: no script, no outside file, every mark with a tooltip."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

import msgspec

from defilade.drawing.artwork import number

WIDTH, HEIGHT = 640, 190
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 14, 34
"""Margins of a chart with axes."""

SIDE_COLOURS = {"german": "#4f7590", "american": "#74852c", "russian": "#b06f22"}
OTHER_COLOURS = ("#7a5c99", "#3f8f86", "#a8483f")


def colours_of(sides: Sequence[str]) -> dict[str, str]:
    """A colour for each side: its nation's if we have one."""
    others = iter(OTHER_COLOURS)
    return {side: SIDE_COLOURS.get(side) or next(others) for side in sides}


class Series(msgspec.Struct, frozen=True):
    """One kind of bar: a name, a colour, and a value for each column."""

    name: str
    colour: str
    values: tuple[float, ...]


def stacked_bars(title: str, columns: Sequence[str], series: Sequence[Series], unit: str) -> str:
    """Bars on top of each other, one pile a column; for things that are counted."""
    totals = [sum(one.values[place] for one in series) for place in range(len(columns))]
    frame = _Frame(title, columns, *_scale(max(totals, default=0), least_step=1))
    for place in range(len(columns)):
        below = 0.0
        for one in series:
            value = one.values[place]
            if value:
                frame.bar(place, 0, 1, below, below + value, one.colour, _tip(one.name, value, unit))
                below += value
    return frame.svg()


def grouped_bars(title: str, columns: Sequence[str], series: Sequence[Series], unit: str) -> str:
    """Bars beside each other, one group a column."""
    highest = max((value for one in series for value in one.values), default=0)
    frame = _Frame(title, columns, *_scale(highest))
    for place in range(len(columns)):
        for which, one in enumerate(series):
            value = one.values[place]
            if value:
                frame.bar(place, which, len(series), 0, value, one.colour, _tip(one.name, value, unit))
    return frame.svg()


def legend(entries: Mapping[str, str]) -> str:
    """Names with their colours."""
    keys = "".join(
        f'<span><i style="background:{colour}"></i>{escape(name)}</span>' for name, colour in entries.items()
    )
    return f'<p class="legend">{keys}</p>'


def share_line(share: float, interval: tuple[float, float], colour: str, title: str) -> str:
    """A share of wins with its interval on a line from 0 to 100%, over the band that counts as balanced."""
    low, high = interval
    x, a, b = (number(300 * value) for value in (share, low, high))
    return (
        f'<svg class="line" viewBox="-6 0 312 22" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>"
        '<rect class="band" x="120" y="2" width="60" height="18"/>'
        '<path class="rule" d="M0 11h300M0 6v10M150 4v14M300 6v10"/>'
        f'<path d="M{a} 11H{b}M{a} 6v10M{b} 6v10" stroke="{colour}" stroke-width="3" fill="none"/>'
        f'<circle cx="{x}" cy="11" r="5.5" fill="{colour}"/></svg>'
    )


def change_line(change: float, interval: tuple[float, float], colour: str, title: str) -> str:
    """A change of a share with its interval on a line from -50 to +50 points."""
    low, high = (max(-0.5, min(0.5, value)) for value in interval)
    middle = max(-0.5, min(0.5, change))
    x, a, b = (number(150 + 300 * value) for value in (middle, low, high))
    return (
        f'<svg class="line" viewBox="-6 0 312 22" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>"
        '<path class="rule" d="M0 11h300M0 6v10M150 2v18M300 6v10"/>'
        f'<path d="M{a} 11H{b}M{a} 6v10M{b} 6v10" stroke="{colour}" stroke-width="3" fill="none"/>'
        f'<circle cx="{x}" cy="11" r="5.5" fill="{colour}"/></svg>'
    )


def _tip(name: str, value: float, unit: str) -> str:
    return f"{name}: {value:g} {unit}"


class _Frame:
    """The axes of a bar chart, and the bars within."""

    def __init__(self, title: str, columns: Sequence[str], step: float, top: float) -> None:
        self._title = title
        self._columns = columns
        self._step, self._top = step, top
        self._bars: list[str] = []

    def bar(
        self, place: int, which: int, beside: int, low: float, high: float, colour: str, tip: str
    ) -> None:
        room = self._room()
        width = room * 0.72 / beside
        x = LEFT + room * (place + 0.14) + which * width
        y, bottom = self._y(high), self._y(low)
        self._bars.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width - 1)}" '
            f'height="{number(max(0.5, bottom - y))}" fill="{colour}"><title>{escape(tip)}</title></rect>'
        )

    def svg(self) -> str:
        lines, words = [], []
        for tick in range(round(self._top / self._step) + 1):
            value = tick * self._step
            y = number(self._y(value))
            lines.append(f"M{LEFT} {y}H{WIDTH - RIGHT}")
            words.append(f'<text class="tick" x="{LEFT - 6}" y="{y}" dy=".32em">{value:g}</text>')
        room = self._room()
        foot = HEIGHT - BOTTOM + 18
        for place, name in enumerate(self._columns):
            x = number(LEFT + room * (place + 0.5))
            words.append(f'<text class="column" x="{x}" y="{foot}">{escape(name)}</text>')
        return (
            f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-label="{escape(self._title)}"><path class="rule" d="{"".join(lines)}"/>'
            f"{''.join(words)}{''.join(self._bars)}</svg>"
        )

    def _room(self) -> float:
        return (WIDTH - LEFT - RIGHT) / max(1, len(self._columns))

    def _y(self, value: float) -> float:
        return TOP + (1 - value / self._top) * (HEIGHT - TOP - BOTTOM)


def _scale(highest: float, least_step: float = 0.0) -> tuple[float, float]:
    """A round step for the axis, and where it ends.

    >>> _scale(83), _scale(2.3), _scale(2, least_step=1), _scale(0)
    ((20, 100), (0.5, 2.5), (1, 2), (1, 1))
    """
    if highest <= 0:
        return 1, 1
    size = 10 ** math.floor(math.log10(highest / 4))
    step = next(size * times for times in (1, 2, 5, 10) if size * times * 5 >= highest)
    step = max(step, least_step)
    return step, step * math.ceil(highest / step - 1e-9)
