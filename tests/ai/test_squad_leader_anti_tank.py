"""The quick player of Squad Leader fires anti-tank weapons where they are worth it."""

from __future__ import annotations

import pytest

from defilade.ai.squad_leader.decisions import play_of, reply
from defilade.kernel import Action, Choice
from defilade.rules.sl.wording import describe
from sl.armoury import armed, shots
from sl.table import Table


def answer(table: Table) -> Action | None:
    pending = table.position.pending
    assert isinstance(pending, Choice)
    return reply(play_of(table.position), pending)


def test_a_panzerfaust_is_fired_at_a_tank_that_is_close_and_kept_at_one_that_is_far() -> None:
    close = armed(["ger-pf-44a"], distance=1)
    assert getattr(answer(close), "verb", "") == "shoot"
    far = armed(
        ["ger-pf-44a"], distance=3, there="woods", target="rus-kv-ic", phase="DFPh", state={"moved": True}
    )
    assert shots(far) and getattr(answer(far), "verb", "") != "shoot"


def test_a_leader_who_helps_directs_it_and_one_who_does_not_is_left_alone() -> None:
    for leader, directs in (("ger-9-2", True), ("ger-8-0", False)):
        table = armed(["ger-psk"], distance=1, also=(leader,))
        table.do(shots(table)[0])
        assert str(answer(table)) == ("direct a0" if directs else "no-leader")


def test_a_bazooka_throws_shells_into_a_full_house_in_defence() -> None:
    table = armed(
        ["usa-baz-44a"],
        "usa-666",
        distance=1,
        there="wooden_building",
        men=("ger-467", "ger-467", "ger-9-2"),
        phase="DFPh",
        car=False,
    )
    assert getattr(answer(table), "verb", "") == "shell"


def test_the_odds_of_a_shot_are_told_beforehand() -> None:
    table = armed(["ger-pf-44a"], distance=1)
    option = next(o for o in shots(table) if "immobilize" not in o)
    told = describe(table.g, table.action(option))
    assert told.breakdown is not None and told.breakdown.column == 9
    assert told.odds is not None and sum(told.odds.values()) == pytest.approx(1)
    assert told.odds["missed"] == pytest.approx(6 / 36)
