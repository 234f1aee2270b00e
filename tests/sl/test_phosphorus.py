"""White phosphorus of bazookas in Squad Leader (SL:8.18.4-b, SL:9.16.9)."""

from __future__ import annotations

import pytest

from defilade.rules.sl.smoke import drm_of, in_smoke, one_screen, screens
from defilade.rules.sl.state import Smoke
from defilade.tactics.units import Weapon
from sl.motor_pool import scene
from sl.table import Table, pair, unit

HERE, THERE = pair(3, "wooden_building")


def bazooka(kind: str = "usa-baz-45a", *, phase: str = "PFPh", goal: str = THERE, **more: object) -> Table:
    here = more.pop("here", HERE)
    units = [unit("u", "usa-666", here), unit("e", "ger-467", goal), unit("l", "ger-8-1", goal)]
    weapons = {"w": Weapon("w", "russian", kind, owner="u", hex=here)}
    attacker = "german" if phase == "DFPh" else "russian"
    table = scene(phase, units, [], weapons=weapons, attacker=attacker, year=1945, **more)
    return table.do("done") if not table.asked() and table.options("try-smoke") else table


def shot(*dice: int, **more: object) -> Table:
    return bazooka(**more).do(f"phosphorus u+w {THERE}").roll(dice)


@pytest.mark.rule("SL:8.18.4-b")
@pytest.mark.parametrize(
    ("dice", "lies", "lasts"), [((2, 3), True, True), ((2, 4), True, False), ((3, 4), False, False)]
)
def test_until_a_six_is_thrown(dice: tuple[int, int], lies: bool, lasts: bool) -> None:
    table = shot(*dice)
    assert in_smoke(table.g, THERE) == lies
    assert (table.position.state.no_more_wp == ()) == lasts
    again = bazooka(no_more_wp=("w",))
    assert not again.options("phosphorus") and again.options("shell")


@pytest.mark.rule("SL:8.18.4-b", "SL:9.16.9.3")
def test_only_the_last_model_and_in_still_air() -> None:
    assert bazooka().options("phosphorus")
    assert not bazooka("usa-baz-44a").options("phosphorus")
    assert not bazooka(options={"breeze": "N"}).options("phosphorus")


@pytest.mark.rule("SL:9.16.9.1", "SL:9.15.3-c")
def test_at_the_start_of_any_fire_phase() -> None:
    for phase in ("PFPh", "DFPh", "AFPh"):
        assert bazooka(phase=phase).options("phosphorus"), phase
    begun = bazooka()
    begun.g.state.fired = (("x", "y"),)
    from sl.secrets import ask_again

    ask_again(begun)
    assert not begun.options("phosphorus")


@pytest.mark.rule("SL:9.16.9.5-a", "SL:9.16.9.5-b")
def test_whoever_is_there_checks_his_morale() -> None:
    table = shot(2, 3)
    assert "8-1" in table.asked()
    table.roll((4, 5))  # 9, less 2 for the house, and 1 more: 8
    assert not table.unit("l").broken and table.breakdown("morale_check").total == 8
    table.roll((5, 3))  # 8 + 1 - 2 - 1 of the leader: 6
    assert not table.unit("e").broken and not table.unit("e").dm
    failed = shot(2, 3).roll((4, 5)).roll((5, 6))  # 11 - 2 = 9
    assert failed.unit("e").broken


@pytest.mark.rule("SL:9.16.9.1", "SL:9.16.9.2", "SL:9.16.9.4")
def test_how_it_stands() -> None:
    table = bazooka(phase="AFPh", smoke=(Smoke(THERE, "russian", wp=True),))
    g = table.g
    assert one_screen(g, (THERE,)).wp and drm_of(one_screen(g, (THERE,)), 4).value == 3
    assert drm_of(one_screen(g, (THERE,)), 1).value == 1
    plain = bazooka(phase="AFPh", smoke=(Smoke(THERE, "russian"),))
    assert drm_of(one_screen(plain.g, (THERE,)), 4).value == 4
    assert screens(g, HERE, THERE)
    from defilade.rules.sl.smoke import clears, rises_to

    ground = g.map.level(THERE)
    assert rises_to(g, THERE, ground + 4) and not rises_to(plain.g, THERE, ground + 4)
    clears(g, "PFPh")
    assert g.state.smoke == ()
    clears(plain.g, "PFPh")
    assert plain.g.state.smoke and plain.g.state.smoke[0].dispersed


@pytest.mark.rule("SL:9.16.9.5-d")
def test_who_comes_in_later_does_not_check() -> None:
    table = bazooka(phase="MPh", smoke=(Smoke(THERE, "german", wp=True),), here=pair(1, "wooden_building")[0])
    goal = pair(1, "wooden_building")[1]
    table.g.state.smoke = (Smoke(goal, "german", wp=True),)
    for uid in ("e", "l"):
        table.g.remove(table.g.unit(uid))
    from sl.secrets import ask_again

    ask_again(table)
    table.do("move u").do(f"enter - {goal}")
    assert not table.asked() and table.unit("u").hex == goal
