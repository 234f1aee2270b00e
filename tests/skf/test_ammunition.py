"""Ammunition (SKF:6.0, SKF:6.2) and ordnance Smoke (SKF:1.2.5)."""

from __future__ import annotations

import pytest

from defilade.rules.sk.full.ordnance import ammunition
from sk.places import line
from skf.gunnery import crew, duel, fire, lines, there
from skf.situation import Situation

FRIEND = {"id": "g", "type": "ger-467", "hex": "here"}


def manners(s: Situation) -> set[str]:
    s.do("gun c+gun", f"at - {there(s)}")
    return {option.split()[-1] for option in s.options("shoot")}


@pytest.mark.rule("SKF:6.2-a", "SKF:2.0-f", "SKF:2.0-w", "SKF:3.2.4-c")
def test_what_a_gun_may_fire_at_infantry() -> None:
    """AP and HE without limit, APCR and Smoke by their numbers; AP never on the ATT."""
    s = duel(3)
    assert manners(s) == {"itt-HE", "itt-AP", "itt-APCR", "att-HE", "att-smoke"}
    assert s.refusal(f"shoot - {there(s)} att-AP").rule == "SKF:2.0-f"
    assert ammunition.default_ammo(s.g, s.weapon("gun"), "itt") == "HE"
    assert ammunition.default_ammo(s.g, s.weapon("gun"), "vtt") == "AP"


@pytest.mark.rule("SKF:6.0", "SKF:6.2-a")
def test_scored_calibers() -> None:
    """A mortar has no AP; an underscored 40L no HE."""
    assert not any("AP" in manner for manner in manners(duel(3, "ger-81s-mtr")))
    british = duel(3, "bri-40l-at", target="ger-467")
    assert manners(british) == {"itt-AP"}
    assert british.refusal(f"shoot - {there(british)} itt-HE").rule == "SKF:6.0"


@pytest.mark.rule("SKF:6.2-b")
def test_depletion_numbers() -> None:
    """HE7 of the American 57L in 1944: under 7 it has it, on 7 for the last time, above it has not fired."""

    def american() -> Situation:
        return duel(3, "usa-57l-at", target="ger-467", more=[{"id": "g", "type": "usa-666", "hex": "here"}])

    has = fire(american(), "itt-HE", 1, 5)
    assert has.weapon("gun").spent_ammo == ()
    last = fire(american(), "itt-HE", 1, 6)
    assert last.weapon("gun").spent_ammo == ("HE",)
    assert "a hit" in last.event("to_hit").text
    never = fire(american(), "itt-HE", 2, 6)
    assert never.weapon("gun").spent_ammo == ("HE",)
    assert never.weapon("gun").fire == ""
    assert not any(event.kind == "to_hit" for event in never.events)
    assert manners(never) == {"itt-AP", "itt-APDS"}


@pytest.mark.rule("SKF:6.2-c")
def test_a_malfunction_empties_the_special_ammunition() -> None:
    s = fire(duel(3, "usa-57l-at", target="ger-467"), "itt-HE", 6, 6)
    assert s.weapon("gun").malfunctioned
    assert s.weapon("gun").spent_ammo == ("HE",)
    assert "a miss" in s.event("to_hit").text


@pytest.mark.rule("SKF:6.2-d")
def test_ammunition_has_its_dates() -> None:
    """Situations are of 1944. HEAT came to the Germans in May 1942, APDS to the American 57 in June 1944."""
    here, target = line(3)
    for month, has_apds in ((5, False), (6, True)):
        s = Situation(
            "y",
            "PFPh",
            "american",
            [crew(here, "usa-57l-at", at=target), {"id": "t", "type": "ger-467", "hex": target}],
            month=month,
        )
        assert ("itt-APDS" in manners(s)) == has_apds
    s = duel(3, "ger-75s-inf")
    assert ammunition.depletion_number(s.g, s.weapon("gun"), "HEAT") == 7
    assert ammunition.depletion_number(s.g, s.weapon("gun"), "WP") == 0


@pytest.mark.rule("SKF:6.2-e", "SKF:6.2-f", "DAE:QRDC-57ap")
@pytest.mark.parametrize(
    ("gun", "ammo", "column"),
    [("ger-75l-at", "AP", 2), ("ger-20l-aa", "AP", 1), ("bri-57l-at", "AP", 2), ("ger-75l-at", "APCR", 1)],
)
def test_armor_piercing_against_infantry(gun: str, ammo: str, column: int) -> None:
    target = "ger-467" if gun.startswith("bri") else "rus-447"
    s = fire(duel(3, gun, target=target), f"itt-{ammo}", 1, 2 if ammo != "APCR" else 1)
    s.roll(*((6, 6) if s.pending.dice == 2 else (1,)))
    found = s.event("ordnance_effect").breakdown
    assert found is not None
    doubled = any(one.rule == "SKF:6.1-c" for one in found.lines)
    assert found.column == (column if not doubled else 2 * column)


