"""`defilade log`: games as they were, and what the rules of now make of them."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import msgspec
import pytest

from defilade.cli import main
from defilade.cli.saves import load
from defilade.kernel import Committed, LogError, Session, read_log, write_log
from defilade.kernel.log import GameLog
from defilade.systems import find_system

GOLDEN = Path(__file__).parents[1] / "golden" / "v1"
STORE = Path(__file__).parents[1] / "server" / "fixtures" / "first-landed.db.xz"


def begun(steps: int = 30) -> GameLog:
    """The first steps of a golden game, as it would be saved now."""
    log = read_log(GOLDEN / "s1.log")
    session = Session(find_system("sk1"), "S1", {}, Committed(log.seed))
    for entry in log.entries[:steps]:
        session.take(entry.step)
    return session.log


def changed(log: GameLog, number: int, **what: object) -> GameLog:
    entries = list(log.entries)
    entries[number - 1] = msgspec.structs.replace(entries[number - 1], **what)
    return msgspec.structs.replace(log, entries=entries)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game that is the same, one that differs and one that stops."""
    log = begun()
    write_log(log, tmp_path / "same.log")
    event = msgspec.structs.replace(log.entries[5].events[0], text="Something else happened.")
    write_log(changed(log, 6, events=(event,)), tmp_path / "differs.defilade-log")
    (tmp_path / "notes.txt").write_text("nothing to do with it")
    (tmp_path / "deeper").mkdir()
    write_log(changed(log, 9, action="pick a99"), tmp_path / "deeper" / "stops.log")
    return tmp_path


def test_stored_games_are_played_with_the_rules_of_now(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["log", "replay", str(folder)]) == 1
    told = capsys.readouterr().out
    assert "same.log: same (S1, sk1 version" in told
    assert "differs.defilade-log: migrated" in told
    assert "differs at step 6" in told and "was: Something else happened." in told and "now: " in told
    assert "deeper/stops.log: pinned" in told and "stops at step 9 (pick a99): " in told
    assert "can be read as a record" in told
    assert told.endswith("3 games: 1 same, 1 migrated, 1 pinned\n")


def test_as_a_document(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["log", "replay", "--json", str(folder)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["same"], document["migrated"], document["pinned"]) == (1, 1, 1)
    games = {game["name"]: game for game in document["games"]}
    assert games["deeper/stops.log"]["stop"]["step"] == 9
    assert games["deeper/stops.log"]["stop"]["taken"] == "pick a99"
    assert [one["step"] for one in games["differs.defilade-log"]["differences"]] == [6]
    assert games["same.log"]["stop"] is None and games["same.log"]["format"] == 2


def test_games_that_all_go_on_are_fine(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "deeper" / "stops.log").unlink()
    assert main(["log", "replay", str(folder)]) == 0
    assert "2 games: 1 same, 1 migrated, 0 pinned" in capsys.readouterr().out


def test_what_cannot_be_read_is_named(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "torn.log").write_bytes(b'{"format":2')
    assert main(["log", "replay", str(folder)]) == 2
    said = capsys.readouterr()
    assert "torn.log: line 1 is cut off" in said.err and "3 games" in said.out
    assert main(["log", "replay", str(folder / "nowhere")]) == 2
    assert "there is no such file or folder" in capsys.readouterr().err
    assert main(["log", "replay", "sqlite:///nowhere.sqlite3"]) == 2
    assert "there is no such database" in capsys.readouterr().err
    assert not Path("nowhere.sqlite3").exists()
    assert main(["log", "replay", "mysql://x/y"]) == 2
    assert "there are sqlite and postgresql" in capsys.readouterr().err


def test_the_games_of_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    store = tmp_path / "games.sqlite3"
    store.write_bytes(lzma.decompress(STORE.read_bytes()))
    main(["log", "replay", "--json", str(store)])
    document = json.loads(capsys.readouterr().out)
    games = {game["name"]: game for game in document["games"]}
    assert len(games) == 8 and not document["unreadable"]
    assert games["s1-at-0120"]["verdict"] == "same" and games["s1-at-0120"]["steps"] == 120
    stopped = games["uf-l-at-0470"]
    assert stopped["verdict"] == "migrated" and stopped["stop"]["rule"].startswith("UF:")
    assert stopped["goes_on_from"] == 450
    assert any(one["was"] for one in stopped["differences"]), "the store has the events of then"


def test_a_game_is_shown_with_its_version_as_it_was(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["log", "show", str(folder / "differs.defilade-log")]) == 0
    told = capsys.readouterr().out
    assert "(sk1 version " in told and "format 2)" in told
    assert "Something else happened." in told


def test_a_stopped_game_is_shown_to_its_end(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["log", "show", str(folder / "deeper" / "stops.log")]) == 0
    told = capsys.readouterr().out
    last = begun().entries[-1].events or begun().entries[-2].events
    assert last[-1].text in told
    assert "By the rules of now it stops at step 9 (pick a99)" in told


def test_so_is_one_that_has_no_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    log = read_log(GOLDEN / "s1.log")
    write_log(changed(log, 9, action="pick a99"), tmp_path / "old.log")
    assert main(["log", "show", str(tmp_path / "old.log")]) == 0
    told = capsys.readouterr().out
    assert "format 1)" in told
    assert f"{len(log.entries)}. " in told, "the steps themselves are told"
    assert "Winner: american." in told


def test_a_saved_game_by_corrected_rules_goes_on_and_says_so(tmp_path: Path):
    log = begun()
    write_log(msgspec.structs.replace(changed(log, 6, digest="2:0"), version="1"), tmp_path / "old.log")
    said: list[str] = []
    session = load(tmp_path / "old.log", said.append)
    assert session.step == 30
    assert len(said) == 1 and "from step 6 on" in said[0]
    write_log(changed(log, 6, digest="2:0"), tmp_path / "now.log")
    with pytest.raises(LogError, match="step 6: the state differs"):
        load(tmp_path / "now.log", said.append)


def test_a_saved_game_that_stops_cannot_be_loaded(folder: Path):
    with pytest.raises(LogError, match=r"step 9 \(pick a99\): .*'defilade log show' tells it as it was"):
        load(folder / "deeper" / "stops.log", print)
