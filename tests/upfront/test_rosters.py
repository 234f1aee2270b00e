"""Rosters of a campaign (UF:42.1 to UF:42.5): who fills a scenario's force."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.rules.upfront.close_quarters.close_combat import close_combat_value
from defilade.rules.upfront.designs.rosters import (
    ASL_RANKS,
    SL_RANKS,
    Choices,
    Muster,
    Personal,
    Roster,
    RosterError,
    as_replacement,
    asl_refusal,
    by_transfer,
    change,
    muster,
    new_roster,
    openings,
    sl_refusal,
)
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import Force
from upfront.situation import Situation

BOX, TABLES = library(), campaign_tables()
FORCE = Force("german", ("diettinger", "hessel", "schussel", "beck", "wolff", "hauptmann"))
RUSSIANS = Force("russian", ("rostov", "burlak", "petrovsky", "yastreboff", "soloviev"))
GERMAN_RIFLES = [k for k, m in BOX.men.items() if m.nation == "german" and m.weapon == "german-rifle"]


def without(nation: str, *lost: str) -> Roster:
    roster = new_roster(BOX, TABLES, nation)
    for key in lost:
        roster = change(roster, key, lost=True)
    return roster


def fill(roster: Roster, force: Force | None = None, number: int = 2, **choices: Any) -> Muster:
    force = force or (FORCE if roster.nation == "german" else RUSSIANS)
    return muster(BOX, TABLES, roster, force, number, random.Random(1), Choices(**choices))


def rules(found: Muster) -> list[str]:
    return [rule for _, rule in found.notes]


@pytest.mark.rule("UF:42.1-b")
def test_listed_men_who_are_there_must_be_used():
    found = fill(without("german"))
    assert found.force == FORCE and not found.cards and not found.notes
    assert found.roster.points == 0


@pytest.mark.rule("UF:42.1-b")
def test_a_man_with_the_same_weapon_takes_his_place():
    found = fill(without("german", "beck"))
    (stand_in,) = set(found.force.men) - set(FORCE.men)
    assert BOX.men[stand_in].weapon == "german-rifle"
    assert found.force.men.index(stand_in) == FORCE.men.index("beck")
    assert fill(without("german", "schussel")).force.men[2] == "griess"  # the other LMG
    assert found.roster.points == 0


@pytest.mark.rule("UF:42.1-b")
def test_the_owner_chooses_among_them():
    found = fill(without("german", "beck"), substitutes={"beck": "wollak"})
    assert "wollak" in found.force.men
    with pytest.raises(RosterError, match=r"UF:42\.1-b"):
        fill(without("german", "beck"), substitutes={"beck": "griess"})
    with pytest.raises(RosterError, match=r"UF:42\.1-b"):  # UF:42.1-d: there are riflemen
        fill(without("german", "beck"), substitutes={"beck": "posner"})
    with pytest.raises(RosterError, match="nobody is needed"):
        fill(without("german", "beck"), substitutes={"wolff": "wollak"})


@pytest.mark.rule("UF:42.2-a")
def test_carbines_and_rifles_are_alike():
    force = Force("american", ("burnett", "moores", "smith", "burke"))
    rifles = [k for k, m in BOX.men.items() if m.weapon == "american-rifle" and m.roster]
    spare = [key for key in rifles if key not in ("burke", "hull")]
    found = fill(without("american", *spare), force)
    assert "ransom" in found.force.men and rules(found) == ["UF:42.1-b"]


@pytest.mark.rule("UF:42.1-d")
def test_a_machine_pistol_for_a_rifle_only_if_there_is_no_other():
    some = [key for key in GERMAN_RIFLES if key not in ("wolff", "wollak")]
    assert "wollak" in fill(without("german", *some)).force.men
    every = [key for key in GERMAN_RIFLES if key != "wolff"]
    found = fill(without("german", *every))
    (stand_in,) = set(found.force.men) - set(FORCE.men)
    assert BOX.men[stand_in].weapon == "german-mp"
    pistols = [k for k, m in BOX.men.items() if m.weapon == "german-mp" and not m.role]
    found = fill(without("german", *pistols))
    (stand_in,) = set(found.force.men) - set(FORCE.men)
    assert BOX.men[stand_in].weapon == "german-rifle"


@pytest.mark.rule("UF:42.1-d")
def test_a_machine_pistol_for_a_carbine():
    rifles = [
        k for k, m in BOX.men.items() if m.weapon in ("american-rifle", "american-carbine") and not m.role
    ]
    force = Force("american", ("burnett", "moores", "ransom", "fox"))
    found = fill(without("american", *rifles), force)
    (stand_in,) = set(found.force.men) - set(force.men)
    assert BOX.men[stand_in].weapon == "american-mp"


@pytest.mark.rule("UF:42.1-c", "UF:42.41-b")
def test_else_the_listed_man_is_revived():
    found = fill(without("german", "schussel", "griess"))
    entry = found.roster.men["schussel"]
    assert "schussel" in found.force.men and rules(found) == ["UF:42.1-c"]
    assert (entry.rank, entry.kia, entry.lost, entry.replaced) == ("PVT", 7, False, 1)
    assert (entry.morale, entry.panic) == (BOX.men["schussel"].morale, BOX.men["schussel"].panic)
    assert found.roster.points == -1
    assert found.cards["schussel"].kia == 7 and found.cards["schussel"].rank == "PVT"


@pytest.mark.rule("UF:42.41-b")
def test_a_replacement_with_a_flamethrower():
    roster = as_replacement(BOX, TABLES, without("german", "wagner"), "wagner")
    assert roster.men["wagner"].kia == 6


@pytest.mark.rule("UF:42.41-a")
def test_a_dead_man_stays_away_as_long_as_others_can_be_found():
    found = fill(without("german", "beck"))
    assert found.roster.men["beck"].lost


@pytest.mark.rule("UF:42.4-d")
def test_a_wounded_man_rests():
    roster = change(without("german"), "beck", back_in=6)
    for number, there in ((2, False), (5, False), (6, True)):
        assert ("beck" in fill(roster, number=number).force.men) == there


@pytest.mark.rule("UF:42.4-c")
def test_guns_and_vehicles_come_from_outside():
    force = Force("german", FORCE.men, machines=("pz4", "leig18"))
    found = fill(without("german", "beck"), force)
    assert found.force.machines == ("pz4", "leig18") and "pz4" not in found.roster.men


@pytest.mark.rule("UF:42.3")
def test_changed_values_are_on_the_cards():
    roster = change(without("german"), "beck", morale=4, panic=6)
    card = fill(roster).cards["beck"]
    assert (card.morale, card.panic, card.weapon) == (4, 6, "german-rifle")
    assert set(fill(roster).cards) == {"beck"}


@pytest.mark.rule("UF:42.3")
def test_the_close_combat_value_goes_with_them():
    plain = Situation("german", [{"side": "german", "men": ["beck"]}, {"side": "american", "men": ["smith"]}])
    better = Situation(
        "german",
        [{"side": "german", "men": [{"id": "beck", "morale": 5}]}, {"side": "american", "men": ["smith"]}],
    )
    gain = [close_combat_value(s.g, s.man("beck")).total for s in (plain, better)]
    assert gain[1] - gain[0] == 5 - plain.man("beck").morale


# -- leaders -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:42.2-a")
@pytest.mark.parametrize(
    ("changes", "good"),
    [
        ({"rank": "SGT"}, True),
        ({"rank": "CPL"}, True),
        ({"rank": "PFC"}, False),
        ({"rank": "SGT", "kia": 7}, False),
    ],
)
def test_who_can_lead(changes, good):
    roster = change(without("german"), "beck", **changes)
    refusal = sl_refusal(BOX, roster, "beck")
    assert (refusal is None) == good
    assert good or refusal.rule == "UF:42.2-a"


@pytest.mark.rule("UF:42.2-a")
@pytest.mark.parametrize(
    ("man", "good"),
    [("hauptmann", True), ("volke", True), ("griess", False), ("wittenberg", False), ("bauer", False)],
)
def test_with_what_weapon(man, good):
    roster = change(without("german"), man, rank="SGT")
    assert (sl_refusal(BOX, roster, man) is None) == good


@pytest.mark.rule("UF:42.2-a")
def test_another_sergeant_leads():
    found = fill(without("german", "diettinger"))
    assert found.force.men[0] == "stahler" and "UF:42.2-a" in rules(found)
    assert "stahler" not in found.cards or found.cards["stahler"].role == "SL"
    found = fill(without("german", "diettinger"), leader="steiner")
    assert found.force.men[0] == "steiner" and found.cards["steiner"].role == "SL"
    with pytest.raises(RosterError, match=r"UF:42\.2-a"):
        fill(without("german", "diettinger"), leader="beck")
    with pytest.raises(RosterError, match="not there"):
        fill(change(without("german", "diettinger"), "stahler", lost=True), leader="stahler")


@pytest.mark.rule("UF:42.2-a", "UF:42.1-b")
def test_the_listed_asl_may_move_up():
    found = fill(without("german", "diettinger", "stahler", "steiner"))
    card = found.cards["hessel"]
    assert card.role == "SL" and found.force.men.count("hessel") == 1
    roles = [found.cards.get(man, BOX.men[man]).role for man in found.force.men]
    assert roles.count("SL") == 1 and roles.count("ASL") <= 1


@pytest.mark.rule("UF:42.2-b")
@pytest.mark.parametrize(
    ("changes", "leader", "good"),
    [
        ({"rank": "PFC"}, "diettinger", True),
        ({"rank": "CPL"}, "diettinger", True),
        ({"rank": "PVT"}, "diettinger", False),
        ({"rank": "SGT"}, "diettinger", False),
        ({"rank": "PFC", "kia": 7}, "diettinger", False),
        ({"rank": "CPL"}, "bernhoff", False),
    ],
    ids=["PFC", "CPL", "PVT", "SGT", "green", "outranks his SL"],
)
def test_who_can_be_asl(changes, leader, good):
    roster = change(change(without("german"), "beck", **changes), "bernhoff", rank="PFC")
    refusal = asl_refusal(BOX, TABLES, roster, "beck", leader)
    assert (refusal is None) == good
    assert good or refusal.rule == "UF:42.2-b"


@pytest.mark.rule("UF:42.2-b", "UF:42.46-c")
def test_a_commissar_outranks_nobody():
    roster = without("russian")
    assert asl_refusal(BOX, TABLES, roster, "dottski", "rostov") is None
    assert asl_refusal(BOX, TABLES, change(roster, "kristov", rank="CPL"), "kristov", "dottski") is None


@pytest.mark.rule("UF:42.2-c")
def test_an_asl_with_a_lmg_changes_weapons_before_he_leads():
    roster = without("russian", "rostov", "dottski", "zorin", "aliev", "sokoloff", "semenov")
    found = fill(roster)
    burlak = found.cards["burlak"]
    assert burlak.role == "SL" and burlak.weapon == "russian-rifle"
    gunners = [man for man in found.force.men if found.cards.get(man, BOX.men[man]).weapon == "russian-lmg"]
    assert len(gunners) == 1 and gunners[0] in RUSSIANS.men and "UF:42.2-c" in rules(found)
    found = fill(roster, swap_with="soloviev")
    assert found.cards["soloviev"].weapon == "russian-lmg"
    with pytest.raises(RosterError, match=r"UF:42\.2-c"):
        fill(roster, swap_with="zayakov")


ALL_SLS = ("diettinger", "stahler")
NO_OTHERS = ("hessel", "steiner", "wittenberg")


@pytest.mark.rule("UF:42.5-a", "UF:42.4-e")
def test_a_transfer_where_nobody_can_lead():
    roster = without("german", *ALL_SLS, *NO_OTHERS)
    roster = change(roster, "diettinger", morale=1, panic=2)
    drawn = {muster(BOX, TABLES, roster, FORCE, 2, random.Random(seed)).force.men[0] for seed in range(20)}
    assert drawn == set(ALL_SLS)
    found = fill(roster)
    man = found.force.men[0]
    entry = found.roster.men[man]
    assert (entry.kia, entry.rank, entry.morale) == (8, BOX.men[man].rank, BOX.men[man].morale)
    assert found.roster.points == -7 and "UF:42.5-a" in rules(found)


@pytest.mark.rule("UF:42.4-e")
def test_leaders_cost_seven_and_others_one():
    assert by_transfer(BOX, TABLES, without("german", "hessel"), "hessel").points == -7
    assert as_replacement(BOX, TABLES, without("german", "beck"), "beck").points == -1


@pytest.mark.rule("UF:42.5-b")
def test_a_russian_may_get_a_commissar():
    lost = ("rostov", "dottski", "zorin", "burlak", "aliev", "sokoloff", "semenov")
    roster = without("russian", *lost)
    drawn = {muster(BOX, TABLES, roster, RUSSIANS, 2, random.Random(seed)).force.men[0] for seed in range(40)}
    assert drawn == {"rostov", "dottski", "zorin"}


@pytest.mark.rule("UF:42.5-c")
def test_without_an_asl_or_with_one_that_is_paid_for():
    nobody = [
        k for k, e in without("german").men.items() if e.rank in ("CPL", "PFC") or k in ("hessel", "steiner")
    ]
    roster = without("german", *nobody)
    found = fill(roster)
    assert "UF:42.5-c" in rules(found) and found.roster.points == -1  # a gunner is replaced
    assert not any(found.cards.get(man, BOX.men[man]).role == "ASL" for man in found.force.men)
    drawn = {
        muster(BOX, TABLES, roster, FORCE, 2, random.Random(n), Choices(transfer_assistant=True)).force.men[1]
        for n in range(20)
    }
    assert drawn == {"hessel", "steiner"}  # no SL among them
    assert fill(roster, transfer_assistant=True).roster.points == -8


@pytest.mark.rule("UF:42.9-a")
@pytest.mark.parametrize(
    ("nation", "values"), [("german", (2, 3)), ("american", (2, 4)), ("russian", (3, 4))]
)
def test_the_player_himself(nation, values):
    roster = new_roster(BOX, TABLES, nation, Personal("Jo", f"{nation}-rifle"))
    entry = roster.men[f"personal-{nation}"]
    assert (entry.morale, entry.panic, entry.kia, entry.rank) == (*values, 8, "PVT")
    force = {"german": FORCE, "russian": RUSSIANS}.get(
        nation, Force("american", ("burnett", "moores", "smith"))
    )
    found = fill(roster, force)
    assert found.force.men == (*force.men, f"personal-{nation}")  # an extra man
    assert found.cards[f"personal-{nation}"].name == "Jo"


@pytest.mark.rule("UF:42.9-a")
def test_nobody_stands_in_for_the_player():
    roster = new_roster(BOX, TABLES, "german", Personal("Jo", "german-rifle"))
    resting = change(roster, "personal-german", back_in=9)
    assert fill(resting).force.men == FORCE.men
    every = [key for key in GERMAN_RIFLES if key != "wolff"]
    for key in every:
        roster = change(roster, key, lost=True)
    assert fill(roster).force.men.count("personal-german") == 1  # nor does he stand in for others


def test_groups_are_kept_for_those_who_stand_in():
    groups = (("diettinger", "beck", "wolff"), ("hessel", "schussel", "hauptmann"))
    force = Force("german", FORCE.men, groups=groups, crews={"schussel": "hauptmann"})
    found = fill(without("german", "schussel"), force)
    assert found.force.groups == (groups[0], ("hessel", "griess", "hauptmann"))
    assert found.force.crews == {"griess": "hauptmann"}


@pytest.mark.rule("UF:42.1-b", "UF:35.1-a")
def test_who_stands_in_for_a_reinforcement_comes_as_one():
    force = msgspec.structs.replace(FORCE, reinforcements=("beck", "wolff"), arrivals={"beck": 2})
    found = fill(without("german", "beck"), force)
    (stand_in,) = set(found.force.men) - set(force.men)
    assert found.force.reinforcements == (stand_in, "wolff")
    assert found.force.arrivals == {stand_in: 2}


@pytest.mark.rule("UF:42.5-c")
def test_an_asl_among_the_reinforcements_for_whom_nobody_comes():
    asls = [k for k, m in BOX.men.items() if m.nation == "german" and m.rank in ("CPL", "PFC")]
    force = msgspec.structs.replace(FORCE, reinforcements=("hessel", "wolff"), arrivals={"hessel": 1})
    found = fill(without("german", *asls), force)
    assert "hessel" not in found.force.men
    assert found.force.reinforcements == ("wolff",) and not found.force.arrivals


@pytest.mark.rule("UF:42.1-b", "UF:42.5-c")
def test_the_crew_of_a_leader_who_is_not_there():
    """Burlak is ASL and has the LMG; a Commissar with a machine pistol needs no assistant, and nobody even less."""
    force = msgspec.structs.replace(RUSSIANS, crews={"burlak": "petrovsky"})
    assert fill(without("russian"), force).force.crews == {"burlak": "petrovsky"}
    found = fill(without("russian", "burlak"), force, assistant="dottski")
    assert found.force.men[1] == "dottski" and not found.force.crews
    able = [k for k, e in without("russian").men.items() if e.rank in ASL_RANKS]
    found = fill(without("russian", *able), force)
    assert len(found.force.men) == 4 and not found.force.crews
    other = fill(without("russian", "petrovsky"), force)
    assert set(other.force.crews) == {"burlak"} and "petrovsky" not in other.force.crews.values()


@pytest.mark.rule("UF:42.1-c", "UF:42.2-a")
def test_a_listed_man_who_leads_is_not_revived_beside_himself():
    """Hauptmann leads; with all other riflemen and MP men lost one of them comes back in his place."""
    roster = without(
        "german", *(k for k, m in BOX.men.items() if m.nation == "german" and k not in FORCE.men)
    )
    roster = change(
        change(change(roster, "diettinger", lost=True), "hessel", lost=True), "hauptmann", rank="SGT"
    )
    roster = change(roster, "schussel", rank="PVT")  # no ASL
    found = fill(roster)
    assert found.force.men[0] == "hauptmann" and len(set(found.force.men)) == len(found.force.men)
    (back,) = set(found.force.men) - set(FORCE.men)
    assert BOX.men[back].weapon == "german-mp" and found.roster.men[back].kia == 7
    assert found.roster.points == -1
    assert not found.roster.men["hauptmann"].replaced


@pytest.mark.rule("UF:42.2-c", "UF:42.5-a")
def test_an_asl_with_a_lmg_does_not_lead_if_nobody_can_take_it():
    """Then a SL has to be transferred."""
    force = Force("russian", ("rostov", "burlak", "semenov"))
    able = [k for k, e in without("russian").men.items() if e.rank in SL_RANKS and k != "burlak"]
    found = fill(without("russian", *able), force)
    assert "UF:42.5-a" in rules(found) and found.roster.points == -7 - 1  # and a replacement for Semenov
    roles = [found.cards.get(man, BOX.men[man]).role for man in found.force.men]
    assert roles[0] in ("SL", "COM") and roles[1] == "ASL"


@pytest.mark.rule("UF:42.2-b")
def test_a_listed_man_may_be_chosen_as_asl_but_nobody_twice():
    found = fill(without("german", "hessel"), assistant="schussel")
    assert found.cards["schussel"].role == "ASL" and "griess" in found.force.men  # for his LMG
    roster = change(without("german", "diettinger", "hessel"), "hauptmann", rank="CPL")
    with pytest.raises(RosterError, match="not there to lead"):
        fill(roster, leader="hauptmann", assistant="hauptmann")


# -- Commissars, ranks and listed men ----------------------------------------------------------------------------


@pytest.mark.rule("UF:42.2-a", "UF:42.2-b", "UF:15.5")
@pytest.mark.parametrize(
    ("lost", "choice"),
    [(("rostov", "zorin"), {"leader": "dottski"}), (("burlak", "aliev"), {"assistant": "dottski"})],
    ids=["as SL", "as ASL"],
)
def test_a_commissar_who_stands_in_stays_a_commissar(lost, choice):
    groups = (("rostov", "petrovsky"), ("burlak", "yastreboff", "soloviev"))
    found = fill(without("russian", *lost), msgspec.structs.replace(RUSSIANS, groups=groups), **choice)
    roles = [found.cards.get(man, BOX.men[man]).role for man in found.force.men]
    assert "dottski" in found.force.men and roles.count("COM") == 1 and len([r for r in roles if r]) == 2
    assert not found.force.groups  # he must start in the largest one (UF:15.51)


@pytest.mark.rule("UF:42.2-b")
def test_the_asl_does_not_outrank_who_stands_in_as_sl():
    """Burlak is a Junior Sergeant: no Corporal leads over him; he moves up himself."""
    corporal = "sokoloff"
    roster = change(without("russian", "rostov", "dottski", "zorin", "aliev"), corporal, rank="CPL")
    assert sl_refusal(BOX, roster, corporal) is None
    with pytest.raises(RosterError, match=r"Burlak, the ASL, outranks .* \(UF:42\.2-b\)"):
        fill(roster, leader=corporal)
    (place,) = (one for one in openings(BOX, TABLES, roster, RUSSIANS, 2) if one.role == "SL")
    assert corporal not in place.candidates
    assert fill(roster).cards["burlak"].role == "SL"


@pytest.mark.rule("UF:42.2-b")
def test_listed_men_are_offered_as_asl():
    """Schussel is one: first come spare men, then he; his own place is filled by another."""
    roster = without("german", "hessel", "steiner")
    (place,) = (one for one in openings(BOX, TABLES, roster, FORCE, 2) if one.role == "ASL")
    assert "schussel" in place.candidates and place.candidates[0] not in FORCE.men
    for key in set(place.candidates) - {"schussel"}:
        roster = change(roster, key, lost=True)
    found = fill(roster)
    assert found.cards["schussel"].role == "ASL" and len(found.force.men) == len(FORCE.men)


@pytest.mark.rule("UF:42.1-d")
def test_nobody_must_take_a_machine_pistol_man_for_a_rifleman():
    roster = without("german", *(key for key in GERMAN_RIFLES if key != "wolff"))
    (place,) = openings(BOX, TABLES, roster, FORCE, 2)
    assert place.candidates[-1] == "beck" and BOX.men[place.candidates[0]].weapon == "german-mp"
    found = fill(roster, substitutes={"beck": "beck"})
    assert found.force.men == FORCE.men and found.roster.points == -1
    with pytest.raises(RosterError, match=r"UF:42\.1-b"):  # another rifleman is there
        fill(without("german", "beck"), substitutes={"beck": "beck"})


@pytest.mark.rule("UF:42.5-c", "UF:42.5-b")
def test_a_commissar_may_come_as_asl():
    lost = [k for k, e in without("russian").men.items() if e.rank in ASL_RANKS]
    drawn = {
        muster(
            BOX,
            TABLES,
            without("russian", *lost),
            RUSSIANS,
            2,
            random.Random(n),
            Choices(transfer_assistant=True),
        ).force.men[1]
        for n in range(40)
    }
    assert drawn == {"burlak", "aliev", "dottski"}


@pytest.mark.rule("UF:42.9-a", "UF:42.2-a")
@pytest.mark.parametrize("choice", ["leader", "assistant"])
def test_the_player_himself_takes_nobodys_place(choice):
    roster = new_roster(BOX, TABLES, "german", Personal("Jo", "german-rifle"))
    for key in ("diettinger", "stahler", "hessel"):
        roster = change(roster, key, lost=True)
    roster = change(roster, "personal-german", rank="CPL")
    with pytest.raises(RosterError, match=r"UF:42\.9-a"):
        fill(roster, **{choice: "personal-german"})
