"""Team play (UF:41): two or more games side by side, and one result.

Each table plays its scenario as if it were alone (UF:41.2): it is judged by the scenario's own rules, which are shown
only what belongs to that table.  Its result is kept as `won <table>`; a table without a winner has `-`.
"""

from __future__ import annotations

import copy

from defilade.kernel import Over
from defilade.kernel.composition import told
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import time_is_up
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.play import Table, UfPlay
from defilade.rules.upfront.game.state import WITHDRAWN, State
from defilade.rules.upfront.ground.los_divider import is_team_game, on_divider, play_has_ceased
from defilade.rules.upfront.infantry.discards import own_game_over
from defilade.rules.upfront.infantry.victory import (
    casualty_points,
    end_of_time,
    final_result,
    interlude_due,
    on_interlude,
    plays_on,
    table_is_decided,
    winner_now,
)
from defilade.rules.upfront.turn.sequence import Turn, sits_out

PART = Part()


@told
def on_table_decided(g: UfPlay, table: str, /) -> None:
    """A game of a team game has its result."""


NOBODY = "-"


# -- each table by itself ----------------------------------------------------------------------------------------


def sides_at(g: UfPlay, table: str) -> tuple[str, ...]:
    return tuple(side for side in g.state.sides if g.side(side).table == table)


def at_table(g: UfPlay, table: str) -> UfPlay:
    """One table as a game of its own. What lies on a divider belongs to no table's force (UF:41.59-b)."""
    state = g.state
    sides = sides_at(g, table)
    groups = {k: group for k, group in state.groups.items() if group.side in sides and not on_divider(group)}
    alone: State = copy.copy(state)
    alone.sides = sides
    alone.players = {side: state.players[side] for side in sides}
    alone.groups = groups
    alone.units = {uid: unit for uid, unit in state.units.items() if unit.group in groups}
    alone.waiting = {uid: unit for uid, unit in state.waiting.items() if unit.side in sides}
    alone.fallen = {uid: fallen for uid, fallen in state.fallen.items() if fallen.unit.side in sides}
    alone.trays = {table: state.trays[table]}
    return UfPlay(alone, Table(g.library, g.scenario_at(table), g.rules))


def verdict(g: UfPlay, table: str) -> Over | None:
    """Who has won a table, by its Victory Conditions, a Broken Squad or its Time Limit (UF:41.9)."""
    alone = at_table(g, table)
    over = winner_now(alone)
    if over is None and time_is_up(g, alone.state.sides[0]):
        over = end_of_time(alone)
    return over


def result_of(g: UfPlay, table: str) -> str:
    """The side that has won a table, `-` if nobody has, empty while it is fought for. A win stays a win, whatever
    becomes of the winner later (UF:41.59-c)."""
    return g.state.facts.get(f"won {table}", "")


@PART.answers(table_is_decided)
def is_decided(g: UfPlay, table: str) -> bool:
    return bool(result_of(g, table))


def undecided(g: UfPlay) -> list[str]:
    return [table for table in g.state.trays if not is_decided(g, table)]


@PART.answers(plays_on)
def others_play_on(g: UfPlay) -> bool:
    """UF:41.9: no table's result ends the team game by itself."""
    return is_team_game(g)


@PART.answers(interlude_due)
def table_decided(g: UfPlay) -> bool:
    if not is_team_game(g) or g.state.phase in ("setup", "terrain"):
        return False
    return any(verdict(g, table) is not None for table in undecided(g))


@PART.answers(own_game_over)
def own_table_decided(g: UfPlay, side: str) -> bool:
    """UF:41.2: what happens at another table does not stop anybody."""
    table = g.side(side).table
    return is_team_game(g) and not result_of(g, table) and verdict(g, table) is not None


@PART.answers(on_interlude)
def settle_tables(g: UfPlay) -> None:
    if not is_team_game(g):
        return
    for table in undecided(g):
        over = verdict(g, table)
        if over is not None:
            g.state.facts[f"won {table}"] = over.winner or NOBODY
            g.say("table_won", f"Table {table}: {over.why}", *over.rules, "UF:41.9", side=over.winner)
            on_table_decided(g, table)
            for side in sides_at(g, table):
                if side != over.winner and (over.winner or g.side(side).broken):
                    defeat(g, side)


def defeat(g: UfPlay, side: str) -> None:
    """UF:41.91-a: his forces leave the game; the winner may go on alone."""
    for unit in [unit for unit in g.state.units.values() if unit.side == side]:
        remove(g, unit, WITHDRAWN, "UF:41.91-a")
    for uid in [uid for uid, unit in g.state.waiting.items() if unit.side == side]:
        del g.state.waiting[uid]
    g.update_side(side, passed=False)
    for frame in g.state.stack:
        if isinstance(frame, Turn) and frame.side == side:
            frame.stage = "over"
    g.state.picked.pop(side, None)


@PART.answers(sits_out)
def out_of_time_or_broken(g: UfPlay, side: str) -> bool:
    """UF:41.93: whose time is out can help no more. UF:41.59-d: nor can the rest of a force that broke because it sent
    too many away."""
    if not is_team_game(g):
        return False
    return play_has_ceased(g, side) or (is_decided(g, g.side(side).table) and g.side(side).broken)


# -- the team's result -------------------------------------------------------------------------------------------


def teams(g: UfPlay) -> list[str]:
    return list(dict.fromkeys(g.side(side).team for side in g.state.sides))


def tables_won(g: UfPlay, team: str) -> int:
    results = [result_of(g, table) for table in g.state.trays]
    return sum(won in g.state.players and g.side(won).team == team for won in results)


def team_casualties(g: UfPlay, team: str) -> int:
    return sum(casualty_points(g, side) for side in g.state.sides if g.side(side).team == team)


@PART.answers(final_result)
def team_victory(g: UfPlay) -> Over | None:
    """When no game between two opponents is left (UF:41.93) the team with more scenarios won wins, with equal numbers
    the one with more Victory Points for casualties (UF:41.8)."""
    if not is_team_game(g) or undecided(g):
        return None
    scores = {team: (tables_won(g, team), team_casualties(g, team)) for team in teams(g)}
    best = max(scores.values())
    leaders = [team for team, score in scores.items() if score == best]
    told = "; ".join(
        f"{team}: {won} won, {points} points for casualties" for team, (won, points) in scores.items()
    )
    winner = next((side for side in g.state.sides if g.side(side).team == leaders[0]), "")
    return Over(
        winner if len(leaders) == 1 else "", f"The team game is over. {told}.", ("UF:41.8", "UF:41.93")
    )
