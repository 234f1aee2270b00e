"""Prisoners (UF:32)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.close_quarters.close_combat import close_combat_value
from defilade.rules.upfront.ground.to_hit import to_hit_lines
from defilade.rules.upfront.infantry import victory
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.firepower import group_firepower
from upfront.hand_to_hand import inside, near, quiet
from upfront.situation import Situation


def taken(ours: list[Any] | None = None) -> Situation:
    """Beck wins against Degi, whom he wants alive."""
    s = inside({"men": ours} if ours else None)
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=2")
    return s.do("fight", "alive", "fight").draw("black 0", "red 3")


@pytest.mark.rule("UF:32.11-a", "UF:32.1", "UF:32.11-b", "UF:20.53-a")
def test_a_prisoner_hand_to_hand() -> None:
    s = taken()
    strike = s.event("strike").breakdown
    assert strike is not None and strike.total == 8 - 2
    assert s.fate("degi") == "captured"
    assert s.man("beck").infiltrates == ""  # though he won by more than 3
    s.do("guard wolff")
    assert s.man("wolff").guards == ("degi",)
    assert victory.casualty_points(s.g, "german") == 5
    assert victory.losses_of(s.g, "american") == 1


@pytest.mark.rule("UF:32.11-a")
def test_the_defender_may_want_one_too() -> None:
    s = inside()
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=1")
    s.do("alive", "fight", "fight").draw("red 6", "black 0")
    assert s.fate("beck") == "captured" and s.state.fallen["beck"].by == "american"


@pytest.mark.rule("UF:32.11-a")
def test_only_the_side_that_wants_one_pays_and_takes() -> None:
    s = inside()
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=2")
    s.do("fight", "alive", "fight").draw("red 6", "black 0")
    parry = s.event("parry").breakdown
    assert parry is not None and "UF:32.11-a" not in {line.rule for line in parry.lines}
    assert s.fate("beck") == "kia", "the Germans wanted a prisoner, the Americans did not"


@pytest.mark.rule("UF:32.11-a", "UF:20.72")
def test_a_prisoner_is_wanted_or_not_for_the_whole_fight() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}, "bernhoff"]
    s = near({"men": men}, german=["movement"], american=["concealed -1"])
    s.do("close-combat g1", "enter-combat beck+<movement>", "enter-combat wolff", "go")
    s.draw("3=2", "black 0", "3=2").do("lead beck", "fight", "alive", "fight").draw("red 6", "black 6")
    s.do("leave-weapon degi+beck").draw("black 6", "red 3")  # nothing is asked before the next attack
    strike, parry = s.event("strike").breakdown, s.event("parry").breakdown
    assert strike is not None and strike.value("UF:32.11-a") == -2
    assert parry is not None and parry.value("UF:32.11-a") is None
    assert s.fate("degi") == "captured"


@pytest.mark.rule("UF:32.11-a", "UF:20.71-b")
@pytest.mark.parametrize(
    ("terms", "fates"),
    [(("fight", "alive", "fight"), ("captured", "captured")), (("fight", "fight"), ("kia", "kia"))],
)
def test_a_crew_is_taken_or_killed_as_a_whole(terms: tuple[str, ...], fates: tuple[str, str]) -> None:
    """Said when the values are added up; nobody changes his mind after the first of them."""
    crew = ["myers", "nixon", {"id": "degi", "crews": "nixon"}]
    s = inside(theirs={"men": crew})
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=2")
    s.do(*terms).draw("black 6", "red 6")
    while s.options():
        s.do(s.options("leave-weapon")[0] if s.options("leave-weapon") else s.options()[0])
    s.draw("black 6", "red 3")
    assert (s.fate("nixon"), s.fate("degi")) == fates


def routing(ours: dict[str, Any] | None = None, second: bool = False, **man: Any) -> Situation:
    """Pinned Degi is fired at from Relative Range 5."""
    groups: list[dict[str, Any]] = [
        {"side": "german", "men": ["beck", "wolff", "bernhoff"], "range": 3, **(ours or {})},
        {"side": "american", "men": [{"id": "degi", "pinned": True, **man}, "myers", "burke"], "range": 2},
    ]
    if second:
        groups.append({"side": "german", "men": ["schultz", "hessel"], "range": 3, "letter": "B"})
    s = Situation("german", groups, german=["fire 2"], sides={"german": {}, "american": {"cards": 12}})
    s.do("fire g1+<fire 2> a1", "declare")
    quiet(s).do("resolve")
    return quiet(s).draw("black 2 0r=8")


@pytest.mark.rule("UF:32.12-a", "UF:32.2-a")
def test_surrender_instead_of_rout() -> None:
    s = routing(second=True)
    assert s.options("accept-prisoner") == ["accept-prisoner degi g1", "accept-prisoner degi g2"]
    s.do("accept-prisoner degi g2", "guard schultz")
    assert s.fate("degi") == "captured" and s.man("schultz").guards == ("degi",)


@pytest.mark.rule("UF:32.12-a", "UF:10.1")
@pytest.mark.parametrize("unpinned", [True, False])
def test_pinned_men_take_nobody_prisoner(unpinned: bool) -> None:
    """One of them must be unpinned; the gun of the other group takes no prisoners."""
    s = shot_at_by_a_gun(unpinned)
    assert bool(s.options("accept-prisoner")) == unpinned
    assert unpinned or s.fate("degi") == "rout"


def shot_at_by_a_gun(unpinned: bool) -> Situation:
    """Degi routs from the fire of an infantry gun; men beside it are pinned, or one of them is not."""
    men = ["leig18", {"id": "beck", "pinned": True}, {"id": "wolff", "pinned": not unpinned}]
    groups: list[dict[str, Any]] = [
        {"side": "german", "men": men, "range": 3},
        {"side": "american", "men": [{"id": "degi", "pinned": True}, "myers", "burke"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 2"], sides={"german": {}, "american": {"cards": 12}})
    s.do("shoot g1+leig18+<fire 2> a1")
    quiet(s).do("resolve").draw("black 0")
    return quiet(s).draw("black 1 0r=8")


@pytest.mark.rule("UF:32.12-b")
def test_a_prisoner_can_be_declined() -> None:
    assert routing().do("refuse degi").fate("degi") == "rout"


@pytest.mark.rule("UF:32.12-a")
def test_no_surrender_at_a_distance() -> None:
    assert routing({"range": 2}).fate("degi") == "rout"


@pytest.mark.rule("UF:32.12-a", "UF:32.3")
def test_a_fatal_panic_is_no_surrender() -> None:
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "range": 3},
            {"side": "american", "men": [{"id": "degi", "pinned": True}, "myers", "burke"], "range": 2},
        ],
        german=["fire 2"],
    )
    s.do("fire g1+<fire 2> a1", "declare")
    quiet(s).do("resolve")
    quiet(s).draw("black 2 0r=3")
    assert s.fate("degi") == "kia"


@pytest.mark.rule("UF:32.2-a")
def test_any_man_can_guard() -> None:
    men = [
        {"id": "beck", "infiltrates": "a1"},
        {"id": "wolff", "pinned": True, "weapon": "", "wounded": True},
    ]
    s = taken(men)
    assert s.options("guard") == ["guard beck", "guard wolff"]


@pytest.mark.rule("UF:32.2-c")
def test_assistants_guard_only_if_nobody_else_is_there() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, "schussel", {"id": "wolff", "crews": "schussel"}]
    assert taken(men).options("guard") == ["guard beck", "guard schussel"]
    s = shot_at([{"id": "wolff", "guards": ["fox"], "pinned": True}, {"id": "schussel"}], "g1")
    assert s.man("schussel").guards == ("fox",)
    s = shot_at([{"id": "wolff", "guards": ["fox"], "pinned": True}, {"id": "beck", "crews": "wolff"}], "g1")
    assert s.man("beck").guards == ("fox",) and s.man("beck").crews == ""


@pytest.mark.rule("UF:32.2-c", "UF:11.3")
def test_a_guard_is_not_made_an_assistant() -> None:
    s = near({"men": ["beck", {"id": "wolff", "guards": ["fox"]}, "schussel"]})
    assert s.options("crew") == ["crew g1+schussel+beck"]
    assert s.refusal("crew g1+schussel+wolff").rule == "UF:32.2-c"


@pytest.mark.rule("UF:32.2-c", "UF:33.3-b")
def test_nor_by_changing_places_with_one() -> None:
    gunner = {"id": "schussel", "wounded": True, "guards": ["fox"]}
    s = near({"men": [gunner, {"id": "beck", "crews": "schussel"}, "wolff"]})
    assert s.refusal("swap-weapons g1+schussel+beck").rule == "UF:32.2-c"


@pytest.mark.rule("UF:18.1-d", "UF:32.12-a")
def test_a_gunner_who_surrenders_leaves_his_crew_weapon() -> None:
    s = routing(weapon="american-mmg").do("accept-prisoner degi g1")
    assert [loose.weapon for loose in s.group("a1").loose] == ["american-mmg"]
    assert not routing().do("accept-prisoner degi g1").group("a1").loose


def shot_at(men: list[Any], group: str) -> Situation:
    """In the Americans' turn the first man of a German group is killed."""
    s = Situation(
        "american",
        [
            {"side": "american", "men": ["myers", "burke", "smith"], "range": 2},
            {"side": "german", "men": men, "range": 1},
            {"side": "german", "men": ["bernhoff", "schultz", "hessel"]},
        ],
        american=["fire 4", "movement"],
    )
    s.do(f"fire a1+<fire 4> {group}", "declare")
    quiet(s).do("resolve")
    return quiet(s).draw("black 6")


