"""Three players, each against the others (UF:J)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.kernel import Choice, Over, determinized, make_view
from defilade.rules.upfront.close_quarters.close_combat import Melee
from defilade.rules.upfront.game.attack import FIRE, Attack, breakdown
from defilade.rules.upfront.game.deck import on_new_deck
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.infantry.terrain import no_opposites, reduces_fire
from defilade.rules.upfront.infantry.victory import casualty_points, end_of_time, winner_now
from defilade.rules.upfront.transfers.demolition import Detonating
from defilade.systems import find_system
from upfront.fuzz import SYSTEM, check, play
from upfront.hand_to_hand import quiet
from upfront.situation import Situation
from upfront.test_snipers import card_with

MEN = {
    "german": ["beck", "wolff", "streich", "bernhoff"],
    "american": ["myers", "smith", "burke", "mcelroy"],
    "russian": ["petrovsky", "nosenko", "soloviev", "kristov"],
}


def three(turn: str = "german", **more: Any) -> Situation:
    """A group of each side at letter A, and a second one at B."""
    changes = {side: more.pop(f"{side}_group", {}) for side in MEN}
    groups: list[dict[str, Any]] = []
    for side, men in MEN.items():
        groups += [
            {"side": side, "men": men[:2], "range": 2, **changes[side]},
            {"side": side, "men": men[2:], "range": 1},
        ]
    more.setdefault("scenario", "UF-J")
    return Situation(turn, groups, **more)


@pytest.mark.rule("UF:J.1-a")
def test_each_against_the_two_others() -> None:
    s = three(special=["three-sided"], scenario="", german=["fire 1"])
    assert {text.split()[2] for text in s.options("fire")} == {"a1", "a2", "r1", "r2"}
    turns = []
    for _ in range(6):
        turns.append(s.state.mover)
        s.end_turn()
    assert turns == ["german", "american", "russian"] * 2


@pytest.mark.rule("UF:J.1-a")
def test_groups_may_stand_anywhere() -> None:
    position, _ = find_system("upfront").begin("UF-J")
    letters = {o.at for o in position.pending.options if o.verb == "place"}
    assert letters == set("ABCD")
    position, _ = find_system("upfront").begin("UF-A")
    assert {o.at for o in position.pending.options if o.verb == "place"} == {"A"}


@pytest.mark.rule("UF:J.1-b")
def test_range_chits_from_0_to_5_and_no_blocking() -> None:
    hand = ["red movement", "flank movement"]
    by_day = {"scenario": "", "special": ["three-sided"]}
    s = three(german=hand, german_group={"range": 0}, american_group={"range": 5}, **by_day)
    assert s.refusal("move g1+<red movement> - retreat").rule == "UF:J.1-b"
    assert s.offers("move g1+<red movement> - advance")  # past the American group opposite
    s = three(german=hand, german_group={"range": 5})
    assert s.refusal("move g1+<red movement> - advance").rule == "UF:J.1-b"


@pytest.mark.rule("UF:J.1-b")
def test_no_flanking_and_no_encirclement() -> None:
    s = three(german=["flank movement"], german_group={"range": 3})
    s.do("move g1+<flank movement> - sideways")
    assert not s.options("flank") and not s.options("encircle")
    s = three(german=["movement"], german_group={"range": 4})
    s.do("move g1+<movement> - advance")  # past the groups at B, at range chit 1
    assert not s.group("g1").flanks and not s.group("a2").flanks


@pytest.mark.rule("UF:J.1-b")
def test_walls_are_minus_one_against_all() -> None:
    for scenario, value in (("UF-J", -1), ("", -2)):
        s = three(scenario=scenario, american_group={"cards": ["walls"]})
        attack = Attack(FIRE, "german", "a1", "g1", 4, strength=4)
        assert [line.value for line in breakdown(s.g, attack).lines if "Walls" in line.label] == [value]
        assert reduces_fire(s.g, s.group("a1"))


@pytest.mark.rule("UF:J-vc", "UF:16.42-b", "UF:J.1-b")
def test_walls_under_wire_are_no_cover_while_nobody_is_opposite() -> None:
    """Only from the front do Walls outweigh the Wire, and with three players there is no front."""
    four = {"range": 4, "cards": ["walls", "wire"], "men": [*MEN["american"][:2], "fox", "watson"]}
    s = three(american_group=four)
    assert not reduces_fire(s.g, s.group("a1")) and not isinstance(s.pending, Over)
    take_out(s, "russian")
    assert reduces_fire(s.g, s.group("a1")) and isinstance(s.pending, Over)
    s = three(american_group={**four, "cards": ["walls"]})
    assert isinstance(s.pending, Over) and s.pending.winner == "american"


def take_out(s: Situation, side: str, mover: str = "german") -> Situation:
    """All but one man of a side are lost by the one who moves; then the turn goes on."""
    for man in MEN[side][:3]:
        if s.state.players[side].broken:
            break
        remove(s.g, s.state.units[man], "kia")
    s.do("done") if s.offers("done") else None
    return s


@pytest.mark.rule("UF:J.1-c")
def test_two_player_rules_return_when_one_is_out() -> None:
    s = three(german=["fire 1"], russian=["woods", "brush"], american=["movement"])
    assert s.refusal("fire g1+<fire 1> a1").rule == "UF:38.2-a"
    take_out(s, "russian")
    assert s.state.players["russian"].out and not s.g.groups_of("russian")
    assert s.said("Russian is out of the game")
    assert s.g.enemies("german") == ["american"]
    assert not s.state.hands["russian"] and len(s.state.trays["1"].buried["russian"]) == 2
    assert not isinstance(s.pending, Over)
    assert not no_opposites(s.g)
    turns = []
    for _ in range(4):
        turns.append(s.state.mover)
        s.end_turn()
    assert turns == ["german", "american", "german", "american"]


@pytest.mark.rule("UF:J-deck", "UF:16.1-b")
def test_buildings_in_the_hand_of_who_is_out_are_removed() -> None:
    s = three(russian=["buildings", "brush"])
    buildings = s.card("buildings", "russian")
    take_out(s, "russian")
    tray = s.state.trays["1"]
    assert buildings in tray.removed and tray.outlawed["buildings"] == 3
    assert len(tray.buried["russian"]) == 1


@pytest.mark.rule("UF:J.1-c", "UF:16.5-a")
def test_of_two_the_one_whose_squad_breaks_loses() -> None:
    s = take_out(three(), "russian")
    take_out(s, "american")
    over = s.pending if isinstance(s.pending, Over) else winner_now(s.g)
    assert over is not None and over.winner == "german"


@pytest.mark.rule("UF:J.1-c")
def test_a_player_can_be_eliminated_in_his_own_turn() -> None:
    s = take_out(three(), "german")
    assert s.state.players["german"].out and s.state.mover == "american"


KILLS_ON_1 = card_with(1, "kia")


def last_straw(plan: str) -> Situation:
    """An American Sniper breaks the Russian squad with the first of two discards."""
    hand = [KILLS_ON_1, "wire", "rally"]
    s = three("american", american=hand, german=[], russian=[], stage="discards")
    for man in MEN["russian"][1:3]:
        remove(s.g, s.state.units[man], "kia")
    s.do(f"sniper {KILLS_ON_1} r1", plan).draw("black 1")
    assert s.state.players["russian"].out and not s.g.groups_of("russian")
    return s


@pytest.mark.rule("UF:J.1-c", "UF:4.3-qa")
def test_discards_go_on_when_one_of_two_opponents_is_out() -> None:
    s = last_straw("wire <wire> g1")
    assert [laid.kind for laid in s.group("g1").laid] == ["wire"] and len(s.state.hands["american"]) == 1
    assert s.options("draw")


@pytest.mark.rule("UF:J.1-c", "UF:14.5")
def test_what_was_meant_for_him_goes_to_the_other_one() -> None:
    s = last_straw("wire <wire> r2")
    wire = s.card("wire")
    assert s.options() == [f"wire {wire} g1", f"wire {wire} g2", f"discard {wire}"]
    s.do(f"wire {wire} g2")
    assert [laid.kind for laid in s.group("g2").laid] == ["wire"]


@pytest.mark.rule("UF:10.45-a", "UF:10.43-b", "UF:J.1-c")
def test_the_turn_of_one_who_is_eliminated_ends_like_any_other() -> None:
    s = three()
    s.g.update(s.man("myers"), heroic=True)
    take_out(s, "german")
    assert s.state.mover == "american" and not s.man("myers").heroic


@pytest.mark.rule("UF:J.1-c", "UF:16.5-a")
@pytest.mark.parametrize(
    ("one", "other", "winner"), [("american", "german", "russian"), ("german", "russian", "american")]
)
def test_two_squads_can_break_in_one_action(one: str, other: str, winner: str) -> None:
    s = three()
    for man in (*MEN[one][:3], *MEN[other][:3]):
        remove(s.g, s.state.units[man], "kia")
    assert s.state.players[one].broken and s.state.players[other].broken
    s.do("done")
    assert isinstance(s.pending, Over) and s.pending.winner == winner


@pytest.mark.rule("UF:16.5-a")
def test_the_last_squad_that_holds_has_won() -> None:
    """Whatever it loses in the same action: the first two to break have lost."""
    s = three()
    for men in MEN.values():
        for man in men[:3]:
            remove(s.g, s.state.units[man], "kia")
    assert not s.state.players["russian"].broken
    s.do("done")
    assert isinstance(s.pending, Over) and s.pending.winner == "russian"


@pytest.mark.rule("UF:4.6")
@pytest.mark.parametrize(("does", "may_pass"), [("acts", True), ("passes", False)])
def test_only_who_played_just_before_matters_for_a_pass(does: str, may_pass: bool) -> None:
    """The German has passed; the Russian asks what the American did after him."""
    american = ["movement"] if does == "acts" else []
    s = three(german=["fire 5"], american=american, russian=["fire 5"]).end_turn()
    assert s.state.players["german"].passed and s.state.mover == "american"
    if does == "acts":
        s.do(s.options("move")[0])
    s.end_turn().do("done")
    assert s.state.mover == "russian" and s.state.phase == "discards"
    assert s.offers("done") == may_pass
    if not may_pass:
        assert s.refusal("done").rule == "UF:4.6"


@pytest.mark.rule("UF:14.4-b")
@pytest.mark.parametrize(
    ("american", "russian", "found"), [(3, 4, "american"), (4, 3, "russian"), (4, 4, "american")]
)
def test_of_two_snipers_the_one_with_the_lower_number_is_found(
    american: int, russian: int, found: str
) -> None:
    s = three(german=["fire 5"], american=["sniper"], russian=["sniper"])
    s.end_turn()
    for number in (american, russian):
        s.do("done", "sniper <sniper> g1").draw("2=1")
        while s.options("no"):
            s.do("no")
        s.draw(f"black {number}").end_turn()
    assert s.group("g1").sniped == min(american, russian) and s.group("g1").sniped_by == found
    s.do("sniper-check g1").draw("black 6")
    lost = {side for side, player in s.state.players.items() if not player.snipers}
    assert lost == {found}


@pytest.mark.rule("UF:5.62", "UF:J.1-c")
def test_range_chits_are_reset_only_when_two_are_left() -> None:
    groups: list[dict[str, Any]] = [
        {"side": "german", "men": MEN["german"], "range": 7},
        {"side": "american", "men": MEN["american"], "range": -2},
        {"side": "russian", "men": MEN["russian"], "range": 1},
    ]
    for out in (False, True):
        s = Situation("german", groups, scenario="UF-J")
        if out:
            take_out(s, "russian")
        on_new_deck(s.g, "1")
        s.end_turn()
        assert bool(s.options("agree")) == out
    s.do("agree")
    assert s.side() == "american" and "German down and American up by 2" in s.pending.asks
    s.do("agree")
    assert [s.group(group).range for group in ("g1", "a1")] == [5, 0]


@pytest.mark.rule("UF:J-vc")
def test_first_with_four_men_at_chit_4() -> None:
    assert not isinstance(three(russian_group={"range": 4, "cards": ["woods"]}).pending, Over)
    four = {"range": 4, "cards": ["woods"], "men": [*MEN["russian"][:2], "zaharoff", "vakuta"]}
    s = three(russian_group=four)
    assert isinstance(s.pending, Over) and s.pending.winner == "russian"


@pytest.mark.rule("UF:J-vc")
def test_points_for_losses_go_to_the_one_who_caused_them() -> None:
    s = three()
    remove(s.g, s.state.units["myers"], "kia")
    assert [casualty_points(s.g, side) for side in ("german", "american", "russian")] == [2, 0, 0]
    s.end_turn()
    remove(s.g, s.state.units["nosenko"], "rout")  # in the American turn
    assert [casualty_points(s.g, side) for side in ("german", "american", "russian")] == [2, 1, 0]
    assert end_of_time(s.g).rules[1] == "UF:16.4-a"


@pytest.mark.rule("UF:J-vc", "UF:24.4-b")
@pytest.mark.parametrize("way", ["leaving", "clearing"])
def test_who_dies_on_mines_is_the_deed_of_whose_they_are(way: str) -> None:
    """In his own turn; also when the Minefield is left for other terrain."""
    cards = ["minefield", "movement sideways"] if way == "leaving" else ["minefield"]
    s = three(german=["woods"], german_group={"cards": cards})
    mines = tuple(msgspec.structs.replace(laid, by="russian") for laid in s.group("g1").laid)
    s.g.update_group("g1", laid=mines)
    s.do(s.options("terrain" if way == "leaving" else "clear-mines")[0])
    while not s.state.fallen:
        s.draw("red 6" if way == "clearing" and "needs a black" in s.pending.asks else "black 6")
    assert [casualty_points(s.g, side) for side in ("german", "american", "russian")] == [0, 0, 2]


@pytest.mark.rule("UF:J-vc")
def test_a_loss_hand_to_hand_in_ones_own_turn() -> None:
    """A German who enters Close Combat with Russians and dies is theirs."""
    s = three()
    s.state.stack.append(Melee(("beck",), ("petrovsky",), "german", "russian"))
    remove(s.g, s.state.units["beck"], "kia")
    assert [casualty_points(s.g, side) for side in ("german", "american", "russian")] == [0, 0, 2]


@pytest.mark.rule("UF:33.8", "UF:16.4-c")
def test_a_wound_scores_for_both_and_so_does_what_comes_of_it() -> None:
    """In his own turn nobody else has a hand in it. Who leaves with an eliminated player keeps his wound."""

    def points(s: Situation) -> list[int]:
        return [casualty_points(s.g, side) for side in ("german", "american", "russian")]

    wounded = {"men": [{"id": "beck", "wounded": True}, "wolff"]}
    for fate, worth in (("kia", 2), ("rout", 1)):
        s = three(german_group=wounded)
        assert points(s) == [0, 1, 1]
        remove(s.g, s.state.units["wolff"], fate)
        assert points(s) == [0, 1, 1], "who was not wounded is nobody's"
        remove(s.g, s.state.units["beck"], fate)
        assert points(s) == [0, worth, worth]
    s = three("russian", german_group=wounded)
    remove(s.g, s.state.units["beck"], "kia")
    assert points(s) == [0, 0, 2]
    s = three("american", german_group=wounded)
    for man in ("wolff", "streich", "bernhoff"):
        remove(s.g, s.state.units[man], "rout")
    s.do("done")
    assert s.state.players["german"].out and points(s)[1:] == [4, 1]


@pytest.mark.rule("UF:J-deck")
def test_four_buildings_leave_the_deck() -> None:
    position, _ = find_system("upfront").begin("UF-J")
    assert position.state.trays["1"].outlawed == {"buildings": 4}


@pytest.mark.rule("UF:J.2")
def test_it_is_night_and_the_pillbox_is_a_cower_card() -> None:
    s = three(german=["fire 1"])
    pillbox = next(card for card in s.g.deck.values() if card.named == "pillbox")
    assert s.g.is_cower("german", pillbox)
    assert s.options("observe") and not s.options("fire")


@pytest.mark.rule("UF:J.1-a", "UF:J.1-c", "UF:3.5-c")
@pytest.mark.parametrize("seed", range(4))
def test_games_with_an_early_loser_go_on_to_the_end(seed: int) -> None:
    """Random games in which one side is broken in the midst of it. The others see no more of its cards than before."""
    rng = random.Random(seed)
    victim = ("german", "american", "russian")[seed % 3]
    position = None
    for count, position in enumerate(play("UF-J", {}, seed, by_verb=True)):
        state = position.state
        if count == 250:
            state.players[victim] = msgspec.structs.replace(state.players[victim], broken=True)
        if count > 250 and rng.random() < 0.03 and isinstance(position.pending, Choice):
            check(state)
            for side in state.sides:
                view = make_view(SYSTEM, position, side, 0)
                twin = determinized(SYSTEM, view, rng)
                assert msgspec.json.encode(make_view(SYSTEM, twin, side, 0)) == msgspec.json.encode(view)
    assert position is not None and isinstance(position.pending, Over)
    assert position.pending.winner != victim and position.state.players[victim].out


def infiltrated(turn: str, **more: Any) -> Situation:
    """Beck and Petrovsky have infiltrated Myers, the last man of his group."""
    groups = [
        {"side": "german", "men": [{"id": "beck", "infiltrates": "a1"}, "wolff"], "range": 3},
        {"side": "american", "men": ["myers"], "range": 2, "cards": ["buildings"]},
        {"side": "russian", "men": [{"id": "petrovsky", "infiltrates": "a1"}, "nosenko"], "range": 3},
        *({"side": side, "men": men[2:], "range": 0} for side, men in MEN.items()),
    ]
    return Situation(turn, groups, special=["three-sided"], scenario="", **more)


@pytest.mark.rule("UF:20.8-a", "UF:20.8-b", "UF:J.1-a")
@pytest.mark.parametrize(
    ("mover", "man", "other"), [("german", "beck", "r1"), ("russian", "petrovsky", "g1")]
)
def test_each_captures_terrain_for_himself(mover: str, man: str, other: str) -> None:
    s = infiltrated(mover, **{mover: ["movement"]})
    own = s.man(man).group
    s.do(f"close-combat {own}", f"enter-combat {man}+<movement>", "go").draw("1=1")
    quiet(s).draw("black 6", "red 6").do(f"leave-weapon {man}+myers")
    assert (s.side(), s.options("capture-terrain")) == (mover, [f"capture-terrain {own} a1"])
    s.do("no")
    assert s.side() != mover and s.options("capture-terrain") == [f"capture-terrain {other} a1"]
    s.do(f"capture-terrain {other} a1")
    assert [laid.terrain for laid in s.group(other).laid] == ["buildings"]
    assert not s.options("join") and "a1" not in s.state.groups


@pytest.mark.rule("UF:21.3-c", "UF:J.1-a")
def test_a_charge_hits_no_infiltrators_of_others() -> None:
    s = infiltrated("russian", russian=["movement"])
    s.g.update(s.man("nosenko"), secondary="demolition-charge")
    s.do("infiltrate r1", "send nosenko+<movement> a1", "go")
    quiet(s).draw("1=red")
    frame = next(frame for frame in s.state.stack if isinstance(frame, Detonating))
    assert frame.friends == ("petrovsky",)
