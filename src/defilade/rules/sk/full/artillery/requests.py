"""Artillery Requests (DAE:2.3), error (DAE:2.31) and Correction (DAE:2.4); rockets (DAE:2.9)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.artillery.batteries import (
    Eye,
    battery_name,
    eye_of,
    hexes_in_sight,
    hindrance_from,
    known_enemy_hexes,
    place_name,
)
from defilade.rules.sk.full.artillery.cancelling import cancel
from defilade.rules.sk.state import SkPlay
from defilade.tactics.artillery import (
    FFE1,
    FFE2,
    FFEC,
    HE,
    SR,
    Battery,
    direction_of_error,
    erred,
    hex_at,
    hexes_from,
)
from defilade.tactics.names import Hex

PART = Part()

ACCURATE_AT = 2
SR_RANGE, FFE_RANGE = 18, 3  # DAE:2.4-a
PER_HEX_OF_ERROR = 3
CONVERSION_DRM = ((6, 0), (12, 1), (18, 2))  # DAE:2.33-c

ELSEWHERE = Action("elsewhere")
LISTED_AT_ONCE = 40
"""Longer lists of hexes are asked for step by step."""

OUT_OF_SIGHT = Refusal("the Observer has no LOS to that hex", "DAE:2.3-a")
NOT_LISTED = Refusal(
    "that hex is near no enemy whom he sees: choose elsewhere and its hexrow first", "DAE:2.3-a"
)
SAME_HEX = Refusal("a Correction goes to another hex", "DAE:2.4-a")
TOO_FAR = Refusal("a SR is Corrected up to 18 hexes, a FFE up to 3", "DAE:2.4-a")
NO_ENEMY = Refusal("HE is Corrected so only onto a Known Enemy Unit or next to one", "DAE:2.4-a")


class Request(Frame):
    """An AR is to be placed. `mission` is what a Corrected SR is predesignated to be Converted to (DAE:2.33-b), or what
    rockets fire; `blind` says that the Observer must Correct for want of LOS to the Blast Height, `smoked` that Smoke
    alone hides it from him."""

    battery: str
    mission: str = ""
    blind: bool = False
    smoked: bool = False
    elsewhere: bool = False
    """Not near a Known Enemy Unit: the hexrow is asked for, then the hex."""
    hexrow: str = ""


class Accuracy(Frame):
    """An AR lies in a hex; the Accuracy dr is due. `limit` is the most that it may err, 0 for no limit."""

    battery: str
    hex: Hex
    mission: str = ""
    drm: int = 0
    limit: int = 0
    impossible: bool = False


class Error(Frame):
    """The round errs: the DR for direction and extent is due."""

    battery: str
    hex: Hex
    mission: str = ""
    limit: int = 0


# -- where -------------------------------------------------------------------------------------------------


def request_refusal(
    g: SkPlay, battery: Battery, mission: str, hex: Hex, enemies: Iterable[str]
) -> Refusal | None:
    """Why an AR may not go into a hex, LOS apart. `enemies` are the hexes of Known Enemy Units."""
    if battery.at is None or battery.counter not in (SR, FFE2):
        return None
    distance = hexes_from(g.map, battery.at, hex)
    if not distance:
        return SAME_HEX
    if distance > (FFE_RANGE if battery.counter == FFE2 else SR_RANGE):
        return TOO_FAR
    what = battery.mission if battery.counter == FFE2 else mission
    if what != HE:  # DAE:2.33-h
        return None
    near = any(g.map.distance(hex, enemy) <= 1 for enemy in enemies)
    return None if near else NO_ENEMY


def places(g: SkPlay, battery: Battery, eye: Eye, mission: str = "") -> list[str]:
    """The hexes in which an AR may be placed now."""
    enemies = known_enemy_hexes(g, battery, eye)
    if battery.counter == FFE2 or mission == HE:
        if not enemies and (battery.mission or mission) == HE:
            return []
    near = [hex for hex in g.map.names if request_refusal(g, battery, mission, hex, enemies) is None]
    seen = set(hexes_in_sight(g, eye))
    return [hex for hex in near if hex in seen]


def why_not_request(g: SkPlay, frame: Request, action: Action) -> Refusal | None:
    battery = g.state.batteries[frame.battery]
    eye = eye_of(g, battery)
    if action.verb != "request" or action.at not in g.map.index or eye is None:
        return None
    enemies = known_enemy_hexes(g, battery, eye)
    if action.at in places(g, battery, eye, mission_now(battery, frame)):
        return NOT_LISTED
    return request_refusal(g, battery, frame.mission, action.at, enemies) or OUT_OF_SIGHT


@PART.decisions(Request, why_not=why_not_request)
def ask_request(g: SkPlay, frame: Request) -> Choice:
    battery = g.state.batteries[frame.battery]
    eye = eye_of(g, battery)
    assert eye is not None
    found = places(g, battery, eye, mission_now(battery, frame))
    options = [Action("request", (), hex) for hex in found]
    if len(found) > LISTED_AT_ONCE:
        options = staged(g, frame, found, known_enemy_hexes(g, battery, eye))
    rules = ("DAE:2.4-a",) if battery.counter else ("DAE:2.3-a",)
    asks = f"Where does the {battery_name(g, battery)} aim?"
    return Choice(battery.side, asks, tuple(options), rules)


def staged(g: SkPlay, frame: Request, hexes: list[str], enemies: list[str]) -> list[Action]:
    """A long list, step by step: the hexes of Known Enemy Units and those beside them, or a hexrow and its hexes."""
    near = {hex for hex in hexes if any(g.map.distance(hex, enemy) <= 1 for enemy in enemies)}
    rest = [hex for hex in hexes if hex not in near]
    if not frame.elsewhere and near:
        found = [Action("request", (), hex) for hex in hexes if hex in near]
        return [*found, ELSEWHERE] if rest else found
    if not frame.hexrow:
        return [Action("hexrow", how=row) for row in dict.fromkeys(hexrow_of(g, hex) for hex in rest)]
    return [Action("request", (), hex) for hex in rest if hexrow_of(g, hex) == frame.hexrow]


def hexrow_of(g: SkPlay, hex: Hex) -> str:
    """As players say it, with the board's name where there are several."""
    board, letters, _ = g.map.grid_name(hex)
    return f"{board} {letters}" if len(g.map.placed) > 1 else letters


