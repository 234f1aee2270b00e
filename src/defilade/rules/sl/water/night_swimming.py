"""Swimming by night (SL:4.14.14): a "?" stays on who swims, unless light shows him as he gets in or out."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sl.eyes.concealment import came_to_light, contents, is_concealed, uncover
from defilade.rules.sl.eyes.losing import watched
from defilade.rules.sl.eyes.night import is_lit
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.water.swimming import RAFTS, got_in, got_out, leave_ashore
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()


@PART.answers(got_in)
def unseen_in_the_water(g: SlPlay, unit: Unit, bank: str, hex: Hex) -> None:
    """SL:4.14.14; those under the "?" leave their arms behind like others (SL:4.14.12-a)."""
    if not is_concealed(unit):
        return
    for one in contents(g, unit.id):
        leave_ashore(g, one, bank, room=0)
        g.update(one, unarmed=one.unarmed or (one.is_mmc and not RAFTS.on(g)))
    in_the_light(g, unit, hex)


@PART.answers(got_out)
def out_of_the_water(g: SlPlay, unit: Unit, water: str) -> None:
    if is_concealed(unit):
        in_the_light(g, unit, water)


def in_the_light(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """SL:4.14.14: a lit hex in sight of an unbroken enemy."""
    if is_lit(g, hex) and watched(g, hex, unit.side):
        uncover(g, unit, "light shows it in the water", "SL:4.14.14")


@PART.answers(came_to_light)
def they_swim(g: SlPlay, counter: str, units: tuple[str, ...]) -> None:
    """Who was under a "?" that swims does so himself."""
    turn = g.state.swimmers.get(counter)
    if turn is None:
        return
    others = {uid: since for uid, since in g.state.swimmers.items() if uid != counter}
    g.state.swimmers = others | dict.fromkeys(units, turn)
    if counter in g.state.immersed:
        kept = [uid for uid in g.state.immersed if uid != counter]
        g.state.immersed = (*kept, *units)
