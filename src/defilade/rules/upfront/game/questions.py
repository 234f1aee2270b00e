"""Questions that sections ask which stand on each other in other ways: who may answer them is told here, below all of
them. All other questions are declared by the section that asks."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Frame, Line, Refusal
from defilade.kernel.composition import all_of, any_of, bar, first_of, told
from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group, Man, Unit


@bar
def attack_bar(g: UfPlay, attack: Attack, /) -> Refusal | None:
    """Why may the group not attack the target so at all?"""


@all_of
def ccv_lines(g: UfPlay, man: Man, /) -> Iterable[Line]:
    """What changes the Close Combat Value of a man? Sign `x` halves."""
    return ()


@bar
def movement_bar(g: UfPlay, group: Group, use: Use, mode: str, /) -> Refusal | None:
    """Why may no Movement card be placed on a group, turned so?"""


@any_of
def no_entry(g: UfPlay, group: Group, unit: Unit, terrain: str, /) -> bool:
    """Can this card of reinforcements not come up in that terrain?"""
    return False


@any_of
def no_flanking(g: UfPlay, group: Group, /) -> bool:
    """Does a sideways Movement card on the group bring no flank and no encirclement?"""
    return False


@told
def on_halted(g: UfPlay, group: Group, /) -> None:
    """A vehicle had to stop."""


@told
def on_relettered(g: UfPlay, group: Group, old: str, /) -> None:
    """A group has another letter."""


@told
def on_standard_groups(g: UfPlay, side: str, /) -> None:
    """A side takes the groups that its scenario proposes."""


@told
def on_turn_ends(g: UfPlay, side: str, /) -> None:
    """The turn of a side ends."""


@first_of
def set_up_after_groups(g: UfPlay, side: str, /) -> Frame | None:
    """What is asked of a side when its groups are formed?"""


@bar
def terrain_bar(g: UfPlay, group: Group, terrain: str, by: str, /) -> Refusal | None:
    """Why may this terrain not be laid on the group's Movement card by this side (`open` for Open Ground)?"""
