"""SW dropped and recovered on the move (SK1:4.0-c, SK1:4.0-h), and Guns (SKF:4.0-b)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, bar, told
from defilade.rules.sk import portage
from defilade.rules.sk.spending import NOT_MOVING_NOW, Left, member_of, mf_refusal, spend_in_place
from defilade.rules.sk.state import SkPlay
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving
from defilade.tactics.units import Unit, Weapon

PART = Part()

RECOVERY = "SK1:3.3-y"

NOT_CARRIED = Refusal("none of those who move now carries it", "SK1:4.0-c")
NO_GROUND = Refusal("a SW is dropped on the map only", "SK1:4.0-c")


class MoveRecovery(Frame):
    """A moving unit has spent its MF to recover a SW; its dr is due."""

    unit: str
    weapon: str


@bar
def recovery_bar(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why may a unit on the move not try for a SW again?"""


@told
def recovery_tried(g: SkPlay, unit: Unit, weapon: Weapon) -> None:
    """A unit on the move tries for a SW."""


def drop_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not members[0].unit.hex:
        return []
    return [Action("drop", (weapon.id,)) for member in members for weapon in g.weapons_of(member.unit)]


def why_not_drop(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    weapon = g.state.weapons.get(action.who[0]) if action.who else None
    if weapon is None:
        return None
    if member_of(members, weapon.owner) is None:
        return NOT_CARRIED
    return None if members[0].unit.hex else NO_GROUND


def take_drop(g: SkPlay, frame: Moving, action: Action) -> None:
    portage.drop(g, g.state.weapons[action.who[0]])


def lying_refusal(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why a unit on the move cannot try for a SW, its MF apart."""
    if not unit.hex or weapon.hex != unit.hex:
        return Refusal(f"the {g.weapon_name(weapon)} is not in its hex", RECOVERY)
    if weapon.owner or weapon.placed_at:
        return Refusal(f"the {g.weapon_name(weapon)} is not lying about", RECOVERY)
    if not portage.can_hold(g, unit, weapon):
        return Refusal("that is more than a leader may ever carry", "SK1:4.0-k")
    return None


def recovery_refusal(g: SkPlay, member: Left, weapon_id: str) -> Refusal | None:
    weapon = g.state.weapons[weapon_id]
    found = lying_refusal(g, member.unit, weapon) or recovery_bar(g, member.unit, weapon)
    if found is not None:
        return found
    cost = g.library.tables.movement.recover_weapon
    # SK1:4.0-b: it must also be able to bear the load
    load = portage.load(g, member.unit) + g.weapon_type(weapon).pp - portage.ipc(g, member.unit)
    more = max(load, 0) - portage.excess(g, member.unit)
    return mf_refusal(g, member, cost + max(more, 0), member.in_place)


def recovery_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    at = members[0].unit.hex
    loose = (
        [weapon for weapon in g.state.weapons.values() if weapon.hex == at and not weapon.owner] if at else []
    )
    return [
        Action("recover", (member.unit.id, weapon.id))
        for weapon in loose
        for member in members
        if recovery_refusal(g, member, weapon.id) is None
    ]


def why_not_recover(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if not action.who or action.who[0] not in g.state.units:
        return None
    member = member_of(members, action.who[0])
    if member is None:
        return NOT_MOVING_NOW
    if len(action.who) != 2 or action.who[1] not in g.state.weapons:
        return None
    return recovery_refusal(g, member, action.who[1])


def attempt_recovery(g: SkPlay, frame: Moving, action: Action) -> None:
    """The MF is paid whether or not it succeeds (SK1:4.0-h)."""
    unit_id, weapon_id = action.who
    mf = g.library.tables.movement.recover_weapon
    recovery_tried(g, g.unit(unit_id), g.state.weapons[weapon_id])
    spend_in_place(g, frame, unit_id, mf, MoveRecovery(unit_id, weapon_id))


PART.adds(
    MOVE_VERBS,
    MoveVerb("recover", 30, recovery_options, attempt_recovery, why_not_recover),
    MoveVerb("drop", 90, drop_options, take_drop, why_not_drop),
)


@PART.decisions(MoveRecovery)
def ask_move_recovery(g: SkPlay, frame: MoveRecovery) -> Chance:
    return Chance(
        f"Recovery of the {g.weapon_name(frame.weapon)} by the {g.name(frame.unit)}",
        dice=1,
        side=g.unit(frame.unit).side,
        rules=(RECOVERY, "SK1:4.0-h"),
        about=(frame.unit, frame.weapon),
    )


@ask_move_recovery
def take_move_recovery(g: SkPlay, frame: MoveRecovery, answer: Outcome) -> None:
    g.pop()
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    rolls = g.library.tables.support_weapon_rolls
    final = answer.dice[0] + (rolls.recovery_cx_drm if unit.cx else 0)
    got = final < rolls.recovery_below
    if got:
        g.update_weapon(g.give(weapon, unit), recovered=True)
    does = "recovers" if got else "fails to recover"
    g.say(
        "recovery",
        f"{g.name(unit)} {does} the {g.weapon_name(weapon)} (dr {final}).",
        RECOVERY,
        "SK1:4.0-h",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
        dice=answer.dice,
    )
