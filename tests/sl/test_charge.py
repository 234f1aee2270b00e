"""Cavalry that charges, and fire at it (SL:4.12.16 to SL:4.12.19, SL:4.12.26 to SL:4.12.36)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.state import Mount
from defilade.tactics.moving import move_in_progress
from sl.table import Table, unit
from sl.test_mounts import SQUAD, drm, rode, saddle
from sl.test_portage import gun
from sl.wilds import BOARD, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

FOE = "rus-447"


def fp(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "x"}


def hold(table: Table) -> Table:
    while "hold-fire" in (table.options() if not table.asked() else []):
        table.do("hold-fire")
    return table


def left(table: Table) -> float:
    """MF that the movers have left."""
    frame = move_in_progress(table.g)
    assert frame is not None
    return what_is_left(table.g, frame)[0].mf


def ride(table: Table, *hexes: str) -> Table:
    """Hex by hex; nobody fires."""
    for hex in hexes:
        hold(table.do(f"enter - q{hex}"))
    return table


def facing(*more: dict[str, Any], foe: str = "B4", start: str = "B9", **state: Any) -> Table:
    """Riders in the open who have somebody before them."""
    return saddle("MPh", start, unit("r", FOE, foe), *more, **state)


def charges(*more: dict[str, Any], **state: Any) -> Table:
    return facing(*more, **state).do("move s", "charge s")


@pytest.mark.rule("SL:4.12.27", "SL:4.12.30", "SL:4.12.35", "SL:4.12.34-b", "SL:4.12.31")
def test_a_charge() -> None:
    table = charges()
    assert table.said("SL:4.12.27") and table.position.state.run is not None
    ride(table, "B8", "B7", "B6", "B5").do("enter - qB4")
    assert table.asked() == "4-6-7 rides down B4."  # before anybody fires there
    table.roll((5, 4))
    assert fp(table) == {"SL:4.12.35": 2.0} and table.breakdown().total == 8
    assert drm(table) == {"SL:4.12.35": -2}
    table.roll((2, 3))  # its MC
    hold(table)
    assert table.refusal("stop").rule == "SL:4.12.18"
    table.do("enter - qB3")
    assert left(hold(table)) == 12  # of eighteen


@pytest.mark.rule("SL:4.12.29")
def test_who_does_not_charge() -> None:
    laden = {"w": gun("w", "ger-lmg", "s", "qB9")}
    assert facing(weapons=laden).do("move s").refusal("charge s").rule == "SL:4.12.29"
    fresh = facing(riders=()).do("move s", "mount s+h")
    assert not fresh.options("charge")
    tired = {"h": Mount("h", "german", "horse", "qB9", ("s",), winded=True)}
    assert facing(mounts=tired).do("move s").refusal("charge s").rule == "SL:4.12.29"
    table = ride(charges(), "B8")
    assert table.refusal("dismount s").rule == "SL:4.12.29"
    walker = facing(riders=()).do("move s")
    assert walker.refusal("charge s").rule == "SL:4.12.27"


@pytest.mark.rule("SL:4.12.28", "SL:4.12-q11", "SL:4.12.31")
def test_what_can_be_charged() -> None:
    assert not facing(foe="S4").do("move s").options("charge")  # nobody rides down a wood
    assert not saddle("MPh", "B9", unit("r", FOE, "Z1")).do("move s").options("charge")  # too far
    near = facing(start="B6").do("move s")
    assert near.options("charge")  # with room to turn about
    table = ride(charges(), "B8")
    assert "stop" not in table.options() and table.refusal("stop").rule == "SL:4.12-q11"
    long = charges(start="O9")
    assert long.refusal("enter - qP9").rule == "SL:4.12-q11"  # they would not get there any more
    assert "enter - qN9" in long.options()


@pytest.mark.rule("SL:4.12.31")
def test_the_run_up_is_straight() -> None:
    """Over four hexes, the last one among them, within one covered arc."""
    table = charges(start="B8")
    ride(table, "B7", "B6", "B5").do("enter - qB4")
    assert table.asked()
    bent = ride(charges(start="B8"), "B7", "B6", "A6", "B5")
    bent.do("enter - qB4")
    assert not bent.asked().endswith("rides down B4.")  # they have come this way and that
    oblique = ride(charges(start="A8"), "A7", "B6", "B5").do("enter - qB4")
    assert oblique.asked() == "4-6-7 rides down B4."
    through = facing(start="B6").do("move s", "enter - qB5", "hold-fire", "enter - qB4")
    assert not through.asked() and "stop" not in through.options()


@pytest.mark.rule("SL:4.12.32", "SL:4.12.18")
def test_they_ride_on() -> None:
    table = charges()
    ride(table, "B8", "B7", "B6", "B5").do("enter - qB4").roll((6, 5))
    hold(table)
    assert table.refusal("enter - qB5").rule == "SL:4.12.32"
    beyond = {"hex": "B3", "type": FOE, "id": "t"}
    again = charges(beyond)
    ride(again, "B8", "B7", "B6", "B5").do("enter - qB4").roll((6, 5))
    hold(again).do("enter - qB3")
    assert again.asked() == "4-6-7 rides down B3."  # the next target right behind
    again.roll((6, 5))
    hold(again)
    ride(again, "B2").do("stop")
    strikes = [event.who for event in again.events if "SL:4.12.35" in event.rules]
    assert strikes == [("s", "r"), ("s", "t")]


@pytest.mark.rule("SL:4.12.32")
def test_out_of_a_charge_no_way_leads_through_a_gully() -> None:
    table = saddle("MPh", "I9", unit("r", FOE, "I5")).do("move s", "charge s")
    ride(table, "I8", "I7", "I6").do("enter - qI5").roll((6, 5))
    hold(table)
    found = {
        table.refusal(f"enter - q{hex}").rule
        for hex in ("J5", "J4")
        if f"enter - q{hex}" not in table.options()
    }
    assert found == {"SL:4.12.32"}


@pytest.mark.rule("SL:4.12.36", "SL:4.12.36-b")
def test_winded_horses() -> None:
    table = charges()
    ride(table, "B8", "B7", "B6", "B5").do("enter - qB4").roll((6, 6))
    hold(table)
    ride(table, "B3").do("stop")
    state = table.position.state
    assert state.mounts["h"].winded and state.charged == ("s",) and state.run is None
    tired = {"h": Mount("h", "german", "horse", "qA2", ("s",), winded=True)}
    assert rode(saddle("MPh", "A2", mounts=tired).do("move s")) == 6
    fires = saddle("AFPh", "O3", unit("r", FOE, "O5"), charged=("s",))
    assert "target - qO5" not in fires.options()


@pytest.mark.rule("SL:4.12.36")
def test_horses_rest_for_a_player_turn_of_their_own() -> None:
    tired = {"h": Mount("h", "german", "horse", "qB9", ("s",), winded=True)}
    rested = saddle("CCPh", "B9", unit("r", FOE, "Z1"), mounts=dict(tired))
    assert not rested.position.state.mounts["h"].winded  # the player turn is over: nobody is in close combat
    went = {"h": Mount("h", "german", "horse", "qB9", ("s",), winded=True, moved=True)}
    assert saddle("CCPh", "B9", unit("r", FOE, "Z1"), mounts=went).position.state.mounts["h"].winded
    theirs = saddle("CCPh", "B9", unit("r", FOE, "Z1"), mounts=dict(tired), attacker="russian")
    assert theirs.position.state.mounts["h"].winded


@pytest.mark.rule("SL:4.12-q16", "SL:4.12-q6")
def test_in_wheat_both_are_halved() -> None:
    table = saddle("MPh", "N9", unit("r", FOE, "N5")).do("move s", "charge s")
    ride(table, "N8", "N7", "N6").do("enter - qN5").roll((6, 5))
    assert fp(table) == {"SL:4.12.35": 2.0, "SL:4.12-q16": 0.5} and table.breakdown().total == 4
    assert drm(table)["SL:4.12.35"] == -1


@pytest.mark.rule("SL:4.12-q14", "SL:4.12-q15")
def test_leaders_help_and_each_unit_charges_by_itself() -> None:
    more = (unit("t", SQUAD, "B9"),)
    mounts = {
        "h": Mount("h", "german", "horse", "qB9", ("s", "l")),
        "k": Mount("k", "german", "horse", "qB9", ("t",)),
    }
    table = facing(*more, mounts=mounts)
    table.position.state.cavalry = ("s", "l", "t")
    table.do("move s", "join l", "join t", "charge s+l+t")
    ride(table, "B8", "B7", "B6", "B5").do("enter - qB4").roll((6, 5))
    assert drm(table)["SL:4.12-q14"] == -1
    while not table.asked().endswith("rides down B4."):
        table.roll((1, 2))  # the MC of the first attack come first
    table.roll((6, 5))
    riders = [event.who[0] for event in table.events if "SL:4.12.35" in event.rules]
    assert sorted(riders) == ["s", "t"] and drm(table)["SL:4.12-q14"] == -1


@pytest.mark.rule("SL:4.12.16-a", "SL:4.12.16-b")
def test_fire_at_riders_before_they_ride_on() -> None:
    friend = unit("f", SQUAD, "O5")
    table = saddle("MPh", "O3", unit("r", FOE, "O8"), friend).do("move s", "enter - qO4", "hold-fire")
    table.do("enter - qO5", "target - qO5", "add r", "declare").roll((6, 5))
    assert set(table.breakdown().title.split()) and "SL:4.12.22" in drm(table)
    event = next(event for event in reversed(table.events) if event.kind == "attack")
    assert event.who == ("s",)  # not the friend beside them
    assert drm(table) == {"SL:4.12.22": -1, "SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}
    hold(table).do("enter - qO4")
    assert table.options("enter")  # who has fired is not asked again
    table.do("stop", "done")
    assert not [text for text in table.options("target") if text.startswith("target s")]


@pytest.mark.rule("SL:4.12.16-a", "SL:4.12-q1")
def test_in_the_dfph_only_where_they_have_ended() -> None:
    friend = unit("f", SQUAD, "O5")
    table = saddle("MPh", "O3", unit("r", FOE, "O8"), friend).do("move s")
    ride(table, "O4", "O5").do("stop", "done")
    assert table.options("target") == ["target - qO3", "target - qO5"]  # their leader is still in O3
    table.do("target - qO5", "add r", "declare").roll((6, 5))
    struck = [event.who for event in table.events if event.kind == "attack"]
    assert sorted(uid for who in struck for uid in who) == ["f", "s"]


@pytest.mark.rule("SL:5.6.10.1-a", "SL:4.12.16-a")
def test_riders_do_not_go_to_ground() -> None:
    table = saddle("MPh", "O3", unit("r", FOE, "O8")).do(
        "move s", "enter - qO4", "target - qO4", "add r", "declare"
    )
    table.roll((6, 2)).roll((5, 1))  # a 1MC, and exactly
    assert not table.said("SL:5.6.10.1-a") and hold(table).options("enter")


@pytest.mark.rule("SL:4.12.33")
def test_it_takes_nerve_to_fire_at_a_charge() -> None:
    def fired(*dice: tuple[int, int]) -> Table:
        table = charges()
        ride(table, "B8", "B7", "B6").do("enter - qB5", "target - qB5", "add r", "declare").roll(dice[0])
        return table

    brave = fired((3, 2))
    assert brave.said("SL:5.4.1-a") or fp(brave)["SL:5.4.1-a"] == 2.0
    shy = fired((5, 4))
    assert shy.said("SL:4.12.33") and shy.position.state.daunted == ("r",)
    assert not shy.unit("r").broken and not [e for e in shy.events if e.kind == "attack"]
    assert not shy.options("target") if not shy.asked() else True
    aside = charges(unit("x", FOE, "A6"))
    ride(aside, "B8", "B7", "B6").do("enter - qB5", "target - qB5", "add x", "declare").roll((6, 4))
    assert [e for e in aside.events if e.kind == "attack"]  # it is not in the way of the charge


@pytest.mark.rule("SL:4.12.34-a")
def test_fire_into_a_charged_hex_strikes_everybody() -> None:
    table = charges(unit("x", FOE, "A1"))
    ride(table, "B8", "B7", "B6", "B5").do("enter - qB4").roll((6, 6))
    table.do("target - qB4", "add x", "declare").roll((6, 5))
    struck = [
        uid
        for event in table.events
        if event.kind == "attack"
        for uid in event.who
        if event.side == "russian"
    ]
    assert sorted(struck) == ["r", "s"]


@pytest.mark.rule("SL:4.12.17")
def test_riders_are_seen_over_the_wheat() -> None:
    behind = saddle("PFPh", "N6", unit("r", FOE, "N2"), attacker="russian")
    assert behind.options("target") == ["target - qN6"]
    unmounted = saddle("PFPh", "N6", unit("r", FOE, "N2"), attacker="russian", riders=(), mounts={})
    assert not unmounted.options("target")


@pytest.mark.rule("SL:4.12.26", "SL:4.12-q10", "SL:3.25.8-a")
def test_berserk_riders() -> None:
    table = saddle("MPh", "B9", unit("r", FOE, "B4"), unit("x", FOE, "S4"), riders=("s", "l"))
    assert table.options("move")
    mad = facing_mad()
    assert "SL:4.12.27" in {rule for event in mad.events for rule in event.rules}
    assert not mad.options("stop")
    ride(mad, "B8", "B7", "B6", "B5").do("enter - qB4").roll((1, 1))
    assert "s" in mad.position.state.avengers
    alone = facing_mad(foe="S4")
    assert alone.refusal("move s").rule == "SL:3.25.3-a" and alone.unit("s").hex == "qB9"
    shot = facing_mad()
    shot.do("enter - qB8", "target - qB8", "add r", "declare").roll((1, 2))
    while shot.asked():
        shot.roll((6, 5))
    if shot.alive("s"):
        assert shot.unit("s").berserk and shot.said("SL:4.12.26") and not shot.position.state.mounts


def facing_mad(foe: str = "B4") -> Table:
    mounts = {"h": Mount("h", "german", "horse", "qB9", ("s",), winded=True)}
    units = (unit("s", SQUAD, "B9", berserk=True), unit("t", SQUAD, "Z9"), unit("r", "rus-628", foe))
    return Table("MPh", list(units), board="q", cavalry=("s",), mounts=mounts)


@pytest.mark.rule("SL:4.12.28", "SL:4.12.31")
def test_shellholes_are_charged_over_like_open_ground(tmp_path: Path) -> None:
    cratered = BOARD.replace("shellholes: X3", "shellholes: B4 B6 X3").replace("id: q", "id: qh")
    (tmp_path / "boards" / "qh.yaml").write_text(cratered, encoding="utf-8")
    horses = {"h": Mount("h", "german", "horse", "qhB9", ("s",))}
    men = [unit("s", SQUAD, "B9"), unit("r", FOE, "B4")]
    table = Table("MPh", men, board="qh", mounts=horses, cavalry=("s",)).do("move s", "charge s")
    for hex in ("B8", "B7", "B6", "B5"):
        hold(table.do(f"enter - qh{hex}"))
    assert table.do("enter - qhB4").asked() == "4-6-7 rides down B4."
    assert not facing(foe="T4", start="T9").do("move s").options("charge"), "but not into woods"
