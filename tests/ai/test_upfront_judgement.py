"""What the opponent of Up Front makes of positions with one right idea, and the odds that it reckons with."""

from __future__ import annotations

import random

import pytest

from defilade.ai.tactician.levels import Level
from defilade.ai.tactician.player import TacticianPlayer
from defilade.ai.upfront import close_fighting
from defilade.ai.upfront.decisions import Mind, decide
from defilade.ai.upfront.discarding import sniping
from defilade.ai.upfront.draws import Draws, draws_for
from defilade.ai.upfront.evaluation import evaluate
from defilade.ai.upfront.ground import denied, guarding, standing
from defilade.ai.upfront.guns import aimed, shot
from defilade.ai.upfront.hand import Hand
from defilade.ai.upfront.picture import Picture
from defilade.ai.upfront.reasons import percent
from defilade.ai.upfront.reasons import shot as explain_shot
from defilade.ai.upfront.stances import AT_A_GLANCE, BALANCED
from defilade.ai.upfront.tactics import alternatives
from defilade.kernel import Choice, Over, Sampled, make_view
from defilade.lab.exercises import attempt, load_exercises
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.victory_conditions import Reach
from defilade.rules.upfront.ground.to_hit import to_hit
from defilade.rules.upfront.infantry.fire import fire_attack, with_cards
from defilade.rules.upfront.infantry.odds import attack_odds
from defilade.rules.upfront.ordnance.ordnance import shot_odds
from defilade.rules.upfront.turn.sequence import Turn
from defilade.systems import MINDS, find_player, find_system
from upfront.fuzz import SYSTEM, play
from upfront.situation import Situation

FOUR = ["beck", "wolff", "streich", "bernhoff"]
AMERICANS = ["smith", "burke", "greenwood", "watson"]


def choice(s: Situation) -> str:
    """What the plans would do, with cards as the test names them."""
    assert isinstance(s.pending, Choice)
    return str(decide(s.g, s.pending))


def facing(mine: dict, theirs: dict, **more) -> Situation:
    groups = [{"side": "german", **mine}, {"side": "american", **theirs}]
    return Situation("german", groups, **more)


# -- odds --------------------------------------------------------------------------------------------------------


def lost(odds, name):
    """The opponent takes a wound for a loss, and so does this."""
    return sum(chance for what, chance in odds.items() if what in (f"{name} out", f"{name} wounded"))


@pytest.mark.rule("UF:8.41-b", "UF:8.41-c")
def test_a_machine_gun_in_a_marsh_is_not_reckoned_with():
    """A medium one does not fire from there, a light one only with its crew, and less."""

    def power(gunner: str, crewed: bool, ground: str) -> int:
        men = [gunner, {"id": "beck", "crews": gunner}] if crewed else [gunner]
        s = facing({"men": men, "range": 2, "cards": [ground]}, {"men": AMERICANS, "range": 1})
        return Picture(s.g, "german").firepower(s.group("g1"), 3)

    assert power("wittenberg", True, "woods") > 0 == power("wittenberg", True, "marsh")
    assert power("griess", True, "woods") > power("griess", True, "marsh") > 0
    assert power("griess", False, "woods") > 0 == power("griess", False, "marsh")


def test_harm_is_the_sum_of_the_exact_odds():
    s = facing(
        {"men": FOUR, "range": 2},
        {"men": ["smith", {"id": "burke", "pinned": True}], "range": 2},
        german=["fire 3"],
        american=[],
    )
    picture = Picture(s.g, "german")
    attack = with_cards(s.g, fire_attack(s.group("g1"), s.group("a1")), (s.card("fire 3"),))
    odds = attack_odds(s.g, attack, "german")
    smith, burke = s.man("smith"), s.man("burke")
    expected = lost(odds, "Pvt Smith") * picture.loss(smith) + odds["Pvt Smith pinned"] * picture.pinning(
        smith
    )
    expected += lost(odds, "Pvt Burke") * picture.loss(burke)
    assert picture.harm(s.group("a1"), 3) == pytest.approx(expected)
    assert picture.odds(smith, 3) == pytest.approx((lost(odds, "Pvt Smith"), odds["Pvt Smith pinned"]))


