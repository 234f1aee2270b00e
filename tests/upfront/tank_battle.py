"""A made-up scenario with vehicles on both sides, and random games of it."""

from __future__ import annotations

import random
from collections import Counter

import msgspec

from defilade.kernel import Action, Choice, Over, Position, Sampled, determinized, make_view
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import Force, Scenario
from defilade.rules.upfront.game.secondary_weapons import ATMM, DEMOLITION_CHARGE
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.game.victory_conditions import Points
from defilade.rules.upfront.system import UfSystem

MEN = {
    nation: tuple(key for key, card in library().men.items() if card.nation == nation)
    for nation in ("german", "russian", "american")
}


def light_armed(nation: str, count: int) -> list[str]:
    """Men who can carry a secondary weapon."""
    box = library()
    kinds = ("rifle", "carbine", "machine-pistol")
    return [key for key in MEN[nation][:12] if box.weapons[box.men[key].weapon].kind in kinds][:count]


def force(nation: str, *machines: str) -> Force:
    carried = (ATMM, DEMOLITION_CHARGE) if nation != "american" else (DEMOLITION_CHARGE,)
    secondary = dict(zip(light_armed(nation, 2), carried, strict=False))
    return Force(nation, MEN[nation][:9], machines=machines, secondary=secondary)


def battle(german: tuple[str, ...], other: tuple[str, ...], opponent: str) -> Scenario:
    return Scenario(
        id="tanks",
        title="Tanks",
        type="test",
        decks=2,
        first="german",
        forces=(force("german", *german), force(opponent, *other)),
        victory=Points(),
        victory_rule="UF:16.4-a",
        victory_text="points",
        provenance="original",
        opponents=(opponent,),
    )


BATTLES = {
    "germans and Russians": battle(("pz4", "sdkfz251"), ("t34", "su85"), "russian"),
    "germans and Americans": battle(("stug3", "flamm2"), ("sherman", "m3"), "american"),
    "tanks and guns": battle(("pz4", "leig18"), ("t34", "obr27"), "russian"),
    "halftracks": battle(("sdkfz251",), ("su85",), "russian"),
}


def begin(name: str) -> Position[State]:
    system = UfSystem({"tanks": BATTLES[name]})
    position, _ = system.begin("tanks", {})
    return position


def play_out(name: str, seed: int, verbs: Counter[str] | None = None, bold: float = 0.6) -> Over:
    """A random game to its end; a bold player likes to act rather than to be done."""
    return play_on(begin(name), random.Random(f"{name} {seed}"), verbs, bold)


def play_on(
    position: Position[State],
    rng: random.Random,
    verbs: Counter[str] | None = None,
    bold: float = 0.6,
    eager: tuple[tuple[str, ...], ...] = (),
) -> Over:
    """A game is played to its end; what is wanted most comes first in `eager`."""
    source = Sampled(rng)
    for _ in range(20000):
        moment = position.pending
        if isinstance(moment, Over):
            return moment
        if isinstance(moment, Choice):
            options = moment.options
            if rng.random() < bold:
                options = tuple(wanted(options, rng, eager or EAGER)) or options
            step = options[int(rng.random() * len(options))]
            if verbs is not None:
                verbs[step.verb] += 1
            position.advance(step)
        else:
            position.advance(source.draw(moment, 1))
    raise AssertionError("the game does not end")


EAGER = (
    ("overrun", "assault", "go", "send", "resolve", "declare"),
    ("infiltrate", "get-free", "rally-crew", "hero", "accept"),
    ("shoot", "fire", "move"),
)
IDLE = ("rearrange", "hand-over", "crew", "uncrew", "let-go", "decline", "cancel", "done")


def wanted(
    options: tuple[Action, ...], rng: random.Random, eager: tuple[tuple[str, ...], ...]
) -> list[Action]:
    """What brings vehicles and men together."""
    for verbs in eager:
        found = [o for o in options if o.verb in verbs and o.how not in ("retreat", "sideways")]
        if found and rng.random() < 0.8:
            return found
    return [o for o in options if o.verb not in IDLE]


def assert_alike(position: Position[State], rng: random.Random) -> None:
    """A world that a side could be in as well shows it the same and asks others the same."""
    system, moment = position.system, position.pending
    for side in position.state.sides:
        view = make_view(system, position, side, 0)
        twin = determinized(system, view, rng)
        assert msgspec.json.encode(view) == msgspec.json.encode(make_view(system, twin, side, 0))
        if isinstance(moment, Choice) and side != moment.side:
            assert isinstance(twin.pending, Choice) and twin.pending.asks == moment.asks
