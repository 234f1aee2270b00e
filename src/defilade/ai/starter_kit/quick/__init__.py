"""A quick player of the Starter Kit: one step ahead, by the same picture of a position."""
