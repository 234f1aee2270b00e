"""Troop types (UF:39): what second line and elite forces can do.

Their discards are in ``nations.yaml``, who may belong to them is in `force_types`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Line
from defilade.rules.upfront.game.attack import FIRE, Attack
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import Group, Man
from defilade.rules.upfront.infantry.discards import discard_clash, shows_discards
from defilade.rules.upfront.infantry.fire import firepower_by_card
from defilade.rules.upfront.infantry.firepower import can_fire, fire_bar, firepower_changes, printed_firepower

PART = Part()

PARATROOPS, VOLKSGRENADIERS = "paratroops", "volksgrenadiers"

# -- paratroops --------------------------------------------------------------------------------------------------


def fights_bare(g: UfPlay, man: Man, attack: Attack) -> bool:
    """Whether a paratrooper has nothing else to fire at Relative Range 5 (UF:39.4-b). What keeps the man himself from
    firing, not his weapon, keeps him from this too."""
    if man.pinned or attack.kind != FIRE or attack.range != 5 or g.side(man.side).troops != PARATROOPS:
        return False
    if man.id in attack.abstain:
        return False
    if fire_bar(g, replace(man, weapon="", broken=False), attack) is not None:
        return False
    return not can_fire(g, man, attack) or not printed_firepower(g, man, attack)


@PART.answers(firepower_changes)
def inherent_fire(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """UF:39.4-b: 1, but only if the numbers of all Fire cards are black."""
    black = attack.cards and not any(g.deck[card].red for card in attack.cards)
    if black and fights_bare(g, man, attack):
        yield Line("paratrooper", 1, "UF:39.4-b", "fp")


@PART.answers(firepower_by_card)
def counts_with_black_cards(g: UfPlay, group: Group) -> bool:
    """The firepower of paratroops depends on the Fire card that is played."""
    return g.side(group.side).troops == PARATROOPS


# -- Volksgrenadiers ---------------------------------------------------------------------------------------------


@PART.answers(shows_discards)
def discards_are_shown(g: UfPlay, side: str) -> bool:
    """UF:39.5"""
    return g.side(side).troops == VOLKSGRENADIERS


@PART.answers(discard_clash)
def cower_cards_stay(g: UfPlay, side: str, action: Action, plans: list[Action]) -> bool:
    """UF:39.5-b: a Cower card is discarded only in a turn without actions."""
    player = g.side(side)
    if player.troops != VOLKSGRENADIERS or not player.actions or action.verb != "discard":
        return False
    return g.is_cower(side, g.deck[action.who[0]])
