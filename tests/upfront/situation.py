"""Situations for the tests of Up Front: set up, act, draw, look.

s = Situation("german", [
    {"side": "german", "men": ["beck", "wolff"], "range": 2, "cards": ["woods"]},
    {"side": "american", "men": ["myers", {"id": "degi", "pinned": True}], "range": 1},
], german=["fire 2", "movement"], american=["concealed -2"])
s.do("fire g1+FIRE a1")             # cards can be named as in the hand: see `card`
s.draw("black 4", "red 1 0r=9")
assert s.man("myers").pinned
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from defilade.kernel import Action, Breakdown, Chance, Choice, Event, IllegalAction, Moment, Refusal
from defilade.rules.content_files import ContentFiles
from defilade.rules.upfront.game.library import Library, library, load_library
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group, Machine, Man, State
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.table.situation import Situation as Spec
from defilade.rules.upfront.table.situation import build_situation, card_in_hand, find_draw


@cache
def practice_box() -> Library:
    """The shipped cards, with the figures of the tests' own where they have one (see the files in `box`)."""
    ours, shipped = load_library(ContentFiles(Path(__file__).parent / "box")), library()
    return msgspec.structs.replace(
        ours,
        men=shipped.men | ours.men,
        weapons=shipped.weapons | ours.weapons,
        machines=shipped.machines | ours.machines,
    )


@cache
def practice_system() -> UfSystem:
    return UfSystem(box=practice_box())


class Situation:
    """A position in the hands of a test. A word of an action in angle brackets is a card of the hand of the side that
    chooses: `fire g1+<fire 2> a1`. The men have the figures of `practice_box`, or with `as_printed` those that they are
    played with."""

    def __init__(self, turn: str, groups: list[dict[str, Any]], **more: Any) -> None:
        hands = {side: more.pop(side) for side in ("german", "american", "russian") if side in more}
        as_printed = more.pop("as_printed", False)
        plain = {"turn": turn, "groups": groups, "hands": hands, **more}
        base = None if as_printed else practice_system()
        self.position, self.events = build_situation(msgspec.convert(plain, Spec), base)

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def g(self) -> UfPlay:
        play = self.position.system.play(self.position.state)
        assert isinstance(play, UfPlay)
        return play

    @property
    def pending(self) -> Moment:
        return self.position.pending

    def card(self, name: str, side: str = "") -> str:
        """The id of a card in a hand, by what it does."""
        return card_in_hand(self.g, side or self.side(), name)

    def action(self, text: str | Action) -> Action:
        if isinstance(text, Action):
            return text
        while "<" in text:
            before, _, rest = text.partition("<")
            name, _, after = rest.partition(">")
            text = before + self.card(name) + after
        return Action.parse(text)

    def do(self, *actions: str | Action) -> Situation:
        """Take actions in order."""
        for action in actions:
            self.events += self.position.advance(self.action(action))
        return self

    def draw(self, *cards: str) -> Situation:
        """Let these cards come up, one for each chance; see `find_draw` for how they are described."""
        for text in cards:
            moment = self.pending
            assert isinstance(moment, Chance), f"no card is asked for: {moment}"
            self.events += self.position.advance(find_draw(self.g, moment.pool, text))
        return self

    def refill(self) -> Situation:
        """Draw up to a full hand."""
        return self.do(*self.options("draw"))

    def options(self, verb: str = "") -> list[str]:
        """The options now open, as text; of one verb if it is given."""
        moment = self.pending
        if not isinstance(moment, Choice):
            return []
        return [str(action) for action in moment.options if not verb or action.verb == verb]

    def offers(self, text: str) -> bool:
        moment = self.pending
        return isinstance(moment, Choice) and self.action(text) in moment.options

    def side(self) -> str:
        moment = self.pending
        assert isinstance(moment, Choice), f"nobody is to choose: {moment}"
        return moment.side

    def refusal(self, text: str) -> Refusal:
        """The reason why an action is refused; fails if it is not. The state must not change."""
        before = self.position.digest()
        with pytest.raises(IllegalAction) as caught:
            self.position.advance(self.action(text))
        assert self.position.digest() == before
        assert caught.value.refusal.reason
        return caught.value.refusal

    def fire(self, group: str, target: str, *cards: str) -> Situation:
        """Declare a fire attack with cards of the hand, without concealment, and decide to resolve it."""
        first, *more = [self.card(name) for name in cards]
        self.do(Action("fire", (group, first), target), *(Action("add", (card,)) for card in more), "declare")
        if self.options("no"):
            self.do("no")
        return self.do("resolve")

    def end_turn(self) -> Situation:
        """Do and draw nothing more in this turn; what must be done is done with the first option."""
        turn = self.state.turn
        for _ in range(200):
            if self.state.turn != turn or not isinstance(self.pending, Choice):
                break
            self.do("done") if self.offers("done") else self.do(self.options()[0])
        return self

    def unit(self, unit: str) -> Man | Machine:
        return self.state.units[unit]

    def man(self, unit: str) -> Man:
        found = self.state.units[unit]
        assert isinstance(found, Man)
        return found

    def group(self, group: str) -> Group:
        return self.state.groups[group]

    def gone(self, unit: str) -> bool:
        return unit not in self.state.units

    def fate(self, unit: str) -> str:
        """How a card left play."""
        return self.state.fallen[unit].fate

    def event(self, kind: str) -> Event:
        """The latest event of a kind."""
        found = [event for event in self.events if event.kind == kind]
        assert found, f"no {kind!r} among {[event.kind for event in self.events]}"
        return found[-1]

    def breakdown(self) -> Breakdown:
        """The latest breakdown that was logged."""
        found = [event.breakdown for event in self.events if event.breakdown is not None]
        assert found, "nothing has been added up yet"
        return found[-1]

    def cited(self) -> set[str]:
        """All rule ids that events have cited so far."""
        return {rule for event in self.events for rule in event.rules}

    def said(self, words: str) -> bool:
        return any(words in event.text for event in self.events)
