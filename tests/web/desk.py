"""A table that is served, and a player who uses the page as people do: reads it, clicks it, types."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

WAIT = 180.0
"""A page waits for what it needs, however much else the machine has to do."""
START = 300.0
"""A server that starts waits for its turn on a busy machine; one that has died is told at once."""
CROWD = {
    "DEFILADE_SERVER_COST_PER_MINUTE": "1000000",
    "DEFILADE_SERVER_REQUESTS_PER_MINUTE": "1000000",
    "DEFILADE_SERVER_MESSAGES_PER_SECOND": "10000",
    "DEFILADE_SERVER_MESSAGES_PER_ADDRESS": "10000",
    "DEFILADE_SERVER_OPPONENTS_PER_PERSON": "10000",
    "DEFILADE_SERVER_OPPONENTS_PER_ADDRESS": "10000",
    "DEFILADE_SERVER_COMPUTER_GAMES_PER_ACCOUNT": "10000",
    "DEFILADE_SERVER_ACCOUNTS_PER_DAY": "10000",
    "DEFILADE_SERVER_CHAT_PER_MINUTE": "10000",
    "DEFILADE_SERVER_RULE_SECONDS": "170",
    "DEFILADE_SERVER_TURN_SECONDS": "170",
    "DEFILADE_SERVER_COMPUTER_START": "170",
}
"""Everybody who comes to this table in all the tests comes from one address, one worker may run all of them, and its
machine may be busy."""
GAME = "document.querySelector('df-app').shadowRoot.querySelector('df-table')"


AIMING = ("at", "shoot", "with", "alone", "direct", "no-leader", "careful", "backblast")
"""Answers that the shot of a gun is made of."""

UNTIL = f"""(met, what) => new Promise((resolve, reject) => {{
  const late = performance.now() + {WAIT * 1000};
  const look = () => {{
    if (met()) return resolve();
    if (performance.now() < late) return setTimeout(look, 20);
    const page = {GAME}, t = page?.table;
    const now = t && {{ step: t.step, busy: t.busy, showing: t.showing, notice: t.notice, result: t.result, yours:
      page.prompt?.yours, line: t.line }};
    reject(new Error(`waited in vain: ${{what}} ${{JSON.stringify(now)}}`));
  }};
  look();
}})"""
"""Waits in the page, as long as a test may wait, and then says what for."""

PLAY_ON = f"""async (decisions) => {{
  const page = {GAME}, t = page.table, until = {UNTIL};
  const ready = () => !t.busy && !t.showing && (t.result !== null || page.prompt?.yours);
  for (let made = 0; made < decisions; made++) {{
    await until(ready, "one's own decision");
    if (t.result !== null) return made;
    const step = page.prompt.step;
    const action = (await t.hint())?.action ?? page.prompt.options[0].action;
    await page.updateComplete;
    const panel = page.shadowRoot.querySelector("df-prompt");
    await panel.updateComplete;
    if (t.step !== step) continue;
    const click = (wanted) => panel.shadowRoot.querySelector(wanted).click();
    const opening = page.prompt.openings.find((one) => one.action === action);
    // What one is warned of is chosen twice.
    if (opening && !opening.standing && page.prompt.warnings[action]) click(`[data-action="${{action}}"]`);
    if (opening && !opening.standing) click(`[data-action="${{action}}"]`);
    if (opening) {{
      await until(() => page.coursing.course?.action === action || t.step !== step, `the course of ${{action}}`);
      if (t.step !== step) continue;
      await page.updateComplete;
      await panel.updateComplete;
      click("[data-take]");
    }} else click(`[data-action="${{action}}"]`);
    await until(() => t.notice || t.result !== null || t.step !== step, `an answer to ${{action}}`);
  }}
  return decisions;
}}"""


SET_UP = f"""async (verb) => {{
  const page = {GAME}, t = page.table;
  for (let i = 0; i < 600 && page.prompt?.yours && !t.scene.turn; i++) {{
    const options = page.prompt.options;
    if (verb && options[0].verb === verb) return;
    const n = options[0].verb === "place" ? Math.floor(options.length / 3) : 0;
    await t.act(options[n].action);
    await t.rested();
  }}
}}"""


SPOT = f"""async (hex) => {{
  const {{ board }} = {GAME};
  board.show([hex]);
  await board.updateComplete;
  let spot = null;
  for (let still = 0, frames = 0; still < 4 && frames < 300; frames++) {{
    await new Promise(requestAnimationFrame);
    const now = board.onPage(hex);
    still = spot && now && spot.x === now.x && spot.y === now.y ? still + 1 : 0;
    spot = now;
  }}
  return spot;
}}"""
"""Where a hex is, once it stays there: what is around the map comes and goes, and the map takes its room."""


class Table:
    """`defilade serve` in a process of its own, on a port of its own."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Table:
        command = [sys.executable, "-c", "from defilade.cli import main; main()", "serve"]
        command += ["--port", str(self.port), "--database", str(self.database)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **CROWD}
        )
        limit = time.monotonic() + START
        while True:
            try:
                if httpx.get(f"{self.url}/api/health", timeout=START).status_code == 200:
                    return self
            except httpx.TransportError:
                pass
            assert self.process.poll() is None and time.monotonic() < limit, "the server did not start"
            time.sleep(0.1)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(START)

    def kill(self) -> None:
        """As when the machine loses its power."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(START)


def free_port() -> int:
    """Below those that the system gives to whoever asks: it is still free when the server is started again."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def pick(page: Page, name: str, value: str) -> None:
    """Choose one of several: what is clicked is the card around the button."""
    one = f"input[name={name}][value={value}]"
    page.locator("label.choice", has=page.locator(one)).click()
    expect(page.locator(one)).to_be_checked()


