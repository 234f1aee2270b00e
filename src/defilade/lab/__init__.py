"""Simulation, balance and the count of rules done."""
