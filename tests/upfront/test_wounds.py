"""Wounds (UF:33)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance, Position
from defilade.rules.upfront.close_quarters.close_combat import close_combat_value
from defilade.rules.upfront.game.losses import panic_fate
from defilade.rules.upfront.ground.to_hit import to_hit_lines
from defilade.rules.upfront.infantry import victory
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.infantry.firepower import group_firepower
from defilade.rules.upfront.ordnance.wounds import wound
from upfront.hand_to_hand import inside, near, quiet
from upfront.situation import Situation


def shot(man: Any, draw: str = "", strength: str = "fire 5", **more: Any) -> Situation:
    """An American at Relative Range 3 in the open is fired at; the others of his side stand elsewhere."""
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff", "bernhoff", "schussel", "hessel"], "range": 2},
            {"side": "american", "men": [man, "fox"], "range": 1},
            {"side": "american", "men": ["smith", "watson"]},
        ],
        **{"german": [strength], **more},
    )
    s.do(f"fire g1+<{strength}> a1", "declare")
    quiet(s).do("resolve")
    return quiet(s).draw(*([draw] if draw else []))


def panicked(man: Any, *, routs: bool, wounds: bool) -> Situation:
    """A pinned man is fired at, and panics by a card whose 0r and 7w numbers say so."""
    s = shot(man)
    panic, morale = s.man("burke").panic, s.man("burke").morale
    total = int(s.breakdown().total)
    card = next(
        card.id
        for card in s.g.deck.values()
        if card.id in s.pending.pool
        and panic <= total + card.rnc < s.man("burke").kia
        and (card.rout_number > panic) == routs
        and (card.position(7) == morale) == wounds
    )
    return s.draw(card)


@pytest.mark.rule("UF:33.1-a", "UF:10.3")
def test_a_man_who_is_let_go_is_not_wounded() -> None:
    """He is killed or routs, whatever the number under 7w."""
    men = [{"id": "burke", "pinned": True}, "fox"]
    groups = [{"side": "american", "men": men, "range": 1}, {"side": "german", "men": ["beck", "wolff"]}]
    for routs in (True, False):
        s = Situation("american", groups)
        burke = s.man("burke")
        s.do("let-go burke")
        card = next(
            card.id
            for card in s.g.deck.values()
            if card.id in s.pending.pool
            and card.position(7) == burke.morale
            and (card.rout_number > burke.panic) == routs
        )
        s.draw(card)
        assert s.fate("burke") == ("rout" if routs else "kia") and s.options("done")


@pytest.mark.rule("UF:33.1-a", "UF:33.1-b")
def test_the_lowest_kia_result_may_be_a_wound() -> None:
    s = shot("burke", "black 3 7=3")  # 5 and 3 make 8, and his Morale is 3
    burke = s.man("burke")
    assert burke.wounded and not burke.pinned
    assert shot("burke", "black 3 7=4").fate("burke") == "kia"
    assert shot("burke", "black 4 7=3").fate("burke") == "kia"  # 9 is more than the lowest


@pytest.mark.rule("UF:33.1-a", "UF:33.1-b", "UF:6.531")
def test_a_rout_may_be_a_wound() -> None:
    pinned = {"id": "burke", "pinned": True}
    s = panicked(pinned, routs=True, wounds=True)
    assert s.man("burke").wounded and s.man("burke").pinned
    assert panicked(pinned, routs=True, wounds=False).fate("burke") == "rout"
    s = shot(pinned, "black 4 7=3")  # 9: the lowest KIA of the pinned side
    assert s.man("burke").wounded and s.man("burke").pinned


@pytest.mark.rule("UF:33.1-a", "UF:6.53")
def test_who_is_killed_by_panic_is_dead() -> None:
    s = panicked({"id": "burke", "pinned": True}, routs=False, wounds=True)
    assert s.fate("burke") == "kia"


@pytest.mark.rule("UF:33.1-c")
def test_no_wounds_in_close_combat() -> None:
    s = inside().do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=2")
    quiet(s).draw("black 0 7=2", "red 3 7=2")
    assert s.fate("degi") == "kia"


@pytest.mark.rule("UF:33.11")
def test_gun_crews_are_not_wounded() -> None:
    s = near()
    card = next(card for card in s.g.deck.values() if card.position(7) == 5)
    s = Situation(
        "german", [{"side": "german", "men": ["leig18", "beck"]}, {"side": "american", "men": ["fox"]}]
    )
    gun = s.unit("leig18")
    assert not panic_fate(s.g, gun, "rout", card, None)


@pytest.mark.rule("UF:33.2-a")
def test_half_firepower_and_a_worse_aim() -> None:
    s = near({"men": [{"id": "beck", "wounded": True}, "wolff"]})
    assert group_firepower(s.g, fire_attack(s.group("g1"), s.group("a1"))) == 3 // 2 + 3
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert [line.value for line in to_hit_lines(s.g, s.man("beck"), attack)] == [-1]
    assert not to_hit_lines(s.g, s.man("wolff"), attack)


@pytest.mark.rule("UF:33.2-b")
def test_no_fire_on_the_move() -> None:
    s = near({"men": [{"id": "hessel", "wounded": True}, "diettinger"], "cards": ["movement advance"]})
    well = near({"men": ["hessel", "diettinger"], "cards": ["movement advance"]})
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert group_firepower(s.g, attack) * 2 == group_firepower(well.g, attack) > 0


@pytest.mark.rule("UF:33.2-b", "UF:19.14")
def test_but_his_weapon_can_malfunction() -> None:
    men = [{"id": "hessel", "wounded": True}, "diettinger", "schultz"]
    s = near({"men": men, "cards": ["movement advance"]}, german=["fire 2"])
    s.fire("g1", "a1", "fire 2").draw("red 6", "3=1")
    assert s.man("hessel").broken
    assert "UF:19.13-e" not in {line.rule for line in s.breakdown().lines}


@pytest.mark.rule("UF:33.2-b", "UF:19.13-e")
def test_standing_still_his_weapon_fires_like_any_other() -> None:
    s = near({"men": [{"id": "beck", "wounded": True}, "wolff", "bernhoff"]}, german=["fire 2"])
    s.fire("g1", "a1", "fire 2").draw("red 6", "3=1", "red 0")
    assert s.man("beck").broken
    assert "UF:19.13-e" in {line.rule for line in s.breakdown().lines}, "the attack misses his firepower"


@pytest.mark.rule("UF:33.3-a")
def test_a_wounded_assistant_is_as_good() -> None:
    crew = ["schussel", {"id": "beck", "crews": "schussel"}]
    hurt = ["schussel", {"id": "beck", "crews": "schussel", "wounded": True}]
    well, bad = near({"men": crew}), near({"men": hurt})
    attack = fire_attack(well.group("g1"), well.group("a1"))
    assert group_firepower(bad.g, attack) == group_firepower(well.g, attack)


@pytest.mark.rule("UF:33.3-b")
def test_a_wounded_gunner_changes_places() -> None:
    men = [{"id": "schussel", "wounded": True}, {"id": "beck", "crews": "schussel"}, "wolff"]
    s = near({"men": men}).do("swap-weapons g1+schussel+beck")
    assert s.man("beck").weapon == "german-lmg" and s.man("beck").crews == ""
    assert s.man("schussel").weapon == "german-rifle" and s.man("schussel").crews == "beck"
    assert s.group("g1").acted
    pinned = [{"id": "schussel", "wounded": True, "pinned": True}, {"id": "beck", "crews": "schussel"}]
    assert not near({"men": pinned}).options("swap-weapons")
    assert not near({"men": ["schussel", {"id": "beck", "crews": "schussel"}]}).options("swap-weapons")


HURT = {"id": "hessel", "wounded": True}


@pytest.mark.rule("UF:18.21-b", "UF:33.3-b")
def test_a_wounded_man_exchanges_weapons_with_anybody() -> None:
    s = near({"men": [HURT, "wolff", "diettinger"]})
    assert s.options("swap-weapons") == ["swap-weapons g1+hessel+wolff"], "Diettinger's is like his own"
    s.do("swap-weapons g1+hessel+wolff")
    assert (s.man("hessel").weapon, s.man("wolff").weapon) == ("german-rifle", "german-mp")
    assert s.group("g1").acted and s.event("swapped").rules == ("UF:18.21-b",)


@pytest.mark.rule("UF:18.21-b")
def test_who_exchanges_nothing() -> None:
    sound = near({"men": ["hessel", "wolff"]})
    assert sound.refusal("swap-weapons g1+hessel+wolff").rule == "UF:18.21-b"
    for men in (
        [{**HURT, "pinned": True}, "wolff"],
        [HURT, {"id": "wolff", "pinned": True}],
        [HURT, {"id": "wolff", "weapon": ""}],
        [{"id": "schultz", "wounded": True}, "wolff"],
    ):
        s = near({"men": men})
        first = men[0]["id"]  # type: ignore[index]
        assert not s.options("swap-weapons")
        assert s.refusal(f"swap-weapons g1+{first}+wolff").rule == "UF:18.21-b"
    crew = near({"men": [HURT, "schussel", {"id": "wolff", "crews": "schussel"}]})
    assert crew.refusal("swap-weapons g1+hessel+wolff").rule == "UF:33.3-b"
    scout = {"id": "wolff", "infiltrates": "a1"}
    heavy = near({"men": [{"id": "wittenberg", "wounded": True}, scout]})
    assert heavy.refusal("swap-weapons g1+wittenberg+wolff").rule == "UF:20.23-b"


@pytest.mark.rule("UF:18.21-b", "UF:11.13")
def test_an_assistant_stays_with_the_weapon_that_changes_hands() -> None:
    men = [HURT, "wolff", "schussel", {"id": "beck", "crews": "schussel", "pinned": True}]
    s = near({"men": men}).do("swap-weapons g1+hessel+schussel")
    assert s.man("hessel").weapon == "german-lmg" and s.man("beck").crews == "hessel"
    members = s.group("g1").members
    assert abs(members.index("hessel") - members.index("beck")) == 1


@pytest.mark.rule("UF:18.21-b", "UF:21.1-c", "UF:19.2-a")
def test_what_goes_with_the_weapon_and_what_stays_behind() -> None:
    bearer = {"id": "wolff", "secondary": "demolition-charge"}
    s = near({"men": [{"id": "schussel", "wounded": True, "broken": True}, bearer]})
    s.do("swap-weapons g1+schussel+wolff")
    assert s.man("wolff").broken and not s.man("schussel").broken
    assert not s.man("wolff").secondary
    assert [loose.weapon for loose in s.group("g1").loose] == ["demolition-charge"]
    s = near({"men": [HURT, bearer]}).do("swap-weapons g1+hessel+wolff")
    assert s.man("wolff").secondary == "demolition-charge", "beside a machine pistol he may carry it"


@pytest.mark.rule("UF:33.3-b", "UF:18.21-b")
def test_a_wounded_assistant_may_change_places_too() -> None:
    men = ["schussel", {"id": "beck", "crews": "schussel", "wounded": True}]
    s = near({"men": men}).do("swap-weapons g1+beck+schussel")
    assert s.man("beck").weapon == "german-lmg" and s.man("schussel").crews == "beck"


@pytest.mark.rule("UF:33.3-b", "UF:21.1-c")
@pytest.mark.parametrize(
    ("load", "left"),
    [
        ({"secondary": "panzerfaust"}, "panzerfaust"),
        ({"weapon": "american-bar", "captured": True, "kept": "german-rifle"}, "german-rifle"),
    ],
)
def test_what_the_assistant_cannot_carry_beside_it_is_left(load: dict[str, Any], left: str) -> None:
    men = [{"id": "schussel", "wounded": True}, {"id": "beck", "crews": "schussel", **load}]
    s = near({"men": men}).do("swap-weapons g1+schussel+beck")
    beck = s.man("beck")
    assert (beck.weapon, beck.secondary, beck.kept) == ("german-lmg", "", "")
    assert [loose.weapon for loose in s.group("g1").loose] == [left]
    assert s.man("schussel").captured == ("captured" in load)


@pytest.mark.rule("UF:33.4")
def test_a_wounded_man_needs_a_black_number_before_he_repairs() -> None:
    s = (
        near({"men": [{"id": "beck", "wounded": True, "broken": True}, "wolff"]})
        .do("repair g1+beck")
        .draw("red 2")
    )
    assert s.man("beck").broken and s.group("g1").acted and not isinstance(s.pending, Chance)
    s = near({"men": [{"id": "beck", "wounded": True, "broken": True}, "wolff"]}).do("repair g1+beck")
    s.draw("black 2", "black 3")
    assert not s.man("beck").broken


@pytest.mark.rule("UF:33.5-a")
def test_a_wounded_man_does_not_infiltrate_but_fights_on() -> None:
    s = near({"men": [{"id": "beck", "wounded": True}, "wolff"]}).do("infiltrate g1")
    assert s.refusal("send beck a1").rule == "UF:33.5-a"
    s = near({"men": [{"id": "beck", "wounded": True, "infiltrates": "a1"}, "wolff"]})
    assert s.offers("close-combat g1")


@pytest.mark.rule("UF:33.5-c")
def test_close_combat_value() -> None:
    s = near({"men": [{"id": "beck", "wounded": True}, {"id": "wolff", "wounded": True, "pinned": True}]})
    wolff = s.man("wolff")
    assert close_combat_value(s.g, s.man("beck")).total == 3 + 5 - 4
    assert close_combat_value(s.g, wolff).total == wolff.morale - 4


@pytest.mark.rule("UF:33.5-b")
def test_helpless() -> None:
    men = [{"id": "degi", "wounded": True, "pinned": True, "weapon": ""}, "burke", "fox"]
    s = inside(theirs={"men": men}).do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=1")
    quiet(s)
    assert s.fate("degi") == "kia"
    assert s.cited() >= {"UF:33.5-b"}


@pytest.mark.rule("UF:33.5-d")
def test_no_help_from_the_wounded() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1", "wounded": True}]
    s = near({"men": men}).do("close-combat g1", "enter-combat beck+<movement>", "enter-combat wolff", "go")
    s.draw("3=1", "black 0", "3=1").do("lead beck")
    quiet(s).draw("black 0")
    strike = s.event("strike").breakdown
    assert strike is not None and strike.value("UF:20.622") is None


@pytest.mark.rule("UF:33.6")
@pytest.mark.parametrize(("kept", "left"), [("primary", "radio"), ("secondary", "american-rifle")])
def test_one_weapon_is_left_behind(kept: str, left: str) -> None:
    s = shot({"id": "burke", "secondary": "radio"}, "black 3 7=3").do(f"keep burke - {kept}")
    assert [one.weapon for one in s.group("a1").loose] == [left]
    burke = s.man("burke")
    assert (burke.weapon == "") == (kept == "secondary") and (burke.secondary == "") == (kept == "primary")


@pytest.mark.rule("UF:33.6", "UF:20.74-b")
@pytest.mark.parametrize(
    ("kept", "left", "carried"),
    [
        ("primary", "american-rifle", ("german-mp", True)),
        ("secondary", "german-mp", ("american-rifle", False)),
    ],
)
def test_his_own_weapon_beside_a_captured_one_is_too_much(
    kept: str, left: str, carried: tuple[str, bool]
) -> None:
    both = {"id": "burke", "weapon": "german-mp", "captured": True, "kept": "american-rifle"}
    s = shot(both, "black 3 7=3").do(f"keep burke - {kept}")
    assert [one.weapon for one in s.group("a1").loose] == [left]
    burke = s.man("burke")
    assert (burke.weapon, burke.captured) == carried and not burke.kept


@pytest.mark.rule("UF:33.6")
def test_nor_does_he_take_a_second_one() -> None:
    men = [{"id": "beck", "wounded": True}, {"id": "wolff", "secondary": "radio"}, "schultz"]
    assert near({"men": men}).options("hand-over") == ["hand-over g1+wolff+schultz"]


def new_deck(hand: list[str] | None = None, **man: Any) -> Situation:
    """The Germans' first turn of the second deck."""
    german = {"side": "german", "men": [{"id": "beck", "wounded": True, **man}, "wolff", "bernhoff"]}
    american = {"side": "american", "men": ["fox", "smith"]}
    return Situation("german", [german, american], stage="start", deck=2, german=hand or ["fire 1"])


