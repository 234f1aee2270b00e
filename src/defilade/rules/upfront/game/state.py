"""The state of a game of Up Front as plain data.

Chance is outside the state: the draw pile is the *set* of cards that remain in it, and a draw is a chance over that
set.  No side ever sees it, nor the enemy's hand: see `views`.
"""

from __future__ import annotations

import msgspec

from defilade.kernel import Frame, Over
from defilade.kernel.encoding import always
from defilade.kernel.engine import copy_frames, shallow

MOVEMENT, TERRAIN, SMOKE, WIRE, RALLY = "movement", "terrain", "smoke", "wire", "rally"
ADVANCE, RETREAT, SIDEWAYS = "advance", "retreat", "sideways"
OPEN = "open"
HIDDEN = "?"
"""Stands for a card that the viewer may not know."""
LETTERS = "ABCDE"
BETWEEN = "|"
"""Joins the tables of two games for what lies between them (UF:41.3)."""

KIA, ROUT, CAPTURED, WITHDRAWN = "kia", "rout", "captured", "withdrawn"
KILLED_EARLIER = "killed earlier"
FIRST_LINE_FACT = "lost in the first line"
"""The fact with the ids of those who were killed or captured before a second line took their place (UF:K.2-b)."""
"""In a part of the scenario that no longer counts (UF:K.3-b)."""


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """An Action card that lies on a group."""

    card: str
    kind: str
    terrain: str = ""
    """Name of the terrain; `open` for a card laid face down (UF:8.1-b)."""
    value: int = 0
    """Modifier against a group in it; strength of a Minefield."""
    mode: str = ""
    """How a Movement card is turned (UF:5.4-a)."""
    ford: bool = False
    flank: bool = False
    by: str = ""
    """The side that laid it: it knows which card lies face down."""
    to: str = ""
    """The letter that a Lateral Group Transfer leads to."""
    encircles: str = ""
    """The enemy group that was encircled with this Movement card (UF:17.6-a)."""


