"""Which program played: games are only the same games if rules, content and players are the same.

Version numbers change when somebody thinks of it; the fingerprint changes by itself with every change to a file
that a game depends on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import defilade
from defilade.rules.content_files import ContentFiles

PLAYED_BY = ("hexgrid", "kernel", "tactics", "rules", "content", "ai", "lab/match.py", "lab/sim.py")
"""The parts of the program that a game depends on."""
NOT_PLAYED_BY = ("presentation.py", "balance.yaml", "winning.yaml")
"""How a game is shown, and what the lab itself wrote down."""
SUFFIXES = (".py", ".yaml", ".csv")


@cache
def fingerprint() -> str:
    """Twelve hex digits for everything that decides how a game goes, an owner's own content files included."""
    package = Path(defilade.__file__).parent
    digest = hashlib.blake2b(digest_size=6)
    for part in PLAYED_BY:
        _add(digest, package, package / part)
    overlay = ContentFiles().overlay
    if overlay is not None:
        _add(digest, overlay, overlay)
    return digest.hexdigest()


def _add(digest: hashlib.blake2b, root: Path, part: Path) -> None:
    for path in sorted(_files(part)):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
        digest.update(path.read_bytes())


def _files(part: Path) -> Iterator[Path]:
    found = [part] if part.is_file() else part.rglob("*")
    for path in found:
        if path.suffix in SUFFIXES and path.name not in NOT_PLAYED_BY and path.is_file():
            yield path
