"""Close combat (SK1:3.8): who fights whom, odds, kill numbers, modifiers, simultaneity."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import Chance, Choice
from defilade.rules.sk.close_combat_attack import chances
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat, preview
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

OPEN, BUILDING = "E6", "F5"


def unit(uid: str, counter: str, hex: str = OPEN, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def fight(*units: dict[str, Any], attacker: str = "german", **more: Any) -> Situation:
    """Close combat of Germans against Russians; by default in the open, where there is no ambush."""
    return Situation("z", "CCPh", attacker, list(units), **more)


def declare(s: Situation, targets: str, attackers: str) -> Situation:
    """Declare one attack: targets and attackers as groups, `r1 r2` are two groups, `g1+g2` is one."""
    for group in targets.split():
        s.do(f"attack {group}")
    for group in attackers.split():
        s.do(f"with {group}")
    return s.do("declare")


# -- the phase and its order ------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.8-a", "SK1:3.8-c")
def test_attacker_picks_the_order_of_hexes_and_each_is_finished_before_the_next() -> None:
    s = fight(
        unit("g1", "ger-467"),
        unit("r1", "rus-447"),
        unit("g2", "ger-467", "H6"),
        unit("r2", "rus-447", "H6"),
        unit("g3", "ger-467", "B5"),
        unit("r3", "rus-447", "C5"),
    )
    assert s.side() == "german"
    assert s.options() == ["fight - zE6", "fight - zH6"]  # B5 and C5 are neighbours, not in one hex
    s.do("fight - H6")
    assert s.refusal("fight - E6")
    s.do("done", "done")
    assert s.event("close_combat").at == "zE6"
    assert s.options("attack") == ["attack r1"]


@pytest.mark.rule("SK1:3.8-c")
def test_a_hex_is_not_fought_over_twice() -> None:
    hexes = ("E6", "H6", "I6")
    s = fight(
        *(unit(f"{n}{hex}", kind, hex) for hex in hexes for n, kind in (("g", "ger-467"), ("r", "rus-447")))
    )
    s.do("fight - H6", "done", "done")
    assert s.options() == ["fight - zE6", "fight - zI6"]
    assert s.refusal("fight - H6").rule == "SK1:3.8-c"


@pytest.mark.rule("SK1:3.8-d")
def test_attacker_declares_all_before_defender_and_resolves_all_before_him() -> None:
    s = fight(
        unit("g1", "ger-447"),
        unit("g2", "ger-447"),
        unit("r1", "rus-458"),
        unit("r2", "rus-458"),
        attacker="german",
    )
    declare(s, "r1", "g1")
    assert s.side() == "german"
    declare(s, "r2", "g2")
    assert s.side() == "russian"
    declare(s, "g1", "r1")
    s.do("done")
    asked = []
    while isinstance(s.pending, Chance):
        asked.append(s.pending.side)
        s.roll(6, 6)
    assert asked == ["german", "german", "russian"]


@pytest.mark.rule("SK1:3.8-b", "SK1:3.8-d")
def test_a_unit_eliminated_first_still_strikes_back_at_its_full_strength() -> None:
    s = fight(unit("g1", "ger-467"), unit("r1", "rus-447"))
    declare(s, "r1", "g1")
    declare(s, "g1", "r1")
    s.roll(1, 2, 2, 1)
    assert s.gone("r1") and s.gone("g1")
    assert "zE6" not in s.state.stacks


@pytest.mark.rule("SK1:3.8-d")
def test_a_unit_reduced_first_strikes_back_at_the_declared_odds() -> None:
    s = fight(unit("g1", "ger-467"), unit("r1", "rus-447"))
    declare(s, "r1", "g1")
    declare(s, "g1", "r1")
    s.roll(2, 3)
    assert s.unit("r1").type == "rus-447"  # nothing is carried out before the last DR
    s.roll(1, 3)
    assert s.breakdown().column == 5
    assert s.unit("r1").type == "rus-237" and s.gone("g1")


# -- who attacks whom ------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.8-e", "SK1:3.8-d")
def test_the_russian_declarations_of_the_worked_example() -> None:
    """Three 4-4-7 against two 4-5-8: every grouping of the example can be declared."""

    def russians_to_declare() -> Situation:
        s = fight(
            *(unit(f"g{n}", "ger-447") for n in (1, 2, 3)), unit("r1", "rus-458"), unit("r2", "rus-458")
        )
        declare(s, "r1", "g1 g2")
        declare(s, "r2", "g3")
        return s

    groupings = [
        [("g1 g2 g3", "r1 r2", 4)],
        [("g1 g2", "r1", 4), ("g3", "r2", 5)],
        [("g1 g2", "r1 r2", 5)],
        [("g1", "r1", 5), ("g2", "r2", 5)],
        [("g1", "r1 r2", 7)],
    ]
    for grouping in groupings:
        s = russians_to_declare()
        for targets, attackers, kill in grouping:
            assert s.side() == "russian"
            declare(s, targets, attackers)
            assert s.breakdown().column == kill


@pytest.mark.rule("SK1:3.8-e")
def test_no_unit_attacks_or_is_attacked_twice() -> None:
    s = fight(unit("g1", "ger-447"), unit("g2", "ger-447"), unit("r1", "rus-458"), unit("r2", "rus-458"))
    declare(s, "r1", "g1")
    assert s.refusal("attack r1").rule == "SK1:3.8-e"
    s.do("attack r2")
    assert s.refusal("with g1").rule == "SK1:3.8-e"
    assert s.options("with") == ["with g2"]


@pytest.mark.rule("SK1:3.8-f")
def test_nobody_has_to_attack_or_be_attacked() -> None:
    s = fight(unit("g1", "ger-447"), unit("g2", "ger-447"), unit("r1", "rus-458"), unit("r2", "rus-458"))
    declare(s, "r1", "g1")
    s.do("done")
    assert s.side() == "russian"
    s.do("done")
    s.roll(6, 6)
    assert all(s.unit(uid).melee for uid in ("g1", "g2", "r1", "r2"))


@pytest.mark.rule("SK1:3.8-g")
def test_broken_units_do_not_attack() -> None:
    s = fight(unit("g1", "ger-467"), unit("g2", "ger-467", broken=True), unit("r1", "rus-447"))
    s.do("attack r1")
    assert s.options("with") == ["with g1"]
    assert s.refusal("with g2").rule == "SK1:3.8-g"


@pytest.mark.rule("SK1:3.8-g", "SK1:3.8-g2")
def test_against_broken_units_only_the_attacker_alone_declares() -> None:
    s = fight(unit("g1", "ger-467"), unit("r1", "rus-447", broken=True, dm=True))
    declare(s, "r1", "g1")
    assert s.breakdown().value("SK1:3.8-g2") == -2
    s.roll(3, 3)  # 6 - 2 is below 5
    assert s.gone("r1") and not s.unit("g1").melee


@pytest.mark.rule("SK1:3.8-g2")
def test_the_broken_modifier_counts_for_the_broken_among_the_targets_only() -> None:
    s = fight(
        unit("g1", "ger-548"),
        unit("g2", "ger-447"),
        unit("r1", "rus-447"),
        unit("r2", "rus-447", broken=True),
    )
    declare(s, "r1 r2", "g1 g2")  # 9 to 8: 1-1, kill number 5
    s.do("done")
    s.roll(3, 3)
    assert s.gone("r2") and s.unit("r1").type == "rus-447"


@pytest.mark.rule("SK1:3.8-g")
def test_two_broken_sides_do_not_fight() -> None:
    s = fight(
        unit("g1", "ger-467", broken=True), unit("r1", "rus-447", broken=True), unit("r2", "rus-447", "C5")
    )
    assert s.state.phase != "CCPh" or not s.options("attack")
    assert not s.said("Close combat in")


# -- odds and results ---------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.8-h", "SK1:QRDC-cct")
@pytest.mark.parametrize(
    ("germans", "russians", "kill"),
    [
        (("ger-467", "ger-237"), ("rus-447",), 6),  # 6 to 4 is 3-2
        (("ger-467", "ger-548"), ("rus-527",), 6),  # 9 to 5 is 3-2
        (("ger-548",), ("rus-447",), 5),  # 5 to 4 is 1-1
        (("ger-467",), ("rus-447", "rus-237"), 4),  # 4 to 6 is 1-2
        (("ger-467", "ger-467"), ("rus-447",), 7),
        (("ger-237",), ("rus-447", "rus-447"), 3),
    ],
)
def test_odds_are_reduced_to_the_column_not_above_them(
    germans: tuple[str, ...], russians: tuple[str, ...], kill: int
) -> None:
    own = [unit(f"g{n}", kind) for n, kind in enumerate(germans)]
    enemy = [unit(f"r{n}", kind) for n, kind in enumerate(russians)]
    s = fight(*own, *enemy)
    declare(s, " ".join(one["id"] for one in enemy), " ".join(one["id"] for one in own))
    assert s.breakdown().column == kill


@pytest.mark.rule("SK1:3.8-i", "SK1:3.8-i2", "SK1:3.8-i3")
@pytest.mark.parametrize(("dice", "left"), [((2, 2), None), ((2, 3), "rus-237"), ((3, 3), "rus-447")])
def test_below_on_and_above_the_kill_number(dice: tuple[int, int], left: str | None) -> None:
    s = fight(unit("g1", "ger-467"), unit("r1", "rus-447"))
    declare(s, "r1", "g1")
    s.do("done")
    s.roll(*dice)
    assert s.gone("r1") if left is None else s.unit("r1").type == left


@pytest.mark.rule("SK1:3.8-i")
def test_a_kill_eliminates_all_that_were_attacked() -> None:
    s = fight(unit("g1", "ger-548"), unit("r1", "rus-447"), unit("r2", "rus-237"))
    declare(s, "r1 r2", "g1")  # 5 to 6: 1-2, kill number 4
    s.do("done")
    s.roll(1, 2)
    assert s.gone("r1") and s.gone("r2")


@pytest.mark.rule("SK1:3.8-i2", "SK1:3.8-i", "SK1:3.8-i3")
def test_the_big_fight_of_the_worked_example() -> None:
    """SK1-C43: 2-1 and 1-1 against 1-2 and 1-1, then chance picks which 4-4-7 is reduced."""
    s = fight(*(unit(f"g{n}", "ger-447") for n in (1, 2, 3)), unit("r1", "rus-458"), unit("r2", "rus-458"))
    declare(s, "r1", "g1 g2")
    declare(s, "r2", "g3")
    declare(s, "g1 g2", "r1")
    declare(s, "g3", "r2")
    s.roll(3, 3, 5, 4, 2, 2, 3, 4)
    assert isinstance(s.pending, Chance) and s.pending.dice == 2 and "SK1:3.8-i2" in s.pending.rules
    s.roll(2, 5)
    assert s.gone("r1")
    assert s.unit("g2").type == "ger-237" and s.unit("g1").type == s.unit("g3").type == "ger-447"
    assert all(s.unit(uid).melee for uid in ("g1", "g2", "g3", "r2"))


@pytest.mark.rule("SK1:3.8-a2")
def test_terrain_weapons_and_point_blank_range_do_not_count() -> None:
    s = fight(
        unit("g1", "ger-467", BUILDING, sw=[{"id": "mg", "type": "ger-mmg"}]), unit("r1", "rus-447", BUILDING)
    )
    declare(s, "r1", "g1")
    sum_up = s.breakdown()
    assert (sum_up.total, sum_up.column, sum_up.drm) == (4, 5, 0)


# -- leaders -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.8-j")
def test_a_leader_has_one_factor_in_attack_and_defence() -> None:
    s = fight(unit("g1", "ger-9-1"), unit("r1", "rus-8-0"))
    declare(s, "r1", "g1")
    assert (s.breakdown().total, s.breakdown().column) == (1, 5)


@pytest.mark.rule("SK1:3.8-l", "SK1:3.8-m", "SK1:3.8-n", "SK1:3.8-b")
def test_leaders_with_a_squad_add_factors_direct_once_and_die_with_it() -> None:
    """SK1-C40 without its ambush dr: 8-1, 9-1 and 4-6-7 against a 4-4-7."""
    s = fight(unit("g1", "ger-8-1"), unit("g2", "ger-9-1"), unit("g3", "ger-467"), unit("r1", "rus-447"))
    assert s.offers("stack g1+g3") and s.offers("alone g1")
    s.do("stack g1+g3", "stack g2+g3")
    declare(s, "r1", "g3+g1+g2")
    sum_up = s.breakdown()
    assert (sum_up.total, sum_up.column, sum_up.drm) == (6, 6, -1)
    assert s.refusal("attack g1").rule == "SK1:3.8-l"  # not separately from the squad
    declare(s, "g3+g1+g2", "r1")
    assert s.breakdown().column == 4  # 4 to 6 is 1-2
    s.roll(3, 3, 1, 2)
    assert all(s.gone(uid) for uid in ("g1", "g2", "g3", "r1"))


@pytest.mark.rule("SK1:3.8-k", "SK1:3.8-k2")
def test_a_leader_who_fights_alone_attacks_without_his_drm_and_is_attacked_alone() -> None:
    s = fight(unit("g1", "ger-9-2"), unit("g2", "ger-467"), unit("r1", "rus-237"), unit("r2", "rus-447"))
    s.do("alone g1")
    s.do("attack r1", "with g1")
    assert s.refusal("with g2").rule == "SK1:3.8-k"
    s.do("declare")
    assert s.breakdown().drm == 0 and s.breakdown().total == 1
    declare(s, "r2", "g2")
    assert s.side() == "russian"
    s.do("attack g1")
    assert s.refusal("attack g2").rule == "SK1:3.8-k"
    assert s.options() == ["with r1", "with r2"]


@pytest.mark.rule("SK1:3.8-n")
def test_only_the_best_leader_directs_and_his_drm_covers_all_who_join() -> None:
    s = fight(
        unit("g1", "ger-9-2"),
        unit("g2", "ger-8-1"),
        unit("g3", "ger-467"),
        unit("g4", "ger-467"),
        unit("r1", "rus-447"),
    )
    s.do("stack g1+g3", "stack g2+g4")
    declare(s, "r1", "g3+g1 g4+g2")
    assert s.breakdown().value("SK1:3.8-n") == -2
    assert s.breakdown().drm == -2


@pytest.mark.rule("SK1:3.8-n", "SK1:1.2.1-b")
@pytest.mark.parametrize("state", ["pinned", "broken"])
def test_a_leader_who_is_not_fit_does_not_direct(state: str) -> None:
    states: dict[str, Any] = {state: True}
    s = fight(unit("g1", "ger-9-2", **states), unit("g2", "ger-467"), unit("r1", "rus-447"))
    s.do("stack g1+g2")
    declare(s, "r1", "g2" if state == "broken" else "g2+g1")
    assert s.breakdown().drm == 0


@pytest.mark.rule("SK1:3.8-n")
def test_a_poor_leader_need_not_direct() -> None:
    s = fight(unit("g1", "ger-6+1"), unit("g2", "ger-467"), unit("r1", "rus-447"))
    s.do("stack g1+g2")
    declare(s, "r1", "g2+g1")
    assert s.breakdown().drm == 0


@pytest.mark.rule("SK1:3.8-l", "SK1:3.8-k2")
def test_leaders_may_join_each_other_but_nobody_directs_them() -> None:
    s = fight(unit("g1", "ger-9-2"), unit("g2", "ger-8-1"), unit("r1", "rus-237"))
    s.do("stack g2+g1")
    declare(s, "r1", "g1+g2")
    assert (s.breakdown().total, s.breakdown().drm) == (2, 0)


@pytest.mark.rule("SK1:3.8-i2", "SK1:3.2.1-e")
def test_a_leader_picked_at_random_is_wounded() -> None:
    s = fight(unit("g1", "ger-548"), unit("r1", "rus-8-0"), unit("r2", "rus-447"))
    s.do("stack r1+r2")
    declare(s, "r2+r1", "g1")
    s.do("done")
    s.roll(2, 3)  # 5 to 5, on the kill number
    s.roll(2, 6)  # r2, r1
    s.roll(3)
    assert s.unit("r1").wounded and s.unit("r2").type == "rus-447"


@pytest.mark.rule("SK1:3.2.1-r")
def test_no_leader_loss_check_in_close_combat() -> None:
    s = fight(unit("g1", "ger-467"), unit("r1", "rus-9-1"), unit("r2", "rus-447"))
    s.do("alone r1")
    declare(s, "r1", "g1")
    s.do("done")
    s.roll(1, 2)
    assert s.gone("r1")
    assert not isinstance(s.pending, Chance) and not s.said("LLMC")


# -- modifiers -----------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.8-z")
def test_a_pinned_unit_attacks_at_half_but_defends_in_full() -> None:
    s = fight(unit("g1", "ger-548", pinned=True), unit("r1", "rus-447"))
    declare(s, "r1", "g1")
    assert (s.breakdown().total, s.breakdown().column) == (2.5, 4)  # 2.5 to 4 is 1-2
    declare(s, "g1", "r1")
    assert s.breakdown().column == 4  # 4 to 5


@pytest.mark.rule("SK1:3.8-z2", "SK1:QRDC-ccdrm")
def test_cx_burdens_the_attack_and_eases_attacks_on_it() -> None:
    s = fight(unit("g1", "ger-548", cx=True), unit("r1", "rus-447"))
    declare(s, "r1", "g1")
    assert s.breakdown().value("SK1:3.8-z2") == 1
    declare(s, "g1", "r1")
    assert s.breakdown().value("SK1:3.8-z2") == -1
    s.roll(2, 2)  # 4 + 1 is on the kill number 5
    s.roll(2, 3)  # 5 - 1 is on the kill number 4
    assert s.unit("r1").type == "rus-237" and s.unit("g1").type == "ger-238"


@pytest.mark.rule("SK1:3.8-z2", "SK1:3.8-f")
def test_a_cx_leader_may_be_left_out_of_the_attack() -> None:
    s = fight(unit("g1", "ger-9-1", cx=True), unit("g2", "ger-467"), unit("r1", "rus-447"))
    s.do("stack g1+g2", "attack r1")
    assert s.options("with") == ["with g2+g1", "with g2"]
    s.do("with g2", "declare")
    assert (s.breakdown().total, s.breakdown().drm) == (4, 0)


# -- previews ---------------------------------------------------------------------------------------------


def test_the_preview_before_declaring_is_what_is_logged_after() -> None:
    s = fight(unit("g1", "ger-467"), unit("g2", "ger-237"), unit("r1", "rus-447"))
    s.do("attack r1", "with g1")
    frame = s.state.stack[-1]
    assert isinstance(frame, DeclareCloseCombat)
    attack = preview(s.g, frame, s.action("with g2"))
    assert attack is not None and attack.attack_fp == 6
    odds = chances(s.g, attack)  # kill number 6
    assert odds == {"eliminated": 10 / 36, "casualty reduction": 5 / 36, "no effect": 21 / 36}
    s.do("with g2", "declare")
    assert s.breakdown().lines[: len(attack.lines)] == attack.lines


# -- any fight -------------------------------------------------------------------------------------------


def random_forces(rng: random.Random) -> list[dict[str, Any]]:
    """Fights of all kinds in ten hexes: fresh or in melee, with leaders, broken, pinned, CX."""
    counters = {
        "g": (("ger-468", "ger-548", "ger-436", "ger-237"), ("ger-9-2", "ger-7-0", "ger-6+1")),
        "r": (("rus-458", "rus-527", "rus-426", "rus-237"), ("rus-9-1", "rus-8-0")),
    }
    units: list[dict[str, Any]] = []
    for hex in ("E6", "F5", "G5", "H4", "I4", "J3", "M9", "K6", "L6", "O6"):
        in_melee = rng.random() < 0.4
        for side, (mmc, leaders) in counters.items():
            kinds = [rng.choice(mmc) for _ in range(rng.randint(1, 3))]
            kinds += [rng.choice(leaders) for _ in range(rng.randint(0, 2))]
            for number, kind in enumerate(kinds):
                fresh = side == "g" and number > 0 and rng.random() < 0.6
                broken = number > 0 and not fresh and rng.random() < 0.3
                states = {
                    "advanced": fresh,
                    "melee": in_melee and not fresh,
                    "broken": broken,
                    "cx": rng.random() < 0.2,
                    "pinned": not fresh and not broken and rng.random() < 0.2,
                }
                units.append(unit(f"{side}{hex}{number}", kind, hex, **states))
    return units


@pytest.mark.rule("SK1:3.8-a", "SK1:3.8-t", "SK1:3.8-x", "SK1:3.8-y", "SK1:3.8-e")
@pytest.mark.parametrize("seed", range(6))
def test_any_fight_comes_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    s = fight(*random_forces(rng))
    system = s.position.system
    for _ in range(2000):
        if s.state.phase != "CCPh":
            break
        moment = s.pending
        written = system.encode(s.state)
        assert system.encode(system.decode(written)) == written
        if isinstance(moment, Chance):
            s.roll(*(rng.choice((1, 1, 2, 3, 4, 5, 6)) for _ in range(moment.dice)))
        else:
            assert isinstance(moment, Choice) and len(set(moment.options)) == len(moment.options)
            s.do(rng.choice(moment.options))
    assert s.state.phase != "CCPh"
    for hex in s.state.stacks:
        units = s.g.units_in(hex)
        together = len({one.side for one in units}) == 2 and any(not one.broken for one in units)
        assert {one.melee for one in units} == {together}
    assert not any(one.pinned for one in s.state.units.values())
