"""The stacking limit (SK1:3.3-l)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sk import stacking
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def crowd(*types: str, hex: str = "G3") -> list[dict[str, Any]]:
    return [{"id": f"{hex}{n}", "type": type, "hex": hex} for n, type in enumerate(types)]


def movers(*types: str, there: tuple[str, ...]) -> Situation:
    units = [*crowd(*types, hex="F3"), *crowd(*there)]
    s = Situation("z", "MPh", "russian", [*units, {"id": "g", "type": "ger-467", "hex": "GG10"}])
    return s.do("move F30")


@pytest.mark.rule("SK1:3.3-l")
@pytest.mark.parametrize(
    ("mover", "there", "fits"),
    [
        ("rus-447", ("rus-447", "rus-447"), True),
        ("rus-447", ("rus-447", "rus-447", "rus-447"), False),
        ("rus-237", ("rus-447", "rus-447", "rus-237"), True),
        ("rus-447", ("rus-447", "rus-447", "rus-237"), False),
        ("rus-9-1", ("rus-447", "rus-447", "rus-447", *("rus-8-0",) * 3), True),
        ("rus-9-1", ("rus-8-0",) * 4, False),
    ],
)
def test_three_squads_and_four_leaders(mover: str, there: tuple[str, ...], fits: bool) -> None:
    s = movers(mover, there=there)
    assert s.offers("enter - G3") is fits
    if not fits:
        assert s.refusal("enter - G3").rule == "SK1:3.3-l"


@pytest.mark.rule("SK1:3.3-l")
def test_the_limit_holds_on_the_way_too() -> None:
    s = movers("rus-447", there=("rus-447", "rus-447", "rus-447"))
    assert not s.offers("enter - G3"), "not even to pass through"


@pytest.mark.rule("SK1:3.3-l")
def test_each_side_has_its_own_limit() -> None:
    s = movers("rus-447", there=("rus-447", "rus-447", "rus-447"))
    assert stacking.refusal(s.g, "german", "zG3", [s.unit("g")]) is None


@pytest.mark.rule("SK1:1.2.2-a")
def test_two_half_squads_are_one_squad() -> None:
    s = movers("rus-447", there=("rus-237", "rus-237"))
    units = s.g.units_in("zG3")
    assert stacking.squad_equivalents(units) == stacking.squad_equivalents([s.unit("F30")]) == 2
