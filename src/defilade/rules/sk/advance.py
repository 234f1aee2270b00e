"""The Advance Phase (SK1:3.7): SW change hands, and the ATTACKER's units go on by one hex, also at the enemy.

Units that advance into the same hex do so one after the other; it makes no difference.  Only where a leader's
help counts (SK1:3.7-e) is advancing together an option of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, any_of, bar, first_of
from defilade.rules.sk import (
    melee,
    moving,
    portage,
    setup,
    stacking,
    terrain,
    victory,
)
from defilade.rules.sk import support_weapons as sw
from defilade.rules.sk.entering import came_in, strikes_who_enter
from defilade.rules.sk.movement import NO_EXIT, exit_cost
from defilade.rules.sk.state import APH, SkPlay
from defilade.tactics.control import seize
from defilade.tactics.names import Hex
from defilade.tactics.sequence import PHASE_ENTRIES, ImmediateVictoryCheck, Phase
from defilade.tactics.units import Unit

PART = Part()

DONE = Action("done")
RULES = ("SK1:3.7-b",)

NOT_THE_ATTACKER = Refusal("only the ATTACKER advances", "SK1:3.7-b")
BROKEN = Refusal("a broken unit may not advance", "SK1:3.7-b")
PINNED = Refusal("a pinned unit may not advance", "SK1:3.2.1-u5")
OFF_THE_MAP = Refusal("a unit comes on to the map in the MPh only", "SK1:3.7-b")
HAS_ADVANCED = Refusal("it has advanced in this phase", "SK1:3.7-b")
NOT_ADJACENT = Refusal("a unit advances one hex", "SK1:3.7-b")
CX_TOO_HARD = Refusal("a CX unit may not advance where that takes all its MF", "SK1:3.7-d")
TOO_HEAVY = Refusal("that is more than a leader may ever carry", "SK1:4.0-k")
NOT_TOGETHER = Refusal("a leader helps those who advance from his own hex with him", "SK1:3.7-e")
NO_HELP_NEEDED = Refusal("they need no leader's help: they advance one after the other", "SK1:3.7-e")
GONE_AHEAD = Refusal("a unit that has advanced hands nothing on any more", "SK1:3.7-a")


@all_of
def other_advances(g: SkPlay) -> Iterable[Action]:
    """What else may the ATTACKER do in his APh?"""
    return ()


@any_of
def other_advance_taken(g: SkPlay, action: Action) -> bool:
    """Carry out such an option; yes if it was one's own."""
    return False


@first_of
def before_advancing(g: SkPlay, units: tuple[str, ...], hex: Hex) -> Frame | None:
    """What must units do before they advance into a hex? It sees to their advance itself."""


@all_of
def coming_on(g: SkPlay) -> Iterable[Unit]:
    """Which units off the map may advance on to it?"""
    return ()


@bar
def transfer_bar(g: SkPlay, unit: Unit) -> Refusal | None:
    """Why may a unit not hand SW on, or be handed some, in the APh?"""


class AdvancePhase(Frame):
    """Transfers, drops and advances in any order until the ATTACKER is done."""


PART.adds(PHASE_ENTRIES, Phase(APH, "Advance Phase", AdvancePhase))


# -- one unit ------------------------------------------------------------------------------------------------


@bar
def advancing_bar(g: SkPlay, unit: Unit) -> Refusal | None:
    """What else keeps a unit from advancing?"""


def unit_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """SK1:3.7-b: unpinned Good Order units of the ATTACKER, one hex each."""
    if unit.side != g.state.attacker:
        return NOT_THE_ATTACKER
    if not unit.hex and unit not in coming_on(g):
        return OFF_THE_MAP
    if unit.broken:
        return BROKEN
    if unit.melee:
        return melee.LOCKED
    if unit.pinned:
        return PINNED
    if unit.is_leader and portage.load(g, unit) > g.library.tables.movement.leader_maximum_pp:
        return TOO_HEAVY
    if unit.advanced:
        return HAS_ADVANCED
    return advancing_bar(g, unit) if advancing_bar in g.rules.answers else None


def takes_all_mf(g: SkPlay, unit: Unit, hex: Hex, leader: Unit | None = None, lent: int = 0) -> bool:
    """SK1:3.7-c: whether entering `hex` needs all MF that the unit has (or more)."""
    mf = moving.mf_allowance(g, unit, leader=leader, lent=lent)
    return terrain.cheapest_entry(g, unit, unit.hex, hex) >= mf


