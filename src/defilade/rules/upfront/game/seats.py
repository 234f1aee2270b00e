"""Who sits where: the sides of a game with their nations, roles, teams and tables (UF:2.4-b, UF:2.4-c, UF:41.2)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from defilade.rules.upfront.game.scenario import Scenario, sides_of

MOST_TABLES = 4
GERMANS, ALLIES = "german", "allies"
TEAM_OPTIONS = ("tables", *(f"scenario-{n}" for n in range(2, MOST_TABLES + 1)))
"""How many tables there are, and what is played at them besides the scenario of the first."""


class Seat(msgspec.Struct, frozen=True):
    """A player's place."""

    side: str
    nation: str
    role: str
    team: str
    table: str


def seats(
    card: Scenario, options: Mapping[str, str], others: Mapping[str, Scenario] | None = None
) -> list[Seat]:
    """The seats in order of play, the first player of the scenario first. `others` are the scenarios of tables that
    play another one.

    Side by side at several tables all players of a team come before any of the other (UF:41.2).
    """
    tables = int(options.get("tables") or card.tables)
    played = {"1": card, **(others or {})}
    found = [
        seat
        for table in range(1, tables + 1)
        for seat in _at_table(played.get(str(table), card), options, table, tables, own=str(table) in played)
    ]
    first = next((seat for seat in found if card.first in (seat.nation, seat.role)), found[0])
    if tables > 1:
        return sorted(found, key=lambda seat: seat.team != first.team)
    return [first, *(seat for seat in found if seat is not first)]


def option_values(
    card: Scenario, options: Mapping[str, str], known: Mapping[str, Scenario]
) -> dict[str, tuple[str, ...]]:
    """What can be chosen about who plays, table by table. Any mixture of scenarios goes (UF:41.8), but it is night at
    all tables or at none."""
    every = [str(n + 1) for n in range(MOST_TABLES)]
    teams = card.plays_in_teams()
    found = {
        "opponent": card.opponents,
        "attacker": card.attackers(),
        "tables": tuple(every if teams else "1"),
    }
    beside = tuple(one.id for one in known.values() if one.plays_in_teams() and one.night == card.night)
    for table in every[1:]:
        other = known.get(options.get(f"scenario-{table}", ""), card)
        found[f"scenario-{table}"] = beside if teams else ()
        found[f"opponent-{table}"] = other.opponents
        found[f"attacker-{table}"] = other.attackers()
    return found


def team_refusal(card: Scenario, options: Mapping[str, str]) -> str:
    """Why a game cannot be played by teams as the options have it; empty if nothing is wrong."""
    wanted = [name for name in TEAM_OPTIONS if options.get(name, "1") not in ("", "1")]
    if wanted and card.players:
        return f"{len(card.players)} players share its one table; teams play scenarios for two"
    if wanted and not card.plays_in_teams():
        return "it is played in two parts, which cannot be done beside another table"
    tables = options.get("tables") or str(card.tables)
    for number in (name.partition("-")[2] for name in wanted):
        if number and number > tables:
            return f"there is no table {number}: say tables={number}"
    return ""


def _at_table(
    card: Scenario, options: Mapping[str, str], table: int, tables: int, *, own: bool
) -> list[Seat]:
    """The seats of a table. What is chosen for the first one holds for all that play the same scenario and say nothing
    else; a table with a scenario of its own goes by that."""
    chosen = dict(options)
    if table > 1:
        for name, known in (("opponent", card.opponents), ("attacker", card.attackers())):
            usual = options.get(name, "")
            usual = usual if not own or (name == "opponent" and usual in known) else ""
            chosen[name] = options.get(f"{name}-{table}") or usual
    places = []
    for nation, role in sides_of(card, chosen).items():
        side = nation if table == 1 else f"{nation}-{table}"
        team = nation if tables == 1 else GERMANS if nation == "german" else ALLIES
        places.append(Seat(side, nation, role, team, str(table)))
    return places
