"""Starshells (UF:38.5): a light over one enemy group, and who is seen in it.

A group under a starshell has its chit in `lit`: 2 when it is fired, one less at the end of each turn of its side.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Refusal
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import are_adjacent, relative_range
from defilade.rules.upfront.game.library import COMMISSAR, SL
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import on_turn_ends
from defilade.rules.upfront.game.state import Group, Man
from defilade.rules.upfront.turn.command import in_command

PART = Part()

BURNS = 2


# -- light -------------------------------------------------------------------------------------------------------


def lights(g: UfPlay, marked: Group, group: Group) -> bool:
    """Whether a starshell over one group lights another: adjacent ones of its side at the same range chit, and its
    enemies at Relative Range 5 (UF:38.51)."""
    if marked.side == group.side:
        return marked.range == group.range and are_adjacent(marked, group)
    return group.side in g.enemies(marked.side) and relative_range(marked, group) == 5


def is_lit(g: UfPlay, group: Group) -> bool:
    """Seen in the light of a starshell, its own or another one (UF:38.51)."""
    if group.lit:
        return True
    return any(marked.lit and lights(g, marked, group) for marked in g.state.groups.values())


def in_the_dark(g: UfPlay, group: Group) -> bool:
    """UF:38.52: what night does it does not do to groups in the light."""
    return g.scenario.night and not is_lit(g, group)


# -- firing one --------------------------------------------------------------------------------------------------


def squad_leader(g: UfPlay, side: str) -> Man | None:
    """UF:38.5-a: the SL, or a Commissar in his place from the start (UF:15.5); nobody who has taken over from him."""
    leader = next(iter(in_command(g, side)), None)
    if leader is None or leader.role == SL or (leader.role == COMMISSAR and not had_squad_leader(g, side)):
        return leader
    return None


def had_squad_leader(g: UfPlay, side: str) -> bool:
    return any(f.unit.side == side and getattr(f.unit, "role", "") == SL for f in g.state.fallen.values())


def starshell_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """UF:38.5-a"""
    if not g.scenario.night or group.observed not in g.state.groups:
        return Refusal("a starshell needs an observation in this turn", "UF:38.5-a")
    leader = squad_leader(g, group.side)
    if leader is None or leader.group != group.id or leader.pinned:
        return Refusal("only an unpinned Squad Leader fires a starshell", "UF:38.5-a")
    target = g.group(group.observed)
    if relative_range(group, target) < 1:
        return Refusal("that is too far for a starshell", "UF:38.5-a")
    if is_lit(g, target):
        return Refusal(f"{g.group_name(target)} is lit already", "UF:38.5-a")
    return None


def starshell_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if group.observed and starshell_refusal(g, group) is None:
        yield Action("starshell", (group.id,), group.observed)


def fire_starshell(g: UfPlay, group: Group, action: Action) -> None:
    """The group does nothing else in this turn (UF:38.5-a)."""
    g.spend(group)
    target = g.update_group(action.at, lit=BURNS)
    text = f"A starshell burns over {g.group_name(target)}."
    g.say("starshell", text, "UF:38.5-a", "UF:38.51", side=group.side, who=(group.id,), at=target.id)


PART.action(
    "starshell",
    starshell_options,
    fire_starshell,
    lambda g, a: f"{g.group_name(a.who[0])}: a starshell over {g.group_name(a.at)}",
    lambda g, group, action: starshell_refusal(g, group),
)


@PART.answers(on_turn_ends)
def starshells_burn_down(g: UfPlay, side: str) -> None:
    """UF:38.5-b: the chit is turned after the first turn of those below it, and gone after the second."""
    for group in g.groups_of(side):
        if group.lit:
            group = g.update_group(group, lit=group.lit - 1)
            if not group.lit:
                text = f"The starshell over {g.group_name(group)} is out."
                g.say("starshell_out", text, "UF:38.5-b", side=side, at=group.id)
