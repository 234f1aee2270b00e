"""What units on the march do besides going from hex to hex."""
