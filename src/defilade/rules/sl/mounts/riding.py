"""Horses, bicycles and motorcycles as counters that carry men (SL:4.10.12, SL:4.11.1, SL:4.12): who rides what, how he
gets on and off.

A counter carries a squad, half-squad or crew and a leader. Who is on top of it is mounted (SL:4.12.12); a counter that
nobody rides lies in its hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part, any_of, bar, first_of, handed_on, told
from defilade.rules.sl import advance, close_combat, morale, movement
from defilade.rules.sl.fire import mounted
from defilade.rules.sl.marches.portage import taking_bar
from defilade.rules.sl.movement import Left
from defilade.rules.sl.saddles import MOTORCYCLES, mount_of, rides, seats
from defilade.rules.sl.state import BICYCLE, CYCLE, HORSE, NAMES_OF_MOUNTS, SIDECAR, Mount, SlPlay
from defilade.rules.sl.works.entrenchments import inside_bar
from defilade.rules.sl.works.works import is_inside
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note_spent, the_record
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import game_opens, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

MOUNTING = {HORSE: 2, BICYCLE: 1, CYCLE: 1, SIDECAR: 1}
DISMOUNTING = {CYCLE: 1, SIDECAR: 1}
"""SL:4.10.10-a, SL:4.11.3, SL:4.12.14"""
MOUNTING_RULE = {HORSE: "SL:4.12.13", BICYCLE: "SL:4.11.3", CYCLE: "SL:4.10.10-a", SIDECAR: "SL:4.10.10-a"}

NO_MOUNT = Refusal("there is nothing for it to ride here", "SL:4.12.3")
NO_ROOM = Refusal("a counter carries a squad and a leader", "SL:4.12.15-a")
MOUNTED = Refusal("it is mounted", "SL:4.7.2")
NOT_IN_THE_SADDLE = Refusal("mounted cavalry takes up no weapons on its way", "SL:4.12.15-c")
ON_FOOT = Refusal("it is not mounted", "SL:4.12.12")
RUNNING = Refusal("who goes at double time does not take to a bicycle", "SL:4.11.10")
HAS_ASSAULT = Refusal("Assault Movement goes on foot", "SL:4.5.1-a")
CHANGED = Refusal("it has mounted or dismounted in this phase", "SL:4.12.37-c")
NOT_BENEATH = {
    kind: Refusal(
        "nobody rides into an entrenchment or bunker", "SL:4.12.2-b" if kind == HORSE else "SL:4.10.9-b"
    )
    for kind in MOUNTING
}
BENEATH = Refusal("who is in an entrenchment or bunker comes out of it before", "SL:4.12.2-b")


@bar
def dismounting_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why may a rider not get off?"""


@bar
def mounting_bar(g: SlPlay, unit: Unit, mount: Mount) -> Refusal | None:
    """Why may a unit not get on what it could ride?"""


@any_of
def for_everybody(g: SlPlay, mount: Mount) -> bool:
    """May anybody who finds it get on, whosever it was?"""
    return False


@handed_on
def price_of_mounting(g: SlPlay, mf: float, unit: Unit, mount: Mount) -> float:
    """How many MF does it take a unit to get on where it is?"""
    return mf


@told
def got_on(g: SlPlay, unit: Unit, mount: Mount) -> None:
    """A unit has got on in the MPh."""


@told
def got_off(g: SlPlay, unit: Unit, mount: Mount) -> None:
    """A unit has got off in the MPh."""


@told
def left_behind(g: SlPlay, mount: Mount, who: tuple[str, ...]) -> None:
    """A counter has gone off without some of its riders."""


@first_of
def riders_lost(g: SlPlay, mount: Mount, sound: tuple[str, ...]) -> bool | None:
    """See to a counter of whose riders only these are left, unbroken; yes where that has been done."""


# -- who rides ---------------------------------------------------------------------------------------------


def on_top(g: SlPlay, mount: Mount) -> list[Unit]:
    """The riders who are still in the game."""
    units = g.state.units
    return [units[uid] for uid in mount.riders if uid in units]


def change(g: SlPlay, mount: Mount, riders: Sequence[str], hex: Hex, **more: bool) -> None:
    g.state.mounts[mount.id] = msgspec.structs.replace(mount, riders=tuple(riders), hex=hex, **more)


