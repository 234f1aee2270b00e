"""Who has which weapons, as an option: from hand to hand, and taken up by a roll (SL:8.4, SL:8.5)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Outcome
from defilade.rules.sl.weapons.possession import (
    Acquisition,
    acquiring_refusal,
    acquisition_lines,
    passing_refusal,
)
from defilade.tactics.units import Weapon
from sl.motor_pool import vehicle
from sl.table import Table, near, pair, unit
from sl.test_machine_guns import gun
from sl.wilds import wild, wilds

__all__ = ["wilds"]

ON = {"possession": "on"}
FAR = "yA1"


def played(phase: str, units: list[dict[str, Any]], *weapons: Weapon, **more: Any) -> Table:
    options = more.pop("options", ON)
    return Table(phase, units, weapons={weapon.id: weapon for weapon in weapons}, options=options, **more)


def loose(weapon_id: str, hex: str, kind: str = "ger-lmg") -> Weapon:
    return Weapon(weapon_id, "german", kind, hex=hex)


def rolled(table: Table, die: int) -> Table:
    table.events += table.position.advance(Outcome((die,)))
    return table


@pytest.mark.rule("SL:8.4.2-a", "SL:8.5.4", "SL:8.5-q1", "SL:8.4.2-d", "SL:8.4.3", "SL:8.4.3-b")
def test_weapons_change_hands_in_ones_own_mph_and_aph() -> None:
    a, b = pair(5)
    c = near(a)
    units = [
        unit("s", "ger-467", a),
        unit("l", "ger-8-1", a),
        unit("t", "ger-467", c),
        unit("r", "rus-447", b),
    ]
    for phase in ("MPh", "APh"):
        table = played(phase, units, gun("w", "ger-lmg", "l", a), gun("x", "rus-lmg", "r", b, "russian"))
        assert table.options("hand-over") == ["hand-over l+w+s"]
        table.do("hand-over l+w+s")
        assert table.position.state.weapons["w"].owner == "s" and not table.options(
            "hand-over"
        )  # once in a phase
        assert set(table.position.state.busy) == {"s", "l"}
    for phase in ("PFPh", "AFPh", "DFPh"):
        assert not [
            o for o in played(phase, units, gun("w", "ger-lmg", "l", a)).options() if "hand-over" in o
        ]
    off = played("MPh", units, gun("w", "ger-lmg", "l", a), options={})
    assert not off.options("hand-over")


@pytest.mark.rule("SL:8.4.2-b", "SL:8.4.2-c", "SL:8.4.5-b", "SL:8.4.2-e")
def test_who_may_not_hand_on_and_what_may_not_be() -> None:
    a, b = pair(5)
    units = [unit("s", "ger-467", a), unit("l", "ger-8-1", a), unit("r", "rus-447", b)]
    table = played("MPh", units, gun("w", "ger-lmg", "l", a), gun("v", "ger-lmg", "s", a))
    g = table.g

    def rule(phase: str = "MPh", weapon: dict[str, Any] | None = None, **taker: Any) -> str:
        g.state.phase = phase
        changed = msgspec.structs.replace(g.state.weapons["w"], **(weapon or {}))
        found = passing_refusal(g, g.unit("l"), changed, msgspec.structs.replace(g.unit("s"), **taker))
        return found.rule if found is not None else ""

    assert rule() == ""
    assert rule(fire="prep") == rule(ti=True) == rule(weapons_used=("v",)) == "SL:8.4.2-b"
    assert rule("APh", fire="advancing") == ""
    assert rule(weapon={"fire": "prep"}) == rule("APh", weapon={"fire": "advancing"}) == "SL:8.4.2-c"
    assert rule("APh", weapon={"fire": "prep"}) == ""
    assert rule(broken=True) == rule(berserk=True) == "SL:8.4.5-b"
    table.do("hand-over l+w+s")
    assert "s" in table.position.state.busy  # nobody who is busy gains concealment


@pytest.mark.rule("SL:8.4.5-a", "SL:8.4.3")
def test_passengers_of_one_vehicle_hand_weapons_over() -> None:
    a, b = pair(5)
    units = [
        unit("s", "ger-467", a),
        unit("h", "ger-237", a),
        unit("r", "rus-447", b),
        unit("o", "ger-467", a),
    ]
    car = vehicle("v", "ger-spw-251-1", a, passengers=("s", "h"), motion=True)
    table = played("MPh", units, gun("w", "ger-lmg", "s", a), vehicles={"v": car})
    g = table.g
    for uid in ("s", "h"):
        g.place(g.unit(uid), "")
    assert passing_refusal(g, g.unit("s"), g.state.weapons["w"], g.unit("h")) is None
    outside = passing_refusal(g, g.unit("s"), g.state.weapons["w"], g.unit("o"))
    assert outside is not None and outside.rule == "SL:8.4.3"


@pytest.mark.rule("SL:8.4.4", "SL:8.4.5-c")
def test_what_the_dead_had_lies_there_and_the_broken_keep_theirs() -> None:
    a, b = pair(3)
    units = [unit("s", "ger-467", a), unit("r", "rus-447", b), unit("k", "rus-447", b)]
    table = played("PFPh", units, gun("w", "rus-lmg", "r", b, "russian"))
    g = table.g
    g.update(g.unit("r"), broken=True)
    assert [weapon.id for weapon in g.weapons_of(g.unit("r"))] == ["w"]
    g.update(g.unit("r"), broken=False)
    assert [weapon.id for weapon in g.weapons_of(g.unit("r"))] == ["w"]
    g.remove(g.unit("r"))
    assert [weapon.id for weapon in g.loose_weapons(b)] == ["w"] and not g.weapons_of(g.unit("k"))


@pytest.mark.rule("SL:8.5.1-a", "SL:8.5.1-b", "SL:8.5.2", "SL:8.5.2-e", "SL:8.5.4")
def test_what_lies_about_is_taken_up_by_a_roll_in_the_mph() -> None:
    g = Table("RPh", [], board="y").g
    a = next(hex for hex in g.map.names if g.map.terrain[hex] == "open" and g.map.distance(FAR, hex) > 6)
    units = [unit("s", "ger-467", a), unit("h", "ger-237", a), unit("r", "rus-447", FAR)]

    def fresh() -> Table:
        return played("MPh", units, loose("w", a), loose("x", a), board="y")

    table = fresh().do("move h")
    assert table.refusal("take-weapon h+w").rule == "SL:8.5.1-a"
    assert table.options("acquire")[:5] == [f"acquire h+w - {mf}" for mf in range(5)]
    rolled(table.do("acquire h+w - 0"), 6)
    assert (
        table.position.state.weapons["w"].owner == ""
        and table.refusal("acquire h+w - 0").rule == "SL:8.5.1-a"
    )
    rolled(table.do("acquire h+x - 1"), 6)
    assert table.position.state.weapons["x"].owner == "h"
    assert table.position.state.tracks["h"].assault and table.unit("h").moved
    late = rolled(fresh().do("move h", "acquire h+w - 3"), 6)
    assert late.position.state.weapons["w"].owner == "h" and not late.position.state.tracks["h"].assault
    squad = rolled(fresh().do("move s", "acquire s+w - 0"), 6)
    assert squad.position.state.weapons["w"].owner == "s" and not squad.position.state.tracks
    squad.do("stop")
    assert not [o for o in squad.options("hand-over") if "+w+" in o]
    found = passing_refusal(squad.g, squad.unit("s"), squad.position.state.weapons["w"], squad.unit("h"))
    assert found is not None and found.rule == "SL:8.5.4"


@pytest.mark.rule(
    "SL:8.5.2-a",
    "SL:8.5.2-b",
    "SL:8.5.2-c",
    "SL:8.5.2-d",
    "SL:8.5.2-e",
    "SL:8.5.2-f",
    "SL:8.5.3",
    "SL:8.5.4-b",
)
def test_what_modifies_the_roll() -> None:
    a, b = pair(3, "woods")
    units = [
        unit("s", "ger-467", b),
        unit("l", "ger-10-3", b),
        unit("h", "ger-237", b),
        unit("r", "rus-447", a),
    ]

    def rules(uid: str, table: Table, **more: Any) -> dict[str, int]:
        lines = acquisition_lines(table.g, Acquisition(uid, "w", **more))
        return {line.rule: int(line.value) for line in lines}

    table = played("APh", units, loose("w", b))
    assert rules("h", table) == {"SL:8.5.2-c": 1, "SL:8.5.2-d": 1}
    assert rules("s", table)["SL:8.5.2-e"] == -1 and rules("l", table)["SL:8.5.2-e"] == 1
    assert rules("h", table, stays=True)["SL:8.5.3"] == -1 and rules("h", table, mf=3)["SL:8.5.2"] == -3
    dark = played("APh", units, loose("w", b), night=True, hidden_weapons=("w",))
    assert rules("h", dark)["SL:8.5.2-b"] == 1 and rules("h", dark)["SL:8.5.2-a"] == 1
    table.g.update(table.g.unit("r"), broken=True)
    assert "SL:8.5.2-c" not in rules("h", table)
    g = table.g
    for kind, drm in (("ger-mtr-81", -2), ("ger-at-37", -2), ("ger-mtr-50", 0), ("usa-rcl-57", 0)):
        g.state.weapons["w"] = loose("w", b, kind)
        lines = acquisition_lines(g, Acquisition("h", "w"))
        assert {line.rule: line.value for line in lines}.get("SL:8.5.2-f", 0) == drm, kind


@pytest.mark.rule("SL:8.5.3", "SL:8.5.1-c", "SL:8.5-q2")
def test_in_the_aph_who_stays_has_it_easier_and_nobody_takes_arms_among_enemies() -> None:
    a, b = pair(3)
    c = near(a)
    units = [unit("s", "ger-467", a), unit("t", "ger-467", c), unit("r", "rus-447", b)]
    table = played("APh", units, loose("w", a), loose("x", b))
    assert table.options("acquire") == ["acquire s+w", "acquire s+w - stay"]
    rolled(table.do("acquire s+w - stay"), 5)
    assert table.unit("s").advanced and table.position.state.weapons["w"].owner == "s"
    late = played("APh", units, loose("w", a))
    late.do(f"advance t {a}")
    assert "acquire t+w" in late.options() and "acquire t+w - stay" not in late.options()
    beside = near(b)
    fight = played("APh", [unit("s", "ger-467", beside), unit("r", "rus-447", b)], loose("x", b))
    fight.do(f"advance s {b}")
    assert (
        not [option for option in fight.options() if option.startswith("acquire")]
        if not fight.asked()
        else True
    )


@pytest.mark.rule("SL:8.5-q2")
def test_nor_beneath_an_enemy_tank() -> None:
    a, _ = pair(3)
    units = [unit("s", "ger-467", a), unit("t", "ger-467", a)]
    for more, taken in (({}, False), ({"wreck": True}, True), ({"abandoned": True}, True)):
        tank = vehicle("v", "rus-t34-76a", a, **more)
        g = played("APh", units, loose("w", a), gun("m", "ger-lmg", "t", a), vehicles={"v": tank}).g
        found = acquiring_refusal(g, g.unit("s"), g.state.weapons["w"])
        assert (found is None) == taken and (found is None or found.rule == "SL:8.5.1-c")
        assert (passing_refusal(g, g.unit("t"), g.state.weapons["m"], g.unit("s")) is None) == taken


@pytest.mark.rule("SL:6.3.5")
def test_as_long_as_a_melee_lasts_nothing_there_changes_hands() -> None:
    a, _ = pair(3)
    fight = [
        unit("s", "ger-467", a, melee=True),
        unit("t", "ger-467", a, melee=True),
        unit("r", "rus-447", a, melee=True),
    ]
    for phase in ("MPh", "APh"):
        table = played(phase, fight, loose("w", a), gun("m", "ger-lmg", "t", a))
        g = table.g
        for found in (
            acquiring_refusal(g, g.unit("s"), g.state.weapons["w"]),
            passing_refusal(g, g.unit("t"), g.state.weapons["m"], g.unit("s")),
        ):
            assert found is not None and found.rule == "SL:8.5.1-c"
        without = played(phase, fight, loose("w", a), gun("m", "ger-lmg", "t", a), options={})
        assert not [one for one in without.options() if one.split()[0] in ("move", "take-weapon", "acquire")]


@pytest.mark.rule("SL:8.5.1-c")
def test_nothing_is_taken_up_in_water_and_marsh(wilds: None) -> None:
    units = [unit("s", "ger-467", "qC6"), unit("t", "ger-467", "qC3"), unit("r", "rus-447", "qY2")]
    weapons = {"w": loose("w", "qC6"), "x": loose("x", "qC3")}
    g = wild("APh", *units, weapons=weapons, options=ON).g
    for uid, wid in (("s", "w"), ("t", "x")):
        found = acquiring_refusal(g, g.unit(uid), g.state.weapons[wid])
        assert found is not None and found.rule == "SL:8.5.1-c"


@pytest.mark.rule("SL:8.4.2-a")
def test_a_unit_gives_of_its_weapons_to_who_is_formed_of_it() -> None:
    a, b = pair(5)
    units = [unit("s", "ger-467", a), unit("l", "ger-8-1", a), unit("r", "rus-447", b)]
    table = played("RPh", units, gun("w", "ger-lmg", "s", a), gun("x", "ger-lmg", "s", a))
    table.do("deploy s+l").roll((1, 2))
    halves = [one.id for one in table.g.units_in(table.g.map.resolve(a)) if one.kind == "half_squad"]
    new = next(uid for uid in halves if uid != "s")
    assert table.options() == [f"impart {new}+w", f"impart {new}+x", "done"]
    table.do(f"impart {new}+w", "done")
    assert table.position.state.weapons["w"].owner == new and table.position.state.weapons["x"].owner == "s"
