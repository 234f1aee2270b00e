"""The LOS Divider and fire between games (UF:41.3 to UF:41.42)."""

from __future__ import annotations

import pytest

from defilade.kernel import Chance, Outcome
from defilade.rules.upfront.game.attack import MORTAR, OVERRUN, Attack
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import attack_bar
from defilade.rules.upfront.game.scenario import Cower, load_scenarios
from defilade.rules.upfront.ground.los_divider import divider, is_barred, snipe_into_other_games
from defilade.rules.upfront.infantry.fire import attack_refusal, fire_attack, in_sight
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.transfers.infiltration import infiltration_bar
from upfront.situation import Situation
from upfront.tables import two_tables

HILL = ["hill"]


def across(s: Situation, firer: str = "g1", target: str = "a11"):
    return attack_refusal(s.g, fire_attack(s.group(firer), s.group(target)))


def drawn_between(card: str, scenario: str = "UF-A") -> tuple[UfPlay, str]:
    """A set-up in which a card of this name has been drawn as LOS Divider, and the card."""
    system = UfSystem()
    position, _ = system.begin(scenario, {"tables": "2"})
    rng_free = 0
    while not (isinstance(position.pending, Chance) and "Divider" in position.pending.asks):
        position.advance(position.pending.options[0])
        rng_free += 1
        assert rng_free < 200
    g = system.play(position.state)
    found = next(one for one in g.deck.values() if one.named == card or one.is_kind(card))
    position.advance(Outcome(drawn=found.id))
    return system.play(position.state), found.id


@pytest.mark.rule("UF:41.3")
@pytest.mark.parametrize(
    ("card", "terrain"),
    [("woods", "woods"), ("stream", "stream"), ("pillbox", "open"), ("minefield", "open"), ("fire", "open")],
)
def test_a_card_between_the_games(card, terrain):
    """A Terrain card lies face up, but not a Pillbox; everything else is Open Ground."""
    g, found = drawn_between(card)
    assert divider(g, "1").terrain == terrain
    tray = g.state.trays["1"]
    assert found in tray.removed and found not in tray.draw


@pytest.mark.rule("UF:41.3", "UF:16.1-a", "UF:3.6-qa")
def test_what_the_scenario_takes_out_is_no_divider():
    """In Scenario A the first Buildings cards leave the deck: one between the games is Open Ground and counts."""
    g, found = drawn_between("buildings")
    tray = g.state.trays["1"]
    before = g.scenario_at("1").outlawed["buildings"]
    assert divider(g, "1").terrain == "open"
    assert tray.removed.count(found) == 1 and tray.outlawed["buildings"] == before - 1
    g.update_tray("1", outlawed={})
    assert divider(g, "1").terrain == "open"  # it stays so when the other Buildings cards are valid


@pytest.mark.rule("UF:41.3", "UF:2.22-a")
def test_what_nobody_can_use_is_no_divider():
    cower = Cower("marsh")
    card = replace(load_scenarios()["UF-B"], cower=(cower,), outlawed={})
    one_sided = replace(card, cower=(replace(cower, to="german"),))
    for scenario, barred in ((card, True), (one_sided, False)):
        system = UfSystem({"UF-B": scenario})
        position, _ = system.begin("UF-B", {"tables": "2"})
        g = system.play(position.state)
        marsh = next(one.id for one in g.deck.values() if one.named == "marsh")
        assert is_barred(g, "1", marsh) == barred


@pytest.mark.rule("UF:41.4-a")
def test_fire_between_games_is_at_relative_range_0():
    s = two_tables(hands={}, groups=[{"side": "german", "range": 4}])
    assert answer(s.g, "relative range g1 a1") == 5
    assert answer(s.g, "relative range g1 a11") == 0
    s = two_tables(
        hands={"german": ["fire 2"]},
        groups=[{"side": "german", "men": ["griess", "beck", "wolff", "streich", "schultz", "bernhoff"]}],
    )
    s.fire("g1", "a11", "fire 2").draw("red 6")
    assert s.event("attack").at == "a11" and "Relative Range 0" in s.event("attack").text


@pytest.mark.rule("UF:41.4-b")
def test_no_infiltration_and_no_overrun_across():
    s = two_tables(hands={})
    refusal = infiltration_bar(s.g, s.man("beck"), s.group("a11"))
    assert refusal is not None and refusal.rule == "UF:41.4-b"
    assert infiltration_bar(s.g, s.man("beck"), s.group("a1")) is None
    overrun = Attack(OVERRUN, "german", "a11", "g1")
    assert attack_bar(s.g, overrun).rule == "UF:41.4-b"


