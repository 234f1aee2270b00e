"""Options in words, with the odds of what they lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from defilade.kernel import Action, Breakdown, Described
from defilade.kernel.composition import first_of
from defilade.rules.option_looks import SPOKEN
from defilade.rules.sl import fire, rally, terrain
from defilade.rules.sl.movement import price_in_words
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.tables import KIA, MC, Hit
from defilade.tactics.attack_plan import Plan
from defilade.tactics.declaring_fire import DeclareFire, additions
from defilade.tactics.fire_table import result_odds, shifted


@first_of
def foreseen(g: SlPlay, action: Action) -> tuple[Breakdown, dict[str, float]] | None:
    """What would an attack add up to that is made at once, and what are its odds?"""


@first_of
def drm_to_come(g: SlPlay, attack: fire.Attack) -> Mapping[int, float] | None:
    """Which DRM do dice add that are thrown after those of an attack, and how likely is each?"""


def describe(g: SlPlay, action: Action) -> Described:
    who = g.names(action.who)
    place = g.place_name(action.at) if action.at else ""
    top = g.state.stack[-1] if g.state.stack else None
    if isinstance(top, DeclareFire):
        found = preview(g, top, action)
        if found is not None:
            return Described(words(g, action), found[0].rules, *found)
    coming = foreseen(g, action)
    if coming is not None:
        return Described(words(g, action), coming[0].rules, *coming)
    if action.verb == "rally":
        breakdown, odds = rally.preview(g, g.unit(action.who[0]))
        return Described(f"{who} tries to rally", ("SL:3.23.2",), breakdown, odds)
    if action.verb == "enter" and top is not None:
        members: tuple[str, ...] = getattr(top, "members", ())
        mover = g.unit(members[0])
        cost = terrain.cost_for(g, mover, mover.hex, action.at)
        paid = price_in_words(g, mover, mover.hex, action.at) or f"{cost:g} MF"
        return Described(f"Enter {place} for {paid}", ("SL:4.1.6-a",))
    return Described(words(g, action))


def words(g: SlPlay, action: Action) -> str:
    """An option in words, by what its section says or by its verb."""
    spoken = SPOKEN(g).get(action.verb)
    if spoken is not None:
        return str(spoken.words(g, action))
    if action.verb == "done" and len(g.state.stack) > PHASE:
        return "Nothing more of this"
    label = LABELS.get(action.verb)
    if label is None:
        return action.verb.replace("-", " ").capitalize()
    return label(g.names(action.who), g.place_name(action.at) if action.at else "")


PHASE = 2
"""So deep lies the question of a phase; those on it are asked within the phase."""

LABELS: dict[str, Callable[[str, str], str]] = {
    "pick": lambda who, place: f"Set up {who}",
    "place": lambda who, place: f"{who} sets up in {place}",
    "target": lambda who, place: f"Fire at {place}" + (f", where {who} passed" if who else ""),
    "direct": lambda who, place: f"{who} directs the fire",
    "declare": lambda who, place: "Declare",
    "no-leader": lambda who, place: "Nobody directs it",
    "cancel": lambda who, place: "Do not fire",
    "done": lambda who, place: "Done",
    "enter": lambda who, place: f"Go to {place}",
    "assault": lambda who, place: "Use Assault Movement",
    "rally": lambda who, place: f"{who} tries to rally",
    "fight": lambda who, place: f"Fight in {place}",
    "move": lambda who, place: f"{who} moves",
    "join": lambda who, place: f"{who} goes along",
    "rout": lambda who, place: f"{who} routs toward {place}",
    "advance": lambda who, place: f"{who} advances into {place}",
    "attack": lambda who, place: f"Attack {who}",
    "with": lambda who, place: f"{who} attacks",
    "bypass": lambda who, place: f"Bypass the obstacle in {place}",
    "go-in": lambda who, place: f"Enter the obstacle in {place}",
    "take-weapon": lambda who, place: f"Take up: {who}",
    "drop-weapon": lambda who, place: f"Drop: {who}",
    "sewer": lambda who, place: f"Through the sewers to {place}",
    "surface": lambda who, place: f"{who} come up in {place}",
    "skis-on": lambda who, place: f"Put on skis{': ' + who if who else ''}",
    "skis-off": lambda who, place: f"Take off the skis{': ' + who if who else ''}",
    "mount": lambda who, place: f"Mount: {who}",
    "dismount": lambda who, place: f"{who} dismounts",
    "lead-horses": lambda who, place: f"Lead horses into {place}",
    "double-time": lambda who, place: "Go at double time",
    "deploy": lambda who, place: f"Deploy: {who}",
    "recombine": lambda who, place: f"{who} recombine",
    "climb": lambda who, place: f"Climb the cliff toward {place}",
    "climb-outside": lambda who, place: f"Climb outside to {place}",
    "repair": lambda who, place: f"Repair: {who}",
    "stop": lambda who, place: "End the move",
}


def preview(g: SlPlay, frame: DeclareFire, action: Action) -> tuple[Breakdown, dict[str, float]] | None:
    """What the attack would add up to with this option, for the first of its targets, and the exact odds."""
    shots, leaders = frame.shots, frame.leaders
    if action.verb == "add":
        shots += next((added for option, added in additions(g, frame) if option == action), ())
    elif action.verb == "direct":
        leaders = (*leaders, *action.who)
    elif action.verb not in ("declare", "no-leader"):
        return None
    if not shots or not frame.targets:
        return None
    attack = fire.Attack(frame.phase, frame.side, frame.target, frame.targets, shots, leaders)
    plan = fire.plan_of(g, attack)
    return plan.breakdown(plan.groups[0]), odds(g, plan, attack)


def odds(g: SlPlay, plan: Plan, attack: fire.Attack, group: int = 0) -> dict[str, float]:
    """The exact odds of each result for a group of targets."""
    total: dict[str, float] = {}
    for found, chance in cells_of(g, plan, attack, group).items():
        name = {KIA: "KIA", MC: f"{found.number}MC" if found.number else "NMC"}.get(found.kind, "-")
        total[name] = total.get(name, 0.0) + chance
    return total


def cells_of(g: SlPlay, plan: Plan, attack: fire.Attack, group: int) -> dict[Hit, float]:
    """The exact odds of each cell of the fire table for a group of targets."""
    drm = plan.groups[group].drm
    total: dict[Hit, float] = {}
    for more, likely in (drm_to_come(g, attack) or {0: 1.0}).items():
        for hit, chance in cells_with(g, plan, attack, drm + more).items():
            total[hit] = total.get(hit, 0.0) + likely * chance
    return total


def cells_with(g: SlPlay, plan: Plan, attack: fire.Attack, drm: int) -> dict[Hit, float]:
    if len(fire.dice_read(g, (1, 2), attack)) == 2:
        return result_odds(g.fire_table.result, plan.column, drm, plan.cowering)
    return odds_of_dice(g, plan, attack, drm)


def odds_of_dice(g: SlPlay, plan: Plan, attack: fire.Attack, drm: int) -> dict[Hit, float]:
    """The same where the dice do not count as they fall (SL:8.9.5.1-b)."""
    found: dict[Hit, float] = {}
    for dice in product(range(1, 7), repeat=2):
        place = shifted(plan.column, plan.cowering) if dice[0] == dice[1] else plan.column
        hit = g.fire_table.result(place, sum(fire.dice_read(g, dice, attack)) + drm)
        found[hit] = found.get(hit, 0.0) + 1 / 36
    return found
