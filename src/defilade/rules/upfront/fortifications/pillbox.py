"""The Pillbox (UF:23): given out before the game, and hard to get at except from behind.

A scenario gives it to a role or nation with the special rule `pillbox:defender`; the fact `pillbox` names the side
where that is settled at the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Frame, Line, Refusal
from defilade.rules.upfront.close_quarters.close_combat import close_combat_bar, melee_concealment_bar
from defilade.rules.upfront.game.attack import (
    FIRE,
    HALVING,
    INDIRECT,
    OVERRUN,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import are_adjacent
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import attack_bar, terrain_bar
from defilade.rules.upfront.game.state import SIDEWAYS, TERRAIN, Group, Laid, Machine, Man, Unit
from defilade.rules.upfront.infantry.concealment import concealment_bar
from defilade.rules.upfront.infantry.discards import on_rejected
from defilade.rules.upfront.infantry.firepower import firepower_changes
from defilade.rules.upfront.infantry.movement import must_reject, on_moved
from defilade.rules.upfront.infantry.terrain import terrain_of
from defilade.rules.upfront.transfers.individual_transfer import crowding_bar, joining_bar
from defilade.rules.upfront.transfers.infiltration import infiltration_bar
from defilade.rules.upfront.turn.setup import (
    FEWEST_IN_GROUP,
    grouping_bar,
    set_up_before_terrain,
    terrain_at_start_bar,
    unplaced,
)

PART = Part()

PILLBOX = "pillbox"
LETTER = "B"
MOST_MEN = 3
BARRED = ("mortar", "bazooka", "panzerschreck")  # UF:23.3-b


def in_pillbox(group: Group) -> bool:
    return terrain_of(group) == PILLBOX


# -- before the game ---------------------------------------------------------------------------------------------


def receives_pillbox(g: UfPlay, side: str) -> bool:
    """Whether a side is given a Pillbox (UF:23.1); in team play there is one in each game."""
    if PILLBOX in g.state.facts:
        return g.state.facts[PILLBOX] == side
    player = g.side(side)
    rules = g.scenario_of(side).special
    return any(f"{PILLBOX}:{whom}" in rules for whom in (player.role, player.nation))


def may_man_pillbox(g: UfPlay, unit: Unit) -> Refusal | None:
    """UF:23.3-b; his own weapon beside a captured one is a secondary weapon too (UF:20.74-b)."""
    if isinstance(unit, Machine):
        return Refusal("no gun or vehicle can be in a Pillbox", "UF:23.3-b")
    weapon = g.weapon(unit)
    if unit.secondary or unit.kept or (weapon is not None and weapon.kind in BARRED):
        return Refusal(f"{g.name(unit)} cannot be in a Pillbox with what he carries", "UF:23.3-b")
    return None


@PART.answers(grouping_bar)
def garrison(g: UfPlay, side: str, unit: Unit, letter: str) -> Refusal | None:
    """UF:23.3, UF:23.3-b: three men at most in Group B, without heavy weapons; and men enough must be left for it."""
    if not receives_pillbox(g, side):
        return None
    inside = next((group.members for group in g.groups_of(side) if group.letter == LETTER), ())
    if letter == LETTER:
        if len(inside) >= MOST_MEN:
            return Refusal(f"a Pillbox holds {MOST_MEN} men at most", "UF:23.3")
        return may_man_pillbox(g, unit)
    fit = [u for u in unplaced(g, side) if u.id != unit.id and may_man_pillbox(g, u) is None]
    if len(inside) + len(fit) < FEWEST_IN_GROUP:
        return Refusal(f"{g.name(unit)} is needed in the Pillbox", "UF:23.2")
    return None


@PART.answers(set_up_before_terrain)
def place_pillbox(g: UfPlay, side: str) -> Frame | None:
    """UF:23.1, UF:23.2: out of the deck, besides the hand, on Group B before any other terrain."""
    if not receives_pillbox(g, side):
        return None
    tray = g.tray(side)
    card = next(c for c in tray.draw if g.deck[c].named == PILLBOX)
    group = next(group for group in g.groups_of(side) if group.letter == LETTER)
    g.update_tray(g.side(side).table, draw=tuple(c for c in tray.draw if c != card))
    value = g.deck[card].uses[0].value
    g.lay(group, Laid(card, TERRAIN, PILLBOX, value, by=side))
    text = f"{g.group_name(group)} has the Pillbox."
    g.say("pillbox", text, "UF:23.1", "UF:23.2", side=side, who=(card,), at=group.id)
    return None


@PART.answers(terrain_bar)
@PART.answers(terrain_at_start_bar)
def only_given(g: UfPlay, group: Group, terrain: str, by: str) -> Refusal | None:
    """UF:23.1: nobody builds one in play."""
    return Refusal("the Pillbox is given out before the game", "UF:23.1") if terrain == PILLBOX else None


# -- who is in it ------------------------------------------------------------------------------------------------


@PART.answers(crowding_bar)
def no_crowd(g: UfPlay, group: Group, cards: int) -> Refusal | None:
    if in_pillbox(group) and cards > MOST_MEN:
        return Refusal(f"a Pillbox holds {MOST_MEN} men at most", "UF:23.3")
    return None


@PART.answers(joining_bar)
def no_heavy_weapons(g: UfPlay, unit: Unit, group: Group) -> Refusal | None:
    return may_man_pillbox(g, unit) if in_pillbox(group) else None


@PART.answers(must_reject)
def too_many_for_it(g: UfPlay, group: Group, terrain: str) -> Refusal | None:
    """UF:23.3, UF:23.3-b: a group that would take it over."""
    if terrain != PILLBOX:
        return None
    if len(group.members) > MOST_MEN:
        return Refusal(f"a Pillbox holds {MOST_MEN} men at most", "UF:23.3")
    return next((no for unit in g.members(group) if (no := may_man_pillbox(g, unit)) is not None), None)


# -- attacks on it -----------------------------------------------------------------------------------------------


@PART.answers(concealment_bar)
def no_concealment(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:23.4-b, UF:9.5. The -4 of UF:23.4-a is the card's own modifier: see `terrain.cover`."""
    if in_pillbox(g.group(attack.target)):
        return Refusal("a group in a Pillbox may never use Concealed cards", "UF:23.4-b")
    return None


