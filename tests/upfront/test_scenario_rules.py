"""What single scenarios ask for: the Pillbox, the rear guard, points, breaking through."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice, Over
from defilade.rules.catalog import find_system
from defilade.rules.upfront.losses import remove
from defilade.rules.upfront.victory import end_of_time, victory_points, winner_now
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
