"""The scenario cards of Squad Leader: read strictly from ``content/sl/scenarios``."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Literal

import msgspec

from defilade.hexgrid import GameMap, MapSpec, Placed
from defilade.rules.compass import Compass, MapSide, side_of
from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.counter_sheets import Provenance
from defilade.rules.entries import Entry
from defilade.rules.sl.library import Library
from defilade.rules.sl.winning import SlCondition
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.areas import Area, hexes_in
from defilade.tactics.names import Side
from defilade.tactics.units import HALF_SQUAD

FOLDER = "sl/scenarios"
YUGOSLAVIA = "Yugoslavia"
"""Where neutrals have partisans (SL:3.18.2)."""
MOUNTS = ("", "horse", "bicycle", "cycle", "sidecar")
BUNKERS = tuple(f"bunker-{size}+{strength}" for strength in ("3+5", "5+7") for size in (1, 2, 3))
"""By how many squads and leaders they take, and their modifiers through the covered arc and elsewhere (SL:15.5.1)."""
KINDS_OF_WORKS = ("entrenchment", "wire", "mines", "doorway-mine", "stairway-mine", *BUNKERS)
DEEP_SNOW, MUD = "deep_snow", "mud"
GROUNDS = ("", DEEP_SNOW, MUD)
FIRST_WHEAT_MONTH, LAST_WHEAT_MONTH = 6, 10
"""SL:14.11.5"""


class ScenarioError(ContentError):
    """A scenario card is wrong, or is asked for something it does not have."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Forces that set up together."""

    id: str
    name: str
    side: Side
    provenance: Provenance
    units: dict[str, int]
    weapons: dict[str, int] = {}
    setup: Area | None = None
    enters: Entry | None = None
    """When and where it comes on, if it does not set up (SL:2.4.1-c)."""
    vehicles: dict[str, int] = {}
    armour_leaders: dict[str, int] = {}
    """Leader counters of which each goes into an AFV of the group (SL:3.3.1)."""
    hidden_weapons: tuple[str, ...] = ()
    """Support weapons that its side need not show (SL:2.6.1-a)."""
    engineers: bool = False
    """Combat engineers or Russian Guards, who know flamethrowers and demolition charges (SL:8.3-d, SL:8.10.4)."""
    smoke: int = 0
    """How many smoke counters its squads may place without a roll, as Assault Engineers do (SL:9.17.1.1)."""
    mounted: str = ""
    """What its units ride at the start (SL:4.12.12, SL:4.10.12)."""
    deployed: bool = False
    """Half-squads of it begin the game deployed, by a rule of the scenario (SL:4.8.4-c)."""
    skis: bool = False
    """Its units have skis (SL:4.13.4)."""
    boats: dict[str, int] = {}
    """Boats on the bank, by type (SL:11.42.1)."""
    observers: bool = False
    """Its heroes are forward observers (SL:3.8.7)."""
    reason: str = ""
    concealment: int = 0
    """"?" counters that it sets up with (SL:2.3.8.3)."""
    hidden: int = 0
    """How many of its units may be hidden at the start (SL:2.5.1)."""
    works: dict[str, int] = {}
    """Fortifications that it sets up, by kind; of mines the factors (SL:15.1.1, SL:15.7.1-a)."""
    works_setup: Area | None = None
    """Where, if not where its units set up."""
    pasted: tuple[str, ...] = ()
    """Its AFVs that are coated against magnetic mines (SL:8.12.1)."""


