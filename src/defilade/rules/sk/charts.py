"""The reference card of the Starter Kit as tables to look at, and what is printed on a counter in words."""

from __future__ import annotations

from defilade.rules.presentation import CounterView
from defilade.rules.reference_card import Chart, ChartRow, Inspection, Meaning
from defilade.rules.sk.state import Table
from defilade.rules.sk.tables import Tables

CLASS_WORDS = {"E": "elite", "1": "first line", "2": "second line", "G": "green", "C": "conscript"}
DRM_NAMES = {
    "ffmo": "Moves in Open Ground (FFMO)",
    "ffnam": "Moves without Assault Movement (FFNAM)",
    "smoke_per_hex": "Smoke, a hex",
    "cx": "A firer or his leader is CX",
    "target_with_ft": "The target has a flamethrower",
}
FACTOR_NAMES = {
    "point_blank": "Point Blank: adjacent",
    "long_range": "Long range: up to twice the range",
    "advancing_fire": "Advancing Fire",
    "first_fire_marker": "Fires again (First or Final Fire marker)",
    "pinned": "Pinned firer",
    "area_fire": "Area Fire",
}


def charts(table: Table) -> tuple[Chart, ...]:
    tables = table.library.tables
    return (fire_table(tables), modifiers(tables), factors(tables), ground(tables))


def fire_table(tables: Tables) -> Chart:
    chart = tables.infantry_fire_table
    last = chart.lowest_dr + len(chart.rows) - 1
    rows = []
    for number, row in enumerate(chart.rows):
        dr = chart.lowest_dr + number
        label = f"≤{dr}" if number == 0 else f"≥{dr}" if dr == last else str(dr)
        rows.append(ChartRow(label, tuple(str(cell) for cell in row)))
    columns = tuple(str(fp) for fp in chart.columns)
    return Chart("fire", "Infantry Fire Table", "Final DR", columns, tuple(rows), chart.rule, "column")


def modifiers(tables: Tables) -> Chart:
    entries = tables.fire_drm.entries
    rows = [
        ChartRow(DRM_NAMES[name], (f"{getattr(entries, name).drm:+d}",), getattr(entries, name).rule)
        for name in entries.__struct_fields__
    ]
    return Chart("drm", "Dice modifiers of fire", "", ("DRM",), tuple(rows), tables.fire_drm.rule)


def factors(tables: Tables) -> Chart:
    entries = tables.fire_factors.entries
    rows = [
        ChartRow(words, (f"×{_shown(getattr(entries, name).multiplier)}",), getattr(entries, name).rule)
        for name, words in FACTOR_NAMES.items()
    ]
    return Chart("factors", "Firepower", "", ("",), tuple(rows), tables.fire_factors.rule)


def _shown(value: object) -> str:
    return "½" if str(value) == "1/2" else str(value)


def ground(tables: Tables) -> Chart:
    rows = []
    for kind in tables.terrain.kinds.values():
        sight = "blocks" if kind.obstacle else f"hinders +{kind.hindrance}" if kind.hindrance else "free"
        cells = (f"{kind.mf:g}", f"{kind.tem:+d}" if kind.tem else "0", sight)
        rows.append(ChartRow(kind.name, cells, kind.tem_rule))
    columns = ("MF", "To be hit", "Line of sight")
    return Chart("ground", "Terrain", "", columns, tuple(rows), tables.terrain.rule, "ground")


# -- a counter in words ----------------------------------------------------------------------------------------


def inspection(view: CounterView) -> Inspection:
    """What is printed on a counter and lies on it."""
    figures = {"sw": _weapon, "leader": _leader, "gun": _machine, "vehicle": _machine}.get(view.kind, _men)
    meanings = figures(view)
    meanings += [
        Meaning(mark.tag or mark.id.upper(), _sentence(mark.text), mark.rule) for mark in view.states
    ]
    meanings += [Meaning("◢", arc.text, "SKF:2.0-aa") for arc in view.arcs]
    meanings += [
        Meaning(weapon.name, "A support weapon that it has", "SK1:1.2.4-a") for weapon in view.weapons
    ]
    return Inspection(
        view.id, f"{view.nationality.capitalize()} {view.name} {view.letter}".strip(), tuple(meanings)
    )


def _men(view: CounterView) -> list[Meaning]:
    under = view.underlines
    found = [
        Meaning(
            str(view.fp), "Firepower" + (", underlined: Assault Fire" if under.fp else ""), "SK1:1.2.2-c"
        ),
        Meaning(str(view.range), "Normal range in hexes; up to twice that at half firepower", "SK1:3.2-l"),
        Meaning(str(view.morale), "Morale: must not be exceeded by two dice in a check", "SK1:1.2.2-c"),
        Meaning(f"({view.broken_morale})", "Morale of the broken side", "SK1:1.2.3-a"),
    ]
    if view.smoke:
        found.insert(
            1, Meaning(str(view.smoke), "Smoke exponent: a die of so much or less places smoke", "SK1:3.3-u")
        )
    if view.boxed:
        found.append(Meaning("□", "Boxed morale: tries to rally by itself", "SK1:1.2.3-b"))
    if view.cls:
        found.append(Meaning(view.cls, f"Class: {CLASS_WORDS.get(view.cls, view.cls)}", "SK1:1.2.2-b"))
    return found


def _leader(view: CounterView) -> list[Meaning]:
    return [
        Meaning(str(view.morale), "Morale", "SK1:1.2.1-a"),
        Meaning(
            f"{view.leadership:+d}" if view.leadership else "0",
            "Leadership: added to the dice of those whom he directs or helps",
            "SK1:1.2.1-a",
        ),
    ]


def _weapon(view: CounterView) -> list[Meaning]:
    found = [
        Meaning(str(view.fp), "Firepower", "SK1:1.2.4-b"),
        Meaning(str(view.range), "Normal range in hexes", "SK1:1.2.4-b"),
    ]
    if view.rof:
        found.append(
            Meaning(str(view.rof), "Rate of fire: fires again if the coloured die allows", "SK1:1.2.4-c")
        )
    if view.breakdown:
        found.append(
            Meaning(f"B{view.breakdown}", "Breaks down at such an attack DR or a higher one", "SK1:4.1-g")
        )
    if view.portage:
        found.append(Meaning(f"{view.portage}PP", "Portage points to carry it", "SK1:4.0-d"))
    return found


def _machine(view: CounterView) -> list[Meaning]:
    """Guns and vehicles: what each print means the print itself says."""
    return [Meaning(one.text, one.means, one.rule) for one in view.prints if one.means]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
