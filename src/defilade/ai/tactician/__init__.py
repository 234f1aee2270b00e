"""The opponent: plans supplied by a system, weighed against one another by a search that knows no system."""
