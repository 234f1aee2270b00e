"""What a case may expect, and how it is compared with what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from defilade.kernel import Action, Breakdown, Choice, Event, Over, Position
from defilade.rules.citations import Citations
from defilade.systems.tables import CaseTable

GONE = "gone"


class ExpectError(Exception):
    """An expectation that means nothing: a field that units do not have, a hex off the map."""

    def __init__(self, place: str, problem: str) -> None:
        self.place = place
        self.problem = problem
        super().__init__(f"{place}: {problem}")


class ExpectedSum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a breakdown. `lines` maps a rule id, or words of a label, to the line's value; null for no such
    line."""

    title: str = ""
    column: int | None = None
    drm: int | None = None
    total: float | None = None
    lines: dict[str, float | None] = {}


class ExpectedPreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an option shows before it is chosen."""

    action: str
    says: str = ""
    column: int | None = None
    drm: int | None = None
    total: float | None = None
    lines: dict[str, float | None] = {}
    odds: dict[str, float] = {}
    """Chances in percent, compared to the tenth."""


class ExpectedEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that must have happened. What is left out may be anything."""

    kind: str = ""
    says: str = ""
    at: str = ""
    rule: str = ""
    who: list[str] = []


class ExpectedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of sight. `between` is two hexes."""

    between: tuple[str, str]
    clear: bool = True
    hindrance: int = 0


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a case can expect; what is left out is not looked at."""

    chooses: str = ""
    asks: str = ""
    offers: list[str] = []
    lacks: list[str] = []
    only: dict[str, list[str]] = {}
    breakdown: ExpectedSum | None = None
    preview: list[ExpectedPreview] = []
    events: list[ExpectedEvent] = []
    said: list[str] = []
    unsaid: list[str] = []
    cites: list[str] = []
    units: dict[str, dict[str, Any] | str] = {}
    weapons: dict[str, dict[str, Any] | str] = {}
    vehicles: dict[str, dict[str, Any] | str] = {}
    added: list[str] = []
    groups: dict[str, dict[str, Any] | str] = {}
    """Groups of a card game and their fields, or `gone`."""
    lost: dict[str, str] = {}
    """Cards that have left play, and how."""
    figures: dict[str, Any] = {}
    """Questions about figures, in the words of the system, and their answers."""
    residual: dict[str, int] = {}
    smoke: dict[str, int] = {}
    control: dict[str, str] = {}
    los: list[ExpectedLine] = []
    phase: str = ""
    attacker: str = ""
    turn: int = 0
    snow: bool | None = None
    winner: str | None = None


@dataclass(frozen=True)
class Seen:
    """What is compared: the position, and the events since a step of the case (or since its start)."""

    table: CaseTable
    position: Position[Any]
    events: list[Event]
    citations: Citations

    def hex(self, text: str) -> str:
        return self.table.hex(self.position, text)


def differences(expect: Expect, seen: Seen) -> list[str]:
    """Every point in which an expectation is not met."""
    return [difference for check in _CHECKS for difference in check(expect, seen)]


def _check_choice(expect: Expect, seen: Seen) -> Iterator[str]:
    moment = seen.position.pending
    side = moment.side if isinstance(moment, Choice) else ""
    if expect.chooses and side != expect.chooses:
        yield f"chooses: expected {expect.chooses}, but {_waits_for(moment)}"
    asks = "" if isinstance(moment, Over) else moment.asks
    if expect.asks and expect.asks.lower() not in asks.lower():
        yield f"asks: expected '{expect.asks}', but {_waits_for(moment)}"


def _waits_for(moment: Any) -> str:
    if isinstance(moment, Choice):
        return f"{moment.side} is asked: {moment.asks}"
    if isinstance(moment, Over):
        return f"the game is over: {moment.why}"
    return f"dice are to be thrown: {moment.asks}"


def _check_options(expect: Expect, seen: Seen) -> Iterator[str]:
    options = _options(seen)
    for text in expect.offers:
        if _action(seen, text) not in options:
            yield f"offers: '{text}' is not offered; there are: {_listed(options)}"
    for text in expect.lacks:
        if _action(seen, text) in options:
            yield f"lacks: '{text}' is offered"
    for verb, places in expect.only.items():
        wanted = {_place(seen, place) for place in places}
        found = {option.at or "+".join(option.who) for option in options if option.verb == verb}
        if wanted != found:
            yield f"only.{verb}: expected {_words(wanted)}, found {_words(found)}"


def _options(seen: Seen) -> tuple[Action, ...]:
    moment = seen.position.pending
    return moment.options if isinstance(moment, Choice) else ()


def _action(seen: Seen, text: str) -> Action:
    try:
        return seen.table.full(seen.position, Action.parse(text))
    except ValueError as error:
        raise ExpectError("options", str(error)) from None


def _place(seen: Seen, text: str) -> str:
    """A hex by its full name (hexes have capitals, ids of units do not); an id as it is."""
    return text if text.islower() else seen.hex(text)


