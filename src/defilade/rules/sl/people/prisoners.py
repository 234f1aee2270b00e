"""Prisoners (SL:3.29): how units are captured, guarded, led away and set free.

Taking prisoners is an option of a game (SL:3.29.2); who surrenders is a prisoner in any case (SL:3.28.9-a). A prisoner
lies in its captors' stack and is theirs to move; `captive` is its own side. Who guards it is noted; another of the hex
takes over where the guard cannot go on.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, any_of, told
from defilade.rules.sl import morale, stacking, terrain
from defilade.rules.sl.close_combat import (
    TAKE_ALIVE,
    alive,
    attack_strength,
    combat_fp,
    mark_melee,
    overpowered,
)
from defilade.rules.sl.morale import (
    MoraleCheck,
    changed_morale,
    failed_otherwise,
    unit_gone,
    unled,
    unshaken,
)
from defilade.rules.sl.nations import nationality, on_eastern_front, owner
from defilade.rules.sl.options import OPTIONS, Option, before
from defilade.rules.sl.rally import desperate, rally_bar, rally_taken
from defilade.rules.sl.rout import cannot_rout, spared
from defilade.rules.sl.state import CONCEALED, SlPlay
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.checks import Thrown
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import HERO, Unit

PART = Part()

PRISONERS = Option(
    "prisoners",
    "Prisoners",
    "Units that cannot rout, or are overpowered in close combat, may be captured instead of eliminated.",
    ("SL:3.29.2",),
)
PART.adds(OPTIONS, PRISONERS)

HALF = 0.5
CAPTURE_DRM = 1

UNDER_GUARD = Refusal("a prisoner does not rally while it is guarded", "SL:3.29.18")

KEEP, KILL = Action("keep-prisoner"), Action("no-quarter")
SPARE, NO_MERCY = Action("spare"), Action("no-mercy")


@told
def captured(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """A unit has been captured in this hex."""


@told
def killed_in_captivity(g: SlPlay, unit: Unit, captors: str) -> None:
    """A captive is about to be killed by its captors."""


# -- who guards --------------------------------------------------------------------------------------------


def may_guard(unit: Unit, prisoner: Unit, *, surrendered: bool = False) -> bool:
    """SL:3.29.12: a squad, half-squad or crew; a leader guards leaders only, but any who surrendered (SL:3.28.9-a).
    Drivers and handlers are no counters, and guard nobody (SL:3.29-q1); a "?" is nobody before it comes off."""
    if unit.broken or unit.captive or unit.berserk or unit.kind == CONCEALED:
        return False
    return unit.is_mmc or not prisoner.is_mmc or surrendered


def guard_of(g: SlPlay, prisoner: Unit) -> Unit | None:
    return g.state.units.get(g.state.guards.get(prisoner.id, ""))


def prisoners_of(g: SlPlay, guard: Unit) -> list[Unit]:
    """SL:3.29.13: the prisoners on whom a unit lies."""
    return [g.unit(uid) for uid, held_by in g.state.guards.items() if held_by == guard.id]


def is_guard(g: SlPlay, unit: Unit) -> bool:
    return unit.id in g.state.guards.values()


# -- capture -----------------------------------------------------------------------------------------------


@any_of
def takes_no_prisoners(g: SlPlay, captor: Unit, unit: Unit) -> bool:
    """Must a unit be eliminated rather than captured?"""
    return False


@PART.answers(takes_no_prisoners)
def death_to_them(g: SlPlay, captor: Unit, unit: Unit) -> bool:
    """SL:3.25.8-b: the berserk take nobody prisoner; SL:3.13.8: nor do Russians SS."""
    if captor.berserk:
        return True
    return (nationality(g, captor), nationality(g, unit)) == ("russian", "ss") and on_eastern_front(g)


def capture(g: SlPlay, unit: Unit, captor: Unit, *rules: str) -> None:
    """A unit becomes the prisoner of another: broken, without weapons, in the captor's hex."""
    origin = unit.hex
    full = stacking.refusal(g, captor.side, captor.hex, (as_captive(unit, captor.side),)) is not None
    if takes_no_prisoners(g, captor, unit) or full:
        rule = "SL:3.29.11" if full else "SL:3.25.8-b" if captor.berserk else "SL:3.13.8"
        morale.eliminate(g, unit, "is eliminated: nobody takes it prisoner", rule)
        return
    for weapon in g.weapons_of(unit):
        g.update_weapon(weapon, owner="")
    escaped_before = unit.escaped
    unit = g.place(
        unit,
        captor.hex,
        side=captor.side,
        captive=owner(unit),
        broken=True,
        melee=False,
        berserk=False,
        pinned=False,
        routed=True,
        dm=False,
    )
    g.state.guards[unit.id] = captor.id
    g.state.tracks.pop(unit.id, None)
    g.state.broke = tuple([uid for uid in g.state.broke if uid != unit.id])
    g.state.withdrawing = tuple([uid for uid in g.state.withdrawing if uid != unit.id])
    g.say(
        "captured",
        f"{g.name(unit)} is captured by the {g.name(captor)}.",
        *rules,
        *(("SL:3.29.9",) if escaped_before else ()),
        side=captor.side,
        who=(unit.id, captor.id),
        at=captor.hex,
    )
    unit_gone(g, origin)
    g.push(Quarter(unit.id))
    captured(g, unit, captor.hex)


