"""Players that are programs. They see what a side may see, and nothing else."""

from defilade.ai.player import (
    DEFAULT_LEVEL,
    LEVELS,
    Player,
    UnknownLevel,
    find_player,
    for_a_game,
    reasons_of,
)

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Player", "UnknownLevel", "find_player", "for_a_game", "reasons_of"]
