"""Malfunction and repair (UF:19)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.state import Machine
from defilade.rules.upfront.ordnance.malfunction import may_break_now
from defilade.rules.upfront.table.figures import answer
from upfront.situation import Situation

TARGETS = ["myers", "burke", "mcelroy"]


def fight(men: list[Any], *draws: str, card: str = "fire 1 needs 1", **more: Any) -> Situation:
    groups = [
        {"side": "german", "men": men, "range": more.pop("range", 2), "cards": more.pop("cards", [])},
        {"side": "german", "men": ["stahler", "steiner"], "range": 0},
        {"side": "american", "men": TARGETS, "range": 1},
        {"side": "american", "men": ["watson", "smith"]},
    ]
    s = Situation("german", groups, german=[card], american=[], **more)
    return s.fire("g1", "a1", card).draw(*draws)


def pinned(man: str, **more: Any) -> dict[str, Any]:
    return {"id": man, "pinned": True, **more}


def penalty(s: Situation) -> Any:
    return s.breakdown().value("UF:19.13-e")


@pytest.mark.rule("UF:19.1", "UF:19.13-a", "UF:19.13-e", "UF:19.2-a")
def test_a_red_six_breaks_a_weapon():
    s = fight(["beck", "wolff", "streich"], "red 6", "3=2", "black 1")
    assert s.man("wolff").broken and not s.man("beck").broken
    assert penalty(s) == -1, "it had given 2 firepower"
    assert answer(s.g, "firepower g1 a1") == 4, "it has none any more"
    s = fight(["beck", "wolff", "streich"], "black 6", "black 1")
    assert not any(man.broken for man in (s.man("beck"), s.man("wolff"), s.man("streich")))


@pytest.mark.rule("UF:19.11")
def test_the_sole_weapon_breaks_at_once_and_ends_the_attack():
    s = fight(["beck", pinned("wolff")], "red 6")
    assert s.man("beck").broken
    assert isinstance(s.pending, Choice), "the others are not resolved"


@pytest.mark.rule("UF:19.11", "UF:19.13-b")
def test_a_gun_beside_it_does_not_fire_with_the_group():
    s = fight(["beck", "leig18"], "red 6")
    assert s.man("beck").broken and isinstance(s.pending, Choice)
    s = fight(["griess", "leig18"], "red 5")
    assert s.man("griess").broken and isinstance(s.pending, Choice), "under-crewed, and alone"


@pytest.mark.rule("UF:19.14", "UF:19.13-g", "UF:19.2-b")
def test_ordnance_at_risk_in_a_firing_group():
    s = fight(["beck", "wolff", "leig18"], "red 6", "3=3")
    assert not s.unit("leig18").broken
    s = fight(["beck", "wolff", pinned("leig18")], "red 6", "3=3", "black 1")
    assert s.unit("leig18").broken == ("gun",) and penalty(s) is None
    s = fight(["beck", "wolff", {"id": "leig18", "broken": ["gun"]}], "red 6", "3=3", "black 1")
    gun = s.unit("leig18")
    assert isinstance(gun, Machine) and gun.lost_weapons == ("gun",) and not gun.broken
    assert penalty(s) is None


@pytest.mark.rule("UF:19.13-b", "UF:19.13-d")
def test_a_weapon_without_firepower_falters_for_a_moment():
    s = fight(["beck", "wolff", "hauptmann"], "red 6", "3=3", "black 1", range=1)
    assert not s.man("hauptmann").broken and penalty(s) == -1


@pytest.mark.rule("UF:19.13-d", "UF:19.14-qa")
def test_the_assistant_of_a_firing_gun():
    crew = ["griess", {"id": "wolff", "crews": "griess"}, "beck"]
    s = fight(crew, "red 6", "3=2", "black 1")
    assert not s.man("wolff").broken and penalty(s) == -1
    s = fight(
        ["griess", {"id": "wolff", "crews": "griess", "broken": True}, "beck"], "red 6", "3=2", "black 1"
    )
    assert not s.man("wolff").weapon and penalty(s) is None, "a broken one is at risk"
    s = fight(["griess", pinned("wolff", crews="griess"), "beck"], "red 6", "3=2", "black 1")
    assert s.man("wolff").broken and penalty(s) is None, "a pinned man's too"


@pytest.mark.rule("UF:19.13-d", "UF:19.4")
def test_an_assistant_without_a_weapon_falters_too():
    s = fight(["griess", {"id": "wolff", "crews": "griess", "weapon": ""}, "beck"], "red 6", "3=2", "black 1")
    assert penalty(s) == -1
    s = fight(["griess", pinned("wolff", crews="griess", weapon=""), "beck"], "red 6", "3=2", "black 1")
    assert penalty(s) is None


@pytest.mark.rule("UF:19.15-a", "UF:10.45-b")
def test_a_hero_does_not_wear_out_a_fully_crewed_gun():
    """He doubles its bracketed firepower, but it breaks on a red 5 only where it must use that anyway."""
    hero = {"id": "griess", "heroic": True}
    crew = [hero, {"id": "wolff", "crews": "griess"}, "beck"]
    s = fight(crew, "red 5", "black 1")
    assert not s.man("griess").broken
    lmg = s.g.library.weapons["german-lmg"]
    assert (
        answer(s.g, "firepower g1 a1")
        == 2 * lmg.bracketed[3] + s.g.library.weapons["german-rifle"].firepower[3]
    )
    assert fight(crew, "red 5", "black 1", cards=["stream"]).man("griess").broken
    assert fight([hero, "beck"], "red 5", "black 1").man("griess").broken, "without a crew too"


@pytest.mark.rule("UF:19.13-a", "UF:17.8-qc")
def test_a_man_on_his_way_has_the_last_position():
    groups = [
        {"side": "german", "men": ["diettinger", {"id": "beck", "transfers_to": "g2"}], "range": 2},
        {"side": "german", "men": ["wolff", "wollak"], "range": 2},
        {"side": "american", "men": TARGETS, "range": 1},
        {"side": "american", "men": ["watson", "smith"]},
    ]
    s = Situation("german", groups, german=["fire 1 needs 1"], american=[])
    s.do("fire g2+<fire 1> a1", "include beck", "declare", "resolve").draw("red 6", "3=3")
    assert s.man("beck").broken


@pytest.mark.rule("UF:19.13-c")
def test_a_weapon_that_does_not_fire_is_safe():
    s = fight(["beck", "gerhart", "wolff"], "red 6", "3=2", "black 1")
    assert not s.man("gerhart").broken and penalty(s) is None


@pytest.mark.rule("UF:19.13-e")
def test_one_for_every_two_factors_or_part():
    s = fight(
        [{"id": "griess"}, {"id": "beck", "crews": "griess"}, "wolff", "streich"],
        "red 6",
        "4=1",
        "black 1",
        range=1,
    )
    assert penalty(s) == -3, "5 firepower of a crewed LMG at Relative Range 2"


@pytest.mark.rule("UF:19.13-f")
def test_the_loss_comes_after_halving():
    s = fight(
        ["volke", "klapp", "kubler"], "red 6", "3=1", "black 1", cards=["movement sideways"], card="fire 4"
    )
    assert s.breakdown().total == 4 // 2 - 2
    assert penalty(s) == -2


@pytest.mark.rule("UF:19.13-g", "UF:19.14")
def test_a_pinned_mans_weapon_breaks_without_harm_to_the_attack():
    s = fight(["beck", "wolff", pinned("streich")], "red 6", "3=3", "black 1")
    assert s.man("streich").broken and penalty(s) is None
    s = fight(["beck", "wolff", pinned("gerhart")], "red 6", "3=3", "black 1")
    assert s.man("gerhart").broken, "of whatever kind it is"


@pytest.mark.rule("UF:19.14-b")
def test_nobody_is_left_out_for_fear_of_a_malfunction():
    groups = [
        {"side": "german", "men": ["beck", "wolff"], "range": 2},
        {"side": "american", "men": TARGETS, "range": 1},
    ]
    s = Situation("german", groups, german=["fire 1"], american=[]).do("fire g1+<fire 1> a1")
    assert not s.options("abstain")


@pytest.mark.rule("UF:19.15-a", "UF:19.15-b")
def test_an_under_crewed_gun_breaks_on_a_red_five():
    s = fight(["griess", "beck"], "red 5", "black 1")
    assert s.man("griess").broken and penalty(s) == -2
    s = fight(["griess", {"id": "wolff", "crews": "griess"}, "beck"], "red 5", "black 1")
    assert not s.man("griess").broken
    s = fight(["griess", {"id": "wolff", "crews": "griess"}, "beck"], "red 5", cards=["marsh"])
    assert s.man("griess").broken, "forced to its bracketed values"
    s = fight(["griess", "schussel"], "red 5", "red 1", "black 1")
    assert s.man("schussel").broken and not s.man("griess").broken, "a draw decides between two"


@pytest.mark.rule("UF:19.15-a", "UF:20.741-a")
def test_a_captured_and_under_crewed_gun_breaks_on_a_red_four():
    captured = {"id": "wolff", "weapon": "russian-lmg", "captured": True}
    s = fight(["beck", captured, "streich"], "red 4", "black 1")
    assert not s.man("wolff").weapon and penalty(s) == -2
    s = fight(["beck", captured, {"id": "streich", "crews": "wolff"}], "red 4", "black 1")
    assert s.man("wolff").weapon, "fully crewed only on a red 5"
    s = fight(["griess", "beck"], "red 4", "black 1")
    assert not s.man("griess").broken


@pytest.mark.rule("UF:19.15-qa", "UF:19.15-b")
def test_on_a_red_six_the_draw_decides_as_usual():
    s = fight(["griess", "beck", "wolff"], "red 6", "3=2", "black 1")
    assert s.man("beck").broken and not s.man("griess").broken
    captured = {"id": "beck", "weapon": "american-bar", "captured": True, "kept": "german-rifle"}
    s = fight([captured, "wolff"], "red 5", "black 1")
    assert s.man("beck").weapon == "german-rifle", "it is gone, and he has his own again"
    s = fight([captured, "wolff"], "red 6", "2=2", "black 1")
    assert s.man("wolff").broken and s.man("beck").captured


@pytest.mark.rule("UF:19.2-b")
def test_a_second_malfunction_removes_it():
    s = fight(["beck", "wolff", {"id": "streich", "broken": True}], "red 6", "3=3", "black 1")
    assert not s.man("streich").weapon and not s.man("streich").broken


@pytest.mark.rule("UF:19.5")
def test_x_and_capital_x():
    s = fight(["beck", "wolff"])
    rifle = s.g.library.weapons["german-rifle"]
    assert may_break_now(rifle, False) and may_break_now(rifle, True)
    once = replace(rifle, every=False)
    assert may_break_now(once, True) and not may_break_now(once, False)
    s = fight(["beck", "wolff"], "black 1", "red 6", "2=1", "black 1")
    assert s.man("beck").broken, "an X weapon with any draw"


@pytest.mark.rule("UF:19.4")
def test_unarmed_men_are_less_steady():
    s = fight([{"id": "beck", "broken": True}, {"id": "wolff", "weapon": "", "crews": "griess"}, "griess"])
    men = s.g.library.men
    for man in ("beck", "wolff"):
        assert answer(s.g, f"morale {man}") == men[man].morale - 1
        assert answer(s.g, f"panic {man}") == men[man].panic - 1
    assert answer(s.g, "morale griess") == men["griess"].morale


# -- repair ------------------------------------------------------------------------------------------------------


def workshop(men: list[Any], cards: list[str] | None = None) -> Situation:
    groups = [
        {"side": "german", "men": men, "cards": cards or []},
        {"side": "american", "men": ["burke"]},
    ]
    return Situation("german", groups, german=[], american=[])


BROKEN = {"id": "beck", "broken": True}


@pytest.mark.rule("UF:19.3-a")
def test_who_may_repair():
    assert workshop([BROKEN, "wolff"]).options("repair") == ["repair g1+beck"]
    assert workshop([pinned("beck", broken=True)]).refusal("repair g1+beck").rule == "UF:19.3-a"
    assert workshop([BROKEN], ["movement advance"]).refusal("repair g1+beck").rule == "UF:19.3-a"
    infiltrator = {"id": "beck", "broken": True, "infiltrates": "a1"}
    assert workshop([infiltrator]).options("repair") == ["repair g1+beck"], "he is still part of his group"


@pytest.mark.rule("UF:8.44", "UF:8.54")
def test_no_repair_in_the_water():
    assert workshop([BROKEN], ["marsh"]).refusal("repair g1+beck").rule == "UF:8.44"
    assert workshop([BROKEN], ["stream"]).refusal("repair g1+beck").rule == "UF:8.54"


@pytest.mark.rule("UF:19.3-b", "UF:19.3-qa")
def test_the_repair_numbers():
    s = workshop([BROKEN, {"id": "wolff", "broken": True}]).do("repair g1+beck").draw("black 1")
    assert not s.man("beck").broken and s.man("beck").weapon
    assert s.group("g1").acted and not s.options("repair"), "one attempt a turn"
    for number in ("red 4", "red 6"):
        s = workshop([BROKEN]).do("repair g1+beck").draw(number)
        assert not s.man("beck").weapon
    for number in ("red 3", "black 0"):
        s = workshop([BROKEN]).do("repair g1+beck").draw(number)
        assert s.man("beck").broken


@pytest.mark.rule("UF:19.3-a")
def test_secondary_weapons_are_repaired_alike():
    radio = {"id": "beck", "secondary": "radio", "secondary_broken": True}
    assert not workshop([radio]).do("repair g1+beck - secondary").draw("black 2").man("beck").secondary_broken
    assert not workshop([radio]).do("repair g1+beck - secondary").draw("red 5").man("beck").secondary


@pytest.mark.rule("UF:19.3-c")
def test_a_vehicle_repairs_anywhere():
    tank = {"id": "pz4", "broken": ["gun"]}
    s = workshop([tank], ["stream", "movement sideways"]).do("repair g1+pz4 - gun").draw("black 2")
    assert s.unit("pz4").broken == ()
    s = workshop([tank], ["woods"]).do("repair g1+pz4 - gun").draw("red 5")
    assert s.unit("pz4").lost_weapons == ("gun",)  # type: ignore[union-attr]
    gun = {"id": "leig18", "broken": ["gun"]}
    assert workshop([gun]).options("repair") == ["repair g1+leig18 - gun"]
    assert not workshop([{**gun, "pinned": True}]).options("repair")
    assert not workshop([gun], ["movement advance"]).options("repair")


@pytest.mark.rule("UF:19.3-c", "UF:28.42-a", "UF:28.43-c")
def test_the_crew_of_a_pinned_vehicle_repairs_nothing():
    def options(name: str, **state: Any) -> list[str]:
        return workshop([{"id": name, "broken": ["mg"], **state}]).options("repair")

    assert options("sdkfz251") and not options("sdkfz251", pinned=True)
    assert options("pz4", pinned=True), "Buttoned Up"


@pytest.mark.rule("UF:19.3-a", "UF:19.3-c")
def test_a_stunned_vehicle_repairs_nothing():
    s = workshop([{"id": "pz4", "broken": ["mg"], "pinned": True, "stun": 3}])
    assert s.refusal("repair g1+pz4 - mg").rule == "UF:19.3-a"


@pytest.mark.rule("UF:19.3-b")
@pytest.mark.parametrize(
    ("drawn", "broken", "lost"),
    [
        ("black 0", (), ()),
        ("black 6", (), ()),
        ("red 5", ("gun",), ()),
        ("red 6", (), ("gun",)),
    ],
)
def test_the_gun_of_an_infantry_gun_has_its_own_numbers(
    drawn: str, broken: tuple[str, ...], lost: tuple[str, ...]
) -> None:
    s = workshop([{"id": "leig18", "broken": ["gun"]}]).do("repair g1+leig18 - gun")
    assert "black 0 to 6 repairs, red 6 ruins" in s.pending.asks  # type: ignore[union-attr]
    gun = s.draw(drawn).g.machine("leig18")
    assert (gun.broken, gun.lost_weapons) == (broken, lost)


@pytest.mark.rule("UF:33.4")
def test_a_wounded_man_must_first_manage():
    hurt = {"id": "beck", "broken": True, "wounded": True}
    assert workshop([hurt]).do("repair g1+beck").draw("red 2").man("beck").broken
    assert not workshop([hurt]).do("repair g1+beck").draw("black 2", "black 2").man("beck").broken


@pytest.mark.rule("UF:22.3-a", "UF:22.3-b")
def test_a_flamethrower_breaks_in_place_of_all_others():
    s = fight(["wagner", "beck"], "red 5", "black 1", range=4)
    assert s.man("wagner").broken and not s.man("beck").broken
    s = fight(["wagner"], "red 6", range=4)
    assert s.man("wagner").broken and isinstance(s.pending, Choice)
    s = fight(["wagner", {"id": "beck", "weapon": "german-ft"}, "wolff"], "red 5", range=4)
    assert s.pending.rules == ("UF:22.3-a",), "a draw decides between two"
    s.draw("red 1")
    assert s.man("beck").broken and s.event("malfunction").rules == ("UF:22.3-a", "UF:19.2-a")
