"""Odds shown before an attack are those of the dice: every throw is tried and counted."""

from __future__ import annotations

from collections import Counter

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from defilade.kernel import Action, Outcome, all_throws
from defilade.rules.sk.situation import Situation, build_situation

SQUADS = ["ger-467", "ger-548", "ger-436", "ger-247", "ger-468"]
TARGETS = ["rus-447", "rus-426", "rus-9-1", "rus-237"]

states = st.fixed_dictionaries(
    {},
    optional={
        "broken": st.booleans(),
        "pinned": st.booleans(),
        "cx": st.booleans(),
        "was_pinned": st.booleans(),
    },
)
firers = st.lists(
    st.tuples(
        st.sampled_from(SQUADS),
        st.sampled_from(["K5", "K4", "J4"]),
        st.sampled_from(["", "ger-lmg", "ger-hmg"]),
        st.fixed_dictionaries({}, optional={"pinned": st.booleans(), "cx": st.booleans()}),
    ),
    min_size=1,
    max_size=3,
)
targets = st.lists(st.tuples(st.sampled_from(TARGETS), states), min_size=1, max_size=3)


def position_of(phase, german, russian, hex, **more):
    units = [
        {
            "id": f"g{n}",
            "type": kind,
            "hex": at,
            **state,
            **({"sw": [{"id": f"w{n}", "type": gun}]} if gun else {}),
        }
        for n, (kind, at, gun, state) in enumerate(german)
    ]
    units += [{"id": f"r{n}", "type": kind, "hex": hex, **state} for n, (kind, state) in enumerate(russian)]
    plain = {"board": "z", "phase": phase, "attacker": "german", "units": units, **more}
    return build_situation(msgspec.convert(plain, Situation))[0]


def result_of(events):
    """The result of the attack, as the odds call it."""
    text = next(event.text for event in events if event.breakdown is not None)
    word = text.rstrip(".").rpartition(": ")[2]
    if word.startswith("K/"):
        return "K"
    return "KIA" if word.endswith("KIA") else {"no effect": "-"}.get(word, word)


@settings(max_examples=60)
@given(firers, targets, st.sampled_from(["K3", "J3"]), st.sampled_from(["PFPh", "AFPh"]), st.integers(0, 1))
def test_odds_of_fire_equal_every_throw(german, russian, hex, phase, smoke):
    position = position_of(phase, german, russian, hex, smoke={"K3": 2} if smoke else {})
    if Action("target", (), "z" + hex) not in position.pending.options:
        return
    position.advance(Action("target", (), "z" + hex))
    for _ in range(3):
        adding = [option for option in position.pending.options if option.verb == "add"]
        if adding:
            position.advance(adding[0])
    declare = Action("declare")
    described = position.system.describe(position.state, declare)
    position.advance(declare)
    counted = Counter(result_of(position.apply(Outcome(throw))[1]) for throw in all_throws(2))
    shown = {name: round(36 * chance) for name, chance in described.odds.items() if chance}
    assert shown == counted


@settings(max_examples=40)
@given(firers, targets)
def test_odds_of_close_combat_equal_every_throw(german, russian):
    german = [(kind, "K4", "", state) for kind, _, _, state in german]
    position = position_of(
        "CCPh", german, [(kind, {**state, "pinned": False}) for kind, state in russian], "K4"
    )
    while any(option.verb == "stack" for option in position.pending.options):
        position.advance(position.pending.options[0])
    for verb in ("attack", "with"):
        options = [option for option in position.pending.options if option.verb == verb]
        position.advance(options[0])
    declare = Action("declare")
    described = position.system.describe(position.state, declare)
    if described.odds is None or set(described.odds) != {"eliminated", "casualty reduction", "no effect"}:
        return
    kill, drm = described.breakdown.column, described.breakdown.drm
    finals = [sum(throw) + drm for throw in all_throws(2)]
    assert round(36 * described.odds["eliminated"]) == sum(final < kill for final in finals)
    assert round(36 * described.odds["casualty reduction"]) == sum(final == kill for final in finals)


@settings(max_examples=60)
@given(firers, targets, st.sampled_from(["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh"]))
def test_any_situation_can_be_written_down_and_read_back(german, russian, phase):
    position = position_of(phase, german, russian, "K3")
    system = position.system
    data = system.encode(position.state)
    again = system.decode(data)
    assert system.encode(again) == data
    assert system.pending(again) == position.pending
