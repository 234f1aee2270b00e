"""Who has which support weapon, as an option of a game (SL:8.4, SL:8.5): they change hands at certain times, and what
lies about must be found and got going by a roll.

In any game each weapon is in somebody's hands. A broken unit keeps what it has until it runs (SL:8.4.5-c), and what the
dead had lies in their hex (SL:8.4.4). Nobody hands his own firepower on: it is no weapon (SL:8.4.3-b).
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import movement, terrain
from defilade.rules.sl.advance import advanced_otherwise, other_advances
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.marches.portage import carrying_bar, taking_bar
from defilade.rules.sl.morale import formed
from defilade.rules.sl.movement import Left, moved_otherwise, other_moves
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.smoke import in_smoke, lines_of_screens, screens
from defilade.rules.sl.state import APH, MPH, SlPlay, Track
from defilade.rules.sl.vehicles.yard import manned_in, passengers_of, ride_of
from defilade.tactics.attack_plan import normal_range
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note_spent, place_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends, player_turn_begins
from defilade.tactics.units import PREP, SQUAD, Unit, Weapon

PART = Part()

POSSESSION = Option(
    "possession",
    "Possession and acquisition of weapons",
    "Support weapons change hands in one's own MPh and APh only, and what lies about is taken up by a roll of the die.",
    ("SL:8.4.2-a", "SL:8.5.1-a"),
)
PART.adds(OPTIONS, POSSESSION)

FOUND_BELOW = 6
UNDER_COVER = frozenset({"grain", "brush", "woods", "crag", "rubble", "wooden_rubble"})
WET = frozenset({"pond", "marsh", "stream", "mudflat"})
STAY = "stay"
DONE = Action("done")

BY_ROLL = Refusal("what lies about is taken up by a roll", "SL:8.5.1-a")
UNFIT = Refusal("who is berserk, broken or grounded takes no weapon", "SL:8.4.5-b")
ON_FOOT = Refusal("only infantry on foot takes up what lies about", "SL:8.5.1-a")
# Nor does anything change hands as long as a melee lasts (SL:6.3.5).
NOT_HERE = Refusal("not in water, in melee, or with enemies in the hex", "SL:8.5.1-c")
TRIED = Refusal("it has tried that in this phase", "SL:8.5.1-a")
HAS_FIRED = Refusal("who fired in the PFPh takes over no weapon in the MPh", "SL:8.4.2-b")
WAS_FIRED = Refusal("a weapon is not handed on in the phase after it was fired", "SL:8.4.2-c")
ONCE = Refusal("a weapon changes hands once in a phase", "SL:8.4.2-d")
JUST_GAINED = Refusal("who has taken a weapon up does not hand it on in the same turn", "SL:8.5.4")
NOT_TOGETHER = Refusal("only those in one place hand weapons over", "SL:8.4.3")


# -- who may take anything ---------------------------------------------------------------------------------


def is_grounded(g: SlPlay, unit: Unit) -> bool:
    track = g.state.tracks.get(unit.id)
    return track is not None and track.grounded


def gaining_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    if unit.berserk or unit.broken or is_grounded(g, unit):
        return UNFIT
    enemy = g.enemy_of(unit.side)
    if unit.melee or (unit.hex and (g.has_side(unit.hex, enemy) or manned_in(g, unit.hex, enemy))):
        return NOT_HERE  # SL:8.5-q2: whoever else is there, and be it a vehicle
    return None


@PART.answers(taking_bar)
def not_just_so(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:8.4.5-b: also where no roll is asked for."""
    if unit.berserk or unit.broken or is_grounded(g, unit):
        return UNFIT
    return BY_ROLL if POSSESSION.on(g) else None


# -- acquisition (SL:8.5) ----------------------------------------------------------------------------------


class Acquisition(Frame):
    """A unit tries to take up a weapon that nobody has; its die is due. `mf` are those that it spends on it."""

    unit: str
    weapon: str
    mf: int = 0
    stays: bool = False


