"""A made-up scenario with every kind of ordnance and radios on both sides, and random games of it."""

from __future__ import annotations

import random
from collections import Counter

from defilade.kernel import Over, Position
from defilade.rules.upfront.game.scenario import Force, Scenario
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.game.victory_conditions import Points
from defilade.rules.upfront.system import UfSystem
from upfront.tank_battle import play_on

FORCES = {
    "german": Force(
        "german",
        (
            "diettinger",
            "beck",
            "wolff",
            "bauer",
            "posner",
            "gerhart",
            "schultz",
            "schaeffer",
            "bernhoff",
            "frantz",
        ),
        machines=("leig18", "pz4"),
        secondary={"beck": "radio", "wolff": "panzerfaust", "bernhoff": "panzerfaust"},
        artillery=6,
    ),
    "american": Force(
        "american",
        ("burnett", "fox", "burke", "shelley", "smith", "towle", "myers", "spoulos", "degi", "watson"),
        machines=("m1a1", "sherman"),
        secondary={"fox": "radio"},
    ),
    "russian": Force(
        "russian",
        ("rostov", "petrovsky", "soloviev", "symsilov", "nosenko", "mihailoff", "kristov", "vakuta", "zorin"),
        machines=("obr27", "su85"),
        secondary={"petrovsky": "radio"},
    ),
}

EAGER = (
    ("mission", "shoot", "also", "smoke-shell", "resolve", "declare"),
    ("rally-crew", "repair", "hero", "accept", "assign"),
    ("move", "terrain", "fire", "infiltrate", "send", "go", "close-combat"),
)


def scenario(opponent: str, *, night: bool = False) -> Scenario:
    return Scenario(
        id="guns",
        title="Guns",
        type="test",
        decks=2,
        first="german",
        forces=(FORCES["german"], FORCES[opponent]),
        victory=Points(),
        victory_rule="UF:16.4-a",
        victory_text="points",
        provenance="original",
        opponents=(opponent,),
        night=night,
    )


def begin(opponent: str, *, night: bool = False) -> Position[State]:
    position, _ = UfSystem({"guns": scenario(opponent, night=night)}).begin("guns", {})
    return position


def play_out(
    opponent: str, seed: int, verbs: Counter[str] | None = None, bold: float = 0.6, *, night: bool = False
) -> Over:
    """A random game to its end."""
    rng = random.Random(f"{opponent} {night} {seed}")
    return play_on(begin(opponent, night=night), rng, verbs, bold, EAGER)
