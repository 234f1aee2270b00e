"""Motorcycles, with and without sidecars (SL:4.10): as fast as armoured cars by road, and nowhere that those do not go.

They move in the hands of their riders only (SL:4.10.8), through the procedure of all moves, one hex after the other;
what they use are MP, and each quarter of them takes a MF of those who ride. Where the chart has no cost for armoured
cars, they do not go. They charge nobody, and go along with no AFV (SL:4.10.11-a, SL:4.10-q2). Left out: riding around
what stands in a hex as vehicles do, and counters for motion.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import advance, movement, stacking, terrain
from defilade.rules.sl.marches.portage import carried_otherwise, pp, squad_pp
from defilade.rules.sl.mounts import riding
from defilade.rules.sl.mounts.riding import change, on_top
from defilade.rules.sl.movement import Left
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.people.prisoners import is_guard
from defilade.rules.sl.saddles import MOTORCYCLES, motorcycle_of
from defilade.rules.sl.smoke import smoke_cost
from defilade.rules.sl.state import CYCLE, MPH, WIRE, Mount, SlPlay
from defilade.rules.sl.vehicle_pieces import ARMOURED_CAR
from defilade.rules.sl.vehicles.driving import NEVER, ROAD, UPHILL, cost_in_column
from defilade.rules.sl.works.works import known_in
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, move_in_progress, record_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_begins, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

QUARTERS = 4
INTO_GULLY, OUT_OF_GULLY = 5, 9
"""SL:14.21.4"""
FENCES = ("cliff", "wall", "hedge", "hedgerow")
BRITISH = "british"

NOT_ITS = Refusal("a leader drives single machines only", "SL:4.10.2")
NO_DRIVER = Refusal("nobody on it knows how to drive a motorcycle", "SL:4.10.29")
OUT_OF_ORDER = Refusal("that motorcycle does not start", "SL:4.10.29")
NO_ROOM_FOR_WEAPONS = Refusal("motorcycles without sidecars carry no weapons", "SL:4.10.4-a")
TOO_MUCH = Refusal("the sidecars of a squad carry two PP", "SL:4.10.4-a")
TOO_MUCH_FOR_ONE = Refusal(
    "one sidecar carries two PP, and nothing if it takes a second leader", "SL:4.10.4-b"
)
NOT_THERE = Refusal("motorcycles do not go there", "SL:4.10.9-b")
NOT_FOR_WHEELS = Refusal("no wheels go there", "SL:4.10.9-a")
SOFT_GROUND = Refusal("motorcycles sink in there", "SL:4.10-q1")
OVER_A_HEDGEROW = Refusal("motorcycles do not cross hedgerows", "SL:14.6.8-b")
NO_WAY_ROUND = Refusal("motorcycles are not ridden around what stands in a hex", "SL:4.10.16-b")
NO_MP = Refusal("it has not the MP", "SL:4.10.9-a")
NO_MF = Refusal("riding so far takes more MF than its riders have", "SL:4.10.10-b")
RUNNING = Refusal("who goes at double time takes no motorcycle", "SL:4.10.10-c")
NO_WAY_THROUGH = Refusal("it could not ride on from there", "SL:4.10.11-a")
AMONG_ENEMIES = Refusal("motorcycles are ridden through enemies, not to them", "SL:4.10.11-a")
NOT_AMONG_ENEMIES = Refusal("nobody gets off among enemies", "SL:4.10.11-c")
STAYS_ON = Refusal("who is on a motorcycle does not advance", "SL:4.10.14")
WALKERS = Refusal("who rides and who walks go their own ways", "SL:4.10.8")
ALONE = Refusal("he is alone on his machine, or on none", "SL:4.10.3")
HAS_PRISONERS = Refusal("prisoners are not guarded from a motorcycle", "SL:3.29-q5")


# -- who may ride ------------------------------------------------------------------------------------------


def knows(g: SlPlay, unit: Unit) -> bool:
    """SL:4.10.29: motorcycle troops, and who has shown that he knows them; SL:4.10.32: British leaders do."""
    state = g.state
    if unit.id in state.motorcyclists or unit.id in state.taught:
        return True
    return unit.is_leader and nationality(g, unit) == BRITISH


def drivers(g: SlPlay, mount: Mount) -> list[Unit]:
    """Who moves a counter: the squad, not the leader with it (SL:4.10.2)."""
    up = on_top(g, mount)
    return [unit for unit in up if unit.is_mmc] if not mount.single else up


def driver_refusal(g: SlPlay, mount: Mount) -> Refusal | None:
    """SL:4.10.8: somebody must ride it; scouts, heroes and snipers are as good as leaders."""
    found = drivers(g, mount)
    if not found:
        return NOT_ITS
    if mount.malfunctioned:
        return OUT_OF_ORDER
    return None if any(knows(g, unit) for unit in found) else NO_DRIVER


@PART.answers(riding.for_everybody)
def found_by_the_way(g: SlPlay, mount: Mount) -> bool:
    """SL:4.10.29"""
    return mount.kind in MOTORCYCLES


@PART.answers(riding.mounting_bar)
def who_may_mount(g: SlPlay, unit: Unit, mount: Mount) -> Refusal | None:
    if mount.kind not in MOTORCYCLES:
        return None
    if mount.malfunctioned:
        return OUT_OF_ORDER
    riders = on_top(g, mount)
    if any(rider.side != unit.side for rider in riders) or mount.handler not in ("", unit.id):
        return riding.NO_MOUNT
    if is_guard(g, unit):
        return HAS_PRISONERS
    if not knows(g, unit) and (unit.is_mmc or not any(knows(g, rider) for rider in riders)):
        return NO_DRIVER
    if g.state.phase == MPH and unit.id in g.state.double_timing:
        return RUNNING
    found = halt_refusal(g, unit, mount, (unit,)) if g.state.phase == MPH else None
    return found or room_refusal(g, unit, mount)


@contextmanager
def as_if_mounted(g: SlPlay, unit: Unit, mount: Mount) -> Iterator[None]:
    """Look at a hex as it would be if a unit were mounted there."""
    before = g.state.mounts
    riders = (*(rider.id for rider in on_top(g, mount)), unit.id)
    g.state.mounts = {**before, mount.id: msgspec.structs.replace(mount, riders=riders)}
    try:
        yield
    finally:
        g.state.mounts = before


def room_refusal(g: SlPlay, unit: Unit, mount: Mount) -> Refusal | None:
    """SL:4.10.5, SL:4.3.3: mounted it takes more room; where there is none it must ride on at once, and by itself."""
    with as_if_mounted(g, unit, mount):
        full = stacking.refusal(g, unit.side, unit.hex, (unit,))
        if full is None:
            return None
        frame = move_in_progress(g)
        if g.state.phase != MPH or frame is None or frame.members != (unit.id,):
            return full
        now = g.state.mounts[mount.id]
        halt = 0.0 if mount.halted == mount.hex else total_mp(g, now) / QUARTERS
        price = riding.price_of_mounting(g, riding.MOUNTING[mount.kind], unit, mount)
        left = mp_left(g, frame, unit, now)
        left = min(left - price * total_mp(g, now) / QUARTERS, total_mp(g, now) - mount.mp - halt)
        return None if rides_on(g, (unit,), unit.hex, mount.heading, left, {}) else full


@PART.answers(riding.dismounting_bar)
def who_may_dismount(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.10.11-c; in its own hex (SL:4.10-q4). Of an enemy who hides in what stands there nobody knows."""
    mount = motorcycle_of(g, unit)
    if mount is None:
        return None
    if g.has_side(unit.hex, g.enemy_of(unit.side)):
        return NOT_AMONG_ENEMIES
    return halt_refusal(g, unit, mount) if g.state.phase == MPH else None


