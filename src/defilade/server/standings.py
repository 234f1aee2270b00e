"""How strong people play, by the games that count: openskill's ratings, a line for each account and system."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from defilade.server import models
from defilade.server.protocol import Result
from defilade.server.store import Store, StoreFailed

PAIR = 2
"""Games of two are rated, no others."""
NOT_RATED, TO_BE_RATED, RATED = 0, 1, 2
MODEL = PlackettLuce()


class Line(NamedTuple):
    """Somebody's rating in a system."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    won: int = 0
    drawn: int = 0


def after_game(lines: Sequence[Line], winner: int | None) -> list[Line]:
    """The lines of two after a game that the one at `winner` has won; None: a draw.

    >>> stronger, weaker = after_game([Line(), Line()], 0)
    >>> stronger.mu > 25 > weaker.mu, stronger.sigma < Line().sigma, stronger.won, weaker.games
    (True, True, 1, 1)
    >>> one, other = after_game([Line(), Line()], None)
    >>> round(one.mu - other.mu, 6), one.drawn
    (0.0, 1)
    """
    teams = [[MODEL.rating(mu=line.mu, sigma=line.sigma)] for line in lines]
    ranks = [1.0 if winner is None or place == winner else 2.0 for place in range(len(lines))]
    rated: Any = MODEL.rate(teams, ranks=ranks)
    return [
        Line(
            float(team[0].mu),
            float(team[0].sigma),
            line.games + 1,
            line.won + (place == winner),
            line.drawn + (winner is None),
        )
        for place, (line, (team)) in enumerate(zip(lines, rated, strict=True))
    ]


async def settle(store: Store, game: str) -> bool:
    """Count a game that is over, once, whoever asks how often. What ends before both have decided anything, or was
    not played by two people with accounts, counts for nothing."""

    def work(connection: Connection) -> bool:
        games = models.games
        mine = (games.c.id == game) & (games.c.rated == TO_BE_RATED) & (games.c.result != "")
        if not connection.execute(update(games).where(mine).values(rated=RATED)).rowcount:
            return False
        asked = select(games.c.system, games.c.result).where(games.c.id == game)
        system, told = connection.execute(asked).one()
        players = _players(connection, game)
        if len(players) != PAIR or len(set(players.values())) != PAIR or "" in players.values():
            return False
        if not set(players) <= _deciders(connection, game):
            return False
        winner = msgspec.json.decode(told, type=Result).winner
        lines = _lines(connection, system, list(players.values()))
        sides = list(players)
        counted = after_game(lines, sides.index(winner) if winner else None)
        for account, line in zip(players.values(), counted, strict=True):
            values = {**line._asdict(), "changed": time.time()}
            own = (models.ratings.c.account == account) & (models.ratings.c.system == system)
            connection.execute(update(models.ratings).where(own).values(values))
        return True

    for _ in range(3):
        try:
            return await store.change(work)
        except IntegrityError:  # the first rated games of somebody end at two workers at once
            continue
    raise StoreFailed("ratings")


def _players(connection: Connection, game: str) -> dict[str, str]:
    """Side -> account, in the order of the table."""
    seats = models.seats
    asked = select(seats.c.side, seats.c.kind, seats.c.account).where(seats.c.game == game)
    found = connection.execute(asked.order_by(seats.c.place))
    return {row.side: row.account if row.kind == "human" else "" for row in found}


def _deciders(connection: Connection, game: str) -> set[str]:
    journal = models.journal
    asked = select(journal.c.side).where(journal.c.game == game, journal.c.kind == "step").distinct()
    return set(connection.execute(asked).scalars())


def _lines(connection: Connection, system: str, accounts: Sequence[str]) -> list[Line]:
    """The lines of players, held until the transaction ends; those who have none get one."""
    table = models.ratings
    found: dict[str, Line] = {}
    for account in sorted(accounts):  # in the same order everywhere, so that nobody waits for the other
        own = (table.c.account == account) & (table.c.system == system)
        columns = [table.c[name] for name in Line._fields]
        row = connection.execute(select(*columns).where(own).with_for_update()).first()
        if row is None:
            values = {"account": account, "system": system, **Line()._asdict(), "changed": time.time()}
            connection.execute(insert(table), values)
        found[account] = Line(*row) if row is not None else Line()
    return [found[account] for account in accounts]


async def unsettled(store: Store) -> list[str]:
    """Games whose end was written down but not counted yet: a server died in between."""
    games = models.games

    def work(connection: Connection) -> list[str]:
        asked = select(games.c.id).where(games.c.rated == TO_BE_RATED, games.c.result != "")
        return list(connection.execute(asked).scalars())

    return await store.read(work)
