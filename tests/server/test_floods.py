"""Too much of everything: requests, connections, passwords, chat, nesting; and names that pretend to be others."""

from __future__ import annotations

import json
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from defilade.server.protocol import CLOSE_BAD_TOKEN
from server import toy_table
from server.conftest import quick
from server.harness import Player, Server, running

ROUTES = (
    ("GET", "/api/health"),
    ("GET", "/api/scenarios"),
    ("GET", "/api/games"),
    ("GET", "/api/rules?words=fire"),
    ("GET", "/api/schema/openapi.json"),
    ("GET", "/api/maps/S1"),
    ("GET", "/"),
    ("POST", "/api/games/mine"),
    ("POST", "/api/games"),
    ("DELETE", "/api/sessions"),
)


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[Server]:
    settings = quick(
        str(tmp_path / "games.sqlite3"),
        cost_per_minute=120.0,
        tries_per_account=3.0,
        chat_per_minute=8.0,
        chat_kept=3,
        head_seconds=0.5,
        body_seconds=0.5,
        connections_per_address=20,
    )
    with running(settings, think=toy_table.think) as found:
        yield found


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_route_has_a_limit(strict_server: Server, method: str, path: str):
    with httpx.Client(base_url=strict_server.url, timeout=30) as client:
        found = [client.request(method, path).status_code for _ in range(150)]
    assert 429 in found and 500 not in found
    assert found[0] != 429


def asked_from(server: Server, address: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=server.url, timeout=60, transport=transport)


def test_who_asks_too_much_waits_for_his_refusal_and_nobody_else_does(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), cost_per_minute=6.0, refusal_seconds=3.0)
    answers: list[str] = []

    def ask(client: httpx.Client, who: str) -> None:
        answers.append(f"{who} {client.get('/api/health').status_code}")

    with (
        running(settings, think=toy_table.think) as server,
        asked_from(server, "127.0.0.66") as greedy,
        asked_from(server, "127.0.0.67") as other,
        ThreadPoolExecutor() as threads,
    ):
        ask(greedy, "greedy")
        refused = threads.submit(ask, greedy, "greedy")
        time.sleep(0.5)  # so that the refusal is under way
        ask(other, "other")
        refused.result()
    assert answers == ["greedy 200", "other 200", "greedy 429"]


def raw(server: Server, data: bytes) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    sock.sendall(data)
    return sock


def test_half_sent_requests_are_closed(strict_server: Server):
    heads = (b"", b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    for head in heads:
        with raw(strict_server, head) as sock:
            began = time.monotonic()
            assert sock.recv(100) == b"", head
            assert time.monotonic() - began < 5


def test_a_byte_now_and_then_does_not_keep_a_connection(strict_server: Server):
    with raw(strict_server, b"GET /api/health HTTP/1.1\r\nX-Slow: ") as sock:
        began = time.monotonic()
        with pytest.raises(OSError):
            while time.monotonic() - began < 10:
                sock.sendall(b"x")
                time.sleep(0.1)


def test_a_body_that_does_not_come_is_not_waited_for(strict_server: Server):
    head = b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
    with raw(strict_server, head) as sock:
        assert b" 408 " in sock.recv(200)


def test_an_address_has_so_many_connections(strict_server: Server):
    opened = [raw(strict_server, b"GET ") for _ in range(30)]
    time.sleep(0.2)
    refused = 0
    for sock in opened:
        sock.settimeout(0.01)
        try:
            refused += sock.recv(10) == b""
        except TimeoutError:
            pass
        except OSError:
            refused += 1
    for sock in opened:
        sock.close()
    assert refused >= 10


def test_passwords_of_one_account_are_not_tried_without_end(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), tries_per_account=3.0)
    with running(settings, think=toy_table.think) as server:
        wrong = {"name": "Anna", "password": "not the password"}
        found = [server.client.post("/api/sessions", json=wrong).status_code for _ in range(4)]
        assert found == [403, 403, 403, 429], "however many addresses they come from"
        other = server.client.post("/api/sessions", json={**wrong, "name": "Berta"})
        assert other.status_code == 403


