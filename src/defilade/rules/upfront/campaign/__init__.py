"""The campaign: rosters carried on from game to game."""