def halt_refusal(g: SlPlay, unit: Unit, mount: Mount, more: Sequence[Unit] = ()) -> Refusal | None:
    """SL:4.10.10-a: a stop takes a quarter of the MP. SL:4.10.10-c: of what leaders give to others nothing counts."""
    total = total_mp(g, mount, more)
    if mount.halted != mount.hex and mount.mp + total / QUARTERS > total:
        return NO_MP
    frame = move_in_progress(g)
    record = record_of(frame, unit.id) if frame is not None else None
    spent = record.spent if record is not None else 0
    return NO_MF if more and spent + 1 > movement.allowance(g, unit, led=False) else None


def total_mp(g: SlPlay, mount: Mount, more: Sequence[Unit] = ()) -> float:
    """SL:4.10.33: a quarter less for others than motorcycle troops."""
    full = g.tables.motorcycles.mp[mount.kind]
    driving = [*drivers(g, mount), *more]
    trained = any(unit.id in g.state.motorcyclists for unit in driving)
    return full if trained else full * (QUARTERS - 1) / QUARTERS


@PART.answers(riding.got_on, riding.got_off)
def halts(g: SlPlay, unit: Unit, mount: Mount) -> None:
    """SL:4.10.10-a: once for all who get on or off there. SL:4.10.29: whoever rides it has it."""
    if mount.kind not in MOTORCYCLES:
        return
    g.state.ridden.setdefault(unit.id, 0.0)
    mp = mount.mp if mount.halted == mount.hex else mount.mp + total_mp(g, mount, (unit,)) / QUARTERS
    riders = on_top(g, mount)
    side = riders[0].side if riders else mount.side
    g.state.mounts[mount.id] = msgspec.structs.replace(mount, mp=float(mp), halted=mount.hex, side=side)


