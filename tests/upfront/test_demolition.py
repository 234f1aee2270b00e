"""Secondary weapons and Demolition Charges (UF:21)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Over
from defilade.rules.content_files import ContentFile
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.scenario import ScenarioError, read_scenario
from defilade.rules.upfront.game.secondary_weapons import (
    ANTI_TANK,
    SECONDARY,
    anti_tank_refusal,
    carry_refusal,
    charge_refusal,
    squads,
)
from defilade.rules.upfront.transfers.demolition import Detonating, place_charge
from upfront.hand_to_hand import near, quiet
from upfront.situation import Situation

# -- secondary weapons -------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:21.1-a")
def test_there_are_four() -> None:
    assert SECONDARY == ("demolition-charge", "panzerfaust", "radio", "atmm")
    assert set(ANTI_TANK) < set(SECONDARY)
    refusal = carry_refusal(library(), "german-rifle", (), "bazooka")
    assert refusal is not None and refusal.rule == "UF:21.1-a"


@pytest.mark.rule("UF:21.1-b")
def test_one_each() -> None:
    refusal = carry_refusal(library(), "german-rifle", ("radio",), "atmm")
    assert refusal is not None and refusal.rule == "UF:21.1-b"


@pytest.mark.rule("UF:21.1-c")
@pytest.mark.parametrize(
    "weapon", ["", "german-mp", "american-bar", "american-carbine", "german-ar", "russian-rifle"]
)
def test_light_arms_leave_a_hand_free(weapon: str) -> None:
    assert carry_refusal(library(), weapon, (), "atmm") is None


@pytest.mark.rule("UF:21.1-c")
@pytest.mark.parametrize(
    "weapon", ["german-lmg", "german-mmg", "american-ft", "american-baz", "russian-mtr", "german-atr"]
)
def test_heavy_ones_do_not(weapon: str) -> None:
    refusal = carry_refusal(library(), weapon, (), "atmm")
    assert refusal is not None and refusal.rule == "UF:21.1-c"


@pytest.mark.rule("UF:21.11-c")
def test_squads() -> None:
    sizes = {"german": 10, "american": 12, "russian": 15}
    for nation, size in sizes.items():
        assert squads(library(), nation, size) == 1 and squads(library(), nation, size + 1) == 2


@pytest.mark.rule("UF:21.11-a")
@pytest.mark.parametrize(("nation", "most"), [("american", 1), ("german", 2), ("russian", 3)])
def test_anti_tank_weapons_of_a_squad(nation: str, most: int) -> None:
    assert anti_tank_refusal(library(), nation, 8, ["atmm"] * most) is None
    refusal = anti_tank_refusal(library(), nation, 8, ["panzerfaust", *["atmm"] * most])
    assert refusal is not None and refusal.rule == "UF:21.11-a"
    assert anti_tank_refusal(library(), nation, 8, ["radio"] * 5) is None


@pytest.mark.rule("UF:21.11-b")
def test_one_charge_for_a_squad() -> None:
    assert charge_refusal(library(), "german", 10, ["demolition-charge"]) is None
    refusal = charge_refusal(library(), "german", 10, ["demolition-charge"] * 2)
    assert refusal is not None and refusal.rule == "UF:21.11-b"
    assert charge_refusal(library(), "german", 11, ["demolition-charge"] * 2) is None


SCENARIO = """
id: X
title: X
type: x
decks: 1
first: german
victory: {{type: points}}
victory_rule: UF:16.4-a
victory_text: x
provenance: original
forces:
- {{nation: german, men: [beck, wolff, wittenberg], secondary: {{{secondary}}}}}
"""


@pytest.mark.rule("UF:21.1-c", "UF:21.11-b")
@pytest.mark.parametrize(
    ("secondary", "rule"),
    [("wittenberg: atmm", "UF:21.1-c"), ("beck: demolition-charge, wolff: demolition-charge", "UF:21.11-b")],
)
def test_scenarios_are_held_to_it(secondary: str, rule: str) -> None:
    with pytest.raises(ScenarioError, match=rule):
        read_scenario(ContentFile("x.yaml", SCENARIO.format(secondary=secondary)), library())


# -- charges -----------------------------------------------------------------------------------------------------


def charged(
    theirs: dict[str, Any] | None = None, ours: dict[str, Any] | None = None, how: str = ""
) -> Situation:
    """Beck gets into the Americans' position with a Demolition Charge."""
    men = [{"id": "beck", "secondary": "demolition-charge"}, "wolff"]
    s = near({"men": men, **(ours or {})}, {"cards": ["buildings -3"], **(theirs or {})})
    s.do("infiltrate g1", f"send beck+<movement> a1 {how}".strip(), "go")
    quiet(s)
    column = int(str(s.pending.asks).rsplit(" ", 1)[1])  # type: ignore[union-attr]
    return s.draw(f"{column}=red")


