"""Players that are programs. They see what a side may see, and nothing else."""

from defilade.ai.player import LEVELS, Player, UnknownLevel, find_player

__all__ = ["LEVELS", "Player", "UnknownLevel", "find_player"]
