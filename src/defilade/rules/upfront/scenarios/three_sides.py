"""Three players, each against the two others (UF:J.1-a): the special rule `three-sided`.

Nobody is opposite anybody, so there is no flanking, no blocking and no wall that faces the enemy, and a group keeps to
the range chits 0 to 5 (UF:J.1-b).  When one of the three is out, the usual rules for two players hold (UF:J.1-c).
"""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.rules.upfront.close_quarters.close_combat import Melee
from defilade.rules.upfront.fortifications.minefields import MineAttack
from defilade.rules.upfront.game.cards import Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import strike
from defilade.rules.upfront.game.losses import author_of, disband
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import movement_bar, no_flanking
from defilade.rules.upfront.game.state import WITHDRAWN, Fallen, Group, Unit
from defilade.rules.upfront.infantry.discards import own_game_over
from defilade.rules.upfront.infantry.movement import STEP
from defilade.rules.upfront.infantry.terrain import no_opposites
from defilade.rules.upfront.infantry.victory import interlude_due, on_interlude, points_by_deed
from defilade.rules.upfront.scenarios.scenario_rules import under_way
from defilade.rules.upfront.turn.sequence import Turn, end_turn

PART = Part()

THREE_SIDED = "three-sided"
FARTHEST = 5


def still_in(g: UfPlay) -> list[str]:
    """The players who are not eliminated."""
    return [side for side in g.state.sides if not g.side(side).out]


def is_three_sided(g: UfPlay) -> bool:
    """UF:J.1-c: only as long as all three are in the game."""
    return THREE_SIDED in g.scenario.special and len(still_in(g)) > 2


@PART.answers(no_opposites)
def nobody_is_opposite(g: UfPlay) -> bool:
    """UF:J.1-a, UF:J.1-b: groups may be set up anywhere, none blocks another, and Walls are -1 against all."""
    return is_three_sided(g)


@PART.answers(no_flanking)
def no_flanks(g: UfPlay, group: Group) -> bool:
    """UF:J.1-b"""
    return is_three_sided(g)


@PART.answers(movement_bar)
def within_the_chits(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:J.1-b"""
    step = STEP.get(mode, 0)
    if step and is_three_sided(g) and not 0 <= group.range + step <= FARTHEST:
        return Refusal(f"groups keep to the range chits 0 to {FARTHEST}", "UF:J.1-b")
    return None


# -- whose deed a loss is ----------------------------------------------------------------------------------------


@PART.answers(points_by_deed)
def keep_the_cards_you_take(g: UfPlay) -> bool:
    """UF:J-vc: Victory Points for a loss go to the player who caused it."""
    return THREE_SIDED in g.scenario.special


@PART.answers(author_of)
def who_did_it(g: UfPlay, unit: Unit) -> str:
    """Whoever moves, if it is not his own man; in his own turn the enemy whom he fights or whose mines he is on."""
    if THREE_SIDED not in g.scenario.special:
        return ""
    if g.state.mover != unit.side:
        return g.state.mover
    for frame in reversed(g.state.stack):
        if isinstance(frame, Melee):
            return frame.defend_side if frame.attack_side == unit.side else frame.attack_side
        if isinstance(frame, MineAttack):
            return frame.by
    return ""


# -- elimination -------------------------------------------------------------------------------------------------


def to_be_eliminated(g: UfPlay) -> str:
    """A side whose squad is broken, or that has nobody left, while there are three (UF:J.1-c)."""
    if not is_three_sided(g) or not under_way(g):
        return ""
    present = {unit.side for unit in (*g.state.units.values(), *g.state.waiting.values())}
    return next((side for side in still_in(g) if g.side(side).broken or side not in present), "")


@PART.answers(interlude_due)
def one_is_out(g: UfPlay) -> bool:
    return bool(to_be_eliminated(g))


@PART.answers(own_game_over)
def he_is_out(g: UfPlay, side: str) -> bool:
    return to_be_eliminated(g) == side


@PART.answers(on_interlude)
def eliminate(g: UfPlay) -> None:
    """UF:J.1-c: his men leave, his cards are discarded, and two are left. His men who leave are no losses."""
    side = to_be_eliminated(g)
    if not side:
        return
    state = g.state
    for unit in [unit for unit in state.units.values() if unit.side == side]:
        del state.units[unit.id]
        state.fallen[unit.id] = Fallen(unit, WITHDRAWN, "", state.turn)
    g.update_side(side, out=True, broken=True)
    for card in g.hand(side):
        if not strike(g, side, card):  # UF:16.1-b
            g.bury(card, side)
    state.hands[side] = ()
    state.picked.pop(side, None)
    g.say("eliminated", f"{g.side_name(side)} is out of the game.", "UF:J.1-c", "UF:16.5-a", side=side)
    for group in g.groups_of(side):
        disband(g, g.update_group(group, members=()))
    if isinstance(state.stack[-1], Turn) and state.mover == side:
        g.pop()
        end_turn(g, side)
