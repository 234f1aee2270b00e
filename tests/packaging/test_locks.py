"""What is installed and built with: everything is pinned, by tools that are pinned too, and bounds are bounds."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
MAKEFILE = (ROOT / "Makefile").read_text()


def build_requirements() -> dict[str, tuple[str, str]]:
    """Name -> lowest and first unwanted version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found = {}
    for text in project["build-system"]["requires"]:
        parts = re.fullmatch(r"([a-z-]+)>=([\d.]+),<([\d.]+)", text)
        assert parts is not None, f"{text} has no lower and upper bound"
        found[parts[1]] = (parts[2], parts[3])
    return found


def numbers(text: str) -> list[int]:
    return [int(one) for one in text.split(".")]


def test_build_requirements_are_bounded_and_the_pinned_ones_within():
    for name, (lowest, unwanted) in build_requirements().items():
        assert numbers(lowest) <= numbers(version(name)) < numbers(unwanted), name


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_has_versions_and_hashes_and_names_no_host(lock: Path):
    text = lock.read_text()
    assert not re.search(r"https?://|--index-url|--find-links|--trusted-host", text)
    entries = [line for line in text.splitlines() if re.match(r"[A-Za-z0-9]", line)]
    assert entries
    for line in entries:
        assert re.match(r"[A-Za-z0-9._-]+==[^ ]+ (; .* )?\\$", line), line
    assert text.count("--hash=sha256:") >= len(entries)


@pytest.mark.parametrize("source", sorted((ROOT / "requirements").glob("*.in")), ids=lambda path: path.name)
def test_every_requirement_is_in_its_lock(source: Path):
    pinned = set(re.findall(r"^([A-Za-z0-9._-]+)==", source.with_suffix(".txt").read_text(), re.MULTILINE))
    for line in source.read_text().splitlines():
        name = re.match(r"[A-Za-z0-9._-]+", line)
        if name is not None and not line.startswith("-"):
            assert name[0].lower() in {one.lower() for one in pinned}, line


def test_the_tools_of_make_lock_are_pinned():
    rule = MAKEFILE[MAKEFILE.index("\nlock:") :]
    assert "pip install" not in rule.split("\n\n")[0] and "$(LOCK_VENV)/.installed" in rule
    assert "--require-hashes -r requirements/lock.txt" in MAKEFILE
    assert "pip-tools==" in (ROOT / "requirements" / "lock.txt").read_text()


def lowest_pip() -> str:
    found = re.search(r"^LOWEST_PIP := ([\d.]+)$", MAKEFILE, re.MULTILINE)
    assert found is not None
    return found[1]


def test_an_older_pip_is_told_so(tmp_path: Path):
    """Before it fails somewhere in the lock."""
    old = tmp_path / "bin" / "python"
    old.parent.mkdir()
    (tmp_path / "pip.py").write_text('__version__ = "21.1"\n')
    old.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path} exec {sys.executable} "$@"\n')
    old.chmod(0o755)
    made = subprocess.run(
        [
            "make",
            "-f",
            str(ROOT / "Makefile"),
            f"VENV={tmp_path}",
            f"PYTHON={sys.executable}",
            f"{tmp_path}/.created",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode != 0 and f"pip {lowest_pip()} or newer" in made.stderr
    (tmp_path / "pip.py").write_text(f'__version__ = "{lowest_pip()}"\n')
    again = subprocess.run(made.args, cwd=ROOT, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr


def environment(folder: Path, *packages: str) -> Path:
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return python


@pytest.mark.soak
def test_the_lowest_pip_reads_the_locks(tmp_path: Path):
    python = environment(tmp_path / "env", f"pip=={lowest_pip()}")
    locks = [argument for name in ("runtime", "dev") for argument in ("-r", f"requirements/{name}.txt")]
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--dry-run", "--require-hashes", *locks],
        cwd=ROOT,
        check=True,
    )


@pytest.mark.soak
def test_the_wheel_is_built_with_the_lowest_that_are_allowed(tmp_path: Path):
    lowest = [
        f"{name}~={bounds[0]}.0" if bounds[0].count(".") == 1 else f"{name}=={bounds[0]}"
        for name, bounds in build_requirements().items()
    ]
    python = environment(tmp_path / "env", "build", *lowest)
    source = tmp_path / "source"
    shutil.copytree(
        ROOT,
        source,
        ignore=shutil.ignore_patterns(".git", ".venv*", "dist", "node_modules", "tests", "static"),
    )
    subprocess.run(
        [python, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path / "dist"],
        cwd=source,
        check=True,
    )
    assert list((tmp_path / "dist").glob("*.whl"))
