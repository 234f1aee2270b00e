"""`defilade los`: a line of sight, explained."""

from __future__ import annotations

from typing import Annotated

import typer

from defilade.cli.maps import find_map
from defilade.console.errors import CommandError
from defilade.console.output import print_json
from defilade.hexgrid import GameMap, Location, Verdict
from defilade.hexgrid.relief import BadLocation

Board = Annotated[str, typer.Argument(help="A board (y), or a scenario whose map is meant (S3).")]
From = Annotated[str, typer.Argument(metavar="FROM", help="A hex, as K5 or yK5, or a storey in it, as K5@1.")]
To = Annotated[str, typer.Argument(metavar="TO", help="Another one.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Bare = Annotated[bool, typer.Option("--no-grain", help="Grain is out of season.")]


def los(board: Board, start: From, end: To, no_grain: Bare = False, json: Json = False) -> None:
    """Say whether two hexes see each other, and what lies between."""
    game_map = find_map(board, grain=not no_grain)
    here, there = find_location(game_map, start), find_location(game_map, end)
    a, b = here.hex, there.hex
    verdict = game_map.sight(here, there) if here.storey or there.storey else game_map.los(a, b)
    if json:
        print_json(as_document(verdict))
    else:
        for line in in_words(game_map, a, b, verdict):
            print(line)


def find_location(game_map: GameMap, text: str) -> Location:
    """A hex or a storey in it, by name."""
    try:
        found = Location.parse(text)
    except BadLocation as error:
        raise CommandError(str(error)) from error
    hex = game_map.resolve(found.hex)
    if found.storey > game_map.storeys(hex):
        raise CommandError(f"{text}: there are {game_map.storeys(hex)} storeys above the ground floor")
    return Location(hex, found.storey)


def as_document(verdict: Verdict) -> dict[str, object]:
    crosses = [
        {
            "hex": crossing.hex,
            "how": crossing.how,
            "terrain": crossing.terrain,
            "effect": crossing.effect,
            "drm": crossing.drm,
            "rule": crossing.rule or "",
        }
        for crossing in verdict.crosses
    ]
    return {
        "clear": verdict.clear,
        "range": verdict.range,
        "hindrance": verdict.hindrance,
        "crosses": crosses,
        "rules": list(verdict.rules),
        "blocked_by": verdict.blocked_by or "",
        "what": verdict.what or "",
    }


def in_words(game_map: GameMap, a: str, b: str, verdict: Verdict) -> list[str]:
    """The verdict as a player says it, one line for each hex that matters."""
    names = f"{label(game_map, a)} to {label(game_map, b)}, range {verdict.range}"
    if not verdict.clear:
        by = f"the {_terrain(verdict.what)} in {label(game_map, verdict.blocked_by or b)}"
        first = f"{names}: blocked by {by} [{', '.join(verdict.rules)}]"
    elif verdict.hindrance:
        first = f"{names}: clear, hindrance +{verdict.hindrance}"
    else:
        first = f"{names}: clear"
    lines = [first]
    for crossing in verdict.crosses:
        if crossing.effect == "hindrance":
            what = f"{_terrain(crossing.terrain)} in {label(game_map, crossing.hex)}"
            lines.append(f"  +{crossing.drm} {what} [{crossing.rule}]")
    return lines


def _terrain(kind: str | None) -> str:
    return (kind or "terrain").replace("_", " ")


def label(game_map: GameMap, hex: str) -> str:
    """A hex as players say it: without its board's letter where there is only one board."""
    board, row, number = game_map.grid_name(hex)
    return f"{row}{number}" if len(game_map.placed) == 1 else f"{board}{row}{number}"
