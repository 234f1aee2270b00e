"""Fording (SL:14.28.8): infantry wades through a river that is shallow. Ponds, which do not flow, are never shallow."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.presentation import StateMark
from defilade.rules.sl import advance, morale, movement, stacking, terrain
from defilade.rules.sl.advance import hurdle
from defilade.rules.sl.fire import caught_in_the_open
from defilade.rules.sl.firers import weapon_bar
from defilade.rules.sl.ground.low_ground import POND, STREAM, is_deep, sunk, swims
from defilade.rules.sl.options import OPTIONS, Option, OptionChoice
from defilade.rules.sl.set_up import before_first_turn
from defilade.rules.sl.shown import marks_of
from defilade.rules.sl.state import APH, MPH, SlPlay
from defilade.rules.sl.water.swimming import HEAVY, downstream, in_water
from defilade.tactics.attack_plan import Aim, Firing, shot_factors
from defilade.tactics.checks import Thrown
from defilade.tactics.moving import Moving, note_spent
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit, Weapon

PART = Part()

BY_DIE = "die"
SHALLOW = Option(
    "shallow-river",
    "Shallow river",
    "The river of the map can be forded.",
    ("SL:14.28.7.1-a", "SL:14.28.8.1"),
    values=(
        OptionChoice("off", "Deep"),
        OptionChoice("on", "Shallow"),
        OptionChoice(BY_DIE, "A die says: shallow with a 1"),
    ),
    by_card=True,
)
PART.adds(OPTIONS, SHALLOW)

TOO_FAR = 6
"""SL:14.28.8.4: the die that keeps a fording unit where it is."""

BY_ADVANCE = Refusal("from river to river one goes in the APh only", "SL:14.28.8.4")
BY_MOVE = Refusal("a river is entered and left in the MPh only", "SL:14.28.8.3-a")
ALL_MF = Refusal("into a river and out of it one goes with all MF", "SL:14.28.8.3-a")
OVER_A_CLIFF = Refusal("nobody fords over a cliff", "SL:14.28.8.2")
UPSTREAM = Refusal("nobody fords against a heavy current", "SL:14.28.8.5")
NO_WEAPONS = Refusal("who fords fires no support weapons", "SL:14.28.8.7")


def is_ford(g: SlPlay, hex: Hex) -> bool:
    """SL:14.28.8.1: where water flows that is shallow."""
    return bool(g.scenario.current) and is_shallow(g) and g.map.terrain.get(hex) == POND


def is_shallow(g: SlPlay) -> bool:
    return g.state.found_shallow if SHALLOW.value(g) == BY_DIE else SHALLOW.on(g)


class DepthRoll(Frame):
    """A die for the depth of a river of which nothing is known."""


@PART.answers(before_first_turn)
def sound_the_river(g: SlPlay) -> Iterable[Frame]:
    return [DepthRoll()] if g.scenario.current and SHALLOW.value(g) == BY_DIE else []


@PART.decisions(DepthRoll)
def ask_depth(g: SlPlay, frame: DepthRoll) -> Chance:
    side = g.scenario.sets_up_first
    return Chance("How deep is the river?", dice=1, side=side, rules=("SL:14.28.7.1-a",))


@ask_depth
def take_depth(g: SlPlay, frame: DepthRoll, answer: Action | Outcome | None) -> None:
    """SL:14.28.7.1-a: one in six is shallow."""
    assert isinstance(answer, Outcome)
    g.pop()
    g.state.found_shallow = answer.dice[0] == 1
    words = "can be forded" if g.state.found_shallow else "is deep"
    g.say("river", f"The river {words} (roll {answer.dice[0]}).", "SL:14.28.7.1-a", dice=answer.dice)


def fords_now(g: SlPlay, unit: Unit) -> bool:
    return bool(unit.hex) and is_ford(g, unit.hex) and not in_water(g, unit) and unit.id not in g.state.aboard


@PART.answers(swims)
def wades_there(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    return is_ford(g, hex) and not in_water(g, unit) and not unit.broken


@PART.answers(terrain.entry_bar)
def when_and_where(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    if in_water(g, unit) or unit.id in g.state.aboard:
        return None
    wet, next_ = is_ford(g, origin), is_ford(g, hex)
    if not wet and not next_:
        return None
    if g.map.hexside_kind(origin, hex) == terrain.CLIFF:
        return OVER_A_CLIFF
    if wet and next_:
        if g.state.phase == MPH:
            return BY_ADVANCE
        against = HEAVY.on(g) and origin in downstream(g, hex)
        return UPSTREAM if against else None
    dry = hex if wet else origin
    marsh = g.map.terrain[dry] == "marsh" or sunk(g, dry) == STREAM
    return BY_MOVE if g.state.phase == APH and not marsh else None


@PART.answers(movement.step_bar)
def with_all_it_has(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    crosses = is_ford(g, hex) != is_ford(g, unit.hex)
    return ALL_MF if crosses and frame.begun and not in_water(g, unit) else None


@PART.answers(movement.entered)
def has_spent_it(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:14.28.8.3-a; SL:14.28.8.3-b: who has got out is seen in the open as a swimmer is."""
    if is_ford(g, origin) == is_ford(g, hex):
        return
    for member in movement.what_is_left(g, frame):
        note_spent(frame, member.unit.id, max(0.0, member.mf), hex)
    if is_ford(g, origin):
        g.state.out_of_water = (*g.state.out_of_water, *frame.members)


