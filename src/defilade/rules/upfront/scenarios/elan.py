"""What men earn in a campaign while they fight (UF:42.43), and what a Staff Sergeant is worth (UF:42.46-b).

Only scenarios of a campaign keep count: their special rules name it.  Points are kept with the man until the roster
takes them over after the scenario.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Line
from defilade.rules.upfront.close_quarters.close_combat import on_beaten
from defilade.rules.upfront.game.attack import DEMOLITION, FIRE, Attack
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.library import SL
from defilade.rules.upfront.game.losses import on_removed
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.secondary_weapons import PANZERFAUST
from defilade.rules.upfront.game.state import KIA, Machine, Man, Unit
from defilade.rules.upfront.ground.team import on_table_decided
from defilade.rules.upfront.infantry.fire import on_attack_declared
from defilade.rules.upfront.infantry.hero import on_hero
from defilade.rules.upfront.infantry.resolution import Resolving, on_attack_over, on_resolved
from defilade.rules.upfront.turn.command import leaders
from defilade.rules.upfront.turn.sequence import hand_lines
from defilade.rules.upfront.vehicles.afv_close_combat import on_vehicle_put_out
from defilade.rules.upfront.vehicles.afv_damage import on_immobilized

PART = Part()

CAMPAIGN = "campaign"
TANK_KILLERS = ("bazooka", "panzerschreck", PANZERFAUST)
BARE_HANDS = ""


def is_campaign(g: UfPlay) -> bool:
    return CAMPAIGN in g.scenario.special


def earn(g: UfPlay, man: str, points: int, why: str) -> None:
    """Points are written down as soon as they are earned; who has fallen earns nothing."""
    unit = g.state.units.get(man)
    if isinstance(unit, Man) and points:
        g.update(unit, elan=unit.elan + points)
        text = f"{g.name(unit)} earns {points} Elan: {why}."
        g.say("elan", text, "UF:42.43", side=unit.side, who=(man,), at=unit.group)


# -- single deeds ------------------------------------------------------------------------------------------------


@PART.answers(on_hero)
def hero(g: UfPlay, unit: Unit) -> None:
    if is_campaign(g) and isinstance(unit, Man):
        earn(g, unit.id, campaign_tables().elan.hero, "a hero")


@PART.answers(on_beaten)
def close_combat(g: UfPlay, victor: Man, loser: Unit) -> None:
    """A man killed, or one of a gun's crew: a fully manned gun counts three times."""
    if is_campaign(g):
        earn(g, victor.id, campaign_tables().elan.close_combat, f"he has beaten {g.name(loser)} hand to hand")


# -- vehicles ----------------------------------------------------------------------------------------------------


def vehicle_points(weapon: str) -> int:
    """What a vehicle is worth that was destroyed with a weapon."""
    table = campaign_tables().elan
    if weapon in TANK_KILLERS:
        return table.vehicle_light_weapon
    return table.vehicle_bare if weapon == BARE_HANDS else table.vehicle_charge


@PART.answers(on_vehicle_put_out)
def vehicle_put_out(g: UfPlay, man: str, vehicle: Machine, weapon: str, destroyed: bool) -> None:
    """Immobilizing is worth less, and the same man earns nothing more by destroying it then."""
    if not is_campaign(g):
        return
    done = f"stopped {vehicle.id}"
    if destroyed:
        if g.state.facts.get(done) != man:
            earn(g, man, vehicle_points(weapon), f"{g.name(vehicle)} is destroyed")
    else:
        g.state.facts[done] = man
        less = campaign_tables().elan.immobilized_less
        earn(g, man, vehicle_points(weapon) - less, f"{g.name(vehicle)} is immobilized")


def _shot_by(g: UfPlay, vehicle: Machine) -> Attack | None:
    """The shot of a light anti-tank weapon that is being resolved against a vehicle."""
    for frame in reversed(g.state.stack):
        if isinstance(frame, Resolving):
            attack = frame.attack
            return attack if attack.weapon in TANK_KILLERS and attack.target == vehicle.group else None
    return None


