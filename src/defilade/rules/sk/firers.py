"""Who may fire at what (SK1:3.2): firing elements, fire groups and directing leaders.

A `Shot` is one firing element: a unit's own firepower, or a support weapon in its hands.  Each legality
question is a small function that gives a `Refusal` or None; the same functions filter the options and
answer "why not?".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from defilade.kernel import Refusal
from defilade.kernel.composition import Entries, any_of, bar
from defilade.rules.sk import los, machine_guns, melee, morale
from defilade.rules.sk.state import AFPH, DFPH, MPH, SkPlay
from defilade.tactics.fire_groups import Shot, hang_together, leaders_in_each_hex
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import FINAL, FIRST, PREP, SQUAD, Unit, Weapon

PREP_FIRE, FIRST_FIRE, SUBSEQUENT, FPF = "prep", "first", "subsequent", "fpf"
FINAL_FIRE, FINAL_ADJACENT, ADVANCING = "final", "final_adjacent", "advancing"


class ShotMode(Protocol):
    def __call__(
        self, g: SkPlay, unit: Unit, weapon: Weapon | None, target: str, targets: tuple[str, ...]
    ) -> str | Refusal:
        """The mode in which this element may fire at these targets, or why it may not."""


class MarkFired(Protocol):
    def __call__(
        self,
        g: SkPlay,
        shots: Sequence[Shot],
        leaders: Sequence[str],
        *,
        cowered: bool,
        rof_kept: frozenset[str],
    ) -> None:
        """Put the phase's markers on those who fired."""


class FirePhase(NamedTuple):
    """What a phase decides for itself about the fire in it."""

    phase: str
    shot_mode: ShotMode
    mark_fired: MarkFired


FIRE_PHASES = Entries[FirePhase]("phases in which units fire", key=lambda entry: entry.phase)


@bar
def weapon_bar(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why may a unit not fire this kind of SW now?"""


@any_of
def fires_apart(g: SkPlay, weapon: Weapon) -> bool:
    """Does this SW attack by itself, whatever else fires at the target from its hex?"""
    return False


@any_of
def attacks_again(g: SkPlay, unit: Unit, weapon: Weapon | None, mode: str, target: str) -> bool:
    """May an element attack a hex that has been attacked from its own hex already?"""
    return False


@bar
def joining_bar(g: SkPlay, shots: tuple[Shot, ...], new: Shot) -> Refusal | None:
    """Why may an element not join others in one attack (SKF:3.2.2-k)?"""


@bar
def directing_bar(g: SkPlay, shots: Sequence[Shot]) -> Refusal | None:
    """Why may no leader direct this attack?"""


@bar
def aiming_bar(g: SkPlay, unit: Unit, target: str) -> Refusal | None:
    """Why may a unit not fire at a hex, whatever it fires with?"""


@any_of
def fires_within_hex(g: SkPlay) -> bool:
    """May units fire at enemies in their own hex?"""
    return False


@any_of
def keeps_own_fp(g: SkPlay, mode: str) -> bool:
    """Does the use of SW not cost a unit its own FP in this kind of fire?"""
    return False


@any_of
def own_fp_returns(g: SkPlay, unit: Unit) -> bool:
    """May a unit that gave up its own FP by its use of SW fire with it all the same, as it is marked now?"""
    return False


# -- one element -------------------------------------------------------------------------------------------

BROKEN = Refusal("a broken unit may only rout and try to rally", "SK1:3.2.1-p")
NO_FP_OF_HIS_OWN = Refusal("a leader has no firepower of his own", "SK1:1.2.1-a")
FORFEITED_BY_SQUAD = Refusal("it gave up its own FP by firing two SW", "SK1:4.0-r2")
FORFEITED_BY_HALF_SQUAD = Refusal("a half-squad that used a SW has no FP of its own any more", "SK1:4.0-s")
NOT_POSSESSED = Refusal("it does not possess that SW", "SK1:1.2.4-a")
MALFUNCTIONED = Refusal("the SW has malfunctioned", "SK1:1.2.4-d")
THREE_SW = Refusal("a squad fires two SW at most", "SK1:4.0-r2")
SECOND_SW_COSTS_FP = Refusal("a second SW costs a squad its own FP, which it uses already", "SK1:4.0-r2")
HALF_SQUAD_ONE_SW = Refusal("a half-squad fires one SW at most", "SK1:4.0-s")
HALF_SQUAD_EITHER = Refusal("a half-squad fires either its own FP or one SW", "SK1:4.0-s")
SMC_ONE_SW = Refusal("an SMC uses one SW", "SK1:4.0-t")
LEADER_HAS_ACTED = Refusal("he directs fire in this phase; a leader does one thing a phase", "SK1:1.2.1-c")
NOT_AN_SMC_PAIR = Refusal("only two SMC in the same hex man a MG together", "SK1:4.1-b2")
OUT_OF_RANGE = Refusal("the target is out of range", "SK1:3.2-l")
NO_LOS = Refusal("there is no LOS to the target", "SK1:3.2-d")


def acts_already(g: SkPlay, unit: Unit) -> bool:
    """Whether a unit's own FP (or a leader's direction) was used in this very phase. A First Fire marker in
    the DFPh is from the MPh."""
    return bool(unit.fire) and not (g.state.phase == DFPH and unit.fire == FIRST)


def own_fp_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """SK1:4.0-r2, SK1:4.0-s: whether the unit still has FP of its own. One SW, a DC for one, leaves a squad
    its FP (SK1:4.3-b)."""
    if unit.is_leader:
        return NO_FP_OF_HIS_OWN
    squad = unit.kind == SQUAD
    if not unit.no_fp and (len(unit.weapons_used) < 2 if squad else not unit.weapons_used):
        return None
    if own_fp_returns(g, unit):
        return None
    return FORFEITED_BY_SQUAD if squad else FORFEITED_BY_HALF_SQUAD


def weapon_refusal(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Whether the unit may use the SW at all, as far as the number of SW and its state go (SK1:4.0)."""
    if weapon.owner != unit.id:
        return NOT_POSSESSED
    if weapon.malfunctioned:
        return MALFUNCTIONED
    return weapon_bar(g, unit, weapon) or hands_refusal(g, unit, weapon)


