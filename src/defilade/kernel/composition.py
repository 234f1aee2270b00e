"""How a system is put together: parts that do not know each other, and the questions they answer.

A `Part` is what one section of a rulebook brings: procedures (frames), answers to hooks, and entries in lists.  A
`Hook` is a question that other sections may answer ("what bars this unit from moving?").  It is declared by the
module that asks it, as a function whose signature is the question's and whose body is the answer where no section
says anything::

    @bar
    def moving_bar(g: Game, unit: Unit) -> Refusal | None:
        \"\"\"Why may this unit not move?\"\"\"

Asking is calling it: `moving_bar(g, unit)`.  Answering is `@PART.answers(moving_bar)` above a function of the same
signature.  `Rules` merges the parts of a system once; who asks does not know who answers, and a system without a
section simply lacks its part.  Answers come in the order of the parts, within a part in the order in which they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

from defilade.kernel.frames import Ask, Frame, Procedures, Take, WhyNot
from defilade.kernel.moments import Line, Refusal

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
Work = Callable[[Any, Any], None]


class CompositionError(Exception):
    """Parts that do not fit together: says which, and what is missing or twice there."""


class Composed(Protocol):
    """A game in the hands of its procedures: it knows what it is composed of."""

    @property
    def rules(self) -> Rules: ...


G = TypeVar("G", bound=Composed)


class Hook(Generic[G, P, R]):
    """A question, with the signature of its answers. `silence` is the answer where nobody says anything."""

    def __init__(self, question: Callable[Concatenate[G, P], R]) -> None:
        self.name, self.module, self.__doc__ = question.__name__, question.__module__, question.__doc__
        self.silence = question

    def answers(self, g: G) -> tuple[Callable[Concatenate[G, P], R], ...]:
        """The answers themselves, for those who weigh them in a way of their own."""
        return g.rules.answers.get(self, ())

    def check(self, answers: tuple[Any, ...]) -> None:
        """Refuse a composition in which this question has too few or too many answers."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.module}.{self.name}>"


# A decision asks hundreds of questions, so they are asked by place, never by name: handing names on as well costs a
# tenth of a game's time. To the type checker a hook has the signature of its question.


class First(Hook[G, P, R]):
    """The first answer that is not None."""

    if TYPE_CHECKING:

        def __call__(self, g: G, *asked: P.args, **named: P.kwargs) -> R: ...

    else:

        def __call__(self, *asked):
            answers = asked[0].rules.answers
            if self in answers:
                for answer in answers[self]:
                    found = answer(*asked)
                    if found is not None:
                        return found
            return self.silence(*asked)


class AnyTrue(Hook[G, P, bool]):
    """Whether any answer says yes."""

    if TYPE_CHECKING:

        def __call__(self, g: G, *asked: P.args, **named: P.kwargs) -> bool: ...

    else:

        def __call__(self, *asked):
            answers = asked[0].rules.answers
            if self in answers:
                for answer in answers[self]:
                    if answer(*asked):
                        return True
            return self.silence(*asked)


class Gathered(Hook[G, P, Iterable[T]]):
    """All that the answers give, one after the other."""

    if TYPE_CHECKING:

        def __call__(self, g: G, *asked: P.args, **named: P.kwargs) -> list[T]: ...

    else:

        def __call__(self, *asked):
            answers = asked[0].rules.answers
            if self not in answers:
                return []
            found = []
            for answer in answers[self]:
                found += answer(*asked)
            return found


class Told(Hook[G, P, None]):
    """A moment: all who care are told of it, in the order of the parts."""

    if TYPE_CHECKING:

        def __call__(self, g: G, *asked: P.args, **named: P.kwargs) -> None: ...

    else:

        def __call__(self, *asked):
            answers = asked[0].rules.answers
            if self in answers:
                for answer in answers[self]:
                    answer(*asked)


