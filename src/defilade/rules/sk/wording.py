"""Options in words: what a player reads on a button, with the odds where there are any.

An action is worded by its verb and by the procedure that asks.  Breakdowns and odds come from the functions
that the attack itself uses, so the preview never differs from the log.
"""

from __future__ import annotations

from collections.abc import Callable

from defilade.kernel import Action, Described, Outlook
from defilade.kernel.composition import first_of
from defilade.rules.sk import (
    attack_plan,
    close_combat_attack,
    fire,
    firers,
    rally,
    smoke,
    terrain,
)
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat, preview
from defilade.rules.sk.rally import RallyPhase
from defilade.rules.sk.spending import left_of
from defilade.rules.sk.state import SkPlay
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import Moving, place_of
from defilade.tactics.names import UnitId

Wording = Callable[[SkPlay, Action], str]


@first_of
def in_words(g: SkPlay, action: Action) -> Described | None:
    """How does a section of a later box word this option?"""


def describe(g: SkPlay, action: Action) -> Described:
    """An option of the moment that the game stands at."""
    top = g.state.stack[-1] if g.state.stack else None
    described = in_words(g, action)
    if described is not None:
        return described
    if isinstance(top, DeclareFire):
        return _fire(g, top, action)
    if isinstance(top, DeclareCloseCombat) and action.verb in ("with", "declare"):
        return _close_combat(g, top, action)
    if isinstance(top, RallyPhase) and action.verb in ("rally", "self-rally"):
        return _rally(g, action)
    if isinstance(top, Moving) and action.verb == "enter":
        return Described(_enter(g, top, action), ("SK1:3.3-i",))
    return Described(words(g, action))


def words(g: SkPlay, action: Action) -> str:
    described = in_words(g, action)
    if described is not None:
        return described.label
    wording = WORDS.get(action.verb)
    return wording(g, action) if wording is not None else str(action)


# -- with odds -----------------------------------------------------------------------------------------------


def _fire(g: SkPlay, frame: DeclareFire, action: Action) -> Described:
    label = words(g, action)
    shots, leaders = frame.shots, frame.leaders
    if action.verb == "add":
        shots += next((added for option, added in fire.additions(g, frame) if option == action), ())
    elif action.verb == "direct":
        leaders = fire.likely_leaders(g, frame, (*leaders, *action.who))
    elif action.verb == "no-leader":
        leaders = ()
    if not shots or action.verb == "cancel" or firers.is_strict(g):  # SK1:3.2-h: odds would tell of the LOS
        return Described(label)
    plan = attack_plan.plan_attack(g, frame.phase, shots, frame.target, frame.targets, leaders)
    if not plan.groups:
        return Described(label)
    each = tuple(
        Outlook(g.names(group.units), plan.breakdown(group), attack_plan.odds(g, plan, number))
        for number, group in enumerate(plan.groups)
    )
    first = each[0]
    rules = first.breakdown.rules
    return Described(label, rules, first.breakdown, first.odds, each if len(each) > 1 else ())


def _close_combat(g: SkPlay, frame: DeclareCloseCombat, action: Action) -> Described:
    label = words(g, action)
    attack = preview(g, frame, action)
    if attack is None:
        return Described(label)
    breakdown = close_combat_attack.breakdown(g, attack)
    return Described(label, breakdown.rules, breakdown, close_combat_attack.chances(g, attack))


def _rally(g: SkPlay, action: Action) -> Described:
    unit = g.unit(action.who[-1])
    leader = g.unit(action.who[0]) if action.verb == "rally" else None
    breakdown = rally.rally_breakdown(g, unit, leader)
    return Described(words(g, action), breakdown.rules, breakdown, rally.rally_odds(g, unit, leader))


def _enter(g: SkPlay, frame: Moving, action: Action) -> str:
    """Where to, at what cost, and what the slowest of the stack has left afterwards."""
    members = left_of(g, frame)
    origin = place_of(g, frame)
    rate = action.how or terrain.TERRAIN
    road = terrain.along_road(g, origin, action.at, rate)
    left = []
    for member in members:
        cost = terrain.entry_cost(g, member.unit, origin, action.at, rate)
        left.append((member.on_road if road else member.off_road) - cost)
    by = _by(action)
    return f"Enter {_where(g, action)}{by}: {cost:g} MF, {min(left):g} left"


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
    return f"{g.place_name(action.at)} ({terrain.kind_of(g, action.at).name})"


def _one(counter: str) -> str:
    """A counter with its article: a 7-4-7, an 8-1."""
    return f"an {counter}" if counter.startswith(("8", "11", "18")) else f"a {counter}"


def _held_by(g: SkPlay, action: Action) -> str:
    crews = [tank.id for tank in g.vehicles_in(action.at) if tank.exposed]
    return g.names([*(unit.id for unit in g.units_in(action.at)), *crews]) or "nobody"


def _add(g: SkPlay, action: Action) -> str:
    unit, *rest = action.who
    hex = g.place_name(g.unit(unit).hex)
    if not rest:
        return f"Add {g.name(unit)} in {hex}"
    return f"Add the {gun_of(g, Shot(unit, rest[0], second=''.join(rest[1:])))} in {hex}"


def gun_of(g: SkPlay, shot: Shot) -> str:
    """A SW with those who fire it."""
    gunners = " and ".join(g.name(uid) for uid in (shot.unit, shot.second) if uid)
    return f"{g.weapon_name(shot.weapon)} of {gunners}"


