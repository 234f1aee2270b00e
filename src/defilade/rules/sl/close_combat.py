"""The Close Combat Phase (SL:6.1, SL:6.3 to SL:6.5).

In each hex with units of both sides the ATTACKER and then the DEFENDER designate all their attacks before any dice
(SL:6.1.4-b); the attacks are simultaneous (SL:6.1.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, any_of, first_of, handed_on, told
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl import morale
from defilade.rules.sl.fire import INSPIRES
from defilade.rules.sl.state import CCPH, SlPlay
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.control import seize
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import PHASE_ENTRIES, Phase
from defilade.tactics.units import SQUAD, Unit

PART = Part()

DONE, DECLARE = Action("done"), Action("declare")
TAKE_ALIVE = "to take them alive"
"""What the DRM of an attempt to capture is called."""

PART.adds(SPOKEN, Spoken("lead", lambda g, action: f"{g.names(action.who)} directs the attack"))

BROKEN = Refusal("broken units never attack", "SL:6.4.1-a")
ATTACKS_ALREADY = Refusal("no unit attacks more than once in a CCPh", "SL:6.1.4-a")
LEADER_SHIELDED = Refusal("a leader is no target while others of his side are in the hex", "SL:6.1.7")
TARGETS_FIRST = Refusal("say first whom you attack", "SL:6.1.4-b")
NOT_HERE = Refusal("close combat is between units in the same hex", "SL:6.1.1-a")


@all_of
def before_designating(g: SlPlay, hex: Hex) -> Iterable[Frame]:
    """What is announced in a hex before attacks are designated?"""
    return ()


@any_of
def stays_out(g: SlPlay, unit: Unit) -> bool:
    """Does a unit make no attack in this close combat?"""
    return False


@any_of
def struck_alone(g: SlPlay, unit: Unit) -> bool:
    """May a leader be attacked by himself, though others of his side are there?"""
    return False


@any_of
def on_his_own(g: SlPlay, unit: Unit) -> bool:
    """Is a single man attacked by himself, and does he not share the fate of the squads that are with him?"""
    return False


@all_of
def against_target(g: SlPlay, unit: Unit) -> Iterable[Line]:
    """What else modifies attacks on one target?"""
    return ()


@all_of
def made_by(g: SlPlay, units: Sequence[Unit]) -> Iterable[Line]:
    """What else modifies an attack by those who make it?"""
    return ()


@any_of
def contested_otherwise(g: SlPlay, hex: Hex) -> bool:
    """Is there something to fight about in a hex besides infantry?"""
    return False


@first_of
def fought_otherwise(g: SlPlay, hex: Hex) -> Sequence[Frame] | None:
    """Which frames are the close combat of a hex, where it is not one between infantry alone?"""


@all_of
def die_along(g: SlPlay, dead: Collection[str]) -> Iterable[Unit]:
    """Who shares the fate of these, dead or taken?"""
    return ()


@all_of
def combat_over(g: SlPlay, hex: Hex) -> Iterable[Frame]:
    """The close combat of a hex is over: who leaves it?"""
    return ()


@all_of
def after_throw(g: SlPlay, attack: CloseCombatAttack) -> Iterable[Frame]:
    """The dice of an attack have fallen; results come when all have. What follows from the dice themselves?"""
    return ()


@handed_on
def factor_against(g: SlPlay, line: Line, unit: Unit, targets: tuple[str, ...]) -> Line:
    """With how much does a unit attack these targets?"""
    return line


@all_of
def alive(g: SlPlay, side: Side, targets: tuple[str, ...]) -> Iterable[Line]:
    """How may an attack be an attempt to take its targets alive? Each way is a DRM, told apart by its rule."""
    return ()


@told
def overpowered(g: SlPlay, hex: Hex, units: tuple[str, ...]) -> None:
    """These were hit in close combat, only by attempts to take them alive."""


@handed_on
def combat_fp(g: SlPlay, fp: float, unit: Unit) -> float:
    """What strength has a unit in close combat, when it attacks and when it is attacked?"""
    return fp


@handed_on
def attack_strength(g: SlPlay, fp: float, unit: Unit) -> float:
    """With what of its strength does a unit attack?"""
    return fp


@first_of
def example(g: SlPlay, unit: Unit) -> Line | None:
    """What does a unit lend to an attack of others if it gives up its own strength for it?"""


@any_of
def left_alone(g: SlPlay, unit: Unit) -> bool:
    """Is there no close combat because of a unit that shares its hex with enemies?"""
    return False


class CloseCombatPhase(Frame):
    """Hex by hex; `fought` are those that are done."""

    fought: tuple[str, ...] = ()


PART.adds(PHASE_ENTRIES, Phase(CCPH, "Close Combat Phase", CloseCombatPhase))


class CloseCombat(Frame):
    """The close combat of one hex: designations, then dice, then results."""

    hex: Hex
    squads: tuple[str, ...]
    """The units other than leaders that were there when the phase began (SL:6.1.8)."""
    turn: int = 0
    attacks: tuple[CloseCombatAttack, ...] = ()
    only: str = ""
    """The side that attacks by itself, where the other has its turn later."""


class DesignateAttacks(Frame):
    """A side designates its attacks. `targets`, `attackers` and `leader` are of the one in the making."""

    side: Side
    targets: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    """Those of them who lead the others on in place of attacking themselves."""
    leader: str = ""
    capture: str = ""
    """The rule by which it is an attempt to take prisoners."""


# -- the phase ---------------------------------------------------------------------------------------------


def contested(g: SlPlay, hex: Hex) -> bool:
    """SL:6.1.1-a: units of both sides, of which somebody can attack."""
    units = [unit for unit in g.units_in(hex) if not left_alone(g, unit)]
    return len({unit.side for unit in units}) > 1 and any(not unit.broken for unit in units)


@PART.automatic(CloseCombatPhase)
def run_phase(g: SlPlay, frame: CloseCombatPhase) -> None:
    hexes = [
        hex
        for hex in g.state.stacks
        if hex not in frame.fought and (contested(g, hex) or contested_otherwise(g, hex))
    ]
    if not hexes:
        g.pop()
        return
    hex = hexes[0]
    frame.fought = (*frame.fought, hex)
    squads = tuple([unit.id for unit in g.units_in(hex) if unit.is_mmc])
    g.say("joins_battle", f"Close combat in {g.place_name(hex)}.", "SL:6.1.1-a", side=g.attacker, at=hex)
    otherwise = fought_otherwise(g, hex)
    combat = [CloseCombat(hex, squads)] if otherwise is None else otherwise
    g.push_in_order(*before_designating(g, hex), *combat)


@PART.decisions(CloseCombat)
def ask_close_combat(g: SlPlay, frame: CloseCombat) -> Chance | None:
    place = next_attack(frame)
    if frame.turn < 2 or place is None:
        return None
    attack = frame.attacks[place]
    asks = f"Close combat roll of {g.names(attack.attackers)} against {g.names(attack.targets)}."
    return Chance(asks, dice=2, side=attack.side, rules=("SL:6.1.3-b",), about=attack.targets)


def next_attack(frame: CloseCombat) -> int | None:
    return next((place for place, attack in enumerate(frame.attacks) if not attack.dice), None)


@ask_close_combat
def take_close_combat(g: SlPlay, frame: CloseCombat, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Outcome):
        place = next_attack(frame)
        assert place is not None
        attack = msgspec.structs.replace(frame.attacks[place], dice=answer.dice)
        frame.attacks = (*frame.attacks[:place], attack, *frame.attacks[place + 1 :])
        say_attack(g, frame, attack)
        g.push_in_order(*after_throw(g, attack))
    elif frame.turn < 2:
        side = g.in_order()[frame.turn]
        frame.turn += 1
        if frame.only in ("", side):
            g.push(DesignateAttacks(side))
    else:
        carry_out(g, frame)


# -- designation -------------------------------------------------------------------------------------------


def combat_below(g: SlPlay) -> CloseCombat:
    below = g.state.stack[-2]
    assert isinstance(below, CloseCombat)
    return below


def possible_targets(g: SlPlay, combat: CloseCombat, side: Side) -> list[Unit]:
    """SL:6.1.7: leaders only where nobody else of theirs was in the hex when the phase began."""
    enemies = g.side_in(combat.hex, g.enemy_of(side))
    enemies = [unit for unit in enemies if not unit.captive]
    others = [
        unit for unit in enemies if unit.is_mmc or struck_alone(g, unit) or on_his_own(g, unit)
    ]  # SL:3.8.9
    return others or enemies


def free_attackers(g: SlPlay, combat: CloseCombat, frame: DesignateAttacks) -> list[Unit]:
    """SL:6.1.4-a, SL:6.4.1-a: the broken attack nobody, and are not lost for being there, as once they were
    (SL:6.3-q3); a leader fights himself only where he is alone (SL:6.1.9)."""
    taken = {uid for attack in combat.attacks if attack.side == frame.side for uid in attack.attackers}
    taken.update(frame.attackers)
    mine = [
        unit
        for unit in g.side_in(combat.hex, frame.side)
        if not unit.broken and unit.id not in taken and not stays_out(g, unit)
    ]
    alone = all(unit.is_leader for unit in g.side_in(combat.hex, frame.side) if not unit.captive)
    if alone and any(attack.side == frame.side for attack in combat.attacks):
        return []  # SL:6.1-q6
    return [unit for unit in mine if alone or not unit.is_leader]


def free_leaders(g: SlPlay, combat: CloseCombat, frame: DesignateAttacks) -> list[Unit]:
    """SL:6.1.6: each leader's modifier is for one designated roll."""
    used = {line.label for attack in combat.attacks for line in attack.lines if line.rule == "SL:6.1.6"}
    return [
        leader
        for leader in g.side_in(combat.hex, frame.side)
        if leader.is_leader
        and not leader.broken
        and not stays_out(g, leader)
        and leader_label(g, leader) not in used
    ]


