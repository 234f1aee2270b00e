"""Groups, positions and Relative Range (UF:3.2, UF:3.3, UF:5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defilade.kernel import Action, Choice, Frame, Refusal
from defilade.kernel.composition import all_of, bar, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group

PART = Part()


@bar
def action_bar(g: UfPlay, group: Group, /) -> Refusal | None:
    """Why may the group not act at all?"""


@bar
def action_limit(g: UfPlay, side: str, more: int, groups: int = 0, /) -> Refusal | None:
    """Why may the side not take so many more actions in this turn, which bring it so many more groups?"""


@all_of
def between_groups(g: UfPlay, group: Group, /) -> Iterable[str]:
    """Who is on his way to or from the group and attacked before it?"""
    return ()


@told
def on_rearranged(g: UfPlay, group: Group, /) -> None:
    """The cards of a group have changed places."""


MOST_IN_GROUP = 10


PLACES = {"Z": -1, "A": 0, "B": 1, "C": 2, "D": 3, "E": 4}


def place(letter: str) -> int:
    """Where a letter stands in the row; Z is to the left of A (UF:35.1-b)."""
    return PLACES[letter]


def are_adjacent(a: Group, b: Group) -> bool:
    """Next to each other by their letters: B is adjacent to A and C (UF:5.61)."""
    return a.table == b.table and abs(place(a.letter) - place(b.letter)) == 1


def row_of(g: UfPlay, group: Group) -> tuple[str, ...]:
    """The cards that an attack on a group meets, by position: those on their way to or from it stand before all
    others (UF:17.8-d, UF:14.2-a)."""
    before = [uid for between in between_groups.answers(g) for uid in between(g, group)]
    return tuple(dict.fromkeys((*before, *group.members)))


def near(a: Group, b: Group) -> bool:
    """Directly opposite or adjacent."""
    return a.table == b.table and -2 < PLACES[a.letter] - PLACES[b.letter] < 2


def joint_refusal(g: UfPlay, other: Group) -> Refusal | None:
    """Why another group cannot share what is an action of each of the two groups, if it cannot (UF:4.2-a)."""
    if other.acted:
        return Refusal(f"{g.group_name(other)} has had its action in this turn", "UF:4.2-a")
    barred: Refusal | None = action_bar(g, other)
    return barred or action_limit(g, other.side, 2)


def signed_range(a: Group, b: Group) -> int:
    """The Relative Range of two opposing groups before anything below 0 counts as 0 (UF:5.51-c, UF:5.6-a).

    >>> from defilade.rules.upfront.game.state import Group
    >>> signed_range(Group("g1", "german", "A", 3), Group("r1", "russian", "A", -2))
    1
    >>> signed_range(Group("g1", "german", "B", 6), Group("r1", "russian", "C", 3))
    1
    """
    if a.table != b.table:
        return 0  # UF:41.4-a
    total = a.range + b.range
    if total > 5:
        total = 10 - total
    if total > 0 and not -2 < PLACES[a.letter] - PLACES[b.letter] < 2:
        total -= 1  # UF:5.61: not below 0
    return total


def relative_range(a: Group, b: Group) -> int:
    """The Relative Range of two opposing groups, 0 (far) to 5 (UF:5.6-a, UF:5.6-c, UF:5.51-d)."""
    total = signed_range(a, b)
    return total if total > 0 else 0


def free_letters(g: UfPlay, side: str) -> list[str]:
    """Letters from A to D that no group of the side bears."""
    taken = {group.letter for group in g.groups_of(side)}
    return [letter for letter in "ABCD" if letter not in taken]


# -- rearranging a group ---------------------------------------------------------------------------------------


class Rearranging(Frame):
    """The men of a group take new positions, first to last (UF:3.3-c). Pinned men stay where they are."""

    group: str
    order: tuple[str, ...] = ()


def rearrange_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if sum(not unit.pinned for unit in g.members(group)) > 1:
        yield Action("rearrange", (group.id,))


def rearrange(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    g.push(Rearranging(group.id))


def _to_place(g: UfPlay, frame: Rearranging) -> list[str]:
    group = g.group(frame.group)
    return [uid for uid in group.members if uid not in frame.order and not g.unit(uid).pinned]


@PART.decisions(Rearranging)
def ask_rearranging(g: UfPlay, frame: Rearranging) -> Choice | None:
    left = _to_place(g, frame)
    if len(left) < 2:
        return None
    group = g.group(frame.group)
    options = tuple(Action("next", (uid,)) for uid in left)
    return Choice(group.side, "Who takes the next position?", options, ("UF:3.3-c",), at=group.id)


@ask_rearranging
def take_rearranging(g: UfPlay, frame: Rearranging, answer: Answer) -> None:
    if isinstance(answer, Action):
        frame.order = (*frame.order, answer.who[0])
        return
    g.pop()
    group = g.group(frame.group)
    movable = iter((*frame.order, *_to_place(g, frame)))
    members = tuple(uid if g.unit(uid).pinned else next(movable) for uid in group.members)
    g.update_group(group, members=members)
    g.say(
        "rearranged",
        f"{g.group_name(group)} changes positions: {g.names(members)}.",
        "UF:3.3-c",
        side=group.side,
    )
    on_rearranged(g, g.group(frame.group))


class ChangePlaces(Frame):
    """A man who has just taken up a weapon may change places with another one of his group for nothing (UF:3.3-d)."""

    man: str


@PART.decisions(ChangePlaces)
def ask_change_places(g: UfPlay, frame: ChangePlaces) -> Choice | None:
    man = g.man(frame.man)
    others = [unit.id for unit in g.members(g.group_of(man)) if unit.id != man.id and not unit.pinned]
    if not others:
        return None
    options = (*(Action("places", (man.id, other)) for other in others), Action("done"))
    return Choice(man.side, f"Does {g.name(man)} change places?", options, ("UF:3.3-d",), at=man.group)


@ask_change_places
def take_change_places(g: UfPlay, frame: ChangePlaces, answer: Answer) -> None:
    g.pop()
    if not isinstance(answer, Action) or answer.verb == "done":
        return
    man, other = answer.who
    swapped = {man: other, other: man}
    group = g.group_of(g.man(man))
    group = g.update_group(group, members=tuple(swapped.get(uid, uid) for uid in group.members))
    text = f"{g.name(man)} and {g.name(other)} change places."
    g.say("rearranged", text, "UF:3.3-d", side=group.side, who=answer.who, at=group.id)
    on_rearranged(g, group)


PART.action(
    "rearrange",
    rearrange_options,
    rearrange,
    lambda g, a: f"{g.group_name(a.who[0])}: change positions",
)
PART.wording("places", lambda g, a: f"Change places with {g.name(a.who[1])}")
PART.wording("next", lambda g, a: g.name(a.who[0]))