def guarded() -> Situation:
    """Degi is a prisoner of the Germans, guarded by Beck."""
    return taken().do("guard beck")


@pytest.mark.rule("UF:32.21-a")
def test_a_guard_is_half_as_strong() -> None:
    s = guarded()
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 3 // 2 + 3 + 3
    assert close_combat_value(s.g, s.man("beck")).total == 4


@pytest.mark.rule("UF:32.21-c")
def test_a_guard_does_not_infiltrate() -> None:
    s = near({"men": [{"id": "beck", "guards": ["fox"]}, "wolff"]})
    s.do("infiltrate g1")
    assert s.refusal("send beck a1").rule == "UF:32.21-c"


@pytest.mark.rule("UF:32.2-d")
def test_changing_guards() -> None:
    s = guarded()
    s.end_turn()
    s.end_turn()
    s.do("relieve g1+beck+wolff")
    assert s.man("beck").guards == () and s.man("wolff").guards == ("degi",)
    assert s.group("g1").acted


@pytest.mark.rule("UF:32.2-d")
def test_the_new_guard_is_not_pinned() -> None:
    s = near({"men": [{"id": "beck", "guards": ["fox"]}, {"id": "wolff", "pinned": True}, "bernhoff"]})
    assert s.options("relieve") == ["relieve g1+beck+bernhoff"]
    assert s.refusal("relieve g1+beck+wolff").rule == "UF:32.2-d"


