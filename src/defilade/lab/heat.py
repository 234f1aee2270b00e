"""Heat maps: how often something happened in each hex, laid over the drawing of the map.

The drawing is large, so a page holds it once: the first heat map has it, the others refer to it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape

import msgspec

from defilade.drawing.artwork import number
from defilade.rules.presentation import HexView, MapInfo

BOARD = "board"
FAINTEST, STRONGEST = 0.12, 0.86
"""How solid the colour of a hex is, from the least to the most."""


class Ground(msgspec.Struct, frozen=True):
    """A map and its drawing."""

    info: MapInfo
    svg: str


class HeatMap(msgspec.Struct, frozen=True):
    """What one map shows: hex -> how often a game."""

    title: str
    colour: str
    unit: str
    values: Mapping[str, float]


def heat_map(ground: Ground, heat: HeatMap, first: bool) -> str:
    """One map. The first on a page brings the drawing with it."""
    box = ground.info.box
    view = " ".join(number(value) for value in (box.left, box.top, box.width, box.height))
    highest = max(heat.values.values(), default=0.0)
    places = {hex.id: hex for hex in ground.info.hexes}
    hexes = "".join(
        _hex(places[hex], ground.info.hex_side, value, highest, heat)
        for hex, value in heat.values.items()
        if hex in places
    )
    return (
        f'<svg class="heat" viewBox="{view}" role="img" aria-label="{escape(heat.title)}">'
        f'<g class="faded">{_board(ground, first)}</g>'
        f'<g fill="{heat.colour}" stroke="{heat.colour}">{hexes}</g></svg>'
    )


def scale_words(ground: Ground, heat: HeatMap) -> str:
    """What the strongest colour stands for, and where that is."""
    if not heat.values:
        return "nothing"
    hex, highest = max(heat.values.items(), key=lambda entry: (entry[1], entry[0]))
    label = next((one.label for one in ground.info.hexes if one.id == hex), hex)
    return f"most in {label}: {highest:.2g} {heat.unit} a game"


def _board(ground: Ground, first: bool) -> str:
    box = ground.info.box
    corner = f'x="{number(box.left)}" y="{number(box.top)}"'
    if first:
        return ground.svg.replace("<svg ", f'<svg id="{BOARD}" {corner} ', 1).strip()
    return f'<use href="#{BOARD}"/>'


def _hex(at: HexView, side: float, value: float, highest: float, heat: HeatMap) -> str:
    # The eye judges areas of colour by their square root: so a hex with a quarter of the most is half as solid.
    solid = FAINTEST + (STRONGEST - FAINTEST) * math.sqrt(value / highest)
    half, tall = side / 2, side * math.sqrt(3) / 2
    path = (
        f"M{number(at.x - side)} {number(at.y)}l{number(half)} {number(-tall)}h{number(side)}"
        f"l{number(half)} {number(tall)}l{number(-half)} {number(tall)}h{number(-side)}z"
    )
    tip = f"{at.label}: {value:.2g} {heat.unit} a game"
    return f'<path d="{path}" fill-opacity="{solid:.2f}"><title>{escape(tip)}</title></path>'
