"""State, choices, chance, events, log, views, fairness. Knows no system."""

from defilade.kernel.chance import ChanceSource, Committed, Sampled, Scripted, all_throws, dice_sums
from defilade.kernel.engine import Described, Outlook, Play, Position, System
from defilade.kernel.frames import Frame, Procedures
from defilade.kernel.log import GameLog, LogError, Record, read_log, replay, verify, write_log
from defilade.kernel.moments import (
    Action,
    Breakdown,
    Chance,
    Choice,
    Event,
    IllegalAction,
    Line,
    Moment,
    Outcome,
    Over,
    Refusal,
    Step,
)
from defilade.kernel.session import SPECTATOR, Session, UndoRefused, View, came_out, determinized, make_view

__all__ = [
    "SPECTATOR",
    "Action",
    "Breakdown",
    "Chance",
    "ChanceSource",
    "Choice",
    "Committed",
    "Described",
    "Event",
    "Frame",
    "GameLog",
    "IllegalAction",
    "Line",
    "LogError",
    "Moment",
    "Outcome",
    "Outlook",
    "Over",
    "Play",
    "Position",
    "Procedures",
    "Record",
    "Refusal",
    "Sampled",
    "Scripted",
    "Session",
    "Step",
    "System",
    "UndoRefused",
    "View",
    "all_throws",
    "came_out",
    "determinized",
    "dice_sums",
    "make_view",
    "read_log",
    "replay",
    "verify",
    "write_log",
]
