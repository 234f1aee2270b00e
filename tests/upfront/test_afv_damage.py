"""What attacks do to vehicles (UF:28.4), and how crews take heart again (UF:28.42, UF:28.45)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.upfront.fortifications.minefields import on_mined
from defilade.rules.upfront.game.state import OPEN
from defilade.rules.upfront.infantry.odds import attack_odds
from defilade.rules.upfront.infantry.terrain import is_moving, terrain_of
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.vehicles.afv_damage import immobilize, plate_under_fire, stun
from upfront.armour import american, field, fire_of, german, russian, tank, vehicle
from upfront.gunnery import lines, shoot, shot
from upfront.situation import Situation


def duel(target: Any = "sherman", cards: list[str] | None = None, **more: Any) -> Situation:
    """A German tank against an American vehicle at Relative Range 2: boxed 6 and range 2 make 8."""
    firer = german("pz4", range=1, **{k: v for k, v in more.items() if k in ("flanks", "letter")})
    rest = {k: v for k, v in more.items() if k not in ("flanks", "letter")}
    return field(
        "german", firer, american(target, range=1, cards=cards or []), **{"german": ["fire 1"], **rest}
    )


def pierce(s: Situation, *draws: str) -> Situation:
    """A hit on the armour, and what is drawn for its effect."""
    name = s.group("a1").members[0]
    assert name
    return shoot(s, "pz4", "a1", "black 0", *draws, how="armor")


# -- armour ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.4-a", "UF:28.3-a")
@pytest.mark.parametrize(("draw", "lost"), [("black 0", True), ("black 3", True), ("red 1", False)])
def test_at_least_the_k_number_kills(draw: str, lost: bool) -> None:
    s = pierce(duel(), draw)
    assert s.gone("sherman") is lost
    if lost:
        assert "UF:28.4-a" in s.cited() and s.said("M4 Sherman is destroyed")


@pytest.mark.rule("UF:28.4-b")
def test_exactly_the_others_immobilize_or_stun() -> None:
    s = pierce(duel(), "red 1")  # 7
    assert vehicle(s, "sherman").stun == 3 and not vehicle(s, "sherman").immobilized
    s = pierce(duel(), "red 2")  # 6
    assert vehicle(s, "sherman").immobilized and not vehicle(s, "sherman").stun
    s = pierce(duel(), "red 3")  # 5
    assert vehicle(s, "sherman") == vehicle(duel(), "sherman") and s.said("is not hurt")


@pytest.mark.rule("UF:28.4-b")
@pytest.mark.parametrize(("draw", "stuck"), [("red 0", True), ("red 4", True), ("black 2", False)])
def test_a_joint_number_needs_another_draw(draw: str, stuck: bool) -> None:
    s = field(
        "american",
        american("myers", "burke", "anderson", range=3),
        german("sdkfz251", range=2),
        american=["fire 2 needs 3"],
    )
    s.fire("a1", "g1", "fire 2 needs 3").draw("black 0", "red 1").draw(draw)  # i;s1
    hit = vehicle(s, "sdkfz251")
    assert (hit.immobilized, hit.stun) == ((True, 0) if stuck else (False, 3))


@pytest.mark.rule("UF:28.41")
def test_a_kill_comes_before_a_pin() -> None:
    s = field(
        "american",
        american("myers", "burke", "anderson", range=3),
        german("sdkfz251", range=2),
        american=["fire 2 needs 3"],
        german=["movement"],
    )
    s.fire("a1", "g1", "fire 2 needs 3").draw("black 3")  # 5 would pin the crew
    assert not vehicle(s, "sdkfz251").pinned
    s.draw("black 0")
    assert s.gone("sdkfz251") and not s.said("is pinned")
    assert s.side() == "american"  # and nobody was asked for a Hero


def burnt(*men: str, target: str = "sherman") -> Situation:
    """A flamethrower attacks crew and armour at Relative Range 5 and breaks with the first draw."""
    s = field("german", german(*men, range=3), american(target, range=2), german=["fire 4"], american=[])
    s.fire("g1", "a1", "fire 4").draw("red 5")
    return s


def resolved(s: Situation) -> int:
    return len([event for event in s.events if event.kind == "resolved"])


@pytest.mark.rule("UF:19.11", "UF:22.3-a")
def test_a_sole_weapon_that_breaks_leaves_the_armour_alone() -> None:
    s = burnt("wagner")
    assert s.man("wagner").broken and resolved(s) == 1 and s.offers("done")


@pytest.mark.rule("UF:22.3-b", "UF:22.5")
def test_rifles_go_on_against_the_crew_only() -> None:
    s = burnt("wagner", "beck", "wolff")
    assert s.man("wagner").broken and resolved(s) == 1 and s.offers("done")
    s = burnt("wagner", "beck", "wolff", target="m3")
    s.draw("black 1")
    assert resolved(s) == 2, "with grenades against an open-topped one"


@pytest.mark.rule("UF:28.45-c", "UF:28.421-a")
def test_a_stun_leaves_no_pin_to_prevent() -> None:
    s = field(
        "american",
        american("myers", "burke", "anderson", range=3),
        german("sdkfz251", range=2),
        american=["fire 2 needs 3"],
        german=["hero"],
    )
    s.fire("a1", "g1", "fire 2 needs 3").draw("black 3", "red 1", "black 0")  # a pin, and a stun
    assert vehicle(s, "sdkfz251").stun == 3 and vehicle(s, "sdkfz251").pinned
    assert s.side() == "american"  # its owner is not asked for a Hero


@pytest.mark.rule("UF:28.4-c", "UF:28.4-d", "UF:28.42-a")
def test_an_open_topped_vehicle_is_pinned() -> None:
    s = field(
        "american",
        american("myers", "burke", "anderson", range=3),
        german("sdkfz251", range=2),
        american=["fire 2 needs 3"],
    )
    s.fire("a1", "g1", "fire 2 needs 3").draw("black 3", "red 5")
    assert vehicle(s, "sdkfz251").pinned and s.said("SdKfz 251 is pinned")


@pytest.mark.rule("UF:28.46-a")
def test_flanking_fire_meets_the_flank() -> None:
    s = field(
        "german",
        german("beck", "wolff"),
        german("pz4", range=1, flanks=["a1"]),
        american("sherman", range=1),
        german=["fire 1"],
    )
    plate, rule = plate_under_fire(s.g, vehicle(s, "sherman"), shot(s, "pz4", "a1", "armor"))
    assert (plate.kill, rule) == (6, "UF:28.46-a")
    assert shoot(s, "pz4", "a1", "black 0", "red 2", how="armor").fate("sherman") == "kia"
    front = duel()
    assert (
        plate_under_fire(front.g, vehicle(front, "sherman"), shot(front, "pz4", "a1", "armor"))[0].kill == 8
    )


@pytest.mark.rule("UF:28.46-b", "UF:28.44-d")
@pytest.mark.parametrize(
    ("state", "cards", "rule"),
    [
        ({}, ["brush", "movement sideways"], "UF:28.46-b"),
        ({}, ["movement sideways", "movement advance"], "UF:28.46-b"),
        ({}, ["movement advance"], "UF:28.3-a"),
        ({"bogged": True}, [], "UF:28.46-b"),
        ({"immobilized": True}, [], "UF:28.44-d"),
    ],
)
def test_it_shows_its_side(state: dict[str, Any], cards: list[str], rule: str) -> None:
    s = duel(tank("sherman", **state), cards)
    plate, cited = plate_under_fire(s.g, vehicle(s, "sherman"), shot(s, "pz4", "a1", "armor"))
    assert cited == rule and plate.kill == (8 if rule == "UF:28.3-a" else 6)


@pytest.mark.rule("UF:28.44-d", "UF:28.46-b")
def test_only_an_immobilized_vehicle_shows_its_flank_to_grenades() -> None:
    for state, kill in (({"immobilized": True}, 1), ({"bogged": True}, 2), ({}, 2)):
        s = field("american", american("myers", range=3), german(tank("sdkfz251", **state), range=2))
        attack = fire_of(s, "a1", "g1", 2, boxed=True)
        assert plate_under_fire(s.g, vehicle(s, "sdkfz251"), attack)[0].kill == kill


# -- immobilized -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.44-a")
def test_an_immobilized_vehicle_stays() -> None:
    s = field(
        "american",
        american(tank("sherman", immobilized=True), range=2),
        german("beck", "wolff", range=3),
        american=["movement", "fire 1"],
    )
    assert s.refusal("move a1+<movement> - sideways").rule == "UF:28.44-a"
    assert not s.options("overrun") and s.offers("fire a1+<fire 1> g1") and s.options("shoot")


@pytest.mark.rule("UF:28.44-b")
def test_a_second_immobilization_stuns() -> None:
    s = pierce(duel(tank("sherman", immobilized=True)), "red 4")  # 4 on the flank
    hit = vehicle(s, "sherman")
    assert hit.immobilized and hit.stun == 3 and "UF:28.44-b" in s.cited()


@pytest.mark.rule("UF:28.441-a", "UF:28.44-c", "UF:28.44-a")
def test_it_stops_where_it_was() -> None:
    s = duel("sherman", ["brush", "movement advance"])
    assert lines(s, "pz4", "a1") == {} and is_moving(s.group("a1"))
    pierce(s, "red 1")  # 8 - 1 for Brush is 7, red 1 makes 6: immobilized
    assert vehicle(s, "sherman").immobilized
    group = s.group("a1")
    assert not is_moving(group) and terrain_of(group) == "brush" and group.range == 1
    assert [laid.kind for laid in group.laid] == ["terrain"]


@pytest.mark.rule("UF:28.441-c")
def test_after_two_movement_cards_it_is_in_the_open() -> None:
    s = duel("sherman", ["brush", "movement advance", "movement advance"])
    pierce(s, "red 1")  # 7: stunned
    group = s.group("a1")
    assert vehicle(s, "sherman").stun == 3 and not is_moving(group)
    assert [(laid.kind, laid.terrain) for laid in group.laid] == [("terrain", OPEN)]
    card = group.laid[0].card
    assert card not in s.g.tray("american").draw and card not in s.g.tray("american").discards


@pytest.mark.rule("UF:28.441-b")
@pytest.mark.parametrize("ground", ["walls", "hill"])
def test_a_moving_vehicle_is_no_longer_on_wall_or_hill(ground: str) -> None:
    s = duel("sherman", [ground, "movement advance"])
    before = s.group("a1").laid[0].card
    stun(s.g, vehicle(s, "sherman"))
    assert terrain_of(s.group("a1")) == OPEN and s.group("a1").laid[0].card == before
    resting = duel("sherman", [ground])
    stun(resting.g, vehicle(resting, "sherman"))
    assert terrain_of(resting.group("a1")) == ground


@pytest.mark.rule("UF:28.441-a")
def test_smoke_stays_and_a_transfer_ends() -> None:
    s = duel("sherman", ["brush", "movement sideways", "smoke"])
    s.g.update_group("a1", bound_for="B")
    immobilize(s.g, vehicle(s, "sherman"))
    assert [laid.kind for laid in s.group("a1").laid] == ["terrain", "smoke"]
    assert not s.group("a1").bound_for


@pytest.mark.rule("UF:28.441-a")
def test_terrain_in_front_of_it_is_discarded_when_it_stops() -> None:
    """Terrain and Wire in one turn: the Wire stops the vehicle before it can answer for the terrain."""
    s = field(
        "american",
        american("myers", "degi"),
        german("pz4", cards=["brush", "movement advance"]),
        american=["woods", "wire"],
        stage="discards",
    )
    s.do("put-terrain <woods> g1", "wire <wire> g1").draw("8=red")
    assert vehicle(s, "pz4").bogged and s.group("g1").offered is None
    s.end_turn()
    assert s.state.mover == "german" and not s.options("accept")


# -- stunned -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.45-a", "UF:28.45-c")
def test_a_stun_closes_it_and_takes_its_credit() -> None:
    s = duel("sherman")
    stun(s.g, vehicle(s, "sherman"))
    hit = vehicle(s, "sherman")
    assert hit.stun == 3 and hit.pinned
    s = field("american", american(tank("m3", pinned=True)), german("beck"), american=["rally 2"])
    s.do("rally-crew a1+<rally 2>+m3")
    assert vehicle(s, "m3").credit == 2 and [laid.kind for laid in s.group("a1").laid] == ["rally"]
    card = s.group("a1").laid[0].card
    stun(s.g, vehicle(s, "m3"))
    assert vehicle(s, "m3").credit == 0 and not s.group("a1").laid
    assert card in s.g.tray("american").shown + s.g.tray("american").discards


@pytest.mark.rule("UF:28.451-a")
def test_three_stuns_are_the_end() -> None:
    s = duel("sherman")
    stun(s.g, vehicle(s, "sherman"))
    stun(s.g, vehicle(s, "sherman"))
    assert vehicle(s, "sherman").stun == 6
    stun(s.g, vehicle(s, "sherman"))
    assert s.fate("sherman") == "kia"


def rallied(card: str, name: str = "m3", **state: Any) -> Any:
    """A pinned or stunned vehicle after one Rally card."""
    s = field("american", american(tank(name, pinned=True, **state)), german("beck"), american=[card])
    s.do(f"rally-crew a1+<{card}>+{name}")
    assert s.group("a1").acted
    return vehicle(s, name)


@pytest.mark.rule("UF:28.42-b")
def test_rally_three_unpins() -> None:
    assert not rallied("rally 3").pinned and not rallied("rally all").pinned
    assert rallied("rally 2").pinned and rallied("rally 1").pinned


@pytest.mark.rule("UF:28.42-c")
def test_lower_rally_cards_add_up() -> None:
    assert rallied("rally 2").credit == 2
    fresh = rallied("rally 1", credit=2)
    assert not fresh.pinned and fresh.credit == 0
    s = field("american", american(tank("m3", pinned=True)), german("beck"), american=["rally 2", "rally 1"])
    s.do("rally-crew a1+<rally 2>+m3")
    lying = s.group("a1").laid[0].card
    s.end_turn().end_turn()
    assert s.state.mover == "american" and s.group("a1").laid[0].card == lying
    s.do("rally-crew a1+<rally 1>+m3")
    assert not vehicle(s, "m3").pinned and not s.group("a1").laid


@pytest.mark.rule("UF:28.42-c")
def test_credit_lies_on_while_the_ground_changes() -> None:
    s = field(
        "american",
        american(tank("m3", pinned=True), cards=["brush", "movement advance"]),
        german("beck"),
        american=["rally 2", "woods"],
    )
    s.do("rally-crew a1+<rally 2>+m3").end_turn().end_turn()
    s.do("terrain a1+<woods>").draw("6=black")
    assert [laid.kind for laid in s.group("a1").laid] == ["terrain", "rally"]
    assert terrain_of(s.group("a1")) == "woods"


@pytest.mark.rule("UF:28.45-b", "UF:28.45-d")
def test_a_stun_takes_three_and_the_pin_as_much_again() -> None:
    for card, credit, left in (
        ("rally 3", 0, (0, True)),
        ("rally 4", 0, (0, True)),
        ("rally 4", 2, (0, False)),
        ("rally 6", 0, (0, False)),
        ("rally all", 0, (0, False)),
        ("rally 2", 1, (0, True)),
        ("rally 2", 0, (3, True)),
    ):
        fresh = rallied(card, stun=3, credit=credit)
        assert (fresh.stun, fresh.pinned) == left, card
    assert rallied("rally 5", stun=3).credit == 0  # what is too much is lost


@pytest.mark.rule("UF:28.451-c", "UF:28.451-b")
def test_a_second_stun_takes_six() -> None:
    for card, credit, left in (
        ("rally 2", 0, (6, True)),
        ("rally 3", 0, (3, True)),
        ("rally 5", 0, (3, True)),
        ("rally 4", 2, (0, True)),
        ("rally 6", 0, (0, True)),
        ("rally 6", 2, (0, True)),
        ("rally all", 0, (0, False)),
    ):
        fresh = rallied(card, stun=6, credit=credit)
        assert (fresh.stun, fresh.pinned) == left, card
    assert rallied("rally 5", stun=6).credit == 0


@pytest.mark.rule("UF:28.43-a")
def test_a_closed_vehicle_stays_closed() -> None:
    fresh = rallied("rally all", "sherman", stun=3)
    assert fresh.stun == 0 and fresh.pinned
    s = field("american", american(tank("sherman", pinned=True)), german("beck"), american=["rally all"])
    assert s.refusal("rally-crew a1+<rally all>+sherman").rule == "UF:28.43-a"
    s = field("american", american("m3"), german("beck"), american=["rally all"])
    assert s.refusal("rally-crew a1+<rally all>+m3").rule == "UF:28.42-b"


@pytest.mark.rule("UF:10.23-a", "UF:10.23-d")
def test_one_rally_all_for_men_and_crew() -> None:
    def beside(*, leader: str) -> Situation:
        return field(
            "american",
            american({"id": "myers", "pinned": True}, leader),
            american(tank("m3", pinned=True)),
            german("beck"),
            american=["rally all"],
        )

    s = beside(leader="allen").do("rally a1+<rally all> a2")
    assert not s.man("myers").pinned and not vehicle(s, "m3").pinned and s.group("a2").acted
    assert not beside(leader="degi").offers("rally a1+<rally all> a2")


# -- heroes and snipers ------------------------------------------------------------------------------------------


def shot_at_crew(draw: str, *hand: str, target: str = "sherman") -> Situation:
    s = field(
        "german",
        german("pz4", range=1),
        american(target, range=1),
        german=["fire 1"],
        american=list(hand),
    )
    return s.do("shoot g1+pz4+<fire> a1 crew", "resolve").draw("black 0", draw)


@pytest.mark.rule("UF:28.421-a", "UF:28.421-d")
@pytest.mark.parametrize("target", ["sherman", "m3"])
def test_a_hero_prevents_a_pin(target: str) -> None:
    s = shot_at_crew("black 0", "hero", target=target)  # 3 and 2: 5
    assert s.side() == "american" and not vehicle(s, target).pinned
    s.do(f"hero <hero>+{target}")
    assert not vehicle(s, target).pinned and not s.group("a1").acted and not s.state.hands["american"]
    s = shot_at_crew("black 0", "hero", target=target).do("no")
    assert vehicle(s, target).pinned and len(s.state.hands["american"]) == 1


@pytest.mark.rule("UF:28.421-a")
def test_he_is_asked_whatever_he_holds_and_not_for_a_dead_commander() -> None:
    assert shot_at_crew("black 0", "movement").side() == "american"
    s = shot_at_crew("black 3", "hero")  # 8: Commander Killed
    assert s.side() == "german" and vehicle(s, "sherman").crew_killed == 1


@pytest.mark.rule("UF:28.421-b", "UF:28.421-d", "UF:10.41")
def test_a_hero_opens_the_hatch() -> None:
    def buttoned(**state: Any) -> Situation:
        tanks = american(tank("sherman", pinned=True, **state))
        return field("american", tanks, german("beck"), american=["hero"])

    s = buttoned().do("hero <hero>+sherman")
    assert not vehicle(s, "sherman").pinned and not s.group("a1").acted
    assert not buttoned(crew_killed=1).offers("hero <hero>+sherman")
    s = buttoned(stun=3).do("hero <hero>+sherman")
    assert vehicle(s, "sherman").pinned


@pytest.mark.rule("UF:28.421-c", "UF:10.41")
def test_a_hero_is_worth_one_rally() -> None:
    def stunned(credit: int) -> Situation:
        tanks = american(tank("m3", pinned=True, stun=3, credit=credit))
        return field("american", tanks, german("beck"), american=["hero"]).do("hero <hero>+m3")

    assert vehicle(stunned(0), "m3").credit == 1 and vehicle(stunned(0), "m3").stun == 3
    assert vehicle(stunned(2), "m3").stun == 0 and vehicle(stunned(2), "m3").pinned
    s = field("american", american("m3"), german("beck"), american=["hero"])
    assert not s.offers("hero <hero>+m3")


@pytest.mark.rule("UF:10.4-a", "UF:28.421-b", "UF:28.421-c", "UF:34.6-b")
@pytest.mark.parametrize(
    ("card", "serves"),
    [
        (tank("sherman", pinned=True), True),
        (tank("sherman", pinned=True, crew_killed=1), False),
        (tank("m3", pinned=True, stun=3), True),
        (tank("m1a1", pinned=True), True),
        (tank("m3"), False),
    ],
)
def test_a_hero_for_a_crew_as_soon_as_it_is_drawn(card: Any, serves: bool) -> None:
    s = field("american", american(card), german("beck"), american=["fire 1"], stage="refill")
    s.do(s.options("draw")[0])
    assert isinstance(s.pending, Chance)
    hero = next(one for one in s.pending.pool if s.g.deck[one].use("american", "hero"))
    s.draw(hero)
    while isinstance(s.pending, Chance):
        s.draw(next(one for one in s.pending.pool if not s.g.deck[one].use("american", "hero")))
    assert (f"hero {hero}+{card['id']}" in s.options()) == serves
    if serves:
        s.do(f"hero {hero}+{card['id']}")
        assert s.options("draw") == ["draw - - 1"], "another card takes its place"


SNIPER = "c107"  # kills with 0, pins with 1 and 3


def sniped(draw: str, *hand: str, target: str = "sherman") -> Situation:
    s = field(
        "german",
        german("beck", "wolff"),
        american(target),
        german=[SNIPER],
        american=list(hand),
        stage="discards",
    )
    return s.do(f"sniper {SNIPER} a1").draw(draw)


@pytest.mark.rule("UF:14.31", "UF:28.431-a", "UF:28.421-a")
@pytest.mark.parametrize("target", ["sherman", "m3"])
def test_a_sniper_at_the_commander(target: str) -> None:
    s = sniped("black 1", target=target)
    assert vehicle(s, target).pinned and vehicle(s, target).crew_killed == 0
    s = sniped("black 0", "hero", target=target)
    assert vehicle(s, target).pinned and vehicle(s, target).crew_killed == 1
    s = sniped("black 3", "hero", target=target).do(f"hero <hero>+{target}")
    assert not vehicle(s, target).pinned
    assert not vehicle(sniped("black 4", target=target), target).pinned


@pytest.mark.rule("UF:28.4311-a", "UF:28.4311-b", "UF:28.431-a")
def test_an_open_topped_vehicle_can_lose_its_crew_man_by_man() -> None:
    s = shot_at_crew("black 6", target="m3")
    assert vehicle(s, "m3").crew_killed == 1
    for lost, gone in ((1, False), (2, True)):
        s = field(
            "german",
            german("pz4", range=1),
            american(tank("m3", crew_killed=lost), range=1),
            german=["fire 1"],
        )
        shoot(s, "pz4", "a1", "black 0", "black 6", how="crew")
        assert s.gone("m3") is gone
        if not gone:
            assert vehicle(s, "m3").crew_killed == 2
        else:
            assert "UF:28.4311-b" in s.cited()


@pytest.mark.rule("UF:24.33", "UF:28.44-b")
def test_mines_stun_what_they_cannot_immobilize_any_more() -> None:
    s = field(
        "american",
        american(tank("sherman", immobilized=True)),
        german("beck"),
    )
    on_mined(s.g, vehicle(s, "sherman"))
    assert vehicle(s, "sherman").stun == 3


# -- what is shown beforehand ------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.4-a", "UF:28.4-c")
def test_odds_against_a_vehicle() -> None:
    s = field(
        "american",
        american("myers", "burke", "anderson", range=3),
        german("sdkfz251", range=2),
        american=["fire 2 needs 3"],
    )
    attack = fire_of(s, "a1", "g1", 2, cards=(s.card("fire 2 needs 3"),))
    odds = attack_odds(s.g, attack, "american")
    cards = [c for c in s.g.deck.values() if c.id not in s.g.hand("american")]
    assert odds["SdKfz 251 destroyed"] == sum(c.rnc >= 0 for c in cards) / len(cards)
    assert odds["SdKfz 251 pinned"] == sum(c.rnc >= 3 for c in cards) / len(cards)
    assert odds["SdKfz 251 loses a crewman"] == sum(c.rnc >= 6 for c in cards) / len(cards)
    assert odds["SdKfz 251 immobilized or stunned"] == sum(c.rnc == -1 for c in cards) / len(cards)
    shown = s.position.system.describe(s.state, s.action("fire a1+<fire 2 needs 3> g1"))
    assert shown.odds == odds


def test_figures_know_vehicles() -> None:
    s = field("german", german("pz4"), russian("t34"))
    assert answer(s.g, "firepower r1 g1") == 2