def mount_refusal(g: SlPlay, unit: Unit, mount: Mount | None) -> Refusal | None:
    """SL:4.12.3: only cavalry rides horses; anybody rides a bicycle (SL:4.11.2-c)."""
    if mount_of(g, unit) is not None:
        return MOUNTED
    if mount is None or mount.hex != unit.hex or (mount.side != unit.side and not for_everybody(g, mount)):
        return NO_MOUNT
    if mount.kind == HORSE and unit.id not in g.state.cavalry:
        return NO_MOUNT
    found = mounting_bar(g, unit, mount)
    if found is not None:
        return found
    if is_inside(g, unit):
        return BENEATH
    same = [rider for rider in on_top(g, mount) if rider.is_mmc == unit.is_mmc]
    return NO_ROOM if len(same) >= seats(mount, unit) else None


@PART.answers(game_opens)
def in_the_saddle(g: SlPlay) -> None:
    """The groups that the card mounts begin so."""
    for number, group in enumerate(g.scenario.groups):
        if not group.mounted:
            continue
        units = [unit for unit in g.state.units.values() if unit.group == number]
        for unit in sorted(units, key=lambda unit: unit.is_leader):
            open_to = (m for m in g.state.mounts.values() if mount_refusal(g, unit, m) is None)
            if group.mounted == HORSE:
                g.state.cavalry = (*g.state.cavalry, unit.id)
            if group.mounted in MOTORCYCLES:
                g.state.motorcyclists = (*g.state.motorcyclists, unit.id)
            found = next(open_to, None) if unit.is_leader else None
            if found is None:
                alone = group.mounted in MOTORCYCLES and not unit.is_mmc  # SL:4.10.2
                found = Mount(g.new_id("m"), unit.side, group.mounted, unit.hex, single=alone)
            change(g, found, (*found.riders, unit.id), unit.hex)


# -- mounting and dismounting ------------------------------------------------------------------------------


def rider_and_mount(g: SlPlay, action: Action) -> tuple[Unit | None, Mount | None]:
    uid, mid = (*action.who, "", "")[:2]
    return g.state.units.get(uid), g.state.mounts.get(mid)


def mounting_refusal(
    g: SlPlay, frame: Moving, members: Sequence[Left], unit: Unit | None, mount: Mount | None
) -> Refusal | None:
    """SL:4.12.13, SL:4.11.3: it costs MF; SL:4.12-q4: cavalry may have run to its horses."""
    if unit is None or unit.id not in frame.members or mount is None:
        return NO_MOUNT
    found = mount_refusal(g, unit, mount) or movement.must_go_on(g, frame, members)
    if found is not None:
        return found
    if the_record(frame, unit.id).assault:
        return HAS_ASSAULT
    if mount.kind == BICYCLE and unit.id in g.state.double_timing:
        return RUNNING
    left = next(member.mf for member in members if member.unit.id == unit.id)
    price = price_of_mounting(g, MOUNTING[mount.kind], unit, mount)
    if left < price:
        return Refusal(f"mounting takes {price:g} MF", MOUNTING_RULE[mount.kind])
    return None


