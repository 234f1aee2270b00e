"""Vehicles among men, for the tests of armour."""

from __future__ import annotations

from typing import Any

from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.state import Machine
from defilade.rules.upfront.infantry.fire import fire_attack
from upfront.situation import Situation


def vehicle(s: Situation, unit: str) -> Machine:
    found = s.unit(unit)
    assert isinstance(found, Machine)
    return found


def tank(name: str, **state: Any) -> dict[str, Any]:
    return {"id": name, **state}


FAR_AWAY = {
    "german": ["volke", "posner", "schlaffer", "loth"],
    "american": ["greenwood", "edwards", "ransom", "frattali"],
    "russian": ["zaharoff", "ushakoff", "knezevich", "igorski"],
}


def field(turn: str, *groups: dict[str, Any], **more: Any) -> Situation:
    """Groups as given, from the left, and the rest of the squads far away."""
    sides = dict.fromkeys(group["side"] for group in groups)
    rest = [{"side": side, "id": f"rest-{side}", "letter": "D", "men": FAR_AWAY[side]} for side in sides]
    return Situation(turn, [*groups, *rest], **more)


def german(*men: Any, **more: Any) -> dict[str, Any]:
    return {"side": "german", "men": list(men), **more}


def american(*men: Any, **more: Any) -> dict[str, Any]:
    return {"side": "american", "men": list(men), **more}


def russian(*men: Any, **more: Any) -> dict[str, Any]:
    return {"side": "russian", "men": list(men), **more}


def fire_of(s: Situation, firer: str, target: str, strength: int = 3, **more: Any) -> Attack:
    """A fire attack without cards, to look at its modifiers."""
    return replace(fire_attack(s.group(firer), s.group(target)), strength=strength, **more)
