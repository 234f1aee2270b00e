"""Declaring fire: firers one by one, then directing leaders, one a hex, then the attack.

Who may fire and who may direct is the system's; what becomes of the declaration, too (`fire_declared`): whether there
is a line of sight is looked at only then.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, any_of, bar, only
from defilade.tactics.attack_plan import shot_name
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.names import Side
from defilade.tactics.play import AnyBoard, BoardPlay

PART = Part()

DECLARE, CANCEL, NO_LEADER = Action("declare"), Action("cancel"), Action("no-leader")


class DeclareFire(Frame):
    """A side puts an attack on `target` together. `targets` are those whom it strikes."""

    phase: str
    side: Side
    target: str
    targets: tuple[str, ...]
    shots: tuple[Shot, ...] = ()
    leaders: tuple[str, ...] = ()
    choosing_leaders: bool = False


class DeclarationRules(NamedTuple):
    """The rules by which a fire group is put together and directed."""

    firers: tuple[str, ...]
    leaders: tuple[str, ...]


@only
def declaration_rules(g: AnyBoard) -> DeclarationRules:
    """By which rules is an attack declared?"""
    raise NotImplementedError


@only
def additions(g: AnyBoard, frame: DeclareFire) -> list[tuple[Action, tuple[Shot, ...]]]:
    """Which elements may be added to an attack, and which shots does each add?"""
    raise NotImplementedError


@only
def leaders_for(g: AnyBoard, phase: str, shots: tuple[Shot, ...]) -> tuple[tuple[str, ...], ...]:
    """For each hex of an attack, which leaders may direct it? Empty where leadership is not to be had."""
    raise NotImplementedError


@any_of
def must_be_directed(g: AnyBoard, shots: tuple[Shot, ...], target: str) -> bool:
    """Is this attack not allowed without a leader?"""
    return False


@bar
def declaring_bar(g: AnyBoard, frame: DeclareFire, action: Action) -> Refusal | None:
    """Why is an action not among the options of a declaration?"""


@only
def fire_declared(g: AnyBoard, frame: DeclareFire) -> None:
    """An attack has been declared, and its frame is gone: what comes of it?"""
    raise NotImplementedError


@PART.decisions(DeclareFire, why_not=lambda g, frame, action: declaring_bar(g, frame, action))
def ask_declare_fire(g: BoardPlay[Any], frame: DeclareFire) -> Choice:
    place = g.place_name(frame.target)
    rules = declaration_rules(g)
    if frame.choosing_leaders:
        hex = hexes_of(g, frame.shots)[len(frame.leaders)]
        here = leaders_for(g, frame.phase, frame.shots)[len(frame.leaders)]
        options = [Action("direct", (uid,)) for uid in here]
        if not must_be_directed(g, frame.shots, frame.target):
            options.append(NO_LEADER)
        options.append(CANCEL)
        asks = f"Which leader in {g.place_name(hex)} directs the attack on {place}?"
        return Choice(frame.side, asks, tuple(options), rules.leaders, about=frame.targets, at=frame.target)
    options = [action for action, _ in additions(g, frame)]
    if frame.shots and may_declare(g, frame):
        options.append(DECLARE)
    options.append(CANCEL)
    return Choice(
        frame.side,
        f"Who fires at {place}?" if not frame.shots else f"Who else fires at {place}?",
        tuple(options),
        rules.firers,
        about=frame.targets,
        at=frame.target,
    )


def may_declare(g: BoardPlay[Any], frame: DeclareFire) -> bool:
    if not must_be_directed(g, frame.shots, frame.target):
        return True
    return bool(leaders_for(g, frame.phase, frame.shots))


@ask_declare_fire
def take_declare_fire(g: BoardPlay[Any], frame: DeclareFire, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    if answer == CANCEL:
        g.pop()
    elif answer.verb == "add":
        added = next(shots for action, shots in additions(g, frame) if action == answer)
        frame.shots = (*frame.shots, *added)
    elif answer == DECLARE:
        if leaders_for(g, frame.phase, frame.shots):
            frame.choosing_leaders = True
        else:
            launch(g, frame)
    elif answer == NO_LEADER:
        frame.leaders = ()
        launch(g, frame)
    else:
        frame.leaders = (*frame.leaders, answer.who[0])
        if len(frame.leaders) == len(hexes_of(g, frame.shots)):
            launch(g, frame)


def launch(g: BoardPlay[Any], frame: DeclareFire) -> None:
    g.pop()
    fire_declared(g, frame)


def announce(g: BoardPlay[Any], frame: DeclareFire, *rules: str) -> None:
    """Say who fires at what."""
    g.say(
        "declare",
        f"{frame.side.capitalize()} fire at {g.place_name(frame.target)}: "
        f"{', '.join(shot_name(g, shot) for shot in frame.shots)}"
        + (f", directed by {g.names(frame.leaders)}." if frame.leaders else "."),
        *rules,
        side=frame.side,
        who=tuple(shot.unit for shot in frame.shots),
        at=frame.target,
    )
