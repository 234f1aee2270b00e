"""Options in words: what a player reads on a button, with the odds where there are any.

An action is worded by its verb and by the procedure that asks.  Breakdowns and odds come from the same functions
that the attack itself uses, so the preview never differs from the log.
"""

from __future__ import annotations

from collections.abc import Callable

from defilade.kernel import Action, Breakdown, Described
from defilade.rules.sk import attack_plan, close_combat_attack, fire, firers, terrain
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat, preview
from defilade.rules.sk.fire import DeclareFire
from defilade.rules.sk.setup import EquipGroup
from defilade.rules.sk.state import SkPlay

Wording = Callable[[SkPlay, Action], str]


def describe(g: SkPlay, action: Action) -> Described:
    """An option of the moment that the game stands at."""
    top = g.state.stack[-1] if g.state.stack else None
    if isinstance(top, DeclareFire):
        return _fire(g, top, action)
    if isinstance(top, DeclareCloseCombat) and action.verb in ("with", "declare"):
        return _close_combat(g, top, action)
    return Described(words(g, action), rules_of(g))


def words(g: SkPlay, action: Action) -> str:
    wording = WORDS.get(action.verb)
    return wording(g, action) if wording is not None else str(action)


def rules_of(g: SkPlay) -> tuple[str, ...]:
    """The rules that the running procedure names."""
    return ()


# -- with odds -----------------------------------------------------------------------------------------------


def _fire(g: SkPlay, frame: DeclareFire, action: Action) -> Described:
    label = words(g, action)
    shots, leaders = frame.shots, frame.leaders
    if action.verb == "add":
        shots += next((added for option, added in fire.additions(g, frame) if option == action), ())
    elif action.verb == "direct":
        leaders += action.who
    if not shots or action.verb == "cancel" or firers.is_strict(g):  # SK1:3.2-h: odds would tell of the LOS
        return Described(label)
    plan = attack_plan.plan_attack(g, frame.phase, shots, frame.target, frame.targets, leaders)
    if not plan.groups:
        return Described(label)
    breakdown: Breakdown = plan.breakdown(plan.groups[0])
    return Described(label, breakdown.rules, breakdown, attack_plan.odds(g, plan))


def _close_combat(g: SkPlay, frame: DeclareCloseCombat, action: Action) -> Described:
    label = words(g, action)
    attack = preview(g, frame, action)
    if attack is None:
        return Described(label)
    breakdown = close_combat_attack.breakdown(g, attack)
    return Described(label, breakdown.rules, breakdown, close_combat_attack.chances(g, attack))


# -- plain ---------------------------------------------------------------------------------------------------


def _called(g: SkPlay, counter_id: str) -> str:
    """A unit or a SW by its name."""
    if counter_id in g.state.units:
        return g.name(counter_id)
    return g.weapon_name(counter_id) if counter_id in g.state.weapons else counter_id


def _all(g: SkPlay, action: Action) -> str:
    return " and ".join(_called(g, counter_id) for counter_id in action.who)


def _where(g: SkPlay, action: Action) -> str:
    """A hex with what stands in it, as a player would point at it."""
    if action.at not in g.map.index:
        return action.at
    return f"{g.place_name(action.at)} ({terrain.words(g, action.at)})"


def _held_by(g: SkPlay, action: Action) -> str:
    return g.names(g.units_in(action.at)) or "nobody"


def _add(g: SkPlay, action: Action) -> str:
    unit, *rest = action.who
    hex = g.place_name(g.unit(unit).hex)
    if not rest:
        return f"Add {g.name(unit)} in {hex}"
    gunners = " and ".join(g.name(uid) for uid in (unit, *rest[1:]))
    return f"Add the {g.weapon_name(rest[0])} of {gunners} in {hex}"


def _done(g: SkPlay, action: Action) -> str:
    return "Set-up is done" if isinstance(g.state.stack[-1], EquipGroup) else "Done"


WORDS: dict[str, Wording] = {
    # set-up
    "pick": lambda g, a: f"Set up a {g.counter(g.unit(a.who[0])).name}",
    "place": lambda g, a: f"In {_where(g, a)}",
    "equip": lambda g, a: f"{g.name(a.who[0])}" + _in_hex(g, a.who[0]),
    "fortify": lambda g, a: f"Fortify the building in {g.place_name(a.at)}",
    "hold": lambda g, a: f"Hold back {_all(g, a)}",
    "none": lambda g, a: "None",
    # everywhere
    "done": _done,
    "pass": lambda g, a: "Hold fire",
    # fire
    "fire": lambda g, a: "Fire",
    "target": lambda g, a: f"Fire at {_where(g, a)}: {_held_by(g, a)}",
    "add": _add,
    "declare": lambda g, a: "Declare the attack",
    "cancel": lambda g, a: "Cancel",
    "direct": lambda g, a: f"{g.name(a.who[0])} directs",
    "no-leader": lambda g, a: "No leader directs",
    "together": lambda g, a: "One smaller fire group",
    "separately": lambda g, a: "Separate attacks, one from each hex",
    "set-off": lambda g, a: f"Set off the {_all(g, a)} in {_where(g, a)}",
    # close combat
    "fight": lambda g, a: f"Fight in {_where(g, a)}: {_held_by(g, a)}",
    "stack": lambda g, a: f"{g.name(a.who[0])} fights with {g.name(a.who[1])}",
    "alone": lambda g, a: f"{g.name(a.who[0])} fights alone",
    "attack": lambda g, a: f"Attack {_all(g, a)}",
    "with": lambda g, a: f"Attack with {_all(g, a)}",
}


def _in_hex(g: SkPlay, unit_id: str) -> str:
    hex = g.unit(unit_id).hex
    return f" in {g.place_name(hex)}" if hex else ""
