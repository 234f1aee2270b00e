"""What scenarios give a side for the set-up, by special rules that name a role or a nation.

* `building:defender`: a Buildings card of -3 besides the hand, for the initial terrain (UF:G.1). It lies open.
* `terrain:defender`: one working Terrain card at least (UF:H.3).
* `entrenched:defender`: any groups may start entrenched, and the enemy places no terrain on them (UF:L.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Choice, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import deal
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import Group
from defilade.rules.upfront.infantry.entrenchment import DIGGABLE, dig_refusal
from defilade.rules.upfront.turn.sequence import on_turn_starts
from defilade.rules.upfront.turn.setup import (
    given_terrain,
    on_given_terrain_laid,
    set_up_after_deal,
    set_up_before_terrain,
    terrain_at_start_bar,
)

PART = Part()

BUILDING, ASSURED, ENTRENCHED = "building", "terrain", "entrenched"
BEST_BUILDING = -3


def favours(g: UfPlay, special: str, side: str) -> bool:
    """Whether a special rule of the scenario is for this side."""
    player = g.side(side)
    rules = g.scenario_of(side).special
    return any(f"{special}:{whom}" in rules for whom in (player.role, player.nation))


# -- a building --------------------------------------------------------------------------------------------------


def _fact(side: str) -> str:
    return f"building {side}"


@PART.answers(set_up_before_terrain)
def give_building(g: UfPlay, side: str) -> Frame | None:
    """UF:G.1: out of the deck; it lies open beside his hand, for all to see."""
    if not favours(g, BUILDING, side):
        return None
    tray = g.tray(side)
    card = next(c for c in tray.draw if is_best_building(g, side, c))
    g.update_tray(
        g.side(side).table, draw=tuple(c for c in tray.draw if c != card), shown=(*tray.shown, card)
    )
    g.state.facts[_fact(side)] = card
    text = f"{g.side_name(side)} is given {g.card_name(card)} for the set-up."
    g.say("given", text, "UF:G.1", side=side, who=(card,))
    return None


def is_best_building(g: UfPlay, side: str, card: str) -> bool:
    use = g.deck[card].use(g.side(side).nation, TERRAIN_CARD)
    return use is not None and use.terrain == "buildings" and use.value == BEST_BUILDING


@PART.answers(given_terrain)
def given_building(g: UfPlay, side: str) -> Iterator[tuple[str, Use]]:
    card = g.state.facts.get(_fact(side), "")
    use = g.usable(side, card, TERRAIN_CARD) if card else None
    if use is not None:
        yield card, use


@PART.answers(on_given_terrain_laid)
def building_laid(g: UfPlay, side: str, card: str) -> None:
    table = g.side(side).table
    tray = g.state.trays[table]
    g.state.trays[table] = replace(tray, shown=tuple(c for c in tray.shown if c != card))
    del g.state.facts[_fact(side)]


@PART.answers(on_turn_starts)
def building_unused(g: UfPlay, side: str) -> None:
    """It was for the set-up: unused it is discarded."""
    g.state.facts.pop(_fact(side), None)


# -- an assured Terrain card -------------------------------------------------------------------------------------


class AssuringTerrain(Frame):
    """A side without a working Terrain card draws until it has one; what else it drew goes back into the deck
    (UF:H.3). So each of the Terrain cards left is as likely as any other."""

    side: str


@PART.answers(set_up_after_deal)
def assure_terrain(g: UfPlay, side: str) -> Frame | None:
    return AssuringTerrain(side) if favours(g, ASSURED, side) else None


def works_at_start(g: UfPlay, side: str, card: str) -> bool:
    """A Terrain card that the side can place on one of the groups now."""
    use = g.usable(side, card, TERRAIN_CARD)
    if use is None:
        return False
    groups = g.state.groups.values()
    return any(terrain_at_start_bar(g, group, use.terrain, side) is None for group in groups)


@PART.decisions(AssuringTerrain)
def ask_assuring_terrain(g: UfPlay, frame: AssuringTerrain) -> Chance | None:
    side = frame.side
    if any(works_at_start(g, side, card) for card in g.hand(side)):
        return None
    pool = tuple(card for card in g.tray(side).draw if works_at_start(g, side, card))
    asks = f"{g.side_name(side)} draws until it has a Terrain card"
    return Chance(asks, pool=pool, side=side, rules=("UF:H.3",), secret=True) if pool else None


@ask_assuring_terrain
def take_assuring_terrain(g: UfPlay, frame: AssuringTerrain, answer: Answer) -> None:
    if answer is None:
        g.pop()
    else:
        deal(g, frame.side, answer)


# -- dug in from the start ---------------------------------------------------------------------------------------


class StartingEntrenched(Frame):
    """A side says which of its groups start entrenched (UF:L.1)."""

    side: str


@PART.answers(set_up_before_terrain)
def start_entrenched(g: UfPlay, side: str) -> Frame | None:
    return StartingEntrenched(side) if favours(g, ENTRENCHED, side) else None


@PART.decisions(StartingEntrenched)
def ask_starting_entrenched(g: UfPlay, frame: StartingEntrenched) -> Choice | None:
    groups = [group for group in g.groups_of(frame.side) if dig_refusal(g, group) is None]
    if not groups:
        return None
    options = (*(Action("dug-in", (group.id,)) for group in groups), Action("done"))
    return Choice(frame.side, "Which groups start entrenched?", options, ("UF:L.1", "UF:36.1-a"))


@ask_starting_entrenched
def take_starting_entrenched(g: UfPlay, frame: StartingEntrenched, answer: Answer) -> None:
    if not isinstance(answer, Action) or answer.verb == "done":
        g.pop()
        return
    group = g.update_group(answer.who[0], entrenched=True)
    text = f"{g.group_name(group)} starts entrenched."
    g.say("entrenched", text, "UF:L.1", side=frame.side, at=group.id)


@PART.answers(terrain_at_start_bar)
def no_terrain_from_the_enemy(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:L.1; and what its own side lays must be ground that one can dig in (UF:36.3)."""
    if by != group.side and favours(g, ENTRENCHED, group.side):
        return Refusal("the enemy places no terrain on groups that may be dug in", "UF:L.1")
    if group.entrenched and terrain not in DIGGABLE:
        return Refusal("the group is entrenched, and nobody digs in there", "UF:36.3")
    return None


PART.wording("dug-in", lambda g, a: f"{g.group_name(a.who[0])} starts entrenched")
