"""The Action deck in play: draws, the deck cycle and time (UF:16.1, UF:16.2), Cower cards (UF:2.22).

A procedure that needs a Random Number or Random Position card returns `draw(...)` from its `ask` and calls
`turned(...)` with the outcome in its `take`.  The pile has no order: every card left in it is as likely as any other.
"""

from __future__ import annotations

from functools import cache

from defilade.kernel import Chance, Outcome, Refusal
from defilade.kernel.composition import told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import ActionCard, Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay, cower_bar, replace

PART = Part()


@told
def on_drawn(g: UfPlay, card: ActionCard, table: str, /) -> None:
    """A card has been drawn for its Random Number or Random Position."""


@told
def on_new_deck(g: UfPlay, table: str, /) -> None:
    """The draw pile of a table is made anew."""


def draw(g: UfPlay, side: str, asks: str, *rules: str, about: tuple[str, ...] = ()) -> Chance:
    """A card is to be turned over from the draw pile of a side's table, as RNC or RPC (UF:2.2-d).

    A card that was seen and taken back is simply in the pile again, as likely as any other (UF:16.21-a)."""
    return Chance(asks, pool=g.tray(side).draw, side=side, rules=rules, about=about, secret=True)


def turned(g: UfPlay, side: str, answer: Answer) -> ActionCard:
    """The card that was turned over. Everybody sees it; then it is discarded, or removed if the scenario says so."""
    assert isinstance(answer, Outcome)
    table = g.side(side).table
    card = g.deck[answer.drawn]
    tray = g.state.trays[table]
    left = tuple([c for c in tray.draw if c != card.id])
    g.state.trays[table] = replace(tray, draw=left)
    if not strike(g, side, card.id):
        g.discard(card.id, side)
    on_drawn(g, card, table)
    if not left:
        new_deck(g, table)
    return card


def deal(g: UfPlay, side: str, answer: Answer) -> str:
    """The card that was drawn goes into a hand, unseen by the others (UF:3.5-c)."""
    assert isinstance(answer, Outcome)
    table = g.side(side).table
    tray = g.state.trays[table]
    left = tuple([c for c in tray.draw if c != answer.drawn])
    g.state.trays[table] = replace(tray, draw=left)
    g.state.hands[side] = (*g.state.hands[side], answer.drawn)
    text = f"{g.side_name(side)} draws {g.card_name(answer.drawn)}."
    g.say("draw", text, side=side, who=(answer.drawn,), seen_by=(side,))
    if not left:
        new_deck(g, table)
    return answer.drawn


def new_deck(g: UfPlay, table: str) -> None:
    """An empty draw pile is renewed from the discards: a deck has been played through (UF:16.2-a). What was shown for
    an attack that is going on is a discard already, and shuffled in with the others (UF:4.4-a).

    Such an attack is finished from the new pile; only then the game is over (UF:16.3-b)."""
    tray = g.state.trays[table]
    again = {*tray.discards, *tray.shown, *(card for cards in tray.buried.values() for card in cards)}
    order = _order(tuple(g.deck))
    fresh = tuple(sorted(again, key=order.__getitem__))
    g.update_tray(table, draw=fresh, discards=(), shown=(), buried={}, number=tray.number + 1)
    decks = g.scenario_at(table).decks
    over = tray.number >= decks  # UF:16.3-a, UF:2.4-e
    g.say(
        "new_deck",
        f"Deck {tray.number} of {decks} is played out"
        + (": time is up." if over else "; the discards are shuffled."),
        "UF:16.2-a",
    )
    if over and len(g.state.trays) == 1:
        g.state.time_up = True
    on_new_deck(g, table)


def time_is_up(g: UfPlay, side: str) -> bool:
    """The side has played out its last deck; in team play each table has a time of its own (UF:41.93)."""
    return g.state.time_up or (len(g.state.trays) > 1 and g.tray(side).number > g.scenario_of(side).decks)


THIN = 8
"""What part of the deck a pile is that looks nearly played out (UF:16.21-b)."""


def nearly_over(g: UfPlay, side: str) -> bool:
    """The last pile of a side's game is no thicker than an eighth of the deck, as everybody sees."""
    tray = g.tray(side)
    last = tray.number >= g.scenario_of(side).decks
    return last and len(tray.draw) * THIN <= len(g.deck) - len(tray.removed)


@cache
def _order(cards: tuple[str, ...]) -> dict[str, int]:
    return {card: place for place, card in enumerate(cards)}


def in_order(g: UfPlay, cards: set[str]) -> tuple[str, ...]:
    """Cards by inventory number, so that nothing is told by the order in which a pile is written down."""
    return tuple(sorted(cards, key=_order(tuple(g.deck)).__getitem__))


# -- alterations of the deck -----------------------------------------------------------------------------------


def strike(g: UfPlay, side: str, card: str) -> bool:
    """Remove a card of a kind that the scenario is still taking out (UF:16.1-a); says whether it did."""
    table = g.side(side).table
    tray = g.state.trays[table]
    named = g.deck[card].named
    left = tray.outlawed.get(named, 0)
    if not left:  # UF:16.1-d
        return False
    outlawed = {**tray.outlawed, named: left - 1}
    g.update_tray(table, removed=(*tray.removed, card), outlawed=outlawed)
    more = f"{left - 1} more to go" if left > 1 else "the others are valid now"
    g.say(
        "removed_card",
        f"{g.card_name(card)} leaves the game ({more}).",
        "UF:16.1-a",
        "UF:16.1-d",
        who=(card,),
    )
    return True


@PART.answers(cower_bar)
def outlawed_card(g: UfPlay, side: str, card: ActionCard, use: Use) -> Refusal | None:
    """UF:16.1-b, UF:3.6-qa: in a hand such a card is a Cower card."""
    outlawed = g.tray(side).outlawed
    if outlawed and outlawed.get(card.named, 0):
        return Refusal(f"{card} is being removed from the deck in this scenario", "UF:16.1-b")
    return None


@PART.answers(cower_bar)
def scenario_cower(g: UfPlay, side: str, card: ActionCard, use: Use) -> Refusal | None:
    """UF:2.22-a, UF:24.1: the scenario makes the card unusable for everybody, or for one role or nation."""
    for cower in g.scenario_of(side).cower:
        if cower.card == (use.terrain or use.kind):
            player = g.side(side)
            if cower.to in ("", player.role, player.nation):
                return Refusal(f"{card} is a Cower card here", cower.rule or "UF:2.22-a")
    return None
