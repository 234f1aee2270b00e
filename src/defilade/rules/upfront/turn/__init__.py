"""A turn from setting up to discarding, and the clock of decks."""
