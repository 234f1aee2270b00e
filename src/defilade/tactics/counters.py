"""What is printed on counters."""

from __future__ import annotations

import msgspec

from defilade.tactics.ordnance import ATR, Ordnance
from defilade.tactics.units import LEADER

ELITE, FIRST_LINE, SECOND_LINE, GREEN, CONSCRIPT = "E", "1", "2", "G", "C"


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A personnel counter as printed."""

    id: str
    name: str
    """As players say it: `4-6-7`, `9-1`."""
    nationality: str
    kind: str
    """`squad`, `half_squad`, `crew` or `leader`."""
    morale: int
    broken_morale: int
    boxed: bool
    """Broken morale printed in a box: can rally by itself."""
    fp: int = 0
    range: int = 0
    cls: str = ELITE
    """Class: E, 1, 2, G or C."""
    smoke: int = 0
    """Smoke exponent; 0 where none is printed."""
    assault_fire: bool = False
    underlined_morale: bool = False
    leadership: int = 0
    half_squad: str = ""
    """What casualty reduction leaves of a squad."""
    replacement: str = ""
    """What ELR failure turns it into; empty at the foot of the ladder."""
    provenance: str = ""

    @property
    def is_leader(self) -> bool:
        return self.kind == LEADER


class WeaponType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A support weapon counter as printed."""

    id: str
    name: str
    """As players say it: `MMG 5-12`, `FT`."""
    nationality: str
    kind: str
    """`LMG`, `MMG`, `HMG`, `FT`, `DC`, `Radio`, or a kind of ordnance."""
    fp: int
    range: int
    pp: int
    rof: int = 0
    breakdown: int = 12
    """B#, or X# where `removed` is set."""
    removed: bool = False
    """It has an X#: it is taken off instead of being flipped."""
    repair: int = 0
    provenance: str = ""
    contact: int = 0
    """The radio contact value."""
    ordnance: Ordnance | None = None
    """What makes it ordnance: it must hit before it harms."""

    @property
    def reach(self) -> int:
        """How far it fires at all: twice its range, but for an ATR, which has no long range."""
        return self.range if self.ordnance is not None and self.ordnance.type == ATR else 2 * self.range

    @property
    def is_machine_gun(self) -> bool:
        """A MG proper."""
        return self.kind in ("LMG", "MMG", "HMG")

    @property
    def is_mg(self) -> bool:
        """Also a Gun that fires on the IFT as if it were one."""
        return self.is_machine_gun or (self.ordnance is not None and self.ordnance.ife > 0)
