"""The sequence of play (UF:4): turns, actions, discards and the hand refill.

The `Game` frame lies at the bottom of the stack for the whole game and pushes one player turn after the other.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Choice, Frame, Line, Over, Refusal
from defilade.kernel.composition import all_of, any_of, told
from defilade.kernel.encoding import always
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import HERO
from defilade.rules.upfront.game.composition import (
    FREE_ACTIONS,
    GROUP_ACTIONS,
    Part,
)
from defilade.rules.upfront.game.deck import deal, draw, time_is_up
from defilade.rules.upfront.game.groups import action_bar
from defilade.rules.upfront.game.library import ANY_NUMBER
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import on_turn_ends
from defilade.rules.upfront.infantry.discards import (
    AnswerTerrain,
    Discarding,
    discard_limit,
    discard_options,
    owes_answer,
    planned,
)
from defilade.rules.upfront.infantry.hero import can_be_rallied, could_hold, hero_options, play_hero
from defilade.rules.upfront.infantry.victory import end_of_time, interlude, interlude_due, winner_now

PART = Part()


@all_of
def hand_lines(g: UfPlay, side: str, /) -> Iterable[Line]:
    """What is added to the hand limit at the refill (UF:4.5)?"""
    return ()


@told
def on_turn_starts(g: UfPlay, side: str, /) -> None:
    """The turn of a side begins."""


@any_of
def sits_out(g: UfPlay, side: str, /) -> bool:
    """Does the side take no more turns?"""
    return False


class Game(Frame):
    """The game's own procedure: one player turn after the other (UF:4.1-c)."""


class Turn(Frame):
    """A player turn: actions, one for each group at most (UF:4.2-a), in any order (UF:4.2-b), then discards."""

    side: str
    stage: str = always("start")


class Refill(Frame):
    """The player fills his hand up, or draws no card at all (UF:4.5). `left` cards are drawn in a row."""

    side: str
    left: int = 0
    drawn: int = 0


def finish(g: UfPlay, over: Over) -> None:
    """The game is over: nothing is in progress any more."""
    g.sweep()
    g.state.over = over
    g.state.phase = "over"
    g.state.stack.clear()
    g.say("over", over.why, *over.rules, side=over.winner)


def ends_at_once(g: UfPlay) -> bool:
    """Somebody has won, a squad is broken, or time is up (UF:4.1-c, UF:16.3-c)."""
    over = winner_now(g)
    if over is None and g.state.time_up:
        over = end_of_time(g)
    if over is None:
        return False
    finish(g, over)
    return True


@PART.automatic(Game)
def run_game(g: UfPlay, frame: Game) -> None:
    """The first player of the scenario begins (UF:4.1-a)."""
    if interlude(g) or ends_at_once(g):
        return
    sides = [side for side in g.state.sides if takes_turns(g, side)]
    after = g.state.sides.index(g.state.mover) if g.state.mover else -1
    turn = min(sides, key=lambda side: (g.state.sides.index(side) - after - 1) % len(g.state.sides))
    begin_turn(g, turn)


def takes_turns(g: UfPlay, side: str) -> bool:
    """A side without any card in play or to come is out of the game."""
    if sits_out(g, side):
        return False
    return any(unit.side == side for unit in (*g.state.units.values(), *g.state.waiting.values()))


def begin_turn(g: UfPlay, side: str) -> None:
    state = g.state
    state.turn += 1
    state.mover = side
    state.phase = "actions"
    g.update_side(side, actions=0, digs=0, discarded=0)
    g.update_tray(g.side(side).table, breeze=False)
    for group in g.groups_of(side):
        if group.acted:
            g.update_group(group, acted=False)
    g.say("turn", f"Turn {state.turn}: {g.side_name(side)}.", "UF:4.1-c", side=side)
    g.push(Turn(side))


# -- actions -----------------------------------------------------------------------------------------------------


