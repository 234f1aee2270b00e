"""`defilade rules`: look rules up, and count how many are done."""

from __future__ import annotations

from typing import Annotated

import typer

from defilade.console.output import print_json, print_table
from defilade.lab.coverage import coverage as count_coverage
from defilade.rules.reference import Rule, rule, search
from defilade.rules.same_as import SAME, Comparison, compared

RuleId = Annotated[str, typer.Argument(metavar="ID", help="A rule's id, as SK1:3.3.1-c.")]
Words = Annotated[list[str], typer.Argument(help="Words that the rule must contain.")]
System = Annotated[str, typer.Option("--system", help="Only this system.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.command("show")
def show(rule_id: RuleId, json: Json = False) -> None:
    """Show one rule in our own words."""
    found = rule(rule_id)
    if json:
        print_json(found)
        return
    print_rule(found)
    beside = compared(found.system).get(found.id)
    if beside is not None and beside.same_as:
        print(f"    {beside.relation.capitalize()}{beside_words(beside)}")


def beside_words(beside: Comparison) -> str:
    """How a rule stands to the older book."""
    older = " and ".join(beside.same_as)
    return f" as {older}" if beside.relation == SAME else f" from {older}: {beside.difference}"


@app.command("search")
def search_rules(words: Words, system: System = "", json: Json = False) -> None:
    """Find the rules that contain all the words."""
    found = search(" ".join(words), system or None)
    if json:
        print_json(found)
        return
    for one in found:
        print_rule(one)
    print("1 rule" if len(found) == 1 else f"{len(found)} rules")


def print_rule(found: Rule) -> None:
    print(f"{found.id}  {found.title}")
    print(f"    {found.gist}")
    if found.needs:
        print(f"    See also {', '.join(found.needs)}")


@app.command("coverage")
def coverage(system: System = "", json: Json = False) -> None:
    """Count the rules that code carries out and a test checks."""
    counts = count_coverage(system=system or None)
    if json:
        print_json(counts)
        return
    rows: list[tuple[str, ...]] = [("system", "total", "done", "code only", "test only", "open")]
    for name, count in counts.items():
        figures = (count.total, count.done, count.code_only, count.test_only, len(count.open))
        rows.append((name, *(str(figure) for figure in figures)))
    print_table(rows)
