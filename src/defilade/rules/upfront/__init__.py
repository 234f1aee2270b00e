"""Up Front: the card game of squad combat, a module a rulebook section."""
