"""Between two games of a team game (UF:41.3 to UF:41.42): the LOS Divider, and what reaches across it.

Tables stand in a row, the first to the left of the second: Groups D and E of the one are next to Groups A and Z of the
other.  A card drawn in the set-up lies between two tables and is known as `divider <left table>`.  A group on its way
from one game to the other lies on it; its `table` names both games, as in `1|2`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Chance, Frame, Outcome, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import MORTAR, OVERRUN, Attack
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, strike, time_is_up
from defilade.rules.upfront.game.losses import on_group_gone
from defilade.rules.upfront.game.play import UfPlay, cower_bar
from defilade.rules.upfront.game.questions import attack_bar, on_relettered
from defilade.rules.upfront.game.state import BETWEEN, OPEN, TERRAIN, Group, Laid, Man
from defilade.rules.upfront.infantry.fire import far_targets, on_attack_declared
from defilade.rules.upfront.infantry.snipers import far_prey
from defilade.rules.upfront.infantry.terrain import terrain_of
from defilade.rules.upfront.infantry.victory import table_is_decided
from defilade.rules.upfront.transfers.flanking import exposed_across, lose_flank
from defilade.rules.upfront.transfers.infiltration import infiltration_bar
from defilade.rules.upfront.transfers.radio_contact import contact_helps_mortar
from defilade.rules.upfront.turn.sequence import on_turn_starts
from defilade.rules.upfront.turn.setup import set_up_before_terrain

PART = Part()

NO_DIVIDER = ("pillbox", "minefield")
"""A Pillbox never is one (UF:41.3), and a Minefield is no terrain of the country (UF:24.2)."""
SCREENS = {"woods": "UF:41.422", "buildings": "UF:41.422"}
LOW_SCREENS = {"brush": "UF:41.423", "walls": "UF:41.423", "marsh": "UF:41.423"}
HILL = "hill"


# -- where a group stands ----------------------------------------------------------------------------------------


def is_team_game(g: UfPlay) -> bool:
    return len(g.state.trays) > 1


def on_divider(group: Group) -> bool:
    return BETWEEN in group.table


def station(table: str) -> float:
    """Where a table, or a place between two, is in the row.

    >>> station("1"), station("1|2"), station("2")
    (1.0, 1.5, 2.0)
    """
    tables = [int(one) for one in table.split(BETWEEN)]
    return sum(tables) / len(tables)


def next_to_each_other(one: str, other: str) -> bool:
    """Neighbouring tables, or a table and the divider beside it."""
    apart = abs(station(one) - station(other))
    return apart == 0.5 or (apart == 1 and BETWEEN not in one and BETWEEN not in other)


def play_has_ceased(g: UfPlay, side: str) -> bool:
    """The side's game is decided and out of time: nothing happens there any more (UF:41.93)."""
    return table_is_decided(g, g.side(side).table) and time_is_up(g, side)


def foes_elsewhere(g: UfPlay, side: str) -> list[Group]:
    """Groups of the other team that belong to another game than the side's own, where play goes on."""
    if not is_team_game(g):
        return []
    me = g.side(side)
    players = g.state.players
    return [
        group
        for group in g.state.groups.values()
        if players[group.side].team != me.team
        and players[group.side].table != me.table
        and not play_has_ceased(g, group.side)
    ]


# -- the card between two games ----------------------------------------------------------------------------------


class DrawingDivider(Frame):
    """The card between a table and the one to its right is drawn (UF:41.3)."""

    side: str


@PART.answers(set_up_before_terrain)
def place_divider(g: UfPlay, side: str) -> Frame | None:
    """One for each two tables: the first player of the left one draws it."""
    table = g.side(side).table
    first = next(one for one in g.state.sides if g.side(one).table == table)
    if side != first or str(int(table) + 1) not in g.state.trays:
        return None
    return DrawingDivider(side)


@PART.decisions(DrawingDivider)
def ask_drawing_divider(g: UfPlay, frame: DrawingDivider) -> Chance:
    return draw(g, frame.side, "The LOS Divider is drawn", "UF:41.3")


