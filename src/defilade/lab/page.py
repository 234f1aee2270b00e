"""The report on a scenario as one HTML page: pictures and styles inside, nothing fetched, no script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from defilade.lab.charts import (
    Series,
    change_line,
    colours_of,
    grouped_bars,
    legend,
    share_line,
    stacked_bars,
)
from defilade.lab.collect import MEAN_DR
from defilade.lab.findings import LUCK_BINS, Findings, Provision, Tally, levels_in_words
from defilade.lab.heat import Ground, HeatMap, heat_map, scale_words
from defilade.lab.verdict import HIGH, LOW
from defilade.systems import find_card, find_system, presenter_of

STYLE = """
:root{color-scheme:light;--ink:#23241c;--dim:#55543f;--edge:#cfc7b1;--card:#fcfaf3;--bg:#ebe7da}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);
font:16px/1.5 "Inter","Liberation Sans","Helvetica Neue",Arial,sans-serif}
main{max-width:74rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.7rem;margin:.2rem 0}h2{font-size:1.15rem;margin:0 0 .5rem}h3{font-size:1rem;margin:.3rem 0}
.sub,figcaption,.note{color:var(--dim)}.note,figcaption{font-size:.88rem}
section{background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:1rem 1.2rem;margin-top:1rem}
.pair{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(27rem,100%),1fr))}
.pair>section{margin-top:0}.columns{margin-top:1rem}
.verdict{border-left:10px solid;font-size:1.2rem;font-weight:600}
.balanced{border-left-color:#4c7a1c}.favours{border-left-color:#b3361c}.unknown{border-left-color:#8a7a3a}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--edge);vertical-align:middle}
th{font-weight:600;font-size:.88rem;color:var(--dim)}td.n,th.n{text-align:right}
.scroll{overflow-x:auto}
svg{display:block;max-width:100%}svg.chart,svg.heat{width:100%;height:auto}
svg.line{width:16rem;min-width:10rem;height:auto}
.chart text{font-size:12px;fill:#55543f}.chart .tick{text-anchor:end}.chart .column{text-anchor:middle}
.rule{fill:none;stroke:#bdb59e;stroke-width:1}.band{fill:#dfe7c4}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.2rem 0;font-size:.9rem}
.legend i{display:inline-block;width:.9em;height:.9em;margin-right:.4em;border-radius:2px;vertical-align:-.1em}
figure{margin:0}.faded{opacity:.5}.heat{border:1px solid var(--edge);background:#fff}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.4rem 0}
dt{color:var(--dim)}dd{margin:0}
@media print{body{background:#fff}section{break-inside:avoid}}
"""

HEATS = (
    ("fire", "Fire", "#b3261c", "attacks", "hexes attacked by the {side} side"),
    ("movement", "Movement", "#2456a6", "counters", "hexes entered by {side} counters"),
    ("loss", "Loss", "#5b1f6b", "counters", "where {side} counters were eliminated or reduced"),
)


def report_page(found: Findings) -> str:
    """The whole page."""
    colours = colours_of(found.sides)
    heading = f"{found.scenario} {found.title}"
    parts = [
        _head(found, heading),
        _win_rates(found, colours),
        _provisions(found, colours),
        '<div class="pair columns">',
        _decided(found, colours),
        _losses(found, colours),
        _length(found, colours),
        _luck(found, colours),
        "</div>",
        _heats(found),
        _made(found),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(heading)}: balance</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _head(found: Findings, heading: str) -> str:
    card = find_card(found.scenario)
    about = ", ".join(part for part in (card.place, card.date, f"{card.turns} turns") if part)
    return (
        f'<header><h1>{escape(heading)}</h1><p class="sub">{escape(about)}. {escape(card.victory)}</p></header>'
        f'<section class="verdict {found.verdict.kind}" role="status">{escape(found.verdict.text)}</section>'
    )


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Cells are markup already; columns of numbers stand to the right."""

    def cells(tag: str, row: Sequence[str]) -> str:
        kinds = [' class="n"' if place in numbers else "" for place in range(len(row))]
        return "".join(f"<{tag}{kind}>{cell}</{tag}>" for kind, cell in zip(kinds, row, strict=True))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return (
        '<div class="scroll"><table><thead><tr>'
        f"{cells('th', heads)}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _interval(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}%"


# -- win rates ---------------------------------------------------------------------------------------------


def _win_rates(found: Findings, colours: Mapping[str, str]) -> str:
    rows = [row for tally in found.pairs for row in _win_rows(found, tally, colours)]
    heads = ["Levels", "Side", "Wins", "Games", "Share", "95% interval", "0 to 100%"]
    text = (
        f"The green band is {LOW:.0%} to {HIGH:.0%}. The verdict rests on the first pair, equal players; "
        "between unequal ones a share tells how much skill counts."
    )
    return section("Wins by side and level", table(heads, rows, (2, 3, 4)), note(text))


def _win_rows(found: Findings, tally: Tally, colours: Mapping[str, str]) -> list[list[str]]:
    rows = []
    for place, side in enumerate(found.sides):
        words = f"{side.capitalize()}: {_percent(tally.share(side))}, {_interval(tally.ci95[side])}"
        more = "".join(
            f"; {count} {what}"
            for count, what in ((tally.draws, "drawn"), (tally.errors, "broken off"))
            if count
        )
        rows.append(
            [
                escape(levels_in_words(tally.levels)) + more if place == 0 else "",
                side.capitalize(),
                str(tally.wins[side]),
                str(tally.games),
                _percent(tally.share(side)),
                _interval(tally.ci95[side]),
                share_line(tally.share(side), tally.ci95[side], colours[side], words),
            ]
        )
    return rows


def _provisions(found: Findings, colours: Mapping[str, str]) -> str:
    if not found.provisions:
        return section(
            "Balance provisions",
            note("None was played: the card has none that is known, or they were left out."),
        )
    heads = ["Helps", "How", "Share without", "With", "Change in points", "-50 to +50"]
    rows = [_provision_row(found, one, colours) for one in found.provisions]
    known = {one.side for one in found.provisions}
    without = [side.capitalize() for side in found.sides if side not in known]
    told = f" None is known for: {', '.join(without)}." if without else ""
    text = f"Played by {found.main.levels[found.sides[0]]} on both sides; 95% intervals.{told}"
    return section("Effect of the balance provisions", table(heads, rows, (2, 3)), note(text))


def _provision_row(found: Findings, one: Provision, colours: Mapping[str, str]) -> list[str]:
    low, high = one.ci95
    words = f"{100 * one.change:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"
    return [
        one.side.capitalize(),
        escape(one.words),
        _percent(found.main.share(one.side)),
        _percent(one.tally.share(one.side)),
        words,
        change_line(one.change, one.ci95, colours[one.side], words),
    ]


# -- turns -------------------------------------------------------------------------------------------------


def _decided(found: Findings, colours: Mapping[str, str]) -> str:
    columns = range(found.turns + 1)
    series = [
        Series(
            f"{side.capitalize()} wins",
            colours[side],
            tuple(float(found.decided[side].get(turn, 0)) for turn in columns),
        )
        for side in found.sides
    ]
    names = ["from the start", *(f"turn {turn}" for turn in columns[1:])]
    text = (
        "The turn in which the game changed hands for the last time: from its end on the winner would have won "
        "whenever play had stopped. From the start: the other side never held what it needed."
    )
    chart = stacked_bars("Games by the turn in which they were decided", names, series, "games")
    return section("When it was decided", _legend(found, colours), chart, note(text))


def _losses(found: Findings, colours: Mapping[str, str]) -> str:
    turns = range(1, found.turns + 1)
    series = [
        Series(
            side.capitalize(), colours[side], tuple(found.lost.get(side, {}).get(turn, 0.0) for turn in turns)
        )
        for side in found.sides
    ]
    whole = ", ".join(f"{one.name} {sum(one.values):.1f}" for one in series)
    chart = grouped_bars(
        "Mean losses by turn", [f"turn {turn}" for turn in turns], series, "squads lost in the mean game"
    )
    text = f"Squad equivalents lost in the mean game, a half-squad as a half. In all: {whole}."
    return section("Losses by turn", _legend(found, colours), chart, note(text))


def _legend(found: Findings, colours: Mapping[str, str]) -> str:
    return legend({side.capitalize(): colours[side] for side in found.sides})


# -- length and luck ---------------------------------------------------------------------------------------


def _length(found: Findings, colours: Mapping[str, str]) -> str:
    length = found.length
    bars = Series("Games", "#6b6955", tuple(float(count) for _, _, count in length.bins))
    names = [str(low) for low, _, _ in length.bins]
    ended = ", ".join(
        f"turn {turn}: {sum(turns.get(turn, 0) for turns in found.ended.values())}"
        for turn in sorted({turn for turns in found.ended.values() for turn in turns})
    )
    facts = {
        "Median": f"{length.median:g} decisions",
        "Half of the games": f"{length.lower_quartile:.0f} to {length.upper_quartile:.0f}",
        "All games": f"{length.shortest} to {length.longest}",
        "Ended in": f"{ended} games" if ended else "",
    }
    chart = stacked_bars("Games by their number of decisions", names, [bars], "games")
    return section(
        "Length", chart, _facts(facts), note("Games by number of decisions, of both sides together.")
    )


def _luck(found: Findings, colours: Mapping[str, str]) -> str:
    luck = found.luck
    series = [
        Series(
            f"{side.capitalize()} wins",
            colours[side],
            tuple(float(by_winner.get(side, 0)) for by_winner in luck.by_edge),
        )
        for side in found.sides
    ]
    names = ["below -2", *(f"{low} to {low + 1}" for low in LUCK_BINS[1:-1]), f"{LUCK_BINS[-1]} and up"]
    share = luck.luckier_won / luck.games if luck.games else 0.0
    facts = {
        f"{side.capitalize()} mean DR": f"{luck.mean_dr[side]:.2f} in {luck.throws[side]:.0f} DRs a game"
        for side in found.sides
    }
    facts["The luckier side won"] = f"{_percent(share)} (95% interval {_interval(luck.ci95)})"
    first = found.sides[0].capitalize()
    even = luck.even
    if even is not None:
        facts[f"{first} wins with even luck"] = (
            f"{_percent(even.share)} (95% interval {_interval(even.ci95)}); "
            f"luck explains {_percent(even.saved)} of the differences, and so many games fewer would tell as much"
        )
    text = (
        f"Games by how much luckier the {first} side was, in standard deviations of its DRs (attacks, checks, "
        f"rallies and close combat, all wished low; dice owe {MEAN_DR})."
    )
    chart = stacked_bars("Wins by luck", names, series, "games")
    return section("Luck of the dice", _legend(found, colours), chart, _facts(facts), note(text))


def _facts(facts: Mapping[str, str]) -> str:
    entries = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items() if value
    )
    return f"<dl>{entries}</dl>"


# -- maps --------------------------------------------------------------------------------------------------


def _heats(found: Findings) -> str:
    ground = ground_of(found.scenario)
    if ground is None or not found.main.games:
        return ""
    parts: list[str] = []
    for name, title, colour, unit, caption in HEATS:
        figures: list[str] = []
        for side in found.sides:
            hexes: Mapping[str, int] = getattr(found, name).get(side, {})
            values = {hex: count / found.main.games for hex, count in hexes.items()}
            words = caption.format(side=side.capitalize())
            heat = HeatMap(f"{title}: {words}", colour, unit, values)
            picture = heat_map(ground, heat, first=not parts and not figures)
            figures.append(
                f"<figure>{picture}<figcaption>{escape(words[0].upper() + words[1:])}; "
                f"{escape(scale_words(ground, heat))}.</figcaption></figure>"
            )
        parts.append(section(f"{title} over the map", f'<div class="pair">{"".join(figures)}</div>'))
    return "".join(parts)


def ground_of(scenario: str) -> Ground | None:
    """The scenario's map, where its system has maps."""
    card = find_card(scenario)
    presenter = presenter_of(find_system(card.system))
    info, drawn = presenter.map_info(card.id, ""), presenter.picture(card.id)
    return Ground(info, drawn) if info is not None and drawn is not None else None


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _made(found: Findings) -> str:
    never = ", ".join(f"{side.capitalize()} {games}" for side, games in found.passive.items())
    facts = {
        "Version": f"{found.version} ({found.program})",
        "Seed": str(found.seed),
        "Maps and charts": f"{levels_in_words(found.main.levels)}: {found.main.games} games",
        "Games in which a side never moved": never,
    }
    for level, times in found.thinking.items():
        facts[f"A decision of {level}"] = (
            f"{_milliseconds(times.p50)} in the median, 95% within {_milliseconds(times.p95)}, "
            f"the longest of {times.decisions} took {times.longest:.2f} s"
        )
    return section("How it was measured", _facts(facts))
