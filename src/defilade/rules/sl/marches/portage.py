"""Portage of support weapons (SL:4.2): what units carry costs them MF once they carry more than they do for nothing.

The cost is the same however far a weapon is carried, and stays when it is dropped (SL:4.2-q1). Dismantled weapons weigh
half (SL:4.2.7).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, any_of, bar, handed_on
from defilade.rules.sl import advance, close_combat, movement, stacking, terrain
from defilade.rules.sl.movement import Left
from defilade.rules.sl.state import AFPH, MPH, SlPlay
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, place_of, the_record
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import game_opens, phase_opens, player_turn_begins
from defilade.tactics.units import LEADER, Unit, Weapon

PART = Part()

MORTARS = frozenset({"MTR"})
TOGETHER = Refusal("only two SMC together carry such a weapon", "SL:4.2.6-i")
ONE_HEX = Refusal("two SMC carry such a weapon one hex in a MPh", "SL:4.2.6-i")
TOO_MUCH = Refusal("a leader or hero never carries more than 3 PP", "SL:4.2.3")
CARRIED = Refusal("a support weapon is carried by one unit in a MPh", "SL:4.2-q3")
NOT_THERE = Refusal("no such weapon lies there", "SL:4.2.1-b")
NOT_ITS = Refusal("it does not carry that weapon", "SL:4.2.1-b")
ONCE = Refusal("it has changed hands in this phase", "SL:4.2-q3")
NO_TIME = Refusal("it has not the MF to carry that", "SL:4.2.1-b")
OVERLOADED = Refusal("in the APh a unit carries one PP more than it does for nothing", "SL:4.4.2")
TOO_MANY_PP = Refusal("at most 10 PP of support weapons fit into a hex", "SL:4.3.1")


@bar
def taking_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why may a unit take up no weapon on its way?"""