@pytest.mark.rule("UF:33.7-a")
def test_endurance() -> None:
    s = quiet(new_deck()).draw("red 0")
    assert s.fate("beck") == "kia"
    s = quiet(new_deck()).draw("black 0")
    assert not s.gone("beck")
    s.end_turn()
    s.end_turn()
    assert s.state.mover == "german" and s.offers(
        "done"
    )  # once for each deck: he is not asked for a Hero again


@pytest.mark.rule("UF:33.7-c")
def test_a_hero_need_not_draw() -> None:
    s = new_deck(["hero"]).do("hero <hero>+beck")
    assert not s.gone("beck") and s.side() == "german"
    assert s.man("beck").wound_eased


@pytest.mark.rule("UF:33.7-b")
def test_a_second_wound_kills() -> None:
    wounded = {"id": "burke", "wounded": True}
    s = quiet(shot(wounded, "black 3 7=3"))
    assert s.fate("burke") == "kia" and s.cited() >= {"UF:33.7-b"}


@pytest.mark.rule("UF:33.7-b")
def test_unless_a_hero_is_played() -> None:
    s = shot({"id": "burke", "wounded": True}, "black 3 7=3", american=["hero"])
    s.do("hero <hero>+burke")
    assert s.man("burke").wounded and not s.gone("burke")


