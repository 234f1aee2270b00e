"""The full Starter Kit: what its rulebook has beyond the first, and the module Decision at Elst."""

BALANCE = "skf/balance.yaml"
"""The content file with what the lab has measured."""
WINNING = "skf/winning.yaml"
"""And what it has learned of the chance of winning."""