# -- what it costs (SL:4.10.9-a) ---------------------------------------------------------------------------


def ground_mp(g: SlPlay, origin: str, hex: Hex) -> float:
    """What motorcycles pay for a hex: like armoured cars, but nothing for wrecks and vehicles in it."""
    if hex in g.map.below or origin in g.map.below or g.map.hexside_kind(origin, hex) in FENCES:
        return NEVER
    road = g.map.road_between(origin, hex)
    cost = ROAD if road else cost_in_column(g, ARMOURED_CAR, hex)
    if cost >= NEVER:
        return NEVER
    sunk = g.map.relief.depressions
    if hex in sunk and origin not in sunk and not road:
        cost += INTO_GULLY
    elif origin in sunk and hex not in sunk and not road:
        cost += OUT_OF_GULLY
    elif g.map.level(hex) > g.map.level(origin):
        cost += UPHILL
    return cost + smoke_cost(g, hex)


def turning_mp(g: SlPlay, heading: int, origin: str, hex: Hex) -> float:
    """SL:4.10.9-c: nothing for turning, but for turning about: they do not go backward."""
    way = g.map.direction(origin, hex)
    about = heading >= 0 and way is not None and way == (heading + 3) % 6
    return g.tables.motorcycles.turning_about if about else 0


def step_mp(g: SlPlay, mount: Mount, origin: str, hex: Hex) -> float:
    return ground_mp(g, origin, hex) + turning_mp(g, mount.heading, origin, hex)


def quarters(mp: float, total: float) -> int:
    """SL:4.10.10-b: quarters of the MP, or parts of one."""
    return math.ceil(mp * QUARTERS / total)


