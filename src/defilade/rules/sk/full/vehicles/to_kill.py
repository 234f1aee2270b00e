"""The To Kill procedure (SKF:7.9) and what it does to a vehicle (SKF:7.10, DAE:QRDC-afvdest)."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.kernel.encoding import always
from defilade.rules.sk import machine_guns, residual
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicle_charts import CHARGE, FLAME, HE, MG
from defilade.rules.sk.full.vehicles.armor import part_hit
from defilade.rules.sk.full.vehicles.collateral import collateral_attack
from defilade.rules.sk.full.vehicles.immobilization import immobilize
from defilade.rules.sk.full.vehicles.stun_and_recall import SHOCK_CHECK, CrewCheck, shock, stun
from defilade.rules.sk.full.vehicles.wrecks import destroy
from defilade.rules.sk.state import SkPlay
from defilade.tactics.fire_table import chance_at_most, chance_exactly
from defilade.tactics.names import Side
from defilade.tactics.vehicles import HULL, REAR, STUN, TURRET_HIT, Vehicle

PART = Part()

DESTROYED, IMMOBILIZED, SHOCKED, POSSIBLE_SHOCK, STUNNED, NOTHING = (
    "destroyed",
    "immobilized",
    "shocked",
    "possible shock",
    "stunned",
    "no effect",
)


class KillRoll(Frame):
    """A vehicle has been hit, or is attacked by flame or a charge: the TK DR is due."""

    vehicle: str
    ammo: str
    what: str = ""
    """What did it, in words."""
    gun: str = ""
    caliber: int = 0
    distance: int = 0
    place: str = ""
    """Hull or turret; where no To Hit DR has told it the TK DR does."""
    facing: str = ""
    critical: bool = False
    halved: bool = False
    """Flame at long range."""
    dud_on: int = 0
    """An original DR with which nothing happens at all."""
    fp: float = always(0.0)
    """The weapon's FP on the IFT, for the Collateral Attack."""
    side: Side = ""
    weapon: str = ""
    removed_on: int = 0
    """A weapon that is removed from play where the DR is that high (SK1:4.2-g)."""
    number: int = 0
    """The TK# of a weapon that has its own printed on it; 0 for what the tables say."""
    leaves: int = 0
    """Residual FP that the attempt leaves (SKF:3.3.5-l), unless the weapon is lost by its DR."""


class CollateralDue(Frame):
    """SKF:7.12-b: whether the crew is struck as well is known when its check against Shock is over."""

    vehicle: str
    fp: float
    dice: tuple[int, ...]
    what: str


def base_number(g: SkPlay, frame: KillRoll) -> int | None:
    """SKF:7.9-a: the TK# of the ammunition's own table."""
    return frame.number or kit_of(g).to_kill.number(frame.ammo, frame.gun, frame.caliber, frame.distance)


def kill_breakdown(g: SkPlay, frame: KillRoll, place: str = "") -> Breakdown | None:
    """SKF:7.9-b: the final TK#: the table's, more from behind, doubled by a Critical Hit, less the AF struck. None
    where the weapon has no number."""
    number = base_number(g, frame)
    if number is None:
        return None
    tables, vehicle = kit_of(g).to_kill, g.vehicle(frame.vehicle)
    rules = {
        HE: "DAE:QRDC-tkhe",
        FLAME: "SKF:4.2-h",
        CHARGE: "SKF:4.3-g",
        "HEAT": "DAE:QRDC-tkheat",
        MG: "SKF:4.1-f",
    }
    lines = [Line(f"TK# {frame.ammo}", number, rules.get(frame.ammo, "DAE:QRDC-tkap"), "=")]
    final = number
    if frame.halved:
        final //= 2
        lines.append(Line("long range: halved", final, "SKF:4.2-h", "="))
    if frame.ammo == FLAME and vehicle.ce:
        final += 1
        lines.append(Line("CE", 1, "SKF:4.2-h", "="))
    if frame.facing == REAR and frame.ammo != FLAME:
        final += tables.rear_hit
        lines.append(Line("rear hit", tables.rear_hit, "SKF:7.9-b", "="))
    if frame.critical:
        final *= tables.critical_hit
        lines.append(Line("Critical Hit: doubled", final, "SKF:7.9-b", "="))
    if frame.ammo != FLAME:
        armor = g.vehicle_type(vehicle).armor(place or frame.place or HULL, frame.facing)
        final -= armor
        lines.append(Line(f"AF of the {frame.facing} {place or frame.place}", -armor, "SKF:7.1-a", "="))
    title = f"{frame.what} at {g.vehicle_name(vehicle)}"
    return Breakdown(title, tuple(lines), total=final, rules=("SKF:7.9-b", "SKF:3.2.4-ai"))


