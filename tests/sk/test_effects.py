"""Effects of fire attacks (SK1:3.2.1): KIA, K, checks, DM, and the weapons of the dead."""

from __future__ import annotations

import pytest

from defilade.kernel import Choice
from defilade.rules.sk import ift
from defilade.rules.sk.tables import FireResult
from sk.places import line, volley
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

SQUAD = {"id": "r", "type": "rus-447"}


def squads(count: int, **states: object) -> list[dict[str, object]]:
    return [{"id": f"r{n}", "type": "rus-447", **states} for n in range(1, count + 1)]


@pytest.mark.rule("SK1:3.2.1-c")
def test_kia_eliminates_the_highest_of_the_dice() -> None:
    s = volley(squads(3), 1, 1)  # 1KIA
    s.roll(2, 5, 4)
    assert s.gone("r2") and not s.gone("r1") and not s.gone("r3")
    assert s.state.lost["russian"] == 2


@pytest.mark.rule("SK1:3.2.1-c")
def test_kia_takes_all_who_tie() -> None:
    s = volley(squads(3), 1, 1).roll(5, 5, 4)
    assert s.gone("r1") and s.gone("r2") and not s.gone("r3")


@pytest.mark.rule("SK1:3.2.1-c")
def test_kia_of_all_needs_no_selection() -> None:
    s = volley([SQUAD], 1, 1)
    assert s.gone("r")


@pytest.mark.rule("SK1:3.2.1-c2")
def test_kia_breaks_the_survivors() -> None:
    s = volley(squads(2), 1, 1).roll(6, 1)
    assert s.gone("r1")
    assert s.unit("r2").broken and s.unit("r2").dm and s.unit("r2").type == "rus-447"


@pytest.mark.rule("SK1:3.2.1-c3", "SK1:3.2.1-e")
def test_kia_reduces_survivors_who_were_broken() -> None:
    s = volley(squads(2, broken=True), 1, 1).roll(6, 1)
    assert s.gone("r1")
    assert (s.unit("r2").type, s.unit("r2").broken) == ("rus-237", True)


@pytest.mark.rule("SK1:3.2.1-d", "SK1:3.2.1-d2", "SK1:3.2.1-v")
def test_k_reduces_one_and_all_check_with_its_number() -> None:
    s = volley(squads(2), 1, 2)  # K/3
    s.roll(6, 1)
    assert s.unit("r1").type == "rus-237"
    s.roll(2, 3)  # the new half-squad: 5 + 3 = 8 against 7
    assert s.unit("r1").broken
    assert s.breakdown().value("SK1:3.2.1-v") == 3
    s.roll(2, 2)  # the other: 7 against 7
    assert s.unit("r2").pinned and s.unit("r2").type == "rus-447"


@pytest.mark.rule("SK1:3.2.1-d", "SK1:3.2.1-e")
def test_k_kills_a_half_squad() -> None:
    s = volley([{"id": "r", "type": "rus-237"}], 1, 2)
    assert s.gone("r")
    assert s.state.lost["russian"] == 1


@pytest.mark.rule("SK1:3.2.1-d2", "SK1:3.2.1-f")
def test_a_leader_wounded_by_k_makes_no_check() -> None:
    s = volley([{"id": "r", "type": "rus-9-1"}], 1, 2)
    s.roll(4)
    assert s.unit("r").wounded and not s.unit("r").broken
    assert isinstance(s.pending, Choice)


@pytest.mark.rule("SK1:3.2.1-f", "SK1:QRDC-wound", "SK1:3.2.1-h")
def test_wound_severity() -> None:
    s = volley([{"id": "r", "type": "rus-9-1"}], 1, 2).roll(5)
    assert s.gone("r")
    s = volley([{"id": "r", "type": "rus-9-1", "wounded": True}], 1, 2).roll(4)
    assert s.breakdown().value("SK1:3.2.1-h") == 1
    assert s.gone("r")
    s = volley([{"id": "r", "type": "rus-9-1", "wounded": True}], 1, 2).roll(3)
    assert s.unit("r").wounded


@pytest.mark.rule("SK1:3.2.1-w")
def test_ptc_pins_those_who_fail() -> None:
    s = volley(squads(2), 6, 4)  # PTC
    s.roll(4, 4)
    assert s.unit("r1").pinned and s.unit("r1").was_pinned
    s.roll(4, 3)
    assert not s.unit("r2").pinned


@pytest.mark.rule("SK1:3.2.1-aa")
def test_a_dash_does_nothing() -> None:
    s = volley(squads(2), 6, 5)
    assert not any(s.unit(uid).broken or s.unit(uid).pinned for uid in ("r1", "r2"))
    assert isinstance(s.pending, Choice)


@pytest.mark.rule("SK1:3.2.1-z2", "SK1:3.2.1-aa")
def test_fire_that_might_have_hurt_puts_broken_units_under_dm() -> None:
    s = volley([{"id": "r", "type": "rus-447", "broken": True}], 6, 5)
    assert s.unit("r").broken and s.unit("r").dm
    assert "SK1:3.2.1-z2" in s.cited()


