"""What players do with vehicles and against them, in words, and how it looks."""

from __future__ import annotations

from defilade.kernel import Action
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.state import SlPlay

PART = Part()


def at(g: SlPlay, action: Action) -> str:
    return g.place_name(action.at)


def ride(g: SlPlay, action: Action) -> str:
    """The vehicle that an action is about: it is named last."""
    return g.piece_name(action.who[-1])


def men(g: SlPlay, action: Action) -> str:
    return g.names(action.who[:-1])


def overruns(g: SlPlay, action: Action) -> str:
    return f"Overrun {at(g, action)}" + (", heads out, with all weapons" if action.how else "")


PART.adds(
    SPOKEN,
    Spoken("park", lambda g, action: f"{ride(g, action)} sets up in {at(g, action)}"),
    Spoken("face", lambda g, action: f"It faces {action.how}"),
    Spoken("board", lambda g, action: f"{g.names(action.who)} sits in it"),
    Spoken("command", lambda g, action: f"{g.counters[action.how].name} leads it"),
    Spoken("man", lambda g, action: f"{men(g, action)} mans {ride(g, action)}"),
    Spoken("drive", lambda g, action: f"{ride(g, action)} moves"),
    Spoken("drive-to", lambda g, action: f"Drive to {at(g, action)}"),
    Spoken("back", lambda g, action: f"Back into {at(g, action)}"),
    Spoken("turn", lambda g, action: f"Turn {action.how}"),
    Spoken("open", lambda g, action: "Open the hatches"),
    Spoken("button", lambda g, action: "Shut the hatches"),
    Spoken("unload", lambda g, action: f"{g.names(action.who)} gets out"),
    Spoken("abandon", lambda g, action: "The crew leaves it"),
    Spoken("overrun", overruns),
    Spoken("immobilize", lambda g, action: f"{men(g, action)} tries to stop {ride(g, action)}"),
    Spoken("brace", lambda g, action: f"{men(g, action)} keeps his nerve against {ride(g, action)}"),
    Spoken("hold-back", lambda g, action: "It attacks nobody"),
    Spoken("scrounge", lambda g, action: f"{men(g, action)} looks through {ride(g, action)}"),
    Spoken("salvage", lambda g, action: f"Take a {g.weapon_types[action.how].name}"),
    Spoken("return-fire", lambda g, action: f"{men(g, action)} fires into {ride(g, action)}"),
    Spoken("snipe-at", lambda g, action: f"{men(g, action)} fires at {ride(g, action)}"),
    Spoken("make-way", lambda g, action: f"{g.names(action.who)} makes way to {at(g, action)}"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("park", OptionLook("Put it here", hex="go")),
    VerbLook("face", OptionLook("Face")),
    VerbLook("board", OptionLook("Sits in it")),
    VerbLook("command", OptionLook("Led by")),
    VerbLook("man", OptionLook("Man it")),
    VerbLook("drive", OptionLook("Drive")),
    VerbLook("drive-to", OptionLook("Drive to", hex="go")),
    VerbLook("back", OptionLook("Back into", hex="special", rare=True)),
    VerbLook("turn", OptionLook("Turn", rare=True)),
    VerbLook("open", OptionLook("Open the hatches", rare=True)),
    VerbLook("button", OptionLook("Shut the hatches", rare=True)),
    VerbLook("unload", OptionLook("Unload", rare=True)),
    VerbLook("abandon", OptionLook("Abandon it", "danger", rare=True)),
    VerbLook("overrun", OptionLook("Overrun", "danger", hex="target")),
    VerbLook("immobilize", OptionLook("Stop it", hex="target")),
    VerbLook("brace", OptionLook("Keep your nerve", rare=True)),
    VerbLook("hold-back", OptionLook("Attack nobody", "quiet", idle=8)),
    VerbLook("scrounge", OptionLook("Look through it")),
    VerbLook("salvage", OptionLook("Take")),
    VerbLook("return-fire", OptionLook("Fire into it", hex="target")),
    VerbLook("snipe-at", OptionLook("Sniper", hex="target")),
    VerbLook("make-way", OptionLook("Make way", hex="go")),
)
PART.adds(
    EVENT_SIGNS,
    EventSign("drives", "trail"),
    EventSign("turns", "passing"),
    EventSign("hatches", "passing"),
    EventSign("unloads", "passing"),
    EventSign("boards", "passing"),
    EventSign("makes_way", "trail"),
    EventSign("goes_back", "trail"),
    EventSign("mans", "passing"),
    EventSign("order", "passing"),
    EventSign("overrun", "passing"),
)
