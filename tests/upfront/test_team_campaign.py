"""Campaigns of teams (UF:41, UF:42.44-d): a roster for each player, games side by side, one book for all."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Over
from defilade.rules.upfront.campaign.campaign import (
    Campaign,
    CampaignError,
    attacker_of,
    campaign_text,
    leader_of,
    new_campaign,
    next_places,
    prepare,
    read_campaign,
    record,
)
from defilade.rules.upfront.designs.aftermath import Decisions, belongs, has_won, roster_key, took_part
from defilade.rules.upfront.designs.rosters import Personal, change, pay
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.scenario import ScenarioError, load_scenarios
from defilade.rules.upfront.game.state import KIA, State
from defilade.rules.upfront.ground.team import at_table
from defilade.rules.upfront.scenarios.withdrawal import conceded
from upfront.fuzz import SYSTEM, play

BOX, TABLES, CARDS = library(), campaign_tables(), load_scenarios()
replace = msgspec.structs.replace
SIDES = ("german", "american", "german-2", "russian-2")


def campaign(*scenarios: str, **more: Any) -> Campaign:
    return new_campaign(BOX, TABLES, "american", scenarios or ("UF-A", "UF-B"), beside=("russian",), **more)


def with_roster(found: Campaign, side: str, **changes: Any) -> Campaign:
    (man, what), *_ = changes.items()
    return replace(found, rosters={**found.rosters, side: change(found.rosters[side], man, **what)})


def played(found: Campaign) -> tuple[Any, State]:
    """The next game, played at random to its end."""
    ready = prepare(BOX, TABLES, found, CARDS)
    *_, last = play(ready.scenario.id, ready.options, 3, by_verb=True)
    assert isinstance(last.pending, Over)
    return ready, last.state


@pytest.mark.rule("UF:42.44-d")
def test_each_player_has_a_roster_of_his_own():
    found = campaign(personal={"german-2": Personal("Jo", "german-rifle")})
    assert tuple(found.rosters) == SIDES and found.tables == 2
    assert "personal-german" in found.rosters["german-2"].men
    assert "personal-german" not in found.rosters["german"].men
    assert read_campaign("team.yaml", campaign_text(found), BOX) == found
    with pytest.raises(CampaignError, match="two for each"):
        read_campaign("x", campaign_text(replace(found, tables=1)), BOX)


@pytest.mark.rule("UF:41.8")
def test_a_team_game_of_a_campaign_can_be_mixed():
    places = next_places(campaign("UF-A+UF-E"), CARDS)
    assert [(one.table, one.name) for one in places] == [("1", "UF-A"), ("2", "UF-E")]
    assert places[1].roles.keys() == {"german-2", "russian-2"}
    assert [one.name for one in next_places(campaign("UF-B"), CARDS)] == ["UF-B", "UF-B"]
    with pytest.raises(CampaignError, match="3 scenarios for 2 tables"):
        next_places(campaign("UF-A+UF-B+UF-C"), CARDS)
    with pytest.raises(CampaignError, match="cannot be played"):
        next_places(campaign("UF-K"), CARDS)


@pytest.mark.rule("UF:42.3")
def test_the_same_man_is_another_at_each_table():
    found = with_roster(campaign("UF-A"), "german", beck={"morale": 6, "panic": 6})
    found = with_roster(found, "german-2", beck={"morale": 1, "panic": 2})
    ready = prepare(BOX, TABLES, found, CARDS)
    state = SYSTEM.begin(ready.scenario.id, ready.options)[0].state
    assert state.sides == ("german", "german-2", "american", "russian-2")
    assert (state.waiting["beck"].morale, state.waiting["beck.2-2"].morale) == (6, 1)  # type: ignore[union-attr]
    assert SYSTEM.play(state).name(state.waiting["beck.2-2"]).endswith("Beck")
    other = state.waiting["wolff.2-2"]  # as printed, whatever the first table has made of him
    assert (other.morale, roster_key(other)) == (BOX.men["wolff"].morale, "wolff")  # type: ignore[union-attr]


@pytest.mark.rule("UF:42.9-d")
def test_who_attacks_is_said_table_by_table():
    found = campaign("UF-E")
    leading = {**found.rosters, "russian-2": pay(found.rosters["russian-2"], 5)}
    found = replace(found, rosters=leading)
    assert attacker_of(found, CARDS["UF-E"], "1") == "german"
    assert attacker_of(found, CARDS["UF-E"], "2") == "russian-2"
    assert leader_of(found) == "american"  # the team's points together
    first, second = next_places(found, CARDS)
    assert first.roles == {"german": "attacker", "american": "defender"}
    assert second.roles == {"german-2": "defender", "russian-2": "attacker"}
    ready = prepare(BOX, TABLES, found, CARDS)
    assert ready.scenario.attacker == "german" and ready.beside[0].attacker == "opponent"


@pytest.mark.rule("UF:42.44-d")
def test_ending_unpinned_is_paid_at_the_tables_and_not_again():
    """What a man has earned in play is all; only the win and a wound are added to it."""
    ready, state = played(campaign("UF-A"))
    rosters = ready.campaign.rosters
    saving = {side: Decisions(improve=dict.fromkeys(rosters[side].men, "keep")) for side in SIDES}
    done = record(BOX, TABLES, ready.campaign, state, saving)
    checked = 0
    for side in SIDES:
        for unit, fate in took_part(BOX, state, side):
            if not fate and not unit.wounded:
                win = TABLES.elan.win if has_won(state, side) else 0
                assert done.campaign.rosters[side].men[roster_key(unit)].elan == unit.elan + win
                checked += 1
    assert checked


@pytest.mark.rule("UF:42.44-d")
def test_a_game_is_written_down_for_all_players():
    found = campaign("UF-A", "UF-B")
    ready, state = played(found)
    done = record(BOX, TABLES, ready.campaign, state)
    assert set(done.settled) == set(SIDES) and done.campaign.number == 2
    last = done.campaign.played[-1]
    for table in ("1", "2"):
        won = state.facts.get(f"won {table}", "-")
        assert last.tables.get(table, "-") == won
    for side in SIDES:
        labels = [line.label for line in done.settled[side].points]
        assert ("scenario won" in labels) == has_won(state, side)
        killed = [
            roster_key(one.unit)
            for one in state.fallen.values()
            if belongs(BOX, state, one.unit, side) and one.fate == KIA
        ]
        men = done.campaign.rosters[side].men
        assert all(men[man].lost for man in killed if man in men)
        assert any(entry.survival or entry.lost for entry in men.values())
    with pytest.raises(CampaignError, match="at 2 tables"):
        record(BOX, TABLES, ready.campaign, replace(state, trays={"1": state.trays["1"]}))


@pytest.mark.rule("UF:42.44-d")
def test_who_has_gone_over_stays_on_his_own_roster():
    _, state = played(campaign("UF-A"))
    man = next(
        unit
        for unit in (*state.units.values(), *(f.unit for f in state.fallen.values()))
        if unit.id == "beck.2-2"
    )
    gone = replace(man, side="german")
    assert belongs(BOX, state, gone, "german-2") and not belongs(BOX, state, gone, "german")
    assert not belongs(BOX, state, gone, "russian-2")


@pytest.mark.rule("UF:42.6-a")
def test_giving_up_one_table_leaves_the_other():
    found = campaign("UF-A")
    ready = prepare(BOX, TABLES, found, CARDS)
    g: Any = None
    for position in play(ready.scenario.id, ready.options, 3, by_verb=True):
        if position.state.turn:
            g = SYSTEM.play(position.state)
            break
    g.state.facts["conceded 2"] = "german-2"
    assert conceded(at_table(g, "1")) is None
    over = conceded(at_table(g, "2"))
    assert over is not None and over.winner == "russian-2"
    remove(g, next(iter(g.state.units.values())), KIA)  # the game goes on with it


def test_scenarios_that_do_not_go_together_are_refused():
    ready = prepare(BOX, TABLES, campaign("UF-A"), CARDS)
    dark = msgspec.json.encode(replace(ready.beside[0], night=True)).decode()
    with pytest.raises(ScenarioError, match="beside it"):
        SYSTEM.begin(ready.scenario.id, {**ready.options, "design-2": dark})
