"""Who wins the campaign (DAE:4.41), and where its exits are."""

from __future__ import annotations

from defilade.rules.sk.full.campaign.book import OVER
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, enemy_of
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side


def victory_exits(work: Work) -> tuple[str, ...]:
    """DAE:4.41-a: the hexes of the east edge from TT6 to TT20."""
    edge = work.board.edge("right")
    first, last = (edge.index(work.hex(name)) for name in work.tables.victory.exit)
    return edge[first : last + 1]


def holds_the_building(work: Work) -> bool:
    building = work.board.building_of[work.hex(work.tables.victory.building)]
    return all(work.book.control.get(hex) == BRITISH for hex in work.board.buildings[building])


def british_win(work: Work) -> bool:
    """DAE:4.41-a"""
    return holds_the_building(work) and work.book.exited >= work.tables.victory.points


def end_campaign(work: Work) -> None:
    """DAE:4.2-b: after the last date. No single scenario is won or lost (DAE:4.5171-f)."""
    book = work.book
    book.winner = BRITISH if british_win(work) else GERMAN
    book.step = OVER
    held = "hold" if holds_the_building(work) else "do not hold"
    says = f"The British {held} building {work.tables.victory.building} and have exited {book.exited} VP"
    work.say("DAE:4.41-a", f"{says}: the {book.winner.capitalize()} win.", book.winner)


def concede(work: Work, side: Side) -> None:
    """DAE:4.2-b"""
    work.book.winner, work.book.step = enemy_of(side), OVER
    work.say("DAE:4.2-b", f"The {side.capitalize()} concede.", side)
