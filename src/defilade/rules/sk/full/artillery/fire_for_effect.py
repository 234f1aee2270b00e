"""FFE resolution (DAE:2.5, DAE:2.52 to 2.55) and Smoke Concentrations (DAE:2.7).

Each hex of the Blast Area is an attack of its own: the ordinary attack procedure without firers.
"""

from __future__ import annotations

from defilade.kernel import Frame, Line
from defilade.kernel.composition import Part, all_of
from defilade.rules.sk import terrain
from defilade.rules.sk.attack import ATTACK_KINDS, Attack, AttackKind
from defilade.rules.sk.full import smoke
from defilade.rules.sk.full.artillery import guns_under_fire
from defilade.rules.sk.full.artillery.batteries import area_of, battery_name, firepower, place_name
from defilade.rules.sk.full.ordnance.effect import AIR_BURST_DRM, AIR_BURST_RULE
from defilade.rules.sk.full.ordnance.shots import gun_of, tables, the_ordnance
from defilade.rules.sk.full.ordnance_tables import SHIELDED
from defilade.rules.sk.full.vehicles.area_results import area_attack
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.unseen import may_be_unseen
from defilade.tactics.artillery import FFE1, FFE2, FFEC, SMOKE, Battery
from defilade.tactics.attack_plan import COVER, Aim, Plan, plan_of_targets, target_lines
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, Unit

PART = Part()

OBA, OBA_ON_ENTRY = "oba", "oba-on-entry"
"""The kinds of attack: on all of a hex, and on those who enter it, which touches nobody else there (DAE:2.51-a)."""

MOST_FP = 36
CRITICAL_AT = 2
SHIELD = "gunshield, beyond other cover"


class Bombardment(Frame):
    """The FFE of a battery is resolved, hex by hex. `hexes` are those still to come; None before the first."""

    battery: str
    hexes: tuple[str, ...] | None = None


@all_of
def plunging_fire_lines(g: SkPlay, unit: Unit) -> list[Line]:
    """Which cover has a unit against fire from above only? A Critical Hit does not turn it about."""
    return []


@PART.automatic(Bombardment)
def run_bombardment(g: SkPlay, frame: Bombardment) -> None:
    battery = g.state.batteries[frame.battery]
    if frame.hexes is None:
        frame.hexes = tuple(sorted(area_of(g, battery)))
        _say_resolution(g, battery)
        if battery.mission == SMOKE:
            lay_smoke(g, battery, frame.hexes)
            frame.hexes = ()
        return
    while frame.hexes:
        hex, frame.hexes = frame.hexes[0], frame.hexes[1:]
        targets = everything_in(g, hex)
        # DAE:2.5-b, DAE:2.55: where nobody is to be seen only if somebody of either side could be hidden there
        if targets or any(may_be_unseen(g, hex, side) for side in g.scenario.sides):
            g.push(attack_on(g, battery, hex, targets))
            return
    g.pop()
    # DAE:2.5-a
    counter = FFE2 if battery.counter == FFE1 else FFEC
    g.update_battery(battery, counter=counter)
    g.say(
        "oba",
        f"The FFE of the {battery_name(g, battery)} is now {counter}.",
        "DAE:2.5-a",
        side=battery.side,
    )


def _say_resolution(g: SkPlay, battery: Battery) -> None:
    g.say(
        "oba_fires",
        f"The {battery.counter} of the {battery_name(g, battery)} in {place_name(g, battery)} is resolved.",
        "DAE:2.5-b" if battery.mission != SMOKE else "DAE:2.7-b",
        "DAE:2.5-d" if not battery.rockets else "DAE:2.9-c",
        side=battery.side,
    )


def lay_smoke(g: SkPlay, battery: Battery, hexes: tuple[str, ...]) -> None:
    """DAE:2.7-b: as thick as ordnance Smoke is in this phase, and nobody is attacked."""
    for hex in hexes:
        smoke.place(g, hex, battery.side)


def everything_in(g: SkPlay, hex: Hex) -> tuple[str, ...]:
    """DAE:2.5-b: units of both sides, and vehicles that are no wrecks."""
    vehicles = [vehicle.id for vehicle in g.vehicles_in(hex) if not vehicle.wreck]
    above = g.state.stacks.get(g.map.above.get(hex, ""), ())  # DAE:1.1-k
    return (*g.state.stacks.get(hex, ()), *above, *vehicles)


def attack_on(g: SkPlay, battery: Battery, hex: Hex, targets: tuple[str, ...], kind: str = OBA) -> Attack:
    return Attack(g.state.phase, battery.side, hex, targets, fp=float(firepower(g, battery)), kind=kind)


# -- what it adds up to ------------------------------------------------------------------------------------


