"""`defilade play --text` without a scenario: choose one, a side and an opponent, and play."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from defilade.ai import LEVELS
from defilade.cli.game import HUMAN
from defilade.cli.play import run as run_game
from defilade.cli.play import seats
from defilade.console.errors import CommandError
from defilade.console.terminal import StandardTerminal, Terminal
from defilade.kernel import Committed, Session
from defilade.systems import cards, find_system


def run() -> None:
    """Ask what to play and play it."""
    if not sys.stdin.isatty():
        raise CommandError(
            "the table needs somebody at a terminal; see 'defilade --help' for what can be done without, "
            "or name a scenario: defilade play S1 --text"
        )
    choose_and_play(StandardTerminal())


def choose_and_play(terminal: Terminal) -> None:
    every = cards()
    titles = [f"{card.id} {card.heading}, {card.length}" for card in every]
    number = pick(terminal, "Which scenario?", titles)
    if number is None:
        return
    card = every[number]
    terminal.say(card.victory)
    side = pick(terminal, "Which side do you play?", [one.capitalize() for one in card.sides])
    if side is None:
        return
    opponents = [*reversed(LEVELS), HUMAN]
    words = [f"the computer ({level})" for level in reversed(LEVELS)]
    level = pick(terminal, "Against whom?", [*words, "somebody beside me"])
    if level is None:
        return
    session = Session(find_system(card.system), card.id, {}, Committed.fresh())
    run_game(session, card, seats(card, card.sides[side], opponents[level], {}), terminal)


def pick(terminal: Terminal, question: str, answers: Sequence[str]) -> int | None:
    """The number of the answer picked, counted from 0; None when the player leaves."""
    terminal.say(question, "bold")
    for number, answer in enumerate(answers, 1):
        terminal.say(f"  {number}. {answer}")
    while True:
        line = terminal.ask(f"1-{len(answers)} (or quit) [1]: ")
        if line is None or line.strip().lower() in ("quit", "exit", "q"):
            return None
        text = line.strip() or "1"
        if text.isdigit() and 1 <= int(text) <= len(answers):
            return int(text) - 1
        terminal.say(f"Please give a number from 1 to {len(answers)}.")
