"""How a machine gun fires in an attack, as its shot says it: in sustained fire, spraying, or on through its target.

What a shot is made in is kept in its `mode`, so that everything that is added up of it can be read off the attack.
"""

from __future__ import annotations

import msgspec

from defilade.tactics.fire_groups import Shot

SUSTAINED, SPRAYING = "sustained", "spraying"
AT_FULL = "at-full"
"""How a hero fires a machine gun for two men alone."""
IFE = "ife"
"""How a gun fires on the fire table without having to hit (SL:10.1.12-a)."""
THROUGH = "through"
AT = "at:"
SWEEPS = "sweeps:"


def ways(shot: Shot) -> tuple[str, ...]:
    return tuple(shot.mode.split("+")) if shot.mode else ()


def fires(shot: Shot, way: str) -> bool:
    return way in ways(shot)


def firing(shot: Shot, way: str) -> Shot:
    """The same shot, made in one more way."""
    return msgspec.structs.replace(shot, mode="+".join((*ways(shot), way)))


def aimed_at(shot: Shot) -> str:
    """The vehicle at which a machine gun fires, if at one (SL:8.9.4.1-a)."""
    return next((way.removeprefix(AT) for way in ways(shot) if way.startswith(AT)), "")


def sweeping(shot: Shot, places: tuple[str, ...]) -> Shot:
    """The same shot where it sprays these hexes (SL:8.9.3.1)."""
    return firing(shot, "+".join((SPRAYING, *(f"{SWEEPS}{place}" for place in places))))


def swept(shot: Shot) -> tuple[str, ...]:
    """The hexes that it sprays.

    >>> swept(sweeping(Shot("u", "w"), ("A1", "A2")))
    ('A1', 'A2')
    """
    return tuple(way.removeprefix(SWEEPS) for way in ways(shot) if way.startswith(SWEEPS))


def through(shot: Shot, hexes: int) -> Shot:
    """The same shot where it has gone on by so many hexes."""
    return firing(shot, f"{THROUGH}{hexes}")


def hexes_through(shot: Shot) -> int:
    """By how many hexes it has gone on beyond its target.

    >>> hexes_through(through(Shot("u", "w"), 3)), hexes_through(Shot("u", "w", "sustained"))
    (3, 0)
    """
    return next((int(way.removeprefix(THROUGH)) for way in ways(shot) if way.startswith(THROUGH)), 0)
