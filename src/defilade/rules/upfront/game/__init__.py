"""What a game of Up Front is made of: cards, decks, men, groups, scenarios, questions, and how parts are joined."""
