"""The chances of draws that are no attacks are exact: counted here by hand, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from defilade.kernel import Action, Chance, Outcome
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.state import Man, State
from defilade.rules.upfront.infantry.odds import possible_draws
from upfront.situation import Situation

GERMANS = {"side": "german", "men": ["hessel", "bernhoff", "wolff"], "range": 3, "cards": ["woods"]}
AMERICANS = {"side": "american", "men": ["frattali", "edwards"], "range": 2, "cards": ["buildings"]}


def odds(s: Situation, action: str) -> Mapping[str, float]:
    """What a player is told of an option: from his view, which hides the draw pile and the other hands."""
    view = s.position.system.redact(s.state, s.side())
    told = s.position.system.describe(view, s.action(action))
    assert told.odds is not None and told.label
    return told.odds


def share(s: Situation, comes: Callable[[ActionCard], bool]) -> float:
    cards = possible_draws(s.g, s.side())
    return sum(comes(card) for card in cards) / len(cards)


@pytest.mark.rule("UF:36.1-a")
def test_digging_in_needs_a_zero() -> None:
    s = Situation("german", [{**GERMANS, "cards": []}, AMERICANS], german=["fire 2"])
    assert odds(s, "entrench g1") == {"dug in": share(s, lambda card: card.number == 0)}


@pytest.mark.rule("UF:19.3-b", "UF:33.4")
def test_a_weapon_is_repaired_or_ruined() -> None:
    men = ["hessel", {"id": "bernhoff", "broken": True}, "wolff"]
    s = Situation("german", [{**GERMANS, "men": men}, AMERICANS], german=["fire 2"])
    mended = share(s, lambda card: not card.red and card.number >= 1)
    ruined = share(s, lambda card: card.red and card.number >= 4)
    assert odds(s, "repair g1+bernhoff") == pytest.approx({"repaired": mended, "ruined": ruined})
    hurt = ["hessel", {"id": "bernhoff", "broken": True, "wounded": True}, "wolff"]
    s = Situation("german", [{**GERMANS, "men": hurt}, AMERICANS], german=["fire 2"])
    able = share(s, lambda card: not card.red)
    told = odds(s, "repair g1+bernhoff")
    assert told == pytest.approx({"repaired": able * mended, "ruined": able * ruined})


@pytest.mark.rule("UF:19.3-b")
def test_the_gun_of_an_infantry_gun_is_repaired_or_ruined() -> None:
    gun = {"id": "leig18", "broken": ["gun"]}
    s = Situation("german", [{**GERMANS, "men": ["hessel", gun]}, AMERICANS], german=["fire 2"])
    mended = share(s, lambda card: not card.red)
    ruined = share(s, lambda card: card.red and card.number == 6)
    assert odds(s, "repair g1+leig18 - gun") == pytest.approx({"repaired": mended, "ruined": ruined})


@pytest.mark.rule("UF:19.3-b", "UF:33.9")
def test_a_hero_repairs_as_if_he_were_not_wounded() -> None:
    men = ["hessel", {"id": "bernhoff", "broken": True, "wounded": True}, "wolff"]
    s = Situation("german", [{**GERMANS, "men": men}, AMERICANS], german=["hero"]).do("hero <hero>+bernhoff")
    mended = share(s, lambda card: not card.red and card.number >= 1)
    ruined = share(s, lambda card: card.red and card.number >= 4)
    assert odds(s, "repair g1+bernhoff") == pytest.approx({"repaired": mended, "ruined": ruined})


@pytest.mark.rule("UF:14.3-a")
def test_a_sniper_hits_with_the_numbers_on_his_card() -> None:
    s = Situation("german", [GERMANS, AMERICANS], stage="discards", german=["sniper"])
    card = s.card("sniper")
    (use,) = s.g.deck[card].uses
    told = odds(s, f"sniper {card} a1")
    assert told["killed"] == share(s, lambda one: one.number in use.kia) > 0
    assert told["pinned"] == share(s, lambda one: one.number in use.pin and one.number not in use.kia) > 0


@pytest.mark.rule("UF:14.4-b")
def test_a_sniper_is_found_with_a_higher_black_number() -> None:
    sniped = {**GERMANS, "sniped": 2, "sniped_by": "american"}
    s = Situation("german", [sniped, AMERICANS], german=["fire 2"])
    assert odds(s, "sniper-check g1") == {"Sniper found": share(s, lambda card: card.rnc > 2)}


@pytest.mark.rule("UF:20.3-a", "UF:20.21-a", "UF:20.34")
def test_slipping_in_goes_by_the_column_and_the_morale() -> None:
    """From Woods against two cards: column 1. Hessel's Morale is 4."""
    s = Situation("german", [GERMANS, AMERICANS], stage="start", german=["movement"])
    s.do("infiltrate g1")
    slips = share(s, lambda card: card.is_red(1))
    assert odds(s, f"send hessel+{s.card('movement')} a1") == {"infiltrates": slips}
    goes = share(s, lambda card: card.number < 4)
    assert odds(s, "send hessel a1") == pytest.approx({"infiltrates": goes * slips, "pinned": 1 - goes})


