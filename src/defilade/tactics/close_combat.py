"""A close combat attack: strengths that are compared, and modifiers of its dice."""

from __future__ import annotations

import msgspec

from defilade.kernel import Line
from defilade.tactics.names import Side


class CloseCombatAttack(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declared attack."""

    side: Side
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    attack_fp: float
    defence_fp: float
    lines: tuple[Line, ...]
    """The firepower of each attacker, and the DRM that hold against every target."""
    against: tuple[tuple[Line, ...], ...]
    """The DRM against each target alone, in the order of `targets`."""
    dice: tuple[int, ...] = ()
    done: bool = False
    """Its result has been carried out."""

    @property
    def drm(self) -> int:
        return int(sum(line.value for line in self.lines if line.sign == "+"))

    def drm_against(self, place: int) -> int:
        """The whole DRM against one target."""
        return self.drm + int(sum(line.value for line in self.against[place]))
