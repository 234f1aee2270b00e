"""`defilade serve`: tables for players, in the browser and over the network; and a table of one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from defilade.console.errors import CommandError

Database = Annotated[
    str, typer.Option("--database", help="A SQLite file, or postgresql://...; your own file unless you say.")
]
Host = Annotated[str, typer.Option("--host", help="The address to listen on.")]
Port = Annotated[int, typer.Option("--port", min=1, max=65535)]
Workers = Annotated[
    int, typer.Option("--workers", min=1, max=64, help="Processes; more than one need PostgreSQL.")
]
Names = Annotated[
    list[str], typer.Option("--name", help="A name under which the server is reached, as example.org.")
]
Computers = Annotated[
    int | None,
    typer.Option("--computers", min=1, max=64, help="Processes that think for computer opponents."),
]
Proxy = Annotated[bool, typer.Option("--proxy", help="A proxy of yours is in front: trust its headers.")]
Open = Annotated[bool, typer.Option("--open", help="Open a browser.")]

LOCAL = "127.0.0.1"


def serve(
    database: Database = "",
    host: Host = LOCAL,
    port: Port = 8417,
    workers: Workers = 1,
    name: Names = [],  # noqa: B006  (typer reads the default and never changes it)
    computers: Computers = None,
    proxy: Proxy = False,
    open_browser: Open = False,
) -> None:
    """Serve games until stopped with Ctrl-C."""
    from defilade.server import run, settings

    names = tuple(name)
    if not names and run.is_loopback(host):
        names = run.LOOPBACK_NAMES
    try:
        given = settings.with_environment(
            database=database, hosts=names, computer_workers=computers, trust_proxy=proxy
        )
        url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        if open_browser:
            run.open_when_ready(url)
        run.serve(given, host, port, workers, listening=lambda: _tell(f"Defilade is at {url}"))
    except settings.BadSetting as error:
        raise CommandError(str(error)) from error


def _tell(where: str) -> None:
    print(f"{where} (stop it with Ctrl-C)", flush=True)


def table(new_game: Mapping[str, Any] | None = None, path: str = "/api/games", *, place: str = "") -> None:
    """A table of one's own, in the browser: the lobby or a `place` in the client, or a game that is asked for
    as the interface takes it.

    Where a table is open already, the browser goes there.
    """
    from defilade.server import run, settings

    def where(url: str) -> str:
        return run.game_address(url, path, new_game) if new_game is not None else f"{url}/{place}"

    try:
        port = _table_port(run, where)
        if port is None:
            return
        url = f"http://{LOCAL}:{port}"
        run.open_when_ready(url, where)
        given = settings.with_environment(hosts=run.LOOPBACK_NAMES, own_table=True)
        run.serve(
            given, LOCAL, port, 1, log_level="warning", listening=lambda: _tell(f"Your table is at {url}")
        )
    except settings.BadSetting as error:
        raise CommandError(str(error)) from error


def _table_port(run: Any, where: Callable[[str], str]) -> int | None:
    """A port for the table; none where one is open and the browser has been sent there."""
    url = f"http://{LOCAL}:{run.DEFAULT_PORT}"
    if run.is_ours(url):
        print(f"Your table is open at {url}", flush=True)
        run.open_when_ready(url, where).join()
        return None
    port: int = run.free_port(LOCAL, run.DEFAULT_PORT)
    return port
