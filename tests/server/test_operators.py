"""What somebody sees who looks after a server: its health, its figures, its errors, and files that set it up."""

from __future__ import annotations

import re
import shlex
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from defilade.cli.app import app
from defilade.server import health, run
from defilade.server.metrics import Metrics
from defilade.server.settings import BadSetting, Settings
from server import toy_table
from server.conftest import quick
from server.harness import Server, running

DEPLOY = Path(__file__).parents[2] / "deploy"


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def asked(server: Server) -> tuple[int, list[str]]:
    server.service.doctor._found = None
    answer = server.client.get("/api/health")
    return answer.status_code, answer.json()["problems"]


def test_health_tells_of_a_full_disk(sqlite_server: Server, monkeypatch: pytest.MonkeyPatch):
    assert asked(sqlite_server) == (200, [])
    monkeypatch.setattr(health.shutil, "disk_usage", lambda path: Usage(1000, 999, 1))
    status, problems = asked(sqlite_server)
    assert status == 503 and "0 MB left" in problems[0]


def test_health_tells_of_a_database_that_takes_nothing(tmp_path: Path):
    """It answered questions all the while, so all seemed well."""
    with running(quick(str(tmp_path / "games.sqlite3")), think=toy_table.think) as server:
        assert asked(server)[0] == 200
        with sqlite3.connect(tmp_path / "games.sqlite3") as store:
            store.execute(
                "CREATE TRIGGER full BEFORE UPDATE ON meta BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
            )
            store.execute("DELETE FROM meta WHERE key = 'checked'")
            store.execute(
                "CREATE TRIGGER full_too BEFORE INSERT ON meta BEGIN SELECT RAISE(FAIL, 'disk is full'); END"
            )
        store.close()
        status, problems = asked(server)
        assert status == 503 and "database" in problems[0]


def test_health_does_not_wait_for_ever(sqlite_server: Server, monkeypatch: pytest.MonkeyPatch):
    async def never(self: object) -> None:
        import asyncio

        await asyncio.sleep(60)

    monkeypatch.setattr(health, "PATIENCE", 0.1)
    monkeypatch.setattr(type(sqlite_server.service.store), "check", never)
    status, problems = asked(sqlite_server)
    assert status == 503 and "has not answered" in problems[0]


def test_figures_are_read_by_prometheus_own_parser(sqlite_server: Server):
    sqlite_server.two_players()
    answer = sqlite_server.client.get("/api/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = {family.name: family for family in text_string_to_metric_families(answer.text)}
    begun = [one.value for one in found["defilade_games"].samples if one.labels.get("what") == "begun"]
    assert begun and begun[0] >= 1
    assert found["defilade_action_seconds"].type == "histogram"
    assert "defilade_computer_waiting" in found and "process_resident_memory_bytes" in found


def test_labels_are_escaped():
    metrics = Metrics()
    metrics.games.labels(what='a"b\\c\nd').inc()
    assert r'what="a\"b\\c\nd"' in metrics.text()


def test_another_key_is_told_in_one_line(tmp_path: Path):
    database = str(tmp_path / "games.sqlite3")
    with running(quick(database), think=toy_table.think) as server:
        server.new_game()
    with pytest.raises(BadSetting, match="another key") as told:
        run.migrate_first(quick(database, seed_key="some other key that is long enough"))
    assert "\n" not in str(told.value) and "some other key" not in str(told.value)
    short = quick(database, seed_key="short")
    with pytest.raises(BadSetting, match="32 characters"):
        run.migrate_first(short)


# -- files that set a server up ------------------------------------------------------------------------------


def variables(text: str) -> set[str]:
    return {name.lower() for name in re.findall(r"DEFILADE_SERVER_([A-Z_]+)", text)}


@pytest.mark.parametrize("file", ["compose.yaml", "defilade.service", "Containerfile", "Caddyfile"])
def test_settings_in_the_files_exist(file: str):
    assert variables((DEPLOY / file).read_text()) <= set(Settings.__struct_fields__)


def options_known() -> set[str]:
    shown = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    return set(re.findall(r"--[a-z-]+", shown))


def test_options_in_the_files_exist():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    unit = (DEPLOY / "defilade.service").read_text()
    started = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    entry = re.search(r"ENTRYPOINT \[(.*)\]", (DEPLOY / "Containerfile").read_text())
    assert entry is not None
    words = [
        *compose["services"]["server"]["command"],
        *shlex.split(started),
        *re.findall(r'"([^"]+)"', entry[1]),
    ]
    assert {word for word in words if word.startswith("--")} <= options_known()


def test_compose_has_server_database_and_proxy():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert set(compose["services"]) == {"server", "database", "proxy"}
    assert "ports" not in compose["services"]["server"], "only the proxy is reached from outside"
    assert "ports" not in compose["services"]["database"]
    secret = re.compile(r"\$\{\w+:\?\}")
    for name in ("DEFILADE_SERVER_SEED_KEY", "DEFILADE_SERVER_DATABASE"):
        assert secret.search(compose["services"]["server"]["environment"][name]), (
            "no secret in the file itself"
        )