@bar
def carrying_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why may a unit go nowhere with a weapon?"""


@handed_on
def also_carried(g: SlPlay, pp: float, unit: Unit) -> float:
    """What does a unit carry besides weapons?"""
    return pp


@any_of
def carried_otherwise(g: SlPlay, weapon: Weapon) -> bool:
    """Does something else carry a weapon than the unit that has it?"""
    return False


# -- what things weigh -------------------------------------------------------------------------------------


def pp(g: SlPlay, weapon: Weapon, bearer: Unit) -> float:
    """SL:4.2.1-c, SL:4.2.6-t: by who carries it; SL:4.2.6-j: what is not on the chart has its PP printed. SL:4.2.7.1:
    half if it is dismantled, fractions rounded up."""
    kind, chart = g.weapon_type(weapon), g.tables.portage
    row = chart.kinds.get(kind.kind)
    if bearer.is_mmc or row is None or row.smc is None:
        found = float(kind.pp) if row is None else row.mmc
    else:
        found = row.smc
    return float(math.ceil(found / 2)) if weapon.dismantled else found


def squad_pp(g: SlPlay, weapon: Weapon) -> float:
    """SL:4.2.6: PP without more are those of a squad."""
    row = g.tables.portage.kinds.get(g.weapon_type(weapon).kind)
    found = float(g.weapon_type(weapon).pp) if row is None else row.mmc
    return float(math.ceil(found / 2)) if weapon.dismantled else found


def load(g: SlPlay, unit: Unit) -> float:
    """SL:4.1.4.4, SL:4.2.1-a: the weapons go with those who have them."""
    return sum(pp(g, weapon, unit) for weapon in g.weapons_of(unit) if not carried_otherwise(g, weapon))


def free(g: SlPlay, unit: Unit) -> float:
    """SL:4.2.2-a, SL:4.2.2-b; nothing at double time (SL:4.7.4), which is over with the MPh."""
    if unit.id in g.state.double_timing and g.state.phase == MPH:
        return 0
    return g.tables.portage.free.get(unit.kind, g.tables.portage.free[LEADER])


def weighed(g: SlPlay, unit: Unit) -> float:
    """SL:4.2-q1: all PP that a unit has carried in this MPh, or will if it goes on."""
    weapons = sum(
        pp(g, weapon, unit)
        for weapon in g.state.weapons.values()
        if weapon.carrier == unit.id or weapon.owner == unit.id
        if not carried_otherwise(g, weapon)
    )
    return also_carried(g, weapons, unit)


def cost(g: SlPlay, unit: Unit) -> float:
    """SL:4.2.2-a: a MF for each PP more than is free. SL:4.2.4: capacities of several units do not add up. SL:4.2-q2:
    an MMC carries as much as it has MF for."""
    return max(0.0, weighed(g, unit) - free(g, unit))


@PART.answers(close_combat.against_target)
def burdened_in_flight(g: SlPlay, unit: Unit) -> list[Line]:
    """SL:6.3.6.2: who withdraws from a melee with more than he carries for nothing."""
    more = math.ceil(load(g, unit) - free(g, unit)) if unit.id in g.state.withdrawing else 0
    return [Line("carries too much", -more, "SL:6.3.6.2")] if more > 0 and not unit.broken else []


def needs_two(g: SlPlay, weapon: Weapon) -> bool:
    """SL:4.2.6-i: note A of the chart."""
    row = g.tables.portage.kinds.get(g.weapon_type(weapon).kind)
    return row is not None and row.smc is None


# -- on the move -------------------------------------------------------------------------------------------


@PART.answers(movement.mf_allowed)
def burdened(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    return mf - burden(g, unit)


def burden(g: SlPlay, unit: Unit, more: Weapon | None = None) -> float:
    """The MF that its load costs a unit, with one weapon more if it took it up."""
    weight = weighed(g, unit)
    if not unit.is_mmc:  # SL:3.8.6-a: heroes like leaders
        weight -= sum(pp(g, weapon, unit) for weapon in g.weapons_of(unit) if needs_two(g, weapon))
    if more is not None and (unit.is_mmc or not needs_two(g, more)):
        weight += pp(g, more, unit)
    return max(0.0, weight - free(g, unit))


@PART.answers(movement.step_bar)
def too_heavy(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    mine = g.weapons_of(unit)
    if any(weapon.carrier not in ("", unit.id) for weapon in mine):
        return CARRIED
    if mine:
        found = carrying_bar(g, unit)
        if found is not None:
            return found
    if unit.is_mmc:
        return None
    if any(needs_two(g, weapon) for weapon in mine):
        single = [one for uid in frame.members if not (one := g.unit(uid)).is_mmc]
        if len(single) < 2 * sum(needs_two(g, weapon) for one in single for weapon in g.weapons_of(one)):
            return TOGETHER
        return ONE_HEX if the_record(frame, unit.id).hexes else None
    return TOO_MUCH if load(g, unit) > g.tables.portage.smc_most else None


@PART.answers(movement.entered)
def carried_along(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:4.2.5: whom his load has slowed is remembered."""
    for uid in frame.members:
        unit = g.unit(uid)
        for weapon in g.weapons_of(unit):
            g.update_weapon(weapon, moved=True, carrier=uid)
        if cost(g, unit) > 0 and uid not in g.state.slowed:
            g.state.slowed = (*g.state.slowed, uid)


def is_slowed(g: SlPlay, unit: Unit) -> bool:
    """SL:4.2.5: such a unit fires no SW in the AFPh; one that only found it where it went may (SL:4.2-q4)."""
    return g.state.phase == AFPH and unit.id in g.state.slowed


def take_refusal(g: SlPlay, frame: Moving, who: tuple[str, ...]) -> Refusal | None:
    unit, weapon = (g.state.units.get(who[0]), g.state.weapons.get(who[1])) if len(who) == 2 else (None, None)
    if (
        unit is None
        or weapon is None
        or unit.id not in frame.members
        or weapon.owner
        or weapon.hex != unit.hex
        or weapon.id in g.state.towed
    ):
        return NOT_THERE
    if weapon.passed or weapon.placed_at:
        return ONCE
    left = next(member.mf for member in movement.what_is_left(g, frame) if member.unit.id == unit.id)
    if left < burden(g, unit, weapon) - burden(g, unit):
        return NO_TIME
    return taking_bar(g, unit)


def drop_refusal(g: SlPlay, frame: Moving, who: tuple[str, ...]) -> Refusal | None:
    unit, weapon = (g.state.units.get(who[0]), g.state.weapons.get(who[1])) if len(who) == 2 else (None, None)
    if unit is None or weapon is None or unit.id not in frame.members or weapon.owner != unit.id:
        return NOT_ITS
    return ONCE if weapon.passed and weapon.carrier != unit.id else None


