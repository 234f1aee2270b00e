"""Artillery as the table shows it: how each battery stands, where its rounds lie, and what they cover."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.hexgrid import GameMap
from defilade.kernel import Action
from defilade.kernel.composition import Part
from defilade.rules.presentation import AreaView, MarkerView, StateMark, SupportView
from defilade.rules.sk.asking import hexes_concerned
from defilade.rules.sk.card_rules import OffboardArtillery
from defilade.rules.sk.full.artillery.batteries import (
    RADIUS,
    ROCKET_RADIUS,
    area_of,
    battery_name,
    hex_of,
    observer_of,
    offboard_eye,
    place_name,
)
from defilade.rules.sk.full.artillery.requests import Request
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.support_views import looked_from, shell_markers, shelled_areas, support
from defilade.tactics.artillery import SR, Battery, blast_area

PART = Part()

LOST = StateMark("lost", "gives no access any more", "DAE:2.21", "OUT", "bad")
NO_CONTACT = StateMark("no-contact", "out of contact", "DAE:2.1-e", "NO CONTACT")
ACCESS = StateMark("access", "Battery Access", "DAE:2.2-a", "ACCESS", "good")


@PART.answers(support)
def batteries(g: SkPlay) -> Iterable[SupportView]:
    return [
        SupportView(battery.side, battery_name(g, battery).capitalize(), tuple(states(g, battery)))
        for battery in g.state.batteries.values()
    ]


def states(g: SkPlay, battery: Battery) -> Iterable[StateMark]:
    """How it stands with a battery, from the call to the last shell."""
    if battery.lost:
        yield LOST
        return
    observer = observer_of(g, battery)
    if battery.observer:
        yield StateMark("observer", f"Offboard Observer in {battery.observer}", "DAE:2.8", "OBSERVER", "calm")
    elif battery.contact and observer is not None:
        yield StateMark(
            "contact", f"in Radio Contact with {g.name(observer)}", "DAE:2.1-d", "CONTACT", "good"
        )
    else:
        yield NO_CONTACT
    if battery.access:
        yield ACCESS
    if battery.counter:
        what = "Spotting Round" if battery.counter == SR else f"{battery.counter} ({battery.mission})"
        yield StateMark(
            "counter", f"{what} in {place_name(g, battery)}", "DAE:2.3-b", battery.counter, "fire"
        )
    yield StateMark(
        "chits",
        f"{battery.black} black and {battery.red} red chits left",
        "DAE:2.21",
        f"{battery.black}●{battery.red}○",
    )


@PART.answers(shell_markers)
def rounds(g: SkPlay) -> Iterable[MarkerView]:
    found = []
    for battery in g.state.batteries.values():
        hex = hex_of(g, battery)
        if hex and battery.counter:
            found.append(MarkerView(hex, "burst", battery.counter, battery.side, "DAE:2.3-b"))
    return found


@PART.answers(shelled_areas)
def areas(g: SkPlay) -> Iterable[AreaView]:
    return [
        AreaView(
            "blast",
            tuple(sorted(hexes)),
            battery.side,
            f"{battery.counter} of the {battery_name(g, battery)}",
        )
        for battery in g.state.batteries.values()
        if (hexes := area_of(g, battery))
    ]


@PART.answers(hexes_concerned)
def would_cover(g: SkPlay, action: Action) -> Iterable[str]:
    """What Fire For Effect would cover where a request lies."""
    top = g.state.stack[-1] if g.state.stack else None
    if not isinstance(top, Request) or action.verb != "request":
        return ()
    battery = g.state.batteries[top.battery]
    radius = ROCKET_RADIUS if battery.rockets else RADIUS
    return sorted(blast_area(g.map, g.map.centres[action.at], radius))


@PART.answers(looked_from)
def by_offboard_observers(g: SkPlay) -> Iterable[tuple[GameMap, str]]:
    eyes = [
        offboard_eye(g, rule.observer) for rule in g.scenario.rules_of(OffboardArtillery) if rule.observer
    ]
    return [(eye.map, str(eye.place)) for eye in eyes]