def test_signing_out_ends_sockets(sqlite_server: Server):
    client = sqlite_server.client
    session = client.post("/api/accounts", json={"name": "Berta", "password": "long enough"}).json()["token"]
    signed = {"authorization": f"Bearer {session}"}
    wish = {"scenario": "T1", "seats": [{"side": "red", "who": "mine"}, {"side": "blue", "who": "mine"}]}
    made = client.post("/api/games", json=wish, headers=signed).json()
    player = Player(sqlite_server, made["game"]["id"], session)
    assert player.table["holds"] == ["red", "blue"]
    assert client.delete("/api/sessions", headers=signed).status_code == 204
    assert player.closed_with() == CLOSE_BAD_TOKEN
    with pytest.raises(ConnectionClosed):
        Player(sqlite_server, made["game"]["id"], session)


def test_chat_has_a_pace_and_an_end(strict_server: Server):
    made = strict_server.new_game(seats={"red": "mine", "blue": "mine"})
    with Player(strict_server, made["game"]["id"], made["seats"][0]["token"]) as player:
        answers = [player.ask({"type": "chat", "text": f"line {n}"}) for n in range(5)]
        assert [one["type"] for one in answers].count("refused") >= 2
        assert {one.get("code") for one in answers if one["type"] == "refused"} == {"too_fast"}
    store = strict_server.service.store
    for n in range(6):
        strict_server.do(store.say(made["game"]["id"], "red", "", f"more {n}", 3))
    assert len(strict_server.do(store.chat(made["game"]["id"]))) == 3


@pytest.mark.parametrize("deep", ["[" * 50_000, '{"a":' * 50_000])
def test_deep_json_is_refused(sqlite_server: Server, deep: str):
    headers = {"content-type": "application/json"}
    for path in ("/api/games", "/api/games/mine", "/api/sessions", "/api/designs/assess"):
        assert sqlite_server.client.post(path, content=deep, headers=headers).status_code == 400
    made = sqlite_server.new_game(seats={"red": "mine", "blue": "mine"})
    with Player(sqlite_server, made["game"]["id"], made["seats"][0]["token"]) as player:
        player.say_raw(deep[:15_000])
        assert player.wait("refused")["code"] == "malformed"


@pytest.mark.parametrize("origin", ["http://[", "http://]x[", "https://[::1", "http://[v1.x]:99999999"])
def test_odd_origins_are_refused(sqlite_server: Server, origin: str):
    answer = sqlite_server.client.post("/api/games/mine", json={}, headers={"origin": origin})
    assert answer.status_code in (400, 403)


def sign_up(server: Server, name: str) -> httpx.Response:
    return server.client.post("/api/accounts", json={"name": name, "password": "long enough"})


def test_names_are_written_in_one_way_and_do_not_pretend(sqlite_server: Server):
    assert sign_up(sqlite_server, "Wilhelm").status_code == 201
    for pretender in ("WILHELM", "Wi1helm", "Wilhe1m", "Ｗilhelm", "VVilhelm", "Wilhelm "):
        answer = sign_up(sqlite_server, pretender)
        assert answer.status_code == 409, (pretender, answer.text)
    assert sign_up(sqlite_server, "Wіlhelm").json()["code"] == "name", "one letter is Cyrillic"
    assert sign_up(sqlite_server, "Ivan Иван").json()["code"] == "name"
    assert sign_up(sqlite_server, "Иван").status_code == 201
    assert sign_up(sqlite_server, "C0mputer").json()["code"] == "name"
    wide = sign_up(sqlite_server, "Ｋａｒｌ").json()
    assert wide["name"] == "Karl"
    signed = sqlite_server.client.post("/api/sessions", json={"name": "Karl", "password": "long enough"})
    assert signed.status_code == 201


def test_nobody_sits_down_under_the_name_of_who_is_there(sqlite_server: Server):
    made = sqlite_server.new_game(name="Robert")
    path = f"/api/games/{made['game']['id']}/join"
    invite = made["invites"][0]["token"]
    refused = sqlite_server.client.post(path, json={"invite": invite, "name": "R0bert"})
    assert (refused.status_code, refused.json()["code"]) == (400, "name")
    joined = sqlite_server.client.post(path, json={"invite": invite, "name": "  Hans \u200b"}).json()
    assert joined["game"]["seats"][1]["name"] == "Hans"


