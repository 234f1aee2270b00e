"""Who places smoke with grenades (SL:9.17.1 to SL:9.17.5): at the very start of the PFPh, before anybody fires.

Assault Engineers place as many counters as the card allots to their group, a squad one a turn. Other squads need a
smoke exponent, printed or by nation, and a die that says no more. Phosphorus is not played.
"""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.eyes.coming_out import come_out, ways_to_come_out
from defilade.rules.sl.ground.low_ground import POND, STREAM, sunk
from defilade.rules.sl.mounts.skis import SNOW
from defilade.rules.sl.options import before
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.smoke import lay
from defilade.rules.sl.state import PFPH, SlPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens, player_turn_begins
from defilade.tactics.units import SQUAD, Unit

PART = Part()

SMOKE, TRY_SMOKE = "smoke", "try-smoke"
DONE = Action("done")
GRENADES = "smoke grenades"
"""The kind of support weapon that they are (SL:9.17.4-d)."""
EXHAUSTING = 6
BRITISH_NUMBER = 2
SQUADS_A_STEP, MOST_STEPS = 5, 5
TOO_HIGH_LEVELS = 2
COMMONWEALTH = frozenset({"british", "gurkha"})
FIRST_LINE = frozenset({"E", "1"})

NOT_SQUADS = Refusal("only squads place smoke", "SL:9.17.4-c")
NO_SMOKE = Refusal("it has no smoke", "SL:9.17.3")
USED_UP = Refusal("the smoke that the scenario allots is used up", "SL:9.17.1.1")
ONCE = Refusal("a squad places one smoke counter a turn", "SL:9.17.1.2")
UNFIT = Refusal("it is in no state to place smoke", "SL:3.21.1")
NO_ORDERS = Refusal("units out of command place no smoke", "SL:3.1.10")
NOT_THERE = Refusal("smoke goes into its own or an adjacent hex", "SL:9.17.1.3-a")
IN_MELEE = Refusal("in melee smoke goes into its own hex only", "SL:6.2.1-b")
TOO_HIGH = Refusal("nobody throws smoke two levels up", "SL:14.9.6")
NO_EFFECT = Refusal("smoke has no effect in water, marsh or deep snow", "SL:9.16.7")


class LaySmoke(Frame):
    """The start of the PFPh: whoever can places smoke before all else."""

    side: Side


class SmokeRoll(Frame):
    """SL:9.17.4-a: a die against the smoke exponent."""

    unit: str


class PlaceSmoke(Frame):
    """SL:9.17.5: where it goes is said only when the roll has been passed."""

    unit: str


class SmokeLeft(Frame):
    """SL:9.17.4-b: a second die, after a 6."""

    nationality: str
    side: Side


# -- who may, and where ------------------------------------------------------------------------------------


def allotted(g: SlPlay, unit: Unit) -> int:
    """SL:9.17.1.1, SL:9.17.1.2: what the card gives to its group."""
    groups = g.scenario.groups
    return groups[unit.group].smoke if unit.group < len(groups) else 0


def exponent(g: SlPlay, unit: Unit) -> int:
    """SL:9.17.3: as printed; SL:9.17.5.3-a: of the British and the Commonwealth, of good squads; SL:9.17.5.3-b: nobody
    else has any. It came with the last box."""
    counter = g.counter(unit)
    if before(g, "gi") or counter.nationality in g.state.smoke_lost:
        return 0
    if counter.nationality in COMMONWEALTH and counter.cls in FIRST_LINE:
        return BRITISH_NUMBER
    return counter.smoke


def refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    """Passengers are off the map (SL:9.17.1.3-b). SL:4.8-q2: half-squads make no smoke, also those of engineers."""
    if unit.kind != SQUAD:
        return NOT_SQUADS
    given = allotted(g, unit)
    if not given and exponent(g, unit) <= 0:
        return NO_SMOKE
    if given and g.state.smoke_laid.get(str(unit.group), 0) >= given:
        return USED_UP
    if unit.id in g.state.smoke_tried:
        return ONCE
    if unit.fire or unit.id in g.state.withheld:
        return NO_ORDERS
    swims = unit.id in g.state.swimmers or unit.id in g.state.climbs
    return UNFIT if unit.broken or unit.captive or unit.unarmed or swims or not unit.hex else None


