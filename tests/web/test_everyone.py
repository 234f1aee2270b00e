"""For everyone: no finding of axe-core on any page, in any theme, at any size; and quick enough."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from web.conftest import STATIC, Seat
from web.desk import GAME, Player
from web.test_analysis import told
from web.test_courses import MARCH, stored
from web.test_ending import finished
from web.test_people import challenge, signed_in

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
SIZES = {"desk": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
BUNDLE = 150_000
REDRAW = 50.0
FIGURES = 100.0
"""Budgets: bytes over the line, milliseconds."""


def findings(me: Player) -> list[str]:
    """What axe-core finds wrong, however little it is, with where it is."""
    me.page.evaluate(AXE.read_text())
    rules = "{resultTypes: ['violations'], rules: {'color-contrast-enhanced': {enabled: false}}}"
    result: dict[str, Any] = me.page.evaluate(f"axe.run(document, {rules})")
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in result["violations"]
        for node in found["nodes"]
    ]


def open_lobby(me: Player) -> None:
    me.lobby()


def open_card(me: Player) -> None:
    me.lobby()
    me.page.locator("[data-scenario=S1]").click()
    expect(me.page.locator("df-scenario dialog")).to_be_visible()


def open_lessons(me: Player) -> None:
    me.page.goto("/#/learn")
    expect(me.page.locator("df-learn li")).to_have_count(26)


def open_rules(me: Player) -> None:
    me.page.goto("/#/rules")
    me.page.get_by_label("Look for").fill("smoke")
    expect(me.page.locator("df-rules li").first).to_be_visible()


def open_attack(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L2]").click()
    me.seated().wait().open("target - yO4")
    expect(me.prompt.locator(".odds")).to_be_visible()


def open_menu(me: Player) -> None:
    me.choose("S1", "american").begin().wait()
    me.page.get_by_role("button", name="Menu").click()
    expect(me.page.locator("df-game-menu dialog")).to_be_visible()


def open_forces(me: Player) -> None:
    me.choose("S2", "russian").begin().wait()
    me.page.get_by_role("tab", name="Forces").click()
    expect(me.page.locator("df-forces table")).to_be_visible()


def open_preferences(me: Player) -> None:
    me.lobby().page.get_by_role("button", name="Preferences").click()
    expect(me.page.locator("df-preferences dialog")).to_be_visible()


def open_thoughts(me: Player) -> None:
    me.choose("UF-A", "german").begin().wait().play_on(8)
    me.wait().resign()
    me.page.keyboard.press("t")
    expect(me.page.locator("df-thought .done")).to_be_visible()


def open_book(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L2]").click()
    me.seated().wait().page.get_by_role("tab", name="Book").click()
    expect(me.page.locator("df-book [data-chart=fire]")).to_be_visible()
    me.point("yO4").page.keyboard.press("i")
    expect(me.page.locator("df-inspector section")).to_be_visible()


def open_contents(me: Player) -> None:
    me.page.goto("/#/rules")
    me.page.locator("df-rules summary").first.click()
    expect(me.page.locator("df-rules [data-rule]").first).to_be_visible()


def open_ending(me: Player) -> None:
    finished(me)


def open_anybody(me: Player) -> None:
    me.choose("S1", "american", "anybody")
    expect(me.page.locator("df-scenario df-account form")).to_be_visible()


def open_account(me: Player) -> None:
    signed_in(me, "Lena")
    me.page.get_by_role("button", name="Preferences").click()
    expect(me.page.locator("df-preferences df-account")).to_contain_text("Signed in")


def open_challenges(me: Player) -> None:
    signed_in(me, "Max")
    game = challenge(me)
    me.lobby()
    expect(me.page.locator(f'[data-challenge="{game}"]')).to_be_visible()


def open_terms(me: Player) -> None:
    signed_in(me, "Nora")
    game = challenge(me)
    me.page.goto(f"/#/challenge/{game}")
    expect(me.page.locator("df-join .terms")).to_be_visible()


def open_people(me: Player) -> None:
    signed_in(me, "Otto")
    me.page.goto("/#/people")
    expect(me.page.locator("df-people h2").first).to_be_visible()


def open_profile(me: Player) -> None:
    name = signed_in(me, "Paula")
    me.page.goto(f"/#/people/{name}")
    expect(me.page.locator("df-people h1")).to_contain_text(name)


def open_balance(me: Player) -> None:
    me.page.goto("/#/balance/S1")
    expect(me.page.locator("df-balance svg.bar")).to_have_count(4)


def open_invitation(me: Player) -> None:
    me.choose("S1", "american", "link").begin()
    expect(me.page.locator("df-player-bar df-invite input")).to_be_visible()


def open_set_ups(me: Player) -> None:
    me.choose("S1", "american").begin().wait()
    me.page.get_by_role("button", name="Set-ups").click()
    expect(me.page.locator("df-set-ups dialog")).to_be_visible()


def open_campaigns(me: Player) -> None:
    me.page.goto("/#/campaigns")
    expect(me.page.locator("df-campaigns form").first).to_be_visible()


def open_design(me: Player) -> None:
    me.page.goto("/#/design")
    expect(me.page.locator("df-design form").first).to_be_visible()


def open_cards(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=U2]").click()
    me.seated().wait()


def open_guns(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=G1]").click()
    me.seated().wait()


def open_analysis(me: Player) -> None:
    analysis = told(me)
    analysis.locator("circle.fault").click()
    expect(analysis.locator(".detail")).to_be_visible()


def open_practice(me: Player) -> None:
    told(me).get_by_role("button", name="Learn from your mistakes (1)").click()
    expect(me.page.locator("df-practice .options button").first).to_be_visible()


def open_replay(me: Player) -> None:
    finished(me).page.get_by_role("button", name="Look at the map").click()
    me.page.keyboard.press("[")
    expect(me.page.locator("df-replay")).to_be_visible()


def open_dice(me: Player) -> None:
    finished(me).page.get_by_role("tab", name="Dice").click()


def open_chat(me: Player) -> None:
    me.choose("S1", "american", "link").begin()
    me.page.get_by_role("tab", name="Chat").click()
    me.page.get_by_label("Say something").fill("Hello")
    me.page.get_by_role("button", name="Send").click()
    expect(me.page.locator("df-chat")).to_contain_text("Hello")


def open_invited(me: Player) -> None:
    """What a friend sees who follows the link."""
    me.choose("S1", "american", "link").begin()
    link = me.page.locator("df-player-bar df-invite input").input_value()
    me.page.goto(link[link.index("/#") :])
    expect(me.page.locator("df-join")).to_contain_text("Retaking Vierville")


def open_gallery(me: Player) -> None:
    """What somebody sees who watches."""
    me.choose("S1", "american", "here").begin()
    me.page.get_by_role("button", name="Menu").click()
    link = me.page.locator("df-game-menu .link", has_text="To watch").locator("input").input_value()
    me.page.goto(link)
    me.page.reload()
    me.seated()


def open_curtain(me: Player) -> None:
    me.choose("S3", "american", "here").begin()
    expect(me.page.locator("df-curtain dialog")).to_be_visible()


def open_import(me: Player) -> None:
    me.lobby().page.get_by_role("button", name="Open a game from a file").click()
    expect(me.page.locator("df-import dialog")).to_be_visible()


def open_rule(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L2]").click()
    me.seated().wait().prompt.locator(".rule").first.click()
    expect(me.page.locator("df-rule dialog")).to_contain_text("in our own words")


def open_march(me: Player) -> None:
    with tempfile.TemporaryDirectory() as folder:
        stored(me, Path(folder), *MARCH)
    me.click("yN6").opened("move a5").point("yP10")
    expect(me.page.locator("df-board .trail.plan")).to_have_count(1)


def open_choices(me: Player) -> None:
    """Where several things can be done in a hex: the storeys of a building."""
    me.choose("SL-1", "german").begin().wait()
    me.page.locator("df-reserve button.able").first.click()
    me.wait().click("1H5")
    expect(me.page.locator("df-choice-menu [data-action]")).to_have_count(2)


def open_squad_leader(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=Q1]").click()
    me.seated().wait()


def open_elst(me: Player) -> None:
    me.choose("DaE1", "german").begin().wait()
    me.page.get_by_role("tab", name="Book").click()
    expect(me.page.locator("df-book [data-chart]").first).to_be_visible()


def open_count_of_cards(me: Player) -> None:
    open_cards(me)
    me.page.get_by_role("tab", name="Cards").click()


def open_lost(me: Player) -> None:
    me.page.goto("/#/nowhere/at/all")
    expect(me.page.locator(".lost h1")).to_be_visible()


PAGES = [
    open_anybody,
    open_account,
    open_challenges,
    open_terms,
    open_people,
    open_profile,
    open_balance,
    open_invitation,
    open_set_ups,
    open_campaigns,
    open_design,
    open_cards,
    open_guns,
    open_lost,
    open_lobby,
    open_card,
    open_lessons,
    open_rules,
    open_attack,
    open_menu,
    open_forces,
    open_preferences,
    open_thoughts,
    open_ending,
    open_book,
    open_contents,
    open_analysis,
    open_practice,
    open_replay,
    open_dice,
    open_chat,
    open_invited,
    open_gallery,
    open_curtain,
    open_import,
    open_rule,
    open_march,
    open_choices,
    open_squad_leader,
    open_elst,
    open_count_of_cards,
]


@pytest.mark.parametrize("open_page", PAGES)
def test_nothing_keeps_anybody_out(me: Player, open_page: Any) -> None:
    open_page(me)
    assert findings(me) == []


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_themes_can_be_read(seat: Seat, theme: str) -> None:
    me = seat()
    me.lobby().page.evaluate(
        "theme => localStorage.setItem('defilade.preferences', JSON.stringify({theme, pace: 'instant'}))",
        theme,
    )
    for open_page in (open_lobby, open_attack):
        open_page(me)
        me.page.reload()
        expect(me.page.locator("df-lobby .scenario, df-board .map svg").first).to_be_visible()
        assert findings(me) == []
    open_thoughts(me)
    assert findings(me) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_table_fits(seat: Seat, size: str) -> None:
    """Nothing sticks out sideways, and the question is on the screen."""
    me = seat(*SIZES[size])
    open_attack(me)
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert me.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(me.prompt.locator("[data-take]")).to_be_in_viewport()
    board = me.page.locator("df-board").bounding_box()
    assert board and board["height"] > 0.3 * SIZES[size][1]


def test_the_client_is_small() -> None:
    files = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < BUNDLE


@pytest.mark.soak
def test_redrawing_is_quick(me: Player) -> None:
    """The largest scenario, all its counters set up: from a changed scene to the drawn frame."""
    me.choose("S3", "american", "here").uncovered().begin().set_up()
    assert me.ask("t.scene.turn") == 1 and me.ask("t.scene.stacks.length") > 5
    measure = f"""async () => {{
      const page = {GAME}, board = page.board, times = [];
      for (let i = 0; i < 15; i++) {{
        const scene = structuredClone(page.scene);
        const stack = scene.stacks[i % scene.stacks.length];
        stack.hex = page.map.hexes[(i * 7) % page.map.hexes.length].id;
        const began = performance.now();
        board.scene = scene;
        await board.updateComplete;
        await new Promise((drawn) => requestAnimationFrame(() => {{
          const after = new MessageChannel();
          after.port1.onmessage = drawn;
          after.port2.postMessage(0);
        }}));
        times.push(performance.now() - began);
      }}
      return times.sort((a, b) => a - b)[7];
    }}"""
    # A machine that is busy with other tests is slower at times: the best of some tries is the client's own speed.
    assert any(me.page.evaluate(measure) < REDRAW for _ in range(8))


@pytest.mark.soak
def test_odds_follow_at_once(me: Player) -> None:
    """From the click that takes the leader in or out to the new odds on the screen, there and back to the server."""
    open_attack(me)
    measure = f"""async () => {{
      const panel = {GAME}.shadowRoot.querySelector("df-prompt").shadowRoot, times = [];
      const odds = () => panel.querySelector(".odds").getAttribute("aria-label");
      for (let i = 0; i < 10; i++) {{
        const before = odds(), began = performance.now();
        panel.querySelector('[data-taker="direct a2"]').click();
        while (odds() === before) await new Promise(requestAnimationFrame);
        times.push(performance.now() - began);
      }}
      return times.sort((a, b) => a - b)[4];
    }}"""
    assert any(me.page.evaluate(measure) < FIGURES for _ in range(8))
