"""The Prep Fire Phase and fire attacks (SK1:3.2, SK1:3.2.2): the worked example, markers, targets, who may
fire."""

from __future__ import annotations

import pytest

from defilade.kernel import Action
from sk.places import board, chain, line
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def prep_example(**more: object) -> Situation:
    """The rulebook's prep fire example on board y."""
    return Situation(
        "y",
        "PFPh",
        "american",
        [
            {"id": "a1", "type": "usa-747", "hex": "N5"},
            {"id": "a2", "type": "usa-747", "hex": "N5"},
            {"id": "lead", "type": "usa-9-1", "hex": "N5"},
            {"id": "a3", "type": "usa-666", "hex": "O6"},
            {"id": "a4", "type": "usa-536", "hex": "N4"},
            {"id": "g1", "type": "ger-467", "hex": "P5"},
            {"id": "g2", "type": "ger-467", "hex": "P5"},
            {"id": "g3", "type": "ger-467", "hex": "P1"},
            {"id": "g4", "type": "ger-467", "hex": "O5"},
        ],
        **more,
    )


@pytest.mark.rule(
    "SK1:3.2-t", "SK1:3.2-k", "SK1:3.2.1-a", "SK1:3.2.1-b", "SK1:2.0-k", "SK1:3.2.1-j", "SK1:3.2.1-t"
)
@pytest.mark.rule("SK1:3.2.2-a", "SK1:QRDC-ift", "SK1:3.2-c")
def test_fire_group_from_two_hexes_of_the_example() -> None:
    s = prep_example()
    s.do("target - P5", "add a1", "add a3", "declare")
    s.roll(4, 2)
    sum_up = s.breakdown()
    assert (sum_up.total, sum_up.column, sum_up.drm) == (19, 16, 4)
    assert sum_up.value("SK1:3.2-k") == 2
    assert sum_up.value("SK1:1.1.2-d") == 3
    assert sum_up.value("SK1:1.1.2-k") == 1
    assert "NMC" in s.event("attack").text
    s.roll(5, 4, 3, 4)
    assert s.unit("g1").broken and s.unit("g1").dm and s.unit("g1").type == "ger-467"
    assert s.unit("g2").pinned and not s.unit("g2").broken
    assert s.unit("a1").fire == s.unit("a3").fire == "prep"
    assert s.unit("a2").fire == ""


@pytest.mark.rule(
    "SK1:3.2-l", "SK1:3.2-m", "SK1:3.2-x", "SK1:3.2-p", "SK1:3.2.1-v", "SK1:3.2-z", "SK1:1.2.1-a"
)
def test_directed_long_range_shot_of_the_example() -> None:
    s = prep_example()
    s.do("target - P1", "add a2", "declare", "direct lead")
    s.roll(1, 1)
    sum_up = s.breakdown()
    assert (sum_up.total, sum_up.column, sum_up.drm) == (3.5, 2, 2)
    assert sum_up.value("SK1:3.2-l") == 0.5
    assert sum_up.value("SK1:3.2-x") == -1
    assert "1MC" in s.event("attack").text  # snake eyes, but a directed attack does not cower
    s.roll(2, 3)
    assert not s.unit("g3").broken and not s.unit("g3").pinned
    assert s.unit("a2").fire == s.unit("lead").fire == "prep"


@pytest.mark.rule(
    "SK1:3.2-q", "SK1:3.2-p", "SK1:3.2-p2", "SK1:3.2.1-l", "SK1:5.1-f", "SK1:5.1-b", "SK1:5.4-a"
)
def test_inexperienced_squad_cowers_two_columns_in_the_example() -> None:
    s = prep_example()
    s.do("target - O5", "add a4", "declare")
    s.roll(2, 2)
    sum_up = s.breakdown()
    assert (sum_up.total, sum_up.column, sum_up.drm) == (10, 4, 0)
    assert sum_up.value("SK1:3.2-q") == -2
    s.roll(6, 6)
    target = s.unit("g4")
    assert (target.type, target.kind, target.broken, target.dm) == ("ger-237", "half_squad", True, True)
    assert s.unit("a4").fire == "prep"


