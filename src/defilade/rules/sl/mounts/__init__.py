"""What carries men: skis, horses, bicycles."""
