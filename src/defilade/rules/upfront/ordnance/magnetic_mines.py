"""Anti-tank magnetic mines (UF:31), a secondary weapon against vehicles alone.

In Close Combat they add to the strength of the attack: see `afv_close_combat` (UF:31.21).  Here is their use by a man
who is being overrun.  There is no other one (UF:31.2).
"""

from __future__ import annotations

from defilade.kernel import Chance, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import OVERRUN
from defilade.rules.upfront.game.cards import HERO, ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.secondary_weapons import ATMM, nation_refusal
from defilade.rules.upfront.game.state import Machine, Man, Unit
from defilade.rules.upfront.infantry.hero import HeroWindow, could_hold
from defilade.rules.upfront.infantry.resolution import Resolving, on_resolved, resolving
from defilade.rules.upfront.infantry.weapon_capture import carry_bar
from defilade.rules.upfront.ordnance.overrun import can_go_on
from defilade.rules.upfront.vehicles.afv import card_of, crew_exposed
from defilade.rules.upfront.vehicles.afv_close_combat import on_vehicle_put_out
from defilade.rules.upfront.vehicles.afv_damage import destroy, immobilize

PART = Part()

IMMOBILIZES_UP_TO = 5
"""The number under 0r up to which a vehicle is only immobilized (UF:31.22-b)."""


@PART.answers(carry_bar)
def not_for_americans(g: UfPlay, man: Man, weapon: str) -> Refusal | None:
    """UF:31.1"""
    return nation_refusal(g.side(man.side).nation, weapon)


class Mining(Frame):
    """A man who has been overrun puts his mine on the vehicle, if he still has it and is not pinned; a Hero card can
    see to that (UF:31.22-d)."""

    man: str
    asked: bool = False


@PART.answers(on_resolved)
def he_keeps_his_head(g: UfPlay, frame: Resolving, unit: Unit, card: ActionCard) -> None:
    """UF:31.22-a: the number against him was red, and he is still there. What the Overrun does to him is settled first:
    he may yet die of a second wound, surrender, or leave the mine behind (UF:33.7-b, UF:32.12-a, UF:33.6)."""
    if frame.attack.kind != OVERRUN or not card.red or not can_go_on(g, frame.attack):
        return
    man = g.state.units.get(unit.id)
    if isinstance(man, Man) and man.secondary == ATMM:
        g.state.stack.insert(g.state.stack.index(frame) + 1, Mining(man.id))


def column(g: UfPlay, vehicle: Machine) -> int:
    """UF:31.22-a: 5o open-topped, 4c with its crew exposed, 2b Buttoned Up."""
    if card_of(g, vehicle).open_topped:
        return 5
    return 4 if crew_exposed(vehicle) else 2


def _bearer(g: UfPlay, frame: Mining) -> Man | None:
    """He, if he is still in play with his mine and has something to put it on."""
    man = g.state.units.get(frame.man)
    if not isinstance(man, Man) or man.secondary != ATMM or not can_go_on(g, resolving(g).attack):
        return None
    return man


def _may_be_roused(g: UfPlay, frame: Mining, man: Man) -> bool:
    return man.pinned and not frame.asked and could_hold(g, man.side, HERO)


@PART.decisions(Mining)
def ask_mining(g: UfPlay, frame: Mining) -> Chance | None:
    man = _bearer(g, frame)
    if man is None or man.pinned:
        return None
    vehicle = g.machine(resolving(g).attack.shooter)
    asks = f"{g.name(man)} with his mine: black, and red in column {column(g, vehicle)}, hits"
    return draw(g, man.side, asks, "UF:31.22-a", about=(man.id, vehicle.id))


@ask_mining
def take_mining(g: UfPlay, frame: Mining, answer: Answer) -> None:
    man = _bearer(g, frame)
    if man is None or answer is None:
        if man is not None and _may_be_roused(g, frame, man):
            frame.asked = True
            g.push(HeroWindow(man.side, man.id))
        else:
            g.pop()
        return
    g.pop()
    below = resolving(g)
    vehicle = g.machine(below.attack.shooter)
    card = turned(g, man.side, answer)
    hit = not card.red and card.is_red(column(g, vehicle))
    text = f"{g.name(man)} {'puts his mine on' if hit else 'misses'} {g.name(vehicle)}."
    g.say("mine", text, "UF:31.22-a", side=man.side, who=(man.id, vehicle.id, card.id), at=vehicle.group)
    if not hit:  # UF:31.22-c: he keeps it
        return
    g.update(man, secondary="")
    destroyed = card.rout_number > IMMOBILIZES_UP_TO
    if destroyed or not vehicle.immobilized:
        on_vehicle_put_out(g, man.id, vehicle, ATMM, destroyed)
    if not destroyed:
        immobilize(g, vehicle, "UF:31.22-b")
    else:
        destroy(g, vehicle, "UF:31.22-b")
    if not can_go_on(g, below.attack):  # UF:29.44
        below.next = len(below.targets)
