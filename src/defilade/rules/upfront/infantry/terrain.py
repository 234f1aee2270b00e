"""Terrain: where a group is, and what that does to fire (UF:5.2, UF:7, UF:8)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import any_of, question
from defilade.rules.upfront.game.attack import (
    DEMOLITION,
    FIRE,
    FIRER,
    INDIRECT,
    MINES,
    MOVING_STEP,
    OVERRUN,
    SHOTS,
    TERRAIN_STEP,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import attack_bar, movement_bar, no_flanking, terrain_bar
from defilade.rules.upfront.game.state import (
    BETWEEN,
    MOVEMENT,
    OPEN,
    SIDEWAYS,
    TERRAIN,
    Group,
    Laid,
    Machine,
    Unit,
)

PART = Part()


@any_of
def held_encircled(g: UfPlay, group: Group, /) -> bool:
    """Is the group encircled?"""
    return False


@any_of
def open_to_terrain_at_once(g: UfPlay, group: Group, /) -> bool:
    """May the enemy put terrain on its first Movement card (UF:34.3-b)?"""
    return False


@any_of
def fires_from_water(g: UfPlay, group: Group, /) -> bool:
    """Does the group fire from Marsh or Stream as from elsewhere?"""
    return False


@any_of
def fords_second(g: UfPlay, group: Group, /) -> bool:
    """Does the group ford a Stream with its second Movement card (UF:8.53-e)?"""
    return False


@question
def lasting_cover(g: UfPlay, group: Group, /) -> int:
    """What cover does the group have beside its Terrain card?"""
    raise NotImplementedError


@any_of
def leaves_marsh_at_once(g: UfPlay, group: Group, /) -> bool:
    """Does the group leave Marsh with one Movement card?"""
    return False


@any_of
def needs_two_moves(g: UfPlay, group: Group, /) -> bool:
    """Does the group need two Movement cards to come into terrain?"""
    return False


@any_of
def no_cover(g: UfPlay, attack: Attack, unit: Unit | None, /) -> bool:
    """Has the card no good of its terrain against the attack?"""
    return False


@any_of
def no_opposites(g: UfPlay, /) -> bool:
    """Is no group opposite another here?"""
    return False


# -- where a group is --------------------------------------------------------------------------------------------


def last_terrain(group: Group) -> Laid | None:
    """The last Terrain card on the group."""
    for laid in reversed(group.laid):
        if laid.kind == TERRAIN:
            return laid
    return None


def movement_cards(group: Group) -> list[Laid]:
    """Movement cards that no Terrain card covers, lowest first."""
    cards: list[Laid] = []
    for laid in group.laid:
        if laid.kind == MOVEMENT:
            cards.append(laid)
        elif laid.kind == TERRAIN:
            cards = []
    return cards


def is_moving(group: Group) -> bool:
    """It has a Movement card without a Terrain card over it; Wire and Smoke do not end that (UF:6.4)."""
    for laid in reversed(group.laid):
        if laid.kind == MOVEMENT:
            return True
        if laid.kind == TERRAIN:
            return False
    return False


def terrain_card(group: Group) -> Laid | None:
    """The Terrain card whose terrain the group is in; none for Open Ground without a card.

    One Movement card on top leaves the group where it was (UF:5.2-a, UF:7.4); a second one puts it in the open
    (UF:5.2-b, UF:7.2-c, UF:8.22-a). Without any Terrain card it is in the open too (UF:5.2-c, UF:8.1-a, UF:3.6-d).
    Between two games it never leaves what lies there (UF:41.55-a).
    """
    if len(movement_cards(group)) >= 2 and BETWEEN not in group.table:
        return None
    return last_terrain(group)


def terrain_of(group: Group) -> str:
    """The terrain that a group is in. A Minefield is a place of its own, though it counts as open (UF:24.2)."""
    card = terrain_card(group)
    return card.terrain if card is not None else OPEN


def counted_movement(group: Group) -> int:
    """Movement cards that count for fire at the group: the last and the one before it, no deeper (UF:7.2-b)."""
    return min(2, len(movement_cards(group)))


def needs_second_move(g: UfPlay, group: Group) -> bool:
    """A second Movement card must be laid before the group can leave its terrain (UF:8.42-a)."""
    if not group.laid or len(movement_cards(group)) >= 2:
        return False
    return needs_two_moves(g, group)


@PART.answers(needs_two_moves)
def marsh_needs_two_moves(g: UfPlay, group: Group) -> bool:
    """UF:8.42-a"""
    return terrain_of(group) == "marsh" and not leaves_marsh_at_once(g, group)


def has_vehicle(g: UfPlay, group: Group) -> bool:
    """An AFV is its own group (UF:28.11)."""
    units = g.state.units
    for uid in group.members:
        unit = units[uid]
        if isinstance(unit, Machine) and unit.kind == "afv":
            return True
    return False


# -- fire into and out of terrain -------------------------------------------------------------------------------
# What a card says of fire from it (the circled sign) comes in at the step FIRER, of fire at it later (UF:7.1).


def _groups(g: UfPlay, attack: Attack) -> tuple[Group, Group]:
    groups = g.state.groups
    return groups[attack.firer], groups[attack.target]


def reaches_gully(g: UfPlay, attack: Attack) -> bool:
    """Attacks that can get into a Gully: mortar fire, from a Hill, at Relative Range 5 (UF:8.2, UF:8.3)."""
    if attack.kind in INDIRECT or attack.range == 5:
        return True
    return bool(attack.firer) and terrain_of(g.group(attack.firer)) == "hill"


@PART.answers(attack_bar)
def fire_into_gully(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:8.2"""
    if terrain_of(g.group(attack.target)) == "gully" and not reaches_gully(g, attack):
        return Refusal("a group in a Gully can only be reached from a Hill or at Relative Range 5", "UF:8.2")
    return None


