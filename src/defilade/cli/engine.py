"""`defilade engine`: the engine as a line protocol on standard input and output.

One JSON object a line in, one JSON object a line out; see `docs/engine.md`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from defilade.cli.errors import USER_ERRORS, message_of
from defilade.cli.saves import resume
from defilade.kernel import (
    Action,
    Chance,
    Choice,
    Committed,
    Event,
    GameLog,
    IllegalAction,
    Outcome,
    Over,
    Sampled,
    Session,
    UndoRefused,
    make_view,
)
from defilade.systems import cards, citations_of, find_card, find_player, find_system

PROTOCOL = 1


class RequestError(Exception):
    """A request that means nothing: it is answered with `ok` false and the reason."""


ANSWERED: tuple[type[Exception], ...] = (*USER_ERRORS, RequestError, UndoRefused, ValueError)
"""What is answered instead of ending the program."""


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What may be asked. Which fields count depends on `do`."""

    do: str
    id: int | str | None = None
    scenario: str = ""
    options: dict[str, str] = {}
    seed: str = ""
    action: str = ""
    dice: list[int] = []
    drawn: str = ""
    side: str = ""
    steps: int = 1
    consent: bool = False
    level: str = "greedy"
    log: dict[str, Any] | None = None


Answer = dict[str, Any]


def engine() -> None:
    """Serve the engine on standard input and output, one JSON object a line."""
    for answer in serve(sys.stdin):
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


def serve(lines: Iterable[str]) -> Iterator[str]:
    """An answer for every line that is not empty, until `quit` or the end."""
    table = EngineTable()
    for line in lines:
        if line.strip():
            yield msgspec.json.encode(table.answer(line)).decode()
            if table.closed:
                return


