"""A sensible player of the Starter Kit: one step ahead, exact odds, an eye for ground."""
