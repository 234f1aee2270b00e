"""Seals: what must stay secret in the store although it can be read, such as the seeds of running games.

The key lies outside the database: in a variable, or in a file that is made when it is first needed.  Several keys, with
commas: the first one seals, all of them open, so that a key can be changed.
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy.engine import make_url

from defilade.server.settings import BadSetting, Settings, data_folder

LEAST = 32
MARK = "sealed:"


class CannotOpen(Exception):
    """Sealed with a key that is not at hand."""


class Seals:
    """Seals and opens with one set of keys.

    >>> seals = Seals("k" * 40)
    >>> seals.opened(seals.sealed("a secret"))
    'a secret'
    >>> Seals("other" * 10).opened(seals.sealed("a secret"))
    Traceback (most recent call last):
    ...
    defilade.server.seals.CannotOpen: this was sealed with a key that is not at hand
    """

    def __init__(self, keys: str) -> None:
        given = [one for one in keys.split(",") if one]
        self._fernet = MultiFernet([Fernet(_key(one)) for one in given])
        self.prints = tuple(hashlib.sha256(b"print:" + _key(one)).hexdigest()[:16] for one in given)
        """By which the keys are known, the first one's first; nothing follows from them."""

    def sealed(self, text: str) -> str:
        return MARK + self._fernet.encrypt(text.encode()).decode()

    def opened(self, text: str) -> str:
        """What was sealed; what never was, as it is."""
        if not text.startswith(MARK):
            return text
        try:
            return self._fernet.decrypt(text.removeprefix(MARK).encode()).decode()
        except InvalidToken:
            raise CannotOpen("this was sealed with a key that is not at hand") from None


def _key(text: str) -> bytes:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())


def seals_for(settings: Settings) -> Seals:
    """The seals of a server, by the key that is set or lies in its file."""
    if settings.seed_key:
        if any(len(one) < LEAST for one in settings.seed_key.split(",")):
            raise BadSetting(f"DEFILADE_SERVER_SEED_KEY: a key has at least {LEAST} characters")
        return Seals(settings.seed_key)
    path = key_file(settings)
    try:
        return Seals(_read_or_make(path))
    except OSError as error:
        raise BadSetting(f"the key file {path} can not be used: {error.strerror}") from error


def key_file(settings: Settings) -> Path:
    """Where the key lies unless it is set: beside a SQLite file, else in the user's data folder."""
    url = make_url(settings.database_url)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        return Path(f"{url.database}.key")
    return data_folder() / "seed.key"


def _read_or_make(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)  # of several that start at once one makes it, and it is never half written
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    text = path.read_text().strip()
    if len(text) < LEAST:
        raise BadSetting(f"the key file {path} holds no key")
    return text
