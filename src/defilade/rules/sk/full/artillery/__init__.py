"""Offboard artillery (DAE:2): a module a section."""
