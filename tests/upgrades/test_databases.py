"""The store of an earlier version: it is opened, its games go on where the rules still lead to where they stand, and
the others can be read."""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from defilade.kernel.log import Record, read_log_or_record
from server.conftest import quick
from server.harness import Player, Server, running

FIXTURE = Path(__file__).parents[1] / "server" / "fixtures" / "first-landed.db.xz"

SIDES = {
    "s1-at-0120": ("american", "german"),
    "s2-at-0215": ("russian", "german"),
    "uf-a-at-0210": ("german", "american"),
    "uf-e-at-0404": ("german", "american"),
    "uf-i-at-0230": ("german", "russian"),
    "uf-j-at-0519": ("german", "american", "russian"),
    "uf-l-at-0418": ("american", "german"),
    "uf-l-at-0470": ("american", "german"),
}
FINISHED = "uf-j-at-0519"


def token(game: str, side: str) -> str:
    return f"token-{game}-{side}"


def unpacked(folder: Path) -> Path:
    path = folder / "games.sqlite3"
    path.write_bytes(lzma.decompress(FIXTURE.read_bytes()))
    return path


@pytest.fixture(scope="module")
def old_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(quick(str(unpacked(tmp_path_factory.mktemp("old"))), snapshot_every=50)) as found:
        yield found


def test_the_games_are_listed(old_server: Server):
    given = [token(game, sides[0]) for game, sides in SIDES.items()]
    answer = old_server.client.post("/api/games/mine", json={"tokens": given})
    assert answer.status_code in (200, 201), answer.text
    found = {one["game"]["id"] for one in answer.json()["games"]}
    assert found == set(SIDES)


@pytest.mark.parametrize("game", [game for game in SIDES if game != FINISHED])
def test_every_running_game_opens_for_every_side(old_server: Server, game: str):
    """Whether it goes on is the rules' to say; what happened is there in any case."""
    for side in SIDES[game]:
        with Player(old_server, game, token(game, side)) as player:
            table = player.table
            assert len(table["events"]) > 50
            assert table["moment"] >= int(game[-4:])
            assert table["chat"][0]["text"] == "Good luck!"
            assert table["scene"]
            assert table["seed"] == ""
            if table["result"] is None:
                assert table["prompt"]["side"] in SIDES[game]
            else:
                assert table["result"]["how"] == "pinned" and "can still be read" in table["result"]["why"]
                assert table["prompt"] is None


@pytest.mark.parametrize("game", ["s1-at-0120", "uf-l-at-0470"])
def test_one_that_goes_on_is_played_on(old_server: Server, game: str):
    """The second could not be played again from its start: it goes on from the last state that was kept."""
    players = {side: Player(old_server, game, token(game, side)) for side in SIDES[game]}
    first = next(iter(players.values()))
    before = first.table["moment"]
    for _ in range(20):
        side = first.prompt["side"]
        answer = players[side].act(players[side].prompt["options"][0]["action"])
        assert answer["type"] == "accepted", answer
        for player in players.values():
            player.catch_up(answer["step"])
    assert first.now["moment"] >= before + 20
    for player in players.values():
        player.close()


def test_a_finished_one_stays_as_it_ended(old_server: Server, tmp_path: Path):
    with Player(old_server, FINISHED, token(FINISHED, "german")) as player:
        result = player.table["result"]
        assert (result["winner"], result["how"]) == ("german", "played")
        assert player.table["seed"] == "64" * 32, "the dice are shown, as after every game"
        assert player.ask({"type": "resign", "step": player.step})["type"] == "refused"
    (tmp_path / "log").write_text(old_server.log_of(FINISHED, token(FINISHED, "german")).text)
    log = read_log_or_record(tmp_path / "log")
    assert not isinstance(log, Record)
    assert log.version == "1" and log.result == "german" and len(log.entries) == 519
    assert log.entries[40].events or log.entries[41].events


# -- a game that the rules stop ----------------------------------------------------------------------------


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """The same store after a correction, as it were: the rules do not know what somebody once did in a game, and
    cannot read the states that were kept of it since."""
    path = unpacked(tmp_path)
    with sqlite3.connect(path) as db:
        for game in ("s1-at-0120", "uf-l-at-0470", FINISHED):
            (seq, body) = db.execute(
                "SELECT seq, body FROM journal WHERE game = ? AND body LIKE '%action%' AND seq > 60", (game,)
            ).fetchone()
            entry = {**json.loads(body), "action": "vanish x99"}
            db.execute(
                "UPDATE journal SET body = ? WHERE game = ? AND seq = ?", (json.dumps(entry), game, seq)
            )
            db.execute("DELETE FROM snapshots WHERE game = ? AND seq >= ?", (game, seq))
    return path


@pytest.mark.parametrize("game", ["s1-at-0120", "uf-l-at-0470"])
def test_a_pinned_game_is_a_record(stopped: Path, game: str, tmp_path: Path):
    side = SIDES[game][0]
    with running(quick(str(stopped))) as server:
        with Player(server, game, token(game, side)) as player:
            result = player.table["result"]
            assert result["how"] == "pinned" and "at step" in result["why"] and result["winner"] == ""
            assert "vanish" not in json.dumps(player.table), "what was refused may be the other side's secret"
            assert len(player.table["events"]) > 50, "what happened is all there, past that step as well"
            assert player.table["seed"] == "" and player.table["prompt"] is None
            for message in (
                {"type": "act", "action": "done"},
                {"type": "resign"},
                {"type": "undo", "steps": 1},
                {"type": "draw"},
                {"type": "act", "action": player.table["events"][-1]["kind"]},
            ):
                answer = player.ask({"step": player.step, **message})
                assert answer["type"] == "refused" and answer["code"] == "over", answer
            kept = player.ask({"type": "orders", "orders": {"interrupts": "never", "single_options": True}})
            assert kept["type"] == "accepted", kept
        headers = {"authorization": f"Bearer {token(game, side)}"}
        last = server.client.get(f"/api/games/{game}/moments/{int(game[-4:])}", headers=headers)
        assert last.status_code == 400 and "can only be read in the log" in last.text
        assert server.client.get(f"/api/games/{game}/moments/10", headers=headers).status_code == 200
        (tmp_path / "log").write_text(server.log_of(game, token(game, side)).text)
        assert read_log_or_record(tmp_path / "log").entries
        assert server.client.get("/api/health").status_code == 200
    with sqlite3.connect(stopped) as db:
        kept = db.execute("SELECT seq, result FROM games WHERE id = ?", (game,)).fetchone()
        assert kept == (int(game[-4:]), ""), "nothing was written: another version may go on with it"


def test_a_finished_game_that_stops_is_still_finished(stopped: Path):
    with (
        running(quick(str(stopped))) as server,
        Player(server, FINISHED, token(FINISHED, "german")) as player,
    ):
        assert (player.table["result"]["winner"], player.table["result"]["how"]) == ("german", "played")


def test_a_game_that_cannot_even_begin_says_so(stopped: Path):
    with sqlite3.connect(stopped) as db:
        db.execute("UPDATE games SET scenario = 'S99' WHERE id = 's1-at-0120'")
        db.execute("DELETE FROM snapshots WHERE game = 's1-at-0120'")
        db.execute("UPDATE games SET system = 'whist' WHERE id = 's2-at-0215'")
    with running(quick(str(stopped))) as server:
        for game in ("s1-at-0120", "s2-at-0215"):
            headers = {"authorization": f"Bearer {token(game, SIDES[game][0])}"}
            answer = server.client.get(f"/api/games/{game}", headers=headers)
            assert answer.status_code == 404 and "nothing of it is lost" in answer.text
