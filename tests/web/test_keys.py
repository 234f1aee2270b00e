"""Keys alone: a whole turn of each game without a mouse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLong

from web.conftest import Seat
from web.desk import GAME, WAIT, Player

SCENARIOS = (
    "S1",
    "UF-A",
    pytest.param("F3", marks=pytest.mark.soak),
    pytest.param("DaE1", marks=pytest.mark.soak),
    pytest.param("SL-1", marks=pytest.mark.soak),
)
MOST_KEYS = 500
IN_A_PHASE = 2
"""So many things are done in a phase before it is ended."""
IDLE = 12
"""So often something is picked or opened with nothing done."""

HERE = f"""() => {{
  const page = {GAME}, t = page.table, prompt = page.offered;
  const looks = (option) => page.looks(option.verb).key ?? "";
  return {{
    step: t.step, over: t.result !== null, turn: t.scene.turn,
    mover: t.scene.kind === "cards" ? t.scene.mover : t.scene.attacker,
    phase: t.scene.phases.find((one) => one.state === "now")?.id ?? "",
    places: prompt.options.some((one) => one.at), cards: t.scene.kind === "cards",
    keys: [...new Set(prompt.options.map(looks))].filter((key) => key),
    course: page.coursing.isOpen ? page.coursing.course.action : "", key: page.coursing.course?.key ?? "",
    ways: page.coursing.isOpen && page.coursing.course.ways.length > 0, picked: page.picked.length,
    chosen: page.chosen.size, menu: page.menu !== null, many: prompt.options.length,
  }};
}}"""
CHANGED = f"""(before) => {{
  const page = {GAME}, t = page.table;
  if (t.busy || t.showing) return false;
  return t.step !== before.step || page.picked.length !== before.picked || (page.menu !== null) !== before.menu
    || (page.coursing.isOpen ? page.coursing.course.action : "") !== before.course
    || page.chosen.size !== before.chosen;
}}"""


def look(me: Player) -> dict[str, Any]:
    me.wait()
    found: dict[str, Any] = me.page.evaluate(HERE)
    return found


def press(me: Player, before: dict[str, Any], *keys: str) -> bool:
    """Press keys; whether anything came of it."""
    for key in keys:
        me.page.keyboard.press(key)
    return changed(me, before, 2.5)


def changed(me: Player, before: dict[str, Any], seconds: float) -> bool:
    try:
        me.page.wait_for_function(CHANGED, arg=before, timeout=seconds * 1000)
    except TooLong:
        return False
    return True


def wishes(now: dict[str, Any], done: int, idle: int) -> list[tuple[str, ...]]:
    """What to press, the likeliest first. Who has picked this and that for long and done nothing ends the phase."""
    # What ends a phase with things left to do is asked for twice.
    ends = [(key, key) for key in ("d", "s", "p", "x", "r", "a") if key in now["keys"]]
    others = [(key,) for key in now["keys"] if key not in "dspxra"]
    if now["menu"]:
        return [("Enter",), ("ArrowDown", "Enter")]
    if now["ways"]:
        return [("n", "Enter"), ("Escape",)]
    if now["course"]:
        return [(now["key"] or "f",), ("Escape",)]
    does = [("n", "Enter"), ("1",)] if now["places"] or now["cards"] else [("1",)]
    if now["cards"] and now["many"] > 12 and now["picked"]:
        does.append(("Escape",))
    if (done >= IN_A_PHASE or idle >= IDLE) and now["turn"]:
        return ends + others + [("1",)] + does
    return does + others + ends


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_turn_is_played_with_keys_alone(seat: Seat, scenario: str) -> None:
    me = seat()
    me.page.goto(f"/#/scenario/{scenario}")
    me.page.locator("df-scenario input[name=opponent][value=here]").locator("xpath=..").click()
    me.uncovered().begin()
    pressed, idle, done = 0, 0, {}
    first = ""
    while pressed < MOST_KEYS:
        now = look(me)
        if now["over"]:
            return
        if now["turn"] and not first:
            first = now["mover"]
        if first and now["mover"] != first:
            break
        place = f"{now['turn']} {now['mover']} {now['phase']}"
        for keys in wishes(now, done.get(place, 0), idle):
            pressed += len(keys)
            if press(me, now, *keys):
                break
        else:
            # On a busy machine what a key does takes its time.
            said = f"{now} {me.options[:12]} {me.prompt.inner_text()}"
            assert changed(me, now, WAIT), f"no key does anything: {said}"
        before, now = now, look(me)
        acted = now["step"] != before["step"]
        done[place] = done.get(place, 0) + acted
        idle = 0 if acted else idle + 1
    assert first and now["mover"] != first, f"after {pressed} keys: {now} {me.prompt.inner_text()}"
