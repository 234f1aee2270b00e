"""Writing files as a whole or not at all."""

from __future__ import annotations

from pathlib import Path

from defilade.console.errors import CommandError


def write_picture(path: Path, picture: str) -> None:
    """Write an SVG picture."""
    if path.suffix.lower() != ".svg":
        raise CommandError(f"{path}: the picture is an SVG file; give it a name that ends in .svg")
    write_text(path, picture)


def write_text(path: Path, text: str) -> None:
    """Write a file of text."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror}") from error
