"""Ski troops (SL:4.13): where snow lies, units of the groups that have skis go on foot or on skis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import advance, close_combat, firers, movement, terrain
from defilade.rules.sl.ground.slopes import TIMES
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.morale import formed
from defilade.rules.sl.movement import Left
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.smoke import in_smoke
from defilade.rules.sl.state import APH, WIRE, SlPlay
from defilade.rules.sl.weapons.launchers import wants_crew
from defilade.rules.sl.works.entrenchments import inside_bar
from defilade.rules.sl.works.works import in_bunker, in_pit, known_in
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note_spent
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import game_opens, phase_ends, player_turn_begins
from defilade.tactics.units import Unit, Weapon

PART = Part()

SNOW = Option(
    "snow",
    "Snow",
    "Snow lies or falls: ski troops may use their skis.",
    ("SL:4.13.2",),
    by_card=True,
)
PART.adds(OPTIONS, SNOW)

SISSI = frozenset({"fin-838", "fin-338", "fin-328"})
"""Finnish commandos, whose leaders have skis with them (SL:3.17.7)."""
ON_COST = 2
UPHILL = WALL = 2
DOWNHILL = 2
SMOCKS = 1
CLUMSY = 2
"""SL:4.13.12: what it costs in close combat, and what it gives to others (that figure is lost in the text)."""

NO_SKIS = Refusal("it has no skis here", "SL:4.13.2")
ON_THE_WAY = Refusal("nobody changes skis while he goes by the side of a hex", "SL:4.13.5-a")
ON_SKIS = Refusal("a unit on skis does not go at double time", "SL:4.13.5-c")
INDOORS = Refusal("nobody goes into buildings or rubble on skis", "SL:4.13.9-a")
NOT_BENEATH = Refusal("nobody goes into entrenchments or bunkers on skis", "SL:4.13.9-a")
OVER_A_HEDGEROW = Refusal("nobody crosses a hedgerow on skis", "SL:14.6.8-b")
WIRED = Refusal("nobody goes onto wire on skis", "SL:4.13.9-a")
TOO_HEAVY = Refusal("on skis nobody fires heavier machine guns, mortars or guns", "SL:4.13.13")
DOWN_ONLY = Refusal(
    "who has put on skis in this APh goes over a crest line downhill, or nowhere", "SL:4.13.5-b"
)


def is_skier(g: SlPlay, unit: Unit) -> bool:
    """SL:4.13.4. Skis weigh nothing, and belong to their unit whatever becomes of it (SL:4.13.11)."""
    return unit.id in g.state.skiers


def skis_on(g: SlPlay, unit: Unit) -> bool:
    return unit.id in g.state.on_skis


@PART.answers(game_opens)
def who_has_skis(g: SlPlay) -> None:
    """SL:4.13.2: only where there is snow. They begin on foot."""
    if not SNOW.on(g):
        return
    groups = {
        number
        for number, group in enumerate(g.scenario.groups)
        if group.skis or not SISSI.isdisjoint(group.units)  # SL:3.17.7
    }
    g.state.skiers = tuple(sorted(unit.id for unit in g.state.units.values() if unit.group in groups))


@PART.answers(formed)
def of_the_ski_troops(g: SlPlay, unit: Unit, of: Unit) -> None:
    """SL:4.13.4: the other half of a squad, or the man who comes forth from it, has skis as it has."""
    if is_skier(g, of):
        g.state.skiers = tuple(sorted({*g.state.skiers, unit.id}))
    if skis_on(g, of):
        put_on(g, (unit.id,))


# -- on and off (SL:4.13.5) --------------------------------------------------------------------------------


def put_on(g: SlPlay, who: Iterable[str]) -> None:
    g.state.on_skis = tuple(sorted({*g.state.on_skis, *who}))


def take_off(g: SlPlay, who: Iterable[str]) -> None:
    gone = set(who)
    g.state.on_skis = tuple(uid for uid in g.state.on_skis if uid not in gone)


def on_refusal(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    for member in members:
        if bypass.status(g, member.unit) is not None:
            return ON_THE_WAY
        if not is_skier(g, member.unit) or skis_on(g, member.unit):
            return NO_SKIS
        if member.unit.id in g.state.double_timing or member.mover.assault:
            return ON_SKIS
        if member.unit.hex in g.map.below:
            return INDOORS
        if in_pit(g, member.unit):
            return NOT_BENEATH  # only in a building or bunker one may get ready (SL:4.13.9-b)
        if member.mf < ON_COST:
            return Refusal(f"that takes {ON_COST} MF", "SL:4.13.5-a")
    return movement.must_go_on(g, frame, members)


def off_refusal(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    if not all(skis_on(g, member.unit) for member in members):
        return NO_SKIS
    return movement.must_go_on(g, frame, members)


def go_on_skis(g: SlPlay, frame: Moving, action: Action) -> None:
    hex = g.unit(frame.members[0]).hex
    for uid in frame.members:
        note_spent(frame, uid, ON_COST, hex)
    put_on(g, frame.members)
    say(g, frame.members, "skis on")


def go_on_foot(g: SlPlay, frame: Moving, action: Action) -> None:
    take_off(g, frame.members)
    say(g, frame.members, "skis off")


def say(g: SlPlay, who: tuple[str, ...], how: str, rule: str = "SL:4.13.5-a") -> None:
    g.say("skis", f"{g.names(who)}: {how}.", rule, side=g.attacker, who=who, at=g.unit(who[0]).hex)


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "skis-on",
        34,
        lambda g, frame, members: [Action("skis-on")] if on_refusal(g, frame, members) is None else [],
        go_on_skis,
        lambda g, frame, members, action: on_refusal(g, frame, members),
    ),
    MoveVerb(
        "skis-off",
        35,
        lambda g, frame, members: [Action("skis-off")] if off_refusal(g, frame, members) is None else [],
        go_on_foot,
        lambda g, frame, members, action: off_refusal(g, frame, members),
    ),
)


@PART.answers(advance.other_advances)
def change_in_the_advance(g: SlPlay, side: Side) -> list[Action]:
    """SL:4.13.5-a: once a unit; nobody who is broken (SL:4.13.11-b). Who has got out of a vehicle does it
    only now (SL:4.13-q3), and nobody who is in one (SL:4.13-q1)."""
    found = []
    for uid in g.state.skiers:
        unit = g.state.units.get(uid)
        if unit is None or uid in g.state.changed_skis or advance.unit_refusal(g, unit) is not None:
            continue
        if unit.hex not in g.map.below and not in_pit(g, unit):
            found.append(Action("skis-off" if skis_on(g, unit) else "skis-on", (uid,)))
    return found


@PART.answers(advance.advanced_otherwise)
def changed_in_the_advance(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb not in ("skis-on", "skis-off"):
        return
    g.state.changed_skis = (*g.state.changed_skis, *action.who)
    (put_on if action.verb == "skis-on" else take_off)(g, action.who)
    say(g, action.who, action.verb.replace("-", " "))


@PART.answers(advance.goal_bar)
def only_downhill(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:4.13.5-b"""
    fresh = skis_on(g, unit) and unit.id in g.state.changed_skis
    return DOWN_ONLY if fresh and g.map.level(hex) >= g.map.level(unit.hex) else None


