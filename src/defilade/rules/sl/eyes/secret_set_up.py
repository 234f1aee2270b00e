"""Setting up out of the enemy's sight: hidden, under "?" counters, and dummies among them (SL:2.3.8.3, SL:2.5.1).

Everything is noted down in `State.plans` first, which only the owner sees, and comes onto the map at once when the
group is complete: so nobody can tell from the order of things what is real.
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import set_up, stacking
from defilade.rules.sl.eyes.concealment import cover, unseen_now
from defilade.rules.sl.eyes.gun_crews import crews_hide
from defilade.rules.sl.eyes.hidden import hide, hides, may_be_hidden
from defilade.rules.sl.set_up import hexes_for
from defilade.rules.sl.state import SNIPER, Plan, SlPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import CREW, Unit

PART = Part()

IN_THE_OPEN, UNDER, HIDDEN, DUMMY = "place", "cover", "hide", "dummy"
DONE = Action("done")

TOO_FEW = Refusal("the scenario allots no more concealment counters", "SL:2.3.8.3")
NOT_TO_HIDE = Refusal("no more units of this group may be hidden", "SL:2.5.1")
NOWHERE_TO_HIDE = Refusal("units hide in woods and buildings", "SL:2.5.1")


class SecretSetUp(Frame):
    """A group that may set up hidden or concealed. What has been decided so far is not in the frame, which everybody
    may look at."""

    group: int


@PART.answers(set_up.set_up_frame)
def in_secret(g: SlPlay, number: int) -> Frame | None:
    group = g.scenario.groups[number]
    snipers = any(g.counters[kind].kind == SNIPER for kind in group.units)
    if not group.concealment and not group.hidden and not snipers and not crews_hide(g, number):
        return None
    unseen_now(g, [unit.id for unit in g.state.units.values() if unit.group == number])
    return SecretSetUp(number)


def may_hide(g: SlPlay, unit: Unit) -> bool:
    """Whether a unit could be hidden, for all that the scenario card says."""
    if not g.scenario.groups:
        return False
    if unit.kind == CREW and crews_hide(g, unit.group):
        return True  # SL:2.7.1-a
    return unit.kind == SNIPER or g.scenario.groups[unit.group].hidden > 0  # SL:5.7.1


def sets_up_in_secret(g: SlPlay, side: Side) -> tuple[str, ...]:
    """The units of a side whose set-up is still going on, or is still to come."""
    return tuple(
        [
            unit.id
            for frame in g.state.stack
            if isinstance(frame, SecretSetUp)
            for unit in g.state.units.values()
            if unit.group == frame.group and unit.side == side
        ]
    )


def units_of(g: SlPlay, frame: SecretSetUp) -> list[Unit]:
    return [unit for unit in g.state.units.values() if unit.group == frame.group]


def next_unit(g: SlPlay, frame: SecretSetUp) -> Unit | None:
    return next((unit for unit in units_of(g, frame) if unit.id not in g.state.plans), None)


def counters_left(g: SlPlay, frame: SecretSetUp) -> int:
    """SL:2.3.8.3: one "?" lies on every covered stack; dummies take one more at least (SL:2.3.3)."""
    plans = g.state.plans.values()
    stacks = {plan.hex for plan in plans if plan.how == UNDER}
    dummies = sum(plan.count for plan in plans if plan.how == DUMMY)
    return g.scenario.groups[frame.group].concealment - len(stacks) - dummies


def hidden_left(g: SlPlay, frame: SecretSetUp) -> int:
    hidden = sum(
        plan.how == HIDDEN and may_be_hidden(g, g.unit(uid), plan.hex) is None
        for uid, plan in g.state.plans.items()
        if uid in g.state.units
    )
    return g.scenario.groups[frame.group].hidden - hidden


def ways_for(g: SlPlay, frame: SecretSetUp, unit: Unit, hex: Hex) -> list[str]:
    """How a unit may set up in a hex."""
    plans = [plan for plan in g.state.plans.values() if plan.hex == hex]
    found = [IN_THE_OPEN]
    covered = any(plan.how == UNDER for plan in plans)
    if (covered or counters_left(g, frame) > 0) and not any(plan.how == DUMMY for plan in plans):
        found.append(UNDER)
    own = may_be_hidden(g, unit, hex)
    if own or (own is None and hidden_left(g, frame) > 0 and hides(g, hex)):
        found.append(HIDDEN)
    return found


def unit_options(g: SlPlay, frame: SecretSetUp, unit: Unit) -> list[Action]:
    return [
        Action(how, (unit.id,), hex)
        for hex in hexes_for(g, frame.group, unit)
        for how in ways_for(g, frame, unit, hex)
    ]


def dummy_options(g: SlPlay, frame: SecretSetUp) -> list[Action]:
    """SL:2.3.3: a dummy is a "?" on one more "?", or on as many as one likes."""
    left = counters_left(g, frame)
    taken = {plan.hex for plan in g.state.plans.values() if plan.how == UNDER}
    begun = {plan.hex for plan in g.state.plans.values() if plan.how == DUMMY}
    enemy = g.enemy_of(g.scenario.groups[frame.group].side)
    return [
        Action(DUMMY, (), hex)
        for ground in g.scenario.set_up_area(frame.group, g.map)
        for hex in (ground,)
        if hex not in taken and left >= (1 if hex in begun else 2) and not g.has_side(hex, enemy)
    ]


def why_not(g: SlPlay, frame: SecretSetUp, action: Action) -> Refusal | None:
    if action.verb == DUMMY:
        return TOO_FEW
    unit = g.state.units.get(action.who[0]) if action.who else None
    if unit is None or action.at not in g.map.index:
        return None
    if action.verb == UNDER:
        return TOO_FEW
    if action.verb == HIDDEN:
        return NOT_TO_HIDE if hidden_left(g, frame) <= 0 else NOWHERE_TO_HIDE
    return stacking.refusal(g, unit.side, action.at, (unit,))


@PART.decisions(SecretSetUp, why_not=why_not)
def ask_secret_set_up(g: SlPlay, frame: SecretSetUp) -> Choice | None:
    """The words are the same for every unit: the enemy hears them, too."""
    group = g.scenario.groups[frame.group]
    unit = next_unit(g, frame)
    asks = f"{group.name}: who sets up where, in secret?"
    rules = ("SL:2.3.8.3", "SL:2.5.1")
    if unit is not None:
        return Choice(group.side, asks, tuple(unit_options(g, frame, unit)), rules, (unit.id,))
    options = dummy_options(g, frame)
    return Choice(group.side, asks, (*options, DONE), rules) if options else None


@ask_secret_set_up
def take_secret_set_up(g: SlPlay, frame: SecretSetUp, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
        come_onto_map(g, frame)
    elif answer.verb == DUMMY:
        key = f"?{answer.at}"
        old = g.state.plans.get(key)
        g.state.plans[key] = Plan(answer.at, DUMMY, old.count + 1 if old is not None else 2)
    else:
        g.state.plans[answer.who[0]] = Plan(answer.at, answer.verb)


def come_onto_map(g: SlPlay, frame: SecretSetUp) -> None:
    """Hex by hex, so that the order tells nothing."""
    side = g.scenario.groups[frame.group].side
    plans, g.state.plans = g.state.plans, {}
    units = {uid: plan for uid, plan in plans.items() if uid in g.state.units}
    in_the_open = [uid for uid, plan in units.items() if plan.how == IN_THE_OPEN]
    g.state.unseen = tuple([uid for uid in g.state.unseen if uid not in in_the_open])
    for uid in in_the_open:
        unit = g.place(g.unit(uid), units[uid].hex)
        g.say(
            "set_up",
            f"{g.name(unit)} sets up in {g.place_name(unit.hex)}.",
            "SL:1.1.1",
            "SL:2.5.1",
            side=side,
            who=(uid,),
            at=unit.hex,
        )
    for hex in g.map.index:  # upper storeys as well
        under = [uid for uid, plan in units.items() if plan.how == UNDER and plan.hex == hex]
        dummy = plans.get(f"?{hex}")
        if under or dummy is not None:
            counter = cover(g, side, hex, under, dummy.count - 1 if dummy is not None else 0)
            g.say(
                "set_up",
                f"{g.name(counter)} sets up in {g.place_name(hex)}.",
                "SL:2.3.8.3",
                side=side,
                who=(counter.id,),
                at=hex,
            )
    for uid, plan in units.items():
        if plan.how == HIDDEN:
            hide(g, uid, plan.hex)
            g.say(
                "hidden",
                f"{g.name(uid)} is hidden in {g.place_name(plan.hex)}.",
                "SL:2.5.1",
                side=side,
                who=(uid,),
                at=plan.hex,
                seen_by=(side,),
            )
