"""Cases: a situation, dice, actions, and what must come of them, in a file that a player can write.

The format is described in `docs/cases.md`.  A file is read strictly: an unknown key, counter or hex, a stack
too high or a cut-off file is a `CaseError` that names the file and the place.  What the rules make of the
situation and what the case expects are then compared point by point; every difference is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from defilade.kernel import Action, Chance, Choice, Event, IllegalAction, Outcome, Position, Refusal
from defilade.lab.expectations import Expect, ExpectError, Seen, differences
from defilade.strict_yaml import BadFile, convert, documents
from defilade.systems import FIRST, NotOffered, UnknownSystem, cases_of, citations_of
from defilade.systems.tables import CaseTable, UnknownPlace


class CaseError(BadFile):
    """A case that cannot be read or set up. The message names the file and the place."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing done, or tried in vain, and what is then seen."""

    do: str = ""
    refuse: str = ""
    because: str = ""
    """Words that the reason for a refusal must contain."""
    rule: str = ""
    """The rule id that a refusal must cite."""
    dice: list[list[int] | str] = []
    """What falls after `do`, if the case has no list of dice for all its steps."""
    expect: Expect | None = None


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case as written in its file."""

    case: str
    title: str
    situation: dict[str, Any]
    expect: Expect = Expect()
    rules: list[str]
    system: str | list[str] = FIRST
    """The system that it is played under, or several."""
    note: str = ""
    dice: list[list[int] | str] = []
    steps: list[Step] = []


class CaseFile(msgspec.Struct, frozen=True):
    """A case and where it came from."""

    file: Path
    number: int
    """Its place among the documents of the file, from 1."""
    case: Case

    @property
    def systems(self) -> list[str]:
        named = self.case.system
        return [named] if isinstance(named, str) else named

    def error(self, place: str, problem: str) -> CaseError:
        where = f"case {self.case.case}"
        return CaseError(self.file, f"{where}: {place}" if place else where, problem)


class Finding(msgspec.Struct, frozen=True):
    """What a case came to: no differences, or some."""

    file: str
    case: str
    title: str
    differences: list[str]

    @property
    def holds(self) -> bool:
        return not self.differences


# -- reading -----------------------------------------------------------------------------------------------


def find_case_files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and every .yaml file in and below the folders named."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.yaml"))
            if not inside:
                raise CaseError(path, "", "there is no .yaml file in this folder")
            found += inside
        else:
            found.append(path)
    return found


def read_cases(path: Path) -> list[CaseFile]:
    """Every case of a file; a file may hold several, with a line `---` between them."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(path, "", f"cannot be read: {_reason(error)}") from error
    cases = [_case(path, number, plain) for number, plain in enumerate(documents(path, text, CaseError), 1)]
    if not cases:
        raise CaseError(path, "", "holds no case")
    names = [entry.case.case for entry in cases]
    for name in names:
        if names.count(name) > 1:
            raise CaseError(path, f"case {name}", "the name is used twice in this file")
    return cases


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else "it is not UTF-8 text"


def _case(path: Path, number: int, plain: Any) -> CaseFile:
    name = plain.get("case") if isinstance(plain, dict) else None
    where = f"case {name}" if name else f"case number {number}"
    case = convert(path, plain, Case, CaseError, where)
    entry = CaseFile(path, number, case)
    if not entry.systems:
        raise entry.error("system", "a case is played under one system at least")
    if not case.rules:
        raise entry.error("rules", "a case names the rules it is about")
    if case.dice and any(step.dice for step in case.steps):
        raise entry.error("dice", "give dice for the whole case or step by step, not both")
    for index, step in enumerate(case.steps):
        problem = _step_problem(step)
        if problem:
            raise entry.error(f"steps[{index}]", problem)
    return entry


def _step_problem(step: Step) -> str:
    if step.do and step.refuse:
        return "a step is either 'do' or 'refuse'"
    if (step.because or step.rule) and not step.refuse:
        return "'because' and 'rule' belong to 'refuse'"
    if step.dice and not step.do:
        return "'dice' belong to 'do'"
    if not step.do and not step.refuse and step.expect is None:
        return "a step does something, tries something or expects something"
    return ""


# -- running -----------------------------------------------------------------------------------------------


def run_case(entry: CaseFile) -> Finding:
    """Set a case up, carry it out, and compare, under every system that it names."""
    found = []
    for system in entry.systems:
        runner = _Runner(entry, system)
        runner.run()
        under = f"{system}: " if len(entry.systems) > 1 else ""
        found += [f"{under}{difference}" for difference in runner.differences]
    case = entry.case
    return Finding(str(entry.file), case.case, case.title, found)


