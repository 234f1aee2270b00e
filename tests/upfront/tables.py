"""Two tables for the tests of team play."""

from __future__ import annotations

from typing import Any

from upfront.situation import Situation

GERMANS = ["beck", "wolff", "streich"]
AMERICANS = ["myers", "smith", "burke"]


def two_tables(turn: str = "german", *, groups: list[dict[str, Any]] | None = None, **more: Any) -> Situation:
    """A group on each side at each table: g1 and a1 at the first, g11 and a11 at the second."""
    usual = [
        {"side": "german", "men": GERMANS, "letter": "D", "range": 1},
        {"side": "american", "men": AMERICANS, "letter": "D", "range": 1},
        {"side": "german-2", "men": [f"{man}-2" for man in GERMANS], "letter": "A", "range": 1},
        {"side": "american-2", "men": [f"{man}-2" for man in AMERICANS], "letter": "A", "range": 1},
    ]
    for entry in groups or ():
        place = next((n for n, one in enumerate(usual) if one["side"] == entry["side"]), None)
        if place is None or entry.pop("more", False):
            usual.append(entry)
        else:
            usual[place] = {**usual[place], **entry}
    return Situation(turn, usual, **more)
