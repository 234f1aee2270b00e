"""How many weapons of which types units use (SL:8.2, SL:8.3), and weapons in strange hands (SL:8.6)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.rules.sl.card import Group
from defilade.rules.sl.weapons.breakdown import break_down, breakdown_number
from defilade.rules.sl.weapons.captured import (
    as_captured,
    captured_refusal,
    lowered_by,
)
from defilade.rules.sl.weapons.usage import chart_refusal, costs_own, free_uses, most_uses
from defilade.tactics.areas import Area
from defilade.tactics.attack_plan import shot_firepower
from defilade.tactics.counters import WeaponType
from defilade.tactics.fire_groups import Shot
from sl.table import Table, pair, unit
from sl.test_machine_guns import armed, gun


def radio(nation: str = "russian") -> WeaponType:
    return WeaponType("radio", "Radio", nation, "Radio", 0, 0, 1)


def kind_of_weapon(kind: str) -> WeaponType:
    return WeaponType(kind, kind, "german", kind, 0, 3, 1)


@pytest.mark.rule(
    "SL:8.3-c", "SL:8.3-d", "SL:8.3-e", "SL:8.3-f", "SL:8.3-g", "SL:8.3-h", "SL:8.3-i", "SL:8.3"
)
def test_the_chart_of_support_weapons() -> None:
    a, _ = pair(3)
    table = Table(
        "PFPh",
        [
            unit("s", "ger-467", a),
            unit("h", "ger-237", a),
            unit("l", "ger-8-1", a),
            unit("o", "ger-149-hero", a),
        ],
    )
    g = table.g

    def row(kind: str) -> list[tuple[int, int]]:
        return [(free_uses(g, g.unit(uid), kind), most_uses(g, g.unit(uid), kind)) for uid in ("s", "h", "l")]

    assert row("ATR") == [(2, 4), (1, 2), (1, 1)]
    assert row("FT") == row("DC") == [(1, 1), (1, 1), (1, 1)]
    assert row("PF") == row("MOL") == row("ATM") == [(4, 8), (2, 2), (1, 1)]
    assert row("PIAT") == [(2, 4), (2, 2), (1, 1)]
    assert row("BAZ") == row("PSK") == [(2, 4), (1, 1), (1, 1)]
    assert row("MTR") == [(1, 2), (1, 1), (1, 1)]
    assert row("Radio") == [(0, 0), (0, 0), (1, 1)]
    assert free_uses(g, g.unit("o"), "Radio") == 0
    half, squad = g.unit("h"), g.unit("s")
    assert costs_own(g, half, "FT", 1) and costs_own(g, half, "PF", 1) and not costs_own(g, half, "MTR", 1)
    assert not costs_own(g, half, "ATR", 1) and costs_own(g, half, "ATR", 2)
    assert (
        not costs_own(g, squad, "PF", 4) and costs_own(g, squad, "PF", 5) and not costs_own(g, squad, "FT", 1)
    )


@pytest.mark.rule("SL:8.2", "SL:8.9.1-q1", "SL:8.3-d")
def test_a_unit_fires_one_type_of_weapon_in_a_phase() -> None:
    a, b = pair(3)
    units = [unit("u", "ger-467", a), unit("r", "rus-447", b)]
    weapons = [gun("w", "ger-mmg", "u", a), gun("x", "ger-lmg", "u", a), gun("f", "ger-ft", "u", a)]
    table = armed(units, *weapons)
    g = table.g
    assert chart_refusal(g, g.unit("u"), g.state.weapons["f"]) is None
    g.state.kinds_used = {"u": ("FT",)}
    once = chart_refusal(g, g.unit("u"), g.state.weapons["f"])
    assert once is not None and once.rule == "SL:8.3-d"
    table.do(f"target - {b}")
    assert table.options("add") == ["add u"] and table.refusal("add u+w").rule == "SL:8.2"
    mixed = armed(units, *weapons).do(f"target - {b}", "add u+w", "add u+x", "declare")
    other = chart_refusal(mixed.g, mixed.unit("u"), mixed.position.state.weapons["f"])
    assert other is not None and other.rule == "SL:8.2"
    for kind in ("PF", "BAZ", "PSK"):
        g.weapon_types = {**g.weapon_types, kind: kind_of_weapon(kind)}
    g.state.weapons["p"], g.state.weapons["b"] = gun("p", "PF", "u", a), gun("b", "BAZ", "u", a)
    g.state.kinds_used = {"u": ("PF", "PF")}
    found = chart_refusal(g, g.unit("u"), g.state.weapons["b"])
    assert found is not None and found.rule == "SL:8.2"
    assert chart_refusal(g, g.unit("u"), g.state.weapons["p"]) is None


@pytest.mark.rule("SL:8.6.3", "SL:8.6-q2", "SL:8.6-q5", "SL:8.6-q3", "SL:8.3-d", "SL:8.6.6-22A")
def test_special_weapons_in_untrained_hands() -> None:
    a, b = pair(2)
    units = [
        unit("s", "ger-467", a),
        unit("e", "ger-838", a),
        unit("l", "ger-9-2", a),
        unit("k", "ger-9-1", a),
        unit("r", "rus-447", b),
    ]

    def played(**more: Any) -> Table:
        return armed(units, gun("w", "ger-ft", "s", a), gun("d", "rus-lmg", "s", a, "russian"), **more)

    table = played()
    g = table.g
    flames, theirs = g.state.weapons["w"], g.state.weapons["d"]
    assert [as_captured(g, g.unit(uid), flames) for uid in "selk"] == [True, True, False, True]
    assert (
        shot_firepower(g, Shot("s", "w"), b, ("r",))[1] == shot_firepower(g, Shot("l", "w"), b, ("r",))[1] / 2
    )
    assert (breakdown_number(g, Shot("s", "w")), breakdown_number(g, Shot("l", "w"))) == (7, 9)
    charge = gun("c", "ger-dc", "s", a, "russian")
    assert (
        g.weapon_type(charge).breakdown - lowered_by(g, g.unit("s"), charge) == 10
    )  # captured, and untrained: once
    assert lowered_by(g, g.unit("s"), theirs) == lowered_by(g, g.unit("e"), theirs) == 2
    break_down(g, flames)
    assert "w" not in g.state.weapons
    trained = played(options={"trained-with-special-weapons": "on"}).g
    assert [as_captured(trained, trained.unit(uid), trained.state.weapons["w"]) for uid in "se"] == [
        True,
        False,
    ]
    strange = gun("y", "ger-ft", "r", b)
    assert as_captured(trained, trained.unit("r"), strange)


@pytest.mark.rule("SL:8.3-d", "SL:8.6.6", "SL:8.6.2-b")
def test_engineers_and_what_a_scenario_bars() -> None:
    a, b = pair(2)
    table = armed([unit("s", "ger-467", a), unit("r", "rus-447", b)], gun("w", "ger-ft", "s", a))
    g = table.g
    group = Group(
        id="p", name="Pioneers", side="german", provenance="original", units={}, setup=Area(), engineers=True
    )
    g.scenario = msgspec.structs.replace(g.scenario, groups=(group,), captured_barred={"german": ("HMG",)})
    assert not as_captured(g, g.unit("s"), g.state.weapons["w"])
    heavy, light = gun("h", "rus-hmg", "s", a, "russian"), gun("m", "rus-mmg", "s", a, "russian")
    found = captured_refusal(g, g.unit("s"), heavy)
    assert found is not None and found.rule == "SL:8.6.6"
    assert captured_refusal(g, g.unit("s"), light) is None and captured_refusal(g, g.unit("r"), heavy) is None
    g.weapon_types = {**g.weapon_types, "radio": radio()}
    silent = captured_refusal(g, g.unit("s"), gun("q", "radio", "s", a, "russian"))
    assert silent is not None and silent.rule == "SL:8.6.2-b"
