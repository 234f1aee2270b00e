"""Ordnance as printed: guns, mortars and the anti-tank weapons of infantry."""

from __future__ import annotations

from typing import Final

import msgspec

from defilade.tactics.vehicles import AVERAGE, Dated

AT, INF, ART, AA, MTR = "AT", "INF", "ART", "AA", "MTR"
GUN_TYPES: Final = (AT, INF, ART, AA, MTR)

BAZ, PSK, PIAT, ATR, PF = "BAZ", "PSK", "PIAT", "ATR", "PF"

HE, AP, APCR, APDS, HEAT, SMOKE, WP = "HE", "AP", "APCR", "APDS", "HEAT", "smoke", "WP"
AMMUNITION: Final = (HE, AP, APCR, APDS, HEAT, SMOKE, WP)


class Ordnance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a weapon that must hit before it harms has printed on it, beside what every weapon has."""

    type: str
    """One of `GUN_TYPES`, `BAZ`, `PSK`, `PIAT`, `ATR`, `PF`, or what a vehicle's main armament is called."""
    caliber: int = 0
    length: str = ""
    """Of the barrel: `*`, none, `L` or `LL`."""
    gun: bool = False
    """A Gun: it has a covered arc, wants a crew and is pushed, not carried."""
    min_range: int = 0
    max_range: int = 0
    """0 where none is printed."""
    full_turn: bool = False
    """A mount that turns all around."""
    manhandling: int = 0
    size: str = AVERAGE
    """Of the target that it is."""
    qsu: bool = False
    """Quick to set up, so that it can be manhandled."""
    ife: int = 0
    """Infantry firepower equivalent; 0 where it has none."""
    no_ap: bool = False
    no_he: bool = False
    ammo: dict[str, tuple[Dated, ...]] = {}
    """Ammunition in limited supply -> its depletion numbers."""
    no_intensive_fire: bool = False
    to_hit: tuple[int, ...] = ()
    """A To Hit table of its own, by range from 0 on."""
    to_kill: int = 0
    red_until: int = 0
    """The last month in which it uses red To Hit numbers; 0 where it never does by itself."""
    since: int = 0
    """The month (year * 100 + month) from which there are such weapons."""

    def __hash__(self) -> int:
        """Tables of ammunition cannot be hashed; what tells weapons apart at a glance can."""
        return hash((self.type, self.caliber, self.length, self.manhandling, self.to_hit))

    @property
    def gun_type(self) -> str:
        """As charts name it: `75L`, `81*`."""
        return f"{self.caliber}{self.length}"

    @property
    def mortar(self) -> bool:
        return self.type == MTR

    @property
    def latw(self) -> bool:
        return self.type in (BAZ, PSK, PIAT, ATR, PF)

    @property
    def shaped_charge(self) -> bool:
        return self.type in (BAZ, PSK, PIAT, PF)
