"""Vehicles: what is printed on them, and how they stand on the map.

Frozen like units: a change is a new struct in the state's table.  Vehicles are not in the stacks of infantry, and
whoever rides in one is off the map and in its list of passengers, so that rules about men on foot need not know them.
"""

from __future__ import annotations

import msgspec

from defilade.rules.counter_sheets import Provenance
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import OFF_MAP
from defilade.tactics.vehicles import AAMG, AVERAGE, BMG, CMG, NO_TURRET, ONE_MAN_TURRET

TANK, SP_GUN, HALFTRACK, ARMOURED_CAR, TRUCK, JEEP = (
    "tank",
    "sp_gun",
    "halftrack",
    "armoured_car",
    "truck",
    "jeep",
)
KINDS = (TANK, SP_GUN, HALFTRACK, ARMOURED_CAR, TRUCK, JEEP)


class VehicleType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle counter as printed. Without a front armour it is unarmoured."""

    id: str
    name: str
    nationality: str
    kind: str
    mp: int
    provenance: Provenance
    front: int | None = None
    side: int | None = None
    bare_rear: bool = False
    gun: str = ""
    ife: int = 0
    """The firepower of its main armament on the fire table; 0 where it must hit first."""
    rof: int = 1
    bmg: int = 0
    cmg: int = 0
    aamg: int = 0
    rmg: int = 0
    """In the rear of the turret."""
    remote_aamg: bool = False
    """Its AAMG is fired from inside (SL:11.7.4-b)."""
    turret: str = NO_TURRET
    open_topped: bool = False
    size: str = AVERAGE
    survival: int = 0
    ft: int = 0
    """FP of its flamethrower."""
    ft_x: int = 12
    """The roll from which the flamethrower is out of the game (SL:11.23.2)."""
    squads: int = 0
    half_squads: int = 0
    pp: int = 0
    flail: bool = False
    """It clears mines (SL:15.7.15.1-b)."""

    @property
    def armoured(self) -> bool:
        """SL:11.1: whether it is an AFV."""
        return self.front is not None

    @property
    def fully_tracked(self) -> bool:
        """SL:11.1.1, SL:11.1.2"""
        return self.kind in (TANK, SP_GUN)

    @property
    def wheeled(self) -> bool:
        return self.kind in (ARMOURED_CAR, TRUCK, JEEP)

    @property
    def one_man_turret(self) -> bool:
        return self.turret == ONE_MAN_TURRET

    @property
    def machine_guns(self) -> dict[str, int]:
        """Its MG by their places, but for one in the rear of the turret."""
        found = {BMG: self.bmg, CMG: self.cmg, AAMG: self.aamg}
        return {place: fp for place, fp in found.items() if fp}

    @property
    def capacity(self) -> int:
        """How many half-squads or crews it takes inside; a squad counts two (SL:11.37.4)."""
        return 2 * self.squads + self.half_squads


class Vehicle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A vehicle, or the wreck of one."""

    id: str
    side: Side
    type: str
    hex: Hex = OFF_MAP
    group: int = 0
    letter: str = ""
    vca: int = 0
    tca: int = 0
    """Equal to the VCA where no turret counter lies on it."""
    ce: bool = False
    """Its crew, and who rides in it, have their heads out."""
    ce_changed: str = ""
    """The phase in which it last went CE or buttoned up (SL:11.8.1-b)."""
    sealed: bool = False
    """May never go CE again (SL:11.8.3-a)."""
    pinned: bool = False
    """Prep Fire has made its crew shut the hatches for this player turn (SL:3.24.3-a)."""
    stun: int = 0
    """Player turns, this one among them, for which it is stunned (SL:11.8.3-d)."""
    shaken: bool = False
    """Has been stunned before: +1 to its fire."""
    elite: bool = False
    """Manned by guards or an elite crew (SL:3.22.1-g)."""
    green: bool = False
    """Manned by a green crew (SL:3.22.2-a)."""
    berserk: bool = False
    """Its crew has gone berserk in it (SL:3.25-q2)."""

    wreck: bool = False
    burning: bool = False
    burnt: bool = False
    immobilized: bool = False
    abandoned: bool = False
    crew_survived: bool = False
    """A wreck whose crew got out."""
    motion: bool = False
    """Under a Motion counter (SL:11.31.2)."""

    drove: bool = False
    """Has begun or finished its move in this MPh."""
    moved: bool = False
    """Has entered a hex in this player turn."""
    entered: int = 1
    """The player turn in which it came into its hex; the first number is for who has been there from the start."""
    seen: int = 0
    """The last player turn in which an enemy saw it."""
    by_road: bool = False
    """Came into its hex along a road (SL:2.3.8.2-b)."""
    bypass: tuple[int, ...] = ()
    """The hexsides along which it has driven around the obstacle of its hex; it is beside that, at the corner that its
    VCA points at (SL:7.1.12)."""
    bypass_from: Hex = OFF_MAP
    """The hex from which it came there."""
    rough: int = 0
    """Woods and building hexes that it has entered one after the other in this player turn (SL:11.33.2)."""
    fire: str = ""
    guns_fired: tuple[str, ...] = ()
    """What of its armament it has fired in this player turn."""
    fired_at: tuple[str, ...] = ()
    """The hexes at which it has fired in it."""
    broken: tuple[str, ...] = ()
    """MG, or the main armament, that have malfunctioned."""
    overran: str = ""
    """The hex in which it has made its overrun of this player turn (SL:7.1.16-a)."""
    passengers: tuple[str, ...] = ()
    exposed_passengers: bool = False
    """Its passengers have fired, as in an overrun: they may be fired at (SL:7.1.8-a)."""

    leader: str = ""
    """The counter of the armour leader in it; none for the other side until he is needed (SL:3.3.2-a)."""
    leader_shown: bool = False
    leader_used: str = ""
    """The phase in which his modifier was used last (SL:3.3-q1)."""

    scrounged: bool = False
    """Somebody has looked for its MG (SL:5.8.3-b)."""
    stripped: bool = False
    """Its small arms are gone (SL:5.8.6-b)."""

    @property
    def manned(self) -> bool:
        return not (self.wreck or self.abandoned)

    @property
    def able(self) -> bool:
        """Manned by a crew that can do something."""
        return self.manned and not self.stun

    @property
    def mobile(self) -> bool:
        return self.able and not self.immobilized
