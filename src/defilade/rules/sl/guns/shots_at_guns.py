"""Shots at a gun itself, not at its crew: with anti-tank rifles (SL:8.15.2-b), and with what infantry carries against
tanks (SL:8.16-q4). They go by the kill table, and whoever serves the gun comes to no harm.
"""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import terrain
from defilade.rules.sl.anti_tank import UNARMOURED
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.guns.covered_arc import covers
from defilade.rules.sl.guns.gun_targets import destroy_gun, size_of
from defilade.rules.sl.guns.pieces import guns, is_heavy
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.anti_tank_fire import (
    after_shot,
    lines_to_hit,
    own_lines,
    shot_thrown,
    spend,
    taken_aim,
)
from defilade.rules.sl.weapons.launchers import (
    BULLETS,
    bearers,
    gunners,
    kind_of_launcher,
    launch_refusal,
    launcher,
    note_shot,
    stands,
    uses_red,
)
from defilade.tactics.arcs import FRONT, SIDE, direction_hit
from defilade.tactics.fire_table import chance_at_most
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

AT_GUN = "shoot-gun"
SHIELDED, BARE = -4, -5
"""SL:8.15.2-b"""
DUG_IN, LOW = 2, 1
"""SL:8.16-q4"""

SHAPED = Option(
    "shaped-charges-at-guns",
    "Shaped charges at guns",
    "Bazookas, Panzerschrecks, PIATs and panzerfausts are fired at guns, too, by the tables on their backs.",
    ("SL:8.16-q5",),
    "convention",
)
PART.adds(OPTIONS, SHAPED)


class GunShot(Frame):
    """A shot at a gun: the To Hit roll, then the kill roll."""

    unit: str
    weapon: str
    gun: str
    second: str = ""
    hit: bool = False
    dice: tuple[int, ...] = ()


def fit_for_it(g: SlPlay, weapon: Weapon) -> bool:
    """SL:8.15.2-b, SL:8.16-q4: rifles and bazookas; SL:8.16-q5: all shaped charges, where that is agreed."""
    if g.weapon_type(weapon).kind in BULLETS:
        return True
    kind = kind_of_launcher(g, weapon)
    return kind.shaped and (g.weapon_type(weapon).kind == "BAZ" or SHAPED.on(g))


def in_view(g: SlPlay, side: Side) -> list[Weapon]:
    """Guns of the other side that stand on the map for all to see, with a crew or without one."""
    found = []
    for gun in guns(g):
        owner = g.state.units.get(gun.owner)
        whose = owner.side if owner is not None else gun.side
        if gun.hex and is_heavy(g, gun) and whose != side and (owner is None or owner.hex):
            found.append(gun)
    return found


@PART.answers(other_acts)
def shots_at_guns(g: SlPlay, side: Side) -> list[Action]:
    targets = in_view(g, side)
    if not targets:
        return []
    return [
        Action(AT_GUN, (*crew, gun.id), gun.hex)
        for unit, weapon in bearers(g, side)
        if fit_for_it(g, weapon)
        for gun in targets
        if gun.hex != stands(g, unit) and launch_refusal(g, unit, weapon, gun.hex) is None
        for crew in gunners(g, unit, weapon)
    ]


def shot_of(action: Action) -> GunShot:
    unit, weapon, *second, gun = action.who
    return GunShot(unit, weapon, gun, second[0] if second else "")