@PART.answers(melee_concealment_bar)
def no_concealment_hand_to_hand(g: UfPlay, unit: Unit) -> Refusal | None:
    """UF:23.4-b, where a berserk man fights them (UF:20.91-a)."""
    if in_pillbox(g.group_of(unit)):
        return Refusal("a group in a Pillbox may never use Concealed cards", "UF:23.4-b")
    return None


@PART.answers(close_combat_bar)
def no_close_combat(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    """Enemies may infiltrate it all the same (UF:23.5-c), and berserk men fight there (UF:20.91-a)."""
    return (
        Refusal("nobody can be fought hand to hand in a Pillbox", "UF:23.5") if in_pillbox(target) else None
    )


@PART.answers(infiltration_bar)
def no_sorties(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    if in_pillbox(g.group_of(man)):
        return Refusal("nobody infiltrates from a Pillbox", "UF:23.5-b")
    return None


@PART.answers(attack_bar)
def no_overrun(g: UfPlay, attack: Attack) -> Refusal | None:
    if attack.kind == OVERRUN and in_pillbox(g.group(attack.target)):
        return Refusal("a Pillbox cannot be overrun", "UF:23.6")
    return None


# -- behind it ---------------------------------------------------------------------------------------------------


@PART.answers(attack_bar)
def blind_side(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:23.7-a: a Pillbox and a group past it cannot fire at each other."""
    if not attack.firer or attack.kind in INDIRECT:
        return None
    firer, target = g.group(attack.firer), g.group(attack.target)
    if firer.range + target.range > 5 and (in_pillbox(firer) or in_pillbox(target)):
        return Refusal("behind a Pillbox nobody can be seen from it, nor its inside from there", "UF:23.7-a")
    return None


@PART.answers(on_moved)
def getting_behind(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:23.7-b: an adjacent group that has passed it stays behind it when it comes back level with it."""
    behind = []
    for enemy in g.enemy_groups(group.side):
        total = group.range + enemy.range
        passed = in_pillbox(enemy) and are_adjacent(group, enemy)
        if passed and (total > 5 or (total == 5 and enemy.id in group.behind)):
            behind.append(enemy.id)
    if behind or group.behind or group.was_behind:
        g.update_group(group, behind=tuple(behind), was_behind=group.behind)


@PART.answers(on_rejected)
def not_behind_after_all(g: UfPlay, group: Group, card: Laid) -> None:
    """UF:7.32-a: the step is undone, and with it what it meant for a Pillbox. Where a Retreat stands (UF:5.7-a) the
    group has come out in front of it."""
    if card.mode == SIDEWAYS or group.behind == group.was_behind:
        return
    boxes = [enemy for enemy in g.enemy_groups(group.side) if enemy.id in group.was_behind]
    g.update_group(group, behind=tuple(box.id for box in boxes if group.range + box.range >= 5))


def attacks_rear(g: UfPlay, group: Group, pillbox: Group) -> bool:
    """It stands behind the Pillbox, level with it (UF:23.7-b)."""
    return pillbox.id in group.behind and in_pillbox(pillbox) and group.range + pillbox.range == 5


def fires_at_rear(g: UfPlay, attack: Attack) -> bool:
    """It is fire with Fire cards at the rear of a Pillbox."""
    if attack.kind != FIRE or not attack.firer or not g.group(attack.firer).behind:
        return False
    return attacks_rear(g, g.group(attack.firer), g.group(attack.target))


@PART.answers(firepower_changes)
def rear_attack(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """UF:23.7-b: Flanking Fire; flamethrowers are not doubled (UF:22.6)."""
    if fires_at_rear(g, attack):
        weapon = g.weapon(man)
        if weapon is None or weapon.kind != "flamethrower":
            yield Line("rear of the Pillbox", 2, "UF:23.7-b", "x")


@PART.modifies(attack_lines, "UF:23.7-b", step=HALVING)
def fire_to_the_rear(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:23.7-b: the Fire cards of the occupants count half, fractions down."""
    if (
        attack.kind == FIRE
        and attack.firer
        and attacks_rear(g, g.group(attack.target), g.group(attack.firer))
    ):
        yield Line("to the rear of the Pillbox", 0.5, "UF:23.7-b", "x")
