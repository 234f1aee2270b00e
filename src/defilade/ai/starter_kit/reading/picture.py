"""One side's picture of a position: threats, targets and prospects, each worked out when first asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from defilade.ai.starter_kit.reading.evaluation import FIRE_SPREADS, LEFT, STAKE, material_weight
from defilade.ai.starter_kit.reading.lay import Lay, lay_of
from defilade.ai.starter_kit.reading.objectives import Pace, Prospects, must_act, terms_of, turns_left
from defilade.ai.starter_kit.reading.stances import BALANCED, Stance
from defilade.ai.starter_kit.reading.targets import Targets, targets_of
from defilade.ai.starter_kit.reading.threat import Threat, threat_of
from defilade.ai.starter_kit.reading.worth import full_worth, harm, weapon_worth
from defilade.rules.sk import ift, morale, victory
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

OFF_AT_LAST = 0.5
"""Who can leave does so at once: nothing can happen to him any more."""


class PullMap(dict[str, float]):
    """What the scenario makes of a unit, hex by hex; worked out when first asked for."""

    def __init__(self, picture: Picture, unit: Unit) -> None:
        super().__init__()
        self.picture, self.unit = picture, unit
        pace = picture.pace if unit.side == picture.side and not unit.is_leader else None
        self.pace = pace
        self.way = pace.way_of(unit) if pace is not None else {}
        self.worth = full_worth(picture.g, unit)

    def __missing__(self, hex: Hex) -> float:
        found = self.picture.stake_next(self.unit, hex)
        if self.pace is not None:
            found += self.pace.at(hex, self.way) * self.worth
        self[hex] = found
        return found


class Picture:
    """What a side knows and thinks of a position, in a stance."""

    def __init__(
        self, g: SkPlay, side: Side, stance: Stance = BALANCED, gains: dict[str, float] | None = None
    ) -> None:
        self.g = g
        self.side = side
        self.enemy = g.enemy_of(side)
        self.stance = stance
        self.lay: Lay = lay_of(g)
        self._pulls: dict[str, list[tuple[int, float]]] = {}
        self._pull_maps: dict[str, PullMap] = {}
        self._strength: dict[str, tuple[float, int]] = {}
        self._values: dict[str, float] = {}
        self.gains: dict[str, float] = {} if gains is None else gains
        """What moving promises each unit that has been asked about."""
        self.found: dict[tuple[Any, ...], Any] = {}
        """What plans have found out and may ask again."""

    @cached_property
    def threat(self) -> Threat:
        """What the enemy's fire can do."""
        return threat_of(self.g, self.enemy)

    @cached_property
    def own_fire(self) -> Threat:
        """What our fire can do."""
        return threat_of(self.g, self.side)

    @cached_property
    def prospects(self) -> Prospects | None:
        return Prospects(self.g) if terms_of(self.g) is not None else None

    @cached_property
    def material_weight(self) -> float:
        return material_weight(self.g)

    @cached_property
    def turns_left(self) -> float:
        return turns_left(self.g, self.side)

    @cached_property
    def must_act(self) -> bool:
        """Whether the game would be lost as things stand: then it is for this side to do something."""
        if self.prospects is None:
            return self.g.attacker == self.side
        return must_act(self.prospects) == self.side

    @cached_property
    def pace(self) -> Pace | None:
        """What time asks of this side; None where the card asks for nothing."""
        return Pace(self.prospects, self.side) if self.prospects is not None else None

    @cached_property
    def targets(self) -> Targets:
        """Enemy stacks that can be fired at."""
        return targets_of(self.g, self.enemy)

    @cached_property
    def fire_share(self) -> float:
        """How much of the enemy's fire one unit must expect: there are only so many shots, and other targets."""
        squads = sum(1 for unit in self.g.on_map(self.side) if not unit.is_leader and not unit.broken)
        return min(1.0, max(0.4, FIRE_SPREADS * len(self.threat.shooters) / (squads + 1)))

    @cached_property
    def enemies_to_move(self) -> int:
        """How many of the enemy's units can still move in this MPh."""
        if self.g.state.attacker != self.enemy:
            return 0
        return sum(
            1
            for unit in self.g.on_map(self.enemy)
            if not unit.is_leader and unit.good_order and not unit.moved and not unit.pinned and not unit.fire
        )

    # -- what units are worth here ------------------------------------------------------------------------

    def pulls(self, unit: Unit) -> list[tuple[int, float]]:
        """What it would be worth, in squads, to have the unit at each site rather than out of the game; sites
        that hardly matter to it are left out."""
        prospects = self.prospects
        if prospects is None:
            return []
        found = self._pulls.get(unit.id)
        if found is None:
            parts = [STAKE * part for part in prospects.pulls(unit)]
            least = 0.05 * max(parts, default=0.0)
            found = [(place, part) for place, part in enumerate(parts) if part > least]
            self._pulls[unit.id] = found
        return found

    def pull(self, unit: Unit, hex: Hex) -> float:
        """What the scenario makes of a unit in a hex."""
        return self.pull_map(unit)[hex]

    def pull_map(self, unit: Unit) -> PullMap:
        found = self._pull_maps.get(unit.id)
        if found is None:
            found = self._pull_maps[unit.id] = PullMap(self, unit)
        return found

    def stake(self, unit: Unit, hex: Hex) -> float:
        """What the sites of the scenario alone make of a unit that is in a hex."""
        if self.prospects is None:
            return 0.0
        felt = self.prospects.felt(unit.side, hex)
        return sum([part * felt[place] for place, part in self.pulls(unit)])

    def stake_next(self, unit: Unit, hex: Hex) -> float:
        """The same of a unit that ends this player turn there: one turn less is left to get anywhere else."""
        if self.prospects is None:
            return 0.0
        felt = self.prospects.felt_next(unit.side, hex)
        return sum([part * felt[place] for place, part in self.pulls(unit)])

    def value_of(self, unit: Unit) -> float:
        """What it would cost the unit's side to lose it: its worth and what the scenario hangs on it."""
        found = self._values.get(unit.id)
        if found is None:
            found = self.material_weight * full_worth(self.g, unit)
            if unit.hex and self.prospects is not None:
                found += 0.5 * self.stake(unit, unit.hex)
            self._values[unit.id] = found
        return found

    def carried(self, unit: Unit) -> float:
        return sum(weapon_worth(self.g, weapon) for weapon in self.g.weapons_of(unit))

    # -- what fire could do -------------------------------------------------------------------------------

    def opportunity(self, unit: Unit, hex: Hex) -> float:
        """What the unit's fire out of a hex would do to the best target in sight, in squads."""
        fp, reach = self.strength(unit)
        return self.targets.effects(fp, reach)[hex] * self.material_weight if fp else 0.0

    def strength(self, unit: Unit) -> tuple[float, int]:
        """FP and range of a unit with its machine guns."""
        found = self._strength.get(unit.id)
        if found is None:
            g = self.g
            counter = g.counters[unit.type]
            fp, reach = float(counter.fp), counter.range
            for weapon in g.weapons_of(unit):
                kind = g.weapon_types[weapon.type]
                if kind.is_mg and not weapon.malfunctioned:
                    fp += kind.fp * (0.5 if unit.is_leader else 1.0)
                    reach = max(reach, kind.range)
            found = self._strength[unit.id] = (fp, reach)
        return found

    def typical_shot(self, fp: float) -> float:
        """What so much firepower does to an ordinary enemy squad caught moving in the open."""
        unit = self.targets.ordinary
        if unit is None:
            return 0.0
        part = harm(self.g, ift.column(self.g, fp), -2, 1, unit, morale.morale_level(self.g, unit))
        return part * full_worth(self.g, unit) * self.material_weight

    def danger(self, unit: Unit, hex: Hex, when: str) -> float:
        """What enemy fire would cost a unit at rest in a hex, in squads."""
        return self.threat.at(hex, unit, when) * (self.value_of(unit) + self.carried(unit))

    def way_out(self, party: Sequence[Unit]) -> tuple[frozenset[str], float]:
        """Where a party may leave the map for points, and what that is worth."""
        prospects = self.prospects
        if prospects is None or not prospects.terms.leaving or self.side != prospects.terms.taker:
            return frozenset(), 0.0
        terms = prospects.terms
        points = sum(victory.exit_value(self.g, unit) for unit in party)
        return terms.sites[0].hexes, LEFT * points + STAKE * prospects.worth_leaving(party) + OFF_AT_LAST

    def mans_gun(self, unit: Unit) -> bool:
        """Whether a unit is at a Gun that it would have to leave behind."""
        return any(weapon.facing >= 0 and not weapon.malfunctioned for weapon in self.g.weapons_of(unit))

    def has_broken_friends(self, unit: Unit) -> bool:
        return any(other.broken for other in self.g.side_in(unit.hex, unit.side) if other.id != unit.id)

    def nearest_enemy(self, hex: Hex) -> int:
        distance = self.g.map.distance
        return min((distance(hex, there) for there in self.targets.hexes), default=99)


