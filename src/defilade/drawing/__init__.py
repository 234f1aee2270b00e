"""Boards and what lies on them as SVG: what a thing looks like, not what it may do."""