class Player:
    """Somebody at a browser."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page, self.table = page, table

    # -- getting there -------------------------------------------------------------------------------------

    def lobby(self) -> Player:
        self.page.goto("/")
        expect(self.page.locator("df-lobby .scenario")).not_to_have_count(0, timeout=WAIT * 1000)
        return self

    def choose(self, scenario: str, side: str, opponent: str = "computer") -> Player:
        """Fill in the form of a scenario."""
        self.page.goto(f"/#/scenario/{scenario}")
        pick(self.page, "side", side)
        pick(self.page, "opponent", opponent)
        return self

    def uncovered(self) -> Player:
        """At one screen: do without the curtain between sides."""
        self.page.get_by_text("Cover the screen").evaluate("label => label.click()")
        return self

    def begin(self) -> Player:
        self.page.get_by_role("button", name="Begin").click()
        return self.seated()

    def seated(self) -> Player:
        board = self.page.locator("df-board .map svg, df-card-table .felt")
        expect(board).to_be_visible(timeout=WAIT * 1000)
        return self

    # -- reading -------------------------------------------------------------------------------------------

    def ask(self, script: str, *more: Any) -> Any:
        """Something that the page knows; `t` is its table."""
        return self.page.evaluate(
            f"(more) => {{ const page = {GAME}; const t = page.table; return {script}; }}", more
        )

    @property
    def prompt(self) -> Locator:
        return self.page.locator("df-prompt")

    @property
    def options(self) -> list[str]:
        found: list[str] = self.ask("page.prompt?.yours ? page.prompt.options.map((o) => o.action) : []")
        return found

    @property
    def over(self) -> bool:
        return bool(self.ask("t.result !== null"))

    def wait(self) -> Player:
        """Until it is this player's decision, or the game is over."""
        ready = f"() => {{ const page = {GAME}; const t = page?.table; return t && !t.busy && !t.showing && "
        self.page.wait_for_function(
            ready + "(page.prompt?.yours || t.result !== null); }", timeout=WAIT * 1000
        )
        return self

    @property
    def log(self) -> str:
        return self.page.locator("df-log .scroll").inner_text()

    # -- doing ---------------------------------------------------------------------------------------------

    def button(self, action: str) -> Locator:
        """The button for an option; its list is opened where it is folded."""
        found = self.prompt.locator(f'[data-action="{action}"]')
        folded = self.prompt.locator(
            "details:not([open])", has=self.page.locator(f'[data-action="{action}"]')
        )
        if folded.count():
            folded.locator("summary").click()
        return found

    def do(self, action: str) -> Player:
        """Click an option; one that opens a course is taken by clicking on."""
        if self.opens_a_course(action):
            self.open(action)
            return self.take()
        if self.ask("more[0] in page.prompt.warnings", action):
            self._taken(self.button(action))
        return self._taken(self.button(action))

    def opens_a_course(self, action: str) -> bool:
        self.wait()
        return bool(self.ask("page.prompt.openings.some((one) => one.action === more[0])", action))

    def _taken(self, button: Locator) -> Player:
        step = self.ask("t.step")
        done = f"(step) => {{ const t = {GAME}.table; return !t.busy && (t.step !== step || t.notice); }}"
        button.click()
        self.page.wait_for_function(done, arg=step)
        return self

    def open(self, action: str) -> Player:
        """Open the course of an option; one that belongs to the question stands open."""
        if not self.ask("page.prompt.openings.find((one) => one.action === more[0]).standing", action):
            self.button(action).click()
        return self.opened(action)

    def opened(self, action: str) -> Player:
        self.page.wait_for_function(
            f"(action) => {GAME}.coursing.course?.action === action", arg=action, timeout=WAIT * 1000
        )
        return self

    def take(self) -> Player:
        """Take the course that is open."""
        return self._taken(self.prompt.locator("[data-take]"))

    def fire(self, opening: str, *takers: str) -> Player:
        """Fire with exactly these."""
        self.wait().open(opening)
        on = "page.coursing.takers.filter((one) => one.on).map((one) => one.action).sort()"
        for _ in range(20):
            chosen = self.ask(on)
            if chosen == sorted(takers):
                return self.take()
            # Who is not wanted goes first: others may fire, and lead, only then.
            other = next(
                iter(
                    [one for one in chosen if one not in takers]
                    or [one for one in takers if one not in chosen]
                )
            )
            self.prompt.locator(f'[data-taker="{other}"]').click()
            self.page.wait_for_function(
                f"(was) => {GAME}.coursing.takers.filter((one) => one.on).map((one) => one.action).sort()"
                ".join() !== was",
                arg=",".join(chosen),
            )
        raise AssertionError(f"{takers} cannot fire together")

    def aim(self, opening: str, *takers: str) -> Player:
        """Fire a gun in this manner: of each question the answer that is named."""
        self.wait().open(opening)
        for taker in takers:
            button = self.prompt.locator(f'[data-taker="{taker}"]')
            if button.count() and button.get_attribute("aria-pressed") == "false":
                button.click()
                expect(button).to_have_attribute("aria-pressed", "true")
        return self.take()

    def do_all(self, *actions: str) -> Player:
        """What is taken one by one; the parts of a shot are put together to one."""
        left = list(actions)
        while left:
            action = left.pop(0)
            if action.split()[0] in ("gun", "bound"):
                parts = []
                while left and left[0].split()[0] in AIMING:
                    parts.append(left.pop(0))
                self.aim(action, *parts)
                continue
            if not left or left[0].split()[0] != "add" or not self.opens_a_course(action):
                self.do(action)
                continue
            parts = []
            while left and left[0].split()[0] in ("add", "declare", "direct", "no-leader"):
                parts.append(left.pop(0))
            self.fire(action, *(part for part in parts if part.split()[0] in ("add", "direct")))
        return self

    def hex(self, name: str) -> tuple[float, float]:
        """Where a hex is on the page."""
        spot = self.page.evaluate(SPOT, name)
        return spot["x"], spot["y"]

    def point(self, hex: str, dx: float = 0, dy: float = 0) -> Player:
        x, y = self.hex(hex)
        self.page.mouse.move(x + dx, y + dy)
        return self

    def click(self, hex: str, dx: float = 0, dy: float = 0) -> Player:
        x, y = self.hex(hex)
        self.page.mouse.click(x + dx, y + dy)
        return self

    def thing(self, name: str) -> Locator:
        """A card, a man or a group on a card table."""
        return self.page.locator(f'df-card-table button[data-thing="{name}"]')

    def drag(self, name: str, onto: str) -> Player:
        """Take a card and let it go over something."""
        self.wait()
        start, end = self.thing(name), self.page.locator(f'df-card-table [data-thing="{onto}"]').first
        end.scroll_into_view_if_needed()
        a, b = start.bounding_box(), end.bounding_box()
        assert a is not None and b is not None
        mouse = self.page.mouse
        mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
        mouse.down()
        mouse.move(b["x"] + b["width"] / 2, b["y"] + 20, steps=6)
        mouse.up()
        return self

    def resign(self) -> Player:
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("button", name="Resign…").click()
        self.page.get_by_role("button", name="Yes, resign").click()
        return self.wait()

    def set_up(self, until: str = "") -> Player:
        """Put the counters somewhere, quickly; stops where it is asked for `until`."""
        self.wait().page.evaluate(SET_UP, until)
        return self

    def play_on(self, decisions: int) -> int:
        """Answer questions by clicking what the computer would, for so many decisions or to the end of the game;
        gives how many there were. It runs in the page: a whole game has hundreds."""
        return int(self.page.evaluate(PLAY_ON, decisions))
