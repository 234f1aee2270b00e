"""YAML files read strictly: nothing unknown, nothing twice, nothing cut short; every complaint names its place."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

import msgspec
import yaml

T = TypeVar("T")


class BadFile(Exception):
    """A file that cannot be used: which, where in it, and why."""

    def __init__(self, file: object, place: str, problem: str) -> None:
        self.file = file
        self.place = place
        self.problem = problem
        super().__init__(f"{file}: {place}: {problem}" if place else f"{file}: {problem}")


_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _StrictLoader(_Base):  # type: ignore[misc]
    """YAML lets a key stand twice and keeps the last; here that is a mistake."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                problem = f"the key {key.value!r} is given twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add(key.value)
        found: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return found


def documents(file: object, text: str, error: type[BadFile] = BadFile) -> list[Any]:
    """The plain data of every document in a file."""
    try:
        found = list(yaml.load_all(text, Loader=_StrictLoader))
    except yaml.MarkedYAMLError as trouble:
        mark = trouble.problem_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise error(file, place, f"not valid YAML: {trouble.problem or trouble.context}") from None
    except yaml.YAMLError as trouble:
        raise error(file, "", f"not valid YAML: {trouble}") from None
    if not text.endswith("\n"):
        place = f"line {text.count(chr(10)) + 1}"
        raise error(file, place, "the file stops in the middle of a line; it seems cut short")
    return found


def parse(file: object, text: str, wanted: type[T], error: type[BadFile] = BadFile) -> T:
    """A file of one document as the wanted type: no unknown key, no missing one, no wrong type."""
    found = documents(file, text, error)
    if not found or found[0] is None:
        raise error(file, "", "is empty")
    if len(found) > 1:
        raise error(file, "", "holds more than one document")
    return convert(file, found[0], wanted, error)


def convert(file: object, data: Any, wanted: type[T], error: type[BadFile] = BadFile, where: str = "") -> T:
    """Plain data as the wanted type; `where` tells which part of the file it is."""
    try:
        return msgspec.convert(data, wanted, strict=True)
    except msgspec.ValidationError as trouble:
        problem, _, place = str(trouble).partition(" - at ")
        inside = place.strip("`").removeprefix("$").removeprefix(".")
        raise error(file, ": ".join(part for part in (where, inside) if part), problem) from None
