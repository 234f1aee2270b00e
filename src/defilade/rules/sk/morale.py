"""Morale: checks, breaking, pinning, casualty reduction, wounds, elimination and the loss of leaders.

Source: SK1:3.2.1 (effects), SK1:1.2.3, SK1:5.4.  Every procedure that harms a unit goes through this
module, so that a unit breaks, is pinned or dies in one way only.

A procedure in which leaders can be lost pushes a `LeaderLosses` frame below its effects
(`with_leader_losses`); close combat does not, so nobody checks for a leader lost there (SK1:3.2.1-r).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, any_of, handed_on, told
from defilade.kernel.encoding import always
from defilade.rules.sk import elr, los, melee
from defilade.rules.sk.entering import came_in
from defilade.rules.sk.state import SkPlay
from defilade.tactics.counters import CONSCRIPT, GREEN
from defilade.tactics.units import CREW, HALF_SQUAD, LEADER, SQUAD, Unit

PART = Part()

ATTACK, LEADER_LOSS, INTERDICTION, FPF = "attack", "leader_loss", "interdiction", "fpf"
ELIMINATED, BROKEN = "eliminated", "broken"


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
    return unit.kind == LEADER and not unit.broken and not unit.pinned and not unit.melee


def is_inexperienced(g: SkPlay, unit: Unit) -> bool:
    """SK1:5.4-a: by class (SK1:1.2.2-b) Conscripts always, Green MMC unless a Good Order leader is stacked
    with them."""
    cls = g.counters[unit.type].cls
    if unit.kind == LEADER or cls not in (CONSCRIPT, GREEN):
        return False
    return cls == CONSCRIPT or not has_good_order_leader(g, unit)


def has_good_order_leader(g: SkPlay, unit: Unit) -> bool:
    units = g.state.units
    return any(
        (other := units[uid]).kind == LEADER and other.side == unit.side and other.good_order
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
def dm_by_adjacency(g: SkPlay, hex: str, side: str) -> None:
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
    if unit is None or unit.kind != LEADER:
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
    if unit.kind == LEADER:
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


# -- random selection --------------------------------------------------------------------------------------


@any_of
def ties_roll_again(g: SkPlay) -> bool:
    """Does a random selection pick just as many as are asked for, so that ties roll again?"""
    return False


@handed_on
def markers_lost(g: SkPlay, unit: Unit) -> Unit:
    """Which markers does a unit lose when it breaks?"""
    return unit


@any_of
def moves_apart(g: SkPlay, leader: Unit, unit: Unit) -> bool:
    """Do a leader and a unit of his hex move separately, so that he does not help it?"""
    return False


class RandomSelection(Frame):
    """Chance picks `count` of `units`: one die each, the highest are picked and all ties with the last of
    them.

    The frame right below must have a field `selected: tuple[str, ...]`, which is set when this frame is
    done.  No dice fall where everybody is picked anyway.
    """

    units: tuple[str, ...]
    count: int = 1
    why: str = ""
    rule: str = always("SK1:3.2.1-d")
    picked: tuple[str, ...] = ()
    """Those who are picked for certain, while the rest roll again."""


@PART.decisions(RandomSelection)
def ask_random_selection(g: SkPlay, frame: RandomSelection) -> Chance | None:
    if len(frame.units) <= frame.count:
        return None
    return Chance(
        f"Random selection among {g.names(frame.units)}: {frame.why or 'the highest dr'}.",
        dice=len(frame.units),
        rules=(frame.rule,),
        about=frame.units,
    )


@ask_random_selection
def take_random_selection(g: SkPlay, frame: RandomSelection, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Outcome) and ties_roll_again(g) and _tied(frame, answer.dice):
        return
    g.pop()
    picked = (*frame.picked, *frame.units)
    if isinstance(answer, Outcome):
        last = sorted(answer.dice, reverse=True)[frame.count - 1]
        found = tuple(uid for uid, face in zip(frame.units, answer.dice, strict=True) if face >= last)
        picked = (*frame.picked, *found)
        g.say(
            "random_selection",
            f"Random selection picks {g.names(picked)}.",
            frame.rule,
            who=picked,
            dice=answer.dice,
        )
    below = g.state.stack[-1]
    below.selected = picked  # type: ignore[attr-defined]


def _tied(frame: RandomSelection, dice: tuple[int, ...]) -> bool:
    """Whether more have the last number that counts than can be picked: then only they roll again."""
    last = sorted(dice, reverse=True)[frame.count - 1]
    above = tuple(uid for uid, face in zip(frame.units, dice, strict=True) if face > last)
    tied = tuple(uid for uid, face in zip(frame.units, dice, strict=True) if face == last)
    if len(above) + len(tied) == frame.count:
        return False
    frame.picked = (*frame.picked, *above)
    frame.units, frame.count = tied, frame.count - len(above)
    return True


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


class Check(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a round of checks: who, and the number of the #MC or of the leader loss."""

    unit: str
    drm: int = 0


