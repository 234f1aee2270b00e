"""`defilade lab`: what many games tell about scenarios and players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from defilade.ai import LEVELS
from defilade.ai.winning import is_learned, load_model
from defilade.cli import exercises, solve
from defilade.cli.play import Option
from defilade.cli.sim import Engine, Jobs, Json, Scenario, Seed
from defilade.console.errors import CommandError
from defilade.console.files import write_text
from defilade.console.options import table_options
from defilade.console.output import print_json, print_table, progress_bar
from defilade.lab.agreement import agree
from defilade.lab.balance import Balance, figures_text, measure, with_even
from defilade.lab.findings import Findings, Survey, provisions_of, read_findings, survey
from defilade.lab.learning import Asked, learn, model_text
from defilade.lab.page import report_page
from defilade.lab.ratings import PAIR, Contest, level_figures_text, rate, ratings_text
from defilade.rules.measured import BALANCE, EVEN
from defilade.systems import (
    FIRST,
    Card,
    cards,
    find_card,
    find_player,
    find_record,
    with_figures,
    with_winning_figures,
)

Games = Annotated[int, typer.Option("--games", min=1, help="Games of each pair of levels.")]
LevelNames = Annotated[
    str, typer.Option("--levels", help=f"Levels of player, with commas between: {', '.join(LEVELS)}.")
]
Level = Annotated[str, typer.Option("--level", help="The level that plays both sides.")]
Scenarios = Annotated[
    str,
    typer.Option("--scenarios", help="Scenarios, with commas between; unless given, all of the system."),
]
System = Annotated[
    str,
    typer.Option("--system", help=f"Whose scenarios, unless they are named: {', '.join(with_figures())}."),
]
PairGames = Annotated[
    int | None, typer.Option("--pair-games", min=0, help="Games of each other pair; as many unless given.")
]
ProvisionGames = Annotated[
    int | None,
    typer.Option("--provision-games", min=0, help="Games with each provision; as many unless given."),
]
Even = Annotated[bool, typer.Option("--even", help="With our changes for even chances, where there are any.")]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--results", metavar="FOLDER", help="Keep every game there; a second run goes on with them."
    ),
]
PageFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE.html", help="Where the page goes.")
]
DataFile = Annotated[
    Path | None, typer.Option("--from", metavar="FILE.json", help="Draw the page of findings kept earlier.")
]
TableFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE.md", help="Write the table there too.")
]
LevelsFile = Annotated[
    Path | None,
    typer.Option(
        "--figures", help="Write them as the file of figures too that the lobby shows (content/levels.yaml)."
    ),
]
FiguresFile = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE.yaml", help="Put the figures into this file of figures."),
]

ModelFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE.yaml", help="Write the model there.")
]
PlayedSystem = Annotated[
    str, typer.Option("--system", help=f"Whose games: {', '.join(with_winning_figures())}.")
]

SetUps = Annotated[int, typer.Option("--set-ups", min=1, help="Set-ups of each scenario.")]
SET_UPS = 8

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.command("exercises")(exercises.exercises)
app.command("solve")(solve.solve)


@app.command("report")
def report(
    scenario: Scenario,
    output: PageFile = None,
    games: Games = 100,
    levels: LevelNames = "greedy",
    seed: Seed = 1,
    jobs: Jobs = 1,
    engine: Engine = "local",
    results: Folder = None,
    data: DataFile = None,
    pair_games: PairGames = None,
    provision_games: ProvisionGames = None,
) -> None:
    """Measure a scenario and write a page about it, with the data beside it."""
    card = find_card(scenario)
    page = output if output is not None else Path(f"{card.id}.html")
    if page.suffix.lower() != ".html":
        raise CommandError(f"{page}: the page is an HTML file; give it a name that ends in .html")
    if data is not None:
        found = kept_findings(data, card)
    else:
        asked = Survey(
            card.id,
            level_names(levels),
            games,
            seed,
            jobs,
            engine,
            results,
            pair_games=pair_games,
            provision_games=provision_games,
        )
        with progress_bar(f"{card.id} {levels}", asked.total()) as advance:
            found = survey(asked, advance)
        write_text(page.with_suffix(".json"), _document(found))
    write_text(page, report_page(found))
    print(found.verdict.text)
    print(f"{page} and {page.with_suffix('.json')}" if data is None else page)
    raise typer.Exit(1 if any(tally.errors for tally in found.pairs) else 0)


def _document(found: Findings) -> str:
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


def kept_findings(path: Path, card: Card) -> Findings:
    try:
        found = read_findings(path)
    except OSError as error:
        raise CommandError(f"{path}: cannot be read: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise CommandError(f"{path}: holds no findings: {error}") from error
    if found.scenario != card.id:
        raise CommandError(f"{path}: tells of {found.scenario}, not of {card.id}")
    return found


def level_names(words: str) -> tuple[str, ...]:
    """Levels by name, the weakest first."""
    names = [word.strip() for word in words.split(",") if word.strip()]
    for name in names:
        find_player(name)
    if not names:
        raise CommandError(f"name levels: {', '.join(LEVELS)}")
    return tuple(level for level in LEVELS if level in names)


def scenario_cards(words: str, system: str) -> list[Card]:
    """Scenarios by name; without names, those of a system whose figures are kept."""
    names = [word.strip() for word in words.split(",") if word.strip()]
    if names:
        return [find_card(name) for name in names]
    if system not in with_figures():
        raise CommandError(
            f"there are no figures of a system {system!r}; there are: {', '.join(with_figures())}"
        )
    return list(cards(system))


@app.command("ratings")
def ratings(
    output: TableFile = None,
    games: Games = 10,
    levels: LevelNames = "",
    scenarios: Scenarios = "",
    system: System = FIRST,
    seed: Seed = 1,
    jobs: Jobs = 1,
    engine: Engine = "local",
    results: Folder = None,
    figures: LevelsFile = None,
    json: Json = False,
) -> None:
    """Rate the levels: each against each, on every scenario, from both sides."""
    ids = tuple(card.id for card in scenario_cards(scenarios, system) if scenarios or len(card.sides) == PAIR)
    contest = Contest(level_names(levels or ",".join(LEVELS)), ids, games, seed, jobs, engine, results)
    with progress_bar("ratings", contest.total()) as advance:
        found = rate(contest, advance)
    if output is not None:
        write_text(output, ratings_text(found))
    if figures is not None:
        write_text(figures, level_figures_text(found))
    if json:
        print_json(found)
        return
    rows: list[tuple[str, ...]] = [("level", "rating", "doubt", "games", "won")]
    rows += [
        (one.level, f"{one.rating:.1f}", f"{one.doubt:.1f}", str(one.games), str(one.wins))
        for one in found.rated
    ]
    print_table(rows)


@app.command("balance")
def balance(
    output: FiguresFile = None,
    games: Games = 100,
    level: Level = "greedy",
    scenarios: Scenarios = "",
    system: System = FIRST,
    seed: Seed = 1,
    jobs: Jobs = 1,
    engine: Engine = "local",
    results: Folder = None,
    json: Json = False,
    even: Even = False,
    option: Option = [],  # noqa: B006  (typer reads the default and never changes it)
) -> None:
    """Measure how often each side wins between equal players: the figures that the lobby shows."""
    find_player(level)
    found: list[Balance] = []
    chosen = scenario_cards(scenarios, system)
    options = table_options(option)
    if options and (even or output is not None):
        raise CommandError(
            "the file of figures tells of scenarios as they are: leave out --even and -o with options"
        )
    if even:
        chosen = [card for card in chosen if EVEN in provisions_of(card)]
        options = {BALANCE: EVEN}
    with progress_bar(f"balance {level}", games * len(chosen)) as advance:
        for card in chosen:
            found.append(measure(card, level, games, seed, jobs, engine, results, advance, options))
    if output is not None:
        figures = {one.scenario: one.measured for one in found}
        write_text(output, figures_text(output, with_even(output, figures) if even else figures))
    if json:
        print_json(found)
    else:
        for one in found:
            print(f"{one.scenario}: {one.verdict.text}")
    raise typer.Exit(1 if any(one.errors for one in found) else 0)


@app.command("learn")
def learn_chances(
    output: ModelFile = None,
    games: Games = 40,
    level: Level = "easy",
    scenarios: Scenarios = "",
    system: PlayedSystem = FIRST,
    seed: Seed = 1,
    jobs: Jobs = 1,
    engine: Engine = "local",
    results: Folder = None,
    json: Json = False,
) -> None:
    """Learn the chance of winning from games of a level against itself; a quarter of them tells how well."""
    find_player(level)
    ids = tuple(card.id for card in scenario_cards(scenarios, system)) if scenarios else ()
    command = f"defilade lab learn --system {system} --games {games} --level {level} --seed {seed}"
    if ids:
        command += f" --scenarios {','.join(ids)}"
    asked = Asked(system, games, level, seed, jobs, engine, results, ids, command)
    total = games * len(ids or cards(system))
    with progress_bar(f"learning {system}", total) as advance:
        model = learn(asked, advance)
    model = agree(system, model, SET_UPS, seed)
    if output is not None:
        write_text(output, model_text(model))
    if json:
        print_json(model)
        return
    rows: list[tuple[str, ...]] = [("third", "positions", "Brier", "AUC", "off by", "material", "judgement")]
    rows += [
        (
            str(one.third),
            str(one.positions),
            f"{one.brier:.3f}",
            f"{one.auc:.3f}",
            f"{one.off:.3f}",
            f"{one.material_brier:.3f} {one.material_auc:.3f} {one.material_off:.3f}",
            f"{one.judgement_brier:.3f} {one.judgement_auc:.3f} {one.judgement_off:.3f}",
        )
        for one in model.held_out
    ]
    print_table(rows)


@app.command("agree")
def agree_with_balance(
    output: ModelFile = None,
    system: PlayedSystem = FIRST,
    set_ups: SetUps = SET_UPS,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Move a model's chances at the beginning of each scenario to how often its sides win, as measured."""
    record = find_record(system)
    if not is_learned(record.winning):
        raise CommandError(f"there is no model of {system!r}: see `defilade lab learn`")
    with progress_bar(f"set-ups {system}", len(cards(system))) as advance:
        model = agree(system, load_model(record.winning), set_ups, seed, advance)
    if output is not None:
        write_text(output, model_text(model))
    if json:
        print_json(model)
        return
    rows: list[tuple[str, ...]] = [("scenario and side", "measured", "games", "moved by", "at the end")]
    rows += [
        (key, f"{one.share:.0%}", str(one.games), f"{one.begin:+.2f}", f"{one.end:+.2f}")
        for key, one in model.agreed.items()
    ]
    print_table(rows)
