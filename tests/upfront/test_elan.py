"""What men earn while they fight in a campaign (UF:42.43), and Staff Sergeants (UF:42.46-b)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Position
from defilade.rules.upfront.close_quarters.close_combat import on_beaten
from defilade.rules.upfront.game.attack import DEMOLITION, FIRE, ORDNANCE, Attack
from defilade.rules.upfront.game.losses import pin, remove
from defilade.rules.upfront.infantry.fire import on_attack_declared
from defilade.rules.upfront.infantry.resolution import Resolving, on_attack_over, on_resolved
from defilade.rules.upfront.turn.sequence import hand_limit
from defilade.rules.upfront.vehicles.afv_close_combat import Assault, on_vehicle_put_out
from defilade.rules.upfront.vehicles.afv_damage import destroy, immobilize
from upfront.situation import Situation
from upfront.tables import two_tables

CAMPAIGN = ["campaign"]


def field(german: list[Any] | None = None, american: list[Any] | None = None, **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": german or ["beck", "wolff"], "range": 4},
        {"side": "american", "men": american or ["smith", "burke", "myers"], "range": 1},
    ]
    return Situation("german", groups, **{"special": CAMPAIGN, **more})


def elan(s: Situation, man: str = "beck") -> int:
    return s.man(man).elan


@pytest.mark.rule("UF:42.43")
def test_a_hero():
    s = field(hands={"german": ["hero", "fire 1 needs 1"]})
    s.do("hero <hero>+beck")
    assert elan(s) == 3
    s = field(special=[], hands={"german": ["hero", "fire 1 needs 1"]})
    s.do("hero <hero>+beck")
    assert elan(s) == 0  # only in a campaign


@pytest.mark.rule("UF:42.43")
def test_a_man_killed_hand_to_hand():
    s = field(german=[{"id": "hauptmann", "infiltrates": "a1"}, "wolff"], hands={"german": ["movement"]})
    s.do("close-combat g1", "enter-combat hauptmann+<movement>", "go").draw("3=1")
    while s.options("fight"):
        s.do("fight")
    s.draw("black 6", "red 6")
    assert s.gone("smith") and elan(s, "hauptmann") == 4


@pytest.mark.rule("UF:42.43")
def test_each_of_a_guns_crew_counts():
    s = field(american=["m1a1", "smith"])
    g = s.g
    for _ in range(3):
        on_beaten(g, g.man("beck"), g.unit("m1a1"))
    assert elan(s) == 12


VEHICLE = {"american": ["sherman"]}
BUTTONED_UP = {"id": "sherman", "pinned": True}


@pytest.mark.rule("UF:42.43")
@pytest.mark.parametrize(
    ("weapon", "destroyed", "points"),
    [
        ("", True, 10),
        ("", False, 8),
        ("atmm", True, 5),
        ("atmm", False, 3),
        ("demolition-charge", True, 5),
        ("bazooka", True, 4),
        ("panzerfaust", False, 2),
    ],
)
def test_vehicles(weapon, destroyed, points):
    s = field(**VEHICLE)
    on_vehicle_put_out(s.g, "beck", s.unit("sherman"), weapon, destroyed)
    assert elan(s) == points


@pytest.mark.rule("UF:42.43")
def test_the_same_man_earns_a_vehicle_once():
    s = field(**VEHICLE)
    on_vehicle_put_out(s.g, "beck", s.unit("sherman"), "", False)
    on_vehicle_put_out(s.g, "beck", s.unit("sherman"), "", True)
    assert elan(s) == 8
    s = field(**VEHICLE)
    on_vehicle_put_out(s.g, "beck", s.unit("sherman"), "", False)
    on_vehicle_put_out(s.g, "wolff", s.unit("sherman"), "", True)
    assert (elan(s), elan(s, "wolff")) == (8, 10)


@pytest.mark.rule("UF:42.43")
@pytest.mark.parametrize(("how", "points"), [(destroy, 4), (immobilize, 2)])
def test_a_shot_with_a_panzerschreck(how, points):
    s = field(german=["gerhart", "wolff"], **VEHICLE)
    g = s.g
    attack = Attack(ORDNANCE, "german", "a1", "g1", shooter="gerhart", weapon="panzerschreck")
    g.push(Resolving(attack, ("sherman",)))
    how(g, g.machine("sherman"), "UF:28.4-a")
    assert elan(s, "gerhart") == points


@pytest.mark.rule("UF:42.43")
@pytest.mark.parametrize(("secondary", "points"), [("", 10), ("demolition-charge", 5)])
def test_a_vehicle_in_close_combat(secondary, points):
    s = field(
        german=[{"id": "beck", "secondary": secondary, "heroic": True}, "wolff"], american=[BUTTONED_UP]
    )
    s.g.push(Assault("german", "sherman", ("beck",)))
    s.position = Position(s.position.system, s.state)
    s.do("assault beck - charge" if secondary else "assault beck").draw("black 6")
    assert s.gone("sherman") and elan(s) == points


@pytest.mark.rule("UF:42.43")
@pytest.mark.parametrize(("hurt", "points"), [(2, 0), (3, 5)])
def test_a_charge_that_hits_three(hurt, points):
    s = field(american=["smith", "burke", "myers", "watson"])
    g = s.g
    attack = Attack(DEMOLITION, "german", "a1", shooter="beck", strength=8)
    frame = Resolving(attack, ("smith", "burke", "myers", "watson"))
    card = next(iter(g.deck.values()))
    for number, man in enumerate(frame.targets):
        before = g.unit(man)
        if number < hurt:
            pin(g, before) if number else remove(g, before, "kia")
        on_resolved(g, frame, before, card)
    on_attack_over(g, attack)
    assert elan(s) == points


@pytest.mark.rule("UF:42.43")
@pytest.mark.parametrize(("card", "points"), [("black 3", 2), ("red 4", 0)], ids=["effective", "in vain"])
def test_fire_from_within(card, points):
    """As many points as there were unpinned men in the group, for each infiltrator who fired."""
    german = [{"id": "hauptmann", "infiltrates": "a1"}, {"id": "posner", "infiltrates": "a1"}, "wolff"]
    american = ["smith", "burke", {"id": "myers", "pinned": True}]
    s = field(german=german, american=american, hands={"german": ["fire 2"]})
    s.fire("g1", "a1", "fire 2")
    for _ in range(20):
        if s.options("no"):
            s.do("no")
        elif s.options():
            break
        else:
            s.draw(card)
    assert elan(s, "hauptmann") == elan(s, "posner") == points
    assert elan(s, "wolff") == 0 and "ambush" not in s.state.facts


@pytest.mark.rule("UF:42.43")
def test_other_fire_earns_nothing():
    s = field(hands={"german": ["fire 2"]})
    g = s.g
    attack = Attack(FIRE, "german", "a1", "g1")
    on_attack_declared(g, attack)
    frame = Resolving(attack, ("smith",))
    before = g.unit("smith")
    pin(g, before)
    on_resolved(g, frame, before, next(iter(g.deck.values())))
    on_attack_over(g, attack)
    assert elan(s) == elan(s, "wolff") == 0


@pytest.mark.rule("UF:42.44-d")
def test_in_a_team_game_each_table_is_an_end():
    groups = [{"side": "german", "men": ["beck", {"id": "wolff", "pinned": True}, "streich"]}]
    s = two_tables(hands={}, special=CAMPAIGN, groups=groups)
    for man in ("myers", "smith"):
        remove(s.g, s.g.unit(man), "kia")
    s.do("done")
    assert (elan(s), elan(s, "wolff"), elan(s, "beck-2")) == (2, 0, 0)


# -- Staff Sergeants ---------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.46-b")
@pytest.mark.parametrize(
    ("leader", "special", "limit"),
    [
        ({"id": "stahler"}, CAMPAIGN, 6),
        ({"id": "stahler", "pinned": True}, CAMPAIGN, 4),  # two less than six
        ({"id": "stahler"}, [], 5),
        ({"id": "diettinger"}, CAMPAIGN, 5),
        ({"id": "beck", "rank": "SSG"}, CAMPAIGN, 5),  # he does not lead
    ],
)
def test_a_staff_sergeant_who_leads(leader, special, limit):
    s = field(german=[leader, "wolff", "streich"], special=special)
    assert hand_limit(s.g, "german") == limit


@pytest.mark.rule("UF:42.46-b")
def test_when_he_is_lost():
    s = field(german=["stahler", "hessel", "wolff", "streich", "beck"])
    remove(s.g, s.g.unit("stahler"), "kia")
    assert hand_limit(s.g, "german") == 4
