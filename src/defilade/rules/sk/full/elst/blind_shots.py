"""Shells into a hex in which somebody may lie in ambush (DAE:DaE1-f).

Ordnance fires at a hex as a whole on the ATT, which is the Area Fire that it has. The IFT DR of a hit is rolled whether
or not anybody is there, so that it tells nothing; whoever is there comes out if it has a result.
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import effects, ift
from defilade.rules.sk.full.elst.ambush import FIRE_RULE, comes_out, lurkers_in, may_lurk
from defilade.rules.sk.full.ordnance.effect import effects_of, firepower
from defilade.rules.sk.full.ordnance.resolution import effect_rolled, hits_in_secret, shot_name
from defilade.rules.sk.full.ordnance.shots import Gunshot
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.state import MPH, SkPlay
from defilade.rules.sk.unseen import as_if_seen
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.ordnance import HE

PART = Part()


class BlindHit(Frame):
    """A shell has hit a hex in which nobody is to be seen; its IFT DR is due."""

    shot: Gunshot


def strikes_unseen(g: SkPlay, shot: Gunshot) -> bool:
    if shot.type != ATT or shot.ammo != HE or (shot.phase == MPH and shot.side == g.defender):
        return False
    return may_lurk(g, shot.target, shot.side)


@PART.answers(hits_in_secret)
def hit_the_hex(g: SkPlay, shot: Gunshot, units: tuple[str, ...]) -> None:
    if not units and strikes_unseen(g, shot):
        g.push(BlindHit(shot))


@PART.decisions(BlindHit)
def ask_blind_hit(g: SkPlay, frame: BlindHit) -> Chance:
    column = ift.column_fp(g, ift.column(g, firepower(g, frame.shot, critical=False)[1]))
    return Chance(
        f"Effect of the hit by {shot_name(g, frame.shot)}, if anybody is there: DR on the {column} column.",
        dice=2,
        side=frame.shot.side,
        rules=(FIRE_RULE,),
    )


@ask_blind_hit
def take_blind_hit(g: SkPlay, frame: BlindHit, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    strike(g, frame.shot, answer.dice)


@PART.answers(effect_rolled)
def beside_others(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    """Who lies hidden beside units that were hit is struck by the same DR."""
    if strikes_unseen(g, shot):
        strike(g, shot, dice)


def strike(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    hidden = lurkers_in(g, shot.target, shot.side)
    if not hidden:
        return
    with as_if_seen(g, hidden):
        found = effects_of(g, shot, hidden, ())
    for effect in found:
        result = ift.result(g, effect.column, sum(dice) + effect.drm)
        if result.kind == "none":
            continue
        for uid in effect.units:
            comes_out(g, uid, f"the hit tells on it ({result})", FIRE_RULE)
        struck = effects.Struck(effect.units, effect.drm, result)
        with_leader_losses(g, effects.FireEffects(shot.target, effect.column, (struck,)))
