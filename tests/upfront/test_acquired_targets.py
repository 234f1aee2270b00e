"""Target Acquisition (UF:27)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.questions import on_turn_ends
from upfront.gunnery import duel, frequency, lines, shoot, shot
from upfront.situation import Situation

CREWED = [{"id": "wolff", "crews": "bauer"}, "bauer"]
AIMED = [{"id": "wolff", "crews": "bauer"}, {"id": "bauer", "acquired": "a1"}]


def mortar(
    firer: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **more: Any
) -> Situation:
    """A German mortar at Relative Range 0."""
    ours = {"men": CREWED, "range": 0, **(firer or {})}
    return duel(ours, {"men": ["myers", "degi"], "range": 0, **(target or {})}, **more)


def two_targets(men: list[Any], cards: list[str] | None = None, **more: Any) -> Situation:
    """Two American groups; cards on the second one."""
    groups = [
        {"side": "german", "men": men, "range": 1},
        {"side": "american", "men": ["myers", "degi"], "range": 1},
        {"side": "american", "men": ["burke", "smith"], "range": 1, "cards": cards or []},
    ]
    return Situation("german", groups, **{"german": ["fire 1"], **more})


@pytest.mark.rule("UF:27.1-b", "UF:27.1-c")
def test_a_shot_acquires_hit_or_miss() -> None:
    s = mortar()
    assert frequency(s, "bauer", "a1") == "0"
    shoot(s, "bauer", "a1", "black 3")
    assert s.man("bauer").acquired == "a1"
    assert frequency(s, "bauer", "a1") == "0-1" and lines(s, "bauer", "a1") == {"UF:27.1-c": 1}
    s = shoot(mortar(), "bauer", "a1", "black 0", "red 6", "red 6")
    assert s.man("bauer").acquired == "a1"


@pytest.mark.rule("UF:27.1-c")
def test_never_more_than_one_step() -> None:
    s = shoot(mortar({"men": AIMED}), "bauer", "a1", "black 3")
    assert frequency(s, "bauer", "a1") == "0-1"


@pytest.mark.rule("UF:27.1-a")
def test_light_anti_tank_weapons_acquire_nothing() -> None:
    s = shoot(duel({"men": ["gerhart"]}, {"men": ["myers"]}), "gerhart", "a1", "black 3")
    assert not s.man("gerhart").acquired
    for gun in ("leig18", "pz4"):
        s = shoot(duel({"men": [gun]}, {"men": ["myers"]}), gun, "a1", "black 6")
        assert s.g.machine(gun).acquired == "a1"


@pytest.mark.rule("UF:27.1-b")
def test_no_acquisition_on_the_move() -> None:
    s = shoot(mortar(target={"cards": ["movement sideways"]}), "bauer", "a1", "black 3")
    assert not s.man("bauer").acquired
    s = duel({"men": ["pz4"], "cards": ["movement sideways"]}, {"men": ["myers"]})
    assert not shoot(s, "pz4", "a1", "black 6").g.machine("pz4").acquired


@pytest.mark.rule("UF:27.1-d")
def test_one_target_at_a_time() -> None:
    s = shoot(two_targets(AIMED), "bauer", "a2", "black 6")
    assert s.man("bauer").acquired == "a2" and s.event("acquisition_lost").rules == ("UF:27.1-d",)
    assert lines(s, "bauer", "a1") == {}


@pytest.mark.rule("UF:27.2-a")
def test_a_shot_at_another_target_that_moves() -> None:
    s = shoot(two_targets(AIMED, ["movement sideways"]), "bauer", "a2", "black 6")
    assert not s.man("bauer").acquired


@pytest.mark.rule("UF:27.11")
@pytest.mark.parametrize("smoked", [0, 1])
def test_no_acquisition_in_smoke(smoked: int) -> None:
    where: list[dict[str, Any]] = [{}, {}]
    where[smoked] = {"cards": ["smoke"]}
    s = shoot(mortar(*where), "bauer", "a1", "black 6")
    assert not s.man("bauer").acquired


@pytest.mark.rule("UF:27.12")
def test_smoke_that_comes_later() -> None:
    s = mortar({"men": AIMED}, {"cards": ["smoke"]})
    assert lines(s, "bauer", "a1") == {"UF:25.7": -1, "UF:27.1-c": 1}
    shoot(s, "bauer", "a1", "black 6")
    assert s.man("bauer").acquired == "a1"


@pytest.mark.rule("UF:27.2-a")
def test_malfunction_ends_it() -> None:
    s = shoot(mortar({"men": AIMED}), "bauer", "a1", "red 5")
    assert s.man("bauer").broken and not s.man("bauer").acquired
    assert "UF:27.2-a" in s.cited()


@pytest.mark.rule("UF:27.2-a")
def test_a_pin_ends_it() -> None:
    groups = [
        {"side": "german", "men": AIMED, "range": 2},
        {"side": "american", "men": ["myers", "degi"], "range": 2},
    ]
    s = Situation("american", groups, american=["fire 1"])
    s.fire("a1", "g1", "fire 1").draw("red 4", "black 2")
    assert s.man("bauer").pinned and not s.man("bauer").acquired


@pytest.mark.rule("UF:27.2-a")
def test_buttoning_up_ends_it() -> None:
    s = duel({"men": [{"id": "pz4", "acquired": "a1"}]}, {"men": ["myers"]})
    s.do("button-up g1")
    assert s.g.machine("pz4").pinned and not s.g.machine("pz4").acquired


@pytest.mark.rule("UF:27.2-a")
def test_close_combat_ends_it() -> None:
    groups = [
        {"side": "german", "men": AIMED, "range": 3},
        {"side": "american", "men": [{"id": "myers", "infiltrates": "g1"}, "degi"], "range": 2},
    ]
    s = Situation("american", groups, american=["movement"])
    s.do("close-combat a1", "enter-combat myers+<movement>", "go").draw("2=1")  # his crew fights too
    assert not s.man("bauer").acquired


@pytest.mark.rule("UF:27.2-a")
def test_out_of_sight_at_night() -> None:
    """At night the target must be observed again in every turn, or be lit."""
    night: dict[str, Any] = {"night": True, "german": ["fire 1"]}
    s = mortar({"men": AIMED, "range": 1}, {"range": 2}, **night).end_turn()
    assert not s.man("bauer").acquired and "UF:27.2-a" in s.cited()
    s = (
        mortar({"men": AIMED, "range": 1}, {"range": 2}, **night)
        .do("observe g1 a1")
        .draw("black 1")
        .end_turn()
    )
    assert s.man("bauer").acquired == "a1"
    s = mortar({"men": AIMED, "range": 1}, {"range": 2, "lit": 1}, **night).end_turn()
    assert s.man("bauer").acquired == "a1"
    s = mortar({"men": AIMED}).end_turn()
    assert s.man("bauer").acquired == "a1"
    s = two_targets(AIMED, night=True).do("observe g1 a1").draw("black 1").end_turn()
    assert s.man("bauer").acquired == "a1"  # that the other group is not seen does not matter


@pytest.mark.rule("UF:27.2-b")
def test_a_movement_card_ends_it() -> None:
    s = mortar({"men": AIMED}, german=["movement"]).do("move g1+<movement> - sideways")
    assert not s.man("bauer").acquired
    groups = [
        {"side": "german", "men": AIMED, "range": 0},
        {"side": "american", "men": ["myers", "degi"], "range": 0},
    ]
    s = Situation("american", groups, american=["movement"]).do("move a1+<movement> - sideways")
    assert not s.man("bauer").acquired and "UF:27.2-b" in s.cited()


@pytest.mark.rule("UF:27.2-b")
def test_movement_cards_that_do_not_stay() -> None:
    groups = [
        {"side": "german", "men": AIMED, "range": 0},
        {"side": "american", "men": ["myers", "degi"], "range": 0, "cards": ["wire"]},
    ]
    s = Situation("american", groups, american=["movement"]).do("clear-wire a1+<movement>")
    assert s.man("bauer").acquired == "a1"
    groups[1]["cards"] = ["stream"]
    s = Situation("american", groups, american=["movement"]).do("move a1+<movement> - sideways").draw("red 2")
    assert s.man("bauer").acquired == "a1"
    s = (
        Situation("american", groups, american=["movement"])
        .do("move a1+<movement> - sideways")
        .draw("black 2")
    )
    assert not s.man("bauer").acquired


@pytest.mark.rule("UF:27.3")
def test_machine_guns_of_a_vehicle() -> None:
    s = two_targets([{"id": "pz4", "acquired": "a1"}], german=["fire 1"])
    s.fire("g1", "a1", "fire 1").draw("red 5", "red 5")
    assert s.g.machine("pz4").acquired == "a1"
    s = two_targets([{"id": "pz4", "acquired": "a1"}], german=["fire 1"])
    s.do("fire g1+<fire 1> a2", "declare")
    assert not s.g.machine("pz4").acquired and "UF:27.3" in s.cited()


@pytest.mark.rule("UF:27.2-a")
def test_small_arms_of_the_operator() -> None:
    """He adds firepower only where the mortar cannot fire; far away the others fire without him."""
    groups = [
        {"side": "german", "men": [{"id": "bauer", "acquired": "a1"}, "beck"], "range": 2},
        {"side": "american", "men": ["myers", "degi"], "range": 0},
        {"side": "american", "men": ["burke", "smith"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 1"])
    s.do("fire g1+<fire 1> a2", "declare")
    assert not s.man("bauer").acquired
    groups[2]["range"] = 1
    s = Situation("german", groups, german=["fire 1"])
    s.do("fire g1+<fire 1> a2", "declare")
    assert s.man("bauer").acquired == "a1"


@pytest.mark.rule("UF:27.2-a", "UF:27.3")
def test_riflemen_around_a_gun_fire_elsewhere_without_it() -> None:
    s = two_targets([{"id": "leig18", "acquired": "a1"}, "beck", "wolff", "streich"])
    s.do("fire g1+<fire 1> a2", "declare")
    assert s.g.machine("leig18").acquired == "a1"
    shoot(two := two_targets([{"id": "leig18", "acquired": "a1"}, "beck"]), "leig18", "a2", "black 6")
    assert two.g.machine("leig18").acquired == "a2"


@pytest.mark.rule("UF:27.2-a")
def test_broken_machine_guns_do_not_end_it() -> None:
    s = two_targets([{"id": "pz4", "acquired": "a1"}])
    s.fire("g1", "a1", "fire 1").draw("red 6")
    assert s.g.machine("pz4").broken == ("mg",) and s.g.machine("pz4").acquired == "a1"
    for gun in ("pz4", "leig18"):
        s = shoot(two_targets([{"id": gun, "acquired": "a1"}]), gun, "a1", "red 6")
        assert s.g.machine(gun).broken == ("gun",) and not s.g.machine(gun).acquired


@pytest.mark.rule("UF:27.2-a", "UF:27.3")
@pytest.mark.parametrize(("target", "kept"), [("a1", "a1"), ("a2", ""), ("g1", "")])
def test_smoke_shells_at_another_group(target: str, kept: str) -> None:
    s = two_targets([{"id": "pz4", "acquired": "a1"}], german=["smoke"])
    s.do(f"smoke-shell g1+<smoke> {target}")
    assert s.g.machine("pz4").acquired == kept


@pytest.mark.rule("UF:27.2-b")
def test_a_mortar_that_is_carried_away() -> None:
    men = [{"id": "bauer", "acquired": "a1", "transfers_to": "g2", "set_out": 1}, "beck"]
    groups = [
        {"side": "german", "men": men, "range": 0},
        {"side": "german", "men": ["wolff", "schultz"], "range": 0},
        {"side": "american", "men": ["myers", "degi"], "range": 0},
    ]
    s = Situation("german", groups)
    on_turn_ends(s.g, "german")
    assert not s.man("bauer").acquired


def test_a_target_that_is_no_more() -> None:
    groups = [
        {"side": "german", "men": AIMED, "range": 0},
        {"side": "american", "men": [{"id": "myers", "pinned": True}], "range": 0},
        {"side": "american", "men": ["burke", "smith", "fox"], "range": 0},
    ]
    s = Situation("american", groups).do("let-go myers").draw("black 1")
    assert s.gone("myers") and not s.man("bauer").acquired
    assert shot(s, "bauer", "a2").target == "a2"