def test_cards_that_were_seen_do_not_come_up():
    s = facing({"men": FOUR}, {"men": AMERICANS}, german=["fire 3"], american=["movement"])
    draws = draws_for(s.g, "german")
    assert s.card("fire 3") not in {card.id for card in draws.cards}
    assert s.card("movement", "american") in {card.id for card in draws.cards}
    chances = [draws.at_least(number) for number in range(-7, 8)]
    assert chances[0] == 1 and chances[-1] == 0 and chances == sorted(chances, reverse=True)
    assert sum(draws.numbered([number]) for number in range(7)) == pytest.approx(1)
    fires = draws.fires("american", 20, 1)
    assert 0 < sum(chance for _, chance in fires) < 0.5 and fires[0][0] == 6


def test_close_combat_margins_are_exact():
    s = facing({"men": FOUR}, {"men": AMERICANS}, german=[], american=[])
    picture = Picture(s.g, "german")
    numbers = [card.rnc for card in picture.draws.cards]
    pairs = [(one, other) for one in numbers for other in numbers]
    win, both = picture.draws.margins(2)
    assert win == pytest.approx(sum(2 + one > other for one, other in pairs) / len(pairs))
    assert both == pytest.approx(sum(2 + one == other for one, other in pairs) / len(pairs))


def test_a_shot_of_ordnance_is_summed_over_all_hits():
    s = facing(
        {"men": [{"id": "bauer"}, {"id": "posner", "crews": "bauer"}], "range": 0},
        {"men": ["smith"], "range": 1},
        german=["fire 1"],
        american=[],
    )
    picture = Picture(s.g, "german", replace(BALANCED, denial=0.0))
    attack = aimed(picture, "g1", "bauer", "a1", "")
    odds = shot_odds(s.g, attack, int(to_hit(s.g, attack).total), "german")
    smith = s.man("smith")
    expected = lost(odds, "Pvt Smith") * picture.loss(smith) + odds["Pvt Smith pinned"] * picture.pinning(
        smith
    )
    assert shot(picture, attack) == pytest.approx(expected, rel=0.02)


@pytest.mark.rule("UF:25.5-a")
def test_a_red_number_that_breaks_the_gun_is_counted_as_no_hit():
    """The gun needs 0-5: a red 5 would break it. What the opponent reckons with, and what the hint says of it, are the
    odds that the shot is shown with."""
    s = facing({"men": ["tiger"], "range": 3}, {"men": ["smith"], "range": 2}, german=["fire 1"], american=[])
    picture = Picture(s.g, "german", replace(BALANCED, denial=0.0))
    attack = aimed(picture, "g1", "tiger", "a1", "")
    odds = shot_odds(s.g, attack, int(to_hit(s.g, attack).total), "german")
    smith = s.man("smith")
    expected = lost(odds, "Pvt Smith") * picture.loss(smith) + odds["Pvt Smith pinned"] * picture.pinning(
        smith
    )
    assert shot(picture, attack) == pytest.approx(expected, rel=1e-6)
    assert percent(odds["hit"]) in explain_shot(Mind(s.g, "german"), attack)[0]


# -- ideas -------------------------------------------------------------------------------------------------------


def test_the_winning_card_is_laid():
    """Four men at range chit 4 on the move and cover in the hand: that is the game."""
    s = facing(
        {"men": FOUR, "range": 4, "cards": ["movement advance"]},
        {"men": AMERICANS, "range": 0, "cards": ["woods"]},
        german=["woods", "fire 3", "rally 3"],
        american=["fire 1"],
        scenario="UF-A",
    )
    assert choice(s) == f"terrain g1+{s.card('woods')}"
    for level in ("greedy", "normal"):
        view = make_view(s.position.system, s.position, "german", 0)
        answer = find_player(level).choose(view, s.position.system, random.Random(1))
        assert answer.verb == "terrain", level