# -- on through the river --------------------------------------------------------------------------------------


class RiverAdvance(Frame):
    """SL:14.28.8.4: a die before the advance."""

    unit: str
    hex: Hex


@PART.answers(hurdle)
def deep_water(g: SlPlay, unit: Unit, hex: Hex) -> Frame | None:
    """SL:1.3.1-p7.2: into a further river hex, or into a deep stream."""
    onward = is_ford(g, hex) or is_deep(g, hex)
    return RiverAdvance(unit.id, hex) if fords_now(g, unit) and onward else None


@PART.decisions(RiverAdvance)
def ask_advance(g: SlPlay, frame: RiverAdvance) -> Chance:
    unit = g.unit(frame.unit)
    asks = f"{g.name(unit)} wades on into {g.place_name(frame.hex)}: not on a {TOO_FAR}."
    return Chance(asks, dice=1, side=unit.side, rules=("SL:14.28.8.4",), about=(unit.id,))


@ask_advance
def take_advance(g: SlPlay, frame: RiverAdvance, answer: Action | Outcome | None) -> None:
    """Who fails does not move at all in this APh."""
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.unit(frame.unit)
    if answer.dice[0] < TOO_FAR:
        advance.carry_out(g, unit, frame.hex)
        return
    g.say(
        "wades",
        f"{g.name(unit)} gets no farther.",
        "SL:14.28.8.4",
        "SL:1.3.1-p7.2",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )


# -- fire ------------------------------------------------------------------------------------------------------


@PART.answers(caught_in_the_open)
def on_the_way_in(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:14.28.8.3-b"""
    return fords_now(g, unit)


@PART.answers(morale.never_grounded)
def nothing_to_lie_on(g: SlPlay, unit: Unit) -> bool:
    """SL:14.28.8.9-c, SL:5.6.10.1-a: nor on a boat."""
    return fords_now(g, unit) or unit.id in g.state.aboard


@PART.modifies(shot_factors, "SL:14.28.8.7", step=4)
def half_from_the_water(g: SlPlay, firing: Firing) -> list[Line]:
    return [Line("fords", 0.5, "SL:14.28.8.7", "x")] if fords_now(g, firing.unit) else []


@PART.answers(weapon_bar)
def no_weapons(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return NO_WEAPONS if fords_now(g, unit) and g.state.phase != "RPh" else None


class SweptOn(Frame):
    """SL:14.28.8.9-b: a unit that broke is moved by its enemy, in good order and without its weapons."""

    unit: str


@PART.answers(morale.check_taken)
def breaks_in_the_river(g: SlPlay, frame: morale.MoraleCheck, unit: Unit, found: Thrown) -> None:
    """SL:14.28.8.9-a, SL:14.28.8.9-c: nobody broken is in the river; who threw more with the first die than with the
    second is lost."""
    here = g.state.units.get(unit.id)
    if here is None or not here.broken or not fords_now(g, here):
        return
    if found.dice[0] > found.dice[1]:
        for weapon in g.weapons_of(here):
            g.remove_weapon(weapon)
        morale.eliminate(g, here, "breaks in the river, and is lost", "SL:14.28.8.9-a")
        return
    for weapon in g.weapons_of(here):
        g.remove_weapon(weapon)
    g.update(here, broken=False, dm=False)
    g.push(SweptOn(here.id))


def swept_to(g: SlPlay, unit: Unit) -> list[str]:
    """Where it could go in its next player turn."""
    enemy = g.enemy_of(unit.side)
    return [
        hex
        for hex in g.map.adjacent[unit.hex]
        if not g.has_side(hex, enemy)
        and (is_ford(g, hex) or g.map.terrain[hex] != POND)
        and g.map.hexside_kind(unit.hex, hex) != terrain.CLIFF
        and stacking.refusal(g, unit.side, hex, (unit,)) is None
    ]


@PART.decisions(SweptOn)
def ask_swept(g: SlPlay, frame: SweptOn) -> Choice | None:
    unit = g.state.units.get(frame.unit)
    ways = swept_to(g, unit) if unit is not None else []
    if unit is None or len(ways) < 2:
        return None
    options = tuple([Action("drift", (unit.id,), hex) for hex in ways])
    asks = f"Where is the {g.name(unit)} driven to?"
    return Choice(g.enemy_of(unit.side), asks, options, ("SL:14.28.8.9-b",), (unit.id,), unit.hex)


@ask_swept
def take_swept(g: SlPlay, frame: SweptOn, answer: Action | Outcome | None) -> None:
    g.pop()
    unit = g.state.units.get(frame.unit)
    ways = swept_to(g, unit) if unit is not None else []
    if unit is None or not ways:
        return
    unit = g.place(unit, answer.at if isinstance(answer, Action) else ways[0])
    g.state.tracks.pop(unit.id, None)
    g.say(
        "drifts",
        f"{g.name(unit)} is driven into {g.place_name(unit.hex)}, without its weapons.",
        "SL:14.28.8.9-b",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )


@PART.answers(marks_of)
def wading(g: SlPlay, unit: Unit) -> list[StateMark]:
    return (
        [StateMark("swims", "fords the river", "SL:14.28.8.4", "FORDS", "calm")] if fords_now(g, unit) else []
    )
