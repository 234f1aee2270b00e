"""Guns for the tests: a gun, its crew and somebody to fire at, at a range on board y."""

from __future__ import annotations

from typing import Any

from defilade.tactics.arcs import facings_to
from sk.places import board, line
from skf.situation import Plain, Situation


def crew(hex: str, gun: str = "ger-75l-at", facing: int | None = None, at: str = "", **states: Any) -> Plain:
    """A crew `c` with a gun `gun` that covers the hex `at`. States of the gun are given as `gun_...`."""
    of_gun = {name.removeprefix("gun_"): states.pop(name) for name in list(states) if name.startswith("gun_")}
    looks = facing if facing is not None else facings_to(board(), hex, at)[0]
    nation = gun.split("-")[0]
    kind = {"ger": "ger-228-crew", "bri": "bri-228-crew", "rus": "rus-228-crew", "usa": "usa-227-crew"}[
        nation
    ]
    weapon = {"id": "gun", "type": gun, "facing": looks, **of_gun}
    return {"id": "c", "type": kind, "hex": hex, "sw": [weapon], **states}


def duel(
    distance: int = 3,
    gun: str = "ger-75l-at",
    target: str = "rus-447",
    terrain: str = "open",
    phase: str = "PFPh",
    hindrance: int = 0,
    attacker: str = "",
    more: list[Plain] | None = None,
    target_states: Plain | None = None,
    **states: Any,
) -> Situation:
    """A gun that covers a target `t` at a range."""
    here, there = line(distance, target=terrain, hindrance=hindrance)
    side = {"ger": "german", "bri": "british", "rus": "russian", "usa": "american"}[gun.split("-")[0]]
    units = [
        crew(here, gun, at=there, **states),
        {"id": "t", "type": target, "hex": there, **(target_states or {})},
    ]
    extra = [
        {**unit, "hex": {"here": here, "there": there}.get(unit["hex"], unit["hex"])} for unit in more or []
    ]
    return Situation("y", phase, attacker or side, [*units, *extra])


def there(s: Situation) -> str:
    return s.unit("t").hex


def fire(
    s: Situation, manner: str, *dice: int, firer: str = "c", weapon: str = "gun", at: str = ""
) -> Situation:
    """Fire the gun at the target in a manner like `itt-HE`; the first two dice are the To Hit DR."""
    where = at or there(s)
    s.do(f"gun {firer}+{weapon}")
    if s.options("at"):
        s.do(f"at - {where}")
    s.do(f"shoot - {where} {manner}")
    return s.roll(*dice) if dice else s


def lines(s: Situation, kind: str = "to_hit") -> dict[str, float]:
    """The modifiers of the latest shot by their rules."""
    found = s.event(kind).breakdown
    assert found is not None
    return {one.rule: one.value for one in found.lines if one.sign == "+"}


def first_burst(terrain: str) -> int:
    """The Residual FP that a mortar leaves where a squad has stepped into a hex of that kind."""
    area = board()
    here, start, goal = next(
        (a, b, c)
        for a in area.names
        if area.terrain[a] == "open"
        for c in area.names
        if area.terrain[c] == terrain and area.distance(a, c) == 4 and area.hindrance(a, c) == 0
        for b in area.adjacent[c]
        if area.terrain[b] == "open" and not area.roads.get(c)
    )
    s = Situation(
        "y",
        "MPh",
        "russian",
        [crew(here, "ger-81s-mtr", at=goal), {"id": "t", "type": "rus-447", "hex": start}],
    )
    s.do("move t", f"enter - {goal}")
    fire(s, "att-HE", 4, 1).roll(6, 6)
    return s.state.residual.get(goal, 0)
