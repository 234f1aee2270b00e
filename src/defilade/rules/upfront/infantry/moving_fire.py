"""Fire on the move (UF:12), and from Marsh (UF:8.41), Stream (UF:8.52) and Wire (UF:13.32): what weapons can do there.

A man is moving with his group, or by himself while he transfers to another one (UF:17.8-qc).
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Line, Refusal
from defilade.rules.upfront.game.attack import (
    FIRE,
    HALVING,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import FIRE as FIRE_CARD
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import WIRE, Man, Unit
from defilade.rules.upfront.infantry.crews import fully_crewed, is_gunner
from defilade.rules.upfront.infantry.firepower import (
    fire_bar,
    firepower_changes,
    man_firepower,
    needs_brackets,
    shooters,
)
from defilade.rules.upfront.infantry.terrain import is_moving, terrain_of

PART = Part()

FLAMETHROWER = "flamethrower"
NEVER_MOVING = ("mmg", "mortar", "bazooka", "panzerschreck", "atr")  # UF:12.12, UF:30.1-a
NEVER_IN_WATER = ("mmg", "mortar")
WATER = {"marsh": ("UF:8.41-b", "UF:8.41-c"), "stream": ("UF:8.52-a", "UF:8.52-c")}


def man_moves(g: UfPlay, man: Man) -> bool:
    """He is moving: with his group, or on his way to another one."""
    return bool(man.transfers_to) or is_moving(g.group_of(man))


def unit_moves(g: UfPlay, unit: Unit) -> bool:
    """A man or machine is moving."""
    return bool(unit.transfers_to) or is_moving(g.group_of(unit))


# -- the strength of the attack ----------------------------------------------------------------------------------


@PART.modifies(attack_lines, "UF:6.4", "UF:17.8-qc", step=HALVING)
def moving_fire(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:6.4, UF:12.1-a: the Fire cards of a moving group count half, before everything else. Ordnance is no
    fire of that kind, and a flamethrower can do without halving (UF:12.1-b)."""
    if attack.kind != FIRE or not attack.firer or attack.not_halved:
        return
    if is_moving(g.group(attack.firer)):
        rule = "UF:6.4"
    elif attack.joining:  # to the end, whatever happens to their weapons meanwhile
        rule = "UF:17.8-qc"
    else:
        return
    if not flamethrower_suffices(g, attack):
        yield Line("moving fire", 0.5, rule, "x")


def flamethrower_suffices(g: UfPlay, attack: Attack) -> bool:
    """UF:12.1-b: flamethrowers give all the firepower that the Fire cards need."""
    men = [man for man in shooters(g, attack) if isinstance(man, Man)]
    flames = [man for man in men if _kind(g, man) == FLAMETHROWER]
    if not flames:
        return False
    uses = [g.deck[card].use(g.side(attack.side).nation, FIRE_CARD) for card in attack.cards]
    needs = sum(use.needs for use in uses if use is not None)
    return 0 < needs <= sum(man_firepower(g, man, attack) for man in flames)


def _kind(g: UfPlay, man: Man) -> str:
    weapon = g.weapon(man)
    return weapon.kind if weapon is not None else ""


# -- what each weapon can do -------------------------------------------------------------------------------------


@PART.answers(firepower_changes)
def bolt_action_on_the_move(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """UF:12.11: halved man by man, fractions down; a transferring man alike (UF:17.8-qc)."""
    weapon = g.weapon(man)
    if weapon is not None and weapon.bolt and man_moves(g, man):
        yield Line("bolt-action rifle on the move", 0.5, "UF:12.11", "x")


@PART.answers(fire_bar)
def too_heavy_to_move(g: UfPlay, man: Man, attack: Attack) -> Refusal | None:
    """UF:12.12, UF:12.13-a"""
    kind = _kind(g, man)
    if kind not in NEVER_MOVING and kind != "lmg":
        return None
    if not man_moves(g, man):
        return None
    if kind != "lmg":
        return Refusal(f"the {g.library.weapons[man.weapon].name} is never fired while moving", "UF:12.12")
    if not fully_crewed(g, man):
        return Refusal("a moving LMG fires only if it is fully crewed", "UF:12.13-a")
    return None


@PART.answers(needs_brackets)
def moving_machine_gun(g: UfPlay, man: Man, attack: Attack) -> bool:
    """UF:12.13-a"""
    return is_gunner(g, man) and man_moves(g, man)


def awkward_ground(g: UfPlay, man: Man) -> str:
    """The ground that hampers a crew: `marsh`, `stream` or `wire`."""
    group = g.group_of(man)
    terrain = terrain_of(group)
    if terrain in WATER:
        return terrain
    return WIRE if any(laid.kind == WIRE for laid in group.laid) else ""


@PART.answers(fire_bar)
def crew_on_awkward_ground(g: UfPlay, man: Man, attack: Attack) -> Refusal | None:
    """UF:8.41-b, UF:8.52-a: some weapons not at all; UF:8.41-c, UF:8.52-c, UF:13.32-b: the others only fully
    crewed and not moving."""
    if not is_gunner(g, man):
        return None
    ground = awkward_ground(g, man)
    if not ground:
        return None
    barred, crewed = WATER.get(ground, ("", "UF:13.32-b"))
    name = g.library.weapons[man.weapon].name
    if barred and _kind(g, man) in NEVER_IN_WATER:
        return Refusal(f"the {name} cannot be fired from a {ground}", barred)
    if man_moves(g, man) or not fully_crewed(g, man):
        return Refusal(f"from {ground} the {name} fires only if it is fully crewed and not moving", crewed)
    return None


@PART.answers(needs_brackets)
def brackets_on_awkward_ground(g: UfPlay, man: Man, attack: Attack) -> bool:
    """UF:8.41-c, UF:8.52-c, UF:13.32-b"""
    return is_gunner(g, man) and bool(awkward_ground(g, man))
