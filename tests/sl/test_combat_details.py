"""Smaller rules of fire and close combat (SL:5, SL:6)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.fire import seen_over
from defilade.rules.sl.vehicles.exposed import lines_of_exposed
from defilade.rules.sl.vehicles.immobilization import NOT_SCOUTS, attempt_refusal
from defilade.tactics.attack_plan import Aim
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit


def fight(*units: dict[str, Any], **more: Any) -> Table:
    """A close combat in which the Germans attack first."""
    return Table("CCPh", list(units), **more)


def gun(gun_id: str, kind: str, owner: str, hex: str, side: str) -> dict[str, Weapon]:
    return {gun_id: Weapon(gun_id, side, kind, owner=owner, hex=hex)}


@pytest.mark.rule("SL:6.1.5", "SL:6.1-q4")
def test_a_lmg_adds_to_the_attack_and_not_to_the_defence() -> None:
    a, _ = pair(1)
    units = [unit("g", "ger-467", a), unit("r", "rus-447", a)]
    table = fight(*units, weapons=gun("m", "ger-lmg", "g", a, "german"))
    table.do("attack r", "with g", "declare", "attack g", "with r", "declare").roll((6, 5), (6, 5))
    mine, theirs = [e.breakdown for e in table.events if e.kind == "close_combat" and e.breakdown is not None]
    assert mine.total == 4 + 2 and mine.value("SL:6.1.5") == 2
    assert theirs.total == 4 and next(line.value for line in theirs.lines if line.label == "defence") == 4
    heavy = fight(*units, weapons=gun("m", "ger-hmg", "g", a, "german"))
    heavy.do("attack r", "with g", "declare", "done").roll((6, 5))
    assert heavy.breakdown("close_combat").total == 4


@pytest.mark.rule("SL:6.1.9", "SL:6.1-q6")
def test_a_lone_leader_mans_a_lmg_or_fights_with_one() -> None:
    a, _ = pair(1)
    units = [unit("l", "ger-8-0", a), unit("k", "ger-8-0", a), unit("r", "rus-237", a)]
    table = fight(*units, weapons=gun("m", "ger-lmg", "l", a, "german"))
    table.do("attack r", "with l", "with k", "declare", "attack l", "attack k", "with r", "declare")
    table.roll((6, 5), (6, 5))
    mine, theirs = [e.breakdown for e in table.events if e.kind == "close_combat" and e.breakdown is not None]
    assert mine.total == 2
    assert next(line.value for line in theirs.lines if line.label == "defence") == 1
    for guns, who in (
        (("l",), ("l",)),
        ((), ("l", "k")),
        (("k",), ("k",)),
    ):  # one strength, and no second attack
        table = fight(*units, **({"weapons": gun("m", "ger-lmg", guns[0], a, "german")} if guns else {}))
        table.do("attack r", *(f"with {uid}" for uid in who), "declare")
        assert not table.options("with") and set(table.options("attack")) == {"attack k", "attack l"}
        table.do("done").roll((6, 5))
        assert table.breakdown("close_combat").total == 1


@pytest.mark.rule("SL:8.9.1.4", "SL:8.9.1.1", "SL:6.1.10", "SL:3.24.2-a")
def test_who_fires_how_many_lmg_in_close_combat() -> None:
    a, _ = pair(1)

    def strength(kind: str, *guns: str, **more: Any) -> float:
        weapons = {f"m{n}": Weapon(f"m{n}", "german", gun, owner="g", hex=a) for n, gun in enumerate(guns)}
        table = fight(unit("g", kind, a, **more), unit("r", "rus-447", a), weapons=weapons)
        table.do("attack r", "with g", "declare", "done").roll((6, 5))
        return table.breakdown("close_combat").total or 0

    assert strength("ger-467", "ger-lmg", "ger-lmg", "ger-lmg") == 4 + 2 + 2
    assert strength("ger-237", "ger-lmg") == 2 and strength("ger-247-crew", "ger-lmg", "ger-lmg") == 2
    assert strength("ger-467", "ger-lmg", pinned=True) == 2 + 1


@pytest.mark.rule("SL:6.5.1", "SL:3.8.8")
def test_only_squads_and_crews_cower_in_close_combat() -> None:
    a, _ = pair(1)
    for kind, column in (("ger-149-hero", 3), ("ger-467", 4)):
        table = fight(unit("g", kind, a), unit("r", "rus-447", a)).do("attack r", "with g", "declare", "done")
        table.roll((5, 5))
        assert table.breakdown("close_combat").column == column


@pytest.mark.rule("SL:6.1-q3")
def test_one_roll_is_read_for_the_exhausted_and_the_others() -> None:
    a, _ = pair(1)
    units = [unit("g", "ger-838", a), unit("r", "rus-237", a, cx=True), unit("q", "rus-237", a)]
    table = fight(*units).do("attack r", "attack q", "with g", "declare", "done").roll((5, 3))
    assert not table.alive("r") and table.alive("q")  # 8 : 4, kill number 7; 8 - 1 against the exhausted


@pytest.mark.rule("SL:6.1-q5")
def test_leaders_do_not_make_the_attacks_of_others_worse() -> None:
    a, _ = pair(1)
    totals = []
    for leaders in ([], [unit("l", "rus-9-1", a)]):
        table = fight(unit("g", "ger-467", a), unit("r", "rus-447", a), *leaders)
        table.do("attack r", "with g", "declare", "done").roll((6, 5))
        totals.append((table.breakdown("close_combat").drm, table.breakdown("close_combat").column))
    assert totals[0] == totals[1]


@pytest.mark.rule("SL:6.3.6.2")
def test_who_withdraws_with_too_much_is_easier_to_kill() -> None:
    a, _ = pair(1)
    units = [unit("g", "ger-467", a, melee=True), unit("r", "rus-447", a, melee=True)]
    table = Table("CCPh", units, weapons=gun("m", "ger-hmg", "g", a, "german"))
    table.do("withdraw g", "done")
    while "attack g" not in table.options():
        table.do("done")
    table.do("attack g", "with r", "declare").roll((6, 5))
    found = table.breakdown("close_combat")
    assert found.value("SL:6.3.6-b") == -2 and found.value("SL:6.3.6.2") == -2  # 5 PP, 3 of them free


@pytest.mark.rule("SL:6.3-q3", "SL:6.4.1-a", "SL:6.3.4")
def test_who_is_broken_in_a_melee_by_outside_fire_is_not_lost_for_that() -> None:
    a, b = pair(1)
    men = [unit(uid, "ger-467", a, melee=True) for uid in ("g", "h")]
    men += [unit(uid, "rus-447", a, melee=True) for uid in ("r", "q")]
    table = Table("PFPh", [*men, unit("x", "rus-628", b)], attacker="russian")
    table.do(f"target - {a}", "add x", "declare").roll((4, 5))
    while "Morale check" in table.asked():
        table.roll((1, 2) if "q" in str(table.position.pending) else (6, 5))
    assert all(table.alive(uid) for uid in "ghrq")
    assert table.unit("g").broken and table.unit("g").melee and table.unit("r").melee


@pytest.mark.rule("SL:5.1-q4")
def test_a_hex_that_fires_by_itself_holds_no_group_together() -> None:
    way = rows("4", "open", "open", "open")
    g = Table("RPh", [], board="4").g
    target = next(
        hex
        for hex in g.map.names
        if all(2 <= g.map.distance(hex, one) <= 4 and g.map.hindrance(one, hex) >= 0 for one in way)
    )
    men = [unit(f"g{n}", "ger-467", hex) for n, hex in enumerate(way)]
    table = Table("PFPh", [*men, unit("r", "rus-447", target)], board="4")
    table.do(f"target - {target}", "add g1", "declare").roll((6, 5))
    table.do(f"target - {target}", "add g0")
    assert "add g2" not in table.options()


@pytest.mark.rule("SL:5.3-q5")
def test_a_wall_between_two_protects_both() -> None:
    for board in ("3", "4", "y", "z"):
        g = Table("RPh", [], board=board).g
        for a in g.map.names:
            for b in g.map.adjacent[a]:
                if g.map.hexside_kind(a, b) != "wall" or g.map.level(a) != g.map.level(b):
                    continue
                if g.terrain_of(a).structure or g.terrain_of(b).structure:
                    continue
                found = []
                for side, firer, there in (("german", "g", b), ("russian", "r", a)):
                    units = [unit("g", "ger-467", a), unit("r", "rus-447", b)]
                    table = Table("PFPh", units, attacker=side, board=board)
                    table.do(f"target - {there}", f"add {firer}", "declare").roll((6, 5))
                    found.append(table.breakdown().value("SL:5.3.1-f"))
                assert found == [2, 2]
                return
    raise AssertionError("no wall between two such hexes")


@pytest.mark.rule("SL:5.3.5.3", "SL:5.3.5-q1", "SL:5.3-q1", "SL:5.3-q4")
def test_who_looks_down_steeply_sees_into_an_open_hull() -> None:
    steep = flat = 0
    for board in ("2", "3", "4"):
        g = Table("RPh", [], board=board).g
        for a in g.map.names:
            for b in g.map.adjacent[a]:
                if g.map.level(a) - g.map.level(b) == 2 and not steep:
                    steep = 1
                    assert seen_over(g, a, b) == 1
                    car = vehicle("v", "ger-ostwind", b, ce=True)
                    now = scene("RPh", [], [car], board=board).g
                    lines = lines_of_exposed(now, "v", Aim((a,), "PFPh", True)) or ()
                    assert {line.rule: line.value for line in lines}["SL:5.3.5.3"] == -1
                if g.map.level(b) - g.map.level(a) == 1 and not flat:
                    flat = 1
                    assert seen_over(g, a, b) == seen_over(g, b, a) == 0
                    now = scene("RPh", [], [vehicle("v", "ger-ostwind", b, ce=True)], board=board).g
                    lines = lines_of_exposed(now, "v", Aim((a,), "PFPh", True)) or ()
                    assert "SL:5.3.5.1" not in {line.rule for line in lines}
    assert flat and steep
    here = rows("y", "woods")[0]
    wood = scene("RPh", [], [vehicle("v", "ger-pzkw-ivh", here, ce=True)], board="y").g
    lines = lines_of_exposed(wood, "v", Aim((), "PFPh", True)) or ()
    assert [line.value for line in lines] == [1, 2]


@pytest.mark.rule("SL:7.2.5.5")
def test_scouts_and_snipers_keep_away_from_afvs() -> None:
    here, there = rows("y", "woods", "open")
    for kind, refused in (
        ("ger-scout", NOT_SCOUTS),
        ("rus-sniper2", NOT_SCOUTS),
        ("rus-8-1", None),
        ("rus-149-hero", None),
    ):
        table = scene(
            "DFPh", [unit("r", kind, here, side="russian")], [vehicle("v", "ger-pzkw-ivh", there)], board="y"
        )
        assert attempt_refusal(table.g, table.unit("r"), table.g.state.vehicles["v"]) == refused
