"""What lies on top of a map in one picture: highlighted hexes, counters, labels, lines of sight."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from defilade.drawing.artwork import Spot, group, number, point, ring_path
from defilade.drawing.scene import SIDE, Scene, paper, paper_ring
from defilade.hexgrid.coords import Point, corners

#: The side of a counter, and how far the next one of a stack is shifted.
COUNTER: Final = SIDE * 0.78
FAN: Final = 4.0


@dataclass(frozen=True)
class Label:
    """A short text in a hex."""

    hex: str
    text: str
    colour: str = "#1b1e17"


@dataclass(frozen=True)
class Counter:
    """A counter in a hex: lines of text on a coloured square. Several in one hex are fanned out."""

    hex: str
    lines: tuple[str, ...]
    fill: str = "#9fb062"
    ink: str = "#15180f"


@dataclass(frozen=True)
class Highlight:
    """A hex framed in a colour."""

    hex: str
    colour: str = "#ffcf57"
    fill_opacity: float = 0.18


@dataclass(frozen=True)
class Thread:
    """A line of sight between two centre dots; beyond the plane point `blocked_at` it is drawn as stopped."""

    start: str
    end: str
    blocked_at: Point | None = None


@dataclass(frozen=True)
class Overlay:
    """What lies on top of the map in one picture."""

    highlights: tuple[Highlight, ...] = ()
    counters: tuple[Counter, ...] = ()
    labels: tuple[Label, ...] = ()
    threads: tuple[Thread, ...] = ()


class NoSuchPlace(ValueError):
    """An overlay names a hex that is not in the picture."""

    def __init__(self, hex: str, title: str) -> None:
        super().__init__(f"hex {hex} is not on {title!r}")
        self.hex = hex


def overlay_art(overlay: Overlay, scene: Scene) -> str:
    """The topmost layer of the picture."""
    parts = [_highlight(one, scene) for one in overlay.highlights]
    parts += [_thread(one, scene) for one in overlay.threads]
    stacked: dict[str, int] = {}
    for counter in overlay.counters:
        below = stacked.get(counter.hex, 0)
        stacked[counter.hex] = below + 1
        parts.append(_counter(counter, _place(counter.hex, scene), below))
    parts += [_label(one, _place(one.hex, scene)) for one in overlay.labels]
    return group("overlay", parts)


def _place(hex: str, scene: Scene) -> Spot:
    if hex not in scene.places:
        raise NoSuchPlace(hex, scene.title)
    return paper(scene.places[hex])


def _highlight(one: Highlight, scene: Scene) -> str:
    x, y = _place(one.hex, scene)
    around = paper_ring(corners(scene.places[one.hex]))
    ring = ring_path([(x + (a - x) * 0.95, y + (b - y) * 0.95) for a, b in around])
    colour = escape(one.colour)
    fill = f'fill="{colour}" fill-opacity="{one.fill_opacity}" stroke="{colour}"'
    return f'<path class="highlight" d="{ring}" {fill}/>'


def _thread(one: Thread, scene: Scene) -> str:
    start, end = _place(one.start, scene), _place(one.end, scene)
    stop = paper(one.blocked_at) if one.blocked_at else end
    seen = f"M{point(start)}L{point(stop)}"
    parts = [f'<path class="thread-edge" d="{seen}"/><path d="{seen}"/>']
    if one.blocked_at:
        parts.append(f'<path class="stopped" d="M{point(stop)}L{point(end)}"/>')
        parts.append(f'<path class="stop" d="M{point((stop[0] - 6, stop[1] - 6))}l12 12m0 -12l-12 12"/>')
    return group("thread", parts)


def _counter(one: Counter, at: Spot, below: int) -> str:
    left, top = at[0] - COUNTER / 2 + below * FAN, at[1] - COUNTER / 2 - below * FAN
    size = number(COUNTER)
    square = f'x="{number(left)}" y="{number(top)}" width="{size}" height="{size}" rx="3.5"'
    parts = [
        f'<rect {square} transform="translate(1.6 2.2)" fill="#000" fill-opacity=".4"/>',
        f'<rect class="counter-edge" {square} fill="{escape(one.fill)}"/>',
    ]
    leading = COUNTER / (len(one.lines) + 1)
    for i, line in enumerate(one.lines):
        x, y = number(left + COUNTER / 2), number(top + leading * (i + 1) + 4)
        parts.append(f'<text x="{x}" y="{y}" fill="{escape(one.ink)}">{escape(line)}</text>')
    return group("counter", parts)


def _label(one: Label, at: Spot) -> str:
    x, y = number(at[0]), number(at[1] + 4)
    return f'<text class="label" x="{x}" y="{y}" fill="{escape(one.colour)}">{escape(one.text)}</text>'
