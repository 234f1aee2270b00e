"""Guns are pushed by hand (SL:10.2): a hex in a MPh, small ones a little further.

Who pushes a gun does nothing else in his player turn. Where it comes to a stop it is no longer dug in.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import advance, movement
from defilade.rules.sl.guns.gun_targets import guns_in
from defilade.rules.sl.guns.pieces import serves
from defilade.rules.sl.movement import Left, entry_refusal
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.launchers import barrel_of, kind_of_launcher
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, place_of
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit, Weapon

PART = Part()

PUSH = "push-gun"
LIGHT = 40
"""SL:10.2.5"""
MOST_IN_A_HEX = 2
IN_COVER = frozenset({"woods", "wooden_building", "stone_building"})

NO_GUN = Refusal("it has no gun to push", "SL:10.2.2-a")
ALONE = Refusal("one unit pushes a gun, and does nothing else", "SL:10.2.2-a")
TAKEN = Refusal("a captured gun stays where it is", "SL:10.8.5")
UPHILL = Refusal("so heavy a gun is not pushed uphill", "SL:10.2.2-b")
OVER_A_HEDGEROW = Refusal("no gun is pushed over a hedgerow", "SL:14.6.8-b")
UPSTAIRS = Refusal("guns stay on the ground", "SL:10.2.2-b")
NO_FURTHER = Refusal(
    "a gun is pushed one hex, a light one two over open ground or three along a road", "SL:10.2.5"
)
THICK = Refusal("not from woods or a building right into the next", "SL:10.2.5")
FULL = Refusal("there are two guns in a hex at most", "SL:10.2.4-b")
OPENLY = Refusal('a gun is not moved under a "?": its crew comes out first', "SL:10.2.1")
AT_THE_GUN = Refusal("who has pushed a gun makes no other move", "SL:10.2.2-a")


def is_light(g: SlPlay, gun: Weapon) -> bool:
    """SL:10.2.5; SL:8.21.11: recoilless rifles likewise."""
    barrel = barrel_of(g, gun)
    return barrel is not None and (barrel.calibre <= LIGHT or kind_of_launcher(g, gun).recoilless)


def pushing_refusal(g: SlPlay, frame: Moving, members: Sequence[Left], hex: Hex) -> Refusal | None:
    """SL:10.2.2-a: by a squad, half-squad or crew. SL:10.8.5: what has been captured is not moved; a captured mortar of
    60 mm or less is carried like any other (SL:8.6-q6), and one that was captured in tow may be moved (SL:8.6-q10,
    SL:10.2.15-d)."""
    unit = members[0].unit
    gun = next(iter(serves(g, unit)), None)
    if gun is None or not unit.is_mmc:
        return NO_GUN
    if len(members) > 1 or members[0].mover.assault:
        return ALONE
    if gun.side != unit.side and gun.id not in g.state.taken_in_tow:
        return TAKEN
    origin, pushed = place_of(g, frame), members[0].mover.hexes
    if pushed and not gun.moved:
        return ALONE
    if hex in g.map.below:
        return UPSTAIRS
    if g.map.hexside_kind(origin, hex) == "hedgerow":
        return OVER_A_HEDGEROW
    if sum(1 for _ in guns_in(g, hex)) >= MOST_IN_A_HEX:
        return FULL
    if not is_light(g, gun):
        if pushed:
            return NO_FURTHER
        if g.map.level(hex) > g.map.level(origin):
            return UPHILL
    elif pushed:
        found = further_refusal(g, unit, origin, hex, pushed)
        if found is not None:
            return found
    elif g.map.terrain[origin] in IN_COVER and g.map.terrain[hex] in IN_COVER:
        if not g.map.road_between(origin, hex):
            return THICK
    g.state.pushed = gun.id
    found = entry_refusal(g, frame, members, hex)
    g.state.pushed = ""
    return found


def further_refusal(g: SlPlay, unit: Unit, origin: Hex, hex: Hex, pushed: int) -> Refusal | None:
    """SL:10.2.5: two hexes over open ground, three along a road, on one level."""
    track = g.state.tracks.get(unit.id)
    way = track.hexes if track is not None else ()
    level = all(g.map.level(one) == g.map.level(hex) for one in (*way, origin))
    road = g.map.road_between(origin, hex) and track is not None and set(way) <= set(track.by_road)
    plain = all(g.terrain_of(one).open or one in (track.by_road if track else ()) for one in way)
    open_ground = (g.terrain_of(hex).open or g.map.road_between(origin, hex)) and plain
    if level and ((pushed == 1 and open_ground) or (pushed <= 2 and road)):
        return None
    return NO_FURTHER


def push_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not members or not serves(g, members[0].unit):
        return []
    near = g.map.adjacent[place_of(g, frame)]
    return [Action(PUSH, (), hex) for hex in near if pushing_refusal(g, frame, members, hex) is None]


def push(g: SlPlay, frame: Moving, action: Action) -> None:
    unit = g.unit(frame.members[0])
    gun = serves(g, unit)[0]
    g.state.pushed = gun.id
    movement.enter(g, frame, Action("enter", (), action.at))
    g.state.pushed = ""
    if gun.id in g.state.weapons and g.state.weapons[gun.id].hex == action.at:
        g.update_weapon(g.state.weapons[gun.id], emplaced=False)
        g.state.laid.pop(gun.id, None)
        g.say(
            "pushes_gun",
            f"{g.name(unit)} pushes the {g.weapon_name(gun)} to {g.place_name(action.at)}.",
            "SL:10.2.2-a",
            side=unit.side,
            who=(unit.id, gun.id),
            at=action.at,
        )


@PART.answers(movement.step_bar)
def makes_no_other_move(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    if g.state.pushed:
        return None
    if hauls_unseen(g, unit):
        return OPENLY
    return AT_THE_GUN if any(gun.moved for gun in serves(g, unit)) else None


def hauls_unseen(g: SlPlay, unit: Unit) -> bool:
    """Whether a crew lies under a "?" with its gun."""
    covered = g.state.covered.get(unit.id)
    return covered is not None and any(serves(g, g.unit(uid)) for uid in covered.units)


@PART.answers(advance.advance_bar)
def no_gun_advances(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:10.2.1: nor under a "?"; a crew that is seen leaves it behind."""
    return OPENLY if hauls_unseen(g, unit) else None


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        PUSH,
        36,
        push_options,
        push,
        lambda g, frame, members, action: (
            pushing_refusal(g, frame, members, action.at) if members else NO_GUN
        ),
    ),
)
PART.adds(SPOKEN, Spoken(PUSH, lambda g, action: f"Push the gun to {g.place_name(action.at)}"))
PART.adds(OPTION_LOOKS, VerbLook(PUSH, OptionLook("Push the gun", hex="go")))
