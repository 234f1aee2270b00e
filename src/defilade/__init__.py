"""Defilade plays the Squad Leader family of tactical wargames by the book."""

__version__ = "0.1.0"
