"""The printed men, weapons, machines and forces: rosters complete, points that add up, figures that the text names."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil

import pytest

from defilade.rules.upfront.close_quarters.close_combat import close_combat_value
from defilade.rules.upfront.designs.dyo_tables import dyo_tables
from defilade.rules.upfront.game.library import MachineCard, ManCard, Weapon, library
from defilade.rules.upfront.game.scenario import Force, load_scenarios
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.vehicles.afv_movement import terrain_column, wire_column
from upfront.situation import Situation

BOX, TABLES = library(), dyo_tables()
CARDS = load_scenarios()
UNKNOWN_GERMANS = range(12, 21)
OWN_GUNS = {"leig18", "m1a1", "obr27"}
OWN_WEAPONS = {"german-mmg", "german-ft", "german-atr"}


def numbers(nation: str, kind: str = "") -> list[int]:
    """The numbers of a nation's cards: its men, or its machines of a kind."""
    cards = BOX.machines.values() if kind else BOX.men.values()
    return sorted(
        card.number
        for card in cards
        if card.nation == nation and card.number and kind in ("", getattr(card, "kind", ""))
    )


@pytest.mark.rule("UF:2.1", "UF:42.1-a")
def test_the_rosters_are_complete() -> None:
    for nation, most in (("american", 28), ("german", 27), ("russian", 28)):
        assert sorted(man.number for man in BOX.roster(nation).values()) == list(range(1, most + 1))
    later = [man.number for man in BOX.men.values() if not man.roster]
    assert later == [42, 43, 44]  # Americans of a later set


@pytest.mark.rule("UF:2.1")
def test_guns_and_vehicles_are_complete() -> None:
    assert numbers("german", "ig") == [28, 29] and numbers("german", "afv") == list(range(30, 47))
    for nation in ("american", "russian"):
        assert numbers(nation, "ig") == [29, 30] and numbers(nation, "afv") == list(range(31, 42))


def test_each_card_says_where_its_figures_are_from() -> None:
    ours = {key for key, man in BOX.men.items() if man.provenance == "original"}
    assert ours == {
        key for key, man in BOX.men.items() if man.nation == "german" and man.number in UNKNOWN_GERMANS
    }
    assert {key for key, gun in BOX.machines.items() if gun.provenance == "original"} == OWN_GUNS
    assert {key for key, one in BOX.weapons.items() if one.provenance == "original"} == OWN_WEAPONS
    cards: list[ManCard | MachineCard | Weapon] = [
        *BOX.men.values(),
        *BOX.machines.values(),
        *BOX.weapons.values(),
    ]
    for card in cards:
        assert card.provenance in ("original", "supplement")
        assert card.provenance == "supplement" or not card.ours  # all of the others is made here
        for figure in card.ours:
            place: object = card
            for part in figure.split("."):
                inner = getattr(place, "ordnance", None) if isinstance(place, Weapon) else None
                assert hasattr(place, part) or hasattr(inner, part), (card.name, figure)
                place = getattr(place, part, getattr(inner, part, None))


def test_whose_card_is_known_has_a_known_weapon() -> None:
    for man in BOX.men.values():
        if man.provenance == "supplement":
            assert BOX.weapons[man.weapon].provenance == "supplement", man.name


# -- points ------------------------------------------------------------------------------------------------------

RADIO_STRENGTH = 5
PRINTED = {
    ("UF-A", "each"): 241,
    ("UF-B", "each"): 314,
    ("UF-C", "attacker"): 369,
    ("UF-C", "defender"): 200,
    ("UF-D", "attacker"): 319,
    ("UF-D", "defender"): 238,
    ("UF-E", "attacker"): 370,
    ("UF-E", "defender"): 241,
    ("UF-F", "attacker"): 471,
    ("UF-F", "defender"): 279,
    ("UF-G", "attacker"): 665,
    ("UF-G", "defender"): 288,
    ("UF-I", "attacker"): 239,
    ("UF-I", "defender"): 143,
    ("UF-J", "german"): 239,
    ("UF-J", "american"): 240,
    ("UF-J", "russian"): 241,
    ("UF-K", "attacker"): 320,
    ("UF-K", "defender"): 187,
    ("UF-L", "attacker"): 516,
    ("UF-L", "defender"): 317,
}
TOO_DEAR = {("UF-G", "defender", "german"): 293}
"""The one printed force that costs more than the text says, by the points that other scenarios give to its cards."""


