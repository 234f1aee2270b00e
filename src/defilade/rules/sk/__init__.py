"""The Starter Kit family of rules."""

BALANCE = "sk/balance.yaml"
"""The content file with what the lab has measured."""
WINNING = "sk/winning.yaml"
"""And what it has learned of the chance of winning."""
