"""`defilade admin`: copies of a server's store, and putting them back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.cli.serve import Database
from defilade.console.errors import CommandError

app = typer.Typer(no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="The file of the copy.")]


@app.command("backup")
def backup(file: File, database: Database = "") -> None:
    """Write everything that the store holds into one file; the server may go on meanwhile."""
    from defilade.server import backup, settings

    try:
        counts = backup.write(settings.database_url(database), file)
    except (backup.BackupError, settings.BadSetting) as error:
        raise CommandError(str(error)) from error
    print(f"{file}: {counts['games']} games, {counts['journal']} journal rows, {counts['accounts']} accounts")


@app.command("restore")
def restore(file: File, database: Database = "") -> None:
    """Put a copy into an empty store, of either kind."""
    from defilade.server import backup, settings

    try:
        counts = backup.read(settings.database_url(database), file)
    except (backup.BackupError, settings.BadSetting) as error:
        raise CommandError(str(error)) from error
    print(
        f"{counts['games']} games, {counts['journal']} journal rows, {counts['accounts']} accounts restored"
    )
