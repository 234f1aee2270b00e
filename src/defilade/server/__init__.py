"""The table: games kept, shown to those who may see them, and moved on by those who may move them."""
