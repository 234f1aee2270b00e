"""What is seen and what is not: concealment counters, hidden units, searches, scouts, snipers and night (SL:2)."""
