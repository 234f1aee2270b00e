"""From the request to the first spotting round: where a leader wants it (SL:9.1.5), and where it lands (SL:9.1.6).

The request is laid at the end of the Rally Phase (SL:1.3.1-p1.6), the first round at the start of the next Close Combat
Phase (SL:1.3.1-p8.1). By the later rule battery access is thrown for before a request (SL:9.8.2-a).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, any_of, told
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.artillery.batteries import (
    UNKNOWN,
    accuracy,
    change,
    in_view,
    name_of,
    now,
    observed_from,
    spent,
)
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import AR, CCPH, FFE, SR, Module, SlPlay
from defilade.tactics.acting import DONE
from defilade.tactics.artillery import direction_of_error, erred, hex_at
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens

PART = Part()

REQUEST = "request-fire"
ACCESS_ON = 8
"""SL:9.8.2-a, as its second sentence has it."""
DIRECTED_ON = 7
"""SL:9.14.1-c"""

NO_CONTACT = Refusal("the battery is not in contact", "SL:9.1.1-a")
HAS_COUNTER = Refusal("a battery has one counter on the map", "SL:9.1.21-c")
NOT_SEEN = Refusal("who is in contact does not see that hex", "SL:9.1.15-a")
SPENT = Refusal("the battery has fired all that it had", "SL:9.1.18")
NOT_NOW = Refusal("it does not fire in this player turn", "SL:9.8.2-a")

PART.adds(
    SPOKEN,
    Spoken(REQUEST, lambda g, action: f"Fire of the artillery on {g.place_name(action.at)} is asked for"),
)
PART.adds(OPTION_LOOKS, VerbLook(REQUEST, OptionLook("Ask for fire on", hex="target")))


class Requests(Frame):
    """Each side asks for the fire of its batteries."""

    turn: int = 0


PART.adds(RALLY_STEPS, RallyStep(6, "artillery request", Requests))


# -- battery access (SL:9.8) -----------------------------------------------------------------------------------


class Access(Frame):
    """Two dice tell whether a battery has anything to fire. What it does if so is said by `aim` and `kind`."""

    module: str
    kind: str
    aim: Hex = ""


def access_lines(g: SlPlay, module: Module) -> tuple[Line, ...]:
    """SL:9.8.4: cumulative."""
    lines = []
    if module.counter == FFE:
        lines.append(Line("goes on firing", -1, "SL:9.8.4"))
    if module.missions:
        lines.append(Line("Fire Missions so far", module.missions, "SL:9.8.4"))
    stock = g.scenario.ammunition.get(module.side, "")
    if stock:
        lines.append(Line(f"{stock} ammunition", -1 if stock == "plentiful" else 1, "SL:9.8.4"))
    return tuple(lines)


def knows_its_missions(g: SlPlay, module: Module) -> bool:
    """SL:9.8.1: where the card says how many there are nobody throws for them."""
    return bool(module.fp) or module.side in g.scenario.fire_missions  # SL:9.5.10


@PART.decisions(Access)
def ask_access(g: SlPlay, frame: Access) -> Chance | None:
    module = g.state.modules[frame.module]
    if knows_its_missions(g, module):
        return None
    asks = f"{name_of(g, module)}: battery access on {ACCESS_ON} or less."
    return Chance(asks, dice=2, side=module.side, rules=("SL:9.8.2-a",))


@ask_access
def take_access(g: SlPlay, frame: Access, answer: Action | Outcome | None) -> None:
    g.pop()
    module = g.state.modules[frame.module]
    if isinstance(answer, Outcome):
        lines = access_lines(g, module)
        final = sum(answer.dice) + int(sum(line.value for line in lines))
        g.say(
            "artillery",
            f"{name_of(g, module)}: {ACCESS_ON} or less, roll {sum(answer.dice)}, final {final}: "
            + ("access." if final <= ACCESS_ON else "no access in this player turn."),
            "SL:9.8.2-a",
            side=module.side,
            dice=answer.dice,
            breakdown=Breakdown(
                "Battery access", lines, total=final, column=ACCESS_ON, rules=("SL:9.8.2-a",)
            ),
        )
        if final > ACCESS_ON:
            refused(g, change(g, module, barred=now(g)))
            return
    module = change(g, module, access=now(g))
    if frame.kind == AR:
        place_request(g, module, frame.aim)


def refused(g: SlPlay, module: Module) -> None:
    """SL:9.8.2-c: what was firing falls back to a spotting round."""
    if module.counter == FFE:
        change(g, module, counter=SR)
        say_counter(g, g.state.modules[module.id], "SL:9.8.2-c")


def say_counter(g: SlPlay, module: Module, *rules: str) -> None:
    names = {AR: "fire is asked for on", SR: "a spotting round lies on", FFE: "fire for effect falls on"}
    text = f"{name_of(g, module)}: {names[module.counter]} {g.place_name(module.at)}."
    g.say("artillery", text, *rules, side=module.side, at=module.at)


# -- the request -----------------------------------------------------------------------------------------------


def ready(g: SlPlay, module: Module) -> bool:
    return bool(observed_from(g, module)) and not spent(g, module) and module.barred != now(g)


def hexes_seen(g: SlPlay, module: Module) -> list[str]:
    return [hex for hex in g.map.names if in_view(g, module, hex) and not out_of_range(g, module, hex)]


@any_of
def out_of_range(g: SlPlay, module: Module, hex: Hex) -> bool:
    """Can those who fire not reach a hex?"""
    return False


@all_of
def other_requests(g: SlPlay, side: Side) -> Iterable[Action]:
    """Whose fire may be asked for besides that of the batteries in contact?"""
    return ()


@any_of
def may_be_asked_for(g: SlPlay, module: Module) -> bool:
    """Can the other side not tell whether somebody asks for the fire of a gun on the map?"""
    return False


@told
def round_fired(g: SlPlay, module: Module) -> None:
    """A round is on its way, or fire for effect falls."""


def request_options(g: SlPlay, side: Side) -> list[Action]:
    batteries = [
        Action(REQUEST, (module.id,), hex)
        for module in g.state.modules.values()
        if module.side == side and not module.counter and not module.fp and ready(g, module)
        for hex in hexes_seen(g, module)
    ]
    return batteries + other_requests(g, side)


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    module = g.state.modules.get(action.who[0]) if action.verb == REQUEST and action.who else None
    if module is None or module.side != side:
        return None
    if module.counter:
        return HAS_COUNTER
    if not observed_from(g, module):
        return NO_CONTACT
    if spent(g, module):
        return SPENT
    return NOT_NOW if module.barred == now(g) else NOT_SEEN


def request(g: SlPlay, side: Side, action: Action) -> None:
    module = g.state.modules[action.who[0]]
    if len(action.who) > 1:
        module = change(g, module, contact=action.who[1])
    g.push_in_order(*blind(g, module, action.at), Access(module.id, AR, action.at))


def place_request(g: SlPlay, module: Module, hex: Hex) -> None:
    if module.barred != now(g):
        say_counter(g, change(g, module, counter=AR, at=hex), "SL:9.1.5-a", "SL:1.3.1-p1.6")


def may_request(g: SlPlay, side: Side) -> bool:
    """Whether somebody out of sight may ask for fire, for all that the other side can tell: so his side is asked."""
    return any(
        module.side == side
        and (
            may_be_asked_for(g, module)
            or (not module.fp and (module.contact == UNKNOWN or module.contact in g.state.unseen))
        )
        and not module.counter
        and module.barred != now(g)
        and not spent(g, module)
        for module in g.state.modules.values()
    )


def why_not_request(g: SlPlay, frame: Requests, action: Action) -> Refusal | None:
    sides = g.in_order()
    return why_not(g, sides[frame.turn], action) if frame.turn < len(sides) else None


@PART.decisions(Requests, why_not=why_not_request)
def ask_requests(g: SlPlay, frame: Requests) -> Choice | None:
    sides = g.in_order()
    if frame.turn >= len(sides):
        return None
    side = sides[frame.turn]
    found = request_options(g, side)
    if not found and not may_request(g, side):
        return None
    asks, rules = "Where is the fire of the artillery asked for?", ("SL:9.1.5-a", "SL:1.3.1-p1.6")
    return Choice(side, asks, (*found, DONE), rules)


@ask_requests
def take_requests(g: SlPlay, frame: Requests, answer: Action | Outcome | None) -> None:
    sides = g.in_order()
    if isinstance(answer, Action) and answer != DONE:
        request(g, sides[frame.turn], answer)
    elif frame.turn >= len(sides):
        g.pop()
    else:
        frame.turn += 1


# -- at who is not seen (SL:9.14.1) ----------------------------------------------------------------------------


class Directed(Frame):
    """SL:9.14.1-c: two dice, whether fire is directed at those of whom the spotter sees nothing but a "?"."""

    module: str
    hex: Hex


def blind(g: SlPlay, module: Module, hex: Hex) -> list[Frame]:
    """SL:9.14.1-b: where he sees an enemy he needs no dice."""
    there = g.side_in(hex, g.enemy_of(module.side))
    unseen = bool(there) and all(is_concealed(unit) for unit in there)
    return [Directed(module.id, hex)] if unseen else []


@PART.decisions(Directed)
def ask_directed(g: SlPlay, frame: Directed) -> Chance:
    module = g.state.modules[frame.module]
    asks = f"{name_of(g, module)} is directed at who is concealed: {DIRECTED_ON} or less."
    return Chance(asks, dice=2, side=module.side, rules=("SL:9.14.1-c",))


@ask_directed
def take_directed(g: SlPlay, frame: Directed, answer: Action | Outcome | None) -> None:
    """It has fired for nothing, and does nothing more in this player turn."""
    assert isinstance(answer, Outcome)
    g.pop()
    module = g.state.modules[frame.module]
    done = sum(answer.dice) <= DIRECTED_ON
    g.say(
        "artillery",
        f"{name_of(g, module)}: roll {sum(answer.dice)}: {'directed.' if done else 'it fires for nothing.'}",
        "SL:9.14.1-c",
        side=module.side,
        at=frame.hex,
        dice=answer.dice,
    )
    if not done:
        change(g, module, barred=now(g), missions=module.missions + 1)
        above = g.state.stack[-1]
        if isinstance(above, Access) and above.module == module.id:
            g.pop()


# -- where a round lands (SL:9.1.7 to SL:9.1.10) ---------------------------------------------------------------


class Landing(Frame):
    """A round on its way: a die for its accuracy, then one for the direction and one for the extent of its error.
    `distance` is how far it was corrected, where it was, and limits its error."""

    module: str
    aim: Hex
    kind: str
    distance: int = 0
    astray: bool = False


@PART.answers(phase_opens)
def first_rounds(g: SlPlay, phase: str) -> list[Frame]:
    """SL:9.1.6, SL:9.1.5-b: what was asked for in the RPh waits until now; SL:9.1.14: nothing else is done with
    artillery in the CCPh."""
    if phase != CCPH or not g.state.modules:
        return []
    return [
        Landing(module.id, module.at, SR)
        for side in g.in_order()
        for module in g.state.modules.values()
        if module.side == side and module.counter == AR and observed_from(g, module)
        if not out_of_arc(g, module, module.at)
    ]


@any_of
def out_of_arc(g: SlPlay, module: Module, hex: Hex) -> bool:
    """Are those who fire not laid on a hex?"""
    return False


@PART.decisions(Landing)
def ask_landing(g: SlPlay, frame: Landing) -> Chance:
    module = g.state.modules[frame.module]
    if frame.astray:
        asks = f"{name_of(g, module)}: direction and extent of its error."
        return Chance(asks, dice=2, side=module.side, rules=("SL:9.1.8", "SL:9.1.9-a"))
    asks = f"{name_of(g, module)} on {g.place_name(frame.aim)}: {accuracy(g, module)} or less is on target."
    return Chance(asks, dice=1, side=module.side, rules=("SL:9.1.7",))


@ask_landing
def take_landing(g: SlPlay, frame: Landing, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    module = g.state.modules[frame.module]
    if not frame.astray:
        on_target = answer.dice[0] <= accuracy(g, module)
        g.say(
            "artillery",
            f"{name_of(g, module)}: roll {answer.dice[0]}: {'on target' if on_target else 'inaccurate'}.",
            "SL:9.1.7" if not frame.distance else "SL:9.1.13-b",
            side=module.side,
            at=frame.aim,
            dice=answer.dice,
        )
        if not on_target:
            frame.astray = True
            return
        g.pop()
        lands(g, module, frame, frame.aim)
        return
    g.pop()
    direction, extent = answer.dice
    if frame.distance:
        extent = min(extent, -(-frame.distance // g.tables.artillery.error_per_hexes))  # SL:9.1.13-c
    point = erred(g.map.centres[frame.aim], direction_of_error(direction), extent)
    lands(g, module, frame, hex_at(g.map, point))


def lands(g: SlPlay, module: Module, frame: Landing, hex: Hex) -> None:
    """SL:9.1.9-b; SL:9.1.10, SL:9.8.3-b: a first round that nobody sees is lost, and asked for again without more ado;
    SL:9.1.13-e: fire for effect that nobody sees falls all the same."""
    round_fired(g, module)
    seen = bool(hex) and in_view(g, module, hex)
    if hex and (seen or frame.kind == FFE):
        module = change(g, module, counter=frame.kind, at=hex)
        say_counter(g, module, "SL:9.1.9-b" if frame.kind == SR else "SL:9.1.12.2")
    elif module.counter == AR:
        g.say("artillery", f"{name_of(g, module)}: the round is lost.", "SL:9.1.10", side=module.side)
    else:
        g.say("artillery", f"{name_of(g, module)}: the round is lost.", "SL:9.1.15-a", side=module.side)
        change(g, module, counter="", at="")
