"""One-minute turns, where the players agree on them (UF:16.31).

The rules know no time: a table that keeps a clock asks here how long a decision may take and what is done when the
minute is over.  Declared actions are resolved without haste.
"""

from __future__ import annotations

from defilade.kernel import Action, Choice
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.infantry.fire import DeclareFire
from defilade.rules.upfront.turn.sequence import Turn

MINUTE = 60


def seconds_for_turn(g: UfPlay, choice: Choice) -> int | None:
    """How long the side that moves has for all declarations of its turn; none where no clock runs (UF:16.31)."""
    if g.state.options.get("minute") != "on" or not g.state.stack or choice.side != g.state.mover:
        return None
    return MINUTE if isinstance(g.state.stack[-1], Turn | DeclareFire) else None


def when_time_is_out(g: UfPlay, choice: Choice) -> Action:
    """What counts as said when the minute is over: nothing more is declared, as far as the rules allow."""
    for verb in ("done", "cancel"):
        for option in choice.options:
            if option.verb == verb:
                return option
    return choice.options[0]
