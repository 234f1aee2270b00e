"""Reads the data files of the program, or an owner's own files laid over them.

A player who owns a game can put a file of the same relative path into a folder of his own, for example
``sk/counters.yaml``; it is then read instead of ours. The folder is given as an argument or by the
environment variable ``DEFILADE_CONTENT``.
"""

from __future__ import annotations

import os
from collections.abc import Hashable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

OVERLAY_VARIABLE = "DEFILADE_CONTENT"

T = TypeVar("T")


class ContentError(Exception):
    """A data file is missing or wrong; says which file and where in it."""

    def __init__(self, file: str, place: str, problem: str) -> None:
        self.file = file
        self.place = place
        self.problem = problem
        super().__init__(f"{file}: {place}: {problem}" if place else f"{file}: {problem}")


@dataclass(frozen=True)
class ContentFile:
    """A data file's text, and the name to show a reader when something in it is wrong."""

    name: str
    text: str


class ContentFiles:
    """The data files by relative path, an owner's folder before our own."""

    def __init__(self, overlay: Path | None = None) -> None:
        chosen = overlay if overlay is not None else _overlay_from_environment()
        if chosen is not None and not chosen.is_dir():
            raise ContentError(str(chosen), "", "is not a folder with content files")
        self.overlay = chosen
        self.shipped = Path(str(files("defilade"))) / "content"

    @property
    def own_boards(self) -> Path | None:
        """The folder with the owner's boards, if he has one."""
        if self.overlay is None or not (self.overlay / "boards").is_dir():
            return None
        return self.overlay / "boards"

    def path(self, relative: str) -> Path:
        """Where the file is: in the owner's folder if it is there, else among ours."""
        if self.overlay is not None and (self.overlay / relative).is_file():
            return self.overlay / relative
        return self.shipped / relative

    def read(self, relative: str) -> ContentFile:
        path = self.path(relative)
        shown = relative if path.is_relative_to(self.shipped) else str(path)
        try:
            return ContentFile(shown, path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ContentError(shown, "", "there is no such content file") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ContentError(shown, "", f"cannot be read: {error}") from error

    def names(self, folder: str, suffix: str) -> tuple[str, ...]:
        """Relative paths of the files in a folder, the owner's own among them, sorted."""
        roots = [self.shipped] if self.overlay is None else [self.shipped, self.overlay]
        found = {f"{folder}/{p.name}" for root in roots for p in (root / folder).glob(f"*{suffix}")}
        return tuple(sorted(found))


def _overlay_from_environment() -> Path | None:
    value = os.environ.get(OVERLAY_VARIABLE)
    return Path(value) if value else None


class _StrictLoader(yaml.SafeLoader):
    """YAML lets a key stand twice and keeps the last; a table with a row given twice is a mistake."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} is given twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def parse(file: ContentFile, wanted: type[T]) -> T:
    """Turn a file's YAML into the wanted type, strictly: no unknown key, no missing one, no wrong type."""
    try:
        data = yaml.load(file.text, Loader=_StrictLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise ContentError(file.name, place, f"not valid YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise ContentError(file.name, "", f"not valid YAML: {error}") from None
    if not file.text.endswith("\n"):
        place = f"line {file.text.count(chr(10)) + 1}"
        raise ContentError(file.name, place, "the file stops in the middle of a line; it seems cut short")
    if data is None:
        raise ContentError(file.name, "", "is empty")
    try:
        return msgspec.convert(data, wanted, strict=True)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at ")
        raise ContentError(file.name, place.strip("`").removeprefix("$."), problem) from None
