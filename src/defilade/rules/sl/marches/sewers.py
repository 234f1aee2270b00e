"""Sewers (SL:4.9): a way beneath the hexes, from sewer entrance to sewer entrance, where the scenario allows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, told
from defilade.rules.sl import advance, firers, morale, movement, stacking, terrain
from defilade.rules.sl.fire import Attack, attack_done, caught_in_the_open, targets_met, without_cover
from defilade.rules.sl.movement import HAS_BEGUN, Left
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import AFPH, DFPH, MPH, RTPH, SlPlay, Track
from defilade.tactics.attack_plan import COVER, Aim, Firing, shot_factors, target_lines
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note_spent, place_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens, player_turn_begins
from defilade.tactics.units import OFF_MAP, Unit

PART = Part()

SEWERS = Option(
    "sewers",
    "Sewers",
    "Units with a leader may go from sewer entrance to sewer entrance beneath the enemy, if they find the way.",
    ("SL:4.9.1",),
    by_card=True,
)
PART.adds(OPTIONS, SEWERS)

REACH, FAR_OUT, FOUND = 3, 6, 4
STONE = 3
TOO_BIG = frozenset({"HMG", "MTR", "RCL", "AT", "AA", "INF"})

NO_SEWERS = Refusal("there are no sewers to use in this scenario", "SL:4.9.1")
NO_ENTRANCE = Refusal("sewers are entered and left at sewer entrances", "SL:4.9.2")
NOT_KNOWN = Refusal("its side does not know its way through the sewers", "SL:3.30.7-d")
TOO_FAR = Refusal("through sewers one gets three hexes far", "SL:4.9.3")
NO_LEADER = Refusal("squads need a leader in the sewers", "SL:4.9.4")
TOO_SLOW = Refusal("who has fewer than 3 MF does not use sewers", "SL:4.9-q1")
TOO_BULKY = Refusal("HMG, mortars and ordnance do not go through sewers", "SL:4.9.6")
CLOSED = Refusal("that sewer entrance has been blown up", "SL:4.9.9")
FIGHTING = Refusal("who came up among enemies is in melee with them", "SL:4.9.9.4")
CORNERED = Refusal("nobody routs from those who have come up in his hex", "SL:4.9-q3")


@told
def come_up_unseen(g: SlPlay, side: Side, hex: Hex, who: tuple[str, ...]) -> None:
    """Units of a side come up where no enemy of the same building is beside them."""


@all_of
def surfacing(g: SlPlay, who: tuple[str, ...], hex: Hex) -> Iterable[Frame]:
    """What strikes units as they come up out of a sewer, before they are out of sight?"""
    return ()


class Surfaced(Frame):
    """Units have come up, and been struck; who is left is out of sight if nobody is beside him."""

    units: tuple[str, ...]
    hex: Hex


class FindTheWay(Frame):
    """SL:4.9.5-a: a die for the stack."""

    units: tuple[str, ...]
    goal: str


class Surface(Frame):
    """SL:4.9.5-b: the other side chooses where units that were lost come up."""

    units: tuple[str, ...]
    start: str


def is_entrance(g: SlPlay, hex: Hex) -> bool:
    return hex in g.map.also.get("sewer_entrance", ())


def open_entrances(g: SlPlay) -> list[str]:
    """Where one gets in and out, in a game with sewers."""
    if not SEWERS.on(g):
        return []
    return [hex for hex in g.map.also.get("sewer_entrance", ()) if hex not in g.state.closed_sewers]


def close_entrance(g: SlPlay, hex: Hex, side: Side) -> None:
    """SL:4.9.9: a charge that goes off there closes it for good."""
    if hex not in open_entrances(g):
        return
    g.state.closed_sewers = (*g.state.closed_sewers, hex)
    g.say("sewer", f"The sewer entrance in {g.place_name(hex)} is closed.", "SL:4.9.9", side=side, at=hex)


def knows_sewers(g: SlPlay, side: Side) -> bool:
    """Whether the card lets a side use them: both, where it names none."""
    return not g.scenario.sewers_known_to or side in g.scenario.sewers_known_to


def is_led(g: SlPlay, members: Sequence[Left]) -> bool:
    """SL:3.30.7-d: by a prisoner of theirs who has promised it, and comes along."""
    mine = {member.unit.id for member in members}
    return any(g.state.guards.get(uid) in mine for uid in g.state.guides)


def refusal(g: SlPlay, frame: Moving, members: Sequence[Left], goal: str) -> Refusal | None:
    if not SEWERS.on(g):
        return NO_SEWERS
    if not knows_sewers(g, g.attacker) and not is_led(g, members):
        return NOT_KNOWN
    if frame.begun or members[0].mover.assault:
        return HAS_BEGUN
    start = place_of(g, frame)
    if not is_entrance(g, start) or not is_entrance(g, goal) or start == goal:
        return NO_ENTRANCE
    if g.map.distance(start, goal) > REACH:
        return TOO_FAR
    if {start, goal} & set(g.state.closed_sewers):
        return CLOSED
    if any(member.unit.is_mmc for member in members) and not any(member.unit.is_leader for member in members):
        return NO_LEADER
    for member in members:
        if member.mf < REACH:
            return TOO_SLOW
        if any(too_bulky(g, weapon.type) for weapon in g.weapons_of(member.unit)):
            return TOO_BULKY
    return stacking.refusal(g, g.attacker, goal, [member.unit for member in members])


def too_bulky(g: SlPlay, weapon_type: str) -> bool:
    """SL:4.9.6"""
    return g.weapon_types[weapon_type].kind in TOO_BIG


def options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if frame.begun or not SEWERS.on(g) or not is_entrance(g, place_of(g, frame)):
        return []
    return [
        Action("sewer", (), goal)
        for goal in sorted(g.map.also["sewer_entrance"])
        if refusal(g, frame, members, goal) is None
    ]


def go_down(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:4.9.2: announced before the move; it is the whole move."""
    who = frame.members
    for uid in who:
        note_spent(frame, uid, 0, action.at)
        g.update(g.unit(uid), moved=True)
    g.say(
        "sewer",
        f"{g.doing(who, 'goes', 'go')} down into the sewers, toward {g.place_name(action.at)}.",
        "SL:4.9.2",
        side=g.attacker,
        who=who,
        at=action.at,
    )
    g.push(FindTheWay(who, action.at))


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "sewer", 16, options, go_down, lambda g, frame, members, action: refusal(g, frame, members, action.at)
    ),
)


