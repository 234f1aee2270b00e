"""Units and support weapons on the map.

Both are frozen: a change is a new struct in the state's table, so that cloning a state copies tables only.
What is printed on a counter is not repeated here; `type` names it in the system's library.
"""

from __future__ import annotations

import msgspec

from defilade.tactics.names import Hex, Side

SQUAD = "squad"
HALF_SQUAD = "half_squad"
CREW = "crew"
LEADER = "leader"
HERO = "hero"

MULTI_MEN = frozenset({SQUAD, HALF_SQUAD, CREW})

OFF_MAP = ""

PREP = "prep"
FIRST = "first"
FINAL = "final"


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A personnel counter: squad, half-squad, crew, leader, or another single man."""

    id: str
    side: Side
    type: str
    """Counter type in the library, e.g. `ger-467`."""
    kind: str
    """`squad`, `half_squad`, `crew`, `leader` or `hero`."""
    hex: Hex = OFF_MAP
    elr: int = 5
    group: int = 0
    """The scenario's group of forces that it came with."""
    letter: str = ""
    """Tells counters of one type apart, as the letter on the counter does."""
    due: int = 0
    """The game turn from which it may enter the map; 0 for one that sets up on it or is not yet to come."""
    edges: tuple[str, ...] = ()
    """The edges (compass names) over which it may enter."""

    broken: bool = False
    dm: bool = False
    pinned: bool = False
    was_pinned: bool = False
    """Pinned at some time in this player turn."""
    cx: bool = False
    was_cx: bool = False
    """Its CX marker came off at the start of this MPh."""
    ti: bool = False
    """Temporarily immobilized by work that took it its whole player turn."""
    wounded: bool = False
    melee: bool = False
    """Lies under a Melee marker."""
    advanced: bool = False
    """Came into its hex in this APh (under a CC marker where enemies are)."""

    fire: str = ""
    """The fire marker on the unit itself: none, `prep`, `first` or `final`."""
    no_fp: bool = False
    """Gave up its own firepower for the rest of the player turn by its use of SW."""
    weapons_used: tuple[str, ...] = ()
    """SW that it has used in this player turn."""
    directed: tuple[str, ...] = ()
    """A leader's: the firers (unit and weapon ids) whose fire he directed in this player turn."""
    directed_in: str = ""
    """The phase in which he did so first, noted where his marker does not tell it: he is marked Final Fire by what
    he directed in the MPh."""
    directed_again: tuple[str, ...] = ()
    """A leader's: those of them whom he has directed once more, in Subsequent First Fire, FPF or Final Fire."""
    directed_again_in: str = ""
    """The phase in which he did so once more."""
    used_weapon_in: str = ""
    """A leader's: the fire phase in which he used a SW himself."""

    moved: bool = False
    """Has finished or begun its move in this MPh."""
    acted: bool = False
    """Has had its one action of the RPh."""
    rally_tried: bool = False
    """Has tried to rally in this player turn."""
    keeps_dm: bool = False
    """Keeps its DM by its owner's choice at the end of this RPh."""
    routed: bool = False
    """Has left its hex in this RtPh."""
    hazardous: bool = False
    """Has tried to push a Gun in this player turn."""
    berserk: bool = False
    wounds: int = 0
    """Wounds of a single man after the first."""
    levels: int = 0
    """By how much its morale has changed for good."""
    captive: str = ""
    """A prisoner's own side; `side` is that of its captors."""
    escaped: bool = False
    """Was a prisoner once."""
    unarmed: bool = False
    """Has lost its arms."""

    def is_due(self, turn: int) -> bool:
        """Whether it waits off the map and may enter in this turn."""
        return self.hex == OFF_MAP and 0 < self.due <= turn

    @property
    def is_leader(self) -> bool:
        return self.kind == LEADER

    @property
    def is_mmc(self) -> bool:
        return self.kind in MULTI_MEN

    @property
    def good_order(self) -> bool:
        return not self.broken and not self.melee


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A support weapon counter."""

    id: str
    side: Side
    """The side whose colour it has; in other hands it is captured."""
    type: str
    owner: Side = ""
    """The possessing unit, or none."""
    hex: Hex = OFF_MAP
    """Where it lies; kept equal to its owner's hex while possessed."""
    letter: str = ""
    group: int = 0

    malfunctioned: bool = False
    fire: str = ""
    """Its own fire marker: none, `prep`, `first` or `final`."""
    moved: bool = False
    """Was carried in this MPh."""
    carrier: str = ""
    """The unit that carried it in this MPh (a SW is portaged by one unit a MPh)."""
    recovered: bool = False
    """Was recovered in this phase, so may not be transferred in it."""
    passed: bool = False
    """Changed hands in this phase; it does so once, which rearranges a stack as freely as one likes."""
    dismantled: bool = False
    """Taken apart, so that it is carried more easily and does not fire."""
    placed_at: str = ""
    """A demolition charge: the hex in which it has been operably placed."""
    placed_drm: int = 0
    """A demolition charge: DRM that its placer brings to its attack."""
    placed_x: int = 0
    """A demolition charge: X# that its placer gives it."""
    placed_on: str = ""
    """A demolition charge: the vehicle on which it lies."""
    placed_facings: tuple[str, ...] = ()
    """The facings of that vehicle's hull and turret that it struck from."""

    facing: int = -1
    """A Gun: the hexspine that it points at (see `arcs`); -1 for what has no covered arc."""
    emplaced: bool = False
    """A Gun that is dug in where it was set up."""
    intensive: bool = False
    """A Gun under an Intensive Fire counter."""
    turned: str = ""
    """A Gun: the phase of this player turn in which it turned without firing."""
    manhandled: bool = False
    """A Gun that somebody tried to push in this player turn."""
    acquired: tuple[str, ...] = ()
    """Ordnance: the targets that it has acquired, units by their ids, hexes by their names; `@` before the hex in
    which a unit was seen last."""
    acquired_drm: int = 0
    acquired_from: str = ""
    """The hex in which the weapon stood when it acquired them, and whose it was: `hex owner`."""
    acquired_in: str = ""
    """The hex in which it saw them last."""
    spent_ammo: tuple[str, ...] = ()
    """Ordnance: ammunition that it has no more, or never had."""
