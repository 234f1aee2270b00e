"""Partisans (UF:37)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.upfront.game import values
from defilade.rules.upfront.game.force_types import partisan_refusal
from defilade.rules.upfront.game.library import library
from defilade.systems import find_system
from upfront.situation import Situation

TROOPS = {"russian": {"troops": "partisans"}}


def wood(russian: list[str], cards: list[str] | None = None, **more: Any) -> Situation:
    """Three groups of partisans, the first in Woods, against two German groups."""
    sides = more.pop("sides", TROOPS)
    groups = [
        {
            "side": "russian",
            "men": more.pop("men", ["rostov", "petrovsky", "nosenko"]),
            "range": 2,
            "cards": cards if cards is not None else ["woods"],
        },
        {"side": "russian", "men": ["soloviev", "knezevich"]},
        {"side": "russian", "men": ["kristov", "zaharoff"]},
        {
            "side": "german",
            "men": more.pop("germans", ["beck", "wolff"]),
            "range": 2,
            **more.pop("target", {}),
        },
        {"side": "german", "men": ["streich", "bernhoff"]},
    ]
    return Situation(more.pop("turn", "russian"), groups, russian=russian, sides=sides, **more)


@pytest.mark.rule("UF:37.1-b")
def test_fewer_actions_than_groups() -> None:
    s = wood([])
    s.do("entrench r1").draw("black 4")
    s.do("entrench r2").draw("black 4")
    assert s.refusal("entrench r3").rule == "UF:37.1-b"
    assert s.options() == ["done"]
    s = wood([], sides={})
    for group in ("r1", "r2", "r3"):
        s.do(f"entrench {group}").draw("black 4")


@pytest.mark.rule("UF:37.1-b", "UF:35.2")
@pytest.mark.parametrize(("groups", "enter"), [(1, False), (2, True)])
def test_reinforcements_are_an_action_of_a_group_more(groups: int, enter: bool) -> None:
    men = [["rostov", "petrovsky"], ["soloviev", "knezevich"]][:groups]
    s = Situation(
        "russian",
        [*({"side": "russian", "men": pair} for pair in men), {"side": "german", "men": ["beck", "wolff"]}],
        russian=["movement"],
        sides=TROOPS,
        waiting={"russian": ["kristov", "zaharoff"]},
        reinforce_after=1,
        deck=2,
        stage="start",
    )
    assert s.options("enter")
    s.do("entrench r1").draw("black 4")
    assert bool(s.options("enter")) == enter


@pytest.mark.rule("UF:37.1-b", "UF:10.23-c")
@pytest.mark.parametrize(("actions", "both"), [(0, True), (1, False)])
def test_a_rally_all_for_two_groups_is_two_actions(actions: int, both: bool) -> None:
    groups = [
        {"side": "russian", "men": ["rostov", {"id": "petrovsky", "pinned": True}]},
        {"side": "russian", "men": [{"id": "soloviev", "pinned": True}, "knezevich"]},
        {"side": "russian", "men": ["kristov", "zaharoff"]},
        {"side": "german", "men": ["beck", "wolff"]},
    ]
    sides = {"russian": {"troops": "partisans", "actions": actions}}
    s = Situation("russian", groups, russian=["rally all"], sides=sides)
    assert s.offers("rally r1+<rally all>") and s.offers("rally r1+<rally all> r2") == both


@pytest.mark.rule("UF:37.1-b", "UF:17.7-d")
@pytest.mark.parametrize(("actions", "swaps"), [(0, True), (1, False)])
def test_to_exchange_places_is_two_actions(actions: int, swaps: bool) -> None:
    sides = {"russian": {"troops": "partisans", "actions": actions}}
    assert bool(wood(["movement", "movement"], sides=sides).options("swap")) == swaps


@pytest.mark.rule("UF:37.1-b", "UF:17.92")
@pytest.mark.parametrize(("actions", "formed"), [(1, True), (2, False)])
def test_to_complete_a_new_group_is_an_action(actions: int, formed: bool) -> None:
    groups = [
        {"side": "russian", "men": ["rostov", "petrovsky"]},
        {"side": "russian", "men": ["soloviev", "knezevich"], "letter": "C"},
        {"side": "russian", "men": ["kristov", "zaharoff"], "letter": "B", "forming": "r1"},
        {"side": "german", "men": ["beck", "wolff"]},
    ]
    sides = {"russian": {"troops": "partisans", "actions": actions}}
    assert bool(Situation("russian", groups, russian=["woods"], sides=sides).options("settle")) == formed


@pytest.mark.rule("UF:37.1-b")
def test_one_action_at_least() -> None:
    groups = [
        {"side": "russian", "men": ["rostov", "petrovsky"]},
        {"side": "german", "men": ["beck", "wolff"]},
    ]
    assert Situation("russian", groups, sides=TROOPS).options("entrench")


@pytest.mark.rule("UF:37.1-c")
def test_panic_is_lower_but_not_for_the_rout() -> None:
    men = ["rostov", {"id": "petrovsky", "pinned": True}]
    s = wood([], ["brush"], men=men, turn="german", german=["fire 4"], germans=["griess", "wolff", "schultz"])
    assert values.panic(s.g, s.man("petrovsky")) == 4  # 5 is printed
    assert values.morale(s.g, s.man("rostov")) == 5
    s.do(s.options("fire")[0], "declare")
    while s.options("no"):
        s.do("no")
    s.do("resolve").draw("red 4")
    s.draw("black 1 0r=5")  # 4 - 1 + 1: with the printed 5 he would hold; under 0r a 5 kills by it
    assert s.fate("petrovsky") == "kia"


@pytest.mark.rule("UF:37.1-d", "UF:37.1-e")
def test_a_force_of_partisans() -> None:
    box = library()

    def why(men: list[str], machines: list[str], troops: str = "partisans") -> str:
        refusal = partisan_refusal(box, troops, men, machines)
        return refusal.rule if refusal is not None else ""

    assert why(["rostov", "petrovsky"], []) == ""
    assert why(["rostov", "aliev"], []) == "UF:37.1-d"
    assert why(["rostov"], ["t34"]) == "UF:37.1-e"
    assert why(["rostov"], ["obr27"]) == "UF:37.1-e"
    assert why(["rostov", "aliev"], ["t34"], "guards") == ""


@pytest.mark.rule("UF:37.1-a")
def test_they_have_all_that_russians_have() -> None:
    s = wood([])
    assert s.g.nation("russian").hand == library().nations["russian"].hand
    assert library().troops["partisans"].discards == library().troops["russian-line"].discards
    assert {troops.nation for troops in library().troops.values() if troops.quality == "partisan"} == {
        "russian"
    }


@pytest.mark.rule("UF:37.2")
@pytest.mark.parametrize(("sides", "concealed"), [(TROOPS, 2), ({}, 1)])
def test_concealed_cards_are_stronger(sides: Any, concealed: int) -> None:
    s = wood(["concealed -1"], turn="german", german=["fire 3"], sides=sides)
    s.do(s.options("fire")[0], "declare")
    s.do("conceal <concealed -1>")
    assert s.said(f"is concealed: -{concealed}")
    s.do("resolve")
    s.draw("black 0")
    assert s.breakdown().total == 3 - 2 - concealed


@pytest.mark.rule("UF:37.2")
@pytest.mark.parametrize(("sides", "lowered"), [(TROOPS, 3), ({}, 2)])
def test_in_close_combat_too(sides: Any, lowered: int) -> None:
    germans = [{"id": "beck", "infiltrates": "r1"}, "wolff"]
    hands = {"russian": ["concealed -2"], "german": ["movement"]}
    s = wood(germans=germans, target={"range": 3}, turn="german", sides=sides, **hands)
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=2")
    s.do("conceal <concealed -2>")
    assert s.said(f"fights at -{lowered}")


@pytest.mark.rule("UF:37.3-a")
def test_every_sideways_card_fords() -> None:
    plain = "movement"
    s = wood([plain], ["stream"])
    s.do(f"move r1+<{plain}> - sideways")
    assert s.said("fords the Stream") and not s.options("no")
    assert s.group("r1").laid[-1].kind == "movement"


@pytest.mark.rule("UF:37.3-b")
def test_out_of_a_marsh_after_one_card() -> None:
    s = wood(["brush"], ["marsh", "movement sideways"])
    assert s.offers("terrain r1+<brush>")
    assert not wood(["brush"], ["marsh", "movement sideways"], sides={}).offers("terrain r1+<brush>")


@pytest.mark.rule("UF:37.4")
def test_two_checks_to_find_their_snipers() -> None:
    position, _ = find_system("upfront").begin("UF-I")
    while isinstance(position.pending, Choice) and position.state.phase == "setup":
        wanted = [o for o in position.pending.options if o.verb in ("standard", "done", "no")]
        position.advance(wanted[0])
    assert position.state.players["russian"].snipers == 2
    assert position.state.players["german"].snipers == 1
    for left, cowers in ((2, False), (1, False), (0, True)):
        s = wood(["sniper"], sides={"russian": {"troops": "partisans", "snipers": left}})
        assert bool(s.g.holds("russian", "sniper")) != cowers


# -- ambush ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:37.5-a")
@pytest.mark.parametrize("terrain", ["woods", "brush"])
def test_an_ambush(terrain: str) -> None:
    s = wood(["fire 3", "concealed -1"], [terrain], men=["rostov", "semenov", "nosenko"])
    s.do(s.options("fire")[0], "declare", "ambush <concealed -1>")
    assert s.event("ambush").text.endswith("4.")
    while s.options("no"):
        s.do("no")
    s.do("resolve").draw("black 0")
    assert s.breakdown().total == 4  # as printed, without the bonus for concealment
    assert not s.state.hands["russian"]


@pytest.mark.rule("UF:37.5-a")
@pytest.mark.parametrize(
    "more",
    [
        {"cards": ["hill"]},
        {"cards": ["woods", "movement sideways"]},
        {"germans": ["beck", {"id": "wolff", "pinned": True}]},
        {"men": ["rostov", "semenov", {"id": "nosenko", "pinned": True}]},
        {"sides": {}},
    ],
)
def test_no_ambush(more: dict[str, Any]) -> None:
    cards = more.pop("cards", ["woods"])
    more.setdefault("men", ["rostov", "semenov", "nosenko"])
    s = wood(["fire 1", "concealed -1"], cards, **more)
    s.do(s.options("fire")[0], "declare")
    assert not s.options("ambush")


@pytest.mark.rule("UF:37.5-a")
def test_the_card_is_not_asked_for_by_what_one_holds() -> None:
    s = wood(["fire 1", "movement"], men=["rostov", "semenov", "nosenko"])
    s.do(s.options("fire")[0], "declare")
    assert s.options() == ["no"]


@pytest.mark.rule("UF:37.5-b")
def test_a_hero_does_not_make_an_ambush_of_it() -> None:
    germans = ["beck", {"id": "wolff", "pinned": True}]
    s = wood(
        ["fire 1", "fire 1", "concealed -1"],
        men=["rostov", "semenov", "nosenko"],
        germans=germans,
        german=["hero"],
    )
    s.do(s.options("fire")[0], "declare")
    while s.options("no") and not s.options("hero"):
        s.do("no")
    s.do("resolve").draw("black 0")
    s.do("hero <hero>+wolff")
    assert not s.man("wolff").pinned and not s.options("ambush")
    s.draw("black 0").end_turn().end_turn()
    s.do(s.options("fire")[0], "declare")
    assert s.options("ambush")  # a later attack may be one


# -- booby traps -------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:37.6", "UF:I.2")
def test_a_booby_trap() -> None:
    s = wood(["minefield"], target={"cards": ["woods", "movement advance"]}).do("done")
    assert s.options("booby-trap") and not s.options("put-terrain")
    s.do("booby-trap <minefield> g1")
    s.draw("2=1")
    s.draw("red 6")
    assert s.gone("beck")
    assert not s.man("wolff").pinned  # one man only
    assert [laid.kind for laid in s.group("g1").laid] == ["terrain", "movement"]  # it is no terrain
    minefield = next(card for card in s.g.deck.values() if card.named == "minefield")
    assert minefield.id in s.state.trays["1"].removed


@pytest.mark.rule("UF:37.6")
def test_only_on_a_moving_group() -> None:
    s = wood(["minefield"], target={"cards": ["woods"]}).do("done")
    assert not s.options("booby-trap")
    s = wood(["minefield"], target={"cards": ["movement advance"]}, sides={}).do("done")
    assert s.options("put-terrain") and not s.options("booby-trap")


@pytest.mark.rule("UF:37.6", "UF:7.3-b", "UF:4.3-qa")
def test_no_terrain_for_a_vehicle_that_the_trap_has_stopped() -> None:
    s = wood(["minefield", "brush"], germans=["pz4"], target={"cards": ["movement advance"]}).do("done")
    brush = s.card("brush")
    s.do("booby-trap <minefield> g1", "put-terrain <brush> g1").draw("2=1", "black 6")
    assert s.unit("pz4").immobilized and not s.group("g1").laid and s.group("g1").offered is None
    assert s.said("German Group A has stopped: Brush is discarded.")
    assert brush in s.state.trays["1"].discards
    s.end_turn()
    assert s.side() == "german" and not s.options("reject")


@pytest.mark.rule("UF:37.5-a")
def test_an_ambush_shows_what_the_card_is_worth() -> None:
    s = wood(["fire 1", "concealed -2"], men=["rostov", "semenov", "nosenko"])
    s.do(s.options("fire")[0], "declare")
    shown = [s.position.system.describe(s.state, s.action(text)) for text in ("ambush <concealed -2>", "no")]
    assert [one.breakdown.total for one in shown if one.breakdown] == [3, 1]
    assert all(one.odds for one in shown)


@pytest.mark.rule("UF:37.6", "UF:4.3-qa")
def test_no_trap_for_a_group_that_has_stopped() -> None:
    s = wood(["stream", "minefield"], target={"cards": ["movement advance"]}).do("done")
    minefield = s.card("minefield")
    s.do("put-terrain <stream> g1", "booby-trap <minefield> g1")
    assert [laid.terrain for laid in s.group("g1").laid] == ["stream"]
    assert s.said("German Group A has stopped: Minefield is discarded.")
    assert minefield in s.state.trays["1"].discards and minefield not in s.state.trays["1"].removed
