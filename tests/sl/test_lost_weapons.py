"""Weapons that perish with their crews, or are destroyed by them (SL:8.7, SL:8.8)."""

from __future__ import annotations

import pytest

from defilade.kernel import Choice
from defilade.rules.sl import fire
from defilade.rules.sl.fire import Attack, Mounted
from defilade.rules.sl.weapons.random_loss import RandomLoss, loss_drm
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit
from sl.test_machine_guns import armed, gun


def shot_dead(own: bool, distance: int = 3, kind: str = "ger-467", attackers: int = 2) -> Table:
    """Germans have killed a Russian with a machine gun; his gun is rolled for."""
    a, b = pair(distance)
    men = [unit(f"u{n}", kind, a) for n in range(attackers)]
    table = armed(
        [*men, unit("r", "rus-447", b), unit("k", "rus-447", b)],
        gun("w", "ger-hmg", "u0", a),
        gun("x", "rus-lmg", "r", b, "russian"),
        Weapon("y", "russian", "rus-mmg", hex=b),
    )
    table.do(f"target - {b}", *(("add u0+u1",) if own else ("add u0+w",)), "declare")
    return table.roll((1, 1) if own else (2, 1))


@pytest.mark.rule("SL:8.8.1-a", "SL:8.8.1-b", "SL:8.8.1-c")
def test_each_weapon_of_the_hex_is_rolled_for_one_column_to_the_left() -> None:
    table = shot_dead(own=False)
    assert not table.alive("r")
    frame = table.position.state.stack[-1]
    assert isinstance(frame, RandomLoss)
    six = table.g.fire_table.columns.index(6)
    assert (frame.weapons, frame.column, frame.drm) == (("x", "y"), six - 1, 1)
    table.roll((1, 1))  # three, on the column of four: no KIA there
    weapons = table.position.state.weapons
    assert "x" in weapons and weapons["x"].owner == "" and table.said("SL:8.8.1-c")
    g = table.g
    killing = next(total for total in range(12, 0, -1) if str(g.fire_table.result(six - 1, total)) == "KIA")
    assert killing == 2
    table.roll((1, 1))
    assert "y" in table.position.state.weapons
    near = shot_dead(own=True, distance=1)
    frame = near.position.state.stack[-1]
    assert isinstance(frame, RandomLoss) and frame.drm == 0
    near.roll((1, 1))
    assert "x" not in near.position.state.weapons and near.said("SL:8.8.1-a")


@pytest.mark.rule("SL:8.8.1-b")
def test_what_adds_to_its_dice() -> None:
    a, b = pair(1)
    far, there = pair(3)
    units = [unit("u", "ger-467", a), unit("v", "ger-467", far), unit("r", "rus-447", b)]
    table = armed(units, gun("w", "ger-hmg", "u", a), gun("f", "ger-ft", "u", a))
    g = table.g

    def drm(phase: str, target: str, *shots: Shot) -> int:
        return loss_drm(g, Attack(phase, "german", target, ("r",), shots))

    assert drm("PFPh", b, Shot("u", "w")) == 1 and drm("PFPh", there, Shot("v")) == 1
    assert drm("PFPh", b, Shot("u")) == 0 and drm("PFPh", b, Shot("u", "w"), Shot("u")) == 0
    assert drm("PFPh", b, Shot("u", "f")) == 0 and drm("overrun", b) == -1


@pytest.mark.rule("SL:8.8.1-f")
def test_in_a_burning_hex_none_is_spared() -> None:
    a, b = pair(3)
    units = [unit("u", "ger-467", a), unit("r", "rus-447", b), unit("k", "rus-447", b)]
    for fires, left in (({}, True), ({b: "german"}, False)):
        table = armed(units, gun("w", "ger-hmg", "u", a), gun("x", "rus-lmg", "r", b, "russian"), fires=fires)
        table.do(f"target - {b}", "add u+w", "declare").roll((1, 1))
        assert not table.alive("r")
        assert ("x" in table.position.state.weapons) is left is ("destroyed, too" in table.asked())
        assert table.said("SL:8.8.1-f") is not left


@pytest.mark.rule("SL:8.8.1-d")
def test_nothing_is_lost_on_the_first_column_nor_in_close_combat() -> None:
    a, b = pair(3)
    table = armed([unit("u", "ger-467", a), unit("r", "rus-447", b)], gun("x", "rus-lmg", "r", b, "russian"))
    g = table.g
    depth = len(g.state.stack)
    fire.killed(g, Attack("PFPh", "german", b, ("r",), (Shot("u"),)), 0)
    assert len(g.state.stack) == depth
    fire.killed(g, Attack("PFPh", "german", b, ("r",), (Shot("u"),)), 1)
    assert len(g.state.stack) == depth + 1
    fight = Table(
        "CCPh",
        [unit("s", "ger-838", a), unit("t", "ger-838", a), unit("r", "rus-336", a)],
        weapons={"x": gun("x", "rus-lmg", "r", a, "russian")},
    )
    fight.do("attack r", "with s", "with t", "declare", "done").roll((2, 3))
    assert not fight.alive("r") and fight.position.state.weapons["x"].owner == "" and not fight.asked()


