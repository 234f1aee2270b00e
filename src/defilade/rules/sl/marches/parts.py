"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.marches import bypass, deploying, double_time, leader_lost, portage, sewers

MARCHES = tuple(module.PART for module in (double_time, deploying, bypass, portage, sewers, leader_lost))