def in_hand(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    """SL:4.2.1-b: anywhere on the way. Nobody takes more upon him where he could not stay."""
    may_take = movement.must_go_on(g, frame, members) is None
    at = place_of(g, frame)
    found = [
        Action("drop-weapon", (member.unit.id, weapon.id))
        for member in members
        for weapon in g.weapons_of(member.unit)
    ]
    found += [
        Action("take-weapon", (member.unit.id, weapon.id))
        for weapon in g.loose_weapons(at)
        for member in members
        if may_take
    ]
    return [
        action
        for action in found
        if (drop_refusal if action.verb == "drop-weapon" else take_refusal)(g, frame, action.who) is None
    ]


def take(g: SlPlay, frame: Moving, action: Action) -> None:
    unit, weapon = g.unit(action.who[0]), g.state.weapons[action.who[1]]
    g.give(g.update_weapon(weapon, passed=True), unit)
    say(g, unit, weapon, "takes up")


def drop(g: SlPlay, frame: Moving, action: Action) -> None:
    unit, weapon = g.unit(action.who[0]), g.state.weapons[action.who[1]]
    g.drop(g.update_weapon(weapon, passed=True))
    say(g, unit, weapon, "drops")


def say(g: SlPlay, unit: Unit, weapon: Weapon, does: str) -> None:
    g.say(
        "portage",
        f"{g.name(unit)} {does} the {g.weapon_name(weapon)}.",
        "SL:4.2.1-b",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
    )


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "take-weapon",
        22,
        in_hand,
        take,
        lambda g, frame, members, action: take_refusal(g, frame, action.who),
    ),
    MoveVerb(
        "drop-weapon",
        23,
        lambda g, frame, members: (),
        drop,
        lambda g, frame, members, action: drop_refusal(g, frame, action.who),
    ),
)


@PART.answers(player_turn_begins)
def set_down(g: SlPlay) -> None:
    """SL:4.1.3-b: nothing is carried over."""
    g.state.slowed = ()
    for weapon in list(g.state.weapons.values()):
        if weapon.carrier or weapon.moved or weapon.passed:
            g.update_weapon(weapon, carrier="", moved=False, passed=False)


