"""Pushing Guns (SKF:6.5), turning them (SKF:3.2.4-q), and setting them up (SKF:1.2.6)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.sk import terrain
from defilade.rules.sk.full.ordnance.guns import may_stand_in
from sk.places import board, line
from skf.gunnery import crew, duel, fire, lines, there
from skf.situation import Situation, full_kit


def pushers(
    to: str = "open", gun: str = "usa-57l-at", more: list[dict[str, Any]] | None = None, **states: Any
) -> tuple[Situation, str]:
    """A crew with a Gun in the MPh, and an adjacent hex to push it into."""
    area = board()
    start, goal = next(
        (a, b)
        for a in area.names
        if area.terrain[a] == "open" and not area.roads.get(a)
        for b in area.adjacent[a]
        if area.terrain[b] == to and not area.roads.get(b)
    )
    extra = [{**unit, "hex": start} for unit in more or []]
    nation = {"usa": "american", "ger": "german"}[gun.split("-")[0]]
    s = Situation(
        "y",
        "MPh",
        nation,
        [crew(start, gun, facing=0, **states), *extra],
        sides=("american", "german"),
    )
    return s, goal


def push(to: str, *dice: int, **more: Any) -> tuple[Situation, str]:
    s, goal = pushers(to, **more)
    s.do("move c")
    for unit in more.get("more") or []:
        s.do(f"join {unit['id']}")
    s.do(f"push - {goal}").roll(*dice)
    if s.options("face"):
        s.do("face gun - 2")
    return s, goal


@pytest.mark.rule("SKF:6.5-a", "SKF:6.5-b", "DAE:QRDC-manh", "SKF:6.5-e", "SKF:1.2.6-c")
def test_below_the_number_it_goes_on() -> None:
    """M10 into the open: +2 for the MF. 7 goes on, 8 moves and stops, 9 stays."""
    s, goal = push("open", 3, 4)
    assert s.unit("c").hex == goal
    assert (s.weapon("gun").hex, s.weapon("gun").facing, s.weapon("gun").owner) == (goal, 2, "c")
    assert s.options("push")
    found = s.event("manhandling").breakdown
    assert found is not None and found.drm == 2
    stops, goal = push("open", 4, 4)
    assert stops.unit("c").hex == goal
    assert not stops.options("push")
    stays, goal = push("open", 4, 5)
    assert stays.unit("c").hex != goal
    assert stays.weapon("gun").hex == stays.unit("c").hex
    assert stays.weapon("gun").facing == 0
    assert not stays.options("push")


@pytest.mark.rule("SKF:6.5-b")
def test_twice_the_mf_and_no_more_than_it_has() -> None:
    """Woods cost a crew 4 of its 4 MF."""
    s, goal = push("woods", 1, 1)
    assert s.unit("c").hex == goal
    assert not s.options("push")


@pytest.mark.rule("DAE:QRDC-manh")
def test_cover_is_harder_and_more_hands_are_better() -> None:
    """Into woods +1 TEM and +4 MF; a squad that helps -2; a squad in place of the crew -1."""
    s, _ = push("woods", 1, 1, more=[{"id": "b", "type": "usa-666"}])
    found = s.event("manhandling").breakdown
    assert found is not None
    assert sorted(line.value for line in found.lines) == [-2, 1, 4]
    squad, goal = pushers("open")
    gunner = {**crew(squad.unit("c").hex, "usa-57l-at", facing=0), "type": "usa-666"}
    alone = Situation("y", "MPh", "american", [gunner], sides=("american", "german"))
    alone.do("move c", f"push - {goal}").roll(1, 1)
    found = alone.event("manhandling").breakdown
    assert found is not None and sorted(line.value for line in found.lines) == [-1, 2]


@pytest.mark.rule("DAE:QRDC-manh")
def test_a_road_helps() -> None:
    area = board()
    start, goal = next(
        (a, b)
        for a in area.names
        if area.terrain[a] == "open"
        for b in area.adjacent[a]
        if area.road_between(a, b)
        if area.terrain[b] == "open"
    )
    s = Situation("y", "MPh", "american", [crew(start, "usa-57l-at", facing=0)], sides=("american", "german"))
    s.do("move c", f"push - {goal}").roll(1, 1)
    found = s.event("manhandling").breakdown
    assert found is not None and sorted(line.value for line in found.lines) == [-2, 2]


@pytest.mark.rule("SKF:1.2.6-c")
def test_a_limbered_gun_stays() -> None:
    s, goal = pushers("open", "ger-88l-aa")
    s.do("move c")
    assert s.refusal(f"push - {goal}").rule == "SKF:1.2.6-c"


@pytest.mark.rule("SKF:6.5-b")
def test_who_carries_something_pushes_nothing() -> None:
    s, goal = pushers("open", more=[{"id": "b", "type": "usa-666", "sw": [{"id": "mg", "type": "usa-mmg"}]}])
    s.do("move c", "join b")
    assert s.refusal(f"push - {goal}").rule == "SKF:6.5-b"
    assault, goal = pushers("open")
    assault.do("move c", "assault")
    assert assault.refusal(f"push - {goal}").rule == "SKF:6.5-b"


@pytest.mark.rule("SKF:6.3-a", "SKF:6.5-c")
def test_what_has_moved_is_emplaced_no_more_and_its_crew_is_done() -> None:
    s, _ = push("open", 1, 1, gun_emplaced=True)
    assert not s.weapon("gun").emplaced
    s.until("APh")
    assert s.refusal("advance c " + board().adjacent[s.unit("c").hex][0]).rule == "SKF:6.5-c"


@pytest.mark.rule("SKF:6.5-c")
def test_a_gun_is_left_behind_by_who_walks_away() -> None:
    """Guns never move in the APh, nor with a crew that just walks."""
    s, goal = pushers("open")
    s.do("move c", f"enter - {goal}")
    assert s.weapon("gun").owner == ""
    assert s.weapon("gun").hex != goal


@pytest.mark.rule("SKF:6.5-d", "DAE:QRDC-case21")
def test_hazardous_movement() -> None:
    """-2 in every phase until pinned; neither FFMO nor FFNAM."""
    s = duel(3, target="rus-228-crew", target_states={"hazardous": True})
    assert lines(fire(s, "itt-HE", 6, 5)) == {"DAE:QRDC-case21": -2}
    pinned = duel(3, target="rus-228-crew", target_states={"hazardous": True, "pinned": True})
    assert lines(fire(pinned, "itt-HE", 6, 5)) == {}
    here, target = line(2)
    small = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": here},
            {"id": "t", "type": "rus-228-crew", "hex": target, "hazardous": True},
        ],
    )
    small.do(f"target - {target}", "add g", "declare").roll(6, 5)
    assert {one.rule: one.value for one in small.breakdown().lines if one.sign == "+"} == {"SKF:6.5-d": -2}


@pytest.mark.rule("SKF:3.2.4-q")
def test_a_gun_turns_without_firing_and_stays_for_the_turn() -> None:
    s = duel(3, more=[{"id": "g", "type": "ger-467", "hex": "here"}])
    facing = (s.weapon("gun").facing + 2) % 6
    s.do(f"turn c+gun - {facing}")
    assert s.weapon("gun").facing == facing
    assert not s.options("gun")
    s.until("MPh")
    assert s.refusal("move c").rule == "SKF:3.2.4-q"


@pytest.mark.rule("SKF:3.2.4-q")
def test_a_gun_that_has_fired_does_not_turn() -> None:
    s = fire(duel(3, more=[{"id": "g", "type": "ger-467", "hex": "here"}]), "itt-HE", 5, 5)
    assert s.refusal("turn c+gun - 0").rule == "SKF:3.2.4-q"
    fired = duel(3, fire="prep", more=[{"id": "g", "type": "ger-467", "hex": "here"}])
    assert fired.refusal("turn c+gun - 0").rule == "SKF:3.2.4-q"


@pytest.mark.rule("SKF:1.2.6-d")
def test_which_guns_stand_in_buildings() -> None:
    s = duel(3)
    house = next(hex for hex in board().names if terrain.is_building(s.g, hex))
    allowed = {
        kind.id
        for kind in s.g.weapon_types.values()
        if kind.ordnance is not None and kind.ordnance.gun and may_stand_in(s.g, kind.ordnance, house)
    }
    assert "ger-75l-at" in allowed and "ger-81s-mtr" in allowed and "usa-76l-at" in allowed
    assert "ger-88ll-at" not in allowed and "usa-105-art" not in allowed and "ger-150s-inf" not in allowed
    assert there(s)


@pytest.mark.rule("SKF:4.0-n", "SKF:1.2.6-b", "SKF:3.2.4-n", "SKF:6.3-a")
def test_guns_set_up_with_crews_and_point_somewhere() -> None:
    """The card of F2: every Gun is in the hands of a crew when the first turn begins."""
    from_start = full_kit()
    position = from_start.begin("F2", {})[0]
    while isinstance(position.pending, Choice) and position.state.turn == 0:
        options = position.pending.options
        none = [option for option in options if option.verb == "none"]
        position.advance(none[0] if none else options[len(options) // 2])
    for weapon in position.state.weapons.values():
        ordnance = from_start.library.weapons[weapon.type].ordnance
        if ordnance is not None and ordnance.gun:
            assert position.state.units[weapon.owner].kind == "crew"
            assert weapon.facing in range(6)
