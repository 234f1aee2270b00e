"""Transfers from one game to the next (UF:41.5 to UF:41.59)."""

from __future__ import annotations

import pytest

from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.ground.team import result_of
from defilade.rules.upfront.infantry.terrain import is_moving, terrain_of
from defilade.rules.upfront.infantry.victory import losses_of
from defilade.rules.upfront.scenarios.team_transfer import going_refusal, stuck
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.turn.sequence import hand_limit
from upfront.situation import Situation
from upfront.tables import GERMANS, two_tables

BACK = ["movement retreat"]


def ready(divider: str = "open", men: list | None = None, **more) -> Situation:
    """The German Group D of the first table has retreated in its last turn."""
    entry = {"side": "german", "men": men or GERMANS, "cards": BACK, "falls_back": "ready", "range": 1}
    entry |= more.pop("entry", {})
    hands = more.pop("hands", {"german": ["movement", "movement"], "german-2": ["movement"]})
    return two_tables(divider=divider, groups=[entry, *more.pop("groups", [])], hands=hands, **more)


def on_the_way(divider: str = "open", men: list | None = None, turn: str = "german-2", **more) -> Situation:
    """A German group lies between the games; it belongs to the player of the second table."""
    entry = {
        "side": "german-2",
        "id": "g12",
        "men": men or ["hessel", "griess", "schumacher"],
        "letter": "Z",
        "table": "1|2",
        "cards": more.pop("cards", ["movement sideways"]),
        "more": True,
    }
    return two_tables(turn, divider=divider, groups=[*more.pop("groups", []), entry], **more)


def next_turn_of(s: Situation, side: str) -> None:
    s.end_turn()
    while s.state.mover != side:
        s.end_turn()


# -- leaving -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:41.54-a")
def test_first_a_retreat_then_the_divider():
    hands = {"german": ["movement", "movement"]}
    s = two_tables(hands=hands, groups=[{"side": "german", "range": 2}])
    s.do("move g1+<movement> - retreat")
    assert s.group("g1").range == 1 and s.group("g1").falls_back == "now"
    assert not s.options("leave-game")
    for _ in range(4):
        s.end_turn()
    assert s.state.mover == "german" and s.group("g1").falls_back == "ready"
    s.do("leave-game g1+<movement> 2", "go")
    group = s.group("g12")
    assert group.letter == "Z" and group.members == tuple(GERMANS) and group.table == "1|2"
    assert group.laid[-1].mode == "sideways" and "g1" not in s.state.groups


@pytest.mark.rule("UF:41.54-a")
def test_the_retreat_serves_in_the_very_next_turn_only():
    s = ready()
    for _ in range(4):
        s.end_turn()
    assert s.group("g1").falls_back == ""
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.54-a"


@pytest.mark.rule("UF:41.54-a")
@pytest.mark.parametrize("mode", ["sideways", "advance"])
def test_no_other_move_will_do(mode):
    s = two_tables(hands={"german": ["movement"]}).do(f"move g1+<movement> - {mode}")
    assert s.group("g1").falls_back == ""


@pytest.mark.rule("UF:41.5")
@pytest.mark.parametrize(
    ("side", "letter", "to", "becomes"),
    [
        ("german", "D", "2", "Z"),
        ("german", "E", "2", "Z"),
        ("german-2", "A", "1", "E"),
        ("german-2", "Z", "1", "E"),
    ],
)
def test_who_goes_where(side, letter, to, becomes):
    entry = {"side": side, "letter": letter, "cards": BACK, "falls_back": "ready"}
    s = two_tables(side, groups=[entry], hands={side: ["movement"]})
    key = "g1" if side == "german" else "g11"
    s.do(f"leave-game {key}+<movement> {to}", "go")
    (group,) = [one for one in s.state.groups.values() if one.table == "1|2"]
    assert group.letter == becomes
    assert group.side == ("german-2" if side == "german" else "german")


@pytest.mark.rule("UF:41.5")
@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_only_the_edge_of_a_game_leads_to_the_next(letter):
    s = ready(entry={"letter": letter})
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.5"


