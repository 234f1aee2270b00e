"""The Starter Kit family of rules."""
