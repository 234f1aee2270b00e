"""Units in ambush (DAE:DaE1-e to DAE:DaE1-g): hidden at places that their side has written down.

A hidden unit is off the map; where it is stands in `State.lurking`, which no view of the other side shows.  The enemy
knows which units are hidden, as he knows the order of battle.  A unit may come out at any time: its side is asked at
every occasion at which it could then do something, whether it has anything to do or not, so that the question tells
nothing.  Who has come out fires, moves, directs and advances like anybody.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from defilade.kernel import Action, Choice, Described, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk.advance import other_advance_taken, other_advances
from defilade.rules.sk.card_rules import HiddenForce
from defilade.rules.sk.entering import came_in
from defilade.rules.sk.first_fire import FirstFire, asked_at_every_step, first_fire_options, first_fire_taken
from defilade.rules.sk.movement import other_move, other_movers
from defilade.rules.sk.prep_fire import asked_anyway, fire_begins, fire_options
from defilade.rules.sk.setup import before_placing
from defilade.rules.sk.stacking import room_in
from defilade.rules.sk.state import RPH, HiddenUnit, SkPlay
from defilade.rules.sk.unseen import brought_to_light, may_be_unseen, unseen_in
from defilade.rules.sk.wording import in_words
from defilade.tactics.moving import mf_spent
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.secrets import conceal, guess, has_secrets
from defilade.tactics.sequence import phase_opens
from defilade.tactics.set_up import stays_aside
from defilade.tactics.units import OFF_MAP, Unit

PART = Part()

RULE, FIRE_RULE = "DAE:DaE1-e", "DAE:DaE1-f"
SHOW = "show-yourself"
DONE = Action("done")


class Hide(Frame):
    """The units of a group are hidden one after the other. Where is not in the frame, which everybody sees."""

    group: int
    done: tuple[str, ...] = ()


class ShowYourself(Frame):
    """A unit comes out of hiding in its own MPh, before anybody moves on."""

    unit: str


def lies_hidden(g: SkPlay, unit: Unit) -> bool:
    """Whether a unit is hidden: what everybody knows."""
    if unit.hex != OFF_MAP or unit.due:
        return False
    return any(rule.side == unit.side for rule in g.scenario.rules_of(HiddenForce))


def hides_somebody(g: SkPlay, side: Side) -> bool:
    if not any(rule.side == side for rule in g.scenario.rules_of(HiddenForce)):
        return False
    return any(lies_hidden(g, unit) for unit in g.state.units.values() if unit.side == side)


# -- set-up ----------------------------------------------------------------------------------------------------


@PART.answers(before_placing)
def hide_first(g: SkPlay, number: int) -> Iterable[Frame]:
    side = g.scenario.groups[number].side
    return [Hide(number)] if any(rule.side == side for rule in g.scenario.rules_of(HiddenForce)) else []


@PART.answers(stays_aside)
def is_placed(g: SkPlay, unit: Unit) -> bool:
    return lies_hidden(g, unit)


def places(g: SkPlay, unit: Unit) -> list[str]:
    """Where a unit may hide: in its area, within the stacking limits."""
    limits = g.library.tables.stacking
    found = []
    for hex in g.scenario.set_up_area(unit.group, g.map):
        here = [g.unit(one.unit) for one in g.state.lurking.get(unit.side, ()) if one.hex == hex]
        room = room_in(g, hex)
        squads = room.squads if room is not None else limits.squads
        leaders = room.leaders if room is not None else limits.leaders
        alike = sum(other.is_mmc == unit.is_mmc for other in here)
        if alike < (squads if unit.is_mmc else leaders):
            found.append(hex)
    return found


@PART.decisions(Hide)
def ask_hide(g: SkPlay, frame: Hide) -> Choice | None:
    unit = next(
        (
            unit
            for unit in g.state.units.values()
            if unit.group == frame.group and unit.hex == OFF_MAP and unit.id not in frame.done
        ),
        None,
    )
    if unit is None:
        return None
    options = tuple(Action("hide", (unit.id,), hex) for hex in places(g, unit))
    return Choice(unit.side, f"Where does the {g.name(unit)} hide?", options, (RULE,), (unit.id,))


@ask_hide
def take_hide(g: SkPlay, frame: Hide, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    unit = g.unit(answer.who[0])
    frame.done = (*frame.done, unit.id)
    mine = g.state.lurking.get(unit.side, ())
    g.state.lurking = {**g.state.lurking, unit.side: (*mine, HiddenUnit(unit.id, answer.at))}
    g.say(
        "hidden",
        f"{g.name(unit)} is hidden in {g.place_name(answer.at)}.",
        RULE,
        side=unit.side,
        who=(unit.id,),
        at=answer.at,
        seen_by=(unit.side,),
    )


# -- coming out ------------------------------------------------------------------------------------------------


def comes_out(g: SkPlay, uid: UnitId, why: str, rule: str) -> None:
    """The unit is put on the map where it was all the time."""
    for side, units in g.state.lurking.items():
        for one in units:
            if one.unit == uid:
                left = tuple([other for other in units if other.unit != uid])
                g.state.lurking = {key: at for key, at in {**g.state.lurking, side: left}.items() if at}
                g.place(g.unit(uid), one.hex)
                g.say(
                    "revealed",
                    f"{g.name(uid)} in {g.place_name(one.hex)} is no longer hidden: {why}.",
                    rule,
                    side=side,
                    who=(uid,),
                    at=one.hex,
                )
                return


def shows(g: SkPlay, side: Side) -> list[Action]:
    return [Action(SHOW, (one.unit,)) for one in g.state.lurking.get(side, ())]


def shown(g: SkPlay, action: Action) -> bool:
    if action.verb != SHOW:
        return False
    comes_out(g, action.who[0], "it shows itself", RULE)
    return True


@PART.answers(asked_anyway)
def in_every_fire_phase(g: SkPlay, phase: str, side: Side) -> bool:
    return hides_somebody(g, side)


@PART.answers(asked_at_every_step)
def at_every_step(g: SkPlay, window: FirstFire) -> bool:
    return hides_somebody(g, g.defender)


@PART.answers(fire_options)
def before_firing(g: SkPlay, phase: str, side: Side) -> Iterable[Action]:
    return shows(g, side)


@PART.answers(fire_begins)
def shown_in_fire_phase(g: SkPlay, phase: str, side: Side, action: Action) -> bool:
    return shown(g, action)


@PART.answers(first_fire_options)
def before_first_fire(g: SkPlay, window: FirstFire) -> Iterable[Action]:
    return shows(g, g.defender)


@PART.answers(first_fire_taken)
def shown_at_movers(g: SkPlay, window: FirstFire, action: Action) -> bool:
    return shown(g, action)


@PART.answers(other_movers)
def before_moving(g: SkPlay) -> Iterable[Action]:
    return shows(g, g.attacker)


@PART.answers(other_move)
def shown_in_movement(g: SkPlay, action: Action) -> Frame | None:
    return ShowYourself(action.who[0]) if action.verb == SHOW else None


@PART.automatic(ShowYourself)
def run_show_yourself(g: SkPlay, frame: ShowYourself) -> None:
    g.pop()
    comes_out(g, frame.unit, "it shows itself", RULE)


@PART.answers(other_advances)
def before_advancing(g: SkPlay) -> Iterable[Action]:
    return shows(g, g.attacker)


@PART.answers(other_advance_taken)
def shown_in_advance(g: SkPlay, action: Action) -> bool:
    return shown(g, action)


class ShowInRally(Frame):
    """As a RPh begins with broken friends about, hidden leaders and men may come out to them."""

    side: Side


@PART.answers(phase_opens)
def to_rally_others(g: SkPlay, phase: str) -> Iterable[Frame]:
    if phase != RPH or not g.scenario.rules_of(HiddenForce):
        return []
    return [
        ShowInRally(side)
        for side in g.scenario.sides
        if hides_somebody(g, side) and any(unit.broken for unit in g.on_map(side))
    ]


@PART.decisions(ShowInRally)
def ask_show_in_rally(g: SkPlay, frame: ShowInRally) -> Choice | None:
    if not hides_somebody(g, frame.side):
        return None
    asks = "Does somebody come out of hiding before the rally?"
    return Choice(frame.side, asks, (*shows(g, frame.side), DONE), (RULE,))


@ask_show_in_rally
def take_show_in_rally(g: SkPlay, frame: ShowInRally, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or not shown(g, answer):
        g.pop()


# -- being found -----------------------------------------------------------------------------------------------


def lurkers_in(g: SkPlay, hex: Hex, side: Side) -> list[str]:
    """The hidden enemies of a side in a hex."""
    return [
        one.unit
        for owner, units in g.state.lurking.items()
        if owner != side
        for one in units
        if one.hex == hex
    ]


@PART.answers(unseen_in)
def unseen_units(g: SkPlay, hex: Hex, side: Side) -> list[str]:
    """DAE:DaE1-f: fire at the hex strikes them as Area Fire."""
    return lurkers_in(g, hex, side) if g.state.lurking else []


@PART.answers(may_be_unseen)
def may_lurk(g: SkPlay, hex: Hex, side: Side) -> bool:
    return any(
        unit.side != side and lies_hidden(g, unit) and hex in g.scenario.set_up_area(unit.group, g.map)
        for unit in g.state.units.values()
    )


@PART.answers(brought_to_light)
def found_out(g: SkPlay, unit: str, why: str) -> None:
    comes_out(g, unit, why, FIRE_RULE)


@PART.answers(mf_spent)
def driven_upon(g: SkPlay, hex: Hex, units: tuple[str, ...]) -> list[Frame]:
    """DAE:DaE1-e: an enemy who enters the hex finds them."""
    for uid in lurkers_in(g, hex, g.attacker) if g.state.lurking else ():
        comes_out(g, uid, "the enemy is upon it", RULE)
    return []


@PART.answers(came_in)
def walked_upon(g: SkPlay, hex: Hex, side: Side) -> None:
    for uid in lurkers_in(g, hex, side) if g.state.lurking else ():
        comes_out(g, uid, "the enemy is upon it", RULE)


# -- views and words -------------------------------------------------------------------------------------------


@PART.answers(conceal)
def keep_secret(g: SkPlay, side: Side) -> None:
    if g.state.lurking:
        g.state.lurking = {owner: units for owner, units in g.state.lurking.items() if owner == side}


@PART.answers(has_secrets)
def is_secret(g: SkPlay) -> bool:
    return bool(g.scenario.rules_of(HiddenForce))


@PART.answers(guess)
def guess_places(g: SkPlay, side: Side, rng: random.Random) -> None:
    """Somewhere in its area, where no enemy has come."""
    for unit in list(g.state.units.values()):
        if unit.side == side or not lies_hidden(g, unit) or _is_known(g, unit):
            continue
        free = [hex for hex in places(g, unit) if not g.has_side(hex, side) and not g.vehicles_in(hex)]
        if free:
            mine = g.state.lurking.get(unit.side, ())
            secret = HiddenUnit(unit.id, rng.choice(free))
            g.state.lurking = {**g.state.lurking, unit.side: (*mine, secret)}


def _is_known(g: SkPlay, unit: Unit) -> bool:
    return any(one.unit == unit.id for one in g.state.lurking.get(unit.side, ()))


@PART.answers(in_words)
def describe(g: SkPlay, action: Action) -> Described | None:
    if action.verb == SHOW:
        place = next(
            (one.hex for units in g.state.lurking.values() for one in units if one.unit == action.who[0]), ""
        )
        return Described(f"{g.name(action.who[0])} shows itself in {g.place_name(place)}", (RULE,))
    if action.verb == "hide" and g.state.stack and isinstance(g.state.stack[-1], Hide):
        return Described(f"In {g.place_name(action.at)}", (RULE,))
    return None