@PART.answers(attack_bar)
def fire_out_of_gully(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:8.2-b"""
    if not attack.firer or attack.kind in INDIRECT or attack.range == 5:
        return None
    firer, target = _groups(g, attack)
    if terrain_of(firer) == "gully" and terrain_of(target) != "hill":
        return Refusal(
            "from a Gully only groups on a Hill or at Relative Range 5 can be attacked", "UF:8.2-b"
        )
    return None


@PART.modifies(attack_lines, "UF:8.31-a", step=FIRER)
def elevated_fire(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:8.31-a: from a Hill, not against a Hill or a Pillbox (UF:23.6); the effect of a hit too (UF:8.31-b)."""
    if (attack.kind == FIRE or attack.kind in SHOTS) and attack.firer:
        firer, target = _groups(g, attack)
        if terrain_of(firer) == "hill" and terrain_of(target) not in ("hill", "pillbox"):
            yield Line("elevated fire", 1, "UF:8.31-a")


FIRING_FROM = {"marsh": "UF:8.41-a", "stream": "UF:8.52-d"}


@PART.modifies(attack_lines, "UF:8.41-a", "UF:8.52-d", step=FIRER)
def firing_from_water(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:8.41-a, UF:8.52-d, UF:6.41"""
    if attack.kind == FIRE and attack.firer and not attack.shooter:
        firer = g.group(attack.firer)
        terrain = terrain_of(firer)
        if terrain in FIRING_FROM and not fires_from_water(g, firer):
            yield Line(f"firing from {terrain.capitalize()}", -1, FIRING_FROM[terrain])


COVER_RULES = {
    "gully": "UF:8.21",
    "marsh": "UF:8.4",
    "buildings": "UF:8.6",
    "woods": "UF:8.7-a",
    "brush": "UF:8.8",
    "pillbox": "UF:23.4-a",
}


def cover(g: UfPlay, attack: Attack, target: Group) -> Line | None:
    """The modifier of the terrain that the target is in (UF:6.42, UF:7.2-a, UF:8-t)."""
    card = terrain_card(target)
    if card is None:
        return None
    match card.terrain:
        case "open" | "stream" | "minefield":  # UF:8.11, UF:8.51, UF:24.2
            return None
        case "hill":
            return _hill(g, attack)
        case "walls":
            return _walls(g, attack, target)
        case "woods" if attack.kind in INDIRECT:  # UF:8.7-b
            return None
    return Line(_named(card), card.value, COVER_RULES[card.terrain])


def _named(card: Laid) -> str:
    return f"Buildings {card.value}" if card.terrain == "buildings" else card.terrain.capitalize()


def _hill(g: UfPlay, attack: Attack) -> Line | None:
    """UF:8.32: not against fire from another Hill; where an Overrun comes from does not matter (UF:29.3)."""
    if attack.firer and attack.kind != OVERRUN and terrain_of(g.group(attack.firer)) == "hill":
        return None
    return Line("Hill", -1, "UF:8.32")


def attacking_group(g: UfPlay, attack: Attack) -> Group | None:
    """The group that attacks. A charge is placed by one man, who is still of his own group (UF:20.5)."""
    bearer = g.state.units.get(attack.shooter) if attack.kind == DEMOLITION else None
    key = bearer.group if bearer is not None else attack.firer
    return g.state.groups.get(key)


def _directly_opposite(firer: Group, target: Group) -> bool:
    return firer.side != target.side and firer.letter == target.letter and firer.table == target.table


def _walls(g: UfPlay, attack: Attack, target: Group) -> Line | None:
    """UF:8.9-a against the group directly opposite, UF:8.9-b against all else, UF:8.9-c."""
    if held_encircled(g, target):
        return None
    firer = attacking_group(g, attack)
    frontal = firer is not None and _directly_opposite(firer, target)
    if frontal and attack.kind not in INDIRECT and not no_opposites(g):
        return Line("Walls, from the front", -2, "UF:8.9-a")
    return Line("Walls", -1, "UF:8.9-b")


@PART.modifies(
    attack_lines,
    "UF:8.21",
    "UF:8.4",
    "UF:8.6",
    "UF:8.7-a",
    "UF:8.8",
    "UF:23.4-a",
    "UF:8.32",
    "UF:8.9-a",
    "UF:8.9-b",
    step=TERRAIN_STEP,
)
def target_terrain(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:6.42. Some cards get nothing from their terrain against some attacks, as a Hull Down gun (UF:28.92)."""
    if not attack.ignores_terrain and not no_cover(g, attack, unit):
        line = cover(g, attack, g.group(attack.target))
        if line is not None:
            yield line


def just_out_of_gully(group: Group) -> bool:
    """With the second Movement card: the first one was still in the Gully (UF:8.22-b). A third leaves it behind."""
    below = last_terrain(group)
    return below is not None and below.terrain == "gully" and len(movement_cards(group)) == 2


@PART.modifies(attack_lines, "UF:7.2-d", step=MOVING_STEP)
def target_movement(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:6.43, UF:7.2-d: +1 for each Movement card that counts; not against a vehicle (UF:25.41, UF:28.6)."""
    if attack.kind == MINES or has_vehicle(g, g.group(attack.target)):  # UF:24.32
        return
    target = g.group(attack.target)
    cards = counted_movement(target)
    if just_out_of_gully(target) and not reaches_gully(g, attack):
        cards = 1  # UF:8.22-b
    if cards:
        yield Line("moving target", cards, "UF:7.2-d")


# -- how terrain restricts movement ------------------------------------------------------------------------------


@PART.answers(movement_bar)
def marsh_sideways_first(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:8.42-b"""
    if mode != SIDEWAYS and terrain_of(group) == "marsh" and not movement_cards(group):
        return Refusal("the first Movement card on Marsh must be sideways", "UF:8.42-b")
    return None


@PART.answers(no_flanking)
def no_flank_with_first_card_on_marsh(g: UfPlay, group: Group) -> bool:
    """UF:8.42-b: a second card, after which the group is in the open, can bring it."""
    return terrain_of(group) == "marsh"


@PART.answers(movement_bar)
def stream_sideways_first(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:8.53-a"""
    if mode != SIDEWAYS and must_ford(group):
        return Refusal("a Stream is left only by fording, with a Movement card sideways", "UF:8.53-a")
    return None


def must_ford(group: Group) -> bool:
    """It is in a Stream that it has not forded yet (UF:8.53-a)."""
    return terrain_of(group) == "stream" and not movement_cards(group)


def fords_now(g: UfPlay, group: Group) -> bool:
    """Its next Movement card must find a ford: the first one, but the second of a group with a gun (UF:8.53-e)."""
    if terrain_of(group) != "stream":
        return False
    return len(movement_cards(group)) == int(fords_second(g, group))


def unforded(g: UfPlay, group: Group) -> bool:
    """It is in a Stream with the ford still to be found; the first Movement card of a group with a gun does not do
    that (UF:8.53-a, UF:8.53-e)."""
    return must_ford(group) or fords_now(g, group)


@PART.answers(terrain_bar)
def not_before_second_move(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:8.42-a, UF:8.1-c"""
    if by != group.side and open_to_terrain_at_once(g, group):  # UF:34.3-b
        return None
    if needs_second_move(g, group):
        rule = "UF:8.1-c" if terrain == OPEN else "UF:8.42-a"
        return Refusal("a second Movement card must be laid before the group can leave its terrain", rule)
    return None


# -- the terrain condition of victory ----------------------------------------------------------------------------


def reduces_fire(g: UfPlay, group: Group) -> bool:
    """Terrain that reduces fire, for victory (UF:16.42-a): not Open Ground, Minefield or Stream, and still good
    for something under Wire (UF:16.42-b). Walls count as -2 whoever is opposite (UF:16.42-qa), but as -1 where nobody
    ever is (UF:J.1-b); an enemy on a Hill does not matter (UF:16.42-qb); Smoke is left out (UF:16.421); a Gully is good
    enough (UF:16.423)."""
    card = terrain_card(group)
    value = card.value if card is not None and card.terrain not in (OPEN, "stream", "minefield") else 0
    if card is not None and card.terrain == "walls" and no_opposites(g):
        value = -1
    value += sum(function(g, group) for function in lasting_cover.answers(g))
    return bool(value < 0)