def mission_now(battery: Battery, frame: Request) -> str:
    return "" if battery.rockets else frame.mission


@ask_request
def take_request(g: SkPlay, frame: Request, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    if answer == ELSEWHERE:
        frame.elsewhere = True
        return
    if answer.verb == "hexrow":
        frame.hexrow = answer.how
        return
    g.pop()
    battery, hex = g.state.batteries[frame.battery], answer.at
    eye = eye_of(g, battery)
    assert eye is not None
    g.say(
        "request",
        f"Artillery Request for the {battery_name(g, battery)} in {g.place_name(hex)}.",
        "DAE:2.3-a",
        *(("DAE:2.4-a",) if battery.counter else ()),
        *(("DAE:2.33-b", "DAE:2.7-a") if frame.mission and not battery.rockets else ()),
        side=battery.side,
        at=hex,
    )
    drm = hindrance_from(g, eye, hex)
    if drm < 0:  # DAE:2.3-a
        g.say(
            "request", "There is no LOS to it: the request is void.", "DAE:2.3-a", side=battery.side, at=hex
        )
        if battery.counter == FFE2:
            cancel(g, battery, "DAE:2.3-a")
        return
    if battery.rockets:  # DAE:2.9-b
        g.push(Error(battery.id, hex, frame.mission))
        return
    limit = 0
    if battery.at is not None:
        distance = hexes_from(g.map, battery.at, hex)
        if not frame.blind:
            limit = -(-distance // PER_HEX_OF_ERROR)  # DAE:2.4-c
        if frame.mission:
            drm += next(more for up_to, more in CONVERSION_DRM if distance <= up_to)
    impossible = frame.blind or frame.smoked or 1 + drm > ACCURATE_AT  # DAE:2.4-b, DAE:2.3-b
    g.push(Accuracy(battery.id, hex, frame.mission, drm, limit, impossible))


# -- accuracy ----------------------------------------------------------------------------------------------


def accuracy_breakdown(g: SkPlay, frame: Accuracy) -> Breakdown:
    """DAE:2.3-b"""
    battery = g.state.batteries[frame.battery]
    eye = eye_of(g, battery)
    assert eye is not None
    hindrance = max(0, hindrance_from(g, eye, frame.hex))
    lines = [Line("hindrances on the Observer's LOS", hindrance, "DAE:2.3-b")] if hindrance else []
    if frame.drm > hindrance:
        lines.append(Line("Corrected far and Converted", frame.drm - hindrance, "DAE:2.33-c"))
    return Breakdown(
        f"Accuracy: {ACCURATE_AT} or less", tuple(lines), total=ACCURATE_AT, rules=("DAE:2.3-b",)
    )


@PART.decisions(Accuracy)
def ask_accuracy(g: SkPlay, frame: Accuracy) -> Chance | None:
    if frame.impossible:
        return None
    battery = g.state.batteries[frame.battery]
    return Chance(
        f"Accuracy dr for {g.place_name(frame.hex)}: {ACCURATE_AT - frame.drm} or less.",
        dice=1,
        side=battery.side,
        rules=("DAE:2.3-b",),
    )


@ask_accuracy
def take_accuracy(g: SkPlay, frame: Accuracy, answer: Action | Outcome | None) -> None:
    g.pop()
    battery = g.state.batteries[frame.battery]
    accurate = False
    if isinstance(answer, Outcome):
        final = answer.dice[0] + frame.drm
        accurate = final <= ACCURATE_AT
        g.say(
            "accuracy",
            f"Accuracy dr {answer.dice[0]}, final {final}: " + ("on target." if accurate else "it errs."),
            "DAE:2.3-b",
            side=battery.side,
            at=frame.hex,
            dice=answer.dice,
            breakdown=accuracy_breakdown(g, frame),
        )
    else:
        g.say("accuracy", "Accuracy is not possible.", "DAE:2.3-b", side=battery.side, at=frame.hex)
    if accurate:
        land(g, battery, g.map.centres[frame.hex], frame.mission)
    else:
        g.push(Error(frame.battery, frame.hex, frame.mission, frame.limit))


@PART.decisions(Error)
def ask_error(g: SkPlay, frame: Error) -> Chance:
    battery = g.state.batteries[frame.battery]
    most = f", at most {frame.limit}" if frame.limit else ""
    return Chance(
        f"Error DR from {g.place_name(frame.hex)}: direction by the coloured die, hexes by the white{most}.",
        dice=2,
        side=battery.side,
        rules=("DAE:2.31", *(("DAE:2.4-c",) if frame.limit else ())),
    )


@ask_error
def take_error(g: SkPlay, frame: Error, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    battery = g.state.batteries[frame.battery]
    coloured, white = answer.dice
    extent = min(white, frame.limit) if frame.limit else white
    point = erred(g.map.centres[frame.hex], direction_of_error(coloured), extent)
    where = hex_at(g.map, point)
    g.say(
        "error",
        f"It errs {extent} {'hex' if extent == 1 else 'hexes'} in direction {coloured}, "
        + (f"to {g.place_name(where)}." if where else "beyond the edge of the map."),
        "DAE:2.31",
        *(("DAE:2.4-c",) if frame.limit else ()),
        *(("DAE:2.9-b",) if battery.rockets else ()),
        side=battery.side,
        at=where,
        dice=answer.dice,
    )
    land(g, battery, point, frame.mission)


# -- what comes down ---------------------------------------------------------------------------------------


def land(g: SkPlay, battery: Battery, point: tuple[int, int], mission: str) -> None:
    """The AR is replaced by what it asked for: a SR (which ends the battery's actions, DAE:2.321), the FFE:2 that was
    Corrected, or a FFE:1."""
    if battery.counter == FFE2:
        battery = g.update_battery(battery, at=point)
        g.say("oba", f"The {FFE2} is now in {place_name(g, battery)}.", "DAE:2.4-a", side=battery.side)
    elif mission:
        open_fire(g, g.update_battery(battery, at=point), mission)
    else:
        battery = g.update_battery(battery, counter=SR, at=point)
        g.say(
            "oba",
            f"A Spotting Round of the {battery_name(g, battery)} in {place_name(g, battery)}.",
            "DAE:2.3-b",
            "DAE:2.321",
            *(() if hex_at(g.map, point) else ("DAE:2.32-b",)),
            side=battery.side,
            at=hex_at(g.map, point),
        )


def open_fire(g: SkPlay, battery: Battery, mission: str) -> None:
    """DAE:2.5-a: a Fire Mission begins as FFE:1; DAE:2.7-a: what it fires is said now."""
    battery = g.update_battery(battery, counter=FFE1, mission=mission, missions=battery.missions + 1)
    g.say(
        "oba",
        f"Fire For Effect ({mission}) of the {battery_name(g, battery)} in {place_name(g, battery)}.",
        "DAE:2.5-a",
        "DAE:2.7-a",
        side=battery.side,
        at=hex_at(g.map, battery.at) if battery.at is not None else "",
    )


__all__ = ["FFEC", "Accuracy", "Error", "Request", "land", "open_fire", "places", "request_refusal"]
