"""Fire for effect in Squad Leader (SL:9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.sl.state import Track
from defilade.tactics.units import Weapon
from sl.armoury import past_smoke
from sl.earthworks import battery, built, mined, pit, strung
from sl.motor_pool import rows, vehicle
from sl.secrets import hidden_away, under_cover
from sl.table import Table, pair, unit
from sl.test_artillery import post

SQUAD, FOE = "ger-467", "rus-447"
WEST, GOAL, EAST, FAR = rows("z", "open", "open", "open", "open")
QUIET = (6, 6)


def falling(
    *men: dict[str, Any], phase: str = "PFPh", caliber: int = 100, at: str = GOAL, **state: Any
) -> Table:
    """Fire for effect on a hex, in the player turn of the Germans in the PFPh, of the Russians in the DFPh."""
    attacker = state.pop("attacker", "german" if phase == "PFPh" else "russian")
    modules = battery(caliber=caliber, counter="FFE", at=at, contact="l", **state.pop("gun", {}))
    return Table(phase, [unit("x", SQUAD, "A1"), *men], modules=modules, attacker=attacker, **state)


def through(table: Table, dice: dict[str, tuple[int, int]] | None = None) -> Table:
    """All throws for hexes, and all checks, which are passed."""
    while table.asked():
        name = next(
            (hex for hex in (dice or {}) if table.asked().endswith(f"strikes {table.g.place_name(hex)}.")), ""
        )
        table.roll((dice or {})[name] if name else QUIET if "strikes" in table.asked() else (1, 2))
    return table


def struck(table: Table) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for event in table.events:
        if event.kind == "attack" and event.breakdown is not None:
            for uid in event.who:
                found.setdefault(event.at, []).append(uid)
    return found


@pytest.mark.rule(
    "SL:9.2.1.1", "SL:9.2.1.2", "SL:9.2.2-a", "SL:9.2.2-b", "SL:9.2.10-a", "SL:1.3.1-p2.2", "SL:1.3.1-p4.1"
)
@pytest.mark.parametrize("phase", ["PFPh", "DFPh"])
def test_it_falls_on_seven_hexes_before_all_other_fire(phase: str) -> None:
    men = [unit("r", FOE, GOAL), unit("q", FOE, EAST), unit("f", FOE, FAR), unit("s", SQUAD, WEST)]
    table = past_smoke(falling(*men, phase=phase))
    assert "strikes" in table.asked()
    for _ in range(7):
        assert "strikes" in table.asked()
        table.roll((5, 5))
        while table.asked() and "strikes" not in table.asked():
            table.roll((1, 2))
    found = struck(table)
    assert sorted(uid for units in found.values() for uid in units) == ["q", "r", "s"], (
        "friend and foe, not beyond"
    )
    plan = table.breakdown()
    assert (plan.total, plan.column) == (16, 16) and plan.lines[0].rule == "SL:9.2.2-b"
    assert table.position.state.modules["g"].missions == 1


@pytest.mark.rule("SL:9.3.4-b", "SL:9.2.1.1")
def test_it_waits_for_the_phase_of_its_side() -> None:
    assert "strikes" not in falling(unit("r", FOE, GOAL), attacker="russian").asked()
    assert "strikes" not in falling(unit("r", FOE, GOAL), phase="AFPh").asked()


@pytest.mark.rule("SL:9.2.3-a", "SL:9.2.3-b", "SL:9.2.4")
def test_in_the_dfph_movers_are_struck_on_their_way() -> None:
    tracks = {"m": Track(0, (WEST, GOAL, EAST, FAR), spent=(1, 2, 3, 4))}
    mover = unit("m", FOE, FAR, moved=True)
    table = through(falling(mover, phase="DFPh", tracks=dict(tracks)))
    assert [hex for hex, units in struck(table).items() if "m" in units] == [WEST, GOAL, EAST]
    assert table.unit("m").hex == FAR
    lines = {line.rule for line in table.breakdown().lines}
    assert {"SL:5.6.8.1-a", "SL:5.6.8.1-b"} <= lines
    stopped = falling(mover, phase="DFPh", tracks=dict(tracks))
    while stopped.asked():
        stopped.roll((4, 4) if "strikes" in stopped.asked() else (6, 5))
    assert stopped.unit("m").hex == WEST and stopped.unit("m").broken
    assert list(struck(stopped)) == [WEST], "it comes no farther"


@pytest.mark.rule("SL:2.5-q4", "SL:9.14.1-a")
def test_the_hidden_are_struck_at_half_only_before_gi() -> None:
    def fallen(edition: str, hiding: str) -> Table:
        table = falling(unit("r", FOE, GOAL), options={"edition": edition})
        if hiding == "hidden":
            hidden_away(table, "r")
        else:
            under_cover(table, "r")
        return through(table, {GOAL: (5, 5)})

    for hiding in ("hidden", "covered"):
        assert any(event.kind == "morale_check" for event in fallen("gi", hiding).events), (
            "a 10 on 16: a check"
        )
        assert not any(event.kind == "morale_check" for event in fallen("cod", hiding).events), "not on 8"


@pytest.mark.rule("SL:9.2.2-c", "SL:9.2.11")
def test_trees_make_it_worse() -> None:
    _, woods = pair(1, "woods")
    table = through(falling(unit("r", FOE, woods), at=woods))
    found = {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}
    assert found == {"SL:9.2.11": -1}
    _, house = pair(1, "stone_building")
    behind = through(falling(unit("r", FOE, house), at=house))
    assert sum(line.value for line in behind.breakdown().lines if line.sign == "+") == 3


@pytest.mark.rule("SL:14.15.2.1-b", "SL:3.14.3")
def test_partisans_in_the_woods_are_no_worse_off_for_it() -> None:
    _, woods = pair(1, "woods")
    table = through(falling(unit("p", "par-337", woods, side="russian"), at=woods))
    found = {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}
    assert found == {"SL:9.2.11": -1, "SL:3.14.3": 1}


@pytest.mark.rule("SL:15.3.10", "SL:9.2.6-h")
def test_an_entrenchment_protects_well() -> None:
    hole = built(pit(GOAL, "russian"))
    table = through(falling(unit("r", FOE, GOAL), works=hole, inside={"r": GOAL}))
    found = {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}
    assert found == {"SL:15.3.10": 4}


@pytest.mark.rule("SL:9.2.8")
@pytest.mark.parametrize(("last", "drm"), [(0, 1), (-1, 0)])
def test_who_was_under_it_in_the_last_game_turn_has_learnt(last: int, drm: int) -> None:
    table = through(falling(unit("r", FOE, GOAL), shelled={"r": last}))
    assert sum(line.value for line in table.breakdown().lines if line.sign == "+") == drm
    assert table.position.state.shelled["r"] == 1


@pytest.mark.rule("SL:9.2.9", "SL:9.2.9-b", "SL:9.2.10-b", "SL:9.9.2-d")
def test_it_keeps_heads_down() -> None:
    a, b = pair(2)
    men = [unit("s", SQUAD, a), unit("r", FOE, b)]
    table = Table("PFPh", men, heads_down={"s": "DFPh", "r": "PFPh"})
    past_smoke(table).do(f"target - {b}", "add s", "declare").roll((5, 5))
    found = {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}
    assert found["SL:9.2.9"] == 1 and found["SL:9.2.10-b"] == 1
    later = Table("AFPh", men, heads_down={"r": "PFPh"})
    later.do(f"target - {b}", "add s", "declare").roll((5, 5))
    assert "SL:9.2.10-b" not in {line.rule for line in later.breakdown().lines}
    marked = through(falling(unit("r", FOE, GOAL), unit("q", FOE, FAR)))
    assert (
        marked.position.state.heads_down.get("r", "PFPh") == "PFPh"
        and "q" not in marked.position.state.heads_down
    )


@pytest.mark.rule("SL:15.7.13.4", "SL:8.10-q7", "SL:15.1.9")
def test_a_kia_clears_mines_and_wire_whoever_is_there() -> None:
    works = built(mined(GOAL, 6), strung(GOAL))
    flame = {"f": Weapon("f", "russian", "ger-ft", owner="r", hex=GOAL)}

    def after(dice: tuple[int, int], **more: Any) -> set[str]:
        men = [unit("r", FOE, GOAL)]
        table = through(falling(*men, works=dict(works), weapons=dict(flame), **more), {GOAL: dice})
        return {work.kind for work in table.position.state.works.values()}

    assert after((3, 2)) == {"mines", "wire"}, (
        "a 5 is a check on 16; the flamethrower's -1 is nothing to mines"
    )
    assert after((1, 3)) == set()
    assert after((1, 1), caliber=70) == {"wire"}, "wire takes 80 mm"


@pytest.mark.rule("SL:9.2.5-b")
def test_weapons_alone_in_a_hex_are_destroyed() -> None:
    lies = {"w": Weapon("w", "russian", "rus-lmg", hex=GOAL)}
    assert not through(falling(weapons=dict(lies)), {GOAL: (1, 2)}).position.state.weapons
    assert through(falling(weapons=dict(lies)), {GOAL: (5, 5)}).position.state.weapons


@pytest.mark.rule("SL:9.2.6-a", "SL:9.2.7")
@pytest.mark.parametrize(
    ("kind", "drm"),
    [("ger-heavy-truck", -3), ("ger-spw-251-1", -1), ("ger-pzkw-ivh", 1), ("ger-brummbar", 2)],
)
def test_vehicles_are_harmed_by_a_kia_alone(kind: str, drm: int) -> None:
    car = vehicle("v", kind, GOAL)
    table = through(falling(vehicles={"v": car}))
    found = next(e.breakdown for e in table.events if e.kind == "artillery" and e.breakdown is not None)
    assert sum(line.value for line in found.lines if line.rule in ("SL:9.2.6-a", "SL:9.2.6-g")) == drm
    assert not table.position.state.vehicles["v"].wreck
    dead = through(falling(vehicles={"v": car}), {GOAL: (1, 1)})
    assert dead.position.state.vehicles["v"].wreck


@pytest.mark.rule("SL:9.1.11", "SL:9.2.1.1")
def test_only_fire_for_effect_falls() -> None:
    for counter in ("AR", "SR"):
        table = falling(unit("r", FOE, GOAL), gun={})
        state = table.position.state
        assert "strikes" in table.asked() and state.modules["g"].counter == "FFE"
        other = Table(
            "PFPh",
            [unit("x", SQUAD, "A1"), unit("r", FOE, GOAL)],
            modules=battery(counter=counter, at=GOAL, contact="l"),
        )
        assert "strikes" not in other.asked()


@pytest.mark.rule("SL:1.3.1-p1.5", "SL:1.3.1-p1.6", "SL:1.3.1-p1.7", "SL:1.3.1-p2.2")
def test_from_the_call_to_the_fire() -> None:
    """A whole request: contact and request in one player turn, a round in its CCPh, fire for effect in the next."""
    table = post().do("contact l+w+g").roll((2, 2))
    goal = table.unit("r").hex
    table.do(f"request-fire g {goal}").roll((2, 2))
    while "on target" not in table.asked():
        table.roll((1, 1)) if table.asked() else table.do("done")
    assert table.g.state.phase == "CCPh"
    table.roll((1,))
    while not table.asked().startswith("German artillery: radio"):
        table.roll((1, 1)) if table.asked() else table.do("done")
    assert table.g.state.phase == "RPh" and table.g.state.attacker == "russian"
    table.roll((2, 2))
    while not (isinstance(table.position.pending, Choice) and table.options("fire-for-effect")):
        table.do("done")
    table.do(f"fire-for-effect g {goal}").roll((2, 2))
    while "strikes" not in table.asked():
        table.roll((6, 6)) if table.asked() else table.do(
            "done" if "done" in table.options() else table.options()[0]
        )
    assert table.g.state.phase == "DFPh" and table.g.state.attacker == "russian"


@pytest.mark.rule("SL:9.2.6-b", "SL:9.2.6-g")
@pytest.mark.parametrize(("kind", "drm"), [("ger-psw-233", -1), ("ger-psw-222", 1)])
def test_armoured_cars_by_their_turrets_moving_or_not(kind: str, drm: int) -> None:
    for moved in (False, True):
        car = vehicle("v", kind, GOAL, side="russian", moved=moved)
        table = through(falling(vehicles={"v": car}, phase="DFPh", attacker="russian"))
        found = next(e.breakdown for e in table.events if e.kind == "artillery" and e.breakdown is not None)
        rules = {line.rule for line in found.lines}
        assert sum(line.value for line in found.lines if line.rule in ("SL:9.2.6-a", "SL:9.2.6-g")) == drm
        assert not rules & {"SL:5.6.8.1-a", "SL:5.6.8.1-b"}