def test_earlier_accounts_are_found_and_guarded(tmp_path: Path):
    database = str(tmp_path / "games.sqlite3")
    with running(quick(database), think=toy_table.think) as server:
        assert sign_up(server, "Ilse1").status_code == 201
    with sqlite3.connect(database) as store:
        store.execute("UPDATE accounts SET folded = 'ilse1'")
        store.execute("DELETE FROM meta WHERE key = 'names'")
    store.close()
    with running(quick(database), think=toy_table.think) as server:
        assert sign_up(server, "Ilsel").status_code == 409
        answer = server.client.post("/api/sessions", json={"name": "ilse1", "password": "long enough"})
        assert answer.status_code == 201


def test_the_document_of_the_interface_is_written_once(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
):
    first = sqlite_server.client.get("/api/schema/openapi.json")
    assert first.status_code == 200 and json.loads(first.text)["paths"]

    def never(*arguments: object) -> bytes:
        raise AssertionError("it is written already")

    monkeypatch.setattr("litestar.openapi.plugins.JsonRenderPlugin.render", never)
    assert sqlite_server.client.get("/api/schema/openapi.json").text == first.text


@pytest.mark.parametrize("path", ["/api/scenarios", "/api/maps/S1/map.svg", "/api/schema/openapi.json", "/"])
def test_what_is_the_same_for_everybody_is_told_from_memory(
    sqlite_server: Server, path: str, monkeypatch: pytest.MonkeyPatch
):
    """To compress the lobby anew for everybody who asks kept the tables waiting for a tenth of a second."""
    first = sqlite_server.client.get(path)
    assert first.status_code == 200

    async def never(*arguments: object) -> None:
        raise AssertionError("it was told before")

    monkeypatch.setattr(sqlite_server.app.app, "app", never)
    again = sqlite_server.client.get(path)
    assert again.content == first.content and again.headers["content-type"] == first.headers["content-type"]
    plain = httpx.get(sqlite_server.url + path, headers={"accept-encoding": "identity"}, timeout=60)
    assert plain.status_code == 500, "another form of it is made for those who ask for that"


def test_what_depends_on_who_asks_is_not_kept(sqlite_server: Server):
    made = sqlite_server.new_game(seats={"red": "mine", "blue": "mine"})
    path = f"/api/games/{made['game']['id']}"
    headers = {"authorization": f"Bearer {made['seats'][0]['token']}"}
    assert sqlite_server.client.get(path, headers=headers).status_code == 200
    assert sqlite_server.client.get(path).status_code == 403
    assert sqlite_server.client.get("/api/games").headers.get("cache-control", "") != "public"


def held_up(server: Server, many: int) -> list[socket.socket]:
    """Requests that are begun and not ended: each takes a place."""
    head = b"POST /api/games/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
    held = [raw(server, head) for _ in range(many)]
    time.sleep(0.2)
    return held


def test_an_address_has_so_many_requests_at_once(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), requests_at_once=2, turn_seconds=0.2)
    with running(settings, think=toy_table.think) as server:
        held = held_up(server, 2)
        assert server.client.get("/api/health").status_code == 429
        for sock in held:
            sock.close()
        limit = time.monotonic() + 120
        while server.client.get("/api/health").status_code == 429:
            assert time.monotonic() < limit
            time.sleep(0.05)


def test_a_few_more_requests_of_an_address_wait_their_turn(tmp_path: Path):
    """Two people behind one address who open their pages together lose no picture."""
    settings = quick(str(tmp_path / "games.sqlite3"), requests_at_once=2, turn_seconds=60)
    with running(settings, think=toy_table.think) as server, ThreadPoolExecutor(24) as people:
        held = held_up(server, 2)
        answers = [people.submit(httpx.get, f"{server.url}/api/health", timeout=60) for _ in range(20)]
        waiting, sent_away = 16, 4
        limit = time.monotonic() + 120
        while len([one for one in answers if one.done()]) < sent_away:
            assert time.monotonic() < limit
            time.sleep(0.05)
        assert len([one for one in answers if not one.done()]) == waiting
        for sock in held:
            sock.close()
        codes = sorted(one.result().status_code for one in answers)
        assert codes == [200] * waiting + [429] * sent_away