class Handed(Hook[G, Concatenate[T, P], T], Generic[G, T, P]):
    """A value that is handed from answer to answer; each may change it. It comes right after the game."""

    if TYPE_CHECKING:

        def __call__(self, g: G, value: T, *asked: P.args, **named: P.kwargs) -> T: ...

    else:

        def __call__(self, g, value, *asked):
            answers = g.rules.answers
            if self in answers:
                for answer in answers[self]:
                    value = answer(g, value, *asked)
            return value


class Only(Hook[G, P, R]):
    """A question that exactly one part answers: one section needs another's work and does not know whose."""

    if TYPE_CHECKING:

        def __call__(self, g: G, *asked: P.args, **named: P.kwargs) -> R: ...

    else:

        def __call__(self, *asked):
            return asked[0].rules.answers[self][0](*asked)

    def check(self, answers: tuple[Any, ...]) -> None:
        if len(answers) != 1:
            raise CompositionError(f"{self!r} wants one answer and has {len(answers)}")


def question(question: Callable[Concatenate[G, P], R]) -> Hook[G, P, R]:
    """Declare a question whose answers the asker weighs himself (`answers`)."""
    return Hook(question)


def first_of(question: Callable[Concatenate[G, P], R]) -> First[G, P, R]:
    """Declare a question whose first answer counts."""
    return First(question)


def bar(question: Callable[Concatenate[G, P], Refusal | None]) -> First[G, P, Refusal | None]:
    """Declare a question for what forbids something: the first reason counts."""
    return First(question)


def any_of(question: Callable[Concatenate[G, P], bool]) -> AnyTrue[G, P]:
    """Declare a yes-or-no question: one yes is enough."""
    return AnyTrue(question)


def all_of(question: Callable[Concatenate[G, P], Iterable[T]]) -> Gathered[G, P, T]:
    """Declare a question whose answers are put together."""
    return Gathered(question)


def told(question: Callable[Concatenate[G, P], None]) -> Told[G, P]:
    """Declare a moment that others may be told of."""
    return Told(question)


def handed_on(question: Callable[Concatenate[G, T, P], T]) -> Handed[G, T, P]:
    """Declare a value that others may change."""
    return Handed(question)


def only(question: Callable[Concatenate[G, P], R]) -> Only[G, P, R]:
    """Declare a question that exactly one part of a system must answer."""
    return Only(question)


class Modifier(NamedTuple):
    """One modifier of a figure: where it comes in the breakdown, the rules it may cite, and the lines that it adds.

    So the modifiers of a figure can be listed in their order, and a breakdown checked against what was declared."""

    step: int
    rules: tuple[str, ...]
    lines: Callable[..., Iterable[Line]]

    @property
    def name(self) -> str:
        return self.lines.__name__


class Modified(Hook[G, P, Iterable[Line]]):
    """The lines that modify a figure, in the order of their steps, within a step in the order of the parts."""

    if TYPE_CHECKING:

        def __call__(self, g: G, *asked: P.args, **named: P.kwargs) -> list[Line]: ...

    else:

        def __call__(self, *asked):
            answers = asked[0].rules.answers
            if self not in answers:
                return []
            found = []
            for modifier in answers[self]:
                found += modifier.lines(*asked)
            return found

    def of(self, rules: Rules) -> tuple[Modifier, ...]:
        """The modifiers that a system has, in their order."""
        return rules.answers.get(self, ())


def modified(question: Callable[Concatenate[G, P], Iterable[Line]]) -> Modified[G, P]:
    """Declare a figure that others may modify."""
    return Modified(question)


class Entries(Generic[T]):
    """A list that parts put records into: phases, verbs, kinds of attack. Asking gives the records by their key, in
    the order of the parts unless they have an `order` of their own.

    >>> class Verb(NamedTuple):
    ...     name: str
    >>> VERBS = Entries[Verb]("verbs of a move", key=lambda verb: verb.name)
    """

    def __init__(self, about: str, key: Callable[[T], Any], order: Callable[[T], Any] | None = None) -> None:
        self.about = about
        self.key = key
        self.order = order

    def __call__(self, g: Composed) -> Mapping[Any, T]:
        return g.rules.entries.get(self, {})

    def of(self, rules: Rules) -> Mapping[Any, T]:
        return rules.entries.get(self, {})

    def __repr__(self) -> str:
        return f"<Entries {self.about}>"


