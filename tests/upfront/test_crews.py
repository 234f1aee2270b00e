"""Crew-served weapons (UF:11) and fire on the move (UF:12) or from awkward ground."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.table.figures import answer
from upfront.situation import Situation


def guns(men: list[Any], hand: list[str] | None = None, **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": men, "range": more.pop("range", 2), "cards": more.pop("cards", [])},
        {"side": "american", "men": ["myers", "burke"], "range": 1},
        {"side": "american", "men": ["watson"], "range": 0},
    ]
    return Situation("german", groups, german=hand or [], american=[], **more)


def firepower(s: Situation) -> int:
    found = answer(s.g, "firepower g1 a1")
    assert isinstance(found, int)
    return found


ASSISTANT = {"id": "wolff", "crews": "griess"}


@pytest.mark.rule("UF:11.1-a", "UF:11.2")
def test_bracketed_values_without_an_assistant():
    assert firepower(guns(["griess", "wolff"])) == 4 + 2, "bracketed LMG and a rifle at Relative Range 3"
    assert firepower(guns(["griess", ASSISTANT])) == 6, "the full value; the assistant adds none of his own"
    pinned = {**ASSISTANT, "pinned": True}
    assert firepower(guns(["griess", pinned])) == 4, "a pinned assistant is no help"


@pytest.mark.rule("UF:11.4")
def test_pinned_gunner_silences_the_weapon():
    assert firepower(guns([{"id": "griess", "pinned": True}, ASSISTANT])) == 0
    assert not guns([{"id": "griess", "pinned": True}, ASSISTANT], ["fire 1"]).options("fire")


@pytest.mark.rule("UF:11.11-a", "UF:11.12-b")
def test_assigning_is_the_sole_action_and_brings_him_next_to_the_gunner():
    s = guns(["griess", "beck", "streich", "wolff"], ["fire 1"])
    s.do("crew g1+griess+wolff")
    assert s.man("wolff").crews == "griess"
    assert s.group("g1").members == ("griess", "wolff", "beck", "streich")
    assert s.group("g1").acted and not s.options("fire")
    s = guns(["wolff", "beck", "griess"]).do("crew g1+griess+wolff")
    assert s.group("g1").members == ("beck", "wolff", "griess")


@pytest.mark.rule("UF:11.11-a")
def test_the_crew_stays_together_when_positions_change():
    s = guns(["griess", ASSISTANT, "beck", "streich"]).do("rearrange g1")
    s.do("next griess", "next beck", "next streich")
    assert s.group("g1").members == ("griess", "wolff", "beck", "streich")


@pytest.mark.rule("UF:11.11-b")
def test_a_leader_may_crew_and_still_leads():
    s = guns(["griess", "hessel"])
    assert s.offers("crew g1+griess+hessel")
    s.do("crew g1+griess+hessel")
    assert s.g.unpinned_leader(s.group("g1"))


@pytest.mark.rule("UF:11.12-a")
def test_crews_at_the_start():
    position, _ = UfSystem().begin("UF-A")
    while isinstance(position.pending, Choice) and position.pending.options[-1].verb == "place":
        position.advance(position.pending.options[-1])
    assert isinstance(position.pending, Choice)
    assert {option.verb for option in position.pending.options} == {"assign", "done"}
    option = position.pending.options[0]
    position.advance(option)
    assert position.state.units[option.who[1]].crews == option.who[0]  # type: ignore[union-attr]


@pytest.mark.rule("UF:11.13")
def test_release_is_an_action():
    s = guns(["griess", ASSISTANT, "beck"], ["fire 1"]).do("uncrew g1+wolff")
    assert not s.man("wolff").crews and s.group("g1").acted
    assert firepower(s) == 4 + 2 + 2, "his own rifle serves him again"


@pytest.mark.rule("UF:11.13")
def test_crew_duty_ends_with_the_weapon():
    s = guns([{"id": "griess", "pinned": True}, ASSISTANT], cards=["stream"])
    s.do("let-go griess").draw("0r=1")
    assert s.fate("griess") == "kia" and not s.man("wolff").crews


@pytest.mark.rule("UF:11.3")
def test_pinned_men_and_crew_duty():
    s = guns(["griess", {"id": "wolff", "pinned": True}, "beck"])
    assert s.options("crew") == ["crew g1+griess+beck"]
    assert s.refusal("crew g1+griess+wolff").rule == "UF:11.3"
    s = guns([{"id": "griess", "pinned": True}, "wolff"])
    assert s.refusal("crew g1+griess+wolff").rule == "UF:11.3"
    s = guns(["griess", {**ASSISTANT, "pinned": True}])
    assert s.refusal("uncrew g1+wolff").rule == "UF:11.3"


# -- on the move -------------------------------------------------------------------------------------------------

MOVING = ["movement sideways"]


@pytest.mark.rule("UF:12.1-a", "UF:12.11")
def test_moving_fire_and_bolt_action_rifles():
    s = guns(["beck", "wolff", "streich", "hessel"], ["fire 2 needs 4"], cards=MOVING)
    assert firepower(s) == 1 + 1 + 1 + 1, (
        "rifles 2 each at range 3, halved man by man; the machine pistol whole"
    )
    s.fire("g1", "a1", "fire 2")
    assert s.breakdown().value("UF:6.4") == 0.5
    s = guns(["beck", "wolff"], cards=MOVING, range=1)
    assert firepower(s) == 0, "1 halved is 0 for each"


@pytest.mark.rule("UF:12.1-b")
def test_a_flamethrower_that_suffices_is_not_halved():
    s = guns(["wagner", "beck"], ["fire 4", "fire 5"], cards=MOVING, range=4)
    s.do("fire g1+<fire 4> a1", "declare")
    assert s.breakdown().value("UF:6.4") is None
    s = guns(["beck", "wolff", "streich", "hessel"], ["fire 4"], cards=MOVING, range=4)
    s.do("fire g1+<fire 4> a1", "declare")
    assert s.breakdown().value("UF:6.4") == 0.5


@pytest.mark.rule("UF:12.12")
@pytest.mark.parametrize("gunner", ["wittenberg", "bauer", "schaeffer"])
def test_weapons_that_never_fire_while_moving(gunner: str):
    crew = {"id": "wolff", "crews": gunner}
    assert firepower(guns([gunner, crew], cards=MOVING, range=3)) == 0
    assert firepower(guns([gunner, crew], range=3)) > 0


@pytest.mark.rule("UF:12.13-a", "UF:12.13-b")
def test_moving_machine_gun():
    assert firepower(guns(["griess", ASSISTANT], cards=MOVING)) == 4, (
        "bracketed, and no rifle of the assistant"
    )
    assert firepower(guns(["griess", "hessel"], cards=MOVING)) == 1, "without an assistant not at all"


# -- from Marsh, Stream and Wire ---------------------------------------------------------------------------------


@pytest.mark.rule("UF:8.41-b", "UF:8.52-a")
@pytest.mark.parametrize("ground", ["marsh", "stream"])
def test_machine_guns_and_mortars_in_the_water(ground: str):
    for gunner in ("wittenberg", "bauer"):
        crew = {"id": "wolff", "crews": gunner}
        assert firepower(guns([gunner, crew], cards=[ground], range=3)) == 0
        assert firepower(guns([gunner, crew], cards=["woods"], range=3)) > 0


@pytest.mark.rule("UF:8.41-c", "UF:8.52-c", "UF:13.32-b")
@pytest.mark.parametrize("cards", [["marsh"], ["stream"], ["woods", "wire"]])
def test_crewed_weapons_on_awkward_ground(cards: list[str]):
    assert firepower(guns(["griess", ASSISTANT], cards=cards)) == 4, "bracketed though fully crewed"
    assert firepower(guns(["griess", "hessel"], cards=cards)) == 1, "not at all without an assistant"
    moving = [cards[0], "movement sideways", *cards[1:]]
    assert firepower(guns(["griess", ASSISTANT], cards=moving)) == 0, "nor while moving"
    assert firepower(guns(["griess", ASSISTANT], cards=["woods"])) == 6


@pytest.mark.rule("UF:11.11-a")
def test_nobody_with_a_crew_served_weapon_assists():
    groups = [
        {"side": "german", "men": ["griess", "schussel", "beck"]},
        {"side": "american", "men": ["myers", "burke"]},
    ]
    s = Situation("german", groups, german=[], american=[])
    assert s.refusal("crew g1+griess+schussel").rule == "UF:11.11-a"
    assert sorted(s.options("crew")) == ["crew g1+griess+beck", "crew g1+schussel+beck"]
    groups[0]["men"] = ["griess", {"id": "schussel", "weapon": ""}]
    s = Situation("german", groups, german=[], american=[])
    assert s.options("crew") == ["crew g1+griess+schussel"], "unless he is without his weapon"
