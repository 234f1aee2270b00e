"""Minefields (UF:24): put on a moving enemy group, and hard to get out of."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Frame, Refusal
from defilade.kernel.composition import question, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.close_quarters.close_combat import close_combat_bar
from defilade.rules.upfront.game.attack import MINES, Attack, breakdown
from defilade.rules.upfront.game.cards import ActionCard, Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import movement_bar, no_flanking, terrain_bar
from defilade.rules.upfront.game.state import (
    MOVEMENT,
    OPEN,
    SIDEWAYS,
    TERRAIN,
    Group,
    Laid,
    Machine,
    Man,
    Unit,
)
from defilade.rules.upfront.infantry.concealment import concealment_bar
from defilade.rules.upfront.infantry.hero import HeroWindow, could_steady, may_be_heroic, steadies_others
from defilade.rules.upfront.infantry.movement import on_moving_card, on_terrain_entered, on_terrain_played
from defilade.rules.upfront.infantry.resolution import resolve_man
from defilade.rules.upfront.infantry.terrain import last_terrain, movement_cards, terrain_of
from defilade.rules.upfront.turn.setup import terrain_at_start_bar

PART = Part()


@question
def mines_on_gun(g: UfPlay, gun: Machine, result: int, card: ActionCard, /) -> None:
    """A Minefield attacks an infantry gun: how is that resolved?"""
    raise NotImplementedError


@told
def on_mined(g: UfPlay, vehicle: Machine, /) -> None:
    """A vehicle has been attacked by a Minefield."""


MINEFIELD = "minefield"
AGAINST_ARMOUR = 1
"""The boxed strength with which mines attack a vehicle (UF:24.33)."""


def in_minefield(group: Group) -> bool:
    return terrain_of(group) == MINEFIELD


def minefield_card(group: Group) -> Laid | None:
    """The Minefield card under the group's Movement cards, if there is one."""
    card = last_terrain(group)
    return card if card is not None and card.terrain == MINEFIELD else None


# -- placing it --------------------------------------------------------------------------------------------------


