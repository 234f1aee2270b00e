"""The quick player's answer to every question of Squad Leader that it knows, one step ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from defilade.ai.squad_leader import anti_tank, drivers, earthworks, gunners, gunnery_officer, special_weapons
from defilade.ai.squad_leader.going import (
    CROWDED,
    choose_advance,
    choose_attack,
    choose_comer,
    choose_entry,
    choose_mover,
    choose_step,
    standing,
)
from defilade.ai.squad_leader.picture import Picture
from defilade.ai.squad_leader.riders import charging_mover, choose_ride, choose_wheels, off_the_saddle
from defilade.ai.squad_leader.shooting import choose_firer, choose_target, price_of_staying
from defilade.kernel import Action, Choice, Position, System, View
from defilade.rules.sl.eyes.coming_on import ComeOn
from defilade.rules.sl.people.berserk_afvs import AfvRage
from defilade.rules.sl.state import DFPH, MPH, SlPlay
from defilade.rules.sl.vehicle_fire import FIRE as VEHICLE_FIRE
from defilade.rules.sl.vehicles.driving import Driving
from defilade.rules.sl.vehicles.parking import PlaceVehicles
from defilade.rules.sl.weapons.anti_tank_fire import AntiTankShot
from defilade.rules.sl.weapons.shells import Shell
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.moving import Moving

KNOWN_VERBS = (
    special_weapons.VERBS
    | anti_tank.VERBS
    | drivers.VERBS
    | earthworks.VERBS
    | gunnery_officer.VERBS
    | gunners.VERBS
    | frozenset(
        "add advance attack brace cancel capture-horses charge come-on cover declare direct dismount done enter "
        "fall-back get-off hide hold-fire join kill-horses lead mount move no-leader pick place rally ride-on rout "
        "stay-up steal-in stop target with withdraw".split()
    )
)
HIDING = {"hide": 0.3, "cover": 0.2}
"""What it is worth to a defender to set up so that the enemy does not see it; who attacks must come out anyway."""
"""What the answers may say."""


def familiar(options: Sequence[Action]) -> list[Action]:
    """The options that some answer knows."""
    return [option for option in options if option.verb in KNOWN_VERBS]


def strange(choice: Choice) -> Sequence[Action]:
    """A question of which no answer knows anything; otherwise what is known is enough."""
    return () if len(familiar(choice.options)) > 0 else choice.options


def play_of(position: Position[Any]) -> SlPlay:
    play = cast(SlPlay, position.system.play(position.state))
    play.silent = True
    return play


def decide(view: View[Any], system: System[Any]) -> Action | None:
    """The best answer to the choice of a view; none where there is nothing to judge by."""
    choice = view.pending
    assert isinstance(choice, Choice)
    return reply(play_of(Position(system, view.state, choice)), choice)


def reply(g: SlPlay, choice: Choice) -> Action | None:
    options = familiar(choice.options)
    if len(options) <= 1:
        return options[0] if options else None
    p = Picture(g, choice.side)
    top = g.state.stack[-1]
    verbs = {option.verb for option in options}
    if verbs & gunners.VERBS:
        return gunners.reply(p, options)
    if isinstance(top, DeclareFire):
        return choose_firer(p, top, options)
    if isinstance(top, AfvRage):
        return max(options, key=lambda option: (drivers.value_of_fire(p, option), str(option)))
    if isinstance(top, Driving):
        return drivers.choose_step(p, top, options)
    if isinstance(top, PlaceVehicles):
        return drivers.set_up(p, options)
    if verbs & special_weapons.VERBS:
        using = special_weapons.best_use(p, options, lambda option: staying(p, g, option))
        options = [option for option in options if option.verb not in special_weapons.VERBS]
        if using is not None or len(options) == 1:
            return using or options[0]
        verbs -= special_weapons.VERBS
    if verbs & anti_tank.VERBS:
        shot = anti_tank.best_shot(p, options)
        options = [option for option in options if option.verb not in anti_tank.VERBS]
        if shot is not None or len(options) == 1:
            return shot or options[0]
        verbs -= anti_tank.VERBS
    if VEHICLE_FIRE in verbs:
        fire = drivers.best_fire(p, options)
        options = [option for option in options if option.verb != VEHICLE_FIRE]
        if fire is not None or len(options) == 1:
            return fire or options[0]
        verbs.discard(VEHICLE_FIRE)
    if isinstance(top, (AntiTankShot, Shell)):
        return anti_tank.who_directs(p, options)
    if isinstance(top, Moving):
        riding = choose_wheels(p, top, options) or choose_ride(p, top, options)
        return riding or choose_step(p, top, without_mounts(options))
    if verbs & gunnery_officer.VERBS:
        return gunnery_officer.choose(p, options)
    if verbs & earthworks.VERBS:
        return earthworks.choose_works(p, options)
    if "place" in verbs:
        return choose_place(p, options)
    if "pick" in verbs:
        return options[0]
    if "rally" in verbs:
        return next(option for option in options if option.verb == "rally")
    if "target" in verbs:
        return choose_target(p, DFPH if g.state.phase == MPH else g.state.phase, options)
    if isinstance(top, ComeOn):
        return choose_entry(p, top, options)
    if verbs & {"come-on", "steal-in"}:
        return choose_comer(p, options)
    if "drive" in verbs:
        driver = drivers.choose_driver(p, options)
        options = [option for option in options if option.verb != "drive"]
        if driver is not None or len(options) == 1:
            return driver or options[0]
    if "move" in verbs:
        return charging_mover(p, options) or choose_mover(p, options)
    if "advance" in verbs:
        return off_the_saddle(p, options) or choose_advance(p, without_mounts(options))
    if "rout" in verbs:
        return choose_rout(p, options)
    if verbs & {"attack", "with", "lead"}:
        return choose_attack(p, options)
    if "brace" in verbs or "get-off" in verbs or "capture-horses" in verbs:
        return options[0]
    if "fall-back" in verbs:
        return max(options, key=lambda option: standing(p, g.unit(option.who[0]), option.at))
    return options[-1]  # nobody leaves a melee of his own accord


def staying(p: Picture, g: SlPlay, option: Action) -> float:
    """What it costs to stay for it (SL:4.1.1)."""
    return price_of_staying(p, g.state.phase, [g.unit(option.who[0])])


def without_mounts(options: Sequence[Action]) -> list[Action]:
    """Who is on foot stays so."""
    return [option for option in options if option.verb not in ("mount", "dismount", "brace", "charge")]


def choose_place(p: Picture, options: Sequence[Action]) -> Action:
    """Set up where it is worth most to stand."""
    unit = p.g.unit(options[0].who[0])

    def worth_of(option: Action) -> tuple[float, str]:
        crowd = sum(1 for plan in p.g.state.plans.values() if plan.hex == option.at)
        hiding = -0.1 if p.attacks and option.verb in HIDING else HIDING.get(option.verb, 0.0)
        hiding -= gunners.misplaced(p, unit, option.at)
        return standing(p, unit, option.at) + hiding - CROWDED * crowd, option.at

    return max(options, key=worth_of)


def choose_rout(p: Picture, options: Sequence[Action]) -> Action:
    """To where least fire falls, with a leader who can rally them if one comes along."""
    routs = [option for option in options if option.verb == "rout"]
    g = p.g

    def refuge(option: Action) -> tuple[float, float]:
        led = any(other.is_leader and not other.broken for other in g.side_in(option.at, p.side))
        return p.fire_on(option.at) - 4 * led, p.way(option.at)

    return min(routs, key=refuge)
