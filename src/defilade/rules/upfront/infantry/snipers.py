"""Snipers (UF:14): an attack in place of a discard, and the check that may find the Sniper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defilade.kernel import Action, Chance, Frame, Refusal
from defilade.kernel.composition import all_of, any_of, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game import losses
from defilade.rules.upfront.game.cards import SNIPER, ActionCard, Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import row_of
from defilade.rules.upfront.game.play import UfPlay, cower_bar
from defilade.rules.upfront.game.questions import on_turn_ends
from defilade.rules.upfront.game.state import KIA, Group, Machine, Man, Unit
from defilade.rules.upfront.infantry.discards import discard_void
from defilade.rules.upfront.infantry.hero import HeroWindow, may_be_heroic
from defilade.rules.upfront.infantry.resolution import kia_fate

PART = Part()


@all_of
def far_prey(g: UfPlay, side: str, /) -> Iterable[Group]:
    """Which groups of another game of a team game can a Sniper attack (UF:41.4-c)?"""
    return ()


@told
def on_crew_lost(g: UfPlay, gun: Machine, /) -> None:
    """A Sniper has hit the crew of a machine."""


@any_of
def sniper_hits(g: UfPlay, machine: Machine, result: str, /) -> bool:
    """Does a section take over from a Sniper's hit on a machine?"""
    return False


# -- playing the card --------------------------------------------------------------------------------------------


@PART.answers(cower_bar)
def sniper_found(g: UfPlay, side: str, card: ActionCard, use: Use) -> Refusal | None:
    """UF:14.4-b: once he is found. Who bought a second one has lost him only after two checks (UF:14.41)."""
    if use.kind == SNIPER and g.side(side).snipers <= 0:
        return Refusal("the Sniper has been found", "UF:14.4-b")
    return None


def is_target(g: UfPlay, unit: Unit) -> bool:
    """UF:14.2-b: a vehicle only while its crew is exposed."""
    return not (isinstance(unit, Machine) and unit.kind == "afv" and unit.pinned)


def target_groups(g: UfPlay, side: str) -> list[Group]:
    """Enemy groups in any terrain (UF:14.2-a), also of the next game in team play (UF:41.4-c)."""
    far = [group for groups in far_prey.answers(g) for group in groups(g, side)]
    return [
        group
        for group in (*g.enemy_groups(side), *far)
        if any(is_target(g, g.unit(uid)) for uid in row_of(g, group))
    ]


def sniper_options(g: UfPlay, side: str) -> Iterator[Action]:
    """UF:14.1: as a discard; so most take no action with it, or make no other discard, but what their type of troops
    may discard besides is theirs (UF:39.2-a, UF:39.4-a, UF:39.6)."""
    cards = g.holds(side, SNIPER)
    if not cards:
        return
    for group in target_groups(g, side):
        for card, _ in cards:
            yield Action("sniper", (card,), group.id)


def play_sniper(g: UfPlay, side: str, action: Action) -> None:
    (card,) = action.who
    g.discard(card, side)  # UF:14.3-c
    g.push(SniperAttack(side, card, action.at))


PART.discard("sniper", sniper_options, play_sniper, lambda g, a: f"Sniper at {g.group_name(a.at)}")


# -- the attack --------------------------------------------------------------------------------------------------


class SniperAttack(Frame):
    """A Sniper attacks one card of a group: first its position is drawn, then the result (UF:14.2-a, UF:14.3-a)."""

    side: str
    card: str
    target: str
    victim: str = ""
    asked: bool = False


@PART.answers(discard_void)
def nobody_to_shoot_at(g: UfPlay, action: Action) -> bool:
    """UF:14.2-b: an earlier one has made the crew of a vehicle button up."""
    return action.verb == "sniper" and not any(
        is_target(g, g.unit(uid)) for uid in row_of(g, g.group(action.at))
    )


@PART.decisions(SniperAttack)
def ask_sniper_attack(g: UfPlay, frame: SniperAttack) -> Chance | None:
    if frame.victim:
        victim = g.state.units.get(frame.victim)
        if victim is None or (not frame.asked and may_be_heroic(g, victim)):
            return None
        return draw(g, frame.side, f"Sniper at {g.name(victim)}", "UF:14.3-a", about=(victim.id,))
    if len(row_of(g, g.group(frame.target))) > 1:
        asks = f"Which position of {g.group_name(frame.target)}?"
        return draw(g, frame.side, asks, "UF:14.2-a", "UF:14.6-a", about=(frame.target,))
    return None


@ask_sniper_attack
def take_sniper_attack(g: UfPlay, frame: SniperAttack, answer: Answer) -> None:
    victim = g.state.units.get(frame.victim)
    if frame.victim and answer is not None and victim is not None:
        g.pop()
        resolve_sniper(g, frame, victim, turned(g, frame.side, answer))
    elif victim is not None:
        frame.asked = True
        g.push(HeroWindow(victim.side, victim.id))
    elif answer is not None:
        _pick_position(g, frame, turned(g, frame.side, answer))
    elif not frame.victim:
        (frame.victim,) = row_of(g, g.group(frame.target))
    else:
        g.pop()  # nobody is left to be shot at


def _pick_position(g: UfPlay, frame: SniperAttack, card: ActionCard) -> None:
    """The number under the column of the group's size is the position (UF:14.6-a, UF:14.6-b). Who is on his way to the
    group comes first (UF:14.2-a)."""
    members = row_of(g, g.group(frame.target))
    frame.victim = members[card.position(min(len(members), 10)) - 1]
    g.say(
        "rpc",
        f"Position {members.index(frame.victim) + 1} of {len(members)}: {g.name(frame.victim)}.",
        "UF:14.6-a",
        side=frame.side,
        who=(frame.victim, card.id),
        at=frame.target,
    )