WORDS: dict[str, Wording] = {
    # set-up
    "pick": lambda g, a: f"Set up {_one(g.counter(g.unit(a.who[0])).name)}",
    "place": lambda g, a: _place(g, a),
    "equip": lambda g, a: f"{g.name(a.who[0])}" + _in_hex(g, a.who[0]),
    "fortify": lambda g, a: f"Fortify the building in {g.place_name(a.at)}",
    "hold": lambda g, a: f"Hold back {_all(g, a)}",
    "none": lambda g, a: "None",
    # everywhere
    "done": lambda g, a: "Done",
    "pass": lambda g, a: "Hold fire",
    # rally and support weapons
    "recover": lambda g, a: f"{g.name(a.who[0])} tries to recover the {g.weapon_name(a.who[1])}",
    "repair": lambda g, a: f"{g.name(a.who[0])} tries to repair the {g.weapon_name(a.who[1])}",
    "transfer": lambda g, a: (
        f"Hand the {g.weapon_name(a.who[0])} to {g.name(a.who[1])}" + _in_hex(g, a.who[1])
    ),
    "destroy": lambda g, a: f"{g.name(a.who[0])} destroys its {g.weapon_name(a.who[1])}",
    "drop": lambda g, a: f"Drop the {_all(g, a)}",
    "self-rally": lambda g, a: f"{g.name(a.who[0])}" + _in_hex(g, a.who[0]) + " tries to rally by itself",
    "rally": lambda g, a: f"{g.name(a.who[0])} rallies {g.name(a.who[1])}" + _in_hex(g, a.who[1]),
    "keep-dm": lambda g, a: f"{g.name(a.who[0])}" + _in_hex(g, a.who[0]) + " keeps its DM",
    # movement
    "move": lambda g, a: f"Move {g.name(a.who[0])}" + (_in_hex(g, a.who[0]) or ", off the map"),
    "enter": lambda g, a: f"Enter {_where(g, a)}" + _by(a),
    "join": lambda g, a: f"{_all(g, a)} moves along",
    "leave": lambda g, a: f"{_all(g, a)} splits off",
    "double-time": lambda g, a: f"Double Time for {_all(g, a)} (CX)",
    "assault": lambda g, a: "Assault Movement",
    "smoke": lambda g, a: (
        f"{_all(g, a)} tries to place smoke in {_where(g, a)}: {smoke.exponent(g, g.unit(a.who[0]))} or less"
    ),
    "exit": lambda g, a: f"Leave the map {f'with {_all(g, a)} ' if a.who else ''}for victory points",
    "stop": lambda g, a: "End the move",
    # rout and advance
    "rout": lambda g, a: f"Rout {g.name(a.who[0])}" + _in_hex(g, a.who[0]) + _along(g, a),
    "rout-to": lambda g, a: f"Rout to {_where(g, a)}" + _by(a),
    "low-crawl": lambda g, a: f"Low Crawl to {_where(g, a)}",
    "end-rout": lambda g, a: "End the rout here",
    "advance": lambda g, a: f"Advance {_all(g, a)} to {_where(g, a)}" + _against(g, a),
    # fire
    "fire": lambda g, a: "Fire",
    "target": lambda g, a: f"Fire at {_where(g, a)}: {_held_by(g, a)}",
    "add": _add,
    "declare": lambda g, a: "Declare the attack",
    "cancel": lambda g, a: "Cancel",
    "direct": lambda g, a: f"{g.name(a.who[0])} directs",
    "no-leader": lambda g, a: "No leader directs",
    "together": lambda g, a: "One smaller fire group",
    "keep-rate": lambda g, a: "Keep the rate of fire",
    "leave-residual": lambda g, a: "Give it up and leave Residual FP",
    "separately": lambda g, a: "Separate attacks, one from each hex",
    "set-off": lambda g, a: f"Set off the {_all(g, a)} in {_where(g, a)}",
    # close combat
    "fight": lambda g, a: f"Fight in {_where(g, a)}: {_held_by(g, a)}",
    "stack": lambda g, a: f"{g.name(a.who[0])} fights with {g.name(a.who[1])}",
    "alone": lambda g, a: f"{g.name(a.who[0])} fights alone",
    "attack": lambda g, a: f"Attack {_all(g, a)}",
    "with": lambda g, a: f"Attack with {_all(g, a)}",
}


def _by(action: Action) -> str:
    """The rate at which a hex is entered, where that is not that of its terrain."""
    if not action.how:
        return ""
    return " by the road" if action.how == terrain.ROAD else f", {action.how.replace('-', ' ')}"


def _in_hex(g: SkPlay, unit_id: UnitId) -> str:
    hex = g.unit(unit_id).hex
    return f" in {g.place_name(hex)}" if hex else ""


def _place(g: SkPlay, action: Action) -> str:
    """A unit in set-up, or a demolition charge by the unit that places it."""
    if len(action.who) == 1:
        return f"In {_where(g, action)}"
    return f"{g.name(action.who[0])} places the {g.weapon_name(action.who[1])} in {_where(g, action)}"


def _along(g: SkPlay, action: Action) -> str:
    return f", {g.name(action.who[1])} goes along" if len(action.who) > 1 else ""


def _against(g: SkPlay, action: Action) -> str:
    enemies = g.side_in(action.at, g.defender)
    return f" into close combat with {g.names(enemies)}" if enemies else ""
