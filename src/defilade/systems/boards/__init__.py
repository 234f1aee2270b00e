"""What records of games on a map share: how they are read, shown in the terminal, and set up for cases."""
