"""What is typed is worked out in one thread, before two could need it at once."""

from __future__ import annotations

import asyncio
import copy
import subprocess
import sys
import threading
import weakref
from typing import Any

import msgspec
import pytest

from defilade.hexgrid import rows, shelf
from defilade.hexgrid.relief import Location
from defilade.rules.sk.card_rules import OffboardArtillery
from defilade.rules.sk.full.artillery.batteries import offboard_eye
from defilade.rules.tables import Tables
from defilade.server import campaigns, protocol, rulework
from defilade.systems import find_system
from server.harness import WAIT, Server
from server.test_refit import at_refit

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


@pytest.mark.parametrize(
    ("scenario", "system", "sides"),
    [("SL-1", "sl", ("german", "russian")), ("DaE4", "elst", ("german", "british"))],
)
def test_lines_of_sight_are_traced_before_anybody_plays_and_beside_the_loop(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch, scenario: str, system: str, sides: tuple[str, ...]
) -> None:
    """The first to fire in a large scenario, or to call artillery, held up everybody on the server."""
    monkeypatch.setenv("DEFILADE_CACHE", "")
    monkeypatch.setattr(shelf, "_SHELF", shelf.MapShelf())
    monkeypatch.setattr(find_system(system), "_tables", Tables(64))
    traced: list[tuple[str, str]] = []
    trace = rows.SightRows._trace

    def noted(sight: rows.SightRows, viewer: str, place: int) -> Any:
        traced.append((threading.current_thread().name.partition("_")[0], viewer))
        return trace(sight, viewer, place)

    monkeypatch.setattr(rows.SightRows, "_trace", noted)
    made = sqlite_server.new_game(scenario, seats=dict.fromkeys(sides, "mine"))
    room = sqlite_server.do(sqlite_server.service.rooms.enter(made["game"]["id"]))
    game = room.game.system.play(room.game.position.state)
    assert {where for where, _ in traced} == {"rules"} and not game.map._sight.missing()
    before = len(traced)
    for place in game.map.names:
        game.map.hindrance(place, game.map.names[0])
    for rule in game.scenario.rules_of(OffboardArtillery) if scenario == "DaE4" else ():
        if rule.observer:
            eye = offboard_eye(game, rule.observer)
            eye.map.location_hindrance(eye.place, Location(eye.map.names[0]))
    assert len(traced) == before, "all is known by now"


def test_a_table_that_is_played_at_is_kept_however_many_scenarios_others_bring_along(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opened tables with scenarios of his own had those of others laid out anew at every step."""
    made = sqlite_server.new_game("S1", seats={"german": "mine", "american": "mine"})
    room = sqlite_server.do(sqlite_server.service.rooms.enter(made["game"]["id"]))
    system, state = room.game.system, room.game.position.state
    first, kept = weakref.ref(system.table(state)), system._tables
    another = copy.copy(system.table(state))
    for number in range(kept._most):
        kept.found(("another", str(number), ""), lambda: copy.copy(another))
    assert ("S1", "", "") not in kept
    monkeypatch.setattr(type(system), "_table", lambda *asked: pytest.fail("the table is made anew"))
    assert system.table(state) is first()
    for number in range(kept._most):
        kept.pop(("another", str(number), ""), None)


def test_a_campaign_is_carried_on_beside_the_loop(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Refit Phase is long work: while one staff moved its men nobody else was answered."""
    done: list[tuple[str, str]] = []

    class Noted:
        """The rules of campaigns, and in which thread each is asked."""

        def __init__(self, rules: Any) -> None:
            self.rules = rules

        def __getattr__(self, name: str) -> Any:
            done.append((threading.current_thread().name.partition("_")[0], name))
            return getattr(self.rules, name)

    campaigns_of = campaigns.campaigns_of
    monkeypatch.setattr(campaigns, "campaigns_of", lambda system: Noted(campaigns_of(system)))
    me = at_refit(sqlite_server, {"german": "mine", "british": "mine"})
    me.until("nothing")
    assert me.now["stage"] == "muster"
    asked = {name for _, name in done}
    assert {"new", "standing", "muster", "enter", "ordered", "carried_out", "sheets"} <= asked
    assert {where for where, name in done} == {"rules"}, {name for where, name in done if where != "rules"}


def _is_received(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and issubclass(kind, protocol.Received)
