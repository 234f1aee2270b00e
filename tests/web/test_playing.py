"""Playing at the page: a whole game, fire with odds, undo, why not, replay, files, keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import GAME, Player

MOST_DECISIONS = 4000


def test_a_whole_game_against_the_computer(me: Player) -> None:
    """S1 from set-up to the end, every answer given by clicking it; the computer's hints tell which."""
    me.choose("S1", "american").begin().wait()
    made = sum(me.play_on(50) for _ in range(MOST_DECISIONS // 50) if not me.over)
    assert me.over and made > 20
    expect(me.prompt).to_contain_text("The game is over")
    expect(me.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert "Turn 5 of 5" in me.log
    me.page.get_by_role("button", name="Menu").click()
    expect(me.page.locator("df-game-menu")).to_contain_text("Seed")


def fire_lesson(me: Player) -> Player:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L2]").click()
    return me.seated().wait()


def test_odds_are_shown_before_the_dice_fall(me: Player) -> None:
    fire_lesson(me).click("yO4", 45).opened("target - yO4")
    figures = me.prompt.locator(".breakdown")
    expect(figures).to_contain_text("Firepower, column 6")
    said = me.prompt.locator(".odds").get_attribute("aria-label") or ""
    assert "morale check" in said and "no effect" in said
    figures.locator(".rule").first.click()
    expect(me.page.locator("df-rule dialog")).to_contain_text("in our own words")


def test_what_is_not_allowed_is_explained_with_its_rule(me: Player) -> None:
    fire_lesson(me).click("yK5", 45)
    notice = me.page.locator(".notice.why")
    expect(notice).to_contain_text("K5")
    expect(notice.locator(".rule")).to_be_visible()


def test_a_step_can_be_taken_back(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L1]").click()
    me.seated().do_all("move a1", "enter - yL4")
    me.page.get_by_role("button", name="Undo").click()
    expect(me.prompt).to_contain_text("7-4-7 in K5: what next?")
    me.wait().page.keyboard.press("u")
    expect(me.prompt).to_contain_text("Which unit moves next?")


def test_the_log_leads_back_to_its_moments(me: Player) -> None:
    fire_lesson(me).do_all("target - yO4", "add a1", "declare", "direct a2").wait()
    me.page.locator("df-log .text", has_text="American fire at O4").click()
    bar = me.page.locator("df-replay")
    expect(bar).to_be_visible()
    bar.get_by_label("To the beginning").click()
    expect(bar).to_contain_text("0 of")
    for step in (1, 2, 3):
        bar.get_by_label("One step on").click()
        expect(bar).to_contain_text(f"{step} of")
    bar.get_by_role("button", name="Back to now").click()
    expect(bar).to_be_hidden()


def test_a_game_goes_into_a_file_and_comes_out_of_it(me: Player, tmp_path: Path) -> None:
    me.choose("S1", "american", "here").begin().wait()
    first = me.options[0]
    me.do(first)
    me.page.get_by_role("button", name="Menu").click()
    with me.page.expect_download() as got:
        me.page.get_by_role("button", name="Game file").click()
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    assert '"S1"' in file.read_text()
    me.lobby()
    me.page.get_by_role("button", name="Open a game from a file").click()
    me.page.locator("df-import input[type=file]").set_input_files(file)
    me.page.locator("df-import").get_by_role("button", name="Open", exact=True).click()
    me.seated().wait()
    assert me.ask("t.moment") == 1


def test_log_and_map_can_be_kept(me: Player) -> None:
    fire_lesson(me)
    me.page.get_by_role("button", name="Menu").click()
    for name, ending in (("Log as text", ".txt"), ("Map as SVG", ".svg")):
        with me.page.expect_download() as got:
            me.page.get_by_role("button", name=name).click()
        assert got.value.suggested_filename.endswith(ending)


def test_everything_can_be_done_with_keys(seat: Seat) -> None:
    """The second lesson without a mouse: to the target with N and Enter, and F fires."""
    me = seat()
    page = me.page
    page.goto("/#/learn")
    page.locator("[data-lesson=L2]").focus()
    page.keyboard.press("Enter")
    me.seated().wait()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(me.prompt).to_contain_text("Fire at O4")
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Next lesson")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("df-game-menu dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("df-game-menu dialog")).to_be_hidden()


def test_the_map_can_be_walked_and_is_read_out(me: Player) -> None:
    fire_lesson(me)
    me.page.locator("df-board .screen").focus()
    me.page.keyboard.press("ArrowDown")
    words = me.page.locator("#cursor-words")
    expect(words).to_contain_text("O4")
    me.page.keyboard.press("ArrowUp")
    expect(words).to_contain_text("O3, Open Ground")


def test_lines_of_sight_are_drawn_where_the_table_allows(me: Player) -> None:
    fire_lesson(me)
    me.page.get_by_role("button", name="LOS", exact=True).click()
    me.click("yM4", 45).click("yO4", 45)
    expect(me.page.locator("df-board .thread")).to_have_count(1)
    me.page.keyboard.press("Escape")
    expect(me.page.locator("df-board .thread")).to_have_count(0)
    me.choose("S1", "american")
    me.page.locator("summary", has_text="Table options").click()
    me.page.locator("select[name=option-los]").select_option("strict")
    me.begin()
    expect(me.page.get_by_role("button", name="LOS", exact=True)).to_have_count(0)


def test_giving_up_ends_the_game(me: Player) -> None:
    me.choose("S1", "american").begin().wait().resign()
    expect(me.prompt).to_contain_text("German won")


@pytest.mark.parametrize("pace", ["calm", "brisk"])
def test_dice_fall_and_can_be_skipped(seat: Seat, pace: str) -> None:
    me = seat(pace=pace)
    me.page.clock.install()
    fire_lesson(me).open("target - yO4")
    me.page.clock.pause_at(me.page.evaluate("Date.now() + 50"))  # so that they lie as long as one looks
    me.prompt.locator("[data-take]").click()
    expect(me.page.locator("df-dice .cube").first).to_be_visible()
    me.page.keyboard.press("Space")
    expect(me.page.locator("df-coach .say")).to_contain_text("The result is in the log")


def test_another_game_with_the_sides_swapped(me: Player) -> None:
    me.choose("S1", "american").begin().wait().resign()
    before = me.page.url
    me.page.get_by_role("button", name="Rematch").click()
    expect(me.page).not_to_have_url(before)
    me.seated()
    assert me.ask("t.holds") == ["german"]


def view(me: Player) -> dict[str, float]:
    found: dict[str, float] = me.ask("page.board.view")
    return found


def looks(me: Player, how: str, **before: float) -> dict[str, float]:
    """Wait until the map is looked at so; a wheel or a finger takes a moment to get there."""
    me.page.wait_for_function(f"(was) => {{ const now = {GAME}.board.view; return {how}; }}", arg=before)
    return view(me)


def test_the_map_is_panned_and_zoomed(me: Player) -> None:
    me.choose("S1", "american").begin().wait()
    mouse = me.page.mouse
    before = view(me)
    mouse.move(500, 450)
    mouse.wheel(0, -300)
    closer = looks(me, "now.scale > was.scale", **before)
    mouse.down()
    mouse.move(420, 400, steps=5)
    mouse.up()
    looks(me, "now.x < was.x && now.y < was.y", **closer)
    assert me.options == me.wait().options, "a drag is not a click"
    me.page.get_by_role("button", name="Fit").click()
    looks(me, "now.scale < was.scale", **before)


def test_fingers_pan_and_pinch(seat: Seat) -> None:
    me = seat(820, 1180, has_touch=True)
    me.choose("S1", "american").begin().wait()
    devtools = me.page.context.new_cdp_session(me.page)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    before = view(me)
    touch("touchStart", (300, 300), (400, 300))
    for spread in range(10, 90, 10):
        touch("touchMove", (300 - spread, 300), (400 + spread, 300))
    touch("touchEnd")
    looks(me, "now.scale > 1.5 * was.scale", **before)


def test_fire_can_be_held_for_a_whole_move(me: Player) -> None:
    me.page.goto("/#/learn")
    me.page.locator("[data-lesson=L3]").click()
    me.seated().wait()
    expect(me.prompt).to_contain_text("Defensive First Fire?")
    me.page.get_by_role("button", name="Hold while it moves").click()
    expect(me.page.locator("df-log")).to_contain_text("ends its MPh in N3")
    me.page.wait_for_function(f"() => !{GAME}.prompt?.yours || !{GAME}.prompt.asks.includes('First Fire')")
