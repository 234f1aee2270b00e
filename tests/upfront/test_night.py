"""Night and starshells (UF:38)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Choice
from defilade.rules.upfront.game.attack import MORTAR, ORDNANCE, Attack
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.ground.night import observation
from defilade.rules.upfront.ground.to_hit import to_hit
from defilade.rules.upfront.turn.starshells import is_lit, starshell_refusal
from upfront.situation import Situation, practice_box

THREE = ["beck", "wolff", "streich"]


def dark(chit: int = 2, german: list[str] | None = None, **more: Any) -> Situation:
    """Germans at a range chit against two American groups at chit 1, at night."""
    groups = [
        {"side": "german", "men": more.pop("men", THREE), "range": chit, **more.pop("own", {})},
        {"side": "german", "men": ["bernhoff", "schultz"], "range": chit},
        {"side": "american", "men": ["myers", "smith"], "range": 1, **more.pop("target", {})},
        {"side": "american", "men": ["burke", "mcelroy"], "range": 1, **more.pop("other", {})},
    ]
    more.setdefault("night", True)
    hand = ["fire 2", "movement", "concealed -1"] if german is None else german
    return Situation("german", groups, german=hand, american=[], **more)


# -- observation -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:38.2-a")
def test_an_attack_needs_observation() -> None:
    s = dark()
    assert s.refusal("fire g1+<fire 2> a1").rule == "UF:38.2-a"
    s.do("observe g1 a1").draw("black 2")
    assert s.group("g1").observed == "a1"
    assert s.state.players["german"].actions == 0  # a success leaves the action free
    s.do("fire g1+<fire 2> a1")
    assert dark(night=False).offers("fire g1+<fire 2> a1")


@pytest.mark.rule("UF:38.2-a")
def test_a_failure_is_the_action_of_the_group() -> None:
    s = dark().do("observe g1 a1").draw("red 3")
    assert s.group("g1").acted and s.state.players["german"].actions == 1
    assert not [text for text in s.options() if " g1" in text]
    assert [text for text in s.options() if " g2" in text]


@pytest.mark.rule("UF:38.2-a")
def test_a_failure_bars_close_combat_too() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, "wolff"]
    s = dark(4, men=men)
    assert [text for text in s.options("close-combat") if " g1" in text]
    s.do("observe g1 a2").draw("red 6")
    assert not [text for text in s.options("close-combat") if " g1" in text]


@pytest.mark.rule("UF:38.2-a")
def test_infiltration_needs_observation() -> None:
    s = dark(4)
    assert not s.options("infiltrate")
    s.do("observe g1 a1").draw("black 1")
    assert s.options("infiltrate") == ["infiltrate g1"]
    s.do("infiltrate g1")
    assert {text.split()[2] for text in s.options("send")} == {"a1"}  # not the group that nobody has seen


@pytest.mark.rule("UF:38.2-c")
def test_one_enemy_group_a_turn() -> None:
    s = dark().do("observe g1 a1").draw("black 0")
    assert not [text for text in s.options("observe") if " g1" in text]
    assert s.refusal("observe g1 a2").rule == "UF:38.2-c"
    assert s.refusal("fire g1+<fire 2> a2").rule == "UF:38.2-a"


@pytest.mark.rule("UF:38.22")
def test_what_another_group_has_seen_does_not_help() -> None:
    s = dark().do("observe g1 a1").draw("black 0")
    assert s.refusal("fire g2+<fire 2> a1").rule == "UF:38.2-a"


@pytest.mark.rule("UF:38.21")
def test_it_is_voluntary_and_lasts_one_turn() -> None:
    s = dark()
    assert s.offers("move g1+<movement> - advance")
    s.do("observe g1 a1").draw("black 0")
    s.end_turn()
    assert s.group("g1").observed == ""


@pytest.mark.rule("UF:38.3-a")
@pytest.mark.parametrize(
    ("chit", "number", "found"),
    [(2, 2, True), (2, 3, False), (0, 0, True), (0, 1, False), (4, 4, True), (4, 5, False)],
)
def test_a_number_below_the_relative_range(chit: int, number: int, found: bool) -> None:
    """The enemy is at chit 1, so the Relative Range is one more."""
    for colour in ("red", "black"):
        s = dark(chit).do("observe g1 a1").draw(f"{colour} {number}")
        assert bool(s.group("g1").observed) == found


@pytest.mark.rule("UF:38.3-a")
def test_at_range_0_a_1_and_below_it_a_2() -> None:
    s = dark(-1).do("observe g1 a1").draw("black 0")
    assert not s.group("g1").observed
    s = dark(-1).do("observe g1 a1").draw("red 1")
    assert s.group("g1").observed == "a1"
    vehicle = {"men": [{"id": "pz4", "pinned": True}]}
    s = dark(-1, own=vehicle, men=[{"id": "pz4", "pinned": True}])
    assert observation(s.g, s.group("g1"), s.group("a1")).total == -1
    s.do("observe g1 a1").draw("black 2")
    assert s.group("g1").observed == "a1"


@pytest.mark.rule("UF:38.3-b")
def test_what_makes_a_group_easier_to_find() -> None:
    def counted(**more: Any) -> float:
        s = dark(**more)
        return observation(s.g, s.group("g1"), s.group("a1")).total

    assert counted() == 3
    assert counted(target={"cards": ["movement advance"]}) == 4
    assert counted(target={"cards": ["woods", "movement advance", "movement advance"]}) == 5
    assert counted(target={"cards": ["movement advance", "woods"]}) == 3
    assert counted(target={"fired": True}) == 4
    assert counted(target={"men": ["sherman"]}) == 4


def at_night(answer: str) -> Situation:
    """Fire at a group that has been detected: declared, and then carried out or not."""
    s = dark(german=["fire 2", "fire 1"]).do("observe g1 a1").draw("black 0")
    s.do("fire g1+<fire 2> a1", "declare")
    while s.options("no"):
        s.do("no")
    return s.do(answer)


@pytest.mark.rule("UF:38.3-b", "UF:6.5-a")
def test_fire_that_is_called_off_gives_nobody_away() -> None:
    s = at_night("decline")
    assert observation(s.g, s.group("g2"), s.group("a1")).total == 3
    s.end_turn()
    assert observation(s.g, s.group("a1"), s.group("g1")).total == 3


@pytest.mark.rule("UF:38.3-b")
def test_a_shot_that_is_called_off_gives_nobody_away() -> None:
    for answer, seen in (("decline", 3), ("resolve", 4)):
        s = dark(men=["leig18"], german=["fire 1"]).do("observe g1 a1").draw("black 0")
        s.do("shoot g1+leig18+<fire 1> a1")
        while s.options("no"):
            s.do("no")
        s.do(answer)
        if answer == "resolve":
            s.draw("black 6")
        assert observation(s.g, s.group("g2"), s.group("a1")).total == seen


@pytest.mark.rule("UF:38.3-b")
def test_a_group_under_fire_is_easier_to_find() -> None:
    s = at_night("resolve").draw("red 0", "red 0")
    assert observation(s.g, s.group("g2"), s.group("a1")).total == 4
    assert observation(s.g, s.group("g2"), s.group("a2")).total == 3
    s.end_turn()  # in the next turn it is the firing group that gives itself away
    assert observation(s.g, s.group("a1"), s.group("g1")).total == 4
    assert observation(s.g, s.group("g2"), s.group("a1")).total == 3
    s.end_turn()
    assert not s.group("g1").fired


@pytest.mark.rule("UF:38.31")
def test_a_buttoned_up_vehicle_sees_less() -> None:
    for pinned, seen in ((False, 3), (True, 2)):
        s = dark(men=[{"id": "pz4", "pinned": pinned}])
        assert observation(s.g, s.group("g1"), s.group("a1")).total == seen


@pytest.mark.rule("UF:38.2-b")
@pytest.mark.parametrize(
    ("chit", "own", "target", "men", "allowed"),
    [
        (2, ["gully"], [], THREE, False),
        (2, [], ["gully"], THREE, False),
        (4, ["gully"], [], THREE, True),
        (4, [], ["gully"], THREE, True),
        (2, ["gully"], ["hill"], THREE, True),
        (2, ["hill"], ["gully"], THREE, True),
        (2, ["gully"], [], ["bauer", "beck"], True),
        (2, [], ["gully"], [{"id": "bauer", "pinned": True}, "beck"], False),
        (2, [], ["gully"], [{"id": "bauer", "broken": True}, "beck"], False),
    ],
)
def test_gullies(chit: int, own: list[str], target: list[str], men: list[Any], allowed: bool) -> None:
    s = dark(chit, men=men, own={"cards": own}, target={"cards": target})
    assert s.offers("observe g1 a1") == allowed
    if not allowed:
        assert s.refusal("observe g1 a1").rule == "UF:38.2-b"


# -- what night does ---------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:38.4-a")
def test_fire_cards_count_half() -> None:
    s = dark(german=["fire 3"], men=["griess", *THREE]).do("observe g1 a1").draw("black 0")
    s.do("fire g1+<fire 3> a1", "declare")
    assert [line.rule for line in s.breakdown().lines][1] == "UF:38.4-a"
    assert s.breakdown().total == 1  # 3 halved, fractions down


@pytest.mark.rule("UF:38.41-a")
def test_moving_fire_is_halved_twice() -> None:
    s = dark(4, german=["fire 5"], men=["volke", "kubler", *THREE], own={"cards": ["movement advance"]})
    s.do("observe g1 a1").draw("black 0")
    s.do(s.options("fire")[0], "declare")
    halvings = [line for line in s.breakdown().lines if line.sign == "x"]
    assert {line.rule for line in halvings} == {"UF:38.4-a", "UF:6.4"}
    assert s.breakdown().total == 1  # 5, 2, 1


@pytest.mark.rule("UF:38.4-a")
def test_vehicles_and_other_attacks_are_not_halved() -> None:
    s = dark(german=["fire 3"], men=["pz4"]).do("observe g1 a1").draw("black 0")
    s.do(s.options("fire")[0], "declare")
    assert s.breakdown().total == 3


@pytest.mark.rule("UF:38.4-b")
def test_ordnance_hits_less_often() -> None:
    for kind, men in ((ORDNANCE, ["pz4"]), (MORTAR, ["bauer", "beck"])):
        steps = []
        for night in (True, False):
            s = dark(men=men, night=night)
            attack = Attack(kind, "german", "a1", "g1", 3, shooter=men[0])
            steps.append(int(to_hit(s.g, attack).total))
        assert steps[0] == steps[1] - 1
    lit = dark(men=["pz4"], target={"lit": 2})
    attack = Attack(ORDNANCE, "german", "a1", "g1", 3, shooter="pz4")
    assert "UF:38.4-b" not in {line.rule for line in to_hit(lit.g, attack).lines}


@pytest.mark.rule("UF:38.41-b")
def test_moving_ordnance_at_night_needs_black_and_loses_a_step() -> None:
    from defilade.rules.upfront.ground.to_hit import hits, red_misses

    s = dark(men=["pz4"], own={"cards": ["movement advance"]})
    attack = Attack(ORDNANCE, "german", "a1", "g1", 3, shooter="pz4")
    summed = to_hit(s.g, attack)
    assert "UF:38.4-b" in {line.rule for line in summed.lines}
    assert red_misses(s.g, attack) is not None
    zeros = {card.colour: card for card in s.g.deck.values() if card.number == 0}
    assert hits(s.g, attack, int(summed.total), zeros["black"])
    assert not hits(s.g, attack, int(summed.total), zeros["red"])


@pytest.mark.rule("UF:38.1", "UF:13.26")
def test_smoke_has_no_effect() -> None:
    for lit in (0, 2):
        s = dark(german=["fire 3"], target={"cards": ["smoke"], "lit": lit})
        if not lit:
            s.do("observe g1 a1").draw("black 0")
        s.do("fire g1+<fire 3> a1", "declare")
        assert not any("Smoke" in line.label for line in s.breakdown().lines)
    s = dark(german=["smoke"], target={"lit": 2})
    assert not s.options("smoke")


@pytest.mark.rule("UF:38.6")
def test_infiltration_is_easier_at_night() -> None:
    from defilade.rules.upfront.transfers.infiltration import infiltration_column

    columns = {}
    for name, more in {"day": {"night": False}, "night": {}, "lit": {"target": {"lit": 1}}}.items():
        groups = {
            "target": {
                "men": ["myers", "smith", "coates", "crain", "maly", "degi", "martin"],
                **more.pop("target", {}),
            }
        }
        s = dark(4, **groups, **more)
        columns[name] = int(infiltration_column(s.g, s.man("beck"), s.group("a1")).total)
    assert columns["night"] == columns["day"] - 3
    assert columns["lit"] == columns["day"]


@pytest.mark.rule("UF:38.7")
def test_snipers_mines_and_terrain_need_no_observation() -> None:
    s = dark(german=["sniper", "minefield", "woods"], target={"cards": ["movement advance"]}).do("done")
    assert s.options("sniper")
    assert len({text.split()[1] for text in s.options("put-terrain") if text.endswith("a1")}) == 2


@pytest.mark.rule("UF:38.7-b")
def test_retrograde_needs_observation() -> None:
    s = dark(0, german=["red movement"])
    assert s.refusal("move g1+<movement> - retreat").rule == "UF:38.7-b"
    s.do("observe g1 a1").draw("black 0")
    assert s.offers("move g1+<movement> - retreat")
    assert not s.offers("move g2+<movement> - retreat")
    assert dark(1, german=["movement"]).offers("move g1+<movement> - retreat")  # no Retrograde
    assert dark(0, german=["red movement"], night=False).offers("move g1+<movement> - retreat")


@pytest.mark.rule("UF:38.7-b")
def test_retrograde_needs_a_group_at_the_proper_range() -> None:
    s = dark(0, german=["red movement"], other={"range": 0}).do("observe g1 a2").draw("red 1")
    assert s.group("g1").observed == "a2"
    assert s.refusal("move g1+<movement> - retreat").rule == "UF:38.7-b"  # it would be out of reach


# -- starshells --------------------------------------------------------------------------------------------------

LEADER = ["diettinger", "beck", "wolff"]


def observed(**more: Any) -> Situation:
    more.setdefault("men", LEADER)
    return dark(**more).do("observe g1 a1").draw("black 0")


@pytest.mark.rule("UF:38.5-a")
def test_a_squad_leader_fires_a_starshell() -> None:
    s = observed()
    assert s.options("starshell") == ["starshell g1 a1"]
    s.do("starshell g1 a1")
    assert s.group("a1").lit == 2 and s.group("g1").acted
    assert s.offers("fire g2+<fire 2> a1")  # the others see by its light
    assert not dark(men=LEADER).options("starshell")  # not without an observation


@pytest.mark.rule("UF:38.5-a")
@pytest.mark.parametrize("men", [["hessel", "beck"], [{"id": "diettinger", "pinned": True}, "beck"], THREE])
def test_nobody_else_does(men: list[Any]) -> None:
    s = observed(men=men)
    assert s.group("g1").observed == "a1" and not s.options("starshell")
    assert s.refusal("starshell g1 a1").rule == "UF:38.5-a"


@pytest.mark.rule("UF:38.5-a", "UF:15.3-a", "UF:15.5")
@pytest.mark.parametrize(
    ("leader", "lost", "fires"),
    [
        ("burlak", "", False),
        ("burlak", "rostov", False),
        ("zorin", "", True),
        ("zorin", "rostov", False),
        ("zorin", "burlak", True),
    ],
)
def test_nobody_who_has_taken_over_from_the_squad_leader(leader: str, lost: str, fires: bool) -> None:
    """Rostov is the SL and Burlak the ASL; a Commissar may have the place of either from the start."""
    men = practice_box().men
    assert (men["rostov"].role, men["burlak"].role, men["zorin"].role) == ("SL", "ASL", "COM")
    groups = [
        {"side": "russian", "men": [leader, "kristov", *([lost] if lost else [])], "range": 2},
        {"side": "german", "men": THREE, "range": 1},
    ]
    s = Situation("russian", groups, russian=[], german=[], night=True)
    if lost:
        remove(s.g, s.g.unit(lost), "kia")
        s.end_turn().end_turn()
    s.do("observe r1 g1").draw("black 0")
    assert s.offers("starshell r1 g1") == fires


@pytest.mark.rule("UF:38.5-a")
def test_not_at_relative_range_0_and_not_twice() -> None:
    s = dark(-1, men=LEADER).do("observe g1 a1").draw("black 1")
    assert s.group("g1").observed and not s.options("starshell")
    s = dark(0, men=LEADER).do("observe g1 a1").draw("black 0")
    assert s.options("starshell") == ["starshell g1 a1"], "Relative Range 1 is near enough"
    s = observed()
    s.position.state.groups["a2"] = msgspec.structs.replace(s.group("a2"), lit=1)
    assert (
        starshell_refusal(s.g, s.group("g1")) is not None
    )  # next to a group under a starshell, at the same chit


@pytest.mark.rule("UF:38.5-b")
def test_it_burns_for_two_turns_of_those_below_it() -> None:
    s = observed().do("starshell g1 a1")
    burning = [s.group("a1").lit]
    for _ in range(4):
        s.end_turn()
        burning.append(s.group("a1").lit)
    assert burning == [2, 2, 1, 1, 0]


@pytest.mark.rule("UF:38.51")
def test_whom_it_lights() -> None:
    def lit(**more: Any) -> list[str]:
        s = dark(target={"lit": 2}, **more)
        return [key for key, group in s.state.groups.items() if is_lit(s.g, group)]

    assert lit() == ["a1", "a2"]  # the adjacent group at the same chit
    assert lit(other={"range": 2}) == ["a1"]
    assert lit(other={"letter": "C"}) == ["a1"]
    assert lit(chit=4) == ["g1", "g2", "a1", "a2"]  # their enemies at Relative Range 5


@pytest.mark.rule("UF:38.52")
def test_in_the_light_it_is_day() -> None:
    s = dark(german=["fire 3"], target={"lit": 2}, other={"range": 2})
    assert s.refusal("observe g1 a1").rule == "UF:38.52"
    s.do("fire g1+<fire 3> a1", "declare")
    assert s.breakdown().total == 3
    assert isinstance(s.pending, Choice)


@pytest.mark.rule("UF:38.2-a")
def test_an_overrun_needs_observation_too() -> None:
    s = dark(4, men=["pz4"])
    assert not s.options("overrun")
    assert s.refusal("overrun g1+<movement> a1").rule == "UF:38.2-a"
    s.do("observe g1 a1").draw("black 0")
    assert {text.split()[2] for text in s.options("overrun")} == {"a1"}
    assert dark(4, men=["pz4"], night=False).options("overrun")


@pytest.mark.rule("UF:38.3-a")
def test_the_odds_of_an_observation_are_shown() -> None:
    s = dark(german=[])
    described = s.position.system.describe(s.state, s.action("observe g1 a1"))
    assert described.breakdown is not None and described.breakdown.total == 3
    low = [card for card in s.g.deck.values() if card.number < 3]
    assert described.odds == {"found": pytest.approx(len(low) / len(s.g.deck))}
