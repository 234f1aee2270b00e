"""Snipers: single men who fire from hiding at one man at a time (SL:5.7.1 to SL:5.7.16)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale, rally, terrain
from defilade.rules.sl.close_combat import made_by
from defilade.rules.sl.eyes.concealment import counter_over, cover, is_concealed, whereabouts
from defilade.rules.sl.eyes.hidden import hides, may_be_hidden
from defilade.rules.sl.eyes.night import could_see
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.firers import weapon_bar
from defilade.rules.sl.marches.portage import taking_bar
from defilade.rules.sl.movement import mf_allowed
from defilade.rules.sl.state import SCOUT, SNIPER, SlPlay
from defilade.rules.sl.tables import KIA, NONE
from defilade.tactics.attack_plan import Aim, Firing, shot_factors, target_lines
from defilade.tactics.checks import Check, check_rounds
from defilade.tactics.fire_groups import Shot
from defilade.tactics.fire_table import column_for
from defilade.tactics.leader_loss import ELIMINATED, note_leader_loss, with_leader_losses
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import HERO, LEADER, Unit, Weapon

PART = Part()

SNIPE, LOOK, DONE = "snipe", "look-for", Action("done")
DEADLY = 0
"""The modified roll up to which a sniper's KIA kills a leader."""
SINGLE_MEN = (LEADER, SCOUT, HERO, SNIPER)


NO_WEAPONS = Refusal("a sniper uses no support weapon", "SL:5.7.14")
NO_PORTAGE = Refusal("a sniper carries nothing", "SL:5.7.15")


def is_sniper(unit: Unit) -> bool:
    return unit.kind == SNIPER


def printed_drm(unit: Unit) -> int:
    """The Sniper DRM on the counter.

    >>> printed_drm(Unit("s", "german", "ger-sniper3", SNIPER))
    -3
    """
    return -int(unit.type.rpartition("-sniper")[2])


# -- where they hide, and what they are (SL:5.7.1, SL:5.7.2, SL:5.7.13, SL:5.7.16) -------------------------


@PART.answers(may_be_hidden)
def snipers_hide(g: SlPlay, unit: Unit, hex: Hex) -> bool | None:
    """SL:5.7.2: anywhere but in open ground, and there behind a wall or hedge."""
    if not is_sniper(unit):
        return None
    if hides(g, hex) or not terrain.is_open(g, hex):
        return True
    kinds = g.tables.fire_drm.hexside
    return any(
        near is not None and (g.map.hexside_kind(hex, near) or "") in kinds for near in g.map.neighbours[hex]
    )


