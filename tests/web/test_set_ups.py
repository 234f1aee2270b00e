"""Set-ups in the browser: kept under a name, done again, mirrored."""

from __future__ import annotations

from playwright.sync_api import expect

from web.conftest import Seat
from web.desk import GAME, Player


def standing(me: Player) -> dict[str, str]:
    """Where the counters of this side stand."""
    found: dict[str, str] = me.ask(
        "Object.fromEntries(t.scene.stacks.flatMap((s) => s.counters.map((c) => [c.id, s.hex])))"
    )
    return found


def keep(me: Player, name: str) -> None:
    dialog = me.page.locator("df-set-ups dialog")
    dialog.get_by_label("Keep how you have set up").fill(name)
    dialog.get_by_role("button", name="Keep").click()
    expect(dialog).to_contain_text(f"“{name}” is kept")
    dialog.get_by_role("button", name="Close").click()


def test_a_set_up_is_kept_done_again_and_mirrored(seat: Seat) -> None:
    me = seat(1366, 768)
    me.choose("S1", "american").begin().wait()
    first = me.options[0]
    me.do(first).wait()
    me.do(me.options[0]).wait()
    me.page.get_by_role("button", name="Set-ups").click()
    keep(me, "To the left")
    before = standing(me)
    assert before
    for how in ("Set up so", "Mirrored"):
        me.choose("S1", "american").begin().wait()
        me.page.get_by_role("button", name="Set-ups").click()
        me.page.locator('[data-set-up="To the left"]').get_by_role("button", name=how).click()
        me.page.wait_for_function(f"() => {GAME}.table.scene.stacks.length > 0")
        if how == "Set up so":
            assert standing(me) == before
        assert standing(me).keys() == before.keys()
    me.set_up()
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("button", name="My set-up").click()
    dialog = me.page.locator("df-set-ups dialog")
    expect(dialog.get_by_role("button", name="Set up so")).to_be_disabled()
    keep(me, "All of it")
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_role("button", name="My set-up").click()
    dialog.get_by_role("button", name="Forget To the left").click()
    expect(dialog.locator("[data-set-up]")).to_have_count(1)


def test_groups_of_up_front_can_be_kept(seat: Seat) -> None:
    me = seat(820, 1180)
    me.choose("UF-A", "german").begin().wait()
    me.do(me.options[1]).wait()
    me.page.get_by_role("button", name="Set-ups").click()
    keep(me, "One")
    me.choose("UF-A", "german").begin().wait()
    me.page.get_by_role("button", name="Set-ups").click()
    row = me.page.locator("[data-set-up=One]")
    expect(row.get_by_role("button", name="Mirrored")).to_have_count(0)
    row.get_by_role("button", name="Set up so").click()
    me.page.wait_for_function(f"() => {GAME}.table.moment > 0")
