"""Berserk crews of Squad Leader: they stay with their weapon (SL:3.25.9, SL:3.25.10)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.people.berserk import go_berserk
from defilade.rules.sl.terrain import sees
from sl.table import Table, near, pair, unit
from sl.test_portage import armed, gun

A, B = pair(4)
CREW = "ger-247-crew"


def crew(phase: str, *more: dict[str, Any], kind: str = "ger-hmg", at: str = A, **state: Any) -> Table:
    units = [unit("c", CREW, at, berserk=True), *more]
    return armed(phase, units, gun("w", kind, "c"), **state)


def enemy(hex: str = B) -> dict[str, Any]:
    return unit("r", "rus-447", hex)


def blind_hex() -> str:
    g = Table("RPh", []).g
    return next(hex for hex in g.map.names if not sees(g, A, hex))


@pytest.mark.rule("SL:3.25.9", "SL:3.25.10-a")
@pytest.mark.parametrize(("phase", "attacker"), [("PFPh", "german"), ("DFPh", "russian")])
def test_a_berserk_crew_fires_its_gun_before_all_others(phase: str, attacker: str) -> None:
    table = crew(phase, enemy(), unit("x", "ger-467", A), attacker=attacker)
    assert table.options() == [f"rage c+w {B}"]
    table.do(f"rage c+w {B}")
    assert "add x" in table.options()  # others may join
    table.do("declare").roll((3, 4))
    assert table.breakdown().value("SL:8.9.7.1-a") == 1 and table.said("SL:8.9.7.2-a")
    assert table.unit("c").fire


@pytest.mark.rule("SL:3.25.10-a")
def test_it_fires_at_nobody_and_may_lose_the_gun() -> None:
    table = crew("PFPh", enemy(blind_hex()))
    assert "for nothing" in table.asked()
    table.roll((5, 5))  # a HMG that breaks on a 12, in sustained fire on a 10
    assert "w" not in table.position.state.weapons and table.said("SL:8.9.7.3")
    kept = crew("PFPh", enemy(blind_hex())).roll((5, 4))
    assert "w" in kept.position.state.weapons and kept.said("SL:2.1.2-c")
    older = crew("PFPh", enemy(blind_hex()), options={"edition": "cod"})
    assert older.asked() == "" and not older.said("SL:2.1.2-c")


@pytest.mark.rule("SL:3.25.9")
def test_it_does_not_charge_while_its_weapon_works() -> None:
    stays = crew("MPh", enemy(), unit("x", "ger-467", A))
    assert not stays.said("SL:3.25.3-a") and stays.unit("c").hex == A
    assert stays.refusal("move c").rule == "SL:3.25.3-a"
    for phase in ("MPh", "APh"):
        beside = near(A)
        rush = armed(
            phase, [unit("c", CREW, A, berserk=True), unit("r", "rus-447", beside)], gun("w", "ger-hmg", "c")
        )
        assert rush.unit("c").hex == A
    armless = armed("APh", [unit("c", CREW, A, berserk=True), unit("r", "rus-447", near(A))])
    assert armless.unit("c").hex == near(A)
    foreign = gun("w", "rus-hmg", "c")  # a captured gun is used in no sustained fire
    assert (
        armed("APh", [unit("c", CREW, A, berserk=True), unit("r", "rus-447", near(A))], foreign).unit("c").hex
        != A
    )
    squad = armed(
        "APh",
        [unit("c", "ger-467", A, berserk=True), unit("r", "rus-447", near(A))],
        gun("w", "ger-hmg", "c"),
    )
    assert squad.unit("c").hex == near(A)
    broken = gun("w", "ger-hmg", "c", malfunctioned=True)
    table = Table("MPh", [unit("c", CREW, A, berserk=True), enemy()], weapons={"w": broken})
    assert table.said("SL:3.25.3-a")


@pytest.mark.rule("SL:3.25.9")
def test_recoilless_rifles_are_fired_as_long_as_there_is_a_target() -> None:
    man = unit("c", "usa-236-crew", A, berserk=True)
    foe = unit("e", "ger-467", B)
    table = armed("PFPh", [man, foe], gun("w", "usa-rcl-75", "c"), attacker="russian")
    assert table.options() == [f"shell c+w {B}"]
    table.do(f"shell c+w {B}").roll((6, 5))
    assert table.g.state.weapons["w"].fire
    quiet = armed(
        "PFPh", [man, unit("e", "ger-467", blind_hex())], gun("w", "usa-rcl-75", "c"), attacker="russian"
    )
    assert quiet.asked() == "" and not quiet.options("shell") and not quiet.g.state.weapons["w"].fire


@pytest.mark.rule("SL:3.25.10-a")
def test_a_leader_brings_the_crew_of_a_machine_gun_to_its_senses() -> None:
    table = crew("RPh", enemy(), unit("l", "ger-8-1", A))
    while not table.asked():
        table.do("done")
    assert "senses" in table.asked()
    table.roll((4, 4))  # 8 - 1: its morale of 7, not 10
    assert not table.unit("c").berserk
    mad = crew("RPh", enemy(), unit("l", "ger-8-1", A))
    while not mad.asked():
        mad.do("done")
    assert mad.roll((4, 5)).unit("c").berserk
    alone = crew("RPh", enemy(), unit("x", "ger-467", A))
    raving = crew("RPh", enemy(), unit("x", "ger-467", A), unit("l", "ger-8-1", A, berserk=True))
    for other in (alone, raving):
        for _ in range(8):
            assert "senses" not in other.asked()
            if other.asked() or other.g.state.phase != "RPh":
                break
            other.do("done")
        assert other.unit("c").berserk


@pytest.mark.rule("SL:3.25.10-b")
def test_squads_leave_the_guns_of_crews() -> None:
    def left(kind: str, man: str = "ger-467", edition: str = "gi") -> bool:
        options = {"edition": edition}
        table = armed("PFPh", [unit("s", man, A), enemy()], gun("w", kind, "s"), options=options)
        go_berserk(table.g, table.unit("s"), "SL:3.25.1-a")
        return not table.g.state.weapons["w"].owner

    assert left("ger-hmg") and left("ger-mmg", "ger-237")
    assert not left("ger-lmg") and not left("ger-hmg", CREW) and not left("ger-hmg", edition="cod")
