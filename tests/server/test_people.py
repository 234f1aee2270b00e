"""People who meet at a server: challenges, ratings, profiles, presence, talk of those who watch, letters."""

from __future__ import annotations

import re
import socketserver
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from defilade.server import models, people, service, standings, tokens
from server import toy_table
from server.conftest import quick
from server.harness import Player, Server, running

CLOCK = {"kind": "move", "seconds": 86_400}
RATED = {"challenge": True, "rated": True, "clock": CLOCK}


class Person:
    """Somebody with an account."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name
        made = server.client.post("/api/accounts", json={"name": name, "password": "a good password"})
        assert made.status_code == 201, made.text
        self.token = made.json()["token"]
        self.headers = {"authorization": f"Bearer {self.token}"}

    def get(self, path: str) -> httpx.Response:
        return self.server.client.get(path, headers=self.headers)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.server.client.post(path, json=body, headers=self.headers)

    def open(self, who: str = "open", **table: Any) -> httpx.Response:
        seats = [{"side": "red", "who": "mine"}, {"side": "blue", "who": who}]
        return self.post("/api/games", scenario="T1", seats=seats, table=table)

    def take(self, game: str, side: str = "blue") -> httpx.Response:
        return self.post(f"/api/challenges/{game}", side=side)

    def challenges(self) -> list[dict[str, Any]]:
        return self.get("/api/challenges").json()["challenges"]


@pytest.fixture
def person(server: Server):
    """Opens accounts under names that nobody has yet."""
    made: list[Person] = []

    def come(name: str) -> Person:
        made.append(Person(server, f"{name}{'abcdefghjk'[len(made)]}{tokens.new_id()[:6].replace('-', 'q')}"))
        return made[-1]

    return come


def play(server: Server, game: str, tokens: dict[str, str], *, resigns: str, decided: bool = True) -> None:
    """Both decide something, then one side gives up."""
    with Player(server, game, tokens["red"]) as red, Player(server, game, tokens["blue"]) as blue:
        players = {"red": red, "blue": blue}
        for _ in range(3 if decided else 0):
            step = max(one.step for one in players.values())
            for one in players.values():
                one.catch_up(step)
            asked = players[red.prompt["side"]]
            assert asked.act(asked.prompt["options"][0]["action"])["type"] == "accepted"
        step = max(one.step for one in players.values())
        for one in players.values():
            one.catch_up(step)
        assert players[resigns].ask({"type": "resign", "step": step})["type"] == "accepted"


def rated_game(server: Server, host: Person, guest: Person) -> tuple[str, dict[str, str]]:
    made = host.open(**RATED).json()
    game = made["game"]["id"]
    joined = guest.take(game).json()
    return game, {"red": made["seats"][0]["token"], "blue": joined["seats"][0]["token"]}


def standing(person: Person) -> dict[str, Any]:
    found = person.get("/api/accounts/mine").json()["standings"]
    return next((one for one in found if one["system"] == "toy"), {})


def settled(server: Server, game: str) -> None:
    """Until the end of a game has been counted."""
    limit = time.monotonic() + 120
    while server.do(server.service.store.game(game))[0].rated == standings.TO_BE_RATED:
        assert time.monotonic() < limit, "nobody counted the game"
        time.sleep(0.02)


# -- challenges --------------------------------------------------------------------------------------------


def test_anybody_who_is_signed_in_takes_a_challenge(server: Server, person):
    host, guest = person("Host"), person("Guest")
    made = host.open(challenge=True, clock=CLOCK).json()
    game = made["game"]["id"]
    found = next(one for one in guest.challenges() if one["game"]["id"] == game)
    assert found["host"]["name"] == host.name and found["host"]["here"]
    assert found["sides"] == ["blue"] and not found["yours"] and found["length"] == "6 turns"
    assert next(one for one in host.challenges() if one["game"]["id"] == game)["yours"]
    terms = guest.get(f"/api/challenges/{game}").json()
    assert (terms["host"], terms["side"], terms["may"]) == (host.name, "blue", "")
    joined = guest.take(game).json()
    assert joined["game"]["seats"][1]["name"] == guest.name
    assert game not in [one["game"]["id"] for one in guest.challenges()]
    with Player(server, game, joined["seats"][0]["token"]) as blue:
        assert blue.table["holds"] == ["blue"]


def test_one_seat_goes_to_one_person(server: Server, person):
    host, first, second = person("Host"), person("First"), person("Second")
    game = host.open(challenge=True).json()["game"]["id"]
    assert host.take(game).json()["code"] == "seats"
    assert first.take(game).status_code == 200
    late = second.take(game)
    assert late.status_code == 400 and late.json()["code"] == "taken"
    assert second.get(f"/api/challenges/{game}").json()["may"] == "Somebody else has taken it."


def test_who_is_not_signed_in_takes_nothing(server: Server, person):
    game = person("Host").open(challenge=True).json()["game"]["id"]
    assert server.client.get(f"/api/challenges/{game}").json()["may"] == "Sign in to take it."
    refused = server.client.post(f"/api/challenges/{game}", json={"side": "blue"})
    assert refused.status_code == 400 and refused.json()["code"] == "account"
    seats = [{"side": "red", "who": "mine"}]
    made = server.client.post("/api/games", json={"scenario": "T1", "seats": seats, "table": RATED})
    assert made.json()["code"] == "account"


def test_a_game_that_is_no_challenge_is_not_taken(server: Server, person):
    host, guest = person("Host"), person("Guest")
    game = host.open().json()["game"]["id"]
    assert guest.take(game).status_code == 404
    assert guest.get(f"/api/challenges/{game}").status_code == 404


def test_a_challenge_can_be_withdrawn_by_its_host_alone(server: Server, person):
    host, guest = person("Host"), person("Guest")
    game = host.open(challenge=True).json()["game"]["id"]
    address = f"/api/challenges/{game}"
    assert server.client.delete(address, headers=guest.headers).status_code == 403
    assert server.client.delete(address, headers=host.headers).status_code == 204
    assert guest.take(game).status_code == 404


def test_so_many_challenges_stand_at_a_time(server: Server, person):
    host = person("Host")
    found = [host.open(challenge=True) for _ in range(9)]
    assert [one.status_code for one in found] == [201] * 8 + [400]
    assert found[-1].json()["code"] == "quota"


@pytest.mark.parametrize(
    ("who", "table", "code"),
    [
        ("computer", {"challenge": True}, "challenge"),
        ("computer", {"rated": True, "clock": CLOCK}, "rated"),
        ("open", {"rated": True}, "rated"),
        ("open", {"rated": True, "clock": CLOCK, "undo": "free"}, "rated"),
    ],
)
def test_what_cannot_be_rated_is_refused(server: Server, person, who: str, table: dict[str, Any], code: str):
    refused = person("Host").open(who, **table)
    assert refused.status_code == 400 and refused.json()["code"] == code


def test_a_table_of_ones_own_is_no_place_to_meet(tmp_path: Path):
    with running(quick(str(tmp_path / "g.sqlite3"), own_table=True), think=toy_table.think) as own:
        assert own.client.get("/api/challenges").json() == {"open": False, "challenges": [], "here": 0}


# -- ratings -----------------------------------------------------------------------------------------------


def test_a_rated_game_moves_both_ratings_once(server: Server, person):
    host, guest = person("Host"), person("Guest")
    game, seats = rated_game(server, host, guest)
    play(server, game, seats, resigns="blue")
    settled(server, game)
    won, lost = standing(host), standing(guest)
    assert won["rating"] > 25 > lost["rating"]
    assert (won["games"], won["won"], lost["games"], lost["won"]) == (1, 1, 1, 0)
    assert not server.do(standings.settle(server.service.store, game)), "a game counts once"
    assert standing(host) == won
    profile = server.client.get(f"/api/people/{guest.name}").json()
    assert profile["games"][0]["outcome"] == "lost" and profile["games"][0]["rated"]
    assert profile["games"][0]["against"] == [host.name]
    ladder = next(one for one in server.client.get("/api/people").json()["ladders"] if one["system"] == "toy")
    ranked = [one["name"] for one in ladder["people"]]
    assert ranked.index(host.name) < ranked.index(guest.name)


def test_what_ends_before_both_have_decided_counts_for_nothing(server: Server, person):
    host, guest = person("Host"), person("Guest")
    game, seats = rated_game(server, host, guest)
    play(server, game, seats, resigns="blue", decided=False)
    settled(server, game)
    assert standing(host) == standing(guest) == {}


def test_a_game_that_is_not_rated_counts_for_nothing(server: Server, person):
    host, guest = person("Host"), person("Guest")
    made = host.open(challenge=True).json()
    game = made["game"]["id"]
    blue = guest.take(game).json()["seats"][0]["token"]
    play(server, game, {"red": made["seats"][0]["token"], "blue": blue}, resigns="red")
    assert standing(host) == standing(guest) == {}


def test_a_game_that_ended_when_the_server_died_is_counted_by_the_next(tmp_path: Path):
    settings = quick(str(tmp_path / "g.sqlite3"))
    with running(settings, think=toy_table.think) as first:
        host, guest = Person(first, "Host"), Person(first, "Guest")
        game, seats = rated_game(first, host, guest)
        first.service._settle = lambda game: _nothing()
        play(first, game, seats, resigns="red")
        assert standing(host) == {}
    with running(settings, think=toy_table.think) as second:
        settled(second, game)
        found = second.client.get(f"/api/people/{guest.name}").json()["person"]["standings"]
        assert found[0]["won"] == 1


async def _nothing() -> None:
    """Where a server dies before it has counted."""


def test_nobody_plays_a_rated_game_against_himself(server: Server, person):
    host = person("Host")
    made = host.open(**RATED).json()
    game, invite = made["game"]["id"], made["invites"][0]["token"]
    body = {"invite": invite, "name": "Other"}
    assert server.client.post(f"/api/games/{game}/join", json=body).json()["code"] == "account"
    assert host.post(f"/api/games/{game}/join", **body).json()["code"] == "seats"


# -- who is here -------------------------------------------------------------------------------------------


def test_who_has_gone_is_not_here(server: Server, person, monkeypatch: pytest.MonkeyPatch):
    someone = person("Someone")
    assert someone.get("/api/accounts/mine").status_code == 200

    def here() -> bool:
        return bool(server.client.get(f"/api/people/{someone.name}").json()["person"]["here"])

    limit = time.monotonic() + 120
    while not here():
        assert time.monotonic() < limit
        time.sleep(0.02)
    assert someone.name in [one["name"] for one in server.client.get("/api/people").json()["here"]]
    monkeypatch.setattr(people, "HERE_SECONDS", -1.0)
    assert not here()


def test_nobody_is_found_under_a_name_that_nobody_has(server: Server):
    assert server.client.get("/api/people/Nobody%20at%20all").status_code == 404


# -- those who watch ---------------------------------------------------------------------------------------


def test_those_who_watch_talk_among_themselves(server: Server, person):
    made, seats = server.two_players()
    game, watch, fan = made["game"]["id"], made["watch"], person("Fan")
    with (
        Player(server, game, seats["red"]) as red,
        Player(server, game, watch, others=(fan.token,)) as one,
        Player(server, game, watch) as other,
    ):
        assert one.ask({"type": "chat", "text": "Watch the left!"})["type"] == "accepted"
        line = other.wait("chat")["line"]
        assert (line["by"], line["name"], line["text"]) == ("watching", fan.name, "Watch the left!")
        refused = other.ask({"type": "chat", "text": "Who am I?"})
        assert refused["code"] == "forbidden" and "name" in refused["reason"]
        assert red.ask({"type": "chat", "text": "Hello"})["type"] == "accepted"
        assert red.wait("chat")["line"]["text"] == "Hello", "players do not hear those who watch"
        with Player(server, game, seats["blue"]) as blue:
            assert [one["text"] for one in blue.table["chat"]] == ["Hello"]
            assert blue.ask({"type": "resign", "step": blue.step})["type"] == "accepted"
        with Player(server, game, seats["blue"]) as blue:
            assert [one["text"] for one in blue.table["chat"]] == ["Watch the left!", "Hello"]


def test_an_account_alone_opens_no_game(server: Server, person):
    made, _ = server.two_players()
    address = f"/api/games/{made['game']['id']}"
    assert person("Nosy").get(address).status_code == 403


# -- letters -----------------------------------------------------------------------------------------------


class Carrier(socketserver.ThreadingTCPServer):
    """As much of a mail server as takes letters; those to `nobody@` it refuses."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Counter)
        self.letters: list[tuple[str, str]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Counter(socketserver.StreamRequestHandler):
    server: Carrier

    def handle(self) -> None:
        self._say("220 here")
        to = ""
        while line := self.rfile.readline().decode().strip():
            verb = line.upper()
            if verb.startswith("RCPT"):
                to = line.partition("<")[2].rstrip(">")
                self._say("550 unknown" if to.startswith("nobody@") else "250 ok")
            elif verb.startswith("DATA"):
                self._say("354 go on")
                text = b"".join(iter(self.rfile.readline, b".\r\n")).decode()
                self.server.letters.append((to, text))
                self._say("250 taken")
            elif verb.startswith("QUIT"):
                return self._say("221 bye")
            else:
                self._say("250 ok")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@pytest.fixture
def carrier() -> Iterator[Carrier]:
    found = Carrier()
    yield found
    found.shutdown()
    found.server_close()


@pytest.fixture
def post(tmp_path: Path, carrier: Carrier, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that writes letters, when it is told to."""
    monkeypatch.setattr(service, "POST_SECONDS", 1e6)
    settings = quick(
        str(tmp_path / "g.sqlite3"),
        smtp_host="127.0.0.1",
        smtp_port=carrier.server_address[1],
        smtp_security="none",
        mail_from="games@example.org",
        public_url="https://games.example.org",
    )
    with running(settings, think=toy_table.think) as found:
        yield found


def code_in(letter: str) -> str:
    found = re.search(r"^    ([0-9a-f]+)\s*$", letter, re.MULTILINE)
    assert found, letter
    return found[1]


def with_letters(person: Person, carrier: Carrier, email: str) -> None:
    assert not person.post("/api/accounts/mine/email", email=email).json()["confirmed"]
    code = code_in(next(text for to, text in carrier.letters if to == email))
    assert person.post("/api/accounts/mine/email/code", code=code).json()["confirmed"]


def gone(server: Server, *games: str) -> None:
    """Nobody has been seen, and nothing has moved, for an hour."""
    past = time.time() - 3600

    def work(connection: Any) -> None:
        connection.execute(update(models.accounts).values(seen=past))
        connection.execute(update(models.games).values(last_moved=past))
        connection.execute(update(models.seats).values(taken=past))

    server.do(server.service.store.change(work))


def posted(server: Server) -> int:
    return server.do(server.service.letters.tell_whose_turn_it_is({"T1": "The Toy"}))


def test_who_is_away_is_told_by_letter_that_it_is_his_turn(post: Server, carrier: Carrier):
    host, guest = Person(post, "Host"), Person(post, "Guest")
    for one in (host, guest):
        with_letters(one, carrier, f"{one.name}@example.org")
    carrier.letters.clear()
    game, _ = rated_game(post, host, guest)
    assert posted(post) == 0, "they are here"
    gone(post)
    assert posted(post) == 1
    ((to, text),) = carrier.letters
    waits = post.do(post.service.store.game(game))[0].waits
    assert to == {"red": "Host@example.org", "blue": "Guest@example.org"}[waits]
    assert f"https://games.example.org/#/game/{game}" in text and "Your turn in The Toy" in text
    assert posted(post) == 0, "once for each turn"


def test_who_has_turned_letters_off_gets_none(post: Server, carrier: Carrier):
    host, guest = Person(post, "Host"), Person(post, "Guest")
    for one in (host, guest):
        with_letters(one, carrier, f"{one.name}@example.org")
        told = one.post("/api/accounts/mine/email", email=f"{one.name}@example.org", told=False).json()
        assert told["confirmed"] and not told["told"]
    rated_game(post, host, guest)
    gone(post)
    assert posted(post) == 0


def test_nobody_is_written_to_who_has_not_shown_that_he_wants_it(post: Server, carrier: Carrier):
    host, guest = Person(post, "Host"), Person(post, "Guest")
    host.post("/api/accounts/mine/email", email="victim@example.org")
    wrong = host.post("/api/accounts/mine/email/code", code="0" * 12)
    assert wrong.status_code == 400 and wrong.json()["code"] == "code"
    guest.post("/api/accounts/mine/email", email="victim@example.org")
    rated_game(post, host, guest)
    gone(post)
    carrier.letters.clear()
    assert posted(post) == 0 and not carrier.letters
    codes = [guest.post("/api/accounts/mine/email", email="victim@example.org") for _ in range(4)]
    assert codes[-1].status_code == 400, "nobody is flooded with codes"


def test_an_address_that_nobody_has_is_told_at_once(post: Server):
    refused = Person(post, "Host").post("/api/accounts/mine/email", email="nobody@example.org")
    assert refused.status_code == 400 and "nobody has that address" in refused.json()["reason"]


@pytest.mark.parametrize("email", ["a b@example.org", "a@b\nBcc: c@example.org", "x", "@example.org"])
def test_what_is_no_address_is_refused(post: Server, email: str):
    assert Person(post, "Host").post("/api/accounts/mine/email", email=email).status_code == 400


def test_a_server_without_a_carrier_writes_no_letters(server: Server, person):
    someone = person("Someone")
    assert not someone.get("/api/accounts/mine").json()["letters"]
    assert someone.post("/api/accounts/mine/email", email="a@example.org").json()["code"] == "letters"


def test_rated_games_count_for_the_balance_of_a_scenario(server: Server, person):
    def by_people() -> dict[str, Any]:
        found = server.client.get("/api/balance/T1").json()["figures"]
        return next((one for one in found if one["players"] == "people"), {"games": 0, "sides": []})

    before = by_people()["games"]
    host, guest = person("Host"), person("Guest")
    game, seats = rated_game(server, host, guest)
    play(server, game, seats, resigns="red")
    settled(server, game)
    after = by_people()
    assert after["games"] == before + 1
    assert next(one for one in after["sides"] if one["side"] == "blue")["wins"] >= 1
