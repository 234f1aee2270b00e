"""Vehicles: as pieces, on the move, and in fights with infantry (SL:7, SL:3.3)."""
