"""What single scenarios ask for: the Pillbox, the rear guard, points, breaking through."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice, Over
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.infantry.victory import end_of_time, victory_points, winner_now
from defilade.rules.upfront.table.presentation import progress
from defilade.systems import find_system
from upfront.situation import Situation

ROLES = {"german": {"role": "attacker"}, "american": {"role": "defender"}}


def winner(s: Situation) -> str:
    """Who has won as things stand now."""
    over = s.pending if isinstance(s.pending, Over) else winner_now(s.g)
    return over.winner if over is not None else ""


def lose(s: Situation, *units: str, fate: str = "kia") -> Situation:
    """Take cards out of play."""
    for unit in units:
        remove(s.g, s.state.units[unit], fate)
    return s


# -- scenario B --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:B-vc")
def test_only_buildings_score_in_scenario_b() -> None:
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 3, "cards": ["buildings -3"]},
        {"side": "german", "men": ["streich", "bernhoff"], "range": 4, "cards": ["woods"]},
        {
            "side": "american",
            "men": ["myers", {"id": "smith", "pinned": True}],
            "range": 2,
            "cards": ["buildings -2"],
        },
        {"side": "american", "men": ["burke", "mcelroy"], "range": 4, "cards": ["brush"]},
    ]
    s = Situation("german", groups, scenario="UF-B")
    assert victory_points(s.g, "german") == 6
    assert victory_points(s.g, "american") == 2  # the pinned man does not count
    remove(s.g, s.man("streich"), "rout")
    assert victory_points(s.g, "american") == 3  # losses count as always, Routs too
    assert end_of_time(s.g).winner == "german"


# -- scenario C --------------------------------------------------------------------------------------------------


def bunker(inside: list[str], *cards: str, **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": 3},
        {"side": "american", "men": ["mcelroy", "burke", "watson", "frattali"], "cards": ["woods"]},
        {"side": "american", "men": inside, "cards": list(cards)},
    ]
    return Situation("german", groups, scenario="UF-C", sides=ROLES, **more)


@pytest.mark.rule("UF:C-vc")
def test_the_pillbox_falls_when_its_men_are_gone() -> None:
    s = bunker(["nixon", "edwards"], "pillbox")
    assert winner(s) == ""
    lose(s, "nixon")
    assert winner(s) == ""
    lose(s, "edwards")
    assert winner(s) == "german"


@pytest.mark.rule("UF:C-vc")
def test_the_pillbox_is_lost_when_it_is_left() -> None:
    assert winner(bunker(["nixon", "edwards"], "pillbox", "movement sideways")) == ""
    assert (
        winner(bunker(["nixon", "edwards"], "pillbox", "movement sideways", "movement sideways")) == "german"
    )
    assert winner(bunker(["nixon", "edwards"], "woods")) == "german"


@pytest.mark.rule("UF:C-vc")
def test_an_attacker_in_the_pillbox_does_not_hold_it_for_the_defender() -> None:
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 5, "cards": ["pillbox"]},
        {"side": "american", "men": ["mcelroy", "burke"], "cards": ["woods"]},
    ]
    assert winner(Situation("german", groups, scenario="UF-C", sides=ROLES)) == "german"


@pytest.mark.rule("UF:C-vc")
def test_the_defender_wins_by_keeping_it() -> None:
    s = bunker(["nixon", "edwards"], "pillbox")
    over = end_of_time(s.g)
    assert over.winner == "american" and "UF:C-vc" in over.rules


@pytest.mark.rule("UF:C.1", "UF:23.2")
def test_the_pillbox_of_scenario_c_is_given_out_before_the_terrain() -> None:
    position, _ = find_system("upfront").begin("UF-C")
    while isinstance(position.pending, Choice):
        wanted = [o for o in position.pending.options if o.verb in ("standard", "done", "no")]
        position.advance(wanted[0])
    (pillbox,) = [g for g in position.state.groups.values() if g.laid]
    assert pillbox.side == "american" and pillbox.letter == "B" and pillbox.laid[0].terrain == "pillbox"
    assert pillbox.laid[0].card not in position.state.trays["1"].draw  # besides the hand that is dealt now


# -- scenario D --------------------------------------------------------------------------------------------------


def rear_guard(
    near: list[Any], cards: list[str], chit: int = 3, others: tuple[str, ...] = ("mcelroy", "burke")
) -> Situation:
    groups = [
        {"side": "german", "men": near, "range": chit, "cards": cards},
        {"side": "german", "men": ["hessel", "schumacher", "posner"]},
        {"side": "american", "men": ["myers", "smith", "anderson", "watson"], "range": 2, "cards": ["woods"]},
        {"side": "american", "men": list(others)},
    ]
    return Situation("german", groups, scenario="UF-D", sides=ROLES)


FIVE = ["beck", "wolff", "streich", "bernhoff", "schultz"]


@pytest.mark.rule("UF:D-vc")
def test_five_men_in_cover_upon_the_rear_guard() -> None:
    assert winner(rear_guard(FIVE, ["woods"])) == "german"
    assert winner(rear_guard(FIVE, ["woods"], chit=2)) == ""
    assert winner(rear_guard(FIVE[:4], ["woods"])) == ""
    assert winner(rear_guard([*FIVE[:4], {"id": "schultz", "pinned": True}], ["woods"])) == ""
    assert winner(rear_guard(FIVE, [])) == ""
    assert winner(rear_guard(FIVE, ["woods", "movement sideways"])) == ""
    on_way = {"id": "schultz", "transfers_to": "g2"}
    assert winner(rear_guard([*FIVE[:4], on_way], ["woods"])) == ""


@pytest.mark.rule("UF:D-vc")
def test_infiltrated_groups_do_not_count_upon_the_rear_guard() -> None:
    s = rear_guard(FIVE, ["woods"], others=("mcelroy", "burke"))
    assert winner(s) == "german"
    groups = [
        {"side": "german", "men": FIVE, "range": 3, "cards": ["woods"]},
        {"side": "american", "men": ["myers", {"id": "smith", "infiltrates": "g1"}], "range": 2},
        {"side": "american", "men": ["mcelroy", "burke"]},
    ]
    assert winner(Situation("german", groups, scenario="UF-D", sides=ROLES)) == ""


@pytest.mark.rule("UF:D-vc")
def test_the_rear_guard_is_reduced_to_one_group() -> None:
    s = lose(rear_guard(FIVE, [], chit=0), "mcelroy", "burke", fate="rout")
    assert winner(s) == "german"
    s = rear_guard(FIVE, [], chit=0)
    lose(s, "hessel", "schumacher")
    lose(s, "mcelroy", "burke")
    assert winner(s) == ""  # he has lost as many himself


@pytest.mark.rule("UF:D-vc")
def test_the_rear_guard_wins_by_holding_out() -> None:
    over = end_of_time(rear_guard(FIVE, [], chit=0).g)
    assert over.winner == "american" and "UF:D-vc" in over.rules


# -- scenarios E and F -------------------------------------------------------------------------------------------


def race(
    scenario: str, chit: int, attackers: list[Any], defenders: list[Any], terrain: str = "woods"
) -> Situation:
    """Attackers and defenders, each with one group in terrain at a range chit and one far behind."""
    groups = [
        {"side": "german", "men": attackers, "range": chit, "cards": [terrain]},
        {"side": "german", "men": ["hessel", "schumacher", "posner"]},
        {"side": "american", "men": defenders, "range": chit, "cards": [terrain]},
        {"side": "american", "men": ["burke", "mcelroy", "watson"]},
    ]
    return Situation("german", groups, scenario=scenario, sides=ROLES)


GERMANS = ["beck", "wolff", "streich", "bernhoff"]
AMERICANS = ["myers", "smith", "anderson", "greenwood"]


@pytest.mark.rule("UF:E-vc", "UF:F-vc")
@pytest.mark.parametrize("scenario", ["UF-E", "UF-F"])
def test_first_with_four_cards_at_chit_4_else_the_defender(scenario: str) -> None:
    assert winner(race(scenario, 4, GERMANS, AMERICANS[:3])) == "german"
    assert winner(race(scenario, 4, GERMANS[:3], AMERICANS)) == "american"  # the defender may do it too
    assert winner(race(scenario, 4, GERMANS[:3], AMERICANS[:3])) == ""
    assert winner(race(scenario, 3, GERMANS, AMERICANS)) == ""
    assert winner(race(scenario, 4, GERMANS, AMERICANS, "stream")) == ""
    over = end_of_time(race(scenario, 3, GERMANS, AMERICANS[:2]).g)
    assert over.winner == "american" and over.rules[0] == f"UF:{scenario[-1]}-vc"


# -- scenario G --------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:G-vc")
@pytest.mark.parametrize(
    ("chit", "cards", "killed", "wins"),
    [
        (3, ["buildings -3"], 0, True),  # 3 men at 3 against 2 men at 2
        (2, ["buildings -3"], 0, False),  # 6 against 4
        (3, ["woods"], 0, False),
        (2, ["buildings -3"], 1, True),  # 8 against 4
    ],
)
def test_twice_the_points_of_the_defender(chit: int, cards: list[str], killed: int, wins: bool) -> None:
    groups = [
        {"side": "german", "men": GERMANS[:3], "range": chit, "cards": cards},
        {"side": "german", "men": ["pz4"], "range": 3},
        {"side": "american", "men": AMERICANS[:2], "range": 2, "cards": ["buildings -2"]},
        {"side": "american", "men": ["burke", "mcelroy", "watson"], "range": 4},
    ]
    s = Situation("german", groups, scenario="UF-G", sides=ROLES)
    lose(s, *["watson", "burke"][:killed])
    assert winner(s) == ""  # only at the end
    assert end_of_time(s.g).winner == ("german" if wins else "american")


@pytest.mark.rule("UF:G-vc")
def test_nothing_on_either_side_is_a_victory_of_the_defender() -> None:
    assert end_of_time(race("UF-G", 0, GERMANS, AMERICANS).g).winner == "american"


# -- scenarios H and L -------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:H-vc", "UF:L-vc")
@pytest.mark.parametrize(("scenario", "men"), [("UF-H", 5), ("UF-L", 4)])
def test_the_attacker_must_get_to_chit_5(scenario: str, men: int) -> None:
    attackers, defenders = FIVE[:men], [*AMERICANS, "coates"]
    assert winner(race(scenario, 5, attackers, ["edwards", "frattali"])) == "german"
    assert winner(race(scenario, 5, attackers[1:], ["edwards", "frattali"])) == ""
    assert winner(race(scenario, 4, attackers, ["edwards", "frattali"])) == ""
    assert winner(race(scenario, 5, ["beck", "wolff"], defenders)) == ""  # it is no use to the defender
    pinned = [*attackers[1:], {"id": attackers[0], "pinned": True}]
    assert winner(race(scenario, 5, pinned, ["edwards", "frattali"])) == ""
    assert end_of_time(race(scenario, 4, attackers, ["edwards", "frattali"]).g).winner == "american"


# -- scenario I --------------------------------------------------------------------------------------------------


def forest(through: int, killed: int = 0, chit: int = 5, partisans: int = 0, **more: Any) -> Situation:
    """Ten Germans, some of them at a range chit; some partisans are lost."""
    men = [
        "beck",
        "wolff",
        "streich",
        "bernhoff",
        "schultz",
        "wollak",
        "schumacher",
        "hessel",
        "posner",
        "loth",
    ]
    groups = [
        {"side": "german", "men": men[:through], "range": chit, **more},
        {"side": "german", "men": men[through:]},
        {"side": "russian", "men": ["rostov", "petrovsky", "nosenko", "soloviev"], "range": partisans},
        {"side": "russian", "men": ["borisoff", "storchillo", "knezevich"]},
    ]
    sides = {"german": {"role": "attacker"}, "russian": {"role": "defender", "troops": "partisans"}}
    s = Situation("german", groups, scenario="UF-I", sides=sides)
    return lose(s, *["borisoff", "storchillo", "knezevich"][:killed])


@pytest.mark.rule("UF:I-vc", "UF:16.422")
def test_half_of_the_force_through_and_more_points() -> None:
    assert winner(forest(5, killed=1)) == "german"
    assert winner(forest(4, killed=1)) == ""
    assert winner(forest(5)) == ""  # no more points than the Partisan
    assert winner(forest(5, killed=1, chit=4)) == ""
    assert winner(forest(5, killed=1, cards=["movement advance"])) == ""
    on_way = ["beck", "wolff", "streich", "bernhoff", {"id": "schultz", "transfers_to": "g2"}]
    assert winner(forest(5, killed=1, men=on_way)) == ""


@pytest.mark.rule("UF:I-vc")
def test_range_chits_score_for_the_partisan_alone() -> None:
    assert winner(forest(5, killed=1, partisans=1)) == ""  # 2 points against 4
    assert winner(forest(5, killed=3, partisans=1)) == "german"  # 6 against 4


@pytest.mark.rule("UF:I-vc")
def test_lacking_either_the_partisan_wins() -> None:
    for s in (forest(4, killed=3), forest(5)):
        assert end_of_time(s.g).winner == "russian"


# -- how things stand --------------------------------------------------------------------------------------------


def told(s: Situation) -> str:
    return "; ".join(progress(s.g))


@pytest.mark.rule("UF:C-vc", "UF:D-vc", "UF:G-vc", "UF:I-vc", "UF:16.4-a")
def test_the_players_are_told_how_things_stand() -> None:
    assert told(bunker(["nixon", "edwards"], "pillbox")) == "2 men hold the Pillbox"
    guard = told(rear_guard(FIVE[:4], ["woods"]))
    assert guard == "4 of 5 men in cover upon the Rear Guard; Rear Guard: 2 groups, lost 0, the attacker 0"
    wood = told(forest(4, killed=1, partisans=1))
    assert wood == "4 of 5 men at range chit 5; Victory Points: attacker 2, defender 4"
    town = told(race("UF-G", 0, GERMANS, AMERICANS))
    assert town.startswith("The attacker needs 2 times") and "Victory Points: German 0, American 0" in town
    assert "Victory Points" not in told(race("UF-H", 4, FIVE, AMERICANS))  # the defender wins by denial
