"""How scenario cards of Squad Leader are won, as data: what the board games share, and conditions of its own."""

from __future__ import annotations

import msgspec

from defilade.tactics.names import Side
from defilade.tactics.victory_conditions import ControlBuildings, NoGoodOrderInBuildings


class _Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    rule: str


class BuildingGains(_Own, frozen=True, tag="building_gains"):
    """`winner` wins with so many more of the enemy's first buildings completely occupied than it has lost of its own,
    or with so many unbroken squads for one of the enemy's (SL:S1-VC-a, SL:S1-VC-b)."""

    winner: Side
    gains: tuple[str, ...]
    losses: tuple[str, ...]
    by: int
    ratio: int
    ratio_rule: str

    @property
    def text(self) -> str:
        return (
            f"{self.winner.capitalize()} victory at the end with {self.by} more of {_listed(self.gains)} completely "
            f"occupied than are lost of {_listed(self.losses)}, or with {self.ratio} unbroken squads for each of the "
            f"enemy's"
        )


class HexesOfBuilding(_Own, frozen=True, tag="hexes_of_building"):
    """Either side wins with so many hexes of a building, or with the only unbroken units in it; else it is a draw
    (SL:S2-VC-a, SL:S2-VC-b)."""

    building: str
    at_least: int
    alone_rule: str

    @property
    def buildings(self) -> tuple[str, ...]:
        return (self.building,)

    @property
    def text(self) -> str:
        return (
            f"Victory at the end with {self.at_least} hexes of building {self.building}, or with the only unbroken "
            f"units in it; otherwise a draw"
        )


class Both(_Own, frozen=True, tag="both"):
    """Two conditions at once: who fulfils one more than the other side wins, decisively with both (SL:S3-VC)."""

    gains: BuildingGains
    hexes: HexesOfBuilding

    @property
    def text(self) -> str:
        return f"{self.gains.text}. {self.hexes.text}. One each is a draw, both are a decisive victory"


class LastUnbroken(_Own, frozen=True, tag="last_unbroken"):
    """`winner` wins with so many unbroken squads, half-squads counted half, in or next to any of the hexes."""

    winner: Side
    hexes: tuple[str, ...]
    at_least: float

    @property
    def text(self) -> str:
        return (
            f"{self.winner.capitalize()} victory at the end with at least {self.at_least:g} unbroken squads in or next "
            f"to {_listed(self.hexes)}"
        )


class EnemyLosses(_Own, frozen=True, tag="enemy_losses"):
    """`winner` wins with so many enemy units eliminated or captured; half-squads count half, captives twice
    (SL:3.29.2)."""

    winner: Side
    at_least: int

    @property
    def text(self) -> str:
        return (
            f"{self.winner.capitalize()} victory at the end with {self.at_least} enemy units eliminated; captives "
            "count double, half-squads half"
        )


SlCondition = (
    ControlBuildings
    | NoGoodOrderInBuildings
    | BuildingGains
    | HexesOfBuilding
    | Both
    | LastUnbroken
    | EnemyLosses
)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else names[0]
