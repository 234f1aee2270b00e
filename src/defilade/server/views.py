"""The only way out: what a side, or one who watches, gets to see of a game.

Everything that leaves the server about a position is made here, from a view that the kernel has redacted for
the one who looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from defilade.kernel import SPECTATOR, Action, Choice, Event, Record, View, make_view
from defilade.kernel.log import Entry, Seen
from defilade.rules.designs import in_short
from defilade.rules.presentation import NotShown
from defilade.rules.signs import Sign
from defilade.server.game import COMPUTER, Game, NotTaken, Seat
from defilade.server.protocol import (
    ClockView,
    CourseSeen,
    EventView,
    GameInfo,
    Inspected,
    LosSeen,
    Offer,
    OptionView,
    Previewed,
    PreviewedFor,
    Prompt,
    Reached,
    SeatInfo,
    TableOptions,
    WhyNot,
)
from defilade.server.store import GameRow, JournalRow, SeatRow
from defilade.systems import card_of, find_system, presenter_of, system_name

LONGEST = 120
"""Characters of a text in a list of games."""

Moments = Iterable[tuple[int, Event]]


def perspective(game: Game, holds: Sequence[str], before: str) -> str:
    """Whose eyes a connection looks with: of its sides the one that must choose, else the same as before. Where
    its sides hide things from each other it goes on looking with the same eyes until it says otherwise."""
    if not holds:
        return SPECTATOR
    if curtained(game, holds):
        return before if before in holds else SPECTATOR
    if game.waits_for in holds:
        return game.waits_for
    return before if before in holds else holds[0]


def curtained(game: Game, holds: Sequence[str]) -> bool:
    """Whether a connection plays sides that may not look at each other's secrets: the screen is then handed over."""
    return len(holds) > 1 and game.table.curtain and game.has_secrets and game.result is None


def curtain_of(game: Game, holds: Sequence[str], side: str) -> str:
    """The side to which the screen must be handed, if the one that looks is not the one that is asked."""
    asked = game.waits_for
    return asked if asked in holds and asked != side and curtained(game, holds) else ""


def may_know_all(game: Game, holds: Sequence[str]) -> bool:
    """Whether nothing is hidden from the one who holds these sides, now or earlier in the game."""
    if game.result is not None or not game.has_secrets:
        return True
    if game.table.mail and holds:
        return True
    return set(holds) >= set(game.sides) and not game.table.curtain


def view_of(game: Game, side: str) -> View[Any]:
    return make_view(game.system, game.position, side, game.moment)


def events_for(game: Game, side: str, events: Moments) -> tuple[EventView, ...]:
    signs, places = game.presenter.signs(), game.presenter.places(game.position.state)
    return tuple(
        [event_view(moment, event, signs, places) for moment, event in events if event.visible_to(side)]
    )


def event_view(moment: int, event: Event, signs: Mapping[str, Sign], places: Mapping[str, str]) -> EventView:
    return EventView(
        moment,
        event.kind,
        event.text,
        event.rules,
        event.side,
        event.who,
        places.get(event.at, event.at),
        event.dice,
        event.breakdown,
        signs.get(event.kind, ""),
    )


def record_of(game: Game, side: str, rows: Iterable[JournalRow]) -> Record:
    """A running game as a side has seen it; of the actions only its own."""
    entries = [Seen(0, tuple([event for event in game.opening if event.visible_to(side)]))]
    for row in rows:
        events = msgspec.json.decode(row.events, type=list[Event])
        seen = tuple([event for event in events if event.visible_to(side)])
        action = msgspec.json.decode(row.body, type=Entry).action if row.side == side else ""
        if seen or action:
            entries.append(Seen(row.moment, seen, action))
    return Record(
        system=game.system.id,
        version=game.version,
        scenario=game.scenario,
        options=game.options,
        seen_by=side,
        entries=entries,
        commitment=game.commitment,
    )


def whole_entry(row: JournalRow) -> Entry:
    """A step with its events, for a file that may hold everything."""
    entry = msgspec.json.decode(row.body, type=Entry)
    return msgspec.structs.replace(entry, events=msgspec.json.decode(row.events, type=tuple[Event, ...]))


def prompt_for(game: Game, view: View[Any]) -> Prompt | None:
    """What the game waits for; none when it is over."""
    choice = game.choice
    if choice is None:
        return None if game.shown_result is not None else waiting_prompt(game)
    side = view.side
    undoable = game.undoable(side)
    if choice.side != side:
        asks = f"Waiting for {choice.side.capitalize()}."
        return Prompt(game.step, choice.side, False, asks, (), (), "", (), undoable)
    asking = game.presenter.asking(view.state, choice)
    looks = game.presenter.looks()
    return Prompt(
        step=game.step,
        side=side,
        yours=True,
        asks=choice.asks,
        rules=choice.rules,
        about=choice.about,
        at=game.presenter.places(view.state).get(choice.at, choice.at),
        options=options_of(game, view, choice),
        undoable=undoable,
        openings=game.presenter.openings(view.state, choice),
        looks={option.verb: looks[option.verb] for option in choice.options if option.verb in looks},
        handles=asking.handles,
        let_pass=asking.let_pass,
        warnings=asking.warnings,
    )


def waiting_prompt(game: Game) -> Prompt:
    """Nobody is asked: the dice are not thrown yet."""
    who = "everybody has sat down" if not game.all_seated else "everybody has added to them"
    return Prompt(game.step, "", False, f"The dice wait until {who}.", (), (), "", (), 0)


