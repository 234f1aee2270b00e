"""What a table answers tells nothing that the view does not: with another truth behind the same view, every message is
the same to the byte."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from defilade.kernel import SPECTATOR, Action, Chance, Choice, Position, Sampled, determinized, make_view
from defilade.rules.presentation import NotShown
from server.harness import Player, Server

SHY = ("uncover", "show")
"""What would leave nothing hidden."""
HIDE = ("hide", "fortify")
SETS_OUT = ("move", "drive", "enter")
SAMPLED = 10
"""So many of each kind of question are asked."""


async def seat_behind(room: Any, side: str, seed: int) -> Position[Any]:
    """Put another position behind what a side sees; gives the true one."""
    game, truth = room.game, room.game.position
    view = make_view(game.system, truth, side, game.moment)
    game.position = determinized(game.system, view, random.Random(seed))
    return truth


async def put_back(room: Any, truth: Position[Any]) -> None:
    room.game.position = truth


def pieces_of(*states: Any) -> list[str]:
    """Everything that there is in these worlds, seen or not."""
    return sorted({piece for state in states for piece in (*state.units, *state.weapons)})


def places_of(*states: Any) -> list[str]:
    """Where somebody is, or hides."""
    return sorted({hex for state in states for hex in (*state.stacks, *hiding_places(state)) if hex})


def hiding_places(state: Any) -> list[str]:
    secrets = (getattr(state, name, {}) for name in ("hidden", "lurking"))
    return [place for secret in secrets for found in secret.values() for place in hexes_in(found)]


def hexes_in(found: Any) -> list[str]:
    return [found] if isinstance(found, str) else [one.hex for one in found]


def questions(
    player: Player, pieces: list[str], places: list[str], rng: random.Random
) -> list[dict[str, Any]]:
    """All that one can ask without doing anything."""
    step = player.step
    options = player.prompt["options"] or [{"action": "pass", "verb": "pass"}]

    def some(values: list[Any]) -> list[Any]:
        return rng.sample(values, min(SAMPLED, len(values)))

    actions = [one["action"] for one in some(options)]
    legal = {one["action"] for one in options}
    verbs = sorted({one["verb"] for one in options} | {"fire", "target", "enter", "add"})
    wrong = [
        str(Action(verb, (piece,) if rng.random() < 0.7 else (), place))
        for verb in some(verbs)
        for piece, place in zip(some(pieces), some(places), strict=False)
    ]
    return [
        *({"type": kind, "step": step, "action": one} for one in actions for kind in ("preview", "course")),
        *({"type": "course", "step": step, "action": "", "picks": [one]} for one in some(pieces)[:3]),
        *({"type": "why", "step": step, "action": one} for one in wrong),
        *({"type": "act", "step": step, "action": one} for one in wrong if one not in legal),
        *({"type": "reach", "step": step, "unit": one} for one in some(pieces)),
        *({"type": "inspect", "piece": one} for one in pieces),
        *(
            {"type": "los", "from_hex": a, "to_hex": b}
            for a, b in zip(some(places), some(places), strict=False)
        ),
    ]


def told(player: Player, asked: list[dict[str, Any]]) -> Iterator[tuple[Any, str]]:
    yield "table", json.dumps({**player.table, "game": ""})
    for number, one in enumerate(asked):
        answer = player.ask(one)
        assert answer.get("code") != "defect", one
        yield one, json.dumps({**answer, "id": number})


Ask = Callable[[Player, Any, Any], list[dict[str, Any]]]


def compared(server: Server, game: str, side: str, token: str, seed: int, ask: Ask | None = None) -> int:
    """Ask everything, or what `ask` says, in two worlds that look alike to a side; how many answers there were."""
    room = server.service.rooms.get(game)
    truth = server.do(seat_behind(room, side, seed))
    try:
        other = room.game.position
        differs = other.state != truth.state
        with Player(server, game, token) as player:
            if ask is not None:
                asked = ask(player, truth, other)
            else:
                pieces, places = pieces_of(truth.state, other.state), places_of(truth.state, other.state)
                asked = questions(player, pieces, places, random.Random(seed))
            in_other = list(told(player, asked))
    finally:
        server.do(put_back(room, truth))
    with Player(server, game, token) as player:
        for (what, one), (_, same) in zip(in_other, told(player, asked), strict=True):
            assert one == same, what
    return len(in_other) * differs


@pytest.mark.parametrize(
    ("scenario", "decisions", "every", "seed"),
    [
        ("SL-C", 120, 40, 1),
        ("SL-I", 120, 40, 2),
        ("DaE1", 24, 6, 3),
        ("F5", 72, 24, 4),
        ("S3", 80, 20, 5),
        *(
            pytest.param(one, 400, 20, 6, marks=pytest.mark.soak)
            for one in ("SL-2", "SL-3", "SL-C", "DaE1", "F4", "F5", "S3")
        ),
    ],
)
def test_no_answer_tells_the_truth_behind_a_view(
    sqlite_server: Server, scenario: str, decisions: int, every: int, seed: int
) -> None:
    cards = sqlite_server.client.get("/api/scenarios").json()["scenarios"]
    sides = next(card["sides"] for card in cards if card["id"] == scenario)
    made = sqlite_server.new_game(scenario, seats=dict.fromkeys(sides, "mine"))
    game = made["game"]["id"]
    tokens = {grant["side"]: grant["token"] for grant in made["seats"]}
    rng = random.Random(seed)
    answers = 0
    with ExitStack() as opened:
        players = {side: opened.enter_context(Player(sqlite_server, game, tokens[side])) for side in sides}
        one = players[sides[0]]
        for number in range(1, decisions + 1):
            options = players[one.prompt["side"]].prompt["options"]
            step = players[one.prompt["side"]].act(secretly(options, rng))["step"]
            for player in players.values():
                player.catch_up(step)
            if one.now["result"] is not None:
                break
            if number % every == 0:
                for side, token in (*tokens.items(), (SPECTATOR, made["watch"])):
                    answers += compared(sqlite_server, game, side, token, seed + number)
    assert answers > 200, "there were secrets, and much was asked"


def going_on(options: Sequence[Action], rng: random.Random) -> Action:
    """What somebody does who hides and then goes to meet the enemy."""
    hides = [one for one in options if one.verb in HIDE]
    moves = [one for one in options if one.verb in SETS_OUT]
    quiet = [one for one in options if one.verb not in SHY]
    return rng.choice(hides or (moves if moves and rng.random() < 0.6 else quiet) or options)


@pytest.mark.parametrize(("scenario", "seed", "stopped"), [("SL-I", 2, True), ("F2", 3, False)])
def test_no_way_that_is_shown_tells_of_those_who_lie_beside_it(
    sqlite_server: Server, scenario: str, seed: int, stopped: bool
) -> None:
    """Those who set out nearest to hidden enemies ask where to. `stopped`: in truth these would stop them, so what is
    answered from the truth is another answer. In the Starter Kit one finds out by going there."""
    cards = sqlite_server.client.get("/api/scenarios").json()["scenarios"]
    sides = next(card["sides"] for card in cards if card["id"] == scenario)
    made = sqlite_server.new_game(scenario, seats=dict.fromkeys(sides, "mine"))
    game = made["game"]["id"]
    tokens = {grant["side"]: grant["token"] for grant in made["seats"]}
    room = sqlite_server.do(sqlite_server.service.rooms.enter(game))
    would_tell = False

    def ways(player: Player, truth: Any, other: Any) -> list[dict[str, Any]]:
        nonlocal would_tell
        who = beside_hidden(truth, player.now["side"])
        would_tell = would_tell or any(
            where_to(room.game, truth.state, one) != where_to(room.game, other.state, one) for one in who
        )
        return [{"type": "reach", "step": player.step, "unit": one} for one in who]

    position = setting_out(room.game.position, random.Random(seed))
    sqlite_server.do(put_back(room, position))
    side = position.pending.side
    assert compared(sqlite_server, game, side, tokens[side], seed, ways) > 1
    assert would_tell is stopped


def setting_out(position: Position[Any], rng: random.Random) -> Position[Any]:
    """The first moment at which somebody may move who does not see all enemies."""
    dice = Sampled(rng)
    while True:
        moment = position.pending
        assert isinstance(moment, Choice | Chance)
        if isinstance(moment, Chance):
            position, _ = position.apply(dice.draw(moment, 0))
            continue
        moves = any(one.verb in SETS_OUT for one in moment.options)
        if moves and beside_hidden(position, moment.side):
            return position
        position, _ = position.apply(going_on(moment.options, rng))


def beside_hidden(position: Position[Any], side: str) -> list[str]:
    """Some units of a side that are nearest to enemies whom it does not see; none where it sees them all."""
    system, state = position.system, position.state
    board = system.play(state).map  # type: ignore[attr-defined]
    secrets = enemies(state, side).difference(enemies(system.redact(state, side), side)) & board.index.keys()

    def away(one: Any) -> int:
        return min(board.distance(one.hex, hex) for hex in secrets)

    own = [one for one in state.units.values() if one.side == side and one.hex in board.index]
    return [one.id for one in sorted(own, key=away)[:4]] if secrets else []


def enemies(state: Any, side: str) -> set[str]:
    """Where they are, seen or not."""
    return {*hiding_places(state), *(one.hex for one in state.units.values() if one.side != side)}


def where_to(game: Any, state: Any, unit: str) -> Any:
    try:
        return game.presenter.reach(state, state.units[unit].side, unit)
    except NotShown as error:
        return str(error)


def secretly(options: list[dict[str, Any]], rng: random.Random) -> str:
    """What somebody does who likes to hide."""
    hides = [one for one in options if one["verb"] in HIDE]
    quiet = [one for one in options if one["verb"] not in SHY]
    return str(rng.choice(hides or quiet or options)["action"])
