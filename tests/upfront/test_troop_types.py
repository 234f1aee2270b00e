"""Troop types (UF:39)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.force_types import man_refusal
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.infantry.discards import discard_limit
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.firepower import group_firepower
from upfront.situation import Situation


def turn_of(nation: str, troops: str, hand: list[str], actions: int = 0, **more: Any) -> Situation:
    men = {
        "german": [["beck", "wolff"], ["streich", "bernhoff"]],
        "american": [["myers", "smith"], ["burke", "mcelroy"]],
        "russian": [["petrovsky", "nosenko"], ["soloviev", "kristov"]],
    }
    enemy = "german" if nation != "german" else "american"
    groups = [{"side": side, "men": group} for side in (nation, enemy) for group in men[side]]
    sides = {nation: {"troops": troops, "actions": actions}}
    return Situation(nation, groups, sides=sides, **{nation: hand}, **more)


@pytest.mark.rule("UF:39.1", "UF:39.2-a", "UF:39.3", "UF:39.4-a", "UF:39.6")
@pytest.mark.parametrize(
    ("nation", "troops", "limits"),
    [
        ("russian", "conscripts", [2, 0, 0]),
        ("russian", "guards", [99, 2, 0]),
        ("american", "green", [1, 0, 0]),
        ("american", "paratroops", [2, 1, 0]),
        ("german", "volksgrenadiers", [1, 1, 1]),
        ("german", "ss", [2, 2, 1]),
    ],
)
def test_discards_by_actions(nation: str, troops: str, limits: list[int]) -> None:
    for actions, limit in enumerate(limits):
        s = turn_of(nation, troops, [], actions)
        assert discard_limit(s.g, nation) == limit


@pytest.mark.rule("UF:39.1", "UF:39.2-b")
@pytest.mark.parametrize(
    ("troops", "actions", "limit"),
    [("conscripts", 0, 1), ("guards", 1, 1), ("guards", 0, 3), ("guards", 2, 0)],
)
def test_an_entrenchment_attempt_besides(troops: str, actions: int, limit: int) -> None:
    hand = ["fire 1", "rally 1", "woods", "movement"]
    s = turn_of("russian", troops, hand, actions).do("entrench r1").draw("black 4")
    assert discard_limit(s.g, "russian") == limit


# -- paratroops --------------------------------------------------------------------------------------------------


def jump(men: list[Any], *hand: str, troops: str = "paratroops", chit: int = 3) -> Situation:
    groups = [
        {"side": "american", "men": men, "range": chit},
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
    ]
    return Situation("american", groups, american=list(hand), sides={"american": {"troops": troops}})


BARE = [{"id": "myers", "weapon": ""}, {"id": "smith", "broken": True}]


@pytest.mark.rule("UF:39.4-b")
def test_unarmed_paratroops_fire_at_range_5() -> None:
    s = jump(BARE, "black fire 1 needs 2", "red fire 1 needs 2")
    fires = {text.split()[1] for text in s.options("fire")}
    assert fires == {f"a1+{s.card('black fire 1 needs 2')}"}  # both of them, and only with a black card
    s.do("fire a1+<black fire 1 needs 2> g1", "declare")
    assert not jump(BARE, "black fire 1", troops="american-line").options("fire")
    assert not jump(BARE, "black fire 1", chit=2).options("fire")
    assert not jump([{"id": "myers", "weapon": "", "pinned": True}, "degi"][:1], "black fire 1").options(
        "fire"
    )


@pytest.mark.rule("UF:39.4-b")
def test_it_comes_on_top_of_what_others_fire_but_not_of_their_own() -> None:
    black = jump([*BARE, "burke"], "black fire 2 needs 4")
    assert black.options("fire")  # 3 of a rifle, and 1 each
    assert not jump([*BARE, "burke"], "red fire 2 needs 4").options("fire")
    s = jump(["burke", "mcelroy"], "black fire 1")
    s.do(s.options("fire")[0])
    from defilade.rules.upfront.infantry.fire import prepared

    frame = s.state.stack[-1]
    assert group_firepower(s.g, prepared(s.g, frame)) == 6  # type: ignore[arg-type]


@pytest.mark.rule("UF:39.4-b")
@pytest.mark.parametrize("fields", [{"crews": "nixon"}, {"pinned": True}, {"weapon": "", "crews": "nixon"}])
def test_what_keeps_a_man_from_firing_keeps_him_from_this(fields: dict[str, Any]) -> None:
    assert not jump([{"id": "myers", **fields}], "black fire 1").options("fire")


@pytest.mark.rule("UF:39.4-b")
def test_black_and_red_cards_together() -> None:
    """The bare men count only if all cards are black, whatever the others can do for the red ones."""
    s = jump([*BARE, "burke"], "red fire 2 needs 3", "black fire 1 needs 2")
    s.do("fire a1+<red fire 2 needs 3> g1")
    assert not s.options("add")
    s = jump([*BARE, "burke"], "red fire 2 needs 3", "black fire 1 needs 2")
    s.do("fire a1+<black fire 1 needs 2> g1")
    assert not s.options("add")
    s = jump([*BARE, "burke"], "black fire 1 needs 1", "black fire 2 needs 4")
    s.do("fire a1+<black fire 2 needs 4> g1")
    assert s.options("add") == [f"add {s.card('black fire 1 needs 1')}"]


@pytest.mark.rule("UF:39.4-b", "UF:17.4", "UF:20.51", "UF:10.45-a")
@pytest.mark.parametrize(
    ("group", "man", "firepower"),
    [
        ({}, {}, 1),
        ({"flanks": ["g1"]}, {}, 2),
        ({}, {"infiltrates": "g1"}, 2),
        ({}, {"heroic": True}, 2),
        ({"flanks": ["g1"]}, {"heroic": True}, 3),
        ({}, {"wounded": True}, 1),
    ],
)
def test_what_doubles_firepower_doubles_it(
    group: dict[str, Any], man: dict[str, Any], firepower: int
) -> None:
    groups = [
        {"side": "american", "men": [{"id": "myers", "weapon": "", **man}], "range": 3, **group},
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
    ]
    for troops, found in (("paratroops", firepower), ("american-line", 0)):
        s = Situation("american", groups, american=["black fire 1"], sides={"american": {"troops": troops}})
        attack = replace(fire_attack(s.group("a1"), s.group("g1")), cards=(s.card("black fire 1"),))
        assert group_firepower(s.g, attack) == found


# -- Volksgrenadiers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:39.5")
def test_volksgrenadiers_show_what_they_discard() -> None:
    for troops, seen in (("volksgrenadiers", True), ("german-line", False)):
        s = turn_of("german", troops, ["fire 1"]).do("done")
        card = s.card("fire 1")
        s.do("discard <fire 1>")
        tray = s.state.trays["1"]
        assert (card in (*tray.shown, *tray.discards)) == seen
        assert (card in tray.buried.get("german", ())) != seen


@pytest.mark.rule("UF:39.5-b")
def test_they_keep_cower_cards_unless_they_do_nothing() -> None:
    for actions, free in ((0, True), (1, False)):
        s = turn_of("german", "volksgrenadiers", ["sniper", "fire 1"], actions, cower=["sniper"]).do("done")
        assert s.offers("discard <fire 1>")
        assert s.offers("discard <sniper>") == free
    s = turn_of("german", "german-line", ["sniper", "fire 1"], 1, cower=["sniper"]).do("done")
    assert s.offers("discard <sniper>")


# -- forces ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:39.7-a", "UF:39.7-b", "UF:39.7-c")
def test_who_may_belong_to_them() -> None:
    box = library()

    def why(troops: str, man: str) -> str:
        refusal = man_refusal(box, troops, man)
        return refusal.rule if refusal is not None else ""

    assert why("guards", "kvasnikov") == "UF:39.7-a"  # Morale 1
    assert why("guards", "zayakov") == ""  # Morale 2
    assert why("conscripts", "kvasnikov") == ""
    assert why("conscripts", "vakuta") == "UF:39.7-c"  # Morale 5
    assert why("conscripts", "burlak") == ""  # Morale 4
    assert why("russian-line", "vakuta") == why("russian-line", "kvasnikov") == ""
    assert why("ss", "myers") == "UF:39.7-b"


@pytest.mark.rule("UF:39.7-a", "UF:39.7-c")
def test_the_scenarios_keep_to_it() -> None:
    from defilade.rules.upfront.game.scenario import load_scenarios

    for card in load_scenarios().values():
        for force in card.forces:
            if force.troops:
                assert not [man for man in force.men if man_refusal(library(), force.troops, man)]
