"""What players do with guns, in words, and how it looks."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.presentation import StateMark
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.guns.covered_arc import TURN
from defilade.rules.sl.guns.emplacing import POINT
from defilade.rules.sl.guns.in_overrun import FIRE
from defilade.rules.sl.guns.pieces import served
from defilade.rules.sl.guns.rate_of_fire import INTENSIVE
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign, marks_of_weapon
from defilade.rules.sl.state import SlPlay
from defilade.tactics.units import Weapon

PART = Part()

EMPLACED = StateMark("emplaced", "dug in", "SL:13.17.2-a")
IN_HASTE = StateMark("intensive", "Intensive Fire", "SL:13.11.3", "INT", "wound")


@PART.answers(marks_of_weapon)
def marks_of_guns(g: SlPlay, weapon: Weapon) -> Iterable[StateMark]:
    if weapon.emplaced:
        yield EMPLACED
    if served(g, weapon).intensive:
        yield IN_HASTE
    found = g.state.laid.get(weapon.id)
    if found is not None:
        drm = min(2, found.phases)
        yield StateMark(
            "acquired",
            f"has acquired {g.place_name(found.hex)}: −{drm}",
            "SL:13.10.2.4",
            f"ACQ −{drm}",
            "good",
        )


PART.adds(
    SPOKEN,
    Spoken(POINT, lambda g, action: f"To the {action.how}"),
    Spoken(
        TURN,
        lambda g, action: (
            f"{g.name(action.who[0])} turns the {g.weapon_name(action.who[1])} to the {action.how}"
        ),
    ),
    Spoken(
        FIRE,
        lambda g, action: f"Fire the {g.weapon_name(action.who[1])} at {g.piece_name(action.who[2])}",
    ),
    Spoken(
        INTENSIVE,
        lambda g, action: f"{g.name(action.who[0])}: Intensive Fire with the {g.weapon_name(action.who[1])}",
    ),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(POINT, OptionLook("Point it")),
    VerbLook(TURN, OptionLook("Turn the gun", rare=True)),
    VerbLook(FIRE, OptionLook("Fire at it", "danger", hex="target")),
    VerbLook(INTENSIVE, OptionLook("Intensive Fire", "danger", rare=True)),
)
PART.adds(
    EVENT_SIGNS,
    EventSign("turns_gun", "passing"),
    EventSign("points_gun", "passing"),
    EventSign("intensive", "passing"),
    EventSign("barrage", "passing"),
    EventSign("gun_shy", "passing"),
    EventSign("pushes_gun", "passing"),
)