@pytest.mark.rule("UF:41.51")
def test_nobody_may_be_stuck():
    s = ready(men=["beck", {"id": "wolff", "pinned": True}])
    assert stuck(s.g, s.group("g1")).rule == "UF:41.51"
    assert stuck(ready().g, ready().group("g1")) is None
    s = ready(men=["sherman"], entry={"side": "german", "men": [{"id": "pz4", "bogged": True}]})
    assert stuck(s.g, s.group("g1")).rule == "UF:41.51"
    s = ready(entry={"men": [{"id": "pz4", "immobilized": True}]})
    assert stuck(s.g, s.group("g1")).rule == "UF:41.51"
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.51"
    s = ready(entry={"men": [{"id": "leig18", "pinned": True}, "beck"]})
    assert stuck(s.g, s.group("g1")).rule == "UF:41.51"
    s = ready(entry={"men": [{"id": "sdkfz251", "pinned": True}]})  # open-topped: its back is Pinned
    assert stuck(s.g, s.group("g1")).rule == "UF:41.51"
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.51"
    assert ready(entry={"men": [{"id": "pz4", "pinned": True}]}).options("leave-game")  # Buttoned Up


@pytest.mark.rule("UF:41.52")
def test_not_at_relative_range_5():
    s = ready(entry={"range": 4})
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.52"


@pytest.mark.rule("UF:41.52")
def test_not_when_encircled():
    s = ready(groups=[{"side": "american", "encircles": "g1"}])
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.52"


@pytest.mark.rule("UF:41.53")
@pytest.mark.parametrize("cards", [["marsh"], ["stream"], ["minefield"], ["wire"]])
def test_not_from_where_movement_is_hindered(cards):
    s = ready(entry={"cards": cards})
    assert going_refusal(s.g, s.group("g1")).rule == "UF:41.53"
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.53"


@pytest.mark.rule("UF:41.54-b")
def test_some_may_stay_and_act_by_themselves():
    s = ready(hands={"german": ["movement", "fire 2"]})
    s.do("leave-game g1+<movement> 2", "stay-behind wolff", "go")
    assert s.group("g1").members == ("wolff",) and not s.group("g1").acted
    assert s.group("g12").members == ("beck", "streich")
    assert s.options("rearrange") == [] and s.options("open-ground")  # an action of its own


@pytest.mark.rule("UF:41.54-b")
def test_men_pinned_meanwhile_stay():
    s = ready(men=["beck", {"id": "wolff", "pinned": True}, "streich"])
    s.do("leave-game g1+<movement> 2", "go")
    assert s.group("g1").members == ("wolff",)


@pytest.mark.rule("UF:41.582-a", "UF:41.582-b")
def test_a_stream_between_the_games_must_be_forded():
    s = ready("stream", hands={"german": ["movement", "movement"]})
    s.do("leave-game g1+<movement> 2").draw("red 2")
    assert "g12" not in s.state.groups and s.group("g1").falls_back == "ford"
    for _ in range(4):
        s.end_turn()
    s.do("leave-game g1+<movement> 2").draw("black 2").do("go")  # without another retreat
    assert s.group("g12").members == tuple(GERMANS)


@pytest.mark.rule("UF:41.582-a")
def test_a_ford_card_needs_no_draw():
    s = ready("stream", hands={"german": ["ford movement"]})
    s.do("leave-game g1+<ford movement> 2", "go")
    assert s.group("g12").table == "1|2"


@pytest.mark.rule("UF:41.58-a")
def test_a_vehicle_does_not_cross_marsh():
    s = ready("marsh", entry={"men": ["pz4"]})
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.58-a"
    assert ready("marsh").options("leave-game")


@pytest.mark.rule("UF:41.58-b")
@pytest.mark.parametrize(("card", "bogged"), [("3=red", True), ("3=black", False)])
def test_a_vehicle_checks_for_bog_between_the_games(card, bogged):
    s = ready("woods", entry={"men": ["pz4"], "cards": ["movement retreat", "movement retreat"]})
    s.do("leave-game g1+<movement> 2").draw(card)
    assert s.unit("pz4").bogged == bogged


