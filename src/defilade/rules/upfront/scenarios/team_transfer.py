"""Transfers from one game of a team game to the next (UF:41.5 to UF:41.59).

A group at the edge of its game retreats; in its next turn those who go play a Movement card on the LOS Divider.  From
then on they are a group of the partner, and come into his game as reinforcements do.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Choice, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import action_bar, relative_range
from defilade.rules.upfront.game.losses import disband, on_removed
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import movement_bar, terrain_bar
from defilade.rules.upfront.game.state import (
    BETWEEN,
    MOVEMENT,
    RETREAT,
    SIDEWAYS,
    Fallen,
    Group,
    Laid,
    Machine,
    Man,
    Unit,
)
from defilade.rules.upfront.ground.los_divider import (
    divider,
    is_team_game,
    lying_there,
    on_divider,
    team_turn_began,
)
from defilade.rules.upfront.ground.team import result_of
from defilade.rules.upfront.infantry.crews import split_crews
from defilade.rules.upfront.infantry.discards import on_rejected
from defilade.rules.upfront.infantry.movement import (
    fords_at_once,
    on_moved,
    on_moving_card,
    on_terrain_entered,
)
from defilade.rules.upfront.infantry.terrain import needs_second_move, terrain_of
from defilade.rules.upfront.infantry.victory import losses_of, outside_force
from defilade.rules.upfront.infantry.wire import artificial_bar, on_wire
from defilade.rules.upfront.scenarios.reinforcements import (
    come_up_in_the_open,
    cover_hands,
    entry_chits,
    lay_cover,
)
from defilade.rules.upfront.transfers.encirclement import is_encircled
from defilade.rules.upfront.transfers.group_transfer import transfer_refusal
from defilade.rules.upfront.turn.sequence import on_turn_starts
from defilade.rules.upfront.vehicles.afv_movement import BOGGY, check_bog, terrain_column

PART = Part()

NOW, READY, FORD = "now", "ready", "ford"
HELD = ("marsh", "minefield", "stream")


# -- who may go where --------------------------------------------------------------------------------------------


def neighbours(g: UfPlay, group: Group) -> list[str]:
    """The tables that a group at the edge of its game can go to (UF:41.5): A or Z to the left, D or E to the right."""
    if not is_team_game(g) or on_divider(group):
        return []
    step = {"A": -1, "Z": -1, "D": 1, "E": 1}.get(group.letter, 0)
    table = str(int(group.table) + step)
    return [table] if step and table in g.state.trays else []


def partner_at(g: UfPlay, side: str, table: str) -> str:
    """The player of the side's team at another table."""
    team = g.side(side).team
    return next(
        one for one, player in g.state.players.items() if player.team == team and player.table == table
    )


def host(g: UfPlay, group: Group, table: str) -> str:
    """Whose game a group on the divider would come into: its owner's, or that which it came from."""
    return group.side if g.side(group.side).table == table else partner_at(g, group.side, table)


def way_between(one: str, other: str) -> str:
    return BETWEEN.join(sorted((one, other), key=int))


def entry_letter(table: str, way: str) -> str:
    """UF:41.5: who comes from the left is Group Z, beside Group A; who comes from the right is Group E."""
    return "E" if way.startswith(f"{table}{BETWEEN}") else "Z"


def going_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """What keeps a group in its game, each time it is to go on (UF:41.52, UF:41.53)."""
    foes = g.enemy_groups(group.side)
    if any(relative_range(group, enemy) == 5 for enemy in foes) or is_encircled(g, group):
        return Refusal("a group at Relative Range 5 or encircled cannot go to another game", "UF:41.52")
    if on_wire(group) or terrain_of(group) in HELD:
        return Refusal("a group on Wire, Marsh, Minefield or Stream cannot go to another game", "UF:41.53")
    if needs_second_move(g, group):
        return Refusal("the group needs a second Movement card to get away", "UF:41.53")
    return transfer_refusal(g, group)


def stuck(g: UfPlay, group: Group) -> Refusal | None:
    """UF:41.51"""
    for unit in g.members(group):
        if _is_stuck(g, unit):
            return Refusal(f"{g.name(unit)} holds the group back", "UF:41.51")
    return None


def _is_stuck(g: UfPlay, unit: Unit) -> bool:
    return g.is_pinned(unit) or (isinstance(unit, Machine) and (unit.bogged or unit.immobilized))


def destination_refusal(g: UfPlay, group: Group, table: str) -> Refusal | None:
    if result_of(g, table):
        return Refusal("that game is decided", "UF:41.59-e")
    if g.state.facts.get(_ticket(g, group.side, way_between(group.table, table))):
        return Refusal("one group of each side may go from game to game", "UF:41.59-a")
    if divider(g, way_between(group.table, table).split(BETWEEN)[0]).terrain == "marsh":
        if any(isinstance(unit, Machine) and unit.kind == "afv" for unit in g.members(group)):
            return Refusal("a vehicle cannot cross Marsh between the games", "UF:41.58-a")
    return None


