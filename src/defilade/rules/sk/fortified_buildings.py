"""Fortified buildings (SK1:S3-ssr1): chosen in secret at set-up, known to the enemy when they make a difference."""

from __future__ import annotations

import random

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.attack import cover_comes_out, secret_cover
from defilade.rules.sk.card_rules import FortifiedBuildings
from defilade.rules.sk.entering import came_in
from defilade.rules.sk.setup import set_up_frames
from defilade.rules.sk.state import SkPlay
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal, guess, has_secrets
from defilade.tactics.units import Unit

PART = Part()

NONE = Action("none")


class Fortify(Frame):
    """A side secretly fortifies buildings. It is asked as often as it may, so that a `none` does not show."""

    side: Side
    asked: int = 0


def fortified_rule(g: SkPlay, side: Side = "") -> FortifiedBuildings | None:
    return next((rule for rule in g.scenario.rules_of(FortifiedBuildings) if side in ("", rule.side)), None)


def fortifiable(g: SkPlay, side: Side) -> list[str]:
    """The buildings that lie wholly within the side's set-up area."""
    area: set[str] = set()
    for number, group in enumerate(g.scenario.groups):
        if group.side == side:
            area.update(g.scenario.set_up_area(number, g.map))
    return [building for building, hexes in g.map.buildings.items() if area.issuperset(hexes)]


def extra_tem(g: SkPlay, hex: Hex) -> Line | None:
    """The TEM that a building known to be fortified adds."""
    if not g.state.revealed:
        return None
    building = g.map.building_of.get(hex)
    return _fortified_line(g) if building in g.state.revealed else None


@PART.modifies(target_lines, "SK1:S3-ssr1", step=COVER)
def cover_of_fortified(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    line = extra_tem(g, unit.hex) if aim.covered else None
    return [line] if line is not None and line.value else []


@PART.answers(secret_cover)
def hidden_tem(g: SkPlay, hex: Hex) -> Line | None:
    """The TEM of a fortified building that is still a secret.

    Whoever resolves an attack asks for it; where it changes the result it comes out (`reveal`) and counts,
    otherwise the secret stands."""
    if not g.state.fortified:
        return None
    building = g.map.building_of.get(hex)
    if any(building in buildings for buildings in g.state.fortified.values()):
        return _fortified_line(g)
    return None


def _fortified_line(g: SkPlay) -> Line | None:
    rule = fortified_rule(g)
    return Line("fortified building", rule.tem, rule.rule) if rule is not None else None


@PART.answers(cover_comes_out)
def reveal(g: SkPlay, hex: Hex) -> None:
    """The building in `hex` turns out to be fortified."""
    state = g.state
    building = g.map.building_of.get(hex)
    for side, buildings in state.fortified.items():
        if building is None or building not in buildings:
            continue
        state.fortified[side] = tuple([other for other in buildings if other != building])
        state.revealed = (*state.revealed, building)
        g.say(
            "reveal", f"The building in {g.place_name(hex)} is fortified.", "SK1:S3-ssr1", side=side, at=hex
        )
        return


@PART.answers(came_in)
def enter_hex(g: SkPlay, hex: Hex, side: Side) -> None:
    """An enemy who enters a fortified building, in whatever phase, learns of it."""
    if not g.state.fortified:
        return
    building = g.map.building_of.get(hex)
    for owner, buildings in g.state.fortified.items():
        if owner != side and building in buildings:
            reveal(g, hex)
            return


@PART.answers(set_up_frames)
def ask_to_fortify(g: SkPlay, side: Side) -> list[Frame]:
    return [Fortify(side)] if fortified_rule(g, side) is not None else []


@PART.decisions(Fortify, why_not=lambda g, frame, action: fortify_refusal(g, frame, action))
def ask_fortify(g: SkPlay, frame: Fortify) -> Choice | None:
    rule = fortified_rule(g, frame.side)
    if rule is None or frame.asked >= rule.count:
        return None
    chosen = g.state.fortified.get(frame.side, ())
    free = [building for building in fortifiable(g, frame.side) if building not in chosen]
    options = tuple([Action("fortify", (), building) for building in free])
    asks = f"Which building do you fortify in secret ({frame.asked + 1} of {rule.count})?"
    return Choice(frame.side, asks, (*options, NONE), (rule.rule,))


@ask_fortify
def take_fortify(g: SkPlay, frame: Fortify, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    frame.asked += 1
    if answer == NONE:
        return
    fortified = g.state.fortified
    fortified[frame.side] = (*fortified.get(frame.side, ()), answer.at)
    g.say(
        "fortify",
        f"The building in {g.place_name(answer.at)} is fortified in secret.",
        "SK1:S3-ssr1",
        side=frame.side,
        at=answer.at,
        seen_by=(frame.side,),
    )


def fortify_refusal(g: SkPlay, frame: Fortify, action: Action) -> Refusal | None:
    if action.verb != "fortify":
        return None
    if action.at in g.state.fortified.get(frame.side, ()):
        return Refusal(f"the building in {g.place_name(action.at)} is fortified already", "SK1:S3-ssr1")
    return Refusal("only a building wholly within your set-up area can be fortified", "SK1:S3-ssr1")


@PART.answers(conceal)
def hide_fortified(g: SkPlay, side: Side) -> None:
    """The other sides' secret buildings are not in a view."""
    state = g.state
    if state.fortified:
        state.fortified = {owner: them for owner, them in state.fortified.items() if owner == side}


@PART.answers(has_secrets)
def buildings_may_be_fortified(g: SkPlay) -> bool:
    return fortified_rule(g) is not None


@PART.answers(guess)
def guess_fortified(g: SkPlay, side: Side, rng: random.Random) -> None:
    """Fill in what `side` cannot know: some buildings that the others may have fortified in secret."""
    setting_up = {frame.side: frame.asked for frame in g.state.stack if isinstance(frame, Fortify)}
    for rule in g.scenario.rules_of(FortifiedBuildings):
        if rule.side == side:
            continue
        possible = [building for building in fortifiable(g, rule.side) if building not in g.state.revealed]
        hidden = setting_up.get(rule.side, rule.count) - len(g.state.revealed)
        picked = rng.sample(possible, min(max(hidden, 0), len(possible)))
        g.state.fortified[rule.side] = tuple(picked)