def hex_refusal(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """It falls to the ground, out of a storey above, too."""
    here = g.map.ground_hex(unit.hex)
    if hex != here:
        if hex not in g.map.neighbours[here]:
            return NOT_THERE
        if unit.melee:
            return IN_MELEE
        if g.map.level(hex) - g.map.level(unit.hex) >= TOO_HIGH_LEVELS:
            return TOO_HIGH
    wet = g.map.terrain[hex] in (POND, "marsh") or sunk(g, hex) == STREAM
    return NO_EFFECT if wet or SNOW.on(g) else None


def hexes_for(g: SlPlay, unit: Unit) -> list[str]:
    here = g.map.ground_hex(unit.hex)
    around = [hex for hex in (here, *g.map.neighbours[here]) if hex is not None]
    return [hex for hex in around if hex_refusal(g, unit, hex) is None]


def options(g: SlPlay, side: Side) -> list[Action]:
    found: list[Action] = []
    for unit in g.on_map(side):
        if refusal(g, unit) is not None:
            continue
        if allotted(g, unit):
            found += [Action(SMOKE, (unit.id,), hex) for hex in hexes_for(g, unit)]
        elif hexes_for(g, unit):
            found.append(Action(TRY_SMOKE, (unit.id,)))
    return found


def lies_low(g: SlPlay, side: Side) -> bool:
    """Whether somebody of a side is out of sight who could place smoke if he came out (SL:2.3.9.1-a)."""
    unseen = [*g.state.hidden, *(uid for found in g.state.covered.values() for uid in found.units)]
    return any(
        refusal(g, unit) in (None, UNFIT)
        for uid in unseen
        if (unit := g.state.units.get(uid)) is not None and unit.side == side and not unit.broken
    )


# -- at the start of the PFPh ------------------------------------------------------------------------------


@PART.answers(phase_opens)
def before_all_else(g: SlPlay, phase: str) -> list[Frame]:
    """SL:1.3.1-p2.1, SL:9.15.3-a"""
    return [LaySmoke(g.attacker)] if phase == PFPH else []


def why_not(g: SlPlay, frame: LaySmoke, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    if unit is None or unit.side != frame.side or action.verb not in (SMOKE, TRY_SMOKE):
        return None
    found = refusal(g, unit)
    return found or (hex_refusal(g, unit, action.at) if action.at else None)


@PART.decisions(LaySmoke, why_not=why_not)
def ask_smoke(g: SlPlay, frame: LaySmoke) -> Choice | None:
    found = options(g, frame.side)
    if lies_low(g, frame.side):
        found += ways_to_come_out(g, frame.side)
    if not found:
        return None
    asks = "Who places smoke, before anybody fires?"
    return Choice(frame.side, asks, (*found, DONE), ("SL:9.15.3-a", "SL:9.17.1.3-a"))


@ask_smoke
def take_smoke(g: SlPlay, frame: LaySmoke, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
    elif answer.verb == SMOKE:
        unit = g.unit(answer.who[0])
        key = str(unit.group)
        g.state.smoke_laid = {**g.state.smoke_laid, key: g.state.smoke_laid.get(key, 0) + 1}
        g.state.smoke_tried = (*g.state.smoke_tried, unit.id)
        place(g, unit, answer.at, "SL:9.17.1.2")
    elif answer.verb == TRY_SMOKE:
        g.state.smoke_tried = (*g.state.smoke_tried, *answer.who)
        g.push(SmokeRoll(answer.who[0]))
    else:
        come_out(g, frame.side, answer)


def place(g: SlPlay, unit: Unit, hex: Hex, *rules: str) -> None:
    """SL:2.3.8.1-a: who makes smoke is not quiet."""
    lay(g, hex, unit.side)
    g.state.busy = (*g.state.busy, unit.id)
    g.say(
        "smoke",
        f"{g.name(unit)} places smoke in {g.place_name(hex)}.",
        "SL:9.17.1.3-a",
        *rules,
        side=unit.side,
        who=(unit.id,),
        at=hex,
    )


# -- by a roll ---------------------------------------------------------------------------------------------


@PART.decisions(SmokeRoll)
def ask_roll(g: SlPlay, frame: SmokeRoll) -> Chance:
    unit = g.unit(frame.unit)
    asks = f"Does {g.name(unit)} have smoke? {exponent(g, unit)} or less."
    return Chance(asks, dice=1, side=unit.side, rules=("SL:9.17.4-a",), about=(unit.id,))


@ask_roll
def take_roll(g: SlPlay, frame: SmokeRoll, answer: Action | Outcome | None) -> None:
    """SL:9.17.4-a: no leader helps. SL:9.17.5.2: who fails may do all else."""
    assert isinstance(answer, Outcome)
    g.pop()
    unit, die = g.unit(frame.unit), answer.dice[0]
    passed = die <= exponent(g, unit)
    g.say(
        "smoke_roll",
        f"{g.name(unit)} rolls {die}: " + ("it has smoke." if passed else "it has none at hand."),
        "SL:9.17.4-a",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )
    if passed:
        g.push(PlaceSmoke(unit.id))
    elif die == EXHAUSTING:
        g.push(SmokeLeft(g.counter(unit).nationality, unit.side))


@PART.decisions(PlaceSmoke, why_not=lambda g, frame, action: hex_refusal(g, g.unit(frame.unit), action.at))
def ask_place(g: SlPlay, frame: PlaceSmoke) -> Choice:
    unit = g.unit(frame.unit)
    found = tuple([Action(SMOKE, (unit.id,), hex) for hex in hexes_for(g, unit)])
    asks = f"Where does {g.name(unit)} place its smoke?"
    return Choice(unit.side, asks, (*found, DONE), ("SL:9.17.5", "SL:9.17.1.3-a"), (unit.id,), unit.hex)


@ask_place
def take_place(g: SlPlay, frame: PlaceSmoke, answer: Action | Outcome | None) -> None:
    """SL:9.17.4-d, SL:8.2: it has used a support weapon, and fires no other one in this phase; it may fire its own
    firepower, or move."""
    g.pop()
    if isinstance(answer, Action) and answer != DONE:
        used = g.state.kinds_used
        g.state.kinds_used = {**used, frame.unit: (*used.get(frame.unit, ()), GRENADES)}
        place(g, g.unit(frame.unit), answer.at, "SL:9.17.4-d")


def squads_of(g: SlPlay, nationality: str) -> int:
    """How many squads of a nation there are in the order of battle, with those that are still to come."""
    listed = sum(
        count
        for group in g.scenario.groups
        for counter, count in group.units.items()
        if g.counters[counter].kind == SQUAD and g.counters[counter].nationality == nationality
    )
    playing = [unit for unit in g.state.units.values() if unit.kind == SQUAD]
    return max(listed, sum(g.counter(unit).nationality == nationality for unit in playing))


@PART.decisions(SmokeLeft)
def ask_left(g: SlPlay, frame: SmokeLeft) -> Chance:
    asks = f"Is the smoke of the {frame.nationality.capitalize()} squads used up?"
    return Chance(asks, dice=1, side=frame.side, rules=("SL:9.17.4-b",))


@ask_left
def take_left(g: SlPlay, frame: SmokeLeft, answer: Action | Outcome | None) -> None:
    """SL:9.17.5.3-c: of this nation only."""
    assert isinstance(answer, Outcome)
    g.pop()
    drm = -min(MOST_STEPS, -(-squads_of(g, frame.nationality) // SQUADS_A_STEP))
    final = answer.dice[0] + drm
    lost = final <= 1
    if lost:
        g.state.smoke_lost = (*g.state.smoke_lost, frame.nationality)
    g.say(
        "smoke_roll",
        f"{frame.nationality.capitalize()} smoke: die {answer.dice[0]}, final {final}: "
        + ("it is used up." if lost else "there is some left."),
        "SL:9.17.4-b",
        side=frame.side,
        dice=answer.dice,
        breakdown=Breakdown(
            "Smoke left", (Line("squads", drm, "SL:9.17.4-b"),), total=final, rules=("SL:9.17.4-b",)
        ),
    )


@PART.answers(player_turn_begins)
def new_player_turn(g: SlPlay) -> None:
    g.state.smoke_tried = ()


PART.adds(
    SPOKEN,
    Spoken(SMOKE, lambda g, action: f"{g.names(action.who)} places smoke in {g.place_name(action.at)}"),
    Spoken(TRY_SMOKE, lambda g, action: f"{g.names(action.who)} tries to place smoke"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(SMOKE, OptionLook("Place smoke", hex="special")),
    VerbLook(TRY_SMOKE, OptionLook("Try to place smoke")),
)
PART.adds(EVENT_SIGNS, EventSign("smoke", "smoke"))
