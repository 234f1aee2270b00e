"""A scenario in two parts (UF:K.2, UF:K.3): the Elite force goes on against a second line as strong as the first.

The fact `part` is 2 once the first line is broken through.  Between the parts all cards go to the discard pile, which
is not shuffled, and both sides set up anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Over
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import strike
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.scenario import ATTACKER, DEFENDER
from defilade.rules.upfront.game.state import (
    CAPTURED,
    FIRST_LINE_FACT,
    KIA,
    KILLED_EARLIER,
    Fallen,
    Man,
    Side,
    Unit,
)
from defilade.rules.upfront.game.victory_conditions import Segments
from defilade.rules.upfront.infantry.discards import own_game_over
from defilade.rules.upfront.infantry.victory import (
    by_points,
    holding,
    interlude_due,
    on_interlude,
    plays_on,
    progress_words,
    victory_at_end,
    victory_now,
)
from defilade.rules.upfront.scenarios.scenario_rules import attacker_wins, defender_wins, in_role, under_way
from defilade.rules.upfront.turn.sequence import Game
from defilade.rules.upfront.turn.setup import DealHand, FormGroups, InitialTerrain, Preparing, force_units

PART = Part()

PART_FACT = "part"


def in_second_part(g: UfPlay) -> bool:
    return g.state.facts.get(PART_FACT) == "2"


# -- who has won what --------------------------------------------------------------------------------------------


def has_arrived(g: UfPlay, side: str) -> bool:
    """UF:K-vc: enough unpinned cards in cover at the range chit."""
    victory = g.scenario.victory
    return isinstance(victory, Segments) and holding(g, side, victory.chit) >= victory.men


def first_line_gives_way(g: UfPlay) -> bool:
    """UF:K.2: the Elite side could claim victory over the first line, by getting through or by breaking it."""
    if not isinstance(g.scenario.victory, Segments) or in_second_part(g) or not under_way(g):
        return False
    elite, line = in_role(g, ATTACKER), in_role(g, DEFENDER)
    if has_arrived(g, line) and g.state.mover == line:
        return False
    return has_arrived(g, elite) or (g.side(line).broken and not g.side(elite).broken)


@PART.answers(plays_on)
def no_end_yet(g: UfPlay) -> bool:
    return first_line_gives_way(g)


@PART.answers(interlude_due)
def second_part_is_due(g: UfPlay) -> bool:
    return first_line_gives_way(g)


@PART.answers(own_game_over)
def first_part_is_over(g: UfPlay, side: str) -> bool:
    return first_line_gives_way(g)


@PART.answers(victory_now)
def part_is_won(g: UfPlay) -> Over | None:
    """UF:K-vc: one part won is enough for the second line; the Elite side wins with the second one."""
    victory = g.scenario.victory
    if not isinstance(victory, Segments) or not under_way(g):
        return None
    why = f"{victory.men} unpinned men are in cover at range chit {victory.chit}."
    for side in sorted(g.state.sides, key=lambda side: side != g.state.mover):
        if has_arrived(g, side):
            wins = attacker_wins if g.side(side).role == ATTACKER else defender_wins
            return wins(g, why, "UF:16.42-a")
    return None


@PART.answers(victory_at_end)
def time_is_up_in_a_part(g: UfPlay) -> Over | None:
    """UF:K-vc, UF:K.3-b: without the first part the Elite side has lost; the second goes by Victory Points."""
    if not isinstance(g.scenario.victory, Segments):
        return None
    if not in_second_part(g):
        return defender_wins(g, "Time is up before the first line is broken through.", "UF:16.3-a")
    over = by_points(g)
    won = over.winner == in_role(g, ATTACKER)
    return attacker_wins(g, over.why, *over.rules) if won else defender_wins(g, over.why, *over.rules)


@PART.answers(progress_words)
def how_the_part_stands(g: UfPlay) -> Iterator[str]:
    victory = g.scenario.victory
    if isinstance(victory, Segments) and under_way(g):
        yield "Second part" if in_second_part(g) else "First part"
        for side in g.state.sides:
            held = holding(g, side, victory.chit)
            yield f"{g.side_name(side)}: {held} of {victory.men} men in cover at range chit {victory.chit}"


# -- the interlude -----------------------------------------------------------------------------------------------


@PART.answers(on_interlude)
def regroup(g: UfPlay) -> None:
    """UF:K.2, UF:K.2-b"""
    if not first_line_gives_way(g):
        return
    g.state.facts[PART_FACT] = "2"
    elite, line = in_role(g, ATTACKER), in_role(g, DEFENDER)
    g.say("second_part", "The first line is broken through. Both sides form up anew.", "UF:K.2", "UF:K.2-b")
    clear_the_table(g)
    g.state.facts[FIRST_LINE_FACT] = " ".join(lost_for_good(g, line))
    men = [*fresh_elite(g, elite), *original_force(g, line)]
    g.state.units.clear()
    g.state.fallen = former_dead(g, elite)
    g.state.waiting = {unit.id: unit for unit in men}
    for side in (elite, line):
        restore_side(g, side)
    g.state.phase, g.state.mover = "setup", ""
    g.state.stack[:] = [Game()]
    order = (elite, line)
    g.push_in_order(
        *(FormGroups(side) for side in order),
        Preparing(),
        *(DealHand(side) for side in order),
        InitialTerrain(elite),
    )


def clear_the_table(g: UfPlay) -> None:
    """UF:K.2: hands and cards on groups go to the discard pile. What the deck is still losing stays out (UF:K-deck)."""
    for side in g.state.sides:
        for card in g.hand(side):
            if not strike(g, side, card):
                g.bury(card, side)
        g.state.hands[side] = ()
    for group in g.state.groups.values():
        for laid in (*group.laid, *((group.offered,) if group.offered is not None else ())):
            g.put_away(laid, group.side)
    g.state.groups.clear()
    g.state.picked.clear()
    g.sweep()


def original_force(g: UfPlay, side: str) -> list[Unit]:
    """UF:K.2-b: all of the original men, as good as new, with the weapons printed on them (UF:K.3-a)."""
    player = g.side(side)
    return force_units(g, side, g.scenario.force(player.nation, player.role))


def fresh_elite(g: UfPlay, side: str) -> list[Unit]:
    """UF:K.2-b: all who were not killed, also those who routed; their wounds stay with them (UF:K.3-c)."""
    found: list[Unit] = []
    for unit in original_force(g, side):
        fallen = g.state.fallen.get(unit.id)
        before = fallen.unit if fallen is not None else g.state.units.get(unit.id)
        if before is None or (fallen is not None and fallen.fate in (KIA, KILLED_EARLIER)):
            continue
        if isinstance(unit, Man) and isinstance(before, Man):
            unit = replace(
                unit,
                wounded=before.wounded,
                elan=before.elan,
                morale=before.morale,
                panic=before.panic,
                kia=before.kia,
            )
        found.append(unit)
    return found


def former_dead(g: UfPlay, elite: str) -> dict[str, Fallen]:
    """UF:K.3-b: the killed of the Elite force stay dead, but nothing of the first part counts any more."""
    return {
        key: replace(fallen, fate=KILLED_EARLIER)
        for key, fallen in g.state.fallen.items()
        if fallen.unit.side == elite and fallen.fate == KIA
    }


def lost_for_good(g: UfPlay, side: str) -> list[str]:
    """Who was killed or captured in the first line. The second line is as strong as the first, but a campaign does not
    see them again (UF:42.4-a)."""
    fallen = g.state.fallen.values()
    return [one.unit.id for one in fallen if one.unit.side == side and one.fate in (KIA, CAPTURED)]


def restore_side(g: UfPlay, side: str) -> None:
    """UF:K.3-a, UF:K.3-b: Snipers are back, and the squad is counted anew as it forms up."""
    old = g.side(side)
    force = g.scenario.force(old.nation, old.role)
    fresh = Side(old.id, old.nation, old.troops, old.team, old.table, old.role, snipers=force.snipers)
    g.state.players[side] = replace(fresh, endured=old.endured)
