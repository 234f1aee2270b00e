"""Field promotions (SK1:5.3)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.tactics.units import Unit
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def unit(uid: str, counter: str, hex: str = "E6", **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def leaders(s: Situation) -> list[Unit]:
    return [one for one in s.state.units.values() if one.is_leader]


@pytest.mark.rule("SK1:5.3-a", "SK1:5.3-b", "SK1:5.3-c", "SK1:3.8-z2", "SK1:QRDC-leader")
def test_a_leader_steps_forward_and_the_odds_are_worked_out_anew() -> None:
    """SK1-C46: the Russian 2 makes an 8-0; both attacks are 5 to 5 now."""
    s = Situation(
        "z", "CCPh", "german", [unit("g1", "ger-548", cx=True, advanced=True), unit("r1", "rus-447")]
    )
    s.do("attack r1", "with g1", "declare")
    assert (s.breakdown().column, s.breakdown().drm) == (5, 1)
    s.do("attack g1", "with r1", "declare")
    assert (s.breakdown().column, s.breakdown().drm) == (4, -1)
    s.roll(4, 5, 1, 1)
    assert isinstance(s.pending, Chance) and s.pending.dice == 1 and s.pending.side == "russian"
    s.roll(1)
    anew = [event.breakdown for event in s.events if "SK1:5.3-c" in event.rules]
    assert [(b.total, b.column) for b in anew if b is not None] == [(5, 5), (5, 5)]
    assert [one.type for one in leaders(s)] == ["rus-8-0"]
    assert s.gone("g1") and s.unit("r1").type == "rus-447"
    assert leaders(s)[0].hex == "zE6" and not leaders(s)[0].melee


@pytest.mark.rule("SK1:5.3-c")
def test_a_new_leader_can_undo_the_kill_of_the_first_attack() -> None:
    """5 to 4 was 1-1; 5 to 5 still is. 6 to 4 was 3-2 (kill number 6), 6 to 5 is 1-1 (kill number 5)."""
    s = Situation(
        "z", "CCPh", "german", [unit("g1", "ger-467"), unit("g2", "ger-237"), unit("r1", "rus-447")]
    )
    s.do("attack r1", "with g1", "with g2", "declare", "attack g1", "with r1", "declare")
    s.roll(2, 3)  # below 6
    assert s.said("4-4-7 eliminated")
    s.roll(1, 1, 1)
    assert s.unit("r1").type in ("rus-447", "rus-237")  # on 5: reduction of the squad or the leader


@pytest.mark.rule("SK1:5.3-c")
def test_the_new_leader_shares_the_fate_of_his_unit() -> None:
    s = Situation("z", "CCPh", "german", [unit("g1", "ger-548"), unit("r1", "rus-447")])
    s.do("attack r1", "with g1", "declare", "attack g1", "with r1", "declare")
    s.roll(1, 2, 1, 1, 1)
    assert not s.state.units


@pytest.mark.rule("SK1:5.3-b")
@pytest.mark.parametrize(
    ("counter", "dr", "leader"),
    [
        ("rus-447", 1, "rus-8-0"),  # Russian +1
        ("rus-447", 3, "rus-7-0"),
        ("rus-447", 5, "rus-6+1"),
        ("rus-447", 6, None),
        ("rus-458", 1, "rus-8-1"),  # morale 8: -1
        ("rus-426", 1, "rus-8-0"),  # morale 6: +1
        ("rus-426", 5, None),
    ],
)
def test_nationality_and_morale_count(counter: str, dr: int, leader: str | None) -> None:
    s = Situation("z", "CCPh", "russian", [unit("r1", counter), unit("g1", "ger-467")])
    s.do("attack g1", "with r1", "declare", "done")
    s.roll(1, 1, dr)
    assert [one.type for one in leaders(s)] == ([leader] if leader else [])


@pytest.mark.rule("SK1:5.3-b")
def test_germans_have_a_better_chance() -> None:
    s = Situation("z", "CCPh", "german", [unit("g1", "ger-467"), unit("r1", "rus-447")])
    s.do("attack r1", "with g1", "declare", "done")
    s.roll(1, 1, 2)
    promoted = s.event("field_promotion").breakdown
    assert promoted is not None and promoted.drm == -1
    assert [one.type for one in leaders(s)] == ["ger-8-1"]


@pytest.mark.rule("SK1:5.3-b")
def test_the_best_of_several_types_counts() -> None:
    s = Situation(
        "z", "CCPh", "russian", [unit("r1", "rus-426"), unit("r2", "rus-458"), unit("g1", "ger-467")]
    )
    s.do("attack g1", "with r1", "with r2", "declare", "done")
    s.roll(1, 1, 1)
    assert [one.type for one in leaders(s)] == ["rus-8-1"]  # 1 + 1 Russian - 1 for morale 8


@pytest.mark.rule("SK1:5.3-a")
def test_only_an_original_two_of_an_mmc() -> None:
    alone = Situation("z", "CCPh", "german", [unit("g1", "ger-8-1"), unit("r1", "rus-237")])
    alone.do("attack r1", "with g1", "declare", "done")
    alone.roll(1, 1)
    assert not isinstance(alone.pending, Chance)
    modified = Situation("z", "CCPh", "german", [unit("g1", "ger-467"), unit("r1", "rus-447", broken=True)])
    modified.do("attack r1", "with g1", "declare")
    modified.roll(2, 2)  # final 2, original 4
    assert not leaders(modified)


@pytest.mark.rule("SK1:5.3-c", "SK1:3.8-s")
def test_in_an_ambush_what_is_carried_out_stays() -> None:
    """The ambushed half-squad's 2 makes a leader; the ambusher's attack lies behind it."""
    s = Situation(
        "z", "CCPh", "german", [unit("g1", "ger-467", "I4", advanced=True), unit("r1", "rus-447", "I4")]
    )
    s.roll(1, 6)
    s.do("attack r1", "with g1", "declare")
    s.roll(2, 4)  # 6 - 1 is on 5
    assert s.unit("r1").type == "rus-237"
    s.do("attack g1", "with r1", "declare")
    s.roll(1, 1, 2)
    assert s.unit("r1").type == "rus-237" and len(leaders(s)) == 1


@pytest.mark.rule("SK1:5.3-a", "SK1:5.3-b")
def test_a_self_rally_on_a_two_counts_the_broken_morale() -> None:
    """The 4-4-7 rallies at 7, as it fights."""
    s = Situation(
        "z", "RPh", "russian", [unit("r1", "rus-447", "B4", broken=True), unit("g1", "ger-467", "CC2")]
    )
    s.do("self-rally r1")
    s.roll(1, 1)
    assert not s.unit("r1").broken
    s.roll(1)
    assert [one.type for one in leaders(s)] == ["rus-8-0"]
    assert leaders(s)[0].hex == "zB4"


@pytest.mark.rule("SK1:5.3-b", "SK1:1.2.3-a")
def test_the_broken_morale_of_the_roll_counts_and_not_the_other_side() -> None:
    """The 6-6-6 has morale 6 and broken morale 8: 3 - 1 American - 1."""
    s = Situation(
        "z", "RPh", "american", [unit("a1", "usa-666", "B4", broken=True), unit("g1", "ger-467", "CC2")]
    )
    s.do("self-rally a1")
    s.roll(1, 1, 3)
    promoted = s.event("field_promotion").breakdown
    assert promoted is not None and promoted.drm == -2
    assert [one.type for one in leaders(s)] == ["usa-8-1"]
