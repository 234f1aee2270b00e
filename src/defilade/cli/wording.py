"""Events, breakdowns and odds as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from defilade.kernel import Breakdown, Event, Line


def event_lines(event: Event) -> list[str]:
    """An event: what happened, the rules, the dice, and how a number came about."""
    dice = f" (dice {', '.join(map(str, event.dice))})" if event.dice else ""
    rules = f" [{', '.join(event.rules)}]" if event.rules else ""
    lines = [f"{event.text}{dice}{rules}"]
    if event.breakdown is not None:
        lines += [f"    {line}" for line in breakdown_lines(event.breakdown)]
    return lines


def breakdown_lines(breakdown: Breakdown) -> list[str]:
    """A breakdown: its title and figures, then one line for each reason."""
    figures = []
    if breakdown.total:
        figures.append(f"total {breakdown.total:g}")
    if breakdown.column:
        figures.append(f"column {breakdown.column}")
    if any(line.sign == "+" for line in breakdown.lines):
        figures.append(f"DRM {breakdown.drm:+d}")
    head = f"{breakdown.title}: {', '.join(figures)}" if figures else breakdown.title
    return [head, *(f"  {line_words(line)}" for line in breakdown.lines)]


def line_words(line: Line) -> str:
    """One reason: `+3 stone building [SK1:1.1.2-d]`."""
    value = {
        "+": f"{line.value:+g}",
        "x": f"x{line.value:g}",
        "=": f"= {line.value:g}",
        "fp": f"{line.value:g} FP",
    }.get(line.sign, f"{line.value:g}")
    rule = f" [{line.rule}]" if line.rule else ""
    return f"{value} {line.label}{rule}"


def odds_line(odds: Mapping[str, float]) -> str:
    """The chance of each result, the likeliest last or first as the system gives them."""
    shown = [f"{name} {100 * chance:.1f}%" for name, chance in odds.items() if chance > 0]
    return "Odds: " + ", ".join(shown)


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
