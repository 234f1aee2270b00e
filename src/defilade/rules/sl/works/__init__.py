"""Fortifications (SL:15): what is dug, strung and laid before a game, and what men do about it."""
