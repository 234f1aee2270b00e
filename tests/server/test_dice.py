"""Nobody chooses the dice or knows them beforehand: who opens a table, keeps the server, or goes back."""

from __future__ import annotations

import json
import secrets
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from defilade.kernel import LogError, read_log, verify
from defilade.kernel.chance import commitment_of
from defilade.kernel.log import GameLog
from defilade.server.seals import CannotOpen, Seals
from defilade.server.settings import Settings, database_url
from defilade.server.store import Store
from defilade.systems import find_system
from server import toy_table
from server.conftest import quick
from server.harness import Player, Server, in_a_loop, play_out, running

BOTH_MINE = [{"side": "red", "who": "mine"}, {"side": "blue", "who": "mine"}]
ONE_OPEN = [{"side": "red", "who": "mine"}, {"side": "blue", "who": "open"}]


def pledged() -> tuple[str, str]:
    salt = secrets.token_hex(32)
    return salt, commitment_of(salt)


def log_from(server: Server, tmp_path: Path, game: str, token: str) -> GameLog:
    path = tmp_path / "game.log"
    path.write_bytes(server.log_of(game, token).content)
    return read_log(path)


# -- what a host could do ------------------------------------------------------------------------------------


def test_a_game_whose_file_holds_its_seed_has_no_open_seat(sqlite_server: Server):
    """The host used to read the seed of a game by mail from its file while a guest played against him."""
    client, table = sqlite_server.client, {"mail": True}
    asked = {"scenario": "T1", "seats": ONE_OPEN, "table": table}
    refused = client.post("/api/games", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (400, "mail")
    alone = client.post("/api/games", json={**asked, "seats": BOTH_MINE})
    assert alone.status_code == 201
    log = sqlite_server.log_of(alone.json()["game"]["id"], alone.json()["seats"][0]["token"]).text
    refused = client.post("/api/games/import", json={"log": log, "seats": ONE_OPEN, "table": table})
    assert (refused.status_code, refused.json()["code"]) == (400, "mail")
    rooms = client.post(
        "/api/designs/rooms", json={"design": {"scenario": "A", "troops": {}}, "table": table}
    )
    assert rooms.status_code == 400


def test_nobody_chooses_the_seed_of_a_game_that_others_join(sqlite_server: Server):
    """By an empty file with a seed of his own."""
    made = sqlite_server.new_game(seats={"red": "mine", "blue": "mine"}, table={"mail": True})
    whole = sqlite_server.log_of(made["game"]["id"], made["seats"][0]["token"]).text
    header = json.loads(whole.splitlines()[0])
    seed = "ab" * 32
    header.update(seed=seed, commitment=commitment_of(seed), salts={}, pledges={})
    asked = {"log": json.dumps(header) + "\n", "seats": ONE_OPEN}
    taken = sqlite_server.client.post("/api/games/import", json=asked)
    assert taken.status_code == 201, taken.text
    assert taken.json()["game"]["commitment"] not in ("", commitment_of(seed))


def test_an_old_game_by_mail_is_joined_by_nobody(sqlite_server: Server):
    made = sqlite_server.new_game()
    store = sqlite_server.settings.database
    with sqlite3.connect(store) as connection:
        connection.execute(
            "UPDATE games SET arrangement = ? WHERE id = ?", ('{"mail":true}', made["game"]["id"])
        )
    joining = {"invite": made["invites"][0]["token"]}
    answer = sqlite_server.client.post(f"/api/games/{made['game']['id']}/join", json=joining)
    assert (answer.status_code, answer.json()["code"]) == (400, "mail")


def test_a_guest_sees_every_term_before_he_sits_down(sqlite_server: Server):
    terms = {"undo": "free", "clock": {"kind": "game", "seconds": 600, "increment": 5}, "public": True}
    made = sqlite_server.new_game(table=terms, options={})
    path = f"/api/games/{made['game']['id']}/invitation"
    shown = sqlite_server.client.post(path, json={"invite": made["invites"][0]["token"]})
    assert shown.status_code == 200, shown.text
    invitation = shown.json()
    assert invitation["side"] == "blue" and invitation["moment"] == 0
    for name, term in terms.items():
        assert invitation["game"]["table"][name] == term
    assert invitation["game"]["seats"][1]["kind"] == "open", "he has not sat down by looking"
    assert sqlite_server.client.post(path, json={"invite": "x" * 40}).status_code == 403
    sqlite_server.join(made)
    assert sqlite_server.client.post(path, json={"invite": made["invites"][0]["token"]}).status_code == 403


def test_no_dice_are_thrown_before_everybody_has_sat_down(sqlite_server: Server):
    """Who opens a table could else look at his first cards, and open another where he did not like them."""
    made = sqlite_server.new_game()
    with Player(sqlite_server, made["game"]["id"], made["seats"][0]["token"]) as host:
        assert host.table["moment"] == 0 and "dice wait" in host.prompt["asks"]
        sqlite_server.join(made)
        while host.now["moment"] == 0:
            host.next()
        assert host.now["prompt"]["side"] in ("red", "blue")


# -- what is added -------------------------------------------------------------------------------------------


def played(server: Server, seed: str = "") -> tuple[str, dict[str, str], dict[str, str]]:
    """A finished game to which both have added; gives it, the tokens and the salts."""
    (red_salt, red_pledge), (blue_salt, blue_pledge) = pledged(), pledged()
    made = server.new_game(pledge=red_pledge)
    game = made["game"]["id"]
    joined = server.client.post(
        f"/api/games/{game}/join", json={"invite": made["invites"][0]["token"], "pledge": blue_pledge}
    ).json()
    tokens = {"red": made["seats"][0]["token"], "blue": joined["seats"][0]["token"]}
    players = {side: Player(server, game, token) for side, token in tokens.items()}
    red, blue = players["red"], players["blue"]
    assert red.ask({"type": "reveal", "salt": "ff" * 32})["type"] == "refused"
    assert red.ask({"type": "reveal", "salt": red_salt})["type"] == "accepted"
    assert "dice wait" in red.prompt["asks"] or red.prompt["side"], red.prompt
    assert blue.ask({"type": "reveal", "salt": blue_salt})["type"] == "accepted"
    while not all(player.prompt["side"] for player in players.values()):
        for player in players.values():
            if not player.prompt["side"]:
                player.next()
    play_out(players)
    for player in players.values():
        player.close()
    return game, tokens, {"red": red_salt, "blue": blue_salt}


def test_both_players_add_to_the_dice_and_the_log_proves_it(sqlite_server: Server, tmp_path: Path):
    game, tokens, salts = played(sqlite_server)
    log = log_from(sqlite_server, tmp_path, game, tokens["red"])
    assert log.salts == salts and log.pledges == {side: commitment_of(salt) for side, salt in salts.items()}
    assert verify(log, find_system) == len(log.entries)
    other = secrets.token_hex(32)
    changed: dict[str, Any] = {
        "salts": {**salts, "blue": other},
        "pledges": {**log.pledges, "blue": commitment_of(other)},
    }
    for forged in (
        {"salts": changed["salts"]},
        changed,
        {"salts": {"red": salts["red"]}, "pledges": {"red": log.pledges["red"]}},
        {"seed": other, "commitment": commitment_of(other)},
        {"dice": 1},
    ):
        with pytest.raises(LogError):
            verify(msgspec.structs.replace(log, **forged), find_system)


def test_what_is_added_is_not_shown_before_everybody_has_pledged(sqlite_server: Server):
    salt, pledge = pledged()
    made = sqlite_server.new_game(pledge=pledge)
    assert made["game"]["seats"][0]["pledge"] == pledge
    with Player(sqlite_server, made["game"]["id"], made["seats"][0]["token"]) as red:
        assert red.ask({"type": "reveal", "salt": salt})["code"] == "illegal"
        sqlite_server.join(made)
        assert red.ask({"type": "reveal", "salt": salt})["type"] == "accepted"
        assert red.ask({"type": "reveal", "salt": salt})["code"] == "illegal"


def test_who_has_lost_what_he_pledged_adds_nothing_and_everybody_is_told(sqlite_server: Server):
    _, pledge = pledged()
    made = sqlite_server.new_game(pledge=pledge)
    sqlite_server.join(made)
    with Player(sqlite_server, made["game"]["id"], made["seats"][0]["token"]) as red:
        assert red.ask({"type": "reveal", "salt": ""})["type"] == "accepted"
        assert "adds nothing" in red.wait("chat")["line"]["text"]
        assert sqlite_server.service.rooms.get(made["game"]["id"]).game.may_draw


def test_the_log_proves_the_winner_and_the_sides(sqlite_server: Server, tmp_path: Path):
    game, tokens, _ = played(sqlite_server)
    log = log_from(sqlite_server, tmp_path, game, tokens["red"])
    other = {"red": "blue", "blue": "red", "": "red"}[log.result]
    with pytest.raises(LogError, match="won"):
        verify(msgspec.structs.replace(log, result=other), find_system)
    entries = list(log.entries)
    n = next(n for n, entry in enumerate(entries) if entry.side)
    entries[n] = msgspec.structs.replace(entries[n], side="blue" if entries[n].side == "red" else "red")
    with pytest.raises(LogError, match="is asked"):
        verify(msgspec.structs.replace(log, entries=entries), find_system)
    unfinished = msgspec.structs.replace(log, entries=entries[:1], result="red")
    with pytest.raises(LogError, match=r"goes on|asked"):
        verify(unfinished, find_system)


# -- what a keeper of the database could do ------------------------------------------------------------------


def test_no_seed_lies_open_in_the_store(tmp_path: Path):
    database = str(tmp_path / "games.sqlite3")
    with running(quick(database), think=toy_table.think) as server:
        made = server.new_game(seats={"red": "mine", "blue": "mine"})
        seed = server.do(server.service.store.game(made["game"]["id"]))[0].seed
        assert commitment_of(seed) == made["game"]["commitment"]
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite3*"))
    assert seed.encode() not in kept and bytes.fromhex(seed) not in kept


def test_seeds_are_opened_with_the_key_and_with_no_other(tmp_path: Path):
    database = str(tmp_path / "games.sqlite3")
    with running(quick(database), think=toy_table.think) as server:
        made = server.new_game(seats={"red": "mine", "blue": "mine"})
    changed = quick(
        database, seed_key="another key which is as long as it must be,a key for tests and nothing else"
    )
    stranger = Store(database_url(database), seals=Seals("a key that nobody has ever used before"))
    with pytest.raises(CannotOpen, match="another key"):
        in_a_loop(stranger.seal_seeds())
    stranger.close()
    with running(changed, think=toy_table.think) as server:
        assert server.log_of(made["game"]["id"], made["seats"][0]["token"]).status_code == 200
    alone = quick(database, seed_key="another key which is as long as it must be")
    with running(alone, think=toy_table.think) as server:
        assert server.log_of(made["game"]["id"], made["seats"][0]["token"]).status_code == 200


def test_the_key_is_made_beside_the_store_for_its_owner_alone(tmp_path: Path):
    with running(Settings(database=str(tmp_path / "games.sqlite3"), warm=False), think=toy_table.think):
        key = tmp_path / "games.sqlite3.key"
        assert key.stat().st_mode & 0o777 == 0o600 and len(key.read_text().strip()) >= 32


# -- what one who goes back could do -------------------------------------------------------------------------


def test_after_an_agreed_undo_other_dice_fall(sqlite_server: Server):
    """Who knew what he would throw could go back and make better use of it."""
    made, tokens = sqlite_server.two_players("UF-A", seats={"german": "mine", "american": "open"})
    game = made["game"]["id"]
    players = {side: Player(sqlite_server, game, token) for side, token in tokens.items()}
    throws: set[str] = set()
    for _ in range(8):
        throws.add(json.dumps(first_outcomes(sqlite_server, game, players)))
        go_back(players)
    assert len(throws) > 1, "the same dice fell eight times"


def first_outcomes(server: Server, game: str, players: dict[str, Player]) -> list[Any]:
    """Take the first option until something has been drawn after it; gives what."""
    while True:
        side = next(iter(players.values())).prompt["side"]
        answer = players[side].act(players[side].prompt["options"][0]["action"])
        assert answer["type"] == "accepted", answer
        for player in players.values():
            player.catch_up(answer["step"])
        rows = server.do(server.service.store.rows(game, 0))
        line = {mark.seq for mark in server.service.rooms.get(game).game.line}
        steps = [json.loads(row.body) for row in rows if row.seq in line]
        acted = next(n for n, one in enumerate(steps) if "action" in one)
        drawn = [one for one in steps[acted:] if "action" not in one]
        if drawn:
            return [(one.get("dice"), one.get("drawn")) for one in drawn]


def go_back(players: dict[str, Player]) -> None:
    first, second = players.values()
    step = first.step
    asked = first.ask({"type": "undo", "step": step, "steps": 1})
    assert asked["type"] == "accepted", asked
    if first.step == step:
        second.wait("offers")
        answer = second.answer("undo", True)
        assert answer["type"] == "accepted", answer
        step = answer["step"]
    for player in players.values():
        player.catch_up(max(step, asked["step"]))


def test_an_answer_names_the_offer_that_it_answers(sqlite_server: Server):
    """Who asked to take back one decision could make it many just before the other agreed."""
    made, tokens = sqlite_server.two_players("UF-A", seats={"german": "mine", "american": "open"})
    game = made["game"]["id"]
    players = {side: Player(sqlite_server, game, token) for side, token in tokens.items()}
    for _ in range(2):
        first_outcomes(sqlite_server, game, players)
    decided = [mark.side for mark in sqlite_server.service.rooms.get(game).game.line if mark.is_action]
    asker = max(players, key=decided.count)
    other = next(one for side, one in players.items() if side != asker)
    asker = players[asker]
    for decisions in (1, 2):
        asked = asker.ask({"type": "undo", "step": asker.step, "steps": decisions})
        assert asked["type"] == "accepted", asked
    seen = other.wait("offers")["offers"][0]
    late = other.ask(
        {"type": "answer", "step": other.step, "kind": "undo", "agree": True, "offer": seen["n"]}
    )
    assert (late["type"], late["code"]) == ("refused", "stale")
