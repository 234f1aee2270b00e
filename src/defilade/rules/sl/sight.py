"""How lines of sight read heights (SL:2.1.5 to SL:2.2.6): every figure of it with its rule.

A hex has one height, that of its dot (SL:2.1.12); a crest line runs wherever neighbours differ in it (SL:2.1.13). Lines
are exact and the same from both ends (SL:2.1.10), so there is nothing to settle by a roll of dice (SL:2.1.1-c); they
run from dot to dot, wherever a dot is printed (SL:2.1-q1).
"""

from __future__ import annotations

from dataclasses import replace

from defilade.hexgrid.readings import BLIND_HEXES
from defilade.hexgrid.relief import HexsideReading, ReliefReading, Rise

BESIDE_IT = "SL:2.1.8"
"""Over walls and hedges one sees from a hex that they bound, or from above (SL:2.1.15-b)."""


def reading_of_heights(*, winter: bool) -> ReliefReading:
    """Who is higher than an obstacle sees over it (SL:2.1.5), and from no less (SL:2.1.15-a): woods and small houses
    reach as high as the next level (SL:2.1.11-a, SL:2.1.11-b, SL:2.1.11-c), taller ones half a level higher than their
    top (SL:14.3.4-b), those without stairs a level and a half (SL:14.3.6-a); how much a house hides behind it stairs
    say, not hexes (SL:14.3.7-a in place of SL:2.2.6-c; SL:14.3.10). Looking down takes a crest line in one's own hex
    (SL:2.1.15-c); who looks down is seen from below (SL:2.2.5-a), but from no blind hex (SL:2.2.5-b)."""
    hexsides = dict(BLIND_HEXES.hexsides)
    # The whole of its hexside, however it is drawn (SL:14.5.1-c); lengthwise only where it begins at one end of the
    # line (SL:5.3-q3, SL:14.5.1-b).
    hexsides["wall"] = HexsideReading(Rise(1, 0), BESIDE_IT)
    hexsides["hedge"] = HexsideReading(Rise(1, 0), BESIDE_IT)
    hexsides["hedgerow"] = HexsideReading(Rise(2, 1), "SL:14.6.3-a")  # a level high, and blind for a hex
    return replace(
        BLIND_HEXES,
        hexsides=hexsides,
        in_storeys=True,  # SL:14.3.3-a
        between_levels={} if winter else BLIND_HEXES.between_levels,  # SL:14.16.6
        hill_rule="SL:2.1.14",  # SL:14.7.9: where the ground changes its level, there one looks down
        height_rule="SL:2.1.5",
        blind_rule="SL:2.2.1",
        cliff_rule="SL:2.2.6-b",  # also of one's own hill (SL:2.2-q1, SL:14.8.3); nothing along it (SL:14.8.4)
        steep_rule="SL:14.9.1-c",
        depression_rule="SL:14.21.5",
        blind_every=10,  # SL:2.2.2
        depression_every=10,  # SL:2.2.3
        height_saves=True,  # SL:2.2.4
        own_hill_blinds=False,  # SL:2.2.6-a
    )
