"""Guns, mortars, anti-tank weapons, and attacks on vehicles with them."""
