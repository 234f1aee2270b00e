"""What the board systems share, as parts that a system composes. Knows no system by name."""
