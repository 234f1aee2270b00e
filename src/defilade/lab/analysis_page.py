"""A game that was gone over as one HTML page: pictures and styles inside, nothing fetched, no script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from defilade.ai.analysis import KINDS
from defilade.drawing.artwork import number
from defilade.kernel import GameLog
from defilade.lab.charts import colours_of
from defilade.lab.page import STYLE, note, section, table
from defilade.systems import card_of, system_name
from defilade.systems.going_over import Fault, GoneOver, Lucky, Rate

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 900, 260, 40, 12, 30
NARROWEST = 46
"""Turns that lie closer than this share a name."""
MARKS = {"blunder": ("#b3361c", 6.5), "mistake": ("#c98a1b", 5.5), "inaccuracy": ("#8a7a3a", 4.5)}
MORE_STYLE = """
.graph text{font-size:12px;fill:#55543f}.graph .line{fill:none;stroke:#2f4a5c;stroke-width:2.2}
.graph .area{fill:#4f7590;fill-opacity:.16}.graph .even{stroke:#bdb59e;stroke-dasharray:5 4}
.graph .turn{stroke:#d8d1bd}
.fault{border-top:1px solid var(--edge);padding:.7rem 0}.fault:first-of-type{border-top:0}
.fault h3{display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline}
.kind{color:#fff;border-radius:99px;padding:0 .6em;font-size:.85rem}
.cols{display:grid;gap:.4rem 1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}
.cols p{margin:.2rem 0}ul{margin:.2rem 0;padding-left:1.2rem}
"""


def analysis_page(log: GameLog, found: GoneOver) -> str:
    """The whole page."""
    card = card_of(log.system, log.scenario, log.options)
    heading = f"{card.id} {card.title}"
    sides = [one.side for one in found.sums]
    colours = colours_of(sides)
    won = log.result or "nobody"
    parts = [
        f'<header><h1>{escape(heading)}</h1><p class="sub">{escape(system_name(log.system))}. '
        f"{escape(won.capitalize())} won. {escape(card.victory)}</p></header>",
        section("How likely the first side was to win", _graph(found, colours), note(_graph_words(found))),
        '<div class="pair columns">',
        section("Luck", _luck(found), note(LUCK_WORDS)),
        section("Faults", _counts(found), note(FAULT_WORDS)),
        "</div>",
        section("Faults, one by one", *(_fault(one) for one in found.faults) or ("<p>None was found.</p>",)),
        section("Turn by turn", _rates(found.rates), note(RATE_WORDS)),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(heading)}: analysis</title><style>{STYLE}{MORE_STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


LUCK_WORDS = (
    "The chance of winning after each throw, less its mean over all that could have been thrown, added up; in points, "
    "of which a whole game is 100. It counts every throw of both sides, and those that matter most count most."
)
FAULT_WORDS = (
    "Decisions that the computer would have made differently were played out beside what it proposed, in the same "
    "worlds with the same dice, from what the side knew. What is told as lost is what they lost at least: the "
    "difference less its standard error."
)
RATE_WORDS = "Decisions of somebody who had a choice, and the points lost by faults among them."


def points(chance: float) -> str:
    """
    >>> points(0.123), points(-0.05)
    ('12.3', '-5.0')
    """
    return f"{100 * chance:.1f}"


def percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"


# -- the graph ---------------------------------------------------------------------------------------------


def _graph(found: GoneOver, colours: Mapping[str, str]) -> str:
    last = max(1, found.graph[-1].moment)
    wide, high = WIDTH - LEFT - 8, HEIGHT - TOP - BOTTOM

    def x(moment: int) -> float:
        return LEFT + wide * moment / last

    def y(chance: float) -> float:
        return TOP + high * (1 - chance)

    line = "L".join(f"{number(x(one.moment))} {number(y(one.chance))}" for one in found.graph)
    begin = number(x(found.graph[0].moment))
    marks = []
    for fault in found.faults:
        chance = next((one.chance for one in reversed(found.graph) if one.moment <= fault.moment), 0.5)
        colour, size = MARKS[fault.kind]
        words = f"{fault.side.capitalize()}: {fault.kind}, {points(fault.lost)} points"
        marks.append(
            f'<circle cx="{number(x(fault.moment))}" cy="{number(y(chance))}" r="{size}" fill="{colour}" '
            f'stroke="{colours[fault.side]}" stroke-width="2"><title>{escape(words)}</title></circle>'
        )
    for throw in found.luckiest:
        chance = next((one.chance for one in found.graph if one.moment >= throw.moment), 0.5)
        px, py = x(throw.moment), y(chance)
        marks.append(
            f'<path d="M{number(px)} {number(py - 7)}l6 11h-12z" fill="{colours[throw.side]}" stroke="#fff">'
            f"<title>{escape(_lucky_words(throw))}</title></path>"
        )
    return (
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(_graph_words(found))}">'
        f"{''.join(_turns(found, x))}"
        f'<path class="even" d="M{LEFT} {number(y(0.5))}H{WIDTH - 8}"/>'
        f'<text x="2" y="{number(y(1) + 10)}">100%</text><text x="2" y="{number(y(0.5) + 4)}">50%</text>'
        f'<text x="2" y="{number(y(0))}">0%</text>'
        f'<path class="area" d="M{begin} {number(y(0.5))}L{line}V{number(y(0.5))}Z"/><path class="line" d="M{line}"/>'
        f"{''.join(marks)}</svg>"
    )


def _turns(found: GoneOver, x: Callable[[int], float]) -> list[str]:
    turn, named = "", -float(NARROWEST)
    parts: list[str] = []
    for one in found.graph:
        if one.turn == turn:
            continue
        turn, place = one.turn, x(one.moment)
        parts.append(f'<path class="turn" d="M{number(place)} {TOP}V{HEIGHT - BOTTOM}"/>')
        if place - named >= NARROWEST:
            parts.append(f'<text x="{number(place + 2)}" y="{HEIGHT - 12}">{escape(turn)}</text>')
            named = place
    return parts


def _graph_words(found: GoneOver) -> str:
    begin, end = found.graph[0], found.graph[-1]
    side = found.side.capitalize()
    return (
        f"The chance of the {side} side: {percent(begin.chance)} after set-up, {percent(end.chance)} at the end. "
        "Circles are faults, triangles lucky throws, in the colour of the side that made them or had them."
    )


# -- luck and faults ---------------------------------------------------------------------------------------


def _luck(found: GoneOver) -> str:
    rows = [(escape(one.side.capitalize()), f"{100 * one.luck:+.1f}") for one in found.sums]
    without = min(1.0, max(0.0, found.without_luck))
    words = f"Without luck the {found.side.capitalize()} side would stand at {percent(without)} at the end."
    throws = "".join(f"<li>{escape(_lucky_words(one))}</li>" for one in found.luckiest)
    told = f"<ul>{throws}</ul>" if throws else ""
    return table(("Side", "Points"), rows, (1,)) + f"<p>{escape(words)}</p>{told}"


def _lucky_words(one: Lucky) -> str:
    return f"{one.turn}: {one.text} {points(one.gave)} points for the {one.side.capitalize()} side."


def _counts(found: GoneOver) -> str:
    kinds = [kind for _, kind in KINDS]
    rows = [
        (
            escape(one.side.capitalize()),
            *(str(one.counts[kind]) for kind in kinds),
            points(one.lost),
        )
        for one in found.sums
    ]
    heads = ("Side", *(f"{kind.capitalize()}s".replace("ys", "ies") for kind in kinds), "Points lost")
    return table(heads, rows, tuple(range(1, len(heads))))


def _fault(one: Fault) -> str:
    colour, _ = MARKS[one.kind]
    rules = f'<p class="note">{escape(", ".join(one.rules))}</p>' if one.rules else ""
    return (
        '<article class="fault"><h3>'
        f'<span class="kind" style="background:{colour}">{one.kind}</span>'
        f"<span>{escape(one.turn)}, {escape(one.side.capitalize())}</span>"
        f'<span class="sub">{points(one.lost)} points lost, step {one.moment + 1}</span></h3>'
        f'<p class="note">{escape(one.asks)}</p><div class="cols">'
        f"<div><p>Done: <b>{escape(one.done)}</b></p>{_reasons(one.done_reasons)}</div>"
        f"<div><p>Better: <b>{escape(one.better)}</b></p><p>Played out {one.rounds} times with the same dice it left "
        f"{percent(one.chance)}, what was done {percent(one.done_chance)}.</p>"
        f"{_reasons(one.reasons)}</div></div>{rules}</article>"
    )


def _reasons(reasons: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in reasons)}</ul>" if reasons else ""


def _rates(rates: Sequence[Rate]) -> str:
    rows = [
        (
            escape(one.turn),
            escape(one.side.capitalize()),
            str(one.decisions),
            str(one.faults),
            points(one.lost),
        )
        for one in rates
    ]
    return table(("Turn", "Side", "Decisions", "Faults", "Points lost"), rows, (2, 3, 4))
