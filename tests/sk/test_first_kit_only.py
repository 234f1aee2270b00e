"""What the first kit does and the full one does otherwise, where no row of the first book says so."""

from __future__ import annotations

import pytest

from sk.places import line
from sk.situation import Situation


@pytest.mark.rule("SK1:3.2-d", "SK1:3.8-x")
def test_whoever_rallies_between_broken_enemies_fires_like_anybody() -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "PFPh",
        "german",
        [
            {"id": "r1", "type": "rus-447", "hex": here, "broken": True},
            {"id": "g", "type": "ger-467", "hex": here},
            {"id": "r2", "type": "rus-447", "hex": here, "broken": True},
            {"id": "r3", "type": "rus-447", "hex": there},
        ],
    )
    s.do(f"target - {there}", "add g", "declare")
