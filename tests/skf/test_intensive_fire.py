"""Intensive Fire and what it risks (SKF:3.2.4-v to -y, SKF:3.3.3-j, SKF:3.4-c)."""

from __future__ import annotations

import pytest

from defilade.tactics.arcs import in_arc
from sk.places import board, line
from sk.places import lines as pairs
from skf.gunnery import crew, duel, fire, lines
from skf.situation import Situation

FRIEND = {"id": "g", "type": "ger-467", "hex": "here"}
"""Somebody else who may fire, so that the phase goes on."""


@pytest.mark.rule("SKF:3.2.4-v", "DAE:QRDC-case09")
def test_a_gun_without_rof_fires_once_more() -> None:
    s = fire(duel(3, more=[FRIEND]), "itt-HE", 5, 5)
    assert s.weapon("gun").fire == "prep"
    fire(s, "itt-HE", 6, 3)
    assert lines(s)["DAE:QRDC-case09"] == 2
    assert s.weapon("gun").intensive
    assert not s.options("gun")
    assert s.refusal("gun c+gun").rule == "SKF:3.2.4-v"


@pytest.mark.rule("SKF:3.2.4-w", "SKF:6.12-b")
def test_it_may_cost_the_gun() -> None:
    """B12 becomes 10: 10 and 11 malfunction, 12 removes it."""
    assert fire(fire(duel(3), "itt-HE", 5, 5), "itt-HE", 5, 5).weapon("gun").malfunctioned
    assert not fire(fire(duel(3), "itt-HE", 5, 5), "itt-HE", 4, 5).weapon("gun").malfunctioned
    assert "gun" not in fire(fire(duel(3), "itt-HE", 5, 5), "itt-HE", 6, 6).state.weapons


@pytest.mark.rule("SKF:3.2.4-y")
def test_who_may_not_use_it() -> None:
    """Nobody in the AFPh, no pinned crew, no light mortar."""
    pinned = fire(duel(3, pinned=True, more=[FRIEND]), "itt-HE", 5, 5)
    assert pinned.refusal("gun c+gun").rule == "SKF:3.2.4-y"
    advancing = duel(3, phase="AFPh", more=[FRIEND])
    fire(advancing, "itt-HE", 5, 5)
    assert advancing.refusal("gun c+gun").rule == "SKF:3.2.4-y"
    here, target = line(4)
    mortar = {"id": "m", "type": "ger-467", "hex": here, "sw": [{"id": "mtr", "type": "ger-50s-mtr"}]}
    s = Situation("y", "PFPh", "german", [mortar, {"id": "t", "type": "rus-447", "hex": target}])
    fire(s, "att-HE", 5, 6, firer="m", weapon="mtr")
    assert s.weapon("mtr").fire == "prep"
    assert s.refusal("gun m+mtr").rule == "SKF:3.2.4-y"


@pytest.mark.rule("SKF:3.4-c", "SKF:3.2.4-y")
def test_in_the_dfph_at_adjacent_hexes_only() -> None:
    """A gun marked First Fire."""
    far = duel(3, phase="DFPh", attacker="russian", gun_fire="first", more=[FRIEND])
    assert far.refusal("gun c+gun").rule == "SKF:3.4-c"
    near = duel(1, phase="DFPh", attacker="russian", gun_fire="first")
    fire(near, "itt-HE", 5, 5)
    assert lines(near) == {"DAE:QRDC-case09": 2}


@pytest.mark.rule("SKF:3.4-d")
def test_a_gun_marked_final_fire_is_done() -> None:
    s = duel(1, phase="DFPh", attacker="russian", more=[FRIEND])
    fire(s, "itt-HE", 5, 6)
    assert s.weapon("gun").fire == "final"
    assert not s.options("gun")
    assert s.refusal("gun c+gun").rule == "SKF:3.4-d"


@pytest.mark.rule("SKF:3.2.4-x")
def test_a_gun_without_printed_rof_that_turned_is_done() -> None:
    here, target = next((a, b) for a, b in pairs(3) if sum(in_arc(board(), a, f, b) for f in range(6)) == 1)
    facing = next(f for f in range(6) if in_arc(board(), here, f, target))

    def gun(turn: int) -> Situation:
        return Situation(
            "y",
            "PFPh",
            "german",
            [
                crew(here, "ger-150s-inf", facing=(facing + turn) % 6),
                {"id": "t", "type": "rus-447", "hex": target},
            ],
        )

    s = fire(gun(1), f"itt-HE-{facing}", 5, 5)
    assert s.weapon("gun").intensive
    assert not s.options("gun")
    assert not fire(gun(0), "itt-HE", 5, 5).weapon("gun").intensive