def cost(force: Force, *, without: str = "") -> int:
    """What a force costs by UF:43, fractions up; without one of its secondary weapons."""
    total = sum(BOX.men[man].points for man in force.men)
    total += sum(BOX.machines[machine].points for machine in force.machines)
    for weapon in force.secondary.values():
        if weapon == "radio":
            total += TABLES.radio[force.nation][force.artillery or RADIO_STRENGTH]
        elif weapon != without:
            total += TABLES.secondary[weapon].points
    quality = BOX.troops[force.troops].quality if force.troops else "line"
    return ceil(Fraction(total * TABLES.troops[quality], 100))


def costs(scenario: str, part: str) -> dict[str, int]:
    """The costs of a scenario's forces that have one printed figure, by nation. The charge of the defender of E is
    ours, not of the printed force."""
    own = "demolition-charge" if (scenario, part) == ("UF-E", "defender") else ""
    return {
        force.nation: cost(force, without=own)
        for force in CARDS[scenario].forces
        if part in ("each", force.role, force.nation)
    }


@pytest.mark.rule("UF:43.2-c", "UF:43.5")
@pytest.mark.parametrize(("scenario", "part"), PRINTED)
def test_the_dearest_nation_costs_what_the_text_says(scenario: str, part: str) -> None:
    printed = PRINTED[scenario, part]
    assert CARDS[scenario].dyo[part] == printed
    found = costs(scenario, part)
    for nation in [nation for nation in found if (scenario, part, nation) in TOO_DEAR]:
        assert found.pop(nation) == TOO_DEAR[scenario, part, nation]
    assert max(found.values()) == printed, found


def test_what_only_one_side_has() -> None:
    """Commissars come with some attacking Russians; Demolition Charges and the like with those who have them."""
    commissars = {
        (card.id, force.role) for card in CARDS.values() for force in card.forces if "dottski" in force.men
    }
    assert commissars == {("UF-C", "attacker"), ("UF-D", "attacker"), ("UF-F", "attacker")}
    carried = Counter(
        (card.id, force.role, weapon)
        for card in CARDS.values()
        for force in card.forces
        for weapon in force.secondary.values()
    )
    assert carried == {
        ("UF-B", "", "demolition-charge"): 3,
        ("UF-C", "attacker", "demolition-charge"): 3,
        ("UF-E", "defender", "demolition-charge"): 3,
        ("UF-F", "defender", "panzerfaust"): 2,
        ("UF-F", "defender", "atmm"): 3,
        ("UF-G", "defender", "panzerfaust"): 2,
        ("UF-G", "defender", "atmm"): 3,
        ("UF-H", "defender", "panzerfaust"): 1,
        ("UF-H", "defender", "atmm"): 3,
        ("UF-L", "attacker", "radio"): 2,
        ("UF-L", "defender", "radio"): 1,
    }


# -- figures that the text names ---------------------------------------------------------------------------------


@pytest.mark.rule("UF:2.3", "UF:28.7-a", "UF:34.4")
def test_the_examples_of_the_text_hold() -> None:
    men = BOX.men
    assert (men["allen"].morale, men["allen"].panic) == (5, 7)
    assert (men["myers"].morale, men["myers"].kia) == (5, 8)
    assert (men["nixon"].morale, men["coates"].morale, men["degi"].panic) == (4, 3, 3)
    assert (men["towle"].rank, men["wolff"].kia, men["schultz"].morale) == ("PFC", 8, 2)
    bazooka = BOX.weapons[men["towle"].weapon].ordnance
    assert bazooka is not None and bazooka.effect == 2 and bazooka.frequency(4, bracketed=True) == 0
    halftracks = [BOX.machines[key] for key in ("sdkfz251", "sdkfz251gun")]
    for card in halftracks:
        assert card.armor is not None and card.open_topped and card.morale == 5
        assert (card.armor.kill, card.armor.immobilize, card.armor.stun) == (2, 1, 1)
    for key in ("pak36", "pak38", "leig18"):
        gun = BOX.machines[key]
        assert (gun.morale, gun.kia, gun.boxed_morale, gun.boxed_kia) == (5, 9, 3, 7)


