"""The scenario cards of the kit: read strictly from ``content/sk/scenarios``.

A card in an owner's folder goes before ours. An unknown key or counter, a wrong reference or a cut-off file
is a `ScenarioError` that names the file and the place.

>>> card = load_scenarios()["S2"]
>>> card.title, card.sides, card.moves_first, card.turns, card.grain_in_season
('War of the Rats', ('russian', 'german'), 'german', 6, True)
>>> card.balanced("german").groups[1].units
{'rus-527': 3, 'rus-9-1': 1}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from defilade.hexgrid import Placed
from defilade.rules.content_files import ContentError, ContentFile, ContentFiles, parse
from defilade.rules.sk.card import Group, MapPart, Scenario, ScenarioError
from defilade.rules.sk.card_checks import check_card, check_on_map
from defilade.rules.sk.card_rules import SpecialRule
from defilade.rules.sk.library import Library, library
from defilade.tactics.victory_conditions import VictoryCondition

FIRST_KIT_CARDS = "sk/scenarios"

__all__ = [
    "FIRST_KIT_CARDS",
    "Group",
    "Scenario",
    "ScenarioError",
    "check_on_map",
    "design_text",
    "designed",
    "load_scenarios",
    "read_scenario",
    "sketch",
]


def load_scenarios(
    overlay: Path | None = None, folder: str = FIRST_KIT_CARDS, kit: Library | None = None
) -> dict[str, Scenario]:
    """Every card of a folder by its id, its counters those of a kit: without both, the cards of the first."""
    content, kit = ContentFiles(overlay), kit or library(overlay)
    cards = {}
    for name in content.names(folder, ".yaml"):
        card = read_scenario(content.read(name), kit)
        if card.id != PurePosixPath(name).stem:
            raise ScenarioError(name, "id", f"the card calls itself {card.id!r}")
        cards[card.id] = card
    return cards


def read_scenario(file: ContentFile, kit: Library) -> Scenario:
    """Read one card and check it by itself; whether it fits its map is asked by `check_on_map`."""
    try:
        card = parse(file, Scenario)
    except ContentError as error:
        raise ScenarioError(error.file, error.place, error.problem) from None
    if card.grain_in_season:
        raise ScenarioError(file.name, "grain_in_season", "follows from the date and is not given")
    if card.whole_boards:
        raise ScenarioError(file.name, "whole_boards", "follows from the rulebook and is not given")
    if card.victory is None:
        raise ScenarioError(file.name, "victory", "a card says how it is won")
    check_card(card, file.name, kit)
    return in_season(card, kit)


LONGEST_DESIGN = 200_000
LONGEST_TEXT = 200
MOST_TURNS = 20
MOST_GROUPS, MOST_PIECES, MOST_BOARDS = 200, 400, 8
"""Of a side: groups, and everything that they have; and boards of a map."""
MOST_ENTRIES, LARGEST = 3_000, 100_000
"""Of one list, such as the hexes of an area; and a number."""
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,59}")


def design_text(card: Scenario) -> str:
    """A scenario as the option of a game that brings it along."""
    return msgspec.json.encode(card).decode()


def designed(name: str, text: str, kit: Library) -> Scenario:
    """The scenario that a game brings along. It may come from anybody: whatever could not be played is refused. One of
    a campaign has no victory condition."""
    if len(text) > LONGEST_DESIGN:
        raise ScenarioError(name, "design", f"it is longer than {LONGEST_DESIGN} characters")
    try:
        card = msgspec.json.decode(text, type=Scenario)
    except msgspec.MsgspecError as error:
        raise ScenarioError(name, "design", str(error)) from None
    if card.id != name:
        raise ScenarioError(name, "design", f"the scenario calls itself {card.id[:40]!r}")
    if card.turns > MOST_TURNS:
        raise ScenarioError(name, "design", f"it has {MOST_TURNS} turns at most")
    _check_bounds(name, card)
    check_card(card, name, kit)
    return in_season(card, kit)


def _check_bounds(name: str, card: Scenario) -> None:
    """Refuse what is no scenario but a burden."""
    if len(card.map.boards) > MOST_BOARDS:
        raise ScenarioError(name, "design.map", f"it has {MOST_BOARDS} boards at most")
    if not all(ID.fullmatch(one) for one in (card.id, *(group.id for group in card.groups))):
        raise ScenarioError(name, "design", "an id has letters, digits and . _ - + only, and is not long")
    for side in card.sides:
        groups = [group for group in card.groups if group.side == side]
        pieces = [group.units | group.weapons | group.vehicles | group.captured for group in groups]
        if len(groups) > MOST_GROUPS or sum(sum(one.values()) for one in pieces) > MOST_PIECES:
            raise ScenarioError(name, "design.groups", f"a side has {MOST_PIECES} men and weapons at most")
    for value in _leaves(msgspec.to_builtins(card)):
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise ScenarioError(name, "design", f"a text of more than {LONGEST_TEXT} characters")
        if isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
            raise ScenarioError(name, "design", f"no number in a scenario is beyond {LARGEST}")
        if isinstance(value, list | tuple | dict) and len(value) > MOST_ENTRIES:
            raise ScenarioError(name, "design", f"no list in a scenario is longer than {MOST_ENTRIES}")


def _leaves(value: Any) -> Iterator[Any]:
    """Everything in it, and all keys."""
    yield value
    if isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _leaves(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _leaves(one)


def in_season(card: Scenario, kit: Library) -> Scenario:
    """SK1:1.1.2-n: grain stands from June to September."""
    in_season = kit.tables.terrain.grain_season.includes(card.month)
    return msgspec.structs.replace(
        card, grain_in_season=in_season, whole_boards=kit.tables.terrain.whole_boards
    )


def sketch(
    board: str,
    sides: Sequence[str],
    month: int,
    turns: int,
    moves_first: str,
    special: Sequence[Mapping[str, Any]] = (),
    victory: Mapping[str, Any] | None = None,
    kit: Library | None = None,
    half_turn_at_end: bool = False,
) -> Scenario:
    """A card without forces for a position that is set up by hand: one board and a month."""
    try:
        rules = tuple(msgspec.convert(dict(rule), SpecialRule) for rule in special)
        condition = msgspec.convert(dict(victory), VictoryCondition) if victory is not None else None
    except msgspec.ValidationError as error:
        raise ScenarioError("sketch", "", str(error)) from None
    if len(sides) != 2:
        raise ScenarioError("sketch", "sides", f"a game has two sides, not {len(sides)}")
    card = Scenario(
        id="sketch",
        title="A situation",
        date=f"1944-{month:02}-01",
        place="",
        map=MapPart(boards=(Placed(board),), north="top"),
        turns=turns,
        sides=(sides[0], sides[1]),
        sets_up_first=sides[0],
        moves_first=moves_first,
        provenance="original",
        groups=(),
        victory=condition,
        special_rules=rules,
        half_turn_at_end=half_turn_at_end,
    )
    return in_season(card, kit or library())