def test_fire_goes_at_the_group_in_the_open():
    groups = [
        {"side": "german", "men": FOUR, "range": 2, "cards": ["woods"]},
        {"side": "german", "men": ["hessel", "posner"], "range": 0, "cards": ["woods"]},
        {"side": "american", "men": ["smith", "burke"], "range": 2, "cards": ["buildings -3"]},
        {"side": "american", "men": ["watson", "edwards"], "range": 2, "cards": ["movement advance"]},
    ]
    s = Situation("german", groups, german=["fire 4"], american=[])
    assert choice(s) == f"fire g1+{s.card('fire 4')} a2"


def test_a_concealed_card_is_kept_from_a_weak_attack_and_played_against_a_strong_one():
    def answered(fire: str, cover: str, held: str = "concealed -3") -> str:
        s = facing(
            {"men": [*FOUR, "hessel", "posner"], "range": 3},
            {"men": AMERICANS, "range": 2, "cards": [cover]},
            german=[fire],
            american=[held],
        )
        s.do(f"fire g1+<{fire}> a1", "declare")
        return choice(s)

    assert answered("fire 6", "movement advance").startswith("conceal")
    assert answered("fire 1 needs 1", "buildings -3") == "no"
    assert answered("fire 1 needs 1", "buildings -3", "concealed -1").startswith("conceal"), (
        "a weak one is not spared"
    )


def test_men_who_matter_rally():
    pinned = [{"id": man, "pinned": True} for man in FOUR]
    s = facing(
        {"men": pinned, "range": 2, "cards": ["woods"]},
        {"men": AMERICANS, "range": 2, "cards": ["woods"]},
        german=["rally 4"],
        american=[],
    )
    assert choice(s).startswith("rally g1")


def test_a_stream_is_for_the_enemy_and_cover_for_oneself():
    s = facing({"men": FOUR, "range": 1}, {"men": AMERICANS, "range": 1}, german=[], american=[])
    picture = Picture(s.g, "german")

    def stands(cards: list[str], side: str = "german") -> float:
        own = {"men": FOUR, "range": 1, "cards": cards if side == "german" else []}
        enemy = {"men": AMERICANS, "range": 1, "cards": cards if side != "german" else []}
        there = facing(own, enemy, german=[], american=[])
        return standing(Picture(there.g, "german"), there.group("g1" if side == "german" else "a1"))

    assert stands(["buildings -3"]) > stands(["woods"]) > stands([]) > stands(["stream"])
    assert stands(["stream"], "american") < stands([], "american")
    assert stands(["woods", "movement advance", "movement advance"]) < stands(["woods"])
    assert picture.exposure(s.group("g1")) > 0


def test_a_dead_hand_is_discarded():
    """An American who could only dig does nothing, to be free to discard (UF:4.32)."""
    groups = [
        {"side": "american", "men": AMERICANS, "range": 0, "cards": ["woods"]},
        {"side": "german", "men": FOUR, "range": 1, "cards": ["woods"]},
    ]
    s = Situation("american", groups, american=["fire 6", "fire 6", "rally 1", "rally 1"], german=[])
    assert Mind(s.g, "american").actions.value(s.action("entrench a1")) > 0
    assert choice(s) == "done"
    s.do("done")
    assert choice(s).startswith("discard")


def test_a_hand_is_worth_more_when_it_fits():
    s = facing(
        {"men": FOUR, "range": 1, "cards": ["movement advance"]},
        {"men": AMERICANS, "range": 1},
        german=["woods", "rally 3", "fire 2", "fire 6"],
        american=[],
    )
    worth = Hand(Picture(s.g, "german")).worth
    assert worth[s.card("woods")] > worth[s.card("rally 3")], "cover for a moving group, nobody to rally"
    assert worth[s.card("fire 2")] > worth[s.card("fire 6")], "firepower for the one and not for the other"