def leader_label(g: SlPlay, leader: Unit) -> str:
    return f"leadership of the {g.name(leader)} ({leader.id})"


def options(g: SlPlay, combat: CloseCombat, frame: DesignateAttacks) -> list[Action]:
    """SL:6.1.4-a: attacks are divided as one likes, several at one unit among them (SL:6.1-q2)."""
    own = free_attackers(g, combat, frame)
    found: list[Action] = []
    if not frame.attackers:
        if not own:
            return []
        targets = [unit for unit in possible_targets(g, combat, frame.side) if unit.id not in frame.targets]
        found += [Action("attack", (unit.id,)) for unit in targets]
    if frame.targets:
        found += [Action("with", (unit.id,)) for unit in own]
    if frame.attackers:
        found += [Action("with", (unit.id,), "", INSPIRES) for unit in own if example(g, unit) is not None]
        if not frame.leader and any(g.unit(uid).is_mmc for uid in frame.attackers):
            found += [Action("lead", (leader.id,)) for leader in free_leaders(g, combat, frame)]
        if not frame.capture:
            ways = alive(g, frame.side, frame.targets)
            found += [Action("capture", frame.targets, "", line.rule) for line in ways]
        found.append(DECLARE)
    elif not frame.targets:
        found.append(DONE)
    return found


