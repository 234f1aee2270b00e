"""Fire, movement, rally and the cards of men on foot."""
