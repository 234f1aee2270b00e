"""Clearing minefields by hand, in the PFPh (SL:15.7.13)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.people.arms import designated
from defilade.rules.sl.state import MINES, SlPlay, Work
from defilade.rules.sl.works.labour import TASKS, Task, helpers_in
from defilade.rules.sl.works.works import known_in, take_away, works_in
from defilade.tactics.names import Hex
from defilade.tactics.units import SQUAD, Unit

PART = Part()

CLEAR = "clear-mines"
PART.adds(
    SPOKEN,
    Spoken(CLEAR, lambda g, action: f"{g.name(action.who[0])} clears mines in {g.place_name(action.at)}"),
)
PART.adds(OPTION_LOOKS, VerbLook(CLEAR, OptionLook("Clear mines", hex="special", rare=True)))


def mined_by(g: SlPlay, side: str) -> bool:
    """Whether the card gives a side minefields, as its enemy can read there."""
    return any(group.side == side and MINES in group.works for group in g.scenario.groups)


def places(g: SlPlay, unit: Unit) -> Iterable[str]:
    """SL:15.7.13.1: squads, in the hex or beside it; SL:15.7.13-a: one hex that they name, whether they know of mines
    there or not, as long as there may be any."""
    if unit.kind != SQUAD or not unit.hex or g.map.ground_hex(unit.hex) != unit.hex:
        return []
    near = [unit.hex, *[hex for hex in g.map.adjacent[unit.hex] if g.map.ground_hex(hex) == hex]]
    guess = mined_by(g, g.enemy_of(unit.side))
    return [hex for hex in near if guess or known_in(g, hex, unit.side, MINES)]


def needed(g: SlPlay, unit: Unit) -> int:
    """SL:15.7.13.1: its firepower; no two squads together."""
    return g.counter(unit).fp


def sappers(g: SlPlay, unit: Unit, works: Iterable[Work]) -> list[Line]:
    """SL:15.7.14.1-a: a weak field is soon found by who knows mines."""
    table = g.tables.works
    if not designated(g, unit):
        return []
    found = [(table.sapper_most_factors - work.factors) // table.sapper_per_factors for work in works]
    best = max(found, default=0)
    return [Line("engineers", -best, "SL:15.7.14.1-a")] if best > 0 else []


def lines(g: SlPlay, unit: Unit, hex: Hex) -> list[Line]:
    """What both sides may see: nobody is told how strong a field is of which he does not know."""
    return sappers(g, unit, [work for work in works_in(g, hex, MINES) if not work.hidden])


def untold(g: SlPlay, unit: Unit, hex: Hex) -> int:
    every = sappers(g, unit, works_in(g, hex, MINES))
    return int(sum(line.value for line in every) - sum(line.value for line in lines(g, unit, hex)))


def leaders(g: SlPlay, unit: Unit, hex: Hex) -> list[Unit]:
    """SL:15.7.13.2: in the hex or beside it."""
    return helpers_in(g, unit.side, dict.fromkeys([hex, *g.map.adjacent[hex]]))


def done(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """SL:15.7.13-a: the owner says what has been removed."""
    fields = works_in(g, hex, MINES)
    for work in fields:
        remove(g, work, f"{g.name(unit)} has cleared them", "SL:15.7.13.1")
    if not fields:
        g.say(
            "mines_gone",
            f"There are no mines in {g.place_name(hex)}.",
            "SL:15.7.13-a",
            side=unit.side,
            who=(unit.id,),
            at=hex,
        )


def remove(g: SlPlay, work: Work, why: str, rule: str) -> None:
    take_away(g, work)
    g.say(
        "mines_gone",
        f"{work.factors} factors of mines in {g.place_name(work.hex)} are gone: {why}.",
        rule,
        side=work.side,
        at=work.hex,
    )


PART.adds(
    TASKS,
    Task(CLEAR, "SL:15.7.13.1", "SL:15.7.13.2", "clears mines", places, needed, lines, leaders, done, untold),
)
