"""Germans and Americans at Relative Range 5, for the tests of infiltration and Close Combat."""

from __future__ import annotations

from typing import Any

from upfront.situation import Situation

GERMANS = ["beck", "wolff", "bernhoff"]
AMERICANS = ["myers", "degi", "burke"]


def near(ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **more: Any) -> Situation:
    """Germans in Woods and Americans in Buildings at Relative Range 5 in the Germans' turn, unless said otherwise."""
    german = {"side": "german", "men": GERMANS, "range": 3, "cards": ["woods"], **(ours or {})}
    american = {"side": "american", "men": AMERICANS, "range": 2, "cards": ["buildings"], **(theirs or {})}
    return Situation("german", [german, american], **{"german": ["movement", "fire 2"], **more})


def inside(
    ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **more: Any
) -> Situation:
    """As `near`; Beck has infiltrated the Americans."""
    men = [{"id": "beck", "infiltrates": "a1"}, "wolff", "bernhoff"]
    return near({"men": men, **(ours or {})}, theirs, **more)


def quiet(s: Situation) -> Situation:
    """Nobody plays a card or wants a prisoner, until a draw or something else is asked for."""
    while s.options("no") or s.options("fight"):
        s.do("no" if s.options("no") else "fight")
    return s