@pytest.mark.rule("UF:41.58-b")
def test_no_bog_on_firm_ground():
    s = ready("brush", entry={"men": ["pz4"]}).do("leave-game g1+<movement> 2")
    assert s.group("g12").members == ("pz4",) and s.options()


@pytest.mark.rule("UF:41.59-a")
def test_one_group_of_each_side_only():
    s = ready(facts={"gone 1|2 german": "g12"})
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.59-a"
    assert ready(facts={"gone 1|2 allies": "a12"}).options("leave-game")


@pytest.mark.rule("UF:41.59-a")
def test_the_one_group_is_remembered():
    s = ready().do("leave-game g1+<movement> 2", "go")
    assert s.state.facts["gone 1|2 german"] == "g12"


@pytest.mark.rule("UF:41.59-e")
def test_not_into_a_game_that_is_decided():
    s = ready(facts={"won 2": "german-2"})
    assert s.refusal("leave-game g1+<movement> 2").rule == "UF:41.59-e"


@pytest.mark.rule("UF:41.59-b")
def test_whom_they_count_for():
    """Neither player's force on the divider; the partner's once they have come in."""
    s = ready()
    s.do("leave-game g1+<movement> 2", "stay-behind wolff", "go")
    assert (s.g.side("german").cards, s.g.side("german-2").cards) == (1, 3)
    g = s.g
    remove(g, g.unit("streich"), "kia")
    assert losses_of(g, "german") == losses_of(g, "german-2") == 0
    next_turn_of(s, "german-2")
    next_turn_of(s, "german-2")
    s.do("come-in g12+<movement> 2 0")
    assert s.g.side("german-2").cards == 4


@pytest.mark.rule("UF:41.59-d")
@pytest.mark.parametrize(("fallen", "broken"), [(1, False), (2, True)])
def test_the_rest_of_a_broken_force_acts_no_more(fallen, broken):
    men = ["beck", "wolff", "streich", "schultz", "bernhoff"][: 3 + fallen]
    s = ready(men=men, facts={"won 1": "german"}, sides={"german": {"cards": 3 + fallen}})
    for man in men[3:]:
        remove(s.g, s.g.unit(man), "kia")
    s.do("leave-game g1+<movement> 2", "stay-behind wolff", "go")
    assert s.g.side("german").cards == 1 + fallen
    assert s.g.side("german").broken == broken
    movers = set()
    for _ in range(6):
        s.end_turn()
        movers.add(s.state.mover)
    assert ("german" in movers) != broken
    assert result_of(s.g, "1") == "german" and s.group("g12").members == ("beck", "streich")


@pytest.mark.rule("UF:41.9")
def test_a_winner_sends_reinforcements():
    s = two_tables(hands={"german": ["movement", "movement"]}, groups=[{"side": "german", "range": 2}])
    for man in ("myers", "smith"):
        remove(s.g, s.g.unit(man), "kia")
    s.do("done")
    next_turn_of(s, "german")
    s.do("move g1+<movement> - retreat")
    next_turn_of(s, "german")
    s.do("leave-game g1+<movement> 2", "go")
    assert s.group("g12").side == "german-2"


# -- on the divider ----------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:41.55-a")
@pytest.mark.parametrize("cards", [["movement sideways"], ["movement sideways", "movement sideways"]])
def test_always_moving_in_the_terrain_of_the_divider(cards):
    s = on_the_way("woods", cards=cards, turn="american-2", hands={"american-2": ["fire 3"]})
    group = s.group("g12")
    assert is_moving(group) and terrain_of(group) == "woods"
    assert answer(s.g, "fire modifier a11 g12") == -2 + len(cards)


@pytest.mark.rule("UF:41.55-a")
def test_it_fires_as_a_moving_group():
    s = on_the_way("open", men=["hauptmann", "posner"], hands={})
    still = two_tables(groups=[{"side": "german", "men": ["hauptmann", "posner"]}], hands={})
    assert answer(s.g, "fire modifier g12 a11") == answer(still.g, "fire modifier g1 a1")
    assert answer(s.g, "moving g12") is True