def acquiring_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:8.5.1-a, SL:8.5.1-c"""
    if weapon.owner or weapon.hex != unit.hex or weapon.placed_at or weapon.id in g.state.towed:
        return NOT_TOGETHER
    found = gaining_refusal(g, unit)
    if found is not None:
        return found
    if g.ground_in(unit.hex) in WET:
        return NOT_HERE
    if movement.on_foot_bar(g, unit) is not None or is_concealed(unit):
        return ON_FOOT
    found = carrying_bar(g, unit)
    if found is not None:
        return found
    return TRIED if f"{unit.id} {weapon.id}" in g.state.acquisitions else None


def observed(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """SL:8.5.2-c"""
    return any(
        not enemy.broken
        and g.map.distance(enemy.hex, hex) <= normal_range(g, enemy, None)
        and terrain.sees(g, enemy.hex, hex)
        for enemy in g.on_map(g.enemy_of(unit.side))
    )


def acquisition_lines(g: SlPlay, frame: Acquisition) -> tuple[Line, ...]:
    """SL:8.5.2: no leader helps (SL:8.5.4-b)."""
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    ground = g.ground_in(unit.hex)
    cover = ground in UNDER_COVER and (ground != terrain.WHEAT or g.scenario.wheat_stands)
    found = [
        (weapon.id in g.state.hidden_weapons, Line("hidden", 1, "SL:8.5.2-a")),
        (g.scenario.night, Line("by night", 1, "SL:8.5.2-b")),
        (observed(g, unit, unit.hex), Line("under enemy eyes", 1, "SL:8.5.2-c")),
        (cover, Line(g.terrain_of(unit.hex).name, 1, "SL:8.5.2-d")),
        (unit.kind == SQUAD, Line("a squad", -1, "SL:8.5.2-e")),
        (not unit.is_mmc, Line("a single man", 1, "SL:8.5.2-e")),
        (
            g.anti_tank.is_heavy(weapon.type, g.weapon_type(weapon).kind),
            Line("not to be missed", -2, "SL:8.5.2-f"),
        ),
        (frame.mf > 0, Line(f"{frame.mf} MF spent on it", -frame.mf, "SL:8.5.2")),
        (frame.stays, Line("stays where it is", -1, "SL:8.5.3")),
    ]
    return tuple([line for holds, line in found if holds])


@PART.decisions(Acquisition)
def ask_acquisition(g: SlPlay, frame: Acquisition) -> Chance:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    asks = f"Does {g.name(unit)} get hold of the {g.weapon_name(weapon)}? Less than {FOUND_BELOW}."
    dice = 2 if in_smoke(g, unit.hex) else 1
    return Chance(asks, dice=dice, side=unit.side, rules=("SL:8.5.1-a",), about=(weapon.id,))


@ask_acquisition
def take_acquisition(g: SlPlay, frame: Acquisition, answer: Action | Outcome | None) -> None:
    """SL:8.5.1-b: a die of its own for each weapon, and in smoke another one for that."""
    assert isinstance(answer, Outcome)
    found = screens(g, g.unit(frame.unit).hex, g.unit(frame.unit).hex)
    thick = {screen.key: answer.dice[1] for screen in found}
    smoke = [Line(line.label, line.value, "SL:8.5.1-b") for line in lines_of_screens(found, thick)]
    lines = (*acquisition_lines(g, frame), *smoke)
    g.pop()
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    g.state.acquisitions = (*g.state.acquisitions, f"{unit.id} {weapon.id}")
    final = answer.dice[0] + int(sum(line.value for line in lines))
    gained = final < FOUND_BELOW
    g.say(
        "acquisition",
        f"{g.name(unit)}: die {answer.dice[0]}, final {final}: "
        + (f"it has the {g.weapon_name(weapon)}." if gained else "in vain."),
        "SL:8.5.1-a",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
        dice=answer.dice,
        breakdown=Breakdown("Acquisition", lines, total=final, rules=("SL:8.5.1-a",)),
    )
    seen_at_it(g, unit)
    if gained:
        g.give(g.update_weapon(weapon, passed=True), unit)
        g.state.gained = (*g.state.gained, weapon.id)


def acquire_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    """SL:8.5.2: with as many MF as it likes to spend on it, whoever gave it them."""
    if not POSSESSION.on(g) or movement.must_go_on(g, frame, members) is not None:
        return []
    return [
        Action("acquire", (member.unit.id, weapon.id), "", str(mf))
        for weapon in g.loose_weapons(place_of(g, frame))
        for member in members
        if acquiring_refusal(g, member.unit, weapon) is None
        for mf in range(int(member.mf) + 1)
    ]


def why_no_acquisition(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    unit, weapon = g.state.units.get(action.who[0]), g.state.weapons.get(action.who[-1])
    if unit is None or weapon is None:
        return None
    return acquiring_refusal(g, unit, weapon)


def acquire(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:8.5.2: a MF more is like Assault Movement, several are movement, for all fire at it."""
    uid, wid = action.who
    mf, hex = int(action.how), g.unit(uid).hex
    if mf:
        note_spent(frame, uid, mf, hex)
        g.update(g.unit(uid), moved=True)
        old = g.state.tracks.get(uid)
        if old is None:
            g.state.tracks[uid] = Track(g.state.moves, (hex,), assault=mf == 1)
        elif hex not in old.hexes or mf > 1:
            way = tuple(dict.fromkeys((*old.hexes, hex)))
            g.state.tracks[uid] = Track(
                g.state.moves, way, old.assault and mf == 1, old.indoors, by_road=old.by_road
            )
    g.push(Acquisition(uid, wid, mf))


