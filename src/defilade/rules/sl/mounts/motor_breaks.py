"""What becomes of men who break on a motorcycle (SL:4.10.23 to SL:4.10.28): a second check tells whether they fall,
come to a stop, or race on to the nearest cover."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import morale, rout, stacking, terrain
from defilade.rules.sl.fire import Attack, attack_done
from defilade.rules.sl.morale import MoraleCheck, leader_lines, morale_level
from defilade.rules.sl.mounts.motorcycles import on_his_own
from defilade.rules.sl.mounts.riding import change, on_top
from defilade.rules.sl.people.prisoners import PRISONERS, Seizure, may_guard
from defilade.rules.sl.saddles import motorcycle_of
from defilade.rules.sl.state import Mount, SlPlay
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.control import seize
from defilade.tactics.leader_loss import BROKEN, note_leader_loss
from defilade.tactics.names import Hex, UnitId
from defilade.tactics.sequence import phase_begins
from defilade.tactics.units import HERO, Unit

PART = Part()

RIDE, BREAK = "ride-to-cover", Action("break-here")


class Spill(Frame):
    """Somebody has failed a MC on a motorcycle; his second check is due (SL:4.10.23)."""

    unit: str


class Escape(Frame):
    """SL:4.10.26: men who have kept their seats may race on to cover."""

    mount: str
    units: tuple[str, ...]


@PART.answers(morale.failed_otherwise)
def breaks_on_a_motorcycle(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> bool | None:
    """SL:4.10.23; who has fallen with another has had his check (SL:4.10.28). A 12 costs what it costs anybody."""
    if unit.id in g.state.unseated:
        return True
    if motorcycle_of(g, unit) is None or found.original == morale.MC.always_fails:
        return None
    g.push(Spill(unit.id))
    return True


def lines_of_spill(g: SlPlay, unit: Unit) -> tuple[Line, ...]:
    return leader_lines(g, unit, "SL:3.2.6")


def spilt(g: SlPlay, frame: Spill, unit: Unit, found: Thrown) -> None:
    g.pop()
    mount = motorcycle_of(g, unit)
    if mount is None:
        note_leader_loss(g, unit, BROKEN)
        morale.break_unit(g, unit)
        return
    mount = apart(g, mount, unit)
    fallen = [unit, *(other for other in on_top(g, mount) if other.id != unit.id)]
    g.state.unseated = (*g.state.unseated, *(other.id for other in fallen))
    if not found.passed:
        fall(g, mount, fallen)
    elif found.exactly:
        come_to_a_stop(g, mount, fallen)
    else:
        g.push(Escape(mount.id, tuple([other.id for other in fallen])))


def apart(g: SlPlay, mount: Mount, unit: Unit) -> Mount:
    """SL:4.10.28: of a squad and a leader each has a machine of his own in this; who shares one machine shares its
    fate."""
    others = [other.id for other in on_top(g, mount) if other.id != unit.id]
    if mount.single or not others:
        return mount
    if not unit.is_mmc:
        return on_his_own(g, mount, (unit.id,))
    on_his_own(g, mount, others)
    return g.state.mounts[mount.id]


def fall(g: SlPlay, mount: Mount, fallen: Sequence[Unit]) -> None:
    """SL:4.10.24: as if they had been broken before; the motorcycle does not start any more."""
    g.state.mounts[mount.id] = msgspec.structs.replace(mount, riders=(), malfunctioned=True, handler="")
    g.say(
        "spill",
        f"{g.names([unit.id for unit in fallen])}: the motorcycle is thrown over.",
        "SL:4.10.24",
        side=mount.side,
        at=mount.hex,
    )
    for unit in fallen:
        note_leader_loss(g, unit, BROKEN)
        taken_by_the_enemy(g, unit.id)
        morale.casualty(g, unit, "SL:4.10.24", "SL:4.10.24")


def come_to_a_stop(g: SlPlay, mount: Mount, fallen: Sequence[Unit]) -> None:
    """SL:4.10.25"""
    change(g, mount, (), mount.hex)
    for unit in fallen:
        note_leader_loss(g, unit, BROKEN)
        taken_by_the_enemy(g, unit.id)
        morale.break_unit(g, unit)


class Taken(Frame):
    """SL:4.10.11-b: who has broken among enemies is theirs."""

    unit: str


def taken_by_the_enemy(g: SlPlay, uid: UnitId) -> None:
    unit = g.unit(uid)
    if g.has_side(unit.hex, g.enemy_of(unit.side)):
        g.push(Taken(uid))


@PART.automatic(Taken)
def run_taken(g: SlPlay, frame: Taken) -> None:
    """They may give it no quarter (SL:3.29.7-a)."""
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is None or not unit.broken or unit.captive:
        return
    here = [one for one in g.side_in(unit.hex, g.enemy_of(unit.side)) if may_guard(one, unit)]
    if not here or unit.kind == HERO or not PRISONERS.on(g):
        morale.eliminate(g, unit, "breaks among enemies and is eliminated", "SL:4.10.11-b")
        return
    best = min(here, key=lambda one: not one.is_mmc)
    g.push(Seizure(unit.id, best.id, ("SL:4.10.11-b",)))


check_procedure(
    PART,
    Spill,
    CheckKind(
        event="spill_check",
        title="Second check",
        asks=lambda g, frame, unit: (
            f"{g.name(unit)} breaks in the saddle: a check against {morale_level(g, unit)}."
        ),
        level=lambda g, frame, unit: morale_level(g, unit),
        lines=lambda g, frame, unit: lines_of_spill(g, unit),
        taken=spilt,
        rules=("SL:4.10.23",),
        verdicts=("it keeps its seat.", "it falls."),
        always_fails=12,
    ),
)


# -- to cover (SL:4.10.26, SL:4.10.27) ---------------------------------------------------------------------


def refuges(g: SlPlay, units: Sequence[Unit]) -> dict[str, str]:
    """SL:4.10.26: the nearest buildings and woods by ways that can be ridden, through enemies as well and whatever it
    costs, and where one gets off for each. From there on the rules of rout hold."""
    first = units[0]
    side = first.side
    enemy = g.enemy_of(side)
    found: dict[str, str] = {}
    seen = {first.hex: 0}
    queue = deque([first.hex])
    nearest = -1
    while queue:
        hex = queue.popleft()
        if 0 <= nearest <= seen[hex]:
            break
        for near in g.map.adjacent[hex]:
            if near not in found and not g.has_side(hex, enemy) and is_refuge(g, units, hex, near):
                found[near] = hex
                nearest = seen[hex] + 1
            ridable = all(terrain.entry_bar(g, unit, hex, near) is None for unit in units)
            if near not in seen and ridable:
                seen[near] = seen[hex] + 1
                queue.append(near)
    return found


def is_refuge(g: SlPlay, units: Sequence[Unit], origin: str, hex: Hex) -> bool:
    side = units[0].side
    return (
        terrain.is_cover(g, hex)
        and hex not in g.map.below
        and g.map.hexside_kind(origin, hex) != terrain.CLIFF
        and not g.has_side(hex, g.enemy_of(side))
        and stacking.refusal(g, side, hex, units) is None
        and rout.step_refusal(g, side, origin, hex) is None
    )


@PART.decisions(Escape)
def ask_escape(g: SlPlay, frame: Escape) -> Choice | None:
    units = [g.unit(uid) for uid in frame.units if uid in g.state.units]
    if not units or frame.mount not in g.state.mounts:
        return None
    ways = tuple([Action(RIDE, frame.units, goal) for goal in refuges(g, units)])
    if not ways:
        return None
    asks = f"{g.names(frame.units)}: to which cover do they race on?"
    return Choice(
        units[0].side, asks, (*ways, BREAK), ("SL:4.10.26", "SL:4.10.27"), frame.units, units[0].hex
    )


@ask_escape
def take_escape(g: SlPlay, frame: Escape, answer: Action | Outcome | None) -> None:
    g.pop()
    mount = g.state.mounts.get(frame.mount)
    units = [g.unit(uid) for uid in frame.units if uid in g.state.units]
    if mount is None or not units:
        return
    if not isinstance(answer, Action) or answer == BREAK:
        come_to_a_stop(g, mount, units)
        return
    stop = refuges(g, units)[answer.at]
    for unit in units:
        note_leader_loss(g, unit, BROKEN)
        g.place(unit, stop, moved=True)
    change(g, mount, (), stop, moved=True)
    for uid in frame.units:
        unit = morale.break_unit(g, g.unit(uid))
        rout.lay_down(g, unit)
        unit = g.place(unit, answer.at)
        g.state.tracks.pop(uid, None)
        rout.comes_to(g, unit, answer.at)
    g.say(
        "rout",
        f"{g.names(frame.units)} race on and rout to {g.place_name(answer.at)}.",
        "SL:4.10.26",
        side=mount.side,
        who=frame.units,
        at=answer.at,
    )
    seize(g, answer.at)


@PART.answers(attack_done)
def all_have_fallen(g: SlPlay, attack: Attack) -> None:
    g.state.unseated = ()


@PART.answers(phase_begins)
def nobody_falls(g: SlPlay, phase: str) -> None:
    g.state.unseated = ()


PART.adds(
    SPOKEN,
    Spoken(RIDE, lambda g, action: f"Race on to {g.place_name(action.at)}"),
    Spoken("break-here", lambda g, action: "Break where they are"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(RIDE, OptionLook("Race on to", hex="go")),
    VerbLook("break-here", OptionLook("Break here")),
)
