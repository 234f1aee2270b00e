"""Infantry guns (UF:34): a gun and its crew of three on one card.

The crew never leaves its gun, nor does anybody else man it (UF:34.1), and it never infiltrates or goes
berserk (UF:34.7-b): only men do that.  The gun may be in a group with men and takes one place there (UF:34.2-a).
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Chance, Frame, Line, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.close_quarters.close_combat import melee_concealment_bar, on_crewman_beaten
from defilade.rules.upfront.fortifications.minefields import mines_on_gun
from defilade.rules.upfront.game import losses
from defilade.rules.upfront.game.attack import FIRE, MISSION, SHOTS, Attack, breakdown, strength
from defilade.rules.upfront.game.cards import RALLY_ALL, ActionCard, Use
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import movement_bar, no_entry, terrain_bar
from defilade.rules.upfront.game.state import KIA, OPEN, SIDEWAYS, Group, Laid, Machine, Unit
from defilade.rules.upfront.ground.to_hit import GUN, Piece, ordnance_bar, ordnance_of, steps, to_hit_lines
from defilade.rules.upfront.infantry.boxed_fire import grenadiers, needed_firepower
from defilade.rules.upfront.infantry.concealment import concealment_bar, concealment_bar_for
from defilade.rules.upfront.infantry.movement import must_reject, on_moved
from defilade.rules.upfront.infantry.moving_fire import unit_moves
from defilade.rules.upfront.infantry.odds import chances_in
from defilade.rules.upfront.infantry.rally import on_rally_all
from defilade.rules.upfront.infantry.resolution import (
    RESOLVERS,
    Resolver,
    Resolving,
    on_resolved,
    resolving,
    tell_result,
)
from defilade.rules.upfront.infantry.snipers import on_crew_lost
from defilade.rules.upfront.infantry.terrain import (
    fords_second,
    movement_cards,
    needs_two_moves,
    open_to_terrain_at_once,
    terrain_of,
    unforded,
)
from defilade.rules.upfront.ordnance.ordnance import on_shot
from defilade.rules.upfront.transfers.flanking import has_flanking_fire
from defilade.rules.upfront.transfers.individual_transfer import joining_bar, on_set_out
from defilade.rules.upfront.turn.setup import terrain_at_start_bar
from defilade.rules.upfront.vehicles.afv_rally import recover

PART = Part()

RED = 5
"""It malfunctions on this red To Hit number and on higher ones (UF:25.5-a)."""
CREW = 3


def guns(g: UfPlay, group: Group) -> list[Machine]:
    return [unit for unit in g.members(group) if isinstance(unit, Machine) and unit.kind == GUN]


def has_gun(g: UfPlay, group: Group) -> bool:
    units = g.state.units
    return any(isinstance(unit := units[uid], Machine) and unit.kind == GUN for uid in group.members)


# -- its fire ----------------------------------------------------------------------------------------------------


@PART.answers(ordnance_of)
def gun_piece(g: UfPlay, unit: Unit) -> Iterator[Piece]:
    """UF:34.1, UF:25.1"""
    if isinstance(unit, Machine) and unit.kind == GUN:
        card = g.library.machines[unit.card]
        yield Piece(unit.id, GUN, "gun", steps(card.front.to_hit), card.effect, card.boxed, RED)


@PART.answers(ordnance_bar)
def gun_cannot_fire(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:34.6-a, UF:34.33, UF:8.52-a"""
    if attack.weapon != GUN:
        return None
    gun = g.unit(attack.shooter)
    group = g.group_of(gun)
    if gun.pinned:
        return Refusal(f"the crew of the {g.name(gun)} is pinned", "UF:34.6-a")
    if unit_moves(g, gun):
        return Refusal("a gun is never fired while moving", "UF:34.33")
    if terrain_of(group) == "stream":
        return Refusal("a gun cannot be fired from a Stream", "UF:8.52-a")
    return None


