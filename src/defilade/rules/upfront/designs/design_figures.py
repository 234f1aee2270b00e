"""Figures of team play, campaigns and Design Your Own that cases ask for (UF:41 to UF:43)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defilade.rules.upfront.designs.aftermath import Settled, settle
from defilade.rules.upfront.designs.dyo_force import Purchase, points
from defilade.rules.upfront.designs.dyo_tables import (
    decks_of,
    dyo_tables,
    position_of,
    quality_of,
    victory_of,
    year_of,
)
from defilade.rules.upfront.designs.rosters import asl_refusal, change, new_roster, sl_refusal
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.ground import los_divider, team
from defilade.rules.upfront.transfers import radio_contact


def _attack(g: UfPlay, card: str) -> str:
    """Who attacks whom, by a drawn card."""
    found = position_of(dyo_tables(), g.deck[card])
    return f"{found.attacker} attacks {found.defender}"


def _cost(g: UfPlay, nation: str, men: str, *more: str) -> int:
    """What men cost, joined by `+`: `dyo cost german beck+wolff ss snipers=1 after=2:wolff`."""
    extras = dict(word.split("=") for word in more if "=" in word)
    troops = next((word for word in more if "=" not in word), "")
    wave = extras.get("after", "")
    later = {int(wave[0]): tuple(wave[2:].split("+"))} if wave else {}
    secondary = dict(word.split(":") for word in extras.get("give", "").split("+") if word)
    force = Purchase(
        nation,
        tuple(men.split("+")),
        secondary=secondary,
        radio=int(extras.get("radio", 5)),
        troops=troops,
        snipers=int(extras.get("snipers", 0)),
        reinforcements=later,
    )
    return points(g.library, dyo_tables(), force)


def _side_of(state: State, man: str) -> str:
    unit = state.units[man] if man in state.units else state.fallen[man].unit
    return unit.side


def _after(g: UfPlay, side: str) -> Settled:
    """A side's roster if the scenario ended now; it was as printed before."""
    tables = campaign_tables()
    roster = new_roster(g.library, tables, g.side(side).nation)
    won = g.state.over is not None and g.state.over.winner == side
    return settle(g.library, tables, roster, g.state, side, 1, won=won)


def _entry(g: UfPlay, man: str, column: str) -> Any:
    """A column of a man's line on the roster after the scenario."""
    return getattr(_after(g, _side_of(g.state, man)).roster.men[man], column)


def _may_lead(g: UfPlay, man: str, rank: str, kia: str = "8") -> bool:
    nation = g.library.men[man].nation
    roster = change(new_roster(g.library, campaign_tables(), nation), man, rank=rank, kia=int(kia))
    return sl_refusal(g.library, roster, man) is None


def _may_assist(g: UfPlay, man: str, rank: str, leader: str) -> bool:
    nation = g.library.men[man].nation
    roster = change(new_roster(g.library, campaign_tables(), nation), man, rank=rank)
    return asl_refusal(g.library, campaign_tables(), roster, man, leader) is None


def _would_win(g: UfPlay, table: str) -> str:
    """Who has won a table as things stand; empty while it is fought for."""
    over = team.verdict(g, table)
    return over.winner if over is not None else ""


DESIGN_FIGURES: dict[str, Callable[..., Any]] = {
    "divider": lambda g: los_divider.divider(g, "1").terrain,
    "table won": team.result_of,
    "would win": _would_win,
    "tables won": team.tables_won,
    "may confer": radio_contact.may_confer,
    "force": lambda g, side: g.side(side).cards,
    "belongs to": lambda g, group: g.group(group).side,
    "stands at": lambda g, group: g.group(group).table,
    "elan": lambda g, man: g.man(man).elan,
    "roster": _entry,
    "campaign points": lambda g, side: _after(g, side).roster.points,
    "may lead": _may_lead,
    "may assist": _may_assist,
    "year": lambda g, card, opponent: year_of(dyo_tables(), g.deck[card], opponent),
    "attack by": _attack,
    "victory by": lambda g, card: victory_of(dyo_tables(), g.deck[card]).rule,
    "decks by": lambda g, card: decks_of(dyo_tables(), g.deck[card]),
    "troops by": lambda g, card, nation, year: quality_of(dyo_tables(), g.deck[card], nation, year),
    "dyo cost": _cost,
}
"""Question -> how it is answered, as in `figures`."""
