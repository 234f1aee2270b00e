"""Morale: checks, breaking, pinning, casualty reduction, wounds, elimination and the loss of leaders.

Source: SK1:3.2.1 (effects), SK1:1.2.3, SK1:5.4.  Every procedure that harms a unit goes through this
module, so that a unit breaks, is pinned or dies in one way only.

Close combat pushes no `LeaderLosses`, so nobody checks for a leader lost there (SK1:3.2.1-r).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, any_of, handed_on, told
from defilade.kernel.encoding import always
from defilade.rules.sk import elr, los, melee
from defilade.rules.sk.entering import came_in
from defilade.rules.sk.state import SkPlay
from defilade.tactics import checks, leader_loss, random_selection
from defilade.tactics.checks import (
    ATTACK,
    Check,
    CheckKind,
    CheckRound,
    Thrown,
    best_of,
    check_of,
    check_order,
    check_procedure,
    report_helper,
)
from defilade.tactics.counters import CONSCRIPT, GREEN
from defilade.tactics.leader_loss import (
    BROKEN,
    ELIMINATED,
    LEADER_LOSS,
    LeaderLoss,
    LossChecks,
    leader_lost,
    loss_checks,
    note_leader_loss,
)
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit

PART = Part(checks.PART, random_selection.PART, leader_loss.PART)

INTERDICTION, FPF = "interdiction", "fpf"


# -- what a unit is worth ----------------------------------------------------------------------------------


@handed_on
def broken_morale(g: SkPlay, level: int, unit: Unit) -> int:
    """What changes the broken morale of a unit?"""
    return level


@handed_on
def morale_in_force(g: SkPlay, level: int, unit: Unit) -> int:
    """What changes the morale of a unit, broken or not?"""
    return level


def morale_level(g: SkPlay, unit: Unit) -> int:
    """The morale level in force now: of the broken side when broken (SK1:1.2.3-a, SK1:3.2.1-o), one lower
    when wounded (SK1:3.2.1-i)."""
    counter = g.counters[unit.type]
    if unit.broken:
        level = broken_morale(g, counter.broken_morale, unit)
    else:
        level = counter.morale
    if unit.wounded:
        level -= g.library.tables.wound.morale_loss
    return morale_in_force(g, level, unit) if g.state.batteries else level


def leadership(g: SkPlay, unit: Unit) -> int:
    """A leader's DRM (SK1:1.2.1-a), one worse when wounded (SK1:3.2.1-i2). Whether he is fit is another
    question."""
    value = g.counters[unit.type].leadership
    return value + g.library.tables.wound.leadership_loss if unit.wounded else value


def can_lead(unit: Unit) -> bool:
    """SK1:1.2.1-b, SK1:3.2.1-u4: an unpinned Good Order leader can use his DRM."""
    return unit.is_leader and not unit.broken and not unit.pinned and not unit.melee


def is_inexperienced(g: SkPlay, unit: Unit) -> bool:
    """SK1:5.4-a: by class (SK1:1.2.2-b) Conscripts always, Green MMC unless a Good Order leader is stacked
    with them."""
    cls = g.counters[unit.type].cls
    if unit.is_leader or cls not in (CONSCRIPT, GREEN):
        return False
    return cls == CONSCRIPT or not has_good_order_leader(g, unit)


def has_good_order_leader(g: SkPlay, unit: Unit) -> bool:
    units = g.state.units
    return any(
        (other := units[uid]).is_leader and other.side == unit.side and other.good_order
        for uid in g.state.stacks.get(unit.hex, ())
    )


# -- breaking and pinning ----------------------------------------------------------------------------------


@told
def unit_breaks(g: SkPlay, unit: Unit) -> None:
    """A unit is about to break."""


def break_unit(g: SkPlay, unit: Unit, *rules: str) -> Unit:
    """Flip a unit to its broken side under DM (SK1:3.2.1-j). It loses its pin (SK1:3.3.1-v2)."""
    note_leader_loss(g, unit, BROKEN)
    unit_breaks(g, unit)
    unit = markers_lost(g, g.update(unit, broken=True, dm=True, pinned=False))
    g.say("breaks", f"{g.name(unit)} breaks.", *rules, side=unit.side, who=(unit.id,), at=unit.hex)
    if unit.melee:
        melee.clear_melee(g, unit.hex)
    return g.unit(unit.id)


def may_be_pinned(unit: Unit) -> bool:
    """SK1:3.2.1-y: once in a player turn."""
    return not unit.pinned and not unit.was_pinned


def pin(g: SkPlay, unit: Unit, *rules: str) -> Unit:
    if not may_be_pinned(unit):
        return unit
    unit = g.update(unit, pinned=True, was_pinned=True)
    g.say("pinned", f"{g.name(unit)} is pinned.", *rules, side=unit.side, who=(unit.id,), at=unit.hex)
    return unit


def put_under_dm(g: SkPlay, unit: Unit, *rules: str) -> Unit:
    """Desperation Morale for a broken unit that has none (SK1:2.0-f)."""
    if not unit.broken or unit.dm:
        return unit
    unit = g.update(unit, dm=True)
    g.say("dm", f"{g.name(unit)} is under DM.", *rules, side=unit.side, who=(unit.id,), at=unit.hex)
    return unit


@PART.answers(came_in)
def dm_by_adjacency(g: SkPlay, hex: Hex, side: Side) -> None:
    """SK1:3.2.1-z: somebody has come into `hex`: broken units there, and broken enemies beside
    it, that now stand adjacent to a Known enemy unit go under DM."""
    here = g.units_in(hex)
    if not here:
        return
    for beside in g.map.adjacent[hex]:
        there = g.units_in(beside)
        if not there or not any(a.side != b.side for a in here for b in there):
            continue
        if not los.sees(g, hex, beside):
            continue
        for unit in (*here, *there):
            if unit.broken and not unit.dm:
                others = there if unit.hex == hex else here
                if any(other.side != unit.side for other in others):
                    put_under_dm(g, g.unit(unit.id), "SK1:3.2.1-z")
        here = g.units_in(hex)


# -- losses ------------------------------------------------------------------------------------------------


def eliminate(g: SkPlay, unit: Unit, why: str, *rules: str) -> None:
    """The one way in which a unit dies. Its SW stay behind (SK1:4.0-f, SKF:4.0-d). `why` reads after the unit's name,
    as in 'is eliminated' or 'fails to rout and is eliminated'."""
    note_leader_loss(g, unit, ELIMINATED)
    _count_lost(g, unit, {SQUAD: 2, HALF_SQUAD: 1, CREW: 1}.get(unit.kind, 0))
    g.say("eliminated", f"{g.name(unit)} {why}.", *rules, side=unit.side, who=(unit.id,), at=unit.hex)
    g.remove(unit)
    if unit.melee:
        melee.clear_melee(g, unit.hex)


def _count_lost(g: SkPlay, unit: Unit, half_squads: int) -> None:
    if half_squads:
        lost = g.state.lost
        lost[unit.side] = lost.get(unit.side, 0) + half_squads


class CasualtyReduction(Frame):
    """SK1:3.2.1-e: a squad becomes a half-squad (and keeps its id), a half-squad dies, a crew like it (SKF:3.2.3-f),
    a leader is wounded and makes his wound severity dr at once (SK1:3.2.1-f)."""

    unit: str


@PART.decisions(CasualtyReduction)
def ask_casualty_reduction(g: SkPlay, frame: CasualtyReduction) -> Chance | None:
    unit = g.state.units.get(frame.unit)
    if unit is None or not unit.is_leader:
        return None
    return Chance(
        f"Wound severity dr for {g.name(unit)}: 1-{g.library.tables.wound.light_up_to} is a light wound.",
        dice=1,
        side=unit.side,
        rules=("SK1:3.2.1-f", "SK1:QRDC-wound"),
        about=(unit.id,),
    )


@ask_casualty_reduction
def take_casualty_reduction(g: SkPlay, frame: CasualtyReduction, answer: Action | Outcome | None) -> None:
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is None:
        return
    if unit.is_leader:
        assert isinstance(answer, Outcome)
        _wound(g, unit, answer.dice)
    elif unit.kind == SQUAD:
        _reduce_squad(g, unit)
    else:
        eliminate(g, unit, "suffers casualty reduction and is eliminated", "SK1:3.2.1-e")


def _reduce_squad(g: SkPlay, unit: Unit) -> None:
    before = g.name(unit)
    _count_lost(g, unit, 1)
    unit = g.update(unit, type=g.counter(unit).half_squad, kind=HALF_SQUAD)
    g.say(
        "reduced",
        f"{before} suffers casualty reduction: now a {g.name(unit)} half-squad.",
        "SK1:3.2.1-e",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )


def _wound(g: SkPlay, unit: Unit, dice: tuple[int, ...]) -> None:
    table = g.library.tables.wound
    drm = table.already_wounded_drm if unit.wounded else 0
    lines = (Line("already wounded", drm, "SK1:3.2.1-h"),) if drm else ()
    final = dice[0] + drm
    light = final <= table.light_up_to
    g.say(
        "wound",
        f"{g.name(unit)} is hit; wound severity dr {dice[0]}, final {final}: "
        + ("a light wound." if light else "fatal."),
        "SK1:3.2.1-f",
        "SK1:QRDC-wound",
        *(("SK1:3.2.1-h",) if drm else ()),
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=dice,
        breakdown=Breakdown(f"Wound severity of {g.name(unit)}", lines, rules=("SK1:QRDC-wound",)),
    )
    if light:
        g.update(unit, wounded=True)
    else:
        eliminate(g, unit, "dies of his wound", "SK1:3.2.1-f")


@handed_on
def markers_lost(g: SkPlay, unit: Unit) -> Unit:
    """Which markers does a unit lose when it breaks?"""
    return unit


@any_of
def moves_apart(g: SkPlay, leader: Unit, unit: Unit) -> bool:
    """Do a leader and a unit of his hex move separately, so that he does not help it?"""
    return False


# -- checks ------------------------------------------------------------------------------------------------


class MoraleCheck(Frame):
    """A MC of one unit with everything that follows from it.

    `drm` is the number of a #MC; `lines` are further modifiers (label, value, rule) that the caller knows
    of; `helpers` are leaders whose DRM may apply.  With `dice` no dice are thrown: the FPF check uses those
    of the attack (SK1:3.3.1-o).  `failed_by` holds by how much it failed while an original 12 is being paid
    for.  An interdiction, which is the frame right below, is told whether the unit `passed`.
    """

    unit: str
    drm: int = 0
    why: str = ""
    source: str = always(ATTACK)
    lines: tuple[Line, ...] = ()
    helpers: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    failed_by: int | None = None


class PinCheck(Frame):
    """A Pin Task Check of one unit (SK1:3.2.1-w)."""

    unit: str
    drm: int = 0
    why: str = ""
    source: str = always(ATTACK)
    lines: tuple[Line, ...] = ()
    helpers: tuple[str, ...] = ()


def check_rounds(
    g: SkPlay, morale_checks: Iterable[Check], pin_checks: Iterable[Check], helpers: tuple[str, ...]
) -> list[CheckRound]:
    """The checks that one attack asks of a hex: the best leader takes his first, MC or PTC (SK1:3.2.1-k), then
    other leaders, then the rest, their MC before their PTC."""
    both = [("MC", check) for check in morale_checks] + [("PTC", check) for check in pin_checks]
    return checks.check_rounds(g, both, helpers)


@PART.answers(check_order)
def best_leader_first(g: SkPlay, unit: Unit) -> tuple[int, ...]:
    """SK1:3.2.1-k: leaders before others; among them those fit to help, then by morale, then by leadership."""
    if not unit.is_leader:
        return 2, 0, 0
    return (0 if can_lead(unit) else 1), -morale_level(g, unit), leadership(g, unit)


@PART.answers(check_of)
def check_of_round(g: SkPlay, unit: Unit, check: Check, frame: CheckRound) -> Frame | None:
    if frame.kind == "MC":
        return MoraleCheck(unit.id, check.drm, frame.why, frame.source, helpers=frame.helpers)
    if unit.broken or not may_be_pinned(unit):  # SKF:3.2.3-v
        return None
    return PinCheck(unit.id, check.drm, frame.why, frame.source, helpers=frame.helpers)


def leader_help(g: SkPlay, unit: Unit, helpers: tuple[str, ...], *, forced: bool) -> Line | None:
    """The DRM of the best leader who can help: not cumulative (SK1:1.2.1-b2), never to himself, to other
    leaders only if their morale is lower (SK1:3.2.1-q). A PTC may go without a poor leader (SK1:3.2.1-x), a
    MC may not."""
    fit = []
    for uid in helpers:
        leader = g.state.units.get(uid)
        if leader is None or uid == unit.id or leader.side != unit.side or leader.hex != unit.hex:
            continue
        if not can_lead(leader) or moves_apart(g, leader, unit):
            continue
        if unit.is_leader and morale_level(g, leader) <= morale_level(g, unit):
            continue
        fit.append(leader)
    best = best_of(fit, lambda leader: leadership(g, leader))
    value = leadership(g, best) if best is not None else 0
    if best is None or value == 0 or (value > 0 and not forced):
        return None
    return Line(f"leadership of the {g.name(best)}", value, "SK1:3.2.1-q" if forced else "SK1:3.2.1-x")


def _check_lines(g: SkPlay, unit: Unit, frame: MoraleCheck | PinCheck) -> tuple[Line, ...]:
    lines = list(frame.lines)
    if frame.drm:
        if frame.source == LEADER_LOSS:
            label, rule = "leader loss", "SK1:3.2.1-r" if type(frame) is MoraleCheck else "SK1:3.2.1-s"
        else:
            label, rule = f"{frame.drm}MC", "SK1:3.2.1-v"
        lines.insert(0, Line(label, frame.drm, rule))
    help_line = leader_help(g, unit, frame.helpers, forced=type(frame) is MoraleCheck)
    if help_line is not None:
        lines.append(help_line)
    return tuple(lines)


def _report_passed(g: SkPlay, unit: Unit) -> None:
    """A leader who passed unharmed helps those who check after him in the same round (SK1:3.2.1-q, SK1:3.2.1-x)."""
    if unit.is_leader and can_lead(unit):
        report_helper(g, unit)


def _words_of_check(g: SkPlay, frame: MoraleCheck, unit: Unit) -> str:
    number = f"{frame.drm}MC" if frame.drm and frame.source != LEADER_LOSS else "NMC"
    why = f" ({frame.why})" if frame.why else ""
    return f"{number} of {g.name(unit)}, morale {morale_level(g, unit)}{why}."


def _goes_on(g: SkPlay, frame: MoraleCheck, unit: Unit) -> bool:
    """An original 12 has been paid for: what is left breaks."""
    if frame.failed_by is None:
        return False
    g.pop()
    _break_by_check(g, unit, frame.failed_by, original_12=True)
    return True


def _morale_checked(g: SkPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> None:
    if frame.source == INTERDICTION:
        g.state.stack[-2].passed = found.passed  # type: ignore[attr-defined]
    if found.passed:
        g.pop()
        # SKF:3.2.3-s: of the broken only those who are interdicted are pinned. SK1:3.2.1-t: no higher roll would do.
        if found.exactly and may_be_pinned(unit) and (not unit.broken or frame.source == INTERDICTION):
            pin(g, unit, "SK1:3.2.1-t")
        elif not found.exactly:
            _report_passed(g, unit)
    elif unit.broken:
        g.pop()
        _broken_unit_fails(g, unit, found.original)
    elif found.original == 12:
        # SK1:3.2.1-l, SK1:5.1-f: casualty reduction first; what is left breaks and may be replaced.
        frame.failed_by = found.failed_by
        frame.dice = ()
        g.say("boxcars", f"An original 12: {g.name(unit)} suffers casualty reduction as well.", "SK1:3.2.1-l")
        g.push(CasualtyReduction(unit.id))
    else:
        g.pop()
        _break_by_check(g, unit, found.failed_by, original_12=False)


MC = CheckKind(
    event="morale_check",
    title="MC",
    asks=_words_of_check,
    level=lambda g, frame, unit: morale_level(g, unit),
    lines=lambda g, frame, unit: _check_lines(g, unit, frame),
    taken=_morale_checked,
    rules=("SK1:3.2.1-j",),
    always_fails=12,  # SK1:3.2.1-l
    given=lambda g, frame: frame.dice,
    goes_on=_goes_on,
)
check_procedure(PART, MoraleCheck, MC)


def _break_by_check(g: SkPlay, unit: Unit, failed_by: int, *, original_12: bool) -> None:
    unit = break_unit(g, unit, "SK1:3.2.1-j", *(("SK1:3.2.1-l",) if original_12 else ()))
    elr.replace(g, unit, failed_by)


def _broken_unit_fails(g: SkPlay, unit: Unit, original: int) -> None:
    if original == 12:
        eliminate(g, unit, "was broken already, rolls 12 and is eliminated", "SK1:3.2.1-m2")
    else:
        g.say("fails_broken", f"{g.name(unit)} was broken already.", "SK1:3.2.1-m", who=(unit.id,))
        g.push(CasualtyReduction(unit.id))


def _words_of_pin_check(g: SkPlay, frame: PinCheck, unit: Unit) -> str:
    why = f" ({frame.why})" if frame.why else ""
    return f"PTC of {g.name(unit)}, morale {morale_level(g, unit)}{why}."


def _pin_checked(g: SkPlay, frame: PinCheck, unit: Unit, found: Thrown) -> None:
    g.pop()
    if found.passed:
        _report_passed(g, unit)
    else:
        pin(g, unit, "SK1:3.2.1-w")


PTC = CheckKind(
    event="pin_check",
    title="PTC",
    asks=_words_of_pin_check,
    level=lambda g, frame, unit: morale_level(g, unit),
    lines=lambda g, frame, unit: _check_lines(g, unit, frame),
    taken=_pin_checked,
    rules=("SK1:3.2.1-w",),
)
check_procedure(PART, PinCheck, PTC)


# -- the loss of leaders -----------------------------------------------------------------------------------


@PART.answers(leader_lost)
def remembered(g: SkPlay, leader: Unit, kind: str) -> LeaderLoss:
    return LeaderLoss(
        g.name(leader), leader.side, leader.hex, morale_level(g, leader), leadership(g, leader), kind
    )


@PART.answers(loss_checks)
def checks_for_lost_leader(g: SkPlay, loss: LeaderLoss) -> LossChecks:
    """SK1:3.2.1-r: a LLMC where he died; SK1:3.2.1-s: a LLTC where he broke. In close combat nobody checks
    (SKF:3.2.3-r)."""
    stacked = g.side_in(loss.hex, loss.side)
    lower = [unit for unit in stacked if morale_level(g, unit) < loss.morale]
    if loss.kind == BROKEN:
        lower = [unit for unit in lower if unit.good_order]
    names = {unit.id for unit in lower}
    helpers = tuple(unit.id for unit in stacked if unit.id not in names and can_lead(unit))
    drm = max(0, -loss.leadership)
    if loss.kind == ELIMINATED:
        return LossChecks("MC", "LLMC", f"loss of the {loss.name}", "SK1:3.2.1-r", lower, drm, helpers)
    return LossChecks("PTC", "LLTC", f"the {loss.name} broke", "SK1:3.2.1-s", lower, drm, helpers)