@pytest.mark.rule("SL:8.8.1-e", "SL:8.8.1-d")
def test_what_lies_about_where_an_overrun_ends_is_rolled_for() -> None:
    here, there = rows("y", "open", "open")
    for stays in (True, False):
        table = scene(
            "MPh",
            [unit("r", "rus-447", there), unit("q", "rus-447", "yM3")],
            [vehicle("v", "ger-pzkw-ivh", here, 1)],
            board="y",
            weapons={
                "m": Weapon("m", "russian", "rus-lmg", owner="r", hex=there),
                "n": Weapon("n", "russian", "rus-mmg", hex=there),
            },
        )
        table.do("drive v", f"overrun - {there}")
        while isinstance(table.position.pending, Choice):
            table.do("done")
        table.roll((6, 4))
        assert table.position.state.overrun_columns
        if not stays:
            g = table.g
            g.state.vehicles["v"] = vehicle("v", "ger-pzkw-ivh", here, 1, overran=there)
        while "destroyed, too" not in table.asked() and table.position.state.phase == "MPh":
            if table.asked():
                table.roll((1, 2))
            else:
                table.do(next(o for o in table.options() if o in ("done", "stop", "hold-back")))
        assert ("destroyed, too" in table.asked()) is stays
        if stays:
            frame = table.position.state.stack[-1]
            assert isinstance(frame, RandomLoss) and frame.weapons == ("n",) and frame.drm == -1


@pytest.mark.rule("SL:8.7.1-a", "SL:8.7-q1")
def test_who_is_in_no_close_combat_destroys_or_jams_what_he_has() -> None:
    a, b = pair(2)
    units = [
        unit("s", "ger-467", a),
        unit("l", "ger-8-1", a),
        unit("x", "ger-467", a, broken=True),
        unit("z", "ger-467", a, berserk=True),
        unit("r", "rus-447", b),
    ]
    guns = [gun("w", "ger-lmg", "s", a), gun("v", "ger-mmg", "s", a), gun("m", "ger-lmg", "l", a)]
    guns += [gun("n", "ger-lmg", "l", a), gun("o", "ger-lmg", "x", a), gun("p", "ger-lmg", "z", a)]
    table = armed(units, *guns, phase="CCPh")
    assert {option.split()[1] for option in table.options("destroy")} == {"s+w", "s+v", "l+m", "l+n"}
    table.do("destroy s+w", "jam s+v", "destroy l+m")
    weapons = table.position.state.weapons
    assert "w" not in weapons and weapons["v"].malfunctioned and "m" not in weapons
    assert table.options() == ["destroy s+v", "done"]
    far, _ = pair(8)
    lonely = armed(
        [unit("s", "ger-467", far), unit("r", "rus-447", pair(8)[1])], gun("w", "ger-lmg", "s", far)
    )
    assert not [frame for frame in lonely.position.state.stack if type(frame).__name__ == "Scuttling"]
    melee = armed(
        [unit("s", "ger-467", a), unit("r", "rus-447", a)], gun("w", "ger-lmg", "s", a), phase="CCPh"
    )
    assert not melee.options("destroy")


@pytest.mark.rule("SL:8.7.1-b")
def test_crews_destroy_or_cripple_their_own_vehicles() -> None:
    here, there = rows("y", "open", "open")
    units = [unit("r", "rus-447", there), unit("s", "ger-467", here)]
    table = scene("CCPh", units, [vehicle("v", "ger-pzkw-ivh", here, 1)], board="y")
    g = table.g
    table.do("cripple v")
    assert g.state.vehicles["v"].immobilized
    table.do("destroy v")
    assert table.position.state.vehicles["v"].wreck
    assert [unit.kind for unit in table.g.units_in(here)] == ["squad", "crew"]


@pytest.mark.rule("SL:8.8.1-b")
def test_machine_guns_of_a_vehicle_spare_weapons_like_others_a_gun_does_not() -> None:
    b = pair(3)[1]
    g = Table("PFPh", [unit("r", "rus-447", b)]).g

    def drm(*places: str) -> int:
        return loss_drm(g, Attack("PFPh", "german", b, ("r",), (), mounted=Mounted("v", places)))

    assert drm("bmg", "cmg") == 1 and drm("ma") == drm("ma", "bmg") == 0


@pytest.mark.rule("SL:8.8.1-b")
def test_bursts_in_the_trees_spare_weapons_like_small_arms() -> None:
    woods, field = pair(3, "woods")[1], pair(3)[1]
    bombs = {
        kind: Weapon(kind, "german", kind, owner="u", hex=field) for kind in ("ger-mtr-81", "ger-inf-75")
    }
    g = Table("MPh", [unit("r", "rus-447", woods), unit("u", "ger-467", field)], weapons=bombs).g

    def drm(hex: str, **more: str) -> int:
        return loss_drm(g, Attack("PFPh", "german", hex, ("r",), (), **more))

    assert drm(woods, barrage="b") == drm(woods, shell="ger-mtr-81") == 1
    assert drm(field, barrage="b") == drm(field, shell="ger-mtr-81") == drm(woods, shell="ger-inf-75") == 0
