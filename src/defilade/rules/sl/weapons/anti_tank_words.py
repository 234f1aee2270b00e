"""What players do with anti-tank weapons, in words, and how it looks."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import wording
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons import anti_tank_fire, shells

PART = Part()


def who(g: SlPlay, crew: tuple[str, ...]) -> str:
    unit, weapon, *second = crew
    men = g.names((unit, *second))
    return f"{men} {'fire' if second else 'fires'} the {g.weapon_name(weapon)}"


def shoots(g: SlPlay, action: Action) -> str:
    only = ", only to stop it" if action.how else ""
    return f"{who(g, action.who[:-1])} at {g.piece_name(action.who[-1])}{only}"


def bursts(g: SlPlay, action: Action) -> str:
    movers = shells.movers_of(g, action)
    crew = tuple([uid for uid in action.who if uid not in movers])
    if action.how:
        return f"{who(g, crew)} at the {g.weapon_name(action.how)} in {g.place_name(action.at)}"
    at = f"{g.names(movers)} in {g.place_name(action.at)}" if movers else g.place_name(action.at)
    return f"{who(g, crew)} at {at}"


@PART.answers(wording.foreseen)
def what_a_shot_does(g: SlPlay, action: Action) -> tuple[Breakdown, dict[str, float]] | None:
    """To hit, with the odds of what comes of it."""
    if action.verb == "shoot":
        return anti_tank_fire.odds(g, anti_tank_fire.shot_of(action))
    return shells.odds(g, shells.shell_of(g, action)) if action.verb == shells.SHELL else None


PART.adds(
    SPOKEN,
    Spoken("shoot", shoots),
    Spoken("shell", bursts),
    Spoken("dare", lambda g, action: f"Into the blast of {g.place_name(action.at)}"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("shoot", OptionLook("Fire at it", hex="target", figures=True)),
    VerbLook("dare", OptionLook("Into the blast", "danger", hex="special", rare=True)),
    VerbLook("shell", OptionLook("Fire high explosive", hex="target", figures=True)),
)
PART.adds(
    EVENT_SIGNS,
    EventSign("to_hit", "passing"),
    EventSign("missed", "passing"),
    EventSign("blown_open", "passing"),
    EventSign("blasted", "passing"),
    EventSign("survival", "passing"),
    EventSign("issued", "passing"),
)
