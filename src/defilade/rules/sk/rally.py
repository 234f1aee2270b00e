"""The Rally Phase (SK1:3.1): reinforcements, recovery, repair and transfer of SW, rallies, removal of DM.

The steps come in a fixed order; in each the ATTACKER goes first, then the DEFENDER.  A side that can do
nothing in a step is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from defilade.kernel import Action, Breakdown, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, first_of, handed_on
from defilade.rules.sk import field_promotion, los, morale, terrain
from defilade.rules.sk import support_weapons as sw
from defilade.rules.sk.state import RPH, SkPlay
from defilade.tactics.checks import CheckKind, Thrown, chance_to_pass, check_procedure, sum_up
from defilade.tactics.control import seize
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Side
from defilade.tactics.sequence import PHASE_ENTRIES, Phase, phase_ends
from defilade.tactics.units import Unit

PART = Part()

DONE = Action("done")

NOT_BROKEN = Refusal("the unit is not broken", "SK1:3.1f-b")
IN_MELEE = Refusal("a unit in melee may do nothing but fight", "SK1:3.8-u")
TRIED = Refusal("it has tried to rally in this player turn", "SK1:3.1f-e")
NO_BOX = Refusal("it has no boxed broken morale, so it needs a leader", "SK1:1.2.3-b")
ONE_MMC = Refusal("the ATTACKER has tried his one MMC self-rally of this RPh", "SK1:3.1e-b")
NOT_THE_DEFENDER = Refusal("only the ATTACKER may self-rally an MMC without a box", "SK1:3.1e-b")
NO_LEADER = Refusal("only an unpinned Good Order leader in its location can rally it", "SK1:3.1f-a")
LEADER_HAS_ACTED = Refusal("the leader has had his one action of this RPh", "SK1:3.1-b")
NO_DM = Refusal("the unit is not under DM", "SK1:3.1g-b")
IN_COVER = Refusal("a unit in woods or a building may not keep DM", "SK1:3.1g-b")
DM_STAYS = Refusal("next to a Known enemy it stays under DM anyway", "SK1:3.1g-a")


@all_of
def rally_opens(g: SkPlay) -> Iterable[Frame]:
    """What comes before the steps of the Rally Phase?"""
    return ()


@all_of
def other_repairs(g: SkPlay, side: Side) -> Iterable[Action]:
    """What else than SW may a side repair?"""
    return ()


@first_of
def other_repair(g: SkPlay, action: Action) -> Frame | None:
    """Which procedure carries such a repair out?"""


@all_of
def before_markers(g: SkPlay) -> Iterable[Frame]:
    """What comes after the rallies and before markers are removed?"""
    return ()


class RallyPhase(Frame):
    """The steps of the phase.

    `step` is the place in `STEPS`, `turn` 0 for the ATTACKER and 1 for the DEFENDER.  `rearranged` are the
    units that have handed SW over or got some in step d.
    """

    step: int = -1
    turn: int = 0
    rearranged: tuple[str, ...] = ()
    self_rallied: bool = False
    """An MMC has tried to rally by itself, where only the first of them may make a leader."""
    repaired: tuple[str, ...] = ()
    """Repairs of other things than SW that have been tried."""


PART.adds(PHASE_ENTRIES, Phase(RPH, "Rally Phase", RallyPhase))


class RallyAttempt(Frame):
    """A broken unit tries to rally, by itself or with a leader; its DR is due."""

    unit: str
    leader: str = ""


# -- repair (step c) -----------------------------------------------------------------------------------------


def _repair_options(g: SkPlay, frame: RallyPhase, side: Side) -> list[Action]:
    others = [action for action in other_repairs(g, side) if str(action) not in frame.repaired]
    return [*sw.repair_options(g, side), *others]


# -- transfer (step d) ---------------------------------------------------------------------------------------


def _transfer_options(g: SkPlay, frame: RallyPhase, side: Side) -> list[Action]:
    """SK1:3.1d among those who have not had another action; rearranging a stack is one action (SK1:3.1-b)."""
    rearranged = frame.rearranged
    barred = frozenset([u.id for u in g.state.units.values() if u.acted and u.id not in rearranged])
    return sw.transfer_options(g, side, barred)


def _take_transfer(g: SkPlay, frame: RallyPhase, action: Action) -> None:
    weapon, to = g.state.weapons[action.who[0]], g.unit(action.who[1])
    giver = g.unit(weapon.owner)
    sw.transfer(g, weapon, to, "SK1:3.1d")
    frame.rearranged = (*frame.rearranged, giver.id, to.id)
    for uid in (giver.id, to.id):
        g.update(g.unit(uid), acted=True)


# -- self-rally (step e) -------------------------------------------------------------------------------------


def rally_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """Why a unit cannot try to rally at all."""
    if not unit.broken:
        return NOT_BROKEN
    if unit.melee:
        return IN_MELEE
    return TRIED if unit.rally_tried else None


@handed_on
def free_self_rallies(g: SkPlay, count: int) -> int:
    """How many MMC of the ATTACKER may try to rally by themselves in a RPh?"""
    return count


def self_rally_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """SK1:3.1e-a, SK1:3.1e-b: boxed units of both sides, and one more MMC of the ATTACKER."""
    refusal = rally_refusal(g, unit)
    if refusal is not None or g.counters[unit.type].boxed:
        return refusal
    if unit.is_leader:
        return NO_BOX
    if unit.side != g.state.attacker:
        return NOT_THE_DEFENDER
    return ONE_MMC if len(g.state.mmc_self_rally.split()) >= free_self_rallies(g, 1) else None


def _self_rally_options(g: SkPlay, frame: RallyPhase, side: Side) -> list[Action]:
    return [
        Action("self-rally", (unit.id,))
        for unit in g.state.units.values()
        if unit.broken and unit.side == side and self_rally_refusal(g, unit) is None
    ]


# -- leader rally (step f) -----------------------------------------------------------------------------------


def leader_rally_refusal(g: SkPlay, leader: Unit, unit: Unit) -> Refusal | None:
    """SK1:3.1f-a: a leader who has just rallied himself is as good as any (SK1:3.1f-c)."""
    refusal = rally_refusal(g, unit)
    if refusal is not None:
        return refusal
    if leader.side != unit.side or leader.hex != unit.hex or not morale.can_lead(leader):
        return NO_LEADER
    # SK1:3.1-b: rallying is the leader's one action, however often; to rally himself is part of it.
    return LEADER_HAS_ACTED if leader.acted and not leader.rally_tried else None


def _leader_rally_options(g: SkPlay, frame: RallyPhase, side: Side) -> list[Action]:
    options = []
    for unit in g.state.units.values():
        if not unit.broken or unit.side != side or unit.rally_tried or unit.melee:
            continue
        for other in g.units_in(unit.hex):
            if other.is_leader and leader_rally_refusal(g, other, unit) is None:
                options.append(Action("rally", (other.id, unit.id)))
    return options


# -- the rally roll ------------------------------------------------------------------------------------------


def dm_line(g: SkPlay, unit: Unit) -> Line | None:
    """SK1:3.1f-b2, SK1:2.0-f"""
    return Line("DM", g.library.tables.rally.dm_drm, "SK1:3.1f-b2") if unit.dm else None


def cover_line(g: SkPlay, unit: Unit) -> Line | None:
    """SK1:3.1f-b3"""
    if not terrain.rally_bonus(g, unit.hex):
        return None
    return Line("woods or building", g.library.tables.rally.cover_drm, "SK1:3.1f-b3")


def leading_line(g: SkPlay, leader: Unit | None) -> Line | None:
    """SK1:3.1f-b4. Who rallies himself has +1 instead (SK1:3.1e-a), and a leader no use of his own leadership
    (SK1:3.1e-c)."""
    if leader is None:
        return Line("self-rally", g.library.tables.rally.self_rally_drm, "SK1:3.1e-a")
    value = morale.leadership(g, leader)
    return Line(f"leadership of the {g.name(leader)}", value, "SK1:3.1f-b4") if value else None


def rally_lines(g: SkPlay, unit: Unit, leader: Unit | None) -> tuple[Line, ...]:
    """The DRM of a rally attempt."""
    lines = (leading_line(g, leader), dm_line(g, unit), cover_line(g, unit))
    return tuple([line for line in lines if line is not None])


def rally_breakdown(g: SkPlay, unit: Unit, leader: Unit | None) -> Breakdown:
    """A rally attempt added up; `total` is the broken morale that the final DR must not exceed."""
    return sum_up(g, RALLY, RallyAttempt(unit.id, leader.id if leader is not None else ""), unit)


def rally_odds(g: SkPlay, unit: Unit, leader: Unit | None) -> dict[str, float]:
    """The exact chances of a rally attempt."""
    found = rally_breakdown(g, unit, leader)
    rallies = chance_to_pass(int(found.total), found.drm, RALLY.always_fails)
    stays = 35 - round(36 * rallies)
    return {"rallies": rallies, "stays broken": stays / 36, "casualty reduction": 1 / 36}


@handed_on
def may_make_a_leader(g: SkPlay, yes: bool, unit: Unit) -> bool:
    """Can an original 2 of an MMC that now tries to rally by itself make a leader?"""
    return yes


def _rally_tried(g: SkPlay, frame: RallyAttempt, unit: Unit, found: Thrown) -> None:
    g.pop()
    promotes = not frame.leader and unit.is_mmc and may_make_a_leader(g, True, unit)
    unit = g.update(unit, rally_tried=True, acted=True)  # SK1:3.1f-e
    if found.passed:
        unit = g.update(unit, broken=False, dm=False)  # SK1:3.1f-b5
        seize(g, unit.hex)
    if found.original == 12:
        g.say("boxcars", f"An original 12: {g.name(unit)} suffers casualty reduction.", "SK1:3.1f-d")
        with_leader_losses(g, morale.CasualtyReduction(unit.id))
    elif found.original == 2 and promotes:
        g.push(field_promotion.FieldPromotion(unit.id, found.level))  # SK1:5.3-a


def _words_of_attempt(g: SkPlay, frame: RallyAttempt, unit: Unit) -> str:
    how = f"with the {g.name(frame.leader)}" if frame.leader else "by itself"
    return f"{g.name(unit)} tries to rally {how}: broken morale {morale.morale_level(g, unit)}."


RALLY = CheckKind(
    event="rally",
    title="Rally",
    asks=_words_of_attempt,
    level=lambda g, frame, unit: morale.morale_level(g, unit),
    lines=lambda g, frame, unit: rally_lines(g, unit, g.unit(frame.leader) if frame.leader else None),
    taken=_rally_tried,
    rules=("SK1:3.1f-b",),
    also=("SK1:3.1f-e",),
    when_passed=("SK1:3.1f-b5",),
    against="broken morale",
    verdicts=("it rallies.", "it stays broken."),
    always_fails=12,
    states_level=True,
)
check_procedure(PART, RallyAttempt, RALLY)


# -- DM markers (step g) -------------------------------------------------------------------------------------


def stays_under_dm(g: SkPlay, unit: Unit) -> bool:
    """SK1:3.1g-a: next to, or even together with, a Known enemy unit."""
    enemy = g.enemy_of(unit.side)
    if g.has_side(unit.hex, enemy) or (g.state.vehicles and g.tank_of(unit.hex, enemy) is not None):
        return True
    return los.adjacent_known_enemy(g, unit)


def keep_dm_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """SK1:3.1g-b: keeping DM lets a unit in the open rout."""
    if not unit.dm or unit.keeps_dm:
        return NO_DM
    if terrain.is_cover(g, unit.hex):
        return IN_COVER
    return DM_STAYS if stays_under_dm(g, unit) else None


def _keep_dm_options(g: SkPlay, frame: RallyPhase, side: Side) -> list[Action]:
    return [
        Action("keep-dm", (unit.id,))
        for unit in g.state.units.values()
        if unit.dm and unit.side == side and keep_dm_refusal(g, unit) is None
    ]


@PART.answers(phase_ends)
def remove_dm(g: SkPlay, phase: str) -> None:
    """SK1:3.1g-a: at the end of the phase the markers of both sides come off."""
    if phase != RPH:
        return
    cleared = []
    for unit in [unit for unit in g.on_map() if unit.dm]:
        if unit.keeps_dm:
            g.update(unit, keeps_dm=False)
        elif not stays_under_dm(g, unit):
            cleared.append(g.update(unit, dm=False))
    if cleared:
        g.say(
            "dm_removed",
            f"DM comes off {g.names(cleared)}.",
            "SK1:3.1g-a",
            who=tuple([unit.id for unit in cleared]),
        )


# -- the phase -----------------------------------------------------------------------------------------------

Options = Callable[[SkPlay, RallyPhase, str], list[Action]]

STEPS: tuple[tuple[str, Options, tuple[str, ...]], ...] = (
    (
        "Which unit tries to recover a SW?",
        lambda g, frame, side: sw.recovery_options(g, side),
        ("SK1:3.1b", "SK1:4.0-g"),
    ),
    ("Which unit tries to repair a weapon?", _repair_options, ("SK1:3.1c-a",)),
    ("Which SW changes hands?", _transfer_options, ("SK1:3.1d",)),
    ("Which unit tries to rally by itself?", _self_rally_options, ("SK1:3.1e-a", "SK1:3.1e-b")),
    ("Which unit does a leader try to rally?", _leader_rally_options, ("SK1:3.1f-a", "SK1:3.1f-e")),
    ("Which units keep DM?", _keep_dm_options, ("SK1:3.1g-b",)),
)
"""Steps b to g (SK1:3.1-a): the question, its options for a side, and the rules."""
MARKERS = len(STEPS) - 1
"""The last of them, before which vehicles recuperate (SKF:3.1-b)."""


def why_not(g: SkPlay, frame: RallyPhase, action: Action) -> Refusal | None:
    """The refusal of the rule behind a verb; a verb of another step is out of order."""
    units, weapons = g.state.units, g.state.weapons
    who = [units.get(uid) for uid in action.who]
    side = g.in_order()[frame.turn]
    if any(unit is not None and unit.side != side for unit in who):
        return Refusal("within a step the ATTACKER goes first, each side with its own units", "SK1:3.1-a")
    match action.verb, who:
        case (("recover" | "repair"), [Unit() as unit, None]) if action.who[1] in weapons:
            ask = sw.recovery_refusal if action.verb == "recover" else sw.repair_refusal
            refusal = ask(g, unit, weapons[action.who[1]])
        case "transfer", [None, Unit() as to] if action.who[0] in weapons:
            refusal = _why_no_transfer(g, frame, action.who[0], to)
        case "self-rally", [Unit() as unit]:
            refusal = self_rally_refusal(g, unit)
        case "rally", [Unit() as leader, Unit() as unit]:
            refusal = leader_rally_refusal(g, leader, unit)
        case "keep-dm", [Unit() as unit]:
            refusal = keep_dm_refusal(g, unit)
        case _:
            return None
    return refusal or Refusal("the steps of the RPh come in a fixed order", "SK1:3.1-a")


def _why_no_transfer(g: SkPlay, frame: RallyPhase, weapon_id: str, to: Unit) -> Refusal | None:
    weapon = g.state.weapons[weapon_id]
    refusal = sw.transfer_refusal(g, weapon, to)
    if refusal is not None:
        return refusal
    both = (g.unit(weapon.owner), to)
    return sw.HAS_ACTED if any(u.acted and u.id not in frame.rearranged for u in both) else None


@PART.decisions(RallyPhase, why_not=why_not)
def ask_rally_phase(g: SkPlay, frame: RallyPhase) -> Choice | None:
    if not 0 <= frame.step < len(STEPS):
        return None
    side = g.in_order()[frame.turn]
    asks, options_of, rules = STEPS[frame.step]
    options = options_of(g, frame, side)
    return Choice(side, asks, (*options, DONE), rules) if options else None


@ask_rally_phase
def take_rally_phase(g: SkPlay, frame: RallyPhase, answer: Action | Outcome | None) -> None:
    if frame.step < 0:
        frame.step = 0
        g.push_in_order(*rally_opens(g))
    elif frame.step == len(STEPS):
        g.pop()
    elif isinstance(answer, Action) and answer != DONE:
        _act(g, frame, answer)
    elif frame.turn == 0:
        frame.turn = 1
    else:
        frame.turn = 0
        frame.step += 1
        if frame.step == MARKERS:
            g.push_in_order(*before_markers(g))


def _act(g: SkPlay, frame: RallyPhase, action: Action) -> None:
    who = action.who
    match action.verb:
        case "recover":
            g.push(sw.Recovery(*who))
        case "repair":
            g.push(sw.Repair(*who))
        case "transfer":
            _take_transfer(g, frame, action)
        case "self-rally":
            unit = g.unit(who[0])
            if not g.counter(unit).boxed:
                g.state.mmc_self_rally = f"{g.state.mmc_self_rally} {unit.id}".strip()  # SK1:3.1e-b
            g.push(RallyAttempt(unit.id))
        case "rally":
            g.push(RallyAttempt(who[1], who[0]))
        case "keep-dm":
            unit = g.update(g.unit(who[0]), keeps_dm=True)
            g.say("dm_kept", f"{g.name(unit)} keeps DM.", "SK1:3.1g-b", side=unit.side, who=who, at=unit.hex)
        case _:
            repair = other_repair(g, action)
            assert repair is not None
            frame.repaired = (*frame.repaired, str(action))
            g.push(repair)
