"""Flamethrowers (UF:22)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game import values
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.firepower import group_firepower, man_firepower
from defilade.rules.upfront.infantry.flamethrowers import flame_firepower
from upfront.situation import Situation


def burning(
    ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **more: Any
) -> Situation:
    """An American flamethrower and two rifles at Relative Range 5 to Germans in Buildings."""
    return Situation(
        "american",
        [
            {"side": "american", "men": ["moras", "myers", "burke"], "range": 3, **(ours or {})},
            {
                "side": "german",
                "men": ["beck", "wolff", "bernhoff"],
                "range": 2,
                "cards": ["buildings -3"],
                **(theirs or {}),
            },
            {"side": "german", "men": ["schultz", "hessel", "diettinger"]},
        ],
        **{"american": ["fire 4", "movement"], **more},
    )


def declared(s: Situation, *before: str) -> Situation:
    return s.do("fire a1+<fire 4> g1", *before, "declare")


@pytest.mark.rule("UF:22.1-a")
def test_the_defenders_terrain_is_no_shelter() -> None:
    assert declared(burning()).breakdown().total == 4
    assert (
        declared(burning({"men": ["moras", "myers", "burke", "fox"]}), "abstain moras").breakdown().total == 1
    )


@pytest.mark.rule("UF:22.1-a")
def test_the_attackers_terrain_counts() -> None:
    assert declared(burning({"cards": ["stream"]})).breakdown().total == 3


@pytest.mark.rule("UF:22.1-a")
def test_out_of_reach_it_is_not_firing() -> None:
    far = burning({"range": 1, "men": ["moras", "fox", "burnett", "myers", "burke", "smith"]})
    assert declared(far).breakdown().total == 1


@pytest.mark.rule("UF:22.1-b")
def test_smoke_wire_and_concealment_count() -> None:
    assert declared(burning(theirs={"cards": ["buildings -3", "smoke"]})).breakdown().total == 3
    assert declared(burning(theirs={"cards": ["buildings -3", "wire"]})).breakdown().total == 5
    s = declared(burning(german=["concealed -1"])).do("conceal <concealed -1>", "resolve").draw("red 0")
    assert s.breakdown().total == 3


@pytest.mark.rule("UF:22.1-c")
def test_moving() -> None:
    s = declared(burning({"cards": ["movement advance"]}))
    assert s.breakdown().total == 4  # the flamethrower supplies all the firepower
    farther = burning({"range": 2, "men": ["moras", "fox", "burnett"], "cards": ["movement advance"]})
    assert flame_firepower(farther.g, fire_attack(farther.group("a1"), farther.group("g1"))) == 6
    assert declared(farther).breakdown().total == 2  # the card needs 8


@pytest.mark.rule("UF:22.1-a", "UF:22.1-c", "UF:22.3-a", "UF:17.8-qc")
@pytest.mark.parametrize("group", ["a1", "a2"])
def test_on_its_way_between_two_groups(group: str) -> None:
    """Moras fires with the group he comes from, or with the one he goes to."""
    s = Situation(
        "american",
        [
            {"side": "american", "men": ["fox", {"id": "moras", "transfers_to": "a2"}], "range": 3},
            {"side": "american", "men": ["myers", "burke"], "range": 3},
            {"side": "german", "men": ["beck", "wolff"], "range": 2, "cards": ["buildings -3"]},
        ],
        american=["fire 4"],
        german=[],
    )
    s.do(f"fire {group}+<fire 4> g1", "include moras", "declare", "resolve")
    assert s.breakdown().total == 4, "neither halved nor hindered by the Buildings"
    s.draw("red 5")
    assert s.man("moras").broken


@pytest.mark.rule("UF:22.2")
def test_it_may_abstain() -> None:
    s = burning().do("fire a1+<fire 4> g1")
    assert s.options("abstain") == ["abstain moras"]
    pinned = burning({"men": [{"id": "moras", "pinned": True}, "myers", "burke", "fox"]}).do(
        "fire a1+<fire 4> g1"
    )
    assert not pinned.options("abstain")


@pytest.mark.rule("UF:22.4")
def test_whoever_takes_one_up_is_an_easy_target() -> None:
    s = burning({"men": [{"id": "myers", "weapon": "american-ft"}, "burke"]})
    assert values.kia(s.g, s.man("myers")) == 7 and values.kia(s.g, s.man("burke")) == 8


@pytest.mark.rule("UF:22.4-b")
def test_whoever_puts_his_own_down_is_not() -> None:
    s = burning({"men": [{"id": "moras", "weapon": ""}, "burke"]})
    assert values.kia(s.g, s.man("moras")) == 8
    assert values.kia(burning().g, burning().man("moras")) == 7


@pytest.mark.rule("UF:22.6", "UF:20.51")
def test_no_doubling_for_infiltration_or_flanking() -> None:
    s = burning({"men": [{"id": "moras", "infiltrates": "g1"}, {"id": "myers", "infiltrates": "g1"}]})
    attack = fire_attack(s.group("a1"), s.group("g1"))
    assert man_firepower(s.g, s.man("moras"), attack) == 11
    assert man_firepower(s.g, s.man("myers"), attack) == 6
    s = burning({"flanks": ["g1"], "letter": "B"})
    attack = fire_attack(s.group("a1"), s.group("g1"))
    assert man_firepower(s.g, s.man("moras"), attack) == 11
    assert group_firepower(s.g, attack) == 11 + 6 + 6


# -- malfunction -------------------------------------------------------------------------------------------------


def resolving(s: Situation, *before: str) -> Situation:
    declared(s, *before)
    if s.options("no"):
        s.do("no")
    return s.do("resolve")


@pytest.mark.rule("UF:22.3-a", "UF:22.3-b")
@pytest.mark.parametrize("draw", ["red 5", "red 6"])
def test_it_fails_in_place_of_all_others(draw: str) -> None:
    s = resolving(burning()).draw(draw)
    assert s.man("moras").broken
    assert not s.man("myers").broken and not s.man("burke").broken
    s.draw("black 6")  # the rifles go on, and the Buildings are still no shelter
    rules = {line.rule for line in s.breakdown().lines}
    assert "UF:8.6" not in rules


@pytest.mark.rule("UF:22.3-b", "UF:19.11")
def test_alone_it_ends_the_attack() -> None:
    s = resolving(burning({"men": ["moras"]})).draw("red 5")
    assert s.man("moras").broken
    assert len([event for event in s.events if event.kind == "resolved"]) == 1
    assert s.side() == "american"


@pytest.mark.rule("UF:22.3-c")
def test_an_idle_flamethrower_is_safe() -> None:
    men = ["moras", "myers", "burke", "fox"]
    s = resolving(burning({"men": men}), "abstain moras").draw("red 6", "4=1")
    assert not s.man("moras").broken
    s = resolving(burning({"men": [{"id": "moras", "pinned": True}, *men[1:]]})).draw("red 6", "4=1")
    assert s.man("moras").broken