def test_evaluation_is_of_two_minds():
    """What is good for one side is bad for the other, hands aside."""
    even = facing({"men": FOUR, "range": 1}, {"men": AMERICANS, "range": 1}, german=[], american=[])
    worse = facing(
        {"men": FOUR, "range": 1},
        {"men": [{"id": man, "pinned": True} for man in AMERICANS], "range": 1},
        german=[],
        american=[],
    )
    assert evaluate(worse.g, "german") > evaluate(even.g, "german")
    assert evaluate(worse.g, "american") < evaluate(even.g, "american")


# -- no passive game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["UF-A", "UF-D", "UF-H", "UF-L"])
def test_who_must_attack_goes_forward(scenario):
    """In every game the side with the burden of attack plays Movement cards and fires."""
    system = find_system("upfront")
    for seed in range(2):
        position, _ = system.begin(scenario)
        rng = random.Random(seed)
        draws = Sampled(rng)
        done: dict[str, set[str]] = {side: set() for side in system.sides(position.state)}
        while not isinstance(position.pending, Over):
            moment = position.pending
            if not isinstance(moment, Choice):
                position.advance(draws.draw(moment, 1))
                continue
            g = system.play(system.redact(position.state, moment.side))
            action = decide(g, moment)
            done[moment.side].add(action.verb)
            position.advance(action)
        attackers = [side for side, player in position.state.players.items() if player.role != "defender"]
        if position.state.turn > 12:
            assert all({"move", "fire"} <= done[side] for side in attackers)


def test_what_is_kept_with_the_draws_is_what_would_be_reckoned_anew():
    """The same count of the draws serves a whole line that is played ahead: men fall, are pinned, move, and what was
    reckoned of them before is not taken for what holds now."""
    kept: dict[str, Draws] = {}
    compared = 0
    for count, position in enumerate(play("UF-A", {}, "kept", by_verb=True)):
        if count % 5 or not isinstance(position.pending, Choice):
            continue
        side = position.pending.side
        g = SYSTEM.play(position.state)
        shared = kept.setdefault(side, draws_for(g, side))
        remembered, anew = Picture(g, side, draws=shared), Picture(g, side, draws=Draws(shared.cards))
        for group in (*remembered.mine, *remembered.theirs):
            assert remembered.exposure(group) == anew.exposure(group)
            assert remembered.prospect(group) == anew.prospect(group)
            assert remembered.lie(group) == anew.lie(group)
            compared += 1
    assert compared > 100


def test_fire_counts_for_more_at_those_who_are_about_to_win():
    def worth(range: int) -> float:
        s = facing(
            {"men": FOUR, "range": 1},
            {"men": AMERICANS, "range": range, "cards": ["movement advance"]},
            german=["fire 1"],
            american=[],
            victory={"type": "reach", "men": 4, "chit": 4},
        )
        return denied(Picture(s.g, "german"), s.group("a1"), 3)

    assert worth(4) > 2 * worth(2) > 0
    s = facing({"men": FOUR}, {"men": AMERICANS, "range": 4}, german=[], american=[])
    assert denied(Picture(s.g, "german", AT_A_GLANCE), s.group("a1"), 3) == 0


def test_a_line_ahead_knows_that_the_deck_was_renewed():
    """What was counted when the line began does not tell how much time is left after a new deck has begun."""
    compared = 0
    for seed in range(6):  # not every game lasts so long
        before: tuple[int, Draws] | None = None
        for position in play("UF-E", {}, f"renewed {seed}", by_verb=True):
            g = SYSTEM.play(position.state)
            number = g.tray("german").number
            if before is not None and number > before[0] and isinstance(position.pending, Choice):
                stale = Picture(g, "german", draws=before[1]).elapsed
                fresh, seen = Picture(g, "german"), Picture(seen_by(g, "german"), "german")
                assert stale == fresh.elapsed == seen.elapsed
                compared += 1
            before = number, draws_for(g, "german")
    assert compared


def seen_by(g, side: str):
    return SYSTEM.play(SYSTEM.redact(g.state, side))


