"""An attack as data, and how its strength is added up (UF:6.4)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Breakdown, Line
from defilade.kernel.composition import (
    any_of,
    modified,
)
from defilade.kernel.encoding import always
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Unit


@any_of
def spares_card(g: UfPlay, attack: Attack, unit: Unit, /) -> bool:
    """Is this card of the target group not attacked?"""
    return False


FIRE = "fire"
ORDNANCE = "ordnance"
MORTAR = "mortar"
OVERRUN = "overrun"
MISSION = "mission"
DEMOLITION = "demolition"
MINES = "mines"

DIRECT = frozenset((FIRE, ORDNANCE))
"""Attacks that go by sight."""
INDIRECT = frozenset((MORTAR, MISSION))
"""Attacks from above: Woods and Gullies are no shelter from them."""
SHOTS = frozenset((ORDNANCE, MORTAR))
"""Attacks of ordnance: a hit must be scored before its effect is resolved (UF:25.1)."""


# Steps at which modifiers of an attack come in, in the order of UF:6.4 to UF:6.44.
HALVING, FIRER, TERRAIN_STEP, MOVING_STEP, OTHER = range(5)


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack on a group. Modifiers look at this and at the state, nowhere else."""

    kind: str
    side: str
    target: str
    """The group that is attacked."""
    firer: str = ""
    """The group that attacks; empty for attacks that come from no group."""
    range: int = 0
    cards: tuple[str, ...] = ()
    """The Fire cards used."""
    strength: int = 0
    """Their strength, or that of the weapon, before all modifiers."""
    label: str = ""
    rule: str = always("UF:6.3-b")
    shooter: str = ""
    """The Personality card that fires ordnance or overruns."""
    weapon: str = ""
    """The kind of ordnance: mortar, bazooka, panzerschreck, panzerfaust, atr, ig or afv."""
    added: int = 0
    """What a hit adds to the Effect Number: the To Hit number or the Relative Range (UF:25.4-a, UF:25.4-b)."""
    black: bool = False
    """The hit was scored with a black number (UF:26.5-b)."""
    abstain: tuple[str, ...] = ()
    """Men of the firing group who take no part."""
    joining: tuple[str, ...] = ()
    """Men on their way between groups who fire with this one (UF:17.8-qc)."""
    concealed: int = 0
    """The number of the Concealed card played against it."""
    penalty: int = 0
    """Strength lost since it began, as by a malfunction (UF:19.13-e)."""
    ignores_terrain: bool = False
    boxed: bool = False
    """It is made with boxed firepower or Effect Number."""
    not_halved: bool = False
    adverse: str = ""
    """The rule by which an overrunning vehicle is in danger among the defenders (UF:29.4)."""


@modified
def attack_lines(g: UfPlay, attack: Attack, unit: Unit | None, /) -> Iterable[Line]:
    """What changes the strength of an attack, against its group as a whole or against one card of it?"""
    return ()


def breakdown(g: UfPlay, attack: Attack, unit: Unit | None = None) -> Breakdown:
    """The strength of an attack, line by line: halving first, then what the firer's place, the target's terrain
    and movement, and a Concealed card add (UF:6.4 to UF:6.44)."""
    lines = [Line(attack.label or "Fire Strength", attack.strength, attack.rule, "=")]
    total = attack.strength
    for line in attack_lines(g, attack, unit):
        lines.append(line)
        if line.sign == "x":
            total = int(total * line.value)  # UF:12.1-a: fractions down
        else:
            total += int(line.value)
    return Breakdown(_title(g, attack), tuple(lines), total)


def strength(g: UfPlay, attack: Attack, unit: Unit | None = None) -> int:
    """The final Fire Strength against a card of the target group: the sum of the breakdown without its words."""
    total = attack.strength
    for line in attack_lines(g, attack, unit):
        if line.sign == "x":
            total = int(total * line.value)
        else:
            total += int(line.value)
    return total


def is_spared(g: UfPlay, attack: Attack, unit: Unit) -> bool:
    """Whether the attack on its group does not touch this card."""
    return any(spares(g, attack, unit) for spares in spares_card.answers(g))


def _title(g: UfPlay, attack: Attack) -> str:
    target = g.group_name(attack.target)
    if attack.firer:
        return f"{g.group_name(attack.firer)} attacks {target} at Relative Range {attack.range}"
    return f"Attack on {target}"
