"""Smoke shells of vehicles (UF:25.8)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.ordnance import smoke_shells
from defilade.rules.upfront.ordnance.smoke_shells import shell_refusal
from upfront.situation import Situation


def tank(vehicle: str | dict[str, Any] = "pz4", side: str = "german", **fields: Any) -> Situation:
    """A vehicle with a Smoke card, friends beside it and Americans or Germans before it."""
    enemy, enemies = ("german", ["beck", "wolff"]) if side != "german" else ("american", ["myers", "degi"])
    friends = {"german": ["bernhoff"], "american": ["burke"], "russian": ["rostov"]}[side]
    groups = [
        {"side": side, "men": [vehicle], "range": 1, **fields.pop("ours", {})},
        {"side": side, "men": friends, "range": 1, **fields.pop("beside", {})},
        {"side": enemy, "men": enemies, "range": 1, **fields.pop("theirs", {})},
    ]
    return Situation(side, groups, **{side: ["smoke"], **fields})


@pytest.mark.rule("UF:25.8")
def test_smoke_on_friend_and_enemy() -> None:
    s = tank()
    assert {text.split()[2] for text in s.options("smoke-shell")} == {"g1", "g2", "a1"}
    s.do("smoke-shell g1+<smoke> a1")
    assert s.group("a1").laid[-1].kind == "smoke" and s.group("g1").acted
    assert not s.state.hands["german"] and "UF:25.8" in s.cited()


@pytest.mark.rule("UF:25.8")
def test_which_vehicles() -> None:
    assert tank("stug3").options("smoke-shell") and tank("sherman", "american").options("smoke-shell")
    assert not tank("sdkfz251").options("smoke-shell")  # no gun
    s = tank("t34", "russian", special=[], russian=["fire 1"])
    assert s.refusal("smoke-shell r1+<fire 1> g1").rule == "UF:25.8"
    s = tank({"id": "pz4", "broken": ["gun"]})
    assert s.refusal("smoke-shell g1+<smoke> a1").rule == "UF:19.2-a"
    s = tank({"id": "pz4", "stun": 3, "pinned": True})
    assert s.refusal("smoke-shell g1+<smoke> a1").rule == "UF:28.45-a"


@pytest.mark.rule("UF:25.8")
def test_the_gun_must_be_heavy_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """No gun in the box has a boxed number below 4, so the bar is raised: that of the PzKpfw IV is 6."""
    assert smoke_shells.LEAST_BOXED == 4
    for least, fires in ((6, True), (7, False)):
        monkeypatch.setattr(smoke_shells, "LEAST_BOXED", least)
        assert bool(tank().options("smoke-shell")) == fires


@pytest.mark.rule("UF:25.8-b")
def test_guns_have_no_smoke() -> None:
    s = tank("leig18")
    assert not s.options("smoke-shell")
    assert s.refusal("smoke-shell g1+<smoke> a1").rule == "UF:25.8"


@pytest.mark.rule("UF:25.8")
def test_in_sight_and_not_on_marsh() -> None:
    s = tank(theirs={"cards": ["gully"]}, beside={"cards": ["marsh"]})
    assert {text.split()[2] for text in s.options("smoke-shell")} == {"g1"}
    assert s.refusal("smoke-shell g1+<smoke> a1").rule == "UF:8.2"
    assert s.refusal("smoke-shell g1+<smoke> g2").rule == "UF:13.4"
    s = tank(ours={"cards": ["hill"]}, theirs={"cards": ["gully"]})
    assert s.offers("smoke-shell g1+<smoke> a1")
    s = tank(ours={"cards": ["gully"]})
    assert {text.split()[2] for text in s.options("smoke-shell")} == {"g1"}


@pytest.mark.rule("UF:25.8")
def test_a_breeze_blows_it_away() -> None:
    assert tank(breeze=True).refusal("smoke-shell g1+<smoke> a1").rule == "UF:13.2-b"


@pytest.mark.rule("UF:41.91-b")
def test_not_into_another_game() -> None:
    s = tank()
    beside = s.group("g2")
    assert shell_refusal(s.g, s.group("g1"), beside) is None
    refused = shell_refusal(s.g, s.group("g1"), replace(beside, table="2"))
    assert refused is not None and refused.rule == "UF:41.91-b"