def test_doing_nothing_is_weighed_against_all_that_could_be_done():
    """As the plan itself does it: the discards of an idle turn beside the actions of all groups together."""
    compared = telling = 0
    for position in (one for seed in range(2) for one in play("UF-A", {}, f"idle {seed}", by_verb=True)):
        moment = position.pending
        if not isinstance(moment, Choice):
            continue
        frame = position.state.stack[-1]
        if not isinstance(frame, Turn) or frame.stage != "actions":
            continue
        g = SYSTEM.play(position.state)
        mind = Mind(g, moment.side)
        best, idle = decide(g, moment), moment.options[-1]
        worth = alternatives(mind, moment)
        if best != idle:
            assert worth[best] >= worth[idle]
            compared += 1
            telling += mind.actions.value(best) < worth[idle]
        elif len(worth) > 1:
            assert worth[idle] > worth[next(iter(worth))]
            compared += 1
    assert compared > 50 and telling


def test_a_garrison_that_is_pinned_holds_its_pillbox_all_the_same():
    """One man who is pinned holds it as well as three who are not: only losses count there."""
    men = [{"id": man} for man in AMERICANS]
    s = facing(
        {"men": FOUR, "range": 1},
        {"men": men, "cards": ["pillbox"]},
        german=["fire 1"],
        american=[],
        victory={"type": "pillbox"},
        sides={"german": {"role": "attacker"}, "american": {"role": "defender"}},
    )
    picture = Picture(s.g, "german")
    assert picture.is_garrison("a1")
    assert denied(picture, s.group("a1"), 3) == 0


def test_nobody_stops_in_the_open_with_cover_in_his_hand():
    s = facing(
        {"men": FOUR, "range": 1, "cards": ["movement advance"]},
        {"men": AMERICANS, "range": 1, "cards": ["woods"]},
        german=["woods", "rally 1"],
        american=[],
    )
    actions = Mind(s.g, "german").actions
    worth = {action.verb: actions.value(action) for action in s.pending.options if action.verb != "done"}
    assert worth["terrain"] > worth["open-ground"]


ROLES = {"german": {"role": "defender"}, "american": {"role": "attacker"}}


def barring(range: int, enemy: int, side: str = "german", **victory) -> float:
    """What it counts to stand at a range chit with four enemies opposite at another."""
    places = (
        {"german": range, "american": enemy} if side == "german" else {"german": enemy, "american": range}
    )
    s = facing(
        {"men": FOUR, "range": places["german"]},
        {"men": AMERICANS, "range": places["american"]},
        german=[],
        american=[],
        victory={"type": "reach", "men": 4, "chit": 4, "otherwise": "defender", **victory},
        sides=ROLES,
    )
    group = s.group("g1" if side == "german" else "a1")
    return guarding(Picture(s.g, side), group, s.g.scenario_of(side).victory)


def test_the_way_is_barred_to_those_who_are_about_to_get_there():
    """At range chit 2 one keeps the group opposite from range chit 4 (UF:5.7-a): the more, the nearer it has come."""
    assert barring(2, 3) > barring(1, 3) > barring(0, 3) > 0
    assert barring(2, 3) > 1.5 * barring(2, 2) > 0
    assert barring(3, 2) == barring(2, 2), "farther forward bars no more"
    assert barring(1, 4) == 0, "who is there already cannot be kept off"
    assert barring(2, 3, "american") > 0, "where both may win so, both look to it"
    assert barring(2, 3, "american", by="attacker") == 0
    assert barring(2, 3, by="attacker") > 0


def test_a_group_with_nobody_opposite_bars_nothing():
    s = facing(
        {"men": FOUR, "range": 2}, {"men": AMERICANS, "range": 3, "letter": "B"}, german=[], american=[]
    )
    victory = Reach(men=4, chit=4)
    assert guarding(Picture(s.g, "german"), s.group("g1"), victory) == 0


def sniped(men: list, stance=AT_A_GLANCE, **more) -> float:
    s = facing({"men": FOUR, "range": 1}, {"men": men, **more}, german=["sniper"], american=[])
    return sniping(Picture(s.g, "german", stance), s.card("sniper"), "a1")


