"""The Elite force against two lines (UF:K)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice, Outcome, Over
from defilade.rules.upfront.designs.aftermath import settle
from defilade.rules.upfront.designs.rosters import new_roster
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.state import Man
from defilade.rules.upfront.infantry.victory import casualty_points, end_of_time, losses_of, winner_now
from upfront.situation import Situation

SIDES = {
    "german": {"role": "attacker", "troops": "ss", "snipers": 0},
    "american": {"role": "defender", "troops": "green", "snipers": 0},
}
FIRST = ["schussel", "schultz", "schumacher", "diettinger", "volke"]
SECOND = ["kubler", "klapp", "wolff"]
BROKEN = {"macgowan", "frattali", "edwards", "moores", "mcelroy", "smith"}
"""More than half of the first line."""


def assault(chit: int = 4, cards: list[str] | None = None, **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": FIRST, "range": chit, "cards": ["woods"] if cards is None else cards},
        {"side": "german", "men": SECOND, "range": 1, "cards": ["brush"]},
        {"side": "american", "men": ["macgowan", "frattali", "edwards", "moores"], **more.pop("line", {})},
        {"side": "american", "men": ["mcelroy", "smith", "anderson", "burke", "greenwood", "watson"]},
    ]
    more.setdefault("german", ["fire 1", "woods"])
    return Situation("german", groups, scenario="UF-K", sides=SIDES, **more)


def line_breaks(s: Situation) -> Situation:
    """The first line loses more than half of its men in the German turn."""
    for man in sorted(BROKEN):
        remove(s.g, s.state.units[man], "kia")
    return s.do("done")


def form_up(s: Situation) -> Situation:
    """Both sides form groups as they come; hands are dealt; nobody places terrain."""
    while s.state.phase != "actions":
        moment = s.pending
        if isinstance(moment, Choice):
            wanted = [o for o in moment.options if o.verb in ("standard", "done", "no")]
            s.do(wanted[0] if wanted else moment.options[0])
        else:
            s.events += s.position.advance(Outcome(drawn=moment.pool[0]))
    return s


@pytest.mark.rule("UF:K.2")
def test_the_first_victory_is_only_half_of_it() -> None:
    s = assault(american=["movement", "hero"])
    assert not isinstance(s.pending, Over)
    assert s.state.facts["part"] == "2" and s.state.phase == "setup"
    assert not s.state.groups and not s.state.hands["german"] and not s.state.hands["american"]
    tray = s.state.trays["1"]
    assert tray.number == 1  # the deck is not shuffled
    gone = [*tray.discards, *(card for pile in tray.buried.values() for card in pile)]
    assert len(gone) == 2 + 2 + 2  # both hands and the terrain of the groups


@pytest.mark.rule("UF:K.2")
def test_a_broken_line_is_a_victory_too() -> None:
    s = line_breaks(assault(1))
    assert not isinstance(s.pending, Over) and s.state.facts["part"] == "2"


@pytest.mark.rule("UF:K.2-b")
def test_who_forms_up_again() -> None:
    s = assault(1)
    remove(s.g, s.state.units["wolff"], "kia")
    remove(s.g, s.state.units["kubler"], "rout")
    line_breaks(s)
    waiting = {unit.id for unit in s.state.waiting.values()}
    assert "wolff" not in waiting and "kubler" in waiting
    assert {"macgowan", "smith", "moores"} <= waiting  # all of the other side, the killed too
    assert isinstance(s.pending, Choice) and s.pending.side == "german"
    form_up(s)
    assert {group.range for group in s.state.groups.values()} == {0}
    assert s.state.mover == "german" and all(len(hand) >= 5 for hand in s.state.hands.values())


@pytest.mark.rule("UF:K.3-a")
def test_weapons_and_snipers_are_back() -> None:
    found = {"id": "schultz", "secondary": "demolition-charge"}
    men = [{"id": "schussel", "weapon": "", "pinned": True}, found, {"id": "schumacher", "broken": True}]
    captured = {"id": "volke", "weapon": "american-bar", "captured": True, "kept": "german-ar"}
    groups = [
        {"side": "german", "men": [*men, captured, *SECOND], "range": 1},
        {
            "side": "american",
            "men": ["macgowan", "frattali", "edwards", "moores", "mcelroy", "smith", "burke"],
        },
    ]
    s = line_breaks(Situation("german", groups, scenario="UF-K", sides=SIDES, german=["fire 1"]))
    back = {unit.id: unit for unit in s.state.waiting.values() if isinstance(unit, Man)}
    assert back["schussel"].weapon == "german-lmg" and not back["schussel"].pinned
    assert not back["schumacher"].broken and not back["schultz"].secondary
    assert back["volke"].weapon == "german-ar" and not back["volke"].captured
    assert s.state.players["german"].snipers == s.state.players["american"].snipers == 1


@pytest.mark.rule("UF:K.3-b")
def test_losses_of_the_first_part_do_not_count() -> None:
    s = assault(1)
    remove(s.g, s.state.units["wolff"], "kia")
    form_up(line_breaks(s))
    assert [casualty_points(s.g, side) for side in s.state.sides] == [0, 0]
    assert [losses_of(s.g, side) for side in s.state.sides] == [0, 0]
    assert s.state.players["german"].cards == 7 and s.state.players["american"].cards == 12
    assert not s.state.players["american"].broken


@pytest.mark.rule("UF:K.3-b")
def test_nor_do_vehicles_that_a_design_of_the_players_brought() -> None:
    groups = [
        {"side": "german", "men": [*FIRST, *SECOND], "range": 1},
        {"side": "german", "men": ["pz4"], "range": 1, "letter": "B"},
        {
            "side": "american",
            "men": ["macgowan", "frattali", "edwards", "moores", "mcelroy", "smith", "burke"],
        },
    ]
    s = Situation("german", groups, scenario="UF-K", sides=SIDES, german=["fire 1"])
    remove(s.g, s.state.units["pz4"], "kia")
    assert casualty_points(s.g, "american") > 10
    line_breaks(s)
    assert casualty_points(s.g, "american") == 0


@pytest.mark.rule("UF:K.3-c")
def test_wounds_of_the_elite_stay() -> None:
    groups = [
        {"side": "german", "men": [{"id": "schussel", "wounded": True}, *FIRST[1:], *SECOND[:5]], "range": 1},
        {
            "side": "american",
            "men": [
                "macgowan",
                "frattali",
                "edwards",
                "moores",
                "mcelroy",
                "smith",
                {"id": "burke", "wounded": True},
            ],
        },
    ]
    s = line_breaks(Situation("german", groups, scenario="UF-K", sides=SIDES, german=["fire 1"]))
    back = {unit.id: unit for unit in s.state.waiting.values() if isinstance(unit, Man)}
    assert back["schussel"].wounded and not back["burke"].wounded and not back["schultz"].wounded


@pytest.mark.rule("UF:K-deck")
def test_removed_buildings_stay_out() -> None:
    s = assault(
        removed=["buildings -3", "buildings -2"], outlawed={"buildings": 2}, american=["buildings -2"]
    )
    tray = s.state.trays["1"]
    assert len(tray.removed) == 3 and tray.outlawed == {
        "buildings": 1
    }  # the one in a hand goes as it is discarded
    assert not set(tray.removed) & set(tray.draw)


@pytest.mark.rule("UF:K-vc")
def test_the_elite_wins_with_the_second_part() -> None:
    s = assault(facts={"part": "2"})
    assert isinstance(s.pending, Over) and s.pending.winner == "german"


@pytest.mark.rule("UF:K-vc")
@pytest.mark.parametrize("facts", [{}, {"part": "2"}])
def test_the_second_line_wins_with_either_part(facts: dict[str, str]) -> None:
    s = assault(1, line={"range": 4, "cards": ["hill"]}, facts=facts)
    assert isinstance(s.pending, Over) and s.pending.winner == "american"
    elite = assault(1)
    for man in (*FIRST, "wolff"):
        remove(elite.g, elite.state.units[man], "rout")
    over = winner_now(elite.g)
    assert over is not None and over.winner == "american"


@pytest.mark.rule("UF:K-vc", "UF:K.3-b")
def test_time_is_up() -> None:
    assert end_of_time(assault(1).g).winner == "american"
    s = assault(3, facts={"part": "2"})  # 5 men at chit 3 and 6 at chit 1: more points than the others have
    assert end_of_time(s.g).winner == "german"
    s = assault(0, facts={"part": "2"}, line={"range": 3})
    assert end_of_time(s.g).winner == "american"


@pytest.mark.rule("UF:K-vc")
def test_the_players_are_told_which_part_it_is() -> None:
    from defilade.rules.upfront.table.presentation import progress

    first, second = list(progress(assault(3).g)), list(progress(assault(3, facts={"part": "2"}).g))
    assert first[0] == "First part" and second[0] == "Second part"
    assert "German: 0 of 4 men in cover at range chit 4" in first and first[-1].startswith("Victory Points")


@pytest.mark.rule("UF:42.4-a", "UF:42.8", "UF:K.2-b")
@pytest.mark.parametrize(("side", "fallen"), [("german", {"wolff"}), ("american", BROKEN)])
def test_a_campaign_does_not_see_the_dead_of_the_first_part_again(side: str, fallen: set[str]) -> None:
    s = assault(1)
    remove(s.g, s.state.units["wolff"], "kia")
    remove(s.g, s.state.units["kubler"], "rout")
    form_up(line_breaks(s))
    if side == "american":  # whoever stands in for him falls too: it is one man of the roster
        remove(s.g, s.state.units["smith"], "kia")
    assert lost_to_roster(s, side) == (fallen, -len(fallen))


@pytest.mark.rule("UF:42.4-a", "UF:K.2-b")
def test_nor_if_it_is_given_up_while_the_second_line_forms_up() -> None:
    assert lost_to_roster(line_breaks(assault(1)), "american") == (BROKEN, -len(BROKEN))


def lost_to_roster(s: Situation, side: str) -> tuple[set[str], int]:
    tables = campaign_tables()
    settled = settle(library(), tables, new_roster(library(), tables, side), s.state, side, 1, won=False)
    return {key for key, entry in settled.roster.men.items() if entry.lost}, settled.roster.points