def advance_refusal(g: SkPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """Why a unit cannot advance into `hex` by itself."""
    refusal = unit_refusal(g, unit)
    if refusal is not None:
        return refusal
    if hex not in (g.map.adjacent[unit.hex] if unit.hex else setup.may_enter(g, unit)):
        return NOT_ADJACENT
    if unit.cx and takes_all_mf(g, unit, hex):
        return CX_TOO_HARD
    return stacking.refusal(g, unit.side, hex, (unit,))


def exit_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """Why a unit cannot advance off the map for victory points, as into Open Ground (SK1:3.3-d)."""
    refusal = unit_refusal(g, unit)
    if refusal is not None:
        return refusal
    if not victory.may_leave(g, unit.side, unit.hex):
        return NO_EXIT
    return CX_TOO_HARD if unit.cx and moving.mf_allowance(g, unit) <= exit_cost(g, unit.hex) else None


def exit_options(g: SkPlay) -> list[Action]:
    if g.scenario.victory is None or g.scenario.victory.winner != g.state.attacker:
        return []
    return [
        Action("exit", (unit.id,))
        for hex in g.scenario.exit_hexes(g.map)
        for unit in g.side_in(hex, g.state.attacker)
        if exit_refusal(g, unit) is None
    ]


# -- with a leader -------------------------------------------------------------------------------------------


def lent_ipc(g: SkPlay, leader: Unit, units: Sequence[Unit], hex: Hex) -> str:
    """The MMC that gets the leader's IPC (SK1:4.0-m): the first one whom it saves from using all its MF."""
    lendable = portage.lendable(g, leader)
    for unit in units:
        if takes_all_mf(g, unit, hex, leader) and not takes_all_mf(g, unit, hex, leader, lendable):
            return unit.id
    return ""


def is_hard(g: SkPlay, leader: Unit, units: Sequence[Unit], hex: Hex) -> list[Unit]:
    """Those for whom the advance takes all MF even with the leader's 2 MF and his IPC (SK1:3.7-e)."""
    helped = lent_ipc(g, leader, units, hex)
    lendable = portage.lendable(g, leader)
    return [u for u in units if takes_all_mf(g, u, hex, leader, lendable if u.id == helped else 0)]


def together_refusal(g: SkPlay, leader: Unit, units: Sequence[Unit], hex: Hex) -> Refusal | None:
    """Why a leader cannot take these MMC along to spare them a difficult advance."""
    for unit in (leader, *units):
        refusal = unit_refusal(g, unit)
        if refusal is not None:
            return refusal
    if not units or not leader.is_leader or any(u.is_leader or u.hex != leader.hex for u in units):
        return NOT_TOGETHER
    if hex not in g.map.adjacent[leader.hex]:
        return NOT_ADJACENT
    if not all(takes_all_mf(g, unit, hex) for unit in units):
        return NO_HELP_NEEDED
    if any(unit.cx for unit in is_hard(g, leader, units, hex)):
        return CX_TOO_HARD
    if leader.cx and takes_all_mf(g, leader, hex):
        return CX_TOO_HARD
    return stacking.refusal(g, leader.side, hex, (leader, *units))


def together_options(
    g: SkPlay, leader: Unit, stack: Sequence[Unit], hard: dict[str, tuple[str, ...]]
) -> list[Action]:
    """The groups that a leader can spare a difficult advance. `hard` has the hexes that take all MF of each
    of those who are stacked with him."""
    options = []
    for hex in g.map.adjacent[leader.hex]:
        slow = [unit for unit in stack if not unit.is_leader and hex in hard.get(unit.id, ())]
        for size in range(1, len(slow) + 1):
            for group in combinations(slow, size):
                if together_refusal(g, leader, group, hex) is None:
                    options.append(Action("advance", (leader.id, *(unit.id for unit in group)), hex))
    return options


# -- the phase -----------------------------------------------------------------------------------------------


def advance_options(g: SkPlay) -> list[Action]:
    options: list[Action] = []
    side = g.state.attacker
    units = g.state.units
    stacks = g.state.stacks
    laden = {weapon.owner for weapon in g.state.weapons.values()}
    alike = not stacking.room_in.answers(g)
    for hex, stack in stacks.items():
        mine = [u for uid in stack if (u := units[uid]).side == side and unit_refusal(g, u) is None]
        if not mine:
            continue
        hard = {unit.id: hard_hexes(g, unit) for unit in mine if unit.id in laden or unit.wounded}
        for unit in mine:
            barred = hard.get(unit.id, ()) if unit.cx else ()  # SK1:3.7-d
            for near in g.map.adjacent[hex]:
                if near in barred:
                    continue
                if (alike and len(stacks.get(near, ())) < 3) or has_room(g, unit, near):
                    options.append(Action("advance", (unit.id,), near))
        if any(hard.values()):
            for leader in mine:
                if leader.is_leader:
                    options += together_options(g, leader, mine, hard)
    for unit in coming_on(g):
        for hex in setup.may_enter(g, unit):
            if advance_refusal(g, unit, hex) is None:
                options.append(Action("advance", (unit.id,), hex))
    return options


def hard_hexes(g: SkPlay, unit: Unit) -> tuple[str, ...]:
    """The hexes beside a unit that take all its MF. Without a load, and unless wounded, it always has MF to
    spare."""
    mf = moving.mf_allowance(g, unit)
    near = g.map.adjacent[unit.hex]
    return tuple([hex for hex in near if terrain.cheapest_entry(g, unit, unit.hex, hex) >= mf])


def has_room(g: SkPlay, unit: Unit, hex: Hex) -> bool:
    """SK1:3.3-l; where no more than two units are, one more always fits in."""
    stack = g.state.stacks.get(hex)
    if (stack is None or len(stack) < 3) and stacking.room_in(g, hex) is None:
        return True
    return stacking.refusal(g, unit.side, hex, (unit,)) is None


def drop_options(g: SkPlay) -> list[Action]:
    """SK1:4.0-c: an unbroken unit may drop SW in its APh."""
    options = []
    units = g.state.units
    for weapon in g.state.weapons.values():
        owner = units.get(weapon.owner)
        if owner is not None and owner.side == g.state.attacker and owner.hex and owner.good_order:
            options.append(Action("drop", (weapon.id,)))
    return options


def _hands_nothing_on(g: SkPlay) -> frozenset[str]:
    """Units that have advanced hand nothing on, else a SW would go two hexes; nor do those that are barred."""
    units = g.state.units.values()
    return frozenset([unit.id for unit in units if unit.advanced or transfer_bar(g, unit) is not None])


def why_not(g: SkPlay, frame: AdvancePhase, action: Action) -> Refusal | None:
    units, weapons = g.state.units, g.state.weapons
    who = [units.get(uid) for uid in action.who]
    match action.verb, who:
        case "advance", [Unit() as unit] if action.at in g.map.index:
            return advance_refusal(g, unit, action.at)
        case "advance", [Unit() as leader, *others] if action.at in g.map.index and None not in others:
            return together_refusal(g, leader, [unit for unit in others if unit is not None], action.at)
        case "exit", [Unit() as unit]:
            return exit_refusal(g, unit)
        case "transfer", [None, Unit() as to] if action.who[0] in weapons:
            weapon = weapons[action.who[0]]
            giver = units.get(weapon.owner)
            barred = transfer_bar(g, to) or (transfer_bar(g, giver) if giver is not None else None)
            return sw.transfer_refusal(g, weapon, to) or barred or GONE_AHEAD
        case _:
            return None


@PART.decisions(AdvancePhase, why_not=why_not)
def ask_advance_phase(g: SkPlay, frame: AdvancePhase) -> Choice | None:
    options = advance_options(g) + exit_options(g)
    if g.state.weapons:
        options += sw.transfer_options(g, g.state.attacker, _hands_nothing_on(g))
        options += drop_options(g)
    options += other_advances(g)
    if not options:
        return None
    return Choice(g.state.attacker, "Which units advance?", (*options, DONE), RULES)


@ask_advance_phase
def take_advance_phase(g: SkPlay, frame: AdvancePhase, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
    elif answer.verb == "advance":
        first = before_advancing(g, answer.who, answer.at)
        if first is not None:
            g.push(first)
        else:
            advance(g, [g.unit(uid) for uid in answer.who], answer.at)
    elif other_advance_taken(g, answer):
        return
    elif answer.verb == "exit":
        victory.leave_map(g, g.unit(answer.who[0]))
        g.push(ImmediateVictoryCheck())
    elif answer.verb == "transfer":
        sw.transfer(g, g.state.weapons[answer.who[0]], g.unit(answer.who[1]), "SK1:3.7-a")
    else:
        portage.drop(g, g.state.weapons[answer.who[0]])


def advance(g: SkPlay, units: list[Unit], hex: Hex) -> None:
    """One hex forward, alone or with a leader who comes first among `units`."""
    tired = _tired(g, units, hex)
    side = units[0].side
    fight = g.has_side(hex, g.enemy_of(side))
    for unit in units:
        g.place(unit, hex, advanced=True, cx=unit.cx or unit.id in tired)
    text = f"{g.names(units)} advances into {g.place_name(hex)}" + (", into close combat." if fight else ".")
    g.say(
        "advance",
        text,
        "SK1:3.7-b",
        *(("SK1:3.7-f",) if fight else ()),
        *(("SK1:3.7-e",) if len(units) > 1 else ()),
        side=side,
        who=tuple([unit.id for unit in units]),
        at=hex,
    )
    if tired:
        g.say("cx", f"That takes all MF of {g.names(tired)}: CX.", "SK1:3.7-c", side=side, who=tired, at=hex)
    came_in(g, hex, side)
    seize(g, hex)
    g.push_in_order(*strikes_who_enter(g, hex, tuple([unit.id for unit in units])))


def _tired(g: SkPlay, units: list[Unit], hex: Hex) -> tuple[str, ...]:
    """Those who become CX by a difficult advance (SK1:3.7-c)."""
    if len(units) == 1:
        return (units[0].id,) if takes_all_mf(g, units[0], hex) else ()
    leader, *others = units
    tired = [unit.id for unit in is_hard(g, leader, others, hex)]
    if takes_all_mf(g, leader, hex):
        tired.append(leader.id)
    return tuple(tired)
