"""Artillery (UF:40): radios and Fire Missions."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.attack import MISSION, Attack, breakdown
from defilade.rules.upfront.infantry.odds import attack_odds, possible_draws
from defilade.rules.upfront.infantry.radio import artillery_strength, fire_mission, radio_refusal
from defilade.rules.upfront.transfers.individual_transfer import joining_bar
from upfront.situation import Situation

MEN = ["diettinger", {"id": "beck", "secondary": "radio"}]
"""An SL, and a man with a radio."""
CALL = "mission g1+beck+<radio> a1"


def artillery(
    ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **more: Any
) -> Situation:
    groups = [
        {"side": "german", "men": MEN, "range": 1, **(ours or {})},
        {"side": "american", "men": ["myers", "degi"], "range": 1, **(theirs or {})},
    ]
    return Situation("german", groups, **{"german": ["radio"], **more})


def mission(s: Situation, strength: int = 5) -> Attack:
    return Attack(MISSION, "german", "a1", strength=strength)


# -- who can call ------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:40.1")
def test_a_radio_and_a_leader() -> None:
    assert artillery().offers(CALL)
    s = artillery({"men": ["bernhoff", MEN[1]]})
    assert s.refusal(CALL).rule == "UF:40.1"
    s = artillery({"men": [{"id": "diettinger", "pinned": True}, MEN[1]]})
    assert s.refusal(CALL).rule == "UF:40.1"
    s = artillery({"men": ["diettinger", {**MEN[1], "pinned": True}]})
    assert s.refusal(CALL).rule == "UF:40.1"
    s = artillery({"men": ["diettinger", {**MEN[1], "secondary_broken": True}]})
    assert s.refusal(CALL).rule == "UF:40.4"
    assert artillery({"men": ["diettinger", "beck"]}).refusal(CALL).rule == "UF:40.1"
    s = artillery({"men": ["diettinger", {**MEN[1], "transfers_to": "g2", "set_out": 1}]})
    assert s.refusal(CALL).rule == "UF:40.1"  # on his way he has no time for it


@pytest.mark.rule("UF:40.1")
def test_the_leader_may_carry_it() -> None:
    s = artillery({"men": [{"id": "diettinger", "secondary": "radio"}]})
    assert s.offers("mission g1+diettinger+<radio> a1")
    men: list[Any] = ["zorin", {"id": "aliev", "secondary": "radio", "role": ""}]
    groups = [{"side": "russian", "men": men}, {"side": "german", "men": ["beck"]}]
    s = Situation("russian", groups, russian=["c42"])
    assert radio_refusal(s.g, s.man("aliev")) is None  # a Commissar will do


@pytest.mark.rule("UF:40.1", "UF:40.2-a")
def test_a_radio_card_is_needed() -> None:
    s = artillery(german=["fire 1", "movement"])
    assert not s.options("mission")
    assert s.refusal("mission g1+beck+<fire 1> a1").rule == "UF:40.2-a"


# -- the placement -----------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:40.2-a")
def test_black_brings_it() -> None:
    s = artillery().do(CALL).draw("black 0", "black 1", "red 6")
    assert s.man("myers").pinned and not s.man("degi").pinned
    assert s.group("g1").acted and not s.state.hands["german"]


@pytest.mark.rule("UF:40.2-a")
def test_red_does_not() -> None:
    s = artillery()
    card = s.card("radio")
    s.do(CALL).draw("red 0")
    assert s.said("it does not come") and s.group("g1").acted and not s.state.hands["german"]
    assert card in s.state.trays["1"].shown  # spent for all to see, though nothing came of it
    assert not s.options("mission")


@pytest.mark.rule("UF:40.2-a")
def test_any_group_seen_or_not() -> None:
    s = artillery({"range": 0}, {"range": 0, "cards": ["gully"]})
    assert s.offers(CALL)


@pytest.mark.rule("UF:40.2-b")
@pytest.mark.parametrize(("card", "least"), [("concealed -1", 1), ("concealed -2", 2), ("concealed -3", 3)])
def test_a_concealed_card_makes_it_less_likely(card: str, least: int) -> None:
    for number, comes in ((least - 1, False), (least, True), (6, True)):
        s = artillery(american=[card]).do(CALL, f"conceal <{card}>").draw(f"black {number}")
        assert s.said("it comes") == comes and "UF:40.2-b" in s.cited()
    s = artillery(american=[card]).do(CALL, f"conceal <{card}>").draw("red 6")
    assert s.said("it does not come") and not s.state.hands["german"]


@pytest.mark.rule("UF:40.21-c")
def test_but_not_weaker() -> None:
    s = artillery(american=["concealed -2"]).do(CALL, "conceal <concealed -2>").draw("black 4", "red 1")
    assert s.breakdown().total == 5


# -- the effect --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:40.21-a")
def test_terrain_and_movement_of_the_target() -> None:
    for cards, total in (
        ([], 5),
        (["buildings -3"], 2),
        (["brush", "movement sideways"], 5),
        (["walls"], 4),
        (["gully"], 3),
    ):
        s = artillery({"cards": ["hill"]}, {"cards": cards})
        assert breakdown(s.g, mission(s)).total == total
    s = artillery({"cards": ["smoke"]}, {"cards": ["smoke"]})
    assert breakdown(s.g, mission(s)).total == 5


@pytest.mark.rule("UF:40.21-b")
def test_woods_do_not_help() -> None:
    s = artillery(theirs={"cards": ["woods"]})
    assert breakdown(s.g, mission(s)).total == 5


@pytest.mark.rule("UF:40.22")
def test_against_vehicles() -> None:
    s = artillery(theirs={"men": ["sherman"]}).do(CALL).draw("black 0", "black 6")
    assert s.g.machine("sherman").immobilized and not s.g.machine("sherman").pinned
    s = artillery(theirs={"men": ["sherman"]}).do(CALL).draw("black 0", "red 0")
    assert s.g.machine("sherman").pinned and not s.g.machine("sherman").immobilized
    s = artillery(theirs={"men": ["m3"]}).do(CALL).draw("black 0", "black 5")
    assert s.fate("m3") == "kia" and "UF:40.22" in s.cited()
    s = artillery(theirs={"men": ["sherman"]}).do(CALL).draw("black 0", "black 5")
    assert s.g.machine("sherman").crew_killed == 1  # only crews suffer from it


@pytest.mark.rule("UF:34.4", "UF:40.21-a")
def test_against_a_gun() -> None:
    s = artillery(theirs={"men": ["m1a1"]}).do(CALL).draw("black 0", "black 2")
    assert s.fate("m1a1") == "kia"  # 7, as by ordnance


@pytest.mark.rule("UF:40.5")
def test_heavier_artillery() -> None:
    s = artillery(facts={"artillery german": "7"}).do(CALL).draw("black 0", "red 1")
    assert s.breakdown().total == 7
    s = artillery(facts={"artillery american": "7"}).do(CALL).draw("black 0", "red 1")
    assert s.breakdown().total == 5


# -- the radio ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:40.4")
@pytest.mark.parametrize(
    ("drawn", "broken"), [("red 5", True), ("red 6", True), ("red 4", False), ("black 6", False)]
)
def test_the_radio_malfunctions(drawn: str, broken: bool) -> None:
    s = artillery().do(CALL).draw(drawn)
    assert s.man("beck").secondary_broken == broken and not s.man("beck").broken


@pytest.mark.rule("UF:40.4", "UF:40.3")
def test_it_is_repaired_like_other_weapons() -> None:
    broken = {"men": ["diettinger", {**MEN[1], "secondary_broken": True}]}
    s = artillery(broken).do("repair g1+beck - secondary").draw("black 1")
    assert s.man("beck").secondary == "radio" and not s.man("beck").secondary_broken
    s = artillery(broken).do("repair g1+beck - secondary").draw("red 4")
    assert not s.man("beck").secondary


@pytest.mark.rule("UF:40.3")
def test_it_burdens_like_other_secondary_weapons() -> None:
    refused = Situation(
        "german",
        [
            {"side": "german", "men": [{"id": "beck", "secondary": "radio"}], "cards": ["pillbox"]},
            {"side": "american", "men": ["myers"]},
        ],
    )
    assert joining_bar(refused.g, refused.man("beck"), refused.group("g1")) is not None


@pytest.mark.rule("UF:40.3-b")
def test_a_radio_card_does_one_thing() -> None:
    men = [*MEN, {"id": "wolff", "pinned": True}]
    s = artillery({"men": men}, german=["c52"])
    assert s.offers("mission g1+beck+c52 a1") and s.offers("rally g1+c52")
    s.do("mission g1+beck+c52 a1").draw("red 1")
    assert s.man("wolff").pinned and not s.options("rally") and not s.state.hands["german"]


def test_the_odds_of_a_fire_mission() -> None:
    s = artillery(american=["concealed -2"])
    described = s.position.system.describe(s.state, s.action(CALL))
    assert described.breakdown is not None and described.breakdown.total == 5
    assert 0.4 < described.odds["it comes"] < 0.6
    assert 0 < described.odds["Pvt Myers out"] < described.odds["it comes"]
    s.do(CALL)
    hidden = s.position.system.describe(s.state, s.action("conceal <concealed -2>")).odds
    assert hidden["it comes"] < s.position.system.describe(s.state, s.action("no")).odds["it comes"]


@pytest.mark.rule("UF:40.22", "UF:26.5-b")
@pytest.mark.parametrize(("vehicle", "name"), [("sherman", "M4 Sherman"), ("m10", "M10")])
def test_the_odds_of_a_critical_hit(vehicle: str, name: str) -> None:
    """A black 6, and a black 5 on an open-topped vehicle, do that in place of what they would do to the crew."""
    s = artillery(theirs={"men": [vehicle]})
    open_topped = vehicle == "m10"
    cards = possible_draws(s.g, "german")
    chance = {n: sum(not card.red and card.number == n for card in cards) / len(cards) for n in (5, 6)}
    found = attack_odds(s.g, fire_mission(s.g, "german", "beck", "a1"), "german")
    assert found[f"{name} immobilized or stunned"] == chance[6]
    assert found.get(f"{name} destroyed", 0) == (chance[5] if open_topped else 0)
    card = s.g.library.machines[vehicle]
    crew = [c for c in cards if c.red or c.number not in ((5, 6) if open_topped else (6,))]
    lost = sum(artillery_strength(s.g, "german") + c.rnc >= card.ce for c in crew) / len(cards)
    assert found[f"{name} loses a crewman"] == pytest.approx(lost)


@pytest.mark.rule("UF:11.2", "UF:40.1")
def test_an_assistant_does_not_use_his_radio() -> None:
    men = ["diettinger", "griess", {"id": "beck", "secondary": "radio", "crews": "griess"}]
    s = artillery({"men": men})
    assert not s.options("mission") and s.refusal("mission g1+beck+<radio> a1").rule == "UF:11.2"
