"""Leaders, heroes, nationalities, berserk units, prisoners: what kind of people they are (SL:3)."""
