"""Running a server and getting to a table: ports, the browser, the commands."""

from __future__ import annotations

import socket
from typing import Any

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
