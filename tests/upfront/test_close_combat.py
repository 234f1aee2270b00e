"""Close Combat (UF:20.52, UF:20.6, UF:20.7), captured weapons (UF:20.74) and captured terrain (UF:20.8)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Over
from defilade.rules.upfront.close_quarters.close_combat import close_combat_value
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.infantry.resolution import resolving
from defilade.rules.upfront.ordnance.malfunction import firing
from upfront.hand_to_hand import AMERICANS, inside, near, quiet
from upfront.situation import Situation
from upfront.tables import two_tables

CAPTURED = {"weapon": "american-rifle", "captured": True, "kept": "german-rifle"}


def ccv(man: str | dict[str, Any], side: str = "german") -> int:
    entry = {"id": man} if isinstance(man, str) else man
    other = "american" if side == "german" else "german"
    s = Situation(side, [{"side": side, "men": [entry]}, {"side": other, "men": []}])
    return int(close_combat_value(s.g, s.man(entry["id"])).total)


def fight(s: Situation, position: str, *draws: str, man: str = "beck") -> Situation:
    """A man enters with a Movement card against the man at a position, and nobody does anything special."""
    s.do("close-combat g1", f"enter-combat {man}+<movement>", "go").draw(
        f"{len(s.group('a1').members)}={position}"
    )
    return quiet(s).draw(*draws)


# -- values ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:20.6-a", "UF:20.6-c")
@pytest.mark.parametrize(
    ("man", "side", "value"),
    [
        ("beck", "german", 3 + 5),
        ("diettinger", "german", 5 + 3),
        ("schussel", "german", 4 + 1),
        ("wittenberg", "german", 4 + 0),
        ("fox", "american", 4 + 2),
        ("ransom", "american", 3 + 4),
        ("moras", "american", 4 - 1),
    ],
)
def test_morale_and_weapon(man: str, side: str, value: int) -> None:
    assert ccv(man, side) == value


@pytest.mark.rule("UF:20.6-a")
def test_pinned_is_4_less() -> None:
    assert ccv({"id": "beck", "pinned": True}) == 4


@pytest.mark.rule("UF:20.6-b", "UF:20.6-c")
def test_changed_weapons_and_secondary_weapons() -> None:
    assert ccv({"id": "beck", "weapon": "german-mp"}) == 6
    assert ccv({"id": "beck", "secondary": "panzerfaust"}) == 7
    assert ccv({"id": "beck", "secondary": "panzerfaust", "weapon": ""}) == 3  # his only weapon


@pytest.mark.rule("UF:20.6-d")
def test_unarmed() -> None:
    assert ccv({"id": "beck", "weapon": ""}) == 3  # no weapon value, but no lower Morale either


@pytest.mark.rule("UF:20.6-e")
def test_malfunction() -> None:
    assert ccv({"id": "beck", "broken": True}) == 7


@pytest.mark.rule("UF:20.61", "UF:20.6-b")
def test_assistant() -> None:
    assert ccv({"id": "beck", "crews": "schussel"}) == 3


# -- entering ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:20.1", "UF:20.52-a")
def test_only_infiltrators_enter() -> None:
    assert near().refusal("close-combat g1").rule == "UF:20.1"
    s = inside().do("close-combat g1")
    assert {text.split()[1].split("+")[0] for text in s.options("enter-combat")} == {"beck"}


@pytest.mark.rule("UF:20.52-a")
def test_a_morale_check_or_a_movement_card() -> None:
    s = inside().do("close-combat g1", "enter-combat beck", "go").draw("black 4")
    quiet(s)
    assert s.man("beck").pinned and s.man("beck").infiltrates == ""
    s = inside().do("close-combat g1", "enter-combat beck+<movement>", "go")
    assert "attack" in s.pending.asks  # type: ignore[union-attr]


@pytest.mark.rule("UF:20.52-a")
def test_a_movement_card_serves_one_man() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}, "bernhoff"]
    s = near({"men": men}).do("close-combat g1", "enter-combat beck+<movement>")
    assert s.options("enter-combat") == ["enter-combat wolff"]


@pytest.mark.rule("UF:10.43-a")
def test_a_hero_enters_after_all() -> None:
    s = inside(german=["hero"]).do("close-combat g1", "enter-combat beck", "go").draw("black 4")
    s.do("hero <hero>+beck").draw("black 0").draw("3=2")
    assert s.man("beck").infiltrates == "a1"
    assert "Degi" in s.event("paired").text


@pytest.mark.rule("UF:20.52-b", "UF:20.52-c")
def test_all_are_named_and_paired_first() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}, "bernhoff"]
    s = near({"men": men}).do("close-combat g1", "enter-combat beck+<movement>", "enter-combat wolff", "go")
    s.draw("3=1")  # Beck is paired, now Wolff checks and is paired
    s.draw("black 0", "3=3")
    assert len([e for e in s.events if e.kind == "paired"]) == 2
    assert not [e for e in s.events if e.kind == "strike"]


@pytest.mark.rule("UF:20.52-d")
def test_not_in_the_turn_of_the_infiltration() -> None:
    s = near().do("infiltrate g1", "send beck+<movement> a1", "go")
    quiet(s).draw("2=red")
    assert s.man("beck").infiltrates == "a1"
    assert s.refusal("close-combat g1").rule == "UF:4.2-a"


# -- fighting ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:20.7", "UF:20.73-a")
def test_the_lower_total_is_killed() -> None:
    s = fight(inside(), "2", "black 0", "black 2")  # 8 against 5 and 2
    assert s.fate("degi") == "kia"
    beck = s.man("beck")
    assert beck.group == "g1" and not beck.pinned


@pytest.mark.rule("UF:20.7")
def test_red_numbers_count_against_one() -> None:
    s = fight(inside(), "2", "red 4", "black 0")  # 8 less 4 against 5
    assert s.fate("beck") == "kia" and not s.gone("degi")


@pytest.mark.rule("UF:20.7", "UF:20.742")
def test_equal_totals_kill_both() -> None:
    s = fight(inside(), "2", "red 3", "black 0")
    assert s.fate("beck") == "kia" and s.fate("degi") == "kia"
    assert not s.options("take-weapon")


@pytest.mark.rule("UF:20.73-b")
def test_only_a_clear_win_keeps_the_status() -> None:
    s = fight(inside(), "2", "black 0", "black 0").do("leave-weapon beck+degi")  # 8 against 5
    assert s.man("beck").infiltrates == "a1"
    s = fight(inside(), "2", "black 0", "black 1").do("leave-weapon beck+degi")  # 8 against 6
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.621-a", "UF:20.621-b", "UF:9.4-b")
def test_concealed_cards_lower_the_other_man() -> None:
    s = inside(german=["movement", "concealed -2", "concealed -1"], american=["concealed -3", "concealed -1"])
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=2")
    s.do("conceal <concealed -3>")
    assert not s.options("conceal")  # no more than one for a fight
    s.do("fight", "conceal <concealed -2>")
    assert not s.options("conceal")
    s.do("fight").draw("black 0", "black 0")
    totals = {
        e.kind: int(e.breakdown.total) for e in s.events if e.kind in ("strike", "parry") and e.breakdown
    }
    assert totals == {"strike": 8 - 3, "parry": 5 - 2}


@pytest.mark.rule("UF:20.72", "UF:20.622")
def test_several_attackers_on_one_man() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}, "bernhoff"]
    s = near({"men": men}).do("close-combat g1", "enter-combat beck+<movement>", "enter-combat wolff", "go")
    s.draw("3=1", "black 0", "3=1")
    s.do("lead wolff")
    quiet(s).draw("red 6")
    strike = s.event("strike").breakdown
    assert strike is not None and strike.value("UF:20.622") == 3
    s.draw("black 4")
    assert s.fate("wolff") == "kia"
    quiet(s)
    if s.options("leave-weapon"):
        s.do("leave-weapon myers+wolff")
    quiet(s).draw("black 0")  # Beck must go on, without the dead man's help
    strike = s.event("strike").breakdown
    assert strike is not None and strike.value("UF:20.622") is None
    assert "Beck" in s.event("strike").text


@pytest.mark.rule("UF:20.71-a", "UF:20.71-b", "UF:20.622")
def test_a_crew_defends_together() -> None:
    men = ["nixon", {"id": "degi", "crews": "nixon"}, "burke"]
    s = fight(inside(theirs={"men": men}), "1", "black 6", "black 0")
    parry = s.event("parry").breakdown
    assert parry is not None and parry.value("UF:20.622") == 3
    assert s.fate("nixon") == "kia"  # 8 and 6 against 4, 0 and 3
    s.do("leave-weapon beck+nixon")
    quiet(s).draw("black 0", "red 4")  # he must fight the assistant now
    assert s.fate("degi") == "kia"
    assert not s.gone("burke")


def two_on_a_crew() -> Situation:
    """Beck leads, Wolff helps: both attack the gunner of a crew of two."""
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}, "bernhoff"]
    crew = ["nixon", {"id": "myers", "crews": "nixon"}]
    s = near({"men": men}, {"men": crew}, german=["movement", "movement"])
    s.do("close-combat g1", "enter-combat beck+<movement>")
    s.do(next(text for text in s.options("enter-combat") if "wolff+" in text), "go").draw("2=1", "2=1")
    assert s.options("lead") == ["lead beck", "lead wolff"]
    return quiet(s.do("lead beck"))


@pytest.mark.rule("UF:20.71-b", "UF:20.72")
def test_the_victor_himself_fights_the_next_of_a_crew() -> None:
    s = two_on_a_crew().draw("black 6", "red 6").do("leave-weapon beck+nixon")
    assert not s.options("lead")
    quiet(s).draw("black 6")
    assert "Beck" in s.event("strike").text


@pytest.mark.rule("UF:20.72")
def test_another_attacker_takes_the_place_of_one_who_is_lost() -> None:
    s = two_on_a_crew().draw("red 6", "black 6")
    assert s.gone("beck")
    quiet(s.do(s.options("leave-weapon")[0])).draw("black 6")
    assert "Wolff" in s.event("strike").text


@pytest.mark.rule("UF:20.71-a")
def test_a_crewman_who_is_attacked_himself_does_not_help() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}]
    crew = ["nixon", {"id": "degi", "crews": "nixon"}, "burke"]
    s = near({"men": men}, {"men": crew})
    s.do("close-combat g1", "enter-combat beck+<movement>", "enter-combat wolff", "go")
    s.draw("3=1", "black 0", "3=2")
    quiet(s).draw("black 6", "black 0")
    parry = s.event("parry").breakdown
    assert parry is not None and parry.value("UF:20.622") is None


# -- captured weapons --------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:20.74-a", "UF:20.74-b")
def test_the_victor_takes_the_weapon() -> None:
    s = fight(inside(), "2", "black 0", "black 0").do("take-weapon beck+degi")
    beck = s.man("beck")
    assert (beck.weapon, beck.captured, beck.kept) == ("american-mp", True, "german-rifle")
    assert not s.group("a1").loose
    assert int(close_combat_value(s.g, beck).total) == 3 + 3 - 1  # his own rifle hinders him


@pytest.mark.rule("UF:20.74-a")
def test_the_defender_may_be_the_victor() -> None:
    s = fight(inside(), "2", "red 6", "black 3").do("take-weapon degi+beck")
    assert s.man("degi").weapon == "german-rifle" and s.man("degi").kept == "american-mp"


@pytest.mark.rule("UF:20.74-a")
def test_a_gunner_captures_nothing() -> None:
    """He may still have the weapon removed."""
    gunner = {"id": "degi", "weapon": "american-mmg"}
    s = fight(inside(theirs={"men": ["myers", gunner, "burke"]}), "2", "red 6", "black 6")
    assert s.fate("beck") == "kia"
    assert s.options() == ["destroy-weapon degi+beck", "leave-weapon degi+beck"]


@pytest.mark.rule("UF:20.74-a")
def test_or_has_it_removed() -> None:
    s = fight(inside(), "2", "black 0", "black 0").do("destroy-weapon beck+degi")
    assert s.man("beck").weapon == "german-rifle" and not s.group("a1").loose


@pytest.mark.rule("UF:20.74-a")
def test_ordnance_is_not_taken() -> None:
    s = fight(inside(theirs={"men": ["towle", "degi", "burke"]}), "1", "black 6", "black 0")
    assert s.fate("towle") == "kia" and not s.options("take-weapon")


@pytest.mark.rule("UF:20.74-c")
def test_a_weapon_acquired_earlier_is_not_kept() -> None:
    men = [{"id": "beck", "infiltrates": "a1", "weapon": "german-mp"}, "wolff"]
    s = fight(near({"men": men}), "2", "black 4", "black 0").do("take-weapon beck+degi")
    assert s.man("beck").kept == ""


@pytest.mark.rule("UF:20.74-a", "UF:18.22")
def test_who_waits_at_another_weapon_stays_there() -> None:
    degi = {"id": "degi", "weapon": "american-mp"}
    men = ["myers", degi, {"id": "burke", "crews": "degi", "pinned": True}]
    loose = [{"weapon": "american-bar", "assistant": "burke"}]
    s = fight(inside(theirs={"men": men, "loose": loose}), "2", "black 0", "black 0")
    s.do("take-weapon beck+degi")
    assert s.man("burke").crews == "degi"
    assert [(one.weapon, one.assistant) for one in s.group("a1").loose] == [("american-bar", "burke")]


@pytest.mark.rule("UF:20.74-a", "UF:18.21-a")
def test_a_weapon_of_his_own_side_is_no_captured_one() -> None:
    degi = {"id": "degi", "weapon": "german-lmg", "captured": True, "kept": "american-mp"}
    s = fight(inside(theirs={"men": ["myers", degi, "burke"]}), "2", "black 0", "black 0")
    beck = s.do("take-weapon beck+degi").man("beck")
    assert (beck.weapon, beck.captured, beck.kept) == ("german-lmg", False, "")
    left = [(one.weapon, one.captured) for one in s.group("a1").loose]
    assert left == [("american-mp", False), ("german-rifle", True)]


@pytest.mark.rule("UF:20.74-b", "UF:19.2-a")
def test_his_own_weapon_stays_as_it_was() -> None:
    men = [{"id": "beck", "infiltrates": "a1", "broken": True}, "wolff", "bernhoff"]
    s = fight(near({"men": men}), "2", "black 4", "black 0").do("take-weapon beck+degi")
    beck = s.man("beck")
    assert (beck.weapon, beck.broken, beck.kept, beck.kept_broken) == (
        "american-mp",
        False,
        "german-rifle",
        True,
    )
    s.end_turn()
    s.end_turn()
    s.do("put-down g1+beck - destroy")
    beck = s.man("beck")
    assert (beck.weapon, beck.broken, beck.kept, beck.kept_broken) == ("german-rifle", True, "", False)


@pytest.mark.rule("UF:20.74-b")
def test_a_weapon_that_he_drops_stays_as_it_was() -> None:
    man = {"id": "beck", **CAPTURED, "kept_broken": True}
    s = near({"men": [man, "wolff"]}).do("infiltrate g1", "send beck+<movement> a1 drop", "go")
    assert [(one.weapon, one.broken) for one in s.group("g1").loose] == [("german-rifle", True)]
    assert not s.man("beck").kept_broken


@pytest.mark.rule("UF:20.74-d", "UF:20.74-b")
@pytest.mark.parametrize(("how", "left"), [("abandon", ["american-mp"]), ("destroy", [])])
def test_putting_a_captured_weapon_down(how: str, left: list[str]) -> None:
    men = [{"id": "beck", "weapon": "american-mp", "captured": True, "kept": "german-rifle"}, "wolff"]
    s = near({"men": men}).do(f"put-down g1+beck - {how}")
    beck = s.man("beck")
    assert (beck.weapon, beck.kept, beck.captured) == ("german-rifle", "", False)
    assert [one.weapon for one in s.group("g1").loose] == left
    assert s.group("g1").acted


@pytest.mark.rule("UF:10.1", "UF:20.74-d")
def test_a_pinned_man_keeps_his_captured_weapon() -> None:
    beck = {"id": "beck", "weapon": "american-mp", "captured": True, "kept": "german-rifle", "pinned": True}
    assert not near({"men": [beck, "wolff"]}).options("put-down")


@pytest.mark.rule("UF:20.57")
def test_an_infiltrator_takes_up_a_loose_weapon() -> None:
    s = inside(theirs={"loose": [{"weapon": "american-bar"}]}).do("seize g1+beck - 1").draw("black 3")
    beck = s.man("beck")
    assert (beck.weapon, beck.captured, beck.kept) == ("american-bar", True, "german-rifle")
    assert not s.group("a1").loose and s.group("g1").acted
    s = inside(theirs={"loose": [{"weapon": "american-bar"}]}).do("seize g1+beck - 1").draw("red 3")
    assert s.man("beck").weapon == "german-rifle" and s.group("a1").loose


@pytest.mark.rule("UF:20.57", "UF:18.21-a")
def test_he_leaves_all_that_he_had_for_a_weapon_of_his_nation() -> None:
    men = [{"id": "beck", "infiltrates": "a1", **CAPTURED}, "wolff"]
    s = near({"men": men}, {"loose": [{"weapon": "german-lmg"}]}).do("seize g1+beck - 1").draw("black 3")
    beck = s.man("beck")
    assert (beck.weapon, beck.captured, beck.kept) == ("german-lmg", False, "")
    left = [(one.weapon, one.captured) for one in s.group("a1").loose]
    assert left == [("american-rifle", False), ("german-rifle", True)], "captured in American hands"


@pytest.mark.rule("UF:21.1-c", "UF:20.57")
@pytest.mark.parametrize(
    ("weapon", "kept"),
    [("german-lmg", False), ("american-mmg", False), ("german-ar", True), ("american-bar", True)],
)
def test_no_secondary_weapon_beside_a_heavy_one_that_is_seized(weapon: str, kept: bool) -> None:
    beck = {"id": "beck", "infiltrates": "a1", "weapon": "", "secondary": "demolition-charge"}
    s = (
        inside({"men": [beck, "wolff"]}, {"loose": [{"weapon": weapon}]})
        .do("seize g1+beck - 1")
        .draw("black 3")
    )
    assert s.man("beck").weapon == weapon
    assert bool(s.man("beck").secondary) is kept
    assert [one.weapon for one in s.group("g1").loose] == ([] if kept else ["demolition-charge"])


@pytest.mark.rule("UF:20.57")
def test_not_while_its_assistant_is_there() -> None:
    men = [{"id": "degi", "crews": "nixon"}, "burke"]
    s = inside(theirs={"men": men, "loose": [{"weapon": "american-mmg", "assistant": "degi"}]})
    assert s.refusal("seize g1+beck - 1").rule == "UF:20.57"


@pytest.mark.rule("UF:20.742")
def test_after_a_mutual_kill_the_weapons_lie_with_the_infiltrated_group() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}, "bernhoff"]
    s = fight(near({"men": men}), "2", "red 3", "black 0")
    assert {one.weapon for one in s.group("a1").loose} == {"american-mp", "german-rifle"}
    s.end_turn()
    s.end_turn()
    number = [one.weapon for one in s.group("a1").loose].index("german-rifle") + 1
    s.do(f"seize g1+wolff - {number}").draw("black 2")
    assert s.man("wolff").weapon == "german-rifle" and not s.man("wolff").captured


# -- captured terrain --------------------------------------------------------------------------------------------


def last_man(theirs: dict[str, Any] | None = None, ours: dict[str, Any] | None = None) -> Situation:
    """Beck kills the last man of an infiltrated group; a second group keeps the squad from breaking."""
    german = {
        "side": "german",
        "men": [{"id": "beck", "infiltrates": "a1"}, "wolff"],
        "range": 3,
        "cards": ["woods"],
    }
    american = {"side": "american", "men": ["degi"], "range": 2, "cards": ["buildings"], **(theirs or {})}
    rest = {"side": "american", "men": [*AMERICANS[:1], "burke", "fox"], "range": 0}
    s = Situation("german", [{**german, **(ours or {})}, american, rest], german=["movement"])
    return fight(s, "1", "black 6", "black 0").do("leave-weapon beck+degi")


@pytest.mark.rule("UF:10.4-a", "UF:10.42")
def test_a_hero_card_saves_a_pinned_defender() -> None:
    men = [{"id": "myers", "pinned": True}, "degi", "burke"]
    s = inside(theirs={"men": men}, american=["hero"])
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=1")
    assert s.side() == "american" and s.offers("hero <hero>+myers") and s.offers("no")
    s.do("hero <hero>+myers")
    assert not s.man("myers").pinned
    quiet(s).draw("black 0", "black 0")
    assert s.gone("beck") and not s.gone("myers"), "8 against the 10 of an unpinned man"


@pytest.mark.rule("UF:10.42")
def test_nobody_else_is_asked_for_a_hero() -> None:
    men = ["myers", {"id": "degi", "pinned": True}, "burke"]
    s = inside(theirs={"men": men}, american=["hero"])
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=1")
    assert not s.options("hero") and s.options("fight")


@pytest.mark.rule("UF:20.8-a", "UF:20.8-c")
def test_capturing_terrain() -> None:
    s = last_man(
        {"entrenched": True, "cards": ["woods", "movement sideways"]},
        {"cards": ["brush", "movement sideways"]},
    )
    ours, theirs = s.group("g1").laid, s.group("a1").laid
    gone = {laid.card for laid in (*ours, theirs[-1])}
    s.do("capture-terrain g1 a1")
    group = s.group("g1")
    assert [laid.terrain for laid in group.laid] == ["woods"]
    assert group.entrenched and group.range == 3 and group.letter == "A"
    assert "a1" not in s.state.groups
    tray = s.g.tray("german")
    assert gone <= {*tray.shown, *tray.discards}


@pytest.mark.rule("UF:20.8-c", "UF:17.7-h")
def test_captured_terrain_brings_no_new_letter() -> None:
    s = last_man(ours={"cards": ["brush", "movement sideways B"], "bound_for": "B"}).do(
        "capture-terrain g1 a1"
    )
    assert s.group("g1").letter == "A" and not s.group("g1").bound_for


@pytest.mark.rule("UF:20.8-a")
def test_or_not() -> None:
    s = last_man().do("no")
    assert [laid.terrain for laid in s.group("g1").laid] == ["woods"]
    assert "a1" not in s.state.groups
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.8-a", "UF:20.53-c")
@pytest.mark.parametrize("abstains", [True, False])
def test_fire_that_kills_the_last_man_counts_too(abstains: bool) -> None:
    """Only for infiltrators who have not fired: the others have lost their status."""
    men = [{"id": "beck", "infiltrates": "a1"}, "wolff", "hessel"]
    german = {"side": "german", "men": men, "range": 3}
    american = {"side": "american", "men": [{"id": "degi", "pinned": True}], "range": 2, "cards": ["woods"]}
    rest = {"side": "american", "men": [*AMERICANS[:1], "burke", "fox"], "range": 0}
    s = Situation("german", [german, american, rest], german=["fire 4"])
    s.do("fire g1+<fire 4> a1", *(["abstain beck"] if abstains else []), "declare")
    quiet(s).do("resolve")
    quiet(s).draw("black 4 0r=1 7=1")
    assert s.offers("capture-terrain g1 a1") == abstains and s.fate("degi") == "kia"
    assert ("a1" in s.state.groups) == abstains


@pytest.mark.rule("UF:20.8-b")
def test_one_captor_and_men_of_other_groups() -> None:
    first = {
        "side": "german",
        "men": [{"id": "beck", "infiltrates": "a1"}, "wolff"],
        "range": 3,
        "cards": ["woods"],
    }
    second = {"side": "german", "men": [{"id": "bernhoff", "infiltrates": "a1"}, "schultz"], "range": 3}
    american = {"side": "american", "men": ["degi"], "range": 2, "cards": ["buildings"]}
    rest = {"side": "american", "men": [*AMERICANS[:1], "burke", "fox"], "range": 0}
    s = Situation("german", [first, second, american, rest], german=["movement"])
    fight(s, "1", "black 6", "black 0").do("leave-weapon beck+degi")
    assert s.options("capture-terrain") == ["capture-terrain g1 a1", "capture-terrain g2 a1"]
    s.do("capture-terrain g2 a1")
    assert s.options("join") == ["join beck g2"]
    s.do("join beck g2", *(["done"] if s.offers("done") and s.options("join") else []))
    assert s.group("g2").members == ("bernhoff", "schultz", "beck")
    assert s.group("g1").members == ("wolff",)


@pytest.mark.rule("UF:20.8-b", "UF:23.3", "UF:23.3-b")
@pytest.mark.parametrize(
    ("garrison", "joins"),
    [
        (["wolff", "hessel"], []),
        (["wolff"], ["join bernhoff g1"]),  # Streich has a Panzerfaust
    ],
)
def test_a_captured_pillbox_is_not_overfilled(garrison: list[str], joins: list[str]) -> None:
    first = {"men": [{"id": "beck", "infiltrates": "a1"}, *garrison], "letter": "B"}
    others = [
        {"id": "bernhoff", "infiltrates": "a1"},
        {"id": "streich", "infiltrates": "a1", "secondary": "panzerfaust"},
        "schultz",
    ]
    s = Situation(
        "german",
        [
            {"side": "german", "range": 5, **first},
            {"side": "german", "range": 5, "letter": "A", "men": others},
            {"side": "german", "range": 5, "letter": "C", "men": ["schumacher", "wollak", "schussel"]},
            {
                "side": "american",
                "men": [{"id": "degi", "pinned": True}],
                "letter": "B",
                "cards": ["pillbox"],
            },
            {"side": "american", "men": [*AMERICANS[:1], "burke", "fox"], "letter": "D"},
        ],
        german=["fire 4"],
    )
    quiet(s.fire("g3", "a1", "fire 4")).draw("black 6").do("refuse degi", "capture-terrain g1 a1")
    assert s.options("join") == joins


@pytest.mark.rule("UF:20.8-a", "UF:18.4", "UF:11.13")
def test_weapons_that_lay_with_the_captor_are_lost() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "crews": "schussel"}]
    s = last_man(ours={"men": men, "loose": [{"weapon": "german-lmg", "assistant": "wolff"}]})
    s.do("capture-terrain g1 a1")
    assert "german-lmg" not in [one.weapon for one in s.group("g1").loose] and s.man("wolff").crews == ""
    assert "UF:18.4" in s.cited()


@pytest.mark.rule("UF:20.8-a", "UF:18.1-a")
def test_weapons_that_lie_there_are_for_the_captor() -> None:
    lying = [{"weapon": "german-rifle", "captured": True}, {"weapon": "radio"}, {"weapon": "american-bar"}]
    s = last_man({"loose": lying}).do("capture-terrain g1 a1")
    found = {one.weapon: one.captured for one in s.group("g1").loose}
    assert found == {"german-rifle": False, "american-bar": True, "american-mp": True}
    s.end_turn().end_turn()
    assert s.options("acquire")


@pytest.mark.rule("UF:20.8-qa")
def test_a_double_move_leaves_open_ground() -> None:
    s = last_man({"cards": ["woods", "movement sideways", "movement sideways"]})
    first = s.group("a1").laid[1].card
    s.do("capture-terrain g1 a1")
    (laid,) = s.group("g1").laid
    assert (laid.terrain, laid.card) == ("open", first)


# -- captured weapons in fire ------------------------------------------------------------------------------------


@pytest.mark.rule("UF:20.741-a")
def test_a_captured_weapon_fails_on_a_red_5() -> None:
    s = (
        near({"men": [{"id": "beck", **CAPTURED}, "wolff", "bernhoff"]})
        .fire("g1", "a1", "fire 2")
        .draw("red 5")
    )
    beck = s.man("beck")
    assert (beck.weapon, beck.captured, beck.kept) == ("german-rifle", False, "")
    s = near().fire("g1", "a1", "fire 2").draw("red 5")
    assert s.man("beck").weapon == "german-rifle" and not s.man("beck").broken


@pytest.mark.rule("UF:20.741-a", "UF:19.15-qa")
def test_a_red_6_is_left_to_the_draw() -> None:
    s = near({"men": [{"id": "beck", **CAPTURED}, "wolff", "bernhoff"]}).fire("g1", "a1", "fire 2")
    s.draw("red 6", "3=2")
    assert s.man("beck").captured and s.man("wolff").broken


@pytest.mark.rule("UF:20.741-a", "UF:22.3-a")
def test_a_flamethrower_fails_instead() -> None:
    s = Situation(
        "american",
        [
            {
                "side": "american",
                "men": ["moras", {"id": "myers", "weapon": "german-rifle", "captured": True}],
                "range": 3,
            },
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
        ],
        american=["fire 2"],
    )
    s.fire("a1", "g1", "fire 2").draw("red 5")
    assert s.man("moras").broken and s.man("myers").captured


@pytest.mark.rule("UF:20.741-b")
@pytest.mark.parametrize(("draw", "lost"), [("black 1", "beck"), ("red 1", "wolff")])
def test_a_draw_decides_between_two(draw: str, lost: str) -> None:
    men = [{"id": "beck", **CAPTURED}, {"id": "wolff", **CAPTURED}, "bernhoff"]
    s = near({"men": men}).fire("g1", "a1", "fire 2").draw("red 5", draw)
    assert [man for man in ("beck", "wolff") if not s.man(man).captured] == [lost]


@pytest.mark.rule("UF:19.11", "UF:20.741-a", "UF:20.74-b")
def test_the_attack_is_over_with_the_only_weapon() -> None:
    s = near({"men": [{"id": "beck", **CAPTURED}]}).fire("g1", "a1", "fire 2").draw("red 5")
    assert s.man("beck").weapon == "german-rifle"
    assert s.options("done"), "his own rifle does not fire on"


@pytest.mark.rule("UF:19.13-e", "UF:20.74-b")
def test_his_own_weapon_takes_no_part_in_the_rest_of_the_attack() -> None:
    men = [{"id": "beck", **CAPTURED}, "wolff", "bernhoff"]
    s = near({"men": men}).fire("g1", "a1", "fire 2").draw("red 5")
    attack = resolving(s.g).attack
    assert [unit.id for unit in firing(s.g, attack)] == ["wolff", "bernhoff"]


# -- the end of the game -----------------------------------------------------------------------------------------


@pytest.mark.rule("UF:16.3-b", "UF:20.21-a")
def test_the_pile_runs_out_in_a_morale_check_before_the_fight() -> None:
    low = next(card.id for card in inside().g.deck.values() if card.number == 0)
    s = inside(pile=[low], decks=1, german=["fire 2"], american=[])
    s.do("close-combat g1", "enter-combat beck", "go").draw(low)
    assert s.said("and goes") and not s.man("beck").pinned
    assert isinstance(s.pending, Over), "no attack has begun"


@pytest.mark.rule("UF:16.3-b", "UF:20.52-c")
def test_it_runs_out_as_the_position_is_drawn() -> None:
    s = inside(pile=["c5"], decks=1, german=["movement"], american=[])
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("c5")
    quiet(s)
    assert "attacks" in s.pending.asks, "from here on it is finished"
    quiet(s.draw("black 5", "red 5"))
    assert s.event("parry")


@pytest.mark.rule("UF:16.3-b", "UF:10.43-a", "UF:20.21-a")
def test_who_is_rallied_in_a_fight_that_is_finished_must_still_pass_his_check() -> None:
    """The last pile runs out as Beck draws his position; Wolff fails, a Hero rallies him, and he tries again."""
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}, "bernhoff"]
    s = near({"men": men}, pile=["c5"], decks=1, german=["movement", "hero"], american=[])
    s.do("close-combat g1", "enter-combat beck+<movement>", "enter-combat wolff", "go").draw("c5", "black 6")
    assert s.man("wolff").pinned
    s.do("hero <hero>+wolff")
    assert "must draw less" in s.pending.asks  # type: ignore[union-attr]


@pytest.mark.rule("UF:16.3-b", "UF:10.43-a")
def test_before_the_fight_there_is_no_second_try() -> None:
    high = next(card.id for card in inside().g.deck.values() if card.number == 6)
    s = inside(pile=[high], decks=1, german=["hero"], american=[])
    s.do("close-combat g1", "enter-combat beck", "go").draw(high).do("hero <hero>+beck")
    assert not s.man("beck").pinned and isinstance(s.pending, Over)


def tie(german: int, american: int) -> Situation:
    """Beck and Degi fall by equal totals; their squads are of so many cards."""
    s = inside()
    for side, cards in (("german", german), ("american", american)):
        s.g.update_side(side, cards=cards)
    return fight(s, "2", "red 3", "black 0")


@pytest.mark.rule("UF:16.5-a", "UF:20.7")
def test_both_squads_broken_by_one_tie_have_lost() -> None:
    s = tie(1, 1)
    assert isinstance(s.pending, Over) and s.pending.winner == "" and s.pending.rules == ("UF:16.5-a",)
    assert "both have lost" in s.pending.why
    assert all(player.broken for player in s.state.players.values())


@pytest.mark.rule("UF:16.5-a")
@pytest.mark.parametrize(("german", "american", "winner"), [(1, 5, "american"), (5, 1, "german")])
def test_else_the_broken_one_has(german: int, american: int, winner: str) -> None:
    s = tie(german, american)
    assert isinstance(s.pending, Over) and s.pending.winner == winner


@pytest.mark.rule("UF:16.5-a")
def test_a_squad_broken_before_the_tie_has_lost_alone() -> None:
    s = inside()
    for side in ("german", "american"):
        s.g.update_side(side, cards=1)
    for man in ("burke", "wolff"):
        remove(s.g, s.g.unit(man), "kia")
    s.do("done")
    assert isinstance(s.pending, Over) and s.pending.winner == "german", "one after the other"


@pytest.mark.rule("UF:41.91-a", "UF:16.5-a")
def test_a_table_that_both_have_lost_is_won_by_nobody() -> None:
    s = two_tables(hands={})
    for side in ("german", "american"):
        s.g.update_side(side, broken=True)
    s.do("done")
    assert s.state.facts["won 1"] == "-" and not s.g.groups_of("german") and not s.g.groups_of("american")
