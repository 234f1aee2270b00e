"""The games in the shape that other people's programs expect. What they need are extras of the package."""
