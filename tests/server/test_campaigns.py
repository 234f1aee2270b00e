"""Campaigns at the table: begun, played game after game with the men carried over, and kept."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from defilade.kernel import verify
from defilade.kernel.chance import commitment_of
from defilade.server.imports import checked_log
from defilade.systems import find_system
from server.harness import Player, Server, play_out

SERIES = ["UF-A", "UF-B", "UF-D"]


class Campaigner:
    """Somebody who keeps sides of a campaign."""

    def __init__(self, server: Server, made: dict[str, Any]) -> None:
        self.server, self.id = server, made["campaign"]["id"]
        self.tokens = {grant["side"]: grant["token"] for grant in made["seats"]}
        self.now: dict[str, Any] = made["campaign"]

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {','.join(self.tokens.values())}"}

    def look(self) -> dict[str, Any]:
        answer = self.server.client.get(f"/api/campaigns/{self.id}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        self.now = answer.json()
        return self.now

    def post(self, what: str, choices: dict[str, Any], number: int | None = None) -> Any:
        body = {"number": number or self.now["number"], "choices": choices}
        answer = self.server.client.post(f"/api/campaigns/{self.id}/{what}", json=body, headers=self.headers)
        if answer.status_code == 200:
            self.now = answer.json()
        return answer

    def muster(self, **choices: Any) -> dict[str, Any]:
        answer = self.post("muster", {side: choices.get(side, {}) for side in self.tokens})
        assert answer.status_code == 200, answer.text
        return self.now

    @property
    def table(self) -> str:
        return self.now["games"][self.now["number"] - 1]["game"]

    def man(self, side: str, man: str) -> dict[str, Any]:
        roster = next(one for one in self.now["sides"] if one["side"] == side)
        return next(one for one in roster["men"] if one["id"] == man)

    def points(self) -> dict[str, int]:
        return {one["side"]: one["points"] for one in self.now["sides"]}


def begin(server: Server, seats: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    chosen = seats or {"german": "mine", "american": "open"}
    wishes = [
        {"side": side, "who": who}
        if who in ("mine", "open")
        else {"side": side, "who": "computer", "level": who}
        for side, who in chosen.items()
    ]
    asked = {"opponent": "american", "scenarios": SERIES, "seats": wishes, "title": "To the Rhine", **more}
    answer = server.client.post("/api/campaigns", json=asked)
    assert answer.status_code == 201, answer.text
    return answer.json()


def two(server: Server, **more: Any) -> tuple[Campaigner, Campaigner]:
    """Two players, the second by invitation."""
    made = begin(server, **more)
    (invite,) = made["invites"]
    one = Campaigner(server, made)
    joined = server.client.post(
        f"/api/campaigns/{one.id}/join", json={"invite": invite["token"], "name": "Guest"}
    )
    assert joined.status_code == 200, joined.text
    return one, Campaigner(server, joined.json())


def give_up(server: Server, loser: Campaigner, side: str) -> None:
    with Player(server, loser.table, loser.tokens[side]) as player:
        assert player.ask({"type": "resign", "step": player.step})["type"] == "accepted"


def test_what_a_campaign_can_be_made_of(sqlite_server: Server) -> None:
    offer = sqlite_server.client.get("/api/campaigns/offer").json()
    assert offer["series"] == [f"UF-{letter}" for letter in "ABDEFGHCL"]
    names = {one["id"]: one for one in offer["scenarios"]}
    assert set(offer["series"]) <= set(names) and "UF-J" not in names
    assert {one["id"] for one in offer["nations"]} == {"american", "russian"}
    assert [one["id"] for one in offer["weapons"]["german"]][:1] == ["german-rifle"]


def test_a_campaign_waits_for_its_second_player(server: Server) -> None:
    made = begin(server)
    one = Campaigner(server, made)
    assert one.now["stage"] == "joining" and one.now["waits_for"] == ["american"]
    assert one.post("muster", {"german": {}}).status_code == 400
    (invite,) = made["invites"]
    use = {"invite": invite["token"]}
    assert server.client.post(f"/api/campaigns/{one.id}/join", json=use).status_code == 200
    assert one.look()["stage"] == "muster" and one.now["waits_for"] == ["german", "american"]
    assert server.client.post(f"/api/campaigns/{one.id}/join", json=use).status_code == 403


def test_the_game_begins_when_both_have_mustered(server: Server) -> None:
    one, other = two(server)
    one.look()
    assert one.muster()["stage"] == "muster" and one.now["waits_for"] == ["american"] and not one.table
    other.look()
    assert other.muster()["stage"] == "playing" and other.table
    one.look()
    with (
        Player(server, one.table, one.tokens["german"]) as german,
        Player(server, other.table, other.tokens["american"]) as american,
    ):
        assert german.table["holds"] == ["german"] and american.table["holds"] == ["american"]
        assert german.table["game"]["title"].endswith("(game 1 of To the Rhine)")
        assert "design" not in german.table["game"]["options"]
    assert one.post("muster", {"german": {}}).status_code == 400  # said too late


def test_nobody_speaks_for_another_or_looks_without_a_seat(server: Server) -> None:
    one, other = two(server)
    one.look()
    assert one.post("muster", {"american": {}}).status_code == 403
    nobody = server.client.get(f"/api/campaigns/{one.id}", headers={"authorization": f"Bearer {'x' * 40}"})
    assert nobody.status_code == 403
    assert server.client.get("/api/campaigns/unknown00", headers=one.headers).status_code == 404
    assert one.post("muster", {"german": {"substitutes": {"beck": "wollak"}}}).status_code == 400
    assert one.post("muster", {"german": {"nonsense": 1}}).status_code == 400
    assert other.look()["stage"] == "muster"


def test_three_games_with_the_same_men(server: Server) -> None:
    """The first is played to its end; the others are given up. The rosters go from game to game."""
    made = begin(server, {"german": "mine", "american": "mine"}, table={"curtain": False})
    me = Campaigner(server, made)
    assert me.now["yours"] == ["german", "american"] and me.muster()["stage"] == "playing"
    rng = random.Random(5)
    tokens = list(me.tokens.values())
    with Player(server, me.table, tokens[0], tuple(tokens[1:])) as player:
        both = {"german": player, "american": player}
        play_out(both, lambda options: options[int(rng.random() * len(options))])
        result = player.now["result"]
        fallen = {one["name"]: one["fate"] for one in player.now["scene"]["fallen"]}
    me.look()
    while me.now["stage"] == "aftermath":
        me.post("aftermath", {side: {} for side in me.now["waits_for"]})
    first = me.now["games"][0]
    assert first["state"] == "played" and first["winner"] == result["winner"]
    assert me.now["stage"] == "muster" and me.now["number"] == 2
    assert sum(me.points().values()) != 0 and first["points"] == me.points()
    lost = [one for side in me.now["sides"] for one in side["men"] if one["state"] == "lost"]
    assert len(lost) >= sum(fate == "killed" for fate in fallen.values())
    survivors = [one for side in me.now["sides"] for one in side["men"] if one["survival"]]
    assert survivors
    chapter = me.now["chapters"][0]
    assert any(note["rule"] == "UF:42.8" for note in chapter["outcome"])
    for number in (2, 3):
        before = me.points()
        assert me.muster()["stage"] == "playing"
        assert me.now["chapters"][number - 1]["number"] == number
        give_up(server, me, "german")
        me.look()
        while me.now["stage"] == "aftermath":
            me.post("aftermath", {side: {} for side in me.now["waits_for"]})
        assert me.now["games"][number - 1]["winner"] == "american"
        gained = {side: value - before[side] for side, value in me.points().items()}
        assert gained["american"] == 12 + min(0, gained["american"] - 12)
    assert me.now["stage"] == "over"
    points = me.points()
    assert me.now["leader"] == ("" if len(set(points.values())) == 1 else max(points, key=points.__getitem__))


def test_men_who_are_lost_are_asked_for_before_the_next_game(server: Server) -> None:
    """Places of dead men stand open, and whom the owner names takes them."""
    made = begin(server, {"german": "mine", "american": "random"}, scenarios=["UF-A", "UF-A"])
    me = Campaigner(server, made)
    me.muster()
    give_up(server, me, "german")
    me.look()
    while me.now["stage"] == "aftermath":
        me.post("aftermath", {"german": {}})
    assert me.now["open_places"] == [] and me.now["waits_for"] == ["german"]
    assert me.now["games"][0]["winner"] == "american"
    me.muster()
    assert me.now["stage"] == "playing"


def test_the_computer_musters_and_plays_its_side(server: Server) -> None:
    made = begin(server, {"german": "mine", "american": "random"})
    me = Campaigner(server, made)
    assert me.now["stage"] == "muster" and me.now["waits_for"] == ["german"]
    assert me.muster()["stage"] == "playing"
    with Player(server, me.table, me.tokens["german"]) as player:
        seats = {seat["side"]: seat["kind"] for seat in player.table["game"]["seats"]}
        assert seats == {"german": "human", "american": "computer"}


def test_campaigns_are_listed_and_their_files_stand_alone(server: Server) -> None:
    one, _ = two(server)
    found = server.client.post("/api/campaigns/mine", json={"tokens": list(one.tokens.values())}).json()
    (summary,) = [entry for entry in found["campaigns"] if entry["id"] == one.id]
    assert summary["your_turn"] and summary["length"] == 3 and summary["title"] == "To the Rhine"
    one.look()
    made = begin(server, {"german": "mine", "american": "mine"})
    me = Campaigner(server, made)
    me.muster()
    give_up(server, me, "american")
    log = checked_log(server.log_of(me.table, me.tokens["german"]).text)
    assert log.scenario == "UF-A-C1" and verify(log, find_system) == len(log.entries)
    taken = server.client.post(
        "/api/games/import",
        json={
            "log": server.log_of(me.table, me.tokens["german"]).text,
            "seats": [{"side": "german", "who": "mine"}],
        },
    )
    assert taken.status_code == 201 and taken.json()["game"]["title"].startswith("Meeting of Patrols")


def test_a_player_can_be_one_of_his_men(sqlite_server: Server) -> None:
    mine = {"german": {"name": "Jo", "weapon": "german-rifle"}}
    me = Campaigner(
        sqlite_server, begin(sqlite_server, {"german": "mine", "american": "random"}, personal=mine)
    )
    assert (
        me.man("german", "personal-german")["personal"]
        and me.man("german", "personal-german")["name"] == "Jo"
    )
    me.muster()
    with Player(sqlite_server, me.table, me.tokens["german"]) as player:
        assert "Jo" in str(player.table["prompt"])


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"opponent": "german"}, "opponent"),
        ({"scenarios": ["UF-J"]}, "scenarios"),
        ({"scenarios": ["S1"]}, "scenarios"),
        ({"scenarios": ["UF-I"]}, "scenarios"),
        (
            {"seats": [{"side": "german", "who": "computer"}, {"side": "american", "who": "computer"}]},
            "seats",
        ),
        ({"seats": [{"side": "russian", "who": "mine"}]}, "seats"),
        ({"personal": {"german": {"name": "Jo", "weapon": "german-mg42"}}}, "campaign"),
        ({"beside": ["moon"]}, "opponent"),
        ({"beside": ["russian"], "scenarios": ["UF-K"]}, "scenarios"),
        ({"beside": ["russian"], "scenarios": ["UF-A+UF-B+UF-C"]}, "scenarios"),
        ({"personal": {"russian": {"name": "Jo", "weapon": "russian-rifle"}}}, "personal"),
    ],
)
def test_what_cannot_be_a_campaign_is_refused(sqlite_server: Server, more: dict[str, Any], code: str) -> None:
    asked = {"opponent": "american", "seats": [{"side": "german", "who": "mine"}], **more}
    answer = sqlite_server.client.post("/api/campaigns", json=asked)
    assert answer.status_code == 400 and answer.json()["code"] == code, answer.text


def test_a_campaign_of_teams(server: Server) -> None:
    """Four rosters, two tables side by side, and the computer in two of the seats."""
    seats = {"german": "mine", "american": "random", "german-2": "mine", "russian-2": "random"}
    made = begin(server, seats, beside=["russian"], scenarios=["UF-A+UF-E", "UF-B"])
    me = Campaigner(server, made)
    assert [one["side"] for one in me.now["sides"]] == list(seats)
    assert me.now["games"][0]["title"] == "Meeting of Patrols and Armored Recon Patrol"
    assert me.muster()["stage"] == "playing"
    with Player(server, me.table, me.tokens["german-2"]) as player:
        kinds = {seat["side"]: seat["kind"] for seat in player.table["game"]["seats"]}
        assert kinds == {side: "human" if who == "mine" else "computer" for side, who in seats.items()}
        assert len(player.table["scene"]["piles"]) == 2 and player.table["holds"] == ["german-2"]


def test_a_campaign_outlives_the_server(tmp_path: Any) -> None:
    from server.conftest import quick
    from server.harness import running

    database = str(tmp_path / "games.sqlite3")
    with running(quick(database)) as first:
        me = Campaigner(first, begin(first, {"german": "mine", "american": "mine"}))
        me.muster()
        give_up(first, me, "american")
        me.look()
    with running(quick(database)) as second:
        me.server = second
        assert me.look()["games"][0]["winner"] == "german"
        assert me.now["stage"] in ("muster", "aftermath")


def to_the_end(server: Server, me: Campaigner, loser: str) -> None:
    """Give up game after game."""
    while me.now["stage"] != "over":
        assert me.muster()["stage"] == "playing"
        give_up(server, me, loser)
        me.look()
        while me.now["stage"] == "aftermath":
            me.post("aftermath", {side: {} for side in me.now["waits_for"]})


def test_what_is_drawn_between_games_is_committed_to_and_shown_at_the_end(sqlite_server: Server) -> None:
    """Neither the length of the seed nor what it is follows from anything that one sees before the end, and nobody can
    change it on the way."""
    seats = {"german": "mine", "american": "mine"}
    one, other = (
        Campaigner(sqlite_server, begin(sqlite_server, seats, scenarios=["UF-A", "UF-B"])) for _ in range(2)
    )
    promised = one.now["commitment"]
    assert len(promised) == 64 and one.now["seed"] == "" and promised != other.now["commitment"]
    one.muster()
    assert one.now["commitment"] == promised and one.now["seed"] == ""
    give_up(sqlite_server, one, "german")
    one.look()
    while one.now["stage"] == "aftermath":
        one.post("aftermath", {side: {} for side in one.now["waits_for"]})
    assert one.now["commitment"] == promised and one.now["seed"] == ""
    to_the_end(sqlite_server, one, "german")
    seed = one.now["seed"]
    assert len(bytes.fromhex(seed)) == 32 and commitment_of(seed) == promised == one.now["commitment"]
    row, _ = sqlite_server.do(sqlite_server.app.app.app.state.campaigns.store.find(other.id))
    secret = json.loads(row.body)["campaign"]["seed"]
    assert commitment_of(secret) == other.now["commitment"] and secret not in json.dumps(other.look())
    database = Path(sqlite_server.settings.database)
    stored = b"".join(file.read_bytes() for file in database.parent.glob(f"{database.name}*"))
    assert other.id.encode() in stored and secret.encode() not in stored, "it lies sealed in the store"
