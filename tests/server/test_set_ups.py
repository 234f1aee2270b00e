"""Set-ups that are kept, done again in another game, and mirrored."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.server import set_ups
from defilade.systems import find_system, map_of, presenter_of
from server.harness import Player, Server


def begin(server: Server, scenario: str, sides: dict[str, str]) -> tuple[str, dict[str, str]]:
    made = server.new_game(scenario, seats=sides)
    return made["game"]["id"], {grant["side"]: grant["token"] for grant in made["seats"]}


def set_up(player: Player) -> None:
    """Set everything up, most of it on one wing."""
    made = 0
    while player.prompt and player.prompt["yours"] and player.now["scene"]["turn"] == 0:
        options = player.prompt["options"]
        n = (made * 7) % (len(options) // 4 + 1) if options[0]["verb"] == "place" else 0
        made += 1
        assert player.act(options[n]["action"])["type"] == "accepted"


def kept(server: Server, game: str, token: str, **more: Any) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {token}"}
    answer = server.client.get(f"/api/games/{game}/set-up", headers=headers, params=more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def stacks(player: Player, side: str) -> dict[str, set[str]]:
    """Where the counters of a side stand."""
    return {
        stack["hex"]: {one["id"] for one in stack["counters"]}
        for stack in player.now["scene"]["stacks"]
        if stack["counters"][0]["side"] == side
    }


@pytest.fixture(scope="module")
def s3(sqlite_server: Server):
    """S3 with the Germans set up: many counters, and buildings fortified in secret."""
    sides = {"german": "mine", "american": "open"}
    game, tokens = begin(sqlite_server, "S3", sides)
    with Player(sqlite_server, game, tokens["german"]) as german:
        set_up(german)
        assert len(stacks(german, "german")) > 5
        yield game, tokens["german"], stacks(german, "german"), sides


def test_a_set_up_is_done_again_in_another_game(sqlite_server: Server, s3):
    game, token, before, sides = s3
    found = kept(sqlite_server, game, token)
    assert found["mirrors"] and found["side"] == "german" and len(found["actions"]) > 20
    other, tokens = begin(sqlite_server, "S3", sides)
    with Player(sqlite_server, other, tokens["german"]) as german:
        answer = german.ask({"type": "set-up", "step": german.step, "actions": found["actions"]})
        assert answer["type"] == "accepted", answer
        german.catch_up(answer["step"])
        assert stacks(german, "german") == before
        assert kept(sqlite_server, other, tokens["german"])["actions"] == found["actions"]


def test_what_comes_after_the_set_up_does_not_belong_to_it(sqlite_server: Server):
    game, tokens = begin(sqlite_server, "S1", {"american": "mine", "german": "mine"})
    with Player(sqlite_server, game, tokens["american"], others=(tokens["german"],)) as both:
        while both.now["scene"]["turn"] == 0:
            both.act(both.prompt["options"][0]["action"])
        before = kept(sqlite_server, game, tokens["american"])["actions"]
        for _ in range(4):
            both.act(both.prompt["options"][-1]["action"])
        assert kept(sqlite_server, game, tokens["american"])["actions"] == before
        assert {action.split()[0] for action in before} == {"pick", "place"}
        assert kept(sqlite_server, game, tokens["german"])["actions"] == [], "they come from off the map"


def test_mirrored_the_other_wing_is_held(sqlite_server: Server, s3):
    game, token, before, sides = s3
    actions = kept(sqlite_server, game, token)["actions"]
    other, tokens = begin(sqlite_server, "S3", sides)
    with Player(sqlite_server, other, tokens["german"]) as german:
        asked = {"type": "set-up", "step": german.step, "actions": actions, "mirrored": True}
        answer = german.ask(asked)
        assert answer["type"] == "accepted", answer
        german.catch_up(answer["step"])
        after = stacks(german, "german")
    presenter = presenter_of(find_system("sk1"))
    hexes = {one.id: one.x for one in presenter.map_info(map_of("S3")[1], "").hexes}
    middle = (min(hexes.values()) + max(hexes.values())) / 2

    def leaning(found: dict[str, set[str]]) -> float:
        return sum((hexes[hex] - middle) * len(who) for hex, who in found.items())

    assert leaning(before) * leaning(after) < 0, "what stood on one wing stands on the other"
    assert set().union(*before.values()) == set().union(*after.values())


def test_what_does_not_fit_is_left_to_the_player(sqlite_server: Server):
    game, tokens = begin(sqlite_server, "S1", {"american": "mine", "german": "open"})
    with Player(sqlite_server, game, tokens["american"]) as american:
        asked = {"type": "set-up", "step": american.step}
        wrong = american.ask({**asked, "actions": ["pick zz9", "place zz9 yA1"]})
        assert wrong["type"] == "refused" and "nothing of that set-up" in wrong["reason"]
        far = american.ask({**asked, "actions": ["pick a1", "place a1 yA1", "pick zz9"]})
        assert far["type"] == "accepted"
        american.catch_up(far["step"])
        assert list(stacks(american, "american")) == ["yL5"], "the nearest place that is allowed"
        assert american.prompt["asks"] == "Which unit do you set up next?"


def test_nobody_sees_how_the_other_side_sets_up(sqlite_server: Server, s3):
    game, token, _, _ = s3
    headers = {"authorization": f"Bearer {token}"}
    found = sqlite_server.client.get(f"/api/games/{game}/set-up?side=american", headers=headers)
    assert found.status_code == 403


def test_a_mirror_turns_back_on_itself():
    presenter = presenter_of(find_system("sk1"))
    hexes = presenter.map_info(map_of("S1")[1], "").hexes
    there = set_ups.Action.parse("place a1 yE3")
    (across,) = set_ups.mirrored([there], hexes)
    assert across != there and set_ups.mirrored([across], hexes) == [there]
    assert set_ups.mirrored([set_ups.Action.parse("pick a1")], hexes) == [set_ups.Action.parse("pick a1")]
