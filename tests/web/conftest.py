"""A real server and a real browser. Needs the built client (`make web`) and Debian's Chromium (`make browser`)."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from web.desk import Player, Table

STATIC = Path(__file__).parents[2] / "src/defilade/server/static"
QUIET = re.compile(r"net::ERR_CONNECTION_REFUSED|WebSocket connection to .* failed|status of 403")
"""What a browser may complain of: a server that a test has stopped, and doors that stay shut."""

Seat = Callable[..., Player]


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    assert (STATIC / "index.html").is_file(), "the client has not been built: make web"
    served = Table(tmp_path_factory.mktemp("table") / "games.sqlite3").start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "there is no Chromium: make browser"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def seat(table: Table, browser: Browser) -> Iterator[Seat]:
    """Sits down at the table: each call is another person with another browser. A page that complains fails the
    test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def sit(width: int = 1440, height: int = 900, pace: str = "instant", **more: Any) -> Player:
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=table.url, reduced_motion="reduce", **more
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        _listen(page, complaints)
        preferences = f"localStorage.getItem('defilade.preferences') ?? '{{\"pace\": \"{pace}\"}}'"
        context.add_init_script(f"localStorage.setItem('defilade.preferences', {preferences})")
        return Player(page, table)

    yield sit
    for context in contexts:
        context.close()
    assert not complaints


def _listen(page: Page, complaints: list[str]) -> None:
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def heard(message: Any) -> None:
        if message.type == "error" and not QUIET.search(message.text):
            complaints.append(message.text)

    page.on("console", heard)


@pytest.fixture
def me(seat: Seat) -> Player:
    return seat()
