"""Swimming (SL:4.14)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from defilade.kernel import Refusal
from defilade.rules.sl import stacking
from defilade.rules.sl.ground.low_ground import is_water
from defilade.rules.sl.state import Mount
from defilade.rules.sl.water.swimming import IN_THE_APH, drown, refusal
from defilade.rules.sl.weapons.fire_through import ends_at_target, lanes
from defilade.rules.sl.weapons.launchers import launching_bar
from defilade.tactics.units import Weapon
from sl.secrets import ask_again, under_cover
from sl.table import Table, unit
from sl.test_mounts import SQUAD, drm
from sl.test_portage import gun
from sl.wilds import BOARD, wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

FOE = "rus-447"
SHORE, WATER, FURTHER = "E6", "D6", "D5"


def bather(phase: str = "MPh", hex: str = SHORE, *more: dict[str, Any], **state: Any) -> Table:
    return wild(phase, unit("s", SQUAD, hex), *more, **state)


def afloat(phase: str, *more: dict[str, Any], wet: bool = False, **state: Any) -> Table:
    """A squad that is in the water."""
    state.setdefault("immersed", ("s",) if wet else ())
    return wild(phase, unit("s", SQUAD, WATER), *more, swimmers={"s": 1}, **state)


@pytest.mark.rule("SL:4.14.5", "SL:4.14.12-a")
def test_who_dares_gets_into_the_water_without_arms() -> None:
    weapons = {"w": gun("w", "ger-lmg", "s", f"q{SHORE}")}
    table = bather(weapons=weapons).do(f"swim s q{WATER}").roll((3, 3))
    state = table.position.state
    assert table.unit("s").hex == f"q{WATER}" and table.unit("s").unarmed and state.swimmers == {"s": 1}
    assert state.weapons["w"].owner == "" and state.weapons["w"].hex == f"q{SHORE}"
    shy = bather().do(f"swim s q{WATER}").roll((6, 4))
    assert shy.unit("s").hex == f"q{SHORE}"
    assert not shy.options("swim") and "move s" in shy.options()
    found = refusal(shy.g, shy.unit("s"), f"q{WATER}")
    assert found is not None and found.rule == "SL:4.14.5"


@pytest.mark.rule("SL:4.14.5")
def test_leaders_help_and_the_move_is_over() -> None:
    led = bather("MPh", SHORE, unit("l", "ger-9-1", SHORE)).do(f"swim s q{WATER}").roll((4, 4))
    assert led.unit("s").hex == f"q{WATER}" and "move s" not in led.options()
    away = bather("MPh", "F6")
    assert not away.options("swim")


@pytest.mark.rule("SL:4.14.12-b", "SL:4.14.13")
def test_who_passes_well_keeps_his_arms_and_rafts_carry_them() -> None:
    weapons = {"w": gun("w", "ger-lmg", "s", f"q{SHORE}"), "v": gun("v", "ger-mmg", "s", f"q{SHORE}")}
    well = bather(weapons=weapons).do(f"swim s q{WATER}").roll((1, 2))
    state = well.position.state
    assert not well.unit("s").unarmed and state.weapons["w"].owner == "s" and state.weapons["v"].owner == ""
    raft = bather(options={"rafts": "on"}).do(f"swim s q{WATER}").roll((3, 4))
    assert not raft.unit("s").unarmed
    lost = afloat("APh", unit("r", FOE, "A1"), weapons={"w": gun("w", "ger-lmg", "s", f"q{WATER}")})
    lost.roll((6, 6))
    assert not lost.alive("s") and not lost.position.state.weapons


@pytest.mark.rule("SL:4.14.2", "SL:4.14.3")
def test_who_does_not_swim() -> None:
    assert not bather(month=1).options("swim")
    assert not bather(options={"snow": "on"}).options("swim")
    hurt = wild("MPh", unit("l", "ger-8-1", SHORE, wounded=True), unit("s", SQUAD, SHORE))
    assert f"swim s q{WATER}" in hurt.options("swim")
    assert not [text for text in hurt.options("swim") if text.startswith("swim l")]
    broken = wild("MPh", unit("s", SQUAD, SHORE, broken=True), unit("t", SQUAD, "A1"))
    assert not [text for text in broken.options("swim") if text.startswith("swim s")]


@pytest.mark.rule("SL:4.14.7-a", "SL:4.14.7-b", "SL:4.14.11")
def test_from_water_to_water_and_out() -> None:
    table = afloat("APh", unit("r", FOE, "A1"))
    assert table.asked() == "Does the 4-6-7 keep above water?"
    table.roll((5, 6))
    goals = [text.split()[-1] for text in table.options("advance") if text.startswith("advance s")]
    assert f"q{FURTHER}" in goals and f"q{SHORE}" not in goals
    assert table.refusal(f"advance s q{SHORE}").rule == "SL:4.14.7-b"
    table.do(f"advance s q{FURTHER}")
    assert table.position.state.immersed == ("s",)
    out = afloat("MPh", unit("r", FOE, "A1")).do("move s")
    assert out.refusal(f"enter - q{FURTHER}").rule == IN_THE_APH.rule
    out.do(f"enter - q{SHORE}")
    assert out.options() == ["stop"] and not out.position.state.swimmers
    assert not bather("APh", SHORE, unit("r", FOE, "A1")).options(f"advance s q{WATER}")


@pytest.mark.rule("SL:4.14.7-b")
def test_swimmers_reach_marsh_in_the_aph() -> None:
    table = wild("APh", unit("s", SQUAD, "C6"), unit("r", FOE, "Z1"), swimmers={"s": 1}).roll((1, 2))
    table.do("advance s qC5")
    assert not table.position.state.swimmers


@pytest.mark.rule("SL:4.14.7-c")
def test_water_is_as_crowded_as_land() -> None:
    men = [unit(uid, SQUAD, WATER) for uid in "abc"]
    table = wild("MPh", unit("s", SQUAD, SHORE), *men, swimmers=dict.fromkeys("abc", 1))
    assert f"swim s q{WATER}" not in table.options()
    found = refusal(table.g, table.unit("s"), f"q{WATER}")
    assert found == stacking.TOO_MANY_MMC


@pytest.mark.rule("SL:4.14.11")
def test_eleven_drowns_in_a_heavy_current_only() -> None:
    """SL1-334 of the given cases."""
    assert not afloat("APh", unit("r", FOE, "A1"), options={"heavy-current": "on"}).roll((5, 6)).alive("s")
    assert afloat("APh", unit("r", FOE, "A1")).roll((5, 6)).alive("s")
    assert not afloat("APh", unit("r", FOE, "A1")).roll((6, 6)).alive("s")


@pytest.mark.rule("SL:4.14.11")
def test_drowning() -> None:
    assert not afloat("APh", unit("r", FOE, "A1")).roll((6, 6)).alive("s")
    cold = {"cold-water": "on"}
    first = afloat("APh", unit("r", FOE, "A1"), options=cold).roll((6, 5))
    assert first.alive("s")
    later = wild("APh", unit("s", SQUAD, WATER), unit("r", FOE, "A1"), swimmers={"s": 0}, options=cold)
    assert not later.roll((6, 5)).alive("s")


@pytest.mark.rule("SL:4.14.9")
def test_fire_at_who_gets_in_or_out() -> None:
    table = bather("MPh", SHORE, unit("r", FOE, "F5")).do(f"swim s q{WATER}").roll((3, 3))
    table.do(f"target - q{WATER}", "add r", "declare").roll((6, 6))
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}
    out = afloat("MPh", unit("r", FOE, "F5")).do("move s", f"enter - q{SHORE}", "stop")
    out.do(f"target - q{SHORE}", "add r", "declare").roll((6, 6))
    assert drm(out) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}


@pytest.mark.rule("SL:4.14.10-a", "SL:4.14.10-b", "SL:4.14.13-b")
def test_swimmers_under_fire() -> None:
    table = afloat("PFPh", unit("r", "rus-628", SHORE), wet=True, attacker="russian")
    table.do(f"target - q{WATER}", "add r", "declare").roll((2, 4))
    assert drm(table) == {"SL:4.14.10-a": 1}
    table.roll((6, 5))
    assert not table.alive("s") and table.said("SL:4.14.10-b")
    mine = afloat("PFPh", unit("r", FOE, SHORE))
    assert f"target - q{SHORE}" not in mine.options()


@pytest.mark.rule("SL:4.14.15", "SL:4.14.16")
def test_horses_swim() -> None:
    weapons = {"w": gun("w", "ger-lmg", "s", f"q{SHORE}")}
    mounts = {"h": Mount("h", "german", "horse", f"q{SHORE}", ("s",))}
    table = bather(weapons=weapons, mounts=mounts, cavalry=("s",)).do(f"swim s q{WATER}")
    state = table.position.state
    assert not table.unit("s").unarmed and state.mounts["h"].hex == f"q{WATER}"
    assert state.weapons["w"].owner == "s"
    heavy = {"w": gun("w", "ger-hmg", "s", f"q{SHORE}")}
    laden = bather(weapons=heavy, mounts=mounts, cavalry=("s",))
    found = refusal(laden.g, laden.unit("s"), f"q{WATER}")
    assert found is not None and found.rule == "SL:4.14.15"


@pytest.mark.rule("SL:4.14.6")
def test_a_jump_from_a_cliff_is_a_second_check(tmp_path: Path) -> None:
    lake = BOARD.replace("pond: C6", "pond: Q8 C6").replace("  crag: Q8\n", "").replace("id: q", "id: ql")
    (tmp_path / "boards" / "ql.yaml").write_text(lake, encoding="utf-8")

    def jump(*dice: tuple[int, int]) -> Table:
        table = Table("MPh", [unit("s", SQUAD, "R8"), unit("r", FOE, "A1")], board="ql")
        return table.do("swim s qlQ8").roll((3, 3), *dice)

    assert jump((1, 3)).unit("s").hex == "qlQ8"  # two levels: four and two are six, its morale without arms
    assert not jump((2, 3)).alive("s") and jump((2, 3)).said("SL:4.14.6")


@pytest.mark.rule("SL:4.14.10-c")
def test_nobody_fires_a_panzerschreck_at_swimmers() -> None:
    def aims(*more: dict[str, Any], **state: Any) -> Refusal | None:
        weapons = {"w": gun("w", "ger-psk", "u", "qE5")}
        table = wild(
            "PFPh", unit("u", "ger-467", "E5"), unit("r", FOE, "D5"), *more, weapons=weapons, **state
        )
        return launching_bar(table.g, table.unit("u"), table.position.state.weapons["w"], "qD5")

    found = aims(swimmers={"r": 1})
    assert found is not None and found.rule == "SL:4.14.10-c"
    assert aims() is None and aims(unit("q", FOE, "D5"), swimmers={"r": 1}) is None


@pytest.mark.rule("SL:4.14.10-d")
def test_machine_guns_do_not_fire_on_over_water() -> None:
    g = wild("PFPh").g
    assert ends_at_target(g, "qB6", "qC6") and not ends_at_target(g, "qA6", "qB6")
    ways = [[place for place, _ in lane] for lane in lanes(g, "qA5", "qB5", 6, 9)]
    wet = [way for way in ways if any(is_water(g, place) for place in way)]
    assert wet and all([is_water(g, place) for place in way].index(True) == len(way) - 1 for way in wet)


@pytest.mark.rule("SL:4.14.8")
def test_a_heavy_current_carries_swimmers_away() -> None:
    def drift(hex: str, current: str, **options: str) -> Table:
        units = unit("s", SQUAD, hex), unit("r", FOE, "A1")
        options = options or {"heavy-current": "on"}
        return wild("APh", *units, swimmers={"s": 1}, attacker="russian", current=current, options=options)

    assert drift("C6", "SW").unit("s").hex == "qC7"
    assert drift("D5", "SW").asked()
    mine = drift("D5", "SW").roll((3,))
    assert mine.position.pending.side == "german" and mine.options() == ["drift s qD6", "drift s qC6"]
    theirs = drift("D5", "SW").roll((4,))
    assert theirs.position.pending.side == "russian"
    assert theirs.do("drift s qC6").unit("s").hex == "qC6" and theirs.said("SL:4.14.8")
    for still in (drift("D5", ""), drift("D5", "NE"), drift("D5", "SW", streams="deep")):
        assert still.unit("s").hex == "qD5"
    own = wild(
        "APh", unit("s", SQUAD, "D5"), swimmers={"s": 1}, current="SW", options={"heavy-current": "on"}
    )
    assert own.roll((1, 2)).unit("s").hex == "qD5"


@pytest.mark.rule("SL:4.14.14")
def test_by_night_a_counter_swims_and_stays_unless_light_shows_it() -> None:
    """In and out of the water, by the light of a star shell, or a burning wreck, or without any."""

    def getting_in(lit: bool, night: bool = True) -> Table:
        shells = (f"q{WATER}",) if lit else ()
        men = [unit("s", SQUAD, SHORE), unit("r", FOE, "E8")]
        weapons = {"w": gun("w", "ger-lmg", "s", f"q{SHORE}")}
        table = wild("MPh", *men, night=night, nvr=1, weapons=weapons)
        table.position.state.star_shells = shells
        counter = under_cover(table, "s")
        if not table.options("swim"):
            return table
        return table.do(f"swim {counter} q{WATER}").roll((1, 2))

    dark = getting_in(lit=False)
    counter = next(iter(dark.position.state.covered))
    assert dark.unit(counter).hex == f"q{WATER}" and counter in dark.position.state.swimmers
    assert dark.unit("s").unarmed and dark.position.state.weapons["w"].owner == ""
    shown = getting_in(lit=True)
    assert (
        not shown.position.state.covered
        and shown.position.state.swimmers == {"s": 1}
        and shown.said("SL:4.14.14")
    )
    assert not getting_in(lit=False, night=False).position.state.swimmers, "by day nobody swims unseen"

    def getting_out(lit: bool) -> Table:
        table = wild("MPh", unit("s", SQUAD, WATER), unit("r", FOE, "E8"), night=True, nvr=1)
        table.position.state.star_shells = (f"q{WATER}",) if lit else ()
        counter = under_cover(table, "s")
        table.position.state.swimmers = {counter: 1}
        ask_again(table)
        return table.do(f"move {counter}", f"enter - q{SHORE}")

    assert getting_out(lit=False).position.state.covered
    assert not getting_out(lit=True).position.state.covered


@pytest.mark.rule("SL:4.14.14", "SL:4.14.13")
def test_who_drowns_unseen_is_drowned_for_all_to_see() -> None:
    table = wild("RtPh", unit("s", SQUAD, WATER), unit("r", FOE, "E8"), night=True, nvr=1)
    counter = under_cover(table, "s")
    table.position.state.swimmers = {counter: 1}
    drown(table.g, table.unit(counter), "drowns", "SL:4.14.11")
    assert not table.alive("s") and not table.alive(counter) and not table.position.state.swimmers


def by_horse(
    start: str, *more: dict[str, Any], board: str = "q", of_squad: dict[str, Any] | None = None
) -> Table:
    """A squad and a leader on one counter of horses."""
    mounts = {"h": Mount("h", "german", "horse", f"{board}{start}", ("s", "l"))}
    men = [unit("s", SQUAD, start, **(of_squad or {})), *more]
    return Table("MPh", men, board=board, mounts=mounts, cavalry=("s", "l"))


@pytest.mark.rule("SL:4.14.15", "SL:4.14.3", "SL:4.14.7-c", "SL:4.1.1")
def test_who_shares_horses_swims_with_them_or_nobody_does() -> None:
    leader, foe = unit("l", "ger-9-1", SHORE), unit("r", FOE, "A1")
    assert by_horse(SHORE, leader, foe).options("swim")
    assert not by_horse(SHORE, leader, foe, of_squad={"fire": "prep"}).options("swim")
    wounded = by_horse(SHORE, unit("l", "ger-9-1", SHORE, wounded=True), foe)
    found = refusal(wounded.g, wounded.unit("s"), f"q{WATER}")
    assert found is not None and found.rule == "SL:4.14.3"
    others = [unit(uid, "ger-8-0", WATER) for uid in ("a", "b", "c")]
    crowded = by_horse(SHORE, leader, foe, *others)
    found = refusal(crowded.g, crowded.unit("s"), f"q{WATER}")
    assert found is not None and found.rule == "SL:4.3.1"
    laden = by_horse(SHORE, leader, foe)
    laden.position.state.weapons.update(
        {"w": gun("w", "ger-ft", "s", f"q{SHORE}"), "v": gun("v", "ger-ft", "l", f"q{SHORE}")}
    )
    found = refusal(laden.g, laden.unit("s"), f"q{WATER}")
    assert found is not None and found.rule == "SL:4.14.15", "four PP on one counter"


@pytest.mark.rule("SL:4.14.6", "SL:4.14.15")
def test_riders_jump_with_their_arms_each_with_a_check(tmp_path: Path) -> None:
    lake = BOARD.replace("pond: C6", "pond: Q8 C6").replace("  crag: Q8\n", "").replace("id: q", "id: qm")
    (tmp_path / "boards" / "qm.yaml").write_text(lake, encoding="utf-8")
    table = by_horse("R8", unit("l", "ger-9-1", "R8"), unit("r", FOE, "A1"), board="qm").do("swim s qmQ8")
    assert not table.said("SL:4.14.5") or "jumps" in table.asked()
    assert table.asked() == "The 4-6-7 jumps from the cliff."
    table.roll((1, 1))
    assert table.asked() == "The 9-1 jumps from the cliff."
    table.roll((6, 5))
    assert not table.alive("l") and table.unit("s").hex == "qmQ8" and not table.unit("s").unarmed


@pytest.mark.rule("SL:4.14.10-c", "SL:4.14.10-a")
def test_guns_fire_at_swimmers_and_their_shells_heed_no_depth() -> None:
    def shot(kind: str) -> Table:
        weapons = {"w": Weapon("w", "russian", kind, owner="r", hex="qE9")}
        crew = unit("r", "rus-237-crew", "E9")
        return afloat("PFPh", crew, wet=True, attacker="russian", weapons=weapons)

    for kind in ("rus-mtr-82", "rus-mtr-50"):
        table = shot(kind)
        assert launching_bar(table.g, table.unit("r"), table.position.state.weapons["w"], f"q{WATER}") is None
        table.do(f"shell r+w q{WATER}").roll((6, 6))
        rules = {line.rule for line in table.breakdown("to_hit").lines}
        assert "SL:4.14.10-a" not in rules
    rifle = afloat("PFPh", unit("r", FOE, "E9"), wet=True, attacker="russian")
    rifle.do(f"target - q{WATER}", "add r", "declare").roll((6, 6))
    assert drm(rifle)["SL:4.14.10-a"] == 1
