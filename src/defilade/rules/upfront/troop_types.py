"""Troop types (UF:39): what second line and elite forces can do.

Their discards are in ``nations.yaml``, who may belong to them is in `force_types`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Line
from defilade.rules.upfront.attack import FIRE, Attack
from defilade.rules.upfront.cards import FIRE as FIRE_CARD
from defilade.rules.upfront.composition import Part
from defilade.rules.upfront.firepower import can_fire, group_firepower, printed_firepower
from defilade.rules.upfront.play import UfPlay, replace
from defilade.rules.upfront.state import Group, Man

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
    if g.rules.refusal("fire_bar", g, replace(man, weapon="", broken=False), attack) is not None:
        return False
    return not can_fire(g, man, attack) or not printed_firepower(g, man, attack)


@PART.adds("firepower")
def inherent_fire(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """UF:39.4-b: 1, but only for a Fire card with a black number; weapons must do for the red ones."""
    if not attack.cards or not fights_bare(g, man, attack) or all(g.deck[c].red for c in attack.cards):
        return
    red = [use for c in attack.cards if g.deck[c].red and (use := g.usable(man.side, c, FIRE_CARD))]
    if sum(use.needs for use in red) <= group_firepower(g, replace(attack, cards=())):
        yield Line("paratrooper", 1, "UF:39.4-b", "fp")


@PART.adds("firepower_by_card")
def counts_with_black_cards(g: UfPlay, group: Group) -> bool:
    """The firepower of paratroops depends on the Fire card that is played."""
    return g.side(group.side).troops == PARATROOPS


# -- Volksgrenadiers ---------------------------------------------------------------------------------------------


@PART.adds("shows_discards")
def discards_are_shown(g: UfPlay, side: str) -> bool:
    """UF:39.5"""
    return g.side(side).troops == VOLKSGRENADIERS


@PART.adds("discard_clash")
def cower_cards_stay(g: UfPlay, side: str, action: Action, plans: list[Action]) -> bool:
    """UF:39.5-b: a Cower card is discarded only in a turn without actions."""
    player = g.side(side)
    if player.troops != VOLKSGRENADIERS or not player.actions or action.verb != "discard":
        return False
    return g.is_cower(side, g.deck[action.who[0]])
