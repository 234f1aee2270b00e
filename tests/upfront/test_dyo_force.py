"""Buying a force (UF:43.2 to UF:43.7)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.designs.dyo_force import Purchase, Terms, cost, points, refusals
from defilade.rules.upfront.designs.dyo_tables import dyo_tables
from defilade.rules.upfront.game.library import library

BOX, TABLES = library(), dyo_tables()
SQUAD = ("diettinger", "hessel", "schumacher", "bernhoff", "beck", "wolff")
SQUAD_POINTS = sum(BOX.men[man].points for man in SQUAD)


def force(**more: Any) -> Purchase:
    return Purchase("german", **{"men": SQUAD, **more})


def rules(purchase: Purchase, **terms: Any) -> list[str]:
    return [refusal.rule for refusal in refusals(BOX, TABLES, purchase, Terms(**terms))]


def test_a_sound_force():
    assert rules(force(), limit=SQUAD_POINTS, year="1943a") == []


@pytest.mark.rule("UF:43.2-b")
def test_no_more_points_than_printed():
    assert points(BOX, TABLES, force()) == SQUAD_POINTS
    assert rules(force(), limit=SQUAD_POINTS - 1) == ["UF:43.2-b"]
    (refusal,) = refusals(BOX, TABLES, force(), Terms(SQUAD_POINTS - 1))
    assert str(SQUAD_POINTS) in refusal.reason


@pytest.mark.rule("UF:43.2-b")
@pytest.mark.parametrize(
    "men", [("nobody",), ("burnett",), ("beck", "beck")], ids=["unknown", "enemy", "twice"]
)
def test_only_cards_of_ones_own_each_once(men):
    assert rules(force(men=men)) == ["UF:43.2-b"]


@pytest.mark.rule("UF:43.2-f")
@pytest.mark.parametrize(
    ("leaders", "good"),
    [
        (("rostov", "burlak"), True),
        (("rostov", "dottski"), True),
        (("dottski", "burlak"), True),
        (("rostov",), False),
        (("burlak",), False),
        (("dottski",), False),
        (("rostov", "zorin", "burlak"), False),
        (("rostov", "burlak", "dottski"), False),
        ((), False),
    ],
)
def test_one_sl_and_one_asl(leaders, good):
    men = (*leaders, "petrovsky", "yastreboff", "soloviev", "kristov")
    assert rules(Purchase("russian", men)) == ([] if good else ["UF:43.2-f"])


@pytest.mark.rule("UF:43.2-d")
def test_only_cards_of_the_time():
    men = (*SQUAD, "volke")
    assert rules(force(men=men), year="1943b") == ["UF:43.2-d"]
    assert rules(force(men=men), year="1944a") == []
    assert rules(force(men=(*SQUAD, "schaeffer")), year="1943b") == ["UF:43.2-d"]
    assert rules(force(machines=("pz4",)), year="1941b") == ["UF:43.2-d"]


@pytest.mark.rule("UF:43.2-e")
def test_guns_and_vehicles_may_be_left_out():
    assert rules(force(machines=("pz4",)), machines=()) == ["UF:43.2-e"]
    assert rules(force(machines=("leig18",)), machines=()) == ["UF:43.2-e"]
    assert rules(force(machines=("leig18",))) == []


@pytest.mark.rule("UF:43.4")
@pytest.mark.parametrize(("decks", "share"), [(1, 0.8), (2, 0.5), (3, 0.2)])
def test_reinforcements_are_cheaper(decks, share):
    later = force(reinforcements={decks: ("beck", "wolff")})
    full = BOX.men["beck"].points + BOX.men["wolff"].points
    expected = SQUAD_POINTS - full + -(-full * int(share * 10) // 10)
    assert points(BOX, TABLES, later) == expected
    assert cost(BOX, TABLES, later).value("UF:43.4") == -(-full * int(share * 10) // 10)


@pytest.mark.rule("UF:43.4")
def test_fractions_go_up_for_a_wave_as_a_whole():
    """5, 15 and 17 points after two decks: half of 37 is 18.5; one by one they would come to 20."""
    late = ("beck", "schumacher", "wolff")
    assert [BOX.men[man].points for man in late] == [5, 15, 17]
    assert cost(BOX, TABLES, force(reinforcements={2: late})).value("UF:43.4") == 19


@pytest.mark.rule("UF:43.4")
def test_what_a_reinforcement_carries_comes_with_him():
    later = force(secondary={"beck": "demolition-charge"}, reinforcements={3: ("beck",)})
    assert cost(BOX, TABLES, later).value("UF:43.4") == -(-(5 + 50) * 20 // 100)
    assert cost(BOX, TABLES, later).value("UF:43.7") is None


@pytest.mark.rule("UF:43.4")
@pytest.mark.parametrize("waves", [{4: ("beck",)}, {1: ("volke",)}, {1: ("beck",), 2: ("beck",)}])
def test_waves_that_cannot_be(waves):
    assert "UF:43.4" in rules(force(reinforcements=waves))


@pytest.mark.rule("UF:43.41")
def test_reinforcements_are_half_of_the_start_at_most():
    assert rules(force(reinforcements={1: ("beck", "wolff")})) == []
    seven = (*SQUAD, "streich")
    assert rules(force(men=seven, reinforcements={1: ("beck", "wolff")})) == []
    assert rules(force(men=seven, reinforcements={1: ("beck", "wolff"), 2: ("streich",)})) == ["UF:43.41"]


@pytest.mark.rule("UF:43.5")
@pytest.mark.parametrize(
    ("troops", "percent"), [("", 100), ("german-line", 100), ("ss", 115), ("volksgrenadiers", 85)]
)
def test_the_price_of_troop_types(troops, percent):
    assert points(BOX, TABLES, force(troops=troops)) == -(-SQUAD_POINTS * percent // 100)


@pytest.mark.rule("UF:43.5")
def test_partisans_are_russian_and_a_little_cheaper():
    men = ("rostov", "petrovsky", "yastreboff", "soloviev", "kristov")
    full = sum(BOX.men[man].points for man in men)
    partisans = Purchase("russian", men, troops="partisans")
    assert points(BOX, TABLES, partisans) == -(-full * 95 // 100)
    assert rules(partisans) == []
    assert "UF:39.7-b" in rules(force(troops="partisans"))


@pytest.mark.rule("UF:43.6-b")
@pytest.mark.parametrize(
    ("snipers", "has", "price"), [(0, False, 0), (1, False, 35), (2, False, 50), (2, True, 15), (1, True, 0)]
)
def test_the_price_of_snipers(snipers, has, price):
    assert points(BOX, TABLES, force(snipers=snipers), has_sniper=has) == SQUAD_POINTS + price


@pytest.mark.rule("UF:43.6-b")
def test_nobody_has_three_snipers():
    assert rules(force(snipers=3)) == ["UF:43.6-b"]


@pytest.mark.rule("UF:43.7")
@pytest.mark.parametrize(
    ("weapon", "price"), [("atmm", 7), ("panzerfaust", 25), ("demolition-charge", 50), ("radio", 42)]
)
def test_the_price_of_secondary_weapons(weapon, price):
    assert points(BOX, TABLES, force(secondary={"beck": weapon})) == SQUAD_POINTS + price


@pytest.mark.rule("UF:43.7")
@pytest.mark.parametrize(
    ("nation", "man", "prices"),
    [
        ("german", "beck", (42, 84, 126)),
        ("american", "smith", (50, 100, 150)),
        ("russian", "kristov", (22, 44, 66)),
    ],
)
def test_the_price_of_artillery(nation, man, prices):
    for strength, price in zip((5, 6, 7), prices, strict=True):
        bought = Purchase(nation, (man,), secondary={man: "radio"}, radio=strength)
        assert points(BOX, TABLES, bought) == BOX.men[man].points + price
    assert "UF:43.7" in rules(Purchase(nation, (man,), secondary={man: "radio"}, radio=8))


@pytest.mark.rule("UF:43.7")
@pytest.mark.parametrize(
    ("weapon", "year", "there"),
    [
        ("atmm", "1943b", False),
        ("atmm", "1944a", True),
        ("panzerfaust", "1943a", False),
        ("panzerfaust", "1943b", True),
    ],
)
def test_when_secondary_weapons_came(weapon, year, there):
    assert ("UF:43.7" in rules(force(secondary={"beck": weapon}), year=year)) != there


@pytest.mark.rule("UF:43.7")
def test_who_carries_them():
    assert "UF:43.7" in rules(force(secondary={"volke": "atmm"}))
    assert "UF:43.7" in rules(force(secondary={"beck": "bayonet"}))
    assert rules(force(men=(*SQUAD, "griess"), secondary={"griess": "atmm"})) == ["UF:21.1-c"]
    american = Purchase("american", ("burnett", "moores", "smith", "burke"), secondary={"smith": "atmm"})
    assert rules(american) == ["UF:31.1"]


def test_groups_must_be_possible():
    assert rules(Purchase("german", ("diettinger", "hessel", "beck"))) == ["UF:3.2-a"]
    assert rules(Purchase("german", ("diettinger", "hessel"), machines=("pz4",))) == []


@pytest.mark.rule("UF:39.7-c")
def test_leaders_of_the_second_line_are_of_its_kind():
    """Each nation has an SL and an ASL of Morale 4 or less."""
    men = ("steiner", "schumacher", "beck", "wolff")
    assert rules(Purchase("german", ("stahler", *men), troops="volksgrenadiers")) == []
    assert rules(Purchase("german", ("diettinger", *men), troops="volksgrenadiers")) == ["UF:39.7-c"]
    for nation, troops in (("german", "volksgrenadiers"), ("american", "green"), ("russian", "conscripts")):
        fit = {man.role for man in BOX.men.values() if man.nation == nation and man.morale <= 4}
        assert {"SL", "ASL"} <= fit, troops
    men = ("burnett", "moores", "smith", "burke", "myers")  # Myers has Morale 5
    assert rules(Purchase("american", men, troops="green")) == ["UF:39.7-c"]
