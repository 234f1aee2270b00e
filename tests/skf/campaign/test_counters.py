"""Counters that Decision at Elst brings: the SS, British machine guns, and the campaign's assault guns."""

from __future__ import annotations

import pytest

from defilade.rules.sk.full.library import full_library


def test_ss_counters_lie_beside_those_of_the_army() -> None:
    kit = full_library()
    ss, army = kit.counters["ger-447-ss"], kit.counters["ger-447"]
    assert ss.name == "SS 4-4-7"
    assert army.name == "4-4-7"
    assert (ss.cls, ss.underlined_morale, ss.replacement) == ("E", True, "")
    assert (army.underlined_morale, army.replacement) == (False, "ger-436")
    assert kit.counters[kit.counters["ger-658-ss"].half_squad].name == "SS 3-4-8"


def test_british_machine_guns() -> None:
    kit = full_library()
    assert [(w.fp, w.range, w.pp) for w in (kit.weapons["bri-lmg"], kit.weapons["bri-mmg"])] == [
        (2, 7, 1),
        (4, 12, 4),
    ]


@pytest.mark.rule("DAE:4.3-q")
def test_assault_guns_of_the_campaign_have_more_special_ammunition_and_no_cmg() -> None:
    kit = full_library()
    printed, campaign = kit.vehicles["ger-stugiiig"], kit.vehicles["ger-stugiiigl"]
    ours = {kind: rows[0].number for kind, rows in campaign.ma.ammo.items()}
    theirs = {kind: rows[0].number for kind, rows in printed.ma.ammo.items()}
    assert ours == {kind: number + 1 for kind, number in theirs.items()} == {"APCR": 5, "smoke": 9}
    assert printed.cmg and not campaign.cmg