def first_fire(hexes: int = 3, **states: object) -> Situation:
    """A Russian squad moves in the open before a German gun."""
    here, there_, onward = next(
        (a, b, c)
        for a, b in pairs(hexes)
        for c in board().adjacent[b]
        if board().terrain[c] == "open"
        and board().hindrance(a, c) == 0
        and board().distance(a, c) == hexes
        and any(in_arc(board(), a, f, b) and in_arc(board(), a, f, c) for f in range(6))
    )
    facing = next(
        f for f in range(6) if in_arc(board(), here, f, there_) and in_arc(board(), here, f, onward)
    )
    s = Situation(
        "y",
        "MPh",
        "russian",
        [
            crew(here, facing=facing, **states),
            {"id": "t", "type": "rus-447", "hex": there_},
            {"id": "stays", "type": "rus-447", "hex": onward},
        ],
    )
    return s.do("move t", f"enter - {onward}")


@pytest.mark.rule("SKF:3.2.4-k", "SKF:3.2.4-b", "DAE:QRDC-case19")
def test_first_fire_hits_only_the_movers_and_has_their_modifiers() -> None:
    s = first_fire()
    fire(s, "itt-HE", 6, 3)
    assert lines(s)["DAE:QRDC-case19"] == -1
    assert sum(line.value for line in s.event("to_hit").breakdown.lines if line.sign == "+") == -2
    assert s.event("to_hit").who == ("t",)
    s.roll(6, 6)
    assert s.event("ordnance_effect").who == ("t",)
    assert s.weapon("gun").fire == "first"


@pytest.mark.rule("SKF:3.3.3-j")
def test_intensive_fire_at_a_mover_marks_everybody_final() -> None:
    """A nearer enemy does not matter; the crew and all its weapons are done."""
    s = first_fire(gun_fire="first")
    fire(s, "itt-HE", 6, 4)
    assert s.weapon("gun").intensive
    assert s.unit("c").fire == "final"
    assert s.weapon("gun").fire == "final"


@pytest.mark.rule("SKF:3.3.5-b", "DAE:QRDC-rof")
def test_rate_of_fire_or_residual_fp() -> None:
    """Who keeps the ROF leaves nothing; who gives it up leaves half the column."""
    kept = fire(first_fire(), "itt-HE", 1, 6).roll(6, 6)
    assert set(kept.options()) == {"keep-rate", "leave-residual"}
    kept.do("keep-rate")
    assert not kept.state.residual
    assert kept.weapon("gun").fire == ""
    given = fire(first_fire(), "itt-HE", 1, 6).roll(6, 6).do("leave-residual")
    assert list(given.state.residual.values()) == [6]
    assert given.weapon("gun").fire == "first"
    lost = fire(first_fire(), "itt-HE", 6, 3).roll(6, 6)
    assert list(lost.state.residual.values()) == [6]


@pytest.mark.rule("SKF:3.3.5-f", "SKF:3.3.5-a")
@pytest.mark.parametrize(
    ("smoke_at", "pinned", "left"), [("", False, 6), ("", True, 4), ("t", False, 6), ("c", False, 2)]
)
def test_each_drm_from_outside_takes_a_column_off_what_a_hit_leaves(
    smoke_at: str, pinned: bool, left: int
) -> None:
    """The +2 of a pinned crew is one DRM; smoke over the target is none, over the crew it is two (it hinders, and the
    fire leaves it)."""
    s = first_fire(pinned=pinned)
    if smoke_at:
        s.state.smoke = {s.unit(smoke_at).hex: 1}
    fire(s, "itt-HE", 6, 1).roll(6, 6)
    assert list(s.state.residual.values()) == [left]


@pytest.mark.rule("SKF:6.2-e", "SKF:3.3.5-b")
def test_neither_ap_nor_a_miss_leaves_residual_fp() -> None:
    assert not fire(first_fire(), "itt-AP", 6, 3).roll(6, 6).state.residual
    assert not fire(first_fire(), "itt-HE", 6, 5).state.residual


@pytest.mark.rule("SKF:3.5-c")
def test_guns_and_mortars_that_moved_do_not_fire_in_the_afph() -> None:
    s = duel(3, phase="AFPh", gun_manhandled=True, more=[FRIEND])
    assert s.refusal("gun c+gun").rule == "SKF:3.5-c"
