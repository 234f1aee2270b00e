"""What owners are asked before and after the games of a campaign, and what they are told (UF:42)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Over
from defilade.rules.upfront.campaign.campaign import (
    Campaign,
    Prepared,
    attacker_of,
    new_campaign,
    prepare,
    record,
)
from defilade.rules.upfront.campaign.campaign_questions import open_places, questions, told
from defilade.rules.upfront.designs.aftermath import Decisions
from defilade.rules.upfront.designs.rosters import Choices, Personal, change, pay
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import load_scenarios
from defilade.rules.upfront.game.state import KIA, ROUT, Fallen, Man, State
from defilade.rules.upfront.system import UfSystem

BOX, TABLES, CARDS = library(), campaign_tables(), load_scenarios()
replace = msgspec.structs.replace


def campaign(*scenarios: str, opponent: str = "american", **more: Any) -> Campaign:
    return new_campaign(BOX, TABLES, opponent, scenarios or ("UF-A", "UF-B"), **more)


def fought(ready: Prepared, winner: str = "german", **men: dict[str, Any]) -> State:
    """The game as it ends at once, with what has happened to some of the men: `fate`, or how they are."""
    system = UfSystem({ready.scenario.id: ready.scenario})
    state = system.begin(ready.scenario.id, {})[0].state
    for uid, unit in list(state.waiting.items()):
        assert isinstance(unit, Man)
        changes = dict(men.get(uid.replace("-", "_"), {"pinned": True}))
        fate = changes.pop("fate", "")
        man = replace(unit, **changes)
        if fate:
            state.fallen[uid] = Fallen(man, fate, "", 1)
        else:
            state.units[uid] = man
    state.waiting.clear()
    state.over = Over(winner, "It is over.")
    return state


def asked(ready: Prepared, state: State, side: str = "german") -> dict[str, tuple[str, tuple[str, ...]]]:
    found = questions(BOX, TABLES, ready.campaign, state, side)
    return {one.man: (one.kind, one.answers) for one in found}


# -- before a game -----------------------------------------------------------------------------------------------


def test_nothing_is_open_while_everybody_is_there():
    assert open_places(BOX, TABLES, campaign(), CARDS) == {"german": [], "american": []}


@pytest.mark.rule("UF:42.1-b")
@pytest.mark.rule("UF:42.2-a")
def test_who_can_take_the_place_of_those_who_are_not_there():
    force = CARDS["UF-A"].force("german", "")
    leader = next(man for man in force.men if BOX.men[man].role == "SL")
    rifle = next(man for man in force.men if BOX.weapons[BOX.men[man].weapon].kind == "rifle")
    found = campaign()
    roster = change(change(found.rosters["german"], leader, lost=True), rifle, back_in=9)
    found = replace(found, rosters={**found.rosters, "german": roster})
    places = {one.man: one for one in open_places(BOX, TABLES, found, CARDS)["german"]}
    assert set(places) == {leader, rifle} and places[leader].role == "SL"
    for man in places.values():
        assert man.candidates
        for one in man.candidates:  # each of them is really taken if the owner says so
            wish = Choices(leader=one) if man.role else Choices(substitutes={rifle: one})
            ready = prepare(BOX, TABLES, found, CARDS, {"german": wish})
            assert one in ready.scenario.force("german", "").men


def test_nothing_is_asked_while_a_game_is_on_or_after_the_last():
    ready = prepare(BOX, TABLES, campaign(), CARDS)
    assert open_places(BOX, TABLES, ready.campaign, CARDS) == {}


@pytest.mark.rule("UF:42.9-d")
def test_the_usual_side_attacks_where_the_leader_has_no_attacking_force():
    found = campaign("UF-A", "UF-I", opponent="russian")
    leading = {**found.rosters, "russian": pay(found.rosters["russian"], 9)}
    found = replace(found, rosters=leading)
    assert CARDS["UF-I"].attackers() == ("german",)
    assert attacker_of(found, CARDS["UF-I"]) == "german"
    assert attacker_of(found, CARDS["UF-E"]) == "russian"


# -- after it ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.42-a")
def test_what_a_routed_man_loses_is_asked_where_there_is_a_choice():
    ready = prepare(BOX, TABLES, campaign(), CARDS)
    entry = ready.campaign.rosters["german"].men
    men = [man for man in ready.scenario.force("german", "").men if entry[man].panic > entry[man].morale > 0]
    even = change(ready.campaign.rosters["german"], men[1], panic=entry[men[1]].morale)
    ready = replace(
        ready, campaign=replace(ready.campaign, rosters={**ready.campaign.rosters, "german": even})
    )
    state = fought(ready, "american", **{man: {"fate": ROUT} for man in men[:2]})
    assert asked(ready, state) == {men[0]: ("lower", ("panic", "morale"))}


@pytest.mark.rule("UF:42.44-a")
def test_what_elan_buys_is_asked_of_those_who_took_part():
    ready = prepare(BOX, TABLES, campaign(), CARDS)
    first, second, *_ = ready.scenario.force("german", "").men
    spare = next(
        man
        for man, card in BOX.men.items()
        if card.nation == "german" and man not in ready.scenario.force("german", "").men
    )
    rich = change(ready.campaign.rosters["german"], spare, elan=9)
    ready = replace(
        ready, campaign=replace(ready.campaign, rosters={**ready.campaign.rosters, "german": rich})
    )
    state = fought(
        ready, "american", **{first: {"elan": 5, "pinned": True}, second: {"elan": 4, "pinned": True}}
    )
    found = asked(ready, state)
    assert list(found) == [first] and found[first][0] == "improve" and found[first][1][-1] == "keep"
    chosen = found[first][1][0]
    done = record(BOX, TABLES, ready.campaign, state, {"german": Decisions(improve={first: chosen})})
    assert done.campaign.rosters["german"].men[first].elan == 0
    texts = [note.text for note in told(BOX, TABLES, ready.campaign, done)]
    assert any(BOX.men[first].name in text and "has won" in text for text in texts)


@pytest.mark.rule("UF:42.9-b")
def test_a_wounded_player_is_asked_whether_he_starts_over():
    mine = Personal("Jo", "german-rifle")
    ready = prepare(BOX, TABLES, campaign(personal={"german": mine}), CARDS)
    state = fought(ready, personal_german={"wounded": True, "pinned": True})
    assert asked(ready, state) == {"personal-german": ("start_over", ("no", "yes"))}
    assert asked(ready, fought(ready)) == {}


def test_the_story_tells_of_losses_wounds_and_points():
    ready = prepare(BOX, TABLES, campaign(), CARDS)
    dead, hurt, routed, *_ = ready.scenario.force("german", "").men
    state = fought(
        ready, **{dead: {"fate": KIA}, hurt: {"wounded": True, "pinned": True}, routed: {"fate": ROUT}}
    )
    done = record(BOX, TABLES, ready.campaign, state)
    notes = list(told(BOX, TABLES, ready.campaign, done))
    german = " ".join(note.text for note in notes if note.side == "german")
    for man, words in ((dead, "is lost"), (hurt, "is wounded and back in game 5"), (routed, "has routed")):
        assert f"{BOX.men[man].name} {words}" in german
    assert "Scenario won: +12 points." in german and "Men killed: -1 points." in german
    assert all(note.rule.startswith("UF:42.") for note in notes)
