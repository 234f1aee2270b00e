"""Mines and booby traps (SL:15.7, SL:15.8): whom they strike and when, and how they are cleared away."""
