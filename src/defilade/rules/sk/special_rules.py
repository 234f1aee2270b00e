"""The special rules of the scenario cards (S1 to S6), each asked for where the rules proper need it.

A card's special rules are data (`card_rules`); here is what they do: smoke exponents, fortified buildings,
snow, half-squads and storm groups that come by a die, winter camouflage, a tactical reserve, broken morale.
"""

from __future__ import annotations

import random
from typing import TypeVar

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome, Procedures, Refusal
from defilade.rules.sk.card_rules import (
    BrokenMoraleBonus,
    ConditionalReinforcements,
    FortifiedBuildings,
    HalfSquadArrivals,
    SmokeExponentBonus,
    Snow,
    SpecialRule,
    TacticalReserve,
    WinterCamouflage,
)
from defilade.rules.sk.state import SkPlay, State
from defilade.tactics.units import OFF_MAP, Unit, Weapon

PROCEDURES = Procedures()

R = TypeVar("R", bound=SpecialRule)

DONE = Action("done")
NONE = Action("none")


def rules_of(g: SkPlay, kind: type[R]) -> list[R]:
    """The special rules of one kind that are in force."""
    return [rule for rule in g.scenario.special_rules if isinstance(rule, kind)]


def set_up_frames(g: SkPlay, side: str) -> list[Frame]:
    """What special rules ask of a side after it has set up."""
    frames: list[Frame] = []
    for rule in g.scenario.special_rules:
        if isinstance(rule, FortifiedBuildings) and rule.side == side:
            frames.append(Fortify(side))
        elif isinstance(rule, TacticalReserve):
            number = g.scenario.group_number(rule.group)
            if g.scenario.groups[number].side == side:
                frames.append(HoldReserve(number))
    return frames


# -- what other modules ask ------------------------------------------------------------------------


def smoke_exponent(g: SkPlay, unit: Unit) -> int:
    """The printed smoke exponent with what the card adds (SK1:S2-ssr1, SK1:S4-ssr2); 0 for none."""
    printed = g.counter(unit).smoke
    if not printed:
        return 0
    return printed + sum(rule.bonus for rule in rules_of(g, SmokeExponentBonus) if rule.counter == unit.type)


def broken_morale_bonus(g: SkPlay, unit: Unit) -> int:
    """SK1:S6-ssr3: what the card adds to the broken morale of an MMC."""
    if unit.is_leader or not g.scenario.special_rules:
        return 0
    return sum(rule.bonus for rule in rules_of(g, BrokenMoraleBonus) if rule.side == unit.side)


def avoids_ffmo(g: SkPlay, unit: Unit) -> bool:
    """SK1:S6-ssr1: whether the unit's Assault Movement in Open Ground draws no FFMO."""
    return any(rule.side == unit.side for rule in rules_of(g, WinterCamouflage))


def snow_line(g: SkPlay, distance: int) -> Line | None:
    """SK1:S4-ssr1: falling snow hinders at range; like every hindrance it cancels FFMO (SK1:3.3.1-k)."""
    if not g.state.snow:
        return None
    for rule in rules_of(g, Snow):
        if distance >= rule.from_range:
            return Line("falling snow", rule.hindrance, rule.rule)
    return None


# -- fortified buildings (SK1:S3-ssr1) -------------------------------------------------------------


class Fortify(Frame):
    """A side secretly fortifies buildings. It is asked as often as it may, so that a `none` does not show."""

    side: str
    asked: int = 0


def fortified_rule(g: SkPlay, side: str = "") -> FortifiedBuildings | None:
    return next((rule for rule in rules_of(g, FortifiedBuildings) if side in ("", rule.side)), None)


def fortifiable(g: SkPlay, side: str) -> list[str]:
    """The buildings that lie wholly within the side's set-up area."""
    area: set[str] = set()
    for number, group in enumerate(g.scenario.groups):
        if group.side == side:
            area.update(g.scenario.set_up_area(number, g.map))
    return [building for building, hexes in g.map.buildings.items() if area.issuperset(hexes)]


def extra_tem(g: SkPlay, hex: str, side: str = "") -> Line | None:
    """The TEM that a building known to be fortified adds, for a unit of `side` (or whoever) in it."""
    if not g.state.revealed:
        return None
    building = g.map.building_of.get(hex)
    return _fortified_line(g) if building in g.state.revealed else None


