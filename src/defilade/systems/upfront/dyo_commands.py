"""`defilade dyo`: design your own games of Up Front (UF:43)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import typer
import yaml

from defilade import strict_yaml
from defilade.console.errors import CommandError
from defilade.console.files import write_text
from defilade.console.options import table_options
from defilade.console.output import print_json, print_table
from defilade.console.terminal import StandardTerminal
from defilade.rules.upfront.designs.dyo import (
    BidSituation,
    balanced,
    bid_game,
    draw_situation,
    drawn_year,
    random_force,
    replay,
    scenario_text,
    settle_balance,
    settle_bids,
)
from defilade.rules.upfront.designs.dyo_force import Purchase, Terms, agreed_kinds, cost, refusals
from defilade.rules.upfront.designs.dyo_tables import dyo_tables, is_available, troops_named
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import Role, Scenario, load_scenarios, sides_of
from defilade.systems.upfront.dyo_guide import Guide

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)

T = TypeVar("T")

Nation = Annotated[str, typer.Argument(help="german, american or russian.")]
Year = Annotated[str, typer.Option("--year", help="A half-year, as 1943b.")]
Points = Annotated[int, typer.Option("--points", help="The most points; 0 for no limit.")]
Troops = Annotated[str, typer.Option("--troops", help="line, elite, second or partisan.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same draws.")]
Write = Annotated[Path | None, typer.Option("--write", help="The file to write; else it is printed.")]
Folder = Annotated[Path, typer.Option("--folder", help="A content folder of your own for the scenario.")]
Key = Annotated[str, typer.Option("--id", help="The id of the scenario that is made.")]
Machines = Annotated[bool, typer.Option("--machines/--no-machines", help="Guns and vehicles may be bought.")]
Guns = Annotated[bool, typer.Option("--guns/--no-guns", help="Guns may be bought.")]
Vehicles = Annotated[bool, typer.Option("--vehicles/--no-vehicles", help="Vehicles may be bought.")]
Leaders = Annotated[bool, typer.Option("--leaders/--no-leaders", help="One SL and one ASL are asked for.")]
Random = Annotated[bool, typer.Option("--random", help="Let chance put a force together.")]
ForceFile = Annotated[Path, typer.Argument(help="A force, as 'defilade dyo force' writes it.")]
ScenarioName = Annotated[str, typer.Argument(help="The scenario, as UF-C.")]
OptionWords = Annotated[list[str], typer.Option("--option", help="A table option, as opponent=russian.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


# -- buying ------------------------------------------------------------------------------------------------------


@app.command("prices")
def prices(nation: Nation, year: Year = "", json: Json = False) -> None:
    """List what can be bought, with its points."""
    box, tables = library(), dyo_tables()
    if nation not in box.nations:
        raise CommandError(f"there is no nationality {nation!r}; there are: {', '.join(box.nations)}")
    rows: list[tuple[str, ...]] = [
        (key, card.name, card.role or card.weapon, str(card.points), card.available)
        for key, card in box.men.items()
        if card.nation == nation and (not year or is_available(card.available, year))
    ]
    rows += [
        (key, one.name, one.kind, str(one.points), one.available)
        for key, one in box.machines.items()
        if one.nation == nation and (not year or is_available(one.available, year))
    ]
    rows += [
        (key, key, "secondary weapon", str(price.points), price.available)
        for key, price in tables.secondary.items()
        if not year or is_available(price.available, year)
    ]
    rows += [
        ("radio", f"artillery {strength}", "radio", str(price), "")
        for strength, price in tables.radio[nation].items()
    ]
    rows += [
        ("sniper", "Sniper", "", str(tables.sniper), ""),
        ("", "second Sniper", "", str(tables.second_sniper), ""),
    ]
    if json:
        columns = ("id", "name", "what", "points", "available")
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        print_table(rows)


@app.command("force")
def force(
    nation: Nation,
    points: Points = 0,
    year: Year = "",
    troops: Troops = "line",
    machines: Machines = True,
    guns: Guns = True,
    vehicles: Vehicles = True,
    leaders: Leaders = True,
    by_chance: Random = False,
    seed: Seed = 1,
    write: Write = None,
) -> None:
    """Put a force together, step by step or by chance, and write it down."""
    box, tables = library(), dyo_tables()
    if nation not in box.nations:
        raise CommandError(f"there is no nationality {nation!r}; there are: {', '.join(box.nations)}")
    agreed = agreed_kinds(machines=machines, guns=guns, vehicles=vehicles)
    terms = Terms(points, year, machines=agreed, leaders=leaders)
    try:
        named = "" if troops == "line" else troops_named(box, nation, troops)
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None
    if by_chance:
        limited = msgspec.structs.replace(terms, limit=points or 300)
        bought = random_force(box, tables, random.Random(seed), nation, limited, named)
    else:
        guide = Guide(box, tables, Purchase(nation, troops=named), terms)
        done = guide.run(StandardTerminal(plain=True))
        if done is None:
            raise CommandError("nothing is written: the force was not finished")
        bought = done
    put(write, yaml.safe_dump(msgspec.to_builtins(bought), sort_keys=False))


@app.command("check")
def check(
    file: ForceFile,
    points: Points = 0,
    year: Year = "",
    machines: Machines = True,
    guns: Guns = True,
    vehicles: Vehicles = True,
    leaders: Leaders = True,
) -> None:
    """Tell what a force costs and everything that is wrong with it."""
    box, tables = library(), dyo_tables()
    bought = read_force(file)
    agreed = agreed_kinds(machines=machines, guns=guns, vehicles=vehicles)
    found = refusals(box, tables, bought, Terms(points, year, machines=agreed, leaders=leaders))
    for refusal in found:
        print(f"{refusal.reason}{f' [{refusal.rule}]' if refusal.rule else ''}")
    if not any(not one.rule or (one.rule == "UF:43.2-b" and "there is no" in one.reason) for one in found):
        summed = cost(box, tables, bought)
        for line in summed.lines:
            amount = f"x {line.value}" if line.sign == "x" else f"{line.value:+d}"
            print(f"{line.label}: {amount} [{line.rule}]")
        print(f"{int(summed.total)} points" + (f" of {points}" if points else ""))
    raise typer.Exit(1 if found else 0)


# -- the three versions ------------------------------------------------------------------------------------------


@app.command("balance")
def balance(
    scenario: ScenarioName,
    additions: ForceFile,
    bids: Annotated[str, typer.Option("--bids", help="Both sealed bids, as Ann=30,Bob=25.")],
    role: Annotated[str, typer.Option("--role", help="attacker or defender, where there are roles.")] = "",
    folder: Folder = Path(),
    key: Key = "",
    seed: Seed = 1,
) -> None:
    """Play balance: the higher bid gets the side, the other player spends it (UF:43.1)."""
    box, tables = library(), dyo_tables()
    card = known(scenario)
    if role not in ("", "attacker", "defender"):
        raise CommandError(f"--role {role}: attacker or defender")
    result = settle_balance(box, random.Random(seed), read_bids(bids))
    print(f"{result.winner} plays the side that both want; {result.loser} spends {result.points} points.")
    the_role: Role = "attacker" if role == "attacker" else "defender" if role == "defender" else ""
    made = balanced(
        box, tables, card, key or f"{card.id}-X", read_force(additions), result.points, role=the_role
    )
    put_scenario(folder, made)


@app.command("replay")
def replayed(
    scenario: ScenarioName,
    first: ForceFile,
    second: ForceFile,
    year: Year = "",
    option: OptionWords = [],  # noqa: B006  (typer reads the default and never changes it)
    machines: Machines = True,
    guns: Guns = True,
    vehicles: Vehicles = True,
    folder: Folder = Path(),
    key: Key = "",
    seed: Seed = 1,
) -> None:
    """Replay: a scenario with forces of your own (UF:43.2). Without --year the year is drawn."""
    box, tables = library(), dyo_tables()
    card, options, rng = known(scenario), table_options(option), random.Random(seed)
    forces = {bought.nation: bought for bought in (read_force(first), read_force(second))}
    opponent = next((nation for nation in forces if nation != "german"), "american")
    options = {"opponent": opponent, **options}
    chosen = year or drawn_year(box, tables, rng, opponent)
    print(f"{card.title}, {chosen}: {' against '.join(sides_of(card, options))}.")
    agreed = agreed_kinds(machines=machines, guns=guns, vehicles=vehicles)
    made = replay(box, tables, rng, card, key or f"{card.id}-R", chosen, forces, options, machines=agreed)
    print(f"{made.first.capitalize()} plays first.")
    put_scenario(folder, made)


@app.command("draw")
def draw(
    seed: Seed = 1,
    types: Annotated[bool, typer.Option("--types", help="Draw for the types of troops too.")] = False,
    write: Write = None,
) -> None:
    """Draw the situation of a bid game (UF:43.31 to UF:43.34)."""
    tables = dyo_tables()
    situation = draw_situation(library(), tables, random.Random(seed), troop_types=types)
    put(write, yaml.safe_dump(msgspec.to_builtins(situation), sort_keys=False))
    if write is not None:
        told = f"{situation.attacker.capitalize()} attacks {situation.defender}, {situation.year}"
        print(f"{told}, {situation.decks} decks. {tables.victory[situation.victory - 1].text}")


@app.command("bid")
def bid(
    situation: Annotated[Path, typer.Argument(help="What 'defilade dyo draw' wrote.")],
    defence: ForceFile,
    first: ForceFile,
    second: ForceFile,
    folder: Folder = Path(),
    key: Key = "UF-BID",
    seed: Seed = 1,
) -> None:
    """Bids: the cheaper of two attacks is made against the agreed defence (UF:43.36)."""
    box, tables, rng = library(), dyo_tables(), random.Random(seed)
    drawn = read(situation, BidSituation)
    if not 1 <= drawn.victory <= len(tables.victory):
        raise CommandError(f"{situation}: victory: {drawn.victory} is none of 1 to {len(tables.victory)}")
    bids = {str(first): read_force(first), str(second): read_force(second)}
    if len(bids) < 2:
        raise CommandError(f"{first}: each player hands in a file of his own")
    award = settle_bids(box, tables, rng, drawn, bids)
    spent = ", ".join(f"{player}: {total} points" for player, total in award.spent.items())
    print(f"{spent}. {award.attacker} attacks.")
    put_scenario(folder, bid_game(box, tables, drawn, key, bids[award.attacker], read_force(defence)))


# -- files -------------------------------------------------------------------------------------------------------


def read(path: Path, wanted: type[T]) -> T:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: cannot be read: {error}") from error
    return strict_yaml.parse(path, text, wanted, strict_yaml.BadFile)


def read_force(path: Path) -> Purchase:
    return read(path, Purchase)


def read_bids(words: str) -> dict[str, int]:
    found = {}
    for word in words.split(","):
        name, _, number = word.partition("=")
        if not name or not number.lstrip("-").isdigit():
            raise CommandError(f"--bids {words}: give two names with their bids, as Ann=30,Bob=25")
        found[name.strip()] = int(number)
    return found


def known(scenario: str) -> Scenario:
    cards = load_scenarios()
    card = cards.get(scenario.upper())
    if card is None:
        raise CommandError(f"there is no scenario {scenario!r} of Up Front; there are: {', '.join(cards)}")
    return card


def put(path: Path | None, text: str) -> None:
    if path is None:
        print(text, end="")
    else:
        write_text(path, text)


def put_scenario(folder: Path, card: Scenario) -> None:
    """Write a scenario where a content folder has them, and tell how it is played."""
    place = folder / "upfront" / "scenarios"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{place}: cannot be made: {error.strerror}") from error
    path = place / f"{card.id}.yaml"
    write_text(path, scenario_text(card))
    print(f"Written: {path}")
    print(f"Play it: DEFILADE_CONTENT={folder} defilade play {card.id}")
