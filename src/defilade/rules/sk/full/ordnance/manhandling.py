"""Pushing Guns (SKF:6.5, DAE:QRDC-manh): the manhandling DR, what it costs, and Hazardous Movement."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import moving, portage, stacking, terrain
from defilade.rules.sk.advance import advancing_bar
from defilade.rules.sk.entering import came_in
from defilade.rules.sk.firers import weapon_bar
from defilade.rules.sk.full.ordnance.acquisition import lose
from defilade.rules.sk.full.ordnance.guns import NOT_HERE, may_stand_in
from defilade.rules.sk.full.ordnance.shots import Gunshot, gun_of, tables, target_th_lines, the_ordnance
from defilade.rules.sk.full.ordnance.to_hit import CASE_21
from defilade.rules.sk.spending import NOT_MOVING_NOW, Left, left_of, mf_refusal, spend
from defilade.rules.sk.state import AFPH, SkPlay
from defilade.tactics.arcs import FACINGS
from defilade.tactics.attack_plan import MOVEMENT, Aim, target_lines
from defilade.tactics.moving import (
    MOVE_VERBS,
    MoveVerb,
    Moving,
    mf_spent,
    move_in_progress,
    note,
    place_of,
    the_record,
)
from defilade.tactics.names import Hex
from defilade.tactics.units import SQUAD, Unit, Weapon

PART = Part()

PUSH = "push"
RULE = "SKF:6.5-a"

NOT_QSU = Refusal("a limbered Gun does not move in a scenario", "SKF:1.2.6-c")
NO_GUN = Refusal("nobody who moves now mans a Gun", RULE)
ASSAULT = Refusal("a Gun is not pushed in Assault Movement", "SKF:6.5-b")
LADEN = Refusal("who pushes a Gun carries nothing", "SKF:6.5-b")
PUSHED = Refusal("who pushed a Gun does not fire in the AFPh", "SKF:6.5-c")
NO_ADVANCE = Refusal("who pushed a Gun does not advance", "SKF:6.5-c")
ENEMY_THERE = Refusal("a hex with enemies is not entered in the MPh", "SKF:6.5-a")


class Push(Frame):
    """Units have set out to push a Gun into a hex; the DR is due."""

    weapon: str
    hex: Hex
    facing: int
    """As it points now."""
    units: tuple[str, ...]


class PointGun(Frame):
    """SKF:6.5-e: a Gun that has been pushed into a hex may point another way there."""

    weapon: str


def gun_among(g: SkPlay, members: Sequence[Left]) -> Weapon | None:
    for member in members:
        gun = gun_of(g, member.unit.id)
        if gun is not None:
            return gun
    return None


def cost(g: SkPlay, unit: Unit, origin: str, hex: Hex) -> float:
    """SKF:6.5-b: twice the normal MF."""
    return terrain.entry_cost(g, unit, origin, hex) * tables(g).manhandling.cost


def pushing_refusal(g: SkPlay, members: Sequence[Left], hex: Hex) -> Refusal | None:
    gun = gun_among(g, members)
    if gun is None:
        return NO_GUN
    ordnance = the_ordnance(g, gun)
    if not ordnance.qsu:
        return NOT_QSU
    origin = members[0].unit.hex
    side = members[0].unit.side
    if g.has_side(hex, g.enemy_of(side)):
        return ENEMY_THERE
    if not may_stand_in(g, ordnance, hex):
        return NOT_HERE
    for member in members:
        if member.mover.assault:
            return ASSAULT
        if portage.load(g, member.unit):
            return LADEN
        found = mf_refusal(g, member, cost(g, member.unit, origin, hex), member.off_road)
        if found is not None:
            return found
    return stacking.refusal(g, side, hex, [member.unit for member in members])


def options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not members[0].unit.hex or gun_among(g, members) is None:
        return []
    return [
        Action(PUSH, (), hex)
        for hex in g.map.adjacent[members[0].unit.hex]
        if pushing_refusal(g, members, hex) is None
    ]


def why_not(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if not members[0].unit.hex or action.at not in g.map.adjacent[members[0].unit.hex]:
        return NOT_MOVING_NOW
    return pushing_refusal(g, members, action.at)


def push(g: SkPlay, frame: Moving, action: Action) -> None:
    """SKF:6.4-c: also an attempt shows a Gun; SKF:6.5-c: whoever tries neither fires nor advances later."""
    members = left_of(g, frame)
    gun = gun_among(g, members)
    assert gun is not None
    g.update_weapon(gun, manhandled=True)
    lose(g, gun, "SKF:6.10-b")
    for uid in frame.members:
        g.update(g.unit(uid), hazardous=True, no_fp=True)
    g.push(Push(gun.id, action.at, gun.facing, frame.members))


PART.adds(MOVE_VERBS, MoveVerb(PUSH, 15, options, push, why_not))


def breakdown(g: SkPlay, frame: Push) -> Breakdown:
    """DAE:QRDC-manh"""
    table = tables(g).manhandling
    gun = g.state.weapons[frame.weapon]
    units = [g.unit(uid) for uid in frame.units]
    origin = units[0].hex
    lines = []
    tem = terrain.tem(g, frame.hex)
    if tem.value:
        lines.append(Line(f"TEM: {tem.label}", tem.value, "DAE:QRDC-manh"))
    mf = cost(g, units[0], origin, frame.hex)
    lines.append(Line("MF", mf, "DAE:QRDC-manh"))
    helps = _helpers(g, gun, units)
    if helps:
        lines.append(Line("more hands", max(helps, table.most), "DAE:QRDC-manh"))
    if g.map.road_between(origin, frame.hex):
        lines.append(Line("across a road hexside", table.road, "DAE:QRDC-manh"))
    title = f"Manhandling: {g.weapon_name(gun)}, M{the_ordnance(g, gun).manhandling}"
    return Breakdown(title, tuple(lines), rules=(RULE, "DAE:QRDC-manh"))


def _helpers(g: SkPlay, gun: Weapon, units: Sequence[Unit]) -> int:
    """Each further half-squad or crew, and twice that for a squad; a squad in place of the crew is one more."""
    table = tables(g).manhandling
    total = 0
    for unit in units:
        if unit.is_leader:
            continue
        if unit.id == gun.owner:
            total += table.extra_half_squad if unit.kind == SQUAD else 0
        else:
            total += table.extra_squad if unit.kind == SQUAD else table.extra_half_squad
    return total


@PART.decisions(Push)
def ask_push(g: SkPlay, frame: Push) -> Chance:
    found = breakdown(g, frame)
    number = the_ordnance(g, frame.weapon).manhandling
    return Chance(
        f"{found.title} into {g.place_name(frame.hex)}: less than {number} moves on, {number} moves and stops.",
        dice=2,
        side=g.attacker,
        rules=(RULE,),
        about=(*frame.units, frame.weapon),
    )


@ask_push
def take_push(g: SkPlay, frame: Push, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    found = breakdown(g, frame)
    original = answer.dice[0] + answer.dice[1]
    final = original + found.drm
    number = the_ordnance(g, frame.weapon).manhandling
    move = move_in_progress(g)
    assert move is not None
    origin = place_of(g, move)
    outcome = "goes on" if final < number else "moves and stops" if final == number else "does not move"
    g.say(
        "manhandling",
        f"{found.title}: DR {original}, final {final}: the Gun {outcome}.",
        RULE,
        side=g.attacker,
        who=(*frame.units, frame.weapon),
        at=frame.hex,
        dice=answer.dice,
        breakdown=found,
    )
    mf = cost(g, g.unit(frame.units[0]), origin, frame.hex)
    if final > number:
        spend(g, move, frame.units, mf, origin)
        for uid in frame.units:
            note(move, uid, ended=True)
        g.push_in_order(*mf_spent(g, origin, frame.units))
        return
    _arrive(g, move, frame, mf)
    if final == number:
        for uid in frame.units:
            note(move, uid, ended=True)
    g.push_in_order(PointGun(frame.weapon), *mf_spent(g, frame.hex, frame.units))


@PART.decisions(PointGun)
def ask_point_gun(g: SkPlay, frame: PointGun) -> Choice:
    gun = g.state.weapons[frame.weapon]
    asks = f"Which way does the {g.weapon_name(gun)} in {g.place_name(gun.hex)} point?"
    options = tuple(Action("face", (gun.id,), "", str(facing)) for facing in FACINGS)
    return Choice(g.attacker, asks, options, ("SKF:6.5-e",), (gun.id,), gun.hex)


@ask_point_gun
def take_point_gun(g: SkPlay, frame: PointGun, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    g.pop()
    g.update_weapon(g.state.weapons[frame.weapon], facing=int(answer.how))


def _arrive(g: SkPlay, move: Moving, frame: Push, mf: float) -> None:
    """SKF:6.3-a: what has moved is Emplaced no more."""
    moving.part_from(move)
    spend(g, move, frame.units, mf, frame.hex)
    owner = g.state.weapons[frame.weapon].owner
    for uid in frame.units:
        mover = the_record(move, uid)
        note(move, uid, hexes=mover.hexes + 1, off_road=True, road_rate=False)
        g.place(g.unit(uid), frame.hex)
    gun = g.give(g.state.weapons[frame.weapon], g.unit(owner))
    g.update_weapon(gun, facing=frame.facing, emplaced=False, moved=True)
    came_in(g, frame.hex, g.attacker)


# -- Hazardous Movement ----------------------------------------------------------------------------------------


def is_hazardous(unit: Unit) -> bool:
    """SKF:6.5-d: until it is pinned."""
    return unit.hazardous and not unit.pinned


@PART.modifies(target_th_lines, "DAE:QRDC-case21", step=CASE_21)
def hazardous_th(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    unit = g.state.units.get(target)
    if unit is None or not is_hazardous(unit):
        return []
    case = tables(g).cases.hazardous
    return [Line("Hazardous Movement", case.drm, case.rule)]


@PART.modifies(target_lines, "SKF:6.5-d", step=MOVEMENT)
def hazardous_ift(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SKF:6.5-d: -2 in every phase of the player turn in place of FFMO and FFNAM."""
    if not is_hazardous(unit):
        return []
    return [Line("Hazardous Movement", tables(g).cases.hazardous.drm, "SKF:6.5-d")]


@PART.answers(weapon_bar)
def no_afph_fire(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return PUSHED if unit.hazardous and g.state.phase == AFPH else None


@PART.answers(advancing_bar)
def no_advance(g: SkPlay, unit: Unit) -> Refusal | None:
    return NO_ADVANCE if unit.hazardous else None
