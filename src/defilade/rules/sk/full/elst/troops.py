"""British and SS troops (DAE:3).

What makes SS squads elite, steady when broken, exempt from ELR (DAE:3.2-a) and able to use Assault Fire (DAE:3.2-b) is
printed on their counters.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel.composition import Part
from defilade.rules.sk.attack_plan import never_cowers
from defilade.rules.sk.state import SkPlay
from defilade.tactics.counters import ELITE, FIRST_LINE
from defilade.tactics.fire_groups import Shot

PART = Part()

BRITISH = "british"


@PART.answers(never_cowers)
def steady_british(g: SkPlay, shots: Sequence[Shot]) -> bool:
    """DAE:3.1: Elite and 1st Line MMC. In a group with others they do not keep those from cowering."""
    mmc = [unit for shot in shots if (unit := g.unit(shot.unit)).is_mmc]
    return bool(mmc) and all(
        g.counter(unit).nationality == BRITISH and g.counter(unit).cls in (ELITE, FIRST_LINE) for unit in mmc
    )
