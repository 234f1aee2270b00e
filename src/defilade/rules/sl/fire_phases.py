"""Prep Fire (SL:1.3.1-p2), Defensive Fire (SL:5.6) and Advancing Fire (SL:1.3.1-p5).

In the DFPh the DEFENDER may fire at moved units in any hex that they went through in his sight: they are put back there
for the attack (SL:5.6.1-b), and go back to where they ended if it neither breaks them nor sends them to ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part, all_of, any_of, bar, told
from defilade.rules.sl import firers
from defilade.rules.sl.fire import Attack, attack_done, in_the_hex
from defilade.rules.sl.state import AFPH, DFPH, PFPH, SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase, the_attacker, the_defender
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import PHASE_ENTRIES, Phase
from defilade.tactics.units import Unit

PART = Part()

NOBODY = Refusal("there is no enemy in that hex, and none moved through it", "SL:5.6.2")
NOT_NOW = Refusal("none of your units can fire there now: none has sight, range and a shot left", "SL:5.1.1")


@all_of
def suspected_hexes(g: SlPlay, side: Side) -> Iterable[str]:
    """At which hexes may a side fire though it sees nobody there?"""
    return ()


@all_of
def other_acts(g: SlPlay, side: Side) -> Iterable[Action]:
    """What else than fire may a side do in a fire phase?"""
    return ()


@bar
def act_bar(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    """Why may a side not do in a fire phase what is no fire by infantry?"""


@told
def acted_otherwise(g: SlPlay, side: Side, action: Action) -> None:
    """A side does in a fire phase what is no fire."""


@any_of
def ways_home(g: SlPlay, frame: PutBack, unit: Unit, home: str) -> bool:
    """Does a unit that was put back not return to where it ended, for another reason than that it broke?"""
    return False


class PrepFirePhase(ActingPhase):
    """The ATTACKER fires; who does is marked, and stays where he is (SL:1.3.1-p2.3, SL:4.1.1)."""


class DefensiveFirePhase(ActingPhase):
    """The DEFENDER may fire all his units (SL:5.6.2)."""


class AdvancingFirePhase(ActingPhase):
    """The ATTACKER's units that did not Prep Fire fire."""


PART.adds(
    PHASE_ENTRIES,
    Phase(PFPH, "Prep Fire Phase", PrepFirePhase),
    Phase(DFPH, "Defensive Fire Phase", DefensiveFirePhase),
    Phase(AFPH, "Advancing Fire Phase", AdvancingFirePhase),
)


@any_of
def path_unseen(g: SlPlay, firer: Unit, who: tuple[str, ...], hex: Hex) -> bool:
    """Does a firer not see the way that units took through a hex, though he sees the hex?"""
    return False


@any_of
def glimpsed(g: SlPlay, firer: Unit, who: tuple[str, ...], hex: Hex) -> bool:
    """Does a firer see units as they went through a hex, though he may not see into it?"""
    return False


class PutBack(Frame):
    """Moved units stand in a hex of their way for one attack; `homes` are where each of them ended."""

    hex: Hex
    homes: tuple[tuple[str, str], ...]
    led: bool = False
    """An unbroken leader was with them."""


def target_options(g: SlPlay, phase: str, side: Side) -> list[Action]:
    enemy, ready = g.enemy_of(side), firers.ready(g, side)
    hexes = [hex for hex in g.state.stacks if g.has_side(hex, enemy) and firers.can_reach(g, ready, hex)]
    options = [Action("target", (), hex) for hex in hexes]
    if phase == DFPH:
        for who, hex in passed_through(g):
            watching = [unit for unit in ready if not path_unseen(g, unit, who, hex)]
            seen = any(glimpsed(g, unit, who, hex) and firers.reaches(g, unit, hex) for unit in watching)
            if seen or firers.can_reach(g, watching, hex):
                options.append(Action("target", who, hex))
    suspected = [hex for hex in suspected_hexes(g, side) if hex not in hexes]
    blind = [hex for hex in suspected if firers.can_reach(g, ready, hex)]
    return [*options, *(Action("target", (), hex) for hex in blind), *other_acts(g, side)]


