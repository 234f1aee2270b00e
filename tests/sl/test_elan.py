"""A player's own leader in a campaign (SL:3.1.6, SL:3.4.7, SL:3.29-q2, SL:3.29-q9), and what cards leave to players."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Choice
from defilade.rules.sl.marches.sewers import knows_sewers
from defilade.rules.sl.people.command import bonus_of, command_lines
from defilade.rules.sl.people.prisoners import capture
from defilade.rules.sl.presentation import SlPresenter
from defilade.rules.sl.system import ScenarioError, SlSystem
from defilade.tactics.sequence import player_turn_begins
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, near, pair, unit

A, B = pair(4)
MINE = (("german", "ger-9-2"),)


@pytest.mark.rule("SL:3.1.6")
def test_the_personal_leader_helps_to_command() -> None:
    men = [unit("s", "ger-467", A), unit("l", "ger-9-2", B)]
    g = Table("MPh", men, personal=MINE).g
    plain = Table("MPh", men).g
    drm = sum(line.value for line in command_lines(plain, "german"))
    assert [line.value for line in command_lines(g, "german") if line.rule == "SL:3.1.6"] == [2]
    assert sum(line.value for line in command_lines(g, "german")) == drm + 2
    assert bonus_of(g, "german", (6, 6)) == bonus_of(plain, "german", (6, 6)) + 4
    assert not any(line.rule == "SL:3.1.6" for line in command_lines(g, "russian"))
    for others in (
        [men[0]],
        [men[0], unit("l", "ger-9-1", B)],
        [men[0], unit("l", "ger-9-2", B, broken=True)],
    ):
        none = Table("MPh", others, personal=MINE).g
        assert not any(line.rule == "SL:3.1.6" for line in command_lines(none, "german"))
    clumsy = Table("MPh", [men[0], unit("l", "ger-6+1", B)], personal=(("german", "ger-6+1"),)).g
    assert not any(line.rule == "SL:3.1.6" for line in command_lines(clumsy, "german"))


def hit(counter: str, answer: str) -> Table:
    """A Russian leader is lightly wounded at point blank."""
    here, there = pair(1)
    men = [unit("l", counter, there), unit("g", "ger-467", here)]
    table = Table("PFPh", men, personal=(("russian", "rus-8-1"),))
    table.do(f"target - {there}", "add g", "declare").roll((3, 5), (6, 6), (2, 2))
    return table.do(answer)


@pytest.mark.rule("SL:3.4.7")
def test_who_stays_with_a_light_wound_earns_three() -> None:
    assert hit("rus-8-1", "stay").position.state.elan == {"russian": 3}
    assert hit("rus-8-1", "evacuate").position.state.elan == {}
    assert hit("rus-9-1", "stay").position.state.elan == {}  # not his own


@pytest.mark.rule("SL:3.29-q2")
@pytest.mark.parametrize(
    ("phase", "leader", "there", "prey", "earned"),
    [
        ("CCPh", "ger-9-2", True, "rus-447", {"german": 6}),
        ("RtPh", "ger-9-2", True, "rus-447", {"german": 2}),
        ("RtPh", "ger-9-2", False, "rus-447", {}),
        ("RtPh", "ger-9-1", True, "rus-447", {}),
        ("RtPh", "ger-9-2", True, "rus-237", {}),
        ("MPh", "ger-9-2", True, "rus-447", {}),
    ],
)
def test_captures_earn_twice_as_much(
    phase: str, leader: str, there: bool, prey: str, earned: dict[str, int]
) -> None:
    beside = near(A)
    men = [
        unit("s", "ger-467", A),
        unit("l", leader, A if there else B),
        unit("r", prey, beside, broken=True),
    ]
    g = Table("MPh", men, personal=MINE, options={"prisoners": "on"}).g
    g.state.phase = phase
    capture(g, g.unit("r"), g.unit("s"), "SL:3.29.3")
    assert g.unit("r").captive == "russian" and g.state.elan == earned


def ridden_down(dice: tuple[int, ...] = (6, 5), leader: str = "ger-8-1", **more: Any) -> Table:
    """An AFV overruns a Russian squad beside German infantry; `dice` of its morale check."""
    here, there, beyond = rows("y", "open", "open", "open")
    men = [unit("r", "rus-447", there), unit("s", "ger-467", beyond)]
    car = vehicle("v", "ger-pzkw-ivh", here, 1, leader=leader)
    table = scene(
        "MPh", men, [car], board="y", personal=(("german", "ger-8-1"),), options={"prisoners": "on"}, **more
    )
    table.do("drive v", f"overrun - {there}")
    while isinstance(table.position.pending, Choice):
        table.do("done")
    return table.roll((4, 4)).roll(dice)


def taken(table: Table, phase: str = "RtPh") -> dict[str, int]:
    g = table.g
    g.state.phase = phase
    capture(g, g.unit("r"), g.unit("s"), "SL:3.29.3")
    return g.state.elan


@pytest.mark.rule("SL:3.29-q9")
def test_an_armour_leader_earns_from_whom_his_overrun_has_broken() -> None:
    table = ridden_down()
    assert table.unit("r").broken and table.position.state.ridden_down == {"r": "v"}
    twin = table.system.clone(table.position.state)
    assert taken(table) == {"german": 2} and twin.elan == {}
    unseen = ridden_down()
    unseen.g.state.vehicles["v"] = msgspec.structs.replace(unseen.g.state.vehicles["v"], leader_shown=False)
    taken(unseen)
    assert unseen.g.state.vehicles["v"].leader_shown, "his deed says where he is, if nothing has before"
    assert taken(ridden_down(), "CCPh") == {"german": 6}
    stood = ridden_down((1, 2))
    assert not stood.unit("r").broken and not stood.position.state.ridden_down
    assert taken(stood) == {}  # others have broken it
    assert taken(ridden_down(leader="ger-9-1")) == {}  # not his own


@pytest.mark.rule("SL:3.29-q9")
def test_he_earns_nothing_in_a_later_player_turn_nor_for_an_overrun_of_somebody_else() -> None:
    later = ridden_down()
    player_turn_begins(later.g)
    assert taken(later) == {}
    lost = ridden_down()
    lost.g.state.vehicles["v"] = msgspec.structs.replace(lost.g.state.vehicles["v"], leader="")
    assert taken(lost) == {}
    other = ridden_down()
    other.g.state.ridden_down["r"] = "w"
    assert taken(other) == {}


@pytest.mark.rule("SL:S3-3.2")
def test_in_the_streets_of_stalingrad_players_may_choose_sewers_for_the_russians() -> None:
    own = SlSystem()
    assert own.start("SL-3", {"sewers": "on"}).options == {"sewers": "on"}
    with pytest.raises(ScenarioError):
        own.start("SL-1", {"sewers": "on"})
    g = own.play(own.start("SL-3", {"sewers": "on"}))
    assert knows_sewers(g, "russian") and not knows_sewers(g, "german")
    shown = {one.id for one in SlPresenter(own).card("SL-3").options}
    assert "sewers" in shown and "sewers" not in {one.id for one in SlPresenter(own).card("SL-1").options}
