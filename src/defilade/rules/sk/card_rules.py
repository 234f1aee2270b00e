"""Special rules and balance provisions that a scenario card may have, as data (SK1:1.3-a).

What a special rule does to play is carried out elsewhere; here is what a scenario file may ask for.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from defilade.rules.compass import Compass
from defilade.tactics.names import Hex, Side
from defilade.tactics.victory_conditions import ExitValues


class _Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """Every special rule and every balance provision says which row of the ledger it is."""

    rule: str


class SmokeExponentBonus(_Rule, frozen=True, tag="smoke_exponent_bonus"):
    """Squads of one type place smoke more easily."""

    counter: str
    bonus: int


class PhosphorusGrenades(_Rule, frozen=True, tag="phosphorus_grenades"):
    """The grenades of a side are white phosphorus."""

    side: Side


class Panzerfausts(_Rule, frozen=True, tag="panzerfausts"):
    """A side has Panzerfausts though the enemy has no AFV."""

    side: Side


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Something that an earlier scenario has left in a hex."""

    hex: Hex
    weapon: str = ""
    malfunctioned: bool = False
    wreck: str = ""
    side: Side = ""


class CampaignScenario(_Rule, frozen=True, tag="campaign_scenario"):
    """A scenario of a campaign: by chance it ends early, and more MMC rally by themselves."""

    side: Side
    """Who rolls for the end."""
    end_numbers: dict[int, int]
    """Game turn -> the highest dr that ends the scenario with it."""
    self_rallies: int
    leaving: str = ""
    """The side whose Infantry counts for the campaign's victory when it leaves the map by `exits`."""
    exits: tuple[str, ...] = ()
    values: ExitValues | None = None
    home: dict[str, tuple[str, ...]] = {}
    """Side -> the hexes of its Entry Area, by which it may leave the map and stay in its OB."""
    lying: tuple[Lying, ...] = ()
    """Weapons on the map that nobody has, and wrecks, from earlier scenarios."""


class FortifiedBuildings(_Rule, frozen=True, tag="fortified_buildings"):
    """A side secretly fortifies buildings of its set-up area."""

    side: Side
    count: int
    tem: int


class Snow(_Rule, frozen=True, tag="snow"):
    """Snow begins or ends by the ATTACKER's DR in each Rally Phase and hinders long shots."""

    starts_at: int
    stops_at: int
    from_range: int
    hindrance: int


class ArrivalRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Half-squads that come with each group (by id), for a roll up to a number."""

    up_to: int
    arrive: dict[str, int]


class HalfSquadArrivals(_Rule, frozen=True, tag="half_squad_arrivals"):
    """A die before the Rally Phase in which a group enters tells how many half-squads come with it."""

    side: Side
    counter: str
    chart: tuple[ArrivalRow, ...]

    def arriving(self, group: str, roll: int) -> int:
        """How many half-squads come with a group (by id) for a roll."""
        return next((row.arrive.get(group, 0) for row in self.chart if roll <= row.up_to), 0)


class WinterCamouflage(_Rule, frozen=True, tag="winter_camouflage"):
    """A side's Assault Movement in Open Ground draws no FFMO."""

    side: Side


class TacticalReserve(_Rule, frozen=True, tag="tactical_reserve"):
    """Part of a group may be held back and must then enter on a later turn, over other edges too."""

    group: str
    mmc: int
    leaders: int
    weapons: int
    turn: int
    edges: tuple[Compass, ...]


class BrokenMoraleBonus(_Rule, frozen=True, tag="broken_morale_bonus"):
    """A side's MMC have a better broken morale."""

    side: Side
    bonus: int


class ConditionalReinforcements(_Rule, frozen=True, tag="conditional_reinforcements"):
    """A group comes on when the dr of its owner's Rally Phase is below the turn number."""

    group: str
    roll_below: Literal["turn_number"]


