"""Victory conditions that single scenarios have for themselves (UF:C-vc, UF:D-vc, UF:G-vc, UF:I-vc), and who wins where
the attacker has not done what his card asks of him.

What else their cards say is done where it belongs: Cower cards and outlawed cards in `deck`, the Pillbox of UF:C.1 in
`pillbox`, what is given out at the start in `starting_terrain`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Over
from defilade.rules.upfront.fortifications.pillbox import in_pillbox
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.scenario import ATTACKER, DEFENDER
from defilade.rules.upfront.game.victory_conditions import Breakthrough, Pillbox, Points, RearGuard
from defilade.rules.upfront.infantry.moving_fire import unit_moves
from defilade.rules.upfront.infantry.terrain import reduces_fire
from defilade.rules.upfront.infantry.victory import (
    casualty_points,
    fulfils,
    is_infiltrated,
    losses_of,
    progress_words,
    victory_at_end,
    victory_now,
    victory_points,
)

PART = Part()


def in_role(g: UfPlay, role: str) -> str:
    """The side that attacks or defends."""
    return next(side for side in g.state.sides if g.side(side).role == role)


def under_way(g: UfPlay) -> bool:
    """Groups and terrain are laid out: conditions count from the first turn on."""
    return g.state.phase not in ("setup", "terrain")


def attacker_wins(g: UfPlay, why: str, *rules: str) -> Over:
    return Over(in_role(g, ATTACKER), why, (g.scenario.victory_rule, *rules))


def defender_wins(g: UfPlay, why: str, *rules: str) -> Over:
    return Over(in_role(g, DEFENDER), why, (g.scenario.victory_rule, *rules))


# -- the Pillbox -------------------------------------------------------------------------------------------------


@PART.answers(victory_now)
def pillbox_falls(g: UfPlay) -> Over | None:
    """UF:C-vc: all who were in it are gone, whichever way they left it."""
    if not isinstance(g.scenario.victory, Pillbox) or not under_way(g):
        return None
    defender = in_role(g, DEFENDER)
    if any(group.members and in_pillbox(group) for group in g.groups_of(defender)):
        return None
    return attacker_wins(g, "Nobody holds the Pillbox any more.")


# -- the rear guard ----------------------------------------------------------------------------------------------


def men_upon_rear_guard(g: UfPlay, attacker: str) -> int:
    """Cards in cover, in groups that nobody has infiltrated, at Relative Range 5 to an enemy group."""
    enemies = g.enemy_groups(attacker)
    total = 0
    for group in g.groups_of(attacker):
        if any(relative_range(group, enemy) == 5 for enemy in enemies):
            if reduces_fire(g, group) and not is_infiltrated(g, group):
                total += sum(fulfils(g, unit) for unit in g.members(group))
    return total


@PART.answers(victory_now)
def rear_guard_is_caught(g: UfPlay) -> Over | None:
    """UF:D-vc"""
    victory = g.scenario.victory
    if not isinstance(victory, RearGuard) or not under_way(g):
        return None
    attacker, defender = in_role(g, ATTACKER), in_role(g, DEFENDER)
    if men_upon_rear_guard(g, attacker) >= victory.men:
        return attacker_wins(g, f"{victory.men} unpinned men in cover are upon the Rear Guard.", "UF:16.42-a")
    groups = sum(bool(group.members) for group in g.groups_of(defender))
    if groups <= 1 and losses_of(g, attacker) < losses_of(g, defender):
        return attacker_wins(g, "The Rear Guard is reduced to one group and has lost more men.")
    return None


# -- breaking through --------------------------------------------------------------------------------------------


def broken_through(g: UfPlay, side: str, chit: int) -> int:
    """Cards of a side that have got as far as a range chit, not on the move any more (UF:16.422)."""
    groups = [group for group in g.groups_of(side) if group.range >= chit]
    return sum(not unit_moves(g, unit) for group in groups for unit in g.members(group))


def breakthrough_points(g: UfPlay) -> tuple[int, int]:
    """Victory Points of attacker and defender: position counts for the defender alone."""
    return casualty_points(g, in_role(g, ATTACKER)), victory_points(g, in_role(g, DEFENDER))


@PART.answers(victory_now)
def through_the_forest(g: UfPlay) -> Over | None:
    """UF:I-vc: both together."""
    victory = g.scenario.victory
    if not isinstance(victory, Breakthrough) or not under_way(g):
        return None
    attacker = in_role(g, ATTACKER)
    if broken_through(g, attacker, victory.chit) * 2 < g.side(attacker).cards:
        return None
    mine, theirs = breakthrough_points(g)
    if mine <= theirs:
        return None
    why = f"Half of the force is at range chit {victory.chit}, with {mine} Victory Points to {theirs}."
    return attacker_wins(g, why)


# -- how things stand --------------------------------------------------------------------------------------------


@PART.answers(progress_words)
def how_it_stands(g: UfPlay) -> Iterator[str]:
    """The conditions of these scenarios in numbers, for the players."""
    victory = g.scenario.victory
    if not under_way(g):
        return
    if isinstance(victory, Pillbox):
        inside = [group for group in g.groups_of(in_role(g, DEFENDER)) if in_pillbox(group)]
        yield f"{sum(len(group.members) for group in inside)} men hold the Pillbox"
    elif isinstance(victory, RearGuard):
        attacker, defender = in_role(g, ATTACKER), in_role(g, DEFENDER)
        yield f"{men_upon_rear_guard(g, attacker)} of {victory.men} men in cover upon the Rear Guard"
        lost = f"lost {losses_of(g, defender)}, the attacker {losses_of(g, attacker)}"
        yield f"Rear Guard: {len(g.groups_of(defender))} groups, {lost}"
    elif isinstance(victory, Breakthrough):
        attacker = in_role(g, ATTACKER)
        needed = (g.side(attacker).cards + 1) // 2
        yield f"{broken_through(g, attacker, victory.chit)} of {needed} men at range chit {victory.chit}"
        mine, theirs = breakthrough_points(g)
        yield f"Victory Points: attacker {mine}, defender {theirs}"
    elif isinstance(victory, Points) and victory.attacker_needs:
        yield f"The attacker needs {victory.attacker_needs:g} times the defender's Victory Points"


# -- when time is up ---------------------------------------------------------------------------------------------


@PART.answers(victory_at_end)
def defender_has_denied_it(g: UfPlay) -> Over | None:
    """UF:C-vc, UF:D-vc, UF:I-vc: the defender wins by denial, so points do not decide (UF:16.4-a)."""
    if isinstance(g.scenario.victory, Pillbox | RearGuard | Breakthrough):
        return defender_wins(g, "Time is up and the defender has held out.", "UF:16.3-a")
    return None


@PART.answers(victory_at_end)
def so_many_times_the_points(g: UfPlay) -> Over | None:
    """UF:G-vc: the attacker needs a multiple of the defender's points; without it the defender wins."""
    victory = g.scenario.victory
    if not isinstance(victory, Points) or not victory.attacker_needs:
        return None
    mine = victory_points(g, in_role(g, ATTACKER))
    theirs = victory_points(g, in_role(g, DEFENDER))
    enough = mine > theirs and mine >= victory.attacker_needs * theirs
    why = f"Time is up. Victory Points: attacker {mine}, defender {theirs}."
    return attacker_wins(g, why, "UF:16.3-a") if enough else defender_wins(g, why, "UF:16.3-a")
