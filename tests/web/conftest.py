"""A real server and a real browser. Needs the built client (`make web`) and Debian's Chromium (`make browser`).

The browser finds no typeface but one of blocks (fonts.py), so that the tests see the same on every machine.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import fixed_dice
from web.desk import WAIT, Player, Table
from web.fonts import only_blocks

STATIC = Path(__file__).parents[2] / "src/defilade/server/static"
QUIET = re.compile(
    r"net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE)|WebSocket connection to .* failed|status of 403"
)
"""What a browser may complain of: a server that a test has stopped, and doors that stay shut."""

# A machine that does other things as well is slow at times: that is no defect of the page.
expect.set_options(timeout=WAIT * 1000)

Seat = Callable[..., Player]
Launch = Callable[[dict[str, str]], Browser]


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    assert (STATIC / "index.html").is_file(), "the client has not been built: make web"
    served = Table(tmp_path_factory.mktemp("table") / "games.sqlite3").start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def launch() -> Iterator[Launch]:
    """Starts a browser on a machine that has only the fonts of that environment."""
    chromium = shutil.which("chromium")
    assert chromium, "there is no Chromium: make browser"
    with sync_playwright() as playwright:

        def start(fonts: dict[str, str]) -> Browser:
            return playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox"], env={**os.environ, **fonts}
            )

        yield start


@pytest.fixture(scope="session")
def browser(launch: Launch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    found = launch(only_blocks(tmp_path_factory.mktemp("fonts")))
    yield found
    found.close()


def new_context(
    browser: Browser, table: Table, width: int, height: int, pace: str = "instant", **more: Any
) -> BrowserContext:
    """A browser as a person has it who has set his pace."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=table.url, reduced_motion="reduce", **more
    )
    preferences = f"localStorage.getItem('defilade.preferences') ?? '{{\"pace\": \"{pace}\"}}'"
    context.add_init_script(f"localStorage.setItem('defilade.preferences', {preferences})")
    context.add_init_script(fixed_dice.browser_script())
    return context


@pytest.fixture
def seat(table: Table, browser: Browser) -> Iterator[Seat]:
    """Sits down at the table: each call is another person with another browser. A page that complains fails the
    test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def sit(width: int = 1440, height: int = 900, pace: str = "instant", **more: Any) -> Player:
        context = new_context(browser, table, width, height, pace, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT * 1000)
        _listen(page, complaints)
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
