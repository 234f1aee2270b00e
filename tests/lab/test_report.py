"""The report on a scenario: findings, verdict and page."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser

import pytest

from defilade.lab import balance, findings, sim
from defilade.lab.charts import Series, grouped_bars, stacked_bars
from defilade.lab.collect import Luck, Notes
from defilade.lab.findings import Round, Survey, length_of, luck_of, read_findings, survey, with_even_luck
from defilade.lab.intervals import difference, wilson
from defilade.lab.page import report_page
from defilade.lab.verdict import judge
from defilade.rules import measured
from defilade.rules.content_files import ContentError
from defilade.systems import catalog
from lab.test_sim import toy  # noqa: F401


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def found(kept):
    """S2 by random players: two games of it, and two with each provision."""
    return survey(Survey("S2", ("random",), games=2, seed=3, folder=kept))


@pytest.fixture(scope="module")
def page(found):
    return report_page(found)


# -- verdict -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "kind", "side"),
    [
        ((200, 200), "balanced", ""),
        ((218, 182), "balanced", ""),
        ((230, 170), "unknown", ""),
        ((256, 144), "favours", "red"),
        ((30, 70), "favours", "blue"),
        ((6, 4), "unknown", ""),
        ((12, 0), "unknown", ""),
        ((58, 42), "unknown", ""),
        ((0, 0), "unknown", ""),
    ],
)
def test_the_verdict_is_one_of_three(wins, kind, side):
    verdict = judge(dict(zip(("red", "blue"), wins, strict=True)))
    assert (verdict.kind, verdict.side) == (kind, side)


@pytest.mark.parametrize(
    ("wins", "kind", "side"),
    [
        ((300, 290, 310), "balanced", ""),
        ((40, 30, 30), "unknown", ""),
        ((330, 330, 240), "unknown", ""),
        ((20, 20, 60), "favours", "green"),
    ],
)
def test_three_sides_have_a_third_each(wins, kind, side):
    verdict = judge(dict(zip(("red", "blue", "green"), wins, strict=True)))
    assert (verdict.kind, verdict.side) == (kind, side)


def test_the_verdict_says_what_it_rests_on():
    assert judge({"german": 256, "american": 144}).text == (
        "Favours the German side: German wins 64% of 400 games, 95% interval 59% to 69%."
    )
    assert "about 400 games would tell" in judge({"german": 110, "american": 90}).text
    assert "may not tell" in judge({"german": 60, "american": 40}).text


def test_a_change_that_is_none_has_an_interval_around_nought():
    low, high = difference(40, 100, 40, 100)
    assert low == pytest.approx(-high)
    assert difference(40, 100, 90, 100)[0] > 0.3


# -- findings ----------------------------------------------------------------------------------------------


def test_findings_count_every_game(found):
    assert found.scenario == "S2" and found.sides == ("russian", "german")
    assert found.main.games == 2 == sum(found.main.wins.values()) + found.main.draws
    assert found.main.levels == {"russian": "random", "german": "random"}
    for counted in (found.decided, found.ended):
        assert sum(sum(turns.values()) for turns in counted.values()) == 2
    assert [one.side for one in found.provisions][:2] == ["russian", "german"]
    assert found.provisions[2].words.startswith("For even chances, not on the card: ")
    assert all(one.tally.games == 2 for one in found.provisions)
    assert set(found.fire) == set(found.movement) == set(found.loss) == set(found.sides)
    assert found.passive == {"russian": 0, "german": 0}


def test_a_survey_goes_on_with_the_games_that_were_kept(found, kept, monkeypatch):
    names = sorted(path.name for path in kept.iterdir())
    assert names == [
        "S2.random-random.balance-even.jsonl",
        "S2.random-random.balance-german.jsonl",
        "S2.random-random.balance-russian.jsonl",
        "S2.random-random.jsonl",
    ]
    monkeypatch.setattr(sim, "play_numbered", lambda batch, number: pytest.fail("played again"))
    assert survey(Survey("S2", ("random",), games=2, seed=3, folder=kept)) == found


def test_every_pair_of_levels_is_played_and_the_best_comes_first():
    asked = Survey("S2", ("random", "greedy"), games=5)
    card = catalog.find_card("S2")
    assert asked.rounds(card) == [
        Round(("greedy", "greedy"), 5),
        Round(("random", "random"), 5),
        Round(("random", "greedy"), 5),
        Round(("greedy", "random"), 5),
        Round(("greedy", "greedy"), 5, "russian"),
        Round(("greedy", "greedy"), 5, "german"),
        Round(("greedy", "greedy"), 5, "even"),
    ]
    assert asked.total() == 35


def test_other_pairs_and_provisions_may_get_fewer_games():
    asked = Survey("S2", ("random", "greedy"), games=5, pair_games=2, provision_games=0)
    assert [one.games for one in asked.rounds(catalog.find_card("S2"))] == [5, 2, 2, 2]
    assert asked.total() == 11


def test_lengths_fall_into_bins():
    length = length_of([100, 105, 180, 240, 250])
    assert (length.shortest, length.median, length.longest) == (100, 180, 250)
    assert sum(count for _, _, count in length.bins) == 5
    assert len(length.bins) <= 12
    assert length_of([]).bins == ()


def test_luck_counts_whether_the_luckier_side_won():
    def notes(red, blue):
        return Notes(luck={"red": Luck(10, red), "blue": Luck(10, blue)})

    games = [("red", notes(50, 70)), ("red", notes(80, 60)), ("", notes(50, 90)), ("blue", notes(70, 70))]
    luck = luck_of(("red", "blue"), games)
    assert (luck.luckier_won, luck.games) == (1, 2)
    assert luck.mean_dr == {"red": 6.25, "blue": 7.25}
    assert sum(sum(one.values()) for one in luck.by_edge) == 2


# -- the page ----------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """All tags of a page, checked to be closed in order."""

    VOID = frozenset({"meta", "br", "link", "img"})

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.text = [], [], ""

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def tags(page):
    parsed = Tags()
    parsed.feed(page)
    parsed.close()
    assert parsed.open == []
    return parsed


def test_the_page_fetches_nothing_and_runs_nothing(page, tags):
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in tags.seen}
    for tag, attributes in tags.seen:
        assert not any(name.startswith("on") or name in ("src", "action") for name in attributes), tag
        assert attributes.get("href", "#").startswith("#")
    hosts = set(re.findall(r"https?://[^\s\"'<>)]+", page))
    assert hosts <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in page and not re.search(r"url\((?!#)", page)


def test_whatever_the_page_refers_to_is_in_it_once(page, tags):
    ids = [attributes["id"] for _, attributes in tags.seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    named = re.findall(r"url\(#([\w-]+)\)", page) + [
        attributes["href"][1:] for _, attributes in tags.seen if "href" in attributes
    ]
    assert set(named) <= set(ids)
    assert "board" in ids


def test_the_page_shows_all_that_was_found(found, tags):
    for title in (
        "Wins by side and level",
        "Effect of the balance provisions",
        "When it was decided",
        "Losses by turn",
        "Length",
        "Luck of the dice",
        "Fire over the map",
        "Movement over the map",
        "Loss over the map",
    ):
        assert title in tags.text
    assert found.verdict.text in tags.text
    assert "1 9-1 instead of 9-2 in Storm group" in tags.text
    pictures = [attributes for tag, attributes in tags.seen if tag == "svg"]
    assert sum(attributes.get("class") == "heat" for attributes in pictures) == 6
    assert sum(tag == "use" for tag, _ in tags.seen) == 5


def test_a_game_without_maps_has_a_page_too(toy, tmp_path):  # noqa: F811
    page = report_page(survey(Survey("T1", ("random",), games=10)))
    assert "Wins by side and level" in page
    assert "over the map" not in page


def test_charts_escape_what_they_are_told():
    chart = stacked_bars("a <b>", ["<c>"], [Series('"d"', "#123", (3.0,))], "games")
    assert "<b>" not in chart and "<c>" not in chart and "&quot;d&quot;: 3 games" in chart
    assert grouped_bars("none", [], [], "x").startswith("<svg")


# -- the commands ------------------------------------------------------------------------------------------


def test_report_writes_page_and_data(found, kept, tmp_path, capsys):
    from defilade.cli import main

    page = tmp_path / "S2.html"
    asked = ["--games", "2", "--seed", "3", "--levels", "random", "--results", str(kept)]
    assert main(["lab", "report", "s2", "-o", str(page), *asked]) == 0
    assert found.verdict.text in capsys.readouterr().out
    assert read_findings(tmp_path / "S2.json") == found
    first = page.read_text()
    again = tmp_path / "again.html"
    assert main(["lab", "report", "S2", "-o", str(again), "--from", str(tmp_path / "S2.json")]) == 0
    assert again.read_text() == first
    assert not (tmp_path / "again.json").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["report", "S9"], "there is no scenario"),
        (["report", "S1", "-o", "page.pdf"], "ends in .html"),
        (["report", "S1", "--levels", "genius"], "there is no level 'genius'"),
        (["report", "S1", "--from", "nowhere.json"], "cannot be read"),
        (["ratings", "--levels", "random"], "two levels"),
        (["balance", "--level", "genius"], "there is no level 'genius'"),
        (["balance", "--scenarios", "S9"], "there is no scenario"),
        (
            ["balance", "--scenarios", "UF-A", "-o", "x.yaml", "--option", "opponent=russian"],
            "leave out --even and -o",
        ),
        (["balance", "--scenarios", "UF-A", "--option", "opponent=british"], "british"),
        (["balance", "--system", "chess"], "there are: sk1, elst, sl, upfront"),
        (["ratings", "--scenarios", "UF-J"], "UF-J is for more than two"),
    ],
)
def test_what_cannot_be_done_is_one_message(capsys, tmp_path, monkeypatch, arguments, told):
    from defilade.cli import main

    monkeypatch.chdir(tmp_path)
    assert main(["lab", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_findings_of_another_scenario_are_not_drawn(capsys, tmp_path):
    from defilade.cli import main

    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    assert main(["lab", "report", "S1", "-o", str(tmp_path / "x.html"), "--from", str(bad)]) == 2
    assert "holds no findings" in capsys.readouterr().err


# -- figures of balance ------------------------------------------------------------------------------------


def test_measured_figures_are_written_and_read_back(tmp_path, capsys):
    from defilade.cli import main

    file = tmp_path / "balance.yaml"
    asked = ["lab", "balance", "--scenarios", "S2", "--level", "random", "--games", "2", "-o", str(file)]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)[0]["measured"]
    assert main([*asked, "--scenarios", "S1", "--games", "1"]) == 0
    text = file.read_text()
    found = balance.parse(balance.ContentFile("balance.yaml", text), dict[str, measured.Measured])
    assert list(found) == ["S1", "S2"]
    assert found["S2"].wins == told["wins"] and found["S2"].games == 2
    assert found["S2"].players == "random"


def test_figures_with_even_chances_stand_beside_those_of_the_card(tmp_path, capsys):
    from defilade.cli import main

    file = tmp_path / "balance.yaml"
    asked = ["lab", "balance", "--level", "random", "--scenarios", "S1,S4", "--games", "1", "-o", str(file)]
    assert main([*asked, "--even"]) == 2
    assert "measure S1 as on the card first" in capsys.readouterr().err
    assert main(asked) == 0
    assert main([*asked, "--even"]) == 0
    found = balance.parse(balance.ContentFile("balance.yaml", file.read_text()), dict[str, measured.Measured])
    assert found["S1"].even is not None and found["S1"].even.games == 1
    assert found["S4"].even is None
    assert main(asked) == 0
    again = balance.parse(balance.ContentFile("balance.yaml", file.read_text()), dict[str, measured.Measured])
    assert again["S1"].even == found["S1"].even


def test_balance_can_be_measured_with_options_of_the_table(tmp_path, capsys):
    from defilade.cli import main

    asked = ["lab", "balance", "--level", "random", "--scenarios", "UF-A", "--games", "1", "--json"]
    assert main([*asked, "--option", "opponent=russian", "--results", str(tmp_path)]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert list(found["measured"]["wins"]) == ["german", "russian"]
    assert [file.name for file in tmp_path.iterdir()] == ["UF-A.random.opponent-russian.jsonl"]


def test_even_chances_are_told_of_the_side_that_has_less():
    card = catalog.find_card("S2")
    before = findings.Tally({}, 10, {"russian": 8, "german": 2}, 0, 0, {})
    after = findings.Tally({}, 10, {"russian": 5, "german": 5}, 0, 0, {})
    found = findings.provision(card, "even", before, after)
    assert (found.side, round(found.change, 2)) == ("german", 0.3)
    assert found.words.startswith("For even chances, not on the card: 1 4-2-6 less in Defenders")


@pytest.mark.parametrize(("system", "games"), [("sk1", 100), ("upfront", 24)])
def test_every_scenario_has_figures_that_add_up(system, games):
    for card in catalog.cards(system):
        found = catalog.measured(card)
        of_three = found is not None and len(found.wins) > 2  # a game of three takes three times as long
        assert found is not None and found.games >= (games // 2 if of_three else games)


def test_squad_leader_tells_nothing_that_was_not_measured_with_the_player_of_today():
    assert {catalog.measured(card) for card in catalog.cards("sl")} == {None}


def test_figures_that_do_not_add_up_are_refused(monkeypatch):
    card = catalog.find_card("S1")
    wrong = measured.Measured(10, {"american": 5, "german": 4}, "greedy", "1", 1)
    monkeypatch.setattr(measured, "_figures", lambda file: {"S1": wrong})
    with pytest.raises(ContentError, match="do not add up"):
        catalog.measured(card)
    turned = measured.Measured(9, {"german": 4, "american": 5}, "greedy", "1", 1)
    monkeypatch.setattr(measured, "_figures", lambda file: {"S1": turned})
    with pytest.raises(ContentError, match="sides in order"):
        catalog.measured(card)


def test_the_lobby_shows_them():
    from defilade.server.lobby import scenario_view

    card = catalog.find_card("S1")
    shown, found = scenario_view("S1").balance, catalog.measured(card)
    assert (shown.games, shown.wins, shown.players) == (found.games, found.wins, found.players)
    assert findings.BALANCE == "balance"


def test_luck_that_was_not_even_is_taken_out_of_the_share() -> None:
    """Won by whoever is luckier by half a standard deviation, in games in which the first was lucky too often."""
    rng = random.Random(6)
    edges = [rng.gauss(0.3, 1) for _ in range(400)]
    found = with_even_luck([(float(edge > 0.5), edge) for edge in edges])
    plain = sum(edge > 0.5 for edge in edges) / len(edges)
    assert found is not None and found.ci95[0] < found.share < found.ci95[1]
    assert plain > 0.36 and found.share < plain - 0.05
    assert abs(found.share - 0.31) < 0.06 and 0.4 < found.saved < 0.8
    low, high = wilson(round(plain * 400), 400)
    assert found.ci95[1] - found.ci95[0] < high - low


def test_of_few_games_or_of_luck_that_tells_nothing_nothing_is_said() -> None:
    assert with_even_luck([(1.0, 0.5)] * 19) is None
    assert with_even_luck([(1.0, float(n)) for n in range(30)]) is None
    rng = random.Random(1)
    found = with_even_luck([(float(n % 2), rng.gauss(0, 1)) for n in range(2_000)])
    assert found is not None and found.saved < 0.01 and abs(found.share - 0.5) < 0.01
