"""Every number of the tables file takes effect: changed by itself it changes something that players see, or the
file is refused because it contradicts itself.

A watcher looks at what one section of the file is for, with the rules' own functions and in play; it does not read
the tables.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path as FilePath
from typing import Any

import msgspec
import pytest
import yaml

from defilade.kernel import Choice
from defilade.rules.content_files import ContentError, ContentFiles
from defilade.rules.sk import (
    ambush,
    close_combat_attack,
    field_promotion,
    ift,
    los,
    machine_guns,
    morale,
    moving,
    portage,
    rally,
    residual,
    rout_ways,
    sequence,
    stacking,
    support_weapons,
    terrain,
)
from defilade.rules.sk.library import Library, library
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.system import SkSystem
from defilade.rules.sk.tables import Tables, check_tables
from defilade.tactics.moving import Mover, Moving, the_record
from sk.places import line
from sk.situation import Situation

Path = tuple[str | int, ...]

TABLES_FILE = "sk/tables.yaml"
SHIPPED: dict[str, Any] = yaml.safe_load(ContentFiles().read(TABLES_FILE).text)
WORDS = (
    "provenance",
    "reason",
    "rule",
    "mf_rule",
    "tem_rule",
    "los_rule",
    "woods_road_rule",
    "name",
    "out_of_season",
)
CHECKS, CASUALTIES, KILLS = range(1, 5), range(1, 5), range(1, 8)
CELLS = [
    "-",
    "PTC",
    "NMC",
    *(f"{n}MC" for n in CHECKS),
    *(f"K/{n}" for n in CASUALTIES),
    *(f"{n}KIA" for n in KILLS),
]
LEADERS = ["8-1", "8-0", "7-0", "6+1"]


# -- one number changed --------------------------------------------------------------------------------------


def figures(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Where the numbers stand: figures, results of the fire table, created leaders."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in WORDS:
                yield from figures(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from figures(value, (*path, place))
    elif not isinstance(data, bool):
        yield path, data


def other_values(value: Any) -> list[Any]:
    """What a figure could be instead."""
    if isinstance(value, str):
        row = CELLS if value in CELLS else LEADERS
        place = row.index(value)
        return [row[near] for near in (place + 1, place - 1) if 0 <= near < len(row)]
    return [value + 1, value - 1]


def with_figure(path: Path, value: Any) -> Library:
    """The kit of an owner who has put another figure into the file."""
    section = path[0]
    data: Any = {**SHIPPED, section: copy.deepcopy(SHIPPED[str(section)])}
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    tables = msgspec.convert(data, Tables)
    check_tables(TABLES_FILE, tables)
    return msgspec.structs.replace(library(), tables=tables)


# -- what players see ----------------------------------------------------------------------------------------


def unit(id: str, type: str, hex: str, *weapons: str, **states: Any) -> dict[str, Any]:
    sw = [{"id": f"{id}-{kind}", "type": kind} for kind in weapons]
    return {"id": id, "type": type, "hex": hex, "sw": sw, **states}


FAR_OFF = unit("r", "rus-447", "A1")


def previewed(s: Situation) -> list[Any]:
    """What is on offer, and the figures and odds of all of it."""
    choice = s.pending
    assert isinstance(choice, Choice)
    found = [s.position.system.describe(s.state, option) for option in choice.options]
    return [(one.label, one.breakdown, one.odds) for one in found]


@cache
def corner() -> Situation:
    return Situation("z", "PFPh", "german", [unit("g", "ger-467", "K5"), FAR_OFF])


def asked(kit: Library) -> SkPlay:
    """The same corner over and over, for what needs nothing but the tables: most of the numbers do."""
    g = corner().g
    g.library = kit
    return g


def quiet(system: SkSystem, *units: dict[str, Any], **more: Any) -> SkPlay:
    """A quiet corner of board z to ask the rules about."""
    return Situation("z", "PFPh", "german", [*units, FAR_OFF], system, **more).g


def scale(kit: Library) -> list[Any]:
    g = asked(kit)
    sequence.open_game(g)
    return [event.text for event in g.events]


def fire_table(kit: Library) -> list[Any]:
    g = asked(kit)
    columns = [ift.column(g, fp / 2) for fp in range(80)]
    return [
        [ift.column_fp(g, column) for column in columns],
        [ift.result(g, column, dr) for column in range(11) for dr in range(-2, 18)],
    ]


def fire_drm(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    mover = Situation("z", "MPh", "russian", [unit("r", "rus-447", "H5"), unit("g", "ger-467", "K5")], system)
    tired, carrier = unit("g", "ger-467", "K5", cx=True), unit("r", "rus-447", "K3", "rus-ft")
    smoker = Situation("z", "MPh", "german", [unit("g", "ger-468", "K5"), FAR_OFF], system)
    orchards = Situation(
        "y", "PFPh", "german", [unit("g", "ger-467", "A1"), unit("r", "rus-447", "B1")], system
    ).g
    return [
        previewed(mover.do("move r", "enter - I5")),
        previewed(Situation("z", "PFPh", "german", [tired, carrier], system)),
        smoker.do("move g", "smoke g K5").roll(1).state.smoke,
        [los.hindrance(orchards, a, b) for a, b in (("yA1", "yN1"), ("yB1", "yO1"), ("yA1", "yP1"))],
    ]


def fire_factors(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    here, there = line(1)
    far, off = line(7)
    targets = [unit("r1", "rus-447", there), unit("r2", "rus-447", off)]

    def attacks(phase: str, attacker: str, *firers: dict[str, Any]) -> list[Any]:
        return previewed(Situation("y", phase, attacker, [*firers, *targets], system))

    return [
        attacks("PFPh", "german", unit("g", "ger-467", here, pinned=True), unit("g2", "ger-467", far)),
        attacks("PFPh", "german", unit("lead", "ger-9-1", here, "ger-lmg")),
        attacks("PFPh", "german", unit("g", "ger-436", here)),
        attacks("AFPh", "american", unit("g", "usa-747", here)),
        attacks("DFPh", "russian", unit("g", "ger-467", here, fire="first")),
    ]


def residual_fp(kit: Library) -> list[Any]:
    g = asked(kit)
    found = []
    for fp in (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36):
        found.append(residual.half_column(g, fp))
    return found


def rallies(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    g = quiet(system, unit("g", "ger-467", "J3", broken=True, dm=True))
    return [rally.rally_breakdown(g, g.unit("g"), None)]


def weapon_rolls(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    g = quiet(
        system,
        unit("line", "ger-467", "K5", "ger-hmg", "rus-mmg", cx=True),
        unit("poor", "ger-436", "K5", "ger-ft"),
    )
    found: list[Any] = [support_weapons.recovery_breakdown(g, g.unit("line"))]
    for weapon in g.state.weapons.values():
        owner = g.unit(weapon.owner)
        found.append(machine_guns.rate_of_fire(g, owner, weapon))
        found += [machine_guns.breakdown_number(g, owner, weapon, mode) for mode in ("prep", "subsequent")]
    gunner = {**unit("g", "ger-467", "K5"), "sw": [{"id": "mg", "type": "ger-mmg", "malfunctioned": True}]}
    repair = Situation("z", "RPh", "german", [gunner, FAR_OFF], system).do("repair g+mg").roll(6)
    here, there = line(17)
    firers = [unit("g", "ger-467", here, "ger-hmg"), unit("r", "rus-447", there)]
    return [
        *found,
        sorted(repair.state.weapons),
        Situation("y", "PFPh", "german", firers, system).options("target"),
    ]


def wounds(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    g = quiet(system, unit("fit", "ger-9-1", "K5"), unit("hurt", "ger-9-1", "K5", wounded=True))
    hurt = g.unit("hurt")
    return [
        [ift.reduction_fate(g, g.unit(uid)) for uid in ("fit", "hurt")],
        moving.base_mf(g, hurt, led=False),
        portage.ipc(g, hurt),
        morale.morale_level(g, hurt),
        morale.leadership(g, hurt),
    ]


def ambushes(kit: Library) -> list[Any]:
    def fight(german: dict[str, Any]) -> Situation:
        return Situation("z", "CCPh", "german", [german, unit("r", "rus-447", "J3")], SkSystem({}, kit))

    weary = fight(unit("g", "ger-436", "J3", cx=True, pinned=True, advanced=True))
    surprise = fight(unit("g", "ger-467", "J3", advanced=True)).roll(1, 4)
    told = [event.text for event in surprise.events if event.kind == "ambush"]
    return [ambush.breakdown(weary.g, "zJ3", "german"), told]


def close_combat(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    g = quiet(
        system,
        unit("g", "ger-467", "J3", cx=True),
        unit("lead", "ger-8-0", "J3"),
        unit("r1", "rus-447", "J3", cx=True),
        unit("r2", "rus-447", "J3", broken=True),
    )
    ours, theirs = g.side_in("zJ3", "german"), g.side_in("zJ3", "russian")
    attack = close_combat_attack.make_attack(g, "german", "german", ours, theirs)
    answer = close_combat_attack.make_attack(g, "russian", "german", theirs[:1], ours)
    ratios = [
        (a, d) for a in (0.5, 1, 2, 3, 4, 6, 8, 9, 10, 11, 20) for d in (1, 2, 3, 4, 6, 7, 8, 9, 12, 16)
    ]
    places = [
        close_combat_attack.place_on_table(g, msgspec.structs.replace(attack, attack_fp=a, defence_fp=d))
        for a, d in ratios
    ]
    return [attack, answer, places]


def promotions(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    found: list[Any] = []
    for side, type in (("german", "ger-467"), ("russian", "rus-447"), ("american", "usa-747")):
        sides = (side, "russian" if side != "russian" else "german")
        g = Situation("z", "PFPh", side, [unit("u", type, "K5")], system, sides=sides).g
        found += [field_promotion.breakdown(g, g.unit("u"), level) for level in range(12)]
        found += [g.library.created_leader(side, dr) for dr in range(-2, 9)]
    return found


def movement(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    g = quiet(
        system,
        unit("g", "ger-467", "K5", "ger-mmg"),
        unit("poor", "ger-436", "K4", cx=True),
        unit("lead", "ger-9-1", "K5"),
        smoke={"K4": 2},
    )
    lead = g.unit("lead")
    allowances = [
        moving.mf_allowance(g, g.unit(uid), leader=leader, double_time=fast)
        for uid in ("g", "poor", "lead")
        for leader in (None, lead)
        for fast in (False, True)
    ]
    return [
        allowances,
        [portage.ipc(g, g.unit(uid)) for uid in ("g", "poor", "lead")],
        terrain.entry_cost(g, lead, "zK5", "zK4"),
        moving.road_bonus(g, Mover("g")),
        rout_ways.rout_mf(g, [lead]),
        spent_in_place(kit),
    ]


def spent_in_place(kit: Library) -> list[Any]:
    """What smoke and recovery cost, and whether a leader can move with 3 PP."""
    system = SkSystem({}, kit)
    laden = unit("lead", "ger-9-1", "K5")
    laden["sw"] = [{"id": f"lmg{n}", "type": "ger-lmg"} for n in range(3)]
    loose = [{"id": "mg", "type": "ger-lmg", "hex": "K5"}]
    s = Situation("z", "MPh", "german", [unit("s", "ger-468", "K5"), laden, FAR_OFF], system, loose=loose)
    found: list[Any] = [portage.carry_refusal(s.g, s.g.unit("lead"))]
    s.do("move s")
    for action in ("smoke s K5", "smoke s K4", "recover s+mg"):
        position, _ = s.position.apply(s.action(action))
        frame = next(frame for frame in position.state.stack if isinstance(frame, Moving))
        found.append(the_record(frame, "s").spent)
    return found


def stacks(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    g = quiet(
        system,
        *[unit(f"g{n}", "ger-467", "K5") for n in range(3)],
        *[unit(f"l{n}", "ger-8-0", "K5") for n in range(4)],
        unit("squad", "ger-467", "K4"),
        unit("leader", "ger-8-0", "K4"),
    )
    return [stacking.refusal(g, "german", "zK5", [g.unit(uid)]) is None for uid in ("squad", "leader")]


def on_board_y(system: SkSystem | None, month: int = 6) -> SkPlay:
    units = [unit("g", "ger-467", "A1"), unit("r", "rus-447", "B1")]
    return Situation("y", "PFPh", "german", units, system, month=month).g


def ground(kit: Library) -> list[Any]:
    system = SkSystem({}, kit)
    found: list[Any] = []
    for month in (5, 6, 9, 10):
        g = on_board_y(system, month)
        for kind, hex in {g.map.terrain[hex]: hex for hex in g.map.names}.items():
            found.append((kind, terrain.tem(g, hex), terrain.entry_cost(g, g.unit("g"), "", hex)))
        found += [los.hindrance(g, *hindered(kind)) for kind in ("orchard", "grain")]
        found.append(terrain.entry_cost(g, g.unit("g"), "yF3", "yG3", terrain.ROAD))
    return found


@cache
def hindered(kind: str) -> tuple[str, str]:
    """Two hexes two apart, seen over one hex of a kind."""
    g = on_board_y(None)
    near = g.map.adjacent
    for middle in g.map.names:
        if g.map.terrain[middle] == kind:
            for a in near[middle]:
                for b in near[middle]:
                    if g.map.distance(a, b) == 2 and los.hindrance(g, a, b) == 1:
                        if len([hex for hex in near[a] if hex in near[b]]) == 1:  # straight over its dot
                            return a, b
    raise LookupError(kind)


WATCHERS: dict[str, Callable[[Library], list[Any]]] = {
    "scale": scale,
    "infantry_fire_table": fire_table,
    "fire_drm": fire_drm,
    "fire_factors": fire_factors,
    "residual_fp": residual_fp,
    "rally": rallies,
    "support_weapon_rolls": weapon_rolls,
    "wound": wounds,
    "ambush": ambushes,
    "close_combat": close_combat,
    "leader_creation": promotions,
    "movement": movement,
    "stacking": stacks,
    "terrain": ground,
}


# -- the check -----------------------------------------------------------------------------------------------


def takes_effect(path: Path, value: Any) -> bool:
    """Whether another figure in this place is seen, or contradicts the rest of its section."""
    section = str(path[0])
    refused = []
    for other in other_values(value):
        try:
            kit = with_figure(path, other)
        except ContentError as error:
            refused.append(error)
            continue
        return WATCHERS[section](kit) != as_shipped(section)
    return bool(refused) and all(error.place.startswith(section) for error in refused)


@cache
def as_shipped(section: str) -> list[Any]:
    return WATCHERS[section](library())


@pytest.mark.parametrize("section", SHIPPED)
def test_every_number_of_the_tables_takes_effect(section: str) -> None:
    idle = [path for path, value in figures(SHIPPED[section], (section,)) if not takes_effect(path, value)]
    assert idle == []


@pytest.mark.rule("SK1:3.3.1-i", "SK1:3.3.1-j")
def test_an_owners_file_is_the_one_that_is_played_by(tmp_path: FilePath) -> None:
    text = ContentFiles().read(TABLES_FILE).text
    for old, new in (("ffmo: {drm: -1", "ffmo: {drm: -3"), ("ffnam: {drm: -1", "ffnam: {drm: -2")):
        assert old in text
        text = text.replace(old, new)
    own = tmp_path / TABLES_FILE
    own.parent.mkdir()
    own.write_text(text, encoding="utf-8")
    units = [unit("r", "rus-447", "H5"), unit("g", "ger-467", "K5")]
    s = Situation("z", "MPh", "russian", units, SkSystem({}, library(tmp_path)))
    s.do("move r", "enter - I5", "fire", "add g", "declare").roll(6, 5)
    assert (s.breakdown().value("SK1:3.3.1-i"), s.breakdown().value("SK1:3.3.1-j")) == (-2, -3)
