"""Players of the Starter Kit: one reading of positions for all, quick answers, and plans for a phase."""
