"""Initiative (DAE:4.517): Attack or Idle, revealed together, and the scenario that comes of it (DAE:4.5171)."""

from __future__ import annotations

from defilade.rules.sk.full.campaign.book import (
    BRITISH_ASSAULT,
    DEPLOY,
    DUAL_ATTACK,
    GERMAN_ASSAULT,
    IDLE,
    PLAY,
    CampaignError,
    InitiativeOrders,
    StrikeOrders,
    date_id,
)
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side

MATRIX = {
    (True, True): DUAL_ATTACK,
    (True, False): GERMAN_ASSAULT,
    (False, True): BRITISH_ASSAULT,
    (False, False): IDLE,
}
"""German attacks, British attacks -> scenario."""


def may_attack(work: Work, side: Side) -> bool:
    if side == BRITISH:
        return work.side(side).attack_chits > 0
    return work.side(side).bought_chit == date_id(work.book, work.tables)


def check_orders(work: Work, side: Side, orders: InitiativeOrders) -> None:
    if orders.attack and not may_attack(work, side):
        raise CampaignError("there is no Attack Chit left", "DAE:4.517")
    if side == GERMAN and may_attack(work, side) and not orders.attack:
        raise CampaignError("a German Attack Chit is played on the date on which it is bought", "DAE:4.5154")


def reveal(work: Work, german: InitiativeOrders, british: InitiativeOrders) -> str:
    """Both chits are turned over; gives the type of the scenario."""
    book = work.book
    found = MATRIX[german.attack, british.attack]
    for side, orders in ((GERMAN, german), (BRITISH, british)):
        work.say("DAE:4.517", f"{side.capitalize()}: {'Attack' if orders.attack else 'Idle'}.", side)
    if british.attack:
        work.side(BRITISH).attack_chits -= 1
    book.scenario, book.striking = found, False
    book.playing_area, book.deployed = StrikeOrders(), {}
    if found == DUAL_ATTACK:
        dice = work.roll("Who sets up first", BRITISH, "DAE:4.5171-a", 1)
        british_first = dice[0] <= work.tables.strike.british_first_up_to
        says = (
            "the British set up first"
            if british_first
            else "the Germans set up first, as in a British Assault"
        )
        work.say("DAE:4.5171-a", f"Dual Attack, dr {dice[0]}: {says}.", BRITISH, dice=dice)
        book.striking = british_first
    if found == GERMAN_ASSAULT or book.striking:
        prepare_strike(work)
    elif found != IDLE:
        prepare_british_assault(work)
    return found


def prepare_strike(work: Work) -> None:
    """DAE:4.5171-c, DAE:4.5171-b: the British set up first, the Germans move first (DAE:4.6)."""
    book = work.book
    book.sets_up_first, book.moves_first, book.step = BRITISH, GERMAN, DEPLOY
    rule = "DAE:4.5171-b" if book.striking else "DAE:4.5171-c"
    work.say(rule, "A German strike of three Game Turns; the British set up, then its area is declared.")


def prepare_british_assault(work: Work) -> None:
    """DAE:4.5171-d: the Germans set up first, the British move first, on the whole map."""
    book = work.book
    book.sets_up_first, book.moves_first, book.step = GERMAN, BRITISH, PLAY
    book.playing_area, book.deployed = StrikeOrders(), {}
    work.say("DAE:4.5171-d", "A British Assault on the whole map; the Germans set up first.")
