"""Secrets: tokens that nobody can guess, of which only hashes are kept, and passwords."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

TOKEN_BYTES = 32
_HASHER = PasswordHasher()


def new_token() -> str:
    """A secret for a seat, an invitation or a session."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """A name for a game, in an address. It is no secret, but it tells nothing either."""
    return secrets.token_urlsafe(9)


def hash_of(token: str) -> str:
    """What is kept of a token. Tokens are random and long, so a quick hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def watch_token(server_key: str, game: str) -> str:
    """The token with which a game is watched: it follows from the server's key, so that it can be shown
    again."""
    return hmac.new(bytes.fromhex(server_key), f"watch:{game}".encode(), "sha256").hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def hash_password(password: str) -> str:
    return _HASHER.hash(password)


@cache
def _nobody() -> str:
    """The hash of a password that nobody has."""
    return _HASHER.hash(secrets.token_urlsafe(16))


def password_fits(kept: str | None, password: str) -> bool:
    """Takes as long for a name that does not exist as for a wrong password."""
    try:
        return _HASHER.verify(kept or _nobody(), password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False
