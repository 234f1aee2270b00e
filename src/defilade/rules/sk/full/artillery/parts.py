"""The sections on offboard artillery, in their order."""

from __future__ import annotations

from defilade.rules.sk.full.artillery import (
    barrage,
    batteries,
    battery_access,
    fire_for_effect,
    orders,
    phase,
    radio,
    requests,
    wording,
)

MODULES = (
    batteries,
    phase,
    radio,
    battery_access,
    orders,
    requests,
    fire_for_effect,
    barrage,
    wording,
)
