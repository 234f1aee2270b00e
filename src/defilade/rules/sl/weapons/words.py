"""What players do with support weapons of their own kind, in words, with the odds, and how it looks."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.presentation import MarkerView
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import fire, wording
from defilade.rules.sl.fire import Attack, in_the_hex
from defilade.rules.sl.ground.fires import LEAVE, STAY
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign, markers
from defilade.rules.sl.state import AFPH, SlPlay
from defilade.rules.sl.weapons.anti_tank_mines import PLACE as PLACE_MINE
from defilade.rules.sl.weapons.arson import BURN_DOWN
from defilade.rules.sl.weapons.demolition import EXPLODE, PLACE, THROW, THROW_AT, placed
from defilade.rules.sl.weapons.flamethrowers import FLAME
from defilade.rules.sl.weapons.molotovs import THROW as MOLOTOV_THROWN
from defilade.tactics.fire_groups import Shot

PART = Part()


def at(g: SlPlay, action: Action) -> str:
    return g.place_name(action.at)


def flames(g: SlPlay, action: Action) -> str:
    passed = f", where {g.names(action.who[2:])} passed" if len(action.who) > 2 else ""
    return f"{g.name(action.who[0])} uses the flamethrower on {at(g, action)}{passed}"


def burns(g: SlPlay, action: Action) -> str:
    return f"{g.name(action.who[0])} uses the flamethrower on {g.piece_name(action.who[-1])}"


@PART.answers(wording.foreseen)
def what_flames_do(g: SlPlay, action: Action) -> tuple[Breakdown, dict[str, float]] | None:
    """What an attack with a flamethrower or a charge adds up to, and its odds."""
    if action.verb not in (FLAME, EXPLODE) or len(action.who) > 2:
        return None
    targets = in_the_hex(g, action.at)
    attack = (
        Attack(AFPH, g.attacker, action.at, targets, (), charge=action.who[0])
        if action.verb == EXPLODE
        else Attack(g.state.phase, g.unit(action.who[0]).side, action.at, targets, (Shot(*action.who),))
    )
    plan = fire.plan_of(g, attack)
    return (plan.breakdown(plan.groups[0]), wording.odds(g, plan, attack)) if plan.groups else None


def places(g: SlPlay, action: Action) -> str:
    where = f"on {g.piece_name(action.who[2])} in" if len(action.who) > 2 else "in"
    return f"{g.name(action.who[0])} places a charge {where} {at(g, action)}"


def throws(g: SlPlay, action: Action) -> str:
    passed = f", where {g.names(action.who[2:])} passed" if len(action.who) > 2 else ""
    return f"{g.name(action.who[0])} throws a charge into {at(g, action)}{passed}"


def throws_at(g: SlPlay, action: Action) -> str:
    return f"{g.name(action.who[0])} throws a charge at {g.piece_name(action.who[-1])}"


def places_mine(g: SlPlay, action: Action) -> str:
    unit, weapon, vehicle = action.who
    only = ", only to stop it" if action.how else ""
    return f"{g.name(unit)} places the {g.weapon_name(weapon)} on {g.piece_name(vehicle)}{only}"


def throws_molotov(g: SlPlay, action: Action) -> str:
    return f"{g.name(action.who[0])} throws a Molotov cocktail at {g.piece_name(action.who[-1])}"


MEANS = {PLACE_MINE: " with mines", MOLOTOV_THROWN: " with Molotov cocktails", "capture": ", to take it"}


def attacks(g: SlPlay, action: Action) -> str:
    return f"Attack {g.names(action.who)}{MEANS.get(action.how, '')}"


@PART.answers(markers)
def where_charges_lie(g: SlPlay) -> Iterable[MarkerView]:
    """Everybody sees a charge that has been placed (SL:8.11.3-b)."""
    for charge in placed(g):
        yield MarkerView(charge.placed_at, "dc", g.weapon_name(charge), charge.side, "SL:8.11.3-b")


PART.adds(
    SPOKEN,
    Spoken(FLAME, flames),
    Spoken("burn", burns),
    Spoken(PLACE, places),
    Spoken(EXPLODE, lambda g, action: f"Set off the charge in {at(g, action)}"),
    Spoken(THROW, throws),
    Spoken(THROW_AT, throws_at),
    Spoken(PLACE_MINE, places_mine),
    Spoken(MOLOTOV_THROWN, throws_molotov),
    Spoken("attack", attacks),
    Spoken(BURN_DOWN, lambda g, action: f"{g.name(action.who[0])} sets {at(g, action)} on fire"),
    Spoken(LEAVE, lambda g, action: f"Leave for {at(g, action)}"),
    Spoken(STAY.verb, lambda g, action: "Stay, and die in the flames"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(FLAME, OptionLook("Flamethrower", "danger", hex="target", figures=True)),
    VerbLook("burn", OptionLook("Flamethrower", "danger", hex="target")),
    VerbLook(PLACE, OptionLook("Place a charge", "danger", hex="special")),
    VerbLook(EXPLODE, OptionLook("Set it off", "danger", hex="target", figures=True)),
    VerbLook(THROW, OptionLook("Throw a charge", "danger", hex="target")),
    VerbLook(THROW_AT, OptionLook("Throw a charge", "danger", hex="target")),
    VerbLook(PLACE_MINE, OptionLook("Place a mine", "danger", hex="target")),
    VerbLook(BURN_DOWN, OptionLook("Set on fire", "danger", hex="special", rare=True)),
    VerbLook(LEAVE, OptionLook("Leave the fire", hex="go")),
    VerbLook(STAY.verb, OptionLook("Stay in the fire", "danger", rare=True)),
    VerbLook(MOLOTOV_THROWN, OptionLook("Throw a bottle", "danger", hex="target")),
)
PART.adds(
    EVENT_SIGNS,
    EventSign("places_charge", "passing"),
    EventSign("throws_charge", "passing"),
)
