"""What a side may see (UF:3.5-c, UF:16.21-b), and worlds that fit what it sees.

Hidden are the hands of the others, what they have picked but not declared, cards that they discarded unseen or laid
face down, and which cards are left in the draw pile.
"""

from __future__ import annotations

import random

from defilade.rules.upfront.game.deck import in_order
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import HIDDEN, OPEN, Group, Laid, State, clone_state


def redact(state: State, side: str) -> State:
    """A copy without what the side may not know. The draw pile is not even counted (UF:16.21-b)."""
    view = clone_state(state)
    friends = {side, *partners_in_contact(state, side)}
    for owner, hand in state.hands.items():
        if owner not in friends:
            view.hands[owner] = (HIDDEN,) * len(hand)
        if owner != side:
            view.picked.pop(owner, None)
    for key, group in state.groups.items():
        if any(_unknown(laid, side) for laid in group.laid):
            view.groups[key] = replace(group, laid=tuple(_hide(laid, side) for laid in group.laid))
    for table, tray in state.trays.items():
        buried = {
            owner: cards if owner == side else (HIDDEN,) * len(cards) for owner, cards in tray.buried.items()
        }
        view.trays[table] = replace(tray, draw=(), buried=buried)
    return view


def partners_in_contact(state: State, side: str) -> set[str]:
    """Partners in other games who may talk and show their hands, because their leaders are in Radio Contact
    (UF:41.7-a)."""
    player = state.players.get(side)
    if player is None:
        return set()
    return {one for pair in contacts(state, player.team) if side in pair for one in pair} - {side}


def contacts(state: State, team: str) -> list[list[str]]:
    """The pairs of players of a team whose leaders are in Radio Contact."""
    told = state.facts.get(f"contact {team}", "")
    return [pair.split() for pair in told.split(";") if pair]


def _unknown(laid: Laid, side: str) -> bool:
    return laid.terrain == OPEN and bool(laid.card) and laid.by != side


def _hide(laid: Laid, side: str) -> Laid:
    return replace(laid, card=HIDDEN) if _unknown(laid, side) else laid


def unseen(g: UfPlay, table: str) -> set[str]:
    """The cards of a table's deck that a view does not show: in other hands, buried, face down or in the pile."""
    state = g.state
    tray = state.trays[table]
    known = {*tray.discards, *tray.shown, *tray.held, *tray.removed}
    for cards in tray.buried.values():
        known.update(cards)
    for side, hand in state.hands.items():
        if state.players[side].table == table:
            known.update(hand)
    for group in state.groups.values():
        known.update(laid.card for laid in _lying(group) if _deck_of(state, group, laid) == table)
    return set(g.deck) - known


def _lying(group: Group) -> tuple[Laid, ...]:
    return group.laid if group.offered is None else (*group.laid, group.offered)


def _deck_of(state: State, group: Group, laid: Laid) -> str:
    """The table that a card comes from (UF:41.6)."""
    return state.players[laid.by or group.side].table


def guess(g: UfPlay, rng: random.Random) -> None:
    """Deal the unseen cards at random to all places that a view hides; the rest is the draw pile."""
    state = g.state
    for table, tray in list(state.trays.items()):
        cards = list(in_order(g, unseen(g, table)))
        rng.shuffle(cards)
        sides = [side for side, player in state.players.items() if player.table == table]
        for side in sides:
            state.hands[side] = tuple(cards.pop() if c == HIDDEN else c for c in state.hands[side])
        buried = {
            side: tuple(cards.pop() if c == HIDDEN else c for c in pile) for side, pile in tray.buried.items()
        }
        for key, group in list(state.groups.items()):
            if group.side in sides and any(laid.card == HIDDEN for laid in group.laid):
                laid = tuple(
                    replace(one, card=cards.pop()) if one.card == HIDDEN else one for one in group.laid
                )
                state.groups[key] = replace(group, laid=laid)
        state.trays[table] = replace(tray, buried=buried, draw=in_order(g, set(cards)))
