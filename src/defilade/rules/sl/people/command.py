"""Command Control (SL:3.1): who is not led may neither fire nor move. An option of a game (SL:3.1.1).

Judged for the moving side when its Rally Phase ends (SL:3.1.3-a). Men under a "?" are not judged: that would tell who
lies there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl import morale, visibility
from defilade.rules.sl.firers import fire_bar, weapon_bar
from defilade.rules.sl.movement import moving_bar
from defilade.rules.sl.nations import is_inexperienced, nation
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.people.surrender import liable
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.launchers import is_gun
from defilade.tactics.names import Side
from defilade.tactics.secrets import conceal
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import CREW, HALF_SQUAD, PREP, Unit, Weapon

PART = Part()

COMMAND = Option(
    "command",
    "Command Control",
    "Men who are neither with nor beside an unbroken leader at the end of their RPh can only advance and fight in "
    "close combat in that player turn, but for a few whom the dice give orders.",
    ("SL:3.1.1",),
)
SECRET_ORDERS = Option(
    "secret-orders",
    "Secret orders",
    "Under Command Control nobody sees which units of the other side are out of command.",
    ("SL:3.1.3-c",),
)
PART.adds(OPTIONS, COMMAND, SECRET_ORDERS)
NO_ORDERS = Refusal("it has no orders in this player turn", "SL:3.1.3-b")
PART.adds(SPOKEN, Spoken("give-orders", lambda g, action: f"{g.names(action.who)} gets its orders"))

UNITS_A_DIE = 10
BAD_VISIBILITY = -3
ELITE_FORCE = 2
SURRENDERING = -2
DONE = Action("done")


class CommandControl(Frame):
    """The last step of the RPh. `bonus` is what is left of the units that the dice put in command."""

    rolled: bool = False
    bonus: int = 0


PART.adds(RALLY_STEPS, RallyStep(13, "command control", CommandControl))  # SL:1.3.1-p1.13


# -- who needs orders --------------------------------------------------------------------------------------


def needs_orders(g: SlPlay, unit: Unit) -> bool:
    """SL:3.1.2-a: MMC on foot; SL:3.1.2-b: no single men, and nobody in a vehicle or boat; SL:3.1.3-e: neither crews
    with a gun that works nor the berserk."""
    if not unit.is_mmc or not unit.hex or unit.broken or unit.captive or unit.berserk or unit.melee:
        return False
    guns = [weapon for weapon in g.weapons_of(unit) if is_gun(g, weapon)]
    return not (unit.kind == CREW and any(not weapon.malfunctioned for weapon in guns))


def is_led(g: SlPlay, unit: Unit) -> bool:
    """SL:3.1.3-d: with or beside an unbroken leader."""
    near = (unit.hex, *g.map.adjacent[unit.hex])
    return any(
        other.is_leader and not other.broken and not other.captive
        for hex in near
        for other in g.side_in(hex, unit.side)
    )


def without_orders(g: SlPlay, side: Side) -> list[Unit]:
    return [
        unit for unit in g.on_map(side) if needs_orders(g, unit) and not unit.fire and not is_led(g, unit)
    ]


def price_of(g: SlPlay, unit: Unit) -> int:
    """SL:3.1.9"""
    return 2 if unit.kind == HALF_SQUAD or is_inexperienced(g, unit) else 1


# -- how many get them all the same ------------------------------------------------------------------------


def nation_line(g: SlPlay, side: Side) -> Line | None:
    """SL:3.1.5, SL:3.1.8: the poorest of the side's nations; nations that the chart does not name have none."""
    men = [unit for unit in g.on_map(side) if unit.is_mmc and not unit.captive]
    if side in g.scenario.all_elite:
        found = [Line("an elite force", ELITE_FORCE, "SL:3.1.5-b")]
    else:
        found = []
    for unit in men if not found else ():
        periods = [one for one in nation(g, unit).command if one.holds(g.scenario.date)]
        rule = periods[0].rule if periods else "SL:3.1.5"
        found.append(Line("nation", periods[0].drm if periods else 0, rule))
    if any(liable(g, unit) for unit in men):
        found.append(Line("subject to surrender", SURRENDERING, "SL:3.1.5-e"))
    worst = min(found, key=lambda line: line.value, default=None)
    return worst if worst is not None and worst.value else None


@all_of
def command_besides(g: SlPlay, side: Side) -> Iterable[Line]:
    """What else changes the dice of Command Control?"""
    return ()


