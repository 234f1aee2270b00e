"""Declaring close combat: leaders are stacked, then each side says who attacks whom (SK1:3.8).

An attack is declared in stages: targets first (`attack`), then attackers (`with`), then `declare`; `done`
when no more are wanted."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.close_combat_attack import (
    CloseCombat,
    FightingGroup,
    attackers_of,
    breakdown,
    fighting_groups,
    make_attack,
    place_on_table,
)
from defilade.rules.sk.state import SkPlay
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part()

DONE = Action("done")
DECLARE = Action("declare")

BROKEN_ATTACKER = Refusal("broken units do not attack in close combat", "SK1:3.8-g")
ATTACKED_ALREADY = Refusal("a unit is attacked at most once in a CCPh", "SK1:3.8-e")
ATTACKS_ALREADY = Refusal("a unit takes part in at most one attack in a CCPh", "SK1:3.8-e")
MUST_ENGAGE = Refusal("units that have advanced into a melee must attack in it", "SK1:3.8-v")
TARGETS_FIRST = Refusal("say first whom you attack", "SK1:3.8-d")
TARGETS_FIXED = Refusal("the targets of this attack stand: declare it, then begin another", "SK1:3.8-d")
LEADERS_ALONE = Refusal("a leader who fights alone also defends alone", "SK1:3.8-k")
WHOLE_GROUP = Refusal("a leader is attacked and attacks together with the unit he is stacked on", "SK1:3.8-l")


def combat_below(g: SkPlay) -> CloseCombat:
    below = g.state.stack[-2]
    assert isinstance(below, CloseCombat)
    return below


# -- leaders and the units they fight with ---------------------------------------------------------


class StackLeaders(Frame):
    """SK1:3.8-m: a side says with which unit each of its leaders fights and defends (SKF:3.8-g: nobody else is
    restacked). `left` are still to say."""

    side: Side
    left: tuple[str, ...]


def leaders_to_stack(g: SkPlay, hex: Hex, side: Side) -> tuple[str, ...]:
    """The leaders of a side; none where there is nobody to stack them with."""
    units = g.side_in(hex, side)
    return tuple([unit.id for unit in units if unit.is_leader]) if len(units) > 1 else ()


def stacking_choices(g: SkPlay, combat: CloseCombat, leader: Unit) -> list[Action]:
    """On any MMC, on a leader who has been left alone before, or alone.

    A leader who reinforces a melee joins those who fight in it (SK1:3.8-v, ruling): an unbroken MMC if
    there is one, otherwise a leader."""
    stacked = dict(combat.stacked)
    must = leader.id in combat.reinforced
    hosts = [
        unit
        for unit in g.side_in(combat.hex, leader.side)
        if (unit.is_mmc and not (must and unit.broken)) or stacked.get(unit.id) == unit.id
    ]
    if must:
        hosts = [unit for unit in hosts if unit.is_mmc] or [unit for unit in hosts if not unit.broken]
    options = [Action("stack", (leader.id, unit.id)) for unit in hosts]
    if not (must and options):
        options.append(Action("alone", (leader.id,)))
    return options


@PART.decisions(StackLeaders)
def ask_stack_leaders(g: SkPlay, frame: StackLeaders) -> Choice | None:
    if not frame.left:
        return None
    leader = g.unit(frame.left[0])
    options = stacking_choices(g, combat_below(g), leader)
    if len(options) == 1:
        return None
    return Choice(
        frame.side,
        f"With whom does the {g.name(leader)} fight and defend in {g.place_name(leader.hex)}?",
        tuple(options),
        ("SK1:3.8-m", "SK1:3.8-l", "SK1:3.8-k"),
        (leader.id,),
        leader.hex,
    )


@ask_stack_leaders
def take_stack_leaders(g: SkPlay, frame: StackLeaders, answer: Action | Outcome | None) -> None:
    if not frame.left:
        g.pop()
        return
    combat = combat_below(g)
    leader = g.unit(frame.left[0])
    if not isinstance(answer, Action):
        answer = stacking_choices(g, combat, leader)[0]
    alone = answer.verb == "alone"
    host = leader.id if alone else answer.who[1]
    frame.left = frame.left[1:]
    combat.stacked = (*combat.stacked, (leader.id, host))
    how = "alone" if alone else f"with the {g.name(host)}"
    g.say(
        "stack",
        f"{g.name(leader)} fights {how}.",
        "SK1:3.8-k" if alone else "SK1:3.8-l",
        side=frame.side,
        who=answer.who,
        at=leader.hex,
    )


# -- who attacks whom ------------------------------------------------------------------------------


class DeclareCloseCombat(Frame):
    """A side declares its attacks in the hex (SK1:3.8-d). `targets` and `attackers` are of the one in the
    making."""

    side: Side
    targets: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()


def free_targets(g: SkPlay, combat: CloseCombat, frame: DeclareCloseCombat) -> list[FightingGroup]:
    """Enemy groups that no attack of this side is aimed at yet (SK1:3.8-e)."""
    taken = {uid for attack in combat.attacks if attack.side == frame.side for uid in attack.targets}
    taken.update(frame.targets)
    return [
        group for group in fighting_groups(g, combat, g.enemy_of(frame.side)) if group.base.id not in taken
    ]


def free_attackers(g: SkPlay, combat: CloseCombat, frame: DeclareCloseCombat) -> list[FightingGroup]:
    """Own groups that can still attack (SK1:3.8-e, SK1:3.8-g)."""
    taken = {uid for attack in combat.attacks if attack.side == frame.side for uid in attack.attackers}
    taken.update(frame.attackers)
    return [
        group
        for group in fighting_groups(g, combat, frame.side)
        if not group.base.broken and group.base.id not in taken
    ]


def must_still_attack(combat: CloseCombat, groups: list[FightingGroup]) -> list[FightingGroup]:
    """SK1:3.8-v: groups with units that have advanced into the melee."""
    reinforced = combat.reinforced
    return [group for group in groups if any(unit.id in reinforced for unit in group.members)]


def target_options(g: SkPlay, frame: DeclareCloseCombat, free: list[FightingGroup]) -> Iterator[Action]:
    """A leader on his own is attacked on his own (SK1:3.8-k)."""
    if not frame.targets:
        yield from (Action("attack", group.ids) for group in free)
    elif not g.unit(frame.targets[0]).is_leader:
        yield from (Action("attack", group.ids) for group in free if group.base.is_mmc)


def attacker_options(g: SkPlay, combat: CloseCombat, frame: DeclareCloseCombat) -> Iterator[Action]:
    """Groups join freely, but a leader who attacks alone does so alone (SK1:3.8-k), and not when he would
    take the last target from those who must attack (SK1:3.8-v)."""
    joining = bool(frame.attackers)
    if joining and g.unit(frame.attackers[0]).is_leader:
        return
    groups = free_attackers(g, combat, frame)
    obliged = [] if free_targets(g, combat, frame) else must_still_attack(combat, groups)
    for group in groups:
        if group.base.is_leader and (joining or any(other is not group for other in obliged)):
            continue
        for way in attackers_of(group):
            ids = tuple([unit.id for unit in way])
            if all(uid in ids for uid in group.ids if uid in combat.reinforced and not g.unit(uid).broken):
                yield Action("with", ids)


def declaration_options(g: SkPlay, combat: CloseCombat, frame: DeclareCloseCombat) -> list[Action]:
    free = free_targets(g, combat, frame)
    own = free_attackers(g, combat, frame)
    obliged = must_still_attack(combat, own)
    options: list[Action] = []
    if not frame.attackers:
        if (not free and not frame.targets) or not own:
            return []
        options += target_options(g, frame, free)
    if frame.targets:
        options += attacker_options(g, combat, frame)
        if frame.attackers and (free or not obliged):
            options.append(DECLARE)
    elif not obliged:
        options.append(DONE)
    return options


@PART.decisions(DeclareCloseCombat, why_not=lambda g, frame, action: declaration_refusal(g, frame, action))
def ask_declare(g: SkPlay, frame: DeclareCloseCombat) -> Choice | None:
    combat = combat_below(g)
    options = declaration_options(g, combat, frame)
    if not options:
        return None
    place = g.place_name(combat.hex)
    if frame.attackers:
        asks = f"Who else attacks {g.names(frame.targets)} in {place}?"
    elif frame.targets:
        asks = f"Who attacks {g.names(frame.targets)} in {place}?"
    else:
        asks = f"Close combat in {place}: whom do you attack?"
    return Choice(frame.side, asks, tuple(options), ("SK1:3.8-d", "SK1:3.8-e", "SK1:3.8-f"), at=combat.hex)


@ask_declare
def take_declare(g: SkPlay, frame: DeclareCloseCombat, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
    elif answer.verb == "attack":
        frame.targets = (*frame.targets, *answer.who)
    elif answer.verb == "with":
        frame.attackers = (*frame.attackers, *answer.who)
    else:
        combat = combat_below(g)
        attack = attack_in_the_making(g, combat, frame)
        combat.attacks = (*combat.attacks, attack)
        frame.targets = frame.attackers = ()
        odds, _ = place_on_table(g, attack)
        g.say(
            "declare_cc",
            f"{g.names(attack.attackers)} attack {g.names(attack.targets)} in close combat at {odds}.",
            "SK1:3.8-d",
            "SK1:3.8-h",
            side=frame.side,
            who=(*attack.attackers, *attack.targets),
            at=combat.hex,
            breakdown=breakdown(g, attack),
        )


def attack_in_the_making(
    g: SkPlay, combat: CloseCombat, frame: DeclareCloseCombat, more: tuple[str, ...] = ()
) -> CloseCombatAttack:
    attackers = [g.unit(uid) for uid in (*frame.attackers, *more)]
    return make_attack(g, frame.side, combat.ambusher, attackers, [g.unit(uid) for uid in frame.targets])


def preview(g: SkPlay, frame: DeclareCloseCombat, action: Action) -> CloseCombatAttack | None:
    """The attack that a `with` or `declare` would make, for the odds shown beforehand."""
    if action.verb == "declare" and frame.attackers:
        return attack_in_the_making(g, combat_below(g), frame)
    if action.verb == "with" and frame.targets:
        return attack_in_the_making(g, combat_below(g), frame, action.who)
    return None


def declaration_refusal(g: SkPlay, frame: DeclareCloseCombat, action: Action) -> Refusal | None:
    combat = combat_below(g)
    if action.verb == "done":
        return (
            MUST_ENGAGE if not frame.targets else Refusal("the attack you have begun is to be declared first")
        )
    if action.verb == "declare":
        return MUST_ENGAGE if frame.attackers else TARGETS_FIRST
    if action.verb not in ("attack", "with") or not action.who:
        return None
    attacking = action.verb == "with"
    units = [g.state.units.get(uid) for uid in action.who]
    side = frame.side if attacking else g.enemy_of(frame.side)
    if any(unit is None or unit.hex != combat.hex or unit.side != side for unit in units):
        return Refusal(f"not all of them are {side} units in {g.place_name(combat.hex)}", "SK1:3.8-a")
    found = [unit for unit in units if unit is not None]
    return with_refusal(g, combat, frame, found) if attacking else attack_refusal(g, combat, frame, found)


def with_refusal(
    g: SkPlay, combat: CloseCombat, frame: DeclareCloseCombat, units: list[Unit]
) -> Refusal | None:
    if any(unit.broken for unit in units):
        return BROKEN_ATTACKER
    if not frame.targets:
        return TARGETS_FIRST
    free = {uid for group in free_attackers(g, combat, frame) for uid in group.ids}
    if any(unit.id not in free for unit in units):
        return ATTACKS_ALREADY
    if frame.attackers and (units[0].is_leader or g.unit(frame.attackers[0]).is_leader):
        return LEADERS_ALONE
    if units[0].is_leader and not free_targets(g, combat, frame):
        return MUST_ENGAGE
    return WHOLE_GROUP


def attack_refusal(
    g: SkPlay, combat: CloseCombat, frame: DeclareCloseCombat, units: list[Unit]
) -> Refusal | None:
    free = {uid for group in free_targets(g, combat, frame) for uid in group.ids}
    if any(unit.id not in free for unit in units):
        return ATTACKED_ALREADY
    if frame.attackers:
        return TARGETS_FIXED
    if frame.targets and (units[0].is_leader or g.unit(frame.targets[0]).is_leader):
        return LEADERS_ALONE
    return WHOLE_GROUP
