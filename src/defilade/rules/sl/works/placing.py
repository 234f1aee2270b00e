"""Setting fortifications up (SL:15.1.1): where a group puts what its scenario gives it, before its enemy does anything.

Mines and traps are written down in secret (SL:15.7.1-a, SL:15.8.3), so what is asked tells nothing of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, bar
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import set_up
from defilade.rules.sl.card import BUNKERS, KINDS_OF_WORKS
from defilade.rules.sl.eyes.hidden import hidden_in
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.state import ENTRENCHMENT, SlPlay, Work
from defilade.rules.sl.works.works import IN_SIGHT, NAMES, build, key_of, works_in
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.areas import hexes_in
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal, guess
from defilade.tactics.sequence import game_opens
from defilade.tactics.units import SQUAD, Unit

PART = Part()

WITH_HIDDEN_MEN = Option(
    "works-of-the-hidden",
    "Fortifications of hidden units",
    "Wire and entrenchments in the hexes of hidden units are hidden as well.",
    ("SL:2.5.1-42E",),
    "convention",
)
PART.adds(OPTIONS, WITH_HIDDEN_MEN)

FORTIFY, HIDE, FACTORS, DONE, FACE = "fortify", "fortify-hidden", "factors", "done", "face-works"
NOWHERE_ELSE = Refusal("it is outside the group's area", "SL:15.1.1")
NONE_LEFT = Refusal("the scenario gives no more of them", "SL:15.1.1")
ONE_OF_A_KIND = Refusal("there is one already", "SL:15.1.1")
ONLY_IN_WOODS = Refusal("wire and entrenchments are hidden in woods only", "SL:2.5-q1")

PART.adds(
    SPOKEN,
    Spoken(FORTIFY, lambda g, action: f"{NAMES[action.how].capitalize()} in {g.place_name(action.at)}"),
    Spoken(HIDE, lambda g, action: f"Hidden {NAMES[action.how]} in {g.place_name(action.at)}"),
    Spoken(FACE, lambda g, action: f"Looking {action.how}"),
    Spoken(FACTORS, lambda g, action: f"{action.how} factors in {g.place_name(action.at)}"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(FORTIFY, OptionLook("Fortify", hex="go")),
    VerbLook(HIDE, OptionLook("Hidden", hex="go")),
    VerbLook(FACTORS, OptionLook("Factors")),
    VerbLook(FACE, OptionLook("Looking")),
)
PART.adds(EVENT_SIGNS, EventSign("fortified", "passing"))


@bar
def site_bar(g: SlPlay, kind: str, hex: Hex) -> Refusal | None:
    """Why may a fortification of this kind not be in a hex?"""


class SetUpWorks(Frame):
    """A group that sets up its fortifications, kind by kind. What it has left is not in the frame, which everybody may
    look at, and each kind is ended aloud, so that nobody can tell how much of it there was to do."""

    group: int
    stage: int = 0
    begun: bool = False


@PART.answers(set_up.forces_besides)
def what_is_built(g: SlPlay, group: int) -> Iterable[Frame]:
    return [SetUpWorks(group)] if g.scenario.groups[group].works else []


def area_of(g: SlPlay, group: int) -> tuple[str, ...]:
    card = g.scenario.groups[group]
    area = card.works_setup or card.setup
    return hexes_in(area, g.map) if area is not None else ()


def kinds_of(g: SlPlay, group: int) -> list[str]:
    return [kind for kind in KINDS_OF_WORKS if kind in g.scenario.groups[group].works]


def present_kind(g: SlPlay, frame: SetUpWorks) -> str:
    kinds = kinds_of(g, frame.group)
    return kinds[frame.stage] if frame.stage < len(kinds) else ""


def explodes(kind: str) -> bool:
    return kind not in IN_SIGHT


def site_refusal(g: SlPlay, group: int, kind: str, hex: Hex) -> Refusal | None:
    """Why a group does not put one there."""
    if g.map.ground_hex(hex) not in area_of(g, group):
        return NOWHERE_ELSE
    side = g.scenario.groups[group].side
    same = BUNKERS if kind in BUNKERS else (kind,)
    if any(not work.hidden or work.side == side for work in works_in(g, hex, *same)):
        return ONE_OF_A_KIND
    return site_bar(g, kind, hex)


def may_be_hidden(g: SlPlay, group: int, hex: Hex) -> bool:
    """SL:2.5-q1: where the scenario lets anybody of the group hide, and in woods only; SL:2.5.1-42E: in all hexes of
    hidden units, and there always."""
    return g.scenario.groups[group].hidden > 0 and g.map.terrain[hex] == "woods"


def shares_a_hiding_place(g: SlPlay, group: int, hex: Hex) -> bool:
    return WITH_HIDDEN_MEN.on(g) and bool(hidden_in(g, hex, g.scenario.groups[group].side))


def sites(g: SlPlay, group: int, kind: str) -> list[Action]:
    found: list[Action] = []
    if g.state.works_left.get(kind, 0) <= 0:
        return found
    for ground in area_of(g, group):
        for hex in g.map.places_in(ground):
            if site_refusal(g, group, kind, hex) is not None:
                continue
            if explodes(kind) or not shares_a_hiding_place(g, group, hex):
                found.append(Action(FORTIFY, (), hex, kind))
            if not explodes(kind) and (may_be_hidden(g, group, hex) or shares_a_hiding_place(g, group, hex)):
                found.append(Action(HIDE, (), hex, kind))
    return found


def why_not(g: SlPlay, frame: SetUpWorks, action: Action) -> Refusal | None:
    if action.verb not in (FORTIFY, HIDE) or action.at not in g.map.index:
        return None
    if action.how != present_kind(g, frame) or g.state.works_left.get(action.how, 0) <= 0:
        return NONE_LEFT
    found = site_refusal(g, frame.group, action.how, action.at)
    return found or (ONLY_IN_WOODS if action.verb == HIDE else None)


@PART.decisions(SetUpWorks, why_not=why_not)
def ask_works(g: SlPlay, frame: SetUpWorks) -> Choice | None:
    """The words are the same whatever is built: the enemy hears them, too."""
    kind = present_kind(g, frame)
    if not frame.begun or not kind:
        return None
    group = g.scenario.groups[frame.group]
    asks, rules = f"{group.name}: what is fortified, and how?", ("SL:15.1.1",)
    if g.state.laying and kind in BUNKERS:
        ways = [Action(FACE, (), g.state.laying, name) for name in FACING_NAMES]
        return Choice(group.side, asks, tuple(ways), rules)
    if g.state.laying:
        left = g.state.works_left[kind]
        numbers = [Action(FACTORS, (), g.state.laying, str(number)) for number in range(1, left + 1)]
        return Choice(group.side, asks, tuple(numbers), rules)
    return Choice(group.side, asks, (*sites(g, frame.group, kind), Action(DONE, (), "", kind)), rules)


@ask_works
def take_works(g: SlPlay, frame: SetUpWorks, answer: Action | Outcome | None) -> None:
    group = g.scenario.groups[frame.group]
    if not frame.begun:
        frame.begun = True
        g.state.works_left = dict(group.works)
    elif not isinstance(answer, Action):
        g.state.works_left = {}
        g.pop()
    elif answer.verb == DONE:
        frame.stage += 1
    elif answer.verb == FACTORS:
        g.state.laying = ""
        put(g, Work(present_kind(g, frame), answer.at, group.side, int(answer.how), hidden=True))
    elif answer.verb == FACE:
        g.state.laying = ""
        facing = FACING_NAMES.index(answer.how)
        put(g, Work(present_kind(g, frame), answer.at, group.side, facing=facing))
    elif explodes(answer.how) or answer.how in BUNKERS:
        g.state.laying = answer.at
    else:
        put(g, Work(answer.how, answer.at, group.side, hidden=answer.verb == HIDE))


def put(g: SlPlay, work: Work) -> None:
    build(g, work)
    left = g.state.works_left
    g.state.works_left = {**left, work.kind: left[work.kind] - (work.factors or 1)}
    strength = f" of {work.factors} factors" if work.factors else ""
    rules = ("SL:15.7.1-a", "SL:15.8.3") if explodes(work.kind) else ("SL:15.1.1",)
    g.say(
        "fortified",
        f"{NAMES[work.kind].capitalize()}{strength} in {g.place_name(work.hex)}.",
        *rules,
        side=work.side,
        at=work.hex,
        seen_by=(work.side,) if work.hidden else (),
    )


@PART.answers(conceal)
def nobody_sees_what_is_left(g: SlPlay, side: Side) -> None:
    builders = {g.scenario.groups[f.group].side for f in g.state.stack if isinstance(f, SetUpWorks)}
    if side not in builders:
        g.state.works_left = {}
        g.state.laying = ""


@PART.answers(game_opens)
def beneath_from_the_start(g: SlPlay) -> None:
    """SL:15.3.6-a: who sets up in a hex that his side has entrenched is in the entrenchment."""
    for work in g.state.works.values():
        if work.kind != ENTRENCHMENT and work.kind not in BUNKERS:
            continue
        men = [unit.id for unit in g.side_in(work.hex, work.side)]
        below = [
            uid for counter in men if counter in g.state.covered for uid in g.state.covered[counter].units
        ]
        for uid in (*men, *below, *hidden_in(g, work.hex, work.side)):
            mounted = g.scenario.groups and g.scenario.groups[g.unit(uid).group].mounted  # SL:4.12.2-b
            if fits_in(g, work, g.unit(uid)) and not mounted:
                g.state.inside[uid] = work.hex


def fits_in(g: SlPlay, work: Work, unit: Unit) -> bool:
    """SL:15.5.1.1: so many squads, and so many leaders; two half-squads or crews are a squad."""
    if work.kind not in BUNKERS:
        return True
    size = int(work.kind[len("bunker-")])
    there = [g.unit(uid) for uid, hex in g.state.inside.items() if hex == work.hex and uid in g.state.units]
    others = [one for one in there if one.is_mmc == unit.is_mmc and one.id != unit.id]
    weights = [1.0 if one.kind == SQUAD or not one.is_mmc else 0.5 for one in (*others, unit)]
    return sum(weights) <= size


# -- what the other side can guess ---------------------------------------------------------------------------


@PART.answers(guess)
def guess_where_they_are(g: SlPlay, side: Side, rng: random.Random) -> None:
    """The card says how much there is (SL:15.1.1), so what is not seen is somewhere it could be."""
    for frame in g.state.stack:
        if isinstance(frame, SetUpWorks):
            under_way(g, frame, side)
            return
    for number, group in enumerate(g.scenario.groups):
        if group.side == side or not group.works:
            continue
        for kind, count in unseen(g, number, group.works).items():
            spread(g, number, kind, count, rng)


def under_way(g: SlPlay, frame: SetUpWorks, side: Side) -> None:
    """An enemy who sets up has all left that one does not see."""
    group = g.scenario.groups[frame.group]
    if group.side == side or not frame.begun:
        return
    works = g.state.works.values()
    seen = {kind: sum((one.kind, one.side) == (kind, group.side) for one in works) for kind in IN_SIGHT}
    g.state.works_left = {kind: count - seen.get(kind, 0) for kind, count in group.works.items()}


def unseen(g: SlPlay, group: int, works: Mapping[str, int]) -> dict[str, int]:
    """How much of what a group has set up has not come to light, as far as one can tell."""
    side = g.scenario.groups[group].side
    found = {}
    for kind, count in works.items():
        if kind in IN_SIGHT:
            continue  # what of it is hidden is little, and lies in woods
        known = sum(work.factors for work in g.state.works.values() if (work.kind, work.side) == (kind, side))
        if count > known:
            found[kind] = count - known
    return found


HANDFUL = 6
"""Factors that somebody who does not know takes to be in one hex."""


def spread(g: SlPlay, group: int, kind: str, count: int, rng: random.Random) -> None:
    side = g.scenario.groups[group].side
    places = [
        hex
        for ground in area_of(g, group)
        for hex in g.map.places_in(ground)
        if site_bar(g, kind, hex) is None and key_of(kind, hex, side) not in g.state.works
    ]
    rng.shuffle(places)
    for hex in places:
        if count <= 0:
            break
        build(g, Work(kind, hex, side, min(count, HANDFUL), hidden=True))
        count -= HANDFUL