def hidden_tem(g: SkPlay, hex: str) -> Line | None:
    """The TEM of a fortified building that is still a secret.

    Whoever resolves an attack asks for it; where it changes the result he calls `reveal` and counts it,
    otherwise the secret stands."""
    if not g.state.fortified:
        return None
    building = g.map.building_of.get(hex)
    if any(building in buildings for buildings in g.state.fortified.values()):
        return _fortified_line(g)
    return None


def _fortified_line(g: SkPlay) -> Line | None:
    rule = fortified_rule(g)
    return Line("fortified building", rule.tem, rule.rule) if rule is not None else None


def reveal(g: SkPlay, hex: str) -> None:
    """The building in `hex` turns out to be fortified."""
    state = g.state
    building = g.map.building_of.get(hex)
    for side, buildings in state.fortified.items():
        if building is None or building not in buildings:
            continue
        state.fortified[side] = tuple([other for other in buildings if other != building])
        state.revealed = (*state.revealed, building)
        g.say(
            "reveal", f"The building in {g.place_name(hex)} is fortified.", "SK1:S3-ssr1", side=side, at=hex
        )
        return


def enter_hex(g: SkPlay, hex: str, side: str) -> None:
    """Called for every unit that comes into a hex: an enemy who enters a fortified building learns of it."""
    if not g.state.fortified:
        return
    building = g.map.building_of.get(hex)
    for owner, buildings in g.state.fortified.items():
        if owner != side and building in buildings:
            reveal(g, hex)
            return


@PROCEDURES.decisions(Fortify, why_not=lambda g, frame, action: fortify_refusal(g, frame, action))
def ask_fortify(g: SkPlay, frame: Fortify) -> Choice | None:
    rule = fortified_rule(g, frame.side)
    if rule is None or frame.asked >= rule.count:
        return None
    chosen = g.state.fortified.get(frame.side, ())
    free = [building for building in fortifiable(g, frame.side) if building not in chosen]
    options = tuple([Action("fortify", (), building) for building in free])
    asks = f"Which building do you fortify in secret ({frame.asked + 1} of {rule.count})?"
    return Choice(frame.side, asks, (*options, NONE), (rule.rule,))


