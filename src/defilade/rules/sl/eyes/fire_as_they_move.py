"""Movement and Defensive Fire together, an option of a game (SL:5.6.9), and fire along the way, a convention.

The DEFENDER fires as soon as a moving unit comes into his sight, and what comes of it is carried out at once.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part, all_of
from defilade.rules.sl.eyes.scouts import is_scout
from defilade.rules.sl.fire import DEFENSIVE, Attack, attack_done
from defilade.rules.sl.firers import can_reach, ready
from defilade.rules.sl.movement import entered, moved
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import DFPH, SlPlay
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.moving import Moving, able
from defilade.tactics.names import Hex
from defilade.tactics.sequence import player_turn_begins

PART = Part()

AS_THEY_MOVE = Option(
    "fire-as-they-move",
    "Fire as they move",
    "The DEFENDER fires while the enemy moves, hex by hex, at all who enter a hex that he has fired into; in his phase "
    "he fires only at where they have ended.",
    ("SL:5.6.9.1", "SL:5.6.9.2"),
)
ALONG_THE_WAY = Option(
    "fire-along-the-way",
    "Defensive Fire along the way",
    "Who has been fired at in a hex of his way is not fired at in an earlier one.",
    ("SL:5.6.4-16B",),
    "convention",
)
PART.adds(OPTIONS, AS_THEY_MOVE, ALONG_THE_WAY)

HOLD = Action("hold-fire")


@all_of
def trained_on(g: SlPlay, hex: Hex) -> Iterable[str]:
    """Which weapons that have fired into other hexes of this phase may fire into this one as well?"""
    return ()


class FireAsTheyMove(Frame):
    """The DEFENDER may fire at units that have just come into a hex. `could` are those who have not fired yet, and
    `again` those who may although they have, because it was into this hex (SL:5.6.9.5)."""

    units: tuple[str, ...]
    hex: Hex
    could: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    guns_could: tuple[str, ...] = ()
    guns_again: tuple[str, ...] = ()


@PART.answers(entered)
def into_a_hex(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:5.6.9.2: unit by unit, stack by stack."""
    if not AS_THEY_MOVE.on(g):
        return
    units = tuple([uid for uid in frame.members if not is_scout(g.unit(uid))])
    if units:
        again, guns = unmark(g, hex), unmark_guns(g, hex)
        could = tuple([unit.id for unit in ready(g, g.defender)])
        guns_could = tuple([weapon.id for weapon in g.state.weapons.values() if not weapon.fire])
        g.push(FireAsTheyMove(units, hex, could, again, guns_could, guns))


def unmark(g: SlPlay, hex: Hex) -> tuple[str, ...]:
    """SL:5.6.9.4, SL:5.6.9.5: as far as this hex goes they have not fired yet, at each unit with a throw of its own."""
    again = []
    for uid in g.state.tracked.get(hex, ()):
        unit = g.state.units.get(uid)
        if unit is not None and unit.fire == DEFENSIVE and not unit.broken:
            g.update(unit, fire="", no_fp=False)
            again.append(uid)
    g.state.fired = tuple([pair for pair in g.state.fired if pair[1] != hex])
    return tuple(again)


def unmark_guns(g: SlPlay, hex: Hex) -> tuple[str, ...]:
    """SL:5.6.9.5: the same of support weapons, in the hands of who fired them."""
    again = []
    for wid in dict.fromkeys((*g.state.tracked_guns.get(hex, ()), *trained_on(g, hex))):
        weapon = g.state.weapons.get(wid)
        bearer = g.state.units.get(weapon.owner) if weapon is not None else None
        if weapon is None or bearer is None or bearer.broken or weapon.fire != DEFENSIVE:
            continue
        g.update_weapon(weapon, fire="")
        used = tuple([other for other in bearer.weapons_used if other != wid])
        g.update(bearer, weapons_used=used, fire="")
        again.append(wid)
    return tuple(again)