# -- on skis -----------------------------------------------------------------------------------------------


@PART.answers(terrain.price_of_entry)
def on_skis(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:4.13.6: one MF a hex, whatever is in it; SL:4.13.7: two uphill, out of gullies and through
    smoke; SL:4.13.8: two more over a wall or hedge; SL:14.9.2: up a double crest twice as much. Also in a rout
    (SL:4.13-q5)."""
    if not skis_on(g, unit):
        return cost
    wall = WALL if g.map.hexside_kind(origin, hex) in ("wall", "hedge") else 0
    up = g.map.level(hex) > g.map.level(origin)
    steep = TIMES if up and terrain.is_double_crest(g, origin, hex) else 1
    return (UPHILL * steep if up or in_smoke(g, hex) else 1) + wall


@PART.answers(bypass.price_of_hexside)
def over_a_wall_on_skis(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:4.13.8: as on any other way; nothing but the ground beside the obstacle costs more on skis."""
    wall = g.map.hexside_kind(origin, hex) in ("wall", "hedge")
    return WALL if wall and skis_on(g, unit) else cost


@PART.answers(terrain.entry_bar)
def not_indoors(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:4.13.9-a: over no cliff either; nobody walks there in any case."""
    if not skis_on(g, unit):
        return None
    if g.state.works and known_in(g, hex, unit.side, WIRE):
        return WIRED
    return INDOORS if g.terrain_of(hex).structure else over_a_hedgerow(g, unit, origin, hex)


@PART.answers(terrain.passing_bar)
def over_a_hedgerow(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    over = g.map.hexside_kind(origin, hex) == "hedgerow"
    return OVER_A_HEDGEROW if over and skis_on(g, unit) else None


@PART.answers(inside_bar)
def not_beneath_anything(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    return NOT_BENEATH if skis_on(g, unit) else None


def shut_in(g: SlPlay, unit: Unit) -> bool:
    """Whether a unit is in a building or bunker; who goes by the side of a house is not in it."""
    indoors = g.terrain_of(unit.hex).structure and bypass.status(g, unit) is None
    return indoors or in_bunker(g, unit)


@PART.answers(phase_ends)
def out_by_now(g: SlPlay, phase: str) -> None:
    """SL:4.13.9-b: who has put on skis inside goes out in that MPh or the APh after it, or takes them off."""
    if phase != APH:
        return
    inside = [unit.id for unit in g.on_map(g.attacker) if skis_on(g, unit) and shut_in(g, unit)]
    for uid in inside:
        take_off(g, (uid,))
        say(g, (uid,), "skis off, not having gone outside", "SL:4.13.9-b")


@PART.answers(movement.on_foot_bar)
def no_double_time(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.13.5-c; nor a MF more for keeping to a road (SL:4.13-q2)."""
    return ON_SKIS if skis_on(g, unit) else None


@PART.answers(movement.entered)
def downhill(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:4.13.10: each crest line that is crossed downhill."""
    fallen = g.map.level(origin) - g.map.level(hex)
    if fallen > 0:
        for uid in frame.members:
            if skis_on(g, g.unit(uid)):
                g.state.descents[uid] = g.state.descents.get(uid, 0) + fallen


@PART.answers(movement.mf_allowed)
def momentum(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    return mf + DOWNHILL * g.state.descents.get(unit.id, 0) if is_skier(g, unit) else mf


@PART.modifies(target_lines, "SL:4.13.3-a", step=COVER)
def snow_smocks(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:4.13.3-a: on skis or not, but not in a building or bunker; who goes by the side of a house is not in it. They
    move in the open like others (SL:4.13.3-b)."""
    if not is_skier(g, unit) or not aim.hexes:
        return []
    if shut_in(g, unit):
        return []
    return [Line("snow smocks", SMOCKS, "SL:4.13.3-a")]


@PART.answers(firers.weapon_bar)
def nothing_heavy(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    heavy = g.weapon_type(weapon).kind in ("MMG", "HMG") or wants_crew(g, weapon)
    return TOO_HEAVY if heavy and skis_on(g, unit) else None


@PART.answers(close_combat.made_by)
def clumsy(g: SlPlay, units: Sequence[Unit]) -> Iterable[Line]:
    if any(skis_on(g, unit) for unit in units):
        yield Line("on skis", CLUMSY, "SL:4.13.12")


@PART.answers(close_combat.against_target)
def easily_caught(g: SlPlay, unit: Unit) -> Iterable[Line]:
    """SL:4.13.12. Skis stay on in close combat (SL:4.13-q4)."""
    if skis_on(g, unit):
        yield Line("against who is on skis", -CLUMSY, "SL:4.13.12")


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.descents = {}
    g.state.changed_skis = ()
    g.state.on_skis = tuple(uid for uid in g.state.on_skis if uid in g.state.units)
