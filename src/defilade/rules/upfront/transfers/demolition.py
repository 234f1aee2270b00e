"""Demolition Charges (UF:21.2 to UF:21.4): placed by the man who has just infiltrated."""

from __future__ import annotations

from defilade.kernel import Frame
from defilade.kernel.encoding import always
from defilade.rules.upfront.game.attack import DEMOLITION, Attack, breakdown
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import time_is_up
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.secondary_weapons import DEMOLITION_CHARGE
from defilade.rules.upfront.game.state import Group, Machine, Man, Unit
from defilade.rules.upfront.infantry.concealment import Concealing, may_conceal
from defilade.rules.upfront.infantry.fire import targets_of
from defilade.rules.upfront.infantry.resolution import Resolving, break_off, on_resolved
from defilade.rules.upfront.transfers.infiltration import (
    DROP,
    SPARE,
    infiltrators_of,
    lose_status,
    on_infiltrated,
)

PART = Part()

STRENGTH = 8


class Detonating(Frame):
    """A charge goes off in an infiltrated group; then other friendly infiltrators there are hit by it too."""

    bearer: str
    attack: Attack
    friends: tuple[str, ...]
    stage: str = always("conceal")
    dud: bool = False


@PART.answers(on_infiltrated)
def place_charge(g: UfPlay, man: Man, target: Group, how: str) -> None:
    """UF:21.2-a, UF:21.2-b: on the turn he gets in, unless he has said before that he will not. To infiltrate was the
    action of his group, so it makes no other attack (UF:21.3-b). Against armour it serves only hand to hand
    (UF:21.2-qb). None goes off when the last pile has run out as he got in: no attack had begun (UF:16.3-b)."""
    if man.secondary != DEMOLITION_CHARGE or how in (DROP, SPARE) or time_is_up(g, man.side):
        return
    if any(isinstance(unit, Machine) and unit.kind == "afv" for unit in g.members(target)):
        return
    others = [one for one in infiltrators_of(g, target.id) if one.id != man.id]
    friends = tuple(one.id for one in others if one.side == man.side)
    attack = blast(man.side, target.id, man.id)
    summed = breakdown(g, attack)
    text = f"{g.name(man)} places his Demolition Charge: strength {int(summed.total)}."
    g.say("charge", text, "UF:21.3-a", side=man.side, who=(man.id,), at=target.id, breakdown=summed)
    g.push(Detonating(man.id, attack, friends))


def blast(side: str, target: str, bearer: str) -> Attack:
    """Strength 8, from no group, so that neither terrain nor Smoke nor Wire of the attacker counts (UF:21.3-a,
    UF:21.3-qa)."""
    return Attack(
        DEMOLITION,
        side,
        target,
        range=5,
        strength=STRENGTH,
        label="Demolition Charge",
        rule="UF:21.3-a",
        shooter=bearer,
    )


@PART.automatic(Detonating)
def run_detonating(g: UfPlay, frame: Detonating) -> None:
    match frame.stage:
        case "conceal":
            frame.stage = "blast"
            if may_conceal(g, frame.attack):
                g.push(Concealing(frame.attack))
        case "blast":
            frame.stage = "resolving"
            use_up(g, frame.bearer)
            g.push(Resolving(frame.attack, targets_of(g, frame.attack)))
        case "resolving":
            frame.stage = "friends"
        case _:
            _next_friend(g, frame)


def use_up(g: UfPlay, bearer: str) -> None:
    """It attacks only once (UF:21.2-a), and like firing it ends the bearer's status (UF:21.2-qa)."""
    man = g.update(g.man(bearer), secondary="", secondary_broken=False)
    lose_status(g, man, "UF:21.2-qa")


def _next_friend(g: UfPlay, frame: Detonating) -> None:
    """UF:21.3-c: each in the terrain of his own group."""
    left = [uid for uid in frame.friends if uid in g.state.units]
    if frame.dud or not left:
        g.pop()
        return
    frame.friends = tuple(left[1:])
    g.push(Resolving(blast(frame.attack.side, g.unit(left[0]).group, frame.bearer), (left[0],)))


@PART.answers(on_resolved)
def charge_fails(g: UfPlay, frame: Resolving, unit: Unit, card: ActionCard) -> None:
    """UF:21.4: a red 6 as the first number; the charge is worthless and nobody else is attacked."""
    if frame.attack.kind != DEMOLITION or frame.next != 1 or not (card.red and card.number == 6):
        return
    for below in g.state.stack:
        if isinstance(below, Detonating) and below.stage == "resolving":
            below.dud = True
            break_off(frame)
            text = "The Demolition Charge does not go off."
            g.say("malfunction", text, "UF:21.4", side=frame.attack.side, who=(below.bearer,))
