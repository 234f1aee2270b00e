"""What attacks do to a vehicle (UF:28.4): crew and armour, stun, immobilization and loss.

Boxed fire and boxed Effect Numbers count against the Armor or Flank values, all other fire against the Morale and CE
values of the exposed crew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defilade.kernel import Action, Chance, Choice, Frame
from defilade.kernel.composition import any_of, question, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.fortifications.minefields import on_mined
from defilade.rules.upfront.game import losses
from defilade.rules.upfront.game.attack import FIRE, SHOTS, Attack, breakdown, strength
from defilade.rules.upfront.game.cards import HERO, ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.library import Plate
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import on_halted
from defilade.rules.upfront.game.state import (
    KIA,
    MOVEMENT,
    OPEN,
    RALLY,
    SIDEWAYS,
    TERRAIN,
    Group,
    Laid,
    Machine,
)
from defilade.rules.upfront.ground.hull_down import is_hull_down
from defilade.rules.upfront.infantry.boxed_fire import boxed_firepower, reaches_armour
from defilade.rules.upfront.infantry.hero import could_hold
from defilade.rules.upfront.infantry.odds import chances_in
from defilade.rules.upfront.infantry.resolution import (
    RESOLVERS,
    Resolver,
    Resolving,
    on_resolved,
    resolving,
    tell_result,
)
from defilade.rules.upfront.infantry.snipers import sniper_hits
from defilade.rules.upfront.infantry.terrain import movement_cards
from defilade.rules.upfront.transfers.flanking import has_flanking_fire
from defilade.rules.upfront.vehicles.afv import AFV, card_of, crew_exposed, is_stuck, vehicle_of

PART = Part()


@question
def critical_hit_on(g: UfPlay, vehicle: Machine, attack: Attack, card: ActionCard, /) -> str:
    """What would a critical hit do to this vehicle: `kia` or `immobilized`?"""
    raise NotImplementedError


@told
def on_immobilized(g: UfPlay, vehicle: Machine, /) -> None:
    """A vehicle cannot move any more."""


@any_of
def vehicle_struck(g: UfPlay, vehicle: Machine, attack: Attack, card: ActionCard, /) -> bool:
    """Does a section take over from a draw against a vehicle?"""
    return False


CREW, ARMOUR, WHICH = "crew", "armour", "which"
IMMOBILIZED = "immobilized"
STUN = 3
"""The Rally strength that a stun takes; a second one takes as much again (UF:28.45-a, UF:28.451-a)."""
MOST_CREW_LOST = 2
"""A vehicle that loses more men than this is lost (UF:28.4311-b)."""


# -- what can happen to it ---------------------------------------------------------------------------------------


def destroy(g: UfPlay, vehicle: Machine, *rules: str) -> None:
    losses.remove(g, g.machine(vehicle.id), KIA, *rules)


def lose_crewman(g: UfPlay, vehicle: Machine, *rules: str) -> None:
    """Commander Killed, besides Pinned or Buttoned Up (UF:28.431-a); the third one is the end of an open-topped
    vehicle (UF:28.4311-a, UF:28.4311-b)."""
    text = f"{g.name(vehicle)} loses a crewman."
    g.say("crew_killed", text, *rules, side=vehicle.side, who=(vehicle.id,), at=vehicle.group)
    if crew_exposed(g.machine(vehicle.id)):
        losses.pin(g, vehicle, *rules)
    fresh = g.update(g.machine(vehicle.id), crew_killed=vehicle.crew_killed + 1)
    if fresh.crew_killed > MOST_CREW_LOST:
        destroy(g, fresh, "UF:28.4311-b")


def immobilize(g: UfPlay, vehicle: Machine, *rules: str) -> None:
    """It stays where it is for the rest of the game (UF:28.44-a); a second time it is stunned (UF:28.44-b)."""
    if vehicle.immobilized:
        stun(g, vehicle, *rules, "UF:28.44-b")
        return
    g.update(vehicle, immobilized=True)
    text = f"{g.name(vehicle)} is immobilized."
    g.say("immobilized", text, *rules, "UF:28.44-a", side=vehicle.side, who=(vehicle.id,), at=vehicle.group)
    on_immobilized(g, vehicle)
    halt(g, g.group_of(vehicle))


def stun(g: UfPlay, vehicle: Machine, *rules: str) -> None:
    """Stun 3, then Stun 6, then it is lost (UF:28.45-a, UF:28.451-a). A stun brings up its back and takes away the
    Rally credit (UF:28.45-c)."""
    if vehicle.stun > STUN:
        destroy(g, vehicle, *rules, "UF:28.451-a")
        return
    level = vehicle.stun + STUN
    text = f"{g.name(vehicle)} is stunned ({level})."
    rule = "UF:28.451-a" if vehicle.stun else "UF:28.45-a"
    g.say("stunned", text, *rules, rule, side=vehicle.side, who=(vehicle.id,), at=vehicle.group)
    if crew_exposed(vehicle):
        losses.pin(g, vehicle, "UF:28.45-c")
    g.update(g.machine(vehicle.id), stun=level, credit=0)
    drop_rally_cards(g, g.group_of(vehicle))
    halt(g, g.group_of(vehicle))


def drop_rally_cards(g: UfPlay, group: Group) -> None:
    """Rally cards that lie on a vehicle as credit go to the discard pile (UF:28.42-c)."""
    kept = []
    for laid in g.group(group.id).laid:
        if laid.kind == RALLY:
            g.put_away(laid, group.side)
        else:
            kept.append(laid)
    g.update_group(group.id, laid=tuple(kept))


STANDS_ON = ("walls", "hill")


def halt(g: UfPlay, group: Group) -> None:
    """A vehicle that was moving stops: it is on its last Terrain card at the same range chit (UF:28.441-a), in
    Open Ground if it has left that with two Movement cards (UF:28.441-c), and Smoke there with it (UF:13.242), or was
    on a Wall or Hill (UF:28.441-b). It is no moving target any more (UF:28.44-c)."""
    group = g.group(group.id)
    if group.offered is not None:  # terrain in front of a vehicle that will not get there
        g.put_away(group.offered, group.side)
        group = g.update_group(group, offered=None)
    moving = movement_cards(group)
    if not moving:
        return
    left_behind = len(moving) > 1
    first = group.laid.index(moving[0])
    laid: list[Laid] = []
    for place, one in enumerate(group.laid):
        if place == first and left_behind:
            laid.append(Laid(one.card, TERRAIN, OPEN, by=group.side))
        elif one.kind == MOVEMENT or (left_behind and place < first and one.kind != RALLY):
            g.put_away(one, group.side)
        elif one.kind == TERRAIN and one.terrain in STANDS_ON:
            laid.append(Laid(one.card, TERRAIN, OPEN, by=group.side))
        else:
            laid.append(one)
    g.update_group(group, laid=tuple(laid))
    text = f"{g.group_name(group)} stops."
    rules = ("UF:28.441-a", "UF:28.441-c") if left_behind else ("UF:28.441-a", "UF:28.441-b")
    g.say("halted", text, *rules, side=group.side, at=group.id)
    on_halted(g, g.group(group.id))


# -- pins and Heroes ---------------------------------------------------------------------------------------------


class CrewDucks(Frame):
    """A vehicle is about to be pinned or buttoned up: a Hero card can prevent it (UF:28.421-a)."""

    vehicle: str
    rule: str


def crew_ducks(g: UfPlay, vehicle: Machine, rule: str) -> None:
    """Its back comes up, unless its owner plays a Hero card at once."""
    if could_hold(g, vehicle.side, HERO):
        g.push(CrewDucks(vehicle.id, rule))
    else:
        losses.pin(g, vehicle, rule)


@PART.decisions(CrewDucks)
def ask_crew_ducks(g: UfPlay, frame: CrewDucks) -> Choice:
    vehicle = g.machine(frame.vehicle)
    options = [Action("hero", (card, vehicle.id)) for card, _ in g.holds(vehicle.side, HERO)]
    asks = f"Play a Hero card so that {g.name(vehicle)} fights on?"
    return Choice(vehicle.side, asks, (*options, Action("no")), ("UF:28.421-a",), about=(vehicle.id,))


@ask_crew_ducks
def take_crew_ducks(g: UfPlay, frame: CrewDucks, answer: Answer) -> None:
    """UF:28.421-d: it is no action."""
    assert isinstance(answer, Action)
    g.pop()
    vehicle = g.machine(frame.vehicle)
    if answer.verb == "no":
        losses.pin(g, vehicle, frame.rule)
        return
    g.spend_card(vehicle.side, answer.who[0])
    text = f"The commander of {g.name(vehicle)} is a hero: it fights on."
    g.say("hero", text, "UF:28.421-a", "UF:28.421-d", side=vehicle.side, who=(vehicle.id, answer.who[0]))


@PART.answers(sniper_hits)
def sniper_on_crew(g: UfPlay, machine: Machine, result: str) -> bool:
    """UF:14.31: a pin is a pin, a kill is Commander Killed as well."""
    if machine.kind != AFV:
        return False
    if result == KIA:
        lose_crewman(g, machine, "UF:14.31", "UF:28.431-a")
    else:
        crew_ducks(g, machine, "UF:14.31")
    return True


@PART.answers(on_mined)
def immobilized_by_mines(g: UfPlay, vehicle: Machine) -> None:
    """UF:24.33"""
    immobilize(g, vehicle, "UF:24.33")


# -- resolving an attack -----------------------------------------------------------------------------------------


def plate_under_fire(g: UfPlay, vehicle: Machine, attack: Attack) -> tuple[Plate, str]:
    """The armour that an attack meets, and the rule that says so: the Flank for ordnance with Flanking Fire
    (UF:28.46-a) or against a vehicle that shows its side (UF:28.46-b), and always once it is immobilized."""
    card = card_of(g, vehicle)
    assert card.armor is not None and card.flank is not None, f"{vehicle.card} has no armour"
    if vehicle.immobilized:
        return card.flank, "UF:28.44-d"
    if attack.kind in SHOTS:
        if has_flanking_fire(g, attack):
            return card.flank, "UF:28.46-a"
        sideways = any(laid.mode == SIDEWAYS for laid in movement_cards(g.group_of(vehicle)))
        if sideways or is_stuck(vehicle):
            return card.flank, "UF:28.46-b"
    return card.armor, "UF:28.3-a"


def stages_of(g: UfPlay, vehicle: Machine, attack: Attack) -> tuple[str, ...]:
    """What an attack is drawn against. Ordnance is against one of the two (UF:28.3-c); fire against what its
    firepower reaches, each with a draw of its own (UF:28.7-a, UF:28.31)."""
    if attack.kind != FIRE:
        return (ARMOUR,) if attack.boxed else (CREW,)
    armour = reaches_armour(g, attack, inherent=card_of(g, vehicle).open_topped)
    return (*([CREW] if crew_exposed(vehicle) else []), *([ARMOUR] if armour else []))


class VehicleHit(Frame):
    """An attack on a vehicle is resolved, on top of the frame of the attack (`Resolving`). A pin of the crew waits
    for the draw against the armour, because a kill comes first (UF:28.41)."""

    vehicle: str
    stages: tuple[str, ...]
    crew: str = ""
    """What the crew suffers: pin or kia."""


def attack_on_vehicle(g: UfPlay, vehicle: Machine, frame: Resolving) -> None:
    g.push(VehicleHit(vehicle.id, stages_of(g, vehicle, frame.attack)))


PART.adds(RESOLVERS, Resolver("afv", attack_on_vehicle))


def stages_left(g: UfPlay, frame: VehicleHit) -> tuple[str, ...]:
    """What is still to be drawn. A malfunction can end the attack (UF:19.11), or leave it no boxed firepower (UF:22.5);
    what has been hit is settled in any case."""
    below = resolving(g)
    if frame.vehicle not in g.state.units:
        return ()
    if below.over:
        return tuple(stage for stage in frame.stages if stage == WHICH)
    if below.attack.kind == FIRE:
        open_topped = card_of(g, g.machine(frame.vehicle)).open_topped
        if not boxed_firepower(g, below.attack, inherent=open_topped):
            return tuple(stage for stage in frame.stages if stage != ARMOUR)
    return frame.stages


@PART.decisions(VehicleHit)
def ask_vehicle_hit(g: UfPlay, frame: VehicleHit) -> Chance | None:
    stages = stages_left(g, frame)
    if not stages:
        return None
    asks = {
        CREW: f"Attack on the crew of {g.name(frame.vehicle)}",
        ARMOUR: f"Attack on the armour of {g.name(frame.vehicle)}",
        WHICH: f"{g.name(frame.vehicle)}: red immobilizes, black stuns",
    }
    rule = {CREW: "UF:28.4-c", ARMOUR: "UF:28.4-a", WHICH: "UF:28.4-b"}
    stage = stages[0]
    return draw(g, resolving(g).attack.side, asks[stage], rule[stage], about=(frame.vehicle,))


@ask_vehicle_hit
def take_vehicle_hit(g: UfPlay, frame: VehicleHit, answer: Answer) -> None:
    if answer is None:
        g.pop()
        _apply_to_crew(g, frame)
        return
    below = resolving(g)
    vehicle = g.machine(frame.vehicle)
    stage, *rest = stages_left(g, frame)
    frame.stages = tuple(rest)
    attack = replace(below.attack, boxed=True) if stage == ARMOUR else below.attack
    summed = breakdown(g, attack, vehicle)
    card = turned(g, attack.side, answer)
    if stage == WHICH:
        _immobilize_or_stun(g, vehicle, attack, red=card.red)
        return
    rule = "UF:28.4-c" if stage == CREW else "UF:28.4-a"
    result = tell_result(g, vehicle, summed, card, rule, f", {stage}")
    if not vehicle_struck(g, vehicle, attack, card):
        if stage == CREW:
            frame.crew = _crew_result(g, vehicle, result)
        else:
            _against_armour(g, frame, vehicle, attack, result)
    on_resolved(g, below, vehicle, card)


def _crew_result(g: UfPlay, vehicle: Machine, result: int) -> str:
    """UF:28.4-c: the values show only while the crew is exposed."""
    card = card_of(g, vehicle)
    if not crew_exposed(vehicle) or result < card.morale:
        return ""
    return KIA if result >= card.ce else losses.PIN


def _apply_to_crew(g: UfPlay, frame: VehicleHit) -> None:
    """UF:28.41: only if the vehicle is still there; a stun has closed its hatches meanwhile."""
    vehicle = g.state.units.get(frame.vehicle)
    if not frame.crew or not isinstance(vehicle, Machine):
        return
    if frame.crew == KIA:
        lose_crewman(g, vehicle, "UF:28.4-c", "UF:28.431-a")
    elif crew_exposed(vehicle):
        crew_ducks(g, vehicle, "UF:28.43-a" if g.has_roof(vehicle) else "UF:28.4-c")


def _against_armour(g: UfPlay, frame: VehicleHit, vehicle: Machine, attack: Attack, result: int) -> None:
    """UF:28.4-a, UF:28.4-b: at least the first number kills; exactly the others immobilize or stun."""
    plate, rule = plate_under_fire(g, vehicle, attack)
    if result >= plate.kill:
        destroy(g, vehicle, "UF:28.4-a", rule)
    elif result == plate.immobilize == plate.stun:
        frame.stages = (WHICH, *frame.stages)
    elif result in (plate.immobilize, plate.stun):
        _immobilize_or_stun(g, vehicle, attack, red=result == plate.immobilize)
    else:
        text = f"{g.name(vehicle)} is not hurt."
        g.say("no_effect", text, rule, side=vehicle.side, who=(vehicle.id,), at=vehicle.group)


@PART.answers(chances_in)
def vehicle_odds(g: UfPlay, attack: Attack, cards: list[ActionCard]) -> dict[str, float]:
    """What the next draw can do to a vehicle that is attacked: its crew, its armour, or both with a draw each."""
    vehicle = vehicle_of(g, g.group(attack.target))
    if vehicle is None:
        return {}
    name, found = g.name(vehicle), {}
    critical = _critical_hits(g, vehicle, attack, cards)
    for stage in stages_of(g, vehicle, attack):
        struck = replace(attack, boxed=stage == ARMOUR)
        results = [strength(g, struck, vehicle) + card.rnc for card in cards]
        if stage == CREW:
            crew = [
                "" if hit else _crew_result(g, vehicle, result)
                for result, hit in zip(results, critical, strict=True)
            ]
            found[f"{name} {'buttoned up' if g.has_roof(vehicle) else 'pinned'}"] = _share(crew, bool)
            found[f"{name} loses a crewman"] = _share(crew, KIA.__eq__)
        else:
            plate, _ = plate_under_fire(g, vehicle, struck)
            found[f"{name} destroyed"] = _share(results, plate.kill.__le__)
            hurt = {plate.immobilize, plate.stun}
            found[f"{name} immobilized or stunned"] = _share(
                [result in hurt and result < plate.kill for result in results], bool
            )
    if KIA in critical:
        found[f"{name} destroyed"] = _share(critical, KIA.__eq__)
    if IMMOBILIZED in critical:
        found[f"{name} immobilized or stunned"] = _share(critical, IMMOBILIZED.__eq__)
    return found


def _critical_hits(g: UfPlay, vehicle: Machine, attack: Attack, cards: list[ActionCard]) -> list[str]:
    """What each card would do in place of a result against the crew (UF:26.5-b)."""
    reckon = critical_hit_on.answers(g)
    return [next((hit for f in reckon if (hit := f(g, vehicle, attack, card))), "") for card in cards]


def _share(outcomes: list[Any], counts: Callable[[Any], bool]) -> float:
    return sum(bool(counts(one)) for one in outcomes) / len(outcomes)


def _immobilize_or_stun(g: UfPlay, vehicle: Machine, attack: Attack, *, red: bool) -> None:
    """UF:28.4-b; what is Hull Down is stunned in either case (UF:28.93)."""
    if red and is_hull_down(g, attack):
        stun(g, vehicle, "UF:28.4-b", "UF:28.93")
    elif red:
        immobilize(g, vehicle, "UF:28.4-b")
    else:
        stun(g, vehicle, "UF:28.4-b")
