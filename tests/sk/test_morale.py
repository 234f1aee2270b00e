"""Morale checks, breaking and pinning (SK1:3.2.1, SK1:1.2.3)."""

from __future__ import annotations

import pytest

from defilade.kernel import Choice, Line, Position
from defilade.rules.sk import morale
from defilade.rules.sk.entering import came_in
from sk.places import board, line, volley
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

NMC = (5, 4)
ONE_MC = (5, 3)
TWO_MC = (4, 2)
PTC = (6, 4)


@pytest.mark.rule("SK1:3.2.1-j", "SK1:3.2.1-t", "SK1:1.2.2-c")
@pytest.mark.parametrize(
    ("dice", "broken", "pinned"), [((3, 3), False, False), ((3, 4), False, True), ((4, 4), True, False)]
)
def test_normal_morale_check(dice: tuple[int, int], broken: bool, pinned: bool) -> None:
    s = volley([{"id": "r", "type": "rus-447"}], *NMC).roll(*dice)
    unit = s.unit("r")
    assert (unit.broken, unit.dm, unit.pinned) == (broken, broken, pinned)


@pytest.mark.rule("SK1:3.2.1-v")
def test_numbered_morale_check() -> None:
    s = volley([{"id": "r", "type": "rus-447"}], *TWO_MC).roll(3, 3)
    assert s.breakdown().value("SK1:3.2.1-v") == 2
    assert s.unit("r").broken
    s = volley([{"id": "r", "type": "rus-447"}], *TWO_MC).roll(3, 2)
    assert s.unit("r").pinned


@pytest.mark.rule("SK1:3.2.1-l", "SK1:3.2.1-e")
def test_an_original_12_breaks_and_reduces() -> None:
    s = volley([{"id": "r", "type": "rus-447", "elr": 5}], *NMC).roll(6, 6)
    assert (s.unit("r").type, s.unit("r").broken, s.unit("r").dm) == ("rus-237", True, True)


@pytest.mark.rule("SK1:3.2.1-l")
def test_an_original_12_kills_a_half_squad() -> None:
    s = volley([{"id": "r", "type": "rus-237"}], *NMC).roll(6, 6)
    assert s.gone("r")


@pytest.mark.rule("SK1:3.2.1-l", "SK1:3.2.1-f")
def test_a_leader_who_rolls_12_breaks_and_is_wounded() -> None:
    s = volley([{"id": "r", "type": "rus-9-1", "elr": 5}], *NMC).roll(6, 6).roll(2)
    assert s.unit("r").broken and s.unit("r").wounded


def checking(unit: dict[str, object], drm: int) -> Situation:
    """A unit about to take a MC with a DRM, whatever gave it that."""
    s = volley([{"id": "r", **unit}])
    s.state.stack.append(morale.MoraleCheck("r", lines=(Line("for the test", drm, "SK1:3.2.1-q"),)))
    s.position = Position(s.position.system, s.state)
    return s


@pytest.mark.rule("SK1:3.2.1-l")
def test_a_12_breaks_whatever_the_modifiers() -> None:
    s = checking({"type": "rus-10-2"}, -5).roll(6, 6)
    assert s.breakdown().total == 7
    s.roll(1)
    assert (s.unit("r").broken, s.unit("r").wounded, s.unit("r").type) == (True, True, "rus-10-2")


@pytest.mark.rule("SK1:3.2.1-t")
def test_the_highest_roll_that_passes_pins_even_if_it_is_an_11() -> None:
    assert checking({"type": "rus-10-2"}, -2).roll(6, 5).unit("r").pinned
    assert not checking({"type": "rus-10-2"}, -2).roll(6, 4).unit("r").pinned


@pytest.mark.rule("SK1:3.2.1-o", "SK1:1.2.3-a", "SK1:3.2.1-m")
def test_a_broken_unit_checks_by_its_broken_morale() -> None:
    broken = {"id": "r", "type": "usa-666", "broken": True, "dm": True}  # broken morale 8
    s = volley([broken], *NMC, sides=("german", "american")).roll(4, 4)
    assert s.unit("r").type == "usa-666"
    s = volley([broken], *NMC, sides=("german", "american")).roll(5, 4)
    assert (s.unit("r").type, s.unit("r").broken) == ("usa-346", True)