def action_options(g: UfPlay, side: str) -> list[Action]:
    """What the groups that have not acted may do, each by itself (UF:3.2-f), and what costs no action."""
    found: list[Action] = []
    kinds = [kind.options for kind in GROUP_ACTIONS(g).values()]
    for group in g.groups_of(side):
        if group.acted or action_bar(g, group) is not None:
            continue
        for options in kinds:
            found.extend(options(g, group))
    for free in FREE_ACTIONS(g).values():
        found.extend(free.options(g, side))
    return found


def must_do_something(g: UfPlay, side: str) -> bool:
    """UF:4.6: nobody passes right after his opponent has passed, if there is anything that he can do."""
    player = g.side(side)
    if player.actions or player.discarded or g.state.picked.get(side) or not g.hand(side):
        return False
    return any(g.side(enemy).passed for enemy in g.enemies(side))


def why_not_in_turn(g: UfPlay, frame: Turn, action: Action) -> Refusal | None:
    """The reason why a group may not do that, from the section that knows."""
    if action.verb == "done":
        return Refusal("the other side has just passed: act or discard", "UF:4.6")
    kind = GROUP_ACTIONS(g).get(action.verb)
    if kind is None or frame.stage != "actions" or not action.who or action.who[0] not in g.state.groups:
        return None
    group = g.group(action.who[0])
    if group.side != frame.side:
        return Refusal("that is not your group", "UF:4.2-a")
    if group.acted:
        return Refusal(f"{g.group_name(group)} has had its action in this turn", "UF:4.2-a")
    barred: Refusal | None = action_bar(g, group)
    if barred is not None or kind.why_not is None:
        return barred
    return kind.why_not(g, group, action)


@PART.decisions(Turn, why_not=why_not_in_turn)
def ask_turn(g: UfPlay, frame: Turn) -> Choice | None:
    if interlude_due(g):
        return None
    if frame.stage in ("actions", "discards") and (time_is_up(g, frame.side) or winner_now(g) is not None):
        return None
    if frame.stage == "actions":
        options = action_options(g, frame.side)
        return Choice(
            frame.side, "Act with a group, or be done.", (*options, Action("done")), ("UF:4.2-a", "UF:4.2-b")
        )
    if frame.stage == "discards" and asks_for_discards(g, frame.side):
        options = discard_options(g, frame.side)
        if not options or not must_do_something(g, frame.side):
            options.append(Action("done"))
        limit = discard_limit(g, frame.side)
        shown = "any number of unused cards" if limit >= ANY_NUMBER else f"up to {limit} unused cards"
        asks = f"Discard {'an unused card, if you like' if limit == 1 else shown}."
        return Choice(frame.side, asks, tuple(options), ("UF:4.3-b",))
    return None


def asks_for_discards(g: UfPlay, side: str) -> bool:
    """Only what everybody knows decides whether the player is asked: his limit and the size of his hand."""
    return len(planned(g, side)) < min(discard_limit(g, side), len(g.hand(side)))


@ask_turn
def take_turn(g: UfPlay, frame: Turn, answer: Answer) -> None:
    if isinstance(answer, Action):
        g.sweep()
        if frame.stage == "actions":
            act(g, frame, answer)
        elif answer.verb == "done":
            carry_out_discards(g, frame)
        else:
            g.state.picked[frame.side] = (*g.state.picked.get(frame.side, ()), str(answer))
    else:
        go_on(g, frame)


def act(g: UfPlay, frame: Turn, action: Action) -> None:
    if action.verb == "done":
        frame.stage = "discards"
        g.state.phase = "discards"
    elif action.verb in FREE_ACTIONS(g):
        FREE_ACTIONS(g)[action.verb].take(g, frame.side, action)
    else:
        GROUP_ACTIONS(g)[action.verb].take(g, g.group(action.who[0]), action)


def carry_out_discards(g: UfPlay, frame: Turn) -> None:
    frame.stage = "end"
    if g.state.picked.get(frame.side):
        g.push(Discarding(frame.side))


