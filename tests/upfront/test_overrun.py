"""Overruns (UF:29), and magnetic mines against them (UF:31)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.content_files import ContentFile, ContentFiles
from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import ScenarioError, read_scenario
from defilade.rules.upfront.game.secondary_weapons import nation_refusal
from defilade.rules.upfront.infantry.smoke import smoke_on
from defilade.rules.upfront.infantry.terrain import is_moving, terrain_of
from defilade.rules.upfront.infantry.weapon_capture import carry_bar
from defilade.rules.upfront.ordnance.overrun import adverse_ground, overrun_attack, overrun_value
from defilade.rules.upfront.vehicles.afv_damage import immobilize
from upfront.armour import american, field, german, russian, tank, vehicle
from upfront.situation import Situation

MEN = ("myers", "degi")


def charge(
    name: Any = "pz4",
    cards: list[str] | None = None,
    men: tuple[Any, ...] = MEN,
    ground: list[str] | None = None,
    **more: Any,
) -> Situation:
    """A German vehicle at Relative Range 5 from American men, in its own turn."""
    return field(
        "german",
        german(name, range=3, cards=cards or []),
        american(*men, range=2, cards=ground or []),
        **{"german": ["movement"], **more},
    )


def overrun(s: Situation, *draws: str) -> Situation:
    """The Overrun with these draws; no Concealed card, no Hero."""
    s.do(next(option for option in s.options("overrun") if option.endswith(" a1")))
    for draw in draws:
        quiet(s).draw(draw)
    return quiet(s)


def quiet(s: Situation) -> Situation:
    while s.options("no"):
        s.do("no")
    return s


# -- who may overrun whom ----------------------------------------------------------------------------------------


@pytest.mark.rule("UF:29.1-a")
@pytest.mark.parametrize(
    "state",
    [
        tank("sdkfz251", pinned=True),
        tank("pz4", immobilized=True),
        tank("pz4", bogged=True),
        tank("pz4", pinned=True, stun=3),
    ],
)
def test_a_vehicle_that_cannot_move_overruns_nobody(state: Any) -> None:
    s = charge(state)
    assert not s.options("overrun")
    assert s.refusal("overrun g1+<movement> a1").rule == "UF:29.1-a"
    assert charge(tank("pz4", pinned=True)).offers("overrun g1+<movement> a1")  # Buttoned Up it may
    assert s.refusal("overrun rest-german+<movement> a1").rule == "UF:29.1-a"


@pytest.mark.rule("UF:29.1-b")
def test_targets() -> None:
    groups = [
        german("pz4", range=3),
        american("myers", "degi", range=2),
        american("burke", range=2),
        american("anderson", range=2),
    ]
    s = field("german", *groups, german=["movement"])
    assert [option.split()[-1] for option in s.options("overrun")] == ["a1", "a2"]  # opposite and adjacent
    assert s.refusal("overrun g1+<movement> a3").rule == "UF:29.1-b"
    far = field("german", german("pz4", range=2), american("myers", range=2), german=["movement"])
    assert far.refusal("overrun g1+<movement> a1").rule == "UF:29.1-b"
    armour = charge(men=("sherman",))
    assert armour.refusal("overrun g1+<movement> a1").rule == "UF:29.1-b"


@pytest.mark.rule("UF:29.1-b", "UF:23.6")
@pytest.mark.parametrize("ground", ["marsh", "minefield", "pillbox"])
def test_where_no_vehicle_gets_at_them(ground: str) -> None:
    s = charge(ground=[ground])
    assert s.refusal("overrun g1+<movement> a1").rule == "UF:29.1-b"


@pytest.mark.rule("UF:29.11-a")
def test_broken_weapons_halve_it() -> None:
    def value(name: str, *broken: str, lost: tuple[str, ...] = ()) -> int:
        s = charge(tank(name, broken=list(broken), lost_weapons=list(lost)))
        return overrun_value(s.g, vehicle(s, name))

    assert value("pz4") == 5 and value("pz4", "gun") == 2 and value("pz4", lost=("gun",)) == 2
    assert value("flamm2") == 5 and value("flamm2", "mg") == 2 and value("flamm2", "flamethrower") == 1
    assert value("flamm2", "flamethrower", "mg") == 1
    s = charge(tank("flamm2", pinned=True, broken=["flamethrower"]))
    assert overrun_value(s.g, vehicle(s, "flamm2")) == 1, "a quarter of the 4 on its back"


@pytest.mark.rule("UF:29.11-b")
def test_without_machine_gun_or_flamethrower_there_is_none() -> None:
    assert charge(tank("pz4", broken=["mg"])).refusal("overrun g1+<movement> a1").rule == "UF:29.11-b"
    assert charge(tank("pz4", lost_weapons=["mg"])).refusal("overrun g1+<movement> a1").rule == "UF:29.11-b"
    assert charge(tank("flamm2", broken=["mg"])).offers("overrun g1+<movement> a1")
    assert charge(tank("flamm2", broken=["flamethrower"])).offers("overrun g1+<movement> a1")
    both = charge(tank("flamm2", broken=["flamethrower", "mg"]))
    assert both.refusal("overrun g1+<movement> a1").rule == "UF:29.11-b"
    s = field("russian", russian("su76", range=3), german("beck", range=2), russian=["movement"])
    assert s.refusal("overrun r1+<movement> g1").rule == "UF:29.11-b"


@pytest.mark.rule("UF:29.2-a")
def test_it_takes_a_movement_card_and_no_fire_card() -> None:
    s = charge(german=["fire 3"])
    assert not s.options("overrun")
    assert s.refusal("overrun g1+<fire 3> a1").rule == "UF:29.2-a"
    s = overrun(charge(), "black 0", "black 0", "black 0")
    assert s.group("g1").acted and s.group("g1").laid[-1].mode == "sideways"
    assert s.group("g1").range == 3
    ford = charge(cards=["stream"])
    assert ford.refusal("overrun g1+<movement> a1").rule == "UF:8.53-a"


@pytest.mark.rule("UF:29.2-a")
def test_a_flank_card_flanks_as_well() -> None:
    s = field(
        "german",
        german("beck", "wolff", range=3),
        german("pz4", range=3),
        american(*MEN, range=2),
        german=["flank movement"],
    )
    s.do("overrun g2+<flank movement> a1")
    assert s.offers("flank g2 a1")
    s.do("flank g2 a1").draw("black 0")
    assert s.group("g2").flanks == ("a1",)


@pytest.mark.rule("UF:29.2-a", "UF:17.1-a")
@pytest.mark.parametrize(("column", "flanks"), [("7=red", ()), ("7=black", ("a1",))])
def test_a_flank_card_that_is_removed_brings_nothing(column: str, flanks: tuple[str, ...]) -> None:
    s = field(
        "german",
        german("beck", "wolff", range=3),
        german("pz4", range=3),
        american(*MEN, range=2, cards=["gully"]),
        german=["flank movement"],
    )
    s.do("overrun g2+<flank movement> a1", "flank g2 a1").draw(column)
    assert s.group("g2").flanks == flanks


@pytest.mark.rule("UF:17.1-a")
def test_a_flank_of_an_earlier_turn_outlasts_its_card() -> None:
    s = field(
        "american",
        american(*MEN, range=2),
        german("beck", "wolff", range=3),
        german("pz4", range=3, cards=["movement sideways"], flanks=["a1"]),
    )
    immobilize(s.g, vehicle(s, "pz4"))
    assert not is_moving(s.group("g2")) and s.group("g2").flanks == ("a1",)


# -- strength ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:29.2-b", "UF:29.2-c")
@pytest.mark.parametrize("colour", ["black", "red"])
def test_strength_and_results(colour: str) -> None:
    s = charge()
    s.do("overrun g1+<movement> a1").draw(f"{colour} 2")  # 5 and 2, whatever the colour
    assert s.breakdown().total == 7
    quiet(s).draw("red 3")  # 4: below his Morale of 5
    assert not s.man("myers").pinned
    quiet(s).draw("black 2")  # 9
    assert s.fate("degi") == "kia" and vehicle(s, "pz4").overran == ("a1",)


@pytest.mark.rule("UF:29.2-b")
def test_terrain_movement_and_concealment_of_the_defender() -> None:
    def strength(*ground: str) -> int:
        s = charge(ground=list(ground))
        attack = overrun_attack(s.g, vehicle(s, "pz4"), s.group("g1"), s.group("a1"), 0)
        return int(breakdown(s.g, attack).total)

    assert strength() == 5 and strength("woods") == 3 and strength("hill") == 4 and strength("walls") == 3
    assert strength("woods", "movement advance") == 4 and strength("movement advance") == 6
    assert strength("wire") == 6
    s = charge(american=["concealed -2"])
    s.do("overrun g1+<movement> a1").draw("black 1")
    assert s.side() == "american"
    s.do("conceal <concealed -2>").draw("black 0")
    assert s.breakdown().total == 4


@pytest.mark.rule("UF:29.3")
@pytest.mark.parametrize("own", [["hill"], ["hill", "movement advance"], ["brush"]])
@pytest.mark.parametrize(("ground", "total"), [([], 5), (["hill"], 4), (["walls"], 3)])
def test_the_terrain_that_the_vehicle_comes_from_does_not_matter(
    own: list[str], ground: list[str], total: int
) -> None:
    s = charge(cards=own, ground=ground)
    attack = overrun_attack(s.g, vehicle(s, "pz4"), s.group("g1"), s.group("a1"), 0)
    assert breakdown(s.g, attack).total == total


@pytest.mark.rule("UF:29.3", "UF:13.22", "UF:13.1-a")
@pytest.mark.parametrize(("own", "total"), [(["smoke"], 4), (["brush", "smoke", "movement sideways"], 5)])
def test_smoke_that_it_comes_from_does(own: list[str], total: int) -> None:
    s = charge(cards=own)
    shown = s.position.system.describe(s.state, s.action("overrun g1+<movement> a1")).breakdown
    assert shown is not None and shown.total - shown.lines[0].value == total - 5, "as with its Movement card"
    assert len(s.group("g1").laid) == len(own)
    s.do("overrun g1+<movement> a1").draw("black 0")
    assert s.breakdown().total == total


@pytest.mark.rule("UF:28.431-a")
def test_lost_crew_weakens_it() -> None:
    s = charge(tank("pz4", pinned=True, crew_killed=1))
    attack = overrun_attack(s.g, vehicle(s, "pz4"), s.group("g1"), s.group("a1"), 0)
    assert breakdown(s.g, attack).total == 3  # 4 on the back, 1 less


@pytest.mark.rule("UF:29.6")
def test_all_of_them_are_attacked() -> None:
    s = charge(men=("myers", "degi", "burke"))
    s.do("overrun g1+<movement> a1").draw("black 0")
    drawn = 0
    while isinstance(quiet(s).pending, Chance):
        assert not s.options("decline")
        s.draw("black 0")
        drawn += 1
    assert drawn == 3


@pytest.mark.rule("UF:29.2-b", "UF:22.1-a")
@pytest.mark.parametrize(("broken", "brush"), [((), 0), (("mg",), 0), (("flamethrower",), -1)])
def test_terrain_is_no_shelter_from_a_vehicle_with_a_flamethrower(
    broken: tuple[str, ...], brush: int
) -> None:
    """Movement still counts, and the place is as dangerous for the vehicle as ever."""

    def total(*ground: str) -> float:
        s = charge(tank("flamm2", broken=list(broken)), ground=list(ground))
        attack = overrun_attack(s.g, vehicle(s, "flamm2"), s.group("g1"), s.group("a1"), 0)
        assert bool(attack.adverse) == ("brush" in ground)
        return breakdown(s.g, attack).total - overrun_value(s.g, vehicle(s, "flamm2"))

    assert total("brush") == brush and total() == 0
    assert total("brush", "movement advance") == brush + 1


@pytest.mark.rule("UF:29.2-c", "UF:19.11", "UF:29.11-b")
def test_the_machine_guns_break_in_an_overrun() -> None:
    """Without them there is no more of it."""
    s = overrun(charge(men=("myers", "degi", "burke")), "black 0", "red 6")
    assert vehicle(s, "pz4").broken == ("mg",) and s.event("malfunction").rules == ("UF:19.11",)
    assert s.options("done") and not s.said("Degi")
    s = overrun(charge(), "black 0", "red 5", "black 0")
    assert not vehicle(s, "pz4").broken
    s = overrun(charge(), "red 6", "black 0", "black 0")
    assert not vehicle(s, "pz4").broken, "the number for the strength breaks nothing"


@pytest.mark.rule("UF:29.2-c", "UF:22.3-a", "UF:29.11-a")
@pytest.mark.parametrize("drawn", ["red 5", "red 6"])
def test_a_flamethrower_breaks_in_an_overrun(drawn: str) -> None:
    """The others are attacked with a quarter of the OVR value; their terrain is no shelter even so."""
    s = charge("flamm2", ground=["hill"])
    full = overrun_value(s.g, vehicle(s, "flamm2"))
    overrun(s, "black 2", drawn, "black 0")
    assert vehicle(s, "flamm2").broken == ("flamethrower",)
    assert s.event("malfunction").rules == ("UF:22.3-a",)
    assert s.event("resolved").breakdown.total == full // 4 + 2  # type: ignore[union-attr]


# -- the danger --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:29.4", "UF:8.62", "UF:8.72", "UF:8.81", "UF:8.92", "UF:13.28", "UF:29.46")
@pytest.mark.parametrize(
    ("ground", "rule"),
    [
        (["brush"], "UF:8.81"),
        (["buildings -2"], "UF:8.62"),
        (["walls"], "UF:8.92"),
        (["woods"], "UF:8.72"),
        (["smoke"], "UF:13.28"),
        (["woods", "movement advance"], "UF:8.72"),
        (["woods", "movement advance", "movement advance"], ""),
        (["hill"], ""),
        (["gully"], ""),
        ([], ""),
    ],
)
def test_adverse_ground(ground: list[str], rule: str) -> None:
    s = charge(ground=ground)
    assert adverse_ground(s.g, s.group("a1")) == rule


@pytest.mark.rule("UF:29.42-a", "UF:29.4", "UF:29.44")
def test_a_red_six_stops_a_tank() -> None:
    s = overrun(charge(ground=["brush"]), "black 0", "red 6")
    assert vehicle(s, "pz4").immobilized and "UF:29.42-a" in s.cited()
    assert s.options("done") and not isinstance(s.pending, Chance)  # nobody else is attacked
    s = overrun(charge(ground=["brush"]), "black 0", "red 5", "black 0")
    assert not vehicle(s, "pz4").immobilized
    s = overrun(charge(), "black 0", "red 6")
    assert not vehicle(s, "pz4").immobilized  # open ground
    pinned = charge(ground=["brush"], men=({"id": "myers", "pinned": True}, "degi"))
    assert not vehicle(overrun(pinned, "black 0", "red 6"), "pz4").immobilized


@pytest.mark.rule("UF:13.28", "UF:13.243-c")
def test_a_breeze_with_the_strength_comes_too_late_for_the_vehicle() -> None:
    s = overrun(charge(ground=["smoke"]), "breeze 2", "red 6")
    assert not s.group("a1").laid and vehicle(s, "pz4").immobilized


@pytest.mark.rule("UF:29.41")
def test_an_open_topped_vehicle_is_in_more_danger() -> None:
    s = overrun(charge("sdkfz251", ground=["brush"]), "black 0", "red 5")
    assert s.fate("sdkfz251") == "kia" and "UF:29.41" in s.cited()
    s = overrun(charge("sdkfz251", ground=["brush"]), "black 0", "red 6")
    assert vehicle(s, "sdkfz251").immobilized
    s = overrun(charge("sdkfz251", ground=["brush"]), "black 0", "red 4", "black 0")
    assert not vehicle(s, "sdkfz251").immobilized


@pytest.mark.rule("UF:29.42-b", "UF:10.44")
@pytest.mark.parametrize(
    ("name", "draw", "fate"),
    [
        ("sdkfz251", "red 3", ""),
        ("sdkfz251", "red 4", "destroyed"),
        ("sdkfz251", "red 5", "stopped"),
        ("sdkfz251", "red 6", "stopped"),
        ("pz4", "red 4", ""),
        ("pz4", "red 5", "stopped"),
        ("pz4", "red 6", "stopped"),
    ],
)
def test_a_hero_is_more_dangerous_still(name: str, draw: str, fate: str) -> None:
    s = charge(name, ground=["brush"], american=["hero"])
    s.do("overrun g1+<movement> a1").draw("black 0").do("no")  # no Concealed card
    assert s.side() == "american"
    s.do("hero <hero>+myers").draw(draw)
    assert s.gone(name) is (fate == "destroyed")
    if fate != "destroyed":
        assert vehicle(s, name).immobilized is (fate == "stopped")


@pytest.mark.rule("UF:10.44")
def test_the_number_against_a_hero_is_one_lower() -> None:
    s = charge(american=["hero"])
    s.do("overrun g1+<movement> a1").draw("black 0").do("no", "hero <hero>+myers").draw("black 0")
    assert s.breakdown().total == 4 and not s.man("myers").pinned  # 5 would pin him
    s.draw("black 0")
    assert s.breakdown().total == 5  # only against that man


@pytest.mark.rule("UF:10.44", "UF:29.42-b")
def test_a_pinned_man_is_rallied_first() -> None:
    s = charge(ground=["brush"], men=({"id": "myers", "pinned": True}, "degi"), american=["hero"])
    s.do("overrun g1+<movement> a1").draw("black 0").do("no", "hero <hero>+myers").draw("red 5")
    assert vehicle(s, "pz4").immobilized


@pytest.mark.rule("UF:29.43", "UF:29.45", "UF:29.44")
@pytest.mark.parametrize(("ground", "column"), [("gully", 7), ("woods", 7), ("stream", 7), ("wire", 8)])
def test_it_may_bog_down_before_it_gets_there(ground: str, column: int) -> None:
    s = charge(cards=["brush"], ground=[ground])
    s.do("overrun g1+<movement> a1").draw(f"{column}=red")
    assert vehicle(s, "pz4").bogged and s.options("done") and not vehicle(s, "pz4").overran
    assert terrain_of(s.group("g1")) == "brush" and not is_moving(s.group("g1"))
    s = charge(cards=["brush"], ground=[ground])
    s.do("overrun g1+<movement> a1").draw(f"{column}=black")
    assert not vehicle(s, "pz4").bogged and isinstance(s.pending, Chance)
    free = charge().do("overrun g1+<movement> a1")
    assert isinstance(free.pending, Chance) and "UF:29.2-b" in free.pending.rules


@pytest.mark.rule("UF:29.43", "UF:28.53-b")
def test_wire_in_the_woods_is_two_dangers() -> None:
    s = charge(ground=["woods", "wire"]).do("overrun g1+<movement> a1").draw("7=black")
    assert isinstance(s.pending, Chance) and "column 8" in s.pending.asks
    s.draw("8=red")
    assert vehicle(s, "pz4").bogged
    s = charge(ground=["woods", "wire"]).do("overrun g1+<movement> a1").draw("7=red")
    assert vehicle(s, "pz4").bogged and s.options("done"), "what is stuck is not checked again"


@pytest.mark.rule("UF:29.45", "UF:28.441-c")
def test_after_two_movement_cards_it_is_stuck_in_the_open() -> None:
    s = charge(cards=["brush", "movement sideways"], ground=["woods"])
    s.do("overrun g1+<movement> a1").draw("7=red")
    assert vehicle(s, "pz4").bogged and terrain_of(s.group("g1")) == "open"


@pytest.mark.rule("UF:29.45", "UF:28.441-c", "UF:13.242")
def test_smoke_that_it_has_left_does_not_come_back() -> None:
    s = charge(cards=["brush", "smoke", "movement sideways"], ground=["woods"])
    smoke = s.group("g1").laid[1].card
    s.do("overrun g1+<movement> a1").draw("7=red")
    assert [laid.terrain for laid in s.group("g1").laid] == ["open"] and not smoke_on(s.g, s.group("g1"))
    tray = s.state.trays["1"]
    assert smoke in (*tray.discards, *tray.shown)
    s = charge(cards=["brush", "movement sideways", "smoke"], ground=["woods"])
    s.do("overrun g1+<movement> a1").draw("7=red")
    assert [laid.kind for laid in s.group("g1").laid] == ["terrain", "smoke"], "it has come into this one"


@pytest.mark.rule("UF:29.43", "UF:29.46")
def test_defenders_who_have_left_the_woods_for_good() -> None:
    s = charge(ground=["woods", "movement advance", "movement advance"])
    s.do("overrun g1+<movement> a1")
    assert isinstance(s.pending, Chance) and "UF:29.2-b" in s.pending.rules
    s = charge(ground=["woods", "movement advance"])
    s.do("overrun g1+<movement> a1")
    assert isinstance(s.pending, Chance) and "UF:28.53-a" in s.pending.rules


# -- afterwards --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:29.5-a", "UF:29.5-c")
def test_it_goes_on_moving() -> None:
    s = overrun(charge(german=["movement", "movement", "movement"]), "black 0", "red 0", "red 0")
    assert is_moving(s.group("g1"))
    s.end_turn().end_turn()
    assert is_moving(s.group("g1")) and len(s.options("overrun")) == 2  # once more, with another card
    s.do(s.options("overrun")[0])
    assert len(s.group("g1").laid) == 2


@pytest.mark.rule("UF:29.5-b", "UF:5.7-a")
def test_through_the_group_that_it_has_overrun() -> None:
    def later(*overran: str) -> Situation:
        return charge(tank("pz4", overran=list(overran)), ["movement sideways"])

    assert later("a1").offers("move g1+<movement> - advance")
    assert later().refusal("move g1+<movement> - advance").rule == "UF:5.7-a"
    assert later("a2").refusal("move g1+<movement> - advance").rule == "UF:5.7-a"
    s = overrun(charge(german=["movement", "movement"]), "black 0", "red 0", "red 0").end_turn().end_turn()
    s.do(next(o for o in s.options("move") if o.startswith("move g1") and o.endswith("advance")))
    assert s.group("g1").range == 4


@pytest.mark.rule("UF:29.5-b", "UF:29.5-a")
def test_only_as_long_as_it_has_just_overrun_them() -> None:
    def later(cards: list[str], **more: Any) -> Situation:
        return charge(tank("pz4", overran=["a1"]), cards, **more)

    s = later(["movement sideways"], german=["brush", "movement"]).do("terrain g1+<brush>")
    assert not vehicle(s, "pz4").overran, "a Terrain card ends it"
    s.end_turn().end_turn()
    assert s.refusal("move g1+<movement> - advance").rule == "UF:5.7-a"
    s = later(["movement sideways"]).do("move g1+<movement> - retreat")
    assert not vehicle(s, "pz4").overran, "so does a step elsewhere"
    s = later(["movement sideways"]).do("move g1+<movement> - sideways")
    assert vehicle(s, "pz4").overran == ("a1",)
    stuck = later(["movement sideways"])
    immobilize(stuck.g, vehicle(stuck, "pz4"))
    assert not vehicle(stuck, "pz4").overran


@pytest.mark.rule("UF:29.5-b", "UF:7.32-a")
def test_it_may_drive_through_again_if_it_had_to_come_back() -> None:
    s = charge(
        tank("pz4", overran=["a1"]),
        ["movement sideways"],
        german=["movement", "movement"],
        american=["woods"],
    )
    s.do("move g1+<movement> - advance")
    assert s.group("g1").range == 4 and vehicle(s, "pz4").overran == ("a1",)
    s.end_turn().do("done", "put-terrain <woods> g1")
    while s.state.mover == "american":
        s.do("done")
    s.do("reject g1")
    assert s.group("g1").range == 3 and s.offers("move g1+<movement> - advance")


def test_the_preview_of_an_overrun() -> None:
    s = charge()
    shown = s.position.system.describe(s.state, s.action("overrun g1+<movement> a1"))
    assert shown.breakdown is not None and shown.breakdown.lines[0].value >= 5
    assert "Pvt Degi out" in shown.odds or any("Degi" in name for name in shown.odds)


# -- magnetic mines ----------------------------------------------------------------------------------------------

BEARER = {"id": "petrovsky", "secondary": "atmm"}  # Morale 4
TIMID = {"id": "vakuta", "secondary": "atmm"}  # Morale 3


def against_mine(name: Any = "pz4", bearer: dict[str, Any] | None = None, **more: Any) -> Situation:
    """A German vehicle overruns Russians, the first of whom has a magnetic mine. Strength: 4 or 5."""
    s = field(
        "german",
        german(name, range=3),
        russian(bearer or BEARER, "yastreboff", range=2, cards=["hill"]),
        **{"german": ["movement"], **more},
    )
    return s.do("overrun g1+<movement> r1").draw("black 0")


@pytest.mark.rule("UF:31.1")
def test_not_for_americans() -> None:
    assert nation_refusal("american", "atmm") is not None
    assert nation_refusal("russian", "atmm") is None and nation_refusal("german", "atmm") is None
    assert nation_refusal("american", "demolition-charge") is None
    s = charge()
    assert carry_bar(s.g, s.man("myers"), "atmm").rule == "UF:31.1"  # type: ignore[union-attr]
    text = ContentFiles().read("upfront/scenarios/UF-G.yaml").text
    american = text.replace(
        "crews: {spoulos: mcelroy}", "crews: {spoulos: mcelroy}\n  secondary: {smith: atmm}"
    )
    assert american != text and "nosenko: atmm" in text
    with pytest.raises(ScenarioError, match=r"UF:31\.1"):
        read_scenario(ContentFile("x.yaml", american), library())
    read_scenario(ContentFile("x.yaml", text), library())


@pytest.mark.rule("UF:31.2")
def test_it_cannot_be_thrown() -> None:
    hunters = russian(BEARER, "yastreboff", range=3)
    s = field("russian", hunters, german("pz4", range=2), russian=["fire 1"])
    assert s.refusal("shoot r1+petrovsky+<fire 1> g1 armor").rule == "UF:25.1"
    s = field("russian", hunters, german(tank("pz4", pinned=True), range=2), russian=["fire 1"])
    assert s.refusal("fire r1+<fire 1> g1").rule == "UF:28.7-c"


@pytest.mark.rule("UF:31.22-a", "UF:31.2")
def test_he_needs_a_red_number_against_him() -> None:
    s = against_mine().draw("red 4")  # 4 less 4 does him nothing
    assert isinstance(s.pending, Chance) and "UF:31.22-a" in s.pending.rules
    steady = {"id": "rostov", "secondary": "atmm"}  # Morale 5
    s = against_mine(bearer=steady).draw("black 0")  # 4: he is not pinned, but it was black
    assert not s.man("rostov").pinned
    assert isinstance(s.pending, Chance) and "UF:31.22-a" not in s.pending.rules
    s = against_mine(bearer={"id": "petrovsky"}).draw("red 4")
    assert isinstance(s.pending, Chance) and "UF:31.22-a" not in s.pending.rules


@pytest.mark.rule("UF:31.22-a", "UF:31.22-b", "UF:31.22-c")
@pytest.mark.parametrize(
    ("state", "column"),
    [(tank("pz4"), 4), (tank("pz4", pinned=True), 2), (tank("sdkfz251"), 5)],
)
def test_the_mine(state: Any, column: int) -> None:
    name = state["id"]
    s = against_mine(state).draw("red 4").draw(f"black {column}=black")
    assert s.man("petrovsky").secondary == "atmm"  # a miss; he keeps it
    s = against_mine(state).draw("red 4").draw(f"red {column}=red")
    assert s.man("petrovsky").secondary == "atmm" and not vehicle(s, name).immobilized
    s = against_mine(state).draw("red 4").draw(f"black {column}=red 0r=3")
    assert vehicle(s, name).immobilized and not s.man("petrovsky").secondary
    assert s.options("done")  # UF:29.44
    s = against_mine(state).draw("red 4").draw(f"black {column}=red 0r=8")
    assert s.fate(name) == "kia" and not s.man("petrovsky").secondary


@pytest.mark.rule("UF:31.22-b")
@pytest.mark.parametrize(("number", "lost"), [(5, False), (6, True), (0, True)])
def test_the_number_under_0r(number: int, lost: bool) -> None:
    s = against_mine().draw("red 4").draw(f"black 4=red 0r={number}")
    assert s.gone("pz4") is lost


@pytest.mark.rule("UF:31.22-a", "UF:31.22-d")
def test_a_pinned_man_cannot_unless_he_is_a_hero() -> None:
    s = against_mine(bearer=TIMID).draw("red 1")  # 3 pins him
    assert s.man("vakuta").pinned
    assert isinstance(s.pending, Chance) and "UF:31.22-a" not in s.pending.rules
    s = against_mine(bearer=TIMID, russian=["hero"])
    s.do("no", "no").draw("red 1")  # neither concealed nor a hero yet
    assert s.side() == "russian" and s.man("vakuta").pinned
    s.do("hero <hero>+vakuta")
    assert isinstance(s.pending, Chance) and "UF:31.22-a" in s.pending.rules
    s.draw("black 4=red 0r=8")
    assert s.gone("pz4")


def struck(bearer: dict[str, Any], number: str, **more: Any) -> Situation:
    """A German tank overruns a man with a magnetic mine in the open, with strength 8."""
    infantry = german("beck", "wolff", range=3, letter="B")
    men = russian({"id": "petrovsky", "secondary": "atmm", **bearer}, "yastreboff", range=2)
    s = field("german", german("pz4", range=3), men, infantry, **{"german": ["movement"], **more})
    s.do("overrun g1+<movement> r1")
    quiet(s).draw("black 3")
    return quiet(s).draw(number)


def may_mine(s: Situation) -> bool:
    return isinstance(s.pending, Chance) and "UF:31.22-a" in s.pending.rules


@pytest.mark.rule("UF:31.22-a", "UF:33.6")
def test_a_wounded_bearer_first_says_what_he_keeps() -> None:
    s = struck({}, "red 0 7=4")
    assert s.man("petrovsky").wounded
    s.do("keep petrovsky - primary")
    assert not may_mine(s), "he has left the mine behind"
    s = struck({}, "red 0 7=4").do("keep petrovsky - secondary")
    assert may_mine(s)
    s.draw("black 4=red 0r=8")
    assert s.fate("pz4") == "kia" and not s.man("petrovsky").secondary
    assert [loose.weapon for loose in s.group("r1").loose] == ["russian-rifle"]


@pytest.mark.rule("UF:31.22-a", "UF:33.7-b")
def test_nobody_mines_and_then_dies_of_a_second_wound() -> None:
    hurt = {"weapon": "", "wounded": True}
    s = quiet(struck(hurt, "red 0 7=4"))
    assert s.fate("petrovsky") == "kia" and not may_mine(s)
    s = struck(hurt, "red 0 7=4", russian=["hero"]).do("hero <hero>+petrovsky")
    assert may_mine(s), "a Hero card has saved him"


@pytest.mark.rule("UF:31.22-d", "UF:32.12-a")
@pytest.mark.parametrize("answer", ["accept-prisoner petrovsky g2", "refuse petrovsky"])
def test_nor_does_he_surrender_after_it(answer: str) -> None:
    s = struck({"pinned": True}, "red 1 0r=7", russian=["hero"])
    assert s.side() == "german"
    s.do(answer)
    assert s.gone("petrovsky") and not s.gone("pz4")
    while s.options("guard"):
        s.do(s.options("guard")[0])
    assert not may_mine(s)


@pytest.mark.rule("UF:33.9", "UF:10.44")
def test_two_hero_cards_for_a_wounded_man() -> None:
    men = ({"id": "myers", "wounded": True}, "degi")
    s = charge(men=men, american=["hero", "hero"])
    s.do(next(option for option in s.options("overrun") if option.endswith(" a1")))
    while not s.options("hero"):
        s.do("no") if s.options("no") else s.draw("black 0")
    s.do(s.options("hero")[0])
    assert s.man("myers").wound_eased and not s.man("myers").heroic
    assert s.said("forgets his wound") and not s.said("is a hero")
    s.do(s.options("hero")[0])
    assert s.man("myers").heroic and s.said("is a hero")
    s.draw("red 0")
    assert s.breakdown().value("UF:10.44") == -1
