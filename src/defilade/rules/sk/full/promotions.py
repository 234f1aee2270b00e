"""Field Promotions as the full kit has them (SKF:5.3, DAE:QRDC-ldrcreate)."""

from __future__ import annotations

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sk.close_combat import poor_odds
from defilade.rules.sk.field_promotion import promotion_lines
from defilade.rules.sk.rally import RallyPhase, may_make_a_leader
from defilade.rules.sk.state import RPH, SkPlay
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.units import Unit

PART = Part()

CHART = "DAE:QRDC-ldrcreate"


@PART.answers(may_make_a_leader)
def first_of_the_phase(g: SkPlay, yes: bool, unit: Unit) -> bool:
    """SKF:5.3: of the self-rallies only the first of an MMC in a RPh, whosever it is."""
    for frame in g.state.stack:
        if isinstance(frame, RallyPhase):
            first = not frame.self_rallied
            frame.self_rallied = True
            return yes and first
    return yes


@PART.answers(poor_odds)
def columns_below_even(g: SkPlay, below: int, attack: CloseCombatAttack) -> int:
    """DAE:QRDC-ldrcreate: how many columns of the CC table the attack is below 1:1, the FP of the leader who may step
    forward (SKF:5.3-a) among its own."""
    table = g.library.tables.close_combat
    now = table.odds(attack.attack_fp + table.leader_fp, attack.defence_fp)
    return below + max(0, table.odds(1, 1).kill - now.kill)  # kill numbers grow by one a column


@PART.modifies(promotion_lines, CHART)
def chart_lines(g: SkPlay, unit: Unit, below: int) -> list[Line]:
    table = g.library.tables.leader_creation
    lines = []
    if g.state.phase == RPH:  # it was broken when it rolled, whether or not it still is
        lines.append(Line("broken", table.broken_drm, CHART))
    if below:
        lines.append(Line(f"{below} columns below 1:1, or an AFV", below * table.poor_odds_drm, CHART))
    return lines