class CheckRound(Frame):
    """Checks of one kind of the units in one hex, one after the other, the best leader first (SK1:3.2.1-k).

    `helpers` are the leaders who have passed unharmed so far (SK1:3.2.1-q, SK1:3.2.1-x); they help in a round of
    the same attack that follows, too.
    """

    kind: str
    """`MC` or `PTC`."""
    queue: tuple[Check, ...]
    why: str = ""
    source: str = always(ATTACK)
    helpers: tuple[str, ...] = ()


def check_round(
    g: SkPlay, kind: str, checks: Iterable[Check], *, why: str, source: str, helpers: tuple[str, ...]
) -> CheckRound:
    """A round of checks in the order in which they must be taken (SK1:3.2.1-k)."""
    ordered = sorted(checks, key=lambda check: _check_order(g, g.unit(check.unit)))
    return CheckRound(kind, tuple(ordered), why, source, helpers)


def check_rounds(
    g: SkPlay, morale_checks: Iterable[Check], pin_checks: Iterable[Check], helpers: tuple[str, ...]
) -> list[CheckRound]:
    """The checks that one attack asks of a hex: the best leader takes his first, MC or PTC (SK1:3.2.1-k), then
    other leaders, then the rest, their MC before their PTC."""
    both = [("MC", check) for check in morale_checks] + [("PTC", check) for check in pin_checks]
    both.sort(key=lambda entry: _check_order(g, g.unit(entry[1].unit)))
    return [
        CheckRound(kind, tuple([check for _, check in entries]), helpers=helpers)
        for kind, entries in groupby(both, key=itemgetter(0))
    ]


def _check_order(g: SkPlay, unit: Unit) -> tuple[int, int, int]:
    """Leaders before others; among them those fit to help, then by morale, then by leadership."""
    if unit.kind != LEADER:
        return 2, 0, 0
    return (0 if can_lead(unit) else 1), -morale_level(g, unit), leadership(g, unit)


@PART.automatic(CheckRound)
def run_check_round(g: SkPlay, frame: CheckRound) -> None:
    if not frame.queue:
        g.pop()
        below = g.state.stack[-1] if g.state.stack else None
        if type(below) is CheckRound:
            below.helpers = frame.helpers
        return
    check, *rest = frame.queue
    frame.queue = tuple(rest)
    unit = g.state.units.get(check.unit)
    if unit is None:
        return
    if frame.kind == "MC":
        g.push(MoraleCheck(unit.id, check.drm, frame.why, frame.source, helpers=frame.helpers))
    elif not unit.broken and may_be_pinned(unit):  # SKF:3.2.3-v
        g.push(PinCheck(unit.id, check.drm, frame.why, frame.source, helpers=frame.helpers))


def leader_help(g: SkPlay, unit: Unit, helpers: tuple[str, ...], *, forced: bool) -> Line | None:
    """The DRM of the best leader who can help: not cumulative (SK1:1.2.1-b2), never to himself, to other
    leaders only if their morale is lower (SK1:3.2.1-q). A PTC may go without a poor leader (SK1:3.2.1-x), a
    MC may not."""
    best: Unit | None = None
    value = 0
    for uid in helpers:
        leader = g.state.units.get(uid)
        if leader is None or uid == unit.id or leader.side != unit.side or leader.hex != unit.hex:
            continue
        if not can_lead(leader) or moves_apart(g, leader, unit):
            continue
        if unit.kind == LEADER and morale_level(g, leader) <= morale_level(g, unit):
            continue
        drm = leadership(g, leader)
        if best is None or drm < value:
            best, value = leader, drm
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
    """A leader who passed unharmed helps those who check after him in the same round."""
    below = g.state.stack[-1] if g.state.stack else None
    if type(below) is CheckRound and unit.kind == LEADER and can_lead(unit):
        below.helpers = (*below.helpers, unit.id)


