"""Night (UF:38): nobody is attacked who has not been detected, and fire does less.

Which enemy group a group has detected in its turn is in `observed`.  Smoke has no effect at night, in the light of a
starshell neither (UF:38.1): see `smoke`.  Snipers, mines and Terrain cards need no observation (UF:38.7).
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Breakdown, Chance, Described, Frame, Line, Refusal
from defilade.kernel.composition import told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import (
    FIRE,
    HALVING,
    OVERRUN,
    SHOTS,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import relative_range, signed_range
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import attack_bar, movement_bar, on_turn_ends
from defilade.rules.upfront.game.state import RETREAT, Group, Machine, Man, Unit
from defilade.rules.upfront.ground.to_hit import numbers, shown, to_hit_lines
from defilade.rules.upfront.infantry.fire import on_attack_opened
from defilade.rules.upfront.infantry.odds import possible_draws
from defilade.rules.upfront.infantry.terrain import movement_cards, terrain_of
from defilade.rules.upfront.infantry.wording import described_by_section
from defilade.rules.upfront.transfers.infiltration import infiltration_bar
from defilade.rules.upfront.turn.sequence import on_turn_starts
from defilade.rules.upfront.turn.starshells import in_the_dark, is_lit

PART = Part()


@told
def on_out_of_sight(g: UfPlay, group: Group, enemy: Group, /) -> None:
    """A group no longer observes an enemy group at night."""


BY_SIGHT = frozenset((FIRE, OVERRUN, *SHOTS))
"""Attacks of a group on another one, for which it must have detected it."""


def has_detected(g: UfPlay, group: Group, target: Group) -> bool:
    """The group knows where the other one is; what its neighbours have seen does not help it (UF:38.22). No
    observation is needed by day or of groups in the light (UF:38.52)."""
    return group.observed == target.id or not in_the_dark(g, target)


# -- observation -------------------------------------------------------------------------------------------------


def _vehicle(g: UfPlay, group: Group) -> Machine | None:
    units = g.members(group)
    return next((u for u in units if isinstance(u, Machine) and u.kind == "afv"), None)


def _has_mortar(g: UfPlay, group: Group) -> bool:
    weapons = (g.weapon(man) for man in g.men(group) if not man.pinned and not man.broken)
    return any(weapon is not None and weapon.kind == "mortar" for weapon in weapons)


def observation_refusal(g: UfPlay, group: Group, target: Group) -> Refusal | None:
    """Why a group may not try to detect another one, if it may not."""
    if not g.scenario.night:
        return Refusal("by day everybody is seen", "UF:38.2-a")
    if group.observed:
        return Refusal("a group tries to detect one enemy group a turn", "UF:38.2-c")
    if is_lit(g, target):
        return Refusal(f"{g.group_name(target)} is lit: no observation is needed", "UF:38.52")
    return gully_refusal(g, group, target)


def gully_refusal(g: UfPlay, group: Group, target: Group) -> Refusal | None:
    """UF:38.2-b: out of a Gully or into one only at Relative Range 5, for a mortar, or where one of them is on a
    Hill."""
    places = {terrain_of(group), terrain_of(target)}
    if "gully" not in places or "hill" in places or relative_range(group, target) == 5:
        return None
    if _has_mortar(g, group):
        return None
    return Refusal("nobody sees out of a Gully or into one from there", "UF:38.2-b")


def observation(g: UfPlay, group: Group, target: Group) -> Breakdown:
    """The Relative Range that counts for observation alone (UF:38.3-a, UF:38.3-b)."""
    lines = [Line("Relative Range", relative_range(group, target), "UF:38.3-a", "=")]
    moving = len(movement_cards(target))
    if moving:
        lines.append(Line("moving", moving, "UF:38.3-b"))
    if _vehicle(g, target) is not None:
        lines.append(Line("a vehicle", 1, "UF:38.3-b"))
    if target.under_fire == g.state.turn:
        lines.append(Line("under fire in this turn", 1, "UF:38.3-b"))
    if target.fired:
        lines.append(Line("it has fired", 1, "UF:38.3-b"))
    observer = _vehicle(g, group)
    if observer is not None and observer.pinned:
        lines.append(Line("buttoned up", -1, "UF:38.31"))
    title = f"{g.group_name(group)} looks for {g.group_name(target)}"
    return Breakdown(title, tuple(lines), int(sum(line.value for line in lines)))


def seen_on(g: UfPlay, group: Group, target: Group) -> int:
    """The step on the ladder of UF:25.6: less than the range, at range 0 a 1, below it a 2 (UF:38.3-a)."""
    return int(observation(g, group, target).total) - 1


def observe_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """Whoever wants to (UF:38.21)."""
    if g.scenario.night and not group.observed:
        for target in g.enemy_groups(group.side):
            if observation_refusal(g, group, target) is None:
                yield Action("observe", (group.id,), target.id)


def why_not_observe(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    if action.at not in g.state.groups or g.group(action.at).side not in g.enemies(group.side):
        return Refusal("there is no such enemy group", "UF:38.2-a")
    return observation_refusal(g, group, g.group(action.at))


def observe(g: UfPlay, group: Group, action: Action) -> None:
    g.push(Observing(group.id, action.at))


class Observing(Frame):
    """A group tries to detect an enemy group in the dark (UF:38.2-a)."""

    group: str
    target: str


@PART.decisions(Observing)
def ask_observing(g: UfPlay, frame: Observing) -> Chance:
    group, target = g.group(frame.group), g.group(frame.target)
    asks = f"{observation(g, group, target).title}: {shown(seen_on(g, group, target))}"
    return draw(g, group.side, asks, "UF:38.3-a", about=(group.id, target.id))


@ask_observing
def take_observing(g: UfPlay, frame: Observing, answer: Answer) -> None:
    """A failure is the group's action; after a success it may still act (UF:38.2-a)."""
    g.pop()
    group, target = g.group(frame.group), g.group(frame.target)
    summed = observation(g, group, target)
    wanted = numbers(seen_on(g, group, target))
    card = turned(g, group.side, answer)
    found = card.number in wanted
    told = "detects" if found else "does not find"
    g.say(
        "observed" if found else "not_observed",
        f"{g.group_name(group)} {told} {g.group_name(target)} ({card.number}).",
        "UF:38.2-a",
        "UF:38.3-a",
        side=group.side,
        who=(group.id, card.id),
        at=target.id,
        breakdown=summed,
    )
    if found:
        g.update_group(group, observed=target.id)
    else:
        g.spend(group)