@PART.decisions(FindTheWay)
def ask_way(g: SlPlay, frame: FindTheWay) -> Chance:
    asks = f"{g.names(frame.units)} in the sewers: {FOUND} or less finds the way."
    return Chance(asks, dice=1, side=g.attacker, rules=("SL:4.9.5-a",), about=frame.units)


@ask_way
def take_way(g: SlPlay, frame: FindTheWay, answer: Action | Outcome | None) -> None:
    """SL:4.9.5-a: no leader helps; SL:4.9.7: they are fired on where they come up and nowhere else."""
    assert isinstance(answer, Outcome)
    g.pop()
    moving = g.state.stack[-1]
    assert isinstance(moving, Moving)
    start = g.unit(frame.units[0]).hex
    if answer.dice[0] <= FOUND:
        come_up(g, frame.units, frame.goal, answer.dice)
        movement.leave_track(g, moving, frame.goal)
        moving.members = ()
        settle(g, frame.units, frame.goal)
        return
    moving.members = ()
    for uid in (*frame.units, *their_prisoners(g, frame.units)):
        g.place(g.unit(uid), OFF_MAP)
        g.state.lost_below[uid] = start
    g.say(
        "lost_below",
        f"{g.doing(frame.units, 'loses its', 'lose their')} way beneath {g.place_name(start)}.",
        "SL:4.9.5-b",
        side=g.attacker,
        who=frame.units,
        dice=answer.dice,
    )


