"""Horses without riders: under fire (SL:4.12.25), in close combat (SL:4.12.37-b), and as beasts of burden, one's own or
taken from the enemy (SL:4.12.5 to SL:4.12.10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.presentation import StateMark
from defilade.rules.sl import advance, morale, movement, terrain
from defilade.rules.sl.close_combat import (
    attack_lines_of,
    contested,
    contested_otherwise,
    fought_otherwise,
    may_cower,
)
from defilade.rules.sl.fire import Attack, also_struck, lines_of_place, piece_struck
from defilade.rules.sl.fire_phases import suspected_hexes
from defilade.rules.sl.firers import weapon_bar
from defilade.rules.sl.marches.portage import burden, carried_otherwise, squad_pp
from defilade.rules.sl.morale import unit_gone
from defilade.rules.sl.mounts.riding import NO_MOUNT, change, mounting_bar
from defilade.rules.sl.movement import Left
from defilade.rules.sl.saddles import MOTORCYCLES, mount_of, rides
from defilade.rules.sl.shown import marks_of
from defilade.rules.sl.state import DFPH, HORSE, NAMES_OF_MOUNTS, Mount, SlPlay
from defilade.rules.sl.tables import KIA, MC, Hit
from defilade.rules.sl.vehicles.driving import prey_besides
from defilade.rules.sl.vehicles.immobilization import attempt_bar
from defilade.rules.sl.vehicles.overrun import run_over_besides
from defilade.rules.sl.vehicles.yard import manned_in
from defilade.tactics.attack_plan import Aim, other_target_lines
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note_spent
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.units import Unit, Weapon

PART = Part()

EXPOSED = -1
HANDLER = 1.0
"""SL:4.12.37-b: with how much each counter's handlers defend."""
MOST_LED, MOST_LED_BY_ONE = 3, 1
PACK_PP = 5
LOADING = 2

LED_ALREADY = Refusal("somebody else leads them", "SL:4.12.7")
TOO_MANY = Refusal("a leader leads one counter of horses, others three", "SL:4.12.7")
NOT_LED = Refusal("it does not lead these horses", "SL:4.12.6")
FULL = Refusal("a counter of horses carries five PP", "SL:4.12.8")
NO_TIME = Refusal("loading takes two MF", "SL:4.12.9")
NOT_ITS = Refusal("it has no such weapon", "SL:4.12.8")
ON_A_HORSE = Refusal("it is on the back of a horse", "SL:4.12.8")
IN_THE_SADDLE = Refusal("riders fire no support weapons", "SL:4.12.21")
NOT_FROM_ABOVE = Refusal("riders do not go for an AFV with what they have at hand", "SL:4.12-q7")
OVER_A_HEDGEROW = Refusal("horses do not cross hedgerows", "SL:14.6.8-b")
PACKED = Refusal("they carry weapons", "SL:4.12.10")


def alone(mount: Mount) -> bool:
    return mount.kind == HORSE and not mount.riders and bool(mount.hex)


def alone_in(g: SlPlay, hex: Hex, side: Side = "") -> list[Mount]:
    return [m for m in g.state.mounts.values() if m.hex == hex and alone(m) and (not side or m.side == side)]


def lose(g: SlPlay, mount: Mount, rule: str) -> None:
    """What they carry is left behind."""
    for wid in mount.cargo:
        if wid in g.state.weapons:
            g.update_weapon(g.state.weapons[wid], owner="", hex=mount.hex)
    del g.state.mounts[mount.id]
    g.say("horses_gone", "The horses are gone.", rule, side=mount.side, at=mount.hex)


# -- under fire --------------------------------------------------------------------------------------------


@PART.answers(also_struck)
def horses_in(g: SlPlay, hex: Hex) -> list[str]:
    return [mount.id for mount in alone_in(g, hex)] if g.state.mounts else []


@PART.answers(suspected_hexes)
def hexes_of_horses(g: SlPlay, side: Side) -> list[str]:
    enemy = g.enemy_of(side)
    return list(dict.fromkeys(m.hex for m in g.state.mounts.values() if m.side == enemy and alone(m)))


