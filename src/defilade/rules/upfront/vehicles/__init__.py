"""Armoured fighting vehicles."""