@pytest.mark.rule("SK1:3.2.1-m", "SK1:3.2.1-m2")
def test_broken_units_that_fail() -> None:
    s = volley([{"id": "r", "type": "rus-237", "broken": True}], *NMC).roll(4, 4)
    assert s.gone("r")
    s = volley([{"id": "r", "type": "rus-447", "broken": True}], *NMC).roll(6, 6)
    assert s.gone("r")
    s = volley([{"id": "r", "type": "rus-9-1", "broken": True}], *NMC).roll(5, 5)
    assert s.roll(1).unit("r").wounded


@pytest.mark.rule("SK1:3.2.1-y")
def test_nobody_is_pinned_twice_in_a_player_turn() -> None:
    s = volley([{"id": "r", "type": "rus-447", "pinned": True, "was_pinned": True}], *PTC)
    assert isinstance(s.pending, Choice)  # no check is asked for
    s = volley([{"id": "r", "type": "rus-447", "was_pinned": True}], *NMC).roll(3, 4)
    assert not s.unit("r").pinned


@pytest.mark.rule("SK1:3.2.1-t")
def test_a_pinned_unit_that_breaks_loses_its_pin() -> None:
    s = volley([{"id": "r", "type": "rus-447", "pinned": True, "was_pinned": True}], *NMC).roll(4, 4)
    assert s.unit("r").broken and not s.unit("r").pinned


@pytest.mark.rule("SK1:3.2.1-w")
def test_broken_units_take_no_pin_task_check() -> None:
    s = volley([{"id": "r", "type": "rus-447", "broken": True}], *PTC)
    assert isinstance(s.pending, Choice)
    assert s.unit("r").dm and not s.unit("r").pinned


@pytest.mark.rule("SK1:3.2.1-z", "SK1:2.0-n")
def test_dm_by_adjacency() -> None:
    a, b = line(1)
    far = next(hex for hex in board().names if board().distance(hex, a) == 2 and board().distance(hex, b) > 1)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": a},
            {"id": "near", "type": "rus-447", "hex": b, "broken": True},
            {"id": "far", "type": "rus-447", "hex": far, "broken": True},
        ],
    )
    g = s.g
    came_in(g, a, "german")
    assert s.unit("near").dm and not s.unit("far").dm


@pytest.mark.rule("SK1:3.2.1-z")
def test_dm_for_a_broken_unit_that_comes_adjacent_itself() -> None:
    a, b = line(1)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [{"id": "g", "type": "ger-467", "hex": a}, {"id": "r", "type": "rus-447", "hex": b, "broken": True}],
    )
    came_in(s.g, b, "russian")
    assert s.unit("r").dm and not s.unit("g").dm


@pytest.mark.rule("SK1:3.2.1-i", "SK1:3.2.1-i2", "SK1:1.2.1-a")
def test_wounded_leader_is_worth_less() -> None:
    s = volley([{"id": "r", "type": "rus-8-0", "wounded": True}])
    assert (morale.morale_level(s.g, s.unit("r")), morale.leadership(s.g, s.unit("r"))) == (7, 1)


@pytest.mark.rule("SK1:5.4-a")
def test_who_is_inexperienced() -> None:
    a, b = line(3)
    s = Situation(
        "y",
        "PFPh",
        "american",
        [
            {"id": "green", "type": "usa-536", "hex": a},
            {"id": "line", "type": "usa-666", "hex": a},
            {"id": "led", "type": "usa-536", "hex": b},
            {"id": "lead", "type": "usa-8-0", "hex": b},
            {"id": "conscript", "type": "rus-426", "hex": line(6)[0]},
            {"id": "commissar", "type": "rus-9-1", "hex": line(6)[0]},
        ],
    )
    inexperienced = {uid for uid in s.state.units if morale.is_inexperienced(s.g, s.unit(uid))}
    assert inexperienced == {"green", "conscript"}
    s.state.units["lead"] = morale.break_unit(s.g, s.unit("lead"))
    assert morale.is_inexperienced(s.g, s.unit("led"))


@pytest.mark.rule("SK1:3.2.1-u", "SK1:3.2.1-u5")
def test_a_pinned_unit_neither_moves_nor_advances() -> None:
    a, b = line(6)
    for phase, verb in (("MPh", "move"), ("APh", "advance")):
        s = Situation(
            "y",
            phase,
            "german",
            [
                {"id": "fit", "type": "ger-467", "hex": a},
                {"id": "pinned", "type": "ger-467", "hex": a, "pinned": True},
                {"id": "r", "type": "rus-447", "hex": b},
            ],
        )
        movers = {option.split()[1] for option in s.options(verb)}
        assert "fit" in movers and "pinned" not in movers