@ask_drawing_divider
def take_drawing_divider(g: UfPlay, frame: DrawingDivider, answer: Answer) -> None:
    """The card stays where it is for the whole game, out of its deck. What the scenario takes out, or lets nobody
    use, is no terrain (UF:3.6-qa)."""
    assert isinstance(answer, Outcome)
    g.pop()
    table = g.side(frame.side).table
    if is_barred(g, table, answer.drawn):
        g.state.facts[f"bare {table}"] = "yes"
    lay_divider(g, frame.side, answer.drawn)
    shown = divider(g, table).terrain.capitalize() if divider(g, table).terrain != OPEN else "Open Ground"
    text = f"Between the tables {table} and {int(table) + 1} lies {shown}."
    g.say("divider", text, "UF:41.3", who=(answer.drawn,))


def is_barred(g: UfPlay, table: str, card: str) -> bool:
    """As terrain the card is a Cower card for all players of the table."""
    found = g.deck[card]
    sides = [side for side in g.state.sides if g.side(side).table == table]
    uses = [use for use in found.uses if use.kind == TERRAIN_CARD]
    return all(cower_bar(g, side, found, use) is not None for side in sides for use in uses)


def lay_divider(g: UfPlay, side: str, card: str) -> None:
    """Out of the deck; one that the scenario takes out counts as taken (UF:16.1-a)."""
    table = g.side(side).table
    tray = g.state.trays[table]
    g.update_tray(table, draw=tuple(one for one in tray.draw if one != card))
    if not strike(g, side, card):
        g.update_tray(table, removed=(*tray.removed, card))
    g.state.facts[f"divider {table}"] = card


def divider(g: UfPlay, table: str) -> Use:
    """What lies to the right of a table: the terrain of the card, or Open Ground (UF:41.3)."""
    card = g.deck[g.state.facts[f"divider {table}"]]
    for use in card.uses if f"bare {table}" not in g.state.facts else ():
        if use.kind == TERRAIN_CARD and use.terrain not in NO_DIVIDER:
            return use
    return Use(TERRAIN_CARD, terrain=OPEN)


def divider_between(g: UfPlay, one: str, other: str) -> Use:
    return divider(g, min(one, other, key=station).split(BETWEEN)[0])


def lying_there(g: UfPlay, place: str) -> Laid:
    """The divider as the terrain of a group that lies on it. It has no card of its own to be discarded."""
    use = divider(g, place.split(BETWEEN)[0])
    return Laid("", TERRAIN, use.terrain, use.value)


# -- what reaches across -----------------------------------------------------------------------------------------


@PART.answers(far_targets)
def fire_into_other_games(g: UfPlay, group: Group) -> Iterator[Group]:
    """UF:41.4-a; a group on the divider and whoever is beside it reach each other (UF:41.56-b)."""
    for enemy in foes_elsewhere(g, group.side):
        if next_to_each_other(group.table, enemy.table) or group.table == enemy.table:
            yield enemy


@PART.answers(far_prey)
def snipe_into_other_games(g: UfPlay, side: str) -> Iterator[Group]:
    """UF:41.4-c: the divider does not matter (UF:41.421)."""
    for enemy in foes_elsewhere(g, side):
        if next_to_each_other(g.side(side).table, enemy.table):
            yield enemy


