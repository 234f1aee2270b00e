"""What the lobby tells of balance and of the strength of the levels."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from defilade.lab.ratings import Bout, Contest, level_figures_text, table_of
from defilade.rules.content_files import ContentFile, parse
from defilade.rules.measured import Levels, levels_measured
from defilade.systems import cards, measured
from server.harness import Server

RATINGS = Path(__file__).parents[2] / "docs/ratings.md"


def test_levels_are_those_of_the_ratings_that_are_documented():
    told = re.findall(
        r"^\| (\w+) \| ([\d.]+) \| ([\d.]+) \| (\d+) \| ([\d.]+)% \|$", RATINGS.read_text(), re.M
    )
    shown = [
        (
            one.level,
            f"{one.rating:.1f}",
            f"{one.doubt:.1f}",
            str(one.games),
            f"{100 * one.wins / one.games:.1f}",
        )
        for one in levels_measured().rated
    ]
    assert shown == told


def test_the_lab_writes_the_file_that_the_lobby_reads():
    bouts = [Bout(n, "S1", ("greedy", "random"), 0) for n in range(4)]
    table = table_of(Contest(("greedy", "random"), ("S1",)), bouts)
    found = parse(ContentFile("levels.yaml", level_figures_text(table)), Levels)
    assert [one.level for one in found.rated] == ["greedy", "random"] and found.rated[0].wins == 4


def test_the_page_of_a_scenario_shows_what_was_measured(server: Server):
    page = server.client.get("/api/balance/S1").json()
    figures = {one["what"]: one for one in page["figures"]}
    card = next(one for one in cards() if one.id == "S1")
    kept = measured(card)
    assert kept is not None and kept.even is not None
    assert {one["side"]: one["wins"] for one in figures["As on the card"]["sides"]} == kept.wins
    assert figures["With even chances"]["games"] == kept.even.games
    for one in figures["As on the card"]["sides"]:
        assert 0 <= one["low"] < one["share"] < one["high"] <= 1
    assert page["levels"][0]["level"] == levels_measured().rated[0].level


@pytest.mark.parametrize("scenario", [card.id for card in cards()])
def test_every_scenario_has_a_page(server: Server, scenario: str):
    assert server.client.get(f"/api/balance/{scenario}").status_code == 200


def test_what_does_not_exist_has_none(server: Server):
    assert server.client.get("/api/balance/Nowhere").status_code == 404
    assert msgspec.json.decode(server.client.get("/api/balance/Nowhere").content)["reason"]
