"""Smoke before the rush: one throws, so that the others get across."""

from __future__ import annotations

from typing import Any

import msgspec

from defilade.ai.starter_kit.plans.movement_plans import ENOUGH, gain_of, given_up, screen_for_others
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.lab.exercises import load_exercises
from defilade.rules.sk.situation import Situation, build_situation
from defilade.rules.sk.state import SkPlay

RUSH: dict[str, Any] = next(one for one in load_exercises() if one.exercise == "MOVE-26").situation


def picture_of_rush(**changes: Any) -> Picture:
    position = build_situation(msgspec.convert({**RUSH, **changes}, Situation))[0]
    play = position.system.play(position.state)
    assert isinstance(play, SkPlay)
    return Picture(play, "american")


def test_smoke_is_thrown_where_the_others_go():
    picture = picture_of_rush()
    worth, hex = screen_for_others(picture, picture.g.unit("a1"))
    assert (worth > ENOUGH, hex) == (True, "zP7")
    assert "zP7" in gain_of(picture, picture.g.unit("a2"))[1].hexes


def test_nobody_throws_it_for_himself_or_without_grenades():
    units = RUSH["units"]
    alone = picture_of_rush(units=[one for one in units if one["id"] not in ("a2", "a3")])
    assert screen_for_others(alone, alone.g.unit("a1")) == (0.0, "")
    without = picture_of_rush(
        units=[{**one, "type": "rus-447", "side": "american"} if one["id"] == "a1" else one for one in units]
    )
    assert screen_for_others(without, without.g.unit("a1")) == (0.0, "")


def test_nobody_throws_it_where_nobody_shoots_or_smoke_is_already():
    quiet = picture_of_rush(units=[one for one in RUSH["units"] if not one["id"].startswith("g")])
    assert screen_for_others(quiet, quiet.g.unit("a1")) == (0.0, "")
    picture = picture_of_rush()
    picture.g.state.smoke["zP7"] = 1  # type: ignore[index]
    assert screen_for_others(picture, picture.g.unit("a1"))[1] != "zP7"


def test_what_spending_mf_beforehand_gives_up():
    """With 4 MF less nobody gets anywhere; with none less nothing is lost."""
    picture = picture_of_rush()
    unit = picture.g.unit("a1")
    assert given_up(picture, unit, 0) <= given_up(picture, unit, 2) <= given_up(picture, unit, 4)
    assert given_up(picture, unit, 4) > 0.5 * gain_of(picture, unit)[0] > 0
