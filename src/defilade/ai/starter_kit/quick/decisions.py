"""The quick player's answer to every question, by its judgement of the position."""

from __future__ import annotations

from typing import Any, cast

from defilade.ai.starter_kit.questions import Options, answer, familiar
from defilade.ai.starter_kit.quick import close_fighting, falling_back, manoeuvre, setting_up, shooting
from defilade.ai.starter_kit.quick.judgement import Judgement
from defilade.kernel import Action, Choice, Frame, System, View
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat
from defilade.rules.sk.state import SkPlay
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex


def decide(view: View[Any], system: System[Any]) -> Action | None:
    """The best answer to the choice of a view; None where there is nothing to judge by."""
    play: Any = system.play(view.state)
    g = cast(SkPlay, play)
    g.silent = True
    top: Frame = view.state.stack[-1]
    choice = view.pending
    assert isinstance(choice, Choice)
    options = familiar(g.state, choice.options)
    if len(options) <= 1:
        return options[0] if options else None
    return answer(ByJudgement(Judgement(g, view.side)), top, options)


class ByJudgement:
    """Answers by what looks best one step ahead."""

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement
        self.g = judgement.g

    def unit_to_set_up(self, options: Options) -> Action:
        return setting_up.choose_unit(self.judgement, options)

    def place_to_set_up(self, options: Options) -> Action:
        return setting_up.choose_place(self.judgement, options)

    def bearer(self, options: Options) -> Action:
        return setting_up.choose_bearer(self.judgement, options)

    def fortification(self, options: Options) -> Action:
        return setting_up.choose_fortification(self.judgement, options)

    def rally(self, options: Options) -> Action:
        return falling_back.choose_rally(self.judgement, options)

    def target(self, phase: str, options: Options) -> Action:
        return shooting.choose_target(self.judgement, phase, options)

    def first_fire(self, options: Options, hex: Hex, movers: tuple[str, ...]) -> Action:
        return shooting.choose_first_fire(self.judgement, options, hex, movers)

    def firer(self, frame: DeclareFire, options: Options) -> Action:
        return shooting.choose_firer(self.judgement, frame, options)

    def mover(self, options: Options) -> Action:
        return manoeuvre.choose_mover(self.judgement, options)

    def step(self, frame: Moving, options: Options) -> Action:
        return manoeuvre.choose_step(self.judgement, frame, options)

    def router(self, options: Options) -> Action:
        return falling_back.choose_router(self.judgement, options)

    def way_to_rout(self, unit: str, options: Options) -> Action:
        return falling_back.choose_way(self.judgement, unit, options)

    def advance(self, options: Options) -> Action:
        return manoeuvre.choose_advance(self.judgement, options)

    def place_of_leader(self, options: Options) -> Action:
        return options[0]

    def close_combat(self, frame: DeclareCloseCombat, options: Options) -> Action:
        return close_fighting.choose_attack(self.judgement, frame, options)
