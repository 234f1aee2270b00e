"""What is marked on the map: what is fought for, where forces come on, the worst state in a stack, signs of events."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from defilade.rules.board_scene import worst_of
from defilade.rules.presentation import BoardScene
from defilade.rules.scene_parts import StateMark
from defilade.rules.sk.landmarks import SIGNS, WORST
from defilade.systems import find_system, presenter_of

GOLDEN = Path(__file__).parents[1] / "golden/v2/s4.log"
OBJECTIVES = {name: "exit" if name == "S4" else "objective" for name in ("S1", "S2", "S3", "S4", "S5", "S6")}


@pytest.mark.parametrize(("scenario", "kind"), OBJECTIVES.items())
def test_what_is_fought_for_is_marked(scenario: str, kind: str) -> None:
    system = find_system("sk1")
    position, _ = system.begin(scenario, {})
    scene = presenter_of(system).scene(position.state, "spectator")
    assert isinstance(scene, BoardScene)
    found = [area for area in scene.areas if area.kind == kind]
    assert found and found[0].hexes and found[0].text
    assert set(found[0].hexes) <= set(system.play(position.state).map.names)


def test_where_forces_come_on_is_marked_until_they_have() -> None:
    system = find_system("sk1")
    position, _ = system.begin("S1", {})
    scene = presenter_of(system).scene(position.state, "spectator")
    assert isinstance(scene, BoardScene)
    entries = {area.side for area in scene.areas if area.kind == "entry"}
    assert entries == {unit.side for unit in position.state.units.values() if not unit.hex and unit.due}


BROKEN, DM, PIN = StateMark("broken", "broken"), StateMark("dm", "DM"), StateMark("pin", "pinned")


@pytest.mark.parametrize(
    ("stack", "worst"),
    [
        ([], None),
        ([(BROKEN,)], None),  # there is nothing below
        ([(BROKEN,), ()], BROKEN),
        ([(PIN,), (BROKEN, DM), ()], DM),
        ([(BROKEN,), (BROKEN,)], None),  # the top one shows it
    ],
)
def test_a_stack_tells_of_the_worst_below_its_top(
    stack: list[tuple[StateMark, ...]], worst: StateMark | None
) -> None:
    assert worst_of(stack, WORST) == worst


def test_signs_are_given_to_events_that_there_are() -> None:
    """In a game that was played to the end the events that are drawn are met with under their names."""
    met = set(re.findall(r'"kind":"(\w+)"', GOLDEN.read_text()))
    assert {"enter", "declare", "attack", "breaks", "phase", "player_turn", "end_move"} <= met & set(SIGNS)
