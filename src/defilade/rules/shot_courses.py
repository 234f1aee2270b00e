"""A shot as one decision: the group that would fire at a target, directed by whom, and what it would come to.

Nothing is decided here: who may fire, join and direct is asked of the system (`Shooting`), and the figures are those of
its attacks.  What is proposed is the group that does most harm without anybody who adds nothing; units that have not
fired yet come before those that would fire again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from defilade.kernel import Action, Position, Refusal, System
from defilade.rules.courses import Course, Fate, Likely, Prospect, Role, Taker, Tone
from defilade.rules.option_looks import likely
from defilade.tactics.attack_plan import Plan, firepower, shot_name
from defilade.tactics.declaring_fire import DECLARE, NO_LEADER, DeclareFire, leaders_for, must_be_directed
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.names import Hex, UnitId
from defilade.tactics.play import BoardPlay
from defilade.tactics.units import HALF_SQUAD, Unit

WEIGHTS = {"eliminated": 1.0, "reduced and broken": 0.8, "broken": 0.6, "reduced": 0.5, "pinned": 0.25}
"""How much of a target each fate takes, for telling groups apart."""

FATE_WORDS: dict[str, tuple[str, Tone]] = {
    "eliminated": ("eliminated", 1),
    "broken": ("breaks", 2),
    "reduced": ("reduced", 1),
    "pinned": ("pinned", 3),
    "unharmed": ("unharmed", 4),
}
STOPPING = ("eliminated", "broken", "pinned")
"""Ends, as they are told, that end a move."""

WORTH_TELLING = 0.005


class Element(NamedTuple):
    """One who can be added to an attack: the action that adds it, and the shots that it adds."""

    action: Action
    shots: tuple[Shot, ...]

    @property
    def first(self) -> Shot:
        return self.shots[0]


class Manner(NamedTuple):
    """A way of firing that one would rather not use: the higher the place, the less."""

    place: int
    words: str


class Cast(NamedTuple):
    """Who fires and who directs it."""

    shots: tuple[Shot, ...]
    leaders: tuple[str, ...]


class Group(NamedTuple):
    elements: tuple[Element, ...]
    leaders: tuple[str, ...]

    @property
    def shots(self) -> tuple[Shot, ...]:
        return tuple(shot for element in self.elements for shot in element.shots)

    @property
    def cast(self) -> Cast:
        return Cast(self.shots, self.leaders)


class Shooting(Protocol):
    """What a system says of the fire at one target."""

    @property
    def g(self) -> BoardPlay[Any]: ...

    @property
    def frame(self) -> DeclareFire: ...

    @property
    def strict(self) -> bool:
        """Whether nobody may look for a line of sight before he has declared his fire."""

    @property
    def manners(self) -> Mapping[str, Manner]:
        """The modes of shots that one would rather not use."""

    @property
    def stops_moves(self) -> bool:
        """Whether the targets are on the move, so that it matters if they are stopped."""

    def elements(self) -> Iterable[tuple[Action, tuple[Shot, ...]]]:
        """All who may fire at the target by themselves."""

    def joining_refusal(self, shots: tuple[Shot, ...], new: Element) -> Refusal | None:
        """Why one who may fire by himself may not join these."""

    def hang_together(self, elements: Sequence[Element]) -> bool:
        """Whether these may fire as one group."""

    def directing_refusal(self, leader: Unit, hex: Hex, shots: tuple[Shot, ...]) -> Refusal | None:
        """Why a leader may not direct the part of an attack that comes from a hex."""

    def can_lead(self, unit: Unit) -> bool: ...

    def leadership(self, leader: Unit) -> int: ...

    def gun_words(self, shot: Shot) -> str:
        """A weapon with those who fire it."""

    def plan(self, cast: Cast) -> Plan: ...

    def odds(self, cast: Cast, plan: Plan, number: int) -> Mapping[str, float]:
        """The odds of each class of result for a group of targets."""

    def fates(self, cast: Cast, plan: Plan) -> Mapping[str, Mapping[str, float]]:
        """For each target what becomes of it, in the words of `WEIGHTS`."""

    def nobody(self) -> Refusal: ...

    def undirected(self) -> Refusal: ...

    def every_hex(self) -> Refusal: ...


class Gunnery:
    """All that could be fired at one target now."""

    def __init__(self, shooting: Shooting) -> None:
        self.shooting, self.g, self.frame = shooting, shooting.g, shooting.frame
        self.elements = [Element(*found) for found in shooting.elements()]
        self.strict = shooting.strict

    def can_join(self, shots: tuple[Shot, ...], element: Element) -> Refusal | None:
        return self.shooting.joining_refusal(shots, element) if shots else None

    def fp(self, element: Element) -> float:
        return firepower(self.g, element.shots, self.frame.target, self.frame.targets)[1]

    def hex(self, element: Element) -> str:
        return self.g.unit(element.first.unit).hex

    def place(self, element: Element) -> int:
        manner = self.shooting.manners.get(element.first.mode)
        return manner.place if manner is not None else 0

    def here(self, shots: tuple[Shot, ...]) -> tuple[tuple[str, ...], ...]:
        return leaders_for(self.g, self.frame.phase, shots)

    # -- what it comes to --------------------------------------------------------------------------------------

    def plan(self, group: Group) -> Plan:
        return self.shooting.plan(group.cast)

    def value(self, group: Group) -> float:
        """How much harm a group does on average; where LOS is not known, just its firepower."""
        if self.strict:
            return sum(self.fp(element) for element in group.elements)
        total = 0.0
        for uid, fates in self.shooting.fates(group.cast, self.plan(group)).items():
            unit = self.g.unit(uid)
            sign = -1.0 if unit.side == self.frame.side else 1.0
            total += (
                sign * worth(unit) * sum(WEIGHTS.get(fate, 0.0) * chance for fate, chance in fates.items())
            )
        return total

    # -- putting a group together ------------------------------------------------------------------------------

    def grown(self, seed: Element, pool: Sequence[Element]) -> tuple[Element, ...]:
        """A group around one element: the strongest that may join, until nobody may."""
        found = [seed]
        ranked = sorted(pool, key=self.fp, reverse=True)
        while True:
            shots = tuple(shot for one in found for shot in one.shots)
            more = next(
                (one for one in ranked if one not in found and self.can_join(shots, one) is None), None
            )
            if more is None:
                return tuple(found)
            found.append(more)

    def directed(self, elements: tuple[Element, ...]) -> Group:
        """With the best leaders, if that is better than none."""
        alone = Group(elements, ())
        shots = alone.shots
        here = self.here(shots)
        if not here:
            return alone
        led = Group(elements, tuple(min(few, key=self._leadership) for few in here))
        if must_be_directed(self.g, shots, self.frame.target):
            return led
        return led if self.value(led) >= self.value(alone) else alone

    def _leadership(self, uid: UnitId) -> int:
        return self.shooting.leadership(self.g.unit(uid))

    def best(self) -> Group:
        """The group that is proposed."""
        usual = [one for one in self.elements if not self.g.unit(one.first.unit).is_leader] or self.elements
        fewest = min(self.place(one) for one in usual)
        fresh = [one for one in usual if self.place(one) == fewest]
        groups = [self.directed(elements) for elements in self._candidates(fresh)]
        able = [group for group in groups if self.lacks(group) is None] or groups
        return self._without_idle(max(able, key=self.value))

    def _candidates(self, pool: list[Element]) -> Iterable[tuple[Element, ...]]:
        seen = set()
        by_hex: dict[str, list[Element]] = {}
        for element in pool:
            by_hex.setdefault(self.hex(element), []).append(element)
        led = [one for one in pool if self._has_leader(self.hex(one))]
        for some in (pool, led, *by_hex.values()):
            for seed in sorted(some, key=self.fp, reverse=True)[:2]:
                found = self.grown(seed, some)
                key = frozenset(one.action for one in found)
                if key not in seen:
                    seen.add(key)
                    yield found

    def _has_leader(self, hex: Hex) -> bool:
        return any(
            unit.is_leader and self.shooting.can_lead(unit) for unit in self.g.side_in(hex, self.frame.side)
        )

    def _without_idle(self, group: Group) -> Group:
        """Leave out, weakest first, whoever changes nothing: he may be wanted elsewhere."""
        value = self.value(group)
        for element in sorted(group.elements, key=self.fp):
            rest = tuple(one for one in group.elements if one is not element)
            if not rest or not self.shooting.hang_together(rest):
                continue
            smaller = self.directed(rest)
            if self.lacks(smaller) is None and self.value(smaller) >= value - 1e-9:
                group = smaller
        return group

    def picked(self, picks: Sequence[str]) -> Group:
        """The group that a player has put together: whoever is named first comes first, who cannot join stays out."""
        wanted = [one for pick in picks for one in self.elements if str(one.action) == pick]
        found: list[Element] = []
        while True:  # whom only others connect comes after them
            shots = tuple(shot for one in found for shot in one.shots)
            more = next(
                (one for one in wanted if one not in found and self.can_join(shots, one) is None), None
            )
            if more is None:
                break
            found.append(more)
        return Group(tuple(found), self._named_leaders(found, picks))

    def _named_leaders(self, found: list[Element], picks: Sequence[str]) -> tuple[str, ...]:
        if not found:
            return ()
        shots = tuple(shot for one in found for shot in one.shots)
        named = []
        for few in self.here(shots):
            chosen = [uid for pick in picks for uid in few if pick == str(direction(uid))]
            if not chosen:
                return ()
            named.append(chosen[0])
        return tuple(named)

    # -- the declaration ---------------------------------------------------------------------------------------

    def lacks(self, group: Group) -> Refusal | None:
        """Why a group cannot fire as it stands."""
        if not group.elements:
            return self.shooting.nobody()
        if not group.leaders and must_be_directed(self.g, group.shots, self.frame.target):
            return self.shooting.undirected()
        return None

    def steps(self, group: Group) -> list[Action]:
        found = [*(element.action for element in group.elements), DECLARE]
        if group.leaders:
            return [*found, *(direction(uid) for uid in group.leaders)]
        return [*found, NO_LEADER] if self.here(group.shots) else found


def direction(uid: UnitId) -> Action:
    return Action("direct", (uid,))


def worth(unit: Unit) -> float:
    return 1.0 if unit.kind == HALF_SQUAD else 2.0


def declaration_of(
    system: System[Any], state: Any, action: Action
) -> tuple[BoardPlay[Any], DeclareFire] | None:
    """The position in which an option has opened a declaration of fire; None where it opens none."""
    position = Position(system, system.clone(state))
    position.advance(action)
    play = system.play(position.state)
    frame = position.state.stack[-1] if position.state.stack else None
    return (play, frame) if isinstance(play, BoardPlay) and isinstance(frame, DeclareFire) else None


def shot_course(shooting: Shooting, action: Action, picks: Sequence[str] | None) -> Course:
    """The attack that an option has opened, by those who are picked or, at first, by the best group."""
    g, frame = shooting.g, shooting.frame
    gunnery = Gunnery(shooting)
    if not gunnery.elements:
        group = Group((), ())
    else:
        group = gunnery.best() if picks is None else gunnery.picked(picks)
    lacks = gunnery.lacks(group)
    return Course(
        action=str(action),
        label=f"Fire at {g.place_name(frame.target)}: {g.names(frame.targets)}",
        steps=() if lacks else (str(action), *(str(step) for step in gunnery.steps(group))),
        do="Fire",
        key="f",
        roles=tuple(role for role in (_firers(gunnery, group), _directors(gunnery, group)) if role.takers),
        lines=tuple(
            (g.map.ground_hex(hex), g.map.ground_hex(frame.target)) for hex in hexes_of(g, group.shots)
        ),
        sum=_sum(gunnery, group),
        prospects=_prospects(gunnery, group),
        note=lacks.reason.capitalize() + "." if lacks else "",
        rule=lacks.rule if lacks else "",
    )


def _firers(gunnery: Gunnery, group: Group) -> Role:
    g = gunnery.g
    takers = []
    for element in gunnery.elements:
        on = element in group.elements
        refused = None if on else gunnery.can_join(group.shots, element)
        shot = element.first
        what = shot_name(g, shot) if not shot.weapon else gunnery.shooting.gun_words(shot)
        manner = gunnery.shooting.manners.get(shot.mode)
        again = f", {manner.words}" if manner is not None else ""
        takers.append(
            Taker(
                str(element.action),
                f"{what} in {g.place_name(g.unit(shot.unit).hex)}{again}",
                tuple(part for part in (shot.weapon or shot.unit, shot.second) if part),
                on,
                refused.reason if refused else "",
                refused.rule if refused else "",
            )
        )
    return Role("Fire", tuple(takers))


def _directors(gunnery: Gunnery, group: Group) -> Role:
    g, frame, shots = gunnery.g, gunnery.frame, group.shots
    takers = []
    for hex in hexes_of(g, shots):
        for leader in g.side_in(hex, frame.side):
            if not leader.is_leader:
                continue
            refused = gunnery.shooting.directing_refusal(leader, hex, shots)
            if refused is None and not gunnery.here(shots):
                refused = gunnery.shooting.every_hex()
            takers.append(
                Taker(
                    str(direction(leader.id)),
                    f"{g.name(leader)} in {g.place_name(hex)}",
                    (leader.id,),
                    leader.id in group.leaders,
                    refused.reason if refused else "",
                    refused.rule if refused else "",
                )
            )
    return Role("Directed by", tuple(takers))


def _sum(gunnery: Gunnery, group: Group) -> str:
    if gunnery.strict or not group.elements:
        return ""
    plan = gunnery.plan(group)
    drms = "/".join(f"{one.drm:+d}" for one in plan.groups)
    return f"{plan.fp:g} FP, {drms}" if plan.groups else f"{plan.fp:g} FP"


def _prospects(gunnery: Gunnery, group: Group) -> tuple[Prospect, ...]:
    """Where LOS is checked after the declaration, odds would tell of it."""
    if gunnery.strict or not group.elements:
        return ()
    g, plan = gunnery.g, gunnery.plan(group)
    fates = gunnery.shooting.fates(group.cast, plan)
    return tuple(
        Prospect(
            g.names(targets.units),
            plan.breakdown(targets),
            likely(gunnery.shooting.odds(group.cast, plan, number)),
            tuple(_fate(gunnery, uid, fates[uid]) for uid in targets.units if uid in fates),
        )
        for number, targets in enumerate(plan.groups)
    )


def _fate(gunnery: Gunnery, uid: UnitId, chances: Mapping[str, float]) -> Fate:
    moves = gunnery.shooting.stops_moves
    told = {**chances, "broken": chances.get("broken", 0.0) + chances.get("reduced and broken", 0.0)}
    ends = tuple(
        Likely(fate, words, told[fate], tone, moves and fate in STOPPING)
        for fate, (words, tone) in FATE_WORDS.items()
        if told.get(fate, 0.0) >= WORTH_TELLING
    )
    return Fate(uid, gunnery.g.name(uid), ends, "stopped here" if moves else "")
