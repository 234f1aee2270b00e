"""The map and the troops of Decision at Elst (DAE:1, DAE:3): a module a section."""
