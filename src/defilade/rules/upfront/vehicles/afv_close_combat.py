"""Close Combat against a vehicle (UF:28.8): men with grenades and charges try to stop it.

It follows at once on the infiltration, without another check.  Only the attacker draws.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Breakdown, Chance, Choice, Described, Frame, Line, Refusal
from defilade.kernel.composition import told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.close_quarters.close_combat import close_combat_bar, machine_fought
from defilade.rules.upfront.game.cards import HERO, ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.losses import remove, unpin
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import on_turn_ends
from defilade.rules.upfront.game.secondary_weapons import ATMM, DEMOLITION_CHARGE
from defilade.rules.upfront.game.state import KIA, Group, Machine, Man, Unit
from defilade.rules.upfront.infantry.hero import (
    HeroAmong,
    as_if,
    could_hold,
    hero_serves,
    on_hero,
    play_hero,
    roused,
)
from defilade.rules.upfront.infantry.odds import possible_draws
from defilade.rules.upfront.infantry.smoke import smoke_on
from defilade.rules.upfront.infantry.terrain import terrain_of
from defilade.rules.upfront.infantry.wording import described_by_section
from defilade.rules.upfront.transfers.infiltration import (
    column_to_start,
    infiltration_refusal,
    infiltration_shifts,
    infiltrators_of,
    lose_status,
    on_infiltration_over,
)
from defilade.rules.upfront.vehicles.afv import AFV, card_of, crew_exposed, is_stuck, screens, vehicle_of
from defilade.rules.upfront.vehicles.afv_damage import destroy, immobilize

PART = Part()


@told
def on_vehicle_put_out(g: UfPlay, man: str, vehicle: Machine, weapon: str, destroyed: bool, /) -> None:
    """A man has put a vehicle out of action, hand to hand or by a mine."""


CHARGE = "charge"
"""He uses his magnetic mine or Demolition Charge."""
NAMES = {ATMM: "magnetic mine", DEMOLITION_CHARGE: "Demolition Charge"}
IMMOBILIZES, DESTROYS = 6, 7  # UF:28.82-a
RANDOM_NUMBERS = range(-6, 7)
ANY_CARD = "any"
"""A Movement card that he may yet be given."""


@PART.answers(hero_serves)
def fights_harder(g: UfPlay, man: Man) -> bool:
    """UF:28.81-b: there is a vehicle that he may still attack hand to hand in this turn."""
    if g.group_of(man).acted or not armed(man):
        return False
    vehicles = [enemy for enemy in g.enemy_groups(man.side) if vehicle_of(g, enemy) is not None]
    return any(infiltration_refusal(g, man, enemy, ANY_CARD) is None for enemy in vehicles)


# -- getting at it -----------------------------------------------------------------------------------------------


@PART.answers(column_to_start)
def vehicle_column(g: UfPlay, target: Group) -> Line | None:
    """The column that stands for a vehicle: 2b Buttoned Up or Pinned, 4c with its crew exposed, 5o open-topped too
    (UF:28.8-b)."""
    vehicle = vehicle_of(g, target)
    if vehicle is None:
        return None
    if not crew_exposed(vehicle):
        label, column = "Buttoned Up vehicle" if g.has_roof(vehicle) else "Pinned vehicle", 2
    elif g.has_roof(vehicle):
        label, column = "vehicle, crew exposed", 4
    else:
        label, column = "open-topped vehicle, crew exposed", 5
    return Line(label, column, "UF:28.8-b", "=")


@PART.answers(infiltration_shifts)
def weakened_crew(g: UfPlay, man: Man, target: Group) -> Iterator[Line]:
    """UF:28.4312"""
    vehicle = vehicle_of(g, target)
    if vehicle is not None and vehicle.crew_killed:
        yield Line("crew lost", -vehicle.crew_killed, "UF:28.4312")


@PART.answers(close_combat_bar)
def only_at_once(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    """UF:28.8-a: in the turn of the infiltration only; a berserk man needs none."""
    vehicle = vehicle_of(g, target)
    if vehicle is not None and not man.berserk:
        return Refusal(f"{g.name(vehicle)} is fought in the turn in which it is infiltrated", "UF:28.8-a")
    return None


def armed(man: Man) -> bool:
    """UF:28.8-a: a secondary weapon is good enough."""
    return bool(man.weapon or man.secondary)


@PART.answers(on_infiltration_over)
def assault_follows(g: UfPlay, sent: tuple[str, ...]) -> None:
    """UF:28.8-d: those who got through attack without a second check or Movement card."""
    for enemy in list(g.state.groups.values()):
        vehicle = vehicle_of(g, enemy)
        if vehicle is not None:
            men = [man for man in infiltrators_of(g, enemy.id) if man.id in sent and armed(man)]
            if men:
                g.push(Assault(men[0].side, vehicle.id, tuple(man.id for man in men)))


@PART.answers(machine_fought)
def charge_a_vehicle(g: UfPlay, attackers: tuple[str, ...], machine: Machine) -> bool:
    """A berserk man has come at it (UF:20.91-a)."""
    if machine.kind != "afv":
        return False
    g.push(Assault(g.unit(attackers[0]).side, machine.id, attackers, carried_away=True))
    return True


# -- the fight ---------------------------------------------------------------------------------------------------


def modifiers(g: UfPlay, man: Man, vehicle: Machine, charge: bool) -> Iterator[Line]:
    """UF:28.81-b"""
    rule = "UF:28.81-b"
    if vehicle.assaults:
        yield Line("attacks before this one", vehicle.assaults, rule)
    if man.berserk:
        yield Line("berserk", -3, rule)
    if man.hurt:
        yield Line("wounded", -2, rule)
    if man.heroic:
        yield Line("heroic", 1, rule)
    if charge:
        yield Line(NAMES[man.secondary], 4, "UF:31.21" if man.secondary == ATMM else "UF:21.2-qb")
    yield from _place(g, g.group_of(vehicle))
    yield from _state(g, vehicle)


TERRAIN = {"buildings": 3, "woods": 2, "walls": 2, "gully": 2, "brush": 1}


def _place(g: UfPlay, group: Group) -> Iterator[Line]:
    terrain = terrain_of(group)
    if terrain in TERRAIN:
        yield Line(f"in {terrain.capitalize()}", TERRAIN[terrain], "UF:28.81-b")
    if smoke_on(g, group):
        yield Line("in Smoke", smoke_on(g, group), "UF:28.81-b")
    guards = [other for other in screens(g, group) if any(not man.pinned for man in g.men(other))]
    if guards:
        yield Line("infantry beside it", -2 * len(guards), "UF:28.81-b")


def _state(g: UfPlay, vehicle: Machine) -> Iterator[Line]:
    rule = "UF:28.81-b"
    if crew_exposed(vehicle):
        yield Line("crew exposed", -1, rule)
    elif g.has_roof(vehicle):
        yield Line("Buttoned Up", 1, rule)
    if vehicle.crew_killed:
        yield Line("crew lost", 2 * vehicle.crew_killed, rule)
    if is_stuck(vehicle):
        yield Line("immobilized or bogged", 2, rule)
    if card_of(g, vehicle).open_topped:
        yield Line("open-topped", 3, rule)


def assault_strength(g: UfPlay, man: Man, vehicle: Machine, charge: bool) -> Breakdown:
    """The strength of an attack before the draw; the man's CCV does not matter (UF:28.81-a)."""
    lines = tuple(modifiers(g, man, vehicle, charge))
    return Breakdown(
        f"{g.name(man)} attacks {g.name(vehicle)}", lines, int(sum(line.value for line in lines))
    )


