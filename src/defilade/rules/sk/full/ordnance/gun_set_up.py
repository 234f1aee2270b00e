"""Guns in set-up (SKF:1.2.6-d, SKF:4.0-n, SKF:6.3-a): with a crew, where they may stand, which way they point."""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.ordnance.guns import NOT_HERE, may_stand_in
from defilade.rules.sk.full.ordnance.shots import is_gun, ordnance_of, the_ordnance
from defilade.rules.sk.setup import equipping_bar, placing_bar, set_up_frames
from defilade.rules.sk.state import SkPlay
from defilade.tactics.arcs import FACING_NAMES, FACINGS
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import CREW, Unit, Weapon

PART = Part()

RULE = "SKF:3.2.4-n"

CREWS_FIRST = Refusal("a crew of its group mans it", "SKF:1.2.6-b")
ONE_GUN = Refusal("it mans a Gun already", "SKF:1.2.6-b")
NOT_AN_SMC = Refusal("an SMC mans no Gun", "SKF:1.2.6-b")


def is_on_pavement(g: SkPlay, hex: Hex) -> bool:
    """SKF:6.3-a: on a paved road nothing is dug in."""
    return g.map.road_kinds.get(hex) == "paved"


def guns_of_group(g: SkPlay, group: int) -> list[Weapon]:
    return [weapon for weapon in g.state.weapons.values() if weapon.group == group and is_gun(g, weapon)]


@PART.answers(placing_bar)
def crews_beside_guns(g: SkPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """A crew sets up where the Guns of its group may stand."""
    if unit.kind != CREW:
        return None
    unmanned = [gun for gun in guns_of_group(g, unit.group) if not gun.owner]
    return None if all(may_stand_in(g, the_ordnance(g, gun), hex) for gun in unmanned) else NOT_HERE


@PART.answers(equipping_bar)
def gun_to_crew(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SKF:4.0-n: Guns begin possessed: by crews, as long as there are some."""
    ordnance = ordnance_of(g, weapon)
    if ordnance is None or not ordnance.gun:
        return None
    if unit.is_leader:
        return NOT_AN_SMC
    if any(other.owner == unit.id and is_gun(g, other) for other in g.state.weapons.values()):
        return ONE_GUN
    if unit.kind != CREW and any(_is_free_crew(g, other, unit.group) for other in g.state.units.values()):
        return CREWS_FIRST
    return None if not unit.hex or may_stand_in(g, ordnance, unit.hex) else NOT_HERE


def _is_free_crew(g: SkPlay, unit: Unit, group: int) -> bool:
    return (
        unit.group == group
        and unit.kind == CREW
        and bool(unit.hex)
        and not any(other.owner == unit.id and is_gun(g, other) for other in g.state.weapons.values())
    )


class LayGuns(Frame):
    """The Guns of a side that stand on the map are pointed somewhere, one after the other."""

    side: Side


@PART.answers(set_up_frames)
def to_be_laid(g: SkPlay, side: Side) -> list[Frame]:
    has_guns = any(weapon.side == side and is_gun(g, weapon) for weapon in g.state.weapons.values())
    return [LayGuns(side)] if has_guns else []


def _next_gun(g: SkPlay, side: Side) -> Weapon | None:
    return next(
        (
            weapon
            for weapon in g.state.weapons.values()
            if weapon.side == side and weapon.hex and weapon.facing < 0 and is_gun(g, weapon)
        ),
        None,
    )


@PART.decisions(LayGuns)
def ask_lay_guns(g: SkPlay, frame: LayGuns) -> Choice | None:
    gun = _next_gun(g, frame.side)
    if gun is None:
        return None
    options = tuple(Action("face", (gun.id,), "", str(facing)) for facing in FACINGS)
    asks = f"Which way does the {g.weapon_name(gun)} in {g.place_name(gun.hex)} point?"
    return Choice(frame.side, asks, options, (RULE,), (gun.id,), gun.hex)


@ask_lay_guns
def take_lay_guns(g: SkPlay, frame: LayGuns, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    lay(g, g.state.weapons[answer.who[0]], int(answer.how))


def lay(g: SkPlay, gun: Weapon, facing: int) -> Weapon:
    """SKF:6.3-a: it is Emplaced unless it stands on a paved road."""
    gun = g.update_weapon(gun, facing=facing, emplaced=not is_on_pavement(g, gun.hex))
    g.say(
        "set_up",
        f"The {g.weapon_name(gun)} in {g.place_name(gun.hex)} points to the {FACING_NAMES[facing]}"
        + (" and is Emplaced." if gun.emplaced else "."),
        RULE,
        "SKF:6.3-a",
        side=gun.side,
        who=(gun.id,),
        at=gun.hex,
    )
    return gun
