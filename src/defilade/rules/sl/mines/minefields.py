"""Minefields (SL:15.7): they strike whoever comes into their hex on foot, and whoever leaves it.

They strike movers only (SL:15.7.7), and send nobody to ground (SL:15.7-b); who is in one fires and fights as anywhere
(SL:15.7.10). Who rides in an upper storey or comes down the stairs has come into no hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import movement, rout, terrain, withdrawal
from defilade.rules.sl.advance import advanced_into, before_leaving
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.marches.sewers import close_entrance, surfacing
from defilade.rules.sl.mines.mine_attack import MineAttack, goes_off, mines_have_struck, struck_with
from defilade.rules.sl.state import DOORWAY_MINE, MINES, MPH, STAIRWAY_MINE, SlPlay, Work
from defilade.rules.sl.tables import KIA
from defilade.rules.sl.works.placing import site_bar
from defilade.rules.sl.works.works import known_in, works_in
from defilade.tactics.fire_table import column_for
from defilade.tactics.moving import MOVE_VERBS, Moving, move_in_progress, place_of
from defilade.tactics.names import Hex
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit

PART = Part()

IN_WATER = Refusal("nobody mines water", "SL:15.7.1-a")
IN_CRAG = Refusal("nobody fortifies crag", "SL:14.10.6")
IN_MARSH = Refusal("nobody fortifies marsh", "SL:14.18.10")
ON_THE_GROUND = Refusal("mines lie on the ground", "SL:15.7.1-a")
NO_GROUND = {"pond": IN_WATER, "river": IN_WATER, "canal": IN_WATER, "crag": IN_CRAG, "marsh": IN_MARSH}


@PART.answers(site_bar)
def no_place_for_mines(g: SlPlay, kind: str, hex: Hex) -> Refusal | None:
    """SL:15.7.1-a, as later text bars some ground besides."""
    if kind != MINES:
        return None
    return ON_THE_GROUND if g.map.ground_hex(hex) != hex else NO_GROUND.get(g.map.terrain[hex])


# -- whom they strike ----------------------------------------------------------------------------------------


def with_traps(g: SlPlay) -> bool:
    """Whether this scenario has booby traps."""
    return any({DOORWAY_MINE, STAIRWAY_MINE} & set(group.works) for group in g.scenario.groups)


def strikes_in(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """SL:15.8.1-b, SL:15.8.2: with booby traps, mines in the hex of a building lie beside it, not in it."""
    return not (with_traps(g) and g.terrain_of(hex).structure) or bypass.status(g, unit) is not None


def guided(g: SlPlay, unit: Unit, work: Work) -> bool:
    """SL:3.30.7-c: a prisoner who knows the way leads his captors through a minefield that they know of."""
    return any(
        (guide := g.state.units.get(uid)) is not None and guide.captive == work.side and guide.hex == unit.hex
        for uid in g.state.mine_guides
    )


def struck_by(g: SlPlay, work: Work, units: Iterable[str]) -> list[str]:
    there = [g.unit(uid) for uid in units if uid in g.state.units]
    return [
        unit.id
        for unit in there
        if strikes_in(g, unit, work.hex) and (work.hidden or not guided(g, unit, work))
    ]


def another_hex(g: SlPlay, origin: str, hex: str) -> bool:
    return not origin or g.map.ground_hex(origin) != g.map.ground_hex(hex)


def mines_under(g: SlPlay, units: Sequence[str], hex: Hex) -> list[Frame]:
    """What units on their way set off in a hex, whose side has laid it or not (SL:15.7.2)."""
    found: list[Frame] = []
    for work in works_in(g, hex, MINES):
        struck = struck_by(g, work, units)
        if struck:
            found.append(goes_off(g, work, struck))
    return found


# -- in the MPh ----------------------------------------------------------------------------------------------


class OutOfTheMines(Frame):
    """Units on the move have been struck as they came in or go out. With an action to carry out they are on their way
    out."""

    action: str = ""


@PART.answers(movement.entered)
def come_in(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:15.7.2"""
    g.state.out_of_mines = ()
    if g.state.works and another_hex(g, origin, hex):
        found = mines_under(g, frame.members, hex)
        if found:
            g.push_in_order(*found, OutOfTheMines())


@PART.answers(movement.held_up)
def go_out(g: SlPlay, frame: Moving, action: Action) -> bool:
    """SL:15.7.4"""
    here = place_of(g, frame)
    if (
        not g.state.works
        or not another_hex(g, here, action.at)
        or set(frame.members) <= set(g.state.out_of_mines)
    ):
        return False
    found = mines_under(g, frame.members, here)
    if found:
        g.push_in_order(*found, OutOfTheMines(str(action)))
    return bool(found)


