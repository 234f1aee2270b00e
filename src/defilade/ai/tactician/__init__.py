"""The opponent: plans supplied by a system, weighed against one another by a search that knows no system."""

from defilade.ai.tactician.levels import LEVELS, Level
from defilade.ai.tactician.player import TacticianPlayer, Thought

__all__ = ["LEVELS", "Level", "TacticianPlayer", "Thought"]
