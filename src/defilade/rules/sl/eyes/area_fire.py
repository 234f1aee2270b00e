"""Fire at what is not seen: at concealed stacks, and at hexes that may hide somebody (SL:2.3.4, SL:2.5.4).

What lies under a "?" or is hidden is attacked at half FP by the throw that everybody sees. It comes to light where the
result is anything but no effect, and bears it then.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl.eyes.concealment import is_concealed, uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_in, hides, reveal
from defilade.rules.sl.eyes.secret_set_up import may_hide
from defilade.rules.sl.fire import (
    Attack,
    dice_read,
    plan_against,
    strike,
    struck_besides,
    struck_in_sight,
    struck_instead,
)
from defilade.rules.sl.fire_phases import suspected_hexes
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.tables import NONE, Hit
from defilade.tactics.attack_plan import Firing, resolve, shot_factors
from defilade.tactics.checks import Check
from defilade.tactics.names import Side
from defilade.tactics.units import Unit

PART = Part()


@PART.modifies(shot_factors, "SL:2.3.4", step=4)  # SL:5.4.6
def area_fire(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:2.3.4: at a "?" with half FP; SL:2.5.4-a: as well where nobody is seen. SL:2.3.6: whoever is in the open among
    them is fired at with all of it."""
    units, hidden = g.state.units, g.state.hidden
    if any(
        uid in units and uid not in hidden and not is_concealed(units[uid]) and units[uid].hex
        for uid in firing.targets
    ):
        return []
    if any(uid not in units for uid in firing.targets):  # a vehicle, which anybody can see
        return []
    entry = g.tables.concealment.area_fire
    return [Line("area fire", entry.factor, entry.rule, "x")]


@PART.answers(struck_in_sight)
def those_in_sight(g: SlPlay, targets: tuple[str, ...]) -> tuple[str, ...]:
    """SL:2.3.6: the "?" beside others are attacked by themselves."""
    seen = tuple([uid for uid in targets if uid not in g.state.units or not is_concealed(g.unit(uid))])
    return seen or targets


@PART.answers(struck_instead)
def strikes_a_counter(g: SlPlay, unit: Unit, found: Hit) -> Sequence[tuple[str, Check]] | None:
    """SL:2.3.9.1-b: a result takes all "?" of the hex away, also where the checks that follow are passed."""
    if not is_concealed(unit):
        return None
    if found.kind == NONE:
        return ()
    units = uncover_hex(g, unit.hex, unit.side, f"fire with result {found}", "SL:2.3.9.1-b", "SL:2.3.9.1-d")
    return [check for uid in units for check in strike(g, g.unit(uid), found, True)]


@PART.answers(struck_besides)
def out_of_sight_in_the_hex(g: SlPlay, attack: Attack) -> list[tuple[str, Check]]:
    checks: list[tuple[str, Check]] = []
    counters = [uid for uid in attack.targets if uid in g.state.units and is_concealed(g.unit(uid))]
    if counters and set(counters) != set(attack.targets):
        found = result_at_half(g, attack, tuple(counters))
        for uid, hit in found:
            if uid in g.state.units:
                checks += strikes_a_counter(g, g.unit(uid), hit) or ()
    for side in g.state.sides:
        checks += strike_hidden(g, attack, side)
    return checks


def strike_hidden(g: SlPlay, attack: Attack, side: Side) -> list[tuple[str, Check]]:
    """SL:2.5.4-b: also who passes the check that he has to take is found."""
    units = hidden_in(g, attack.target, side)
    if not units:
        return []
    at_stake = [(uid, hit) for uid, hit in result_at_half(g, attack, units) if hit.kind != NONE]
    if not at_stake:
        return []
    reveal(g, units, "they were hit", "SL:2.5.4-b")
    return [check for uid, hit in at_stake for check in strike(g, g.unit(uid), hit, True)]


def result_at_half(g: SlPlay, attack: Attack, targets: tuple[str, ...]) -> list[tuple[str, Hit]]:
    """What the throw of an attack means for those of whom the firer sees nothing, or a "?" at most."""
    before = {uid: g.unit(uid) for uid in targets}
    for uid, unit in before.items():  # as if they stood there, to add their modifiers up
        g.state.units[uid] = msgspec.structs.replace(unit, hex=attack.target)
    silent, g.silent = g.silent, True
    plan = plan_against(g, attack, "", targets)
    g.silent = silent
    g.state.units.update(before)
    struck = resolve(g, plan, dice_read(g, attack.dice, attack))
    return [(uid, found) for group, found in struck.results for uid in group.units]


@PART.answers(suspected_hexes)
def where_somebody_may_hide(g: SlPlay, side: Side) -> list[str]:
    """SL:2.5.4-a, SL:2.5-q2: woods and buildings that are seen, as long as the enemy has hidden units, or may have."""
    enemy = g.enemy_of(side)
    groups = {
        g.unit(uid).group for uid in g.state.unseen if g.unit(uid).side == enemy and may_hide(g, g.unit(uid))
    }
    area = dict.fromkeys(hex for number in groups for hex in g.scenario.set_up_area(number, g.map))
    return [hex for hex in area if hides(g, hex) and not g.units_in(hex)]