class OffboardArtillery(_Rule, frozen=True, tag="offboard_artillery"):
    """A side has a battery off the map, reached by a radio of its forces or by an Offboard Observer."""

    side: Side
    caliber: int
    black: int
    red: int
    radio: str = ""
    """The kind of radio (a SW) that stands for it; the first one of that kind that stands for no other battery."""
    observer: str = ""
    """Where its Offboard Observer is: a hex of the board that is not in play, or a location above it."""
    he: bool = True
    smoke: bool = False
    rockets: bool = False
    battalion_mortar: bool = False


class SmokeFromAfar(_Rule, frozen=True, tag="smoke_from_afar"):
    """Once, as one of its PFPh begins, a side has Smoke placed in a hex that a leader sees whom it has designated in
    secret, and in the hexes around it."""

    side: Side
    accurate: int
    """The highest dr on which it comes down where it was asked for; else it drifts by a hex."""


class HiddenForce(_Rule, frozen=True, tag="hidden_force"):
    """The units of a side begin hidden, in places that are written down."""

    side: Side


class EnterCrewExposed(_Rule, frozen=True, tag="enter_crew_exposed"):
    """A side's AFV enter CE, and stay so until the APh of its first player turn."""

    side: Side


SpecialRule = (
    SmokeExponentBonus
    | PhosphorusGrenades
    | Panzerfausts
    | FortifiedBuildings
    | Snow
    | HalfSquadArrivals
    | WinterCamouflage
    | TacticalReserve
    | BrokenMoraleBonus
    | ConditionalReinforcements
    | OffboardArtillery
    | CampaignScenario
    | SmokeFromAfar
    | HiddenForce
    | EnterCrewExposed
)


class AddCounter(_Rule, frozen=True, tag="add_counter"):
    """More units of a type in a group."""

    group: str
    counter: str
    count: int = 1


class RemoveCounter(_Rule, frozen=True, tag="remove_counter"):
    """Fewer units of a type in a group."""

    group: str
    counter: str
    count: int = 1


class AddWeapon(_Rule, frozen=True, tag="add_weapon"):
    """More support weapons of a type in a group."""

    group: str
    weapon: str
    count: int = 1


class RemoveWeapon(_Rule, frozen=True, tag="remove_weapon"):
    """Fewer support weapons of a type in a group."""

    group: str
    weapon: str
    count: int = 1


class ReplaceCounter(_Rule, frozen=True, tag="replace_counter"):
    """Units of a type in a group become units of another."""

    group: str
    old: str
    new: str
    count: int = 1


class RemoveVictoryBuilding(_Rule, frozen=True, tag="remove_victory_building"):
    """One building fewer counts for victory."""

    building: str


class AddVehicle(_Rule, frozen=True, tag="add_vehicle"):
    """More vehicles of a type in a group."""

    group: str
    vehicle: str
    count: int = 1


class FewerTurns(_Rule, frozen=True, tag="fewer_turns"):
    """The game is shorter."""

    turns: int = 1


class VictoryAtLeast(_Rule, frozen=True, tag="victory_at_least"):
    """Another number is needed for victory."""

    at_least: int


class VictoryWithin(_Rule, frozen=True, tag="victory_within"):
    """Another distance counts for victory."""

    within: int


class EntrySpent(_Rule, frozen=True, tag="entry_spent"):
    """The vehicles of a group have spent another number of MP before they come on."""

    group: str
    spent: float


class DropSpecialRule(_Rule, frozen=True, tag="drop_special_rule"):
    """A special rule (by its ledger id) is not in force."""

    dropped: str


BalanceChange = (
    AddCounter
    | RemoveCounter
    | AddWeapon
    | RemoveWeapon
    | ReplaceCounter
    | RemoveVictoryBuilding
    | VictoryAtLeast
    | DropSpecialRule
    | AddVehicle
    | FewerTurns
    | VictoryWithin
    | EntrySpent
)