TOLD = {KIA: "killed", losses.PIN: "pinned", "": "a miss"}


def sniper_result(use: Use, drawn: ActionCard) -> str:
    """KIA, PIN or nothing, as printed on the Sniper card (UF:14.3-a)."""
    return KIA if drawn.number in use.kia else losses.PIN if drawn.number in use.pin else ""


def resolve_sniper(g: UfPlay, frame: SniperAttack, victim: Unit, drawn: ActionCard) -> None:
    """UF:14.3-a: the number without its colour, as printed on the Sniper card; nothing modifies it."""
    use = g.deck[frame.card].use(g.side(frame.side).nation, SNIPER)
    assert use is not None
    result = sniper_result(use, drawn)
    g.say(
        "sniper",
        f"Sniper at {g.name(victim)}: {drawn.number}, {TOLD[result]}.",
        "UF:14.3-a",
        side=frame.side,
        who=(victim.id, drawn.id),
        at=frame.target,
    )
    group = g.group(frame.target)
    if group.sniped < 0 or drawn.number < group.sniped:  # of two Snipers the lower number counts
        g.update_group(group, sniped=drawn.number, sniped_by=frame.side)
    if result and isinstance(victim, Man):
        _hit_man(g, victim, result, drawn, lowest=drawn.number == min(use.kia, default=-1))
    elif result and isinstance(victim, Machine):
        _hit_machine(g, victim, result)


def _hit_man(g: UfPlay, man: Man, result: str, drawn: ActionCard, *, lowest: bool) -> None:
    """UF:33.1-a: the lowest number that kills may be a wound, and so may a rout from a pin."""
    if result == KIA:
        if kia_fate(g, man, lowest, drawn, None):
            return
        losses.remove(g, man, KIA, "UF:14.3-a")
    elif man.pinned:
        losses.panic(g, man, drawn)  # UF:14.3-b
    else:
        losses.pin(g, man, "UF:14.3-a")


def _hit_machine(g: UfPlay, machine: Machine, result: str) -> None:
    """UF:14.31, UF:14.32: its back comes up; a kill takes a crewman too. A pinned gun is lost to a pin."""
    rule = "UF:14.32"
    if not is_target(g, machine) or sniper_hits(g, machine, result):
        return
    if result == losses.PIN and machine.pinned:
        losses.remove(g, machine, KIA, rule)
        return
    if not machine.pinned:
        losses.pin(g, machine, rule)
    if result == KIA:
        text = f"{g.name(machine)} loses a crewman."
        g.say("crew_killed", text, rule, side=machine.side, who=(machine.id,), at=machine.group)
        g.update(g.machine(machine.id), crew_killed=machine.crew_killed + 1)
        on_crew_lost(g, g.machine(machine.id))


# -- the check ---------------------------------------------------------------------------------------------------


def can_check(g: UfPlay, unit: Unit) -> bool:
    """UF:14.4-d: an unpinned man with a primary weapon, a vehicle with its crew exposed, an unpinned gun."""
    return not unit.pinned and (isinstance(unit, Machine) or bool(unit.weapon))


def check_refusal(g: UfPlay, group: Group) -> Refusal | None:
    if group.sniped < 0:
        return Refusal("no Sniper has just attacked the group", "UF:14.4-a")
    if not any(can_check(g, unit) for unit in g.members(group)):
        return Refusal("nobody in the group can look for the Sniper", "UF:14.4-d")
    return None


def check_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if group.sniped >= 0 and check_refusal(g, group) is None:
        yield Action("sniper-check", (group.id,))


def why_no_check(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    return check_refusal(g, group)


def look_for_sniper(g: UfPlay, group: Group, action: Action) -> None:
    """The group's action; no Fire card is needed (UF:14.4-a)."""
    g.spend(group)
    g.push(SniperCheck(group.id))


class SniperCheck(Frame):
    """A group that was attacked by a Sniper tries to find him (UF:14.4-a)."""

    group: str


def finds_sniper(group: Group, card: ActionCard) -> bool:
    """UF:14.4-b"""
    return not card.red and card.number > group.sniped


@PART.decisions(SniperCheck)
def ask_sniper_check(g: UfPlay, frame: SniperCheck) -> Chance:
    group = g.group(frame.group)
    asks = f"{g.group_name(group)} looks for the Sniper: black and above {group.sniped}"
    return draw(g, group.side, asks, "UF:14.4-b", about=(group.id,))


@ask_sniper_check
def take_sniper_check(g: UfPlay, frame: SniperCheck, answer: Answer) -> None:
    g.pop()
    group = g.group(frame.group)
    card = turned(g, group.side, answer)
    found = finds_sniper(group, card)
    told = "the Sniper is found" if found else "nothing is found"
    g.say(
        "sniper_check",
        f"{g.group_name(group)} draws {card.colour} {card.number}: {told}.",
        "UF:14.4-b",
        side=group.side,
        who=(card.id,),
        at=group.id,
    )
    if found:  # UF:14.4-c: this is worth nothing else
        g.update_side(group.sniped_by, snipers=g.side(group.sniped_by).snipers - 1)
    g.update_group(frame.group, sniped=-1, sniped_by="")


PART.action(
    "sniper-check",
    check_options,
    look_for_sniper,
    lambda g, a: f"{g.group_name(a.who[0])} looks for the Sniper",
    why_no_check,
)


@PART.answers(on_turn_ends)
def sniper_hides(g: UfPlay, side: str) -> None:
    """UF:14.4-a: only in the turn right after the attack."""
    for group in g.groups_of(side):
        if group.sniped >= 0:
            g.update_group(group, sniped=-1, sniped_by="")
