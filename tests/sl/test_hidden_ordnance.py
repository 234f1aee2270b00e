"""Ordnance that fires from hiding in Squad Leader (SL:2.7), with recoilless rifles."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.kernel import Outcome, determinized, make_view
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.weapons.hidden_ordnance import Detection, detection_lines, is_at_gun, watchers
from defilade.tactics.units import Weapon
from sl.motor_pool import scene, vehicle
from sl.secrets import ask_again, hidden_away, seen_by, under_cover
from sl.table import Table, pair, unit

FAR = 7
HOME, THERE = pair(FAR, "open", "woods")
TANK = "ger-pzkw-ivh"


def ambush(
    *more: dict[str, Any], at: str = HOME, goal: str = THERE, covered: bool = False, **state: Any
) -> Table:
    """An American crew with a recoilless rifle in hiding, and a German squad that it sees."""
    units = [unit("c", "usa-237-crew", at), unit("e", "ger-467", goal), *more]
    weapons = {"w": Weapon("w", "russian", state.pop("kind", "usa-rcl-75"), owner="c", hex=at)}
    cars = state.pop("cars", [])
    table = scene(
        state.pop("phase", "PFPh"), units, cars, weapons=weapons, attacker="russian", year=1945, **state
    )
    if covered:
        under_cover(table, "c")
    else:
        hidden_away(table, "c")
    return table


def fire(table: Table, *throws: tuple[int, ...], goal: str = THERE) -> Table:
    return table.do(f"shell c+w {goal}").roll(*throws)


def is_hidden(table: Table) -> bool:
    return "c" in table.position.state.unseen


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown("detection").lines}


@pytest.mark.rule("SL:2.7.1-b")
def test_what_is_an_at_gun() -> None:
    def counts(kind: str) -> bool:
        table = ambush(kind=kind)
        return is_at_gun(table.g, table.position.state.weapons["w"])

    assert counts("usa-rcl-57") and counts("usa-rcl-75")
    assert not counts("usa-baz-45a") and not counts("bri-piat") and not counts("usa-mmg")
    rocket = ambush(kind="usa-baz-45a", at=pair(3, "open", "woods")[0], goal=pair(3, "open", "woods")[1])
    assert not rocket.options("shell")
    squad = ambush()
    squad.g.update(squad.g.unit("c"), type="usa-346", kind="half-squad")
    ask_again(squad)
    assert not squad.options("shell")


@pytest.mark.rule("SL:2.7.2-a", "SL:2.7.2-b", "SL:2.7.2-e", "SL:2.7.2-g", "SL:2.7.3")
@pytest.mark.parametrize("covered", [False, True])
def test_the_coloured_die_gives_it_away(covered: bool) -> None:
    kept = fire(
        ambush(covered=covered), (4, 6)
    )  # a miss: the target is there (+1), and looks (+1), but is far (-1)
    assert is_hidden(kept) and kept.breakdown("detection").total == 5
    assert drm(kept) == {"SL:2.7.2-e": 1, "SL:2.7.2-f": 1, "SL:2.7.2-g": -1}
    found = fire(ambush(covered=covered), (5, 6))
    assert not is_hidden(found) and found.unit("c").hex == HOME and found.said("SL:2.7.2-a")
    assert "SL:2.7.2-e" not in {line.rule for line in found.breakdown("to_hit").lines}
    other_die = fire(ambush(covered=covered), (4, 6))
    assert is_hidden(other_die)


@pytest.mark.rule("SL:2.7.2-e", "SL:2.7.2-f")
def test_a_target_that_is_gone_or_broken_does_not_look() -> None:
    gone = fire(ambush(), (5, 1), (1, 1))  # a hit, and a KIA
    assert (
        not gone.alive("e")
        and is_hidden(gone)
        and "SL:2.7.2-e" not in drm(gone)
        and "SL:2.7.2-f" not in drm(gone)
    )
    broken = fire(ambush(), (4, 1), (3, 4))
    while "detection" not in {event.kind for event in broken.events}:
        broken.roll((6, 6))
    assert broken.unit("e").broken and "SL:2.7.2-f" not in drm(broken) and "SL:2.7.2-e" in drm(broken)


@pytest.mark.rule("SL:2.7.2-f")
def test_who_was_concealed_before_the_shot_does_not_look() -> None:
    table = ambush()
    under_cover(table, "e")
    shot = fire(table, (3, 6))
    assert "SL:2.7.2-f" not in drm(shot) and drm(shot)["SL:2.7.2-e"] == 1
    tank = ambush(cars=[vehicle("v", TANK, THERE, ce=True)])
    tank.g.remove(tank.g.unit("e"))
    ask_again(tank)
    shooting = tank.do("shoot c+w+v " + THERE).roll((5, 6))
    assert drm(shooting)["SL:2.7.2-f"] == 1
    shut = ambush(cars=[vehicle("v", TANK, THERE)])
    shut.g.remove(shut.g.unit("e"))
    ask_again(shut)
    assert "SL:2.7.2-f" not in drm(shut.do("shoot c+w+v " + THERE).roll((5, 6)))


@pytest.mark.rule("SL:2.7.2-d")
def test_every_shot_before_makes_it_easier_to_find() -> None:
    table = fire(ambush(shots_from_hiding={"w": 2}), (3, 6))
    assert drm(table)["SL:2.7.2-d"] == 2 and table.position.state.shots_from_hiding == {"w": 3}
    assert "SL:2.7.2-d" not in drm(fire(ambush(), (3, 6)))


@pytest.mark.rule("SL:2.7.2-a")
def test_beside_an_enemy_it_is_found_in_any_case() -> None:
    near = next(hex for hex in Table("RPh", []).g.map.adjacent[HOME] if hex != THERE)
    beside = fire(ambush(unit("x", "ger-467", near)), (3, 6))
    assert not is_hidden(beside) and beside.breakdown("detection").total == 5
    fallen = ambush(unit("x", "ger-467", near))
    fallen.g.remove(fallen.g.unit("x"))
    ask_again(fallen)
    assert is_hidden(fire(fallen, (3, 6)))


@pytest.mark.rule("SL:2.7.2-g")
def test_who_counts_as_near() -> None:
    g = Table("RPh", []).g
    spot = next(
        hex
        for hex in g.map.names
        if 2 <= g.map.distance(hex, HOME) <= 5 and sees(g, hex, HOME) and hex != THERE
    )

    def near(**more: Any) -> bool:
        table = ambush({**unit("x", "ger-467", spot), **more})
        return spot in watchers(table.g, "russian", HOME)

    assert near()
    assert not near(broken=True) and not near(type="ger-8-1")
    covered = ambush(unit("x", "ger-467", spot))
    under_cover(covered, "x")
    assert spot not in watchers(covered.g, "russian", HOME)
    for ce, stun, counts in ((True, 0, True), (False, 0, False), (True, 1, False)):
        tank = ambush(cars=[vehicle("v", TANK, spot, ce=ce, stun=stun)])
        assert (spot in watchers(tank.g, "russian", HOME)) == counts
    close = ambush(unit("x", "ger-467", spot))
    assert "SL:2.7.2-g" not in {
        line.rule for line in detection_lines(close.g, Detection("c", "w", THERE, 1), "russian", HOME)
    }


@pytest.mark.rule("SL:2.7.3")
def test_the_enemy_does_not_hear_from_where() -> None:
    g = Table("RPh", []).g
    other = next(
        hex
        for hex in g.map.names
        if g.map.terrain[hex] == "woods"
        and hex != HOME
        and FAR <= g.map.distance(hex, THERE) < 12
        and sees(g, hex, THERE)
    )
    views = []
    for at in (HOME, other):
        table = fire(ambush(at=at), (3, 6))
        assert is_hidden(table)
        mine, theirs = make_view(table.system, table.position, "russian", 0), seen_by(table, "german")
        assert mine.state.hidden == {"c": at} and at not in theirs.decode().replace(THERE, "")
        told = [event for event in table.events if not event.seen_by or "german" in event.seen_by]
        views.append((theirs, msgspec.json.encode([event for event in told if event.kind != "detection"])))
        assert all(event.at != at for event in told)
    assert views[0] == views[1]
    half_way = ambush().do(f"shell c+w {THERE}")
    view = make_view(half_way.system, half_way.position, "german", 0)
    guessed = determinized(half_way.system, view, random.Random(1))
    guessed.advance(Outcome((3, 6)))  # play goes on also for who has no idea where it is
    assert guessed.state.over is None
