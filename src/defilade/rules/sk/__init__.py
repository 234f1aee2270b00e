"""The Starter Kit family of rules."""

BALANCE = "sk/balance.yaml"
"""The content file with what the lab has measured."""