def outcome(ammo: str, place: str, original: int, final: int) -> str:
    """DAE:QRDC-afvdest"""
    if original < final:
        return DESTROYED
    by_blast = ammo in (HE, CHARGE)
    if original == final or (by_blast and original == final + 1):
        if ammo == MG:
            return STUNNED if original == final else NOTHING  # SKF:7.10-h
        if place == TURRET_HIT:
            return SHOCKED  # SKF:7.10-c
        return NOTHING if ammo == FLAME else IMMOBILIZED  # SKF:7.10-g
    if original == final + 1 and ammo != MG:
        return POSSIBLE_SHOCK  # SKF:7.10-b
    return NOTHING


def odds(ammo: str, place: str, final: int) -> dict[str, float]:
    """The exact chances of a TK DR."""
    found: dict[str, float] = {DESTROYED: chance_at_most(final - 1)}
    for original in (final, final + 1):
        if 2 <= original <= 12:
            result = outcome(ammo, place, original, final)
            found[result] = found.get(result, 0.0) + chance_exactly(original)
    found[NOTHING] = max(0.0, 1.0 - sum(chance for name, chance in found.items() if name != NOTHING))
    return found


@PART.decisions(KillRoll)
def ask_kill_roll(g: SkPlay, frame: KillRoll) -> Chance | None:
    vehicle = g.state.vehicles.get(frame.vehicle)
    if vehicle is None or vehicle.wreck:
        return None
    added_up = kill_breakdown(g, frame)
    if added_up is None:
        return None
    return Chance(
        f"To Kill DR against {g.vehicle_name(vehicle)}: less than {added_up.total:g} destroys it.",
        dice=2,
        side=frame.side,
        rules=("SKF:7.9-b", "SKF:7.10-c"),
        about=(vehicle.id,),
    )


@ask_kill_roll
def take_kill_roll(g: SkPlay, frame: KillRoll, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle, original = g.vehicle(frame.vehicle), sum(answer.dice)
    place = frame.place or part_hit(answer.dice)
    added_up = kill_breakdown(g, frame, place)
    assert added_up is not None
    final = int(added_up.total)
    dud = bool(frame.dud_on) and original >= frame.dud_on
    found = NOTHING if dud else outcome(frame.ammo, place, original, final)
    g.say(
        "to_kill",
        f"{added_up.title}, {frame.facing or 'anywhere'} {place}: TK DR {original} against {final}: "
        + ("a dud." if dud else f"{found}."),
        "SKF:7.9-b",
        "DAE:QRDC-afvdest",
        *(("SKF:4.4.2-j",) if dud else ()),
        side=frame.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=added_up,
    )
    weapon = g.state.weapons.get(frame.weapon)
    lost = weapon is not None and original >= frame.removed_on
    if weapon is not None and lost:
        machine_guns.break_down(g, weapon, "SK1:4.2-g")
    if frame.leaves and not lost:
        residual.leave(g, vehicle.hex, frame.leaves)
    fp = frame.fp / 2 if frame.halved else frame.fp  # SKF:4.2-a
    if found == POSSIBLE_SHOCK:
        g.push(CollateralDue(vehicle.id, fp, answer.dice, frame.what))
    apply_outcome(g, vehicle, found)
    if found in (IMMOBILIZED, NOTHING) and not dud:
        # SKF:7.12-b: what neither destroys nor Shocks nor Stuns it strikes its CE crew
        collateral_attack(g, g.vehicle(vehicle.id), fp, answer.dice, frame.what)


@PART.automatic(CollateralDue)
def run_collateral_due(g: SkPlay, frame: CollateralDue) -> None:
    """A crew that was Shocked after all is inside and not struck."""
    g.pop()
    collateral_attack(g, g.vehicle(frame.vehicle), frame.fp, frame.dice, frame.what)


def apply_outcome(g: SkPlay, vehicle: Vehicle, found: str) -> None:
    if found == DESTROYED:
        destroy(g, vehicle, "is hit", "SKF:3.2.4-ai")
    elif found == IMMOBILIZED:
        immobilize(g, vehicle, "SKF:7.10-g")
    elif found == SHOCKED:
        shock(g, vehicle, "SKF:7.10-c")
    elif found == STUNNED:
        stun(g, vehicle, STUN, "SKF:7.10-h")
    elif found == POSSIBLE_SHOCK:
        g.push(CrewCheck(vehicle.id, SHOCK_CHECK))
