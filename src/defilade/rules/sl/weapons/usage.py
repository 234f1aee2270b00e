"""How many support weapons a unit uses, of which types, and what that costs it (SL:8.2, SL:8.3).

Machine guns have rules of their own (`machine_guns.py`); all other kinds are rows of a chart. Weapons taken from the
enemy, and special ones in the hands of who is not trained for them, are in `captured.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.state import MPH, SlPlay
from defilade.rules.sl.tables import WeaponUse
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import LEADER, SQUAD, Unit, Weapon

PART = Part()

MACHINE_GUN = "MG"
"""LMG, MMG and HMG are one type of weapon (SL:8.2)."""
ONE_TYPE = Refusal("a unit fires one type of support weapon in a fire phase", "SL:8.2")
NOT_ITS = Refusal("such a unit does not use this weapon", "SL:8.3")


def type_of(kind: str) -> str:
    """SL:8.2; bazookas, Panzerschrecks and Panzerfausts are several types (SL:8.9.1-q1)."""
    return MACHINE_GUN if kind in ("LMG", "MMG", "HMG") else kind


def kinds_used(g: SlPlay, unit: Unit) -> tuple[str, ...]:
    """The kinds of weapons that a unit has used in this phase, one entry a use."""
    return g.state.kinds_used.get(unit.id, ())


def note_kind(g: SlPlay, unit: Unit, weapon: Weapon) -> None:
    """A unit uses a weapon, which may be gone afterwards."""
    kind = g.weapon_type(weapon).kind
    g.state.kinds_used = {**g.state.kinds_used, unit.id: (*kinds_used(g, unit), kind)}


def other_type(g: SlPlay, unit: Unit, weapon: Weapon, more: Sequence[str] = ()) -> Refusal | None:
    """SL:8.2: `more` are weapons that it fires in the attack being declared."""
    kinds = [*kinds_used(g, unit), *(g.weapon_type(g.state.weapons[wid]).kind for wid in more)]
    mine = type_of(g.weapon_type(weapon).kind)
    return ONE_TYPE if any(type_of(kind) != mine for kind in kinds) else None


@PART.answers(phase_ends)
def another_phase(g: SlPlay, phase: str) -> None:
    """What is fired at vehicles on the move is the beginning of Defensive Fire."""
    if phase == MPH:
        return
    g.state.kinds_used = {}


# -- the chart (SL:8.3-c to SL:8.3-i) ----------------------------------------------------------------------


def use_of(g: SlPlay, kind: str) -> WeaponUse:
    return g.tables.weapon_usage.kinds[kind]


def free_uses(g: SlPlay, unit: Unit, kind: str) -> int:
    """How many of a kind a unit uses at the price of its entry in the chart. SL:8.3-h: a radio is for leaders, and for
    heroes who were leaders."""
    row = use_of(g, kind)
    if unit.is_mmc:
        return row.squad if unit.kind == SQUAD else row.few
    return 0 if row.leaders_only and unit.kind != LEADER else row.smc


def most_uses(g: SlPlay, unit: Unit, kind: str) -> int:
    """The same where it gives up its own firepower for more."""
    few = free_uses(g, unit, kind)
    return 2 * few if (unit.kind == SQUAD or unit.is_mmc) and who(unit) in use_of(g, kind).doubled else few


def who(unit: Unit) -> str:
    """The column of the chart."""
    return "smc" if not unit.is_mmc else "squad" if unit.kind == SQUAD else "few"


def costs_own(g: SlPlay, unit: Unit, kind: str, uses: int) -> bool:
    """Whether so many uses of a kind take a unit its own firepower."""
    return (
        unit.is_mmc and uses > 0 and (who(unit) in use_of(g, kind).costs or uses > free_uses(g, unit, kind))
    )


def chart_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why a unit may not use one more weapon that is in the chart."""
    kind = g.weapon_type(weapon).kind
    found = other_type(g, unit, weapon)
    if found is not None:
        return found
    uses = len(kinds_used(g, unit)) + 1
    row = use_of(g, kind)
    if most_uses(g, unit, kind) == 0:
        return Refusal(NOT_ITS.reason, row.rule)
    if uses > most_uses(g, unit, kind):
        return Refusal(f"it uses {most_uses(g, unit, kind)} of them at most", row.rule)
    fired = unit.no_fp and not any(
        costs_own(g, unit, kind, count) for count in range(1, len(kinds_used(g, unit)) + 1)
    )
    if fired and costs_own(g, unit, kind, uses):
        return Refusal("it has fired its own firepower, which this would cost it", row.rule)
    return None
