"""Offboard artillery (SL:9.1 to SL:9.8): radio contact, requests, spotting rounds, corrections."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Choice, Outcome
from defilade.rules.sl.artillery.batteries import accuracy, contact_number, firepower, operator_refusal
from defilade.rules.sl.artillery.spotting import access_lines
from defilade.rules.sl.card import Group
from defilade.rules.sl.state import Module, SlPlay
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.terrain import sees
from defilade.tactics.areas import Area
from defilade.tactics.units import Weapon
from sl.earthworks import battery
from sl.motor_pool import rows
from sl.secrets import ask_again, hidden_away, seen_by, under_cover
from sl.table import Table, pair, unit

LEADER, SQUAD, FOE = "ger-9-1", "ger-467", "rus-447"
POST, GOAL = pair(4)


def radio(
    weapon_id: str = "w", owner: str = "l", kind: str = "ger-radio", hex: str = POST, **more: Any
) -> dict[str, Weapon]:
    return {weapon_id: Weapon(weapon_id, more.pop("side", "german"), kind, owner=owner, hex=hex, **more)}


def post(
    phase: str = "RPh", *men: dict[str, Any], weapons: dict[str, Weapon] | None = None, **state: Any
) -> Table:
    """A German leader with a radio in sight of a Russian squad."""
    who = [unit("l", LEADER, POST), unit("r", FOE, GOAL), *men]
    modules = state.pop("modules", battery())
    return Table(phase, who, weapons=weapons or radio(), modules=modules, **state)


def in_contact(phase: str = "RPh", **more: Any) -> Table:
    state = more.pop("state", {})
    return post(phase, modules=battery(contact="l", radio="w", **more), **state)


def landing(**more: Any) -> Table:
    """The CCPh, when nobody thinks of destroying anything any more."""
    table = in_contact("CCPh", **more)
    return table.do("done") if not table.asked() and table.options("destroy") else table


def gun(table: Table) -> Module:
    return table.position.state.modules["g"]


@pytest.mark.rule("SL:1.3.1-p1.5", "SL:9.1.1-a", "SL:9.1.2-a", "SL:9.1.2-b")
def test_a_leader_makes_contact_in_the_rally_phase_of_either_player_turn() -> None:
    table = post()
    assert table.options() == ["contact l+w+g", "done"]
    table.do("contact l+w+g")
    assert table.asked() == "German artillery: radio contact on 7 or less."
    assert gun(table.roll((4, 3))).contact == "l" and table.breakdown("artillery").lines == (), (
        "a 9-1 does not help"
    )
    failed = post().do("contact l+w+g").roll((4, 4))
    assert gun(failed).contact == "" and not any(text.startswith("contact") for text in failed.options())
    theirs = post(attacker="russian")
    assert "contact l+w+g" in theirs.options()
    assert not any(text.startswith("request") for text in post().do("done").options()), (
        "without contact there is nothing"
    )


@pytest.mark.rule("SL:1.3.1-p1.6", "SL:9.1.5-a", "SL:9.1.5-b", "SL:9.8.2-a", "SL:9.1.15-a")
def test_with_contact_fire_is_asked_for_where_he_sees() -> None:
    table = post().do("contact l+w+g").roll((3, 3))
    asked = table.options("request-fire")
    assert f"request-fire g {GOAL}" in asked
    blind = next(hex for hex in table.g.map.names if f"request-fire g {hex}" not in asked)
    assert table.refusal(f"request-fire g {blind}").rule == "SL:9.1.15-a"
    table.do(f"request-fire g {GOAL}")
    assert table.asked() == "German artillery: battery access on 8 or less."
    table.roll((4, 4))
    assert (gun(table).counter, gun(table).at) == ("AR", GOAL)
    assert not table.options("spot"), "no more before the next Close Combat Phase"
    refused = post().do("contact l+w+g").roll((3, 3)).do(f"request-fire g {GOAL}").roll((4, 5))
    assert gun(refused).counter == "" and gun(refused).contact == "l"
    assert not refused.options("request-fire")


@pytest.mark.rule("SL:9.1.6", "SL:9.1.7", "SL:9.1.9-b", "SL:9.1.14", "SL:9.1.11")
def test_in_the_close_combat_phase_the_first_round_lands() -> None:
    table = landing(counter="AR", at=GOAL)
    assert table.asked().endswith(": 2 or less is on target.")
    table.roll((2,))
    assert (gun(table).counter, gun(table).at) == ("SR", GOAL) and not table.unit("r").broken
    assert "on target" not in landing(counter="SR", at=GOAL).asked(), "all else waits for the Rally Phase"


@pytest.mark.rule("SL:9.1.8", "SL:9.1.9-a", "SL:9.1.10", "SL:9.8.3-b")
def test_it_may_land_elsewhere_or_be_lost() -> None:
    table = landing(counter="AR", at=GOAL).roll((3,))
    assert table.asked().endswith("direction and extent of its error.")
    die = next(n for n in range(6) if sees(table.g, POST, table.g.map.neighbours[GOAL][n] or ""))
    table.roll((die + 1, 1))
    assert gun(table).at == table.g.map.neighbours[GOAL][die]
    lost = landing(counter="AR", at=GOAL).roll((3,), (1, 6))
    assert (gun(lost).counter, gun(lost).at) in (("AR", GOAL), ("SR", gun(lost).at))
    hexes = {}
    for direction in range(1, 7):
        for extent in range(1, 7):
            astray = gun(landing(counter="AR", at=GOAL).roll((3,), (direction, extent)))
            hexes[direction, extent] = astray.counter
    assert "AR" in hexes.values(), "out of sight or off the map: it is asked for again, without another throw"


@pytest.mark.rule("SL:9.1.7")
@pytest.mark.parametrize(
    ("nation", "year", "number"),
    [
        ("german", 1943, 2),
        ("russian", 1943, 1),
        ("american", 1943, 1),
        ("american", 1944, 2),
        ("british", 1942, 2),
    ],
)
def test_how_well_they_shoot(nation: str, year: int, number: int) -> None:
    table = post(modules=battery(nation=nation), year=year)
    assert accuracy(table.g, gun(table)) == number


@pytest.mark.rule("SL:1.3.1-p1.7", "SL:9.1.12", "SL:9.1.12.1", "SL:9.1.12.2", "SL:9.1.13-a", "SL:9.1.13-b")
def test_the_spotting_round_is_moved_or_fires_for_effect() -> None:
    def spotted() -> Table:
        return in_contact(counter="SR", at=GOAL).roll((3, 3))

    table = spotted()
    assert {text.split()[0] for text in table.options()} == {
        "leave-it",
        "withdraw-fire",
        "spot",
        "fire-for-effect",
    }
    table.do(f"fire-for-effect g {GOAL}").roll((4, 4))
    assert (gun(table).counter, gun(table).at) == ("FFE", GOAL), "where it is nothing can go wrong"
    goals = [text.split()[-1] for text in spotted().options("spot")]
    far = max(goals, key=lambda hex: table.g.map.distance(hex, GOAL))
    assert table.g.map.distance(far, GOAL) > 3
    moved = spotted().do(f"spot g {far}")
    assert moved.asked().endswith(": 2 or less is on target.")
    assert gun(moved.roll((1,))).at == far
    left = spotted().do(f"leave-it g {GOAL}")
    assert (gun(left).counter, gun(left).at) == ("SR", GOAL)
    denied = spotted().do(f"fire-for-effect g {GOAL}").roll((5, 5))
    assert gun(denied).counter == "SR" and gun(denied).contact == "l"


@pytest.mark.rule("SL:9.1.13-c")
def test_a_correction_errs_by_a_hex_for_every_three_at_most() -> None:
    def ready() -> Table:
        return in_contact(counter="SR", at=GOAL).roll((3, 3))

    g = ready().g
    goal, die = next(
        (text.split()[-1], way)
        for text in ready().options("spot")
        for way in range(6)
        if g.map.distance(GOAL, text.split()[-1]) in (1, 2, 3)
        and sees(g, POST, g.map.neighbours[text.split()[-1]][way] or "")
    )
    table = ready().do(f"spot g {goal}").roll((6,), (die + 1, 6))
    assert gun(table).at == g.map.neighbours[goal][die], "a 6, but no more than one hex"


@pytest.mark.rule("SL:9.1.12.3", "SL:9.8.2-c", "SL:9.8.4", "SL:9.8.3-a")
def test_fire_for_effect_goes_on_moves_or_falls_back() -> None:
    def firing(missions: int = 1) -> Table:
        return in_contact(counter="FFE", at=GOAL, missions=missions).roll((3, 3))

    table = firing()
    assert table.asked().endswith("battery access on 8 or less."), "before anybody decides"
    table.roll((4, 4))
    found = {(line.label, line.value) for line in table.breakdown("artillery").lines}
    assert found == {("goes on firing", -1), ("Fire Missions so far", 1)}
    table.do(f"fire-for-effect g {GOAL}")
    assert gun(table).counter == "FFE"
    back = firing().roll((4, 4)).do(f"spot g {GOAL}")
    assert gun(back).counter == "SR"
    no_more = firing(3).roll((4, 3))
    assert gun(no_more).counter == "SR" and not no_more.options("fire-for-effect"), (
        "7, 3 for the missions, less 1"
    )


@pytest.mark.rule("SL:9.1.12.4")
def test_it_is_called_off_and_asked_for_elsewhere() -> None:
    table = in_contact(counter="SR", at=GOAL).roll((3, 3)).do("withdraw-fire g")
    assert gun(table).counter == "" and table.options("request-fire")
    other = table.options("request-fire")[0].split()[-1]
    table.do(f"request-fire g {other}").roll((2, 2))
    assert (gun(table).counter, gun(table).at) == ("AR", other)


@pytest.mark.rule("SL:9.1.4-a", "SL:9.1.4-b", "SL:9.1.17")
def test_contact_must_be_kept() -> None:
    table = in_contact(counter="SR", at=GOAL)
    assert table.asked().startswith("German artillery: radio contact")
    table.roll((4, 5))
    assert [line.rule for line in table.breakdown("artillery").lines] == ["SL:9.1.4-a"] and gun(
        table
    ).counter == "SR"
    lost = in_contact(counter="SR", at=GOAL).roll((5, 5))
    assert (gun(lost).contact, gun(lost).counter) == ("", "") and lost.said("SL:9.1.17")
    again = lost.options("contact")
    assert again == ["contact l+w+g"]
    assert not lost.do(*again).roll((4, 4)).breakdown("artillery").lines


@pytest.mark.rule("SL:9.1.4-c", "SL:9.1.1-b")
def test_who_was_with_him_goes_on_talking() -> None:
    broken = unit("l", LEADER, POST, broken=True)

    def gone(beside: tuple[str, ...]) -> Table:
        men = [broken, unit("m", "ger-8-0", POST), unit("r", FOE, GOAL)]
        kept = battery(contact="l", radio="w", beside=beside)
        return Table("RPh", men, weapons=radio(owner="m"), modules=kept)

    assert gone(("l", "m")).asked().startswith("German artillery") or gone(("l", "m")).do("done").asked()
    table = gone(("l", "m"))
    while not table.asked().startswith("German"):
        table.do("done")
    assert gun(table.roll((4, 5))).contact == "m"
    alone = gone(("l",))
    assert not alone.asked() and gun(alone).contact in ("", "l")
    while "contact m+w+g" not in alone.options():
        alone.do("done")
    assert gun(alone).contact == ""


@pytest.mark.rule("SL:9.1.15-e", "SL:9.1.15-d")
def test_fire_for_effect_needs_eyes_in_every_rally_phase() -> None:
    blind = next(hex for hex in post().g.map.names if f"request-fire g {hex}" not in spots())
    table = in_contact(counter="FFE", at=blind).roll((3, 3))
    assert gun(table).counter == "" and table.said("SL:9.1.15-e")
    waiting = in_contact(counter="SR", at=blind).roll((3, 3))
    assert gun(waiting).counter == "SR" and {text.split()[0] for text in waiting.options()} == {
        "leave-it",
        "withdraw-fire",
    }


def spots() -> list[str]:
    return post().do("contact l+w+g").roll((3, 3)).options("request-fire")


@pytest.mark.rule("SL:9.1.20")
def test_a_radio_breaks_down_and_is_repaired() -> None:
    table = post().do("contact l+w+g").roll((6, 6))
    assert table.position.state.weapons["w"].malfunctioned and table.said("SL:9.1.20")
    mended = post(weapons=radio(malfunctioned=True)).do("repair l+w").roll((1,))
    assert not mended.position.state.weapons["w"].malfunctioned and "contact l+w+g" in mended.options()
    kept = in_contact(counter="SR", at=GOAL).roll((6, 6))
    assert gun(kept).contact == "" and kept.position.state.weapons["w"].malfunctioned


@pytest.mark.rule("SL:9.1.1-c", "SL:9.1.21-c", "SL:9.1.21-a")
def test_any_radio_reaches_any_battery_one_at_a_time() -> None:
    men = [unit("m", "ger-8-0", POST)]
    two = radio() | radio("v", "m")
    table = post("RPh", *men, weapons=two)
    assert (
        table.options("contact") == ["contact l+w+g", "contact l+v+g", "contact m+w+g", "contact m+v+g"]
        or len(table.options("contact")) == 4
    )
    table.do("contact l+w+g").roll((5, 5))
    assert table.options("contact") == ["contact l+v+g", "contact m+v+g"], "one attempt a radio"
    table.do("contact m+v+g").roll((2, 2))
    assert gun(table).contact == "m" and not table.options("contact"), "the battery has one leader"


@pytest.mark.rule("SL:3.8.7")
def test_of_heroes_only_forward_observers_use_radios() -> None:
    table = Table("RPh", [unit("h", "ger-149-hero", POST), unit("r", FOE, GOAL)], modules={})
    g = table.g

    def observers(named: bool) -> SlPlay:
        group = Group(
            id="a",
            name="a",
            side="german",
            provenance="original",
            setup=Area(rows="A"),
            units={},
            observers=named,
        )
        card = msgspec.structs.replace(g.scenario, groups=(group,))
        return SlSystem({card.id: card}).play(table.position.state)

    hero = observers(False).unit("h")
    found = operator_refusal(observers(False), hero)
    assert found is not None and found.rule == "SL:3.8.7"
    assert operator_refusal(observers(True), hero) is None


@pytest.mark.rule("SL:2.3.9-q4", "SL:9.1.1-e")
@pytest.mark.parametrize("hiding", ["under", "hidden"])
def test_who_works_a_radio_out_of_sight_is_not_seen_by_it(hiding: str) -> None:
    def called(leader: str) -> Table:
        men = [unit("l", LEADER, POST), unit("m", "ger-8-0", POST), unit("r", FOE, GOAL)]
        table = Table("RPh", men, weapons=radio(owner=leader), modules=battery())
        if hiding == "under":
            under_cover(table, "l", "m")
        else:
            hidden_away(table, "l", "m")
        return table.do(f"contact {leader}+w+g")

    one, other = called("l"), called("m")
    assert seen_by(one, "russian") == seen_by(other, "russian")
    one.roll((3, 3)), other.roll((3, 3))
    assert gun(one).contact == "l" and gun(other).contact == "m"
    assert one.unit("l").hex == "" and seen_by(one, "russian") == seen_by(other, "russian")


@pytest.mark.rule("SL:9.14.1-b", "SL:9.14.1-c")
def test_fire_on_the_concealed_alone_must_be_directed() -> None:
    def at_a_counter(seen: bool) -> Table:
        more = [unit("q", FOE, GOAL)] if seen else []
        table = post("RPh", *more).do("contact l+w+g")
        under_cover(table, "r")
        return table.roll((3, 3)).do(f"request-fire g {GOAL}")

    assert at_a_counter(seen=True).asked().endswith("battery access on 8 or less.")
    table = at_a_counter(seen=False)
    assert table.asked().endswith(": 7 or less.")
    assert table.roll((4, 3)).asked().endswith("battery access on 8 or less.")
    wasted = at_a_counter(seen=False).roll((4, 4))
    assert gun(wasted).counter == "" and gun(wasted).missions == 1 and not wasted.options("request-fire")


@pytest.mark.rule("SL:9.3.1", "SL:9.3.2-a", "SL:9.3.3")
def test_each_radio_brings_a_battery_by_a_die() -> None:
    group = Group(
        id="a",
        name="Company",
        side="german",
        provenance="original",
        setup=Area(rows="F-K"),
        units={SQUAD: 1, LEADER: 1},
        weapons={"ger-radio": 2},
    )
    other = msgspec.structs.replace(
        group, id="b", side="russian", units={FOE: 1}, weapons={}, setup=Area(rows="M-P")
    )
    card = msgspec.structs.replace(post().g.scenario, groups=(group, other))
    system = SlSystem({card.id: card})
    position, _ = system.begin(card.id)
    while "battery" not in str(getattr(position.pending, "asks", "")):
        assert isinstance(position.pending, Choice)
        position.advance(position.pending.options[0])
    position.advance(Outcome((1, 6)))
    assert [module.caliber for module in position.state.modules.values()] == [80, 150]
    owners = {weapon.owner for weapon in position.state.weapons.values()}
    assert all(position.state.units[uid].is_leader for uid in owners)


@pytest.mark.rule("SL:9.2.2-b", "SL:9.3.3-b")
def test_columns_of_calibres() -> None:
    g = post().g
    assert firepower(g, Module("x", "german", "german", 100)) == 16
    assert firepower(g, Module("x", "german", "german", 80)) == 12
    assert firepower(g, Module("x", "british", "british", 80)) == 16


@pytest.mark.rule("SL:9.1.2-b")
def test_contact_by_nation_and_year() -> None:
    def number(nation: str, year: int) -> int:
        table = post(modules=battery(nation=nation), year=year)
        return contact_number(table.g, gun(table))

    assert [number("russian", year) for year in (1941, 1942, 1943)] == [5, 6, 7]
    assert number("american", 1944) == 9 and number("german", 1941) == 7


@pytest.mark.rule("SL:9.8.1", "SL:9.8.4", "SL:9.1.18")
def test_where_the_card_says_how_much_there_is() -> None:
    table = post()
    known = msgspec.structs.replace(table.g.scenario, fire_missions={"german": 2})
    table.system = SlSystem({known.id: known})
    ask_again(table)
    table.do("contact l+w+g").roll((3, 3)).do(f"request-fire g {GOAL}")
    assert gun(table).counter == "AR", "nobody throws for access"
    scarce = msgspec.structs.replace(table.g.scenario, fire_missions={}, ammunition={"german": "scarce"})
    play = SlSystem({scarce.id: scarce}).play(table.position.state)
    assert sum(line.value for line in access_lines(play, gun(table))) == 1
    spent = post(modules=battery(missions=2))
    spent.system = SlSystem({known.id: known})
    ask_again(spent)
    assert not spent.options("contact")


@pytest.mark.rule("SL:9.14.1-f")
def test_by_night_no_farther_than_one_sees() -> None:
    line = rows("z", "open", "open", "open", "open")
    assert line
    table = in_contact(state={"night": True, "nvr": 2})
    while not table.asked().startswith("German"):
        table.roll((1,)) if table.asked() else table.do("done")
    table.roll((3, 3))
    hexes = [text.split()[-1] for text in table.options("request-fire")]
    reach = table.position.state.nvr
    assert hexes and all(table.g.map.distance(POST, hex) <= reach for hex in hexes)


@pytest.mark.rule("SL:9.1.1-f", "SL:9.1.21-c")
def test_who_is_in_contact_with_one_battery_has_no_other() -> None:
    two = battery() | {"k": Module("k", "german", "german", 150, "B")}
    table = post(modules=two)
    assert table.options("contact") == ["contact l+w+g", "contact l+w+k"]
    table.do("contact l+w+g").roll((2, 2))
    assert not table.asked() and not any(text.startswith("contact") for text in table.options())
    kept = post(
        modules={"g": Module("g", "german", "german", 100, contact="l", radio="w"), "k": two["k"]}
    ).roll((2, 2))
    assert not any(text.startswith("contact") for text in kept.options())


@pytest.mark.rule("SL:9.1.1-h", "SL:9.1.1-b")
def test_nobody_calls_from_off_the_map_nor_broken() -> None:
    away = Table("RPh", [unit("l", LEADER, POST), unit("r", FOE, GOAL)], weapons=radio(), modules=battery())
    g = away.g
    assert operator_refusal(g, g.unit("l")) is None
    gone = g.place(g.unit("l"), "")
    found = operator_refusal(g, gone)
    assert found is not None and found.rule == "SL:9.1.1-b"
    squad = unit("s", SQUAD, POST)
    assert operator_refusal(g, Table("RPh", [squad, unit("r", FOE, GOAL)]).unit("s")) is not None


@pytest.mark.rule("SL:9.1.13-e")
def test_fire_for_effect_that_nobody_sees_falls_all_the_same() -> None:
    def ready() -> Table:
        return in_contact(counter="SR", at=GOAL).roll((3, 3))

    g = ready().g
    goals = [text.split()[-1] for text in ready().options("fire-for-effect")]
    goal, die = next(
        (goal, way)
        for goal in goals
        for way in range(6)
        if goal != GOAL and (next_ := g.map.neighbours[goal][way]) and not sees(g, POST, next_)
    )
    unseen = g.map.neighbours[goal][die]
    table = ready().do(f"fire-for-effect g {goal}").roll((3, 3), (6,), (die + 1, 1))
    assert (gun(table).counter, gun(table).at) == ("FFE", unseen)
    spot = ready().do(f"spot g {goal}").roll((6,), (die + 1, 1))
    assert gun(spot).counter == "", "a spotting round is lost there"
