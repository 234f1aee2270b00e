"""A game cites its own book: ids of rules that it shares with an older one are shown as its own.

Code cites a shared rule once, by the older book.  What leaves a system (events, choices, breakdowns, refusals, scenes)
is translated where somebody is to read it, not where it is made, so that nothing is looked up while a computer player
looks ahead, and what is written down stays as the code said it.

>>> elst = Citations(("elst",))
>>> elst.rule("SK1:1.1-b"), elst.rule("SKF:1.1.1-g"), elst.agree("SK1:1.1-b", "SKF:1.1-a")
('SKF:1.1-a', 'SKF:1.1.1-g', True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from defilade.rules.same_as import counterparts

T = TypeVar("T")

ONE, SEVERAL = frozenset({"rule"}), frozenset({"rules", "special_rules"})
"""How fields are called that hold an id, or several."""


class Citations:
    """How the games of a system cite, by the books that it is played by."""

    def __init__(self, books: tuple[str, ...], found: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.books = books
        self._own = counterparts(books) if found is None else found

    def rule(self, rule: str) -> str:
        """A rule as a game of the system cites it. What the books do not have stays as it is."""
        own = self._own.get(rule)
        return own[0] if own else rule

    def rules(self, rules: Iterable[str]) -> tuple[str, ...]:
        """The same for several; a rule that has become two is cited as both, two that have become one once."""
        return tuple(dict.fromkeys(own for rule in rules for own in self._own.get(rule, (rule,))))

    def agree(self, one: str, other: str) -> bool:
        """Whether two ids are the same rule to this system, whichever book they are from. Two rows of one book are two
        rules, also where a later book says both in one.

        >>> Citations(("elst",)).agree("SK1:3.3.1-i", "SK1:3.3.1-j")
        False
        """
        if one == other or _book(one) == _book(other):
            return one == other
        return not set(self.rules((one,))).isdisjoint(self.rules((other,)))

    def shown(self, value: T) -> T:
        """Anything that is about to be read, with its citations translated: every field or key that holds ids."""
        return self._shown(value) if self._own else value

    def _shown(self, value: Any) -> Any:
        if isinstance(value, msgspec.Struct):
            changes = {}
            for name in citing(type(value)):
                before = getattr(value, name)
                after = self._field(name, before)
                if after is not before:
                    changes[name] = after
            return msgspec.structs.replace(value, **changes) if changes else value
        if isinstance(value, dict):
            return {key: self._field(key, one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self._shown(one) for one in value)
        return value

    def _field(self, name: Any, value: Any) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, str):
            return self.rule(value) if name in ONE else value
        if name in SEVERAL and isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
            return type(value)(self.rules(value))
        return self._shown(value)


@cache
def citing(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a struct that may hold citations, themselves or further in: the others need not be looked at."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return tuple([one.name for one in found.fields if _may_cite(one.name, one.type, frozenset())])


def _may_cite(name: str, kind: inspect.Type, above: frozenset[type]) -> bool:
    """`above` are the structs that are being looked through."""
    match kind:
        case inspect.StrType():
            return name in ONE
        case (
            inspect.BoolType()
            | inspect.IntType()
            | inspect.FloatType()
            | inspect.NoneType()
            | inspect.LiteralType()
        ):
            return False
        case inspect.CollectionType(item_type=item):
            return name in SEVERAL or _may_cite("", item, above)
        case inspect.VarTupleType(item_type=item):
            return name in SEVERAL or _may_cite("", item, above)
        case inspect.TupleType(item_types=items):
            return name in SEVERAL or any(_may_cite("", item, above) for item in items)
        case inspect.UnionType(types=kinds):
            return any(_may_cite(name, one, above) for one in kinds)
        case inspect.StructType(cls=cls):
            inner = above | {cls}
            return cls not in above and any(_may_cite(one.name, one.type, inner) for one in kind.fields)
        case _:
            return True


def _book(rule: str) -> str:
    return rule.partition(":")[0]