@pytest.mark.rule("UF:20.6-c")
def test_close_combat_values_are_the_printed_ones() -> None:
    """Printed for men with their weapon and without: the weapon makes the difference; four less when pinned."""
    printed = {"diettinger": (8, 5), "schussel": (4, 3), "fox": (6, 4), "moras": (3, 4), "petrovsky": (10, 5)}
    for key, (armed, unarmed) in printed.items():
        nation = BOX.men[key].nation
        other = {"side": "german" if nation != "german" else "american", "men": ["beck"]}
        if nation == "german":
            other["men"] = ["smith"]
        for weapon, value in ((BOX.men[key].weapon, armed), ("", unarmed)):
            for pinned in (False, True):
                man = {"id": key, "weapon": weapon, "pinned": pinned}
                s = Situation(nation, [{"side": nation, "men": [man]}, other], as_printed=True)
                assert close_combat_value(s.g, s.man(key)).total == value - 4 * pinned, (key, weapon, pinned)


@pytest.mark.rule("UF:12.11")
@pytest.mark.parametrize(
    ("man", "bolt"),
    [
        ("rostov", False),
        ("petrovsky", True),
        ("taylor", True),
        ("haney", True),
        ("hull", False),
        ("beck", True),
    ],
)
def test_whose_rifle_is_halved_on_the_move(man: str, bolt: bool) -> None:
    """The Russian SL has a semi-automatic rifle, the two Americans of the later set bolt-action ones."""
    nation = BOX.men[man].nation
    other = "german" if nation != "german" else "american"
    groups = [
        {"side": nation, "men": [man], "range": 3, "cards": ["movement sideways"]},
        {"side": other, "men": ["wolff" if other == "german" else "smith"], "range": 2},
    ]
    s = Situation(nation, groups, as_printed=True)
    a, b = s.state.groups
    assert answer(s.g, f"firepower {a} {b}") == (1 if bolt else 3)


@pytest.mark.rule("UF:30.6-a")
def test_an_anti_tank_rifle_seldom_hits_where_it_counts() -> None:
    """Single numbers, rarer the farther away: the only printed frequencies of the kind."""
    rifle = BOX.weapons["russian-atr"].ordnance
    assert rifle is not None
    steps = [rifle.frequency(range) for range in range(6)]
    assert steps == [-5, -4, -4, -3, -3, -2]


@pytest.mark.rule("UF:28.53-a", "UF:28.43-c")
def test_a_buttoned_up_tank_bogs_down_more_easily() -> None:
    for pinned, columns in ((False, (6, 10)), (True, (5, 9))):
        groups = [
            {"side": "german", "men": [{"id": "pz4", "pinned": pinned}]},
            {"side": "german", "men": ["beck", "wolff"]},
            {"side": "american", "men": ["smith", "burke"]},
        ]
        s = Situation("german", groups, as_printed=True)
        assert (terrain_column(s.g, s.g.machine("pz4")), wire_column(s.g, s.g.machine("pz4"))) == columns


@pytest.mark.rule("UF:34.4", "UF:6.5-c")
@pytest.mark.parametrize(("number", "lost"), [("black 3", False), ("black 4", True)])
def test_the_crew_of_a_pinned_gun_panics(number: str, lost: bool) -> None:
    """Unpinned the PAK 36 is lost by 9; pinned its Panic is 6."""
    groups = [
        {"side": "american", "men": ["myers", "frattali", "greenwood"], "range": 2},
        {"side": "german", "men": [{"id": "pak36", "pinned": True}], "range": 2},
        {"side": "german", "men": ["beck", "wolff", "streich"]},
    ]
    s = Situation("american", groups, american=["fire 2 needs 4"], as_printed=True)
    s.fire("a1", "g1", "fire 2").draw(number)
    assert s.gone("pak36") == lost