def passed_through(g: SlPlay) -> Iterable[tuple[tuple[str, ...], str]]:
    """SL:5.6.1-b, SL:5.6.4: who moved together through which hexes and has left them; not where they began.
    Who broke or went to ground on the way stays there (SL:5.6.3, SL:5.6.10-q1)."""
    found: dict[tuple[int, str], list[str]] = {}
    for uid, track in g.state.tracks.items():
        unit = g.unit(uid)
        if unit.broken or track.grounded:
            continue
        for hex in track.hexes:
            if hex != unit.hex:
                found.setdefault((track.move, hex), []).append(uid)
    return [(tuple(who), hex) for (_, hex), who in found.items()]


def put_back(g: SlPlay, who: tuple[str, ...], hex: Hex) -> None:
    homes = tuple([(uid, g.unit(uid).hex) for uid in who])
    led = any(g.unit(uid).is_leader and not g.unit(uid).broken for uid in who)
    for uid in who:
        g.place(g.unit(uid), hex)
    g.say(
        "put_back",
        f"{g.names(who)} passed through {g.place_name(hex)}.",
        "SL:5.6.1-b",
        side=g.attacker,
        who=who,
        at=hex,
    )
    g.push(PutBack(hex, homes, led))


@PART.automatic(PutBack)
def run_put_back(g: SlPlay, frame: PutBack) -> None:
    """SL:5.6.3: unbroken units go back to where they ended, by no other way (SL:5.6-q1), unless they have lost their
    leader (SL:5.6-q2); those who broke or went to ground stay."""
    g.pop()
    for uid, home in frame.homes:
        unit = g.state.units.get(uid)
        if unit is None or unit.broken:
            continue
        track = g.state.tracks.get(uid)
        if track is None or not (track.grounded or ways_home(g, frame, unit, home)):
            g.place(unit, home)


@PART.answers(attack_done)
def stays_where_it_broke(g: SlPlay, attack: Attack) -> None:
    """SL:5.6.3: the way of one who broke in Defensive Fire is over."""
    if attack.phase != DFPH:
        return
    for uid in attack.targets:
        unit = g.state.units.get(uid)
        if unit is not None and unit.broken:
            g.state.tracks.pop(uid, None)


def why_not_target(g: SlPlay, phase: str, side: Side, action: Action) -> Refusal | None:
    if action.verb != "target":
        return act_bar(g, side, action)
    if action.at not in g.map.index:
        return None
    there = g.has_side(action.at, g.enemy_of(side))
    if phase == DFPH:
        there = there or any(hex == action.at for _, hex in passed_through(g))
    return NOT_NOW if there else NOBODY


def fire_phase(
    frame: type[ActingPhase],
    phase: str,
    asks: str,
    rules: tuple[str, ...],
    sides: Callable[[SlPlay], tuple[str, ...]] = the_attacker,
) -> None:
    """A phase in which one side fires until it is done."""

    def begin(g: SlPlay, side: Side, action: Action) -> None:
        if action.verb != "target":
            acted_otherwise(g, side, action)
            return
        if action.who:
            put_back(g, action.who, action.at)
        g.push(DeclareFire(phase, side, action.at, in_the_hex(g, action.at)))

    acting_phase(
        PART,
        frame,
        asks,
        rules,
        lambda g, side: target_options(g, phase, side),
        begin,
        sides=sides,
        why_not=lambda g, side, action: why_not_target(g, phase, side, action),
    )


fire_phase(PrepFirePhase, PFPH, "Prep Fire: which hex do you fire at?", ("SL:5.1.7", "SL:5.1.1"))
fire_phase(
    DefensiveFirePhase,
    DFPH,
    "Defensive Fire: which hex do you fire at?",
    ("SL:5.6.2", "SL:5.1.7"),
    the_defender,
)
fire_phase(
    AdvancingFirePhase, AFPH, "Advancing Fire: which hex do you fire at?", ("SL:1.3.1-p5.2", "SL:5.4.5-a")
)
