"""Rooms in which two players buy their forces in secret (UF:43.2-b, UF:43.36-a): what each may see, and the game."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from defilade.rules.upfront.designs.dyo import draw_off
from defilade.rules.upfront.game.library import library
from defilade.server import backup
from defilade.server.settings import Settings, database_url
from defilade.systems.upfront import designs
from server.conftest import quick
from server.harness import Player, Server, running
from server.postgres import Cluster

REPLAY = {"version": "replay", "scenario": "UF-B", "opponent": "russian", "year": "1943b"}
BID = {
    "version": "bid",
    "attacker": "russian",
    "defender": "german",
    "year": "1944a",
    "victory": 2,
    "decks": 3,
}
DIFFERS = {"id", "created", "token", "watch", "changed"}
"""What any two rooms differ in."""


class Buyer:
    """One of the two, and all that he has been told."""

    def __init__(self, server: Server, made: dict[str, Any]) -> None:
        self.server, self.id = server, made["room"]["id"]
        (self.grant,) = made["seats"]
        self.heard: list[Any] = [made]

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.grant['token']}"}

    @property
    def part(self) -> str:
        return self.grant["side"]

    def ask(self, method: str, what: str = "", **more: Any) -> httpx.Response:
        path = f"/api/designs/rooms/{self.id}{what}"
        answer = self.server.client.request(method, path, headers=self.headers, **more)
        self.heard.append(answer.json())
        return answer

    def look(self) -> dict[str, Any]:
        answer = self.ask("GET")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def hand_in(self, force: dict[str, Any]) -> httpx.Response:
        return self.ask("POST", "/force", json={"force": force})

    def listed(self) -> dict[str, Any]:
        tokens = {"tokens": [self.grant["token"]]}
        answer = self.server.client.post("/api/designs/rooms/mine", json=tokens)
        self.heard.append(answer.json())
        (found,) = answer.json()["rooms"]
        return found


def make(server: Server, design: dict[str, Any], status: int = 201, **more: Any) -> Any:
    answer = server.client.post("/api/designs/rooms", json={"design": design, "name": "Anna", **more})
    assert answer.status_code == status, answer.text
    return answer.json()


def join(server: Server, made: dict[str, Any]) -> Buyer:
    (invite,) = made["invites"]
    path = f"/api/designs/rooms/{made['room']['id']}/join"
    answer = server.client.post(path, json={"invite": invite["token"], "name": "Bert"})
    assert answer.status_code == 200, answer.text
    return Buyer(server, answer.json())


def two(server: Server, design: dict[str, Any] = REPLAY, **more: Any) -> tuple[Buyer, Buyer]:
    made = make(server, design, **more)
    return Buyer(server, made), join(server, made)


def force(nation: str, n: int = 3, first: int = 0, leaders: int = 0) -> dict[str, Any]:
    """A squad of plain men: `n` of them from the `first`; there are two pairs of leaders."""
    box = library()
    men = [(key, man) for key, man in box.men.items() if man.nation == nation]
    plain = [key for key, man in men if not man.role and not man.available]
    heads = [[key for key, man in men if man.role == role][leaders] for role in ("SL", "ASL")]
    return {"nation": nation, "men": [*heads, *plain[first : first + n]]}


def cost(wish: dict[str, Any]) -> int:
    return sum(library().men[man].points for man in wish["men"])


def words(wish: dict[str, Any]) -> list[str]:
    """Everything by which a force could be recognised."""
    names = [library().men[man].name for man in wish["men"]]
    return [*wish["men"], *names, str(cost(wish))]


def scrubbed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: scrubbed(one) for key, one in value.items() if key not in DIFFERS}
    return [scrubbed(one) for one in value] if isinstance(value, list) else value


def found_in(told: Any, wish: dict[str, Any]) -> list[str]:
    text = json.dumps(scrubbed(told))
    return [word for word in words(wish) if re.search(rf"\b{re.escape(word)}\b", text, re.I)]


# -- the whole way -------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:43.2-b")
def test_two_buy_in_secret_and_play(server: Server) -> None:
    made = make(server, REPLAY, side="russian", table={"undo": "none"})
    one = Buyer(server, made)
    view = made["room"]
    assert view["stage"] == "joining" and view["you"] == "russian" and view["force"] is None
    assert (
        view["title"].endswith(", late 1943")
        and view["design"]["scenario"] == "UF-B"
        and view["defence"] is None
    )
    other = join(server, made)
    assert other.part == "german" and other.look()["stage"] == "buying"
    dear, cheap = force("russian", 6), force("german", 2)
    assert cost(dear) > cost(cheap)
    assert one.hand_in(dear).status_code == 200
    seen = other.look()
    assert [(b["part"], b["name"], b["joined"], b["handed_in"]) for b in seen["buyers"]] == [
        ("russian", "Anna", True, True),
        ("german", "Bert", True, False),
    ]
    assert seen["game"] is None and seen["force"] is None and seen["points"] == 0
    mine = one.look()
    assert mine["force"]["men"] == dear["men"] and mine["points"] == cost(dear)
    assert one.listed()["your_turn"] is False and other.listed()["your_turn"] is True
    begun = other.hand_in(cheap)
    assert begun.status_code == 200, begun.text
    ends = {"russian": one.look(), "german": other.look()}
    assert ends["german"] == begun.json() and one.listed()["stage"] == "begun"
    spent = f"Points spent: German {cost(cheap)}, Russian {cost(dear)}."
    for side, end in ends.items():
        assert end["stage"] == "begun" and end["game"]["side"] == side
        assert end["game"]["told"] == [
            spent,
            f"You play the {side.capitalize()} side; the German side plays first.",
        ]
    game = ends["german"]["game"]["id"]
    assert game == ends["russian"]["game"]["id"]
    with (
        Player(server, game, one.grant["token"]) as russian,
        Player(server, game, other.grant["token"]) as german,
    ):
        assert russian.table["holds"] == ["russian"] and german.table["holds"] == ["german"]
        seats = {seat["side"]: seat["name"] for seat in german.table["game"]["seats"]}
        assert seats == {"russian": "Anna", "german": "Bert"}
        assert german.table["game"]["table"]["undo"] == "none" and german.prompt["side"] == "german"
        units = {one["id"] for wave in german.now["scene"]["waiting"] for one in wave["units"]}
        assert units >= {*cheap["men"]}
    with Player(server, game, ends["german"]["game"]["watch"]) as watcher:
        assert watcher.table["holds"] == []


@pytest.mark.rule("UF:43.36-a")
@pytest.mark.parametrize("cheaper", ["attack", "rival"])
def test_the_cheaper_of_two_secret_attacks_is_made(server: Server, cheaper: str) -> None:
    """The bid that was not cheap enough is never shown, only what it would have cost."""
    made = make(server, BID)
    one, other = Buyer(server, made), join(server, made)
    defence = made["room"]["defence"]
    assert defence["nation"] == "german" and made["room"]["defence_points"] > 0
    assert other.look()["defence"] == defence  # both know it (UF:43.35)
    cheap, dear = force("russian", 2, leaders=1), force("russian", 5, first=2)
    bids = {"attack": cheap, "rival": dear} if cheaper == "attack" else {"attack": dear, "rival": cheap}
    assert other.hand_in(bids["rival"]).status_code == 200
    assert one.hand_in(bids["attack"]).status_code == 200
    attacker, defender = (one, other) if cheaper == "attack" else (other, one)
    for buyer, side, spent in (
        (attacker, "russian", (cost(cheap), cost(dear))),
        (defender, "german", (cost(dear), cost(cheap))),
    ):
        game = buyer.look()["game"]
        assert game["side"] == side
        assert game["told"] == [
            f"Your attack costs {spent[0]} points, the other {spent[1]}.",
            f"You play the {side.capitalize()} side; the attacker plays first.",
        ]
    with Player(server, game["id"], attacker.grant["token"]) as player:
        assert player.table["holds"] == ["russian"]
        units = {one["id"] for wave in player.now["scene"]["waiting"] for one in wave["units"]}
        assert units == {*cheap["men"], *defence["men"], *defence["machines"]}
        lost = set(dear["men"]) - set(cheap["men"])
        assert lost and not any(man in json.dumps([attacker.heard, player.table]) for man in lost)


@pytest.mark.rule("UF:43.36-b")
@pytest.mark.parametrize("lucky", ["attack", "rival"])
def test_equal_bids_are_settled_by_a_draw(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch, lucky: str
) -> None:
    asked: list[list[str]] = []

    def draw(box: Any, rng: Any, players: list[str]) -> str:
        assert draw_off(box, rng, players) in players
        asked.append(players)
        return lucky

    monkeypatch.setattr("defilade.rules.upfront.designs.dyo.draw_off", draw)
    one, other = two(sqlite_server, BID)
    for buyer in (one, other):
        assert buyer.hand_in(force("russian", 3)).status_code == 200
    assert asked and all(sorted(players) == ["attack", "rival"] for players in asked)
    ends = {"attack": one.look()["game"], "rival": other.look()["game"]}
    assert {part: end["side"] for part, end in ends.items()} == {
        part: "russian" if part == lucky else "german" for part in ends
    }
    assert all("A draw has decided who makes it (UF:43.36-b)." in end["told"] for end in ends.values())


@pytest.mark.parametrize("design", [REPLAY, BID], ids=["replay", "bid"])
def test_a_force_is_left_to_chance(sqlite_server: Server, design: dict[str, Any]) -> None:
    one, other = two(sqlite_server, design)
    answer = one.ask("POST", "/chance")
    assert answer.status_code == 200, answer.text
    view = answer.json()
    assert view["force"]["men"] and view["points"] > 0
    again = one.ask("POST", "/chance").json()
    assert again["stage"] == "buying"
    assert other.ask("POST", "/chance").json()["stage"] == "begun"
    assert one.look()["force"] == again["force"]


@pytest.mark.parametrize(
    ("scenario", "attacker", "troops"), [("UF-I", "german", "partisans"), ("UF-K", "german", "ss")]
)
def test_troops_of_the_scenario_stay(
    sqlite_server: Server, scenario: str, attacker: str, troops: str
) -> None:
    """UF:43.2-e: who buys others is told so when he hands them in, not when the game should begin."""
    design = {**REPLAY, "scenario": scenario, "attacker": attacker, "year": "1944a"}
    buyers = two(sqlite_server, design)
    wanted = "russian" if troops == "partisans" else "german"
    (buyer,) = (one for one in buyers if one.part == wanted)
    refused = buyer.hand_in(force(wanted))
    assert refused.status_code == 400 and "UF:43.2-e" in refused.json()["reason"]
    assert buyer.ask("POST", "/chance").json()["force"]["troops"] == troops


# -- secrets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("design", [REPLAY, BID], ids=["replay", "bid"])
def test_nobody_hears_of_the_others_force(server: Server, design: dict[str, Any]) -> None:
    """Names, cards and points of the other's force are in no answer before the game exists."""
    mine = force("german" if design is REPLAY else "russian", 2)
    theirs = force("russian", 5, first=2, leaders=1)
    defence = {} if design is REPLAY else {"defence": force("german", 4)}
    for early in (True, False):
        one, other = two(server, design, **defence)
        who, whom = (one, other) if early else (other, one)
        if design is REPLAY and not early:
            mine, theirs = force("russian", 2), force("german", 5)
        assert whom.hand_in(theirs).status_code == 200
        assert found_in(whom.heard, theirs) == words(theirs)  # so they would be found
        who.look()
        who.listed()
        bad = who.hand_in({**mine, "men": mine["men"][:2]})
        assert bad.status_code == 400
        assert who.hand_in({**mine, "nation": "american"}).status_code == 400
        assert (
            whom.hand_in({**theirs, "men": theirs["men"][:-1]}).status_code == 200
        )  # he thinks better of it
        who.look()
        assert found_in(who.heard, theirs) == []
        assert found_in(who.heard, {"men": theirs["men"][:-1]}) == []
        assert who.hand_in(mine).json()["stage"] == "begun"
        # From now on both know what was spent.
        assert found_in(who.heard, {"men": theirs["men"][:-1]}) == [str(cost({"men": theirs["men"][:-1]}))]