@PART.answers(prey_besides)
def horses_to_run_over(g: SlPlay, side: Side, hex: Hex) -> bool:
    return bool(g.state.mounts) and bool(alone_in(g, hex, side))


@PART.answers(run_over_besides)
def horses_run_over(g: SlPlay, side: Side, hex: Hex) -> list[str]:
    """SL:4.12.22; SL:4.12-q17: a handler may get lucky like anybody."""
    return [mount.id for mount in alone_in(g, hex, side)] if g.state.mounts else []


@PART.answers(other_target_lines)
def lines_of_horses(g: SlPlay, piece: str, aim: Aim) -> Sequence[Line] | None:
    """SL:4.12.22; SL:4.12-q19: horses that somebody has just ridden there and left."""
    mount = g.state.mounts.get(piece)
    if mount is None or mount.kind != HORSE:
        return None
    holes = g.tables.terrain.kinds[terrain.HOLES].tem_rule
    lines = [line for line in lines_of_place(g, mount.hex, aim) if line.rule != holes]
    lines.append(Line("horses", EXPOSED, "SL:4.12.22"))
    if aim.phase == DFPH and mount.moved and mount.side == g.attacker:
        drm = g.tables.fire_drm
        lines.append(Line("moves", drm.moved.drm, "SL:4.12-q19"))
        if terrain.is_open(g, mount.hex):
            lines.append(Line("in the open", drm.in_the_open.drm, "SL:4.12-q19"))
    return lines


@PART.answers(piece_struck)
def struck(g: SlPlay, attack: Attack, piece: str, found: Hit) -> list[Frame]:
    mount = g.state.mounts.get(piece)
    if mount is not None and mount.kind == HORSE and found.kind in (KIA, MC):
        lose(g, mount, "SL:4.12.25")
    return []


# -- in the saddle -----------------------------------------------------------------------------------------


