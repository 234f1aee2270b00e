"""How balanced a scenario is: between programs, as the lab has measured it, and between the people of this server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, select

from defilade.lab.intervals import wilson
from defilade.rules.measured import Measured, levels_measured
from defilade.server import models
from defilade.server.people_protocol import BalanceFigures, BalancePage, LevelStanding, SideShare
from defilade.server.protocol import Result
from defilade.server.rulework import in_rules_thread
from defilade.server.service import NoSuchGame
from defilade.server.standings import RATED
from defilade.server.store import Store
from defilade.systems import Card, UnknownScenario, find_card, measured, system_name

MOST = 2000
"""Rated games that are looked at, the latest."""


async def page(store: Store, scenario: str) -> BalancePage:
    try:
        card = find_card(scenario)
    except UnknownScenario as error:
        raise NoSuchGame(str(error)) from error
    found = await in_rules_thread(measured, card)
    figures = list(_by_programs(card, found)) if found is not None else []
    people = await _by_people(store, card)
    if people.games:
        figures.append(people)
    levels = levels_measured()
    return BalancePage(
        card.id,
        card.title,
        system_name(card.system),
        tuple(figures),
        tuple(LevelStanding(one.level, one.rating, one.doubt, one.games, one.wins) for one in levels.rated),
        levels.scenarios,
    )


def _by_programs(card: Card, found: Measured) -> list[BalanceFigures]:
    shown = [_figures("As on the card", found.players, found.games, found.draws, found.wins, card.sides)]
    if found.even is not None:
        even = found.even
        shown.append(
            _figures("With even chances", even.players, even.games, even.draws, even.wins, card.sides)
        )
    return shown


def _figures(
    what: str, players: str, games: int, draws: int, wins: Mapping[str, int], sides: Sequence[str]
) -> BalanceFigures:
    shares = []
    for side in sides:
        won = wins.get(side, 0)
        low, high = wilson(won, games)
        shares.append(SideShare(side, won, won / games if games else 0.0, low, high))
    return BalanceFigures(what, players, games, draws, tuple(shares))


async def _by_people(store: Store, card: Card) -> BalanceFigures:
    """Rated games at this server: those were played by two people, and in earnest."""
    games = models.games

    def work(connection: Connection) -> list[str]:
        asked = select(games.c.result).where(games.c.scenario == card.id, games.c.rated == RATED)
        return list(connection.execute(asked.order_by(games.c.last_moved.desc()).limit(MOST)).scalars())

    ended = [msgspec.json.decode(text, type=Result) for text in await store.read(work)]
    wins = {side: sum(one.winner == side for one in ended) for side in card.sides}
    draws = sum(not one.winner for one in ended)
    return _figures("Rated games of people here", "people", len(ended), draws, wins, card.sides)
