"""Individual transfer (UF:17.8) and the forming of new groups by it (UF:17.9).

A man on his way stays in the sending group's row and names the group he goes to in `transfers_to`.  Men who form a new
group stand in it at once; it is `forming` until a Terrain card completes it.  A gun goes like a man, with two cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from defilade.kernel import Action, Chance, Choice, Frame, Line, Refusal
from defilade.kernel.composition import bar, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import (
    OTHER,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import (
    MOST_IN_GROUP,
    action_bar,
    action_limit,
    are_adjacent,
    between_groups,
)
from defilade.rules.upfront.game.losses import disband, holds_place, on_group_gone, on_pinned
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import movement_bar, terrain_bar
from defilade.rules.upfront.game.state import BETWEEN, OPEN, SIDEWAYS, TERRAIN, Group, Laid, Man, Unit
from defilade.rules.upfront.infantry.crews import assistant_of, waits_at_weapon
from defilade.rules.upfront.infantry.discards import (
    on_rejected,
    on_terrain_accepted,
    on_terrain_declined,
    reject_bar,
    step_to_undo,
)
from defilade.rules.upfront.infantry.fire import may_join, on_attack_declared
from defilade.rules.upfront.infantry.firepower import fire_bar
from defilade.rules.upfront.infantry.hero import HeroWindow, may_be_heroic
from defilade.rules.upfront.infantry.movement import (
    STEP,
    enter_terrain,
    fords_at_once,
    must_reject,
    on_moved,
    on_terrain_played,
)
from defilade.rules.upfront.infantry.resolution import Resolving, on_attack_over
from defilade.rules.upfront.infantry.terrain import movement_cards, terrain_of, unforded
from defilade.rules.upfront.infantry.wire import on_wire
from defilade.rules.upfront.transfers.encirclement import is_encircled
from defilade.rules.upfront.transfers.group_transfer import adjacent_letters, vacant

PART = Part()


@bar
def crowding_bar(g: UfPlay, group: Group, cards: int, /) -> Refusal | None:
    """Why may there not be so many cards in the group?"""


@bar
def joining_bar(g: UfPlay, unit: Unit, group: Group, /) -> Refusal | None:
    """Why may this card not join the group?"""


@told
def on_set_out(g: UfPlay, unit: Unit, /) -> None:
    """A card has set out for another group."""


FEWEST_TO_FORM = 2


# -- who may go where --------------------------------------------------------------------------------------------


def sending_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """UF:17.8-b, UF:17.611, UF:17.81-b. Pinned men in the group do not matter (UF:10.12-b), nor does a Movement card
    of an earlier turn (UF:17.8-qb)."""
    if is_encircled(g, group):
        return Refusal("an encircled group neither sends nor receives men", "UF:17.611")
    if on_wire(group) or terrain_of(group) == "minefield":
        return Refusal("nobody leaves a group on Wire or in a Minefield", "UF:17.8-b")
    if terrain_of(group) == "marsh" and not movement_cards(group):
        return Refusal("from Marsh men transfer only once a Movement card lies on it", "UF:17.81-b")
    if group.stepped == g.state.turn:
        return Refusal("the group has changed its range chit in this turn", "UF:17.8-c")
    return None


def card_refusal(g: UfPlay, unit: Unit) -> Refusal | None:
    """Why a man or a gun may not set out."""
    if isinstance(unit, Man):
        return man_refusal(g, unit)
    if unit.pinned or unit.transfers_to or unit.kind != "ig":
        return Refusal(f"{g.name(unit)} cannot set out", "UF:17.8-a")
    return None


def man_refusal(g: UfPlay, man: Man) -> Refusal | None:
    if man.pinned:
        return Refusal(f"{g.name(man)} is pinned", "UF:17.8-a")
    if man.infiltrates:
        return Refusal("an infiltrator does not transfer", "UF:17.8-b")
    if man.transfers_to or man.berserk:
        return Refusal(f"{g.name(man)} cannot set out", "UF:17.8-a")
    if man.crews or assistant_of(g, man) is not None:
        return Refusal("neither man of a crew sets out before it is given up", "UF:11.13")
    return None


def has_leader(g: UfPlay, *groups: Group) -> bool:
    """UF:17.8-f"""
    return any(g.unpinned_leader(group) for group in groups)


def on_their_way(g: UfPlay, group: str) -> list[Unit]:
    """Men and guns that transfer to a group."""
    return [u for u in g.state.units.values() if u.transfers_to == group and u.group != group]


def strength_to_come(g: UfPlay, group: Group) -> int:
    """The cards of a group with all who are on their way to it, or would come back to it (UF:17.82)."""
    formed = sum(len(other.members) for other in g.groups_of(group.side) if other.forming == group.id)
    return len(group.members) + len(on_their_way(g, group.id)) + formed


def receiving_refusal(g: UfPlay, group: Group, other: Group, men: int) -> Refusal | None:
    """Why so many men may not go to another group."""
    if other.side != group.side or not are_adjacent(group, other) or other.range != group.range:
        return Refusal("men transfer to an adjacent group at the same range chit", "UF:17.8-a")
    if other.stepped == g.state.turn:
        return Refusal("both groups must begin the turn at the same range chit", "UF:17.8-c")
    if is_encircled(g, other):
        return Refusal("an encircled group neither sends nor receives men", "UF:17.611")
    if other.forming or other.bound_for or group.bound_for or _is_vehicle(g, other):
        return Refusal("that group cannot be joined now", "UF:17.8-a")
    if not has_leader(g, group, other):
        return Refusal("one of the two groups must have an unpinned leader", "UF:17.8-f")
    if strength_to_come(g, other) + men > MOST_IN_GROUP:
        return Refusal(f"a group has no more than {MOST_IN_GROUP} cards", "UF:17.82")
    return crowding_bar(g, other, strength_to_come(g, other) + men)


def _is_vehicle(g: UfPlay, group: Group) -> bool:
    return any(getattr(unit, "kind", "") == "afv" for unit in g.members(group))


def forming_refusal(g: UfPlay, group: Group, letter: str) -> Refusal | None:
    """UF:17.91: a vacant letter next to the group, and men enough."""
    if letter not in adjacent_letters(g, group) or not vacant(g, group.side, letter):
        return Refusal("a new group needs a vacant place next to its own", "UF:17.91")
    if not has_leader(g, group) or group.bound_for:
        return Refusal("the group must have an unpinned leader", "UF:17.8-f")
    if len(travellers(g, group)) < FEWEST_TO_FORM or len(group.members) <= FEWEST_TO_FORM:
        return Refusal("at least two men form a new group, and somebody stays", "UF:17.91")
    return None


def travellers(g: UfPlay, group: Group) -> list[Unit]:
    return [unit for unit in g.members(group) if card_refusal(g, unit) is None]


def cards_for(unit: Unit) -> int:
    """Movement cards that it takes to send a card: one for a man, the two of a gun (UF:34.3-a)."""
    return 1 if isinstance(unit, Man) else 2


def destinations(g: UfPlay, group: Group) -> Iterator[str]:
    """Groups to go to by id, and vacant letters for a new one; none from the way between two games."""
    if BETWEEN in group.table:
        return
    for other in g.groups_of(group.side):
        if receiving_refusal(g, group, other, 1) is None:
            yield other.id
    if len(g.holds(group.side, MOVEMENT_CARD)) >= FEWEST_TO_FORM:
        for letter in adjacent_letters(g, group):
            if forming_refusal(g, group, letter) is None:
                yield letter


def transfer_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:17.8-a: it is the sole action of the sending group."""
    cards = len(g.holds(group.side, MOVEMENT_CARD))
    if not cards or sending_refusal(g, group) is not None:
        return
    if any(cards_for(unit) <= cards for unit in travellers(g, group)):
        for place in destinations(g, group):
            yield Action("transfer", (group.id,), place)