def command_lines(g: SlPlay, side: Side) -> list[Line]:
    lines = []
    mine = nation_line(g, side)
    if mine is not None:
        lines.append(mine)
    if visibility.dim(g, ""):  # SL:3.1.5-f
        lines.append(Line("bad visibility", BAD_VISIBILITY, "SL:3.1.5-f"))
    return [*lines, *command_besides(g, side)]


def dice_for(g: SlPlay, side: Side) -> int:
    """SL:3.1.4: a die for ten unbroken MMC that need orders, or fewer."""
    return math.ceil(sum(needs_orders(g, unit) for unit in g.on_map(side)) / UNITS_A_DIE)


def least_bonus(g: SlPlay, side: Side) -> int:
    """SL:3.1.7: what the good leaders are worth together."""
    leaders = [unit for unit in g.on_map(side) if unit.is_leader and not unit.broken and not unit.captive]
    return sum(max(0, -morale.leadership(g, leader)) for leader in leaders)


def bonus_of(g: SlPlay, side: Side, dice: tuple[int, ...]) -> int:
    """SL:3.1.5: every die with the modifiers, none less than 0."""
    drm = int(sum(line.value for line in command_lines(g, side)))
    return max(sum(max(0, die + drm) for die in dice), least_bonus(g, side))


# -- the step ----------------------------------------------------------------------------------------------


@PART.decisions(CommandControl)
def ask_command(g: SlPlay, frame: CommandControl) -> Chance | Choice | None:
    side = g.attacker
    if not COMMAND.on(g) or not without_orders(g, side):
        return None
    if not frame.rolled:
        asks = f"How many units of {side.capitalize()} get orders without a leader?"
        return Chance(asks, dice=dice_for(g, side), side=side, rules=("SL:3.1.4",))
    options = [
        Action("give-orders", (unit.id,))
        for unit in without_orders(g, side)
        if price_of(g, unit) <= frame.bonus
    ]
    if not options:
        return None
    asks = f"Which unit gets orders? {frame.bonus} left."
    return Choice(side, asks, (*options, DONE), ("SL:3.1.4", "SL:3.1.9"))


@ask_command
def take_command(g: SlPlay, frame: CommandControl, answer: Action | Outcome | None) -> None:
    side = g.attacker
    if isinstance(answer, Outcome):
        frame.rolled = True
        frame.bonus = bonus_of(g, side, answer.dice)
        lines = command_lines(g, side)
        g.say(
            "command",
            f"{side.capitalize()} can give orders to {frame.bonus} units out of command.",
            "SL:3.1.4",
            "SL:3.1.7",
            *(line.rule for line in lines),
            side=side,
            dice=answer.dice,
        )
    elif isinstance(answer, Action) and answer != DONE:
        unit = g.unit(answer.who[0])
        frame.bonus -= price_of(g, unit)
        g.state.ordered = (*g.state.ordered, unit.id)
    else:
        g.pop()
        hold_still(g, side)


def hold_still(g: SlPlay, side: Side) -> None:
    """SL:3.1.3-b: who has no orders is marked as if it had fired, and remembered: it does no other work that
    those who have fired may do, either (SL:3.1.10). Rout (SL:3.1.3-f), advance and close combat are free."""
    idle = (
        [unit for unit in without_orders(g, side) if unit.id not in g.state.ordered] if COMMAND.on(g) else []
    )
    g.state.ordered = ()
    ids = tuple([unit.id for unit in idle])
    g.state.withheld = ids
    for unit in idle if not SECRET_ORDERS.on(g) else ():
        g.update(unit, fire=PREP)
    if idle:
        g.say(
            "out_of_command",
            f"Out of command: {g.names(ids)}.",
            "SL:3.1.3-b",
            side=side,
            who=ids,
            seen_by=(side,) if SECRET_ORDERS.on(g) else (),
        )


@PART.answers(fire_bar)
def does_not_fire(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:3.1.3-c: what the Prep Fire counter does elsewhere."""
    return NO_ORDERS if unit.id in g.state.withheld else None


@PART.answers(moving_bar)
def does_not_move(g: SlPlay, unit: Unit) -> Refusal | None:
    return NO_ORDERS if unit.id in g.state.withheld else None


@PART.answers(weapon_bar)
def fires_no_weapon(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return NO_ORDERS if unit.id in g.state.withheld else None


@PART.answers(player_turn_begins)
def new_orders(g: SlPlay) -> None:
    g.state.withheld = ()


@PART.answers(conceal)
def orders_are_secret(g: SlPlay, side: Side) -> None:
    """SL:3.1.3-c: a note on paper."""
    if SECRET_ORDERS.on(g) and side != g.attacker:
        g.state.withheld = g.state.ordered = ()