@pytest.mark.rule("UF:20.24-b", "UF:8.53-b")
def test_slipping_in_from_a_stream_needs_a_ford() -> None:
    """Column 2: two cards, and no shift from a Stream. One and the same card fords and lets him in."""
    ours = {**GERMANS, "cards": ["stream"]}
    s = Situation("german", [ours, AMERICANS], stage="start", german=["movement", "ford movement"])
    s.do("infiltrate g1")
    both = share(s, lambda card: card.is_red(2) and not card.red)
    assert odds(s, "send hessel+<movement> a1") == {"infiltrates": both}
    assert odds(s, "send hessel+<ford movement> a1") == {"infiltrates": share(s, lambda card: card.is_red(2))}


def test_the_chances_do_not_depend_on_what_is_hidden() -> None:
    told = []
    for held in ("rally 2", "concealed -2"):
        s = Situation("german", [{**GERMANS, "cards": []}, AMERICANS], german=["fire 2"], american=[held])
        view = s.position.system.redact(s.state, "german")
        told.append(s.position.system.describe(view, Action("entrench", ("g1",))))
    assert told[0] == told[1]


@pytest.mark.rule("UF:7.3-c")
def test_terrain_that_lies_open_before_an_answer_is_not_drawn() -> None:
    s = Situation(
        "american",
        [{**GERMANS, "cards": ["movement advance"]}, AMERICANS],
        american=["brush"],
        stage="discards",
    )
    brush = s.card("brush")
    s.do("put-terrain <brush> g1").end_turn()
    assert s.group("g1").offered is not None
    assert all(card.id != brush for side in s.state.sides for card in possible_draws(s.g, side))


# -- attacks -----------------------------------------------------------------------------------------------------


def becomes_of(state: State, key: str, was: Man) -> str:
    """What has become of a man in an attack."""
    man = state.units.get(key)
    if not isinstance(man, Man) or any("Surrendering" in type(frame).__name__ for frame in state.stack):
        return "out"
    for name in ("wounded", "berserk"):
        if getattr(man, name) and not getattr(was, name):
            return name
    if any("SecondWound" in type(frame).__name__ for frame in state.stack):
        return "out"
    return "pinned" if man.pinned and not was.pinned else ""


@pytest.mark.rule("UF:33.1-a", "UF:6.53", "UF:20.9-a", "UF:33.7-b", "UF:20.9-b")
@pytest.mark.parametrize("chit", [2, 3])
@pytest.mark.parametrize(
    "man",
    [
        {},
        {"pinned": True},
        {"wounded": True},
        {"pinned": True, "wounded": True},
        {"pinned": True, "berserk": True},
    ],
)
@pytest.mark.parametrize("side", ["american", "russian"])
def test_every_card_does_to_a_man_what_his_odds_say(side: str, man: dict[str, Any], chit: int) -> None:
    """At Relative Range 4 and 5, where Russians go berserk; nobody can hold a Hero card."""
    if man.get("berserk") and side != "russian":
        return
    key, comrades = ("degi", ["myers", "smith"]) if side == "american" else ("aliev", ["rostov", "vakuta"])
    groups = [
        {"side": "german", "men": ["beck", "wolff", "bernhoff", "streich"], "range": chit},
        {"side": side, "men": [{"id": key, **man}, *comrades], "range": 2},
    ]
    s = Situation("german", groups, german=["fire 4"], **{side: []})
    s.do(f"fire g1+<fire 4> {side[0]}1", "declare")
    told, name = odds(s, "resolve"), s.g.name(key)
    cards = {card.id for card in possible_draws(s.g, "german")}
    s.do("resolve")
    assert isinstance(s.pending, Chance) and cards == set(s.pending.pool)
    was, counted = s.man(key), Counter[str]()
    for card in s.pending.pool:
        after = s.position.clone()
        after.advance(Outcome(drawn=card))
        counted[becomes_of(after.state, key, was)] += 1
    del counted[""]
    shown = {what: round(told[f"{name} {what}"] * len(cards)) for what in counted}
    assert shown == dict(counted)
    assert sum(chance > 0 for what, chance in told.items() if what.startswith(name)) == len(counted)
