"""The odds of a shot before its dice are those that all its dice together give."""

from __future__ import annotations

from itertools import product

import pytest

from defilade.kernel import Chance, Outcome, Position
from defilade.rules.sk.full.ordnance.aiming import Aiming
from defilade.rules.sk.ift import class_of
from defilade.rules.sk.state import State
from defilade.rules.sk.tables import FireResult
from skf.gunnery import duel, there
from skf.situation import Situation

DICE = [Outcome(dice) for dice in product(range(1, 7), repeat=2)]
NAMES = {"no effect": "-"}


def brute_force(position: Position[State], target: str) -> dict[str, float]:
    """Every To Hit DR, and every IFT DR after it, through the engine."""
    found: dict[str, float] = {}

    def note(name: str, chance: float) -> None:
        found[name] = found.get(name, 0.0) + chance

    for roll in DICE:
        after, events = position.apply(roll)
        hit = [
            event
            for event in events
            if event.kind == "to_hit" and target in event.who and "miss" not in event.text
        ]
        if not hit:
            fired = any(event.kind == "to_hit" for event in events)
            note("miss" if fired else "no ammunition", 1 / 36)
            continue
        _effects(after, target, 1 / 36, note)
    return found


def _effects(position: Position[State], target: str, chance: float, note) -> None:  # type: ignore[no-untyped-def]
    moment = position.pending
    assert isinstance(moment, Chance)
    if "Random selection" in moment.asks:
        assert moment.dice == 2
        for dice in ((1, 2), (2, 1)):  # ties are rolled again, so either is as likely
            _effects(position.apply(Outcome(dice))[0], target, chance / 2, note)
        return
    for effect in DICE:
        _, events = position.apply(effect)
        said = next(event for event in events if event.kind == "ordnance_effect" and target in event.who)
        words = said.text.rstrip(".").rpartition(": ")[2].split(",")[0]
        if "lost" in words:
            words = "KIA"
        if words.endswith("KIA"):
            words = "KIA"
        elif words.startswith("K/"):
            words = "K"
        note(NAMES.get(words, words), chance / 36)


def offered(s: Situation, manner: str) -> tuple[dict[str, float], Position[State]]:
    """The odds on the button of a shot, and the position after it has been declared."""
    s.do("gun c+gun", f"at - {there(s)}")
    assert isinstance(s.state.stack[-1], Aiming)
    action = s.action(f"shoot - {there(s)} {manner}")
    described = s.position.system.describe(s.state, action)
    position = s.position.clone()
    position.advance(action)
    return described.odds, position


@pytest.mark.rule("SKF:3.2.4-i", "SKF:6.1-f")
@pytest.mark.parametrize(
    ("situation", "manner"),
    [
        ({"distance": 3}, "itt-HE"),
        ({"distance": 3}, "itt-AP"),
        ({"distance": 5, "terrain": "stone_building"}, "att-HE"),
        (
            {"distance": 2, "terrain": "wooden_building", "gun_acquired": ("t",), "gun_acquired_drm": -2},
            "itt-HE",
        ),
        ({"distance": 4, "gun": "ger-81s-mtr", "terrain": "woods"}, "att-HE"),
        ({"distance": 3, "gun": "bri-57l-at"}, "itt-HE"),
        ({"distance": 2, "more": [{"id": "u", "type": "rus-447", "hex": "there"}]}, "itt-HE"),
    ],
)
def test_odds_are_those_of_all_dice(situation: dict[str, object], manner: str) -> None:
    s = duel(**situation)  # type: ignore[arg-type]
    odds, position = offered(s, manner)
    found = brute_force(position, "t")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds == pytest.approx(found)


@pytest.mark.rule("SKF:6.7-b", "SKF:6.7-c")
def test_odds_against_a_gun() -> None:
    gun = {"id": "theirs", "type": "rus-45l-at", "facing": 0}
    for facing in range(6):
        s = duel(3, target="rus-228-crew", target_states={"sw": [{**gun, "facing": facing}]})
        odds, position = offered(s, "itt-HE")
        assert odds == pytest.approx(brute_force(position, "t"))


def test_classes_are_those_of_the_ift() -> None:
    assert class_of(FireResult("KIA", 2)) == "KIA"


def test_every_option_of_a_gun_has_words() -> None:
    s = duel(3, more=[{"id": "lead", "type": "ger-9-1", "hex": "here"}])
    seen = []
    for text in ("gun c+gun", f"at - {there(s)}", f"shoot - {there(s)} itt-HE"):
        seen += [s.position.system.describe(s.state, s.action(option)).label for option in s.options()]
        s.do(text)
    assert not any("gun c" in label or "shoot" in label for label in seen)
    assert any("Infantry Target Type with HE" in label for label in seen)
