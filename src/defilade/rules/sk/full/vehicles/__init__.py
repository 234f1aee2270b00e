"""Vehicles of the full Starter Kit (SKF:7, SKF:3.3.2): one module a section."""