class EngineTable:
    """One game in the hands of another program."""

    def __init__(self) -> None:
        self.closed = False
        self._session: Session[Any] | None = None
        self._requests: dict[str, Callable[[Request], Answer]] = {
            "hello": self._hello,
            "scenarios": lambda request: {"scenarios": msgspec.to_builtins(cards())},
            "new": self._new,
            "load": self._load,
            "pending": lambda request: self._where(),
            "view": self._view,
            "describe": self._describe,
            "why": self._why,
            "apply": self._apply,
            "roll": self._roll,
            "outcome": self._outcome,
            "advise": self._advise,
            "undo": self._undo,
            "state": self._state,
            "log": lambda request: {"log": msgspec.to_builtins(self._game.log)},
            "quit": self._quit,
        }

    def answer(self, line: str) -> Answer:
        """The answer to one line. Whatever is wrong is said in the answer; the game is not touched."""
        request_id: int | str | None = None
        try:
            request = msgspec.json.decode(line, type=Request)
            request_id = request.id
            handler = self._requests.get(request.do)
            if handler is None:
                raise RequestError(f"cannot do {request.do!r}; can do: {', '.join(self._requests)}")
            found = {"ok": True, **handler(request)}
        except IllegalAction as error:
            found = _failed(error.refusal.reason, error.refusal.rule)
        except ANSWERED as error:
            found = _failed(message_of(error))
        found = self._cited(found)
        return found if request_id is None else {"id": request_id, **found}

    def _cited(self, answer: Answer) -> Answer:
        """An answer with the citations of the game's own book; its log stays as it is written down."""
        if self._session is None or "log" in answer:
            return answer
        return citations_of(self._session.system.id).shown(answer)

    @property
    def _game(self) -> Session[Any]:
        if self._session is None:
            raise RequestError("there is no game yet: ask for 'new' or 'load'")
        return self._session

    # -- beginning ---------------------------------------------------------------------------------------

    def _hello(self, request: Request) -> Answer:
        return {"engine": "defilade", "protocol": PROTOCOL, "can": list(self._requests)}

    def _new(self, request: Request) -> Answer:
        card = find_card(request.scenario)
        source = Committed(request.seed) if request.seed else Committed.fresh()
        self._session = Session(find_system(card.system), card.id, request.options, source)
        game = {"scenario": card.id, "sides": list(card.sides), "commitment": self._session.log.commitment}
        return {**game, **self._where(), "events": _events(self._session.opening)}

    def _load(self, request: Request) -> Answer:
        if request.log is None:
            raise RequestError("'load' needs a log")
        notes: list[str] = []
        self._session = resume(msgspec.convert(request.log, GameLog), "the log", notes.append)
        return {**self._where(), "notes": notes} if notes else self._where()

    def _quit(self, request: Request) -> Answer:
        self.closed = True
        return {}

    # -- looking -----------------------------------------------------------------------------------------

    def _where(self) -> Answer:
        game = self._game
        return {"step": game.step, "digest": game.position.digest(), "pending": _moment(game.pending)}

    def _view(self, request: Request) -> Answer:
        """All that a side may know."""
        game = self._game
        view = game.view(self._side(request))
        return {
            "step": view.step,
            "state": msgspec.to_builtins(view.state),
            "pending": _moment(view.pending),
            "events": _events(view.events),
        }

    def _describe(self, request: Request) -> Answer:
        game = self._game
        action = Action.parse(request.action)
        if action not in self._choice().options:
            raise RequestError(f"'{action}' is not among the options; ask 'why'")
        described = game.system.describe(game.position.state, action)
        return {"described": msgspec.to_builtins(described)}

    def _why(self, request: Request) -> Answer:
        """Why an action is not allowed now."""
        moment = self._choice()
        action = Action.parse(request.action)
        if action in moment.options:
            return {"allowed": True}
        refusal = self._game.system.why_not(self._game.position.state, moment, action)
        return {"allowed": False, "reason": refusal.reason, "rule": refusal.rule}

    def _state(self, request: Request) -> Answer:
        return {"state": msgspec.to_builtins(self._game.position.state)}

    def _advise(self, request: Request) -> Answer:
        """What a level of computer player would do."""
        moment = self._choice()
        game = self._game
        view = make_view(game.system, game.position, moment.side, game.step)
        rng = random.Random(f"{game.position.digest()}/{request.level}")
        return {"action": str(find_player(request.level).choose(view, game.system, rng))}

    # -- going on ----------------------------------------------------------------------------------------

    def _apply(self, request: Request) -> Answer:
        game = self._game
        return self._taken(game.take(Action.parse(request.action)))

    def _roll(self, request: Request) -> Answer:
        """Let the committed dice fall, all until somebody must choose."""
        return self._taken(self._game.run_chance())

    def _outcome(self, request: Request) -> Answer:
        """Bring an outcome of the caller's own: then the game is no longer one of committed dice."""
        outcome = Outcome(tuple(request.dice), request.drawn)
        events = self._game.take(outcome)
        self._game.source = Sampled(random.SystemRandom())
        self._game.log.commitment = ""
        return self._taken(events)

    def _undo(self, request: Request) -> Answer:
        self._game.undo(self._side(request), request.steps, consent=request.consent)
        return self._where()

    def _taken(self, events: list[Event]) -> Answer:
        return {**self._where(), "events": _events(events)}

    def _choice(self) -> Choice:
        moment = self._game.pending
        if not isinstance(moment, Choice):
            raise RequestError("nobody is to choose now")
        return moment

    def _side(self, request: Request) -> str:
        sides = (*self._game.system.sides(self._game.position.state), "spectator")
        if request.side not in sides:
            raise RequestError(f"there is no side {request.side!r}; there are: {', '.join(sides)}")
        return request.side


def _failed(reason: str, rule: str = "") -> Answer:
    return {"ok": False, "error": reason, "rule": rule} if rule else {"ok": False, "error": reason}


def _moment(moment: Choice | Chance | Over) -> Answer:
    if isinstance(moment, Choice):
        return {
            "kind": "choice",
            "side": moment.side,
            "asks": moment.asks,
            "options": [str(option) for option in moment.options],
            "rules": list(moment.rules),
        }
    if isinstance(moment, Chance):
        return {
            "kind": "chance",
            "asks": moment.asks,
            "dice": moment.dice,
            "faces": moment.faces,
            "pool": list(moment.pool),
            "rules": list(moment.rules),
        }
    return {"kind": "over", "winner": moment.winner, "why": moment.why, "rules": list(moment.rules)}


def _events(events: Iterable[Event]) -> list[Any]:
    """Events with all their fields, so that a reader need not know what the defaults are."""
    return [
        {field: msgspec.to_builtins(getattr(event, field)) for field in event.__struct_fields__}
        for event in events
    ]
