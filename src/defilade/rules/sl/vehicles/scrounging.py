"""What can be got out of a wreck (SL:5.8.3 to SL:5.8.6): its machine guns, and small arms for who has none."""

from __future__ import annotations

from defilade.kernel import Action, Chance, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import CONCEALED, SlPlay
from defilade.rules.sl.unarmed import rearm
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.crews import crew_out
from defilade.rules.sl.vehicles.yard import change, is_afv, kind_of, vehicles_in
from defilade.tactics.acting import ActingPhase, acting_phase
from defilade.tactics.names import Side
from defilade.tactics.set_up import free_letter
from defilade.tactics.units import HALF_SQUAD, SQUAD, Unit, Weapon
from defilade.tactics.vehicles import AAMG, BMG

PART = Part()

FOUND_TO = 3
NEVER_LOOK = ("scout", "sniper")
OUT_OF_SIGHT = Refusal("who looks through a wreck is seen: he comes into the open first", "SL:5.8.8")


class Scrounging(ActingPhase):
    """The ATTACKER's units look through wrecks in their RPh."""


PART.adds(RALLY_STEPS, RallyStep(3, "scrounging", Scrounging))


class Scrounge(Frame):
    """One unit looks through one wreck; once it has found something, which gun it takes."""

    unit: str
    vehicle: str
    found: bool = False


# -- who may look, and into what ---------------------------------------------------------------------------


def guns_in(g: SlPlay, vehicle: Vehicle) -> list[int]:
    """SL:5.8.4: the FP of the MG that can be taken out, those in the bow and on the roof."""
    guns = kind_of(g, vehicle).machine_guns
    return [guns[place] for place in (BMG, AAMG) if place in guns and place not in vehicle.broken]


def takes(g: SlPlay, unit: Unit, vehicle: Vehicle) -> list[str]:
    """SL:5.8.5: a LMG of another nation, with no more FP than the gun."""
    nation = g.counter(unit).nationality
    best = max(guns_in(g, vehicle), default=0)
    return [
        weapon.id
        for weapon in g.weapon_types.values()
        if weapon.kind == "LMG" and weapon.nationality != nation and weapon.fp <= best
    ]


def arms_in(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    """SL:5.8.6, SL:5.8.6-b: small arms for who has none, if its crew did not need them, and nobody has taken them."""
    return unit.unarmed and is_afv(g, vehicle) and not vehicle.crew_survived and not vehicle.stripped


def may_scrounge(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    """SL:5.8.3-a, SL:5.8.3-b"""
    fit = not (unit.broken or unit.berserk or unit.melee or unit.captive or unit.ti)
    if not fit or unit.kind in NEVER_LOOK or unit.hex != vehicle.hex:
        return False
    fresh = vehicle.wreck and not (vehicle.scrounged or vehicle.burning or vehicle.burnt)
    return fresh and (bool(takes(g, unit, vehicle)) or arms_in(g, unit, vehicle))


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "scrounge" and action.who else None
    return OUT_OF_SIGHT if unit is not None and (unit.kind == CONCEALED or not unit.hex) else None


def options(g: SlPlay, side: Side) -> list[Action]:
    """SL:5.8.8: only who is on the map for all to see; a "?" comes off before."""
    return [
        Action("scrounge", (unit.id, vehicle.id), unit.hex)
        for unit in (g.on_map(side) if g.state.vehicles else ())
        if unit.kind != CONCEALED
        for vehicle in vehicles_in(g, unit.hex)
        if may_scrounge(g, unit, vehicle)
    ]


acting_phase(
    PART,
    Scrounging,
    "Who looks through a wreck?",
    ("SL:5.8.3-a",),
    options,
    lambda g, side, action: g.push(Scrounge(action.who[0], action.who[1])),
    why_not=why_not,
)


@PART.answers(crew_out)
def as_they_leave(g: SlPlay, vehicle: Vehicle, crew: Unit) -> list[Frame]:
    """SL:5.8.3-d: a crew that leaves on its own account may look for its guns."""
    return [Scrounge(crew.id, vehicle.id)] if takes(g, crew, vehicle) else []


# -- the attempt -------------------------------------------------------------------------------------------


@PART.decisions(Scrounge)
def ask_scrounge(g: SlPlay, frame: Scrounge) -> Choice | Chance | None:
    unit, vehicle = g.unit(frame.unit), g.state.vehicles[frame.vehicle]
    if not frame.found:
        asks = f"{g.name(unit)} looks through {g.piece_name(vehicle.id)}."
        return Chance(asks, dice=1, side=unit.side, rules=("SL:5.8.3-a",), about=(unit.id, vehicle.id))
    guns = takes(g, unit, vehicle)
    if len(guns) < 2:
        return None
    choice = tuple([Action("salvage", (unit.id,), "", gun) for gun in guns])
    return Choice(unit.side, "Which gun do they take?", choice, ("SL:5.8.5",), (unit.id,), unit.hex)


@ask_scrounge
def take_scrounge(g: SlPlay, frame: Scrounge, answer: Action | Outcome | None) -> None:
    unit, vehicle = g.unit(frame.unit), g.state.vehicles[frame.vehicle]
    if isinstance(answer, Outcome):
        frame.found = answer.dice[0] <= FOUND_TO
        change(g, vehicle, scrounged=True)
        unit = g.update(unit, ti=True)  # SL:5.8.3-b
        g.say(
            "scrounges",
            f"{g.name(unit)} looks through {g.piece_name(vehicle.id)}: a {answer.dice[0]}, "
            + ("with success." if frame.found else "in vain."),
            "SL:5.8.3-a",
            "SL:5.8.3-b",
            side=unit.side,
            who=(unit.id, vehicle.id),
            at=unit.hex,
            dice=answer.dice,
        )
        if frame.found and arms_in(g, unit, vehicle):
            arm_from_wreck(g, unit, vehicle)
        if not frame.found:
            g.pop()
        return
    g.pop()
    guns = takes(g, unit, vehicle)
    gun = answer.how if isinstance(answer, Action) else guns[0] if guns else ""
    if gun:
        salvage(g, unit, gun)


def salvage(g: SlPlay, unit: Unit, gun: str) -> None:
    """SL:5.8.3-c: a captured weapon, whoever's wreck it was."""
    used = [weapon.letter for weapon in g.state.weapons.values() if weapon.type == gun]
    weapon = Weapon(
        g.new_id("w"),
        g.enemy_of(unit.side),
        gun,
        owner=unit.id,
        hex=unit.hex,
        letter=free_letter(used),
    )
    g.state.weapons[weapon.id] = weapon
    g.say(
        "salvages",
        f"{g.name(unit)} takes {g.weapon_name(weapon)} out of it.",
        "SL:5.8.5",
        "SL:5.8.3-c",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )


def arm_from_wreck(g: SlPlay, unit: Unit, vehicle: Vehicle) -> None:
    """SL:5.8.6: one hero, crew or half-squad; of a squad half the men."""
    change(g, vehicle, stripped=True)
    if unit.kind != SQUAD:
        rearm(g, unit, "SL:5.8.6")
        return
    half = g.counter(unit).half_squad
    if not half:
        return
    used = [other.letter for other in g.state.units.values() if other.type == half]
    first = g.update(unit, type=half, kind=HALF_SQUAD, letter=free_letter(used))
    used.append(first.letter)
    g.add_unit(
        Unit(
            g.new_id(unit.side[0]),
            unit.side,
            half,
            HALF_SQUAD,
            hex=unit.hex,
            group=unit.group,
            letter=free_letter(used),
            unarmed=True,
            ti=True,
        )
    )
    rearm(g, first, "SL:5.8.6")
