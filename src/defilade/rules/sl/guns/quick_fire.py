"""Guns whose fire on the fire table is printed on them (SL:10.1.12): a burst that need not hit first.

It takes all the fire of a player turn, and gives away who is hidden or under a "?" (SL:2.7.4).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Line
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.fire import Attack, before_attack, in_the_hex
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.guns.covered_arc import case_a
from defilade.rules.sl.guns.pieces import served
from defilade.rules.sl.guns.rate_of_fire import rate
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.anti_tank_fire import taken_aim
from defilade.rules.sl.weapons.hidden_ordnance import Detection, come_to_light
from defilade.rules.sl.weapons.launchers import barrel_of, bearers, launch_refusal, note_shot, stands
from defilade.rules.sl.weapons.ways_of_fire import IFE, fires
from defilade.tactics.attack_plan import HINDRANCE, Firing, attack_lines, shot_factors
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side

PART = Part()

BURST = "gun-burst"
FAR = 20
HALF = 0.5


@PART.answers(other_acts)
def bursts(g: SlPlay, side: Side) -> list[Action]:
    enemy = g.enemy_of(side)
    found = []
    for unit, weapon in bearers(g, side):
        barrel = barrel_of(g, weapon)
        if barrel is None or not barrel.ife or served(g, weapon).shots:
            continue
        for hex in [hex for hex in g.state.stacks if g.has_side(hex, enemy)]:
            if launch_refusal(g, unit, weapon, hex) is None:
                found.append(Action(BURST, (unit.id, weapon.id), hex))
    return found


@PART.answers(acted_otherwise)
def fire(g: SlPlay, side: Side, action: Action) -> None:
    """SL:10.1.12-a: it exhausts the gun; SL:2.7.4: whoever was out of sight is seen at once."""
    if action.verb != BURST:
        return
    unit, weapon = g.unit(action.who[0]), g.state.weapons[action.who[1]]
    if unit.id in g.state.unseen:
        come_to_light(g, unit, stands(g, unit), "bursts of its gun", "SL:2.7.4")
        unit = g.unit(unit.id)
    targets = in_the_hex(g, action.at)
    taken_aim(g, unit, weapon, targets, action.at)
    note_shot(g, unit, g.state.weapons[weapon.id], "")
    g.state.stack[:] = [frame for frame in g.state.stack if not isinstance(frame, Detection)]
    old = served(g, weapon)
    g.state.served[weapon.id] = msgspec.structs.replace(old, shots=max(old.shots, rate(g, unit, weapon)))
    shot = Shot(unit.id, weapon.id, IFE)
    attack = Attack(g.state.phase, side, action.at, targets, (shot,))
    g.say(
        "declare",
        f"{g.name(unit)} fires bursts with the {g.weapon_name(weapon)} at {g.place_name(action.at)}.",
        "SL:10.1.12-a",
        side=side,
        who=(unit.id,),
        at=action.at,
    )
    g.push_in_order(*before_attack(g, attack), attack)


@PART.modifies(shot_factors, "SL:10.1.12-b", step=1)
def far_away(g: SlPlay, firing: Firing) -> list[Line]:
    if not fires(firing.shot, IFE) or firing.distance <= FAR:
        return []
    return [Line("beyond 20 hexes", HALF, "SL:10.1.12-b", "x")]


@PART.modifies(attack_lines, "SL:10.1.13", step=HINDRANCE)
def turned(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:10.1.13: Case A, on the fire table."""
    found: list[Line] = []
    for shot in shots:
        if fires(shot, IFE) and shot.weapon in g.state.weapons:
            lines = case_a(g, g.unit(shot.unit), g.state.weapons[shot.weapon], target)
            found += [Line(line.label, line.value, "SL:10.1.13") for line in lines]
    return found


PART.adds(
    SPOKEN,
    Spoken(
        BURST,
        lambda g, action: (
            f"{g.name(action.who[0])} fires bursts with the {g.weapon_name(action.who[1])} at {g.place_name(action.at)}"
        ),
    ),
)
PART.adds(OPTION_LOOKS, VerbLook(BURST, OptionLook("Bursts", hex="target")))