@PART.answers(advance.advance_bar)
def overloaded(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.4.2: two SMC together up to 3 PP."""
    return OVERLOADED if needs_help(g, unit) and helper(g, unit, unit.hex) is None else None


def needs_help(g: SlPlay, unit: Unit) -> bool:
    """Whether a unit has more than it advances with by itself."""
    mine = g.weapons_of(unit)
    if not unit.is_mmc and any(needs_two(g, weapon) for weapon in mine):
        return True
    return bool(mine) and load(g, unit) > free(g, unit) + g.tables.portage.advance_more


def helper(g: SlPlay, unit: Unit, hex: Hex) -> Unit | None:
    """SL:4.4.2: the other SMC of a hex who goes along with what one cannot carry."""
    if unit.is_mmc:
        return None
    for other in g.side_in(hex, unit.side):
        if other.is_mmc or other.id == unit.id or needs_help(g, other):
            continue
        both = load(g, unit) + load(g, other)
        if both <= g.tables.portage.smc_together and advance.unit_refusal(g, other) is None:
            return other
    return None


@PART.answers(advance.goal_bar)
def room_for_both(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    other = helper(g, unit, unit.hex) if needs_help(g, unit) else None
    if other is None:
        return None
    found = terrain.entry_bar(g, other, other.hex, hex)
    return found or stacking.refusal(g, unit.side, hex, (unit, other))


@PART.answers(advance.advanced_into)
def the_helper_goes_along(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:4.4.2: it takes both of them to carry it."""
    other = helper(g, unit, origin) if needs_help(g, unit) else None
    if other is not None:
        advance.carry_out(g, other, unit.hex)


# -- room for weapons (SL:4.3.1, SL:4.3.2) -----------------------------------------------------------------


def pp_in(g: SlPlay, side: Side, hex: Hex) -> float:
    """The PP of the weapons in a hex that a side has, or could have."""
    owners = {unit.id for unit in g.side_in(hex, side)}
    return sum(
        squad_pp(g, weapon)
        for weapon in g.state.weapons.values()
        if weapon.hex == hex and (weapon.owner in owners or (not weapon.owner and weapon.side == side))
    )


@PART.answers(stacking.no_room_for_weapons)
def weapons_in_the_way(g: SlPlay, side: Side, hex: Hex, adding: Sequence[Unit]) -> Refusal | None:
    new = sum(squad_pp(g, weapon) for unit in adding if unit.hex != hex for weapon in g.weapons_of(unit))
    if not any(g.weapons_of(unit) for unit in adding):
        return None
    return TOO_MANY_PP if pp_in(g, side, hex) + new > g.tables.stacking.pp else None


class TooManyWeapons(Frame):
    """SL:4.3.2: after a close combat the victor takes weapons away until the others fit in."""

    side: Side
    hex: Hex


@PART.answers(close_combat.combat_over)
def spoils(g: SlPlay, hex: Hex) -> Iterable[Frame]:
    sides = {unit.side for unit in g.units_in(hex)}
    return [TooManyWeapons(side, hex) for side in sides] if len(sides) == 1 else []


def spare(g: SlPlay, frame: TooManyWeapons) -> list[Weapon]:
    there = [
        weapon for weapon in g.state.weapons.values() if weapon.hex == frame.hex and not weapon.placed_at
    ]
    return there if sum(squad_pp(g, weapon) for weapon in there) > g.tables.stacking.pp else []


@PART.decisions(TooManyWeapons)
def ask_spare(g: SlPlay, frame: TooManyWeapons) -> Choice | None:
    found = tuple(Action("discard", (weapon.id,)) for weapon in spare(g, frame))
    if not found:
        return None
    asks = f"Too many weapons in {g.place_name(frame.hex)}: which is taken away?"
    return Choice(frame.side, asks, found, ("SL:4.3.2",), at=frame.hex)


@ask_spare
def take_spare(g: SlPlay, frame: TooManyWeapons, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    weapon = g.state.weapons[answer.who[0]]
    g.say(
        "discard",
        f"The {g.weapon_name(weapon)} is taken away.",
        "SL:4.3.2",
        side=frame.side,
        who=(weapon.id,),
        at=frame.hex,
    )
    g.remove_weapon(weapon)


# -- dismantling (SL:4.2.7) --------------------------------------------------------------------------------


class Workshop(Frame):
    """SL:4.2.7.2: at the end of a DFPh its side takes weapons apart, or puts them together. `done` are those it has
    seen to."""

    side: Side
    done: tuple[str, ...] = ()


def comes_apart(g: SlPlay, weapon: Weapon) -> bool:
    """SL:4.2.7.1, SL:4.2.7.3: HMG, MMG, and mortars of 5 PP or more."""
    kind = g.weapon_type(weapon)
    return kind.kind in ("HMG", "MMG") or (kind.kind in MORTARS and kind.pp >= g.tables.portage.heavy_mortar)


def workable(g: SlPlay, frame: Workshop) -> list[Weapon]:
    """SL:4.2.7-q1: pinned units may. A weapon of the enemy may be put together (SL:4.2.7.5)."""
    found = []
    for weapon in g.state.weapons.values():
        owner = g.state.units.get(weapon.owner)
        if (
            owner is None
            or owner.side != frame.side
            or owner.broken
            or owner.melee
            or owner.fire == "defensive"
        ):
            continue
        if weapon.id not in frame.done and comes_apart(g, weapon) and not weapon.fire:
            found.append(weapon)
    return found


WORK_DONE = Action("done")


@PART.decisions(Workshop)
def ask_workshop(g: SlPlay, frame: Workshop) -> Choice | None:
    found = [
        Action("assemble" if weapon.dismantled else "dismantle", (weapon.id,))
        for weapon in workable(g, frame)
    ]
    if not found:
        return None
    asks = "Which weapons are taken apart, or put together?"
    return Choice(frame.side, asks, (*found, WORK_DONE), ("SL:4.2.7.2",))


@ask_workshop
def take_workshop(g: SlPlay, frame: Workshop, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == WORK_DONE:
        g.pop()
        return
    weapon = g.state.weapons[answer.who[0]]
    frame.done = (*frame.done, weapon.id)
    weapon = g.update_weapon(weapon, dismantled=not weapon.dismantled)
    how = "taken apart" if weapon.dismantled else "put together"
    g.say(
        "workshop",
        f"The {g.weapon_name(weapon)} is {how}.",
        "SL:4.2.7.1",
        "SL:4.2.7.2",
        side=frame.side,
        who=(weapon.owner, weapon.id),
        at=weapon.hex,
    )


@PART.answers(phase_opens)
def after_defensive_fire(g: SlPlay, phase: str) -> list[Frame]:
    """SL:4.2.7.2: the DFPh is over as the AFPh opens; the side that fired in it is the defender."""
    return [Workshop(g.defender)] if phase == AFPH and g.state.weapons else []


@PART.answers(game_opens)
def before_the_first_turn(g: SlPlay) -> None:
    """SL:4.2.7.4: weapons enter the scenario as their owner likes."""
    if g.state.weapons:
        g.push_in_order(*(Workshop(side) for side in g.state.sides))
