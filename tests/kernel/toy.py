"""A game small enough to check the kernel by hand: one side hides a number, the other guesses it.

A draw says who hides. Each round the hider hides 1, 2 or 3 where only it can see it, the guesser names a
number (and may change its mind until it says so), and a die decides whether a right guess counts (2 or more).
First to two points wins, and the game is a draw after six rounds.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

import msgspec

from defilade.kernel import (
    Action,
    Chance,
    Choice,
    Described,
    Frame,
    Outcome,
    Over,
    Play,
    Procedures,
    Refusal,
    System,
)

NUMBERS = ("1", "2", "3")
ROUNDS = 6


class ToyState(msgspec.Struct):
    sides: tuple[str, ...] = ("red", "blue")
    hider: str = ""
    hidden: str = ""
    """Known to the hider only; `?` in the other side's view."""
    points: dict[str, int] = msgspec.field(default_factory=dict)
    round: int = 0
    stack: list[Frame] = msgspec.field(default_factory=list)


class DrawHider(Frame):
    pass


class Rounds(Frame):
    pass


class Hide(Frame):
    pass


class Guess(Frame):
    named: str = ""


class Verdict(Frame):
    named: str


PROCEDURES = Procedures()


@PROCEDURES.decisions(DrawHider)
def ask_draw(g: Play[ToyState], frame: DrawHider) -> Chance:
    return Chance("who hides", pool=g.state.sides, rules=("TOY:1",))


@ask_draw
def take_draw(g: Play[ToyState], frame: DrawHider, answer: Outcome) -> None:
    g.state.hider = answer.drawn
    g.say("draw", f"{answer.drawn} hides", "TOY:1")
    g.pop()


@PROCEDURES.automatic(Rounds)
def run_rounds(g: Play[ToyState], frame: Rounds) -> None:
    state = g.state
    if state.round == ROUNDS or 2 in state.points.values():
        g.pop()
        return
    state.round += 1
    state.hidden = ""
    g.say("round", f"round {state.round}")
    g.push_in_order(Hide(), Guess())


@PROCEDURES.decisions(Hide)
def ask_hide(g: Play[ToyState], frame: Hide) -> Choice:
    return Choice(g.state.hider, "Hide a number", tuple(Action("hide", how=n) for n in NUMBERS), ("TOY:2",))


@ask_hide
def take_hide(g: Play[ToyState], frame: Hide, answer: Action) -> None:
    g.state.hidden = answer.how
    g.say("hidden", f"hid {answer.how}", "TOY:2", seen_by=(g.state.hider,))
    g.pop()


def why_no_guess(g: Play[ToyState], frame: Guess, action: Action) -> Refusal | None:
    if action.verb == "say" and not frame.named:
        return Refusal("name a number first", "TOY:3")
    return None


@PROCEDURES.decisions(Guess, why_not=why_no_guess)
def ask_guess(g: Play[ToyState], frame: Guess) -> Choice:
    options = [Action("name", how=n) for n in NUMBERS if n != frame.named]
    if frame.named:
        options.append(Action("say"))
    red, blue = g.state.sides
    return Choice(blue if g.state.hider == red else red, "Guess the number", tuple(options), ("TOY:3",))


@ask_guess
def take_guess(g: Play[ToyState], frame: Guess, answer: Action) -> None:
    if answer.verb == "name":
        frame.named = answer.how
        return
    g.pop()
    g.push(Verdict(frame.named))


@PROCEDURES.decisions(Verdict)
def ask_verdict(g: Play[ToyState], frame: Verdict) -> Chance:
    return Chance("a right guess counts on 2 or more", dice=1, rules=("TOY:4",))


@ask_verdict
def take_verdict(g: Play[ToyState], frame: Verdict, answer: Outcome) -> None:
    state = g.state
    g.pop()
    guesser = next(side for side in state.sides if side != state.hider)
    right = frame.named == state.hidden and answer.dice[0] >= 2
    winner = guesser if right else state.hider
    state.points[winner] = state.points.get(winner, 0) + (2 if right else 0)
    g.say("reveal", f"it was {state.hidden}", "TOY:4", dice=answer.dice)


class Toy(System[ToyState]):
    id = "toy"
    version = "1"
    procedures = PROCEDURES

    def scenarios(self) -> tuple[str, ...]:
        return ("T1",)

    def start(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        state = ToyState()
        state.stack = [Rounds(), DrawHider()]
        return state

    def sides(self, state: ToyState) -> tuple[str, ...]:
        return state.sides

    def play(self, state: ToyState) -> Play[ToyState]:
        return Play(state)

    def state_type(self) -> type[ToyState]:
        return ToyState

    def redact(self, state: ToyState, side: str) -> ToyState:
        shown = self.clone(state)
        if shown.hidden and side != shown.hider:
            shown.hidden = "?"
        return shown

    def determinize(self, view: ToyState, side: str, rng: random.Random) -> ToyState:
        full = self.clone(view)
        if full.hidden == "?":
            full.hidden = rng.choice(NUMBERS)
        return full

    def describe(self, state: ToyState, action: Action) -> Described:
        return Described(str(action))

    def clone(self, state: ToyState) -> ToyState:
        twin = copy.copy(state)
        twin.points = state.points.copy()
        twin.stack = [copy.copy(frame) for frame in state.stack]
        return twin

    def result(self, state: ToyState) -> Over:
        winner = max(state.points, key=lambda side: state.points[side], default="")
        return Over(winner if state.points.get(winner) == 2 else "", "two points or six rounds")


def find_toy(system: str) -> System[Any]:
    assert system == "toy"
    return Toy()
