"""The example client drives a whole game, and the protocol's documentation names every request."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from defilade.cli.engine import EngineTable

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "examples" / "engine_client.py"


def run(*arguments):
    return subprocess.run([sys.executable, CLIENT, *arguments], capture_output=True, text=True, timeout=120)


def test_the_example_client_plays_a_game_to_its_end():
    ran = run("S2", "german", "greedy", "11" * 32)
    assert ran.returncode == 0, ran.stderr
    assert "wins after" in ran.stdout.splitlines()[-1]


def test_the_example_client_says_what_the_engine_refused():
    ran = run("S99")
    assert ran.returncode == 1
    assert "there is no scenario 'S99'" in ran.stderr


def test_the_example_is_short():
    assert len(CLIENT.read_text().splitlines()) < 50


def test_every_request_is_documented():
    text = (ROOT / "docs" / "engine.md").read_text()
    table = EngineTable()
    answer = table.answer('{"do": "hello"}')
    assert [name for name in answer["can"] if f"| `{name}` |" not in text] == []
