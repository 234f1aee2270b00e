"""One module a change, in the order of their numbers."""