def hands_refusal(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Whether the unit has a hand free for the SW: how many it may use (SK1:4.0-r to SK1:4.0-t)."""
    if weapon.id in unit.weapons_used:
        return None
    used = len(unit.weapons_used)
    if unit.kind == SQUAD:  # SK1:4.0-r
        if used > 1:
            return THREE_SW
        return SECOND_SW_COSTS_FP if used and acts_already(g, unit) else None
    if unit.is_leader:
        return smc_refusal(g, unit)
    if used:
        return HALF_SQUAD_ONE_SW
    return HALF_SQUAD_EITHER if acts_already(g, unit) else None


def smc_refusal(g: SkPlay, leader: Unit) -> Refusal | None:
    """SK1:4.0-t: whether a leader may put his hand to a SW."""
    if leader.weapons_used:
        return SMC_ONE_SW
    return LEADER_HAS_ACTED if acts_already(g, leader) else None


def second_smc_refusal(g: SkPlay, unit: Unit, weapon: Weapon, second: Unit | None) -> Refusal | None:
    """SK1:4.1-b2: two SMC stacked together fire one MG."""
    if (
        second is None
        or second.id == unit.id
        or not unit.is_leader
        or not second.is_leader
        or second.side != unit.side
        or second.hex != unit.hex
        or not g.weapon_type(weapon).is_mg
    ):
        return NOT_AN_SMC_PAIR
    if second.broken:
        return BROKEN
    if weapon.id in second.weapons_used:
        return None
    return smc_refusal(g, second)


def reach(g: SkPlay, unit: Unit, weapon: Weapon | None) -> int:
    """SK1:3.2-l: twice the normal range."""
    if weapon is None:
        return 2 * g.counters[unit.type].range
    return g.weapon_types[weapon.type].reach


def range_refusal(g: SkPlay, unit: Unit, weapon: Weapon | None, target: str, distance: int) -> Refusal | None:
    if distance > reach(g, unit, weapon):
        return OUT_OF_RANGE
    if weapon is not None and machine_guns.beyond_reach(g, weapon, distance) and not _leader_at_hand(g, unit):
        return machine_guns.NEEDS_LEADER
    return None


def _leader_at_hand(g: SkPlay, unit: Unit) -> bool:
    units = g.state.units
    return any(
        (other := units[uid]).side == unit.side and other.id != unit.id and morale.can_lead(other)
        for uid in g.state.stacks.get(unit.hex, ())
    )


def standing_refusal(g: SkPlay, unit: Unit, weapon: Weapon | None) -> Refusal | None:
    """Why an element may not fire at all now, whatever the target."""
    if unit.broken:
        return BROKEN
    if unit.melee:
        return melee.melee_refusal(unit)
    return own_fp_refusal(g, unit) if weapon is None else weapon_refusal(g, unit, weapon)


def aiming_mode(
    g: SkPlay,
    phase: str,
    unit: Unit,
    weapon: Weapon | None,
    target: str,
    targets: tuple[str, ...],
    distance: int,
) -> str | Refusal:
    """The mode in which an element that can fire may do so at the target hex, or why not. LOS apart."""
    found = range_refusal(g, unit, weapon, target, distance) or aiming_bar(g, unit, target)
    if found is not None:
        return found
    mode = FIRE_PHASES(g)[phase].shot_mode(g, unit, weapon, target, targets)
    if isinstance(mode, Refusal):
        return mode
    found = separate_attack_refusal(g, unit, weapon, mode, target)
    return mode if found is None else found


SEPARATE = Refusal("units of one hex that attack the same target must do so as one fire group", "SK1:3.2-w")


def separate_attack_refusal(
    g: SkPlay, unit: Unit, weapon: Weapon | None, mode: str, target: str
) -> Refusal | None:
    """SK1:3.2-w, SK1:4.1-c, SKF:3.2.2-m: once somebody in this hex has attacked that hex in this phase, the others
    there missed their chance, except for a FT, a MG that has kept its ROF, the MMC whose MG fired alone and
    kept it, and an MMC's Subsequent First Fire after its MG's own attack (SK1:4.1-d)."""
    if (unit.hex, target) not in g.state.fired:
        return None
    if attacks_again(g, unit, weapon, mode, target):
        return None
    if weapon is None:
        return None if (unit.id, target) in g.state.fired else SEPARATE
    keeps_rate = weapon.id in unit.weapons_used and not weapon.fire
    return None if keeps_rate or fires_apart(g, weapon) else SEPARATE


def is_strict(g: SkPlay) -> bool:
    """SK1:3.2-h: nobody may check LOS before declaring; a table may agree to be shown it."""
    return g.state.options.get("los", "assisted") == "strict"


class Battery(NamedTuple):
    """What a side can fire with out of one hex, and how far at most."""

    hex: Hex
    reach: int
    elements: list[tuple[Unit, Weapon | None]]


def batteries(g: SkPlay, side: Side, target: str = "") -> Iterator[Battery]:
    """The elements of a side that can fire now, by their hexes; only those that see a given `target`."""
    units = g.state.units
    armed = _weapons_by_owner(g)
    must_see = bool(target) and not is_strict(g)
    for hex, stack in g.state.stacks.items():
        able = [
            unit for uid in stack if (unit := units[uid]).side == side and not unit.broken and not unit.melee
        ]
        if not able or (must_see and los.hindrance(g, hex, target) < 0):
            continue
        elements: list[tuple[Unit, Weapon | None]] = []
        furthest = 0
        for unit in able:
            if own_fp_refusal(g, unit) is None:
                elements.append((unit, None))
                furthest = max(furthest, reach(g, unit, None))
            for weapon in armed.get(unit.id, ()):
                if weapon_refusal(g, unit, weapon) is None:
                    elements.append((unit, weapon))
                    furthest = max(furthest, reach(g, unit, weapon))
        if elements:
            yield Battery(hex, furthest, elements)


def possible_shots(g: SkPlay, phase: str, side: Side, target: str, targets: tuple[str, ...]) -> list[Shot]:
    """Every element of a side that may fire at the target hex now, by itself."""
    return list(shots_at(g, phase, side, target, targets))


def shots_at(g: SkPlay, phase: str, side: Side, target: str, targets: tuple[str, ...]) -> Iterator[Shot]:
    """The same one after the other, for those who need not know them all."""
    return shots_from(g, batteries(g, side, target), phase, target, targets, chosen=True)


def shots_from(
    g: SkPlay,
    places: Iterable[Battery],
    phase: str,
    target: str,
    targets: tuple[str, ...],
    *,
    chosen: bool = False,
) -> Iterator[Shot]:
    """The shots of these elements at a target hex; `chosen` ones are known to see it."""
    must_see = not chosen and not is_strict(g)
    for hex, furthest, elements in places:
        if hex == target and not fires_within_hex(g):
            continue
        distance = g.map.distance(hex, target)
        if distance > furthest or (must_see and los.hindrance(g, hex, target) < 0):
            continue
        for unit, weapon in elements:
            mode = aiming_mode(g, phase, unit, weapon, target, targets, distance)
            if type(mode) is not str:
                continue
            if weapon is None:
                yield Shot(unit.id, "", mode)
            else:
                yield Shot(unit.id, weapon.id, mode)
                yield from _with_second_smc(g, unit, weapon, mode)


def _weapons_by_owner(g: SkPlay) -> dict[str, list[Weapon]]:
    armed: dict[str, list[Weapon]] = {}
    for weapon in g.state.weapons.values():
        if weapon.owner:
            armed.setdefault(weapon.owner, []).append(weapon)
    return armed


def _with_second_smc(g: SkPlay, unit: Unit, weapon: Weapon, mode: str) -> list[Shot]:
    if not unit.is_leader:
        return []
    return [
        Shot(unit.id, weapon.id, mode, other.id)
        for other in g.side_in(unit.hex, unit.side)
        if other.is_leader and second_smc_refusal(g, unit, weapon, other) is None
    ]


# -- groups ------------------------------------------------------------------------------------------------

TWICE = Refusal("it takes part already", "SK1:3.2-a")
NOT_CONNECTED = Refusal("each unit of a fire group must be in or adjacent to another's hex", "SK1:3.2-t")
LEADER_NO_LINK = Refusal("a leader alone cannot link a fire group", "SK1:3.2-u")


def joining_refusal(g: SkPlay, shots: tuple[Shot, ...], new: Shot) -> Refusal | None:
    """Why an element that may fire by itself may not join what has been declared so far. What a FT may not
    join it may fire beside: a squad's own FP is another attack (SK1:4.2-d3)."""
    if not shots:
        return None
    units = g.state.units
    unit = units[new.unit]
    own = False
    weapons = set(unit.weapons_used)
    hands: set[str] = set()
    for shot in shots:
        if shot.key == new.key:
            return TWICE
        if units[shot.unit].is_leader:
            hands.update((shot.unit, shot.second))
        if shot.unit == new.unit:
            if shot.weapon:
                weapons.add(shot.weapon)
            else:
                own = True
    barred = joining_bar(g, shots, new)
    if barred is not None:
        return barred
    if unit.is_leader:
        if new.unit in hands or (new.second and new.second in hands):
            return SMC_ONE_SW
    else:
        found = _one_unit_refusal(unit, own, weapons, new, keeps_own_fp(g, new.mode))
        if found is not None:
            return found
    return connection_refusal(g, [*(shot.unit for shot in shots), new.unit])


def _one_unit_refusal(unit: Unit, own: bool, weapons: set[str], new: Shot, keeps_fp: bool) -> Refusal | None:
    """SK1:4.0-r to SK1:4.0-s within one attack."""
    squad = unit.kind == SQUAD
    if not new.weapon:
        if keeps_fp:
            return None
        if squad:
            return SECOND_SW_COSTS_FP if len(weapons) > 1 else None
        return HALF_SQUAD_EITHER if weapons else None
    if new.weapon in weapons:
        return None
    if squad:
        if len(weapons) > 1:
            return THREE_SW
        return SECOND_SW_COSTS_FP if weapons and own and not keeps_fp else None
    if weapons:
        return HALF_SQUAD_ONE_SW
    return HALF_SQUAD_EITHER if own and not keeps_fp else None


def connection_refusal(g: SkPlay, firers: Sequence[str]) -> Refusal | None:
    """SK1:3.2-t: the hexes of a fire group hang together; SK1:3.2-u: not through a hex with leaders only."""
    units = g.state.units
    linking: set[str] = set()
    lone: set[str] = set()
    for uid in firers:
        unit = units[uid]
        (lone if unit.is_leader else linking).add(unit.hex)
    lone -= linking
    if len(linking) + len(lone) < 2:
        return None
    if not hang_together(g.map, linking):
        return LEADER_NO_LINK if lone and hang_together(g.map, linking | lone) else NOT_CONNECTED
    if not linking:
        return None if len(lone) == 2 and hang_together(g.map, lone) else LEADER_NO_LINK
    for hex in lone:
        if not any(beside in linking for beside in g.map.adjacent[hex]):
            return NOT_CONNECTED
    return None


# -- directing leaders -------------------------------------------------------------------------------------

NOT_A_FIT_LEADER = Refusal("only an unbroken, unpinned leader in Good Order directs fire", "SK1:1.2.1-b")
NOT_IN_HEX = Refusal("a leader directs units in his own hex", "SK1:3.2-x")
USES_A_WEAPON = Refusal("he uses a SW in this phase and so exerts no leadership", "SK1:4.0-t2")
DIRECTED_OTHERS = Refusal("he has directed another attack in this player turn", "SK1:3.2-x")
NEW_GROUP = Refusal("he may direct again only firers that he has directed before", "SK1:3.4-e")
ONCE_AGAIN = Refusal("he has directed firers of his First Fire once more already", "SK1:3.4-e")
PREP_FIRED = Refusal("he directed fire in the PFPh, which counts as firing himself", "SK1:3.2-z")
EVERY_HEX = Refusal("leadership needs a directing leader in every hex of the fire group", "SK1:3.2-y")


def directing_refusal(g: SkPlay, phase: str, leader: Unit, hex: Hex, shots: Sequence[Shot]) -> Refusal | None:
    """Why a leader may not direct the part of this attack that is in a hex."""
    if not morale.can_lead(leader):
        return NOT_A_FIT_LEADER
    if leader.hex != hex:
        return NOT_IN_HEX
    if leader.used_weapon_in == phase or any(leader.id in (shot.unit, shot.second) for shot in shots):
        return USES_A_WEAPON
    if phase == AFPH and leader.fire == PREP:
        return PREP_FIRED
    barred = directing_bar(g, shots)
    if barred is not None:
        return barred
    if leader.directed and any(shot.key not in leader.directed for shot in shots):
        return NEW_GROUP if phase in (MPH, DFPH) else DIRECTED_OTHERS  # SK1:3.4-f
    if leader.directed_again and directs_again(phase, leader, shots):
        return ONCE_AGAIN
    return None


def directs_again(phase: str, leader: Unit, shots: Sequence[Shot]) -> bool:
    """SK1:3.4-e: whether this would be Subsequent First Fire, FPF or Final Fire of firers whom the leader has
    directed before. ROF shots in the phase in which he directed the gun are not (SK1:1.2.1-c)."""
    if not leader.directed or phase not in (MPH, DFPH):
        return False
    if any(not shot.weapon or shot.mode not in (FIRST_FIRE, FINAL_FIRE) for shot in shots):
        return True
    if phase == MPH:
        return False
    if leader.directed_again:
        this_phase = leader.directed_again if leader.directed_again_in == phase else ()
    else:
        this_phase = leader.directed if leader.fire == FINAL and not leader.directed_in else ()
    return any(shot.key not in this_phase for shot in shots)


def leaders_for(g: SkPlay, phase: str, shots: Sequence[Shot]) -> tuple[tuple[str, ...], ...]:
    """For each hex of the attack the leaders who may direct it; empty if any hex has none (SK1:3.2-y)."""
    return leaders_in_each_hex(
        g, shots, lambda leader, hex: directing_refusal(g, phase, leader, hex, shots) is None
    )


def must_be_directed(g: SkPlay, shots: Sequence[Shot], target: str) -> bool:
    """SK1:4.1-e: a MG takes part at more than 16 hexes."""
    units = g.state.units
    return any(
        shot.weapon
        and machine_guns.beyond_reach(
            g, g.state.weapons[shot.weapon], g.map.distance(units[shot.unit].hex, target)
        )
        for shot in shots
    )