class _Runner:
    """A case under way."""

    def __init__(self, entry: CaseFile, system: str) -> None:
        self.entry = entry
        self.system = system
        self.citations = citations_of(system)
        self.differences: list[str] = []
        self.events: list[Event] = []
        self.table: CaseTable = self._table()
        self.position: Position[Any] = self._position()
        self.dice = _outcomes(entry, "dice", entry.case.dice)

    def _table(self) -> CaseTable:
        try:
            return cases_of(self.system)
        except (NotOffered, UnknownSystem) as error:
            raise self.entry.error("system", str(error)) from None

    def _position(self) -> Position[Any]:
        try:
            position, events = self.table.build(self.entry.case.situation)
        except UnknownPlace as error:
            place = f"situation.{error.place}" if error.place else "situation"
            raise self.entry.error(place, error.problem) from None
        self.events += events
        return position

    def run(self) -> None:
        for index, step in enumerate(self.entry.case.steps):
            place = f"steps[{index}]"
            if not self.step(step, place):
                self.differences.append(f"{place}: the case breaks off here")
                return
        self.throw()
        self.compare(self.entry.case.expect, self.events, "expect")
        if self.dice:
            self.differences.append(f"dice: {len(self.dice)} throws given were not asked for")

    def step(self, step: Step, place: str) -> bool:
        """Carry out one step; False if the rest of the case makes no sense any more."""
        first = len(self.events)
        self.throw()
        if step.refuse and not self.refuse(step, place):
            return False
        if step.do:
            if step.dice:
                self.dice = _outcomes(self.entry, f"{place}.dice", step.dice)
            if not self.do(step.do, place):
                return False
            self.throw()
            if step.dice and self.dice:
                self.differences.append(f"{place}.dice: {len(self.dice)} throws given were not asked for")
                self.dice = []
        if step.expect is not None:
            self.compare(step.expect, self.events[first:], f"{place}.expect")
        return True

    def throw(self) -> None:
        """Let the scripted dice fall as long as dice are asked for and there are any."""
        while self.dice and isinstance(self.position.pending, Chance):
            given, asked = self.dice.pop(0), self.position.pending
            outcome = self.drawn(given, asked) if asked.pool else given
            if not asked.admits(outcome):
                problem = f"'{outcome}' cannot fall for: {asked.asks} ({_wanted(asked)})"
                raise self.entry.error("dice", problem)
            self.events += self.position.advance(outcome)

    def drawn(self, given: Outcome, asked: Chance) -> Outcome:
        """A draw as its system names it."""
        try:
            return self.table.drawn(self.position, asked, given)
        except UnknownPlace as error:
            raise self.entry.error("dice", error.problem) from None

    def do(self, text: str, place: str) -> bool:
        moment = self.position.pending
        if not isinstance(moment, Choice):
            waits = moment.asks if isinstance(moment, Chance) else "nothing, the game is over"
            self.differences.append(f"{place}: cannot do '{text}': the game waits for {waits}")
            return False
        try:
            self.events += self.position.advance(self.action(text, place))
        except IllegalAction as error:
            offered = ", ".join(str(option) for option in moment.options[:12])
            self.differences.append(f"{place}: '{text}' is refused: {error}; {moment.side} may: {offered}")
            return False
        return True

    def refuse(self, step: Step, place: str) -> bool:
        if not isinstance(self.position.pending, Choice):
            self.differences.append(f"{place}: '{step.refuse}' cannot be tried: nobody is to choose")
            return False
        before = self.position.digest()
        refusal = self.try_in_vain(self.action(step.refuse, place, lenient=True))
        if refusal is None:
            self.differences.append(f"{place}: '{step.refuse}' should be refused but is allowed")
            return False
        if self.position.digest() != before:
            self.differences.append(f"{place}: refusing '{step.refuse}' changed the state")
        if step.because and step.because not in refusal.reason:
            self.differences.append(f"{place}: expected the reason '{step.because}', got '{refusal.reason}'")
        if step.rule and not self.citations.agree(step.rule, refusal.rule):
            found = f"{refusal.rule or 'no rule'} ({refusal.reason})"
            self.differences.append(f"{place}: expected a refusal by {step.rule}, got {found}")
        return True

    def try_in_vain(self, action: Action) -> Refusal | None:
        try:
            self.position.apply(action)
        except IllegalAction as error:
            return error.refusal
        return None

    def action(self, text: str, place: str, *, lenient: bool = False) -> Action:
        """An action with its hex written in full. `lenient`: a hex off the map may be what is refused."""
        try:
            action = Action.parse(text)
        except ValueError as error:
            raise self.entry.error(place, str(error)) from None
        try:
            return self.table.full(self.position, action)
        except UnknownPlace as error:
            if lenient:
                return action
            raise self.entry.error(place, error.problem) from None

    def compare(self, expect: Expect, events: list[Event], place: str) -> None:
        try:
            found = differences(expect, Seen(self.table, self.position, events, self.citations))
        except (ExpectError, UnknownPlace) as error:
            raise self.entry.error(f"{place}.{error.place}", error.problem) from None
        self.differences += [f"{place}.{difference}" for difference in found]


def _wanted(chance: Chance) -> str:
    return f"one of {', '.join(chance.pool)}" if chance.pool else f"{chance.dice} dice"


def _outcomes(entry: CaseFile, place: str, dice: list[list[int] | str]) -> list[Outcome]:
    outcomes = []
    for index, throw in enumerate(dice):
        if isinstance(throw, str):
            outcomes.append(Outcome(drawn=throw))
        elif throw and all(1 <= face <= 6 for face in throw):
            outcomes.append(Outcome(tuple(throw)))
        else:
            raise entry.error(f"{place}[{index}]", f"{throw} are not the faces of dice")
    return outcomes
