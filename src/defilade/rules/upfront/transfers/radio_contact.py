"""Radio Contact between partners in different games of a team game (UF:41.7)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.game.cards import RADIO as RADIO_CARD
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.losses import on_pinned, on_removed
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.secondary_weapons import RADIO
from defilade.rules.upfront.game.state import Group, Man, Unit
from defilade.rules.upfront.game.views import contacts, partners_in_contact
from defilade.rules.upfront.transfers.infiltration import on_infiltrated
from defilade.rules.upfront.turn.command import in_command, is_outranked

PART = Part()

MALFUNCTION = 5
"""A red number from this one on breaks the radio (UF:40.4)."""


def partners(g: UfPlay, side: str) -> list[str]:
    """The others of a side's team."""
    me = g.side(side)
    return [one for one, player in g.state.players.items() if player.team == me.team and one != side]


def may_confer(g: UfPlay, side: str, partner: str) -> bool:
    """UF:41.7-a: whether two partners may talk and show each other their hands."""
    return partner in partners_in_contact(g.state, side)


def squad_leader(g: UfPlay, group: Group) -> Man | None:
    """The SL, or who has taken his place (UF:15.3-a), in the group and with his mind on it: neither pinned, berserk, on
    his way to another group nor among the enemy."""
    found = (man for man in in_command(g, group.side) if man.group == group.id)
    return next((man for man in found if _can_attend(man) and not man.infiltrates), None)


def operator(g: UfPlay, group: Group) -> Man | None:
    """A man of the group with a working radio, who can use it as for a Fire Mission (UF:40.1, UF:11.2)."""
    for man in g.men(group):
        if man.secondary == RADIO and not man.secondary_broken and not man.crews and _can_attend(man):
            return man
    return None


def _can_attend(man: Man) -> bool:
    return not (man.pinned or man.berserk or man.transfers_to)


def can_listen(g: UfPlay, side: str) -> bool:
    return any(squad_leader(g, group) and operator(g, group) for group in g.groups_of(side))


def contact_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """Why a group cannot open contact, if it cannot (UF:41.7-b)."""
    others = [one for one in partners(g, group.side) if not may_confer(g, group.side, one)]
    if not others:
        return Refusal("there is no partner to call", "UF:41.7-b")
    if squad_leader(g, group) is None or operator(g, group) is None:
        return Refusal("an unpinned SL and an unpinned man with a radio must be in the group", "UF:41.7-b")
    if not any(can_listen(g, one) for one in others):
        return Refusal("no partner has an unpinned SL with an unpinned radio in his group", "UF:41.7-b")
    return None


def contact_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if len(g.state.trays) == 1 or contact_refusal(g, group) is not None:
        return
    for card, _ in g.holds(group.side, RADIO_CARD):
        for partner in partners(g, group.side):
            if not may_confer(g, group.side, partner) and can_listen(g, partner):
                yield Action("call", (group.id, card), partner)


def why_no_contact(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    return contact_refusal(g, group)


def call(g: UfPlay, group: Group, action: Action) -> None:
    """The group's only action; the card rallies nobody (UF:41.7-b)."""
    g.spend(group)
    g.spend_card(group.side, action.who[1])
    g.push(Calling(group.id, action.at))


class Calling(Frame):
    """A group calls the partner of its player (UF:41.7-b)."""

    group: str
    partner: str


@PART.decisions(Calling)
def ask_calling(g: UfPlay, frame: Calling) -> Chance:
    group = g.group(frame.group)
    asks = f"{g.group_name(group)} calls {g.side_name(frame.partner)}"
    return draw(g, group.side, asks, "UF:41.7-b", about=(group.id,))


@ask_calling
def take_calling(g: UfPlay, frame: Calling, answer: Answer) -> None:
    g.pop()
    group = g.group(frame.group)
    card = turned(g, group.side, answer)
    man = operator(g, group)
    assert man is not None
    if card.red and card.number >= MALFUNCTION:  # UF:40.4
        g.update(man, secondary_broken=True)
        text = f"The radio of {g.name(man)} fails."
        g.say("radio_fails", text, "UF:41.7-b", "UF:40.4", side=group.side, who=(man.id, card.id))
        return
    team = g.side(group.side).team
    keep_contacts(g, team, [*contacts(g.state, team), [group.side, frame.partner]])
    text = f"{g.side_name(group.side)} and {g.side_name(frame.partner)} are in Radio Contact."
    g.say("contact", text, "UF:41.7-b", side=group.side, who=(man.id, card.id))


PART.action(
    "call",
    contact_options,
    call,
    lambda g, a: f"{g.group_name(a.who[0])} calls {g.side_name(a.at)} ({g.card_name(a.who[1])})",
    why_no_contact,
)


def keep_contacts(g: UfPlay, team: str, pairs: list[list[str]]) -> None:
    """Who of a team is in contact with whom from now on; with three games or more there may be several pairs."""
    g.state.facts[f"contact {team}"] = ";".join(" ".join(pair) for pair in pairs)


# -- how it is lost ----------------------------------------------------------------------------------------------


def lose_contact(g: UfPlay, unit: Unit) -> None:
    """UF:41.7-c: with the SL, or who has taken his place (UF:15.3-a)."""
    if not isinstance(unit, Man) or not unit.role or is_outranked(g, unit):
        return
    team = g.side(unit.side).team
    pairs = contacts(g.state, team)
    left = [pair for pair in pairs if unit.side not in pair]
    if left != pairs:
        keep_contacts(g, team, left)
        g.say("contact_lost", "Radio Contact is lost.", "UF:41.7-c", side=unit.side, who=(unit.id,))


@PART.answers(on_pinned)
def pinned_leader(g: UfPlay, unit: Unit) -> None:
    lose_contact(g, unit)


@PART.answers(on_removed)
def lost_leader(g: UfPlay, unit: Unit, fate: str) -> None:
    lose_contact(g, unit)


@PART.answers(on_infiltrated)
def leader_goes_forward(g: UfPlay, man: Man, target: Group, how: str) -> None:
    lose_contact(g, man)


# -- mortars -----------------------------------------------------------------------------------------------------


def contact_helps_mortar(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:41.424: whatever lies between the games, with the SL beside the mortar and in contact with the SL of the
    game that it fires into."""
    group = g.group(attack.firer)
    table = g.side(g.group(attack.target).side).table
    friends = [one for one in partners(g, group.side) if g.side(one).table == table]
    if not any(may_confer(g, group.side, one) for one in friends):
        return Refusal("the SLs of the two games are not in Radio Contact", "UF:41.424")
    if squad_leader(g, group) is None:
        return Refusal("the mortar must be in the group of its SL", "UF:41.424")
    return None
