"""What nations do differently when they rally, lead and lose leaders (SL:3.5, SL:3.10, SL:3.12 to SL:3.18)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.morale import changed_leadership, unled, unshaken
from defilade.rules.sl.movement import mf_allowed
from defilade.rules.sl.nations import any_foreign, is_green, nation, nationality, same_nation
from defilade.rules.sl.rally import desperate, own_rally_level, rallies_alone, rally_bar
from defilade.rules.sl.state import SlPlay
from defilade.tactics.moving import Moving
from defilade.tactics.units import CREW, SQUAD, Unit

PART = Part()

PARTISAN = "partisan"
FOREIGN = Refusal("under a foreign leader nobody rallies who was fired on", "SL:3.5.1-b")


# -- rally -------------------------------------------------------------------------------------------------


def only_foreign_leaders(g: SlPlay, unit: Unit) -> bool:
    """SL:3.5.1-a: whether it depends on leaders of another nation. Who rallies by himself does not; SS and Wehrmacht
    are one nation in this (SL:3.13.5 speaks of directing only)."""
    if unit.is_leader or rallies_alone(g, unit):
        return False
    helping = morale.leaders_helping(g, unit)
    return bool(helping) and all(
        not same_nation(g, leader, unit) and not both_german(g, leader, unit) for leader in helping
    )


def both_german(g: SlPlay, leader: Unit, unit: Unit) -> bool:
    return {nationality(g, leader), nationality(g, unit)} == {"german", "ss"}


@PART.answers(rally_bar)
def fired_on_under_foreigners(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:3.5.1-b"""
    return FOREIGN if unit.dm and not keeps_calm(g, unit) and only_foreign_leaders(g, unit) else None


@PART.answers(desperate)
def desperate_under_foreigners(g: SlPlay, unit: Unit) -> bool | None:
    """SL:3.5.1-a"""
    return True if only_foreign_leaders(g, unit) else None


def keeps_calm(g: SlPlay, unit: Unit) -> bool:
    """SL:3.10.2: Americans ignore DM, but for leaders and Green men; SL:3.17.2: all Finns do."""
    mine = nation(g, unit)
    if not mine.calm or is_green(g, unit):
        return False
    return mine.calm_leaders or not unit.is_leader


@PART.answers(desperate)
def not_desperate(g: SlPlay, unit: Unit) -> bool | None:
    return False if keeps_calm(g, unit) else None


@PART.answers(rallies_alone)
def sissu(g: SlPlay, unit: Unit) -> bool:
    """SL:3.17.3-a: Finnish squads and crews, whatever their counter (SL:3.17.10), rally without a leader."""
    return nation(g, unit).self_rally and unit.kind in (SQUAD, CREW) and not unit.captive


@PART.answers(own_rally_level)
def half_alone(g: SlPlay, unit: Unit) -> int | None:
    """SL:3.17.3-a: alone at half their normal morale; SL:3.17.3-b: in full with a leader."""
    if sissu(g, unit) and not morale.leaders_helping(g, unit):
        return morale.normal_morale(g, unit) // 2
    return None


@PART.answers(unshaken)
def needs_no_leader(g: SlPlay, unit: Unit) -> bool:
    """SL:3.17.4"""
    return nation(g, unit).ignores_leader_loss


# -- leaders -----------------------------------------------------------------------------------------------


@PART.answers(changed_leadership)
def among_strangers(g: SlPlay, value: int, leader: Unit, troops: Sequence[Unit]) -> int:
    """SL:3.5.2, SL:3.13.5: with allied troops, or SS with Wehrmacht, modifiers of -1 or better are one poorer, also
    where only some of the group are strangers."""
    return value + 1 if value < 0 and any_foreign(g, leader, troops) else value


@PART.answers(changed_leadership)
def partisan_leader(g: SlPlay, value: int, leader: Unit, troops: Sequence[Unit]) -> int:
    """SL:3.14.7"""
    return 0 if nationality(g, leader) == PARTISAN and any_foreign(g, leader, troops) else value


@PART.answers(unled)
def partisan_leads_partisans(g: SlPlay, leader: Unit, unit: Unit) -> bool:
    """SL:3.14.7: neither checks nor rallies of others feel him."""
    return nationality(g, leader) == PARTISAN and nationality(g, unit) != PARTISAN


@PART.answers(mf_allowed)
def strange_company(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:3.5.3: a foreign leader makes men faster by one MF instead of two; SL:3.14.7: a partisan leader does not make
    others faster at all."""
    companions = [g.unit(uid) for uid in frame.members if uid != unit.id]
    leaders = [other for other in companions if other.is_leader]
    if not unit.is_mmc or not leaders or any(same_nation(g, leader, unit) for leader in leaders):
        return mf
    if any(nationality(g, leader) != PARTISAN for leader in leaders):
        return mf - g.tables.movement.with_leader + 1
    return mf - g.tables.movement.with_leader