@PART.answers(to_hit_lines)
def crew_is_short(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:34.71-a"""
    if attack.weapon == GUN and isinstance(unit, Machine) and unit.crew_killed:
        yield Line("crew lost", -unit.crew_killed, "UF:34.71-a")


@PART.answers(on_shot)
def gun_has_fired(g: UfPlay, attack: Attack, card: ActionCard, hit: bool) -> None:
    """UF:34.5-a"""
    if attack.weapon == GUN:
        g.update(g.unit(attack.shooter), fired=True)


# -- its movement ------------------------------------------------------------------------------------------------


def needs_limbering(g: UfPlay, group: Group) -> bool:
    """The group has a gun and is in terrain; mines lie in the open (UF:24.2)."""
    return has_gun(g, group) and terrain_of(group) not in (OPEN, "minefield")


@PART.answers(needs_two_moves)
def two_moves_out_of_terrain(g: UfPlay, group: Group) -> bool:
    """UF:34.3-a, UF:8.1-c; from Open Ground one is enough (UF:34.31)."""
    return needs_limbering(g, group)


@PART.answers(open_to_terrain_at_once)
def enemy_terrain_at_once(g: UfPlay, group: Group) -> bool:
    """UF:34.3-b, UF:7.3-b: the enemy need not wait for the second Movement card; only a Stream must be forded first
    (UF:8.53-a)."""
    return has_gun(g, group) and not unforded(g, group)


@PART.answers(movement_bar)
def first_move_sideways(g: UfPlay, group: Group, use: Use, mode: str) -> Refusal | None:
    """UF:34.3-a; in a Stream the second one too (UF:8.53-e)."""
    if mode == SIDEWAYS or not needs_limbering(g, group):
        return None
    if terrain_of(group) == "stream":
        return Refusal("a gun leaves a Stream with two Movement cards sideways", "UF:8.53-e")
    if not movement_cards(group):
        return Refusal("the first Movement card of a group with a gun must be sideways", "UF:34.3-a")
    return None


@PART.answers(fords_second)
def fords_with_the_second_move(g: UfPlay, group: Group) -> bool:
    """UF:8.53-e: only the second Movement card needs a ford, and is lost if there is none."""
    return has_gun(g, group)


@PART.answers(terrain_bar)
def up_the_hill(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:34.31: always two Movement cards, the first sideways. What the enemy lays is another matter (UF:34.3-b)."""
    if terrain != "hill" or by != group.side or not has_gun(g, group):
        return None
    if any(laid.mode == SIDEWAYS for laid in movement_cards(group)[:-1]):
        return None
    return Refusal("a gun needs two Movement cards to get on a Hill, the first sideways", "UF:34.31")


@PART.answers(joining_bar)
def joins_nobody_in_marsh(g: UfPlay, unit: Unit, group: Group) -> Refusal | None:
    """UF:34.32"""
    if isinstance(unit, Machine) and terrain_of(group) == "marsh":
        return Refusal("no gun may enter Marsh", "UF:34.32")
    return None


@PART.answers(must_reject)
def no_gun_in_marsh(g: UfPlay, group: Group, terrain: str) -> Refusal | None:
    """UF:34.32, UF:8.43"""
    if terrain == "marsh" and has_gun(g, group):
        return Refusal("no gun may enter Marsh", "UF:34.32")
    return None


@PART.answers(terrain_at_start_bar)
def no_gun_in_marsh_at_start(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:34.32"""
    return no_gun_in_marsh(g, group, terrain)


@PART.answers(no_entry)
def no_gun_comes_up_there(g: UfPlay, group: Group, unit: Unit, terrain: str) -> bool:
    """UF:8.43; a Hill takes a Movement card sideways before the one that brings the gun up (UF:34.31)."""
    if not isinstance(unit, Machine) or unit.kind != GUN:
        return False
    limbered = any(laid.mode == SIDEWAYS for laid in movement_cards(group))
    return terrain == "marsh" or (terrain == "hill" and not limbered)


@PART.answers(on_moved)
def gun_has_moved(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:34.5-a"""
    for gun in guns(g, group):
        g.update(gun, moved=True)


@PART.answers(on_set_out)
def gun_has_set_out(g: UfPlay, unit: Unit) -> None:
    """UF:34.5-a: by itself, to another group"""
    if isinstance(unit, Machine):
        g.update(unit, moved=True)


# -- concealment -------------------------------------------------------------------------------------------------


def is_spotted(gun: Machine) -> bool:
    """It has fired or moved in this game (UF:34.5-a)."""
    return gun.fired or gun.moved


@PART.answers(concealment_bar)
def spotted_gun(g: UfPlay, attack: Attack) -> Refusal | None:
    """No Concealed card against To Hit for a group with a spotted gun (UF:34.5-b), none at all for such a gun
    alone (UF:34.5-a, UF:9.5)."""
    target = g.group(attack.target)
    spotted = [gun for gun in guns(g, target) if is_spotted(gun)]
    if not spotted:
        return None
    if attack.kind in SHOTS or attack.kind == MISSION:
        return Refusal("a gun that has fired or moved gives its group away", "UF:34.5-b")
    if len(spotted) == len(target.members):
        return Refusal("a gun that has fired or moved is not concealed any more", "UF:34.5-a")
    return None


@PART.answers(concealment_bar_for)
def only_the_men(g: UfPlay, attack: Attack, unit: Unit | None) -> Refusal | None:
    """UF:34.5-c: in a group with men the card serves the men."""
    if isinstance(unit, Machine) and unit.kind == GUN and is_spotted(unit):
        return Refusal("the gun has fired or moved", "UF:34.5-c")
    return None


@PART.answers(melee_concealment_bar)
def no_concealment_hand_to_hand(g: UfPlay, unit: Unit) -> Refusal | None:
    """UF:34.5-a"""
    if isinstance(unit, Machine) and unit.kind == GUN and is_spotted(unit):
        return Refusal("the gun has fired or moved", "UF:34.5-a")
    return None


# -- attacks on it -----------------------------------------------------------------------------------------------

PLAIN, BOXED = "plain", "boxed"


class GunHit(Frame):
    """An attack on a gun is resolved, on top of the frame of the attack (`Resolving`): against its plain or its boxed
    values, or against the one and then against the other (UF:34.4), unless it is broken off in between (UF:19.11)."""

    gun: str
    stages: tuple[str, ...]


def stages_of(g: UfPlay, attack: Attack) -> tuple[str, ...]:
    """Which values an attack meets (UF:34.4). Ordnance and artillery burst around the shield, Flanking Fire goes past
    it, an anti-tank rifle through it; infantry at Relative Range 5 has a second draw with its boxed firepower, if that
    covers what the Fire cards need (UF:28.7-b)."""
    if attack.kind in SHOTS or attack.kind == MISSION:
        return (BOXED,)
    if attack.kind != FIRE:  # an Overrun is no fire: a flank helps what is fired later (UF:29.2-a)
        return (PLAIN,)
    if has_flanking_fire(g, attack):
        return (BOXED,)
    men = len(grenadiers(g, attack))
    return (PLAIN, BOXED) if 0 < needed_firepower(g, attack) <= men else (PLAIN,)


def defences(g: UfPlay, gun: Machine, *, boxed: bool) -> tuple[int, int]:
    """Morale, and what the gun is lost by: its KIA value, pinned the Panic value of its crew (UF:6.5-c), or a KIA value
    one higher like a man's where the card has none (UF:42.45-b)."""
    card = g.library.machines[gun.card]
    morale, kia, panic = (
        (card.boxed_morale, card.boxed_kia, card.boxed_panic)
        if boxed
        else (card.morale, card.kia, card.panic)
    )
    return morale, (panic or kia + 1) if gun.pinned else kia


def attack_on_gun(g: UfPlay, gun: Machine, frame: Resolving) -> None:
    g.push(GunHit(gun.id, stages_of(g, frame.attack)))


PART.adds(RESOLVERS, Resolver("ig", attack_on_gun))


@PART.decisions(GunHit)
def ask_gun_hit(g: UfPlay, frame: GunHit) -> Chance | None:
    if not frame.stages or resolving(g).over or frame.gun not in g.state.units:
        return None
    values = "boxed values" if frame.stages[0] == BOXED else "values"
    asks = f"Attack on the {values} of the {g.name(frame.gun)}"
    return draw(g, resolving(g).attack.side, asks, "UF:34.4", about=(frame.gun,))


@ask_gun_hit
def take_gun_hit(g: UfPlay, frame: GunHit, answer: Answer) -> None:
    if answer is None:
        g.pop()
        return
    below = resolving(g)
    gun = g.machine(frame.gun)
    stage, *rest = frame.stages
    frame.stages = tuple(rest)
    summed = breakdown(g, below.attack, gun)
    card = turned(g, below.attack.side, answer)
    result = tell_result(g, gun, summed, card, "UF:34.4")
    strike(g, gun, result, "UF:34.4", boxed=stage == BOXED)
    on_resolved(g, below, gun, card)


def strike(g: UfPlay, gun: Machine, result: int, rule: str, *, boxed: bool = False) -> None:
    """Compare a result with the values of a gun. It is lost, crew and all, or pinned; a pinned one has no Morale to
    lose."""
    morale, kia = defences(g, gun, boxed=boxed)
    if result >= kia:
        losses.remove(g, gun, KIA, rule)
    elif not gun.pinned and result >= morale:
        losses.pin(g, gun, rule)
    else:
        g.say("no_effect", f"{g.name(gun)} holds.", rule, side=gun.side, who=(gun.id,), at=gun.group)


@PART.answers(chances_in)
def gun_odds(g: UfPlay, attack: Attack, cards: list[ActionCard]) -> dict[str, float]:
    """The chances that guns of the target group are lost, and that they are newly pinned."""
    found: dict[str, float] = {}
    for gun in guns(g, g.group(attack.target)):
        results = [strength(g, attack, gun) + card.rnc for card in cards]
        up, down = (0.0, 1.0) if gun.pinned else (1.0, 0.0)
        for stage in stages_of(g, attack):
            lost_up, pinned = _chances(g, replace(gun, pinned=False), results, stage)
            lost_down, _ = _chances(g, replace(gun, pinned=True), results, stage)
            up, down = up * (1 - lost_up - pinned), down * (1 - lost_down) + up * pinned
        found[f"{g.name(gun)} out"] = 1 - up - down
        if not gun.pinned:
            found[f"{g.name(gun)} pinned"] = down
    return found


def _chances(g: UfPlay, gun: Machine, results: list[int], stage: str) -> tuple[float, float]:
    """The chances of one draw: the gun is lost, or newly pinned."""
    morale, kia = defences(g, gun, boxed=stage == BOXED)
    lost = sum(result >= kia for result in results)
    pinned = 0 if gun.pinned else sum(morale <= result < kia for result in results)
    return lost / len(results), pinned / len(results)


@PART.answers(mines_on_gun)
def mines(g: UfPlay, gun: Machine, result: int, card: ActionCard) -> None:
    """UF:24.31, UF:34.4: against the plain values"""
    strike(g, gun, result, "UF:24.31")


# -- its crew ----------------------------------------------------------------------------------------------------


@PART.answers(on_crewman_beaten)
def crewman_killed(g: UfPlay, gun: Machine) -> None:
    """UF:34.71-a: hand to hand the crew fights on, man by man (UF:34.7-a)."""
    if gun.kind != "ig":
        return
    gun = g.update(gun, crew_killed=gun.crew_killed + 1)
    text = f"{g.name(gun)} loses a crewman."
    g.say("crew_killed", text, "UF:34.71-a", side=gun.side, who=(gun.id,), at=gun.group)
    nobody_left(g, gun)


@PART.answers(on_crew_lost)
def nobody_left(g: UfPlay, gun: Machine) -> None:
    """UF:34.71-a: the gun is lost with its last man, also by a Sniper."""
    if gun.kind == GUN and gun.crew_killed >= CREW:
        losses.remove(g, gun, KIA, "UF:34.71-a")


@PART.answers(on_rally_all)
def crew_rallies_with_the_others(g: UfPlay, group: Group) -> None:
    """UF:10.23-d; else a crew takes a Rally of 3 or more, also one that is short of men (UF:34.6-a), or what is
    gathered of lower ones and Hero cards (UF:34.6-b): see `afv_rally`."""
    for gun in guns(g, group):
        if gun.pinned:
            recover(g, gun, RALLY_ALL)
