"""Guns, tanks and artillery on the page: driving, turning and firing by clicking, and calling artillery."""

from __future__ import annotations

from playwright.sync_api import expect

from web.desk import GAME, Player


def lesson(me: Player, name: str) -> Player:
    me.page.goto("/#/learn")
    me.page.locator(f"[data-lesson={name}]").click()
    return me.seated().wait()


def arrives(me: Player, piece: str, hex: str) -> None:
    """Drive on to where one was going to, whenever the enemy has let it pass."""
    for _ in range(12):
        me.wait()
        if me.ask("page.hexOf(more[0])", piece) == hex:
            return
        before = me.ask("t.step")
        expect(me.prompt.locator("[data-goal]")).to_be_visible()
        me.page.keyboard.press("g")
        me.page.wait_for_function(f"(step) => {GAME}.table.step > step", arg=before)
    raise AssertionError(f"{piece} does not come to {hex}")


def test_a_tank_drives_where_one_clicks_and_turns_by_its_grips(me: Player) -> None:
    lesson(me, "G3").click("yL5").opened("drive t1")
    me.point("yM5")
    expect(me.page.locator("df-board .badge.plan")).to_contain_text("MP")
    me.click("yM5")
    arrives(me, "t1", "yM5")
    assert "starts" in me.log
    grips = me.page.locator("df-board [data-grip]")
    assert grips.count() == 7  # two for the hull, five for the turret
    before = me.ask("t.step")
    me.page.locator('df-board [data-grip="steer - - 1"]').click()
    me.page.wait_for_function(f"(step) => {GAME}.table.step > step", arg=before)
    me.wait()
    bearing = "t.scene.stacks.flatMap((s) => s.counters).find((c) => c.id === 't1').bearing"
    assert me.ask(bearing) == 90
    me.click("yO5")
    arrives(me, "t1", "yO5")


def test_a_shot_at_a_tank_is_explained_before_and_after(me: Player) -> None:
    lesson(me, "G4").click("yN4")
    me.opened("gun t1+ma1")
    panel = me.prompt
    expect(panel).to_contain_text("Hits with")
    expect(panel).to_contain_text("To Kill, side hull")
    expect(panel).to_contain_text("To Kill, front turret")
    assert "destroyed" in (panel.locator(".answers .odds").get_attribute("aria-label") or "")
    for manner in ("shoot r1 yR5 vtt-HE", "shoot r1 yR5 vtt-AP"):
        button = panel.locator(f'[data-taker="{manner}"]')
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    me.page.keyboard.press("f")
    expect(me.page.locator("df-log .scroll")).to_contain_text("To Hit")
    expect(me.page.locator("df-log .scroll")).to_contain_text("TK DR")


def test_arcs_are_drawn_for_the_gun_that_is_pointed_at_and_on_request_for_all(me: Player) -> None:
    lesson(me, "G1")
    sectors = me.page.locator("df-board .sector")
    assert sectors.count() == 0
    me.point("yM5")
    expect(sectors).to_have_count(1)
    me.point("yI1")
    expect(sectors).to_have_count(0)
    me.page.keyboard.press("x")
    expect(sectors).to_have_count(2)


def test_artillery_is_aimed_on_the_map(me: Player) -> None:
    lesson(me, "G6").do_all("call oba1", "aim")
    me.wait()
    me.page.wait_for_function(f"() => {GAME}.coursing.course?.ways.length > 30")
    assert len(me.options) < 20, "a list that one reads"
    me.point("yK4")  # far from any enemy: a click all the same
    expect(me.page.locator("df-board .area.aim")).to_have_count(7)
    me.point("yP4")
    expect(me.page.locator("df-board .area.aim")).to_have_count(7)
    me.click("yP4").wait()
    expect(me.page.locator("df-board .marker.burst")).to_have_count(1)
    expect(me.page.locator("df-board .marker.burst")).to_contain_text("SR")
    me.page.get_by_role("tab", name="Forces").click()
    expect(me.page.locator("df-forces")).to_contain_text("80mm oba battery", ignore_case=True)
    expect(me.page.locator("df-forces")).to_contain_text("Spotting Round")


def test_a_tank_is_set_up_facing_where_one_clicks(me: Player) -> None:
    me.choose("F3", "german").begin().set_up("face")
    me.wait()
    assert all(option.startswith("face") for option in me.options)
    me.page.locator("df-board [data-grip]").first.click()
    me.page.wait_for_function(f"() => !{GAME}.prompt?.options[0]?.action.startsWith('face')")
