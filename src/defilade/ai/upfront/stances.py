"""Stances: the same judgement with a different temper. Where they differ, the search plays each of them out."""

from __future__ import annotations

import msgspec

from defilade.rules.upfront.game.cards import CONCEALED, FIRE, MOVEMENT, RALLY, TERRAIN, WIRE
from defilade.rules.upfront.game.scenario import ATTACKER, DEFENDER
from defilade.rules.upfront.game.state import ADVANCE, RETREAT, SIDEWAYS

replace = msgspec.structs.replace


class Stance(msgspec.Struct, frozen=True):
    """How much weight what has. 1 is as calculated."""

    name: str
    means: str
    """In a few words, for a player who asks what the plan is."""
    ground: float = 1.0
    """How much getting nearer to what decides the game counts."""
    risk: float = 1.0
    """How much the fire that a group is exposed to counts."""
    fire: float = 1.0
    """How much harm to the enemy counts."""
    reserve: float = 1.0
    """How much a card counts that could answer the enemy another time."""
    late: float = 0.2
    """What a card counts that is drawn for one played in the enemy's turn: it comes only at the end of one's own."""
    thrift: float = 1.0
    """How much a card in the hand counts."""
    moving: float = 1.0
    """How many turns of fire a group on the move must reckon with."""
    stay: float = 1.4
    """How many turns of fire a group that is not moving must reckon with."""
    prospect: float = 1.0
    """How much it counts what a group could do from where it stands."""
    fresh: float = 0.34
    """What a card that is yet to be drawn is worth."""
    cover_to_come: float = 0.5
    """How much of the cover that is in the hand counts for a group that sets out."""
    pin: float = 0.4
    """What pinning takes from a man for the time being, of his worth."""
    breaking: float = 7.0
    """How much it counts that a squad comes near to breaking."""
    cover: float = 0.0
    """What each point of cover counts for each man, whoever may fire at him now."""
    step: float = 0.0
    """What each step forward counts besides, for each man."""
    denial: float = 0.0
    """How much it counts that fire keeps a group from what it is about to reach."""
    patience: float = 1.0
    """How much getting there counts to one who wins if nobody does."""
    blocking: float = 0.4
    """What it is worth to stand in the way of an enemy group, for each man."""
    guard: float = 0.0
    """How much it counts to bar an enemy's way who is about to get there."""
    foresight: float = 0.0
    """How likely an enemy who is on the move has cover in his hand."""
    instead: float = 0.0
    """How much it counts against stopping in the open that there is cover in the hand."""
    likes: dict[str, float] = {}
    """How much more or less than at a glance a card of a kind is worth in the hand."""
    halted: float = 0.36
    """How much of the stake a force has that is there, but in the open and not on the move."""
    houses: float = 0.0
    """How much it counts in the hand that Buildings score where nothing else does."""
    leanings: dict[str, float] = {}
    """What an action or a discard of a kind is worth beyond what is reckoned: what many games have shown. Movement
    goes by its direction."""


AT_A_GLANCE = Stance(
    "at a glance", "take what looks best now", risk=0.0, prospect=0.0, breaking=0.0, cover=0.1
)
"""How `greedy` looks at things: what an action brings at once, and not what the enemy will make of it."""
BALANCED = Stance(
    "balanced",
    "weigh fire, ground, cover and cards as they come",
    ground=0.7,
    fire=1.5,
    reserve=0.8,
    late=0.42,
    thrift=1.5,
    moving=2.2,
    stay=1.6,
    fresh=0.5,
    breaking=16.0,
    pin=0.33,
    cover=0.05,
    step=0.08,
    denial=1.2,
    patience=0.25,
    halted=0.22,
    blocking=0.15,
    guard=0.22,
    foresight=0.6,
    instead=1.0,
    houses=1.0,
    likes={FIRE: 1.5, CONCEALED: 1.5, RALLY: 0.8, MOVEMENT: 0.5, TERRAIN: 0.5},
)

MEETING, ALONE = "meeting", "alone"
TASKS: dict[str, Stance] = {
    ATTACKER: replace(
        BALANCED,
        ground=0.85,
        thrift=1.3,
        moving=2.0,
        fresh=0.65,
        prospect=1.25,
        likes={**BALANCED.likes, CONCEALED: 1.15},
        leanings={
            ADVANCE: 0.05,
            SIDEWAYS: -0.08,
            RETREAT: -0.05,
            "terrain": 0.05,
            "entrench": -0.08,
            "discard": 0.14,
            "put-terrain": -0.05,
            "wire": -0.05,
        },
    ),
    DEFENDER: replace(BALANCED, leanings={"discard": 0.1}),
    MEETING: replace(BALANCED, guard=0.12),
    ALONE: replace(
        BALANCED,
        ground=1.2,
        risk=0.9,
        thrift=0.95,
        stay=1.9,
        fresh=0.6,
        prospect=1.2,
        likes={FIRE: 1.1, CONCEALED: 1.0, RALLY: 0.8, MOVEMENT: 0.8, TERRAIN: 0.8, WIRE: 1.5},
        leanings={SIDEWAYS: -0.05, "rally": -0.1},
    ),
}
"""What is balanced for one who must attack, who defends, where both are to do the same, and against two at once."""


def tempers(base: Stance) -> dict[str, Stance]:
    """What is balanced with other tempers."""
    ground, fire, risk, thrift = base.ground, base.fire, base.risk, base.thrift
    return {
        "balanced": base,
        "assault": replace(
            base,
            name="assault",
            means="go forward now and accept fire on the way",
            ground=2.0 * ground,
            risk=0.6 * risk,
        ),
        "firefight": replace(
            base,
            name="firefight",
            means="shoot whenever it does harm",
            ground=0.7 * ground,
            fire=1.33 * fire,
            thrift=0.8 * thrift,
        ),
        "caution": replace(
            base,
            name="caution",
            means="stay in cover, keep good cards for good moments",
            ground=0.85 * ground,
            risk=1.6 * risk,
            thrift=1.45 * thrift,
        ),
    }


STANCES = {task: tempers(base) for task, base in TASKS.items()}
MEANS = {name: stance.means for name, stance in tempers(BALANCED).items()}
"""The stances in plain words."""
