"""Smoke (SL:9.15, SL:9.16): how long it lies, what it costs to enter, and how it hinders fire.

Every hex with smoke that a line of fire comes into, out of or through is a screen, and adds what a die of its own says,
thrown after the dice of the attack. Counters are no part of a stack (SL:9.16.1), and lie on the ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, product
from typing import NamedTuple

from defilade.kernel import Action, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.presentation import MarkerView
from defilade.rules.sl import terrain
from defilade.rules.sl.fire import Attack, attack_done, dice_besides, origins_of, planned_otherwise
from defilade.rules.sl.options import OFF, OPTIONS, Option, OptionChoice
from defilade.rules.sl.rout import shelters
from defilade.rules.sl.shown import markers
from defilade.rules.sl.state import AFPH, PFPH, SlPlay, Smoke
from defilade.rules.sl.visibility import dim
from defilade.rules.sl.wording import drm_to_come
from defilade.tactics.attack_plan import HINDRANCE, attack_lines
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_begins, phase_ends
from defilade.tactics.units import Unit

PART = Part()

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""Of the hexsides of a hex, by their numbers."""
BREEZE = Option(
    "breeze",
    "Mild breeze",
    "Smoke is dispersed at once, and drifts one hex downwind at the end of the Advancing Fire Phase.",
    ("SL:9.16.8.2",),
    values=(
        OptionChoice(OFF, "No wind"),
        *(OptionChoice(name, f"Toward the {name}") for name in DIRECTIONS),
    ),
)
PART.adds(OPTIONS, BREEZE)

COST, COST_DISPERSED = 1, 0.5
"""SL:9.16.2-a, SL:9.16.2-b"""
MOST = 6
HEIGHT, PILLAR = 2, 4
"""SL:9.16.6-a; SL:9.16.9.1: of white phosphorus."""


# -- how it lies -------------------------------------------------------------------------------------------


def smoke_in(g: SlPlay, hex: Hex) -> list[Smoke]:
    """The counters about a place, whatever storey it is on (SL:9.16.3-d)."""
    ground = g.map.ground_hex(hex)
    return [smoke for smoke in g.state.smoke if smoke.hex == ground]


def full_in(g: SlPlay, hex: Hex) -> bool:
    return any(not smoke.dispersed for smoke in smoke_in(g, hex))


def in_smoke(g: SlPlay, hex: Hex) -> bool:
    """SL:9.16.5: everything in a hex, whatever its terrain, up to the height of the smoke."""
    return bool(smoke_in(g, hex)) and rises_to(g, g.map.ground_hex(hex), g.map.level(hex))


def rises_to(g: SlPlay, ground: str, level: float) -> bool:
    pillar = any(smoke.wp for smoke in smoke_in(g, ground))
    return level <= g.map.level(ground) + (PILLAR if pillar else HEIGHT)


def lay(g: SlPlay, hex: Hex, side: Side, *, wp: bool = False) -> None:
    """SL:9.16.8.2: in a breeze it is dispersed from the first."""
    smoke = Smoke(g.map.ground_hex(hex), side, BREEZE.on(g), wp)
    g.state.smoke = (*g.state.smoke, smoke)


@PART.answers(phase_begins)
def clears(g: SlPlay, phase: str) -> None:
    """SL:1.3.1-p2.1: first what is dispersed goes, then what is left is dispersed; new smoke comes after that. It lasts
    until the same side's PFPh (SL:9.15.4-a, SL:9.17.1.4)."""
    if phase != PFPH or not g.state.smoke:
        return
    theirs = [smoke for smoke in g.state.smoke if smoke.side != g.attacker]
    mine = [smoke for smoke in g.state.smoke if smoke.side == g.attacker]
    lasts = [smoke for smoke in mine if not smoke.dispersed and not smoke.wp]  # SL:9.16.9.2
    thinner = [Smoke(smoke.hex, smoke.side, dispersed=True) for smoke in lasts]
    g.state.smoke = (*theirs, *thinner)
    gone = [smoke.hex for smoke in mine if smoke.dispersed or smoke.wp]
    for hexes, words in ((gone, "clears"), ([smoke.hex for smoke in thinner], "disperses")):
        if hexes:
            places = ", ".join(g.place_name(hex) for hex in dict.fromkeys(hexes))
            g.say("smoke_clears", f"The smoke in {places} {words}.", "SL:9.15.4-a", side=g.attacker)


@PART.answers(phase_ends)
def drifts(g: SlPlay, phase: str) -> None:
    """SL:9.16.8.2: a second counter, downwind of each that the side has placed in this player turn."""
    if phase != AFPH or not BREEZE.on(g):
        return
    way = DIRECTIONS.index(BREEZE.value(g))
    mine = [smoke for smoke in g.state.smoke if smoke.side == g.attacker]
    downwind = [hex for smoke in mine if (hex := g.map.neighbours[smoke.hex][way]) is not None]
    for hex in downwind:
        g.state.smoke = (*g.state.smoke, Smoke(hex, g.attacker, dispersed=True))
        g.say("smoke", f"Smoke drifts into {g.place_name(hex)}.", "SL:9.16.8.2", side=g.attacker, at=hex)