def their_prisoners(g: SlPlay, who: Sequence[str]) -> tuple[str, ...]:
    """SL:3.29.15: prisoners go where their guards go, and are lost with them."""
    guards, leaving = g.state.guards, g.state.leaving
    mine = [uid for uid in who if uid not in leaving]
    return tuple([uid for uid, guard in guards.items() if guard in mine and uid not in who])


def come_up(g: SlPlay, who: tuple[str, ...], hex: Hex, dice: tuple[int, ...] = ()) -> None:
    for uid in who:
        g.place(g.unit(uid), hex, moved=True, acted=True)
    g.state.surfaced = (*g.state.surfaced, *who)
    g.say(
        "surfaces",
        f"{g.doing(who, 'comes', 'come')} up in {g.place_name(hex)}.",
        "SL:4.9.5-a",
        side=g.unit(who[0]).side,
        who=who,
        at=hex,
        dice=dice,
    )


def settle(g: SlPlay, who: tuple[str, ...], hex: Hex) -> None:
    """SL:4.9-q2: what strikes them there does so before they are concealed."""
    strikes = list(surfacing(g, who, hex))
    if strikes:
        g.push_in_order(*strikes, Surfaced(who, hex))
    else:
        hide(g, who, hex)


@PART.automatic(Surfaced)
def run_surfaced(g: SlPlay, frame: Surfaced) -> None:
    """SL:4.9.9.3: who has broken there is lost."""
    g.pop()
    for uid in frame.units:
        unit = g.state.units.get(uid)
        if unit is not None and unit.broken:
            morale.eliminate(g, unit, "is eliminated in the sewer", "SL:4.9.9.3")
    left = tuple([uid for uid in frame.units if uid in g.state.units])
    if left:
        hide(g, left, frame.hex)


def hide(g: SlPlay, who: tuple[str, ...], hex: Hex) -> None:
    """SL:4.9.8-a, SL:1.3.1-p3.4: under a "?" at once, but beside enemies in the same building, and but for who has
    prisoners with him (SL:3.29.13)."""
    side = g.unit(who[0]).side
    enemy = g.enemy_of(side)
    building = g.map.building_of.get(hex)
    beside = [near for near in g.map.adjacent[hex] if building and g.map.building_of.get(near) == building]
    if g.has_side(hex, enemy) or any(g.has_side(near, enemy) for near in beside):
        return
    for uid in who:
        g.state.tracks.pop(uid, None)
    unburdened = tuple([uid for uid in who if uid not in g.state.guards.values()])
    if unburdened:
        come_up_unseen(g, side, hex, unburdened)


# -- lost (SL:4.9.5-b) -------------------------------------------------------------------------------------


@PART.answers(phase_opens)
def the_lost_come_up(g: SlPlay, phase: str) -> list[Frame]:
    """In their next MPh."""
    if phase != MPH:
        return []
    lost: dict[str, list[str]] = {}
    for uid, start in g.state.lost_below.items():
        if g.unit(uid).side == g.attacker:
            lost.setdefault(start, []).append(uid)
    return [Surface(tuple(units), start) for start, units in lost.items()]


@PART.decisions(Surface)
def ask_surface(g: SlPlay, frame: Surface) -> Choice | None:
    units = [g.unit(uid) for uid in frame.units]
    found = tuple(
        Action("surface", frame.units, hex)
        for hex in sorted(g.map.also["sewer_entrance"])
        if g.map.distance(frame.start, hex) <= FAR_OUT
        and hex not in g.state.closed_sewers
        and stacking.refusal(g, units[0].side, hex, units) is None
    )
    if not found or any(unit.hex for unit in units):
        return None
    asks = f"Where do {g.names(frame.units)} come up?"
    return Choice(g.enemy_of(units[0].side), asks, found, ("SL:4.9.5-b",), frame.units)


