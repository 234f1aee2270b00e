"""The state of a Squad Leader game, and the play object that its procedures work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from defilade.hexgrid import GameMap
from defilade.kernel import Frame, Over
from defilade.kernel.composition import Rules
from defilade.kernel.engine import copy_frames, shallow
from defilade.rules.sl.card import Scenario
from defilade.rules.sl.joined_hexes import labels_of_joined
from defilade.rules.sl.library import Library
from defilade.rules.sl.tables import TerrainKind
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.tactics.names import Hex, Side
from defilade.tactics.play import BoardPlay, hex_labels
from defilade.tactics.units import Unit, Weapon

RPH, PFPH, MPH, DFPH, AFPH, RTPH, APH, CCPH = "RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"
PHASES = (RPH, PFPH, MPH, DFPH, AFPH, RTPH, APH, CCPH)  # SL:1.3.1-p0


SHOWING = ("owner", "fire", "dismantled", "malfunctioned")
"""What of a hidden weapon does not change unseen."""
SCOUT = "scout"
SNIPER = "sniper"
CONCEALED = "concealed"
"""The kind of a "?" counter. It stands on the map like a squad; what lies under it does not (SL:2.3)."""


class Covered(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies under a "?" counter: units, or so many more "?" counters (SL:2.3.3)."""

    units: tuple[str, ...] = ()
    dummies: int = 0
    vehicles: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where something sets up in secret, and how: in the open, under a "?", hidden, or as a dummy of so many "?"."""

    hex: Hex
    how: str
    count: int = 0


class HeldTrap(msgspec.Struct, frozen=True, omit_defaults=True):
    """A booby trap that has been found in this MPh: where, of which kind and side, by whom, and with what care."""

    hex: Hex
    side: Side
    kind: str
    units: tuple[str, ...]
    extra: int


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """The way of a unit in this MPh: with whom it went, and the hexes in which it spent MF, in their order."""

    move: int
    hexes: tuple[str, ...]
    assault: bool = False
    indoors: tuple[str, ...] = ()
    """Hexes that it entered from another hex of the same building."""
    grounded: bool = False
    by_road: tuple[str, ...] = ()
    """Hexes that it entered along a road."""
    spent: tuple[float, ...] = ()
    """MF that it had spent in all when it had paid for each of `hexes`."""
    debarked: bool = False
    """It has only got out of a vehicle in its hex."""
    placed_from: str = ""
    """The hex in which it has placed a charge before it set out; it spent no MF there (SL:5.6-q3)."""
    riding: tuple[str, ...] = ()
    """Hexes that it entered on a motorcycle: fire at it there is over once it has left them (SL:4.10.13)."""


HORSE, BICYCLE, CYCLE, SIDECAR = "horse", "bicycle", "cycle", "sidecar"
NAMES_OF_MOUNTS = {HORSE: "horses", BICYCLE: "bicycles", CYCLE: "motorcycles", SIDECAR: "sidecars"}


class Mount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter of horses, bicycles or motorcycles: where it is, and who is on top of it (SL:4.12.12, SL:4.10.12)."""

    id: str
    side: Side
    kind: str
    hex: Hex
    riders: tuple[str, ...] = ()
    moved: bool = False
    """Has gone anywhere in this player turn."""
    winded: bool = False
    """Has charged, and has not rested since (SL:4.12.36)."""
    handler: str = ""
    """Who leads it without riding it (SL:4.12.7)."""
    cargo: tuple[str, ...] = ()
    """Weapons that it carries for him (SL:4.12.8)."""
    led: float = 0
    """MF that it has gone in this MPh before it was mounted (SL:4.12-q3)."""
    single: bool = False
    """One machine, for leaders, not as many as a squad needs (SL:4.10.1)."""
    malfunctioned: bool = False
    mp: float = 0
    """MP of a motorcycle that it has used in this MPh."""
    heading: int = -1
    """The direction in which a motorcycle came into its hex; -1 where it has stood from the start."""
    rough: bool = False
    """Has been pushed through rough ground in this phase (SL:4.10.16-a)."""
    halted: str = ""
    """The hex in which a motorcycle has stopped in this MPh for somebody to get on or off, until it goes on."""


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """A charge of cavalry under way (SL:4.12.27)."""

    units: tuple[str, ...]
    at: str = ""
    """Where its run-up has come to."""
    way: tuple[int, ...] = ()
    """In which directions it entered the last hexes, as far as they were fit to gallop over."""
    struck: tuple[str, ...] = ()
    """Who and whose mounts were attacked: `attacker target`."""
    came_from: str = ""
    """From where it came into the hex that it has attacked last, as long as it is there."""
    goals: tuple[str, ...] = ()
    """The hexes that berserk riders must attack first."""