@PART.answers(weapon_bar)
def no_weapons_from_the_saddle(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    if rides(g, unit, HORSE):
        return IN_THE_SADDLE
    return ON_A_HORSE if on_a_horse(g, weapon) else None


@PART.answers(attempt_bar)
def no_grenades_from_the_saddle(g: SlPlay, unit: Unit) -> Refusal | None:
    return NOT_FROM_ABOVE if rides(g, unit, HORSE) else None


@PART.answers(marks_of)
def mounted(g: SlPlay, unit: Unit) -> Iterable[StateMark]:
    mount = mount_of(g, unit)
    if mount is None:
        return
    if mount.kind in MOTORCYCLES:
        on = "on a single " if mount.single else "on "
        name = mount.kind if mount.single else NAMES_OF_MOUNTS[mount.kind]
        yield StateMark("mounted", on + name, "SL:4.10.12", mount.kind.upper(), "calm")
    elif mount.kind != HORSE:
        yield StateMark("mounted", "on bicycles", "SL:4.11.1", "BICYCLE", "calm")
    elif mount.winded:
        yield StateMark("mounted", "on winded horses", "SL:4.12.36", "WINDED", "calm")
    else:
        yield StateMark("mounted", "on horseback", "SL:4.12.12", "HORSE", "calm")


# -- beasts of burden --------------------------------------------------------------------------------------


def on_a_horse(g: SlPlay, weapon: Weapon) -> bool:
    return any(weapon.id in mount.cargo for mount in g.state.mounts.values())


@PART.answers(carried_otherwise)
def horses_carry_it(g: SlPlay, weapon: Weapon) -> bool:
    """SL:4.12.5, SL:4.12.8: it does not burden who leads them."""
    return on_a_horse(g, weapon)


def led_by(g: SlPlay, unit: Unit) -> list[Mount]:
    return [m for m in g.state.mounts.values() if m.kind == HORSE and m.handler == unit.id]


def leading_refusal(g: SlPlay, unit: Unit | None, mount: Mount | None) -> Refusal | None:
    if unit is None or mount is None or not alone(mount) or mount.hex != unit.hex or mount.side != unit.side:
        return NO_MOUNT
    if mount.handler:
        return LED_ALREADY
    most = MOST_LED if unit.is_mmc else MOST_LED_BY_ONE
    return TOO_MANY if len(led_by(g, unit)) >= most or mount_of(g, unit) is not None else None


def loading_refusal(
    g: SlPlay, left: float, unit: Unit | None, weapon: Weapon | None, mount: Mount | None
) -> Refusal | None:
    if unit is None or mount is None or mount.handler != unit.id:
        return NOT_LED
    if weapon is None or weapon.owner != unit.id or on_a_horse(g, weapon):
        return NOT_ITS
    if left < LOADING:
        return NO_TIME
    on_it = sum(squad_pp(g, g.state.weapons[wid]) for wid in mount.cargo if wid in g.state.weapons)
    return FULL if on_it + squad_pp(g, weapon) > PACK_PP else None


def unloading_refusal(
    g: SlPlay, left: float, unit: Unit | None, weapon: Weapon | None, mount: Mount | None
) -> Refusal | None:
    """SL:4.12.9; and it must have the MF to carry it from there on (SL:4.2.1-b)."""
    if unit is None or mount is None or mount.handler != unit.id:
        return NOT_LED
    if weapon is None or weapon.id not in mount.cargo:
        return NOT_ITS
    return NO_TIME if left < LOADING + burden(g, unit, weapon) - burden(g, unit) else None


def taken_by_the_reins(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [
        Action("take-horses", (member.unit.id, mount.id))
        for mount in g.state.mounts.values()
        for member in members
        if leading_refusal(g, member.unit, mount) is None
    ]


def take_horses(g: SlPlay, frame: Moving, action: Action) -> None:
    uid, mid = action.who
    g.state.mounts[mid] = msgspec.structs.replace(g.state.mounts[mid], handler=uid)
    say(g, uid, "takes horses by the reins", "SL:4.12.10")


def let_go_refusal(g: SlPlay, unit: Unit | None, mount: Mount | None) -> Refusal | None:
    if unit is None or mount is None or mount.handler != unit.id or mount.kind != HORSE:
        return NOT_LED
    return PACKED if mount.cargo else None


def left_standing(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    """Horses that carry nothing are left with their handlers (SL:4.12.37-a)."""
    return [
        Action("leave-horses", (member.unit.id, mount.id))
        for member in members
        for mount in led_by(g, member.unit)
        if let_go_refusal(g, member.unit, mount) is None
    ]


def leave_horses(g: SlPlay, frame: Moving, action: Action) -> None:
    uid, mid = action.who
    g.state.mounts[mid] = msgspec.structs.replace(g.state.mounts[mid], handler="")
    say(g, uid, "leaves horses behind", "SL:4.12.10")


def say(g: SlPlay, uid: UnitId, does: str, *rules: str) -> None:
    unit = g.unit(uid)
    g.say("pack_horses", f"{g.name(unit)} {does}.", *rules, side=unit.side, who=(uid,), at=unit.hex)


def loads(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [
        Action("load", (member.unit.id, weapon.id, mount.id))
        for member in members
        for mount in led_by(g, member.unit)
        for weapon in g.weapons_of(member.unit)
        if loading_refusal(g, member.mf, member.unit, weapon, mount) is None
    ]


def load(g: SlPlay, frame: Moving, action: Action) -> None:
    uid, wid, mid = action.who
    mount = g.state.mounts[mid]
    note_spent(frame, uid, LOADING, mount.hex)
    g.state.mounts[mid] = msgspec.structs.replace(mount, cargo=(*mount.cargo, wid))
    say(g, uid, f"loads the {g.weapon_name(wid)} onto a horse", "SL:4.12.9")


def unloads(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [
        Action("take-down", (member.unit.id, wid, mount.id))
        for member in members
        for mount in led_by(g, member.unit)
        for wid in mount.cargo
        if unloading_refusal(g, member.mf, member.unit, g.state.weapons.get(wid), mount) is None
    ]


def take_down(g: SlPlay, frame: Moving, action: Action) -> None:
    uid, wid, mid = action.who
    mount = g.state.mounts[mid]
    note_spent(frame, uid, LOADING, mount.hex)
    g.state.mounts[mid] = msgspec.structs.replace(mount, cargo=tuple([w for w in mount.cargo if w != wid]))
    say(g, uid, f"takes the {g.weapon_name(wid)} off the horse", "SL:4.12.9")


def why_not_lead(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    uid, mid = (*action.who, "", "")[:2]
    return leading_refusal(g, g.state.units.get(uid), g.state.mounts.get(mid))


def why_not_leave(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    uid, mid = (*action.who, "", "")[:2]
    return let_go_refusal(g, g.state.units.get(uid), g.state.mounts.get(mid))


def why_not_load(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    uid, wid, mid = (*action.who, "", "", "")[:3]
    left = next((member.mf for member in members if member.unit.id == uid), 0.0)
    unit, weapon, mount = g.state.units.get(uid), g.state.weapons.get(wid), g.state.mounts.get(mid)
    if action.verb == "load":
        return loading_refusal(g, left, unit, weapon, mount)
    return unloading_refusal(g, left, unit, weapon, mount)


PART.adds(
    MOVE_VERBS,
    MoveVerb("take-horses", 38, taken_by_the_reins, take_horses, why_not_lead),
    MoveVerb("leave-horses", 38, left_standing, leave_horses, why_not_leave),
    MoveVerb("load", 39, loads, load, why_not_load),
    MoveVerb("take-down", 39, unloads, take_down, why_not_load),
)


@PART.answers(movement.entered)
def led_along(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:4.12.6: at the rate of those who lead them. SL:4.12-q3: what horses go so, they have not left when mounted."""
    for uid in frame.members:
        unit = g.unit(uid)
        cost = terrain.cost_for(g, unit, origin, hex)
        follow(g, unit, led=cost)


@PART.answers(advance.advanced_into)
def led_in_the_advance(g: SlPlay, unit: Unit, origin: str) -> None:
    follow(g, unit)


def follow(g: SlPlay, unit: Unit, led: float = 0.0) -> None:
    if not g.state.mounts:
        return
    for mount in led_by(g, unit):
        g.state.mounts[mount.id] = msgspec.structs.replace(
            mount, hex=unit.hex, moved=True, led=mount.led + led
        )
        for wid in mount.cargo:
            if wid in g.state.weapons:
                g.update_weapon(g.state.weapons[wid], hex=unit.hex)


@PART.answers(terrain.entry_bar)
def where_horses_are_led(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:4.12.2-b: nowhere that horses do not go."""
    if not g.state.mounts or not led_by(g, unit):
        return None
    if g.map.hexside_kind(origin, hex) == "hedgerow":
        return OVER_A_HEDGEROW
    closed = g.terrain_of(hex).structure or hex in g.map.below
    return Refusal("horses go into no building", "SL:4.12.2-b") if closed else None


@PART.answers(mounting_bar)
def laden_horses(g: SlPlay, unit: Unit, mount: Mount) -> Refusal | None:
    if mount.cargo:
        return PACKED
    return LED_ALREADY if mount.handler not in ("", unit.id) else None


@PART.answers(unit_gone)
def let_go(g: SlPlay, hex: Hex) -> None:
    """Who is gone, or broken, leads nothing."""
    for mount in list(g.state.mounts.values()):
        unit = g.state.units.get(mount.handler)
        if mount.handler and (unit is None or unit.broken):
            for wid in mount.cargo:
                if wid in g.state.weapons:
                    g.update_weapon(g.state.weapons[wid], owner="", hex=mount.hex)
            g.state.mounts[mount.id] = msgspec.structs.replace(mount, handler="", cargo=())


# -- against their handlers (SL:4.12.37-b) -----------------------------------------------------------------


class AgainstHandlers(Frame):
    """Infantry fights the men who hold the enemy's horses; they do not attack."""

    hex: Hex
    dice: tuple[int, ...] = ()


def prey(g: SlPlay, hex: Hex) -> tuple[list[Unit], list[Mount]]:
    """Who fights alone for whose horses."""
    for side in g.in_order():
        enemy = g.enemy_of(side)
        if g.has_side(hex, enemy) or manned_in(g, hex, enemy):
            continue
        horses = alone_in(g, hex, enemy)
        men = [unit for unit in g.side_in(hex, side) if not unit.broken and not unit.captive]
        if men and horses:
            return men, horses
    return [], []


@PART.answers(contested_otherwise)
def horses_are_fought_for(g: SlPlay, hex: Hex) -> bool:
    """SL:4.12-q18: also those that a close combat has left behind."""
    return bool(g.state.mounts) and bool(prey(g, hex)[1])


@PART.answers(fought_otherwise)
def fight_for_horses(g: SlPlay, hex: Hex) -> Sequence[Frame] | None:
    if not g.state.mounts or contested(g, hex) or not prey(g, hex)[1]:
        return None
    return [AgainstHandlers(hex)]


def strength_against(g: SlPlay, men: Sequence[Unit]) -> tuple[list[Line], list[Line]]:
    """Their firepower, and the leader among them who directs them (SL:6.1.6)."""
    troops = [unit for unit in men if not unit.is_leader]
    leaders = sorted((unit for unit in men if unit.is_leader), key=lambda one: morale.leadership(g, one))
    directing = [
        Line(f"leadership of the {g.name(leader)}", morale.leadership(g, leader), "SL:6.1.6")
        for leader in leaders[:1]
    ]
    return attack_lines_of(g, troops or men, ()), directing


CAPTURE, KILL = Action("capture-horses"), Action("kill-horses")


@PART.decisions(AgainstHandlers)
def ask_against_handlers(g: SlPlay, frame: AgainstHandlers) -> Chance | Choice | None:
    men, horses = prey(g, frame.hex)
    if not men or not horses:
        return None
    place, side = g.place_name(frame.hex), men[0].side
    if not frame.dice:
        asks = f"{g.names(men)} against who holds the horses in {place}."
        return Chance(asks, dice=2, side=side, rules=("SL:4.12.37-b",), about=tuple([m.id for m in horses]))
    asks = f"The horses in {place} are yours: what becomes of them?"
    return Choice(side, asks, (CAPTURE, KILL), ("SL:4.12.5",), at=frame.hex)


@ask_against_handlers
def take_against_handlers(g: SlPlay, frame: AgainstHandlers, answer: Action | Outcome | None) -> None:
    if answer is None:
        g.pop()
        return
    men, horses = prey(g, frame.hex)
    if isinstance(answer, Outcome):
        frame.dice = answer.dice
        if not beaten(g, frame, men, horses):
            g.pop()
        return
    g.pop()
    for mount in horses:
        if answer == KILL:
            lose(g, mount, "SL:4.12.5")
        else:
            change(g, mount, (), mount.hex)
            g.state.mounts[mount.id] = msgspec.structs.replace(
                g.state.mounts[mount.id], side=men[0].side, handler=""
            )
    if answer == CAPTURE:
        say(g, men[0].id, "captures horses", "SL:4.12.5", "SL:4.12-q18")


def beaten(g: SlPlay, frame: AgainstHandlers, men: Sequence[Unit], horses: Sequence[Mount]) -> bool:
    strength, directing = strength_against(g, men)
    attack, defence = float(sum(line.value for line in strength)), HANDLER * len(horses)
    cowers = len(set(frame.dice)) == 1 and not directing and may_cower(men, strength)  # SL:6.5.1
    words, kill = g.tables.close_combat.kill(attack, defence, 1 if cowers else 0)
    thrown = sum(frame.dice)
    lines = (
        *strength,
        *directing,
        Line("against horses", EXPOSED, "SL:4.12.22"),
        Line("handlers", defence, "SL:4.12.37-b", "="),
    )
    drm = int(sum(line.value for line in lines if line.sign == "+"))
    won = thrown + drm <= kill
    g.say(
        "close_combat",
        f"{g.names(men)} against the handlers of {len(horses)} counters of horses: {words}, kill number {kill}, "
        f"roll {thrown}{drm:+d}: {'they are overcome' if won else 'no effect'}.",
        "SL:4.12.37-b",
        *(("SL:6.5.1",) if cowers else ()),
        side=men[0].side,
        who=tuple([unit.id for unit in men]),
        at=frame.hex,
        dice=frame.dice,
        breakdown=Breakdown("Close combat", lines, total=attack, column=kill, rules=("SL:6.1.3-a",)),
    )
    return won
