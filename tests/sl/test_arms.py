"""Who may use which support weapons, and how well: the wounded, heroes, the untrained, allies, partisans (SL:3)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from defilade.hexgrid import Placed
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.people.arms import no_finnish_flames
from defilade.rules.sl.state import SlPlay, State
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.weapons.breakdown import Repair, breakdown_number, repair_number
from defilade.rules.sl.weapons.captured import times_strange, weapon_bar
from defilade.rules.sl.weapons.machine_guns import mg_refusal
from defilade.rules.sl.weapons.sustained_fire import sustained_refusal
from defilade.tactics.areas import Area
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import Moving
from defilade.tactics.units import Unit, Weapon
from sl.secrets import ask_again
from sl.table import Table, near, pair, unit


def armed(
    kind: str, weapon: str, phase: str = "PFPh", *, side: str = "german", distance: int = 3, **more: Any
) -> tuple[Table, str]:
    """Somebody with a weapon, and a Russian squad that he sees; the weapon is of this side's colour."""
    a, b = pair(distance)
    held = Weapon("w", side, weapon, owner="u", hex=a)
    units = [unit("u", kind, a, side="german", **more), unit("r", "rus-447", b)]
    return Table(phase, units, weapons={"w": held}), b


def times(kind: str, weapon: str, side: str = "german") -> int:
    table, _ = armed(kind, weapon, side=side)
    return times_strange(table.g, table.unit("u"), table.position.state.weapons["w"])


# -- leaders -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.4.4", "SL:3.4.3-a")
def test_a_wounded_leader_neither_fires_nor_carries_a_weapon() -> None:
    table, b = armed("ger-9-1", "ger-lmg", wounded=True)
    weapon = table.position.state.weapons["w"]
    found = mg_refusal(table.g, table.unit("u"), weapon, b)
    assert found is not None and found.rule == "SL:3.4.4"
    hale, b = armed("ger-9-1", "ger-lmg")
    assert hale.do(f"target - {b}").options("add") == ["add u+w"]
    moving, _ = armed("ger-9-1", "ger-lmg", "MPh", wounded=True)
    place = near(moving.unit("u").hex, "open")
    assert moving.do("move u").refusal(f"enter - {place}").rule == "SL:3.4.3-a"
    assert moving.do("drop-weapon u+w", f"enter - {place}").unit("u").hex == place


@pytest.mark.rule("SL:3.4.3-b")
@pytest.mark.parametrize(("kind", "mf"), [("ger-467", 4), ("ger-247-crew", 3)])
def test_a_squad_or_crew_carries_a_wounded_leader_for_five_pp(kind: str, mf: int) -> None:
    a, _ = pair(3)
    table = Table("MPh", [unit("s", kind, a), unit("l", "ger-8-1", a, wounded=True)])
    table.do("move s", "join l", "carry-leader s+l")
    assert not table.options("carry-leader")
    place = near(a, "open")
    table.do(f"enter - {place}")
    left = {one.unit.id: one.mf for one in _left(table)}
    # Two more for the leader; less what he weighs beyond the PP that they carry for nothing.
    assert left["l"] == left["s"] == mf - 1
    walking = Table("MPh", [unit("s", kind, a), unit("l", "ger-8-1", a, wounded=True)])
    walking.do("move s", "join l", f"enter - {place}")
    assert {one.unit.id: one.mf for one in _left(walking)} == {"s": 5, "l": 2}
    small = Table("MPh", [unit("s", "ger-237", a), unit("l", "ger-8-1", a, wounded=True)])
    assert small.do("move s", "join l").refusal("carry-leader s+l").rule == "SL:3.4.3-b"


def _left(table: Table) -> Any:
    frame = table.position.state.stack[-1]
    assert isinstance(frame, Moving)
    return what_is_left(table.g, frame)


@pytest.mark.rule("SL:3.3-q2")
def test_no_leader_helps_to_repair_a_machine_gun() -> None:
    table, _ = armed("ger-467", "ger-mmg", "RPh")
    g = table.g
    weapon = g.update_weapon(g.state.weapons["w"], malfunctioned=True)
    before = repair_number(g, g.unit("u"), weapon)
    g.add_unit(Unit("l", "german", "ger-10-2", "leader", hex=g.unit("u").hex))
    assert repair_number(g, g.unit("u"), weapon) == before == 1


# -- scouts ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.7.9")
def test_a_scout_takes_up_no_weapon() -> None:
    a, _ = pair(3)
    loose = Weapon("w", "german", "ger-lmg", hex=a)
    table = Table("MPh", [unit("s", "ger-scout", a), unit("l", "ger-8-0", a)], weapons={"w": loose})
    assert table.do("move s").refusal("take-weapon s+w").rule == "SL:3.7.9"
    leader = Table("MPh", [unit("s", "ger-scout", a), unit("l", "ger-8-0", a)], weapons={"w": loose})
    assert leader.do("move l").options("take-weapon") == ["take-weapon l+w"]