@PART.decisions(MoraleCheck)
def ask_morale_check(g: SkPlay, frame: MoraleCheck) -> Chance | None:
    unit = g.state.units.get(frame.unit)
    if unit is None or frame.dice or frame.failed_by is not None:
        return None
    number = f"{frame.drm}MC" if frame.drm and frame.source != LEADER_LOSS else "NMC"
    why = f" ({frame.why})" if frame.why else ""
    return Chance(
        f"{number} of {g.name(unit)}, morale {morale_level(g, unit)}{why}.",
        dice=2,
        side=unit.side,
        rules=("SK1:3.2.1-j",),
        about=(unit.id,),
    )


@ask_morale_check
def take_morale_check(g: SkPlay, frame: MoraleCheck, answer: Action | Outcome | None) -> None:
    unit = g.state.units.get(frame.unit)
    if unit is None:
        g.pop()
    elif frame.failed_by is not None:
        g.pop()
        _break_by_check(g, unit, frame.failed_by, original_12=True)
    else:
        dice = answer.dice if isinstance(answer, Outcome) else frame.dice
        _resolve_morale_check(g, frame, unit, dice)


def _resolve_morale_check(g: SkPlay, frame: MoraleCheck, unit: Unit, dice: tuple[int, ...]) -> None:
    level = morale_level(g, unit)
    lines = _check_lines(g, unit, frame)
    original = dice[0] + dice[1]
    drm = int(sum(line.value for line in lines))
    final = original + drm
    passed = final <= level and original != 12  # SK1:3.2.1-l: a 12 always fails
    exactly = passed and original == min(11, level - drm)  # SK1:3.2.1-t: no higher roll would have passed
    g.say(
        "morale_check",
        f"{g.name(unit)} rolls {original}, final {final}, against morale {level}: "
        + ("passes." if passed else "fails."),
        "SK1:3.2.1-j",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=dice,
        breakdown=Breakdown(f"MC of {g.name(unit)}", lines, total=final, rules=("SK1:3.2.1-j",)),
    )
    if frame.source == INTERDICTION:
        g.state.stack[-2].passed = passed  # type: ignore[attr-defined]
    if passed:
        g.pop()
        # SKF:3.2.3-s: of the broken only those who are interdicted are pinned
        if exactly and may_be_pinned(unit) and (not unit.broken or frame.source == INTERDICTION):
            pin(g, unit, "SK1:3.2.1-t")
        elif not exactly:
            _report_passed(g, unit)
    elif unit.broken:
        g.pop()
        _broken_unit_fails(g, unit, original)
    elif original == 12:
        # SK1:3.2.1-l, SK1:5.1-f: casualty reduction first; what is left breaks and may be replaced.
        frame.failed_by = final - level
        frame.dice = ()
        g.say("boxcars", f"An original 12: {g.name(unit)} suffers casualty reduction as well.", "SK1:3.2.1-l")
        g.push(CasualtyReduction(unit.id))
    else:
        g.pop()
        _break_by_check(g, unit, final - level, original_12=False)


def _break_by_check(g: SkPlay, unit: Unit, failed_by: int, *, original_12: bool) -> None:
    unit = break_unit(g, unit, "SK1:3.2.1-j", *(("SK1:3.2.1-l",) if original_12 else ()))
    elr.replace(g, unit, failed_by)


def _broken_unit_fails(g: SkPlay, unit: Unit, original: int) -> None:
    if original == 12:
        eliminate(g, unit, "was broken already, rolls 12 and is eliminated", "SK1:3.2.1-m2")
    else:
        g.say("fails_broken", f"{g.name(unit)} was broken already.", "SK1:3.2.1-m", who=(unit.id,))
        g.push(CasualtyReduction(unit.id))