@pytest.mark.rule("UF:41.4-c", "UF:41.421")
def test_snipers_shoot_over_a_hill():
    s = two_tables(hands={"german": ["sniper"]}, divider="hill", stage="discards")
    assert s.offers("sniper <sniper> a11")
    assert s.offers("sniper <sniper> a1")
    s.do("sniper <sniper> a11").draw("3=2").draw("c1")
    assert s.group("a11").sniped >= 0


@pytest.mark.rule("UF:41.4-c")
def test_flanking_a_group_of_the_next_game():
    """The edges of two games are next to each other; the partner faces the flanked group."""
    s = two_tables(hands={"german": ["flank movement"]})
    s.do("move g1+<flank movement> - sideways")
    assert s.offers("flank g1 a11")
    s.do("flank g1 a11")
    assert s.group("g1").flanks == ("a11",)
    flanking = two_tables(hands={}, groups=[{"side": "german", "flanks": ["a11"]}])
    assert answer(flanking.g, "firepower g1 a11") == 2 * answer(two_tables(hands={}).g, "firepower g1 a11")


@pytest.mark.rule("UF:41.4-c")
@pytest.mark.parametrize(
    "groups",
    [
        [{"side": "german", "letter": "C"}],
        [{"side": "american-2", "letter": "B"}, {"side": "german-2", "letter": "B"}],
        [{"side": "german-2", "letter": "B"}],
    ],
    ids=["C is not at the edge", "B is not at the edge", "nobody is opposite"],
)
def test_only_the_edges_are_next_to_each_other(groups):
    s = two_tables(hands={"german": ["flank movement"]}, groups=groups)
    s.do("move g1+<flank movement> - sideways")
    assert not s.offers("flank g1 a11")


@pytest.mark.rule("UF:41.4-c")
def test_a_far_flank_is_lost_when_nobody_faces_the_enemy_any_more():
    s = two_tables(hands={"german": ["flank movement"]})
    s.do("move g1+<flank movement> - sideways", "flank g1 a11")
    g = s.g
    for man in list(s.group("g11").members):
        remove(g, g.unit(man), "kia")
    assert s.group("g1").flanks == ()


@pytest.mark.rule("UF:41.41")
def test_fire_from_another_game_comes_first():
    strong = ["griess", "beck", "wolff", "streich", "schultz", "bernhoff"]
    s = two_tables(
        hands={"german": ["fire 2"], "german-2": ["fire 2"]},
        groups=[{"side": "german-2", "men": [f"{man}-2" for man in strong]}],
    )
    s.fire("g1", "a1", "fire 2").draw("red 4", "red 4", "red 4")
    assert s.group("a1").attacked == s.state.turn
    s.end_turn()
    assert s.state.mover == "german-2"
    assert s.refusal("fire g11+<fire 2> a1").rule == "UF:41.41"
    for _ in range(4):
        s.end_turn()
    assert s.state.mover == "german-2" and across(s, "g11", "a1") is None


@pytest.mark.rule("UF:41.42")
@pytest.mark.parametrize("terrain", ["open", "stream", "gully"])
def test_open_country_between_the_games_hides_nobody(terrain):
    assert across(two_tables(hands={}, divider=terrain)) is None


@pytest.mark.parametrize(
    ("terrain", "firer_high", "target_high", "rule"),
    [
        pytest.param("hill", True, True, "UF:41.421", marks=pytest.mark.rule("UF:41.421")),
        pytest.param("hill", False, False, "UF:41.421", marks=pytest.mark.rule("UF:41.421")),
        pytest.param("woods", True, True, "", marks=pytest.mark.rule("UF:41.422")),
        pytest.param("woods", True, False, "UF:41.422", marks=pytest.mark.rule("UF:41.422")),
        pytest.param("buildings", True, True, "", marks=pytest.mark.rule("UF:41.422")),
        pytest.param("buildings", False, True, "UF:41.422", marks=pytest.mark.rule("UF:41.422")),
        pytest.param("brush", True, False, "", marks=pytest.mark.rule("UF:41.423")),
        pytest.param("brush", False, False, "UF:41.423", marks=pytest.mark.rule("UF:41.423")),
        pytest.param("walls", False, True, "", marks=pytest.mark.rule("UF:41.423")),
        pytest.param("walls", False, False, "UF:41.423", marks=pytest.mark.rule("UF:41.423")),
        pytest.param("marsh", True, True, "", marks=pytest.mark.rule("UF:41.423")),
        pytest.param("marsh", False, False, "UF:41.423", marks=pytest.mark.rule("UF:41.423")),
    ],
)
def test_what_the_divider_hides(terrain, firer_high, target_high, rule):
    groups = [{"side": "german", "cards": HILL}] if firer_high else []
    if target_high:
        groups.append({"side": "american-2", "cards": HILL})
    refusal = across(two_tables(hands={}, divider=terrain, groups=groups))
    assert (refusal.rule if refusal is not None else "") == rule


