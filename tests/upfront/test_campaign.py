"""A campaign (UF:42.1, UF:42.8, UF:42.9) from its file to its end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Over
from defilade.rules.upfront.campaign.campaign import (
    Campaign,
    CampaignError,
    Played,
    attacker_of,
    campaign_text,
    leader_of,
    new_campaign,
    personal_arms,
    prepare,
    read_campaign,
    record,
)
from defilade.rules.upfront.designs.aftermath import Decisions
from defilade.rules.upfront.designs.rosters import Choices, Personal, change, pay
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import load_scenarios
from defilade.rules.upfront.system import UfSystem
from upfront.fuzz import played_out

BOX, TABLES, CARDS = library(), campaign_tables(), load_scenarios()
replace = msgspec.structs.replace


def campaign(*scenarios: str, opponent: str = "american", **more: Any) -> Campaign:
    return new_campaign(BOX, TABLES, opponent, scenarios, **more)


def with_points(found: Campaign, german: int, american: int, last: str = "") -> Campaign:
    rosters = {
        "german": pay(found.rosters["german"], german),
        "american": pay(found.rosters["american"], american),
    }
    played = (Played("UF-A", last, {}),) if last else ()
    return replace(found, rosters=rosters, played=played)


@pytest.mark.rule("UF:42.9-c")
def test_the_sample_campaign():
    assert campaign().scenarios == tuple(f"UF-{letter}" for letter in "ABDEFGHCL")
    assert set(campaign().scenarios) <= set(CARDS)


@pytest.mark.rule("UF:42.1-a")
def test_scenarios_come_in_the_order_that_was_set():
    found = campaign("UF-B", "UF-A")
    first = prepare(BOX, TABLES, found, CARDS)
    assert first.scenario.id == "UF-B-C1" and first.campaign.current.scenario == "UF-B"
    assert "campaign" in first.scenario.special and first.scenario.opponents == ("american",)
    assert first.scenario.victory == CARDS["UF-B"].victory
    with pytest.raises(CampaignError, match="UF-B-C1 is to be played"):
        prepare(BOX, TABLES, first.campaign, CARDS)


@pytest.mark.rule("UF:42.9-d")
@pytest.mark.parametrize(
    ("german", "american", "last", "attacker"),
    [
        (12, 3, "american", "german"),
        (3, 12, "german", "american"),
        (5, 5, "german", "german"),
        (5, 5, "american", "american"),
    ],
    ids=["the Germans lead", "the Americans lead", "tied, Germans won", "tied, Americans won"],
)
def test_who_attacks_next(german, american, last, attacker):
    found = with_points(campaign("UF-A", "UF-E"), german, american, last)
    assert attacker_of(found, CARDS["UF-E"]) == attacker
    assert attacker_of(found, CARDS["UF-B"]) == ""  # a Meeting Engagement
    ready = prepare(BOX, TABLES, found, CARDS)
    roles = {force.nation: force.role for force in ready.scenario.forces}
    assert roles[attacker] == "attacker"
    position, _ = UfSystem({ready.scenario.id: ready.scenario}).begin(ready.scenario.id, {})
    assert position.state.players[attacker].role == "attacker"


@pytest.mark.rule("UF:42.3")
def test_a_man_takes_his_values_into_the_game():
    found = campaign("UF-A")
    roster = change(found.rosters["german"], "beck", morale=6, panic=7, rank="CPL")
    found = replace(found, rosters={**found.rosters, "german": roster})
    card = prepare(BOX, TABLES, found, CARDS).scenario
    position, _ = UfSystem({card.id: card}).begin(card.id, {})
    man = position.state.waiting["beck"]
    assert (man.morale, man.panic, man.rank) == (6, 7, "CPL")


@pytest.mark.rule("UF:42.9-a", "UF:42.9-b")
def test_the_player_fights_along_and_comes_back():
    own = {"german": Personal("Jo", "german-mp")}
    found = campaign("UF-A", "UF-B", personal=own)
    ready = prepare(BOX, TABLES, found, CARDS)
    assert "personal-german" in ready.scenario.force("german", "").men
    lost = change(found.rosters["german"], "personal-german", lost=True, morale=5)
    again = prepare(BOX, TABLES, replace(found, rosters={**found.rosters, "german": lost}), CARDS)
    entry = again.campaign.rosters["german"].men["personal-german"]
    assert (entry.kia, entry.morale, entry.lost) == (7, 2, False)
    assert again.campaign.rosters["german"].points == -1
    with pytest.raises(CampaignError, match=r"UF:42\.9-a"):
        campaign("UF-A", personal={"german": Personal("Jo", "german-lmg")})
    with pytest.raises(CampaignError, match="rifle"):
        campaign("UF-A", personal={"german": Personal("Jo", "american-rifle")})
    assert personal_arms(BOX, "russian") == ("russian-rifle", "russian-mp"), "what most of them have"
    with pytest.raises(CampaignError, match=r"UF:42\.9-a"):
        campaign("UF-A", opponent="russian", personal={"russian": Personal("Jo", "russian-svt")})


def test_a_choice_that_cannot_be_is_told_with_its_place():
    with pytest.raises(CampaignError, match=r"choices\.german"):
        found = campaign("UF-A")
        lost = change(found.rosters["german"], "beck", lost=True)
        found = replace(found, rosters={**found.rosters, "german": lost})
        prepare(BOX, TABLES, found, CARDS, {"german": Choices(substitutes={"beck": "griess"})})


def test_only_the_current_game_can_be_recorded():
    found = campaign("UF-A")
    ready = prepare(BOX, TABLES, found, CARDS)
    state = UfSystem({ready.scenario.id: ready.scenario}).start(ready.scenario.id, {})
    with pytest.raises(CampaignError, match="no game is being played"):
        record(BOX, TABLES, found, state)
    with pytest.raises(CampaignError, match="is not over"):
        record(BOX, TABLES, ready.campaign, state)
    with pytest.raises(CampaignError, match="UF-A-C1 is being played, not UF-A"):
        record(BOX, TABLES, ready.campaign, UfSystem().start("UF-A", {}))


def over(card, tables="1"):
    """A game that somebody has given up."""
    state = UfSystem({card.id: card}).start(card.id, {"tables": tables})
    state.over = Over("german", "given up")
    return state


@pytest.mark.parametrize(
    ("nation", "wishes", "told"),
    [
        ("martian", Decisions(), "german and american"),
        ("german", Decisions(lower={"smith": "morale"}), "smith: he is not on the roster"),
        ("german", Decisions(lower={"beck": "keep"}), "'keep' is none of morale, panic"),
        ("german", Decisions(improve={"beck": "rank"}), "'rank' is none of morale, panic, keep"),
    ],
)
def test_decisions_that_cannot_be(nation, wishes, told):
    ready = prepare(BOX, TABLES, campaign("UF-A"), CARDS)
    with pytest.raises(CampaignError, match=told):
        record(BOX, TABLES, ready.campaign, over(ready.scenario), {nation: wishes})


def test_a_campaign_is_played_at_one_table():
    ready = prepare(BOX, TABLES, campaign("UF-A"), CARDS)
    with pytest.raises(CampaignError, match="at one table"):
        record(BOX, TABLES, ready.campaign, over(ready.scenario, "2"))


@pytest.mark.parametrize("scenarios", [("UF-J",), ("UF-Z",)])
def test_scenarios_that_cannot_be_part_of_a_campaign(scenarios):
    with pytest.raises(CampaignError, match="cannot be played in a campaign"):
        prepare(BOX, TABLES, campaign(*scenarios), CARDS)


# -- the file ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format: 1", "format: 9", r"mine\.yaml: format: 9 is not the format 1"),
        (
            "    nation: german",
            "    nation: american",
            r"rosters\.german: the roster says that it is 'american'",
        ),
        ("      beck:", "      nobody:", r"rosters\.german\.men\.nobody: there is no such man"),
        ("title: Campaign", "tilte: Campaign", "tilte"),
        ("  american:\n", "  martian:\n", "a German roster and one of another nation"),
        ("scenarios:\n- UF-A\n", "scenarios: []\n", None),
    ],
)
def test_a_broken_file_is_told_with_its_place(old, new, told):
    text = campaign_text(campaign("UF-A"))
    assert old in text
    if told is None:
        assert read_campaign("mine.yaml", text.replace(old, new, 1), BOX).is_over
        return
    with pytest.raises(CampaignError, match=told):
        read_campaign("mine.yaml", text.replace(old, new, 1), BOX)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"morale": 6, "panic": 5}, "Panic not below Morale"),
        ({"morale": 8, "panic": 9}, "0 to 7"),
        ({"kia": 9}, "KIA is 6 to 8"),
        ({"elan": -1}, "no count is below 0"),
    ],
)
def test_impossible_values_are_told(changes, told):
    found = campaign("UF-A")
    roster = change(found.rosters["german"], "beck", **changes)
    text = campaign_text(replace(found, rosters={**found.rosters, "german": roster}))
    with pytest.raises(CampaignError, match=rf"rosters\.german\.men\.beck: .*{told}"):
        read_campaign("mine.yaml", text, BOX)


def test_missing_men_and_games_out_of_order_are_told():
    found = campaign("UF-A", "UF-B")
    men = {key: entry for key, entry in found.rosters["german"].men.items() if key != "beck"}
    short = replace(found, rosters={**found.rosters, "german": replace(found.rosters["german"], men=men)})
    with pytest.raises(CampaignError, match="beck is missing"):
        read_campaign("mine.yaml", campaign_text(short), BOX)
    odd = replace(found, played=(Played("UF-B", "german", {}),))
    with pytest.raises(CampaignError, match=r"played\[0\]: UF-A comes there, not UF-B"):
        read_campaign("mine.yaml", campaign_text(odd), BOX)


# -- played through ----------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.1-a", "UF:42.4-a", "UF:42.8")
@pytest.mark.parametrize(("opponent", "seed"), [("american", 1), ("russian", 2)])
def test_three_games_with_the_same_men(opponent, seed):
    """Rosters go from game to game by way of the file: the fallen stay away, the others take along what they have
    become."""
    found = campaign(
        "UF-A",
        "UF-B",
        "UF-D",
        opponent=opponent,
        seed=seed,
        personal={opponent: Personal("Jo", f"{opponent}-rifle")},
    )
    for number in (1, 2, 3):
        found = read_campaign("mine.yaml", campaign_text(found), BOX)
        before = found.rosters
        ready = prepare(BOX, TABLES, found, CARDS)
        for nation in ("german", opponent):
            for man in ready.scenario.forces[nation != "german"].men:
                entry = ready.campaign.rosters[nation].men[man]
                assert not entry.lost and entry.back_in <= number
                old = before[nation].men[man]
                if not old.lost and old.replaced == entry.replaced:
                    card = ready.scenario.cards.get(man, BOX.men.get(man))
                    assert (card.morale, card.panic, card.kia) == (old.morale, old.panic, old.kia)
        state = played_out(ready.scenario, 10 * seed + number).state
        done = record(BOX, TABLES, ready.campaign, state)
        found = done.campaign
        for nation, roster in found.rosters.items():
            gained = 12 * (state.over.winner == nation)
            lost = [
                f for f in state.fallen.values() if f.unit.side == nation and f.fate in ("kia", "captured")
            ]
            paid = ready.campaign.rosters[nation].points
            assert roster.points <= paid + gained - len(lost)
            assert all(roster.men[fallen.unit.card].lost for fallen in lost)
    assert found.is_over and [game.scenario for game in found.played] == ["UF-A", "UF-B", "UF-D"]
    slashes = [
        entry.survival + entry.promotion for roster in found.rosters.values() for entry in roster.men.values()
    ]
    assert max(slashes) >= 2
    best = max(roster.points for roster in found.rosters.values())
    assert leader_of(found) in ("", next(n for n, r in found.rosters.items() if r.points == best))
    with pytest.raises(CampaignError, match="all scenarios have been played"):
        prepare(BOX, TABLES, found, CARDS)
