"""Which judgement answers which question: by the procedure that asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from defilade.ai.starter_kit import close_fighting, falling_back, manoeuvre, setting_up, shooting
from defilade.ai.starter_kit.judgement import Judgement
from defilade.kernel import Action, Choice, Frame, System, View
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
Decision = Callable[[Judgement, Any, Options], Action]


def decide(view: View[Any], system: System[Any]) -> Action | None:
    """The best answer to the choice of a view; None where there is nothing to judge by."""
    play: Any = system.play(view.state)
    g = cast(SkPlay, play)
    g.silent = True
    top: Frame = view.state.stack[-1]
    decision = DECISIONS.get(type(top))
    if decision is None:
        return None
    choice = view.pending
    assert isinstance(choice, Choice)
    return decision(Judgement(g, view.side), top, choice.options)


def _set_up(j: Judgement, frame: PlaceGroup, options: Options) -> Action:
    if options[0].verb == "place":
        return setting_up.choose_place(j, options)
    return setting_up.choose_unit(j, options)


def _equip(j: Judgement, frame: EquipGroup, options: Options) -> Action:
    return setting_up.choose_bearer(j, options)


def _fortify(j: Judgement, frame: Fortify, options: Options) -> Action:
    return setting_up.choose_fortification(j, options)


def _hold_nothing(j: Judgement, frame: HoldReserve, options: Options) -> Action:
    return options[-1]


def _rally(j: Judgement, frame: RallyPhase, options: Options) -> Action:
    return falling_back.choose_rally(j, options)


def _prep_fire(j: Judgement, frame: PrepFirePhase, options: Options) -> Action:
    return shooting.choose_target(j, PFPH, options)


def _final_fire(j: Judgement, frame: DefensiveFirePhase, options: Options) -> Action:
    return shooting.choose_target(j, DFPH, options)


def _advancing_fire(j: Judgement, frame: AdvancingFirePhase, options: Options) -> Action:
    return shooting.choose_target(j, AFPH, options)


def _first_fire(j: Judgement, frame: FirstFire, options: Options) -> Action:
    return shooting.choose_first_fire(j, options, frame.hex, targets_left(j.g, frame))


def _declare_fire(j: Judgement, frame: DeclareFire, options: Options) -> Action:
    return shooting.choose_firer(j, frame, options)


def _move(j: Judgement, frame: MovementPhase, options: Options) -> Action:
    return manoeuvre.choose_mover(j, options)


def _step(j: Judgement, frame: Moving, options: Options) -> Action:
    return manoeuvre.choose_step(j, frame, options)


def _rout(j: Judgement, frame: RoutPhase, options: Options) -> Action:
    return falling_back.choose_router(j, options)


def _run(j: Judgement, frame: Routing, options: Options) -> Action:
    return falling_back.choose_way(j, frame.unit, options)


def _advance(j: Judgement, frame: AdvancePhase, options: Options) -> Action:
    return manoeuvre.choose_advance(j, options)


def _stack_leader(j: Judgement, frame: StackLeaders, options: Options) -> Action:
    return options[0]


def _close_combat(j: Judgement, frame: DeclareCloseCombat, options: Options) -> Action:
    return close_fighting.choose_attack(j, frame, options)


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
