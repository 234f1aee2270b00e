"""Servers that start at once: a process in which everything is loaded forks one for each start.

What is killed is a real server with a process of its own; only the loading of modules and rules, which takes seconds,
is not done anew each time. Run by `Nursery` with pipes for its orders: `start DATABASE PORT`, `gone PID`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

from defilade.server.rulework import prepare
from defilade.server.run import serve
from defilade.server.settings import with_environment


class Nursery:
    def __init__(self, log: Path, environment: dict[str, str]) -> None:
        self._log = log.open("ab")
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, **environment, "DEFILADE_SERVER_WARM": "0"},
            text=True,
        )

    def _ask(self, order: str) -> str:
        orders, answers = self._process.stdin, self._process.stdout
        assert orders is not None and answers is not None
        print(order, file=orders, flush=True)
        return answers.readline().strip()

    def start(self, database: str, port: int) -> int:
        """A server; gives its process."""
        return int(self._ask(f"start {database} {port}"))

    def kill(self, server: int) -> None:
        os.kill(server, signal.SIGKILL)
        assert self._ask(f"gone {server}") == "-9", "the server had ended by itself"

    def close(self, server: int) -> None:
        os.kill(server, signal.SIGTERM)
        self._ask(f"gone {server}")
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._log.close()


def serve_orders(orders: IO[str]) -> None:
    prepare()
    for line in orders:
        order, what, *more = line.split()
        if order == "gone":
            print(os.waitstatus_to_exitcode(os.waitpid(int(what), 0)[1]), flush=True)
            continue
        child = os.fork()
        if not child:
            os.close(0)
            os.close(1)
            serve(with_environment(database=what), "127.0.0.1", int(more[0]), 1)
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    serve_orders(sys.stdin)
