"""Fire at who rides (SL:4.10.13, SL:4.11.7, SL:4.12.16): at once, before they leave the hex, and never afterwards at a
hex that they have left; and the nerve that it takes to fire at a charge that comes straight on (SL:4.12.33)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import growth, morale, movement, terrain
from defilade.rules.sl.eyes.fire_as_they_move import AS_THEY_MOVE, HOLD
from defilade.rules.sl.fire import Attack, in_the_hex, shots_that_come_off, targets_met
from defilade.rules.sl.firers import can_reach, fire_bar, ready
from defilade.rules.sl.mounts.gallop import RUN_UP, run_on, straight, victims
from defilade.rules.sl.saddles import mount_of, rides
from defilade.rules.sl.state import DFPH, HORSE, MPH, SlPlay
from defilade.tactics.attack_plan import names_of
from defilade.tactics.checks import thrown
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import Moving, able
from defilade.tactics.names import Hex, UnitId
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

DAUNTED = Refusal("it has lost its nerve before the charge", "SL:4.12.33")


class FireAtRiders(Frame):
    """Riders have come into a hex: the other side may fire before they go on, but after what they do there themselves
    (SL:4.12.34-b)."""

    units: tuple[str, ...]
    hex: Hex
    all_there: bool = False


@PART.answers(movement.entered)
def ride_past(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    riders = tuple([uid for uid in frame.members if mount_of(g, g.unit(uid)) is not None])
    if not riders or AS_THEY_MOVE.on(g):
        return
    g.state.fired = tuple([pair for pair in g.state.fired if pair[1] != hex])
    g.push(FireAtRiders(riders, hex))


def still_riding(g: SlPlay, frame: FireAtRiders) -> tuple[str, ...]:
    units = g.state.units
    return tuple([uid for uid in frame.units if uid in units and units[uid].hex == frame.hex])


def fired_at(g: SlPlay, frame: FireAtRiders) -> tuple[str, ...]:
    """SL:4.12.16-b, SL:4.12-q1: the riders alone; SL:4.12.34-a: all in a hex that they have charged."""
    run = g.state.run
    charged = run is not None and run.at == frame.hex and bool(run.came_from)
    return in_the_hex(g, frame.hex) if charged else still_riding(g, frame)


@PART.decisions(FireAtRiders)
def ask_fire_at_riders(g: SlPlay, frame: FireAtRiders) -> Choice | None:
    riders = still_riding(g, frame)
    if not riders or not can_reach(g, ready(g, g.defender), frame.hex):
        return None
    asks = f"{g.names(riders)} in {g.place_name(frame.hex)}: do you fire before they ride on?"
    options = (Action("target", (), frame.hex), HOLD)
    return Choice(g.defender, asks, options, ("SL:4.12.16-a",), riders, frame.hex)


@ask_fire_at_riders
def take_fire_at_riders(g: SlPlay, frame: FireAtRiders, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer != HOLD:
        g.push(DeclareFire(DFPH, g.defender, frame.hex, fired_at(g, frame)))
        return
    g.pop()
    below = g.state.stack[-1]
    if isinstance(below, Moving):
        up = [uid for uid in below.members if uid in g.state.units and goes_on_riding(g, frame, uid)]
        below.members = able(g, below, up)


def goes_on_riding(g: SlPlay, frame: FireAtRiders, uid: UnitId) -> bool:
    """Who has lost his mount under fire goes no further."""
    return uid not in frame.units or mount_of(g, g.unit(uid)) is not None


@PART.answers(movement.moved)
def never_put_back(g: SlPlay, frame: Moving) -> None:
    """SL:4.12.16-a, SL:4.11.7: in the DFPh only where they have ended."""
    for mover in frame.movers:
        unit, track = g.state.units.get(mover.unit), g.state.tracks.get(mover.unit)
        if unit is None or track is None or AS_THEY_MOVE.on(g):
            continue
        if track.riding:  # SL:4.10.13; where they have walked they may be put back
            left = [hex for hex in track.hexes if hex == unit.hex or hex not in track.riding]
            g.state.tracks[unit.id] = msgspec.structs.replace(track, hexes=tuple(left))
        elif mount_of(g, unit) is not None or unit.id in g.state.off_horse:
            last = tuple([hex for hex in track.hexes if hex == unit.hex])
            g.state.tracks[unit.id] = msgspec.structs.replace(track, hexes=last)


@PART.answers(morale.never_grounded)
def riders_do_not_go_to_ground(g: SlPlay, unit: Unit) -> bool:
    """SL:5.6.10.1-a: only who is on foot does."""
    return mount_of(g, unit) is not None


# -- before a charge (SL:4.12.33) --------------------------------------------------------------------------


def rides_at(g: SlPlay, attack: Attack) -> Unit | None:
    """The first of those who charge, where they are the target."""
    run = g.state.run
    if run is None or g.state.phase != MPH or attack.phase != DFPH:
        return None
    found = [g.unit(uid) for uid in run.units if uid in attack.targets and uid in g.state.units]
    return found[0] if found and rides(g, found[0], HORSE) else None


def in_its_way(g: SlPlay, rider: Unit, unit: Unit) -> bool:
    """Whether a charge could ride a unit down with its next step."""
    run = g.state.run
    if run is None or unit.hex not in g.map.adjacent[rider.hex]:
        return False
    way = run_on(g, run, rider.hex, unit.hex)
    return len(way) == RUN_UP and straight(way) and unit.id in victims(g, rider.side, unit.hex)


@PART.answers(shots_that_come_off)
def keep_their_nerve(
    g: SlPlay, shots: tuple[Shot, ...], attack: Attack, dice: tuple[int, ...]
) -> tuple[Shot, ...]:
    """SL:4.12.33: the dice of the attack are those of the MC, too. Who fails does not break."""
    rider = rides_at(g, attack)
    if rider is None:
        return shots
    kept = tuple([shot for shot in shots if steady(g, rider, g.unit(shot.unit), dice)])
    lost = dict.fromkeys(shot.unit for shot in shots if shot not in kept)
    for uid in lost:
        g.state.daunted = (*g.state.daunted, uid)
        g.say(
            "daunted",
            f"{g.name(uid)} rolls {sum(dice)} and does not dare to fire at the charge.",
            "SL:4.12.33",
            side=attack.side,
            who=(uid,),
            at=g.unit(uid).hex,
            dice=dice,
        )
    if lost and not kept:
        g.say("no_fire", f"Nobody fires: {names_of(g, shots)} did not dare.", "SL:4.12.33", side=attack.side)
    return kept


def steady(g: SlPlay, rider: Unit, unit: Unit, dice: tuple[int, ...]) -> bool:
    if not in_its_way(g, rider, unit):
        return True
    lines = morale.leader_lines(g, unit, "SL:4.12.33")
    drm = int(sum(line.value for line in lines))
    return thrown(morale.MC, morale.morale_level(g, unit), drm, dice).passed


@PART.answers(fire_bar)
def no_fire_at_anything(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    return DAUNTED if unit.id in g.state.daunted else None


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.daunted = ()


# -- in the wheat ------------------------------------------------------------------------------------------


@PART.answers(terrain.seen_besides)
def above_the_wheat(g: SlPlay, a: str, b: str) -> bool:
    """SL:4.12.17: riders stand above the wheat, and see over it."""
    if not g.state.mounts or not g.scenario.wheat_stands:
        return False
    if not any(m.kind == HORSE and m.riders and m.hex in (a, b) for m in g.state.mounts.values()):
        return False
    return growth.map_past(g, frozenset({terrain.WHEAT})).hindrance(a, b) >= 0


@PART.answers(targets_met)
def only_those_above_it(g: SlPlay, targets: tuple[str, ...], hexes: Sequence[str]) -> tuple[str, ...]:
    """SL:4.12.17: who stands in the wheat beside riders is not seen for that."""
    if not g.state.mounts or not targets:
        return targets
    return tuple([uid for uid in targets if is_seen(g, uid, hexes)])


def is_seen(g: SlPlay, uid: UnitId, hexes: Sequence[str]) -> bool:
    unit = g.state.units.get(uid)
    if unit is None or rides(g, unit, HORSE):
        return True
    return any(
        hex == unit.hex or not above_the_wheat(g, hex, unit.hex) or plain(g, hex, unit) for hex in hexes
    )


def plain(g: SlPlay, hex: Hex, unit: Unit) -> bool:
    beside = unit.hex in g.map.adjacent[hex]
    return beside or g.map.hindrance(hex, unit.hex) >= 0 or rider_in(g, hex)


def rider_in(g: SlPlay, hex: Hex) -> bool:
    return any(m.kind == HORSE and m.riders and m.hex == hex for m in g.state.mounts.values())
