"""Minefields and pillboxes."""
