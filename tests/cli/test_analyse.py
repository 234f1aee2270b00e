"""`defilade analyse`: a page about a game that is over."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from defilade.kernel.log import read_log, write_log

GOLDEN = Path(__file__).parents[1] / "golden"
Command = Callable[..., Any]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The beginning of a game in which somebody resigned."""
    log = read_log(GOLDEN / "v2" / "s4.log")
    log.entries = log.entries[:90]
    log.result, log.ended, log.seed = "american", "German resigned.", ""
    file = tmp_path / "game.log"
    write_log(log, file)
    return file


class Looked(HTMLParser):
    """What a page fetches, and what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "data")]


def test_a_page_that_needs_nothing_else_and_a_document_that_says_the_same(run: Command, game: Path) -> None:
    found = run("analyse", str(game), "--json").document
    assert found["side"] == "american" and found["judged"] > 0
    assert [one["side"] for one in found["sums"]] == ["american", "german"]
    page = game.with_suffix(".html")
    assert not page.exists()
    ran = run("analyse", str(game))
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[-1] == str(page)
    american, german = (f"{100 * one['luck']:+.1f} points" for one in found["sums"])
    assert f"american: luck {american}" in ran.out and f"german: luck {german}" in ran.out
    text = page.read_text()
    looked = Looked()
    looked.feed(text)
    assert "script" not in looked.tags and not looked.fetched
    assert looked.tags.count("svg") == 1 and "S4" in text and "Faults, one by one" in text


def test_a_game_that_still_runs_is_refused(run: Command, game: Path) -> None:
    log = read_log(game)
    log.result = log.ended = ""
    write_log(log, game)
    ran = run("analyse", str(game))
    assert ran.code == 2 and "the game is not over" in ran.err
    assert not game.with_suffix(".html").exists()


def test_what_cannot_be_gone_over_is_named(run: Command, tmp_path: Path) -> None:
    three = run("analyse", str(GOLDEN / "v1" / "uf-j.log"), "-o", str(tmp_path / "a.html"))
    assert three.code == 2 and "two sides" in three.err
    picture = run("analyse", str(GOLDEN / "v1" / "s1.log"), "-o", str(tmp_path / "a.svg"))
    assert picture.code == 2 and "HTML" in picture.err