class BoreSight(msgspec.Struct, frozen=True, omit_defaults=True):
    """On which place a gun is laid, from where and by whom (SL:8.9.8.4)."""

    side: Side
    home: str
    target: str
    crew: str


class Climb(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit under a climbing counter: between which hexes, and on what level (SL:14.8.7-a)."""

    low: str
    high: str
    level: int


class Smoke(msgspec.Struct, frozen=True, omit_defaults=True):
    """A smoke counter: where it lies, and who has placed it (SL:9.15.4-a)."""

    hex: Hex
    side: Side
    dispersed: bool = False
    wp: bool = False
    """White phosphorus (SL:9.16.9)."""


class Bypass(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a unit went by the obstacle of a hex: the hexsides that the counter marks, and where it leads (SL:4.6.4)."""

    hex: Hex
    sides: tuple[int, ...]
    exits: tuple[str, ...]
    origin: str = ""
    """The hex from which it came."""


class Served(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has been done with a gun in this player turn."""

    shots: int = 0
    turned: int = 0
    """The hexspines by which it has been turned."""
    turning: int = 0
    """What that adds to its To Hit rolls (SL:13.9.6)."""
    intensive: bool = False
    """It is under Intensive Fire."""
    at: Hex = ""
    """The hex that it has fired at last."""
    vehicle: str = ""
    """The vehicle that it has fired at last, and the MP that this had spent by then."""
    spent: float = 0
    in_hex: bool = False
    """It fires at what is overrunning it."""
    hurried: bool = False
    """That shot is one of Intensive Fire (SL:7.1.22)."""


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a gun has acquired (SL:13.10)."""

    targets: tuple[str, ...]
    hex: Hex
    home: Hex
    phase: str
    """The fire phase in which it fired at them last."""
    phases: int = 1
    """In how many eligible fire phases in a row it has."""


ENTRENCHMENT, WIRE, MINES = "entrenchment", "wire", "mines"
DOORWAY_MINE, STAIRWAY_MINE = "doorway-mine", "stairway-mine"


class Work(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fortification in a hex (SL:15.1.1)."""

    kind: str
    hex: Hex
    side: Side
    """Who has set it up."""
    factors: int = 0
    """How strong it is, if it explodes (SL:15.7.1-a)."""
    hidden: bool = False
    """Only its side knows of it."""
    facing: int = -1
    """Where a bunker looks to (SL:15.5-b)."""


AR, SR, FFE = "AR", "SR", "FFE"
"""The counters of a battery: artillery request, spotting round, fire for effect."""


class Module(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battery behind the lines, and what it does (SL:9.1, SL:9.3)."""

    id: str
    side: Side
    nation: str
    caliber: int
    letter: str = ""
    """To tell it from others of its side."""
    contact: str = ""
    """The leader in contact."""
    radio: str = ""
    beside: tuple[str, ...] = ()
    """Who could take over from him."""
    counter: str = ""
    at: Hex = ""
    missions: int = 0
    """Fire Missions so far."""
    access: str = ""
    """The player turn in which it last had access to more fire."""
    barred: str = ""
    """The player turn in which it does not fire."""
    fp: int = 0
    """Of a gun on the map that fires at what it does not see; 0 of a battery behind the lines (SL:9.5)."""
    gun: str = ""
    """That gun; its side's view alone has a hidden one."""


class Boat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A boat, on land or in the water (SL:11.42.1)."""

    id: str
    side: Side
    type: str
    hex: Hex = ""
    launched: str = ""
    """The player turn in which it was launched."""
    moved: str = ""
    """The player turn in which it moved last."""


class State(msgspec.Struct, omit_defaults=True):
    """A game at one moment. Tables map ids to frozen structs; frames hold what is in progress."""

    scenario: str
    options: dict[str, str]
    sides: tuple[str, ...]
    turn: int = 0
    attacker: Side = ""
    phase: str = ""
    units: dict[str, Unit] = msgspec.field(default_factory=dict)
    weapons: dict[str, Weapon] = msgspec.field(default_factory=dict)
    stacks: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    hex_control: dict[str, str] = msgspec.field(default_factory=dict)
    building_control: dict[str, str] = msgspec.field(default_factory=dict)
    last_in: dict[str, str] = msgspec.field(default_factory=dict)
    """Building -> the side whose unbroken unit was the last to come into one of its hexes (SL:S1-VC-c)."""
    moves_first: str = ""
    """The side that has won the roll for the first move (SL:S3-turn); empty where the card says who moves first."""
    tracks: dict[str, Track] = msgspec.field(default_factory=dict)
    """Unit -> its way in this MPh, until the DFPh is over (SL:5.6.1-a, SL:5.6.1-c)."""
    moves: int = 0
    """Moves made in this MPh."""
    fired: tuple[tuple[str, str], ...] = ()
    """(firers' hex, target hex) of the attacks of this phase."""
    broke: tuple[str, ...] = ()
    """Units that the attack under way has broken."""
    companions: dict[str, str] = msgspec.field(default_factory=dict)
    """Leader who withdraws -> with which unit. Only its side's view has it (SL:6.3.6-c)."""
    withdrawing: tuple[str, ...] = ()
    """Units that try to get away from the melee that is fought now."""
    unseen: tuple[str, ...] = ()
    """Units that are concealed or hidden, as everybody knows who knows the order of battle; sorted."""
    covered: dict[str, Covered] = msgspec.field(default_factory=dict)
    """"?" counter -> what lies under it. Only its side's view has it (SL:2.3.2)."""
    unseen_vehicles: tuple[str, ...] = ()
    """Vehicles that are concealed, as everybody knows who saw them come; sorted."""
    astir: tuple[str, ...] = ()
    """Vehicles of the ATTACKER that have not kept still in this player turn (SL:2.3.8.2-c)."""
    stood: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """How hulls and turrets of the ATTACKER pointed as this player turn began."""
    quiet_vehicles: tuple[str, ...] = ()
    """Vehicles that may be concealed now that their player turn is over."""
    hidden: dict[str, str] = msgspec.field(default_factory=dict)
    """Hidden unit -> its hex. Only its side's view has it (SL:2.5.1)."""
    hidden_weapons: tuple[str, ...] = ()
    """Support weapons of which the other side does not see who has them (SL:2.6.1-a)."""
    busy: tuple[str, ...] = ()
    """Units of the ATTACKER that have not kept quiet in this player turn (SL:2.3.8.1-a)."""
    quiet: tuple[str, ...] = ()
    """Units that may be concealed now that their player turn is over."""
    ambushes: tuple[str, ...] = ()
    """Hexes in which the ATTACKER has come upon somebody who was concealed (SL:2.3.9.2-c)."""
    waylaid: tuple[str, ...] = ()
    """Hexes in which partisans have waylaid the enemy, until they have fought there once more (SL:6.3.6.3)."""
    surprised: tuple[str, ...] = ()
    """Units that have gone to ground by the side of a hidden enemy, as they went by (SL:5.6.10.3)."""
    struck_first: tuple[str, ...] = ()
    """Who has attacked before the others in the close combat that is fought now."""
    nvr: int = 0
    """The Night Visibility Range of this game turn (SL:2.8.3)."""
    flashes: tuple[tuple[str, int], ...] = ()
    """Hexes from which somebody fired by night, and in which player turn (SL:2.8.6-a)."""
    star_shells: tuple[str, ...] = ()
    shell_fired: tuple[str, ...] = ()
    """Leaders who have fired a star shell in this player turn."""
    shrouded: tuple[str, ...] = ()
    """Units in close combat that still count as concealed by night (SL:2.8.15)."""
    scouts_made: dict[str, int] = msgspec.field(default_factory=dict)
    """How many scouts each side has sent out in this scenario (SL:3.7-q3)."""
    scout_tried: tuple[str, ...] = ()
    """Squads and leaders that have tried to send one out in this game turn (SL:3.7.3-b)."""
    scouted: tuple[str, ...] = ()
    """Scouts that have rolled on the Scouting Table in this player turn (SL:3.7.19)."""
    hunted: tuple[str, ...] = ()
    """Scouts that must fight in the next close combat."""
    sniped: tuple[str, ...] = ()
    """Snipers that have fired from hiding in this player turn."""
    snipers_made: dict[str, int] = msgspec.field(default_factory=dict)
    """How many snipers each side has made in this scenario (SL:5.7.18.2-b)."""
    sniper_tried: bool = False
    """Somebody has tried to make one in this player turn."""
    tracked: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Hexes that the DEFENDER has fired into while the enemy moved, and who did (SL:5.6.9.4)."""
    tracked_guns: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The same hexes, and the support weapons."""
    gun_lines: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Machine gun of the DEFENDER -> the hexes that it has fired into while the enemy moved, in their order; the first
    settles its line (SL:5.6.9.6)."""
    plans: dict[str, Plan] = msgspec.field(default_factory=dict)
    """How a group sets up in secret, until all of it stands. Only its side's view has it."""
    vehicles: dict[str, Vehicle] = msgspec.field(default_factory=dict)
    climbed_outside: tuple[str, ...] = ()
    """Units that have changed level in this player turn without stairs (SL:14.3.20.2.2)."""
    double_timing: tuple[str, ...] = ()
    """Units that have gone at double time in this player turn (SL:4.7)."""
    occupied: tuple[str, ...] = ()
    """Squads and leaders that have deployed, or tried to, in this RPh (SL:4.8.3)."""
    deployed: dict[str, str] = msgspec.field(default_factory=dict)
    """Half-squad -> the squad that it was part of."""
    avengers: tuple[str, ...] = ()
    """Berserk units that have eliminated an enemy in this phase."""
    charges: dict[str, str] = msgspec.field(default_factory=dict)
    """Berserk unit -> the hex that it charges in this player turn."""
    strength: dict[str, int] = msgspec.field(default_factory=dict)
    """Side -> the point value that it has brought into the game (SL:3.27.1, SL:3.27.4)."""
    integrity: dict[str, int] = msgspec.field(default_factory=dict)
    """Side -> the morale levels that it was last said to have lost."""
    bypasses: dict[str, tuple[Bypass, ...]] = msgspec.field(default_factory=dict)
    """Unit -> how it has gone by obstacles in this player turn."""
    bypass_marks: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Hex -> the hexsides by which it is bypassed in this player turn (SL:4.6.5)."""
    slowed: tuple[str, ...] = ()
    """Units whose load has cost them MF in this player turn (SL:4.2.5)."""
    closed_sewers: tuple[str, ...] = ()
    """Sewer entrances that have been blown up (SL:4.9.9)."""
    swimmers: dict[str, int] = msgspec.field(default_factory=dict)
    """Unit in the water -> the game turn in which it got in."""
    immersed: tuple[str, ...] = ()
    """Swimmers whose last move was from water to water."""
    out_of_water: tuple[str, ...] = ()
    """Units that have got out of the water in this player turn."""
    swim_tried: tuple[str, ...] = ()
    """Units that have not dared to swim in this player turn."""
    lost_below: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit that has lost its way in the sewers -> where it went down."""
    surfaced: tuple[str, ...] = ()
    """Units that have come up out of the sewers in this player turn."""
    skiers: tuple[str, ...] = ()
    """Units that have skis; those that are on them; and those that have changed in this APh (SL:4.13.4)."""
    on_skis: tuple[str, ...] = ()
    changed_skis: tuple[str, ...] = ()
    descents: dict[str, int] = msgspec.field(default_factory=dict)
    """Unit -> the levels that it has lost in this MPh on skis, or on a bicycle by road."""
    mounts: dict[str, Mount] = msgspec.field(default_factory=dict)
    cavalry: tuple[str, ...] = ()
    """Units that ride horses (SL:4.12.3)."""
    mounted_at: dict[str, float] = msgspec.field(default_factory=dict)
    """Unit that has mounted in this MPh -> the MF that it had spent by then."""
    off_horse: tuple[str, ...] = ()
    """Units that have left their horses in this MPh (SL:4.12.14)."""
    changed_mounts: tuple[str, ...] = ()
    motorcyclists: tuple[str, ...] = ()
    """Units of motorcycle troops (SL:4.10.33)."""
    taught: tuple[str, ...] = ()
    """Others who have turned out to know motorcycles (SL:4.10.29)."""
    ridden: dict[str, float] = msgspec.field(default_factory=dict)
    """Unit that has had to do with a motorcycle in this player turn -> the MP for which it has ridden."""
    unseated: tuple[str, ...] = ()
    """Men who have fallen with another on their machine in the attack under way (SL:4.10.28)."""
    starters: tuple[str, ...] = ()
    """Units that have tried in this RPh to get a motorcycle going, and motorcycles that were tried."""
    rested: tuple[str, ...] = ()
    """Units that have done nothing in the last player turn (SL:4.10.30)."""
    run: Run | None = None
    charged: tuple[str, ...] = ()
    """Riders who have charged in this player turn."""
    daunted: tuple[str, ...] = ()
    """Units that have lost their nerve before a charge: they do not fire in this player turn."""
    climbs: dict[str, Climb] = msgspec.field(default_factory=dict)
    hazards: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit that does something extremely dangerous in this MPh, as climbing or wading -> the hex where it does."""
    driven: dict[str, tuple[tuple[str, float], ...]] = msgspec.field(default_factory=dict)
    """Vehicle -> the hexes of its way in this MPh, from the first, with the MP that it spent in each."""
    worn: tuple[str, ...] = ()
    """Units that something in this player turn has exhausted (CX), though they do not go at double time."""
    paamc: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit -> the AFV that it has kept its nerve against in this player turn; none where it failed (SL:7.2.5.2-a)."""
    stormed: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit that has advanced onto an AFV -> the hex it came from (SL:7.2.6.6)."""
    foragers: tuple[str, ...] = ()
    """Unarmed units that have gone far enough in this MPh to look for arms (SL:5.8.7)."""
    foraged: tuple[str, ...] = ()
    """Sides that have done so in this game turn."""
    dismounted: dict[str, str] = msgspec.field(default_factory=dict)
    """Crew on foot -> the armour leader among its men (SL:3.3.4)."""
    fears: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Unit that must leave its hex in this MPh -> the AFVs that it is afraid of (SL:7.3.3-b)."""
    elan: dict[str, int] = msgspec.field(default_factory=dict)
    """Side -> the Elan Points that its player's own leader has earned (SL:3.4.7)."""
    heroes_made: dict[str, str] = msgspec.field(default_factory=dict)
    """Hero who was made in this battle of a campaign -> the counter of the leader that he was (SL:3.8.12-b)."""
    returns: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Side -> the leaders who come into the next battle in place of its heroes (SL:3.8.12-a)."""
    ridden_down: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit that an overrun has broken in this player turn -> the AFV; in a campaign only (SL:3.29-q9)."""
    crushed: tuple[str, ...] = ()
    """Houses that AFVs (SL:14.4.12-a) or high explosive (SL:14.4.2-a) have brought down."""
    ousted: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit -> the fallen house that it must leave in the next RtPh (SL:14.4.14-a)."""
    fires: dict[str, str] = msgspec.field(default_factory=dict)
    """Burning place -> the side that has set it on fire (SL:8.14.15)."""
    smoke: tuple[Smoke, ...] = ()
    smoke_dice: dict[str, int] = msgspec.field(default_factory=dict)
    """What has been thrown for the smoke on the lines of the attack under way, by its hexes (SL:9.16.4)."""
    smoke_tried: tuple[str, ...] = ()
    """Squads that have placed smoke in this player turn, or tried to."""
    smoke_laid: dict[str, int] = msgspec.field(default_factory=dict)
    """Group -> how many smoke counters of its allotment it has used (SL:9.17.1.1)."""
    smoke_lost: tuple[str, ...] = ()
    """Nationalities whose squads place smoke no more (SL:9.17.4-b)."""
    mines_tried: dict[str, int] = msgspec.field(default_factory=dict)
    """Unit -> how many anti-tank mines it has tried to place in this player turn (SL:8.12.8-b)."""
    committed: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit -> the hex at which it has used a flamethrower, or set off a charge, in this phase: at no other may it
    fire (SL:8.10.5, SL:8.11.6)."""
    ordered: tuple[str, ...] = ()
    """Units out of command to whom the dice have given orders."""
    steady: tuple[str, ...] = ()
    """Green and inexperienced units that fire at point blank in this phase."""
    guards: dict[str, str] = msgspec.field(default_factory=dict)
    """Prisoner -> who guards it."""
    leaving: tuple[str, ...] = ()
    """Guards who leave their prisoners behind if they go in this phase."""
    executing: tuple[str, ...] = ()
    """Guards who have executed a prisoner in this phase."""
    freed: tuple[str, ...] = ()
    """Escaped prisoners that have not tried to rally since."""
    questioned: tuple[str, ...] = ()
    """Prisoners that have been interrogated in this player turn."""
    questioning: tuple[str, ...] = ()
    """Leaders who have interrogated in this player turn, and can do nothing else in it."""
    talkers: tuple[str, ...] = ()
    """Prisoners that have talked in this player turn."""
    guides: tuple[str, ...] = ()
    """Prisoners who lead their captors through the sewers (SL:3.30.7-d)."""
    fords: tuple[str, ...] = ()
    """Hexes with a ford of which a prisoner has told (SL:3.30.7-b)."""
    knowledge: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Prisoner -> its comrades who were out of sight when it was captured."""
    disheartened: tuple[str, ...] = ()
    """Units whose morale a prisoner has talked down."""
    embittered: tuple[str, ...] = ()
    """Sides whose men have seen one of theirs executed."""
    no_quarter: tuple[str, ...] = ()
    """Sides that surrender no more, having seen what becomes of those who do."""
    bore_sights: dict[str, BoreSight] = msgspec.field(default_factory=dict)
    """Machine gun -> on what it is laid. Only its side's view has it (SL:8.9.8.4)."""
    bore_spent: tuple[str, ...] = ()
    """Guns that have lost the good of it for this player turn (SL:8.9.8.6)."""
    acquisitions: tuple[str, ...] = ()
    """Who has tried in this phase to take up what: `unit weapon` (SL:8.5.1-a)."""
    gained: tuple[str, ...] = ()
    """Weapons that have been taken up in this player turn (SL:8.5.4)."""
    overrun_columns: dict[str, int] = msgspec.field(default_factory=dict)
    """Vehicle -> the column of its overrun in this MPh that has eliminated nobody (SL:8.8.1-e)."""
    gun_victims: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Machine gun -> whom it has fired at in this MPh (SL:8.9.2.9)."""
    kinds_used: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Unit -> the kinds of the support weapons that it has used in this phase (SL:8.2)."""
    elr: dict[str, int] = msgspec.field(default_factory=dict)
    """Side -> the Experience Level Rating that a die has given it (SL:3.11.3-a)."""
    withheld: tuple[str, ...] = ()
    """Units out of command (SL:3.1.10). Where that is kept secret only their side's view has it (SL:3.1.3-c)."""
    bailed_out: tuple[str, ...] = ()
    """Crews that have left an AFV (SL:3.27.8)."""
    losses: dict[str, int] = msgspec.field(default_factory=dict)
    """Side -> the units that count as lost, in halves (SL:3.29.8)."""
    turncoats: dict[str, int] = msgspec.field(default_factory=dict)
    """Side -> how many hexes its prisoners have told of, in which partisans are no better than others (SL:3.30.7-g)."""
    betrayed: tuple[str, ...] = ()
    """Those hexes in this player turn."""
    carried: dict[str, str] = msgspec.field(default_factory=dict)
    """Wounded leader -> who carries him in this player turn."""
    shots_from_hiding: dict[str, int] = msgspec.field(default_factory=dict)
    """Gun -> how often it has fired from hiding (SL:2.7.2-d)."""
    blown_open: tuple[str, ...] = ()
    """Wooden houses whose walls a panzerfaust has torn open for this fire phase (SL:8.17.11)."""
    backblasts: tuple[str, ...] = ()
    """Hexes behind recoilless rifles that have fired in this player turn (SL:8.21.7)."""
    dared: tuple[tuple[str, str], ...] = ()
    """(unit, hex) of those who have found the nerve to enter such a hex in this player turn."""
    works: dict[str, Work] = msgspec.field(default_factory=dict)
    """Fortifications, by kind and hex. Its side's view alone has a hidden one (SL:15.7.1-a)."""
    inside: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit -> the hex in which it is beneath an entrenchment, as long as it is in that hex (SL:15.3.6-a)."""
    trenching: tuple[str, ...] = ()
    """Hexes that will be entrenched when the PFPh is over (SL:15.3.2-a)."""
    laying: str = ""
    """The hex for which mines are allotted. Only its side's view has it."""
    wire_losses: dict[str, int] = msgspec.field(default_factory=dict)
    """Unit -> the MF that it loses in getting off the wire in this phase (SL:15.1.4-a)."""
    crushers: tuple[str, ...] = ()
    """Vehicles that have crushed wire in this player turn (SL:15.1-g)."""
    works_left: dict[str, int] = msgspec.field(default_factory=dict)
    """What a group has yet to set up, by kind. Only its side's view has what need not be shown."""
    out_of_mines: tuple[str, ...] = ()
    """Units on the move that the mines of their hex have struck on their way out."""
    flailing: dict[str, int] = msgspec.field(default_factory=dict)
    """Flail tank -> how many factors of mines it has cleared in this APh; 0 where it has cleared all."""
    held_traps: tuple[HeldTrap, ...] = ()
    """Booby traps at which somebody waits for others before he tries to disarm them (SL:15.8.9.2)."""
    at_traps: tuple[str, ...] = ()
    """Units that have tried to disarm a booby trap in this player turn."""
    mine_guides: tuple[str, ...] = ()
    """Prisoners who lead their captors through minefields (SL:3.30.7-c)."""
    served: dict[str, Served] = msgspec.field(default_factory=dict)
    """Gun -> what has been done with it in this player turn."""
    laid: dict[str, Laid] = msgspec.field(default_factory=dict)
    """Gun -> what it has acquired."""
    heroes_at_guns: tuple[str, ...] = ()
    """In which game turns which heroes have fired a gun: `turn unit` (SL:3.8.6-d)."""
    no_more_wp: tuple[str, ...] = ()
    """Weapons that have no more white phosphorus (SL:8.18.4-b)."""
    gun_shy: tuple[str, ...] = ()
    """Crews that have lost their nerve before an AFV, and fire nothing in this player turn (SL:7.1.21)."""
    towed: dict[str, str] = msgspec.field(default_factory=dict)
    """Gun -> the vehicle that tows it."""
    unhooked: dict[str, str] = msgspec.field(default_factory=dict)
    """Vehicle that has unhooked a gun in this MPh -> the hex that it must leave."""
    taken_in_tow: tuple[str, ...] = ()
    """Guns that were captured with what towed them, and may be moved (SL:8.6-q10)."""
    pushed: str = ""
    """The gun that is being pushed."""
    boats: dict[str, Boat] = msgspec.field(default_factory=dict)
    found_shallow: bool = False
    """A die has made the river shallow (SL:14.28.7.1-a)."""
    aboard: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit in a boat on the water -> which."""
    modules: dict[str, Module] = msgspec.field(default_factory=dict)
    """The batteries of both sides."""
    calling: tuple[str, ...] = ()
    """The leader and the radio that call a battery. Only its side's view has those whom nobody sees (SL:2.3.9-q4)."""
    radios_tried: tuple[str, ...] = ()
    """Radios over which somebody has tried to make contact in this RPh."""
    shelled: dict[str, int] = msgspec.field(default_factory=dict)
    """Unit -> the game turn in which it was last under fire for effect (SL:9.2.8)."""
    heads_down: dict[str, str] = msgspec.field(default_factory=dict)
    """Unit that was under it in this player turn -> in which phase (SL:9.2.9, SL:9.2.10-b)."""
    serial: int = 0
    stack: list[Frame] = msgspec.field(default_factory=list)
    over: Over | None = None


def clone_state(state: State) -> State:
    """A full copy. Units are frozen and shared; tables and frames are copied."""
    twin = shallow(state)
    twin.units = state.units.copy()
    twin.weapons = state.weapons.copy()
    twin.vehicles = state.vehicles.copy()
    twin.paamc = state.paamc.copy()
    twin.stormed = state.stormed.copy()
    twin.fears = state.fears.copy()
    twin.fires = state.fires.copy()
    twin.mines_tried = state.mines_tried.copy()
    twin.committed = state.committed.copy()
    twin.companions = state.companions.copy()
    twin.shots_from_hiding = state.shots_from_hiding.copy()
    twin.dismounted = state.dismounted.copy()
    twin.stacks = state.stacks.copy()
    twin.hex_control = state.hex_control.copy()
    twin.building_control = state.building_control.copy()
    twin.last_in = state.last_in.copy()
    twin.tracks = state.tracks.copy()
    twin.snipers_made = state.snipers_made.copy()
    twin.scouts_made = state.scouts_made.copy()
    twin.covered = state.covered.copy()
    twin.stood = state.stood.copy()
    twin.hidden = state.hidden.copy()
    twin.plans = state.plans.copy()
    twin.deployed = state.deployed.copy()
    twin.charges = state.charges.copy()
    twin.carried = state.carried.copy()
    twin.elr = state.elr.copy()
    twin.elan = state.elan.copy()
    twin.heroes_made = state.heroes_made.copy()
    twin.returns = state.returns.copy()
    twin.ridden_down = state.ridden_down.copy()
    twin.losses = state.losses.copy()
    twin.turncoats = state.turncoats.copy()
    twin.knowledge = state.knowledge.copy()
    twin.guards = state.guards.copy()
    twin.strength = state.strength.copy()
    twin.integrity = state.integrity.copy()
    twin.lost_below = state.lost_below.copy()
    twin.descents = state.descents.copy()
    twin.mounts = state.mounts.copy()
    twin.mounted_at = state.mounted_at.copy()
    twin.ridden = state.ridden.copy()
    twin.climbs = state.climbs.copy()
    twin.hazards = state.hazards.copy()
    twin.driven = state.driven.copy()
    twin.bypasses = state.bypasses.copy()
    twin.bypass_marks = state.bypass_marks.copy()
    twin.works = state.works.copy()
    twin.inside = state.inside.copy()
    twin.wire_losses = state.wire_losses.copy()
    twin.served = state.served.copy()
    twin.laid = state.laid.copy()
    twin.towed = state.towed.copy()
    twin.unhooked = state.unhooked.copy()
    twin.boats = state.boats.copy()
    twin.aboard = state.aboard.copy()
    twin.modules = state.modules.copy()
    twin.shelled = state.shelled.copy()
    twin.heads_down = state.heads_down.copy()
    twin.stack = copy_frames(state.stack)
    return twin


FALLEN = {"wooden_building": "wooden_rubble", "stone_building": "rubble"}
"""What is left of buildings that have fallen (SL:14.4.5)."""
SEASONAL = frozenset({"grain", "brush", "marsh"})
"""Terrain that the time of year takes away."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Table:
    """What does not change during a game."""

    map: GameMap
    library: Library
    scenario: Scenario
    rules: Rules
    labels: dict[str, str]

    @classmethod
    def of(cls, map: GameMap, library: Library, scenario: Scenario, rules: Rules) -> Table:
        labels = {**hex_labels(map), **labels_of_joined(map, scenario.map.north)}
        for place, hex in map.below.items():
            labels[place] = f"{labels[hex]} level {map.storey_of(place)}"
        return cls(map, library, scenario, rules, labels)


class SlPlay(BoardPlay[State]):
    """A Squad Leader game in the hands of its procedures."""

    __slots__ = ("anti_tank", "garage", "nationalities", "peoples", "scratch", "tables", "worth")

    scenario: Scenario

    def __init__(self, state: State, table: Table) -> None:
        kit = table.library
        super().__init__(
            state,
            table.map,
            table.rules,
            table.scenario,
            table.labels,
            kit.counters,
            kit.weapons,
            kit.tables.infantry_fire_table,
        )
        self.scratch: dict[Any, Any] = {}
        """What has been worked out in this moment, under all that it depends on."""
        self.tables = kit.tables
        self.nationalities = kit.nationalities
        self.garage = kit.garage
        self.anti_tank = kit.anti_tank
        self.peoples = kit.peoples
        self.worth = kit.worth

    def piece_name(self, piece_id: str) -> str:
        """A vehicle, a passenger of one (`vehicle/unit`) or a weapon, as a player would call them."""
        if piece_id in self.state.weapons:
            return self.weapon_name(piece_id)
        if piece_id in self.state.mounts:
            return NAMES_OF_MOUNTS[self.state.mounts[piece_id].kind]
        if piece_id in self.state.modules:
            module = self.state.modules[piece_id]
            if module.fp:
                return f"{module.side.capitalize()} {module.caliber} mm" + (
                    f" {module.letter}" if module.letter else ""
                )
            return f"{module.side.capitalize()} artillery" + (f" {module.letter}" if module.letter else "")
        if piece_id in self.state.boats:
            return self.tables.boats.kinds[self.state.boats[piece_id].type].name
        ride, _, passenger = piece_id.partition("/")
        if passenger:
            return self.name(passenger)
        vehicle = self.state.vehicles[ride]
        name = self.garage.types[vehicle.type].name
        return f"{name} {vehicle.letter}" if vehicle.letter else name

    def weapon_name(self, weapon: Weapon | str) -> str:
        """A gun by its calibre as well."""
        if isinstance(weapon, str):
            weapon = self.state.weapons[weapon]
        kind = self.weapon_type(weapon)
        if not self.anti_tank.is_heavy(weapon.type, kind.kind):
            return super().weapon_name(weapon)
        return f"{kind.name} {weapon.letter}" if weapon.letter else kind.name

    def in_use(self, piece_id: str) -> bool:
        state = self.state
        others = (
            piece_id in state.vehicles
            or piece_id in state.mounts
            or piece_id in state.modules
            or piece_id in state.boats
        )
        return others or super().in_use(piece_id)

    def place(self, unit: Unit, hex: Hex, **changes: Any) -> Unit:
        """SL:3.29.15: prisoners go wherever their guard goes on foot."""
        unit = super().place(unit, hex, **changes)
        if self.state.guards and hex:
            for prisoner, guard in list(self.state.guards.items()):
                if guard == unit.id and guard not in self.state.leaving and prisoner in self.state.units:
                    super().place(self.unit(prisoner), hex)
        return unit

    def update_weapon(self, weapon: Weapon, **changes: Any) -> Weapon:
        """SL:2.6.1-a, SL:2.6.1-c, SL:2.6.1-d: who fires a hidden weapon, leaves it, takes it apart or hands it on shows
        it."""
        shown = any(name in changes and changes[name] != getattr(weapon, name) for name in SHOWING)
        if weapon.id in self.state.hidden_weapons and weapon.owner and shown:
            self.show_weapon(weapon)
        return super().update_weapon(weapon, **changes)

    def carried(self, weapon: Weapon, hex: Hex) -> None:
        """SL:10.2.2-a: a gun stays where it is when its crew goes, unless they push it. Who is put back for Defensive
        Fire has it with him."""
        kind = self.weapon_type(weapon).kind
        gone = bool(weapon.hex) and bool(hex) and weapon.hex != hex
        if gone and self.anti_tank.is_heavy(weapon.type, kind) and self.state.pushed != weapon.id:
            if self.state.phase != DFPH:
                self.update_weapon(weapon, owner="")
                return
        super().carried(weapon, hex)

    def remove_weapon(self, weapon: Weapon) -> None:
        self.state.hidden_weapons = tuple([wid for wid in self.state.hidden_weapons if wid != weapon.id])
        super().remove_weapon(weapon)

    def show_weapon(self, weapon: Weapon) -> None:
        self.state.hidden_weapons = tuple([wid for wid in self.state.hidden_weapons if wid != weapon.id])
        owner = self.state.units.get(weapon.owner)
        self.say(
            "reveal",
            f"{self.name(owner) if owner is not None else 'Somebody'} has the {self.weapon_name(weapon)}.",
            "SL:2.6.1-a",
            side=weapon.side,
            who=(weapon.id,),
            at=weapon.hex,
        )

    def terrain_of(self, hex: Hex) -> TerrainKind:
        """The row of the terrain chart of a hex; wheat out of season is open ground (SL:14.11.5), and so is what lies
        under the snow (SL:14.12.8, SL:14.18.7-b)."""
        return self.tables.terrain.kinds[self.ground_in(hex)]

    def ground_in(self, hex: Hex) -> str:
        """The kind of terrain in a hex at this season, and now that houses have fallen (SL:14.4.12-a)."""
        name = self.map.terrain[hex] if hex else "open"  # nothing is known of what lies off the map
        if self.state.crushed and hex in self.state.crushed:
            return FALLEN[name]
        if name not in SEASONAL:
            return name
        gone = name in self.scenario.snowed_under or (name == "grain" and not self.scenario.wheat_stands)
        return "open" if gone else name
