"""Computer players that go wrong, as the server's processes run them."""

from __future__ import annotations

import os
import time

from defilade.server.computer import Question


def crashes(question: Question) -> str:
    os._exit(3)


def overruns(question: Question) -> str:
    time.sleep(60)
    return "pass"


def fails(question: Question) -> str:
    raise RuntimeError("out of ideas")


def cheats(question: Question) -> str:
    return "win - - now"


def counts(question: Question) -> str:
    """How often it was asked before, handed on as what thinking has come to."""
    return f"spent{question.spent or 0}\n{int(question.spent or 0) + 1}"


def lingers(question: object) -> str:
    """For as long as a test takes."""
    time.sleep(600)
    return "pass"