class Loose(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon chit that lies with a group (UF:18.1-a)."""

    weapon: str
    assistant: str = ""
    """The man who may claim a crew-served weapon first (UF:18.22)."""
    broken: bool = False
    captured: bool = False


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """A group of Personality cards (UF:3.2-a). Its id stays; its letter can change."""

    id: str
    side: str
    letter: str
    range: int = 0
    """The range chit."""
    members: tuple[str, ...] = ()
    """Personality cards by position, the first at position 1 (UF:3.3-a)."""
    laid: tuple[Laid, ...] = ()
    """Action cards on the group, lowest first."""
    offered: Laid | None = None
    """Terrain that the enemy has put on the group and that is not yet accepted or rejected (UF:7.3-c)."""
    acted: bool = False
    """It has had its action in this turn (UF:4.2-a)."""
    loose: tuple[Loose, ...] = ()
    entrenched: bool = False
    flanks: tuple[str, ...] = ()
    """Enemy groups that this group has Flanking Fire on."""
    natural_flank: bool = False
    """It has them by getting past, not by a Flank card (UF:17.3-b)."""
    bound_for: str = ""
    """The letter that it is on its way to (UF:17.7-a)."""
    stepped: int = 0
    """The player turn in which its range chit last changed (UF:17.8-c)."""
    tied: int = 0
    """The last player turn in which it must keep its range chit (UF:17.8-c)."""
    encircles: str = ""
    """The enemy group that this group helps to encircle."""
    behind: tuple[str, ...] = ()
    """Enemy Pillboxes that it has got behind (UF:23.7-b)."""
    was_behind: tuple[str, ...] = ()
    """Those that it was behind before its last Movement card."""
    sniped: int = -1
    """The Random Number of the Sniper attack on the group in the last turn; -1 for none (UF:14.4-a)."""
    sniped_by: str = ""
    """The side whose Sniper it was."""
    moved: bool = False
    """It has played a Movement card in this game (UF:34.5-a)."""
    fired: bool = False
    """It fired in its last turn (UF:38.3-b)."""
    lit: int = 0
    """Turns that a starshell still burns over it."""
    observed: str = ""
    """The enemy group that it has detected at night in this turn (UF:38.2-a)."""
    under_fire: int = 0
    """The player turn in which it was last fired at (UF:38.3-b)."""
    forming: str = ""
    """The group that it is split off from, until it is complete (UF:17.92)."""
    table: str = ""
    """In team play, where it stands: the table, or two tables joined for the divider between them."""
    attacked: int = 0
    """In team play, the player turn in which a group of the same game last attacked it (UF:41.41)."""
    withdrawing: bool = False
    """In a campaign: it leaves the field for good (UF:42.6-a)."""
    falls_back: str = ""
    """In team play: `now` when it has retreated in order to go over to the next game, `ready` in its next turn, `ford`
    when it has not found a ford on its way (UF:41.54-a, UF:41.582-b)."""


class Man(msgspec.Struct, frozen=True, omit_defaults=True, tag="man", tag_field="is"):
    """A man in play. Basic values are copied from his card, because a campaign changes them."""

    id: str
    card: str
    side: str
    group: str
    morale: int
    panic: int
    kia: int
    rank: str = always("PVT")
    role: str = ""
    weapon: str = ""
    """The weapon that he has now; empty for an unarmed man."""
    broken: bool = False
    """His weapon has malfunctioned."""
    captured: bool = False
    """His weapon was taken from an enemy."""
    kept: str = ""
    """His own weapon, carried unused while he has a captured one (UF:20.74-b)."""
    kept_broken: bool = False
    secondary: str = ""
    secondary_broken: bool = False
    pinned: bool = False
    crews: str = ""
    """The gunner whom he assists."""
    infiltrates: str = ""
    """The enemy group that he has infiltrated."""
    joins_fire: bool = False
    """An infiltrator who takes part in the attack that is going on (UF:20.531)."""
    transfers_to: str = ""
    """The group that he is on his way to (UF:17.8-a)."""
    set_out: int = 0
    """The player turn in which he set out for it."""
    fired_on_way: int = 0
    """The player turn in which he last fired on his way (UF:17.8-qc)."""
    wounded: bool = False
    wound_eased: bool = False
    """A Hero card suspends the wound for this player turn (UF:33.9)."""
    heroic: bool = False
    """He has heroic powers for this player turn (UF:10.43-b)."""
    berserk: bool = False
    guards: tuple[str, ...] = ()
    """Prisoners beneath him."""
    acquired: str = ""
    """The group that he has acquired with his mortar (UF:27.1-b)."""
    elan: int = 0
    """Elan points earned in this scenario (UF:42.43)."""

    @property
    def hurt(self) -> bool:
        """He has a wound that no Hero card suspends now (UF:33.9)."""
        return self.wounded and not self.wound_eased


class Machine(msgspec.Struct, frozen=True, omit_defaults=True, tag="machine", tag_field="is"):
    """A vehicle or an infantry gun in play."""

    id: str
    card: str
    side: str
    group: str
    kind: str
    pinned: bool = False
    """Its back is up: Pinned, or Buttoned Up for a vehicle that is not open-topped."""
    crew_killed: int = 0
    stun: int = 0
    credit: int = 0
    """Rally strength gathered so far (UF:28.42-c)."""
    immobilized: bool = False
    bogged: bool = False
    broken: tuple[str, ...] = ()
    """Weapons of it that have malfunctioned: gun, mg, flamethrower."""
    lost_weapons: tuple[str, ...] = ()
    """Weapons of it that are ruined for good (UF:19.3-b)."""
    acquired: str = ""
    """The group that it has acquired (UF:27.1-b)."""
    fired: bool = False
    moved: bool = False
    """Whether it has fired or moved in this game (UF:34.5-a)."""
    overran: tuple[str, ...] = ()
    """Groups that it has overrun (UF:29.5-b)."""
    assaults: int = 0
    """Close Combat attacks on it in this player turn (UF:28.81-b)."""
    transfers_to: str = ""
    """The group that a gun is on its way to (UF:17.8-a)."""
    set_out: int = 0
    """The player turn in which it set out for it."""


Unit = Man | Machine


class Fallen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Personality card that has left play: how, and what it was."""

    unit: Unit
    fate: str
    by: str = ""
    """The side that holds a captured man."""
    turn: int = 0


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's side."""

    id: str
    nation: str
    troops: str
    team: str
    table: str = always("1")
    """The deck that it plays with: one for each table of a team game."""
    role: str = ""
    cards: int = 0
    """Personality cards that have come into play: the force for a Broken Squad (UF:16.5-a)."""
    actions: int = 0
    """Actions taken in this turn."""
    digs: int = 0
    """Entrenchment attempts in this turn, which some do not count as actions (UF:36.5)."""
    discarded: int = 0
    """Unused cards discarded in this turn."""
    passed: bool = False
    """It neither acted nor discarded in its last turn, and no enemy has had a turn since (UF:4.6)."""
    leader_lost: bool = False
    """Its SL was removed since the end of its last turn (UF:15.2)."""
    broken: bool = False
    """It has lost more than half of its cards (UF:16.5-a)."""
    vacated: str = ""
    """Letters that its groups have left in this turn (UF:17.7-b)."""
    reduced: bool = False
    """It has lost or given up a group (UF:15.6)."""
    sealed: bool = False
    """Its reinforcements came up under cover: it does nothing else in this turn (UF:35.4-c)."""
    endured: int = 1
    """The deck for which its wounded men have been tested (UF:33.7-a)."""
    out: bool = False
    """It is eliminated from a game that the others go on with (UF:J.1-c)."""
    snipers: int = 1
    """Snipers that it still has: successful Sniper Checks take them away (UF:14.4-b)."""


class Tray(msgspec.Struct, frozen=True, omit_defaults=True):
    """The card tray of a table: draw pile, discard pile and time chit."""

    draw: tuple[str, ...] = ()
    """The cards that remain in the draw pile, by inventory number: their order is nowhere."""
    discards: tuple[str, ...] = ()
    """Discards that everybody has seen."""
    buried: dict[str, tuple[str, ...]] = {}
    """Side -> cards that it discarded unseen; only that side knows them (UF:4.4-b)."""
    shown: tuple[str, ...] = ()
    """Cards shown for something in progress: they go to the discards when it is over (UF:4.3-a)."""
    removed: tuple[str, ...] = ()
    """Cards out of the game (UF:16.1-a, UF:24.6)."""
    outlawed: dict[str, int] = {}
    """Card name -> how many more are to be removed."""
    number: int = 1
    """The time chit: which deck is being played (UF:3.1-b)."""
    breeze: bool = False
    """A Breeze card came up in this player turn (UF:13.2-b)."""
    held: tuple[str, ...] = ()
    """Cards that are played and wait for a draw to tell whether they are laid or discarded (UF:8.53-b)."""


class State(msgspec.Struct, omit_defaults=True):
    """A game of Up Front at one moment. Tables map ids to frozen structs; frames hold what is in progress."""

    scenario: str
    options: dict[str, str]
    sides: tuple[str, ...]
    """In the order of play, the first player first."""
    turn: int = 0
    """Player turns so far."""
    mover: str = ""
    phase: str = always("setup")
    """setup, terrain, actions, discards, refill, over."""
    players: dict[str, Side] = msgspec.field(default_factory=dict)
    groups: dict[str, Group] = msgspec.field(default_factory=dict)
    units: dict[str, Unit] = msgspec.field(default_factory=dict)
    waiting: dict[str, Unit] = msgspec.field(default_factory=dict)
    """Reinforcements that have not come yet."""
    fallen: dict[str, Fallen] = msgspec.field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    picked: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Side -> cards and plans that it has picked for something not yet declared; nobody else sees them."""
    trays: dict[str, Tray] = msgspec.field(default_factory=dict)
    time_up: bool = False
    facts: dict[str, str] = msgspec.field(default_factory=dict)
    """What a special rule of a scenario must remember."""
    serial: int = 0
    stack: list[Frame] = msgspec.field(default_factory=list)
    over: Over | None = None


def clone_state(state: State) -> State:
    """A full copy. Entities are frozen and shared; tables and frames are copied."""
    twin = shallow(state)
    twin.players = state.players.copy()
    twin.groups = state.groups.copy()
    twin.units = state.units.copy()
    twin.waiting = state.waiting.copy()
    twin.fallen = state.fallen.copy()
    twin.hands = state.hands.copy()
    twin.picked = state.picked.copy()
    twin.trays = state.trays.copy()
    twin.facts = state.facts.copy()
    twin.stack = copy_frames(state.stack)
    return twin