def mounts_for(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [
        Action("mount", (member.unit.id, mount.id))
        for mount in g.state.mounts.values()
        for member in members
        if mounting_refusal(g, frame, members, member.unit, mount) is None
    ]


def take_mount(g: SlPlay, frame: Moving, action: Action) -> None:
    unit, mount = rider_and_mount(g, action)
    assert unit is not None and mount is not None
    mover = note_spent(frame, unit.id, price_of_mounting(g, MOUNTING[mount.kind], unit, mount), unit.hex)
    g.state.mounted_at[unit.id] = mover.spent
    change(g, mount, (*(rider.id for rider in on_top(g, mount)), unit.id), unit.hex)
    got_on(g, unit, g.state.mounts[mount.id])
    hand_over(g, g.state.mounts[mount.id])
    say(g, unit, mount, "mounts its")


def hand_over(g: SlPlay, mount: Mount) -> None:
    """Nobody leads or pushes what somebody rides."""
    g.state.mounts[mount.id] = msgspec.structs.replace(g.state.mounts[mount.id], handler="")


def dismounting_refusal(
    g: SlPlay, frame: Moving, members: Sequence[Left], unit: Unit | None
) -> Refusal | None:
    if unit is None or unit.id not in frame.members or mount_of(g, unit) is None:
        return ON_FOOT
    found = dismounting_bar(g, unit) or movement.must_go_on(g, frame, members)
    if found is not None:
        return found
    mount = mount_of(g, unit)
    price = DISMOUNTING.get(mount.kind, 0) if mount is not None else 0
    left = next(member.mf for member in members if member.unit.id == unit.id)
    return Refusal(f"dismounting takes {price} MF", "SL:4.10.10-a") if left < price else None


def dismounts_for(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [
        Action("dismount", (member.unit.id,))
        for member in members
        if dismounting_refusal(g, frame, members, member.unit) is None
    ]


def take_dismount(g: SlPlay, frame: Moving, action: Action) -> None:
    unit = g.unit(action.who[0])
    mount = mount_of(g, unit)
    assert mount is not None
    price = DISMOUNTING.get(mount.kind, 0)
    if price:
        note_spent(frame, unit.id, price, unit.hex)
    get_off(g, unit)
    got_off(g, unit, g.state.mounts[mount.id])


def get_off(g: SlPlay, unit: Unit) -> None:
    """SL:4.12.14, SL:4.11.3: for nothing. What he carries he may fire afterwards (SL:4.12-q5)."""
    mount = mount_of(g, unit)
    assert mount is not None
    change(g, mount, [uid for uid in mount.riders if uid != unit.id], unit.hex)
    g.state.mounted_at.pop(unit.id, None)
    if mount.kind == HORSE:
        g.state.off_horse = (*g.state.off_horse, unit.id)
    say(g, unit, mount, "leaves its")


def say(g: SlPlay, unit: Unit, mount: Mount, does: str) -> None:
    g.say(
        "mount",
        f"{g.name(unit)} {does} {NAMES_OF_MOUNTS[mount.kind]}.",
        "SL:4.12.12",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "mount",
        36,
        mounts_for,
        take_mount,
        lambda g, frame, members, action: mounting_refusal(g, frame, members, *rider_and_mount(g, action)),
    ),
    MoveVerb(
        "dismount",
        37,
        dismounts_for,
        take_dismount,
        lambda g, frame, members, action: dismounting_refusal(
            g, frame, members, rider_and_mount(g, action)[0]
        ),
    ),
)


@PART.answers(taking_bar)
def nothing_on_the_way(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.12.15-c: what cavalry has when it mounts it carries."""
    return NOT_IN_THE_SADDLE if rides(g, unit, HORSE) else None


@PART.answers(movement.on_foot_bar)
def in_the_saddle_now(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.7.2, SL:4.11.10: neither double time nor Assault Movement (SL:4.5.3)."""
    return MOUNTED if mount_of(g, unit) is not None else None


@PART.answers(inside_bar)
def not_beneath_anything(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:4.12.2-b, SL:4.10.9-b: through their hexes, on top of them."""
    mount = mount_of(g, unit)
    return NOT_BENEATH[mount.kind] if mount is not None else None


@PART.answers(movement.entered)
def the_mount_goes_along(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    for uid in frame.members:
        follow(g, g.unit(uid))


@PART.answers(advance.advanced_into)
def the_mount_advances(g: SlPlay, unit: Unit, origin: str) -> None:
    follow(g, unit)


def follow(g: SlPlay, unit: Unit) -> None:
    """Whoever stays behind while another rides off with the counter is on foot."""
    mount = mount_of(g, unit)
    if mount is not None and mount.hex != unit.hex:
        along = travelling(g)
        with_it = [one.id for one in on_top(g, mount) if one.hex == unit.hex or one.id in along]
        rest = tuple([one.id for one in on_top(g, mount) if one.id not in with_it])
        change(g, mount, with_it, unit.hex, moved=True)
        if rest:
            left_behind(g, mount, rest)


def travelling(g: SlPlay) -> tuple[str, ...]:
    frame = next((one for one in reversed(g.state.stack) if isinstance(one, Moving)), None)
    return frame.members if frame is not None else ()


# -- the Advance Phase (SL:4.12.37-c, SL:4.11.3) -----------------------------------------------------------


def idle(g: SlPlay, unit: Unit, kind: str) -> bool:
    """Whether a unit may still mount or dismount; with a bicycle also after it has advanced."""
    if unit.id in g.state.changed_mounts or unit.side != g.attacker or not unit.good_order or not unit.hex:
        return False
    return kind == BICYCLE or not unit.advanced


@PART.answers(advance.other_advances)
def change_in_the_advance(g: SlPlay, side: Side) -> list[Action]:
    if not g.state.mounts:
        return []
    found = []
    for unit in g.on_map(side):
        mine = mount_of(g, unit)
        if mine is not None:
            may = idle(g, unit, mine.kind) and dismounting_bar(g, unit) is None
            found += [Action("dismount", (unit.id,))] if may else []
            continue
        found += [
            Action("mount", (unit.id, mount.id))
            for mount in g.state.mounts.values()
            if mount_refusal(g, unit, mount) is None and idle(g, unit, mount.kind)
        ]
    return found


@PART.answers(advance.advanced_otherwise)
def changed_in_the_advance(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb not in ("mount", "dismount"):
        return
    unit, mount = rider_and_mount(g, action)
    assert unit is not None
    g.state.changed_mounts = (*g.state.changed_mounts, unit.id)
    if action.verb == "dismount":
        mount = mount_of(g, unit)
        get_off(g, unit)
    elif mount is not None:
        change(g, mount, (*(rider.id for rider in on_top(g, mount)), unit.id), unit.hex)
        hand_over(g, mount)
        say(g, unit, mount, "mounts its")
    if mount is not None and mount.kind != BICYCLE:  # SL:4.12.37-c, SL:4.10.14, SL:4.10.15
        g.update(unit, advanced=True)


# -- under fire --------------------------------------------------------------------------------------------


@PART.answers(mounted)
def hit_in_the_open(g: SlPlay, unit: Unit) -> bool:
    """SL:4.12-q6, SL:4.11.8"""
    mount = mount_of(g, unit)
    return mount is not None and mount.hex == unit.hex


BIG = {HORSE: "SL:4.12.22", BICYCLE: "SL:4.11.8", CYCLE: "SL:4.10.20", SIDECAR: "SL:4.10.20"}


@PART.modifies(target_lines, *dict.fromkeys(BIG.values()), step=COVER)
def big_targets(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:4.12.22, SL:4.11.8: besides all else, the open with it; no hole or trench changes that (SL:4.12-q9), but
    wheat, where nobody is in the open (SL:4.12-q6). SL:4.10.20: of motorcycles that is all."""
    mount = mount_of(g, unit)
    if mount is None or mount.hex != unit.hex:
        return []
    return [Line("mounted", -1, BIG[mount.kind])]


@PART.answers(close_combat.against_target)
def big_targets_at_hand(g: SlPlay, unit: Unit) -> Iterable[Line]:
    if rides(g, unit, HORSE):
        yield Line("against the mounted", -1, "SL:4.12.22")


@PART.answers(morale.unit_gone)
def thrown_off(g: SlPlay, hex: Hex) -> None:
    """SL:4.12.23: horses stand as long as their riders do. SL:4.12.24: who breaks is on foot, and his horses are gone,
    but where another rider of theirs is unbroken. A bicycle stays where its rider broke (SL:4.11.6)."""
    for mount in list(g.state.mounts.values()):
        if not mount.riders:
            continue
        alive = on_top(g, mount)
        sound = [unit.id for unit in alive if not unit.broken]
        if len(sound) == len(mount.riders) or riders_lost(g, mount, tuple(sound)):
            continue
        if sound or mount.kind == BICYCLE:
            change(g, mount, sound, alive[0].hex if alive else mount.hex)
        else:
            del g.state.mounts[mount.id]
            g.say("horses_gone", "The horses are gone.", "SL:4.12.24", side=mount.side, at=mount.hex)


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    """SL:4.12.36: horses that have rested for a player turn of their side are fresh again."""
    g.state.off_horse = g.state.changed_mounts = ()
    g.state.mounted_at = {}
    for mount in list(g.state.mounts.values()):
        rested = mount.winded and not mount.moved and mount.side != g.attacker
        if mount.moved or rested or mount.led:
            winded = mount.winded and not rested
            fresh = msgspec.structs.replace(mount, moved=False, winded=winded, led=0)
            g.state.mounts[mount.id] = fresh
