"""Experience Level Rating (SK1:5.1): replacement after bad failures."""

from __future__ import annotations

import pytest

from sk.places import volley
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

NMC = (5, 4)


def check(unit: dict[str, object], *dice: int, **more: object) -> Situation:
    return volley([{"id": "r", **unit}], *NMC, **more).roll(*dice)


@pytest.mark.rule("SK1:5.1-a", "SK1:5.1-b", "SK1:3.2.1-n")
def test_failing_by_more_than_the_elr_replaces() -> None:
    s = check({"type": "rus-458", "elr": 2}, 6, 4)  # 10 against 8: by 2
    assert (s.unit("r").type, s.unit("r").broken) == ("rus-458", True)
    s = check({"type": "rus-458", "elr": 2}, 6, 5)  # by 3
    assert (s.unit("r").type, s.unit("r").broken, s.unit("r").dm) == ("rus-447", True, True)


@pytest.mark.rule("SK1:5.1-c")
def test_nothing_lower_no_penalty() -> None:
    s = check({"type": "rus-426", "elr": 0}, 6, 5)
    assert (s.unit("r").type, s.unit("r").broken) == ("rus-426", True)


@pytest.mark.rule("SK1:5.1-d")
def test_underlined_morale_is_exempt() -> None:
    s = check({"type": "usa-747", "elr": 0}, 6, 5, sides=("german", "american"))
    assert s.unit("r").type == "usa-747"


@pytest.mark.rule("SK1:5.1-e")
def test_leaders_are_replaced_too() -> None:
    s = check({"type": "rus-9-1", "elr": 1}, 6, 5)
    assert (s.unit("r").type, s.unit("r").broken) == ("rus-8-1", True)


@pytest.mark.rule("SK1:5.1-f", "SK1:3.2.1-l")
def test_reduction_before_replacement() -> None:
    s = check({"type": "rus-447", "elr": 3}, 6, 6)
    assert (s.unit("r").type, s.unit("r").kind, s.unit("r").broken) == ("rus-226", "half_squad", True)


@pytest.mark.rule("SK1:5.1-b")
def test_units_broken_before_are_not_replaced() -> None:
    s = check({"type": "rus-447", "elr": 0, "broken": True}, 6, 5)
    assert s.unit("r").type == "rus-237"  # casualty reduction only
