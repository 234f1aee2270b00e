"""Carrying a wounded leader (SL:3.4.3-b): he goes as far as those who carry him."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.marches.portage import also_carried
from defilade.rules.sl.movement import Left, allowance, mf_allowed
from defilade.rules.sl.state import SlPlay
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import CREW, SQUAD, Unit

PART = Part()

CARRY = "carry-leader"
WEIGHT = 5
BEARERS = (SQUAD, CREW)

NOT_HIM = Refusal("a squad or crew that sets out with a wounded leader may carry him", "SL:3.4.3-b")

PART.adds(SPOKEN, Spoken(CARRY, lambda g, action: f"{g.name(action.who[0])} carries {g.name(action.who[1])}"))
PART.adds(OPTION_LOOKS, VerbLook(CARRY, OptionLook("Carry him", rare=True)))


def carry_refusal(g: SlPlay, frame: Moving, who: tuple[str, ...]) -> Refusal | None:
    if frame.begun or len(who) != 2 or any(uid not in frame.members for uid in who):
        return NOT_HIM
    bearer, leader = (g.unit(uid) for uid in who)
    carried = g.state.carried
    fit = bearer.kind in BEARERS and leader.is_leader and leader.wounded
    return None if fit and leader.id not in carried and bearer.id not in carried.values() else NOT_HIM


def carry_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    pairs = [(one.unit.id, other.unit.id) for one in members for other in members if other.unit.wounded]
    return [Action(CARRY, who) for who in pairs if carry_refusal(g, frame, who) is None]


def carry(g: SlPlay, frame: Moving, action: Action) -> None:
    bearer, leader = action.who
    g.state.carried = {**g.state.carried, leader: bearer}
    g.say(
        "carried",
        f"{g.name(bearer)} carries {g.name(leader)}.",
        "SL:3.4.3-b",
        side=g.attacker,
        who=action.who,
        at=g.unit(bearer).hex,
    )


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        CARRY,
        24,
        carry_options,
        carry,
        lambda g, frame, members, action: carry_refusal(g, frame, action.who),
    ),
)


@PART.answers(also_carried)
def heavy_as_a_man(g: SlPlay, pp: float, unit: Unit) -> float:
    """SL:3.4.3-b: five PP, and he makes them as fast as any leader does."""
    return pp + WEIGHT * list(g.state.carried.values()).count(unit.id)


@PART.answers(mf_allowed)
def at_their_pace(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    bearer = g.state.carried.get(unit.id, "")
    if bearer not in frame.members:
        return mf
    man = g.unit(bearer)
    return mf_allowed(g, allowance(g, man, led=True), frame, man)


@PART.answers(player_turn_begins)
def set_down(g: SlPlay) -> None:
    g.state.carried = {}
