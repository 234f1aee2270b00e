"""A server in a thread, and players that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from defilade.server.app import create_app
from defilade.server.computer import Think, think
from defilade.server.run import uvicorn_options
from defilade.server.settings import Settings
from server import toy_table

T = TypeVar("T")
WAIT = 150.0


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """What some work comes to, in a loop and a thread of its own: the thread of the tests has a loop that runs once a
    browser has been started from it."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Server:
    """A running server; `url` is where."""

    def __init__(self, settings: Settings, think: Think = think, **more: Any) -> None:
        self.settings = settings
        self.app = create_app(settings, think=think, prepare_workshop=toy_table.register, **more)
        self.sock = socket.socket()
        self.sock.bind(("127.0.0.1", 0))
        self.port = self.sock.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(self.app, **{**uvicorn_options(settings), "timeout_graceful_shutdown": 5})
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.client = httpx.Client(base_url=self.url, timeout=WAIT)

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve([self.sock])

        asyncio.run(serve())

    def start(self) -> Server:
        self.thread.start()
        limit = time.monotonic() + 120
        while not self.server.started:
            assert self.thread.is_alive() and time.monotonic() < limit, "the server did not start"
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive(), "the server did not stop"

    @property
    def service(self) -> Any:
        return self.app.app.app.state.service

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done in the server's own loop."""
        return self.begin(work).result(WAIT)

    def begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Have something begun there."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    # -- what a browser does -----------------------------------------------------------------------------

    def new_game(self, scenario: str = "T1", **more: Any) -> dict[str, Any]:
        seats = more.pop("seats", {"red": "mine", "blue": "open"})
        wishes = [
            {"side": side, "who": who}
            if who in ("mine", "open")
            else {"side": side, "who": "computer", "level": who}
            for side, who in seats.items()
        ]
        answer = self.client.post("/api/games", json={"scenario": scenario, "seats": wishes, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, made: dict[str, Any], n: int = 0) -> str:
        """Use an invitation; gives the token."""
        game, invite = made["game"]["id"], made["invites"][n]["token"]
        answer = self.client.post(
            f"/api/games/{game}/join", json={"invite": invite, "name": f"Guest {chr(65 + n)}"}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()["seats"][0]["token"]

    def log_of(self, game: str, *tokens: str) -> httpx.Response:
        """The file of a game, as it is handed out to the holder of these tokens."""
        headers = {"authorization": f"Bearer {','.join(tokens)}"}
        return self.client.get(f"/api/games/{game}/log", headers=headers)

    def two_players(self, scenario: str = "T1", **more: Any) -> tuple[dict[str, Any], dict[str, str]]:
        """A game with both seats taken; gives it and the tokens by side."""
        made = self.new_game(scenario, **more)
        tokens = {grant["side"]: grant["token"] for grant in made["seats"]}
        for n, invite in enumerate(made["invites"]):
            tokens[invite["side"]] = self.join(made, n)
        return made, tokens


class Player:
    """A connection to a game, and what it has been told."""

    def __init__(
        self, server: Server | str, game: str, token: str, others: tuple[str, ...] = (), since: int = 0
    ) -> None:
        url = server if isinstance(server, str) else server.url
        address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/socket"
        self._opened = contextlib.ExitStack()
        # However long nobody asks what was said, it is taken from the line: else the server gives a slow reader up.
        opening = connect(
            address, open_timeout=WAIT, ping_interval=None, max_size=None, max_queue=None, compression=None
        )
        self.socket = self._opened.enter_context(opening)
        self.token = token
        self.heard: list[bytes] = []
        self.inbox: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.now: dict[str, Any] = {}
        self.offers: list[dict[str, Any]] = []
        self.asked = 0
        self.events: list[dict[str, Any]] = []
        self.say({"type": "hello", "token": token, "others": list(others), "since": since})
        self.wait("table")

    def say(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def say_raw(self, text: str) -> None:
        self.socket.send(text)

    def next(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next message; keeps what it says of the table."""
        raw = self.socket.recv(timeout=timeout)
        data = raw if isinstance(raw, bytes) else raw.encode()
        self.heard.append(data)
        message: dict[str, Any] = json.loads(data)
        self.inbox.append(message)
        if message["type"] == "table":
            self.table = self.now = message
            self.events = list(message["events"])
        elif message["type"] == "update":
            self.now = message
            self.events += message["events"]
        if "offers" in message:
            self.offers = message["offers"]
        return message

    def wait(self, *kinds: str, timeout: float = WAIT) -> dict[str, Any]:
        """The next message of one of these kinds that was not waited for yet; reads on where there is none."""
        while True:
            for message in self.inbox:
                if message["type"] in kinds:
                    self.inbox.remove(message)
                    return message
            self.next(timeout)

    @property
    def prompt(self) -> dict[str, Any]:
        return self.now["prompt"]

    @property
    def step(self) -> int:
        return self.now["step"]

    def act(self, action: str, step: int | None = None) -> dict[str, Any]:
        """Act; gives what came of it: accepted or refused. The update is read too."""
        step = self.step if step is None else step
        answer = self.ask({"type": "act", "step": step, "action": action})
        if answer["type"] == "accepted":
            self.catch_up(answer["step"])
        return answer

    def hand_over(self) -> None:
        """Where the screen must be handed to another side of this player: do so."""
        if self.now["curtain"]:
            assert self.ask({"type": "look", "side": self.now["curtain"]})["type"] == "accepted"

    def catch_up(self, step: int) -> None:
        """Read on until the table is at a step."""
        while self.step < step:
            self.next()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Ask something; gives the answer with the same id, or the refusal."""
        self.asked += 1
        name = f"q{self.asked}"
        self.say({"id": name, **message})
        while True:
            answer = self.next()
            if answer.get("id") == name:
                self.inbox.remove(answer)
                return answer

    def answer(self, kind: str, agree: bool) -> dict[str, Any]:
        """Agree to what is on offer, or not; gives what came of it."""
        number = next((offer["n"] for offer in self.offers if offer["kind"] == kind), 0)
        return self.ask({"type": "answer", "step": self.step, "kind": kind, "agree": agree, "offer": number})

    def close(self) -> None:
        self._opened.close()

    def closed_with(self) -> int:
        """Read to the end; gives the code with which the server closed."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.next(timeout=WAIT)
        assert self.socket.protocol.close_code is not None
        return self.socket.protocol.close_code

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


@contextlib.contextmanager
def running(settings: Settings, **more: Any) -> Iterator[Server]:
    server = Server(settings, **more).start()
    try:
        yield server
    finally:
        server.stop()


def play_out(players: dict[str, Player], choose: Any = None, limit: int = 5000) -> int:
    """Let players answer in turn until the game is over; gives the number of answers."""
    answers = 0
    everybody = list(players.values())
    while everybody[0].now["result"] is None:
        step = max(player.step for player in everybody)
        for player in everybody:
            player.catch_up(step)
        side = everybody[0].prompt["side"]
        options = players[side].prompt["options"]
        option = choose(options) if choose else options[answers % len(options)]
        answer = players[side].act(option["action"])
        assert answer["type"] == "accepted", answer
        answers += 1
        for player in everybody:
            player.catch_up(answer["step"])
        assert answers < limit
    return answers
