"""A leader is lost on the way (SL:5.6-q2): those who went with him have only their own MF from there on.

Who has spent less than these when fire strikes his leader goes on with what is left, where he likes; who has spent more
stays where it happened.
"""

from __future__ import annotations

import msgspec

from defilade.kernel.composition import Part
from defilade.rules.sl.fire_phases import PutBack, ways_home
from defilade.rules.sl.movement import allowance
from defilade.rules.sl.state import SlPlay, Track
from defilade.tactics.moving import Mover, Moving
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()


def spent_by(track: Track, hex: Hex) -> float:
    """What it had spent when it had come into a hex."""
    return dict(zip(track.hexes, track.spent, strict=False)).get(hex, 0.0)


def leaders_of(g: SlPlay, frame: PutBack, move: int) -> list[Unit]:
    """The leaders who still go with them."""
    units = [g.state.units[uid] for uid, _ in frame.homes if uid in g.state.units]
    led = [unit for unit in units if unit.is_leader and not unit.broken]
    return [unit for unit in led if unit.id in g.state.tracks and g.state.tracks[unit.id].move == move]


def too_far(g: SlPlay, frame: PutBack, unit: Unit, home: str) -> bool:
    """Whether a unit has ended where it would not have come without the leader that it has lost."""
    track = g.state.tracks.get(unit.id)
    if not unit.is_mmc or track is None or track.grounded or home not in track.hexes:
        return False
    if not frame.led or leaders_of(g, frame, track.move):
        return False
    return spent_by(track, home) > allowance(g, unit, led=False)


@PART.answers(ways_home)
def goes_on_by_himself(g: SlPlay, frame: PutBack, unit: Unit, home: str) -> bool:
    if not too_far(g, frame, unit, home):
        return False
    track = g.state.tracks[unit.id]
    place = track.hexes.index(frame.hex) + 1
    spent = spent_by(track, frame.hex)
    hexes, paid = track.hexes[:place], track.spent[:place]
    g.state.tracks[unit.id] = msgspec.structs.replace(track, hexes=hexes, spent=paid)
    g.say(
        "leader_lost",
        f"{g.name(unit)} has lost its leader, and {max(0, allowance(g, unit, led=False) - spent):g} MF left.",
        "SL:5.6-q2",
        side=unit.side,
        who=(unit.id,),
        at=frame.hex,
    )
    if spent < allowance(g, unit, led=False):
        mover = Mover(unit.id, spent=spent, hexes=place)
        g.push(Moving((unit.id,), movers=(mover,), begun=True, part_begun=True))
    return True
