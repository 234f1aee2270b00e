"""A player's connection: reads messages, has the service do what they ask, writes what the table says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from defilade.kernel import SPECTATOR
from defilade.server import logs, names, views
from defilade.server.game import NotTaken
from defilade.server.limits import Bucket, Pace
from defilade.server.protocol import (
    CLOSE_BAD_TOKEN,
    CLOSE_FULL,
    CLOSE_NO_GAME,
    CLOSE_NO_HELLO,
    CLOSE_RESTART,
    CLOSE_TOO_BIG,
    CLOSE_TOO_FAST,
    Accepted,
    Act,
    AnswerOffer,
    AskAgain,
    AskAnalysis,
    AskCourse,
    AskHint,
    AskInspect,
    AskLos,
    AskPreview,
    AskReach,
    AskRematch,
    AskThought,
    AskTry,
    AskWhy,
    ClientMessage,
    GiveOrders,
    Hello,
    Look,
    OfferDraw,
    RefusalCode,
    Refused,
    Resign,
    Reveal,
    Say,
    Sent,
    SetUpAs,
    Undo,
)
from defilade.server.rooms import Full, Room, encode
from defilade.server.service import GameService, NoSuchGame, NotYours, parsed
from defilade.server.store import StoreFailed

OUTGOING = 512
"""Messages that may wait for a slow client before it is cut off; it can connect again."""

FAULTS = 50
"""Messages that are malformed or too fast before a connection is closed."""

DEFECT = "something went wrong here; it has been noted"

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

DECODER = msgspec.json.Decoder(ClientMessage)


class Closed(Exception):
    """The connection is at its end; `code` tells the other side why, 0 where that one left."""

    def __init__(self, code: int = 0, reason: str = "") -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class TableSocket:
    """One connection to one game."""

    def __init__(
        self, service: GameService, game: str, receive: Receive, send: Send, address: str, pace: Pace
    ) -> None:
        self.service, self.game_id = service, game
        self._address, self._pace = address, pace
        self.holds: tuple[str, ...] = ()
        self.side = SPECTATOR
        self.account = self.name = ""
        self._receive, self._send = receive, send
        settings = service.settings
        self._bucket = Bucket(settings.messages_per_second, 3 * settings.messages_per_second)
        self._faults = 0
        self._outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(OUTGOING)
        self._overflown = False
        self._advising: asyncio.Task[None] | None = None
        self._sessions: list[str] = []
        self._ended = asyncio.Event()

    # -- the connection ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """From the handshake to the end."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        writer = asyncio.create_task(self._write())
        room: Room | None = None
        try:
            room = await self._enter()
            await self._serve(room)
        except Closed as closed:
            await self._close(closed, writer)
        finally:
            for session in self._sessions:
                mine = self.service.sessions.get(session, set())
                mine.discard(self)
                if not mine:
                    self.service.sessions.pop(session, None)
            if room is not None:
                self.service.disconnect(room, self)
                logs.info("socket_left", game=self.game_id, sides=self.holds)
            for task in (writer, self._advising):
                if task is not None:
                    task.cancel()

    async def _enter(self) -> Room:
        """Wait for hello, check its tokens, take a place at the table."""
        try:
            hello = await asyncio.wait_for(self._next(), self.service.settings.hello_seconds)
        except TimeoutError:
            raise Closed(CLOSE_NO_HELLO, "no hello") from None
        except msgspec.DecodeError:
            raise Closed(CLOSE_NO_HELLO, "the first message must be hello") from None
        if not isinstance(hello, Hello):
            raise Closed(CLOSE_NO_HELLO, "the first message must be hello")
        try:
            room = await self.service.rooms.enter(self.game_id)
            given = (hello.token, *hello.others)
            self.holds = await self.service.sides_of(room.game, given)
            sessions = await self.service.sessions_among(given)
        except NoSuchGame:
            raise Closed(CLOSE_NO_GAME, "there is no such game") from None
        except NotYours:
            raise Closed(CLOSE_BAD_TOKEN, "this token opens nothing here") from None
        except Full as full:
            raise Closed(CLOSE_FULL, str(full)) from None
        except StoreFailed:
            raise Closed(CLOSE_RESTART, "the store does not answer") from None
        self._sessions = list(sessions)
        self.account, self.name = next(iter(sessions.values()), ("", self._called(hello.name)))
        for session in self._sessions:
            self.service.sessions.setdefault(session, set()).add(self)
        await self.service.connect(room, self, hello.since)
        logs.info("socket_entered", game=self.game_id, sides=self.holds)
        return room

    @staticmethod
    def _called(name: str) -> str:
        """What somebody without an account is called."""
        cleaned = names.clean(name)[:40]
        return "" if not cleaned or names.refusal(cleaned) else cleaned

    async def _serve(self, room: Room) -> None:
        while True:
            try:
                message = await self._next()
            except msgspec.DecodeError as error:
                self._fault(room, "malformed", str(error))
                continue
            if not (self._bucket.take() and self._pace.may_send(self._address, cost_of(message))):
                self._fault(room, "too_fast", "so many messages at once are not taken", request_of(message))
                continue
            await self._handle(room, message)

    async def _next(self) -> Any:
        """The next message. Raises `DecodeError` for one that is none."""
        heard = await self._hear()
        if heard["type"] == "websocket.disconnect":
            raise Closed
        data = heard.get("bytes") or (heard.get("text") or "").encode()
        self.service.metrics.messages.labels(direction="in").inc()
        if len(data) > self.service.settings.max_message:
            raise Closed(CLOSE_TOO_BIG, "a message of that size is not taken")
        try:
            return DECODER.decode(data)
        except RecursionError:
            raise msgspec.DecodeError("nested too deeply") from None

    async def _hear(self) -> Any:
        """What comes next; the end where whoever holds this has signed out meanwhile."""
        if not self._sessions:
            return await self._receive()
        message = asyncio.ensure_future(self._receive())
        ended = asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait((message, ended), return_when=asyncio.FIRST_COMPLETED)
            if self._ended.is_set():
                raise Closed(CLOSE_BAD_TOKEN, "you have signed out")
            return message.result()
        finally:
            ended.cancel()
            if not message.done():
                message.cancel()

    def end(self) -> None:
        """Who holds this has signed out."""
        self._ended.set()

    def _fault(self, room: Room, code: RefusalCode, reason: str, request: str = "") -> None:
        self._faults += 1
        self.service.metrics.actions.labels(outcome=code).inc()
        self.send(encode(Refused(request, room.game.step, code, reason, "")))
        if self._faults >= FAULTS:
            raise Closed(CLOSE_TOO_FAST, "too many messages that could not be taken")

    def send(self, message: bytes) -> None:
        """Queue a message. A client that does not read is cut off rather than waited for."""
        if self._overflown:
            return
        try:
            self._outgoing.put_nowait(message)
        except asyncio.QueueFull:
            self._overflown = True

    async def _write(self) -> None:
        while (message := await self._outgoing.get()) is not None:
            self.service.metrics.messages.labels(direction="out").inc()
            await self._send({"type": "websocket.send", "text": message.decode()})
            if self._overflown and self._outgoing.empty():
                await self._send({"type": "websocket.close", "code": CLOSE_RESTART, "reason": "too slow"})
                return

    async def _close(self, closed: Closed, writer: asyncio.Task[None]) -> None:
        if not closed.code:
            return
        if not writer.done():
            await self._outgoing.put(None)
            await asyncio.wait([writer], timeout=2)
        logs.info("socket_closed", game=self.game_id, code=closed.code, why=closed.reason)
        await self._send({"type": "websocket.close", "code": closed.code, "reason": closed.reason})

    # -- messages ------------------------------------------------------------------------------------------

    async def _handle(self, room: Room, message: Any) -> None:
        request = request_of(message)
        await self._or_refuse(room, request, self._do(room, message, request))

    async def _or_refuse(self, room: Room, request: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except NotTaken as refused:
            self.service.metrics.actions.labels(outcome=refused.code).inc()
            step = room.game.step
            rule = room.game.citations.rule(refused.rule)
            self.send(encode(Refused(request, step, refused.code, refused.reason, rule)))
        except StoreFailed:
            refusal = Refused(request, room.game.step, "unavailable", "the store does not answer", "")
            self.send(encode(refusal))
        except Closed:
            raise
        except Exception:
            # A defect in what one asks about costs nobody his place at the table.
            logs.failure("message_failed", game=self.game_id, sides=self.holds)
            self.service.metrics.actions.labels(outcome="defect").inc()
            self.send(encode(Refused(request, room.game.step, "defect", DEFECT, "")))

    async def _do(self, room: Room, message: Any, request: str) -> None:
        """Do what a message asks for."""
        service, game = self.service, room.game
        match message:
            case Act(step=step, action=action, then=then, whole=whole):
                reached = await service.act(room, self._asked(room), step, (action, *then), whole=whole)
                service.metrics.actions.labels(outcome="accepted").inc()
                self._accept(request, reached)
            case SetUpAs(step=step, actions=actions, mirrored=mirrored):
                reached = await service.set_up_as(room, self._asked(room), step, actions, mirrored)
                service.metrics.actions.labels(outcome="accepted").inc()
                self._accept(request, reached)
            case AskPreview(step=step, action=action):
                game.check_step(step)
                self.send(encode(views.preview(game, self._asked(room), request, parsed(action))))
            case AskCourse(step=step, action=action, picks=picks, via=via):
                game.check_step(step)
                if action:
                    parsed(action)
                self.send(encode(views.course(game, self._asked(room), request, action, picks, via)))
            case AskWhy(step=step, action=action):
                game.check_step(step)
                self.send(encode(views.why_not(game, self._asked(room), request, parsed(action))))
            case AskReach(step=step, unit=unit):
                game.check_step(step)
                self.send(encode(views.reach(game, self.side, request, unit)))
            case AskLos(from_hex=from_hex, to_hex=to_hex):
                self.send(encode(views.los(game, self.side, request, from_hex, to_hex)))
            case AskInspect(piece=piece):
                self.send(encode(views.inspect(game, self.side, request, piece)))
            case AskHint(step=step):
                self._advise(room, request, service.hint(room, self._asked(room), step, request))
            case AskThought(moment=moment):
                self._advise(room, request, service.recall(room, moment, request))
            case AskAnalysis():
                self.send(encode(service.analyses.ask(game, request)))
            case AskAgain(moment=moment):
                self.send(encode(await service.analyses.again(game, moment, request)))
            case AskTry(moment=moment, action=action):
                self._advise(room, request, service.analyses.tried(game, moment, action, request))
            case Look(side=side):
                await service.look(room, self, side)
                self._accept(request, game.step)
            case Say(text=text) if not self.holds:
                await self._say_watching(room, text)
                self._accept(request, game.step)
            case Hello():
                raise NotTaken("malformed", "hello is said once")
            case _:
                await self._do_at_table(room, message, request)

    async def _do_at_table(self, room: Room, message: Any, request: str) -> None:
        """What needs a seat but not the turn."""
        service, side = self.service, self._own(room)
        step = room.game.step
        match message:
            case Undo():
                step = await service.undo(room, side, message.step, message.steps, self.holds)
            case OfferDraw():
                step = await service.offer_draw(room, side, message.step, self.holds)
            case AnswerOffer():
                step = await service.answer_offer(room, side, message, self.holds)
            case Resign():
                step = await service.resign(room, side, message.step)
            case Say():
                self._check_pace()
                await service.say(room, side, message.text)
            case Reveal():
                step = await service.reveal(room, self.holds, message.salt)
            case GiveOrders():
                await service.give_orders(room, side, message.orders)
            case AskRematch():
                for one in self.holds:
                    await service.rematch(room, one)
        self._accept(request, step)

    def _check_pace(self) -> None:
        if not self._pace.may_chat(self._address, self.game_id):
            raise NotTaken("too_fast", "so many lines at once are not taken")

    async def _say_watching(self, room: Room, text: str) -> None:
        """Only one who has a name of his own is heard."""
        taken = [names.skeleton(seat.name) for seat in room.game.seats.values() if seat.name]
        if not self.name or (not self.account and names.skeleton(self.name) in taken):
            raise NotTaken("forbidden", "who watches and has something to say first gives himself a name")
        self._check_pace()
        await self.service.say_watching(room, self.name, text)

    def _accept(self, request: str, step: int) -> None:
        self.send(encode(Accepted(request, step)))

    def _asked(self, room: Room) -> str:
        """The side of this connection that is asked now."""
        side = room.game.waits_for
        if not self.holds:
            raise NotTaken("forbidden", "those who watch do not play")
        room.game.check_running()
        if side not in self.holds:
            raise NotTaken("foreign", f"{side.capitalize() or 'Nobody'} is asked, not you")
        if side != self.side:
            raise NotTaken("foreign", f"first hand the screen to {side.capitalize()}")
        return side

    def _own(self, room: Room) -> str:
        if not self.holds:
            raise NotTaken("forbidden", "those who watch do not play")
        if self.side not in self.holds:
            raise NotTaken("foreign", "first say which side sits at the screen")
        return self.side

    def _advise(self, room: Room, request: str, work: Coroutine[Any, Any, Sent]) -> None:
        """The computer takes its time: the connection goes on in the meantime."""
        if self._advising is not None and not self._advising.done():
            work.close()
            raise NotTaken("too_fast", "one question to the computer at a time")

        async def answer() -> None:
            self.send(encode(await work))

        self._advising = asyncio.create_task(self._or_refuse(room, request, answer()))


COSTS: dict[type, float] = {
    SetUpAs: 10,
    AskAgain: 5,
    AskThought: 5,
    AskTry: 5,
    AskHint: 4,
    Undo: 4,
    AskAnalysis: 2,
    AskCourse: 2,
    GiveOrders: 2,
}
"""What messages cost that take longer than others."""


def cost_of(message: Any) -> float:
    return COSTS.get(type(message), 1)


def request_of(message: Any) -> str:
    return str(getattr(message, "id", ""))
