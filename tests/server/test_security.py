"""Nobody can see or do what is not theirs."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from defilade.server import logs, tokens, views
from defilade.server.protocol import (
    CLOSE_BAD_TOKEN,
    CLOSE_NO_GAME,
    CLOSE_NO_HELLO,
    CLOSE_TOO_BIG,
    CLOSE_TOO_FAST,
)
from server import toy_table
from server.conftest import quick
from server.harness import WAIT, Player, Server, running


def code_of(server: Server, game: str, *messages: str | bytes) -> int:
    """Say something to a game and read until the server closes; gives the code."""
    address = f"{server.url.replace('http', 'ws', 1)}/api/games/{game}/socket"
    with connect(address, max_size=None, open_timeout=WAIT, ping_interval=None) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            for message in messages:
                socket.send(message)
            while True:
                socket.recv(timeout=WAIT)
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code


def hello(token: str) -> str:
    return json.dumps({"type": "hello", "token": token})


@pytest.fixture
def players(sqlite_server: Server):
    made, given = sqlite_server.two_players()
    game = made["game"]["id"]
    with Player(sqlite_server, game, given["red"]) as red, Player(sqlite_server, game, given["blue"]) as blue:
        yield made, *((red, blue) if red.prompt["yours"] else (blue, red))


# -- who may sit down ----------------------------------------------------------------------------------------


def test_a_wrong_token_opens_nothing(sqlite_server: Server):
    made = sqlite_server.new_game()
    game = made["game"]["id"]
    assert code_of(sqlite_server, game, hello("x" * 43)) == CLOSE_BAD_TOKEN
    assert code_of(sqlite_server, game, hello(made["invites"][0]["token"])) == CLOSE_BAD_TOKEN
    for path in ("", "/log", "/moments/0"):
        url = f"/api/games/{game}{path}"
        assert sqlite_server.client.get(url).status_code == 403
        wrong = sqlite_server.client.get(url, headers={"authorization": f"Bearer {'x' * 43}"})
        assert wrong.status_code == 403 and wrong.json()["code"] == "not_yours"


def test_a_token_of_another_game_opens_nothing(sqlite_server: Server):
    one, other = sqlite_server.new_game(), sqlite_server.new_game()
    token = one["seats"][0]["token"]
    assert code_of(sqlite_server, other["game"]["id"], hello(token)) == CLOSE_BAD_TOKEN
    assert code_of(sqlite_server, other["game"]["id"], hello(one["watch"])) == CLOSE_BAD_TOKEN


def test_one_good_token_does_not_carry_a_bad_one(sqlite_server: Server):
    made = sqlite_server.new_game()
    both = {"type": "hello", "token": made["seats"][0]["token"], "others": ["x" * 43]}
    assert code_of(sqlite_server, made["game"]["id"], json.dumps(both)) == CLOSE_BAD_TOKEN


def test_an_invitation_is_used_once(sqlite_server: Server):
    made = sqlite_server.new_game()
    sqlite_server.join(made)
    again = sqlite_server.client.post(
        f"/api/games/{made['game']['id']}/join", json={"invite": made["invites"][0]["token"]}
    )
    assert again.status_code == 403


def test_only_hashes_of_tokens_are_kept(sqlite_server: Server):
    made = sqlite_server.new_game()
    secrets = [made["seats"][0]["token"], made["invites"][0]["token"]]
    database = Path(sqlite_server.settings.database)
    kept = database.read_bytes() + database.with_name(database.name + "-wal").read_bytes()
    for secret in secrets:
        assert secret.encode() not in kept
        assert tokens.hash_of(secret).encode() in kept


def test_there_is_no_such_game(sqlite_server: Server):
    assert code_of(sqlite_server, "nosuchgame12", hello("x" * 43)) == CLOSE_NO_GAME
    missing = sqlite_server.client.get(
        "/api/games/nosuchgame12", headers={"authorization": f"Bearer {'x' * 43}"}
    )
    assert missing.status_code == 404


# -- whose turn it is ----------------------------------------------------------------------------------------


def test_the_other_seat_cannot_answer(players):
    _, asked, other = players
    answer = other.act("hide - - 2", step=asked.step)
    assert answer["code"] == "foreign"
    for question in ("preview", "why"):
        assert other.ask({"type": question, "step": asked.step, "action": "hide - - 2"})["code"] == "foreign"
    assert other.ask({"type": "hint", "step": asked.step})["code"] == "foreign"


def test_who_watches_can_do_nothing(sqlite_server: Server, players):
    made, asked, _ = players
    with Player(sqlite_server, made["game"]["id"], made["watch"]) as watcher:
        for message in (
            {"type": "act", "step": asked.step, "action": "hide - - 2"},
            {"type": "undo", "step": asked.step},
            {"type": "resign", "step": asked.step},
            {"type": "draw", "step": asked.step},
            {"type": "orders", "orders": {}},
            {"type": "chat", "text": "psst"},
            {"type": "rematch"},
            {"type": "hint", "step": asked.step},
        ):
            assert watcher.ask(message)["code"] == "forbidden", message


@pytest.mark.parametrize("shift", [-1, 1, 100])
def test_a_forged_step_is_stale(players, shift: int):
    _, asked, _ = players
    assert asked.act("hide - - 2", step=asked.step + shift)["code"] == "stale"
    assert asked.prompt["yours"]


def test_a_replayed_message_is_stale(players):
    _, asked, _ = players
    step = asked.step
    message = {"type": "act", "step": step, "action": "hide - - 2", "id": "once"}
    asked.say(message)
    asked.say(message)
    outcomes = sorted(asked.wait("accepted", "refused")["type"] for _ in range(2))
    assert outcomes == ["accepted", "refused"]


def test_an_illegal_action_is_refused_with_the_rule(players):
    _, asked, other = players
    other.catch_up(asked.act("hide - - 2")["step"])
    refused = other.act("say")
    assert (refused["code"], refused["reason"], refused["rule"]) == (
        "illegal",
        "name a number first",
        "TOY:3",
    )
    assert other.act("no such thing at all")["code"] == "malformed"
    assert other.act("fly - - away")["code"] == "illegal"
    assert other.ask({"type": "why", "step": other.step, "action": "say"})["reason"] == "name a number first"


# -- how much, how fast, from where ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        "",
        "nonsense",
        "[]",
        '{"type":"act"}',
        '{"type":"fly"}',
        '{"type":"act","step":-1,"action":"x"}',
        '{"type":"act","step":"1","action":"x"}',
        '{"type":"act","step":1,"action":"x","more":1}',
        '{"type":"chat","text":"' + "x" * 501 + '"}',
        '{"type":"hello","token":"' + "x" * 43 + '"}',
    ],
)
def test_malformed_messages_are_refused_and_the_table_goes_on(players, message: str):
    _, asked, _ = players
    asked.say_raw(message)
    assert asked.wait("refused")["code"] == "malformed"
    assert asked.act("hide - - 2")["type"] == "accepted"


def test_a_defect_costs_nobody_his_place(players, monkeypatch: pytest.MonkeyPatch):
    def fails(*arguments: object) -> None:
        raise KeyError("nobody thought of that")

    _, red, _ = players
    monkeypatch.setattr(views, "why_not", fails)
    answer = red.ask({"type": "why", "step": red.step, "action": "hide - - 9"})
    assert answer["type"] == "refused" and answer["code"] == "defect" and "nobody thought" not in str(answer)
    monkeypatch.undo()
    assert red.ask({"type": "why", "step": red.step, "action": "hide - - 9"})["type"] in ("why", "refused")


def test_hello_comes_first_and_soon(sqlite_server: Server):
    made = sqlite_server.new_game()
    game = made["game"]["id"]
    assert code_of(sqlite_server, game, '{"type":"resign","step":0}') == CLOSE_NO_HELLO
    assert code_of(sqlite_server, game, "nonsense") == CLOSE_NO_HELLO
    assert code_of(sqlite_server, game, b"\xff\xfe") == CLOSE_NO_HELLO


def test_an_oversize_message_closes_the_connection(sqlite_server: Server):
    made = sqlite_server.new_game()
    big = "x" * (sqlite_server.settings.max_message + 1)
    token = made["seats"][0]["token"]
    assert code_of(sqlite_server, made["game"]["id"], hello(token), big) == CLOSE_TOO_BIG


def test_limits_hold(tmp_path):
    strict = quick(
        str(tmp_path / "limits.sqlite3"),
        messages_per_second=2,
        requests_per_minute=4,
        sockets_per_address=2,
        hello_seconds=0.3,
        max_import=50_000,
    )
    with running(strict, think=toy_table.think) as server:
        made = server.new_game()
        game, token = made["game"]["id"], made["seats"][0]["token"]
        assert code_of(server, game) == CLOSE_NO_HELLO
        with Player(server, game, token) as player:
            for _ in range(8):
                player.say({"type": "chat", "text": "spam"})
            assert player.wait("refused")["code"] == "too_fast"
            with Player(server, game, token):
                with pytest.raises((InvalidStatus, ConnectionClosed)):
                    Player(server, game, token)
            for _ in range(60):
                player.say_raw("junk")
            assert player.closed_with() == CLOSE_TOO_FAST
        answers = [server.client.post("/api/games/mine", json={"tokens": []}).status_code for _ in range(6)]
        assert answers[-1] == 429
        assert server.client.get("/api/health").status_code == 200
        body = json.dumps({"scenario": "T1", "seats": [], "name": "x" * 60_000})
        big = server.client.post(
            "/api/games/import", content=body, headers={"content-type": "application/json"}
        )
        assert big.status_code in (413, 429)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_another_site_cannot_open_a_socket_or_post(sqlite_server: Server, origin: str):
    made = sqlite_server.new_game()
    address = f"{sqlite_server.url.replace('http', 'ws', 1)}/api/games/{made['game']['id']}/socket"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin, open_timeout=WAIT):
        pass
    assert refused.value.response.status_code == 403
    posted = sqlite_server.client.post("/api/games", json={}, headers={"origin": origin})
    assert posted.status_code == 403


def test_the_own_site_can(sqlite_server: Server):
    answer = sqlite_server.client.post(
        "/api/games/mine", json={"tokens": []}, headers={"origin": sqlite_server.url}
    )
    assert answer.status_code == 200
    cross = sqlite_server.client.post("/api/games/mine", json={}, headers={"sec-fetch-site": "cross-site"})
    assert cross.status_code == 403


def test_a_local_server_is_not_reached_under_another_name(tmp_path):
    with running(quick(str(tmp_path / "a.sqlite3"), hosts=("127.0.0.1", "localhost"))) as server:
        assert server.client.get("/api/health").status_code == 200
        rebound = server.client.get("/api/health", headers={"host": "evil.example"})
        assert rebound.status_code == 403


def test_every_answer_tells_the_browser_to_be_careful(sqlite_server: Server):
    for path in ("/", "/api/health", "/api/nothing", "/api/games/nosuchgame12", "/assets/../../etc/passwd"):
        headers = sqlite_server.client.get(path).headers
        policy = headers["content-security-policy"]
        script = next(part for part in policy.split("; ") if part.startswith("script-src"))
        assert script == "script-src 'self'" and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers and "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "path", ["/../server/app.py", "/%2e%2e/%2e%2e/app.py", "/assets/%2e%2e/%2e%2e/app.py"]
)
def test_the_client_folder_is_not_left(sqlite_server: Server, path: str):
    raw = httpx.Request("GET", f"{sqlite_server.url}{path}")
    answer = sqlite_server.client.send(raw)
    assert b"create_app" not in answer.content


def test_no_secret_gets_into_the_logs(sqlite_server: Server, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.DEBUG):
        made, given = sqlite_server.two_players()
        game = made["game"]["id"]
        with Player(sqlite_server, game, given["red"]) as red:
            red.act("hide - - 2")
            red.say_raw("nonsense")
            red.wait("refused")
        sqlite_server.client.get(f"/api/games/{game}", headers={"authorization": f"Bearer {given['red']}"})
        password = {"name": "Anna", "password": "correct horse battery"}
        session = sqlite_server.client.post("/api/accounts", json=password).json()["token"]
        sqlite_server.client.post("/api/sessions", json={**password, "password": "wrong horse battery"})
        sqlite_server.client.post("/api/games", content='{"name": "correct horse battery", "x": 1}')
    room = sqlite_server.service.rooms.get(game)
    secrets = [*given.values(), session, made["watch"], room.game.seed, "horse battery"]
    text = "\n".join(f"{record.getMessage()} {getattr(record, 'facts', '')}" for record in caplog.records)
    text += caplog.text
    assert "request" in text
    for secret in secrets:
        assert secret not in text


def test_logs_are_one_object_a_line():
    error = logging.LogRecord("defilade.server", logging.ERROR, "", 1, "store_write_failed", (), None)
    error.facts = {"game": "abc"}
    found = json.loads(logs.JsonLines().format(error))
    assert {"at", "level", "event", "game"} == set(found) and found["event"] == "store_write_failed"


# -- accounts --------------------------------------------------------------------------------------------------


def test_an_account_holds_its_seats(server: Server):
    person = {"name": "Björk", "password": "eight or more"}
    signed_up = server.client.post("/api/accounts", json=person)
    assert signed_up.status_code == 201
    headers = {"authorization": f"Bearer {signed_up.json()['token']}"}
    wishes = [{"side": "red", "who": "mine"}, {"side": "blue", "who": "open"}]
    made = server.client.post("/api/games", json={"scenario": "T1", "seats": wishes}, headers=headers).json()
    signed_in = server.client.post("/api/sessions", json=person).json()
    assert signed_in["name"] == "Björk"
    with Player(server, made["game"]["id"], signed_in["token"]) as player:
        assert player.table["holds"] == ["red"]
        assert player.table["game"]["seats"][0]["name"] == "Björk"
    mine = server.client.post(
        "/api/games/mine", json={}, headers={"authorization": f"Bearer {signed_in['token']}"}
    )
    assert [one["game"]["id"] for one in mine.json()["games"]] == [made["game"]["id"]]
    taken = server.client.post("/api/accounts", json={**person, "name": "BJÖRK"})
    assert taken.status_code == 409 and taken.json()["code"] == "name_taken"
    wrong = server.client.post("/api/sessions", json={**person, "password": "not the same"})
    unknown = server.client.post("/api/sessions", json={**person, "name": "Nobody"})
    assert wrong.status_code == unknown.status_code == 403 and wrong.json() == unknown.json()
    gone = {"authorization": f"Bearer {signed_in['token']}"}
    assert server.client.delete("/api/sessions", headers=gone).status_code == 204
    assert server.client.post("/api/games/mine", json={}, headers=gone).json()["games"] == []


def test_passwords_are_hashed_with_argon2(sqlite_server: Server):
    kept = tokens.hash_password("eight or more")
    assert kept.startswith("$argon2id$")
    assert tokens.password_fits(kept, "eight or more")
    assert not tokens.password_fits(kept, "eight or less")
    assert not tokens.password_fits(None, "eight or more")
