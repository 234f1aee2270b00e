"""Hero cards in the last moments of a game (UF:10.4-a).

The game ends with the last card of the last pile (UF:16.3-a), and men who are pinned then hold and score nothing. So
whoever may have a Hero card is asked at once when a man of his is pinned, as soon as everybody sees that the pile is
nearly played out; before that his own turn is soon enough.
"""

from __future__ import annotations

from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import nearly_over
from defilade.rules.upfront.game.losses import on_pinned
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Unit
from defilade.rules.upfront.infantry.hero import HeroWindow, may_be_heroic
from defilade.rules.upfront.transfers.infiltration import CheckingMorale

PART = Part()


@PART.answers(on_pinned)
def before_it_is_too_late(g: UfPlay, unit: Unit) -> None:
    """In the turns of others. After a Morale Check and on the way between groups he is asked for in any case
    (UF:10.43-a, UF:17.84)."""
    if unit.side == g.state.mover or unit.transfers_to or isinstance(g.state.stack[-1], CheckingMorale):
        return
    if nearly_over(g, unit.side) and may_be_heroic(g, unit):
        g.push(HeroWindow(unit.side, unit.id))
