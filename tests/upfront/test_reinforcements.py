"""Reinforcements (UF:35)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.game.state import Machine
from defilade.rules.upfront.infantry.terrain import is_moving
from defilade.rules.upfront.ordnance.infantry_guns import is_spotted
from upfront.situation import Situation


def coming(hand: list[str], **more: Any) -> Situation:
    """Germans at range chits 1 and 3 wait for two men who may come in the second deck."""
    return Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "range": 1},
            {"side": "german", "men": ["bernhoff", "schultz"], "range": 3, "letter": "D"},
            {"side": "american", "men": ["fox", "smith"], "letter": "D"},
            {"side": "american", "men": ["myers", "burke"], "letter": "E", "range": 1},
        ],
        **{
            "german": hand,
            "waiting": {"german": ["hessel", "schumacher"]},
            "reinforce_after": 1,
            "deck": 2,
            "stage": "start",
            **more,
        },
    )


@pytest.mark.rule("UF:35.1-a")
def test_only_after_so_many_decks() -> None:
    assert coming(["movement"]).options("enter")
    assert not coming(["movement"], deck=1).options("enter")
    assert not coming(["movement"], waiting={}).options("enter")
    later = {"arrival hessel": "2", "arrival schumacher": "2"}
    assert not coming(["movement"], deck=2, facts=later).options("enter")
    assert coming(["movement"], deck=3, facts=later).options("enter")


@pytest.mark.rule("UF:43.4")
def test_reinforcements_may_come_at_two_times() -> None:
    s = coming(["movement", "movement"], facts={"arrival schumacher": "2"})
    s.do(s.options("enter")[0])
    (group,) = [group for group in s.state.groups.values() if group.letter == "E" and group.side == "german"]
    assert group.members == ("hessel",) and "schumacher" in s.state.waiting


@pytest.mark.rule("UF:43.42")
def test_a_vehicle_comes_up_at_range_chit_0() -> None:
    """Also with a Flank card, and always as a group by itself."""
    s = coming(["flank movement"], waiting={"german": ["pz4"]})
    assert {text.split()[-1] for text in s.options("enter")} == {"0"}
    assert len({text.split()[-1] for text in coming(["flank movement"]).options("enter")}) > 1
    s = coming(["movement", "movement"], waiting={"german": ["pz4", "hessel"]})
    s.do(s.options("enter")[0])
    assert s.man("hessel").group and "pz4" in s.state.waiting


@pytest.mark.rule("UF:35.1-b", "UF:35.2", "UF:35.3-a", "UF:35.4-a")
def test_they_enter_as_one_group_in_the_open() -> None:
    s = coming(["movement", "movement"])
    assert {text.split()[2:][0] for text in s.options("enter")} == {"E"}
    s.do(s.options("enter")[0])
    (group,) = [group for group in s.state.groups.values() if group.letter == "E" and group.side == "german"]
    assert group.members == ("hessel", "schumacher") and group.range == 0
    assert not group.laid and not is_moving(group)
    assert not s.state.waiting and s.state.players["german"].cards == 6
    assert group.acted and s.state.players["german"].actions == 1
    assert s.options("move")  # the others may still act
    assert not s.options("enter")


@pytest.mark.rule("UF:35.2")
@pytest.mark.parametrize("card", ["movement", "flank movement"])
def test_their_movement_card_is_discarded(card: str) -> None:
    s = coming([card])
    played = s.card(card)
    s.do(s.options("enter")[0])
    if card == "flank movement":
        s.do("flank g3 a1")
        assert s.group("g3").flanks == ("a1",)
    assert not s.group("g3").laid
    tray = s.state.trays["1"]
    assert played in {*tray.shown, *tray.discards}
    s.end_turn().end_turn()
    assert ("a1" in s.group("g3").flanks) == (card == "flank movement")


@pytest.mark.rule("UF:35.2")
def test_a_movement_card_is_needed() -> None:
    assert not coming(["fire 1"]).options("enter")


@pytest.mark.rule("UF:35.3-a", "UF:35.3-b")
def test_a_flank_card_brings_them_up_to_the_highest_chit() -> None:
    assert {text.split()[-1] for text in coming(["movement"]).options("enter")} == {"0"}
    s = coming(["flank movement"])
    assert {text.split()[-1] for text in s.options("enter")} == {"0", "1", "2", "3"}
    s.do(next(text for text in s.options("enter") if text.endswith("2")))
    assert s.group("g3").range == 2
    assert s.offers("flank g3 a1")  # next to the American Group D, which another group faces


@pytest.mark.rule("UF:35.3-b")
def test_the_highest_chit_at_the_start_of_the_turn() -> None:
    s = coming(["movement", "flank movement"])
    plain = s.card("movement")
    s.do(f"move g2+{plain} - advance")
    assert s.group("g2").range == 4
    assert "4" not in {text.split()[-1] for text in s.options("enter")}


@pytest.mark.rule("UF:35.3-b", "UF:7.3-c")
def test_terrain_is_answered_before_the_turn_starts() -> None:
    """The chit that counts is the one after the group has gone around it."""
    s = coming(["movement", "flank movement"], american=["woods"])
    plain = s.card("movement")
    s.do(f"move g2+{plain} - advance", "done").end_turn()
    s.do("done", "put-terrain <woods> g2").end_turn()
    assert s.group("g2").range == 4
    s.do("reject g2")
    assert s.group("g2").range == 3
    assert {text.split()[-1] for text in s.options("enter")} == {"0", "1", "2", "3"}


@pytest.mark.rule("UF:35.4-b", "UF:35.4-c")
def test_entering_under_cover() -> None:
    s = coming(["movement", "concealed -1", "woods", "fire 1"])
    cards = [s.card("movement"), s.card("concealed -1"), s.card("woods")]
    s.do(f"enter-cover {'+'.join(cards)} E 0")
    group = s.group("g3")
    assert [laid.terrain for laid in group.laid] == ["woods"]
    tray = s.state.trays["1"]
    assert set(cards[:2]) <= {*tray.shown, *tray.discards}
    assert s.options() == ["done"]  # no other action
    assert s.refusal("rearrange g1").rule == "UF:35.4-c"
    s.do("done")
    assert not s.options("discard")  # and no discard
    s.end_turn()
    s.end_turn()
    assert s.options("rearrange")  # only for that turn


@pytest.mark.rule("UF:35.4-c")
def test_not_after_another_action() -> None:
    s = coming(["movement", "concealed -1", "woods"])
    assert s.options("enter-cover")
    s.do("rearrange g1", "next wolff")
    assert not s.options("enter-cover") and s.options("enter")


@pytest.mark.rule("UF:35.4-b")
def test_all_three_cards_are_needed() -> None:
    assert not coming(["movement", "woods", "fire 1"]).options("enter-cover")
    assert not coming(["movement", "concealed -1", "fire 1"]).options("enter-cover")


@pytest.mark.rule("UF:34.31", "UF:34.32")
@pytest.mark.parametrize(("card", "gun", "men"), [("hill", 0, 1), ("marsh", 0, 1), ("woods", 1, 1)])
def test_where_a_gun_cannot_come_up(card: str, gun: int, men: int) -> None:
    """One Movement card does not bring a gun on a Hill."""
    hand = ["movement", "concealed -1", card]
    assert len(coming(hand, waiting={"german": ["leig18", "hessel"]}).options("enter-cover")) == gun
    assert len(coming(hand).options("enter-cover")) == men


@pytest.mark.rule("UF:35.4-c", "UF:17.92")
def test_no_new_group_is_formed_beside_them() -> None:
    men = [{"id": "bernhoff", "transfers_to": "g2"}, {"id": "schultz", "transfers_to": "g2"}]
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "range": 1},
            {"side": "german", "men": men, "range": 1, "letter": "B", "forming": "g1"},
            {"side": "american", "men": ["fox", "smith"]},
        ],
        german=["movement", "concealed", "woods", "brush"],
        waiting={"german": ["hessel", "schumacher"]},
        reinforce_after=1,
        deck=2,
        stage="start",
    )
    assert s.options("settle")
    s.do(s.options("enter-cover")[0])
    assert s.options() == ["done"]


@pytest.mark.rule("UF:34.5-a", "UF:34.5-b", "UF:35.4-b")
def test_a_gun_that_comes_up_has_moved() -> None:
    for hand, verb in ((["movement", "concealed", "woods"], "enter-cover"), (["movement"], "enter")):
        s = coming(hand, waiting={"german": ["leig18", "hessel"]})
        s.do(s.options(verb)[0])
        gun = s.unit("leig18")
        assert isinstance(gun, Machine) and is_spotted(gun)
