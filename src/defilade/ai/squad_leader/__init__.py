"""What computer players know of Squad Leader."""