# -- heroes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.8.6-a", "SL:3.8.6-b", "SL:3.8.6-c")
def test_a_hero_fires_a_machine_gun_at_half_or_at_full_for_one_on_the_dice() -> None:
    half, b = armed("ger-149-hero", "ger-mmg")
    half.do(f"target - {b}")
    assert {"add u+w", "add u+w - at-full"} <= set(half.options("add"))
    half.do("add u+w")
    assert "add u" not in half.options("add")
    half.do("declare").roll((3, 4))
    assert half.breakdown().total == 2 and half.breakdown().value("SL:3.8.6-b") is None
    full, b = armed("ger-149-hero", "ger-mmg")
    full.do(f"target - {b}", "add u+w - at-full", "declare").roll((3, 4))
    assert full.breakdown().total == 4 and full.breakdown().value("SL:3.8.6-b") == 1
    assert breakdown_number(full.g, Shot("u", "w", "at-full")) == 11


@pytest.mark.rule("SL:3.8.6-c")
def test_a_hero_who_has_fired_himself_fires_no_machine_gun() -> None:
    table, b = armed("ger-149-hero", "ger-mmg")
    table.do(f"target - {b}", "add u")
    assert table.refusal("add u+w").rule == "SL:8.9.1.4"


@pytest.mark.rule("SL:3.8.6-a")
def test_a_hero_carries_what_a_leader_does() -> None:
    table, _ = armed("ger-149-hero", "ger-mmg", "MPh")
    place = near(table.unit("u").hex, "open")
    assert table.do("move u").refusal(f"enter - {place}").rule == "SL:4.2.6-i"
    light, _ = armed("ger-149-hero", "ger-lmg", "MPh")
    light.do("move u", f"enter - {place}")
    assert light.position.state.weapons["w"].hex == place


# -- the untrained -----------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.9.5", "SL:3.9.6")
def test_inexperienced_men_break_weapons_and_use_none_of_others() -> None:
    own, b = armed("ger-436", "ger-lmg")
    assert breakdown_number(own.g, Shot("u", "w")) == 11
    assert {"add u", "add u+w"} <= set(own.do(f"target - {b}").options("add"))
    for weapon, side in (("rus-lmg", "russian"), ("ger-ft", "german"), ("ger-dc", "german")):
        table, _ = armed("ger-436", weapon, side=side)
        found = weapon_bar(table.g, table.unit("u"), table.position.state.weapons["w"])
        assert found is not None and found.rule == "SL:3.9.6"
    green, _ = armed("usa-536", "rus-lmg", side="russian")
    assert weapon_bar(green.g, green.unit("u"), green.position.state.weapons["w"]) is None


# -- engineers' weapons ------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.13.4", "SL:3.15.3-b", "SL:3.10.3-a", "SL:3.17.8")
@pytest.mark.parametrize(
    ("kind", "weapon", "strange"),
    [
        ("ger-467", "ger-ft", 1),
        ("ger-9-2", "ger-ft", 0),
        ("ger-9-1", "ger-dc", 1),
        ("ss-658", "ger-ft", 0),
        ("ss-658", "ger-dc", 0),
        ("usa-666", "ger-dc", 1),
        ("usa-747", "ger-ft", 1),
        ("usa-10-2", "ger-ft", 0),
        ("usa-149-hero", "ger-dc", 0),
        ("fre-458", "ger-dc", 1),
        ("fin-648", "ger-dc", 0),
        ("fin-648", "ger-ft", 1),
    ],
)
def test_who_uses_engineers_weapons_as_his_own(kind: str, weapon: str, strange: int) -> None:
    assert times(kind, weapon) == strange


@cache
def engineers(units: str, date: str) -> SlSystem:
    def group(side: str, kind: str, engineers: bool = False) -> Group:
        return Group(
            id=side,
            name=side,
            side=side,
            provenance="original",
            units={kind: 1},
            setup=Area(rows="A-B"),
            engineers=engineers,
        )

    card = Scenario(
        id="pioneers",
        title="",
        date=date,
        place="",
        map=MapPart(boards=(Placed("z"),), north="top"),
        turns=5,
        sides=("russian", "german"),
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=(group("russian", "rus-447"), group("german", units, True)),
    )
    return SlSystem({card.id: card})


def designated(kind: str, date: str = "1944-06-01") -> SlPlay:
    system = engineers(kind, date)
    g = SlPlay(State("pioneers", {}, ("russian", "german"), turn=1), system.table_of("pioneers"))
    g.add_unit(Unit("u", "german", kind, "squad", hex=next(iter(g.map.names)), group=1))
    for name in ("ft", "dc"):
        g.state.weapons[name] = Weapon(name, "german", f"ger-{name}", owner="u", group=1)
    return g