@PART.answers(mf_allowed)
def goes_like_a_leader(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:5.7.13: but he makes nobody faster."""
    return g.tables.movement.smc if is_sniper(unit) else mf


@PART.answers(weapon_bar)
def only_his_rifle(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return NO_WEAPONS if is_sniper(unit) else None


@PART.answers(taking_bar)
def travels_light(g: SlPlay, unit: Unit) -> Refusal | None:
    return NO_PORTAGE if is_sniper(unit) else None


@PART.answers(rally.rallies_alone)
def by_himself(g: SlPlay, unit: Unit) -> bool:
    """SL:5.7.16"""
    return is_sniper(unit)


@PART.answers(made_by)
def in_the_dark(g: SlPlay, units: Sequence[Unit]) -> list[Line]:
    """SL:5.7-q1: in close combat by night, as long as he is as good as concealed."""
    return [
        Line(f"{g.name(unit)}, concealed", printed_drm(unit), "SL:5.7-q1")
        for unit in units
        if is_sniper(unit) and unit.id in g.state.shrouded
    ]


# -- the shot (SL:5.7.3 to SL:5.7.9) -----------------------------------------------------------------------


class SniperShot(Frame):
    """A sniper fires at one man or unit. Where he is does not stand here, for everybody may look."""

    sniper: str
    target: str
    phase: str
    drm: int
    """What he has announced (SL:5.7.9)."""


class SniperCheck(Frame):
    """Those in the hex who may look for him, each at one hex (SL:5.7.6)."""

    sniper: str
    units: tuple[str, ...]


def at_work(g: SlPlay, side: Side) -> list[Unit]:
    """SL:5.7.3: hidden or concealed snipers who may fire; SL:5.7.10: who has moved has lost his DRM. Who is seen fires
    like others, with his one factor (SL:5.7-q3), in a group, too (SL:5.7.12), for which he comes out (SL:5.7-q4)."""
    found = []
    for uid in g.state.unseen:
        unit = g.unit(uid)
        if unit.side != side or not is_sniper(unit) or unit.broken or uid in g.state.sniped:
            continue
        counter = counter_over(g, uid)
        if counter is None and uid not in g.state.hidden:
            continue
        if counter is None or not (counter.moved or counter.advanced):
            found.append(unit)
    return found


def standing(g: SlPlay, sniper: Unit) -> Unit:
    """The sniper as he would be on the map."""
    return msgspec.structs.replace(sniper, hex=whereabouts(g, sniper))


def targets_of(g: SlPlay, sniper: Unit) -> list[Unit]:
    """SL:5.7.4-a: any one counter that he sees."""
    here = standing(g, sniper)
    reach = 2 * g.counter(sniper).range
    return [
        unit
        for unit in g.on_map(g.enemy_of(sniper.side))
        if not is_concealed(unit)
        and not unit.melee
        and unit.hex != here.hex
        and g.map.distance(here.hex, unit.hex) <= reach
        and could_see(g, here.hex, unit.hex, unit.side)
    ]


def sniper_drm(g: SlPlay, sniper: Unit, target: Unit) -> int:
    """SL:5.7.9: what would change his firepower halves or doubles his DRM; SL:5.7-q5: also at adjacent targets,
    whether he likes it or not."""
    here = standing(g, sniper)
    distance = g.map.distance(here.hex, target.hex)
    firing = Firing(Shot(sniper.id), here, None, distance, (target.id,), target.hex)
    factor = 1.0
    for line in shot_factors(g, firing):
        factor *= line.value
    return int(printed_drm(sniper) * factor)


@PART.answers(other_acts)
def shots_from_hiding(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action(SNIPE, (sniper.id, target.id), target.hex)
        for sniper in at_work(g, side)
        for target in targets_of(g, sniper)
    ]


@PART.answers(acted_otherwise)
def snipes(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != SNIPE:
        return
    sniper, target = (g.unit(uid) for uid in action.who)
    g.state.sniped = (*g.state.sniped, sniper.id)
    g.push(SniperShot(sniper.id, target.id, g.state.phase, sniper_drm(g, sniper, target)))


@PART.decisions(SniperShot)
def ask_shot(g: SlPlay, frame: SniperShot) -> Chance:
    target = g.unit(frame.target)
    asks = f"A sniper fires at {g.name(target)} in {g.place_name(target.hex)} with {frame.drm:+d}."
    return Chance(asks, dice=2, side=g.unit(frame.sniper).side, rules=("SL:5.7.9",), about=(target.id,))


@ask_shot
def take_shot(g: SlPlay, frame: SniperShot, answer: Outcome | None) -> None:
    """SL:5.7.5: on the fire table, but only a KIA counts. From where he fired the figures do not tell."""
    assert isinstance(answer, Outcome)
    g.pop()
    sniper, target = g.unit(frame.sniper), g.unit(frame.target)
    aim = Aim((whereabouts(g, sniper),), frame.phase, True)
    drm = frame.drm + int(sum(line.value for line in target_lines(g, target, aim)))
    column = column_for(g.fire_table.columns, g.counter(sniper).fp)
    found = g.fire_table.result(column, sum(answer.dice) + drm)
    words = "hit" if found.kind == KIA else "a miss" if found.kind == NONE else "no effect"
    g.say(
        "sniper",
        f"A {sniper.side} sniper at {g.name(target)}: roll {sum(answer.dice)}, {words}.",
        {KIA: "SL:5.7.5.1", NONE: "SL:5.7.5.3"}.get(found.kind, "SL:5.7.5.2"),
        side=sniper.side,
        who=(target.id,),
        at=target.hex,
        dice=answer.dice,
    )
    hex, side = target.hex, target.side
    g.push(SniperCheck(sniper.id, tuple([unit.id for unit in g.side_in(hex, side) if looks(unit)])))
    if found.kind == KIA:
        g.state.broke = ()
        struck(g, target, sum(answer.dice) + drm)


def struck(g: SlPlay, target: Unit, roll: int) -> None:
    """SL:5.7.5.1: single men die, and the loss of a leader is felt (SL:5.7.4-b); all others check, the broken for their
    lives (SL:5.7.8). SL:3.4.6: a leader is only wounded where the modified roll is more than 0."""
    if target.is_leader and roll > DEADLY:
        morale.wound(g, target)
    elif target.kind in SINGLE_MEN:
        with_leader_losses(g)
        if target.is_leader:
            note_leader_loss(g, target, ELIMINATED)
        morale.eliminate(g, target, "is shot by a sniper", "SL:5.7.5.1", "SL:5.7.4-b")
    else:
        with_leader_losses(g, *check_rounds(g, [("MC", Check(target.id, 0))], ()))


# -- looking for him (SL:5.7.6, SL:5.7.7) ------------------------------------------------------------------


def looks(unit: Unit) -> bool:
    return not unit.broken and not is_concealed(unit)


def lookouts(g: SlPlay, frame: SniperCheck) -> list[Unit]:
    return [g.unit(uid) for uid in frame.units if uid in g.state.units and looks(g.unit(uid))]


def hexes_to_look_at(g: SlPlay, frame: SniperCheck, unit: Unit) -> list[str]:
    """One hex in his sight, as far as such a rifle carries."""
    reach = 2 * g.counters[g.unit(frame.sniper).type].range
    return [
        hex
        for hex in g.map.names
        if hex != unit.hex and g.map.distance(hex, unit.hex) <= reach and terrain.sees(g, unit.hex, hex)
    ]


@PART.decisions(SniperCheck)
def ask_check(g: SlPlay, frame: SniperCheck) -> Choice | None:
    able = lookouts(g, frame)
    if not able or frame.sniper not in g.state.units or not g.unit(frame.sniper).hex == "":
        return None
    unit = able[0]
    options = tuple([Action(LOOK, (unit.id,), hex) for hex in hexes_to_look_at(g, frame, unit)])
    asks = f"Where does {g.name(unit)} look for the sniper?"
    return Choice(unit.side, asks, (*options, DONE), ("SL:5.7.6",), (unit.id,), unit.hex)


@ask_check
def take_check(g: SlPlay, frame: SniperCheck, answer: Action | Outcome | None) -> None:
    """SL:5.7.7: it costs them nothing. SL:5.7-q2: of several snipers in a hex only the one who fired is found."""
    able = lookouts(g, frame)
    if not isinstance(answer, Action) or not able:
        g.pop()
        return
    frame.units = tuple([unit.id for unit in able[1:]])
    if answer == DONE:
        return
    sniper = g.unit(frame.sniper)
    found = whereabouts(g, sniper) == answer.at
    g.say(
        "sniper_check",
        f"{g.name(answer.who[0])} looks at {g.place_name(answer.at)}: {'there he is' if found else 'nothing'}.",
        "SL:5.7.6",
        side=g.unit(answer.who[0]).side,
        who=answer.who,
        at=answer.at,
    )
    if not found:
        return
    frame.units = ()
    if sniper.id in g.state.hidden:
        counter = cover(g, sniper.side, answer.at, (sniper.id,))
        g.say(
            "reveal",
            f"The sniper in {g.place_name(answer.at)} lies under {g.name(counter)}.",
            "SL:5.7.6",
            "SL:5.7.11",
            side=sniper.side,
            who=(counter.id,),
            at=answer.at,
        )


@PART.answers(player_turn_begins)
def next_shot(g: SlPlay) -> None:
    g.state.sniped = ()
