"""The attack of a minefield or a booby trap (SL:15.7.2): its factors on the fire table, and nothing that modifies the
dice but what is said of the trap and of sappers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, told
from defilade.kernel.encoding import always
from defilade.rules.sl.fire import strike
from defilade.rules.sl.people.arms import designated
from defilade.rules.sl.people.prisoners import prisoners_of
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.state import MINES, SlPlay, Work
from defilade.rules.sl.works.works import NAMES, RULES, bring_to_light
from defilade.tactics.attack_plan import attack_rules, column_name
from defilade.tactics.checks import Check, check_rounds
from defilade.tactics.fire_table import column_for
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part()
PART.adds(EVENT_SIGNS, EventSign("mines", "result"))

FACTORS_OF_A_TRAP = 1
"""SL:15.8.1-a: one factor of a trap strikes like one of a field; it is dearer."""


class MineAttack(Frame):
    """Mines go off beneath units. `drm` is what the place adds, by `drm_rule`."""

    hex: Hex
    side: Side
    """Who has laid them."""
    units: tuple[str, ...]
    factors: int
    kind: str = always(MINES)
    drm: int = 0
    drm_rule: str = ""
    drm_why: str = ""


@told
def mines_have_struck(g: SlPlay, frame: MineAttack, dice: tuple[int, ...]) -> None:
    """Mines have gone off, with this throw."""


def struck_with(g: SlPlay, units: Iterable[str]) -> tuple[str, ...]:
    """Units on their way, and the prisoners whom they take along."""
    alive = [g.unit(uid) for uid in units if uid in g.state.units]
    found = [one.id for unit in alive for one in (unit, *prisoners_of(g, unit))]
    return tuple(dict.fromkeys(found))


def goes_off(
    g: SlPlay,
    work: Work,
    units: Sequence[str],
    drm: int = 0,
    drm_why: str = "",
    drm_rule: str = "",
    why: str = "somebody has set it off",
) -> MineAttack:
    """SL:15.7.2: its owner says how strong it is, and it strikes at once; SL:15.7.11.5: whoever comes, concealed or
    not."""
    work = bring_to_light(g, work, why, RULES[work.kind])
    return MineAttack(
        work.hex, work.side, struck_with(g, units), work.factors, work.kind, drm, drm_rule, drm_why
    )


def lines_for(g: SlPlay, frame: MineAttack, unit: Unit) -> tuple[Line, ...]:
    """SL:15.7.2: no modifiers; SL:15.7.14.1-b: but for sappers on minefields."""
    lines = [Line(frame.drm_why, frame.drm, frame.drm_rule)] if frame.drm else []
    if frame.kind == MINES and unit.is_mmc and designated(g, unit):
        lines.append(Line(f"{g.name(unit)} knows mines", g.tables.works.sappers_in_mines, "SL:15.7.14.1-b"))
    return tuple(lines)


@PART.decisions(MineAttack)
def ask_mines(g: SlPlay, frame: MineAttack) -> Chance | None:
    there = tuple([uid for uid in frame.units if uid in g.state.units])
    if not there:
        return None
    asks = f"{NAMES[frame.kind].capitalize()} of {frame.factors} factors in {g.place_name(frame.hex)}."
    return Chance(asks, dice=2, side=frame.side, rules=(RULES[frame.kind],), about=there)


@ask_mines
def take_mines(g: SlPlay, frame: MineAttack, answer: Action | Outcome | None) -> None:
    """SL:15.7.6: a leader in the hex helps with the checks; SL:15.7.6-b: if he breaks all in the hex check for him."""
    g.pop()
    if not isinstance(answer, Outcome):
        return
    g.state.broke = ()
    column = column_for(g.fire_table.columns, frame.factors)
    checks: list[tuple[str, Check]] = []
    for lines, units in grouped(g, frame).items():
        drm = int(sum(line.value for line in lines))
        found = g.tables.infantry_fire_table.result(column, sum(answer.dice) + drm)
        name = f"{NAMES[frame.kind]} of {frame.factors} factors".capitalize()
        g.say(
            "mines",
            f"{name} in {g.place_name(frame.hex)} under {g.names(units)}: roll {sum(answer.dice)}"
            + (f", modified {sum(answer.dice) + drm}" if drm else "")
            + f": {found.words('no effect')}.",
            RULES[frame.kind] if frame.kind != MINES else "SL:15.7.2",
            "SL:1.3.1-p3.3",
            side=frame.side,
            who=units,
            at=frame.hex,
            dice=answer.dice,
            breakdown=Breakdown(
                name,
                (Line("factors", frame.factors, "SL:15.7.2", "fp"), *lines),
                total=frame.factors,
                column=column_name(g, column),
                rules=attack_rules(g),
            ),
        )
        for uid in units:
            if uid in g.state.units:
                checks += strike(g, g.unit(uid), found, column is not None)
    with_leader_losses(g, *check_rounds(g, checks, ()))
    mines_have_struck(g, frame, answer.dice)


def grouped(g: SlPlay, frame: MineAttack) -> dict[tuple[Line, ...], tuple[str, ...]]:
    """Who is struck with the same modifiers."""
    found: dict[tuple[Line, ...], tuple[str, ...]] = {}
    for uid in frame.units:
        unit = g.state.units.get(uid)
        if unit is not None:
            lines = lines_for(g, frame, unit)
            found[lines] = (*found.get(lines, ()), uid)
    return found
