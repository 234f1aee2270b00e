"""Setting up: the units of a group come onto the map one by one, those of a kind without being told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, any_of, bar, only
from defilade.tactics.play import AnyBoard, BoardPlay
from defilade.tactics.units import OFF_MAP, Unit

PART = Part()


class PlaceGroup(Frame):
    """One group of forces being set up. `unit` is the one whose hex is asked for."""

    group: int
    unit: str = ""


@only
def set_up_hexes(g: AnyBoard, group: int, unit: Unit) -> list[str]:
    """In which hexes may a unit of a group set up now?"""
    raise NotImplementedError


@only
def set_up_rule(g: AnyBoard) -> str:
    """By which rule are forces set up?"""
    raise NotImplementedError


@bar
def place_bar(g: AnyBoard, frame: PlaceGroup, action: Action) -> Refusal | None:
    """Why may a unit not be placed so?"""


@any_of
def stays_aside(g: AnyBoard, unit: Unit) -> bool:
    """Is a unit that is off the map set up already?"""
    return False


@PART.decisions(PlaceGroup, why_not=lambda g, frame, action: place_bar(g, frame, action))
def ask_place_group(g: BoardPlay[Any], frame: PlaceGroup) -> Choice | None:
    waiting = _waiting(g, frame.group)
    if not waiting:
        return None
    side, rules = waiting[0].side, (set_up_rule(g),)
    unit = frame.unit or _only_kind(waiting)
    if not unit:
        options = tuple(Action("pick", (first.id,)) for first in _one_of_each(waiting))
        return Choice(side, "Which unit do you set up next?", options, rules)
    options = tuple(Action("place", (unit,), hex) for hex in set_up_hexes(g, frame.group, g.unit(unit)))
    return Choice(side, f"Where does the {g.name(unit)} set up?", options, rules, (unit,))


@ask_place_group
def take_place_group(g: BoardPlay[Any], frame: PlaceGroup, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
    elif answer.verb == "pick":
        frame.unit = answer.who[0]
    else:
        frame.unit = ""
        unit = g.place(g.unit(answer.who[0]), answer.at)
        g.say(
            "set_up",
            f"{g.name(unit)} sets up in {g.place_name(unit.hex)}.",
            set_up_rule(g),
            side=unit.side,
            who=(unit.id,),
            at=unit.hex,
        )


def _waiting(g: BoardPlay[Any], group: int) -> list[Unit]:
    return [
        unit
        for unit in g.state.units.values()
        if unit.group == group and unit.hex == OFF_MAP and not stays_aside(g, unit)
    ]


def _one_of_each(units: list[Unit]) -> list[Unit]:
    seen: dict[str, Unit] = {}
    for unit in units:
        seen.setdefault(unit.type, unit)
    return list(seen.values())


def _only_kind(units: list[Unit]) -> str:
    kinds = _one_of_each(units)
    return kinds[0].id if len(kinds) == 1 else ""


def free_letter(used: Iterable[str]) -> str:
    """Counters of one type are told apart by letters A, B, .. Z, AA, ..

    >>> free_letter(["A", "C"]), free_letter([])
    ('B', 'A')
    """
    taken = set(used)
    for number in range(len(taken) + 1):
        letter = chr(ord("A") + number % 26) * (1 + number // 26)
        if letter not in taken:
            return letter
    raise AssertionError("one letter more than those in use is always free")
