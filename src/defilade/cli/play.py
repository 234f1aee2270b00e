"""`defilade play`: a game in the browser; or in the terminal, against the computer or somebody beside one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from defilade.ai import DEFAULT_LEVEL, LEVELS
from defilade.cli.game import HUMAN, TerminalGame
from defilade.cli.saves import load
from defilade.cli.serve import table
from defilade.console.errors import CommandError
from defilade.console.options import table_options
from defilade.console.terminal import StandardTerminal, Terminal
from defilade.kernel import Committed, Session
from defilade.systems import Card, card_of, find_card, find_player, find_system, playing_sides

Scenario = Annotated[str, typer.Argument(help="The scenario's id, as S1; not needed with --load.")]
As = Annotated[str, typer.Option("--as", help="The side you play; the first one unless you say.")]
OPPONENTS = f"{', '.join(LEVELS)}, or human for two players here."
Against = Annotated[str, typer.Option("--against", help=OPPONENTS)]
Text = Annotated[bool, typer.Option("--text", help="Play in the terminal instead of the browser.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colour; for screen readers.")]
Option = Annotated[list[str], typer.Option("--option", help="A table option, as los=strict.")]
Load = Annotated[Path | None, typer.Option("--load", help="Go on with a saved game.")]


def play(
    scenario: Scenario = "",
    side: As = "",
    against: Against = DEFAULT_LEVEL,
    text: Text = False,
    plain: Plain = False,
    option: Option = [],  # noqa: B006  (typer reads the default and never changes it)
    load_file: Load = None,
) -> None:
    """Play a scenario: in the browser, or in the terminal with --text."""
    if load_file is not None:
        session = load(load_file, lambda words: print(words, file=sys.stderr))
        log = session.log
        card = card_of(log.system, log.scenario, log.options)
    elif scenario:
        card = find_card(scenario)
        session = Session(find_system(card.system), card.id, table_options(option), Committed.fresh())
    elif text or plain:
        from defilade.cli import menu

        menu.run()
        return
    else:
        raise CommandError("name a scenario (see 'defilade scenarios'), or a saved game with --load")
    levels = seats(card, side, against, session.log.options)
    if text or plain:
        run(session, card, levels, StandardTerminal(plain))
    else:
        in_browser(session, levels, load_file)


def in_browser(session: Session[Any], levels: dict[str, str], load_file: Path | None) -> None:
    """Begin the game at a table of one's own. The seat stays open until the browser takes it."""
    humans = [side for side, level in levels.items() if level == HUMAN]
    if len(humans) > 1 and load_file is None:
        table(place=f"#/scenario/{session.log.scenario}")  # who sits where is said there
        return
    wishes = [
        {"side": side, "who": "open"} if level == HUMAN else {"side": side, "who": "computer", "level": level}
        for side, level in levels.items()
    ]
    if load_file is not None:
        # The file says what has happened and which dice are to come; who plays is said here.
        text = load_file.read_text(encoding="utf-8")
        table({"log": text, "seats": wishes, "table": {"mail": True}}, "/api/games/import")
    else:
        table({"scenario": session.log.scenario, "options": session.log.options, "seats": wishes})


def seats(card: Card, side: str, against: str, options: Mapping[str, str]) -> dict[str, str]:
    """Who plays each side: a person here, or a level of the computer."""
    sides = playing_sides(card, options)
    mine = side.lower() or sides[0]
    if mine not in sides:
        raise CommandError(f"{card.id} has no side {side!r}; there are: {', '.join(sides)}")
    if against != HUMAN:
        find_player(against)
    return {one: HUMAN if one == mine else against for one in sides}


def run(session: Session[Any], card: Card, levels: dict[str, str], terminal: Terminal) -> None:
    terminal.say(f"{card.id} {card.heading}", "bold")
    terminal.say(card.victory)
    for side, level in levels.items():
        terminal.say(f"{side.capitalize()}: {'you' if level == HUMAN else f'the computer ({level})'}")
    terminal.say(f"The dice are committed to: {session.log.commitment}")
    terminal.say("Say 'help' for help.")
    TerminalGame(session, levels, terminal).run()
