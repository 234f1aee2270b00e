"""Offboard artillery (SL:9.1 to SL:9.8): leaders with radios call the fire of batteries behind the lines."""
