"""Leaving the field in a campaign (UF:42.6), and pursuit (UF:42.7).

A result that would end the scenario is kept as a fact; then the winner is asked whether he goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Choice, Frame, Over, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game import values
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.library import COMMISSAR, SL
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import movement_bar
from defilade.rules.upfront.game.state import ADVANCE, RETREAT, WITHDRAWN, Group, Man
from defilade.rules.upfront.infantry.movement import lay_movement
from defilade.rules.upfront.infantry.victory import (
    final_result,
    interlude_due,
    on_interlude,
    plays_on,
    victory_now,
    winner_now,
)
from defilade.rules.upfront.scenarios.elan import is_campaign
from defilade.rules.upfront.transfers.encirclement import is_encircled
from defilade.rules.upfront.turn.command import in_command, leaders
from defilade.rules.upfront.turn.sequence import on_turn_starts

PART = Part()

CONCEDED, RESULT, WHY, RULES, PURSUIT = "conceded", "result", "result why", "result rules", "pursuit"
OUT_OF_RANGE = "UF:5.51-a"


# -- withdrawing -------------------------------------------------------------------------------------------------


def withdrawal_refusal(g: UfPlay, group: Group, card: str) -> Refusal | None:
    """Why a group may not be withdrawn with a Movement card (UF:42.6-a, UF:42.6-b)."""
    if not is_campaign(g):
        return Refusal("nobody withdraws outside a campaign", "UF:42.6-a")
    if group.range > 0:
        return Refusal("only a group at range chit 0 or less withdraws", "UF:42.6-a")
    if is_encircled(g, group):
        return Refusal("an encircled group cannot withdraw", "UF:42.6-b")
    use = g.usable(group.side, card, MOVEMENT_CARD) if card in g.hand(group.side) else None
    if use is None or not g.deck[card].red:
        return Refusal("a Movement card with a red number is needed", "UF:42.6-a")
    return _cannot_move(g, group, use)


def _cannot_move(g: UfPlay, group: Group, use: Use) -> Refusal | None:
    """It must be capable of moving; how far away the enemy is does not matter."""
    for bar in movement_bar.answers(g):
        refusal: Refusal | None = bar(g, group, use, RETREAT)
        if refusal is not None and refusal.rule != OUT_OF_RANGE:
            return refusal
    return None


def withdraw_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if group.range > 0 or group.withdrawing or not is_campaign(g):
        return
    for card, _ in g.holds(group.side, MOVEMENT_CARD):
        if withdrawal_refusal(g, group, card) is None:
            yield Action("withdraw", (group.id, card))


def why_not_withdraw(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    return withdrawal_refusal(g, group, action.who[1] if len(action.who) > 1 else "")


def withdraw(g: UfPlay, group: Group, action: Action) -> None:
    """The player says so, and with it gives up the scenario; a plain retreat does not (UF:42.6-b)."""
    card = action.who[1]
    use = g.usable(group.side, card, MOVEMENT_CARD)
    assert use is not None
    g.spend(group)
    g.take_from_hand(group.side, card)
    g.state.facts.setdefault(_concession(g.side(group.side).table), group.side)
    group = g.update_group(group.id, withdrawing=True)
    text = f"{g.group_name(group)} withdraws: {g.side_name(group.side)} gives up the field."
    g.say("withdraws", text, "UF:42.6-a", side=group.side, who=(card,), at=group.id)
    lay_movement(g, group, card, use, RETREAT)


PART.action(
    "withdraw",
    withdraw_options,
    withdraw,
    lambda g, a: f"{g.group_name(a.who[0])} withdraws and concedes the scenario ({g.card_name(a.who[1])})",
    why_not_withdraw,
)


@PART.answers(movement_bar)
def never_back(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    if group.withdrawing and mode == ADVANCE:
        return Refusal("a group that withdraws does not come back", "UF:42.6-a")
    return None


@PART.answers(victory_now)
def conceded(g: UfPlay) -> Over | None:
    """UF:42.6-a; in team play it is the scenario of one table that is given up."""
    for table in g.state.trays:
        loser = g.state.facts.get(_concession(table))
        if loser is not None:
            winner = next(iter(g.enemies(loser)), "")
            return Over(winner, f"{g.side_name(loser)} has given up the field.", ("UF:42.6-a",))
    return None


def _concession(table: str) -> str:
    """Under what it is remembered who has given up a table."""
    return CONCEDED if table == "1" else f"{CONCEDED} {table}"


# -- pursuit -----------------------------------------------------------------------------------------------------


def has_one_game(g: UfPlay) -> bool:
    return is_campaign(g) and len(g.state.trays) == 1


@PART.answers(interlude_due)
def somebody_has_won(g: UfPlay) -> bool:
    return has_one_game(g) and RESULT not in g.state.facts and winner_now(g) is not None


@PART.answers(on_interlude)
def offer_pursuit(g: UfPlay) -> None:
    """UF:42.7: the scenario is won; whatever comes now changes nothing in that (UF:42.74)."""
    if not somebody_has_won(g):
        return
    over = winner_now(g)
    assert over is not None
    g.state.facts |= {RESULT: over.winner, WHY: over.why, RULES: " ".join(over.rules)}
    if over.winner and pursuer(g, over.winner) is not None and g.tray(over.winner).draw:  # UF:42.71
        g.push(Pursuing(over.winner))


def pursuer(g: UfPlay, side: str) -> Man | None:
    """An unpinned SL or Commissar, an ASL only once he has taken over (UF:42.72-a, UF:15.3-a), and somebody to be
    pursued (UF:42.72-b)."""
    if not g.enemy_groups(side):
        return None
    commander = [] if g.side(side).leader_lost else in_command(g, side)
    leading = {man.id for man in commander}
    able = [
        man
        for man in leaders(g, side)
        if not man.pinned and (man.role in (SL, COMMISSAR) or man.id in leading)
    ]
    return max(able, key=lambda man: values.morale(g, man), default=None)


class Pursuing(Frame):
    """Does the winner go after the enemy? (UF:42.7)"""

    side: str
    asked: bool = False


@PART.decisions(Pursuing)
def ask_pursuing(g: UfPlay, frame: Pursuing) -> Choice | Chance | None:
    man = pursuer(g, frame.side)
    if man is None:
        return None
    if not frame.asked:
        options = (Action("pursue"), Action("no"))
        return Choice(frame.side, "The scenario is won. Pursue the enemy?", options, ("UF:42.7",))
    asks = f"{g.name(man)} pursues on less than {values.morale(g, man)}"
    return draw(g, frame.side, asks, "UF:42.72-a", about=(man.id,))


@ask_pursuing
def take_pursuing(g: UfPlay, frame: Pursuing, answer: Answer) -> None:
    """UF:42.72-a: the colour does not matter; who fails is not pinned, the scenario just ends."""
    if isinstance(answer, Action) and answer.verb == "pursue":
        frame.asked = True
        return
    g.pop()
    man = pursuer(g, frame.side)
    if answer is None or isinstance(answer, Action) or man is None:
        return
    goes = turned(g, frame.side, answer).number < values.morale(g, man)
    if goes:
        g.state.facts[PURSUIT] = str(g.tray(frame.side).number)
    text = f"{g.name(man)} {'goes after the enemy' if goes else 'lets the enemy go'}."
    g.say("pursuit", text, "UF:42.72-a", side=frame.side, who=(man.id,))


def pursued(g: UfPlay) -> bool:
    """UF:42.73: until the pile is played out or nobody of the enemy is left."""
    began = g.state.facts.get(PURSUIT)
    winner = g.state.facts.get(RESULT, "")
    if began is None or not winner:
        return False
    return g.tray(winner).number == int(began) and bool(g.enemy_groups(winner))


@PART.answers(plays_on)
def goes_on(g: UfPlay) -> bool:
    return has_one_game(g) and RESULT in g.state.facts


@PART.answers(final_result)
def result_stands(g: UfPlay) -> Over | None:
    """UF:42.74: the first result, as soon as nobody is pursued."""
    facts = g.state.facts
    if not has_one_game(g) or RESULT not in facts or pursued(g):
        return None
    if any(isinstance(frame, Pursuing) for frame in g.state.stack):
        return None
    return Over(facts[RESULT], facts[WHY], (*facts[RULES].split(), "UF:42.74"))


@PART.answers(on_turn_starts)
def gets_away(g: UfPlay, side: str) -> None:
    """UF:42.72-c: whoever withdraws and is not at Relative Range 5 to an enemy group is gone (UF:42.72-b)."""
    for group in g.groups_of(side):
        if group.withdrawing and not any(relative_range(group, enemy) == 5 for enemy in g.enemy_groups(side)):
            for unit in g.members(group):
                remove(g, unit, WITHDRAWN, "UF:42.72-c")


PART.wording("pursue", lambda g, a: "Pursue")