@PART.decisions(PinCheck)
def ask_pin_check(g: SkPlay, frame: PinCheck) -> Chance | None:
    unit = g.state.units.get(frame.unit)
    if unit is None:
        return None
    why = f" ({frame.why})" if frame.why else ""
    return Chance(
        f"PTC of {g.name(unit)}, morale {morale_level(g, unit)}{why}.",
        dice=2,
        side=unit.side,
        rules=("SK1:3.2.1-w",),
        about=(unit.id,),
    )


@ask_pin_check
def take_pin_check(g: SkPlay, frame: PinCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is None:
        return
    assert isinstance(answer, Outcome)
    level = morale_level(g, unit)
    lines = _check_lines(g, unit, frame)
    final = sum(answer.dice) + int(sum(line.value for line in lines))
    g.say(
        "pin_check",
        f"{g.name(unit)} rolls {sum(answer.dice)}, final {final}, against morale {level}: "
        + ("passes." if final <= level else "fails."),
        "SK1:3.2.1-w",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
        breakdown=Breakdown(f"PTC of {g.name(unit)}", lines, total=final, rules=("SK1:3.2.1-w",)),
    )
    if final <= level:
        _report_passed(g, unit)
    else:
        pin(g, unit, "SK1:3.2.1-w")


# -- the loss of leaders -----------------------------------------------------------------------------------


class LeaderLoss(msgspec.Struct, frozen=True, omit_defaults=True):
    """A leader who died or broke: where, with what morale and leadership, and which of the two."""

    name: str
    side: str
    hex: str
    morale: int
    leadership: int
    kind: str


class LeaderLosses(Frame):
    """Collects the leaders lost in what runs above it, and then makes those stacked with them check, after
    the attack is resolved (SK1:3.2.1-r, SK1:3.2.1-s). New losses in those checks are dealt with in turn."""

    losses: tuple[LeaderLoss, ...] = ()


def with_leader_losses(g: SkPlay, *frames: Frame) -> None:
    """Push procedures (the first runs first) that can cost leaders, and the checks for that below them."""
    g.push_in_order(*frames, LeaderLosses())


def note_leader_loss(g: SkPlay, leader: Unit, kind: str) -> None:
    """Tell the nearest collector. Without one (close combat) nobody checks (SKF:3.2.3-r)."""
    if leader.kind != LEADER:
        return
    for frame in reversed(g.state.stack):
        if type(frame) is LeaderLosses:
            loss = LeaderLoss(
                g.name(leader), leader.side, leader.hex, morale_level(g, leader), leadership(g, leader), kind
            )
            frame.losses = (*frame.losses, loss)
            return


@PART.automatic(LeaderLosses)
def run_leader_losses(g: SkPlay, frame: LeaderLosses) -> None:
    if not frame.losses:
        g.pop()
        return
    loss, *rest = frame.losses
    frame.losses = tuple(rest)
    stacked = g.side_in(loss.hex, loss.side)
    lower = [unit for unit in stacked if morale_level(g, unit) < loss.morale]
    if loss.kind == BROKEN:
        lower = [unit for unit in lower if unit.good_order]
    if not lower:
        return
    names = {unit.id for unit in lower}
    helpers = tuple(unit.id for unit in stacked if unit.id not in names and can_lead(unit))
    drm = max(0, -loss.leadership)
    checks = [Check(unit.id, drm) for unit in lower]
    if loss.kind == ELIMINATED:
        why, kind, rule = f"loss of the {loss.name}", "MC", "SK1:3.2.1-r"
    else:
        why, kind, rule = f"the {loss.name} broke", "PTC", "SK1:3.2.1-s"
    g.say(
        "leader_loss",
        f"{g.names(lower)} must take a {'LLMC' if kind == 'MC' else 'LLTC'}: {why}.",
        rule,
        side=loss.side,
        who=tuple(unit.id for unit in lower),
        at=loss.hex,
    )
    g.push(check_round(g, kind, checks, why=why, source=LEADER_LOSS, helpers=helpers))
