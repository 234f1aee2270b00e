"""What single scenarios bring: reinforcements, partisans, three sides, two parts."""