@pytest.mark.rule("SK1:3.2-a", "SK1:3.2-b", "SK1:3.2-d", "SK1:3.2.2-a")
def test_a_unit_fires_once_and_need_not_fire() -> None:
    s = prep_example()
    assert s.side() == "american"
    assert s.offers("done") and s.offers("target - P1")
    s.do("target - P5", "add a1", "add a3", "declare").roll(6, 5)
    s.do("target - O5")
    refusal = s.refusal("add a1")
    assert refusal.rule == "SK1:3.2-a"
    s.do("cancel", "target - P1", "add a2")
    assert s.refusal("add a2").rule == "SK1:3.2-a", "nor twice in one attack"
    assert not s.offers("add a2")
    s.do("cancel", "done")
    assert s.unit("a1").fire == "prep"


@pytest.mark.rule("SK1:3.2-d", "SK1:3.2-e")
def test_only_targets_in_los_are_offered_at_an_assisted_table() -> None:
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": "I2"},
            {"id": "seen", "type": "rus-447", "hex": "F3"},
            {"id": "behind", "type": "rus-447", "hex": "K4"},
        ],
    )
    assert s.offers("target - F3") and not s.offers("target - K4")
    assert s.refusal("target - K4").rule == "SK1:3.2-d"


@pytest.mark.rule("SK1:3.2-p2", "SK1:3.2-p3")
def test_cowering_marks_the_unit_and_its_weapons() -> None:
    a, b = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": a, "sw": [{"id": "mmg", "type": "ger-mmg"}]},
            {"id": "r", "type": "rus-447", "hex": b},
        ],
    )
    s.do(f"target - {b}", "add g+mmg", "declare").roll(1, 1)
    assert s.breakdown().column == 2  # 5 FP on the 4 column, one to the left
    assert s.breakdown().value("SK1:3.2-p") == -1
    assert s.weapon("mmg").fire == "prep"  # no ROF although the coloured die is 1
    assert not any(event.kind == "rof" for event in s.events)
    assert s.unit("g").fire == "prep"


@pytest.mark.rule("SK1:3.2-r")
def test_cowering_off_the_table_has_no_effect() -> None:
    a, b = line(5)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [{"id": "g", "type": "ger-237", "hex": a}, {"id": "r", "type": "rus-447", "hex": b, "broken": True}],
    )
    s.do(f"target - {b}", "add g", "declare").roll(1, 1)
    assert s.breakdown().column == 0
    assert "no effect" in s.event("attack").text
    assert s.unit("r").dm  # a 3 would have been a 1MC (SK1:3.2.1-z2)


@pytest.mark.rule("SK1:3.2-t")
def test_a_group_must_hang_together() -> None:
    a, middle, c, target = chain(3)
    units = [{"id": f"g{n}", "type": "ger-467", "hex": hex} for n, hex in enumerate((a, middle, c))]
    s = Situation("y", "PFPh", "german", [*units, {"id": "r", "type": "rus-447", "hex": target}])
    s.do(f"target - {target}", "add g0")
    assert s.offers("add g1") and not s.offers("add g2")
    assert s.refusal("add g2").rule == "SK1:3.2-t"
    s.do("add g1")
    assert s.offers("add g2")


@pytest.mark.rule("SK1:3.2-u")
def test_a_leader_alone_is_no_link() -> None:
    a, middle, c, target = chain(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g0", "type": "ger-467", "hex": a},
            {"id": "lead", "type": "ger-9-1", "hex": middle, "sw": [{"id": "lmg", "type": "ger-lmg"}]},
            {"id": "g2", "type": "ger-467", "hex": c},
            {"id": "r", "type": "rus-447", "hex": target},
        ],
    )
    s.do(f"target - {target}", "add g0", "add lead+lmg")
    assert not s.offers("add g2")
    assert s.refusal("add g2").rule == "SK1:3.2-u"


@pytest.mark.rule("SK1:3.2-w", "SK1:4.1-c", "SK1:3.2-o2")
def test_units_of_one_hex_attack_a_target_together_or_not_at_all() -> None:
    a, b = line(3)
    c = next(hex for hex in board().adjacent[b] if board().hindrance(a, hex) == 0)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g1", "type": "ger-467", "hex": a, "sw": [{"id": "lmg", "type": "ger-lmg"}]},
            {"id": "g2", "type": "ger-467", "hex": a},
            {"id": "r1", "type": "rus-447", "hex": b},
            {"id": "r2", "type": "rus-447", "hex": c},
        ],
    )
    s.do(f"target - {b}", "add g1", "declare").roll(6, 5)
    assert not s.offers(f"target - {b}")
    s.do(f"target - {c}")
    assert s.offers("add g2") and s.offers("add g1+lmg")
    assert s.refusal("add g1").rule == "SK1:3.2-a"  # its own FP is spent, it cannot be split (SK1:3.2-o)


