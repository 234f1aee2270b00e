"""Playing: two people, a person and the computer, those who watch."""

from __future__ import annotations

import json

from defilade.kernel import verify
from defilade.server.imports import checked_log
from defilade.systems import find_system
from server.harness import Player, Server, play_out


def test_two_people_play_a_game_to_its_end(server: Server):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    with Player(server, game, tokens["red"]) as red, Player(server, game, tokens["blue"]) as blue:
        assert red.table["game"]["commitment"] and not red.table["seed"]
        play_out({"red": red, "blue": blue})
        assert red.now["result"] == blue.now["result"]
        assert red.now["seed"], "the seed is shown at the end"
    log = server.client.get(f"/api/games/{game}/log", headers={"authorization": f"Bearer {tokens['red']}"})
    checked = checked_log(log.text)
    assert checked.seed == red.now["seed"] and checked.commitment == red.table["game"]["commitment"]
    assert verify(checked, find_system) == red.now["moment"]


def test_the_computer_answers_until_a_person_is_asked(server: Server):
    made = server.new_game(seats={"red": "mine", "blue": "random"})
    with Player(server, made["game"]["id"], made["seats"][0]["token"]) as red:
        answers = 0
        while red.now["result"] is None:
            if red.prompt["yours"]:
                assert red.act(red.prompt["options"][-1]["action"])["type"] == "accepted"
                answers += 1
            else:
                red.next()
        assert answers


def test_only_the_one_who_is_asked_sees_the_options(server: Server):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    with (
        Player(server, game, tokens["red"]) as red,
        Player(server, game, tokens["blue"]) as blue,
        Player(server, game, made["watch"]) as watcher,
    ):
        asked, other = (red, blue) if red.prompt["yours"] else (blue, red)
        assert asked.prompt["options"] and asked.prompt["asks"] == "Hide a number"
        for one in (other, watcher):
            assert not one.prompt["yours"] and one.prompt["options"] == []
            assert one.prompt["asks"] == f"Waiting for {asked.now['side'].capitalize()}."
        assert watcher.now["side"] == "spectator" and watcher.table["holds"] == []


def test_one_person_plays_both_sides_at_one_screen(server: Server):
    made = server.new_game(seats={"red": "mine", "blue": "mine"})
    mine = [grant["token"] for grant in made["seats"]]
    with Player(server, made["game"]["id"], mine[0], (mine[1],)) as both:
        assert both.table["holds"] == ["red", "blue"]
        seen = set()
        while both.now["result"] is None:
            both.hand_over()
            assert both.prompt["yours"] and both.now["side"] == both.prompt["side"]
            seen.add(both.now["side"])
            assert both.act(both.prompt["options"][-1]["action"])["type"] == "accepted"
        assert seen == {"red", "blue"}


def test_who_reconnects_goes_on_at_the_exact_step(server: Server):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    with Player(server, game, tokens["red"]) as red, Player(server, game, tokens["blue"]) as blue:
        asked, token = (red, tokens["red"]) if red.prompt["yours"] else (blue, tokens["blue"])
        asked.act("hide - - 2")
        before, events = asked.now, asked.events
        with Player(server, game, token) as again:
            assert again.step == before["step"] and again.now["scene"] == before["scene"]
            assert again.prompt == before["prompt"] and again.events == events
        with Player(server, game, token, since=before["step"]) as again:
            assert again.table["events"] == [] and again.table["events_after"] == before["moment"]


def test_a_game_is_read_back_from_the_store_as_it_was(server: Server):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    with Player(server, game, tokens["red"]) as red, Player(server, game, tokens["blue"]) as blue:
        for _ in range(7):
            for one in (red, blue):
                one.catch_up(max(red.step, blue.step))
            asked = red if red.prompt["yours"] else blue
            asked.act(asked.prompt["options"][0]["action"])
        now = {"red": red.now, "blue": blue.now}
    server.service.rooms._rooms.clear()
    for side, token in tokens.items():
        with Player(server, game, token) as again:
            for part in ("step", "moment", "scene", "prompt", "offers"):
                if now[side]["step"] == again.step:
                    assert again.now[part] == now[side][part], part


def test_the_moments_of_a_game_can_be_seen_again(server: Server):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    with Player(server, game, tokens["red"]) as red, Player(server, game, tokens["blue"]) as blue:
        play_out({"red": red, "blue": blue})
        moments, events = red.now["moment"], red.events
    headers = {"authorization": f"Bearer {tokens['red']}"}
    seen = []
    for moment in range(moments + 1):
        view = server.client.get(f"/api/games/{game}/moments/{moment}", headers=headers).json()
        assert view["moment"] == moment and view["moments"] == moments
        seen += view["events"]
    assert seen == events
    assert view["scene"] == red.now["scene"]
    late = server.client.get(f"/api/games/{game}/moments/{moments + 1}", headers=headers)
    assert late.status_code == 400 and late.json()["code"] == "moment"


def test_everybody_is_told_who_is_there(server: Server):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    with Player(server, game, tokens["red"]) as red:
        assert {seat["side"]: seat["connected"] for seat in red.table["game"]["seats"]}["blue"] is False
        with Player(server, game, tokens["blue"]):
            while not all(seat["connected"] for seat in red.wait("seats")["seats"]):
                pass
        while all(seat["connected"] for seat in red.wait("seats")["seats"]):
            pass


def test_players_talk_and_watchers_listen(server: Server):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    with Player(server, game, tokens["red"]) as red, Player(server, game, made["watch"]) as watcher:
        red.say({"type": "chat", "text": "Good luck!"})
        line = watcher.wait("chat")["line"]
        assert (line["n"], line["by"], line["text"]) == (1, "red", "Good luck!")
        refused = watcher.ask({"type": "chat", "text": "Hello"})
        assert refused["code"] == "forbidden"
        with Player(server, game, tokens["blue"]) as blue:
            assert [one["text"] for one in blue.table["chat"]] == ["Good luck!"]


def test_my_games_are_found_by_their_tokens(server: Server):
    made, tokens = server.two_players()
    listed = server.client.post("/api/games/mine", json={"tokens": list(tokens.values())}).json()["games"]
    assert [one["game"]["id"] for one in listed] == [made["game"]["id"]]
    assert sorted(listed[0]["sides"]) == ["blue", "red"] and listed[0]["your_turn"]
    assert server.client.post("/api/games/mine", json={"tokens": ["x" * 43]}).json()["games"] == []


def test_public_games_are_listed_and_can_be_watched(server: Server):
    hidden = server.new_game()["game"]["id"]
    shown = server.new_game(table={"public": True})["game"]["id"]
    listed = {one["game"]["id"]: one for one in server.client.get("/api/games").json()["games"]}
    assert shown in listed and hidden not in listed
    with Player(server, shown, listed[shown]["watch"]) as watcher:
        assert watcher.table["holds"] == []


def test_messages_are_small_json_objects(server: Server):
    made, tokens = server.two_players()
    with Player(server, made["game"]["id"], tokens["red"]) as red:
        assert all(isinstance(json.loads(heard), dict) for heard in red.heard)
