"""Vehicles under "?" counters in Squad Leader (SL:2.3.5, SL:2.3.8.2, SL:2.3.9-q1)."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest

from defilade.hexgrid import Placed
from defilade.kernel import Action, Choice, Over, Position, determinized, make_view
from defilade.rules.sl.card import Group, MapPart
from defilade.rules.sl.eyes.concealment import counters_in, cover, cover_vehicle
from defilade.rules.sl.eyes.vehicles_concealed import gain_refusal
from defilade.rules.sl.state import State
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.terrain import sees
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.areas import Area
from sl.armoury import armed, killing
from sl.motor_pool import scene, vehicle
from sl.secrets import ask_again, secret_card, seen_by, under_cover
from sl.table import Table, pair, unit
from sl.test_views import follow, seen, shyly
from sl.wilds import wilds

__all__ = ["wilds"]

TANK = "ger-pzkw-ivh"


@cache
def places() -> tuple[str, str, str]:
    """Woods without a road, a hex that sees them, and one that does not, neither beside them."""
    g = Table("RPh", []).g
    home = next(hex for hex in g.map.names if g.map.terrain[hex] == "woods" and not g.map.roads.get(hex))
    far = [hex for hex in g.map.names if g.map.distance(hex, home) > 3 and g.map.terrain[hex] == "open"]
    return (
        home,
        next(hex for hex in far if sees(g, hex, home)),
        next(hex for hex in far if not sees(g, hex, home)),
    )


HOME, SEEING, BLIND = places()


def end_of_turn(
    foe: str = BLIND, *more: dict[str, Any], at: str = HOME, kind: str = TANK, **car: Any
) -> Table:
    """The CCPh of a German player turn, with a tank that has kept still unless it is said otherwise."""
    state = car.pop("state", {})
    men = [unit("r", "rus-447", foe), *more]
    return turn_over(scene("CCPh", men, [vehicle("v", kind, at, **car)], **{"stood": {"v": (0, 0)}, **state}))


def turn_over(table: Table) -> Table:
    """On from the question of what is destroyed on purpose."""
    return table.do("done") if table.options("destroy") else table


def offered(table: Table) -> bool:
    pending = table.position.pending
    return isinstance(pending, Choice) and any(option.verb == "conceal-vehicle" for option in pending.options)


@pytest.mark.rule("SL:2.3.8.2-a")
def test_a_vehicle_in_cover_and_out_of_sight_may_be_concealed() -> None:
    table = end_of_turn()
    assert table.g.state.phase == "RPh" and table.options() == [f"conceal-vehicle v {HOME}", "done"]
    table.do(f"conceal-vehicle v {HOME}")
    (counter,) = counters_in(table.g, HOME)
    assert table.position.state.covered[counter.id].vehicles == ("v",)
    assert table.position.state.vehicles["v"].hex == "" and table.position.state.unseen_vehicles == ("v",)
    assert not offered(end_of_turn(SEEING))
    assert not offered(end_of_turn(SEEING, unit("x", "ger-467", BLIND)))
    broken = scene(
        "CCPh", [unit("r", "rus-447", SEEING, broken=True)], [vehicle("v", TANK, HOME)], stood={"v": (0, 0)}
    )
    assert not offered(turn_over(broken))  # any enemy unit
    g = table.g
    for kind, hides in (("wooden_building", True), ("stone_building", True), ("open", False)):
        hex = next(
            hex
            for hex in g.map.names
            if g.map.terrain[hex] == kind and g.map.distance(hex, BLIND) > 1 and not sees(g, hex, BLIND)
        )
        assert offered(end_of_turn(at=hex)) == hides


@pytest.mark.rule("SL:2.3.8.2-a")
def test_who_was_seen_in_the_turn_it_came_or_since_must_go_elsewhere_first() -> None:
    assert not offered(end_of_turn(entered=1, seen=2)) and not offered(end_of_turn(entered=2, seen=2))
    assert offered(end_of_turn(entered=2, seen=1))
    table = end_of_turn(SEEING)
    assert table.position.state.vehicles["v"].seen >= 2


@pytest.mark.rule("SL:2.3.8.2-b")
def test_who_came_by_road_is_not_concealed_on_it(wilds: None) -> None:
    assert not offered(end_of_turn(by_road=True))

    def drive(ce: bool) -> Table:
        """From S4 along the road into the woods of S5; who looks out of no hatch pays for the woods."""
        car = vehicle("v", TANK, "qS4", 3, ce=ce)
        table = scene("MPh", [unit("r", "rus-447", "qA1")], [car], board="q").do("drive v")
        return table.do(next(option for option in table.options("drive-to") if option.endswith("qS5")))

    for ce in (True, False):
        car = drive(ce).position.state.vehicles["v"]
        assert car.hex == "qS5" and car.by_road == ce and car.entered == 2
    standing = scene(
        "CCPh", [unit("r", "rus-447", "qA1")], [vehicle("v", TANK, "qS5")], stood={"v": (0, 0)}, board="q"
    )
    assert gain_refusal(standing.g, vehicle("v", TANK, "qS5")) is None  # it has set up there


@pytest.mark.rule("SL:2.3.8.2-c")
@pytest.mark.parametrize(
    "car",
    [
        {"moved": True},
        {"drove": True},
        {"facing": 1},
        {"tca": 1},
        {"fire": "prep"},
        {"stun": 1},
        {"state": {"astir": ("v",)}},
    ],
)
def test_what_has_stirred_is_not_concealed(car: dict[str, Any]) -> None:
    assert not offered(end_of_turn(**car))


@pytest.mark.rule("SL:2.3.8.2-c")
def test_beside_an_enemy_or_under_fire_nothing_is_concealed() -> None:
    g = Table("RPh", []).g
    assert not offered(end_of_turn(g.map.adjacent[HOME][0]))
    table = scene(
        "DFPh", [unit("r", "rus-447", SEEING), unit("k", "ger-467", HOME)], [vehicle("v", TANK, HOME)]
    )
    if g.map.distance(SEEING, HOME) <= 8:
        table.do(f"target - {HOME}", "add r", "declare").roll((6, 6))
        assert table.position.state.astir == ("v",)
    shot = armed(["rus-atr"], "rus-447")
    shot.do(shot.options("shoot")[0]).roll((6, 5))
    assert shot.position.state.astir == ("v",)


@pytest.mark.rule("SL:2.3.8.2-a", "SL:2.4.1-a")
def test_it_comes_out_before_it_does_anything() -> None:
    table = scene(
        "MPh", [unit("r", "rus-447", BLIND), unit("x", "ger-467", HOME)], [vehicle("v", TANK, HOME)]
    )
    counter = cover_vehicle(table.g, table.g.state.vehicles["v"])
    ask_again(table)
    assert not table.options("drive") and table.refusal(f"move {counter.id}").rule == "SL:2.4.1-a"
    assert table.do(f"uncover - {HOME}").options("drive") == ["drive v"]
    fire = scene("PFPh", [unit("r", "rus-447", SEEING)], [vehicle("v", TANK, HOME)])
    cover_vehicle(fire.g, fire.g.state.vehicles["v"])
    ask_again(fire)
    assert not fire.options("vehicle-fire")
    fire.do(f"uncover - {HOME}")
    assert fire.position.state.vehicles["v"].hex == HOME and not fire.position.state.unseen_vehicles
    assert not fire.position.state.covered


@pytest.mark.rule("SL:2.3.8.2-a", "SL:2.3.2")
def test_the_enemy_does_not_see_which_counter_it_is() -> None:
    other = next(
        hex
        for hex in Table("RPh", []).g.map.names
        if Table("RPh", []).g.map.terrain[hex] == "woods" and hex != HOME
    )
    views = []
    for at in (HOME, other):
        table = scene(
            "MPh",
            [unit("r", "rus-447", SEEING), unit("x", "ger-467", BLIND)],
            [vehicle("v", TANK, at, seen=3 if at == HOME else 2)],
        )
        first, second = (table.g.map.resolve(hex) for hex in sorted((HOME, other)))
        for hex in (first, second):
            if hex == at:
                cover_vehicle(table.g, table.g.state.vehicles["v"])
            else:
                cover(table.g, "german", hex, (), 1)
        ask_again(table)
        assert table.g.state.phase == "MPh", table.position.pending
        views.append(seen_by(table, "russian"))
        guess = determinized(
            table.system, make_view(table.system, table.position, "russian", 0), random.Random(3)
        )
        hiding = [one for one in guess.state.covered.values() if one.vehicles]
        assert len(hiding) == 1 and guess.state.vehicles["v"].hex == ""
    assert views[0] == views[1]


def at_a_counter(kind: str, man: str, *, tank: bool = True, distance: int = 2, **more: Any) -> Table:
    men = () if tank else ("ger-467" if man.startswith(("rus", "usa")) else "rus-447",)
    table = armed([kind], man, distance=distance, there="woods", men=men, **more)
    g = table.g
    if not tank:
        hidden = vehicle("far", TANK, HOME, side="german")
        g.state.vehicles = {"far": hidden}
        cover_vehicle(g, hidden)
        under_cover(table, "m0")
    else:
        cover_vehicle(g, g.state.vehicles["v"])
    ask_again(table)
    return table


@pytest.mark.rule("SL:2.3.5", "SL:2.3.9-q1")
def test_a_shot_at_a_concealed_vehicle_is_harder_and_as_deadly() -> None:
    plain = armed(["usa-rcl-75"], "usa-237-crew", distance=2, there="woods")
    plain.do(plain.options("shoot")[0]).roll((1, 3))
    table = at_a_counter("usa-rcl-75", "usa-237-crew")
    (option,) = table.options("shoot-unseen")
    assert not table.options("shoot")
    table.do(option).roll((1, 3))
    assert table.breakdown("to_hit").total == plain.breakdown("to_hit").total + 2
    assert table.breakdown("to_hit").value("SL:2.3.5") == 2 and table.said("SL:2.3.9-q1")
    assert killing(table) == killing(plain)
    assert table.position.state.vehicles["v"].hex == pair(2, "woods")[1]
    missed = at_a_counter("usa-rcl-75", "usa-237-crew")
    missed.do(option).roll((5, 6))
    assert missed.position.state.unseen_vehicles == ("v",) and missed.said("SL:13.5")
    number = plain.breakdown("to_hit").column
    assert number is not None
    worse = number - int(sum(line.value for line in table.breakdown("to_hit").lines if line.sign == "+"))
    just, over = (worse // 2, worse - worse // 2), (worse // 2, worse + 1 - worse // 2)
    for dice, hit in ((just, True), (over, False)):
        shot = at_a_counter("usa-rcl-75", "usa-237-crew")
        shot.do(option).roll(dice)
        assert (not shot.position.state.unseen_vehicles) == hit


@pytest.mark.rule("SL:2.3.5")
def test_a_shot_at_men_or_nobody_tells_nothing() -> None:
    table = at_a_counter("usa-rcl-75", "usa-237-crew", tank=False)
    table.do(table.options("shoot-unseen")[0]).roll((1, 2))
    assert table.said("SL:13.5") and not table.said("SL:2.3.9-q1")
    none = armed(["usa-rcl-75"], "usa-237-crew", distance=2, there="woods", men=("ger-467",), car=False)
    under_cover(none, "m0")
    assert not none.options("shoot-unseen") and none.options("shell")


@pytest.mark.rule("SL:2.3.9-q1")
def test_high_explosive_that_hits_takes_the_counter_off() -> None:
    table = at_a_counter("usa-rcl-75", "usa-237-crew")
    table.do(table.options("shell")[0]).roll((1, 3))
    assert table.said("SL:2.3.9-q1") and not table.said("SL:13.5")
    assert table.position.state.vehicles["v"].hex == pair(2, "woods")[1]
    missed = at_a_counter("usa-rcl-75", "usa-237-crew")
    missed.do(missed.options("shell")[0]).roll((6, 6))
    assert missed.position.state.unseen_vehicles == ("v",)


def test_with_men_aboard_nothing_is_concealed() -> None:
    men = [unit("r", "rus-447", BLIND), unit("p", "ger-467", "")]
    table = Table("RPh", [men[0]], vehicles={"v": vehicle("v", TANK, HOME)}, stood={"v": (0, 0)})
    car = table.position.state.vehicles["v"]
    assert gain_refusal(table.g, car) is None
    table.g.state.vehicles["v"] = vehicle("v", TANK, HOME, passengers=("p",))
    assert gain_refusal(table.g, table.g.state.vehicles["v"]) is not None


def setting_up(hidden: int, **vehicles: int) -> Position[State]:
    """A German group sets up out of sight, its vehicles last."""
    group = Group(
        id="g",
        name="Ambush",
        side="german",
        provenance="original",
        units={"ger-467": 1},
        vehicles={kind.replace("_", "-"): count for kind, count in vehicles.items()},
        setup=Area(rows="A-R"),
        hidden=hidden,
    )
    foe = Group(
        id="r",
        name="Foe",
        side="russian",
        provenance="original",
        units={"rus-447": 1},
        setup=Area(rows="S-Z"),
    )
    card = secret_card(
        groups=(group, foe), sets_up_first="german", map=MapPart(boards=(Placed("z"),), north="top")
    )
    system = SlSystem({card.id: card})
    position, _ = system.begin(card.id)
    (first, *_) = [option for option in position.pending.options if option.verb == "place"]
    position.advance(first)
    while isinstance(position.pending, Choice) and not position.pending.options[0].verb.startswith("park"):
        position.advance(
            next(option for option in position.pending.options if option.verb in ("done", "place"))
        )
    return position


@pytest.mark.rule("SL:2.5.7")
def test_afvs_of_a_group_that_hides_may_be_out_of_sight_from_the_start() -> None:
    def hidings(position: Position[State]) -> list[Action]:
        return [option for option in position.pending.options if option.verb == "park-concealed"]

    position = setting_up(1, ger_pzkw_ivh=2)
    g = position.system.play(position.state)
    found = hidings(position)
    assert found and {g.map.terrain[option.at] for option in found} <= {"woods", "wooden_building"}
    position.advance(found[0])
    theirs = make_view(position.system, position, "russian", 0)
    assert theirs.state.vehicles[found[0].who[0]].hex == "" and not theirs.state.covered
    position.advance(Action("face", found[0].who, "", FACING_NAMES[2]))
    assert position.state.vehicles[found[0].who[0]].vca == 2
    assert position.pending.options[0].verb == "park" and not hidings(position)  # one is all that hides
    assert not hidings(setting_up(0, ger_pzkw_ivh=1)) and not hidings(setting_up(1, ger_spw_251_1=1))


@pytest.mark.rule("SL:2.3.8.2-a", "SL:2.5.7", "SL:2.3.2")
@pytest.mark.parametrize("seed", [13])
def test_games_with_concealed_vehicles_tell_the_enemy_nothing(seed: int) -> None:
    """Whole games of people who stay concealed as a rule, and of those who know as much as they do in other worlds."""
    card = secret_card(date="1944-07-01")
    hiders, seekers = card.groups
    hiders = msgspec.structs.replace(
        hiders, vehicles={"rus-t34-76b": 2}, weapons={"rus-atr": 1}, hidden=3, works={}
    )
    seekers = msgspec.structs.replace(
        seekers, vehicles={"ger-pzkw-ivh": 2}, weapons={"ger-psk": 1, "ger-atr": 1}, concealment=3, hidden=1
    )
    card = msgspec.structs.replace(card, groups=(hiders, seekers))
    system, rng = SlSystem({card.id: card}), random.Random(seed)
    position, _ = system.begin(card.id)
    count = followed = covered = 0
    while not isinstance(position.pending, Over):
        if isinstance(position.pending, Choice):
            count += 1
            covered += bool(position.state.unseen_vehicles)
            if count % 40 == 0:
                assert all(
                    system.describe(position.state, option).label for option in position.pending.options
                )
                for side in system.sides(position.state):
                    twin = determinized(system, make_view(system, position, side, 0), rng)
                    assert seen(position, side) == seen(twin, side)
                    followed += follow(position, twin, side, rng)
        position.advance(shyly(position, rng))
    assert followed > 100 and covered > 20
