"""Close Combat against vehicles (UF:28.8), with charges and magnetic mines (UF:31.21)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.upfront.infantry.odds import possible_draws
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.transfers.infiltration import infiltration_column
from defilade.rules.upfront.vehicles.afv_close_combat import assault_strength
from upfront.armour import american, field, german, russian, tank, vehicle
from upfront.situation import Situation


def raid(
    target: Any = "sherman", cards: list[str] | None = None, *more_groups: Any, **more: Any
) -> Situation:
    """Germans in Buildings at Relative Range 5 from an American vehicle."""
    men = more.pop("men", ["beck", "wolff"])
    hand = more.pop("german", ["movement", "movement"])
    return field(
        "german",
        german(*men, range=3, cards=["buildings -3"]),
        american(target, range=2, cards=cards or []),
        *more_groups,
        german=hand,
        **more,
    )


def sent(s: Situation, *men: str, draws: tuple[str, ...] = ()) -> Situation:
    """These men go, each with a Movement card; nobody is concealed; the draws come up."""
    s.do("infiltrate g1")
    for man in men:
        s.do(next(o for o in s.options("send") if o.startswith(f"send {man}+") and o.endswith(" a1")))
    s.do("go")
    for draw in draws:
        while s.options("no"):
            s.do("no")
        s.draw(draw)
    return s


def strength(s: Situation, man: str = "beck", name: str = "sherman", charge: bool = False) -> int:
    return int(assault_strength(s.g, s.man(man), vehicle(s, name), charge).total)


# -- getting at it -----------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.8-b", "UF:28.4312")
@pytest.mark.parametrize(
    ("target", "column"),
    [
        (tank("sherman"), 4),
        (tank("sherman", pinned=True), 2),
        (tank("m3"), 5),
        (tank("m3", pinned=True), 2),
        (tank("m3", crew_killed=2), 3),
        (tank("sherman", pinned=True, crew_killed=1), 1),
    ],
)
def test_the_column_for_a_vehicle(target: Any, column: int) -> None:
    assert answer(raid(target).g, "infiltration column beck a1") == column


@pytest.mark.rule("UF:28.8-b")
@pytest.mark.parametrize(
    ("target", "label"),
    [
        (tank("sherman"), "vehicle, crew exposed"),
        (tank("sherman", pinned=True), "Buttoned Up vehicle"),
        (tank("m3"), "open-topped vehicle, crew exposed"),
        (tank("m3", pinned=True), "Pinned vehicle"),
    ],
)
def test_the_column_is_explained(target: Any, label: str) -> None:
    s = raid(target)
    first = infiltration_column(s.g, s.man("beck"), s.group("a1")).lines[0]
    assert (first.label, first.rule) == (label, "UF:28.8-b")


@pytest.mark.rule("UF:28.8-b")
def test_the_usual_shifts_count_too() -> None:
    moving = raid("sherman", ["brush", "movement advance"])
    assert answer(moving.g, "infiltration column beck a1") == 6
    assert answer(raid("sherman", ["smoke"]).g, "infiltration column beck a1") == 2


@pytest.mark.rule("UF:28.8-a", "UF:28.8-d", "UF:28.8-c")
def test_he_attacks_at_once() -> None:
    s = sent(raid(), "beck", draws=("4=red",))
    assert s.options("assault") == ["assault beck"] and s.offers("done")
    s.do("assault beck")
    s.draw("black 6")  # 6 less 1 for the exposed crew: nothing
    assert s.side() == "german" and s.options("done")  # nothing is drawn for the vehicle
    assert not s.man("beck").infiltrates and not s.gone("sherman")


@pytest.mark.rule("UF:28.8-a")
def test_only_in_that_turn() -> None:
    s = sent(raid(german=["movement", "movement", "fire 1"]), "beck", draws=("4=red",)).do("done")
    assert s.man("beck").infiltrates == "a1"
    s.end_turn().end_turn()
    assert s.man("beck").infiltrates == "a1" and not s.options("close-combat")
    assert s.refusal("close-combat g1").rule == "UF:28.8-a"


@pytest.mark.rule("UF:28.8-a")
def test_who_came_earlier_has_had_his_chance() -> None:
    s = raid(men=[{"id": "beck", "infiltrates": "a1"}, "wolff"])
    sent(s, "wolff", draws=("4=red",))
    assert s.options("assault") == ["assault wolff"]


@pytest.mark.rule("UF:28.8-a")
def test_an_armed_man_only() -> None:
    unarmed = raid(men=[{"id": "beck", "weapon": ""}, "wolff"])
    assert not sent(unarmed, "beck", draws=("4=red",)).options("assault")
    with_a_mine = raid(men=[{"id": "beck", "weapon": "", "secondary": "atmm"}, "wolff"])
    assert sent(with_a_mine, "beck", draws=("4=red",)).options("assault")


@pytest.mark.rule("UF:28.8-a")
def test_a_vehicle_infiltrates_nobody() -> None:
    s = field("german", german("pz4", range=3), american("myers", "degi", range=2), german=["movement"])
    assert not any(option == "infiltrate g1" for option in s.options())


@pytest.mark.rule("UF:28.84")
def test_concealed_cards_help_only_on_the_way() -> None:
    s = raid(german=["movement", "concealed -2"], american=["concealed -1"])
    s.do("infiltrate g1", f"send beck+{s.card('movement')} a1", "go")
    assert s.options("conceal")
    s.do("conceal <concealed -2>").draw("2=red")
    assert s.options("assault") and not s.options("conceal")
    s.do("assault beck").draw("black 6")
    assert s.side() == "german"  # the American was not asked


# -- the fight ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:28.81-b")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ([], 0),
        (["buildings -3"], 3),
        (["buildings -2"], 3),
        (["woods"], 2),
        (["walls"], 2),
        (["gully"], 2),
        (["brush"], 1),
        (["smoke"], 1),
        (["brush", "smoke"], 2),
        (["hill"], 0),
    ],
)
def test_where_the_vehicle_is(cards: list[str], value: int) -> None:
    assert strength(raid("sherman", cards)) == value - 1


@pytest.mark.rule("UF:28.81-b")
@pytest.mark.parametrize(
    ("state", "value"),
    [
        (tank("sherman"), -1),
        (tank("sherman", pinned=True), 1),
        (tank("sherman", pinned=True, crew_killed=1), 3),
        (tank("sherman", immobilized=True), 1),
        (tank("sherman", bogged=True), 1),
        (tank("sherman", assaults=2), 1),
        (tank("m3"), 2),
        (tank("m3", pinned=True), 3),
        (tank("m3", pinned=True, crew_killed=2), 7),
    ],
)
def test_how_the_vehicle_is(state: Any, value: int) -> None:
    assert strength(raid(state), name=state["id"]) == value


@pytest.mark.rule("UF:28.81-b", "UF:28.81-a")
def test_who_attacks() -> None:
    assert strength(raid(men=[{"id": "beck", "wounded": True}, "wolff"])) == -3
    assert strength(raid(men=[{"id": "beck", "heroic": True}, "wolff"])) == 0
    assert strength(raid(men=[{"id": "beck", "berserk": True}, "wolff"])) == -4
    assert strength(raid(), "beck") == strength(raid(), "wolff")  # Close Combat Values do not matter
    assert answer(raid().g, "close combat value beck") != answer(raid().g, "close combat value wolff")


@pytest.mark.rule("UF:28.81-b", "UF:31.21", "UF:21.2-qb")
@pytest.mark.parametrize("secondary", ["atmm", "demolition-charge"])
def test_a_charge_adds_four_and_is_spent(secondary: str) -> None:
    s = raid(men=[{"id": "beck", "secondary": secondary}, "wolff"])
    assert strength(s, charge=True) == 3
    sent(s, "beck", draws=("4=red",)).do("assault beck - charge").draw("red 1")
    assert not s.man("beck").secondary and not s.gone("sherman")
    s = raid(men=[{"id": "beck", "secondary": secondary}, "wolff"])
    sent(s, "beck", draws=("4=red",)).do("assault beck").draw("black 3")
    assert s.man("beck").secondary == secondary  # not used, not spent
    other = raid(men=[{"id": "beck", "secondary": "panzerfaust"}, "wolff"])
    assert sent(other, "beck", draws=("4=red",)).options("assault") == ["assault beck"]


@pytest.mark.rule("UF:28.81-b")
def test_infantry_guards_it() -> None:
    def guarded(*men: Any, chit: int = 2) -> int:
        return strength(raid("sherman", [], american(*men, range=chit)))

    assert guarded("myers", "degi") == -3
    assert guarded({"id": "myers", "pinned": True}) == -1
    assert guarded({"id": "myers", "pinned": True}, "degi") == -3
    assert guarded("myers", chit=1) == -1
    assert guarded("m3") == -1
    two = field(
        "german",
        german("beck", range=3),
        american("myers", range=2),
        american("sherman", range=2),
        american("degi", range=2),
    )
    assert strength(two) == -5


@pytest.mark.rule("UF:28.82-a", "UF:28.82-b")
@pytest.mark.parametrize(
    ("draw", "fate"),
    [("red 2", "killed"), ("red 1", ""), ("black 3", ""), ("black 4", "stopped"), ("black 5", "destroyed")],
)
def test_results(draw: str, fate: str) -> None:
    s = sent(raid("m3"), "beck", draws=("5=red",)).do("assault beck").draw(draw)  # open-topped: 2
    assert s.gone("beck") is (fate == "killed")
    assert s.gone("m3") is (fate == "destroyed")
    if fate != "destroyed":
        assert vehicle(s, "m3").immobilized is (fate == "stopped")
    if fate == "killed":
        assert s.fate("beck") == "kia"
    else:
        assert not s.man("beck").infiltrates


@pytest.mark.rule("UF:28.82-a")
def test_zero_kills_the_attacker() -> None:
    s = sent(raid(tank("sherman", pinned=True)), "beck", draws=("2=red",)).do("assault beck").draw("red 1")
    assert s.fate("beck") == "kia"  # 1 and red 1 make 0


@pytest.mark.rule("UF:28.83", "UF:28.81-b")
def test_one_after_the_other_in_any_order() -> None:
    s = sent(raid("m3"), "beck", "wolff", draws=("5=red", "5=red"))
    assert s.options("assault") == ["assault beck", "assault wolff"]
    s.do("assault wolff").draw("black 0")
    assert s.options("assault") == ["assault beck"]
    assert strength(s, "beck", "m3") == 3  # the second attack in this turn
    s.do("assault beck").draw("black 4")
    assert s.gone("m3")
    s = sent(raid("m3"), "beck", "wolff", draws=("5=red", "5=red")).do("assault wolff").draw("black 5")
    assert s.gone("m3") and not s.options("assault") and not s.man("beck").infiltrates


@pytest.mark.rule("UF:28.81-b")
def test_attacks_are_counted_turn_by_turn() -> None:
    s = sent(raid("m3"), "beck", draws=("5=red",)).do("assault beck").draw("black 0")
    assert vehicle(s, "m3").assaults == 1
    s.end_turn()
    assert vehicle(s, "m3").assaults == 0


@pytest.mark.rule("UF:28.81-b", "UF:10.43-b")
def test_a_hero_on_the_spot() -> None:
    s = sent(raid(german=["movement", "hero"]), "beck", draws=("4=red",))
    s.do("hero <hero>+beck")
    assert s.man("beck").heroic and strength(s) == 0 and s.options("assault")


@pytest.mark.rule("UF:20.91-a", "UF:28.82-b", "UF:28.81-b")
def test_a_berserk_man_charges_a_vehicle() -> None:
    mad = {"id": "petrovsky", "pinned": True, "berserk": True}
    s = field("russian", russian(mad, "yastreboff", range=3), german("sdkfz251", range=2), stage="start")
    s.draw("1=1")
    assert isinstance(s.pending, Choice) and s.options() == ["assault petrovsky"]
    s.do("assault petrovsky").draw("black 3")  # open-topped 3, exposed -1, berserk -3, drawn 3
    assert not vehicle(s, "sdkfz251").immobilized and s.breakdown().total == -1
    assert not s.man("petrovsky").berserk and not s.man("petrovsky").pinned


@pytest.mark.rule("UF:20.91-a", "UF:28.81-b", "UF:10.4-a")
def test_a_berserk_man_at_a_vehicle_is_no_hero() -> None:
    """The time to bring him to himself was before he charged: now he attacks as he is."""
    mad = {"id": "petrovsky", "pinned": True, "berserk": True}
    s = field(
        "russian",
        russian(mad, "yastreboff", range=3),
        german("sdkfz251", range=2),
        russian=["hero"],
        stage="start",
    )
    s.do("no").draw("1=1")
    assert s.options() == ["assault petrovsky"]


@pytest.mark.rule("UF:28.82-a")
def test_the_odds_are_shown() -> None:
    s = sent(raid("m3"), "beck", draws=("5=red",))
    shown = s.position.system.describe(s.state, s.action("assault beck"))
    assert shown.breakdown is not None and shown.breakdown.total == 2
    cards = possible_draws(s.g, "german")
    assert shown.odds["M3 halftrack destroyed"] == sum(card.rnc >= 5 for card in cards) / len(cards)
    assert shown.odds["M3 halftrack immobilized"] == sum(card.rnc == 4 for card in cards) / len(cards)
    assert shown.odds[f"{s.g.name('beck')} killed"] == sum(card.rnc <= -2 for card in cards) / len(cards)