class Part:
    """What one section brings to a system."""

    def __init__(self, *included: Part) -> None:
        """`included` are parts of which this one consists, such as sub-sections in modules of their own."""
        self.procedures: Procedures = Procedures(*(part.procedures for part in included))
        self.given: list[tuple[Hook[Any, Any, Any], Any]] = [
            entry for part in included for entry in part.given
        ]
        self.records: list[tuple[Entries[Any], Any]] = [entry for part in included for entry in part.records]

    # -- procedures ----------------------------------------------------------------------------------------

    def decisions(
        self, frame: type[Frame], *, why_not: WhyNot | None = None
    ) -> Callable[[Ask], Callable[[Take], Take]]:
        return self.procedures.decisions(frame, why_not=why_not)

    def automatic(self, frame: type[Frame]) -> Callable[[Work], Work]:
        return self.procedures.automatic(frame)

    # -- answers -------------------------------------------------------------------------------------------

    def answers(
        self, *hooks: Hook[G, P, R]
    ) -> Callable[[Callable[Concatenate[G, P], R]], Callable[Concatenate[G, P], R]]:
        """Answer a question, or several of the same form."""

        def register(answer: Callable[Concatenate[G, P], R]) -> Callable[Concatenate[G, P], R]:
            self.given += [(hook, answer) for hook in hooks]
            return answer

        return register

    def modifies(
        self, figure: Modified[G, P], *rules: str, step: int = 0
    ) -> Callable[[Callable[Concatenate[G, P], Iterable[Line]]], Callable[Concatenate[G, P], Iterable[Line]]]:
        """Add a modifier to a figure; `rules` are those that its lines may cite."""

        def register(
            lines: Callable[Concatenate[G, P], Iterable[Line]],
        ) -> Callable[Concatenate[G, P], Iterable[Line]]:
            self.given.append((figure, Modifier(step, rules, lines)))
            return lines

        return register

    def adds(self, entries: Entries[T], *records: T) -> None:
        """Put records into a list."""
        self.records += [(entries, record) for record in records]


class Rules:
    """The parts of a system together, merged once."""

    def __init__(self, parts: Iterable[Part], hooks: Iterable[Hook[Any, Any, Any]] = ()) -> None:
        """`hooks` are questions that must be checked though no part answers them (`only`)."""
        self.parts = tuple(parts)
        self.procedures = Procedures(*(part.procedures for part in self.parts))
        answers: dict[Hook[Any, Any, Any], list[Any]] = {hook: [] for hook in hooks}
        entries: dict[Entries[Any], dict[Any, Any]] = {}
        for part in self.parts:
            for hook, answer in part.given:
                answers.setdefault(hook, []).append(answer)
            for which, record in part.records:
                _enter(entries.setdefault(which, {}), which, record)
        for hook, found in answers.items():
            if isinstance(hook, Modified):
                found.sort(key=lambda modifier: modifier.step)
            hook.check(tuple(found))
        self.answers: dict[Hook[Any, Any, Any], tuple[Any, ...]] = {
            hook: tuple(found) for hook, found in answers.items()
        }
        self.entries: dict[Entries[Any], dict[Any, Any]] = {
            which: _in_order(which, records) for which, records in entries.items()
        }

    def answered(self) -> Iterator[Hook[Any, Any, Any]]:
        """The questions to which some part has an answer."""
        return (hook for hook, answers in self.answers.items() if answers)


def _enter(known: dict[Any, Any], entries: Entries[Any], record: Any) -> None:
    key = entries.key(record)
    if key in known:
        raise CompositionError(f"{entries!r} has two entries {key!r}")
    known[key] = record


def _in_order(entries: Entries[Any], records: dict[Any, Any]) -> dict[Any, Any]:
    order = entries.order
    if order is None:
        return records
    return dict(sorted(records.items(), key=lambda item: order(item[1])))
