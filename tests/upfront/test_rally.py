"""Rally cards, voluntary panic and Hero cards (UF:10)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.table.figures import answer
from upfront.situation import Situation

ENEMY = {"side": "american", "men": ["myers", "smith"], "range": 2}


def pinned(*men: str) -> list[dict[str, Any]]:
    return [{"id": man, "pinned": True} for man in men]


def squad(men: list[Any], hand: list[str], *others: dict[str, Any], **more: Any) -> Situation:
    groups = [{"side": "german", "men": men, "range": 2}, *others, ENEMY]
    return Situation("german", groups, german=hand, american=more.pop("american", []), **more)


@pytest.mark.rule("UF:10.2-a", "UF:10.2-b", "UF:10.21-a")
def test_the_owner_chooses_who_rallies():
    s = squad(["beck", *pinned("wolff", "streich", "schultz")], ["rally 2", "rally 3"])
    card = s.card("rally 2")
    s.do("rally g1+<rally 2>")
    assert s.options() == ["up wolff", "up streich", "up schultz"]
    s.do("up schultz", "up wolff")
    assert [s.man(m).pinned for m in ("wolff", "streich", "schultz")] == [False, True, False]
    assert not s.options("rally"), "one Rally card a group and turn"
    s.do("done")
    assert card in s.state.trays["1"].discards


@pytest.mark.rule("UF:10.21-b", "UF:10.22")
def test_a_sufficient_card_rallies_all_and_no_more():
    other = {"side": "german", "men": pinned("bernhoff"), "range": 2}
    s = squad(["beck", *pinned("wolff", "streich")], ["rally 4"], other)
    s.do("rally g1+<rally 4>")
    assert not s.man("wolff").pinned and not s.man("streich").pinned
    assert s.man("bernhoff").pinned, "what is left over serves no other group"
    assert not s.options("rally")


@pytest.mark.rule("UF:10.2-a")
def test_no_rally_without_pinned_men():
    assert not squad(["beck", "wolff"], ["rally 2"]).options("rally")


@pytest.mark.rule("UF:10.23-a", "UF:10.23-c", "UF:10.23-d")
def test_rally_all_for_two_adjacent_groups():
    other = {"side": "german", "men": ["diettinger", *pinned("bernhoff")], "range": 2}
    s = squad(["beck", *pinned("wolff", "streich")], ["rally all"], other)
    s.do("rally g1+<rally all> g2")
    assert not any(s.man(m).pinned for m in ("wolff", "streich", "bernhoff"))
    assert s.group("g1").acted and s.group("g2").acted and s.state.players["german"].actions == 2
    far = {**other, "range": 1}
    s = squad(["beck", *pinned("wolff", "streich")], ["rally all"], far)
    assert not s.offers("rally g1+<rally all> g2"), "not on the same range chit"
    leaderless = {**other, "men": ["schumacher", *pinned("bernhoff")]}
    s = squad(["beck", *pinned("wolff", "streich")], ["rally all"], leaderless)
    assert not s.offers("rally g1+<rally all> g2"), "no leader in either"
    s.do("rally g1+<rally all>")
    assert not s.man("wolff").pinned and s.man("bernhoff").pinned, "one group needs no leader"
    s = squad(["hessel", *pinned("wolff")], ["rally all"], far)
    assert s.offers("rally g1+<rally all> g2"), "at different range chits as far apart, with a leader each"


@pytest.mark.rule("UF:10.23-b")
def test_rally_all_for_two_groups_apart():
    between = {"side": "german", "men": ["schumacher", "schussel"], "range": 0}
    far = {"side": "german", "men": ["diettinger", *pinned("bernhoff")], "range": 0}
    s = squad(["hessel", *pinned("wolff")], ["rally all"], between, far)
    assert s.offers("rally g1+<rally all> g3")
    s = squad(["beck", *pinned("wolff")], ["rally all"], between, far)
    assert not s.offers("rally g1+<rally all> g3"), "each needs a leader"
    s = squad([{"id": "hessel", "pinned": True}, *pinned("wolff")], ["rally all"], between, far)
    assert not s.offers("rally g1+<rally all> g3"), "an unpinned one"


@pytest.mark.rule("UF:10.3")
def test_voluntary_panic():
    s = squad(["beck", "streich", "schultz", *pinned("wolff")], ["movement"])
    s.do("let-go wolff").draw("red 3 0r=5")
    assert s.fate("wolff") == "kia", "5 is not above his Panic of 5"
    assert s.offers("move g1+<movement> - advance"), "it was no action, and the others are free to move"
    assert answer(s.g, "losses german") == 1
    s = squad(["beck", "streich", "schultz", *pinned("wolff")], []).do("let-go wolff").draw("black 6 0r=6")
    assert s.fate("wolff") == "rout"
    assert not squad(["beck", "wolff"], []).options("let-go")


@pytest.mark.rule("UF:15.54", "UF:10.3")
def test_a_commissar_is_never_let_go():
    groups = [{"side": "russian", "men": ["rostov", *pinned("zorin")]}, ENEMY]
    assert not Situation("russian", groups, russian=[], american=[]).options("let-go")


# -- heroes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:10.4-a", "UF:10.43-b")
def test_a_hero_in_ones_own_turn():
    s = squad(["beck", *pinned("wolff")], ["hero", "fire 4", "movement"])
    assert answer(s.g, "firepower g1 a1") == 3
    s.do("hero <hero>+wolff")
    assert not s.man("wolff").pinned and s.man("wolff").heroic
    assert answer(s.g, "firepower g1 a1") == 3 + 6, "rallied, and with heroic firepower"
    assert s.options("fire") and not s.group("g1").acted, "no action is spent"


@pytest.mark.rule("UF:10.4-a")
def test_a_hero_who_is_pinned_again_may_be_rallied_again():
    s = squad(["beck", {"id": "wolff", "heroic": True}], ["hero"])
    assert not s.offers("hero <hero>+wolff"), "a hero gains nothing by a second card"
    s = squad(["beck", {"id": "wolff", "heroic": True, "pinned": True}], ["hero"])
    assert not s.do("hero <hero>+wolff").man("wolff").pinned


@pytest.mark.rule("UF:10.45-a")
def test_heroic_firepower_lasts_one_player_turn():
    s = squad(["beck", "wolff"], ["hero", "fire 4"])
    s.do("hero <hero>+wolff")
    assert answer(s.g, "firepower g1 a1") == 9
    s.end_turn()
    assert not s.man("wolff").heroic and answer(s.g, "firepower g1 a1") == 6


@pytest.mark.rule("UF:10.45-a")
def test_no_hero_card_without_effect():
    """An unpinned man must still be able to fire in this turn, with more firepower than without it."""
    heroes = {"hero", "fire 4"}
    assert squad(["beck", "wolff"], [*heroes]).options("hero")
    assert not squad(["beck", "wolff"], ["hero"]).options("hero"), "there is no Fire card"
    s = squad(["beck", "wolff", "streich"], ["hero", "fire 4"], american=[])
    assert not s.do("fire g1+<fire 4> a1", "declare", "decline").options("hero"), (
        "the group has had its action"
    )
    s = squad(["bauer", {"id": "wolff", "broken": True}], [*heroes])
    assert not s.options("hero"), "a mortar and a broken rifle"
    s = squad(["bauer", *pinned("wolff")], ["hero"])
    assert s.options("hero") == [f"hero {s.card('hero')}+wolff"], "who is pinned is rallied"


@pytest.mark.rule("UF:10.45-a")
@pytest.mark.parametrize(
    ("men", "hand", "serves"),
    [
        (["beck", "wolff"], ["hero", "fire 4 needs 8"], True),
        (["beck"], ["hero", "fire 4 needs 8"], False),
        (["beck", "wolff"], ["hero", "fire 5"], False),
        (["beck", "wolff"], ["hero", "hero", "fire 5"], True),
    ],
)
def test_a_hero_must_make_a_fire_card_usable(men: list[str], hand: list[str], serves: bool):
    """Each has 3 and 6 as a hero: 9 are enough for 8, 6 are not, and for 11 it takes two heroes."""
    assert bool(squad(men, hand).options("hero")) is serves


@pytest.mark.rule("UF:10.45-a", "UF:10.45-d", "UF:28.81-b", "UF:33.9")
def test_other_effects_of_a_hero_card():
    s = squad([{"id": "beck", "wounded": True}, "wolff"], ["hero"])
    assert s.options("hero") == [f"hero {s.card('hero')}+beck"], "his wound is suspended"
    tank = {"side": "american", "men": [{"id": "sherman", "pinned": True}], "range": 3}
    groups = [{"side": "german", "men": ["gerhart", "wolff"], "range": 2}, tank]
    s = Situation("german", groups, german=["hero"], american=[])
    assert {option.split("+")[1] for option in s.options("hero")} == {"gerhart", "wolff"}, "hand to hand"
    guard = {"id": "wolff", "guards": ["myers"]}
    s = Situation("german", [{**groups[0], "men": ["gerhart", guard]}, tank], german=["hero"], american=[])
    assert s.options("hero") == [f"hero {s.card('hero')}+gerhart"], "a guard does not get at it"
    s = Situation("german", [groups[0], {**tank, "range": 2}], german=["hero", "fire 4"], american=[])
    assert s.options("hero") == [f"hero {s.card('hero')}+gerhart"], "his panzerschreck hits more often"


@pytest.mark.rule("UF:10.45-b")
def test_a_heroic_gunner_uses_bracketed_values():
    s = squad(["schussel", {"id": "schultz", "crews": "schussel"}], ["hero", "fire 4"])
    s.do("hero <hero>+schussel")
    bracketed = s.g.library.weapons["german-lmg"].bracketed[4]
    from defilade.rules.upfront.infantry.fire import fire_attack
    from defilade.rules.upfront.infantry.firepower import man_firepower

    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert man_firepower(s.g, s.man("schussel"), attack) == 2 * bracketed


@pytest.mark.rule("UF:10.45-b", "UF:10.43-b", "UF:19.15-a")
@pytest.mark.parametrize(("chit", "flanks", "heroic"), [(-2, False, 3), (0, False, 6), (2, True, 14)])
def test_a_hero_makes_no_crewed_gun_weaker(chit: int, flanks: bool, heroic: int):
    """Fully crewed the gun has 3, 5 and 7 at Relative Range 0, 2 and 4, in brackets 1, 3 and 4."""
    from defilade.rules.upfront.infantry.fire import fire_attack
    from defilade.rules.upfront.infantry.firepower import man_firepower, uses_brackets

    gunner = {
        "side": "german",
        "men": [*pinned("schussel"), {"id": "schultz", "crews": "schussel"}],
        "range": chit,
    }
    front = {"side": "german", "men": ["beck", "wolff"], "range": 0}
    groups = [gunner, front, {**ENEMY, "letter": "B" if flanks else "A"}]
    if flanks:
        gunner["flanks"] = ["a1"]
    s = Situation("german", groups, german=["hero", "fire 4"], american=[]).do("hero <hero>+schussel")
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert man_firepower(s.g, s.man("schussel"), attack) == heroic
    assert uses_brackets(s.g, s.man("schussel"), attack) == (heroic == 6), "only as a hero"


@pytest.mark.rule("UF:10.45-c")
def test_no_heroic_mortar():
    from defilade.rules.upfront.infantry.fire import fire_attack
    from defilade.rules.upfront.infantry.hero import heroic_firepower

    s = squad([*pinned("bauer"), "wolff"], ["hero", "fire 4"])
    s.do("hero <hero>+bauer")
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert list(heroic_firepower(s.g, s.man("bauer"), attack)) == []


@pytest.mark.rule("UF:10.4-a", "UF:10.4-b", "UF:10.42")
def test_a_hero_in_the_enemys_turn():
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": 2},
        {"side": "american", "men": ["myers", {"id": "degi", "pinned": True}, "smith"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 4"], american=["hero", "fire 1"])
    s.fire("g1", "a1", "fire 4").draw("red 3")
    assert s.side() == "american" and s.offers("hero <hero>+degi"), "asked before his attack is resolved"
    s.do("hero <hero>+degi").draw("red 3")
    assert not s.man("degi").pinned and not s.gone("degi"), "1 is less than his Morale"
    s.draw("red 3")
    assert len(s.state.hands["american"]) == 1, "not replaced yet"


@pytest.mark.rule("UF:10.42")
def test_a_hero_is_asked_for_in_time_or_never():
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": 2},
        {"side": "american", "men": [{"id": "degi", "pinned": True}, "myers", "smith"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 4"], american=["hero"])
    s.fire("g1", "a1", "fire 4").do("no").draw("black 1 0r=9 7=6")
    assert s.gone("degi")
    assert "Myers" in s.pending.asks, "no question about a man who is gone"


@pytest.mark.rule("UF:10.4-a")
def test_a_hero_played_as_soon_as_it_is_drawn():
    s = squad(["beck", *pinned("wolff")], ["fire 5"] * 4, stage="refill")
    hero = next(card.id for card in s.g.deck.values() if card.is_kind("hero"))
    s.do("draw - - 1").draw(hero)
    assert s.offers(f"hero {hero}+wolff") and not s.options("draw")
    s.do(f"hero {hero}+wolff")
    assert not s.man("wolff").pinned
    s.do("draw - - 1").draw("black 1")
    assert len(s.state.hands["german"]) == 5, "he draws another card for it"


def test_the_question_for_a_hero_tells_nothing():
    """The owner is asked as long as everybody must reckon with a Hero, whatever he holds."""
    import msgspec

    from defilade.kernel import make_view

    views = set()
    for hand in (["hero"], ["fire 6"]):
        groups = [
            {"side": "german", "men": ["beck", "wolff", "streich"], "range": 2},
            {"side": "american", "men": [{"id": "degi", "pinned": True}, "myers"], "range": 2},
        ]
        s = Situation("german", groups, german=["fire 4"], american=hand)
        s.fire("g1", "a1", "fire 4")
        assert s.side() == "american"
        views.add(msgspec.json.encode(make_view(s.position.system, s.position, "german", 1)))
    assert len(views) == 1


def test_nobody_is_asked_when_both_heroes_are_known_to_be_elsewhere():
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": 2},
        {"side": "american", "men": [{"id": "degi", "pinned": True}, "myers"], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 4"], american=["fire 6"], discards=["hero", "hero"])
    s.do("fire g1+<fire 4> a1", "declare", "no", "resolve")
    assert "Attack on" in s.pending.asks
