"""Set-ups: what a side did before the first turn, to be kept under a name, done again in another game, or mirrored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from defilade.kernel import Action, Choice
from defilade.kernel.log import Entry
from defilade.rules.presentation import HexView
from defilade.server import positions
from defilade.server.game import Game
from defilade.server.store import Store


async def set_up_of(store: Store, game: Game, side: str) -> list[str]:
    """What a side has done to set up, in order, as far as it has got."""
    first = await _end_of_set_up(store, game)
    own = {mark.seq for mark in game.line[:first] if mark.is_action and mark.side == side}
    rows = await store.rows(game.id, 0, max(own)) if own else []
    return [msgspec.json.decode(row.body, type=Entry).action for row in rows if row.seq in own]


async def _end_of_set_up(store: Store, game: Game) -> int:
    """The number of moments that belong to the set-up: every one before it does, and none after it."""
    low, high = 0, game.moment
    while low < high:
        middle = (low + high) // 2
        position = await positions.position_at(store, game, middle)
        if game.presenter.in_set_up(position.state):
            low = middle + 1
        else:
            high = middle
    return low


def fitted(game: Game, side: str, wanted: Sequence[Action], hexes: Sequence[HexView]) -> list[Action]:
    """What of a set-up can be done here: where a place is not allowed the nearest that is, and what does not fit at all
    is left to the player."""
    places = {one.id: (one.x, one.y) for one in hexes}
    position, done = game.position.clone(), []
    for action in wanted:
        choice = position.pending
        if not isinstance(choice, Choice) or choice.side != side:
            break
        if not game.presenter.in_set_up(position.state):
            break
        found = _nearest(action, choice.options, places)
        if found is not None:
            position, _ = position.apply(found)
            done.append(found)
    return done


def _nearest(
    wanted: Action, options: Sequence[Action], places: Mapping[str, tuple[float, float]]
) -> Action | None:
    if wanted in options:
        return wanted
    same = [one for one in options if (one.verb, one.who, one.how) == (wanted.verb, wanted.who, wanted.how)]
    there = places.get(wanted.at)
    near = [one for one in same if one.at in places]
    if there is None or not near:
        return None
    return min(near, key=lambda one: _apart(places[one.at], there))


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def mirrored(actions: Sequence[Action], hexes: Sequence[HexView]) -> list[Action]:
    """The same on the other wing of the map, left for right."""
    if not hexes:
        return list(actions)
    width = min(one.x for one in hexes) + max(one.x for one in hexes)
    places = {one.id: (one.x, one.y) for one in hexes}
    across: dict[str, str] = {}
    for key in {action.at for action in actions} & places.keys():
        x, y = places[key]
        across[key] = min(hexes, key=lambda one: _apart((one.x, one.y), (width - x, y))).id
    return [msgspec.structs.replace(action, at=across.get(action.at, action.at)) for action in actions]
