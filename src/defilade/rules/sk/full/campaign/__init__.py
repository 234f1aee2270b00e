"""The campaign game of Decision at Elst (DAE:4.2 to DAE:4.6): what happens between its scenarios."""
