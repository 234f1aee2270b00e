"""A game as a worker has it in memory, and what an answer makes of it.

Nothing here writes or sends.  An answer gives a `Draft`: the rows that would be added to the journal and the
position after them.  When the store has taken the rows, the game enters them.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from defilade.kernel import (
    SPECTATOR,
    Action,
    Chance,
    Choice,
    Committed,
    Event,
    GameLog,
    IllegalAction,
    Outcome,
    Over,
    Position,
    Step,
    System,
    came_out,
    make_view,
)
from defilade.kernel.chance import BY_STEP, NOTHING_YET, Chained, commitment_of, history_after
from defilade.kernel.log import Entry, entry_of
from defilade.kernel.replays import Stop
from defilade.rules.presentation import Orders, Presenter
from defilade.server.protocol import ClockOptions, Offer, RefusalCode, Result, SeatKind, TableOptions
from defilade.server.store import Addition, GameRow, JournalRow, Maker, SeatRow, SnapshotRow
from defilade.server.table_clock import Break, played
from defilade.systems import citations_of, presenter_of

STEP, UNDO, OFFER, ANSWER, END, REMATCH = "step", "undo", "offer", "answer", "end", "rematch"
HUMAN, COMPUTER, OPEN = "human", "computer", "open"

MAX_ANSWERS_BY_ORDERS = 500
"""In one go; a side that never wants to be asked is asked after so many answers all the same."""


class NotTaken(Exception):
    """An answer that was refused, and why."""

    def __init__(self, code: RefusalCode, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.code, self.reason, self.rule = code, reason, rule


class Mark(NamedTuple):
    """What undo must know of a step: its row, whose it was, and whether something came out."""

    seq: int
    side: str
    reveals: bool
    is_action: bool
    history: bytes
    """All that was done up to and with it, on which the dice to come depend."""


class Back(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is written down when something is taken back: whether that needed the others' consent."""

    agreed: bool = False


class Seat:
    """A side and who plays it."""

    __slots__ = ("account", "kind", "level", "name", "orders", "pledge", "salt", "side", "taken", "token")

    def __init__(self, row: SeatRow) -> None:
        self.side, self.level, self.name = row.side, row.level, row.name
        self.kind: SeatKind = msgspec.convert(row.kind, SeatKind)
        self.token, self.account, self.taken = row.token, row.account, row.taken
        self.orders = msgspec.json.decode(row.orders, type=Orders)
        self.pledge, self.salt = row.pledge, row.salt


class Clocks:
    """What time each side has used. A computer's clock does not run, nor any before all seats are taken.

    Time is given back when a decision has been committed to: something came out, or another side is asked. To choose
    something and to think better of it is no decision, so the clock of a move goes on through that.  `every_step` is
    how it was in games that were begun earlier, and goes on to be."""

    def __init__(
        self, options: ClockOptions, since: float, breaks: Sequence[Break] = (), *, every_step: bool = False
    ) -> None:
        self.options, self.breaks, self.every_step = options, breaks, every_step
        self.used: dict[str, float] = {}
        self.ready = math.inf
        self.since = since
        self.running = ""

    def seat(self, seats: Iterable[Seat]) -> None:
        """Who plays; the clocks run from when the last one sat down."""
        every = list(seats)
        self.used = {seat.side: self.used.get(seat.side, 0.0) for seat in every if seat.kind != COMPUTER}
        self.ready = math.inf if any(seat.kind == OPEN for seat in every) else max(one.taken for one in every)
        if self.running not in self.used:
            self.running = ""

    def advance(self, row: JournalRow) -> None:
        """Something happened at `row.at`; from then on `row.waits` is to decide."""
        if self.running:
            self.used[self.running] += self._elapsed(row.at)
        if self._commits(row):
            if self.options.kind == "move":
                self.used = dict.fromkeys(self.used, 0.0)
            elif row.side and row.side == self.running:
                self.used[row.side] -= self.options.increment
        self.run(row.waits, row.at)

    def _commits(self, row: JournalRow) -> bool:
        if self.every_step or row.kind not in (STEP, UNDO):
            return row.kind in (STEP, UNDO)
        if row.kind == UNDO:
            return self.options.kind == "move" and row.waits != self.running
        return bool(row.side) and row.side == self.running and (row.reveals or row.waits != row.side)

    def run(self, side: str, at: float) -> None:
        self.since = at
        self.running = side if side in self.used else ""

    def left(self, side: str, now: float) -> float:
        used = self.used[side] + (self._elapsed(now) if side == self.running else 0.0)
        return self.options.seconds - used

    def _elapsed(self, at: float) -> float:
        return played(max(self.since, self.ready), at, self.breaks)

    @property
    def kept(self) -> bool:
        return self.options.kind != "none"

    def out_of_time(self, now: float) -> str:
        """The side whose time has run out, if any."""
        if self.kept and self.running and self.left(self.running, now) <= 0:
            return self.running
        return ""


