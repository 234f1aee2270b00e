"""Berserk Russians (UF:20.9)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Over
from defilade.rules.upfront.game.losses import remove
from upfront.hand_to_hand import quiet
from upfront.situation import Situation

RUSSIANS = ["rostov", "aliev", "dottski"]


def panicking(cards: list[str] | None = None, german_range: int = 3, **man: Any) -> Situation:
    """A pinned Russian with Panic 6 is fired at."""
    pinned = {"id": "aliev", "pinned": True, **man}
    return Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff", "bernhoff"], "range": german_range},
            {"side": "russian", "men": [pinned, "rostov", "dottski"], "range": 2, "cards": cards or []},
        ],
        german=["fire 4"],
    )


def hit(s: Situation, draw: str) -> Situation:
    s.do("fire g1+<fire 4> r1", "declare")
    quiet(s).do("resolve")
    return quiet(s).draw(draw)


@pytest.mark.rule("UF:20.9-a")
def test_he_goes_berserk_instead_of_dying() -> None:
    s = hit(panicking(), "black 4 0r=3")  # 4 and 4: Panic, and 3 would kill him
    assert s.man("aliev").berserk and s.man("aliev").pinned


@pytest.mark.rule("UF:20.9-a")
def test_not_when_the_enemy_is_farther_away() -> None:
    s = hit(panicking(german_range=2), "black 4 0r=3")
    assert s.fate("aliev") == "kia"


@pytest.mark.rule("UF:20.9-a")
def test_germans_do_not() -> None:
    s = Situation(
        "russian",
        [
            {"side": "russian", "men": RUSSIANS, "range": 3},
            {"side": "german", "men": [{"id": "beck", "pinned": True}, "wolff", "bernhoff"], "range": 2},
        ],
        russian=["fire 4"],
    )
    s.do("fire r1+<fire 4> g1", "declare")
    quiet(s).do("resolve")
    quiet(s).draw("black 4 0r=3")
    assert s.fate("beck") == "kia"


@pytest.mark.rule("UF:20.9-b")
def test_a_second_panic_kills() -> None:
    s = hit(panicking(berserk=True), "black 4 0r=3")
    assert s.fate("aliev") == "kia"


@pytest.mark.rule("UF:20.9-b")
@pytest.mark.parametrize("german_range", [3, 2])
def test_a_second_panic_kills_whatever_the_number(german_range: int) -> None:
    s = hit(panicking(berserk=True, german_range=german_range), "black 4 0r=9")
    assert s.fate("aliev") == "kia", "he neither routs nor surrenders"
    assert "UF:20.9-b" in s.cited()


@pytest.mark.rule("UF:24.7-b")
def test_not_in_a_minefield() -> None:
    s = hit(panicking(["minefield"]), "black 4 0r=3")
    assert s.fate("aliev") == "kia"


@pytest.mark.rule("UF:24.7-b")
def test_no_wound_saves_him_in_a_minefield() -> None:
    s = hit(panicking(["minefield"]), "black 2 0r=3 7=4")  # 4 under 7w is his Morale
    assert s.fate("aliev") == "kia" and "UF:24.7-b" in s.cited()
    s = hit(panicking(["minefield"], german_range=2), "black 2 0r=3 7=4")
    assert s.fate("aliev") == "kia" and "UF:24.7-b" not in s.cited(), "at Relative Range 4 by panic as usual"


def charging(german: list[Any] | None = None, **man: Any) -> Situation:
    """A berserk Russian at the start of his turn."""
    berserk = {"id": "aliev", "pinned": True, "berserk": True, **man}
    return Situation(
        "russian",
        [
            {"side": "russian", "men": [berserk, "rostov", "dottski"], "range": 3},
            {"side": "german", "men": german or ["beck", "wolff"], "range": 2},
        ],
        stage="start",
        german=["fire 2"],
    )


@pytest.mark.rule("UF:20.91-a", "UF:20.91-b")
def test_he_charges_at_the_start_of_the_turn() -> None:
    s = charging().draw("2=1")
    quiet(s).draw("black 6")
    strike = s.event("strike").breakdown
    assert strike is not None and strike.total == 4 + 3 - 4  # his pinned value
    s.draw("red 2")  # 9 against 6
    assert s.fate("beck") == "kia"
    s.do("leave-weapon aliev+beck")
    aliev = s.man("aliev")
    assert not aliev.pinned and not aliev.berserk
    assert not s.group("r1").acted and s.state.players["russian"].actions == 0


@pytest.mark.rule("UF:20.91-a", "UF:16.5-a")
def test_nobody_charges_for_a_broken_squad() -> None:
    """Two of three are lost with the first of them; the second berserk man stays where he is."""
    raging = [{"id": man, "pinned": True, "berserk": True} for man in ("aliev", "kristov")]
    groups = [
        {"side": "russian", "men": [*raging, "rostov"], "range": 3},
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
    ]
    s = Situation("russian", groups, stage="start", german=["fire 2"])
    remove(s.g, s.g.unit("rostov"), "kia")
    s.draw("2=1")
    quiet(s).draw("red 6", "black 6")
    assert s.fate("aliev") == "kia"
    s.do("leave-weapon beck+aliev")
    assert isinstance(s.pending, Over) and s.pending.winner == "german"
    assert s.man("kristov").berserk


@pytest.mark.rule("UF:20.91-a", "UF:20.61")
def test_an_assistant_is_no_longer_crew_when_he_charges() -> None:
    crew = ["burlak", {"id": "petrovsky", "crews": "burlak", "pinned": True, "berserk": True}, "rostov"]
    s = Situation(
        "russian",
        [
            {"side": "russian", "men": crew, "range": 3},
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
        ],
        stage="start",
    )
    assert s.man("petrovsky").crews == ""
    quiet(s.draw("2=1")).draw("black 6")
    strike = s.event("strike").breakdown
    assert strike is not None and strike.total == 4 + 5 - 4  # with his own rifle


@pytest.mark.rule("UF:20.91-a")
def test_even_from_wire() -> None:
    s = Situation(
        "russian",
        [
            {
                "side": "russian",
                "men": [{"id": "aliev", "pinned": True, "berserk": True}, "rostov"],
                "range": 3,
                "cards": ["woods", "wire"],
            },
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
        ],
        stage="start",
    )
    s.draw("2=2")
    assert "Wolff" in s.event("paired").text


@pytest.mark.rule("UF:20.91-a")
def test_several_groups_to_choose_from() -> None:
    s = Situation(
        "russian",
        [
            {
                "side": "russian",
                "men": [{"id": "aliev", "pinned": True, "berserk": True}, "rostov"],
                "range": 3,
            },
            {"side": "german", "men": ["beck"], "range": 2},
            {"side": "german", "men": ["wolff"], "range": 2},
        ],
        stage="start",
    )
    assert s.options("charge") == ["charge aliev g1", "charge aliev g2"]


@pytest.mark.rule("UF:20.91-c")
def test_a_gunner_leaves_his_weapon() -> None:
    s = Situation(
        "russian",
        [
            {
                "side": "russian",
                "men": [{"id": "burlak", "pinned": True, "berserk": True}, "rostov"],
                "range": 3,
            },
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
        ],
        stage="start",
    )
    assert [one.weapon for one in s.group("r1").loose] == ["russian-lmg"]
    s.draw("2=1")
    quiet(s).draw("black 6", "red 6")  # unarmed and pinned: 4 less 4
    assert s.fate("beck") == "kia"
    assert s.options() == ["destroy-weapon burlak+beck", "leave-weapon burlak+beck"], "he stays unarmed"
    s.do("destroy-weapon burlak+beck")
    assert s.man("burlak").weapon == ""


@pytest.mark.rule("UF:20.91-a", "UF:23.5", "UF:24.7-a")
@pytest.mark.parametrize("place", ["pillbox", "minefield"])
def test_he_fights_where_nobody_else_may(place: str) -> None:
    """Without a modifier for the place."""
    s = Situation(
        "russian",
        [
            {
                "side": "russian",
                "men": [{"id": "aliev", "pinned": True, "berserk": True}, "rostov"],
                "range": 3,
            },
            {"side": "german", "men": ["beck", "wolff"], "range": 2, "cards": [place]},
        ],
        stage="start",
        german=["concealed -1"],
    )
    s.draw("2=1")
    while s.options("no"):
        s.do("no")
    assert s.side() == "german" and bool(s.options("conceal")) == (place == "minefield")  # UF:23.4-b
    quiet(s).draw("black 6")
    strike = s.event("strike").breakdown
    assert strike is not None and strike.total == 4 + 3 - 4
    s.draw("red 6")
    assert s.fate("beck") == "kia"


@pytest.mark.rule("UF:20.92")
def test_without_a_target_he_comes_to_himself() -> None:
    s = Situation(
        "russian",
        [
            {
                "side": "russian",
                "men": [{"id": "aliev", "pinned": True, "berserk": True}, "rostov"],
                "range": 3,
            },
            {"side": "german", "men": ["beck", "wolff"], "range": 1},
        ],
        stage="start",
    )
    assert not s.man("aliev").berserk and not s.man("aliev").pinned


@pytest.mark.rule("UF:20.9-c", "UF:15.53")
@pytest.mark.parametrize(("berserk", "spared"), [(True, True), (False, False)])
def test_the_commissar_passes_over_him(berserk: bool, spared: bool) -> None:
    s = Situation(
        "russian",
        [
            {
                "side": "russian",
                "men": [{"id": "aliev", "pinned": True, "berserk": berserk}, "zorin", "rostov"],
                "range": 3,
            },
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
        ],
    )
    s.end_turn()
    s.draw("3=1")
    assert s.gone("aliev") is not spared


@pytest.mark.rule("UF:16.3-b", "UF:20.91-a")
def test_nobody_charges_any_more_when_time_is_up() -> None:
    """The last pile runs out as the first of two finds his man: that fight is finished, the other one not begun."""
    mad = [{"id": one, "pinned": True, "berserk": True} for one in ("aliev", "rostov")]
    s = Situation(
        "russian",
        [
            {"side": "german", "men": ["beck", "wolff", "streich"], "range": 2},
            {"side": "russian", "men": [*mad, "vakuta", "nosenko"], "range": 3},
        ],
        stage="start",
        german=[],
        russian=[],
        pile=["c1"],
        decks=1,
    )
    quiet(s.draw("c1")).draw("black 6", "red 6")
    while s.options():
        s.do(s.options()[-1])
    assert isinstance(s.pending, Over) and "Time is up" in s.pending.why
    assert [event.kind for event in s.events].count("parry") == 1
