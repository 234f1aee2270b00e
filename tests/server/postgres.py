"""A PostgreSQL of one's own for the length of a test run."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def program(name: str) -> str | None:
    for folder in FOLDERS:
        if (folder / name).exists():
            return str(folder / name)
    return shutil.which(name)


class Cluster:
    """A database cluster in a folder of its own, reached through a socket in it, run by a user without rights."""

    def __init__(self, *, safe: bool = False) -> None:
        self.safe = safe
        """Whether a commit waits for the disk. Tests need not; figures must."""
        self.folder = Path(tempfile.mkdtemp(prefix="dfl-pg-", dir="/tmp"))
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self.data = self.folder / "data"
        self.databases = 0

    def _run(self, name: str, *arguments: str) -> None:
        command = [str(program(name)), *arguments]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, timeout=120)

    def start(self) -> None:
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", "defilade", "--no-sync")
        # Only a socket in the folder: nothing listens on the network.
        fsync = "on" if self.safe else "off"
        settings = f"-k {self.folder} -c listen_addresses='' -c fsync={fsync} -c max_connections=60"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.data), "-w", "-t", "60", "-l", log, "-o", settings, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def end_listeners(self) -> None:
        """Cut the connections on which workers listen."""
        self._end("query LIKE 'LISTEN%'")

    def end_everybody(self) -> None:
        """Cut all connections."""
        self._end("datname LIKE 't%'")

    def _end(self, which: str) -> None:
        end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {which} AND pid <> pg_backend_pid()"
        self._run("psql", "-h", str(self.folder), "-U", "defilade", "-d", "postgres", "-c", end)

    def new_database(self) -> str:
        """The URL of an empty database."""
        self.databases += 1
        name = f"t{self.databases}"
        self._run("createdb", "-h", str(self.folder), "-U", "defilade", name)
        return f"postgresql://defilade@/{name}?host={self.folder}"


def start_cluster() -> Cluster:
    if program("initdb") is None or (os.geteuid() == 0 and shutil.which("setpriv") is None):
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    cluster = Cluster()
    cluster.start()
    return cluster
