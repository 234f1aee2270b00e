"""Declaring a shot of ordnance (SKF:3.2.4-i): the weapon, the hex, Target Type and ammunition, who directs it.

The weapon is picked in the fire phase; then `Aiming` asks step by step, so that lists stay short.  Who has picked a
weapon fires it: a player who thinks better of it takes his choice back, as long as no dice have fallen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, all_of
from defilade.rules.sk import los
from defilade.rules.sk.firers import NOT_POSSESSED, directing_refusal
from defilade.rules.sk.full.ordnance.guns import (
    all_firers,
    firer_of,
    firer_refusal,
    mode_of,
    partners,
    reveal_firer,
)
from defilade.rules.sk.full.ordnance.occasions import WAYS_TO_FIRE, WayToFire
from defilade.rules.sk.full.ordnance.resolution import ToHit
from defilade.rules.sk.full.ordnance.shots import (
    OWN,
    Firer,
    Gunshot,
    Occasion,
    firer_bar,
    manning,
    other_firers,
    the_ordnance,
)
from defilade.rules.sk.full.ordnance.target_types import (
    facings,
    has_targets,
    left_guns,
    may_be_shot,
    may_see,
    shots_at,
)
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex, Side

PART = Part()

GUN = "gun"
NO_LEADER, ELSEWHERE, ALONE = Action("no-leader"), Action("elsewhere"), Action("alone")

RULES = ("SKF:3.2.4-i", "SKF:3.2.4-h")
NOT_NOW = Refusal("that vehicle has no main armament that its side could fire now", "SKF:7.2-b")
NOTHING_TO_SHOOT_AT = Refusal("it has nothing to fire at now", "SKF:3.2.4-i")


class Aiming(Frame):
    """A side lays a weapon. In the enemy MPh `target` and `targets` are given from the start."""

    phase: str
    side: Side
    firer: str
    weapon: str
    target: str = ""
    targets: tuple[str, ...] = ()
    elsewhere: bool = False
    """A hex without enemies is asked for."""
    shot: Gunshot | None = None
    """The shot as far as it is declared."""
    manned: bool = False
    """Who helps with the weapon has been asked."""
    directed: bool = False
    """Who directs it has been asked."""


@all_of
def further_choices(g: SkPlay, shot: Gunshot) -> Iterable[Action]:
    """What else has the firer to decide about this shot before he rolls? The last word of the action is taken by
    `choose_further`."""
    return ()


@all_of
def choose_further(g: SkPlay, shot: Gunshot, action: Action) -> Iterable[Gunshot]:
    """The shot as this decision makes it."""
    return ()


def occasion_of(frame: Aiming) -> Occasion:
    if frame.phase == MPH:
        return Occasion(frame.phase, frame.side, frame.target, frame.targets)
    return Occasion(frame.phase, frame.side)


def firer_in(g: SkPlay, frame: Aiming) -> Firer | None:
    """The weapon as it stands now; None if it cannot fire any more."""
    return next(
        (
            firer
            for firer in all_firers(g, occasion_of(frame))
            if firer.id == frame.firer and firer.weapon == frame.weapon
        ),
        None,
    )


# -- the verb of the fire phases -------------------------------------------------------------------------------


def target_hexes(g: SkPlay, firer: Firer, occasion: Occasion) -> list[str]:
    """The hexes with enemies at which a weapon may fire."""
    return list(_target_hexes(g, firer, occasion))


def _target_hexes(g: SkPlay, firer: Firer, occasion: Occasion) -> Iterator[str]:
    if occasion.target:
        places = [occasion.target]
    else:
        enemy = g.enemy_of(occasion.side)
        held = (hex for hex in g.state.stacks if g.has_side(hex, enemy))
        wheels = (tank.hex for tank in g.state.vehicles.values() if tank.hex and tank.side == enemy)
        places = list(dict.fromkeys((*held, *wheels, *left_guns(g, occasion.side))))
    for hex in places:
        if may_see(g, firer.hex, hex) is None and has_targets(g, occasion, hex):
            if next(_shots(g, firer, occasion, hex), None) is not None:
                yield hex


def _shots(g: SkPlay, firer: Firer, occasion: Occasion, hex: Hex) -> Iterator[Gunshot]:
    mode = mode_of(g, firer, occasion, hex)
    if isinstance(mode, Refusal):
        return iter(())
    return shots_at(g, firer, occasion, hex, mode)


def empty_hexes(g: SkPlay, firer: Firer, occasion: Occasion) -> list[str]:
    """SKF:6.11: hexes without known enemies, for the ATT; none in the MPh."""
    if occasion.target or the_ordnance(g, firer.weapon).latw:
        return []
    found = []
    for hex in g.map.names:
        if hex == firer.hex or has_targets(g, occasion, hex) or g.has_side(hex, occasion.side):
            continue
        if may_see(g, firer.hex, hex) is None and any(
            shot.type == ATT for shot in _shots(g, firer, occasion, hex)
        ):
            found.append(hex)
    return found


def may_fire_somewhere(g: SkPlay, firer: Firer, occasion: Occasion) -> bool:
    if next(_target_hexes(g, firer, occasion), None) is not None:
        return True
    if occasion.target or the_ordnance(g, firer.weapon).latw:
        return False
    mode = mode_of(g, firer, occasion, firer.hex)
    return not isinstance(mode, Refusal) and _sees_an_empty_hex(g, firer, occasion)


def _sees_an_empty_hex(g: SkPlay, firer: Firer, occasion: Occasion) -> bool:
    """The hexes beside it are looked at first, because they are nearly always enough."""
    return any(
        hex != firer.hex
        and not g.state.stacks.get(hex)
        and may_see(g, firer.hex, hex) is None
        and any(shot.type == ATT for shot in _shots(g, firer, occasion, hex))
        for hex in (*g.map.adjacent[firer.hex], *g.map.names)
    )


def gun_options(g: SkPlay, occasion: Occasion) -> list[Action]:
    return [
        Action(GUN, (firer.id, firer.weapon))
        for firer in all_firers(g, occasion)
        if may_fire_somewhere(g, firer, occasion)
    ]


def begin(g: SkPlay, occasion: Occasion, action: Action) -> None:
    firer, weapon = action.who
    reveal_firer(g, firer, "it fires")
    g.push(Aiming(occasion.phase, occasion.side, firer, weapon, occasion.target, occasion.targets))


def why_not_gun(g: SkPlay, occasion: Occasion, action: Action) -> Refusal | None:
    if len(action.who) != 2 or action.who[1] not in g.state.weapons:
        return None
    unit, weapon = g.state.units.get(action.who[0]), g.state.weapons[action.who[1]]
    if action.who[0] in g.state.vehicles:
        return _why_not_armament(g, occasion, action)
    if unit is None or g.weapon_type(weapon).ordnance is None or unit.side != occasion.side:
        return NOT_POSSESSED
    firer = firer_of(g, unit, weapon)
    found = firer_refusal(g, firer)
    if found is not None:
        return found
    mode = mode_of(g, firer, occasion, occasion.target or unit.hex)
    return mode if isinstance(mode, Refusal) else NOTHING_TO_SHOOT_AT


def _why_not_armament(g: SkPlay, occasion: Occasion, action: Action) -> Refusal:
    found = next((firer for firer in other_firers(g, occasion) if firer.id == action.who[0]), None)
    if found is None:
        return NOT_NOW
    barred = firer_bar(g, found, occasion) or mode_of(g, found, occasion, occasion.target or found.hex)
    return barred if isinstance(barred, Refusal) else NOTHING_TO_SHOOT_AT


PART.adds(WAYS_TO_FIRE, WayToFire(GUN, gun_options, begin, why_not_gun))


# -- step by step ----------------------------------------------------------------------------------------------


def manner(shot: Gunshot) -> str:
    """A shot's Target Type, ammunition and, where it turns, its facing in one word.

    >>> manner(Gunshot("a", "b", "c", "d", "PFPh", "german", "prep", type="itt", ammo="HE", facing=2, turns=1))
    'itt-HE-2'
    """
    return f"{shot.type}-{shot.ammo}" + (f"-{shot.facing}" if shot.turns else "")


def shot_action(shot: Gunshot) -> Action:
    return Action("shoot", (shot.aimed_at,) if shot.aimed_at else (), shot.target, manner(shot))


def shots_now(g: SkPlay, frame: Aiming) -> list[Gunshot]:
    firer = firer_in(g, frame)
    return list(_shots(g, firer, occasion_of(frame), frame.target)) if firer is not None else []


def helper_actions(g: SkPlay, shot: Gunshot) -> list[Action]:
    """SKF:4.4.1-b, SKF:4.5-a: a second SMC at the weapon."""
    unit = manning(g, shot)
    if unit is None or not unit.is_leader:
        return []
    return [Action("with", (uid,)) for uid in partners(g, unit, g.state.weapons[shot.weapon])]


def leader_actions(g: SkPlay, shot: Gunshot) -> list[Action]:
    """DAE:QRDC-case06: leaders direct SW, never Guns and vehicles."""
    unit = manning(g, shot)
    if unit is None or the_ordnance(g, shot.weapon).gun:
        return []
    as_shot = Shot(unit.id, shot.weapon, shot.mode, shot.second)
    return [
        Action("direct", (leader.id,))
        for leader in g.side_in(unit.hex, unit.side)
        if leader.is_leader and directing_refusal(g, shot.phase, leader, unit.hex, (as_shot,)) is None
    ]


def details(g: SkPlay, frame: Aiming, shot: Gunshot) -> list[Action]:
    """What is still to be decided about a shot; questions without a choice are passed over."""
    if not frame.manned:
        helpers = helper_actions(g, shot)
        if helpers:
            return helpers if _needs_two(g, shot) else [*helpers, ALONE]
    if not frame.directed:
        leaders = leader_actions(g, shot)
        if leaders:
            return [*leaders, NO_LEADER]
    return list(further_choices(g, shot))


def options(g: SkPlay, frame: Aiming) -> list[Action]:
    if frame.shot is not None:
        return details(g, frame, frame.shot)
    firer = firer_in(g, frame)
    if firer is None:
        return []
    if frame.target:
        return [shot_action(found) for found in shots_now(g, frame)]
    occasion = occasion_of(frame)
    if frame.elsewhere:
        return [Action("at", (), hex) for hex in empty_hexes(g, firer, occasion)]
    found = [Action("at", (), hex) for hex in target_hexes(g, firer, occasion)]
    if not the_ordnance(g, firer.weapon).latw and _sees_an_empty_hex(g, firer, occasion):
        found.append(ELSEWHERE)
    return found


def _needs_two(g: SkPlay, shot: Gunshot) -> bool:
    return shot.type == OWN and the_ordnance(g, shot.weapon).type in ("BAZ", "PSK")


def why_not(g: SkPlay, frame: Aiming, action: Action) -> Refusal | None:
    firer = firer_in(g, frame)
    if firer is None or frame.shot is not None:
        return None
    if action.verb == "at" and action.at in g.map.index:
        found = may_see(g, firer.hex, action.at)
        if found is not None:
            return found
        mode = mode_of(g, firer, occasion_of(frame), action.at)
        return mode if isinstance(mode, Refusal) else NOTHING_TO_SHOOT_AT
    if action.verb == "shoot" and frame.target:
        return _shoot_refusal(g, frame, firer, action)
    return None


def _shoot_refusal(g: SkPlay, frame: Aiming, firer: Firer, action: Action) -> Refusal | None:
    from_words = action.how.split("-")
    if len(from_words) < 2:
        return None
    occasion = occasion_of(frame)
    mode = mode_of(g, firer, occasion, frame.target)
    if isinstance(mode, Refusal):
        return mode
    facing, turns = facings(g, firer, frame.target)[0]
    shot = Gunshot(
        firer=firer.id,
        weapon=firer.weapon,
        hex=firer.hex,
        target=frame.target,
        phase=frame.phase,
        side=frame.side,
        mode=mode,
        type=from_words[0],
        ammo=from_words[1],
        aimed_at=action.who[0] if action.who else "",
        facing=int(from_words[2]) if len(from_words) > 2 else facing,
        turns=turns,
        mount=firer.mount,
    )
    if shot.type not in ("itt", "att", "vtt", OWN):
        return None
    return may_be_shot(g, shot)


@PART.decisions(Aiming, why_not=why_not)
def ask_aiming(g: SkPlay, frame: Aiming) -> Choice | None:
    weapon = g.weapon_name(frame.weapon)
    found = options(g, frame)
    if frame.shot is not None and not found:
        return None
    if frame.shot is not None:
        asks = f"The {weapon} at {g.place_name(frame.shot.target)}: how?"
    elif frame.target:
        asks = f"How does the {weapon} fire at {g.place_name(frame.target)}?"
    else:
        asks = f"Which hex does the {weapon} fire at?"
    return Choice(
        frame.side,
        asks,
        tuple(found),
        RULES,
        about=(frame.firer, frame.weapon),
        at=frame.target,
    )


@ask_aiming
def take_aiming(g: SkPlay, frame: Aiming, answer: Action | Outcome | None) -> None:
    if answer is None:
        assert frame.shot is not None
        g.pop()
        _say_declared(g, frame.shot)
        g.push(ToHit(_checked(g, frame.shot), frame.targets))
        return
    assert isinstance(answer, Action)
    if answer == ELSEWHERE:
        frame.elsewhere = True
    elif answer.verb == "at":
        frame.target = answer.at
    elif answer.verb == "shoot":
        frame.shot = next(shot for shot in shots_now(g, frame) if shot_action(shot) == answer)
    elif frame.shot is not None:
        _take_detail(g, frame, frame.shot, answer)


def _take_detail(g: SkPlay, frame: Aiming, shot: Gunshot, answer: Action) -> None:
    if answer.verb in ("with", "alone"):
        frame.manned = True
        frame.shot = msgspec.structs.replace(shot, second=answer.who[0] if answer.who else "")
    elif answer.verb in ("direct", "no-leader"):
        frame.manned = frame.directed = True
        frame.shot = msgspec.structs.replace(shot, leader=answer.who[0] if answer.who else "")
    else:
        frame.shot = next(iter(choose_further(g, shot, answer)))


def _say_declared(g: SkPlay, shot: Gunshot) -> None:
    directed = f", {g.name(shot.leader)} directs" if shot.leader else ""
    g.say(
        "declare",
        f"The {g.weapon_name(shot.weapon)} fires from {g.place_name(shot.hex)} at {g.place_name(shot.target)}: "
        f"{shot.ammo}{directed}.",
        "SKF:3.2.4-i",
        side=shot.side,
        who=(shot.firer,),
        at=shot.target,
    )


def _checked(g: SkPlay, shot: Gunshot) -> Gunshot:
    """SK1:3.2-h: the LOS is checked when the shot has been declared."""
    if shot.hex == shot.target or los.sees(g, shot.hex, shot.target):
        return shot
    return msgspec.structs.replace(shot, blocked=True)