@PART.answers(terrain.own_price)
def mf_of_riding(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> float | None:
    """SL:4.10.10-b: a MF whenever another quarter is begun."""
    mount = motorcycle_of(g, unit)
    if mount is None or g.state.phase != MPH:
        return None
    mp = step_mp(g, mount, origin, hex)
    if mp >= NEVER:
        return NEVER
    total, before = total_mp(g, mount), g.state.ridden.get(unit.id, 0)
    return float(quarters(before + mp, total) - quarters(before, total))


@PART.answers(movement.price_in_words)
def in_mp(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> str | None:
    mount = motorcycle_of(g, unit)
    return f"{step_mp(g, mount, origin, hex):g} MP" if mount is not None else None


@PART.answers(movement.own_mf)
def basic_allowance(g: SlPlay, frame: Moving, unit: Unit) -> float | None:
    """SL:4.10.10-b: of the MF that are on a unit's counter."""
    return movement.allowance(g, unit, led=False) if uses_motorcycle(g, unit) else None


def uses_motorcycle(g: SlPlay, unit: Unit) -> bool:
    return unit.id in g.state.ridden or motorcycle_of(g, unit) is not None


def mp_left(g: SlPlay, frame: Moving, unit: Unit, mount: Mount) -> float:
    """How many MP a rider can still use: of the motorcycle's, and for his own MF."""
    total, ridden = total_mp(g, mount), g.state.ridden.get(unit.id, 0)
    record = record_of(frame, unit.id)
    walked = (record.spent if record is not None else 0) - quarters(ridden, total)
    own = math.floor(movement.allowance(g, unit, led=False) - walked) * total / QUARTERS - ridden
    return min(total - mount.mp, own)


# -- where they go -----------------------------------------------------------------------------------------


@PART.answers(terrain.entry_bar)
def where_motorcycles_go(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:4.10.9-b, SL:14.10.2-b; SL:4.10-q1: they are too heavy for soft ground."""
    if motorcycle_of(g, unit) is None:
        return None
    if g.map.hexside_kind(origin, hex) == "hedgerow":
        return OVER_A_HEDGEROW
    closed = closed_refusal(g, unit, hex)
    if closed is not None:
        return closed
    return NOT_FOR_WHEELS if ground_mp(g, origin, hex) >= NEVER else None


def closed_refusal(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:4.10.9-b: what no motorcycle gets into, ridden or pushed."""
    kind = g.ground_in(hex)
    if kind in ("rubble", "wooden_rubble", "crag") or hex in g.map.below:
        return NOT_THERE
    if g.state.works and known_in(g, hex, unit.side, WIRE):
        return NOT_THERE
    return SOFT_GROUND if kind in ("marsh", "pond") else None


@PART.answers(terrain.passing_bar)
def not_around_it(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    return NO_WAY_ROUND if motorcycle_of(g, unit) is not None else None


@PART.answers(movement.may_be_run_into)
def through_enemies(g: SlPlay, enemy: Unit, movers: Sequence[Unit]) -> bool:
    """SL:4.10.11-a"""
    return bool(g.state.mounts) and all(motorcycle_of(g, unit) is not None for unit in movers)


@PART.answers(movement.moving_bar)
def not_with_walkers(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.10.8: who goes together rides together."""
    frame = move_in_progress(g) if g.state.mounts else None
    if frame is None or not frame.members or frame.members[0] not in g.state.units:
        return None
    first = g.unit(frame.members[0])
    return WALKERS if (motorcycle_of(g, first) is None) != (motorcycle_of(g, unit) is None) else None


@PART.answers(movement.step_bar)
def as_far_as_they_go(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    if not g.state.mounts:
        return None
    mount = motorcycle_of(g, unit)
    if mount is None:
        mixed = any(motorcycle_of(g, g.unit(uid)) is not None for uid in frame.members)
        return WALKERS if mixed else None
    found = driver_refusal(g, mount) or cargo_refusal(g, mount)
    if found is not None:
        return found
    if is_guard(g, unit):
        return HAS_PRISONERS
    mp = step_mp(g, mount, unit.hex, hex)
    if mount.mp + mp > total_mp(g, mount):
        return NO_MP
    left = mp_left(g, frame, unit, mount) - mp
    if left < 0:
        return NO_MF
    return through_refusal(g, frame, unit, hex) if unit.id == frame.members[0] else None


def through_refusal(g: SlPlay, frame: Moving, first: Unit, hex: Hex) -> Refusal | None:
    """SL:4.10.11-a, SL:4.3.3: into enemies, or a hex that is too full, only with the MP to ride on."""
    party = [g.unit(uid) for uid in frame.members]
    full = stacking.refusal(g, first.side, hex, party)
    hostile = g.has_side(hex, g.defender)
    if full is None and not hostile:
        return None
    left = NEVER
    for unit in party:
        mount = motorcycle_of(g, unit)
        if mount is None:
            return WALKERS
        mine = mp_left(g, frame, unit, mount) - step_mp(g, mount, first.hex, hex)
        left = min(left, mine)
    way = g.map.direction(first.hex, hex)
    heading = way if way is not None else -1
    if rides_on(g, party, hex, heading, left, {}):
        return None
    return NO_WAY_THROUGH if hostile else movement.TOO_FULL


def rides_on(
    g: SlPlay, party: Sequence[Unit], hex: Hex, heading: int, left: float, best: dict[tuple[str, int], float]
) -> bool:
    """Whether riders come from a hex to one where they may stay. `best` are the MP left where they have looked."""
    if best.get((hex, heading), -1.0) >= left:
        return False
    best[hex, heading] = left
    for near in g.map.adjacent[hex]:
        if any(terrain.entry_bar(g, unit, hex, near) is not None for unit in party):
            continue
        rest = left - ground_mp(g, hex, near) - turning_mp(g, heading, hex, near)
        if rest < 0:
            continue
        hostile = g.has_side(near, g.defender)
        if not hostile and stacking.refusal(g, party[0].side, near, party) is None:
            return True
        way = g.map.direction(hex, near)
        if rides_on(g, party, near, way if way is not None else -1, rest, best):
            return True
    return False


@PART.answers(movement.stop_bar)
def not_among_enemies(g: SlPlay, frame: Moving, unit: Unit) -> Refusal | None:
    """As long as there is a way on. Nor does anybody mount in a hex that is too full for it, and stay."""
    if motorcycle_of(g, unit) is None:
        return None
    full = unit.id in g.state.mounted_at and stacking.refusal(g, unit.side, unit.hex, (unit,)) is not None
    if full and movement.entry_options(g, frame, movement.what_is_left(g, frame)):
        return movement.TOO_FULL
    if not g.has_side(unit.hex, g.defender):
        return None
    return AMONG_ENEMIES if movement.entry_options(g, frame, movement.what_is_left(g, frame)) else None


@PART.answers(movement.entered)
def ridden(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    if not g.state.mounts or not origin:  # who comes on is on foot
        return
    way = g.map.direction(origin, hex)
    for mount in list(g.state.mounts.values()):
        riders = [uid for uid in mount.riders if uid in frame.members]
        if mount.kind not in MOTORCYCLES or not riders or mount.hex != hex:
            continue
        mp = step_mp(g, mount, origin, hex)
        heading = way if way is not None else -1
        g.state.mounts[mount.id] = msgspec.structs.replace(
            mount, mp=float(mount.mp + mp), heading=heading, halted="", side=g.attacker
        )
        for uid in riders:
            g.state.ridden[uid] = float(g.state.ridden.get(uid, 0) + mp)
            track = g.state.tracks.get(uid)
            if track is not None:
                g.state.tracks[uid] = msgspec.structs.replace(track, riding=(*track.riding, hex))


# -- what they carry (SL:4.10.4) ---------------------------------------------------------------------------


def cargo_refusal(g: SlPlay, mount: Mount) -> Refusal | None:
    """SL:4.10.4-a, SL:4.10.4-b"""
    riders = on_top(g, mount)
    weapons = [
        (weapon, unit) for unit in riders for weapon in g.weapons_of(unit) if not carried_otherwise(g, weapon)
    ]
    if not weapons:
        return None
    if mount.kind == CYCLE:
        return NO_ROOM_FOR_WEAPONS
    most = g.tables.motorcycles.sidecar_pp
    if mount.single:
        weight = sum(pp(g, weapon, unit) for weapon, unit in weapons)
        return TOO_MUCH_FOR_ONE if weight > most or len(riders) > 1 else None
    return TOO_MUCH if sum(squad_pp(g, weapon) for weapon, _ in weapons) > most else None


# -- room (SL:4.10.5) --------------------------------------------------------------------------------------


@PART.answers(stacking.room_taken)
def room_of_motorcycles(g: SlPlay, room: tuple[int, int], units: Sequence[Unit]) -> tuple[int, int]:
    """SL:4.10.5: two squads, whoever else is on them; one leader where only leaders ride. SL:4.10.7: what nobody rides
    takes none."""
    if not g.state.mounts and g.state.turn:
        return room
    count, mmc = room
    if not g.state.turn:  # they set up
        up = [unit for unit in units if g.scenario.groups[unit.group].mounted in MOTORCYCLES]
        squads = sum(unit.is_mmc for unit in up)
        return count + squads - min(squads, len(up) - squads), mmc + squads
    for mount in g.state.mounts.values():
        up = [unit for unit in units if unit.id in mount.riders] if mount.kind in MOTORCYCLES else []
        if any(unit.is_mmc for unit in up):
            count, mmc = count + 2 - len(up), mmc + 1
        elif up:
            count += 1 - len(up)
    return count, mmc


# -- the Advance Phase, and the end of a ride --------------------------------------------------------------


@PART.answers(advance.advance_bar)
def no_advance_on_wheels(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.10.14, SL:4.10.15"""
    return STAYS_ON if motorcycle_of(g, unit) is not None else None


def sound(g: SlPlay, mount: Mount) -> list[Unit]:
    """Who is still on it. The berserk get off before they charge (SL:3.25-q7)."""
    return [
        unit
        for unit in on_top(g, mount)
        if unit.hex == mount.hex and not unit.broken and not unit.captive and not unit.berserk
    ]


@PART.answers(riding.riders_lost)
def stays_where_it_is(g: SlPlay, mount: Mount, sound: tuple[str, ...]) -> bool | None:
    """SL:4.10.25: it is no horse that runs away."""
    if mount.kind not in MOTORCYCLES:
        return None
    change(g, mount, sound, mount.hex)
    return True


@PART.answers(phase_begins)
def look_after_them(g: SlPlay, phase: str) -> None:
    for mount in list(g.state.mounts.values()):
        if mount.kind in MOTORCYCLES and mount.riders:
            up = tuple([unit.id for unit in sound(g, mount)])
            if up != mount.riders:
                change(g, mount, up, mount.hex)


@PART.answers(player_turn_begins)
def engines_off(g: SlPlay) -> None:
    g.state.ridden = {}
    for mount in list(g.state.mounts.values()):
        if mount.mp or mount.halted:
            g.state.mounts[mount.id] = msgspec.structs.replace(mount, mp=0, halted="")


# -- on a machine of his own (SL:4.10.3) -------------------------------------------------------------------


def on_his_own(g: SlPlay, mount: Mount, who: Iterable[str]) -> Mount:
    """SL:4.10.3, SL:4.10.28: a single machine for those of a squad's counter."""
    who = tuple(who)
    left = [uid for uid in mount.riders if uid not in who]
    change(g, mount, left, mount.hex)
    alone = msgspec.structs.replace(mount, id=g.new_id("m"), riders=who, single=True, handler="")
    g.state.mounts[alone.id] = alone
    g.say(
        "mount",
        f"{g.doing(who, 'has a machine', 'have machines')} of {'his' if len(who) == 1 else 'their'} own.",
        "SL:4.10.3",
        side=mount.side,
        who=who,
        at=mount.hex,
    )
    return alone


def shared(g: SlPlay, unit: Unit) -> Mount | None:
    """The squad's counter on which a leader is."""
    mount = motorcycle_of(g, unit)
    return mount if mount is not None and not mount.single and not unit.is_mmc else None


@PART.answers(riding.left_behind)
def keeps_a_machine(g: SlPlay, mount: Mount, who: tuple[str, ...]) -> None:
    """SL:4.10.3: the leader from whom his squad drives away."""
    if mount.kind not in MOTORCYCLES or mount.single:
        return
    men = tuple([uid for uid in who if not g.unit(uid).is_mmc])
    if men:
        alone = msgspec.structs.replace(
            mount, id=g.new_id("m"), riders=men, single=True, handler="", hex=g.unit(men[0]).hex
        )
        g.state.mounts[alone.id] = alone


SPLIT = "own-machine"


def split_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not g.state.mounts:
        return []
    found = [Action(SPLIT, (member.unit.id,)) for member in members]
    return [action for action in found if split_refusal(g, frame, members, action) is None]


def split_refusal(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    if unit is None or unit.id not in frame.members or shared(g, unit) is None:
        return ALONE
    return no_room_apart(g, unit) or (movement.must_go_on(g, frame, members) if len(members) > 1 else None)


def no_room_apart(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.10.5: he takes room of his own from then on."""
    beside = msgspec.structs.replace(unit, id="")
    return stacking.refusal(g, unit.side, unit.hex, (beside,))


def split(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:4.10.3: at any time; he goes on when those whom he leaves have come to an end."""
    unit = g.unit(action.who[0])
    mount = shared(g, unit)
    assert mount is not None
    on_his_own(g, mount, (unit.id,))
    if len(frame.members) > 1:
        frame.members = tuple([uid for uid in frame.members if uid != unit.id])
        frame.waiting = (*frame.waiting, unit.id)


@PART.answers(advance.other_advances)
def splits_in_the_aph(g: SlPlay, side: Side) -> list[Action]:
    """SL:4.10.3"""
    if not g.state.mounts:
        return []
    mine = [unit for unit in g.on_map(side) if unit.good_order and side == g.attacker]
    may = [unit for unit in mine if shared(g, unit) is not None and no_room_apart(g, unit) is None]
    return [Action(SPLIT, (unit.id,)) for unit in may]


@PART.answers(advance.advanced_otherwise)
def split_in_the_aph(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == SPLIT:
        unit = g.unit(action.who[0])
        mount = shared(g, unit)
        assert mount is not None
        on_his_own(g, mount, (unit.id,))


PART.adds(MOVE_VERBS, MoveVerb(SPLIT, 37, split_options, split, split_refusal))
PART.adds(SPOKEN, Spoken(SPLIT, lambda g, action: f"{g.names(action.who)} takes a machine of his own"))
PART.adds(OPTION_LOOKS, VerbLook(SPLIT, OptionLook("A machine of his own", rare=True)))
