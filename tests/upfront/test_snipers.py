"""Snipers (UF:14)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Over
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.infantry import victory
from upfront.situation import Situation


def card_with(number: int, result: str) -> str:
    """A Sniper card that kills or pins with a number."""
    deck = Situation(
        "german", [{"side": "german", "men": ["beck"]}, {"side": "american", "men": ["burke"]}]
    ).g.deck
    for card in deck.values():
        use = card.use("german", "sniper")
        if use is not None and number in (use.kia if result == "kia" else use.pin):
            return card.id
    raise AssertionError(f"no Sniper card for {result} on {number}")


KILLS_ON_1 = card_with(1, "kia")
PINS_ON_1 = card_with(1, "pin")


def ambush(target: list[Any], card: str = PINS_ON_1, side: str = "german", **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
        {"side": "american", "men": target, "range": 2, "cards": more.pop("cards", [])},
        {"side": "american", "men": ["watson", "smith"], "range": 0},
    ]
    more.setdefault("german", [card, "movement", "rally"])
    more.setdefault("american", [])
    return Situation(side, groups, stage=more.pop("stage", "discards"), **more)


def snipe(s: Situation, card: str = PINS_ON_1, target: str = "a1") -> Situation:
    return s.do(f"sniper {card} {target}")


@pytest.mark.rule("UF:14.1")
def test_a_german_makes_no_other_discard():
    s = ambush(["burke"], sides={"german": {"troops": "german-line"}})
    s.do(f"sniper {PINS_ON_1} a1").draw("black 6")
    assert not s.options("discard")
    s = ambush(["burke"], german=[], stage="discards")
    assert not s.options("sniper")


@pytest.mark.rule("UF:14.1")
def test_an_american_takes_no_action_with_it():
    s = ambush(["burke"], side="american", german=[], american=[PINS_ON_1, "rally"])
    assert s.options("sniper")
    s.do(f"sniper {PINS_ON_1} g1")
    assert s.options("discard"), "he may discard other cards"
    s = ambush(
        ["burke"], side="american", german=[], american=[PINS_ON_1], sides={"american": {"actions": 1}}
    )
    assert not s.options("sniper")


@pytest.mark.rule("UF:14.1", "UF:39.2-a", "UF:39.4-a", "UF:39.6")
@pytest.mark.parametrize(
    ("side", "troops", "actions", "snipes", "besides"),
    [
        ("american", "american-line", 1, False, False),
        ("american", "paratroops", 0, True, True),
        ("american", "paratroops", 1, True, False),
        ("american", "paratroops", 2, False, False),
        ("russian", "guards", 1, True, True),
        ("russian", "guards", 2, False, False),
        ("german", "german-line", 2, True, False),
        ("german", "volksgrenadiers", 2, True, False),
        ("german", "ss", 1, True, True),
        ("german", "ss", 2, True, False),
    ],
)
def test_it_is_a_discard_like_any_other(side: str, troops: str, actions: int, snipes: bool, besides: bool):
    """Whoever may discard after an action, or more than one card, may have a Sniper among them."""
    enemy = "german" if side != "german" else "american"
    men = {"german": ["beck", "wolff"], "american": ["burke", "myers"], "russian": ["petrovsky", "nosenko"]}
    groups = [{"side": one, "men": men[one], "range": 2} for one in (side, enemy)]
    sides = {side: {"troops": troops, "actions": actions}}
    s = Situation(side, groups, stage="discards", sides=sides, **{side: [PINS_ON_1, "movement", "rally"]})
    assert bool(s.options("sniper")) == snipes
    if snipes:
        s.do(s.options("sniper")[0])
        assert bool(s.options("discard")) == besides


@pytest.mark.rule("UF:14.1")
def test_snipers_of_one_side_only():
    assert not ambush(["burke"], cower=["sniper:german"]).options("sniper")


@pytest.mark.rule("UF:14.2-a", "UF:14.6-a", "UF:14.6-b")
def test_the_position_is_drawn():
    s = snipe(ambush(["burke", "myers", "mcelroy"], cards=["buildings"]))
    s.draw("3=2", "black 1")
    assert s.man("myers").pinned and not s.man("burke").pinned and not s.man("mcelroy").pinned
    s = snipe(ambush(["burke"])).draw("red 1")
    assert s.man("burke").pinned, "a single card needs no draw for its position"


@pytest.mark.rule("UF:14.3-a", "UF:14.3-c")
def test_the_numbers_on_the_card_decide_whatever_their_colour():
    s = snipe(ambush(["burke"], KILLS_ON_1, cards=["buildings"]), KILLS_ON_1).draw("red 1")
    assert s.fate("burke") == "kia"
    s = snipe(ambush(["burke"], KILLS_ON_1), KILLS_ON_1).draw("black 4")
    assert not s.gone("burke") and not s.man("burke").pinned
    assert KILLS_ON_1 in (*s.state.trays["1"].discards, *s.state.trays["1"].shown)


@pytest.mark.rule("UF:14.3-b")
def test_a_pinned_man_panics():
    s = snipe(ambush([{"id": "burke", "pinned": True}, "myers"])).draw("2=1", "black 1 0r=9")
    assert s.fate("burke") == "rout"


@pytest.mark.rule("UF:14.2-b", "UF:14.31")
def test_vehicles():
    s = ambush(["sherman"])
    snipe(s).draw("black 1")
    assert s.unit("sherman").pinned
    s = ambush([{"id": "sherman", "pinned": True}])
    assert not any(option.endswith(" a1") for option in s.options("sniper")), "buttoned up it is immune"
    s = snipe(ambush(["sherman"], KILLS_ON_1), KILLS_ON_1).draw("black 1")
    assert s.unit("sherman").pinned and s.unit("sherman").crew_killed == 1  # type: ignore[union-attr]


@pytest.mark.rule("UF:14.32")
def test_infantry_guns():
    s = snipe(ambush(["m1a1"])).draw("black 1")
    assert s.unit("m1a1").pinned
    s = snipe(ambush([{"id": "m1a1", "pinned": True}])).draw("black 1")
    assert s.gone("m1a1")
    s = snipe(ambush([{"id": "m1a1", "pinned": True}], KILLS_ON_1), KILLS_ON_1).draw("black 1")
    assert not s.gone("m1a1") and s.unit("m1a1").crew_killed == 1  # type: ignore[union-attr]


def checked(men: list[Any], sniped: int = 2, **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": ["beck", "wolff"]},
        {"side": "american", "men": men, "sniped": sniped, "sniped_by": "german" if sniped >= 0 else ""},
        {"side": "american", "men": ["watson"]},
    ]
    return Situation("american", groups, german=[PINS_ON_1], american=["fire 1"], **more)


@pytest.mark.rule("UF:14.4-a")
def test_the_check_is_the_action_of_the_group_in_the_next_turn_only():
    s = snipe(ambush(["burke", "myers"])).draw("2=1", "black 4")
    assert s.group("a1").sniped == 4
    s.end_turn()
    assert s.options("sniper-check") == ["sniper-check a1"]
    s.end_turn()
    assert s.group("a1").sniped == -1
    s = checked(["burke"]).do("sniper-check a1").draw("red 5")
    assert s.group("a1").acted
    assert checked(["burke"], sniped=-1).refusal("sniper-check a1").rule == "UF:14.4-a"


@pytest.mark.rule("UF:14.4-b", "UF:14.4-c")
def test_a_black_number_above_his_finds_him():
    s = checked(["burke"]).do("sniper-check a1").draw("black 2")
    assert s.state.players["german"].snipers == 1, "an equal number is not enough"
    s = checked(["burke"]).do("sniper-check a1").draw("red 6")
    assert s.state.players["german"].snipers == 1
    s = checked(["burke"])
    before = victory.victory_points(s.g, "american")
    s.do("sniper-check a1").draw("black 3")
    assert s.state.players["german"].snipers == 0
    assert victory.victory_points(s.g, "american") == before
    assert s.g.is_cower("german", s.g.deck[PINS_ON_1])
    assert not ambush(["burke"], sides={"german": {"snipers": 0}}).options("sniper")


@pytest.mark.rule("UF:14.41")
def test_a_second_sniper():
    s = checked(["burke"], sides={"german": {"snipers": 2}}).do("sniper-check a1").draw("black 3")
    assert not s.g.is_cower("german", s.g.deck[PINS_ON_1])


@pytest.mark.rule("UF:14.4-d")
def test_who_can_check():
    def barred(unit: Any) -> bool:
        return not checked([unit]).options("sniper-check")

    assert barred({"id": "burke", "pinned": True})
    assert barred({"id": "burke", "weapon": "", "secondary": "panzerfaust"})
    assert not barred("burke") and not barred("sherman") and not barred("m1a1")
    assert barred({"id": "sherman", "pinned": True}) and barred({"id": "m1a1", "pinned": True})


@pytest.mark.rule("UF:14.5")
def test_the_second_shot_finds_another_target():
    groups = [
        {"side": "american", "men": ["burke", "myers"]},
        {"side": "german", "men": ["beck"]},
        {"side": "german", "men": ["wolff", "streich"]},
        {"side": "german", "men": ["hessel", "griess"]},
    ]
    second = card_with(3, "pin")
    s = Situation("american", groups, american=[KILLS_ON_1, second], german=[], stage="discards")
    s.do(f"sniper {KILLS_ON_1} g1", f"sniper {second} g1").draw("black 1")
    assert s.options() == [f"sniper {second} g2", f"sniper {second} g3", f"discard {second}"]
    s.do(f"sniper {second} g3").draw("2=1", "black 3")
    assert s.man("hessel").pinned


TARGETS = [
    {"side": "american", "men": ["burke", "myers"]},
    {"side": "german", "men": ["beck"], "cards": ["woods", "movement sideways"]},
    {"side": "german", "men": ["wolff", "streich"], "cards": ["woods", "movement sideways"]},
    {"side": "german", "men": ["hessel", "griess", "schultz"]},
]


def after_the_kill(plan: str, *cards: str, groups: list[Any] = TARGETS) -> Situation:
    """A Sniper kills the only man of Group g1, for whom the second discard was meant too."""
    s = Situation("american", groups, american=[KILLS_ON_1, *cards], german=[], stage="discards")
    return s.do(f"sniper {KILLS_ON_1} g1", plan).draw("black 1")


@pytest.mark.rule("UF:14.5", "UF:24.3-a")
def test_mines_for_a_target_that_is_gone_go_elsewhere():
    s = after_the_kill("put-terrain <minefield> g1", "minefield")
    mines = s.card("minefield")
    assert s.options() == [f"put-terrain {mines} g2", f"discard {mines}"]
    s.do(f"put-terrain {mines} g2")
    assert s.group("g2").laid[-1].terrain == "minefield"


@pytest.mark.rule("UF:14.5")
def test_wire_for_a_target_that_is_gone_goes_elsewhere_or_nowhere():
    s = after_the_kill("wire <wire> g1", "wire")
    wire = s.card("wire")
    assert s.options() == [f"wire {wire} g2", f"wire {wire} g3", f"discard {wire}"]
    s.do(f"discard {wire}")
    assert s.state.hands["american"] == () and s.said("American discards a card.")
    s = after_the_kill("put-terrain <brush> g1", "brush", groups=[*TARGETS[:2], TARGETS[3]])
    assert s.state.hands["american"] == () and s.said("American discards a card."), "nobody else is moving"


RUSSIAN = [{"side": "russian", "men": ["petrovsky", "nosenko"]}, *TARGETS[1:]]


def russian_plans(first: str, second: str, *cards: str) -> Situation:
    """As `after_the_kill`, with a third discard: Russians may have as many."""
    s = Situation("russian", RUSSIAN, russian=[KILLS_ON_1, *cards], german=[], stage="discards")
    return s.do(f"sniper {KILLS_ON_1} g1", first, second).draw("black 1")


@pytest.mark.rule("UF:14.5", "UF:13.34")
def test_the_new_target_leaves_room_for_the_other_discards():
    s = russian_plans("wire <wire> g1", "put-terrain <brush> g2", "wire", "brush")
    wire = s.card("wire")
    assert s.options() == [f"wire {wire} g3", f"discard {wire}"], "no Terrain goes on top of Wire"
    s.do(f"wire {wire} g3")
    assert s.group("g2").offered is not None
    s = russian_plans("put-terrain <brush> g1", "wire <wire> g2", "wire", "brush")
    brush = s.card("brush")
    assert s.options() == [f"put-terrain {brush} g2", f"discard {brush}"], "but Wire on Terrain"
    s = russian_plans("put-terrain <marsh> g1", "wire <wire> g2", "wire", "marsh")
    assert not s.options("put-terrain") and s.group("g2").laid[-1].kind == "wire", "not on Marsh"


@pytest.mark.rule("UF:13.34", "UF:4.3-qa")
def test_terrain_that_comes_too_late_says_why():
    s = Situation("russian", RUSSIAN, russian=["wire", "brush"], german=[], stage="discards")
    wire, brush = s.card("wire"), s.card("brush")
    s.state.picked["russian"] = (f"wire {wire} g2", f"put-terrain {brush} g2")
    s.end_turn()
    assert s.said("No Terrain card may be laid on top of Wire: Brush is discarded.")


@pytest.mark.rule("UF:16.5-a", "UF:16.3-c")
def test_no_more_discards_after_the_end():
    groups = [*TARGETS[:2], {"side": "german", "men": ["wolff", "streich"]}]
    s = Situation("american", groups, american=[KILLS_ON_1, "wire"], german=[], stage="discards")
    remove(s.g, s.g.unit("wolff"), "kia")
    s.do(f"sniper {KILLS_ON_1} g1", "wire <wire> g2").draw("black 1")
    assert isinstance(s.pending, Over) and s.pending.winner == "american"
    assert len(s.state.hands["american"]) == 1 and not s.group("g2").laid


@pytest.mark.rule("UF:16.3-b", "UF:16.3-c")
def test_no_more_discards_when_time_is_up():
    last = next(card for card in ambush(["burke"]).g.deck.values() if card.number == 1 and not card.breeze)
    hand = [KILLS_ON_1, "wire"]
    end = {"pile": [last.id], "deck": 1, "decks": 1}
    s = Situation("american", TARGETS, american=hand, german=[], stage="discards", **end)
    s.do(f"sniper {KILLS_ON_1} g1", "wire <wire> g3").draw(last.id)
    assert s.gone("beck") and isinstance(s.pending, Over)
    assert len(s.state.hands["american"]) == 1 and not s.group("g3").laid


# -- men on their way --------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:14.2-a", "UF:17.8-d")
@pytest.mark.parametrize("target", ["a1", "a2"])
def test_a_man_on_his_way_is_the_first_position_of_either_group(target: str):
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
        {"side": "american", "men": ["burke", {"id": "allen", "transfers_to": "a2"}], "range": 2},
        {"side": "american", "men": ["watson"], "range": 2},
    ]
    s = Situation("german", groups, german=[PINS_ON_1], american=[], stage="discards")
    snipe(s, target=target).draw("2=1", "black 1")
    assert s.man("allen").pinned and not s.man("allen").transfers_to
    s = Situation("german", groups, german=[PINS_ON_1], american=[], stage="discards")
    snipe(s, target=target).draw("2=2", "black 1")
    assert s.man("burke" if target == "a1" else "watson").pinned


# -- wounds ------------------------------------------------------------------------------------------------------


def numbers(number: int, *, wounds: bool, routs: bool = True) -> str:
    """A card with this number, whose 7w number is Burke's Morale or not and that makes him rout or die."""
    s = ambush(["burke"])
    burke = s.man("burke")
    return next(
        card.id
        for card in s.g.deck.values()
        if card.number == number
        and (card.position(7) == burke.morale) == wounds
        and (card.rout_number > burke.panic) == routs
    )