@pytest.mark.rule("UF:41.42")
def test_games_that_are_not_neighbours_do_not_see_each_other():
    groups = [
        {"side": "german-3", "men": ["beck-3", "wolff-3"], "letter": "A"},
        {"side": "american-3", "men": ["myers-3", "smith-3"], "letter": "A"},
    ]
    s = two_tables(hands={"german": ["fire 2"]}, groups=groups)
    assert s.refusal("fire g1+<fire 2> a21").rule == "UF:6.1-d"


@pytest.mark.rule("UF:41.56-b")
def test_from_one_divider_to_the_next_nobody_sees():
    """Both groups belong to the game between the two dividers."""
    groups = [
        {"side": "german-3", "men": ["beck-3", "wolff-3"], "letter": "A"},
        {"side": "american-3", "men": ["myers-3", "smith-3"], "letter": "A"},
        {
            "side": "german-2",
            "id": "gx",
            "men": ["hessel", "griess"],
            "letter": "Z",
            "table": "1|2",
            "more": True,
        },
        {"side": "american-2", "id": "ax", "men": ["fox"], "letter": "E", "table": "2|3", "more": True},
    ]
    s = two_tables("german-2", hands={"german-2": ["fire 1"]}, groups=groups)
    assert across(s, "gx", "ax").rule == "UF:41.56-b"
    assert not any(option.endswith(" ax") for option in s.options("fire") if option.startswith("fire gx"))
    assert across(s, "g11", "ax") is None and across(s, "gx", "a11") is None


@pytest.mark.rule("UF:41.93")
@pytest.mark.parametrize("decks", [3, 4], ids=["in time", "out of time"])
def test_nobody_fires_into_a_game_whose_time_is_out(decks):
    g = two_tables("american-2", hands={}, facts={"won 1": "german"}).g
    g.update_tray("1", number=decks)
    targets = {group.id for group in in_sight(g, g.group("a11"))}
    prey = {group.id for group in snipe_into_other_games(g, "american-2")}
    assert "g11" in targets
    assert ("g1" in targets) == ("g1" in prey) == (decks == 3)


@pytest.mark.rule("UF:41.424")
@pytest.mark.parametrize("divider_card", ["hill", "woods", "brush"])
def test_a_mortar_fires_over_the_divider_with_radio_contact(divider_card):
    men = ["diettinger", "bauer", "beck"]
    s = two_tables(hands={}, divider=divider_card, groups=[{"side": "german", "men": men}])
    attack = Attack(MORTAR, "german", "a11", "g1", shooter="bauer")
    bar = attack_bar(s.g, attack)
    assert bar is not None and bar.rule == "UF:41.424"
    s.state.facts["contact german"] = "german german-2"
    assert attack_bar(s.g, attack) is None
    s.state.units["diettinger"] = replace(s.man("diettinger"), pinned=True)
    assert attack_bar(s.g, attack).rule == "UF:41.424"


@pytest.mark.rule("UF:41.4-a", "UF:41.421", "UF:41.424")
@pytest.mark.parametrize(
    ("men", "terrain", "contact", "offered"),
    [
        (["pz4"], "open", False, True),
        (["pz4"], "hill", False, False),
        (["pz4"], "hill", True, False),
        (["diettinger", "bauer"], "open", False, True),
        (["diettinger", "bauer"], "hill", False, False),
        (["diettinger", "bauer"], "hill", True, True),
    ],
    ids=[
        "a gun",
        "a gun behind a Hill",
        "no radio helps a gun",
        "a mortar that sees its target",
        "a mortar behind a Hill",
        "a mortar with Radio Contact",
    ],
)
def test_ordnance_between_games(men, terrain, contact, offered):
    facts = {"contact german": "german german-2"} if contact else {}
    groups = [{"side": "german", "men": men}]
    s = two_tables(hands={"german": ["fire 2"]}, divider=terrain, groups=groups, facts=facts)
    assert any(option.split()[2] == "a11" for option in s.options("shoot")) == offered
    assert any(option.split()[2] == "a1" for option in s.options("shoot"))


@pytest.mark.rule("UF:41.91-b")
def test_cards_are_not_put_on_groups_of_another_game():
    groups = [{"side": "american-2", "cards": ["movement advance"]}]
    s = two_tables(hands={"german": ["wire", "brush"]}, stage="discards", groups=groups)
    assert s.options("wire") == [f"wire {s.card('wire')} a1"]
    assert s.options("put-terrain") == []
    s = two_tables(
        hands={"german": ["wire", "brush"]},
        stage="discards",
        groups=[{"side": "american", "cards": ["movement advance"]}, *groups],
    )
    assert s.options("put-terrain") == [f"put-terrain {s.card('brush')} a1"]
