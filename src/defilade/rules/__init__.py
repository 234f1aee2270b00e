"""The rule systems: a package a system, a module a rulebook section."""
