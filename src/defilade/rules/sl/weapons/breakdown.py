"""Machine guns break down (SL:8.9.6), and are repaired in the Rally Phase (SL:1.3.1-p1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, handed_on
from defilade.rules.sl.fire import Attack, dice_fallen
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.captured import as_captured, breakdown_changed, lowered_by
from defilade.rules.sl.weapons.ways_of_fire import SUSTAINED, fires
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

RUINED = 6
"""The die that ends an attempt at repair for good."""
AMERICAN, RECOILLESS = "american", "RCL"
GOOD_MECHANICS = frozenset({AMERICAN, "finnish"})
THEY_REPAIR = 2

WEAR = 2
"""By how much sustained fire lowers the breakdown number."""

WHOLE = Refusal("it works", "SL:1.3.1-p1.3")
ONCE = Refusal("a weapon is seen to once in a RPh", "SL:1.3.1-p1.3")
NOT_SO = Refusal("an unbroken unit repairs what it has, put together", "SL:4.2.7.5")


# -- breakdown ---------------------------------------------------------------------------------------------


def breakdown_number(g: SlPlay, shot: Shot) -> int:
    """SL:8.9.1.2: one lower in the hands of one man; SL:8.6.4-a: two lower in those of the enemy; SL:4.7.11: one lower
    in those of the exhausted, whose +1 counts for malfunction as well; SL:8.9.7.3: two lower in sustained fire."""
    weapon, unit = g.state.weapons[shot.weapon], g.unit(shot.unit)
    kind = g.weapon_type(weapon)
    alone = kind.is_machine_gun and not unit.is_mmc and not shot.second
    worn = WEAR if fires(shot, SUSTAINED) else 0
    breathless = unit.cx or (bool(shot.second) and g.unit(shot.second).cx)
    number = kind.breakdown - alone - breathless - worn - lowered_by(g, unit, weapon)
    return breakdown_changed(g, number, unit, weapon)


def number_led(g: SlPlay, shot: Shot, others: Iterable[str]) -> int:
    """SL:4.7.11: the +1 of whoever fires along with it or directs it counts for its malfunction, too, once."""
    units = g.state.units
    own = any(uid in units and units[uid].cx for uid in (shot.unit, shot.second))
    led = any(uid in units and units[uid].cx for uid in others)
    return breakdown_number(g, shot) - (led and not own)


@handed_on
def ruined_from(g: SlPlay, die: int, unit: Unit, weapon: Weapon) -> int:
    """From which die on does an attempt at repair end a weapon for good?"""
    return die


class WhichBreaks(Frame):
    """SL:8.9.6.1: several machine guns of a group could break down; each throws a die, the highest break."""

    weapons: tuple[str, ...]
    side: Side
    sustained: tuple[str, ...] = ()


@PART.answers(dice_fallen)
def perhaps_breaks(g: SlPlay, attack: Attack) -> None:
    total = sum(attack.dice)
    men = [uid for shot in attack.shots for uid in (shot.unit, shot.second)]
    affected = tuple(
        [
            shot.weapon
            for shot in (*attack.shots, *attack.blind)  # SL:2.1.2-c
            if shot.weapon and total >= number_led(g, shot, (*men, *attack.leaders))
        ]
    )
    sustained = tuple([shot.weapon for shot in (*attack.shots, *attack.blind) if fires(shot, SUSTAINED)])
    if len(affected) == 1:
        break_down(g, g.state.weapons[affected[0]], sustained=affected[0] in sustained)
    elif affected:
        g.push(WhichBreaks(affected, attack.side, sustained))


@PART.decisions(WhichBreaks)
def ask_which(g: SlPlay, frame: WhichBreaks) -> Chance:
    names = ", ".join(g.weapon_name(wid) for wid in frame.weapons)
    return Chance(
        f"A die each for {names}.",
        dice=len(frame.weapons),
        side=frame.side,
        rules=("SL:8.9.6.1",),
        about=frame.weapons,
    )


@ask_which
def take_which(g: SlPlay, frame: WhichBreaks, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    highest = max(answer.dice)
    for wid, die in zip(frame.weapons, answer.dice, strict=True):
        if die == highest and wid in g.state.weapons:
            break_down(g, g.state.weapons[wid], sustained=wid in frame.sustained)


def break_down(g: SlPlay, weapon: Weapon, *, sustained: bool = False) -> None:
    """SL:8.6.4-b: a captured weapon is lost for good; SL:8.6-q2: as well one in untrained hands; SL:8.9.7.3: and one in
    sustained fire; SL:8.10.6: a flamethrower that has no more fuel."""
    if g.weapon_type(weapon).removed:
        g.say(
            "malfunction",
            f"The {g.weapon_name(weapon)} is used up.",
            "SL:8.10.6",
            side=weapon.side,
            who=(weapon.id,),
            at=weapon.hex,
        )
        g.remove_weapon(weapon)
        return
    captured = bool(weapon.owner) and as_captured(g, g.unit(weapon.owner), weapon)
    lost = captured or sustained
    g.say(
        "malfunction",
        f"The {g.weapon_name(weapon)} {'breaks for good' if lost else 'malfunctions'}.",
        "SL:8.6.4-b" if captured else "SL:8.9.7.3" if sustained else "SL:8.9.6.1",
        side=weapon.side,
        who=(weapon.id,),
        at=weapon.hex,
    )
    if lost:
        g.remove_weapon(weapon)
    else:
        g.update_weapon(weapon, malfunctioned=True)


# -- repair ------------------------------------------------------------------------------------------------


class RepairStep(ActingPhase):
    """SL:1.3.1-p1.3: in the RPh weapons that have malfunctioned are seen to. `turn` is whose."""


PART.adds(RALLY_STEPS, RallyStep(3, "repair", RepairStep))


class Repair(Frame):
    """An attempt to repair a weapon; its die is due."""

    unit: str
    weapon: str


def repair_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    if not weapon.malfunctioned:
        return WHOLE
    if weapon.recovered:
        return ONCE
    fit = weapon.owner == unit.id and unit.hex and not (unit.broken or unit.melee or unit.berserk)
    return None if fit and not weapon.dismantled else NOT_SO


def repair_number(g: SlPlay, unit: Unit, weapon: Weapon) -> int:
    """The number on the counter; Americans repair with a 2, too, but no recoilless rifles (SL:3.10.4-a), and Finns what
    is their own (SL:3.17.9). No leader of the hex helps (SL:3.3-q2)."""
    kind, nation = g.weapon_type(weapon), nationality(g, unit)
    if nation == AMERICAN and g.anti_tank.is_heavy(weapon.type, kind.kind) and not weapon.emplaced:
        return kind.repair  # SL:3.10.4-b
    if nation not in GOOD_MECHANICS or (nation == AMERICAN and kind.kind == RECOILLESS):
        return kind.repair
    return max(kind.repair, THEY_REPAIR)


def repairs(g: SlPlay, side: Side) -> Sequence[Action]:
    return [
        Action("repair", (weapon.owner, weapon.id))
        for weapon in g.state.weapons.values()
        if weapon.owner
        and g.unit(weapon.owner).side == side
        and repair_refusal(g, g.unit(weapon.owner), weapon) is None
    ]


def why_no_repair(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    if action.verb != "repair" or len(action.who) < 2:
        return None
    unit, weapon = g.state.units.get(action.who[0]), g.state.weapons.get(action.who[1])
    return repair_refusal(g, unit, weapon) if unit is not None and weapon is not None else None


def try_repair(g: SlPlay, side: Side, action: Action) -> None:
    g.push(Repair(*action.who))


acting_phase(
    PART,
    RepairStep,
    "Which weapon is repaired?",
    ("SL:1.3.1-p1.3",),
    repairs,
    try_repair,
    sides=both_sides,
    why_not=why_no_repair,
)


@PART.decisions(Repair)
def ask_repair(g: SlPlay, frame: Repair) -> Chance:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    asks = f"{g.name(unit)} repairs the {g.weapon_name(weapon)}: {repair_number(g, unit, weapon)} or less."
    return Chance(asks, dice=1, side=unit.side, rules=("SL:1.3.1-p1.3",), about=(frame.weapon,))


@ask_repair
def take_repair(g: SlPlay, frame: Repair, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    die = answer.dice[0]
    repaired, ruined = die <= repair_number(g, unit, weapon), die >= ruined_from(g, RUINED, unit, weapon)
    words = "repairs" if repaired else "ruins" if ruined else "cannot repair"
    g.say(
        "repair",
        f"{g.name(unit)} {words} the {g.weapon_name(weapon)} (die {die}).",
        "SL:1.3.1-p1.3",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
        dice=answer.dice,
    )
    if ruined:
        g.remove_weapon(weapon)
    else:
        g.update_weapon(weapon, malfunctioned=not repaired, recovered=True)