@pytest.mark.rule("SK1:3.2-o")
def test_own_firepower_is_not_split_among_targets() -> None:
    s = prep_example()
    s.do("target - P5", "add a1", "declare", "no-leader").roll(6, 5)
    s.do("target - P1")
    assert s.refusal("add a1").rule == "SK1:3.2-a"


@pytest.mark.rule("SK1:3.2-n", "SK1:3.2.1-u2", "SK1:2.0-b")
def test_halvings_and_doublings_add_up() -> None:
    a, b = line(1)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [{"id": "g", "type": "ger-467", "hex": a, "pinned": True}, {"id": "r", "type": "rus-447", "hex": b}],
    )
    s.do(f"target - {b}", "add g", "declare").roll(6, 5)
    sum_up = s.breakdown()
    assert sum_up.total == 4
    assert sum_up.value("SK1:3.2.1-u2") == 0.5 and sum_up.value("SK1:3.2-k") == 2


@pytest.mark.rule("SK1:3.2-l")
def test_twice_the_range_is_the_limit() -> None:
    a, b = line(4)
    units = [{"id": "g", "type": "rus-527", "hex": a}, {"id": "r", "type": "ger-467", "hex": b}]
    s = Situation("y", "PFPh", "russian", units)
    assert s.offers(f"target - {b}")
    a, b = line(5)
    units = [{"id": "g", "type": "rus-527", "hex": a}, {"id": "r", "type": "ger-467", "hex": b}]
    s = Situation("y", "PFPh", "russian", units)
    assert not s.offers(f"target - {b}")


@pytest.mark.rule("SK1:3.2.1-p", "SK1:1.2.3-a")
def test_broken_units_do_not_fire() -> None:
    a, b = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "ok", "type": "ger-467", "hex": a},
            {"id": "g", "type": "ger-467", "hex": a, "broken": True},
            {"id": "r", "type": "rus-447", "hex": b},
        ],
    )
    s.do(f"target - {b}")
    assert s.refusal("add g").rule == "SK1:3.2.1-p"


@pytest.mark.rule("SK1:3.2-c")
def test_fire_into_a_melee_hits_both_sides() -> None:
    a, b = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-468", "hex": a},
            {"id": "g2", "type": "ger-467", "hex": b, "melee": True},
            {"id": "r", "type": "rus-447", "hex": b, "melee": True},
        ],
    )
    s.do(f"target - {b}")
    assert s.refusal("add g2").rule
    s.do("add g", "declare").roll(2, 3)
    assert set(s.event("attack").who) == {"g2", "r"}
    s.roll(6, 5, 6, 5)
    assert s.unit("g2").broken and s.unit("r").broken
    assert not s.unit("g2").melee and not s.unit("r").melee  # nobody unbroken is left in it


@pytest.mark.rule("SK1:3.2.2-a")
def test_a_unit_that_fired_its_weapon_only_has_prep_fired_too() -> None:
    a, b = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "g", "type": "ger-467", "hex": a, "sw": [{"id": "mmg", "type": "ger-mmg"}]},
            {"id": "r", "type": "rus-447", "hex": b},
        ],
    )
    s.do(f"target - {b}", "add g+mmg", "declare").roll(1, 5, 2, 2)
    assert s.unit("g").fire == "" and s.weapon("mmg").fire == ""
    s.do("done")
    assert s.unit("g").fire == "prep" and s.weapon("mmg").fire == "prep"


# -- strict tables -------------------------------------------------------------------------------------------


def strict(units: list[dict[str, object]]) -> Situation:
    return Situation("y", "PFPh", "german", units, options={"los": "strict"})


