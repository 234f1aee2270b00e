"""Machine guns of Squad Leader: who fires them, at what price, how they break and are repaired (SL:8)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Outcome
from defilade.rules.sl.weapons.breakdown import breakdown_number, repair_number
from defilade.rules.sl.weapons.machine_guns import mg_refusal
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.table import Table, near, pair, unit


def gun(weapon_id: str, kind: str, owner: str, hex: str, side: str = "german", **more: Any) -> Weapon:
    return Weapon(weapon_id, side, kind, owner=owner, hex=hex, **more)


def armed(units: list[dict[str, Any]], *weapons: Weapon, phase: str = "PFPh", **more: Any) -> Table:
    return Table(phase, units, weapons={weapon.id: weapon for weapon in weapons}, **more)


def duel(kind: str, *types: str, distance: int = 3, **more: Any) -> tuple[Table, str]:
    """A German with these weapons, and a Russian squad that he sees."""
    a, b = pair(distance)
    weapons = [
        gun(f"w{n}", name, "u", a, "russian" if name.startswith("rus") else "german")
        for n, name in enumerate(types)
    ]
    return armed([unit("u", kind, a), unit("r", "rus-447", b)], *weapons, **more), b


@pytest.mark.rule("SL:8.1", "SL:8.9.1.1", "SL:8.3-a", "SL:8.4.1")
def test_a_squad_fires_one_machine_gun_besides_its_own_firepower() -> None:
    table, b = duel("ger-467", "ger-mmg")
    table.do(f"target - {b}", "add u", "add u+w0", "declare").roll((3, 4))
    assert table.breakdown().total == 4 + 4 and table.breakdown().value("SL:8.1") == 4


@pytest.mark.rule("SL:8.9.1.1", "SL:8.3-a")
def test_two_light_ones_are_free_and_two_heavier_cost_the_own_firepower() -> None:
    light, b = duel("ger-467", "ger-lmg", "ger-lmg")
    light.do(f"target - {b}", "add u", "add u+w0", "add u+w1", "declare").roll((3, 4))
    assert light.breakdown().total == 4 + 2 + 2
    heavy, b = duel("ger-467", "ger-mmg", "ger-lmg")
    heavy.do(f"target - {b}", "add u+w0", "add u+w1")
    assert not [option for option in heavy.options("add") if option.split()[1] == "u"]
    assert heavy.do("declare").roll((3, 4)).breakdown().total == 4 + 2
    mixed, b = duel("ger-467", "ger-mmg", "ger-lmg")
    mixed.do(f"target - {b}", "add u", "add u+w0")
    assert not mixed.options("add") and mixed.refusal("add u+w1").rule == "SL:8.9.1.1"
    third, b = duel("ger-467", "ger-lmg", "ger-lmg", "ger-lmg")
    third.do(f"target - {b}", "add u+w0", "add u+w1")
    assert third.refusal("add u+w2").rule == "SL:8.9.1.1"


@pytest.mark.rule("SL:8.9.1.4", "SL:8.3-b")
def test_a_half_squad_or_crew_fires_one_in_place_of_its_own_firepower() -> None:
    for kind in ("ger-237", "ger-247-crew"):
        table, b = duel(kind, "ger-lmg", "ger-lmg")
        table.do(f"target - {b}", "add u+w0")
        assert not table.options("add") and table.refusal("add u+w1").rule == "SL:8.9.1.4"
        assert table.do("declare").roll((3, 4)).breakdown().total == 2
        own, b = duel(kind, "ger-lmg")
        own.do(f"target - {b}", "add u")
        assert own.refusal("add u+w0").rule == "SL:8.9.1.4"


@pytest.mark.rule("SL:8.9.1.2", "SL:8.3-b")
def test_one_leader_fires_at_half_and_two_at_full() -> None:
    a, b = pair(3)
    units = [unit("l", "ger-8-0", a), unit("m", "ger-8-1", a), unit("r", "rus-447", b)]
    alone = armed(units, gun("w", "ger-mmg", "l", a))
    alone.do(f"target - {b}", "add l+w", "declare")
    two = armed(units, gun("w", "ger-mmg", "l", a))
    two.do(f"target - {b}", "add l+w+m", "declare").roll((3, 4))
    assert two.breakdown().total == 4 and two.unit("m").fire
    shots = (Shot("l", "w"), Shot("l", "w", second="m"))
    assert [breakdown_number(alone.g, shot) for shot in shots] == [11, 12]
    if alone.asked() == "":
        alone.do("no-leader")
    assert alone.roll((3, 4)).breakdown().total == 2


@pytest.mark.rule("SL:8.9.1.3")
def test_a_leader_who_fires_a_machine_gun_directs_nobody_but_himself() -> None:
    a, b = pair(3)
    units = [unit("l", "ger-9-2", a), unit("s", "ger-467", a), unit("r", "rus-447", b)]
    table = armed(units, gun("w", "ger-mmg", "l", a))
    table.do(f"target - {b}", "add s", "add l+w", "declare").roll((3, 4))
    assert "SL:3.2.2-a" not in [line.rule for line in table.breakdown().lines]
    assert "SL:8.9.1.3" not in [line.rule for line in table.breakdown().lines]
    own = armed(units, gun("w", "ger-mmg", "l", a))
    own.do(f"target - {b}", "add l+w", "declare").roll((3, 4))
    assert own.breakdown().value("SL:8.9.1.3") == -2


@pytest.mark.rule("SL:8.9.1.5", "SL:8.1")
def test_it_is_fired_in_any_direction() -> None:
    g = Table("RPh", []).g
    a = next(hex for hex in g.map.names if len(g.map.adjacent[hex]) == 6 and g.map.terrain[hex] == "open")
    for number, b in enumerate(hex for hex in g.map.neighbours[a] if hex is not None):
        table = armed([unit("u", "ger-467", a), unit("r", "rus-447", b)], gun("w", "ger-mmg", "u", a))
        table.do(f"target - {b}", "add u+w", "declare").roll((5, 6))
        assert table.breakdown().total == 8, number


@pytest.mark.rule("SL:8.9.1-q2")
def test_a_squad_fires_one_further_than_it_reaches_itself() -> None:
    a, b = pair(14, board="y")
    table = armed([unit("u", "ger-467", a), unit("r", "rus-447", b)], gun("w", "ger-mmg", "u", a), board="y")
    table.do(f"target - {b}")
    assert table.options("add") == ["add u+w", "add u+w - sustained"]
    assert table.do("add u+w", "declare").roll((3, 4)).breakdown().total == 2  # long range


@pytest.mark.rule("SL:8.9.5.1-a")
def test_beyond_16_hexes_a_leader_directs() -> None:
    a, b = pair(17, "woods", "stone_building")
    units = [unit("u", "ger-467", a), unit("r", "rus-447", b)]
    alone = armed(units, gun("w", "ger-mmg", "u", a)).do(f"target - {b}", "add u+w")
    assert "declare" not in " ".join(alone.options())
    led = armed([*units, unit("l", "ger-8-0", a)], gun("w", "ger-mmg", "u", a)).do(
        f"target - {b}", "add u+w", "declare"
    )
    assert led.options() == ["direct l", "cancel"]


@pytest.mark.rule("SL:5.1.2-a", "SL:8.3-a")
def test_own_firepower_and_machine_gun_fire_at_different_hexes_in_one_phase() -> None:
    a, b = pair(2)
    g = Table("RPh", []).g
    c = next(
        hex
        for hex in g.map.names
        if g.map.distance(a, hex) in (2, 3)
        and hex != b
        and g.map.terrain[hex] == "open"
        and g.map.los(g.map.resolve(a), hex).clear
    )
    units = [unit("u", "ger-467", a), unit("r", "rus-447", b), unit("q", "rus-447", c)]
    table = armed(units, gun("w", "ger-lmg", "u", a))
    table.do(f"target - {b}", "add u+w", "declare").roll((1, 1))
    while not table.options("target") and table.options():
        table.do(table.options()[0])
    assert f"target - {c}" in table.options() or f"target - {g.map.resolve(c)}" in table.options()
    table.do(f"target - {c}")
    assert table.options("add") == ["add u"]


@pytest.mark.rule("SL:8.6.2", "SL:8.6.5-b", "SL:8.6.4-a", "SL:8.6.4-b")
def test_a_captured_one_fires_at_half_and_breaks_for_good() -> None:
    table, b = duel("ger-467", "rus-hmg")
    assert breakdown_number(table.g, Shot("u", "w0")) == 10
    table.do(f"target - {b}", "add u+w0", "declare").roll((5, 5))
    assert table.breakdown().total == 4
    assert "w0" not in table.position.state.weapons and table.said("SL:8.6.4-b")


@pytest.mark.rule("SL:8.9.6.1")
def test_of_several_that_could_break_the_highest_die_does() -> None:
    a, b = pair(3)
    units = [unit("u", "ger-467", a), unit("v", "ger-467", a), unit("r", "rus-447", b)]
    table = armed(units, gun("w", "ger-lmg", "u", a), gun("x", "ger-lmg", "v", a))
    table.do(f"target - {b}", "add u+w", "add v+x", "declare").roll((6, 6))
    assert "die each" in table.asked()
    table.events += table.position.advance(Outcome((2, 5)))
    weapons = table.position.state.weapons
    assert (weapons["w"].malfunctioned, weapons["x"].malfunctioned) == (False, True)


@pytest.mark.rule("SL:1.3.1-p1.3", "SL:4.2.7.5", "SL:3.10.4-a")
def test_broken_ones_are_repaired_in_the_rally_phase() -> None:
    a, b = pair(3)
    units = [unit("u", "ger-467", a), unit("r", "rus-447", b)]

    def after(die: int) -> Weapon | None:
        table = armed(units, gun("w", "ger-mmg", "u", a, malfunctioned=True), phase="RPh")
        table.do("repair u+w")
        table.position.advance(Outcome((die,)))
        return table.position.state.weapons.get("w")

    repaired, still = after(1), after(3)
    assert repaired is not None and not repaired.malfunctioned and still is not None and still.malfunctioned
    assert after(6) is None
    apart = armed(units, gun("w", "ger-mmg", "u", a, malfunctioned=True, dismantled=True), phase="RPh")
    assert not isinstance(apart.position.pending, Outcome) and not any(
        "repair" in one for one in apart.options()
    )
    american = armed([unit("u", "usa-666", a), unit("r", "rus-447", b)], gun("w", "ger-mmg", "u", a))
    assert repair_number(american.g, american.unit("u"), american.position.state.weapons["w"]) == 2
    rifle = armed([unit("u", "usa-237-crew", a), unit("r", "ger-467", b)], gun("w", "usa-rcl-75", "u", a))
    assert repair_number(rifle.g, rifle.unit("u"), rifle.position.state.weapons["w"]) == 1


@pytest.mark.rule("SL:3.17.9")
@pytest.mark.parametrize(
    ("man", "die", "works"), [("fin-648", 2, True), ("fin-648", 3, False), ("ger-467", 2, False)]
)
def test_finns_repair_better(man: str, die: int, works: bool) -> None:
    a, b = pair(3)
    units = [unit("u", man, a), unit("r", "rus-447", b)]
    table = armed(units, gun("w", "ger-mmg", "u", a, malfunctioned=True), phase="RPh").do("repair u+w")
    assert table.roll((die,)).position.state.weapons["w"].malfunctioned != works


@pytest.mark.rule("SL:4.7.11", "SL:4.4.3", "SL:5.1.5")
def test_the_exhausted_break_it_sooner_and_the_spent_do_not_fire() -> None:
    a, b = pair(3)
    units = [unit("u", "ger-467", a, cx=True), unit("v", "ger-467", a, ti=True), unit("r", "rus-447", b)]
    table = armed(units, gun("w", "ger-lmg", "u", a), gun("x", "ger-lmg", "v", a))
    assert breakdown_number(table.g, Shot("u", "w")) == 11
    table.do(f"target - {b}")
    assert table.options("add")[:2] == ["add u", "add u+w"] and table.refusal("add v+x").rule == "SL:4.4.3"
    units[1]["ti"] = False
    split = armed(units, gun("w", "ger-lmg", "u", a), gun("x", "ger-lmg", "v", a))
    assert mg_refusal(split.g, split.unit("v"), split.position.state.weapons["x"], b) is None
    split.do(f"target - {b}", "add u", "declare")
    refusal = mg_refusal(split.g, split.unit("v"), split.position.state.weapons["x"], b)
    assert refusal is not None and refusal.rule == "SL:5.1.5"  # those of one hex fire together


@pytest.mark.rule("SL:4.7.11", "SL:3.24.2-a", "SL:8.9.1.2")
def test_the_state_of_both_leaders_at_a_machine_gun_counts() -> None:
    a, b = pair(3)

    def fired(**state: Any) -> Table:
        units = [unit("l", "ger-8-0", a), unit("k", "ger-8-0", a, **state), unit("r", "rus-447", b)]
        table = armed(units, gun("w", "ger-mmg", "l", a))
        assert breakdown_number(table.g, Shot("l", "w", second="k")) == (11 if state.get("cx") else 12)
        return table.do(f"target - {b}", "add l+w+k", "declare").roll((6, 4))

    assert (fired().breakdown().total, fired().breakdown().drm) == (4, 0)
    assert fired(cx=True).breakdown().value("SL:4.7.11") == 1
    assert fired(pinned=True).breakdown().total == 2


def test_one_beside_the_enemy_is_doubled_and_a_pinned_one_halved() -> None:
    a, _ = pair(1)
    b = near(a, "open")
    table = armed(
        [unit("u", "ger-467", a, pinned=True), unit("r", "rus-447", b)], gun("w", "ger-mmg", "u", a)
    )
    table.do(f"target - {b}", "add u+w", "declare").roll((3, 4))
    assert table.breakdown().total == 4


@pytest.mark.rule("SL:4.7.11")
def test_an_exhausted_leader_breaks_the_machine_guns_that_he_directs_sooner() -> None:
    a, b = pair(3)
    for tired, breaks in ((False, False), (True, True)):
        units = [unit("u", "ger-467", a), unit("l", "ger-8-0", a, cx=tired), unit("r", "rus-447", b)]
        table = armed(units, gun("w", "ger-mmg", "u", a))
        table.do(f"target - {b}", "add u+w", "declare", "direct l").roll((6, 5))
        assert table.position.state.weapons["w"].malfunctioned is breaks
