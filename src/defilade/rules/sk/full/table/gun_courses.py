"""A shot of ordnance as one decision: at whom, how, directed by whom, and what it would come to.

Which targets, Target Types, ammunition and leaders there are is asked of the declaration itself, question by question;
what has not been picked is answered so that the shot does most harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Choice, Position, System
from defilade.kernel.composition import Part
from defilade.rules.courses import Course, Fate, Opening, Prospect, Role, Taker
from defilade.rules.option_looks import likely
from defilade.rules.sk import firers, wording
from defilade.rules.sk.courses import other_course, other_openings
from defilade.rules.sk.first_fire import PASS, FirstFire
from defilade.rules.sk.full.ordnance.aiming import ELSEWHERE, GUN, Aiming, shot_action, shots_now
from defilade.rules.sk.full.ordnance.previews import further_outlooks, outlooks
from defilade.rules.sk.full.ordnance.shots import OWN, Gunshot
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.full.vehicles.main_armament import BOUND
from defilade.rules.sk.state import SkPlay, State
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.names import Hex

PART = Part()

OPENING = (GUN, BOUND)
MOST_QUESTIONS = 8
HEADINGS = {
    "at": "At",
    "elsewhere": "At",
    "shoot": "With",
    "with": "Loader",
    "alone": "Loader",
    "direct": "Directed by",
    "no-leader": "Directed by",
    "careful": "Backblast",
    "backblast": "Backblast",
}
"""What each question of a declaration is called, by the verb of its answers."""

WEIGHTS = {
    "destroyed": 3.0,
    "shocked": 1.5,
    "immobilized": 1.5,
    "possible shock": 0.6,
    "stunned": 0.8,
    "KIA": 1.0,
    "K": 0.8,
    "critical hit": 0.3,
    "hit": 0.2,
    "PTC": 0.1,
}
"""How much each result is worth, for telling shots apart."""
CHECK_WEIGHT = 0.45
TURN_PENALTY = 0.02
"""Of two shots that do the same harm the one that turns less is taken."""


def value(odds: dict[str, float]) -> float:
    return sum(
        chance * WEIGHTS.get(name, CHECK_WEIGHT if name.endswith("MC") else 0.0)
        for name, chance in odds.items()
    )


def worth(g: SkPlay, shot: Gunshot, movers: tuple[str, ...]) -> float:
    found = [value(dict(one.odds)) for one in outlooks(g, shot, movers)]
    return sum(found) - TURN_PENALTY * shot.turns


class Declaration:
    """A shot that is being put together, question by question."""

    def __init__(self, system: System[State], state: State, action: Action, picks: Sequence[str]) -> None:
        self.position = Position(system, system.clone(state))
        self.picks = picks
        self.steps: list[Action] = [action]
        self.roles: dict[str, list[Taker]] = {}
        self.shot: Gunshot | None = None
        self.position.advance(action)
        for _ in range(MOST_QUESTIONS):
            if not self._answer():
                break

    @property
    def g(self) -> SkPlay:
        play = self.position.system.play(self.position.state)
        assert isinstance(play, SkPlay)
        return play

    @property
    def frame(self) -> Aiming | None:
        stack = self.position.state.stack
        return stack[-1] if stack and isinstance(stack[-1], Aiming) else None

    def _answer(self) -> bool:
        """Answer the question that stands; false where there is none any more."""
        frame, choice = self.frame, self.position.pending
        if frame is None or not isinstance(choice, Choice) or frame.elsewhere:
            return False
        chosen = self._chosen(frame, choice.options)
        for option in choice.options:
            heading = HEADINGS.get(option.verb, "How")
            self.roles.setdefault(heading, []).append(self._taker(option, option == chosen))
        if chosen.verb == "shoot":
            self.shot = next((one for one in shots_now(self.g, frame) if shot_action(one) == chosen), None)
        elif chosen.verb == "direct" and self.shot is not None:
            self.shot = msgspec.structs.replace(self.shot, leader=chosen.who[0])
        self.steps.append(chosen)
        self.position.advance(chosen)
        return True

    def _chosen(self, frame: Aiming, options: Sequence[Action]) -> Action:
        named = next((option for pick in self.picks for option in options if str(option) == pick), None)
        if named is not None:
            return named
        if options[0].verb == "at":
            return max(options, key=self._best_at)
        if options[0].verb == "shoot":
            return max(options, key=lambda option: self._worth_of(frame, option))
        return options[0]

    def _best_at(self, option: Action) -> float:
        if option == ELSEWHERE:
            return -1.0
        trial = Position(self.position.system, self.position.system.clone(self.position.state))
        trial.advance(option)
        play, frame = self.position.system.play(trial.state), trial.state.stack[-1]
        if not isinstance(play, SkPlay) or not isinstance(frame, Aiming) or firers.is_strict(play):
            return 0.0
        return max((worth(play, shot, frame.targets) for shot in shots_now(play, frame)), default=0.0)

    def _worth_of(self, frame: Aiming, option: Action) -> float:
        shot = next((one for one in shots_now(self.g, frame) if shot_action(one) == option), None)
        if shot is None or firers.is_strict(self.g):
            return 0.0
        return worth(self.g, shot, frame.targets)

    def _taker(self, option: Action, on: bool) -> Taker:
        return Taker(str(option), self._label(option), self._pieces(option), on)

    def _label(self, option: Action) -> str:
        if option.verb == "shoot" and self.frame is not None:
            shot = next((one for one in shots_now(self.g, self.frame) if shot_action(one) == option), None)
            if shot is not None:
                return manner_words(self.g, shot)
        if option.verb == "at":
            return target_words(self.g, option.at)
        return "Another hex" if option == ELSEWHERE else wording.words(self.g, option)

    def _pieces(self, option: Action) -> tuple[str, ...]:
        """The counters that stand for an answer: whoever stands in the hex, the vehicle, the leader."""
        if option.verb == "at":
            there = [unit.id for unit in self.g.units_in(option.at)]
            return (*there, *(vehicle.id for vehicle in self.g.vehicles_in(option.at)))
        return option.who if option.verb in ("direct", "with") else ()


def manner_words(g: SkPlay, shot: Gunshot) -> str:
    """Ammunition and Target Type in a few words, and where it turns."""
    what = shot.ammo if shot.type != OWN else g.weapon_name(shot.weapon)
    tanks, men = g.vehicles_in(shot.target), g.units_in(shot.target)
    if shot.type == ATT:
        what += " on the area"
    elif shot.aimed_at and (len(tanks) > 1 or men):
        what += f" at {g.vehicle_name(shot.aimed_at)}"
    elif not shot.aimed_at and tanks:
        what += " at Infantry"
    return f"{what}, turns {FACING_NAMES[shot.facing]}" if shot.turns else what


def target_words(g: SkPlay, hex: Hex) -> str:
    """Who is in a hex, and where that is."""
    there = [*(vehicle.id for vehicle in g.vehicles_in(hex)), *(unit.id for unit in g.units_in(hex))]
    return f"{g.names(there) or 'nobody seen'} in {g.place_name(hex)}"


@PART.answers(other_openings)
def guns(g: SkPlay, choice: Choice) -> Iterable[Opening]:
    """Where one gun is all that could fire at who moves, its shot stands open."""
    found = [option for option in choice.options if option.verb in OPENING]
    interrupts = isinstance(g.state.stack[-1], FirstFire)
    alone = interrupts and len(found) == 1 and all(option in (*found, PASS) for option in choice.options)
    return [
        Opening(str(option), option.who, option.at if option.verb == BOUND else "", standing=alone)
        for option in found
    ]


@PART.answers(other_course)
def gun_course(
    g: SkPlay,
    system: System[State],
    action: Action | None,
    picks: Sequence[str] | None,
    via: Sequence[str],
) -> Course | None:
    if action is None or action.verb not in OPENING:
        return None
    made = Declaration(system, g.state, action, picks or ())
    shot, play = made.shot, made.g
    if shot is None:
        return Course(
            action=str(action),
            label=wording.words(g, action),
            steps=tuple(map(str, made.steps)),
            do="Choose the hex on the map",
            roles=_roles(made),
        )
    return Course(
        action=str(action),
        label=f"{_firer(play, shot)} at {play.place_name(shot.target)}",
        steps=tuple(map(str, made.steps)),
        do="Fire",
        key="f",
        roles=_roles(made),
        lines=((shot.hex, shot.target),) if shot.hex != shot.target else (),
        sum=_sum(play, shot),
        prospects=_prospects(play, shot, _movers(made)),
    )


def _movers(made: Declaration) -> tuple[str, ...]:
    frame = next((one for one in made.position.state.stack if isinstance(one, Aiming)), None)
    return frame.targets if frame is not None else ()


def _firer(g: SkPlay, shot: Gunshot) -> str:
    return g.vehicle_name(shot.firer) if shot.firer in g.state.vehicles else g.weapon_name(shot.weapon)


def _roles(made: Declaration) -> tuple[Role, ...]:
    """Questions with something to choose."""
    return tuple(Role(heading, tuple(takers)) for heading, takers in made.roles.items() if len(takers) > 1)


def _sum(g: SkPlay, shot: Gunshot) -> str:
    if firers.is_strict(g):
        return ""
    found = outlooks(g, shot)
    if not found:
        return ""
    needs = "/".join(str(int(one.breakdown.total) - one.breakdown.drm) for one in found)
    return f"Hits with {needs} or less"


def _fate(g: SkPlay, shot: Gunshot, odds: dict[str, float]) -> tuple[Fate, ...]:
    """What becomes of a vehicle, in words."""
    if shot.aimed_at not in g.state.vehicles:
        return ()
    return (Fate(shot.aimed_at, g.vehicle_name(shot.aimed_at), likely(odds)),)


def _prospects(g: SkPlay, shot: Gunshot, movers: tuple[str, ...]) -> tuple[Prospect, ...]:
    """SK1:3.2-h: where LOS is checked after the declaration, odds would tell of it."""
    if firers.is_strict(g):
        return ()
    return (
        *(
            Prospect(one.label, one.breakdown, likely(dict(one.odds)), _fate(g, shot, dict(one.odds)))
            for one in outlooks(g, shot, movers)
        ),
        *(
            Prospect(one.label, one.breakdown, likely(dict(one.odds)), step=True)
            for one in further_outlooks(g, shot)
        ),
    )
