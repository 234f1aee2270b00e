"""Battery Access (DAE:2.2) and the draw pile (DAE:2.21).

The pile is a set, not a sequence: a draw is a chance over the chits left in it, so that no position and no view tells
what will be drawn.
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk.full.artillery import orders
from defilade.rules.sk.full.artillery.batteries import battery_name, eye_of
from defilade.rules.sk.full.artillery.blast_height import sees_blast
from defilade.rules.sk.full.artillery.cancelling import remove_counter
from defilade.rules.sk.state import RPH, SkPlay
from defilade.tactics.artillery import FFEC, Battery
from defilade.tactics.sequence import phase_ends

PART = Part()

BLACK, RED = "black", "red"
LOST_WITH = 2
"""The red chit that ends a battery's Access for good (DAE:2.2-c)."""


class AccessDraw(Frame):
    """An Observer in contact draws for Battery Access. `saw_blast`: he had a LOS to the Blast Height of its FFE:C."""

    battery: str
    saw_blast: bool = False


def may_draw(battery: Battery) -> bool:
    """DAE:2.2-a, DAE:2.2-c; DAE:2.9-a: rockets have one Fire Mission."""
    spent = battery.rockets and battery.missions > 0
    return not (battery.lost or battery.drew or spent) and battery.black + battery.red > 0


def go_on(g: SkPlay, battery: Battery) -> None:
    """With Contact: draw where that is due (DAE:2.2-a), otherwise give orders."""
    eye = eye_of(g, battery)
    assert eye is not None, "who is in contact has an Observer"
    if battery.counter == FFEC:
        saw = sees_blast(g, battery, eye)
        if may_draw(battery):
            g.push(AccessDraw(battery.id, saw))
        else:
            remove_counter(g, battery, "DAE:2.34-c")
    elif battery.access:
        g.push(orders.Orders(battery.id))
    elif not battery.counter and may_draw(battery):
        g.push(AccessDraw(battery.id))


@PART.decisions(AccessDraw)
def ask_access_draw(g: SkPlay, frame: AccessDraw) -> Chance:
    battery = g.state.batteries[frame.battery]
    return Chance(
        f"A chit from the pile of the {battery_name(g, battery)}: black gives Battery Access.",
        pool=(BLACK,) * battery.black + (RED,) * battery.red,
        side=battery.side,
        rules=("DAE:2.2-a", "DAE:2.21"),
        secret=True,
    )


@ask_access_draw
def take_access_draw(g: SkPlay, frame: AccessDraw, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    battery = g.state.batteries[frame.battery]
    name = battery_name(g, battery)
    if answer.drawn == BLACK:
        battery = g.update_battery(battery, black=battery.black - 1, drew=True, access=True)
        g.say("access", f"A black chit: Access to the {name}.", "DAE:2.2-b", "DAE:2.21", side=battery.side)
        continues = battery.counter == FFEC
        g.push(orders.Orders(battery.id, continues=continues, saw_blast=frame.saw_blast))
        return
    reds = battery.reds_drawn + 1
    lost = reds >= LOST_WITH
    battery = g.update_battery(
        battery, red=battery.red - 1, drew=True, access=False, reds_drawn=reds, lost=lost
    )
    words = "never again in this game" if lost else "not now"
    g.say("access", f"A red chit: Access to the {name} {words}.", "DAE:2.2-c", "DAE:2.21", side=battery.side)
    if battery.counter:  # DAE:2.34-b: the old Fire Mission is over in any case
        remove_counter(g, battery, "DAE:2.2-c" if lost else "DAE:2.34-b")


@PART.answers(phase_ends)
def access_runs_out(g: SkPlay, phase: str) -> None:
    """DAE:2.2-b: at the end of a RPh with its FFE:C in play. The counter stays: it may become the next FFE
    (DAE:2.34-b)."""
    if phase != RPH:
        return
    for battery in list(g.state.batteries.values()):
        if battery.counter == FFEC and battery.access:
            g.update_battery(battery, access=False)
            g.say("access", f"Access to the {battery_name(g, battery)} ends.", "DAE:2.2-b", side=battery.side)
