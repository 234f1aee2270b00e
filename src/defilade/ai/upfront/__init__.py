"""Up Front as a computer player sees it: exact odds of the draw, ground and cover, and what each card is good for."""