@pytest.mark.rule("SK1:3.2-h", "SK1:3.2-i")
def test_a_blocked_attack_counts_as_fired_and_may_break_the_weapon() -> None:
    s = strict(
        [
            {"id": "g", "type": "ger-467", "hex": "I2", "sw": [{"id": "mmg", "type": "ger-mmg"}]},
            {"id": "r", "type": "rus-447", "hex": "K4"},
        ]
    )
    assert s.offers("target - K4")
    s.do("target - K4", "add g", "add g+mmg", "declare")
    assert "SK1:3.2-i" in s.cited()
    s.roll(6, 6)
    assert s.weapon("mmg").malfunctioned
    assert s.unit("g").fire == "prep"
    assert not any(event.kind == "attack" for event in s.events)
    assert not s.unit("r").broken


@pytest.mark.rule("SK1:3.2-h")
def test_the_odds_before_declaring_do_not_tell_of_the_los() -> None:
    units = [{"id": "g", "type": "ger-467", "hex": "I2"}, {"id": "r", "type": "rus-447", "hex": "J5"}]
    s = strict(units).do("target - J5", "add g")
    told = s.position.system.describe(s.state, Action("declare"))
    assert told.breakdown is None and not told.odds
    s = Situation("y", "PFPh", "german", units).do("target - J5", "add g")
    told = s.position.system.describe(s.state, Action("declare"))
    assert told.breakdown is not None and told.odds


@pytest.mark.rule("SK1:3.2-i")
def test_a_blocked_attack_without_weapons_needs_no_dice() -> None:
    s = strict([{"id": "g", "type": "ger-467", "hex": "I2"}, {"id": "r", "type": "rus-447", "hex": "K4"}])
    s.do("target - K4", "add g", "declare")
    assert s.unit("g").fire == "prep"


@pytest.mark.rule("SK1:3.2-v")
def test_members_without_los_drop_out_and_the_rest_goes_on() -> None:
    area = board()
    blind, seeing, target = next(
        (a, b, c)
        for c in area.names
        for a in area.names
        if area.distance(a, c) in (2, 3) and area.hindrance(a, c) < 0
        for b in area.adjacent[a]
        if area.distance(b, c) == 2 and area.hindrance(b, c) == 0
    )
    s = strict(
        [
            {"id": "g1", "type": "ger-467", "hex": blind},
            {"id": "g2", "type": "ger-467", "hex": seeing},
            {"id": "r", "type": "rus-447", "hex": target},
        ]
    )
    s.do(f"target - {target}", "add g1", "add g2", "declare")
    s.roll(6, 5)
    assert s.breakdown().total == 4
    assert s.unit("g1").fire == s.unit("g2").fire == "prep"
    assert "SK1:3.2-v" in s.cited()


@pytest.mark.rule("SK1:3.2-v")
def test_what_is_left_of_a_group_may_fire_separately() -> None:
    area = board()
    blind, middle, end, target = next(
        (a, b, c, t)
        for t in area.names
        for a in area.names
        if area.distance(a, t) in (2, 3, 4) and area.hindrance(a, t) < 0
        for b in area.adjacent[a]
        if area.distance(b, t) > 1 and area.hindrance(b, t) == 0
        for c in area.adjacent[b]
        if c != a and area.distance(c, t) > 1 and area.hindrance(c, t) == 0
    )
    s = strict(
        [
            {"id": "g1", "type": "ger-467", "hex": blind},
            {"id": "g2", "type": "ger-467", "hex": middle},
            {"id": "g3", "type": "ger-467", "hex": end},
            {"id": "r", "type": "rus-447", "hex": target},
        ]
    )
    s.do(f"target - {target}", "add g1", "add g2", "add g3", "declare")
    assert s.options() == ["together", "separately"]
    s.do("separately").roll(6, 5)
    assert s.breakdown().total == 4
    s.roll(6, 5)
    assert len([event for event in s.events if event.kind == "attack"]) == 2


@pytest.mark.rule("SK1:3.2-c")
def test_enemies_in_the_middle_of_a_melee_stack_are_a_target() -> None:
    a, b = line(3)
    fight = [("g1", "ger-467"), ("r", "rus-447"), ("g2", "ger-467")]
    melee = [{"id": uid, "type": kind, "hex": b, "melee": True} for uid, kind in fight]
    s = Situation("y", "PFPh", "german", [{"id": "g", "type": "ger-468", "hex": a}, *melee])
    assert s.offers(f"target - {b}")
