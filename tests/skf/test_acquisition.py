"""Target Acquisition (SKF:6.10, SKF:6.11)."""

from __future__ import annotations

import pytest

from defilade.tactics.arcs import in_arc
from sk.places import board
from sk.places import lines as pairs
from skf.gunnery import crew, duel, fire, lines, there
from skf.situation import Situation
from skf.tanks import Tanks

FRIEND = {"id": "g", "type": "ger-467", "hex": "here"}


@pytest.mark.rule("SKF:6.10-a", "DAE:QRDC-case20")
def test_one_after_a_shot_two_after_another_never_more() -> None:
    s = fire(duel(3, more=[FRIEND]), "itt-HE", 1, 6)
    s.roll(6, 6)
    assert (s.weapon("gun").acquired, s.weapon("gun").acquired_drm) == (("t",), -1)
    fire(s, "itt-HE", 1, 6)
    assert lines(s) == {"DAE:QRDC-case20": -1}
    s.roll(6, 6)
    fire(s, "itt-HE", 1, 6)
    assert lines(s) == {"DAE:QRDC-case20": -2}
    assert s.weapon("gun").acquired_drm == -2


@pytest.mark.rule("SKF:6.10-b")
def test_another_target_ends_it() -> None:
    here, target, other = next(
        (a, b, c)
        for a, b in pairs(3)
        for c in board().adjacent[b]
        if board().terrain[c] == "open" and board().hindrance(a, c) == 0 and board().distance(a, c) == 3
        if any(facing for facing in range(6) if _covers(a, facing, b) and _covers(a, facing, c))
    )
    facing = next(f for f in range(6) if _covers(here, f, target) and _covers(here, f, other))
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            crew(here, facing=facing, gun_acquired=("t",), gun_acquired_drm=-2),
            {"id": "t", "type": "rus-447", "hex": target},
            {"id": "u", "type": "rus-447", "hex": other},
        ],
    )
    fire(s, "itt-HE", 1, 6, at=other)
    assert lines(s) == {}
    assert (s.weapon("gun").acquired, s.weapon("gun").acquired_drm) == (("u",), -1)


def _covers(a: str, facing: int, b: str) -> bool:
    return in_arc(board(), a, facing, b)


@pytest.mark.rule("SKF:6.10-b")
def test_a_malfunction_and_turning_end_it() -> None:
    broken = fire(duel(3, gun_acquired=("t",), gun_acquired_drm=-1, more=[FRIEND]), "itt-HE", 6, 6)
    assert broken.weapon("gun").malfunctioned
    assert broken.until("MPh").weapon("gun").acquired == ()
    turned = duel(3, gun_acquired=("t",), gun_acquired_drm=-1)
    facing = (turned.weapon("gun").facing + 1) % 6
    turned.do(f"turn c+gun - {facing}")
    assert turned.weapon("gun").acquired == ()


@pytest.mark.rule("SKF:6.10-c")
def test_the_crews_own_fire_ends_it() -> None:
    s = duel(2, gun_acquired=("t",), gun_acquired_drm=-1)
    s.do(f"target - {there(s)}", "add c", "declare").roll(6, 5)
    assert s.weapon("gun").acquired == ()


@pytest.mark.rule("SKF:6.10-c")
def test_a_broken_crew_has_acquired_nothing() -> None:
    s = duel(3, gun_acquired=("t",), gun_acquired_drm=-1, broken=True, dm=True, more=[FRIEND])
    s.until("MPh")
    assert s.weapon("gun").acquired == ()


@pytest.mark.rule("SKF:6.10-h", "SKF:6.11")
def test_it_changes_with_the_target_type() -> None:
    s = fire(duel(3, gun_acquired=("t",), gun_acquired_drm=-1, more=[FRIEND]), "att-HE", 5, 6)
    assert lines(s) == {"DAE:QRDC-case20": -1}
    assert (s.weapon("gun").acquired, s.weapon("gun").acquired_drm) == ((there(s),), -2)
    back = fire(duel(3, more=[FRIEND], gun_acquired_drm=-1, gun_acquired=(pairs(3)[0][1],)), "itt-HE", 5, 6)
    assert lines(back) == {"DAE:QRDC-case20": -1}
    assert (back.weapon("gun").acquired, back.weapon("gun").acquired_drm) == (("t",), -2)