class Assault(Frame):
    """Men attack a vehicle one after the other, in the order that their player likes (UF:28.83)."""

    side: str
    vehicle: str
    men: tuple[str, ...]
    man: str = ""
    """Who attacks now."""
    charge: bool = False
    asked: bool = False
    """The vehicle's owner has had his chance to play a Hero card before this attack (UF:10.4-a)."""
    carried_away: bool = False
    """They cannot hold back."""


def _left(g: UfPlay, frame: Assault) -> list[Man]:
    if frame.vehicle not in g.state.units:
        return []
    return [u for uid in frame.men if isinstance(u := g.state.units.get(uid), Man)]


@PART.decisions(Assault)
def ask_assault(g: UfPlay, frame: Assault) -> Choice | Chance | None:
    """Concealed cards are of no use here (UF:28.84). The vehicle draws nothing (UF:28.8-c)."""
    left = _left(g, frame)
    if frame.man:
        if not frame.asked and who_could_protect(g, frame):
            return None
        return draw(g, frame.side, f"{g.name(frame.man)} attacks", "UF:28.81-a", about=(frame.man,))
    if not left:
        return None
    options = []
    for man in left:
        options.append(Action("assault", (man.id,)))
        if man.secondary in NAMES:
            options.append(Action("assault", (man.id,), how=CHARGE))
        if not man.heroic and not man.berserk:  # UF:20.91-a: once he charges a Hero card changes nothing
            options += [Action("hero", (card, man.id)) for card, _ in g.holds(frame.side, HERO)]
    if not frame.carried_away:
        options.append(Action("done"))
    asks = f"Who attacks {g.name(frame.vehicle)}?"
    return Choice(frame.side, asks, tuple(options), ("UF:28.83", "UF:28.8-d"), about=(frame.vehicle,))


@ask_assault
def take_assault(g: UfPlay, frame: Assault, answer: Answer) -> None:
    if frame.man and answer is None:
        frame.asked = True
        vehicle = g.machine(frame.vehicle)
        before = f"{g.name(frame.man)} is about to attack {g.name(vehicle)}"
        g.push(HeroAmong(vehicle.side, who_could_protect(g, frame), before))
    elif frame.man:
        _strike(g, frame, answer)
    elif answer is None:
        g.pop()
    else:
        assert isinstance(answer, Action)
        if answer.verb == "hero":
            play_hero(g, frame.side, answer)
        elif answer.verb == "assault":
            frame.man, frame.charge = answer.who[0], answer.how == CHARGE
        else:
            g.pop()


