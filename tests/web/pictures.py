"""The pictures of the documentation: `python tests/web/pictures.py` plays through a newcomer's path and takes them.

Look at them before they are committed: they are what people see first.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright

from web.desk import Player, Table

IMAGES = Path(__file__).parents[2] / "docs/img"
SIZES = {"1440": (1440, 900), "820": (820, 1180), "390": (390, 844)}


def seat(browser: Browser, table: Table, size: str = "1440") -> Player:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, base_url=table.url)
    context.add_init_script("localStorage.setItem('defilade.preferences', '{\"pace\": \"instant\"}')")
    return Player(context.new_page(), table)


LOADED = (
    "[...document.querySelectorAll('*')].every(function seen(e) { return (e.tagName !== 'IMG' || e.complete)\
 && [...(e.shadowRoot?.querySelectorAll('*') ?? [])].every(seen) })"
)


def take(me: Player, name: str) -> None:
    me.page.wait_for_function(LOADED)
    me.page.wait_for_timeout(900)
    me.page.screenshot(path=IMAGES / f"table-{name}.jpg", type="jpeg", quality=82)
    print(name)


def lesson(me: Player, number: int) -> Player:
    me.page.goto("/#/learn")
    me.page.locator(f"[data-lesson=L{number}]").click()
    return me.seated().wait()


def until(me: Player, *verbs: str, most: int = 400) -> bool:
    """Play on as the computer would until one of these things can be done."""
    for _ in range(most):
        me.wait()
        if me.over:
            return False
        if any(option.split()[0] in verbs for option in me.options):
            return True
        me.play_on(1)
    return False


def newcomers_path(browser: Browser, table: Table) -> None:
    me = seat(browser, table)
    take(me.lobby(), "lobby")
    me.choose("S1", "american")
    take(me, "card")
    me.begin().wait()
    take(me, "set-up")
    me.page.goto("/#/learn")
    take(me, "learn")
    me.choose("S2", "german").begin()
    until(me, "target")
    me.do(next(option for option in me.options if option.startswith("target")))
    me.do(next(option for option in me.options if option.startswith("add")))
    take(me, "fire")
    until(me, "enter")
    take(me, "movement")
    until(me, "rout-to")
    take(me, "rout")
    until(me, "attack")
    me.do(next(option for option in me.options if option.startswith("attack")))
    if not any(option == "declare" for option in me.options):
        me.do(next(option for option in me.options if option.startswith("with")))
    take(me, "close-combat")
    while not me.over:
        me.play_on(50)
    take(me, "end")
    me.page.get_by_role("button", name="Replay").click()
    for _ in range(40):
        me.page.keyboard.press("[")
        me.page.wait_for_timeout(40)
    take(me, "replay")


def sizes(browser: Browser, table: Table) -> None:
    for size in ("820", "390"):
        me = seat(browser, table, size)
        take(me.lobby(), f"lobby-{size}")
        lesson(me, 3)
        take(me, f"lesson-{size}")
        me.do_all("fire", "add a1")
        take(me, f"fire-{size}")


def themes(browser: Browser, table: Table) -> None:
    for theme, colours, painted in (("light", "hobby", "painted"), ("contrast", "safe", "contrast")):
        me = seat(browser, table)
        me.page.add_init_script(
            "localStorage.setItem('defilade.preferences', JSON.stringify("
            f"{{pace: 'instant', theme: '{theme}', colours: '{colours}', map: '{painted}'}}))"
        )
        lesson(me, 2).do_all("target - yO4", "add a1")
        take(me, theme)


def main() -> None:
    chromium = shutil.which("chromium")
    assert chromium, "there is no Chromium: make browser"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Table(Path(folder) / "games.sqlite3").start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for tour in (newcomers_path, sizes, themes):
                tour(browser, table)
        finally:
            browser.close()
            table.stop()


if __name__ == "__main__":
    main()
