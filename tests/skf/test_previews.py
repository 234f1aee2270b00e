"""The odds of a shot before its dice are those that all its dice together give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from defilade.kernel import Action, Chance, Choice, Outcome, Position
from defilade.rules.sk.full.ordnance.aiming import Aiming
from defilade.rules.sk.ift import class_of
from defilade.rules.sk.state import State
from defilade.rules.sk.tables import FireResult
from defilade.tactics.arcs import facings_to
from sk.places import board, line
from skf.gunnery import crew, duel, there
from skf.situation import Situation
from skf.tanks import Tanks

DICE = [Outcome(dice) for dice in product(range(1, 7), repeat=2)]
NAMES = {"no effect": "-"}


def brute_force(position: Position[State], target: str) -> dict[str, float]:
    """Every To Hit DR, every random selection and every IFT DR after it, through the engine."""
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
        elif any(event.kind == "smoke_shell" for event in events):
            note("critical hit" if "Critical" in hit[0].text else "hit", 1 / 36)
        else:
            _effects(after, target, 1 / 36, note)
    return found


def _effects(
    position: Position[State], target: str, chance: float, note: Callable[[str, float], None]
) -> None:
    moment = position.pending
    if isinstance(moment, Choice):  # who of them the Panzerfaust strikes
        _effects(position.apply(Action("by-chance"))[0], target, chance, note)
        return
    assert isinstance(moment, Chance)
    if "Random selection" in moment.asks:
        for first in range(moment.dice):  # ties are rolled again, so everybody is as likely
            faces = tuple(2 if place == first else 1 for place in range(moment.dice))
            _effects(position.apply(Outcome(faces))[0], target, chance / moment.dice, note)
        return
    for effect in DICE:
        _, events = position.apply(effect)
        if any(event.kind == "dud" for event in events):
            note("-" if target in moment.about else "miss", chance / 36)
            continue
        said = next(
            (event for event in events if event.kind == "ordnance_effect" and target in event.who), None
        )
        if said is None:  # another unit was struck
            note("miss", chance / 36)
            continue
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


# -- 30 shots of all kinds -------------------------------------------------------------------------------------------

FRIEND = {"id": "g", "type": "ger-467", "hex": "here"}
GUNNERS = {
    "target": "rus-228-crew",
    "target_states": {"sw": [{"id": "theirs", "type": "rus-45l-at", "facing": 0}]},
}
TWO = [{"id": "u", "type": "rus-447", "hex": "there"}]
THREE = [*TWO, {"id": "v", "type": "rus-447", "hex": "there"}]

GUNS = [
    # guns: each Target Type, kinds of ammunition, terrain, crews, several targets
    ({"distance": 3}, "itt-HE"),
    ({"distance": 3}, "itt-AP"),
    ({"distance": 1, "terrain": "stone_building"}, "itt-HE"),
    ({"distance": 5, "terrain": "stone_building"}, "att-HE"),
    ({"distance": 2, "terrain": "wooden_building", "gun_acquired": ("t",), "gun_acquired_drm": -2}, "itt-HE"),
    ({"distance": 3, "gun": "bri-57l-at"}, "itt-HE"),
    ({"distance": 3, "gun": "bri-57l-at"}, "itt-AP"),
    ({"distance": 3, "gun": "bri-57l-at"}, "itt-APDS"),
    ({"distance": 4, "terrain": "wooden_building", "gun": "ger-75s-inf"}, "itt-HEAT"),
    ({"distance": 7, "gun": "rus-76l-art", "target": "ger-467"}, "itt-HE"),
    ({"distance": 4, "gun": "ger-150s-inf", "terrain": "woods"}, "itt-HE"),
    ({"distance": 2, "more": TWO}, "itt-HE"),
    ({"distance": 2, "more": THREE, "gun": "ger-88l-aa"}, "att-HE"),
    ({"distance": 3, "phase": "AFPh"}, "itt-HE"),
    ({"distance": 3, "pinned": True}, "itt-HE"),
    ({"distance": 1, "phase": "DFPh", "attacker": "russian", "gun_fire": "first"}, "itt-HE"),
    ({"distance": 3, **GUNNERS}, "itt-HE"),
    ({"distance": 3, **GUNNERS}, "att-HE"),
    ({"distance": 3, **GUNNERS, "gun": "ger-75s-inf"}, "itt-HEAT"),
    ({"distance": 5, "gun": "ger-105-art"}, "att-smoke"),
    # mortars
    ({"distance": 4, "gun": "ger-81s-mtr", "terrain": "woods"}, "att-HE"),
    ({"distance": 4, "gun": "ger-81s-mtr", **GUNNERS}, "att-HE"),
    ({"distance": 6, "gun": "ger-81s-mtr", "more": TWO}, "att-smoke"),
]


@pytest.mark.rule("SKF:3.2.4-i", "SKF:6.1-f", "SKF:6.2-b")
@pytest.mark.parametrize(("situation", "manner"), GUNS)
def test_odds_are_those_of_all_dice(situation: dict[str, object], manner: str) -> None:
    s = duel(**situation)  # type: ignore[arg-type]
    odds, position = offered(s, manner)
    found = brute_force(position, "t")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds == pytest.approx(found)


def hand_held(weapon: str, target: str, distance: int, building: str, **more: Any) -> Situation:
    """A squad `c` with a weapon `gun`, and somebody to fire at in a building."""
    here, place = line(distance, target=building)
    nation = {"usa": "american", "ger": "german", "bri": "british"}[weapon[:3]]
    squad = {"usa": "usa-747", "ger": "ger-467", "bri": "bri-457"}[weapon[:3]]
    units = [
        {"id": "c", "type": squad, "hex": here, "sw": [{"id": "gun", "type": weapon}]},
        {"id": "t", "type": target, "hex": place},
        *({**unit, "hex": {"here": here, "there": place}[unit["hex"]]} for unit in more.get("units", [])),
    ]
    return Situation("y", "PFPh", nation, units, month=7)


@pytest.mark.rule("SKF:4.4-a", "SKF:4.5-a")
@pytest.mark.parametrize(
    ("weapon", "target", "distance", "building", "manner", "more"),
    [
        ("usa-baz44", "ger-467", 2, "stone_building", "own-HEAT", {}),
        ("ger-psk", "rus-447", 1, "wooden_building", "own-HEAT", {"units": TWO}),
        ("bri-piat", "ger-467", 1, "wooden_building", "own-HEAT", {}),
        ("ger-50s-mtr", "rus-447", 4, "woods", "att-HE", {}),
        ("bri-51-mtr", "ger-467", 5, "open", "att-smoke", {}),
    ],
)
def test_odds_of_hand_held_weapons(
    weapon: str, target: str, distance: int, building: str, manner: str, more: dict[str, Any]
) -> None:
    odds, position = offered(hand_held(weapon, target, distance, building, **more), manner)
    assert odds == pytest.approx(brute_force(position, "t"))


@pytest.mark.rule("SKF:4.4.2-b", "SKF:4.4.2-i", "SKF:4.4.2-j", "SKF:4.4.2-l")
@pytest.mark.parametrize("others", [(), TWO, THREE])
@pytest.mark.parametrize("who", ["ger-467", "ger-247", "ger-436"])
def test_odds_of_a_panzerfaust(who: str, others: list[dict[str, Any]]) -> None:
    """The check, the shot of one who has one, who of several is struck, and duds."""
    here, place = line(1, target="stone_building")
    units = [{"id": "c", "type": who, "hex": here}, {"id": "t", "type": "rus-447", "hex": place}]
    units += [{**unit, "hex": place} for unit in others]
    s = Situation(
        "y",
        "PFPh",
        "german",
        units,
        month=7,
        special=[{"type": "panzerfausts", "side": "german", "rule": "SKF:4.4.2-a"}],
    )
    s.state.panzerfausts = -9
    s.position._pending = s.position.system.pending(s.state)
    action = s.action(f"panzerfaust c {place}")
    odds = s.position.system.describe(s.state, action).odds
    found: dict[str, float] = {}
    start = s.position.clone()
    start.advance(action)
    for face in range(1, 7):
        position, _ = start.apply(Outcome((face,)))
        if isinstance(position.pending, Chance) and position.pending.dice == 2:
            for name, share in brute_force(position, "t").items():
                found[name] = found.get(name, 0.0) + share / 6
        else:
            found["no shot"] = found.get("no shot", 0.0) + 1 / 6
    assert sum(odds.values()) == pytest.approx(1)
    assert odds == pytest.approx(found)


def _killed(position: Position[State]) -> Iterator[tuple[str, float]]:
    """What every TK DR comes to; where none can, none is made."""
    if not isinstance(position.pending, Chance):
        yield "hit, no effect", 1.0
        return
    for dice in DICE:
        _, events = position.apply(dice)
        words = (
            next(event.text for event in events if event.kind == "to_kill").rstrip(".").rpartition(": ")[2]
        )
        yield ("hit, no effect" if words in ("no effect", "a dud") else words), 1 / 36


@pytest.mark.rule("SKF:3.2.4-g", "SKF:4.4.4-a", "SKF:6.1-a")
@pytest.mark.parametrize(
    ("units", "weapon", "manner", "tank"),
    [
        ([], "ger-75l-at", "vtt-AP", {}),
        ([], "ger-75l-at", "vtt-APCR", {"motion": True}),
        (["ger-atr"], "ger-atr", "vtt-AP", {}),
        (["ger-psk"], "ger-psk", "own-HEAT", {}),
    ],
)
def test_odds_of_hitting_a_tank(units: list[str], weapon: str, manner: str, tank: dict[str, Any]) -> None:
    facing = facings_to(board("z"), "zY3", "zY6")[0]
    firer: dict[str, Any] = crew("Y3", weapon, facing=facing)
    if units:
        firer = {"id": "c", "type": "ger-467", "hex": "Y3", "sw": [{"id": "gun", "type": weapon}]}
    s = Tanks(
        "PFPh",
        "german",
        [{"id": "e", "type": "rus-t3485", "hex": "Y6", "vca": 5, **tank}],
        [firer],
        sides=("german", "russian"),
    )
    s.do("gun c+gun", "at - Y6")
    aimed = "-" if manner[:3] in ("att", "itt") else "e"
    action = s.action(f"shoot {aimed} Y6 {manner}")
    odds = s.position.system.describe(s.state, action).odds
    position = s.position.clone()
    position.advance(action)
    found: dict[str, float] = {}
    for roll in DICE:
        after, events = position.apply(roll)
        said = [event.text for event in events if event.kind == "to_hit"]
        name = "no ammunition"
        if said:
            name = "critical hit" if "Critical" in said[0] else "hit" if "a hit" in said[0] else "miss"
        for name_of, share in _killed(after) if aimed == "e" and "hit" in name else [(name, 1.0)]:
            found[name_of] = found.get(name_of, 0.0) + share / 36
    assert odds == pytest.approx(found)


@pytest.mark.rule("DAE:QRDC-case16")
def test_odds_of_a_tank_in_motion() -> None:
    """The lower die counts twice."""
    s = Tanks(
        "DFPh",
        "russian",
        [
            {
                "id": "c",
                "type": "ger-pzivh",
                "hex": "Y3",
                "vca": facings_to(board("z"), "zY3", "zY5")[0],
                "motion": True,
            }
        ],
        [{"id": "t", "type": "rus-447", "hex": "Y5"}],
        sides=("german", "russian"),
    )
    gun = s.options("gun")[0]
    s.do(gun, "at - Y5")
    action = s.action("shoot - Y5 itt-HE")
    odds = s.position.system.describe(s.state, action).odds
    position = s.position.clone()
    position.advance(action)
    assert odds == pytest.approx(brute_force(position, "t"))
    assert odds["miss"] > 0.9


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
