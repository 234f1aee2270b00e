"""Smoke (UF:13.1 to UF:13.28) and Breeze (UF:13.243).

Smoke is no Terrain card (UF:13.1-a): it lies among the cards on a group and changes the terrain that is beneath it.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Line, Refusal
from defilade.rules.upfront.game.attack import (
    DEMOLITION,
    FIRE,
    FIRER,
    OVERRUN,
    TERRAIN_STEP,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import SMOKE as SMOKE_CARD
from defilade.rules.upfront.game.cards import ActionCard, Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import on_drawn
from defilade.rules.upfront.game.play import UfPlay, cower_bar
from defilade.rules.upfront.game.questions import on_turn_ends
from defilade.rules.upfront.game.state import MOVEMENT, SMOKE, Group, Laid, Machine, Unit
from defilade.rules.upfront.infantry.movement import on_terrain_played
from defilade.rules.upfront.infantry.terrain import terrain_of

PART = Part()

HINDERED = (FIRE, OVERRUN, DEMOLITION)
"""Attacks whose strength Smoke lowers; ordnance loses To Hit frequency instead (UF:25.7)."""


def smoke_on(g: UfPlay, group: Group) -> int:
    """The Smoke cards that count: not under two Movement cards (UF:13.242), and none at night, not
    even in the light of a starshell (UF:13.26, UF:38.1)."""
    if g.scenario.night:
        return 0
    count = above = 0
    for laid in reversed(group.laid):
        if laid.kind == MOVEMENT:
            above += 1
        elif laid.kind == SMOKE and above < 2:
            count += 1
    return count


def has_smoke(group: Group) -> bool:
    return any(laid.kind == SMOKE for laid in group.laid)


# -- what it does ------------------------------------------------------------------------------------------------


@PART.modifies(attack_lines, "UF:13.22", step=FIRER)
def firing_from_smoke(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:13.22, UF:13.25: -1 for each card; being no Terrain card (UF:13.1-a), against an Overrun too (UF:29.3)"""
    if attack.kind in (FIRE, OVERRUN) and attack.firer:
        count = smoke_on(g, g.group(attack.firer))
        if count:
            yield Line(f"{'firing' if attack.kind == FIRE else 'coming'} from Smoke", -count, "UF:13.22")


@PART.modifies(attack_lines, "UF:13.21", step=TERRAIN_STEP)
def smoke_hides(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:13.21, UF:13.25: -1 for each card, besides the terrain"""
    if attack.kind in HINDERED:
        count = smoke_on(g, g.group(attack.target))
        if count:
            yield Line("Smoke", -count, "UF:13.21")


@PART.answers(cower_bar)
def smoke_at_night(g: UfPlay, side: str, card: ActionCard, use: Use) -> Refusal | None:
    """UF:13.26"""
    if use.kind == SMOKE_CARD and g.scenario.night:
        return Refusal("Smoke has no effect at night", "UF:13.26")
    return None


# -- laying it ---------------------------------------------------------------------------------------------------


def smoke_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """Why no Smoke may be put on a group, by whoever can: UF:13.2-b, UF:13.4."""
    if terrain_of(group) == "marsh":
        return Refusal("Smoke may not be put on Marsh until two Movement cards cover it", "UF:13.4")
    if g.tray(group.side).breeze:
        return Refusal("a Breeze has come up in this turn", "UF:13.2-b")
    return None


def has_smoke_layer(g: UfPlay, group: Group) -> bool:
    """UF:13.2-a: an unpinned leader or a vehicle; a buttoned up one is not pinned."""
    for unit in g.members(group):
        if not isinstance(unit, Machine):
            if unit.role and not unit.pinned:
                return True
        elif unit.kind == "afv" and not unit.stun:
            if not unit.pinned or not g.library.machines[unit.card].open_topped:
                return True
    return False


def own_smoke_refusal(g: UfPlay, group: Group) -> Refusal | None:
    if not has_smoke_layer(g, group):
        return Refusal("Smoke needs an unpinned SL, ASL or vehicle in the group", "UF:13.2-a")
    return smoke_refusal(g, group)


def smoke_options(g: UfPlay, group: Group) -> Iterator[Action]:
    cards = g.holds(group.side, SMOKE_CARD)
    if cards and own_smoke_refusal(g, group) is None:
        for card, _ in cards:
            yield Action("smoke", (group.id, card))


def why_no_smoke(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    return own_smoke_refusal(g, group)


def lay_smoke(g: UfPlay, group: Group, action: Action) -> None:
    """It is the group's sole action (UF:13.2-a)."""
    card = action.who[1]
    g.spend(group)
    g.take_from_hand(group.side, card)
    put_smoke(g, g.group(group.id), card, group.side)


def put_smoke(g: UfPlay, group: Group, card: str, by: str) -> None:
    """A Smoke card, taken from a hand before, is put on a group. It needs no Movement card there and cannot be
    rejected (UF:13.1-a, UF:13.1-b)."""
    g.lay(group, Laid(card, SMOKE, by=by))
    text = f"Smoke on {g.group_name(group)}."
    g.say("smoke", text, "UF:13.2-a", "UF:13.24", side=by, who=(card,), at=group.id)


PART.action(
    "smoke", smoke_options, lay_smoke, lambda g, a: f"{g.group_name(a.who[0])} lays Smoke", why_no_smoke
)


# -- how it goes -------------------------------------------------------------------------------------------------


def clear_smoke(g: UfPlay, group: Group, cards: list[Laid], *rules: str) -> None:
    """Smoke cards go to the discard pile at once (UF:13.24)."""
    if not cards:
        return
    for laid in cards:
        g.put_away(laid, group.side)
    g.update_group(group, laid=tuple(laid for laid in group.laid if laid not in cards))
    g.say("smoke_gone", f"The Smoke on {g.group_name(group)} is gone.", *rules, side=group.side, at=group.id)


def _smoke_cards(group: Group) -> list[Laid]:
    return [laid for laid in group.laid if laid.kind == SMOKE]


@PART.answers(on_terrain_played)
def terrain_clears_smoke(g: UfPlay, group: Group, laid: Laid, by: str) -> None:
    """UF:13.241: even if it is rejected afterwards. UF:13.23: Smoke does not keep it from being played."""
    group = g.group(group.id)
    clear_smoke(g, group, _smoke_cards(group), "UF:13.241")


@PART.answers(on_turn_ends)
def two_moves_clear_smoke(g: UfPlay, side: str) -> None:
    """UF:13.242: two Movement cards lie above it at the end of the player turn."""
    for group in g.groups_of(side):
        gone: list[Laid] = []
        above = 0
        for laid in reversed(group.laid):
            above += laid.kind == MOVEMENT
            if laid.kind == SMOKE and above >= 2:
                gone.append(laid)
        clear_smoke(g, group, gone, "UF:13.242")


@PART.answers(on_drawn)
def breeze(g: UfPlay, card: ActionCard, table: str) -> None:
    """UF:13.243-a: a Breeze that is drawn blows away all Smoke; a card played from the hand does not
    (UF:13.243-b). The draw's own resolution was added up before it (UF:13.243-c)."""
    if not card.breeze:
        return
    g.update_tray(table, breeze=True)
    g.say("breeze", "A Breeze comes up.", "UF:13.243-a", "UF:13.243-b", who=(card.id,))
    for group in list(g.state.groups.values()):
        if g.side(group.side).table == table and has_smoke(group):
            clear_smoke(g, group, _smoke_cards(group), "UF:13.243-a")
