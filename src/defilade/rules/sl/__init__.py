"""Classic Squad Leader: the infantry game, composed from the common floor with its own sequence and tables."""
