"""Victory: Broken Squads (UF:16.5), Victory Points (UF:16.4) and what scenarios ask for (UF:16.42)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line, Over
from defilade.kernel.composition import (
    all_of,
    any_of,
    first_of,
    told,
)
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.losses import on_removed
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.scenario import DEFENDER
from defilade.rules.upfront.game.state import (
    CAPTURED,
    KIA,
    KILLED_EARLIER,
    ROUT,
    WITHDRAWN,
    Fallen,
    Group,
    Machine,
    Man,
    Unit,
)
from defilade.rules.upfront.game.victory_conditions import Points, Reach, Segments
from defilade.rules.upfront.infantry.moving_fire import unit_moves
from defilade.rules.upfront.infantry.terrain import reduces_fire, terrain_of

PART = Part()


@all_of
def progress_words(g: UfPlay, /) -> Iterable[str]:
    """How do things stand for a victory condition, in words?"""
    return ()


@any_of
def table_is_decided(g: UfPlay, table: str, /) -> bool:
    """Has a game of a team game its result (UF:41.9)?"""
    return False


@any_of
def fall_together(g: UfPlay, /) -> bool:
    """Is whoever is lost now lost at the same moment as another?"""
    return False


@first_of
def final_result(g: UfPlay, /) -> Over | None:
    """How does a game of several tables, or one that went on after a win, end?"""


@any_of
def interlude_due(g: UfPlay, /) -> bool:
    """Is a table decided, or may a pursuit begin? The interlude then settles it."""
    return False


@told
def on_interlude(g: UfPlay, /) -> None:
    """What comes between two parts of a game is due."""


@any_of
def outside_force(g: UfPlay, fallen: Fallen, /) -> bool:
    """Does this loss not count for a Broken Squad (UF:16.5-a)?"""
    return False


@any_of
def plays_on(g: UfPlay, /) -> bool:
    """Does what would end a game not end this one now?"""
    return False


@any_of
def points_by_deed(g: UfPlay, /) -> bool:
    """Do points go to the side whose deed a loss is?"""
    return False


@first_of
def victory_at_end(g: UfPlay, /) -> Over | None:
    """Who has won when time is up?"""


@first_of
def victory_now(g: UfPlay, /) -> Over | None:
    """Has somebody won at this moment?"""


def winner_now(g: UfPlay) -> Over | None:
    """A result that ends the game at once."""
    for judge in final_result.answers(g):
        over: Over | None = judge(g)
        if over is not None:
            return over
    if plays_on(g):
        return None
    over = broken_squad(g)
    if over is None:
        for judge in victory_now.answers(g):
            over = judge(g)
            if over is not None:
                break
    return over


def interlude(g: UfPlay) -> bool:
    """Something is won without the game being over, as in team play or before a pursuit: that is settled first."""
    if not interlude_due(g):
        return False
    on_interlude(g)
    return True


def end_of_time(g: UfPlay) -> Over:
    """Time is up: who has won? (UF:16.3-a)"""
    for judge in victory_at_end.answers(g):
        over: Over | None = judge(g)
        if over is not None:
            return over
    return by_points(g)


# -- a broken squad ----------------------------------------------------------------------------------------------


def losses_of(g: UfPlay, side: str) -> int:
    """Cards lost by KIA, Rout or capture while they belonged to the force."""
    return sum(
        fallen.unit.side == side and fallen.fate in (KIA, ROUT, CAPTURED) and not outside_force(g, fallen)
        for fallen in g.state.fallen.values()
    )


@PART.answers(on_removed)
def squad_breaks(g: UfPlay, unit: Unit, fate: str) -> None:
    """UF:16.5-a: more than half of the cards that have come into play (UF:16.5-b) are lost.

    The first to break loses, or both where one tie hand to hand breaks both; of three the first two, in one action too
    (UF:J.1-c). Who has won his game of a team game
    can break later (UF:41.59-d)."""
    side = g.side(unit.side)
    if side.broken:
        return
    if all(g.side(enemy).broken and not _at_this_moment(g, enemy) for enemy in g.enemies(side.id)):
        if not table_is_decided(g, side.table):
            return
    if losses_of(g, side.id) * 2 > side.cards:
        g.update_side(side.id, broken=True)
        g.say("broken_squad", f"The {g.side_name(side.id)} squad is broken.", "UF:16.5-a", side=side.id)


def _at_this_moment(g: UfPlay, side: str) -> bool:
    """Its squad has been broken by the very tie that is being settled."""
    return fall_together(g) and (losses_of(g, side) - 1) * 2 <= g.side(side).cards


def broken_squad(g: UfPlay) -> Over | None:
    """A side with a broken squad loses at once to the only other one (UF:16.5-a), unless that has broken with it."""
    for side, player in g.state.players.items():
        if player.broken:
            if plays_on(g):
                return None
            others = g.enemies(side)
            if len(others) == 1 and g.side(others[0]).broken:
                return Over("", "Both squads are broken by one tie: both have lost.", ("UF:16.5-a",))
            if len(others) == 1:
                return Over(others[0], f"The {g.side_name(side)} squad is broken.", ("UF:16.5-a",))
    return None


# -- Victory Points ----------------------------------------------------------------------------------------------


def scores_position(g: UfPlay, unit: Unit) -> bool:
    """Unpinned and not moving, a man in transfer neither (UF:17.83); a weapon is not needed (UF:16.4-b, UF:16.4-d,
    UF:16.41)."""
    if isinstance(unit, Machine) and unit.kind == "afv":  # UF:16.4-b: mobile is enough, on the move too
        return not (unit.immobilized or unit.bogged or g.is_pinned(unit))
    return not unit.pinned and not unit_moves(g, unit)


def aggression_points(g: UfPlay, side: str, *, buildings_only: bool = False) -> int:
    """Cards that count times the range chit of their group, below zero too (UF:16.4-b)."""
    total = 0
    for group in g.groups_of(side):
        if not buildings_only or terrain_of(group) == "buildings":
            total += group.range * sum(scores_position(g, unit) for unit in g.members(group))
    return total


def casualty_points(g: UfPlay, side: str) -> int:
    """What the enemy's losses are worth to a side (UF:16.4-c, UF:16.4-e); wounded men are lost in part (UF:33.8)."""
    foes = g.enemies(side)
    by_deed = points_by_deed(g)
    total = 0
    for fallen in g.state.fallen.values():
        if _scores_for(side, fallen) if by_deed else fallen.unit.side in foes:
            total += _worth(g, fallen.unit, fallen.fate, fallen.by == side)
    return total + sum(_harm(unit) for unit in g.state.units.values() if unit.side in foes)