# -- the latest pictures -----------------------------------------------------------------------------------

KEPT = 12


def things_as_they_are(g: SkPlay) -> tuple[object, ...]:
    """All that a picture is made from. Decisions that follow one another, as the parts of one fire group do,
    often find things as they were."""
    state = g.state
    return (
        id(g.map),
        id(g.library),
        id(g.scenario),
        (state.turn, state.attacker, state.phase, state.snow),
        tuple(state.units.values()),
        tuple(state.weapons.values()),
        tuple(state.vehicles.values()),
        tuple(state.batteries.values()),
        tuple(state.hidden.items()),
        tuple(state.smoke.items()),
        tuple(state.residual.items()),
        tuple(state.hex_control.items()),
        tuple(state.building_control.items()),
        tuple(state.fortified),
        tuple(state.exited.items()),
    )


_kept: OrderedDict[tuple[Any, ...], Picture] = OrderedDict()


def picture_of(g: SkPlay, side: Side, stance: Stance = BALANCED) -> Picture:
    """The picture of a position that nobody plays on: as long as nothing has changed, the same one. What is being
    asked may have changed all the same, so it looks at the position as it is now."""
    key = (side, stance.name, *things_as_they_are(g))
    found = _kept.get(key)
    if found is None or found.g.map is not g.map or found.g.scenario is not g.scenario:
        found = _kept[key] = Picture(g, side, stance)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(key)
        found.g = g
    return found
