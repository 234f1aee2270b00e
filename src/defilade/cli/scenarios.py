"""`defilade scenarios`: what can be played."""

from __future__ import annotations

from typing import Annotated

import typer

from defilade.console.output import print_json
from defilade.systems import Card, cards, system_name

System = Annotated[str, typer.Option("--system", help="Only the scenarios of this system.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def scenarios(system: System = "", json: Json = False) -> None:
    """List the scenarios."""
    found = cards(system)
    if json:
        print_json(found)
        return
    for name in dict.fromkeys(card.system for card in found):
        print(f"{system_name(name)} ({name})")
        for card in found:
            if card.system == name:
                print_card(card)


def print_card(card: Card) -> None:
    boards = f", board {', '.join(card.boards)}" if card.boards else ""
    print(f"  {card.id}  {card.heading}")
    sides = " against ".join(side.capitalize() for side in card.sides)
    print(f"      {sides}, {card.length}{boards}")
    print(f"      {card.victory}")
