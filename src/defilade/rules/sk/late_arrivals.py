"""Forces whose coming is rolled for: half-squads (SK1:S5-ssr1) and a storm group."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk import setup
from defilade.rules.sk.card_dice import CARD_DICE, CardDice
from defilade.rules.sk.card_rules import ConditionalReinforcements, HalfSquadArrivals
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import OFF_MAP, Unit

PART = Part()


def half_squads_due(g: SkPlay, rule: HalfSquadArrivals) -> bool:
    return rule.side == g.attacker and _group_of_this_turn(g, rule) is not None


def storm_group_may_come(g: SkPlay, rule: ConditionalReinforcements) -> bool:
    """On turn 1 no dr is below the turn number, so none is made."""
    return g.state.turn > 1 and any(unit.side == g.attacker for unit in _storm_group(g, rule))


def _group_of_this_turn(g: SkPlay, rule: HalfSquadArrivals) -> int | None:
    """The group that enters in this turn and brings half-squads."""
    for number, group in enumerate(g.scenario.groups):
        named = any(group.id in row.arrive for row in rule.chart)
        if named and group.enters is not None and group.enters.turn == g.state.turn:
            return number
    return None


def _storm_group(g: SkPlay, rule: ConditionalReinforcements) -> list[Unit]:
    """The units of the group that have not been called up yet."""
    number = g.scenario.group_number(rule.group)
    return [u for u in g.state.units.values() if u.group == number and u.hex == OFF_MAP and not u.due]


def half_squads_arrive(g: SkPlay, rule: HalfSquadArrivals, dice: tuple[int, ...]) -> None:
    """SK1:S5-ssr1: they join the group that enters this turn."""
    number = _group_of_this_turn(g, rule)
    assert number is not None
    group = g.scenario.groups[number]
    assert group.enters is not None
    arriving = rule.arriving(group.id, dice[0])
    units = [
        setup.make_unit(g, number, rule.counter, g.state.turn, group.enters.edges) for _ in range(arriving)
    ]
    g.say(
        "reinforcements",
        f"dr {dice[0]}: {arriving} half-squads {g.counters[rule.counter].name} come up.",
        rule.rule,
        side=rule.side,
        who=tuple(unit.id for unit in units),
        dice=dice,
    )


def storm_group_comes(g: SkPlay, rule: ConditionalReinforcements, dice: tuple[int, ...]) -> None:
    """The group is called up when the dr is below the turn number."""
    comes = dice[0] < g.state.turn
    units = _storm_group(g, rule)
    if comes:
        for unit in units:
            g.update(unit, due=g.state.turn)
    what = "the storm group comes up" if comes else "the storm group does not come yet"
    g.say(
        "reinforcements",
        f"dr {dice[0]} on turn {g.state.turn}: {what}.",
        rule.rule,
        side=g.attacker,
        who=tuple(unit.id for unit in units) if comes else (),
        dice=dice,
    )


PART.adds(
    CARD_DICE,
    CardDice(
        HalfSquadArrivals,
        "How many half-squads come up this turn?",
        dice=1,
        due=half_squads_due,
        take=half_squads_arrive,
    ),
    CardDice(
        ConditionalReinforcements,
        "Does the storm group come up this turn?",
        dice=1,
        due=storm_group_may_come,
        take=storm_group_comes,
    ),
)
