"""What the procedures of the Starter Kit ask of a player, so that every player only has to know the answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from defilade.kernel import Action, Frame
from defilade.rules.sk.advance import AdvancePhase
from defilade.rules.sk.advancing_fire import AdvancingFirePhase
from defilade.rules.sk.close_combat import CloseCombatPhase
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat, StackLeaders
from defilade.rules.sk.final_fire import DefensiveFirePhase
from defilade.rules.sk.first_fire import FirstFire, targets_left
from defilade.rules.sk.fortified_buildings import Fortify
from defilade.rules.sk.movement import MovementPhase
from defilade.rules.sk.prep_fire import PrepFirePhase
from defilade.rules.sk.rally import RallyPhase
from defilade.rules.sk.rout import Routing, RoutPhase
from defilade.rules.sk.setup import EquipGroup
from defilade.rules.sk.state import AFPH, DFPH, PFPH, SkPlay, State
from defilade.rules.sk.tactical_reserve import HoldReserve
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex
from defilade.tactics.set_up import PlaceGroup

Options = Sequence[Action]


class Answers(Protocol):
    """One player's answers in one position."""

    @property
    def g(self) -> SkPlay: ...

    def unit_to_set_up(self, options: Options) -> Action: ...

    def place_to_set_up(self, options: Options) -> Action: ...

    def bearer(self, options: Options) -> Action: ...

    def fortification(self, options: Options) -> Action: ...

    def rally(self, options: Options) -> Action: ...

    def target(self, phase: str, options: Options) -> Action: ...

    def first_fire(self, options: Options, hex: Hex, movers: tuple[str, ...]) -> Action: ...

    def firer(self, frame: DeclareFire, options: Options) -> Action: ...

    def mover(self, options: Options) -> Action: ...

    def step(self, frame: Moving, options: Options) -> Action: ...

    def router(self, options: Options) -> Action: ...

    def way_to_rout(self, unit: str, options: Options) -> Action: ...

    def advance(self, options: Options) -> Action: ...

    def place_of_leader(self, options: Options) -> Action: ...

    def close_combat(self, frame: DeclareCloseCombat, options: Options) -> Action: ...


def knows(frame: Frame) -> bool:
    """Whether there is an answer to what a procedure asks."""
    return type(frame) in QUESTIONS


def strangers(state: State, options: Options) -> Options:
    """The options that no answer knows: those of other sections than the first kit's, or all where the question itself
    is one of theirs or is about a vehicle."""
    frame = state.stack[-1]
    if not knows(frame):
        return options
    if state.vehicles and _is_about(frame, state.vehicles):
        return options
    return [option for option in options if _is_strange(state, option)]


def _is_about(frame: Frame, vehicles: Collection[str]) -> bool:
    """Whether some vehicle moves, fires or is fired at in a procedure."""
    for name in frame.__struct_fields__:
        value = getattr(frame, name)
        named = value if isinstance(value, tuple) else (value,)
        if any(isinstance(one, str) and one in vehicles for one in named):
            return True
    return False


def _is_strange(state: State, option: Action) -> bool:
    if option.verb not in KNOWN_VERBS or (option.verb == "target" and option.at not in state.stacks):
        return True
    return bool(state.vehicles) and any(uid in state.vehicles for uid in option.who)


def familiar(state: State, options: Options) -> Options:
    """The others."""
    strange = strangers(state, options)
    return [option for option in options if option not in strange] if strange else options


KNOWN_VERBS = frozenset(
    "add advance alone assault attack cancel declare destroy direct done double-time drop end-rout enter equip exit "
    "fight fire fortify hold join keep-dm leave low-crawl move no-leader none pass pick place rally recover repair "
    "rout rout-to self-rally set-off smoke stack stay stop target transfer with".split()
)
"""What the answers may say."""


def answer(by: Answers, frame: Frame, options: Options) -> Action:
    return QUESTIONS[type(frame)](by, frame, options)


def _set_up(by: Answers, frame: PlaceGroup, options: Options) -> Action:
    return by.place_to_set_up(options) if options[0].verb == "place" else by.unit_to_set_up(options)


def _hold_nothing(by: Answers, frame: HoldReserve, options: Options) -> Action:
    """Nobody is held back: whoever is on the map from the start does more."""
    return options[-1]


def _first_fire(by: Answers, frame: FirstFire, options: Options) -> Action:
    return by.first_fire(options, frame.hex, targets_left(by.g, frame))


QUESTIONS: dict[type[Frame], Callable[[Answers, Any, Options], Action]] = {
    PlaceGroup: _set_up,
    EquipGroup: lambda by, frame, options: by.bearer(options),
    Fortify: lambda by, frame, options: by.fortification(options),
    HoldReserve: _hold_nothing,
    RallyPhase: lambda by, frame, options: by.rally(options),
    PrepFirePhase: lambda by, frame, options: by.target(PFPH, options),
    DefensiveFirePhase: lambda by, frame, options: by.target(DFPH, options),
    AdvancingFirePhase: lambda by, frame, options: by.target(AFPH, options),
    FirstFire: _first_fire,
    DeclareFire: lambda by, frame, options: by.firer(frame, options),
    MovementPhase: lambda by, frame, options: by.mover(options),
    Moving: lambda by, frame, options: by.step(frame, options),
    RoutPhase: lambda by, frame, options: by.router(options),
    Routing: lambda by, frame, options: by.way_to_rout(frame.unit, options),
    AdvancePhase: lambda by, frame, options: by.advance(options),
    StackLeaders: lambda by, frame, options: by.place_of_leader(options),
    CloseCombatPhase: lambda by, frame, options: options[0],  # which fight comes first changes little
    DeclareCloseCombat: lambda by, frame, options: by.close_combat(frame, options),
}
"""By the procedure that asks."""
