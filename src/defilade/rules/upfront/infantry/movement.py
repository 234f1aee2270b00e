"""Movement (UF:5), Terrain cards on one's own groups (UF:4.21, UF:5.41) and fording (UF:8.53)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Frame, Refusal
from defilade.kernel.composition import any_of, bar, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import signed_range
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import movement_bar, terrain_bar
from defilade.rules.upfront.game.state import (
    ADVANCE,
    MOVEMENT,
    OPEN,
    RALLY,
    RETREAT,
    SIDEWAYS,
    TERRAIN,
    Group,
    Laid,
)
from defilade.rules.upfront.infantry.fire import far_targets
from defilade.rules.upfront.infantry.terrain import fords_now, is_moving, no_opposites

PART = Part()


@any_of
def every_move_fords(g: UfPlay, group: Group, /) -> bool:
    """Does every Movement card of this group ford?"""
    return False


@bar
def must_reject(g: UfPlay, group: Group, terrain: str, /) -> Refusal | None:
    """Why may the group never be in that terrain (UF:7.33)?"""


@told
def on_ford_failed(g: UfPlay, group: Group, /) -> None:
    """A group has not found its way through a Stream."""


@told
def on_moved(g: UfPlay, group: Group, laid: Laid, /) -> None:
    """A Movement card has been laid on a group."""


@told
def on_moving_card(g: UfPlay, group: Group, card: str, /) -> None:
    """A Movement card has been played on a group, also one for Wire."""


@told
def on_terrain_entered(g: UfPlay, group: Group, laid: Laid, /) -> None:
    """A group has come into terrain."""


@told
def on_terrain_played(g: UfPlay, group: Group, laid: Laid, by: str, /) -> None:
    """Terrain has been put on a group, accepted or not."""


@any_of
def passes_through(g: UfPlay, group: Group, enemy: Group, /) -> bool:
    """May the group pass through that of the enemy?"""
    return False


MODES = (ADVANCE, RETREAT, SIDEWAYS)
STEP = {ADVANCE: 1, RETREAT: -1, SIDEWAYS: 0}  # UF:5.4-b, UF:5.5
DOES = {ADVANCE: "advances", RETREAT: "retreats", SIDEWAYS: "moves sideways"}


# -- what keeps a group from moving ------------------------------------------------------------------------------


@PART.answers(movement_bar)
def pinned_men_hold(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:5.1-a, UF:10.12-a"""
    if g.has_pinned(group):
        return Refusal(f"{g.group_name(group)} has pinned men", "UF:5.1-a")
    return None