def as_captive(unit: Unit, captors: str) -> Unit:
    return msgspec.structs.replace(unit, side=captors, captive=owner(unit), broken=True)


class Quarter(Frame):
    """SL:3.29.7-a: at the moment of capture a prisoner may be eliminated instead."""

    unit: str


@PART.decisions(Quarter)
def ask_quarter(g: SlPlay, frame: Quarter) -> Choice | None:
    unit = g.state.units.get(frame.unit)
    if unit is None or not unit.captive:
        return None
    asks = f"Do you take the {g.name(unit)} prisoner, or eliminate it?"
    return Choice(unit.side, asks, (KEEP, KILL), ("SL:3.29.7-a",), (unit.id,), unit.hex)


@ask_quarter
def take_quarter(g: SlPlay, frame: Quarter, answer: Action | Outcome | None) -> None:
    g.pop()
    if answer == KILL:
        unit = g.unit(frame.unit)
        killed_in_captivity(g, unit, unit.side)
        morale.eliminate(g, unit, "is given no quarter", "SL:3.29.7-a")


# -- in the Rout Phase (SL:3.29.3.1) -----------------------------------------------------------------------


class Spare(Frame):
    """SL:3.29.3.1-b: a doomed unit to which nobody is adjacent: the enemy may let it stay where it is."""

    unit: str


def captors_beside(g: SlPlay, unit: Unit) -> list[Unit]:
    """Unbroken enemies adjacent, or in the hex itself, who could guard it; squads and their like first."""
    enemy = g.enemy_of(unit.side)
    hexes = [unit.hex, *(hex for hex in g.map.adjacent[unit.hex] if terrain.sees(g, unit.hex, hex))]
    found = [other for hex in hexes for other in g.side_in(hex, enemy) if may_guard(other, unit)]
    found += [other for hex in hexes for other in g.side_in(hex, enemy) if other.berserk]
    return sorted(found, key=lambda other: not other.is_mmc)


@PART.answers(spared)
def captured_or_spared(g: SlPlay, unit: Unit) -> Frame | None:
    """SL:3.29.3.1-a: who would be eliminated is captured where an unbroken enemy is adjacent."""
    if not PRISONERS.on(g) or unit.kind == HERO:
        return None
    beside = captors_beside(g, unit)
    if beside:
        return Seizure(unit.id, beside[0].id, ("SL:3.29.3.1-a", "SL:3.29.3"))
    return Spare(unit.id)


class Seizure(Frame):
    """A unit is captured by another as soon as this is run."""

    unit: str
    captor: Side
    rules: tuple[str, ...]