@PART.answers(acted_otherwise)
def take_up(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != AT_GUN:
        return
    shot = shot_of(action)
    taken_aim(g, g.unit(shot.unit), g.state.weapons[shot.weapon], (shot.gun,), action.at)
    note_shot(g, g.unit(shot.unit), g.state.weapons[shot.weapon], shot.second)
    g.push(shot)


def number_of(g: SlPlay, unit: Unit, weapon: Weapon, gun: Weapon) -> int:
    """SL:8.16-q5: by its own table; rifles as at infantry, or as at a vehicle that is not dug in (SL:13.17.3-a)."""
    back, distance = launcher(g, weapon), max(1, g.map.distance(stands(g, unit), gun.hex))
    assert back is not None
    if back.to_hit:
        return (back.moved if unit.moved else back.to_hit)[distance - 1]
    row = "infantry" if gun.emplaced else "vehicle"
    return g.anti_tank.to_hit.number(row, distance, red=uses_red(g, unit, weapon))


def hit_lines(g: SlPlay, frame: GunShot) -> list[Line]:
    unit, weapon, gun = g.unit(frame.unit), g.state.weapons[frame.weapon], g.state.weapons[frame.gun]
    back = launcher(g, weapon)
    assert back is not None
    lines = own_lines(g, unit, weapon, frame.second, gun.hex)
    lines += [Line(kind.name, kind.tem, "SL:13.19.10-a") for kind in terrain.kinds_in(g, gun.hex) if kind.tem]
    if gun.emplaced:
        lines.append(Line("dug in", DUG_IN, "SL:8.16-q4" if back.to_hit else "SL:13.17.2-a"))
        if back.to_hit:
            lines.append(Line("small target", LOW, "SL:8.16-q4"))
    else:
        lines.append(Line("size", size_of(g, gun), "SL:13.17.3-a"))
    return lines_to_hit(g, [line for line in lines if line.value], unit, weapon, gun.id)


def kill_of(g: SlPlay, frame: GunShot) -> tuple[int | None, list[Line]]:
    """SL:8.15.2-b: a shield is armour of -4, a gun without one of -5; and by the side that is struck. Shaped charges
    find no armour."""
    unit, weapon, gun = g.unit(frame.unit), g.state.weapons[frame.weapon], g.state.weapons[frame.gun]
    back, here = launcher(g, weapon), stands(g, unit)
    assert back is not None
    column = g.anti_tank.kill.columns[back.column]
    if g.weapon_type(weapon).kind not in BULLETS:
        return column.number(UNARMOURED), []
    face = (
        direction_hit(g.map, g.map.ground_hex(here), g.map.ground_hex(gun.hex), gun.facing)
        if gun.facing >= 0
        else SIDE
    )
    shield = face == FRONT and kind_of_launcher(g, gun).shield and covers(g, gun, gun.hex, here)
    armour = Line("gun shield" if shield else "no shield", SHIELDED if shield else BARE, "SL:8.15.2-b")
    lines = [armour, *([Line("make", back.kill_drm, back.kill_rule)] if back.kill_drm else [])]
    drm = g.anti_tank.range_drm(g.map.distance(here, gun.hex)) if column.by_range else 0
    return column.number(face), [*lines, *([Line("range", drm, "SL:13.19.5")] if drm else [])]


def total(lines: list[Line]) -> int:
    return int(sum(line.value for line in lines if line.sign == "+"))


def odds(g: SlPlay, frame: GunShot) -> tuple[Breakdown, dict[str, float]]:
    unit, weapon, gun = g.unit(frame.unit), g.state.weapons[frame.weapon], g.state.weapons[frame.gun]
    number, lines = number_of(g, unit, weapon, gun), hit_lines(g, frame)
    hit = chance_at_most(number - total(lines))
    least, drms = kill_of(g, frame)
    kill = chance_at_most(least - total(drms)) if least is not None else 0.0
    shown = Breakdown("To hit", tuple(lines), total=number - total(lines), column=number, rules=("SL:13.3",))
    return shown, {"destroyed": hit * kill, "hit without effect": hit * (1 - kill), "missed": 1 - hit}


@PART.decisions(GunShot)
def ask_gun_shot(g: SlPlay, frame: GunShot) -> Chance | None:
    unit, gun = g.state.units.get(frame.unit), g.state.weapons.get(frame.gun)
    weapon = g.state.weapons.get(frame.weapon)
    if unit is None or gun is None or weapon is None:
        return None
    if frame.hit:
        asks = f"The {g.weapon_name(gun)} is hit: the kill roll."
        return Chance(asks, dice=2, side=unit.side, rules=("SL:8.15.2-b",), about=(gun.id,))
    number = number_of(g, unit, weapon, gun)
    asks = f"{g.name(unit)} fires the {g.weapon_name(weapon)} at the {g.weapon_name(gun)}: {number} or less."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:8.15.2-b",), about=(unit.id, gun.id))


@ask_gun_shot
def take_gun_shot(g: SlPlay, frame: GunShot, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        g.pop()
        return
    unit, gun = g.unit(frame.unit), g.state.weapons[frame.gun]
    if frame.hit:
        g.pop()
        read_kill(g, frame, unit, gun, answer.dice)
        return
    weapon, lines = g.state.weapons[frame.weapon], hit_lines(g, frame)
    number, final = number_of(g, unit, weapon, gun), sum(answer.dice) + total(lines)
    shot_thrown(g, unit, gun.hex, answer.dice)
    frame.hit = final <= number
    g.say(
        "to_hit",
        f"{g.name(unit)} fires the {g.weapon_name(weapon)} at the {g.weapon_name(gun)}: {number} or less, "
        f"roll {sum(answer.dice)}, final {final}.",
        "SL:8.15.2-b",
        side=unit.side,
        who=(unit.id, gun.id),
        at=gun.hex,
        dice=answer.dice,
        breakdown=Breakdown("To hit", tuple(lines), total=final, column=number, rules=("SL:13.3",)),
    )
    if not frame.hit:
        g.pop()
        g.say("missed", "A miss.", "SL:13.5", side=unit.side, who=(unit.id,), at=gun.hex)
        finish(g, frame, unit, gun.hex, answer.dice)
    else:
        frame.dice = answer.dice


def read_kill(g: SlPlay, frame: GunShot, unit: Unit, gun: Weapon, dice: tuple[int, ...]) -> None:
    number, lines = kill_of(g, frame)
    final = sum(dice) + total(lines)
    killed = number is not None and final <= number
    g.say(
        "to_kill",
        f"The {g.weapon_name(gun)}, hit: {number} or less, roll {sum(dice)}, final {final}.",
        "SL:8.15.2-b",
        side=unit.side,
        who=(gun.id,),
        at=gun.hex,
        dice=dice,
        breakdown=Breakdown("To kill", tuple(lines), total=final, column=number or 0, rules=("SL:8.15.2-b",)),
    )
    at = gun.hex
    if killed:
        destroy_gun(g, gun, "SL:8.15.2-b")
    finish(g, frame, unit, at, frame.dice)


def finish(g: SlPlay, frame: GunShot, unit: Unit, hex: Hex, dice: tuple[int, ...]) -> None:
    weapon, here = g.state.weapons[frame.weapon], stands(g, unit)
    g.push_in_order(*after_shot(g, unit, weapon, (frame.second,) if frame.second else (), hex))
    spend(g, unit, weapon, frame.second, dice, here)


PART.adds(
    SPOKEN,
    Spoken(
        AT_GUN,
        lambda g, action: (
            f"{g.name(action.who[0])} fires the {g.weapon_name(action.who[1])} at the {g.weapon_name(action.who[-1])}"
        ),
    ),
)
PART.adds(OPTION_LOOKS, VerbLook(AT_GUN, OptionLook("At the gun", hex="target", figures=True)))
