"""Victory (UF:16.4, UF:16.42, UF:16.5) and the victory of scenario A."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Over
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.infantry.victory import holding, losses_of
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.transfers.individual_transfer import form_group
from upfront.situation import Situation

ENEMY = {"side": "american", "men": ["myers", "smith", "burke", "allen"], "range": 0}
FOUR = ["beck", "wolff", "streich", "schultz"]


def at_four(cards: list[str], men: list[Any] | None = None, **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": men or FOUR, "range": more.pop("range", 4), "cards": cards},
        {**ENEMY, **more.pop("enemy", {})},
    ]
    more.setdefault("victory", {"type": "reach", "men": 4, "chit": 4})
    return Situation("german", groups, german=[], american=[], **more)


def won(s: Situation) -> bool:
    return isinstance(s.pending, Over) and s.pending.winner == "german"


@pytest.mark.rule("UF:16.42-a", "UF:A-vc", "UF:16.423")
@pytest.mark.parametrize(
    "card", ["woods", "brush", "hill", "buildings -2", "walls", "marsh", "gully", "pillbox"]
)
def test_terrain_that_reduces_fire(card):
    assert won(at_four([card]))


@pytest.mark.rule("UF:16.42-a")
@pytest.mark.parametrize("card", ["open", "stream", "minefield"])
def test_terrain_that_does_not(card):
    assert not won(at_four([card]))
    assert not won(at_four([]))


@pytest.mark.rule("UF:A-vc", "UF:16.422")
def test_four_unpinned_men_at_chit_4_who_do_not_move():
    assert not won(at_four(["woods"], range=3))
    assert not won(at_four(["woods"], range=5))
    assert not won(at_four(["woods"], [*FOUR[:3], {"id": "schultz", "pinned": True}]))
    assert not won(at_four(["woods"], FOUR[:3]))
    assert not won(at_four(["woods", "movement sideways"]))
    infiltrated = {"men": [{"id": "myers", "infiltrates": "g1"}, "smith", "burke"]}
    assert not won(at_four(["woods"], enemy=infiltrated))


@pytest.mark.rule("UF:A-vc")
def test_each_side_by_itself():
    enemy = {"men": ["myers", "smith"], "range": 4, "cards": ["woods"], "letter": "C"}
    s = at_four(["woods"], FOUR[:2], enemy=enemy)
    assert not isinstance(s.pending, Over), "two and two are not four of one side"


@pytest.mark.rule("UF:A-vc")
def test_two_groups_together():
    groups = [
        {"side": "german", "men": FOUR[:2], "range": 4, "cards": ["woods"]},
        {"side": "german", "men": FOUR[2:], "range": 4, "cards": ["brush"]},
        ENEMY,
    ]
    s = Situation("german", groups, german=[], american=[], victory={"type": "reach", "men": 4, "chit": 4})
    assert won(s)


@pytest.mark.rule("UF:16.42-b", "UF:16.42-qa")
def test_wire_counts_against_the_terrain():
    assert not won(at_four(["brush", "wire"]))
    for card in ("woods", "buildings -2", "gully", "walls"):
        assert won(at_four([card, "wire"])), card
    assert won(at_four(["walls", "wire"], enemy={"letter": "C"}))
    assert not won(at_four(["walls", "wire", "wire"]))


@pytest.mark.rule("UF:16.42-qb")
def test_an_enemy_on_a_hill_does_not_matter():
    assert won(at_four(["brush"], enemy={"cards": ["hill"]}))


@pytest.mark.rule("UF:16.421")
def test_smoke_is_no_cover_for_victory():
    assert not won(at_four(["open", "smoke"]))
    assert won(at_four(["brush", "smoke"]))


@pytest.mark.rule("UF:16.42-qa")
def test_walls_count_whoever_is_opposite():
    assert won(at_four(["walls"], enemy={"letter": "C"}))


@pytest.mark.rule("UF:A-vc", "UF:16.4-a")
def test_at_the_time_limit_points_decide():
    s = at_four(["open"], range=2, pile=["c5"], decks=1, stage="refill")
    s.refill().draw("c5")
    assert isinstance(s.pending, Over) and s.pending.winner == "german"
    assert "UF:16.4-a" in s.pending.rules
    s = at_four(["open"], range=0, pile=["c5"], decks=1, stage="refill").refill().draw("c5")
    assert isinstance(s.pending, Over) and s.pending.winner == "", "as many points for both: nobody wins"


@pytest.mark.rule("UF:16.4-a")
def test_where_the_defender_wins_by_denial_points_do_not_matter():
    s = at_four(
        ["open"],
        range=3,
        pile=["c5"],
        decks=1,
        stage="refill",
        sides={"german": {"role": "attacker"}, "american": {"role": "defender"}},
        victory={"type": "reach", "men": 4, "chit": 5, "by": "attacker", "otherwise": "defender"},
    )
    s.refill().draw("c5")
    assert isinstance(s.pending, Over) and s.pending.winner == "american"


@pytest.mark.rule("UF:16.4-b", "UF:16.41", "UF:16.4-d")
def test_points_for_position():
    def points(men: list[Any], cards: list[str], range: int) -> int:
        return answer(at_four(cards, men, range=range, victory={"type": "points"}).g, "points german")

    assert points(FOUR, ["open"], 3) == 12
    assert points([*FOUR[:3], {"id": "schultz", "pinned": True}], [], 3) == 9
    assert points(FOUR, ["movement advance"], 3) == 0
    assert points(FOUR, [], -1) == -4
    assert points([{"id": "beck", "broken": True}, {"id": "wolff", "weapon": ""}], [], 2) == 4


@pytest.mark.rule("UF:16.4-b", "UF:16.422", "UF:17.83")
def test_a_man_in_transfer_neither_scores_nor_fulfils_conditions():
    on_way = {"id": "schultz", "transfers_to": "g2", "set_out": 0}
    groups = [
        {"side": "german", "men": [*FOUR[:3], on_way], "range": 4, "letter": "A", "cards": ["woods"]},
        {"side": "german", "men": ["hessel"], "range": 4, "letter": "B", "cards": ["movement sideways"]},
        ENEMY,
    ]
    s = Situation("german", groups, german=[], american=[], victory={"type": "reach", "men": 4, "chit": 4})
    assert not won(s)
    assert holding(s.g, "german", 4) == 3
    assert answer(s.g, "points german") == 12


@pytest.mark.rule("UF:16.4-b", "UF:17.92")
def test_men_who_form_a_group_do_not_score_yet():
    s = at_four(["woods"], ["hessel", *FOUR], victory={"type": "points"})
    form_group(s.g, s.g.group("g1"), ("wolff", "streich"), "B")
    assert answer(s.g, "points german") == 12


@pytest.mark.rule("UF:16.4-c")
def test_points_for_casualties():
    s = at_four([], range=0, victory={"type": "points"})
    g = s.g
    remove(g, g.unit("myers"), "kia")
    assert answer(g, "points german") == 2
    remove(g, g.unit("smith"), "rout")
    assert answer(g, "points german") == 3
    g.update(g.man("burke"), wounded=True)
    assert answer(g, "points german") == 4
    remove(g, g.unit("allen"), "captured", by="german")
    assert answer(g, "points german") == 9
    remove(g, g.unit("beck"), "kia")
    assert answer(g, "points german") == 9 and answer(g, "points american") == 2


@pytest.mark.rule("UF:16.4-e", "UF:16.4-c")
def test_points_for_machines():
    s = at_four([], range=0, enemy={"men": ["myers", "smith", "burke", "allen"]}, victory={"type": "points"})
    groups = [
        {"side": "german", "men": FOUR, "range": 0},
        {"side": "american", "men": ["sherman"]},
        {"side": "american", "men": ["m1a1", "myers", "smith", "burke"]},
    ]
    s = Situation("german", groups, german=[], american=[], victory={"type": "points"})
    g = s.g
    g.update(g.machine("sherman"), crew_killed=1)
    assert answer(g, "points german") == 2
    boxed = g.library.machines["sherman"].boxed
    remove(g, g.unit("sherman"), "kia")
    assert answer(g, "points german") == 10 + boxed
    remove(g, g.unit("m1a1"), "kia")
    assert answer(g, "points german") == 16 + boxed


@pytest.mark.rule("UF:16.5-a")
def test_a_broken_squad_loses_at_once():
    men = ["myers", "smith", {"id": "degi", "pinned": True}, {"id": "coggins", "pinned": True}, "burke"]
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": 2},
        {"side": "american", "men": men, "range": 2},
    ]
    s = Situation("german", groups, german=["fire 4"], american=[])
    s.fire("g1", "a1", "fire 4").draw("black 5", "red 4", "black 0 0r=7")
    assert not isinstance(s.pending, Over), "two of five are not more than half"
    s.draw("black 0 0r=8")
    assert isinstance(s.pending, Over) and s.pending.winner == "german", "and Burke is not attacked any more"
    assert s.pending.rules == ("UF:16.5-a",)


@pytest.mark.rule("UF:16.5-a")
def test_each_squad_counts_its_own_losses():
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich", "bernhoff"]},
        {"side": "american", "men": ["myers", "smith", "burke", "mcelroy"]},
    ]
    s = Situation("german", groups)
    for man in ("beck", "myers", "wolff", "smith"):
        remove(s.g, s.g.unit(man), "kia")
    assert not any(player.broken for player in s.state.players.values())
    assert losses_of(s.g, "german") == losses_of(s.g, "american") == 2


@pytest.mark.rule("UF:16.5-a", "UF:16.5-b")
@pytest.mark.parametrize(("cards", "last"), [(15, 8), (8, 5), (13, 7), (10, 6)])
def test_the_card_that_breaks_a_squad(cards, last):
    from defilade.rules.upfront.game.library import library

    names = [key for key, man in library().men.items() if man.nation == "russian"][:cards]
    groups = [
        {"side": "russian", "men": names[:8]},
        {"side": "russian", "men": names[8:]},
        {"side": "german", "men": ["beck", "wolff"]},
    ]
    s = Situation("german", [g for g in groups if g["men"]], german=[], russian=[])
    g = s.g
    for count, name in enumerate(names[:last], 1):
        assert not g.side("russian").broken, count
        remove(g, g.unit(name), ("kia", "rout", "captured")[count % 3])
    assert g.side("russian").broken


@pytest.mark.rule("UF:16.42-c")
@pytest.mark.parametrize("cards", [[], ["open"]])
def test_an_entrenchment_in_the_open_is_good_enough(cards):
    groups = [
        {"side": "german", "men": FOUR, "range": 4, "cards": cards, "entrenched": True},
        ENEMY,
    ]
    victory = {"type": "reach", "men": 4, "chit": 4}
    assert won(Situation("german", groups, german=[], american=[], victory=victory))
    groups[0]["entrenched"] = False
    assert not won(Situation("german", groups, german=[], american=[], victory=victory))
