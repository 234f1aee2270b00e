"""The tables of Squad Leader to look at, and what is printed on a counter in words."""

from __future__ import annotations

from defilade.rules.presentation import CounterView
from defilade.rules.reference_card import Chart, ChartRow, Inspection, Meaning
from defilade.rules.sl.state import Table
from defilade.rules.sl.tables import Tables


def charts(table: Table) -> tuple[Chart, ...]:
    tables = table.library.tables
    return (fire_table(tables), modifiers(tables), factors(tables), close_combat(tables), ground(tables))


def fire_table(tables: Tables) -> Chart:
    chart = tables.infantry_fire_table
    last = chart.lowest_dr + len(chart.rows) - 1
    rows = []
    for number, row in enumerate(chart.rows):
        dr = chart.lowest_dr + number
        label = f"≤{dr}" if number == 0 else f"≥{dr}" if dr == last else str(dr)
        rows.append(ChartRow(label, tuple(row)))
    columns = tuple(str(fp) for fp in chart.columns)
    return Chart("fire", "Infantry Fire Table", "Final DR", columns, tuple(rows), chart.rule, "column")


def modifiers(tables: Tables) -> Chart:
    drm = tables.fire_drm
    entries = [
        ("Moves", drm.moved),
        ("Moves in the open", drm.in_the_open),
        ("Fired at from below", drm.lower_firer),
        *((f"Behind a {kind}", entry) for kind, entry in drm.hexside.items()),
    ]
    rows = [ChartRow(words, (f"{entry.drm:+d}",), entry.rule) for words, entry in entries]
    return Chart("drm", "Dice modifiers of fire", "", ("DRM",), tuple(rows), "SL:5.3.1-a")


def factors(tables: Tables) -> Chart:
    fire = tables.fire_factors
    entries = [
        ("Point blank: adjacent", fire.point_blank),
        ("Long range: up to twice the range", fire.long_range),
        ("Has moved", fire.moved),
        ("Pinned", fire.pinned),
    ]
    rows = [
        ChartRow(words, ("×½" if entry.factor == 0.5 else f"×{entry.factor:g}",), entry.rule)
        for words, entry in entries
    ]
    return Chart("factors", "Firepower", "", ("",), tuple(rows), "SL:5.4.7")


def close_combat(tables: Tables) -> Chart:
    chart = tables.close_combat
    rows = [ChartRow(f"{a}-{b}", (str(column.kill),)) for column in chart.columns for a, b in (column.odds,)]
    return Chart("cc", "Close combat", "Odds", ("Eliminated at",), tuple(rows), chart.rule)


def ground(tables: Tables) -> Chart:
    rows = []
    for kind in tables.terrain.kinds.values():
        cells = (
            f"{kind.mf:g}",
            f"{kind.tem:+d}" if kind.tem else "0",
            "blocks" if kind.obstacle else "free",
        )
        rows.append(ChartRow(kind.name, cells, kind.tem_rule or kind.mf_rule))
    columns = ("MF", "To be hit", "Line of sight")
    return Chart("ground", "Terrain", "", columns, tuple(rows), "SL:4.1.6-a", "ground")


# -- a counter in words ------------------------------------------------------------------------------------


def inspection(view: CounterView) -> Inspection:
    """What is printed on a counter and lies on it."""
    figures = {"sw": _weapon, "leader": _leader, "vehicle": _machine, "gun": _machine}.get(view.kind, _men)
    meanings = figures(view)
    meanings += [
        Meaning(mark.tag or mark.id.upper(), mark.text[:1].upper() + mark.text[1:], mark.rule)
        for mark in view.states
    ]
    meanings += [Meaning(weapon.name, "A support weapon that it has", "SL:8.1") for weapon in view.weapons]
    title = f"{view.nationality.capitalize()} {view.name} {view.letter}".strip()
    return Inspection(view.id, title, tuple(meanings))


def _men(view: CounterView) -> list[Meaning]:
    return [
        Meaning(str(view.fp), "Firepower", "SL:1.1.2"),
        Meaning(str(view.range), "Normal range in hexes; up to twice that at half firepower", "SL:1.1.2.2-a"),
        Meaning(str(view.morale), "Morale: must not be exceeded by two dice in a check", "SL:1.1.2.3-a"),
        Meaning(f"({view.broken_morale})", "Morale of the broken side", "SL:3.20.5-b"),
    ]


def _leader(view: CounterView) -> list[Meaning]:
    return [
        Meaning(str(view.morale), "Morale", "SL:1.1.2.3-a"),
        Meaning(
            f"{view.leadership:+d}" if view.leadership else "0",
            "Leadership: added to the dice of those whom he directs or helps",
            "SL:1.1.2.4",
        ),
    ]


def _weapon(view: CounterView) -> list[Meaning]:
    found = [
        Meaning(str(view.fp), "Firepower", "SL:1.1.2.5-a"),
        Meaning(str(view.range), "Normal range in hexes", "SL:1.1.2.5-a"),
    ]
    if view.breakdown:
        found.append(
            Meaning(f"B{view.breakdown}", "Breaks down at such an attack DR or a higher one", "SL:8.9.6.1")
        )
    if view.portage:
        found.append(Meaning(f"{view.portage}PP", "Portage points to carry it", "SL:8.1"))
    return found


def _machine(view: CounterView) -> list[Meaning]:
    """What each print means the print itself says."""
    return [Meaning(one.text, one.means, one.rule) for one in view.prints if one.means]