def why_no_transfer(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    refusal = sending_refusal(g, group)
    if refusal is not None:
        return refusal
    if action.at in g.state.groups:
        return receiving_refusal(g, group, g.group(action.at), 1)
    return forming_refusal(g, group, action.at)


def transfer(g: UfPlay, group: Group, action: Action) -> None:
    g.state.picked.pop(group.side, None)
    g.push(SettingOut(group.id, action.at))


PART.action(
    "transfer",
    transfer_options,
    transfer,
    lambda g, a: f"{g.group_name(a.who[0])}: men transfer to {_place_name(g, a.at)}",
    why_no_transfer,
)


def _place_name(g: UfPlay, place: str) -> str:
    return g.group_name(place) if place in g.state.groups else f"a new Group {place}"


# -- setting out -------------------------------------------------------------------------------------------------


class SettingOut(Frame):
    """Men and their Movement cards are picked, one card a man and two a gun (UF:17.8-a); until it is declared in
    `picked`."""

    group: str
    to: str


def _picks(g: UfPlay, side: str) -> list[tuple[str, str]]:
    """Movement card and Personality card of each pick."""
    return [(card, man) for card, man in (text.split() for text in g.state.picked.get(side, ()))]


def _room_for(g: UfPlay, frame: SettingOut, men: int) -> bool:
    group = g.group(frame.group)
    if frame.to in g.state.groups:
        return receiving_refusal(g, group, g.group(frame.to), men) is None
    return len(group.members) > men


def _may_join(g: UfPlay, unit: Unit, to: str) -> bool:
    return to not in g.state.groups or joining_bar(g, unit, g.group(to)) is None


def _wants_card(g: UfPlay, picks: list[tuple[str, str]]) -> Unit | None:
    """The gun that has been given only one of its cards."""
    picked = [unit for _, unit in picks]
    return next((u for uid in picked if picked.count(uid) < cards_for(u := g.unit(uid))), None)


def _departures(g: UfPlay, frame: SettingOut, picks: list[tuple[str, str]]) -> list[Action]:
    """Who may be sent next, and with which card."""
    group = g.group(frame.group)
    spent = {card for card, _ in picks}
    cards = [card for card, _ in g.holds(group.side, MOVEMENT_CARD) if card not in spent]
    half = _wants_card(g, picks)
    if half is not None:
        return [Action("depart", (card, half.id)) for card in cards]
    going = {unit for _, unit in picks}
    if not _room_for(g, frame, len(going) + 1):
        return []
    able = [unit for unit in travellers(g, group) if unit.id not in going and cards_for(unit) <= len(cards)]
    return [
        Action("depart", (card, unit.id)) for unit in able if _may_join(g, unit, frame.to) for card in cards
    ]


@PART.decisions(SettingOut)
def ask_setting_out(g: UfPlay, frame: SettingOut) -> Choice:
    group = g.group(frame.group)
    picks = _picks(g, group.side)
    going = {unit for _, unit in picks}
    options: list[Action] = []
    if len(going) >= (1 if frame.to in g.state.groups else FEWEST_TO_FORM) and _wants_card(g, picks) is None:
        options.append(Action("set-out"))
    options += _departures(g, frame, picks)
    asks = f"Who transfers to {_place_name(g, frame.to)}?"
    return Choice(group.side, asks, (*options, Action("cancel")), ("UF:17.8-a",), at=group.id)


@ask_setting_out
def take_setting_out(g: UfPlay, frame: SettingOut, answer: Answer) -> None:
    assert isinstance(answer, Action)
    side = g.group(frame.group).side
    if answer.verb == "depart":
        g.state.picked[side] = (*g.state.picked.get(side, ()), " ".join(answer.who))
        return
    g.pop()
    picks = _picks(g, side)
    g.state.picked.pop(side, None)
    if answer.verb == "set-out":
        g.spend(frame.group)
        for card, _ in picks:
            g.spend_card(side, card)
        g.push(Departing(frame.group, frame.to, tuple(picks)))


class Departing(Frame):
    """The men leave their group; from a Stream only those who find a ford (UF:17.81-a), a gun with its second card
    (UF:8.53-e)."""

    group: str
    to: str
    left: tuple[tuple[str, str], ...]
    gone: tuple[str, ...] = ()


@PART.decisions(Departing)
def ask_departing(g: UfPlay, frame: Departing) -> Chance | None:
    group = g.group(frame.group)
    if not frame.left or _is_first_card(frame.left) or _is_through(g, group, frame.left[0][0]):
        return None
    man = frame.left[0][1]
    return draw(g, group.side, f"{g.name(man)} fords on a black number", "UF:17.81-a", about=(man,))


def _is_first_card(left: tuple[tuple[str, str], ...]) -> bool:
    """Another card for the same gun is to follow."""
    return any(unit == left[0][1] for _, unit in left[1:])


def _is_through(g: UfPlay, group: Group, card: str) -> bool:
    if not unforded(g, group):
        return True
    use = g.deck[card].use(g.side(group.side).nation, MOVEMENT_CARD)
    return use is not None and fords_at_once(g, group, use)


@ask_departing
def take_departing(g: UfPlay, frame: Departing, answer: Answer) -> None:
    if frame.left:
        man, first = frame.left[0][1], _is_first_card(frame.left)
        frame.left = frame.left[1:]
        side = g.group(frame.group).side
        if answer is not None and turned(g, side, answer).red:
            g.say("transfer", f"{g.name(man)} finds no ford.", "UF:17.81-a", side=side, who=(man,))
        elif not first:
            frame.gone = (*frame.gone, man)
        return
    g.pop()
    group = g.group(frame.group)
    if frame.to in g.state.groups:
        depart(g, group, frame.gone, frame.to)
    elif len(frame.gone) >= FEWEST_TO_FORM:
        form_group(g, group, frame.gone, frame.to)


def depart(g: UfPlay, group: Group, men: tuple[str, ...], to: str) -> None:
    for key in men:
        on_set_out(g, g.update(g.unit(key), transfers_to=to, set_out=g.state.turn))
    if men:
        text = f"{g.names(men)} {'sets' if len(men) == 1 else 'set'} out for {g.group_name(to)}."
        g.say("transfer", text, "UF:17.8-a", side=group.side, who=men, at=group.id)


# -- on the way --------------------------------------------------------------------------------------------------


@PART.modifies(attack_lines, "UF:17.8-d", step=OTHER)
def exposed_on_the_way(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:17.8-d: +2 against him, with the terrain of the group that is attacked (UF:17.83)."""
    if unit is not None and unit.transfers_to:
        yield Line("transferring", 2, "UF:17.8-d")


@PART.answers(between_groups)
def between_the_groups(g: UfPlay, group: Group) -> Iterator[str]:
    """UF:17.8-d: he is attacked along with either group, before it; ordnance makes no difference (UF:17.8-qa). Who
    forms a new group is attacked only with the one he comes from (UF:17.9)."""
    for unit in on_their_way(g, group.id):
        yield unit.id
    for other in g.state.groups.values():
        if other.forming == group.id:
            yield from other.members
    yield from (unit.id for unit in g.members(group) if unit.transfers_to)


@PART.answers(may_join)
def may_fire_on_the_way(g: UfPlay, firer: Group) -> Iterator[str]:
    """UF:17.8-qc: men on their way from or to the firing group, once a turn."""
    for man in g.state.units.values():
        if isinstance(man, Man) and man.transfers_to and man.fired_on_way != g.state.turn:
            sender = g.group(man.group).forming or man.group
            if firer.id in (sender, man.transfers_to):
                yield man.id


@PART.answers(fire_bar)
def holds_fire_on_the_way(g: UfPlay, man: Man, attack: Attack) -> Refusal | None:
    """UF:17.8-qc: he fires only if his player includes him, because that halves the whole attack."""
    if man.transfers_to and man.id not in attack.joining:
        return Refusal(f"{g.name(man)} is between the groups", "UF:17.8-qc")
    return None


@PART.answers(on_attack_declared)
def has_fired_on_the_way(g: UfPlay, attack: Attack) -> None:
    for key in attack.joining:
        g.update(g.man(key), fired_on_way=g.state.turn)


@PART.answers(on_moved)
def range_chit_changed(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:17.8-c: what counts is where a group began its turn."""
    if STEP[laid.mode]:
        g.update_group(group.id, stepped=g.state.turn)


def is_tied(g: UfPlay, group: Group) -> bool:
    """Men are on their way from or to the group, or a transfer has ended in this very turn (UF:17.8-c)."""
    if g.state.turn <= group.tied or group.forming:
        return True
    for unit in g.state.units.values():
        if unit.transfers_to and group.id in (unit.group, unit.transfers_to):
            return True
    return any(other.forming == group.id for other in g.state.groups.values())


@PART.answers(movement_bar)
def tied_to_its_range(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:17.8-c"""
    if mode != SIDEWAYS and is_tied(g, group):
        return Refusal("a transfer ties the group to its range chit", "UF:17.8-c")
    return None


@PART.answers(reject_bar)
def tied_to_the_step_it_took(g: UfPlay, group: Group) -> Refusal | None:
    """UF:17.8-c: to go around terrain would take the step back."""
    if not group.forming and step_to_undo(g, group) and is_tied(g, group):
        return Refusal("a transfer ties the group to its range chit", "UF:17.8-c")
    return None


def _untie(g: UfPlay, *groups: str) -> None:
    """The transfer is over: both groups are free from the next turn on (UF:17.8-c)."""
    for key in groups:
        if key in g.state.groups:
            g.update_group(key, tied=g.state.turn)


# -- how it ends -------------------------------------------------------------------------------------------------


def receive_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:17.8-e: not in the turn in which they set out."""
    if any(man.set_out < g.state.turn for man in on_their_way(g, group.id)) and not is_encircled(g, group):
        yield Action("receive", (group.id,))


def receive(g: UfPlay, group: Group, action: Action) -> None:
    """The men join the group; it is its sole action (UF:17.8-e)."""
    g.spend(group)
    arrived = tuple(man.id for man in on_their_way(g, group.id) if man.set_out < g.state.turn)
    text = f"{g.names(arrived)} {'joins' if len(arrived) == 1 else 'join'} {g.group_name(group)}."
    g.say("transferred", text, "UF:17.8-e", side=group.side, who=arrived, at=group.id)
    g.push(Arriving(group.id, arrived))


class Arriving(Frame):
    """Men who have come stand wherever their player likes, the others keeping their order (UF:17.8-e)."""

    group: str
    left: tuple[str, ...]


def places_in(g: UfPlay, group: Group) -> list[int]:
    """Positions for another card in the row; nobody comes between a gunner and his assistant (UF:11.11-a)."""
    cut = set()
    for man in g.men(group):
        if man.crews in group.members and not waits_at_weapon(g, man):
            cut.add(max(group.members.index(man.id), group.members.index(man.crews)))
    return [place for place in range(len(group.members) + 1) if place not in cut]


@PART.decisions(Arriving)
def ask_arriving(g: UfPlay, frame: Arriving) -> Choice | None:
    if not frame.left:
        return None
    group, uid = g.group(frame.group), frame.left[0]
    places = reversed(places_in(g, group))
    options = tuple(Action("stand", (uid,), how=str(place + 1)) for place in places)
    asks = f"At which position does {g.name(uid)} stand?"
    return Choice(group.side, asks, options, ("UF:17.8-e",), at=group.id, about=(uid,))


@ask_arriving
def take_arriving(g: UfPlay, frame: Arriving, answer: Answer) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    frame.left = frame.left[1:]
    unit = g.unit(answer.who[0])
    sender = g.leave_group(unit)
    g.join_group(g.update(unit, transfers_to="", set_out=0), frame.group, int(answer.how) - 1)
    _untie(g, sender.id, frame.group)
    if not sender.members:  # UF:17.82
        disband(g, sender)


PART.action("receive", receive_options, receive, lambda g, a: f"{g.group_name(a.who[0])}: the men arrive")
PART.wording("stand", lambda g, a: f"{g.name(a.who[0])} stands at position {a.how}")


@PART.answers(on_pinned)
def pinned_on_the_way(g: UfPlay, unit: Unit) -> None:
    """A Hero card played at once lets him go on (UF:17.84, UF:10.4-a)."""
    if not unit.transfers_to:
        return
    g.push(Faltering(unit.id))
    if may_be_heroic(g, unit):
        g.push(HeroWindow(unit.side, unit.id))


class Faltering(Frame):
    """A man who was pinned on his way turns back, unless he is rallied at once (UF:17.84)."""

    unit: str


@PART.automatic(Faltering)
def falter(g: UfPlay, frame: Faltering) -> None:
    """With him all who form a new group go back, as soon as the attack is over (UF:17.92)."""
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is None or not unit.pinned or not unit.transfers_to:
        return
    group = g.group_of(unit)
    if not group.forming:
        turn_back(g, unit, "UF:17.84")
    elif not _in_an_attack(g):
        send_back(g, group)


def _in_an_attack(g: UfPlay) -> bool:
    return any(isinstance(frame, Resolving) for frame in g.state.stack)


def turn_back(g: UfPlay, man: Unit, rule: str) -> None:
    """He stays with the group that he was about to leave."""
    _untie(g, man.group, man.transfers_to)
    g.update(man, transfers_to="", set_out=0)
    text = f"{g.name(man)} goes back to {g.group_name(man.group)}."
    g.say("transfer_failed", text, rule, side=man.side, who=(man.id,), at=man.group)


@PART.answers(on_rejected)
def step_taken_back(g: UfPlay, group: Group, card: Laid) -> None:
    """A group that had to go around terrain is at another range chit now: nobody gets from or to it (UF:17.8-c)."""
    leaving = [unit for unit in g.members(g.group(group.id)) if unit.transfers_to]
    for man in (*leaving, *on_their_way(g, group.id)):
        if g.group(man.group).range != g.group(man.transfers_to).range:
            turn_back(g, man, "UF:17.8-c")
    for other in g.groups_of(group.side):
        if other.forming == group.id and other.range != g.group(group.id).range:
            send_back(g, other, "UF:17.8-c")


@PART.answers(on_group_gone)
def nowhere_to_go(g: UfPlay, gone: Group) -> None:
    """The group that they were to join is no more: they stay with their own (UF:17.8-a). A group that forms out of
    one that is gone has to do without it (UF:17.92)."""
    for man in on_their_way(g, gone.id):
        g.update(man, transfers_to="", set_out=0)
        _untie(g, man.group)
    for group in g.groups_of(gone.side):
        if group.forming == gone.id:
            complete_group(g, group)


# -- new groups --------------------------------------------------------------------------------------------------


def form_group(g: UfPlay, parent: Group, men: tuple[str, ...], letter: str) -> None:
    """UF:17.9, UF:17.91"""
    prefix = g.nation(parent.side).prefix
    key = next(key for n in count(5) if (key := f"{prefix}{n}") not in g.state.groups)
    g.state.groups[key] = Group(
        key, parent.side, letter, parent.range, acted=True, forming=parent.id, table=parent.table
    )
    for uid in men:
        unit = g.unit(uid)
        g.leave_group(unit)
        on_set_out(g, g.join_group(g.update(unit, transfers_to=key, set_out=g.state.turn), key))
    text = f"{g.names(men)} set out to form Group {letter}."
    g.say("forming", text, "UF:17.91", side=parent.side, who=men, at=key)


@PART.answers(action_bar)
def not_before_it_is_formed(g: UfPlay, group: Group) -> Refusal | None:
    """UF:17.92: a Terrain card comes first."""
    if group.forming:
        return Refusal("the group is formed with a Terrain card first", "UF:17.92")
    return None


def settle_options(g: UfPlay, side: str) -> Iterator[Action]:
    """UF:17.92: a Terrain card, or any card as Open Ground, completes the group; it is its action."""
    if action_limit(g, side, 1) is not None:
        return
    for group in g.groups_of(side):
        if not group.forming or group.acted:
            continue
        for card, use in g.holds(side, TERRAIN_CARD):
            refusal = terrain_bar(g, group, use.terrain, side)
            if refusal is None and must_reject(g, group, use.terrain) is None:
                yield Action("settle", (group.id, card))
        for card in g.hand(side):
            yield Action("settle", (group.id, card), how=OPEN)


def settle(g: UfPlay, side: str, action: Action) -> None:
    key, card = action.who
    group = g.group(key)
    g.spend(group)
    use = g.usable(side, card, TERRAIN_CARD) if action.how != OPEN else None
    g.take_from_hand(side, card)
    laid = Laid(card, TERRAIN, use.terrain if use else OPEN, use.value if use else 0, by=side)
    complete_group(g, g.group(key))
    on_terrain_played(g, g.group(key), laid, side)
    enter_terrain(g, g.group(key), laid)


def complete_group(g: UfPlay, group: Group) -> None:
    _untie(g, group.forming, group.id)
    for unit in g.members(group):
        g.update(unit, transfers_to="", set_out=0)
    g.update_group(group.id, forming="")
    text = f"{g.group_name(group)} is formed."
    g.say("formed", text, "UF:17.92", side=group.side, at=group.id)


def send_back(g: UfPlay, group: Group, rule: str = "UF:17.92") -> None:
    """All of them go back to the group they came from."""
    parent = group.forming
    for unit in g.members(group):
        g.leave_group(unit)
        g.join_group(g.update(unit, transfers_to="", set_out=0), parent)
    _untie(g, parent)
    text = f"The men return to {g.group_name(parent)}."
    g.say("transfer_failed", text, rule, side=group.side, at=parent)
    disband(g, g.group(group.id))


@PART.answers(on_terrain_accepted)
def formed_where_the_enemy_has_it(g: UfPlay, group: Group) -> None:
    """UF:17.92: a Terrain card that the enemy puts on them completes the group too."""
    if group.forming:
        complete_group(g, group)


@PART.answers(on_terrain_declined)
def form_no_group_there(g: UfPlay, group: Group) -> None:
    """UF:17.92: else the men go back."""
    send_back(g, group)


PART.free_action(
    "settle",
    settle_options,
    settle,
    lambda g, a: (
        f"{g.group_name(a.who[0])} forms in {'Open Ground' if a.how == OPEN else g.card_name(a.who[1])}"
    ),
)
PART.wording("depart", lambda g, a: f"{g.name(a.who[1])} ({g.card_name(a.who[0])})")
PART.wording("set-out", lambda g, a: "Set out")


# -- an attack that outlives its target --------------------------------------------------------------------------


@PART.answers(holds_place)
def attack_goes_on(g: UfPlay, group: Group) -> bool:
    """Its last man is lost, but men on their way to or from it are still to be attacked (UF:17.8-d)."""
    for frame in g.state.stack:
        if isinstance(frame, Resolving) and frame.attack.target == group.id:
            return any(uid in g.state.units for uid in frame.targets[frame.next :])
    return False


@PART.answers(on_attack_over)
def after_the_attack(g: UfPlay, attack: Attack) -> None:
    target = g.state.groups.get(attack.target)
    if target is not None and not target.members and not holds_place(g, target):
        disband(g, target)
    for group in list(g.state.groups.values()):
        if group.forming and group.id in g.state.groups and g.has_pinned(group):
            send_back(g, group)