@pytest.mark.rule("UF:14.3-a", "UF:33.1-a")
def test_a_sniper_wounds_with_the_lowest_number_that_kills():
    s = snipe(ambush(["burke"], KILLS_ON_1), KILLS_ON_1).draw(numbers(1, wounds=True))
    assert s.man("burke").wounded and not s.man("burke").pinned
    s = snipe(ambush(["burke"], KILLS_ON_1), KILLS_ON_1).draw(numbers(1, wounds=False))
    assert s.fate("burke") == "kia"
    kills_on_6 = card_with(6, "kia")
    assert min(s.g.deck[kills_on_6].use("german", "sniper").kia) < 6
    s = snipe(ambush(["burke"], kills_on_6), kills_on_6).draw(numbers(6, wounds=True))
    assert s.fate("burke") == "kia", "6 is not the lowest of its numbers"


@pytest.mark.rule("UF:14.3-b", "UF:33.1-a")
def test_a_sniper_wounds_a_pinned_man_who_would_rout():
    pinned = [{"id": "burke", "pinned": True}]
    s = snipe(ambush(pinned)).draw(numbers(1, wounds=True))
    assert s.man("burke").wounded and s.man("burke").pinned
    s = snipe(ambush(pinned)).draw(numbers(1, wounds=True, routs=False))
    assert s.fate("burke") == "kia", "a kill by panic stands"
