"""Close combat, berserk men and prisoners."""