@PART.answers(attack_bar)
def sight_between_games(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:41.42. Groups never block the line, nor does it matter who lies on the divider (UF:41.56-a): from there and
    at it everything beside it can fire (UF:41.56-b)."""
    if not attack.firer or not is_team_game(g):
        return None
    firer, target = g.group(attack.firer), g.group(attack.target)
    if firer.table == target.table:
        return None
    if attack.kind == OVERRUN:
        return Refusal("nobody is overrun in another game", "UF:41.4-b")
    if not next_to_each_other(firer.table, target.table):
        return Refusal("the games are not next to each other", "UF:41.56-b")
    if on_divider(firer) or on_divider(target):
        return None
    unseen = divider_refusal(g, firer, target)
    if unseen is not None and attack.kind == MORTAR:  # a target in sight it fires at like all others
        return contact_helps_mortar(g, attack)
    return unseen


def divider_refusal(g: UfPlay, firer: Group, target: Group) -> Refusal | None:
    """What the terrain between two games lets groups in them see (UF:41.421 to UF:41.423)."""
    terrain = divider_between(g, firer.table, target.table).terrain
    hills = [terrain_of(group) == HILL for group in (firer, target)]
    if terrain == HILL:
        return Refusal("a Hill lies between the games", "UF:41.421")
    if terrain in SCREENS and not all(hills):
        return Refusal(f"{terrain.capitalize()} between the games: both must be on Hills", SCREENS[terrain])
    if terrain in LOW_SCREENS and not any(hills):
        return Refusal(
            f"{terrain.capitalize()} between the games: one must be on a Hill", LOW_SCREENS[terrain]
        )
    return None


@PART.answers(infiltration_bar)
def no_infiltration_elsewhere(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    if g.group_of(man).table != target.table:
        return Refusal("nobody infiltrates a group of another game", "UF:41.4-b")
    return None


# -- the order of fire -------------------------------------------------------------------------------------------

SINCE = "team turn since"


@PART.answers(on_turn_starts)
def team_turn(g: UfPlay, side: str) -> None:
    """When the players of a team begin, one after the other (UF:41.2)."""
    if is_team_game(g):
        team, since = g.side(side).team, g.state.facts.get(SINCE, " 0").split()
        if since[0] != team:
            g.state.facts[SINCE] = f"{team} {g.state.turn}"


def team_turn_began(g: UfPlay) -> int:
    return int(g.state.facts.get(SINCE, "- 0").split()[1])


@PART.answers(on_attack_declared)
def attacked_at_home(g: UfPlay, attack: Attack) -> None:
    """UF:41.41: a group of the same game has attacked it in this turn."""
    if attack.firer and is_team_game(g) and g.group(attack.firer).table == g.group(attack.target).table:
        g.update_group(attack.target, attacked=g.state.turn)


@PART.answers(attack_bar)
def other_games_first(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:41.41"""
    if not attack.firer or not is_team_game(g):
        return None
    target = g.group(attack.target)
    if g.group(attack.firer).table == target.table or target.attacked < max(1, team_turn_began(g)):
        return None
    return Refusal("fire from another game comes before that of the target's own game", "UF:41.41")


# -- flanking across ---------------------------------------------------------------------------------------------


@PART.answers(exposed_across)
def flank_of_the_next_game(g: UfPlay, group: Group, enemy: Group) -> bool:
    """UF:41.4-c: the groups at the edges of two games are next to each other; as always somebody else of the team must
    be opposite the flanked group (UF:17.2-c)."""
    if on_divider(group) or on_divider(enemy) or not next_to_each_other(group.table, enemy.table):
        return False
    left, right = sorted((group, enemy), key=lambda one: station(one.table))
    if left.letter not in "DE" or right.letter not in "AZ":
        return False
    team = g.side(group.side).team
    return any(
        other.letter == enemy.letter and other.table == enemy.table and g.side(other.side).team == team
        for other in g.state.groups.values()
    )


@PART.answers(on_group_gone)
def nobody_opposite(g: UfPlay, gone: Group) -> None:
    """UF:17.44: the partner's group that faced the flanked one is gone."""
    check_far_flanks(g)


@PART.answers(on_relettered)
def somebody_moved_on(g: UfPlay, group: Group, old: str) -> None:
    check_far_flanks(g)


def check_far_flanks(g: UfPlay) -> None:
    if not is_team_game(g):
        return
    for group in list(g.state.groups.values()):
        for key in group.flanks:
            enemy = g.state.groups.get(key)
            if enemy is not None and enemy.table != group.table:
                if not flank_of_the_next_game(g, group, enemy):
                    lose_flank(g, g.group(group.id), key, "UF:17.44")
