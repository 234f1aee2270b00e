"""Errors that a user can put right: one message, exit code 2, nothing written."""

from __future__ import annotations

import msgspec

from defilade.ai import UnknownLevel
from defilade.console.errors import CommandError
from defilade.hexgrid import BadHexName, BoardError, MapError, UnknownHex
from defilade.kernel import IllegalAction, LogError
from defilade.lab.cases import CaseError
from defilade.lab.coverage import CoverageError
from defilade.lab.games import SimulationError
from defilade.rules.content_files import ContentError
from defilade.rules.designs import DesignError
from defilade.rules.reference import UnknownLedger, UnknownRule
from defilade.strict_yaml import BadFile
from defilade.systems import UnknownScenario, UnknownSystem

USER_ERRORS: tuple[type[Exception], ...] = (
    BadFile,
    BadHexName,
    BoardError,
    CaseError,
    CommandError,
    ContentError,
    CoverageError,
    DesignError,
    IllegalAction,
    LogError,
    MapError,
    SimulationError,
    UnknownHex,
    UnknownLedger,
    UnknownLevel,
    UnknownRule,
    UnknownScenario,
    UnknownSystem,
    msgspec.DecodeError,
)
"""What is reported as a message instead of a traceback. Anything else is a defect of the program."""


def message_of(error: Exception) -> str:
    """The message of an error, on one line."""
    return " ".join(str(error).split())
