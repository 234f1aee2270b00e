"""Guns that are fired at and overrun in Squad Leader (SL:13.17, SL:10.3, SL:7.1.19 to SL:7.1.23)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.fire import wall_between
from defilade.rules.sl.guns.gun_targets import behind_its_shield
from defilade.rules.sl.state import Served
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.weapons.launchers import launch_refusal
from defilade.tactics.attack_plan import Aim
from defilade.tactics.units import Weapon
from sl.gun_line import GERMAN_CREW, RUSSIAN_CREW, toward
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import ask_again, under_cover
from sl.table import Table, pair, unit

A, B = pair(5)
TANK = "ger-pzkw-ivh"


def duel(
    phase: str = "PFPh",
    *,
    target: str = "rus-at-45",
    spines: int = 0,
    emplaced: bool = True,
    firer: str = "ger-inf-75",
    man: str = GERMAN_CREW,
    distance: int = 5,
    there: str = "open",
    men: tuple[dict[str, Any], ...] = (),
    cars: tuple[Any, ...] = (),
    **more: Any,
) -> Table:
    """A German weapon, and a Russian gun with its crew at which it is fired."""
    a, b = pair(distance, there)
    units = [unit("c", man, a), unit("r", RUSSIAN_CREW, b), *men]
    facing = toward(b, a, spines)
    weapons = {
        "w": Weapon(
            "w", "german", firer, owner="c", hex=a, facing=toward(a, b) if firer.startswith("ger-inf") else -1
        ),
        "g": Weapon("g", "russian", target, owner="r", hex=b, facing=facing, emplaced=emplaced),
    }
    table = scene(phase, units, list(cars), weapons=weapons, attacker="german", **more)
    return table.do("done") if not table.asked() and table.options("try-smoke") else table


def shells(table: Table) -> list[str]:
    return table.options("shell")


def drm(table: Table, kind: str = "to_hit") -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown(kind).lines}


# -- to hit it ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:13.17.2-a", "SL:13.17.3-a")
def test_a_gun_that_is_dug_in_is_hard_to_hit() -> None:
    table = duel().do("shell c+w " + B + " g").roll((6, 5))
    assert drm(table)["SL:13.17.2-a"] == 2 and "SL:10.3.3" not in drm(table)
    moved = duel(emplaced=False)
    moved.do(shells(moved)[0]).roll((6, 5))
    assert (
        "SL:13.17.2-a" not in drm(moved) and drm(moved)["SL:13.17.3-a"] == 0
    )  # a vehicle's line, and size +1
    small = duel(target="ger-at-37", emplaced=False)
    small.do(shells(small)[0]).roll((6, 5))
    assert drm(small)["SL:13.17.3-a"] == 1


@pytest.mark.rule("SL:13.17.8-a", "SL:13.17.8-c")
def test_it_is_a_target_by_itself() -> None:
    squad = unit("s", "rus-447", B)
    table = duel(men=(squad,))
    assert shells(table) == [f"shell c+w {B} g", f"shell c+w {B}"]
    table.do(f"shell c+w {B} g").roll((1, 2), (1, 1))
    assert not table.alive("r") and table.alive("s") and not table.unit("s").dm
    other = duel(men=(squad,)).do(f"shell c+w {B}").roll((1, 2), (1, 1))
    assert other.alive("r") and not other.alive("s") and "g" in other.position.state.weapons
    together = duel(men=(squad,), emplaced=False)
    assert shells(together) == [f"shell c+w {B}"]
    together.do(f"shell c+w {B}").roll((1, 2), (1, 1))
    assert not together.alive("r") and not together.alive("s")


@pytest.mark.rule("SL:10.1.15-a")
def test_some_guns_are_as_large_as_vehicles() -> None:
    table = duel(target="ger-at-88").do(f"shell c+w {B} g").roll((6, 5))
    assert drm(table)["SL:10.1.15-a"] == -1 and drm(table)["SL:13.17.2-a"] == 2
    assert "SL:10.1.15-a" not in drm(duel().do(f"shell c+w {B} g").roll((6, 5)))


# -- what a hit does ---------------------------------------------------------------------------------------


@pytest.mark.rule("SL:13.17.4-a", "SL:13.17.4-b", "SL:10.3.3", "SL:10.3.7-a")
def test_direct_hits_and_near_misses() -> None:
    direct = duel().do(f"shell c+w {B} g").roll((1, 2), (2, 1))  # 12 FP, 3: a KIA
    assert not direct.alive("r") and "g" not in direct.position.state.weapons and direct.said("SL:13.17.4-a")
    near = duel().do(f"shell c+w {B} g").roll((1, 2), (1, 5))  # 8 behind the shield: a 1MC
    assert drm(near, "attack")["SL:10.3.3"] == 2
    assert "g" not in near.position.state.weapons and near.said("SL:13.17.4-b") and near.alive("r")
    spared = duel().do(f"shell c+w {B} g").roll((1, 2), (2, 4))
    assert "g" in spared.position.state.weapons


@pytest.mark.rule("SL:10.3.7-b")
def test_a_critical_hit_destroys_gun_and_crew() -> None:
    table = duel(emplaced=False, there="woods")
    table.do(shells(table)[0]).roll((1, 1), (6, 6))
    assert not table.alive("r") and "g" not in table.position.state.weapons and table.said("SL:10.3.7-b")
    plain = duel(emplaced=False)
    plain.do(shells(plain)[0]).roll((1, 1), (6, 6))
    assert plain.alive("r") and "g" in plain.position.state.weapons


@pytest.mark.rule("SL:13.17.2-b")
def test_no_wall_helps_who_is_dug_in() -> None:
    g = Table("RPh", [], board="3").g
    a, b = next(
        (a, b)
        for b in g.map.names
        if g.map.terrain[b] == "open"
        for a in g.map.names
        if 2 <= g.map.distance(a, b) <= 4 and g.map.level(a) == g.map.level(b)
        if (found := wall_between(g, a, b)) is not None and found.label == "wall" and sees(g, a, b)
    )

    def shot(emplaced: bool) -> dict[str, float]:
        weapons = {
            "w": Weapon("w", "german", "ger-inf-75", owner="c", hex=a, facing=toward(a, b, 0, "3")),
            "g": Weapon(
                "g", "russian", "rus-at-45", owner="r", hex=b, facing=toward(b, a, 0, "3"), emplaced=emplaced
            ),
        }
        units = [unit("c", GERMAN_CREW, a), unit("r", RUSSIAN_CREW, b)]
        table = scene("PFPh", units, [], weapons=weapons, attacker="german", board="3")
        table = table.do("done") if not table.asked() and table.options("try-smoke") else table
        return drm(table.do(shells(table)[0]).roll((6, 5)))

    wall = {entry.rule for kind, entry in g.tables.fire_drm.hexside.items() if kind == "wall"}
    assert not wall & set(shot(True)) and wall & set(shot(False))


@pytest.mark.rule("SL:10.3.1", "SL:10.3.2-a", "SL:10.3.2-b", "SL:10.3.5")
def test_whom_a_shield_helps() -> None:
    def helps(uid: str = "r", hexes: tuple[str, ...] = (A,), **more: Any) -> bool:
        table = duel(men=(unit("s", "rus-447", B), unit("l", "rus-9-1", B)), **more)
        g = table.g
        return bool(behind_its_shield(g, g.unit(uid), Aim(hexes, "PFPh", True)))

    assert helps() and not helps("s") and not helps("l")
    assert not helps(spines=3) and not helps(hexes=(A, B)) and not helps(hexes=())
    assert not helps(target="rus-mtr-82")
    broken = duel()
    broken.g.update(broken.g.unit("r"), broken=True)
    assert not behind_its_shield(broken.g, broken.g.unit("r"), Aim((A,), "PFPh", True))
    squad = duel(men=(unit("s", "rus-447", B),))
    squad.g.give(squad.g.state.weapons["g"], squad.g.unit("s"))
    assert not behind_its_shield(squad.g, squad.g.unit("s"), Aim((A,), "PFPh", True))
    mortar = duel(firer="ger-mtr-81").do(f"shell c+w {B} g").roll((1, 2), (6, 4))
    assert "SL:10.3.3" not in drm(mortar, "attack")


@pytest.mark.rule("SL:10.3.4", "SL:10.3.6")
def test_no_shield_on_the_move() -> None:
    for change in ({"moved": True}, {}):
        table = duel(phase="DFPh")
        g = table.g
        g.update(g.unit("r"), **change)
        assert bool(behind_its_shield(g, g.unit("r"), Aim((A,), "DFPh", True))) == (not change)
    pushed = duel(phase="DFPh")
    pushed.g.update_weapon(pushed.g.state.weapons["g"], moved=True)
    assert not behind_its_shield(pushed.g, pushed.g.unit("r"), Aim((A,), "DFPh", True))


@pytest.mark.rule("SL:2.3-q1", "SL:10.3.3")
@pytest.mark.parametrize(("spines", "claims"), [(0, True), (3, False)])
def test_a_concealed_crew_has_its_shield(spines: int, claims: bool) -> None:
    table = duel(spines=spines, man="ger-467", firer="ger-lmg")
    under_cover(table, "r")
    table.do(f"target - {B}").do("add c", "declare").roll((6, 6))
    assert ("SL:10.3.3" in drm(table, "attack")) == claims


@pytest.mark.rule("SL:10.3.3")
def test_a_shield_against_infantry() -> None:
    table = duel(man="ger-467", firer="ger-lmg").do(f"target - {B}").do("add c", "declare").roll((6, 5))
    assert drm(table, "attack")["SL:10.3.3"] == 2


# -- shots at the gun itself -------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.15.2-b")
@pytest.mark.parametrize(
    ("spines", "target", "modifier", "number"),
    [(0, "rus-at-45", -4, -1), (3, "rus-at-45", -5, 1), (0, "rus-mtr-82", -5, -1)],
)
def test_anti_tank_rifles_at_guns(spines: int, target: str, modifier: int, number: int) -> None:
    table = duel(man="ger-467", firer="ger-atr", spines=spines, target=target)
    option = table.options("shoot-gun")[0]
    assert option == f"shoot-gun c+w+g {B}"
    table.do(option).roll((1, 2))
    assert drm(table)["SL:13.17.2-a"] == 2 and "kill roll" in table.asked()
    table.roll((1, 1))
    assert table.breakdown("to_kill").column == number and drm(table, "to_kill")["SL:8.15.2-b"] == modifier
    assert "g" not in table.position.state.weapons and table.alive("r")
    missed = duel(man="ger-467", firer="ger-atr").do(option).roll((6, 5))
    assert "g" in missed.position.state.weapons and not missed.asked()


@pytest.mark.rule("SL:8.16-q4", "SL:8.16-q5")
def test_shaped_charges_at_guns() -> None:
    table = duel(man="ger-467", firer="usa-baz-44a", distance=2)
    b = pair(2)[1]
    table.do(f"shoot-gun c+w+g {b}")
    if "no-leader" in (table.options() if not table.asked() else []):
        table.do("no-leader")
    table.roll((1, 2))
    assert drm(table)["SL:8.16-q4"] in (1, 2)
    assert sum(line.value for line in table.breakdown("to_hit").lines if line.rule == "SL:8.16-q4") == 3
    table.roll((4, 5))
    assert table.breakdown("to_kill").column == 9 and "g" not in table.position.state.weapons
    crew = duel(man="ger-467", firer="usa-baz-44a", distance=2).do(f"shell c+w {b} g")
    if "no-leader" in (crew.options() if not crew.asked() else []):
        crew.do("no-leader")
    crew.roll((6, 5))
    assert "SL:13.17.2-a" not in drm(crew) and "SL:8.16-q4" not in drm(crew)
    faust = duel(man="ger-467", firer="ger-psk", distance=2)
    assert not faust.options("shoot-gun")
    agreed = duel(man="ger-467", firer="ger-psk", distance=2, options={"shaped-charges-at-guns": "on"})
    assert agreed.options("shoot-gun")


# -- overruns ----------------------------------------------------------------------------------------------


def charge(
    *, gun: str = "rus-at-45", spines: int = 0, served: Served | None = None, wreck: bool = False, **more: Any
) -> tuple[Table, tuple[str, ...]]:
    """A German tank two hexes west of a Russian gun, which points at it unless it must be turned by so much."""
    way = rows("y", "open", "open", "open")
    facing = toward(way[-1], way[-2], spines, "y")
    weapon = Weapon("g", "russian", gun, owner="r", hex=way[-1], facing=facing, emplaced=True)
    cars = [vehicle("v", TANK, way[0], 1)]
    if wreck:
        cars.append(vehicle("k", TANK, way[-1], 1, wreck=True))
    units = [unit("r", RUSSIAN_CREW, way[-1], **more.pop("crew", {}))]
    state = {"served": {"g": served}} if served is not None else {}
    table = scene("MPh", units, cars, board="y", weapons={"g": weapon}, **state, **more)
    table.do("drive v")
    passing(table).do(f"drive-to - {way[1]}")
    passing(table).do(f"overrun - {way[2]}")
    return passing(table), way


def passing(table: Table) -> Table:
    while not table.asked() and table.position.pending.side == "russian" and "done" in table.options():
        table.do("done")
    return table


@pytest.mark.rule("SL:7.1.19", "SL:7.1.20")
def test_a_gun_fires_once_more_at_what_overruns_it() -> None:
    table, _ = charge()
    assert "Pre-AFV" in table.asked()
    table.roll((1, 2))
    assert table.options() == ["last-shot r+g+v " + table.position.state.vehicles["v"].hex, "hold-fire"]
    table.do(table.options()[0]).roll((4, 4))
    found = drm(table)
    assert found["SL:7.1.20"] == 2 and "SL:8.16-q1" not in found and "SL:13.3" not in found
    assert "SL:13.9.1-c" not in found and "SL:13.11.3" not in found
    table.roll((1, 1))
    assert table.position.state.vehicles["v"].wreck and table.alive("r")


@pytest.mark.rule("SL:7.1.20")
def test_it_is_turned_to_where_the_afv_comes_from() -> None:
    table, way = charge(spines=2)
    table.roll((1, 2)).do(next(o for o in table.options() if o.startswith("last-shot")))
    gun = table.position.state.weapons["g"]
    assert gun.facing in (
        toward(way[-1], way[-2], 0, "y"),
        (toward(way[-1], way[-2], 0, "y") + 1) % 6,
        (toward(way[-1], way[-2], 0, "y") - 1) % 6,
    )
    table.roll((6, 5))
    assert drm(table)["SL:13.9.1-c"] == 4


@pytest.mark.rule("SL:7.1.21")
def test_a_crew_without_nerve_fires_no_more() -> None:
    table, way = charge()
    table.roll((6, 6))
    assert not table.unit("r").broken and "overruns" in table.asked() and table.said("SL:7.1.21")
    table.roll((6, 4))
    g = table.g
    weapon = g.state.weapons["g"]
    found = launch_refusal(g, g.unit("r"), weapon, way[0])
    assert found is not None and found.rule == "SL:7.1.21"


@pytest.mark.rule("SL:7.1.22")
def test_beyond_its_rate_of_fire_it_is_intensive_fire() -> None:
    spent, _ = charge(served=Served(shots=3))
    spent.roll((1, 2)).do(next(o for o in spent.options() if o.startswith("last-shot"))).roll((6, 4))
    assert drm(spent)["SL:13.11.3"] == 2
    assert spent.position.state.weapons["g"].malfunctioned  # B12 less 2
    again = spent.position.state.served["g"]
    assert again.shots == 3 and not again.hurried and not again.in_hex
    hasty, _ = charge(served=Served(shots=4, intensive=True))
    hasty.roll((1, 2)).do(next(o for o in hasty.options() if o.startswith("last-shot"))).roll((6, 3))
    assert drm(hasty)["SL:13.11.3"] == 2
    calm, _ = charge(served=Served(shots=2))
    calm.roll((1, 2)).do(next(o for o in calm.options() if o.startswith("last-shot"))).roll((6, 4))
    assert "SL:13.11.3" not in drm(calm) and calm.position.state.served["g"].shots == 3


@pytest.mark.rule("SL:7.1.19")
def test_mortars_and_recoilless_rifles_have_no_last_shot() -> None:
    for kind in ("rus-mtr-82", "ger-rcl-75"):
        table, _ = charge(gun=kind)
        assert "overruns" in table.asked(), kind


@pytest.mark.rule("SL:7.1.23")
def test_a_wreck_beside_the_gun() -> None:
    table, _ = charge(wreck=True)
    table.roll((1, 2)).do(next(o for o in table.options() if o.startswith("last-shot"))).roll((6, 5))
    assert drm(table)["SL:7.1.23"] == 1
    table.roll((5, 5))
    assert drm(table, "attack")["SL:7.1.23"] == 1
    plain, _ = charge()
    plain.roll((6, 6), (5, 5))
    assert "SL:7.1.23" not in drm(plain, "attack")
    incoming = duel(cars=(vehicle("k", "rus-t34-76a", B, wreck=True),)).do(f"shell c+w {B} g").roll((6, 5))
    assert drm(incoming)["SL:7.1.23"] == 1


@pytest.mark.rule("SL:8.8.1-e", "SL:7.1.16-d")
def test_a_gun_in_the_hex_of_an_overrun_is_rolled_for() -> None:
    table, _ = charge()
    table.roll((6, 6), (5, 4))
    while table.g.state.phase == "MPh":
        if table.asked():
            table.roll((1, 2))
        else:
            table.do("stop" if "stop" in table.options() else "done")
    assert "AT 45L" in table.asked()
    table.roll((1, 1))
    assert "g" not in table.position.state.weapons


@pytest.mark.rule("SL:13.10.2.3")
def test_asking_again_changes_nothing() -> None:
    table = duel()
    before = table.options()
    ask_again(table)
    assert table.options() == before
