"""A game of three sides: each hides a number in turn, then all come out, and the highest that nobody else has
counts. The most points after three rounds win."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from defilade.kernel import Action, Chance, Choice, Frame, Outcome, Over, Play, Procedures
from kernel.toy import NUMBERS, Toy, ToyState

ROUNDS = 3
SIDES = ("red", "blue", "green")


class Bids(Frame):
    """What each has hidden in this round; another side's is `?` in a view."""

    hidden: dict[str, str] = msgspec.field(default_factory=dict)


class Showing(Frame):
    hidden: dict[str, str]


PROCEDURES = Procedures()


@PROCEDURES.decisions(Bids)
def ask_bid(g: Play[ToyState], frame: Bids) -> Choice | None:
    for side in g.state.sides:
        if side not in frame.hidden:
            return Choice(side, "Hide a number", tuple(Action("hide", how=n) for n in NUMBERS), ("TRIO:1",))
    return None


@ask_bid
def take_bid(g: Play[ToyState], frame: Bids, answer: Action | None) -> None:
    if answer is None:
        g.pop()
        g.push(Showing(frame.hidden))
        return
    side = next(one for one in g.state.sides if one not in frame.hidden)
    frame.hidden = {**frame.hidden, side: answer.how}
    g.say("hidden", f"{side} hid {answer.how}", "TRIO:1", seen_by=(side,))


@PROCEDURES.decisions(Showing)
def ask_show(g: Play[ToyState], frame: Showing) -> Chance:
    return Chance("the round counts on 2 or more", dice=1, rules=("TRIO:2",))


@ask_show
def take_show(g: Play[ToyState], frame: Showing, answer: Outcome) -> None:
    state = g.state
    g.pop()
    shown = list(frame.hidden.values())
    alone = [side for side, number in frame.hidden.items() if shown.count(number) == 1]
    if alone and answer.dice[0] >= 2:
        best = max(alone, key=lambda side: frame.hidden[side])
        state.points[best] = state.points.get(best, 0) + 1
    state.round += 1
    g.say("reveal", f"round {state.round}: {frame.hidden}", "TRIO:2", dice=answer.dice)
    if state.round < ROUNDS:
        g.push(Bids())


class Trio(Toy):
    id = "trio"
    procedures = PROCEDURES

    def scenarios(self) -> tuple[str, ...]:
        return ("T3",)

    def start(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        return ToyState(sides=SIDES, stack=[Bids()])

    def redact(self, state: ToyState, side: str) -> ToyState:
        shown = self.clone(state)
        for frame in shown.stack:
            if isinstance(frame, Bids):
                frame.hidden = {one: n if one == side else "?" for one, n in frame.hidden.items()}
        return shown

    def determinize(self, view: ToyState, side: str, rng: random.Random) -> ToyState:
        full = self.clone(view)
        for frame in full.stack:
            if isinstance(frame, Bids):
                frame.hidden = {
                    one: rng.choice(NUMBERS) if n == "?" else n for one, n in frame.hidden.items()
                }
        return full

    def result(self, state: ToyState) -> Over:
        best = max(state.points.values(), default=0)
        ahead = [side for side in state.sides if best and state.points.get(side) == best]
        return Over(ahead[0] if len(ahead) == 1 else "", "most points after three rounds")