def test_a_sniper_is_worth_what_he_can_do():
    pinned = {"id": "smith", "pinned": True}
    assert sniped([pinned]) > sniped(["smith"]), "a pinned man who is pinned again is lost (UF:14.3-b)"
    assert 0 < sniped(["sherman"]) < sniped(["smith"]), "a vehicle only keeps its hatches shut (UF:14.32)"
    assert sniped([{"id": "sherman", "pinned": True}]) == 0
    there = sniped(["smith"], BALANCED, range=4), sniped(["smith"], replace(BALANCED, denial=0.0), range=4)
    assert there[0] > there[1], "it counts besides that he is about to win"


@pytest.mark.parametrize("exercise", ["UF-CARD-07", "UF-CARD-10", "UF-CARD-19"])
def test_who_storms_is_stopped_where_he_is(exercise):
    tried = next(one for one in load_exercises("upfront") if one.exercise == exercise)
    assert not attempt(tried, TacticianPlayer(Level("plans", ("balanced",)), MINDS)).problems


# -- heroes before men slip in and fight -------------------------------------------------------------------------


def slipping(defenders: list, hand: list[str]) -> Situation:
    mine = {"men": ["beck", "wolff", "bernhoff"], "range": 3, "cards": ["brush"]}
    s = facing(mine, {"men": defenders, "range": 2}, german=["movement"], american=hand)
    return s.do("infiltrate g1", "send beck+<movement> a1", "go")


@pytest.mark.rule("UF:10.4-a")
def test_a_hero_for_the_one_whose_rally_is_worth_most():
    """A leader rather than a rifleman where both lie pinned."""
    pinned = [{"id": "myers", "pinned": True}, {"id": "burnett", "pinned": True}, "burke", "fox", "smith"]
    s = slipping(pinned, ["hero"])
    assert choice(s) == f"hero {s.card('hero')}+burnett"


@pytest.mark.rule("UF:10.4-a", "UF:20.6-a")
def test_a_hero_where_a_fight_hangs_on_it():
    mine = {"men": [{"id": "beck", "infiltrates": "a1"}, "wolff"], "range": 3}
    theirs = {"men": [{"id": "myers", "pinned": True}, "degi"], "range": 2}
    s = facing(mine, theirs, german=["movement"], american=["hero"])
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("2=1")
    assert choice(s) == f"hero {s.card('hero')}+myers"


@pytest.mark.rule("UF:10.4-a")
def test_what_a_hero_changes_before_a_draw():
    """One column, by the odds of both; a helper's 3 in a fight."""
    s = slipping([{"id": "myers", "pinned": True}, "degi", "burke", "fox", "smith"], ["hero"])
    picture = Picture(s.g, "american")
    now, then = picture.draws.red_in(2), picture.draws.red_in(3)
    worth = close_fighting.LATER * max(0.0, close_fighting.melee(picture, s.man("beck"), s.group("a1")))
    gain = close_fighting.with_hero(picture, s.state.stack[-2], s.man("myers"))
    assert gain > picture.pinning(s.man("myers")) + (now - then) * worth - 1e-9 > 0
    assert s.man("myers").pinned, "only thought of"


def test_a_berserk_man_is_held_back_where_his_charge_would_be_his_end():
    def raging(enemies: list, hand: list[str]) -> Situation:
        berserk = {"id": "aliev", "pinned": True, "berserk": True, "weapon": ""}
        groups = [
            {"side": "german", "men": enemies, "range": 2},
            {"side": "russian", "men": [berserk, "rostov"], "range": 3},
        ]
        return Situation("german", groups, german=["fire 1"], russian=hand).end_turn()

    s = raging(["beck", "diettinger"], ["hero"])
    assert choice(s) == f"hero {s.card('hero')}+aliev"
    weak = [{"id": "beck", "pinned": True, "weapon": ""}, {"id": "wolff", "pinned": True, "weapon": ""}]
    assert choice(raging(weak, ["hero"])) == "no"