def is_critical(frame: Attack) -> bool:
    return sum(frame.dice) == CRITICAL_AT


def plan(g: SkPlay, frame: Attack) -> Plan:
    """DAE:2.5-b: the full FP of the caliber, DAE:2.55: also where somebody is hidden; DAE:2.5-c: doubled by a Critical
    Hit."""
    lines = [Line("OBA, by its caliber", frame.fp, "DAE:2.5-b", "fp")]
    fp, critical = frame.fp, is_critical(frame)
    if critical:
        fp = min(float(MOST_FP), fp * 2)
        lines.append(Line("Critical Hit", fp / frame.fp, "DAE:2.5-c", "x"))
    found = [
        (uid, tuple(lines_against(g, g.unit(uid), frame.phase, critical=critical)))
        for uid in frame.targets
        if uid in g.state.units and g.map.ground_hex(g.unit(uid).hex) == g.map.ground_hex(frame.target)
    ]
    return plan_of_targets(g, f"OBA in {g.place_name(frame.target)}", lines, fp, found)


def lines_against(g: SkPlay, unit: Unit, phase: str, *, critical: bool) -> list[Line]:
    """DAE:2.52: TEM, Air Bursts and gunshields; no hindrance, no Smoke, no height. In the MPh FFMO and FFNAM
    (DAE:2.51-a)."""
    aim = Aim((), phase, covered=True)
    cover: list[Line] = []
    others: list[Line] = []
    for modifier in target_lines.of(g.rules):
        (cover if modifier.step == COVER else others).extend(modifier.lines(g, unit, aim))
    if terrain.is_woods(g, unit.hex):
        tem = terrain.tem(g, unit.hex)
        cover = [line for line in cover if line != tem]
        others.append(Line("Air Bursts", AIR_BURST_DRM, AIR_BURST_RULE))
    shield = gunshield(g, unit) - sum(line.value for line in cover)
    if shield > 0:
        cover.append(Line(SHIELD, shield, "DAE:2.52"))
    if critical:
        cover = [
            Line(f"{line.label}, reversed", -line.value, "DAE:2.5-c") for line in cover if line.value > 0
        ]
    return [*cover, *plunging_fire_lines(g, unit), *others]


def gunshield(g: SkPlay, unit: Unit) -> int:
    """DAE:2.52: it helps against OBA, wherever that comes from."""
    if unit.kind != CREW or not unit.good_order:
        return 0
    gun = gun_of(g, unit.id)
    return tables(g).gunshield.mortars if gun is not None and the_ordnance(g, gun).type in SHIELDED else 0


def strike_guns(g: SkPlay, frame: Attack) -> bool:
    """DAE:QRDC-gundest: Direct Hits on Guns come first; whoever they struck is not attacked again by the same DR."""
    critical = is_critical(frame)
    fp = min(float(MOST_FP), frame.fp * 2) if critical else frame.fp
    for uid in frame.targets:
        unit = g.state.units.get(uid)
        if unit is None or gun_of(g, uid) is None:
            continue
        lines = [
            line for line in lines_against(g, unit, frame.phase, critical=critical) if line.label != SHIELD
        ]
        if guns_under_fire.strike_crew(g, frame, unit, fp, lines, critical=critical):
            frame.targets = tuple([other for other in frame.targets if other != uid])
    if frame.kind == OBA:
        guns_under_fire.strike_unmanned(g, frame, fp, critical=critical)
    return False


def strike_vehicles(g: SkPlay, frame: Attack) -> None:
    """DAE:2.53: like hits on the ATT, but on the column of the full caliber; the same DR tells where."""
    fp = min(float(MOST_FP), frame.fp * 2) if is_critical(frame) else frame.fp
    for vid in frame.targets:
        vehicle = g.state.vehicles.get(vid)
        if vehicle is not None and not vehicle.wreck and vehicle.hex == frame.target:
            g.say(
                "oba_on_vehicle",
                f"OBA strikes {g.vehicle_name(vehicle)}.",
                "DAE:2.53",
                who=(vid,),
                at=frame.target,
            )
            area_attack(g, vehicle, fp, frame.dice, "OBA")


PART.adds(
    ATTACK_KINDS,
    *(
        AttackKind(
            kind,
            words=lambda g, frame: f"{int(frame.fp)} FP of OBA in {g.place_name(frame.target)}",
            plan=plan,
            fails=strike_guns,
            over=strike_vehicles,
            at_the_unseen=at_the_unseen,
        )
        for kind, at_the_unseen in ((OBA, 1.0), (OBA_ON_ENTRY, 0.0))
    ),
)

__all__ = ["OBA_ON_ENTRY", "Bombardment", "attack_on", "plunging_fire_lines"]