@pytest.mark.rule("SKF:4.5-c", "SKF:6.11", "SKF:4.5-a")
def test_a_light_mortar_acquires_the_hex() -> None:
    here, target = pairs(4)[0]
    mortar = {"id": "c", "type": "ger-467", "hex": here, "sw": [{"id": "gun", "type": "ger-50s-mtr"}]}
    s = Situation("y", "PFPh", "german", [mortar, {"id": "t", "type": "rus-447", "hex": target}])
    fire(s, "att-HE", 1, 6)
    s.roll(6, 6)
    assert s.weapon("gun").acquired == (target,)
    fire(s, "att-HE", 1, 6)
    assert lines(s) == {"DAE:QRDC-case20": -1}


def chase(*, seen: bool) -> tuple[Situation, str, str]:
    """An acquired squad steps into a hex that the gun sees, or does not."""
    here, start, to = next(
        (a, b, c)
        for a, b in pairs(4)
        for c in board().adjacent[b]
        if (board().hindrance(a, c) >= 0) == seen
        and board().terrain[c] == "open"
        and board().distance(a, c) < 6
    )
    s = Situation(
        "y",
        "MPh",
        "russian",
        [
            crew(here, at=start, gun_acquired=("t",), gun_acquired_drm=-2, gun_fire="first", fire="final"),
            {"id": "t", "type": "rus-447", "hex": start},
            {"id": "u", "type": "rus-447", "hex": start},
        ],
    )
    return s, start, to


@pytest.mark.rule("SKF:6.10-d", "SKF:6.10-i")
def test_it_follows_a_unit_that_stays_in_sight() -> None:
    s, _, to = chase(seen=True)
    s.do("move t", f"enter - {to}")
    assert s.weapon("gun").acquired == ("t",)


@pytest.mark.rule("SKF:6.10-d", "SKF:6.10-e")
def test_of_a_stack_that_scatters_the_firer_keeps_whom_he_fires_at() -> None:
    """Both may still be fired at with it; the next shot decides."""
    s, start, to = chase(seen=True)
    stacked = Situation(
        "y",
        "MPh",
        "russian",
        [
            crew(s.unit("c").hex, at=start, gun_acquired=("t", "u"), gun_acquired_drm=-1),
            {"id": "t", "type": "rus-447", "hex": start},
            {"id": "u", "type": "rus-447", "hex": start},
        ],
    )
    stacked.do("move t", f"enter - {to}")
    assert set(stacked.weapon("gun").acquired) == {"t", "u"}
    if stacked.options("gun"):
        stacked.do("gun c+gun")
        shot = next(option for option in stacked.options("shoot") if "itt-HE" in option)
        stacked.do(shot).roll(6, 5)
        assert stacked.weapon("gun").acquired == ("t",)
        assert stacked.weapon("gun").acquired_drm == -2


@pytest.mark.rule("SKF:6.10-b")
def test_a_tank_that_drives_off_loses_what_it_has_acquired() -> None:
    tank = {"id": "t", "type": "ger-pzivh", "hex": "Y6", "vca": 5}
    s = Tanks(
        "MPh", "german", [tank], [{"id": "r", "type": "rus-447", "hex": "Y1"}], sides=("german", "russian")
    )
    gun = s.g.armament_of(s.tank())
    assert gun is not None
    s.g.update_weapon(gun, acquired=("r",), acquired_drm=-2, acquired_from="zY6 t", acquired_in="zY1")
    s.do("drive t", "start")
    while s.side() != "german":
        s.decline()
    assert s.state.weapons[gun.id].acquired == ("r",)
    s.do(s.options("enter")[0])
    assert s.state.weapons[gun.id].acquired == ()
