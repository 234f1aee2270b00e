"""Situations for the tests of Squad Leader: set up, act, roll, look."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from defilade.hexgrid import Placed
from defilade.kernel import Action, Breakdown, Choice, Event, IllegalAction, Outcome, Position, Refusal
from defilade.rules.sl.card import MapPart, Scenario
from defilade.rules.sl.state import PHASES, SlPlay, State
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.terrain import sees
from defilade.tactics import sequence
from defilade.tactics.units import Unit

SIDES = ("russian", "german")
WESTERN = ("ger", "ss-", "fin", "axm", "ita", "jap")
"""Who fights for the German side where a test does not say otherwise; all others are with the Russians."""


@cache
def system(
    board: str = "z",
    month: int = 7,
    night: bool = False,
    year: int = 1943,
    current: str = "",
    ground: str = "",
    ploughed: bool = False,
    personal: tuple[tuple[str, str], ...] = (),
) -> SlSystem:
    card = Scenario(
        id="sketch",
        title="A situation",
        date=f"{year}-{month:02}-01",
        place="",
        map=MapPart(boards=(Placed(board),), north="top"),
        turns=5,
        sides=SIDES,
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=(),
        night=night,
        current=current,
        ground=ground,
        ploughed=ploughed,
        personal_leaders=dict(personal),
    )
    return SlSystem({card.id: card})


class Table:
    """A position in the hands of a test."""

    def __init__(
        self, phase: str, units: list[dict[str, Any]], attacker: str = "german", board: str = "z", **more: Any
    ) -> None:
        self.system = system(
            board,
            more.pop("month", 7),
            more.pop("night", False),
            more.pop("year", 1943),
            more.pop("current", ""),
            more.pop("ground", ""),
            more.pop("ploughed", False),
            more.pop("personal", ()),
        )
        state = State("sketch", more.pop("options", {}), SIDES, turn=1, attacker=attacker)
        g = SlPlay(state, self.system.table_of("sketch"))
        for entry in units:
            plain = dict(entry)
            counter = g.counters[plain["type"]]
            side = plain.pop("side", SIDES[counter.id.startswith(WESTERN)])
            hex = g.map.resolve(plain.pop("hex"))
            g.add_unit(Unit(side=side, kind=counter.kind, hex=hex, **plain))
        for name, value in more.items():
            setattr(state, name, value)
        g.push(sequence.Sequence(PHASES.index(phase) + 1))
        sequence.begin_phase(g, phase)
        moment = self.system.settle(g)
        self.position: Position[State] = Position(self.system, state, moment)
        self.events: list[Event] = g.events

    @property
    def g(self) -> SlPlay:
        return self.system.play(self.position.state)

    def unit(self, unit_id: str) -> Unit:
        return self.position.state.units[unit_id]

    def alive(self, unit_id: str) -> bool:
        return unit_id in self.position.state.units

    def action(self, text: str) -> Action:
        action = Action.parse(text)
        if action.at and action.at not in self.g.map.index:
            action = msgspec.structs.replace(action, at=self.g.map.resolve(action.at))
        return action

    def do(self, *texts: str) -> Table:
        """Acts one after the other. Who fires in the PFPh has thought of smoke before."""
        for text in texts:
            action = self.action(text)
            if action.verb == "target" and not self.asked() and self.options("try-smoke"):
                self.events += self.position.advance(Action("done"))
            self.events += self.position.advance(action)
        return self

    def roll(self, *throws: tuple[int, ...]) -> Table:
        for dice in throws:
            self.events += self.position.advance(Outcome(dice))
        return self

    def asked(self) -> str:
        """What dice are asked for."""
        return (
            ""
            if isinstance(self.position.pending, Choice)
            else str(getattr(self.position.pending, "asks", ""))
        )

    def options(self, verb: str = "") -> list[str]:
        pending = self.position.pending
        assert isinstance(pending, Choice), pending
        return [str(action) for action in pending.options if not verb or action.verb == verb]

    def refusal(self, text: str) -> Refusal:
        try:
            self.position.check(self.action(text))
        except IllegalAction as error:
            return error.refusal
        raise AssertionError(f"{text} is allowed")

    def breakdown(self, kind: str = "attack") -> Breakdown:
        return next(e.breakdown for e in reversed(self.events) if e.kind == kind and e.breakdown is not None)

    def said(self, rule: str) -> bool:
        return any(rule in event.rules for event in self.events)


def unit(unit_id: str, counter: str, hex: str, **more: Any) -> dict[str, Any]:
    return {"id": unit_id, "type": counter, "hex": hex, **more}


@cache
def pair(distance: int, there: str = "open", here: str = "open", board: str = "z") -> tuple[str, str]:
    """Two hexes so far apart that see each other, with this terrain, without roads and away from the edge."""
    g = Table("RPh", [], board=board).g
    for a in g.map.names:
        if g.map.terrain[a] != here or g.map.roads.get(a) or len(g.map.adjacent[a]) < 6:
            continue
        for b in g.map.names:
            if g.map.terrain[b] != there or g.map.distance(a, b) != distance or g.map.roads.get(b):
                continue
            if sees(g, a, b) and len(g.map.adjacent[b]) == 6:
                return a, b
    raise AssertionError("there are no such hexes")


def near(hex: str, kind: str = "", board: str = "z") -> str:
    """A neighbour of a hex without a road, with this terrain."""
    g = Table("RPh", [], board=board).g
    for beside in g.map.adjacent[hex]:
        if (not kind or g.map.terrain[beside] == kind) and not g.map.roads.get(beside):
            return beside
    raise AssertionError(f"no {kind} beside {hex}")
