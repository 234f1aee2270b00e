"""Ordnance of the full Starter Kit (SKF:3.2.4, SKF:6): guns, mortars and light anti-tank weapons."""