def _scores_for(side: str, fallen: Fallen) -> bool:
    """Whether a loss scores for this one of several enemies: it was his doing, or nobody's and the card had been harmed
    before, which scores for all of them (UF:33.8)."""
    return fallen.by == side or (not fallen.by and fallen.unit.side != side and _harm(fallen.unit) > 0)


def _harm(unit: Unit) -> int:
    """What has befallen a card that is not lost: wounds and dead crewmen."""
    return int(unit.wounded) if isinstance(unit, Man) else 2 * unit.crew_killed


def _worth(g: UfPlay, unit: Unit, fate: str, captor: bool) -> int:
    if fate == WITHDRAWN:
        return _harm(unit)
    if fate == KILLED_EARLIER:  # UF:K.3-b
        return 0
    if isinstance(unit, Machine):
        card = g.library.machines[unit.card]
        return 6 if unit.kind == "ig" else 10 + card.boxed
    if fate == CAPTURED:
        return 5 if captor else 0  # UF:32.1, UF:32.22-a
    return {KIA: 2, ROUT: 1}.get(fate, 0)


def victory_points(g: UfPlay, side: str) -> int:
    victory = g.scenario.victory
    in_buildings = isinstance(victory, Points) and victory.buildings_only
    return aggression_points(g, side, buildings_only=in_buildings) + casualty_points(g, side)


def point_lines(g: UfPlay, side: str) -> list[Line]:
    """A side's points as the score sheet shows them."""
    return [
        Line("position", victory_points(g, side) - casualty_points(g, side), "UF:16.4-b"),
        Line("casualties", casualty_points(g, side), "UF:16.4-c"),
    ]


def points_matter(g: UfPlay) -> bool:
    """Whether Victory Points can decide the game: not where the defender wins by denial (UF:16.4-a)."""
    victory = g.scenario.victory
    if isinstance(victory, Reach):
        return victory.otherwise == "points"
    return isinstance(victory, Points | Segments)


def by_points(g: UfPlay) -> Over:
    """UF:16.4-a: the side with more Victory Points wins."""
    points = {side: victory_points(g, side) for side in g.state.sides if not g.side(side).out}
    best = max(points.values())
    leaders = [side for side, value in points.items() if value == best]
    told = ", ".join(f"{g.side_name(side)} {value}" for side, value in points.items())
    winner = leaders[0] if len(leaders) == 1 else ""
    return Over(winner, f"Time is up. Victory Points: {told}.", ("UF:16.3-a", "UF:16.4-a"))


# -- conditions of scenarios -------------------------------------------------------------------------------------


def fulfils(g: UfPlay, unit: Unit) -> bool:
    """A card that can fulfil Victory Conditions: unpinned (UF:16.42-a), not moving (UF:16.422)."""
    return not g.is_pinned(unit) and not unit_moves(g, unit)


def holding(g: UfPlay, side: str, chit: int) -> int:
    """Cards in groups at a range chit that nobody has infiltrated, in terrain that reduces fire (UF:16.42-a)."""
    total = 0
    for group in g.state.groups.values():
        if group.range == chit and group.side == side:
            if not is_infiltrated(g, group) and reduces_fire(g, group):
                total += sum(fulfils(g, unit) for unit in g.members(group))
    return total


def is_infiltrated(g: UfPlay, group: Group) -> bool:
    return any(isinstance(unit, Man) and unit.infiltrates == group.id for unit in g.state.units.values())


@PART.answers(victory_now)
def has_reached(g: UfPlay) -> Over | None:
    """First with so many cards at a range chit in good terrain; whoever moves is looked at first."""
    victory = g.scenario.victory
    if not isinstance(victory, Reach) or g.state.phase in ("setup", "terrain"):
        return None
    sides = sorted(g.state.sides, key=lambda side: side != g.state.mover)
    for side in sides:
        if victory.by == "attacker" and g.side(side).role == DEFENDER:
            continue
        if holding(g, side, victory.chit) >= victory.men:
            text = (
                f"{g.side_name(side)} has {victory.men} unpinned men in cover at range chit {victory.chit}."
            )
            return Over(side, text, (g.scenario.victory_rule, "UF:16.42-a"))
    return None


@PART.answers(victory_at_end)
def defender_holds(g: UfPlay) -> Over | None:
    """Where the defender wins by denial, points do not matter (UF:16.4-a)."""
    victory = g.scenario.victory
    if isinstance(victory, Reach) and victory.otherwise == "defender":
        defender = next(side for side in g.state.sides if g.side(side).role == DEFENDER)
        return Over(defender, "Time is up and the defender has held.", (g.scenario.victory_rule, "UF:16.3-a"))
    return None