@pytest.mark.rule("SKF:6.2-g")
def test_heat_against_infantry_in_buildings_only() -> None:
    """One column lower than HE: a 75 on the 8."""
    in_open = duel(3, "ger-75s-inf")
    assert "itt-HEAT" not in manners(in_open)
    assert in_open.refusal(f"shoot - {there(in_open)} itt-HEAT").rule == "SKF:6.2-g"
    s = fire(duel(3, "ger-75s-inf", terrain="wooden_building"), "itt-HEAT", 2, 3).roll(6, 6)
    found = s.event("ordnance_effect").breakdown
    assert found is not None and found.column == 8


@pytest.mark.rule("DAE:QRDC-case11")
def test_apcr_far_away() -> None:
    here, target = line(13)
    s = Situation(
        "y", "PFPh", "german", [crew(here, at=target), {"id": "t", "type": "rus-447", "hex": target}]
    )
    fire(s, "itt-APCR", 1, 1)
    assert lines(s) == {"DAE:QRDC-case11": 1}


@pytest.mark.rule("SKF:1.2.5-b", "SKF:6.2-h", "SKF:1.2.5-c", "DAE:QRDC-case07", "SKF:6.10-f")
def test_smoke_is_placed_by_a_hit_on_the_att() -> None:
    s = fire(duel(3, more=[FRIEND], gun_acquired=("t",), gun_acquired_drm=-1), "att-smoke", 1, 5)
    assert lines(s) == {"DAE:QRDC-case07": -2, "DAE:QRDC-case20": -1}
    assert s.state.smoke == {there(s): 3}
    assert s.weapon("gun").acquired == ()
    defending = fire(duel(3, phase="DFPh", attacker="russian", more=[FRIEND]), "att-smoke", 1, 5)
    assert defending.state.smoke == {there(defending): 2}


@pytest.mark.rule("SKF:6.2-h")
def test_smoke_comes_before_all_other_fire() -> None:
    fired = fire(duel(3, more=[FRIEND]), "itt-HE", 1, 6)
    fired.roll(6, 6)
    fired.do("gun c+gun", f"at - {there(fired)}")
    assert fired.refusal(f"shoot - {there(fired)} att-smoke").rule == "SKF:6.2-h"
    infantry = duel(3, more=[FRIEND])
    infantry.do(f"target - {there(infantry)}", "add g", "declare").roll(6, 5)
    infantry.do("gun c+gun", f"at - {there(infantry)}")
    assert infantry.refusal(f"shoot - {there(infantry)} att-smoke").rule == "SKF:6.2-h"
    late = duel(3, phase="AFPh", more=[FRIEND])
    late.do("gun c+gun", f"at - {there(late)}")
    assert late.refusal(f"shoot - {there(late)} att-smoke").rule == "SKF:6.2-h"


@pytest.mark.rule("SKF:6.2-i", "SKF:6.2-j")
def test_white_phosphorus_burns() -> None:
    """A NMC of those hit, with the TEM taken off; a Critical Hit adds it."""
    s = fire(duel(4, "usa-75s-art", target="ger-467", terrain="wooden_building"), "att-WP", 1, 5)
    assert s.state.smoke == {there(s): 2}
    s.roll(4, 5)  # 9 - 2 is 7
    assert not s.unit("t").broken
    critical = fire(duel(4, "usa-75s-art", target="ger-467", terrain="wooden_building"), "att-WP", 1, 1)
    critical.roll(3, 3)  # 6 + 2 is 8
    assert critical.unit("t").broken


@pytest.mark.rule("SKF:6.2-i")
def test_white_phosphorus_as_first_fire() -> None:
    """WP, not Smoke, may be fired at movers."""
    here, target = line(4)
    s = Situation(
        "y",
        "AFPh",
        "american",
        [crew(here, "usa-75s-art", at=target), {"id": "t", "type": "ger-467", "hex": target}],
    )
    s.do("gun c+gun", f"at - {target}")
    assert s.refusal(f"shoot - {target} att-WP").rule == "SKF:6.2-i"
