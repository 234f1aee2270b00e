"""The Pillbox (UF:23)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import Action, Chance, Choice, Over, Sampled
from defilade.rules.upfront.game.attack import OVERRUN, breakdown
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.scenario import Force, Scenario
from defilade.rules.upfront.game.victory_conditions import Points
from defilade.rules.upfront.infantry.fire import attack_refusal, fire_attack
from defilade.rules.upfront.infantry.firepower import group_firepower
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.turn.setup import FormGroups
from upfront.hand_to_hand import AMERICANS, inside, near
from upfront.situation import Situation

DEFENDERS = ("beck", "wolff", "bernhoff", "wittenberg", "hessel", "diettinger")


def with_pillbox(men: tuple[str, ...] = DEFENDERS) -> UfSystem:
    card = Scenario(
        id="P",
        title="Pillbox",
        type="x",
        decks=1,
        first="german",
        forces=(Force("german", men), Force("american", ("myers", "degi", "burke", "fox"))),
        victory=Points(),
        victory_rule="UF:16.4-a",
        victory_text="",
        provenance="original",
        opponents=("american",),
        special=("pillbox:german",),
    )
    return UfSystem({"P": card})


@pytest.mark.rule("UF:23.1", "UF:23.2")
def test_it_is_on_group_b_before_the_deal() -> None:
    position, _ = with_pillbox().begin("P")
    source = Sampled(random.Random(3))
    while any(isinstance(frame, FormGroups) for frame in position.state.stack):
        assert isinstance(position.pending, Choice)
        position.advance(position.pending.options[-1])
    while isinstance(position.pending, Chance):
        position.advance(source.draw(position.pending, 1))
    groups = {(group.side, group.letter): group for group in position.state.groups.values()}
    assert [laid.terrain for laid in groups["german", "B"].laid] == ["pillbox"]
    assert not groups["german", "A"].laid
    pillbox = groups["german", "B"].laid[0].card
    tray = position.state.trays["1"]
    assert pillbox not in tray.draw
    assert all(pillbox not in hand for hand in position.state.hands.values())
    assert len(position.state.hands["german"]) == position.system.play(position.state).nation("german").hand  # type: ignore[attr-defined]


@pytest.mark.rule("UF:23.3", "UF:23.3-b")
def test_three_men_without_heavy_weapons() -> None:
    position, _ = with_pillbox((*DEFENDERS, "schultz")).begin("P")
    position.advance(Action("place", ("diettinger",), "A"))
    for man in ("beck", "wolff", "bernhoff"):
        position.advance(Action("place", (man,), "B"))
    assert isinstance(position.pending, Choice)
    assert all(action.at != "B" for action in position.pending.options)
    shelley = UfSystem(
        {
            "P": replace(
                with_pillbox().scenario("P"),
                special=("pillbox:american",),
                forces=(
                    Force("german", DEFENDERS),
                    Force("american", ("shelley", "towle", "myers", "degi", "burke")),
                ),
            )
        }
    )
    position, _ = shelley.begin("P")
    while isinstance(position.pending, Choice) and position.pending.side == "german":
        position.advance(position.pending.options[-1])
    assert isinstance(position.pending, Choice)
    position.advance(Action("place", ("myers",), "A"))
    assert isinstance(position.pending, Choice)
    letters = {action.at for action in position.pending.options if action.who in (("shelley",), ("towle",))}
    assert letters == {"A"}
    position.advance(Action("place", ("shelley",), "A"))
    # Degi and Burke are needed in the Pillbox now
    assert isinstance(position.pending, Choice)
    assert {a.at for a in position.pending.options if a.who == ("degi",)} == {"B"}


@pytest.mark.rule("UF:23.3-b")
def test_random_set_ups_never_get_stuck() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        position, _ = with_pillbox().begin("P")
        source = Sampled(rng)
        while any(isinstance(frame, FormGroups) for frame in position.state.stack):
            moment = position.pending
            assert not isinstance(moment, Over)
            step = rng.choice(moment.options) if isinstance(moment, Choice) else source.draw(moment, 1)
            position.advance(step)


def boxed(ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **more: Any) -> Situation:
    """Americans in a Pillbox as Group B, Germans at Relative Range 5."""
    american = {"letter": "B", "range": 0, "cards": ["pillbox"], **(theirs or {})}
    return near({"letter": "B", "range": 5, **(ours or {})}, american, **more)


@pytest.mark.rule("UF:23.4-a")
def test_minus_4() -> None:
    s = boxed()
    found = breakdown(s.g, replace(fire_attack(s.group("g1"), s.group("a1")), strength=6))
    assert found.value("UF:23.4-a") == -4 and found.total == 2


@pytest.mark.rule("UF:23.4-b", "UF:9.5")
def test_no_concealed_cards() -> None:
    s = boxed(american=["concealed -2"]).do("fire g1+<fire 2> a1", "declare")
    assert s.side() == "german" and s.offers("resolve")


@pytest.mark.rule("UF:23.5", "UF:23.5-c")
def test_infiltrated_but_not_fought_hand_to_hand() -> None:
    assert boxed().offers("infiltrate g1")
    s = inside({"letter": "B", "range": 5}, {"letter": "B", "range": 0, "cards": ["pillbox"]})
    assert s.refusal("close-combat g1").rule == "UF:23.5"
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 12


@pytest.mark.rule("UF:23.5-b")
def test_nobody_infiltrates_from_it() -> None:
    s = near({"cards": ["pillbox"]})
    assert s.refusal("infiltrate g1").rule == "UF:23.5-b"


@pytest.mark.rule("UF:23.6")
def test_no_elevated_fire_and_no_overrun() -> None:
    s = boxed({"cards": ["hill"]})
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert breakdown(s.g, attack).value("UF:8.31-a") is None
    refusal = attack_refusal(s.g, replace(attack, kind=OVERRUN))
    assert refusal is not None and refusal.rule == "UF:23.6"


@pytest.mark.rule("UF:23.7-a")
def test_nobody_fires_past_it() -> None:
    s = boxed({"letter": "C", "range": 6})
    for one, other in (("g1", "a1"), ("a1", "g1")):
        refusal = attack_refusal(s.g, fire_attack(s.group(one), s.group(other)))
        assert refusal is not None and refusal.rule == "UF:23.7-a"


def from_behind() -> Situation:
    """A German group that was past the Pillbox comes back level with it."""
    s = boxed({"letter": "C", "range": 5, "cards": []}, german=["movement", "movement", "fire 2"])
    s.do("move g1+<movement> - advance")
    assert s.group("g1").behind == ("a1",)
    s.end_turn()
    s.end_turn()
    return s.do("move g1+<movement> - retreat")


@pytest.mark.rule("UF:23.7-b")
def test_the_rear() -> None:
    s = from_behind()
    rear = fire_attack(s.group("g1"), s.group("a1"))
    assert attack_refusal(s.g, rear) is None
    front = boxed({"letter": "C", "range": 5})
    doubled = group_firepower(s.g, rear)
    standing = group_firepower(front.g, fire_attack(front.group("g1"), front.group("a1")))
    assert doubled == standing, "three bolt-action rifles on the move, halved and doubled (UF:12.11)"
    back = breakdown(s.g, replace(fire_attack(s.group("a1"), s.group("g1")), strength=5))
    assert back.value("UF:23.7-b") == 0.5


@pytest.mark.rule("UF:23.7-b")
def test_a_group_that_goes_farther_back_is_no_longer_behind() -> None:
    s = from_behind()
    s.state.hands["german"] = (next(c.id for c in s.g.deck.values() if str(c) == "Movement" and c.red),)
    s.end_turn()
    s.end_turn()
    card = s.g.hand("german")[0]
    s.do(Action("move", ("g1", card), how="retreat"))
    assert s.group("g1").behind == ()


def goes_around(s: Situation) -> Situation:
    """The Americans put terrain on the Germans, who reject it."""
    s.end_turn()
    for _ in range(60):
        wanted = s.options("reject") or [text for text in s.options("put-terrain") if text.endswith("g1")]
        if s.options("reject"):
            break
        s.do(wanted[0] if wanted else "done" if s.offers("done") else s.options()[0])
    return s.do("reject g1")


@pytest.mark.rule("UF:23.7-b", "UF:7.32-a")
def test_an_advance_that_is_undone_does_not_get_behind_it() -> None:
    s = boxed({"letter": "C", "range": 5}, german=["movement"], american=["woods"])
    s.do("move g1+<movement> - advance")
    assert s.group("g1").behind == ("a1",)
    goes_around(s)
    assert s.group("g1").range == 5 and s.group("g1").behind == ()


@pytest.mark.rule("UF:23.7-b", "UF:7.32-a")
@pytest.mark.parametrize("mode", ["advance", "retreat"])
def test_a_step_that_is_undone_leaves_the_group_behind_it(mode: str) -> None:
    s = boxed({"letter": "C", "range": 5}, german=["movement"], american=["woods"])
    s.g.update_group("g1", behind=("a1",))
    goes_around(s.do(f"move g1+<movement> - {mode}"))
    assert s.group("g1").range == 5 and s.group("g1").behind == ("a1",)


@pytest.mark.rule("UF:23.7-b", "UF:5.7-a", "UF:7.32-a")
def test_a_retreat_that_stands_brings_the_group_out_in_front() -> None:
    s = Situation(
        "american",
        [
            {"side": "american", "men": AMERICANS, "letter": "C", "range": 5, "cards": ["woods"]},
            {"side": "german", "men": ["beck", "wolff"], "letter": "B", "range": 0, "cards": ["pillbox"]},
            {"side": "german", "men": ["hessel", "griess"], "letter": "C", "range": 0},
        ],
        american=["movement"],
        german=["movement", "woods"],
    )
    s.g.update_group("a1", behind=("g1",))
    s.do("move a1+<movement> - retreat").end_turn().do("move g2+<movement> - advance", "done")
    s.do("put-terrain <woods> a1").end_turn().do("reject a1")
    assert s.group("a1").range == 4 and s.group("a1").behind == ()


@pytest.mark.rule("UF:23.7-b")
def test_a_vehicle_has_flanking_fire_at_the_rear_too() -> None:
    s = boxed({"men": ["pz4"], "letter": "C"})
    plain = group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1")))
    s.g.update_group("g1", behind=("a1",))
    assert plain and group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 2 * plain


@pytest.mark.rule("UF:23.8", "UF:23.8-qa")
def test_ordinary_flanking_and_encirclement_do_not_help() -> None:
    plain = boxed({"letter": "C"})
    expected = group_firepower(plain.g, fire_attack(plain.group("g1"), plain.group("a1")))
    flanked = boxed({"letter": "C", "flanks": ["a1"]})
    assert group_firepower(flanked.g, fire_attack(flanked.group("g1"), flanked.group("a1"))) == expected
    encircled = boxed({"letter": "C", "encircles": "a1"})
    assert group_firepower(encircled.g, fire_attack(encircled.group("g1"), encircled.group("a1"))) == expected


@pytest.mark.rule("UF:23.8-qa")
def test_it_can_be_encircled() -> None:
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "letter": "B", "range": 3},
            {
                "side": "german",
                "men": ["hessel", "bernhoff"],
                "letter": "C",
                "range": 6,
                "cards": ["movement advance"],
            },
            {"side": "american", "men": AMERICANS, "letter": "B", "range": 0, "cards": ["pillbox"]},
        ],
        german=["movement"],
    )
    s.do("move g2+<movement> - sideways")
    assert s.offers("encircle g2 a1")


@pytest.mark.rule("UF:23.1")
def test_nobody_builds_one() -> None:
    s = near({"cards": ["movement advance"]}, german=["pillbox"])
    assert not s.options("terrain")
    assert s.refusal("terrain g1+<pillbox>").rule == "UF:23.1"


@pytest.mark.rule("UF:23.3", "UF:23.3-b")
def test_transfers_and_captors_are_held_to_it() -> None:
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "letter": "B", "cards": ["pillbox"]},
            {
                "side": "german",
                "men": ["diettinger", {"id": "hessel", "secondary": "radio"}, "schultz"],
                "letter": "C",
            },
            {"side": "american", "men": AMERICANS},
        ],
        german=["movement", "movement"],
    )
    s.do("transfer g2 g1")
    movers = {text.split("+")[1] for text in s.options("depart")}
    assert movers == {"diettinger", "schultz"}
    s.do(s.options("depart")[0])
    assert not s.options("depart")


@pytest.mark.rule("UF:23.3-b", "UF:20.74-b")
def test_two_weapons_are_too_much_for_it() -> None:
    armed = {"id": "beck", "weapon": "american-rifle", "captured": True, "kept": "german-rifle"}
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["streich", "wolff"], "letter": "B", "cards": ["pillbox"]},
            {"side": "german", "men": ["diettinger", armed], "letter": "C"},
            {"side": "american", "men": AMERICANS},
        ],
        german=["movement"],
    )
    s.do("transfer g2 g1")
    assert {text.split("+")[1] for text in s.options("depart")} == {"diettinger"}