PART.adds(MOVE_VERBS, MoveVerb("acquire", 24, acquire_options, acquire, why_no_acquisition))


# -- from hand to hand (SL:8.4.2) --------------------------------------------------------------------------


@any_of
def apart(g: SlPlay, one: Unit, other: Unit) -> bool:
    """Are two units of one hex in places of their own there?"""
    return False


def together(g: SlPlay, one: Unit, other: Unit) -> bool:
    """SL:8.4.3: in one place; on the move in vehicles only those of the same one (SL:8.4.5-a)."""
    if one.hex or other.hex:
        return one.hex == other.hex and not apart(g, one, other)
    ride = ride_of(g, one.id)
    return ride is not None and other.id in ride.passengers


def passing_refusal(g: SlPlay, giver: Unit, weapon: Weapon, taker: Unit) -> Refusal | None:
    """Why a weapon does not change hands now. No roll is asked for (SL:8.5.4)."""
    if weapon.owner != giver.id or giver.side != taker.side or not together(g, giver, taker):
        return NOT_TOGETHER
    if weapon.id in g.state.gained:
        return JUST_GAINED
    if weapon.passed:
        return ONCE
    if weapon.fire == (PREP if g.state.phase == MPH else "advancing"):
        return WAS_FIRED
    if g.state.phase == MPH and (taker.fire == PREP or taker.ti or taker.weapons_used):
        return HAS_FIRED
    return gaining_refusal(g, taker) or (NOT_HERE if giver.melee or giver.broken else None)


def handovers(g: SlPlay, side: Side) -> list[Action]:
    """SL:8.4.2-a, SL:8.5-q1: in one's own MPh and APh, single men like all others."""
    if not POSSESSION.on(g):
        return []
    places = [g.side_in(hex, side) for hex in g.state.stacks]
    places += [passengers_of(g, vehicle) for vehicle in g.state.vehicles.values() if vehicle.side == side]
    return [
        Action("hand-over", (giver.id, weapon.id, taker.id))
        for here in places
        for giver in here
        for weapon in g.weapons_of(giver)
        for taker in here
        if taker.id != giver.id and passing_refusal(g, giver, weapon, taker) is None
    ]


@PART.answers(other_moves)
def hands_over_in_the_mph(g: SlPlay, side: Side) -> list[Action]:
    return handovers(g, side)


