"""Vehicles: what is printed on them, and how they stand on the map.

Frozen like units: a change is a new struct in the state's table.  A facing is one of the six hexspines, as in `arcs`.
A vehicle's main armament is a `Weapon` whose owner is the vehicle, so that whatever fires a gun can fire it; its
machine guns are not counters and live here.
"""

from __future__ import annotations

import msgspec

from defilade.tactics.names import Hex, Side
from defilade.tactics.units import OFF_MAP

FULLY_TRACKED, ARMORED_CAR = "tracked", "armored_car"

TURRET, SLOW_TURRET, RESTRICTED_TURRET, ONE_MAN_TURRET, NO_TURRET = "T", "ST", "RST", "1MT", "NT"
TURRETS = (TURRET, SLOW_TURRET, RESTRICTED_TURRET, ONE_MAN_TURRET, NO_TURRET)

VERY_LARGE, LARGE, AVERAGE, SMALL, VERY_SMALL = "very large", "large", "average", "small", "very small"
SIZES = (VERY_LARGE, LARGE, AVERAGE, SMALL, VERY_SMALL)

LOW, NORMAL, HIGH = "low", "normal", "high"

MA = "ma"
BMG, CMG, AAMG, RMG = "bmg", "cmg", "aamg", "rmg"
MGS = (BMG, CMG, AAMG, RMG)
IFE, FT = "ife", "ft"
"""What else a vehicle fires on the IFT: its main armament by its IFE, a flamethrower."""

SMOKE_DISCHARGER, SMOKE_MORTAR, SMOKE_POTS, CLOSE_DEFENCE = "sD", "sM", "sP", "sN"

SHOCK, UNCONFIRMED_KILL = "shock", "uk"
STUN, STUN_RECALL = "stun", "STUN"
BOUNDING = "bounding"
"""A vehicle's fire marker beside `prep`, `first` and `final`: it has fired in its own MPh."""

FRONT, SIDE, REAR = "front", "side", "rear"
HULL, TURRET_HIT = "hull", "turret"


class Dated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that holds from a month on (and until one where `until` says so), written as year * 100 + month."""

    number: int
    since: int = 0
    until: int = 0

    def holds(self, month: int) -> bool:
        return self.since <= month and (not self.until or month <= self.until)


class MainArmament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle's main armament as printed."""

    caliber: int
    length: str = ""
    """`*`, none, `L` or `LL`."""
    rof: int = 0
    breakdown: int = 12
    circled: bool = False
    """Its B# is circled: Low Ammo."""
    ife: int = 0
    """Infantry firepower equivalent; 0 where it has none."""
    ammo: dict[str, tuple[Dated, ...]] = {}
    """Special ammunition -> depletion numbers."""
    table: str = ""
    """Its row of the To Kill table where that is not its caliber and length."""
    no_ap: bool = False
    red_until: int = 0
    """The last month in which it uses red To Hit numbers; 0 where it never does."""

    @property
    def gun(self) -> str:
        """Its row of the AP To Kill table."""
        return self.table or f"{self.caliber}{self.length}"


class VehicleType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle counter as printed."""

    id: str
    name: str
    nationality: str
    movement: str
    """`tracked` or `armored_car`."""
    mp: int
    af_front: int
    af_side: int
    """Of side and rear."""
    turret: str
    ma: MainArmament
    turret_front: int = -1
    """AF of the turret where it differs from the hull's."""
    turret_side: int = -1
    size: str = AVERAGE
    ground_pressure: str = NORMAL
    bmg: int = 0
    cmg: int = 0
    aamg: int = 0
    rmg: int = 0
    ft: int = 0
    """FP of its flamethrower."""
    fixed_bmg: bool = False
    cmg_in_vca: bool = False
    """The CMG fires through the VCA only."""
    cmg_since: int = 0
    remote_aamg: bool = False
    """The AAMG is fired from inside, so only while BU."""
    red_mp: bool = False
    """Prone to mechanical failure on starting."""
    fails_on: int = 12
    """The DR on which a start fails where the MP are red."""
    stalls: bool = False
    """A failed start costs Delay MP instead of immobilizing it."""
    dispensers: dict[str, tuple[Dated, ...]] = {}
    """Smoke dispensers -> usage numbers."""
    close_defence_fp: int = 16
    no_smoke: bool = False
    """What it has like a Nahverteidigungswaffe places no smoke."""
    crew_morale: int = 0
    """Where it differs from that of its nation."""
    provenance: str = ""

    @property
    def armament(self) -> str:
        """The id of the weapon type that its main armament is."""
        return f"{self.id}-ma"

    @property
    def turreted(self) -> bool:
        return self.turret != NO_TURRET

    def armor(self, place: str, facing: str) -> int:
        """The AF of hull or turret in a facing."""
        hull = self.af_front if facing == FRONT else self.af_side
        if place == HULL:
            return hull
        turret = self.turret_front if facing == FRONT else self.turret_side
        return turret if turret >= 0 else hull

    @property
    def armor_factors(self) -> tuple[int, ...]:
        return tuple(self.armor(place, facing) for place in (HULL, TURRET_HIT) for facing in (FRONT, SIDE))


class Vehicle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A vehicle, or the wreck of one."""

    id: str
    side: Side
    type: str
    hex: Hex = OFF_MAP
    group: int = 0
    letter: str = ""
    due: int = 0
    edges: tuple[str, ...] = ()

    vca: int = 0
    tca: int = 0
    """Equal to the VCA where no turret counter lies on it."""
    ce: bool = False
    wreck: bool = False

    motion: bool = False
    """Under a Motion counter; in its own MPh: it has started since it last stopped."""
    began_in_motion: bool = False
    """Was in Motion when its MPh began."""
    changed_hex: bool = False
    """Has entered a hex in this player turn."""
    mp_in: tuple[tuple[str, float], ...] = ()
    """(hex, MP spent in it in this player turn)."""
    moved: bool = False
    """Has begun or finished its move in this MPh."""
    bogged: bool = False
    mired: bool = False
    immobilized: bool = False

    shock: str = ""
    """None, `shock` or `uk`."""
    stun: str = ""
    """None, `stun` or `STUN`: placed in this player turn."""
    stunned: bool = False
    """Under a +1 counter: has been stunned before."""
    recalled: bool = False

    broken: tuple[str, ...] = ()
    """MG that have malfunctioned."""
    disabled: tuple[str, ...] = ()
    """MG, or `ma`, that are out of action for good."""
    fire: str = ""
    """The fire marker: none, `prep`, `bounding`, `first` or `final`."""
    fired: tuple[str, ...] = ()
    """Weapons that it has used in this player turn: MG and `ma`."""
    swung: str = ""
    """The phase at whose end it has turned turret or hull at no cost, so that it fires no more in it."""
    low_ammo: bool = False
    fired_in: str = ""
    """The phase in which it did so first; the DEFENDER's MPh and DFPh are one."""
    fired_at: str = ""
    """Where it stood when it first fired in its MPh."""
    smoke_tried: bool = False
    motion_tried: bool = False
    buttoned: bool = False
    """May not become CE again in this player turn."""
    ce_changed: str = ""
    """The phase of this player turn in which it went from CE to BU or back."""

    @property
    def good_order(self) -> bool:
        return not (self.wreck or self.shock or self.stun)

    @property
    def mobile(self) -> bool:
        return self.good_order and not (self.bogged or self.immobilized)

    @property
    def exposed(self) -> bool:
        """Its crew has its heads out."""
        return self.ce and not self.wreck

    @property
    def moving_target(self) -> bool:
        return self.changed_hex or self.motion or self.began_in_motion
