"""What is done in this room, in words and looks of the table."""

from __future__ import annotations

from defilade.kernel import Action
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.state import SlPlay

PART = Part()


def conceals(g: SlPlay, action: Action) -> str:
    place = g.place_name(action.at)
    if action.who:
        return f'{g.names(action.who)} in {place} under a "?"'
    return f'The hidden in {place} come under a "?"'


def who_acts(g: SlPlay, action: Action) -> str:
    """A unit, or a vehicle."""
    return g.names(action.who) if action.who[0] in g.state.units else g.piece_name(action.who[0])


def splits(g: SlPlay, action: Action) -> str:
    gone = g.names(action.who[1:]) if len(action.who) > 1 else 'one "?"'
    return f"{g.name(action.who[0])} splits: {gone} goes its own way"


PART.adds(
    SPOKEN,
    Spoken(
        "cover", lambda g, action: f'{g.names(action.who)} sets up under a "?" in {g.place_name(action.at)}'
    ),
    Spoken("hide", lambda g, action: f"{g.names(action.who)} sets up hidden in {g.place_name(action.at)}"),
    Spoken("dummy", lambda g, action: f"A dummy in {g.place_name(action.at)}"),
    Spoken("uncover", lambda g, action: f"Give up the concealment in {g.place_name(action.at)}"),
    Spoken("show", lambda g, action: f"Show the hidden in {g.place_name(action.at)}"),
    Spoken("conceal", conceals),
    Spoken("conceal-all", lambda g, action: "Conceal all who kept quiet"),
    Spoken("split", splits),
    Spoken("come-on", lambda g, action: f"{g.names(action.who)} comes on"),
    Spoken(
        "steal-in",
        lambda g, action: f'{g.names(action.who)} comes on in {g.place_name(action.at)} under a "?"',
    ),
    Spoken("search", lambda g, action: f"{who_acts(g, action)} searches beside its hex"),
    Spoken("rally-unseen", lambda g, action: f"{g.names(action.who)} tries to rally out of sight"),
    Spoken("star-shell", lambda g, action: f"{who_acts(g, action)} lights up {g.place_name(action.at)}"),
    Spoken("scout", lambda g, action: f"{g.name(action.who[0])} sends a scout out"),
    Spoken("recall", lambda g, action: f"{g.name(action.who[0])} goes back to {g.name(action.who[1])}"),
    Spoken("hunt", lambda g, action: f"Attack {g.names(action.who)} in {g.place_name(action.at)}"),
    Spoken("hold-fire", lambda g, action: "Hold fire"),
    Spoken("scouting", lambda g, action: f"{g.names(action.who)} looks around"),
    Spoken("snipe", lambda g, action: f"{g.name(action.who[0])} fires at {g.name(action.who[1])}"),
    Spoken("look-for", lambda g, action: f"Look for the sniper in {g.place_name(action.at)}"),
    Spoken("sniper", lambda g, action: f"{g.name(action.who[0])} tries to make a sniper"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("cover", OptionLook('Under a "?"', hex="go")),
    VerbLook("hide", OptionLook("Hidden", hex="special")),
    VerbLook("dummy", OptionLook("Dummy", hex="special")),
    VerbLook("uncover", OptionLook("Give up concealment", hex="special", rare=True)),
    VerbLook("show", OptionLook("Show the hidden", hex="special", rare=True)),
    VerbLook("conceal", OptionLook("Conceal", hex="special")),
    VerbLook("conceal-all", OptionLook("Conceal all", "primary")),
    VerbLook("come-on", OptionLook("Come on")),
    VerbLook("steal-in", OptionLook('Come on under a "?"', hex="go")),
    VerbLook("split", OptionLook("Split", rare=True)),
    VerbLook("search", OptionLook("Search")),
    VerbLook("rally-unseen", OptionLook("Rally out of sight")),
    VerbLook("star-shell", OptionLook("Star shell", hex="target")),
    VerbLook("scout", OptionLook("Send a scout")),
    VerbLook("recall", OptionLook("Recall", rare=True)),
    VerbLook("hunt", OptionLook("Attack the scout", hex="target")),
    VerbLook("hold-fire", OptionLook("Hold fire", idle=1)),
    VerbLook("scouting", OptionLook("Look around")),
    VerbLook("snipe", OptionLook("Sniper", hex="target")),
    VerbLook("look-for", OptionLook("Look for the sniper", hex="target")),
    VerbLook("sniper", OptionLook("Make a sniper", rare=True)),
)
PART.adds(
    EVENT_SIGNS,
    *(
        EventSign(kind, "passing")
        for kind in (
            "concealed",
            "splits",
            "search",
            "scouting",
            "recall",
            "star_shell",
            "sniper_check",
            "turned_back",
            "reinforcements",
        )
    ),
)
