"""The kinds of victory conditions that scenario cards have, as data.

Source: the victory conditions of the scenario cards. Who holds what is judged elsewhere; here is what a
scenario file may ask for.
"""

from __future__ import annotations

import msgspec

from defilade.tactics.names import Hex, Side


class _Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """`winner` wins by fulfilling it, the other side by preventing it."""

    winner: Side
    rule: str

    @property
    def text(self) -> str:
        """In a sentence, for a player who picks a scenario."""
        raise NotImplementedError


class NoGoodOrderInBuildings(_Condition, frozen=True, tag="no_good_order_in_buildings"):
    """At the end, no Good Order unit of the enemy in any of the buildings."""

    enemy: Side
    buildings: tuple[str, ...]
    mmc_only: bool = False
    """Only squads and half-squads count."""
    outside: tuple[str, ...] = ()
    """Hexes of those buildings in which nobody counts."""

    @property
    def text(self) -> str:
        whom = "squad or half-squad" if self.mmc_only else "unit"
        return (
            f"{self.winner.capitalize()} victory at the end with no Good Order {self.enemy.capitalize()} {whom} "
            f"in any of the buildings {_listed(self.buildings)}"
        ) + (f", {_listed(self.outside)} apart" if self.outside else "")


class ControlBuildings(_Condition, frozen=True, tag="control_buildings"):
    """At the end, control of at least so many of the buildings."""

    buildings: tuple[str, ...]
    at_least: int

    @property
    def text(self) -> str:
        how_many = "all" if self.at_least == len(self.buildings) else f"at least {self.at_least}"
        return (
            f"{self.winner.capitalize()} victory at the end with control of {how_many} "
            f"of the buildings {_listed(self.buildings)}"
        )


class ControlBuildingHexesAtOnce(_Condition, frozen=True, tag="control_building_hexes_at_once"):
    """As soon as so many building hexes of a board are controlled."""

    board: str
    at_least: int

    @property
    def text(self) -> str:
        return (
            f"{self.winner.capitalize()} victory as soon as {self.at_least} building hexes "
            f"of board {self.board} are under control"
        )


class ExitValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points for a unit that leaves the map; a leader's by his leadership."""

    squad: int
    half_squad: int
    leader: dict[int, int]
    crew: int = 2
    vehicle: int = 0
    vehicle_without_ma: int = 0
    """A vehicle whose main armament does not work."""


class ExitAtOnce(_Condition, frozen=True, tag="exit_at_once"):
    """As soon as so many points have left over the edge, on or between two hexes."""

    edge: str
    span: tuple[str, str]
    at_least: int
    values: ExitValues
    values_rule: str

    @property
    def text(self) -> str:
        return (
            f"{self.winner.capitalize()} victory as soon as {self.at_least} points have left over the "
            f"{self.edge} edge from {self.span[0]} to {self.span[1]}"
        )


class ExitNearAtOnce(_Condition, frozen=True, tag="exit_near_at_once"):
    """As soon as so many points have left over the edge near each of several hexes."""

    edge: str
    near: tuple[str, ...]
    within: int
    at_least: int
    """Near each of them."""
    values: ExitValues
    values_rule: str

    @property
    def text(self) -> str:
        return (
            f"{self.winner.capitalize()} victory as soon as {self.at_least} points have left over the {self.edge} "
            f"edge within {self.within} hexes of each of {_listed(self.near)}"
        )


class FirepowerOn(_Condition, frozen=True, tag="firepower_on"):
    """At the end, Infantry and its SW that could bring so much printed FP to bear on a hex from nearby."""

    hex: Hex
    within: int
    at_least: int

    @property
    def text(self) -> str:
        return (
            f"{self.winner.capitalize()} victory at the end with Infantry that can place {self.at_least} FP on "
            f"{self.hex} from within {self.within} hexes and normal range"
        )


class MobileAfv(_Condition, frozen=True, tag="mobile_afv"):
    """At the end, so many AFV on the map that can move and whose main armament works."""

    at_least: int = 1

    @property
    def text(self) -> str:
        number = "a mobile AFV" if self.at_least == 1 else f"{self.at_least} mobile AFV"
        return f"{self.winner.capitalize()} victory at the end with {number} with functioning main armament on the map"


class NoGoodOrderMmcNear(_Condition, frozen=True, tag="no_good_order_mmc_near"):
    """At the end, no Good Order enemy MMC in such terrain within so many hexes of a hex."""

    enemy: Side
    terrain: str
    centre: str
    within: int

    @property
    def text(self) -> str:
        return (
            f"{self.winner.capitalize()} victory at the end with no Good Order {self.enemy.capitalize()} squad "
            f"or half-squad in a {self.terrain.replace('_', ' ')} hex within {self.within} hexes "
            f"of {self.centre}"
        )


VictoryCondition = (
    NoGoodOrderInBuildings
    | ControlBuildings
    | ControlBuildingHexesAtOnce
    | ExitAtOnce
    | NoGoodOrderMmcNear
    | ExitNearAtOnce
    | FirepowerOn
    | MobileAfv
)


AT_ONCE = (ControlBuildingHexesAtOnce, ExitAtOnce, ExitNearAtOnce)
"""Conditions that end the game in the moment in which they are fulfilled."""

EXITS = (ExitAtOnce, ExitNearAtOnce)
"""Conditions that are fulfilled by leaving the map."""


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else names[0]
