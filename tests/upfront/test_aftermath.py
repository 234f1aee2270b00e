"""What a scenario does to a roster (UF:42.4 to UF:42.46, UF:42.8)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.upfront.designs.aftermath import Decisions, Settled, campaign_points, settle
from defilade.rules.upfront.designs.rosters import Entry, Personal, Roster, change, man_card, new_roster
from defilade.rules.upfront.game import values
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.losses import remove
from upfront.situation import Situation

BOX, TABLES = library(), campaign_tables()


def fought(*men: Any, fates: dict[str, str] | None = None, machines: tuple[Any, ...] = ()) -> Situation:
    groups = [{"side": "german", "men": list(men)}, {"side": "american", "men": ["smith", "burke"]}]
    groups += [{"side": "german", "men": [machine]} for machine in machines]
    s = Situation("german", groups)
    for man, fate in (fates or {}).items():
        remove(s.g, s.g.unit(man), fate)
    return s


def after(
    s: Situation, roster: Roster | None = None, *, won: bool = False, number: int = 1, **decisions: Any
) -> Settled:
    roster = roster or new_roster(BOX, TABLES, "german")
    wishes = Decisions(**decisions)
    return settle(BOX, TABLES, roster, s.state, "german", number, won=won, decisions=wishes)


def entry(settled: Settled, key: str = "beck") -> Entry:
    return settled.roster.men[key]


def with_entry(key: str = "beck", **changes: Any) -> Roster:
    return change(new_roster(BOX, TABLES, "german"), key, **changes)


@pytest.mark.rule("UF:42.4-a")
@pytest.mark.parametrize(
    ("fate", "lost"), [("kia", True), ("captured", True), ("rout", False), ("withdrawn", False)]
)
def test_who_stays_on_the_roster(fate, lost):
    assert entry(after(fought("beck", "wolff", fates={"beck": fate}))).lost == lost


@pytest.mark.rule("UF:42.41-a", "UF:42.41-c")
def test_a_killed_man_loses_all_that_stands_in_his_line():
    roster = with_entry(elan=4, survival=3, promotion=2, back_in=0)
    found = entry(after(fought("beck", "wolff", fates={"beck": "kia"}), roster))
    assert found.lost and (found.elan, found.survival, found.promotion) == (0, 0, 0)


@pytest.mark.rule("UF:42.4-b")
def test_weapons_are_restored():
    s = fought({"id": "beck", "weapon": "", "captured": True}, {"id": "wolff", "broken": True})
    roster = after(s).roster
    assert man_card(BOX, roster, "beck").weapon == "german-rifle"


@pytest.mark.rule("UF:42.4-d")
def test_a_wound_costs_three_scenarios():
    found = after(fought({"id": "beck", "wounded": True}, "wolff"), number=2)
    assert entry(found).back_in == 6 and entry(found, "wolff").back_in == 0


# -- rout --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.42-a")
@pytest.mark.parametrize(
    ("before", "wish", "left"),
    [
        ((3, 4), "", (3, 3)),
        ((3, 4), "morale", (2, 4)),
        ((3, 4), "panic", (3, 3)),
        ((3, 3), "panic", (2, 3)),  # Panic is never below Morale
        ((0, 2), "morale", (0, 1)),  # never below 0
    ],
)
def test_a_rout_costs_morale_or_panic(before, wish, left):
    roster = with_entry(morale=before[0], panic=before[1])
    s = fought("beck", "wolff", fates={"beck": "rout"})
    found = entry(after(s, roster, lower={"beck": wish} if wish else {}))
    assert (found.morale, found.panic) == left and not found.lost


@pytest.mark.rule("UF:42.42-a", "UF:42.8")
def test_at_nothing_he_is_as_good_as_dead():
    found = after(fought("beck", "wolff", fates={"beck": "rout"}), with_entry(morale=0, panic=1))
    assert entry(found).lost and found.roster.points == -1


@pytest.mark.rule("UF:42.42-b")
def test_a_rout_is_survived_without_elan():
    found = entry(
        after(fought({"id": "beck", "elan": 4}, "wolff", fates={"beck": "rout"}), with_entry(elan=9))
    )
    assert found.elan == 0 and found.survival == 1 and found.promotion == 0


# -- Elan --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.43")
@pytest.mark.parametrize(
    ("state", "won", "earned"),
    [
        ({}, False, 2),
        ({}, True, 3),
        ({"pinned": True}, False, 0),
        ({"pinned": True}, True, 1),
        ({"pinned": True, "wounded": True}, False, 2),
        ({"wounded": True}, False, 4),
        ({"elan": 3, "pinned": True}, False, 3),
    ],
)
def test_what_the_end_of_a_scenario_is_worth(state, won, earned):
    assert (
        entry(after(fought({"id": "beck", **state}, "wolff"), won=won, improve={"beck": "keep"})).elan
        == earned
    )


@pytest.mark.rule("UF:42.6-c")
@pytest.mark.parametrize("pinned", [False, True])
def test_who_withdraws_has_ended_unpinned(pinned):
    """Also if pursuers had pinned him before he was out of their reach."""
    s = fought({"id": "beck", "pinned": pinned}, "wolff", fates={"beck": "withdrawn"})
    assert entry(after(s)).elan == 2


@pytest.mark.rule("UF:42.44-a", "UF:42.44-c")
def test_five_points_buy_one_step():
    found = entry(after(fought("beck", "wolff"), with_entry(morale=3, panic=4, elan=11)))
    assert (found.morale, found.panic, found.elan, found.promotion) == (4, 4, 8, 1)
    found = entry(
        after(fought("beck", "wolff"), with_entry(morale=3, panic=4, elan=11), improve={"beck": "panic"})
    )
    assert (found.morale, found.panic) == (3, 5)
    found = entry(after(fought("beck", "wolff"), with_entry(elan=11), improve={"beck": "keep"}))
    assert found.elan == 13 and found.promotion == 0
    assert entry(after(fought("beck", "wolff"), with_entry(elan=2))).elan == 4  # not enough


@pytest.mark.rule("UF:42.44-a")
def test_only_who_took_part_improves():
    found = entry(after(fought("beck", "wolff"), with_entry("streich", elan=11)), "streich")
    assert found.elan == 11 and found.survival == 0


@pytest.mark.rule("UF:42.44-b")
@pytest.mark.parametrize(
    ("before", "wish", "left"),
    [((3, 3), "morale", (3, 3)), ((3, 3), "", (3, 4)), ((6, 7), "panic", (6, 7)), ((7, 7), "", (7, 7))],
)
def test_the_limits_of_improvement(before, wish, left):
    roster = with_entry(morale=before[0], panic=before[1], elan=5)
    found = entry(after(fought("beck", "wolff"), roster, improve={"beck": wish} if wish else {}))
    assert (found.morale, found.panic) == left


@pytest.mark.rule("UF:42.44-d")
def test_in_a_team_game_the_end_is_paid_for_table_by_table():
    s = fought({"id": "beck", "elan": 4}, "wolff")
    roster = new_roster(BOX, TABLES, "german")
    wishes = Decisions(improve={"beck": "keep"})
    found = settle(
        BOX, TABLES, roster, s.state, "german", 1, won=False, decisions=wishes, paid_at_tables=True
    )
    assert found.roster.men["beck"].elan == 4


# -- survival and promotion --------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.45-a")
@pytest.mark.parametrize(
    ("kia", "slashes", "left"),
    [(7, 4, (8, 0)), (7, 3, (7, 4)), (8, 4, (8, 5))],
    ids=["fifth", "fourth", "veteran"],
)
def test_five_scenarios_make_a_replacement_a_veteran(kia, slashes, left):
    found = entry(after(fought("beck", "wolff"), with_entry(kia=kia, survival=slashes)))
    assert (found.kia, found.survival) == left


@pytest.mark.rule("UF:42.45-b")
@pytest.mark.parametrize(("kia", "left"), [(6, 7), (7, 7)])
def test_a_flamethrower_man_never_gets_harder_than_7(kia, left):
    found = after(fought("wagner", "wolff"), with_entry("wagner", kia=kia, survival=4))
    assert entry(found, "wagner").kia == left


@pytest.mark.rule("UF:42.45-b")
def test_the_pinned_side_is_one_harder():
    s = fought({"id": "beck", "kia": 7}, {"id": "wolff", "kia": 7, "pinned": True})
    assert values.kia(s.g, s.man("beck")) == 7 and values.kia(s.g, s.man("wolff")) == 8


@pytest.mark.rule("UF:42.46-a", "UF:42.47")
@pytest.mark.parametrize(
    ("nation", "man", "ranks"),
    [
        ("german", "beck", ["PVT", "PFC", "CPL", "SGT", "SSG"]),
        ("american", "smith", ["PVT", "PFC", "CPL", "SGT", "SSG"]),
        ("russian", "kristov", ["PVT", "CPL", "JRSGT", "SGT", "SSG"]),
    ],
)
def test_ten_slashes_are_worth_a_rank(nation, man, ranks):
    assert list(TABLES.ranks[nation]) == ranks
    s = Situation("german", [{"side": "german", "men": ["beck"]}, {"side": "american", "men": ["smith"]}])
    if nation == "russian":
        s = Situation(
            "german", [{"side": "german", "men": ["beck"]}, {"side": "russian", "men": ["kristov"]}]
        )
    roster = new_roster(BOX, TABLES, nation)
    for before, now in zip(ranks, [*ranks[1:], "SSG"], strict=True):
        ready = change(roster, man, rank=before, survival=6, promotion=3)
        found = settle(BOX, TABLES, ready, s.state, nation, 1, won=False).roster.men[man]
        assert found.rank == now
        if before != "SSG":
            assert (found.survival, found.promotion) == (0, 0)
    short = change(roster, man, rank="PVT", survival=5, promotion=3)
    assert settle(BOX, TABLES, short, s.state, nation, 1, won=False).roster.men[man].rank == "PVT"


@pytest.mark.rule("UF:42.46-c")
def test_commissars_are_not_promoted():
    s = Situation(
        "german", [{"side": "german", "men": ["beck"]}, {"side": "russian", "men": ["dottski", "kristov"]}]
    )
    roster = change(new_roster(BOX, TABLES, "russian"), "dottski", survival=9, promotion=9)
    assert settle(BOX, TABLES, roster, s.state, "russian", 1, won=True).roster.men["dottski"].rank == "COM"


# -- points ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.8")
@pytest.mark.parametrize(
    ("fates", "won", "total"),
    [
        ({}, True, 12),
        ({"beck": "kia"}, True, 11),
        ({"beck": "kia", "wolff": "captured"}, False, -2),
        ({"beck": "rout"}, False, 0),
    ],
    ids=["won", "won with a loss", "lost with two", "a rout costs nothing"],
)
def test_points_for_scenarios_and_men(fates, won, total):
    s = fought("beck", "wolff", "streich", fates=fates)
    assert after(s, won=won).roster.points == total


@pytest.mark.rule("UF:42.8")
def test_points_for_guns_and_vehicles():
    s = fought("beck", "wolff", machines=("pz4", "leig18"), fates={"pz4": "kia", "leig18": "kia"})
    lines = {line.label: line.value for line in campaign_points(BOX, TABLES, s.state, "german", won=False)}
    assert lines == {
        f"{BOX.machines['pz4'].name} lost": -5 - BOX.machines["pz4"].boxed,
        f"{BOX.machines['leig18'].name} lost": -3 - BOX.machines["leig18"].boxed,
    }


@pytest.mark.rule("UF:42.8")
def test_a_commander_killed_costs_a_point_too():
    s = fought("beck", "wolff", machines=({"id": "pz4", "crew_killed": 1},))
    assert after(s).roster.points == -1
    s = fought("beck", "wolff", machines=({"id": "pz4", "crew_killed": 1},), fates={"pz4": "withdrawn"})
    assert after(s).roster.points == -1


# -- the player himself ------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.9-b")
def test_a_wounded_player_rests_or_starts_over():
    own = new_roster(BOX, TABLES, "german", Personal("Jo", "german-rifle"))
    own = change(own, "personal-german", morale=5, panic=6)
    s = fought("beck", "wolff")
    s.state.units["personal-german"] = type(s.man("beck"))(
        "personal-german", "personal-german", "german", "g1", 5, 6, 8, wounded=True
    )
    rests = after(s, own).roster
    assert rests.men["personal-german"].back_in == 5 and rests.points == 0
    again = after(s, own, start_over=True).roster
    fresh = again.men["personal-german"]
    assert (fresh.morale, fresh.panic, fresh.kia, fresh.back_in) == (2, 3, 7, 0) and again.points == -1