def _ticket(g: UfPlay, side: str, way: str) -> str:
    return f"gone {way} {g.side(side).team}"


# -- the first step: falling back --------------------------------------------------------------------------------


@PART.answers(on_moved)
def falls_back(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:41.54-a: any retreat of a group that could go; it serves in the very next turn only."""
    if laid.mode == RETREAT and neighbours(g, group):
        if stuck(g, group) is None and going_refusal(g, group) is None:
            g.update_group(group.id, falls_back=NOW)


@PART.answers(on_turn_starts)
def next_turn(g: UfPlay, side: str) -> None:
    for group in g.groups_of(side):
        if group.falls_back in (NOW, READY):
            g.update_group(group, falls_back=READY if group.falls_back == NOW else "")


@PART.answers(on_rejected)
def went_around(g: UfPlay, group: Group, card: Laid) -> None:
    """The Retreat has become a sideways move (UF:7.32-a)."""
    if g.group(group.id).falls_back:
        g.update_group(group.id, falls_back="")


@PART.answers(on_terrain_entered)
def settled_down(g: UfPlay, group: Group, laid: Laid) -> None:
    if g.group(group.id).falls_back:
        g.update_group(group.id, falls_back="")


# -- the second step: onto the divider ---------------------------------------------------------------------------


def crossing_refusal(g: UfPlay, group: Group, table: str) -> Refusal | None:
    if group.falls_back not in (READY, FORD):
        return Refusal("the group must have retreated in its last turn", "UF:41.54-a")
    refusal = going_refusal(g, group) or destination_refusal(g, group, table)
    if refusal is None and all(_is_stuck(g, unit) for unit in g.members(group)):
        refusal = Refusal("nobody is left who can go", "UF:41.51")
    return refusal


def crossing_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if group.falls_back not in (READY, FORD):
        return
    for table in neighbours(g, group):
        if crossing_refusal(g, group, table) is None:
            for card, _ in g.holds(group.side, MOVEMENT_CARD):
                yield Action("leave-game", (group.id, card), table)


def why_not_cross(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    if action.at not in neighbours(g, group):
        return Refusal("only a group at the edge of its game goes to the next one", "UF:41.5")
    return crossing_refusal(g, group, action.at)


def leave_game(g: UfPlay, group: Group, action: Action) -> None:
    """The Movement card is laid sideways on the divider; a Stream there must be forded first (UF:41.582-a)."""
    card = action.who[1]
    use = g.usable(group.side, card, MOVEMENT_CARD)
    assert use is not None
    g.spend(group)
    g.take_from_hand(group.side, card)
    way = way_between(group.table, action.at)
    if divider(g, way.split(BETWEEN)[0]).terrain == "stream" and not fords_at_once(g, group, use):
        g.push(FordingBetween(group.id, card, action.at))
    else:
        g.push(LeavingGame(group.id, card, action.at))


class FordingBetween(Frame):
    """A group looks for a ford in the Stream between two games (UF:41.582-a)."""

    group: str
    card: str
    table: str


@PART.decisions(FordingBetween)
def ask_fording_between(g: UfPlay, frame: FordingBetween) -> Chance:
    group = g.group(frame.group)
    asks = f"{g.group_name(group)} fords on a black number"
    return draw(g, group.side, asks, "UF:41.582-a", about=(group.id,))


@ask_fording_between
def take_fording_between(g: UfPlay, frame: FordingBetween, answer: Answer) -> None:
    g.pop()
    group = g.group(frame.group)
    if not turned(g, group.side, answer).red:
        g.push(LeavingGame(group.id, frame.card, frame.table))
        return
    g.discard(frame.card, group.side)
    g.update_group(group, falls_back=FORD)
    text = f"{g.group_name(group)} does not find a ford; it may try again."
    g.say("ford", text, "UF:41.582-b", side=group.side, at=group.id)


class LeavingGame(Frame):
    """Who goes to the next game, and who stays behind? (UF:41.54-a, UF:41.54-b)"""

    group: str
    card: str
    table: str
    stay: tuple[str, ...] = ()


def _going(g: UfPlay, frame: LeavingGame) -> list[Unit]:
    """Those who can still move and are not told to stay."""
    return [u for u in g.members(g.group(frame.group)) if not _is_stuck(g, u) and u.id not in frame.stay]


@PART.decisions(LeavingGame)
def ask_leaving_game(g: UfPlay, frame: LeavingGame) -> Choice | None:
    going = _going(g, frame)
    if len(going) < 2:
        return None
    options = (Action("go"), *(Action("stay-behind", (unit.id,)) for unit in going))
    group = g.group(frame.group)
    asks = f"Who of {g.group_name(group)} stays behind?"
    return Choice(group.side, asks, options, ("UF:41.54-b",), at=group.id)


@ask_leaving_game
def take_leaving_game(g: UfPlay, frame: LeavingGame, answer: Answer) -> None:
    if isinstance(answer, Action) and answer.verb == "stay-behind":
        frame.stay = (*frame.stay, *answer.who)
        return
    g.pop()
    depart(g, g.group(frame.group), [unit.id for unit in _going(g, frame)], frame.card, frame.table)


def depart(g: UfPlay, group: Group, going: list[str], card: str, table: str) -> None:
    """They become Group E or Z of the partner, however many groups he has (UF:41.54-a, UF:41.57-a)."""
    sender, way = group.side, way_between(group.table, table)
    owner = partner_at(g, sender, table)
    split_crews(g, group, going)
    fresh = g.new_group(owner, entry_letter(table, way))
    fresh = g.update_group(fresh, table=way, laid=(lying_there(g, way),))
    g.state.facts[_ticket(g, sender, way)] = fresh.id
    g.state.facts[f"left {fresh.id}"] = f"{sender} {g.state.turn}"
    if any(isinstance(u := g.unit(uid), Man) and u.role for uid in going):
        g.state.facts[f"led {sender}"] = "yes"
    for uid in going:
        unit = g.unit(uid)
        g.leave_group(unit)
        g.join_group(replace(unit, side=owner), fresh.id)
    g.lay(fresh.id, Laid(card, MOVEMENT, mode=SIDEWAYS, by=sender))
    text = f"{g.names(going)} leave the game for table {table} as {g.group_name(fresh.id)}."
    g.say("leaves_game", text, "UF:41.54-a", "UF:41.57-a", side=sender, who=tuple(going), at=fresh.id)
    _those_who_stay(g, group.id, sender, len(going))
    _soft_ground(g, g.group(fresh.id))


def _soft_ground(g: UfPlay, group: Group) -> None:
    """UF:41.58-b: a vehicle checks for Bog in what lies between the games."""
    for unit in g.members(group):
        if isinstance(unit, Machine) and unit.kind == "afv" and terrain_of(group) in BOGGY:
            check_bog(g, unit, terrain_column(g, unit), "UF:41.58-b")


def _those_who_stay(g: UfPlay, key: str, sender: str, gone: int) -> None:
    """They are a group by themselves with an action of its own (UF:41.54-b); the force is smaller (UF:41.59-b) and may
    break (UF:41.59-d)."""
    if g.group(key).members:
        g.update_group(key, acted=False, falls_back="")
    else:
        disband(g, g.group(key))
    player = g.update_side(sender, cards=g.side(sender).cards - gone)
    if not player.broken and player.cards > 0 and losses_of(g, sender) * 2 > player.cards:
        g.update_side(sender, broken=True)
        text = f"The {g.side_name(sender)} squad is broken by those who left."
        g.say("broken_squad", text, "UF:41.59-d", side=sender)


PART.action(
    "leave-game",
    crossing_options,
    leave_game,
    lambda g, a: f"{g.group_name(a.who[0])} goes over to table {a.at} ({g.card_name(a.who[1])})",
    why_not_cross,
)
PART.wording("stay-behind", lambda g, a: f"{g.name(a.who[0])} stays")


# -- on the divider ----------------------------------------------------------------------------------------------


@PART.answers(movement_bar)
def moves_as_reinforcements(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    if on_divider(group):
        return Refusal("between the games a group moves only as reinforcements do", "UF:41.57-a")
    return None


@PART.answers(terrain_bar)
def no_terrain_between(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    if on_divider(group):
        return Refusal("no Terrain card is laid between the games", "UF:41.55-b")
    return None


@PART.answers(artificial_bar)
def nothing_else_between(g: UfPlay, group: Group) -> Refusal | None:
    if on_divider(group):
        return Refusal("nothing but Movement and Smoke is laid between the games", "UF:41.55-b")
    return None


@PART.answers(action_bar)
def has_acted_already(g: UfPlay, group: Group) -> Refusal | None:
    """The Movement card that brought it there was its action in this turn of the team (UF:4.2-a)."""
    left = g.state.facts.get(f"left {group.id}", "") if on_divider(group) else ""
    if left and int(left.split()[1]) >= team_turn_began(g):
        return Refusal("the group has moved in this turn already", "UF:4.2-a")
    return None


@PART.answers(outside_force)
def lost_between(g: UfPlay, fallen: Fallen) -> bool:
    """UF:41.59-b: on the divider they belong to nobody's force."""
    return fallen.unit.id in g.state.facts.get("lost between", "").split()


@PART.answers(on_removed)
def note_loss_between(g: UfPlay, unit: Unit, fate: str) -> None:
    group = g.state.groups.get(unit.group)
    if group is not None and on_divider(group):
        g.state.facts["lost between"] = f"{g.state.facts.get('lost between', '')} {unit.id}".strip()


def second_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:41.581-a, UF:41.581-b: where one Movement card is not enough to get away."""
    if on_divider(group) and not g.has_pinned(group) and needs_second_move(g, group):
        for card, _ in g.holds(group.side, MOVEMENT_CARD):
            yield Action("second-move", (group.id, card))


def second_move(g: UfPlay, group: Group, action: Action) -> None:
    card = action.who[1]
    g.spend(group)
    g.take_from_hand(group.side, card)
    g.lay(group.id, Laid(card, MOVEMENT, mode=SIDEWAYS, by=group.side))
    text = f"{g.group_name(group)} moves on between the games."
    g.say("move", text, "UF:41.581-a", side=group.side, who=(card,), at=group.id)
    on_moving_card(g, g.group(group.id), card)


PART.action(
    "second-move",
    second_options,
    second_move,
    lambda g, a: f"{g.group_name(a.who[0])} moves on between the games ({g.card_name(a.who[1])})",
)


# -- coming in ---------------------------------------------------------------------------------------------------


def entry_refusal(g: UfPlay, group: Group, table: str) -> Refusal | None:
    """Why a group cannot come off the divider into a game, if it cannot."""
    if not on_divider(group) or table not in group.table.split(BETWEEN):
        return Refusal("the group is not on the way to that game", "UF:41.57-a")
    if result_of(g, table):
        return Refusal("that game is decided", "UF:41.59-e")
    if g.has_pinned(group):
        return Refusal(f"{g.group_name(group)} has pinned men", "UF:5.1-a")
    if needs_second_move(g, group):
        return Refusal("another Movement card must be laid first", "UF:41.581-a")
    letter = entry_letter(table, group.table)
    if any(other.letter == letter and other.id != group.id for other in g.groups_of(host(g, group, table))):
        return Refusal("another group stands where it would come in", "UF:41.5")
    return None


def entry_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """Into the partner's game, or back (UF:41.57-b), with cards of the new owner like reinforcements (UF:35.3-a,
    UF:35.4-b)."""
    if not on_divider(group):
        return
    for table in group.table.split(BETWEEN):
        if entry_refusal(g, group, table) is not None:
            continue
        for card, use in g.holds(group.side, MOVEMENT_CARD):
            for chit in _chits(g, group, table, use):
                yield Action("come-in", (group.id, card), table, str(chit))
        if not g.side(group.side).actions:
            for move, veil, place, use in cover_hands(g, group.side, group, g.members(group)):
                for chit in _chits(g, group, table, use):
                    yield Action("come-in", (group.id, move, veil, place), table, str(chit))


def _chits(g: UfPlay, group: Group, table: str, use: Use) -> list[int]:
    return entry_chits(g, host(g, group, table), use, g.members(group))


def why_not_come_in(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    return entry_refusal(g, group, action.at)


def come_in(g: UfPlay, group: Group, action: Action) -> None:
    """The cards on the divider go back to their decks (UF:41.6) and count no more (UF:41.55-c)."""
    for laid in group.laid:
        g.put_away(laid, group.side)
    g.spend(group)
    letter = entry_letter(action.at, group.table)
    group = g.update_group(group.id, laid=(), table=action.at, letter=letter, range=int(action.how))
    text = f"{g.group_name(group)} comes in at range chit {group.range}."
    g.say("reinforcements", text, "UF:41.57-a", "UF:35.2", side=group.side, at=group.id)
    g.state.facts.pop(f"left {group.id}", None)
    owner = group.side
    if len(action.who) == 2:
        come_up_in_the_open(g, group, owner, action.who[1])
    else:
        lay_cover(g, group, owner, action.who[1:])
    if g.side(owner).table != action.at:
        _back_again(g, g.group(group.id), partner_at(g, owner, action.at))
    side = g.group(group.id).side
    g.update_side(side, cards=g.side(side).cards + len(group.members))  # UF:41.59-b


def _back_again(g: UfPlay, group: Group, side: str) -> None:
    """UF:41.57-b: back in its first game it is its old player's again."""
    for unit in g.members(group):
        g.update(unit, side=side)
    g.update_group(group, side=side)


PART.action(
    "come-in",
    entry_options,
    come_in,
    lambda g, a: f"{g.group_name(a.who[0])} comes into the game at table {a.at}, range chit {a.how}",
    why_not_come_in,
)
