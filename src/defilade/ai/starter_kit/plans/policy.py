"""The plans' answer to every question, at once."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.ai.one_step import declined
from defilade.ai.starter_kit.plans import (
    advance_plans,
    close_combat_plans,
    fire_plans,
    heavy_plans,
    movement_plans,
    recovery_plans,
    set_up_plans,
)
from defilade.ai.starter_kit.questions import Options, answer, familiar, strangers
from defilade.ai.starter_kit.reading.picture import Picture, picture_of
from defilade.ai.starter_kit.reading.stances import BALANCED, Stance
from defilade.kernel import Action, Choice, Frame
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat
from defilade.rules.sk.full.vehicles.driving import Driving
from defilade.rules.sk.state import SkPlay
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex


def decide(g: SkPlay, choice: Choice, stance: Stance = BALANCED) -> Action:
    """A good answer to a choice, in a stance."""
    top = g.state.stack[-1]
    if heavy_plans.is_asked(top, choice.options):
        heavy = heavy_plans.answer(picture_of(g, choice.side, stance), top, choice.options)
        if heavy is not None:
            return heavy
    options = known_options(g, choice)
    if len(options) <= 1:
        return options[0] if options else declined(leading_on(top, choice.options) or choice.options)
    return answer(ByPlans(Memory(), picture_of(g, choice.side, stance)), top, options)


def known_options(g: SkPlay, choice: Choice) -> Options:
    """What Infantry's plans know. They put fire groups together at crews of vehicles, too."""
    if isinstance(g.state.stack[-1], DeclareFire):
        return choice.options
    return familiar(g.state, choice.options)


def strange_to_plans(g: SkPlay, choice: Choice) -> Options:
    """The options of which no plan knows anything; all where it is the question itself."""
    top = g.state.stack[-1]
    if isinstance(top, DeclareFire):
        return ()
    found = [option for option in strangers(g.state, choice.options) if option.verb not in NOT_DONE]
    found = leading_on(top, found)
    if not found or heavy_plans.answers_alone(g, top):
        return ()
    if type(top) not in heavy_plans.ANSWERS:
        return found
    return [option for option in found if option.verb not in heavy_plans.KNOWN_VERBS and not _plain(option)]


def leading_on(top: Frame, options: Iterable[Action]) -> list[Action]:
    """A turret that has been turned is not turned again: it costs nothing until something else is done, and would go on
    for ever."""
    turned = isinstance(top, Driving) and top.tca_to >= 0
    return [option for option in options if not (turned and option.verb == "turret")]


NOT_DONE = frozenset(["push", "come-out"])
"""What Infantry's plans never do: Guns stay where they are, and stay hidden until they fire."""


def _plain(option: Action) -> bool:
    """What Infantry's plans know, though it is about a vehicle: fire at a crew that looks out."""
    return option.verb in ("target", "fire", "pass", "done")


class Memory:
    """What somebody is about who plays on: a way, a fire group, and who has nothing to gain."""

    def __init__(self) -> None:
        self.idle: set[str] = set()
        """Units that had nothing to gain by moving in this phase."""
        self.gains: dict[str, float] = {}
        """What moving promised each unit when it was asked in this phase."""
        self.move: movement_plans.Move | None = None
        self.party: tuple[str, ...] = ()
        self.way: tuple[str, ...] = ()
        self.target = ""
        self.fire: fire_plans.Fire | None = None


class Pilot:
    """Answers one choice after the other for one side. It remembers what it is about, so that a line that is
    played ahead costs less."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.phase: tuple[int, str, str] = (0, "", "")

    def decide(self, g: SkPlay, choice: Choice, stance: Stance) -> Action:
        top = g.state.stack[-1]
        if heavy_plans.is_asked(top, choice.options):
            heavy = heavy_plans.answer(Picture(g, choice.side, stance), top, choice.options)
            if heavy is not None:
                return heavy
        options = known_options(g, choice)
        if len(options) <= 1:
            return options[0] if options else declined(leading_on(top, choice.options) or choice.options)
        phase = (g.state.turn, g.state.attacker, g.state.phase)
        if phase != self.phase:
            fire, target = self.memory.fire, self.memory.target
            self.phase, self.memory = phase, Memory()
            self.memory.fire, self.memory.target = fire, target
        picture = Picture(g, choice.side, stance, self.memory.gains)
        return answer(ByPlans(self.memory, picture), top, options)


class ByPlans:
    """Answers by the plans of each phase."""

    def __init__(self, memory: Memory, picture: Picture) -> None:
        self.memory = memory
        self.picture = picture
        self.g = picture.g

    def unit_to_set_up(self, options: Options) -> Action:
        return set_up_plans.choose_unit(self.picture, options)

    def place_to_set_up(self, options: Options) -> Action:
        return set_up_plans.choose_place(self.picture, options)

    def bearer(self, options: Options) -> Action:
        return set_up_plans.choose_bearer(self.picture, options)

    def fortification(self, options: Options) -> Action:
        return set_up_plans.choose_fortification(self.picture, options)

    def rally(self, options: Options) -> Action:
        return recovery_plans.choose_rally(self.picture, options)

    def target(self, phase: str, options: Options) -> Action:
        return fire_plans.choose_target(self.picture, phase, options)

    def first_fire(self, options: Options, hex: Hex, movers: tuple[str, ...]) -> Action:
        return fire_plans.choose_first_fire(self.picture, options, hex, movers)

    def firer(self, frame: DeclareFire, options: Options) -> Action:
        memory = self.memory
        planned = memory.fire if frame.shots and memory.target == frame.target else None
        action, memory.fire = fire_plans.next_firer(self.picture, frame, options, planned)
        memory.target = frame.target
        return action

    def mover(self, options: Options) -> Action:
        action, self.memory.move = movement_plans.first_mover(self.picture, options, self.memory.idle)
        return action

    def step(self, frame: Moving, options: Options) -> Action:
        memory = self.memory
        if memory.way and memory.party == frame.members and frame.part_begun:
            onward = next((option for option in options if option.at == memory.way[0]), None)
            if onward is not None and onward.verb == "enter":
                memory.way = memory.way[1:]
                return onward
        fresh = memory.move if len(frame.members) == 1 and not frame.begun else None
        action, move = movement_plans.next_step(self.picture, frame, options, fresh)
        if action.verb in ("join", "enter", "stop"):
            memory.move = None
        memory.party = frame.members
        memory.way = move.hexes[1:] if action.verb == "enter" else ()
        return action

    def router(self, options: Options) -> Action:
        return recovery_plans.choose_router(self.picture, options)

    def way_to_rout(self, unit: str, options: Options) -> Action:
        return recovery_plans.choose_way(self.picture, unit, options)

    def advance(self, options: Options) -> Action:
        return advance_plans.choose_advance(self.picture, options)

    def place_of_leader(self, options: Options) -> Action:
        return close_combat_plans.choose_leader_place(self.picture, options)

    def close_combat(self, frame: DeclareCloseCombat, options: Options) -> Action:
        return close_combat_plans.choose_attack(self.picture, frame, options)
