"""Crews that go berserk at their weapon (SL:3.25.9, SL:3.25.10-a): they stay with it, and fire it whenever they can.

At the opening of the PFPh and the DFPh their side says at whom, before it does anything else; others may join the
attack. The latest box gives machine guns a rule of their own: sustained fire, at nobody if need be. A crew whose weapon
has failed charges like everybody else. A panzerfaust or what else is gone with a shot is no weapon to stay with.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import morale
from defilade.rules.sl.fire import MARKS, FutileFire, in_the_hex, weapon_marked
from defilade.rules.sl.fire_phases import acted_otherwise, passed_through, path_unseen, put_back
from defilade.rules.sl.options import before
from defilade.rules.sl.people.berserk import stays_at_its_weapon, went_berserk
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import DFPH, PFPH, SlPlay
from defilade.rules.sl.vehicles.yard import of_side
from defilade.rules.sl.weapons.anti_tank_fire import shots_at
from defilade.rules.sl.weapons.launchers import kind_of_launcher, launcher
from defilade.rules.sl.weapons.machine_guns import mg_refusal
from defilade.rules.sl.weapons.shells import shots_at_men
from defilade.rules.sl.weapons.sustained_fire import sustained_refusal
from defilade.rules.sl.weapons.ways_of_fire import SUSTAINED, firing
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side
from defilade.tactics.sequence import phase_opens
from defilade.tactics.units import CREW, HALF_SQUAD, PREP, SQUAD, Unit, Weapon

PART = Part()

RAGE = "rage"
GUN_OF_A_CREW = ("MMG", "HMG")
"""What a berserk squad does not take along; a LMG is no burden to it (SL:3.25-q9)."""


# -- who stays ---------------------------------------------------------------------------------------------


def weapon_of(g: SlPlay, unit: Unit) -> Weapon | None:
    """The weapon that a berserk crew stays with: one of its side that works, and can be fired again and again."""
    if not unit.berserk or unit.kind != CREW or not unit.hex or unit.melee:
        return None
    for weapon in g.weapons_of(unit):
        if weapon.malfunctioned or weapon.dismantled:
            continue
        if g.weapon_type(weapon).is_machine_gun and sustained_refusal(g, unit, weapon) is None:
            return weapon
        if launcher(g, weapon) is not None and not kind_of_launcher(g, weapon).once:
            return weapon
    return None


def is_gun(g: SlPlay, weapon: Weapon) -> bool:
    return g.weapon_type(weapon).is_machine_gun


@PART.answers(stays_at_its_weapon)
def mans_it(g: SlPlay, unit: Unit) -> bool:
    return weapon_of(g, unit) is not None


@PART.answers(went_berserk)
def leaves_its_gun(g: SlPlay, unit: Unit) -> None:
    """SL:3.25.10-b: squads and half-squads charge without the guns of crews."""
    if unit.kind not in (SQUAD, HALF_SQUAD) or before(g, "gi"):
        return
    for weapon in g.weapons_of(unit):
        if g.weapon_type(weapon).kind in GUN_OF_A_CREW:
            g.update_weapon(weapon, owner="")
            g.say(
                "abandoned",
                f"{g.name(unit)} leaves the {g.weapon_name(weapon)}.",
                "SL:3.25.10-b",
                side=unit.side,
                who=(unit.id,),
                at=unit.hex,
            )


# -- their fire --------------------------------------------------------------------------------------------


class CrewsRage(Frame):
    """Berserk crews of a side fire before everybody else in its fire phase."""

    phase: str
    side: Side


def raging(g: SlPlay, side: Side) -> list[tuple[Unit, Weapon]]:
    """The crews that have yet to fire, and what."""
    found = [(unit, weapon_of(g, unit)) for unit in g.on_map(side) if unit.berserk]
    return [(unit, weapon) for unit, weapon in found if weapon is not None and not (weapon.fire or unit.fire)]


@PART.answers(phase_opens)
def crews_first(g: SlPlay, phase: str) -> list[Frame]:
    side = {PFPH: g.attacker, DFPH: g.defender}.get(phase, "")
    return [CrewsRage(phase, side)] if side and raging(g, side) else []


def targets_for(g: SlPlay, phase: str, unit: Unit, weapon: Weapon) -> list[Action]:
    """What it can fire at: for a machine gun hexes, for other weapons the shots that they have in any case."""
    if not is_gun(g, weapon):
        shots = [*shots_at_men(g, unit.side)]
        for vehicle in of_side(g, g.enemy_of(unit.side)):
            shots += shots_at(g, unit.side, vehicle)
        return [action for action in shots if action.who[:2] == (unit.id, weapon.id)]
    enemy = g.enemy_of(unit.side)
    found = [
        Action(RAGE, (unit.id, weapon.id), hex)
        for hex in g.state.stacks
        if g.has_side(hex, enemy) and mg_refusal(g, unit, weapon, hex) is None
    ]
    if phase == DFPH:
        found += [
            Action(RAGE, (unit.id, weapon.id, *who), hex)
            for who, hex in passed_through(g)
            if mg_refusal(g, unit, weapon, hex) is None and not path_unseen(g, unit, who, hex)
        ]
    return found


def fires_at_nobody(g: SlPlay, weapon: Weapon) -> bool:
    """SL:3.25.10-a: whether there is an enemy in sight or not, by the latest rule."""
    return is_gun(g, weapon) and not before(g, "gi")


@PART.decisions(CrewsRage)
def ask_rage(g: SlPlay, frame: CrewsRage) -> Choice | None:
    crews = raging(g, frame.side)
    options = [action for crew in crews for action in targets_for(g, frame.phase, *crew)]
    if not options:
        return None
    asks = "At whom does the berserk crew fire?"
    who = tuple([unit.id for unit, _ in crews])
    return Choice(frame.side, asks, tuple(options), ("SL:3.25.9", "SL:3.25.10-a"), who)


@ask_rage
def take_rage(g: SlPlay, frame: CrewsRage, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        for unit, weapon in raging(g, frame.side):
            if fires_at_nobody(g, weapon):
                blaze_away(g, frame, unit, weapon)
    elif answer.verb == RAGE:
        crew, gun, *moved = answer.who
        if moved:
            put_back(g, tuple(moved), answer.at)
        shot = firing(Shot(crew, gun), SUSTAINED)
        g.push(DeclareFire(frame.phase, frame.side, answer.at, in_the_hex(g, answer.at), (shot,)))
    else:
        acted_otherwise(g, frame.side, answer)


def blaze_away(g: SlPlay, frame: CrewsRage, unit: Unit, weapon: Weapon) -> None:
    """SL:3.25.10-a: the dice can do nothing but break the gun (SL:8.9.7.3)."""
    shot = firing(Shot(unit.id, weapon.id), SUSTAINED)
    weapon_marked(g, shot, MARKS.get(frame.phase, PREP))
    g.push(FutileFire(frame.phase, frame.side, unit.hex, (shot,)))


PART.adds(
    SPOKEN,
    Spoken(
        RAGE,
        lambda g, action: f"{g.name(action.who[0])}: sustained fire at {g.place_name(action.at)}",
    ),
)
PART.adds(OPTION_LOOKS, VerbLook(RAGE, OptionLook("Berserk fire", hex="target")))


# -- coming back to their senses (SL:3.25.10-a) ------------------------------------------------------------


class CalmCrews(Frame):
    """In the RPh a leader talks sense into the crew of a machine gun."""


PART.adds(RALLY_STEPS, RallyStep(4, "berserk crews", CalmCrews))


class CalmCheck(Frame):
    """A normal MC at the morale on the counter."""

    unit: str


def listens(g: SlPlay, unit: Unit) -> bool:
    """With a leader in its hex who has not lost his head himself."""
    weapon = weapon_of(g, unit)
    if weapon is None or not is_gun(g, weapon):
        return False
    return any(not leader.berserk for leader in morale.leaders_helping(g, unit))


@PART.automatic(CalmCrews)
def calm_them(g: SlPlay, frame: CalmCrews) -> None:
    g.pop()
    if not before(g, "gi"):
        crews: Iterable[Unit] = [unit for unit in g.on_map() if unit.berserk and listens(g, unit)]
        g.push_in_order(*(CalmCheck(unit.id) for unit in crews))


def calmed(g: SlPlay, frame: CalmCheck, unit: Unit, found: Thrown) -> None:
    g.pop()
    if found.passed:
        g.update(unit, berserk=False)


check_procedure(
    PART,
    CalmCheck,
    CheckKind(
        event="calm",
        title="MC",
        asks=lambda g, frame, unit: f"Does the {g.name(unit)} come to its senses?",
        level=lambda g, frame, unit: g.counter(unit).morale,
        lines=lambda g, frame, unit: morale.leader_lines(g, unit, "SL:3.25.10-a"),
        taken=calmed,
        rules=("SL:3.25.10-a",),
        verdicts=("it does.", "it goes on firing."),
        always_fails=12,
    ),
)
