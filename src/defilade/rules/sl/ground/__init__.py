"""Terrain that asks for rules of its own: storeys, slopes, water."""
