"""Cancelled SR and FFE (DAE:2.35)."""

from __future__ import annotations

from defilade.rules.sk.full.artillery.batteries import battery_name, hex_of, place_name
from defilade.rules.sk.state import SkPlay
from defilade.tactics.artillery import FFE1, FFE2, Battery


def remove_counter(g: SkPlay, battery: Battery, *rules: str) -> Battery:
    """Take its counter off the map, and end the Fire Mission that it stood for."""
    where = hex_of(g, battery)
    g.say(
        "oba_removed",
        f"The {battery.counter} of the {battery_name(g, battery)} in {place_name(g, battery)} is removed.",
        *rules,
        side=battery.side,
        at=where,
    )
    return g.update_battery(battery, counter="", at=None, mission="")


def cancel(g: SkPlay, battery: Battery, *rules: str) -> Battery:
    """DAE:2.35: Cancelling a FFE loses Access, Cancelling a SR does not."""
    if battery.counter in (FFE1, FFE2):
        battery = g.update_battery(battery, access=False)
    return remove_counter(g, battery, "DAE:2.35", *rules)