@pytest.mark.rule("UF:21.2-a", "UF:21.3-a")
def test_it_goes_off_as_he_gets_in() -> None:
    s = charged()
    assert s.breakdown().total == 8 - 3  # only the defenders' Buildings count
    quiet(s).draw("black 3", "red 5", "red 5")
    assert s.fate("myers") == "kia"  # 5 and 3
    assert s.man("beck").secondary == ""


@pytest.mark.rule("UF:21.3-a")
def test_no_terrain_of_the_attacker() -> None:
    s = charged(ours={"cards": ["hill"]})
    assert s.breakdown().total == 5
    s = charged(ours={"cards": ["woods", "smoke", "movement sideways"]})
    assert s.breakdown().total == 5


@pytest.mark.rule("UF:8.9-a", "UF:8.9-b", "UF:21.3-a")
def test_walls_stand_before_the_group_opposite() -> None:
    walls = {"cards": ["walls"]}
    assert charged(walls).breakdown().total == 8 - 2
    assert charged(walls, ours={"letter": "B"}).breakdown().total == 8 - 1
    men = [{"id": "beck", "secondary": "demolition-charge"}, {"id": "wolff", "infiltrates": "a1"}]
    s = quiet(charged(ours={"men": men, "cards": ["walls"]})).draw("red 5", "red 5", "red 5")
    quiet(s).draw("red 5")
    assert (
        "Wolff" in s.event("resolved").text and s.breakdown().total == 8 - 1
    )  # nobody attacks his own front


@pytest.mark.rule("UF:21.3-qa")
def test_smoke_and_wire_of_the_defender_count() -> None:
    assert charged({"cards": ["buildings -3", "smoke"]}).breakdown().total == 4
    assert charged({"cards": ["buildings -3", "wire"]}).breakdown().total == 6


@pytest.mark.rule("UF:21.3-a")
def test_concealment_counts() -> None:
    men = [{"id": "beck", "secondary": "demolition-charge"}, "wolff"]
    s = near({"men": men}, {"cards": ["buildings -3"]}, american=["concealed -2"])
    s.do("infiltrate g1", "send beck+<movement> a1", "go")
    quiet(s).draw("2=red").do("conceal <concealed -2>")
    quiet(s).draw("black 0")
    assert s.breakdown().total == 8 - 3 - 2


@pytest.mark.rule("UF:21.2-b")
def test_he_may_decline_before_the_attempt() -> None:
    s = charged(how="spare")
    beck = s.man("beck")
    assert beck.infiltrates == "a1" and beck.secondary == "demolition-charge"
    assert not s.said("places his Demolition Charge")


@pytest.mark.rule("UF:21.2-qa", "UF:20.53-c")
def test_it_ends_the_status() -> None:
    s = quiet(charged())
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:21.3-b")
def test_it_is_the_only_attack_of_the_group() -> None:
    s = quiet(charged()).draw("red 5", "red 5", "red 5")
    assert s.refusal("fire g1+<fire 2> a1").rule == "UF:4.2-a"


