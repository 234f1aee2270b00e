"""The page brings its own letters: it looks and is laid out alike on every machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from web.conftest import Launch, Seat, new_context
from web.desk import WAIT, Player, Table
from web.fonts import only_blocks

PLACES = """() => {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width && height) found.push([element.localName, x, y, width, height].join(" "));
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return found;
}"""
"""Where everything on the page is."""

SETTLES_WITHIN = WAIT

LETTERS = """() => {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (own && element.getClientRects().length && !["STYLE", "SCRIPT"].includes(element.tagName)) found.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  window.letters = found;
  return found.length;
}"""


def borrowed(page: Page) -> list[str]:
    """What is written in a typeface of the machine's."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    devtools.send("DOM.getDocument", {"depth": -1, "pierce": True})
    found = [_borrowed(devtools, n) for n in range(page.evaluate(LETTERS))]
    assert found
    return [text for text in found if text]


def _borrowed(devtools: CDPSession, n: int) -> str:
    one = devtools.send("Runtime.evaluate", {"expression": f"letters[{n}]"})["result"]
    node = devtools.send("DOM.requestNode", {"objectId": one["objectId"]})["nodeId"]
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    ours = all(font["isCustomFont"] and font["familyName"].startswith("Inter") for font in fonts)
    return "" if ours else f"{one['description']}: {fonts}"


def lobby(me: Player) -> None:
    me.lobby()


def map_table(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L2]").click()
    me.seated().wait()


def card_table(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=U1]").click()
    me.seated().wait()


def settled(me: Player) -> Page:
    me.page.evaluate("document.fonts.ready")
    me.page.wait_for_function("document.fonts.status === 'loaded'")
    return me.page


@pytest.mark.parametrize("place", [lobby, map_table, card_table])
def test_no_letter_is_borrowed_from_the_machine(me: Player, place: Any) -> None:
    place(me)
    assert not borrowed(settled(me))


@pytest.fixture(scope="module")
def elsewhere(launch: Launch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser on a machine with other fonts: blocks half as wide."""
    found = launch(only_blocks(tmp_path_factory.mktemp("other-fonts"), 500))
    yield found
    found.close()


@pytest.mark.parametrize("width", [1366, 390])
@pytest.mark.parametrize("place", [lobby, map_table, card_table])
def test_everything_is_in_the_same_place_with_other_fonts(
    seat: Seat, elsewhere: Browser, table: Table, place: Any, width: int
) -> None:
    here = seat(width, 800)
    context = new_context(elsewhere, table, width, 800)
    there = Player(context.new_page(), table)
    for one in (here, there):
        place(one)
        settled(one).mouse.move(1, 1)
    try:
        limit = time.monotonic() + SETTLES_WITHIN
        while (mine := here.page.evaluate(PLACES)) != (theirs := there.page.evaluate(PLACES)):
            if time.monotonic() > limit:  # odds and pictures have come by then
                assert mine == theirs
            here.page.wait_for_timeout(200)
    finally:
        context.close()


def test_figures_are_of_one_width(me: Player) -> None:
    """Numbers that change stay where they are."""
    me.lobby()
    wide: list[float] = settled(me).evaluate(
        """() => [..."0123456789"].map((figure) => {
          const one = document.body.appendChild(document.createElement("span"));
          one.textContent = figure;
          one.style.fontVariantNumeric = "tabular-nums";
          const { width } = one.getBoundingClientRect();
          one.remove();
          return width;
        })"""
    )
    assert len(set(wide)) == 1


def test_the_licence_goes_along(me: Player, table: Table) -> None:
    answer = me.page.request.get(f"{table.url}/Inter-LICENSE.txt")
    assert answer.ok and "SIL Open Font License" in answer.text()
    face = me.lobby().page.evaluate(
        "performance.getEntriesByType('resource').map((one) => one.name).filter((name) => name.endsWith('.woff2'))"
    )
    assert len(face) == 1, "the letters of other languages are fetched when they are needed"
    assert me.page.request.get(face[0]).headers["content-type"] == "font/woff2"
