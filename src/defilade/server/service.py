"""What can be done at a table: take part, answer, take back, offer, resign, talk.

Changes of a game happen one after the other, under its room's lock.  A change is drafted, written to the
store, and only then entered and told; where the store says that another worker was quicker, the room catches
up and the change is refused as stale.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import math
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from defilade.kernel import Action, Chance, Committed, Event, Position, System
from defilade.kernel.chance import BY_HISTORY, commitment_of
from defilade.kernel.log import Entry
from defilade.rules.presentation import Orders
from defilade.server import advice, logs, positions, set_ups, standings, tokens, views
from defilade.server.analyses import Analyses
from defilade.server.channels import Channel, Notice
from defilade.server.computer import Computer
from defilade.server.game import (
    ANSWER,
    COMPUTER,
    HUMAN,
    OFFER,
    REMATCH,
    STEP,
    UNDO,
    Draft,
    Game,
    NotTaken,
)
from defilade.server.health import Doctor
from defilade.server.imports import TakenIn, opening_additions
from defilade.server.letters import POST_SECONDS, Letters
from defilade.server.metrics import Metrics
from defilade.server.protocol import (
    AnswerOffer,
    Chat,
    ChatLine,
    Hinted,
    Offer,
    Offers,
    OrdersKept,
    Recalled,
    Rematched,
    Result,
    Table,
)
from defilade.server.quotas import Quotas, clear_stored
from defilade.server.rooms import Connection, Full, Room, Rooms, encode
from defilade.server.rulework import in_rules_thread
from defilade.server.settings import Settings
from defilade.server.store import (
    UNKNOWN,
    ChatRow,
    GameRow,
    JournalRow,
    Maker,
    SeatRow,
    Store,
    StoreFailed,
)
from defilade.server.table_clock import BEAT_SECONDS, TableClock
from defilade.server.workshop import Workshop
from defilade.systems import UnknownSystem, cards, map_of, presenter_of

T = TypeVar("T")

SWEEP_SECONDS = 0.5
RETRY_SECONDS = 1.0
PRESENCE_EVERY = 20.0
FULL_SECONDS = 5.0
TIDY_SECONDS = 15.0
CLEAR_SECONDS = 3600.0
SEEN_SECONDS = 25.0
"""How often it is written down that somebody is here."""
WATCHING = "watching"
"""Who says something at a table and plays no side."""
TAKES_OVER = "greedy"
"""The level of the computer that plays on for somebody."""
AGREED_DRAW = Result("", "A draw was agreed.", "agreed")


class NoSuchGame(Exception):
    """There is no game of that id, or the one who asks may not know of it."""


class NotYours(Exception):
    """The token opens nothing here."""


class GameService:
    """The games of a store, as one worker serves them."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        channel: Channel,
        computer: Computer,
        metrics: Metrics,
        workshop: Workshop,
    ) -> None:
        self.settings, self.store, self.channel = settings, store, channel
        self.computer, self.metrics, self.workshop = computer, metrics, workshop
        self.rooms = Rooms(settings.games_in_memory, self._load)
        self.server_key = ""
        self.clock = TableClock()
        self.doctor = Doctor(store, settings.database_url)
        self.sessions: dict[str, set[Connection]] = {}
        """Connections that came in with an account, by the (hashed) token of its session."""
        self.letters = Letters(settings, store)
        self.quotas = Quotas(settings, store)
        self._seen: dict[str, float] = {}
        """When it was last written down that somebody was here."""
        self.analyses = Analyses(store, computer, self._spawn, self.position_at)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stopping = False

    async def start(self) -> None:
        self.server_key = await self.store.server_key()
        self.clock.breaks, beat = await self.store.breaks()
        if self.clock.woke(beat):
            await self.store.note_breaks(self.clock.breaks)
        await self.store.beat(self.clock.now())
        self._spawn(self._beat())
        await self.channel.open(self._hear, self._missed)
        self._spawn(self._sweep())
        self._spawn(self._announce())
        self._spawn(self._tidy())
        self._spawn(self._settle_all())
        if self.letters.possible:
            self._spawn(self._post())
        self._spawn(self._take_up(await self.store.waiting_for_computer()))

    def warm_up(self, pieces: Iterable[Callable[[], Any]]) -> None:
        """Load in the background what the first player would have to wait for."""

        async def one_by_one() -> None:
            for load in pieces:  # so that who comes back to his game meanwhile waits for one of them only
                await in_rules_thread(load)
            gc.freeze()  # what is loaded stays: the collector need not look through it while somebody waits

        self._spawn(one_by_one())
        self._spawn(self.computer.warm_up())

    async def stop(self) -> None:
        """Let what is being written be written, and stop everything else."""
        self._stopping = True
        for room in self.rooms:
            async with room.lock:
                if room.thinking is not None:
                    room.thinking.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.channel.close()

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if not isinstance(error, NotTaken | NoSuchGame):
                logs.LOGGER.error("task_failed", exc_info=error)

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish what was begun, even if the one who asked has gone."""
        return await asyncio.shield(self._spawn(work))

    # -- loading -------------------------------------------------------------------------------------------

    async def _load(self, game_id: str) -> Room:
        found = await self.store.game(game_id)
        if found is None:
            raise NoSuchGame("there is no such game")
        try:
            every = self.settings.snapshot_every
            room = Room(await positions.stored_game(self.store, *found, every, self.clock.breaks), self.clock)
        except (UnknownSystem, positions.Unreadable, msgspec.MsgspecError) as error:
            logs.failure("game_unreadable", game=game_id)
            raise NoSuchGame(
                "this version of the program cannot show the game; nothing of it is lost"
            ) from error
        self._drive_later(room)
        return room

    async def position_at(self, game: Game, moment: int) -> Position[Any]:
        """The position at a moment of the game as it stands."""
        return await positions.position_at(self.store, game, moment)

    async def events_at(self, game: Game, after: int, until: int | None = None) -> list[tuple[int, Event]]:
        """Everything that happened after a moment, with the moment each led to."""
        marks = game.line[after:until]
        found: list[tuple[int, Event]] = [] if after else [(0, event) for event in game.opening]
        kept = await self.store.events(game.id, [mark.seq for mark in marks])
        for moment, events in enumerate(kept, after + 1):
            if events != "[]":
                found += [(moment, event) for event in msgspec.json.decode(events, type=list[Event])]
        return found

    # -- taking part ---------------------------------------------------------------------------------------

    async def sessions_among(self, given: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Which tokens are those of accounts, hashed: id and name of each."""
        found = {}
        for hashed in map(tokens.hash_of, given):
            session = await self.store.session(hashed)
            if session is not None:
                found[hashed] = session[:2]
        return found

    async def sides_of(self, game: Game, given: Sequence[str]) -> tuple[str, ...]:
        """The sides that tokens hold. Raises `NotYours` where one of them opens nothing; who may watch can say by what
        account he is known."""
        held: set[str] = set()
        watch = tokens.watch_token(self.server_key, game.id)
        watches = any(tokens.same(token, watch) for token in given)
        for token in given:
            sides = await self._sides_of_token(game, token)
            if sides is None:
                if watches:  # the account by which he is known, or was until he signed out
                    continue
                raise NotYours("this token opens nothing here")
            held.update(sides)
        return tuple(side for side in game.sides if side in held)

    async def _sides_of_token(self, game: Game, token: str) -> list[str] | None:
        if tokens.same(token, tokens.watch_token(self.server_key, game.id)):
            return []
        hashed = tokens.hash_of(token)
        sides = [side for side, seat in game.seats.items() if seat.token and tokens.same(seat.token, hashed)]
        if sides:
            return [side for side in sides if game.seats[side].kind == HUMAN]
        session = await self.store.session(hashed)
        if session is None:
            return None
        sides = [side for side, seat in game.seats.items() if seat.account and seat.account == session[0]]
        return sides or None

    async def connect(self, room: Room, connection: Connection, since: int) -> None:
        """Give a connection the whole table, and from then on every change."""
        async with room.lock:
            if not room.connections:
                await self._refresh(room)
            await self._run_on(room)
            message = await self.table(room, connection, since)
            room.connections.add(connection)
            self.rooms.keep(room)
            connection.send(encode(message))
        self._presence_changed(room)
        self._drive(room)

    async def _refresh(self, room: Room) -> None:
        """Read what may have been missed while nobody was connected. The caller holds the lock."""
        room.reseat(await self.store.seats(room.game.id))
        await self._catch_up(room)

    async def reseat(self, room: Room) -> None:
        """Read again who plays which side, and tell everybody. The caller holds the lock."""
        for one in room.reseat(await self.store.seats(room.game.id)):
            one.send(encode(await self.table(room, one)))
        room.tell(room.seats_message())
        await self._run_on(room)

    async def _run_on(self, room: Room) -> None:
        """Throw dice that have waited for somebody, now that they may be thrown. The caller holds the lock."""
        game = room.game
        if not (game.goes_on and isinstance(game.position.pending, Chance) and game.may_draw):
            return
        draft = Draft(game, self.clock.now())
        draft.run_on()
        try:
            await self._commit(room, draft)
        except NotTaken:
            logs.info("dice_thrown_elsewhere", game=game.id)

    async def reveal(self, room: Room, holds: Sequence[str], salt: str) -> int:
        """What a player adds to the dice, or that he adds nothing after all."""
        return await self._whole(self._reveal(room, holds, salt))

    async def _reveal(self, room: Room, holds: Sequence[str], salt: str) -> int:
        game = room.game
        async with room.lock:
            await self._catch_up_seats(room)
            if not game.all_seated:
                raise NotTaken("illegal", "what you add to the dice is shown when everybody has sat down")
            waits = [side for side in holds if game.seats[side].pledge and not game.seats[side].salt]
            mine = [side for side in waits if not salt or commitment_of(salt) == game.seats[side].pledge]
            if not mine:
                raise NotTaken("illegal", "that is not what you pledged, or you have shown it already")
            for side in mine:
                await self.store.show_salt(game.id, side, game.seats[side].pledge, salt)
                if not salt:
                    await self.store.say(
                        game.id, "table", "", f"{side.capitalize()} adds nothing to the dice."
                    )
            await self.reseat(room)
            reached = game.step
        if not salt:
            await self._tell_chat(room)
        await self.channel.tell("seats", game.id)
        self._drive(room)
        return reached

    async def _catch_up_seats(self, room: Room) -> None:
        """Somebody may have sat down at another worker."""
        if not room.game.all_seated:
            room.reseat(await self.store.seats(room.game.id))

    def disconnect(self, room: Room, connection: Connection) -> None:
        room.connections.discard(connection)
        room.used = time.monotonic()
        self._presence_changed(room)

    def _presence_changed(self, room: Room) -> None:
        room.tell(room.seats_message())
        if not self._stopping:
            self._spawn(self._tell_who_is_here(room))

    async def _tell_who_is_here(self, room: Room) -> None:
        try:
            await self.channel.tell("here", room.game.id, room.sides_here(), room.watching_here())
        except StoreFailed:
            logs.failure("presence_not_told", game=room.game.id)

    async def table(self, room: Room, connection: Connection, since: int = 0) -> Table:
        """Everything, as a connection may see it. The caller holds the lock."""
        game = room.game
        side = connection.side = views.perspective(game, connection.holds, connection.side)
        after = self._moment_seen(game, since)
        events = await self.events_at(game, after)
        chat = await self.store.chat(game.id)
        if chat and not room.connections:  # else the others may still have to be told the last lines
            room.chatted = chat[-1].n
        update = room.update(side, views.curtain_of(game, connection.holds, side), events)
        return Table(
            game=views.info_of(game, room.sides_connected().union(connection.holds)),
            step=update.step,
            moment=update.moment,
            side=side,
            holds=connection.holds,
            scene=update.scene,
            prompt=update.prompt,
            events=update.events,
            events_after=after,
            chat=tuple(chat_line(line) for line in chat if may_hear(game, connection, line)),
            offers=update.offers,
            clocks=update.clocks,
            orders=game.seats[side].orders if side in game.seats else Orders(),
            result=update.result,
            seed=update.seed,
            rematch=self._rematch_id(game) if self._rematch_agreed(game) else "",
            curtain=update.curtain,
        )

    async def look(self, room: Room, connection: Connection, side: str) -> None:
        """Show a connection the table with the eyes of another of its sides."""
        if side not in connection.holds:
            raise NotTaken("foreign", "that side is not yours")
        async with room.lock:
            connection.side = side
            connection.send(encode(await self.table(room, connection)))

    @staticmethod
    def _moment_seen(game: Game, since: int) -> int:
        """The last moment that one who has seen step `since` knows of; 0 where something was taken back
        since."""
        if since <= 0 or since > game.seq or since < game.undone:
            return 0
        return sum(1 for mark in game.line if mark.seq <= since)

    # -- changes -------------------------------------------------------------------------------------------

    async def act(self, room: Room, side: str, step: int, texts: Sequence[str], *, whole: bool = True) -> int:
        """Do something, or several things one after the other; gives the step at which the table then is."""
        return await self._whole(self._act(room, side, step, texts, whole))

    async def _act(self, room: Room, side: str, step: int, texts: Sequence[str], whole: bool) -> int:
        began = time.perf_counter()
        async with room.lock:
            room.game.check_step(step)
            actions = [parsed(text) for text in texts]
            draft = room.game.draft_actions(side, actions, self.clock.now(), whole=whole)
            await self._commit(room, draft)
            reached = room.game.step
        self.metrics.action_seconds.observe(time.perf_counter() - began)
        self._drive(room)
        return reached

    async def set_up_as(self, room: Room, side: str, step: int, texts: Sequence[str], mirrored: bool) -> int:
        """Do again what a side did in another game to set up, as far as it goes here."""
        game = room.game
        _, key = map_of(game.presenter.map_id(game.scenario, game.options))
        info = await in_rules_thread(game.presenter.map_info, key, "")
        hexes = info.hexes if info is not None else ()
        wanted = [parsed(text) for text in texts]
        if mirrored:
            wanted = set_ups.mirrored(wanted, hexes)
        game.check_step(step)
        fitting = set_ups.fitted(game, side, wanted, hexes)
        if not fitting:
            raise NotTaken("illegal", "nothing of that set-up can be done here")
        return await self.act(room, side, step, [str(action) for action in fitting])

    async def undo(self, room: Room, side: str, step: int, decisions: int, holds: Sequence[str]) -> int:
        """Take back a side's last decisions, or ask the others to agree to it. `holds` are all sides of the one
        who asks."""
        return await self._whole(self._undo(room, side, step, decisions, holds))

    async def _undo(self, room: Room, side: str, step: int, decisions: int, holds: Sequence[str]) -> int:
        game = room.game
        agreed = len(game.humans) > 1 and not game.who_must_agree(holds)
        async with room.lock:
            game.check_step(step)
            game.check_running()
            if game.table.undo == "none":
                raise NotTaken("illegal", "nothing is taken back at this table")
            moment = game.moment_before(game.humans if agreed else [side], decisions)
            if agreed or decisions <= game.undoable(side):
                await self._go_back(room, side, moment, agreed=agreed and decisions > game.undoable(side))
            elif len(game.humans) < 2:
                raise NotTaken(
                    "illegal", "something came out since, and the computer does not agree to go back"
                )
            else:
                offer = Offer("undo", side, decisions, tuple(holds))
                await self._offer(room, offer, f"{side.capitalize()} asks to go back")
            reached = game.step
        self._drive(room)
        return reached

    async def _go_back(self, room: Room, side: str, moment: int, *, agreed: bool) -> None:
        game = room.game
        position = await self.position_at(game, moment)
        while moment and game.asks_nobody(position, moment):
            mark = game.line[moment - 1]
            if not mark.is_action or (mark.reveals and game.table.undo != "free"):
                raise NotTaken("illegal", "there was nothing to choose")
            moment -= 1
            position = await self.position_at(game, moment)
        await self._commit(room, game.draft_undo(side, moment, position, self.clock.now(), agreed=agreed))

    async def offer_draw(self, room: Room, side: str, step: int, holds: Sequence[str]) -> int:
        async def work() -> int:
            game = room.game
            async with room.lock:
                game.check_step(step)
                game.check_running()
                if len(game.humans) < 2:
                    raise NotTaken("illegal", "the computer plays on")
                _check_agreement(game)
                if not game.who_must_agree(holds):
                    await self._commit(room, game.draft_end(side, AGREED_DRAW, self.clock.now()))
                else:
                    offer = Offer("draw", side, 0, tuple(holds))
                    await self._offer(room, offer, f"{side.capitalize()} offers a draw")
                return game.step

        return await self._whole(work())

    async def _offer(self, room: Room, offer: Offer, said: str) -> None:
        before = room.game.offers.get(offer.kind)
        if before is not None and msgspec.structs.replace(before, n=0) == offer:
            return
        await self._commit(room, room.game.draft_note(OFFER, offer.by, offer, self.clock.now()), said)

    async def answer_offer(self, room: Room, side: str, answer: AnswerOffer, holds: Sequence[str]) -> int:
        """Agree to an offer or not. It comes about when everybody has agreed."""
        return await self._whole(self._answer_offer(room, side, answer, holds))

    async def _answer_offer(self, room: Room, side: str, answer: AnswerOffer, holds: Sequence[str]) -> int:
        game, kind, agree = room.game, answer.kind, answer.agree
        async with room.lock:
            game.check_step(answer.step)
            game.check_running()
            offer = game.offers.get(kind)
            if offer is None or offer.n != answer.offer:
                raise NotTaken("stale", "that is no longer on offer")
            if offer.by in holds:
                raise NotTaken("foreign", "the other side must agree")
            now = self.clock.now()
            agreed = {offer.by, *offer.agreed, *holds}
            if not agree:
                said = f"{side.capitalize()} does not agree"
                await self._commit(room, game.draft_note(ANSWER, side, offer, now), said)
            elif game.who_must_agree(agreed):
                more = msgspec.structs.replace(
                    offer, agreed=tuple(one for one in game.sides if one in agreed), n=0
                )
                await self._offer(room, more, f"{side.capitalize()} agrees")
            elif kind == "draw":
                _check_agreement(game)
                await self._commit(room, game.draft_end(side, AGREED_DRAW, now))
            else:
                moment = game.moment_before([offer.by], offer.steps)
                await self._go_back(room, side, moment, agreed=True)
            reached = game.step
        self._drive(room)
        return reached

    async def resign(self, room: Room, side: str, step: int) -> int:
        async def work() -> int:
            game = room.game
            async with room.lock:
                game.check_step(step)
                game.check_running()
                await self._give_up(room, side, "resigned", f"{side.capitalize()} resigned.")
                return game.step

        return await self._whole(work())

    async def _give_up(self, room: Room, side: str, how: Literal["resigned", "time"], why: str) -> None:
        """A side gives up. Of two the other one has won; where more play, the computer plays on in its place as
        long as people are left. The caller holds the lock."""
        game = room.game
        if len(game.sides) > 2 and any(other != side for other in game.humans):
            await self.store.hand_to_computer(game.id, side, TAKES_OVER)
            await self.store.say(game.id, "table", "", f"{why} The computer plays on in its place.")
            await self.reseat(room)
            await self._tell_chat(room)
            await self.channel.tell("seats", game.id)
            await self.channel.tell("chat", game.id)
            self._drive(room)
            return
        await self._commit(
            room, game.draft_end(side, Result(other_side(game, side), why, how), self.clock.now())
        )

    async def give_orders(self, room: Room, side: str, orders: Orders) -> None:
        async def work() -> None:
            async with room.lock:
                text = msgspec.json.encode(orders).decode()
                await self.store.set_orders(room.game.id, side, text)
                room.game.seats[side].orders = orders
                if room.game.shown_result is None:
                    draft = Draft(room.game, self.clock.now())
                    draft.run_on()
                    if draft.rows:
                        await self._commit(room, draft)
            for one in room.connections:
                if one.side == side:
                    one.send(encode(OrdersKept(orders)))
            await self.channel.tell("seats", room.game.id)
            self._drive(room)

        await self._whole(work())

    # -- writing -------------------------------------------------------------------------------------------

    async def _commit(self, room: Room, draft: Draft, said: str = "") -> None:
        """Write a draft down, then enter it and tell everybody. The caller holds the lock."""
        game = room.game
        written = await self.store.add(draft.addition(self.channel.notice("moved", game.id)))
        if not written:
            self.metrics.conflicts.inc()
            await self._catch_up(room)
            raise NotTaken("stale", "somebody else was quicker")
        self.metrics.steps.inc(len(draft.rows))
        for row in draft.rows:
            game.enter(row)
        game.position = draft.position
        await self._tell(room, draft.rows, draft.events, said)
        if draft.result is not None and draft.rows[-1].kind != REMATCH:
            self.metrics.games.labels(what="ended").inc()
            if game.table.rated:
                self._spawn(self._settle(game.id))

    async def _tell(
        self, room: Room, rows: Sequence[JournalRow], events: list[tuple[int, Event]], said: str = ""
    ) -> None:
        kinds = {row.kind for row in rows}
        if UNDO in kinds:
            for one in list(room.connections):
                one.send(encode(await self.table(room, one)))
        elif kinds <= {OFFER, ANSWER, REMATCH}:
            room.tell(Offers(room.game.step, views.offers_of(room.game), said))
        else:
            room.tell_update(events)

    async def _catch_up(self, room: Room) -> None:
        """Read what others have written. The caller holds the lock."""
        game = room.game
        rows = await self.store.rows(game.id, game.seq)
        if not rows:
            return
        undone = any(row.kind == UNDO for row in rows)
        position = game.position.clone()
        events: list[tuple[int, Event]] = []
        for row in rows:
            game.enter(row)
            if row.kind == STEP and not undone:
                happened = position.advance(msgspec.json.decode(row.body, type=Entry).step)
                events += [(row.moment, event) for event in happened]
        game.position = await self.position_at(game, game.moment) if undone else position
        await self._tell(room, rows, events)

    # -- other workers -------------------------------------------------------------------------------------

    def end_session(self, session: str) -> None:
        """Somebody has signed out: close what he had open."""
        for connection in list(self.sessions.pop(session, ())):
            connection.end()

    async def _hear(self, notice: Notice) -> None:
        if notice.kind == "out":
            self.end_session(notice.game)
            return
        room = self.rooms.get(notice.game)
        if room is None:
            return
        if notice.kind == "here":
            room.elsewhere[notice.worker] = (time.monotonic(), notice.sides, notice.watching)
            room.tell(room.seats_message())
            return
        self._spawn(self._follow(room, notice.kind))

    async def _follow(self, room: Room, kind: str) -> None:
        if kind == "chat":
            await self._tell_chat(room)
            return
        async with room.lock:
            if kind == "seats":
                await self.reseat(room)
            else:
                await self._catch_up(room)

    async def _missed(self) -> None:
        for room in self.rooms:
            await self._follow(room, "seats")
            await self._follow(room, "moved")
            await self._follow(room, "chat")

    async def _beat(self) -> None:
        """Write down again and again that a server lives, by which the next one sees how long there was none."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.store.beat(self.clock.now())
            except StoreFailed:
                logs.failure("beat_not_kept")

    async def _tidy(self) -> None:
        """Give up rooms that nobody uses, and delete stored games that have had their time."""
        settings, cleared = self.settings, 0.0
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            self.rooms.give_up_idle(settings.idle_minutes * 60)
            if not settings.own_table and time.monotonic() - cleared > CLEAR_SECONDS:
                cleared = time.monotonic()
                try:
                    await self.clear_stored()
                except StoreFailed:
                    logs.failure("store_not_cleared")

    async def clear_stored(self) -> int:
        """Delete stored games after the times that the operator has set."""
        return await clear_stored(self.store, self.settings, self.rooms.in_use)

    async def _announce(self) -> None:
        """Say again and again who is here, so that the word of a worker that died runs out."""
        while True:
            await asyncio.sleep(PRESENCE_EVERY)
            for room in self.rooms:
                if room.connections:
                    await self._tell_who_is_here(room)
                for one in room.connections:
                    for account in {room.game.seats[side].account for side in one.holds} | {one.account}:
                        self.see(account)

    # -- people ------------------------------------------------------------------------------------------------

    def see(self, account: str) -> None:
        """Somebody is here."""
        now = time.monotonic()
        if account and now - self._seen.get(account, -math.inf) > SEEN_SECONDS and not self._stopping:
            self._seen[account] = now
            self._spawn(self._note_seen(account))

    async def _note_seen(self, account: str) -> None:
        try:
            await self.store.seen([account], time.time())
        except StoreFailed:
            logs.failure("presence_not_kept")

    async def _settle(self, game: str) -> None:
        """Count a rated game that is over."""
        try:
            await standings.settle(self.store, game)
        except StoreFailed:
            logs.failure("ratings_not_kept", game=game)

    async def _settle_all(self) -> None:
        """Count what ended when a server died."""
        for game in await standings.unsettled(self.store):
            await self._settle(game)

    async def _post(self) -> None:
        """Write to those whose turn it is."""
        titles = {card.id: card.title for card in cards()}
        while True:
            await asyncio.sleep(POST_SECONDS)
            try:
                await self.letters.tell_whose_turn_it_is(titles)
            except StoreFailed:
                logs.failure("letters_not_written")

    # -- the computer --------------------------------------------------------------------------------------

    async def _take_up(self, games: Sequence[str]) -> None:
        """After a restart: games in which the computer is to move, one after the other; where people need the place,
        later."""
        for game in games:
            while True:
                try:
                    self._drive(await self.rooms.enter(game))
                    break
                except Full:
                    await asyncio.sleep(FULL_SECONDS)
                except (NoSuchGame, StoreFailed):
                    logs.failure("game_not_taken_up", game=game)
                    break

    def _drive_later(self, room: Room) -> None:
        asyncio.get_running_loop().call_soon(self._drive, room)

    def _drive(self, room: Room) -> None:
        """Let the computer think where it is to move."""
        seat = room.game.seats.get(room.game.waits_for)
        if seat is None or seat.kind != COMPUTER or room.thinking is not None or self._stopping:
            return
        room.thinking = self._spawn(self._think(room))

    async def _think(self, room: Room) -> None:
        game = room.game
        try:
            while (choice := game.choice) is not None and game.seats[choice.side].kind == COMPUTER:
                step, side = game.step, choice.side
                seen = views.view_of(game, side)
                question = advice.question_for(game, game.seats[side].level, seen, step)
                action = await self.computer.choose(question, choice.options, advice.asker_of(game))
                async with room.lock:
                    if game.step != step:
                        continue
                    try:
                        await self._commit(room, game.draft_action(side, action, self.clock.now()))
                    except NotTaken:
                        continue
                    except StoreFailed:
                        await asyncio.sleep(RETRY_SECONDS)
        finally:
            room.thinking = None

    async def hint(self, room: Room, side: str, step: int, request: str) -> Hinted:
        """What the computer would do in a side's place."""
        room.game.check_step(step)
        return await advice.hint(self.computer, room.game, side, request)

    async def recall(self, room: Room, moment: int, request: str) -> Recalled:
        """After the game: what the last decision on the way to a moment was about."""
        game = room.game
        async with room.lock:
            decision = advice.asked_back(game, moment)
            position = await self.position_at(game, decision.moment)
            seq = game.line[decision.moment].seq
            (row,) = await self.store.rows(game.id, seq - 1, seq)
        taken = msgspec.json.decode(row.body, type=Entry).action
        return await advice.recalled(self.computer, game, decision, position, taken, request)

    # -- clocks --------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """End the games of those who have run out of time."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for room in self.rooms:
                if room.game.result is None and room.game.clocks.out_of_time(self.clock.now()):
                    await self._time_is_up(room)

    async def _time_is_up(self, room: Room) -> None:
        game = room.game
        async with room.lock:
            late = game.clocks.out_of_time(self.clock.now())
            if not late or game.result is not None:
                return
            try:
                await self._give_up(room, late, "time", f"{late.capitalize()} ran out of time.")
            except NotTaken:
                logs.info("clock_overtaken", game=game.id)
            except StoreFailed:
                logs.failure("clock_not_kept", game=game.id)

    # -- talking -------------------------------------------------------------------------------------------

    async def say(self, room: Room, side: str, words: str) -> None:
        seat = room.game.seats[side]
        await self.store.say(room.game.id, side, seat.name, words, self.settings.chat_kept)
        await self._tell_chat(room)
        await self.channel.tell("chat", room.game.id)

    async def say_watching(self, room: Room, name: str, words: str) -> None:
        """Those who watch talk among themselves: what they see is no advice for players."""
        await self.store.say(room.game.id, WATCHING, name, words, self.settings.chat_kept)
        await self._tell_chat(room)
        await self.channel.tell("chat", room.game.id)

    async def _tell_chat(self, room: Room) -> None:
        for line in await self.store.chat(room.game.id, room.chatted):
            if line.n > room.chatted:
                room.chatted = line.n
                message = encode(Chat(chat_line(line)))
                for one in room.connections:
                    if may_hear(room.game, one, line):
                        one.send(message)

    # -- once more -----------------------------------------------------------------------------------------

    def _rematch_agreed(self, game: Game) -> bool:
        return bool(game.rematch) and game.rematch.issuperset(game.humans)

    def _rematch_id(self, game: Game) -> str:
        """Follows from the game, so that two workers that begin it at once begin the same."""
        return hashlib.sha256(f"{self.server_key}:rematch:{game.id}".encode()).hexdigest()[:16]

    async def rematch(self, room: Room, side: str) -> None:
        """Ask for another game with the sides swapped; it begins when everybody has asked."""
        game = room.game

        async def work() -> None:
            async with room.lock:
                if game.result is None:
                    raise NotTaken("illegal", "this game is not over yet")
                if any(seat.kind == COMPUTER for seat in game.seats.values()):
                    if why := await self.quotas.of_opponents(game.maker):
                        raise NotTaken("unavailable", why)
                if side not in game.rematch:
                    draft = game.draft_note(REMATCH, side, Offer("rematch", side, 0), self.clock.now())
                    await self._commit(room, draft, f"{side.capitalize()} would play again")
            if self._rematch_agreed(game):
                await self._begin_rematch(room)

        async with self.quotas.one_at_a_time(game.maker):
            await self._whole(work())

    async def _begin_rematch(self, room: Room) -> None:
        game, new_id = room.game, self._rematch_id(room.game)
        swapped = dict(zip(game.sides, [*game.sides[1:], game.sides[0]], strict=True))
        kept = {row.side: row for row in await self.store.seats(game.id)}
        seats = [
            msgspec.structs.replace(
                kept[old],
                game=new_id,
                side=new,
                place=game.sides.index(new),
                orders="{}",
                pledge="",
                salt="",
            )
            for old, new in swapped.items()
        ]
        if await self.store.game(new_id) is None:
            table = msgspec.structs.replace(game.table, challenge=False)
            await self.begin(
                new_id,
                game.system,
                game.scenario,
                game.options,
                table,
                seats,
                maker=game.maker,
                rated=table.rated,
            )
        for one in room.connections:
            sides = tuple(swapped[side] for side in one.holds)
            one.send(encode(Rematched(new_id, sides)))

    async def begin(
        self,
        game_id: str,
        system: System[Any],
        scenario: str,
        options: dict[str, str],
        table: Any,
        seats: Sequence[SeatRow],
        *,
        taken: TakenIn | None = None,
        seed: str = "",
        dice: int = BY_HISTORY,
        committed: bool = True,
        book: str = "",
        maker: Maker = UNKNOWN,
        rated: bool = False,
    ) -> Game:
        """Begin a game, or take one up that was begun elsewhere, and keep it. A seed that somebody knows is for games
        of which nobody else is part. `maker` answers for it; where it came of a `book`, that is what it was made by."""
        now = self.clock.now()
        if taken is None:
            position, opening = await in_rules_thread(system.begin, scenario, options)
            start, told = position.digest(), msgspec.json.encode(opening).decode()
        else:
            position = Position(system, system.decode(taken.state))
            start, told = taken.start, taken.opening
        source = Committed(seed) if seed else Committed.fresh()
        dice = dice if seed else BY_HISTORY
        row = GameRow(
            id=game_id,
            system=system.id,
            version=system.version,
            scenario=scenario,
            options=msgspec.json.encode(options).decode(),
            arrangement=msgspec.json.encode(table).decode(),
            created=now,
            start=start,
            opening=told,
            seed=source.seed,
            committed=committed,
            public=table.public,
            seq=0,
            moment=0,
            waits="",
            headline="",
            last_moved=now,
            result="",
            made_by=book or maker.person,
            person=maker.person,
            address=maker.address,
            commitment=source.commitment,
            dice=dice,
            challenge=table.challenge,
            rated=standings.TO_BE_RATED if rated else standings.NOT_RATED,
        )
        game = Game(row, seats, system, position, self.settings.snapshot_every, self.clock.breaks)
        additions = await in_rules_thread(opening_additions, game, taken, now)
        row.waits = game.waits_for
        row.headline = game.headline(position)
        await self.store.create(row, seats, additions[0] if additions else None)
        for more in additions[1:]:
            await self.store.add(more)
        self.metrics.games.labels(what="begun").inc()
        return game


def other_side(game: Game, side: str) -> str:
    """Who wins when a side gives up; nobody where more than one is left."""
    others = [one for one in game.sides if one != side]
    return others[0] if len(others) == 1 else ""


def parsed(text: str) -> Action:
    try:
        return Action.parse(text)
    except ValueError as error:
        raise NotTaken("malformed", str(error)) from error


def may_hear(game: Game, connection: Connection, line: ChatRow) -> bool:
    """Players hear those who watch when the game is over."""
    return line.side != WATCHING or not connection.holds or game.result is not None


def chat_line(row: ChatRow) -> ChatLine:
    return ChatLine(row.n, row.side, row.name, row.text, row.at)


def _check_agreement(game: Game) -> None:
    """The rules may say when players can agree on an end."""
    refusal = presenter_of(game.system).agreement_refusal(game.position.state)
    if refusal is not None:
        raise NotTaken("illegal", refusal.reason, refusal.rule)
