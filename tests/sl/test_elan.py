"""A player's own leader in a campaign (SL:3.1.6, SL:3.4.7, SL:3.29-q2), and what cards leave to the players."""

from __future__ import annotations

import pytest

from defilade.rules.sl.marches.sewers import knows_sewers
from defilade.rules.sl.people.command import bonus_of, command_lines
from defilade.rules.sl.people.prisoners import capture
from defilade.rules.sl.presentation import SlPresenter
from defilade.rules.sl.system import ScenarioError, SlSystem
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
