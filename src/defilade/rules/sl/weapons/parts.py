"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.weapons import (
    anti_tank_fire,
    anti_tank_words,
    backblast,
    breakdown,
    burning,
    captured,
    demolition,
    fire_through,
    flamethrowers,
    handing_out,
    issue,
    launchers,
    long_range,
    machine_guns,
    recoilless,
    shells,
    spraying,
    sustained_fire,
    usage,
    words,
)

WEAPONS = (
    issue.PART,
    handing_out.PART,
    usage.PART,
    captured.PART,
    machine_guns.PART,
    sustained_fire.PART,
    spraying.PART,
    long_range.PART,
    flamethrowers.PART,
    burning.PART,
    demolition.PART,
    fire_through.PART,
    breakdown.PART,
    launchers.PART,
    anti_tank_fire.PART,
    shells.PART,
    backblast.PART,
    recoilless.PART,
    words.PART,
    anti_tank_words.PART,
)
