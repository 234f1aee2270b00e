"""Recoilless rifles (SL:8.21): where they may be fired from, and what is behind them when they are.

The American ones, which are support weapons and go by the table for ordnance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import advance, morale, movement, terrain
from defilade.rules.sl.state import AFPH, APH, SlPlay
from defilade.rules.sl.vehicles.yard import ride_of
from defilade.rules.sl.weapons.anti_tank_fire import after_shot
from defilade.rules.sl.weapons.launchers import kind_of_launcher, launcher, launching_bar, stands
from defilade.tactics.arcs import sides_crossed
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, place_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit, Weapon

PART = Part()

NOT_IN_AFPH = Refusal("a recoilless rifle fires in the PFPh and DFPh only", "SL:8.21.4-a")
CLOSED_IN = Refusal("a recoilless rifle is not fired from inside anything", "SL:8.21.5")
DUST = Refusal("a recoilless rifle has fired over it: a normal MC comes first", "SL:8.21.8")
STAYS = Refusal("it stays where it is for this player turn", "SL:8.21.8")
BLAST = "backblast"


@PART.answers(launching_bar)
def where_and_when(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:8.21.4-c: that of 57 mm also in the AFPh."""
    back = launcher(g, weapon)
    if not kind_of_launcher(g, weapon).recoilless or back is None:
        return None
    if g.state.phase == AFPH and not back.fires_on_the_move:
        return NOT_IN_AFPH
    inside = ride_of(g, unit.id) is not None or g.terrain_of(stands(g, unit)).structure
    return CLOSED_IN if inside else None


def zone(g: SlPlay, hex: Hex, target: str) -> tuple[str, ...]:
    """SL:8.21.7: its hex and what lies right behind it as seen from the target, two hexes along a hexspine; its hex
    alone where the target is in it as well."""
    if g.map.ground_hex(hex) == g.map.ground_hex(target):
        return (hex,)
    behind = [(side + 3) % 6 for side in sides_crossed(g.map, target, hex)]
    found = [g.map.neighbours[hex][side] for side in behind]
    return (hex, *(one for one in found if one is not None))


@PART.answers(after_shot)
def blast_behind(
    g: SlPlay, unit: Unit, weapon: Weapon, others: tuple[str, ...], target: str
) -> Iterable[Frame]:
    """SL:8.21.9: whoever else is in the zone can do nothing more in this player turn; who has moved or fired already
    checks his morale."""
    if not kind_of_launcher(g, weapon).recoilless:
        return []
    hexes = zone(g, stands(g, unit), target)
    if unit.id not in g.state.unseen:  # SL:2.7.3: nobody is told where a hidden one fired
        g.state.backblasts = (*g.state.backblasts, *(hex for hex in hexes if hex not in g.state.backblasts))
    checks: list[Frame] = []
    for other in [one for hex in hexes for one in g.units_in(hex) if one.id not in (unit.id, *others)]:
        if other.fire or other.moved:
            checks.append(morale.MoraleCheck(other.id, 0, BLAST, source=BLAST))
        elif not other.ti:
            g.update(other, ti=True)
            g.say(
                "blasted",
                f"{g.name(other)} is in the blast.",
                "SL:8.21.9",
                side=other.side,
                who=(other.id,),
                at=other.hex,
            )
    return checks


@PART.answers(player_turn_begins)
def dust_settles(g: SlPlay) -> None:
    g.state.backblasts = ()
    g.state.dared = ()


# -- who comes into it -------------------------------------------------------------------------------------


class DareCheck(Frame):
    """SL:8.21.8: a normal MC of a unit that is to enter a hex behind a recoilless rifle."""

    unit: str
    hex: Hex


@PART.answers(terrain.entry_bar, terrain.passing_bar)
def dust(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    return DUST if hex in g.state.backblasts and (unit.id, hex) not in g.state.dared else None


@PART.answers(movement.step_bar)
def stopped_short(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    return STAYS if unit.ti else None


def dares(g: SlPlay, units: Sequence[Unit], at: str) -> list[Action]:
    """Hexes beside a place that its units could enter once they have found the nerve."""
    return [
        Action("dare", tuple([unit.id for unit in units]), hex)
        for hex in g.map.adjacent.get(at, ())
        if hex in g.state.backblasts
        and any((unit.id, hex) not in g.state.dared for unit in units)
        and not any(unit.ti or unit.broken for unit in units)
        and (g.state.phase == APH or not g.has_side(hex, g.enemy_of(units[0].side)))
    ]


def take_heart(g: SlPlay, who: tuple[str, ...], hex: Hex) -> None:
    g.push_in_order(*(DareCheck(uid, hex) for uid in who if (uid, hex) not in g.state.dared))


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "dare",
        34,
        lambda g, frame, members: dares(g, [member.unit for member in members], place_of(g, frame)),
        lambda g, frame, action: take_heart(g, action.who, action.at),
        lambda g, frame, members, action: DUST,
    ),
)


@PART.answers(advance.other_advances)
def before_an_advance(g: SlPlay, side: Side) -> list[Action]:
    if not g.state.backblasts:
        return []
    able = [unit for unit in g.on_map(side) if advance.unit_refusal(g, unit) is None]
    return [action for unit in able for action in dares(g, [unit], unit.hex)]


@PART.answers(advance.advanced_otherwise)
def in_the_aph(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == "dare":
        take_heart(g, action.who, action.at)


def dared(g: SlPlay, frame: DareCheck, unit: Unit, found: Thrown) -> None:
    """SL:8.21.8: who fails is not broken, but stays where he is for the rest of the player turn."""
    g.pop()
    if found.passed:
        g.state.dared = (*g.state.dared, (unit.id, frame.hex))
    else:
        g.update(unit, ti=True)


check_procedure(
    PART,
    DareCheck,
    CheckKind(
        event="dare_check",
        title="MC",
        asks=lambda g, frame, unit: f"Does the {g.name(unit)} go into {g.place_name(frame.hex)}?",
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lambda g, frame, unit: morale.leader_lines(g, unit, "SL:3.2.6"),
        taken=dared,
        rules=("SL:8.21.8",),
        verdicts=("it goes.", "it stays where it is."),
        always_fails=12,
    ),
)