@pytest.mark.rule("UF:33.8")
def test_victory_points() -> None:
    s = near({"men": [{"id": "beck", "wounded": True}, "wolff"]})
    assert victory.casualty_points(s.g, "american") == 1
    s = quiet(shot({"id": "burke", "wounded": True}, "black 4"))
    assert victory.casualty_points(s.g, "german") == 2
    s = shot({"id": "burke", "wounded": True, "pinned": True}, "black 2 0r=9", "fire 4")
    assert s.fate("burke") == "rout" and victory.casualty_points(s.g, "german") == 1


@pytest.mark.rule("UF:33.9")
def test_a_hero_suspends_the_wound_and_a_second_one_makes_him_heroic() -> None:
    s = near({"men": [{"id": "beck", "wounded": True}, "wolff"]}, german=["hero", "hero", "fire 4"])
    attack = fire_attack(s.group("g1"), s.group("a1"))
    first, second, _ = s.g.hand("german")
    s.do(f"hero {first}+beck")
    assert not s.man("beck").heroic
    assert group_firepower(s.g, attack) == 3 + 3
    s.do(f"hero {second}+beck")
    assert group_firepower(s.g, attack) == 6 + 3
    s.end_turn()
    assert not s.man("beck").wound_eased and s.man("beck").wounded
    assert group_firepower(s.g, attack) == 1 + 3


