"""Rally and Hero cards on machines (UF:28.42, UF:28.421, UF:28.45, UF:34.6): crews take heart again.

It takes more than for a man: a Rally strength of 3 for a pin or a stun, played at once or gathered over turns.  Cards
that are only credit lie on the group until they are of use.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Refusal
from defilade.rules.upfront.game import losses
from defilade.rules.upfront.game.cards import RALLY as RALLY_CARD
from defilade.rules.upfront.game.cards import RALLY_ALL, Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import RALLY, Group, Laid, Machine, Unit
from defilade.rules.upfront.infantry.hero import hero_on_machine, on_hero, roused_machine
from defilade.rules.upfront.infantry.rally import machine_in_need, on_rally_all, pinned_men
from defilade.rules.upfront.vehicles.afv import AFV
from defilade.rules.upfront.vehicles.afv_damage import STUN, drop_rally_cards

PART = Part()

NEEDED = 3
"""The Rally strength for one step (UF:28.42-b, UF:28.45-b)."""
HERO_CREDIT = 1
"""What a Hero card counts for (UF:28.421-c)."""


def can_rally(g: UfPlay, machine: Machine) -> bool:
    """It is stunned, or pinned; a Buttoned Up vehicle stays so (UF:28.43-a)."""
    return bool(machine.stun) or (machine.pinned and not g.has_roof(machine))


def crews_in_need(g: UfPlay, group: Group) -> list[Machine]:
    return [unit for unit in g.members(group) if isinstance(unit, Machine) and can_rally(g, unit)]


@PART.answers(machine_in_need)
def crew_in_need(g: UfPlay, group: Group) -> bool:
    """UF:10.23-a: a Rally All that serves two groups can serve a crew too."""
    return bool(crews_in_need(g, group))


@PART.answers(on_rally_all)
def crews_rally_too(g: UfPlay, group: Group) -> None:
    """UF:10.23-d; guns see to themselves."""
    for machine in crews_in_need(g, group):
        if machine.kind == AFV:
            recover(g, machine, RALLY_ALL)


def serves_men_too(g: UfPlay, group: Group, use: Use) -> bool:
    """A Rally All cannot leave men of the group pinned (UF:10.21-b, UF:10.23-d): played on them it takes the crew
    along."""
    return use.value == RALLY_ALL and bool(pinned_men(g, group))


def rally_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:28.42-b, UF:28.42-c: one Rally card, whatever its strength, is the group's sole action."""
    for machine in crews_in_need(g, group):
        for card, use in g.holds(group.side, RALLY_CARD):
            if not serves_men_too(g, group, use):
                yield Action("rally-crew", (group.id, card, machine.id))


def why_not_rally(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[2]) if len(action.who) > 2 else None
    if not isinstance(unit, Machine) or unit.group != group.id:
        return Refusal("that is no crew of the group", "UF:28.42-b")
    if not can_rally(g, unit):
        rule = "UF:28.43-a" if unit.pinned else "UF:28.42-b"
        return Refusal(f"{g.name(unit)} has nothing to rally from", rule)
    use = g.usable(group.side, action.who[1], RALLY_CARD)
    if use is not None and serves_men_too(g, group, use):
        return Refusal("a Rally All serves the men of the group too", "UF:10.23-d")
    return None


def rally_crew(g: UfPlay, group: Group, action: Action) -> None:
    _, card, uid = action.who
    use = g.usable(group.side, card, RALLY_CARD)
    assert use is not None
    machine = g.machine(uid)
    g.spend(group)
    text = f"{g.group_name(group)} plays {g.card_name(card)}."
    g.say("rally", text, "UF:28.42-b", side=group.side, who=(card, uid), at=group.id)
    if use.value + machine.credit < NEEDED:
        g.take_from_hand(group.side, card)
        g.lay(group, Laid(card, RALLY, value=use.value, by=group.side))
        gather(g, machine, use.value, "UF:28.42-c")
    else:
        g.spend_card(group.side, card)
        recover(g, machine, use.value)


