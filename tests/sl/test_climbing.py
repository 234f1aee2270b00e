"""Climbing cliffs in Squad Leader (SL:14.8): C4 of board 3 is a level above C3; the wilds have Q8 below R8 by two."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.fire import without_cover
from defilade.rules.sl.ground.storeys import carried
from defilade.rules.sl.morale import unshaken
from defilade.rules.sl.state import Climb, Track
from defilade.tactics.attack_plan import Aim
from sl.table import Table, unit
from sl.test_portage import gun
from sl.wilds import wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

SQUAD = "ger-467"
HALF_WAY = {"s": Climb("qQ8", "qR8", 1)}


def low(phase: str, *more: dict[str, Any], **state: Any) -> Table:
    return wild(phase, unit("s", SQUAD, "Q8"), *more, **state)


@pytest.mark.rule("SL:14.8.6", "SL:14.8.8-a", "SL:14.8.15", "SL:14.8.16")
def test_a_cliff_of_one_level() -> None:
    def climb(*dice: int) -> Table:
        other = unit("t", SQUAD, "3C10")
        table = Table("MPh", [unit("s", SQUAD, "3C3"), other], board="3").do("move s", "climb - 3C4")
        return table.roll(dice)

    up = climb(3, 4)
    assert up.unit("s").hex == "3C4" and up.unit("s").cx and not up.position.state.climbs
    stuck = climb(6, 2)
    assert stuck.unit("s").hex == "3C3" and stuck.unit("s").cx
    assert "s" not in [text.split()[-1] for text in stuck.options("move")]
    up.do("done")
    assert up.unit("s").cx
    begun = Table("MPh", [unit("s", SQUAD, "3C2")], board="3").do("move s", "enter - 3C3")
    assert begun.refusal("climb - 3C4").rule == "SL:4.1.12"
    plain = Table("MPh", [unit("s", SQUAD, "3C3")], board="3").do("move s")
    assert plain.refusal("climb - 3C2").rule == "SL:14.8.6"


@pytest.mark.rule("SL:14.8.7-a", "SL:14.8.7-b", "SL:14.8.13")
def test_a_higher_cliff_takes_several_phases() -> None:
    full = [unit(f"f{n}", SQUAD, "Q7") for n in range(3)]
    table = low("MPh", *full).do("move s", "climb - qR8").roll((1, 2))
    assert table.position.state.climbs == {"s": Climb("qQ8", "qR8", 1)} and table.unit("s").hex == "qQ8"
    higher = low("APh", climbs=dict(HALF_WAY)).do("climb s qR8").roll((1, 2))
    assert higher.unit("s").hex == "qR8" and not higher.position.state.climbs
    down = wild("MPh", unit("s", SQUAD, "R8")).do("move s", "climb - qQ8").roll((1, 2))
    assert down.position.state.climbs == {"s": Climb("qQ8", "qR8", 1)}
    crowd = [unit(f"g{n}", SQUAD, "Q8") for n in range(3)]
    assert (
        "stop"
        in low("MPh", *crowd, unit("h", "ger-8-1", "Q7"), climbs=dict(HALF_WAY)).do("move g0").options()
    )


@pytest.mark.rule("SL:14.8.8-b", "SL:14.8.9", "SL:14.8.10")
def test_who_falls_and_who_does_not_climb() -> None:
    fallen = low("MPh", unit("t", SQUAD, "A1"), weapons={"w": gun("w", "ger-lmg", "s", "qQ8")})
    fallen.do("move s", "climb - qR8").roll((6, 6))
    assert not fallen.alive("s") and not fallen.position.state.weapons
    hurt = wild("MPh", unit("l", "ger-8-1", "Q8", wounded=True)).do("move l")
    assert hurt.refusal("climb - qR8").rule == "SL:14.8.9"
    laden = low("MPh", weapons={"w": gun("w", "ger-hmg", "s", "qQ8")}).do("move s")
    assert laden.refusal("climb - qR8").rule == "SL:14.8.10"


@pytest.mark.rule("SL:14.8.6", "SL:14.8.12")
def test_on_a_cliff_one_climbs_and_fires_at_what_is_near() -> None:
    table = low("MPh", climbs=dict(HALF_WAY)).do("move s")
    assert not table.options("enter") and table.refusal("enter - qQ7").rule == "SL:14.8.6"
    assert len(table.options("climb")) == 2
    near = low("AFPh", unit("r", "rus-447", "P8"), climbs=dict(HALF_WAY)).do(
        "target - qP8", "add s", "declare"
    )
    near.roll((6, 5))
    assert {line.rule: line.value for line in near.breakdown().lines}["SL:14.8.12"] == 0.5
    prep = low("PFPh", unit("r", "rus-447", "P8"), unit("t", SQUAD, "P7"), climbs=dict(HALF_WAY))
    assert prep.do("target - qP8").refusal("add s").rule == "SL:14.8.12"


@pytest.mark.rule("SL:14.8.11-a", "SL:14.8.11-b", "SL:14.8.11-c")
def test_fire_at_climbers() -> None:
    table = low("DFPh", unit("r", "rus-628", "Q7"), climbs=dict(HALF_WAY), tracks={"s": Track(0, ("qQ8",))})
    table.do("target - qQ8", "add r", "declare").roll((3, 4))
    lines = {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}
    assert lines["SL:5.6.8.1-d"] == -2 and not {"SL:14.10.3-a", "SL:5.6.8.1-b"} & set(lines)
    table.roll((6, 5))
    assert not table.alive("s") and table.said("SL:14.8.11-c")


@pytest.mark.rule("SL:14.8.10", "SL:4.2.6", "SL:14.3.20.2.1")
def test_what_climbers_carry_is_weighed_as_ever() -> None:
    def bars(kind: str, man: str = SQUAD, **more: bool) -> bool:
        weapons = {"w": gun("w", kind, "s", "qQ8", **more)}
        table = wild("MPh", unit("s", man, "Q8"), weapons=weapons).do("move s")
        return "climb - qR8" not in table.options()

    assert bars("ger-mmg") and not bars("ger-mmg", dismantled=True)
    assert bars("ger-lmg", "ger-8-1") and not bars("ger-dc", "ger-8-1") and not bars("ger-lmg")
    light = low("MPh", weapons={"w": gun("w", "ger-mmg", "s", "qQ8", dismantled=True)})
    assert carried(light.g, light.unit("s")) == 2


@pytest.mark.rule("SL:14.8.6", "SL:14.8.11-b", "SL:14.8.11-c")
def test_climbers_use_no_weapons_and_have_nothing_but_trees_to_hide_them() -> None:
    weapons = {"w": gun("w", "ger-lmg", "s", "qQ8")}
    table = low("AFPh", unit("r", "rus-447", "P8"), climbs=dict(HALF_WAY), weapons=weapons)
    assert table.do("target - qP8").refusal("add s+w").rule == "SL:14.8.6"
    cliff = low("DFPh", unit("r", "rus-447", "O5"), climbs=dict(HALF_WAY))
    below = Aim(("qO5",), "DFPh", True)
    on_foot = low("DFPh", unit("r", "rus-447", "O5"))
    assert unshaken(cliff.g, cliff.unit("s")) and not unshaken(on_foot.g, on_foot.unit("s"))
    assert without_cover(cliff.g, cliff.unit("s"), below) and not without_cover(
        on_foot.g, on_foot.unit("s"), below
    )
    at_the_foot = {"s": Climb("qS8", "qR8", 1)}
    trees = wild("DFPh", unit("s", SQUAD, "S8"), unit("r", "rus-447", "U9"), climbs=at_the_foot)
    assert trees.g.map.touches_art("qU9", "qS8", "qS8", "woods")
    through = Aim(("qU9",), "DFPh", True)
    assert not without_cover(trees.g, trees.unit("s"), through)
    trees.position.state.climbs["s"] = Climb("qS8", "qR8", 2)
    assert without_cover(trees.g, trees.unit("s"), through), "above the trees"


@pytest.mark.rule("SL:14.8.11-b", "SL:5.3.5.1")
def test_climbers_have_no_advantage_of_height() -> None:
    hill = {"s": Climb("qP8", "qQ9", 2)}
    men = [unit("s", SQUAD, "P8"), unit("r", "rus-447", "P6")]
    found = []
    for climbs in (hill, {}):
        table = wild("PFPh", *men, attacker="russian", climbs=climbs)
        table.do("target - qP8", "add r", "declare").roll((6, 6))
        found.append("SL:5.3.5.1" in {line.rule for line in table.breakdown().lines})
    assert found == [False, True]