@pytest.mark.parametrize("design", [REPLAY, BID], ids=["replay", "bid"])
def test_two_worlds_look_alike_before_the_game(sqlite_server: Server, design: dict[str, Any]) -> None:
    """Whatever the other has bought, a player is told the same bytes, refusals and lengths included."""
    worlds = []
    nation = "german" if design is REPLAY else "russian"
    defence = {} if design is REPLAY else {"defence": force("german", 4)}
    for theirs in (force("russian", 2), force("russian", 6, first=2, leaders=1), "chance"):
        one, other = two(sqlite_server, design, **defence)
        one.look()
        given = other.ask("POST", "/chance") if theirs == "chance" else other.hand_in(theirs)
        assert given.status_code == 200, given.text
        one.look()
        one.listed()
        one.hand_in({"nation": nation, "men": ["nobody"]})
        one.hand_in({"nation": nation, "men": force(nation)["men"][:1]})
        one.hand_in(force("american"))
        one.ask("GET", "")
        assert one.look()["game"] is None
        worlds.append(json.dumps(scrubbed(one.heard)))
    assert len(set(worlds)) == 1
    assert '"handed_in": true' in worlds[0]


def test_a_stranger_sees_nothing(sqlite_server: Server) -> None:
    made = make(sqlite_server, REPLAY)
    one = Buyer(sqlite_server, made)
    (invite,) = made["invites"]
    client = sqlite_server.client
    path = f"/api/designs/rooms/{one.id}"
    for token in ("x" * 43, invite["token"], ""):
        headers = {"authorization": f"Bearer {token}"} if token else {}
        for method, what, more in (
            ("GET", "", {}),
            ("POST", "/chance", {}),
            ("POST", "/force", {"json": {"force": force("german")}}),
        ):
            answer = client.request(method, path + what, headers=headers, **more)
            assert answer.status_code == 403 and set(answer.json()) == {"code", "reason", "rule"}
    assert client.post("/api/designs/rooms/mine", json={"tokens": ["x" * 43]}).json() == {"rooms": []}
    other_room = Buyer(sqlite_server, make(sqlite_server, REPLAY))
    assert client.get(path, headers=other_room.headers).status_code == 403
    answer = client.get(path, headers=one.headers)
    assert answer.headers["cache-control"] == "no-store" and "content-encoding" not in answer.headers
    assert one.look()["force"] is None


