"""Who must get out of a hex in the Rout Phase, before the others rout: of a fire, of a house that has fallen."""

from __future__ import annotations

from defilade.rules.sl import stacking, terrain
from defilade.rules.sl.state import SlPlay
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit


def ways_out(g: SlPlay, unit: Unit) -> list[str]:
    """One hex, and no farther."""
    return [
        hex
        for hex in g.map.adjacent[unit.hex]
        if terrain.entry_bar(g, unit, unit.hex, hex) is None
        and not g.has_side(hex, g.enemy_of(unit.side))
        and stacking.refusal(g, unit.side, hex, [unit]) is None
    ]


def get_out_to(g: SlPlay, unit: Unit, hex: Hex, event: str, of_what: str, rule: str) -> None:
    unit = g.place(unit, hex)
    words = f"{g.name(unit)} leaves {of_what} for {g.place_name(hex)}."
    g.say(event, words, rule, side=unit.side, who=(unit.id,), at=hex)
