"""What is typed is worked out in one thread, before two could need it at once."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import msgspec

from defilade.server import protocol, rulework
from server.harness import WAIT, Server

IN_SEVERAL_THREADS = """
import json, sys, threading
import msgspec
from defilade.server import protocol, rulework
from defilade.systems import SYSTEMS, find_system

rulework.prepare()
game = {"scenario": "S1", "seats": [{"side": "german", "who": "mine"}], "table": {"clock": {"kind": "none"}}}
games = [lambda: msgspec.json.decode(json.dumps(game), type=protocol.NewGame)]
for name in SYSTEMS:
    system = find_system(name)
    position, _ = system.begin(system.scenarios()[0])
    games.append(lambda system=system, state=system.encode(position.state): system.decode(state))
sys.setswitchinterval(1e-6)
for read in games:
    begin = threading.Barrier(4)
    threads = [threading.Thread(target=lambda: (begin.wait(), read())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("well")
"""


def test_everything_can_be_read_in_several_threads_once_it_is_prepared():
    """Without `prepare` this process dies of it, though not every time."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", IN_SEVERAL_THREADS], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("well")


def test_every_message_and_body_is_prepared():
    """All that a client can send is either a message of the socket or a body that is prepared by itself."""
    sent = {kind for kind in vars(protocol).values() if _is_received(kind)}
    messages = set(protocol.ClientMessage.__args__)
    bodies = set(protocol.Received.__subclasses__())
    assert sent - messages <= bodies | {protocol.Received}
    assert rulework.KEPT


def test_who_comes_back_while_everything_is_loaded_waits_for_one_piece_of_it(sqlite_server: Server):
    """After a restart games could be read back only when the whole lobby had been worked out."""
    done: list[str] = []
    loading, go_on = threading.Event(), threading.Event()

    def first() -> None:
        loading.set()
        go_on.wait(WAIT)
        done.append("first piece")

    async def warm_up() -> None:
        sqlite_server.service.warm_up([first, lambda: done.append("second piece")])

    sqlite_server.do(warm_up())
    assert loading.wait(WAIT)
    asked = sqlite_server.begin(rulework.in_rules_thread(done.append, "what somebody asks for"))
    sqlite_server.do(asyncio.sleep(0))
    go_on.set()
    asked.result(WAIT)
    while len(done) < 3:
        sqlite_server.do(rulework.in_rules_thread(int))
    assert done == ["first piece", "what somebody asks for", "second piece"]


def _is_received(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and issubclass(kind, protocol.Received)
