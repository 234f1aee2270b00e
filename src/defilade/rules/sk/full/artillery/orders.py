"""What an Observer does with Contact and Access (DAE:2.3, DAE:2.33, DAE:2.34): orders to a battery.

Only here is anything placed, Corrected, Converted or Cancelled by will, and only who has both is asked (DAE:2.1-b).
All that he may do for a counter in play is asked as one choice; where it needs a hex, that is asked next.
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.artillery.batteries import (
    Eye,
    battery_name,
    enemies_in,
    eye_of,
    place_name,
    sees,
)
from defilade.rules.sk.full.artillery.blast_height import sees_blast
from defilade.rules.sk.full.artillery.cancelling import cancel, remove_counter
from defilade.rules.sk.full.artillery.requests import Request, open_fire, places
from defilade.rules.sk.state import SkPlay
from defilade.tactics.artillery import FFE2, HE, SMOKE, SR, Battery, blast_area

PART = Part()

HOLD = Action("hold")
AIM = Action("aim")
LEAVE = Action("leave-it")
CORRECT = Action("correct")
CANCEL = Action("cancel-fire")
SPOT = Action("spotting-round")
REMOVE = Action("remove-it")

NO_LOS_TO_BLAST = Refusal("he has no LOS to its Blast Height: he must Correct or Cancel it", "DAE:2.33-f")
NO_ENEMY_SEEN = Refusal("he sees no enemy unit in its hex or next to it", "DAE:2.33-d")
NO_CORRECTION = Refusal("there is no hex to which he could Correct it", "DAE:2.4-a")
NO_SUCH_AMMO = Refusal("the battery has no such ammunition", "DAE:2.7-a")
ROCKETS = Refusal("rockets are neither spotted nor Corrected", "DAE:2.9-a")


class Orders(Frame):
    """An Observer in contact with Access to his battery gives it its orders for this phase. `continues`: he has just
    got Access anew with its FFE:C in play, of which he `saw_blast`."""

    battery: str
    continues: bool = False
    saw_blast: bool = False


def missions(battery: Battery) -> list[str]:
    return [mission for mission, has in ((HE, battery.he), (SMOKE, battery.smoke)) if has]


def convert(mission: str) -> Action:
    return Action("convert", how=mission)


def correct_and_convert(mission: str) -> Action:
    return Action("correct", how=mission)


def sees_enemy_at(g: SkPlay, battery: Battery, eye: Eye) -> bool:
    """DAE:2.33-d: an enemy unit in LOS that is in the counter's hex or next to it."""
    if battery.at is None:
        return False
    near = blast_area(g.map, battery.at, 1)
    places = [place for hex in sorted(near) for place in (hex, g.map.above.get(hex, "")) if place]
    return any(enemies_in(g, battery, place) and sees(g, eye, place) for place in places)


def conversions(g: SkPlay, battery: Battery, eye: Eye) -> list[Action]:
    """DAE:2.33-d; DAE:2.33-h: Smoke needs no enemy in sight."""
    return [
        convert(mission)
        for mission in missions(battery)
        if mission == SMOKE or sees_enemy_at(g, battery, eye)
    ]


def corrections(g: SkPlay, battery: Battery, eye: Eye) -> list[Action]:
    """Correct it, and for a SR that is seen: predesignate its Conversion (DAE:2.33-b)."""
    found = [CORRECT] if places(g, battery, eye) else []
    if battery.counter == FFE2 or not sees_blast(g, battery, eye):
        return found
    return found + [
        correct_and_convert(mission) for mission in missions(battery) if places(g, battery, eye, mission)
    ]


def options(g: SkPlay, battery: Battery, frame: Orders) -> list[Action]:
    eye = eye_of(g, battery)
    assert eye is not None
    if frame.continues:
        return _continuation(g, battery, eye, saw_blast=frame.saw_blast)
    if not battery.counter:
        return [AIM, HOLD] if places(g, battery, eye) else [HOLD]
    seen = sees_blast(g, battery, eye)
    found: list[Action] = []
    if battery.counter == SR:
        if seen:
            found = [LEAVE, *conversions(g, battery, eye)]
        return [*found, *corrections(g, battery, eye), CANCEL]
    if seen or sees_blast(g, battery, eye, through_smoke=True):  # DAE:2.33-e
        found = [LEAVE]
    if battery.rockets:  # DAE:2.9-a
        return [*found, CANCEL]
    return [*found, *corrections(g, battery, eye), CANCEL]


def _continuation(g: SkPlay, battery: Battery, eye: Eye, *, saw_blast: bool) -> list[Action]:
    """DAE:2.34-c"""
    if not saw_blast:
        return [REMOVE]
    return [*conversions(g, battery, eye), SPOT, REMOVE]


def why_not(g: SkPlay, frame: Orders, action: Action) -> Refusal | None:
    battery = g.state.batteries[frame.battery]
    if battery.rockets and action.verb in ("correct", "convert"):
        return ROCKETS
    if action.how and action.how not in missions(battery):
        return NO_SUCH_AMMO
    eye = eye_of(g, battery)
    if eye is None:
        return None
    if action.verb == "correct":
        return NO_CORRECTION
    if action.verb in ("leave-it", "convert") and battery.counter and not sees_blast(g, battery, eye):
        return NO_LOS_TO_BLAST
    return NO_ENEMY_SEEN if action.verb == "convert" else None


@PART.decisions(Orders, why_not=why_not)
def ask_orders(g: SkPlay, frame: Orders) -> Choice:
    battery = g.state.batteries[frame.battery]
    where = f" for its {battery.counter} in {place_name(g, battery)}" if battery.counter else ""
    rules = ("DAE:2.34-c",) if frame.continues else ("DAE:2.33-a",) if battery.counter else ("DAE:2.3-a",)
    return Choice(
        battery.side,
        f"Orders to the {battery_name(g, battery)}{where}?",
        tuple(options(g, battery, frame)),
        rules,
    )


@ask_orders
def take_orders(g: SkPlay, frame: Orders, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    g.pop()
    battery = g.state.batteries[frame.battery]
    eye = eye_of(g, battery)
    assert eye is not None
    match answer.verb:
        case "aim":
            g.push(Request(battery.id, HE if battery.rockets else ""))
        case "convert":
            open_fire(g, battery, answer.how)
        case "correct":
            g.push(correction(g, battery, eye, answer.how))
        case "spotting-round":
            battery = g.update_battery(battery, counter=SR, mission="")
            g.say(
                "oba",
                f"The FFE:C in {place_name(g, battery)} becomes a Spotting Round.",
                "DAE:2.34-c",
                side=battery.side,
            )
            g.push(Orders(battery.id))
        case "remove-it":
            remove_counter(g, battery, "DAE:2.34-c")
            g.push(Orders(battery.id))
        case "cancel-fire":
            was = battery.counter
            battery = cancel(g, battery, "DAE:2.33-g")
            if was == SR:  # DAE:2.33-g: and he may try a new AR
                g.push(Orders(battery.id))
        case _:
            words = f"The {battery.counter} stays." if battery.counter else "No Artillery Request."
            g.say("oba", words, "DAE:2.33-b" if battery.counter else "DAE:2.3-a", side=battery.side)


def correction(g: SkPlay, battery: Battery, eye: Eye, mission: str) -> Request:
    """DAE:2.4-b: what the Observer does not see he Corrects without any Accuracy."""
    if sees_blast(g, battery, eye):
        return Request(battery.id, mission)
    blind = not sees_blast(g, battery, eye, through_smoke=True)
    return Request(battery.id, mission, blind=blind, smoked=not blind)
