"""`defilade points`: forces of Squad Leader bought with points (SL:17)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.console.errors import CommandError
from defilade.console.output import print_json, print_table
from defilade.rules.content_files import ContentError, ContentFile, parse
from defilade.rules.sl.card import Scenario, check_card
from defilade.rules.sl.library import library
from defilade.rules.sl.purchase import bill_of, design_refusals, points_of, prices

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)

CardFile = Annotated[Path, typer.Argument(help="A scenario card of your own, as those in sl/scenarios.")]
Most = Annotated[list[str], typer.Option("--most", help="What a side may spend, as german=600.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Nation = Annotated[str, typer.Argument(help="The nationality, as german.")]


def read_card(path: Path) -> Scenario:
    kit = library()
    try:
        card = parse(ContentFile(str(path), path.read_text(encoding="utf-8")), Scenario)
        check_card(card, str(path), kit)
    except (OSError, ContentError) as error:
        raise CommandError(str(error)) from error
    return card


def limits(card: Scenario, most: list[str]) -> dict[str, int]:
    found = {}
    for words in most:
        side, _, points = words.partition("=")
        if side not in card.sides or not points.isdigit():
            raise CommandError(f"--most {words}: write a side and its points, as {card.sides[0]}=600")
        found[side] = int(points)
    return found


@app.command("card")
def price_card(file: CardFile, most: Most = [], json: Json = False) -> None:  # noqa: B006  (typer never changes it)
    """Add up what the forces of a scenario cost, and say what cannot be bought."""
    card, kit = read_card(file), library()
    refused = design_refusals(card, kit, limits(card, most))
    if json:
        print_json(
            {
                "points": {side: points_of(card, kit, side) for side in card.sides},
                "refused": [{"reason": one.reason, "rule": one.rule} for one in refused],
            }
        )
    else:
        rows = [
            (group.side, group.name, line.label, f"{line.value:g}", line.rule)
            for group in card.groups
            for line in bill_of(card, kit, group).price.lines
        ]
        totals = [(side, "all", "", f"{points_of(card, kit, side):g}", "SL:17.1") for side in card.sides]
        print_table([*rows, *totals])
        for one in refused:
            typer.echo(f"{one.reason} [{one.rule}]")
    if refused:
        raise typer.Exit(1)


@app.command("prices")
def price_list(nation: Nation, json: Json = False) -> None:
    """List the prices of a nation's men and weapons."""
    kit = library()
    if nation not in kit.nationalities:
        raise CommandError(f"there is no nationality {nation!r}; there are: {', '.join(kit.nationalities)}")
    points, found = kit.peoples.points, prices()
    men = {
        counter.name: kit.worth[counter.id]
        for counter in kit.counters.values()
        if counter.nationality == nation
        and (counter.id in points.counters or counter.name in points.leaders.get(nation, {}))
    }
    prefix = kit.nationalities[nation].prefix
    arms = {
        kit.weapons[one].name: price
        for one, price in {**found.weapons, **found.in_other_hands.get(nation, {})}.items()
        if one.startswith(f"{prefix}-") or one in found.in_other_hands.get(nation, {})
    }
    if json:
        print_json({"men": men, "weapons": arms})
    else:
        print_table([(name, str(price)) for name, price in {**men, **arms}.items()])
