"""A shot of the Starter Kit as one decision: its rules of joining, directing and telling of odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from defilade.kernel import Action, Refusal, System
from defilade.rules.courses import Course
from defilade.rules.shot_courses import Cast, Element, Manner, declaration_of, shot_course
from defilade.rules.sk import attack_plan, firers, machine_guns, morale, wording
from defilade.rules.sk.firers import FPF, SUBSEQUENT
from defilade.rules.sk.state import MPH, SkPlay, State
from defilade.tactics.attack_plan import Plan
from defilade.tactics.declaring_fire import DeclareFire, additions
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

OPENINGS = ("target", "fire")
"""What an attack begins with."""

AGAIN = MappingProxyType({SUBSEQUENT: Manner(1, "fires again"), FPF: Manner(2, "Final Protective Fire")})

NOBODY = Refusal("name at least one firer", "SK1:3.2-t")


class KitShooting:
    """What the Starter Kit says of the fire at one target."""

    manners: Mapping[str, Manner] = MappingProxyType(
        {SUBSEQUENT: Manner(1, "fires again"), FPF: Manner(2, "Final Protective Fire")}
    )

    def __init__(self, g: SkPlay, frame: DeclareFire) -> None:
        self.g, self.frame = g, frame

    @property
    def strict(self) -> bool:
        """SK1:3.2-h: LOS is checked after the declaration."""
        return firers.is_strict(self.g)

    @property
    def stops_moves(self) -> bool:
        return self.frame.phase == MPH

    def elements(self) -> list[tuple[Action, tuple[Shot, ...]]]:
        return additions(self.g, self.frame)

    def joining_refusal(self, shots: tuple[Shot, ...], new: Element) -> Refusal | None:
        return firers.joining_refusal(self.g, shots, new.first)

    def hang_together(self, elements: Sequence[Element]) -> bool:
        return firers.connection_refusal(self.g, [one.first.unit for one in elements]) is None

    def directing_refusal(self, leader: Unit, hex: Hex, shots: tuple[Shot, ...]) -> Refusal | None:
        return firers.directing_refusal(self.g, self.frame.phase, leader, hex, shots)

    def can_lead(self, unit: Unit) -> bool:
        return morale.can_lead(unit)

    def leadership(self, leader: Unit) -> int:
        return morale.leadership(self.g, leader)

    def gun_words(self, shot: Shot) -> str:
        return wording.gun_of(self.g, shot)

    def plan(self, cast: Cast) -> Plan:
        frame = self.frame
        return attack_plan.plan_attack(
            self.g, frame.phase, cast.shots, frame.target, frame.targets, cast.leaders
        )

    def odds(self, cast: Cast, plan: Plan, number: int) -> Mapping[str, float]:
        return attack_plan.odds(self.g, plan, number)

    def fates(self, cast: Cast, plan: Plan) -> Mapping[str, Mapping[str, float]]:
        return attack_plan.target_odds(self.g, plan)

    def nobody(self) -> Refusal:
        return NOBODY

    def undirected(self) -> Refusal:
        return machine_guns.NEEDS_LEADER

    def every_hex(self) -> Refusal:
        return firers.EVERY_HEX


def opens(action: Action) -> bool:
    return action.verb in OPENINGS


def fire_course(
    system: System[State], state: State, action: Action, picks: Sequence[str] | None
) -> Course | None:
    """The attack that an option opens. None where it opens none."""
    found = declaration_of(system, state, action) if opens(action) else None
    if found is None:
        return None
    g, frame = found
    assert isinstance(g, SkPlay)
    return shot_course(KitShooting(g, frame), action, picks)
