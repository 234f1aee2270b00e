"""Boats (SL:11.42, SL:11.43): launched and landed in the APh, moved in the MPh, and carried on by the current.

Whoever is aboard stands in its hex of water, and goes where it goes. The steps of the APh are those of the sequence of
play: first infantry advances and fords, then boats are launched (SL:1.3.1-p7.3), then they land (SL:1.3.1-p7.4), then
they drift (SL:1.3.1-p7.5, SL:1.3.1-p7.6).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.presentation import MarkerView, StateMark
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import close_combat, morale, rout, stacking, terrain
from defilade.rules.sl.advance import advance_bar, after_advances
from defilade.rules.sl.firers import group_bar, weapon_bar
from defilade.rules.sl.ground.low_ground import is_water
from defilade.rules.sl.movement import moved_otherwise, moving_bar, other_moves
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.set_up import forces_besides
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign, markers, marks_of
from defilade.rules.sl.state import Boat, SlPlay
from defilade.rules.sl.tables import BoatKind
from defilade.rules.sl.water.fording import is_ford
from defilade.rules.sl.water.swimming import HEAVY, downstream
from defilade.tactics.acting import ActingPhase, acting_phase
from defilade.tactics.attack_plan import COVER, Aim, Firing, shot_factors, target_lines
from defilade.tactics.checks import Thrown
from defilade.tactics.control import seize
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD, Unit, Weapon

PART = Part()

MODERATE = Option(
    "moderate-current",
    "Moderate current",
    "Boats drift one hex downstream in the Advance Phase of their side, and pay a MP more upstream.",
    ("SL:14.28.6.5", "SL:11.43.2"),
    by_card=True,
    excludes=("heavy-current",),
)
PART.adds(OPTIONS, MODERATE)

BEACH = "beach"
LAUNCH, ABOARD, PUSH_OFF, LAND, ROW, ROW_TO, STOP = (
    "launch",
    "aboard",
    "push-off",
    "land",
    "row",
    "row-to",
    "stop",
)
MOST_IN_A_HEX = 3
OWN_CHOICE = 3
LOW_IN_THE_WATER = -1

AFLOAT = Refusal("it is in a boat", "SL:11.43.1")
NO_WEAPONS = Refusal("from boats one fires his own arms alone", "SL:11.43.11.1-a")
NOT_TOGETHER = Refusal("units in different boats fire no shots together", "SL:11.43.11.1-b")

PART.adds(
    SPOKEN,
    Spoken(BEACH, lambda g, action: f"On the bank in {g.place_name(action.at)}"),
    Spoken(
        LAUNCH, lambda g, action: f"{name_of(g, action.who[0])} into the water in {g.place_name(action.at)}"
    ),
    Spoken(ABOARD, lambda g, action: f"{g.name(action.who[0])} goes aboard"),
    Spoken(PUSH_OFF, lambda g, action: "Push off"),
    Spoken(LAND, lambda g, action: f"{name_of(g, action.who[0])} lands in {g.place_name(action.at)}"),
    Spoken(ROW, lambda g, action: f"{name_of(g, action.who[0])} moves"),
    Spoken(ROW_TO, lambda g, action: f"On to {g.place_name(action.at)}"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(BEACH, OptionLook("Put it here", hex="go")),
    VerbLook(LAUNCH, OptionLook("Launch a boat", hex="go")),
    VerbLook(ABOARD, OptionLook("Aboard")),
    VerbLook(PUSH_OFF, OptionLook("Push off", "primary")),
    VerbLook(LAND, OptionLook("Land", hex="go")),
    VerbLook(ROW, OptionLook("Move the boat")),
    VerbLook(ROW_TO, OptionLook("On to", hex="go")),
)
PART.adds(EVENT_SIGNS, EventSign("boat", "trail"))


def name_of(g: SlPlay, boat: str) -> str:
    return kind_of(g, g.state.boats[boat]).name


def kind_of(g: SlPlay, boat: Boat) -> BoatKind:
    return g.tables.boats.kinds[boat.type]


def change(g: SlPlay, boat: Boat, **changes: object) -> Boat:
    boat = msgspec.structs.replace(boat, **changes)
    g.state.boats[boat.id] = boat
    return boat


def crew_of(g: SlPlay, boat: Boat) -> list[Unit]:
    units = g.state.units
    every = [units[uid] for uid, its in g.state.aboard.items() if its == boat.id and uid in units]
    return [unit for unit in every if unit.hex == boat.hex]


def afloat(g: SlPlay, boat: Boat) -> bool:
    return bool(boat.hex) and is_water(g, boat.hex)


def say(g: SlPlay, boat: Boat, text: str, *rules: str, dice: tuple[int, ...] = ()) -> None:
    g.say("boat", f"{kind_of(g, boat).name}: {text}.", *rules, side=boat.side, at=boat.hex, dice=dice)


def weight(units: Iterable[Unit]) -> float:
    """In squads; a half-squad or a crew is half of one, a leader takes a place of his own."""
    return sum(1.0 if unit.kind == SQUAD else 0.5 for unit in units if unit.is_mmc)


def room_for(g: SlPlay, boat: Boat, units: list[Unit]) -> bool:
    """SL:11.42.2, SL:11.42.3-a, SL:11.42.4"""
    kind = kind_of(g, boat)
    singles = sum(not unit.is_mmc for unit in units)
    return weight(units) <= kind.squads and singles <= kind.leaders + 2 * (kind.squads - weight(units))


def enough_hands(g: SlPlay, boat: Boat, units: list[Unit]) -> bool:
    """SL:11.42.2: an inherent driver; SL:11.42.3-b: a crew, or a leader if need be; SL:11.42.4: a squad."""
    kind = kind_of(g, boat)
    if kind.needs == 0:
        return bool(units)
    leaders = sum(not unit.is_mmc for unit in units)
    return weight(units) >= kind.needs or (kind.needs < 1 and leaders > 0)


# -- set-up ----------------------------------------------------------------------------------------------------


class PlaceBoats(Frame):
    """A group puts its boats on the bank, one after the other."""

    group: int
    left: tuple[str, ...]


@PART.answers(forces_besides)
def boats_of(g: SlPlay, group: int) -> list[Frame]:
    card = g.scenario.groups[group]
    every = tuple([kind for kind, count in card.boats.items() for _ in range(count)])
    return [PlaceBoats(group, every)] if every else []


@PART.decisions(PlaceBoats)
def ask_place(g: SlPlay, frame: PlaceBoats) -> Choice | None:
    if not frame.left:
        return None
    group = g.scenario.groups[frame.group]
    banks = [
        hex
        for hex in g.scenario.set_up_area(frame.group, g.map)
        if not is_water(g, hex) and not g.terrain_of(hex).structure
    ]
    near = [hex for hex in banks if any(is_water(g, one) for one in g.map.adjacent[hex])]
    asks = f"{group.name}: where is the {g.tables.boats.kinds[frame.left[0]].name}?"
    options = tuple([Action(BEACH, (), hex) for hex in near or banks])
    return Choice(group.side, asks, options, ("SL:11.42.1",)) if options else None


@ask_place
def take_place(g: SlPlay, frame: PlaceBoats, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    kind, *rest = frame.left
    frame.left = tuple(rest)
    boat = Boat(g.new_id("boat"), g.scenario.groups[frame.group].side, kind, answer.at)
    say(g, change(g, boat), f"on the bank in {g.place_name(answer.at)}", "SL:11.42.1")


# -- launching (SL:11.43.9) ------------------------------------------------------------------------------------


class Launches(ActingPhase):
    """After the infantry has advanced."""


class Boarding(Frame):
    """Who goes with a boat that is launched."""

    boat: str
    water: Hex
    units: tuple[str, ...] = ()


class Landings(ActingPhase):
    """When all have been launched."""


class Drifting(Frame):
    """A boat in the current."""

    boat: str
    chooser: str = ""


class Currents(Frame):
    """Boats drift one after the other."""

    done: tuple[str, ...] = ()


@PART.answers(after_advances)
def steps_of_the_boats(g: SlPlay, side: Side) -> list[Frame]:
    """SL:11.43.10-h: landing comes before drift."""
    return [Launches(), Landings(), Currents()] if g.state.boats else []


def hands(g: SlPlay, hex: Hex, side: Side) -> list[Unit]:
    """SL:11.43.10-e: those who are beside it, and have not advanced."""
    return [
        unit
        for unit in g.side_in(hex, side)
        if not unit.broken and not unit.melee and not unit.advanced and unit.id not in g.state.aboard
    ]


def launch_options(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action(LAUNCH, (boat.id,), hex)
        for boat in g.state.boats.values()
        if boat.side == side and boat.hex and not afloat(g, boat) and hands(g, boat.hex, side)
        for hex in g.map.adjacent[boat.hex]
        if is_water(g, hex)
        and boats_in(g, hex) < MOST_IN_A_HEX
        and not g.has_side(hex, g.enemy_of(side))
        and g.map.hexside_kind(boat.hex, hex) != terrain.CLIFF
    ]


def boats_in(g: SlPlay, hex: Hex) -> int:
    """SL:11.43.4-a"""
    return sum(boat.hex == hex for boat in g.state.boats.values())


acting_phase(
    PART,
    Launches,
    "Which boats are launched?",
    ("SL:1.3.1-p7.3", "SL:11.43.9"),
    launch_options,
    lambda g, side, action: g.push(Boarding(action.who[0], action.at)),
)


@PART.decisions(Boarding)
def ask_boarding(g: SlPlay, frame: Boarding) -> Choice:
    boat = g.state.boats[frame.boat]
    chosen = [g.unit(uid) for uid in frame.units]
    more = [
        Action(ABOARD, (unit.id,))
        for unit in hands(g, boat.hex, boat.side)
        if unit.id not in frame.units and room_for(g, boat, [*chosen, unit])
    ]
    go = [Action(PUSH_OFF)] if enough_hands(g, boat, chosen) else []
    back = [] if go else [Action(STOP)]
    asks = f"Who goes aboard the {kind_of(g, boat).name}?"
    return Choice(boat.side, asks, (*more, *go, *back), ("SL:11.43.9",), frame.units, boat.hex)


@ask_boarding
def take_boarding(g: SlPlay, frame: Boarding, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    if answer.verb == ABOARD:
        frame.units = (*frame.units, *answer.who)
        return
    g.pop()
    if answer.verb != PUSH_OFF:
        return
    boat = change(g, g.state.boats[frame.boat], hex=frame.water, launched=f"{g.state.turn} {g.attacker}")
    for uid in frame.units:
        g.place(g.unit(uid), frame.water, advanced=True)
        g.state.aboard[uid] = boat.id
    say(g, boat, f"launched with {g.names(frame.units)}", "SL:1.3.1-p7.3", "SL:11.43.9")


# -- landing (SL:11.43.10-a) -----------------------------------------------------------------------------------


def land_options(g: SlPlay, side: Side) -> list[Action]:
    """With nobody there to fight."""
    return [
        Action(LAND, (boat.id,), hex)
        for boat in g.state.boats.values()
        if boat.side == side and afloat(g, boat) and not launched_now(g, boat) and able(g, boat)
        for hex in g.map.adjacent[boat.hex]
        if not is_water(g, hex)
        and not g.has_side(hex, g.enemy_of(side))
        and g.map.hexside_kind(boat.hex, hex) != terrain.CLIFF
        and stacking.refusal(g, side, hex, crew_of(g, boat)) is None
    ]


def able(g: SlPlay, boat: Boat) -> bool:
    """SL:11.43.11.8: with one unit in good order."""
    return any(not unit.broken for unit in crew_of(g, boat))


def launched_now(g: SlPlay, boat: Boat) -> bool:
    return boat.launched == f"{g.state.turn} {g.attacker}"


def land(g: SlPlay, side: Side, action: Action) -> None:
    boat = g.state.boats[action.who[0]]
    for unit in crew_of(g, boat):
        g.state.aboard.pop(unit.id)
        g.place(unit, action.at, advanced=True)
    boat = change(g, boat, hex=action.at)
    say(g, boat, f"lands in {g.place_name(action.at)}", "SL:1.3.1-p7.4", "SL:11.43.10-a")
    seize(g, action.at)


acting_phase(PART, Landings, "Which boats land?", ("SL:1.3.1-p7.4", "SL:11.43.10-a"), land_options, land)


# -- the current (SL:14.28.6) ----------------------------------------------------------------------------------


def drifts_now(g: SlPlay, boat: Boat) -> bool:
    """SL:1.3.1-p7.5, SL:14.28.6.6: a heavy current in every APh; SL:1.3.1-p7.6, SL:14.28.6.5: a moderate one in that of
    its side; SL:14.28.6.4: not in the player turn in which it is launched."""
    if not afloat(g, boat) or launched_now(g, boat):
        return False
    return HEAVY.on(g) or (MODERATE.on(g) and boat.side == g.attacker)


@PART.automatic(Currents)
def run_currents(g: SlPlay, frame: Currents) -> None:
    for boat in g.state.boats.values():
        if boat.id not in frame.done and drifts_now(g, boat):
            frame.done = (*frame.done, boat.id)
            g.push(Drifting(boat.id))
            return
    g.pop()


@PART.decisions(Drifting)
def ask_drifting(g: SlPlay, frame: Drifting) -> Chance | Choice | None:
    """SL:14.28.6.7: power boats go where their side likes; for others a die says who chooses."""
    boat = g.state.boats[frame.boat]
    ways = downstream(g, boat.hex)
    if len(ways) < 2:
        return None
    asks = f"Where does the current carry the {kind_of(g, boat).name}?"
    chooser = frame.chooser or (boat.side if kind_of(g, boat).powered and able(g, boat) else "")
    if not chooser:
        return Chance(asks, dice=1, side=boat.side, rules=("SL:14.28.6.7",))
    options = tuple([Action("drift", (boat.id,), hex) for hex in ways])
    return Choice(chooser, asks, options, ("SL:14.28.6.7",), (), boat.hex)


@ask_drifting
def take_drifting(g: SlPlay, frame: Drifting, answer: Action | Outcome | None) -> None:
    boat = g.state.boats[frame.boat]
    if isinstance(answer, Outcome):
        frame.chooser = boat.side if answer.dice[0] <= OWN_CHOICE else g.enemy_of(boat.side)
        return
    g.pop()
    ways = downstream(g, boat.hex)
    if not ways:
        return
    hex = answer.at if isinstance(answer, Action) else ways[0]
    boat = go_to(g, boat, hex)
    rule = "SL:1.3.1-p7.5" if HEAVY.on(g) else "SL:1.3.1-p7.6"
    say(g, boat, f"drifts into {g.place_name(hex)}", rule)


def go_to(g: SlPlay, boat: Boat, hex: Hex) -> Boat:
    for unit in crew_of(g, boat):
        g.place(unit, hex)
    return change(g, boat, hex=hex)


# -- in the MPh (SL:11.43.1) -----------------------------------------------------------------------------------


class Rowing(Frame):
    """A boat on its way."""

    boat: str
    spent: float = 0


@PART.answers(other_moves)
def who_rows(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action(ROW, (boat.id,))
        for boat in g.state.boats.values()
        if boat.side == side and afloat(g, boat) and boat.moved != f"{g.state.turn} {side}" and able(g, boat)
        if not any(unit.fire or unit.moved for unit in crew_of(g, boat))
    ]


@PART.answers(moved_otherwise)
def set_out(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == ROW:
        boat = change(g, g.state.boats[action.who[0]], moved=f"{g.state.turn} {side}")
        g.push(Rowing(boat.id))


def price(g: SlPlay, boat: Boat, hex: Hex) -> float:
    """SL:11.43.2: upstream a MP more in a moderate current, two in a heavy one, in which nobody paddles upstream."""
    if boat.hex not in downstream(g, hex):
        return 1
    if HEAVY.on(g):
        return 3 if kind_of(g, boat).powered else 99
    return 2 if MODERATE.on(g) else 1


@PART.decisions(Rowing)
def ask_rowing(g: SlPlay, frame: Rowing) -> Choice:
    boat = g.state.boats[frame.boat]
    left = mp_of(g, boat) - frame.spent
    ways = [
        Action(ROW_TO, (), hex)
        for hex in g.map.adjacent[boat.hex]
        if is_water(g, hex) and price(g, boat, hex) <= left and not g.has_side(hex, g.enemy_of(boat.side))
        if boats_in(g, hex) < MOST_IN_A_HEX
    ]
    asks = f"{kind_of(g, boat).name} in {g.place_name(boat.hex)}, {left:g} MP left: what next?"
    return Choice(boat.side, asks, (*ways, Action(STOP)), ("SL:11.43.1",), (), boat.hex)


def mp_of(g: SlPlay, boat: Boat) -> float:
    """SL:11.42.3-b: half of it with a single leader."""
    kind, crew = kind_of(g, boat), [unit for unit in crew_of(g, boat) if not unit.broken]
    alone = 0 < kind.needs < 1 and weight(crew) < kind.needs and len(crew) < 2
    return kind.mp / 2 if alone else kind.mp


@ask_rowing
def take_rowing(g: SlPlay, frame: Rowing, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    if answer.verb == STOP:
        g.pop()
        return
    boat = g.state.boats[frame.boat]
    frame.spent += price(g, boat, answer.at)
    boat = go_to(g, boat, answer.at)
    for unit in crew_of(g, boat):
        g.update(unit, moved=True, acted=True)
    say(g, boat, f"goes on to {g.place_name(answer.at)}", "SL:11.43.1")


# -- those aboard ----------------------------------------------------------------------------------------------


def rides_in(g: SlPlay, unit: Unit) -> Boat | None:
    boat = g.state.boats.get(g.state.aboard.get(unit.id, ""))
    return boat if boat is not None and boat.hex == unit.hex and afloat(g, boat) else None


@PART.answers(moving_bar, advance_bar)
def stays_aboard(g: SlPlay, unit: Unit) -> Refusal | None:
    return AFLOAT if rides_in(g, unit) is not None else None


@PART.modifies(shot_factors, "SL:11.43.11.1-a", step=4)
def half_from_boats(g: SlPlay, firing: Firing) -> list[Line]:
    return [Line("from a boat", 0.5, "SL:11.43.11.1-a", "x")] if rides_in(g, firing.unit) is not None else []


@PART.answers(weapon_bar)
def own_arms_alone(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return NO_WEAPONS if rides_in(g, unit) is not None else None


@PART.answers(group_bar)
def boat_by_boat(g: SlPlay, hexes: frozenset[str]) -> Refusal | None:
    """As far as they are in different hexes."""
    wet = [
        hex for hex in hexes if any(boat.hex == hex and afloat(g, boat) for boat in g.state.boats.values())
    ]
    return NOT_TOGETHER if len(wet) > 1 else None


@PART.modifies(target_lines, "SL:11.43.11.4", step=COVER)
def low_in_the_water(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    if not aim.hexes or rides_in(g, unit) is None:
        return []
    return [Line("in a boat", LOW_IN_THE_WATER, "SL:11.43.11.4")]


@PART.answers(close_combat.stays_out)
def fights_nobody(g: SlPlay, unit: Unit) -> bool:
    return rides_in(g, unit) is not None


@PART.answers(rout.need_not_rout)
def nowhere_to_run(g: SlPlay, unit: Unit) -> bool:
    """SL:11.43.11.7: as long as no land is beside it."""
    boat = rides_in(g, unit)
    return boat is not None and all(is_water(g, hex) for hex in g.map.adjacent[boat.hex])


# -- sinking (SL:11.43.11.5) -----------------------------------------------------------------------------------


class BoatCheck(Frame):
    """SL:11.43.11.5-a: somebody aboard has broken under fire; the boat takes the same check."""

    boat: str
    drm: int


@PART.answers(morale.check_taken)
def holed(g: SlPlay, frame: morale.MoraleCheck, unit: Unit, found: Thrown) -> None:
    """Not where it was for a lost leader."""
    here = g.state.units.get(unit.id)
    boat = rides_in(g, here) if here is not None else None
    if (
        boat is not None
        and here is not None
        and here.broken
        and not found.passed
        and frame.source == "attack"
    ):
        g.push(BoatCheck(boat.id, frame.drm))


@PART.decisions(BoatCheck)
def ask_boat(g: SlPlay, frame: BoatCheck) -> Chance | None:
    boat = g.state.boats.get(frame.boat)
    if boat is None or not boat.hex:
        return None
    asks = f"Does the {kind_of(g, boat).name} stay afloat? {kind_of(g, boat).morale} or less."
    return Chance(asks, dice=2, side=boat.side, rules=("SL:11.43.11.5-a",))


@ask_boat
def take_boat(g: SlPlay, frame: BoatCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    boat = g.state.boats[frame.boat]
    lines = (Line(f"result {frame.drm}", frame.drm, "SL:11.43.11.5-a"),) if frame.drm else ()
    final = sum(answer.dice) + frame.drm
    holds = final <= kind_of(g, boat).morale
    verdict = "it stays afloat" if holds else "it sinks"
    g.say(
        "boat",
        f"{kind_of(g, boat).name}: roll {sum(answer.dice)}, final {final}: {verdict}.",
        "SL:11.43.11.5-a",
        side=boat.side,
        at=boat.hex,
        dice=answer.dice,
        breakdown=Breakdown(
            "Boat", lines, total=final, column=kind_of(g, boat).morale, rules=("SL:11.43.11.5-a",)
        ),
    )
    if not holds:
        sink(g, boat)


def sink(g: SlPlay, boat: Boat) -> None:
    """SL:4.14.4: with all aboard, who do not swim for it; SL:11.43.11.5-b: where one can ford they lose what they carry
    alone."""
    crew, wades = crew_of(g, boat), is_ford(g, boat.hex)
    change(g, boat, hex="")
    for unit in crew:
        g.state.aboard.pop(unit.id)
        for weapon in g.weapons_of(unit):
            g.remove_weapon(weapon)
        if not wades:
            morale.eliminate(g, unit, "goes down with the boat", "SL:4.14.4", "SL:11.43.11.5-b")


# -- on the map ------------------------------------------------------------------------------------------------


@PART.answers(markers)
def boats_on_the_map(g: SlPlay) -> Iterable[MarkerView]:
    for boat in g.state.boats.values():
        if boat.hex:
            yield MarkerView(boat.hex, "fortified", kind_of(g, boat).name, boat.side, "SL:11.42.1")


@PART.answers(marks_of)
def shown_aboard(g: SlPlay, unit: Unit) -> list[StateMark]:
    boat = rides_in(g, unit)
    return (
        [StateMark("swims", f"in the {kind_of(g, boat).name}", "SL:11.43.1", "BOAT", "calm")] if boat else []
    )
