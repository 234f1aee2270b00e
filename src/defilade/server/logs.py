"""Logs as one JSON object a line. What is secret never gets here: callers pass named facts, not requests."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

LOGGER = logging.getLogger("defilade.server")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            entry["error"] = record.exc_info[0].__name__
            entry["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(entry, enc_hook=str).decode()


def configure(level: str = "info") -> None:
    """Send everything of the server, and of what it runs on, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("defilade", "uvicorn", "uvicorn.error", "litestar", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == "defilade" else logging.WARNING)


def info(event: str, **facts: Any) -> None:
    LOGGER.info(event, extra={"facts": facts})


def warning(event: str, **facts: Any) -> None:
    LOGGER.warning(event, extra={"facts": facts})


def failure(event: str, **facts: Any) -> None:
    """Something went wrong that should not; call it while the exception is being handled."""
    LOGGER.error(event, exc_info=True, extra={"facts": facts})
