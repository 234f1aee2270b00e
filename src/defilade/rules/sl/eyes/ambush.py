"""Advancing upon what was concealed or hidden: it attacks first in close combat (SL:2.3.9.2-c)."""

from __future__ import annotations

from defilade.kernel import Frame
from defilade.kernel.composition import Part
from defilade.rules.sl.advance import advanced_into
from defilade.rules.sl.close_combat import CloseCombat, before_designating, combat_over, stays_out
from defilade.rules.sl.eyes.concealment import counters_in, uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_in, reveal
from defilade.rules.sl.eyes.night_moves import shroud
from defilade.rules.sl.eyes.stealth import slips_past
from defilade.rules.sl.state import SlPlay
from defilade.tactics.names import Hex
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit

PART = Part()


@PART.answers(advanced_into)
def come_upon(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:2.3.9.2-d: whoever is there comes to light, whatever happens next."""
    if slips_past(g, unit):
        return
    hex, enemy = unit.hex, g.enemy_of(unit.side)
    found: tuple[str, ...] = ()
    for counter in counters_in(g, hex, enemy):
        shroud(g, counter)
    if counters_in(g, hex, enemy):
        found += uncover_hex(g, hex, enemy, "the enemy is upon it", "SL:2.3.9.2-d")
    hidden = hidden_in(g, hex, enemy)
    reveal(g, hidden, "the enemy is upon it", "SL:2.3.9.2-d")
    if (found or hidden) and hex not in g.state.ambushes:
        g.state.ambushes = (*g.state.ambushes, hex)


@PART.answers(before_designating)
def first_blow(g: SlPlay, hex: Hex) -> list[Frame]:
    """The DEFENDER's attacks are rolled and carried out before the ATTACKER designates his."""
    if hex not in g.state.ambushes:
        return []
    g.say(
        "ambush",
        f"Who lay concealed in {g.place_name(hex)} attacks first.",
        "SL:2.3.9.2-c",
        side=g.defender,
        at=hex,
    )
    squads = tuple([unit.id for unit in g.units_in(hex) if not unit.is_leader])
    return [CloseCombat(hex, squads, turn=1)]


@PART.answers(combat_over)
def blow_has_fallen(g: SlPlay, hex: Hex) -> list[Frame]:
    """Nobody attacks twice in a CCPh."""
    if hex in g.state.ambushes:
        g.state.ambushes = tuple([other for other in g.state.ambushes if other != hex])
        g.state.struck_first = tuple([unit.id for unit in g.side_in(hex, g.defender)])
    else:
        g.state.struck_first = ()
    return []


@PART.answers(stays_out)
def has_attacked(g: SlPlay, unit: Unit) -> bool:
    return unit.id in g.state.struck_first


@PART.answers(player_turn_begins)
def no_more_ambushes(g: SlPlay) -> None:
    g.state.ambushes = g.state.struck_first = ()