@pytest.mark.rule("UF:41.55-b")
def test_nobody_lays_terrain_there():
    s = on_the_way(turn="german-2", hands={"german-2": ["woods"]})
    assert s.refusal("terrain g12+<woods>").rule == "UF:41.55-b"
    assert s.refusal("open-ground g12+<woods>").rule == "UF:41.55-b"
    s = on_the_way(turn="american-2", stage="discards", hands={"american-2": ["woods", "wire"]})
    assert not [option for option in s.options() if option.endswith("g12")]


@pytest.mark.rule("UF:41.55-b")
def test_the_transferring_side_may_lay_smoke():
    s = on_the_way(hands={"german-2": ["smoke"]})
    assert s.offers("smoke g12+<smoke>")


@pytest.mark.rule("UF:41.56-a")
def test_it_does_not_block_fire_between_the_games():
    s = on_the_way(turn="german", hands={})
    assert answer(s.g, "may fire g1 a11") is True
    assert answer(s.g, "may fire g11 a1") is True


@pytest.mark.rule("UF:41.56-b")
@pytest.mark.parametrize("terrain", ["open", "woods", "hill"])
def test_everybody_beside_it_fires_at_it_and_it_at_them(terrain):
    s = on_the_way(terrain, turn="american", hands={"american": ["fire 2"]})
    for enemy in ("a1", "a11"):
        assert answer(s.g, f"may fire {enemy} g12") is True
        assert answer(s.g, f"may fire g12 {enemy}") is True
        assert answer(s.g, f"relative range g12 {enemy}") == 0
    s = on_the_way(
        terrain,
        turn="american",
        hands={"american": ["fire 2"]},
        groups=[{"side": "american", "men": ["fox", "nixon", "macgowan", "myers", "smith", "burke"]}],
    )
    assert s.offers("fire a1+<fire 2> g12")


@pytest.mark.rule("UF:41.57-a")
def test_it_belongs_to_the_partner():
    s = on_the_way(turn="german", hands={"german": ["movement", "rally 2"], "german-2": ["movement"]})
    assert not [option for option in s.options() if "g12" in option]
    s.end_turn()
    assert s.options("come-in")
    assert s.refusal("move g12+<movement> - advance").rule == "UF:41.57-a"


@pytest.mark.rule("UF:41.57-a")
def test_it_is_rallied_from_the_partners_hand():
    men = [{"id": "hessel", "pinned": True}, "griess"]
    s = on_the_way(men=men, hands={"german-2": ["rally 2"]})
    s.do("rally g12+<rally 2>")
    assert not s.man("hessel").pinned


@pytest.mark.rule("UF:41.57-a")
def test_it_does_not_move_twice_in_one_turn_of_its_team():
    s = ready().do("leave-game g1+<movement> 2", "go")
    next_turn_of(s, "german-2")
    assert not [option for option in s.options() if "g12" in option]


@pytest.mark.rule("UF:41.57-c")
def test_a_leader_on_the_divider_does_not_help_the_hand():
    led = [{"id": "hessel-2", "pinned": True}, "beck-2", "wolff-2"]
    s = on_the_way(men=["diettinger", "griess"], groups=[{"side": "german-2", "men": led}], hands={})
    assert hand_limit(s.g, "german-2") == 4
    s = two_tables(groups=[{"side": "german-2", "men": ["diettinger", *led]}], hands={})
    assert hand_limit(s.g, "german-2") == 5


# -- coming in ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:41.55-c", "UF:41.6", "UF:35.2")
def test_coming_in():
    """With a card of its own, which is discarded; those on the divider go to the deck that they came from."""
    s = on_the_way(hands={"german-2": ["movement"]})
    played = s.card("movement", "german-2")
    old = s.group("g12").laid[-1].card
    before = s.state.trays["2"].discards
    s.do("come-in g12+<movement> 2 0")
    group = s.group("g12")
    assert group.table == "2" and group.letter == "Z" and group.range == 0
    assert not group.laid and answer(s.g, "fire modifier a11 g12") == 0
    s.end_turn()
    assert {old, played} <= set(s.state.trays["2"].discards) and old not in before


