"""`defilade dyo`: forces, checks and the three versions (UF:43)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from defilade.rules.upfront.designs.dyo_force import Purchase, Terms
from defilade.rules.upfront.designs.dyo_tables import dyo_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import load_scenarios
from defilade.systems.upfront.dyo_guide import Guide


def force(run, path: Path, nation: str, *more: str) -> str:
    ran = run(
        "dyo", "force", nation, "--random", "--points", "240", "--year", "1943b", "--write", str(path), *more
    )
    assert ran.code == 0, ran.err
    return str(path)


def test_prices(run):
    ran = run("dyo", "prices", "russian", "--year", "1941a", "--json")
    named = {row["id"]: row for row in ran.document}
    assert named["rostov"]["points"] == "40" and "zorin" not in named
    assert "t34" not in named and {"sniper", "radio", "demolition-charge"} <= set(named)
    ran = run("dyo", "prices", "martian")
    assert ran.code == 2 and "martian" in ran.err


def test_a_force_by_chance_is_sound(run, tmp_path):
    path = force(run, tmp_path / "g.yaml", "german")
    ran = run("dyo", "check", path, "--points", "240", "--year", "1943b")
    assert ran.code == 0 and "points of 240" in ran.out
    again = force(run, tmp_path / "h.yaml", "german")
    assert Path(path).read_text() == Path(again).read_text()
    assert (
        Path(force(run, tmp_path / "i.yaml", "german", "--seed", "2")).read_text() != Path(path).read_text()
    )


def test_all_that_is_wrong_is_told(run, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(yaml.safe_dump({"nation": "german", "men": ["diettinger", "volke", "beck", "wolff"]}))
    ran = run("dyo", "check", str(path), "--points", "50", "--year", "1943a")
    assert ran.code == 1
    for rule in ("UF:43.2-d", "UF:43.2-f", "UF:43.2-b"):
        assert f"[{rule}]" in ran.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nation: german\nmenn: []\n", "menn"),
        ("- german\n", "bad.yaml"),
        ("nation: german\nmen: [beck", "bad.yaml"),
    ],
)
def test_files_that_are_no_force(run, tmp_path, text, told):
    path = tmp_path / "bad.yaml"
    path.write_text(text)
    ran = run("dyo", "check", str(path))
    assert ran.code == 2 and told in ran.err
    assert run("dyo", "check", str(tmp_path / "none.yaml")).code == 2


@pytest.mark.rule("UF:43.2-e")
@pytest.mark.parametrize(
    ("words", "code"), [((), 0), (("--no-guns",), 1), (("--no-vehicles",), 0), (("--no-machines",), 1)]
)
def test_guns_are_left_out_by_themselves(run, tmp_path, words, code):
    path = tmp_path / "gun.yaml"
    path.write_text("nation: german\nmen: [diettinger, hessel, beck, wolff]\nmachines: [leig18]\n")
    ran = run("dyo", "check", str(path), *words)
    assert ran.code == code and ("guns are left out by agreement [UF:43.2-e]" in ran.out) == bool(code)


def test_a_replay_can_be_played(run, tmp_path, monkeypatch):
    german, american = (force(run, tmp_path / f"{n}.yaml", n) for n in ("german", "american"))
    ran = run(
        "dyo",
        "replay",
        "uf-a",
        german,
        american,
        "--year",
        "1943b",
        "--folder",
        str(tmp_path),
        "--id",
        "UF-R",
    )
    assert ran.code == 0 and "plays first" in ran.out and "defilade play UF-R" in ran.out
    card = load_scenarios(tmp_path)["UF-R"]
    assert card.victory == load_scenarios()["UF-A"].victory and card.date == "1943b"


def test_a_replay_beyond_the_limit_is_refused(run, tmp_path):
    german, american = (force(run, tmp_path / f"{n}.yaml", n) for n in ("german", "american"))
    ran = run("dyo", "replay", "UF-C", german, american, "--year", "1943b", "--folder", str(tmp_path))
    assert ran.code == 2 and "UF:43.2-b" in ran.err  # the defender of Scenario C has 200 points
    assert not (tmp_path / "upfront" / "scenarios" / "UF-C-R.yaml").exists()
    assert run("dyo", "replay", "UF-Z", german, american).code == 2


def test_a_bid_game(run, tmp_path):
    situation = tmp_path / "situation.yaml"
    ran = run("dyo", "draw", "--seed", "3", "--types", "--write", str(situation))
    drawn = yaml.safe_load(situation.read_text())
    assert ran.code == 0 and drawn["attacker"].capitalize() in ran.out
    files = []
    for name, nation, troops, seed in (
        ("d", drawn["defender"], drawn["defending_troops"], 1),
        ("one", drawn["attacker"], drawn["attacking_troops"], 2),
        ("two", drawn["attacker"], drawn["attacking_troops"], 3),
    ):
        path = tmp_path / f"{name}.yaml"
        made = run(
            "dyo", "force", nation, "--random", "--points", "250", "--year", drawn["year"], "--seed", str(seed),
            "--troops", troops, "--write", str(path),
        )  # fmt: skip
        assert made.code == 0, made.err
        files.append(str(path))
    ran = run("dyo", "bid", str(situation), *files, "--folder", str(tmp_path))
    assert ran.code == 0 and "attacks." in ran.out
    card = load_scenarios(tmp_path)["UF-BID"]
    assert card.first == "attacker" and card.decks == drawn["decks"]
    situation.write_text(situation.read_text().replace(f"victory: {drawn['victory']}", "victory: 11"))
    assert run("dyo", "bid", str(situation), *files, "--folder", str(tmp_path)).code == 2


def test_play_balance(run, tmp_path):
    extra = tmp_path / "extra.yaml"
    extra.write_text("nation: american\nmen: [ransom]\n")
    ran = run("dyo", "balance", "UF-A", str(extra), "--bids", "Ann=20,Bob=25", "--folder", str(tmp_path))
    assert ran.code == 0 and "Bob plays the side" in ran.out
    assert "ransom" in load_scenarios(tmp_path)["UF-A-X"].force("american", "").men
    assert run("dyo", "balance", "UF-A", str(extra), "--bids", "Ann,Bob=25").code == 2
    ran = run("dyo", "balance", "UF-A", str(extra), "--bids", "Ann=5,Bob=2")
    assert ran.code == 2 and "UF:43.2-b" in ran.err


# -- the guide ---------------------------------------------------------------------------------------------------


def guide(**terms) -> Guide:
    return Guide(
        library(), dyo_tables(), Purchase("german"), Terms(**{"limit": 200, "year": "1943a", **terms})
    )


def test_the_guide_counts_and_answers():
    found = guide()
    assert found.answer("add Diettinger hessel") == ["51 points, 149 left", "92 points, 108 left"]
    assert "UF:43.2-d" in found.answer("add volke")[0]
    assert found.force.men == ("diettinger", "hessel")
    assert found.answer("why beck") == ["beck can be had"]
    assert "UF:43.2-d" in found.answer("why volke")[0]
    assert "there is no" in found.answer("why nobody")[0]
    assert found.answer("done")[0] == "not yet:"
    assert not any(line.startswith("volke") for line in found.answer("list"))
    assert any(line.startswith("beck") for line in found.answer("list"))
    found.answer("add beck wolff")
    assert found.answer("done") == ["114 points, 86 left"] and found.finished


def test_the_guide_changes_its_mind():
    found = guide(limit=0, year="")
    found.answer("add diettinger hessel wollak wolff streich bernhoff")
    assert found.answer("give wollak panzerfaust") == ["180 points"]
    assert "UF:21.1-c" in found.answer("add griess")[0] or found.answer("give griess radio")[0].count(
        "UF:21.1-c"
    )
    assert found.answer("later wolff 1")[0].endswith("points")
    assert found.force.reinforcements == {1: ("wolff",)}
    assert "UF:43.4" in found.answer("later wolff 7")[0]
    found.answer("later wolff 0")
    assert found.force.reinforcements == {}
    found.answer("troops elite")
    assert found.force.troops == "ss"
    found.answer("troops line")
    assert found.force.troops == ""
    assert "partisan" in found.answer("troops partisan")[0]
    found.answer("snipers 2")
    assert found.force.snipers == 2 and "UF:43.6-b" in found.answer("snipers 3")[0]
    found.answer("radio 6")
    assert found.force.radio == 6
    found.answer("drop wollak")
    assert "wollak" not in found.force.men and not found.force.secondary
    assert "not in the force" in found.answer("drop wollak")[0]
    assert any("Snipers" in line for line in found.answer("total"))


@pytest.mark.parametrize(
    "line", ["fly", "add", "drop", "give beck", "radio loud", "later beck", "snipers", "why", ""]
)
def test_the_guide_never_stumbles(line):
    found = guide()
    before = found.force
    assert isinstance(found.answer(line), list) and found.force == before


def test_the_guide_at_the_terminal(run, tmp_path, monkeypatch):
    lines = iter(["help", "add diettinger hessel beck wolff", "done"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    path = tmp_path / "g.yaml"
    ran = run("dyo", "force", "german", "--write", str(path))
    assert ran.code == 0 and yaml.safe_load(path.read_text())["men"] == [
        "diettinger",
        "hessel",
        "beck",
        "wolff",
    ]
    lines = iter(["quit"])
    assert run("dyo", "force", "german").code == 2
    assert run("dyo", "force", "german", "--troops", "partisan").code == 2
