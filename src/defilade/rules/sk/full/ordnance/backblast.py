"""Backblast (SKF:4.4.3): what a bazooka does behind it when it is fired from a building."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Breakdown, Frame, Line
from defilade.kernel.composition import Part
from defilade.rules.sk import effects, ift
from defilade.rules.sk.full.ordnance.aiming import choose_further, further_choices
from defilade.rules.sk.full.ordnance.resolution import to_hit_rolled
from defilade.rules.sk.full.ordnance.shots import Gunshot, firer_lines, manning, tables, the_ordnance
from defilade.rules.sk.full.ordnance.to_hit import CASE_12, in_building
from defilade.rules.sk.state import SkPlay
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex
from defilade.tactics.ordnance import BAZ, PF, PSK

PART = Part()

CAREFUL, RECKLESS = Action("careful"), Action("backblast")
RULE = "SKF:4.4.3-b"


def blows_back(g: SkPlay, shot: Gunshot) -> bool:
    return the_ordnance(g, shot.weapon).type in (BAZ, PSK, PF) and in_building(g, shot)


@PART.answers(further_choices)
def ask(g: SkPlay, shot: Gunshot) -> Iterable[Action]:
    """SKF:4.4.3-a: an unpinned firer may take +2 instead."""
    if shot.careful or shot.reckless or not blows_back(g, shot):
        return ()
    unit = manning(g, shot)
    no_room = shot.hex in g.map.below  # DAE:1.1-h
    return (RECKLESS,) if no_room or (unit is not None and unit.pinned) else (CAREFUL, RECKLESS)


@PART.answers(choose_further)
def chosen(g: SkPlay, shot: Gunshot, action: Action) -> list[Gunshot]:
    if action == CAREFUL:
        return [msgspec.structs.replace(shot, careful=True)]
    return [msgspec.structs.replace(shot, reckless=True)] if action == RECKLESS else []


@PART.modifies(firer_lines, "DAE:QRDC-case12", step=CASE_12)
def avoiding(g: SkPlay, shot: Gunshot) -> list[Line]:
    if not shot.careful:
        return []
    case = tables(g).cases.latw
    return [Line("avoids the backblast", case.drm, case.rule)]


@PART.answers(to_hit_rolled)
def blast(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    """SKF:4.4.3-b: all in the firer's hex, on the 1 FP column, by the coloured die (SKF:1.4) alone and without TEM."""
    if not shot.reckless:
        return
    strike(g, shot.hex, dice)


def strike(g: SkPlay, hex: Hex, dice: tuple[int, ...]) -> None:
    fp = tables(g).backblast.fp
    column = ift.column(g, fp)
    units = tuple(g.state.stacks.get(hex, ()))
    found = ift.result(g, column, dice[0])
    g.say(
        "backblast",
        f"Backblast in {g.place_name(hex)}: dr {dice[0]} on the {fp} column: "
        f"{found if found.kind != 'none' else 'no effect'}.",
        RULE,
        who=units,
        at=hex,
        breakdown=Breakdown(
            "Backblast", (Line("backblast", fp, RULE, "fp"),), total=fp, column=fp, rules=(RULE,)
        ),
    )
    group = effects.Struck(units, 0, found)
    frames: list[Frame] = [effects.FireEffects(hex, column, (group,))]
    with_leader_losses(g, *frames)
