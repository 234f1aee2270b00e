"""One close combat attack: who fights with whom, firepower, odds, modifiers, result (SK1:3.8).

A group is an MMC with the leaders stacked on it, or a leader on his own (SK1:3.8-l, SK1:3.8-k); groups
attack and are attacked as one. Firepower and modifiers are those at the moment of declaring and stay so
until the attack is resolved, whatever happens to the units in between (SK1:3.8-b, SK1:3.8-d). TEM, SW and
point blank range have no place in the sum (SK1:3.8-a2)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Breakdown, Frame, Line
from defilade.rules.sk import morale
from defilade.rules.sk.state import SkPlay
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.names import Hex, Side
from defilade.tactics.odds_table import kill_chances, odds_words
from defilade.tactics.units import Unit


class CloseCombat(Frame):
    """The close combat of one hex. `steps` are still to be done, the first of them next."""

    hex: Hex
    steps: tuple[str, ...]
    ambusher: str = ""
    reinforced: tuple[str, ...] = ()
    """Units that have advanced into a melee here, and so must attack (SK1:3.8-v)."""
    stacked: tuple[tuple[str, str], ...] = ()
    """Which unit each leader is stacked on: (leader, unit); himself where he fights alone."""
    attacks: tuple[CloseCombatAttack, ...] = ()
    selected: tuple[str, ...] = ()
    """Picked at random for casualty reduction."""


class FightingGroup(msgspec.Struct, frozen=True):
    """An MMC with the leaders stacked on it, or leaders without one."""

    base: Unit
    leaders: tuple[Unit, ...] = ()

    @property
    def members(self) -> tuple[Unit, ...]:
        return (self.base, *self.leaders)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple([unit.id for unit in self.members])


def fighting_groups(g: SkPlay, combat: CloseCombat, side: Side) -> list[FightingGroup]:
    """The groups of a side in the hex, as its leaders have been stacked (SK1:3.8-l, SK1:3.8-m)."""
    units = {unit.id: unit for unit in g.side_in(combat.hex, side)}
    on = {
        leader: base
        for leader, base in combat.stacked
        if leader != base and leader in units and base in units
    }
    return [
        FightingGroup(unit, tuple([units[leader] for leader, base in on.items() if base == unit.id]))
        for unit in units.values()
        if unit.id not in on
    ]


def attackers_of(group: FightingGroup) -> list[tuple[Unit, ...]]:
    """The ways in which a group can attack: broken units never do (SK1:3.8-g); a leader who is CX may be
    left out, for he would burden the whole attack (SK1:3.8-f, SK1:3.8-z2)."""
    if group.base.broken:
        return []
    leaders = [unit for unit in group.leaders if not unit.broken]
    ways: list[tuple[Unit, ...]] = [(group.base, *leaders)]
    fresh = [unit for unit in leaders if not unit.cx]
    if len(fresh) < len(leaders):
        ways.append((group.base, *fresh))
    return ways


# -- firepower -------------------------------------------------------------------------------------


def close_combat_fp(g: SkPlay, unit: Unit) -> int:
    """Printed FP, also of a broken unit that defends; an SMC has 1 (SK1:3.8-j)."""
    return g.library.tables.close_combat.leader_fp if unit.is_leader else g.counter(unit).fp


def attack_line(g: SkPlay, unit: Unit) -> Line:
    fp = close_combat_fp(g, unit)
    if unit.pinned:
        return Line(f"{g.name(unit)}, pinned: half", fp / 2, "SK1:3.8-z", "fp")
    return Line(g.name(unit), fp, "SK1:3.8-j" if unit.is_leader else "SK1:3.8-h", "fp")


# -- modifiers -------------------------------------------------------------------------------------


def leadership_line(g: SkPlay, attackers: Iterable[Unit]) -> Line | None:
    """SK1:3.8-n: one leader may direct the MMC that he fights with; SK1:3.8-k2: never an attack without
    one."""
    attackers = list(attackers)
    if not any(unit.is_mmc for unit in attackers):
        return None
    leaders = [
        unit for unit in attackers if unit.is_leader and not unit.broken and not unit.pinned
    ]  # SK1:1.2.1-b
    best = min(leaders, key=lambda unit: morale.leadership(g, unit), default=None)
    if best is None or morale.leadership(g, best) >= 0:
        return None
    return Line(f"leadership of the {g.name(best)}", morale.leadership(g, best), "SK1:3.8-n")


def by_cx_line(g: SkPlay, attackers: Iterable[Unit]) -> Line | None:
    drm = g.library.tables.close_combat.by_cx_drm
    return Line("by CX", drm, "SK1:3.8-z2") if any(unit.cx for unit in attackers) else None


def ambush_line(g: SkPlay, side: Side, ambusher: str) -> Line | None:
    """SK1:3.8-r: in the CCPh of the ambush only; the frame that knows the ambusher does not outlive it."""
    if not ambusher:
        return None
    table = g.library.tables.close_combat
    if side == ambusher:
        return Line("by the ambusher", table.by_ambusher_drm, "SK1:3.8-r")
    return Line("against the ambusher", table.against_ambusher_drm, "SK1:3.8-r")


def against_lines(g: SkPlay, target: Unit) -> tuple[Line, ...]:
    """DRM that one target brings on itself."""
    table = g.library.tables.close_combat
    lines: list[Line] = []
    if target.broken:
        lines.append(Line(f"against the broken {g.name(target)}", table.against_broken_drm, "SK1:3.8-g2"))
    if target.cx:
        lines.append(Line(f"against the CX {g.name(target)}", table.against_cx_drm, "SK1:3.8-z2"))
    return tuple(lines)


def make_attack(
    g: SkPlay, side: Side, ambusher: str, attackers: Iterable[Unit], targets: Iterable[Unit]
) -> CloseCombatAttack:
    """An attack as it would be declared now."""
    attackers, targets = list(attackers), list(targets)
    fp_lines = [attack_line(g, unit) for unit in attackers]
    modifiers = (leadership_line(g, attackers), by_cx_line(g, attackers), ambush_line(g, side, ambusher))
    return CloseCombatAttack(
        side=side,
        attackers=tuple([unit.id for unit in attackers]),
        targets=tuple([unit.id for unit in targets]),
        attack_fp=float(sum(line.value for line in fp_lines)),
        defence_fp=float(sum(close_combat_fp(g, unit) for unit in targets)),
        lines=(*fp_lines, *(line for line in modifiers if line is not None)),
        against=tuple([against_lines(g, unit) for unit in targets]),
    )


def with_new_leader(g: SkPlay, attack: CloseCombatAttack, unit: Unit, leader: Unit) -> CloseCombatAttack:
    """SK1:5.3-c: a leader created by a roll in this close combat counts in attack and defence at once."""
    if unit.id in attack.attackers:
        line = attack_line(g, leader)
        attack = msgspec.structs.replace(
            attack,
            attackers=(*attack.attackers, leader.id),
            attack_fp=attack.attack_fp + line.value,
            lines=(*attack.lines, line),
        )
    if unit.id in attack.targets:
        attack = msgspec.structs.replace(
            attack,
            targets=(*attack.targets, leader.id),
            defence_fp=attack.defence_fp + close_combat_fp(g, leader),
            against=(*attack.against, ()),
        )
    return attack


# -- odds and result -------------------------------------------------------------------------------


def place_on_table(g: SkPlay, attack: CloseCombatAttack) -> tuple[str, int]:
    """The odds column in words and its kill number (SK1:3.8-h, SK1:QRDC-cct)."""
    table = g.library.tables.close_combat
    column = table.odds(attack.attack_fp, attack.defence_fp)
    return odds_words(column.odds, table.columns[0].odds, table.columns[-1].odds), column.kill


def breakdown(g: SkPlay, attack: CloseCombatAttack) -> Breakdown:
    """Firepower, odds and DRM. A DRM that holds against part of the targets only is stated, not added."""
    odds, kill = place_on_table(g, attack)
    shared = len({drm_key(lines) for lines in attack.against}) == 1
    own: list[Line] = []
    for lines in attack.against[:1] if shared else attack.against:
        own += [msgspec.structs.replace(line, sign="+" if shared else "=") for line in lines]
    return Breakdown(
        "Close combat",
        (
            *attack.lines,
            Line("defence", attack.defence_fp, "SK1:3.8-h", "="),
            Line(f"kill number at {odds}", kill, "SK1:QRDC-cct", "="),
            *own,
        ),
        total=attack.attack_fp,
        column=kill,
        rules=("SK1:3.8-h", "SK1:QRDC-ccdrm"),
    )


def drm_key(lines: tuple[Line, ...]) -> tuple[tuple[str, float], ...]:
    return tuple([(line.rule, line.value) for line in lines])


def chances(g: SkPlay, attack: CloseCombatAttack) -> dict[str, float]:
    """Exact chances of each result; of each target by itself where their DRM differ."""
    _, kill = place_on_table(g, attack)
    drms = [attack.drm_against(place) for place in range(len(attack.targets))]
    if len(set(drms)) == 1:
        odds = kill_chances(kill, drms[0])
        return {"eliminated": odds.below, "casualty reduction": odds.on, "no effect": odds.above}
    found: dict[str, float] = {}
    for uid, drm in zip(attack.targets, drms, strict=True):
        odds = kill_chances(kill, drm)
        found[f"{g.name(uid)} eliminated"] = odds.below
        found[f"{g.name(uid)} reduced if picked"] = odds.on
    return found


class CloseCombatResult(msgspec.Struct, frozen=True):
    eliminated: tuple[str, ...]
    """SK1:3.8-i: final DR below the kill number."""
    one_reduced: tuple[str, ...]
    """SK1:3.8-i2: final DR on the kill number; one of these, chosen at random, is reduced."""


def result(g: SkPlay, attack: CloseCombatAttack) -> CloseCombatResult:
    """What a resolved attack does; above the kill number nothing (SK1:3.8-i3)."""
    _, kill = place_on_table(g, attack)
    thrown = sum(attack.dice)
    finals = [(uid, thrown + attack.drm_against(place)) for place, uid in enumerate(attack.targets)]
    return CloseCombatResult(
        tuple([uid for uid, final in finals if final < kill]),
        tuple([uid for uid, final in finals if final == kill]),
    )