def _listed(options: tuple[Action, ...]) -> str:
    shown = ", ".join(str(option) for option in options[:15])
    return f"{shown} and {len(options) - 15} more" if len(options) > 15 else shown or "none"


def _words(items: set[str]) -> str:
    return ", ".join(sorted(items)) or "none"


def _check_breakdown(expect: Expect, seen: Seen) -> Iterator[str]:
    wanted = expect.breakdown
    if wanted is None:
        return
    found = [event.breakdown for event in seen.events if event.breakdown is not None]
    found = [breakdown for breakdown in found if wanted.title.lower() in breakdown.title.lower()]
    if not found:
        yield f"breakdown: nothing{' called ' + wanted.title if wanted.title else ''} was added up"
        return
    yield from _sum_differences("breakdown", wanted, found[-1], seen.citations)


def _sum_differences(
    place: str, wanted: ExpectedSum | ExpectedPreview, found: Breakdown, citations: Citations
) -> Iterator[str]:
    for name, value, actual in (
        ("column", wanted.column, found.column),
        ("drm", wanted.drm, found.drm),
        ("total", wanted.total, found.total),
    ):
        if value is not None and value != actual:
            yield f"{place}.{name}: expected {value:g}, found {actual:g} ({_shown(found)})"
    for name, line_value in wanted.lines.items():
        lines = [
            line
            for line in found.lines
            if citations.agree(line.rule, name) or name.lower() in line.label.lower()
        ]
        if line_value is None:
            if lines:
                yield f"{place}.lines.{name}: expected no such line ({_shown(found)})"
        elif not lines:
            yield f"{place}.lines.{name}: there is no such line ({_shown(found)})"
        elif all(line.value != line_value for line in lines):
            yield f"{place}.lines.{name}: expected {line_value:g}, found {lines[0].value:g}"


def _shown(breakdown: Breakdown) -> str:
    lines = "; ".join(f"{line.label} {line.value:+g} [{line.rule}]" for line in breakdown.lines)
    return f"{breakdown.title}: {lines}"


def _check_previews(expect: Expect, seen: Seen) -> Iterator[str]:
    for wanted in expect.preview:
        action = _action(seen, wanted.action)
        place = f"preview '{wanted.action}'"
        if action not in _options(seen):
            yield f"{place}: is not offered; there are: {_listed(_options(seen))}"
            continue
        described = seen.position.system.describe(seen.position.state, action)
        if wanted.says and wanted.says not in described.label:
            yield f"{place}: expected '{wanted.says}', found '{described.label}'"
        if described.breakdown is not None:
            yield from _sum_differences(place, wanted, described.breakdown, seen.citations)
        elif wanted.lines or wanted.column is not None or wanted.drm is not None or wanted.total is not None:
            yield f"{place}: has no breakdown"
        for name, percent in wanted.odds.items():
            found = 100 * (described.odds or {}).get(name, 0.0)
            if abs(found - percent) > 0.05:
                yield f"{place}.odds.{name}: expected {percent:.1f}%, found {found:.1f}%"


def _check_events(expect: Expect, seen: Seen) -> Iterator[str]:
    left = iter(seen.events)
    for wanted in expect.events:
        if not any(_fits(wanted, event, seen) for event in left):
            yield f"events: no {_event_words(wanted)} (in this order) among: {_told(seen.events)}"
            return
    every = "\n".join(event.text for event in seen.events).lower()
    for words in expect.said:
        if words.lower() not in every:
            yield f"said: nobody said '{words}': {_told(seen.events)}"
    for words in expect.unsaid:
        if words.lower() in every:
            yield f"unsaid: '{words}' was said"
    cited = {rule for event in seen.events for rule in event.rules} | {
        line.rule for event in seen.events if event.breakdown for line in event.breakdown.lines
    }
    for rule in expect.cites:
        if not any(seen.citations.agree(rule, one) for one in cited):
            yield f"cites: {rule} was not cited; there were: {_words(cited - {''})}"


def _fits(wanted: ExpectedEvent, event: Event, seen: Seen) -> bool:
    return (
        (not wanted.kind or wanted.kind == event.kind)
        and wanted.says.lower() in event.text.lower()
        and (not wanted.at or seen.hex(wanted.at) == event.at)
        and (not wanted.rule or any(seen.citations.agree(wanted.rule, rule) for rule in event.rules))
        and set(wanted.who) <= set(event.who)
    )


def _event_words(wanted: ExpectedEvent) -> str:
    given = [f"{name} {value}" for name, value in msgspec.structs.asdict(wanted).items() if value]
    return ", ".join(given) or "event"


def _told(events: list[Event]) -> str:
    return " | ".join(event.text for event in events) or "nothing"