def _strike(g: UfPlay, frame: Assault, answer: Answer) -> None:
    man, vehicle = g.man(frame.man), g.machine(frame.vehicle)
    summed = assault_strength(g, man, vehicle, frame.charge)
    card = turned(g, frame.side, answer)
    total = int(summed.total) + card.rnc
    text = f"{summed.title}: {int(summed.total)} and {card.colour} {card.number} make {total}."
    g.say("assault", text, "UF:28.81-a", side=frame.side, who=(man.id, vehicle.id, card.id), breakdown=summed)
    vehicle = g.update(vehicle, assaults=vehicle.assaults + 1)
    weapon = man.secondary if frame.charge else ""
    if frame.charge:  # UF:31.21: spent, whatever comes of it
        man = g.update(man, secondary="", secondary_broken=False)
    frame.men = tuple(uid for uid in frame.men if uid != man.id)
    frame.man, frame.charge, frame.asked = "", False, False
    _result(g, man, vehicle, total, weapon)


def who_could_protect(g: UfPlay, frame: Assault) -> tuple[str, ...]:
    """The cards for which a Hero would change what the attack can do: the crew that looks out again, a pinned man of
    the infantry beside it (UF:28.81-b)."""
    man, vehicle = g.man(frame.man), g.machine(frame.vehicle)
    if not could_hold(g, vehicle.side, HERO):
        return ()
    near_by: list[Unit] = [vehicle]
    near_by += [one for group in screens(g, g.group_of(vehicle)) for one in g.men(group)]
    now, found = int(assault_strength(g, man, vehicle, frame.charge).total), []
    for unit in near_by:
        if unit.side == vehicle.side and unit.pinned:
            with as_if(g, (roused(g, unit),)):
                then = int(assault_strength(g, man, g.machine(vehicle.id), frame.charge).total)
            if any(_fate(now + number) != _fate(then + number) for number in RANDOM_NUMBERS):
                found.append(unit.id)
    return tuple(found)


def _fate(total: int) -> tuple[bool, bool, bool]:
    """What a total does (UF:28.82-a)."""
    return total <= 0, total == IMMOBILIZES, total >= DESTROYS


@PART.answers(on_hero)
def another_hero_may_follow(g: UfPlay, unit: Unit) -> None:
    for frame in g.state.stack:
        if isinstance(frame, Assault):
            frame.asked = False


def _result(g: UfPlay, man: Man, vehicle: Machine, total: int, weapon: str) -> None:
    """UF:28.82-a; whatever comes of it he is neither infiltrator nor berserk any more (UF:28.82-b)."""
    if total <= 0:
        remove(g, man, KIA, "UF:28.82-a")
        return
    lose_status(g, man, "UF:28.82-b")
    man = g.man(man.id)
    if man.berserk:
        unpin(g, g.update(man, berserk=False), "UF:28.82-b")
    if total >= DESTROYS or (total == IMMOBILIZES and not vehicle.immobilized):
        on_vehicle_put_out(g, man.id, vehicle, weapon, total >= DESTROYS)
    if total >= DESTROYS:
        destroy(g, vehicle, "UF:28.82-a")
    elif total == IMMOBILIZES:
        immobilize(g, vehicle, "UF:28.82-a")


@PART.answers(described_by_section)
def describe_assault(g: UfPlay, action: Action) -> Described | None:
    """An attack on a vehicle with its strength and the odds of each result (UF:28.82-a)."""
    top = g.state.stack[-1] if g.state.stack else None
    if action.verb != "assault" or not isinstance(top, Assault):
        return None
    man, vehicle = g.man(action.who[0]), g.machine(top.vehicle)
    summed = assault_strength(g, man, vehicle, action.how == CHARGE)
    odds = assault_odds(g, man, vehicle, summed, possible_draws(g, top.side))
    return Described("", ("UF:28.82-a", *dict.fromkeys(line.rule for line in summed.lines)), summed, odds)


def assault_odds(
    g: UfPlay, man: Man, vehicle: Machine, summed: Breakdown, cards: list[ActionCard]
) -> dict[str, float]:
    """What an attack of this strength does, over all cards that may come up (UF:28.82-a)."""
    totals = [int(summed.total) + card.rnc for card in cards]
    if not totals:
        return {}
    return {
        f"{g.name(man)} killed": sum(total <= 0 for total in totals) / len(totals),
        f"{g.name(vehicle)} immobilized": totals.count(IMMOBILIZES) / len(totals),
        f"{g.name(vehicle)} destroyed": sum(total >= DESTROYS for total in totals) / len(totals),
    }


@PART.answers(on_turn_ends)
def forget_assaults(g: UfPlay, side: str) -> None:
    """UF:28.81-b: what counts is this turn."""
    for unit in list(g.state.units.values()):
        if isinstance(unit, Machine) and unit.kind == AFV and unit.assaults:
            g.update(unit, assaults=0)


PART.wording(
    "assault", lambda g, a: f"{g.name(a.who[0])} attacks{' with his charge' if a.how == CHARGE else ''}"
)