@PART.answers(on_immobilized)
def shot_immobilizes(g: UfPlay, vehicle: Machine) -> None:
    attack = _shot_by(g, vehicle) if is_campaign(g) else None
    if attack is not None:
        vehicle_put_out(g, attack.shooter, vehicle, attack.weapon, False)


@PART.answers(on_removed)
def shot_destroys(g: UfPlay, unit: Unit, fate: str) -> None:
    if is_campaign(g) and isinstance(unit, Machine) and unit.kind == "afv" and fate == KIA:
        attack = _shot_by(g, unit)
        if attack is not None:
            vehicle_put_out(g, attack.shooter, unit, attack.weapon, True)


# -- charges and infiltrators ------------------------------------------------------------------------------------

BLAST, AMBUSH, WORKED = "blast", "ambush", "ambush worked"


def hurt(g: UfPlay, unit: Unit) -> bool:
    """A card that has just been resolved is gone, or is pinned and was not before."""
    now = g.state.units.get(unit.id)
    return now is None or (now.pinned and not unit.pinned)


@PART.answers(on_attack_declared)
def ambush(g: UfPlay, attack: Attack) -> None:
    """Infiltrators who fire into the group they have infiltrated, and how many unpinned men it has."""
    if not is_campaign(g) or attack.kind != FIRE or not attack.firer:
        return
    men = [m.id for m in g.men(g.group(attack.firer)) if m.joins_fire and m.infiltrates == attack.target]
    if men:
        unpinned = sum(not man.pinned for man in g.men(g.group(attack.target)))
        g.state.facts[AMBUSH] = " ".join([str(unpinned), *men])


@PART.answers(on_resolved)
def count_the_hurt(g: UfPlay, frame: Resolving, unit: Unit, card: ActionCard) -> None:
    if not is_campaign(g) or unit.side == frame.attack.side or not hurt(g, unit):
        return
    if frame.attack.kind == DEMOLITION:
        g.state.facts[BLAST] = str(int(g.state.facts.get(BLAST, "0")) + 1)
    elif AMBUSH in g.state.facts:
        g.state.facts[WORKED] = "yes"


@PART.answers(on_attack_over)
def reward(g: UfPlay, attack: Attack) -> None:
    """UF:42.43: three men or more by one charge; or as many points as there were unpinned defenders, for each of the
    infiltrators whose fire pinned or removed somebody."""
    if not is_campaign(g):
        return
    table = campaign_tables().elan
    if int(g.state.facts.pop(BLAST, "0")) >= table.blast_men:
        earn(g, attack.shooter, table.blast, "his charge")
    told = g.state.facts.pop(AMBUSH, "")
    if g.state.facts.pop(WORKED, "") and told:
        points, *men = told.split()
        for man in men:
            earn(g, man, int(points), "fire from within the enemy group")


@PART.answers(on_table_decided)
def end_of_a_table(g: UfPlay, table: str) -> None:
    """UF:42.44-d: in a team game whoever is unpinned when his scenario ends earns the points then, and once more in a
    scenario that he has gone over to."""
    if is_campaign(g):
        for unit in list(g.state.units.values()):
            if isinstance(unit, Man) and not unit.pinned and g.group_of(unit).table == table:
                earn(g, unit.id, campaign_tables().elan.unpinned_at_end, "unpinned at the end")


# -- a Staff Sergeant --------------------------------------------------------------------------------------------


@PART.answers(hand_lines)
def staff_sergeant(g: UfPlay, side: str) -> Iterator[Line]:
    """UF:42.46-b: one card more while a SSG leads, unpinned. When he is pinned or lost this card is gone together with
    the one of UF:15.2, which makes two."""
    if is_campaign(g):
        present = leaders(g, side)
        if present and present[0].role == SL and present[0].rank == "SSG" and not present[0].pinned:
            yield Line("a Staff Sergeant leads", 1, "UF:42.46-b")
