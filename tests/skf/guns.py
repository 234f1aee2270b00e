"""Situations with offboard artillery on the map of Elst."""

from __future__ import annotations

from typing import Any

from defilade.kernel import Outcome
from defilade.rules.sk.full.artillery.batteries import eye_of
from defilade.rules.sk.full.artillery.blast_height import sees_height
from defilade.tactics.artillery import Battery
from skf.situation import Situation

OBSERVER = {"id": "o", "type": "ger-8-1", "hex": "MM9", "sw": [{"id": "radio", "type": "ger-radio"}]}
GERMAN = {"id": "g", "type": "ger-467", "hex": "NN9"}
BRITISH = {"id": "b", "type": "bri-457", "hex": "LL11"}


def card(**more: Any) -> dict[str, Any]:
    plain = {
        "type": "offboard_artillery",
        "side": "german",
        "caliber": 100,
        "black": 8,
        "red": 3,
        "rule": "DAE:4.43",
    }
    return {**plain, **more}


def guns(
    phase: str = "PFPh",
    units: list[dict[str, Any]] | None = None,
    attacker: str = "german",
    *,
    options: dict[str, str] | None = None,
    board: str = "elst",
    vehicles: list[dict[str, Any]] | None = None,
    **more: Any,
) -> Situation:
    """A battery whose radio the 8-1 in MM9 has, on the map of Elst in September."""
    if "observer" not in more:
        more.setdefault("radio", "ger-radio")
    return Situation(
        board,
        phase,
        attacker,
        units if units is not None else [OBSERVER, GERMAN, BRITISH],
        sides=("german", "british"),
        month=9,
        special=[card(**more)],
        options=options or {},
        vehicles=vehicles or [],
    )


def battery(s: Situation) -> Battery:
    return s.state.batteries["oba1"]


def lay(s: Situation, counter: str, hex: str, mission: str = "", **more: Any) -> Situation:
    """Put a counter on the map as if it had come there earlier."""
    point = s.g.map.centres[s.g.map.resolve(hex)]
    changes = {"counter": counter, "at": point, "mission": mission, "access": True, **more}
    s.g.update_battery(battery(s), **changes)
    return s


def draw(s: Situation, chit: str) -> Situation:
    s.events += s.position.advance(Outcome(drawn=chit))
    return s


def hidden_from(s: Situation, hex: str) -> str:
    """The nearest hex whose Blast Height an Observer in `hex` does not see."""
    eye = eye_of(s.g, battery(s))
    assert eye is not None
    found = [name for name in s.g.map.names if not sees_height(s.g, eye, name)]
    assert found, f"all is seen from {hex}"
    return min(found, key=lambda name: s.g.map.distance(eye.place.hex, name))
