"""Who sits where: the sides of a game with their nations, roles, teams and tables (UF:2.4-b, UF:2.4-c, UF:41.2)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from defilade.rules.upfront.scenario import Scenario, sides_of

MOST_TABLES = 4
GERMANS, ALLIES = "german", "allies"


class Seat(msgspec.Struct, frozen=True):
    """A player's place."""

    side: str
    nation: str
    role: str
    team: str
    table: str


def seats(card: Scenario, options: Mapping[str, str]) -> list[Seat]:
    """The seats in order of play, the first player of the scenario first.

    Side by side at several tables all players of a team come before any of the other (UF:41.2).
    """
    tables = int(options.get("tables") or card.tables)
    found = [seat for table in range(1, tables + 1) for seat in _at_table(card, options, table, tables)]
    first = next((seat for seat in found if card.first in (seat.nation, seat.role)), found[0])
    if tables > 1:
        return sorted(found, key=lambda seat: seat.team != first.team)
    return [first, *(seat for seat in found if seat is not first)]


def _at_table(card: Scenario, options: Mapping[str, str], table: int, tables: int) -> list[Seat]:
    chosen = dict(options)
    if table > 1:
        chosen["opponent"] = options.get(f"opponent-{table}") or options.get("opponent", "")
    places = []
    for nation, role in sides_of(card, chosen).items():
        side = nation if table == 1 else f"{nation}-{table}"
        team = nation if tables == 1 else GERMANS if nation == "german" else ALLIES
        places.append(Seat(side, nation, role, team, str(table)))
    return places
