"""The batteries that can be reached by radio: what they are (SL:9.3), and who may have to do with them (SL:9.1.1)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.presentation import MarkerView
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import whereabouts
from defilade.rules.sl.firers import weapon_bar
from defilade.rules.sl.set_up import forces_besides
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign, markers
from defilade.rules.sl.state import AR, FFE, SR, Module, SlPlay
from defilade.rules.sl.weapons.captured import captured_refusal
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal, guess
from defilade.tactics.units import HERO, Unit, Weapon

PART = Part()
PART.adds(EVENT_SIGNS, EventSign("artillery", "result"))

RADIO = "Radio"
UNKNOWN = "somebody"
"""Who is in contact, to the other side, as long as it cannot see him."""

NO_LEADER = Refusal("an unbroken leader on the map works a radio", "SL:9.1.1-b")
NO_OBSERVER = Refusal("of heroes only forward observers work radios", "SL:3.8.7")
OUT_OF_ORDER = Refusal("the radio does not work", "SL:9.1.20")
NO_WEAPON = Refusal("a radio is no weapon", "SL:9.1.1-b")
NOTHING_LEFT = Refusal("the battery has fired all that it had", "SL:9.1.18")


class Calling(Frame):
    """Two dice for a battery; who calls it over which radio is in `State.calling`, since not everybody may know."""

    module: str
    maintains: bool = False


def change(g: SlPlay, module: Module, **changes: Any) -> Module:
    module = msgspec.structs.replace(module, **changes)
    g.state.modules[module.id] = module
    return module


def now(g: SlPlay) -> str:
    """The player turn."""
    return f"{g.state.turn} {g.attacker}"


def name_of(g: SlPlay, module: Module) -> str:
    return g.piece_name(module.id)


# -- what they are -------------------------------------------------------------------------------------------


class ModuleDraw(Frame):
    """SL:9.3.1: a battery for every radio of a group; SL:9.3.2-a: a die for its calibre."""

    group: int
    radios: tuple[str, ...]


@PART.answers(forces_besides)
def batteries_behind(g: SlPlay, group: int) -> Iterable[Frame]:
    mine = [w.id for w in g.state.weapons.values() if w.group == group and g.weapon_type(w).kind == RADIO]
    return [ModuleDraw(group, tuple(mine))] if mine else []


@PART.decisions(ModuleDraw)
def ask_draw(g: SlPlay, frame: ModuleDraw) -> Chance:
    side = g.scenario.groups[frame.group].side
    asks = f"What is the {side.capitalize()} artillery? A die for each battery."
    return Chance(asks, dice=len(frame.radios), side=side, rules=("SL:9.3.2-a",))


@ask_draw
def take_draw(g: SlPlay, frame: ModuleDraw, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    for radio, die in zip(frame.radios, answer.dice, strict=True):
        nation = g.weapon_type(g.state.weapons[radio]).nationality
        table = g.tables.artillery
        calibers = table.calibers.get(nation) or table.calibers[table.others]
        add_module(g, g.scenario.groups[frame.group].side, nation, calibers[die - 1])
        g.say(
            "artillery",
            f"{g.scenario.groups[frame.group].side.capitalize()} artillery of {calibers[die - 1]} mm or more.",
            "SL:9.3.2-a",
            side=g.scenario.groups[frame.group].side,
            dice=(die,),
        )


def add_module(g: SlPlay, side: Side, nation: str, caliber: int) -> Module:
    mine = [module for module in g.state.modules.values() if module.side == side]
    letter = "ABCDEF"[len(mine)] if mine else ""
    module = Module(g.new_id("b"), side, nation, caliber, letter)
    g.state.modules[module.id] = module
    return module


def firepower(g: SlPlay, module: Module) -> int:
    """SL:9.2.2-b, SL:9.3.3: the column of its calibre; SL:9.3.3-b: the British guns of 80 mm are of 88."""
    table = g.tables.artillery
    if module.fp:
        return module.fp
    own = table.own_columns.get(module.nation, {})
    return own.get(module.caliber) or table.columns[module.caliber]


# -- who works a radio ---------------------------------------------------------------------------------------


def radios(g: SlPlay, side: Side) -> list[Weapon]:
    return [
        weapon
        for weapon in g.state.weapons.values()
        if g.weapon_type(weapon).kind == RADIO and weapon.owner and g.unit(weapon.owner).side == side
    ]


def operator_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:9.1.1-b; SL:9.1.1-h: on the map; SL:3.8.7: heroes where the card calls them forward observers. That he is
    concealed or hidden does not matter (SL:2.3.9-q4)."""
    if unit.kind == HERO:
        groups = g.scenario.groups
        named = unit.group < len(groups) and groups[unit.group].observers
        return None if named and whereabouts(g, unit) else NO_OBSERVER
    if not unit.is_leader or unit.broken or unit.melee or unit.captive or not whereabouts(g, unit):
        return NO_LEADER
    return None


def radio_refusal(g: SlPlay, unit: Unit, radio: Weapon) -> Refusal | None:
    if radio.malfunctioned or radio.dismantled:
        return OUT_OF_ORDER
    return captured_refusal(g, unit, radio) or operator_refusal(g, unit)