@pytest.mark.parametrize("own", [True, False])
def test_nobody_counts_requests_at_a_table_of_ones_own(tmp_path: Path, own: bool):
    settings = quick(str(tmp_path / "games.sqlite3"), own_table=own, cost_per_minute=60)
    with running(settings, think=toy_table.think) as server:
        codes = {server.client.get("/api/health").status_code for _ in range(20)}
    assert codes == ({200} if own else {200, 429})


# -- sockets ---------------------------------------------------------------------------------------------------


def answers_to(player: Player, message: dict[str, object], times: int) -> list[str]:
    return [player.ask(message).get("code", "") for _ in range(times)]


def test_sockets_of_one_address_share_what_they_may_say(tmp_path: Path):
    """However many somebody opens: each of them has a pace of its own, and all of them together."""
    settings = quick(str(tmp_path / "games.sqlite3"), messages_per_address=4.0)
    with running(settings, think=toy_table.think) as server, ExitStack() as opened:
        made = server.new_game(seats={"red": "mine", "blue": "mine"})
        game, token = made["game"]["id"], made["seats"][0]["token"]
        players = [opened.enter_context(Player(server, game, token)) for _ in range(4)]
        asked = {"type": "why", "step": players[0].step, "action": "hide - - 9"}
        codes = [code for player in players for code in answers_to(player, asked, 10)]
        assert 20 <= len(codes) - codes.count("too_fast") < 36


def test_what_takes_long_counts_for_more(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), messages_per_address=4.0)
    with running(settings, think=toy_table.think) as server:
        made = server.new_game(seats={"red": "mine", "blue": "mine"})
        with Player(server, made["game"]["id"], made["seats"][0]["token"]) as player:
            codes = answers_to(player, {"type": "again", "moment": 0}, 12)
            assert 4 <= len(codes) - codes.count("too_fast") < 10


def test_one_address_takes_so_many_places_at_a_table(tmp_path: Path):
    settings = quick(str(tmp_path / "games.sqlite3"), sockets_at_table=2)
    with running(settings, think=toy_table.think) as server:
        made, other = server.new_game(), server.new_game()
        game, token = made["game"]["id"], made["seats"][0]["token"]
        with Player(server, game, token), Player(server, game, made["watch"]):
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                Player(server, game, made["watch"])
            with Player(server, other["game"]["id"], other["watch"]):
                pass
        wait_until(lambda: not server.service.rooms.get(game).connections)
        with Player(server, game, token):
            pass


def wait_until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_who_comes_anew_does_not_chat_anew(tmp_path: Path):
    with running(
        quick(str(tmp_path / "games.sqlite3"), chat_per_minute=8.0), think=toy_table.think
    ) as server:
        made = server.new_game(seats={"red": "mine", "blue": "mine"})
        codes: list[str] = []
        for _ in range(4):
            with Player(server, made["game"]["id"], made["seats"][0]["token"]) as player:
                codes += answers_to(player, {"type": "chat", "text": "buy now"}, 2)
        assert codes.count("too_fast") >= 4


# -- addresses -------------------------------------------------------------------------------------------------


def test_addresses_of_one_network_are_one(tmp_path: Path):
    """Whoever has an IPv6 address has 2**64 of them, and a new one for every request."""
    settings = quick(str(tmp_path / "games.sqlite3"), cost_per_minute=60.0, trust_proxy=True)

    def codes(server: Server, form: str) -> list[int]:
        found = []
        for n in range(15):
            headers = {"x-forwarded-for": form.format(n)}
            found.append(server.client.get("/api/health", headers=headers).status_code)
        return found

    with running(settings, think=toy_table.think) as server:
        assert 429 in codes(server, "2001:db8:7:7::{:x}")
        assert 429 in codes(server, "::ffff:192.0.2.1, 2001:db8:7:8:0:0:{:x}:1")
        assert 429 not in codes(server, "192.0.2.{}")
        assert 429 not in codes(server, "2001:db8:8:{:x}::1")


def test_pieces_of_an_answer_do_not_wait_for_each_other(sqlite_server: Server):
    """The second piece is sent before the first is acknowledged, which takes some 40 ms."""
    with httpx.Client(base_url=sqlite_server.url) as client:
        took = []
        for _ in range(12):
            began = time.perf_counter()
            assert client.get("/api/health").status_code == 200
            took.append(time.perf_counter() - began)
    assert min(took[2:]) < 0.03
