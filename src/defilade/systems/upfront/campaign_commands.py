"""`defilade campaign`: a series of games of Up Front with the same men (UF:42)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.console.errors import CommandError
from defilade.console.files import write_text
from defilade.console.output import print_table
from defilade.kernel import read_log
from defilade.kernel import replay as replay_log
from defilade.rules.upfront.campaign.campaign import (
    BESIDE,
    Campaign,
    campaign_text,
    leader_of,
    new_campaign,
    prepare,
    read_campaign,
    record,
)
from defilade.rules.upfront.designs.aftermath import Decisions
from defilade.rules.upfront.designs.rosters import Choices, Personal, is_there, man_card
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import load_scenarios
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.system import UfSystem
from defilade.systems.upfront.dyo_commands import put_scenario, read

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="The campaign's file.")]
Against = Annotated[str, typer.Option("--against", help="american or russian.")]
Scenarios = Annotated[str, typer.Option("--scenarios", help="The series, as UF-A,UF-B; else the sample one.")]
Beside = Annotated[str, typer.Option("--beside", help="For teams: whom the Germans meet at further tables.")]
Me = Annotated[list[str], typer.Option("--me", help="A player as a man of his own: german=Jo:german-rifle.")]
Wishes = Annotated[Path | None, typer.Option("--choices", help="A file with both owners' choices.")]
Folder = Annotated[
    Path, typer.Option("--folder", help="A content folder for the scenario; else beside the file.")
]
Seed = Annotated[int, typer.Option("--seed", help="For draws between games.")]


@app.command("new")
def new(
    file: File,
    against: Against = "american",
    scenarios: Scenarios = "",
    beside: Beside = "",
    me: Me = [],  # noqa: B006  (typer reads the default and never changes it)
    seed: Seed = 1,
) -> None:
    """Begin a campaign."""
    box, tables = library(), campaign_tables()
    if file.exists():
        raise CommandError(f"{file}: is there already; a campaign is not written over")
    further = tuple(name.strip() for name in beside.split(",") if name.strip())
    for nation in (against, *further):
        if nation not in box.nations or nation == "german":
            raise CommandError(f"--against {nation}: american or russian")
    series = tuple(name.strip().upper() for name in scenarios.split(",") if name.strip())
    unknown = [name for one in series for name in one.split(BESIDE) if name not in load_scenarios()]
    if unknown:
        raise CommandError(f"there is no scenario {unknown[0]!r}; there are: {', '.join(load_scenarios())}")
    campaign = new_campaign(
        box,
        tables,
        against,
        series,
        seed=seed,
        title=file.stem,
        personal=dict(map(read_personal, me)),
        beside=further,
    )
    write_text(file, campaign_text(campaign))
    print(f"{file}: {' '.join(campaign.scenarios)}")


@app.command("show")
def show(file: File, nation: Annotated[str, typer.Option("--side", help="One side's roster.")] = "") -> None:
    """Tell how a campaign stands."""
    campaign = load(file)
    for number, name in enumerate(campaign.scenarios, 1):
        if number <= len(campaign.played):
            game = campaign.played[number - 1]
            told = f"won by {game.winner}" if game.winner else "drawn"
        elif campaign.current is not None and number == campaign.number:
            told = f"to be played as {campaign.current.game}"
        else:
            told = ""
        print(f"{number}. {name} {told}".rstrip())
    for side, roster in campaign.rosters.items():
        print(f"{side.capitalize()}: {roster.points} points")
        if nation in ("", side):
            print_table(roster_rows(campaign, side))
    if campaign.is_over:
        print(f"The campaign is over. Winner: {leader_of(campaign) or 'nobody'}.")


def roster_rows(campaign: Campaign, side: str) -> list[tuple[str, ...]]:
    """The columns of the roster."""
    box, roster = library(), campaign.rosters[side]
    rows: list[tuple[str, ...]] = [("name", "rank", "M/P", "KIA", "Elan", "slashes", "")]
    for key, entry in roster.men.items():
        card = man_card(box, roster, key)
        there = is_there(roster, key, campaign.number)
        state = "killed" if entry.lost else "" if there else f"back in game {entry.back_in}"
        slashes = f"{entry.survival}+{entry.promotion}"
        values = f"{entry.morale}/{entry.panic}"
        rows.append((card.name, entry.rank, values, str(entry.kia), str(entry.elan), slashes, state))
    return rows


@app.command("next")
def next_game(file: File, choices: Wishes = None, folder: Folder = Path()) -> None:
    """Make the scenario of the next game out of the rosters."""
    campaign = load(file)
    wishes = read(choices, dict[str, Choices]) if choices is not None else {}
    ready = prepare(library(), campaign_tables(), campaign, load_scenarios(), wishes)
    for nation, notes in ready.notes.items():
        for text, rule in notes:
            print(f"{nation.capitalize()}: {text} [{rule}]")
    place = folder if folder != Path() else file.parent
    for card in ready.beside:
        put_scenario(place, card)
    put_scenario(place, ready.scenario)
    if ready.beside:
        further = " ".join(f"--option scenario-{n}={card.id}" for n, card in enumerate(ready.beside, 2))
        print(f"side by side: --option tables={len(ready.beside) + 1} {further}")
    write_text(file, campaign_text(ready.campaign))


@app.command("record")
def write_down(
    file: File,
    game: Annotated[Path, typer.Argument(help="The saved game.")],
    choices: Wishes = None,
    folder: Folder = Path(),
) -> None:
    """Write a finished game down in the rosters."""
    campaign = load(file)
    wishes = read(choices, dict[str, Decisions]) if choices is not None else {}
    state = final_state(game, folder if folder != Path() else file.parent)
    done = record(library(), campaign_tables(), campaign, state, wishes)
    for nation, settled in done.settled.items():
        for line in settled.points:
            print(f"{nation.capitalize()}: {line.label} {line.value:+d} [{line.rule}]")
    write_text(file, campaign_text(done.campaign))
    told = ", ".join(f"{nation} {roster.points}" for nation, roster in done.campaign.rosters.items())
    print(f"{state.over.why if state.over else ''} Points: {told}.")


def final_state(game: Path, folder: Path) -> State:
    """The state at the end of a saved game, played again step by step."""
    log = read_log(game)
    system = UfSystem(load_scenarios(folder))
    last: State | None = None
    for _, position, _ in replay_log(log, lambda name: system):
        last = position.state
    if last is None:
        raise CommandError(f"{game}: holds no game")
    return last


# -- files -------------------------------------------------------------------------------------------------------


def load(file: Path) -> Campaign:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file}: cannot be read: {error}") from error
    return read_campaign(str(file), text, library())


def read_personal(word: str) -> tuple[str, Personal]:
    nation, _, rest = word.partition("=")
    name, _, weapon = rest.partition(":")
    if not nation or not name or not weapon:
        raise CommandError(f"--me {word}: give nation, name and weapon, as german=Jo:german-rifle")
    return nation, Personal(name, weapon)
