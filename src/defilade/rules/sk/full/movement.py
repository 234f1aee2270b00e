"""Movement of Infantry as the full kit has it (SKF:3.3, SKF:3.3.1, SKF:3.7): who comes on and when, Assault Movement,
recovery, and SW handed on."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import morale, setup
from defilade.rules.sk.advance import coming_on, transfer_bar
from defilade.rules.sk.movement import assault_in_place
from defilade.rules.sk.state import APH, SkPlay
from defilade.rules.sk.weapons_on_the_move import recovery_bar, recovery_tried
from defilade.tactics.moving import move_in_progress, mover_of, note, the_record
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit, Weapon

PART = Part()

TRIED = Refusal("it has tried for that SW in this MPh", "SKF:3.3.1-o")
PINNED = Refusal("SW are passed between unpinned units", "SKF:3.7-b")


@PART.answers(coming_on)
def in_the_advance_phase(g: SkPlay) -> list[Unit]:
    """SKF:3.3-d: who has not come on in the MPh may still do so in the APh."""
    side = g.attacker
    return [unit for unit in g.state.units.values() if unit.side == side and setup.is_due(g, unit)]


@PART.answers(phase_ends)
def stayed_away(g: SkPlay, phase: str) -> None:
    """SKF:3.3-d: forces that have not entered in their turn are lost."""
    if phase != APH:
        return
    for unit in in_the_advance_phase(g):
        morale.eliminate(g, unit, "has not come on to the map in its turn and is eliminated", "SKF:3.3-d")


@PART.answers(assault_in_place)
def at_most_one_hex(g: SkPlay) -> bool:
    """SKF:3.3.1-g"""
    return True


@PART.answers(recovery_tried)
def note_try(g: SkPlay, unit: Unit, weapon: Weapon) -> None:
    move = move_in_progress(g)
    if move is not None:
        tried = the_record(move, unit.id).weapons_tried
        note(move, unit.id, weapons_tried=(*tried, weapon.id))


@PART.answers(recovery_bar)
def one_try(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SKF:3.3.1-o: one try a unit and weapon."""
    mover = mover_of(g, unit.id)
    return TRIED if mover is not None and weapon.id in mover.weapons_tried else None


@PART.answers(transfer_bar)
def pinned_hands(g: SkPlay, unit: Unit) -> Refusal | None:
    """SKF:3.7-b"""
    return PINNED if unit.pinned else None
