"""Running a server and getting to a table: ports, the browser, the commands."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from defilade.cli import main
from defilade.cli import play as play_command
from defilade.cli import serve as serve_command
from defilade.server import run
from defilade.server.settings import BadSetting
from server.harness import Server


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Tables that a command would have opened."""
    calls: list[tuple[Any, ...]] = []

    def note(new_game: Any = None, path: str = "/api/games", *, place: str = "") -> None:
        calls.append((new_game, path, place))

    monkeypatch.setattr(serve_command, "table", note)
    monkeypatch.setattr(play_command, "table", note)
    return calls


def test_without_a_command_there_is_a_table_in_the_browser(opened):
    assert main([]) == 0
    assert opened == [(None, "/api/games", "")]


def test_play_opens_a_game_in_the_browser(opened):
    assert main(["play", "S1", "--as", "german", "--against", "random", "--option", "los=strict"]) == 0
    (game, path, _) = opened[0]
    assert path == "/api/games" and game["scenario"] == "S1" and game["options"] == {"los": "strict"}
    seats = {seat["side"]: seat for seat in game["seats"]}
    assert seats["german"]["who"] == "open" and seats["american"]["level"] == "random"


def test_two_at_one_screen_say_in_the_lobby_who_sits_where(opened):
    assert main(["play", "S2", "--against", "human"]) == 0
    assert opened == [(None, "/api/games", "#/scenario/S2")]


def test_the_address_of_a_new_game_holds_its_invitation_where_no_server_sees_it(sqlite_server: Server):
    seats = [{"side": "red", "who": "open"}, {"side": "blue", "who": "computer", "level": "random"}]
    address = run.game_address(sqlite_server.url, "/api/games", {"scenario": "T1", "seats": seats})
    base, _, fragment = address.partition("/#/join/")
    game, _, invite = fragment.partition("/")
    assert base == sqlite_server.url
    joined = sqlite_server.client.post(f"/api/games/{game}/join", json={"invite": invite})
    assert joined.json()["seats"][0]["side"] == "red"


def test_the_browser_opens_when_the_server_answers(sqlite_server: Server):
    seen: list[str] = []
    run.open_when_ready(sqlite_server.url, lambda url: f"{url}/#/learn", seen.append).join(10)
    assert seen == [f"{sqlite_server.url}/#/learn"]


def test_a_table_that_is_open_is_recognised(sqlite_server: Server):
    assert run.is_ours(sqlite_server.url)
    assert not run.is_ours("http://127.0.0.1:9")


def test_a_port_that_is_taken_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run.free_port("127.0.0.1", port) > port


def test_no_free_port_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run, "PORTS_TRIED", 0)
    with pytest.raises(BadSetting, match="no port"):
        run.free_port("127.0.0.1", 8417)


# -- where it listens, or why not ------------------------------------------------------------------------------


def serve_command_line(database: object, port: int, *more: str) -> list[str]:
    program = [sys.executable, "-c", "from defilade.cli import main; raise SystemExit(main())"]
    return [*program, "serve", "--port", str(port), "--database", str(database), *more]


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found: int = free.getsockname()[1]
        return found


def test_the_address_is_told_once_the_server_listens(tmp_path: Path, port: int):
    """Who reads it can go there at once."""
    command = serve_command_line(tmp_path / "games.sqlite3", port)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            assert f"http://127.0.0.1:{port}" in process.stdout.readline()
            assert httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=60).status_code == 200
        finally:
            process.terminate()


def refused(*command: str) -> str:
    """What a server that can not start says: one line, and no address."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2 and not done.stdout, done.stdout + done.stderr
    (line,) = done.stderr.strip().splitlines()
    return line


def test_a_port_that_is_busy_is_told_in_one_line(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused(*serve_command_line(tmp_path / "games.sqlite3", port))
    assert str(port) in said and "--port" in said


def test_an_address_of_another_machine_is_told_in_one_line(tmp_path: Path, port: int):
    said = refused(*serve_command_line(tmp_path / "games.sqlite3", port, "--host", "192.0.2.1"))
    assert "192.0.2.1" in said


@pytest.mark.parametrize("kind", ["no folder", "no database", "unknown", "nobody there", "newer"])
def test_a_bad_database_is_told_in_one_line(tmp_path: Path, port: int, kind: str):
    file = tmp_path / "games.sqlite3"
    given = str(file)
    if kind == "no folder":
        given = str(tmp_path / "nowhere" / "games.sqlite3")
    elif kind == "no database":
        file.write_text("These are my notes on the game.\n" * 40)
    elif kind == "unknown":
        given = "sybase://somewhere/games"
    elif kind == "nobody there":
        given = "postgresql://me:secret@127.0.0.1:9/games"
    else:
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            connection.execute("INSERT INTO alembic_version VALUES ('from-the-future')")
    said = refused(*serve_command_line(given, port))
    assert "database" in said and "secret" not in said
    if kind == "newer":
        assert "newer" in said
