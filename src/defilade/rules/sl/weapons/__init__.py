"""Support weapons (SL:8)."""
