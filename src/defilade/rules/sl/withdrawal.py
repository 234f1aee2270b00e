"""Withdrawal from melee (SL:6.3.6, SL:6.4.1-b): announced before attacks are designated, carried out by who survives.

A leader who withdraws with others shares the fate of one of these units, and his side says secretly which (SL:6.3.6-c).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from defilade.kernel import Action, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part, all_of, any_of, told
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import advance, stacking, terrain
from defilade.rules.sl.close_combat import (
    against_target,
    before_designating,
    combat_over,
    die_along,
    stays_out,
    struck_alone,
)
from defilade.rules.sl.rout import lay_down
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.visibility import dim
from defilade.tactics.control import seize
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal
from defilade.tactics.units import HERO, Unit

PART = Part()

DONE = Action("done")

PART.adds(
    SPOKEN,
    Spoken("withdraw", lambda g, action: f"{g.names(action.who)} tries to withdraw from the melee"),
    Spoken("go-with", lambda g, action: f"{g.name(action.who[0])} withdraws with {g.name(action.who[1])}"),
    Spoken("fall-back", lambda g, action: f"{g.names(action.who)} falls back to {g.place_name(action.at)}"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("withdraw", OptionLook("Withdraw")),
    VerbLook("go-with", OptionLook("Withdraw with")),
    VerbLook("fall-back", OptionLook("Fall back", hex="go")),
)
PART.adds(EVENT_SIGNS, EventSign("withdraws", "passing"), EventSign("falls_back", "trail"))


class Announce(Frame):
    """A side says which of its units in a melee try to get away."""

    hex: Hex
    side: Side
    forced: bool = False
    """The broken have been announced."""


class GoesWith(Frame):
    """SL:6.3.6-c: a leader who withdraws with several units: with which?"""

    leader: str
    units: tuple[str, ...]


class FallBack(Frame):
    """Those who got away are placed, one after the other (SL:6.3.6.1)."""

    units: tuple[str, ...]


def ways_out(g: SlPlay, unit: Unit) -> list[str]:
    """SL:6.3.6-a, SL:6.3.6.1: adjacent hexes without enemies that it could advance to, by what lies there (over no
    cliff, into no fire, at no tank)."""
    enemy = g.enemy_of(unit.side)
    return [
        hex
        for hex in g.map.adjacent[unit.hex]
        if not g.has_side(hex, enemy)
        and terrain.entry_bar(g, unit, unit.hex, hex) is None
        and advance.goal_bar(g, unit, hex) is None
        and stacking.refusal(g, unit.side, hex, (unit,)) is None
    ]


@any_of
def stands_fast(g: SlPlay, unit: Unit) -> bool:
    """May a unit not withdraw from a melee?"""
    return False


@all_of
def before_falling_back(g: SlPlay, unit: Unit, hex: Hex) -> Iterable[Frame]:
    """What must a unit that falls back go through before it leaves its hex?"""
    return ()


@told
def fallen_back(g: SlPlay, unit: Unit, origin: str) -> None:
    """A unit has fallen back into its hex."""


class FallsBack(Frame):
    """A unit has gone through what kept it in its hex; who has not broken in that falls back."""

    unit: str
    hex: Hex
    broken: bool


@PART.automatic(FallsBack)
def run_falls_back(g: SlPlay, frame: FallsBack) -> None:
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is not None and unit.broken == frame.broken:
        go_back(g, unit, frame.hex)


def can_withdraw(g: SlPlay, hex: Hex, side: Side) -> list[Unit]:
    return [
        unit
        for unit in g.side_in(hex, side)
        if unit.melee
        and unit.id not in g.state.withdrawing
        and not stands_fast(g, unit)
        and ways_out(g, unit)
    ]


@PART.answers(before_designating)
def announcements(g: SlPlay, hex: Hex) -> list[Frame]:
    """SL:1.3.1-p8.1, SL:6.3.6-a: at the start, before any attack is designated; only those who have been in melee
    before."""
    g.state.withdrawing = ()
    g.state.companions = {}
    return [Announce(hex, side) for side in g.in_order() if can_withdraw(g, hex, side)]


@PART.decisions(Announce)
def ask_announce(g: SlPlay, frame: Announce) -> Choice | None:
    options = [Action("withdraw", (unit.id,)) for unit in can_withdraw(g, frame.hex, frame.side)]
    if not frame.forced or not options:
        return None
    asks = f"Who withdraws from the melee in {g.place_name(frame.hex)}?"
    return Choice(frame.side, asks, (*options, DONE), ("SL:6.3.6-a",), at=frame.hex)


@ask_announce
def take_announce(g: SlPlay, frame: Announce, answer: Action | Outcome | None) -> None:
    if not frame.forced:
        frame.forced = True
        for unit in can_withdraw(g, frame.hex, frame.side):
            if unit.broken:  # SL:6.4.1-b: they must try
                announce(g, unit, "SL:6.4.1-b")
    elif isinstance(answer, Action) and answer != DONE:
        announce(g, g.unit(answer.who[0]), "SL:6.3.6-a")
    else:
        g.pop()
        g.push_in_order(*in_company(g, frame))


def is_single(unit: Unit) -> bool:
    """SL:6.3.6-c: leaders and heroes."""
    return unit.is_leader or unit.kind == HERO


def in_company(g: SlPlay, frame: Announce) -> list[Frame]:
    """SL:6.3.6-c: with the only unit there is, or the one that its side chooses."""
    going = [unit for unit in g.side_in(frame.hex, frame.side) if unit.id in g.state.withdrawing]
    men = tuple([unit.id for unit in going if unit.is_mmc])
    leaders = [unit.id for unit in going if is_single(unit)]
    if len(men) == 1:
        g.state.companions |= dict.fromkeys(leaders, men[0])
    return [GoesWith(leader, men) for leader in leaders] if len(men) > 1 else []


@PART.decisions(GoesWith)
def ask_company(g: SlPlay, frame: GoesWith) -> Choice:
    leader = g.unit(frame.leader)
    options = tuple([Action("go-with", (leader.id, uid)) for uid in frame.units])
    asks = f"With whom does {g.name(leader)} withdraw?"
    return Choice(leader.side, asks, options, ("SL:6.3.6-c",), (leader.id,), leader.hex)


@ask_company
def take_company(g: SlPlay, frame: GoesWith, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    g.pop()
    g.state.companions[frame.leader] = answer.who[1]


@PART.answers(die_along)
def with_his_men(g: SlPlay, dead: Collection[str]) -> list[Unit]:
    found = [leader for leader, unit in g.state.companions.items() if unit in dead and leader not in dead]
    return [g.unit(uid) for uid in found if uid in g.state.units]


@PART.answers(conceal)
def nobody_knows_with_whom(g: SlPlay, side: Side) -> None:
    units = g.state.units
    g.state.companions = {
        uid: other for uid, other in g.state.companions.items() if uid in units and units[uid].side == side
    }


def announce(g: SlPlay, unit: Unit, rule: str) -> None:
    g.state.withdrawing = (*g.state.withdrawing, unit.id)
    g.say(
        "withdraws", f"{g.name(unit)} tries to withdraw.", rule, side=unit.side, who=(unit.id,), at=unit.hex
    )


@PART.answers(stays_out)
def attacks_nobody(g: SlPlay, unit: Unit) -> bool:
    """SL:6.3.6-d"""
    return unit.id in g.state.withdrawing


@PART.answers(struck_alone)
def leader_on_his_own(g: SlPlay, unit: Unit) -> bool:
    """SL:6.3.6-c: a leader who withdraws without men may be attacked by himself."""
    withdrawing = g.state.withdrawing
    if not is_single(unit) or unit.id not in withdrawing:
        return False
    return not any(other.is_mmc and other.id in withdrawing for other in g.side_in(unit.hex, unit.side))


@PART.answers(against_target)
def turns_his_back(g: SlPlay, unit: Unit) -> list[Line]:
    """SL:6.3.6-b: -2, or -1 where it is hard to see, and +1 for each unbroken friend who stays and fights."""
    if unit.id not in g.state.withdrawing:
        return []
    friends = g.side_in(unit.hex, unit.side)
    covering = [other for other in friends if not other.broken and other.id not in g.state.withdrawing]
    drm = g.tables.close_combat.against_withdrawing
    unseen = 1 if dim(g, unit.hex) else 0
    return [Line("withdraws", drm.drm + unseen + len(covering), drm.rule)]


@PART.answers(combat_over)
def survivors_go(g: SlPlay, hex: Hex) -> list[Frame]:
    left = tuple([uid for uid in g.state.withdrawing if uid in g.state.units and g.unit(uid).hex == hex])
    g.state.withdrawing = ()
    g.state.companions = {}
    return [FallBack(left)] if left else []


@PART.decisions(FallBack)
def ask_fall_back(g: SlPlay, frame: FallBack) -> Choice | None:
    if not frame.units:
        return None
    unit = g.unit(frame.units[0])
    hexes = ways_out(g, unit)
    if len(hexes) < 2:
        return None
    options = tuple([Action("fall-back", (unit.id,), hex) for hex in hexes])
    asks = f"Where does the {g.name(unit)} fall back to?"
    return Choice(unit.side, asks, options, ("SL:6.3.6.1",), (unit.id,), unit.hex)


@ask_fall_back
def take_fall_back(g: SlPlay, frame: FallBack, answer: Action | Outcome | None) -> None:
    if not frame.units:
        g.pop()
        return
    unit = g.unit(frame.units[0])
    frame.units = frame.units[1:]
    hexes = [answer.at] if isinstance(answer, Action) else ways_out(g, unit)
    if not hexes:
        return  # others have filled the last hex: it stays in the melee
    first = list(before_falling_back(g, unit, hexes[0]))
    if first:
        g.push_in_order(*first, FallsBack(unit.id, hexes[0], unit.broken))
    else:
        go_back(g, unit, hexes[0])


def go_back(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """SL:6.3.6.2: support weapons are for those to take along who are not broken."""
    origin = unit.hex
    if unit.broken:
        lay_down(g, unit)
    unit = g.place(unit, hex, melee=False)
    g.say(
        "falls_back",
        f"{g.name(unit)} falls back to {g.place_name(unit.hex)}.",
        "SL:6.3.6.1",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )
    combat_left(g, origin)
    seize(g, unit.hex)
    fallen_back(g, unit, origin)


def combat_left(g: SlPlay, hex: Hex) -> None:
    """SL:6.3.1: where only one side is left the melee is over."""
    units = g.units_in(hex)
    if len({unit.side for unit in units}) < 2:
        for unit in units:
            if unit.melee:
                g.update(unit, melee=False)
