"""How something that happened is told and drawn: a sign for each kind of event, in words of the table.

A table that plays a game knows no event of it; the system's presenter says which of these each kind is.
"""

from __future__ import annotations

from typing import Literal

Sign = Literal[
    "",
    "turn",
    "chapter",
    "phase",
    "passing",
    "read",
    "trail",
    "halt",
    "shot",
    "result",
    "break",
    "kill",
    "pin",
    "smoke",
    "rally",
]
"""`turn`: a new chapter of the log, to be noticed; `chapter`: one to be gone over; `phase`: a section of it.
`passing`: says only where one is, or that something is over; `read`: to be read before anything else comes.
`trail`: pieces have come to a place; `halt`: that was the end of their way. `shot`: pieces fire at a place; `result`:
what came of it. The others are seen on the board where they happen."""
