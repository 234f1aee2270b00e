"""What holds at every moment of every game, whatever is played: asked of random games on all cards."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Action, Choice, Outcome, Over, Position, Sampled
from defilade.rules.sk import melee, rout, stacking
from defilade.rules.sk.state import SkPlay, State
from defilade.rules.sk.system import SkSystem
from defilade.tactics.units import Unit

EAGER = {
    "done": 0.3,
    "stop": 0.4,
    "pass": 0.4,
    "cancel": 0.05,
    "drop": 0.05,
    "destroy": 0.02,
    "transfer": 0.05,
}
"""How much likelier than another option these are; the game is to be fought, not passed."""
MARKERS = {
    "prep": ("PFPh", "MPh", "DFPh", "AFPh"),
    "first": ("MPh", "DFPh"),
    "final": ("MPh", "DFPh"),
    "advancing": ("AFPh",),
}
"""The phases in which each fire marker can lie on a unit."""


def chosen(position: Position[State], rng: random.Random) -> Action | Outcome:
    """A random step that leans toward the enemy."""
    moment = position.pending
    if not isinstance(moment, Choice):
        assert not isinstance(moment, Over)
        return Sampled(rng).draw(moment, 1)
    g = position.system.play(position.state)
    assert isinstance(g, SkPlay)
    enemies = [hex for hex in g.state.stacks if g.has_side(hex, g.enemy_of(moment.side))]
    weights = []
    for option in moment.options:
        weight = EAGER.get(option.verb, 1.0)
        if option.verb in ("enter", "advance", "place") and enemies:
            weight *= 4 / (1 + min(g.map.distance(option.at, hex) for hex in enemies)) ** 2
        weights.append(weight)
    return rng.choices(moment.options, weights)[0]


def check_stacks(g: SkPlay) -> None:
    """Stacks and units agree, and no stack is too high (SK1:3.3-l)."""
    state = g.state
    listed = [(uid, hex) for hex, stack in state.stacks.items() for uid in stack]
    assert sorted(listed) == sorted((unit.id, unit.hex) for unit in state.units.values() if unit.hex)
    for hex in state.stacks:
        for side in state.sides:
            assert stacking.refusal(g, side, hex, ()) is None


def check_unit(g: SkPlay, unit: Unit) -> None:
    state = g.state
    assert g.counter(unit).kind == unit.kind
    assert unit.broken or not unit.dm
    assert unit.is_leader or not unit.wounded
    if unit.pinned:
        assert unit.was_pinned
        assert not unit.broken or state.phase in ("RtPh", "APh", "CCPh"), "only interdiction pins the broken"
    if unit.melee:
        assert melee.locks(g.units_in(unit.hex))
    if unit.fire:
        assert state.phase in MARKERS[unit.fire]
        assert (unit.side == state.attacker) == (unit.fire in ("prep", "advancing"))
        assert unit.fire != "prep" or not unit.moved, "who has fired in the PFPh stays where he is"


def check_weapons(g: SkPlay) -> None:
    """Possessed SW are where their owners are; charges and markers do not outlast their phases."""
    state = g.state
    for weapon in state.weapons.values():
        if weapon.owner:
            assert weapon.hex == state.units[weapon.owner].hex and not weapon.placed_at
        assert not weapon.placed_at or state.phase in ("MPh", "DFPh", "AFPh")
        assert not weapon.fire or state.phase in MARKERS["prep"]
    assert state.phase == "MPh" or not (state.smoke or state.residual)


def check_phase_change(g: SkPlay, before: str) -> None:
    if before == "RtPh":
        assert not any(u.broken and not u.melee and rout.beside_enemy(g, u) for u in g.on_map())
    if before == "CCPh":
        assert not any(unit.pinned for unit in g.on_map())
        for hex in g.state.stacks:
            units = g.units_in(hex)
            assert not melee.locks(units) or all(unit.melee for unit in units)


def strength(g: SkPlay) -> int:
    """All half-squads that are, or have been lost."""
    return stacking.squad_equivalents(g.state.units.values()) + sum(g.state.lost.values())


@pytest.mark.rule("SK1:3.3-l", "SK1:4.0-a", "SK1:3.8-t", "SK1:3.8-x", "SK1:3.8-y", "SK1:3.6-a")
@pytest.mark.parametrize("los", ["assisted", "strict"])
@pytest.mark.parametrize("scenario", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_random_games_keep_the_counters_in_order(scenario: str, los: str) -> None:
    rng = random.Random(f"{scenario}/{los}")
    system = SkSystem()
    position, _ = system.begin(scenario, {"los": los})
    g = system.play(position.state)
    force, before = strength(g), ""
    for steps in range(6_000):
        position.advance(chosen(position, rng))
        state = position.state
        if isinstance(position.pending, Over):
            return
        g = system.play(state)
        check_stacks(g)
        check_weapons(g)
        for unit in list(state.units.values()):
            check_unit(g, unit)
        if state.phase != before:
            check_phase_change(g, before)
            before = state.phase
        if scenario not in ("S4", "S5"):  # units leave the map, or come by a die
            assert strength(g) == force
        if steps % 100 == 0:
            assert system.encode(system.decode(system.encode(state))) == system.encode(state)
    raise AssertionError("the game does not end")