@PART.answers(terrain_bar)
def only_on_the_enemy(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:24.3-a: in place of a discard, on an enemy group that can receive a Terrain card. It cannot be rejected
    (UF:24.3-b): see `discards`."""
    if terrain == MINEFIELD and by == group.side:
        return Refusal("a Minefield is put on an enemy group", "UF:24.3-a")
    return None


@PART.answers(terrain_at_start_bar)
def not_before_play(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:24.3-a: only on a group that has a Movement card."""
    return Refusal("a Minefield is put on a moving group", "UF:24.3-a") if terrain == MINEFIELD else None


@PART.answers(on_terrain_entered)
def mines_go_off(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:24.31: one position is attacked at once."""
    if laid.terrain == MINEFIELD:
        g.push(MineStrike(group.id, laid.value, laid.by))


# -- attacks -----------------------------------------------------------------------------------------------------


class MineStrike(Frame):
    """A draw picks the position that a Minefield attacks (UF:24.31)."""

    group: str
    strength: int
    by: str = ""
    """Whose mines they are."""


class MineAttack(Frame):
    """A Minefield attacks these cards, one after the other. The colour of the numbers counts only for a group that
    leaves it (UF:24.4-b)."""

    group: str
    strength: int
    targets: tuple[str, ...]
    coloured: bool = False
    asked: bool = False
    by: str = ""
    """Whose mines they are: their card may be gone from under the group by now."""
    steadied: tuple[str, ...] = ()
    """Cards for which their owner has been asked because they would steady others (UF:10.4-a)."""


def mine_attack(g: UfPlay, group: Group, strength: int) -> Attack:
    """From nowhere, without regard to terrain: only Wire changes it (UF:24.32)."""
    return Attack(
        MINES,
        group.side,
        group.id,
        strength=strength,
        label="Minefield",
        rule="UF:24.31",
        ignores_terrain=True,
    )


@PART.answers(concealment_bar)
def no_concealment_from_mines(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:9.5"""
    return Refusal("no Concealed card helps against mines", "UF:9.5") if attack.kind == MINES else None


@PART.decisions(MineStrike)
def ask_mine_strike(g: UfPlay, frame: MineStrike) -> Chance | None:
    group = g.state.groups.get(frame.group)
    if group is None or not group.members:
        return None
    return draw(
        g, group.side, f"Whom of {g.group_name(group)} do the mines hit?", "UF:24.31", about=(group.id,)
    )


@ask_mine_strike
def take_mine_strike(g: UfPlay, frame: MineStrike, answer: Answer) -> None:
    g.pop()
    if answer is None:
        return
    group = g.group(frame.group)
    card = turned(g, group.side, answer)
    target = group.members[card.position(len(group.members)) - 1]
    g.push(MineAttack(group.id, frame.strength, (target,), by=frame.by))


def _next(g: UfPlay, frame: MineAttack) -> Unit | None:
    return next((u for uid in frame.targets if (u := g.state.units.get(uid)) is not None), None)


@PART.decisions(MineAttack)
def ask_mine_attack(g: UfPlay, frame: MineAttack) -> Chance | None:
    unit = _next(g, frame)
    if unit is None or _hero_wanted(g, frame, unit):
        return None
    return draw(g, unit.side, f"Mines attack {g.name(unit)}", "UF:24.31", about=(unit.id,))


def _hero_wanted(g: UfPlay, frame: MineAttack, unit: Unit) -> str:
    """For whom a Hero card may be played first, as before other attacks (UF:10.42)."""
    other = could_steady(g, unit, frame.steadied)
    return other or (unit.id if not frame.asked and may_be_heroic(g, unit) else "")


@ask_mine_attack
def take_mine_attack(g: UfPlay, frame: MineAttack, answer: Answer) -> None:
    unit = _next(g, frame)
    if unit is None:
        g.pop()
        return
    if answer is None:
        wanted = _hero_wanted(g, frame, unit)
        if wanted == unit.id:
            frame.asked = True
        if steadies_others(g, g.man(wanted)):
            frame.steadied = (*frame.steadied, wanted)
        g.push(HeroWindow(unit.side, wanted))
        return
    frame.targets = frame.targets[frame.targets.index(unit.id) + 1 :]
    frame.asked = False
    card = turned(g, unit.side, answer)
    if isinstance(unit, Machine) and unit.kind == "afv":
        strike_vehicle(g, unit, card)
        return
    attack = mine_attack(g, g.group_of(unit), frame.strength)
    summed = breakdown(g, attack, unit)
    result = int(summed.total) + (card.rnc if frame.coloured else card.number)
    text = f"Mines against {g.name(unit)}: {int(summed.total)} and {card.colour} {card.number} make {result}."
    rule = "UF:24.4-b" if frame.coloured else "UF:24.31"
    g.say("mines", text, rule, side=unit.side, who=(unit.id, card.id), at=unit.group, breakdown=summed)
    if isinstance(unit, Man):
        resolve_man(g, unit, result, card, attack)
    else:
        for strike in mines_on_gun.answers(g):
            strike(g, unit, result, card)


def strike_vehicle(g: UfPlay, vehicle: Machine, card: ActionCard) -> None:
    """UF:24.33, UF:24.33-qa: boxed strength 1 against the Immobilize value of the Flank, or more; it does nothing
    else."""
    plate = g.library.machines[vehicle.card].flank
    result = AGAINST_ARMOUR + card.rnc
    hit = plate is not None and result >= plate.immobilize
    text = f"Mines against {g.name(vehicle)}: {result}. {'It is hit.' if hit else 'No effect.'}"
    g.say("mines", text, "UF:24.33", side=vehicle.side, who=(vehicle.id, card.id), at=vehicle.group)
    if hit:
        on_mined(g, vehicle)


# -- getting out -------------------------------------------------------------------------------------------------


@PART.answers(movement_bar)
def only_sideways(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:24.4-a"""
    if mode != SIDEWAYS and in_minefield(group):
        return Refusal("on a Minefield Movement cards lie sideways", "UF:24.4-a")
    return None


@PART.answers(no_flanking)
def no_flank_from_mines(g: UfPlay, group: Group) -> bool:
    """UF:24.4-a: nor is there any flanking benefit."""
    return minefield_card(group) is not None and len(movement_cards(group)) <= 2


@PART.answers(terrain_bar)
def no_open_ground_yet(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:24.4-b, UF:8.1-c: with a single Movement card a Terrain card is needed to get out, not Open Ground."""
    if terrain == OPEN and in_minefield(group):
        return Refusal("Open Ground only after two Movement cards", "UF:24.4-b")
    return None


@PART.answers(on_terrain_played)
def leaving(g: UfPlay, group: Group, laid: Laid, by: str) -> None:
    """UF:24.4-b: the owner's Terrain card on a single Movement card: all are attacked. After two Movement cards
    (UF:24.4-c) and by terrain of the enemy (UF:24.4-d) the group gets away."""
    card = minefield_card(group)
    if card is not None and by == group.side and len(movement_cards(group)) == 1:
        g.push(MineAttack(group.id, card.value, group.members, coloured=True, by=card.by))


class MineStep(Frame):
    """A Movement card was played on a Minefield: a high red number means another attack (UF:24.4-e)."""

    group: str


@PART.answers(on_moving_card)
def stepping(g: UfPlay, group: Group, card: str) -> None:
    """UF:24.4-e: each card, to remove Wire too, until two of them have brought the group out."""
    if minefield_card(group) is None:
        return
    laid = any(one.card == card and one.kind == MOVEMENT for one in group.laid)
    if len(movement_cards(group)) <= (2 if laid else 1):
        g.push(MineStep(group.id))


@PART.decisions(MineStep)
def ask_mine_step(g: UfPlay, frame: MineStep) -> Chance:
    group = g.group(frame.group)
    return draw(g, group.side, f"{g.group_name(group)} moves among mines", "UF:24.4-e", about=(group.id,))


@ask_mine_step
def take_mine_step(g: UfPlay, frame: MineStep, answer: Answer) -> None:
    g.pop()
    group = g.group(frame.group)
    drawn = turned(g, group.side, answer)
    card = minefield_card(group)
    assert card is not None
    if drawn.red and drawn.number > g.deck[card.card].uses[0].second:
        text = f"{g.group_name(group)} sets off a mine (red {drawn.number})."
        g.say("mine_step", text, "UF:24.4-e", side=group.side, at=group.id)
        g.push(MineStrike(group.id, card.value, card.by))


# -- clearing ----------------------------------------------------------------------------------------------------


class ClearingMines(Frame):
    """A man clears a path (UF:24.5-a)."""

    man: str


def clearing_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if in_minefield(group):
        for man in g.men(group):
            if not man.pinned:
                yield Action("clear-mines", (group.id, man.id))


def why_not_clear(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    if not in_minefield(group):
        return Refusal("the group is in no Minefield", "UF:24.5-a")
    man = g.state.units.get(action.who[1]) if len(action.who) > 1 else None
    return Refusal(f"{g.name(man)} is pinned", "UF:24.5-a") if man is not None and man.pinned else None


def clear(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    g.push(ClearingMines(action.who[1]))


@PART.decisions(ClearingMines)
def ask_clearing_mines(g: UfPlay, frame: ClearingMines) -> Chance:
    man = g.man(frame.man)
    card = minefield_card(g.group_of(man))
    assert card is not None
    return draw(
        g, man.side, f"{g.name(man)} needs a black {card.value} or more", "UF:24.5-a", about=(man.id,)
    )


@ask_clearing_mines
def take_clearing_mines(g: UfPlay, frame: ClearingMines, answer: Answer) -> None:
    g.pop()
    man = g.man(frame.man)
    group = g.group_of(man)
    card = minefield_card(group)
    assert card is not None
    drawn = turned(g, man.side, answer)
    told = f"({drawn.colour} {drawn.number})"
    if not drawn.red and drawn.number >= card.value:
        flip(g, group, card)
        g.say("cleared", f"{g.name(man)} clears the mines {told}.", "UF:24.5-a", side=man.side, who=(man.id,))
        return
    g.say("not_cleared", f"{g.name(man)} finds no way {told}.", "UF:24.5-a", side=man.side, who=(man.id,))
    if drawn.red and drawn.number >= 5:  # UF:24.5-b
        g.push(MineAttack(group.id, card.value, (man.id,), by=card.by))


def flip(g: UfPlay, group: Group, card: Laid) -> None:
    """UF:24.5-a: Open Ground from now on. The card never comes back into the deck (UF:24.6)."""
    laid = tuple(Laid("", TERRAIN, OPEN, by=group.side) if one is card else one for one in group.laid)
    g.update_group(group, laid=laid)
    tray = g.tray(group.side)
    g.state.trays[g.side(group.side).table] = replace(tray, removed=(*tray.removed, card.card))


# -- hand to hand ------------------------------------------------------------------------------------------------


@PART.answers(close_combat_bar)
def no_fight_among_mines(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    """UF:24.7-a, but for berserk men (UF:20.91-a); who goes berserk there himself is lost (UF:24.7-b)."""
    return Refusal(f"{g.group_name(target)} is in a Minefield", "UF:24.7-a") if in_minefield(target) else None


PART.action(
    "clear-mines",
    clearing_options,
    clear,
    lambda g, a: f"{g.name(a.who[1])} clears the mines",
    why_not_clear,
)