def gather(g: UfPlay, machine: Machine, strength: int, rule: str) -> None:
    """UF:28.42-c: it counts together with what comes later."""
    fresh = g.update(machine, credit=machine.credit + strength)
    text = f"{g.name(machine)} has Rally {fresh.credit} of {NEEDED}."
    g.say("credit", text, rule, side=machine.side, who=(machine.id,), at=machine.group)


def recover(g: UfPlay, machine: Machine, strength: int) -> None:
    """Enough has come together. A Stun 3 takes 3, and 6 unpins too (UF:28.45-b, UF:28.45-d). A Stun 6 takes 6, less
    makes it a Stun 3 (UF:28.451-c), and only Rally All unpins too (UF:28.451-b). What is too much is lost."""
    total = strength + machine.credit
    drop_rally_cards(g, g.group_of(machine))
    machine = g.update(machine, credit=0)
    if machine.stun > STUN:
        lowered = 0 if total >= 2 * NEEDED else STUN
        ease(g, machine, lowered, "UF:28.451-c")
        if strength == RALLY_ALL:
            stand_up(g, g.machine(machine.id), "UF:28.451-b")
    elif machine.stun:
        ease(g, machine, 0, "UF:28.45-b")
        if total >= 2 * NEEDED:
            stand_up(g, g.machine(machine.id), "UF:28.45-d")
    else:
        stand_up(g, machine, "UF:28.42-b")


def ease(g: UfPlay, machine: Machine, level: int, rule: str) -> None:
    g.update(machine, stun=level)
    told = f"is still stunned ({level})" if level else "is no longer stunned"
    g.say("stun_eased", f"{g.name(machine)} {told}.", rule, side=machine.side, who=(machine.id,))


def stand_up(g: UfPlay, machine: Machine, rule: str) -> None:
    """A vehicle with a roof stays Buttoned Up (UF:28.43-a)."""
    if not g.has_roof(machine):
        losses.unpin(g, machine, rule)


PART.action(
    "rally-crew",
    rally_options,
    rally_crew,
    lambda g, a: f"{g.name(a.who[2])}: {g.card_name(a.who[1])}",
    why_not_rally,
)


# -- heroes ------------------------------------------------------------------------------------------------------


def can_unbutton(g: UfPlay, machine: Machine) -> bool:
    """UF:28.421-b"""
    return g.has_roof(machine) and machine.pinned and not machine.stun and not machine.crew_killed


@PART.answers(hero_on_machine)
def hero_serves(g: UfPlay, machine: Machine) -> bool:
    """UF:10.41, UF:28.421-b, UF:28.421-c: to open the hatches, or as credit. It never helps the fire of a vehicle
    (UF:28.421-e)."""
    return can_rally(g, machine) or can_unbutton(g, machine)


@PART.answers(roused_machine)
def roused_crew(g: UfPlay, machine: Machine) -> Machine | None:
    """What one Hero card would do at once: open the hatches, or be the last bit of a rally."""
    if can_rally(g, machine):
        enough = machine.credit + HERO_CREDIT >= NEEDED
        return replace(machine, pinned=False) if enough and not machine.stun else None
    return replace(machine, pinned=False) if can_unbutton(g, machine) else None


@PART.answers(on_hero)
def hero_in_the_crew(g: UfPlay, unit: Unit) -> None:
    """It costs no action (UF:28.421-d)."""
    if not isinstance(unit, Machine):
        return
    if can_rally(g, unit):
        rule = "UF:28.421-c" if unit.kind == AFV else "UF:34.6-b"
        if unit.credit + HERO_CREDIT < NEEDED:
            gather(g, unit, HERO_CREDIT, rule)
        else:
            recover(g, unit, HERO_CREDIT)
    elif can_unbutton(g, unit):
        losses.unpin(g, unit, "UF:28.421-b", "UF:28.421-d")