@pytest.mark.rule("UF:33.6", "UF:20.74-b")
@pytest.mark.parametrize(("kept", "weapon"), [("primary", "american-mp"), ("secondary", "german-rifle")])
def test_a_wounded_victor_has_one_weapon(kept: str, weapon: str) -> None:
    s = near({"men": [{"id": "beck", "infiltrates": "a1", "wounded": True}, "wolff", "bernhoff"]})
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("3=2")
    quiet(s).draw("black 5", "red 3").do("take-weapon beck+degi", f"keep beck - {kept}")
    beck = s.man("beck")
    assert (beck.weapon, beck.kept, beck.captured) == (weapon, "", kept == "primary")


@pytest.mark.rule("UF:33.6", "UF:20.74-b")
def test_a_wounded_man_takes_up_a_captured_weapon() -> None:
    loose = [{"weapon": "american-rifle", "captured": True}]
    s = near({"men": [{"id": "beck", "wounded": True}, "wolff"], "loose": loose})
    s.do("acquire g1+beck - 1").draw("black 4").do("keep beck - primary")
    assert (s.man("beck").weapon, s.man("beck").kept) == ("american-rifle", "")
    assert [one.weapon for one in s.group("g1").loose] == ["german-rifle"]


@pytest.mark.rule("UF:33.6", "UF:33.9")
def test_a_wound_that_is_felt_again_leaves_one_weapon() -> None:
    eased = {"id": "beck", "wounded": True, "wound_eased": True}
    s = near({"men": [eased, "wolff"], "loose": [{"weapon": "panzerfaust"}]})
    s.do("acquire g1+beck - 1").draw("black 4")
    assert s.man("beck").secondary and s.man("beck").weapon
    s.end_turn()
    assert (s.man("beck").weapon, s.man("beck").secondary) == ("german-rifle", "")
    assert [one.weapon for one in s.group("g1").loose] == ["panzerfaust"]
    assert s.event("weapon_left").rules[0] == "UF:33.6"


