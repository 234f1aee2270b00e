"""The pictures of the documentation: `python tests/web/pictures.py` plays through a newcomer's path and takes them.

Look at them before they are committed: they are what people see first. `card_table` and so on after the command takes
only some of them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright

from web.desk import WAIT, Player, Table
from web.test_refit import begin as begin_elst
from web.test_refit import until as until_step

IMAGES = Path(__file__).parents[2] / "docs/img"
GOLDEN = Path(__file__).parents[1] / "golden"
SIZES = {"1440": (1440, 900), "820": (820, 1180), "390": (390, 844)}


def seat(browser: Browser, table: Table, size: str = "1440") -> Player:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, base_url=table.url)
    context.add_init_script("localStorage.setItem('defilade.preferences', '{\"pace\": \"instant\"}')")
    return Player(context.new_page(), table)


LOADED = """() => [...document.querySelectorAll('*')].every(function loaded(e) {
    const here = e.tagName === 'IMG' && e.getBoundingClientRect().top < innerHeight;
    return (!here || e.complete) && [...(e.shadowRoot?.querySelectorAll('*') ?? [])].every(loaded);
})"""
"""Every picture in sight is there."""


def take(me: Player, name: str) -> None:
    me.page.wait_for_function(LOADED)
    me.page.wait_for_timeout(900)
    me.page.screenshot(path=IMAGES / f"table-{name}.jpg", type="jpeg", quality=82)
    print(name)


def lesson(me: Player, number: int, course: str = "L") -> Player:
    me.page.goto("/#/learn")
    me.page.locator(f"[data-lesson={course}{number}]").click()
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


def card_table(browser: Browser, table: Table) -> None:
    """Up Front: a fight, a question in the midst of it, close combat, armour, night, a phone."""
    for size in SIZES:
        me = seat(browser, table, size)
        lesson(me, 2, "U").do("fire g1+c5 a1")
        me.thing("g1").hover()
        take(me, f"cards-fire-{size}")
    me = seat(browser, table)
    lesson(me, 3, "U")
    take(me, "cards-question")
    lesson(me, 6, "U").do_all("infiltrate g1", "send hessel+c14 a1", "go", "conceal c43", "done", "done")
    me.do_all("draw - - 2", "close-combat g1", "enter-combat hessel+c15", "go")
    take(me.wait(), "cards-close-combat")
    me.choose("UF-J", "german").begin()
    if until(me, "fire"):
        me.do(next(option for option in me.options if option.split()[0] == "fire"))
        take(me.wait(), "cards-night")
    if overrun(me):
        take(me.wait(), "cards-overrun")


def guns(browser: Browser, table: Table) -> None:
    """Guns, tanks and artillery: a duel with its figures, a drive, a fire mission; also on a tablet."""
    for size, name in (("1440", "tank-duel"), ("820", "tank-duel-820")):
        me = seat(browser, table, size)
        lesson(me, 4, "G").click("yN4").opened("gun t1+ma1")
        me.prompt.locator("h4").first.evaluate("head => head.scrollIntoView()")
        me.page.mouse.move(20, 500)
        take(me, name)
    me = seat(browser, table)
    lesson(me, 3, "G").click("yL5").opened("drive t1").point("yO5")
    take(me, "driving")
    lesson(me, 6, "G").do_all("call oba1", "aim")
    me.wait().point("yP5")
    take(me, "artillery-aim")
    me.click("yP4").wait()
    me.do_all("done", "done", "done", "done", "done", "call oba1", "correct - - HE").wait().click("yP4")
    me.page.locator("df-board .area.blast").first.wait_for()
    me.page.mouse.move(20, 500)
    me.page.wait_for_timeout(2500)
    take(me, "artillery")
    me.page.set_viewport_size({"width": SIZES["820"][0], "height": SIZES["820"][1]})
    take(me, "artillery-820")


def elst_campaign(browser: Browser, table: Table) -> None:
    """The page of the campaign of Elst, while groups are bought; also on a tablet."""
    me = seat(browser, table)
    me.page.set_default_timeout(WAIT * 1000)
    until_step(begin_elst(me), "Reinforcement Groups")
    me.page.locator("df-front-map svg").wait_for()
    me.page.evaluate("scrollTo(0, 0)")
    take(me, "campaign")
    me.page.set_viewport_size({"width": SIZES["820"][0], "height": SIZES["820"][1]})
    me.page.wait_for_timeout(500)
    me.page.locator("df-front-map").evaluate(
        "map => scrollTo(0, map.getBoundingClientRect().top + scrollY - 60)"
    )
    take(me, "campaign-820")


def thoughts(browser: Browser, table: Table) -> None:
    """After a game: a decision of the computer that it has played out ahead."""
    me = seat(browser, table)
    me.choose("UF-A", "german").begin().wait().play_on(30)
    me.wait().resign()
    me.page.keyboard.press("t")
    panel = me.page.locator("df-thought")
    panel.get_by_role("button", name="saw it").click()
    for _ in range(30):
        panel.locator(".done").wait_for()
        if panel.locator(".weighed li").count() > 2:
            break
        panel.get_by_role("button", name="Earlier decision").click()
        me.page.wait_for_timeout(300)
    for size, (width, height) in SIZES.items():
        me.page.set_viewport_size({"width": width, "height": height})
        panel.locator(".head").evaluate("head => head.scrollIntoView()")
        take(me, f"thoughts-{size}")


def analysis(browser: Browser, table: Table) -> None:
    """A game that was gone over: the graph with faults and luck, a fault opened, and another try at it."""
    me = seat(browser, table)
    me.lobby().page.get_by_role("button", name="Open a game from a file").click()
    me.page.locator("df-import input[type=file]").set_input_files(GOLDEN / "v2/s4.log")
    me.page.locator("df-import").get_by_role("button", name="Open", exact=True).click()
    me.seated().wait()
    found = me.page.locator("df-ending df-analysis")
    found.get_by_role("button", name="Analyse the game").click()
    found.locator("figure.chances .plot > svg").wait_for(timeout=1_200_000)
    found.locator("figure.chances").evaluate("one => one.scrollIntoView()")
    take(me, "analysis")
    found.locator(".faults .moment").first.click()
    found.locator(".detail").evaluate("one => one.scrollIntoView({ block: 'center' })")
    take(me, "analysis-fault")
    found.get_by_role("button", name="Try it again").click()
    practice = me.page.locator("df-practice")
    practice.locator(".options button:enabled").first.click()
    practice.get_by_role("status").filter(has_text=":").wait_for(timeout=120_000)
    take(me, "analysis-try")
    for size in ("820", "390"):
        me.page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
        take(me, f"analysis-try-{size}")


def squad_leader(browser: Browser, table: Table) -> None:
    """Squad Leader: a firefight from house to house, the night, a charge."""
    me = seat(browser, table)
    me.choose("SL-1", "russian").begin()
    if until(me, "target"):
        me.open(next(option for option in me.options if option.startswith("target")))
        take(me, "sl-city")
    me.choose("SL-B", "russian").begin()
    if until(me, "target"):
        take(me, "sl-night")
    me.choose("SL-J", "russian").begin()
    if until(me, "charge"):
        me.do(next(option for option in me.options if option.startswith("charge")))
        for _ in range(40):
            if "rides down" in me.log or me.over:
                break
            me.play_on(1)
        take(me.wait(), "sl-charge")


def overrun(me: Player, games: int = 5) -> bool:
    """A tank that drives on until it is among the enemy. Whether it gets there is for the cards to say."""
    for _ in range(games):
        me.choose("UF-E", "german")
        me.page.locator("select[name=level]").select_option("random")
        me.begin().wait()
        while not me.over and me.ask("t.scene.turn") < 60:
            options = me.wait().options
            tanks = me.ask("t.scene.groups.filter((g) => g.members[0].kind === 'afv').map((g) => g.id)")
            ahead = [o for o in options if o.endswith("advance") and o.split()[1].split("+")[0] in tanks]
            plain = ("overrun", "standard", "resolve", "no", "accept", "discard", "draw", "done")
            found = [option for verb in plain for option in options if option.split()[0] == verb]
            rams = [option for option in found if option.startswith("overrun")]
            step = (rams or ahead or found or options)[0]
            me.do(step)
            if step.startswith("overrun"):
                return True
    return False


def main() -> None:
    chromium = shutil.which("chromium")
    assert chromium, "there is no Chromium: make browser"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Table(Path(folder) / "games.sqlite3").start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            wanted = sys.argv[1:]
            tours = (newcomers_path, sizes, themes, card_table, guns, squad_leader)
            for tour in (*tours, elst_campaign, thoughts, analysis):
                if not wanted or tour.__name__ in wanted:
                    tour(browser, table)
        finally:
            browser.close()
            table.stop()


if __name__ == "__main__":
    main()
