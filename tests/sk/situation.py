"""Situations for the tests of the rules: set up, act, roll, look.

s = Situation("z", "PFPh", "german", [
    {"id": "g1", "type": "ger-467", "hex": "K5", "sw": [{"id": "mmg", "type": "ger-mmg"}]},
    {"id": "r1", "type": "rus-447", "hex": "J3"},
])
s.do("target - J3", "add g1", "declare")
s.roll(3, 4)
assert s.unit("r1").broken
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Action, Breakdown, Chance, Choice, Event, IllegalAction, Moment, Outcome, Refusal
from defilade.rules.sk.scenario import load_scenarios
from defilade.rules.sk.situation import Situation as Spec
from defilade.rules.sk.situation import build_situation
from defilade.rules.sk.state import SkPlay, State
from defilade.rules.sk.system import SkSystem
from defilade.systems import find_system
from defilade.tactics.units import Unit, Weapon
from editions import edition_now

FIRST_KIT_CARDS = load_scenarios()
"""Tests of shared rules that need a card play one of these, whatever the edition."""


def played_under() -> SkSystem | None:
    """The edition of the Starter Kit that the test runs under, where it runs under several."""
    edition = edition_now()
    if edition is None:
        return None
    system = find_system(edition.play())
    assert isinstance(system, SkSystem)
    return system


class Situation:
    """A position in the hands of a test. Hexes in actions may be given without the board's letter."""

    def __init__(
        self,
        board: str,
        phase: str,
        attacker: str,
        units: list[dict[str, Any]],
        system: SkSystem | None = None,
        **more: Any,
    ) -> None:
        plain = {"phase": phase, "attacker": attacker, "units": units, **more}
        if board:
            plain["board"] = board
        base = system if system is not None else played_under()
        if base is not None and plain.get("scenario") in FIRST_KIT_CARDS:
            base = base.with_scenarios(FIRST_KIT_CARDS)
        self.position, self.events = build_situation(msgspec.convert(plain, Spec), base)

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def g(self) -> SkPlay:
        play = self.position.system.play(self.position.state)
        assert isinstance(play, SkPlay)
        return play

    @property
    def pending(self) -> Moment:
        return self.position.pending

    def action(self, text: str | Action) -> Action:
        action = Action.parse(text) if isinstance(text, str) else text
        if action.at and action.at not in self.g.map.index:
            action = msgspec.structs.replace(action, at=self.g.map.resolve(action.at))
        return action

    def do(self, *actions: str | Action) -> Situation:
        """Take actions in order."""
        for action in actions:
            self.events += self.position.advance(self.action(action))
        return self

    def roll(self, *dice: int) -> Situation:
        """Give faces to the chances that come up, one chance after the other."""
        left = list(dice)
        while left:
            moment = self.pending
            assert isinstance(moment, Chance), f"no dice are asked for: {moment}"
            faces, left = tuple(left[: moment.dice]), left[moment.dice :]
            self.events += self.position.advance(Outcome(faces))
        return self

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

    def until(self, phase: str) -> Situation:
        """Say `done` or `pass` until a phase has come; dice on the way are all threes and fours."""
        for _ in range(500):
            moment = self.pending
            if self.state.phase == phase:
                return self
            if isinstance(moment, Chance):
                self.roll(*((3, 4, 3, 4, 3, 4, 3, 4)[: moment.dice]))
            else:
                self.decline()
        raise AssertionError(f"{phase} does not come")

    def decline(self) -> Situation:
        """Take the option that does least."""
        moment = self.pending
        assert isinstance(moment, Choice)
        for verb in ("done", "pass", "stop", "stay", "end-rout", "none", "no-leader"):
            for option in moment.options:
                if option.verb == verb:
                    return self.do(option)
        return self.do(moment.options[0])

    def unit(self, unit_id: str) -> Unit:
        return self.state.units[unit_id]

    def gone(self, unit_id: str) -> bool:
        return unit_id not in self.state.units

    def weapon(self, weapon_id: str) -> Weapon:
        return self.state.weapons[weapon_id]

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
