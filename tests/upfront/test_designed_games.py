"""Many games of the players' own design, side by side and in series, at random: none crashes or goes on for ever."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Over
from defilade.rules.upfront.campaign.campaign import (
    campaign_text,
    new_campaign,
    prepare,
    read_campaign,
    record,
)
from defilade.rules.upfront.designs.dyo import (
    bid_game,
    draw_situation,
    drawn_year,
    random_force,
    replay,
    replay_terms,
    settle_bids,
)
from defilade.rules.upfront.designs.dyo_force import Terms
from defilade.rules.upfront.designs.dyo_tables import dyo_tables, troops_named
from defilade.rules.upfront.designs.rosters import Personal
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.scenario import load_scenarios, sides_of
from upfront.fuzz import check, play, played_out

BOX, TABLES, CARDS = library(), dyo_tables(), load_scenarios()
TWO_SIDED = [name for name, card in CARDS.items() if not card.players]
IN_TEAMS = [name for name, card in CARDS.items() if card.plays_in_teams()]

pytestmark = pytest.mark.soak


def troops(nation: str, quality: str) -> str:
    return "" if quality == "line" else troops_named(BOX, nation, quality)


@pytest.mark.parametrize("seed", range(40))
def test_bid_games(seed):
    rng = random.Random(f"bid/{seed}")
    drawn = draw_situation(BOX, TABLES, rng, troop_types=True)
    kinds = troops(drawn.attacker, drawn.attacking_troops), troops(drawn.defender, drawn.defending_troops)
    bids = {
        player: random_force(BOX, TABLES, rng, drawn.attacker, Terms(limit, drawn.year), kinds[0])
        for player, limit in (("Ann", 250), ("Bob", 450))
    }
    award = settle_bids(BOX, TABLES, rng, drawn, bids)
    terms = Terms(rng.choice((200, 300)), drawn.year, has_sniper=True)
    defence = random_force(BOX, TABLES, rng, drawn.defender, terms, kinds[1])
    played_out(bid_game(BOX, TABLES, drawn, "UF-X", bids[award.attacker], defence), seed)


@pytest.mark.parametrize("seed", range(12))
def test_bid_games_without_leaders(seed):
    rng = random.Random(f"privates/{seed}")
    drawn = draw_situation(BOX, TABLES, rng)
    forces = []
    for nation in (drawn.attacker, drawn.defender):
        bought = random_force(BOX, TABLES, rng, nation, Terms(400, drawn.year))
        forces.append(replace(bought, men=tuple(man for man in bought.men if not BOX.men[man].role)))
    played_out(bid_game(BOX, TABLES, drawn, "UF-X", *forces), seed)


@pytest.mark.parametrize("scenario", [name for name in TWO_SIDED if CARDS[name].dyo])
@pytest.mark.parametrize("seed", range(4))
def test_replays(scenario, seed):
    rng, card = random.Random(f"{scenario}/{seed}"), CARDS[scenario]
    opponent = rng.choice(card.opponents)
    options = {"opponent": opponent}
    year = drawn_year(BOX, TABLES, rng, opponent)
    forces = {
        nation: random_force(
            BOX,
            TABLES,
            rng,
            nation,
            replay_terms(BOX, card, nation, role, year),
            card.force(nation, role).troops,
        )
        for nation, role in sides_of(card, options).items()
    }
    played_out(replay(BOX, TABLES, rng, card, "UF-R", year, forces, options), seed)


@pytest.mark.parametrize("scenario", IN_TEAMS)
@pytest.mark.parametrize("tables", ["2", "3"])
def test_team_games(scenario, tables):
    position = None
    for count, position in enumerate(play(scenario, {"tables": tables}, "team", by_verb=True)):
        if count % 10 == 0:
            check(position.state)
    assert position is not None and isinstance(position.pending, Over)
    assert "UF:41.8" in position.pending.rules


@pytest.mark.parametrize("opponent", ["american", "russian"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_sample_campaign(opponent, seed):
    tables = campaign_tables()
    me = {"german": Personal("Jo", "german-mp"), opponent: Personal("Bo", f"{opponent}-rifle")}
    campaign = new_campaign(BOX, tables, opponent, seed=seed, personal=me)
    while not campaign.is_over:
        ready = prepare(BOX, tables, campaign, CARDS)
        state = played_out(ready.scenario, f"{opponent}/{seed}/{campaign.number}").state
        campaign = record(BOX, tables, ready.campaign, state).campaign
        assert read_campaign("mine.yaml", campaign_text(campaign), BOX) == campaign