@ask_fortify
def take_fortify(g: SkPlay, frame: Fortify, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    frame.asked += 1
    if answer == NONE:
        return
    fortified = g.state.fortified
    fortified[frame.side] = (*fortified.get(frame.side, ()), answer.at)
    g.say(
        "fortify",
        f"The building in {g.place_name(answer.at)} is fortified in secret.",
        "SK1:S3-ssr1",
        side=frame.side,
        at=answer.at,
        seen_by=(frame.side,),
    )


def fortify_refusal(g: SkPlay, frame: Fortify, action: Action) -> Refusal | None:
    if action.verb != "fortify":
        return None
    if action.at in g.state.fortified.get(frame.side, ()):
        return Refusal(f"the building in {g.place_name(action.at)} is fortified already", "SK1:S3-ssr1")
    return Refusal("only a building wholly within your set-up area can be fortified", "SK1:S3-ssr1")


def redact(state: State, side: str) -> State:
    """Take the other sides' secret buildings out of a state (which is changed and given back)."""
    if state.fortified:
        state.fortified = {owner: them for owner, them in state.fortified.items() if owner == side}
    return state


def guess_fortified(g: SkPlay, side: str, rng: random.Random) -> None:
    """Fill in what `side` cannot know: some buildings that the others may have fortified in secret."""
    setting_up = {frame.side: frame.asked for frame in g.state.stack if isinstance(frame, Fortify)}
    for rule in rules_of(g, FortifiedBuildings):
        if rule.side == side:
            continue
        possible = [building for building in fortifiable(g, rule.side) if building not in g.state.revealed]
        hidden = setting_up.get(rule.side, rule.count) - len(g.state.revealed)
        picked = rng.sample(possible, min(max(hidden, 0), len(possible)))
        g.state.fortified[rule.side] = tuple(picked)


# -- forces and weather that come by dice (step a of the RPh) --------------------------------------


class ReinforcementStep(Frame):
    """The dice of the card at the start of a Rally Phase. `left` are the places of the rules still to be
    rolled for."""

    left: tuple[int, ...] = ()
    begun: bool = False


def rules_to_roll(g: SkPlay) -> tuple[int, ...]:
    return tuple([place for place, rule in enumerate(g.scenario.special_rules) if _rolls_now(g, rule)])


def _rolls_now(g: SkPlay, rule: SpecialRule) -> bool:
    if isinstance(rule, Snow):
        return True  # SK1:S4-ssr1: in every RPh
    if isinstance(rule, HalfSquadArrivals):
        return rule.side == g.attacker and _group_of_this_turn(g, rule) is not None
    if isinstance(rule, ConditionalReinforcements):
        # On turn 1 no dr is below the turn number, so none is made.
        return g.state.turn > 1 and any(unit.side == g.attacker for unit in _storm_group(g, rule))
    return False


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


@PROCEDURES.decisions(ReinforcementStep)
def ask_reinforcement_step(g: SkPlay, frame: ReinforcementStep) -> Chance | None:
    if not frame.left:
        return None
    rule = g.scenario.special_rules[frame.left[0]]
    if isinstance(rule, Snow):
        return Chance("Does the snow begin or stop?", dice=2, side=g.attacker, rules=(rule.rule,))
    if isinstance(rule, HalfSquadArrivals):
        return Chance("How many half-squads come up this turn?", dice=1, side=g.attacker, rules=(rule.rule,))
    return Chance("Does the storm group come up this turn?", dice=1, side=g.attacker, rules=(rule.rule,))


@ask_reinforcement_step
def take_reinforcement_step(g: SkPlay, frame: ReinforcementStep, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        if frame.begun:
            g.pop()
        else:
            frame.begun = True
            frame.left = rules_to_roll(g)
        return
    rule = g.scenario.special_rules[frame.left[0]]
    frame.left = frame.left[1:]
    if isinstance(rule, Snow):
        snowfall(g, rule, answer.dice)
    elif isinstance(rule, HalfSquadArrivals):
        half_squads_arrive(g, rule, answer.dice)
    elif isinstance(rule, ConditionalReinforcements):
        storm_group_comes(g, rule, answer.dice)


def snowfall(g: SkPlay, rule: Snow, dice: tuple[int, ...]) -> None:
    """SK1:S4-ssr1: 10 or more starts it, 3 or less stops it."""
    thrown = sum(dice)
    before = g.state.snow
    if thrown >= rule.starts_at:
        g.state.snow = True
    elif thrown <= rule.stops_at:
        g.state.snow = False
    now = "It is snowing" if g.state.snow else "It is not snowing"
    change = "" if g.state.snow == before else " from now on"
    g.say("weather", f"Weather DR {thrown}: {now.lower()}{change}.", rule.rule, side=g.attacker, dice=dice)


def half_squads_arrive(g: SkPlay, rule: HalfSquadArrivals, dice: tuple[int, ...]) -> None:
    """SK1:S5-ssr1: they join the group that enters this turn."""
    from defilade.rules.sk import setup

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


# -- a tactical reserve (SK1:S6-ssr2) --------------------------------------------------------------


class HoldReserve(Frame):
    """A side says which units and SW of a group it holds back."""

    group: int


def reserve_rule(g: SkPlay, group: int) -> TacticalReserve:
    for rule in rules_of(g, TacticalReserve):
        if g.scenario.group_number(rule.group) == group:
            return rule
    raise AssertionError("only a group with a reserve is asked about it")


def held_units(g: SkPlay, group: int, rule: TacticalReserve) -> list[Unit]:
    return [unit for unit in g.state.units.values() if unit.group == group and unit.due == rule.turn]


def reserve_options(g: SkPlay, group: int, rule: TacticalReserve) -> list[Action]:
    """`hold UNIT` (one of each type that is left), `hold UNIT+SW` for a SW in the hands of a unit that is
    held."""
    from defilade.rules.sk import portage

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


@PROCEDURES.decisions(HoldReserve, why_not=lambda g, frame, action: reserve_refusal(g, frame, action))
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