@pytest.mark.rule("SK1:3.2.1-z2")
def test_every_possible_roll_counts_for_dm() -> None:
    # A half-squad at long range has 1 FP. A 2 would cower off the table, but a 3 is a 1MC.
    here, there = line(5)
    target = {"id": "r", "type": "rus-447", "hex": there, "broken": True}
    s = Situation("y", "PFPh", "german", [{"id": "g", "type": "ger-237", "hex": here}, target])
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    assert s.unit("r").dm


@pytest.mark.rule("SK1:3.2.1-z2", "SK1:3.2-q")
def test_conscripts_have_their_best_roll_at_three() -> None:
    # 4 FP at +3: a 2 cowers two columns and comes to a 5 on the 1 column, a PTC; a 3 is a 6 on the 4 column.
    here, there = line(3, target="stone_building")
    target = {"id": "r", "type": "rus-447", "hex": there, "broken": True}
    s = Situation("y", "PFPh", "german", [{"id": "g", "type": "ger-436", "hex": here}, target])
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    assert s.breakdown().total == 4 and s.breakdown().drm == 3
    assert s.unit("r").dm


@pytest.mark.rule("SK1:3.2.1-z2")
def test_the_possibility_of_cowering_counts_for_dm() -> None:
    # 2 FP at +3: a 5 on the 2 column is a NMC, but a 2 cowers to the 1 column, and a 3 comes to a 6.
    here, there = line(5, target="stone_building")
    target = {"id": "r", "type": "rus-447", "hex": there, "broken": True}
    firers = [{"id": "g", "type": "ger-447", "hex": here}, {"id": "lead", "type": "ger-8-0", "hex": here}]
    s = Situation("y", "PFPh", "german", [*firers, target])
    s.do(f"target - {there}", "add g", "declare", "no-leader").roll(6, 5)
    assert not s.unit("r").dm
    s = Situation("y", "PFPh", "german", [*firers, target])
    s.do(f"target - {there}", "add g", "declare", "direct lead").roll(6, 5)
    assert s.unit("r").dm


@pytest.mark.rule("SK1:3.2.1-z2")
def test_modifiers_may_make_a_check_impossible() -> None:
    here, there = line(5, target="stone_building")  # long range: 2 FP, +3: final 5 at best, a NMC
    target = {"id": "r", "type": "rus-447", "hex": there, "broken": True}
    s = Situation("y", "PFPh", "german", [{"id": "g", "type": "ger-447", "hex": here}, target])
    s.do(f"target - {there}", "add g", "declare").roll(6, 5)
    assert not s.unit("r").dm  # on the 1 column, after cowering, 5 is a PTC


@pytest.mark.rule("SK1:4.0-o")
def test_kia_may_destroy_the_weapon() -> None:
    armed = {**SQUAD, "sw": [{"id": "lmg", "type": "rus-lmg"}]}
    s = volley([armed], 1, 1)
    s.roll(2)  # 1KIA on the 12 column
    assert "lmg" not in s.state.weapons


@pytest.mark.rule("SK1:4.0-o2")
def test_k_on_the_weapon_dr_breaks_it() -> None:
    armed = {**SQUAD, "sw": [{"id": "lmg", "type": "rus-lmg"}]}
    s = volley([armed], 1, 1).roll(3)  # K/3
    assert s.weapon("lmg").malfunctioned and s.weapon("lmg").owner == ""


@pytest.mark.rule("SK1:4.0-o", "SK1:4.0-f")
def test_a_higher_weapon_dr_leaves_it_lying() -> None:
    armed = {**SQUAD, "sw": [{"id": "lmg", "type": "rus-lmg"}]}
    s = volley([armed], 1, 1).roll(4)
    assert not s.weapon("lmg").malfunctioned and s.weapon("lmg").owner == ""


@pytest.mark.rule("SK1:4.0-o")
def test_the_weapon_dr_carries_the_modifiers_of_the_attack() -> None:
    weapons = [{"id": "lmg", "type": "rus-lmg"}, {"id": "ft", "type": "rus-ft"}]
    s = volley([{"id": "r", "type": "rus-237", "sw": weapons}], 1, 2)  # 3 - 1 for the FT: 1KIA
    assert s.gone("r")
    s.roll(3)  # 3 - 1 = 2: KIA, where a plain 3 would be K
    assert "lmg" not in s.state.weapons
    s.roll(4)  # 4 - 1 = 3: K, and a FT has no broken side (SK1:2.0-c)
    assert "ft" not in s.state.weapons


@pytest.mark.rule("SK1:QRDC-ift")
def test_the_corners_of_the_fire_table() -> None:
    g = volley([SQUAD]).g
    assert ift.result(g, ift.column(g, 1), -3) == FireResult("KIA", 1)
    assert ift.result(g, ift.column(g, 40), 0) == FireResult("KIA", 7)
    assert ift.result(g, ift.column(g, 36), 99) == FireResult("PTC")
    assert ift.result(g, ift.column(g, 30), 15) == FireResult("none")
    assert ift.column(g, 0.5) is None
