"""What can be set from outside: the command line, or variables that begin with DEFILADE_."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

PREFIX = "DEFILADE_SERVER_"


class BadSetting(Exception):
    """A setting that cannot be used; the message names it."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server runs. Every field can be given as DEFILADE_SERVER_<NAME>."""

    database: str = ""
    """URL of the database; empty: a SQLite file in the user's data folder."""
    hosts: tuple[str, ...] = ()
    """Names under which the server may be reached; empty: any. Guards a local server against rebinding."""
    origins: tuple[str, ...] = ()
    """Origins besides its own that may use the server, as https://example.org."""
    computer_workers: int = 1
    """Processes that think for computer opponents, for each server worker."""
    computer_deadline: float = 10.0
    """Seconds that a computer opponent has for a decision."""
    computer_start: float = 60.0
    """Seconds more for the first decision of a process, which has rules and maps to load."""
    warm: bool = True
    """Load rules, maps and the computer's processes at once, so that nobody waits for them later."""
    seed_key: str = ""
    """What seeds are sealed with in the database: at least 32 characters; several keys with commas, of which the first
    seals. Empty: the key lies in a file beside a SQLite database, or in the user's data folder."""
    rule_seconds: float = 20.0
    """Seconds of work that a file may take which somebody sends in."""
    games_in_memory: int = 500
    """Games of people in this worker's memory; when people sit in all of them, newcomers are told so."""
    idle_minutes: float = 30.0
    """How long a game that nobody uses stays in memory."""
    own_table: bool = False
    """One person's own table on his own machine: no account is asked for, there are no quotas, nothing is cleared."""
    opponents_per_person: int = 40
    """Running games with computer opponents, moved within a day, that one account or address may have opened."""
    opponents_per_address: int = 120
    """The same of one address, whoever has opened them there."""
    computer_games_per_account: int = 2
    """Games between computers that one account may have running."""
    keep_ended_days: float = 0.0
    """Days until a game that is over is deleted; 0: never."""
    keep_abandoned_days: float = 0.0
    """Days without a move until a running game, a campaign or a room is deleted; 0: never."""
    keep_unjoined_days: float = 30.0
    """Days without a move until a game is deleted that waits for somebody to join; 0: never."""
    snapshot_every: int = 50
    """Steps from one kept state to the next."""
    messages_per_second: float = 30.0
    """What one socket may send; three times as many in a burst."""
    messages_per_address: float = 40.0
    """A second, of all sockets of one address; five times as many in a burst."""
    requests_per_minute: float = 240.0
    """What one address may ask of the slow or guessable parts: new games, invitations, passwords, imports."""
    cost_per_minute: float = 1800.0
    """What one address may ask for in all, each request by its cost (see `costs`); a sixth of it in a burst."""
    refusal_seconds: float = 1.0
    """How long one who asks for more than that waits for each refusal."""
    requests_at_once: int = 12
    """Requests of one address that are being answered; eight times as many may wait for it."""
    turn_seconds: float = 20.0
    """How long a request waits until those before it, of the same address, are answered."""
    tries_per_account: float = 10.0
    """Passwords a minute that may be tried for one account, from wherever."""
    accounts_per_day: float = 20.0
    """New accounts that one address may open in a day."""
    connections_per_address: int = 300
    sockets_per_address: int = 200
    sockets_at_table: int = 24
    """Of one address at one table."""
    chat_per_minute: float = 30.0
    """Lines that may be said at one table from one address."""
    chat_kept: int = 500
    """Lines of a game that are kept."""
    head_seconds: float = 10.0
    """In which the head of a request must have come."""
    body_seconds: float = 30.0
    """In which its body must have come."""
    max_message: int = 16_384
    """Bytes in one message from a client."""
    max_body: int = 1_000_000
    max_import: int = 8_500_000
    hello_seconds: float = 10.0
    session_days: float = 30.0
    challenges_per_account: int = 8
    """Open challenges that one account may have standing."""
    public_url: str = ""
    """How the server is reached, as https://games.example.org: for links in letters."""
    smtp_host: str = ""
    """Who takes letters to players whose turn it is; empty: none are written."""
    smtp_port: int = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    mail_from: str = ""
    """The address from which letters come."""
    mail_after_minutes: float = 10.0
    """How long somebody has not been seen before he is told by letter that it is his turn."""
    trust_proxy: bool = False
    """Take the client's address from X-Forwarded-For, as set by a proxy of your own in front."""

    @property
    def database_url(self) -> str:
        return database_url(self.database)


def database_url(text: str) -> str:
    """The URL as SQLAlchemy takes it, from what a person writes.

    >>> database_url("postgresql://u@h/db")
    'postgresql+psycopg://u@h/db'
    >>> database_url("games.sqlite3")
    'sqlite:///games.sqlite3'
    """
    if not text:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'games.sqlite3'}"
    scheme, separator, rest = text.partition("://")
    if not separator:
        return f"sqlite:///{text}"
    if scheme in ("postgres", "postgresql"):
        return f"postgresql+psycopg://{rest}"
    if scheme in ("sqlite", "postgresql+psycopg"):
        return text
    raise BadSetting(f"database {scheme!r}: there are sqlite and postgresql")


def data_folder() -> Path:
    """Where a user's games are kept."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "defilade"


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from variables; raises `BadSetting` for one that does not fit."""
    given: dict[str, Any] = {}
    for name, text in (os.environ if environment is None else environment).items():
        if not name.startswith(PREFIX):
            continue
        field = name.removeprefix(PREFIX).lower()
        if field not in Settings.__struct_fields__:
            raise BadSetting(f"{name} is not known")
        many = field in ("hosts", "origins")
        given[field] = [part for part in text.split(",") if part] if many else text
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(f"{PREFIX}*: {error}") from None


def with_environment(**given: Any) -> Settings:
    """What was said on the command line, on top of the variables; what was not said has no say."""
    said = {name: value for name, value in given.items() if value not in ("", (), None, False)}
    return msgspec.structs.replace(from_environment(), **said)


def to_environment(settings: Settings) -> dict[str, str]:
    """The variables that give the same settings, for worker processes."""
    variables = {}
    for name in Settings.__struct_fields__:
        value = getattr(settings, name)
        variables[PREFIX + name.upper()] = ",".join(value) if isinstance(value, tuple) else str(value)
    return variables
