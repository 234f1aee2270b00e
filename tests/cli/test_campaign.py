"""`defilade campaign`: from a new file to a game that is written down (UF:42)."""

from __future__ import annotations

import random

import pytest
import yaml

from defilade.kernel import Choice, Committed, Over, Session, write_log
from defilade.rules.upfront.game.scenario import load_scenarios
from defilade.rules.upfront.system import UfSystem


def play(folder, scenario, path, seed=1, **options):
    """A game between random players, saved."""
    rng = random.Random(seed)
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    session = Session(UfSystem(load_scenarios(folder)), scenario, chosen, Committed(f"{seed:064x}"))
    session.run_chance()
    while not isinstance(session.pending, Over):
        moment = session.pending
        assert isinstance(moment, Choice)
        session.take(moment.options[int(rng.random() * len(moment.options))])
        session.run_chance()
    write_log(session.log, path)


def begin(run, tmp_path, *more):
    file = tmp_path / "mine.yaml"
    ran = run("campaign", "new", str(file), "--scenarios", "uf-a,UF-B", "--against", "russian", *more)
    assert ran.code == 0, ran.err
    return str(file)


@pytest.mark.rule("UF:42.1-a")
def test_two_games_of_a_campaign(run, tmp_path):
    file = begin(run, tmp_path, "--me", "german=Jo:german-rifle")
    for number, game in ((1, "UF-A-C1"), (2, "UF-B-C2")):
        ran = run("campaign", "next", file)
        assert ran.code == 0 and f"defilade play {game}" in ran.out
        assert game in run("campaign", "show", file).out
        ran = run("campaign", "next", file)
        assert ran.code == 2 and "first" in ran.err
        play(tmp_path, game, tmp_path / "game.log", number)
        ran = run("campaign", "record", file, str(tmp_path / "game.log"))
        assert ran.code == 0 and "Points: " in ran.out, ran.err
    ran = run("campaign", "show", file, "--side", "german")
    assert "The campaign is over" in ran.out and "Jo" in ran.out and "Rostov" not in ran.out
    assert run("campaign", "next", file).code == 2


@pytest.mark.rule("UF:42.44-d")
def test_a_campaign_of_teams(run, tmp_path):
    file = str(tmp_path / "team.yaml")
    ran = run("campaign", "new", file, "--scenarios", "UF-A+UF-B", "--beside", "russian")
    assert ran.code == 0, ran.err
    ran = run("campaign", "next", file)
    assert "--option tables=2 --option scenario-2=UF-B-C1-2" in ran.out
    play(tmp_path, "UF-A-C1", tmp_path / "game.log", tables="2", scenario_2="UF-B-C1-2")
    ran = run("campaign", "record", file, str(tmp_path / "game.log"))
    assert ran.code == 0 and "german-2" in ran.out and "russian-2" in ran.out, ran.err
    assert "The campaign is over" in run("campaign", "show", file).out
    ran = run("campaign", "new", str(tmp_path / "x.yaml"), "--beside", "moon")
    assert ran.code == 2 and "american or russian" in ran.err


def test_the_wrong_game_is_not_written_down(run, tmp_path):
    file = begin(run, tmp_path)
    run("campaign", "next", file)
    before = (tmp_path / "mine.yaml").read_text()
    play(tmp_path, "UF-A", tmp_path / "other.log")
    ran = run("campaign", "record", file, str(tmp_path / "other.log"))
    assert ran.code == 2 and "UF-A-C1 is being played" in ran.err
    assert (tmp_path / "mine.yaml").read_text() == before


def test_owners_choose(run, tmp_path):
    file = begin(run, tmp_path)
    plain = yaml.safe_load((tmp_path / "mine.yaml").read_text())
    plain["rosters"]["german"]["men"]["beck"]["lost"] = True
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(plain, sort_keys=False))
    choices = tmp_path / "choices.yaml"
    choices.write_text("german: {substitutes: {beck: griess}}\n")
    ran = run("campaign", "next", file, "--choices", str(choices))
    assert ran.code == 2 and "UF:42.1-b" in ran.err
    choices.write_text("german: {substitutes: {beck: loth}}\n")
    assert run("campaign", "next", file, "--choices", str(choices)).code in (0, 2)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("format: 1", "format: 2"), "format"),
        (lambda text: text[:200], "mine.yaml"),
        (lambda text: text.replace("morale:", "morals:", 1), "morals"),
    ],
)
def test_a_broken_file_is_told(run, tmp_path, change, told):
    file = begin(run, tmp_path)
    path = tmp_path / "mine.yaml"
    path.write_text(change(path.read_text()))
    ran = run("campaign", "show", file)
    assert ran.code == 2 and told in ran.err


def test_what_cannot_be_begun(run, tmp_path):
    file = begin(run, tmp_path)
    assert "already" in run("campaign", "new", file).err
    fresh = str(tmp_path / "other.yaml")
    assert run("campaign", "new", fresh, "--against", "german").code == 2
    assert run("campaign", "new", fresh, "--scenarios", "UF-Z").code == 2
    assert run("campaign", "new", fresh, "--me", "Jo").code == 2
    ran = run("campaign", "new", fresh, "--me", "german=Jo:german-lmg")
    assert ran.code == 2 and "UF:42.9-a" in ran.err
    assert run("campaign", "show", str(tmp_path / "none.yaml")).code == 2