def test_only_hashes_of_tokens_are_kept(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with running(quick(str(database))) as server:
        made = make(server, REPLAY)
        one, other = Buyer(server, made), join(server, made)
        for buyer in (one, other):
            buyer.ask("POST", "/chance")
        secrets = [one.grant["token"], other.grant["token"], made["invites"][0]["token"]]
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert one.id.encode() in kept and not [token for token in secrets if token.encode() in kept]


# -- what is refused -----------------------------------------------------------------------------------------


def test_a_room_has_two_places(server: Server) -> None:
    made = make(server, REPLAY)
    join(server, made)
    path = f"/api/designs/rooms/{made['room']['id']}/join"
    for invite in (made["invites"][0]["token"], "y" * 43):
        answer = server.client.post(path, json={"invite": invite, "name": "Carl"})
        assert answer.status_code == 403 and "invitation" in answer.json()["reason"]
    assert [one["name"] for one in Buyer(server, made).look()["buyers"]] == ["Anna", "Bert"]
    assert (
        server.client.post("/api/designs/rooms/nowhere00/join", json={"invite": "y" * 43}).status_code == 404
    )


def test_nobody_buys_against_himself(sqlite_server: Server) -> None:
    """Who is signed in does not use up his own invitation, and finds his rooms and games with the account alone."""
    credentials = {"name": "Anna of the room", "password": "a long password"}
    session = sqlite_server.client.post("/api/accounts", json=credentials).json()["token"]
    headers = {"authorization": f"Bearer {session}"}
    asked = {"design": REPLAY}
    made = sqlite_server.client.post("/api/designs/rooms", json=asked, headers=headers).json()
    path = f"/api/designs/rooms/{made['room']['id']}"
    use = {"invite": made["invites"][0]["token"]}
    assert sqlite_server.client.post(f"{path}/join", json=use, headers=headers).status_code == 403
    other = join(sqlite_server, made)
    assert sqlite_server.client.post(f"{path}/chance", headers=headers).status_code == 200
    assert other.ask("POST", "/chance").json()["stage"] == "begun"
    listed = sqlite_server.client.post("/api/designs/rooms/mine", json={}, headers=headers).json()
    assert [one["id"] for one in listed["rooms"]] == [made["room"]["id"]]
    games = sqlite_server.client.post("/api/games/mine", json={}, headers=headers).json()["games"]
    assert [one["game"]["id"] for one in games] == [other.look()["game"]["id"]]


BAD_FORCES = [
    ({"nation": "russian", "men": ["beck"]}, "not a german one"),
    ({"nation": "german", "men": ["nobody"]}, "there is no german man"),
    ({"nation": "german", "men": ["beck"]}, "UF:43.2-f"),
    ({"nation": "german"}, "UF:3.2-a"),
    ({"nation": "german", "men": ["beck", "beck"]}, "once only"),
    ({"nation": "german", "men": ["beck"], "troops": "moon"}, "there are no troops"),
    ({"nation": "german", "men": ["beck"], "troops": "guards"}, "UF:39.7-b"),
    ({"nation": "german", "men": ["beck"], "reinforcements": {"7": ["beck"]}}, "one, two or three decks"),
    ({"nation": "german", "men": ["beck"], "secondary": {"beck": "radio"}, "radio": 9}, "artillery"),
]


@pytest.mark.parametrize(("wish", "why"), BAD_FORCES, ids=[why for _, why in BAD_FORCES])
def test_a_force_that_may_not_be_had_is_refused(
    sqlite_server: Server, wish: dict[str, Any], why: str
) -> None:
    """What was handed in before stays."""
    one, _ = two(sqlite_server, REPLAY)
    good = force("german")
    assert one.hand_in(good).status_code == 200
    answer = one.hand_in(wish)
    assert answer.status_code == 400 and why in answer.json()["reason"]
    assert one.look()["force"]["men"] == good["men"]
    refused = make(sqlite_server, REPLAY, 400, force=wish)
    assert why in refused["reason"]


def test_more_than_the_points_is_refused(sqlite_server: Server) -> None:
    one, _ = two(sqlite_server, REPLAY)
    answer = one.hand_in(force("german", 16))
    assert answer.status_code == 400 and "314 are allowed (UF:43.2-b)" in answer.json()["reason"]


def test_nothing_is_changed_after_the_game_has_begun(server: Server) -> None:
    one, other = two(server, REPLAY)
    first, second = force("german", 2), force("german", 4)
    assert one.hand_in(first).status_code == 200
    assert one.hand_in(second).status_code == 200  # until the other has handed in too
    assert other.hand_in(force("russian")).json()["stage"] == "begun"
    for answer in (one.hand_in(first), one.ask("POST", "/chance"), other.hand_in(force("russian", 1))):
        assert answer.status_code == 409 and answer.json()["code"] == "begun"
    assert one.look()["force"]["men"] == second["men"]


def test_a_force_can_be_handed_in_before_the_friend_is_there(sqlite_server: Server) -> None:
    mine = force("german")
    made = make(sqlite_server, REPLAY, force=mine)
    assert made["room"]["stage"] == "joining" and made["room"]["force"]["men"] == mine["men"]
    other = join(sqlite_server, made)
    assert other.hand_in(force("russian")).json()["stage"] == "begun"


@pytest.mark.parametrize(
    "asked",
    [
        {
            "design": {
                "version": "balance",
                "scenario": "UF-A",
                "opponent": "russian",
                "side": "german",
                "points": 9,
            }
        },
        {"design": {**REPLAY, "scenario": "UF-J"}},
        {"design": {**REPLAY, "opponent": "german"}},
        {"design": REPLAY, "side": "american"},
        {"design": REPLAY, "defence": {"nation": "german", "men": ["beck"]}},
        {"design": {**BID, "attacker": "moon"}},
        {"design": BID, "defence": {"nation": "russian", "men": ["beck"]}},
        {"design": BID, "defence": {"nation": "german", "men": ["beck"]}},
        {"design": REPLAY, "table": {"clock": {"kind": "total", "seconds": 0}}},
        {"design": REPLAY, "force": {"nation": "german", "men": ["beck"] * 41}},
        {"design": REPLAY, "secret": 1},
    ],
)
def test_rooms_that_cannot_be_made(sqlite_server: Server, asked: dict[str, Any]) -> None:
    answer = sqlite_server.client.post("/api/designs/rooms", json=asked)
    assert answer.status_code == 400 and answer.json()["reason"]


def test_rooms_are_limited_like_games(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.sqlite3"), requests_per_minute=3, warm=False)
    with running(settings) as server:
        one, _ = two(server, REPLAY)
        assert one.ask("POST", "/chance").status_code == 200
        assert one.ask("POST", "/chance").status_code == 429
        assert one.look()["stage"] == "buying"  # to look is free: pages do so all the time


# -- keeping -------------------------------------------------------------------------------------------------


def test_a_room_outlives_the_server(database: str) -> None:
    """All of it is in the store: between joining, the two forces and the table."""
    mine, theirs = force("german"), force("russian", 4)
    with running(quick(database)) as server:
        made = make(server, REPLAY)
    with running(quick(database)) as server:
        one, other = Buyer(server, made), join(server, made)
        assert one.hand_in(mine).status_code == 200
    with running(quick(database)) as server:
        one.server = other.server = server
        assert one.look()["force"]["men"] == mine["men"] and other.look()["stage"] == "buying"
        assert other.hand_in(theirs).json()["stage"] == "begun"
    with running(quick(database)) as server:
        one.server = other.server = server
        game = one.look()["game"]
        assert other.look()["game"]["id"] == game["id"]
        with Player(server, game["id"], one.grant["token"]) as player:
            assert player.table["holds"] == ["german"]


def test_a_room_is_part_of_a_copy(tmp_path: Path) -> None:
    mine, (first, second) = force("german"), (str(tmp_path / name) for name in ("a.sqlite3", "b.sqlite3"))
    with running(quick(first)) as server:
        made = make(server, REPLAY, force=mine)
    backup.write(database_url(first), tmp_path / "copy.gz")
    counts = backup.read(database_url(second), tmp_path / "copy.gz")
    assert (counts["design_rooms"], counts["design_room_seats"]) == (1, 2)
    with running(quick(second)) as server:
        assert Buyer(server, made).look()["force"]["men"] == mine["men"]
        assert join(server, made).hand_in(force("russian")).json()["stage"] == "begun"


def test_a_server_that_dies_before_the_table_is_there(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both forces are written down, the table is not: who looks next opens it."""
    one, other = two(server, REPLAY)
    assert one.hand_in(force("german")).status_code == 200

    async def dies(*given: Any) -> None:
        raise RuntimeError("the power is off")

    with monkeypatch.context() as broken:
        broken.setattr("defilade.server.design_rooms.open_table", dies)
        assert other.hand_in(force("russian")).status_code == 500
    assert other.hand_in(force("russian", 5)).status_code == 409
    game = one.look()["game"]
    with Player(server, game["id"], other.grant["token"]) as player:
        assert player.table["holds"] == ["russian"]


def test_both_hand_in_at_once(server: Server) -> None:
    for _ in range(3):
        one, other = two(server, REPLAY)
        with ThreadPoolExecutor(2) as both:
            answers = list(
                both.map(
                    lambda given: given[0].hand_in(given[1]),
                    [(one, force("german")), (other, force("russian"))],
                )
            )
        assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
        games = {buyer.look()["game"]["id"] for buyer in (one, other)}
        assert len(games) == 1


def test_two_workers_serve_one_room(cluster: Cluster) -> None:
    """Each player has come to another worker; both hand in at once, and one game comes of it."""
    database = cluster.new_database()
    with running(quick(database)) as first, running(quick(database)) as second:
        for _ in range(3):
            one, other = two(first, REPLAY)
            other.server = second
            with ThreadPoolExecutor(2) as both:
                asked = [
                    both.submit(one.hand_in, force("german")),
                    both.submit(other.hand_in, force("russian")),
                ]
                answers = [found.result() for found in asked]
            assert [answer.status_code for answer in answers] == [200, 200], [
                answer.text for answer in answers
            ]
            games = [buyer.look()["game"]["id"] for buyer in (one, other)]
            assert len(set(games)) == 1
            with Player(second, games[0], one.grant["token"]) as player:
                assert player.table["holds"] == ["german"]


def test_two_forces_of_which_no_game_can_be_made(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It should not happen; if it does, the second is told no more than that, and the room stays as it was."""
    one, other = two(sqlite_server, REPLAY)
    theirs = force("russian", 5)
    assert other.hand_in(theirs).status_code == 200
    opened = designs.opened

    def picky(design: Any, forces: Any) -> Any:
        if list(forces["russian"].men) == theirs["men"]:
            raise designs.NotPossible("force", f"they do not like {theirs['men']}")
        return opened(design, forces)

    with monkeypatch.context() as broken:
        broken.setattr(designs, "opened", picky)
        answer = one.hand_in(force("german"))
    assert answer.status_code == 400 and found_in(one.heard, theirs) == []
    assert one.look()["force"] is None
    assert one.hand_in(force("german")).json()["stage"] == "begun"
