"""Reads the data files of the program, or an owner's own files laid over them.

A player who owns a game can put a file of the same relative path into a folder of his own, for example
``sk/counters.yaml``; it is then read instead of ours. The folder is given as an argument or by the
environment variable ``DEFILADE_CONTENT``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from defilade import strict_yaml
from defilade.strict_yaml import BadFile

OVERLAY_VARIABLE = "DEFILADE_CONTENT"
SHIPPED = Path(str(files("defilade"))) / "content"

T = TypeVar("T")


class ContentError(BadFile):
    """A data file is missing or wrong; says which file and where in it."""


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
        self.shipped = SHIPPED

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


def parse(file: ContentFile, wanted: type[T]) -> T:
    """Turn a file's YAML into the wanted type, strictly: no unknown key, no missing one, no wrong type."""
    return strict_yaml.parse(file.name, file.text, wanted, ContentError)


def parse_layers(files: Sequence[ContentFile], wanted: type[T]) -> T:
    """Several files as one: what a later one says is added to the earlier ones. Lists of rows grow; lists of plain
    values, like plain values, are replaced."""
    if len(files) == 1:
        return parse(files[0], wanted)
    data: Any = None
    for file in files:
        found = strict_yaml.documents(file.name, file.text, ContentError)
        if len(found) != 1 or not isinstance(found[0], dict):
            raise ContentError(file.name, "", "is not one table of keys")
        data = _laid_over(data, found[0])
    return strict_yaml.convert(", ".join(file.name for file in files), data, wanted, ContentError)


def _laid_over(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: _laid_over(below.get(key), value) for key, value in above.items()}}
    if (
        isinstance(below, list)
        and isinstance(above, list)
        and all(isinstance(one, dict) for one in [*below, *above])
    ):
        return [*below, *above]
    return above


class _Format1(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    structs: dict[str, tuple[str, ...]]


@cache
def fields_of_format_1(folder: str) -> dict[str, tuple[str, ...]]:
    """What logs of format 1 wrote down of each struct of a system. Nobody's folder overrides how things were."""
    file = ContentFile(
        f"{folder}/format-1.yaml", (SHIPPED / folder / "format-1.yaml").read_text(encoding="utf-8")
    )
    return parse(file, _Format1).structs
