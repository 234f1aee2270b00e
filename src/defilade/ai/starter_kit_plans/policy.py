"""Which plan answers which question: by the procedure that asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from defilade.ai.starter_kit_plans import (
    advance_plans,
    close_combat_plans,
    fire_plans,
    movement_plans,
    recovery_plans,
    set_up_plans,
)
from defilade.ai.starter_kit_plans.picture import Picture, picture_of
from defilade.ai.starter_kit_plans.stances import BALANCED, Stance
from defilade.kernel import Action, Choice, Frame
from defilade.rules.sk.advance import AdvancePhase
from defilade.rules.sk.advancing_fire import AdvancingFirePhase
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat, StackLeaders
from defilade.rules.sk.final_fire import DefensiveFirePhase
from defilade.rules.sk.fire import DeclareFire
from defilade.rules.sk.first_fire import FirstFire, targets_left
from defilade.rules.sk.movement import MovementPhase
from defilade.rules.sk.moving import Moving
from defilade.rules.sk.prep_fire import PrepFirePhase
from defilade.rules.sk.rally import RallyPhase
from defilade.rules.sk.rout import Routing, RoutPhase
from defilade.rules.sk.setup import EquipGroup, PlaceGroup
from defilade.rules.sk.special_rules import Fortify, HoldReserve
from defilade.rules.sk.state import AFPH, DFPH, PFPH, SkPlay

Options = Sequence[Action]
Decision = Callable[["Pilot", Picture, Any, Options], Action]


def decide(g: SkPlay, choice: Choice, stance: Stance = BALANCED) -> Action:
    """A good answer to a choice at once, in a stance."""
    options = choice.options
    decision = DECISIONS.get(type(g.state.stack[-1]))
    if len(options) == 1 or decision is None:
        return options[0]
    return decision(Pilot(), picture_of(g, choice.side, stance), g.state.stack[-1], options)


class Pilot:
    """Answers one choice after the other. It remembers what it is about, a way or a fire group, so that a line
    that is played ahead costs less; for a single decision a new one is as good."""

    def __init__(self) -> None:
        self.idle: set[str] = set()
        """Units that had nothing to gain by moving in this phase."""
        self.phase: tuple[int, str, str] = (0, "", "")
        self.gains: dict[str, float] = {}
        """What moving promised each unit when it was asked in this phase."""
        self.move: movement_plans.Move | None = None
        self.party: tuple[str, ...] = ()
        self.way: tuple[str, ...] = ()
        self.target = ""
        self.fire: fire_plans.Fire | None = None

    def decide(self, g: SkPlay, choice: Choice, stance: Stance) -> Action:
        options = choice.options
        if len(options) == 1:
            return options[0]
        top = g.state.stack[-1]
        decision = DECISIONS.get(type(top))
        if decision is None:
            return options[0]
        phase = (g.state.turn, g.state.attacker, g.state.phase)
        if phase != self.phase:
            self.phase, self.idle, self.gains, self.way, self.move = phase, set(), {}, (), None
        return decision(self, Picture(g, choice.side, stance, self.gains), top, options)


def _set_up(pilot: Pilot, picture: Picture, frame: PlaceGroup, options: Options) -> Action:
    if options[0].verb == "place":
        return set_up_plans.choose_place(picture, options)
    return set_up_plans.choose_unit(picture, options)


def _equip(pilot: Pilot, picture: Picture, frame: EquipGroup, options: Options) -> Action:
    return set_up_plans.choose_bearer(picture, options)


def _fortify(pilot: Pilot, picture: Picture, frame: Fortify, options: Options) -> Action:
    return set_up_plans.choose_fortification(picture, options)


def _hold_nothing(pilot: Pilot, picture: Picture, frame: HoldReserve, options: Options) -> Action:
    return options[-1]


def _rally(pilot: Pilot, picture: Picture, frame: RallyPhase, options: Options) -> Action:
    return recovery_plans.choose_rally(picture, options)


def _prep_fire(pilot: Pilot, picture: Picture, frame: PrepFirePhase, options: Options) -> Action:
    return fire_plans.choose_target(picture, PFPH, options)


def _final_fire(pilot: Pilot, picture: Picture, frame: DefensiveFirePhase, options: Options) -> Action:
    return fire_plans.choose_target(picture, DFPH, options)


def _advancing_fire(pilot: Pilot, picture: Picture, frame: AdvancingFirePhase, options: Options) -> Action:
    return fire_plans.choose_target(picture, AFPH, options)


def _first_fire(pilot: Pilot, picture: Picture, frame: FirstFire, options: Options) -> Action:
    return fire_plans.choose_first_fire(picture, options, frame.hex, targets_left(picture.g, frame))


def _declare_fire(pilot: Pilot, picture: Picture, frame: DeclareFire, options: Options) -> Action:
    planned = pilot.fire if frame.shots and pilot.target == frame.target else None
    action, pilot.fire = fire_plans.next_firer(picture, frame, options, planned)
    pilot.target = frame.target
    return action


def _move(pilot: Pilot, picture: Picture, frame: MovementPhase, options: Options) -> Action:
    action, pilot.move = movement_plans.first_mover(picture, options, pilot.idle)
    return action


def _step(pilot: Pilot, picture: Picture, frame: Moving, options: Options) -> Action:
    if pilot.way and pilot.party == frame.members and frame.part_begun:
        onward = next((option for option in options if option.at == pilot.way[0]), None)
        if onward is not None and onward.verb == "enter":
            pilot.way = pilot.way[1:]
            return onward
    fresh = pilot.move if len(frame.members) == 1 and not frame.begun else None
    action, move = movement_plans.next_step(picture, frame, options, fresh)
    if action.verb in ("join", "enter", "stop"):
        pilot.move = None
    pilot.party = frame.members
    pilot.way = move.hexes[1:] if action.verb == "enter" else ()
    return action


def _rout(pilot: Pilot, picture: Picture, frame: RoutPhase, options: Options) -> Action:
    return recovery_plans.choose_router(picture, options)


def _run(pilot: Pilot, picture: Picture, frame: Routing, options: Options) -> Action:
    return recovery_plans.choose_way(picture, frame.unit, options)


def _advance(pilot: Pilot, picture: Picture, frame: AdvancePhase, options: Options) -> Action:
    return advance_plans.choose_advance(picture, options)


def _stack_leader(pilot: Pilot, picture: Picture, frame: StackLeaders, options: Options) -> Action:
    return close_combat_plans.choose_leader_place(picture, options)


def _close_combat(pilot: Pilot, picture: Picture, frame: DeclareCloseCombat, options: Options) -> Action:
    return close_combat_plans.choose_attack(picture, frame, options)


DECISIONS: dict[type[Frame], Decision] = {
    PlaceGroup: _set_up,
    EquipGroup: _equip,
    Fortify: _fortify,
    HoldReserve: _hold_nothing,
    RallyPhase: _rally,
    PrepFirePhase: _prep_fire,
    DefensiveFirePhase: _final_fire,
    AdvancingFirePhase: _advancing_fire,
    FirstFire: _first_fire,
    DeclareFire: _declare_fire,
    MovementPhase: _move,
    Moving: _step,
    RoutPhase: _rout,
    Routing: _run,
    AdvancePhase: _advance,
    StackLeaders: _stack_leader,
    DeclareCloseCombat: _close_combat,
}
