"""What players do with support weapons of their own kind, in words, with the odds, and how it looks."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import fire, wording
from defilade.rules.sl.fire import Attack, in_the_hex
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.flamethrowers import FLAME
from defilade.tactics.fire_groups import Shot

PART = Part()


def at(g: SlPlay, action: Action) -> str:
    return g.place_name(action.at)


def flames(g: SlPlay, action: Action) -> str:
    passed = f", where {g.names(action.who[2:])} passed" if len(action.who) > 2 else ""
    return f"{g.name(action.who[0])} uses the flamethrower on {at(g, action)}{passed}"


def burns(g: SlPlay, action: Action) -> str:
    return f"{g.name(action.who[0])} uses the flamethrower on {g.piece_name(action.who[-1])}"


@PART.answers(wording.foreseen)
def what_flames_do(g: SlPlay, action: Action) -> tuple[Breakdown, dict[str, float]] | None:
    """What an attack with a flamethrower adds up to, and its odds."""
    if action.verb != FLAME or len(action.who) != 2:
        return None
    targets = in_the_hex(g, action.at)
    side = g.unit(action.who[0]).side
    plan = fire.plan_of(g, Attack(g.state.phase, side, action.at, targets, (Shot(*action.who),)))
    return (plan.breakdown(plan.groups[0]), wording.odds(g, plan)) if plan.groups else None


PART.adds(SPOKEN, Spoken(FLAME, flames), Spoken("burn", burns))
PART.adds(
    OPTION_LOOKS,
    VerbLook(FLAME, OptionLook("Flamethrower", "danger", hex="target", figures=True)),
    VerbLook("burn", OptionLook("Flamethrower", "danger", hex="target")),
)
