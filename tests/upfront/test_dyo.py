"""The three versions of Design Your Own (UF:43.1, UF:43.2, UF:43.3)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.kernel import Over
from defilade.rules.upfront.designs.dyo import (
    BidSituation,
    DyoError,
    balanced,
    bid_game,
    draw_off,
    draw_situation,
    drawn_year,
    kinds_used,
    limit_for,
    plays_first,
    random_force,
    replay,
    replay_terms,
    scenario_text,
    settle_balance,
    settle_bids,
)
from defilade.rules.upfront.designs.dyo_force import Purchase, Terms, points
from defilade.rules.upfront.designs.dyo_tables import dyo_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.scenario import Cower, Scenario, load_scenarios
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.turn.sequence import hand_lines
from upfront.fuzz import played_out
from upfront.situation import Situation

BOX, TABLES = library(), dyo_tables()
CARDS = load_scenarios()
GERMANS = Purchase("german", ("diettinger", "hessel", "schumacher", "bernhoff", "beck", "wolff"))
AMERICANS = Purchase("american", ("burnett", "moores", "smith", "burke", "fox", "watson"))
WITH_GUN = Purchase("german", ("stahler", "steiner", "beck", "wollak"), machines=("pak36",))


def rng(seed: int = 1) -> random.Random:
    return random.Random(seed)


class Stacked(random.Random):
    """Chance that brings these cards one after the other."""

    def __init__(self, *cards: str) -> None:
        super().__init__(0)
        self.cards = list(cards)

    def choice(self, seq: Any) -> Any:
        colour, number = self.cards.pop(0).split()
        return next(card for card in seq if card.colour == colour and card.number == int(number))


# -- who plays first ---------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:4.1-b")
def test_who_spends_less_plays_first():
    assert plays_first(BOX, rng(), {"german": 240, "american": 239}) == "american"
    assert plays_first(BOX, rng(), {"german": 238, "american": 239}) == "german"


@pytest.mark.rule("UF:4.1-b", "UF:43.36-b")
def test_equal_points_are_settled_by_a_draw():
    winners = {plays_first(BOX, rng(seed), {"german": 240, "american": 240}) for seed in range(20)}
    assert winners == {"german", "american"}

    assert draw_off(BOX, Stacked("red 6", "black 2"), ["a", "b"]) == "b"  # red takes away, black adds
    assert draw_off(BOX, Stacked("black 2", "black 2", "red 1", "red 5"), ["a", "b"]) == "a"


# -- play balance ------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:43.1")
def test_the_higher_bid_gets_the_side():
    result = settle_balance(BOX, rng(), {"Ann": 25, "Bob": 30})
    assert (result.winner, result.loser, result.points) == ("Bob", "Ann", 30)
    assert {settle_balance(BOX, rng(n), {"Ann": 25, "Bob": 25}).winner for n in range(20)} == {"Ann", "Bob"}
    with pytest.raises(DyoError, match=r"UF:43\.1"):
        settle_balance(BOX, rng(), {"Ann": -1, "Bob": 3})


@pytest.mark.rule("UF:43.1")
def test_the_other_buys_more_men_for_it():
    card = balanced(BOX, TABLES, CARDS["UF-A"], "UF-A-30", Purchase("american", ("ransom",)), 30)
    assert "ransom" in card.force("american", "").men
    assert card.force("german", "") == CARDS["UF-A"].force("german", "")
    assert card.opponents == ("american",)
    assert card.first == "german"  # who has bought nothing (UF:4.1-b)


@pytest.mark.rule("UF:43.1")
@pytest.mark.parametrize(
    ("extra", "bid", "rule"),
    [
        (Purchase("american", ("macgowan", "ransom")), 30, "UF:43.2-b"),
        (Purchase("american", ("smith",)), 30, "UF:43.1"),
        (Purchase("american", ("allen",)), 40, "UF:43.1"),
        (Purchase("american", ("ransom",), troops="green"), 40, "UF:39.7-b"),
        (Purchase("american", ("ransom",)), 0, "UF:43.2-b"),
    ],
    ids=["too dear", "there already", "a second leader", "other troops", "nothing was bid"],
)
def test_additions_that_are_refused(extra, bid, rule):
    with pytest.raises(DyoError) as caught:
        balanced(BOX, TABLES, CARDS["UF-A"], "X", extra, bid)
    assert rule in [refusal.rule for refusal in caught.value.refusals]


@pytest.mark.rule("UF:43.1", "UF:43.7", "UF:4.1-b")
def test_men_who_are_there_can_get_secondary_weapons():
    card = balanced(BOX, TABLES, CARDS["UF-A"], "X", Purchase("german", secondary={"beck": "atmm"}), 7)
    assert card.force("german", "").secondary == {"beck": "atmm"}
    assert card.first == "american"  # who has bought nothing


@pytest.mark.rule("UF:43.1", "UF:21.1-b", "UF:21.11-b", "UF:43.7")
def test_limits_on_secondary_weapons_count_the_whole_force():
    """One Demolition Charge for each squad, and one weapon for each man, with what the scenario gives."""
    base = CARDS["UF-A"]
    forces = tuple(
        msgspec.structs.replace(one, secondary={"beck": "demolition-charge"})
        if one.nation == "german"
        else one
        for one in base.forces
    )
    armed = msgspec.structs.replace(base, forces=forces)
    with pytest.raises(DyoError, match=r"UF:21\.1-b"):
        balanced(BOX, TABLES, armed, "X", Purchase("german", secondary={"beck": "atmm"}), 7)
    second = Purchase("german", secondary={"wolff": "demolition-charge"})
    with pytest.raises(DyoError, match=r"UF:21\.11-b"):
        balanced(BOX, TABLES, armed, "X", second, 50)
    with pytest.raises(DyoError, match=r"not in the force"):
        balanced(BOX, TABLES, base, "X", Purchase("german", secondary={"volke": "atmm"}), 7)


@pytest.mark.rule("UF:43.1", "UF:43.41")
@pytest.mark.parametrize("more", [0, 1], ids=["half", "more than half"])
def test_reinforcements_of_the_whole_force_are_half_of_it_at_most(more):
    start = CARDS["UF-A"].force("german", "").men
    spare = [k for k, m in BOX.men.items() if m.nation == "german" and not m.role and k not in start]
    later = tuple(spare[: len(start) // 2 + more])
    extra = Purchase("german", later, reinforcements={1: later})
    if more:
        with pytest.raises(DyoError, match=r"UF:43\.41"):
            balanced(BOX, TABLES, CARDS["UF-A"], "X", extra, 2000)
    else:
        card = balanced(BOX, TABLES, CARDS["UF-A"], "X", extra, 2000)
        assert card.force("german", "").reinforcements == later


@pytest.mark.rule("UF:43.1", "UF:39.7-b", "UF:39.7-a")
def test_additions_are_of_the_troops_that_are_there():
    """Whoever joins Guards is one, at their price and with their nerves."""
    guards = CARDS["UF-K"]
    more = Purchase("russian", ("sokoloff", "ushakoff"))
    assert points(BOX, TABLES, more) == 17
    with pytest.raises(DyoError, match=r"it costs 20 points; 19 were bid"):
        balanced(BOX, TABLES, guards, "X", more, 19, role="attacker")
    card = balanced(BOX, TABLES, guards, "X", more, 20, role="attacker")
    assert card.force("russian", "attacker").troops == "guards"
    with pytest.raises(DyoError, match=r"UF:39\.7-a"):
        balanced(BOX, TABLES, guards, "X", Purchase("russian", ("kvasnikov",)), 60, role="attacker")


@pytest.mark.rule("UF:43.1")
def test_snipers_can_be_bought_back():
    """In Scenario C the attacker has none."""
    extra = Purchase("german", snipers=1)
    card = balanced(BOX, TABLES, CARDS["UF-C"], "X", extra, 35, role="attacker")
    assert not [one for one in card.cower if one.card == "sniper" and one.to in ("", "attacker", "german")]


# -- replay ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:43.2-c")
@pytest.mark.parametrize(
    ("scenario", "limits"),
    [
        ("A", {"": 241}),
        ("B", {"": 314}),
        ("C", {"attacker": 369, "defender": 200}),
        ("D", {"attacker": 319, "defender": 238}),
        ("E", {"attacker": 370, "defender": 241}),
        ("F", {"attacker": 471, "defender": 279}),
        ("G", {"attacker": 665, "defender": 288}),
        ("I", {"attacker": 239, "defender": 143}),
        ("K", {"attacker": 320, "defender": 187}),
        ("L", {"attacker": 516, "defender": 317}),
    ],
)
def test_the_printed_limits(scenario, limits):
    for role, limit in limits.items():
        assert limit_for(CARDS[f"UF-{scenario}"], "german", role) == limit


@pytest.mark.rule("UF:43.2-c")
def test_limits_by_nation_and_the_missing_one():
    card = CARDS["UF-J"]
    assert [limit_for(card, n, "") for n in ("american", "german", "russian")] == [240, 239, 241]
    with pytest.raises(DyoError, match=r"UF:43\.2-c"):
        limit_for(
            Scenario(**{**{f: getattr(card, f) for f in card.__struct_fields__}, "dyo": {}}), "german", ""
        )


def replayed(**changes: Any) -> Scenario:
    forces = {"german": GERMANS, "american": AMERICANS, **changes.pop("forces", {})}
    scenario = CARDS[changes.pop("scenario", "UF-A")]
    options = changes.pop("options", {"opponent": "american"})
    year = changes.pop("year", "1943a")
    return replay(BOX, TABLES, rng(), scenario, "UF-R", year, forces, options, **changes)


@pytest.mark.rule("UF:43.2-a", "UF:43.2-b")
def test_a_scenario_with_other_forces():
    card = replayed()
    assert card.force("german", "").men == GERMANS.men
    assert card.victory == CARDS["UF-A"].victory and card.outlawed == CARDS["UF-A"].outlawed
    cheaper = min((GERMANS, AMERICANS), key=lambda force: points(BOX, TABLES, force))
    assert card.first == cheaper.nation


@pytest.mark.rule("UF:43.2-a")
def test_the_year_limits_what_can_be_had():
    late = Purchase("german", (*GERMANS.men, "volke"))
    replayed(forces={"german": late}, year="1944a")
    with pytest.raises(DyoError, match=r"german: Volke .* \(UF:43\.2-d\)"):
        replayed(forces={"german": late}, year="1943a")
    assert {drawn_year(BOX, TABLES, rng(n), "american") for n in range(60)} >= {"1945a", "1942b"}


@pytest.mark.rule("UF:43.2-b")
def test_both_forces_are_wanted():
    with pytest.raises(DyoError, match="german and american"):
        replay(BOX, TABLES, rng(), CARDS["UF-A"], "X", "1943a", {"german": GERMANS}, {})
    with pytest.raises(DyoError, match="that is a german force"):
        replayed(forces={"american": GERMANS})


@pytest.mark.rule("UF:43.2-b")
def test_snipers_are_bought_or_strengthened():
    """Scenario C gives them to the defender; the attacker can buy them, the defender a second one."""
    terms = replay_terms(BOX, CARDS["UF-C"], "german", "attacker", "1943a")
    assert (
        not terms.has_sniper and replay_terms(BOX, CARDS["UF-C"], "american", "defender", "1943a").has_sniper
    )
    thin = Purchase("american", ("burnett", "moores", "smith", "burke", "watson"), snipers=2)
    card = replayed(
        scenario="UF-C",
        forces={"german": Purchase("german", GERMANS.men, snipers=1), "american": thin},
        machines=(),
    )
    assert card.force("american", "defender").snipers == 2
    system = UfSystem({card.id: card})
    position, _ = system.begin(card.id, {})
    g = system.play(position.state)
    assert g.side("american").snipers == 2
    sniper = next(c for c in g.deck.values() if c.use("german", "sniper"))
    assert g.usable("german", sniper.id, "sniper") and replayed(scenario="UF-C", machines=())
    bare = replayed(scenario="UF-C", forces={"american": thin}, machines=())
    other = UfSystem({bare.id: bare})
    assert other.play(other.begin(bare.id, {})[0].state).usable("german", sniper.id, "sniper") is None


@pytest.mark.rule("UF:43.2-b")
def test_a_sniper_that_is_bought_is_not_the_enemys():
    """Where nobody has the use of Sniper cards, the buyer alone gets it."""
    quiet = Scenario(
        **{**{f: getattr(CARDS["UF-A"], f) for f in Scenario.__struct_fields__}, "cower": (Cower("sniper"),)}
    )
    bought = {"german": Purchase("german", GERMANS.men, snipers=1), "american": AMERICANS}
    card = replay(BOX, TABLES, rng(), quiet, "UF-R", "1943a", bought, {"opponent": "american"})
    assert [(one.card, one.to) for one in card.cower] == [("sniper", "american")]


@pytest.mark.rule("UF:43.2-e")
def test_machines_by_agreement():
    allowed = replayed(scenario="UF-B", forces={"german": WITH_GUN})
    assert allowed.force("german", "").machines == ("pak36",)
    with pytest.raises(DyoError, match=r"UF:43\.2-e"):
        replayed(scenario="UF-B", forces={"german": WITH_GUN}, machines=())


@pytest.mark.rule("UF:43.2-e")
def test_guns_and_vehicles_are_left_out_by_kind():
    """Scenario F has vehicles of its own; guns come in by agreement only."""
    used = kinds_used(BOX, CARDS["UF-F"])
    assert used == {"afv"}
    for agreed, allowed in (((), ("afv",)), (("ig",), ("ig", "afv")), (("afv",), ("afv",))):
        assert (
            replay_terms(BOX, CARDS["UF-F"], "german", "defender", "1943b", machines=agreed).machines
            == allowed
        )
    assert replayed(scenario="UF-B", forces={"german": WITH_GUN}, machines=("ig",))
    with pytest.raises(DyoError, match=r"guns are left out .* \(UF:43\.2-e\)"):
        replayed(scenario="UF-B", forces={"german": WITH_GUN}, machines=("afv",))


@pytest.mark.rule("UF:43.2-e")
@pytest.mark.parametrize("troops", ["", "guards", "partisans"])
def test_partisans_stay_partisans(troops):
    band = ("rostov", "petrovsky", "nosenko", "kristov")
    men = band if troops == "partisans" else ("rostov", "aliev", "petrovsky", "nosenko")
    germans = Purchase("german", ("diettinger", "hessel", "beck", "wolff", "bernhoff"))
    forces = {"german": germans, "russian": Purchase("russian", men, troops=troops)}
    options = {"opponent": "russian"}
    if troops == "partisans":
        card = replay(BOX, TABLES, rng(), CARDS["UF-I"], "UF-R", "1943b", forces, options)
        assert card.force("russian", "defender").troops == "partisans"
    else:
        with pytest.raises(DyoError, match=r"russian: Partisans fight here \(UF:43\.2-e\)"):
            replay(BOX, TABLES, rng(), CARDS["UF-I"], "UF-R", "1943b", forces, options)


@pytest.mark.rule("UF:43.2-c")
def test_no_reinforcements_in_two_parts():
    elite = ("stahler", "steiner", "streich", "wolff", "bernhoff", "hauptmann")
    green = ("burnett", "moores", "smith", "burke", "watson")
    forces = {
        "german": Purchase("german", elite, troops="ss"),
        "american": Purchase("american", green, troops="green"),
    }
    options = {"opponent": "american"}
    assert replay(BOX, TABLES, rng(), CARDS["UF-K"], "UF-R", "1944b", forces, options)
    later = Purchase("german", elite, troops="ss", reinforcements={1: ("hauptmann",)})
    with pytest.raises(DyoError, match=r"no reinforcements .* \(UF:43\.2-c\)"):
        replay(BOX, TABLES, rng(), CARDS["UF-K"], "UF-R", "1944b", {**forces, "german": later}, options)


# -- bids --------------------------------------------------------------------------------------------------------

SITUATION = BidSituation("german", "american", "1943a", 6, 3)
DEAR = Purchase("german", (*GERMANS.men, "griess"))


@pytest.mark.rule("UF:43.5-t")
def test_troops_are_of_the_type_that_was_drawn():
    elite = msgspec.structs.replace(SITUATION, attacking_troops="elite", defending_troops="line")
    with pytest.raises(DyoError, match=r"elite troops were drawn, not line \(UF:43\.5-t\)"):
        settle_bids(BOX, TABLES, rng(), elite, {"Ann": GERMANS, "Bob": DEAR})
    with pytest.raises(DyoError, match=r"attack: elite"):
        bid_game(BOX, TABLES, elite, "UF-X", GERMANS, AMERICANS)
    line = msgspec.structs.replace(SITUATION, attacking_troops="line", defending_troops="second")
    with pytest.raises(DyoError, match=r"defence: second line troops were drawn"):
        bid_game(BOX, TABLES, line, "UF-X", GERMANS, AMERICANS)
    assert bid_game(
        BOX, TABLES, msgspec.structs.replace(line, defending_troops="line"), "UF-X", GERMANS, AMERICANS
    )


@pytest.mark.rule("UF:43.3", "UF:43.34")
def test_a_situation_is_drawn():
    found = [draw_situation(BOX, TABLES, rng(n)) for n in range(80)]
    assert {one.victory for one in found} == set(range(1, 9))
    assert {one.decks for one in found} == {3, 4}
    assert {(one.attacker, one.defender) for one in found} == {
        ("german", "russian"),
        ("german", "american"),
        ("russian", "german"),
        ("american", "german"),
    }
    assert all(one.year >= "1942b" for one in found if "american" in (one.attacker, one.defender))
    typed = [draw_situation(BOX, TABLES, rng(n), troop_types=True) for n in range(40)]
    assert {one.defending_troops for one in typed} == {"second", "line", "elite"}


@pytest.mark.rule("UF:43.36-a")
def test_the_cheaper_attack_is_made():
    award = settle_bids(BOX, TABLES, rng(), SITUATION, {"Ann": DEAR, "Bob": GERMANS})
    assert (award.attacker, award.defender) == ("Bob", "Ann")
    award = settle_bids(BOX, TABLES, rng(), SITUATION, {"Ann": GERMANS, "Bob": DEAR})
    assert award.attacker == "Ann"


@pytest.mark.rule("UF:43.2-f", "UF:43.36-a", "UF:15.4")
def test_an_attack_needs_no_leaders():
    """They are asked for in a replay. A force that has never had one has the hand of its nation."""
    led = {man for man in GERMANS.men if BOX.men[man].role}
    privates = Purchase("german", tuple(man for man in DEAR.men if man not in led))
    award = settle_bids(BOX, TABLES, rng(), SITUATION, {"Ann": privates, "Bob": GERMANS})
    assert award.attacker == "Ann"
    card = bid_game(BOX, TABLES, SITUATION, "UF-X", privates, AMERICANS)
    end = played_out(card, 1)
    g = end.system.play(end.state)
    lines = [line.rule for line in hand_lines(g, "german")]
    assert "UF:15.4" not in lines and "UF:15.2" not in lines


@pytest.mark.rule("UF:43.36-b")
def test_equal_bids():
    bids = {"Ann": GERMANS, "Bob": GERMANS}
    assert {settle_bids(BOX, TABLES, rng(n), SITUATION, bids).attacker for n in range(20)} == {"Ann", "Bob"}


@pytest.mark.rule("UF:43.36-a")
def test_bids_that_are_refused():
    with pytest.raises(DyoError, match=r"UF:43\.31"):
        settle_bids(BOX, TABLES, rng(), SITUATION, {"Ann": AMERICANS, "Bob": GERMANS})
    with pytest.raises(DyoError, match=r"UF:43\.36-a"):
        settle_bids(BOX, TABLES, rng(), SITUATION, {"Ann": GERMANS})


@pytest.mark.rule("UF:43.35", "UF:43.36-b", "UF:4.1-b")
def test_the_game_that_comes_of_it():
    """The agreed defence, the winning attack; the attacker plays first though he may have spent more."""
    card = bid_game(BOX, TABLES, SITUATION, "UF-X", DEAR, AMERICANS)
    assert card.force("american", "defender").men == AMERICANS.men
    assert card.force("german", "attacker").men == DEAR.men
    assert card.first == "attacker" and card.decks == 3
    assert card.dyo["attacker"] > card.dyo["defender"]
    position, _ = UfSystem({card.id: card}).begin(card.id, {})
    assert position.state.sides[0] == "german"


@pytest.mark.rule("UF:43.6-a", "UF:43.6-c")
def test_mines_pillbox_and_snipers_in_a_bid_game():
    for victory in range(1, 9):
        situation = BidSituation("german", "american", "1943a", victory, 3)
        card = bid_game(BOX, TABLES, situation, "UF-X", GERMANS, AMERICANS)
        system = UfSystem({card.id: card})
        g = system.play(system.begin(card.id, {})[0].state)
        mine, box, sniper = (
            next(c for c in g.deck.values() if c.named == "minefield"),
            next(c for c in g.deck.values() if c.named == "pillbox"),
            next(c for c in g.deck.values() if c.use("german", "sniper") and c.use("american", "sniper")),
        )
        for side in ("german", "american"):
            assert g.usable(side, mine.id, "terrain") is None
        assert g.usable("german", box.id, "terrain") is None
        assert (g.usable("american", box.id, "terrain") is not None) == (victory == 5)
        assert g.usable("german", sniper.id, "sniper") is None
        assert g.usable("american", sniper.id, "sniper") is not None
    paid = bid_game(BOX, TABLES, SITUATION, "UF-X", Purchase("german", GERMANS.men, snipers=1), AMERICANS)
    g = (system := UfSystem({paid.id: paid})).play(system.begin(paid.id, {})[0].state)
    assert g.usable("german", sniper.id, "sniper") is not None


@pytest.mark.rule("UF:43.33-e")
def test_the_defender_gets_the_pillbox():
    card = bid_game(
        BOX, TABLES, BidSituation("german", "american", "1943a", 5, 3), "UF-X", GERMANS, AMERICANS
    )
    system = UfSystem({card.id: card})
    position, _ = system.begin(card.id, {})
    while position.state.phase == "setup":
        position.advance(position.pending.options[0])
    (group,) = [group for group in position.state.groups.values() if group.laid]
    assert group.side == "american" and group.laid[0].terrain == "pillbox"


# -- conditions of the table -------------------------------------------------------------------------------------


def attack(victory: dict[str, Any], **more: Any) -> Situation:
    groups = [
        {
            "side": "german",
            "men": ["beck", {"id": "wolff", **more.pop("wolff", {})}],
            "range": 4,
            "cards": more.pop("cards", ["woods"]),
        },
        {"side": "german", "men": ["schultz", "streich"], "range": 0, "letter": "D"},
        {"side": "american", "men": ["myers", "smith", "burke"], "range": 1},
    ]
    sides = {"german": {"role": "attacker"}, "american": {"role": "defender"}}
    return Situation("german", groups, victory=victory, sides=sides, **more)


@pytest.mark.rule("UF:43.33-g")
@pytest.mark.parametrize(
    ("change", "won"),
    [
        ({}, True),
        ({"wolff": {"pinned": True}}, False),
        ({"cards": []}, False),
        ({"cards": ["woods", "movement advance"]}, False),
        ({"wolff": {"transfers_to": "g2"}}, False),
    ],
    ids=["half of four", "one is pinned", "in the open", "on the move", "one in transfer"],
)
def test_half_the_force_upon_the_enemy(change, won):
    s = attack({"type": "halfupon"}, **change)
    assert isinstance(s.pending, Over) == won
    if won:
        assert s.pending.winner == "german" and "UF:43.33-g" in s.pending.rules


@pytest.mark.rule("UF:43.33-g")
@pytest.mark.parametrize(("rest", "won"), [(2, True), (3, False)])
def test_no_less_than_half(rest, won):
    """Two of four are enough, two of five are not."""
    behind = ["schultz", "streich", "bernhoff"][:rest]
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 4, "cards": ["woods"]},
        {"side": "german", "men": behind},
        {"side": "american", "men": ["myers", "smith", "burke"], "range": 1},
    ]
    sides = {"german": {"role": "attacker"}, "american": {"role": "defender"}}
    s = Situation("german", groups, victory={"type": "halfupon"}, sides=sides)
    assert isinstance(s.pending, Over) == won


@pytest.mark.rule("UF:43.33-g", "UF:43.33-h")
@pytest.mark.parametrize("kind", ["halfupon", "breakthem"])
def test_otherwise_the_defender_wins(kind):
    s = attack({"type": kind}, cards=[], deck=3, pile=["c42"], stage="refill")
    s.refill().draw("c42")
    assert isinstance(s.pending, Over) and s.pending.winner == "american"


@pytest.mark.rule("UF:43.33-h")
@pytest.mark.parametrize(
    ("fallen", "winner"), [(("myers", "smith"), "german"), (("beck", "wolff", "schultz"), "american")]
)
def test_breaking_the_defender_before_one_is_broken(fallen, winner):
    s = attack({"type": "breakthem"})
    for man in fallen:
        remove(s.g, s.g.unit(man), "kia")
    s.do("done")
    assert isinstance(s.pending, Over) and s.pending.winner == winner


# -- games -------------------------------------------------------------------------------------------------------


def test_a_scenario_survives_being_written_down(tmp_path):
    card = replayed()
    folder = tmp_path / "upfront" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "UF-R.yaml").write_text(scenario_text(card))
    assert load_scenarios(tmp_path)["UF-R"] == card


@pytest.mark.rule("UF:43.1")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_balanced_game_is_played(seed):
    card = balanced(BOX, TABLES, CARDS["UF-B"], "UF-B-70", Purchase("russian", ("semenov",)), 70)
    played_out(card, seed)


@pytest.mark.rule("UF:43.2-a")
@pytest.mark.parametrize(("scenario", "seed"), [("UF-A", 1), ("UF-B", 2), ("UF-E", 3), ("UF-L", 4)])
def test_a_replay_is_played(scenario, seed):
    chance, card = rng(seed), CARDS[scenario]
    year = drawn_year(BOX, TABLES, chance, "russian")
    roles = {"german": "attacker", "russian": "defender"} if card.attacker else {"german": "", "russian": ""}
    options = {"opponent": "russian"} | ({"attacker": "german"} if card.attacker else {})
    forces = {
        nation: random_force(BOX, TABLES, chance, nation, replay_terms(BOX, card, nation, role, year))
        for nation, role in roles.items()
    }
    fresh = replay(BOX, TABLES, chance, card, "UF-R", year, forces, options)
    played_out(fresh, seed)


@pytest.mark.rule("UF:43.3")
@pytest.mark.parametrize("seed", range(8))
def test_a_bid_game_is_played(seed):
    chance = rng(seed)
    drawn = draw_situation(BOX, TABLES, chance)
    situation = BidSituation(drawn.attacker, drawn.defender, drawn.year, seed + 1, drawn.decks)
    bids = {
        player: random_force(BOX, TABLES, chance, situation.attacker, Terms(300, situation.year))
        for player in ("Ann", "Bob")
    }
    award = settle_bids(BOX, TABLES, chance, situation, bids)
    terms = Terms(220, situation.year, has_sniper=True)
    defence = random_force(BOX, TABLES, chance, situation.defender, terms)
    card = bid_game(BOX, TABLES, situation, "UF-X", bids[award.attacker], defence)
    played_out(card, seed)