@PART.answers(markers)
def counters(g: SlPlay) -> Iterable[MarkerView]:
    for smoke in g.state.smoke:
        text, rule = ("dispersed", "SL:9.16.8.1-a") if smoke.dispersed else ("smoke", "SL:9.16.3-a")
        if smoke.wp:
            text, rule = "white phosphorus", "SL:9.16.9.1"
        yield MarkerView(smoke.hex, "smoke", text, smoke.side, rule)


# -- on the move -------------------------------------------------------------------------------------------


def smoke_cost(g: SlPlay, hex: Hex) -> float:
    """SL:9.16.2-a, SL:9.16.2-b: the same in MF and in MP."""
    if not in_smoke(g, hex):
        return 0
    return COST if full_in(g, hex) else COST_DISPERSED


@PART.answers(terrain.price_of_entry, terrain.price_of_passing)
def through_the_smoke(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:4.6.1-c: also for who goes by what stands in the hex. Nobody pays twice who is in it."""
    if not g.state.smoke or g.map.ground_hex(origin) == g.map.ground_hex(hex):
        return cost
    return cost + smoke_cost(g, hex)


@PART.answers(dim)
def hard_to_see_in(g: SlPlay, hex: Hex) -> list[str]:
    return ["smoke"] if in_smoke(g, hex) else []


@PART.answers(shelters)
def covers_routers(g: SlPlay, hex: Hex) -> bool:
    """SL:3.21-q9"""
    return in_smoke(g, hex)


# -- screens on a line of fire -----------------------------------------------------------------------------


class Screen(NamedTuple):
    """A hex with smoke on a line, or the two along whose hexside the line runs, and how much of a die it counts."""

    hexes: tuple[str, ...]
    full: bool
    dispersed: bool
    parts: int = 1
    """It counts one in so many of what the die says (SL:9.16.8.3)."""
    into: bool = False
    """The line ends in it."""
    wp: bool = False
    """It is of white phosphorus alone."""

    @property
    def key(self) -> str:
        return "+".join(self.hexes)


def screens(g: SlPlay, origin: str, target: str) -> list[Screen]:
    """What smoke a line meets. SL:9.16.6-a: none that it passes above."""
    if not g.state.smoke:
        return []
    a, b = g.map.ground_hex(origin), g.map.ground_hex(target)
    found = [one_screen(g, (a,))] if in_smoke(g, origin) else []
    if a == b:
        return found
    length = g.map.distance(a, b)
    start, end = g.map.level(origin), g.map.level(target)
    for along, group in groupby(g.map.between(a, b), lambda crossing: crossing.how == "hexside"):
        met = [crossing.hex for crossing in group if crossing.how != "vertex"]
        step = 2 if along else 1
        for at in range(0, len(met), step):
            hexes = tuple(met[at : at + step])
            part = g.map.distance(a, hexes[0]) / length
            level = start + (end - start) * part
            smoky = [hex for hex in hexes if smoke_in(g, hex) and rises_to(g, hex, level)]
            if smoky:
                found.append(beside_it(g, tuple(smoky)) if along else one_screen(g, hexes))
    if in_smoke(g, target):
        found.append(one_screen(g, (b,))._replace(into=True))
    return found


def one_screen(g: SlPlay, hexes: tuple[str, ...]) -> Screen:
    counters = [smoke for hex in hexes for smoke in smoke_in(g, hex)]
    return Screen(
        hexes,
        any(not one.dispersed for one in counters),
        any(one.dispersed for one in counters),
        wp=bool(counters) and all(one.wp for one in counters),
    )


def beside_it(g: SlPlay, hexes: tuple[str, ...]) -> Screen:
    """SL:9.16.8.3: along a hexside the smoke counts by half unless it lies on both sides; of dispersed smoke alone a
    quarter is left."""
    thick = [hex for hex in hexes if full_in(g, hex)]
    if len(thick) == 2:
        return Screen(hexes, full=True, dispersed=False)
    return Screen(hexes, full=True, dispersed=False, parts=2 if thick else 4)


def drm_of(screen: Screen, die: int) -> Line:
    """What a screen comes to by its die; fractions count as whole."""
    if screen.into:
        die = max(1, die - 1)
    if screen.wp:
        die = max(1, die - 1)  # SL:9.16.9.4
    if screen.parts > 1:
        return Line("along smoke", -(-die // screen.parts), "SL:9.16.8.3")
    half = -(-die // 2)
    if screen.full and screen.dispersed:
        return Line("fresh and dispersed smoke", min(MOST, die + half), "SL:9.16.8.1-b")
    if screen.dispersed:
        return Line("dispersed smoke", half, "SL:9.16.8.1-a")
    return Line("into smoke", die, "SL:9.16.5") if screen.into else Line("smoke", die, "SL:9.16.3-a")


def lines_of_screens(found: Sequence[Screen], dice: Mapping[str, int]) -> list[Line]:
    """SL:9.16.3-c: a die for each, but no more than so much in all."""
    lines = [drm_of(screen, dice[screen.key]) for screen in found if screen.key in dice]
    total = sum(line.value for line in lines)
    return [*lines, Line("smoke has its limit", MOST - total, "SL:9.16.3-c")] if total > MOST else lines


def worst_lines(g: SlPlay, origins: Sequence[str], target: str, dice: Mapping[str, int]) -> list[Line]:
    """SL:9.16.3-a: of a fire group the worst line counts for all of it. SL:9.16.3-e: where fire goes on to what its
    firers do not see smoke makes no difference."""
    seen = [origin for origin in origins if terrain.sees(g, origin, target)]
    found = [lines_of_screens(screens(g, origin, target), dice) for origin in seen]
    return max(found, key=lambda lines: sum(line.value for line in lines), default=[])


@PART.modifies(
    attack_lines,
    "SL:9.16.3-a",
    "SL:9.16.3-c",
    "SL:9.16.5",
    "SL:9.16.8.1-a",
    "SL:9.16.8.1-b",
    "SL:9.16.8.3",
    step=HINDRANCE,
)
def through_smoke(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:9.16.3-f: it takes nothing from the modifier of who moves in the open."""
    return worst_lines(g, hexes_of(g, shots), target, g.state.smoke_dice) if g.state.smoke_dice else []


# -- the dice ----------------------------------------------------------------------------------------------


class SmokeDice(Frame):
    """A die for each screen on the lines of an attack, after its own dice (SL:9.16.4)."""

    side: Side
    keys: tuple[str, ...]


def keys_on(g: SlPlay, attack: Attack) -> tuple[str, ...]:
    """Everything that the fire meets, to its first hex and to those that it goes on to. SL:9.16.3-b: flamethrowers and
    charges know no smoke."""
    if not g.state.smoke or attack.charge:
        return ()
    if not attack.mounted and planned_otherwise(g, attack, "", ()) is not None:
        return ()
    keys: dict[str, None] = {}
    legs = [(attack.target, origins_of(g, attack))]
    legs += [(leg.place, hexes_of(g, leg.shots)) for leg in attack.beyond]
    for place, origins in legs:
        for origin in origins:
            if terrain.sees(g, origin, place):
                keys.update(dict.fromkeys(screen.key for screen in screens(g, origin, place)))
    return tuple(keys)


@PART.answers(dice_besides)
def smoke_in_the_way(g: SlPlay, attack: Attack) -> list[Frame]:
    keys = keys_on(g, attack)
    return [SmokeDice(attack.side, keys)] if keys else []


@PART.decisions(SmokeDice)
def ask_smoke_dice(g: SlPlay, frame: SmokeDice) -> Chance:
    places = ", ".join(g.place_name(key.partition("+")[0]) for key in frame.keys)
    asks = f"How thick is the smoke in {places}?"
    return Chance(asks, dice=len(frame.keys), side=frame.side, rules=("SL:9.16.4",))


@ask_smoke_dice
def take_smoke_dice(g: SlPlay, frame: SmokeDice, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    g.state.smoke_dice = dict(zip(frame.keys, answer.dice, strict=True))
    g.say(
        "smoke_dice",
        f"Smoke: {', '.join(map(str, answer.dice))}.",
        "SL:9.16.4",
        side=frame.side,
        dice=answer.dice,
    )


@PART.answers(attack_done)
def for_this_attack_only(g: SlPlay, attack: Attack) -> None:
    """SL:9.16.4"""
    g.state.smoke_dice = {}


@PART.answers(drm_to_come)
def likely_drm(g: SlPlay, attack: Attack) -> Mapping[int, float] | None:
    """By all dice that there may be, of the screens on the way to the target."""
    if g.state.smoke_dice or not keys_on(g, attack):
        return None
    origins = origins_of(g, attack)
    lines = [screens(g, origin, attack.target) for origin in origins]
    keys = tuple(dict.fromkeys(screen.key for found in lines for screen in found))
    if (
        len(keys) > MOST - 1
    ):  # of a group from all sides the thickest line; six screens are always the most there is
        lines = [max(lines, key=len)]
        keys = tuple([screen.key for screen in lines[0]])
    if len(keys) >= MOST:
        return {MOST: 1.0}
    found: dict[int, float] = {}
    for dice in product(range(1, 7), repeat=len(keys)):
        thrown = dict(zip(keys, dice, strict=True))
        drm = max(int(sum(line.value for line in lines_of_screens(one, thrown))) for one in lines)
        found[drm] = found.get(drm, 0.0) + 1 / 6 ** len(keys)
    return found
