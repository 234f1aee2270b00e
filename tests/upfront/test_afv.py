"""Vehicles (UF:28.1 to UF:28.3, UF:28.6, UF:28.7): their weapons, their crews, and fire at them."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Choice
from defilade.rules.upfront.game import values
from defilade.rules.upfront.game.attack import MINES, breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.state import Machine
from defilade.rules.upfront.infantry.boxed_fire import boxed_firepower
from defilade.rules.upfront.infantry.victory import holding
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.vehicles.afv import side_up
from upfront.armour import american, field, fire_of, german, tank, vehicle
from upfront.gunnery import frequency, lines, shoot
from upfront.situation import Situation
from upfront.tank_battle import begin

THREE = ("myers", "burke", "anderson")
"""Three riflemen: 9 firepower at Relative Range 5 (UF:28.7)."""


def riflemen(*target: object, men: tuple[str, ...] = THREE, **more: object) -> Situation:
    """Three American riflemen at Relative Range 5 from a German vehicle."""
    hands = {
        "american": ["fire 2 needs 3", "fire 3"],
        **{k: v for k, v in more.items() if k in ("american", "german")},
    }
    rest = {k: v for k, v in more.items() if k not in ("american", "german", "cards")}
    cards = more.get("cards", [])
    return field(
        "american",
        american(*men, range=3),
        german(*(target or ("sdkfz251",)), range=2, cards=cards),
        **hands,
        **rest,
    )


# -- its own fire ------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.43-c", "UF:28.43-b")
def test_a_buttoned_up_vehicle_fights_with_its_back() -> None:
    s = field("german", german("pz4", range=2), american("myers", "degi", range=2), german=["movement"])
    assert answer(s.g, "firepower g1 a1") == 6
    assert not vehicle(s, "pz4").pinned  # it starts with its crew exposed
    s.do("button-up g1")
    assert vehicle(s, "pz4").pinned and s.group("g1").acted and s.said("buttons up")
    assert answer(s.g, "firepower g1 a1") == 4
    assert side_up(s.g, vehicle(s, "pz4")).ovr == 4
    s = field("german", german(tank("pz4", pinned=True), range=2), american("myers"), german=["movement"])
    assert s.offers("move g1+<movement> - advance")
    assert s.refusal("button-up g1").rule == "UF:28.43-a"


@pytest.mark.rule("UF:28.4-d")
def test_an_open_topped_vehicle_cannot_button_up() -> None:
    s = field("german", german("sdkfz251", range=2), american("myers", "degi"))
    assert not s.options("button-up")
    assert s.refusal("button-up g1").rule == "UF:28.4-d"
    assert s.refusal("button-up rest-german").rule == "UF:28.43-b"


@pytest.mark.rule("UF:28.42-a", "UF:28.45-a")
@pytest.mark.parametrize(
    ("name", "state", "rule"),
    [
        ("m10", {"pinned": True}, "UF:28.42-a"),
        ("sherman", {"pinned": True, "stun": 3}, "UF:28.45-a"),
    ],
)
def test_pinned_or_stunned_it_does_nothing(name: str, state: dict[str, object], rule: str) -> None:
    s = field(
        "american",
        american(tank(name, **state), range=2),
        german("beck", "wolff", range=2),
        american=["fire 1", "movement", "smoke"],
    )
    assert answer(s.g, "firepower a1 g1") == 0
    assert not s.options("shoot") and not any(o.startswith(("fire a1", "smoke a1")) for o in s.options())
    assert s.refusal("move a1+<movement> - advance").rule in (rule, "UF:5.1-a")
    fresh = field(
        "american", american(name, range=2), german("beck", range=2), american=["fire 1", "movement"]
    )
    assert fresh.options("shoot") and fresh.offers("move a1+<movement> - advance")


@pytest.mark.rule("UF:28.45-a")
def test_a_stunned_vehicle_cannot_shoot() -> None:
    s = field(
        "american",
        american(tank("sherman", pinned=True, stun=3), range=2),
        german("beck"),
        american=["fire 1"],
    )
    assert s.refusal("shoot a1+sherman+<fire 1> g1").rule == "UF:28.45-a"
    s = field("american", american(tank("m10", pinned=True), range=2), german("beck"), american=["fire 1"])
    assert s.refusal("shoot a1+m10+<fire 1> g1").rule == "UF:25.1"  # its back has no To Hit column


@pytest.mark.rule("UF:28.2", "UF:28.21", "UF:28.23")
def test_an_assault_gun_is_slow_to_aim() -> None:
    still = american("myers", "degi", range=2)
    moving = american("myers", "degi", range=2, cards=["movement sideways"])

    def gun(name: str, target: dict[str, object], **state: object) -> Situation:
        return field("german", german(tank(name, **state), range=2), target, german=["fire 1"])

    assert lines(gun("stug3", still), "stug3", "a1") == {}
    assert lines(gun("stug3", moving), "stug3", "a1") == {"UF:28.21": -1}
    assert lines(gun("pz4", moving), "pz4", "a1") == {}
    assert lines(gun("stug3", still, bogged=True), "stug3", "a1") == {"UF:28.23": -2}
    assert lines(gun("stug3", still, immobilized=True), "stug3", "a1") == {"UF:28.23": -2}
    assert lines(gun("pz4", still, immobilized=True), "pz4", "a1") == {}
    assert frequency(gun("stug3", moving, bogged=True), "stug3", "a1") == "1"


@pytest.mark.rule("UF:28.22")
def test_a_moving_assault_gun_holds_its_fire() -> None:
    def drive(name: str) -> Situation:
        group = german(name, range=2, cards=["movement sideways"])
        return field("german", group, american("myers", "degi", range=2), german=["fire 1"])

    s = drive("stug3")
    assert s.refusal("shoot g1+stug3+<fire 1> a1").rule == "UF:28.22"
    assert s.offers("fire g1+<fire 1> a1")  # its machine gun may
    assert drive("pz4").offers("shoot g1+pz4+<fire 1> a1")


@pytest.mark.rule("UF:28.431-a", "UF:28.4311-a")
def test_a_vehicle_that_has_lost_crew_shoots_worse() -> None:
    def crewed(lost: int) -> Situation:
        group = german(tank("pz4", pinned=True, crew_killed=lost), range=2)
        return field("german", group, american("myers", "degi", range=2), german=["fire 1"])

    assert frequency(crewed(0), "pz4", "a1") == "0-1"
    assert lines(crewed(1), "pz4", "a1") == {"UF:28.431-a": -1}
    assert lines(crewed(2), "pz4", "a1") == {"UF:28.4311-a": -2}
    for lost in (0, 1, 2):
        s = crewed(lost)
        assert breakdown(s.g, fire_of(s, "g1", "a1", 3)).total == 3 - lost


@pytest.mark.rule("UF:8.52-b")
def test_it_fires_from_a_stream_as_from_anywhere() -> None:
    s = field("german", german("pz4", cards=["stream"]), american("myers", "degi"), german=["fire 1"])
    assert breakdown(s.g, fire_of(s, "g1", "a1", 3)).total == 3
    assert lines(s, "pz4", "a1") == {} and s.offers("shoot g1+pz4+<fire 1> a1")
    men = field("german", german("beck", "wolff", cards=["stream"]), american("myers", "degi"))
    assert breakdown(men.g, fire_of(men, "g1", "a1", 3)).total == 2


@pytest.mark.rule("UF:17.4")
def test_flanking_fire_doubles_its_machine_guns() -> None:
    flanker = german("pz4", range=2, letter="B", flanks=["a1"])
    s = field("german", german("beck", "wolff"), flanker, american("myers", "degi", range=2))
    assert answer(s.g, "firepower g2 a1") == 12


@pytest.mark.rule("UF:19.11", "UF:19.3-c")
def test_its_machine_guns_break_on_a_red_six() -> None:
    s = field(
        "german",
        german("pz4", range=2),
        american("myers", "degi", range=2),
        german=["fire 2 needs 3", "fire 1"],
    )
    s.fire("g1", "a1", "fire 2 needs 3").draw("red 6")
    assert vehicle(s, "pz4").broken == ("mg",) and s.said("machine guns")
    assert answer(s.g, "firepower g1 a1") == 0 and s.group("g1").acted
    assert not s.man("degi").pinned and s.offers("done")  # the rest of the attack is lost


@pytest.mark.rule("UF:22.1-a", "UF:22.3-a", "UF:17.4")
def test_the_flamethrower_of_a_vehicle() -> None:
    target = american("myers", "degi", range=2, cards=["buildings -3"])
    s = field("german", german("flamm2", range=2), target, german=["fire 2 needs 3"])
    assert answer(s.g, "firepower g1 a1") == 10  # 4 and 6
    s.fire("g1", "a1", "fire 2 needs 3")
    s.draw("red 5")
    assert s.breakdown().total == 2  # no good of the houses
    assert vehicle(s, "flamm2").broken == ("flamethrower",)
    s.draw("black 1")  # the machine gun goes on, 3 weaker
    assert s.breakdown().total == -1
    flank = german("flamm2", range=3, letter="B", flanks=["a1"])
    s = field("german", german("beck"), flank, american("myers", range=2))
    assert answer(s.g, "firepower g2 a1") == 8 + 11


@pytest.mark.rule("UF:22.2", "UF:22.1-a", "UF:22.3-a")
def test_its_flamethrower_may_be_left_out() -> None:
    def left_out(card: str, *target: object, **state: object) -> Situation:
        group = german(tank("flamm2", **state), range=3)
        s = field("german", group, american(*(target or ("myers", "degi")), range=2), german=[card])
        return s.do(f"fire g1+<{card}> a1")

    s = left_out("fire 1 needs 1")
    assert s.options("abstain") == ["abstain flamm2"]
    s.do("abstain flamm2")
    assert not s.options("abstain")
    s.do("declare", *s.options("no")[:1]).do("resolve").draw("red 5")
    assert not vehicle(s, "flamm2").broken
    s.draw("red 6")
    assert vehicle(s, "flamm2").broken == ("mg",)
    s = left_out("fire 4").do("abstain flamm2")
    assert not s.offers("declare"), "the machine gun alone does not suffice"
    assert not left_out("fire 1 needs 1", broken=["mg"]).options("abstain"), "there is nothing else to fire"
    s = left_out("fire 1 needs 1", tank("sherman", pinned=True)).do("abstain flamm2")
    assert not s.offers("declare"), "nothing is left that could hurt it"


@pytest.mark.rule("UF:12.1-b", "UF:22.5")
def test_flames_on_the_move_and_against_armour() -> None:
    def burn(card: str, cards: list[str], *target: object) -> Situation:
        group = german("flamm2", range=3, cards=cards)
        s = field("german", group, american(*(target or ("myers",)), range=2), german=[card])
        s.do(f"fire g1+<{card}> a1", "declare")
        return s

    assert burn("fire 4", ["movement advance"]).breakdown().total == 4  # 8 needed, 11 from the flames
    assert burn("fire 5", ["movement advance"]).breakdown().total == 5
    assert burn("fire 6", ["movement advance"]).breakdown().total == 3  # 14 needed: halved
    s = burn("fire 4", [], tank("sherman", pinned=True)).do("resolve").draw("black 4")
    assert s.fate("sherman") == "kia"


# -- fire at it --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.3-b", "UF:28.4-c", "UF:28.43-a")
def test_unboxed_fire_closes_the_hatches() -> None:
    s = riflemen("pz4").fire("a1", "g1", "fire 3").draw("black 2")
    assert vehicle(s, "pz4").pinned and not vehicle(s, "pz4").crew_killed
    assert s.said("PzKpfw IV buttons up") and "UF:28.43-a" in s.cited()
    s = riflemen("pz4").fire("a1", "g1", "fire 3").draw("black 1")
    assert not vehicle(s, "pz4").pinned  # 4 is below its Morale


@pytest.mark.rule("UF:28.3-b", "UF:28.431-a")
def test_unboxed_fire_kills_the_commander_never_the_tank() -> None:
    s = riflemen("pz4").fire("a1", "g1", "fire 3").draw("black 6")  # 9: armour would be pierced by 8
    hit = vehicle(s, "pz4")
    assert hit.pinned and hit.crew_killed == 1 and not hit.stun and not hit.immobilized
    assert "UF:28.431-a" in s.cited()
    s = riflemen("pz4").fire("a1", "g1", "fire 3").draw("black 4")  # 7: below CE
    assert vehicle(s, "pz4").pinned and not vehicle(s, "pz4").crew_killed


@pytest.mark.rule("UF:28.7-c", "UF:28.3-a")
def test_a_closed_vehicle_shows_nothing_to_rifles() -> None:
    s = riflemen(tank("pz4", pinned=True))
    assert s.refusal("fire a1+<fire 3> g1").rule == "UF:28.7-c"
    s = riflemen(tank("sdkfz251", pinned=True))
    s.fire("a1", "g1", "fire 2 needs 3").draw("red 2")  # only the armour is drawn for: 0
    assert vehicle(s, "sdkfz251").stun == 0 and s.offers("done")
    far = field(
        "american",
        american(*THREE, range=2),
        german(tank("sdkfz251", pinned=True), range=2),
        american=["fire 1"],
    )
    assert far.refusal("fire a1+<fire 1> g1").rule == "UF:28.7-c"


@pytest.mark.rule("UF:28.7-b", "UF:28.7-c", "UF:28.31")
def test_cards_that_need_more_than_grenades_are_not_wasted_on_a_pinned_vehicle() -> None:
    s = riflemen(tank("sdkfz251", pinned=True), american=["fire 4", "fire 2 needs 3", "fire 1"])
    assert s.refusal("fire a1+<fire 4> g1").rule == "UF:28.7-b"
    assert not s.offers("fire a1+<fire 4> g1")
    s.do("fire a1+<fire 2 needs 3> g1")
    assert s.offers("declare") and not s.options("add"), "they have 3 boxed"
    exposed = riflemen(american=["fire 4"])
    assert exposed.offers("fire a1+<fire 4> g1"), "the crew can be hit"


@pytest.mark.rule("UF:28.32-a", "UF:28.6")
def test_neither_terrain_nor_movement_matters_to_the_crew() -> None:
    for cards in ([], ["woods"], ["woods", "movement advance"], ["buildings -3"]):
        s = riflemen("pz4", cards=cards)
        assert breakdown(s.g, fire_of(s, "a1", "g1", 3)).total == 3


@pytest.mark.rule("UF:28.32-b", "UF:28.6")
def test_terrain_matters_to_the_armour() -> None:
    for cards, total in (([], 3), (["woods"], 1), (["woods", "movement sideways"], 1), (["brush"], 2)):
        s = riflemen("sdkfz251", cards=cards)
        assert breakdown(s.g, fire_of(s, "a1", "g1", 3, boxed=True)).total == total
    s = riflemen("sdkfz251", cards=["brush"]).fire("a1", "g1", "fire 2 needs 3").draw("black 1")
    assert s.breakdown().total == 2  # the crew
    s.draw("red 3")
    assert s.breakdown().total == 1  # the armour


@pytest.mark.rule("UF:28.61", "UF:9.5")
def test_no_concealed_card_helps_it() -> None:
    s = riflemen("pz4", german=["concealed -2"])
    s.do("fire a1+<fire 3> g1", "declare")
    assert s.side() == "american"  # the defender is not even asked
    men = riflemen("beck", "wolff", german=["concealed -2"])
    men.do("fire a1+<fire 3> g1", "declare")
    assert men.side() == "german"


# -- boxed firepower ---------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.7-a", "UF:28.7-b", "UF:28.4-a")
def test_grenades_against_an_open_topped_vehicle() -> None:
    s = riflemen()
    assert answer(s.g, "firepower a1 g1") == 9
    s.fire("a1", "g1", "fire 2 needs 3").draw("black 2")  # 4 does nothing to the crew
    assert not vehicle(s, "sdkfz251").pinned
    s.draw("red 0")  # 2 destroys it
    assert s.fate("sdkfz251") == "kia" and s.said("SdKfz 251 is destroyed")


@pytest.mark.rule("UF:28.7-b", "UF:28.31")
def test_the_same_card_must_suffice() -> None:
    s = riflemen().fire("a1", "g1", "fire 3").draw("black 1")  # it needs 5, they have 3 boxed
    assert s.offers("done") and not s.gone("sdkfz251")


@pytest.mark.rule("UF:28.7-a")
def test_boxed_firepower_is_for_range_five_and_open_tops() -> None:
    s = riflemen()
    assert boxed_firepower(s.g, fire_of(s, "a1", "g1"), inherent=True) == 3
    assert boxed_firepower(s.g, fire_of(s, "a1", "g1"), inherent=False) == 0
    assert boxed_firepower(s.g, fire_of(s, "a1", "g1", abstain=("myers",)), inherent=True) == 2
    assert boxed_firepower(s.g, fire_of(s, "a1", "g1", range=4), inherent=True) == 0
    closed = riflemen("pz4").fire("a1", "g1", "fire 2 needs 3").draw("black 2")
    assert closed.offers("done")  # one draw only
    pinned = riflemen(men=({"id": "myers", "pinned": True}, "burke", "anderson"))  # type: ignore[arg-type]
    assert boxed_firepower(pinned.g, fire_of(pinned, "a1", "g1"), inherent=True) == 2


@pytest.mark.rule("UF:22.5", "UF:28.31")
def test_a_flamethrower_against_armour() -> None:
    def burn(*cards: str) -> Situation:
        s = field(
            "american", american("moras", "myers", range=3), german("pz4", range=2), american=list(cards)
        )
        return s.fire("a1", "g1", *cards)

    s = burn("fire 4").draw("red 1")  # crew: 3
    s.draw("black 4")  # armour: 8
    assert s.fate("pz4") == "kia"
    s = burn("fire 4", "fire 3 needs 6").draw("black 0")  # 14 needed, the flamethrower gives 11
    assert s.offers("done") and vehicle(s, "pz4").pinned
    closed = field(
        "american",
        american("moras", "myers", range=3),
        german(tank("pz4", pinned=True), range=2),
        american=["fire 4"],
    )
    closed.fire("a1", "g1", "fire 4").draw("black 2")  # the armour alone: 6 immobilizes
    assert vehicle(closed, "pz4").immobilized


@pytest.mark.rule("UF:28.71")
def test_infantry_beside_it_keeps_grenadiers_away() -> None:
    def escorted(chit: int, letter: str = "B", **more: object) -> Situation:
        escort = german("beck", "wolff", range=chit, letter=letter)
        return field("american", american(*THREE, range=3), german("sdkfz251", range=2), escort, **more)

    def strength(s: Situation, **more: object) -> float:
        return breakdown(s.g, fire_of(s, "a1", "g1", 3, **more), s.unit("sdkfz251")).total

    assert strength(escorted(2), boxed=True) == 2
    assert strength(escorted(2)) == 3  # not for the crew
    assert strength(escorted(1), boxed=True) == 3
    assert strength(escorted(2, "C"), boxed=True) == 3
    s = field(
        "american",
        american("moras", "myers", range=3),
        german("sdkfz251", range=2),
        german("beck", "wolff", range=2),
        american=["fire 2 needs 3"],
    )
    attack = replace(fire_of(s, "a1", "g1", 2, boxed=True), cards=(s.card("fire 2 needs 3"),))
    assert breakdown(s.g, attack, s.unit("sdkfz251")).total == 2  # flames are not held off


@pytest.mark.rule("UF:28.72")
def test_infantry_takes_cover_behind_it() -> None:
    def beside(chit: int) -> Situation:
        return field(
            "german", german("beck", "wolff", range=2), american("myers", range=2), american("m3", range=chit)
        )

    s = beside(2)
    assert breakdown(s.g, fire_of(s, "g1", "a1", 3)).total == 2
    mines = fire_of(s, "g1", "a1", 3, kind=MINES)
    assert breakdown(s.g, mines).total == 3
    assert breakdown(s.g, fire_of(s, "g1", "a2", 3)).total == 3  # not the vehicle itself
    s = beside(1)
    assert breakdown(s.g, fire_of(s, "g1", "a1", 3)).total == 3


@pytest.mark.rule("UF:28.9-opt")
def test_fear_of_tanks() -> None:
    def facing(*units: str, fear: str = "on") -> Situation:
        groups = [american("myers", range=1), *(german(unit) for unit in units)]
        return field("american", *groups, german("beck"), options={"tank_fear": fear})

    s = facing("pz4")
    assert (values.morale(s.g, s.man("myers")), values.panic(s.g, s.man("myers"))) == (4, 5)
    assert values.morale(s.g, s.man("beck")) == 3  # he has armour of his own
    assert values.morale(facing("pz4", fear="off").g, s.man("myers")) == 5
    assert values.morale(facing().g, s.man("myers")) == 5
    own = field("american", american("myers"), american("m3"), german("pz4"), options={"tank_fear": "on"})
    assert values.morale(own.g, own.man("myers")) == 5


# -- shots at it -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.3-c", "UF:28.3-b")
def test_a_shot_is_aimed_at_armour_or_crew() -> None:
    def aim(how: str, *draws: str) -> Situation:
        s = field("german", german("pz4", range=1), american("sherman", range=1), german=["fire 1"])
        assert len(s.options("shoot")) == 3  # one of them at men
        return shoot(s, "pz4", "a1", *draws, how=how)

    hit = vehicle(aim("crew", "black 0", "black 3"), "sherman")  # 3, range 2: 8
    assert hit.pinned and hit.crew_killed == 1
    assert aim("armor", "black 0", "black 0").fate("sherman") == "kia"  # 6, range 2
    s = field("german", german("pz4"), american("sherman"), german=["fire 1"])
    assert s.refusal("shoot g1+pz4+<fire 1> a1").rule == "UF:28.3-c"


@pytest.mark.rule("UF:28.7-c")
def test_no_shot_at_a_crew_that_does_not_show() -> None:
    s = field("german", german("pz4"), american(tank("sherman", pinned=True)), german=["fire 1"])
    assert s.refusal("shoot g1+pz4+<fire 1> a1 crew").rule == "UF:28.7-c"
    assert s.offers("shoot g1+pz4+<fire 1> a1 armor")


@pytest.mark.rule("UF:16.4-b", "UF:16.41", "UF:16.4-e")
def test_points_for_vehicles() -> None:
    def score(*cards: str, **state: object) -> int:
        s = field("german", german(tank("pz4", **state), range=3, cards=list(cards)), american("myers"))
        points = answer(s.g, "points german")
        assert isinstance(points, int)
        return points

    assert score() == 3
    assert score("movement advance") == 3  # mobile is enough
    assert score(pinned=True) == 3  # Buttoned Up is not pinned
    assert score(bogged=True) == score(immobilized=True) == 0
    s = field("german", german(tank("sdkfz251", pinned=True, crew_killed=1), range=3), american("myers"))
    assert answer(s.g, "points german") == 0 and answer(s.g, "points american") == 2
    s = riflemen(american=["fire 2 needs 3"]).fire("a1", "g1", "fire 2 needs 3").draw("black 0", "black 0")
    assert s.fate("sdkfz251") == "kia" and answer(s.g, "points american") == 10 + 3 * 3


@pytest.mark.rule("UF:16.42-a", "UF:28.43-c")
def test_a_buttoned_up_vehicle_holds_ground() -> None:
    def held(name: str, **state: object) -> int:
        s = field("german", german(tank(name, **state), range=4, cards=["woods"]), american("myers"))
        return holding(s.g, "german", 4)

    assert held("pz4") == held("pz4", pinned=True) == held("sdkfz251") == 1
    assert held("sdkfz251", pinned=True) == 0


@pytest.mark.rule("UF:28.421-e", "UF:10.45-c")
def test_no_hero_makes_it_fire_better() -> None:
    s = field("german", german("pz4", range=2), american("myers", range=2), german=["hero", "fire 1"])
    assert not any("pz4" in option for option in s.options("hero"))


# -- a group of its own ------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.11", "UF:28.1", "UF:3.2-a")
@pytest.mark.parametrize("seed", range(6))
def test_a_vehicle_is_a_group_of_its_own(seed: int) -> None:
    rng = random.Random(seed)
    position = begin("germans and Russians")
    while isinstance(position.pending, Choice) and "UF:3.2-a" in position.pending.rules:
        options = position.pending.options
        position.advance(options[int(rng.random() * len(options))])
        for group in position.state.groups.values():
            units = [position.state.units[uid] for uid in group.members]
            assert len(units) == 1 or not any(isinstance(unit, Machine) for unit in units)


@pytest.mark.rule("UF:28.11")
def test_nobody_joins_it() -> None:
    squad = american("allen", "myers", "degi")
    s = field("american", squad, american("sherman"), german("beck"), american=["movement"])
    assert s.refusal("transfer a1 a2").rule == "UF:17.8-a"
    men = field("american", squad, american("burke"), german("beck"), american=["movement"])
    assert men.offers("transfer a1 a2")