@pytest.mark.rule("UF:21.3-b", "UF:21.2-b")
def test_two_charges_of_a_group_do_not_go_off_on_one_target() -> None:
    men = [{"id": man, "secondary": "demolition-charge"} for man in ("beck", "wolff")]
    s = near({"men": [*men, "bernhoff"]}).do("infiltrate g1", "send beck+<movement> a1")
    assert s.refusal("send wolff a1").rule == "UF:21.3-b"
    assert s.offers("send wolff a1 drop") and s.offers("send wolff a1 spare") and s.offers("send bernhoff a1")
    s = near({"men": [*men, "bernhoff"]}).do("infiltrate g1", "send beck+<movement> a1 spare")
    assert s.offers("send wolff a1")
    s = near({"men": men}, {"men": ["sherman"], "cards": []}).do("infiltrate g1", "send beck+<movement> a1")
    assert s.offers("send wolff a1"), "they serve hand to hand"


@pytest.mark.rule("UF:21.3-a", "UF:17.8-d")
def test_men_on_their_way_to_the_group_are_attacked_too() -> None:
    german = {
        "side": "german",
        "men": [{"id": "beck", "secondary": "demolition-charge"}, "wolff"],
        "range": 3,
    }
    american = {"side": "american", "men": ["myers", "degi"], "range": 2}
    sender = {"side": "american", "men": ["watson", {"id": "smith", "transfers_to": "a1"}], "range": 2}
    s = Situation("german", [german, american, sender], german=["movement"], american=[])
    s.do("infiltrate g1", "send beck+<movement> a1", "go").draw("4=red", "black 0")
    assert s.event("resolved").who[0] == "smith" and s.breakdown().value("UF:17.8-d") == 2


@pytest.mark.rule("UF:21.3-c")
def test_friends_in_the_blast() -> None:
    men = [{"id": "beck", "secondary": "demolition-charge"}, {"id": "wolff", "infiltrates": "a1"}]
    s = charged(ours={"men": men, "cards": ["woods"]})
    quiet(s).draw("red 5", "red 5", "red 5")
    quiet(s).draw("black 2")
    assert "Wolff" in s.event("resolved").text
    assert s.breakdown().total == 8 - 2  # Woods: his own group's terrain
    assert s.fate("wolff") == "kia"
    assert not s.gone("beck")


@pytest.mark.rule("UF:21.4")
def test_a_red_6_as_the_first_number_is_a_dud() -> None:
    s = quiet(charged()).draw("red 6")
    assert s.cited() >= {"UF:21.4"}
    assert s.man("beck").secondary == ""
    assert not s.gone("degi") and s.side() == "german"


@pytest.mark.rule("UF:21.4")
def test_a_later_red_6_is_not() -> None:
    s = quiet(charged()).draw("red 5", "red 6", "black 6")
    assert not s.cited() & {"UF:21.4"} and s.fate("burke") == "kia"


@pytest.mark.rule("UF:21.2-qb")
def test_no_such_attack_on_armour() -> None:
    s = near(
        {"men": [{"id": "beck", "secondary": "demolition-charge"}, "wolff"]},
        {"men": ["sherman"], "cards": []},
    )
    place_charge(s.g, s.man("beck"), s.group("a1"), "")
    assert not any(isinstance(frame, Detonating) for frame in s.state.stack)
    place_charge(s.g, s.man("beck"), replace(s.group("a1"), members=()), "")
    assert any(isinstance(frame, Detonating) for frame in s.state.stack)


@pytest.mark.rule("UF:16.3-b", "UF:21.2-a")
def test_no_charge_goes_off_when_time_is_up() -> None:
    """The draw that brings its bearer in is not yet part of an attack."""
    s = near({"men": [{"id": "beck", "secondary": "demolition-charge"}, "wolff"]}, german=["movement"])
    deep = next(card.id for card in s.g.deck.values() if card.is_red(2))
    s = near(
        {"men": [{"id": "beck", "secondary": "demolition-charge"}, "wolff"]},
        german=["movement"],
        american=[],
        pile=[deep],
        decks=1,
    )
    s.do("infiltrate g1", "send beck+<movement> a1", "go")
    quiet(s).draw(deep)
    assert s.event("infiltrated") and isinstance(s.pending, Over)