class Fanatics(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who fights fanatically in which buildings (SL:S2-2.2)."""

    side: Side
    buildings: tuple[str, ...]
    rule: str


class MapPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The boards, and their hexrows in play."""

    boards: tuple[Placed, ...]
    north: MapSide
    rows: dict[str, str] = {}
    numbers: dict[str, str] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario card. `sides` are in the card's order."""

    id: str
    title: str
    date: str
    place: str
    map: MapPart
    turns: int
    sides: tuple[str, str]
    sets_up_first: str
    moves_first: str
    provenance: Provenance
    groups: tuple[Group, ...]
    victory: SlCondition | None = None
    set_up_sequence: tuple[str, ...] = ()
    """The groups in the order in which they set up, where that is not one side after the other."""
    first_by_roll: bool = False
    """Dice decide who moves first."""
    fanatics: tuple[Fanatics, ...] = ()
    half_turn_at_end: bool = False
    current: str = ""
    """The facing into which water flows, where it flows (SL:4.14.8)."""
    fords: tuple[str, ...] = ()
    """Hexes with a ford counter (SL:14.23.2)."""
    sewers_known_to: tuple[str, ...] = ()
    """Sides that may use the sewers, where not both may (SL:4.9.1)."""
    night: bool = False
    """SL:2.8"""
    ground: str = ""
    """What the weather has made of the ground: deep snow or mud (SL:4.11.9, SL:14.12.8, SL:14.18.7-b)."""
    ploughed: bool = False
    """Roads are cleared of deep snow (SL:4.11.9)."""
    weather: Literal["", "mud", "wet", "moist", "moderate", "dry", "very dry"] = ""
    """The environmental conditions (SL:16.3.1)."""
    rules: tuple[str, ...] = ()
    surrenders: tuple[str, ...] = ()
    """Sides whose units are subject to surrender (SL:3.28.2)."""
    all_elite: tuple[str, ...] = ()
    """Sides whose forces are called 100% elite (SL:3.1.5-b)."""
    elr: dict[str, int] = {}
    """Experience Level Ratings by side (SL:3.11.2-a, SL:3.11.6)."""
    elr_by_die: tuple[str, ...] = ()
    """Sides of whose experience nothing is known: a die says their rating (SL:3.11.3-a)."""
    bore_sighting: tuple[str, ...] = ()
    """Sides that may bore sight though their enemy sets up on the map (SL:8.9.8.7)."""
    captured_barred: dict[str, tuple[str, ...]] = {}
    """Side -> the kinds of captured weapons that it does not use (SL:8.6.6)."""
    fire_missions: dict[str, int] = {}
    """Side -> how many its batteries have each, where it knows (SL:9.8.1)."""
    ammunition: dict[str, Literal["plentiful", "scarce"]] = {}
    """Side -> how much its batteries have otherwise (SL:9.8.4)."""
    options: dict[str, str] = {}
    """What is played in this scenario (see `options.py`)."""
    personal_leaders: dict[str, str] = {}
    """Side -> the counter that is its player's own leader in a campaign (SL:3.1.6)."""
    offers: tuple[str, ...] = ()
    """Options that only cards call for, and this one leaves to the players (SL:S3-3.2)."""
    agreed_points: dict[str, int] = {}
    """What the players have agreed to pay for a counter, where none is printed or theirs is another (SL:17.2)."""
    situation: str = ""
    notes: tuple[str, ...] = ()

    @property
    def wheat_stands(self) -> bool:
        """SL:14.11.5: from June to October; otherwise those hexes are open ground."""
        return FIRST_WHEAT_MONTH <= int(self.date[5:7]) <= LAST_WHEAT_MONTH

    @property
    def snowed_under(self) -> frozenset[str]:
        """SL:14.12.8, SL:14.18.7-b: terrain that is open ground beneath the snow."""
        snow = self.ground == DEEP_SNOW or self.options.get("snow") == "on"
        deep = {"brush"} if self.ground == DEEP_SNOW else set()
        return frozenset({"marsh", *deep} if snow else deep)

    @property
    def map_spec(self) -> MapSpec:
        return MapSpec(list(self.map.boards), self.map.rows, self.wheat_stands, self.map.numbers)

    @property
    def victory_text(self) -> str:
        return self.victory.text if self.victory else "No victory condition"

    def set_up_area(self, number: int, game_map: GameMap) -> tuple[str, ...]:
        """Where a group sets up; nowhere if it comes on later."""
        area = self.groups[number].setup
        return hexes_in(area, game_map) if area is not None else ()

    def entry_hexes(self, number: int, game_map: GameMap) -> tuple[str, ...]:
        """The hexes over which a group comes on."""
        entry = self.groups[number].enters
        return entry.hexes(self.map.north, game_map) if entry is not None else ()

    def map_side(self, edge: Compass) -> MapSide:
        """The side of the playing area that a compass edge is."""
        return side_of(self.map.north, edge)

    def groups_in_order(self) -> list[int]:
        """The groups, by their places, in the order in which they set up."""
        if self.set_up_sequence:
            ids = [group.id for group in self.groups]
            return [ids.index(name) for name in self.set_up_sequence]
        return [
            number
            for side in self.set_up_order
            for number, group in enumerate(self.groups)
            if group.side == side and group.enters is None
        ]

    @property
    def set_up_order(self) -> tuple[str, ...]:
        return tuple(sorted(self.sides, key=lambda side: side != self.sets_up_first))


def load_scenarios(kit: Library, content: ContentFiles | None = None) -> dict[str, Scenario]:
    """Every card by its id."""
    content = content or ContentFiles()
    cards = {}
    for name in content.names(FOLDER, ".yaml"):
        card = parse(content.read(name), Scenario)
        if card.id != PurePosixPath(name).stem:
            raise ScenarioError(name, "id", f"the card calls itself {card.id!r}")
        check_card(card, name, kit)
        cards[card.id] = card
    return cards


def check_entry(card: Scenario, group: Group, file: str) -> None:
    """A group sets up or comes on; what comes on is infantry with what it carries."""
    place = f"groups.{group.id}"
    if (group.setup is None) == (group.enters is None):
        raise ScenarioError(file, place, "a group either sets up or comes on")
    if group.enters is None:
        return
    if not group.enters.edges:
        raise ScenarioError(file, f"{place}.enters.edges", "a group comes on over some edge")
    if not 1 <= group.enters.turn <= card.turns:
        raise ScenarioError(file, f"{place}.enters.turn", f"the game has {card.turns} turns")
    others = {
        "vehicles": group.vehicles,
        "boats": group.boats,
        "works": group.works,
        "mounted": group.mounted,
        "skis": group.skis,
        "hidden": group.hidden,
        "concealment": group.concealment,
    }
    for name, what in others.items():
        if what:
            raise ScenarioError(file, f"{place}.{name}", "a group that comes on is infantry, on foot")


def check_card(card: Scenario, file: str, kit: Library) -> None:
    if card.moves_first not in card.sides or card.sets_up_first not in card.sides:
        raise ScenarioError(file, "sides", "who sets up or moves first is none of the sides")
    if not set(card.sewers_known_to) <= set(card.sides):
        raise ScenarioError(file, "sewers_known_to", "who knows the sewers is none of the sides")
    placed = sorted(group.id for group in card.groups if group.enters is None)
    if card.set_up_sequence and sorted(card.set_up_sequence) != placed:
        raise ScenarioError(file, "set_up_sequence", "names every group once")
    if card.ground not in GROUNDS:
        raise ScenarioError(file, "ground", f"the ground is none of {', '.join(GROUNDS)}")
    if card.current not in ("", *FACING_NAMES):
        raise ScenarioError(file, "current", f"no water flows {card.current!r}")
    for group in card.groups:
        if group.side not in card.sides:
            raise ScenarioError(file, f"groups.{group.id}", f"{group.side!r} is none of the sides")
        check_entry(card, group, file)
        for counter in group.units:
            if counter not in kit.counters:
                raise ScenarioError(file, f"groups.{group.id}.units", f"there is no counter {counter!r}")
        halves = [counter for counter in group.units if kit.counters[counter].kind == HALF_SQUAD]
        if halves and not group.deployed:
            raise ScenarioError(
                file, f"groups.{group.id}.units", f"SL:4.8.4-c: {halves[0]!r} does not begin deployed"
            )
        for leader in group.armour_leaders:
            if leader not in kit.counters or not kit.counters[leader].is_leader:
                raise ScenarioError(
                    file, f"groups.{group.id}.armour_leaders", f"there is no leader {leader!r}"
                )
        for vehicle in group.vehicles:
            if vehicle not in kit.garage.types:
                raise ScenarioError(file, f"groups.{group.id}.vehicles", f"there is no vehicle {vehicle!r}")
        for boat in group.boats:
            if boat not in kit.tables.boats.kinds:
                raise ScenarioError(file, f"groups.{group.id}.boats", f"there is no boat {boat!r}")
        for kind, count in group.works.items():
            if kind not in KINDS_OF_WORKS or count < 1:
                raise ScenarioError(file, f"groups.{group.id}.works", f"nobody sets up {count} {kind!r}")
        if group.mounted not in MOUNTS:
            raise ScenarioError(file, f"groups.{group.id}.mounted", f"nobody rides {group.mounted!r}")
        nations = {kit.counters[counter].nationality for counter in group.units}
        if {"minor", "partisan"} <= nations and YUGOSLAVIA not in card.place:
            raise ScenarioError(
                file, f"groups.{group.id}.units", "SL:3.18.2: no partisans with these neutrals"
            )
        for weapon in group.weapons:
            if weapon not in kit.weapons:
                raise ScenarioError(file, f"groups.{group.id}.weapons", f"there is no weapon {weapon!r}")
            if nations == {"french"} and kit.weapons[weapon].kind == "ATR":
                raise ScenarioError(file, f"groups.{group.id}.weapons", "SL:3.15.4: the French have no ATR")
            back = kit.anti_tank.weapons.types.get(weapon)
            if back is not None and back.since > int(card.date[:4]) * 100 + int(card.date[5:7]):
                # SL:8.17.3, SL:8.18.2, SL:8.19.2
                raise ScenarioError(file, f"groups.{group.id}.weapons", f"{weapon!r} is not there yet")