@pytest.mark.rule("UF:41.6")
def test_cards_of_the_sender_go_back_to_his_deck():
    s = ready(hands={"german": ["movement"], "german-2": ["movement"]})
    card = s.card("movement")
    s.do("leave-game g1+<movement> 2", "go")
    assert s.group("g12").laid[-1].card == card and s.group("g12").laid[-1].by == "german"
    next_turn_of(s, "german-2")
    next_turn_of(s, "german-2")
    s.do("come-in g12+<movement> 2 0").end_turn()
    assert card in s.state.trays["1"].discards


@pytest.mark.rule("UF:41.57-b")
def test_back_to_the_old_game_with_cards_of_the_new_owner():
    s = on_the_way(hands={"german-2": ["movement"]})
    played = s.card("movement", "german-2")
    s.do("come-in g12+<movement> 1 0")
    group = s.group("g12")
    assert group.side == "german" and group.table == "1" and group.letter == "E"
    assert s.man("hessel").side == "german" and s.g.side("german").cards == 6
    tray = s.state.trays["2"]
    assert played in {*tray.shown, *tray.discards}


@pytest.mark.rule("UF:41.59-e", "UF:41.57-b")
@pytest.mark.parametrize(
    ("facts", "tables"),
    [({"won 1": "american"}, {"2"}), ({"won 2": "german-2"}, {"1"})],
    ids=["its old game is lost", "its new game is won"],
)
def test_from_the_divider_not_into_a_game_that_is_decided(facts, tables):
    s = on_the_way(hands={"german-2": ["movement"]}, facts=facts)
    assert {option.split()[2] for option in s.options("come-in")} == tables
    (closed,) = {"1", "2"} - tables
    assert s.refusal(f"come-in g12+<movement> {closed} 0").rule == "UF:41.59-e"


@pytest.mark.rule("UF:41.581-a")
def test_marsh_between_the_games_takes_two_cards():
    s = on_the_way("marsh", hands={"german-2": ["movement", "movement"]})
    assert s.refusal("come-in g12+<movement> 2 0").rule == "UF:41.581-a"
    s.do("second-move g12+<movement>")
    for _ in range(4):
        s.end_turn()
    s.do("come-in g12+<movement> 2 0")
    assert s.group("g12").table == "2"


@pytest.mark.rule("UF:41.581-b")
def test_a_gun_may_need_another_card_between_the_games():
    hands = {"german-2": ["movement", "movement"]}
    s = on_the_way("woods", men=["leig18", "hessel"], hands=hands)
    assert s.refusal("come-in g12+<movement> 2 0").rule == "UF:41.581-a"
    s.do("second-move g12+<movement>")
    s = on_the_way("open", men=["leig18", "hessel"], hands=hands)
    assert s.options("come-in") and not s.options("second-move")  # out of Open Ground one is enough


@pytest.mark.rule("UF:41.57-a")
def test_pinned_men_do_not_come_in():
    s = on_the_way(men=[{"id": "hessel", "pinned": True}, "griess"], hands={"german-2": ["movement"]})
    assert s.refusal("come-in g12+<movement> 2 0").rule == "UF:5.1-a"


@pytest.mark.rule("UF:41.5")
def test_coming_in_under_cover_like_other_reinforcements():
    s = on_the_way(hands={"german-2": ["movement", "concealed", "woods"]})
    cards = "+".join(s.card(name) for name in ("movement", "concealed", "woods"))
    s.do(f"come-in g12+{cards} 2 0")
    assert terrain_of(s.group("g12")) == "woods" and s.g.side("german-2").sealed


@pytest.mark.rule("UF:34.31", "UF:41.581-b")
def test_a_gun_comes_up_on_a_hill_from_the_divider():
    """The Movement card that lies there is the first one, sideways."""
    s = on_the_way(men=["leig18", "hessel"], hands={"german-2": ["movement", "concealed", "hill"]})
    cards = "+".join(s.card(name) for name in ("movement", "concealed", "hill"))
    s.do(f"come-in g12+{cards} 2 0")
    assert terrain_of(s.group("g12")) == "hill"
