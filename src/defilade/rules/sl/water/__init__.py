"""What is done in open water."""