@PART.answers(other_advances)
def in_the_aph(g: SlPlay, side: Side) -> list[Action]:
    """SL:8.5.3: easier for who stays in his hex for the whole APh."""
    if not POSSESSION.on(g):
        return []
    found = handovers(g, side)
    for unit in g.on_map(side):
        for weapon in g.loose_weapons(unit.hex):
            if acquiring_refusal(g, unit, weapon) is None:
                found.append(Action("acquire", (unit.id, weapon.id)))
                if not unit.advanced:
                    found.append(Action("acquire", (unit.id, weapon.id), "", STAY))
    return found


@PART.answers(moved_otherwise, advanced_otherwise)
def change_hands(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == "hand-over":
        giver, weapon, taker = g.unit(action.who[0]), g.state.weapons[action.who[1]], g.unit(action.who[2])
        hand_over(g, giver, weapon, taker)
    elif action.verb == "acquire" and g.state.phase == APH:
        stays = action.how == STAY
        if stays:
            g.update(g.unit(action.who[0]), advanced=True)
        g.push(Acquisition(action.who[0], action.who[1], stays=stays))


def hand_over(g: SlPlay, giver: Unit, weapon: Weapon, taker: Unit) -> None:
    g.give(g.update_weapon(weapon, passed=True), taker)
    g.say(
        "hands_over",
        f"{g.name(taker)} has the {g.weapon_name(weapon)} of {g.name(giver)}.",
        "SL:8.4.2-a",
        side=taker.side,
        who=(giver.id, weapon.id, taker.id),
        at=taker.hex,
    )
    for unit in (giver, taker):
        seen_at_it(g, unit)


def seen_at_it(g: SlPlay, unit: Unit) -> None:
    """SL:8.4.2-e: it keeps no concealment, and gains none in this player turn."""
    if unit.id not in g.state.busy:
        g.state.busy = (*g.state.busy, unit.id)


@PART.answers(phase_ends)
def next_phase(g: SlPlay, phase: str) -> None:
    """SL:8.4.2-d"""
    g.state.acquisitions = ()
    if not POSSESSION.on(g):
        return
    for weapon in [weapon for weapon in g.state.weapons.values() if weapon.passed]:
        g.update_weapon(weapon, passed=False)


@PART.answers(player_turn_begins)
def next_player_turn(g: SlPlay) -> None:
    g.state.gained = ()


# -- to those who are formed of others (SL:8.4.2-a) --------------------------------------------------------


class Impart(Frame):
    """A unit has been formed of another, which may give it of its weapons at once."""

    giver: str
    taker: str


@PART.answers(formed)
def may_impart(g: SlPlay, unit: Unit, of: Unit) -> None:
    if POSSESSION.on(g) and g.weapons_of(of):
        g.push(Impart(of.id, unit.id))


@PART.decisions(Impart)
def ask_impart(g: SlPlay, frame: Impart) -> Choice | None:
    giver, taker = g.state.units.get(frame.giver), g.state.units.get(frame.taker)
    if giver is None or taker is None or not g.weapons_of(giver):
        return None
    options = tuple([Action("impart", (taker.id, weapon.id)) for weapon in g.weapons_of(giver)])
    asks = f"What does {g.name(giver)} give to {g.name(taker)}?"
    return Choice(giver.side, asks, (*options, DONE), ("SL:8.4.2-a",), (giver.id, taker.id), giver.hex)


@ask_impart
def take_impart(g: SlPlay, frame: Impart, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
        return
    hand_over(g, g.unit(frame.giver), g.state.weapons[answer.who[1]], g.unit(frame.taker))


def words_of_acquiring(g: SlPlay, action: Action) -> str:
    more = {"": "", STAY: ", and stay here", "0": ""}.get(action.how, f", for {action.how} MF")
    return f"Try to take up: {g.names(action.who)}{more}"


PART.adds(
    SPOKEN,
    Spoken("acquire", words_of_acquiring),
    Spoken("hand-over", lambda g, action: f"{g.names(action.who[:2])} to {g.name(action.who[2])}"),
    Spoken("impart", lambda g, action: f"Give it: {g.names(action.who[1:])}"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("acquire", OptionLook("Take up", rare=True)),
    VerbLook("hand-over", OptionLook("Hand over", rare=True)),
    VerbLook("impart", OptionLook("Give")),
)
