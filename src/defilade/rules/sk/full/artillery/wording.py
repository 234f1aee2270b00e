"""Orders to artillery in words."""

from __future__ import annotations

from defilade.kernel import Action, Described
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.full.artillery import radio
from defilade.rules.sk.full.artillery.batteries import battery_name, observer_of
from defilade.rules.sk.full.artillery.orders import Orders
from defilade.rules.sk.full.artillery.phase import ArtilleryStep
from defilade.rules.sk.full.artillery.requests import Request
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.wording import in_words

PART = Part()

WORDS = {
    "aim": "Place an Artillery Request",
    "hold": "Place no Artillery Request",
    "leave-it": "Leave it where it is",
    "cancel-fire": "Cancel it",
    "spotting-round": "Replace it with a Spotting Round",
    "remove-it": "Remove it",
}


@PART.answers(in_words)
def describe(g: SkPlay, action: Action) -> Described | None:
    top = g.state.stack[-1] if g.state.stack else None
    if isinstance(top, ArtilleryStep) and action.verb == "call":
        return _call(g, action)
    if isinstance(top, Request) and action.verb == "request":
        return Described(
            f"Aim at {g.place_name(action.at)} ({terrain.kind_of(g, action.at).name})", ("DAE:2.3-a",)
        )
    if isinstance(top, Request) and action.verb == "elsewhere":
        return Described("Not near any enemy whom the Observer sees", ("DAE:2.3-a",))
    if isinstance(top, Request) and action.verb == "hexrow":
        return Described(f"Hexrow {action.how}", ("DAE:2.3-a",))
    if isinstance(top, Orders):
        return _order(g, top, action)
    return None


def _call(g: SkPlay, action: Action) -> Described:
    battery = g.state.batteries[action.who[0]]
    name = battery_name(g, battery)
    unit = observer_of(g, battery)
    if battery.observer or unit is None:
        return Described(f"The Offboard Observer calls the {name}", ("DAE:2.8",))
    breakdown = radio.breakdown(g, battery)
    return Described(
        f"{g.name(unit)} in {g.place_name(unit.hex)} calls the {name}",
        breakdown.rules,
        breakdown,
        radio.odds(g, battery),
    )


def _order(g: SkPlay, frame: Orders, action: Action) -> Described | None:
    if action.verb == "convert":
        return Described(f"Convert it to Fire For Effect: {action.how}", ("DAE:2.33-d",))
    if action.verb == "correct":
        ending = f" and Convert it to Fire For Effect: {action.how}" if action.how else ""
        return Described(f"Correct it{ending}", ("DAE:2.33-b",) if ending else ("DAE:2.4-a",))
    words = WORDS.get(action.verb)
    return Described(words) if words is not None else None
