"""Machine guns fire on through their target (SL:8.9.2): the same dice strike what stands in the hexes behind it.

An attack is made with the guns of a hex at an initial target hex; whoever stands nearer has nothing to fear
(SL:8.9.2.2-a). Beyond it every hex that the line enters costs a FP (SL:8.9.2.3), up to as many hexes as the gun has FP,
and never beyond its normal range (SL:8.9.2.1-a, SL:8.9.2.1-b). Friends are struck like enemies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part, any_of
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import terrain
from defilade.rules.sl.fire import Attack, Leg, attack_done, before_attack, met_beyond
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.firers import joining_bar
from defilade.rules.sl.ground.low_ground import is_water
from defilade.rules.sl.growth import GROWTH, LOW, sees_past
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import MPH, SlPlay
from defilade.rules.sl.vehicles.yard import is_afv
from defilade.rules.sl.weapons.line_of_fire import Step, beyond
from defilade.rules.sl.weapons.machine_guns import machine_guns, mg_refusal
from defilade.rules.sl.weapons.ways_of_fire import SPRAYING, aimed_at, fires, through
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit, Weapon

PART = Part()

MOVERS = Option(
    "no-fire-through-movers",
    "Machine guns do not fire through vehicles and cavalry that move",
    "A machine gun that fires at an AFV or at cavalry on the move strikes nobody behind them.",
    ("SL:8.9.2-33F", "SL:8.9.2-92A"),
    "convention",
)
PART.adds(OPTIONS, MOVERS)

WALL = "wall"
BARRIERS = frozenset({"crag", "graveyard"})
"""SL:8.9.2.4-a: fire at such a hex goes no further."""
NO_BARRIER = LOW
"""SL:8.9-q2, SL:14.12.9-a: it hides, but stops no bullet."""
NEVER_MIND = Action("cancel")


# -- how far it goes ---------------------------------------------------------------------------------------


@any_of
def bound_to_its_line(g: SlPlay, shot: Shot, target: str) -> bool:
    """Does a machine gun fire at a hex only because that lies on its line, and so no further?"""
    return False


def gun_shots_from(g: SlPlay, attack: Attack, hex: Hex) -> list[Shot]:
    """The machine guns of an attack that fire on from a hex; not those that spray (SL:8.9.3.1), or are fired
    at a vehicle (SL:8.9.2.4-b)."""
    return [
        shot
        for shot in attack.shots
        if shot.weapon
        and g.unit(shot.unit).hex == hex
        and g.weapon_type(g.state.weapons[shot.weapon]).is_machine_gun
        and not fires(shot, SPRAYING)
        and not aimed_at(shot)
        and not bound_to_its_line(g, shot, attack.target)
    ]


def level_beyond(g: SlPlay, origin: str, target: str, hex: Hex) -> float | None:
    """SL:8.9.2.5: on which level somebody must be in a further hex: on one level with firer and target, or on a slope
    of one level a hex."""
    level = g.map.level
    start, rise, far = level(origin), level(target) - level(origin), g.map.distance(origin, target)
    if not rise:
        return start
    if abs(rise) != far:
        return None
    up = 1 if rise > 0 else -1
    return start + up * g.map.distance(origin, hex)


def place_beyond(g: SlPlay, origin: str, target: str, hex: Hex) -> str | None:
    """Where in a further hex the fire strikes. SL:8.9.2.6: there must be a clear line from centre to centre; without it
    the hex costs its FP all the same. What only wheat (SL:14.11.2-b), brush or orchards (SL:14.16.5-b) hide it
    reaches."""
    wanted = level_beyond(g, origin, target, hex)
    if wanted is None:
        return None
    found = next((place for place in g.map.places_in(hex) if g.map.level(place) == wanted), None)
    return found if found is not None and sees_past(g, origin, found, GROWTH) else None


def is_obstacle(g: SlPlay, place: str) -> bool:
    kind = g.map.terrain[place]
    return bool(g.terrain_of(place).obstacle) and kind not in NO_BARRIER


def wall_before(g: SlPlay, before: Step, hex: Hex, level: float) -> bool:
    """SL:8.9.2.4-a, SL:8.9-q2: a wall on the level of firer and target, which the line crosses into a hex; hedges do
    not count."""
    if g.map.level(hex) != level:
        return False
    return any(near in g.map.adjacent[hex] and g.map.hexside_kind(near, hex) == WALL for near in before)


def somebody_in(g: SlPlay, place: str) -> bool:
    """SL:4.6-q4: whether anybody is in the obstacle of a hex, not only on his way around it."""
    return any(bypass.status(g, unit) is None for unit in g.units_in(place))


def stops_fire(g: SlPlay, hex: Hex) -> bool:
    return g.map.terrain[hex] in BARRIERS or is_water(g, hex)


def ends_at_target(g: SlPlay, origin: str, target: str) -> bool:
    """Whether fire ends in the initial target hex: with whoever is in an obstacle there (SL:8.9.2.7), not beside it
    (SL:4.6-q4), at crag, in water (SL:4.14.10-d), or at a wall that it has crossed into it."""
    if stops_fire(g, target) or (is_obstacle(g, target) and somebody_in(g, target)):
        return True
    if g.map.distance(origin, target) < 2 or g.map.level(origin) != g.map.level(target):
        return False
    nearest = g.map.distance(origin, target) - 1
    before = tuple(near for near in g.map.adjacent[target] if g.map.distance(origin, near) == nearest)
    crossed = tuple(near for near in before if near in {c.hex for c in g.map.between(origin, target)})
    return wall_before(g, crossed, target, g.map.level(origin))


def lanes(g: SlPlay, origin: str, target: str, most: int, reach: int) -> list[tuple[tuple[str, int], ...]]:
    """The ways on from a target, as places with the hexes entered: along a hexside the left or the right hexes, always
    the same (SL:8.9.2.8), so that smoke or whatever else is on the other side does not matter (SL:8.9-q4); and in an
    obstacle either those in it are struck and nobody further, or they are not (SL:8.9.2.7)."""
    if ends_at_target(g, origin, target):
        return [()]
    steps = beyond(g.map, origin, target, reach)[:most]
    sides = (0, -1) if any(len(step) > 1 for step in steps) else (0,)
    found: list[tuple[tuple[str, int], ...]] = []
    for side in sides:
        found += one_lane(g, origin, target, steps, side)
    return found


def one_lane(
    g: SlPlay, origin: str, target: str, steps: Sequence[Step], side: int
) -> list[tuple[tuple[str, int], ...]]:
    ended: list[tuple[tuple[str, int], ...]] = []
    lane: tuple[tuple[str, int], ...] = ()
    before: Step = (g.map.ground_hex(target),)
    for number, step in enumerate(steps, start=1):
        hex = step[side]
        place = place_beyond(g, origin, target, hex)
        walled = wall_before(g, before, hex, g.map.level(origin))
        if place is not None and is_obstacle(g, place) and not walled:
            if somebody_in(g, place):
                ended.append((*lane, (place, number)))
            elif g.units_in(place):
                lane = (*lane, (place, number))
        elif place is not None:
            lane = (*lane, (place, number))
        if walled or stops_fire(g, hex):
            break
        before = step
    return [lane, *ended]


def legs_of(
    g: SlPlay, shots: Sequence[Shot], origin: str, lane: Sequence[tuple[str, int]]
) -> tuple[Leg, ...]:
    """What strikes each place of a lane: the guns that have FP left there, and are in normal range."""
    legs = []
    for place, number in lane:
        distance = g.map.distance(origin, place)
        firing = []
        for shot in shots:
            kind = g.weapon_type(g.state.weapons[shot.weapon])
            if kind.fp > number and distance <= kind.range:
                firing.append(through(shot, number))
        if firing:
            legs.append(Leg(place, tuple(firing)))
    return tuple(legs)


def ways_through(g: SlPlay, attack: Attack, hex: Hex) -> list[tuple[Leg, ...]]:
    """The different ways in which the guns of a hex can fire on; the first is that of least resistance. SL:8.9.7.1-b:
    how far they go is what is printed on them, also in sustained fire."""
    shots = gun_shots_from(g, attack, hex)
    if not shots or (MOVERS.on(g) and at_movers(g, attack)):
        return []
    kinds = [g.weapon_type(g.state.weapons[shot.weapon]) for shot in shots]
    most, reach = max(kind.fp for kind in kinds) - 1, max(kind.range for kind in kinds)
    if g.map.distance(hex, attack.target) >= reach:
        return []
    found: list[tuple[Leg, ...]] = []
    told: set[tuple[str, ...]] = set()
    for lane in lanes(g, hex, attack.target, most, reach):
        legs = legs_of(g, shots, hex, lane)
        struck = tuple(leg.place for leg in legs if g.units_in(leg.place))
        if struck not in told:
            told.add(struck)
            found.append(legs)
    return found


def at_movers(g: SlPlay, attack: Attack) -> bool:
    """SL:8.9.2-33F, SL:8.9.2-92A: before all enemy movement is done."""
    if g.state.phase != MPH:
        return False
    vehicles = any(piece.partition("/")[0] in g.state.vehicles for piece in attack.targets)
    return vehicles or any(uid in g.state.cavalry for uid in attack.targets)


# -- in an attack ------------------------------------------------------------------------------------------


class WayThrough(Frame):
    """The firer of a hex chooses among the ways in which his fire can go on (SL:8.9.2.7, SL:8.9.2.8)."""

    hex: Hex
    side: Side
    ways: tuple[tuple[Leg, ...], ...]


@PART.answers(before_attack)
def goes_through(g: SlPlay, attack: Attack) -> Iterable[Frame]:
    """SL:8.9.2.1-a: it must; SL:8.9.2.2-b: with the same dice and the same leader."""
    if attack.beyond:
        return []
    frames: list[Frame] = []
    for hex in hexes_of(g, attack.shots):
        ways = ways_through(g, attack, hex)
        if len(ways) > 1:
            frames.append(WayThrough(hex, attack.side, tuple(ways)))
        elif ways:
            attack.beyond = (*attack.beyond, *ways[0])
    return frames


def struck_on(g: SlPlay, way: Sequence[Leg]) -> list[str]:
    return [leg.place for leg in way if g.units_in(leg.place)]


@PART.decisions(WayThrough)
def ask_way(g: SlPlay, frame: WayThrough) -> Choice:
    options = []
    for number, way in enumerate(frame.ways):
        struck = struck_on(g, way)
        options.append(Action("through", (), struck[-1] if struck else "", str(number)))
    asks = f"The fire from {g.place_name(frame.hex)} goes on: whom does it strike?"
    return Choice(frame.side, asks, tuple(options), ("SL:8.9.2.7", "SL:8.9.2.8"), at=frame.hex)


@ask_way
def take_way(g: SlPlay, frame: WayThrough, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    g.pop()
    attack = next(below for below in reversed(g.state.stack) if isinstance(below, Attack))
    attack.beyond = (*attack.beyond, *frame.ways[int(answer.how)])


@PART.answers(met_beyond)
def those_behind(g: SlPlay, targets: tuple[str, ...], attack: Attack) -> tuple[str, ...]:
    """SL:8.9.4.1-a, SL:8.9-q3: nothing armoured, nor who looks out of it; SL:8.9.4.3: what has no armour like anybody.
    Spraying fire strikes who looks out (SL:8.9.3.3). SL:8.9.2.9, SL:8.9-q5: nobody twice in a phase by the same gun."""
    struck = {uid for shot in attack.shots for uid in g.state.gun_victims.get(shot.weapon, ())}
    spraying = any(fires(shot, SPRAYING) for shot in attack.shots)
    found = []
    for piece in targets:
        vehicle = g.state.vehicles.get(piece.partition("/")[0])
        spared = vehicle is not None and is_afv(g, vehicle) and not spraying
        if piece not in struck and not spared:
            found.append(piece)
    return tuple(found)


@PART.answers(attack_done)
def note_victims(g: SlPlay, attack: Attack) -> None:
    """While the enemy moves a gun can come to fire at him more than once."""
    if g.state.phase != MPH:
        return
    victims = dict(g.state.gun_victims)
    for shot in attack.shots:
        if shot.weapon in g.state.weapons:
            victims[shot.weapon] = tuple(dict.fromkeys((*victims.get(shot.weapon, ()), *attack.targets)))
    g.state.gun_victims = victims


@PART.answers(phase_ends)
def forget_victims(g: SlPlay, phase: str) -> None:
    g.state.gun_victims = {}


# -- at an empty hex (SL:8.9.2.2-a) ------------------------------------------------------------------------


class LayGun(Frame):
    """A machine gun is laid on a hex in which nobody is seen, to strike those behind it."""

    phase: str
    side: Side
    unit: str
    weapon: str


def lines_at(g: SlPlay, unit: Unit, weapon: Weapon) -> list[str]:
    """The empty hexes through which a gun reaches somebody."""
    kind, enemy = g.weapon_type(weapon), g.enemy_of(unit.side)
    reach = [hex for hex in g.state.stacks if g.has_side(hex, enemy)]
    reach = [hex for hex in reach if 2 <= g.map.distance(unit.hex, hex) <= kind.range]
    reach = [hex for hex in reach if terrain.sees(g, unit.hex, hex)]
    found: dict[str, None] = {}
    for goal in reach:
        far = g.map.distance(unit.hex, goal)
        for hex in g.map.names:
            near = g.map.distance(hex, goal)
            if hex in found or not 0 < near < kind.fp or g.map.distance(unit.hex, hex) + near > far + 1:
                continue
            if hex == g.map.ground_hex(unit.hex) or g.units_in(hex) or g.map.distance(unit.hex, hex) >= far:
                continue
            if mg_refusal(g, unit, weapon, hex) is None and strikes(g, unit, weapon, hex):
                found[hex] = None
    return list(found)


def strikes(g: SlPlay, unit: Unit, weapon: Weapon, hex: Hex) -> bool:
    attack = Attack("", unit.side, hex, (), (Shot(unit.id, weapon.id),))
    enemy = g.enemy_of(unit.side)
    return any(g.has_side(leg.place, enemy) for way in ways_through(g, attack, unit.hex) for leg in way)


def could_lay(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """Whether there is somebody at all whom a gun could reach so."""
    kind, enemy = g.weapon_type(weapon), g.enemy_of(unit.side)
    return kind.fp > 1 and any(
        2 <= g.map.distance(unit.hex, hex) <= kind.range
        and g.has_side(hex, enemy)
        and mg_refusal(g, unit, weapon, hex) is None
        and joining_bar(g, (), unit, weapon.id, hex) is None
        for hex in g.state.stacks
    )


@PART.answers(other_acts)
def guns_to_lay(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action("lay", (unit.id, weapon.id))
        for unit in g.on_map(side)
        for weapon in machine_guns(g, unit)
        if could_lay(g, unit, weapon)
    ]


@PART.answers(acted_otherwise)
def lay(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == "lay":
        g.push(LayGun(g.state.phase, side, *action.who))


@PART.decisions(LayGun)
def ask_lay(g: SlPlay, frame: LayGun) -> Choice:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    options = tuple(Action("aim", (), hex) for hex in lines_at(g, unit, weapon))
    asks = f"At which hex does {g.name(unit)} aim the {g.weapon_name(weapon)}?"
    return Choice(frame.side, asks, (*options, NEVER_MIND), ("SL:8.9.2.2-a",), (unit.id, weapon.id))


@ask_lay
def take_lay(g: SlPlay, frame: LayGun, answer: Action | Outcome | None) -> None:
    g.pop()
    if isinstance(answer, Action) and answer != NEVER_MIND:
        g.push(DeclareFire(frame.phase, frame.side, answer.at, (), (Shot(frame.unit, frame.weapon),)))


def words_of_way(g: SlPlay, action: Action) -> str:
    frame = g.state.stack[-1]
    struck = struck_on(g, frame.ways[int(action.how)]) if isinstance(frame, WayThrough) else [action.at]
    return f"Strike {', '.join(g.place_name(place) for place in struck)}" if struck else "Strike nobody"


PART.adds(
    SPOKEN,
    Spoken("through", words_of_way),
    Spoken("lay", lambda g, action: f"{g.names(action.who)}: fire through an empty hex"),
    Spoken("aim", lambda g, action: f"Aim at {g.place_name(action.at)}"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("through", OptionLook("Fire on", hex="target")),
    VerbLook("lay", OptionLook("Fire through an empty hex", rare=True)),
    VerbLook("aim", OptionLook("Aim at", hex="target")),
)