@PART.answers(weapon_bar)
def only_talks(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return NO_WEAPON if g.weapon_type(weapon).kind == RADIO and g.state.phase != "RPh" else None


def working(g: SlPlay, side: Side) -> list[tuple[Unit, Weapon]]:
    """Who of a side could talk over which radio: SL:9.1.4-c: who shares the place of its bearer as well, so that
    contact outlives the first."""
    found = []
    for radio in radios(g, side):
        bearer = g.unit(radio.owner)
        place = whereabouts(g, bearer)
        near = [
            unit for unit in g.state.units.values() if unit.side == side and whereabouts(g, unit) == place
        ]
        found += [(unit, radio) for unit in near if place and radio_refusal(g, unit, radio) is None]
    return found


def contact_number(g: SlPlay, module: Module) -> int:
    """SL:9.1.2-b: by nation and year."""
    table = g.tables.artillery
    return table.contact_by_year.get(module.nation, {}).get(g.scenario.date[:4], table.contact[module.nation])


def spotter(g: SlPlay, module: Module) -> Unit | None:
    """Who is in contact, as long as he is fit for it."""
    unit = g.state.units.get(module.contact)
    if unit is None or operator_refusal(g, unit) is not None or cut_off(g, module, unit):
        return None
    return unit


@any_of
def cut_off(g: SlPlay, module: Module, spotter: Unit) -> bool:
    """Does what a spotter says not come through to those who fire?"""
    return False


def radius(module: Module) -> int:
    """SL:9.2.2-a: of the Blast Area; SL:9.5.6: of a gun on the map one hex."""
    return 0 if module.fp else 1


def observed_from(g: SlPlay, module: Module) -> str:
    unit = spotter(g, module)
    return whereabouts(g, unit) if unit is not None else ""


def in_view(g: SlPlay, module: Module, hex: Hex) -> bool:
    """SL:9.1.15-a, SL:9.14.1-f: in the sight of who is in contact, by night no farther than one sees."""
    place = observed_from(g, module)
    if not place or not hex or not terrain.sees(g, place, hex):
        return False
    return not g.scenario.night or g.map.distance(place, hex) <= g.state.nvr


def accuracy(g: SlPlay, module: Module) -> int:
    """SL:9.1.7"""
    table = g.tables.artillery
    for nation, since, number in table.accuracy:
        if nation == module.nation and g.scenario.date >= since:
            return number
    return table.accuracy_of_others


def spent(g: SlPlay, module: Module) -> bool:
    """Whether it has nothing left by the card (SL:9.1.18); otherwise battery access tells (SL:9.8.1)."""
    if module.fp:
        return False
    most = next((n for side, n in g.scenario.fire_missions.items() if side == module.side), 0)
    return bool(most) and module.missions >= most


def counter_gone(g: SlPlay, module: Module, why: str, rule: str) -> Module:
    g.say(
        "artillery",
        f"{name_of(g, module)} breaks off: {why}.",
        rule,
        side=module.side,
        at=module.at,
    )
    return change(g, module, counter="", at="")


@PART.answers(conceal)
def who_talks(g: SlPlay, side: Side) -> None:
    """SL:9.1.1-e: nobody sees who works a radio under a "?" or in hiding."""
    for module in list(g.state.modules.values()):
        if module.side != side and module.contact in g.state.unseen:
            change(g, module, contact=UNKNOWN, radio="", beside=())
    if g.state.calling and g.unit(g.state.calling[0]).side != side and g.state.calling[0] in g.state.unseen:
        g.state.calling = ()


@PART.answers(guess)
def somebody_talks(g: SlPlay, side: Side, rng: random.Random) -> None:
    """Whoever is in contact unseen is one of the leaders whom nobody sees, with one of the radios that nobody sees."""
    for module in list(g.state.modules.values()):
        if module.side != side and module.contact == UNKNOWN:
            leader, radio = one_of_them(g, module.side, rng)
            change(g, module, contact=leader or UNKNOWN, radio=radio)
    for frame in g.state.stack:
        if not isinstance(frame, Calling) or g.state.calling:
            continue
        called = g.state.modules[frame.module]
        if called.side != side:
            found = (called.contact, called.radio) if frame.maintains else one_of_them(g, called.side, rng)
            g.state.calling = found if found[0] else ()


def out_of_sight(g: SlPlay, weapon: Weapon) -> bool:
    """Whether a weapon is in hands that the other side cannot see; to that side it is nowhere."""
    return weapon.owner in g.state.unseen or not (weapon.owner or weapon.hex)


def one_of_them(g: SlPlay, side: Side, rng: random.Random) -> tuple[str, str]:
    """A leader out of sight, who has a radio from now on."""
    units = [g.unit(uid) for uid in g.state.unseen if uid in g.state.units]
    leaders = [unit.id for unit in units if unit.side == side and unit.is_leader and whereabouts(g, unit)]
    used = {module.radio for module in g.state.modules.values()}
    unseen = [
        weapon
        for weapon in g.state.weapons.values()
        if g.weapon_type(weapon).kind == RADIO
        and weapon.side == side
        and weapon.id not in used
        and out_of_sight(g, weapon)
    ]
    if not leaders or not unseen:
        return "", ""
    leader = leaders[int(rng.random() * len(leaders))]
    g.state.weapons[unseen[0].id] = msgspec.structs.replace(unseen[0], owner=leader, hex=g.unit(leader).hex)
    return leader, unseen[0].id


NAMES = {AR: "artillery request", SR: "spotting round", FFE: "fire for effect"}
RULES = {AR: "SL:9.1.5-a", SR: "SL:9.1.9-b", FFE: "SL:9.2.2-a"}


@PART.answers(markers)
def counters_on_the_map(g: SlPlay) -> Iterable[MarkerView]:
    for module in g.state.modules.values():
        if module.counter:
            text = NAMES[module.counter] + (f" {module.letter}" if module.letter else "")
            yield MarkerView(g.map.ground_hex(module.at), "burst", text, module.side, RULES[module.counter])