def options_of(game: Game, view: View[Any], choice: Choice) -> tuple[OptionView, ...]:
    labels, looks = game.presenter.labels(view.state, choice.options), game.presenter.looks()
    places = game.presenter.places(view.state)
    return tuple(
        [
            OptionView(
                n,
                str(option),
                option.verb,
                label,
                option.who,
                places.get(option.at, option.at),
                option.how,
                group_of(option),
                looks[option.verb].pile if option.verb in looks else "",
            )
            for n, (option, label) in enumerate(zip(choice.options, labels, strict=True))
        ]
    )


def group_of(option: Action) -> str:
    """Options that differ only in where, or only in who, belong together."""
    return f"{option.verb} {option.how}".strip()


def clocks_of(game: Game, now: float) -> tuple[ClockView, ...]:
    clocks = game.clocks
    if not clocks.kept:
        return ()
    runs = "" if game.result is not None or not game.all_seated else clocks.running
    return tuple([ClockView(side, max(0.0, clocks.left(side, now)), side == runs) for side in clocks.used])


def offers_of(game: Game) -> tuple[Offer, ...]:
    offers = list(game.offers.values())
    if game.rematch and not game.rematch.issuperset(game.humans):
        offers += [Offer("rematch", side, 0) for side in sorted(game.rematch)]
    return tuple(offers)


def seats_of(game: Game, connected: Iterable[str]) -> tuple[SeatInfo, ...]:
    here = set(connected)
    return tuple(
        [seat_info(seat, seat.kind == COMPUTER or side in here) for side, seat in game.seats.items()]
    )


def seat_info(seat: Seat, connected: bool) -> SeatInfo:
    return SeatInfo(seat.side, seat.kind, seat.name, seat.level, connected, seat.pledge, seat.salt)


def info_of(game: Game, connected: Iterable[str] = ()) -> GameInfo:
    return GameInfo(
        id=game.id,
        system=game.system.id,
        system_name=system_name(game.system.id),
        scenario=game.scenario,
        title=card_of(game.system.id, game.scenario, game.options).title[:LONGEST],
        created=game.created,
        options=shown_options(game.options),
        table=game.table,
        seats=seats_of(game, connected),
        map=presenter_of(game.system).map_id(game.scenario, game.options),
        commitment=game.commitment,
    )


def shown_options(options: Mapping[str, str]) -> dict[str, str]:
    return {name: value[:LONGEST] for name, value in in_short(options).items()}


def options_kept(row: GameRow) -> dict[str, str]:
    return msgspec.json.decode(row.options, type=dict[str, str])


def info_of_row(row: GameRow, seats: Iterable[SeatRow]) -> GameInfo:
    """The same, of a game that is not in memory."""
    options = options_kept(row)
    return GameInfo(
        id=row.id,
        system=row.system,
        system_name=system_name(row.system),
        scenario=row.scenario,
        title=card_of(row.system, row.scenario, options).title[:LONGEST],
        created=row.created,
        options=shown_options(options),
        table=msgspec.json.decode(row.arrangement, type=TableOptions),
        seats=tuple(seat_info(seat, seat.kind == COMPUTER) for seat in map(Seat, seats)),
        map=presenter_of(find_system(row.system)).map_id(row.scenario, options),
        commitment=row.commitment if row.committed else "",
    )


# -- questions about the position --------------------------------------------------------------------------


def preview(game: Game, side: str, request: str, action: Action) -> Previewed:
    """What an option would do, as far as the side can know."""
    choice = game.check_turn(side)
    if action not in choice.options:
        raise game.refusal(side, choice, action)
    state = view_of(game, side).state
    described = game.system.describe(state, action)
    likely = game.presenter.likely
    breakdown = described.breakdown
    seen = Previewed(
        id=request,
        action=str(action),
        label=described.label,
        rules=described.rules,
        breakdown=breakdown,
        column=breakdown.column if breakdown else 0,
        drm=breakdown.drm if breakdown else 0,
        odds=dict(described.odds) if described.odds is not None else None,
        each=tuple(
            PreviewedFor(one.label, one.breakdown, dict(one.odds), likely(one.odds)) for one in described.each
        ),
        likely=likely(described.odds) if described.odds is not None else (),
        hexes=game.presenter.concerned(state, action),
    )
    return game.citations.shown(seen)


def course(
    game: Game, side: str, request: str, action: str, picks: Sequence[str] | None, via: Sequence[str]
) -> CourseSeen:
    """What an option opens, as far as the side can know."""
    choice = game.check_turn(side)
    try:
        found = game.presenter.course(view_of(game, side).state, choice, action, picks, via)
    except NotShown as error:
        raise NotTaken("unavailable", str(error)) from error
    return game.citations.shown(CourseSeen(request, found))


def why_not(game: Game, side: str, request: str, action: Action) -> WhyNot:
    choice = game.check_turn(side)
    if action in choice.options:
        return WhyNot(request, str(action), True, "", "")
    refused = game.refusal(side, choice, action)
    return WhyNot(request, str(action), False, refused.reason, game.citations.rule(refused.rule))


def reach(game: Game, side: str, request: str, unit: str) -> Reached:
    try:
        return Reached(request, game.presenter.reach(view_of(game, side).state, side, unit))
    except NotShown as error:
        raise NotTaken("unavailable", str(error)) from error


def inspect(game: Game, side: str, request: str, piece: str) -> Inspected:
    try:
        found = game.presenter.inspect(view_of(game, side).state, piece)
    except NotShown as error:
        raise NotTaken("unavailable", str(error)) from error
    return game.citations.shown(Inspected(request, found))


def los(game: Game, side: str, request: str, from_hex: str, to_hex: str) -> LosSeen:
    try:
        line = game.presenter.los(view_of(game, side).state, from_hex, to_hex)
        return LosSeen(request, game.citations.shown(line))
    except NotShown as error:
        raise NotTaken("unavailable", str(error)) from error
