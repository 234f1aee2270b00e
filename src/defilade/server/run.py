"""Running a server: one worker in this process, or several in processes of their own."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec
import uvicorn
from alembic.util import CommandError as UnknownRevision
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from uvicorn.supervisors import Multiprocess

from defilade import __version__
from defilade.server import logs
from defilade.server.app import create_app
from defilade.server.doors import door_for
from defilade.server.protocol import GameCreated, Health
from defilade.server.seals import CannotOpen, seals_for
from defilade.server.settings import BadSetting, Settings, to_environment
from defilade.server.store import check_seals, make_engine, migrate

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
DEFAULT_PORT = 8417
PORTS_TRIED = 20
OPEN_SECONDS = 60.0


def is_loopback(host: str) -> bool:
    """
    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(
    settings: Settings,
    host: str,
    port: int,
    workers: int,
    log_level: str = "info",
    listening: Callable[[], Any] = lambda: None,
) -> None:
    """Serve until told to stop; `listening` is called when players can come in. What keeps the server from starting
    is a `BadSetting`."""
    if workers > 1 and settings.database_url.startswith("sqlite"):
        raise BadSetting("several workers need PostgreSQL: they tell each other through it what has happened")
    logs.configure(log_level)
    migrate_first(settings)
    door = bound(host, port)
    call_when_open(door, listening)
    options = uvicorn_options(settings)
    try:
        if workers == 1:
            server = uvicorn.Server(uvicorn.Config(create_app(settings), **options))
            server.run([door])
            if not server.started:
                raise BadSetting("the server did not start; the lines above say why")
            return
        os.environ.update(to_environment(settings))
        config = uvicorn.Config("defilade.server.asgi:create", factory=True, workers=workers, **options)
        Multiprocess(config, [door]).run()
    except KeyboardInterrupt:
        pass


def bound(host: str, port: int) -> socket.socket:
    """A socket at the address, at which nobody listens yet."""
    door = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
    except OSError as error:
        door.close()
        if error.errno == errno.EADDRINUSE:
            raise BadSetting(
                f"port {port} is taken by another program: choose another with --port"
            ) from error
        raise BadSetting(f"can not listen at {host}, port {port}: {error.strerror or error}") from error
    door.set_inheritable(True)
    return door


def call_when_open(door: socket.socket, work: Callable[[], Any]) -> threading.Thread:
    """Call as soon as somebody who knocks is let in."""
    host, port = door.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)

    def knock() -> None:
        while True:
            try:
                socket.create_connection((here, port), timeout=2).close()
            except OSError:
                time.sleep(0.05)
            else:
                work()
                return

    thread = threading.Thread(target=knock, daemon=True)
    thread.start()
    return thread


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    return {
        "http": door_for(settings),
        "log_config": None,
        "access_log": False,
        "ws": "websockets-sansio",
        "ws_max_size": 2 * settings.max_message,
        "ws_per_message_deflate": False,
        "server_header": False,
        "timeout_graceful_shutdown": 10,
        "proxy_headers": settings.trust_proxy,
    }


def migrate_first(settings: Settings) -> None:
    """Before anybody is let in, and before several workers start, one brings the tables up to date."""
    url = settings.database_url
    try:
        engine = make_engine(url)
        try:
            migrate(engine)
            check_seals(engine, seals_for(settings))
        finally:
            engine.dispose()
    except DBAPIError as error:
        raise BadSetting(f"the database {shown(url)} can not be used: {first_line(error.orig)}") from error
    except ArgumentError as error:  # an address that is none, or of a kind that is not known
        raise BadSetting(f"there is no such database: {shown(url)}: {first_line(error)}") from error
    except CannotOpen as error:
        raise BadSetting(
            f"{error}: give DEFILADE_SERVER_SEED_KEY the key of {shown(url)}, or its key file"
        ) from error
    except UnknownRevision as error:
        raise BadSetting(f"the database {shown(url)} was written by a newer version of Defilade") from error


def shown(url: str) -> str:
    """A database as it may be told, without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url


def first_line(error: BaseException | None) -> str:
    return next(iter(str(error).splitlines()), "")


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or one of the next that is free."""
    for port in range(wanted, wanted + PORTS_TRIED):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise BadSetting(f"no port from {wanted} to {wanted + PORTS_TRIED - 1} is free")


def open_when_ready(
    url: str, where: Callable[[str], str] = str, opener: Callable[[str], Any] = webbrowser.open
) -> threading.Thread:
    """Open a browser as soon as the server answers, at the place that `where` then gives."""

    def work() -> None:
        limit = time.monotonic() + OPEN_SECONDS
        while time.monotonic() < limit:
            try:
                with urlopen(f"{url}/api/health", timeout=2):
                    break
            except (URLError, OSError):
                time.sleep(0.1)
        opener(where(url))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def is_ours(url: str) -> bool:
    """Whether a server of this program, of this version, answers there."""
    try:
        with urlopen(f"{url}/api/health", timeout=1) as answer:
            return msgspec.json.decode(answer.read(), type=Health).version == __version__
    except (URLError, OSError, msgspec.DecodeError):
        return False


def game_address(url: str, path: str, new_game: Mapping[str, Any]) -> str:
    """Begin a game and give the address at which its open seat is taken; the invitation is in the part that a
    browser keeps to itself."""
    body = msgspec.json.encode(new_game)
    request = Request(f"{url}{path}", body, {"content-type": "application/json"})
    with urlopen(request, timeout=OPEN_SECONDS) as answer:
        made = msgspec.json.decode(answer.read(), type=GameCreated)
    return f"{url}/#/join/{made.game.id}/{made.invites[0].token}"