@pytest.mark.rule("UF:32.2-c")
def test_an_assistant_does_not_relieve_the_guard() -> None:
    s = near({"men": [{"id": "beck", "guards": ["fox"]}, "schussel", {"id": "wolff", "crews": "schussel"}]})
    assert s.options("relieve") == ["relieve g1+beck+schussel"]


@pytest.mark.rule("UF:32.2-e")
def test_any_number_of_prisoners() -> None:
    s = routing({"men": [{"id": "beck", "guards": ["fox", "smith"]}, "wolff", "bernhoff", "hessel"]})
    s.do("accept-prisoner degi g1", "guard beck")
    assert s.man("beck").guards == ("fox", "smith", "degi")


@pytest.mark.rule("UF:32.2-b", "UF:32.22-b")
def test_another_man_takes_over_from_a_fallen_guard() -> None:
    s = shot_at([{"id": "wolff", "guards": ["fox"], "pinned": True}, "beck", "schumacher"], "g1")
    assert s.gone("wolff")
    assert s.options("guard") == ["guard beck", "guard schumacher"]
    s.do("guard schumacher")
    assert s.man("schumacher").guards == ("fox",)
    assert "Fox" not in str(s.pending.asks)  # nothing can happen to the prisoner  # type: ignore[union-attr]
    assert victory.casualty_points(s.g, "german") == 5


@pytest.mark.rule("UF:32.22-a")
def test_prisoners_are_free_when_all_captors_are_gone() -> None:
    s = shot_at([{"id": "wolff", "guards": ["fox", "degi"], "pinned": True}], "g1")
    assert s.gone("wolff")
    assert victory.casualty_points(s.g, "german") == 0
    assert "fox" not in s.state.units


@pytest.mark.rule("UF:32.21-b")
def test_a_guard_aims_worse() -> None:
    s = near({"men": [{"id": "beck", "guards": ["fox"]}, "wolff"]})
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert [line.rule for line in to_hit_lines(s.g, s.man("beck"), attack)] == ["UF:32.21-b"]
    assert not to_hit_lines(s.g, s.man("wolff"), attack)


@pytest.mark.rule("UF:32.22-c")
def test_prisoners_go_with_their_guard() -> None:
    s = Situation(
        "german",
        [
            {"side": "german", "men": [{"id": "beck", "guards": ["fox"]}, "wolff", "diettinger"]},
            {"side": "german", "men": ["bernhoff", "schultz"]},
            {"side": "american", "men": ["myers", "burke"]},
        ],
        german=["movement"],
        sides={"german": {}, "american": {"cards": 9}},
    )
    s.do("transfer g1 g2", "depart <movement>+beck", "set-out")
    s.end_turn()
    s.end_turn()
    s.do("receive g2", "stand beck - 3")
    beck = s.man("beck")
    assert (beck.group, beck.guards) == ("g2", ("fox",))