@PART.answers(movement_bar)
def blocked(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:5.7-a: not past the group directly opposite, until it is gone from there (UF:5.7-b)."""
    enemy = blocker(g, group) if mode == ADVANCE else None
    return Refusal(f"{g.group_name(enemy)} blocks the way", "UF:5.7-a") if enemy is not None else None


def blocker(g: UfPlay, group: Group) -> Group | None:
    """The group directly opposite that does not let it go any farther forward."""
    if no_opposites(g):
        return None
    for enemy in g.opposite(group):
        if group.range + enemy.range == 5 and not passes_through(g, group, enemy):
            return enemy
    return None


@PART.answers(movement_bar)
def no_retreat_out_of_range(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:5.51-a: the closest enemy group may not get farther away than Relative Range 0."""
    if mode != RETREAT:
        return None
    back = replace(group, range=group.range - 1)
    enemies = g.enemy_groups(group.side)
    if not enemies and any(True for far in far_targets.answers(g) for _ in far(g, group)):
        return None  # UF:41.9: nobody is left in this game; the others are always at Relative Range 0
    if not enemies or max(signed_range(back, enemy) for enemy in enemies) < 0:
        return Refusal("the closest enemy would be farther away than Relative Range 0", "UF:5.51-a")
    return None


def retrograde_refusal(g: UfPlay, group: Group, card: str, mode: str) -> Refusal | None:
    """UF:5.51-b: from range chit 0 or lower only with a card whose Random Number is red (UF:2.2-d)."""
    if mode == RETREAT and group.range <= 0 and not g.deck[card].red:
        return Refusal("retreating from range chit 0 needs a Movement card with a red number", "UF:5.51-b")
    return None


def movement_refusal(g: UfPlay, group: Group, card: str, use: Use, mode: str) -> Refusal | None:
    """Why a Movement card may not be placed on a group so, if it may not."""
    return movement_bar(g, group, use, mode) or retrograde_refusal(g, group, card, mode)


# -- the action --------------------------------------------------------------------------------------------------


def move_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if g.has_pinned(group):
        return
    for card, use in g.holds(group.side, MOVEMENT_CARD):
        for mode in MODES:
            if movement_refusal(g, group, card, use, mode) is None:
                yield Action("move", (group.id, card), how=mode)


def why_not_move(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    if len(action.who) < 2 or action.who[1] not in g.hand(group.side):
        return Refusal("that card is not in the hand", "UF:4.21")
    use = g.usable(group.side, action.who[1], MOVEMENT_CARD)
    if use is None:
        return Refusal(f"{g.card_name(action.who[1])} is no Movement card here", "UF:4.21")
    return movement_refusal(g, group, action.who[1], use, action.how)


def move(g: UfPlay, group: Group, action: Action) -> None:
    card = action.who[1]
    use = g.usable(group.side, card, MOVEMENT_CARD)
    assert use is not None
    g.spend(group)
    g.take_from_hand(group.side, card)
    ford_or_move(g, group, card, use, action.how)


def ford_or_move(g: UfPlay, group: Group, card: str, use: Use, mode: str) -> None:
    """A Movement card out of a Stream is laid only once a ford is found (UF:8.53-b)."""
    if fords_now(g, group) and not fords_at_once(g, group, use):
        g.hold(card, group.side)
        g.push(Fording(group.id, card))
        return
    if fords_now(g, group):
        g.say("ford", f"{g.group_name(group)} fords the Stream.", "UF:8.53-b", side=group.side, at=group.id)
    lay_movement(g, group, card, use, mode)


def lay_movement(g: UfPlay, group: Group, card: str, use: Use, mode: str) -> None:
    """Place a Movement card on a group: its range chit changes at once (UF:5.5, UF:5.6-b), in a Gully too
    (UF:8.22-c), and in a Marsh with the second card, as the first is sideways (UF:8.42-c)."""
    laid = Laid(card, MOVEMENT, mode=mode, ford=use.ford, flank=use.flank, by=group.side, to=group.bound_for)
    group = g.lay(g.update_group(group.id, range=group.range + STEP[mode], moved=True), laid)
    chit = f" to range chit {group.range}" if STEP[mode] else ""
    g.say(
        "move",
        f"{g.group_name(group)} {DOES[mode]}{chit}.",
        "UF:5.4-a",
        "UF:5.5",
        side=group.side,
        who=(card,),
        at=group.id,
    )
    on_moving_card(g, g.group(group.id), card)
    on_moved(g, g.group(group.id), laid)


# -- fording -----------------------------------------------------------------------------------------------------


class Fording(Frame):
    """A group tries to ford a Stream with a Movement card that is no Ford card (UF:8.53-b)."""

    group: str
    card: str


def fords_at_once(g: UfPlay, group: Group, use: Use) -> bool:
    """A Ford card, or what counts as one."""
    return use.ford or every_move_fords(g, group)


@PART.decisions(Fording)
def ask_fording(g: UfPlay, frame: Fording) -> Chance:
    group = g.group(frame.group)
    return draw(
        g, group.side, f"{g.group_name(group)} fords on a black number", "UF:8.53-b", about=(group.id,)
    )


@ask_fording
def take_fording(g: UfPlay, frame: Fording, answer: Answer) -> None:
    g.pop()
    group = g.group(frame.group)
    drawn = turned(g, group.side, answer)
    g.take_up(frame.card, group.side)
    if drawn.red:
        g.discard(frame.card, group.side)
        g.say(
            "ford",
            f"{g.group_name(group)} does not find a ford (red {drawn.number}).",
            "UF:8.53-d",
            side=group.side,
            at=group.id,
        )
        on_moving_card(g, group, frame.card)
        on_ford_failed(g, g.group(group.id))
        return
    g.say(
        "ford",
        f"{g.group_name(group)} fords the Stream (black {drawn.number}).",
        "UF:8.53-c",
        side=group.side,
        at=group.id,
    )
    use = g.deck[frame.card].use(g.side(group.side).nation, MOVEMENT_CARD)
    assert use is not None
    lay_movement(g, group, frame.card, use, SIDEWAYS)


# -- Terrain cards on one's own groups ---------------------------------------------------------------------------


def terrain_refusal(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """Why a Terrain card may not be laid on a group's Movement card, if it may not (UF:5.1-b, UF:5.3)."""
    if not is_moving(group):
        return Refusal(f"{g.group_name(group)} has no uncovered Movement card", "UF:5.1-b")
    return terrain_bar(g, group, terrain, by)


def terrain_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if not is_moving(group):
        return
    for card, use in g.holds(group.side, TERRAIN_CARD):
        if own_terrain_refusal(g, group, use.terrain) is None:
            yield Action("terrain", (group.id, card))


def own_terrain_refusal(g: UfPlay, group: Group, terrain: str) -> Refusal | None:
    refusal = terrain_refusal(g, group, terrain, group.side)
    if refusal is None and terrain != OPEN:
        refusal = must_reject(g, group, terrain)
    return refusal


def why_not_terrain(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    use = g.usable(group.side, action.who[1], TERRAIN_CARD) if len(action.who) > 1 else None
    if use is None or action.who[1] not in g.hand(group.side):
        return Refusal("that is no Terrain card of yours", "UF:4.21")
    return own_terrain_refusal(g, group, use.terrain)


def lay_own_terrain(g: UfPlay, group: Group, action: Action) -> None:
    card = action.who[1]
    use = g.usable(group.side, card, TERRAIN_CARD)
    assert use is not None
    g.spend(group)
    g.take_from_hand(group.side, card)
    laid = Laid(card, TERRAIN, use.terrain, use.value, by=group.side)
    on_terrain_played(g, group, laid, group.side)
    enter_terrain(g, g.group(group.id), laid)


def open_ground_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """Any card can be laid face down as Open Ground, a Cower card too (UF:8.1-b, UF:2.22-b, UF:16.1-c)."""
    if is_moving(group) and own_terrain_refusal(g, group, OPEN) is None:
        for card in g.hand(group.side):
            yield Action("open-ground", (group.id, card))


def why_not_open(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    return own_terrain_refusal(g, group, OPEN)


def lay_open_ground(g: UfPlay, group: Group, action: Action) -> None:
    card = action.who[1]
    g.spend(group)
    g.take_from_hand(group.side, card)
    laid = Laid(card, TERRAIN, OPEN, by=group.side)
    on_terrain_played(g, group, laid, group.side)
    enter_terrain(g, g.group(group.id), laid)


def enter_terrain(g: UfPlay, group: Group, laid: Laid) -> None:
    """A Terrain card is on the group: all below it goes to the discard pile (UF:5.41-a, UF:7.34). Where the
    group came from does not matter (UF:5.41-b)."""
    credit = tuple(below for below in group.laid if below.kind == RALLY)  # UF:28.42-c: these stay
    for below in group.laid:
        if below.kind != RALLY:
            g.put_away(below, group.side)
    group = g.update_group(group, laid=(laid, *credit), offered=None)
    shown = "Open Ground" if laid.terrain == OPEN else laid.terrain.capitalize()
    g.say(
        "terrain",
        f"{g.group_name(group)} is in {shown}.",
        "UF:5.2-a",
        "UF:5.41-a",
        side=group.side,
        at=group.id,
        who=() if laid.terrain == OPEN else (laid.card,),
    )
    on_terrain_entered(g, group, laid)


def enter_beneath(g: UfPlay, group: Group, laid: Laid, above: tuple[Laid, ...]) -> None:
    """As `enter_terrain`, with Wire or Smoke that lies above the Terrain card and stays."""
    enter_terrain(g, replace(group, laid=tuple(one for one in group.laid if one not in above)), laid)
    g.update_group(group.id, laid=(*g.group(group.id).laid, *above))


PART.action(
    "move",
    move_options,
    move,
    lambda g, a: f"{g.group_name(a.who[0])} {DOES[a.how]} ({g.card_name(a.who[1])})",
    why_not_move,
)
PART.action(
    "terrain",
    terrain_options,
    lay_own_terrain,
    lambda g, a: f"{g.group_name(a.who[0])} enters {g.card_name(a.who[1])}",
    why_not_terrain,
)
PART.action(
    "open-ground",
    open_ground_options,
    lay_open_ground,
    lambda g, a: f"{g.group_name(a.who[0])} enters Open Ground ({g.card_name(a.who[1])} face down)",
    why_not_open,
)