def mark_guns(g: SlPlay, frame: FireAsTheyMove) -> None:
    for wid in frame.guns_again:
        weapon = g.state.weapons.get(wid)
        bearer = g.state.units.get(weapon.owner) if weapon is not None else None
        if weapon is None or bearer is None or weapon.fire:
            continue
        g.update_weapon(weapon, fire=DEFENSIVE)
        g.update(bearer, fire=DEFENSIVE, weapons_used=(*bearer.weapons_used, wid))
    fired = [
        wid for wid in frame.guns_could if wid in g.state.weapons and g.state.weapons[wid].fire == DEFENSIVE
    ]
    if fired:
        old = g.state.tracked_guns.get(frame.hex, ())
        g.state.tracked_guns = {**g.state.tracked_guns, frame.hex: tuple(dict.fromkeys((*old, *fired)))}


def mark_again(g: SlPlay, frame: FireAsTheyMove) -> None:
    """Who has fired is committed to this hex, and who could have fired again has fired all the same."""
    mark_guns(g, frame)
    for uid in frame.again:
        if uid in g.state.units:
            g.update(g.unit(uid), fire=DEFENSIVE, no_fp=True)
    fired = [uid for uid in frame.could if uid in g.state.units and g.unit(uid).fire == DEFENSIVE]
    if fired:
        old = g.state.tracked.get(frame.hex, ())
        g.state.tracked = {**g.state.tracked, frame.hex: tuple(dict.fromkeys((*old, *fired)))}


def there_still(g: SlPlay, frame: FireAsTheyMove) -> tuple[str, ...]:
    """SL:5.6.9.3: survivors go on."""
    return tuple([uid for uid in frame.units if uid in g.state.units and g.unit(uid).hex == frame.hex])


@PART.decisions(FireAsTheyMove)
def ask_fire_as_they_move(g: SlPlay, frame: FireAsTheyMove) -> Choice | None:
    """SL:5.6.9.2: it is his option."""
    there = there_still(g, frame)
    if not there or not can_reach(g, ready(g, g.defender), frame.hex):
        return None
    asks = f"{g.names(there)} in {g.place_name(frame.hex)}: do you fire now?"
    options = (Action("target", (), frame.hex), HOLD)
    return Choice(g.defender, asks, options, ("SL:5.6.9.2", "SL:5.6.9.3"), there, frame.hex)


@ask_fire_as_they_move
def take_fire_as_they_move(g: SlPlay, frame: FireAsTheyMove, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer != HOLD:
        g.push(DeclareFire(DFPH, g.defender, frame.hex, there_still(g, frame)))
        return
    g.pop()
    mark_again(g, frame)
    below = g.state.stack[-1]
    if isinstance(below, Moving):
        below.members = able(g, below, [uid for uid in below.members if uid in g.state.units])


@PART.answers(moved)
def only_where_they_end(g: SlPlay, frame: Moving) -> None:
    """SL:5.6.9.8, SL:5.6.9.9: in the DFPh whoever has not fired fires at where they are now; nobody is put back. All
    else is as ever (SL:5.6.9.10)."""
    if not AS_THEY_MOVE.on(g):
        return
    for mover in frame.movers:
        unit, track = g.state.units.get(mover.unit), g.state.tracks.get(mover.unit)
        if unit is not None and track is not None:
            last = tuple([hex for hex in track.hexes if hex == unit.hex])
            g.state.tracks[unit.id] = msgspec.structs.replace(track, hexes=last)


@PART.answers(player_turn_begins)
def nothing_tracked(g: SlPlay) -> None:
    g.state.tracked = {}
    g.state.tracked_guns = {}


@PART.answers(attack_done)
def no_way_back(g: SlPlay, attack: Attack) -> None:
    """SL:5.6.4-16B: the hexes before the one in which they were fired at are forfeited."""
    if attack.phase != DFPH or not ALONG_THE_WAY.on(g):
        return
    for uid in attack.targets:
        track = g.state.tracks.get(uid)
        if track is not None and attack.target in track.hexes:
            later = track.hexes[track.hexes.index(attack.target) :]
            g.state.tracks[uid] = msgspec.structs.replace(track, hexes=later)
