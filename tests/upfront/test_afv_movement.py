"""How vehicles move (UF:28.5), bog down (UF:28.53) and hide their hulls (UF:28.9)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import Action, Chance, Choice, Position, Sampled
from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.questions import no_entry
from defilade.rules.upfront.game.state import Machine, State
from defilade.rules.upfront.ground.hull_down import is_hull_down
from defilade.rules.upfront.infantry.movement import must_reject
from defilade.rules.upfront.infantry.terrain import is_moving, terrain_of
from upfront.armour import american, field, fire_of, german, russian, tank, vehicle
from upfront.gunnery import lines, shoot, shot
from upfront.situation import Situation
from upfront.tank_battle import begin


def drive(name: Any = "sherman", cards: list[str] | None = None, *hand: str, **more: Any) -> Situation:
    """An American vehicle in its own turn."""
    group = american(name, range=1, cards=cards or [])
    return field("american", group, german("beck", "wolff", range=1), **{"american": list(hand), **more})


# -- where it cannot go ------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.5-a", "UF:8.43")
def test_never_into_marsh() -> None:
    s = drive("sherman", ["brush", "movement advance"], "marsh")
    assert s.refusal("terrain a1+<marsh>").rule == "UF:28.5-a"
    men = field(
        "american", american("myers", cards=["brush", "movement advance"]), german("beck"), american=["marsh"]
    )
    assert men.offers("terrain a1+<marsh>")


@pytest.mark.rule("UF:28.5-b", "UF:28.5-a")
def test_marsh_in_its_way_makes_it_go_around() -> None:
    s = field(
        "german",
        german("beck", "wolff"),
        american("sherman", range=2, cards=["brush", "movement advance"]),
        german=["marsh"],
        stage="discards",
    )
    s.do("put-terrain <marsh> a1").end_turn()
    assert s.side() == "american" and s.options("reject") and not s.options("accept")
    s.do("reject a1")
    assert s.group("a1").range == 1 and s.group("a1").laid[-1].mode == "sideways"


@pytest.mark.rule("UF:28.5-a", "UF:8.43")
def test_nor_before_play_or_as_a_reinforcement() -> None:
    s = drive()
    (bar,) = [f for f in must_reject.answers(s.g) if f.__name__ == "no_vehicle_there"]
    assert bar(s.g, s.group("a1"), "marsh") is not None and bar(s.g, s.group("a1"), "woods") is None
    group, tank = s.group("a1"), s.unit("sherman")
    assert no_entry(s.g, group, tank, "marsh")
    assert not no_entry(s.g, group, tank, "woods")


@pytest.mark.rule("UF:28.51", "UF:8.73")
def test_out_of_woods_sideways() -> None:
    s = drive("sherman", ["woods"], "flank movement")
    assert s.refusal("move a1+<flank movement> - advance").rule == "UF:28.51"
    assert s.refusal("move a1+<flank movement> - retreat").rule == "UF:28.51"
    assert s.offers("move a1+<flank movement> - sideways")
    out = drive("sherman", ["woods", "movement sideways"], "movement")
    assert out.offers("move a1+<movement> - advance")
    men = field("american", american("myers", cards=["woods"]), german("beck"), american=["movement"])
    assert men.offers("move a1+<movement> - advance")


@pytest.mark.rule("UF:8.73")
def test_a_flank_card_out_of_woods_can_flank() -> None:
    s = field(
        "american",
        american("myers", "degi", range=1),
        american("sherman", range=1, cards=["woods"]),
        german("beck", "wolff", range=1),
        american=["flank movement"],
    )
    s.do("move a2+<flank movement> - sideways")
    assert s.offers("flank a2 g1")
    s.do("flank a2 g1")
    assert s.group("a2").flanks == ("g1",)


# -- bog ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.52", "UF:28.53-a", "UF:8.23", "UF:8.71", "UF:28.53-c")
@pytest.mark.parametrize("ground", ["gully", "woods"])
def test_soft_ground(ground: str) -> None:
    s = drive("sherman", ["brush", "movement advance"], ground, "movement", "fire 1")
    s.do(f"terrain a1+<{ground}>").draw("7=red")
    assert vehicle(s, "sherman").bogged and s.said("bogs down")
    assert terrain_of(s.group("a1")) == ground
    s = drive("sherman", ["brush", "movement advance"], ground)
    s.do(f"terrain a1+<{ground}>").draw("7=black 8=red")
    assert not vehicle(s, "sherman").bogged


@pytest.mark.rule("UF:28.52")
@pytest.mark.parametrize("ground", ["brush", "hill", "walls", "buildings -3"])
def test_hard_ground(ground: str) -> None:
    s = drive("sherman", ["woods", "movement sideways"], ground).do(f"terrain a1+<{ground}>")
    assert not isinstance(s.pending, Chance) and not vehicle(s, "sherman").bogged


@pytest.mark.rule("UF:28.52", "UF:28.53-a")
def test_a_stream_by_the_enemy() -> None:
    s = field(
        "german",
        german("beck", "wolff"),
        american("m3", cards=["brush", "movement advance"]),
        german=["stream"],
        stage="discards",
    )
    s.do("put-terrain <stream> a1").draw("6=red")
    assert vehicle(s, "m3").bogged and terrain_of(s.group("a1")) == "stream"


@pytest.mark.rule("UF:28.52")
def test_woods_of_the_enemy_only_if_they_are_accepted() -> None:
    def offered() -> Situation:
        s = field(
            "german",
            german("beck", "wolff"),
            american("sherman", range=1, cards=["brush", "movement advance"]),
            german=["woods"],
            stage="discards",
        )
        return s.do("put-terrain <woods> a1").end_turn()

    assert not isinstance(offered().do("reject a1").pending, Chance)
    s = offered().do("accept a1").draw("7=red")
    assert vehicle(s, "sherman").bogged


@pytest.mark.rule("UF:28.53-b", "UF:13.35")
def test_wire_has_a_column_of_its_own() -> None:
    def wired(draw: str) -> Situation:
        s = field(
            "german",
            german("beck", "wolff"),
            american("sherman", cards=["brush", "movement advance"]),
            german=["wire"],
            stage="discards",
        )
        return s.do("wire <wire> a1").draw(draw)

    s = wired("8=red 7=black")
    assert vehicle(s, "sherman").bogged and not is_moving(s.group("a1"))
    assert [laid.kind for laid in s.group("a1").laid] == ["terrain"]  # the Wire is gone
    assert not vehicle(wired("8=black 7=red"), "sherman").bogged


@pytest.mark.rule("UF:28.53-c")
def test_a_bogged_vehicle_fires_but_does_not_move() -> None:
    s = drive(tank("sherman", bogged=True), ["woods"], "movement", "fire 1")
    assert s.refusal("move a1+<movement> - sideways").rule == "UF:28.53-c"
    assert s.offers("fire a1+<fire 1> g1") and s.options("shoot")
    assert lines(s, "sherman", "g1") == {}


@pytest.mark.rule("UF:28.53-d", "UF:28.44-c")
@pytest.mark.parametrize(("draw", "free"), [("black 0", True), ("red 4", False)])
def test_getting_free(draw: str, free: bool) -> None:
    s = drive(tank("sherman", bogged=True), ["woods"], "movement")
    s.do("get-free a1+<movement>").draw(draw)
    assert vehicle(s, "sherman").bogged is not free
    assert s.group("a1").acted and not s.state.hands["american"]
    assert not is_moving(s.group("a1"))


@pytest.mark.rule("UF:28.53-d")
def test_who_cannot_get_free() -> None:
    assert drive("sherman", ["woods"], "movement").refusal("get-free a1+<movement>").rule == "UF:28.53-d"
    pinned = drive(tank("m3", bogged=True, pinned=True), ["woods"], "movement")
    assert pinned.refusal("get-free a1+<movement>").rule == "UF:28.42-a"
    stuck = drive(tank("sherman", bogged=True, immobilized=True), [], "movement")
    assert stuck.refusal("get-free a1+<movement>").rule == "UF:28.44-a"
    buttoned = drive(tank("sherman", bogged=True, pinned=True), [], "movement")
    assert buttoned.offers("get-free a1+<movement>")


@pytest.mark.rule("UF:28.53-a")
def test_what_is_stuck_does_not_bog() -> None:
    s = field(
        "german",
        german("beck", "wolff"),
        american(tank("sherman", immobilized=True)),
        german=["wire"],
        stage="discards",
    )
    s.do("wire <wire> a1")
    assert not vehicle(s, "sherman").bogged and not isinstance(s.pending, Chance)


def prepared(terrain: str) -> Position[State]:
    """A game that has come to the initial terrain with this terrain in the hand of the side to place it."""
    for seed in range(60):
        rng = random.Random(seed)
        position, source = begin("halftracks"), Sampled(rng)
        while "UF:3.6-a" not in position.pending.rules:
            moment = position.pending
            if isinstance(moment, Choice):
                position.advance(moment.options[int(rng.random() * len(moment.options))])
            else:
                position.advance(source.draw(moment, 1))
        deck = position.system.play(position.state).deck
        hand = position.state.hands[position.pending.side]
        if any(use.terrain == terrain for card in hand for use in deck[card].uses):
            return position
    raise AssertionError(f"nobody was dealt {terrain}")


@pytest.mark.rule("UF:28.52", "UF:28.5-a")
def test_before_play_woods_are_checked_and_marsh_is_barred() -> None:
    def placing(position: Position[State], terrain: str) -> list[Action]:
        state, deck = position.state, position.system.play(position.state).deck
        vehicles = {u.group for u in state.units.values() if isinstance(u, Machine)}
        assert isinstance(position.pending, Choice)
        return [
            option
            for option in position.pending.options
            if option.verb == "place-terrain"
            and option.at in vehicles
            and any(use.terrain == terrain for use in deck[option.who[0]].uses)
        ]

    position = prepared("woods")
    position.advance(placing(position, "woods")[0])
    assert isinstance(position.pending, Chance) and "UF:28.53-a" in position.pending.rules
    position = prepared("marsh")
    assert isinstance(position.pending, Choice)
    assert any(o.verb == "place-terrain" for o in position.pending.options)
    assert not placing(position, "marsh")


# -- hull down ---------------------------------------------------------------------------------------------------


def duel(cards: list[str], firer: list[str] | None = None, target: Any = "sherman", **more: Any) -> Situation:
    """A German tank at an American vehicle at Relative Range 2."""
    return field(
        "german",
        german("pz4", range=1, cards=firer or [], **more),
        american(target, range=1, cards=cards),
        german=["fire 1"],
    )


@pytest.mark.rule("UF:28.9-a", "UF:8.33", "UF:8.91")
def test_on_walls_or_a_hill() -> None:
    def hidden(cards: list[str], firer: list[str] | None = None) -> bool:
        s = duel(cards, firer)
        return is_hull_down(s.g, shot(s, "pz4", "a1", "armor"))

    assert hidden(["walls"]) and hidden(["hill"]) and hidden(["walls"], ["hill"])
    assert not hidden(["hill"], ["hill"])
    assert not hidden(["woods"]) and not hidden([])


@pytest.mark.rule("UF:28.9-a")
def test_men_are_never_hull_down() -> None:
    s = field("german", german("pz4"), american("myers", "degi", cards=["walls"]), german=["fire 1"])
    assert not is_hull_down(s.g, shot(s, "pz4", "a1"))
    gun = field("german", german("pz4"), american("m1a1", cards=["walls"]), german=["fire 1"])
    assert is_hull_down(gun.g, shot(gun, "pz4", "a1"))


@pytest.mark.rule("UF:28.9-b")
def test_a_movement_card_ends_it() -> None:
    s = duel(["walls", "movement advance"])
    attack = shot(s, "pz4", "a1", "armor")
    assert not is_hull_down(s.g, attack)
    assert breakdown(s.g, attack, s.unit("sherman")).total == 6 - 2  # the Wall is some cover still


@pytest.mark.rule("UF:28.9-a", "UF:8.91", "UF:25.31")
def test_red_numbers_miss_it() -> None:
    assert shoot(duel(["walls"]), "pz4", "a1", "red 0", how="armor").said("a miss")
    assert shoot(duel([]), "pz4", "a1", "red 0", "red 6", how="armor").said("a hit")


@pytest.mark.rule("UF:28.92", "UF:28.32-b")
def test_the_hit_itself_is_not_weaker() -> None:
    for cards, total in ((["walls"], 6), (["hill"], 6), (["brush"], 5)):
        s = duel(cards)
        assert breakdown(s.g, shot(s, "pz4", "a1", "armor"), s.unit("sherman")).total == total


@pytest.mark.rule("UF:28.93")
def test_its_tracks_are_safe() -> None:
    s = shoot(duel(["walls"]), "pz4", "a1", "black 0", "red 2", how="armor")  # 6
    assert vehicle(s, "sherman").stun == 3 and not vehicle(s, "sherman").immobilized
    assert "UF:28.93" in s.cited()


@pytest.mark.rule("UF:28.94", "UF:8.91")
def test_not_from_the_flank() -> None:
    s = field(
        "german",
        german("beck", "wolff"),
        german("pz4", range=1, flanks=["a1"]),
        american("sherman", range=1, cards=["walls"]),
        german=["fire 1"],
    )
    attack = shot(s, "pz4", "a1", "armor")
    assert not is_hull_down(s.g, attack)
    assert shoot(s, "pz4", "a1", "red 0", "red 6", how="armor").said("a hit")


@pytest.mark.rule("UF:28.91")
def test_not_to_a_mortar() -> None:
    s = field(
        "german", german("bauer", "beck"), american("sherman", range=1, cards=["walls"]), german=["fire 1"]
    )
    assert not is_hull_down(s.g, shot(s, "bauer", "a1", "crew"))


@pytest.mark.rule("UF:28.9-qa")
def test_a_gun_under_rifle_fire_has_its_wall_and_no_more() -> None:
    s = field("german", german("beck", "wolff", range=1), american("m1a1", range=1, cards=["walls"]))
    attack = fire_of(s, "g1", "a1", 4)
    assert not is_hull_down(s.g, attack)
    assert breakdown(s.g, attack, s.unit("m1a1")).total == 2
    other = replace(attack, firer="rest-german")
    assert breakdown(s.g, other, s.unit("m1a1")).total == 3


@pytest.mark.rule("UF:28.53-a")
def test_each_vehicle_has_a_rating() -> None:
    s = field(
        "russian", russian("t34", cards=["brush", "movement advance"]), german("beck"), russian=["woods"]
    )
    s.do("terrain r1+<woods>").draw("9=red 7=black")
    assert vehicle(s, "t34").bogged