class Draft:
    """Rows that are to be added to a game, and the position after them."""

    def __init__(self, game: Game, now: float) -> None:
        self.game, self.now = game, now
        self.position: Position[Any] = game.position
        self.moment = game.moment
        self.rows: list[JournalRow] = []
        self.snapshots: list[SnapshotRow] = []
        self.events: list[tuple[int, Event]] = []
        self.ended: Result | None = game.ended
        self.history, self.undone = game.history, game.agreed_undos

    def note(
        self,
        kind: str,
        side: str,
        body: bytes = b"{}",
        *,
        events: list[Event] | None = None,
        digest: str = "",
        reveals: bool = False,
    ) -> JournalRow:
        moment = self.position.pending
        row = JournalRow(
            seq=self.game.seq + len(self.rows) + 1,
            kind=kind,
            side=side,
            body=body.decode(),
            events=msgspec.json.encode(events or []).decode(),
            digest=digest,
            reveals=reveals,
            moment=self.moment,
            waits="" if self.ended or not isinstance(moment, Choice) else moment.side,
            at=self.now,
        )
        self.rows.append(row)
        return row

    def take(self, step: Step) -> None:
        """Take one step. Raises `IllegalAction` where the moment does not admit it."""
        before = self.position.pending
        position, events = self.position.apply(step)
        side = before.side if isinstance(before, Choice | Chance) else ""
        self.position = position
        self.moment += 1
        digest = position.digest()
        entry = msgspec.structs.replace(entry_of(digest, side, step), undone=self.undone)
        self.history = self.game.history_after(self.history, entry)
        row = self.note(
            STEP,
            side,
            msgspec.json.encode(entry),
            events=events,
            digest=digest,
            reveals=came_out(before, step, position.pending, events),
        )
        self.events += [(self.moment, event) for event in events]
        if self.moment % self.game.snapshot_every == 0:
            self.snapshots.append(snapshot_of(position, row.seq, self.moment))

    def run_on(self) -> None:
        """Throw the dice that are asked for, and answer by standing orders, until somebody must decide."""
        answered = 0
        while True:
            moment = self.position.pending
            if isinstance(moment, Chance):
                if not self.game.may_draw:
                    return
                self.take(self.game.draw(moment, self))
                continue
            answer = self._by_orders(moment) if answered < MAX_ANSWERS_BY_ORDERS else None
            if answer is None:
                return
            answered += 1
            self.take(answer)

    def _by_orders(self, moment: Any) -> Action | None:
        if not isinstance(moment, Choice):
            return None
        return self.game.answered_for(self.position, moment, self.moment)

    @property
    def result(self) -> Result | None:
        return self.ended or self.game.kept or result_of(self.position)

    def addition(self, notice: str) -> Addition:
        result = self.result
        return Addition(
            game=self.game.id,
            after=self.game.seq,
            rows=self.rows,
            snapshots=self.snapshots,
            headline=self.game.headline(self.position),
            result="" if result is None else msgspec.json.encode(result).decode(),
            notice=notice,
        )