def _check_counters(expect: Expect, seen: Seen) -> Iterator[str]:
    state = seen.position.state
    yield from _table_differences("units", expect.units, state.units, seen.table.unit_fields, seen)
    if expect.weapons:
        yield from _table_differences(
            "weapons", expect.weapons, state.weapons, seen.table.weapon_fields, seen
        )
    if expect.vehicles:
        yield from _table_differences(
            "vehicles", expect.vehicles, state.vehicles, seen.table.vehicle_fields, seen
        )
    for kind in expect.added:
        kinds = [unit.type for unit in state.units.values()]
        if kind not in kinds:
            yield f"added: there is no {kind}; there are: {_words(set(kinds))}"


def _table_differences(
    name: str,
    wanted: dict[str, dict[str, Any] | str],
    table: dict[str, Any],
    fields: frozenset[str],
    seen: Seen,
) -> Iterator[str]:
    for counter_id, fields_wanted in wanted.items():
        place = f"{name}.{counter_id}"
        counter = table.get(counter_id)
        if isinstance(fields_wanted, str):
            if fields_wanted != GONE:
                raise ExpectError(place, f"expected 'gone' or fields, not {fields_wanted!r}")
            if counter is not None:
                yield f"{place}: expected to be gone, but it is there"
        elif counter is None:
            yield f"{place}: is not there (there are: {_words(set(table))})"
        else:
            for field, value in fields_wanted.items():
                if field not in fields:
                    raise ExpectError(place, f"there is no field {field!r}; there are: {_words(set(fields))}")
                yield from _field_difference(f"{place}.{field}", field, value, getattr(counter, field), seen)


def _field_difference(place: str, field: str, wanted: Any, found: Any, seen: Seen) -> Iterator[str]:
    if field in ("hex", "placed_at") and wanted:
        wanted = seen.hex(str(wanted))
    if isinstance(found, tuple):
        found = list(found)
    if wanted != found or isinstance(wanted, bool) != isinstance(found, bool):
        yield f"{place}: expected {wanted!r}, found {found!r}"


def _check_groups(expect: Expect, seen: Seen) -> Iterator[str]:
    state = seen.position.state
    if expect.groups:
        fields = frozenset(name for group in state.groups.values() for name in group.__struct_fields__)
        yield from _table_differences("groups", expect.groups, state.groups, fields, seen)
    for card, fate in expect.lost.items():
        fallen = state.fallen.get(card)
        if fallen is None:
            yield f"lost.{card}: expected {fate}, but it is in play"
        elif fallen.fate != fate:
            yield f"lost.{card}: expected {fate}, found {fallen.fate}"


def _check_figures(expect: Expect, seen: Seen) -> Iterator[str]:
    for question, wanted in expect.figures.items():
        found = seen.table.figure(seen.position, question)
        if wanted != found:
            yield f"figures.{question}: expected {wanted!r}, found {found!r}"


def _check_markers(expect: Expect, seen: Seen) -> Iterator[str]:
    state = seen.position.state
    for name, table, nothing in (
        ("residual", expect.residual, 0),
        ("smoke", expect.smoke, 0),
    ):
        for hex, value in table.items():
            found = getattr(state, name).get(seen.hex(hex), nothing)
            if found != value:
                yield f"{name}.{hex}: expected {value}, found {found}"
    for hex, side in expect.control.items():
        found = state.hex_control.get(seen.hex(hex), "")
        if found != side:
            yield f"control.{hex}: expected {side or 'nobody'}, found {found or 'nobody'}"


def _check_lines(expect: Expect, seen: Seen) -> Iterator[str]:
    for line in expect.los:
        a, b = (seen.hex(hex) for hex in line.between)
        hindrance = seen.table.hindrance(seen.position, a, b)
        found = "blocked" if hindrance < 0 else f"clear, hindrance {hindrance}"
        wanted = f"clear, hindrance {line.hindrance}" if line.clear else "blocked"
        if found != wanted:
            yield f"los {'-'.join(line.between)}: expected {wanted}, found {found}"


def _check_turn(expect: Expect, seen: Seen) -> Iterator[str]:
    state = seen.position.state
    for name in ("phase", "attacker", "turn"):
        wanted = getattr(expect, name)
        if wanted and wanted != getattr(state, name):
            yield f"{name}: expected {wanted}, found {getattr(state, name)}"
    if expect.snow is not None and expect.snow != state.snow:
        yield f"snow: expected {expect.snow}, found {state.snow}"
    if expect.winner is not None:
        moment = seen.position.pending
        if not isinstance(moment, Over):
            yield f"winner: the game is not over: {_waits_for(moment)}"
        elif moment.winner != expect.winner:
            found = f"{moment.winner or 'a draw'} ({moment.why})"
            yield f"winner: expected {expect.winner or 'a draw'}, found {found}"


_CHECKS: tuple[Callable[[Expect, Seen], Iterator[str]], ...] = (
    _check_choice,
    _check_options,
    _check_breakdown,
    _check_previews,
    _check_events,
    _check_counters,
    _check_groups,
    _check_figures,
    _check_markers,
    _check_lines,
    _check_turn,
)