@ask_surface
def take_surface(g: SlPlay, frame: Surface, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Action):
        return
    for uid in frame.units:
        g.state.lost_below.pop(uid)
    who = tuple([uid for uid in frame.units if uid not in g.state.guards])  # with prisoners (SL:3.29.15)
    come_up(g, who, answer.at)
    for uid in who:  # fired on there like all who come up (SL:4.9.7, SL:4.9.9.1)
        g.state.tracks[uid] = Track(g.state.moves, (answer.at,))
    g.state.moves += 1
    settle(g, who, answer.at)


# -- among enemies (SL:4.9.9.1 to SL:4.9.9.4) --------------------------------------------------------------


def among_enemies(g: SlPlay, unit: Unit) -> bool:
    """Whether a unit has come up in this player turn where enemies are."""
    return unit.id in g.state.surfaced and bool(unit.hex) and g.has_side(unit.hex, g.enemy_of(unit.side))


def contested(g: SlPlay, hex: Hex) -> bool:
    return any(among_enemies(g, unit) for unit in g.units_in(hex))


@PART.answers(firers.fires_in_own_hex)
def at_the_manhole(g: SlPlay, unit: Unit, target: str) -> bool:
    """SL:4.9.9.1, SL:4.9.9.2: the defenders of the hex at those who come up, and these at them."""
    return g.state.phase in (DFPH, AFPH) and contested(g, target)


@PART.modifies(shot_factors, "SL:4.9.9.1", step=0)
def at_arms_length(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:4.9.9.1, SL:4.9.9.2: point blank."""
    if firing.unit.hex != firing.target or not contested(g, firing.target):
        return []
    return [Line("point blank", g.tables.fire_factors.point_blank.factor, "SL:4.9.9.1", "x")]


@PART.answers(firers.fire_bar)
def others_do_not_tell_them_apart(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:4.9.9.4: those in the hex have other things to do than to fire out of it."""
    return FIGHTING if unit.hex != target and among_enemies(g, unit) else None


@PART.answers(targets_met)
def each_other(g: SlPlay, targets: tuple[str, ...], hexes: Sequence[str]) -> tuple[str, ...]:
    """Nobody fires at his own side."""
    here = next((hex for hex in hexes if contested(g, hex)), "")
    if not here:
        return targets
    side = g.attacker if g.state.phase == DFPH else g.defender
    return tuple([uid for uid in targets if uid not in g.state.units or g.unit(uid).side == side])


def fired_on_in_the_hex(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    return unit.hex in aim.hexes and contested(g, unit.hex)


@PART.answers(without_cover)
def nothing_protects(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:4.9.9.1; SL:4.9.9.2: nor anything but the stone of the shaft's rim those who are fired on from it."""
    return fired_on_in_the_hex(g, unit, aim)


@PART.answers(caught_in_the_open)
def in_the_manhole(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    return aim.phase == DFPH and among_enemies(g, unit) and fired_on_in_the_hex(g, unit, aim)


@PART.modifies(target_lines, "SL:4.9.9.2", step=COVER)
def behind_stone(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    if aim.phase != AFPH or among_enemies(g, unit) or not fired_on_in_the_hex(g, unit, aim):
        return []
    return [Line("stone building", STONE, "SL:4.9.9.2")]


@PART.answers(attack_done)
def broken_below(g: SlPlay, attack: Attack) -> None:
    """SL:4.9.9.3"""
    for uid in attack.targets:
        unit = g.state.units.get(uid)
        if unit is not None and unit.broken and attack.phase == DFPH and among_enemies(g, unit):
            morale.eliminate(g, unit, "is eliminated in the sewer", "SL:4.9.9.3")


@PART.answers(advance.advance_bar)
def stays_and_fights(g: SlPlay, unit: Unit) -> Refusal | None:
    return FIGHTING if among_enemies(g, unit) else None


@PART.answers(terrain.entry_bar)
def does_not_get_away(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:4.9-q3"""
    return CORNERED if g.state.phase == RTPH and contested(g, origin) else None


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.surfaced = ()