def go_on(g: UfPlay, frame: Turn) -> None:
    """The turn goes on by itself: its start, its end, and a game that is over in the midst of it."""
    g.sweep()
    if interlude(g):
        return
    if frame.stage == "start":
        frame.stage = "answers"
        ask_for_answers(g, frame.side)
    elif ends_at_once(g):
        return
    elif frame.stage == "answers":
        frame.stage = "actions"
        on_turn_starts(g, frame.side)
    elif frame.stage == "discards":
        carry_out_discards(g, frame)
    elif frame.stage == "end":
        frame.stage = "refill"
        g.state.picked.pop(frame.side, None)
    elif frame.stage == "refill":
        frame.stage = "over"
        g.state.phase = "refill"
        g.push(Refill(frame.side))
    else:
        g.pop()
        end_turn(g, frame.side)


def ask_for_answers(g: UfPlay, mover: str) -> None:
    """UF:7.3-c: before anything of the turn, and before the next player's turn where there are more than two."""
    sides = [side for side in g.state.sides if owes_answer(g, side) and takes_turns(g, side)]
    for side in sorted(sides, key=lambda side: side == mover):
        g.push(AnswerTerrain(side))


def end_turn(g: UfPlay, side: str) -> None:
    """What an enemy did before this turn no longer matters to whoever comes next (UF:4.6)."""
    for enemy in g.enemies(side):
        if g.side(enemy).passed:
            g.update_side(enemy, passed=False)
    player = g.side(side)
    g.update_side(side, passed=not player.actions and not player.discarded)
    on_turn_ends(g, side)


# -- the refill --------------------------------------------------------------------------------------------------


def hand_limit(g: UfPlay, side: str) -> int:
    """How many cards the side may hold after its refill (UF:3.5-a, UF:4.5)."""
    lines = hand_lines(g, side)
    return g.nation(side).hand + int(sum(line.value for line in lines))


def room(g: UfPlay, side: str) -> int:
    return max(0, hand_limit(g, side) - len(g.hand(side)))


def hero_at_refill(g: UfPlay, side: str) -> bool:
    """UF:10.4-a: a Hero may be played as soon as it is drawn, which makes room for another card; on a vehicle or gun
    too (UF:28.421-b, UF:28.421-c, UF:34.6-b)."""
    if not could_hold(g, side, HERO):
        return False
    return any(unit.side == side and can_be_rallied(g, unit) for unit in g.state.units.values())


@PART.decisions(Refill)
def ask_refill(g: UfPlay, frame: Refill) -> Choice | Chance | None:
    side = frame.side
    if time_is_up(g, side):
        return None
    space = room(g, side)
    if frame.left and space and g.tray(side).draw:
        return draw(g, side, f"{g.side_name(side)} draws a card", "UF:4.5")
    heroes = hero_at_refill(g, side)
    if not space and not (heroes and frame.drawn):
        return None
    options = [Action("draw", how=str(space))] if space and g.tray(side).draw else []
    if heroes:
        options += [a for a in hero_options(g, side) if can_be_rallied(g, g.unit(a.who[1]))]
    return Choice(side, "Fill the hand up?", (*options, Action("done")), ("UF:4.5",))


@ask_refill
def take_refill(g: UfPlay, frame: Refill, answer: Answer) -> None:
    if answer is None or (isinstance(answer, Action) and answer.verb == "done"):
        g.pop()
        drawn = "no card" if not frame.drawn else "a card" if frame.drawn == 1 else f"{frame.drawn} cards"
        g.say("refill", f"{g.side_name(frame.side)} draws {drawn}.", "UF:4.5", side=frame.side)
    elif isinstance(answer, Action):
        if answer.verb == "hero":
            play_hero(g, frame.side, answer)
            g.sweep()
        else:
            frame.left = int(answer.how)
    else:
        deal(g, frame.side, answer)
        frame.left -= 1
        frame.drawn += 1


PART.wording("done", lambda g, a: "Done")
PART.wording("draw", lambda g, a: f"Draw {a.how}")