@PART.automatic(Seizure)
def run_seizure(g: SlPlay, frame: Seizure) -> None:
    g.pop()
    unit, captor = g.state.units.get(frame.unit), g.state.units.get(frame.captor)
    if unit is not None and captor is not None and not unit.captive:
        capture(g, unit, captor, *frame.rules)


@PART.decisions(Spare)
def ask_spare(g: SlPlay, frame: Spare) -> Choice | None:
    unit = g.state.units.get(frame.unit)
    if unit is None or not unit.broken or unit.captive:
        return None
    asks = f"The {g.name(unit)} cannot rout: do you spare it, to capture it later?"
    return Choice(g.enemy_of(unit.side), asks, (SPARE, NO_MERCY), ("SL:3.29.3.1-b",), (unit.id,), unit.hex)


@ask_spare
def take_spare(g: SlPlay, frame: Spare, answer: Action | Outcome | None) -> None:
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is None:
        return
    if answer == NO_MERCY:
        cannot_rout(g, unit)
    elif answer == SPARE:
        g.say(
            "spared",
            f"{g.name(unit)} is spared and stays where it is.",
            "SL:3.29.3.1-b",
            side=unit.side,
            who=(unit.id,),
            at=unit.hex,
        )


# -- in close combat (SL:3.29.3.3) -------------------------------------------------------------------------


@PART.answers(alive)
def attempt(g: SlPlay, side: Side, targets: tuple[str, ...]) -> list[Line]:
    """SL:3.29.3.3-a, SL:3.29.4: said before the dice, and then binding. Men only: no manned AFV (SL:3.29-q4)."""
    men = [uid for uid in targets if uid in g.state.units]
    if not PRISONERS.on(g) or len(men) < len(targets):
        return []
    return [Line(TAKE_ALIVE, CAPTURE_DRM, "SL:3.29.3.3-a")]


@PART.answers(overpowered)
def taken_in_combat(g: SlPlay, hex: Hex, units: tuple[str, ...]) -> None:
    """SL:3.29.3.3-a: they are prisoners of the enemies in the hex. SL:3.29.5: who is hit is broken, even if nobody is
    left to hold him, or all his captors are captured themselves (SL:3.29.6). A broken unit that appears in a melee is
    no prisoner for that alone: it has to withdraw (SL:6.4.1-a has taken the place of SL:3.29.3.2); who advances at one
    fights it, and says whether to take it alive (SL:3.29-q3)."""
    for uid in units:
        unit = g.state.units.get(uid)
        if unit is None or unit.captive:
            continue
        if unit.kind == HERO:
            morale.eliminate(g, unit, "falls", "SL:3.8.2-b")
            continue
        enemies = [other for other in g.side_in(hex, g.enemy_of(unit.side)) if other.id not in units]
        able = sorted(
            [other for other in enemies if may_guard(other, unit) or other.berserk],
            key=lambda other: not other.is_mmc,
        )
        if able:
            capture(g, unit, able[0], "SL:3.29.3.3-a")
        else:
            g.update(unit, broken=True, berserk=False, pinned=False)
            g.say(
                "overpowered",
                f"{g.name(unit)} is overpowered, but nobody holds it.",
                "SL:3.29.5",
                "SL:3.29.6",
                side=unit.side,
                who=(uid,),
                at=hex,
            )
            unit_gone(g, hex)


# -- captivity ---------------------------------------------------------------------------------------------


