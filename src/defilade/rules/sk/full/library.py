"""The counters and tables of the full Starter Kit: those of the first box, with what the later boxes add and change."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from defilade.rules.content_files import ContentFiles
from defilade.rules.sk.library import FIRST_KIT_FOLDERS, Library, load_library

FOLDERS = (*FIRST_KIT_FOLDERS, "skf")


@cache
def full_library(overlay: Path | None = None) -> Library:
    """The library, read once a folder. Without a folder: ours, or that of DEFILADE_CONTENT."""
    return load_library(ContentFiles(overlay), FOLDERS)
