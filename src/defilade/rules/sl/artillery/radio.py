"""Radio contact (SL:9.1.2 to SL:9.1.4), in the fifth step of either Rally Phase (SL:1.3.1-p1.5)."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.artillery.batteries import (
    RADIO,
    UNKNOWN,
    Calling,
    change,
    contact_number,
    counter_gone,
    name_of,
    out_of_sight,
    radio_refusal,
    spent,
    spotter,
    working,
)
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import RPH, Module, SlPlay
from defilade.tactics.acting import DONE
from defilade.tactics.names import Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Weapon

PART = Part()

CALL = "contact"
KEPT = -2
BREAKS = 12
PART.adds(SPOKEN, Spoken(CALL, lambda g, action: f"{g.name(action.who[0])} calls the artillery"))
PART.adds(OPTION_LOOKS, VerbLook(CALL, OptionLook("Call the artillery")))


class RadioStep(Frame):
    """First those in contact keep it, then others try to make it."""

    kept: tuple[str, ...] = ()
    begun: bool = False


class Calls(Frame):
    """Leaders of both sides who are not in contact try to be (SL:9.1.2-a)."""

    turn: int = 0


PART.adds(RALLY_STEPS, RallyStep(5, "radio", RadioStep))


@PART.automatic(RadioStep)
def run_radio(g: SlPlay, frame: RadioStep) -> None:
    """SL:9.1.4-a: every Rally Phase."""
    if not g.state.modules:
        g.pop()
        return
    for module in g.state.modules.values() if not frame.begun else ():
        if module.contact and not module.fp and module.id not in frame.kept:
            frame.kept = (*frame.kept, module.id)
            keep(g, module)
            return
    if frame.begun:
        g.pop()
        return
    frame.begun = True
    g.push(Calls())


def keep(g: SlPlay, module: Module) -> None:
    """SL:9.1.4-c: if the leader is gone or broken, another who was with him goes on talking."""
    radio = g.state.weapons.get(module.radio)
    unit = spotter(g, module)
    if radio is not None and (
        unit is None or radio_refusal(g, unit, radio) is not None or not talks(g, module, radio)
    ):
        others = [one for one, its in working(g, module.side) if its.id == radio.id]
        unit = next((one for one in others if one.id in module.beside), None)
    if radio is None or unit is None or radio_refusal(g, unit, radio) is not None:
        lose(g, module, "contact is lost")
    else:
        module = change(g, module, contact=unit.id)
        g.state.calling = (unit.id, radio.id)
        g.push(Calling(module.id, maintains=True))


def talks(g: SlPlay, module: Module, radio: Weapon) -> bool:
    """Whether the leader in contact is still where his radio is."""
    return any(unit.id == module.contact and its.id == radio.id for unit, its in working(g, module.side))


def lose(g: SlPlay, module: Module, why: str) -> None:
    """SL:9.1.4-b, SL:9.1.17"""
    if module.counter:
        module = counter_gone(g, module, why, "SL:9.1.17")
    change(g, module, contact="", radio="", beside=())


def call_options(g: SlPlay, side: Side) -> list[Action]:
    """SL:9.1.1-c: one battery for a leader and his radio, one attempt in a Rally Phase; SL:9.1.21-c: any battery of his
    side with which nobody is in contact, whoever had a radio for it before (SL:9.1.21-a). SL:9.1.1-f: who would rather
    have another makes contact from the first."""
    busy = {module.contact for module in g.state.modules.values()}
    used = {module.radio for module in g.state.modules.values()} | set(g.state.radios_tried)
    return [
        Action(CALL, (unit.id, radio.id, module.id))
        for module in g.state.modules.values()
        if module.side == side and not module.contact and not spent(g, module) and not module.fp
        for unit, radio in working(g, side)
        if unit.id not in busy and radio.id not in used
    ]


def call(g: SlPlay, side: Side, action: Action) -> None:
    leader, radio, module = action.who
    g.state.radios_tried = (*g.state.radios_tried, radio)
    g.state.calling = (leader, radio)
    g.push(Calling(module))


def may_call(g: SlPlay, side: Side) -> bool:
    """Whether, for all that the other side can tell, somebody out of sight may call a battery: then his side is asked,
    whether it can or not, so that the question tells nothing (SL:2.3.9-q4)."""
    if not any(m.side == side and not (m.contact or m.fp or spent(g, m)) for m in g.state.modules.values()):
        return False
    return any(
        g.weapon_type(weapon).kind == RADIO and weapon.side == side and weapon.id not in g.state.radios_tried
        for weapon in g.state.weapons.values()
        if out_of_sight(g, weapon)
    )


@PART.decisions(Calls)
def ask_calls(g: SlPlay, frame: Calls) -> Choice | None:
    sides = g.in_order()
    if frame.turn >= len(sides):
        return None
    side = sides[frame.turn]
    found = call_options(g, side)
    if not found and not may_call(g, side):
        return None
    rules = ("SL:9.1.2-a", "SL:1.3.1-p1.5")
    return Choice(side, "Who calls the artillery?", (*found, DONE), rules)


@ask_calls
def take_calls(g: SlPlay, frame: Calls, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer != DONE:
        call(g, g.in_order()[frame.turn], answer)
    elif frame.turn >= len(g.in_order()):
        g.pop()
    else:
        frame.turn += 1


def contact_lines(frame: Calling) -> tuple[Line, ...]:
    """SL:9.1.2-b: nobody's leadership counts."""
    return (Line("contact is kept up", KEPT, "SL:9.1.4-a"),) if frame.maintains else ()


@PART.decisions(Calling)
def ask_contact(g: SlPlay, frame: Calling) -> Chance:
    """It does not say who talks (SL:2.3.9-q4)."""
    module = g.state.modules[frame.module]
    asks = f"{name_of(g, module)}: radio contact on {contact_number(g, module)} or less."
    return Chance(asks, dice=2, side=module.side, rules=("SL:9.1.2-b",))


@ask_contact
def take_contact(g: SlPlay, frame: Calling, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    module = g.state.modules[frame.module]
    leader, radio_id = g.state.calling or (UNKNOWN, "")
    g.state.calling = ()
    lines = contact_lines(frame)
    number = contact_number(g, module)
    final = sum(answer.dice) + int(sum(line.value for line in lines))
    broken = sum(answer.dice) == BREAKS
    made = final <= number and not broken
    g.say(
        "artillery",
        f"{name_of(g, module)}: {number} or less, roll {sum(answer.dice)}, final {final}: "
        + ("contact." if made else "no contact, and the radio is broken." if broken else "no contact."),
        "SL:9.1.4-a" if frame.maintains else "SL:9.1.2-b",
        *(("SL:9.1.20",) if broken else ()),
        side=module.side,
        dice=answer.dice,
        breakdown=Breakdown("Radio contact", lines, total=final, column=number, rules=("SL:9.1.2-b",)),
    )
    radio = g.state.weapons.get(radio_id)
    if broken and radio is not None:
        g.update_weapon(radio, malfunctioned=True)
    if made:
        beside = tuple([unit.id for unit, its in working(g, module.side) if its.id == radio_id])
        change(g, module, contact=leader, radio=radio_id, beside=beside)
    else:
        lose(g, module, "contact is lost")


@PART.answers(phase_ends)
def may_try_again(g: SlPlay, phase: str) -> None:
    if phase == RPH:
        g.state.radios_tried = ()