PART.action(
    "observe",
    observe_options,
    observe,
    lambda g, a: f"{g.group_name(a.who[0])} looks for {g.group_name(a.at)}",
    why_not_observe,
)


@PART.answers(described_by_section)
def describe_observation(g: UfPlay, action: Action) -> Described | None:
    """The range that counts, and how likely the group is found."""
    if action.verb != "observe" or action.at not in g.state.groups:
        return None
    group, target = g.group(action.who[0]), g.group(action.at)
    summed = observation(g, group, target)
    wanted = numbers(seen_on(g, group, target))
    cards = possible_draws(g, group.side)
    odds = {"found": sum(card.number in wanted for card in cards) / len(cards)} if cards else None
    return Described("", tuple(dict.fromkeys(line.rule for line in summed.lines)), summed, odds)


@PART.answers(on_turn_starts)
def a_new_turn(g: UfPlay, side: str) -> None:
    """UF:38.21: what was seen is lost again; and what the groups did in the turn before no longer gives them away."""
    for group in g.groups_of(side):
        if group.observed or group.fired:
            g.update_group(group, observed="", fired=False)


@PART.answers(on_turn_ends)
def lost_from_sight(g: UfPlay, side: str) -> None:
    """UF:38.21. Who was not seen in this turn is lost from sight (UF:27.2-a)."""
    if not g.scenario.night:
        return
    for group in g.groups_of(side):
        for enemy in g.enemy_groups(side):
            if not has_detected(g, group, enemy):
                on_out_of_sight(g, group, enemy)
        if group.observed:
            g.update_group(group, observed="")


@PART.answers(on_attack_opened)
def muzzle_flash(g: UfPlay, attack: Attack) -> None:
    """UF:38.3-b: a group that is under fire, or has fired, is easier to find; not by fire that is called off."""
    if attack.kind in BY_SIGHT:
        g.update_group(attack.target, under_fire=g.state.turn)
        if attack.firer in g.state.groups:
            g.update_group(attack.firer, fired=True)


# -- what must be seen -------------------------------------------------------------------------------------------


@PART.answers(attack_bar)
def unseen_target(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:38.2-a"""
    if not g.scenario.night or attack.kind not in BY_SIGHT or not attack.firer:
        return None
    if has_detected(g, g.group(attack.firer), g.group(attack.target)):
        return None
    return Refusal("the group has not detected that target in the dark", "UF:38.2-a")


@PART.answers(infiltration_bar)
def no_way_in_the_dark(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    """UF:38.2-a"""
    if g.scenario.night and not has_detected(g, g.group_of(man), target):
        return Refusal("the group has not detected that one in the dark", "UF:38.2-a")
    return None


@PART.answers(movement_bar)
def retrograde_by_sight(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:38.7-b: from range chit 0 on backwards only in sight of an enemy group that is still near enough then."""
    if not g.scenario.night or mode != RETREAT or group.range > 0:
        return None
    back = replace(group, range=group.range - 1)
    near = [enemy for enemy in g.enemy_groups(group.side) if signed_range(back, enemy) >= 0]
    if any(has_detected(g, group, enemy) for enemy in near):
        return None
    return Refusal("at night that needs the observation of an enemy group at the proper range", "UF:38.7-b")


# -- what night does to fire -------------------------------------------------------------------------------------


@PART.modifies(attack_lines, "UF:38.4-a", step=HALVING)
def night_fire(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:38.4-a: Fire cards of infantry count half. Moving fire is halved besides, each time fractions down
    (UF:38.41-a)."""
    if attack.kind != FIRE or not attack.firer or not in_the_dark(g, g.group(attack.target)):
        return
    if _vehicle(g, g.group(attack.firer)) is None:
        yield Line("night", 0.5, "UF:38.4-a", "x")


@PART.answers(to_hit_lines)
def night_shot(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:38.4-b: at all ranges, and for moving ordnance too, which hits on black only (UF:38.41-b)."""
    if attack.kind in SHOTS and in_the_dark(g, g.group(attack.target)):
        yield Line("night", -1, "UF:38.4-b")