def why_not(g: SlPlay, frame: DesignateAttacks, action: Action) -> Refusal | None:
    combat = combat_below(g)
    unit = g.state.units.get(action.who[0]) if action.who else None
    if action.verb in ("attack", "with", "lead") and (unit is None or unit.hex != combat.hex):
        return NOT_HERE
    if action.verb == "attack" and unit is not None and unit.is_leader:
        return LEADER_SHIELDED
    if action.verb == "with" and unit is not None:
        return BROKEN if unit.broken else ATTACKS_ALREADY if frame.targets else TARGETS_FIRST
    return TARGETS_FIRST if action.verb in ("declare", "lead") else None


@PART.decisions(DesignateAttacks, why_not=why_not)
def ask_designate(g: SlPlay, frame: DesignateAttacks) -> Choice | None:
    combat = combat_below(g)
    found = options(g, combat, frame)
    if not found:
        return None
    place = g.place_name(combat.hex)
    asks = (
        f"Who attacks {g.names(frame.targets)} in {place}?"
        if frame.targets
        else f"Whom do you attack in {place}?"
    )
    return Choice(frame.side, asks, tuple(found), ("SL:6.1.4-a", "SL:6.1.4-b"), at=combat.hex)


@ask_designate
def take_designate(g: SlPlay, frame: DesignateAttacks, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
    elif answer.verb == "attack":
        frame.targets = (*frame.targets, *answer.who)
    elif answer.verb == "with":
        frame.attackers = (*frame.attackers, *answer.who)
        if answer.how == INSPIRES:
            frame.examples = (*frame.examples, *answer.who)
    elif answer.verb == "lead":
        frame.leader = answer.who[0]
    elif answer.verb == "capture":
        frame.capture = answer.how
    else:
        combat = combat_below(g)
        combat.attacks = (*combat.attacks, make_attack(g, combat, frame))
        frame.targets = frame.attackers = frame.examples = ()
        frame.leader = frame.capture = ""


# -- odds and results --------------------------------------------------------------------------------------


def close_combat_fp(g: SlPlay, unit: Unit) -> float:
    """SL:6.1.9: a lone leader has 1."""
    fp = g.tables.close_combat.leader_fp if unit.is_leader else g.counter(unit).fp
    return combat_fp(g, float(fp), unit)


def attack_line(g: SlPlay, unit: Unit) -> Line:
    """SL:6.1.10, SL:3.24.1-b: pinned units attack at half, and defend at full strength. No terrain counts
    (SL:6.1.1-b), nor does smoke (SL:6.1-q1), but for who comes out of it (SL:6.2.1-a)."""
    fp = attack_strength(g, close_combat_fp(g, unit), unit)
    if unit.pinned:
        return Line(f"{g.name(unit)}, pinned", fp / 2, "SL:6.1.10", "fp")
    return Line(g.name(unit), fp, "SL:6.1.9" if unit.is_leader else "SL:6.1.3-a", "fp")


LMG_OF_A_SQUAD = 2


def lmg_lines(g: SlPlay, unit: Unit) -> list[Line]:
    """SL:6.1.5: LMG add their printed firepower to an attack, never to the defence; it is not doubled (SL:6.1-q4), but
    halved with pinned men (SL:3.24.2-a), and with whoever attacks at half (SL:3.29.14). A squad fires two of them at
    most (SL:8.9.1.1), a half-squad or crew one in place of its own firepower (SL:8.9.1.4)."""
    if not unit.is_mmc:
        return []
    guns = [
        weapon
        for weapon in g.weapons_of(unit)
        if g.weapon_type(weapon).kind == "LMG" and not weapon.malfunctioned
    ]
    guns.sort(key=lambda gun: -g.weapon_type(gun).fp)
    part, rule = (0.5, "SL:6.1.10") if unit.pinned else (1.0, "SL:6.1.5")
    strengths = [attack_strength(g, float(g.weapon_type(gun).fp), unit) * part for gun in guns]
    if unit.kind == SQUAD:
        return [
            Line(g.weapon_name(gun), fp, rule, "fp")
            for gun, fp in zip(guns[:LMG_OF_A_SQUAD], strengths, strict=False)
        ]
    more = strengths[0] - attack_line(g, unit).value if guns else 0
    return [Line(f"{g.weapon_name(guns[0])} instead", more, "SL:8.9.1.4", "fp")] if more > 0 else []


def lines_of_leaders(g: SlPlay, leaders: Sequence[Unit], targets: tuple[str, ...]) -> list[Line]:
    """SL:6.1-q6: leaders by themselves have one strength between them (SL:6.1.9). Two of them man a LMG at full effect
    in place of it; one alone fires it at half (SL:8.9.1.2), which is no more than his own."""
    first, *others = leaders
    found = [factor_against(g, attack_line(g, first), first, targets)]
    found += [Line(g.name(other), 0, "SL:6.1-q6", "fp") for other in others]
    guns = [
        weapon
        for leader in leaders
        for weapon in g.weapons_of(leader)
        if g.weapon_type(weapon).kind == "LMG" and not weapon.malfunctioned
    ]
    more = max([g.weapon_type(gun).fp for gun in guns], default=0) - found[0].value
    if others and more > 0:
        found.append(Line("LMG instead", more, "SL:6.1-q6", "fp"))
    return found


def attack_lines_of(g: SlPlay, units: Sequence[Unit], targets: tuple[str, ...]) -> list[Line]:
    """The firepower of those who attack together."""
    if units and all(unit.is_leader for unit in units):
        return lines_of_leaders(g, units, targets)
    lines = [(unit, line) for unit in units for line in (attack_line(g, unit), *lmg_lines(g, unit))]
    return [factor_against(g, line, unit, targets) for unit, line in lines]


def may_cower(units: Sequence[Unit], lines: Sequence[Line]) -> bool:
    """SL:6.5.1: whether any firepower of an attack is a squad's or crew's own. Heroes do not cower (SL:3.8.8)."""
    instead = any(line.rule == "SL:8.9.1.4" for line in lines)
    men = [unit for unit in units if unit.is_mmc]
    return bool(men) and not (instead and len(men) == 1)


def make_attack(g: SlPlay, combat: CloseCombat, frame: DesignateAttacks) -> CloseCombatAttack:
    attackers = [g.unit(uid) for uid in frame.attackers]
    targets = [g.unit(uid) for uid in frame.targets]
    strong = [unit for unit in attackers if unit.id not in frame.examples]
    lines = attack_lines_of(g, strong, frame.targets)
    leaders_only = all(unit.is_leader for unit in attackers)
    leading = attackers[:1] if leaders_only else [g.unit(frame.leader)] if frame.leader else []
    modifiers = [Line(leader_label(g, unit), morale.leadership(g, unit), "SL:6.1.6") for unit in leading]
    modifiers += [line for unit in attackers if unit not in strong and (line := example(g, unit)) is not None]
    modifiers += made_by(g, attackers)
    modifiers += [line for line in alive(g, frame.side, frame.targets) if line.rule == frame.capture]
    lone_leaders = all(unit.is_leader for unit in targets)  # SL:6.1-q6
    defence = 1.0 if lone_leaders else float(sum(close_combat_fp(g, unit) for unit in targets))
    return CloseCombatAttack(
        side=frame.side,
        attackers=frame.attackers,
        targets=frame.targets,
        attack_fp=float(sum(line.value for line in lines)),
        defence_fp=defence,
        lines=(*lines, *modifiers),
        against=tuple([lines_against(g, unit) for unit in targets]),
    )


def lines_against(g: SlPlay, target: Unit) -> tuple[Line, ...]:
    broken = g.tables.close_combat.against_broken
    lines = [Line("against the broken", broken.drm, broken.rule)] if target.broken else []
    return (*lines, *against_target(g, target))


def cowers(g: SlPlay, attack: CloseCombatAttack) -> int:
    """SL:6.5.1: doubles shift an attack of squads or crews to the next lower column, unless a leader directs it."""
    led = any(line.rule == "SL:6.1.6" for line in attack.lines)
    doubles = len(set(attack.dice)) == 1
    men = [g.state.units[uid] for uid in attack.attackers if uid in g.state.units]
    return 1 if doubles and not led and may_cower(men, attack.lines) else 0


def killed(g: SlPlay, attack: CloseCombatAttack) -> list[str]:
    """SL:6.1.3-b: the Kill Number or less eliminates; one roll, read for each target with its own modifier (SL:6.1-q3).
    Leaders of those who are attacked change nothing (SL:6.1-q5)."""
    _, kill = g.tables.close_combat.kill(attack.attack_fp, attack.defence_fp, cowers(g, attack))
    thrown = sum(attack.dice)
    return [uid for place, uid in enumerate(attack.targets) if thrown + attack.drm_against(place) <= kill]


def say_attack(g: SlPlay, frame: CloseCombat, attack: CloseCombatAttack) -> None:
    odds, kill = g.tables.close_combat.kill(attack.attack_fp, attack.defence_fp, cowers(g, attack))
    dead = killed(g, attack)
    shift = cowers(g, attack)
    against = set(attack.against)
    own = tuple(line for lines in against for line in lines) if len(against) == 1 else ()
    g.say(
        "close_combat",
        f"{g.names(attack.attackers)} against {g.names(attack.targets)}: {odds}, kill number {kill}, "
        f"roll {sum(attack.dice)}{attack.drm:+d}: {g.names(dead) + ' eliminated' if dead else 'no effect'}.",
        "SL:6.1.3-a",
        "SL:6.1.3-b",
        *(("SL:6.5.1",) if shift else ()),
        side=attack.side,
        who=(*attack.attackers, *attack.targets),
        at=frame.hex,
        dice=attack.dice,
        breakdown=Breakdown(
            "Close combat",
            (*attack.lines, Line("defence", attack.defence_fp, "SL:6.1.3-a", "="), *own),
            total=attack.attack_fp,
            column=kill,
            rules=("SL:6.1.3-a",),
        ),
    )


def takes_alive(attack: CloseCombatAttack) -> bool:
    return any(line.label == TAKE_ALIVE for line in attack.lines)


def carry_out(g: SlPlay, frame: CloseCombat) -> None:
    """SL:6.1.2: results take effect when all dice have fallen, which come after all that is announced (SL:1.3.1-p8.2).
    SL:6.1.8: leaders share the fate of their men. SL:6.3.1:
    who is left is in melee."""
    g.pop()
    hits = [(uid, takes_alive(attack)) for attack in frame.attacks for uid in killed(g, attack)]
    hit = dict.fromkeys(uid for uid, _ in hits)
    dead = dict.fromkeys(uid for uid, spared in hits if not spared)
    for uid in dead:
        morale.eliminate(g, g.unit(uid), "is eliminated in close combat", "SL:6.1.3-b")
    for unit in die_along(g, dead):
        morale.eliminate(g, unit, "shares the fate of his men", "SL:6.3.6-c")
    taken = tuple([uid for uid in hit if uid not in dead])
    taken += tuple([unit.id for unit in die_along(g, taken) if unit.id not in taken])
    if taken:
        overpowered(g, frame.hex, taken)
    for side in g.in_order():
        men = [unit for unit in g.side_in(frame.hex, side) if unit.is_mmc and not unit.captive]
        lost = [uid for uid in lost_of(frame, side) if uid in hit and uid in frame.squads]
        if men or not lost:
            continue
        for leader in g.side_in(frame.hex, side):
            if leader.captive or on_his_own(g, leader):
                continue
            if any(uid in dead for uid in lost):
                morale.eliminate(g, leader, "shares the fate of his men", "SL:6.1.8")
            elif leader.id not in taken:
                overpowered(g, frame.hex, (leader.id,))
    mark_melee(g, frame.hex)
    seize(g, frame.hex)
    g.push_in_order(*combat_over(g, frame.hex))


def lost_of(frame: CloseCombat, side: Side) -> list[str]:
    return [uid for attack in frame.attacks if attack.side != side for uid in attack.targets]


def mark_melee(g: SlPlay, hex: Hex) -> None:
    """SL:6.3.1: units of both sides that survive are locked in melee."""
    if not contested(g, hex):
        return
    fresh = [unit for unit in g.units_in(hex) if not unit.melee and not unit.captive]
    for unit in fresh:
        g.update(unit, melee=True)
    if fresh:
        who = tuple([unit.id for unit in fresh])
        g.say("melee", f"{g.names(fresh)}: in melee in {g.place_name(hex)}.", "SL:6.3.1", who=who, at=hex)


@PART.answers(morale.unit_gone)
def melee_over(g: SlPlay, hex: Hex) -> None:
    """SL:6.3.1: until one side is wiped out, or nobody there can fight."""
    if not hex or contested(g, hex):
        return
    for unit in [unit for unit in g.units_in(hex) if unit.melee]:
        g.update(unit, melee=False)
