"""A tactical reserve (SK1:S6-ssr2): part of a group is held back at set-up and enters later."""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import portage
from defilade.rules.sk.card_rules import TacticalReserve
from defilade.rules.sk.setup import set_up_frames
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

DONE = Action("done")


class HoldReserve(Frame):
    """A side says which units and SW of a group it holds back."""

    group: int


@PART.answers(set_up_frames)
def ask_for_reserve(g: SkPlay, side: Side) -> list[Frame]:
    numbers = [g.scenario.group_number(rule.group) for rule in g.scenario.rules_of(TacticalReserve)]
    return [HoldReserve(number) for number in numbers if g.scenario.groups[number].side == side]


def reserve_rule(g: SkPlay, group: int) -> TacticalReserve:
    for rule in g.scenario.rules_of(TacticalReserve):
        if g.scenario.group_number(rule.group) == group:
            return rule
    raise AssertionError("only a group with a reserve is asked about it")


def held_units(g: SkPlay, group: int, rule: TacticalReserve) -> list[Unit]:
    return [unit for unit in g.state.units.values() if unit.group == group and unit.due == rule.turn]


def reserve_options(g: SkPlay, group: int, rule: TacticalReserve) -> list[Action]:
    """`hold UNIT` (one of each type that is left), `hold UNIT+SW` for a SW in the hands of a unit that is
    held."""
    held = held_units(g, group, rule)
    room = {True: rule.leaders, False: rule.mmc}
    for unit in held:
        room[unit.is_leader] -= 1
    options: list[Action] = []
    types: set[str] = set()
    for unit in g.state.units.values():
        if (
            unit.group == group
            and unit.due < rule.turn
            and unit.type not in types
            and room[unit.is_leader] > 0
        ):
            types.add(unit.type)
            options.append(Action("hold", (unit.id,)))
    loose = [weapon for weapon in g.state.weapons.values() if weapon.group == group and not weapon.owner]
    carried = sum(1 for weapon in g.state.weapons.values() if weapon.group == group and weapon.owner)
    if carried < rule.weapons:
        for weapon in _one_of_each(loose):
            options += [Action("hold", (u.id, weapon.id)) for u in held if portage.can_hold(g, u, weapon)]
    return options


def _one_of_each(weapons: list[Weapon]) -> list[Weapon]:
    kinds: dict[str, Weapon] = {}
    for weapon in weapons:
        kinds.setdefault(weapon.type, weapon)
    return list(kinds.values())


@PART.decisions(HoldReserve, why_not=lambda g, frame, action: reserve_refusal(g, frame, action))
def ask_hold_reserve(g: SkPlay, frame: HoldReserve) -> Choice:
    rule = reserve_rule(g, frame.group)
    asks = (
        f"Whom do you hold in reserve until turn {rule.turn} "
        f"(up to {rule.mmc} MMC, {rule.leaders} leader, {rule.weapons} SW)?"
    )
    side = g.scenario.groups[frame.group].side
    return Choice(side, asks, (*reserve_options(g, frame.group, rule), DONE), (rule.rule,))


@ask_hold_reserve
def take_hold_reserve(g: SkPlay, frame: HoldReserve, answer: Action | Outcome | None) -> None:
    if answer == DONE or not isinstance(answer, Action):
        g.pop()
        return
    rule = reserve_rule(g, frame.group)
    unit = g.unit(answer.who[0])
    if len(answer.who) == 2:
        weapon = g.give(g.state.weapons[answer.who[1]], unit)
        text = f"{g.weapon_name(weapon)} is held in reserve with the {g.name(unit)}."
    else:
        unit = g.update(unit, due=rule.turn, edges=rule.edges)
        text = f"{g.name(unit)} is held in reserve until turn {rule.turn}."
    g.say("reserve", text, rule.rule, side=unit.side, who=answer.who)


def reserve_refusal(g: SkPlay, frame: HoldReserve, action: Action) -> Refusal | None:
    if action.verb != "hold":
        return None
    rule = reserve_rule(g, frame.group)
    limits = f"{rule.mmc} MMC, {rule.leaders} leader and {rule.weapons} SW"
    return Refusal(f"the reserve takes up to {limits}, SW with units that are held", rule.rule)
