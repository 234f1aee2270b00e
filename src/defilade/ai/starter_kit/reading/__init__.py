"""How a position of the Starter Kit reads: ground, threats, targets, goals and what everything is worth."""
