"""The odds of attacks on vehicles before the dice are those that all the dice together give, through the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from defilade.kernel import Chance, Outcome, Position
from defilade.rules.sk.full.ordnance.previews import outlooks
from defilade.rules.sk.full.ordnance.resolution import ToHit
from defilade.rules.sk.state import State
from defilade.tactics.arcs import facings_to
from sk.places import board
from skf.tanks import Tanks

SIDES = ("german", "russian")
DICE = [Outcome(dice) for dice in product(range(1, 7), repeat=2)]
HARMLESS = "hit, no effect"

TANK = {"id": "e", "type": "rus-t3485", "hex": "Y6", "vca": 2}
CREW = {"id": "c", "type": "ger-228-crew"}


def throws(position: Position[State]) -> Iterator[tuple[Position[State], list[Any]]]:
    """Every throw of two dice that the moment asks for, with what it leaves and what it tells."""
    assert isinstance(position.pending, Chance) and position.pending.dice == 2
    for dice in DICE:
        twin = position.clone()
        yield twin, twin.advance(dice)


def said(events: list[Any], *kinds: str) -> str:
    """The last words of the latest event of some kinds; none where there is none."""
    found = [event.text for event in events if event.kind in kinds]
    return found[-1].rstrip(".").rpartition(": ")[2] if found else ""


def to_kill(position: Position[State], found: dict[str, float], share: float) -> None:
    for _, events in throws(position):
        result = said(events, "to_kill", "area_hit")
        name = HARMLESS if result in ("no effect", "a dud") else result
        found[name] = found.get(name, 0.0) + share / 36


def on_crew(position: Position[State], found: dict[str, float], share: float) -> None:
    for _, events in throws(position):
        words = [event.text for event in events if event.kind == "attack" and "crew" in event.text]
        result = words[0].rstrip(".").rpartition(": ")[2]
        name = "KIA" if result.endswith("KIA") else "K" if result.startswith("K/") else result
        name = "-" if name == "no effect" else name
        found[name] = found.get(name, 0.0) + share / 36


def shot(position: Position[State]) -> dict[str, float]:
    """A To Hit DR, and what comes after a hit."""
    found: dict[str, float] = {}
    for after, events in throws(position):
        told = said(events, "to_hit")
        if "miss" in told or not told:
            name = "miss" if told else "no ammunition"
            found[name] = found.get(name, 0.0) + 1 / 36
        elif isinstance(after.pending, Chance) and "To Kill" in after.pending.asks:
            to_kill(after, found, 1 / 36)
        elif any(event.kind == "to_hit" and "itt" in str(position.state.stack[-1]) for event in events):
            on_crew(after, found, 1 / 36)
        else:
            to_kill(after, found, 1 / 36)
    return found


def offered(s: Tanks, action: str) -> tuple[dict[str, float], Position[State]]:
    """The odds on the button, and the position after it has been pressed."""
    step = s.action(action)
    described = s.position.system.describe(s.state, step)
    twin = s.position.clone()
    twin.advance(step)
    return described.odds, twin


def gun_at(hex: str, target: dict[str, Any], gun: str = "ger-75l-at", **states: Any) -> Tanks:
    facing = facings_to(board("z"), f"z{hex}", f"z{target['hex']}")[0]
    crew = {**CREW, "hex": hex, "sw": [{"id": "gun", "type": gun, "facing": facing, **states}]}
    return Tanks("PFPh", "german", [target], [crew], sides=SIDES)


AROUND = [
    ("Y3", {}, "vtt-AP"),
    ("Y3", {"vca": 5}, "vtt-AP"),
    ("Y3", {"vca": 1}, "vtt-AP"),
    ("Y3", {"vca": 1, "tca": 5}, "vtt-AP"),
    ("Y3", {"vca": 5, "tca": 2}, "vtt-HE"),
    ("Y10", {}, "vtt-AP"),
    ("Y5", {"vca": 5}, "vtt-AP"),
    ("Y4", {"vca": 5, "motion": True}, "vtt-AP"),
    ("Y9", {"type": "rus-kv1", "vca": 2}, "vtt-AP"),
    ("Y9", {"type": "rus-kv1", "vca": 2}, "vtt-APCR"),
    ("Y9", {"type": "rus-t70", "vca": 0}, "vtt-AP"),
    ("Y9", {"type": "rus-ba6", "vca": 0}, "vtt-HE"),
    ("Y3", {"type": "rus-kv1"}, "att-HE"),
    ("Y3", {"type": "rus-ba6"}, "att-HE"),
    ("Y3", {"ce": True}, "itt-HE"),
    ("Y8", {"ce": True, "type": "rus-kv1"}, "itt-AP"),
]
"""From where, at what, and how: each side of hull and turret, Critical Hits among the dice."""


@pytest.mark.rule("SKF:7.9-b", "DAE:QRDC-afvdest", "SKF:7.11-a", "SKF:7.12-a", "SKF:6.1-e")
@pytest.mark.parametrize(("hex", "changes", "manner"), AROUND)
def test_odds_of_a_gun_against_a_vehicle(hex: str, changes: dict[str, Any], manner: str) -> None:
    target = {**TANK, **changes}
    s = gun_at(hex, target)
    s.do("gun c+gun", f"at - {target['hex']}")
    who = "e" if manner.startswith("vtt") else "-"
    odds, position = offered(s, f"shoot {who} {target['hex']} {manner}")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds == pytest.approx(shot(position))


SQUADS = [
    ({"hex": "Y3", "sw": [{"id": "w", "type": "ger-psk"}]}, "gun g+w", "shoot e Y6 own-HEAT"),
    ({"hex": "Y5", "sw": [{"id": "w", "type": "ger-psk"}]}, "gun g+w", "shoot e Y6 own-HEAT"),
]


@pytest.mark.rule("SKF:4.4-b", "SKF:4.4.1-e", "DAE:QRDC-tkheat")
@pytest.mark.parametrize(("squad", "gun", "shoots"), SQUADS)
def test_odds_of_a_panzerschreck(squad: dict[str, Any], gun: str, shoots: str) -> None:
    s = Tanks("PFPh", "german", [TANK], [{"id": "g", "type": "ger-467", **squad}], sides=SIDES)
    s.do(gun, "at - Y6")
    odds, position = offered(s, shoots)
    assert odds == pytest.approx(shot(position))


@pytest.mark.rule("SKF:4.4.2-h", "SKF:4.4.2-j", "SKF:4.4.2-k")
@pytest.mark.parametrize("hex", ["Y5", "Y4"])
def test_odds_of_a_panzerfaust(hex: str) -> None:
    squad = {"id": "g", "type": "ger-467", "hex": hex}
    s = Tanks("PFPh", "german", [TANK], [squad], board="", scenario="F3")
    s.do("panzerfaust g+e Y6").roll(1)
    frame = s.state.stack[-1]
    assert isinstance(frame, ToHit)
    (outlook,) = outlooks(s.g, frame.shot, frame.targets)
    assert outlook.odds == pytest.approx(shot(s.position))


@pytest.mark.rule("SKF:4.1-f", "DAE:QRDC-mgth", "SKF:7.10-h")
@pytest.mark.parametrize("leader", ["", "+l"])
def test_odds_of_a_mg_against_an_armored_car(leader: str) -> None:
    squad = {"id": "g", "type": "ger-467", "hex": "Y4", "sw": [{"id": "mg", "type": "ger-mmg"}]}
    best = {"id": "l", "type": "ger-9-1", "hex": "Y4"}
    car = {**TANK, "type": "rus-ba6"}
    s = Tanks("PFPh", "german", [car], [squad, best], sides=SIDES)
    odds, position = offered(s, f"at-armor g+mg+e{leader} Y6")
    assert odds == pytest.approx(shot(position))


@pytest.mark.rule("SKF:4.2-h")
@pytest.mark.parametrize("hex", ["Y5", "Y4"])
def test_odds_of_a_flamethrower(hex: str) -> None:
    squad = {"id": "g", "type": "ger-548", "hex": hex, "sw": [{"id": "ft", "type": "ger-ft"}]}
    s = Tanks("PFPh", "german", [TANK], [squad], sides=SIDES)
    odds, position = offered(s, "at-armor g+ft+e Y6")
    found: dict[str, float] = {}
    to_kill(position, found, 1.0)
    assert odds == pytest.approx(found)


@pytest.mark.rule("SKF:7.8-a", "SKF:7.7-b")
def test_odds_of_vehicular_mg_against_a_crew() -> None:
    mine = {"id": "t", "type": "ger-pzivh", "hex": "Y3", "vca": 2}
    s = Tanks("PFPh", "german", [mine, {**TANK, "ce": True}], sides=SIDES)
    odds, position = offered(s, "mg t Y6 bmg+cmg")
    found: dict[str, float] = {}
    for _, events in throws(position):
        result = said(events, "attack")
        name = "KIA" if result.endswith("KIA") else "K" if result.startswith("K/") else result
        name = "-" if name == "no effect" else name
        found[name] = found.get(name, 0.0) + 1 / 36
    assert odds == pytest.approx(found)


FIGHTS = [
    ({}, [("a", "ger-467", {})], "a"),
    ({"ce": True, "motion": True}, [("a", "ger-467", {}), ("l", "ger-9-1", {})], "a+l"),
    ({"immobilized": True}, [("a", "ger-247", {"pinned": True})], "a"),
    ({"motion": True}, [("a", "ger-8-0", {})], "a"),
]


@pytest.mark.rule("SKF:3.8-n", "SKF:3.8-q", "DAE:QRDC-ccmod")
@pytest.mark.parametrize(("states", "squads", "who"), FIGHTS)
def test_odds_of_close_combat(
    states: dict[str, Any], squads: list[tuple[str, str, dict[str, Any]]], who: str
) -> None:
    units = [{"id": uid, "type": kind, "hex": "Y6", **more} for uid, kind, more in squads]
    s = Tanks("CCPh", "german", [{**TANK, **states}], units, sides=SIDES)
    odds, position = offered(s, f"assault-tank {who} - e")
    found = {"destroyed": 0.0, "immobilized": 0.0, "no effect": 0.0}
    for after, events in throws(position):
        if said(events, "close_combat") != "one more chance":
            found[said(events, "close_combat")] += 1 / 36
            continue
        while isinstance(after.pending, Chance) and "original 2" not in after.pending.asks:
            after.advance(Outcome((6,) * after.pending.dice))
        for face in range(1, 7):
            last = after.clone()
            last.advance(Outcome((face,)))
            tank = last.state.vehicles["e"]
            stopped = tank.immobilized and not states.get("immobilized")
            name = "destroyed" if tank.wreck else "immobilized" if stopped else "no effect"
            found[name] += 1 / 36 / 6
    assert odds == pytest.approx(found)


def test_there_are_enough_of_them() -> None:
    others = 2 + 2 + 2 + 1
    assert len(AROUND) + len(SQUADS) + len(FIGHTS) + others >= 25