@pytest.mark.rule("SL:3.10.3-a", "SL:3.15.3-b", "SL:3.26.1-b")
def test_engineers_of_the_scenario_use_them_until_they_turn_green() -> None:
    for kind in ("usa-666", "fre-457"):
        g = designated(kind)
        assert [times_strange(g, g.unit("u"), weapon) for weapon in g.state.weapons.values()] == [0, 0]
    g = designated("usa-666")
    g.update(g.unit("u"), type="usa-536")
    assert g.counters["usa-536"].cls == "G"
    assert times_strange(g, g.unit("u"), g.state.weapons["ft"]) == 1


@pytest.mark.rule("SL:3.17.8-b")
def test_finns_have_flamethrowers_from_1941_on_where_the_scenario_says_so() -> None:
    late = designated("fin-648")
    assert no_finnish_flames(late, late.unit("u"), late.state.weapons["ft"]) is None
    for g in (designated("fin-648", "1940-02-01"), armed("fin-648", "ger-ft")[0].g):
        found = weapon_bar(g, g.unit("u"), next(iter(g.state.weapons.values())))
        assert found is not None and found.rule == "SL:3.17.8-b"
    # Nor does anybody of theirs make smoke.
    table, _ = armed("fin-838", "ger-lmg", "MPh")
    assert not [option for option in table.do("move u").options() if "smoke" in option]


# -- allies and partisans ----------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.12.5", "SL:3.17.6")
def test_allies_ruin_each_others_weapons_with_a_five_and_finns_do_not() -> None:
    for kind, die, ruined in (
        ("axm-347", 5, True),
        ("fin-648", 5, False),
        ("ger-467", 5, False),
        ("axm-347", 4, False),
    ):
        table, _ = armed(kind, "ger-mmg", "RPh")
        table.g.update_weapon(table.position.state.weapons["w"], malfunctioned=True)
        table.g.push(Repair("u", "w"))
        ask_again(table)
        table.roll((die,))
        assert ("w" not in table.position.state.weapons) == ruined, (kind, die)


@pytest.mark.rule("SL:3.12.5")
def test_an_allied_weapon_found_on_the_way_is_strange() -> None:
    assert times("axm-347", "ger-lmg") == 0
    table, _ = armed("axm-347", "ger-lmg", group=0)
    g = table.g
    weapon = g.update_weapon(g.state.weapons["w"], group=1)
    assert times_strange(g, g.unit("u"), weapon) == 1
    assert times_strange(g, g.update(g.unit("u"), type="fin-648"), weapon) == 0


@pytest.mark.rule("SL:3.14.8", "SL:3.14-q2")
def test_partisans_use_all_weapons_like_captured_ones_and_captured_ones_twice_so() -> None:
    assert times("par-337", "ger-mmg") == 1 and times("par-337", "rus-mmg", "russian") == 2
    own, b = armed("par-337", "ger-mmg")
    own.do(f"target - {b}", "add u+w", "declare").roll((3, 4))
    assert own.breakdown().total == 2 and breakdown_number(own.g, Shot("u", "w")) == 10
    twice, b = armed("par-337", "ger-mmg", side="russian")
    twice.do(f"target - {b}", "add u+w", "declare").roll((3, 4))
    assert twice.breakdown().total == 1 and breakdown_number(twice.g, Shot("u", "w")) == 8


# -- the pinned --------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.24.2-a", "SL:3.24.2-c")
def test_the_pinned_fire_machine_guns_at_half_and_nothing_else() -> None:
    table, b = armed("ger-467", "ger-mmg", pinned=True)
    table.do(f"target - {b}", "add u+w", "declare").roll((3, 4))
    assert table.breakdown().total == 2 and table.breakdown().value("SL:3.24.1-a") == 0.5
    for kind in ("ger-ft", "ger-dc"):
        barred, _ = armed("ger-838", kind, pinned=True)
        found = weapon_bar(barred.g, barred.unit("u"), barred.position.state.weapons["w"])
        assert found is not None and found.rule == "SL:3.24.2-c"


@pytest.mark.rule("SL:3.24.2-b")
def test_the_pinned_use_no_sustained_fire() -> None:
    able, _ = armed("ger-467", "ger-mmg")
    unit_, weapon = able.unit("u"), able.position.state.weapons["w"]
    assert sustained_refusal(able.g, unit_, weapon) is None
    found = sustained_refusal(able.g, msgspec.structs.replace(unit_, pinned=True), weapon)
    assert found is not None and found.rule == "SL:3.24.2-b"


@pytest.mark.rule("SL:3.7-q8")
def test_a_scout_destroys_what_lies_in_his_hex() -> None:
    a, b = pair(3)
    left = {"w": Weapon("w", "russian", "rus-mmg", hex=a), "x": Weapon("x", "russian", "rus-lmg", hex=a)}
    table = Table("CCPh", [unit("s", "ger-scout", a), unit("r", "rus-447", b)], weapons=left)
    assert {"destroy s+w", "destroy s+x"} <= set(table.options())
    table.do("destroy s+w")
    assert "w" not in table.position.state.weapons and not table.options("destroy")
    squad = Table("CCPh", [unit("s", "ger-467", a), unit("r", "rus-447", b)], weapons=left)
    assert not squad.options("destroy")