def burdened(man: dict[str, Any], other: Any = "wolff", **group: Any) -> Situation:
    """A man who is just wounded must leave one of two weapons behind."""
    s = near({"men": [{"secondary": "panzerfaust", **man}, other], **group})
    wound(s.g, s.man(man["id"]))
    s.position = Position(s.position.system, s.state)
    return s


@pytest.mark.rule("UF:33.6", "UF:18.1-b")
@pytest.mark.parametrize("terrain", ["marsh", "stream"])
def test_what_he_leaves_in_water_is_lost(terrain: str) -> None:
    for kept in ("primary", "secondary"):
        s = burdened({"id": "beck"}, cards=[terrain]).do(f"keep beck - {kept}")
        assert not s.group("g1").loose and s.said("of Pvt Beck is lost")
        assert bool(s.man("beck").weapon) != bool(s.man("beck").secondary)


@pytest.mark.rule("UF:33.6", "UF:18.1-c")
def test_what_an_infiltrator_leaves_is_where_he_is() -> None:
    s = burdened({"id": "beck", "infiltrates": "a1"}).do("keep beck - secondary")
    assert [(one.weapon, one.captured) for one in s.group("a1").loose] == [("german-rifle", True)]
    s = burdened({"id": "beck", "infiltrates": "a1"}).do("keep beck - primary")
    assert not s.group("a1").loose and not s.group("g1").loose
    assert s.said("The panzerfaust of Pvt Beck is lost.")


@pytest.mark.rule("UF:33.6", "UF:18.22")
def test_the_assistant_of_a_wounded_gunner_keeps_his_claim() -> None:
    s = burdened({"id": "schussel"}, {"id": "beck", "crews": "schussel"}).do("keep schussel - secondary")
    (loose,) = s.group("g1").loose
    assert (loose.weapon, loose.assistant) == ("german-lmg", "beck") and s.man("beck").crews
