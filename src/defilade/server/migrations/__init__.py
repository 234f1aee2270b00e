"""How the store's tables came to be as they are, change by change."""