class Game:
    """A game in memory: where it stands, who plays it, what is on offer."""

    def __init__(
        self,
        row: GameRow,
        seats: Iterable[SeatRow],
        system: System[Any],
        position: Position[Any],
        snapshot_every: int = 50,
        breaks: Sequence[Break] = (),
    ) -> None:
        self.id, self.scenario, self.created = row.id, row.scenario, row.created
        self.maker = Maker(row.person, row.address)
        self.system, self.snapshot_every = system, snapshot_every
        self.presenter: Presenter = presenter_of(system)
        self.citations = citations_of(system.id)
        self.version, self.start = row.version, row.start
        self.options = msgspec.json.decode(row.options, type=dict[str, str])
        self.table = msgspec.json.decode(row.arrangement, type=TableOptions)
        self.opening = msgspec.json.decode(row.opening, type=list[Event])
        self.seed, self.committed, self.dice = row.seed, row.committed, row.dice
        self._commitment = row.commitment or commitment_of(row.seed)
        self._by_step = Committed(row.seed)
        self._by_history = Chained(row.seed, {})
        self.position = position
        self.ground: object = None
        """What it shares with other games of its card; held, so that it is not made anew at every step."""
        self.has_secrets = system.has_secrets(position.state)
        self.teaches = row.scenario in system.lessons()
        self.seq = 0
        self.step = 0
        """The last row that changed the position: what an answer must name."""
        self.undone = 0
        """The last row that took something back."""
        self.agreed_undos = 0
        """How often something was taken back by agreement."""
        self.line: list[Mark] = []
        self.offers: dict[str, Offer] = {}
        self.rematch: set[str] = set()
        self.ended: Result | None = None
        self.kept = msgspec.json.decode(row.result, type=Result) if row.result else None
        """How it ended, as it was written down: a correction of the rules since does not change that."""
        self.stop: Stop | None = None
        """The step at which the rules of now stop it: it stands before that step and can only be read."""
        self.seats: dict[str, Seat] = {}
        self.clocks = Clocks(self.table.clock, row.created, breaks, every_step=row.dice == BY_STEP)
        self.sit(seats)
        moment = position.pending
        self.clocks.run(moment.side if isinstance(moment, Choice) else "", row.created)

    def sit(self, seats: Iterable[SeatRow]) -> None:
        """Who plays which side, as it is kept now."""
        self.seats = {row.side: Seat(row) for row in seats}
        self.clocks.seat(self.seats.values())
        self._by_history = Chained(self.seed, self.salts)

    # -- dice ----------------------------------------------------------------------------------------------

    @property
    def pledges(self) -> dict[str, str]:
        """Who adds something to the dice: the hash that he gave beforehand."""
        return {side: seat.pledge for side, seat in self.seats.items() if seat.pledge}

    @property
    def salts(self) -> dict[str, str]:
        """What has been added to the dice."""
        return {side: seat.salt for side, seat in self.seats.items() if seat.salt}

    @property
    def all_seated(self) -> bool:
        return all(seat.kind != OPEN for seat in self.seats.values())

    @property
    def may_draw(self) -> bool:
        """Dice wait until everybody has sat down and shown what he adds to them: else whoever opens the table could
        look at the first ones and open another."""
        return self.dice == BY_STEP or (self.all_seated and self.pledges.keys() == self.salts.keys())

    @property
    def history(self) -> bytes:
        return self.line[-1].history if self.line else NOTHING_YET

    def history_after(self, history: bytes, entry: Entry) -> bytes:
        if self.dice == BY_STEP:
            return history
        return history_after(history, entry.side, entry.told, entry.undone)

    def draw(self, chance: Chance, draft: Draft) -> Outcome:
        if self.dice == BY_STEP:
            return self._by_step.draw(chance, draft.moment + 1)
        return self._by_history.draw(chance, draft.history, draft.undone)

    # -- looking -------------------------------------------------------------------------------------------

    @property
    def moment(self) -> int:
        return len(self.line)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.seats)

    @property
    def commitment(self) -> str:
        return self._commitment if self.committed else ""

    @property
    def result(self) -> Result | None:
        """How the game ended; none while it runs, or might by other rules."""
        return self.ended or self.kept or (result_of(self.position) if self.stop is None else None)

    @property
    def shown_result(self) -> Result | None:
        """What is told in place of a question. The step that was refused may be somebody's secret: it is not."""
        if self.result is not None or self.stop is None:
            return self.result
        return Result("", pinned_words(self.stop), "pinned", (self.stop.rule,) if self.stop.rule else ())

    @property
    def goes_on(self) -> bool:
        return self.ended is None and self.kept is None and self.stop is None

    @property
    def seed_shown(self) -> str:
        """The seed, once the game is over."""
        return self.seed if self.committed and self.result is not None else ""

    def headline(self, position: Position[Any]) -> str:
        """Where the game is, in words that everybody may hear."""
        return self.presenter.headline(self.system.redact(position.state, SPECTATOR))

    @property
    def waits_for(self) -> str:
        """The side that must choose; none when the game is over."""
        moment = self.position.pending
        return moment.side if self.goes_on and isinstance(moment, Choice) else ""

    @property
    def choice(self) -> Choice | None:
        moment = self.position.pending
        return moment if self.goes_on and isinstance(moment, Choice) else None

    @property
    def humans(self) -> list[str]:
        return [side for side, seat in self.seats.items() if seat.kind != COMPUTER]

    def who_must_agree(self, agreed: Collection[str]) -> list[str]:
        """The sides that people play and that have not agreed yet."""
        return [side for side in self.humans if side not in agreed]

    def undoable(self, side: str) -> int:
        """How many of its decisions a side may take back by itself."""
        if self.shown_result is not None or self.table.undo == "none":
            return 0
        if self.table.undo == "free":
            return sum(1 for mark in self.line if mark.is_action and mark.side == side)
        count = 0
        for mark in reversed(self.line):
            if mark.reveals or mark.side != side or not mark.is_action:
                break
            count += 1
        return count

    def moment_before(self, sides: Collection[str], decisions: int) -> int:
        """The moment at which the last so many decisions of these sides had not been taken."""
        left = decisions
        for moment in range(len(self.line), 0, -1):
            mark = self.line[moment - 1]
            if mark.is_action and mark.side in sides:
                left -= 1
                if left == 0:
                    return moment - 1
        raise NotTaken("illegal", f"{decisions} decisions cannot be taken back")

    # -- answers -------------------------------------------------------------------------------------------

    def check_step(self, step: int) -> None:
        if step != self.step:
            raise NotTaken("stale", f"the table has moved on: this answers step {step}, it is at {self.step}")

    def check_running(self) -> None:
        if self.result is not None:
            raise NotTaken("over", "the game is over")
        if self.stop is not None:
            raise NotTaken("over", pinned_words(self.stop), self.stop.rule)

    def check_turn(self, side: str) -> Choice:
        """Refuse whoever is not asked."""
        self.check_running()
        choice = self.choice
        if choice is None or choice.side != side:
            raise NotTaken("foreign", f"{side or 'nobody'} is not asked now")
        return choice

    def draft_action(self, side: str, action: Action, now: float) -> Draft:
        """What an action leads to, up to the next decision."""
        return self.draft_actions(side, [action], now)

    def draft_actions(self, side: str, actions: Sequence[Action], now: float, *, whole: bool = True) -> Draft:
        """What actions lead to that a side takes one after the other. Where something comes between them, none is
        taken; those that are not to be taken `whole` end there. What has come out on the way is not taken back: else
        one could look and not have done it."""
        self.check_turn(side)
        draft = Draft(self, now)
        for action in actions:
            ends = bool(draft.rows) and (not whole or any(row.reveals for row in draft.rows))
            choice = draft.position.pending
            if not isinstance(choice, Choice) or choice.side != side:
                if ends:
                    break
                raise NotTaken("illegal", f"something else comes before '{action}'")
            if action not in choice.options:
                if ends:
                    break
                raise self.refusal(side, choice, action, draft.position)
            try:
                draft.take(action)
            except IllegalAction as error:
                raise NotTaken("illegal", error.refusal.reason, error.refusal.rule) from error
        draft.run_on()
        return draft

    def refusal(
        self, side: str, choice: Choice, action: Action, position: Position[Any] | None = None
    ) -> NotTaken:
        """Why an action is refused, judged by what the side may know."""
        seen = make_view(self.system, position or self.position, side, self.moment)
        why = self.system.why_not(seen.state, choice, action)
        return NotTaken("illegal", why.reason, why.rule)

    def answered_for(self, position: Position[Any], choice: Choice, moment: int) -> Action | None:
        """What is answered for a player unasked: by standing orders, or because there is nothing to choose. In a lesson
        everything is asked, so that the pupil sees it."""
        seat = self.seats[choice.side]
        if seat.kind != HUMAN or (seat.orders == Orders() and (len(choice.options) > 1 or self.teaches)):
            return None
        seen = make_view(self.system, position, choice.side, moment)
        answer = self.presenter.answer(seen.state, choice, self._orders_of(seat))
        return answer if answer in choice.options else None

    def _orders_of(self, seat: Seat) -> Orders:
        """The orders of a seat. Against computers only, nobody learns from it what one is not asked."""
        others = [other for other in self.seats.values() if other is not seat]
        if self.teaches or not others or any(other.kind != COMPUTER for other in others):
            return seat.orders
        asked = "able" if seat.orders.interrupts == "always" else seat.orders.interrupts
        return msgspec.structs.replace(seat.orders, interrupts=asked, single_options=True)

    def asks_nobody(self, position: Position[Any], moment: int) -> bool:
        """Whether a position goes on by itself."""
        choice = position.pending
        return isinstance(choice, Choice) and self.answered_for(position, choice, moment) is not None

    def draft_begin(self, now: float) -> Draft | None:
        """What happens by itself before the first decision; none where somebody must decide at once."""
        draft = Draft(self, now)
        draft.run_on()
        return draft if draft.rows else None

    def draft_undo(
        self, side: str, moment: int, position: Position[Any], now: float, *, agreed: bool
    ) -> Draft:
        """Go back to a moment, whose position the caller has found. Where the others had to agree, other dice will fall
        from then on: nobody who has seen some goes back to choose what to do with them."""
        draft = Draft(self, now)
        draft.position, draft.moment = position, moment
        draft.history = self.line[moment - 1].history if moment else NOTHING_YET
        draft.undone += agreed
        draft.note(UNDO, side, msgspec.json.encode(Back(agreed)))
        draft.run_on()
        return draft

    def draft_note(self, kind: str, side: str, body: msgspec.Struct, now: float) -> Draft:
        """An offer or the answer to one: the position stays as it is."""
        draft = Draft(self, now)
        draft.note(kind, side, msgspec.json.encode(body))
        return draft

    def draft_end(self, side: str, result: Result, now: float) -> Draft:
        draft = Draft(self, now)
        draft.ended = result
        draft.note(END, side, msgspec.json.encode(result))
        return draft

    # -- moving on -----------------------------------------------------------------------------------------

    def enter(self, row: JournalRow) -> None:
        """Note a row that is in the journal. The position is set by the caller."""
        if row.kind == STEP:
            entry = msgspec.json.decode(row.body, type=Entry)
            history = self.history_after(self.history, entry)
            self.line.append(Mark(row.seq, row.side, row.reveals, bool(entry.action), history))
            self.agreed_undos = max(self.agreed_undos, entry.undone)
        elif row.kind == UNDO:
            del self.line[row.moment :]
            self.undone = row.seq
            self.agreed_undos += msgspec.json.decode(row.body, type=Back).agreed
        elif row.kind == END:
            self.ended = msgspec.json.decode(row.body, type=Result)
        elif row.kind == OFFER:
            offer = msgspec.json.decode(row.body, type=Offer)
            self.offers[offer.kind] = msgspec.structs.replace(offer, n=row.seq)
        elif row.kind == ANSWER:
            self.offers.pop(msgspec.json.decode(row.body, type=Offer).kind, None)
        elif row.kind == REMATCH:
            self.rematch.add(row.side)
        if row.kind in (STEP, UNDO, END):
            self.step = row.seq
            self.offers.clear()
        self.seq = row.seq
        self.clocks.advance(row)

    def log(self, entries: list[Entry], *, with_seed: bool) -> GameLog:
        """The game written down."""
        result = self.result
        shown = self.committed and (with_seed or result is not None)
        return GameLog(
            system=self.system.id,
            version=self.version,
            scenario=self.scenario,
            options=self.options,
            start=self.start,
            entries=entries,
            commitment=self.commitment,
            seed=self.seed if shown else "",
            result="" if result is None else result.winner,
            opening=tuple(self.opening),
            dice=self.dice,
            pledges=self.pledges,
            salts=self.salts if shown else {},
            ended="" if result is None or result.how == "played" else result.how,
        )


def pinned_words(stop: Stop) -> str:
    where = f"at step {stop.step}" if stop.step else "at the start"
    rule = f", by {stop.rule}" if stop.rule else ""
    return f"By the rules of now this game stops {where}{rule}: it cannot go on. What happened can still be read."


def result_of(position: Position[Any]) -> Result | None:
    moment = position.pending
    if not isinstance(moment, Over):
        return None
    return Result(moment.winner, moment.why, "played", moment.rules)


def snapshot_of(position: Position[Any], seq: int, moment: int) -> SnapshotRow:
    return SnapshotRow(seq, moment, zlib.compress(position.system.encode(position.state), 1))


def position_of(system: System[Any], snapshot: bytes) -> Position[Any]:
    return Position(system, system.decode(zlib.decompress(snapshot)))
