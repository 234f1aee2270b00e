"""Discards (UF:4.3): how many, and Terrain put on enemy groups in place of one (UF:7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Choice, Frame, Refusal
from defilade.kernel.composition import any_of, bar, question, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.composition import (
    DISCARDS,
    Part,
)
from defilade.rules.upfront.game.deck import strike, time_is_up
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import terrain_bar
from defilade.rules.upfront.game.state import MOVEMENT, RETREAT, SIDEWAYS, TERRAIN, WIRE, Group, Laid
from defilade.rules.upfront.infantry.movement import (
    STEP,
    blocker,
    enter_beneath,
    enter_terrain,
    must_reject,
    on_terrain_played,
    terrain_refusal,
)
from defilade.rules.upfront.infantry.terrain import is_moving, movement_cards
from defilade.rules.upfront.infantry.victory import interlude, interlude_due, winner_now

PART = Part()


@any_of
def discard_clash(g: UfPlay, side: str, action: Action, plans: list[Action], /) -> bool:
    """Can this discard not be made beside those that are planned?"""
    return False


@question
def discards_allowed(g: UfPlay, side: str, limit: int, /) -> int:
    """How many discards may a side make, if not so many?"""
    raise NotImplementedError


@any_of
def discard_void(g: UfPlay, action: Action, /) -> bool:
    """Does a discard that was picked find nobody there any more (UF:14.5)?"""
    return False


@told
def on_rejected(g: UfPlay, group: Group, card: Laid, /) -> None:
    """A group has gone around the terrain that was put on it."""


@told
def on_terrain_accepted(g: UfPlay, group: Group, /) -> None:
    """A group has accepted the terrain that the enemy has put on it."""


@told
def on_terrain_declined(g: UfPlay, group: Group, /) -> None:
    """Men who form a group have declined the terrain that the enemy has put on it."""


@any_of
def own_game_over(g: UfPlay, side: str, /) -> bool:
    """Is what the side is doing ended by the interlude that is due?"""
    return False


@bar
def reject_bar(g: UfPlay, group: Group, /) -> Refusal | None:
    """Why may the group not go around the terrain that the enemy has put on it?"""


@any_of
def shows_discards(g: UfPlay, side: str, /) -> bool:
    """Does the side show what it discards?"""
    return False


UNREJECTABLE = {"stream": "UF:8.5", "minefield": "UF:24.3-b"}  # UF:7.3-d


def discard_limit(g: UfPlay, side: str) -> int:
    """The most unused cards that a side may discard this turn, by its troops and what it has done (UF:4.3-b)."""
    player = g.side(side)
    limit = g.library.troops[player.troops].discards[min(player.actions, 2)]
    for function in discards_allowed.answers(g):
        limit = function(g, side, limit)
    return max(0, limit)


def planned(g: UfPlay, side: str) -> list[Action]:
    """The discards picked so far, in order."""
    return [Action.parse(text) for text in g.state.picked.get(side, ())]


def discard_options(g: UfPlay, side: str) -> list[Action]:
    """Every discard that may still be picked."""
    plans = planned(g, side)
    if len(plans) >= discard_limit(g, side):
        return []
    taken = {plan.who[0] for plan in plans}
    found = []
    for kind in DISCARDS(g).values():
        found += [action for action in kind.options(g, side) if action.who[0] not in taken]
    return [action for action in found if not discard_clash(g, side, action, plans)]


class Discarding(Frame):
    """The discards that were picked together are carried out one after the other (UF:4.3-qa)."""

    side: str


def still_planned(g: UfPlay, side: str) -> list[Action]:
    """The discards yet to be carried out: none once his game is decided or time is up, in the midst of them too
    (UF:16.3-c, UF:16.5-a). They go on if only one of two opponents is out (UF:J.1-c)."""
    if own_game_over(g, side) or time_is_up(g, side) or winner_now(g) is not None:
        return []
    return planned(g, side)


def has_no_target(g: UfPlay, action: Action) -> bool:
    """Nobody whom it was meant for is left there after the earlier discards."""
    if not action.at:
        return False
    return action.at not in g.state.groups or discard_void(g, action)


def elsewhere(g: UfPlay, side: str, plans: list[Action]) -> list[Action]:
    """What else may be done with the card of the first of these plans (UF:14.5), if it leaves room for the others."""
    first, *others = plans
    found = [one for one in DISCARDS(g)[first.verb].options(g, side) if one.who == first.who]
    return [one for one in found if not _clashes(g, side, one, others)]


def _clashes(g: UfPlay, side: str, action: Action, later: list[Action]) -> bool:
    """It may not be done, or one of the later discards not after it."""
    if discard_clash(g, side, action, []):
        return True
    return any(discard_clash(g, side, plan, [action]) for plan in later)


@PART.decisions(Discarding)
def ask_discarding(g: UfPlay, frame: Discarding) -> Choice | None:
    """UF:14.5: where the target is gone another one may be chosen, for any card."""
    plans = still_planned(g, frame.side)
    if not plans or interlude_due(g) or not has_no_target(g, plans[0]):
        return None
    options = elsewhere(g, frame.side, plans)
    if not options:
        return None
    asks = "The target is gone: where does the card go?"
    return Choice(frame.side, asks, (*options, Action("discard", plans[0].who)), ("UF:14.5",))


@ask_discarding
def take_discarding(g: UfPlay, frame: Discarding, answer: Answer) -> None:
    plans = still_planned(g, frame.side)
    if not plans:
        g.state.picked.pop(frame.side, None)
        g.pop()
        return
    if interlude(g):
        return
    action = plans[0]
    if isinstance(answer, Action):
        action = answer
    elif has_no_target(g, action):
        action = Action("discard", action.who)
    g.state.picked[frame.side] = tuple(str(plan) for plan in plans[1:])
    g.take_from_hand(frame.side, action.who[0])
    player = g.side(frame.side)
    g.update_side(frame.side, discarded=player.discarded + 1)
    DISCARDS(g)[action.verb].take(g, frame.side, action)


# -- plain discards ----------------------------------------------------------------------------------------------


def plain_options(g: UfPlay, side: str) -> Iterator[Action]:
    """Any card, a Cower card too (UF:2.22-c)."""
    for card in g.hand(side):
        yield Action("discard", (card,))


def discard_plain(g: UfPlay, side: str, action: Action) -> None:
    """Unseen (UF:4.4-b), unless the scenario is taking such cards out: those are shown (UF:16.1-b)."""
    (card,) = action.who
    if not strike(g, side, card):
        if shows_discards(g, side):
            g.discard(card, side)
            g.say("discard", f"{g.side_name(side)} discards {g.card_name(card)}.", side=side, who=(card,))
            return
        g.bury(card, side)
        g.say("discard", f"{g.side_name(side)} discards a card.", "UF:4.3-b", side=side)


PART.discard("discard", plain_options, discard_plain, lambda g, a: f"Discard {g.card_name(a.who[0])}")


# -- terrain on enemy groups -------------------------------------------------------------------------------------


def enemy_terrain_refusal(g: UfPlay, side: str, group: Group, terrain: str) -> Refusal | None:
    """UF:7.3-a, UF:7.3-b; on men who form a group as on a Movement card (UF:17.92)."""
    if group.offered is not None:
        return Refusal("only one Terrain card a turn may be put on a group", "UF:7.32-qb")
    if group.forming:
        return terrain_bar(g, group, terrain, side)
    return terrain_refusal(g, group, terrain, side)


def enemy_terrain_options(g: UfPlay, side: str) -> Iterator[Action]:
    groups = [*g.enemy_groups(side), *g.forming_enemies(side)]
    for card, use in g.holds(side, TERRAIN_CARD):
        for group in groups:
            if enemy_terrain_refusal(g, side, group, use.terrain) is None:
                yield Action("put-terrain", (card,), group.id)


@PART.answers(discard_clash)
def one_terrain_a_group(g: UfPlay, side: str, action: Action, plans: list[Action]) -> bool:
    """UF:7.32-qb: nor two at once."""
    return action.verb == "put-terrain" and any(p.verb == action.verb and p.at == action.at for p in plans)


def has_stopped(g: UfPlay, group: Group) -> Refusal | None:
    """An earlier one of the discards has stopped the group."""
    return (
        None
        if is_moving(group) or group.forming
        else Refusal(f"{g.group_name(group)} has stopped", "UF:7.3-b")
    )


def too_late(g: UfPlay, side: str, card: str, group: Group, why: Refusal) -> None:
    """After the earlier discards this one cannot be done. It was played, so it is shown (UF:4.4-c)."""
    text = f"{why.reason[:1].upper()}{why.reason[1:]}: {g.card_name(card)} is discarded."
    g.discard(card, side)
    g.say("discard", text, why.rule, side=side, who=(card,), at=group.id)


def put_terrain(g: UfPlay, side: str, action: Action) -> None:
    """The card is shown and lies on the enemy group until its owner answers (UF:4.4-c, UF:7.3-c)."""
    (card,) = action.who
    group = g.group(action.at)
    use = g.usable(side, card, TERRAIN_CARD)
    assert use is not None
    refusal = has_stopped(g, group) or enemy_terrain_refusal(g, side, group, use.terrain)
    if refusal is not None:
        too_late(g, side, card, group, refusal)
        return
    laid = Laid(card, TERRAIN, use.terrain, use.value, by=side)
    g.say(
        "enemy_terrain",
        f"{g.side_name(side)} puts {g.card_name(card)} on {g.group_name(group)}.",
        "UF:7.3-a",
        side=side,
        who=(card,),
        at=group.id,
    )
    on_terrain_played(g, group, laid, side)
    if use.terrain in UNREJECTABLE:
        on_terrain_accepted(g, g.group(group.id))
        enter_terrain(g, g.group(group.id), laid)
    else:
        g.update_group(group.id, offered=laid)


PART.discard(
    "put-terrain",
    enemy_terrain_options,
    put_terrain,
    lambda g, a: f"Put {g.card_name(a.who[0])} on {g.group_name(a.at)}",
)


class AnswerTerrain(Frame):
    """Before the next turn a player accepts or rejects the Terrain put on his groups (UF:7.3-c)."""

    side: str


def _offered(g: UfPlay, side: str) -> Group | None:
    return next((group for group in g.groups_of(side) if group.offered is not None), None)


def owes_answer(g: UfPlay, side: str) -> bool:
    return _offered(g, side) is not None


def reject_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """Why a group may not go around the terrain, if it may not; where it may not enter it must (UF:7.33)."""
    assert group.offered is not None
    if must_reject(g, group, group.offered.terrain) is not None:
        return None
    return reject_bar(g, group)


def why_not_answer(g: UfPlay, frame: AnswerTerrain, action: Action) -> Refusal | None:
    group = _offered(g, frame.side)
    if group is None or group.offered is None or action.who != (group.id,):
        return None
    if action.verb == "accept":
        return must_reject(g, group, group.offered.terrain)
    return reject_refusal(g, group) if action.verb == "reject" else None


@PART.decisions(AnswerTerrain, why_not=why_not_answer)
def ask_answer_terrain(g: UfPlay, frame: AnswerTerrain) -> Choice | None:
    group = _offered(g, frame.side)
    if group is None:
        return None
    assert group.offered is not None
    options = []
    if must_reject(g, group, group.offered.terrain) is None:  # UF:7.33
        options.append(Action("accept", (group.id,)))
    if reject_refusal(g, group) is None:
        options.append(Action("reject", (group.id,)))
    asks = f"{g.group_name(group)}: accept {g.card_name(group.offered.card)}?"
    return Choice(frame.side, asks, tuple(options), ("UF:7.3-c",), at=group.id)


@ask_answer_terrain
def take_answer_terrain(g: UfPlay, frame: AnswerTerrain, answer: Answer) -> None:
    if answer is None:
        g.pop()
        return
    assert isinstance(answer, Action)
    group = g.group(answer.who[0])
    assert group.offered is not None
    if answer.verb == "accept":
        g.say("accepted", f"{g.group_name(group)} goes there.", "UF:7.31", side=frame.side, at=group.id)
        wire = tuple(laid for laid in group.laid if laid.kind == WIRE)  # put on top of it in the same turn
        on_terrain_accepted(g, group)
        enter_beneath(g, g.group(group.id), group.offered, wire)
    elif group.forming:
        g.discard(group.offered.card, group.side)
        on_terrain_declined(g, g.update_group(group, offered=None))
    else:
        reject_terrain(g, group)


def step_to_undo(g: UfPlay, group: Group) -> int:
    """The step that is taken back if the group goes around terrain (UF:7.32-a, UF:5.7-a)."""
    mode = movement_cards(group)[-1].mode
    return 0 if mode == RETREAT and blocker(g, group) is not None else STEP[mode]


def reject_terrain(g: UfPlay, group: Group) -> None:
    """Turn the Movement card sideways and undo the step it made (UF:7.32-a), or lose it if it lay sideways
    already (UF:7.32-b); the Terrain card is discarded (UF:7.32-c). Pinned men do not matter (UF:7.32-qa). Who has
    retreated does not come back to where the group opposite has closed up (UF:5.7-a)."""
    assert group.offered is not None
    g.discard(group.offered.card, group.side)
    place = max(i for i, laid in enumerate(group.laid) if laid.kind == MOVEMENT)
    card = group.laid[place]
    laid = list(group.laid)
    if card.mode == SIDEWAYS:
        g.put_away(laid.pop(place), group.side)
        rules: tuple[str, ...] = ("UF:7.32-b", "UF:7.32-c")
    else:
        laid[place] = replace(card, mode=SIDEWAYS, flank=False, to="")
        rules = ("UF:7.32-a", "UF:7.32-c")
    enemy = blocker(g, group) if card.mode == RETREAT else None
    group = g.update_group(group, laid=tuple(laid), range=group.range - step_to_undo(g, group), offered=None)
    text = f"{g.group_name(group)} goes around it."
    if enemy is not None:
        text += f" {g.group_name(enemy)} has closed up, so it stays at range chit {group.range}."
        rules = (*rules, "UF:5.7-a")
    g.say("rejected", text, *rules, side=group.side, at=group.id)
    on_rejected(g, group, card)


PART.wording("accept", lambda g, a: "Accept the terrain")
PART.wording("reject", lambda g, a: "Go around it")