@PART.answers(failed_otherwise)
def dies_a_prisoner(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> bool | None:
    """SL:3.29.16: fire into the hex strikes prisoners, too; SL:3.29-q7: one that fails its check is eliminated."""
    if not unit.captive:
        return None
    morale.eliminate(g, unit, "is eliminated as a prisoner", "SL:3.29-q7")
    return True


@PART.answers(unled)
def no_leader_of_theirs(g: SlPlay, leader: Unit, unit: Unit) -> bool:
    """Captors' leaders do nothing for prisoners."""
    return bool(unit.captive)


@PART.answers(unshaken)
def not_their_leader(g: SlPlay, unit: Unit) -> bool:
    """Nor does the loss of one shake them."""
    return bool(unit.captive)


@PART.answers(rally_bar)
def guarded(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:3.29.18: who rallies by himself does so only where nobody guards him."""
    return UNDER_GUARD if unit.captive else None


@PART.modifies(shot_factors, "SL:3.29.14", step=4)
def guards_at_half(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:3.29.14: all attacks by guards are at half strength."""
    return [Line("guards prisoners", HALF, "SL:3.29.14", "x")] if is_guard(g, firing.unit) else []


@PART.answers(attack_strength)
def guards_fight_at_half(g: SlPlay, fp: float, unit: Unit) -> float:
    """SL:3.29.14, in close combat, too."""
    return fp * HALF if is_guard(g, unit) else fp


# -- freedom -----------------------------------------------------------------------------------------------


@PART.answers(unit_gone)
def look_after_prisoners(g: SlPlay, hex: Hex) -> None:
    """SL:3.29.17: whose guard is broken or eliminated is free, unless another in the hex takes over (SL:3.29.12)."""
    for prisoner in [g.unit(uid) for uid in g.state.guards if uid in g.state.units]:
        guard = guard_of(g, prisoner)
        if guard is None or guard.broken or guard.captive or guard.hex != prisoner.hex:
            hand_over(g, prisoner)
    gone = [uid for uid in g.state.guards if uid not in g.state.units]
    for uid in gone:
        del g.state.guards[uid]


def hand_over(g: SlPlay, prisoner: Unit, leaving: Sequence[str] = ()) -> None:
    """To somebody else in the hex; where nobody can guard it, it is free."""
    others = [
        other
        for other in g.side_in(prisoner.hex, prisoner.side)
        if other.id not in leaving and may_guard(other, prisoner)
    ]
    if not others:
        set_free(g, prisoner)
        return
    guard = min(others, key=lambda other: not other.is_mmc)
    g.state.guards[prisoner.id] = guard.id


def set_free(g: SlPlay, prisoner: Unit) -> Unit:
    """SL:3.29.17: it stays broken, and may rout in the next RtPh; SL:3.29.19: its first try to rally is a desperate
    one; SL:3.29.6: so are all where both sides have captured each other."""
    g.state.guards.pop(prisoner.id, None)
    bare = not before(g, "gi")  # SL:5.8.1-a
    unit = g.update(prisoner, side=prisoner.captive, captive="", escaped=True, unarmed=bare, routed=False)
    g.state.freed = (*g.state.freed, unit.id)
    g.say("freed", f"{g.name(unit)} is free.", "SL:3.29.17", side=unit.side, who=(unit.id,), at=unit.hex)
    mark_melee(g, unit.hex)
    return unit


@PART.answers(desperate)
def first_rally_after_captivity(g: SlPlay, unit: Unit) -> bool | None:
    """SL:3.29.19"""
    return True if unit.id in g.state.freed else None


@PART.answers(rally_taken)
def has_tried(g: SlPlay, unit: Unit) -> None:
    g.state.freed = tuple([uid for uid in g.state.freed if uid != unit.id])


@PART.answers(changed_morale)
def shaken_for_good(g: SlPlay, level: int, unit: Unit) -> int:
    """SL:3.29.20: one less for who was a prisoner once, when it has rallied; besides all else that is for good. Later
    he has no arms instead (SL:5.8.1-a)."""
    return level + unit.levels - (1 if unit.escaped and not unit.broken and before(g, "gi") else 0)


@PART.modifies(shot_factors, "SL:3.29.20", step=5)
def escaped_at_half(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:3.29.20: its own firepower is halved for the rest of the scenario."""
    own = not firing.weapon and firing.unit.escaped and before(g, "gi")
    return [Line("was a prisoner", HALF, "SL:3.29.20", "x")] if own else []


@PART.answers(combat_fp)
def escaped_in_combat(g: SlPlay, fp: float, unit: Unit) -> float:
    """SL:3.29.20"""
    return fp * HALF if unit.escaped and not unit.is_leader and before(g, "gi") else fp