@PART.automatic(OutOfTheMines)
def run_out_of_the_mines(g: SlPlay, frame: OutOfTheMines) -> None:
    """SL:15.7.3: who is neither broken nor dead stays or goes on; SL:15.7.5: the others are where they were struck. If
    all are well they go where they wanted to go, otherwise they think again."""
    g.pop()
    move = move_in_progress(g)
    assert move is not None
    units = g.state.units
    left = tuple([uid for uid in move.members if uid in units and not units[uid].broken])
    unharmed = left == move.members
    move.members = left
    if frame.action:
        g.state.out_of_mines = left
    if left and frame.action and unharmed:
        action = Action.parse(frame.action)
        MOVE_VERBS(g)[action.verb].take(g, move, action)
    elif left and not unharmed and not movable(g, move):
        move.members = ()


def movable(g: SlPlay, move: Moving) -> bool:
    """Whether those who are left can do anything at all; otherwise they stay where they are."""
    members = movement.what_is_left(g, move)
    return any(verb.options(g, move, members) for verb in MOVE_VERBS(g).values())


@PART.answers(phase_ends)
def forget_who_left(g: SlPlay, phase: str) -> None:
    if phase == MPH:
        g.state.out_of_mines = ()


@PART.answers(terrain.price_of_entry)
def behind_a_guide(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:3.30.7-c: at twice the price."""
    if not g.state.mine_guides or g.state.phase != MPH:
        return cost
    fields = known_in(g, hex, unit.side, MINES)
    return cost * 2 if any(guided(g, unit, work) for work in fields) else cost


# -- in the APh ----------------------------------------------------------------------------------------------


@PART.answers(before_leaving)
def advance_out(g: SlPlay, unit: Unit, hex: Hex) -> list[Frame]:
    if not g.state.works or not another_hex(g, unit.hex, hex):
        return []
    return mines_under(g, (unit.id,), unit.hex)


@PART.answers(advanced_into)
def advance_in(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:15.7-a: one unit after the other, so that a leader helps only those who come after him."""
    if g.state.works and another_hex(g, origin, unit.hex):
        g.push_in_order(*mines_under(g, (unit.id,), unit.hex))


# -- in flight -----------------------------------------------------------------------------------------------


@PART.answers(rout.perilous)
def mines_on_the_way(g: SlPlay, unit: Unit, way: Sequence[str]) -> bool:
    return bool(g.state.works) and any(works_in(g, hex, MINES) for hex in way)


@PART.answers(rout.leaving_in_flight)
def flee_out(g: SlPlay, who: tuple[str, ...], origin: str, hex: str) -> list[Frame]:
    """SL:15.7-c, SL:15.7.8; SL:15.7-e: also on from a minefield that is no cover."""
    return mines_under(g, who, origin) if another_hex(g, origin, hex) else []


@PART.answers(rout.come_in_flight)
def flee_in(g: SlPlay, who: tuple[str, ...], origin: str, hex: str) -> list[Frame]:
    return mines_under(g, who, hex) if another_hex(g, origin, hex) else []


@PART.answers(rout.shunned)
def knows_of_mines(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """SL:15.7.9"""
    return bool(g.state.works) and bool(known_in(g, hex, unit.side, MINES))


@PART.answers(rout.stays_at_its_gun)
def stays_in_the_mines(g: SlPlay, unit: Unit) -> bool:
    """SL:15.7.8: in open terrain it must go on. Of mines that nobody else knows of this would tell."""
    if not g.state.works or terrain.is_open(g, unit.hex):
        return False
    return any(not work.hidden for work in works_in(g, unit.hex, MINES))


# -- out of melee (SL:6.3.6.4) -------------------------------------------------------------------------------


@PART.answers(withdrawal.before_falling_back)
def fall_back_out(g: SlPlay, unit: Unit, hex: Hex) -> list[Frame]:
    """SL:6.3.6.4"""
    return mines_under(g, (unit.id,), unit.hex) if g.state.works else []


@PART.answers(withdrawal.fallen_back)
def fall_back_in(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:6.3.6.4"""
    if g.state.works:
        g.push_in_order(*mines_under(g, (unit.id,), unit.hex))


# -- out of the sewers (SL:4.9-q2) ---------------------------------------------------------------------------


UP_IN_THE_OPEN = "SL:4.9-q2"


@PART.answers(surfacing)
def come_up_in_mines(g: SlPlay, who: tuple[str, ...], hex: Hex) -> list[Frame]:
    """SL:4.9-q2: as if they were fired on there: with the DRM for moving in the open, and before they are concealed."""
    if not g.state.works:
        return []
    drm = g.tables.fire_drm
    value = drm.moved.drm + drm.in_the_open.drm
    return [
        goes_off(g, work, struck_with(g, who), value, "comes up in the open", UP_IN_THE_OPEN)
        for work in works_in(g, hex, MINES)
        if not (with_traps(g) and g.terrain_of(hex).structure)
    ]


@PART.answers(mines_have_struck)
def bury_the_manhole(g: SlPlay, frame: MineAttack, dice: tuple[int, ...]) -> None:
    """SL:4.9-q2: the entrance is closed by a KIA that needs none of that DRM."""
    if frame.drm_rule != UP_IN_THE_OPEN:
        return
    column = column_for(g.fire_table.columns, frame.factors)
    if g.tables.infantry_fire_table.result(column, sum(dice)).kind == KIA:
        close_entrance(g, frame.hex, frame.side)
