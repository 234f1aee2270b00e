"""What a turn looks like, picture by picture: `python tests/web/film_strip.py FOLDER` plays it and takes them.

A shot in two clicks, a move across four hexes into fire, the end of a game, a challenge that somebody takes, and Up
Front at a desk and on a tablet.  Names of films after the folder take only those.  For looking at: nothing may lie on
the odds, or on a hex that can be chosen.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright

from web.desk import GAME, Player, Table
from web.pictures import LOADED
from web.test_courses import MARCH, stored
from web.test_ending import finished
from web.test_people import challenge, signed_in
from web.test_playing import fire_lesson

DESK, TABLET = (1366, 768), (820, 1180)
INTO_FIRE = (MARCH[0], 63)
"""The same game at a moment at which a leader can go four hexes, three of them in sight of the enemy."""


class Film:
    """Pictures of one subject, numbered."""

    def __init__(self, browser: Browser, table: Table, folder: Path, name: str) -> None:
        self.browser, self.table, self.folder, self.name = browser, table, folder, name
        self.taken = 0

    def seat(self, size: tuple[int, int] = DESK) -> Player:
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.table.url
        )
        context.add_init_script(
            "localStorage.setItem('defilade.preferences', JSON.stringify({pace: 'instant', motion: 'none'}))"
        )
        return Player(context.new_page(), self.table)

    def take(self, me: Player, what: str) -> None:
        self.taken += 1
        me.page.wait_for_function(LOADED)
        me.page.wait_for_timeout(700)
        file = self.folder / f"{self.name}-{self.taken}-{what}.png"
        me.page.screenshot(path=file)
        print(file)


def shot(film: Film) -> None:
    me = fire_lesson(film.seat())
    film.take(me, "before")
    me.click("yO4", 45).opened("target - yO4")
    film.take(me, "clicked")
    me.take()
    film.take(me.wait(), "fired")


def move(film: Film) -> None:
    with tempfile.TemporaryDirectory() as folder:
        me = stored(film.seat(), Path(folder), *INTO_FIRE)
    me.page.evaluate(f"() => {GAME}.coursing.open('move a2')")
    me.opened("move a2").point("yR3")
    film.take(me, "way")
    me.click("yR3").wait()
    film.take(me, "stopped")
    opening = me.ask("page.prompt.openings.find((one) => one.action.startsWith('fire'))?.action")
    me.opened(opening)
    film.take(me, "first-fire")
    me.take().wait()
    film.take(me, "fired-at")


def end(film: Film) -> None:
    for size in (DESK, TABLET):
        film.take(finished(film.seat(size)), f"{size[0]}")


def taken_challenge(film: Film) -> None:
    host, guest = film.seat(), film.seat(TABLET)
    signed_in(host, "Anna"), signed_in(guest, "Bert")
    game = challenge(host)
    film.take(host, "put-up")
    guest.lobby().page.locator(f'[data-challenge="{game}"]').scroll_into_view_if_needed()
    film.take(guest, "in-the-lobby")
    guest.page.goto(f"/#/challenge/{game}")
    guest.page.get_by_role("button", name="Take the seat").wait_for()
    film.take(guest, "terms")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.seated()
    film.take(guest, "taken")
    film.take(host, "both-there")


def cards(film: Film) -> None:
    for size in (DESK, TABLET):
        for scenario, decisions in (("UF-A", 12), ("UF-E", 14)):
            me = film.seat(size).choose(scenario, "german").begin().wait()
            me.play_on(decisions)
            film.take(me.wait(), f"{scenario.lower()}-{size[0]}")


FILMS: dict[str, Callable[[Film], None]] = {
    "shot": shot,
    "move": move,
    "end": end,
    "challenge": taken_challenge,
    "cards": cards,
}


def main(folder: Path, wanted: list[str]) -> None:
    chromium = shutil.which("chromium")
    assert chromium, "there is no Chromium: make browser"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        table = Table(Path(kept) / "games.sqlite3").start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for name, film in FILMS.items():
                if not wanted or name in wanted:
                    film(Film(browser, table, folder, name))
        finally:
            browser.close()
            table.stop()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
